const require_deploy = require("./deploy.js");
const require_index = require("./index.js");
const require_service = require("./service.js");
const require_rollout = require("./rollout.js");

// src/deploy/candidate.ts
async function proveCandidate(plan, request) {
	const { context, logGroup } = request;
	const { clock } = context;
	const { found } = plan.first;
	const live = found && await require_deploy.openReads(context).get(found.id).catch(require_index.knownError);
	const isThere = live !== void 0 && !(live instanceof require_index.DeployError);
	if (live instanceof require_index.DeployError && live.code !== "not-found") throw live;
	const ofCandidate = require_service.candidatePlan(plan, isThere ? live : void 0);
	const { name } = ofCandidate.desired;
	logGroup.log([`Candidate: ${name}, before ${plan.desired.name} is written.`]);
	const startedMs = clock.monotonicMs();
	const { end, compared, tail } = await require_rollout.rollOutPlan(ofCandidate, {
		...request,
		lookedUpMs: startedMs,
		isCandidate: true
	});
	const failure = end.cause ?? await findMovedTag(plan, request);
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
	const title = `${desired.name}: ${require_index.codeWords(failure.code, require_service.shownImage(desired))} as ${name}`;
	return new require_index.DeployError({
		...failure,
		message: failure.message,
		hint,
		title,
		cause: failure
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
async function endCandidate(id, { context, logGroup }) {
	const { clock, signal, connections, reporter } = context;
	let left;
	try {
		const client = await connections.service();
		if (signal.aborted) {
			const unaborted = new AbortController().signal;
			await client.delete(id, {
				signal: unaborted,
				deadlineMs: clock.monotonicMs() + require_index.cancelledParkMs
			});
			return;
		}
		left = await client.get(id, { signal });
		if (!require_service.isOfThisRun(left, context) && !require_service.isLeftover(left, context)) return;
		const onEvent = (event) => logGroup.log(require_service.eventLines(event));
		await require_rollout.deleteEndpoint(id, {
			client,
			clock,
			signal,
			onEvent
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