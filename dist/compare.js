const require_service = require("./service.js");
const require_index = require("./index.js");
const require_deploy = require("./deploy.js");
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
const maxKeptLength = 262144;
const maxCutLength = 16384;
function comparedContent({ chat, expect }, { content, text, clean }) {
	if (chat !== void 0) return content === void 0 ? void 0 : kept([folded(content)], clean);
	const pointers = Object.keys(expect?.json ?? {});
	const parsed = pointers.length > 0 ? require_service.tryParseJson(text) : void 0;
	const values = parsed && pointers.map((pointer) => require_tests.valueAtPointer(parsed.value, pointer)?.value ?? null);
	return values && kept(values, clean);
}
const hashOf = (text) => require_index.createHash("sha256").update(text).digest("hex");
const folded = (text) => text.replaceAll(/\s+/g, " ").trim();
function kept(said, clean) {
	const text = contentText(said);
	if (text.length <= maxKeptLength) return said;
	return [`${clean(text, maxCutLength)} (${hashOf(text)})`];
}
const minRepeatedShare = .8;
const minShare = .2;
function judgeAnswers(candidate, production, clean) {
	const [ours, theirs] = [groupsOf(candidate), groupsOf(production)];
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
	const shown = (text) => `"${from > 0 ? "…" : ""}${require_index.oneLine(text.slice(from).toWellFormed(), 100)}"`;
	return [shown(production), shown(candidate)];
}

// src/compare/judge.ts
const timeNames = [
	"firstTokenMs",
	"tokenMs",
	"totalMs"
];
const sides = ["production", "candidate"];
const verdicts = [
	"worse",
	"answers-differ",
	"slower",
	"not-compared",
	"undecided",
	"fine"
];
const labels = {
	right: "right answers",
	answers: "answers",
	firstTokenMs: "first token",
	tokenMs: "tokens/s",
	totalMs: "total",
	whole: "whole answer: median / p95 / slowest",
	fewWhole: "whole answer: median / slowest",
	tokens: "tokens of an answer: median",
	same: "same answer",
	tail: "whole answers within 3 × the limit of the other side"
};
const minPairs = 5;
const minSeparatePairs = 3;
const maxChanceAgain = .1;
const maxAgain = {
	right: 30,
	slower: 20
};
const usualSlower = .2;
const tailFactor = 3;
const maxTailChance = .005;
const minWithTail = 100;
const cacheFactor = 3;
const areRight = ({ production, candidate }) => production.fault === "" && candidate.fault === "";
const isAnswered = ({ fault, status }) => fault === "" || require_tests.isSuccess(status);
function pairsOf(groups) {
	const longest = Math.max(0, ...groups.map(({ pairs }) => pairs.length));
	return Array.from({ length: longest }, (_, pass) => groups.flatMap(({ pairs }) => pairs[pass] ?? [])).flat();
}
function judge(groups, options) {
	const pairs = pairsOf(groups);
	const [right = [], tail = []] = ["right", "tail"].map((key) => countRows(key, pairs, options));
	const ofGroups = groups.map((group) => rowsOf(group, options));
	const compared = ofGroups.filter((_, index) => groups[index]?.stopped === "" || groups[index]?.pairs.length);
	const deciding = [
		...right,
		...tail,
		...(compared.length > 0 ? compared : ofGroups).flat()
	];
	const found = new Set(deciding.map(({ verdict }) => verdict));
	return {
		verdict: [
			...verdicts.filter((each) => isRefused(each, options.rules)),
			"not-compared",
			...verdicts
		].find((each) => found.has(each)) ?? "not-compared",
		rows: [
			...right,
			...ofGroups.flat(),
			...tail
		],
		groups
	};
}
function toAskAgain({ rows, groups }, { rules }) {
	const pairs = pairsOf(groups);
	const has = (verdict, key) => rows.some((row) => row.verdict === verdict && (key === void 0 || row.key === key));
	const far = has("slower", "tail") ? losses(pairs.filter(areRight), isFar(rules)) : [];
	const others = pairs.filter((pair) => areRight(pair) && !far.includes(pair));
	const isSlower = far.length > 0 || rules.prompts !== void 0 && has("slower");
	return [...has("worse", "right") && !isScattered(pairs) ? spread([...losses(pairs), ...gains(pairs)], maxAgain.right) : [], ...isSlower ? [...far, ...spread(others, maxAgain.slower)].slice(0, maxAgain.slower) : []];
}
function settled(groups, options) {
	const { rules } = options;
	if (!pairsOf(groups).every(areRight)) return [];
	const isFine = ({ key, verdict }) => verdict === "fine" || verdict === "" || key === "answers" && rules.answers === void 0;
	return groups.filter((group) => rowsOf({
		...group,
		planned: 0
	}, options, "certain").every(isFine) && losses(group.pairs, isFar(rules)).length === 0);
}
function isRefused(verdict, { worse, slower, answers, prompts }) {
	return {
		worse: prompts === void 0 ? worse ?? slower ?? answers : worse,
		slower,
		"answers-differ": answers
	}[verdict] !== void 0;
}
function spread(list, most) {
	const step = Math.max(1, list.length / most);
	return list.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}
function rowName({ key, title }) {
	return title === "" ? labels[key] : labels[key].replace(/(?=: )|$/, ` of ${title}`);
}
const told = (key, title, shown, note = "") => {
	return {
		key,
		title,
		verdict: "",
		shown,
		note,
		numbers: {}
	};
};
const noteOf = (verdict, isAskedAgain) => {
	if (verdict !== "undecided") return "";
	if (isAskedAgain) return "Undecided, because it does not repeat: a cache, or a spell?";
	return "Undecided: try more `requests`, a longer answer, or a larger limit.";
};
const isWorse = (one, other) => one.fault !== "" && other.fault === "";
const isFar = ({ slower = usualSlower }) => ({ totalMs = 0 }, { totalMs: other = 0 }) => totalMs > tailFactor * (1 + slower) * Math.max(other, 5);
const losses = (pairs, loses = isWorse) => pairs.filter(({ production, candidate }) => loses(candidate, production));
const gains = (pairs, loses = isWorse) => pairs.filter(({ production, candidate }) => loses(production, candidate));
function countRows(key, all, { rules, again }) {
	const { worse } = rules;
	const among = (list) => key === "right" ? list : list.filter(areRight);
	const loses = key === "right" ? isWorse : isFar(rules);
	const count = (list) => ({
		lost: losses(list, loses).length,
		gained: gains(list, loses).length
	});
	const pairs = among(all);
	const [{ lost, gained }, repeated] = [count(pairs), count(among(again ?? []))];
	if (key === "right" ? pairs.length === 0 : lost + gained === 0) return [];
	const p = chance(lost, gained);
	const halves = [pairs.slice(0, pairs.length / 2), pairs.slice(pairs.length / 2)].map(count);
	const isEven = worse === void 0 ? p >= maxChanceAgain : lost - gained < worse * pairs.length;
	const isFine = key === "right" ? lost <= gained || isEven : p >= maxTailChance || halves.some((half) => half.lost <= half.gained);
	const isRepeated = again === void 0 || chance(repeated.lost, repeated.gained) < maxChanceAgain;
	const isCertain = p < .01 && (isRepeated || key === "right" && isScattered(pairs));
	const verdict = isFine ? "fine" : isCertain ? key === "right" ? "worse" : "slower" : "undecided";
	const neither = pairs.filter(({ production, candidate }) => production.fault !== "" && candidate.fault !== "").length;
	const [production, candidate] = [pairs.length - neither - gained, pairs.length - neither - lost];
	const points = (share) => `${Math.round(1e3 * share) / 10} points`;
	const net = `${lost > gained ? "−" : "+"}${points(Math.abs(lost - gained) / pairs.length)}`;
	const limit = key === "tail" || worse === void 0 ? "" : `; limit ${points(worse)}`;
	const ofChance = lost + gained === 0 ? "" : p < .001 ? ", p < 0.001" : `, p = ${p.toFixed(p < .1 ? 3 : 2)}`;
	const isAsked = p < .01 && again !== void 0 && again.length > 0;
	const repeats = isAsked ? `; asked again: lost ${repeated.lost}, gained ${repeated.gained}` : "";
	const words = `${lost === gained ? "as many" : net} (lost ${lost}, gained ${gained}${limit}${repeats})${ofChance}`;
	const numbers = {
		production,
		candidate,
		lost,
		gained,
		p,
		...isAsked && { again: repeated }
	};
	return [{
		key,
		title: "",
		verdict,
		shown: [
			`${production} of ${pairs.length}`,
			String(candidate),
			words
		],
		note: noteOf(verdict, isAsked),
		numbers
	}];
}
function isScattered(pairs) {
	const runs = (list) => {
		const among = new Set(list);
		return pairs.filter((pair, index) => among.has(pair) && !among.has(pairs[index - 1])).length;
	};
	return chance(runs(losses(pairs)), runs(gains(pairs))) < maxChance;
}
function rowsOf(group, options, fineBy = "likely") {
	const { title, pairs, planned, stopped } = group;
	const both = pairs.filter(areRight);
	const uncompared = (words) => [{
		...told("answers", title || "the prompts", [
			"",
			"",
			words
		]),
		verdict: "not-compared"
	}];
	if (stopped !== "") return uncompared(stopped);
	const isStreamed = both.some(({ candidate }) => candidate.firstTokenMs !== void 0);
	const names = timeNames.filter((name) => name !== "totalMs" || !isStreamed);
	const rows = [...answersRow(title, both, options), ...names.flatMap((name) => timeRow(name, both, {
		...options,
		title,
		fineBy
	}))];
	const isEnough = pairs.filter(({ production }) => isAnswered(production)).length >= planned / 2;
	const isFound = rows.some(({ verdict }) => verdict === "slower" || verdict === "answers-differ");
	const medians = sides.map((side) => require_tests.formatMs(median(timesOf("totalMs", both)[side])));
	const took = both.length === 0 ? "" : `; they took ${medians[0]}, of the candidate ${medians[1]}`;
	const reason = `${both.length} of ${planned} came in time and were right on both sides${took}`;
	return [
		...isFound || isEnough && both.length >= 5 ? [] : uncompared(reason),
		...rows,
		...toldRows(group, both)
	];
}
function answersRow(title, pairs, { rules, clean }) {
	const saying = pairs.filter(({ production, candidate }) => production.said && candidate.said);
	if (rules.prompts !== void 0 || saying.length < 5) return [];
	const [theirs = [], ours = []] = sides.map((side) => saying.map((pair) => pair[side].said ?? []));
	const { verdict, shown } = judgeAnswers(ours, theirs, clean);
	return [{
		...told("answers", title, shown),
		verdict
	}];
}
function timeRow(key, both, { rules, again, title, fineBy }) {
	const { prompts, slower = usualSlower } = rules;
	const { candidate, production } = timesOf(key, both);
	if (candidate.length < minSeparatePairs) return [];
	const { estimate, likely, certain } = (prompts === void 0 ? ratioOf : pairedRatio)(candidate, production);
	const [theirs, ours] = [median(production), median(candidate)];
	const isSpeed = key === "tokenMs";
	const spanMs = theirs * (isSpeed ? median(timesOf("tokens", both).production) : 1);
	const limit = 1 + Math.max(slower, 5 / spanMs);
	const apart = Math.min(...candidate) / Math.max(...production);
	if (candidate.length < 5 && apart <= limit) return [];
	const low = Math.max(likely.low, apart);
	const high = Math.min(likely.high, Math.max(...candidate) / Math.min(...production));
	const repeated = timesOf(key, prompts === void 0 ? [] : (again ?? []).filter(areRight));
	const ratioAgain = median(repeated.candidate.map((time, index) => time / (repeated.production[index] ?? time)));
	const isCertain = Math.max(certain.low, apart) > limit;
	const doesHold = prompts === void 0 || again === void 0 || ratioAgain > limit;
	const verdict = (fineBy === "likely" ? high : certain.high) <= limit ? "fine" : isCertain && doesHold ? "slower" : "undecided";
	const times = (ratio) => (isSpeed ? 1 / ratio : ratio).toFixed(2);
	const shown = (ms) => isSpeed ? (1e3 / ms).toFixed(ms > 100 ? 1 : 0) : require_tests.formatMs(ms);
	const ends = isSpeed ? [times(high), times(low)] : [times(low), times(high)];
	const isAsked = isCertain && ratioAgain > 0;
	const repeats = isAsked ? `, asked again ${times(ratioAgain)} ×` : "";
	const words = `${times(estimate)} × (${ends.join("–")}), limit ${times(limit)} ×${repeats}`;
	const numbers = {
		production: theirs,
		candidate: ours,
		ratio: estimate,
		low,
		high,
		limit
	};
	return [{
		key,
		title,
		verdict,
		shown: [
			shown(theirs),
			shown(ours),
			words
		],
		note: noteOf(verdict, isAsked),
		numbers: isAsked ? {
			...numbers,
			again: ratioAgain
		} : numbers
	}];
}
function timesOf(name, pairs) {
	const both = pairs.filter(({ candidate, production }) => candidate[name] !== void 0 && production[name] !== void 0);
	const [production = [], candidate = []] = sides.map((side) => both.map((pair) => pair[side][name] ?? 0));
	return {
		production,
		candidate
	};
}
function toldRows({ title, firstMs }, both) {
	const totals = timesOf("totalMs", both);
	const tokens = timesOf("tokens", both);
	if (totals.production.length === 0) return [];
	const key = totals.production.length < minWithTail ? "fewWhole" : "whole";
	const whole = (list) => [
		median(list),
		...key === "whole" ? [percentile(list, .95)] : [],
		Math.max(...list)
	].map(require_tests.formatMs).join(" / ");
	const isCached = firstMs > cacheFactor * median(totals.production);
	const cached = "The first answer of production took more than 3 × as long: a cache may hide the model. Compare by `prompts`.";
	const typical = (list) => String(Math.round(median(list)));
	const same = both.filter(({ production, candidate }) => production.said?.[0] === candidate.said?.[0]).length;
	const ofTokens = told("tokens", title, [
		typical(tokens.production),
		typical(tokens.candidate),
		""
	]);
	return [
		told(key, title, [
			whole(totals.production),
			whole(totals.candidate),
			""
		], isCached ? cached : ""),
		...tokens.production.length > 0 ? [ofTokens] : [],
		...title === "" ? [told("same", title, [
			"",
			"",
			`${same} of ${both.length}`
		])] : []
	];
}

// src/render/compare.ts
const verdictWords = {
	worse: "is worse than",
	"answers-differ": "answers otherwise than",
	slower: "is slower than",
	"not-compared": "could not be compared with",
	undecided: "compared with",
	fine: "compared with"
};
function lineOf([what = "", production = "", candidate = "", words = ""]) {
	return `${what}: ${[[production, candidate].filter(Boolean).join(" → "), words].filter(Boolean).join(", ")}`;
}
const decidingRow = ({ judged: { verdict, rows } }) => verdict === "undecided" || verdict === "fine" ? void 0 : rows.find((row) => row.verdict === verdict);
function headline(compared) {
	const { name, judged, comparing } = compared;
	const row = decidingRow(compared);
	return `${name} ${verdictWords[judged.verdict]} ${comparing.with}${row ? `: ${lineOf([rowName(row), ...row.shown])}` : ""}`;
}
function comparisonFailure(compared) {
	const { name, judged, comparing } = compared;
	const code = judged.verdict;
	const row = decidingRow(compared);
	if (!row || !isRefused(code, comparing)) return void 0;
	return new require_index.DeployError({
		code,
		message: headline(compared),
		title: `${name}: ${code}, ${rowName(row)} ${row.shown[2]}`
	});
}
function whyUnjudged(compared) {
	return require_deploy.isGate(compared.comparing) && compared.judged.verdict === "not-compared" ? decidingRow(compared)?.shown[2] ?? "nothing was asked" : "";
}
function lossOfProduction({ judged, comparing }) {
	const pairs = pairsOf(judged.groups);
	const failed = pairs.filter(({ production }) => !isAnswered(production));
	if (failed.length <= pairs.length / 10) return "";
	return `${comparing.with} failed ${failed.length} of ${pairs.length} requests: ${failed[0]?.production.fault}`;
}
function comparisonSummary(compared) {
	const { name, comparing, judged, differences } = compared;
	const found = judged.rows.flatMap(({ verdict }) => verdict || []);
	const open = found.filter((verdict) => verdict === "undecided").length;
	const isTold = found.some((verdict) => verdict !== "fine" && verdict !== "undecided") || lossOfProduction(compared);
	const sign = isRefused(judged.verdict, comparing) ? "❌" : isTold ? "⚠️" : open > 0 ? "❔" : "✅";
	const decided = open > 0 ? `. ${open} of ${found.length} rows not decided` : "";
	const asked = Math.max(0, ...judged.groups.map(({ pairs }) => pairs.length));
	const opening = comparing.prompts ? `${asked} of ${require_index.plural(judged.groups[0]?.planned ?? 0, "prompt")}, each once to both` : `up to ${require_index.plural(asked, "request")} to each, one at a time`;
	return require_index.paragraphs([
		`${require_deploy.comparisonMark}\n${require_index.heading(`${sign} ${require_index.escapeCell(headline(compared) + decided)}`)}`,
		require_index.table([
			opening,
			`production ${require_index.codeCell(comparing.with)}`,
			require_index.codeCell(name),
			""
		], shownRows(compared).map((row) => row.map(require_index.escapeCell))),
		...closingLines(compared).map(require_index.proseCell),
		require_service.shownDifferences(differences),
		percentilesPicture(compared),
		`URL: ${require_index.linkCell(compared.url)}`
	]);
}
function notComparedSummary(sign, { name, url, message, hint }) {
	const title = require_index.heading(`${sign} ${require_index.escapeCell(`${name}: not compared`)}`);
	return require_index.paragraphs([
		title,
		require_index.proseCell(`${message} ${hint}`),
		`URL: ${require_index.linkCell(url)}`
	]);
}
function shownRows({ judged, comparing, start, startMs, wokeForSeconds, sizes }) {
	const signs = {
		"": "",
		"not-compared": "",
		fine: "✅",
		undecided: "❔"
	};
	const signOf = ({ verdict }) => verdict in signs ? signs[verdict] : isRefused(verdict, comparing) ? "❌" : "⚠️";
	const answered = startMs === void 0 ? "no right answer" : `first answer after ${require_index.formatShort(startMs)}`;
	const woken = wokeForSeconds === void 0 ? "not woken" : answered;
	const [theirs = 0, ours = 0] = sizes;
	const percent = Math.round(100 * (ours / theirs - 1));
	const change = percent === 0 ? "the same" : `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`;
	return [
		...theirs > 0 && ours > 0 ? [[
			"size of the image",
			require_service.formatBytes(theirs),
			require_service.formatBytes(ours),
			change
		]] : [],
		...judged.rows.map((row) => [
			rowName(row),
			row.shown[0],
			row.shown[1],
			`${row.shown[2]} ${signOf(row)}`.trim()
		]),
		...start !== "" || wokeForSeconds !== void 0 ? [[
			"start of a worker",
			woken,
			start || "was up",
			""
		]] : []
	];
}
function percentilesPicture({ judged }) {
	const both = pairsOf(judged.groups).filter(areRight);
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
	const pairs = pairsOf(judged.groups);
	const lost = losses(pairs).map(({ question, candidate }) => `[${question.title}] ${candidate.fault}`);
	const gained = gains(pairs).map(({ question }) => `[${question.title}]`);
	const loss = lossOfProduction(compared);
	const ran = Math.max(...workers) > 1 ? `, on ${[...new Set(workers)].join(" to ")} workers` : "";
	const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
	const production = `\`${comparing.with}\` answered ${require_index.plural(requests, "request")}${ran}, and ${wokeForSeconds === void 0 ? "was up already" : woken}.`;
	return [
		lost.length > 0 && `Lost: ${[...new Set(lost)].slice(0, 3).join("; ")}.`,
		gained.length > 0 && `Gained: ${[...new Set(gained)].slice(0, 5).join(", ")}.`,
		...judged.rows.map((row) => row.note && `${lineOf([rowName(row), ...row.shown])}. ${row.note}`),
		loss && `Warning: ${loss}.`,
		`The two may run on different machines. ${production}${cost && ` Cost of \`${name}\`: ${cost}.`}`
	].flatMap((line) => line || []);
}
function comparisonLines(compared) {
	return [...shownRows(compared).map((row) => `Compared: ${lineOf(row)}.`), ...closingLines(compared)];
}
const threeDigits = (value) => Number(value.toPrecision(3));
function comparisonOutput({ judged, comparing, requests }) {
	const pairs = pairsOf(judged.groups);
	const { set } = comparing;
	const short = (_, value) => typeof value === "number" && !Number.isInteger(value) ? threeDigits(value) : value;
	const column = (number) => sides.map((side) => pairs.map((pair) => pair[side][number] ?? null));
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
			firstTokenMs: column("firstTokenMs"),
			tokenMs: column("tokenMs"),
			totalMs: column("totalMs"),
			tokens: column("tokens")
		}
	};
	const measurements = judged.rows.flatMap(({ key: what, title: test, verdict, numbers, shown: [, , reason] }) => verdict === "" ? [] : [{
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
		return {
			severity: "warning",
			reason: error.message,
			hint: error.hint
		};
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
	const { live, compare: comparing, config, tests, start, price } = candidate;
	const { inputs, signal, connections } = context;
	const reads = require_deploy.openReads(context);
	const found = await findProduction(live.id, comparing, context);
	if ("reason" in found) return found;
	const seen = (id) => reads.get(id).catch((error) => {
		if (!(error instanceof require_index.DeployError) || signal.aborted || error.code === "not-found") throw error;
	});
	const isUp = (id) => async () => {
		const now = await seen(id);
		return now !== void 0 && !["idle", "starting"].includes(require_deploy.healthOf(now));
	};
	let production = found;
	let change = "";
	const look = async () => {
		const now = await seen(found.id);
		change ||= now ? changeBetween(production, now) : "";
		production = now ?? production;
		return change === "";
	};
	const isAsleep = require_deploy.healthOf(found) === "idle";
	const { freeTimeout } = found.config.workerConfig;
	const wakes = ` This wakes ${comparing.with}: it is billed until it has been idle for ${freeTimeout} s.`;
	const subject = `Compare: ${config.name} with ${comparing.with} (${found.id}), one request at a time.`;
	candidate.log([`${subject}${isAsleep ? wakes : ""}`]);
	const bytes = [imageBytes(found.config, context), candidate.bytes ?? imageBytes(config, context)];
	const sizes = Promise.all(bytes).catch(() => []);
	const rounds = await connections.compare({
		tests,
		rules: comparing,
		set: comparing.set,
		log: candidate.log,
		signal,
		onAwake: look,
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
	const workers = healthyWorkers(production);
	await look();
	const compared = {
		...rounds,
		name: config.name,
		comparing,
		url: live.url,
		start,
		sizes: await sizes,
		wokeForSeconds: isAsleep ? freeTimeout : void 0,
		workers: [workers, healthyWorkers(production)],
		differences: require_deploy.differencesFrom(found.config, config),
		cost: require_service.hourlyCost(price, { now: config.workerConfig })
	};
	const refused = change === "" && comparisonFailure(compared) ? await seen(live.id) : void 0;
	const isReplaced = refused !== void 0 && refused.config.image.image !== config.image.image;
	if (change === "" && !isReplaced) return compared;
	return {
		severity: "warning",
		reason: `meanwhile ${isReplaced ? `the image of ${config.name}` : `${change} of ${comparing.with}`} changed`,
		hint: "Run the step again when nothing is deployed there."
	};
}
const healthyWorkers = (live) => live.workers.filter((worker) => require_service.isReady(worker, live)).length;
async function imageBytes({ image }, context) {
	if (context.inputs.resolveImage === "off") return void 0;
	const answer = await require_deploy.resolve(image.image, context);
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
	const reads = require_deploy.openReads(context);
	const listed = require_deploy.findByName(await reads.list({ only: (each) => each.name === name }), name);
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
	const record = require_service.readOwner(config);
	if (github.context.repository === "" || record && require_service.isOfRepository(record, github.context)) return "";
	return record ? `was deployed by ${record.repository}` : require_service.recordDoubt(config) ?? "has no record of a deploy";
}
function whyUnfit(live) {
	const health = require_deploy.healthOf(live);
	if (health !== "serving" && health !== "idle") return `is ${health}`;
	if (require_deploy.mayOldAnswer(live) || require_service.endpointCondition(live.state) === "starting") return "is being updated";
	const changed = require_service.changedSinceDeploy(live.config);
	if (changed.length > 0) return `was changed by hand since its deploy (${changed.join(", ")})`;
	return /^https?:$/.test(URL.parse(live.url)?.protocol ?? "") ? "" : "has no URL that can be asked";
}
function changeBetween(before, after) {
	if (before.config.image.image !== after.config.image.image) return "the image";
	return require_service.recordEnvOf(before.config)?.value === require_service.recordEnvOf(after.config)?.value ? "" : "the deploy";
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
		const { rules, set, log } = request;
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
				signal: request.signal,
				endpointUrl,
				connection: {
					...connection,
					send
				}
			};
			const models = /* @__PURE__ */ new Map();
			return (test, deadlineMs) => require_tests.ask(test, {
				...asking,
				isTimed: false,
				models,
				deadlineMs
			});
		};
		const askers = {
			production: await connect("production"),
			candidate: await connect("candidate")
		};
		const { first, startMs } = await wakeUp(askers, request, clock);
		const { requests: most = set ? 300 : 20 } = rules;
		const prompts = set?.prompts.slice(0, most).map(({ line, test }) => ({
			test,
			title: `${set.file}:${line}`,
			line
		}));
		const tests = request.tests.map((test) => ({
			test,
			title: require_tests.testTitle(test),
			line: 0
		}));
		const open = {
			stopped: "",
			firstMs: 0
		};
		const groups = (prompts ? [{ title: "" }] : tests).map(({ title }) => {
			return {
				title,
				pairs: [],
				planned: prompts?.length ?? most,
				...open
			};
		});
		for (const [index, { fault, measured }] of first.entries()) {
			const group = groups[index];
			if (group && !set && !request.production.isUp) group.firstMs = measured.totalMs ?? 0;
			if (group && fault && (!set || request.production.isUp && isComing({ fault }))) group.stopped = `production answers ${require_index.oneLine(clean(fault.got, 2048), 160)}`;
		}
		let left = await request.onAwake() ? groups : [];
		const startedMs = clock.monotonicMs();
		const endMs = Math.min(request.deadlineMs, startedMs + require_index.maxRoundsMs);
		let deadlineMs = endMs - Math.min(require_index.askAgainMs, (endMs - startedMs) * askAgainShare);
		const isLate = () => clock.monotonicMs() >= deadlineMs;
		let turn = 0;
		const askPair = async (question) => {
			turn += 1;
			const samples = /* @__PURE__ */ new Map();
			for (const side of turn % 2 === 0 ? sides.toReversed() : sides) {
				if (isLate()) break;
				const untilMs = set ? Math.min(deadlineMs, clock.monotonicMs() + require_index.maxPromptMs) : deadlineMs;
				samples.set(side, sampleOf(question.test, await askers[side](question.test, untilMs), {
					clean,
					set
				}));
			}
			const [production, candidate] = sides.map((side) => samples.get(side));
			return production && candidate && !isLate() ? [{
				question,
				production,
				candidate
			}] : [];
		};
		const judgeOptions = {
			rules,
			clean,
			again: void 0
		};
		for (let pass = 0; left.length > 0 && !isLate(); pass += 1) {
			left = left.filter(({ planned, stopped }) => planned > pass && stopped === "");
			for (const group of left) {
				const question = prompts ? prompts[pass] : tests[groups.indexOf(group)];
				group.pairs.push(...question ? await askPair(question) : []);
				group.stopped = whyStopped(group.pairs);
			}
			if (set && pass + 1 === maxRefusals) {
				const fit = Math.floor(maxRefusals * (deadlineMs - startedMs) / (clock.monotonicMs() - startedMs));
				const [{ planned = 0 } = {}] = groups;
				if (fit < planned) log([`Compare: about ${fit} of ${planned} prompts can be asked in time.`]);
			}
			if (!set && looks.includes(pass + 1)) for (const group of settled(left, judgeOptions)) group.planned = pass + 1;
		}
		const again = [];
		const suspects = toAskAgain(judge(groups, judgeOptions), judgeOptions);
		deadlineMs = endMs;
		for (const { question } of suspects) again.push(...await askPair(question));
		if (suspects.length > 0 && again.length === 0) for (const group of groups) group.stopped = "no time was left to ask again what would be refused";
		return {
			judged: judge(groups, {
				...judgeOptions,
				again
			}),
			requests,
			startMs
		};
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
};
async function wakeUp(askers, request, clock) {
	const { tests, set, signal, deadlineMs } = request;
	const startedMs = clock.monotonicMs();
	let startMs;
	const first = [];
	const isOver = () => clock.monotonicMs() >= deadlineMs;
	const askOne = async (side, index) => {
		const asked = await askers[side](tests[index] ?? {}, deadlineMs);
		if (side === "candidate") return asked;
		first[index] = asked;
		if (!asked.fault) startMs ??= clock.monotonicMs() - startedMs;
		return asked;
	};
	let left = maxWakeRequests;
	const wake = async (side) => {
		const { isUp } = request[side];
		let asked = await askOne(side, 0);
		const isAsleep = isUp !== void 0 && isComing(asked);
		while (isUp && isComing(asked) && left > 0 && !isOver()) {
			await clock.sleep(require_index.wakePauseMs, signal);
			if (!await isUp()) continue;
			left -= 1;
			asked = await askOne(side, 0);
		}
		return isAsleep;
	};
	do
		await wake("production");
	while (!isOver() && await wake("candidate") && left > 0);
	for (const index of set ? [] : tests.keys()) for (const side of sides) if (index > 0 && !isOver()) await askOne(side, index);
	return {
		first,
		startMs
	};
}
const isComing = ({ fault }) => fault !== void 0 && fault.weight !== "own";
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