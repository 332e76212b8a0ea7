const require_service = require("./service.js");
const require_index = require("./index.js");
const require_deploy = require("./deploy.js");
const require_rollout = require("./rollout.js");
const require_tests = require("./tests.js");

// src/compare/ratio.ts
function ratioOf(candidate, production) {
	const ratios = candidate.flatMap((ours) => production.map((theirs) => ours / theirs));
	return intervalsOf(Float64Array.from(ratios), chancesOfU(candidate.length, production.length));
}
function pairedRatio(candidate, production) {
	const logs = candidate.map((ours, index) => Math.log(ours / (production[index] ?? ours)));
	const averages = new Float64Array(logs.length * (logs.length + 1) / 2);
	let next = 0;
	for (const [index, one] of logs.entries()) for (let at = index; at < logs.length; at += 1, next += 1) averages[next] = Math.exp((one + (logs[at] ?? 0)) / 2);
	return intervalsOf(averages, chancesOfRanks(logs.length));
}
function intervalsOf(ratios, chances) {
	ratios.sort();
	const inside = (chance) => {
		const cut = chances.findIndex((each) => each > (1 - chance) / 2);
		return {
			low: ratios[cut - 1] ?? ratios[0] ?? 0,
			high: ratios[ratios.length - cut] ?? ratios.at(-1) ?? 0
		};
	};
	return {
		estimate: medianOf(ratios),
		likely: inside(.95),
		certain: inside(.99)
	};
}
function median(values) {
	return medianOf(values.toSorted((a, b) => a - b));
}
function medianOf(sorted) {
	const [low = 0, high = low] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
	return Math.sqrt(low * high);
}
function percentile95(values) {
	return values.toSorted((a, b) => a - b)[Math.ceil(.95 * values.length) - 1] ?? 0;
}
const maxChance = .01;
const chance = (count, other) => chanceOfShare(count, {
	of: count + other,
	share: .5
});
function chanceOfShare(count, { of, share }) {
	let log = of * Math.log(1 - share);
	let fewer = count > 0 ? Math.exp(log) : 0;
	for (let each = 1; each < count; each += 1) {
		log += Math.log((of - each + 1) / each * (share / (1 - share)));
		fewer += Math.exp(log);
	}
	return Math.max(0, 1 - fewer);
}
function chancesOfU(count, other) {
	const orders = new Float64Array(count * other + 1);
	orders[0] = 1;
	for (let i = 1; i <= count; i += 1) {
		for (let u = orders.length - 1; u >= 0; u -= 1) addFrom(orders, u, other + i, -1);
		for (let u = 0; u < orders.length; u += 1) addFrom(orders, u, i, 1);
	}
	return shares(orders);
}
function chancesOfRanks(count) {
	const orders = new Float64Array(count * (count + 1) / 2 + 1);
	orders[0] = 1;
	for (let i = 1; i <= count; i += 1) for (let w = orders.length - 1; w >= 0; w -= 1) addFrom(orders, w, i, 1);
	return shares(orders);
}
function addFrom(list, index, before, sign) {
	list[index] = (list[index] ?? 0) + sign * (list[index - before] ?? 0);
}
function shares(orders) {
	for (let index = 0; index < orders.length; index += 1) addFrom(orders, index, 1, 1);
	const whole = orders.at(-1) ?? 1;
	return orders.map((each) => each / whole);
}

// \0@oxc-project+runtime@0.156.0/helpers/esm/usingCtx.js
function _usingCtx() {
	var r = "function" == typeof SuppressedError ? SuppressedError : function(r, e) {
		var n = Error();
		return n.name = "SuppressedError", n.error = r, n.suppressed = e, n;
	}, e = {}, n = [];
	function using(r, e) {
		if (null != e) {
			if (Object(e) !== e) throw new TypeError("using declarations can only be used with objects, functions, null, or undefined.");
			if (r) var o = e[Symbol.asyncDispose || Symbol["for"]("Symbol.asyncDispose")];
			if (void 0 === o && (o = e[Symbol.dispose || Symbol["for"]("Symbol.dispose")], r)) var t = o;
			if ("function" != typeof o) throw new TypeError("Object is not disposable.");
			t && (o = function o() {
				try {
					t.call(e);
				} catch (r) {
					return Promise.reject(r);
				}
			}), n.push({
				v: e,
				d: o,
				a: r
			});
		} else r && n.push({
			d: e,
			a: r
		});
		return e;
	}
	return {
		e,
		u: using.bind(null, !1),
		a: using.bind(null, !0),
		d: function d() {
			var o, t = this.e, s = 0;
			function next() {
				for (; o = n.pop();) try {
					if (!o.a && 1 === s) return s = 0, n.push(o), Promise.resolve().then(next);
					if (o.d) {
						var r = o.d.call(o.v);
						if (o.a) return s |= 2, Promise.resolve(r).then(next, err);
					} else s |= 1;
				} catch (r) {
					return err(r);
				}
				if (1 === s) return t !== e ? Promise.reject(t) : Promise.resolve();
				if (t !== e) throw t;
			}
			function err(n) {
				return t = t !== e ? new r(n, t) : n, next();
			}
			return next();
		}
	};
}

// src/compare/clients.ts
var clients_exports = /* @__PURE__ */ require_index.__exportAll({ openClients: () => openClients });
const openClients = (options) => async ({ url, tests, startsMs, lastMs, isOver, signal }) => {
	try {
		var _usingCtx$2 = _usingCtx();
		const { clock } = options;
		const beganMs = clock.monotonicMs();
		const elapsedMs = () => clock.monotonicMs() - beganMs;
		const answers = [];
		const endpointUrl = new URL(url);
		const shared = {
			models: /* @__PURE__ */ new Map(),
			known: require_tests.knowNothing(),
			deadlineMs: beganMs + lastMs,
			isTimed: false
		};
		let sent = 0;
		const opened = _usingCtx$2.a(new AsyncDisposableStack());
		const client = async (startMs) => {
			await clock.sleep(startMs, signal);
			const connection = await options.connect(endpointUrl);
			opened.defer(() => connection.close());
			while (elapsedMs() < lastMs && !isOver(answers, elapsedMs())) {
				const test = tests[sent % tests.length] ?? {};
				sent += 1;
				const startMs = elapsedMs();
				const asked = await require_tests.ask(test, {
					...options,
					...shared,
					endpointUrl,
					connection,
					signal
				});
				const ended = answerKind(test, asked);
				answers.push({
					...asked.measured,
					content: void 0,
					...ended,
					test,
					startMs,
					endMs: elapsedMs()
				});
				if (ended.reason === "") continue;
				const right = answers.slice(-200).flatMap((each) => each.kind === "right" ? each.totalMs ?? 0 : []);
				const pauseMs = Math.max(require_index.loadPauseMs, right.length > 0 ? median(right) : 0);
				await clock.sleep(Math.max(0, Math.min(pauseMs, lastMs - elapsedMs())), signal);
			}
		};
		await Promise.all(startsMs.map(client));
		return answers;
	} catch (_) {
		_usingCtx$2.e = _;
	} finally {
		await _usingCtx$2.d();
	}
};
function answerKind(test, { answer, fault, measured }) {
	const { status = 0 } = measured;
	if (answer?.kind === "answer" ? answer.body.brokenBy === "timeout" : answer?.waitedMs !== void 0) return {
		kind: "open",
		reason: ""
	};
	if (status === 429) return {
		kind: "limited",
		reason: "429"
	};
	if (!(answer ? require_tests.formFault(test, answer) : fault)) return {
		kind: fault ? "wrong" : "right",
		reason: ""
	};
	const reason = answer?.kind === "lost" ? answer.reason : "no whole answer";
	return {
		kind: "failed",
		reason: status === 0 || require_tests.isSuccess(status) ? reason : String(status)
	};
}

// src/compare/judge.ts
const metrics = {
	right: "right answers",
	came: "answers that came",
	tail: "whole answers within 3 × the limit of the other side",
	answers: "answers",
	firstTokenMs: "first token",
	tokenMs: "tokens/s",
	totalMs: "total",
	whole: "whole answer: median / p95 / slowest",
	tokens: "tokens of an answer: median",
	same: "same answer"
};
const sides = ["production", "candidate"];
const verdicts = {
	worse: ["is worse than", "⚠️"],
	slower: ["is slower than", "⚠️"],
	"not-compared": ["could not be compared with", ""],
	undecided: ["compared with", "❔"],
	fine: ["compared with", "✅"]
};
const byGravity = Object.keys(verdicts);
const minPairs = 5;
const minSeparatePairs = 3;
const minRankedPairs = 8;
const maxAgain = 30;
const maxAgainInAll = 50;
const usualSlower = .2;
const tailFactor = 3;
const minWithTail = 100;
const cacheFactor = 3;
const signOfRight = ({ production, candidate }) => Number(candidate.fault !== "") - Number(production.fault !== "");
const signOfTail = ({ slower = usualSlower }) => ({ production: { totalMs: theirs }, candidate: { totalMs: ours } }) => {
	const isFar = (ms = 0, other = Infinity) => ms > tailFactor * (1 + slower) * Math.max(other, 5);
	return Number(isFar(ours, theirs)) - Number(isFar(theirs, ours));
};
const onBoth = (fits) => ({ production, candidate }) => fits(production) && fits(candidate);
const areRight = onBoth(({ fault }) => fault === "");
const isAnswered = ({ fault, status }) => fault === "" || require_tests.isSuccess(status);
function tally(pairs, sign = signOfRight) {
	const [lost = [], gained = []] = [1, -1].map((wanted) => pairs.filter((pair) => sign(pair) === wanted));
	return {
		lost,
		gained,
		p: chance(lost.length, gained.length)
	};
}
function mayBeSpell(pairs) {
	const signs = pairs.map(signOfRight);
	return tally(pairs.filter((_, index) => signs[index] !== signs[index - 1])).p >= maxChance;
}
function judge({ groups, pairs, rules, again }) {
	const rows = [
		...signRow("right", pairs, rules),
		...groups.flatMap((group) => rowsOfGroup(group, rules)),
		...signRow("tail", pairs.filter(areRight), rules)
	].map((row) => again ? confirmed(row, again) : row);
	const unasked = groups.filter((group) => group.stopped !== "" && group.pairs.length === 0);
	const isAside = ({ title }) => unasked.length < groups.length && unasked.some((group) => group.title === title);
	const verdict = [
		...byGravity.filter((each) => isRefused(each, rules)),
		"not-compared",
		...byGravity
	].find((each) => rows.some((row) => row.verdict === each && !isAside(row))) ?? "not-compared";
	const suspects = rows.flatMap(({ suspicion }) => [...new Set(suspicion?.pairs)].slice(0, maxAgain));
	return {
		groups,
		pairs,
		rows,
		verdict,
		row: rows.find((row) => row.verdict === verdict && !isAside(row)),
		suspects: [...new Set(suspects)].slice(0, maxAgainInAll)
	};
}
function confirmed(row, again) {
	const { suspicion, verdict, numbers } = row;
	if (!suspicion) return row;
	const { lost, gained, p } = tally(again, suspicion.sign);
	const isProved = p <= suspicion.maxChance;
	const why = isProved ? "" : ", so perhaps a cache, or a short disturbance";
	const found = `asked again: ${lost.length} ${verdict}, ${gained.length} the other way${why}`;
	const [production, candidate, words] = row.shown;
	return {
		...row,
		verdict: isProved ? verdict : again.length > 0 ? "undecided" : "not-compared",
		shown: [
			production,
			candidate,
			`${words}; ${again.length > 0 ? found : "no time was left to ask again"}`
		],
		numbers: {
			...numbers,
			again: {
				lost: lost.length,
				gained: gained.length
			}
		}
	};
}
function isRefused(verdict, { worse, slower, prompts }) {
	return {
		worse: prompts === void 0 ? worse ?? slower : worse,
		slower
	}[verdict] !== void 0;
}
function rowName({ name, title }) {
	return title === "" ? name : name.replace(/(?=: )|$/, ` of ${title}`);
}
const rowOf = (key, shown, given) => {
	return {
		key,
		name: metrics[key],
		title: "",
		verdict: "",
		shown,
		numbers: {},
		suspicion: void 0,
		...given
	};
};
const signTests = {
	right: {
		finds: "worse",
		signBy: () => signOfRight,
		minEven: .1,
		maxChance: .1
	},
	tail: {
		finds: "slower",
		signBy: signOfTail,
		minEven: .005,
		maxChance: .5
	}
};
function signRow(key, pairs, rules) {
	const isTail = key === "tail";
	const { finds, signBy, minEven, maxChance: maxChanceAgain } = signTests[key];
	const sign = signBy(rules);
	const { lost, gained, p } = tally(pairs, sign);
	if (pairs.length === 0 || isTail && lost.length + gained.length === 0) return [];
	const net = lost.length - gained.length;
	const worse = isTail ? void 0 : rules.worse;
	const verdict = net <= 0 || (worse === void 0 ? p >= minEven : net < worse * pairs.length) ? "fine" : p < .01 ? finds : "undecided";
	const suspects = isTail ? [...lost, ...pairs] : mayBeSpell(pairs) ? [...lost, ...gained] : [];
	const isSuspected = verdict === finds && suspects.length > 0;
	const neither = pairs.filter(onBoth(({ fault }) => fault !== "")).length;
	const [production, candidate] = [gained, lost].map((list) => pairs.length - neither - list.length);
	const change = net === 0 ? "as many" : `${net > 0 ? "−" : "+"}${points(Math.abs(net) / pairs.length)}`;
	const limit = worse === void 0 ? "" : `; limit ${points(worse)}`;
	const ofChance = p === 1 ? "" : p < .001 ? ", p < 0.001" : `, p = ${p.toFixed(p < .1 ? 3 : 2)}`;
	const words = `${change} (lost ${lost.length}, gained ${gained.length}${limit})${ofChance}`;
	const isRight = isTail || pairs.some(({ question }) => require_deploy.hasRightAnswer(question.test));
	return [rowOf(key, [
		`${production} of ${pairs.length}`,
		String(candidate),
		words
	], {
		...!isRight && { name: metrics.came },
		verdict,
		numbers: {
			production,
			candidate,
			lost: lost.length,
			gained: gained.length,
			p
		},
		suspicion: isSuspected ? {
			pairs: suspects,
			sign,
			maxChance: maxChanceAgain
		} : void 0
	})];
}
const points = (share) => `${Math.round(1e3 * share) / 10} points`;
function rowsOfGroup(group, rules) {
	const { title, pairs, questions, stopped } = group;
	const both = pairs.filter(areRight);
	const streamed = both.filter(onBoth(hasFirstToken));
	const whole = both.filter((pair) => !streamed.includes(pair));
	const rows = [
		...["firstTokenMs", "tokenMs"].flatMap((key) => timeRow(key, streamed, {
			title,
			rules
		})),
		...timeRow("totalMs", whole, {
			title,
			rules
		}),
		...toldRows(group, both)
	];
	const isFound = rows.some(({ verdict }) => verdict === "slower");
	const isHalf = 2 * pairs.filter(({ production }) => isAnswered(production)).length >= questions.length;
	if (stopped === "" && (isFound || isHalf && both.length >= minPairs)) return rows;
	const reason = stopped || `${both.length} of ${questions.length} came in time and were right on both sides`;
	return [rowOf("answers", [
		"",
		"",
		reason
	], {
		title,
		verdict: "not-compared",
		numbers: { reason }
	}), ...stopped === "" ? rows : []];
}
const hasFirstToken = ({ firstTokenMs }) => firstTokenMs !== void 0;
function unstreamedWords(pairs) {
	return sides.map((side, index) => {
		const other = sides[1 - index] ?? side;
		if (!pairs.some((pair) => hasFirstToken(pair[other]) && !hasFirstToken(pair[side]))) return "";
		const streamed = pairs.filter((pair) => hasFirstToken(pair[side])).length;
		return streamed === 0 ? `${side} does not stream` : `${side} streams ${streamed} of ${pairs.length} answers`;
	}).filter(Boolean).join(" and ");
}
function timeRow(key, both, { title, rules }) {
	const { prompts, slower = usualSlower } = rules;
	const isPaired = prompts !== void 0;
	const [theirs, ours] = timesOf(key, both);
	if (theirs.length < (isPaired ? minRankedPairs : minSeparatePairs)) return [];
	const { estimate, likely, certain } = (isPaired ? pairedRatio : ratioOf)(ours, theirs);
	const [production, candidate] = [median(theirs), median(ours)];
	const isSpeed = key === "tokenMs";
	const spanMs = production * (isSpeed ? median(timesOf("tokens", both)[0]) : 1);
	const limit = 1 + Math.max(slower, 5 / spanMs);
	const isSlower = (isPaired ? likely : certain).low > limit;
	const ratio = (of) => (isSpeed ? 1 / of : of).toFixed(2);
	const shown = (ms) => isSpeed ? (1e3 / ms).toFixed(ms > 100 ? 1 : 0) : require_tests.formatMs(ms);
	const ends = isSpeed ? [likely.high, likely.low] : [likely.low, likely.high];
	const words = `${ratio(estimate)} × (${ends.map(ratio).join("–")}), limit ${ratio(limit)} ×`;
	const sign = ({ production: { [key]: before }, candidate: { [key]: after } }) => before && after ? after > limit * before ? 1 : -1 : 0;
	return [rowOf(key, [
		shown(production),
		shown(candidate),
		words
	], {
		title,
		verdict: likely.high <= limit ? "fine" : isSlower ? "slower" : "undecided",
		numbers: {
			production,
			candidate,
			ratio: estimate,
			...likely,
			limit
		},
		suspicion: isPaired && isSlower ? {
			pairs: both,
			sign,
			maxChance: .6
		} : void 0
	})];
}
function timesOf(name, pairs) {
	const both = pairs.filter(onBoth((sample) => sample[name] !== void 0));
	const of = (side) => both.map((pair) => Math.max(pair[side][name] ?? 0, .01));
	return [of("production"), of("candidate")];
}
function toldRows({ title, firstMs }, both) {
	const tellEach = (key, tell, words = "") => {
		const [theirs, ours] = timesOf(key === "whole" ? "totalMs" : key, both);
		return theirs.length === 0 ? [] : rowOf(key, [
			tell(theirs),
			tell(ours),
			words
		], { title });
	};
	const whole = (list) => {
		const p95 = list.length < minWithTail ? "–" : require_tests.formatMs(percentile95(list));
		return [
			require_tests.formatMs(median(list)),
			p95,
			require_tests.formatMs(Math.max(...list))
		].join(" / ");
	};
	const words = [firstMs > cacheFactor * median(timesOf("totalMs", both)[0]) ? "the first answer of production took over 3 × as long: a cache may hide the model, so compare by prompts" : "", unstreamedWords(both)].filter(Boolean).join("; ");
	const saying = both.filter(onBoth(({ said }) => said !== void 0));
	const same = saying.filter(({ production, candidate }) => production.said === candidate.said).length;
	return [
		tellEach("whole", whole, words),
		tellEach("tokens", (list) => String(Math.round(median(list)))),
		saying.length > 0 ? rowOf("same", [
			"",
			"",
			`${same} of ${saying.length}`
		], { title }) : []
	].flat();
}

// src/compare/rounds.ts
var rounds_exports = /* @__PURE__ */ require_index.__exportAll({ openRounds: () => openRounds });
const askAgainShare = .2;
const maxWakeRequests = 40;
const maxRefusals = 10;
async function openSides(request, options, opened) {
	const { signal } = request;
	const { clock } = options;
	const counts = { requests: 0 };
	const known = require_tests.knowNothing();
	const connect = async (side) => {
		const endpointUrl = new URL(request[side].url);
		const connection = await options.connect(endpointUrl);
		opened.defer(() => connection.close());
		const send = (sent) => {
			if (side === "production") counts.requests += 1;
			return connection.send(sent);
		};
		const asking = {
			...options,
			signal,
			endpointUrl,
			connection: {
				...connection,
				send
			},
			isTimed: false,
			known
		};
		const models = /* @__PURE__ */ new Map();
		return (test, deadlineMs) => require_tests.ask(test, {
			...asking,
			models,
			deadlineMs
		});
	};
	const askers = {
		production: await connect("production"),
		candidate: await connect("candidate")
	};
	const proved = /* @__PURE__ */ new Set();
	let wakeRequests = 0;
	const askAwake = async (side, test, deadlineMs) => {
		const { isUp } = request[side];
		let asked = await askers[side](test, deadlineMs);
		let isNew = !proved.has(side);
		while (isUp && mayBeStarting(asked.fault) && wakeRequests < maxWakeRequests && clock.monotonicMs() < deadlineMs) {
			if (!isNew && await isUp()) break;
			isNew = true;
			await clock.sleep(require_index.wakePauseMs, signal);
			if (!await isUp()) continue;
			wakeRequests += 1;
			asked = await askers[side](test, deadlineMs);
		}
		if (!asked.fault) proved.add(side);
		return asked;
	};
	return {
		askAwake,
		counts
	};
}
const openRounds = (options) => async (request) => {
	try {
		var _usingCtx$1 = _usingCtx();
		const { tests, rules, log } = request;
		const { set } = rules;
		const { clean, clock } = options;
		const { askAwake, counts } = await openSides(request, options, _usingCtx$1.a(new AsyncDisposableStack()));
		const groups = groupsOf(request);
		for (const [index, group] of groups.entries()) {
			const [test = {}] = tests.slice(index);
			if (clock.monotonicMs() >= request.deadlineMs) break;
			const { fault, measured } = await askAwake("production", test, request.deadlineMs);
			await askAwake("candidate", test, request.deadlineMs);
			const isAwake = request.production.isUp === void 0;
			if (fault && (!set || !isAwake && mayBeStarting(fault))) group.stopped = `production answers ${require_index.oneLine(clean(fault.got, 2048), 160)}`;
			if (isAwake && !set) group.firstMs = measured.totalMs ?? 0;
		}
		const pairs = [];
		const startedMs = clock.monotonicMs();
		const endMs = Math.min(request.deadlineMs, startedMs + require_index.maxRoundsMs);
		let turn = 0;
		const askPair = async (question, deadlineMs) => {
			turn += 1;
			const samples = {};
			for (const side of turn % 2 === 0 ? sides.toReversed() : sides) {
				const nowMs = clock.monotonicMs();
				if (nowMs >= deadlineMs) return [];
				const untilMs = set ? Math.min(deadlineMs, nowMs + require_index.maxPromptMs) : deadlineMs;
				samples[side] = sampleOf(question.test, await askAwake(side, question.test, untilMs), {
					clean,
					set
				});
			}
			return clock.monotonicMs() >= deadlineMs ? [] : [{
				question,
				...samples
			}];
		};
		const firstEndMs = endMs - askAgainShare * (endMs - startedMs);
		const planned = groups[0]?.questions.length ?? 0;
		for (let pass = 0; pass < planned && clock.monotonicMs() < firstEndMs; pass += 1) {
			for (const group of groups.filter(({ stopped }) => stopped === "")) {
				const question = group.questions[pass];
				const asked = question ? await askPair(question, firstEndMs) : [];
				group.pairs.push(...asked);
				pairs.push(...asked);
				group.stopped = whyStopped(group.pairs);
			}
			const fit = Math.floor(maxRefusals * (firstEndMs - startedMs) / (clock.monotonicMs() - startedMs));
			if (set && pass + 1 === maxRefusals && fit < planned) log([`Compare: about ${fit} of ${planned} prompts can be asked in time.`]);
		}
		const again = [];
		const { suspects } = judge({
			groups,
			pairs,
			rules,
			again: void 0
		});
		for (const { question } of suspects) again.push(...await askPair(question, endMs));
		return {
			...judge({
				groups,
				pairs,
				rules,
				again
			}),
			...counts
		};
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
};
const mayBeStarting = (fault) => fault !== void 0 && fault.weight !== "own";
function groupsOf({ tests, rules: { set, requests = set?.prompts.length ?? 20 } }) {
	const ofTest = (test) => {
		const title = require_tests.testTitle(test);
		return {
			title,
			questions: Array(requests).fill({
				test,
				title,
				line: 0
			})
		};
	};
	return (set ? [{
		title: "",
		questions: set.prompts.slice(0, requests)
	}] : tests.map(ofTest)).map((group) => ({
		...group,
		pairs: [],
		stopped: "",
		firstMs: 0
	}));
}
function whyStopped(pairs) {
	const limiting = sides.find((side) => pairs.length > 1 && pairs.slice(-2).every((pair) => pair[side].status === 429));
	if (limiting) return `${limiting} limits its rate: it answered 429 twice in a row`;
	if (pairs.length !== maxRefusals || pairs.some(({ production }) => isAnswered(production))) return "";
	return `${!pairs.some(({ candidate }) => isAnswered(candidate)) ? "both answer" : "production answers"} ${pairs[0]?.production.fault}`;
}
function sampleOf(test, asked, options) {
	const { status = 0, totalMs = 0, tokensPerSecond = 0, content, tokens, firstTokenMs } = asked.measured;
	const fault = faultOf(test, asked, options);
	if (fault !== "") return {
		fault,
		status
	};
	const said = content === void 0 ? void 0 : require_index.hash("sha256", content.replaceAll(/\s+/g, " ").trim());
	const isBuffered = (tokens ?? 0) >= 8 && totalMs - (firstTokenMs ?? 0) <= 5;
	const tokenMs = tokensPerSecond > 0 ? 1e3 / tokensPerSecond : void 0;
	return {
		fault,
		status,
		totalMs,
		tokens,
		said,
		...!isBuffered && firstTokenMs !== void 0 && {
			firstTokenMs,
			tokenMs
		}
	};
}
function faultOf(test, { answer, fault }, { clean, set }) {
	if (answer?.kind !== "answer") return answer?.reason ?? fault?.got ?? "no answer";
	const { body, endMs, status } = answer;
	const isMissing = set !== void 0 && (body.brokenBy !== void 0 || require_tests.textOf(body).trim() === "");
	if (!fault && !isMissing) return "";
	if (body.brokenBy === "timeout") return `no end within ${require_tests.formatMs(endMs)}`;
	if (!fault || isMissing || require_tests.formFault(test, answer)) return require_tests.isSuccess(status) ? "no whole answer" : String(status);
	return `expected ${fault.expected}, got ${require_index.oneLine(clean(fault.got, 240), 60)}`;
}

// src/compare/load.ts
const { alone, half, all } = require_index.loadStages;
const loopMs = all.toMs;
const judgedSeconds = (all.toMs - all.fromMs) / 1e3;
const halfOf = (at) => Math.ceil(at / 2);
const startsOf = (at) => Array.from({ length: at }, (_, index) => index === 0 ? 0 : index < halfOf(at) ? alone.toMs : half.toMs);
const maxShares = {
	failed: .1,
	late: .5
};
const overloads = Object.keys(maxShares);
const limits = {
	"first-token": "first tokens",
	within: "answers"
};
function limitsOf({ expect = {} }) {
	return ["first-token", "within"].flatMap((field) => {
		const { [field]: ms } = expect;
		if (ms === void 0) return [];
		const limit = require_tests.formatMs(ms);
		return {
			field,
			ms,
			words: `${limits[field]} later than ${limit}`,
			text: `${field}: ${limit.replace(" ", "")}`
		};
	});
}
function lateAtMs({ test, startMs, endMs, firstContentMs = endMs - startMs }) {
	const tookMs = {
		"first-token": firstContentMs,
		within: endMs - startMs
	};
	const missed = limitsOf(test).filter(({ field, ms }) => tookMs[field] > ms);
	return startMs + Math.min(...missed.map(({ ms }) => ms));
}
function countIn(answers, first = answers, { fromMs, toMs } = all) {
	const right = new Set(first.flatMap(({ kind, test, endMs }) => kind === "right" && endMs < alone.toMs ? test : []));
	const counted = answers.map((answer) => {
		const { kind, test, endMs, reason } = answer;
		const isFailed = kind === "failed" || kind === "wrong" && right.has(test);
		const lateMs = lateAtMs(answer);
		const isLate = lateMs < Infinity;
		return {
			isFailed,
			isLate,
			atMs: isLate || kind === "open" ? lateMs : endMs,
			limits: isLate || !isFailed ? limitsOf(test) : [],
			reason
		};
	}).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
	const failed = counted.filter(({ isFailed }) => isFailed);
	const timed = counted.filter(({ limits }) => limits.length > 0);
	const late = timed.filter(({ isLate }) => isLate);
	const each = (words) => [...new Set(words)].join(" or ");
	const reasons = each(failed.map(({ reason }) => reason || "wrong answers"));
	const limits = each(timed.flatMap((answer) => answer.limits.map(({ words }) => words)));
	return {
		failed: {
			count: failed.length,
			of: counted.length,
			words: `${failed.length} of ${counted.length} answers failed (${reasons})`
		},
		late: {
			count: late.length,
			of: timed.length,
			words: `${late.length} of ${timed.length} ${limits}`
		}
	};
}
function isLimited(answers) {
	const recent = answers.slice(-100);
	return recent.filter(({ kind }) => kind === "limited").length > Math.max(2, recent.length / 10);
}
const overloadIn = (counted, again) => overloads.find((each) => {
	const { count, of } = counted[each];
	const share = maxShares[each];
	return chanceOfShare(count, {
		of,
		share
	}) < .01 && (!again || again[each].count > share * again[each].of);
});
function judgeLoad(counted, { at, worker, again }) {
	const { kind, isBack } = worker;
	const isDead = kind !== "same" && (!isBack || again && again.failed.count === again.failed.of);
	const [open, red] = [overloadIn(counted), overloadIn(counted, again)];
	const [, verdict, why = ""] = [
		[
			isDead,
			"overloaded",
			`its worker ${kind === "lost" ? "was lost" : kind}`
		],
		[
			red,
			"overloaded",
			red && counted[red].words
		],
		[
			open,
			"undecided",
			open && `${counted[open].words}, and not again`
		],
		[
			kind === "lost",
			"undecided",
			"its worker was lost, and another one answers"
		],
		[
			counted.failed.of < 2 * at,
			"undecided",
			"too few answers"
		]
	].find(([isFound]) => isFound) ?? [true, "passed"];
	return {
		verdict,
		why
	};
}
function figuresOf(answers) {
	const of = (stage) => figuresIn(answers, stage);
	return {
		alone: of(alone),
		half: of(half),
		all: of(all)
	};
}
function figuresIn(answers, { fromMs, toMs }) {
	const seconds = (toMs - fromMs) / 1e3;
	const right = answers.filter(({ kind, endMs }) => kind === "right" && endMs >= fromMs && endMs < toMs);
	const tokens = answers.flatMap(({ startMs, endMs, firstTokenMs, tokens = 0 }) => {
		if (firstTokenMs === void 0) return [];
		const first = Math.min(startMs + firstTokenMs, endMs - 1);
		return tokens * Math.max(0, Math.min(endMs, toMs) - Math.max(first, fromMs)) / (endMs - first);
	});
	const sum = tokens.reduce((all, each) => all + each, 0);
	const spread = (times) => times.length === 0 ? void 0 : [median(times), percentile95(times)];
	return {
		tokensPerSecond: tokens.length > 0 ? sum / seconds : void 0,
		work: (tokens.length > 0 ? sum : right.length) / seconds,
		firstTokenMs: spread(right.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
		totalMs: spread(right.flatMap(({ totalMs }) => totalMs ?? []))
	};
}

// src/render/load.ts
function tellNotLoaded({ message: reason, hint }, { name, at }) {
	const unjudged = new require_index.DeployError({
		code: "not-compared",
		message: `${name} was not loaded: ${reason}`,
		hint
	});
	const [title, message] = [`${name}: not loaded`, `${unjudged.message}.`];
	return {
		failure: void 0,
		isPassed: false,
		unjudged,
		lines: [],
		warnings: [{
			severity: "warning",
			title,
			message,
			hint
		}],
		summary: require_index.paragraphs([require_index.heading(`⚠️ ${title}`), require_index.proseCell(`${message} ${hint}`)]),
		output: {
			verdict: "not-loaded",
			at,
			reason
		}
	};
}
function tellLoad(load) {
	const { name, at, verdict, why, counted, figures, price, tests } = load;
	const { all, half, alone } = figures;
	const { tokensPerSecond: speed, firstTokenMs, totalMs } = all;
	const { failed, late } = counted;
	const message = `${name} does not serve ${at} at once: ${why}`;
	const heads = {
		passed: "",
		undecided: `❔ ${name} at ${at} at once: ${why}`,
		overloaded: `❌ ${message}`
	};
	const share = alone.work > 0 && `${(all.work / alone.work).toFixed(1)} ×`;
	const rate = speed !== void 0 && require_index.formatRate(speed);
	const cost = price !== void 0 && speed && (price / 3600 / speed * 1e6).toPrecision(2);
	const [first, whole] = [firstTokenMs, totalMs].map((times) => times?.map(require_tests.formatMs));
	const fields = new Set(tests.flatMap((test) => limitsOf(test).map(({ text }) => `\`${text}\``)));
	const judged = (what, { count, of }) => {
		const sign = why === "" || count === 0 ? "✅" : verdict === "overloaded" ? "❌" : "❔";
		return [
			what,
			of > 0 && `${of - count} of ${of}`,
			sign
		];
	};
	const cells = [
		judged("right answers", failed),
		judged(`in time (${[...fields].join(", ")})`, late),
		["tokens/s of the worker", rate && require_index.joined([rate, share && `${share} one at a time`])],
		["first token: median / p95", first?.join(" / ")],
		["whole answer: median / p95", whole?.join(" / ")],
		["1 M tokens at this load", cost]
	].flatMap(([what, found, sign = "told"]) => found ? [[
		require_index.proseCell(what),
		require_index.escapeCell(found),
		sign
	]] : []);
	const title = require_index.failureTitle(name, "overloaded");
	const lines = [
		require_index.joined([rate && `${rate} tokens/s`, share && `${share} the work of one at a time`]),
		first && `first token ${first[0]}, p95 ${first[1]}`,
		`${failed.count} of ${failed.of} failed`
	];
	return {
		failure: verdict === "overloaded" ? new require_index.DeployError({
			code: "overloaded",
			message,
			title
		}) : void 0,
		isPassed: verdict !== "overloaded",
		lines: [`Loaded: ${require_index.joined(lines, "; ")}.`],
		warnings: [],
		summary: require_index.paragraphs([
			`${require_deploy.comparisonMark}\n${heads[verdict] && require_index.heading(heads[verdict])}`,
			require_index.table([
				`${at} at once, for ${judgedSeconds} s`,
				require_index.codeCell(name),
				""
			], cells),
			halfWords(load)
		]),
		output: require_index.inThreeDigits({
			verdict,
			at,
			reason: why || void 0,
			seconds: judgedSeconds,
			requests: failed.of,
			failed: failed.count,
			late: late.count,
			tokensPerSecond: speed,
			half: half.tokensPerSecond,
			alone: alone.tokensPerSecond,
			firstTokenMs,
			totalMs
		})
	};
}
const nearly = .9;
function halfWords({ at, figures: { all, half } }) {
	const share = half.work / all.work;
	if (!(share >= nearly) || all.work === 0 || at < 4) return "";
	const first = half.firstTokenMs ? `, with a first token in ${require_tests.formatMs(half.firstTokenMs[0])}` : "";
	const of = halfOf(at);
	return require_index.proseCell(`${of} at once give ${Math.round(100 * share)} % of it: \`maxConcurrent: ${of}\` answers ${share > 1 / nearly ? "more" : "as many"}${first}.`);
}

// src/render/compare.ts
function lineOf(row) {
	const [production, candidate, words] = row.shown;
	return `${rowName(row)}: ${require_index.joined([require_index.joined([production, candidate], " → "), words])}`;
}
function verdictWords({ name, verdict, row, comparing }) {
	const isOpen = verdict === "undecided" || verdict === "fine";
	return `${name} ${verdicts[verdict][0]} ${comparing.with}${isOpen || !row ? "" : `: ${lineOf(row)}`}`;
}
function headingWords(compared) {
	const { name, verdict, row, pairs } = compared;
	if (verdict !== "worse" || !row) return verdictWords(compared);
	const right = pairs.filter(({ production }) => production.fault === "");
	return `${name} lost ${tally(pairs).lost.length} of ${right.length} ${row.name}`;
}
function codeOf({ verdict, comparing }) {
	if (verdict === "undecided" || verdict === "fine") return void 0;
	return (verdict === "not-compared" ? require_service.isGate(comparing) : isRefused(verdict, comparing)) ? verdict : void 0;
}
function tellComparison(compared) {
	const { name, comparing, rows, row } = compared;
	const code = codeOf(compared);
	const message = `${verdictWords(compared)}${row ? "" : ": nothing was asked"}`;
	const hint = code === "not-compared" ? "Without a verdict, it does not pass. Correct what production refuses, or `expect` where production never answers so; if time ran out, lower `requests`, or ask for shorter answers." : void 0;
	const loss = lossOfProduction(compared);
	const statusHint = `Run \`status\` on ${comparing.with}.`;
	const lines = rows.map((each) => `Compared: ${lineOf(each)}${each.verdict && `: ${each.verdict}`}.`);
	return {
		failure: code && new require_index.DeployError({
			code,
			message,
			hint,
			title: require_index.failureTitle(name, code)
		}),
		isPassed: !code,
		lines: [...lines, ...closingLines(compared)],
		warnings: loss ? [{
			severity: "warning",
			title: `${name}: production`,
			message: `${name}: ${loss}.`,
			hint: statusHint
		}] : [],
		summary: summaryOf(compared),
		output: outputOf(compared),
		production: productionWords(compared)
	};
}
function tellNotCompared(why, of) {
	const { severity, reason, hint, verdict } = why;
	const isRuled = require_service.isGate(of.comparing);
	const message = `${of.name} was not compared: ${reason}`;
	const title = `${of.name}: not compared`;
	const code = severity === "error" ? "not-found" : isRuled && verdict === "refused" ? "not-compared" : void 0;
	const failure = code && new require_index.DeployError({
		code,
		message,
		hint,
		title
	});
	const isPassed = !failure && (verdict === "passes" || !isRuled);
	const head = require_index.heading(`${failure ? "❌" : "⚠️"} ${title}`);
	return {
		failure,
		isPassed,
		lines: [],
		warnings: failure ? [] : [{
			severity,
			title,
			message: `${message}.`,
			hint
		}],
		summary: isPassed ? void 0 : require_index.paragraphs([
			head,
			require_index.proseCell(`${message}. ${hint}`),
			`URL: ${require_index.linkCell(of.url)}`
		]),
		output: {
			with: of.comparing.with,
			verdict: "not-compared",
			reason
		}
	};
}
function productionWords({ comparing, workers }) {
	const serving = workers.at(-1) ?? 0;
	return `Production ${comparing.with}: ${require_index.plural(serving, "worker")} ${serving === 1 ? "serves" : "serve"}`;
}
function lossOfProduction({ pairs, comparing }) {
	const failed = pairs.filter(({ production }) => !isAnswered(production));
	if (failed.length <= pairs.length / 10) return "";
	return `${comparing.with} failed ${failed.length} of ${pairs.length} requests: ${failed[0]?.production.fault}`;
}
function summaryOf(compared) {
	const { name, comparing, rows, groups, pairs } = compared;
	const open = rows.filter((row) => row.verdict === "undecided").length;
	const ofAll = rows.filter((row) => row.verdict !== "").length;
	const isTold = rows.some((row) => ![
		"",
		"fine",
		"undecided"
	].includes(row.verdict)) || lossOfProduction(compared);
	const sign = codeOf(compared) ? "❌" : isTold ? "⚠️" : open > 0 ? "❔" : "✅";
	const decided = open > 0 ? `. ${open} of ${ofAll} rows not decided` : "";
	const planned = groups[0]?.questions.length ?? 0;
	const asked = pairs.length === planned ? "" : `${pairs.length} of `;
	const opening = comparing.prompts ? `${asked}${require_index.plural(planned, "prompt")}, each once to both` : `up to ${require_index.plural(Math.max(0, ...groups.map((group) => group.pairs.length)), "request")} to each, one at a time`;
	const cells = rows.map((row) => {
		const [theirs, ours, words] = row.shown;
		const signOfRow = row.verdict === "" ? "" : isRefused(row.verdict, comparing) ? "❌" : verdicts[row.verdict][1];
		return [
			rowName(row),
			theirs,
			ours,
			`${words} ${signOfRow}`.trim()
		].map(require_index.escapeCell);
	});
	return require_index.paragraphs([
		`${require_deploy.comparisonMark}\n${require_index.heading(`${sign} ${headingWords(compared)}${decided}`)}`,
		require_index.table([
			opening,
			`production ${require_index.codeCell(comparing.with)}`,
			require_index.codeCell(name),
			""
		], cells),
		...closingLines(compared).map(require_index.proseCell),
		require_service.shownDifferences(compared.differences),
		`URL: ${require_index.linkCell(compared.url)}`
	]);
}
function closingLines({ name, rows, pairs, comparing, requests, wokeForSeconds, cost, workers }) {
	const found = tally(pairs);
	const lost = found.lost.map(({ question, candidate }) => `[${question.title}] ${candidate.fault}`);
	const gained = found.gained.map(({ question }) => `[${question.title}]`);
	const isOpen = rows.some(({ verdict }) => verdict === "undecided");
	const more = comparing.prompts ? "prompts" : "`requests`";
	const ran = Math.max(...workers) > 1 ? `, on ${[...new Set(workers)].join(" to ")} workers` : "";
	const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
	const state = wokeForSeconds === void 0 ? "was up already" : woken;
	const production = `\`${comparing.with}\` answered ${require_index.plural(requests, "request")}${ran}, and ${state}.`;
	return [
		lost.length > 0 && `Lost: ${[...new Set(lost)].slice(0, 3).join("; ")}.`,
		gained.length > 0 && `Gained: ${[...new Set(gained)].slice(0, 5).join(", ")}.`,
		isOpen && `To decide what is undecided, try more ${more}, longer answers, or a larger limit.`,
		`The two may run on different machines. ${production}${cost && ` Cost of \`${name}\`: ${cost}.`}`
	].flatMap((line) => line || []);
}
function outputOf({ verdict: found, rows, pairs, comparing, requests }) {
	const { set } = comparing;
	const columns = [
		"firstTokenMs",
		"tokenMs",
		"totalMs",
		"tokens"
	].map((name) => {
		return [name, sides.map((side) => pairs.map((pair) => pair[side][name] ?? null))];
	});
	const samples = set && {
		prompts: {
			file: set.file,
			sha256: set.sha256,
			asked: pairs.length,
			of: set.count
		},
		samples: {
			line: pairs.map(({ question }) => question.line),
			right: pairs.map((pair) => sides.map((side) => pair[side].fault === "" ? "1" : "0").join("")),
			...Object.fromEntries(columns)
		}
	};
	const measurements = rows.flatMap(({ key: what, title: test, verdict, numbers }) => verdict === "" ? [] : [{
		what,
		test,
		verdict,
		...numbers
	}]);
	const verdict = found === "fine" ? "passed" : found;
	return require_index.inThreeDigits({
		with: comparing.with,
		verdict,
		requests,
		asked: pairs.length,
		measurements,
		...samples
	});
}

// src/deploy/compare.ts
const notCompared = (reason, hint, more = {}) => {
	return {
		severity: "warning",
		verdict: "refused",
		isUnderWay: false,
		reason,
		hint,
		...more
	};
};
const inTurn = require_service.pLimit(1);
async function compareCandidate(candidate, context) {
	const { compare: comparing, config, live, log } = candidate;
	const { clock, signal, inputs } = context;
	const { name } = config;
	const deadlineMs = candidate.startedMs + inputs.waitTimeoutSeconds * 1e3;
	const compareInTurn = () => inTurn(() => compareNow(candidate, {
		context,
		deadlineMs
	})).catch((thrown) => {
		const { message, hint } = require_deploy.tolerated(thrown, context);
		return notCompared(message, hint);
	});
	let compared = await compareInTurn();
	const nextPauseMs = require_index.growing(require_index.pauses.compare);
	let toldReason = "";
	while (require_service.isGate(comparing) && "reason" in compared && compared.isUnderWay) {
		const pauseMs = nextPauseMs();
		if (clock.monotonicMs() + pauseMs >= deadlineMs) break;
		if (compared.reason !== toldReason) log([`Compare: ${compared.reason}. ${name} is compared after that.`]);
		toldReason = compared.reason;
		await clock.sleep(pauseMs, signal);
		compared = await compareInTurn();
	}
	return "reason" in compared ? tellNotCompared(compared, {
		name,
		comparing,
		url: live.url
	}) : tellComparison(compared);
}
async function compareNow(candidate, { context, deadlineMs }) {
	const { live, compare: comparing, config, tests, price, log } = candidate;
	const { name, workerConfig } = config;
	const { signal, connections } = context;
	const found = await findProduction(live, comparing, context);
	if ("reason" in found) return found;
	const own = await require_deploy.openReads(context).get(live.id);
	if (require_service.answeringIn(own).includes("old")) return notCompared(`an old worker of ${name} is healthy, and may answer`, "Run the step again when it has stopped.", { isUnderWay: true });
	const seen = (id) => require_deploy.readIfTold(id, context);
	const isUp = (id) => async () => {
		const now = await seen(id);
		return now !== void 0 && !["idle", "starting"].includes(require_service.healthOf(now));
	};
	const isAsleep = require_service.healthOf(found) === "idle";
	const { freeTimeout } = found.config.workerConfig;
	const wakes = ` This wakes ${comparing.with}: it is billed until it has been idle for ${freeTimeout} s.`;
	log([`Compare: ${name} with ${comparing.with} (${found.id}), one request at a time.${isAsleep ? wakes : ""}`]);
	const rounds = await connections.compare({
		tests,
		rules: comparing,
		log,
		signal,
		production: {
			url: found.url,
			isUp: isAsleep ? isUp(found.id) : void 0
		},
		candidate: {
			url: live.url,
			isUp: workerConfig.minNum === 0 ? isUp(live.id) : void 0
		},
		deadlineMs
	});
	const [production = found, ours = own] = await Promise.all([seen(found.id), seen(live.id)]);
	const takenOver = changeBetween(live, ours);
	const change = takenOver || changeBetween(found, production);
	const hint = "Run the step again when nothing is deployed there.";
	if (change) return notCompared(`meanwhile ${change} changed`, hint, { isUnderWay: takenOver === "" });
	const { why, ...unfit } = unfitnessOf(production);
	if (rounds.verdict === "not-compared" && unfit.verdict === "passes") return notCompared(`${comparing.with} (${found.id}) ${why}`, `Run \`status\` on ${comparing.with}.`, unfit);
	return {
		...rounds,
		name,
		comparing,
		url: live.url,
		wokeForSeconds: isAsleep ? freeTimeout : void 0,
		workers: [found, production].map((each) => require_service.readyIn(each).length),
		differences: require_deploy.differencesFrom(found.config, config),
		cost: require_service.hourlyCost(price, workerConfig)
	};
}
async function findProduction(candidate, wanted, ask) {
	const { with: name, own } = wanted;
	const { distrust } = ask.github.context;
	if (distrust !== "") return notCompared(`production is not asked ${distrust}`, "Run the step for code of this repository.", { verdict: "withheld" });
	const reads = require_deploy.openReads(ask);
	const listed = require_deploy.findByName(await reads.list({ only: (each) => each.name === name }), name);
	if (!listed) {
		const hint = "Deploy it first, or compare where one API key sees both.";
		const end = name === own ? {
			severity: "notice",
			verdict: "passes"
		} : { severity: "error" };
		return notCompared(`this API key sees no endpoint named ${name}`, hint, end);
	}
	const live = await reads.get(listed.id);
	const foreign = whyForeign(live, ask);
	const past = require_service.isCandidate(candidate) && "To go on without a comparison, take `candidate` out of the spec for one deploy.";
	if (foreign) return notCompared(`${require_index.endpointName(live)} ${foreign}`, past || "Deploy it from this repository first.");
	const hint = `Run \`status\` on ${name}, then this step again.`;
	if (live.id === candidate.id) return notCompared(`${require_index.endpointName(live)} is the same endpoint`, hint);
	const { why, hint: undo = "", ...unfit } = unfitnessOf(live);
	if (why === "") return live;
	return notCompared(`${require_index.endpointName(live)} ${why}`, `${undo}${!unfit.isUnderWay && past || hint}`, unfit);
}
function whyForeign({ config }, { github }) {
	const owner = require_service.ownerOf(config, github.context);
	if (github.context.repository === "" || owner.kind === "us") return "";
	if (owner.kind === "doubtful") return owner.why;
	return owner.kind === "nobody" ? "has no record of a deploy" : `was deployed by ${owner.record.repository}`;
}
function unfitnessOf(live) {
	const asFound = require_service.healthOf(live);
	const health = asFound === "idle" && require_service.readParked(live.config) ? "parked" : asFound;
	if (health === "unproved" && require_service.answeringIn(live).length > 0) return { why: "is unproved" };
	const isUnderWay = require_service.answeringIn(live).includes("old") || require_service.endpointCondition(live.state) === "starting" || health === "starting";
	if (isUnderWay) return {
		why: ["serving", "idle"].includes(health) ? "is being updated" : `is ${health}`,
		isUnderWay
	};
	if ([
		"failing",
		"parked",
		"unproved"
	].includes(health)) return {
		why: `is ${health}`,
		verdict: "passes"
	};
	const changed = require_service.changedSinceDeploy(live.config);
	if (changed.length > 0) return {
		why: `was changed by hand since its deploy (${changed.join(", ")})`,
		hint: "Undo that change. "
	};
	return { why: /^https?:$/.test(URL.parse(live.url)?.protocol ?? "") ? "" : "has no URL that can be asked" };
}
function changeBetween({ config: before }, { config: after }) {
	if (before.image.image !== after.image.image) return `the image of ${before.name}`;
	return require_service.recordEnvOf(before)?.value === require_service.recordEnvOf(after)?.value ? "" : `the deploy of ${before.name}`;
}

// src/deploy/load.ts
var load_exports = /* @__PURE__ */ require_index.__exportAll({ compareAndLoad: () => compareAndLoad });
async function compareAndLoad(candidate, context) {
	const { compare, load, config, log } = candidate;
	const say = ({ lines, warnings, ...told }) => {
		log(lines);
		for (const warning of warnings) context.reporter.annotate(warning);
		return told;
	};
	const compared = compare && say(await compareCandidate({
		...candidate,
		compare
	}, context));
	const loadInTurn = (due) => inTurn(() => loadNow({
		...candidate,
		load: due
	}, context)).catch((thrown) => tellNotLoaded(require_deploy.tolerated(thrown, context), {
		name: config.name,
		at: due.at
	}));
	const loaded = load && !compared?.failure ? say(await loadInTurn(load)) : void 0;
	const isPassed = compared?.isPassed !== false && loaded?.isPassed !== false;
	const isRefused = loaded?.failure !== void 0;
	return {
		failure: compared?.failure ?? loaded?.failure,
		notLoaded: loaded?.unjudged,
		production: compared?.production,
		summary: isRefused ? require_index.paragraphs([loaded.summary, compared?.summary]) : compared?.summary,
		load: isRefused ? void 0 : loaded?.summary,
		outputs: {
			...compared && { compare: compared.output },
			...loaded && { load: loaded.output },
			...isPassed ? { "image-digest": require_deploy.digestIn(config.image.image) } : {
				"image-digest": "",
				proof: ""
			}
		}
	};
}
const notLoaded = (message, hint) => new require_index.DeployError({
	code: "not-compared",
	message,
	hint
});
function assertFit({ config, ...now }, { maxConcurrent: asked }) {
	const { maxNum, maxConcurrent } = config.workerConfig;
	if (maxNum > 1 || require_service.readyIn({
		config,
		...now
	}).length > 1) throw notLoaded("another worker could start", "Write `maxNum: 1`; previews have one with `workers=1`.");
	if (asked !== void 0 && maxConcurrent !== asked) throw notLoaded(`\`maxConcurrent\` was changed by hand: it is ${maxConcurrent}`, "Deploy it again, or write its number into the spec.");
}
async function loadNow(candidate, context) {
	const { load, config, live, price, startedMs, log } = candidate;
	const { clock, connections, github, inputs, signal } = context;
	const { at } = load;
	const { distrust } = github.context;
	if (distrust) throw notLoaded(`nothing is loaded ${distrust}`, "Run the step for code of this repository.");
	const found = await require_deploy.openReads(context).get(live.id);
	assertFit(found, load);
	const tests = testsOf(candidate);
	const run = (loop) => connections.load({
		url: live.url,
		tests,
		signal,
		...loop
	});
	const deadlineMs = startedMs + inputs.waitTimeoutSeconds * 1e3 - require_index.maxLoadMs;
	const wake = () => run({
		startsMs: [0],
		lastMs: deadlineMs - clock.monotonicMs(),
		isOver: ({ length }) => length > 0
	});
	const isOpen = ([first]) => first?.kind !== "right" && first?.kind !== "wrong";
	if (require_service.healthOf(found) !== "serving") await require_deploy.askWhile(wake, {
		isOpen,
		pauseMs: () => require_index.wakePauseMs,
		deadlineMs,
		clock,
		signal
	});
	if (clock.monotonicMs() >= deadlineMs) throw notLoaded("`wait-timeout` leaves less than 5 minutes", "Raise `wait-timeout`.");
	log([`Load: ${at} at once to ${config.name}, about 3 minutes.`]);
	const { answers, worker } = await runWatched(found, {
		at,
		run,
		context
	});
	const counted = countIn(answers);
	const isSuspect = worker.kind !== "same" || judgeLoad(counted, {
		at,
		worker
	}).verdict === "overloaded";
	const repeated = worker.isBack && isSuspect ? await loadAgain({
		at,
		run,
		context
	}) : void 0;
	const again = repeated && countIn(repeated, answers, {
		fromMs: 0,
		toMs: Infinity
	});
	const now = await require_deploy.readIfTold(live.id, context) ?? found;
	const changed = changeBetween(found, now);
	if (changed) throw notLoaded(`meanwhile ${changed} changed`, "Run the step again when nothing is deployed.");
	assertFit(now, load);
	const judged = {
		...judgeLoad(counted, {
			at,
			worker,
			again
		}),
		counted,
		figures: figuresOf(answers)
	};
	const { failure, ...told } = tellLoad({
		name: config.name,
		at,
		tests,
		price,
		...judged
	});
	const withLog = failure && new require_deploy.RolloutError({
		...failure,
		message: failure.message,
		log: require_rollout.logOf(now)
	});
	return {
		...told,
		failure: withLog
	};
}
function testsOf({ tests, compare }) {
	const prompts = compare?.set?.prompts.slice(0, compare.requests).map(({ test }) => test) ?? [];
	return (prompts.length > 0 ? prompts : tests).filter(require_deploy.isLoadable);
}
async function runWatched(found, { at, run, context }) {
	const { clock, signal } = context;
	let [endpoint, exits, isDown, endMs] = [
		found,
		0,
		false,
		Infinity
	];
	const readyIds = () => require_service.readyIn(endpoint).map(({ id }) => id);
	const look = async () => {
		endpoint = await require_deploy.readIfTold(found.id, context) ?? endpoint;
		const isCrashed = endpoint.workers.some((each) => require_service.workerFault(each, endpoint) === "crashed");
		if (isCrashed && !isDown) exits += 1;
		isDown = isCrashed;
		return readyIds();
	};
	const first = await look();
	const ended = new AbortController();
	const until = AbortSignal.any([signal, ended.signal]);
	let isRateLimited = false;
	const isOver = (answers) => {
		isRateLimited ||= isLimited(answers);
		return isRateLimited;
	};
	const asked = run({
		startsMs: startsOf(at),
		lastMs: loopMs,
		isOver,
		signal: until
	}).finally(() => {
		endMs = clock.monotonicMs();
	});
	const isHealthy = () => !isDown && readyIds().length > 0;
	const isOpen = () => clock.monotonicMs() < endMs + (isHealthy() ? 0 : require_index.workerBackMs);
	const watch = {
		isOpen,
		pauseMs: () => require_index.loadReadMs,
		deadlineMs: Infinity,
		clock,
		signal: until
	};
	const [answers] = await Promise.all([asked, require_deploy.askWhile(look, watch)]).finally(() => ended.abort());
	if (isRateLimited) throw notLoaded(`the service limits the rate at ${at} at once`, "Raise its limit, or lower `load`.");
	const isSame = readyIds().some((id) => first.includes(id));
	return {
		answers,
		worker: {
			kind: exits > 0 ? "crashed" : isSame ? "same" : "lost",
			isBack: exits < 2 && isHealthy()
		}
	};
}
async function loadAgain({ at, run, context }) {
	const { pause, least, most } = require_index.loadAgainMs;
	await context.clock.sleep(pause, context.signal);
	const isOver = ({ length }, nowMs) => nowMs >= least && length >= 3 * at;
	return run({
		startsMs: Array(at).fill(0),
		lastMs: most,
		isOver
	});
}

Object.defineProperty(exports, "clients_exports", {
  enumerable: true,
  get: function () {
    return clients_exports;
  }
});
Object.defineProperty(exports, "load_exports", {
  enumerable: true,
  get: function () {
    return load_exports;
  }
});
Object.defineProperty(exports, "rounds_exports", {
  enumerable: true,
  get: function () {
    return rounds_exports;
  }
});