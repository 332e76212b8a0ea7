const require_deploy = require("./deploy.js");
const require_index = require("./index.js");
const require_service = require("./service.js");
const require_rollout = require("./rollout.js");

// src/plan/candidate-plan.ts
function candidatePlan(plan, live) {
	const { desired } = plan;
	const name = require_service.candidateName(desired.name);
	const isChosen = desired.appName === "" || desired.appName === plan.live?.id;
	const appName = live?.config.appName ?? (isChosen ? "" : require_service.candidateAppName(desired.appName));
	const disks = live?.config.volumeMounts ?? [];
	const volumeMounts = desired.volumeMounts.map((volume) => volume.type === "local" ? {
		...volume,
		id: require_service.sameDisk(disks, volume)?.id ?? ""
	} : volume);
	const workerConfig = {
		...desired.workerConfig,
		minNum: 0,
		maxNum: 1
	};
	const config = {
		...desired,
		name,
		appName,
		workerConfig,
		volumeMounts
	};
	const own = {
		isTakenOver: true,
		desired: config,
		kept: [],
		keptEnvs: [],
		foreignEnvs: [],
		missingSecrets: [],
		nearNames: [],
		first: {
			isFirst: false,
			why: "",
			found: void 0
		}
	};
	return {
		...plan,
		...own,
		...require_deploy.wayTo({
			desired: config,
			live,
			isTakenOver: true
		})
	};
}

// src/deploy/candidate.ts
async function proveCandidate(plan, request) {
	const { context, logGroup } = request;
	const { clock } = context;
	const { found } = plan.first;
	const live = found && await require_deploy.openReads(context).get(found.id).catch(require_index.knownError);
	const isMissing = live instanceof require_index.DeployError;
	if (isMissing && live.code !== "not-found") throw live;
	const ofCandidate = candidatePlan(plan, isMissing || live && require_service.isTerminating(live) ? void 0 : live);
	const { name } = ofCandidate.desired;
	logGroup.log([`Candidate: ${name}, before ${plan.desired.name} is written.`]);
	const startedMs = clock.monotonicMs();
	const { end, compared, tail } = await require_rollout.rollOutPlan(ofCandidate, {
		...request,
		lookedUpMs: startedMs,
		isCandidate: true
	});
	const failure = end.cause ?? await findTaker(end.endpointId ?? "", context) ?? await findMovedTag(plan, request);
	const seconds = Math.round((clock.monotonicMs() - startedMs) / 1e3);
	const report = {
		name,
		verdict: failure?.code ?? "passed",
		seconds,
		start: end.start
	};
	const start = end.start ? ` (start ${require_deploy.startWords(end.start)})` : "";
	logGroup.log([`Candidate: ${failure ? failure.code : `passed in ${require_index.formatSeconds(seconds)}${start}`}.`]);
	const isGone = context.inputs.onFailure === "restore";
	return {
		report,
		compared,
		tail,
		failure: failure && failureAs(failure, {
			plan,
			name,
			isGone
		}),
		id: end.endpointId
	};
}
function failureAs(failure, { plan: { desired }, name, isGone }) {
	const { next } = require_index.codeRow(failure.code);
	const untouched = `${desired.name} was not touched. Run it again, or take \`candidate\` out of the spec.`;
	const left = isGone && failure.code === "test-failed" ? next : failure.hint;
	const hint = failure.code === "no-capacity" ? untouched : left;
	const title = `${desired.name}: ${require_index.codeWords(failure.code, require_deploy.shortImage(desired))} as ${name}`;
	return new require_index.DeployError({
		...failure,
		message: failure.message,
		hint,
		title,
		cause: failure
	});
}
async function findTaker(id, context) {
	const now = await require_deploy.openReads(context).get(id).catch(require_index.knownError);
	if (now instanceof require_index.DeployError || require_service.isOfThisRun(now, context)) return now instanceof require_index.DeployError ? now : void 0;
	const message = `the candidate ${now.config.name} (${id}) was taken over by another run meanwhile`;
	return new require_index.DeployError({
		code: "conflict",
		message
	});
}
async function findMovedTag(plan, { context }) {
	const { resolvedImage, desired } = plan;
	if (!resolvedImage || desired.image.image.includes("@")) return void 0;
	const { written, digest } = resolvedImage;
	const answer = await require_deploy.resolveImage(desired.image.image, context);
	if (answer.kind === "found" && answer.digest !== digest) {
		const message = `the tag ${written} stands for ${answer.digest} now, but ${digest} has passed as the candidate`;
		return new require_index.DeployError({
			code: "plan-changed",
			message,
			hint: "Run it again. With `resolve-image: pin`, what has passed is deployed, whatever the tag stands for."
		});
	}
	if (answer.kind === "found") return void 0;
	const message = `Whether the tag ${written} has moved since its candidate was deployed could not be checked.`;
	context.reporter.annotate({
		severity: "warning",
		title: `${desired.name}: image`,
		message,
		hint: "With `resolve-image: pin`, what has passed is deployed, whatever the tag stands for."
	});
}
async function endCandidate({ id, onAsked }, { context, logGroup }) {
	const { clock, signal, connections, reporter } = context;
	let left;
	const isOurs = (read) => require_service.isOfThisRun(read, context) || require_service.isLeftover(read, context);
	const deleteNow = async () => {
		const client = await connections.service();
		const short = {
			signal: new AbortController().signal,
			deadlineMs: clock.monotonicMs() + require_index.cancelledParkMs
		};
		left = await client.get(id, short);
		if (isOurs(left)) await client.delete(id, short);
	};
	try {
		if (signal.aborted) return await deleteNow();
		const client = await connections.service();
		left = await client.get(id, { signal });
		if (!isOurs(left)) return;
		const onEvent = (event) => {
			if (event.kind === "deleting") onAsked();
			logGroup.log(require_service.eventLines(event));
		};
		await require_rollout.deleteEndpoint(id, {
			client,
			clock,
			signal,
			onEvent
		}).catch((thrown) => {
			if (!signal.aborted) throw thrown;
			return deleteNow();
		});
	} catch (thrown) {
		const failure = require_index.asDeployError(thrown);
		if (failure.code === "not-found") return;
		const isBilled = left?.workers.some(require_service.isPresent) !== false;
		const message = `The candidate ${left?.config.name ?? id} was not deleted: ${failure.message}.`;
		const hint = "The next run of this workflow deletes it, and so does `command: sweep` after a day.";
		const title = `candidate not deleted${isBilled ? ", STILL BILLED" : ""}`;
		reporter.annotate({
			severity: "warning",
			title,
			message,
			hint
		});
	}
}

exports.endCandidate = endCandidate;
exports.proveCandidate = proveCandidate;