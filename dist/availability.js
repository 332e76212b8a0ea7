const require_index = require("./index.js");
const require_service = require("./service.js");
const require_tests = require("./tests.js");

// src/deploy/availability.ts
function availabilityOf(samples) {
	const gaps = [];
	for (const [index, sample] of samples.entries()) {
		const toMs = samples[index + 1]?.fromMs ?? sample.toMs;
		const last = gaps.at(-1);
		if (sample.isRight) continue;
		if (last?.toMs === sample.fromMs) Object.assign(last, {
			toMs,
			during: last.during || sample.during
		});
		else gaps.push({
			...sample,
			toMs
		});
	}
	const [gap] = gaps.sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs));
	const longestGapSeconds = gap ? Math.ceil((gap.toMs - gap.fromMs) / 1e3) : 0;
	const failed = samples.filter(({ isRight }) => !isRight).length;
	return {
		requests: samples.length,
		failed,
		longestGapSeconds,
		gap,
		failedVersion: void 0
	};
}
async function watchUsers(live, tests, context) {
	const { clock, connect } = context.connections.users;
	const target = {
		endpointUrl: new URL(live.url),
		secrets: context.inputs.secretEnvs
	};
	const test = tests.find((test) => test.get !== void 0 && !require_tests.sendsSecret(test, target)) ?? { get: live.config.healthy.path };
	if (test.get === "") throw new Error("there is neither a `get` test without a secret nor a health check");
	const request = require_tests.buildRequest(test, target);
	const connection = await connect(target.endpointUrl);
	const ended = new AbortController();
	const signal = AbortSignal.any([ended.signal, context.signal]);
	const { now, follow, failedVersion } = followServing(live, clock);
	const samples = [];
	const ask = async (timeoutMs) => {
		const fromMs = clock.date().getTime();
		const answer = await connection.send({
			...request,
			timeoutMs,
			signal
		});
		const isRight = answer.kind === "answer" && require_tests.isSuccess(answer.status);
		if (!signal.aborted) samples.push({
			fromMs,
			toMs: clock.date().getTime(),
			during: now.during,
			isRight
		});
	};
	const repeat = async () => {
		for (;;) {
			await clock.sleep(require_index.samplePauseMs, signal);
			if (!now.isPaused) await ask(require_index.sampleTimeoutMs);
		}
	};
	await ask(require_index.samplePauseMs);
	const isServing = samples[0]?.isRight;
	if (!isServing) ended.abort();
	repeat().catch(() => connection.close());
	if (!isServing) throw new Error("the first answer was not a 2xx");
	const end = () => {
		ended.abort();
		return {
			...availabilityOf(samples),
			failedVersion: failedVersion()
		};
	};
	return {
		follow,
		end
	};
}
function followServing({ workers }, clock) {
	const now = {
		isPaused: false,
		isRestoring: false,
		during: ""
	};
	const oldIds = new Set(workers.map(({ id }) => id));
	const newIds = /* @__PURE__ */ new Set();
	let failure;
	let alone;
	const follow = (event) => {
		now.isRestoring ||= event.kind === "restoring";
		if (event.kind === "failed") failure = event.failure;
		if (event.kind !== "reading") return;
		const serving = require_service.readyIn(event.endpoint);
		const old = serving.filter(({ id }) => oldIds.has(id));
		if (!failure) {
			for (const { id } of serving) if (!oldIds.has(id)) newIds.add(id);
		}
		const nowMs = clock.date().getTime();
		if (serving.length > 0 && serving.every(({ id }) => newIds.has(id))) alone = {
			fromMs: alone?.fromMs ?? nowMs,
			toMs: nowMs
		};
		now.isPaused = old.length > 0 && old.length < serving.length;
		now.during = now.isRestoring ? "during the restore" : serving.length === 0 ? "while the old worker stopped" : "";
	};
	const failedVersion = () => failure && require_index.codeRow(failure.code).subject === "version" ? alone : void 0;
	return {
		now,
		follow,
		failedVersion
	};
}

exports.watchUsers = watchUsers;