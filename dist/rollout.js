const require_service = require("./service.js");
const require_index = require("./index.js");
const require_deploy = require("./deploy.js");

// src/rollout/read/reader.ts
function lasting(error, lastedMs) {
	const message = `the service could not be read for ${require_index.formatSeconds(lastedMs / 1e3)}: ${error.message}`;
	return new require_service.ServiceError({
		...error,
		message,
		cause: error
	});
}
function createReader({ client, clock, onEvent, signal }) {
	function patiently({ ask, deadlineMs, limitMs, isFinal }) {
		const startedMs = clock.monotonicMs();
		const nextPauseMs = require_index.growing(require_index.pauses.outage);
		let waitMs = 0;
		const attempt = async () => {
			const nowMs = clock.monotonicMs();
			if (nowMs >= deadlineMs) return void 0;
			try {
				return await ask({
					signal,
					deadlineMs: Math.min(deadlineMs, nowMs + limitMs),
					requestTimeoutMs: require_index.readingTimeoutMs
				});
			} catch (error) {
				if (!(error instanceof require_service.ServiceError) || error.code === "cancelled") throw error;
				if (await isFinal?.(error)) throw error;
				const failedMs = clock.monotonicMs();
				if (failedMs - startedMs >= 18e4) throw lasting(error, failedMs - startedMs);
				if (failedMs < deadlineMs) onEvent({
					kind: "reading-failed",
					message: error.message
				});
				const askedMs = Math.min(error.retryAfterMs ?? 0, startedMs + require_index.outageMs - failedMs);
				waitMs = Math.max(nextPauseMs(), askedMs);
				return;
			}
		};
		return require_deploy.poll(attempt, {
			decide: (answer) => answer,
			pauseMs: () => waitMs,
			deadlineMs,
			clock,
			signal
		});
	}
	const list = ({ deadlineMs, only }) => patiently({
		ask: (limits) => client.list({
			only,
			...limits
		}),
		deadlineMs,
		limitMs: require_index.doubtfulMs
	});
	async function isGone(id, deadlineMs) {
		const untilMs = Math.min(deadlineMs, clock.monotonicMs() + require_index.doubtfulMs);
		return (await list({
			deadlineMs: untilMs,
			only: (each) => each.id === id
		}))?.every((endpoint) => endpoint.id !== id) === true;
	}
	return {
		async get(id, { deadlineMs, unknownUntilMs = 0 }) {
			const isFinal = async ({ code }) => code === "not-found" && clock.monotonicMs() >= unknownUntilMs && await isGone(id, deadlineMs);
			const ask = (limits) => client.get(id, limits);
			const endpoint = await patiently({
				ask,
				deadlineMs,
				limitMs: require_index.readingTimeoutMs,
				isFinal
			});
			if (endpoint) onEvent({
				kind: "reading",
				endpoint: require_deploy.readingOf(endpoint)
			});
			return endpoint;
		},
		list
	};
}

// src/rollout/context.ts
function createContext(ports, timeMs) {
	return withTime({
		...ports,
		reader: createReader(ports)
	}, timeMs);
}
function undoContext(context, timeMs) {
	if (!context.signal.aborted) return createContext(context, timeMs);
	return createContext({
		...context,
		signal: new AbortController().signal
	}, require_index.cancelledParkMs);
}
function withTime(context, timeMs) {
	let deadlineMs;
	return {
		...context,
		deadlineMs: () => {
			deadlineMs ??= context.clock.monotonicMs() + timeMs;
			return deadlineMs;
		}
	};
}

// src/rollout/read/match.ts
function matchConfig(found, requested) {
	const { desired, family } = requested;
	const differing = require_deploy.diffConfigs({
		asked: desired,
		found
	}).filter(({ families }) => !family || families.includes(family));
	const isChosen = ({ member, kind }) => requested.earlier?.length === 0 && kind === "remove" && !member.startsWith("envs.");
	const changes = differing.filter((change) => !isChosen(change));
	const foreign = changes.length > 0 ? changes.filter(foreignTo(found, requested)) : [];
	if (foreign.length > 0) return {
		kind: "foreign",
		changes: foreign
	};
	const fields = missingFields(found, requested);
	if (fields.length > 0) return {
		kind: "partial",
		fields
	};
	if (changes.length > 0) return {
		kind: "stale",
		changes
	};
	return isUnnoted(found, requested) ? {
		kind: "stale",
		changes: [noted]
	} : { kind: "applied" };
}
const noted = {
	member: `envs.${require_index.recordEnvKey}`,
	kind: "change",
	from: null,
	to: null,
	secret: true,
	families: []
};
function isUnnoted(found, { desired, earlier = [] }) {
	const before = earlier.at(-1);
	const [shown, was, sent] = [
		found,
		before,
		desired
	].map((config) => config && require_service.recordEnvOf(config)?.value);
	return before !== void 0 && shown === was && shown !== sent && require_deploy.diffConfigs({
		asked: desired,
		found: before
	}).length === 0;
}
const essential = /* @__PURE__ */ new Set(["image.image", "workerConfig.minNum"]);
function missingFields(found, { desired, earlier, found: first = desired }) {
	const before = earlier === void 0 ? first : earlier.at(-1);
	return require_service.members.filter(({ path }) => essential.has(path) || before !== void 0 && !require_service.isUnread(before, path)).filter((member) => require_service.isUnread(found, member.path) && !require_service.isUnset(require_service.configValue(desired, member))).map(({ path }) => path);
}
function foreignTo(found, { earlier }) {
	if (earlier === void 0) return () => false;
	const differing = earlier.map((config) => new Set(require_deploy.diffConfigs({
		asked: config,
		found
	}).map(({ member }) => member)));
	return (change) => {
		if (earlier.length === 0) return change.kind === "change" && /^(name$|image\.image$|envs\.)/.test(change.member);
		return differing.every((fields) => fields.has(change.member));
	};
}
function describeChanges(changes) {
	return changes.map(({ member, from, to, secret }) => secret ? `${member} (its value is not shown)` : `${member} (expected ${to ?? "none"}, found ${from ?? "none"})`).join(", ");
}

// src/rollout/read/observe.ts
function observeList({ only, decide, forMs, context }) {
	const { clock, signal, reader } = context;
	const endMs = context.deadlineMs();
	const untilMs = forMs === void 0 ? endMs : clock.monotonicMs() + forMs;
	const read = () => reader.list({
		deadlineMs: Math.max(endMs, untilMs),
		only
	});
	const decideOn = (list) => list && decide(list);
	return require_deploy.poll(read, {
		decide: decideOn,
		pauseMs: require_index.growing(require_index.pauses.list),
		deadlineMs: untilMs,
		clock,
		signal
	});
}
function startObserving(target, context) {
	const { reader, clock, signal } = context;
	let wasApplied = target.earlier === void 0 || target.isShown === true;
	let staleSinceMs;
	let foreign;
	let replaced;
	const mayBeLate = () => clock.monotonicMs() < (target.lateUntilMs ?? 0);
	return async ({ decide, pauseMs = () => require_index.waitPauses.closeMs, deadlineMs = context.deadlineMs() }) => {
		const read = () => reader.get(target.id, {
			deadlineMs,
			unknownUntilMs: target.lateUntilMs
		}).catch((error) => {
			throw asGone(error, target);
		});
		const judgeReading = (endpoint) => {
			if (!endpoint) return void 0;
			const match = matchConfig(endpoint.config, target);
			const atMs = clock.monotonicMs();
			if (match.kind === "foreign") {
				if (foreign && !mayBeLate()) throw foreign;
				foreign = conflict(endpoint, match.changes, target);
				return mayBeLate() ? decide({
					endpoint,
					match,
					atMs
				}) : void 0;
			}
			foreign = void 0;
			wasApplied ||= match.kind === "applied";
			staleSinceMs = match.kind === "stale" ? staleSinceMs ?? atMs : void 0;
			const changed = match.kind === "stale" && wasApplied ? conflict(endpoint, match.changes, target) : void 0;
			if (changed && atMs - (staleSinceMs ?? atMs) >= 3e4) throw changed;
			replaced = target.earlier === void 0 ? changed : void 0;
			return decide({
				endpoint,
				match,
				atMs
			});
		};
		const result = await require_deploy.poll(read, {
			decide: judgeReading,
			pauseMs,
			deadlineMs,
			clock,
			signal
		});
		const other = foreign ?? replaced;
		if (result === void 0 && other) throw other;
		return result;
	};
}
function observe(target, { context, ...until }) {
	return startObserving(target, context)(until);
}
function conflict({ id, config }, changes, { desired, earlier = [] }) {
	const [theirs, ...known] = [
		config,
		desired,
		...earlier
	].map(require_service.readOwner);
	const message = `${`${theirs && known.every((record) => record?.run !== theirs.run) ? `run ${theirs.run} of ${theirs.repository}` : "someone else"} changed endpoint ${config.name} (${id}) during the rollout`}: ${describeChanges(changes)}; it is left unchanged`;
	return new require_deploy.RolloutError({
		code: "conflict",
		message,
		endpointId: id
	});
}
function asGone(error, { id, desired: { name } }) {
	if (!(error instanceof require_service.ServiceError) || error.code !== "not-found") return error;
	const message = `endpoint ${name} (${id}) does not exist: the service neither finds nor lists it`;
	return new require_deploy.RolloutError({
		code: "not-found",
		message,
		endpointId: id,
		cause: error
	});
}

// src/rollout/write/send.ts
async function sendUntilDone({ send, afterFailure, context }) {
	const { clock, signal } = context;
	const startedMs = clock.monotonicMs();
	const nextPauseMs = require_index.growing(require_index.pauses.resend);
	for (let attempts = 1;; attempts += 1) try {
		return await send();
	} catch (thrown) {
		if (!(thrown instanceof require_service.ServiceError) || thrown.code === "cancelled") throw thrown;
		const lastedMs = clock.monotonicMs() - startedMs;
		const again = attempts > 1 ? ` (sent again for ${require_index.formatSeconds(lastedMs / 1e3)})` : "";
		const error = new require_service.ServiceError({
			...thrown,
			message: `${thrown.message}${again}`,
			cause: thrown
		});
		const leftMs = resendsForMs(error) - lastedMs;
		const pause = (longestMs) => {
			const pauseMs = Math.max(nextPauseMs() * (.5 + clock.random()), error.retryAfterMs ?? 0);
			return clock.sleep(Math.max(0, Math.min(longestMs, pauseMs)), signal);
		};
		const result = await afterFailure({
			error,
			leftMs,
			pause
		});
		if (result !== void 0) return result;
	}
}
function isUnexplained({ code, reason }) {
	return code === "not-found" || reason === void 0 && require_index.codeRow(code).writes === "if-odd";
}
function resendsForMs(error) {
	if (require_index.codeRow(error.code).writes === "again" || error.mayHaveHappened) return Infinity;
	return isUnexplained(error) || error.status === 401 ? require_index.settlingMs : 0;
}

// src/rollout/write/delete.ts
function deleteEndpoint(id, ports) {
	return deleteWith(createContext(ports, require_index.deletionMs), id);
}
async function deleteWith(rolloutContext, id) {
	const context = withTime(rolloutContext, require_index.deletionMs);
	const { onEvent } = context;
	const list = await context.reader.list({ deadlineMs: context.deadlineMs() });
	if (!list) throw unlisted(id);
	const listed = list.find((each) => each.id === id);
	const endpoint = listed ?? await readUnlisted(id, context);
	if (!endpoint) return "absent";
	let refusal;
	for (const forMs of [require_index.settlingMs, require_index.lateMs]) {
		onEvent({
			kind: "deleting",
			endpointId: id
		});
		refusal = await sendDeletion(id, context);
		const end = await awaitGone(id, {
			isListed: listed !== void 0,
			forMs,
			context
		});
		if (end !== "present") {
			onEvent({
				kind: "deletion-ended",
				endpointId: id,
				state: end
			});
			return end;
		}
		if (refusal?.mayHaveHappened) throw refusal;
	}
	if (refusal) onEvent({
		kind: "deletion-ended",
		endpointId: id,
		state: "refused"
	});
	throw notDeleted(endpoint, refusal);
}
async function sendDeletion(id, context) {
	const { client, clock, onEvent, signal } = context;
	const endMs = clock.monotonicMs() + require_index.outageMs;
	let lost;
	const send = () => client.delete(id, { signal }).then(() => "accepted");
	const afterFailure = async ({ error, leftMs, pause }) => {
		if (error.mayHaveHappened) lost = error;
		if (!(error.code === "not-found") && Math.min(leftMs, endMs - clock.monotonicMs()) > 0) {
			await pause(require_index.outageMs);
			return;
		}
		if (lost || isUnexplained(error)) return lost ?? error;
		onEvent({
			kind: "deletion-ended",
			endpointId: id,
			state: "refused"
		});
		throw error;
	};
	const sent = await sendUntilDone({
		send,
		afterFailure,
		context
	});
	return sent === "accepted" ? void 0 : sent;
}
async function awaitGone(id, { isListed, forMs, context }) {
	const startedMs = context.clock.monotonicMs();
	const only = (each) => each.id === id;
	const decide = async (list) => {
		const endpoint = list.find(only) ?? (isListed ? void 0 : await readUnlisted(id, context));
		if (!endpoint) return "gone";
		const end = require_service.isTerminating(endpoint) ? "terminating" : "present";
		return context.clock.monotonicMs() - startedMs >= (end === "terminating" ? 12e4 : forMs) ? end : void 0;
	};
	const end = await observeList({
		only,
		decide,
		context
	});
	if (end === void 0) throw unlisted(id);
	return end;
}
async function readUnlisted(id, context) {
	try {
		const endpoint = await context.reader.get(id, { deadlineMs: context.deadlineMs() });
		if (!endpoint) throw unlisted(id);
		return endpoint;
	} catch (error) {
		if (error instanceof require_service.ServiceError && error.code === "not-found") return void 0;
		throw error;
	}
}
function notDeleted(endpoint, refusal) {
	const { id } = endpoint;
	const why = refusal?.message ?? "its deletion was accepted, but had no effect";
	const message = `endpoint ${require_index.endpointName(endpoint)} was not deleted: ${why}`;
	const hint = `Check whether ${id} still exists; if so, delete it in the console: it is still being billed.`;
	return new require_deploy.RolloutError({
		code: "not-applied",
		message,
		hint,
		endpointId: id
	});
}
function unlisted(id) {
	const message = `the endpoints could not be listed within ${require_index.deletionMs / 1e3} s, so the state of ${id} is unknown`;
	return new require_deploy.RolloutError({
		code: "unavailable",
		message
	});
}

// src/logs/tail.ts
const maxWidth = 240;
const defaultLines = 40;
function lastLines(text, count = defaultLines) {
	return text.split("\n").map((line) => line.replaceAll("	", "  ").trimEnd()).filter((line) => line !== "").slice(-count).map((line) => require_index.bounded(line, maxWidth));
}
function withoutOverwrites(text) {
	return text.split("\n").map((line) => line.replace(/\r$/, "")).map((line) => line.slice(line.lastIndexOf("\r") + 1)).join("\n");
}
const telling = [
	/(?<![\w.])(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception|Interrupt|Exit)(?:: |$)/,
	/\b(?:panic|fatal error|fatal|FATAL): /,
	/\b[Ee]xit(?:ed)?(?: with)?(?: code| status)? ?[:=]? ?\d{1,3}\b/,
	/\b(?:Segmentation fault|Killed|Aborted|Bus error|CUDA error|core dumped)\b/
];
const maxQuotedLine = 200;
function tellingLine(lines) {
	const told = lines.flatMap((line) => {
		const start = telling.map((pattern) => line.search(pattern)).find((at) => at !== -1);
		return start === void 0 && !namesCause(line) ? [] : [line.slice(start)];
	});
	return require_index.bounded(told.findLast(namesCause) ?? told.at(-1) ?? "", maxQuotedLine);
}
const ofContainers = [
	[/CUDA(?: error:)? out of memory|CUDA_ERROR_OUT_OF_MEMORY|memory for the cache blocks|stored in KV cache|available KV cache memory/i, "The model needs more GPU memory: shorten its context (vLLM: `--max-model-len`), raise `workerConfig.gpuNum`, or choose another product."],
	[/less than desired GPU memory utilization/i, "Something else uses the memory of the GPU: lower `--gpu-memory-utilization`, or run it again for another worker."],
	[/out of memory|OutOfMemoryError|OOMKilled|oom-kill|\bexit\w*\b\D{0,20}\b137\b/i, "The container needs more memory than its worker has: load less at a time, or choose another product."],
	[/no space left on device|ENOSPC/i, "The disk is full: raise `rootfsSize`, or mount a volume and keep the model there, for example by `HF_HOME`."],
	[/\b40[13] Client Error: \w{1,20} for url: https:\/\/huggingface|GatedRepo|gated repo|RepositoryNotFoundError|invalid user token|valid model identifier/i, "The model hub refuses the download: check the name of the model, pass a valid token in `secret-envs`, such as `HF_TOKEN`, and accept the license of the model with its account."],
	[/\b(?:429|5\d\d) (?:Client|Server) Error: [^:]{1,40} for url: https:\/\/huggingface|couldn't connect to 'https:\/\/huggingface/i, "The model hub did not answer: run it again, or keep the model on a volume, for example by `HF_HOME`."],
	[/trust_remote_code=True/, "The model brings code of its own: if you trust it, add `--trust-remote-code` to `image.command`."],
	[/does not recognize this architecture|architectures \[[^\]]{1,200}\] are not supported|Unrecognized configuration class/i, "The server in the image does not know this model: choose an image of a newer version."],
	[/max local gpu count|number of available GPUs|exceeds available GPUs|required GPUs exceeds/i, "The server expects more GPUs than the worker has: raise `workerConfig.gpuNum`, or lower `--tensor-parallel-size`."],
	[/compute capability of at least|no kernel image is available/i, "The image does not support this GPU: choose another product, or for bfloat16 add `--dtype half` to `image.command`."],
	[/error: (?:unrecognized arguments|argument -)|the following arguments are required/i, "The program does not take these arguments: correct `image.command`. The image may start the server itself, as `vllm/vllm-openai` does, or be of another version."],
	[/address already in use|EADDRINUSE/i, "Two processes of the container listen on one port: only the server may use the one in `ports`."],
	[/exec format error/i, "The image is built for another processor: build it with `--platform linux/amd64`."],
	[/CUDA driver version is insufficient|unsupported (?:display driver|toolchain)/i, "The driver of the worker is too old for the image: set `workerConfig.cudaVersion` to the version that it needs."],
	[/Failed to infer device type|Found no NVIDIA driver|libcuda\.so\S{0,9}: cannot open|no CUDA-capable device/i, "The container finds no GPU: choose an image that is built for CUDA. If it is, run it again for another worker."],
	[/executable file not found|exec: "[^"]{1,200}": no such file/i, "The image does not contain the program that it is to start: check `image.command` and `image.entrypoint`."]
];
const byLog = {
	container: ofContainers,
	pull: [
		[/no space left on device|ENOSPC/i, "The image does not fit on the disk of the worker: make it smaller, or keep the model on a volume."],
		[/no matching manifest/i, "The image is built for another processor: build it with `--platform linux/amd64`."],
		[/toomanyrequests|too many requests|rate limit/i, "The registry limits how often the service may pull: set `image.authId` to a login of the registry, or run it again later."],
		[/unauthori[sz]ed|denied|forbidden|authentication required/i, "The registry refuses the service: save a login of the registry in the console of the service, and set its ID as `image.authId`."],
		[/manifest unknown|name unknown|not found|no such image|does not exist/i, "The registry has no such image: check its name and tag, and push it first."],
		[/timed out|timeout|deadline|connection re|\b50[234]\b/i, "The registry did not answer the service in time: run it again, or keep the image in another registry."]
	],
	shown: [],
	none: []
};
function remedyOf(code, words) {
	return byLog[require_index.codeRow(code).log].find(([pattern]) => pattern.test(words))?.[1];
}
const namesCause = (line) => ofContainers.some(([pattern]) => pattern.test(line));

// src/run/log.ts
function openLogGroup(endpoint, { context: { reporter }, isOneOfMany = false }) {
	const grouped = [];
	const write = (lines) => {
		if (lines.length > 0) reporter.info(lines.join("\n"));
	};
	const put = isOneOfMany ? (lines) => void grouped.push(...lines) : write;
	let last = "";
	const log = (lines) => {
		const text = lines.join("\n");
		if (text !== last) put(lines);
		if (text !== "") last = text;
	};
	return {
		log,
		logProgress: (lines) => {
			log(lines);
			if (isOneOfMany) write(lines.map((line) => `${endpoint}: ${line.trim()}`));
		},
		logTail: (tail) => {
			const title = require_index.logTitle(tail);
			if (tail.problem !== "") log([require_index.logProblem(tail)]);
			else if (isOneOfMany) log([`${title}:`, ...tail.lines.map((line) => `  | ${line}`)]);
			else reporter.group(title, tail.lines.join("\n"));
		},
		close: () => {
			if (isOneOfMany) reporter.group(endpoint, grouped.join("\n"));
		}
	};
}
async function readFailureLog(log, { connections, signal }) {
	return log === void 0 || signal.aborted ? void 0 : connections.log(log, signal);
}
function openLogWatch({ connections, clock, signal }, tell) {
	let versions = /* @__PURE__ */ new Map();
	let dueMs;
	let said = "";
	return async (event) => {
		if (event.kind === "workers-told") versions = event.versions;
		if (event.kind !== "reading") return;
		const { endpoint } = event;
		const isStarting = (worker) => require_service.isRunning(worker) && !require_service.isReady(worker, endpoint) && worker.log !== "";
		const worker = endpoint.workers.find((each) => isStarting(each) && versions.get(each.id) === "this");
		const nowMs = clock.monotonicMs();
		dueMs = worker && (dueMs ?? nowMs + 3e4);
		if (!worker || dueMs === void 0 || nowMs < dueMs || signal.aborted) return;
		dueMs = nowMs + require_index.workerLogPauseMs;
		const { of, lines } = await connections.log(workerLog(worker), signal);
		const line = lines.at(-1) ?? "";
		if (line === "" || line === said || signal.aborted) return;
		said = line;
		tell(`  ${of} runs, and is not healthy yet; its log: ${line}`);
	};
}
function logOf({ log, workers }) {
	if (log !== "") return {
		of: "the endpoint",
		text: log
	};
	const worker = workers.findLast((each) => each.log !== "" && require_service.isPresent(each));
	return worker && workerLog(worker);
}
function workerLog({ id, log }) {
	return {
		of: `worker ${id || "without an ID"}`,
		text: log
	};
}
function explainFailure(failure, tail) {
	const quote = tellingLine(tail?.lines ?? []);
	const message = quote !== "" && !failure.message.includes(quote) ? `${failure.message}; the log of ${tail?.of} says: "${quote}"` : failure.message;
	return new require_index.DeployError({
		...failure,
		message,
		hint: remedyOf(failure.code, message) ?? failure.hint,
		cause: failure
	});
}

// src/rollout/read/settle.ts
async function settle(known, context) {
	const waitMs = unsettledMs(known.endpoint, context.clock.date());
	if (waitMs === 0) return known.endpoint;
	context.onEvent({
		kind: "awaiting",
		what: "listed-workers",
		leftSeconds: Math.ceil(waitMs / 1e3)
	});
	const isSettled = (endpoint) => unsettledMs(endpoint, context.clock.date()) === 0;
	return await readAgain(known, {
		isEnough: isSettled,
		forMs: waitMs,
		context
	});
}
async function refresh(known, context) {
	const nowMs = context.clock.monotonicMs();
	if (nowMs - (known.readMs ?? nowMs) <= 5e3) return known.endpoint;
	return await readAgain(known, {
		isEnough: () => true,
		forMs: 0,
		context
	});
}
async function readAgain({ endpoint: given, target }, { isEnough, forMs, context }) {
	const decide = ({ endpoint, match }) => match.kind === "applied" && isEnough(endpoint) ? endpoint : void 0;
	const deadlineMs = context.clock.monotonicMs() + forMs + require_index.settlingMs + require_index.freshMs;
	return await observe(target, {
		decide,
		deadlineMs,
		context
	}) ?? given;
}
function unsettledMs(live, now) {
	const { writtenAt, oldWorkers, unsettled } = require_service.readWriteNote(live.config) ?? {};
	if (writtenAt === void 0) return 0;
	const wasThere = require_service.shortenedHas(oldWorkers);
	const listed = live.workers.filter((each) => require_service.isPresent(each) && (each.id === "" || !wasThere(each.id)));
	if (listed.length >= live.config.workerConfig.minNum && !listed.some(require_service.isUnidentifiedIn(live)) && !unsettled) return 0;
	return Math.max(0, require_index.lateMs - require_service.ageMs(writtenAt, now));
}

// src/rollout/write/create.ts
async function createOnce(creation) {
	const { config, context } = creation;
	const { client, clock, onEvent, signal } = context;
	const { name, appName } = config;
	const deadlineMs = context.deadlineMs();
	const startedMs = clock.monotonicMs();
	const isReportDue = require_index.heartbeat(clock);
	let lost;
	const send = async () => {
		onEvent({
			kind: "write-sent",
			call: "create-v1"
		});
		const { id } = await client.create(config, { signal });
		onEvent({
			kind: "write-accepted",
			call: "create-v1",
			endpointId: id
		});
		return id;
	};
	const afterFailure = async ({ error, leftMs, pause }) => {
		const { mayHaveHappened, code, message } = error;
		const isTaken = code === "app-name-taken";
		if (!mayHaveHappened && !lost) onEvent({
			kind: "write-refused",
			call: "create-v1"
		});
		if (!isTaken && leftMs <= 0) throw lost ?? error;
		if (mayHaveHappened) lost = error;
		if (isReportDue()) onEvent({
			kind: "write-retry",
			call: "create-v1",
			message
		});
		const { found, list } = await findCreated(creation, mayHaveHappened ? require_index.lateMs : require_index.freshMs);
		if (found && isOfThisRun(found, config)) {
			onEvent({
				kind: "create-found",
				endpointId: found.id,
				by: "this-run"
			});
			return found.id;
		}
		if (found) throw lost ?? createdByAnother(found, creation);
		const holder = list.find((each) => each.config.appName === appName && appName !== "");
		const nowMs = clock.monotonicMs();
		const mayChange = holder ? require_service.isTerminating(holder) : nowMs - startedMs < require_index.doubtfulMs;
		if (nowMs >= (lost ? Math.min(deadlineMs, startedMs + 18e4) : deadlineMs) || isTaken && !mayChange) throw lost ?? (isTaken ? takenBy(holder, error, name) : error);
		await pause(deadlineMs - nowMs);
	};
	return await sendUntilDone({
		send,
		afterFailure,
		context
	});
}
function isOfThisRun(found, config) {
	const [record, ours] = [require_service.readRecord(found.config), require_service.readRecord(config)];
	if (!record || ours?.time === void 0) return false;
	return record.repository === ours.repository && record.run === ours.run && record.time === ours.time;
}
const isOfThisRepository = (found, config) => {
	const ours = require_service.readOwner(config);
	return ours !== void 0 && require_service.ownRecord(found.config, ours) !== void 0;
};
function createdByAnother(found, creation) {
	const { config, context } = creation;
	const { onEvent } = context;
	const { id } = found;
	onEvent({
		kind: "create-found",
		endpointId: id,
		by: "another-run"
	});
	if (isOfThisRepository(found, config)) onEvent({
		kind: "reading",
		endpoint: require_deploy.readingOf(found)
	});
	const message = `another run created the endpoint ${require_index.endpointName({
		id,
		config
	})} meanwhile`;
	return new require_deploy.RolloutError({
		code: "conflict",
		message,
		endpointId: id
	});
}
async function findCreated({ config, context }, forMs) {
	const { name, appName } = config;
	let list = [];
	return {
		found: await observeList({
			only: (each) => each.name === name || appName !== "" && each.appName === appName,
			decide: (answer) => {
				list = answer;
				const namesakes = namesakesIn(answer, { name });
				return namesakes.find((each) => isOfThisRun(each, config)) ?? namesakes[0];
			},
			forMs,
			context
		}),
		list
	};
}
function takenBy(holder, error, name) {
	const { name: old = name } = holder?.config ?? {};
	if (old === name) return error;
	const hint = `The endpoint ${old} of this account has it: choose another \`appName\`. If this spec has a new \`name\`, and ${old} is the old one, delete that first, or keep its name.`;
	return new require_service.ServiceError({
		...error,
		message: error.message,
		hint
	});
}
function namesakesIn(list, { name, id }) {
	return list.filter((each) => each.config.name === name && each.id !== id && !require_service.isTerminating(each));
}
async function assertSingle({ id, ...creation }) {
	const { config } = creation;
	const { name } = config;
	const context = withTime(creation.context, require_index.outageMs);
	const list = await observeList({
		only: (each) => each.id === id || each.name === name,
		decide: (answer) => answer.some((each) => each.id === id) ? answer : void 0,
		context
	}).catch((error) => {
		if (!(error instanceof require_service.ServiceError) || error.code === "cancelled") throw error;
	});
	if (!list) {
		const doubt = `another endpoint may be named "${name}", or be created by the next run, because the service did not list ${id}`;
		context.onEvent({
			kind: "name-doubtful",
			doubt
		});
		return;
	}
	const namesakes = namesakesIn(list, {
		name,
		id
	});
	const [earlier] = namesakes.filter((each) => isEarlier(each, config));
	if (namesakes.length === 1 && earlier) {
		await deleteWith(context, id).catch((error) => {
			throw context.signal.aborted ? error : duplicated({
				id,
				name
			}, namesakes);
		});
		throw createdByAnother(earlier, creation);
	}
	if (namesakes.length > 0) throw duplicated({
		id,
		name
	}, namesakes);
}
function isEarlier(found, config) {
	const [theirs = "", ours = ""] = [found.config, config].map((each) => require_service.readRecord(each)?.time);
	return isOfThisRepository(found, config) && Date.parse(theirs) < Date.parse(ours);
}
function duplicated({ id, name }, others) {
	const message = `endpoint ${id} was created, but ${others.map((other) => other.id).join(", ")} has the same name "${name}"`;
	return new require_deploy.RolloutError({
		code: "name-ambiguous",
		message,
		hint: "Each run fails while both are there, and each may be billed. Give the workflow a `concurrency` group, so that two runs never deploy the same name at once.",
		endpointId: id
	});
}

// src/rollout/write/note.ts
function noteOf({ call, desired, before, part, record, restoring, parked, isNoted }) {
	const asked = part === "first" && require_deploy.neverReturnedMembers(desired).length > 0 ? require_service.withPendingMarker(desired) : desired;
	const effect = parked !== void 0 || part === "second" || isNoted === true ? "replaces" : effectOf(call, {
		desired: asked,
		live: before
	});
	if (effect === "keeps") return {
		effect,
		configWith: () => withRecordKept(asked, before)
	};
	const envKeys = require_service.shorten(restoring ? [] : require_service.withoutRecord(asked.envs).map(({ key }) => key));
	const rightIds = [...restoring?.runs ?? []].flatMap(([id, version]) => version === "earlier" ? [id] : []);
	const configWith = (workers, now) => {
		const ofWrite = {
			oldWorkers: noteWorkers(before && {
				...before,
				workers
			}),
			writtenAt: Math.floor(now.getTime() / 1e3),
			...before && unsettledMs({
				...before,
				workers
			}, now) > 0 && { unsettled: true },
			...restoring && { rightWorkers: require_service.shorten(rightIds.slice(0, 230 / 4)) }
		};
		const noted = {
			tool: `deploy-gpu-endpoint/${require_index.version}`,
			envKeys,
			...record
		};
		return {
			...asked,
			envs: require_service.withRecord(asked.envs, {
				...noted,
				...ofWrite,
				...parked && { parked }
			})
		};
	};
	return {
		effect,
		configWith
	};
}
function noteWorkers(before) {
	if (!before) return require_service.shorten([]);
	const isUnidentified = require_service.isUnidentifiedIn(before);
	const ids = before.workers.map((worker) => worker.id || isUnidentified(worker) ? worker.id : "not listed");
	return require_service.shorten(require_service.unlistedIn(before) > 0 ? [...ids, "not listed"] : ids, 230);
}
function withRecordKept(desired, live) {
	const record = live && require_service.recordEnvOf(live.config);
	return record ? {
		...desired,
		envs: [...require_service.withoutRecord(desired.envs), record]
	} : desired;
}
function effectOf(call, { desired, live }) {
	if (!live || require_service.readParked(live.config)) return "replaces";
	return require_deploy.diffConfigs({
		asked: desired,
		found: live.config
	}).filter(({ families }) => families.includes(call === "update-v2" ? "v2" : "v1")).some(({ member }) => require_service.replacesWorkers(member)) ? "replaces" : "keeps";
}

// src/rollout/write/update.ts
async function sendUpdate({ call, before, sendingAfter, context }) {
	const { client, clock, onEvent, signal } = context;
	const deadlineMs = context.deadlineMs();
	const startedMs = clock.monotonicMs();
	const isReportDue = require_index.heartbeat(clock);
	const lateUntilMs = startedMs + require_index.settlingMs;
	const decide = (seen) => seen.match.kind === "foreign" ? void 0 : seen;
	let { target, fields } = sendingAfter(before);
	let lost;
	let answer;
	const endMs = () => deadlineMs - (lost ? Math.min(require_index.doubtfulMs, (deadlineMs - startedMs) / 2) : 0);
	const send = async () => {
		const options = {
			signal,
			deadlineMs: endMs()
		};
		if (call === "update-v1") await client.updateV1({
			id: target.id,
			config: target.desired
		}, options);
		else await client.updateV2({
			id: target.id,
			config: target.desired,
			fields
		}, options);
		onEvent({
			kind: "write-accepted",
			call,
			endpointId: target.id
		});
		return {
			lost: void 0,
			target
		};
	};
	const afterFailure = async ({ error, leftMs, pause }) => {
		if (error.mayHaveHappened) lost = error;
		if (error.status !== void 0) answer = error;
		const restMs = Math.min(leftMs, endMs() - clock.monotonicMs());
		if (restMs <= 0) {
			if (lost) return {
				lost,
				target
			};
			onEvent({
				kind: "write-refused",
				call
			});
			if (error.code === "not-found") await observe(target, {
				decide,
				context
			});
			throw answer ?? error;
		}
		if (isReportDue()) onEvent({
			kind: "write-retry",
			call,
			message: error.message
		});
		await pause(restMs);
		const seen = await observe({
			...target,
			lateUntilMs
		}, {
			decide,
			context
		}).catch((found) => {
			if (!lost) onEvent({
				kind: "write-refused",
				call
			});
			throw found;
		});
		if (lost && seen?.match.kind === "applied") return {
			lost,
			target
		};
		if (!lost && seen) ({target, fields} = sendingAfter(seen.endpoint));
	};
	onEvent({
		kind: "write-sent",
		call
	});
	return await sendUntilDone({
		send,
		afterFailure,
		context
	});
}
async function readBack(accepted, { call, lost, context }) {
	const { clock, onEvent } = context;
	const startedMs = clock.monotonicMs();
	const target = {
		...accepted,
		lateUntilMs: startedMs + require_index.settlingMs
	};
	const isReportDue = require_index.heartbeat(clock);
	const decide = ({ endpoint, match, atMs }) => {
		if (match.kind === "applied") {
			if (lost) onEvent({
				kind: "write-accepted",
				call,
				endpointId: target.id
			});
			onEvent({
				kind: "write-shown",
				call,
				url: endpoint.url
			});
			return {
				endpoint,
				target
			};
		}
		if (match.kind === "foreign") return void 0;
		const isOver = atMs - startedMs >= require_index.settlingMs;
		if (match.kind === "partial") {
			if (!isOver) return void 0;
			const what = `, but its response about the endpoint does not contain ${match.fields.join(", ")}`;
			throw notShown(target, {
				code: "unreadable",
				what
			});
		}
		const { changes } = match;
		if (isReportDue()) onEvent({
			kind: "settling",
			unapplied: changes
		});
		if (!isOver) return void 0;
		onEvent({
			kind: "write-refused",
			call
		});
		const what = ` but did not apply ${describeChanges(changes)}`;
		throw lost ?? notShown(target, {
			code: "not-applied",
			what
		});
	};
	const shown = await observe(target, {
		decide,
		pauseMs: require_index.growing(require_index.pauses.readBack),
		context
	});
	if (shown) return shown;
	throw lost ?? notShown(target, {
		code: "unavailable",
		what: ", but the time limit passed before a reading showed it"
	});
}
function notShown({ id, desired }, { what, ...details }) {
	const message = `the service accepted the configuration of endpoint ${require_index.endpointName({
		id,
		config: desired
	})}${what}`;
	return new require_deploy.RolloutError({
		...details,
		message,
		endpointId: id
	});
}

// src/rollout/write/write.ts
async function writeCalls(writes, context) {
	const { calls, live, restoring } = writes;
	let earlier = [restoring?.failed ?? [], live?.config ?? []].flat();
	let written;
	for (const [index, call] of calls.entries()) {
		const part = calls.length === 1 ? "whole" : index === 0 ? "first" : "second";
		const before = written ? await settle(written, context) : live;
		if (written) earlier = [
			...earlier,
			written.target.desired,
			written.endpoint.config
		];
		const requested = {
			earlier,
			family: part === "first" ? "v1" : void 0
		};
		const step = {
			...writes,
			call,
			part,
			requested,
			context
		};
		written = before ? await makeUpdate(step, before) : await makeEndpoint(step);
	}
	if (!written) throw new Error("a plan that writes names at least one call");
	return written;
}
async function makeEndpoint(step) {
	const { requested, context } = step;
	const note = noteOf({
		...step,
		before: void 0
	});
	const config = note.configWith([], context.clock.date());
	const id = await createOnce({
		config,
		context
	});
	const sentAt = nowOf(context);
	const write = require_service.writeOf({
		...note,
		before: void 0,
		sentAt
	});
	const [single, proved] = await Promise.allSettled([assertSingle({
		id,
		config,
		context
	}), prove(step, {
		...requested,
		desired: config,
		id
	})]);
	if (single.status === "rejected") throw single.reason;
	if (proved.status === "rejected") throw proved.reason;
	const endpoint = await refresh({
		...proved.value,
		readMs: sentAt.monotonicMs
	}, context);
	return {
		...proved.value,
		endpoint,
		write
	};
}
async function makeUpdate(step, before) {
	const { call, requested, restoring, context } = step;
	if (call === "create-v1") throw new Error("a plan creates with its first call");
	const note = noteOf({
		...step,
		before
	});
	const named = /* @__PURE__ */ new Map();
	const workersBefore = () => [...before.workers.filter(({ id }) => id === ""), ...named.values()];
	const sendingAfter = (seen) => {
		for (const worker of seen.workers) if (worker.id !== "") named.set(worker.id, worker);
		const sent = note.configWith(workersBefore(), context.clock.date());
		return {
			target: {
				...requested,
				desired: sent,
				id: before.id
			},
			fields: changedFields({
				sent,
				live: before
			})
		};
	};
	const sent = await sendUpdate({
		call,
		before,
		sendingAfter,
		context
	});
	const sentAt = nowOf(context);
	const proved = await prove(step, sent.target, sent.lost);
	const write = require_service.writeOf({
		...note,
		before: {
			...before,
			workers: workersBefore()
		},
		runs: restoring?.runs,
		sentAt
	});
	return {
		...proved,
		write
	};
}
async function prove({ calls, call, desired, part, context }, sent, lost) {
	const { endpoint, target } = await readBack(sent, {
		call,
		lost,
		context
	});
	const unverifiable = calls.includes("update-v2") ? require_deploy.neverReturnedMembers(desired) : [];
	if (part !== "first") context.onEvent({
		kind: "verified",
		unverifiable
	});
	return {
		endpoint,
		target: {
			...target,
			isShown: true
		}
	};
}
function asFound(live, { desired, context }) {
	const found = {
		earlier: void 0,
		found: live.config
	};
	return {
		endpoint: live,
		target: {
			id: live.id,
			desired: withRecordKept(desired, live),
			...found
		},
		write: require_service.writeByRecord(live, nowOf(context))
	};
}
function nowOf({ clock }) {
	return {
		date: clock.date(),
		monotonicMs: clock.monotonicMs()
	};
}
function changedFields({ sent, live }) {
	const compared = {
		asked: sent,
		found: live.config
	};
	const isSameRecord = require_service.recordEnvOf(sent)?.value === require_service.recordEnvOf(live.config)?.value;
	const changes = require_deploy.diffConfigs(compared).map(({ member }) => member);
	return /* @__PURE__ */ new Set([
		...changes,
		...require_deploy.incomparableMembers(compared),
		...isSameRecord ? [] : ["envs"]
	]);
}

// src/rollout/write/park.ts
async function cleanUp(given, code, rollout) {
	const { endpointId = "" } = rollout.facts();
	const { signal, onEvent } = rollout.context;
	const isCancelled = signal.aborted;
	const by = isCancelled && given === "deleting" ? "parking" : given;
	const context = undoContext(rollout.context, require_index.outageMs);
	onEvent({
		kind: "cleaning-up",
		endpointId,
		by
	});
	try {
		if (by === "deleting") await deleteWith(context, endpointId);
		else await mark(by, code, {
			...rollout,
			context
		});
		onEvent({
			kind: "cleaned-up",
			by
		});
	} catch (error) {
		const problem = require_index.asDeployError(error);
		if (!isCancelled && signal.aborted) return cleanUp(by, code, rollout);
		onEvent({
			kind: "undo-failed",
			by,
			failure: problem
		});
		const maySleep = rollout.plan.desired.workerConfig.minNum === 0;
		if (by === "parking" && problem.code === "conflict" && maySleep) await cleanUp("marking", problem.code, rollout);
	}
}
async function mark(by, code, { plan, options, context, facts }) {
	const { endpointId: id = "", operation } = facts();
	const { desired, live } = plan;
	const lateUntilMs = context.clock.monotonicMs() + require_index.settlingMs;
	const target = {
		id,
		desired,
		earlier: by === "marking" ? void 0 : live ? [live.config] : [],
		lateUntilMs: operation === "created" ? lateUntilMs : void 0,
		isShown: true
	};
	const before = live && plan.workers === "kept" ? [require_service.readRecord(live.config)] : [];
	const times = [options.record, ...before].map((record) => record?.time);
	const isOurs = (config) => times.includes(require_service.readRecord(config)?.time) && require_service.changedSinceDeploy(config).length === 0;
	const decide = ({ endpoint, match: { kind }, atMs }) => {
		const isWhole = kind === "applied" || kind === "stale";
		const isLate = by === "marking" && atMs < lateUntilMs && !isOurs(endpoint.config);
		return isWhole && !isLate ? endpoint : void 0;
	};
	const found = await observe(target, {
		decide,
		context
	});
	if (!found) throw unmarked(id, "it could not be read in time");
	const { config } = found;
	if (by === "marking" && !isOurs(config)) throw unmarked(id, "it has another version by now");
	const { minNum, freeTimeout } = require_service.readParked(config) ?? config.workerConfig;
	const wasSeen = require_index.codeRow(code).seen !== "nothing";
	const hasServed = live && plan.workers === "kept" && !require_service.isUnproved(live.config) && !wasSeen;
	const { why = code, run = options.record.run } = !wasSeen && require_deploy.failedBefore(plan) || {};
	await writeMark(found, {
		by,
		parked: {
			minNum,
			freeTimeout,
			why,
			...run !== void 0 && { run },
			...hasServed && { hasServed }
		},
		record: require_service.changedSinceDeploy(config).length > 0 ? require_deploy.withTest(plan, options.record) : require_service.readRecord(config)
	}, context);
}
function unmarked(id, why) {
	return new require_deploy.RolloutError({
		code: "not-applied",
		message: `endpoint ${id} is left as it is: ${why}`,
		endpointId: id
	});
}
async function parkEndpoint(live, person, ports) {
	const { minNum, freeTimeout } = live.config.workerConfig;
	const mark = require_service.readParked(live.config);
	if (mark && minNum === 0) return false;
	const countsStarting = minNum === 0 || !require_service.answeringIn(live).includes("old");
	const served = require_service.hasServed(live, { countsStarting }) ? { hasServed: true } : { why: "not-serving" };
	const parked = {
		...mark ?? {
			minNum,
			freeTimeout,
			...served
		},
		by: person
	};
	const context = createContext(ports, require_index.outageMs);
	const record = require_service.readRecord(live.config);
	return writeMark(live, {
		by: "parking",
		parked: record && parked,
		record
	}, context);
}
async function writeMark(live, { by, parked, record }, context) {
	const { config } = live;
	const numbers = by === "marking" ? {} : await fewestWorkers(config.workerConfig, context);
	const marked = {
		...config,
		workerConfig: {
			...config.workerConfig,
			...numbers
		}
	};
	const changes = require_deploy.diffConfigs({
		asked: marked,
		found: config
	});
	const { calls, problems } = require_deploy.routeUpdate({
		changes,
		desired: marked,
		isNoted: parked !== void 0
	});
	const [problem] = problems;
	if (problem) throw unmarked(live.id, `${problem.member} ${problem.what}`);
	if (calls.length === 0) return false;
	const isSuperseded = require_service.supersededIn(live);
	const runs = new Map(live.workers.flatMap(({ id }) => isSuperseded(id) ? [] : [[id, "earlier"]]));
	const restoring = parked?.hasServed && {
		previous: config,
		failed: config,
		runs
	};
	const noted = {
		record,
		parked,
		...restoring && { restoring }
	};
	await writeCalls({
		calls,
		desired: marked,
		live,
		...noted
	}, context);
	return true;
}
async function fewestWorkers({ freeTimeout }, { client, deadlineMs, signal }) {
	const limits = await client.limits({
		deadlineMs: deadlineMs(),
		signal
	}).catch(() => void 0);
	return {
		minNum: 0,
		freeTimeout: Math.min(freeTimeout, limits?.minFreeTimeout ?? freeTimeout)
	};
}

// src/tests/wrong-answers.ts
const minWrong = 3;
const minSilent = 2;
function trackWrongAnswers() {
	let first;
	return {
		add(weight, { nowMs, healthySinceMs }) {
			if (weight === "none" || weight === "busy") return false;
			first = {
				atMs: first?.atMs ?? nowMs,
				count: (first?.count ?? 0) + 1
			};
			if (weight === "starting" && nowMs - healthySinceMs < 12e4) return false;
			const isOwn = weight === "own" || weight === "silent";
			return first.count >= (weight === "silent" ? minSilent : minWrong) && nowMs - first.atMs >= (isOwn ? 2e4 : 6e4);
		},
		forget: () => {
			first = void 0;
		}
	};
}

// src/deploy/annotate-words.ts
function annotateWords(judged, { reporter, signal }) {
	if (signal.aborted) return;
	const said = judged.flatMap(({ plan, decision }) => decision.kind === "go" ? decision.words.map((word) => ({
		word,
		name: plan.desired.name
	})) : []);
	for (const group of Map.groupBy(said, ({ word }) => word.message).values()) {
		const names = group.map(({ name }) => name);
		const [first] = group;
		if (!first) continue;
		const { word } = first;
		const message = `${names.join(", ")}: ${word.message}`;
		reporter.annotate({
			...word,
			title: `${require_index.fewOf(names)}: ${word.title}`,
			message
		});
	}
}

// src/github/runs.ts
async function conclusionOf(github, run) {
	if (!/^\d{1,15}$/.test(run)) return "";
	const found = await github.requests({
		title: `Run ${run}`,
		permission: "actions: read"
	}).send({
		route: "GET /repos/{owner}/{repo}/actions/runs/{run_id}",
		parameters: { run_id: Number(run) },
		answer: require_service.object({ conclusion: require_service.nullish(require_service.string()) })
	});
	return found.ok && found.value.conclusion || "";
}

// src/plan/by-hand.ts
function outsideWords({ operation, live, changes, foreignEnvs }, { github }) {
	if (operation !== "update" || !live || require_service.recordDoubt(live.config)) return [];
	const { config } = live;
	const record = require_service.readRecord(config);
	const hint = "The lines of the plan in the log show what was there, but no value of an env. To keep it, write it into the spec.";
	const warn = (title, message) => [{
		title,
		severity: "warning",
		message,
		hint
	}];
	if (!record) {
		const count = foreignEnvs.length;
		const envs = count === 0 ? "" : `, ${require_index.plural(count, "env")} kept (${foreignEnvs.join(", ")})`;
		return warn("made by hand, and taken over", `it was made by hand and is taken over: image ${require_index.visibleText(config.image.image)}${envs}.`);
	}
	const members = changes.map(({ member }) => member);
	const isChanged = (path) => members.some((member) => require_service.isPartOf(member, path));
	const isOfTerminal = !record.run && github.context.repository !== "";
	const replaced = isOfTerminal ? members : require_service.changedSinceDeploy(config).filter(isChanged);
	if (replaced.length === 0) return [];
	const [what, how] = isOfTerminal ? ["a deploy on a command line", "deployed on a command line"] : ["a change by hand", `changed by hand since ${record.run ? `run ${record.run}` : "the last deploy"}`];
	return warn(`${what} is replaced`, `it was ${how}, and this run replaces ${replaced.join(", ")}.`);
}
function unparkedWords({ live }) {
	const { by } = (live && require_service.readParked(live.config)) ?? {};
	if (by === void 0) return [];
	return [{
		title: "no longer parked",
		severity: "notice",
		message: `it was parked by ${by}, and this run starts it again.`,
		hint: "To park it again, run the command `park`."
	}];
}
function unrecordedWords({ operation, live }, { preview }) {
	if (operation !== "unchanged" || !live || preview || require_service.recordDoubt(live.config) || require_service.readRecord(live.config)) return [];
	return [{
		title: "no record",
		severity: "warning",
		message: "it has no record of a deploy: it was made by hand, or someone has rewritten its envs. So nothing shows who has deployed what is there, and whether it is newer.",
		hint: "The next deploy that changes more than its scaling writes a record."
	}];
}
function passingNameWords({ operation, desired: { name } }, { github, preview }) {
	const { sha, runId } = github.context;
	const isOfRun = (word) => word.length >= 7 && (sha.startsWith(word) || word === runId);
	const passing = operation === "create" && !preview && name.split(/[^a-z0-9]+/).find(isOfRun);
	if (!passing) return [];
	return [{
		title: "a name for one run",
		severity: "notice",
		message: `its name has ${passing}, which only this run has: the next one creates another endpoint, and this one stays.`,
		hint: "Write a name that stays, unless a later step deletes the endpoint. For one endpoint a pull request, write `preview: true`."
	}];
}
function loweredWords({ operation, live, desired }, by) {
	if (operation !== "update" || require_service.readParked(live.config) || by !== "push" && by !== "rerun") return [];
	const lowered = ["minNum", "maxNum"].flatMap((member) => {
		const [from, to] = [live.config.workerConfig[member], desired.workerConfig[member]];
		return to < from ? `workerConfig.${member} from ${from} to ${to}` : [];
	});
	if (lowered.length === 0) return [];
	return [{
		title: "fewer workers",
		severity: "notice",
		message: `this run lowers ${lowered.join(" and ")}: someone may have raised it by hand.`,
		hint: "To keep it, write it into the spec."
	}];
}

// src/plan/order.ts
const go = {
	kind: "go",
	words: []
};
const wordOf = (severity, message, hint) => ({
	title: "superseded",
	severity,
	message,
	hint
});
const goWith = (title, ...word) => ({
	kind: "go",
	words: [{
		...wordOf(...word),
		title
	}]
});
const holds = "It holds until something newer is deployed.";
const rows = [
	{
		fits: ({ isScalingOnly, order, isInBranch }) => isScalingOnly && order === "newer" && isInBranch !== "no",
		decide: superseded,
		goBack: ({ name, their, run, ran, movesBeside, isRecorded, chosen }) => {
			if (movesBeside) return go;
			const message = `nothing of ${name} would be rolled back: ${isRecorded ? `it runs the version of ${their} (run ${run})` : `it has this version already: ${chosen}`}, and this run would change no more than its scaling`;
			const back = `Before, it ran ${ran}. Start the job of that run again, or name its digest in \`rollback.yml\`.`;
			const hint = isRecorded ? ran && back : holds;
			return {
				kind: "refuse",
				failure: new require_index.DeployError({
					code: "nothing-rolled-back",
					message,
					...hint && { hint }
				})
			};
		}
	},
	{
		fits: ({ isScalingOnly }) => isScalingOnly,
		decide: () => go
	},
	{
		fits: ({ bytes }) => bytes === "left",
		decide: (known) => known.by === "dispatch" ? goBackTo(known) : hold(known),
		goBack: goBackTo
	},
	{
		fits: ({ by, order, hasServed, newerLeft, isInBranch }) => {
			const isMeant = by === "purpose";
			return (isMeant || isInBranch === "yes") && (order === "newer" && (isMeant || hasServed) || newerLeft !== "");
		},
		decide: superseded,
		goBack: goBackTo
	},
	{
		fits: ({ by, chosen, bytes, run, ours, isOutside }) => {
			const isOthers = by === "purpose" && run !== ours.run && !isOutside;
			return (by === "schedule" || isOthers) && chosen !== "" && bytes === "known";
		},
		decide: hold,
		goBack: goBackTo
	},
	{
		fits: ({ order, isInBranch, hasServed, isOfOtherRef }) => order === "newer" && (isInBranch === "no" && !isOfOtherRef || isInBranch === "yes" && !hasServed),
		decide: ({ their, ours, isInBranch }) => {
			const message = `commit ${their} is newer, but ${isInBranch === "no" ? `not in the branch ${ours.branch}` : "nothing shows that it ever served"}.`;
			return goWith("a newer commit is replaced", "notice", message, "To keep the newer one, start its run again.");
		}
	},
	{
		fits: ({ isOutside }) => isOutside,
		decide: () => go
	},
	{
		fits: ({ isOfOtherRef, order }) => isOfOtherRef && (order === "apart" || order === "newer"),
		decide: ({ our, their, ours, ref, run }) => goWith("another branch or tag is replaced", "warning", `this run deploys ${our} of ${ours.ref} over ${their} of ${ref} (run ${run}), which it does not contain.`, "To keep both, merge one into the other, or give each a `name` of its own.")
	},
	{
		fits: ({ left }) => left.length > 0 && left.every(({ order }) => order === "older" || order === "same"),
		decide: ({ our, left, run, their }) => goWith("a rollback ends", "warning", `this run's ${our} contains ${namesOf(left)}, which run ${run} rolled back to ${their}: once ${our} is deployed, the rollback ends.`, "If it does not repair that commit, start the job of the rollback again."),
		goBack: () => go
	},
	{
		fits: ({ order, left, newerLeft, isInBranch }) => [order, ...left.map((each) => each.order)].includes("unknown") || order === "apart" || (order === "newer" || newerLeft !== "") && isInBranch === "unknown",
		decide: ({ name, our, doubt, isApproved, isAllowed, by }) => {
			const question = `whether something newer than this run's ${our} is already deployed`;
			if (isApproved && !isAllowed) {
				const message = `cannot determine ${question}: ${name} ${doubt.why}`;
				return {
					kind: "refuse",
					failure: new require_index.DeployError({
						code: "order-unknown",
						message
					})
				};
			}
			const next = by === "purpose" ? holds : "If this run was the older one, run the newer workflow again.";
			return goWith("order of commits unknown", "warning", `could not determine ${question}, so this run deploys anyway ${doubt.why}.`, `${next} ${doubt.hint}`.trim());
		}
	}
];
function decideOrder(question) {
	const { recorded, ours, by, parkedBy } = question;
	if (by === "schedule" && parkedBy !== "") {
		const message = `Skipped: it is parked by ${parkedBy}, and a schedule does not end that.`;
		return {
			kind: "skip",
			word: wordOf("notice", message, "To end it, push, or start this job again.")
		};
	}
	if (!recorded) return go;
	const { commit, ref, left } = recorded;
	const known = {
		...question,
		...recorded,
		our: require_index.shortCommit(ours.commit),
		their: require_index.shortCommit(commit),
		newerLeft: namesOf(left.filter(({ order }) => order === "newer")),
		isOfOtherRef: /^refs\/(?:heads|tags)\//.test(ref) && ![ours.ref, `refs/heads/${ours.branch}`].includes(ref)
	};
	const row = rows.find(({ fits }) => fits(known));
	return (by === "purpose" && row?.goBack || row?.decide)?.(known) ?? go;
}
function isWayBack({ by, isAllowed, recorded }) {
	if (!recorded) return false;
	const { order, bytes, isOutside } = recorded;
	return (by === "purpose" || by === "dispatch" && bytes === "left") && (order !== "older" && order !== "same" || (isAllowed || isOutside) && bytes === "known");
}
const namesOf = (left) => [...new Set(left.map(({ commit }) => require_index.shortCommit(commit)))].join(", ");
const unchanged = (members, { name }) => `Not changed: ${members.join(", ")} of ${name}.`;
function superseded(known) {
	const { name, by, our, their, ours, order, newerLeft, run, isScalingOnly, members } = known;
	const isRolledBack = order !== "newer" && !isScalingOnly;
	const found = isRolledBack ? `${newerLeft} is rolled back: run ${run} deployed ${their} instead, and this run's ${our} is older. ${unchanged(members, known)}` : our === their ? `run ${run} has deployed the same commit to ${name}, and is newer than this run.` : `commit \`${their}\` is already deployed to ${name}, and is newer than this run's \`${our}\`.`;
	const [never, hint] = by === "rerun" ? [` Nothing shows that run ${ours.run} ever served here.`, "To deploy it anyway, use `rollback.yml`, or add `older-commit` to `allow`."] : ["", "To roll back on purpose, start the job of a run that served here again, or add `older-commit` to `allow`."];
	return {
		kind: "skip",
		word: wordOf(isRolledBack ? "warning" : "notice", `Skipped: ${found}${never}`, hint)
	};
}
function hold(known) {
	const { bytes, chosen, their, run, by, members } = known;
	const message = `Held: ${bytes === "left" ? `the version of this run is rolled back: run ${run} deployed ${their} instead.` : `${chosen}, and a ${by} brings back no version that ran before.`} ${unchanged(members.filter(require_service.replacesWorkers), known)}`;
	return {
		kind: "hold",
		word: wordOf("warning", message, "To deploy it anyway, start this job again.")
	};
}
function goBackTo({ by, isAllowed, our, their, order, bytes, chosen, newerLeft }) {
	const why = `because ${by === "dispatch" ? "it was started by hand" : isAllowed ? "`older-commit` allows it" : "it was started again"}`;
	const newer = order === "newer" ? ` over ${our === their ? "a newer run of it" : `the newer ${their}`}` : "";
	const after = bytes === "left" ? ", which ends its rollback" : "";
	const other = by === "purpose" && !isAllowed && bytes === "new" ? " It is no version of `before`: its tag may have moved." : "";
	const stays = newerLeft && ` ${newerLeft} stays rolled back.`;
	const message = `this run deploys ${our}${newer}, ${why}${order !== "newer" && bytes === "known" && chosen && `, although ${chosen}` || ""}${after}.${other}${stays}`;
	return goWith("an earlier version, on purpose", "warning", message, holds);
}

// src/deploy/judge.ts
async function judgePlans(plans, context) {
	const unapproved = require_service.checkApproval(plans, context);
	const permitted = plans.map((plan) => {
		const failure = require_service.checkPermission(plan, context) ?? unapproved;
		return {
			plan,
			decision: failure ? {
				kind: "refuse",
				failure
			} : {
				kind: "go",
				words: []
			},
			before: []
		};
	});
	if (permitted.some(({ decision }) => decision.kind === "refuse")) return permitted;
	const { context: us, api } = context.github;
	const standings = require_service.rememberStandings(api, us);
	const inOrder = await require_service.pLimit(4).map([...plans], (plan) => orderQuestion(plan, {
		context,
		standings
	}));
	const movesBeside = inOrder.some(({ question }) => !question.isScalingOnly && decideOrder(question).kind === "go");
	return require_service.pLimit(4).map(inOrder, async ({ asked, orderOf, ...own }) => {
		const question = {
			...own.question,
			movesBeside
		};
		const isBack = isWayBack(question);
		const plan = isBack && question.recorded?.bytes !== "new" ? require_service.withoutCandidate(asked) : asked;
		const before = require_service.beforeAfter(asked, {
			us,
			isBack,
			orderOf,
			date: context.clock.date()
		});
		const decision = decideOrder(question);
		if (decision.kind !== "go") return {
			plan,
			decision,
			before
		};
		const failure = await findBusyCandidate(plan, context);
		if (failure) return {
			plan,
			decision: {
				kind: "refuse",
				failure
			},
			before
		};
		return {
			plan,
			decision: {
				kind: "go",
				words: [
					outsideWords(asked, context),
					unrecordedWords(asked, context),
					loweredWords(asked, question.by),
					unparkedWords(asked),
					passingNameWords(asked, context),
					decision.words
				].flat()
			},
			before
		};
	});
}
async function findBusyCandidate(plan, context) {
	const { found } = plan.first;
	const failure = require_service.checkCandidate(plan, context);
	if (failure?.code !== "conflict" || !found || !require_service.isCandidate(found)) return failure;
	return await conclusionOf(context.github.api, require_service.candidateRunOf(found)) === "" ? failure : void 0;
}
async function orderQuestion(plan, { context, standings }) {
	const { inputs, github, clock } = context;
	const { sha: commit, ref, branch, repository, runId } = github.context;
	const { live, desired, changes } = plan;
	const found = live && require_service.recalled(plan, github.context);
	const isScalingOnly = require_service.keepsVersion(plan);
	const isLater = Number(found?.run) > Number(runId) && !(isScalingOnly && found?.commit === commit);
	const isLast = context.preview?.isCurrent && !isLater;
	const known = repository === "" || isLast ? void 0 : found;
	const question = {
		name: desired.name,
		by: require_service.triggerOf(context, known?.isRemembered === true),
		isAllowed: inputs.allow.has("older-commit"),
		isApproved: inputs.approvedPlan !== "",
		isScalingOnly,
		members: changes.map(({ member }) => member),
		ours: {
			commit,
			ref,
			branch,
			run: runId
		},
		parkedBy: (live && require_service.readParked(live.config)?.by) ?? ""
	};
	if (!live || !known) return {
		asked: plan,
		question: {
			...question,
			recorded: void 0
		},
		orderOf: () => "unknown"
	};
	const { orderOf, failure, ...compared } = await compareVersions(known, {
		question,
		standings
	});
	const why = failure ? `, which GitHub did not compare). ${failure.message}` : ` of ${known.ref}: it is not in this commit's history, perhaps after a force-push)`;
	const ageSeconds = (clock.date().getTime() - Date.parse(known.time)) / 1e3;
	const served = known.before.find((each) => !each.left);
	const recorded = {
		...known,
		...compared,
		hasServed: require_service.hasServed(live, { countsStarting: ageSeconds < inputs.waitTimeoutSeconds }),
		isOutside: outsideWords(plan, context).length > 0,
		ran: served ? require_service.versionWords(served) : "",
		doubt: {
			why: `(commit ${require_index.shortCommit(known.commit)}${why}`,
			hint: failure?.hint ?? ""
		}
	};
	return {
		asked: plan,
		question: {
			...question,
			recorded
		},
		orderOf
	};
}
async function compareVersions(known, { question, standings }) {
	const { by, ours, isScalingOnly } = question;
	const isBack = by === "purpose" || by === "dispatch";
	const before = isScalingOnly ? [] : known.before.filter(({ left }) => left || isBack);
	const answers = /* @__PURE__ */ new Map();
	for (const { commit: head } of [known, ...before]) if (head !== void 0) answers.set(head, await standings.ofCommit(head));
	const orderOf = ({ commit: head = "", run }) => {
		const { standing } = answers.get(head) ?? { standing: "unknown" };
		const later = Number(run) - Number(ours.run);
		return standing !== "same" || !later ? standing : later > 0 ? "newer" : "older";
	};
	const order = orderOf(known);
	const left = before.flatMap((each) => each.left && each.commit !== void 0 ? {
		commit: each.commit,
		order: orderOf(each)
	} : []);
	const newer = [{
		...known,
		order
	}, ...left].find((each) => each.order === "newer");
	const ofBranch = newer && newer.commit !== ours.commit && ours.branch !== "" && by !== "purpose" ? await standings.ofBranch(newer.commit) : void 0;
	const { failure } = [...answers.values(), ofBranch].find((each) => each?.failure) ?? {};
	return {
		orderOf,
		order,
		left,
		isInBranch: contains[ofBranch?.standing ?? "same"],
		failure
	};
}
const contains = {
	same: "yes",
	newer: "yes",
	older: "no",
	apart: "no",
	unknown: "unknown"
};

// src/plan/note.ts
function newRecord(plan, { inputs, github, preview }, { date, before }) {
	const { resolvedImage, imageFrom, desired, tests, secretKeys, foreignEnvs, isCandidate } = plan;
	const { repository, repositoryId, sha, ref, runId, runAttempt } = github.context;
	const inWorkflow = {
		repository,
		...repositoryId !== "" && { repositoryId },
		commit: sha,
		ref,
		run: `${runId}.${runAttempt || "1"}`,
		event: require_service.eventOf(github.context),
		...preview && { pullRequest: preview.pullRequest.number },
		name: desired.name
	};
	const isPinned = resolvedImage !== void 0 && resolvedImage.written !== desired.image.image;
	const isOwn = (key) => !foreignEnvs.includes(key);
	return {
		...repository !== "" && sha !== "" && inWorkflow,
		time: date.toISOString(),
		tool: `deploy-gpu-endpoint/${require_index.version}`,
		...require_service.noteTests(tests),
		...isCandidate && { candidate: true },
		...inputs.wait === "none" && { wait: "none" },
		...secretKeys.length > 0 && { secretKeys: require_service.shorten(secretKeys, 30) },
		...imageFrom === "input" && { imageInput: require_service.shorten([desired.image.image]) },
		...isPinned && { pinnedFrom: resolvedImage.written },
		...desired.image.image !== "" && { image: desired.image.image },
		envKeys: require_service.shorten(desired.envs.map(({ key }) => key).filter(isOwn)),
		deployed: require_service.noteConfig(desired, isOwn),
		...secretKeys.length > 0 && { deployedPlain: require_service.plannedVersion(plan) },
		before: [...before]
	};
}

// src/rollout/evidence/explain.ts
function lastingFailure(story, failure) {
	const { endpoint, atMs, write, faults, workers } = story;
	const lasted = require_index.formatSeconds((atMs - failure.sinceMs) / 1e3);
	const { workerId = "" } = failure.fault !== "endpoint-failed" && faults.get(failure.fault) || {};
	return new require_deploy.RolloutError({
		code: failure.code,
		message: `endpoint ${require_index.endpointName(endpoint)} has been failing for ${lasted}: ${describeFailure(story, failure)}`,
		hint: hintFor(story, failure),
		title: titleFor(story, failure),
		endpointId: endpoint.id,
		log: explainingLog(story, workers.get(workerId)),
		isInconclusive: write.kind === "keeps" || isStopped(story, failure)
	});
}
const isStopped = ({ endpoint }, { fault }) => fault === "endpoint-failed" && require_service.endpointCondition(endpoint.state) !== "failed";
const titleFor = (story, cause) => isStopped(story, cause) ? `${story.endpoint.config.name}: ${story.endpoint.state.state.toLowerCase()}` : void 0;
function hintFor(story, cause) {
	const { endpoint, faults } = story;
	if (isStopped(story, cause)) return "Start it in the console of the service, and run the step again: the new configuration is there.";
	if (!require_service.namesHealthCheck(faults.get("crashed")?.words ?? "")) return void 0;
	const { path } = endpoint.config.healthy;
	return `${`Check \`healthy.path\`${path && ` (now \`${path}\`)`} and \`ports\`: the server must answer the health check there.`} If it starts slowly, read its log.`;
}
function describeFailure({ endpoint, faults, workers }, { fault }) {
	if (fault === "endpoint-failed") return `the endpoint is ${endpoint.state.state}${require_service.quoteState(endpoint.state)}`;
	const { workerId = "", words = "", count = 1, workers: tellers = 1 } = faults.get(fault) ?? {};
	const quote = words && `: "${words}"`;
	const isSeveral = tellers > 1 && fault === "crashed";
	const subject = `${workers.size > 1 ? "new " : ""}${isSeveral ? "workers" : workerName(workerId)}`;
	if (fault === "no-capacity") return `${subject} finds no free GPU${quote}`;
	if (fault !== "crashed") return `${subject} cannot pull the image${quote}`;
	return `${subject} crashed${count > 1 ? ` ${count} times` : ""}${/\bexit\w*\b\D{0,20}\b137\b/i.test(words) && !/memory|oom/i.test(words) && !require_service.namesHealthCheck(words) ? ", probably out of memory" : ""}${quote}`;
}
const workerName = (id) => id === "" ? "worker without an ID" : `worker ${id}`;
function explainingLog({ endpoint }, worker) {
	return worker?.log ? {
		of: workerName(worker.id),
		text: worker.log
	} : {
		of: "the endpoint",
		text: endpoint.log
	};
}
function timedOut(story, { waiting, nowMs }) {
	const { endpoint, startedMs, atMs } = story;
	const { concern } = waiting;
	const unreadForMs = nowMs - atMs;
	const isUnread = unreadForMs >= Math.min(require_index.doubtfulMs, (nowMs - startedMs) / 2);
	const loading = require_service.startedWorkers(story).find(({ loadingSinceMs }) => loadingSinceMs !== void 0);
	const loadingMs = loading && nowMs - (loading.loadingSinceMs ?? nowMs);
	const isUnhealthy = (loadingMs ?? 0) >= 6e5 && !story.hasBeenHealthy;
	const missing = whatIsMissing(story, {
		...waiting,
		loadingMs
	});
	const doubt = whyKept(story, isUnread);
	const clauses = [
		missing.text,
		`last state ${endpoint.state.state || "none"}${require_service.quoteState(endpoint.state)}`,
		require_service.servesWords(servedIn(story)),
		concern ? describeFailure(story, concern) : describeWaiting(story),
		isUnread ? `the endpoint could not be read for the last ${require_index.formatSeconds(unreadForMs / 1e3)}` : "",
		doubt
	];
	const lasted = require_index.formatSeconds((nowMs - startedMs) / 1e3);
	return new require_deploy.RolloutError({
		code: concern?.code ?? (isUnhealthy ? "unhealthy" : "timeout"),
		hint: (concern && hintFor(story, concern)) ?? missing.hint,
		title: concern && titleFor(story, concern),
		message: `endpoint ${require_index.endpointName(endpoint)} was not ready after ${lasted}: ${clauses.filter(Boolean).join("; ")}`,
		endpointId: endpoint.id,
		log: explainingLog(story, loading),
		isInconclusive: doubt !== ""
	});
}
function whatIsMissing(story, { missing, concern, loadingMs }) {
	const { healthy, workerConfig } = story.endpoint.config;
	const doubtful = require_service.doubtfulWorker(story);
	if (!concern) {
		if (missing === "old-workers-to-stop") return {
			text: "old workers have not stopped",
			hint: oldHint
		};
		if (doubtful) return {
			text: `${workerName(doubtful.id)} is healthy, but nothing shows its version: ${require_service.doubtWords[doubtful.version]}`,
			hint: doubtful.version === "nameless" ? hiddenHint : versionHint
		};
		if (loadingMs !== void 0) {
			const lasted = require_index.formatSeconds(loadingMs / 1e3);
			return {
				text: `its health check${healthy.path && ` ${healthy.path}`} has failed for ${lasted}`,
				hint: loadHint
			};
		}
	}
	if (require_service.presentWorkers(story).some((worker) => !require_service.isOld(story, worker)) || workerConfig.minNum === 0 && require_service.remainingOldWorkers(story).length === 0) return { text: "" };
	return {
		text: "the service lists no new worker",
		hint: hiddenHint
	};
}
const oldHint = "Old workers may finish their requests first. Raise `wait-timeout`, or use `wait: ready` if one new worker is enough for the next step.";
const loadHint = "If the model is still loading, raise `wait-timeout`; if not, check `healthy.path` and `ports`.";
const hiddenHint = "Check which version the endpoint runs; it may still be starting. Where a service does not show which workers are new, set `wait: none`, and call its URL as a test in the next step.";
const versionHint = "Run the step again when no worker is starting. A test that asks the app for its version shows then which one answers.";
function whyKept(story, isUnread = false) {
	const noEvidence = "that is no evidence against the new configuration";
	if (story.write.kind === "found") return isUnread ? noEvidence : "";
	if (story.hasBeenHealthy) return "a worker of the new version was healthy";
	if (require_service.doubtfulWorker(story)) return "it may run the new version";
	const hasBeenListed = story.workers.values().some((worker) => !require_service.isOld(story, worker) && worker.id !== "");
	return isUnread || story.write.kind === "keeps" || !hasBeenListed ? noEvidence : "";
}
function servedIn(story) {
	const listed = {
		...story.endpoint,
		workers: require_service.presentWorkers(story)
	};
	return require_service.servedBy(listed, (worker) => {
		const isTold = !require_service.isDoubtful(worker.version) || worker.condition !== "healthy";
		return { age: story.write.kind !== "update" ? "" : require_service.isOld(story, worker) ? "old" : isTold ? "new" : "" };
	});
}
function describeWaiting(story) {
	const isWaiting = ({ fault, state, condition, loadingSinceMs }) => condition === "starting" && !fault && loadingSinceMs === void 0 && require_service.wordsOf(state) !== "";
	const worker = require_service.startedWorkers(story).find(isWaiting);
	return worker ? `${workerName(worker.id)} is ${worker.state.state || "without a state"}${require_service.quoteState(worker.state)}` : "";
}

// src/rollout/evidence/judge.ts
function judgeStory(story, goal) {
	const ready = readiness(story, goal);
	const concern = concernOf(story, goal);
	if (!concern || isOutweighed(story, {
		goal,
		ready,
		concern
	})) return ready;
	if (concern.untilMs <= story.atMs) return {
		kind: "failing",
		...concern
	};
	return {
		kind: "waiting",
		missing: ready.missing ?? "health",
		concern
	};
}
function isOutweighed(story, { goal, ready, concern }) {
	if (ready.kind === "waiting") return goal.wait === "ready" && isVersionUp(story) && story.downSinceMs === void 0;
	const isNeeded = require_service.hasReplacedWorkers(story.write) && concern.fault !== "no-capacity" || goal.tests === "running";
	return ready.reason !== "no-workers-needed" || !isNeeded;
}
const waitFor = (missing) => ({
	kind: "waiting",
	missing
});
function readiness(story, goal) {
	const { minNum } = story.endpoint.config.workerConfig;
	const isTested = goal.tests !== "none";
	const doubt = require_service.doubtfulWorker(story)?.version;
	const needed = goal.wait === "rollout" ? Math.max(1, minNum) : 1;
	const certain = require_service.healthyStarted(story);
	const reason = certain.length >= needed ? "new-workers" : "told";
	const upSinceMs = certain.concat(reason === "told" ? require_service.toldWorkers(story) : []).map(({ sinceMs }) => sinceMs);
	if (story.downSinceMs !== void 0) return waitFor("health");
	const isUp = upSinceMs.length > 0 || doubt !== void 0 || minNum === 0;
	if (goal.wait === "rollout" && require_service.remainingOldWorkers(story).length > 0) return waitFor(isUp ? "old-workers-to-stop" : "health");
	if (minNum === 0 && upSinceMs.length === 0 && !doubt) return withoutWorkers(story, isTested);
	const lastMs = upSinceMs.sort((a, b) => a - b)[needed - 1];
	if (lastMs === void 0) return waitFor(doubt ?? "health");
	if (goal.wait === "rollout" && mayGiveWay(story)) return waitFor("all-to-stay");
	if (!isTested && !hasLasted(story, lastMs)) return waitFor("steadiness");
	return {
		kind: "ready",
		reason
	};
}
const isVersionUp = (story) => require_service.healthyStarted(story).length > 0;
function mayGiveWay(story) {
	const { write, endpoint, atMs } = story;
	if (!require_service.hasReplacedWorkers(write) || !require_service.hasEarlierWorkers(write)) return false;
	const up = require_service.healthyStarted(story);
	const isCrowded = up.length > Math.max(1, endpoint.config.workerConfig.minNum);
	const mayBeAfter = (each, other) => {
		const laterMs = other.firstMs - each.firstMs;
		return laterMs >= 1e4 ? each.sinceMs > other.sinceMs : isCrowded && other !== each && laterMs > -1e4;
	};
	return up.filter(({ sinceMs }) => atMs - sinceMs < require_index.lateMs).some((each) => up.some((other) => mayBeAfter(each, other)));
}
function hasLasted(story, upSinceMs) {
	const { faults, startedMs, atMs } = story;
	if (faults.has("crashed")) return atMs - upSinceMs >= require_index.settlingMs;
	return !require_service.hasReplacedWorkers(story.write) && upSinceMs === startedMs || atMs - upSinceMs >= 1e4;
}
function withoutWorkers(story, isTested) {
	const { endpoint, write, atMs, startedMs } = story;
	const isOnItsWay = (worker) => !require_service.isOld(story, worker) && worker.condition === "starting" && worker.fault !== "no-capacity";
	if (!isTested && require_service.presentWorkers(story).some(isOnItsWay) || require_service.endpointCondition(endpoint.state) === "starting") return waitFor("health");
	if (!isTested && require_service.hasReplacedWorkers(write) && atMs - startedMs < 1e4) return waitFor("steadiness");
	return {
		kind: "ready",
		reason: "no-workers-needed"
	};
}
const never = Infinity;
function concernOf(story, goal) {
	const { faults, atMs } = story;
	const capacity = faults.get("no-capacity");
	const pull = (fault, forMs) => {
		const { sinceMs, lastMs } = faults.get(fault) ?? {};
		if (sinceMs === void 0) return void 0;
		const untilMs = sinceMs + forMs;
		return {
			code: "image-pull",
			fault,
			sinceMs,
			untilMs: untilMs <= atMs && lastMs !== atMs ? never : untilMs
		};
	};
	const concerns = [
		pull("image-pull-definite", goal.isImageFound ? require_index.doubtfulMs : require_index.certainMs),
		pull("image-pull", require_index.patienceMs),
		crashConcern(story, goal),
		capacity && {
			code: "no-capacity",
			fault: "no-capacity",
			sinceMs: capacity.sinceMs,
			untilMs: never
		},
		endpointConcern(story)
	].flatMap((each) => each ?? []);
	return concerns[0] && {
		...concerns[0],
		untilMs: Math.min(...concerns.map(({ untilMs }) => untilMs))
	};
}
function endpointConcern({ downSinceMs: sinceMs, endpoint, write, faults }) {
	if (sinceMs === void 0) return void 0;
	const isNew = endpoint.state.state !== write.stateBefore?.state && !faults.has("no-capacity");
	const isStopped = require_service.endpointCondition(endpoint.state) === "stopped";
	return {
		code: "endpoint-failed",
		fault: "endpoint-failed",
		sinceMs,
		untilMs: sinceMs + (isNew ? require_index.doubtfulMs : isStopped ? require_index.lateMs : never)
	};
}
function crashConcern(story, goal) {
	const crash = story.faults.get("crashed");
	if (!crash) return void 0;
	const { minNum } = story.endpoint.config.workerConfig;
	if ((minNum === 0 && goal.tests !== "running" && crash.count === 1 && crash.words !== "" || story.downSinceMs !== void 0) && require_service.faultNamedIn(crash.words) !== "crashed") return void 0;
	const limitMs = crash.sinceMs + require_index.outageMs;
	const isFailing = areAllDown(story) || crash.count > 1 && crash.lastMs >= limitMs;
	const isOther = (each) => each.condition === "starting" && !each.fault && each.sinceMs < crash.sinceMs && !require_service.isOld(story, each);
	const mayRecover = !isFailing || require_service.presentWorkers(story).some(isOther);
	return {
		code: "crashed",
		fault: "crashed",
		sinceMs: crash.sinceMs,
		untilMs: mayRecover ? never : limitMs
	};
}
function areAllDown(story) {
	const fresh = require_service.startedWorkers(story);
	if (!fresh.every(({ condition }) => condition === "down")) return false;
	const isLoop = fresh.some(({ faults }) => (faults.get("crashed")?.count ?? 0) > 1);
	const mayWork = ({ version, condition }) => ["unordered", "told"].includes(version) && (condition === "starting" || condition === "healthy" && !isLoop);
	return (fresh.length > 0 || story.endpoint.config.workerConfig.minNum === 0) && !require_service.presentWorkers(story).some(mayWork);
}

// src/rollout/evidence/version.ts
function versionsIn(story) {
	const { write, workers, atMs } = story;
	const known = ({ id }) => id === "" ? void 0 : write.known(id);
	const others = workers.filter((worker) => known(worker) === void 0);
	const stoppedFor = stoppedIn(workers.filter(known), story);
	const isNeverStarting = (worker) => !worker.wasSeenStarting && stoppedFor(worker) <= 0;
	const isRenamed = renamingIn(others, story);
	const orderOf = orderIn(others, {
		...story,
		stoppedFor
	});
	const isLost = (id) => !workers.some((each) => each.id === id && each.condition !== "gone" && atMs - each.lastMs < 2e4);
	const isOpen = write.found?.isByHand === true || [...write.found?.unready ?? []].some(isLost);
	const judge = (worker) => {
		if (!require_service.hasEarlierWorkers(write)) return require_service.startedBy(write);
		if (worker.id === "" && worker.condition !== "starting") return "nameless";
		if (isRenamed(worker)) return "perhaps-renamed";
		if (isNeverStarting(worker) && atMs - write.sentMs < 12e4) return "never-starting";
		const isTold = isOpen || isNeverStarting(worker) && require_service.hasReplacedWorkers(write);
		return orderOf(worker) ?? (isTold ? "told" : require_service.startedBy(write));
	};
	const versions = new Map(others.map((worker) => [worker, judge(worker)]));
	const failing = failingIn(versions, story);
	return (worker) => known(worker) ?? (failing.has(worker) ? require_service.startedBy(write) : versions.get(worker) ?? "nameless");
}
function failingIn(versions, { write, atMs }) {
	const present = [...versions].filter(([{ condition, lastMs }]) => condition !== "gone" && lastMs === atMs);
	const isUp = present.some(([{ condition }, version]) => version === require_service.startedBy(write) && condition === "healthy");
	const unordered = present.flatMap(([worker, version]) => version === "unordered" ? [worker] : []);
	const failing = unordered.filter((worker) => ["crashed", "image-pull-definite"].includes(showing(worker)));
	return new Set(!isUp && unordered.length - failing.length <= 1 ? failing : []);
}
function stoppedIn(old, { write, atMs }) {
	return ({ sinceMs }) => {
		const stays = ({ id, condition, faults, lastMs }) => write.known(id) === "superseded" || faults.size > 0 || condition !== "gone" && (atMs - lastMs < 2e4 || lastMs < sinceMs);
		return write.oldCount - write.spare - old.filter(stays).length;
	};
}
function renamingIn(workers, { write, endpoint, startedMs, atMs }) {
	const present = workers.filter(({ condition, lastMs }) => condition !== "gone" && atMs - lastMs < 2e4);
	const isOneNew = endpoint.config.workerConfig.minNum > 0 && atMs - startedMs >= 12e4;
	return (worker) => {
		const alike = present.filter((each) => showing(each) === showing(worker));
		return worker !== (isOneNew && alike.length === present.length ? alike.at(-1) : void 0) && alike.slice(0, write.unidentified).includes(worker);
	};
}
function orderIn(workers, story) {
	const { write, startedMs, atMs, stoppedFor } = story;
	const isUp = ({ condition, lastMs }) => condition === "healthy" && lastMs === atMs;
	const isProved = (worker) => {
		const rank = workers.filter((each) => isUp(each) && each.sinceMs <= worker.sinceMs).length;
		return require_service.hasReplacedWorkers(write) && isUp(worker) && stoppedFor(worker) >= rank;
	};
	const isComing = ({ condition, lastMs }) => (condition === "starting" || condition === "down") && atMs - lastMs < 2e4;
	const listedMs = ({ id, firstMs }) => write.found?.unordered.has(id) ? startedMs - require_index.orderMs : firstMs;
	const mayComeFirst = (other, worker) => {
		const afterMs = listedMs(other) - listedMs(worker);
		const isFirst = afterMs <= -require_index.orderMs;
		if (isProved(worker) && (!isFirst || other.fault === "no-capacity")) return false;
		if (isFirst) return isComing(other);
		return (afterMs < 1e4 || isUp(worker) && listedMs(other) < write.sentMs + 12e4) && (isComing(other) || isUp(other) && !isProved(other));
	};
	const isLasting = ({ condition, fault, sinceMs }) => condition === "down" && fault === "crashed" && atMs - sinceMs >= 36e4 || fault === "no-capacity" && atMs - write.sentMs >= 36e4;
	return (worker) => {
		const first = workers.filter((each) => showing(each) !== showing(worker) && mayComeFirst(each, worker));
		const isEarly = require_service.hasReplacedWorkers(write) && isUp(worker) && !isProved(worker) && atMs - write.sentMs < 6e4;
		if (first.length === 0) return isEarly ? "early" : void 0;
		return first.every(isLasting) ? "told" : "unordered";
	};
}
function showing({ condition, fault, faults }) {
	if (condition === "healthy") return condition;
	return faults.has("crashed") ? "crashed" : fault ?? condition;
}
function toldVersions(story) {
	const workers = [...story.workers.values()];
	const areRestarting = workers.every((worker) => require_service.isOld(story, worker) && worker.wasSeenStarting);
	return new Map(workers.map(({ id, version }) => [id, areRestarting || require_service.isDoubtful(version) ? "unknown" : version]));
}

// src/rollout/evidence/next-story.ts
function startStory(write, seen) {
	return continueStory({
		workers: /* @__PURE__ */ new Map(),
		faults: /* @__PURE__ */ new Map(),
		downSinceMs: void 0,
		hasBeenHealthy: false,
		...seen,
		write,
		startedMs: seen.atMs
	}, seen);
}
function continueStory(before, { endpoint, atMs }, isTesting = false) {
	const known = new Map(before.workers);
	for (const [place, worker] of endpoint.workers.entries()) {
		const key = worker.id || `at ${place}`;
		known.set(key, nextWorker(before.workers.get(key), worker, {
			endpoint,
			atMs
		}));
	}
	const versionOf = versionsIn({
		...before,
		endpoint,
		atMs,
		workers: [...known.values()]
	});
	const workers = new Map([...known].map(([key, worker]) => [key, {
		...worker,
		version: versionOf(worker)
	}]));
	const downSinceMs = !["starting", void 0].includes(require_service.endpointCondition(endpoint.state)) ? before.downSinceMs ?? atMs : void 0;
	const next = {
		...before,
		endpoint,
		atMs,
		workers,
		downSinceMs
	};
	const isOvercome = overcomeIn(next, isTesting);
	for (const [key, worker] of workers) workers.set(key, {
		...worker,
		faults: new Map([...worker.faults].filter((each) => !isOvercome(...each)))
	});
	const hasBeenHealthy = before.hasBeenHealthy || require_service.healthyStarted(next).length > 0;
	return {
		...next,
		faults: faultsOfVersion(next),
		hasBeenHealthy
	};
}
function nextWorker(before, worker, { endpoint, atMs }) {
	const condition = require_service.conditionOf(worker, endpoint);
	const runs = require_service.isRunning(worker);
	const hasRun = before?.hasRun === true || runs || condition === "healthy";
	const found = require_service.workerFault(worker, endpoint);
	const fault = hasRun && found?.startsWith("image-pull") ? "crashed" : found;
	return {
		...worker,
		log: worker.log || (before?.log ?? ""),
		firstMs: before?.firstMs ?? atMs,
		lastMs: atMs,
		condition,
		fault,
		faults: nextFaults(before, {
			...worker,
			condition,
			fault
		}, atMs),
		sinceMs: before?.condition === condition ? before.sinceMs : atMs,
		loadingSinceMs: condition === "starting" && runs ? before?.loadingSinceMs ?? atMs : void 0,
		hasRun,
		wasSeenStarting: before?.wasSeenStarting === true || condition !== "healthy"
	};
}
function nextFaults(before, shown, atMs) {
	const faults = new Map(before?.faults);
	if (!shown.fault || !isNewlyShown(before, shown)) return faults;
	const words = require_service.wordsOf(shown.state);
	const fault = shown.fault === "image-pull" && faults.has("image-pull-definite") ? "image-pull-definite" : shown.fault;
	const known = faults.get(fault);
	const isBetter = !known || require_service.detailOf(words) > require_service.detailOf(known.words);
	return faults.set(fault, {
		sinceMs: known?.sinceMs ?? atMs,
		lastMs: atMs,
		count: (known?.count ?? 0) + 1,
		words: isBetter ? words : known.words
	});
}
function isNewlyShown(before, { condition, state, fault }) {
	if (fault !== "crashed") return condition !== "gone";
	if (condition === "down") return before?.condition !== "down";
	if (condition === "gone") return before?.condition === "starting";
	return before === void 0 || before.fault !== "crashed" && require_service.wordsOf(before.state) !== require_service.wordsOf(state);
}
function overcomeIn(story, isTesting) {
	const { atMs } = story;
	const isPulled = require_service.startedWorkers(story).some(({ hasRun, condition }) => hasRun && condition !== "down");
	const isUp = !isTesting && require_service.healthyStarted(story).some(({ sinceMs }) => atMs - sinceMs >= 3e4);
	return (fault, { lastMs }) => fault === "crashed" ? isUp : isPulled || atMs - lastMs >= 6e4;
}
function faultsOfVersion({ workers, write }) {
	const told = [...workers.values()].filter(({ version }) => version === require_service.startedBy(write)).flatMap(({ id, faults }) => Array.from(faults, ([fault, count]) => ({
		...count,
		fault,
		id
	})));
	const merged = Array.from(Map.groupBy(told, ({ fault }) => fault), ([fault, counts]) => {
		const { id, words } = counts.reduce((most, each) => require_service.detailOf(each.words) > require_service.detailOf(most.words) ? each : most);
		return [fault, {
			sinceMs: Math.min(...counts.map((each) => each.sinceMs)),
			lastMs: Math.max(...counts.map((each) => each.lastMs)),
			count: counts.reduce((sum, each) => sum + each.count, 0),
			words,
			workerId: id,
			workers: counts.length
		}];
	});
	return new Map(merged);
}

// src/rollout/wait.ts
function followStory(first, options) {
	const { goal } = options;
	const isTesting = goal.tests === "running";
	const report = progressReport(options);
	let story = first;
	return (seen) => {
		if (seen?.match.kind === "applied") story = continueStory(story, seen, isTesting);
		options.onEvent({
			kind: "workers-told",
			versions: toldVersions(story)
		});
		const verdict = judgeStory(story, goal);
		if (verdict.kind === "failing") throw lastingFailure(story, verdict);
		const progress = {
			story,
			verdict
		};
		if (verdict.kind === "waiting" || isTesting) report(progress);
		return progress;
	};
}
function progressReport({ deadlineMs, onEvent }) {
	const reportedMs = /* @__PURE__ */ new Map();
	return ({ story, verdict: { missing, concern } }) => {
		const { atMs, endpoint } = story;
		const seen = {
			state: endpoint.state.state,
			serves: servedIn(story),
			message: require_service.wordsOf(endpoint.state),
			failure: concern ? describeFailure(story, concern) : describeWaiting(story),
			missing
		};
		const crashes = concern?.fault === "crashed" ? Math.min(2, story.faults.get("crashed")?.count ?? 1) : 0;
		const text = crashes > 0 ? `crashed ${crashes}` : JSON.stringify(seen);
		if (atMs - (reportedMs.get(text) ?? -Infinity) < 12e4) return;
		reportedMs.set(text, atMs);
		const secondsUntil = (untilMs) => Math.max(0, Math.round((untilMs - atMs) / 1e3));
		onEvent({
			kind: "progress",
			...seen,
			leftSeconds: secondsUntil(deadlineMs),
			givesUpInSeconds: concern && Number.isFinite(concern.untilMs) ? secondsUntil(Math.min(concern.untilMs, deadlineMs)) : void 0
		});
	};
}
async function awaitReady({ written, goal, context }) {
	const { clock, onEvent, signal } = context;
	const deadlineMs = context.deadlineMs();
	const first = startStory(written.write, {
		endpoint: written.endpoint,
		atMs: clock.monotonicMs()
	});
	const judgeNext = followStory(first, {
		goal,
		deadlineMs,
		onEvent
	});
	if (judgeStory(first, goal).kind === "waiting") onEvent({
		kind: "waiting",
		wait: goal.wait
	});
	let { story, verdict } = judgeNext();
	const pauseMs = () => {
		const leftMs = Math.max(0, deadlineMs - clock.monotonicMs());
		const longestMs = leftMs > require_index.waitPauses.beforeEndMs ? leftMs - require_index.waitPauses.beforeEndMs : leftMs;
		const spread = verdict.missing === "steadiness" ? 0 : .1;
		return Math.min(longestMs, readingPauseMs(story, verdict) * (1 + spread * clock.random()));
	};
	if (verdict.kind === "waiting") {
		await clock.sleep(pauseMs(), signal);
		const decide = (seen) => {
			({story, verdict} = judgeNext(seen));
			return verdict.kind === "ready" || void 0;
		};
		await observe(written.target, {
			decide,
			pauseMs,
			context
		});
	}
	if (verdict.kind === "waiting") throw timedOut(story, {
		waiting: verdict,
		nowMs: clock.monotonicMs()
	});
	onEvent({
		kind: "ready",
		readyReason: verdict.reason
	});
	return story;
}
function readingPauseMs(story, { missing, concern }) {
	const { closeMs, share, loadShare, shortestMs, longestMs, longestLoadMs } = require_index.waitPauses;
	const isClose = missing === "steadiness" || concern !== void 0 && concern.fault !== "no-capacity";
	const wideMs = Math.min(longestMs, Math.max(shortestMs, share * (story.atMs - story.startedMs)));
	if (isClose) return Math.min(closeMs, wideMs);
	const loadingMs = require_service.startedWorkers(story).flatMap(({ loadingSinceMs }) => loadingSinceMs ?? []);
	if (loadingMs.length === 0) return wideMs;
	const loadMs = loadShare * (story.atMs - Math.min(...loadingMs));
	return Math.min(wideMs, longestLoadMs, Math.max(closeMs, loadMs));
}

// src/rollout/test-phase.ts
const passesForEach = 3;
async function passTests({ written, story: first, test, context, ...given }) {
	const goal = {
		...given.goal,
		tests: "running"
	};
	const { clock, onEvent, signal } = context;
	const deadlineMs = context.deadlineMs();
	const startedMs = clock.monotonicMs();
	const observeNext = startObserving(written.target, context);
	const judgeNext = followStory(first, {
		goal,
		deadlineMs,
		onEvent
	});
	let { story, verdict } = judgeNext();
	let isOther = false;
	const read = async () => {
		const seen = await observeNext({ decide: (observation) => observation });
		isOther = seen !== void 0 && seen.match.kind !== "applied";
		({story, verdict} = judgeNext(seen));
		return verdict.concern ? require_index.testReadPauses.concernedMs : require_index.testReadPauses.usualMs;
	};
	const wrong = trackWrongAnswers();
	let isDisputed = false;
	const lastMs = deadlineMs - Math.min(require_index.doubtfulMs, (deadlineMs - startedMs) / 4);
	const endMs = () => isVersionUp(story) && !isDisputed ? Math.min(startedMs + require_index.patienceMs, lastMs) : lastMs;
	const othersToStop = () => awaitOthersToStop(() => story, {
		read,
		endMs,
		context
	});
	const healthySinceMs = () => Math.min(...require_service.healthyStarted(story).map(({ sinceMs }) => sinceMs));
	const healthyForMs = () => isOther || answererIn(story, { wasShared: false }) !== "this" ? 0 : Math.max(0, clock.monotonicMs() - healthySinceMs());
	let rightInRow = 0;
	await othersToStop();
	onEvent({
		kind: "tests-started",
		url: story.endpoint.url,
		wakesWorker: require_service.healthyWorkers(story).length === 0
	});
	for (const nextPauseMs = require_index.growing(require_index.pauses.test);; await othersToStop()) {
		const wasShared = otherWorkers(story).length > 0;
		const pass = await testWhileReading(story.endpoint, {
			test,
			read,
			healthyForMs,
			context
		});
		await read();
		const by = isOther ? "none" : answererIn(story, { wasShared });
		const nowMs = clock.monotonicMs();
		if (pass.kind === "passed") wrong.forget();
		rightInRow = pass.kind === "passed" && isShared(by) ? rightInRow + 1 : 0;
		const isEnough = isShared(by) && rightInRow >= passesForEach * require_service.healthyWorkers(story).length;
		if (pass.kind === "passed" && (by === "this" || isEnough)) {
			onEvent({
				kind: "tested",
				pass,
				by,
				isLast: true
			});
			return story;
		}
		isDisputed ||= pass.kind === "failed" && isShared(by);
		const isCertain = pass.kind === "failed" && by === "this" && wrong.add(pass.weight, {
			nowMs,
			healthySinceMs: healthySinceMs()
		});
		const pauseMs = rightInRow > 0 ? require_index.pauses.test.firstMs : nextPauseMs();
		const isLast = isCertain || nowMs + pauseMs >= deadlineMs;
		if (pass.kind === "failed") onEvent({
			kind: "tested",
			pass,
			by,
			isLast
		});
		if (isLast) {
			if (verdict.concern && !isCertain) throw lastingFailure(story, verdict.concern);
			const isLoading = require_service.startedWorkers(story).some(({ loadingSinceMs }) => loadingSinceMs !== void 0);
			if (by === "none" && isLoading) throw timedOut(story, {
				waiting: { missing: "health" },
				nowMs
			});
			throw notPassed(story, pass, by);
		}
		await clock.sleep(pauseMs, signal);
	}
}
function otherWorkers(story) {
	return require_service.healthyWorkers(story).filter(({ version }) => version !== "this" && version !== "told");
}
const isShared = (by) => by === "any" || by === "told";
function answererIn(story, { wasShared }) {
	const isTold = require_service.toldWorkers(story).length > 0;
	if (!isVersionUp(story)) return isTold ? "told" : "none";
	return isTold || wasShared || otherWorkers(story).length > 0 ? "any" : "this";
}
async function awaitOthersToStop(storyNow, { read, endMs, context }) {
	const { clock, onEvent, signal } = context;
	const isReportDue = require_index.heartbeat(clock);
	while (otherWorkers(storyNow()).length > 0 && clock.monotonicMs() < endMs()) {
		const leftSeconds = Math.round((endMs() - clock.monotonicMs()) / 1e3);
		if (isReportDue()) onEvent({
			kind: "awaiting",
			what: "old-workers",
			leftSeconds
		});
		await clock.sleep(require_index.testReadPauses.concernedMs, signal);
		await read();
	}
}
async function testWhileReading(endpoint, { test, read, healthyForMs, context: { clock, signal, deadlineMs } }) {
	const ended = new AbortController();
	const until = AbortSignal.any([signal, ended.signal]);
	const pass = test(endpoint, {
		signal: until,
		deadlineMs: deadlineMs(),
		healthyForMs
	});
	const isOver = pass.then(() => true, () => true);
	try {
		let pauseMs = require_index.testReadPauses.usualMs;
		while (!await Promise.race([isOver, clock.sleep(pauseMs, until).then(() => false)])) pauseMs = await read();
		return await pass;
	} finally {
		ended.abort();
	}
}
function notPassed(story, pass, by) {
	const { id } = story.endpoint;
	const answering = require_service.healthyWorkers(story).findLast((worker) => worker.version === "this" && worker.log !== "");
	const about = {
		endpointId: id,
		log: explainingLog(story, answering)
	};
	const tests = `the tests of endpoint ${require_index.endpointName(story.endpoint)}`;
	if (pass.kind === "passed") return new require_deploy.RolloutError({
		...about,
		code: "timeout",
		message: `${tests} pass, but an old worker may have answered`,
		hint: "Run the step again when the old worker has stopped, or delete it in the console of the service. A test that asks the app for its version is the surest proof.",
		isInconclusive: true
	});
	const doubt = whyKeptAfter(story, pass.weight, by);
	const message = `${tests} failed: ${pass.message}${doubt && `; ${doubt}`}`;
	const hint = doubt === "" ? pass.hint || void 0 : doubtHint;
	const title = doubt && `${story.endpoint.config.name}: a test failed`;
	return new require_deploy.RolloutError({
		...about,
		code: "test-failed",
		message,
		hint,
		title,
		isInconclusive: doubt !== ""
	});
}
const doubtHint = "The commands `status` and `logs` show who answers. Run the step again; if it fails then, correct the version or the test.";
function whyKeptAfter(story, weight, by) {
	if (isShared(by)) return "an old worker may have answered";
	if (by !== "this") return whyKept(story);
	return weight === "busy" ? "no answer speaks against the new configuration" : "";
}

// src/rollout/rollout.ts
async function rollOut(plan, options, ports) {
	let facts = require_deploy.initialFacts(plan.live, options.lookedUpMs);
	let defect;
	const onDefect = (error) => {
		defect ??= error;
	};
	const onEvent = (event) => {
		facts = require_deploy.factsAfter(facts, event, ports.clock.monotonicMs());
		return ports.onEvent(event)?.catch(onDefect);
	};
	const rollout = {
		plan,
		options,
		context: createContext({
			...ports,
			onEvent
		}, options.waitTimeoutSeconds * 1e3),
		facts: () => facts
	};
	try {
		const unproved = await attempt(rollout);
		if (unproved) await undo(rollout, unproved);
		else if (require_deploy.isStillUnproved(rollout)) await cleanUp("marking", "not-serving", rollout);
	} catch (error) {
		onDefect(error);
	}
	const failure = facts.failure ?? (defect === void 0 ? void 0 : require_index.asDeployError(defect));
	return require_deploy.endOf(plan, {
		...facts,
		failure
	}, ports.clock.monotonicMs());
}
async function attempt(rollout) {
	try {
		const refusal = await runPlan({
			...rollout,
			plan: await withLiveNow(rollout)
		});
		return refusal && {
			failure: refusal,
			isRefused: true
		};
	} catch (error) {
		return {
			failure: require_index.causeOf(error, rollout.context.signal),
			isRefused: false
		};
	}
}
async function runPlan(rollout) {
	const { plan, context, options } = rollout;
	const { changes, desired, live, operation, isTakenOver } = plan;
	if (operation === "unchanged") context.onEvent({
		kind: "nothing-to-write",
		isRecorded: require_service.readWriteNote(live.config) !== void 0
	});
	const isNoted = options.isTestDue && live !== void 0 && require_service.isAsleep(live);
	const calls = isNoted ? require_deploy.routeUpdate({
		changes,
		desired,
		isNoted
	}).calls : plan.calls;
	const record = isNoted ? require_deploy.withTest(plan, options.record) : options.record;
	const written = operation === "unchanged" && calls.length === 0 ? asFound(live, {
		desired,
		context
	}) : await writeCalls({
		calls,
		desired,
		live,
		record,
		isNoted: isNoted || isTakenOver
	}, context);
	const proved = await serve(written, rollout);
	await awaitScaledWorkers(written, rollout);
	return proved && context.whyRefused?.(proved);
}
async function serve(written, { plan, options, context }) {
	const { test } = context;
	if (options.wait === "none") return void 0;
	const goal = {
		wait: options.wait,
		tests: test ? "to-come" : "none",
		isImageFound: plan.resolvedImage !== void 0
	};
	const story = await awaitReady({
		written,
		goal,
		context
	});
	if (!test || require_service.isAsleep(story.endpoint) && !require_deploy.isProofDue(plan, options)) return void 0;
	return (await passTests({
		written,
		story,
		goal,
		test,
		context
	})).endpoint;
}
async function withLiveNow({ plan, options, context }) {
	const { live: found, operation } = plan;
	if (!found) return plan;
	const target = {
		id: found.id,
		desired: found.config,
		earlier: void 0
	};
	const endpoint = await refresh({
		endpoint: found,
		target,
		readMs: options.lookedUpMs
	}, context);
	const live = operation === "update" ? await settle({
		endpoint,
		target
	}, context) : endpoint;
	return {
		...plan,
		live: {
			...live,
			config: found.config
		}
	};
}
async function awaitScaledWorkers({ write, target }, { plan, options, context }) {
	const { minNum } = plan.desired.workerConfig;
	if (!(write.kind === "keeps" && minNum > (plan.live?.config.workerConfig.minNum ?? minNum)) || options.wait === "none") return;
	const deadlineMs = context.clock.monotonicMs() + require_index.lateMs;
	let listedMs = Infinity;
	const haveStarted = ({ endpoint, atMs }) => {
		const listed = endpoint.workers.filter((worker) => worker.id !== "" && require_service.isPresent(worker));
		if (listed.length < minNum || require_service.readyIn(endpoint).length === 0) return void 0;
		listedMs = Math.min(listedMs, atMs);
		return !listed.some((worker) => require_service.conditionOf(worker, endpoint) === "starting") || atMs - listedMs >= 1e4 || void 0;
	};
	await observe(target, {
		decide: haveStarted,
		deadlineMs,
		context
	}).catch((error) => {
		if (context.signal.aborted) throw error;
	});
}
async function undo(rollout, unproved) {
	const { failure } = unproved;
	const isUndone = require_deploy.undoFor(rollout, unproved) !== void 0;
	await rollout.context.onEvent({
		kind: "failed",
		failure,
		isUndone
	});
	const first = require_deploy.undoFor(rollout, unproved);
	const left = first === "restoring" ? await putBack(rollout) : void 0;
	const by = left ? require_deploy.undoFor(rollout, left) : first;
	if (by && by !== "restoring") await cleanUp(by, failure.code, rollout);
}
async function putBack(rollout, isSent = false) {
	const { plan, facts } = rollout;
	const { signal } = rollout.context;
	if (plan.operation !== "update") throw new Error("only an update has a previous version");
	const isCancelled = signal.aborted;
	const sent = {
		isSent,
		isAccepted: false
	};
	const onEvent = (event) => {
		sent.isSent ||= event.kind === "write-sent";
		sent.isAccepted ||= event.kind === "write-accepted";
		return rollout.context.onEvent(event);
	};
	const context = undoContext({
		...rollout.context,
		onEvent
	}, require_index.patienceMs);
	try {
		const { restore } = await Promise.resolve().then(() => require("./restore.js")).then((n) => n.restore_exports);
		const { versions } = facts();
		await restore({
			previous: plan.live,
			desired: plan.desired,
			versions,
			context,
			isSent,
			isAwaited: !isCancelled
		});
		return;
	} catch (error) {
		const failure = require_index.asDeployError(error);
		const isBack = facts().operation === "restored";
		if (!isCancelled && signal.aborted && !isBack) return putBack(rollout, sent.isSent);
		if (isCancelled && sent.isAccepted) {
			context.onEvent({
				kind: "put-back",
				unrestored: []
			});
			return;
		}
		const isOpen = isCancelled && facts().unconfirmed !== void 0;
		if (!isOpen || sent.isSent) context.onEvent({
			kind: "undo-failed",
			by: "restoring",
			failure
		});
		return isBack || isOpen ? void 0 : {
			failure,
			isRefused: false,
			isStuck: true
		};
	}
}

// src/deploy/roll-out.ts
async function rollOutPlan(plan, request) {
	const { context, lookedUpMs, index, logGroup, before } = request;
	const { isCandidate } = plan;
	const { inputs, outputs, clock, signal, connections, preview, github } = context;
	const client = await connections.service();
	const record = newRecord(plan, context, {
		date: clock.date(),
		before
	});
	const test = plan.tests.length > 0 ? await connections.tests(plan.tests) : void 0;
	let tail;
	let hasFailed = false;
	const users = await watchUsersOf(plan, context);
	const ended = new AbortController();
	const watching = {
		connections,
		clock,
		signal: AbortSignal.any([signal, ended.signal])
	};
	const watchLog = openLogWatch(watching, (line) => logGroup.logProgress([line]));
	const onEvent = async (event) => {
		hasFailed ||= event.kind === "failed";
		if (hasFailed || event.kind === "ready") ended.abort();
		watchLog(event);
		users?.follow(event);
		if (!isCandidate) outputs.follow(index, event);
		const lines = require_service.eventLines(event, {
			elapsedSeconds: (clock.monotonicMs() - lookedUpMs) / 1e3,
			hasFailed
		});
		(event.kind === "progress" ? logGroup.logProgress : logGroup.log)(lines);
		if (event.kind === "failed" && ["container", "shown"].includes(require_index.codeRow(event.failure.code).log) && event.failure instanceof require_deploy.RolloutError) tail = await readFailureLog(event.failure.log, context);
	};
	let compared;
	const rules = require_deploy.verdictRules(plan);
	const whyRefused = rules && (async (live) => {
		const { compareAndLoad } = await Promise.resolve().then(() => require("./compare.js")).then((n) => n.load_exports);
		const { desired: config, tests, price } = plan;
		compared = await compareAndLoad({
			live,
			config,
			tests,
			...rules,
			price,
			startedMs: lookedUpMs,
			log: logGroup.log
		}, context);
		return compared.failure ?? (isCandidate ? compared.notLoaded : void 0);
	});
	const isTestDue = await isTestOpen(plan, context);
	if (isTestDue) logGroup.log(["Nothing shows that a run has tested this version: it is tested, and that is noted."]);
	const asked = {
		isPreview: preview !== void 0,
		isRerun: github.context.isRerun
	};
	const end = await rollOut(plan, {
		...inputs,
		...asked,
		record,
		isTestDue,
		lookedUpMs
	}, {
		client,
		clock,
		signal,
		test,
		whyRefused,
		onEvent
	});
	ended.abort();
	const late = await planOverLate(plan, end, request);
	if (late) {
		const { name } = plan.desired;
		logGroup.log([`Look-up: an earlier run has created ${name} (${late.plan.live?.id}), which is listed only now.`]);
		return rollOutPlan(late.plan, {
			...request,
			before: late.before
		});
	}
	const availability = users?.end();
	return {
		end: {
			...end,
			cause: end.cause && explainFailure(end.cause, tail)
		},
		availability,
		compared,
		tail
	};
}
async function planOverLate(plan, { left, endpointId = "" }, { context, before }) {
	if (left.kind !== "rival") return void 0;
	const live = await require_deploy.openReads(context).get(endpointId).catch(() => void 0);
	const record = live && require_service.ownRecord(live.config, context.github.context);
	if (!record || Number(require_service.runOf(record.run)) > Number(context.github.context.runId)) return void 0;
	const over = require_deploy.planOver(plan, live);
	if (over.problems.length > 0) return void 0;
	if (plan.isCandidate) return {
		plan: over,
		before
	};
	const judged = await judgePlans([over], context);
	annotateWords(judged, context);
	const [only] = judged;
	return only?.decision.kind === "go" ? only : void 0;
}
async function isTestOpen(plan, { github, inputs }) {
	const { live, desired } = plan;
	if (inputs.wait === "none" || desired.workerConfig.minNum > 0 || !live) return false;
	const isServing = require_service.healthOf(live) === "serving";
	const tested = require_deploy.testedBefore(plan);
	if (typeof tested === "string") return tested === "no" && !isServing;
	const conclusion = tested.run === github.context.runId ? "success" : await conclusionOf(github.api, tested.run);
	return conclusion !== "success" && !((isServing || tested.isNoted) && conclusion === "");
}
async function watchUsersOf(plan, context) {
	const { live, operation, workers } = plan;
	if (operation !== "update" || workers === "kept" || context.inputs.wait === "none") return void 0;
	if (!(live.config.workerConfig.minNum > 0 && require_service.readyIn(live).length > 0) || context.preview || require_deploy.needsVerdict(plan)) return void 0;
	const { watchUsers } = await Promise.resolve().then(() => require("./availability.js"));
	return watchUsers(live, plan.tests, context).catch((error) => {
		context.reporter.debug?.(`Users: nothing is counted: ${error}`);
	});
}

// src/deploy/all.ts
var all_exports = /* @__PURE__ */ require_index.__exportAll({ deployAll: () => deployAll });
async function deployAll(context) {
	const lookedUpMs = context.clock.monotonicMs();
	const { plans, planDigest } = await require_deploy.prepare(context);
	const judged = await judgePlans(plans, context);
	annotateWords(judged, context);
	const isRefused = judged.some(({ decision }) => decision.kind === "refuse");
	const outcomes = await Promise.all(judged.map(({ plan, decision, before }, index) => {
		const { name } = plan.desired;
		if (isRefused || decision.kind === "refuse") {
			openLogGroup(name, { context }).log(require_service.planLines(plan));
			if (decision.kind !== "refuse") return {
				kind: "held-back",
				name,
				plan
			};
			return {
				kind: "refused",
				name,
				plan,
				failure: decision.failure
			};
		}
		const options = {
			context,
			lookedUpMs,
			index,
			isOneOfMany: judged.length > 1,
			before
		};
		if (decision.kind === "go") return deployOne(plan, {
			...options,
			words: decision.words
		});
		const { word } = decision;
		const scaling = decision.kind === "hold" && require_deploy.scalingOf(plan);
		if (!scaling) return {
			kind: "skipped",
			name,
			word
		};
		return deployOne(scaling, {
			...options,
			words: []
		}).then((outcome) => ({
			...outcome,
			held: word
		}));
	}));
	const comment = (sections) => require_deploy.commentOnRun(sections, context);
	if (isRefused) return {
		outcomes,
		planDigest,
		overview: "done",
		comment
	};
	const undue = await findUndue(context);
	return {
		outcomes: undue ? outcomes.map(asOvertaken) : outcomes,
		planDigest,
		overview: "done",
		comment: undue ? void 0 : comment,
		afterwards: context.preview && ((sections) => endUndue(undue, {
			sections,
			context
		}))
	};
}
async function deployOne(plan, options) {
	const logGroup = openLogGroup(plan.desired.name, options);
	const rolledOut = await deployPlan(plan, {
		...options,
		logGroup
	}).catch((thrown) => {
		return { end: require_deploy.endBefore(plan, require_index.asDeployError(thrown)) };
	});
	const { end, availability, tail } = rolledOut;
	try {
		const lost = availability && require_service.usersLine(availability);
		logGroup.log([...require_deploy.endLines(plan, end), ...lost ? [`${lost}.`] : []]);
		if (tail) logGroup.logTail(tail);
	} catch {}
	logGroup.close();
	return {
		kind: "rolled-out",
		name: plan.desired.name,
		plan,
		words: options.words,
		...rolledOut
	};
}
async function deployPlan(plan, request) {
	const { context, logGroup } = request;
	const { live } = plan;
	const { isFirst, found } = plan.first;
	logGroup.log(require_service.planLines(plan));
	const left = !isFirst && found && require_service.isLeftover(found, context) ? found : void 0;
	if (!isFirst && !left) return rollOutPlan(plan, request);
	const { deleteCandidate, proveCandidate } = await Promise.resolve().then(() => require("./candidate.js"));
	if (left) {
		const [rolledOut] = await Promise.all([rollOutPlan(plan, request), deleteCandidate(left, request)]);
		return rolledOut;
	}
	const { failure, ...told } = await proveCandidate(plan, request);
	if (!failure) {
		const { end, tail, ...rolledOut } = await rollOutPlan(plan, request);
		return {
			...rolledOut,
			...told,
			tail,
			end: {
				...end,
				cause: end.cause && titled(end.cause, plan)
			}
		};
	}
	const now = live && await require_deploy.openReads(context).get(live.id).catch(() => live);
	return {
		end: require_deploy.endBefore({
			...plan,
			live: now
		}, failure),
		...told
	};
}
function titled(cause, { desired: { name, image } }) {
	if (cause.title || cause.code === "conflict") return cause;
	const shown = require_deploy.shortImage(image.image);
	const it = require_index.codeRow(cause.code).subject === "version" ? "it" : shown;
	const words = require_index.codeWords(cause.code, shown);
	return cause.withTitle(`${name}: ${words} after ${it} had passed as ${require_service.candidateName(name)}`);
}
function asOvertaken(outcome) {
	return outcome.kind === "rolled-out" && outcome.end.left.kind === "gone" && outcome.end.cause?.code === "not-found" ? {
		...outcome,
		isOvertaken: true
	} : outcome;
}
async function findUndue(context) {
	const { preview, signal } = context;
	if (!preview || signal.aborted) return void 0;
	const { pull } = await require_service.readPull(context, {
		...preview.question,
		pull: require_service.unknownPull
	});
	const question = {
		...preview.question,
		pull
	};
	const { standing } = require_service.reconcile(question);
	return standing === "due" || standing === "unknown" ? void 0 : {
		...preview,
		question
	};
}
async function endUndue(found, { sections, context }) {
	const undue = found ?? await findUndue(context);
	const pull = `pull request #${context.preview?.pullRequest.number}`;
	if (!undue) {
		warnIfCancelled(`it could check ${pull} once more`, context);
		return;
	}
	const { endAfterDeploy } = await Promise.resolve().then(() => require("./commands.js")).then((n) => n.end_exports);
	const ended = await endAfterDeploy(context, undue);
	if (!ended && found) await require_deploy.commentOnRun(sections, context);
	const comment = async () => {
		await ended?.comment?.([]);
		warnIfCancelled(`the comment on ${pull} could say that its previews have ended`, context);
	};
	return ended && {
		...ended,
		comment
	};
}
function warnIfCancelled(left, { signal, reporter }) {
	if (!signal.aborted) return;
	const message = `The run was cancelled before ${left}.`;
	reporter.warn({
		title: "cancelled before the last look at GitHub",
		message,
		hint: "If the pull request is to have no preview by now, the run of that event, or `command: sweep`, ends it."
	});
}

// src/run/tell.ts
var tell_exports = /* @__PURE__ */ require_index.__exportAll({ tellEnd: () => tellEnd });
async function tellEnd(end, context) {
	const { reporter, outputs } = context;
	const { outcomes, operation, planDigest, lines, summary, notices = [], overview } = end;
	const told = [];
	for (const outcome of outcomes) told.push(await tell(outcome, context));
	const ofRun = {
		...operation && { operation },
		...planDigest && { "plan-digest": planDigest }
	};
	outputs.end(told.map((each) => each.outputs), ofRun);
	const failure = require_deploy.combineFailures(told) ?? end.failure;
	if (lines) reporter.info(lines);
	if (summary) await reporter.summarize(summary.markdown, summary.rank ?? (failure ? "failed" : "changed"));
	for (const notice of notices) reporter.annotate(notice);
	const sections = told.map(({ section }) => section);
	if (overview && sections.length > 1) await reporter.summarize(require_deploy.runOverview(sections, overview), "overview");
	await end.comment?.(sections);
	const afterwards = async () => {
		const next = await end.afterwards?.(sections);
		if (next) await tellEnd(next, context);
	};
	return {
		failure,
		now: outcomes.flatMap((outcome) => {
			if (outcome.kind !== "rolled-out") return [];
			const { served, billed } = require_deploy.wordsOfEnd(outcome);
			return `${outcome.name}: ${served}. ${billed}`;
		}),
		afterwards
	};
}
async function tell(outcome, { reporter, github }) {
	let outputs = {};
	try {
		const told = require_deploy.tellOutcome(outcome, github.context);
		outputs = told.outputs;
		for (const warning of told.warnings) reporter.annotate(warning);
		const { markdown, kind } = told.section;
		if (markdown !== "") await reporter.summarize(markdown, kind);
		return told;
	} catch (thrown) {
		const told = require_deploy.tellDefect(outcome, require_index.asDeployError(thrown));
		await reporter.summarize(told.section.markdown, "failed");
		return {
			...told,
			outputs: {
				...outputs,
				...told.outputs
			}
		};
	}
}

Object.defineProperty(exports, "all_exports", {
  enumerable: true,
  get: function () {
    return all_exports;
  }
});
Object.defineProperty(exports, "asFound", {
  enumerable: true,
  get: function () {
    return asFound;
  }
});
Object.defineProperty(exports, "awaitReady", {
  enumerable: true,
  get: function () {
    return awaitReady;
  }
});
Object.defineProperty(exports, "deleteEndpoint", {
  enumerable: true,
  get: function () {
    return deleteEndpoint;
  }
});
Object.defineProperty(exports, "explainFailure", {
  enumerable: true,
  get: function () {
    return explainFailure;
  }
});
Object.defineProperty(exports, "lastLines", {
  enumerable: true,
  get: function () {
    return lastLines;
  }
});
Object.defineProperty(exports, "logOf", {
  enumerable: true,
  get: function () {
    return logOf;
  }
});
Object.defineProperty(exports, "observe", {
  enumerable: true,
  get: function () {
    return observe;
  }
});
Object.defineProperty(exports, "openLogGroup", {
  enumerable: true,
  get: function () {
    return openLogGroup;
  }
});
Object.defineProperty(exports, "parkEndpoint", {
  enumerable: true,
  get: function () {
    return parkEndpoint;
  }
});
Object.defineProperty(exports, "readFailureLog", {
  enumerable: true,
  get: function () {
    return readFailureLog;
  }
});
Object.defineProperty(exports, "rollOutPlan", {
  enumerable: true,
  get: function () {
    return rollOutPlan;
  }
});
Object.defineProperty(exports, "tell_exports", {
  enumerable: true,
  get: function () {
    return tell_exports;
  }
});
Object.defineProperty(exports, "trackWrongAnswers", {
  enumerable: true,
  get: function () {
    return trackWrongAnswers;
  }
});
Object.defineProperty(exports, "withoutOverwrites", {
  enumerable: true,
  get: function () {
    return withoutOverwrites;
  }
});
Object.defineProperty(exports, "workerLog", {
  enumerable: true,
  get: function () {
    return workerLog;
  }
});
Object.defineProperty(exports, "writeCalls", {
  enumerable: true,
  get: function () {
    return writeCalls;
  }
});