const require_commands = require("./commands.js");
const require_deploy = require("./deploy.js");
const require_index = require("./index.js");
const require_service = require("./service.js");
const require_rollout = require("./rollout.js");

// src/plan/candidate-plan.ts
function candidatePlan(plan, live) {
	const { desired } = plan;
	const isChosen = desired.appName === "" || desired.appName === plan.live?.id;
	const config = {
		...desired,
		name: require_service.candidateName(desired.name),
		appName: isChosen || live ? "" : require_service.candidateAppName(desired.appName),
		workerConfig: {
			...desired.workerConfig,
			minNum: 0,
			maxNum: 1
		},
		volumeMounts: desired.volumeMounts.map((each) => each.type === "local" ? {
			...each,
			id: ""
		} : each)
	};
	const own = {
		isCandidate: true,
		isTakenOver: true,
		foreignEnvs: []
	};
	return require_deploy.planOver({
		...plan,
		...own,
		desired: config
	}, live);
}

// src/deploy/candidate.ts
async function proveCandidate(plan, request) {
	const { context, logGroup } = request;
	const { clock } = context;
	const { found } = plan.first;
	const live = found && await require_deploy.readNow(found, context);
	const ofCandidate = candidatePlan(plan, live && require_service.isTerminating(live) ? void 0 : live);
	const { desired: config } = ofCandidate;
	const { name } = config;
	logGroup.log([`Candidate: ${name}, before ${plan.desired.name} is written.`]);
	const startedMs = clock.monotonicMs();
	const { end, compared, tail } = await require_rollout.rollOutPlan(ofCandidate, {
		...request,
		lookedUpMs: startedMs,
		before: []
	});
	const { start, endpointId: id, endpoint } = end;
	const seconds = Math.round((clock.monotonicMs() - startedMs) / 1e3);
	const red = end.cause ?? await findMovedTag(plan, request);
	const isKept = end.left.kind === "parked" && !["cancelled", "name-ambiguous"].includes(red?.code ?? "");
	const passed = `passed in ${require_index.formatSeconds(seconds)}${start ? ` (start ${require_deploy.startWords(start)})` : ""}`;
	logGroup.log([`Candidate: ${red ? wordsOf(red) : passed}.`]);
	const workers = endpoint?.workers.filter((each) => !require_service.hasNoGpu(each, endpoint)) ?? [];
	const left = id !== void 0 && !isKept && {
		workers,
		id,
		config
	};
	if (end.left.kind === "perhaps-created") warnLeft({
		name,
		end: "perhaps created",
		message: `The candidate ${name} may have been created.`
	}, context);
	const failure = (left ? await deleteCandidate(left, request) : void 0) ?? red;
	return {
		candidate: {
			name,
			verdict: failure?.code ?? "passed",
			seconds,
			start
		},
		compared,
		tail,
		failure: failure && failureAs(failure, {
			plan,
			name,
			isKept
		})
	};
}
const wordsOf = ({ code }) => code === "plan-changed" ? "its tag has moved" : require_index.codeWords(code);
const waysOn = {
	"no-capacity": "or take `candidate` out of the spec",
	"name-ambiguous": "and give the workflow a `concurrency` group"
};
function failureAs(failure, { plan: { desired }, name, isKept }) {
	const { subject } = require_index.codeRow(failure.code);
	const way = waysOn[failure.code];
	const hint = way ? `${desired.name} was not touched. Run it again, ${way}.` : failure.hint;
	const stays = isKept ? `. ${name} is kept at zero workers: a call wakes it, and the next run replaces it` : "";
	const ofVersion = `${desired.name}: ${require_index.codeWords(failure.code, require_deploy.shortImage(desired.image.image))} as ${name}`;
	const title = subject === "version" ? ofVersion : `${name}: ${wordsOf(failure)}`;
	return new require_index.DeployError({
		...failure,
		message: `${failure.message}${stays}`,
		hint,
		title,
		cause: failure
	});
}
const pinHint = "With `resolve-image: pin`, what has passed is deployed, whatever the tag stands for.";
async function findMovedTag(plan, { context }) {
	const { resolvedImage, desired } = plan;
	if (!resolvedImage || desired.image.image.includes("@")) return void 0;
	const { written, digest } = resolvedImage;
	const answer = await require_deploy.askRegistry(desired.image.image, context);
	if (answer.kind === "found" && answer.digest !== digest) {
		const message = `the tag ${written} stands for ${answer.digest} now, but ${digest} has passed as the candidate`;
		return new require_index.DeployError({
			code: "plan-changed",
			message,
			hint: `Run it again. ${pinHint}`
		});
	}
	if (answer.kind === "found") return void 0;
	const message = `Whether the tag ${written} has moved since its candidate was deployed could not be checked.`;
	context.reporter.warn({
		title: `${desired.name}: image`,
		message,
		hint: pinHint
	});
}
async function deleteCandidate(listed, { context, logGroup }) {
	const { clock, signal, connections, reporter } = context;
	const { id, config, workers } = listed;
	const objection = (now) => {
		if (require_service.isLeftover(now, context)) return void 0;
		const why = require_service.isCandidate(now) ? "another run has taken it over" : "someone has changed its name or its record";
		return new require_index.DeployError({
			code: "conflict",
			message: `the candidate ${require_index.endpointName(listed)} stays: ${why}`
		});
	};
	const told = {
		info: (line) => logGroup.log([line]),
		addSecret: reporter.addSecret
	};
	const [deletion] = await require_commands.deleteInTurn([{
		listed,
		reason: "",
		objection
	}], {
		...context,
		reporter: told
	});
	let failure = deletion && require_deploy.deletionFailure(deletion);
	if (failure?.code === "conflict") return failure;
	if (failure && signal.aborted) {
		const brief = {
			signal: new AbortController().signal,
			deadlineMs: clock.monotonicMs() + require_index.cancelledParkMs
		};
		const remove = async () => {
			const client = await connections.service();
			const now = await client.get(id, brief).catch((error) => {
				if (require_index.asDeployError(error).code !== "not-found") throw error;
			});
			if (now && objection(now)) return;
			await client.delete(id, brief);
			told.info(`Delete: ${id} was asked for, and not waited for.`);
		};
		failure = await remove().then(() => void 0, require_index.asDeployError);
	}
	if (!failure || failure.code === "not-found") return void 0;
	const end = `not deleted${workers.some(require_service.isPresent) ? ", STILL BILLED" : ""}`;
	const now = `To delete it now, run \`delete\` with \`endpoint-id: ${id}\`. `;
	const { name } = config;
	warnLeft({
		name,
		end,
		message: `The candidate ${name} was not deleted: ${failure.message}.`,
		now
	}, context);
}
function warnLeft({ name, end, message, now = "" }, { reporter }) {
	const hint = `${now}The next run of this workflow deletes it, and so does \`command: sweep\` after a day.`;
	reporter.warn({
		title: `${name}: ${end}`,
		message,
		hint
	});
}

exports.deleteCandidate = deleteCandidate;
exports.proveCandidate = proveCandidate;