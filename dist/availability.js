const require_index = require("./index.js");
const require_tests = require("./tests.js");

// src/tests/availability.ts
function availabilityOf(samples) {
	const failed = samples.flatMap(({ isRight, fromMs, toMs, during }, index) => isRight ? [] : [{
		fromMs,
		toMs: samples[index + 1]?.fromMs ?? toMs,
		during
	}]);
	const gaps = [];
	for (const { fromMs, toMs, during } of failed) {
		const last = gaps.at(-1);
		if (last?.toMs === fromMs) Object.assign(last, {
			toMs,
			during: last.during || during
		});
		else gaps.push({
			fromMs,
			toMs,
			during
		});
	}
	const lengthMs = ({ fromMs, toMs }) => toMs - fromMs;
	const [gap] = gaps.sort((a, b) => lengthMs(b) - lengthMs(a));
	const longestGapSeconds = gap ? Math.ceil(lengthMs(gap) / 1e3) : 0;
	return {
		requests: samples.length,
		failed: failed.length,
		longestGapSeconds,
		gap
	};
}
async function watchAvailability({ live, tests }, ports) {
	const { secrets, connect, clock } = ports;
	const endpointUrl = new URL(live.url);
	const test = tests.find((test) => test.get !== void 0 && !require_tests.sendsSecret(test, {
		endpointUrl,
		secrets
	})) ?? { get: live.config.healthy.path };
	if (test.get === "") throw new Error("there is neither a `get` test without a secret nor a health check");
	const request = require_tests.buildRequest(test, {
		endpointUrl,
		secrets
	});
	const ended = new AbortController();
	const signal = AbortSignal.any([ended.signal, ports.signal]);
	const samples = [];
	const now = {
		isPaused: false,
		during: ""
	};
	const connection = await connect(endpointUrl, { keepAliveMs: 2 * require_index.sampleTimeoutMs });
	const sample = async (timeoutMs) => {
		const fromMs = clock.date().getTime();
		const answer = await connection.send({
			...request,
			timeoutMs,
			signal
		});
		const isRight = answer.kind === "answer" && require_tests.isSuccess(answer.status);
		if (!signal.aborted) samples.push({
			...now,
			fromMs,
			toMs: clock.date().getTime(),
			isRight
		});
	};
	const repeat = async () => {
		for (;;) {
			await clock.sleep(require_index.samplePauseMs, signal);
			if (!now.isPaused) await sample(require_index.sampleTimeoutMs);
		}
	};
	const end = () => {
		ended.abort();
		return availabilityOf(samples);
	};
	await sample(require_index.samplePauseMs);
	const isServing = samples.some(({ isRight }) => isRight);
	if (!isServing) end();
	repeat().catch(() => connection.close());
	if (!isServing) throw new Error("the first answer was not a 2xx");
	return {
		now,
		end
	};
}

exports.watchAvailability = watchAvailability;