const require_index = require("./index.js");
const require_tests = require("./tests.js");

// src/tests/availability.ts
function availabilityOf(samples) {
	const gaps = [];
	let wasRight = true;
	for (const { sentMs, endMs, isRight, during } of samples) {
		if (wasRight && !isRight) gaps.push({
			fromMs: sentMs,
			toMs: endMs,
			during
		});
		const gap = gaps.at(-1);
		if (gap && !wasRight) gaps.splice(-1, 1, {
			...gap,
			toMs: isRight ? sentMs : endMs,
			during: gap.during || during
		});
		wasRight = isRight;
	}
	const [gap] = gaps.toSorted((a, b) => lengthMs(b) - lengthMs(a));
	const failed = samples.filter(({ isRight }) => !isRight).length;
	return {
		requests: samples.length,
		failed,
		longestGapSeconds: Math.ceil(lengthMs(gap) / 1e3),
		gap
	};
}
const lengthMs = (gap) => gap ? gap.toMs - gap.fromMs : 0;
async function watchAvailability(watched, ports) {
	const { endpointUrl, tests, healthPath } = watched;
	const { secrets, connect, clock, onSkip } = ports;
	const test = tests.find((test) => test.get !== void 0 && !require_tests.sendsSecret(test, {
		endpointUrl,
		secrets
	}));
	if (!test && healthPath === "") {
		onSkip("there is neither a `get` test without a secret nor a health check");
		return;
	}
	const request = require_tests.buildRequest(test ?? { get: healthPath }, {
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
	async function sample(connection, timeoutMs) {
		const sentMs = clock.date().getTime();
		const answer = await connection.send({
			...request,
			timeoutMs,
			signal
		});
		const status = answer.kind === "answer" ? answer.status : 0;
		const facts = {
			sentMs,
			endMs: clock.date().getTime(),
			during: now.during
		};
		if (!signal.aborted) samples.push({
			...facts,
			isRight: require_tests.isSuccess(status)
		});
		return status;
	}
	async function repeat(connection) {
		for (;;) {
			await clock.sleep(require_index.samplePauseMs, signal);
			if (!now.isPaused) await sample(connection, require_index.sampleTimeoutMs);
		}
	}
	try {
		const connection = await connect(endpointUrl, { keepAliveMs: 2 * require_index.sampleTimeoutMs });
		const first = await sample(connection, require_index.samplePauseMs).catch(String);
		if (samples[0]?.isRight) {
			repeat(connection).catch(() => connection.close());
			const end = () => {
				ended.abort();
				return availabilityOf(samples);
			};
			return {
				now,
				end
			};
		}
		await connection.close();
		onSkip(`the first answer was ${first || "none"}`);
	} catch (error) {
		onSkip(String(error));
	}
}

exports.watchAvailability = watchAvailability;