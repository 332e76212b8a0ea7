const require_service = require("./service.js");
const require_index = require("./index.js");
const require_deploy = require("./deploy.js");
const require_tests = require("./tests.js");
const require_rollout = require("./rollout.js");

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
			low: ratios[cut - 1] ?? 0,
			high: ratios[ratios.length - cut] ?? Number.POSITIVE_INFINITY
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
const maxChance = .01;
function chance(count, other) {
	const coins = count + other;
	let term = .5 ** coins;
	let sum = term;
	for (let heads = 1; heads <= other; heads += 1) {
		term *= (coins - heads + 1) / heads;
		sum += term;
	}
	return Math.min(1, sum);
}
function chancesOfU(count, other) {
	const orders = new Float64Array(count * other + 1);
	orders[0] = 1;
	for (let i = 1; i <= count; i += 1) {
		for (let u = orders.length - 1; u >= other + i; u -= 1) addTo(orders, u, -(orders[u - other - i] ?? 0));
		for (let u = i; u < orders.length; u += 1) addTo(orders, u, orders[u - i] ?? 0);
	}
	return shares(orders);
}
function chancesOfRanks(count) {
	const orders = new Float64Array(count * (count + 1) / 2 + 1);
	orders[0] = 1;
	for (let i = 1; i <= count; i += 1) for (let w = i * (i + 1) / 2; w >= i; w -= 1) addTo(orders, w, orders[w - i] ?? 0);
	return shares(orders);
}
function addTo(list, index, value) {
	list[index] = (list[index] ?? 0) + value;
}
function shares(orders) {
	for (let index = 1; index < orders.length; index += 1) addTo(orders, index, orders[index - 1] ?? 0);
	const whole = orders.at(-1) ?? 1;
	return orders.map((each) => each / whole);
}

// src/compare/answers.ts
function comparedContent({ chat, expect }, { content, text, clean }) {
	const kept = (value) => withoutEnd(value, {
		clean,
		values: maxValues
	});
	if (chat !== void 0) return content === void 0 ? void 0 : [kept(content.replaceAll(/\s+/g, " ").trim())];
	const pointers = Object.keys(expect?.json ?? {});
	const parsed = pointers.length > 0 ? require_service.tryParseJson(text) : void 0;
	return parsed && pointers.map((pointer) => kept(require_tests.valueAtPointer(parsed.value, pointer)?.value ?? null));
}
const maxTextLength = 16384;
const maxValues = 32768;
const memberCost = 16;
function withoutEnd(value, left, depth = 0) {
	if (typeof value === "string") {
		if (value.length <= maxTextLength) return value;
		left.values -= maxTextLength;
		return `${left.clean(value, maxTextLength)} (${require_index.createHash("sha256").update(value).digest("hex")})`;
	}
	if (typeof value !== "object" || value === null || depth > maxNesting) return value;
	const entries = Object.entries(value);
	const cost = Array.isArray(value) ? 1 : memberCost;
	const kept = [];
	for (const [key, each] of entries) {
		if (left.values <= 0) break;
		left.values -= cost;
		kept.push([key, withoutEnd(each, left, depth + 1)]);
	}
	if (kept.length < entries.length) kept.push(["…", `… (${entries.length})`]);
	return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}
const minRepeatedShare = .8;
const minShare = .2;
function judgeAnswers(candidate, production, clean) {
	const [ours, theirs] = [groupsOf(candidate), groupsOf(production)];
	const [frequent = [], usual = []] = [ours[0], theirs[0]];
	const counts = {
		production: theirs.length,
		candidate: ours.length
	};
	const among = (groups, [said]) => groups.find(([other]) => isSame(said, other))?.length ?? 0;
	const said = among(theirs, frequent);
	const isChance = chance(frequent.length, said) >= maxChance;
	if (isSame(frequent[0], usual[0]) || said >= minShare * production.length && isChance) return {
		kind: "equal",
		...counts
	};
	if (ours.some((group) => among(theirs, group) > 0) || usual.length < minRepeatedShare * production.length) return {
		kind: "varies",
		...counts
	};
	return {
		kind: "differs",
		...aroundDifference(clean(contentText(usual[0])), clean(contentText(frequent[0])))
	};
}
function groupsOf(values) {
	const groups = [];
	for (const value of values) {
		const group = groups.find(([first]) => isSame(first, value));
		if (group) group.push(value);
		else groups.push([value]);
	}
	return groups.sort((a, b) => b.length - a.length);
}
const tolerance = .001;
const maxNesting = 1e3;
function isSame(a, b, { scale = 0, depth = 0 } = {}) {
	if (a === b) return true;
	if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= tolerance * Math.max(scale, Math.abs(a), Math.abs(b));
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || depth > maxNesting) return false;
	if (Array.isArray(a) && Array.isArray(b)) {
		const within = {
			scale: Math.max(largestIn(a), largestIn(b)),
			depth: depth + 1
		};
		return a.length === b.length && a.every((value, index) => isSame(value, b[index], within));
	}
	const [ours, theirs] = [Object.entries(a), b];
	if (Array.isArray(a) || Array.isArray(b) || ours.length !== Object.keys(b).length) return false;
	return ours.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, theirs[key], { depth: depth + 1 }));
}
function largestIn(list) {
	return list.reduce((max, each) => typeof each === "number" ? Math.max(max, Math.abs(each)) : max, 0);
}
function contentText(said = []) {
	const shown = said.length === 1 ? said[0] : said;
	return typeof shown === "string" ? shown : require_service.jsonText(shown);
}
function aroundDifference(production, candidate) {
	let first = 0;
	while (first < production.length && production[first] === candidate[first]) first += 1;
	const from = first < 50 ? 0 : first - 20;
	const shown = (text) => `${from > 0 ? "…" : ""}${require_index.oneLine(text.slice(from).toWellFormed(), 100)}`;
	return {
		production: shown(production),
		candidate: shown(candidate)
	};
}

// src/compare/judge.ts
const numberNames$1 = [
	"first-token",
	"tokens-per-second",
	"total"
];
const verdicts = [
	"worse",
	"answers-differ",
	"slower",
	"not-compared",
	"undecided",
	"fine"
];
const maxRepeats = {
	right: 30,
	tail: 20,
	times: 20
};
const minPairs = 5;
const minSeparatePairs = 3;
const maxChanceAgain = .1;
const usualSlower = .2;
const tailFactor = 3;
const maxTailChance = .005;
const isRight$1 = ({ fault }) => fault === "";
const areRight = ({ production, candidate }) => isRight$1(production) && isRight$1(candidate);
function pairsOf(groups) {
	const longest = Math.max(0, ...groups.map(({ pairs }) => pairs.length));
	return Array.from({ length: longest }, (_, pass) => groups.flatMap(({ pairs }) => pairs[pass] ?? [])).flat();
}
function judge(groups, options) {
	const pairs = pairsOf(groups);
	const [right, tail] = [judgeRight(pairs, options), judgeTail(pairs, options)];
	const judged = groups.map((group) => judgeGroup(group, options));
	const isUncompared = ({ verdict }) => verdict === "not-compared";
	const isCutShort = judged.some((group) => isUncompared(group) && (group.stopped === "" || group.pairs.length > 0));
	const ofGroups = judged.flatMap(({ verdict, answers, measurements }) => {
		return [
			verdict,
			...answers?.kind === "differs" ? ["answers-differ"] : [],
			...measurements.map((each) => each.verdict)
		];
	});
	const found = /* @__PURE__ */ new Set([
		right.verdict,
		tail.verdict,
		...ofGroups
	]);
	if (!isCutShort && !judged.every(isUncompared)) found.delete("not-compared");
	return {
		verdict: gravest(found, options.rules),
		groups: judged,
		right,
		tail
	};
}
function gravest(found, rules) {
	return [
		...verdicts.filter((verdict) => isRefused(verdict, rules)),
		"not-compared",
		...verdicts
	].find((verdict) => found.has(verdict)) ?? "fine";
}
function toAskAgain({ groups, right, tail }, { prompts }) {
	const pairs = pairsOf(groups);
	const both = pairs.filter(areRight);
	const isSlower = prompts !== void 0 && groups.some(({ verdict }) => verdict === "slower");
	const isSpell = right.verdict === "worse" && !isScattered(pairs);
	const others = both.filter((pair) => !tail.lost.includes(pair));
	return {
		right: isSpell ? spread([...right.lost, ...right.gained], maxRepeats.right) : [],
		tail: tail.verdict === "slower" ? [...tail.lost, ...spread(others, maxRepeats.tail)].slice(0, maxRepeats.tail) : [],
		times: isSlower ? spread(both, maxRepeats.times) : []
	};
}
function settled(groups, options) {
	if (!pairsOf(groups).every(areRight)) return [];
	return groups.filter(({ pairs }) => {
		const answers = answersOf(pairs, options);
		const isSame = options.rules.answers === void 0 || answers === void 0 || answers.kind === "equal";
		const isFine = measurementsOf(pairs, "certain", options).every(({ verdict }) => verdict === "fine");
		return isSame && isFine && !pairs.some(tailOf(options.rules).isLost);
	});
}
function isRefused(verdict, { worse, slower, answers, prompts }) {
	return Object.entries({
		worse: (prompts === void 0 ? worse ?? slower ?? answers : worse) !== void 0,
		slower: slower !== void 0,
		"answers-differ": answers !== void 0
	}).some(([each, isIt]) => each === verdict && isIt);
}
function spread(list, most) {
	const step = Math.max(1, list.length / most);
	return list.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}
const rightness = {
	isLost: ({ production, candidate }) => isRight$1(production) && !isRight$1(candidate),
	isGained: ({ production, candidate }) => !isRight$1(production) && isRight$1(candidate)
};
function tailOf({ slower = usualSlower }) {
	const isBeyond = ({ numbers: { total = 0 } }, { numbers: { total: other = 0 } }) => total > tailFactor * (1 + slower) * Math.max(other, 5);
	return {
		isLost: ({ production, candidate }) => isBeyond(candidate, production),
		isGained: ({ production, candidate }) => isBeyond(production, candidate)
	};
}
function countPairs(pairs, again = [], { isLost, isGained }) {
	const [lost, gained] = [pairs.filter(isLost), pairs.filter(isGained)];
	const repeated = {
		asked: again.length,
		lost: again.filter(isLost).length,
		gained: again.filter(isGained).length
	};
	return {
		lost,
		gained,
		p: chance(lost.length, gained.length),
		again: repeated
	};
}
const doesRepeat = ({ again: { lost, gained } }) => chance(lost, gained) < maxChanceAgain;
function judgeRight(pairs, { rules: { worse }, again }) {
	const counted = countPairs(pairs, again?.right, rightness);
	const net = counted.lost.length - counted.gained.length;
	const isFine = net <= 0 || (worse === void 0 ? counted.p >= maxChanceAgain : net < worse * pairs.length);
	if (isFine || counted.p >= .01) return {
		...counted,
		verdict: isFine ? "fine" : "undecided"
	};
	const isCertain = !again || isScattered(pairs) || doesRepeat(counted);
	return {
		...counted,
		verdict: isCertain ? "worse" : "undecided"
	};
}
function isScattered(pairs) {
	const runsOf = (is) => pairs.map(is).filter((isIt, index, all) => isIt && all[index - 1] !== true).length;
	return chance(runsOf(rightness.isLost), runsOf(rightness.isGained)) < maxChance;
}
function judgeTail(pairs, { rules, again }) {
	const both = pairs.filter(areRight);
	const tail = tailOf(rules);
	const counted = countPairs(both, again?.tail, tail);
	const isInBoth = [both.slice(0, both.length / 2), both.slice(both.length / 2)].every((half) => half.filter(tail.isLost).length > half.filter(tail.isGained).length);
	if (counted.p >= maxTailChance || !isInBoth) return {
		...counted,
		verdict: "fine"
	};
	return {
		...counted,
		verdict: !again || doesRepeat(counted) ? "slower" : "undecided"
	};
}
function judgeGroup(group, options) {
	const { planned, stopped } = group;
	const both = group.pairs.filter(areRight);
	const measurements = measurementsOf(both, "likely", options);
	const answers = both.length >= 5 ? answersOf(both, options) : void 0;
	const measured = {
		...group,
		measurements,
		answers,
		reason: ""
	};
	if (stopped !== "") return {
		...group,
		measurements: [],
		answers,
		verdict: "not-compared",
		reason: stopped
	};
	const found = new Set(measurements.map(({ verdict }) => verdict));
	if (answers?.kind === "differs") found.add("answers-differ");
	const verdict = gravest(found, options.rules);
	if (verdict === "slower" || verdict === "answers-differ") return {
		...measured,
		verdict
	};
	if (group.pairs.length < planned / 2 || both.length < 5) {
		const medians = ["production", "candidate"].map((side) => {
			const totals = both.flatMap((pair) => pair[side].numbers.total ?? []);
			return totals.length === 0 ? "" : `, ${side} answers in ${require_tests.formatMs(median(totals))}`;
		});
		const reason = `${both.length} of ${planned} answers came in time and were right on both sides${medians.join("")}`;
		return {
			...measured,
			verdict: "not-compared",
			reason
		};
	}
	return {
		...measured,
		verdict
	};
}
function answersOf(pairs, { rules, clean }) {
	const both = rules.prompts === void 0 ? pairs.filter(({ production, candidate }) => production.said && candidate.said) : [];
	const saidBy = (side) => both.flatMap((pair) => [pair[side].said ?? []]);
	return both.length > 0 ? judgeAnswers(saidBy("candidate"), saidBy("production"), clean) : void 0;
}
function measurementsOf(pairs, fineBy, options) {
	const isStreamed = pairs.some(({ candidate }) => candidate.numbers["first-token"] !== void 0);
	return numberNames$1.filter((number) => number !== "total" || !isStreamed).flatMap((number) => measure(number, pairs, {
		...options,
		fineBy
	}) ?? []);
}
function measure(number, pairs, { rules, again, fineBy }) {
	const isSpeed = number === "tokens-per-second";
	const timesOf = (list) => {
		const both = list.flatMap(({ candidate, production }) => {
			const [ours, theirs] = [candidate.numbers[number], production.numbers[number]];
			return ours === void 0 || theirs === void 0 ? [] : [[ours, theirs]];
		});
		const side = (index) => both.map((each) => isSpeed ? 1e3 / (each[index] ?? 1) : Math.max(each[index] ?? 0, .01));
		return {
			candidate: side(0),
			production: side(1)
		};
	};
	const { candidate, production } = timesOf(pairs);
	if (candidate.length < minSeparatePairs) return void 0;
	const ratio = (rules.prompts === void 0 ? ratioOf : pairedRatio)(candidate, production);
	const medians = {
		production: median(production),
		candidate: median(candidate)
	};
	const { slower = usualSlower } = rules;
	const limit = 1 + (isSpeed ? slower : Math.max(slower, 5 / medians.production));
	const apart = Math.min(...candidate) / Math.max(...production);
	if (candidate.length < 5 && apart <= limit) return void 0;
	const likely = {
		low: Math.max(ratio.likely.low, apart),
		high: Math.min(ratio.likely.high, Math.max(...candidate) / Math.min(...production))
	};
	const repeated = timesOf(again?.times.filter(areRight) ?? []);
	const ratiosAgain = repeated.candidate.map((ours, index) => ours / (repeated.production[index] ?? ours));
	const ratioAgain = ratiosAgain.length > 0 ? median(ratiosAgain) : void 0;
	const isCertain = Math.max(ratio.certain.low, apart) > limit;
	const doesHold = rules.prompts === void 0 || !again || (ratioAgain ?? 0) > limit;
	const verdict = (fineBy === "likely" ? likely : ratio.certain).high <= limit ? "fine" : isCertain && doesHold ? "slower" : "undecided";
	const asTimes = {
		number,
		...medians,
		ratio: ratio.estimate,
		...likely,
		limit,
		again: ratioAgain,
		verdict
	};
	if (!isSpeed) return asTimes;
	const inverse = (time) => 1 / time;
	return {
		...asTimes,
		production: 1e3 * inverse(medians.production),
		candidate: 1e3 * inverse(medians.candidate),
		ratio: inverse(ratio.estimate),
		low: inverse(likely.high),
		high: inverse(likely.low),
		limit: inverse(limit),
		again: ratioAgain && inverse(ratioAgain)
	};
}

// src/render/compare.ts
const numberNames = {
	"first-token": "first token",
	"tokens-per-second": "tokens/s",
	total: "total"
};
const times = (ratio) => `${ratio.toFixed(2)} ×`;
const ratioWords = ({ ratio, low, high }) => `${times(ratio)} (${low.toFixed(2)}–${high.toFixed(2)})`;
const isRight = ({ fault }) => fault === "";
const chanceWords = (p) => p < .001 ? "p < 0.001" : `p = ${p.toFixed(p < .1 ? 3 : 2)}`;
const points = (share) => `${Math.round(1e3 * share) / 10} points`;
const subjectOf = (what, { title }) => title === "" ? what : `${what} of ${title}`;
function rightOf({ judged }) {
	const pairs = pairsOf(judged.groups);
	const count = (side) => pairs.filter((pair) => isRight(pair[side])).length;
	return {
		asked: pairs.length,
		production: count("production"),
		candidate: count("candidate")
	};
}
function lossOfProduction(compared) {
	const failed = pairsOf(compared.judged.groups).filter(({ production: { fault, status } }) => {
		return compared.comparing.prompts === void 0 ? fault !== "" : status < 200 || status > 299;
	});
	const { asked } = rightOf(compared);
	if (failed.length <= asked / 10) return "";
	return `${compared.comparing.with} failed ${failed.length} of ${asked} requests: ${failed[0]?.production.fault}`;
}
function verdictWords(compared) {
	const { judged, comparing } = compared;
	const { verdict, groups, right, tail } = judged;
	const { asked, ...counts } = rightOf(compared);
	const { with: production } = comparing;
	const limit = comparing.worse === void 0 ? "" : `; limit ${points(comparing.worse)}`;
	const change = `lost ${right.lost.length}, gained ${right.gained.length}${limit}`;
	const group = groups.find((each) => each.verdict === verdict);
	switch (verdict) {
		case "worse": return `is worse than ${production}: ${counts.candidate} of ${asked} right, production ${counts.production} (${change})`;
		case "answers-differ": {
			const said = group?.answers?.kind === "differs" ? group.answers : {
				candidate: "",
				production: ""
			};
			return `answers ${group?.title} with "${said.candidate}", and ${production} with "${said.production}"`;
		}
		case "slower": {
			const worst = group && worstOf(group);
			return `is slower than ${production}: ${worst ? `${subjectOf(numberNames[worst.number], group)} ${ratioWords(worst)}, limit ${times(worst.limit)}` : `${tail.lost.length} of ${asked} whole answers take more than 3 × the limit, ${tail.gained.length} of ${production}`}`;
		}
		case "not-compared": return `could not be compared with ${production}: ${group?.reason}`;
		default: return `compared with ${production}`;
	}
}
function worstOf({ measurements }) {
	const excess = ({ ratio, limit }) => Math.abs(Math.log(ratio / limit));
	return measurements.filter(({ verdict }) => verdict === "slower").sort((a, b) => excess(b) - excess(a))[0];
}
function comparisonFailure(compared) {
	const { name, judged, comparing } = compared;
	const { verdict } = judged;
	if (!isRefused(verdict, comparing)) return void 0;
	const code = verdict;
	const worst = judged.groups.map(worstOf).find((each) => each !== void 0);
	const what = worst && code === "slower" && `${numberNames[worst.number]} ${times(worst.ratio)}` || `compared with ${comparing.with}`;
	return new require_index.DeployError({
		code,
		message: `${name} ${verdictWords(compared)}`,
		title: `${name}: ${code}, ${what}`
	});
}
function comparisonSummary(compared) {
	const { name, comparing, judged, differences } = compared;
	const rows = comparisonRows(compared);
	const undecided = rows.filter(({ verdict }) => verdict === "undecided");
	const decidable = rows.filter(({ verdict }) => verdict !== "");
	const isTold = !rows.every(({ verdict }) => [
		"",
		"fine",
		"undecided"
	].includes(verdict)) || lossOfProduction(compared);
	const sign = isRefused(judged.verdict, comparing) ? "❌" : isTold ? "⚠️" : undecided.length > 0 ? "❔" : "✅";
	const open = undecided.length > 0 ? `. ${undecided.length} of ${decidable.length} rows not decided` : "";
	const { asked } = rightOf(compared);
	const most = Math.max(0, ...judged.groups.map(({ pairs }) => pairs.length));
	const opening = comparing.prompts ? `${asked} of ${require_index.plural(judged.groups[0]?.planned ?? 0, "prompt")}, each once to both` : `up to ${require_index.plural(most, "request")} to each, one at a time`;
	const cells = rows.map(({ what, production, candidate, ...row }) => [
		what,
		production,
		candidate,
		endOf(row, compared)
	]);
	return require_index.paragraphs([
		`${require_deploy.comparisonMark}\n${require_index.heading(`${sign} ${require_index.escapeCell(`${name} ${verdictWords(compared)}${open}`)}`)}`,
		require_index.table([
			opening,
			`production ${require_index.codeCell(comparing.with)}`,
			require_index.codeCell(name),
			""
		], cells.map((row) => row.map(require_index.escapeCell))),
		...closingLines(compared).map(require_index.proseCell),
		require_service.shownDifferences(differences),
		`URL: ${require_index.linkCell(compared.url)}`
	]);
}
function notComparedSummary(sign, { name, url, message, hint }) {
	const title = require_index.heading(`${sign} ${require_index.escapeCell(`${name}: not compared`)}`);
	return require_index.paragraphs([
		`${title}`,
		require_index.proseCell(`${message} ${hint}`),
		`URL: ${require_index.linkCell(url)}`
	]);
}
function endOf({ end, verdict }, { comparing }) {
	if (verdict === "" || verdict === "not-compared") return end;
	return `${end} ${{
		fine: "✅",
		undecided: "❔"
	}[verdict] ?? (isRefused(verdict, comparing) ? "❌" : "⚠️")}`.trim();
}
function comparisonRows(compared) {
	const { judged, start, startMs, wokeForSeconds } = compared;
	const { asked, ...right } = rightOf(compared);
	const answered = startMs === void 0 ? "no right answer" : `first answer after ${require_index.formatShort(startMs)}`;
	const woken = wokeForSeconds === void 0 ? "not woken" : answered;
	const isTold = start !== "" || wokeForSeconds !== void 0;
	const net = (right.candidate - right.production) / Math.max(1, asked);
	const change = net === 0 ? "as many" : `${net > 0 ? "+" : "−"}${points(Math.abs(net))}`;
	const started = {
		what: "start of a worker",
		production: woken,
		candidate: start || "was up",
		end: "",
		verdict: ""
	};
	const rightRow = {
		what: "right answers",
		production: String(right.production),
		candidate: String(right.candidate),
		end: [change, ...chanceOf(judged.right)].join(", "),
		verdict: judged.right.verdict
	};
	const { tail } = judged;
	const tailRow = {
		what: "whole answers over 3 × the limit, on one side only",
		production: String(tail.gained.length),
		candidate: String(tail.lost.length),
		end: chanceOf(tail).join(""),
		verdict: tail.verdict
	};
	return [
		...sizeRows(compared),
		...asked > 0 ? [rightRow] : [],
		...judged.groups.flatMap(groupRows),
		...tail.lost.length + tail.gained.length > 0 ? [tailRow] : [],
		...isTold ? [started] : []
	];
}
const chanceOf = ({ lost, gained, p }) => lost.length + gained.length === 0 ? [] : [chanceWords(p)];
function groupRows(group) {
	const { title, verdict, reason, answers, measurements, pairs } = group;
	if (reason !== "") return [{
		what: title || "prompts",
		production: "",
		candidate: "",
		end: reason,
		verdict
	}];
	const numbers = measurements.map((each) => {
		const shown = each.number === "tokens-per-second" ? require_service.formatSpeed : require_index.formatShort;
		const sides = {
			production: shown(each.production),
			candidate: shown(each.candidate)
		};
		return {
			what: subjectOf(numberNames[each.number], group),
			...sides,
			end: ratioWords(each),
			verdict: each.verdict
		};
	});
	const both = pairs.filter(({ production, candidate }) => isRight(production) && isRight(candidate));
	const of = title === "" ? "" : ` of ${title}`;
	const toldRow = (what, number, shown) => {
		const [production, candidate] = ["production", "candidate"].map((side) => {
			const values = both.flatMap((pair) => pair[side].numbers[number] ?? []);
			return values.length === 0 ? "" : shown(values);
		});
		return production && candidate ? [{
			what,
			production,
			candidate,
			end: "",
			verdict: ""
		}] : [];
	};
	const hasTail = both.length >= 100;
	const told = [...toldRow(`whole answer${of}: median / ${hasTail ? "p95 / " : ""}slowest`, "total", (values) => {
		const p95 = hasTail ? [values.toSorted((a, b) => a - b)[Math.ceil(.95 * values.length) - 1] ?? 0] : [];
		return [
			median(values),
			...p95,
			Math.max(...values)
		].map(require_index.formatShort).join(" / ");
	}), ...toldRow(`tokens of an answer${of}: median`, "tokens", (values) => String(Math.round(median(values))))];
	if (!answers) return [...numbers, ...told];
	const [production = "", candidate = ""] = [answers.production, answers.candidate].map((shown) => {
		if (typeof shown === "string") return `"${shown}"`;
		return shown === 1 ? "always the same" : `${shown} different`;
	});
	const found = {
		equal: "fine",
		varies: "undecided",
		differs: "answers-differ"
	};
	const end = {
		equal: "equal",
		varies: "vary,",
		differs: "differ"
	}[answers.kind];
	return [
		{
			what: `answers to ${title}`,
			production,
			candidate,
			end,
			verdict: found[answers.kind]
		},
		...numbers,
		...told
	];
}
function sizeRows({ sizes: [production = 0, candidate = 0] }) {
	if (production === 0 || candidate === 0) return [];
	const percent = Math.round(100 * (candidate / production - 1));
	const end = percent === 0 ? "the same" : `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`;
	return [{
		what: "size of the image",
		production: require_service.formatBytes(production),
		candidate: require_service.formatBytes(candidate),
		end,
		verdict: ""
	}];
}
function closingLines(compared) {
	const { name, judged, comparing, requests, wokeForSeconds, cost, workers } = compared;
	const { right, tail, groups } = judged;
	const examples = new Set(right.lost.map(({ question, candidate }) => `[${question.title}] ${candidate.fault}`));
	const gained = right.gained.slice(0, 5).map(({ question }) => `[${question.title}]`);
	const lines = [
		right.lost.length > 0 && `Lost: ${[...examples].slice(0, 3).join("; ")}.`,
		gained.length > 0 && `Gained: ${gained.join(", ")}.`,
		...repeatLines(right, tail),
		...groups.flatMap((group) => group.measurements.flatMap((each) => openLine(each, group, compared))),
		cacheLine(compared),
		lossOfProduction(compared) && `Warning: ${lossOfProduction(compared)}.`
	];
	const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
	const state = wokeForSeconds === void 0 ? "was up already" : woken;
	const [before, after] = workers;
	const ran = before > 1 || after > 1 ? `, on ${[...new Set(workers)].join(" to ")} workers` : "";
	const production = `\`${comparing.with}\` answered ${require_index.plural(requests, "request")}${ran}, and ${state}.`;
	const costs = cost && ` Cost of \`${name}\`: ${cost}.`;
	const machines = "The two may run on different machines.";
	return [...lines.filter((line) => typeof line === "string" && line !== ""), `${machines} ${production}${costs}`];
}
function repeatLines(...counted) {
	return counted.flatMap(({ again, verdict }) => {
		if (again.asked === 0) return [];
		const end = verdict === "undecided" ? ", so it does not repeat: a cache, or a spell?" : ".";
		return `${require_index.plural(again.asked, "answer")} asked again: lost ${again.lost}, gained ${again.gained}${end}`;
	});
}
function openLine(each, group, { comparing }) {
	if (each.verdict !== "undecided") return [];
	const subject = subjectOf(numberNames[each.number], group);
	if (each.again !== void 0) return [`Undecided: ${subject} is ${times(each.ratio)} when first asked, and ${times(each.again)} when asked again: a cache, or a spell?`];
	const found = `${subject} is between ${each.low.toFixed(2)} and ${each.high.toFixed(2)} ×`;
	const asked = require_index.plural(group.pairs.length, comparing.prompts ? "prompt" : "request");
	const most = comparing.prompts ? 300 : 50;
	return [`Undecided: ${found}, and ${asked} do not tell more. Try ${group.planned < most ? `\`requests: ${most}\`, ` : ""}a longer answer, or a larger \`slower\`.`];
}
function cacheLine({ judged, comparing, first, wokeForSeconds }) {
	const cached = judged.groups.find(({ pairs }, index) => {
		const later = pairs.flatMap(({ production }) => production.numbers.total ?? []);
		return later.length > 0 && (first[index]?.measured.totalMs ?? 0) > 3 * median(later);
	});
	if (!cached || wokeForSeconds !== void 0 || comparing.prompts) return "";
	return `The first answer of \`${comparing.with}\` to ${cached.title} took more than 3 × the later ones: a cache may hide the model. Compare by \`prompts\`.`;
}
function comparisonLines(compared) {
	return [...comparisonRows(compared).map(({ what, production, candidate, ...row }) => {
		return `Compared: ${what}: ${[[production, candidate].filter(Boolean).join(" → "), endOf(row, compared)].filter(Boolean).join(", ")}.`;
	}), ...closingLines(compared)];
}
function comparisonOutput(compared) {
	const { judged, comparing, requests } = compared;
	const { verdict, right, tail, groups } = judged;
	const { asked, ...counts } = rightOf(compared);
	const countsOf = ({ lost, gained, p, again, verdict }) => {
		return {
			lost: lost.length,
			gained: gained.length,
			p,
			again,
			verdict
		};
	};
	return {
		with: comparing.with,
		verdict: verdict === "fine" ? "passed" : verdict,
		requests,
		right: {
			asked,
			...counts,
			...countsOf(right)
		},
		tail: countsOf(tail),
		tests: groups.map(({ title, verdict, reason, pairs, answers, measurements }) => ({
			test: title,
			verdict,
			reason: reason || void 0,
			requests: pairs.length,
			answers: answers?.kind,
			...Object.fromEntries(measurements.map(({ number, ...values }) => [number, values]))
		}))
	};
}
function whyUnjudged({ judged, comparing }) {
	return require_deploy.isGate(comparing) && judged.verdict === "not-compared" ? judged.groups.map(({ reason }) => reason).find(Boolean) ?? "nothing was asked" : "";
}

// src/commands/compare.ts
var compare_exports = /* @__PURE__ */ require_index.__exportAll({ compareCandidate: () => compareCandidate });
const inTurn = require_service.pLimit(1);
async function compareCandidate(candidate, context) {
	const { config, compare, live } = candidate;
	const { name } = config;
	const compared = await inTurn(() => compareNow(candidate, context)).catch((error) => {
		if (!(error instanceof require_index.DeployError) || context.signal.aborted) throw error;
		return {
			severity: "warning",
			reason: error.message,
			hint: error.hint
		};
	});
	const proved = { "image-digest": require_index.digestIn(config.image.image) };
	if ("reason" in compared) {
		const { severity, reason, hint } = compared;
		const message = `${name} was not compared: ${reason}.`;
		const outputs = { compare: {
			with: compare.with,
			verdict: "not-compared",
			reason
		} };
		const failure = severity === "error" ? new require_index.DeployError({
			code: "not-found",
			message,
			hint
		}) : void 0;
		if (severity !== "error") context.reporter.annotate({
			severity,
			title: `${name}: not compared`,
			message,
			hint
		});
		if (severity === "notice" || !require_deploy.isGate(compare)) return {
			failure,
			summary: void 0,
			outputs: {
				...outputs,
				...proved
			}
		};
		return {
			failure,
			summary: notComparedSummary(failure ? "❌" : "⚠️", {
				name,
				url: live.url,
				message,
				hint
			}),
			outputs: {
				...outputs,
				proof: ""
			}
		};
	}
	candidate.log(comparisonLines(compared));
	const failure = comparisonFailure(compared);
	const warn = (title, words, hint) => context.reporter.annotate({
		severity: "warning",
		title: `${name}: ${title}`,
		message: `${name}: ${words}.`,
		hint
	});
	const [unjudged, loss] = [whyUnjudged(compared), lossOfProduction(compared)];
	if (unjudged) warn("not compared", unjudged, "Without a verdict, it does not pass: lower `requests`, or ask for shorter answers.");
	if (loss) warn("production", loss, `Run \`status\` on ${compare.with}.`);
	const isProved = !failure && !unjudged;
	const outputs = {
		compare: comparisonOutput(compared),
		...isProved ? proved : { proof: "" }
	};
	return {
		failure,
		summary: comparisonSummary(compared),
		outputs
	};
}
async function compareNow(candidate, context) {
	const { live, compare: comparing, config, tests, start, price } = candidate;
	const { inputs, signal, connections } = context;
	const reads = await require_service.openReads(context);
	const production = await findProduction(live.id, comparing, context);
	if ("reason" in production) return production;
	const { id } = production;
	const isAsleep = require_rollout.healthOf(production) === "idle";
	const { freeTimeout } = production.config.workerConfig;
	const wakes = ` This wakes ${comparing.with}: it is billed until it has been idle for ${freeTimeout} s.`;
	const subject = `Compare: ${config.name} with ${comparing.with} (${id}), one request at a time.`;
	candidate.log([`${subject}${isAsleep ? wakes : ""}`]);
	const isUp = (of) => async () => !["idle", "starting"].includes(require_rollout.healthOf(await reads.get(of)));
	const bytesOf = ({ image }) => imageBytes(image.image, context);
	const asked = [bytesOf(production.config), candidate.bytes ?? bytesOf(config)];
	const sizes = Promise.all(asked).catch(() => []);
	let before = production;
	let change;
	const look = async () => {
		const now = await seen(() => reads.get(id), context);
		change ??= now && changeBetween(before, now);
		return now ?? before;
	};
	const rounds = await connections.compare({
		tests,
		rules: comparing,
		set: comparing.set,
		log: candidate.log,
		production: {
			url: production.url,
			isUp: isAsleep ? isUp(id) : void 0
		},
		candidate: {
			url: live.url,
			isUp: config.workerConfig.minNum === 0 ? isUp(live.id) : void 0
		},
		signal,
		deadlineMs: candidate.startedMs + inputs.waitTimeoutSeconds * 1e3,
		onAwake: async () => {
			before = await look();
			return change === void 0;
		}
	});
	const after = await look();
	const compared = {
		...rounds,
		name: config.name,
		comparing,
		url: live.url,
		start,
		wokeForSeconds: isAsleep ? freeTimeout : void 0,
		workers: [healthyWorkers(before), healthyWorkers(after)],
		sizes: await sizes,
		differences: require_deploy.differencesFrom(production.config, config),
		cost: require_service.hourlyCost(price, { now: config.workerConfig })
	};
	const isReplaced = !change && comparisonFailure(compared) && await hasOtherImage(candidate, context);
	if (!change && !isReplaced) return compared;
	return {
		severity: "warning",
		reason: `meanwhile ${isReplaced ? `the image of ${config.name}` : `${change} of ${comparing.with}`} changed`,
		hint: "Run the step again when nothing is deployed there."
	};
}
async function seen(ask, { signal }) {
	return ask().catch((error) => {
		if (!(error instanceof require_index.DeployError) || signal.aborted || error.code === "not-found") throw error;
	});
}
const healthyWorkers = (live) => live.workers.filter((worker) => require_deploy.isReady(worker, live)).length;
async function hasOtherImage({ live, config }, context) {
	const reads = await require_service.openReads(context);
	const doubt = (isOther) => isOther ? `${config.name} shows another image, so it is read again.` : "";
	const ask = async () => (await reads.get(live.id)).config.image.image !== config.image.image;
	const again = () => require_service.askAgain({
		ask,
		doubt,
		forMs: require_index.settlingMs,
		pauses: require_index.oddAnswerPauses
	}, context);
	return await seen(again, context) ?? false;
}
async function imageBytes(image, context) {
	if (context.inputs.resolveImage === "off") return void 0;
	const answer = await require_deploy.resolve(image, context);
	return answer.kind === "found" ? answer.bytes : void 0;
}
async function findProduction(id, { with: name, own }, context) {
	const { trust } = context.github.context;
	const warning = (reason, hint) => ({
		severity: "warning",
		reason,
		hint
	});
	if (trust.kind !== "trusted") return warning(`production is not asked ${trust.why}`, "Run the step for code of this repository.");
	const reads = await require_service.openReads(context);
	const listed = require_deploy.findByName(await reads.list({ only: require_deploy.mayBeNamed([name]) }), name);
	if (!listed) return {
		severity: name === own ? "notice" : "error",
		reason: `this API key sees no endpoint named ${name}`,
		hint: "Deploy it first, or compare where one API key sees both."
	};
	const live = await reads.get(listed.id);
	const foreign = whyForeign(live, context);
	if (foreign) return warning(`${name} (${live.id}) ${foreign}`, "Deploy it from this repository first.");
	const unfit = live.id === id ? "is the same endpoint" : whyUnfit(live);
	return unfit ? warning(`${name} (${live.id}) ${unfit}`, `Run \`status\` on ${name}, then this step again.`) : live;
}
function whyForeign({ config }, { github }) {
	if (github.context.repository === "") return void 0;
	const record = require_service.readOwner(config);
	if (!record) return require_service.recordDoubt(config) ?? "has no record of a deploy";
	return require_service.isOfRepository(record, github.context) ? void 0 : `was deployed by ${record.repository}`;
}
function whyUnfit(live) {
	const health = require_rollout.healthOf(live);
	if (health !== "serving" && health !== "idle") return `is ${health}`;
	const isSuperseded = require_deploy.oldByRecord(live);
	if (live.workers.some((worker) => require_deploy.isReady(worker, live) && isSuperseded(worker.id)) || require_deploy.endpointCondition(live.state) === "starting") return "is being updated";
	return /^https?:$/.test(URL.parse(live.url)?.protocol ?? "") ? void 0 : "has no URL that can be asked";
}
function changeBetween(before, after) {
	if (before.config.image.image !== after.config.image.image) return "the image";
	return require_service.recordEnvOf(before.config)?.value === require_service.recordEnvOf(after.config)?.value ? void 0 : "the deploy";
}

// src/compare/rounds.ts
var rounds_exports = /* @__PURE__ */ require_index.__exportAll({ openRounds: () => openRounds });
const usualRequests = 20;
const askAgainShare = .2;
const maxPrompts = 300;
const looks = [5, 2 * 5];
const maxWakeRequests = 40;
const maxRefusals = 10;
const openRounds = (options) => async ({ rules, set, log, signal, onAwake, ...given }) => {
	const { clean, clock } = options;
	const opened = [];
	let requests = 0;
	let { deadlineMs } = given;
	const isLate = () => clock.monotonicMs() >= deadlineMs;
	try {
		const open = (side, onSend = () => {}) => openSide(side, {
			...options,
			signal,
			opened,
			onSend
		});
		const sides = {
			production: await open(given.production, () => {
				requests += 1;
			}),
			candidate: await open(given.candidate)
		};
		const tests = set ? given.tests.slice(0, 1) : given.tests;
		const waking = {
			tests,
			clock,
			signal,
			deadlineMs
		};
		const woken = await wakeUp(sides.production, {
			...waking,
			isUp: given.production.isUp
		});
		await wakeUp(sides.candidate, {
			...waking,
			isUp: given.candidate.isUp
		});
		const groups = set ? [promptGroup(set, rules.requests)] : tests.map((test) => {
			const title = require_tests.testTitle(test);
			const planned = rules.requests ?? usualRequests;
			return {
				title,
				questions: [{
					test,
					title
				}],
				pairs: [],
				planned,
				stopped: ""
			};
		});
		for (const [index, { fault }] of woken.first.entries()) if (fault && groups[index] && (!set || given.production.isUp && isComing({ fault }))) groups[index].stopped = `production answers ${wordsOf(fault, clean)}`;
		const sample = set ? sampleOfPrompt : sampleOf;
		const untilMs = () => set ? Math.min(deadlineMs, clock.monotonicMs() + require_index.maxPromptMs) : deadlineMs;
		let turn = 0;
		const askPair = async (question) => {
			turn += 1;
			const order = ["production", "candidate"];
			const samples = /* @__PURE__ */ new Map();
			for (const side of turn % 2 === 0 ? order.toReversed() : order) if (!isLate()) samples.set(side, sample(question.test, await sides[side](question.test, untilMs()), clean));
			const [production, candidate] = order.map((side) => samples.get(side));
			return production && candidate && !isLate() ? {
				question,
				production,
				candidate
			} : void 0;
		};
		let left = await onAwake() ? groups : [];
		const startedMs = clock.monotonicMs();
		const endMs = Math.min(deadlineMs, startedMs + require_index.maxRoundsMs);
		deadlineMs = endMs - Math.min(require_index.askAgainMs, (endMs - startedMs) * askAgainShare);
		const judging = {
			rules,
			clean,
			again: void 0
		};
		for (let pass = 0; left.length > 0 && !isLate(); pass += 1) {
			left = left.filter(({ planned, stopped }) => planned > pass && stopped === "");
			for (const group of left) {
				const question = group.questions[pass % group.questions.length];
				const pair = question && await askPair(question);
				if (pair) group.pairs.push(pair);
				group.stopped = whyStopped(group.pairs);
			}
			if (set && pass + 1 === maxRefusals) {
				const fit = Math.floor(maxRefusals * (deadlineMs - startedMs) / (clock.monotonicMs() - startedMs));
				const [{ planned = 0 } = {}] = groups;
				if (fit < planned) log([`Compare: about ${fit} of ${planned} prompts can be asked in time.`]);
			}
			if (!set && looks.includes(pass + 1)) for (const group of settled(left, judging)) group.planned = pass + 1;
		}
		const suspects = toAskAgain(judge(groups, judging), rules);
		deadlineMs = endMs;
		const again = {
			right: [],
			tail: [],
			times: []
		};
		for (const [kind, pairs] of Object.entries(suspects)) for (const { question } of pairs) again[kind].push(...[await askPair(question)].filter((pair) => pair !== void 0));
		return {
			judged: judge(groups, {
				...judging,
				again
			}),
			requests,
			startMs: woken.startMs,
			first: woken.first
		};
	} finally {
		await Promise.all(opened.map((connection) => connection.close()));
	}
};
async function openSide({ url }, { secrets, clock, connect, signal, opened, onSend }) {
	const endpointUrl = new URL(url);
	const connection = await connect(endpointUrl, { keepAliveMs: require_index.keepAliveMs });
	opened.push(connection);
	const send = (request) => {
		onSend();
		return connection.send(request);
	};
	const asking = {
		secrets,
		clock,
		signal,
		endpointUrl,
		connection: {
			...connection,
			send
		},
		isTimed: false
	};
	const models = /* @__PURE__ */ new Map();
	return (test, deadlineMs) => require_tests.ask(test, {
		...asking,
		models,
		deadlineMs
	});
}
async function wakeUp(askSide, { tests, isUp, clock, signal, deadlineMs }) {
	const startedMs = clock.monotonicMs();
	let startMs;
	const first = [];
	const askOne = async (index) => {
		const asked = await askSide(tests[index] ?? {}, deadlineMs);
		first[index] = asked;
		if (!asked.fault) startMs ??= clock.monotonicMs() - startedMs;
	};
	const isOver = () => clock.monotonicMs() >= deadlineMs;
	for (const index of tests.keys()) if (!isOver()) await askOne(index);
	for (let turn = 0; isUp && first.every(isComing) && turn < maxWakeRequests && !isOver();) {
		await clock.sleep(require_index.wakePauseMs, signal);
		if (!await isUp()) continue;
		await askOne(turn % tests.length);
		turn += 1;
	}
	for (const index of tests.keys()) if (isUp && isComing(first[index]) && !isOver()) await askOne(index);
	return {
		first,
		startMs
	};
}
const isComing = (asked) => asked?.fault !== void 0 && asked.fault.weight !== "own";
function promptGroup({ file, prompts }, most = maxPrompts) {
	const questions = prompts.slice(0, most).map(({ line, test }) => ({
		test,
		title: `${file}:${line}`
	}));
	return {
		title: "",
		questions,
		pairs: [],
		planned: questions.length,
		stopped: ""
	};
}
function whyStopped(pairs) {
	const isAnswered = ({ production: { status } }) => status >= 200 && status <= 299;
	const [last, previous] = [pairs.at(-1), pairs.at(-2)].map((pair) => pair?.production.status);
	if (last === 429 && previous === 429) return "production limits its rate: it answered 429 twice in a row";
	if (pairs.length !== maxRefusals || pairs.some(isAnswered)) return "";
	return `production answers ${pairs[0]?.production.fault}`;
}
const wordsOf = ({ got }, clean) => require_index.oneLine(clean(got, 2048), 160);
function sampleOfPrompt(test, asked, clean) {
	const { answer, fault, measured } = asked;
	const wrong = (words) => {
		return {
			fault: words,
			status: measured.status ?? 0,
			numbers: {},
			said: void 0
		};
	};
	if (answer?.kind !== "answer") return wrong(answer?.reason ?? "no answer");
	const { status: wanted } = test.expect ?? {};
	const { body, endMs, status } = answer;
	const text = require_tests.textOf(body);
	const form = {
		...test,
		expect: wanted === void 0 ? {} : { status: wanted }
	};
	if (body.brokenBy === "timeout") return wrong(`no end within ${require_tests.formatMs(endMs)}`);
	if (!(body.brokenBy === void 0 && text.trim() !== "") || require_tests.judgeAnswer(form, answer, { isTimed: false }).fault) return wrong(status >= 200 && status <= 299 ? "no whole answer" : String(status));
	if (fault) return wrong(`expected ${fault.expected}, got ${require_index.oneLine(clean(fault.got, 240), 60)}`);
	const said = require_index.createHash("sha256").update((measured.content ?? text).replaceAll(/\s+/g, " ").trim()).digest("hex");
	return {
		...sampleOf(test, asked, clean),
		said: [said]
	};
}
function sampleOf(test, { measured, fault, answer }, clean) {
	const { status = 0, totalMs: total, firstTokenMs, tokensPerSecond, tokens, content } = measured;
	if (fault || answer?.kind !== "answer") return {
		fault: fault ? wordsOf(fault, clean) : "no answer",
		status,
		numbers: {},
		said: void 0
	};
	return {
		fault: "",
		status,
		numbers: {
			total,
			"first-token": firstTokenMs,
			"tokens-per-second": tokensPerSecond,
			tokens
		},
		said: comparedContent(test, {
			content,
			text: require_tests.textOf(answer.body),
			clean
		})
	};
}

Object.defineProperty(exports, "compare_exports", {
  enumerable: true,
  get: function () {
    return compare_exports;
  }
});
Object.defineProperty(exports, "rounds_exports", {
  enumerable: true,
  get: function () {
    return rounds_exports;
  }
});