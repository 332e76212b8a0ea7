const require_service = require("./service.js");
const require_index = require("./index.js");
const require_deploy = require("./deploy.js");
const require_tests = require("./tests.js");
const require_rollout = require("./rollout.js");

// src/compare/answers.ts
function comparedContent({ chat, expect }, given) {
	if (chat !== void 0) return given.content === void 0 ? void 0 : [withoutEnd(given.content.replaceAll(/\s+/g, " ").trim())];
	const pointers = Object.keys(expect?.json ?? {});
	const parsed = pointers.length > 0 ? require_service.tryParseJson(given.text) : void 0;
	return parsed && pointers.map((pointer) => withoutEnd(require_tests.valueAtPointer(parsed.value, pointer)?.value ?? null));
}
const maxTextLength = 16384;
const maxValues = 32768;
const memberCost = 16;
function withoutEnd(value, { left, depth } = {
	left: { values: maxValues },
	depth: 0
}) {
	if (typeof value === "string") {
		if (value.length <= maxTextLength) return value;
		left.values -= maxTextLength;
		return `${value.slice(0, maxTextLength)}… (${require_index.createHash("sha256").update(value).digest("hex")})`;
	}
	if (typeof value !== "object" || value === null || depth > maxNesting) return value;
	const entries = Object.entries(value);
	const cost = Array.isArray(value) ? 1 : memberCost;
	const kept = [];
	for (const [key, each] of entries) {
		if (left.values <= 0) break;
		left.values -= cost;
		kept.push([key, withoutEnd(each, {
			left,
			depth: depth + 1
		})]);
	}
	if (kept.length < entries.length) kept.push(["…", `… (${entries.length})`]);
	return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}
const minRepeatedShare = .8;
function judgeAnswers(candidate, production, clean) {
	const [ours, theirs] = [groupsOf(candidate), groupsOf(production)];
	const [frequent = [], usual = []] = [ours[0], theirs[0]];
	const isTheirs = ([said]) => theirs.some(([other]) => isSame(said, other));
	const counts = {
		production: theirs.length,
		candidate: ours.length
	};
	if (isTheirs(frequent)) return {
		kind: "equal",
		...counts
	};
	if (ours.some(isTheirs) || usual.length < minRepeatedShare * production.length) return {
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

// src/compare/ratio.ts
function ratioOf(candidate, production) {
	const ratios = candidate.flatMap((ours) => production.map((theirs) => ours / theirs)).sort((a, b) => a - b);
	const chances = chancesOfU(candidate.length, production.length);
	const inside = (chance) => {
		const cut = chances.findIndex((each) => each > (1 - chance) / 2);
		return {
			low: ratios[cut - 1] ?? 0,
			high: ratios[ratios.length - cut] ?? Number.POSITIVE_INFINITY
		};
	};
	return {
		estimate: median(ratios),
		likely: inside(.95),
		certain: inside(.99)
	};
}
function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const [low = 0, high = low] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
	return Math.sqrt(low * high);
}
function chancesOfU(count, other) {
	const orders = [1, ...Array.from({ length: count * other }, () => 0)];
	const add = (to, from, sign) => {
		orders[to] = (orders[to] ?? 0) + sign * (orders[from] ?? 0);
	};
	for (let i = 1; i <= count; i += 1) {
		for (let u = orders.length - 1; u >= other + i; u -= 1) add(u, u - other - i, -1);
		for (let u = i; u < orders.length; u += 1) add(u, u - i, 1);
	}
	for (let u = 1; u < orders.length; u += 1) add(u, u - 1, 1);
	return orders.map((each) => each / (orders.at(-1) ?? 1));
}

// src/compare/judge.ts
const numberNames$1 = [
	"first-token",
	"tokens-per-second",
	"total"
];
const verdicts = [
	"test-failed",
	"answers-differ",
	"slower",
	"undecided",
	"not-compared",
	"fine"
];
const minSamples = 5;
const minFaults = 2;
const maxLostShare = .1;
function judgeTest(samples, { rules, isLast, clean }) {
	const { title, unasked } = samples;
	const isRight = ({ fault }) => fault === void 0;
	const [production, candidate] = [samples.production.filter(isRight), samples.candidate.filter(isRight)];
	const asked = {
		production: samples.production.length,
		candidate: samples.candidate.length
	};
	const faults = samples.candidate.flatMap(({ fault }) => fault ?? []);
	const lost = asked.production - production.length;
	const unmeasured = (verdict, reason, isOpen = !isLast) => {
		return {
			title,
			asked,
			measurements: [],
			verdict,
			reason,
			isOpen
		};
	};
	if (unasked !== void 0) return unmeasured("not-compared", unasked, false);
	if (faults.length >= minFaults + 4 * lost) {
		const ofProduction = lost === 0 ? "" : `, ${lost} of ${asked.production} of production`;
		return unmeasured("test-failed", `${faults.length} of ${asked.candidate} answers${ofProduction}: ${groupsOf(faults)[0]?.[0]}`, false);
	}
	const valuesOf = (side, name) => side.flatMap(({ numbers }) => numbers?.[name] ?? []);
	const totals = valuesOf([...production, ...candidate], "total");
	const count = Math.min(production.length, candidate.length);
	const hasFew = count < 5;
	if (faults.length > maxLostShare * asked.candidate || hasFew && lost > 0) {
		const [theirs, ours] = [`${lost} of ${asked.production}`, `${faults.length} of ${asked.candidate}`];
		return unmeasured("undecided", `lost answers: ${theirs} of production, ${ours} of the candidate`);
	}
	if (hasFew) return unmeasured("not-compared", `only ${count} right answers of each came in time${totals.length === 0 ? "" : `, and one takes ${require_tests.formatMs(median(totals))}`}`);
	const measurements = numberNames$1.flatMap((number) => {
		const values = {
			candidate: valuesOf(candidate, number),
			production: valuesOf(production, number)
		};
		const isOfLength = number === "total" && valuesOf(candidate, "first-token").length > 0;
		return Math.min(values.candidate.length, values.production.length) >= 5 && !isOfLength ? measure(number, {
			...values,
			slower: rules.slower,
			isLast
		}) : [];
	});
	const saidBy = (side) => side.flatMap(({ said }) => said === void 0 ? [] : [said]);
	const [ours, theirs] = [saidBy(candidate), saidBy(production)];
	const answers = ours.length > 0 && theirs.length > 0 ? judgeAnswers(ours, theirs, clean) : void 0;
	const isRefused = rules.answers === "same" && answers !== void 0 && answers.kind !== "equal";
	const found = ["slower", "undecided"].find((each) => measurements.some(({ verdict }) => verdict === each));
	return {
		title,
		asked,
		measurements,
		answers,
		verdict: isLast && isRefused && answers.kind === "differs" ? "answers-differ" : found ?? "fine",
		isOpen: !isLast && (found !== void 0 || faults.length > 0 || isRefused)
	};
}
function refusedTests(tests, { slower }) {
	return verdicts.slice(0, slower === void 0 ? 2 : 3).flatMap((refusal) => tests.filter(({ verdict }) => verdict === refusal));
}
const usualSlower = .2;
function measure(number, { candidate, production, slower = usualSlower, isLast }) {
	const isSpeed = number === "tokens-per-second";
	const times = (values) => values.map((each) => isSpeed ? 1e3 / each : Math.max(each, .01));
	const { estimate, likely, certain } = ratioOf(times(candidate), times(production));
	const medians = {
		production: median(production),
		candidate: median(candidate)
	};
	const limit = 1 + (isSpeed ? slower : Math.max(slower, 5 / medians.production));
	const verdict = (isLast ? likely : certain).high <= limit ? "fine" : isLast && certain.low > limit ? "slower" : "undecided";
	const asTimes = {
		number,
		...medians,
		ratio: estimate,
		...likely,
		limit,
		verdict
	};
	return isSpeed ? {
		...asTimes,
		ratio: 1 / estimate,
		low: 1 / likely.high,
		high: 1 / likely.low,
		limit: 1 / limit
	} : asTimes;
}

// src/render/compare.ts
const numberNames = {
	"first-token": "first token",
	"tokens-per-second": "tokens/s",
	total: "total"
};
const subjectOf = ({ number }, { title }) => `${numberNames[number]} of ${title}`;
const times = (ratio) => `${ratio.toFixed(2)} ×`;
const ratioWords = ({ ratio, low, high }) => `${times(ratio)} (${low.toFixed(2)}–${high.toFixed(2)})`;
function verdictWords(test, { comparing: { with: production } }) {
	const { title, verdict, reason, answers } = test;
	if (verdict === "test-failed") return `fails ${title} more often than ${production}: ${reason}`;
	if (verdict === "answers-differ" && answers?.kind === "differs") return `answers ${title} with "${answers.candidate}", and ${production} with "${answers.production}"`;
	const worst = worstOf(test);
	return `is slower than ${production}: ${worst && `${subjectOf(worst, test)} ${ratioWords(worst)}, limit ${times(worst.limit)}`}`;
}
function worstOf({ measurements }) {
	const excess = ({ ratio, limit }) => Math.abs(Math.log(ratio / limit));
	return measurements.filter(({ verdict }) => verdict === "slower").sort((a, b) => excess(b) - excess(a))[0];
}
function comparisonFailure(compared) {
	const { name, tests, comparing } = compared;
	const refused = refusedTests(tests, comparing);
	const [first] = refused;
	if (!first) return void 0;
	const code = first.verdict;
	const worst = code === "slower" && worstOf(first);
	const what = worst ? `${numberNames[worst.number]} ${times(worst.ratio)}` : `compared with ${comparing.with}`;
	const message = `${name} ${refused.map((test) => verdictWords(test, compared)).join("; ")}`;
	return new require_index.DeployError({
		code,
		message,
		title: `${name}: ${code}, ${what}`
	});
}
const isCompared = (tests) => tests.some(({ verdict }) => verdict !== "not-compared");
function titleOf(compared) {
	const { name, tests, comparing } = compared;
	const first = refusedTests(tests, comparing)[0] ?? tests.find(({ verdict }) => verdict === "slower");
	if (first) return `${name} ${verdictWords(first, compared)}`;
	return `${name} ${isCompared(tests) ? "compared" : "could not be compared"} with ${comparing.with}`;
}
function comparisonSummary(compared) {
	const { name, comparing, tests, differences } = compared;
	const isSlower = tests.some(({ verdict }) => verdict === "slower");
	const sign = refusedTests(tests, comparing).length > 0 ? "❌" : isSlower ? "⚠️" : "✅";
	const asked = Math.max(...tests.map(({ asked: { candidate } }) => candidate));
	const head = [
		`up to ${require_index.plural(asked, "request")} to each, one at a time`,
		`production ${require_index.codeCell(comparing.with)}`,
		require_index.codeCell(name),
		""
	];
	return require_index.paragraphs([
		`${require_deploy.comparisonMark}\n${require_index.heading(`${sign} ${require_index.escapeCell(titleOf(compared))}`)}`,
		require_index.table(head, comparisonRows(compared).map((row) => row.map(require_index.escapeCell))),
		...closingLines(compared).map(require_index.proseCell),
		require_service.shownDifferences(differences),
		`URL: ${require_index.linkCell(compared.url)}`
	]);
}
function comparisonRows(compared) {
	const { tests, comparing, start, startMs, wokeForSeconds } = compared;
	const rows = tests.flatMap((test) => {
		const { title, verdict, reason, answers } = test;
		if (reason !== void 0) return [[
			title,
			"",
			"",
			`${reason}${verdict === "test-failed" ? " ❌" : ""}`
		]];
		const numbers = test.measurements.map((each) => {
			const { number, production, candidate } = each;
			const shown = [production, candidate].map(number === "tokens-per-second" ? require_service.formatSpeed : require_index.formatShort);
			const sign = {
				fine: " ✅",
				undecided: " undecided",
				slower: comparing.slower === void 0 ? " ⚠️" : " ❌"
			};
			return [
				subjectOf(each, test),
				...shown,
				ratioWords(each) + sign[each.verdict]
			];
		});
		if (!answers) return numbers;
		const said = [answers.production, answers.candidate].map((shown) => {
			if (typeof shown === "string") return `"${shown}"`;
			return shown === 1 ? "always the same" : `${shown} different`;
		});
		const end = {
			equal: "equal ✅",
			varies: "vary",
			differs: `differ ${comparing.answers ? "❌" : "⚠️"}`
		};
		return [[
			`answers to ${title}`,
			...said,
			end[answers.kind]
		], ...numbers];
	});
	const answered = startMs === void 0 ? "no right answer" : `first answer after ${require_index.formatShort(startMs)}`;
	const started = start !== "" || wokeForSeconds !== void 0 ? [[
		"start of a worker",
		wokeForSeconds === void 0 ? "not woken" : answered,
		start || "was up",
		""
	]] : [];
	return [
		...sizeRows(compared),
		...rows,
		...started
	];
}
function sizeRows({ sizes: [production = 0, candidate = 0] }) {
	if (production === 0 || candidate === 0) return [];
	const percent = Math.round(100 * (candidate / production - 1));
	const change = percent === 0 ? "the same" : `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`;
	return [[
		"size of the image",
		require_service.formatBytes(production),
		require_service.formatBytes(candidate),
		change
	]];
}
function closingLines({ name, tests, comparing, requests, wokeForSeconds, cost }) {
	const more = (comparing.requests ?? 0) < 50 ? "`requests: 50`, " : "";
	const open = tests.flatMap((test) => {
		return test.measurements.filter(({ verdict }) => verdict === "undecided").map((each) => {
			return `Undecided: ${`${subjectOf(each, test)} is between ${each.low.toFixed(2)} and ${each.high.toFixed(2)} ×`}, and ${require_index.plural(test.asked.candidate, "request")} do not tell more. Try ${more}a longer answer, or a larger \`slower\`.`;
		});
	});
	const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
	const state = wokeForSeconds === void 0 ? "was up already" : woken;
	const production = `\`${comparing.with}\` answered ${require_index.plural(requests, "request")} and ${state}.`;
	const costs = cost && ` Cost of \`${name}\`: ${cost}.`;
	return [...open, `One worker each: they may run on different machines. ${production}${costs}`];
}
function comparisonLines(compared) {
	return [...comparisonRows(compared).map(([what, production, candidate, end]) => {
		return `Compared: ${what}: ${[[production, candidate].filter(Boolean).join(" → "), end].filter(Boolean).join(", ")}.`;
	}), ...closingLines(compared)];
}
function comparisonOutput({ tests, comparing, requests }) {
	const [refused] = refusedTests(tests, comparing);
	return {
		with: comparing.with,
		verdict: refused?.verdict ?? (isCompared(tests) ? "passed" : "not-compared"),
		requests,
		tests: tests.map(({ title, verdict, reason, asked, answers, measurements }) => ({
			test: title,
			verdict,
			reason,
			requests: asked,
			answers: answers?.kind,
			...Object.fromEntries(measurements.map(({ number, ...values }) => [number, values]))
		}))
	};
}

// src/commands/compare.ts
var compare_exports = /* @__PURE__ */ require_index.__exportAll({ compareCandidate: () => compareCandidate });
const inTurn = require_service.pLimit(1);
async function compareCandidate(candidate, context) {
	const { config, compare } = candidate;
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
		const { reason, ...words } = compared;
		const message = `${config.name} was not compared: ${reason}.`;
		context.reporter.annotate({
			...words,
			title: `${config.name}: not compared`,
			message
		});
		return { outputs: {
			compare: {
				with: compare.with,
				verdict: "not-compared",
				reason
			},
			...proved
		} };
	}
	candidate.log(comparisonLines(compared));
	const failure = comparisonFailure(compared);
	const outputs = {
		compare: comparisonOutput(compared),
		...failure ? { proof: "" } : proved
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
	const production = await findProduction({
		id: live.id,
		name: comparing.with
	}, context);
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
	let awake = production;
	let change;
	const rounds = await connections.compare({
		tests,
		rules: comparing,
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
			awake = await reads.get(id);
			change = changeBetween({
				...production,
				workers: awake.workers,
				state: awake.state
			}, awake);
			return change === void 0;
		}
	});
	change ??= changeBetween(awake, await reads.get(id));
	const compared = {
		...rounds,
		name: config.name,
		comparing,
		url: live.url,
		start,
		wokeForSeconds: isAsleep ? freeTimeout : void 0,
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
async function hasOtherImage({ live, config }, context) {
	const reads = await require_service.openReads(context);
	const doubt = (isOther) => isOther ? `${config.name} shows another image, so it is read again.` : "";
	const ask = async () => (await reads.get(live.id)).config.image.image !== config.image.image;
	return require_service.askAgain({
		ask,
		doubt,
		forMs: require_service.settlingMs,
		pauses: require_service.oddAnswerPauses
	}, context);
}
async function imageBytes(image, context) {
	if (context.inputs.resolveImage === "off") return void 0;
	const answer = await require_deploy.resolve(image, context);
	return answer.kind === "found" ? answer.bytes : void 0;
}
async function findProduction({ id, name }, context) {
	const { trust } = context.github.context;
	const notice = (reason, hint) => ({
		severity: "notice",
		reason,
		hint
	});
	if (trust.kind !== "trusted") return notice(`production is not asked ${trust.why}`, "Run the step for code of this repository.");
	const reads = await require_service.openReads(context);
	const listed = require_deploy.findByName(await reads.list({ only: require_deploy.mayBeNamed([name]) }), name);
	const deploy = "Deploy it first, or compare where one API key sees both.";
	if (!listed) return notice(`this API key sees no endpoint named ${name}`, deploy);
	const live = await reads.get(listed.id);
	const foreign = whyForeign(live, context);
	if (foreign) return notice(`${name} (${live.id}) ${foreign}`, "Deploy it from this repository first.");
	const unfit = live.id === id ? "is the same endpoint" : whyUnfit(live);
	if (!unfit) return live;
	const hint = `Run \`status\` on ${name}, then this step again.`;
	return {
		severity: "warning",
		reason: `${name} (${live.id}) ${unfit}`,
		hint
	};
}
function whyForeign({ config }, { github }) {
	if (github.context.repository === "") return void 0;
	const record = require_service.readRecord(config);
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
	const healthy = (live) => live.workers.flatMap((worker) => require_deploy.isReady(worker, live) ? worker.id : []).sort();
	if (before.config.image.image !== after.config.image.image) return "the image";
	if (require_service.recordEnvOf(before.config)?.value !== require_service.recordEnvOf(after.config)?.value) return "the deploy";
	return healthy(before).join() === healthy(after).join() ? void 0 : "the workers";
}

// src/compare/rounds.ts
var rounds_exports = /* @__PURE__ */ require_index.__exportAll({ openRounds: () => openRounds });
const usualRequests = 20;
const looks = [5, 2 * 5];
const openRounds = ({ secrets, clean, connect, clock }) => async ({ tests, rules, signal, onAwake, ...given }) => {
	const { requests: passes = usualRequests } = rules;
	const perTest = tests.some(({ chat, model }) => chat !== void 0 && model === void 0) ? 2 : 1;
	const maxRequests = tests.length * (passes + 1) * perTest;
	let requests = 0;
	let { deadlineMs } = given;
	const isLate = () => clock.monotonicMs() >= deadlineMs;
	const isOver = () => isLate() || requests + perTest > maxRequests;
	const opened = [];
	const open = async ({ url, isUp }, onSend = () => {}) => {
		const endpointUrl = new URL(url);
		const connection = await connect(endpointUrl, { keepAliveMs: require_service.keepAliveMs });
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
		const askSide = async (test) => {
			const model = models.get(test) ?? test.model;
			const asked = await require_tests.ask({
				...test,
				...model !== void 0 && { model }
			}, {
				...asking,
				deadlineMs
			});
			if (asked.model !== void 0) models.set(test, asked.model);
			return asked;
		};
		return {
			isUp,
			ask: askSide
		};
	};
	const wakeUp = async (side) => {
		const startedMs = clock.monotonicMs();
		let startMs;
		const faults = [];
		const askAll = async (isMeant) => {
			for (const [index, test] of tests.entries()) {
				if (!isMeant(index) || isOver()) continue;
				faults[index] = (await side.ask(test)).fault;
				if (!faults[index]) startMs ??= clock.monotonicMs() - startedMs;
			}
		};
		await askAll(() => true);
		for (let turn = 0; side.isUp && faults.every(isComing) && !isOver(); turn += 1) {
			await clock.sleep(require_service.wakePauseMs, signal);
			if (await side.isUp()) await askAll((index) => index === turn % tests.length);
		}
		if (side.isUp) await askAll((index) => isComing(faults[index]));
		return {
			faults,
			startMs
		};
	};
	const wordsOf = ({ got }) => require_index.oneLine(clean(got, 2048), 160);
	const sampleOf = (test, { measured, fault, answer }) => {
		if (fault || answer?.kind !== "answer") return { fault: fault ? wordsOf(fault) : "no answer" };
		const { totalMs: total, firstTokenMs, tokensPerSecond, content } = measured;
		return {
			numbers: {
				total,
				"first-token": firstTokenMs,
				"tokens-per-second": tokensPerSecond
			},
			said: comparedContent(test, {
				content,
				text: require_tests.textOf(answer.body)
			})
		};
	};
	try {
		const production = await open(given.production, () => {
			requests += 1;
		});
		const candidate = await open(given.candidate);
		const { faults, startMs } = await wakeUp(production);
		await wakeUp(candidate);
		const all = tests.map((test, index) => {
			const fault = faults[index];
			const unasked = fault && `production answers ${wordsOf(fault)}`;
			return {
				test,
				title: require_tests.testTitle(test),
				unasked,
				production: [],
				candidate: []
			};
		});
		let left = await onAwake() ? all.filter(({ unasked }) => unasked === void 0) : [];
		deadlineMs = Math.min(deadlineMs, clock.monotonicMs() + require_service.maxRoundsMs);
		for (let pass = 1; pass <= passes && left.length > 0 && !isOver(); pass += 1) {
			const order = [["production", production], ["candidate", candidate]];
			if (pass % 2 === 0) order.reverse();
			for (const samples of left) for (const [name, side] of order) {
				if (isOver()) continue;
				const asked = await side.ask(samples.test);
				if (!isLate()) samples[name].push(sampleOf(samples.test, asked));
			}
			if (looks.includes(pass)) left = left.filter((each) => judgeTest(each, {
				rules,
				isLast: false,
				clean
			}).isOpen);
		}
		return {
			tests: all.map((each) => judgeTest(each, {
				rules,
				isLast: true,
				clean
			})),
			requests,
			startMs
		};
	} finally {
		await Promise.all(opened.map((connection) => connection.close()));
	}
};
const isComing = (fault) => fault !== void 0 && fault.weight !== "own";

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