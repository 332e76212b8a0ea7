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
function percentile(values, share) {
	return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;
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

// src/compare/answers.ts
const maxKeptLength = 262144;
const maxCutLength = 16384;
function comparedContent({ chat, expect }, { content, text, clean }) {
	const pointers = Object.keys(expect?.json ?? {});
	const parsed = chat === void 0 && pointers.length > 0 ? require_service.tryParseJson(text) : void 0;
	const values = parsed && pointers.map((pointer) => require_tests.valueAtPointer(parsed.value, pointer)?.value ?? null);
	const said = chat === void 0 || content === void 0 ? values : [folded(content)];
	const whole = contentText(said);
	return whole.length > maxKeptLength ? [`${clean(whole, maxCutLength)} (${hashOf(whole)})`] : said;
}
const hashOf = (text) => require_index.createHash("sha256").update(text).digest("hex");
const folded = (text) => text.replaceAll(/\s+/g, " ").trim();
const minRepeatedShare = .8;
const minShare = .2;
function judgeAnswers(candidate, production, clean) {
	const [ours, theirs] = [groupsOf$1(candidate), groupsOf$1(production)];
	const [frequent = [], usual = []] = [ours[0], theirs[0]];
	const sharing = ([said]) => theirs.find(([other]) => isSame(said, other))?.length ?? 0;
	const words = ({ length }) => length === 1 ? "always the same" : `${length} different`;
	const shared = sharing(frequent);
	const isChance = shared >= minShare * production.length && chance(frequent.length, shared) >= .01;
	if (isSame(frequent[0], usual[0]) || isChance) return {
		verdict: "fine",
		shown: [
			words(theirs),
			words(ours),
			"equal"
		]
	};
	if (usual.length < minRepeatedShare * production.length || ours.some((group) => sharing(group) > 0)) return {
		verdict: "undecided",
		shown: [
			words(theirs),
			words(ours),
			"vary,"
		]
	};
	return {
		verdict: "answers-differ",
		shown: [...aroundDifference(clean(contentText(usual[0])), clean(contentText(frequent[0]))), "differ"]
	};
}
function groupsOf$1(values) {
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
function isSame(a, b, scale = 0, depth = 0) {
	if (typeof a === "number" && typeof b === "number") return a === b || Math.abs(a - b) <= tolerance * Math.max(scale, Math.abs(a), Math.abs(b));
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
	if (depth > maxNesting || Array.isArray(a) !== Array.isArray(b)) return false;
	const [ours, theirs] = [a, b];
	const [keys, within] = [Object.keys(a), Math.max(largestIn(a), largestIn(b))];
	const isSameAt = (key) => Object.hasOwn(b, key) && isSame(ours[key], theirs[key], within, depth + 1);
	return keys.length === Object.keys(b).length && keys.every(isSameAt);
}
function largestIn(value) {
	return (Array.isArray(value) ? value : []).reduce((max, each) => typeof each === "number" ? Math.max(max, Math.abs(each)) : max, 0);
}
function contentText(said = []) {
	const shown = said.length === 1 ? said[0] : said;
	return typeof shown === "string" ? shown : require_service.jsonText(shown);
}
function aroundDifference(production, candidate) {
	let first = 0;
	while (first < production.length && production[first] === candidate[first]) first += 1;
	const from = first < 50 ? 0 : first - 20;
	const shown = (text) => `"${from > 0 ? "…" : ""}${require_index.oneLine(text.slice(from).toWellFormed(), 100)}"`;
	return [shown(production), shown(candidate)];
}

// src/compare/judge.ts
const metrics = {
	right: "right answers",
	tail: "whole answers within 3 × the limit of the other side",
	answers: "answers",
	firstTokenMs: "first token",
	tokenMs: "tokens/s",
	totalMs: "total",
	whole: "whole answer: median / p95 / slowest",
	tokens: "tokens of an answer: median",
	same: "same answer"
};
const timeNames = [
	"firstTokenMs",
	"tokenMs",
	"totalMs"
];
const sides = ["production", "candidate"];
const verdicts = {
	worse: ["is worse than", "⚠️"],
	"answers-differ": ["answers otherwise than", "⚠️"],
	slower: ["is slower than", "⚠️"],
	"not-compared": ["could not be compared with", ""],
	undecided: ["compared with", "❔"],
	fine: ["compared with", "✅"]
};
const byGravity = Object.keys(verdicts);
const minPairs = 5;
const minSeparatePairs = 3;
const minRankedPairs = 8;
const maxChanceAgain = {
	right: .1,
	tail: .5
};
const maxAgain = 30;
const maxAgainInAll = 50;
const usualSlower = .2;
const tailFactor = 3;
const maxTailChance = .005;
const minWithTail = 100;
const cacheFactor = 3;
const areRight = ({ production, candidate }) => production.fault === "" && candidate.fault === "";
const isAnswered = ({ fault, status }) => fault === "" || require_tests.isSuccess(status);
const isWorse = (one, other) => one.fault !== "" && other.fault === "";
const isFar = ({ slower = usualSlower }) => ({ totalMs = 0 }, { totalMs: other = 0 }) => totalMs > tailFactor * (1 + slower) * Math.max(other, 5);
function tally(pairs, loses = isWorse) {
	const lost = pairs.filter(({ production, candidate }) => loses(candidate, production));
	const gained = pairs.filter(({ production, candidate }) => loses(production, candidate));
	const neither = pairs.filter(({ production, candidate }) => production.fault !== "" && candidate.fault !== "");
	return {
		of: pairs.length,
		neither: neither.length,
		lost,
		gained,
		p: chance(lost.length, gained.length)
	};
}
function mayBeSpell(pairs, { lost, gained }) {
	const runs = (list) => pairs.filter((pair, index) => list.includes(pair) && !list.includes(pairs[index - 1])).length;
	return chance(runs(lost), runs(gained)) >= maxChance;
}
function judge(groups, options) {
	const { rules } = options;
	const pairs = inOrder(groups);
	const [right, tail] = [rightRow(pairs, options), tailRow(pairs.filter(areRight), options)];
	const ofGroups = groups.map((group) => rowsOf(group, options));
	const compared = ofGroups.filter((_, index) => groups[index]?.stopped === "" || groups[index]?.pairs.length);
	const deciding = [
		...right,
		...(compared.length > 0 ? compared : ofGroups).flat(),
		...tail
	];
	const verdict = [
		...byGravity.filter((each) => isRefused(each, rules)),
		"not-compared",
		...byGravity
	].find((each) => deciding.some((row) => row.verdict === each)) ?? "not-compared";
	return {
		verdict,
		isRefused: isRefused(verdict, rules),
		row: deciding.find((row) => row.verdict === verdict),
		rows: [
			...right,
			...ofGroups.flat(),
			...tail
		],
		pairs,
		groups
	};
}
function inOrder(groups) {
	const longest = Math.max(0, ...groups.map(({ pairs }) => pairs.length));
	return Array.from({ length: longest }, (_, pass) => groups.flatMap(({ pairs }) => pairs[pass] ?? [])).flat();
}
function toAskAgain({ rows }) {
	return [...new Set(rows.flatMap(({ repeat }) => repeat))].slice(0, maxAgainInAll);
}
function settled(groups, options) {
	if (!inOrder(groups).every(areRight)) return [];
	return groups.filter((group) => comparedRows(group, group.pairs, options).every(({ isSettled }) => isSettled) && tally(group.pairs, isFar(options.rules)).lost.length === 0);
}
function isRefused(verdict, { worse, slower, answers, prompts }) {
	return {
		worse: prompts === void 0 ? worse ?? slower ?? answers : worse,
		slower,
		"answers-differ": answers
	}[verdict] !== void 0;
}
function rowName({ key, title }) {
	return title === "" ? metrics[key] : metrics[key].replace(/(?=: )|$/, ` of ${title}`);
}
const told = (key, title, shown, note = "") => {
	return {
		key,
		title,
		verdict: "",
		shown,
		note,
		numbers: {},
		isSettled: true,
		repeat: []
	};
};
const noteOf = (verdict, isFleeting) => {
	if (verdict !== "undecided") return "";
	if (isFleeting) return "Undecided, because it did not repeat: perhaps a cache, or a short disturbance.";
	return "Undecided: try more `requests`, a longer answer, or a larger limit.";
};
function rightRow(pairs, { rules: { worse }, again }) {
	const counts = tally(pairs);
	const { lost, gained, p } = counts;
	const net = lost.length - gained.length;
	const isEven = worse === void 0 ? p >= maxChanceAgain.right : net < worse * pairs.length;
	const repeat = mayBeSpell(pairs, counts) ? [...lost, ...gained].slice(0, maxAgain) : [];
	const limit = worse === void 0 ? "" : `; limit ${points(worse)}`;
	const row = {
		key: "right",
		finds: "worse",
		isFine: net <= 0 || isEven,
		repeat,
		limit
	};
	return pairs.length === 0 ? [] : [countRow(row, counts, again && tally(again))];
}
function tailRow(both, { rules, again }) {
	const loses = isFar(rules);
	const counts = tally(both, loses);
	const { lost, gained, p } = counts;
	const repeat = [.../* @__PURE__ */ new Set([...lost, ...both])].slice(0, maxAgain);
	const row = {
		key: "tail",
		finds: "slower",
		isFine: p >= maxTailChance,
		repeat,
		limit: ""
	};
	if (lost.length + gained.length === 0) return [];
	return [countRow(row, counts, again && tally(again.filter(areRight), loses))];
}
function countRow({ key, finds, isFine, repeat, limit }, counts, again) {
	const { of, neither, p } = counts;
	const [lost, gained] = [counts.lost.length, counts.gained.length];
	const isCertain = p < maxChance;
	const isProved = repeat.length === 0 || again === void 0 || again.p <= maxChanceAgain[key];
	const verdict = isFine ? "fine" : isCertain && isProved ? finds : "undecided";
	const repeated = isCertain && again?.of ? {
		lost: again.lost.length,
		gained: again.gained.length
	} : void 0;
	const [production, candidate] = [of - neither - gained, of - neither - lost];
	const net = `${lost > gained ? "−" : "+"}${points(Math.abs(lost - gained) / of)}`;
	const ofChance = lost + gained === 0 ? "" : p < .001 ? ", p < 0.001" : `, p = ${p.toFixed(p < .1 ? 3 : 2)}`;
	const repeats = repeated ? `; asked again: lost ${repeated.lost}, gained ${repeated.gained}` : "";
	const words = `${lost === gained ? "as many" : net} (lost ${lost}, gained ${gained}${limit}${repeats})${ofChance}`;
	return {
		...told(key, "", [
			`${production} of ${of}`,
			String(candidate),
			words
		], noteOf(verdict, repeated !== void 0)),
		verdict,
		repeat: verdict === finds ? repeat : [],
		numbers: {
			production,
			candidate,
			lost,
			gained,
			p,
			again: repeated
		}
	};
}
const points = (share) => `${Math.round(1e3 * share) / 10} points`;
function rowsOf(group, options) {
	const { title, pairs, questions, stopped } = group;
	const both = pairs.filter(areRight);
	const uncompared = (words) => {
		return {
			...told("answers", title || "the prompts", [
				"",
				"",
				words
			]),
			verdict: "not-compared",
			isSettled: false
		};
	};
	if (stopped !== "") return [uncompared(stopped)];
	const rows = comparedRows(group, both, options);
	const isEnough = 2 * pairs.filter(({ production }) => isAnswered(production)).length >= questions.length;
	if (rows.some(({ verdict }) => verdict === "slower" || verdict === "answers-differ") || isEnough && both.length >= 5) return rows;
	const [theirs, ours] = sides.map((side) => require_tests.formatMs(median(timesOf("totalMs", both)[side])));
	const took = both.length === 0 ? "" : `; they took ${theirs}, of the candidate ${ours}`;
	return [uncompared(`${both.length} of ${questions.length} came in time and were right on both sides${took}`), ...rows];
}
function comparedRows(group, both, options) {
	const isStreamed = both.some(({ candidate }) => candidate.firstTokenMs !== void 0);
	const names = timeNames.filter((name) => name !== "totalMs" || !isStreamed);
	return [
		...answersRow(group, both, options),
		...names.flatMap((name) => timeRow(name, group, both, options)),
		...toldRows(group, both)
	];
}
function answersRow({ title }, both, { rules, clean }) {
	const saying = both.filter(({ production, candidate }) => production.said && candidate.said);
	if (rules.prompts !== void 0 || saying.length < 5) return [];
	const [theirs = [], ours = []] = sides.map((side) => saying.map((pair) => pair[side].said ?? []));
	const { verdict, shown } = judgeAnswers(ours, theirs, clean);
	return [{
		...told("answers", title, shown),
		verdict,
		isSettled: verdict === "fine" || rules.answers === void 0
	}];
}
function timeRow(key, { title }, both, { rules, again }) {
	const { prompts, slower = usualSlower } = rules;
	const isPaired = prompts !== void 0;
	const times = timesOf(key, both);
	if (times.production.length < (isPaired ? minRankedPairs : minSeparatePairs)) return [];
	const { estimate, likely, certain } = (isPaired ? pairedRatio : ratioOf)(times.candidate, times.production);
	const [theirs, ours] = [median(times.production), median(times.candidate)];
	const isSpeed = key === "tokenMs";
	const spanMs = theirs * (isSpeed ? median(timesOf("tokens", both).production) : 1);
	const limit = 1 + Math.max(slower, 5 / spanMs);
	const isSuspected = (isPaired ? likely : certain).low > limit;
	const repeated = timesOf(key, isPaired && isSuspected ? (again ?? []).filter(areRight) : []);
	const ratioAgain = median(repeated.candidate.map((ms, index) => ms / (repeated.production[index] ?? ms)));
	const isAsked = ratioAgain > 0;
	const isProved = !isPaired || again === void 0 || ratioAgain > limit;
	const verdict = likely.high <= limit ? "fine" : isSuspected && isProved ? "slower" : "undecided";
	const ratio = (of) => (isSpeed ? 1 / of : of).toFixed(2);
	const shown = (ms) => isSpeed ? (1e3 / ms).toFixed(ms > 100 ? 1 : 0) : require_tests.formatMs(ms);
	const ends = isSpeed ? [likely.high, likely.low] : [likely.low, likely.high];
	const repeats = isAsked ? `, asked again ${ratio(ratioAgain)} ×` : "";
	const words = `${ratio(estimate)} × (${ends.map(ratio).join("–")}), limit ${ratio(limit)} ×${repeats}`;
	const numbers = {
		production: theirs,
		candidate: ours,
		ratio: estimate,
		...likely,
		limit
	};
	return [{
		...told(key, title, [
			shown(theirs),
			shown(ours),
			words
		], noteOf(verdict, isAsked)),
		verdict,
		isSettled: certain.high <= limit,
		numbers: isAsked ? {
			...numbers,
			again: ratioAgain
		} : numbers,
		repeat: isPaired && verdict === "slower" ? both.slice(0, maxAgain) : []
	}];
}
function timesOf(name, pairs) {
	const both = pairs.filter((pair) => sides.every((side) => pair[side][name] !== void 0));
	const [production = [], candidate = []] = sides.map((side) => both.map((pair) => pair[side][name] ?? 0));
	return {
		production,
		candidate
	};
}
function toldRows({ title, firstMs }, both) {
	const [totals, tokens] = [timesOf("totalMs", both), timesOf("tokens", both)];
	if (totals.production.length === 0) return [];
	const whole = (list) => {
		const p95 = list.length < minWithTail ? "–" : require_tests.formatMs(percentile(list, .95));
		return [
			require_tests.formatMs(median(list)),
			p95,
			require_tests.formatMs(Math.max(...list))
		].join(" / ");
	};
	const isCached = firstMs > cacheFactor * median(totals.production);
	const cached = "The first answer of production took more than 3 × as long: a cache may hide the model. Compare by `prompts`.";
	const typical = (list) => String(Math.round(median(list)));
	const same = both.filter(({ production, candidate }) => production.said?.[0] === candidate.said?.[0]).length;
	const rows = [told("whole", title, [
		whole(totals.production),
		whole(totals.candidate),
		""
	], isCached ? cached : "")];
	if (tokens.production.length > 0) rows.push(told("tokens", title, [
		typical(tokens.production),
		typical(tokens.candidate),
		""
	]));
	if (title === "") rows.push(told("same", title, [
		"",
		"",
		`${same} of ${both.length}`
	]));
	return rows;
}

// src/render/compare.ts
function lineOf(row) {
	const [production, candidate, words] = row.shown;
	return `${rowName(row)}: ${[[production, candidate].filter(Boolean).join(" → "), words].filter(Boolean).join(", ")}`;
}
function headline({ name, judged: { verdict, row }, comparing }) {
	const isOpen = verdict === "undecided" || verdict === "fine";
	return `${name} ${verdicts[verdict][0]} ${comparing.with}${isOpen || !row ? "" : `: ${lineOf(row)}`}`;
}
function comparisonFailure(compared) {
	const { verdict, row, isRefused } = compared.judged;
	if (!isRefused || !row) return void 0;
	const code = verdict;
	const title = `${compared.name}: ${code}, ${rowName(row)} ${row.shown[2]}`;
	return new require_index.DeployError({
		code,
		message: headline(compared),
		title
	});
}
function whyUnjudged({ comparing, judged: { verdict, row } }) {
	return require_deploy.isGate(comparing) && verdict === "not-compared" ? row?.shown[2] ?? "nothing was asked" : "";
}
function lossOfProduction({ judged: { pairs }, comparing }) {
	const failed = pairs.filter(({ production }) => !isAnswered(production));
	if (failed.length <= pairs.length / 10) return "";
	return `${comparing.with} failed ${failed.length} of ${pairs.length} requests: ${failed[0]?.production.fault}`;
}
function comparisonSummary(compared) {
	const { name, comparing, judged, differences } = compared;
	const { rows, groups, pairs } = judged;
	const open = rows.filter(({ verdict }) => verdict === "undecided").length;
	const ofAll = rows.filter(({ verdict }) => verdict !== "").length;
	const isTold = rows.some(({ verdict }) => ![
		"",
		"fine",
		"undecided"
	].includes(verdict)) || lossOfProduction(compared);
	const sign = judged.isRefused ? "❌" : isTold ? "⚠️" : open > 0 ? "❔" : "✅";
	const decided = open > 0 ? `. ${open} of ${ofAll} rows not decided` : "";
	const opening = comparing.prompts ? `${pairs.length} of ${require_index.plural(groups[0]?.questions.length ?? 0, "prompt")}, each once to both` : `up to ${require_index.plural(Math.max(0, ...groups.map((group) => group.pairs.length)), "request")} to each, one at a time`;
	const cells = rows.map((row) => [
		rowName(row),
		row.shown[0],
		row.shown[1],
		`${row.shown[2]} ${signOf(row, comparing)}`
	]);
	return require_index.paragraphs([
		`${require_deploy.comparisonMark}\n${require_index.heading(`${sign} ${require_index.escapeCell(headline(compared) + decided)}`)}`,
		require_index.table([
			opening,
			`production ${require_index.codeCell(comparing.with)}`,
			require_index.codeCell(name),
			""
		], cells.map((row) => row.map((cell) => require_index.escapeCell(cell.trim())))),
		...closingLines(compared).map(require_index.proseCell),
		require_service.shownDifferences(differences),
		percentilesPicture(compared),
		`URL: ${require_index.linkCell(compared.url)}`
	]);
}
const signOf = ({ verdict }, comparing) => verdict === "" ? "" : isRefused(verdict, comparing) ? "❌" : verdicts[verdict][1];
function notComparedSummary(sign, { name, url, message, hint }) {
	const title = require_index.heading(`${sign} ${require_index.escapeCell(`${name}: not compared`)}`);
	return require_index.paragraphs([
		title,
		require_index.proseCell(`${message} ${hint}`),
		`URL: ${require_index.linkCell(url)}`
	]);
}
function percentilesPicture({ judged }) {
	const both = judged.pairs.filter(areRight);
	const shares = Array.from({ length: 20 }, (_, index) => (index + 1) / 20);
	if (judged.groups.length !== 1 || both.length < shares.length) return "";
	const lines = sides.map((side) => {
		const seconds = both.map((pair) => (pair[side].totalMs ?? 0) / 1e3);
		return `  line [${shares.map((share) => threeDigits(percentile(seconds, share))).join(", ")}]`;
	});
	const summary = "<summary>Whole answers in seconds, by percentile: production, then the candidate</summary>";
	const chart = [
		"```mermaid",
		"xychart-beta",
		"  x-axis 5 --> 100",
		...lines,
		"```"
	];
	return [
		`<details>${summary}`,
		"",
		...chart,
		"",
		"</details>"
	].join("\n");
}
function closingLines(compared) {
	const { name, judged, comparing, requests, wokeForSeconds, cost, workers } = compared;
	const found = tally(judged.pairs);
	const lost = found.lost.map(({ question, candidate }) => `[${question.title}] ${candidate.fault}`);
	const gained = found.gained.map(({ question }) => `[${question.title}]`);
	const ran = Math.max(...workers) > 1 ? `, on ${[...new Set(workers)].join(" to ")} workers` : "";
	const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
	const production = `\`${comparing.with}\` answered ${require_index.plural(requests, "request")}${ran}, and ${wokeForSeconds === void 0 ? "was up already" : woken}.`;
	return [
		lost.length > 0 && `Lost: ${[...new Set(lost)].slice(0, 3).join("; ")}.`,
		gained.length > 0 && `Gained: ${[...new Set(gained)].slice(0, 5).join(", ")}.`,
		...judged.rows.map((row) => row.note && `${lineOf(row)}. ${row.note}`),
		`The two may run on different machines. ${production}${cost && ` Cost of \`${name}\`: ${cost}.`}`
	].flatMap((line) => line || []);
}
function comparisonLines(compared) {
	return [...compared.judged.rows.map((row) => `Compared: ${lineOf(row)}.`), ...closingLines(compared)];
}
const threeDigits = (value) => Number(value.toPrecision(3));
function comparisonOutput({ judged, comparing, requests }) {
	const { pairs, rows } = judged;
	const { set } = comparing;
	const short = (_, value) => typeof value === "number" && !Number.isInteger(value) ? threeDigits(value) : value;
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
			of: set.prompts.length
		},
		samples: {
			line: pairs.map(({ question }) => question.line),
			right: pairs.map((pair) => sides.map((side) => pair[side].fault === "" ? "1" : "0").join("")),
			...Object.fromEntries(columns)
		}
	};
	const measurements = rows.flatMap(({ key: what, title: test, verdict, numbers, shown: [, , reason] }) => verdict === "" ? [] : [{
		what,
		test,
		verdict,
		...verdict === "not-compared" ? { reason } : numbers
	}]);
	const verdict = judged.verdict === "fine" ? "passed" : judged.verdict;
	const output = {
		with: comparing.with,
		verdict,
		requests,
		asked: pairs.length,
		measurements,
		...samples
	};
	return JSON.parse(JSON.stringify(output, short));
}

// src/commands/compare.ts
var compare_exports = /* @__PURE__ */ require_index.__exportAll({ compareCandidate: () => compareCandidate });
const notCompared = (reason, hint, severity = "warning") => {
	return {
		severity,
		reason,
		hint
	};
};
const inTurn = require_service.pLimit(1);
async function compareCandidate(candidate, context) {
	const { config, compare, live } = candidate;
	const { name } = config;
	const warn = (title, message, hint, severity = "warning") => context.reporter.annotate({
		severity,
		title: `${name}: ${title}`,
		message,
		hint
	});
	const compared = await inTurn(() => compareNow(candidate, context)).catch((error) => {
		if (!(error instanceof require_index.DeployError) || context.signal.aborted) throw error;
		return notCompared(error.message, error.hint);
	});
	const passed = { "image-digest": require_index.digestIn(config.image.image) };
	if ("reason" in compared) {
		const { severity, reason, hint } = compared;
		const message = `${name} was not compared: ${reason}.`;
		const failure = severity === "error" ? new require_index.DeployError({
			code: "not-found",
			message,
			hint
		}) : void 0;
		if (severity !== "error") warn("not compared", message, hint, severity);
		const isOpen = severity === "notice" || !require_deploy.isGate(compare);
		return {
			failure,
			summary: isOpen ? void 0 : notComparedSummary(failure ? "❌" : "⚠️", {
				name,
				url: live.url,
				message,
				hint
			}),
			outputs: {
				compare: {
					with: compare.with,
					verdict: "not-compared",
					reason
				},
				...isOpen ? passed : { proof: "" }
			}
		};
	}
	candidate.log(comparisonLines(compared));
	const failure = comparisonFailure(compared);
	const [unjudged, loss] = [whyUnjudged(compared), lossOfProduction(compared)];
	const hint = "Without a verdict, it does not pass: lower `requests`, or ask for shorter answers.";
	if (unjudged) warn("not compared", `${name}: ${unjudged}.`, hint);
	if (loss) warn("production", `${name}: ${loss}.`, `Run \`status\` on ${compare.with}.`);
	const outputs = {
		compare: comparisonOutput(compared),
		...failure || unjudged ? { proof: "" } : passed
	};
	return {
		failure,
		summary: comparisonSummary(compared),
		outputs
	};
}
async function compareNow(candidate, context) {
	const { live, compare: comparing, config, tests, price, log } = candidate;
	const { inputs, signal, connections } = context;
	const reads = require_deploy.openReads(context);
	const found = await findProduction(live.id, comparing, context);
	if ("reason" in found) return found;
	const own = await reads.get(live.id);
	if (require_rollout.mayOldAnswer(own)) return notCompared(`an old worker of ${config.name} is healthy, and may answer`, "Run the step again when it has stopped.");
	const seen = (id) => reads.get(id).catch((error) => {
		if (!(error instanceof require_index.DeployError) || signal.aborted || error.code === "not-found") throw error;
	});
	const isUp = (id) => async () => {
		const now = await seen(id);
		return now !== void 0 && !["idle", "starting"].includes(require_rollout.healthOf(now));
	};
	const isAsleep = require_rollout.healthOf(found) === "idle";
	const { freeTimeout } = found.config.workerConfig;
	const wakes = ` This wakes ${comparing.with}: it is billed until it has been idle for ${freeTimeout} s.`;
	log([`${`Compare: ${config.name} with ${comparing.with} (${found.id}), one request at a time.`}${isAsleep ? wakes : ""}`]);
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
			isUp: config.workerConfig.minNum === 0 ? isUp(live.id) : void 0
		},
		deadlineMs: candidate.startedMs + inputs.waitTimeoutSeconds * 1e3
	});
	const [production = found, ours = own] = await Promise.all([seen(found.id), seen(live.id)]);
	const change = changeBetween(found, production) || changeBetween(own, ours);
	if (change) return notCompared(`meanwhile ${change} changed`, "Run the step again when nothing is deployed there.");
	return {
		...rounds,
		name: config.name,
		comparing,
		url: live.url,
		wokeForSeconds: isAsleep ? freeTimeout : void 0,
		workers: [found, production].map((each) => each.workers.filter((worker) => require_service.isReady(worker, each)).length),
		differences: require_deploy.differencesFrom(found.config, config),
		cost: require_service.hourlyCost(price, config.workerConfig)
	};
}
async function findProduction(id, { with: name, own }, context) {
	const { trust } = context.github.context;
	if (trust.kind !== "trusted") return notCompared(`production is not asked ${trust.why}`, "Run the step for code of this repository.");
	const reads = require_deploy.openReads(context);
	const listed = require_deploy.findByName(await reads.list({ only: (each) => each.name === name }), name);
	if (!listed) return notCompared(`this API key sees no endpoint named ${name}`, "Deploy it first, or compare where one API key sees both.", name === own ? "notice" : "error");
	const live = await reads.get(listed.id);
	const foreign = whyForeign(live, context);
	if (foreign) return notCompared(`${name} (${live.id}) ${foreign}`, "Deploy it from this repository first.");
	const unfit = live.id === id ? "is the same endpoint" : whyUnfit(live);
	return unfit ? notCompared(`${name} (${live.id}) ${unfit}`, `Run \`status\` on ${name}, then this step again.`) : live;
}
function whyForeign({ config }, { github }) {
	const record = require_service.readOwner(config);
	if (github.context.repository === "" || record && require_service.isOfRepository(record, github.context)) return "";
	return record ? `was deployed by ${record.repository}` : require_service.recordDoubt(config) ?? "has no record of a deploy";
}
function whyUnfit(live) {
	const health = require_rollout.healthOf(live);
	if (health !== "serving" && health !== "idle") return `is ${health}`;
	if (require_rollout.mayOldAnswer(live) || require_service.endpointCondition(live.state) === "starting") return "is being updated";
	const changed = require_service.changedSinceDeploy(live.config);
	if (changed.length > 0) return `was changed by hand since its deploy (${changed.join(", ")})`;
	return /^https?:$/.test(URL.parse(live.url)?.protocol ?? "") ? "" : "has no URL that can be asked";
}
function changeBetween({ config: before }, { config: after }) {
	if (before.image.image !== after.image.image) return `the image of ${before.name}`;
	return require_service.recordEnvOf(before)?.value === require_service.recordEnvOf(after)?.value ? "" : `the deploy of ${before.name}`;
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

// src/compare/rounds.ts
var rounds_exports = /* @__PURE__ */ require_index.__exportAll({ openRounds: () => openRounds });
const askAgainShare = .2;
const looks = [5, 2 * 5];
const maxWakeRequests = 40;
const maxRefusals = 10;
const openRounds = (options) => async (request) => {
	try {
		var _usingCtx$1 = _usingCtx();
		const { tests, rules, signal, log } = request;
		const { set } = rules;
		const { clean, clock } = options;
		let requests = 0;
		const opened = _usingCtx$1.a(new AsyncDisposableStack());
		const connect = async (side) => {
			const endpointUrl = new URL(request[side].url);
			const connection = await options.connect(endpointUrl, { keepAliveMs: require_index.keepAliveMs });
			opened.defer(() => connection.close());
			const send = (sent) => {
				if (side === "production") requests += 1;
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
				isTimed: false
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
			while (isUp && isComing(asked) && wakeRequests < maxWakeRequests && clock.monotonicMs() < deadlineMs) {
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
		const first = [];
		for (const test of tests.slice(0, set ? 1 : tests.length)) {
			if (clock.monotonicMs() >= request.deadlineMs) break;
			first.push(await askAwake("production", test, request.deadlineMs));
			await askAwake("candidate", test, request.deadlineMs);
		}
		const groups = groupsOf(request, first, clean);
		const startedMs = clock.monotonicMs();
		const endMs = Math.min(request.deadlineMs, startedMs + require_index.maxRoundsMs);
		let turn = 0;
		const askPair = async (question, deadlineMs) => {
			turn += 1;
			const samples = /* @__PURE__ */ new Map();
			for (const side of turn % 2 === 0 ? sides.toReversed() : sides) {
				const nowMs = clock.monotonicMs();
				if (nowMs >= deadlineMs) return [];
				const untilMs = set ? Math.min(deadlineMs, nowMs + require_index.maxPromptMs) : deadlineMs;
				samples.set(side, sampleOf(question.test, await askAwake(side, question.test, untilMs), {
					clean,
					set
				}));
			}
			const answers = Object.fromEntries(samples);
			return clock.monotonicMs() >= deadlineMs ? [] : [{
				question,
				...answers
			}];
		};
		const judging = {
			rules,
			clean,
			again: void 0
		};
		const firstEndMs = endMs - askAgainShare * (endMs - startedMs);
		for (let pass = 1, left = groups; left.length > 0 && clock.monotonicMs() < firstEndMs; pass += 1) {
			left = left.filter(({ questions, stopped }) => stopped === "" && questions.length >= pass);
			for (const group of left) {
				for (const question of group.questions.slice(pass - 1, pass)) group.pairs.push(...await askPair(question, firstEndMs));
				group.stopped = whyStopped(group.pairs);
			}
			const planned = groups[0]?.questions.length ?? 0;
			const fit = Math.floor(pass * (firstEndMs - startedMs) / (clock.monotonicMs() - startedMs));
			if (set && pass === maxRefusals && fit < planned) log([`Compare: about ${fit} of ${planned} prompts can be asked in time.`]);
			if (!set && looks.includes(pass)) for (const group of settled(left, judging)) group.questions = group.questions.slice(0, pass);
		}
		const again = [];
		const suspects = toAskAgain(judge(groups, judging));
		for (const { question } of suspects) again.push(...await askPair(question, endMs));
		if (suspects.length > 0 && again.length === 0) for (const group of groups) group.stopped = "no time was left to ask again what would be refused";
		return {
			judged: judge(groups, {
				...judging,
				again
			}),
			requests
		};
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
};
const isComing = ({ fault }) => fault !== void 0 && fault.weight !== "own";
function groupsOf({ tests, rules: { set, requests = set ? 300 : 20 }, production }, first, clean) {
	const stoppedBy = (asked) => asked?.fault ? `production answers ${require_index.oneLine(clean(asked.fault.got, 2048), 160)}` : "";
	if (set) return [{
		title: "",
		questions: set.prompts.slice(0, requests).map(({ line, test }) => ({
			test,
			title: `${set.file}:${line}`,
			line
		})),
		pairs: [],
		stopped: production.isUp ? stoppedBy(first.find(isComing)) : "",
		firstMs: 0
	}];
	return tests.map((test, index) => {
		const title = require_tests.testTitle(test);
		const { totalMs = 0 } = first[index]?.measured ?? {};
		const questions = Array(requests).fill({
			test,
			title,
			line: 0
		});
		const firstMs = production.isUp ? 0 : totalMs;
		return {
			title,
			questions,
			pairs: [],
			stopped: stoppedBy(first[index]),
			firstMs
		};
	});
}
function whyStopped(pairs) {
	const limiting = sides.find((side) => pairs.length > 1 && pairs.slice(-2).every((pair) => pair[side].status === 429));
	if (limiting) return `${limiting} limits its rate: it answered 429 twice in a row`;
	if (pairs.length !== maxRefusals || pairs.some(({ production }) => isAnswered(production))) return "";
	return `production answers ${pairs[0]?.production.fault}`;
}
function sampleOf(test, asked, { clean, set }) {
	const { status = 0, totalMs, firstTokenMs, tokensPerSecond = 0, tokens, content } = asked.measured;
	const fault = faultOf(test, asked, {
		clean,
		set
	});
	if (fault !== "" || asked.answer?.kind !== "answer") return {
		fault,
		status
	};
	const text = require_tests.textOf(asked.answer.body);
	const said = set ? [hashOf(folded(content ?? text))] : comparedContent(test, {
		content,
		text,
		clean
	});
	const time = (ms) => ms === void 0 ? void 0 : Math.max(ms, .01);
	const tokenMs = tokensPerSecond > 0 ? 1e3 / tokensPerSecond : void 0;
	return {
		fault,
		status,
		totalMs: time(totalMs),
		firstTokenMs: time(firstTokenMs),
		tokenMs,
		tokens,
		said
	};
}
function faultOf(test, { answer, fault }, { clean, set }) {
	if (answer?.kind !== "answer") return answer?.reason ?? fault?.got ?? "no answer";
	const { body, endMs, status } = answer;
	const isMissing = set !== void 0 && (body.brokenBy !== void 0 || require_tests.textOf(body).trim() === "");
	if (!fault && !isMissing) return "";
	if (body.brokenBy === "timeout") return `no end within ${require_tests.formatMs(endMs)}`;
	const { status: wanted } = test.expect ?? {};
	const form = {
		...test,
		expect: wanted === void 0 ? {} : { status: wanted }
	};
	if (!fault || isMissing || require_tests.judgeAnswer(form, answer, { isTimed: false }).fault) return require_tests.isSuccess(status) ? "no whole answer" : String(status);
	return `expected ${fault.expected}, got ${require_index.oneLine(clean(fault.got, 240), 60)}`;
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