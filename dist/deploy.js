const require_index = require("./index.js");
const require_service = require("./service.js");
let node_timers_promises = require("node:timers/promises");
let node_path = require("node:path");

// src/render/run-comment.ts
const kinds = {
	failed: {
		sign: "❌",
		done: "failed",
		planned: "refused"
	},
	changed: {
		sign: "✅",
		done: "changed",
		planned: "to change"
	},
	"held-back": {
		sign: "⏸️",
		done: "not deployed",
		planned: "not deployed"
	},
	superseded: {
		sign: "⏭️",
		done: "superseded",
		planned: "superseded"
	},
	unchanged: {
		sign: "✅",
		done: "unchanged",
		planned: "unchanged"
	}
};
const comparisonMark = "<!-- compared -->";
const hasComparison = (comment) => comment.includes(comparisonMark);
function runComment(sections, tense = "done") {
	const [only, ...others] = sections;
	if (only && others.length === 0) return only.markdown;
	const parts = byKind(sections).flatMap(({ kind, markdown }) => kind === "unchanged" ? [] : markdown);
	return require_index.paragraphs([runOverview(sections, tense), ...parts]);
}
function commentFooter({ sha, runUrl }) {
	const run = runUrl === void 0 ? "" : `, [run](<${runUrl}>)`;
	return `<sub>deploy-gpu-endpoint for ${require_index.codeCell(require_index.shortCommit(sha))}${run}</sub>`;
}
function runOverview(sections, tense = "done") {
	const sorted = byKind(sections);
	const found = Map.groupBy(sorted, ({ kind }) => kind);
	const counts = Array.from(found, ([kind, { length }]) => `${length} ${kinds[kind][tense]}`);
	const [sign] = sorted.map(({ kind }) => kinds[kind].sign);
	const subject = `${tense === "planned" ? "Plan for" : sign} ${require_index.plural(sections.length, "endpoint")}`;
	const rows = sorted.map(({ name, kind }) => [require_index.codeCell(name), kinds[kind][tense]]);
	return require_index.paragraphs([`## ${subject}: ${counts.join(", ")}`, require_index.table(["Endpoint", tense === "planned" ? "Plan" : "Result"], rows)]);
}
function byKind(sections) {
	const order = Object.keys(kinds);
	return sections.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
const deletionEnds = {
	deleted: {
		words: "deleted",
		output: "deleted",
		sign: "🗑️ "
	},
	terminating: {
		words: "being deleted, and still listed",
		output: "deleted",
		sign: "🗑️ "
	},
	absent: {
		words: "absent",
		output: "absent",
		sign: ""
	},
	kept: {
		words: "kept",
		output: "kept",
		sign: ""
	},
	failed: {
		words: "NOT deleted",
		output: "failed",
		sign: "❌ "
	},
	"in-doubt": {
		words: "perhaps deleted",
		output: "failed",
		sign: "❌ "
	}
};
const isDeleted = ({ state }) => deletionEnds[state].output === "deleted";
function deletionFailure(deletion) {
	if (!("failure" in deletion)) return void 0;
	const { failure, state } = deletion;
	return failure.withTitle(failure.title, state === "in-doubt" ? require_index.unknownNow : require_index.unchangedNow);
}
const deletionName = ({ name, id }) => id === "" ? name : `${name} (${id})`;
const nothing = "Nothing to delete: no preview was found.";
function deletionLines(deletions) {
	return deletions.map((deletion) => {
		const words = require_index.joined([deletionEnds[deletion.state].words, deletion.reason]);
		return require_index.joined([
			deletionName(deletion),
			words,
			deletionFailure(deletion)?.message
		], ": ");
	}).join("\n") || nothing;
}
function deletionSummary(subject, deletions, why = "") {
	const byEnd = Map.groupBy(deletions, ({ state }) => deletionEnds[state].words);
	const counts = Array.from(byEnd, ([words, { length }]) => byEnd.size > 1 ? `${length} ${words}` : words);
	const [only, ...others] = deletions;
	const cause = only && others.length === 0 ? deletionFailure(only) : void 0;
	const signs = deletions.map(({ state }) => deletionEnds[state].sign);
	const sign = ["❌ ", "🗑️ "].find((each) => signs.includes(each)) ?? "";
	const rows = deletions.map((deletion) => {
		const { id, name, reason, state } = deletion;
		const failure = deletionFailure(deletion);
		const reasons = require_index.joined([reason, failure && `${failure.message}. ${failure.hint}`], ": ");
		const { words, sign } = deletionEnds[state];
		return [
			`${sign}${words}`,
			require_index.codeCell(name),
			require_index.codeCell(id),
			require_index.proseCell(reasons)
		];
	});
	return require_index.paragraphs([
		`### ${sign}${subject}: ${require_index.joined([cause && require_index.codeWords(cause.code), counts.join(", ") || "none found"])}`,
		require_index.table([
			"",
			"Endpoint",
			"ID",
			"Why"
		], rows) || nothing,
		require_index.proseCell(why)
	]);
}

// src/poll.ts
async function askWhile(ask, { isOpen, pauseMs, deadlineMs, clock, signal }) {
	for (;;) {
		const answer = await ask();
		if (!await isOpen(answer)) return answer;
		const leftMs = deadlineMs - clock.monotonicMs();
		if (leftMs <= 0) return answer;
		await clock.sleep(Math.min(pauseMs(), leftMs), signal);
	}
}
async function poll(ask, { decide, ...pace }) {
	let result;
	const isOpen = async (answer) => {
		result = await decide(answer);
		return result === void 0;
	};
	await askWhile(ask, {
		...pace,
		isOpen
	});
	return result;
}
async function askAgain({ ask, doubt, forMs, pauses }, { clock, signal, onRepeat }) {
	let [why, isFirst] = ["", true];
	const nextPauseMs = require_index.growing(pauses);
	const isOpen = (answer) => {
		why = doubt(answer, isFirst);
		return why !== "";
	};
	const pauseMs = () => {
		if (isFirst) onRepeat(why);
		isFirst = false;
		return nextPauseMs();
	};
	return askWhile(ask, {
		isOpen,
		pauseMs,
		deadlineMs: clock.monotonicMs() + forMs,
		clock,
		signal
	});
}

// src/rollout/events.ts
function readingOf({ config, ...endpoint }) {
	const { envs: _, ...shown } = config;
	return {
		...endpoint,
		config: shown
	};
}

// src/rollout/errors.ts
var RolloutError = class extends require_index.DeployError {
	name = "RolloutError";
	endpointId;
	log;
	isInconclusive;
	constructor({ endpointId, log, isInconclusive = false, ...details }) {
		super(details);
		this.endpointId = endpointId;
		this.log = log && log.text.trim() !== "" ? log : void 0;
		this.isInconclusive = isInconclusive;
	}
};
function isUndone(failure) {
	if (failure instanceof require_service.ServiceError && failure.method === "GET") return false;
	return require_index.codeRow(failure.code).speaksAgainst === "version" && !(failure instanceof RolloutError && failure.isInconclusive);
}

// src/model/diff.ts
function diffConfigs({ asked, found }) {
	const known = asked[require_index.templates] ?? found?.[require_index.templates];
	return require_service.members.flatMap((member) => {
		const { path, kind, families } = member;
		if (found && (!member.returned || require_service.isUnread(found, path)) || require_service.isUnread(asked, path)) return [];
		const value = require_service.configValue(asked, member);
		const foundValue = found && require_service.configValue(found, member);
		if (value === void 0 || value === foundValue || path === "appName" && value === "") return [];
		const disks = kind === "volumes" && withIds(value, found?.volumeMounts ?? []);
		const before = new Map(comparableParts(member, foundValue));
		const after = new Map(comparableParts(member, disks || value));
		const secret = kind === "envs";
		const show = (shown = null) => shown === null || !member.mayHoldSecret ? shown : require_index.displayText(known, {
			path,
			text: String(shown)
		});
		const isChanged = (part) => before.get(part)?.compared !== after.get(part)?.compared;
		return [.../* @__PURE__ */ new Set([...after.keys(), ...before.keys()])].filter(isChanged).sort().map((part) => {
			const [from, to] = [before.get(part), after.get(part)];
			const change = to ? "change" : "remove";
			const shown = {
				from: show(from?.shown),
				to: show(to?.shown)
			};
			return {
				member: path + part,
				kind: from ? change : "add",
				...shown,
				secret,
				families
			};
		});
	});
}
function differencesFrom(production, asked) {
	const changes = diffConfigs({
		asked,
		found: production
	});
	return {
		name: production.name,
		changes: changes.filter(({ member }) => !require_service.memberAt(member)?.identifies)
	};
}
function neverReturnedMembers(asked) {
	return require_service.members.filter((member) => !member.returned && require_service.configValue(asked, member) !== void 0).map(({ path }) => path);
}
function incomparableMembers({ asked, found }) {
	const unread = require_service.members.filter(({ path, families }) => families.length > 0 && found && require_service.isUnread(found, path) && !require_service.isUnread(asked, path));
	return [...neverReturnedMembers(asked), ...unread.map(({ path }) => path)];
}
function comparableParts({ kind }, value) {
	if (value === void 0 || require_service.isUnset(value)) return [];
	if (kind === "envs") return require_service.withoutRecord(value).map((env) => [`.${env.key}`, {
		compared: env.value,
		shown: null
	}]);
	if (kind === "volumes") return value.map(({ type, id, size, mountPath }) => {
		const parts = [
			type,
			id,
			...type === "local" ? [`${size} GB`] : []
		];
		return [`.${mountPath}`, {
			compared: JSON.stringify(parts),
			shown: parts.filter(Boolean).join(" ")
		}];
	});
	if (!Array.isArray(value)) return [["", {
		compared: value,
		shown: value
	}]];
	return [["", {
		compared: JSON.stringify([...new Set(value)].sort()),
		shown: value.join(", ")
	}]];
}
function withIds(asked, found) {
	return asked.map((volume) => ({
		...volume,
		id: volume.id || (require_service.sameDisk(found, volume)?.id ?? "")
	}));
}

// src/account/reads.ts
function openReads(ask) {
	const { connections, signal } = ask;
	async function patiently(request) {
		const client = await connections.service();
		const doubt = (answer) => answer instanceof require_index.DeployError && require_index.codeRow(answer.code).reads === "again" ? `An answer was not usable, so the request is repeated: ${answer.message}.` : "";
		const answer = await askAgain({
			ask: () => request(client).catch(require_index.knownError),
			doubt,
			forMs: require_index.oddAnswerMs,
			pauses: require_index.oddAnswerPauses
		}, ask);
		if (answer instanceof require_index.DeployError) throw answer;
		return answer;
	}
	return {
		get: (id) => patiently((client) => client.get(id, { signal })),
		list: (wanted) => patiently((client) => client.list({
			signal,
			...wanted
		})),
		limits: () => patiently((client) => client.limits({ signal }))
	};
}
async function withEnvs(listed, ask) {
	return require_service.isUnread(listed.config, "envs") ? await readNow(listed, ask) ?? listed : listed;
}
async function readNow(listed, ask) {
	const read = await openReads(ask).get(listed.id).catch(require_index.knownError);
	if (!(read instanceof require_index.DeployError)) return read;
	return read.code === "not-found" ? void 0 : listed;
}
function tolerated(thrown, { signal }) {
	if (signal.aborted) throw thrown;
	return require_index.knownError(thrown);
}
async function readIfTold(id, ask) {
	const read = await openReads(ask).get(id).catch((thrown) => tolerated(thrown, ask));
	if (!(read instanceof require_index.DeployError)) return read;
	if (read.code === "not-found") throw read;
}

// src/plan/lookup.ts
function findByName(list, name) {
	const named = endpointsNamed(list, name);
	const staying = named.filter((endpoint) => !require_service.isTerminating(endpoint));
	const matches = staying.length > 0 ? staying : named;
	if (matches.length <= 1) return matches[0];
	const shown = matches.map(({ id, config, url }) => `${id} (appName ${config.appName || "empty"}, ${url || "no URL yet"})`);
	const hint = "Select one of them with `endpoint-id`, or delete or rename the others. Each of them may be billed.";
	const message = `${matches.length} endpoints are named "${name}": ${shown.join(", ")}`;
	throw new require_index.DeployError({
		code: "name-ambiguous",
		message,
		hint
	});
}
function endpointsNamed(list, name) {
	const matches = list.filter(({ config }) => config.name === name);
	if (matches.every(({ id }) => id !== "")) return matches;
	throw new require_index.DeployError({
		code: "unreadable",
		message: `the service lists an endpoint named "${name}" without its ID`,
		hint: "Select the endpoint with `endpoint-id`."
	});
}

// src/account/typo.ts
function isTypo(word, known) {
	const [asked = [], meant = []] = [word, known].map((each) => each.toLowerCase().split(/[-_. ]/));
	if (asked.length !== meant.length) return require_index.plainForm(word) === require_index.plainForm(known);
	return asked.every((part, index) => {
		const other = meant[index] ?? "";
		if (part === other) return true;
		const isNumber = part.replaceAll(/\d/g, "") === other.replaceAll(/\d/g, "");
		const lettersForEach = part[0] === other[0] ? 3 : 4;
		const length = Math.max(part.length, other.length);
		return !isNumber && length >= 4 && require_index.changes(part, other) <= Math.floor(length / lettersForEach);
	});
}

// src/account/find.ts
const shown = (names) => names.slice(0, 3).map((each) => require_index.bounded(each, 220));
const nearTo = ({ name, others, called }) => called?.names ?? shown(require_index.nearest(name, [...others]));
function nearIn({ name, others, called }) {
	if (others.has(name)) return void 0;
	const typos = shown([...others].filter((other) => isTypo(name, other)));
	return called ?? (typos.length > 0 ? {
		names: typos,
		why: "has almost the same name"
	} : void 0);
}
async function lookOnce({ names, mustBeRead = true, mustStay, keeps }, ask) {
	const others = /* @__PURE__ */ new Set();
	const called = /* @__PURE__ */ new Map();
	const asked = new Set(names);
	const only = ({ name, id, appName }) => {
		if (asked.has(name)) return true;
		others.add(name);
		const note = (form, what) => asked.has(form) && called.set(form, {
			names: shown([name]),
			why: `has that ${what}`
		});
		note(appName, "`appName`");
		note(id, "ID");
		return false;
	};
	const list = await openReads(ask).list({
		only,
		keeps
	});
	const named = names.flatMap((name) => endpointsNamed(list, name));
	const read = mustBeRead ? await Promise.all(named.map((listed) => readNow(listed, ask))) : named;
	const there = read.flatMap((live) => live && !(mustStay && require_service.isTerminating(live)) ? live : []);
	const lost = named.filter((listed, index) => !read[index] && !require_service.isTerminating(listed));
	return {
		list,
		found: names.map((name) => {
			const isLost = ({ config }) => config.name === name;
			return {
				name,
				live: findByName(there, name),
				lost: lost.find(isLost),
				others,
				called: called.get(name)
			};
		})
	};
}
function lookBy(names, by) {
	return {
		list: [],
		found: names.map((name) => ({
			name,
			...by,
			lost: void 0,
			others: /* @__PURE__ */ new Set()
		}))
	};
}
async function findById(id, ask) {
	const reads = openReads(ask);
	const read = await reads.get(id).catch(require_index.knownError);
	if (!(read instanceof require_index.DeployError)) return { live: await withEnvs(read, ask) };
	if (read.code !== "not-found") throw read;
	const [listed] = await reads.list({ only: (each) => each.id === id || each.name === id });
	if (listed?.id === id) return { live: await withEnvs(listed, ask) };
	return {
		live: void 0,
		called: listed && {
			names: shown([listed.id]),
			why: "has that name"
		},
		failure: read
	};
}
function lookAgain({ look, missing, forMs }, ask) {
	const doubt = ({ found }) => {
		const what = missing(found);
		return what && `Look-up: ${what}. A list may be late, so this run looks again for up to ${forMs / 1e3} s.`;
	};
	return askAgain({
		ask: look,
		doubt,
		forMs,
		pauses: require_index.pauses.list
	}, ask);
}
function lostWords(found) {
	const { lost } = found.find((each) => each.lost) ?? {};
	return lost ? `${lost.config.name} is listed as ${lost.id}, which the service does not find` : "";
}
async function findNamed({ forMs = require_index.oddAnswerMs, ...question }, ask) {
	const { endpointId } = ask.inputs;
	const lookById = async () => {
		const { live, called } = await findById(endpointId, ask);
		return lookBy(question.names, {
			live,
			called
		});
	};
	const missing = (found) => {
		const absent = found.filter((each) => !each.live && !nearIn(each)).map(({ name }) => name);
		if (absent.length === 0) return "";
		const none = endpointId ? `no endpoint has the ID ${endpointId}` : `no endpoint is named ${absent.join(" or ")}`;
		return lostWords(found) || none;
	};
	return lookAgain({
		look: endpointId ? lookById : () => lookOnce(question, ask),
		missing,
		forMs
	}, ask);
}
const absenceHint = "Check the name and `endpoint-id`, and that the API key belongs to the account of the endpoint; or deploy it first.";
function notFound(found, { inputs: { endpointId } }) {
	const message = `there is no endpoint ${endpointId ? `with the ID ${endpointId}` : `named "${found.name}"`}`;
	const hint = `${require_index.didYouMean(nearTo(found))} ${absenceHint}`.trimStart();
	return new require_index.DeployError({
		code: "not-found",
		message,
		hint
	});
}
async function lookUpAll(question, ask) {
	const { endpointId } = ask.inputs;
	if (endpointId) {
		const { live, failure } = await findById(endpointId, ask);
		if (failure) throw failure;
		return lookBy(question.names, { live });
	}
	const look = () => lookOnce({
		...question,
		mustStay: true
	}, ask);
	const last = await lookAgain({
		look,
		missing: lostWords,
		forMs: require_index.listLagMs
	}, ask);
	const lost = lostWords(last.found);
	if (lost === "") return last;
	throw new require_index.DeployError({
		code: "unavailable",
		message: `${lost}, and this has not changed for ${require_index.listLagMs / 1e3} s`,
		hint: "Check in the console of the service whether it exists, and run the step again."
	});
}

// src/check/image.ts
function checkImage({ document, written, answer, mustKnow }) {
	const path = ["image", "image"];
	const issue = (code, what, hint, severity) => require_service.issueAt(document, path, {
		code,
		what: `is ${require_index.quote(written)}, ${what}`,
		hint,
		severity
	});
	if (answer.kind === "missing") return issue("image-not-found", "which the registry does not have", "Check that the build pushed the image, and its tag or digest.");
	if (answer.kind === "other-platform") return issue("image-platform", `built for ${answer.platforms.join(", ")} only; the service runs ${require_index.servicePlatform}`, `Build with \`--platform ${require_index.servicePlatform}\`, and push the image again.`);
	if (answer.kind === "found") return void 0;
	const what = `which could not be checked: ${answer.reason}`;
	const hint = undecidedHints[answer.kind === "unasked" ? "unasked" : answer.cause];
	if (!mustKnow) return issue("image-unresolved", what, hint, "notice");
	return issue("image-unresolved", what, `${hint} \`resolve-image: check\` deploys the tag as it is.`);
}
const undecidedHints = {
	unasked: "No change needed if the image is right; the service decides.",
	"no-access": "Check the name of the repository. If it is private, log in first (`docker login`, `docker/login-action` in a workflow) as a user who may read it.",
	"rate-limit": "Log in to the registry first, or run it again later.",
	unavailable: "Run it again. If only the service can reach the registry, set `resolve-image: off`.",
	malformed: "Check the reference. If the registry is right, set `resolve-image: off`."
};

// src/model/tests.ts
const maxTests = 20;
const urlPath = () => require_service.matching(/^(?!.*\/(?:\.|%2[Ee]){1,2}(?:[/?]|$))\/(?!\/)[!-"$-[\]-~]*$/, "must be a path such as `/health`, without `..` and `#`: the host is always the endpoint's own");
const duration = () => require_service.withUnit(require_index.durationPattern, "must be a duration with its unit, such as `500ms`, `2s` or `1m30s`", (text) => require_index.parseDurationMs(text) ?? 0);
const jsonExpectation = () => require_service.union([
	require_service.string(),
	require_service.number(),
	require_service.boolean(),
	require_service._null(),
	require_service.array(require_service.unknown()),
	require_service.strictObject({
		contains: require_service.field(require_service.writtenText(), "Text that the value contains, in capitals or not; or an item of a list.", "cat"),
		exists: require_service.field(require_service.boolean(), "Whether there is a value at all.", true),
		min: require_service.field(require_service.number(), "Smallest number that is right.", .5),
		max: require_service.field(require_service.number(), "Largest number that is right.", 1),
		length: require_service.field(require_service.atLeast(0), "Number of items of a list, of members of an object, or of characters.", 1024)
	})
]);
const expectationSchema = require_service.strictObject({
	status: require_service.field(require_service.int().check(require_service._gte(200), require_service._lte(599)), "HTTP status of the answer; any 2xx if omitted.", 200),
	contains: require_service.field(require_service.union([require_service.writtenText(), require_service.array(require_service.writtenText()).check(require_service._minLength(1))]), "Text that the answer contains, in capitals or not; of a stream, its content. Of a list, any of them.", "Paris"),
	equals: require_service.field(require_service.writtenText(), "The whole answer, in capitals or not, whatever its white space; of a stream, its content.", "B"),
	json: require_service.field(require_service.record(require_service.matching(/^(?:\/(?:[^~/]|~[01])*)*$/, "must be a JSON Pointer, such as `/data/0/id`"), jsonExpectation()), "Values of a JSON answer by JSON Pointer (RFC 6901): the value itself, or `{contains: …}`, `{exists: true}`, `{min: …, max: …}`, `{length: …}`.", {
		"/model": "bge-m3",
		"/data/0/embedding": { length: 1024 }
	}),
	within: require_service.field(duration(), "Longest time from the request to the end of the answer.", "500ms"),
	"first-token": require_service.field(duration(), "Of a stream: longest time from the request to the first content; thinking is not content.", "2s"),
	"tokens-per-second": require_service.field(require_service.atLeast(1), "Of a stream: fewest tokens in a second, counted from the first one.", 20),
	finish: require_service.field(require_service.writtenText(), "Of a stream: why it ended, as the server says it.", "stop")
});
const isJson = (value) => require_service.json().safeParse(value).success;
const testSchema = require_service.strictObject({
	get: require_service.field(urlPath(), "Path to GET, on the endpoint's own URL.", "/health"),
	post: require_service.field(urlPath(), "Path to POST `json` or `text` to, on the endpoint's own URL.", "/v1/embeddings"),
	chat: require_service.field(require_service.someText(), "What the user says to an OpenAI-compatible chat server. The answer is streamed.", "What is the capital of France? Answer in one sentence."),
	path: require_service.field(urlPath(), "Path of the chat, if it is another than `/v1/chat/completions`.", "/api/v1/chat/completions"),
	model: require_service.field(require_service.someText(), "Model of the chat; if omitted, the first one of `/v1/models`.", "llama-3.1-8b"),
	"max-tokens": require_service.field(require_service.int().check(require_service._gte(1), require_service._lte(1e5)), "Most tokens of the answer to a chat; 256 if omitted.", 64),
	headers: require_service.field(require_service.record(require_service.matching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "must be the name of a header"), require_service.writtenText()), "Headers of the request. `${KEY}` is also filled from the `secret-envs` input, and never shown.", { authorization: "Bearer ${VLLM_API_KEY}" }),
	json: require_service.field(require_service.unknown().check(require_service.refine(isJson, { error: "must be JSON, which has finite numbers only" })), "JSON body of a `post`. `${KEY}` is also filled from the `secret-envs` input, and never shown.", { input: "hello" }),
	text: require_service.field(require_service.string(), "Text body of a `post`. `${KEY}` is also filled from the `secret-envs` input, and never shown.", "hello"),
	expect: require_service.field(expectationSchema, "What is right. If omitted, any answer with a 2xx status that is no error.", {
		contains: "Paris",
		"first-token": "2s"
	})
});
const testsSchema = require_service.withDescription(require_service.array(require_service.union([require_service.bareFor("get", urlPath()), testSchema])).check(require_service._minLength(1), require_service._maxLength(maxTests)), "Requests that a deploy sends to the endpoint when it is ready, in order; the deploy fails if an answer is wrong. At most 20. Never sent to the service.", ["/health", {
	chat: "What is the capital of France? Answer in one sentence.",
	expect: { contains: "Paris" }
}]);
function isBodyOrHeader([field, , part = ""]) {
	return field === "tests" && [
		"headers",
		"json",
		"text",
		"chat"
	].includes(String(part));
}
const isHeaderText = (text) => !/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text);
function hasRightAnswer({ expect = {} }) {
	const { status = 200, contains, equals, json, finish } = expect;
	return status >= 300 || [
		contains,
		equals,
		json,
		finish
	].some((each) => each !== void 0);
}
const folded = (text) => text.normalize().replaceAll(/\s+/g, " ").toLowerCase();
function includes(text, part) {
	return folded(text).includes(folded(part));
}
const maxRequestBytes = 65536;
function isStreamed({ chat, json, headers = {}, isStreamAdded }) {
	const isAccept = ([name, media]) => name.toLowerCase() === "accept" && media.includes("text/event-stream");
	return (chat ?? isStreamAdded) !== void 0 || require_service.isObject(json) && json.stream === true || Object.entries(headers).some(isAccept);
}
function bodyOf({ chat, json, text }) {
	return json === void 0 ? text ?? chat : JSON.stringify(json);
}

// node_modules/yaml/browser/dist/visit.js
const BREAK = Symbol("break visit");
const SKIP = Symbol("skip children");
const REMOVE = Symbol("remove node");
function visit(node, visitor) {
	const visitor_ = initVisitor(visitor);
	if (require_service.isDocument(node)) {
		if (visit_(null, node.contents, visitor_, Object.freeze([node])) === REMOVE) node.contents = null;
	} else visit_(null, node, visitor_, Object.freeze([]));
}
visit.BREAK = BREAK;
visit.SKIP = SKIP;
visit.REMOVE = REMOVE;
function visit_(key, node, visitor, path) {
	const ctrl = callVisitor(key, node, visitor, path);
	if (require_service.isNode(ctrl) || require_service.isPair(ctrl)) {
		replaceNode(key, path, ctrl);
		return visit_(key, ctrl, visitor, path);
	}
	if (typeof ctrl !== "symbol") {
		if (require_service.isCollection(node)) {
			path = Object.freeze(path.concat(node));
			for (let i = 0; i < node.items.length; ++i) {
				const ci = visit_(i, node.items[i], visitor, path);
				if (typeof ci === "number") i = ci - 1;
				else if (ci === BREAK) return BREAK;
				else if (ci === REMOVE) {
					node.items.splice(i, 1);
					i -= 1;
				}
			}
		} else if (require_service.isPair(node)) {
			path = Object.freeze(path.concat(node));
			const ck = visit_("key", node.key, visitor, path);
			if (ck === BREAK) return BREAK;
			else if (ck === REMOVE) node.key = null;
			const cv = visit_("value", node.value, visitor, path);
			if (cv === BREAK) return BREAK;
			else if (cv === REMOVE) node.value = null;
		}
	}
	return ctrl;
}
async function visitAsync(node, visitor) {
	const visitor_ = initVisitor(visitor);
	if (require_service.isDocument(node)) {
		if (await visitAsync_(null, node.contents, visitor_, Object.freeze([node])) === REMOVE) node.contents = null;
	} else await visitAsync_(null, node, visitor_, Object.freeze([]));
}
visitAsync.BREAK = BREAK;
visitAsync.SKIP = SKIP;
visitAsync.REMOVE = REMOVE;
async function visitAsync_(key, node, visitor, path) {
	const ctrl = await callVisitor(key, node, visitor, path);
	if (require_service.isNode(ctrl) || require_service.isPair(ctrl)) {
		replaceNode(key, path, ctrl);
		return visitAsync_(key, ctrl, visitor, path);
	}
	if (typeof ctrl !== "symbol") {
		if (require_service.isCollection(node)) {
			path = Object.freeze(path.concat(node));
			for (let i = 0; i < node.items.length; ++i) {
				const ci = await visitAsync_(i, node.items[i], visitor, path);
				if (typeof ci === "number") i = ci - 1;
				else if (ci === BREAK) return BREAK;
				else if (ci === REMOVE) {
					node.items.splice(i, 1);
					i -= 1;
				}
			}
		} else if (require_service.isPair(node)) {
			path = Object.freeze(path.concat(node));
			const ck = await visitAsync_("key", node.key, visitor, path);
			if (ck === BREAK) return BREAK;
			else if (ck === REMOVE) node.key = null;
			const cv = await visitAsync_("value", node.value, visitor, path);
			if (cv === BREAK) return BREAK;
			else if (cv === REMOVE) node.value = null;
		}
	}
	return ctrl;
}
function initVisitor(visitor) {
	if (typeof visitor === "object" && (visitor.Collection || visitor.Node || visitor.Value)) return Object.assign({
		Alias: visitor.Node,
		Map: visitor.Node,
		Scalar: visitor.Node,
		Seq: visitor.Node
	}, visitor.Value && {
		Map: visitor.Value,
		Scalar: visitor.Value,
		Seq: visitor.Value
	}, visitor.Collection && {
		Map: visitor.Collection,
		Seq: visitor.Collection
	}, visitor);
	return visitor;
}
function callVisitor(key, node, visitor, path) {
	if (typeof visitor === "function") return visitor(key, node, path);
	if (require_service.isMap(node)) return visitor.Map?.(key, node, path);
	if (require_service.isSeq(node)) return visitor.Seq?.(key, node, path);
	if (require_service.isPair(node)) return visitor.Pair?.(key, node, path);
	if (require_service.isScalar(node)) return visitor.Scalar?.(key, node, path);
	if (require_service.isAlias(node)) return visitor.Alias?.(key, node, path);
}
function replaceNode(key, path, node) {
	const parent = path[path.length - 1];
	if (require_service.isCollection(parent)) parent.items[key] = node;
	else if (require_service.isPair(parent)) {
		if (key === "key") parent.key = node;
		else parent.value = node;
	} else if (require_service.isDocument(parent)) parent.contents = node;
	else {
		const pt = require_service.isAlias(parent) ? "alias" : "scalar";
		throw new Error(`Cannot replace node with ${pt} parent`);
	}
}

// node_modules/yaml/browser/dist/doc/directives.js
const escapeChars = {
	"!": "%21",
	",": "%2C",
	"[": "%5B",
	"]": "%5D",
	"{": "%7B",
	"}": "%7D"
};
const escapeTagName = (tn) => tn.replace(/[!,[\]{}]/g, (ch) => escapeChars[ch]);
var Directives = class Directives {
	constructor(yaml, tags) {
		this.docStart = null;
		this.docEnd = false;
		this.yaml = Object.assign({}, Directives.defaultYaml, yaml);
		this.tags = Object.assign({}, Directives.defaultTags, tags);
	}
	clone() {
		const copy = new Directives(this.yaml, this.tags);
		copy.docStart = this.docStart;
		return copy;
	}
	atDocument() {
		const res = new Directives(this.yaml, this.tags);
		switch (this.yaml.version) {
			case "1.1":
				this.atNextDocument = true;
				break;
			case "1.2":
				this.atNextDocument = false;
				this.yaml = {
					explicit: Directives.defaultYaml.explicit,
					version: "1.2"
				};
				this.tags = Object.assign({}, Directives.defaultTags);
		}
		return res;
	}
	add(line, onError) {
		if (this.atNextDocument) {
			this.yaml = {
				explicit: Directives.defaultYaml.explicit,
				version: "1.1"
			};
			this.tags = Object.assign({}, Directives.defaultTags);
			this.atNextDocument = false;
		}
		const parts = line.trim().split(/[ \t]+/);
		const name = parts.shift();
		switch (name) {
			case "%TAG": {
				if (parts.length !== 2) {
					onError(0, "%TAG directive should contain exactly two parts");
					if (parts.length < 2) return false;
				}
				const [handle, prefix] = parts;
				this.tags[handle] = prefix;
				return true;
			}
			case "%YAML": {
				this.yaml.explicit = true;
				if (parts.length !== 1) {
					onError(0, "%YAML directive should contain exactly one part");
					return false;
				}
				const [version] = parts;
				if (version === "1.1" || version === "1.2") {
					this.yaml.version = version;
					return true;
				} else {
					const isValid = /^\d+\.\d+$/.test(version);
					onError(6, `Unsupported YAML version ${version}`, isValid);
					return false;
				}
			}
			default:
				onError(0, `Unknown directive ${name}`, true);
				return false;
		}
	}
	tagName(source, onError) {
		if (source === "!") return "!";
		if (source[0] !== "!") {
			onError(`Not a valid tag: ${source}`);
			return null;
		}
		if (source[1] === "<") {
			const verbatim = source.slice(2, -1);
			if (verbatim === "!" || verbatim === "!!") {
				onError(`Verbatim tags aren't resolved, so ${source} is invalid.`);
				return null;
			}
			if (source[source.length - 1] !== ">") onError("Verbatim tags must end with a >");
			return verbatim;
		}
		const [, handle, suffix] = source.match(/^(.*!)([^!]*)$/s);
		if (!suffix) onError(`The ${source} tag has no suffix`);
		const prefix = this.tags[handle];
		if (prefix) try {
			return prefix + decodeURIComponent(suffix);
		} catch (error) {
			onError(String(error));
			return null;
		}
		if (handle === "!") return source;
		onError(`Could not resolve tag: ${source}`);
		return null;
	}
	tagString(tag) {
		for (const [handle, prefix] of Object.entries(this.tags)) if (tag.startsWith(prefix)) return handle + escapeTagName(tag.substring(prefix.length));
		return tag[0] === "!" ? tag : `!<${tag}>`;
	}
	toString(doc) {
		const lines = this.yaml.explicit ? [`%YAML ${this.yaml.version || "1.2"}`] : [];
		const tagEntries = Object.entries(this.tags);
		let tagNames;
		if (doc && tagEntries.length > 0 && require_service.isNode(doc.contents)) {
			const tags = {};
			visit(doc.contents, (_key, node) => {
				if (require_service.isNode(node) && node.tag) tags[node.tag] = true;
			});
			tagNames = Object.keys(tags);
		} else tagNames = [];
		for (const [handle, prefix] of tagEntries) {
			if (handle === "!!" && prefix === "tag:yaml.org,2002:") continue;
			if (!doc || tagNames.some((tn) => tn.startsWith(prefix))) lines.push(`%TAG ${handle} ${prefix}`);
		}
		return lines.join("\n");
	}
};
Directives.defaultYaml = {
	explicit: false,
	version: "1.2"
};
Directives.defaultTags = { "!!": "tag:yaml.org,2002:" };

// node_modules/yaml/browser/dist/doc/anchors.js
function anchorIsValid(anchor) {
	if (/[\x00-\x19\s,[\]{}]/.test(anchor)) {
		const msg = `Anchor must not contain whitespace or control characters: ${JSON.stringify(anchor)}`;
		throw new Error(msg);
	}
	return true;
}
function anchorNames(root) {
	const anchors = /* @__PURE__ */ new Set();
	visit(root, { Value(_key, node) {
		if (node.anchor) anchors.add(node.anchor);
	} });
	return anchors;
}
function findNewAnchor(prefix, exclude) {
	for (let i = 1;; ++i) {
		const name = `${prefix}${i}`;
		if (!exclude.has(name)) return name;
	}
}
function createNodeAnchors(doc, prefix) {
	const aliasObjects = [];
	const sourceObjects = /* @__PURE__ */ new Map();
	let prevAnchors = null;
	return {
		onAnchor: (source) => {
			aliasObjects.push(source);
			prevAnchors ?? (prevAnchors = anchorNames(doc));
			const anchor = findNewAnchor(prefix, prevAnchors);
			prevAnchors.add(anchor);
			return anchor;
		},
		setAnchors: () => {
			for (const source of aliasObjects) {
				const ref = sourceObjects.get(source);
				if (typeof ref === "object" && ref.anchor && (require_service.isScalar(ref.node) || require_service.isCollection(ref.node))) ref.node.anchor = ref.anchor;
				else {
					const error = /* @__PURE__ */ new Error("Failed to resolve repeated object (this should not happen)");
					error.source = source;
					throw error;
				}
			}
		},
		sourceObjects
	};
}

// node_modules/yaml/browser/dist/doc/applyReviver.js
function applyReviver(reviver, obj, key, val) {
	if (val && typeof val === "object") {
		if (Array.isArray(val)) for (let i = 0, len = val.length; i < len; ++i) {
			const v0 = val[i];
			const v1 = applyReviver(reviver, val, String(i), v0);
			if (v1 === void 0) delete val[i];
			else if (v1 !== v0) val[i] = v1;
		}
		else if (val instanceof Map) for (const k of Array.from(val.keys())) {
			const v0 = val.get(k);
			const v1 = applyReviver(reviver, val, k, v0);
			if (v1 === void 0) val.delete(k);
			else if (v1 !== v0) val.set(k, v1);
		}
		else if (val instanceof Set) for (const v0 of Array.from(val)) {
			const v1 = applyReviver(reviver, val, v0, v0);
			if (v1 === void 0) val.delete(v0);
			else if (v1 !== v0) {
				val.delete(v0);
				val.add(v1);
			}
		}
		else for (const [k, v0] of Object.entries(val)) {
			const v1 = applyReviver(reviver, val, k, v0);
			if (v1 === void 0) delete val[k];
			else if (v1 !== v0) val[k] = v1;
		}
	}
	return reviver.call(obj, key, val);
}

// node_modules/yaml/browser/dist/nodes/toJS.js
function toJS(value, arg, ctx) {
	if (Array.isArray(value)) return value.map((v, i) => toJS(v, String(i), ctx));
	if (value && typeof value.toJSON === "function") {
		if (!ctx || !require_service.hasAnchor(value)) return value.toJSON(arg, ctx);
		const data = {
			aliasCount: 0,
			count: 1,
			res: void 0
		};
		ctx.anchors.set(value, data);
		ctx.onCreate = (res) => {
			data.res = res;
			delete ctx.onCreate;
		};
		const res = value.toJSON(arg, ctx);
		if (ctx.onCreate) ctx.onCreate(res);
		return res;
	}
	if (typeof value === "bigint" && !ctx?.keep) return Number(value);
	return value;
}

// node_modules/yaml/browser/dist/nodes/Node.js
var NodeBase = class {
	constructor(type) {
		Object.defineProperty(this, require_service.NODE_TYPE, { value: type });
	}
	clone() {
		const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
		if (this.range) copy.range = this.range.slice();
		return copy;
	}
	toJS(doc, { mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
		if (!require_service.isDocument(doc)) throw new TypeError("A document argument is required");
		const ctx = {
			anchors: /* @__PURE__ */ new Map(),
			doc,
			keep: true,
			mapAsMap: mapAsMap === true,
			mapKeyWarned: false,
			maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100
		};
		const res = toJS(this, "", ctx);
		if (typeof onAnchor === "function") for (const { count, res } of ctx.anchors.values()) onAnchor(res, count);
		return typeof reviver === "function" ? applyReviver(reviver, { "": res }, "", res) : res;
	}
};

// node_modules/yaml/browser/dist/nodes/Alias.js
var Alias = class extends NodeBase {
	constructor(source) {
		super(require_service.ALIAS);
		this.source = source;
		Object.defineProperty(this, "tag", { set() {
			throw new Error("Alias nodes cannot have tags");
		} });
	}
	resolve(doc, ctx) {
		if (ctx?.maxAliasCount === 0) throw new ReferenceError("Alias resolution is disabled");
		let nodes;
		if (ctx?.aliasResolveCache) nodes = ctx.aliasResolveCache;
		else {
			nodes = [];
			visit(doc, { Node: (_key, node) => {
				if (require_service.isAlias(node) || require_service.hasAnchor(node)) nodes.push(node);
			} });
			if (ctx) ctx.aliasResolveCache = nodes;
		}
		let found = void 0;
		for (const node of nodes) {
			if (node === this) break;
			if (node.anchor === this.source) found = node;
		}
		if (found && ctx) {
			const { anchors, doc, maxAliasCount } = ctx;
			let data = anchors.get(found);
			if (!data) {
				toJS(found, null, ctx);
				data = anchors.get(found);
			}
			/* istanbul ignore if */
			if (data?.res === void 0) throw new ReferenceError("This should not happen: Alias anchor was not resolved?");
			if (maxAliasCount >= 0) {
				data.count += 1;
				if (data.aliasCount === 0) data.aliasCount = getAliasCount(doc, found, anchors);
				if (data.count * data.aliasCount > maxAliasCount) throw new ReferenceError("Excessive alias count indicates a resource exhaustion attack");
			}
		}
		return found;
	}
	toJSON(_arg, ctx) {
		if (!ctx) return { source: this.source };
		const source = this.resolve(ctx.doc, ctx);
		if (!source) {
			const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
			throw new ReferenceError(msg);
		}
		return ctx.anchors.get(source).res;
	}
	toString(ctx, _onComment, _onChompKeep) {
		const src = `*${this.source}`;
		if (ctx) {
			anchorIsValid(this.source);
			if (ctx.options.verifyAliasOrder && !ctx.anchors.has(this.source)) {
				const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
				throw new Error(msg);
			}
			if (ctx.implicitKey) return `${src} `;
		}
		return src;
	}
};
function getAliasCount(doc, node, anchors) {
	if (require_service.isAlias(node)) {
		const source = node.resolve(doc);
		const anchor = anchors && source && anchors.get(source);
		return anchor ? anchor.count * anchor.aliasCount : 0;
	} else if (require_service.isCollection(node)) {
		let count = 0;
		for (const item of node.items) {
			const c = getAliasCount(doc, item, anchors);
			if (c > count) count = c;
		}
		return count;
	} else if (require_service.isPair(node)) {
		const kc = getAliasCount(doc, node.key, anchors);
		const vc = getAliasCount(doc, node.value, anchors);
		return Math.max(kc, vc);
	}
	return 1;
}

// node_modules/yaml/browser/dist/nodes/Scalar.js
const isScalarValue = (value) => !value || typeof value !== "function" && typeof value !== "object";
var Scalar = class extends NodeBase {
	constructor(value) {
		super(require_service.SCALAR);
		this.value = value;
	}
	toJSON(arg, ctx) {
		return ctx?.keep ? this.value : toJS(this.value, arg, ctx);
	}
	toString() {
		return String(this.value);
	}
};
Scalar.BLOCK_FOLDED = "BLOCK_FOLDED";
Scalar.BLOCK_LITERAL = "BLOCK_LITERAL";
Scalar.PLAIN = "PLAIN";
Scalar.QUOTE_DOUBLE = "QUOTE_DOUBLE";
Scalar.QUOTE_SINGLE = "QUOTE_SINGLE";

// node_modules/yaml/browser/dist/doc/createNode.js
const defaultTagPrefix = "tag:yaml.org,2002:";
function findTagObject(value, tagName, tags) {
	if (tagName) {
		const match = tags.filter((t) => t.tag === tagName);
		const tagObj = match.find((t) => !t.format) ?? match[0];
		if (!tagObj) throw new Error(`Tag ${tagName} not found`);
		return tagObj;
	}
	return tags.find((t) => t.identify?.(value) && !t.format);
}
function createNode(value, tagName, ctx) {
	if (require_service.isDocument(value)) value = value.contents;
	if (require_service.isNode(value)) return value;
	if (require_service.isPair(value)) {
		const map = ctx.schema[require_service.MAP].createNode?.(ctx.schema, null, ctx);
		map.items.push(value);
		return map;
	}
	if (value instanceof String || value instanceof Number || value instanceof Boolean || typeof BigInt !== "undefined" && value instanceof BigInt) value = value.valueOf();
	const { aliasDuplicateObjects, onAnchor, onTagObj, schema, sourceObjects } = ctx;
	let ref = void 0;
	if (aliasDuplicateObjects && value && typeof value === "object") {
		ref = sourceObjects.get(value);
		if (ref) {
			ref.anchor ?? (ref.anchor = onAnchor(value));
			return new Alias(ref.anchor);
		} else {
			ref = {
				anchor: null,
				node: null
			};
			sourceObjects.set(value, ref);
		}
	}
	if (tagName?.startsWith("!!")) tagName = defaultTagPrefix + tagName.slice(2);
	let tagObj = findTagObject(value, tagName, schema.tags);
	if (!tagObj) {
		if (value && typeof value.toJSON === "function") value = value.toJSON();
		if (!value || typeof value !== "object") {
			const node = new Scalar(value);
			if (ref) ref.node = node;
			return node;
		}
		tagObj = value instanceof Map ? schema[require_service.MAP] : Symbol.iterator in Object(value) ? schema[require_service.SEQ] : schema[require_service.MAP];
	}
	if (onTagObj) {
		onTagObj(tagObj);
		delete ctx.onTagObj;
	}
	const node = tagObj?.createNode ? tagObj.createNode(ctx.schema, value, ctx) : typeof tagObj?.nodeClass?.from === "function" ? tagObj.nodeClass.from(ctx.schema, value, ctx) : new Scalar(value);
	if (tagName) node.tag = tagName;
	else if (!tagObj.default) node.tag = tagObj.tag;
	if (ref) ref.node = node;
	return node;
}

// node_modules/yaml/browser/dist/nodes/Collection.js
function collectionFromPath(schema, path, value) {
	let v = value;
	for (let i = path.length - 1; i >= 0; --i) {
		const k = path[i];
		if (typeof k === "number" && Number.isInteger(k) && k >= 0) {
			const a = [];
			a[k] = v;
			v = a;
		} else v = /* @__PURE__ */ new Map([[k, v]]);
	}
	return createNode(v, void 0, {
		aliasDuplicateObjects: false,
		keepUndefined: false,
		onAnchor: () => {
			throw new Error("This should not happen, please report a bug.");
		},
		schema,
		sourceObjects: /* @__PURE__ */ new Map()
	});
}
const isEmptyPath = (path) => path == null || typeof path === "object" && !!path[Symbol.iterator]().next().done;
var Collection = class extends NodeBase {
	constructor(type, schema) {
		super(type);
		Object.defineProperty(this, "schema", {
			value: schema,
			configurable: true,
			enumerable: false,
			writable: true
		});
	}
	clone(schema) {
		const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
		if (schema) copy.schema = schema;
		copy.items = copy.items.map((it) => require_service.isNode(it) || require_service.isPair(it) ? it.clone(schema) : it);
		if (this.range) copy.range = this.range.slice();
		return copy;
	}
	addIn(path, value) {
		if (isEmptyPath(path)) this.add(value);
		else {
			const [key, ...rest] = path;
			const node = this.get(key, true);
			if (require_service.isCollection(node)) node.addIn(rest, value);
			else if (node === void 0 && this.schema) this.set(key, collectionFromPath(this.schema, rest, value));
			else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
		}
	}
	deleteIn(path) {
		const [key, ...rest] = path;
		if (rest.length === 0) return this.delete(key);
		const node = this.get(key, true);
		if (require_service.isCollection(node)) return node.deleteIn(rest);
		else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
	}
	getIn(path, keepScalar) {
		const [key, ...rest] = path;
		const node = this.get(key, true);
		if (rest.length === 0) return !keepScalar && require_service.isScalar(node) ? node.value : node;
		else return require_service.isCollection(node) ? node.getIn(rest, keepScalar) : void 0;
	}
	hasAllNullValues(allowScalar) {
		return this.items.every((node) => {
			if (!require_service.isPair(node)) return false;
			const n = node.value;
			return n == null || allowScalar && require_service.isScalar(n) && n.value == null && !n.commentBefore && !n.comment && !n.tag;
		});
	}
	hasIn(path) {
		const [key, ...rest] = path;
		if (rest.length === 0) return this.has(key);
		const node = this.get(key, true);
		return require_service.isCollection(node) ? node.hasIn(rest) : false;
	}
	setIn(path, value) {
		const [key, ...rest] = path;
		if (rest.length === 0) this.set(key, value);
		else {
			const node = this.get(key, true);
			if (require_service.isCollection(node)) node.setIn(rest, value);
			else if (node === void 0 && this.schema) this.set(key, collectionFromPath(this.schema, rest, value));
			else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
		}
	}
};

// node_modules/yaml/browser/dist/stringify/stringifyComment.js
const stringifyComment = (str) => str.replace(/^(?!$)(?: $)?/gm, "#");
function indentComment(comment, indent) {
	if (/^\n+$/.test(comment)) return comment.substring(1);
	return indent ? comment.replace(/^(?! *$)/gm, indent) : comment;
}
const lineComment = (str, indent, comment) => str.endsWith("\n") ? indentComment(comment, indent) : comment.includes("\n") ? "\n" + indentComment(comment, indent) : (str.endsWith(" ") ? "" : " ") + comment;

// node_modules/yaml/browser/dist/stringify/foldFlowLines.js
const FOLD_FLOW = "flow";
const FOLD_BLOCK = "block";
const FOLD_QUOTED = "quoted";
function foldFlowLines(text, indent, mode = "flow", { indentAtStart, lineWidth = 80, minContentWidth = 20, onFold, onOverflow } = {}) {
	if (!lineWidth || lineWidth < 0) return text;
	if (lineWidth < minContentWidth) minContentWidth = 0;
	const endStep = Math.max(1 + minContentWidth, 1 + lineWidth - indent.length);
	if (text.length <= endStep) return text;
	const folds = [];
	const escapedFolds = {};
	let end = lineWidth - indent.length;
	if (typeof indentAtStart === "number") {
		if (indentAtStart > lineWidth - Math.max(2, minContentWidth)) folds.push(0);
		else end = lineWidth - indentAtStart;
	}
	let split = void 0;
	let prev = void 0;
	let overflow = false;
	let i = -1;
	let escStart = -1;
	let escEnd = -1;
	if (mode === "block") {
		i = consumeMoreIndentedLines(text, i, indent.length);
		if (i !== -1) end = i + endStep;
	}
	for (let ch; ch = text[i += 1];) {
		if (mode === "quoted" && ch === "\\") {
			escStart = i;
			switch (text[i + 1]) {
				case "x":
					i += 3;
					break;
				case "u":
					i += 5;
					break;
				case "U":
					i += 9;
					break;
				default: i += 1;
			}
			escEnd = i;
		}
		if (ch === "\n") {
			if (mode === "block") i = consumeMoreIndentedLines(text, i, indent.length);
			end = i + indent.length + endStep;
			split = void 0;
		} else {
			if (ch === " " && prev && prev !== " " && prev !== "\n" && prev !== "	") {
				const next = text[i + 1];
				if (next && next !== " " && next !== "\n" && next !== "	") split = i;
			}
			if (i >= end) {
				if (split) {
					folds.push(split);
					end = split + endStep;
					split = void 0;
				} else if (mode === "quoted") {
					while (prev === " " || prev === "	") {
						prev = ch;
						ch = text[i += 1];
						overflow = true;
					}
					const j = i > escEnd + 1 ? i - 2 : escStart - 1;
					if (escapedFolds[j]) return text;
					folds.push(j);
					escapedFolds[j] = true;
					end = j + endStep;
					split = void 0;
				} else overflow = true;
			}
		}
		prev = ch;
	}
	if (overflow && onOverflow) onOverflow();
	if (folds.length === 0) return text;
	if (onFold) onFold();
	let res = text.slice(0, folds[0]);
	for (let i = 0; i < folds.length; ++i) {
		const fold = folds[i];
		const end = folds[i + 1] || text.length;
		if (fold === 0) res = `\n${indent}${text.slice(0, end)}`;
		else {
			if (mode === "quoted" && escapedFolds[fold]) res += `${text[fold]}\\`;
			res += `\n${indent}${text.slice(fold + 1, end)}`;
		}
	}
	return res;
}
function consumeMoreIndentedLines(text, i, indent) {
	let end = i;
	let start = i + 1;
	let ch = text[start];
	while (ch === " " || ch === "	") if (i < start + indent) ch = text[++i];
	else {
		do
			ch = text[++i];
		while (ch && ch !== "\n");
		end = i;
		start = i + 1;
		ch = text[start];
	}
	return end;
}

// node_modules/yaml/browser/dist/stringify/stringifyString.js
const getFoldOptions = (ctx, isBlock) => ({
	indentAtStart: isBlock ? ctx.indent.length : ctx.indentAtStart,
	lineWidth: ctx.options.lineWidth,
	minContentWidth: ctx.options.minContentWidth
});
const containsDocumentMarker = (str) => /^(%|---|\.\.\.)/m.test(str);
function lineLengthOverLimit(str, lineWidth, indentLength) {
	if (!lineWidth || lineWidth < 0) return false;
	const limit = lineWidth - indentLength;
	const strLen = str.length;
	if (strLen <= limit) return false;
	for (let i = 0, start = 0; i < strLen; ++i) if (str[i] === "\n") {
		if (i - start > limit) return true;
		start = i + 1;
		if (strLen - start <= limit) return false;
	}
	return true;
}
function doubleQuotedString(value, ctx) {
	const json = JSON.stringify(value);
	if (ctx.options.doubleQuotedAsJSON) return json;
	const { implicitKey } = ctx;
	const minMultiLineLength = ctx.options.doubleQuotedMinMultiLineLength;
	const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : "");
	let str = "";
	let start = 0;
	for (let i = 0, ch = json[i]; ch; ch = json[++i]) {
		if (ch === " " && json[i + 1] === "\\" && json[i + 2] === "n") {
			str += json.slice(start, i) + "\\ ";
			i += 1;
			start = i;
			ch = "\\";
		}
		if (ch === "\\") switch (json[i + 1]) {
			case "u":
				{
					str += json.slice(start, i);
					const code = json.substr(i + 2, 4);
					switch (code) {
						case "0000":
							str += "\\0";
							break;
						case "0007":
							str += "\\a";
							break;
						case "000b":
							str += "\\v";
							break;
						case "001b":
							str += "\\e";
							break;
						case "0085":
							str += "\\N";
							break;
						case "00a0":
							str += "\\_";
							break;
						case "2028":
							str += "\\L";
							break;
						case "2029":
							str += "\\P";
							break;
						default: if (code.substr(0, 2) === "00") str += "\\x" + code.substr(2);
						else str += json.substr(i, 6);
					}
					i += 5;
					start = i + 1;
				}
				break;
			case "n":
				if (implicitKey || json[i + 2] === "\"" || json.length < minMultiLineLength) i += 1;
				else {
					str += json.slice(start, i) + "\n\n";
					while (json[i + 2] === "\\" && json[i + 3] === "n" && json[i + 4] !== "\"") {
						str += "\n";
						i += 2;
					}
					str += indent;
					if (json[i + 2] === " ") str += "\\";
					i += 1;
					start = i + 1;
				}
				break;
			default: i += 1;
		}
	}
	str = start ? str + json.slice(start) : json;
	return implicitKey ? str : foldFlowLines(str, indent, FOLD_QUOTED, getFoldOptions(ctx, false));
}
function singleQuotedString(value, ctx) {
	if (ctx.options.singleQuote === false || ctx.implicitKey && value.includes("\n") || /[ \t]\n|\n[ \t]/.test(value)) return doubleQuotedString(value, ctx);
	const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : "");
	const res = "'" + value.replace(/'/g, "''").replace(/\n+/g, `$&\n${indent}`) + "'";
	return ctx.implicitKey ? res : foldFlowLines(res, indent, FOLD_FLOW, getFoldOptions(ctx, false));
}
function quotedString(value, ctx) {
	const { singleQuote } = ctx.options;
	let qs;
	if (singleQuote === false) qs = doubleQuotedString;
	else {
		const hasDouble = value.includes("\"");
		const hasSingle = value.includes("'");
		if (hasDouble && !hasSingle) qs = singleQuotedString;
		else if (hasSingle && !hasDouble) qs = doubleQuotedString;
		else qs = singleQuote ? singleQuotedString : doubleQuotedString;
	}
	return qs(value, ctx);
}
let blockEndNewlines;
try {
	blockEndNewlines = /* @__PURE__ */ new RegExp("(^|(?<!\n))\n+(?!\n|$)", "g");
} catch {
	blockEndNewlines = /\n+(?!\n|$)/g;
}
function blockString({ comment, type, value }, ctx, onComment, onChompKeep) {
	const { blockQuote, commentString, lineWidth } = ctx.options;
	if (!blockQuote || /\n[\t ]+$/.test(value)) return quotedString(value, ctx);
	const indent = ctx.indent || (ctx.forceBlockIndent || containsDocumentMarker(value) ? "  " : "");
	const literal = blockQuote === "literal" ? true : blockQuote === "folded" || type === Scalar.BLOCK_FOLDED ? false : type === Scalar.BLOCK_LITERAL ? true : !lineLengthOverLimit(value, lineWidth, indent.length);
	if (!value) return literal ? "|\n" : ">\n";
	let chomp;
	let endStart;
	for (endStart = value.length; endStart > 0; --endStart) {
		const ch = value[endStart - 1];
		if (ch !== "\n" && ch !== "	" && ch !== " ") break;
	}
	let end = value.substring(endStart);
	const endNlPos = end.indexOf("\n");
	if (endNlPos === -1) chomp = "-";
	else if (value === end || endNlPos !== end.length - 1) {
		chomp = "+";
		if (onChompKeep) onChompKeep();
	} else chomp = "";
	if (end) {
		value = value.slice(0, -end.length);
		if (end[end.length - 1] === "\n") end = end.slice(0, -1);
		end = end.replace(blockEndNewlines, `$&${indent}`);
	}
	let startWithSpace = false;
	let startEnd;
	let startNlPos = -1;
	for (startEnd = 0; startEnd < value.length; ++startEnd) {
		const ch = value[startEnd];
		if (ch === " ") startWithSpace = true;
		else if (ch === "\n") startNlPos = startEnd;
		else break;
	}
	let start = value.substring(0, startNlPos < startEnd ? startNlPos + 1 : startEnd);
	if (start) {
		value = value.substring(start.length);
		start = start.replace(/\n+/g, `$&${indent}`);
	}
	let header = (startWithSpace ? indent ? "2" : "1" : "") + chomp;
	if (comment) {
		header += " " + commentString(comment.replace(/ ?[\r\n]+/g, " "));
		if (onComment) onComment();
	}
	if (!literal) {
		const foldedValue = value.replace(/\n+/g, "\n$&").replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g, "$1$2").replace(/\n+/g, `$&${indent}`);
		let literalFallback = false;
		const foldOptions = getFoldOptions(ctx, true);
		if (blockQuote !== "folded" && type !== Scalar.BLOCK_FOLDED) foldOptions.onOverflow = () => {
			literalFallback = true;
		};
		const body = foldFlowLines(`${start}${foldedValue}${end}`, indent, FOLD_BLOCK, foldOptions);
		if (!literalFallback) return `>${header}\n${indent}${body}`;
	}
	value = value.replace(/\n+/g, `$&${indent}`);
	return `|${header}\n${indent}${start}${value}${end}`;
}
function plainString(item, ctx, onComment, onChompKeep) {
	const { type, value } = item;
	const { actualString, implicitKey, indent, indentStep, inFlow } = ctx;
	if (implicitKey && value.includes("\n") || inFlow && /[[\]{},]/.test(value)) return quotedString(value, ctx);
	if (/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(value)) return implicitKey || inFlow || !value.includes("\n") ? quotedString(value, ctx) : blockString(item, ctx, onComment, onChompKeep);
	if (!implicitKey && !inFlow && type !== Scalar.PLAIN && value.includes("\n")) return blockString(item, ctx, onComment, onChompKeep);
	if (containsDocumentMarker(value)) {
		if (indent === "") {
			ctx.forceBlockIndent = true;
			return blockString(item, ctx, onComment, onChompKeep);
		} else if (implicitKey && indent === indentStep) return quotedString(value, ctx);
	}
	const str = value.replace(/\n+/g, `$&\n${indent}`);
	if (actualString) {
		const test = (tag) => tag.default && tag.tag !== "tag:yaml.org,2002:str" && tag.test?.test(str);
		const { compat, tags } = ctx.doc.schema;
		if (tags.some(test) || compat?.some(test)) return quotedString(value, ctx);
	}
	return implicitKey ? str : foldFlowLines(str, indent, FOLD_FLOW, getFoldOptions(ctx, false));
}
function stringifyString(item, ctx, onComment, onChompKeep) {
	const { implicitKey, inFlow } = ctx;
	const ss = typeof item.value === "string" ? item : Object.assign({}, item, { value: String(item.value) });
	let { type } = item;
	if (type !== Scalar.QUOTE_DOUBLE) {
		if (/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(ss.value)) type = Scalar.QUOTE_DOUBLE;
	}
	const _stringify = (_type) => {
		switch (_type) {
			case Scalar.BLOCK_FOLDED:
			case Scalar.BLOCK_LITERAL: return implicitKey || inFlow ? quotedString(ss.value, ctx) : blockString(ss, ctx, onComment, onChompKeep);
			case Scalar.QUOTE_DOUBLE: return doubleQuotedString(ss.value, ctx);
			case Scalar.QUOTE_SINGLE: return singleQuotedString(ss.value, ctx);
			case Scalar.PLAIN: return plainString(ss, ctx, onComment, onChompKeep);
			default: return null;
		}
	};
	let res = _stringify(type);
	if (res === null) {
		const { defaultKeyType, defaultStringType } = ctx.options;
		const t = implicitKey && defaultKeyType || defaultStringType;
		res = _stringify(t);
		if (res === null) throw new Error(`Unsupported default string type ${t}`);
	}
	return res;
}

// node_modules/yaml/browser/dist/stringify/stringify.js
function createStringifyContext(doc, options) {
	const opt = Object.assign({
		blockQuote: true,
		commentString: stringifyComment,
		defaultKeyType: null,
		defaultStringType: "PLAIN",
		directives: null,
		doubleQuotedAsJSON: false,
		doubleQuotedMinMultiLineLength: 40,
		falseStr: "false",
		flowCollectionPadding: true,
		indentSeq: true,
		lineWidth: 80,
		minContentWidth: 20,
		nullStr: "null",
		simpleKeys: false,
		singleQuote: null,
		trailingComma: false,
		trueStr: "true",
		verifyAliasOrder: true
	}, doc.schema.toStringOptions, options);
	let inFlow;
	switch (opt.collectionStyle) {
		case "block":
			inFlow = false;
			break;
		case "flow":
			inFlow = true;
			break;
		default: inFlow = null;
	}
	return {
		anchors: /* @__PURE__ */ new Set(),
		doc,
		flowCollectionPadding: opt.flowCollectionPadding ? " " : "",
		indent: "",
		indentStep: typeof opt.indent === "number" ? " ".repeat(opt.indent) : "  ",
		inFlow,
		options: opt
	};
}
function getTagObject(tags, item) {
	if (item.tag) {
		const match = tags.filter((t) => t.tag === item.tag);
		if (match.length > 0) return match.find((t) => t.format === item.format) ?? match[0];
	}
	let tagObj = void 0;
	let obj;
	if (require_service.isScalar(item)) {
		obj = item.value;
		let match = tags.filter((t) => t.identify?.(obj));
		if (match.length > 1) {
			const testMatch = match.filter((t) => t.test);
			if (testMatch.length > 0) match = testMatch;
		}
		tagObj = match.find((t) => t.format === item.format) ?? match.find((t) => !t.format);
	} else {
		obj = item;
		tagObj = tags.find((t) => t.nodeClass && obj instanceof t.nodeClass);
	}
	if (!tagObj) {
		const name = obj?.constructor?.name ?? (obj === null ? "null" : typeof obj);
		throw new Error(`Tag not resolved for ${name} value`);
	}
	return tagObj;
}
function stringifyProps(node, tagObj, { anchors, doc }) {
	if (!doc.directives) return "";
	const props = [];
	const anchor = (require_service.isScalar(node) || require_service.isCollection(node)) && node.anchor;
	if (anchor && anchorIsValid(anchor)) {
		anchors.add(anchor);
		props.push(`&${anchor}`);
	}
	const tag = node.tag ?? (tagObj.default ? null : tagObj.tag);
	if (tag) props.push(doc.directives.tagString(tag));
	return props.join(" ");
}
function stringify$1(item, ctx, onComment, onChompKeep) {
	if (require_service.isPair(item)) return item.toString(ctx, onComment, onChompKeep);
	if (require_service.isAlias(item)) {
		if (ctx.doc.directives) return item.toString(ctx);
		if (ctx.resolvedAliases?.has(item)) throw new TypeError(`Cannot stringify circular structure without alias nodes`);
		else {
			if (ctx.resolvedAliases) ctx.resolvedAliases.add(item);
			else ctx.resolvedAliases = /* @__PURE__ */ new Set([item]);
			item = item.resolve(ctx.doc);
		}
	}
	let tagObj = void 0;
	const node = require_service.isNode(item) ? item : ctx.doc.createNode(item, { onTagObj: (o) => tagObj = o });
	tagObj ?? (tagObj = getTagObject(ctx.doc.schema.tags, node));
	const props = stringifyProps(node, tagObj, ctx);
	if (props.length > 0) ctx.indentAtStart = (ctx.indentAtStart ?? 0) + props.length + 1;
	const str = typeof tagObj.stringify === "function" ? tagObj.stringify(node, ctx, onComment, onChompKeep) : require_service.isScalar(node) ? stringifyString(node, ctx, onComment, onChompKeep) : node.toString(ctx, onComment, onChompKeep);
	if (!props) return str;
	return require_service.isScalar(node) || str[0] === "{" || str[0] === "[" ? `${props} ${str}` : `${props}\n${ctx.indent}${str}`;
}

// node_modules/yaml/browser/dist/stringify/stringifyPair.js
function stringifyPair({ key, value }, ctx, onComment, onChompKeep) {
	const { allNullValues, doc, indent, indentStep, options: { commentString, indentSeq, simpleKeys } } = ctx;
	let keyComment = require_service.isNode(key) && key.comment || null;
	if (simpleKeys) {
		if (keyComment) throw new Error("With simple keys, key nodes cannot have comments");
		if (require_service.isCollection(key) || !require_service.isNode(key) && typeof key === "object") throw new Error("With simple keys, collection cannot be used as a key value");
	}
	let explicitKey = !simpleKeys && (!key || keyComment && value == null && !ctx.inFlow || require_service.isCollection(key) || (require_service.isScalar(key) ? key.type === Scalar.BLOCK_FOLDED || key.type === Scalar.BLOCK_LITERAL : typeof key === "object"));
	ctx = Object.assign({}, ctx, {
		allNullValues: false,
		implicitKey: !explicitKey && (simpleKeys || !allNullValues),
		indent: indent + indentStep
	});
	let keyCommentDone = false;
	let chompKeep = false;
	let str = stringify$1(key, ctx, () => keyCommentDone = true, () => chompKeep = true);
	if (!explicitKey && !ctx.inFlow && str.length > 1024) {
		if (simpleKeys) throw new Error("With simple keys, single line scalar must not span more than 1024 characters");
		explicitKey = true;
	}
	if (ctx.inFlow) {
		if (allNullValues || value == null) {
			if (keyCommentDone && onComment) onComment();
			return str === "" ? "?" : explicitKey ? `? ${str}` : str;
		}
	} else if (allNullValues && !simpleKeys || value == null && explicitKey) {
		str = `? ${str}`;
		if (keyComment && !keyCommentDone) str += lineComment(str, ctx.indent, commentString(keyComment));
		else if (chompKeep && onChompKeep) onChompKeep();
		return str;
	}
	if (keyCommentDone) keyComment = null;
	if (explicitKey) {
		if (keyComment) str += lineComment(str, ctx.indent, commentString(keyComment));
		str = `? ${str}\n${indent}:`;
	} else {
		str = `${str}:`;
		if (keyComment) str += lineComment(str, ctx.indent, commentString(keyComment));
	}
	let vsb, vcb, valueComment;
	if (require_service.isNode(value)) {
		vsb = !!value.spaceBefore;
		vcb = value.commentBefore;
		valueComment = value.comment;
	} else {
		vsb = false;
		vcb = null;
		valueComment = null;
		if (value && typeof value === "object") value = doc.createNode(value);
	}
	ctx.implicitKey = false;
	if (!explicitKey && !keyComment && require_service.isScalar(value)) ctx.indentAtStart = str.length + 1;
	chompKeep = false;
	if (!indentSeq && indentStep.length >= 2 && !ctx.inFlow && !explicitKey && require_service.isSeq(value) && !value.flow && !value.tag && !value.anchor) ctx.indent = ctx.indent.substring(2);
	let valueCommentDone = false;
	const valueStr = stringify$1(value, ctx, () => valueCommentDone = true, () => chompKeep = true);
	let ws = " ";
	if (keyComment || vsb || vcb) {
		ws = vsb ? "\n" : "";
		if (vcb) {
			const cs = commentString(vcb);
			ws += `\n${indentComment(cs, ctx.indent)}`;
		}
		if (valueStr === "" && !ctx.inFlow) {
			if (ws === "\n" && valueComment) ws = "\n\n";
		} else ws += `\n${ctx.indent}`;
	} else if (!explicitKey && require_service.isCollection(value)) {
		const vs0 = valueStr[0];
		const nl0 = valueStr.indexOf("\n");
		const hasNewline = nl0 !== -1;
		const flow = ctx.inFlow ?? value.flow ?? value.items.length === 0;
		if (hasNewline || !flow) {
			let hasPropsLine = false;
			if (hasNewline && (vs0 === "&" || vs0 === "!")) {
				let sp0 = valueStr.indexOf(" ");
				if (vs0 === "&" && sp0 !== -1 && sp0 < nl0 && valueStr[sp0 + 1] === "!") sp0 = valueStr.indexOf(" ", sp0 + 1);
				if (sp0 === -1 || nl0 < sp0) hasPropsLine = true;
			}
			if (!hasPropsLine) ws = `\n${ctx.indent}`;
		}
	} else if (valueStr === "" || valueStr[0] === "\n") ws = "";
	str += ws + valueStr;
	if (ctx.inFlow) {
		if (valueCommentDone && onComment) onComment();
	} else if (valueComment && !valueCommentDone) str += lineComment(str, ctx.indent, commentString(valueComment));
	else if (chompKeep && onChompKeep) onChompKeep();
	return str;
}

// node_modules/yaml/browser/dist/log.js
function warn(logLevel, warning) {
	if (logLevel === "debug" || logLevel === "warn") console.warn(warning);
}

// node_modules/yaml/browser/dist/schema/yaml-1.1/merge.js
const MERGE_KEY = "<<";
const merge$1 = {
	identify: (value) => value === MERGE_KEY || typeof value === "symbol" && value.description === MERGE_KEY,
	default: "key",
	tag: "tag:yaml.org,2002:merge",
	test: /^<<$/,
	resolve: () => Object.assign(new Scalar(Symbol(MERGE_KEY)), { addToJSMap: addMergeToJSMap }),
	stringify: () => MERGE_KEY
};
const isMergeKey = (ctx, key) => (merge$1.identify(key) || require_service.isScalar(key) && (!key.type || key.type === Scalar.PLAIN) && merge$1.identify(key.value)) && ctx?.doc.schema.tags.some((tag) => tag.tag === merge$1.tag && tag.default);
function addMergeToJSMap(ctx, map, value) {
	const source = resolveAliasValue(ctx, value);
	if (require_service.isSeq(source)) for (const it of source.items) mergeValue(ctx, map, it);
	else if (Array.isArray(source)) for (const it of source) mergeValue(ctx, map, it);
	else mergeValue(ctx, map, source);
}
function mergeValue(ctx, map, value) {
	const source = resolveAliasValue(ctx, value);
	if (!require_service.isMap(source)) throw new Error("Merge sources must be maps or map aliases");
	const srcMap = source.toJSON(null, ctx, Map);
	for (const [key, value] of srcMap) if (map instanceof Map) {
		if (!map.has(key)) map.set(key, value);
	} else if (map instanceof Set) map.add(key);
	else if (!Object.prototype.hasOwnProperty.call(map, key)) Object.defineProperty(map, key, {
		value,
		writable: true,
		enumerable: true,
		configurable: true
	});
	return map;
}
function resolveAliasValue(ctx, value) {
	return ctx && require_service.isAlias(value) ? value.resolve(ctx.doc, ctx) : value;
}

// node_modules/yaml/browser/dist/nodes/addPairToJSMap.js
function addPairToJSMap(ctx, map, { key, value }) {
	if (require_service.isNode(key) && key.addToJSMap) key.addToJSMap(ctx, map, value);
	else if (isMergeKey(ctx, key)) addMergeToJSMap(ctx, map, value);
	else {
		const jsKey = toJS(key, "", ctx);
		if (map instanceof Map) map.set(jsKey, toJS(value, jsKey, ctx));
		else if (map instanceof Set) map.add(jsKey);
		else {
			const stringKey = stringifyKey(key, jsKey, ctx);
			const jsValue = toJS(value, stringKey, ctx);
			if (stringKey in map) Object.defineProperty(map, stringKey, {
				value: jsValue,
				writable: true,
				enumerable: true,
				configurable: true
			});
			else map[stringKey] = jsValue;
		}
	}
	return map;
}
function stringifyKey(key, jsKey, ctx) {
	if (jsKey === null) return "";
	if (typeof jsKey !== "object") return String(jsKey);
	if (require_service.isNode(key) && ctx?.doc) {
		const strCtx = createStringifyContext(ctx.doc, {});
		strCtx.anchors = /* @__PURE__ */ new Set();
		for (const node of ctx.anchors.keys()) strCtx.anchors.add(node.anchor);
		strCtx.inFlow = true;
		strCtx.inStringifyKey = true;
		const strKey = key.toString(strCtx);
		if (!ctx.mapKeyWarned) {
			let jsonStr = JSON.stringify(strKey);
			if (jsonStr.length > 40) jsonStr = jsonStr.substring(0, 36) + "...\"";
			warn(ctx.doc.options.logLevel, `Keys with collection values will be stringified due to JS Object restrictions: ${jsonStr}. Set mapAsMap: true to use object keys.`);
			ctx.mapKeyWarned = true;
		}
		return strKey;
	}
	return JSON.stringify(jsKey);
}

// node_modules/yaml/browser/dist/nodes/Pair.js
function createPair(key, value, ctx) {
	const k = createNode(key, void 0, ctx);
	const v = createNode(value, void 0, ctx);
	return new Pair(k, v);
}
var Pair = class Pair {
	constructor(key, value = null) {
		Object.defineProperty(this, require_service.NODE_TYPE, { value: require_service.PAIR });
		this.key = key;
		this.value = value;
	}
	clone(schema) {
		let { key, value } = this;
		if (require_service.isNode(key)) key = key.clone(schema);
		if (require_service.isNode(value)) value = value.clone(schema);
		return new Pair(key, value);
	}
	toJSON(_, ctx) {
		const pair = ctx?.mapAsMap ? /* @__PURE__ */ new Map() : {};
		return addPairToJSMap(ctx, pair, this);
	}
	toString(ctx, onComment, onChompKeep) {
		return ctx?.doc ? stringifyPair(this, ctx, onComment, onChompKeep) : JSON.stringify(this);
	}
};

// node_modules/yaml/browser/dist/stringify/stringifyCollection.js
function stringifyCollection(collection, ctx, options) {
	return (ctx.inFlow ?? collection.flow ? stringifyFlowCollection : stringifyBlockCollection)(collection, ctx, options);
}
function stringifyBlockCollection({ comment, items }, ctx, { blockItemPrefix, flowChars, itemIndent, onChompKeep, onComment }) {
	const { indent, options: { commentString } } = ctx;
	const itemCtx = Object.assign({}, ctx, {
		indent: itemIndent,
		type: null
	});
	let chompKeep = false;
	const lines = [];
	for (let i = 0; i < items.length; ++i) {
		const item = items[i];
		let comment = null;
		if (require_service.isNode(item)) {
			if (!chompKeep && item.spaceBefore) lines.push("");
			addCommentBefore(ctx, lines, item.commentBefore, chompKeep);
			if (item.comment) comment = item.comment;
		} else if (require_service.isPair(item)) {
			const ik = require_service.isNode(item.key) ? item.key : null;
			if (ik) {
				if (!chompKeep && ik.spaceBefore) lines.push("");
				addCommentBefore(ctx, lines, ik.commentBefore, chompKeep);
			}
		}
		chompKeep = false;
		let str = stringify$1(item, itemCtx, () => comment = null, () => chompKeep = true);
		if (comment) str += lineComment(str, itemIndent, commentString(comment));
		if (chompKeep && comment) chompKeep = false;
		lines.push(blockItemPrefix + str);
	}
	let str;
	if (lines.length === 0) str = flowChars.start + flowChars.end;
	else {
		str = lines[0];
		for (let i = 1; i < lines.length; ++i) {
			const line = lines[i];
			str += line ? `\n${indent}${line}` : "\n";
		}
	}
	if (comment) {
		str += "\n" + indentComment(commentString(comment), indent);
		if (onComment) onComment();
	} else if (chompKeep && onChompKeep) onChompKeep();
	return str;
}
function stringifyFlowCollection({ items }, ctx, { flowChars, itemIndent }) {
	const { indent, indentStep, flowCollectionPadding: fcPadding, options: { commentString } } = ctx;
	itemIndent += indentStep;
	const itemCtx = Object.assign({}, ctx, {
		indent: itemIndent,
		inFlow: true,
		type: null
	});
	let reqNewline = false;
	let linesAtValue = 0;
	const lines = [];
	for (let i = 0; i < items.length; ++i) {
		const item = items[i];
		let comment = null;
		if (require_service.isNode(item)) {
			if (item.spaceBefore) lines.push("");
			addCommentBefore(ctx, lines, item.commentBefore, false);
			if (item.comment) comment = item.comment;
		} else if (require_service.isPair(item)) {
			const ik = require_service.isNode(item.key) ? item.key : null;
			if (ik) {
				if (ik.spaceBefore) lines.push("");
				addCommentBefore(ctx, lines, ik.commentBefore, false);
				if (ik.comment) reqNewline = true;
			}
			const iv = require_service.isNode(item.value) ? item.value : null;
			if (iv) {
				if (iv.comment) comment = iv.comment;
				if (iv.commentBefore) reqNewline = true;
			} else if (item.value == null && ik?.comment) comment = ik.comment;
		}
		if (comment) reqNewline = true;
		let str = stringify$1(item, itemCtx, () => comment = null);
		reqNewline || (reqNewline = lines.length > linesAtValue || str.includes("\n"));
		if (i < items.length - 1) str += ",";
		else if (ctx.options.trailingComma) {
			if (ctx.options.lineWidth > 0) reqNewline || (reqNewline = lines.reduce((sum, line) => sum + line.length + 2, 2) + (str.length + 2) > ctx.options.lineWidth);
			if (reqNewline) str += ",";
		}
		if (comment) str += lineComment(str, itemIndent, commentString(comment));
		lines.push(str);
		linesAtValue = lines.length;
	}
	const { start, end } = flowChars;
	if (lines.length === 0) return start + end;
	else {
		if (!reqNewline) {
			const len = lines.reduce((sum, line) => sum + line.length + 2, 2);
			reqNewline = ctx.options.lineWidth > 0 && len > ctx.options.lineWidth;
		}
		if (reqNewline) {
			let str = start;
			for (const line of lines) str += line ? `\n${indentStep}${indent}${line}` : "\n";
			return `${str}\n${indent}${end}`;
		} else return `${start}${fcPadding}${lines.join(" ")}${fcPadding}${end}`;
	}
}
function addCommentBefore({ indent, options: { commentString } }, lines, comment, chompKeep) {
	if (comment && chompKeep) comment = comment.replace(/^\n+/, "");
	if (comment) {
		const ic = indentComment(commentString(comment), indent);
		lines.push(ic.trimStart());
	}
}

// node_modules/yaml/browser/dist/nodes/YAMLMap.js
function findPair(items, key) {
	const k = require_service.isScalar(key) ? key.value : key;
	for (const it of items) if (require_service.isPair(it)) {
		if (it.key === key || it.key === k) return it;
		if (require_service.isScalar(it.key) && it.key.value === k) return it;
	}
}
var YAMLMap = class extends Collection {
	static get tagName() {
		return "tag:yaml.org,2002:map";
	}
	constructor(schema) {
		super(require_service.MAP, schema);
		this.items = [];
	}
	static from(schema, obj, ctx) {
		const { keepUndefined, replacer } = ctx;
		const map = new this(schema);
		const add = (key, value) => {
			if (typeof replacer === "function") value = replacer.call(obj, key, value);
			else if (Array.isArray(replacer) && !replacer.includes(key)) return;
			if (value !== void 0 || keepUndefined) map.items.push(createPair(key, value, ctx));
		};
		if (obj instanceof Map) for (const [key, value] of obj) add(key, value);
		else if (obj && typeof obj === "object") for (const key of Object.keys(obj)) add(key, obj[key]);
		if (typeof schema.sortMapEntries === "function") map.items.sort(schema.sortMapEntries);
		return map;
	}
	add(pair, overwrite) {
		let _pair;
		if (require_service.isPair(pair)) _pair = pair;
		else if (!pair || typeof pair !== "object" || !("key" in pair)) _pair = new Pair(pair, pair?.value);
		else _pair = new Pair(pair.key, pair.value);
		const prev = findPair(this.items, _pair.key);
		const sortEntries = this.schema?.sortMapEntries;
		if (prev) {
			if (!overwrite) throw new Error(`Key ${_pair.key} already set`);
			if (require_service.isScalar(prev.value) && isScalarValue(_pair.value)) prev.value.value = _pair.value;
			else prev.value = _pair.value;
		} else if (sortEntries) {
			const i = this.items.findIndex((item) => sortEntries(_pair, item) < 0);
			if (i === -1) this.items.push(_pair);
			else this.items.splice(i, 0, _pair);
		} else this.items.push(_pair);
	}
	delete(key) {
		const it = findPair(this.items, key);
		if (!it) return false;
		return this.items.splice(this.items.indexOf(it), 1).length > 0;
	}
	get(key, keepScalar) {
		const node = findPair(this.items, key)?.value;
		return (!keepScalar && require_service.isScalar(node) ? node.value : node) ?? void 0;
	}
	has(key) {
		return !!findPair(this.items, key);
	}
	set(key, value) {
		this.add(new Pair(key, value), true);
	}
	toJSON(_, ctx, Type) {
		const map = Type ? new Type() : ctx?.mapAsMap ? /* @__PURE__ */ new Map() : {};
		if (ctx?.onCreate) ctx.onCreate(map);
		for (const item of this.items) addPairToJSMap(ctx, map, item);
		return map;
	}
	toString(ctx, onComment, onChompKeep) {
		if (!ctx) return JSON.stringify(this);
		for (const item of this.items) if (!require_service.isPair(item)) throw new Error(`Map items must all be pairs; found ${JSON.stringify(item)} instead`);
		if (!ctx.allNullValues && this.hasAllNullValues(false)) ctx = Object.assign({}, ctx, { allNullValues: true });
		return stringifyCollection(this, ctx, {
			blockItemPrefix: "",
			flowChars: {
				start: "{",
				end: "}"
			},
			itemIndent: ctx.indent || "",
			onChompKeep,
			onComment
		});
	}
};

// node_modules/yaml/browser/dist/schema/common/map.js
const map = {
	collection: "map",
	default: true,
	nodeClass: YAMLMap,
	tag: "tag:yaml.org,2002:map",
	resolve(map, onError) {
		if (!require_service.isMap(map)) onError("Expected a mapping for this tag");
		return map;
	},
	createNode: (schema, obj, ctx) => YAMLMap.from(schema, obj, ctx)
};

// node_modules/yaml/browser/dist/nodes/YAMLSeq.js
var YAMLSeq = class extends Collection {
	static get tagName() {
		return "tag:yaml.org,2002:seq";
	}
	constructor(schema) {
		super(require_service.SEQ, schema);
		this.items = [];
	}
	add(value) {
		this.items.push(value);
	}
	delete(key) {
		const idx = asItemIndex(key);
		if (typeof idx !== "number") return false;
		return this.items.splice(idx, 1).length > 0;
	}
	get(key, keepScalar) {
		const idx = asItemIndex(key);
		if (typeof idx !== "number") return void 0;
		const it = this.items[idx];
		return !keepScalar && require_service.isScalar(it) ? it.value : it;
	}
	has(key) {
		const idx = asItemIndex(key);
		return typeof idx === "number" && idx < this.items.length;
	}
	set(key, value) {
		const idx = asItemIndex(key);
		if (typeof idx !== "number") throw new Error(`Expected a valid index, not ${key}.`);
		const prev = this.items[idx];
		if (require_service.isScalar(prev) && isScalarValue(value)) prev.value = value;
		else this.items[idx] = value;
	}
	toJSON(_, ctx) {
		const seq = [];
		if (ctx?.onCreate) ctx.onCreate(seq);
		let i = 0;
		for (const item of this.items) seq.push(toJS(item, String(i++), ctx));
		return seq;
	}
	toString(ctx, onComment, onChompKeep) {
		if (!ctx) return JSON.stringify(this);
		return stringifyCollection(this, ctx, {
			blockItemPrefix: "- ",
			flowChars: {
				start: "[",
				end: "]"
			},
			itemIndent: (ctx.indent || "") + "  ",
			onChompKeep,
			onComment
		});
	}
	static from(schema, obj, ctx) {
		const { replacer } = ctx;
		const seq = new this(schema);
		if (obj && Symbol.iterator in Object(obj)) {
			let i = 0;
			for (let it of obj) {
				if (typeof replacer === "function") {
					const key = obj instanceof Set ? it : String(i++);
					it = replacer.call(obj, key, it);
				}
				seq.items.push(createNode(it, void 0, ctx));
			}
		}
		return seq;
	}
};
function asItemIndex(key) {
	let idx = require_service.isScalar(key) ? key.value : key;
	if (idx && typeof idx === "string") idx = Number(idx);
	return typeof idx === "number" && Number.isInteger(idx) && idx >= 0 ? idx : null;
}

// node_modules/yaml/browser/dist/schema/common/seq.js
const seq = {
	collection: "seq",
	default: true,
	nodeClass: YAMLSeq,
	tag: "tag:yaml.org,2002:seq",
	resolve(seq, onError) {
		if (!require_service.isSeq(seq)) onError("Expected a sequence for this tag");
		return seq;
	},
	createNode: (schema, obj, ctx) => YAMLSeq.from(schema, obj, ctx)
};

// node_modules/yaml/browser/dist/schema/common/string.js
const string = {
	identify: (value) => typeof value === "string",
	default: true,
	tag: "tag:yaml.org,2002:str",
	resolve: (str) => str,
	stringify(item, ctx, onComment, onChompKeep) {
		ctx = Object.assign({ actualString: true }, ctx);
		return stringifyString(item, ctx, onComment, onChompKeep);
	}
};

// node_modules/yaml/browser/dist/schema/common/null.js
const nullTag = {
	identify: (value) => value == null,
	createNode: () => new Scalar(null),
	default: true,
	tag: "tag:yaml.org,2002:null",
	test: /^(?:~|[Nn]ull|NULL)?$/,
	resolve: () => new Scalar(null),
	stringify: ({ source }, ctx) => typeof source === "string" && nullTag.test.test(source) ? source : ctx.options.nullStr
};

// node_modules/yaml/browser/dist/schema/core/bool.js
const boolTag = {
	identify: (value) => typeof value === "boolean",
	default: true,
	tag: "tag:yaml.org,2002:bool",
	test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
	resolve: (str) => new Scalar(str[0] === "t" || str[0] === "T"),
	stringify({ source, value }, ctx) {
		if (source && boolTag.test.test(source)) {
			if (value === (source[0] === "t" || source[0] === "T")) return source;
		}
		return value ? ctx.options.trueStr : ctx.options.falseStr;
	}
};

// node_modules/yaml/browser/dist/stringify/stringifyNumber.js
function stringifyNumber({ format, minFractionDigits, tag, value }) {
	if (typeof value === "bigint") return String(value);
	const num = typeof value === "number" ? value : Number(value);
	if (!isFinite(num)) return isNaN(num) ? ".nan" : num < 0 ? "-.inf" : ".inf";
	let n = Object.is(value, -0) ? "-0" : JSON.stringify(value);
	if (!format && minFractionDigits && (!tag || tag === "tag:yaml.org,2002:float") && /^-?\d/.test(n) && !n.includes("e")) {
		let i = n.indexOf(".");
		if (i < 0) {
			i = n.length;
			n += ".";
		}
		let d = minFractionDigits - (n.length - i - 1);
		while (d-- > 0) n += "0";
	}
	return n;
}

// node_modules/yaml/browser/dist/schema/core/float.js
const floatNaN$1 = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
	resolve: (str) => str.slice(-3).toLowerCase() === "nan" ? NaN : str[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
	stringify: stringifyNumber
};
const floatExp$1 = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	format: "EXP",
	test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,
	resolve: (str) => parseFloat(str),
	stringify(node) {
		const num = Number(node.value);
		return isFinite(num) ? num.toExponential() : stringifyNumber(node);
	}
};
const float$1 = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	test: /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
	resolve(str) {
		const node = new Scalar(parseFloat(str));
		const dot = str.indexOf(".");
		if (dot !== -1 && str[str.length - 1] === "0") node.minFractionDigits = str.length - dot - 1;
		return node;
	},
	stringify: stringifyNumber
};

// node_modules/yaml/browser/dist/schema/core/int.js
const intIdentify$2 = (value) => typeof value === "bigint" || Number.isInteger(value);
const intResolve$1 = (str, offset, radix, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str.substring(offset), radix);
function intStringify$1(node, radix, prefix) {
	const { value } = node;
	if (intIdentify$2(value) && value >= 0) return prefix + value.toString(radix);
	return stringifyNumber(node);
}
const intOct$1 = {
	identify: (value) => intIdentify$2(value) && value >= 0,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "OCT",
	test: /^0o[0-7]+$/,
	resolve: (str, _onError, opt) => intResolve$1(str, 2, 8, opt),
	stringify: (node) => intStringify$1(node, 8, "0o")
};
const int$1 = {
	identify: intIdentify$2,
	default: true,
	tag: "tag:yaml.org,2002:int",
	test: /^[-+]?[0-9]+$/,
	resolve: (str, _onError, opt) => intResolve$1(str, 0, 10, opt),
	stringify: stringifyNumber
};
const intHex$1 = {
	identify: (value) => intIdentify$2(value) && value >= 0,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "HEX",
	test: /^0x[0-9a-fA-F]+$/,
	resolve: (str, _onError, opt) => intResolve$1(str, 2, 16, opt),
	stringify: (node) => intStringify$1(node, 16, "0x")
};

// node_modules/yaml/browser/dist/schema/core/schema.js
const schema$2 = [
	map,
	seq,
	string,
	nullTag,
	boolTag,
	intOct$1,
	int$1,
	intHex$1,
	floatNaN$1,
	floatExp$1,
	float$1
];

// node_modules/yaml/browser/dist/schema/json/schema.js
function intIdentify$1(value) {
	return typeof value === "bigint" || Number.isInteger(value);
}
const stringifyJSON = ({ value }) => JSON.stringify(value);
const jsonScalars = [
	{
		identify: (value) => typeof value === "string",
		default: true,
		tag: "tag:yaml.org,2002:str",
		resolve: (str) => str,
		stringify: stringifyJSON
	},
	{
		identify: (value) => value == null,
		createNode: () => new Scalar(null),
		default: true,
		tag: "tag:yaml.org,2002:null",
		test: /^null$/,
		resolve: () => null,
		stringify: stringifyJSON
	},
	{
		identify: (value) => typeof value === "boolean",
		default: true,
		tag: "tag:yaml.org,2002:bool",
		test: /^true$|^false$/,
		resolve: (str) => str === "true",
		stringify: stringifyJSON
	},
	{
		identify: intIdentify$1,
		default: true,
		tag: "tag:yaml.org,2002:int",
		test: /^-?(?:0|[1-9][0-9]*)$/,
		resolve: (str, _onError, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str, 10),
		stringify: ({ value }) => intIdentify$1(value) ? value.toString() : JSON.stringify(value)
	},
	{
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		test: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
		resolve: (str) => parseFloat(str),
		stringify: stringifyJSON
	}
];
const schema$1 = [map, seq].concat(jsonScalars, {
	default: true,
	tag: "",
	test: /^/,
	resolve(str, onError) {
		onError(`Unresolved plain scalar ${JSON.stringify(str)}`);
		return str;
	}
});

// node_modules/yaml/browser/dist/schema/yaml-1.1/binary.js
const binary = {};

// node_modules/yaml/browser/dist/schema/yaml-1.1/omap.js
const omap = {};

// node_modules/yaml/browser/dist/schema/yaml-1.1/pairs.js
const pairs = {};

// node_modules/yaml/browser/dist/schema/yaml-1.1/bool.js
function boolStringify({ value, source }, ctx) {
	if (source && (value ? trueTag : falseTag).test.test(source)) return source;
	return value ? ctx.options.trueStr : ctx.options.falseStr;
}
const trueTag = {
	identify: (value) => value === true,
	default: true,
	tag: "tag:yaml.org,2002:bool",
	test: /^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,
	resolve: () => new Scalar(true),
	stringify: boolStringify
};
const falseTag = {
	identify: (value) => value === false,
	default: true,
	tag: "tag:yaml.org,2002:bool",
	test: /^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,
	resolve: () => new Scalar(false),
	stringify: boolStringify
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/float.js
const floatNaN = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
	resolve: (str) => str.slice(-3).toLowerCase() === "nan" ? NaN : str[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
	stringify: stringifyNumber
};
const floatExp = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	format: "EXP",
	test: /^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,
	resolve: (str) => parseFloat(str.replace(/_/g, "")),
	stringify(node) {
		const num = Number(node.value);
		return isFinite(num) ? num.toExponential() : stringifyNumber(node);
	}
};
const float = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	test: /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,
	resolve(str) {
		const node = new Scalar(parseFloat(str.replace(/_/g, "")));
		const dot = str.indexOf(".");
		if (dot !== -1) {
			const f = str.substring(dot + 1).replace(/_/g, "");
			if (f[f.length - 1] === "0") node.minFractionDigits = f.length;
		}
		return node;
	},
	stringify: stringifyNumber
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/int.js
const intIdentify = (value) => typeof value === "bigint" || Number.isInteger(value);
function intResolve(str, offset, radix, { intAsBigInt }) {
	const sign = str[0];
	if (sign === "-" || sign === "+") offset += 1;
	str = str.substring(offset).replace(/_/g, "");
	if (intAsBigInt) {
		switch (radix) {
			case 2:
				str = `0b${str}`;
				break;
			case 8:
				str = `0o${str}`;
				break;
			case 16: str = `0x${str}`;
		}
		const n = BigInt(str);
		return sign === "-" ? BigInt(-1) * n : n;
	}
	const n = parseInt(str, radix);
	return sign === "-" ? -1 * n : n;
}
function intStringify(node, radix, prefix) {
	const { value } = node;
	if (intIdentify(value)) {
		const str = value.toString(radix);
		return value < 0 ? "-" + prefix + str.substr(1) : prefix + str;
	}
	return stringifyNumber(node);
}
const intBin = {
	identify: intIdentify,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "BIN",
	test: /^[-+]?0b[0-1_]+$/,
	resolve: (str, _onError, opt) => intResolve(str, 2, 2, opt),
	stringify: (node) => intStringify(node, 2, "0b")
};
const intOct = {
	identify: intIdentify,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "OCT",
	test: /^[-+]?0[0-7_]+$/,
	resolve: (str, _onError, opt) => intResolve(str, 1, 8, opt),
	stringify: (node) => intStringify(node, 8, "0")
};
const int = {
	identify: intIdentify,
	default: true,
	tag: "tag:yaml.org,2002:int",
	test: /^[-+]?[0-9][0-9_]*$/,
	resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
	stringify: stringifyNumber
};
const intHex = {
	identify: intIdentify,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "HEX",
	test: /^[-+]?0x[0-9a-fA-F_]+$/,
	resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
	stringify: (node) => intStringify(node, 16, "0x")
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/set.js
const set = {};

// node_modules/yaml/browser/dist/schema/yaml-1.1/timestamp.js
const timestamp = {};
const intTime = {};
const floatTime = {};

// node_modules/yaml/browser/dist/schema/yaml-1.1/schema.js
const schema = [
	map,
	seq,
	string,
	nullTag,
	trueTag,
	falseTag,
	intBin,
	intOct,
	int,
	intHex,
	floatNaN,
	floatExp,
	float,
	binary,
	merge$1,
	omap,
	pairs,
	set,
	intTime,
	floatTime,
	timestamp
];

// node_modules/yaml/browser/dist/schema/tags.js
const schemas = /* @__PURE__ */ new Map([
	["core", schema$2],
	["failsafe", [
		map,
		seq,
		string
	]],
	["json", schema$1],
	["yaml11", schema],
	["yaml-1.1", schema]
]);
const tagsByName = {
	binary,
	bool: boolTag,
	float: float$1,
	floatExp: floatExp$1,
	floatNaN: floatNaN$1,
	floatTime,
	int: int$1,
	intHex: intHex$1,
	intOct: intOct$1,
	intTime,
	map,
	merge: merge$1,
	null: nullTag,
	omap,
	pairs,
	seq,
	set,
	timestamp
};
const coreKnownTags = {
	"tag:yaml.org,2002:binary": binary,
	"tag:yaml.org,2002:merge": merge$1,
	"tag:yaml.org,2002:omap": omap,
	"tag:yaml.org,2002:pairs": pairs,
	"tag:yaml.org,2002:set": set,
	"tag:yaml.org,2002:timestamp": timestamp
};
function getTags(customTags, schemaName, addMergeTag) {
	const schemaTags = schemas.get(schemaName);
	if (schemaTags && !customTags) return addMergeTag && !schemaTags.includes(merge$1) ? schemaTags.concat(merge$1) : schemaTags.slice();
	let tags = schemaTags;
	if (!tags) {
		if (Array.isArray(customTags)) tags = [];
		else {
			const keys = Array.from(schemas.keys()).filter((key) => key !== "yaml11").map((key) => JSON.stringify(key)).join(", ");
			throw new Error(`Unknown schema "${schemaName}"; use one of ${keys} or define customTags array`);
		}
	}
	if (Array.isArray(customTags)) for (const tag of customTags) tags = tags.concat(tag);
	else if (typeof customTags === "function") tags = customTags(tags.slice());
	if (addMergeTag) tags = tags.concat(merge$1);
	return tags.reduce((tags, tag) => {
		const tagObj = typeof tag === "string" ? tagsByName[tag] : tag;
		if (!tagObj) {
			const tagName = JSON.stringify(tag);
			const keys = Object.keys(tagsByName).map((key) => JSON.stringify(key)).join(", ");
			throw new Error(`Unknown custom tag ${tagName}; use one of ${keys}`);
		}
		if (!tags.includes(tagObj)) tags.push(tagObj);
		return tags;
	}, []);
}

// node_modules/yaml/browser/dist/schema/Schema.js
const sortMapEntriesByKey = (a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
var Schema = class Schema {
	constructor({ compat, customTags, merge, resolveKnownTags, schema, sortMapEntries, toStringDefaults }) {
		this.compat = Array.isArray(compat) ? getTags(compat, "compat") : compat ? getTags(null, compat) : null;
		this.name = typeof schema === "string" && schema || "core";
		this.knownTags = resolveKnownTags ? coreKnownTags : {};
		this.tags = getTags(customTags, this.name, merge);
		this.toStringOptions = toStringDefaults ?? null;
		Object.defineProperty(this, require_service.MAP, { value: map });
		Object.defineProperty(this, require_service.SCALAR, { value: string });
		Object.defineProperty(this, require_service.SEQ, { value: seq });
		this.sortMapEntries = typeof sortMapEntries === "function" ? sortMapEntries : sortMapEntries === true ? sortMapEntriesByKey : null;
	}
	clone() {
		const copy = Object.create(Schema.prototype, Object.getOwnPropertyDescriptors(this));
		copy.tags = this.tags.slice();
		return copy;
	}
};

// node_modules/yaml/browser/dist/stringify/stringifyDocument.js
function stringifyDocument(doc, options) {
	const lines = [];
	let hasDirectives = options.directives === true;
	if (options.directives !== false && doc.directives) {
		const dir = doc.directives.toString(doc);
		if (dir) {
			lines.push(dir);
			hasDirectives = true;
		} else if (doc.directives.docStart) hasDirectives = true;
	}
	if (hasDirectives) lines.push("---");
	const ctx = createStringifyContext(doc, options);
	const { commentString } = ctx.options;
	if (doc.commentBefore) {
		if (lines.length !== 1) lines.unshift("");
		const cs = commentString(doc.commentBefore);
		lines.unshift(indentComment(cs, ""));
	}
	let chompKeep = false;
	let contentComment = null;
	if (doc.contents) {
		if (require_service.isNode(doc.contents)) {
			if (doc.contents.spaceBefore && hasDirectives) lines.push("");
			if (doc.contents.commentBefore) {
				const cs = commentString(doc.contents.commentBefore);
				lines.push(indentComment(cs, ""));
			}
			ctx.forceBlockIndent = !!doc.comment;
			contentComment = doc.contents.comment;
		}
		const onChompKeep = contentComment ? void 0 : () => chompKeep = true;
		let body = stringify$1(doc.contents, ctx, () => contentComment = null, onChompKeep);
		if (contentComment) body += lineComment(body, "", commentString(contentComment));
		if ((body[0] === "|" || body[0] === ">") && lines[lines.length - 1] === "---") lines[lines.length - 1] = `--- ${body}`;
		else lines.push(body);
	} else lines.push(stringify$1(doc.contents, ctx));
	if (doc.directives?.docEnd) {
		if (doc.comment) {
			const cs = commentString(doc.comment);
			if (cs.includes("\n")) {
				lines.push("...");
				lines.push(indentComment(cs, ""));
			} else lines.push(`... ${cs}`);
		} else lines.push("...");
	} else {
		let dc = doc.comment;
		if (dc && chompKeep) dc = dc.replace(/^\n+/, "");
		if (dc) {
			if ((!chompKeep || contentComment) && lines[lines.length - 1] !== "") lines.push("");
			lines.push(indentComment(commentString(dc), ""));
		}
	}
	return lines.join("\n") + "\n";
}

// node_modules/yaml/browser/dist/doc/Document.js
var Document = class Document {
	constructor(value, replacer, options) {
		this.commentBefore = null;
		this.comment = null;
		this.errors = [];
		this.warnings = [];
		Object.defineProperty(this, require_service.NODE_TYPE, { value: require_service.DOC });
		let _replacer = null;
		if (typeof replacer === "function" || Array.isArray(replacer)) _replacer = replacer;
		else if (options === void 0 && replacer) {
			options = replacer;
			replacer = void 0;
		}
		const opt = Object.assign({
			intAsBigInt: false,
			keepSourceTokens: false,
			logLevel: "warn",
			prettyErrors: true,
			strict: true,
			stringKeys: false,
			uniqueKeys: true,
			version: "1.2"
		}, options);
		this.options = opt;
		let { version } = opt;
		if (options?._directives) {
			this.directives = options._directives.atDocument();
			if (this.directives.yaml.explicit) version = this.directives.yaml.version;
		} else this.directives = new Directives({ version });
		this.setSchema(version, options);
		this.contents = value === void 0 ? null : this.createNode(value, _replacer, options);
	}
	clone() {
		const copy = Object.create(Document.prototype, { [require_service.NODE_TYPE]: { value: require_service.DOC } });
		copy.commentBefore = this.commentBefore;
		copy.comment = this.comment;
		copy.errors = this.errors.slice();
		copy.warnings = this.warnings.slice();
		copy.options = Object.assign({}, this.options);
		if (this.directives) copy.directives = this.directives.clone();
		copy.schema = this.schema.clone();
		copy.contents = require_service.isNode(this.contents) ? this.contents.clone(copy.schema) : this.contents;
		if (this.range) copy.range = this.range.slice();
		return copy;
	}
	add(value) {
		if (assertCollection(this.contents)) this.contents.add(value);
	}
	addIn(path, value) {
		if (assertCollection(this.contents)) this.contents.addIn(path, value);
	}
	createAlias(node, name) {
		if (!node.anchor) {
			const prev = anchorNames(this);
			node.anchor = !name || prev.has(name) ? findNewAnchor(name || "a", prev) : name;
		}
		return new Alias(node.anchor);
	}
	createNode(value, replacer, options) {
		let _replacer = void 0;
		if (typeof replacer === "function") {
			value = replacer.call({ "": value }, "", value);
			_replacer = replacer;
		} else if (Array.isArray(replacer)) {
			const keyToStr = (v) => typeof v === "number" || v instanceof String || v instanceof Number;
			const asStr = replacer.filter(keyToStr).map(String);
			if (asStr.length > 0) replacer = replacer.concat(asStr);
			_replacer = replacer;
		} else if (options === void 0 && replacer) {
			options = replacer;
			replacer = void 0;
		}
		const { aliasDuplicateObjects, anchorPrefix, flow, keepUndefined, onTagObj, tag } = options ?? {};
		const { onAnchor, setAnchors, sourceObjects } = createNodeAnchors(this, anchorPrefix || "a");
		const ctx = {
			aliasDuplicateObjects: aliasDuplicateObjects ?? true,
			keepUndefined: keepUndefined ?? false,
			onAnchor,
			onTagObj,
			replacer: _replacer,
			schema: this.schema,
			sourceObjects
		};
		const node = createNode(value, tag, ctx);
		if (flow && require_service.isCollection(node)) node.flow = true;
		setAnchors();
		return node;
	}
	createPair(key, value, options = {}) {
		const k = this.createNode(key, null, options);
		const v = this.createNode(value, null, options);
		return new Pair(k, v);
	}
	delete(key) {
		return assertCollection(this.contents) ? this.contents.delete(key) : false;
	}
	deleteIn(path) {
		if (isEmptyPath(path)) {
			if (this.contents == null) return false;
			this.contents = null;
			return true;
		}
		return assertCollection(this.contents) ? this.contents.deleteIn(path) : false;
	}
	get(key, keepScalar) {
		return require_service.isCollection(this.contents) ? this.contents.get(key, keepScalar) : void 0;
	}
	getIn(path, keepScalar) {
		if (isEmptyPath(path)) return !keepScalar && require_service.isScalar(this.contents) ? this.contents.value : this.contents;
		return require_service.isCollection(this.contents) ? this.contents.getIn(path, keepScalar) : void 0;
	}
	has(key) {
		return require_service.isCollection(this.contents) ? this.contents.has(key) : false;
	}
	hasIn(path) {
		if (isEmptyPath(path)) return this.contents !== void 0;
		return require_service.isCollection(this.contents) ? this.contents.hasIn(path) : false;
	}
	set(key, value) {
		if (this.contents == null) this.contents = collectionFromPath(this.schema, [key], value);
		else if (assertCollection(this.contents)) this.contents.set(key, value);
	}
	setIn(path, value) {
		if (isEmptyPath(path)) this.contents = value;
		else if (this.contents == null) this.contents = collectionFromPath(this.schema, Array.from(path), value);
		else if (assertCollection(this.contents)) this.contents.setIn(path, value);
	}
	setSchema(version, options = {}) {
		if (typeof version === "number") version = String(version);
		let opt;
		switch (version) {
			case "1.1":
				if (this.directives) this.directives.yaml.version = "1.1";
				else this.directives = new Directives({ version: "1.1" });
				opt = {
					resolveKnownTags: false,
					schema: "yaml-1.1"
				};
				break;
			case "1.2":
			case "next":
				if (this.directives) this.directives.yaml.version = version;
				else this.directives = new Directives({ version });
				opt = {
					resolveKnownTags: true,
					schema: "core"
				};
				break;
			case null:
				if (this.directives) delete this.directives;
				opt = null;
				break;
			default: {
				const sv = JSON.stringify(version);
				throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${sv}`);
			}
		}
		if (options.schema instanceof Object) this.schema = options.schema;
		else if (opt) this.schema = new Schema(Object.assign(opt, options));
		else throw new Error(`With a null YAML version, the { schema: Schema } option is required`);
	}
	toJS({ json, jsonArg, mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
		const ctx = {
			anchors: /* @__PURE__ */ new Map(),
			doc: this,
			keep: !json,
			mapAsMap: mapAsMap === true,
			mapKeyWarned: false,
			maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100
		};
		const res = toJS(this.contents, jsonArg ?? "", ctx);
		if (typeof onAnchor === "function") for (const { count, res } of ctx.anchors.values()) onAnchor(res, count);
		return typeof reviver === "function" ? applyReviver(reviver, { "": res }, "", res) : res;
	}
	toJSON(jsonArg, onAnchor) {
		return this.toJS({
			json: true,
			jsonArg,
			mapAsMap: false,
			onAnchor
		});
	}
	toString(options = {}) {
		if (this.errors.length > 0) throw new Error("Document with errors cannot be stringified");
		if ("indent" in options && (!Number.isInteger(options.indent) || Number(options.indent) <= 0)) {
			const s = JSON.stringify(options.indent);
			throw new Error(`"indent" option must be a positive integer, not ${s}`);
		}
		return stringifyDocument(this, options);
	}
};
function assertCollection(contents) {
	if (require_service.isCollection(contents)) return true;
	throw new Error("Expected a YAML collection as document contents");
}

// node_modules/yaml/browser/dist/errors.js
var YAMLError = class extends Error {
	constructor(name, pos, code, message) {
		super();
		this.name = name;
		this.code = code;
		this.message = message;
		this.pos = pos;
	}
};
var YAMLParseError = class extends YAMLError {
	constructor(pos, code, message) {
		super("YAMLParseError", pos, code, message);
	}
};
var YAMLWarning = class extends YAMLError {
	constructor(pos, code, message) {
		super("YAMLWarning", pos, code, message);
	}
};

// node_modules/yaml/browser/dist/compose/resolve-props.js
function resolveProps(tokens, { flow, indicator, next, offset, onError, parentIndent, startOnNewline }) {
	let spaceBefore = false;
	let atNewline = startOnNewline;
	let hasSpace = startOnNewline;
	let comment = "";
	let commentSep = "";
	let hasNewline = false;
	let reqSpace = false;
	let tab = null;
	let anchor = null;
	let tag = null;
	let newlineAfterProp = null;
	let comma = null;
	let found = null;
	let start = null;
	for (const token of tokens) {
		if (reqSpace) {
			if (token.type !== "space" && token.type !== "newline" && token.type !== "comma") onError(token.offset, "MISSING_CHAR", "Tags and anchors must be separated from the next token by white space");
			reqSpace = false;
		}
		if (tab) {
			if (atNewline && token.type !== "comment" && token.type !== "newline") onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
			tab = null;
		}
		switch (token.type) {
			case "space":
				if (!flow && (indicator !== "doc-start" || next?.type !== "flow-collection") && token.source.includes("	")) tab = token;
				hasSpace = true;
				break;
			case "comment": {
				if (!hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
				const cb = token.source.substring(1) || " ";
				if (!comment) comment = cb;
				else comment += commentSep + cb;
				commentSep = "";
				atNewline = false;
				break;
			}
			case "newline":
				if (atNewline) {
					if (comment) comment += token.source;
					else if (!found || indicator !== "seq-item-ind") spaceBefore = true;
				} else commentSep += token.source;
				atNewline = true;
				hasNewline = true;
				if (anchor || tag) newlineAfterProp = token;
				hasSpace = true;
				break;
			case "anchor":
				if (anchor) onError(token, "MULTIPLE_ANCHORS", "A node can have at most one anchor");
				if (token.source.endsWith(":")) onError(token.offset + token.source.length - 1, "BAD_ALIAS", "Anchor ending in : is ambiguous", true);
				anchor = token;
				start ?? (start = token.offset);
				atNewline = false;
				hasSpace = false;
				reqSpace = true;
				break;
			case "tag":
				if (tag) onError(token, "MULTIPLE_TAGS", "A node can have at most one tag");
				tag = token;
				start ?? (start = token.offset);
				atNewline = false;
				hasSpace = false;
				reqSpace = true;
				break;
			case indicator:
				if (anchor || tag) onError(token, "BAD_PROP_ORDER", `Anchors and tags must be after the ${token.source} indicator`);
				if (found) onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.source} in ${flow ?? "collection"}`);
				found = token;
				atNewline = indicator === "seq-item-ind" || indicator === "explicit-key-ind";
				hasSpace = false;
				break;
			case "comma": if (flow) {
				if (comma) onError(token, "UNEXPECTED_TOKEN", `Unexpected , in ${flow}`);
				comma = token;
				atNewline = false;
				hasSpace = false;
				break;
			}
			default:
				onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.type} token`);
				atNewline = false;
				hasSpace = false;
		}
	}
	const last = tokens[tokens.length - 1];
	const end = last ? last.offset + last.source.length : offset;
	if (reqSpace && next && next.type !== "space" && next.type !== "newline" && next.type !== "comma" && (next.type !== "scalar" || next.source !== "")) onError(next.offset, "MISSING_CHAR", "Tags and anchors must be separated from the next token by white space");
	if (tab && (atNewline && tab.indent <= parentIndent || next?.type === "block-map" || next?.type === "block-seq")) onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
	return {
		comma,
		found,
		spaceBefore,
		comment,
		hasNewline,
		anchor,
		tag,
		newlineAfterProp,
		end,
		start: start ?? end
	};
}

// node_modules/yaml/browser/dist/compose/util-contains-newline.js
function containsNewline(key) {
	if (!key) return null;
	switch (key.type) {
		case "alias":
		case "scalar":
		case "double-quoted-scalar":
		case "single-quoted-scalar":
			if (key.source.includes("\n")) return true;
			if (key.end) {
				for (const st of key.end) if (st.type === "newline") return true;
			}
			return false;
		case "flow-collection":
			for (const it of key.items) {
				for (const st of it.start) if (st.type === "newline") return true;
				if (it.sep) {
					for (const st of it.sep) if (st.type === "newline") return true;
				}
				if (containsNewline(it.key) || containsNewline(it.value)) return true;
			}
			return false;
		default: return true;
	}
}

// node_modules/yaml/browser/dist/compose/util-flow-indent-check.js
function flowIndentCheck(indent, fc, onError) {
	if (fc?.type === "flow-collection") {
		const end = fc.end[0];
		if (end.indent === indent && (end.source === "]" || end.source === "}") && containsNewline(fc)) onError(end, "BAD_INDENT", "Flow end indicator should be more indented than parent", true);
	}
}

// node_modules/yaml/browser/dist/compose/util-map-includes.js
function mapIncludes(ctx, items, search) {
	const { uniqueKeys } = ctx.options;
	if (uniqueKeys === false) return false;
	const isEqual = typeof uniqueKeys === "function" ? uniqueKeys : (a, b) => a === b || require_service.isScalar(a) && require_service.isScalar(b) && a.value === b.value;
	return items.some((pair) => isEqual(pair.key, search));
}

// node_modules/yaml/browser/dist/compose/resolve-block-map.js
const startColMsg = "All mapping items must start at the same column";
function resolveBlockMap({ composeNode, composeEmptyNode }, ctx, bm, onError, tag) {
	const map = new ((tag?.nodeClass) ?? YAMLMap)(ctx.schema);
	if (ctx.atRoot) ctx.atRoot = false;
	let offset = bm.offset;
	let commentEnd = null;
	for (const collItem of bm.items) {
		const { start, key, sep, value } = collItem;
		const keyProps = resolveProps(start, {
			indicator: "explicit-key-ind",
			next: key ?? sep?.[0],
			offset,
			onError,
			parentIndent: bm.indent,
			startOnNewline: true
		});
		const implicitKey = !keyProps.found;
		if (implicitKey) {
			if (key) {
				if (key.type === "block-seq") onError(offset, "BLOCK_AS_IMPLICIT_KEY", "A block sequence may not be used as an implicit map key");
				else if ("indent" in key && key.indent !== bm.indent) onError(offset, "BAD_INDENT", startColMsg);
			}
			if (!keyProps.anchor && !keyProps.tag && !sep) {
				commentEnd = keyProps.end;
				if (keyProps.comment) {
					if (map.comment) map.comment += "\n" + keyProps.comment;
					else map.comment = keyProps.comment;
				}
				continue;
			}
			if (keyProps.newlineAfterProp || containsNewline(key)) onError(key ?? start[start.length - 1], "MULTILINE_IMPLICIT_KEY", "Implicit keys need to be on a single line");
		} else if (keyProps.found?.indent !== bm.indent) onError(offset, "BAD_INDENT", startColMsg);
		ctx.atKey = true;
		const keyStart = keyProps.end;
		const keyNode = key ? composeNode(ctx, key, keyProps, onError) : composeEmptyNode(ctx, keyStart, start, null, keyProps, onError);
		if (ctx.schema.compat) flowIndentCheck(bm.indent, key, onError);
		ctx.atKey = false;
		if (mapIncludes(ctx, map.items, keyNode)) onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
		const valueProps = resolveProps(sep ?? [], {
			indicator: "map-value-ind",
			next: value,
			offset: keyNode.range[2],
			onError,
			parentIndent: bm.indent,
			startOnNewline: !key || key.type === "block-scalar"
		});
		offset = valueProps.end;
		if (valueProps.found) {
			if (implicitKey) {
				if (value?.type === "block-map" && !valueProps.hasNewline) onError(offset, "BLOCK_AS_IMPLICIT_KEY", "Nested mappings are not allowed in compact mappings");
				if (ctx.options.strict && keyProps.start < valueProps.found.offset - 1024) onError(keyNode.range, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit block mapping key");
			}
			const valueNode = value ? composeNode(ctx, value, valueProps, onError) : composeEmptyNode(ctx, offset, sep, null, valueProps, onError);
			if (ctx.schema.compat) flowIndentCheck(bm.indent, value, onError);
			offset = valueNode.range[2];
			const pair = new Pair(keyNode, valueNode);
			if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
			map.items.push(pair);
		} else {
			if (implicitKey) onError(keyNode.range, "MISSING_CHAR", "Implicit map keys need to be followed by map values");
			if (valueProps.comment) {
				if (keyNode.comment) keyNode.comment += "\n" + valueProps.comment;
				else keyNode.comment = valueProps.comment;
			}
			const pair = new Pair(keyNode);
			if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
			map.items.push(pair);
		}
	}
	if (commentEnd && commentEnd < offset) onError(commentEnd, "IMPOSSIBLE", "Map comment with trailing content");
	map.range = [
		bm.offset,
		offset,
		commentEnd ?? offset
	];
	return map;
}

// node_modules/yaml/browser/dist/compose/resolve-block-seq.js
function resolveBlockSeq({ composeNode, composeEmptyNode }, ctx, bs, onError, tag) {
	const seq = new ((tag?.nodeClass) ?? YAMLSeq)(ctx.schema);
	if (ctx.atRoot) ctx.atRoot = false;
	if (ctx.atKey) ctx.atKey = false;
	let offset = bs.offset;
	let commentEnd = null;
	for (const { start, value } of bs.items) {
		const props = resolveProps(start, {
			indicator: "seq-item-ind",
			next: value,
			offset,
			onError,
			parentIndent: bs.indent,
			startOnNewline: true
		});
		if (!props.found) {
			if (props.anchor || props.tag || value) {
				if (value?.type === "block-seq") onError(props.end, "BAD_INDENT", "All sequence items must start at the same column");
				else onError(offset, "MISSING_CHAR", "Sequence item without - indicator");
			} else {
				commentEnd = props.end;
				if (props.comment) seq.comment = props.comment;
				continue;
			}
		}
		const node = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, start, null, props, onError);
		if (ctx.schema.compat) flowIndentCheck(bs.indent, value, onError);
		offset = node.range[2];
		seq.items.push(node);
	}
	seq.range = [
		bs.offset,
		offset,
		commentEnd ?? offset
	];
	return seq;
}

// node_modules/yaml/browser/dist/compose/resolve-end.js
function resolveEnd(end, offset, reqSpace, onError) {
	let comment = "";
	if (end) {
		let hasSpace = false;
		let sep = "";
		for (const token of end) {
			const { source, type } = token;
			switch (type) {
				case "space":
					hasSpace = true;
					break;
				case "comment": {
					if (reqSpace && !hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
					const cb = source.substring(1) || " ";
					if (!comment) comment = cb;
					else comment += sep + cb;
					sep = "";
					break;
				}
				case "newline":
					if (comment) sep += source;
					hasSpace = true;
					break;
				default: onError(token, "UNEXPECTED_TOKEN", `Unexpected ${type} at node end`);
			}
			offset += source.length;
		}
	}
	return {
		comment,
		offset
	};
}

// node_modules/yaml/browser/dist/compose/resolve-flow-collection.js
const blockMsg = "Block collections are not allowed within flow collections";
const isBlock = (token) => token && (token.type === "block-map" || token.type === "block-seq");
function resolveFlowCollection({ composeNode, composeEmptyNode }, ctx, fc, onError, tag) {
	const isMap = fc.start.source === "{";
	const fcName = isMap ? "flow map" : "flow sequence";
	const coll = new ((tag?.nodeClass) ?? (isMap ? YAMLMap : YAMLSeq))(ctx.schema);
	coll.flow = true;
	const atRoot = ctx.atRoot;
	if (atRoot) ctx.atRoot = false;
	if (ctx.atKey) ctx.atKey = false;
	let offset = fc.offset + fc.start.source.length;
	for (let i = 0; i < fc.items.length; ++i) {
		const collItem = fc.items[i];
		const { start, key, sep, value } = collItem;
		const props = resolveProps(start, {
			flow: fcName,
			indicator: "explicit-key-ind",
			next: key ?? sep?.[0],
			offset,
			onError,
			parentIndent: fc.indent,
			startOnNewline: false
		});
		if (!props.found) {
			if (!props.anchor && !props.tag && !sep && !value) {
				if (i === 0 && props.comma) onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
				else if (i < fc.items.length - 1) onError(props.start, "UNEXPECTED_TOKEN", `Unexpected empty item in ${fcName}`);
				if (props.comment) {
					if (coll.comment) coll.comment += "\n" + props.comment;
					else coll.comment = props.comment;
				}
				offset = props.end;
				continue;
			}
			if (!isMap && ctx.options.strict && containsNewline(key)) onError(key, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line");
		}
		if (i === 0) {
			if (props.comma) onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
		} else {
			if (!props.comma) onError(props.start, "MISSING_CHAR", `Missing , between ${fcName} items`);
			if (props.comment) {
				let prevItemComment = "";
				loop: for (const st of start) switch (st.type) {
					case "comma":
					case "space": break;
					case "comment":
						prevItemComment = st.source.substring(1);
						break loop;
					default: break loop;
				}
				if (prevItemComment) {
					let prev = coll.items[coll.items.length - 1];
					if (require_service.isPair(prev)) prev = prev.value ?? prev.key;
					if (prev.comment) prev.comment += "\n" + prevItemComment;
					else prev.comment = prevItemComment;
					props.comment = props.comment.substring(prevItemComment.length + 1);
				}
			}
		}
		if (!isMap && !sep && !props.found) {
			const valueNode = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, sep, null, props, onError);
			coll.items.push(valueNode);
			offset = valueNode.range[2];
			if (isBlock(value)) onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
		} else {
			ctx.atKey = true;
			const keyStart = props.end;
			const keyNode = key ? composeNode(ctx, key, props, onError) : composeEmptyNode(ctx, keyStart, start, null, props, onError);
			if (isBlock(key)) onError(keyNode.range, "BLOCK_IN_FLOW", blockMsg);
			ctx.atKey = false;
			const valueProps = resolveProps(sep ?? [], {
				flow: fcName,
				indicator: "map-value-ind",
				next: value,
				offset: keyNode.range[2],
				onError,
				parentIndent: fc.indent,
				startOnNewline: false
			});
			if (valueProps.found) {
				if (!isMap && !props.found && ctx.options.strict) {
					if (sep) for (const st of sep) {
						if (st === valueProps.found) break;
						if (st.type === "newline") {
							onError(st, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line");
							break;
						}
					}
					if (props.start < valueProps.found.offset - 1024) onError(valueProps.found, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit flow sequence key");
				}
			} else if (value) {
				if ("source" in value && value.source?.[0] === ":") onError(value, "MISSING_CHAR", `Missing space after : in ${fcName}`);
				else onError(valueProps.start, "MISSING_CHAR", `Missing , or : between ${fcName} items`);
			}
			const valueNode = value ? composeNode(ctx, value, valueProps, onError) : valueProps.found ? composeEmptyNode(ctx, valueProps.end, sep, null, valueProps, onError) : null;
			if (valueNode) {
				if (isBlock(value)) onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
			} else if (valueProps.comment) {
				if (keyNode.comment) keyNode.comment += "\n" + valueProps.comment;
				else keyNode.comment = valueProps.comment;
			}
			const pair = new Pair(keyNode, valueNode);
			if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
			if (isMap) {
				const map = coll;
				if (mapIncludes(ctx, map.items, keyNode)) onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
				map.items.push(pair);
			} else {
				const map = new YAMLMap(ctx.schema);
				map.flow = true;
				map.items.push(pair);
				const endRange = (valueNode ?? keyNode).range;
				map.range = [
					keyNode.range[0],
					endRange[1],
					endRange[2]
				];
				coll.items.push(map);
			}
			offset = valueNode ? valueNode.range[2] : valueProps.end;
		}
	}
	const expectedEnd = isMap ? "}" : "]";
	const [ce, ...ee] = fc.end;
	let cePos = offset;
	if (ce?.source === expectedEnd) cePos = ce.offset + ce.source.length;
	else {
		const name = fcName[0].toUpperCase() + fcName.substring(1);
		const msg = atRoot ? `${name} must end with a ${expectedEnd}` : `${name} in block collection must be sufficiently indented and end with a ${expectedEnd}`;
		onError(offset, atRoot ? "MISSING_CHAR" : "BAD_INDENT", msg);
		if (ce && ce.source.length !== 1) ee.unshift(ce);
	}
	if (ee.length > 0) {
		const end = resolveEnd(ee, cePos, ctx.options.strict, onError);
		if (end.comment) {
			if (coll.comment) coll.comment += "\n" + end.comment;
			else coll.comment = end.comment;
		}
		coll.range = [
			fc.offset,
			cePos,
			end.offset
		];
	} else coll.range = [
		fc.offset,
		cePos,
		cePos
	];
	return coll;
}

// node_modules/yaml/browser/dist/compose/compose-collection.js
function resolveCollection(CN, ctx, token, onError, tagName, tag) {
	const coll = token.type === "block-map" ? resolveBlockMap(CN, ctx, token, onError, tag) : token.type === "block-seq" ? resolveBlockSeq(CN, ctx, token, onError, tag) : resolveFlowCollection(CN, ctx, token, onError, tag);
	const Coll = coll.constructor;
	if (tagName === "!" || tagName === Coll.tagName) {
		coll.tag = Coll.tagName;
		return coll;
	}
	if (tagName) coll.tag = tagName;
	return coll;
}
function composeCollection(CN, ctx, token, props, onError) {
	const tagToken = props.tag;
	const tagName = !tagToken ? null : ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg));
	if (token.type === "block-seq") {
		const { anchor, newlineAfterProp: nl } = props;
		const lastProp = anchor && tagToken ? anchor.offset > tagToken.offset ? anchor : tagToken : anchor ?? tagToken;
		if (lastProp && (!nl || nl.offset < lastProp.offset)) onError(lastProp, "MISSING_CHAR", "Missing newline after block sequence props");
	}
	const expType = token.type === "block-map" ? "map" : token.type === "block-seq" ? "seq" : token.start.source === "{" ? "map" : "seq";
	if (!tagToken || !tagName || tagName === "!" || tagName === YAMLMap.tagName && expType === "map" || tagName === YAMLSeq.tagName && expType === "seq") return resolveCollection(CN, ctx, token, onError, tagName);
	let tag = ctx.schema.tags.find((t) => t.tag === tagName && t.collection === expType);
	if (!tag) {
		const kt = ctx.schema.knownTags[tagName];
		if (kt?.collection === expType) {
			ctx.schema.tags.push(Object.assign({}, kt, { default: false }));
			tag = kt;
		} else {
			if (kt) onError(tagToken, "BAD_COLLECTION_TYPE", `${kt.tag} used for ${expType} collection, but expects ${kt.collection ?? "scalar"}`, true);
			else onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, true);
			return resolveCollection(CN, ctx, token, onError, tagName);
		}
	}
	const coll = resolveCollection(CN, ctx, token, onError, tagName, tag);
	const res = tag.resolve?.(coll, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg), ctx.options) ?? coll;
	const node = require_service.isNode(res) ? res : new Scalar(res);
	node.range = coll.range;
	node.tag = tagName;
	if (tag?.format) node.format = tag.format;
	return node;
}

// node_modules/yaml/browser/dist/compose/resolve-block-scalar.js
function resolveBlockScalar(ctx, scalar, onError) {
	const start = scalar.offset;
	const header = parseBlockScalarHeader(scalar, ctx.options.strict, onError);
	if (!header) return {
		value: "",
		type: null,
		comment: "",
		range: [
			start,
			start,
			start
		]
	};
	const type = header.mode === ">" ? Scalar.BLOCK_FOLDED : Scalar.BLOCK_LITERAL;
	const lines = scalar.source ? splitLines(scalar.source) : [];
	let chompStart = lines.length;
	for (let i = lines.length - 1; i >= 0; --i) {
		const content = lines[i][1];
		if (content === "" || content === "\r") chompStart = i;
		else break;
	}
	if (chompStart === 0) {
		const value = header.chomp === "+" && lines.length > 0 ? "\n".repeat(Math.max(1, lines.length - 1)) : "";
		let end = start + header.length;
		if (scalar.source) end += scalar.source.length;
		return {
			value,
			type,
			comment: header.comment,
			range: [
				start,
				end,
				end
			]
		};
	}
	let trimIndent = scalar.indent + header.indent;
	let offset = scalar.offset + header.length;
	let contentStart = 0;
	for (let i = 0; i < chompStart; ++i) {
		const [indent, content] = lines[i];
		if (content === "" || content === "\r") {
			if (header.indent === 0 && indent.length > trimIndent) trimIndent = indent.length;
		} else {
			if (indent.length < trimIndent) onError(offset + indent.length, "MISSING_CHAR", "Block scalars with more-indented leading empty lines must use an explicit indentation indicator");
			if (header.indent === 0) trimIndent = indent.length;
			contentStart = i;
			if (trimIndent === 0 && !ctx.atRoot) onError(offset, "BAD_INDENT", "Block scalar values in collections must be indented");
			break;
		}
		offset += indent.length + content.length + 1;
	}
	for (let i = lines.length - 1; i >= chompStart; --i) if (lines[i][0].length > trimIndent) chompStart = i + 1;
	let value = "";
	let sep = "";
	let prevMoreIndented = false;
	for (let i = 0; i < contentStart; ++i) value += lines[i][0].slice(trimIndent) + "\n";
	for (let i = contentStart; i < chompStart; ++i) {
		let [indent, content] = lines[i];
		offset += indent.length + content.length + 1;
		const crlf = content[content.length - 1] === "\r";
		if (crlf) content = content.slice(0, -1);
		/* istanbul ignore if already caught in lexer */
		if (content && indent.length < trimIndent) {
			const message = `Block scalar lines must not be less indented than their ${header.indent ? "explicit indentation indicator" : "first line"}`;
			onError(offset - content.length - (crlf ? 2 : 1), "BAD_INDENT", message);
			indent = "";
		}
		if (type === Scalar.BLOCK_LITERAL) {
			value += sep + indent.slice(trimIndent) + content;
			sep = "\n";
		} else if (indent.length > trimIndent || content[0] === "	") {
			if (sep === " ") sep = "\n";
			else if (!prevMoreIndented && sep === "\n") sep = "\n\n";
			value += sep + indent.slice(trimIndent) + content;
			sep = "\n";
			prevMoreIndented = true;
		} else if (content === "") {
			if (sep === "\n") value += "\n";
			else sep = "\n";
		} else {
			value += sep + content;
			sep = " ";
			prevMoreIndented = false;
		}
	}
	switch (header.chomp) {
		case "-": break;
		case "+":
			for (let i = chompStart; i < lines.length; ++i) value += "\n" + lines[i][0].slice(trimIndent);
			if (value[value.length - 1] !== "\n") value += "\n";
			break;
		default: value += "\n";
	}
	const end = start + header.length + scalar.source.length;
	return {
		value,
		type,
		comment: header.comment,
		range: [
			start,
			end,
			end
		]
	};
}
function parseBlockScalarHeader({ offset, props }, strict, onError) {
	/* istanbul ignore if should not happen */
	if (props[0].type !== "block-scalar-header") {
		onError(props[0], "IMPOSSIBLE", "Block scalar header not found");
		return null;
	}
	const { source } = props[0];
	const mode = source[0];
	let indent = 0;
	let chomp = "";
	let error = -1;
	for (let i = 1; i < source.length; ++i) {
		const ch = source[i];
		if (!chomp && (ch === "-" || ch === "+")) chomp = ch;
		else {
			const n = Number(ch);
			if (!indent && n) indent = n;
			else if (error === -1) error = offset + i;
		}
	}
	if (error !== -1) onError(error, "UNEXPECTED_TOKEN", `Block scalar header includes extra characters: ${source}`);
	let hasSpace = false;
	let comment = "";
	let length = source.length;
	for (let i = 1; i < props.length; ++i) {
		const token = props[i];
		switch (token.type) {
			case "space": hasSpace = true;
			case "newline":
				length += token.source.length;
				break;
			case "comment":
				if (strict && !hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
				length += token.source.length;
				comment = token.source.substring(1);
				break;
			case "error":
				onError(token, "UNEXPECTED_TOKEN", token.message);
				length += token.source.length;
				break;
			/* istanbul ignore next should not happen */
			default: {
				onError(token, "UNEXPECTED_TOKEN", `Unexpected token in block scalar header: ${token.type}`);
				const ts = token.source;
				if (ts && typeof ts === "string") length += ts.length;
			}
		}
	}
	return {
		mode,
		indent,
		chomp,
		comment,
		length
	};
}
function splitLines(source) {
	const split = source.split(/\n( *)/);
	const first = split[0];
	const m = first.match(/^( *)/);
	const lines = [m?.[1] ? [m[1], first.slice(m[1].length)] : ["", first]];
	for (let i = 1; i < split.length; i += 2) lines.push([split[i], split[i + 1]]);
	return lines;
}

// node_modules/yaml/browser/dist/compose/resolve-flow-scalar.js
function resolveFlowScalar(scalar, strict, onError) {
	const { offset, type, source, end } = scalar;
	let _type;
	let value;
	const _onError = (rel, code, msg) => onError(offset + rel, code, msg);
	switch (type) {
		case "scalar":
			_type = Scalar.PLAIN;
			value = plainValue(source, _onError);
			break;
		case "single-quoted-scalar":
			_type = Scalar.QUOTE_SINGLE;
			value = singleQuotedValue(source, _onError);
			break;
		case "double-quoted-scalar":
			_type = Scalar.QUOTE_DOUBLE;
			value = doubleQuotedValue(source, _onError);
			break;
		/* istanbul ignore next should not happen */
		default:
			onError(scalar, "UNEXPECTED_TOKEN", `Expected a flow scalar value, but found: ${type}`);
			return {
				value: "",
				type: null,
				comment: "",
				range: [
					offset,
					offset + source.length,
					offset + source.length
				]
			};
	}
	const valueEnd = offset + source.length;
	const re = resolveEnd(end, valueEnd, strict, onError);
	return {
		value,
		type: _type,
		comment: re.comment,
		range: [
			offset,
			valueEnd,
			re.offset
		]
	};
}
function plainValue(source, onError) {
	let badChar = "";
	switch (source[0]) {
		/* istanbul ignore next should not happen */
		case "	":
			badChar = "a tab character";
			break;
		case ",":
			badChar = "flow indicator character ,";
			break;
		case "%":
			badChar = "directive indicator character %";
			break;
		case "|":
		case ">":
			badChar = `block scalar indicator ${source[0]}`;
			break;
		case "@":
		case "`": badChar = `reserved character ${source[0]}`;
	}
	if (badChar) onError(0, "BAD_SCALAR_START", `Plain value cannot start with ${badChar}`);
	return unfoldLines(source);
}
function singleQuotedValue(source, onError) {
	if (source[source.length - 1] !== "'" || source.length === 1) onError(source.length, "MISSING_CHAR", "Missing closing 'quote");
	return unfoldLines(source.slice(1, -1)).replace(/''/g, "'");
}
function unfoldLines(source) {
	const line = /(.*?)\r?\n/sy;
	let match = line.exec(source);
	if (!match) return source;
	let trimEnd, trimBoth;
	try {
		trimEnd = /* @__PURE__ */ new RegExp("(?<![ 	])[ 	]+$");
		trimBoth = /* @__PURE__ */ new RegExp("^[ 	]+|(?<![ 	])[ 	]+$", "g");
	} catch {
		trimEnd = /[ \t]+$/;
		trimBoth = /^[ \t]+|[ \t]+$/g;
	}
	let res = match[1].replace(trimEnd, "");
	let sep = " ";
	let pos = line.lastIndex;
	while (match = line.exec(source)) {
		const lm = match[1].replace(trimBoth, "");
		if (lm === "") {
			if (sep === "\n") res += sep;
			else sep = "\n";
		} else {
			res += sep + lm;
			sep = " ";
		}
		pos = line.lastIndex;
	}
	const last = /[ \t]*(.*)/sy;
	last.lastIndex = pos;
	match = last.exec(source);
	return res + sep + (match?.[1] ?? "");
}
function doubleQuotedValue(source, onError) {
	let res = "";
	for (let i = 1; i < source.length - 1; ++i) {
		const ch = source[i];
		if (ch === "\r" && source[i + 1] === "\n") continue;
		if (ch === "\n") {
			const { fold, offset } = foldNewline(source, i);
			res += fold;
			i = offset;
		} else if (ch === "\\") {
			let next = source[++i];
			const cc = escapeCodes[next];
			if (cc) res += cc;
			else if (next === "\n") {
				next = source[i + 1];
				while (next === " " || next === "	") next = source[++i + 1];
			} else if (next === "\r" && source[i + 1] === "\n") {
				next = source[++i + 1];
				while (next === " " || next === "	") next = source[++i + 1];
			} else if (next === "x" || next === "u" || next === "U") {
				const length = next === "x" ? 2 : next === "u" ? 4 : 8;
				res += parseCharCode(source, i + 1, length, onError);
				i += length;
			} else {
				const raw = source.substr(i - 1, 2);
				onError(i - 1, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`);
				res += raw;
			}
		} else if (ch === " " || ch === "	") {
			const wsStart = i;
			let next = source[i + 1];
			while (next === " " || next === "	") next = source[++i + 1];
			if (next !== "\n" && !(next === "\r" && source[i + 2] === "\n")) res += i > wsStart ? source.slice(wsStart, i + 1) : ch;
		} else res += ch;
	}
	if (source[source.length - 1] !== "\"" || source.length === 1) onError(source.length, "MISSING_CHAR", "Missing closing \"quote");
	return res;
}
function foldNewline(source, offset) {
	let fold = "";
	let ch = source[offset + 1];
	while (ch === " " || ch === "	" || ch === "\n" || ch === "\r") {
		if (ch === "\r" && source[offset + 2] !== "\n") break;
		if (ch === "\n") fold += "\n";
		offset += 1;
		ch = source[offset + 1];
	}
	if (!fold) fold = " ";
	return {
		fold,
		offset
	};
}
const escapeCodes = {
	"0": "\0",
	a: "\x07",
	b: "\b",
	e: "\x1B",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "	",
	v: "\v",
	N: "",
	_: "\xA0",
	L: "\u2028",
	P: "\u2029",
	" ": " ",
	"\"": "\"",
	"/": "/",
	"\\": "\\",
	"	": "	"
};
function parseCharCode(source, offset, length, onError) {
	const cc = source.substr(offset, length);
	const code = cc.length === length && /^[0-9a-fA-F]+$/.test(cc) ? parseInt(cc, 16) : NaN;
	try {
		return String.fromCodePoint(code);
	} catch {
		const raw = source.substr(offset - 2, length + 2);
		onError(offset - 2, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`);
		return raw;
	}
}

// node_modules/yaml/browser/dist/compose/compose-scalar.js
function composeScalar(ctx, token, tagToken, onError) {
	const { value, type, comment, range } = token.type === "block-scalar" ? resolveBlockScalar(ctx, token, onError) : resolveFlowScalar(token, ctx.options.strict, onError);
	const tagName = tagToken ? ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg)) : null;
	let tag;
	if (ctx.options.stringKeys && ctx.atKey) tag = ctx.schema[require_service.SCALAR];
	else if (tagName) tag = findScalarTagByName(ctx.schema, value, tagName, tagToken, onError);
	else if (token.type === "scalar") tag = findScalarTagByTest(ctx, value, token, onError);
	else tag = ctx.schema[require_service.SCALAR];
	let scalar;
	try {
		const res = tag.resolve(value, (msg) => onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg), ctx.options);
		scalar = require_service.isScalar(res) ? res : new Scalar(res);
	} catch (error) {
		const msg = error instanceof Error ? error.message : String(error);
		onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg);
		scalar = new Scalar(value);
	}
	scalar.range = range;
	scalar.source = value;
	if (type) scalar.type = type;
	if (tagName) scalar.tag = tagName;
	if (tag.format) scalar.format = tag.format;
	if (comment) scalar.comment = comment;
	return scalar;
}
function findScalarTagByName(schema, value, tagName, tagToken, onError) {
	if (tagName === "!") return schema[require_service.SCALAR];
	const matchWithTest = [];
	for (const tag of schema.tags) if (!tag.collection && tag.tag === tagName) {
		if (tag.default && tag.test) matchWithTest.push(tag);
		else return tag;
	}
	for (const tag of matchWithTest) if (tag.test?.test(value)) return tag;
	const kt = schema.knownTags[tagName];
	if (kt && !kt.collection) {
		schema.tags.push(Object.assign({}, kt, {
			default: false,
			test: void 0
		}));
		return kt;
	}
	onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, tagName !== "tag:yaml.org,2002:str");
	return schema[require_service.SCALAR];
}
function findScalarTagByTest({ atKey, directives, schema }, value, token, onError) {
	const tag = schema.tags.find((tag) => (tag.default === true || atKey && tag.default === "key") && tag.test?.test(value)) || schema[require_service.SCALAR];
	if (schema.compat) {
		const compat = schema.compat.find((tag) => tag.default && tag.test?.test(value)) ?? schema[require_service.SCALAR];
		if (tag.tag !== compat.tag) onError(token, "TAG_RESOLVE_FAILED", `Value may be parsed as either ${directives.tagString(tag.tag)} or ${directives.tagString(compat.tag)}`, true);
	}
	return tag;
}

// node_modules/yaml/browser/dist/compose/util-empty-scalar-position.js
function emptyScalarPosition(offset, before, pos) {
	if (before) {
		pos ?? (pos = before.length);
		for (let i = pos - 1; i >= 0; --i) {
			let st = before[i];
			switch (st.type) {
				case "space":
				case "comment":
				case "newline":
					offset -= st.source.length;
					continue;
			}
			st = before[++i];
			while (st?.type === "space") {
				offset += st.source.length;
				st = before[++i];
			}
			break;
		}
	}
	return offset;
}

// node_modules/yaml/browser/dist/compose/compose-node.js
const CN = {
	composeNode,
	composeEmptyNode
};
function composeNode(ctx, token, props, onError) {
	const atKey = ctx.atKey;
	const { spaceBefore, comment, anchor, tag } = props;
	let node;
	let isSrcToken = true;
	switch (token.type) {
		case "alias":
			node = composeAlias(ctx, token, onError);
			if (anchor || tag) onError(token, "ALIAS_PROPS", "An alias node must not specify any properties");
			break;
		case "scalar":
		case "single-quoted-scalar":
		case "double-quoted-scalar":
		case "block-scalar":
			node = composeScalar(ctx, token, tag, onError);
			if (anchor) node.anchor = anchor.source.substring(1);
			break;
		case "block-map":
		case "block-seq":
		case "flow-collection":
			try {
				node = composeCollection(CN, ctx, token, props, onError);
				if (anchor) node.anchor = anchor.source.substring(1);
			} catch (error) {
				onError(token, "RESOURCE_EXHAUSTION", error instanceof Error ? error.message : String(error));
			}
			break;
		default:
			onError(token, "UNEXPECTED_TOKEN", token.type === "error" ? token.message : `Unsupported token (type: ${token.type})`);
			isSrcToken = false;
	}
	node ?? (node = composeEmptyNode(ctx, token.offset, void 0, null, props, onError));
	if (anchor && node.anchor === "") onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
	if (atKey && ctx.options.stringKeys && (!require_service.isScalar(node) || typeof node.value !== "string" || node.tag && node.tag !== "tag:yaml.org,2002:str")) onError(tag ?? token, "NON_STRING_KEY", "With stringKeys, all keys must be strings");
	if (spaceBefore) node.spaceBefore = true;
	if (comment) {
		if (token.type === "scalar" && token.source === "") node.comment = comment;
		else node.commentBefore = comment;
	}
	if (ctx.options.keepSourceTokens && isSrcToken) node.srcToken = token;
	return node;
}
function composeEmptyNode(ctx, offset, before, pos, { spaceBefore, comment, anchor, tag, end }, onError) {
	const token = {
		type: "scalar",
		offset: emptyScalarPosition(offset, before, pos),
		indent: -1,
		source: ""
	};
	const node = composeScalar(ctx, token, tag, onError);
	if (anchor) {
		node.anchor = anchor.source.substring(1);
		if (node.anchor === "") onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
	}
	if (spaceBefore) node.spaceBefore = true;
	if (comment) {
		node.comment = comment;
		node.range[2] = end;
	}
	return node;
}
function composeAlias({ options }, { offset, source, end }, onError) {
	const alias = new Alias(source.substring(1));
	if (alias.source === "") onError(offset, "BAD_ALIAS", "Alias cannot be an empty string");
	if (alias.source.endsWith(":")) onError(offset + source.length - 1, "BAD_ALIAS", "Alias ending in : is ambiguous", true);
	const valueEnd = offset + source.length;
	const re = resolveEnd(end, valueEnd, options.strict, onError);
	alias.range = [
		offset,
		valueEnd,
		re.offset
	];
	if (re.comment) alias.comment = re.comment;
	return alias;
}

// node_modules/yaml/browser/dist/compose/compose-doc.js
function composeDoc(options, directives, { offset, start, value, end }, onError) {
	const opts = Object.assign({ _directives: directives }, options);
	const doc = new Document(void 0, opts);
	const ctx = {
		atKey: false,
		atRoot: true,
		directives: doc.directives,
		options: doc.options,
		schema: doc.schema
	};
	const props = resolveProps(start, {
		indicator: "doc-start",
		next: value ?? end?.[0],
		offset,
		onError,
		parentIndent: 0,
		startOnNewline: true
	});
	if (props.found) {
		doc.directives.docStart = true;
		if (value && (value.type === "block-map" || value.type === "block-seq") && !props.hasNewline) onError(props.end, "MISSING_CHAR", "Block collection cannot start on same line with directives-end marker");
	}
	doc.contents = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, start, null, props, onError);
	const contentEnd = doc.contents.range[2];
	const re = resolveEnd(end, contentEnd, false, onError);
	if (re.comment) doc.comment = re.comment;
	doc.range = [
		offset,
		contentEnd,
		re.offset
	];
	return doc;
}

// node_modules/yaml/browser/dist/compose/composer.js
function getErrorPos(src) {
	if (typeof src === "number") return [src, src + 1];
	if (Array.isArray(src)) return src.length === 2 ? src : [src[0], src[1]];
	const { offset, source } = src;
	return [offset, offset + (typeof source === "string" ? source.length : 1)];
}
function parsePrelude(prelude) {
	let comment = "";
	let atComment = false;
	let afterEmptyLine = false;
	for (let i = 0; i < prelude.length; ++i) {
		const source = prelude[i];
		switch (source[0]) {
			case "#":
				comment += (comment === "" ? "" : afterEmptyLine ? "\n\n" : "\n") + (source.substring(1) || " ");
				atComment = true;
				afterEmptyLine = false;
				break;
			case "%":
				if (prelude[i + 1]?.[0] !== "#") i += 1;
				atComment = false;
				break;
			default:
				if (!atComment) afterEmptyLine = true;
				atComment = false;
		}
	}
	return {
		comment,
		afterEmptyLine
	};
}
var Composer = class {
	constructor(options = {}) {
		this.doc = null;
		this.atDirectives = false;
		this.prelude = [];
		this.errors = [];
		this.warnings = [];
		this.onError = (source, code, message, warning) => {
			const pos = getErrorPos(source);
			if (warning) this.warnings.push(new YAMLWarning(pos, code, message));
			else this.errors.push(new YAMLParseError(pos, code, message));
		};
		this.directives = new Directives({ version: options.version || "1.2" });
		this.options = options;
	}
	decorate(doc, afterDoc) {
		const { comment, afterEmptyLine } = parsePrelude(this.prelude);
		if (comment) {
			const dc = doc.contents;
			if (afterDoc) doc.comment = doc.comment ? `${doc.comment}\n${comment}` : comment;
			else if (afterEmptyLine || doc.directives.docStart || !dc) doc.commentBefore = comment;
			else if (require_service.isCollection(dc) && !dc.flow && dc.items.length > 0) {
				let it = dc.items[0];
				if (require_service.isPair(it)) it = it.key;
				const cb = it.commentBefore;
				it.commentBefore = cb ? `${comment}\n${cb}` : comment;
			} else {
				const cb = dc.commentBefore;
				dc.commentBefore = cb ? `${comment}\n${cb}` : comment;
			}
		}
		if (afterDoc) {
			for (let i = 0; i < this.errors.length; ++i) doc.errors.push(this.errors[i]);
			for (let i = 0; i < this.warnings.length; ++i) doc.warnings.push(this.warnings[i]);
		} else {
			doc.errors = this.errors;
			doc.warnings = this.warnings;
		}
		this.prelude = [];
		this.errors = [];
		this.warnings = [];
	}
	streamInfo() {
		return {
			comment: parsePrelude(this.prelude).comment,
			directives: this.directives,
			errors: this.errors,
			warnings: this.warnings
		};
	}
	*compose(tokens, forceDoc = false, endOffset = -1) {
		for (const token of tokens) yield* this.next(token);
		yield* this.end(forceDoc, endOffset);
	}
	*next(token) {
		switch (token.type) {
			case "directive":
				this.directives.add(token.source, (offset, message, warning) => {
					const pos = getErrorPos(token);
					pos[0] += offset;
					this.onError(pos, "BAD_DIRECTIVE", message, warning);
				});
				this.prelude.push(token.source);
				this.atDirectives = true;
				break;
			case "document": {
				const doc = composeDoc(this.options, this.directives, token, this.onError);
				if (this.atDirectives && !doc.directives.docStart) this.onError(token, "MISSING_CHAR", "Missing directives-end/doc-start indicator line");
				this.decorate(doc, false);
				if (this.doc) yield this.doc;
				this.doc = doc;
				this.atDirectives = false;
				break;
			}
			case "byte-order-mark":
			case "space": break;
			case "comment":
			case "newline":
				this.prelude.push(token.source);
				break;
			case "error": {
				const msg = token.source ? `${token.message}: ${JSON.stringify(token.source)}` : token.message;
				const error = new YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", msg);
				if (this.atDirectives || !this.doc) this.errors.push(error);
				else this.doc.errors.push(error);
				break;
			}
			case "doc-end": {
				if (!this.doc) {
					this.errors.push(new YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", "Unexpected doc-end without preceding document"));
					break;
				}
				this.doc.directives.docEnd = true;
				const end = resolveEnd(token.end, token.offset + token.source.length, this.doc.options.strict, this.onError);
				this.decorate(this.doc, true);
				if (end.comment) {
					const dc = this.doc.comment;
					this.doc.comment = dc ? `${dc}\n${end.comment}` : end.comment;
				}
				this.doc.range[2] = end.offset;
				break;
			}
			default: this.errors.push(new YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", `Unsupported token ${token.type}`));
		}
	}
	*end(forceDoc = false, endOffset = -1) {
		if (this.doc) {
			this.decorate(this.doc, true);
			yield this.doc;
			this.doc = null;
		} else if (forceDoc) {
			const opts = Object.assign({ _directives: this.directives }, this.options);
			const doc = new Document(void 0, opts);
			if (this.atDirectives) this.onError(endOffset, "MISSING_CHAR", "Missing directives-end indicator line");
			doc.range = [
				0,
				endOffset,
				endOffset
			];
			this.decorate(doc, false);
			yield doc;
		}
	}
};

// node_modules/yaml/browser/dist/parse/cst.js
const BOM = "﻿";
const DOCUMENT = "";
const FLOW_END = "";
const SCALAR = "";
function tokenType(source) {
	switch (source) {
		case "﻿": return "byte-order-mark";
		case "": return "doc-mode";
		case "": return "flow-error-end";
		case "": return "scalar";
		case "---": return "doc-start";
		case "...": return "doc-end";
		case "":
		case "\n":
		case "\r\n": return "newline";
		case "-": return "seq-item-ind";
		case "?": return "explicit-key-ind";
		case ":": return "map-value-ind";
		case "{": return "flow-map-start";
		case "}": return "flow-map-end";
		case "[": return "flow-seq-start";
		case "]": return "flow-seq-end";
		case ",": return "comma";
	}
	switch (source[0]) {
		case " ":
		case "	": return "space";
		case "#": return "comment";
		case "%": return "directive-line";
		case "*": return "alias";
		case "&": return "anchor";
		case "!": return "tag";
		case "'": return "single-quoted-scalar";
		case "\"": return "double-quoted-scalar";
		case "|":
		case ">": return "block-scalar-header";
	}
	return null;
}

// node_modules/yaml/browser/dist/parse/lexer.js
function isEmpty(ch) {
	switch (ch) {
		case void 0:
		case " ":
		case "\n":
		case "\r":
		case "	": return true;
		default: return false;
	}
}
const hexDigits = /* @__PURE__ */ new Set("0123456789ABCDEFabcdef");
const tagChars = /* @__PURE__ */ new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-#;/?:@&=+$_.!~*'()");
const flowIndicatorChars = /* @__PURE__ */ new Set(",[]{}");
const invalidAnchorChars = /* @__PURE__ */ new Set(" ,[]{}\n\r	");
const isNotAnchorChar = (ch) => !ch || invalidAnchorChars.has(ch);
var Lexer = class {
	constructor() {
		this.atEnd = false;
		this.blockScalarIndent = -1;
		this.blockScalarKeep = false;
		this.buffer = "";
		this.flowKey = false;
		this.flowLevel = 0;
		this.indentNext = 0;
		this.indentValue = 0;
		this.lineEndPos = null;
		this.next = null;
		this.pos = 0;
	}
	*lex(source, incomplete = false) {
		if (source) {
			if (typeof source !== "string") throw TypeError("source is not a string");
			this.buffer = this.buffer ? this.buffer + source : source;
			this.lineEndPos = null;
		}
		this.atEnd = !incomplete;
		let next = this.next ?? "stream";
		while (next && (incomplete || this.hasChars(1))) next = yield* this.parseNext(next);
	}
	atLineEnd() {
		let i = this.pos;
		let ch = this.buffer[i];
		while (ch === " " || ch === "	") ch = this.buffer[++i];
		if (!ch || ch === "#" || ch === "\n") return true;
		if (ch === "\r") return this.buffer[i + 1] === "\n";
		return false;
	}
	charAt(n) {
		return this.buffer[this.pos + n];
	}
	continueScalar(offset) {
		let ch = this.buffer[offset];
		if (this.indentNext > 0) {
			let indent = 0;
			while (ch === " ") ch = this.buffer[++indent + offset];
			if (ch === "\r") {
				const next = this.buffer[indent + offset + 1];
				if (next === "\n" || !next && !this.atEnd) return offset + indent + 1;
			}
			return ch === "\n" || indent >= this.indentNext || !ch && !this.atEnd ? offset + indent : -1;
		}
		if (ch === "-" || ch === ".") {
			const dt = this.buffer.substr(offset, 3);
			if ((dt === "---" || dt === "...") && isEmpty(this.buffer[offset + 3])) return -1;
		}
		return offset;
	}
	getLine() {
		let end = this.lineEndPos;
		if (typeof end !== "number" || end !== -1 && end < this.pos) {
			end = this.buffer.indexOf("\n", this.pos);
			this.lineEndPos = end;
		}
		if (end === -1) return this.atEnd ? this.buffer.substring(this.pos) : null;
		if (this.buffer[end - 1] === "\r") end -= 1;
		return this.buffer.substring(this.pos, end);
	}
	hasChars(n) {
		return this.pos + n <= this.buffer.length;
	}
	setNext(state) {
		this.buffer = this.buffer.substring(this.pos);
		this.pos = 0;
		this.lineEndPos = null;
		this.next = state;
		return null;
	}
	peek(n) {
		return this.buffer.substr(this.pos, n);
	}
	*parseNext(next) {
		switch (next) {
			case "stream": return yield* this.parseStream();
			case "line-start": return yield* this.parseLineStart();
			case "block-start": return yield* this.parseBlockStart();
			case "doc": return yield* this.parseDocument();
			case "flow": return yield* this.parseFlowCollection();
			case "quoted-scalar": return yield* this.parseQuotedScalar();
			case "block-scalar": return yield* this.parseBlockScalar();
			case "plain-scalar": return yield* this.parsePlainScalar();
		}
	}
	*parseStream() {
		let line = this.getLine();
		if (line === null) return this.setNext("stream");
		if (line[0] === "﻿") {
			yield* this.pushCount(1);
			line = line.substring(1);
		}
		if (line[0] === "%") {
			let dirEnd = line.length;
			let cs = line.indexOf("#");
			while (cs !== -1) {
				const ch = line[cs - 1];
				if (ch === " " || ch === "	") {
					dirEnd = cs - 1;
					break;
				} else cs = line.indexOf("#", cs + 1);
			}
			while (true) {
				const ch = line[dirEnd - 1];
				if (ch === " " || ch === "	") dirEnd -= 1;
				else break;
			}
			const n = (yield* this.pushCount(dirEnd)) + (yield* this.pushSpaces(true));
			yield* this.pushCount(line.length - n);
			this.pushNewline();
			return "stream";
		}
		if (this.atLineEnd()) {
			const sp = yield* this.pushSpaces(true);
			yield* this.pushCount(line.length - sp);
			yield* this.pushNewline();
			return "stream";
		}
		yield "";
		return yield* this.parseLineStart();
	}
	*parseLineStart() {
		const ch = this.charAt(0);
		if (!ch && !this.atEnd) return this.setNext("line-start");
		if (ch === "-" || ch === ".") {
			if (!this.atEnd && !this.hasChars(4)) return this.setNext("line-start");
			const s = this.peek(3);
			if ((s === "---" || s === "...") && isEmpty(this.charAt(3))) {
				yield* this.pushCount(3);
				this.indentValue = 0;
				this.indentNext = 0;
				return s === "---" ? "doc" : "stream";
			}
		}
		this.indentValue = yield* this.pushSpaces(false);
		if (this.indentNext > this.indentValue && !isEmpty(this.charAt(1))) this.indentNext = this.indentValue;
		return yield* this.parseBlockStart();
	}
	*parseBlockStart() {
		const [ch0, ch1] = this.peek(2);
		if (!ch1 && !this.atEnd) return this.setNext("block-start");
		if ((ch0 === "-" || ch0 === "?" || ch0 === ":") && isEmpty(ch1)) {
			const n = (yield* this.pushCount(1)) + (yield* this.pushSpaces(true));
			this.indentNext = this.indentValue + 1;
			this.indentValue += n;
			return "block-start";
		}
		return "doc";
	}
	*parseDocument() {
		yield* this.pushSpaces(true);
		const line = this.getLine();
		if (line === null) return this.setNext("doc");
		let n = yield* this.pushIndicators();
		switch (line[n]) {
			case "#": yield* this.pushCount(line.length - n);
			case void 0:
				yield* this.pushNewline();
				return yield* this.parseLineStart();
			case "{":
			case "[":
				yield* this.pushCount(1);
				this.flowKey = false;
				this.flowLevel = 1;
				return "flow";
			case "}":
			case "]":
				yield* this.pushCount(1);
				return "doc";
			case "*":
				yield* this.pushUntil(isNotAnchorChar);
				return "doc";
			case "\"":
			case "'": return yield* this.parseQuotedScalar();
			case "|":
			case ">":
				n += yield* this.parseBlockScalarHeader();
				n += yield* this.pushSpaces(true);
				yield* this.pushCount(line.length - n);
				yield* this.pushNewline();
				return yield* this.parseBlockScalar();
			default: return yield* this.parsePlainScalar();
		}
	}
	*parseFlowCollection() {
		let nl, sp;
		let indent = -1;
		do {
			nl = yield* this.pushNewline();
			if (nl > 0) {
				sp = yield* this.pushSpaces(false);
				this.indentValue = indent = sp;
			} else sp = 0;
			sp += yield* this.pushSpaces(true);
		} while (nl + sp > 0);
		const line = this.getLine();
		if (line === null) return this.setNext("flow");
		if (indent !== -1 && indent < this.indentNext && line[0] !== "#" || indent === 0 && (line.startsWith("---") || line.startsWith("...")) && isEmpty(line[3])) {
			if (!(indent === this.indentNext - 1 && this.flowLevel === 1 && (line[0] === "]" || line[0] === "}"))) {
				this.flowLevel = 0;
				yield "";
				return yield* this.parseLineStart();
			}
		}
		let n = 0;
		while (line[n] === ",") {
			n += yield* this.pushCount(1);
			n += yield* this.pushSpaces(true);
			this.flowKey = false;
		}
		n += yield* this.pushIndicators();
		switch (line[n]) {
			case void 0: return "flow";
			case "#":
				yield* this.pushCount(line.length - n);
				return "flow";
			case "{":
			case "[":
				yield* this.pushCount(1);
				this.flowKey = false;
				this.flowLevel += 1;
				return "flow";
			case "}":
			case "]":
				yield* this.pushCount(1);
				this.flowKey = true;
				this.flowLevel -= 1;
				return this.flowLevel ? "flow" : "doc";
			case "*":
				yield* this.pushUntil(isNotAnchorChar);
				return "flow";
			case "\"":
			case "'":
				this.flowKey = true;
				return yield* this.parseQuotedScalar();
			case ":": {
				const next = this.charAt(1);
				if (this.flowKey || isEmpty(next) || next === ",") {
					this.flowKey = false;
					yield* this.pushCount(1);
					yield* this.pushSpaces(true);
					return "flow";
				}
			}
			default:
				this.flowKey = false;
				return yield* this.parsePlainScalar();
		}
	}
	*parseQuotedScalar() {
		const quote = this.charAt(0);
		let end = this.buffer.indexOf(quote, this.pos + 1);
		if (quote === "'") while (end !== -1 && this.buffer[end + 1] === "'") end = this.buffer.indexOf("'", end + 2);
		else while (end !== -1) {
			let n = 0;
			while (this.buffer[end - 1 - n] === "\\") n += 1;
			if (n % 2 === 0) break;
			end = this.buffer.indexOf("\"", end + 1);
		}
		const qb = this.buffer.substring(0, end);
		let nl = qb.indexOf("\n", this.pos);
		if (nl !== -1) {
			while (nl !== -1) {
				const cs = this.continueScalar(nl + 1);
				if (cs === -1) break;
				nl = qb.indexOf("\n", cs);
			}
			if (nl !== -1) end = nl - (qb[nl - 1] === "\r" ? 2 : 1);
		}
		if (end === -1) {
			if (!this.atEnd) return this.setNext("quoted-scalar");
			end = this.buffer.length;
		}
		yield* this.pushToIndex(end + 1, false);
		return this.flowLevel ? "flow" : "doc";
	}
	*parseBlockScalarHeader() {
		this.blockScalarIndent = -1;
		this.blockScalarKeep = false;
		let i = this.pos;
		while (true) {
			const ch = this.buffer[++i];
			if (ch === "+") this.blockScalarKeep = true;
			else if (ch > "0" && ch <= "9") this.blockScalarIndent = Number(ch) - 1;
			else if (ch !== "-") break;
		}
		return yield* this.pushUntil((ch) => isEmpty(ch) || ch === "#");
	}
	*parseBlockScalar() {
		let nl = this.pos - 1;
		let indent = 0;
		let ch;
		loop: for (let i = this.pos; ch = this.buffer[i]; ++i) switch (ch) {
			case " ":
				indent += 1;
				break;
			case "\n":
				nl = i;
				indent = 0;
				break;
			case "\r": {
				const next = this.buffer[i + 1];
				if (!next && !this.atEnd) return this.setNext("block-scalar");
				if (next === "\n") break;
			}
			default: break loop;
		}
		if (!ch && !this.atEnd) return this.setNext("block-scalar");
		if (indent >= this.indentNext) {
			if (this.blockScalarIndent === -1) this.indentNext = indent;
			else this.indentNext = this.blockScalarIndent + (this.indentNext === 0 ? 1 : this.indentNext);
			do {
				const cs = this.continueScalar(nl + 1);
				if (cs === -1) break;
				nl = this.buffer.indexOf("\n", cs);
			} while (nl !== -1);
			if (nl === -1) {
				if (!this.atEnd) return this.setNext("block-scalar");
				nl = this.buffer.length;
			}
		}
		let i = nl + 1;
		ch = this.buffer[i];
		while (ch === " ") ch = this.buffer[++i];
		if (ch === "	") {
			while (ch === "	" || ch === " " || ch === "\r" || ch === "\n") ch = this.buffer[++i];
			nl = i - 1;
		} else if (!this.blockScalarKeep) do {
			let i = nl - 1;
			let ch = this.buffer[i];
			if (ch === "\r") ch = this.buffer[--i];
			const lastChar = i;
			while (ch === " ") ch = this.buffer[--i];
			if (ch === "\n" && i >= this.pos && i + 1 + indent > lastChar) nl = i;
			else break;
		} while (true);
		yield "";
		yield* this.pushToIndex(nl + 1, true);
		return yield* this.parseLineStart();
	}
	*parsePlainScalar() {
		const inFlow = this.flowLevel > 0;
		let end = this.pos - 1;
		let i = this.pos - 1;
		let ch;
		while (ch = this.buffer[++i]) if (ch === ":") {
			const next = this.buffer[i + 1];
			if (isEmpty(next) || inFlow && flowIndicatorChars.has(next)) break;
			end = i;
		} else if (isEmpty(ch)) {
			let next = this.buffer[i + 1];
			if (ch === "\r") {
				if (next === "\n") {
					i += 1;
					ch = "\n";
					next = this.buffer[i + 1];
				} else end = i;
			}
			if (next === "#" || inFlow && flowIndicatorChars.has(next)) break;
			if (ch === "\n") {
				const cs = this.continueScalar(i + 1);
				if (cs === -1) break;
				i = Math.max(i, cs - 2);
			}
		} else {
			if (inFlow && flowIndicatorChars.has(ch)) break;
			end = i;
		}
		if (!ch && !this.atEnd) return this.setNext("plain-scalar");
		yield "";
		yield* this.pushToIndex(end + 1, true);
		return inFlow ? "flow" : "doc";
	}
	*pushCount(n) {
		if (n > 0) {
			yield this.buffer.substr(this.pos, n);
			this.pos += n;
			return n;
		}
		return 0;
	}
	*pushToIndex(i, allowEmpty) {
		const s = this.buffer.slice(this.pos, i);
		if (s) {
			yield s;
			this.pos += s.length;
			return s.length;
		} else if (allowEmpty) yield "";
		return 0;
	}
	*pushIndicators() {
		let n = 0;
		loop: while (true) {
			switch (this.charAt(0)) {
				case "!":
					n += yield* this.pushTag();
					n += yield* this.pushSpaces(true);
					continue loop;
				case "&":
					n += yield* this.pushUntil(isNotAnchorChar);
					n += yield* this.pushSpaces(true);
					continue loop;
				case "-":
				case "?":
				case ":": {
					const inFlow = this.flowLevel > 0;
					const ch1 = this.charAt(1);
					if (isEmpty(ch1) || inFlow && flowIndicatorChars.has(ch1)) {
						if (!inFlow) this.indentNext = this.indentValue + 1;
						else if (this.flowKey) this.flowKey = false;
						n += yield* this.pushCount(1);
						n += yield* this.pushSpaces(true);
						continue loop;
					}
				}
			}
			break loop;
		}
		return n;
	}
	*pushTag() {
		if (this.charAt(1) === "<") {
			let i = this.pos + 2;
			let ch = this.buffer[i];
			while (!isEmpty(ch) && ch !== ">") ch = this.buffer[++i];
			return yield* this.pushToIndex(ch === ">" ? i + 1 : i, false);
		} else {
			let i = this.pos + 1;
			let ch = this.buffer[i];
			while (ch) if (tagChars.has(ch)) ch = this.buffer[++i];
			else if (ch === "%" && hexDigits.has(this.buffer[i + 1]) && hexDigits.has(this.buffer[i + 2])) ch = this.buffer[i += 3];
			else break;
			return yield* this.pushToIndex(i, false);
		}
	}
	*pushNewline() {
		const ch = this.buffer[this.pos];
		if (ch === "\n") return yield* this.pushCount(1);
		else if (ch === "\r" && this.charAt(1) === "\n") return yield* this.pushCount(2);
		else return 0;
	}
	*pushSpaces(allowTabs) {
		let i = this.pos - 1;
		let ch;
		do
			ch = this.buffer[++i];
		while (ch === " " || allowTabs && ch === "	");
		const n = i - this.pos;
		if (n > 0) {
			yield this.buffer.substr(this.pos, n);
			this.pos = i;
		}
		return n;
	}
	*pushUntil(test) {
		let i = this.pos;
		let ch = this.buffer[i];
		while (!test(ch)) ch = this.buffer[++i];
		return yield* this.pushToIndex(i, false);
	}
};

// node_modules/yaml/browser/dist/parse/parser.js
function includesToken(list, type) {
	for (let i = 0; i < list.length; ++i) if (list[i].type === type) return true;
	return false;
}
function findNonEmptyIndex(list) {
	for (let i = 0; i < list.length; ++i) switch (list[i].type) {
		case "space":
		case "comment":
		case "newline": break;
		default: return i;
	}
	return -1;
}
function isFlowToken(token) {
	switch (token?.type) {
		case "alias":
		case "scalar":
		case "single-quoted-scalar":
		case "double-quoted-scalar":
		case "flow-collection": return true;
		default: return false;
	}
}
function getPrevProps(parent) {
	switch (parent.type) {
		case "document": return parent.start;
		case "block-map": {
			const it = parent.items[parent.items.length - 1];
			return it.sep ?? it.start;
		}
		case "block-seq": return parent.items[parent.items.length - 1].start;
		/* istanbul ignore next should not happen */
		default: return [];
	}
}
function getFirstKeyStartProps(prev) {
	if (prev.length === 0) return [];
	let i = prev.length;
	loop: while (--i >= 0) switch (prev[i].type) {
		case "doc-start":
		case "explicit-key-ind":
		case "map-value-ind":
		case "seq-item-ind":
		case "newline": break loop;
	}
	while (prev[++i]?.type === "space");
	return prev.splice(i, prev.length);
}
function arrayPushArray(target, source) {
	if (source.length < 1e5) Array.prototype.push.apply(target, source);
	else for (let i = 0; i < source.length; ++i) target.push(source[i]);
}
function fixFlowSeqItems(fc) {
	if (fc.start.type === "flow-seq-start") {
		for (const it of fc.items) if (it.sep && !it.value && !includesToken(it.start, "explicit-key-ind") && !includesToken(it.sep, "map-value-ind")) {
			if (it.key) it.value = it.key;
			delete it.key;
			if (isFlowToken(it.value)) {
				if (it.value.end) arrayPushArray(it.value.end, it.sep);
				else it.value.end = it.sep;
			} else arrayPushArray(it.start, it.sep);
			delete it.sep;
		}
	}
}
var Parser = class {
	constructor(onNewLine) {
		this.atNewLine = true;
		this.atScalar = false;
		this.indent = 0;
		this.offset = 0;
		this.onKeyLine = false;
		this.stack = [];
		this.source = "";
		this.type = "";
		this.lexer = new Lexer();
		this.onNewLine = onNewLine;
	}
	*parse(source, incomplete = false) {
		if (this.onNewLine && this.offset === 0) this.onNewLine(0);
		for (const lexeme of this.lexer.lex(source, incomplete)) yield* this.next(lexeme);
		if (!incomplete) yield* this.end();
	}
	*next(source) {
		this.source = source;
		if (this.atScalar) {
			this.atScalar = false;
			yield* this.step();
			this.offset += source.length;
			return;
		}
		const type = tokenType(source);
		if (!type) {
			const message = `Not a YAML token: ${source}`;
			yield* this.pop({
				type: "error",
				offset: this.offset,
				message,
				source
			});
			this.offset += source.length;
		} else if (type === "scalar") {
			this.atNewLine = false;
			this.atScalar = true;
			this.type = "scalar";
		} else {
			this.type = type;
			yield* this.step();
			switch (type) {
				case "newline":
					this.atNewLine = true;
					this.indent = 0;
					if (this.onNewLine) this.onNewLine(this.offset + source.length);
					break;
				case "space":
					if (this.atNewLine && source[0] === " ") this.indent += source.length;
					break;
				case "explicit-key-ind":
				case "map-value-ind":
				case "seq-item-ind":
					if (this.atNewLine) this.indent += source.length;
					break;
				case "doc-mode":
				case "flow-error-end": return;
				default: this.atNewLine = false;
			}
			this.offset += source.length;
		}
	}
	*end() {
		while (this.stack.length > 0) yield* this.pop();
	}
	get sourceToken() {
		return {
			type: this.type,
			offset: this.offset,
			indent: this.indent,
			source: this.source
		};
	}
	*step() {
		const top = this.peek(1);
		if (this.type === "doc-end" && top?.type !== "doc-end") {
			while (this.stack.length > 0) yield* this.pop();
			this.stack.push({
				type: "doc-end",
				offset: this.offset,
				source: this.source
			});
			return;
		}
		if (!top) return yield* this.stream();
		switch (top.type) {
			case "document": return yield* this.document(top);
			case "alias":
			case "scalar":
			case "single-quoted-scalar":
			case "double-quoted-scalar": return yield* this.scalar(top);
			case "block-scalar": return yield* this.blockScalar(top);
			case "block-map": return yield* this.blockMap(top);
			case "block-seq": return yield* this.blockSequence(top);
			case "flow-collection": return yield* this.flowCollection(top);
			case "doc-end": return yield* this.documentEnd(top);
		}
		/* istanbul ignore next should not happen */
		yield* this.pop();
	}
	peek(n) {
		return this.stack[this.stack.length - n];
	}
	*pop(error) {
		const token = error ?? this.stack.pop();
		/* istanbul ignore if should not happen */
		if (!token) yield {
			type: "error",
			offset: this.offset,
			source: "",
			message: "Tried to pop an empty stack"
		};
		else if (this.stack.length === 0) yield token;
		else {
			const top = this.peek(1);
			if (token.type === "block-scalar") token.indent = "indent" in top ? top.indent : 0;
			else if (token.type === "flow-collection" && top.type === "document") token.indent = 0;
			if (token.type === "flow-collection") fixFlowSeqItems(token);
			switch (top.type) {
				case "document":
					top.value = token;
					break;
				case "block-scalar":
					top.props.push(token);
					break;
				case "block-map": {
					const it = top.items[top.items.length - 1];
					if (it.value) {
						top.items.push({
							start: [],
							key: token,
							sep: []
						});
						this.onKeyLine = true;
						return;
					} else if (it.sep) it.value = token;
					else {
						Object.assign(it, {
							key: token,
							sep: []
						});
						this.onKeyLine = !it.explicitKey;
						return;
					}
					break;
				}
				case "block-seq": {
					const it = top.items[top.items.length - 1];
					if (it.value) top.items.push({
						start: [],
						value: token
					});
					else it.value = token;
					break;
				}
				case "flow-collection": {
					const it = top.items[top.items.length - 1];
					if (!it || it.value) top.items.push({
						start: [],
						key: token,
						sep: []
					});
					else if (it.sep) it.value = token;
					else Object.assign(it, {
						key: token,
						sep: []
					});
					return;
				}
				/* istanbul ignore next should not happen */
				default:
					yield* this.pop();
					yield* this.pop(token);
			}
			if ((top.type === "document" || top.type === "block-map" || top.type === "block-seq") && (token.type === "block-map" || token.type === "block-seq")) {
				const last = token.items[token.items.length - 1];
				if (last && !last.sep && !last.value && last.start.length > 0 && findNonEmptyIndex(last.start) === -1 && (token.indent === 0 || last.start.every((st) => st.type !== "comment" || st.indent < token.indent))) {
					if (top.type === "document") top.end = last.start;
					else top.items.push({ start: last.start });
					token.items.splice(-1, 1);
				}
			}
		}
	}
	*stream() {
		switch (this.type) {
			case "directive-line":
				yield {
					type: "directive",
					offset: this.offset,
					source: this.source
				};
				return;
			case "byte-order-mark":
			case "space":
			case "comment":
			case "newline":
				yield this.sourceToken;
				return;
			case "doc-mode":
			case "doc-start": {
				const doc = {
					type: "document",
					offset: this.offset,
					start: []
				};
				if (this.type === "doc-start") doc.start.push(this.sourceToken);
				this.stack.push(doc);
				return;
			}
		}
		yield {
			type: "error",
			offset: this.offset,
			message: `Unexpected ${this.type} token in YAML stream`,
			source: this.source
		};
	}
	*document(doc) {
		if (doc.value) return yield* this.lineEnd(doc);
		switch (this.type) {
			case "doc-start":
				if (findNonEmptyIndex(doc.start) !== -1) {
					yield* this.pop();
					yield* this.step();
				} else doc.start.push(this.sourceToken);
				return;
			case "anchor":
			case "tag":
			case "space":
			case "comment":
			case "newline":
				doc.start.push(this.sourceToken);
				return;
		}
		const bv = this.startBlockValue(doc);
		if (bv) this.stack.push(bv);
		else yield {
			type: "error",
			offset: this.offset,
			message: `Unexpected ${this.type} token in YAML document`,
			source: this.source
		};
	}
	*scalar(scalar) {
		if (this.type === "map-value-ind") {
			const start = getFirstKeyStartProps(getPrevProps(this.peek(2)));
			let sep;
			if (scalar.end) {
				sep = scalar.end;
				sep.push(this.sourceToken);
				delete scalar.end;
			} else sep = [this.sourceToken];
			const map = {
				type: "block-map",
				offset: scalar.offset,
				indent: scalar.indent,
				items: [{
					start,
					key: scalar,
					sep
				}]
			};
			this.onKeyLine = true;
			this.stack[this.stack.length - 1] = map;
		} else yield* this.lineEnd(scalar);
	}
	*blockScalar(scalar) {
		switch (this.type) {
			case "space":
			case "comment":
			case "newline":
				scalar.props.push(this.sourceToken);
				return;
			case "scalar":
				scalar.source = this.source;
				this.atNewLine = true;
				this.indent = 0;
				if (this.onNewLine) {
					let nl = this.source.indexOf("\n") + 1;
					while (nl !== 0) {
						this.onNewLine(this.offset + nl);
						nl = this.source.indexOf("\n", nl) + 1;
					}
				}
				yield* this.pop();
				break;
			/* istanbul ignore next should not happen */
			default:
				yield* this.pop();
				yield* this.step();
		}
	}
	*blockMap(map) {
		const it = map.items[map.items.length - 1];
		switch (this.type) {
			case "newline":
				this.onKeyLine = false;
				if (it.value) {
					const end = "end" in it.value ? it.value.end : void 0;
					if ((Array.isArray(end) ? end[end.length - 1] : void 0)?.type === "comment") end?.push(this.sourceToken);
					else map.items.push({ start: [this.sourceToken] });
				} else if (it.sep) it.sep.push(this.sourceToken);
				else it.start.push(this.sourceToken);
				return;
			case "space":
			case "comment":
				if (it.value) map.items.push({ start: [this.sourceToken] });
				else if (it.sep) it.sep.push(this.sourceToken);
				else {
					if (this.atIndentedComment(it.start, map.indent)) {
						const end = map.items[map.items.length - 2]?.value?.end;
						if (Array.isArray(end)) {
							arrayPushArray(end, it.start);
							end.push(this.sourceToken);
							map.items.pop();
							return;
						}
					}
					it.start.push(this.sourceToken);
				}
				return;
		}
		if (this.indent >= map.indent) {
			const atMapIndent = !this.onKeyLine && this.indent === map.indent;
			const atNextItem = atMapIndent && (it.sep || it.explicitKey) && this.type !== "seq-item-ind";
			let start = [];
			if (atNextItem && it.sep && !it.value) {
				const nl = [];
				for (let i = 0; i < it.sep.length; ++i) {
					const st = it.sep[i];
					switch (st.type) {
						case "newline":
							nl.push(i);
							break;
						case "space": break;
						case "comment":
							if (st.indent > map.indent) nl.length = 0;
							break;
						default: nl.length = 0;
					}
				}
				if (nl.length >= 2) start = it.sep.splice(nl[1]);
			}
			switch (this.type) {
				case "anchor":
				case "tag":
					if (atNextItem || it.value) {
						start.push(this.sourceToken);
						map.items.push({ start });
						this.onKeyLine = true;
					} else if (it.sep) it.sep.push(this.sourceToken);
					else it.start.push(this.sourceToken);
					return;
				case "explicit-key-ind":
					if (!it.sep && !it.explicitKey) {
						it.start.push(this.sourceToken);
						it.explicitKey = true;
					} else if (atNextItem || it.value) {
						start.push(this.sourceToken);
						map.items.push({
							start,
							explicitKey: true
						});
					} else this.stack.push({
						type: "block-map",
						offset: this.offset,
						indent: this.indent,
						items: [{
							start: [this.sourceToken],
							explicitKey: true
						}]
					});
					this.onKeyLine = true;
					return;
				case "map-value-ind":
					if (it.explicitKey) {
						if (!it.sep) {
							if (includesToken(it.start, "newline")) Object.assign(it, {
								key: null,
								sep: [this.sourceToken]
							});
							else {
								const start = getFirstKeyStartProps(it.start);
								this.stack.push({
									type: "block-map",
									offset: this.offset,
									indent: this.indent,
									items: [{
										start,
										key: null,
										sep: [this.sourceToken]
									}]
								});
							}
						} else if (it.value) map.items.push({
							start: [],
							key: null,
							sep: [this.sourceToken]
						});
						else if (includesToken(it.sep, "map-value-ind")) this.stack.push({
							type: "block-map",
							offset: this.offset,
							indent: this.indent,
							items: [{
								start,
								key: null,
								sep: [this.sourceToken]
							}]
						});
						else if (isFlowToken(it.key) && !includesToken(it.sep, "newline")) {
							const start = getFirstKeyStartProps(it.start);
							const key = it.key;
							const sep = it.sep;
							sep.push(this.sourceToken);
							delete it.key;
							delete it.sep;
							this.stack.push({
								type: "block-map",
								offset: this.offset,
								indent: this.indent,
								items: [{
									start,
									key,
									sep
								}]
							});
						} else if (start.length > 0) it.sep = it.sep.concat(start, this.sourceToken);
						else it.sep.push(this.sourceToken);
					} else if (!it.sep) Object.assign(it, {
						key: null,
						sep: [this.sourceToken]
					});
					else if (it.value || atNextItem) map.items.push({
						start,
						key: null,
						sep: [this.sourceToken]
					});
					else if (includesToken(it.sep, "map-value-ind")) this.stack.push({
						type: "block-map",
						offset: this.offset,
						indent: this.indent,
						items: [{
							start: [],
							key: null,
							sep: [this.sourceToken]
						}]
					});
					else it.sep.push(this.sourceToken);
					this.onKeyLine = true;
					return;
				case "alias":
				case "scalar":
				case "single-quoted-scalar":
				case "double-quoted-scalar": {
					const fs = this.flowScalar(this.type);
					if (atNextItem || it.value) {
						map.items.push({
							start,
							key: fs,
							sep: []
						});
						this.onKeyLine = true;
					} else if (it.sep) this.stack.push(fs);
					else {
						Object.assign(it, {
							key: fs,
							sep: []
						});
						this.onKeyLine = true;
					}
					return;
				}
				default: {
					const bv = this.startBlockValue(map);
					if (bv) {
						if (bv.type === "block-seq") {
							if (!it.explicitKey && it.sep && !includesToken(it.sep, "newline")) {
								yield* this.pop({
									type: "error",
									offset: this.offset,
									message: "Unexpected block-seq-ind on same line with key",
									source: this.source
								});
								return;
							}
						} else if (atMapIndent) map.items.push({ start });
						this.stack.push(bv);
						return;
					}
				}
			}
		}
		yield* this.pop();
		yield* this.step();
	}
	*blockSequence(seq) {
		const it = seq.items[seq.items.length - 1];
		switch (this.type) {
			case "newline":
				if (it.value) {
					const end = "end" in it.value ? it.value.end : void 0;
					if ((Array.isArray(end) ? end[end.length - 1] : void 0)?.type === "comment") end?.push(this.sourceToken);
					else seq.items.push({ start: [this.sourceToken] });
				} else it.start.push(this.sourceToken);
				return;
			case "space":
			case "comment":
				if (it.value) seq.items.push({ start: [this.sourceToken] });
				else {
					if (this.atIndentedComment(it.start, seq.indent)) {
						const end = seq.items[seq.items.length - 2]?.value?.end;
						if (Array.isArray(end)) {
							arrayPushArray(end, it.start);
							end.push(this.sourceToken);
							seq.items.pop();
							return;
						}
					}
					it.start.push(this.sourceToken);
				}
				return;
			case "anchor":
			case "tag":
				if (it.value || this.indent <= seq.indent) break;
				it.start.push(this.sourceToken);
				return;
			case "seq-item-ind":
				if (this.indent !== seq.indent) break;
				if (it.value || includesToken(it.start, "seq-item-ind")) seq.items.push({ start: [this.sourceToken] });
				else it.start.push(this.sourceToken);
				return;
		}
		if (this.indent > seq.indent) {
			const bv = this.startBlockValue(seq);
			if (bv) {
				this.stack.push(bv);
				return;
			}
		}
		yield* this.pop();
		yield* this.step();
	}
	*flowCollection(fc) {
		const it = fc.items[fc.items.length - 1];
		if (this.type === "flow-error-end") {
			let top;
			do {
				yield* this.pop();
				top = this.peek(1);
			} while (top?.type === "flow-collection");
		} else if (fc.end.length === 0) {
			switch (this.type) {
				case "comma":
				case "explicit-key-ind":
					if (!it || it.sep) fc.items.push({ start: [this.sourceToken] });
					else it.start.push(this.sourceToken);
					return;
				case "map-value-ind":
					if (!it || it.value) fc.items.push({
						start: [],
						key: null,
						sep: [this.sourceToken]
					});
					else if (it.sep) it.sep.push(this.sourceToken);
					else Object.assign(it, {
						key: null,
						sep: [this.sourceToken]
					});
					return;
				case "space":
				case "comment":
				case "newline":
				case "anchor":
				case "tag":
					if (!it || it.value) fc.items.push({ start: [this.sourceToken] });
					else if (it.sep) it.sep.push(this.sourceToken);
					else it.start.push(this.sourceToken);
					return;
				case "alias":
				case "scalar":
				case "single-quoted-scalar":
				case "double-quoted-scalar": {
					const fs = this.flowScalar(this.type);
					if (!it || it.value) fc.items.push({
						start: [],
						key: fs,
						sep: []
					});
					else if (it.sep) this.stack.push(fs);
					else Object.assign(it, {
						key: fs,
						sep: []
					});
					return;
				}
				case "flow-map-end":
				case "flow-seq-end":
					fc.end.push(this.sourceToken);
					return;
			}
			const bv = this.startBlockValue(fc);
			/* istanbul ignore else should not happen */
			if (bv) this.stack.push(bv);
			else {
				yield* this.pop();
				yield* this.step();
			}
		} else {
			const parent = this.peek(2);
			if (parent.type === "block-map" && (this.type === "map-value-ind" && parent.indent === fc.indent || this.type === "newline" && !parent.items[parent.items.length - 1].sep)) {
				yield* this.pop();
				yield* this.step();
			} else if (this.type === "map-value-ind" && parent.type !== "flow-collection") {
				const start = getFirstKeyStartProps(getPrevProps(parent));
				fixFlowSeqItems(fc);
				const sep = fc.end.splice(1, fc.end.length);
				sep.push(this.sourceToken);
				const map = {
					type: "block-map",
					offset: fc.offset,
					indent: fc.indent,
					items: [{
						start,
						key: fc,
						sep
					}]
				};
				this.onKeyLine = true;
				this.stack[this.stack.length - 1] = map;
			} else yield* this.lineEnd(fc);
		}
	}
	flowScalar(type) {
		if (this.onNewLine) {
			let nl = this.source.indexOf("\n") + 1;
			while (nl !== 0) {
				this.onNewLine(this.offset + nl);
				nl = this.source.indexOf("\n", nl) + 1;
			}
		}
		return {
			type,
			offset: this.offset,
			indent: this.indent,
			source: this.source
		};
	}
	startBlockValue(parent) {
		switch (this.type) {
			case "alias":
			case "scalar":
			case "single-quoted-scalar":
			case "double-quoted-scalar": return this.flowScalar(this.type);
			case "block-scalar-header": return {
				type: "block-scalar",
				offset: this.offset,
				indent: this.indent,
				props: [this.sourceToken],
				source: ""
			};
			case "flow-map-start":
			case "flow-seq-start": return {
				type: "flow-collection",
				offset: this.offset,
				indent: this.indent,
				start: this.sourceToken,
				items: [],
				end: []
			};
			case "seq-item-ind": return {
				type: "block-seq",
				offset: this.offset,
				indent: this.indent,
				items: [{ start: [this.sourceToken] }]
			};
			case "explicit-key-ind": {
				this.onKeyLine = true;
				const start = getFirstKeyStartProps(getPrevProps(parent));
				start.push(this.sourceToken);
				return {
					type: "block-map",
					offset: this.offset,
					indent: this.indent,
					items: [{
						start,
						explicitKey: true
					}]
				};
			}
			case "map-value-ind": {
				this.onKeyLine = true;
				const start = getFirstKeyStartProps(getPrevProps(parent));
				return {
					type: "block-map",
					offset: this.offset,
					indent: this.indent,
					items: [{
						start,
						key: null,
						sep: [this.sourceToken]
					}]
				};
			}
		}
		return null;
	}
	atIndentedComment(start, indent) {
		if (this.type !== "comment") return false;
		if (this.indent <= indent) return false;
		return start.every((st) => st.type === "newline" || st.type === "space");
	}
	*documentEnd(docEnd) {
		if (this.type !== "doc-mode") {
			if (docEnd.end) docEnd.end.push(this.sourceToken);
			else docEnd.end = [this.sourceToken];
			if (this.type === "newline") yield* this.pop();
		}
	}
	*lineEnd(token) {
		switch (this.type) {
			case "comma":
			case "doc-start":
			case "doc-end":
			case "flow-seq-end":
			case "flow-map-end":
			case "map-value-ind":
				yield* this.pop();
				yield* this.step();
				break;
			case "newline": this.onKeyLine = false;
			default:
				if (token.end) token.end.push(this.sourceToken);
				else token.end = [this.sourceToken];
				if (this.type === "newline") yield* this.pop();
		}
	}
};

// node_modules/yaml/browser/dist/public-api.js
function stringify(value, replacer, options) {
	let _replacer = null;
	if (typeof replacer === "function" || Array.isArray(replacer)) _replacer = replacer;
	else if (options === void 0 && replacer) options = replacer;
	if (typeof options === "string") options = options.length;
	if (typeof options === "number") {
		const indent = Math.round(options);
		options = indent < 1 ? void 0 : indent > 8 ? { indent: 8 } : { indent };
	}
	if (value === void 0) {
		const { keepUndefined } = options ?? replacer ?? {};
		if (!keepUndefined) return void 0;
	}
	if (require_service.isDocument(value) && !_replacer) return value.toString(options);
	return new Document(value, _replacer, options).toString(options);
}

// src/model/load.ts
const [minClients, maxClients] = [2, 64];
const loadSchema = require_service.withDescription(require_service.union([require_service.boolean(), require_service.int().check(require_service.meta({
	minimum: minClients,
	maximum: maxClients
}))]), "Clients that ask a candidate at once, after its tests: 2–64, or `true` for `maxConcurrent`. Never sent to the service.", true, 8);
function verdictRules({ desired, compare, load }) {
	const rules = {
		compare: require_service.comparisonOf({
			desired,
			compare
		}),
		load: load?.own === desired.name ? void 0 : load
	};
	return (rules.compare ?? rules.load) && rules;
}
const needsVerdict = (plan) => verdictRules(plan) !== void 0;
const isLoadable = ({ chat, post, expect: { status = 200 } = {} }) => (chat ?? post) !== void 0 && status < 300;

// src/model/spec.ts
const candidateSchema = require_service.withDescription(require_service.boolean(), "A version that replaces workers runs first as `NAME-candidate`, where no user is, and is tested and compared there. Never sent to the service.", true);
const priceSchema = require_service.withDescription(require_service.number().check(require_service._gte(0)), "What one worker costs an hour, in your currency. Shown, never sent to the service.", .69);
const specSchema = require_service.strictObject({
	...schemasOf(require_service.memberTable),
	tests: require_service.exactOptional(testsSchema),
	compare: require_service.exactOptional(require_service.compareSchema),
	load: require_service.exactOptional(loadSchema),
	candidate: require_service.exactOptional(candidateSchema),
	price: require_service.exactOptional(priceSchema)
});
function schemasOf(entries) {
	return Object.fromEntries(Object.entries(entries).map(([name, entry]) => {
		const initial = "default" in entry && { default: entry.default };
		const meta$1 = require_service.meta({
			description: entry.description,
			...initial,
			examples: [...entry.examples]
		});
		return [name, require_service.exactOptional(schemaOf(entry).check(meta$1))];
	}));
}
function schemaOf(entry) {
	if (!("members" in entry)) return entry.schema ?? require_service.kindSchemas[entry.kind];
	const { members, shorthand = "" } = entry;
	const whole = require_service.strictObject(schemasOf(members));
	const bare = members[shorthand];
	return bare ? require_service.union([require_service.bareFor(shorthand, schemaOf(bare)), whole]) : whole;
}

// src/spec/foreign.ts
const fieldSynonyms = {
	"workerConfig.minNum": "workersmin minworkers minreplicas mininstances activeworkers mincontainers",
	"workerConfig.maxNum": "workersmax maxworkers maxreplicas maxinstances maxcontainers",
	"workerConfig.minNum workerConfig.maxNum": "replicas workers instances replicacount",
	"workerConfig.gpuNum": "gpucount numgpus gpunumber",
	"workerConfig.gpuNum products": "gpu gpus accelerator accelerators",
	ports: "expose containerport targetport",
	"workerConfig.freeTimeout": "idletimeout scaledowndelay scaledownwindow keepalive cooldown",
	"workerConfig.requestTimeout": "timeout executiontimeout executiontimeoutms requesttimeout",
	"workerConfig.cudaVersion": "cuda mincudaversion allowedcudaversions",
	"workerConfig.maxConcurrent": "concurrency maxconcurrency maxconcurrentrequests concurrentrequests",
	products: "gputype gputypes gpuids gputypeids instancetype machinetype",
	rootfsSize: "disk disksize containerdisk containerdiskingb storage",
	policy: "scaler scalertype scaling autoscaling autoscaler",
	image: "dockerimage imagename imagetag containerimage",
	"image.command": "cmd args dockerargs run startcommand startupcommand",
	"image.authId": "imagepullsecrets registryauth containerregistryauthid",
	healthy: "health healthcheck readinessprobe livenessprobe startupprobe healthprobe probe",
	envs: "environment envvars environmentvariables",
	volumeMounts: "volumes networkvolume networkvolumeid mounts",
	regionId: "region datacenter datacenterids"
};
const expectationSynonyms = {
	"first-token": "ttft timetofirsttoken firsttokenlatency",
	"tokens-per-second": "tps tokenspersec tokenspersecond",
	within: "latency timeout maxlatency maxtime"
};
function synonymsOf(key, path) {
	const [fields] = Object.entries(path[0] === "tests" ? expectationSynonyms : fieldSynonyms).find(([, words]) => words.split(" ").includes(plain(key))) ?? [];
	const here = `${path.join(".")}.`;
	return fields?.split(" ").map((field) => field.startsWith(here) ? field.slice(here.length) : field) ?? [];
}
const fieldHints = [
	[
		"tests.*.expect",
		"match matches regex regexp include includes equal equals text body answer",
		"Write a part of the answer: `contains: Paris`. Values of a JSON answer go below `json`, by JSON Pointer."
	],
	[
		"tests.*",
		"prompt message messages question user",
		"Write what the user says: `chat: …`."
	],
	[
		"tests.*",
		"method url",
		"The method is the field: `get: /path` or `post: /path`, at the endpoint itself."
	],
	[
		"tests.*",
		"body data payload",
		"Write the body of a `post` as `json: …` or `text: …`."
	],
	[
		"envs.*",
		"valuefrom secretkeyref configmapkeyref secret fromsecret",
		"Delete it here, and pass the value in `secret-envs`, from a secret of the repository."
	],
	[
		"volumeMounts.*",
		"name emptydir hostpath persistentvolumeclaim claimname",
		"Write a disk as `type: local` with its `size` in GB; cloud storage as its `type` and `id`."
	],
	[
		"image",
		"name repository registry tag digest",
		"Write the whole reference as one text: `image: ghcr.io/acme/llama:1.4.0`."
	],
	[
		"image",
		"username password credentials",
		"Save the login in the console of the service, and write its ID as `authId`."
	],
	[
		"compare",
		"answers same equal equals expect contains",
		"Delete it: what both say is always told. What is right is `expect`, in the tests or the file of prompts; `worse: 5%` here refuses a loss."
	],
	[
		"ports.*",
		"name protocol",
		"Write the port alone: `ports: [8000]`."
	],
	[
		"products.*",
		"gpu gputype name count",
		"Write the ID of a product, which the console and an export show: `products: [SL-serverless-3]`."
	],
	[
		"tests.*",
		"name title description",
		"Delete it, or make it a comment: a test is named by its request."
	],
	[
		"",
		"model modelname modelid tensorparallelsize maxmodellen gpumemoryutilization dtype quantization servedmodelname trustremotecode",
		"Write it as an option of the server: `image: {image: …, command: \"--model …\"}`."
	],
	[
		"",
		"build dockerfile context",
		"Build and push the image before, and write its reference: `image: ghcr.io/acme/llama:1.4.0`."
	],
	[
		"",
		"secrets secretenvs variables waittimeout onfailure preview baseurl apikey",
		"Delete it here: a workflow passes it as an input, below `with:`; on a terminal it is a flag or a variable."
	],
	[
		"",
		"restart restartpolicy shmsize ipc runtime containername hostname user privileged networkmode networks dependson workingdir ulimits logging labels annotations platform pullpolicy imagepullpolicy tolerations affinity securitycontext",
		"Delete it: the service starts the container itself, with the GPUs of its worker."
	],
	[
		"",
		"envfile envfrom secretenv configmap",
		"Write harmless values as `envs: {KEY: value}`, and pass secrets in `secret-envs`."
	],
	[
		"healthy",
		"initialdelayseconds periodseconds timeoutseconds failurethreshold interval timeout retries startperiod",
		"Delete it: the service decides how often it checks; how long a deploy waits is `wait-timeout`."
	],
	[
		"healthy",
		"httpget test cmd exec tcpsocket http url",
		"Write the path alone: `healthy: {path: /health}`."
	],
	[
		"tests.*",
		"temperature topp topk seed stop stream tools system responseformat",
		"A `chat` is one question at temperature 0. For anything else write `post: /v1/chat/completions` with `json: …`."
	],
	[
		"",
		"$schema",
		"Write it as a comment: `# yaml-language-server: $schema=…`."
	],
	[
		" workerConfig",
		"resources limits requests nodeselector cpu cpus memory ram deploy machinespec",
		"Write the number of GPUs as `workerConfig: {gpuNum: 1}` and their kind as `products: […]`."
	]
];
function fieldHint(key, path) {
	const isIn = (list, word) => list.split(" ").includes(word);
	return fieldHints.find(([places, keys]) => isIn(places, require_service.fieldName(path)) && isIn(keys, plain(key)))?.[2];
}
const plain = (word) => word.toLowerCase().replaceAll(/[-_]/g, "");
const fileKinds = [
	[
		"a Kubernetes manifest",
		"apiVersion kind",
		2,
		"`containers[].image` is `image`, `args` is `image.command`, `containerPort` is `ports`, `nvidia.com/gpu` is `workerConfig.gpuNum`, `env` is `envs`, a `secretKeyRef` is `secret-envs`"
	],
	[
		"a Docker Compose file",
		"services",
		1,
		"`command` is `image.command`, `environment` is `envs`, `ports` has the port of the container alone"
	],
	[
		"a description for Hugging Face",
		"compute provider model",
		2,
		"`model.image` is `image`, `compute.scaling` is `workerConfig.minNum` and `maxNum`, `compute.instanceType` is `products`"
	],
	[
		"a SkyPilot task",
		"service setup run file_mounts workdir",
		2,
		"`run` is `image.command`, `resources.accelerators` is `products` and `workerConfig.gpuNum`, `service.readiness_probe` is `healthy`, `service.replicas` is `workerConfig.minNum` and `maxNum`"
	],
	[
		"a description for Cog or Truss",
		"predict python_version model_name model_metadata requirements system_packages",
		2,
		"an image that is built and pushed before is `image`, its start is `image.command`, `environment_variables` is `envs`"
	],
	[
		"a GitHub workflow",
		"on jobs",
		2,
		"the spec is a file of its own, which `spec` names below `with:`"
	],
	[
		"a description for SageMaker",
		"EndpointName EndpointConfigName ProductionVariants PrimaryContainer",
		1,
		"`EndpointName` is `name`, `PrimaryContainer.Image` is `image`, `InstanceType` is `products`, `Environment` is `envs`"
	],
	[
		"a description for RunPod",
		"templateId workersMin workersMax gpuIds gpuTypeIds scalerType networkVolumeId imageName",
		2,
		"`imageName` is `image`, `workersMin` and `workersMax` are `workerConfig.minNum` and `maxNum`, `gpuTypeIds` is `products`, `scalerType` is `policy.type`"
	]
];
function foreignFile(keys) {
	const found = fileKinds.find(([, fields, count]) => fields.split(" ").filter((field) => keys.includes(field)).length >= count);
	if (!found) return void 0;
	const [kind, , , way] = found;
	const hint = `Write a spec: \`name\`, \`image\`, \`ports\`, \`policy\`, \`products\`. Here ${way}.`;
	return {
		code: "invalid-value",
		message: `the file is ${kind} and no endpoint spec`,
		hint
	};
}

// src/spec/shape.ts
const defOf = (schema) => schema.def;
function alternatives(schema) {
	const def = defOf(schema);
	if (require_service.writtenUnions.has(schema)) return [schema];
	if (def.type === "union") return def.options.flatMap((option) => alternatives(option));
	if (def.type === "optional") return alternatives(def.innerType);
	if (def.type === "pipe") return alternatives(def.in);
	return [schema];
}
function shapeOf(schema) {
	const def = defOf(schema);
	return def.type === "object" ? def.shape : {};
}
function schemasAt(path) {
	return path.reduce((schemas, segment) => schemas.flatMap((schema) => {
		const def = defOf(schema);
		const shape = shapeOf(schema);
		if (Object.hasOwn(shape, segment)) return alternatives(shape[segment]);
		if (def.type === "record" && typeof segment === "string") return alternatives(def.valueType);
		return def.type === "array" && typeof segment === "number" ? alternatives(def.element) : [];
	}), alternatives(specSchema));
}
function wantsWrittenText(path) {
	return schemasAt(path).some((schema) => require_service.writtenUnions.has(schema));
}
function wantsNumber(path) {
	return schemasAt(path).some((schema) => defOf(schema).type === "number");
}
function memberNames(path) {
	return schemasAt(path).flatMap((schema) => Object.keys(shapeOf(schema)));
}
function blocksOf(path = []) {
	return [path, ...memberNames(path).map((name) => [...path, name]).flatMap((member) => [member, [...member, 0]]).filter((at) => memberNames(at).length > 0).flatMap((at) => blocksOf(at))];
}
function memberMeta(path) {
	const last = path.at(-1) ?? "";
	const member = schemasAt(path.slice(0, -1)).map(shapeOf).find((each) => Object.hasOwn(each, last))?.[last];
	if (member === void 0) return {};
	const def = defOf(member);
	return require_service.globalRegistry.get(def.type === "optional" ? def.innerType : member) ?? {};
}
function allowedInWords(path) {
	return [...new Set(schemasAt(path).map(oneInWords))].join(" or ");
}
function oneInWords(schema) {
	if (schema === require_service.asWritten) return "text, a number, true or false";
	if (require_service.writtenUnions.has(schema)) return "text or a number";
	const def = defOf(schema);
	return {
		string: "text",
		boolean: "true or false",
		number: "format" in def ? "a whole number" : "a number",
		array: "a list"
	}[def.type] ?? "a mapping";
}

// src/spec/syntax.ts
const maxDepth = 100;
function parseYaml(source) {
	const parser = new Parser();
	const tokens = [];
	for (const lexeme of new Lexer().lex(source.text)) {
		tokens.push(...parser.next(lexeme));
		if (parser.stack.length > 100) return tooDeep(source, parser.offset - lexeme.length);
	}
	tokens.push(...parser.end());
	return [...new Composer({
		version: "1.2",
		schema: "core",
		uniqueKeys: false,
		resolveKnownTags: false
	}).compose(tokens, false, source.text.length)];
}
function tooDeep(source, offset) {
	const message = `lists and mappings are nested more than ${100} levels deep`;
	return require_service.errorAt(source.range(offset, offset + 1), {
		code: "nested-too-deep",
		message,
		hint: "Reduce the nesting: no field needs more than four levels."
	});
}
function syntaxIssue(document, source) {
	const at = (start, end, [message, hint]) => require_service.errorAt(source.range(start, end), {
		code: "yaml-syntax",
		message,
		hint
	});
	const { text } = source;
	const [start, , end] = document.range;
	const [error, next] = document.errors;
	if (error === void 0) return void 0;
	for (const [pattern, words] of foreignMarks) {
		const [found] = text.slice(start, end).matchAll(pattern);
		if (found) return at(start + found.index, start + found.index + found[0].length, words);
	}
	const [errorStart, errorEnd] = error.pos;
	if (text.startsWith("${", errorStart - 1)) return at(errorStart - 1, errorEnd, bareVariable);
	const opening = neverClosed.test(error.message) ? openingBefore(document, errorStart) : void 0;
	if (opening !== void 0) return at(opening, opening + 1, unclosed);
	const isTooFar = error.code === "BLOCK_AS_IMPLICIT_KEY" && next?.code === "MULTILINE_IMPLICIT_KEY";
	if (isTooFar || error.code === "BAD_INDENT") return at(...lineFrom(text, isTooFar ? next.pos[1] : errorStart), wrongIndent);
	return at(errorStart, errorEnd, syntaxWords[error.code] ?? unexpected);
}
function lineFrom(text, offset) {
	const start = text.lastIndexOf("\n", offset - 1) + 1;
	const line = /(?<=^[ \t]*)[^\s#].*/m.exec(text.slice(start));
	return line ? [start + line.index, start + line.index + line[0].trimEnd().length] : [offset, offset];
}
const neverClosed = /^Missing closing|^Flow (?:map|sequence) .* (?:must be sufficiently indented|end with)/;
function openingBefore(document, offset) {
	let opening;
	visit(document, (_key, node) => {
		const opens = require_service.isScalar(node) ? node.type?.startsWith("QUOTE") : require_service.isCollection(node) && node.flow;
		const [start, end] = require_service.isNode(node) && node.range || [offset, offset];
		if (opens && start < offset && end >= offset) opening = start;
	});
	return opening;
}
const wrongIndent = ["the indentation of this line is not that of its block", "Indent all fields of a block equally, with spaces."];
const foreignMarks = [
	[/^<{7}(?= )/gm, ["unresolved merge conflict", "Keep one side, and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`."]],
	[/^image: [\w./-]+: [\w.-]+$/gm, ["a space is inside the reference of an image", "Delete the space behind its `:`."]],
	[/^[a-z]\w*:(?=[^\s/])/gim, ["a space is missing behind this `:`", "Write it as in `name: llama-prod`."]],
	[/^(?:import \w|from [\w.]+ import |def \w+\(|@\w+\.).*/gm, ["this line is Python", "Write a spec in YAML: `name`, `image`, `ports`, `policy`, `products`."]],
	[/^ *\/\/.*/gm, ["this line is a comment of another language", "Start it with `#`."]],
	[/(?<=[\s[{,])'[^'\n]*'(?=\w)/g, ["a `'` inside single quotes ends the text", "Use double quotes, or write `''`."]],
	[/^(?:`{3}|~{3}).*/gm, ["this line is a fence of Markdown", "Delete the lines that start with ``` or ~~~."]],
	[/(?<=^ *[\w-]+: +)[^\s:"'#]+:(?=[ \t]*$)/gm, ["the text ends in `:`", "Write what belongs behind it, such as the tag of an image."]]
];
const bareVariable = ["inside `[ ]` and `{ }` a variable needs quotes", "Write `\"${KEY}\"`."];
const unclosed = ["the quote or bracket that opens here is never closed", "Close it, and indent its contents."];
const unexpected = ["unexpected text", "Check the indentation, and quote text that contains any of : # { } [ ] , & * ! | > % @."];
const syntaxWords = {
	TAB_AS_INDENT: ["a tab is used as indentation", "Indent with spaces, here and below."],
	BAD_SCALAR_START: ["text cannot start with this character", "Put the text in quotes."],
	BAD_DQ_ESCAPE: ["the double-quoted text has an escape that YAML does not know", "Use single quotes, or double the backslash."],
	BLOCK_AS_IMPLICIT_KEY: ["a mapping starts in the middle of a line", "Quote the text if it contains `: `, or put the mapping on its own, indented lines."],
	BLOCK_IN_FLOW: ["an indented block is inside `[ ]` or `{ }`", "Write it in brackets too, or write everything as a block."],
	MISSING_CHAR: ["a quote, bracket, comma, colon or space is missing", "Close quotes and brackets; write a space after `:` and `-`."],
	MULTILINE_IMPLICIT_KEY: ["a key spans several lines", "Write the key on one line, followed by a colon and a space."]
};

// src/spec/secrets.ts
const tokenizer = "(?<!(?:^|[_-])(?:bos|eos|pad|unk|sep|cls|mask|stop|start|end|image|special|decoder|think|tool))";
const secretName = new RegExp(`${tokenizer}_TOKEN$|(?:_KEY|_SECRET)$|PASSWORD`, "i");
const secretField = new RegExp(`(?:^|${tokenizer}[_-])token$|(?:^|[_-])(?:api-?key|secret|authorization|cookie)$|apiKey$`, "i");
const secretOption = /(?<![^\s'"])(?:--?(?![\w-]*(?:bos|eos|pad|unk|sep|cls|mask|stop)[-_]token)[\w-]*(?:api[_-]?key|token|secret|password)|[A-Za-z_]\w*(?:_TOKEN|_KEY|_SECRET))[ =]+(["']?)([^\s"'$-][^\s"']*)\1/gi;
function secretLiterals(document) {
	const { readable, mentions, written } = document;
	const issues = [];
	const [values, envs] = [[], []];
	const report = (path, found, what = "what looks like a secret") => {
		if (found.length === 0) return;
		values.push(...found);
		const asReference = isBodyOrHeader(path) ? "Revoke it, write `${KEY}` in its place, and set KEY in `secret-envs`, from a secret of the repository." : "Revoke it, and send the new one in a header, as `${KEY}` with KEY set in `secret-envs`.";
		const words = {
			code: "secret-literal",
			severity: "warning",
			hint: path[0] === "tests" ? asReference : path[1] === "authId" ? "Delete it here, revoke it, save the new login in the console of the service, and write its ID here." : "Delete it here, revoke it, and use `secret-envs`: the value then comes from a secret of the repository."
		};
		issues.push(require_service.issueAt(document, path, {
			...words,
			what: `contains ${what} in plain text`
		}));
	};
	const isValue = (path, text) => {
		const odd = text.includes("${") ? void 0 : require_index.notValues.find(({ form }) => form.test(text));
		const hint = "Write the value, or `${KEY}` with KEY set in `variables`; a secret belongs in `secret-envs`.";
		if (odd) issues.push(require_service.issueAt(document, path, {
			severity: "warning",
			what: odd.what,
			hint
		}));
		return !odd;
	};
	const judge = (path, { text, isNamed }) => {
		const [words, value] = [require_index.secretWords(text), text.replace(/^(?:Bearer|Basic|Token) +/i, "")];
		if (!isValue(path, value)) return;
		if (path[0] === "envs" && !text.includes("${")) envs.push(text);
		if (words.length === 0 && isNamed && value !== "" && !/\$\{|^<[^<>]*>$/.test(value)) report(path, [value], "the value of a secret");
		else report(path, words);
	};
	for (const [index, product] of (readable.products ?? []).entries()) isValue(["products", index], product);
	for (const [index, { key }] of (readable.envs ?? []).entries()) {
		const path = [
			"envs",
			index,
			"value"
		];
		judge(path, {
			text: written(path) ?? "",
			isNamed: secretName.test(key)
		});
	}
	for (const { keys: path, kind } of require_service.members) {
		const text = kind === "text" && mentions(path) && written(path) || "";
		if (isValue(path, text)) report(path, secretsIn(text));
	}
	for (const path of textsIn(readable.tests ?? [], ["tests"])) {
		const text = written(path) ?? "";
		const name = String(path.at(-1));
		judge(path, {
			text,
			isNamed: ["headers", "json"].includes(String(path[2])) && (secretName.test(name) || secretField.test(name))
		});
	}
	return {
		issues,
		values,
		plain: envs.filter((text) => text !== "" && !values.some((value) => text.includes(value)))
	};
}
function secretsIn(text) {
	const options = Array.from(text.matchAll(secretOption), ([, , value = ""]) => value);
	return [.../* @__PURE__ */ new Set([...require_index.secretWords(text), ...options])];
}
function textsIn(value, path) {
	if (typeof value === "string") return [path];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, member]) => textsIn(member, [...path, Array.isArray(value) ? Number(key) : key]));
}
const oddValues = [
	{
		form: /^(["']).+\1$|^(["'])\2$/s,
		what: "is in quotes, and they are part of it",
		hint: "Remove the quotes, unless the container expects them."
	},
	{
		form: /^(["']).*(?<!\1)$|^(?!["']).*["']$/s,
		what: "has a quote at only one end, which is part of it",
		hint: "Remove the quote, unless the container expects it."
	},
	{
		form: new RegExp(`^[^{[]*\\s(?:#(?!\\d)|//\\s)|^${require_index.secretWord.source}[ \\t]+\\S`),
		what: "is followed by other words, which are part of it",
		hint: "Write the value alone: a line has no comments."
	},
	{
		form: /[,\s] ?[A-Z][A-Z0-9_]*=/,
		what: "contains what looks like a second entry",
		hint: "Write one `KEY=VALUE` per line."
	},
	{
		form: /^\s|\s$/,
		what: "starts or ends with a space, which is part of it",
		hint: "Remove the space, unless the container expects it."
	}
];
function warnOddValues(input, values) {
	return [...values].flatMap(([key, value]) => {
		const text = value === key ? `secrets.${key}` : value;
		return (text.includes("\n") ? [] : [...require_index.notInputs, ...oddValues].filter(({ form }) => form.test(text))).map(({ what, hint }) => {
			const message = `the value of \`${key}\` in \`${input}\` ${what}`;
			return require_service.errorAt({ input }, {
				code: "invalid-value",
				severity: "warning",
				message,
				hint
			});
		});
	});
}
const minDeclaredLength = 8;
function secretVariables(variables, declared) {
	const known = new Set(declared.filter(({ length }) => length >= minDeclaredLength));
	const secret = [...variables].filter(([, value]) => known.has(value) || require_index.secretWords(value).length > 0);
	const shown = "and values of `variables` are shown in plans, logs and comments";
	const hint = "Use `secret-envs`, which reach the container as environment variables.";
	return secret.map(([key, value]) => {
		const message = `the value of the variable \`${key}\` ${`${known.has(value) ? "is also given as" : "looks like"} a secret, ${shown}`}`;
		return {
			value,
			issue: require_service.errorAt({ input: "variables" }, {
				code: "secret-literal",
				message,
				hint
			})
		};
	});
}

// src/spec/variables.ts
function escapeVariables(value) {
	return JSON.parse(JSON.stringify(value).replaceAll("${", () => "$${"));
}
const maxFilledCharacters = 262144;
const opening = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(\})?)?/g;
function substitute(text, { variables, room = Infinity, secrets }) {
	const escaped = (value) => secrets ? value.replaceAll("${", () => "$${") : value;
	const used = /* @__PURE__ */ new Set();
	const problems = /* @__PURE__ */ new Map();
	let filledLength = 0;
	return {
		text: text.replace(opening, (written, key, closing, offset = 0) => {
			if (written === "$${") return escaped("${");
			const report = (words) => {
				problems.set(`${words.code} ${key}`, {
					...words,
					written
				});
				return written;
			};
			if (key === void 0 || closing === void 0) return report(malformed(text.startsWith("${{", offset)));
			const value = variables.get(key);
			if (value === void 0) return secrets?.has(key) ? written : report(unknownVariable(key, {
				variables,
				secrets
			}));
			used.add(key);
			filledLength += value.length;
			return filledLength <= room ? escaped(value) : report(tooLong);
		}),
		used: [...used],
		problems: [...problems.values()]
	};
}
const tooLong = {
	code: "file-too-large",
	message: `the variables of this document are filled in with more than ${maxFilledCharacters} characters (256 Ki)`,
	hint: "Fill in a long value once, or put it into the image or on a volume."
};
function malformed(isGitHubExpression) {
	return {
		code: "malformed-variable",
		message: "`${` starts a variable but no name with a closing `}` follows",
		hint: isGitHubExpression ? "GitHub fills `${{ … }}` in workflows only. Write `${KEY}`, set in `variables`; a credential belongs in `secret-envs`." : "Write `${KEY}` with letters, digits and `_`, and without a default; or `$${` for a literal `${`."
	};
}
function unknownVariable(key, { variables, secrets }) {
	const names = [...variables.keys()].sort().join(", ");
	const known = names === "" ? "`variables` is empty" : `Known variables: ${names}`;
	const asSecret = secrets ? `add \`${key}=…\` to` : "delete this reference and set the env in";
	const first = secrets || secretName.test(key) ? `If it is a secret, ${asSecret} \`secret-envs\`. ` : "";
	return {
		code: "unknown-variable",
		message: `the variable \`${key}\` is not set in \`variables\`${secrets ? ", nor in `secret-envs`" : ""}`,
		hint: `${first}${known}. Add \`${key}=…\` to \`variables\`${first && ", which is public"}, or write \`$\${\` for a literal \`\${\`.`
	};
}

// src/spec/reader.ts
const maxNodes = 5e4;
const numberForm = /^[-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?$/;
function readNodes(document, { source, inputs, isBroken }) {
	const { name, variables, secretEnvs } = inputs;
	const places = require_service.createPlaces(document, source);
	let issues = [];
	const templates = /* @__PURE__ */ new Map();
	const secretValues = [];
	let used = [];
	const anchored = /* @__PURE__ */ new Map();
	const open = /* @__PURE__ */ new Set();
	let count = 0;
	let room = maxFilledCharacters;
	function refuse(node, path, { written = "", ...words }) {
		const span = require_service.spanOf(node, source);
		const at = written === "" ? -1 : source.text.slice(span.start, span.end).indexOf(written);
		const { start, end } = at < 0 ? span : {
			start: span.start + at,
			end: span.start + at + written.length
		};
		issues.push(require_service.errorAt(source.range(start, end), words, path));
	}
	function read(node, path, key) {
		const value = require_service.isAlias(node) ? anchored.get(node) ?? null : node;
		places.set(path, {
			node,
			key
		});
		if (node === null) return null;
		if (path.length > 100) return refuse(node, path, tooDeep(source, 0));
		count += 1;
		if (count > maxNodes) return count === 50001 ? refuse(node, path, aliasBomb) : void 0;
		if (value === null || open.has(value)) return refuse(node, path, unknownAnchor);
		if (require_service.isScalar(value)) return readScalar(value, path);
		open.add(value);
		const plain = require_service.isMap(value) ? readMapping(value, path) : value.items.map((item, index) => read(item, [...path, index]));
		open.delete(value);
		return plain;
	}
	function readMapping(node, path) {
		const first = /* @__PURE__ */ new Map();
		const entries = [];
		for (const { key, value } of node.items) {
			if (!require_service.isScalar(key)) return refuse(key, path, complexKey);
			const own = require_service.scalarText(key);
			const full = require_service.pathToKey(path, own);
			const earlier = first.get(own);
			const isMerge = own === "<<" && key.type === "PLAIN";
			if (path.join() === "envs" && own.includes("${")) refuse(key, path, variableAsKey);
			else if (earlier !== void 0) {
				const { line } = source.range(require_service.spanOf(earlier, source).start, 0).start;
				const message = `${require_service.memberText(full)} is set twice; the first is on line ${line}`;
				refuse(key, full, wordsFor("duplicate-key", message, "Keep one of them."));
			} else {
				first.set(own, key);
				if (isMerge) refuse(key, full, merge(path));
				const plain = read(value, [...path, own], key);
				if (plain !== void 0 && !isMerge) entries.push([own, plain]);
			}
		}
		return Object.fromEntries(entries);
	}
	function readScalar(node, path) {
		const { value, source: written = "" } = node;
		if (value === null) return null;
		const isSecret = isBelowEnvs(path) && path.at(-1) !== "key";
		if (typeof value !== "string") {
			if (isSecret) secretValues.push(written);
			return wantsWrittenText(path) ? written : value;
		}
		const secrets = isBodyOrHeader(path) ? secretEnvs : void 0;
		const { text, used: filled, problems } = substitute(value, {
			variables,
			room,
			secrets
		});
		if (path[0] !== "tests" && /^[\u2018-\u201f\u00ab].*[\u2018-\u201f\u00bb]$/s.test(text)) refuse(node, path, oddCharacter(text));
		const empty = filled.filter((key) => variables.get(key) === "").map((key) => `\`${key}\``);
		if (empty.length > 0) refuse(node, path, emptyVariable(empty.join(", ")));
		used.push(...filled.map((key) => ({
			key,
			path
		})));
		for (const problem of problems) refuse(node, path, problem);
		const { start, end } = require_service.spanOf(node, source);
		const odd = oddCommand(path, {
			text,
			lines: node.type === "PLAIN" || node.type?.startsWith("BLOCK") ? source.text.slice(start, end) : text
		});
		if (odd) refuse(node, path, odd);
		if (problems.length > 0) return void 0;
		if (filled.length > 0) room = Math.max(0, room - text.length);
		if (isSecret && text !== "") secretValues.push(text);
		const member = path.join(".");
		if (require_service.mayHoldSecret(member)) templates.set(member, {
			template: value,
			filled: text
		});
		return /^\$\{\w+\}$/.test(value) && wantsNumber(path) && numberForm.test(text) ? Number(text) : text;
	}
	function override(path, input) {
		places.set(path, { input });
		const isElsewhere = (each) => !path.every((segment, index) => each.path[index] === segment);
		issues = issues.filter(isElsewhere);
		used = used.filter(isElsewhere);
	}
	function putInputs(spec, image) {
		const { image: block, envs } = spec;
		if (name !== "") {
			spec.name = name;
			override(["name"], "name");
		}
		if (image !== void 0) {
			spec.image = require_service.isObject(block) ? {
				...block,
				image
			} : image;
			override(require_service.isObject(block) ? ["image", "image"] : ["image"], "image");
		}
		for (const [key, value] of secretEnvs) {
			const items = Array.isArray(envs) ? envs : [];
			const at = items.findIndex((item) => require_service.isObject(item) && item.key === key);
			const index = at === -1 ? items.length : at;
			const isTwice = at !== -1 || require_service.isObject(envs) && Object.hasOwn(envs, key);
			const given = ["envs", Array.isArray(envs) ? index : key];
			if (Array.isArray(envs)) envs[index] = {
				key,
				value
			};
			else if (require_service.isObject(envs)) Object.assign(envs, { [key]: value });
			const place = places.placeOf(given);
			override(given, "secret-envs");
			if (isTwice) issues.push(require_service.errorAt(place, overridden(key), given));
		}
	}
	const anchors = /* @__PURE__ */ new Map();
	visit(document, (_, node) => {
		if (require_service.isAlias(node)) anchored.set(node, anchors.get(node.source));
		else if (require_service.isNode(node) && node.anchor) anchors.set(node.anchor, node);
	});
	for (const { code, pos } of document.warnings) if (code === "TAG_RESOLVE_FAILED") issues.push(require_service.errorAt(source.range(...pos), customTag));
	const value = isBroken ? void 0 : read(document.contents, []);
	const ownName = require_service.isObject(value) && typeof value.name === "string" ? value.name : "";
	if (require_service.isObject(value)) putInputs(value, inputs.image.get("") ?? inputs.image.get(name || ownName));
	const usedVariables = new Set(used.map(({ key }) => key));
	return {
		value,
		issues,
		places,
		ownName,
		templates,
		secretValues,
		usedVariables
	};
}
function isBelowEnvs(path) {
	return path.slice(0, -1).some((segment) => /env|secret/i.test(String(segment)));
}
const wordsFor = (code, message, hint) => ({
	code,
	message,
	hint
});
function warning(message, hint, written = "") {
	return {
		code: "invalid-value",
		severity: "warning",
		message,
		hint,
		written
	};
}
function oddCommand(path, { text, lines }) {
	if (!/^image\.(command|entrypoint)$/.test(path.join("."))) return void 0;
	const unquoted = (each) => each.replaceAll(/"[^"]*"|'[^']*'/g, "");
	const words = unquoted(text.trimEnd());
	if (require_service.oddCharacterIn(text)) return oddCharacter(text);
	const [pasted] = /(?<=^(?:\$ )?(?:sudo )?)(?:docker|podman) (?:run|compose)\b|(?<!\S)(?:--gpus[ =]all|--ipc[ =]host|--shm-size|--rm|-p \d+:\d+)\b/.exec(text) ?? [];
	if (pasted) return warning(`\`${pasted}\` is for Docker on your machine, and this command runs in the container`, "Write what stands behind the image there; the image itself as `image`.");
	if (/(?<!\S)\\(?!\S)/.test(words) || /\\[ \t]*\r?\n/.test(unquoted(lines))) return shellLines;
	return words.includes("\n") ? sentLines : void 0;
}
const shellLines = warning("`\\` does not join lines here; it is sent as part of the command", "Delete it: YAML joins the lines of plain text, and of a text below `>-`.", "\\\n");
const sentLines = warning("the line breaks in this command are sent as they are", "Write `>-` instead of `|`: it joins the lines with spaces.");
const merge = (path) => wordsFor("unknown-key", `\`<<\` is not a field of ${require_service.memberText(path)}`, "YAML 1.2 has no merges: write the fields out, or use an alias for the whole block.");
const oddCharacter = (text) => warning("this text contains a character that only looks like a plain one", `It has ${require_service.oddCharacterIn(text)}.`);
const overridden = (key) => ({
	...warning(`this value of ${require_service.memberText(["envs", key])} changes nothing: \`secret-envs\` gives another one`, "Delete one of them."),
	severity: "notice"
});
const emptyVariable = (keys) => ({
	code: "unknown-variable",
	severity: "warning",
	message: `the variable ${keys} is set to an empty text in \`variables\``,
	hint: "A misspelled output of a workflow is empty, and so is an output of a skipped step."
});
const customTag = wordsFor("custom-tag", "`!` starts a tag, and a spec has no tags", "Delete the tag, or quote the text if it starts with `!`.");
const unknownAnchor = wordsFor("unknown-anchor", "`*` starts an alias, but no complete value before it in this document has that anchor", "An anchor ends with its document, at `---`. Put the text in quotes if it is not an alias.");
const aliasBomb = wordsFor("alias-bomb", `aliases repeat more than ${maxNodes} values`, "Write the values out.");
const complexKey = wordsFor("complex-key", "a key is a list, a mapping or an alias", "Use text as the key. `{{ … }}` is not filled here: write `${KEY}` and set KEY in `variables`, or quote the text.");
const variableAsKey = wordsFor("invalid-value", "a key of `envs` contains `${`, and variables are not allowed in keys", "Write `envs` as items: `- {key: \"${KEY}\", value: …}`.");

// src/spec/asked.ts
function maxTokensOf({ chat, json, "max-tokens": most = 256 }) {
	if (chat !== void 0) return most;
	const given = require_service.isObject(json) ? json.max_tokens ?? json.max_completion_tokens : void 0;
	return typeof given === "number" ? given : void 0;
}
function askedModel({ model, post = "", json }) {
	const asked = model ?? (post.startsWith("/v1/") && require_service.isObject(json) ? json.model : void 0);
	return typeof asked === "string" && !asked.includes("${") ? asked : "";
}

// src/spec/rules.ts
function rulesOf(document) {
	const { readable, mentions } = document;
	const { appName = "", name = "", tests = [], candidate } = readable;
	const plainName = appName.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
	const allowed = "the service accepts only lowercase letters, digits and hyphens";
	const nameHint = "Add, for example, `name: llama-prod`, or pass it as `name`.";
	const fault = document.written(["name"])?.includes("${") === true || !name.includes("/") ? require_index.nameFault(name) : void 0;
	const rules = [
		[
			!mentions(["name"]),
			["name"],
			"is missing: it identifies the endpoint",
			nameHint,
			"missing-key"
		],
		[
			fault !== void 0,
			["name"],
			fault?.what ?? "",
			fault?.hint ?? ""
		],
		[
			!/^[a-z0-9-]*$/.test(appName),
			["appName"],
			`is ${require_index.quote(appName)}; ${allowed}`,
			`Write, for example, \`appName: ${plainName}\`.`
		],
		[
			mentions(["policy", "type"]) && !mentions(["policy", "value"]),
			["policy", "value"],
			"is missing: its meaning follows from the type",
			"Add `value`: the seconds that a request may wait (`queue`), or the number of requests (`concurrency`).",
			"missing-key"
		],
		...compareRules(document),
		...loadRules(document),
		[
			candidate === true && !mentions(["tests"]),
			["candidate"],
			"has nothing that a candidate could pass: the spec has no `tests`",
			"Add, for example, `tests: [/health]`, or delete `candidate`."
		],
		...policyRules(document),
		...productRules(document),
		...volumeRules(document),
		...envRules$1(document),
		...tests.flatMap((test, index) => {
			const at = ["tests", index];
			return testRules$1(test, methods.filter((method) => mentions([...at, method]) || test[method] !== void 0)).map(([isBroken, path, ...words]) => [
				isBroken,
				[...at, ...path],
				...words
			]);
		})
	];
	return require_service.brokenRules(document, rules);
}
function compareRules({ readable: { compare, tests, name, candidate }, mentions }) {
	if (!compare) return [];
	const { prompts, requests = 30, worse, slower } = compare;
	const [min, max] = prompts === void 0 ? [5, 50] : [30, 300];
	const range = `is ${requests}; allowed ${prompts ? "with" : "without"} \`prompts\`: ${min} to ${max}`;
	return [
		[
			candidate === true && compare.with === `${name}-candidate`,
			["compare", "with"],
			"names the candidate itself, which is then compared with nothing",
			"Delete `with`: the candidate is compared with production."
		],
		[
			!mentions(["tests"]),
			["compare"],
			"compares answers to `tests`, and the spec has none",
			"Add, for example, `tests: [{chat: Name three colours.}]`, or delete `compare`."
		],
		[
			requests < min || requests > max,
			["compare", "requests"],
			range,
			`Write a number from ${min} to ${max}.`,
			"out-of-range"
		],
		[
			worse !== void 0 && prompts === void 0 && tests?.some(hasRightAnswer) === false,
			["compare", "worse"],
			noRightAnswer.what,
			noRightAnswer.hint
		],
		[
			slower !== void 0 && prompts === void 0 && tests?.every(({ get }) => noModel.test(get ?? "")) === true,
			["compare", "slower"],
			"compares how fast `tests` are answered, and no model answers these",
			"Add, for example, `- chat: Name three colours.` to `tests`.",
			"invalid-value",
			"warning"
		]
	];
}
function loadRules({ readable: { load, compare, tests = [], workerConfig = {} } }) {
	if (load === void 0 || load === false) return [];
	const { maxConcurrent = 0 } = workerConfig;
	return [
		[
			load !== true && (load < minClients || load > maxClients),
			["load"],
			`is ${load}; allowed: ${minClients}–${maxClients}`,
			"Write, for example, `load: 8`.",
			"out-of-range"
		],
		[
			load === true && maxConcurrent === 0,
			["load"],
			"is `true`, and the spec has no `workerConfig.maxConcurrent`",
			"Add it, or write how many ask at once: `load: 8`."
		],
		[
			load === true && maxConcurrent === 1,
			["load"],
			"is `true`, and `maxConcurrent` is 1: one request at a time is what every test asks",
			"Write `load: 4` to see how requests queue."
		],
		[
			load === true && maxConcurrent > maxClients,
			["load"],
			`is \`true\`, and \`maxConcurrent\` is ${maxConcurrent}; at most ${maxClients} ask at once`,
			`Write a number: \`load: ${maxClients}\`.`,
			"out-of-range"
		],
		[
			compare?.prompts === void 0 && !tests.some(isLoadable),
			["load"],
			"needs a test with `chat` or `post` that expects a 2xx status, or `compare.prompts`",
			"Add, for example, `- chat: What is the capital of France?` to `tests`."
		]
	];
}
const noModel = /^\/(?:|v1\/models|(?:\w+\/)*(?:health|healthz|ping|ready|live|livez|readyz|version|info|metrics))$/;
const noRightAnswer = {
	what: "counts right answers, and nothing that is asked says which answers are right",
	hint: "Add `expect`, such as `{contains: Paris}`, or delete `worse`."
};
const policyTypes = ["queue", "concurrency"];
function policyRules({ readable: { policy = {} } }) {
	const { type = "queue" } = policy;
	const [meant] = require_index.nearest(type, policyTypes);
	const what = `is ${require_index.quote(type)}; the known types are \`queue\` and \`concurrency\``;
	const [hint, severity] = meant ? [`Did you mean \`${meant}\`?`, "error"] : ["Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows this type.", "warning"];
	return [[
		!policyTypes.includes(type),
		["policy", "type"],
		what,
		hint,
		"unknown-policy-type",
		severity
	]];
}
const gpuModel = /^(?:nvidia\W?)?(?:[ahblv]\d{1,3}[gs]?|t4|rtx\W?\w{4,5}|[3-5]0\d0)\b/i;
function productRules({ readable: { products = [] } }) {
	const hint = "Write the ID of a product, which the console and an export show: `products: [SL-serverless-3]`.";
	return products.map((product, index) => {
		const isModel = gpuModel.test(product);
		const what = `is ${require_index.quote(product)}, which is ${isModel ? "a model of GPU" : "not one ID"}`;
		return [
			isModel || /\S[\s,;|:]+\S/.test(product),
			["products", index],
			what,
			hint,
			"invalid-value",
			"warning"
		];
	});
}
function volumeRules({ readable: { volumeMounts = [] }, inFile }) {
	return volumeMounts.flatMap(({ type, id, mountPath }, index) => {
		const folder = (path) => path.replace(/(?<!\/)\/+$/, "");
		const earlier = volumeMounts.findIndex((volume) => folder(volume.mountPath) === folder(mountPath));
		const where = `is ${require_index.quote(mountPath)}, where ${require_service.memberText(inFile(["volumeMounts", earlier]))} is already mounted`;
		const at = ["volumeMounts", index];
		const hides = "hides this folder of the image";
		const isNameless = type !== "local" && id === "";
		return [
			[
				type !== "local" && (require_index.nearest(type, ["local"]).length > 0 || /^(?:disk|ssd|nvme|emptydir)$/i.test(type)),
				[...at, "type"],
				`is ${require_index.quote(type)}, and so cloud storage`,
				"Write `local` for a disk of the worker."
			],
			[
				earlier < index,
				[...at, "mountPath"],
				where,
				"Give each volume a unique `mountPath`.",
				"duplicate-mount"
			],
			[
				/^\/(?:bin|dev|etc|lib|lib64|proc|sbin|sys|usr)?\/*$/.test(mountPath),
				[...at, "mountPath"],
				hides,
				"Mount it at a folder of its own, such as `/data`.",
				"invalid-value",
				"warning"
			],
			[
				isNameless,
				[...at, "id"],
				"is empty: cloud storage is identified by its ID",
				"Write the ID of the storage."
			]
		];
	});
}
function envRules$1({ readable: { envs = [] }, mentions }) {
	return [...envs.flatMap(({ key, value }, index) => {
		const at = ["envs", index];
		const isRepeated = envs.findIndex((env) => env.key === key) < index;
		const isReserved = key === "GPU_ENDPOINT_DEPLOYMENT" || key === "GPU_ENDPOINT_UNFINISHED";
		const repeats = `sets ${require_service.memberText([key])} a second time`;
		return [
			[
				`${key}${value}`.includes("\0"),
				at,
				"contains a NUL, where Linux ends a variable",
				"Delete `\\0`."
			],
			[
				isRepeated,
				[...at, "key"],
				repeats,
				"Keep one of the items.",
				"duplicate-env"
			],
			[
				isReserved,
				[...at, "key"],
				"is reserved for this action's own record",
				"Use another name.",
				"reserved-env"
			]
		];
	}), [
		mentions(["envs", "__proto__"]),
		["envs", "__proto__"],
		"cannot be sent to the service",
		"Use another name."
	]];
}
const methods = [
	"get",
	"post",
	"chat"
];
const keepOne = "Keep one of them.";
const companions = {
	path: "chat",
	model: "chat",
	"max-tokens": "chat",
	json: "post",
	text: "post"
};
const headersOfOurs = new Set("accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade".split(" "));
function testRules$1(test, given) {
	const { json, text, headers = {}, expect = {} } = test;
	const maxTokens = maxTokensOf(test) ?? 8;
	const [first = "", second = ""] = given;
	const isStream = isStreamed(test);
	const bodyField = json !== void 0 ? "json" : text !== void 0 ? "text" : "chat";
	const bytes = Buffer.byteLength(bodyOf(test) ?? "");
	const size = `makes a body of ${bytes} bytes; allowed: ${maxRequestBytes} (64 KiB)`;
	const streamHint = "Use `chat`, add `stream: true` to the `json` of a `post`, or the header `accept: text/event-stream`.";
	const jsonHint = "Write the JSON itself, without quotes and `|` around it, or use `text` for other text.";
	const ofJson = "is about a JSON answer, and the answer to this request is a stream";
	const noJson = expect.json !== void 0 && isStream;
	const anyOf = expect.contains === void 0 ? void 0 : [expect.contains].flat();
	return [
		[
			first === "",
			[],
			"sends no request",
			"Add `get: /path`, `post: /path` or `chat: …`.",
			"missing-key"
		],
		[
			second !== "",
			[second],
			`cannot be combined with \`${first}\`; a test is one request`,
			"Make a test of each."
		],
		...Object.entries(companions).map(([name, method]) => {
			const isAlone = test[name] !== void 0 && given.length === 1 && first !== method;
			const hint = method === "post" ? "Write `post: /path` with it." : "Write `chat: …` with it, or delete it.";
			return [
				isAlone,
				[name],
				`belongs to a \`${method}\`, and the test has none`,
				hint
			];
		}),
		[
			json !== void 0 && text !== void 0,
			["text"],
			"cannot be combined with `json`; a request has one body",
			keepOne
		],
		...Object.entries(headers).map(([name, value]) => {
			const path = ["headers", name];
			if (headersOfOurs.has(name.toLowerCase())) return [
				true,
				path,
				"is set by the connection",
				"Delete the header."
			];
			return [
				!isHeaderText(value.trim()),
				path,
				"contains a line break or another character that a header cannot contain",
				"Write one line of plain text."
			];
		}),
		[
			typeof json === "string",
			["json"],
			"is text",
			jsonHint
		],
		[
			bytes > maxRequestBytes,
			[bodyField],
			size,
			"Test with a smaller request.",
			"out-of-range"
		],
		...[
			"first-token",
			"tokens-per-second",
			"finish"
		].map((name) => {
			return [
				expect[name] !== void 0 && first !== "" && !isStream,
				["expect", name],
				"is about a stream, but the request does not ask for one",
				streamHint
			];
		}),
		[
			expect["tokens-per-second"] !== void 0 && maxTokens < 8,
			[json === void 0 ? "max-tokens" : "json"],
			`allows ${maxTokens} tokens, and speed is judged from ${8} tokens on: no answer passes \`tokens-per-second\``,
			`Raise it to ${8} or more.`
		],
		[
			expect.equals !== void 0 && anyOf !== void 0 && !anyOf.some((part) => includes(expect.equals ?? "", part)),
			["expect", "equals"],
			"has no text of `contains`, so no answer is right",
			keepOne
		],
		[
			noJson,
			["expect", "json"],
			ofJson,
			"Use `contains`, or `post` without `stream: true`."
		],
		...emptyTexts(expect, ["expect"]),
		...Object.entries(expect.json ?? {}).flatMap(([pointer, wanted]) => pointerRules(pointer, wanted))
	];
}
const emptyExpectations = {
	contains: "is empty, and every answer contains that",
	finish: "is empty, and no stream ends with that"
};
function emptyTexts(expect, path) {
	const hint = "Write text that only the right answer has. If a variable stands here, it is empty.";
	return Object.entries(emptyExpectations).flatMap(([name, what]) => {
		const [at, given] = [[...path, name], expect[name]];
		const isEmpty = (text) => typeof text === "string" && /^[\s\p{Cf}]*$/u.test(text);
		const pathOf = (index) => Array.isArray(given) ? [...at, index] : at;
		return [given].flat().map((text, index) => [
			isEmpty(text),
			pathOf(index),
			what,
			hint
		]);
	});
}
function pointerRules(pointer, wanted) {
	if (!require_service.isObject(wanted)) return [];
	const [other] = Object.keys(wanted).filter((name) => name !== "exists");
	const path = [
		"expect",
		"json",
		pointer
	];
	const { min = -Infinity, max = Infinity } = wanted;
	const vain = `is \`false\`, and \`${other}\` is about a value that exists`;
	return [
		[
			Object.keys(wanted).length === 0,
			path,
			"expects nothing",
			"Write a value, or `{exists: true}`."
		],
		[
			min > max,
			[...path, "min"],
			"is larger than `max`: no value is right",
			"Swap them."
		],
		[
			wanted.exists === false && other !== void 0,
			[...path, "exists"],
			vain,
			keepOne
		],
		...emptyTexts(wanted, path)
	];
}

// src/spec/schema-issues.ts
function refusals(issues, base = []) {
	return issues.flatMap((issue) => {
		const path = [...base, ...issue.path];
		if (issue.code !== "invalid_union") return [{
			path,
			issue
		}];
		const isOtherType = ({ path: at, issue: { code, ...found } }) => at.length === path.length && (code === "invalid_union" || code === "invalid_type" && !("expected" in found && found.expected === "int"));
		return issue.errors.map((errors) => refusals(errors, path)).filter((found) => !found.some(isOtherType)).toSorted((a, b) => a.length - b.length)[0] ?? [{
			path,
			issue
		}];
	});
}
function isMisspelt(path, found) {
	const parent = path.slice(0, -1);
	return found.flatMap(({ path: at, issue }) => issue.code === "unrecognized_keys" && at.join("\n") === parent.join("\n") ? issue.keys : []).some((key) => typeof parent.at(-1) === "number" || require_index.nearest(key, [String(path.at(-1))]).length > 0);
}
function describeRefusals(found, document) {
	const first = new Map(found.map((refusal) => [refusal.path.join("\n"), refusal]).toReversed());
	return found.values().flatMap((refusal) => {
		const { path, issue } = refusal;
		const isKnown = issue.input === void 0 && (document.places.has(path) || isMisspelt(path, found));
		return first.get(path.join("\n")) === refusal && !isKnown ? describeRefusal(refusal, document) : [];
	}).take(100).toArray();
}
function describeRefusal({ path, issue }, document) {
	const { places } = document;
	if (issue.code === "unrecognized_keys") return issue.keys.values().map((key) => {
		const full = require_service.pathToKey(path, key);
		const words = {
			code: "unknown-key",
			message: `${require_service.memberText(full.slice(-1))} is not a field of ${require_service.memberText(path)}`,
			hint: unknownKeyHint(path, key, places)
		};
		return require_service.errorAt(places.placeOf([...path, key], "key"), words, full);
	});
	if (issue.code === "invalid_key") {
		const parent = path.slice(0, -1);
		const message = `a key of ${require_service.memberText(parent)} is malformed: it ${issue.issues[0]?.message}`;
		const hint = exampleHint(parent);
		const key = require_service.pathToKey(parent, String(path.at(-1)));
		return [require_service.errorAt(places.placeOf(path, "key"), {
			code: "invalid-value",
			message,
			hint
		}, key)];
	}
	const missing = {
		code: "missing-key",
		message: `${require_service.memberText(path)} is missing`,
		hint: exampleHint(path, "Add")
	};
	const words = places.has(path) ? refusedValue({
		path,
		issue
	}, document) : missing;
	return [require_service.errorAt(places.placeOf(path), words, path)];
}
function refusedValue({ path, issue }, document) {
	const { input } = issue;
	const written = document.places.written(path) ?? "${";
	const source = Array.isArray(input) || !written.includes("${") ? written : String(input);
	const found = foundText(path, input, source);
	const joined = joinedHint({
		path,
		issue
	}, document);
	const hint = joined ?? exampleHint(path);
	const words = (code, what, how = hint) => ({
		code,
		message: `${require_service.memberText(path)} ${what}`,
		hint: how
	});
	if (issue.code === "too_small" || issue.code === "too_big") {
		const { minimum: min, maximum: max } = issue;
		const allowed = `; allowed: ${require_service.rangeText(issue.exact ? {
			min: min ?? max,
			max: max ?? min
		} : {
			min,
			max
		})}`;
		if (input === "") return words("out-of-range", "is empty");
		if (typeof input === "string") return words("out-of-range", `is ${input.length} characters long${allowed}`, `Shorten it to ${max} characters.`);
		return words("out-of-range", (Array.isArray(input) ? `has ${input.length} items` : `is ${found}`) + allowed);
	}
	if (issue.code === "invalid_format" || issue.code === "custom") return words("invalid-value", `is ${found}; it ${issue.message}`);
	const { limit } = require_service.memberAt(path.join(".")) ?? {};
	const unit = limit && "unit" in limit ? ` of ${limit.unit}` : "";
	const allowed = allowedInWords(path);
	return words("wrong-type", `is ${found}; allowed: ${allowed}${unit}`, joined ?? typeHint(path, input, {
		source,
		allowed
	}));
}
function joinedHint({ path, issue: { input } }, { places, secrets }) {
	if (!/^image\.(command|entrypoint)$/.test(path.join(".")) || !Array.isArray(input)) return void 0;
	const text = input.map((_, index) => places.written([...path, index]) ?? "").map((item) => /^[\w@%+=:,./${}-]+$/.test(item) ? item : `'${item.replaceAll("'", `'\\''`)}'`).join(" ");
	if ([...secretsIn(text), ...secrets.filter((secret) => text.includes(secret))].length > 0) return void 0;
	return `Write one text: \`${stringify({ [String(path.at(-1))]: text }, { lineWidth: 0 }).trimEnd()}\`.`;
}
function foundText(path, found, source) {
	if (Array.isArray(found)) return "a list";
	if (require_service.isObject(found)) return "a mapping";
	if (found === null) return "empty (null)";
	const isHidden = require_service.mayHoldSecret(path.join(".")) || isBodyOrHeader(path);
	const [type, shown] = {
		string: ["text", `the text ${require_index.quote(String(found))}`],
		number: ["a number", `the number ${require_index.shortValue(source)}`],
		boolean: ["true or false", `\`${source}\``]
	}[typeof found];
	return isHidden ? type : shown;
}
function typeHint(path, found, { source, allowed }) {
	if (path[0] === "envs" && !allowed.startsWith("a mapping")) return "Write one text, in quotes; `\"\"` for an empty one. A secret belongs in `secret-envs`.";
	if (found !== null && allowed === "text" && typeof found !== "object") return `Write it in quotes: \`"${source}"\`.`;
	const isOmissible = found === null && path.length > 0 && path[0] !== "name";
	return exampleHint(path) + (isOmissible ? " Or delete the key: a deploy does not change fields that the spec omits." : "");
}
function unknownKeyHint(path, key, places) {
	const known = memberNames(path);
	const theirHint = fieldHint(key, path);
	if (theirHint !== void 0) return theirHint;
	const theirs = path[0] === "tests" && path[2] !== "expect" || path[0] === "envs" ? [] : synonymsOf(key, path);
	if (theirs.length > 0) return require_index.didYouMean(theirs);
	const near = nearestFieldHint(key, { path });
	if (near !== "") return near;
	if (path[0] === "envs") return "Write `envs` as a mapping, such as `envs: {MODE: fast}`, or each item as `{key: MODE, value: fast}`.";
	return path.length === 0 && known.some((name) => places.has([key, name]) || places.has([
		key,
		0,
		name
	])) ? atTheTop : `Known fields here: ${known.join(", ")}.`;
}
function nearestFieldHint(key, { path, base = [] }) {
	const differsBy = (name) => require_index.changes(require_index.plainForm(key), require_index.plainForm(name));
	const fields = blocksOf(base).toSorted((a, b) => a.length - b.length).flatMap((block) => memberNames(block).map((name) => {
		return {
			name,
			parent: block.slice(base.length).filter((each) => each !== 0),
			differs: differsBy(name)
		};
	}));
	const least = Math.min(...fields.map(({ differs }) => differs));
	const here = require_index.closest(key, memberNames([...base, ...path]));
	if (path[0] === "envs" || here.some((name) => differsBy(name) <= least) || least > key.length / 4) return require_index.didYouMean(here);
	const near = fields.filter(({ differs }) => differs === least);
	const same = near.filter(({ name }) => name === key).slice(0, 3);
	if (same.length === 0) return require_index.didYouMean(near.slice(0, 3).map(({ name, parent }) => [...parent, name].join(".")));
	const blocks = same.map(({ parent }) => parent.length === 0 && base.length > 0 ? "the line itself" : require_service.memberText(parent));
	return `\`${key}\` belongs in ${require_index.choice(blocks)}.`;
}
function exampleHint(path, verb = "Write") {
	for (let length = path.length; length > 0; length -= 1) {
		const example = memberMeta(path.slice(0, length)).examples?.[0];
		if (example === void 0) continue;
		const shown = stringify(example, {
			collectionStyle: "flow",
			flowCollectionPadding: false,
			lineWidth: 0
		});
		return `${verb}, for example, \`${path[length - 1]}: ${shown.trimEnd()}\`.`;
	}
	return atTheTop;
}
const atTheTop = "Write the fields at the top of the file, such as `name: llama-prod`; `---` separates several specs.";

// src/spec/warnings.ts
function warningsOf(document) {
	const { image, tests = [], envs = [] } = document.readable;
	const doubts = [
		...imageDoubts(image?.image ?? ""),
		...textsIn(document.readable, []).map((path) => {
			return [
				/^[ \t].*[^\s\p{Cf}]|[ \t]$(?<=[^\s\p{Cf}].*)/u.test(document.written(path) ?? "") && !isBodyOrHeader(path),
				path,
				"starts or ends with a space, which is part of it",
				"Delete the space, unless it is meant."
			];
		}),
		...envs.flatMap(({ key, value }, index) => {
			const path = [
				"envs",
				index,
				"value"
			];
			const name = key.replace(/^(?:export|set|ENV|-e) +/, "").replaceAll(/[^\w.]+/g, "_");
			const hint = `Write \`${name}\`, unless the container expects the other one.`;
			const [missing, pass] = ["is empty, and its name is that of a secret", "Pass it in `secret-envs`, or delete it."];
			return [
				[
					name !== key && /^[\w. -]+$/.test(key),
					[
						"envs",
						index,
						"key"
					],
					"is a name that no shell can read",
					hint
				],
				[
					value === "" && secretName.test(key),
					path,
					missing,
					pass
				],
				[
					/^[^\n]+\n$/.test(value),
					path,
					"ends with a line break, which is part of it",
					"Write `|-` instead of `|`, unless it is meant."
				]
			];
		}),
		...tests.flatMap((test, index) => testDoubts(test).map(([isOdd, path, ...words]) => [
			isOdd,
			[
				"tests",
				index,
				...path
			],
			...words
		]))
	];
	return require_service.brokenRules(document, doubts, "warning");
}
const pattern = /^\/[^/\s]+\/[gimsuy]+$|^\^.*\$$|\.[*+]|\\[dwsb]\b|\[[a-z0-9]-[a-z0-9]\]|\w\|\w/i;
const postPath = /^\/(?:v1\/(?:(?:chat\/)?completions|responses|messages|embeddings|rerank|score|audio\/\w+)|generate(?:_stream)?|embed|rerank)$/;
const bodies = {
	"chat/completions": "messages",
	completions: "prompt prompt_embeds",
	embeddings: "input messages",
	responses: "input prompt"
};
function testDoubts({ get, post = "", json, text, chat = "", path: chatPath = "", expect = {} }) {
	const { contains, within = Infinity, "first-token": firstToken = 0, status } = expect;
	const messages = require_service.isObject(json) && Array.isArray(json.messages) ? json.messages : [];
	const question = [
		chat,
		...require_service.isObject(json) ? [json.prompt, json.inputs] : [],
		...messages.map((message) => require_service.isObject(message) ? message.content : "")
	].filter((each) => typeof each === "string").join("\n").toLowerCase();
	const parts = [contains ?? []].flat().flatMap((part, index) => {
		const path = [
			"expect",
			"contains",
			...Array.isArray(contains) ? [index] : []
		];
		return [[
			part.trim() !== "" && question.includes(part.toLowerCase()),
			path,
			"is a part of the question, so an answer that repeats the question passes",
			"Write what only a right answer contains."
		], [
			pattern.test(part),
			path,
			"is a pattern, and looked for to the letter",
			"Write the text itself; of a list, any is right: `contains: [Paris, París]`."
		]];
	});
	const isPosted = postPath.test(get ?? "") && status === void 0;
	const bare = [
		get,
		json,
		text,
		status
	].every((each) => each === void 0);
	const needed = bodies[/\/v1\/([a-z/]+)$/.exec(post)?.[1] ?? ""]?.split(" ") ?? [];
	const isOtherBody = require_service.isObject(json) && status === void 0 && needed.length > 0 && !needed.some((name) => name in json);
	return [
		...parts,
		...Object.keys(expect.json ?? {}).map((pointer) => {
			const meant = pointer.replaceAll(/\[(\d+)\]/g, "/$1");
			const hint = `Write \`${meant}\` for the item of a list.`;
			return [
				meant !== pointer,
				[
					"expect",
					"json",
					pointer
				],
				"has `[ ]` as a part of a name",
				hint
			];
		}),
		[
			firstToken >= within,
			["expect", "first-token"],
			"is not shorter than `within`, so it decides nothing",
			"Shorten it."
		],
		[
			isPosted,
			["get"],
			"is a path that servers of models answer to a POST only: a GET gets 405",
			"Write `chat: …`, or `post: …` with `json: …`."
		],
		[
			post !== "" && bare,
			["post"],
			"sends no body",
			"Write it as `json: …` or `text: …`."
		],
		[
			isOtherBody,
			["json"],
			`has no \`${needed[0]}\`, which ${require_index.quote(post)} needs`,
			`Add \`${needed[0]}\`.`
		],
		[
			/(?<!chat)\/completions$|\/(?:generate|embeddings)$/.test(chatPath),
			["path"],
			"is not the path of a chat, which sends `messages`",
			"Write `post: …` with `json: …` for another request."
		]
	];
}
const otherProcessor = /(?<=^|[/:._-])(?:cpu|rocm|xpu|hpu|gaudi|npu|tpu|neuron|musa|ascend)(?=[:@/._-]|$)|(?<=\/ggml-org\/llama\.cpp:)(?:server|full|light)(?=(?:-b\d+)?(?:@|$))/i;
const nearRegistry = /^(?:localhost|host\.docker\.internal|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|[\w.-]+\.local)(?::\d+)?\//;
function imageDoubts(image) {
	const doubt = (what, hint) => [[
		true,
		["image", "image"],
		`is ${require_index.quote(image)}${what}`,
		hint
	]];
	const meant = require_index.repositoryOfPage(image);
	if (meant !== void 0) return doubt(", the address of a web page, which no worker can pull", `Write, with its tag, \`${meant}:…\`.`);
	if (nearRegistry.test(image)) return doubt(", on your own machine or network, where no worker can pull it", "Push it to a registry on the internet.");
	const [processor = ""] = otherProcessor.exec(image.replace(/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?=\/)/, "")) ?? [];
	if (processor !== "" && !/cuda|gpu|nvidia/i.test(image)) return doubt(`, whose \`${processor}\` is not a build for the GPUs of the workers`, "Write the reference of the build for CUDA.");
	const reference = require_index.parseReference(image);
	if (!("domain" in reference) || reference.tag !== "latest" || image.endsWith(":latest")) return [];
	const { domain, path, tag } = reference;
	return doubt(`; no tag was written, so \`${domain}/${path}:${tag}\` is meant`, "Write the tag or the digest behind the repository, such as `ghcr.io/acme/llama:1.4.0`.");
}
function unusedVariables(given, documents) {
	if (documents.some(({ spec }) => spec === void 0)) return [];
	return [...given.keys()].filter((key) => !documents.some(({ usedVariables }) => usedVariables.has(key))).map((key) => {
		const message = `no field that is used contains \`\${${key}}\`, so the variable \`${key}\` changes nothing`;
		const hint = `Write \`\${${key}}\` where the spec needs the value, or remove the variable.`;
		return require_service.errorAt({ input: "variables" }, {
			code: "unknown-variable",
			severity: "warning",
			message,
			hint
		});
	});
}

// src/spec/parse.ts
function parseSpecFile({ path, bytes }, overrides) {
	const { source, issue } = require_service.decodeSource(path, bytes);
	const parsed = issue ?? parseYaml(source);
	if ("code" in parsed) return {
		documents: [],
		issues: [parsed]
	};
	const isNothing = (node) => node === null || require_service.isScalar(node) && node.source === "" && !node.tag;
	const documents = parsed.filter(({ contents, errors }) => errors.length > 0 || !isNothing(contents)).map((document) => judgeDocument(document, source, overrides));
	const empty = documents.length === 0 ? require_service.errorAt(source.range(0, 0), {
		code: "empty-spec",
		message: "the file contains no spec",
		hint: "Write at least `name: …` and what the endpoint runs."
	}) : [];
	const found = documents.flatMap(({ issues }) => issues).concat(empty);
	return {
		documents,
		issues: require_service.sortIssues(found).slice(0, 100)
	};
}
function judgeDocument(document, source, overrides) {
	const syntax = syntaxIssue(document, source);
	const reading = readNodes(document, {
		source,
		inputs: overrides,
		isBroken: syntax !== void 0
	});
	const { value, places, ownName, templates, usedVariables } = reading;
	const foreign = require_service.isObject(value) ? foreignFile(Object.keys(value)) : void 0;
	const result = require_service.safeParse(specSchema, value, { reportInput: true });
	const found = result.success || value === void 0 ? [] : refusals(result.error.issues);
	const isMapped = require_service.isObject(value) && require_service.isObject(value.envs);
	const readable = result.success ? result.data : readablePart(value, found);
	const inFile = (path) => {
		const key = path[0] === "envs" && isMapped && path.length > 1 ? readable.envs?.[Number(path[1])]?.key : void 0;
		return key === void 0 ? path : ["envs", key];
	};
	const known = {
		readable,
		ownName,
		templates,
		usedVariables,
		inFile,
		mentions: (path) => syntax !== void 0 || places.has(inFile(path)),
		place: (path) => places.placeOf(inFile(path), path[2] === "key" && isMapped ? "key" : "value"),
		written: (path) => places.written(inFile(path))
	};
	const { issues: literals, values, plain } = secretLiterals(known);
	const broken = (require_service.isMap(document.contents) ? [...rulesOf(known), ...warningsOf(known)] : []).filter(({ code, path }) => code !== "missing-key" || !isMisspelt(path, found));
	const described = describeRefusals(found, {
		places,
		secrets: reading.secretValues
	});
	const ofFields = [
		...reading.issues,
		...described,
		...broken,
		...literals
	];
	const only = foreign ? require_service.errorAt(places.placeOf([]), foreign) : syntax;
	const issues = only ? [only] : ofFields;
	const named = issues.map((issue) => nameOddCharacter(issue, source));
	const { name, compare, load, ...others } = readable;
	const own = ownName || name || "";
	const comparing = compare && { compare: {
		own,
		with: own,
		set: void 0,
		...compare
	} };
	const maxConcurrent = readable.workerConfig?.maxConcurrent;
	const at = load === true ? maxConcurrent ?? 0 : load;
	const loading = at ? { load: {
		at,
		own,
		maxConcurrent
	} } : {};
	const spec = require_service.hasErrors(issues) || name === void 0 ? void 0 : {
		...others,
		name,
		...comparing,
		...loading
	};
	const secretValues = [...reading.secretValues, ...values];
	return {
		...known,
		issues: named,
		spec,
		secretValues,
		plainValues: plain
	};
}
function nameOddCharacter(issue, { text }) {
	if ("input" in issue.position || issue.severity !== "error") return issue;
	const { start, end } = issue.position;
	const odd = require_service.oddCharacterIn(text.slice(text.lastIndexOf("\n", start.offset - 1) + 1, end.offset));
	return odd ? {
		...issue,
		hint: `This line contains ${odd}.`
	} : issue;
}
function readablePart(value, found) {
	if (!require_service.isObject(value)) return {};
	for (const { path, issue } of found) {
		const keys = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
		for (const [name = "", inner] of keys) {
			const block = value[name];
			if (typeof inner === "string" && require_service.isObject(block) && name !== "envs") Reflect.deleteProperty(block, inner);
			else Reflect.deleteProperty(value, name);
		}
	}
	const left = require_service.safeParse(specSchema, value);
	return left.success ? left.data : {};
}
function duplicateNames(documents) {
	return ["name", "appName"].flatMap((field) => {
		const places = /* @__PURE__ */ new Map();
		return documents.flatMap((document) => {
			const value = document.readable[field];
			const first = value && places.get(value);
			if (value) places.set(value, first || document.place([field]));
			if (!value || !first) return [];
			const other = "file" in first ? `the spec at ${first.file}:${first.start.line}` : "another spec";
			const what = `is ${require_index.quote(value)}, which ${other} has already`;
			const hint = `Give each spec a unique \`${field}\`.`;
			return require_service.issueAt(document, [field], {
				code: "duplicate-name",
				what,
				hint
			});
		});
	});
}

// src/run/specs.ts
async function readSpecs(context) {
	const { inputs, connections, reporter, signal } = context;
	const files = await connections.workspace.readSpecs(inputs.spec);
	const parsed = [];
	for (const file of files) {
		if (parsed.length > 0) await (0, node_timers_promises.setImmediate)().then(() => signal.throwIfAborted());
		const { path } = file;
		parsed.push({
			path,
			...parseSpecFile(file, inputs)
		});
	}
	const readPrompts = promptReader(context);
	const asked = await Promise.all(parsed.flatMap(({ path, documents }) => documents.map((document) => {
		const prompts = promptsFor(document, context);
		return prompts === void 0 ? {
			document,
			issues: []
		} : withPrompts(document, readPrompts(path, prompts));
	})));
	const documents = asked.map(({ document }) => document);
	for (const { plainValues } of documents) for (const value of plainValues) reporter.addPlain(value);
	for (const { secretValues } of documents) for (const value of secretValues) reporter.addSecret(value);
	const secrets = secretVariables(inputs.variables, [inputs.apiKey, ...inputs.secretEnvs.values()]);
	for (const { value } of secrets) reporter.addSecret(value);
	assertInputsFit(inputs, documents);
	return {
		documents,
		issues: [
			...parsed.flatMap((file) => file.issues),
			...asked.flatMap(({ issues }) => issues),
			...duplicateNames(documents),
			...secrets.map(({ issue }) => issue),
			...warnOddValues("secret-envs", inputs.secretEnvs),
			...warnOddValues("variables", inputs.variables),
			...unusedVariables(inputs.variables, documents)
		]
	};
}
function promptsFor({ readable, ownName }, { inputs, preview }) {
	const { compare, candidate = false, name = ownName } = readable;
	const { with: other = ownName } = compare ?? {};
	const { command } = inputs;
	const isOther = ![ownName, other].includes(name);
	const isCompared = command === "test" ? isOther : ["deploy", "plan"].includes(command) && (isOther || candidate);
	return command === "validate" || preview || isCompared ? compare?.prompts : void 0;
}
function promptReader({ connections, signal }) {
	const files = /* @__PURE__ */ new Map();
	const read = async (spec, path) => {
		const { maxPromptBytes, parsePrompts } = await Promise.resolve().then(() => require("./prompts.js"));
		return parsePrompts(await connections.workspace.readBeside(spec, path, maxPromptBytes), () => (0, node_timers_promises.setImmediate)().then(() => signal.throwIfAborted()));
	};
	return (spec, path) => {
		const key = (0, node_path.join)((0, node_path.dirname)(spec), path);
		const prompts = files.get(key) ?? read(spec, path);
		files.set(key, prompts);
		return prompts;
	};
}
async function withPrompts(document, reading) {
	const { readable, spec } = document;
	const { worse, requests } = readable.compare ?? {};
	try {
		const { set, issues } = await reading;
		if (issues.length > 0) return {
			document,
			issues
		};
		if (worse !== void 0 && !set.prompts.slice(0, requests).some(({ test }) => hasRightAnswer(test))) return {
			document,
			issues: [require_service.issueAt(document, ["compare", "worse"], noRightAnswer)]
		};
		if (!spec?.compare) return {
			document,
			issues
		};
		const headers = readable.tests?.find(({ headers }) => headers)?.headers;
		const prompts = set.prompts.map((prompt) => ({
			...prompt,
			test: {
				...headers && { headers },
				...prompt.test
			}
		}));
		const compare = {
			...spec.compare,
			set: {
				...set,
				prompts
			}
		};
		return {
			document: {
				...document,
				spec: {
					...spec,
					compare
				}
			},
			issues
		};
	} catch (error) {
		if (!(error instanceof require_index.DeployError) || error.code !== "inputs-invalid") throw error;
		const words = {
			what: `cannot be read: ${error.message}`,
			hint: error.hint
		};
		return {
			document,
			issues: [require_service.issueAt(document, ["compare", "prompts"], words)]
		};
	}
}
async function readNames(context) {
	const { name, endpointId } = context.inputs;
	if (name !== "" || endpointId !== "") return [{ name }];
	const { documents, issues } = await readSpecs(context);
	const named = documents.flatMap((document) => {
		const { name } = document.readable;
		const isWrong = document.issues.some(({ severity, path }) => severity === "error" && path[0] === "name");
		return name === void 0 || isWrong ? [] : {
			name,
			document
		};
	});
	if (named.length < documents.length || named.length === 0) await reportIssues(issues, context);
	return named;
}
const namesIn = (documents) => documents.flatMap(({ readable }) => readable.name ?? []);
async function readSpecsIfAny(context) {
	const read = await readSpecs(context).catch(require_index.knownError);
	return read instanceof require_index.DeployError ? [] : read.documents;
}
function readFilesIfAny(context) {
	return readSpecsIfAny({
		...context,
		inputs: {
			...context.inputs,
			name: "",
			endpointId: ""
		}
	});
}
function assertInputsFit({ name, endpointId, image }, documents) {
	const count = documents.length;
	const ofOne = {
		name,
		"endpoint-id": endpointId,
		image: image.get("")
	};
	const [input] = Object.entries(ofOne).find(([, value]) => value) ?? [];
	if (input && count > 1) throw require_index.inputsInvalid(`\`${input}\` is for one spec, but \`spec\` matches ${count} specs`, `Remove \`${input}\`, or let \`spec\` match a single spec. \`image\` takes one \`name=image\` per line for several.`);
	const names = namesIn(documents);
	const unknown = [...image.keys()].filter((each) => each !== "" && !names.includes(each));
	if (unknown.length > 0 && names.length === count) throw require_index.inputsInvalid(`\`image\` names ${unknown.map((each) => `\`${each}\``).join(", ")}, but no spec has that name`, `The specs are: ${names.join(", ")}.`);
}
const ownCodes = {
	"outside-limits": "limits-exceeded",
	"image-not-found": "image-not-found",
	"image-platform": "image-platform",
	"image-unresolved": "image-unresolved"
};
async function reportIssues(issues, context, refusedBy) {
	if (issues.length === 0) return;
	const { reporter } = context;
	const sorted = require_service.sortIssues(issues);
	const chosen = require_index.chooseIssues(sorted, reporter.annotationsPerSeverity);
	for (const issue of chosen) reporter.annotate(require_index.issueAnnotation(issue));
	const left = sorted.length - chosen.length;
	if (left > 0) reporter.info(`${left} more are in the summary: GitHub shows at most ten annotations of each kind for a step.`);
	const errors = sorted.filter(({ severity }) => severity === "error");
	if (errors.length === 0) return reporter.summarize(require_index.issueSummary(sorted), "note");
	const places = sorted.map(({ position }) => "input" in position ? `\`${position.input}\`` : position.file);
	const message = `${[...new Set(places)].join(", ")}: ${require_index.countIssues(sorted)}`;
	const [only, ...others] = new Set(errors.map(({ code }) => ownCodes[code]));
	const code = others.length === 0 && only || "spec-invalid";
	const failure = new require_index.DeployError({
		code,
		message,
		issues: require_index.issueTable(sorted)
	});
	const titled = require_index.tellRunFailure(refusedBy?.(failure) ?? failure, context, { isTold: true });
	await reporter.summarize(require_index.issueSummary(sorted, titled.title), "failed");
	throw titled;
}
async function askRegistries(questions, { context, mustKnow }) {
	const images = new Set(questions.flatMap(({ written }) => written ?? []));
	const asked = Array.from(images, async (image) => {
		return [image, mustKnow ? await askPatiently(image, context) : await askRegistry(image, context)];
	});
	const answers = new Map(await Promise.all(asked));
	return questions.map((question) => {
		const { document, written = "", issues = [] } = question;
		const answer = answers.get(written);
		const issue = answer && checkImage({
			document,
			written,
			answer,
			mustKnow
		});
		const found = answer?.kind === "found" ? {
			written,
			digest: answer.digest
		} : void 0;
		return {
			...question,
			issues: issue ? [...issues, issue] : issues,
			resolvedImage: found
		};
	});
}
async function askPatiently(written, context) {
	const doubt = (answer, isFirst) => {
		if (answer.kind !== "unknown") return "";
		return !isFirst && !["unavailable", "rate-limit"].includes(answer.cause) ? "" : `Image: ${answer.reason}; asking again for up to ${require_index.registryPatienceMs / 1e3} s.`;
	};
	const ask = () => askRegistry(written, context);
	return askAgain({
		ask,
		doubt,
		forMs: require_index.registryPatienceMs,
		pauses: require_index.pauses.outage
	}, context);
}
async function askRegistry(written, { github, connections, signal }) {
	if (github.context.distrust !== "") return {
		kind: "unasked",
		reason: "registries are not queried for code that anyone can propose"
	};
	const reference = require_index.parseReference(written);
	if (!("domain" in reference)) return {
		kind: "unasked",
		reason: `it has ${reference.found}`
	};
	return (await connections.registries()).resolve(reference, signal).catch((error) => {
		if (!(error instanceof require_index.DeployError) || signal.aborted) throw error;
		return {
			kind: "unasked",
			reason: error.message
		};
	});
}

// src/github/comment.ts
const subjectSchema = require_service.object({
	service: require_service.string(),
	kind: require_service._enum(["plan", "preview"]),
	names: require_service.union([require_service.literal("all"), require_service.array(require_service.string())]),
	hasEnded: require_service.boolean()
});
const authorSchema = require_service.nullish(require_service.object({
	login: require_service.optional(require_service.string()),
	type: require_service.optional(require_service.string())
}));
const commentSchema = require_service.object({
	id: require_service.number(),
	html_url: require_service.string(),
	body: require_service._default(require_service.string(), ""),
	user: authorSchema
});
const viewerSchema = require_service.object({ data: require_service.object({ viewer: require_service.object({ login: require_service.string() }) }) });
const commentsPath = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const commentPath = "/repos/{owner}/{repo}/issues/comments/{comment_id}";
async function upsertComment(github, request) {
	const { pullRequest, keeps, creates } = request;
	const title = `Comment on pull request #${pullRequest}`;
	const requests = github.requests({
		title,
		permission: "pull-requests: write"
	});
	const found = await readOwn(requests, request);
	if (!found.ok) return found;
	const told = [request, ...creates ? [] : found.value].map(({ subject }) => subject.names);
	const names = told.includes("all") ? "all" : fitting([...new Set(told.flat())]);
	const body = commentBody({
		...request,
		subject: {
			...request.subject,
			names
		}
	});
	const [oldest, ...newer] = found.value;
	if (!oldest) {
		if (!creates) return written("absent");
		const created = await requests.send({
			route: `POST ${commentsPath}`,
			parameters: {
				issue_number: pullRequest,
				body
			},
			answer: commentSchema
		});
		return created.ok ? written("created", created.value.html_url) : created;
	}
	const { html_url: url } = oldest;
	if (found.value.every(keeps)) return written("unchanged", url);
	const isRight = oldest.body.replaceAll("\r\n", "\n").trimEnd() === body.trimEnd();
	if (!isRight) {
		const updated = await requests.send({
			route: `PATCH ${commentPath}`,
			parameters: {
				comment_id: oldest.id,
				body
			},
			answer: commentSchema
		});
		if (!updated.ok) return updated;
	}
	for (const { id } of newer.filter(({ user }) => user?.type !== "User")) await requests.send({
		route: `DELETE ${commentPath}`,
		parameters: { comment_id: id },
		answer: require_service.unknown()
	});
	return written(isRight ? "unchanged" : "updated", url);
}
const written = (operation, url = "") => ({
	ok: true,
	value: {
		url,
		operation
	}
});
async function readOwn(requests, { pullRequest, subject: ours }) {
	const listed = await requests.list({
		route: `GET ${commentsPath}`,
		parameters: { issue_number: pullRequest },
		answer: commentSchema
	});
	if (!listed.ok) return listed;
	const marked = listed.value.flatMap((comment) => {
		const subject = subjectOf(comment.body);
		return subject && isReplacedBy(subject, ours) ? {
			...comment,
			subject
		} : [];
	});
	if (marked.length === 0) return {
		ok: true,
		value: []
	};
	const asked = await requests.send({
		route: "POST /graphql",
		parameters: { query: "{ viewer { login } }" },
		answer: viewerSchema
	});
	if (!asked.ok) return asked;
	const { login } = asked.value.data.viewer;
	const logins = [login, `${login}[bot]`];
	return {
		ok: true,
		value: marked.filter(({ user }) => logins.includes(user?.login ?? ""))
	};
}
function isReplacedBy(old, ours) {
	if (old.service !== ours.service || old.kind !== ours.kind) return false;
	if (old.names === "all" || ours.names === "all") return true;
	return !new Set(old.names).isDisjointFrom(new Set(ours.names));
}
const namesMax = 8192;
function fitting(names) {
	let length = 0;
	return names.filter((name) => {
		length += JSON.stringify(name).length;
		return length <= namesMax;
	});
}
const charactersMax = 65536;
function commentBody({ subject, markdown, summaryUrl }) {
	const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
	const marker = `<!-- deploy-gpu-endpoint ${JSON.stringify(subject).replaceAll(/(?<=-)-|[<>@]/g, escaped)} -->`;
	const text = markdown.toWellFormed().replaceAll(/\r\n?/g, "\n").trimEnd();
	if (marker.length + 1 + text.length <= charactersMax) return `${marker}\n${text}`;
	const head = `${marker}\n${`> Truncated: the rest does not fit into a comment. See ${summaryUrl === void 0 ? "the summary of the run" : `[the summary of the run](${summaryUrl})`}.`}\n\n`;
	const cut = text.slice(0, charactersMax - head.length);
	return `${head}${cut.slice(0, cut.lastIndexOf("\n")).toWellFormed()}`;
}
function subjectOf(body) {
	const [, text = ""] = /^<!-- deploy-gpu-endpoint (\{.*\}) -->/.exec(body) ?? [];
	return subjectSchema.safeParse(require_service.tryParseJson(text)?.value).data;
}

// src/run/tell-github.ts
async function writeComment(context, comment) {
	const { inputs, github, reporter, signal, preview } = context;
	const { pullRequest } = github.context;
	const { markdown, keepsComparison = false } = comment;
	const names = inputs.endpointId ? [inputs.endpointId] : comment.names;
	if (!(inputs.comment && (preview !== void 0 || inputs.command === "plan")) || signal.aborted || !pullRequest || names.length === 0) return;
	const { number } = pullRequest;
	if (await isLate(pullRequest, context)) return reporter.info(`Comment not written: pull request #${number} has a newer commit, whose run writes it.`);
	const about = {
		kind: preview ? "preview" : "plan",
		hasEnded: false,
		creates: true,
		pullRequest: number
	};
	const keeps = ({ body }) => keepsComparison && hasComparison(body);
	await upsert({
		...about,
		names,
		markdown,
		keeps
	}, context);
}
async function endComment(context, { deletions, ...told }) {
	if (!context.inputs.comment || context.signal.aborted) return;
	const hasEnded = deletions.some(isDeleted) && !deletions.some(deletionFailure);
	const keeps = (old) => !hasEnded && old.subject.hasEnded;
	await upsert({
		...told,
		kind: "preview",
		hasEnded,
		keeps,
		creates: false
	}, context);
}
async function upsert({ kind, hasEnded, names, markdown, ...request }, { inputs, github, reporter }) {
	const { api, context, warn } = github;
	const { baseUrl = "" } = inputs;
	const { redact } = reporter;
	const result = await upsertComment(api, {
		...request,
		subject: {
			service: require_index.hash("sha256", baseUrl).slice(0, 16),
			kind,
			hasEnded,
			names: names === "all" ? names : names.map((name) => redact(name))
		},
		markdown: redact(require_index.paragraphs([markdown, commentFooter(context)])),
		summaryUrl: context.runUrl
	});
	if (!result.ok) return warn(result.failure);
	const { operation, url } = result.value;
	if (operation !== "absent") reporter.info(`Comment ${operation}: ${url}`);
}
async function isLate({ number, headSha }, { inputs, github }) {
	if (!headSha || inputs.allow.has("older-commit")) return false;
	const now = await require_service.readPullRequest(github.api, number);
	return now.ok && now.value.headSha !== void 0 && now.value.headSha !== headSha;
}
async function commentOnPlans(sections, context) {
	await writeComment(context, {
		names: sections.map(({ name }) => name),
		markdown: runComment(sections, "planned")
	});
}
async function commentOnRun(sections, context) {
	const { preview } = context;
	if (sections.every(({ kind }) => kind === "superseded")) return;
	const end = preview && sections.some(({ kind }) => kind !== "failed") && previewEnd(preview.question);
	const names = sections.map(({ name }) => name);
	const keepsComparison = sections.every(({ isAsBefore }) => isAsBefore);
	await writeComment(context, {
		names,
		markdown: require_index.paragraphs([runComment(sections), end]),
		keepsComparison
	});
}
function previewEnd({ rules: { maxAgeSeconds } }) {
	return `Sleeps when idle, deleted when the pull request closes${maxAgeSeconds === void 0 ? "" : `, or after ${require_index.formatAge(maxAgeSeconds)} unless a push changes it`}.`;
}

// src/model/desired.ts
const creationDefaults = require_service.buildConfig((member) => member.returned ? member.default ?? require_service.emptyValue(member) : void 0);
function desiredConfig({ spec, secretEnvs, current }) {
	const base = current ? unparked(current, spec) : creationDefaults;
	const unread = (current?.unread ?? []).filter(({ path }) => require_service.valueAt(spec, path.split(".")) === void 0);
	const config = require_service.buildConfig((member) => {
		const before = member.returned ? require_service.configValue(base, member) : void 0;
		const value = require_service.valueAt(spec, member.keys) ?? before;
		if (member.kind === "volumes") return completeVolumes(value, base.volumeMounts);
		if (member.kind !== "envs") return value;
		const envs = [...current ? foreignEnvsOf(current) : [], ...value];
		const merged = new Map([...envs.map((env) => [env.key, env.value]), ...secretEnvs]);
		return require_service.withoutOurs(Array.from(merged, ([key, text]) => ({
			key,
			value: text
		})));
	});
	return unread.length > 0 ? {
		...config,
		unread
	} : config;
}
function unparked(current, { workerConfig = {} } = {}) {
	const parked = require_service.readParked(current);
	if (!parked) return current;
	const { maxNum = current.workerConfig.maxNum } = workerConfig;
	const numbers = {
		minNum: Math.min(parked.minNum, maxNum),
		freeTimeout: parked.freeTimeout
	};
	return {
		...current,
		workerConfig: {
			...current.workerConfig,
			...numbers
		}
	};
}
function completeVolumes(asked, current) {
	return asked.map((volume) => {
		const { id = "", size = 0 } = require_service.sameDisk(current, volume) ?? {};
		return {
			type: volume.type,
			id: volume.id ?? id,
			size: volume.size ?? size,
			mountPath: volume.mountPath
		};
	});
}
function foreignEnvsOf(current) {
	const isWritten = require_service.writtenIn(current);
	return require_service.withoutOurs(current.envs).filter(({ key }) => !isWritten(key));
}
function specOf(config, { id }) {
	const own = {
		...unparked(config),
		envs: require_service.withoutOurs(config.envs)
	};
	const isGiven = (member) => {
		const value = require_service.configValue(own, member);
		if (!member.returned || require_service.isUnread(config, member.path) || member.path === "appName" && value === id) return false;
		if (member.path === "name" || member.neededToCreate !== void 0) return true;
		return !require_service.isUnset(value) && (member.default === void 0 || value !== require_service.configValue(creationDefaults, member));
	};
	return require_service.treeOf(require_service.members.filter(isGiven).map((member) => [member.path, require_service.configValue(own, member)]));
}
function membersWithoutSpecForm({ unread = [] }) {
	return unread.map(({ path, found }) => `${path}: the service returned ${found}. Add it: a deploy that changes anything requires it.`);
}

// src/render/end-words.ts
const leftWords = {
	serving: ({ end, remedy }) => ({
		title: `${end.operation}`,
		now: proofWords(end)?.words ?? "",
		next: remedy
	}),
	untouched: ({ plan, remedy, rescue }) => ({
		title: `${plan.first.isFirst ? `${plan.desired.name} ` : ""}not changed`,
		now: require_index.unreadNow.left,
		next: `${remedy} ${rescue}`
	}),
	absent: ({ remedy, plan }) => ({
		title: "nothing created",
		now: `No endpoint is named ${plan.desired.name}, and none was created`,
		next: remedy
	}),
	unproved: ({ inVain, wanted, remedy, back }) => ({
		title: inVain ? "" : "written, not proved",
		now: `It has the new configuration, image ${wanted}`,
		next: `${remedy} ${back}`
	}),
	restored: ({ end, previous, remedy, isProvedBefore }) => ({
		title: `restored to ${previous}${exceptIn(end)}`,
		now: `${again(end)}${isProvedBefore ? "" : ", which no run has proved"}`,
		next: remedy
	}),
	"written-back": ({ end, previous, remedy, rescue }) => ({
		title: `${previous} ${end.problem ? "written back, not seen serving" : "put back, not waited for"}`,
		now: `${again(end)}, which ${end.problem ? "nothing has shown to serve" : "was not waited for"}`,
		next: `Run the command \`status\` to see whether it serves. ${remedy} ${end.problem ? rescue : ""}`
	}),
	"not-restored": ({ end: { problem }, wayBack }) => ({
		title: "RESTORE FAILED",
		now: "Nothing shows its previous configuration again",
		next: problem && require_index.codeRow(problem.code).writes !== "again" ? `${problem.hint} ${wayBack}` : wayBack
	}),
	parked: ({ plan, remedy, deletion, back }) => ({
		title: "parked",
		now: "It is parked at zero workers",
		next: `${remedy} ${plan.live ? back : `To delete it, run the command ${deletion}.`}`
	}),
	deleted: ({ remedy }) => ({
		title: "deleted",
		now: "It is deleted: nothing had proved it",
		next: remedy
	}),
	gone: ({ remedy }) => ({
		title: "deleted meanwhile",
		now: "It no longer exists",
		next: remedy
	}),
	foreign: ({ end: { cause }, wanted, found, wayBack }) => {
		const isSame = found === `: ${wanted}`;
		const what = isSame ? "puts back only what the spec mentions" : `replaces \`${found.slice(2)}\` by \`${wanted}\``;
		return {
			title: `changed meanwhile${isSame ? "" : found}`,
			now: "It has the change that was made meanwhile",
			next: `Check that change: a run again ${what}. ${isOfVersion(cause) ? wayBack : ""}`
		};
	},
	rival: ({ found }) => ({
		title: `created by another run${found}`,
		now: "It is left as that run made it",
		next: "Run the step again: it looks that endpoint up, and plans the change as of any other."
	}),
	"perhaps-created": ({ plan }) => ({
		title: "perhaps created",
		now: `The response to the create was lost, so a new ${plan.desired.name} may exist`,
		next: "Run the step again: it looks the endpoint up before it creates anything. If it exists, it is billed; the command `park` or `delete` ends that."
	}),
	"perhaps-updated": ({ wanted, remedy }) => ({
		title: "perhaps updated",
		now: `The update to ${wanted} was in progress, and may have taken effect`,
		next: remedy
	})
};
const isOfVersion = (cause) => cause !== void 0 && require_index.codeRow(cause.code).subject === "version";
const exceptIn = ({ left }) => "except" in left && left.except.length > 0 ? ` except ${left.except.join(", ")}` : "";
const again = (end) => `It has its previous configuration again${exceptIn(end)}`;
const versionTest = "Add a test that only the new version passes, such as one that asks the app for its version.";
const proofs = {
	tests: {
		words: "Its tests passed on this version",
		output: "tests"
	},
	"new-workers": {
		words: "A worker of this version is healthy",
		output: "workers"
	},
	shared: {
		words: "Its tests passed, but an old worker may have answered",
		output: "workers",
		weak: {
			title: "an old worker may have answered",
			message: "The tests passed, but a worker of the old version did not stop, and may have answered.",
			hint: versionTest
		}
	},
	told: {
		words: "A worker is healthy, but nothing shows which version it runs",
		output: "none",
		weak: {
			title: "not proved",
			message: "A worker is healthy, but nothing shows which version it runs.",
			hint: versionTest
		}
	},
	"not-tested": {
		words: "Not tested: it sleeps at zero workers, and nothing of its version changes. The command `test` wakes a worker",
		output: "none"
	},
	"no-tests": {
		words: "Nothing has run: it needs no worker",
		output: "none",
		weak: {
			title: "no proof",
			message: "Nothing has run: it scales to zero and has no `tests`, so nothing has shown that this version works.",
			hint: "Add `tests` to the spec, for example `tests: [/health]`: the first one wakes a worker."
		}
	},
	"not-waited": {
		words: "Not waited for",
		output: "none",
		weak: {
			title: "no proof",
			message: "Nothing has shown that this version works: `wait` is `none`.",
			hint: "Use `wait: ready`, or run the command `test` in a later step."
		}
	}
};
const proofWords = ({ left }) => left.kind === "serving" ? proofs[left.proof] : void 0;
const cannotPull = ["cannot pull the image", "cannot pull the image"];
const lackWords = {
	crashed: ["has crashed", "have crashed"],
	"image-pull": cannotPull,
	"image-pull-definite": cannotPull,
	"no-capacity": ["finds no free GPU", "find no free GPU"],
	listing: ["is not listed", "are not listed"],
	time: ["starts", "start"]
};
const billsWords = {
	nothing: "Nothing is billed",
	stopped: "Nothing is billed until the service starts it again",
	"when-called": "Nothing is billed unless it is called",
	called: "A worker that a test has woken is billed until it is idle again",
	"no-gpu": "Nothing is billed before a GPU is free",
	unknown: "Nothing shows whether it is billed"
};

// src/render/outputs.ts
function testOutputs({ results, coldStartSeconds }) {
	const rounded = (value, places = 1) => value && Math.round(value * places) / places;
	return { tests: results.map((result, index) => ({
		test: result.title,
		outcome: result.outcome,
		status: result.status,
		"first-token-ms": rounded(result.firstTokenMs),
		"first-content-ms": rounded(result.firstContentMs),
		"tokens-per-second": rounded(result.tokensPerSecond, 10),
		"total-ms": rounded(result.totalMs),
		"is-warm-up": result.isWarmUp || void 0,
		"cold-start-ms": index === 0 ? rounded(coldStartSeconds && coldStartSeconds * 1e3) : void 0
	})) };
}
function availabilityOutput(availability) {
	const { gap: _, failedVersion: __, ...counted } = availability;
	return {
		...counted,
		failedVersionSeconds: require_service.failedVersionSeconds(availability)
	};
}
function endpointOutputs(endpoint) {
	if (!endpoint) return {};
	const { id, url, state, config } = endpoint;
	const { image } = config.image;
	return {
		"endpoint-id": id,
		url,
		name: config.name,
		"app-name": config.appName,
		state: state.state,
		image,
		"image-digest": digestIn(image)
	};
}
function digestIn(image) {
	const parsed = require_index.parseReference(image);
	return "domain" in parsed && parsed.digest || "";
}
function statusOutputs(status) {
	const { ageSeconds = null, pullRequest = null, health, workers, faults, repository, commit, run } = status;
	const { drift, keptEnvs, notCompared } = status;
	const members = [...drift.map(({ member }) => member), ...keptEnvs.map((key) => `envs.${key}`)];
	return {
		health,
		workers,
		faults,
		repository,
		commit,
		run,
		"pull-request": pullRequest,
		"age-seconds": ageSeconds,
		"hourly-cost": status.cost,
		drift: members,
		"not-compared": notCompared
	};
}
function endOutputs(end) {
	const { operation, changed, endpointId, endpoint, tests, has } = end;
	const isGone = has === "nothing" && endpointId !== void 0;
	return {
		...endpointId !== void 0 && { "endpoint-id": endpointId },
		...operation && { operation },
		changed: String(changed),
		proof: proofWords(end)?.output ?? "",
		...end.start && { start: end.start },
		...tests && testOutputs(tests),
		...isGone ? {
			url: "",
			state: "",
			image: "",
			"image-digest": ""
		} : endpointOutputs(endpoint)
	};
}

// src/account/orphans.ts
const deployLineOf = (ref) => ref.replace(/^refs\/tags\/.*/, "refs/tags/").replace(/^refs\/heads\/gh-readonly-queue\/(.+)\/.*/, "refs/heads/$1");
function isDeployedHere(config, { github, preview }) {
	const record = require_service.ownRecord(config, github.context);
	return record !== void 0 && record.pullRequest === preview?.pullRequest.number;
}
const isOwn = (endpoint, run) => isDeployedHere(endpoint.config, run) && !require_service.isTerminating(endpoint);
function orphansIn(list, { names, run }) {
	const { context } = run.github;
	const { ref, pullRequest } = context;
	const lines = pullRequest && !run.preview ? [`refs/heads/${pullRequest.base}`, "refs/tags/"] : [deployLineOf(ref)];
	return list.filter((endpoint) => {
		const record = isOwn(endpoint, run) && require_service.ownRecord(endpoint.config, context);
		return record && !names.includes(endpoint.config.name) && lines.includes(deployLineOf(record.ref));
	});
}
function orphansBeside(list, { plans, specNames, run, isWhole }) {
	const { context } = run.github;
	const created = createdBy(plans);
	if (created.length === 0) return [];
	const names = [...plans.map(({ desired }) => desired.name), ...specNames];
	const isThere = (name) => list.some(({ config }) => config.name === name);
	const ofBranch = isWhole && !run.preview ? orphansIn(list, {
		names,
		run
	}) : [];
	return list.filter((each) => isOwn(each, run)).flatMap((endpoint) => {
		const { name } = endpoint.config;
		const { name: noted = name, run: by = "" } = require_service.ownRecord(endpoint.config, context) ?? {};
		const isRenamed = noted !== name && created.includes(noted) && !names.includes(name);
		const isLeft = (noted === name || !isThere(noted)) && Number.parseInt(by, 10) < Number(context.runId) && ofBranch.includes(endpoint) && !require_service.isCandidate(endpoint);
		if (!isRenamed && !isLeft) return [];
		return {
			name,
			words: `${name} (${endpoint.id}, ${noted === name ? "" : `as ${noted} `}by run ${by})`
		};
	});
}
const createdBy = (plans) => plans.flatMap(({ operation, desired }) => operation === "create" ? desired.name : []);
function orphanWarnings(orphans, plans) {
	if (orphans.length === 0) return [];
	const names = orphans.map(({ name }) => name);
	const message = `This run creates ${createdBy(plans).join(", ")}. This repository has also deployed ${orphans.map(({ words }) => words).join(", ")}, which no spec of this step names: it stays, and is billed while it has workers.`;
	const hint = `If its spec was renamed or deleted, or someone has renamed it in the console, run the command \`delete\` with \`name: ${names.join("`, `name: ")}\`.`;
	return [{
		severity: "warning",
		title: `${names.join(", ")}: stays`,
		message,
		hint
	}];
}

// src/plan/route.ts
function routeUpdate({ changes, desired, found, isNoted = false }) {
	const incomparable = incomparableMembers({
		asked: desired,
		found
	});
	if (changes.length === 0 && !isNoted) return {
		calls: [],
		problems: []
	};
	const lacks = require_service.v2Shortfall(desired);
	const isWholeForV1 = (desired.unread ?? []).every(({ path }) => !require_service.memberAt(path)?.families.includes("v1"));
	const needs = [...[...changes.map(({ member }) => member), ...isNoted ? ["envs"] : []], ...incomparable].map((member) => {
		return {
			member,
			byV1: isWholeForV1 && require_service.memberAt(member)?.families.includes("v1") === true,
			byV2: !lacks(member)
		};
	});
	const impossible = needs.filter(({ byV1, byV2 }) => !byV1 && !byV2);
	if (impossible.length > 0) return {
		calls: [],
		problems: impossible.map(({ member }) => uncarried(member, {
			...desired,
			isNew: false
		}))
	};
	if (needs.every(({ byV1 }) => byV1)) return {
		calls: ["update-v1"],
		problems: []
	};
	return {
		calls: needs.every(({ byV2 }) => byV2) ? ["update-v2"] : ["update-v1", "update-v2"],
		problems: []
	};
}
function routeCreation(desired) {
	const finishing = require_service.members.filter((member) => {
		const value = require_service.configValue(desired, member);
		const { v1 } = member;
		return typeof v1 === "object" ? value !== v1.fixed : v1 === "never" && !require_service.isUnset(value);
	});
	if (finishing.length === 0) return {
		calls: ["create-v1"],
		problems: []
	};
	return {
		calls: ["create-v1", "update-v2"],
		problems: finishing.map(({ path }) => path).filter(require_service.v2Shortfall(desired)).map((member) => uncarried(member, {
			...desired,
			isNew: true
		}))
	};
}
function uncarried(member, { name, isNew }) {
	const known = {
		products: ["of a live endpoint can only be changed to exactly one product", "Set one product, or delete the endpoint and create it again with several."],
		appName: ["of a live endpoint cannot be changed", `Revert it, or take two steps: give the spec another \`name\` too and deploy it; then run the command \`delete\` with \`name: ${name}\`.`],
		"healthy.port": ["can only be set together with `healthy.path`", "Add, for example, `healthy: {path: /health, port: 8000}`."]
	};
	const { min = 0, max, oneOf } = require_service.memberAt(member)?.v2?.bound ?? {};
	const range = oneOf?.join(", ") ?? (max && `${min} to ${max}`);
	const [what, hint] = known[member] ?? [`cannot be set to this value by any call${range ? `; allowed: ${range}` : ""}`, `Write another value, or remove ${member} from the spec: ${isNew ? "the service then sets its default" : "the live value then stays"}.`];
	return {
		member,
		what,
		hint
	};
}

// src/plan/plan.ts
function makePlan({ spec, secretEnvs, templates: known, ...given }) {
	const shown = (config) => known ? {
		...config,
		[require_index.templates]: known
	} : config;
	const live = given.live && {
		...given.live,
		config: shown(given.live.config)
	};
	const desired = shown(desiredConfig({
		spec,
		secretEnvs,
		current: live?.config
	}));
	const common = {
		desired,
		imageFrom: given.imageFrom ?? (spec.image?.image === void 0 ? "live" : "spec"),
		tests: spec.tests ?? [],
		compare: spec.compare,
		load: spec.load,
		price: spec.price,
		isShown: true,
		isTakenOver: given.isTakenOver === true,
		candidate: spec.candidate === true,
		ownName: given.ownName ?? spec.name,
		first: {
			isFirst: false,
			why: "",
			found: void 0
		},
		isCandidate: false,
		kept: live ? keptValues(live, spec) : [],
		...envKeys(live?.config, {
			spec,
			secretEnvs,
			desired
		})
	};
	return {
		...common,
		...wayTo({
			desired,
			live,
			isTakenOver: common.isTakenOver
		})
	};
}
function wayTo({ desired, live, isTakenOver }) {
	const compared = {
		asked: desired,
		found: live?.config
	};
	const changes = diffConfigs(compared);
	const differing = {
		changes,
		unverifiable: incomparableMembers(compared)
	};
	if (!live) return {
		operation: "create",
		live,
		...differing,
		...routeCreation(desired),
		workers: "replaced"
	};
	const isNoted = require_service.readParked(live.config) !== void 0 || isTakenOver;
	const route = routeUpdate({
		...compared,
		changes,
		desired,
		isNoted
	});
	const planned = {
		...differing,
		...route,
		live
	};
	if (changes.length === 0 && route.calls.length === 0) return {
		...planned,
		operation: "unchanged",
		workers: "kept"
	};
	const isReplaced = isNoted || changes.some(({ member }) => require_service.replacesWorkers(member));
	return {
		...planned,
		operation: "update",
		workers: isReplaced ? "replaced" : "kept"
	};
}
function planOver({ desired, ...plan }, live) {
	const { appName = "", volumeMounts = [] } = live?.config ?? {};
	const ofLive = {
		appName: desired.appName || appName,
		volumeMounts: withIds(desired.volumeMounts, volumeMounts)
	};
	const asked = {
		...desired,
		...ofLive
	};
	return {
		...plan,
		desired: asked,
		...wayTo({
			desired: asked,
			live,
			isTakenOver: plan.isTakenOver
		})
	};
}
function scalingOf(plan) {
	const { live, desired } = plan;
	if (!live || require_service.readParked(live.config)) return void 0;
	const { unread } = live.config;
	const scaled = require_service.buildConfig((member) => require_service.configValue(member.workers === "kept" ? desired : live.config, member));
	const asked = {
		...scaled,
		envs: require_service.withoutOurs(scaled.envs),
		...unread && { unread }
	};
	const way = wayTo({
		desired: asked,
		live,
		isTakenOver: false
	});
	if (way.changes.length === 0 || way.problems.length > 0) return void 0;
	const unmade = {
		tests: [],
		heldTests: plan.tests,
		compare: void 0,
		load: void 0,
		resolvedImage: void 0,
		first: {
			...plan.first,
			isFirst: false,
			why: ""
		}
	};
	return {
		...plan,
		...unmade,
		...way,
		desired: asked
	};
}
function keptValues(live, spec) {
	const own = specOf(live.config, live);
	const isKept = ({ kind, keys, identifies }) => !identifies && kind !== "envs" && require_service.valueAt(own, keys) !== void 0 && require_service.valueAt(spec, keys) === void 0;
	const paths = require_service.members.filter(isKept).map(({ path }) => path);
	return diffConfigs({
		asked: live.config,
		found: void 0
	}).filter(({ member }) => paths.some((path) => require_service.isPartOf(member, path)));
}
function envKeys(current, { spec, secretEnvs, desired }) {
	const keysOf = (envs = []) => new Set(envs.map(({ key }) => key));
	const given = keysOf(spec.envs).union(new Set(secretEnvs.keys()));
	const [before, after] = [keysOf(current?.envs), keysOf(desired.envs)];
	const isSecret = current ? require_service.secretIn(current) : () => false;
	const foreign = keysOf(current && foreignEnvsOf(current)).difference(given);
	return {
		keptEnvs: [...keysOf(current && !spec.envs ? require_service.withoutOurs(current.envs) : []).difference(given).difference(foreign)].sort(),
		foreignEnvs: [...foreign].sort(),
		secretKeys: [...secretEnvs.keys(), ...[...after.difference(given)].filter(isSecret)],
		missingSecrets: secretEnvs.size === 0 ? [...before.difference(after)].filter(isSecret) : []
	};
}
function planToJson(plan) {
	const { operation, live, desired, resolvedImage, changes, calls, unverifiable } = plan;
	return JSON.stringify({
		operation,
		name: desired.name,
		endpointId: live?.id ?? null,
		...resolvedImage && { image: resolvedImage },
		calls,
		changes: changes.map(({ member, kind, from, to, secret }) => secret ? {
			member,
			kind,
			secret
		} : {
			member,
			kind,
			from,
			to
		}),
		unverifiable
	});
}

// src/rollout/start.ts
const noStarts = (earlierIds) => ({
	workers: new Map(Array.from(earlierIds, (id) => [id, "untold"])),
	start: void 0
});
function startsAfter({ workers: before, start }, endpoint, nowMs) {
	if (start) return {
		workers: before,
		start
	};
	const workers = new Map(before);
	for (const worker of endpoint.workers) {
		const seen = before.get(worker.id) ?? [];
		if (worker.id === "" || seen === "untold") continue;
		const isUp = require_service.isReady(worker, endpoint);
		if (isUp && seen.length > 0) return {
			workers,
			start: startOf(seen, nowMs)
		};
		workers.set(worker.id, isUp ? "untold" : [...seen, {
			atMs: nowMs,
			phase: phaseOf(worker, endpoint)
		}]);
	}
	return {
		workers,
		start
	};
}
function phaseOf(worker, endpoint) {
	const word = worker.state.state.toLowerCase();
	if (require_service.hasNoGpu(worker, endpoint)) return "waitingSeconds";
	if (word === "pulling") return "pullingSeconds";
	return [
		"starting",
		"running",
		"ready"
	].includes(word) ? "loadingSeconds" : void 0;
}
function startOf(seen, nowMs) {
	const spentMs = {};
	for (const [index, { atMs, phase }] of seen.entries()) if (phase) spentMs[phase] = (spentMs[phase] ?? 0) + (seen[index + 1]?.atMs ?? nowMs) - atMs;
	const inSeconds = (ms) => Math.round(ms / 1e3);
	const known = Object.entries(spentMs).map(([phase, ms]) => [phase, inSeconds(ms)]);
	return {
		seconds: inSeconds(nowMs - (seen[0]?.atMs ?? nowMs)),
		...Object.fromEntries(known)
	};
}

// src/rollout/facts.ts
function mayHaveWritten({ changed, unconfirmed }) {
	return changed || unconfirmed !== void 0;
}
function hasAnsweredWrong({ answeredBy, tests }) {
	return answeredBy === "this" && tests?.kind === "failed" && tests.weight !== "none";
}
function initialFacts(live, seenMs) {
	return {
		operation: void 0,
		changed: false,
		endpointId: live?.id,
		endpoint: live && readingOf(live),
		seenMs,
		isCalled: false,
		unconfirmed: void 0,
		versions: /* @__PURE__ */ new Map(),
		readyReason: void 0,
		starts: noStarts(live?.workers.map(({ id }) => id) ?? []),
		tests: void 0,
		answeredBy: "none",
		doubt: "",
		failure: void 0,
		left: void 0,
		problem: void 0
	};
}
function factsAfter(facts, event, nowMs) {
	const fold = folds[event.kind];
	return {
		...facts,
		...fold?.(event, facts, nowMs)
	};
}
const folds = {
	"nothing-to-write": () => ({ operation: "unchanged" }),
	"write-sent": ({ call }) => ({ unconfirmed: call }),
	"write-refused": () => ({ unconfirmed: void 0 }),
	"write-accepted": ({ call, endpointId }, { failure }) => {
		if (failure) return {};
		return call === "create-v1" ? createdAs(endpointId) : {
			changed: true,
			endpointId
		};
	},
	"write-shown": (_, { failure, operation, unconfirmed }) => {
		if (unconfirmed === void 0) return {};
		if (failure) return { unconfirmed: void 0 };
		return {
			changed: true,
			operation: operation ?? "updated",
			unconfirmed: void 0
		};
	},
	"create-found": ({ endpointId, by }) => by === "this-run" ? createdAs(endpointId) : {
		endpointId,
		endpoint: void 0,
		operation: void 0,
		unconfirmed: void 0,
		left: { kind: "rival" }
	},
	"name-doubtful": ({ doubt }) => ({ doubt }),
	reading: ({ endpoint }, before, nowMs) => {
		if (endpoint.id !== before.endpointId) return {};
		return {
			endpoint,
			seenMs: nowMs,
			isCalled: false,
			starts: before.failure ? before.starts : startsAfter(before.starts, endpoint, nowMs)
		};
	},
	"tests-started": ({ wakesWorker }) => ({ isCalled: wakesWorker }),
	"workers-told": ({ versions }) => ({ versions }),
	ready: ({ readyReason }, { failure, left }) => {
		if (!failure) return { readyReason };
		return left?.kind === "written-back" ? { left: {
			...left,
			kind: "restored"
		} } : {};
	},
	tested: ({ pass, by }) => ({
		tests: pass,
		answeredBy: by
	}),
	failed: ({ failure }, facts) => ({
		failure,
		changed: mayHaveWritten(facts),
		left: leftByOthers(failure, facts)
	}),
	"put-back": ({ unrestored }) => ({
		operation: "restored",
		unconfirmed: void 0,
		left: {
			kind: "written-back",
			except: unrestored
		}
	}),
	"cleaned-up": ({ by }, { endpoint }) => {
		const done = {
			changed: true,
			unconfirmed: void 0
		};
		const isAtZero = endpoint?.config.workerConfig.minNum === 0;
		if (by === "marking") return isAtZero ? {
			...done,
			endpoint: {
				...endpoint,
				workers: []
			}
		} : done;
		if (by === "parking") return {
			...done,
			left: { kind: "parked" }
		};
		return {
			...done,
			left: { kind: "deleted" },
			operation: void 0
		};
	},
	"undo-failed": ({ by, failure }, facts) => {
		if (by === "marking") return {};
		return {
			problem: failure,
			left: leftByOthers(failure, facts) ?? { kind: by === "restoring" ? "not-restored" : "unproved" }
		};
	}
};
const createdAs = (endpointId) => ({
	changed: true,
	endpointId,
	operation: "created",
	unconfirmed: void 0
});
function leftByOthers(failure, { left }) {
	if (failure.code === "not-found" && failure instanceof RolloutError) return { kind: "gone" };
	return failure.code === "conflict" && left?.kind !== "rival" ? { kind: "foreign" } : left;
}

// src/rollout/proof.ts
function isProofDue(plan, { isRerun, isPreview, isTestDue }) {
	const comparing = require_service.comparisonOf(plan);
	const isPromoted = isPreview ? comparing !== void 0 && require_service.isGate(comparing) : needsVerdict(plan);
	return plan.workers !== "kept" || isTestDue || isPromoted || isRerun;
}
function testedBefore({ live, tests, workers }) {
	const record = live && require_service.readRecord(live.config);
	if (!record || workers !== "kept" || tests.length === 0) return "yes";
	if (require_service.changedSinceDeploy(live.config).length > 0 || require_service.comparedTests(tests, record).added > 0) return "no";
	const { tested, wait, run } = record;
	if (tested === true) return "yes";
	if (tested === void 0 && (wait === "none" || run === void 0)) return "no";
	return {
		run: require_service.runOf(tested ?? run),
		isNoted: tested !== void 0
	};
}
function withTest(plan, ours) {
	const { live } = plan;
	const found = live && require_service.readRecord(live.config);
	const before = testedBefore(plan);
	const tested = typeof before === "object" && before.isNoted ? true : ours.run ?? true;
	if (!(ours.event === "schedule" && found?.repository === ours.repository) || !found) return {
		...ours,
		tested
	};
	if (found.byHand || require_service.changedSinceDeploy(live.config).length > 0) return {
		...ours,
		tested,
		byHand: true
	};
	return {
		...found,
		...ours.tests !== void 0 && { tests: ours.tests },
		tested
	};
}
function undoFor(rollout, { failure, isRefused, isStuck }) {
	const { plan, options, context, facts } = rollout;
	const { live, operation, changes, desired } = plan;
	const { onFailure, isPreview, isTestDue } = options;
	const { endpointId, endpoint, tests, readyReason, operation: done } = facts();
	const isWritten = endpointId !== void 0 && mayHaveWritten(facts());
	const isKept = onFailure === "keep";
	if (plan.isCandidate) return isKept && isWritten ? "parking" : void 0;
	if (isRefused) return isKept ? "marking" : "parking";
	const { unproved, seen } = require_index.codeRow(failure.code);
	const isProved = context.test ? tests?.kind === "passed" : readyReason !== void 0;
	const hasFailed = isUndone(failure);
	if (!(isWritten || hasFailed && isSilenced(rollout, failure)) || isProved || unproved === "left-alone") return void 0;
	const maySleep = desired.workerConfig.minNum === 0;
	const { aborted: isCancelled } = context.signal;
	if (unproved === "marked") return maySleep ? "marking" : void 0;
	const wasSeen = seen === "wrong-answers" || seen === "failing" && hasFailed || failedBefore(plan) !== void 0;
	if (isKept) return maySleep || wasSeen ? "marking" : void 0;
	const isMarked = live !== void 0 && require_service.isUnproved(live.config);
	if (done === "created" || !live || isMarked && !require_service.answeringIn(live).includes("deployed")) {
		if (isPreview && !isCancelled) return "deleting";
		return !maySleep && live && require_service.answeringIn(live, endpoint).includes("old") ? "marking" : "parking";
	}
	const isWrite = operation === "update" && !isTestDue;
	if (isWrite && changes.length === 0) return isMarked ? "marking" : maySleep && hasFailed ? "parking" : void 0;
	if (!isStuck && isWrite && (maySleep || isCancelled || hasFailed)) return "restoring";
	return maySleep ? "parking" : isCancelled ? "marking" : void 0;
}
function isSilenced({ plan, options, facts }, { code }) {
	const { operation, live, desired } = plan;
	if (operation !== "unchanged" || desired.workerConfig.minNum > 0) return false;
	const { seen } = require_index.codeRow(code);
	return (seen === "wrong-answers" ? hasAnsweredWrong(facts()) : seen === "failing") && require_service.answeringIn(live).length === 0 && !isProofDue(plan, {
		...options,
		isRerun: false
	});
}
function failedBefore({ live, changes }) {
	const mark = live && require_service.isUnproved(live.config) ? require_service.readParked(live.config) : void 0;
	const { why = "" } = mark ?? {};
	return require_index.isFailureReason(why) && require_index.codeRow(why).seen !== "nothing" && !changes.some(({ member }) => require_service.replacesWorkers(member)) ? mark : void 0;
}
function isStillUnproved({ plan, facts }) {
	const { tests, readyReason = "no-workers-needed" } = facts();
	return tests === void 0 && readyReason === "no-workers-needed" && failedBefore(plan) !== void 0;
}

// src/check/servers.ts
const options = {
	port: "--port --http-port --server-port --bind -b PORT UVICORN_PORT GRADIO_SERVER_PORT OLLAMA_HOST LLAMA_ARG_PORT",
	host: "--host --hostname --server-name --listen --bind -b HOST UVICORN_HOST GRADIO_SERVER_NAME OLLAMA_HOST LLAMA_ARG_HOST",
	tensor: "--tensor-parallel-size -tp --tp --tp-size --num-shard NUM_SHARD",
	pipeline: "--pipeline-parallel-size -pp --pp-size",
	data: "--data-parallel-size -dp --dp --dp-size",
	devices: "CUDA_VISIBLE_DEVICES NVIDIA_VISIBLE_DEVICES",
	context: "--max-model-len --max-total-tokens --context-length --ctx-size MAX_TOTAL_TOKENS",
	served: "--served-model-name --alias --lora-modules --enable-lora",
	model: "--model --model-path --model-id MODEL_ID LLAMA_ARG_MODEL",
	key: "--api-key VLLM_API_KEY",
	parallel: "--max-num-seqs --max-running-requests --max-concurrent-requests --parallel -np OLLAMA_NUM_PARALLEL",
	store: "OLLAMA_MODELS"
};
const vllm = {
	port: 8e3,
	paths: "/health /ping /load /version /metrics /v1/models",
	isVllm: true,
	isSingle: true
};
const ofHuggingFace = {
	port: 80,
	model: "--model-id",
	folder: "/data"
};
const noServer = { name: "" };
const servers = [
	{
		name: "vllm/vllm-openai",
		...vllm,
		model: "--model",
		folder: "/root/.cache",
		starts: /^(?:vllm|serve|python3?)$/
	},
	...["vllm serve", "vllm.entrypoints.openai.api_server"].map((name) => ({
		name,
		program: name,
		...vllm
	})),
	{
		name: "huggingface/text-generation-inference",
		...ofHuggingFace,
		paths: "/ /health /ping /info /metrics /v1/models",
		starts: /^text-generation-launcher$/
	},
	{
		name: "huggingface/text-embeddings-inference",
		...ofHuggingFace,
		paths: "/ /health /ping /info /metrics",
		starts: /^text-embeddings-router$/
	},
	{
		name: "ggml-org/llama.cpp",
		image: /\/llama\.cpp:server/,
		port: 8080,
		folder: "/root/.cache",
		paths: "/ /health /v1/health /metrics /props /slots /models /v1/models",
		starts: /^(?:.*\/)?llama-server$/
	},
	{
		name: "ollama/ollama",
		port: 11434,
		folder: "/root/.ollama",
		starts: /^ollama$/,
		begin: "serve",
		paths: "/ /api/version /api/tags /api/ps /v1/models"
	},
	{
		name: "sglang.launch_server",
		program: "sglang.launch_server",
		port: 3e4,
		isInside: true,
		isSingle: true
	},
	{
		name: "lmsysorg/sglang",
		begin: "python3 -m sglang.launch_server"
	},
	{
		name: "nvidia/tritonserver",
		port: 8e3,
		begin: "tritonserver --model-repository=…",
		paths: "/v2/health/ready /v2/health/live /v2 /v2/models/"
	},
	{
		name: "a system",
		image: /^\/(?:docker\.io\/|nvcr\.io\/)?(?:(?:library\/)?(?:ubuntu|debian|alpine|python)|nvidia\/cuda|pytorch\/pytorch)(?:[:@]|$)/,
		begin: "vllm serve …"
	},
	{
		name: "ComfyUI",
		image: /comfyui/i,
		program: "main.py",
		port: 8188,
		isInside: true
	},
	{
		name: "uvicorn",
		program: "uvicorn",
		port: 8e3,
		isInside: true
	}
];
const envsOfOthers = "MODEL_NAME MODEL_ID MAX_MODEL_LEN GPU_MEMORY_UTILIZATION TENSOR_PARALLEL_SIZE MAX_NUM_SEQS DTYPE QUANTIZATION SERVED_MODEL_NAME".split(" ");
const isGuarded = (path, { isVllm = false }) => path.startsWith("/v1/") && (isVllm || !/^\/v1\/(?:models|health)$/.test(path));
const vllmTypes = "auto half float16 bfloat16 float float32".split(" ");
const embedding = /(?:^| )(?:--task (?:embed|embedding|classify|score|reward)|--runner pooling|--is-embedding)(?: |$)/;

// src/check/settings.ts
function settingsOf({ readable: spec, mentions }, config) {
	const { image = {}, envs = [] } = spec;
	const { command, entrypoint = "" } = image;
	const text = `${entrypoint} ${command ?? ""}`.trim();
	const split = text.split(/[\s="']+/).map((word) => word.startsWith("--") ? word.replaceAll("_", "-") : word);
	const isSeveral = /[;&|\n]/.test(text);
	const words = isSeveral ? [] : split;
	const path = ["image", command === void 0 && entrypoint !== "" ? "entrypoint" : "command"];
	const hidden = (config.envs ?? []).filter(({ key }) => !envs.some((env) => env.key === key));
	const places = [
		{
			path,
			values: words
		},
		...envs.map(({ key, value }, index) => ({
			path: [
				"envs",
				index,
				"value"
			],
			values: [key, value]
		})),
		...hidden.map(({ key }) => ({
			path: ["envs"],
			values: [key, "?"]
		}))
	];
	const started = startedBy(image, words);
	return {
		spec,
		mentions,
		config,
		text,
		words,
		path,
		started,
		told: (option) => givenOption(options[option].split(" "), places),
		isKnown: command !== void 0 || config.image?.command === "",
		isHiding: hidden.some(({ key }) => /HOME|CACHE|DIR|PATH|MODEL|ROOT|STOR/i.test(key)),
		server: isSeveral ? noServer : started
	};
}
function givenOption(names, places) {
	for (const { path, values } of places) {
		const at = values.findLastIndex((word) => names.includes(word));
		const rest = values.slice(at + 1);
		const end = rest.findIndex((word) => word.startsWith("-"));
		if (at >= 0) return {
			name: values[at] ?? "",
			values: end < 0 ? rest : rest.slice(0, end),
			path
		};
	}
	return {
		name: "",
		values: [],
		path: places[0]?.path ?? []
	};
}
function startedBy({ image, entrypoint = "" }, words) {
	const repository = entrypoint === "" ? `/${image ?? ""}:`.replaceAll("@", ":") : "";
	const programs = ` ${words.map((word) => word.replace(/^.*\//, "")).join(" ")} `;
	const isOf = ({ name, image, program = "" }) => (image?.test(repository) ?? (program !== "" || repository.includes(`/${name}:`))) && (program === "" || programs.includes(` ${program} `));
	return servers.find(isOf) ?? noServer;
}
const following = (option, words) => words.includes(option) ? words[words.lastIndexOf(option) + 1] : void 0;

// src/check/model-rules.ts
function modelRules({ told, path, words, isKnown, server }) {
	const named = told("model");
	const { name, isVllm = false, model } = server;
	const [first = ""] = words;
	const isOption = named.name.startsWith("--");
	const isModelNamed = isOption || named.name !== "" && !isVllm || words.includes("--config") || /^[^-]/.test(first);
	return [
		[
			model !== void 0 && isKnown && !isModelNamed,
			path,
			`names no model, so \`${name}\` serves its default`,
			`Add \`${model} …\`.`
		],
		[
			model !== void 0 && isOption && named.name !== model,
			path,
			`has \`${named.name}\`, which \`${name}\` does not know: the server exits`,
			`Write \`${model}\`.`
		],
		[
			(model !== void 0 || isVllm) && /^https?:|^hf\.co\/|^[\w.-]+:[\w.-]+$/.test(named.values[0] ?? ""),
			path,
			`names a model by an address, or as Ollama does, and \`${name}\` takes its ID at Hugging Face`,
			"Write, for example, `Qwen/Qwen2.5-7B-Instruct`."
		]
	];
}
function envRules({ spec: { envs = [] }, config, server }) {
	const { name, isVllm = false, model } = server;
	const keys = (config.envs ?? []).map(({ key }) => key);
	const hasToken = keys.some((key) => /^(?:HF|HUGGING_FACE_HUB|HF_API)_TOKEN$/.test(key));
	return keys.map((key) => {
		const index = envs.findIndex((env) => env.key === key);
		const at = ["envs", ...index < 0 ? [] : [index, "key"]];
		const isToken = !hasToken && /^(?:HF|HUGGING_?FACE)_(?:\w+_)?(?:TOKE?N|KEY)$/i.test(key);
		const isOption = isVllm && envsOfOthers.includes(key);
		const option = key.replace(/^MODEL_.*/, "model").toLowerCase().replaceAll("_", "-");
		const hint = isToken ? "Call it `HF_TOKEN`." : `Write it as \`--${option}\` in \`command\`.`;
		return [
			model !== void 0 && (isToken || isOption),
			at,
			`${index < 0 ? `has \`${key}\`, which` : "is an env that"} \`${name}\` does not read`,
			hint
		];
	});
}
function folderRules(settings) {
	const { spec, mentions, config, told, path, words, isKnown, isHiding, server } = settings;
	const { name, folder, begin, isVllm } = server;
	const { volumeMounts } = config;
	if (folder === void 0 || volumeMounts === void 0) return [];
	const { envs = [], tests = [] } = spec;
	const mounts = volumeMounts.map(({ mountPath }) => mountPath);
	const named = told("model");
	const file = named.values[0] ?? following("-m", words) ?? (isVllm ? words[0] : void 0) ?? "";
	const offline = envs.findIndex(({ key, value }) => key === "HF_HUB_OFFLINE" && /^(?:1|true|yes|on)$/i.test(value));
	const isLoaded = words.some((word) => /^(?:-mu|-hf|-hfr|--hf-repo|--model-url)$/.test(word));
	const isLost = file.startsWith("/") && !isLoaded && !mounts.some((mount) => isBelow(file, mount));
	const isPulled = tests.some(({ post }) => post === "/api/pull");
	const [store = folder] = told("store").values;
	const folders = [
		...words,
		...envs.flatMap(({ value }) => value.split(/[\s=:,"'{}]+/)),
		folder,
		"/tmp",
		"/var",
		"/dev"
	].filter((text) => text.startsWith("/"));
	const isTold = ["--enable-lora", "--config"].some((option) => words.includes(option));
	const isRead = isHiding || !isKnown || isLost || isTold || !mentions(["volumeMounts"]);
	return [
		[
			isLost,
			named.name === "" ? path : named.path,
			`names a folder that \`${name}\` does not have, and no volume is mounted there`,
			"Mount the volume of the model there (`volumeMounts`), or write its ID at Hugging Face."
		],
		[
			offline >= 0 && begin !== "serve" && mounts.length === 0 && !file.startsWith("/"),
			[
				"envs",
				offline,
				"value"
			],
			`forbids to load the model, which neither \`${name}\` nor a volume has`,
			"Delete it, or mount the volume of the model."
		],
		[
			begin === "serve" && !isHiding && !isPulled && !mounts.some((mount) => areNested(mount, store)),
			["image", "image"],
			`is \`${name}\`, which has no model, and no volume is mounted where it looks for one`,
			`Mount one at \`${folder}\`, or build an image that has the model.`
		],
		...mounts.map((mount, index) => {
			const isUnread = !isRead && begin !== "serve" && !folders.some((folder) => areNested(mount, folder));
			const what = `is a folder that nothing names, and \`${name}\` stores models below \`${folder}\``;
			const named = isVllm ? `set \`HF_HOME: ${mount}\` in \`envs\`` : "name it in `command` or `envs`";
			const hint = `Mount it at \`${folder}\`, or ${named}.`;
			return [
				isUnread,
				[
					"volumeMounts",
					index,
					"mountPath"
				],
				what,
				hint
			];
		})
	];
}
const isBelow = (path, folder) => `${path}/`.startsWith(`${folder.replace(/(?<!\/)\/+$/, "")}/`);
const areNested = (one, other) => isBelow(one, other) || isBelow(other, one);

// src/check/request-rules.ts
function requestRules(settings) {
	const { spec, mentions, config, told, path, server } = settings;
	const { tests = [] } = spec;
	const { policy = {}, workerConfig: { requestTimeout = Infinity, maxConcurrent = 0 } = {} } = config;
	const [served, named] = [told("served"), told("model")];
	const [loaded = ""] = named.values;
	const { name: limits, values: [atOnce = ""] } = told("parallel");
	const names = served.name ? served.values : /^[\w.-]+\/[\w.-]+$/.test(loaded) ? [loaded] : [];
	const asked = tests.map(askedModel).find((model) => model !== "" && names.length > 0 && !names.includes(model));
	return [
		[
			asked !== void 0,
			path,
			`has \`${served.name || named.name}\`, which does not name the \`model\` ${require_index.quote(asked ?? "")} of a test`,
			"Write the same name in both."
		],
		[
			policy.type === "queue" && Number(policy.value) > requestTimeout && mentions(["policy", "value"]),
			["policy", "value"],
			`lets a request wait for ${policy.value} s, and \`workerConfig.requestTimeout\` ends it after ${requestTimeout} s`,
			"Lower it, or raise `requestTimeout`."
		],
		[
			server !== noServer && mentions(["workerConfig", "maxConcurrent"]) && Number(atOnce) > 0 && maxConcurrent >= 2 * Number(atOnce),
			["workerConfig", "maxConcurrent"],
			`is ${maxConcurrent}, and \`${limits}\` lets a worker answer ${atOnce} at once`,
			"Write the same number in both."
		],
		...tests.flatMap((test, index) => testRules(test, ["tests", index], settings))
	];
}
function testRules(test, at, { config, told, words, server }) {
	const { get, post, chat, path: chatPath = "/v1/", headers = {}, expect: { within = 0, status = 200 } = {} } = test;
	const { requestTimeout = Infinity } = config.workerConfig ?? {};
	const [key, context] = [told("key"), told("context")];
	const [limit = "?"] = context.values.map((text) => text.replace(/k$/, "000"));
	const maxTokens = maxTokensOf(test) ?? 0;
	const [, sent = ""] = Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization") ?? [];
	const mayBeBearer = /\S \S/.test(sent) || sent.includes("${") && ![`\${${key.name}}`, ...key.values].includes(sent);
	const embeds = server.name.endsWith("embeddings-inference") || embedding.test(words.join(" "));
	return [
		[
			key.name !== "" && !mayBeBearer && status !== 401 && isGuarded(get ?? post ?? chatPath, server),
			at,
			`sends no \`authorization: Bearer …\`, and the server has \`${key.name}\`: the answer will be 401`,
			"Add `headers: {authorization: \"Bearer ${KEY}\"}`, with KEY in `secret-envs`."
		],
		[
			Number(limit) > 0 && maxTokens >= Number(limit),
			[...at, ...chat === void 0 ? ["json"] : ["max-tokens"]],
			`asks for ${maxTokens} tokens, and \`${context.name}\` leaves ${limit} for question and answer`,
			"Lower it, or raise the other."
		],
		[
			within > requestTimeout * 1e3,
			[
				...at,
				"expect",
				"within"
			],
			`is longer than \`workerConfig.requestTimeout\`, which ends the request after ${requestTimeout} s`,
			"Shorten it, or raise `requestTimeout`."
		],
		[
			chat !== void 0 && embeds,
			[...at, "chat"],
			"is for a model that writes, and this server makes embeddings",
			"Write `post: /v1/embeddings` with `json: {input: hello}`."
		]
	];
}

// src/check/contradictions.ts
const allRules = [
	startRules,
	addressRules,
	modelRules,
	envRules,
	optionRules,
	folderRules,
	gpuRules,
	requestRules
];
function contradictionRules(document, config) {
	const settings = settingsOf(document, config);
	return allRules.flatMap((rulesOf) => rulesOf(settings));
}
function startRules({ text, path, isKnown, started: { starts, begin = "" } }) {
	const first = /^\S*/.exec(text)?.[0] ?? "";
	const isShell = /^(?:\/bin\/)?(?:ba|da)?sh$/.test(first) || /\s(?:&&|\|\|)\s/.test(text.replaceAll(/"[^"]*"|'[^']*'/g, ""));
	const isStarted = starts?.test(first) === true;
	const isNone = starts ? first !== "" && first !== begin && !isStarted && !isShell : /^(?:-|$)/.test(first);
	return [
		[
			isStarted,
			path,
			`starts with \`${first}\`, and the image starts the server by itself`,
			"Write what follows it alone."
		],
		[
			starts !== void 0 && isShell,
			path,
			"is for a shell, and the image starts the server by itself",
			"Write the options of the server alone, or give the shell as `entrypoint`."
		],
		[
			begin !== "" && isKnown && isNone,
			path,
			"starts no server, nor does the image",
			`Begin it with \`${begin}\`.`
		]
	];
}
function addressRules({ spec, mentions, config, told, path, server }) {
	const { path: health = "", port: healthPort } = spec.healthy ?? {};
	const [port, host] = [told("port"), told("host")];
	const form = port.name === "-b" ? /:(\d+)$/ : /^(?:.*:)?(\d+)$/;
	const listens = Number(form.exec(port.values[0] ?? "")?.[1]);
	const address = host.values[0]?.replace(/:\d+$/, "") ?? "";
	const { ports = [] } = config;
	const { name: key } = told("key");
	const { name, port: usual = 0, isInside, isVllm = false, paths = "" } = server;
	const hasPath = paths.split(" ").some((each) => /.\/$/.test(each) ? health.startsWith(each) : health.replace(/\?.*/, "") === each);
	return [
		[
			ports.length > 0 && listens > 0 && ![...ports, healthPort].includes(listens),
			port.path,
			`sets \`${port.name}\` to another port than \`ports\`, which is ${ports.join(", ")}`,
			"Write the same port in both: requests and health checks go to that of `ports`."
		],
		[
			usual > 0 && port.name === "" && mentions(["ports"]) && ports.length > 0 && !ports.includes(usual),
			["ports"],
			`is ${ports.join(", ")}, and \`${name}\` listens on ${usual} by default`,
			`Write \`ports: [${usual}]\`, or give it the port.`
		],
		[
			/^(?:127\.0\.0\.1|localhost)$/.test(address),
			host.path,
			`sets \`${host.name}\` to an address inside of the container, and requests come from outside`,
			`Write \`0.0.0.0\` there.`
		],
		[
			isInside === true && host.name === "",
			path,
			`starts \`${name}\`, which hears only requests from inside of the container`,
			`Add \`${name === "ComfyUI" ? "--listen" : "--host"} 0.0.0.0\`.`
		],
		[
			paths !== "" && health !== "" && healthPort === void 0 && !hasPath,
			["healthy", "path"],
			`is ${require_index.quote(health)}, for which \`${name}\` has no answer`,
			`It has ${paths.replaceAll(" ", ", ")}.`
		],
		[
			key !== "" && isVllm && isGuarded(health, server),
			["healthy", "path"],
			`is ${require_index.quote(health)}, which needs the key of \`${key}\`, and a health check sends none`,
			"Write `/health`."
		]
	];
}
function optionRules({ words, path, server: { isVllm = false } }) {
	const isRepeated = words.filter((word) => word === "--model").length > 1;
	const share = Number(following("--gpu-memory-utilization", words));
	const type = following("--dtype", words);
	const short = words.find((word) => /^-[a-z]+(?:-[a-z]+)+$/.test(word));
	return [
		[
			isRepeated,
			path,
			"gives `--model` twice, and the last one counts",
			"Delete one of them."
		],
		[
			isVllm && (share > 1 || share <= 0),
			path,
			"has a `--gpu-memory-utilization` that is no share of the memory, from 0 to 1: the server exits",
			"Write, for example, `--gpu-memory-utilization 0.9`."
		],
		[
			isVllm && type !== void 0 && !vllmTypes.includes(type),
			path,
			"has a `--dtype` that vLLM does not know: the server exits",
			`It knows ${vllmTypes.join(", ")}.`
		],
		[
			isVllm && words.includes("--enable-auto-tool-choice") && !words.includes("--tool-call-parser"),
			path,
			"has `--enable-auto-tool-choice` without `--tool-call-parser`: the server exits",
			"Add the parser of the model, such as `--tool-call-parser hermes`."
		],
		[
			isVllm && short !== void 0,
			path,
			`has \`${short}\` with one dash: the server exits`,
			`Write \`-${short}\`.`
		],
		[
			words.some((word) => /^--ssl-(?:key|cert)file$/.test(word)),
			path,
			"makes the server expect https, and requests and health checks come to it as plain HTTP",
			"Delete it: the URL of the endpoint is https without it."
		]
	];
}
function gpuRules({ told, path, words, config, isKnown, mentions, server }) {
	const gpus = [
		"tensor",
		"pipeline",
		...words.includes("--enable-dp-attention") ? [] : ["data"]
	].map(told).reduce((product, { values }) => product * Number(values[0] ?? 1), 1);
	const isElsewhere = words.some((word) => /^--(?:config|nnodes|data-parallel-size-local)$/.test(word));
	const { workerConfig: { gpuNum = Infinity } = {} } = config;
	const isIdle = server.isSingle === true && isKnown && !isElsewhere && gpus < gpuNum;
	const devices = told("devices");
	const [list = ""] = devices.values;
	const ids = list.split(",");
	const needed = /^(?:none|void)?$/.test(list) ? 0 : Math.max(ids.length, ...ids.map((id) => Number(id) + 1 || 0));
	return [
		[
			gpus > Math.max(1, gpuNum),
			path,
			`has a model on ${gpus} GPUs, and \`workerConfig.gpuNum\` is ${gpuNum}`,
			"Write the same number in both: the server starts only where it finds all of its GPUs."
		],
		[
			isIdle && mentions(["workerConfig", "gpuNum"]),
			["workerConfig", "gpuNum"],
			`is ${gpuNum}, all are billed, and \`${server.name}\` uses ${gpus} of them`,
			`Add \`--tensor-parallel-size ${gpuNum}\` to \`command\`, or write \`gpuNum: ${gpus}\`.`
		],
		[
			devices.name !== "" && (needed === 0 || needed > gpuNum),
			devices.path,
			needed === 0 ? "hides all GPUs" : `needs ${needed} GPUs, and \`workerConfig.gpuNum\` is ${gpuNum}`,
			"Delete it: a container has only the GPUs of its worker."
		]
	];
}

// src/check/limits.ts
function checkLimits({ limits, mayExceed, document, plan }) {
	if (!limits) return [];
	const values = plan?.desired ?? document.readable;
	const isChanged = (start) => plan?.changes.some(({ member }) => member.startsWith(start)) ?? true;
	const outside = (path, found, allowed, hint) => {
		const what = `${found}; allowed: ${allowed} (live limit)`;
		return [require_service.issueAt(document, path, {
			code: "outside-limits",
			severity: mayExceed ? "warning" : "error",
			what,
			hint
		})];
	};
	const checkRange = (path, value, range) => {
		const { [range.min]: min, [range.max]: max } = limits;
		if (typeof min !== "number" || typeof max !== "number" || min > max) return [];
		if (value >= min && value <= max || range.mayBeZero && value === 0) return [];
		const unit = max === 1 && min === 1 ? range.unit.replace(/s$/, "") : range.unit;
		const found = document.mentions(path) ? `is ${value}` : `is not in the spec, and would be ${value}`;
		const hint = min === max ? `Write ${min}.` : `Write a value from ${min} to ${max}.`;
		return outside(path, found, `${require_service.rangeText({
			min,
			max
		})} ${unit}`, hint);
	};
	return require_service.members.flatMap(({ path, keys, limit }) => {
		const value = require_service.valueAt(values, keys);
		if (!limit || value === void 0) return [];
		if ("localVolumes" in limit) return value.flatMap(({ type, size, mountPath }, index) => {
			const at = [
				...keys,
				index,
				"size"
			];
			return type === "local" && document.mentions(at) && isChanged(`${path}.${mountPath}`) && size !== void 0 ? checkRange(at, size, limit.localVolumes) : [];
		});
		if (!isChanged("byPolicyType" in limit ? "policy." : path)) return [];
		if ("list" in limit) {
			const known = limits[limit.list] ?? [];
			if (known.length === 0 || known.includes(String(value))) return [];
			const allowed = known.join(", ");
			return outside(keys, `is ${require_index.quote(String(value))}`, allowed, `Write one of ${allowed}.`);
		}
		const range = "byPolicyType" in limit ? limit.byPolicyType[String(values.policy?.type)] : limit;
		return range ? checkRange(keys, value, range) : [];
	});
}

// src/check/plan.ts
function checkDocuments(documents, given) {
	return documents.flatMap((document) => {
		const { readable } = document;
		const rules = [
			workersRule(document, readable.workerConfig),
			...contradictionRules(document, readable),
			productsRule(readable.products),
			loadRule(readable)
		];
		return [
			...require_service.brokenRules(document, rules, "warning"),
			...checkStorage(document, readable, "warning"),
			...checkLimits({
				document,
				...given
			})
		];
	});
}
function checkPlan({ document, plan, ...given }) {
	const { operation, live, desired, problems } = plan;
	const contradictions = [movingTagRule(plan), ...contradictionRules(document, desired)];
	if (operation === "unchanged") return [...require_service.brokenRules(document, contradictions, "warning"), ...noteUncompared(document, plan)];
	const rules = [
		workersRule(document, desired.workerConfig),
		...contradictions,
		keptCommandRule(plan)
	];
	const limited = checkLimits({
		document,
		plan,
		...given
	});
	const uncarried = problems.map(({ member, ...words }) => require_service.issueAt(document, member.split("."), {
		code: "not-updatable",
		...words
	}));
	return [
		...live ? [] : checkCreation(document, "error"),
		...limited,
		...require_service.brokenRules(document, live ? rules : [productsRule(desired.products), ...rules], "warning"),
		...checkStorage(document, desired, "error"),
		...checkEnvs(document, plan),
		...uncarried.filter(({ path }) => !limited.some((issue) => isRefusalAt(issue, path)))
	];
}
const isRefusalAt = ({ severity, path }, at) => severity === "error" && path.join() === at.join();
function loadRule({ load = false, candidate }) {
	return [
		load !== false && candidate !== true,
		["load"],
		"asks only what runs under another name, such as a preview",
		"Add `candidate: true`, unless it is for previews.",
		"invalid-value",
		"notice"
	];
}
function movingTagRule({ desired: { image }, imageFrom }) {
	return [
		imageFrom !== "live" && image.image.endsWith(":latest"),
		["image", "image"],
		"has the tag `latest`: what is pushed there later is no change, and is not deployed",
		"Give each build a tag of its own, or set `resolve-image: pin`."
	];
}
function keptCommandRule({ live, desired: { image }, kept }) {
	const nameOf = (reference = "") => reference.split("/").at(-1)?.split(/[:@]/)[0];
	const isKept = kept.some(({ member }) => member === "image.command");
	const isOther = nameOf(image.image) !== nameOf(live?.config.image.image);
	return [
		isKept && isOther,
		["image", "image"],
		"is another image than the live one, whose `command` stays: the spec gives none",
		"Write the `command` of this image, or `command: \"\"` for its own."
	];
}
function workersRule({ mentions }, { minNum = 0, maxNum = Infinity } = {}) {
	const path = ["workerConfig", mentions(["workerConfig", "maxNum"]) ? "maxNum" : "minNum"];
	const what = `makes \`maxNum\` (${maxNum}) less than \`minNum\` (${minNum})`;
	return [
		maxNum < minNum,
		path,
		what,
		"Raise `maxNum` or lower `minNum`.",
		"max-below-min",
		"error"
	];
}
function productsRule(products = []) {
	const what = `has ${products.length} products: a creation sends them all, and no update can change them later`;
	return [
		products.length > 1,
		["products"],
		what,
		"Write one product, unless they are to stay as they are."
	];
}
function checkStorage(document, { volumeMounts = [], clusterID = "" }, severity) {
	const { mentions } = document;
	const isGiven = mentions(["volumeMounts"]);
	if (!isGiven && !mentions(["clusterID"])) return [];
	const keeps = severity === "warning" ? "; an existing endpoint would keep its current value" : "";
	return volumeMounts.flatMap(({ type, id = "", size = 0 }, index) => {
		const item = ["volumeMounts", index];
		const isCloud = type !== "local";
		const [part, value, why, hint] = isCloud ? [
			"id",
			id,
			"cloud storage is identified by its ID",
			"Add `id: …`."
		] : [
			"size",
			size,
			"a local disk needs a size in GB",
			"Add, for example, `size: 50`."
		];
		const isMissing = isGiven && !value && !mentions([...item, part]);
		const clusterHint = "Add the `clusterID` of the cluster that holds the storage.";
		const noCluster = "is not `local`, so it is cloud storage, but `clusterID` is missing";
		const rules = [[
			isMissing,
			[...item, part],
			`is missing: ${why}${keeps}`,
			hint,
			"missing-key"
		], [
			isCloud && clusterID === "",
			[...item, "type"],
			noCluster + keeps,
			clusterHint,
			"cluster-required"
		]];
		return require_service.brokenRules(document, rules, severity);
	});
}
function warnNearNames(document, { desired: { name }, near, compare }, twin) {
	const second = near && `creates a second endpoint beside ${require_index.quotedChoice(near.names)}, which ${near.why}`;
	const absent = twin && `no endpoint has that name, but ${require_index.quotedChoice(twin.names)} ${twin.why}`;
	const rules = [[
		near !== void 0,
		["name"],
		`is ${require_index.quote(name)}: this ${second}`,
		"Correct the name, unless a second endpoint is meant."
	], [
		twin !== void 0,
		["compare", "with"],
		`is ${require_index.quote(compare?.with ?? "")}: ${absent}`,
		"Correct the name."
	]];
	return require_service.brokenRules(document, rules, "warning");
}
function noteUncompared(document, { unverifiable }) {
	return unverifiable.map((member) => member.split(".")).filter((path) => document.mentions(path)).map((path) => {
		return require_service.issueAt(document, path, {
			code: "not-comparable",
			severity: "notice",
			what: "is not sent alone: nothing shows whether the endpoint has this value already",
			hint: "If you have changed it, change something else with it, or recreate the endpoint."
		});
	});
}
function checkCreation(document, severity) {
	const { mentions, readable } = document;
	const what = "is missing, and creating the endpoint requires it; an existing endpoint would keep its current value";
	return require_service.members.flatMap(({ keys, neededToCreate: hint }) => {
		const [block = ""] = keys;
		const isMalformed = mentions([block]) && require_service.valueAt(readable, [block]) === void 0;
		const isGiven = mentions(keys) || require_service.valueAt(readable, keys) !== void 0;
		if (hint === void 0 || isMalformed || isGiven) return [];
		return require_service.issueAt(document, keys, {
			code: "required-to-create",
			severity,
			what,
			hint
		});
	});
}
function checkEnvs(document, { desired: { unread = [] }, calls, live }) {
	const hidden = unread.find(({ path }) => path === "envs");
	if (!hidden || calls.length === 0) return [];
	const what = `is required for the update, but ${`the spec does not set it, and the service returned ${hidden.found} for endpoint ${live?.id}`}`;
	return [require_service.issueAt(document, ["envs"], {
		code: "not-told",
		what,
		hint: "Add `envs` to the spec."
	})];
}

// src/rollout/end.ts
const endpointHas = {
	serving: "this",
	unproved: "this",
	parked: "this",
	untouched: "before",
	"written-back": "before",
	restored: "before",
	"not-restored": "either",
	"perhaps-created": "either",
	"perhaps-updated": "either",
	foreign: "theirs",
	rival: "theirs",
	absent: "nothing",
	deleted: "nothing",
	gone: "nothing"
};
function endOf(plan, facts, nowMs) {
	const left = leftBy(plan, facts);
	const has = left.kind === "untouched" && facts.operation === "unchanged" ? "this" : endpointHas[left.kind];
	const endpoint = has === "nothing" ? void 0 : facts.endpoint;
	const known = {
		plan,
		facts,
		left,
		has,
		endpoint
	};
	const serves = servesAt(known);
	const { failure: cause, seenMs = nowMs } = facts;
	const [shortfall, bills] = [shortfallIn(known), billsOf(known, serves)];
	const isUntested = isNeverTested(known);
	const shown = {
		endpoint,
		seenAgoMs: nowMs - seenMs,
		start: facts.starts.start
	};
	return {
		...facts,
		...shown,
		left,
		has,
		cause,
		serves,
		shortfall,
		bills,
		isUntested
	};
}
function endBefore(plan, failure) {
	return endOf(plan, {
		...initialFacts(plan.live),
		failure
	}, 0);
}
function leftBy(plan, facts) {
	const { left, unconfirmed, failure, operation, changed, endpointId } = facts;
	if (left) return left;
	if (unconfirmed) return { kind: unconfirmed === "create-v1" ? "perhaps-created" : "perhaps-updated" };
	if (!failure) return {
		kind: "serving",
		proof: proofOf(plan, facts)
	};
	if (changed) return { kind: operation === void 0 ? "perhaps-updated" : "unproved" };
	return { kind: endpointId === void 0 ? "absent" : "untouched" };
}
function proofOf({ tests: asked, heldTests = asked }, { tests, answeredBy, readyReason }) {
	if (tests?.kind === "passed") return answeredBy === "this" ? "tests" : answeredBy === "told" ? "told" : "shared";
	if (readyReason !== "no-workers-needed") return readyReason ?? "not-waited";
	return heldTests.length > 0 ? "not-tested" : "no-tests";
}
function isNeverTested({ plan, facts: { operation }, left, endpoint }) {
	const isNotWaited = left.kind === "serving" && left.proof === "not-waited" && plan.tests.length > 0;
	const isOpen = operation !== "unchanged" || testedBefore(plan) === "no";
	return left.kind === "serving" && left.proof === "told" || isNotWaited && isOpen && endpoint?.config.workerConfig.minNum === 0;
}
function servesAt(known) {
	const { left, has, endpoint } = known;
	if (left.kind === "parked" || has === "nothing") return [];
	if (!endpoint || isWoken(known) || require_service.isAsleep(endpoint) && mayHaveGrown(known)) return "unknown";
	return require_service.servedBy(endpoint, versionsAt(known));
}
function versionsAt({ plan, facts, left, has, endpoint }) {
	const { live, desired } = plan;
	const isChanged = live !== void 0 && facts.changed && facts.operation !== "unchanged";
	const isDoubtful = require_service.mayServeEarlier(live);
	const isSuperseded = require_service.supersededIn(live);
	const versionBefore = (id) => {
		if (isSuperseded(id)) return "superseded";
		if (!isChanged) return isDoubtful ? "unknown" : "this";
		return id !== "" && live.workers.some((worker) => worker.id === id) ? "earlier" : "unknown";
	};
	const found = (live ?? endpoint)?.config.image.image ?? "";
	const images = {
		this: isChanged ? desired.image.image : found,
		earlier: isDoubtful && left.kind !== "restored" ? "" : found,
		superseded: "",
		unknown: ""
	};
	const isMixed = isChanged && plan.workers !== "kept" && has !== "before";
	return ({ id }) => {
		const version = facts.versions.get(id) ?? versionBefore(id);
		return {
			age: isMixed ? ages[version] : "",
			version,
			image: images[version]
		};
	};
}
const ages = {
	this: "new",
	earlier: "old",
	superseded: "old",
	unknown: ""
};
function shortfallIn(known) {
	const { plan, left, endpoint } = known;
	if (!endpoint || left.kind !== "serving" || left.proof === "not-waited") return void 0;
	const { minNum } = endpoint.config.workerConfig;
	const tell = versionsAt(known);
	const needed = endpoint.workers.filter((worker) => require_service.isPresent(worker) && ["this", "unknown"].includes(tell(worker).version));
	const others = needed.filter((worker) => !require_service.isReady(worker, endpoint));
	const unlisted = Array(Math.max(0, minNum - needed.length)).fill("listing");
	const lacks = [...others.map((worker) => require_service.workerFault(worker, endpoint) ?? "time"), ...unlisted];
	const healthy = needed.length - others.length;
	const isPassing = (lack) => lack === "time" || lack === "listing" && plan.workers !== "kept";
	return healthy >= minNum || healthy > 0 && lacks.every(isPassing) ? void 0 : {
		healthy,
		lacks
	};
}
function billsOf(known, serves) {
	const { plan, left, has, endpoint } = known;
	if (has === "nothing") return "nothing";
	if (left.kind === "parked") return "when-called";
	if (isWoken(known)) return "called";
	if (!endpoint || mayHaveGrown(known)) return "unknown";
	const listed = endpoint.workers.filter(require_service.isPresent);
	const { minNum } = endpoint.config.workerConfig;
	if (require_service.endpointCondition(endpoint.state) === "stopped" && listed.length === 0) return "stopped";
	if (minNum === 0 && listed.length === 0) return "when-called";
	const waiting = listed.filter((worker) => require_service.hasNoGpu(worker, endpoint)).length;
	const workers = Math.max(listed.length, minNum) - waiting;
	if (workers === 0) return "no-gpu";
	return {
		kind: isInVain(known, serves) ? "in-vain" : "workers",
		workers,
		hourly: plan.price === void 0 ? void 0 : plan.price * workers
	};
}
function isWoken({ facts, endpoint }) {
	return facts.isCalled && endpoint !== void 0 && require_service.isAsleep(endpoint);
}
function mayHaveGrown({ plan, has, endpoint }) {
	if (has !== "either" || !endpoint) return false;
	const asked = [plan.desired, plan.live?.config].map((config) => config?.workerConfig.minNum ?? 0);
	return Math.max(...asked) > endpoint.config.workerConfig.minNum;
}
function isInVain(known, serves) {
	const { plan, left, has, facts } = known;
	const { failure, operation } = facts;
	if (!failure || has === "theirs" || left.kind === "restored" || left.kind === "written-back") return false;
	if (!(operation !== void 0 && operation !== "unchanged") && require_index.codeRow(failure.code).subject === "run") return false;
	const isServed = require_service.servingIn(serves).length > 0;
	if (typeof serves !== "string" && (!isServed || isWrongAsFound(known))) return true;
	const isCovered = require_service.servingIn(serves).some(({ version }) => version === "superseded");
	return left.kind === "unproved" && (!plan.live || require_service.isUnproved(plan.live.config) && !isCovered);
}
function isWrongAsFound({ plan, has, facts }) {
	const record = plan.live && require_service.readRecord(plan.live.config);
	const isOfRecord = record !== void 0 && require_service.comparedTests(plan.tests, record).added === 0;
	return facts.operation === "unchanged" && has === "this" && hasAnsweredWrong(facts) && isOfRecord;
}

// src/render/end.ts
function shortfallWords({ desired: { name, workerConfig } }, { shortfall }) {
	if (!shortfall) return [];
	const { healthy, lacks } = shortfall;
	const others = [...new Set(Object.values(lackWords))].flatMap((words) => {
		const { length } = lacks.filter((lack) => lackWords[lack] === words);
		return length === 0 ? [] : `${length} ${words[length === 1 ? 0 : 1]}`;
	});
	const counted = `${healthy} of ${workerConfig.minNum} ${healthy === 1 ? "runs" : "run"}; ${others.join(", ")}`;
	const hint = "A worker without a GPU starts as soon as one is free; another product may have a free one. The command `status` shows what becomes of the others.";
	const message = healthy === 0 ? `No worker of ${name} is healthy by the last reading: ${counted}.` : `${name} serves with fewer workers than \`minNum\`: ${counted}.`;
	return [{
		title: healthy === 0 ? "no worker is healthy now" : "too few workers",
		message,
		hint
	}];
}
function weaknessOf({ live }, end) {
	const { weak } = proofWords(end) ?? {};
	const isTold = end.operation === "unchanged" && end.left.kind === "serving" && end.left.proof === "told";
	const changed = live && isTold ? require_service.changedSinceDeploy(live.config).join(", ") : "";
	if (!weak || changed === "") return weak ? [weak] : [];
	return [{
		title: "changed by hand, not proved",
		message: `${changed}: changed by hand since the last deploy, and nothing shows whether the healthy workers have that.`,
		hint: weak.hint
	}];
}
function endWarnings(plan, end) {
	if (!proofWords(end)) return [];
	const unchecked = {
		title: "not checked",
		message: `It serves, but ${end.doubt}.`,
		hint: "Run the command `status`, or look at the list of endpoints in the console of the service."
	};
	return [
		...shortfallWords(plan, end),
		...weaknessOf(plan, end),
		end.doubt === "" ? [] : unchecked
	].flat().map((weak) => ({
		...weak,
		severity: "warning",
		title: `${plan.desired.name}: ${weak.title}`
	}));
}
function remedyFor({ cause, left, has }, isRerun) {
	if (!cause) return "";
	const { hint } = cause;
	const { isOfWorkflow, seen, next } = require_index.codeRow(cause.code);
	if (isRerun && isOfWorkflow) return `${hint} A run that is started again keeps its workflow file: push that change, or start \`rollback.yml\` with its commit.`;
	const isReplaced = has !== "this" || left.kind === "parked";
	return seen === "wrong-answers" && isReplaced ? next : hint;
}
function wordsOfEnd({ plan, end, isRerun = false }) {
	const { cause, endpoint, endpointId, left, has, problem, serves } = end;
	const { desired, live } = plan;
	const wanted = shortImage(desired.image.image);
	const before = live?.config.image.image;
	const isProvedBefore = live !== void 0 && !require_service.isUnproved(live.config);
	const isRescuable = require_service.servingIn(serves).some(({ version }) => version === "earlier" || version === "superseded");
	const { billed, inVain } = billWords(end.bills);
	const deletion = `\`delete\` with \`endpoint-id: ${endpointId}\``;
	const served = servedBefore(plan);
	const wayBack = live ? wayBackTo(asReplaced(live.config)) : "";
	const back = isProvedBefore && plan.operation === "update" ? wayBack : served;
	const { title, now, next } = leftWords[left.kind]({
		plan,
		end,
		wanted,
		deletion,
		back,
		wayBack,
		isProvedBefore,
		inVain,
		found: endpoint ? `: ${shortImage(endpoint.config.image.image)}` : "",
		previous: before === void 0 || before === desired.image.image ? "the previous configuration" : shortImage(before),
		remedy: remedyFor(end, isRerun),
		rescue: isOfVersion(cause) && isRescuable ? back : ""
	});
	const isCause = problem === void 0 && (has === "theirs" || left.kind === "gone");
	const what = cause && !isCause && require_index.codeWords(cause.code, wanted);
	const isAnswered = inVain === "" || has === "either" || back !== "" && next.includes(back);
	const ends = served || `To end the bill, run the command ${problem ? "" : "`park` or "}${deletion}.`;
	return {
		title: require_index.joined([
			cause?.title || `${desired.name}: ${what || title}`,
			what && title,
			inVain
		]),
		left: now,
		served: servesSentence(end),
		billed,
		next: isAnswered ? next.trim() : `${next.trim()} ${ends}`
	};
}
function asReplaced(config) {
	const { image } = config.image;
	const run = require_service.readRecord(config)?.run;
	return run === void 0 || require_service.changedSinceDeploy(config).length > 0 ? { image } : {
		image,
		run: require_service.runOf(run)
	};
}
function servedBefore({ live }) {
	const record = live && require_service.readRecord(live.config);
	const last = record && require_service.versionsBefore(record).find(({ left, image }) => !left && image !== void 0);
	return last ? wayBackTo(last) : "";
}
function wayBackTo({ run, image, at = "" }) {
	const until = at && ` until ${at.slice(0, 16).replace("T", " ")} UTC`;
	return run === void 0 ? `${image}, deployed outside a workflow, served${until}: deploy it again, or push a revert.` : `Run ${run} served ${image}${until}: start its job again, or push a revert.`;
}
function shortImage(image) {
	return require_index.formatShown(image).replace(/(@sha256:[0-9a-f]{12})[0-9a-f]+$/, "$1");
}
function servesSentence({ serves, endpoint, seenAgoMs }) {
	const age = seenAgoMs < 3e4 || !endpoint ? "" : `, last seen ${require_index.formatSeconds(seenAgoMs / 1e3)} ago`;
	const words = require_service.servesWords(serves, ({ image, version }) => {
		if (image === "") return ` of ${version === "unknown" ? "an unknown" : "an earlier"} version`;
		return ` (${shortImage(image)})`;
	});
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}${age}`;
}
function billWords(bills) {
	if (typeof bills === "string") return {
		billed: billsWords[bills],
		inVain: ""
	};
	const { workers, hourly, kind } = bills;
	const [who, cost] = [require_index.plural(workers, "worker"), hourly === void 0 ? "" : `, ${require_service.formatAmount(hourly)} an hour`];
	return {
		billed: `${who} ${workers === 1 ? "is" : "are"} billed${cost}`,
		inVain: kind === "in-vain" ? `STILL BILLED: ${who}${cost}` : ""
	};
}
function endFailure(ended) {
	const { cause, problem, left, doubt } = ended.end;
	if (!cause) return void 0;
	const { title, next, ...now } = wordsOfEnd(ended);
	const undone = left.kind === "written-back" ? "Written back, not seen serving" : "Not undone";
	const message = [
		cause.message,
		problem && `${undone}: ${problem.message}`,
		doubt && `Also: ${doubt}`
	];
	return new require_index.DeployError({
		...cause,
		message: require_index.joined(message, ". "),
		now,
		hint: next,
		title,
		cause
	});
}
function endLines(plan, end) {
	const { cause, left, endpoint, endpointId, start, operation } = end;
	const name = `${plan.desired.name}${endpointId === void 0 ? "" : ` (${endpointId})`}`;
	const now = wordsOfEnd({
		plan,
		end
	});
	if (!cause) {
		const url = endpoint?.url ? ` Its URL is ${endpoint.url}` : "";
		const proof = proofWords(end)?.output === "none" ? ` ${now.left}.` : "";
		return [start ? `Start: ${startWords(start)}.` : [], `Done: ${name} ${operation}. ${now.served}.${proof}${url}`].flat();
	}
	const isByHand = left.kind === "not-restored" && plan.live;
	const previous = isByHand ? diffConfigs({
		asked: isByHand.config,
		found: void 0
	}) : [];
	const byHand = isByHand ? ["The previous configuration was:", ...previous.map(require_service.changeLine)] : [];
	return [`Now: ${name}: ${now.left}. ${now.served}. ${now.billed}.`, ...byHand];
}
function outcomeSummary({ plan, end, candidate }, failure) {
	const { title, served, left } = wordsOfEnd({
		plan,
		end
	});
	const { endpoint, endpointId = "", start } = end;
	const { name, workerConfig, image } = plan.desired;
	const rows = [
		["Proved", candidate ? require_index.proseCell(`as ${candidate.name}, before any user met it; then on ${name}`) : ""],
		["Served by", require_index.proseCell(served)],
		["Proved by", require_index.proseCell(left)],
		["Start", start ? startWords(start) : ""],
		["URL", require_index.linkCell(endpoint?.url ?? "")],
		["Endpoint", require_index.codeCell(endpointId)],
		["Image", require_index.codeCell(require_index.formatShown((endpoint?.config ?? { image }).image.image))],
		["Cost", require_service.hourlyCost(plan.price, workerConfig)]
	];
	return require_index.paragraphs([
		require_index.heading(`${failure ? "❌" : "✅"} ${title}`),
		failure ? require_index.failureTable(failure) : require_index.detailTable(rows),
		end.tests && (!failure || failure.code === "test-failed") && require_service.testTable(end.tests),
		require_service.changeBlock(plan.changes)
	]);
}
function startWords({ seconds, ...phases }) {
	const shown = Object.entries(phases).map(([name, each]) => `${name.replace("Seconds", "")} ${require_index.formatSeconds(each)}`);
	return require_index.joined([require_index.formatSeconds(seconds), shown.join(", ")], ": ");
}

// src/render/outcome.ts
const outcomeRows = {
	"rolled-out": ({ name, plan, end, words, held, ...ended }, isRerun) => {
		const { availability, compared, candidate, tail, isOvertaken = false } = ended;
		const own = candidate ? void 0 : compared;
		const failure = besideProduction(endFailure({
			plan,
			end,
			isRerun
		}), {
			name,
			production: own?.production
		});
		const unfailed = held ? "superseded" : end.operation === "unchanged" ? "unchanged" : "changed";
		const kind = failure ? "failed" : unfailed;
		const isPromoted = needsVerdict(plan);
		const said = [words, held ?? []].flat().map(({ severity, message }) => `${severity === "warning" ? "⚠️" : "ℹ️"} ${require_index.proseCell(`${name}: ${message}`)}`);
		return {
			outputs: {
				...compared?.outputs,
				...endOutputs(end),
				...(isPromoted || end.isUntested) && { "image-digest": "" },
				...own?.outputs,
				...candidate && { candidate },
				...availability && { availability: availabilityOutput(availability) },
				...held && {
					"image-digest": "",
					...!failure && { operation: "superseded" }
				}
			},
			failure: isOvertaken ? void 0 : failure,
			kind,
			isAsBefore: isPromoted && kind === "unchanged" && !compared,
			markdown: require_index.paragraphs([
				own?.summary ? "" : outcomeSummary({
					plan,
					end,
					candidate
				}, failure),
				compared?.summary,
				own?.summary && failure && require_index.failureTable(failure, name),
				compared?.load,
				availability && require_service.usersLine(availability),
				...said,
				tail && require_index.logBlock(tail)
			]),
			warnings: [held ? supersededWord(name, held) : [], endWarnings(plan, end)].flat()
		};
	},
	refused: ({ plan, failure: given }, isRerun) => {
		const failure = refusalOf(plan, given, isRerun);
		return {
			outputs: { changed: "false" },
			failure,
			kind: "failed",
			markdown: require_service.planSummary(plan, {
				title: `❌ ${failure.title}`,
				note: require_index.failureTable(failure)
			})
		};
	},
	"held-back": ({ name, plan }) => {
		return {
			outputs: { changed: "false" },
			failure: void 0,
			kind: "held-back",
			markdown: require_service.planSummary(plan, {
				title: `⏸️ ${name}`,
				note: heldBackWords
			})
		};
	},
	skipped: ({ name, word }) => ({
		outputs: {
			operation: "superseded",
			changed: "false",
			"image-digest": ""
		},
		failure: void 0,
		kind: "superseded",
		markdown: require_index.paragraphs([require_index.heading(`⏭️ ${name}: superseded`), require_index.proseCell(word.message)]),
		warnings: [supersededWord(name, word)]
	}),
	planned: ({ name, plan, refusal }) => {
		const unrefused = plan.operation === "unchanged" ? "unchanged" : "changed";
		const warnings = [refusal ?? []].flat().map(({ code, message, hint }) => {
			return {
				severity: "warning",
				title: require_index.failureTitle(name, code),
				message: `A deploy would be refused: ${message}.`,
				hint
			};
		});
		const [note = ""] = warnings.map(({ message, hint }) => `> ⚠️ ${require_index.proseCell(message)} ${require_index.proseCell(hint)}`);
		return {
			outputs: {
				operation: "planned",
				changed: "false"
			},
			failure: void 0,
			kind: refusal ? "failed" : unrefused,
			markdown: require_service.planSummary(plan, { note }),
			warnings
		};
	},
	deleted: ({ name: named, deletion }) => {
		const { id, name, state, reason } = deletion;
		const { output, words } = deletionEnds[state];
		const isDone = output === "deleted" || output === "absent";
		const changed = String(isDeleted(deletion) || state === "in-doubt");
		const cause = deletionFailure(deletion);
		const failure = cause?.withTitle(require_index.failureTitle(named, cause.code, words.toLowerCase()));
		return {
			outputs: {
				"endpoint-id": id,
				name,
				...isDone && { operation: output },
				state: output,
				reason,
				changed
			},
			failure,
			kind: "changed"
		};
	},
	parked: ({ name, isWritten, until, failure: cause }) => {
		const [end, now] = isWritten ? ["perhaps parked", require_index.unknownNow] : ["not parked", require_index.unchangedNow];
		const failure = cause?.withTitle(require_index.failureTitle(name, cause.code, end), now);
		const title = require_index.heading(`💤 ${name}: ${isWritten ? "parked" : "was parked already"}`);
		return {
			outputs: {
				...!failure && { operation: isWritten ? "parked" : "unchanged" },
				changed: String(isWritten)
			},
			failure,
			kind: isWritten ? "changed" : "unchanged",
			markdown: failure ? require_index.failureSummary(failure) : require_index.paragraphs([title, until])
		};
	},
	read: ({ failure, status }) => ({
		outputs: status ? { status: statusOutputs(status) } : {},
		failure,
		kind: "unchanged"
	}),
	listed: ({ live, status }) => ({
		outputs: {
			...endpointOutputs(live),
			operation: "read",
			changed: "false",
			status: statusOutputs(status)
		},
		kind: "unchanged"
	}),
	logged: ({ name, none, tails }) => ({
		failure: void 0,
		kind: "changed",
		markdown: require_index.paragraphs([
			require_index.heading(`Logs of ${name}`),
			require_index.escapeCell(none),
			...tails.map(require_index.logBlock)
		])
	}),
	tested: ({ name, pass, proof, isCandidate, compared, tail, failure }) => ({
		outputs: {
			operation: "tested",
			...isCandidate && { "image-digest": "" },
			...testOutputs(pass),
			proof,
			...compared?.outputs
		},
		failure,
		kind: "unchanged",
		markdown: require_index.paragraphs([
			compared?.summary ?? require_service.testSummary(name, pass),
			compared?.load,
			tail && require_index.logBlock(tail)
		])
	}),
	exported: () => ({
		outputs: {
			operation: "exported",
			changed: "false"
		},
		kind: "unchanged"
	}),
	validated: () => ({
		outputs: {
			operation: "validated",
			changed: "false"
		},
		kind: "unchanged"
	})
};
const heldBackWords = "Not deployed, because another endpoint of this step was refused.";
const supersededWord = (name, word) => ({
	...word,
	title: `${name}: superseded`
});
function besideProduction(failure, { name, production }) {
	if (!failure?.now || !production) return failure;
	const served = `${production}. ${name}: ${failure.now.served}`;
	return failure.withTitle(failure.title, {
		...failure.now,
		served
	});
}
function tellOutcome(outcome, { isRerun }) {
	const row = outcomeRows[outcome.kind];
	const { outputs = {}, warnings = [], markdown = "", kind, isAsBefore = false, ...told } = row(outcome, isRerun);
	const reason = "failure" in told ? { "failure-reason": told.failure?.code ?? "" } : {};
	const section = {
		name: outcome.name,
		kind: told.failure ? "failed" : kind,
		markdown,
		isAsBefore
	};
	return {
		outputs: {
			...outputs,
			...reason
		},
		failure: told.failure,
		section,
		warnings
	};
}
function refusalOf(plan, failure, isRerun) {
	return (plan.isShown ? endFailure({
		plan,
		end: endBefore(plan, failure),
		isRerun
	}) : void 0) ?? failure.withTitle(require_index.failureTitle(plan.desired.name, failure.code, "not changed"), require_index.hiddenNow);
}
function tellRefusal(plans, failure, { isRerun }) {
	const refusals = plans.map((plan) => refusalOf(plan, failure, isRerun));
	if (refusals.length < 2) return refusals[0];
	const names = plans.map(({ desired }) => desired.name);
	const ofEach = (member) => {
		const said = Map.groupBy(names, (_, index) => refusals[index]?.now?.[member] ?? "");
		return Array.from(said, ([words, of]) => `${of.join(", ")}: ${words}`).join(". ");
	};
	const now = {
		left: require_index.unreadNow.left,
		served: ofEach("served"),
		billed: ofEach("billed")
	};
	return failure.withTitle(require_index.failureTitle(require_index.fewOf(names), failure.code, "not changed"), now);
}
function tellDefect(outcome, thrown) {
	const { name } = outcome;
	let failure = thrown.withTitle(require_index.failureTitle(name, thrown.code));
	try {
		if (outcome.kind === "rolled-out") failure = endFailure({
			...outcome,
			end: {
				...outcome.end,
				cause: outcome.end.cause ?? thrown
			}
		}) ?? failure;
	} catch {}
	const section = {
		name,
		kind: "failed",
		markdown: require_index.failureSummary(failure)
	};
	return {
		outputs: { "failure-reason": failure.code },
		failure,
		section,
		warnings: []
	};
}
function combineFailures(ends) {
	const failed = ends.flatMap(({ section: { name }, failure }) => failure ? {
		name,
		failure,
		title: failure.title || name
	} : []);
	const [first] = failed;
	if (!first || ends.length === 1) return first?.failure;
	const lines = failed.map(({ title, failure }) => `${title}: ${failure.told} [${failure.code}]`);
	const heldBack = ends.flatMap(({ section: { name, kind } }) => kind === "held-back" ? name : []);
	const others = heldBack.length > 0 ? `\n${heldBack.join(", ")}: ${heldBackWords}` : "";
	const hints = Map.groupBy(failed, ({ failure }) => failure.hint);
	const hintLines = Array.from(hints, ([hint, of]) => hints.size === 1 ? hint : `${of.map(({ name }) => name).join(", ")}: ${hint}`);
	return new require_index.DeployError({
		code: first.failure.code,
		message: `${failed.length} of ${ends.length} endpoints failed:\n${lines.join("\n")}${others}`,
		hint: hintLines.join("\n"),
		title: require_index.fewOf(failed.map(({ title }) => title), "; "),
		cause: first.failure
	});
}

// src/deploy/prepare.ts
var prepare_exports = /* @__PURE__ */ require_index.__exportAll({ prepare: () => prepare });
async function prepare(context) {
	const { inputs, outputs, preview } = context;
	let names = [];
	try {
		const read = await readSpecs(context);
		const nameOf = (name) => preview ? require_service.previewName(name, preview.pullRequest.number) : name;
		names = namesIn(read.documents).map(nameOf);
		const nameSpec = (given, { ownName }) => {
			const spec = require_service.renamedSpec(given, ownName);
			return preview ? require_service.previewSpec(require_service.limitWorkers(spec, inputs.preview?.workers ?? 1), preview.pullRequest.number) : spec;
		};
		const named = require_service.hasErrors(read.issues) ? [] : read.documents.flatMap((each) => each.spec ? {
			document: each,
			spec: nameSpec(each.spec, each)
		} : []);
		for (const { spec } of named) if (spec.tests?.length) (await Promise.resolve().then(() => require("./tests.js")).then((n) => n.request_exports)).assertSendable(spec.tests, inputs.secretEnvs);
		outputs.setEndpoints(named.map(({ spec }) => ({ name: spec.name })));
		const plans = await planSpecs({
			...read,
			named
		}, context);
		return {
			plans,
			planDigest: plans.every(({ isShown }) => isShown) ? require_service.digestPlans(plans, inputs) : ""
		};
	} catch (thrown) {
		const failure = require_index.tellRunFailure(require_index.asDeployError(thrown), context, { isTold: false });
		await writeComment(context, {
			names,
			markdown: require_index.failureSummary(failure)
		});
		throw failure;
	}
}
async function planSpecs({ documents, issues, named }, context) {
	const { inputs, outputs, github } = context;
	const isBroken = require_service.hasErrors(issues);
	const isDeploy = inputs.command === "deploy";
	const reading = readLimits(context, { isNeeded: isDeploy && !isBroken });
	const [limits, planned] = await Promise.all([reading, isBroken ? [] : planNamed(named, context)]);
	const plans = planned.map(({ plan }) => plan);
	outputs.setEndpoints(plans.map((plan) => planOutputs(plan, isDeploy)));
	const limited = {
		limits,
		mayExceed: inputs.allow.has("beyond-limits")
	};
	const checked = isBroken ? checkDocuments(documents, limited) : planned.flatMap(({ document, plan }) => plan.isShown ? checkPlan({
		document,
		plan,
		...limited
	}) : []);
	const ofImages = planned.flatMap((each) => each.issues);
	const refusedBy = (failure) => isDeploy ? tellRefusal(plans, failure, github.context) : void 0;
	await reportIssues([
		...issues,
		...checked,
		...ofImages
	], context, refusedBy);
	return plans;
}
function planOutputs(plan, isDeploy) {
	const { desired, live, isShown } = plan;
	if (!isShown) return {
		name: desired.name,
		"endpoint-id": live?.id ?? ""
	};
	const { image } = desired.image;
	const planned = {
		name: desired.name,
		image,
		"image-digest": digestIn(image),
		plan: JSON.parse(planToJson(plan))
	};
	const found = endpointOutputs(live);
	return {
		...isDeploy ? {
			...planned,
			...found
		} : {
			...found,
			...planned
		},
		...needsVerdict(plan) && { "image-digest": "" }
	};
}
async function planNamed(named, context) {
	const { inputs, reporter } = context;
	const tagToPin = ({ image }) => inputs.resolveImage === "pin" && !image?.image?.includes("@") ? image?.image : void 0;
	const tags = named.map((each) => ({
		...each,
		written: tagToPin(each.spec)
	}));
	const names = named.map(({ spec }) => spec.name);
	const candidates = new Set(names.map(require_service.candidateName));
	const isCandidate = ({ config }) => candidates.has(config.name);
	const [{ found, list }, pinned] = await Promise.all([lookUpAll({
		names,
		keeps: (each) => candidates.has(each.name) || isDeployedHere(each, context)
	}, context), askRegistries(tags, {
		context,
		mustKnow: true
	})]);
	const listed = inputs.endpointId !== "" && named.some(({ spec }) => spec.candidate === true) ? await openReads(context).list({ only: ({ name }) => candidates.has(name) }) : list;
	const beside = await Promise.all(listed.filter(isCandidate).map((each) => withEnvs(each, context)));
	const planned = pinned.map(({ document, spec, resolvedImage, issues }, index) => {
		const image = resolvedImage && {
			...spec.image,
			image: require_index.pinReference(resolvedImage.written, resolvedImage.digest)
		};
		const looked = found[index];
		const { live, others } = looked;
		const made = makePlan({
			spec: image ? {
				...spec,
				image
			} : spec,
			secretEnvs: inputs.secretEnvs,
			live,
			templates: document.templates,
			imageFrom: "input" in document.place(["image", "image"]) ? "input" : void 0,
			isTakenOver: require_service.isTakenOver(live, context),
			ownName: document.ownName || void 0
		});
		const near = live ? void 0 : nearIn(looked);
		const why = require_service.whyNotFirst(made, context);
		const first = {
			isFirst: why === void 0,
			why,
			found: beside.find(({ config }) => config.name === require_service.candidateName(spec.name))
		};
		const plan = {
			...made,
			resolvedImage,
			near,
			isShown: require_service.mayShow(live, context),
			first
		};
		const written = isToBeAsked(plan, inputs) ? plan.desired.image.image : void 0;
		const { compare, ownName } = plan;
		const isOfStep = compare && [ownName, ...names].includes(compare.with);
		const twin = compare && !isOfStep ? nearIn({
			name: compare.with,
			others
		}) : void 0;
		return {
			document,
			plan,
			issues: [...issues, ...warnNearNames(document, plan, twin)],
			written
		};
	});
	const answered = await askRegistries(planned, {
		context,
		mustKnow: false
	});
	const isWhole = !named.some(({ document }) => document.written(["name"])?.includes("${"));
	const specNames = named.flatMap(({ document }) => document.ownName ?? []);
	const plans = planned.map(({ plan }) => plan);
	const orphans = orphansBeside(list, {
		plans,
		specNames,
		isWhole,
		run: context
	});
	for (const warning of orphanWarnings(orphans, plans)) reporter.annotate(warning);
	return answered.map(({ document, plan, issues, resolvedImage = plan.resolvedImage }) => {
		return {
			document,
			plan: {
				...plan,
				resolvedImage,
				beside: orphans.map(({ words }) => words)
			},
			issues
		};
	});
}
function isToBeAsked({ operation, changes, desired, resolvedImage }, { resolveImage }) {
	const { image } = desired.image;
	if (resolveImage === "off" || resolvedImage !== void 0 || image === "") return false;
	if (resolveImage === "pin" && !image.includes("@")) return false;
	return operation === "create" || changes.some(({ member }) => member === "image.image");
}
async function readLimits(context, { isNeeded }) {
	const { inputs, reporter } = context;
	let unread = {
		message: "the service returned limits in an unknown form",
		hint: "The service decides; a value that it refuses fails the deploy."
	};
	try {
		const limits = await openReads(context).limits();
		if (Object.keys(limits).length > 0) return limits;
	} catch (error) {
		const isTolerable = error instanceof require_index.DeployError && error.code !== "unauthorized" && error.code !== "cancelled";
		if (isNeeded && !inputs.allow.has("beyond-limits") || !isTolerable) throw error;
		unread = error;
	}
	const message = `The values of the spec were not checked against the live limits: ${unread.message}.`;
	reporter.warn({
		title: "limits not checked",
		message,
		hint: unread.hint
	});
}

Object.defineProperty(exports, "RolloutError", {
  enumerable: true,
  get: function () {
    return RolloutError;
  }
});
Object.defineProperty(exports, "askRegistries", {
  enumerable: true,
  get: function () {
    return askRegistries;
  }
});
Object.defineProperty(exports, "askRegistry", {
  enumerable: true,
  get: function () {
    return askRegistry;
  }
});
Object.defineProperty(exports, "askWhile", {
  enumerable: true,
  get: function () {
    return askWhile;
  }
});
Object.defineProperty(exports, "bodyOf", {
  enumerable: true,
  get: function () {
    return bodyOf;
  }
});
Object.defineProperty(exports, "checkCreation", {
  enumerable: true,
  get: function () {
    return checkCreation;
  }
});
Object.defineProperty(exports, "checkDocuments", {
  enumerable: true,
  get: function () {
    return checkDocuments;
  }
});
Object.defineProperty(exports, "combineFailures", {
  enumerable: true,
  get: function () {
    return combineFailures;
  }
});
Object.defineProperty(exports, "commentOnPlans", {
  enumerable: true,
  get: function () {
    return commentOnPlans;
  }
});
Object.defineProperty(exports, "commentOnRun", {
  enumerable: true,
  get: function () {
    return commentOnRun;
  }
});
Object.defineProperty(exports, "comparisonMark", {
  enumerable: true,
  get: function () {
    return comparisonMark;
  }
});
Object.defineProperty(exports, "deletionFailure", {
  enumerable: true,
  get: function () {
    return deletionFailure;
  }
});
Object.defineProperty(exports, "deletionLines", {
  enumerable: true,
  get: function () {
    return deletionLines;
  }
});
Object.defineProperty(exports, "deletionName", {
  enumerable: true,
  get: function () {
    return deletionName;
  }
});
Object.defineProperty(exports, "deletionSummary", {
  enumerable: true,
  get: function () {
    return deletionSummary;
  }
});
Object.defineProperty(exports, "diffConfigs", {
  enumerable: true,
  get: function () {
    return diffConfigs;
  }
});
Object.defineProperty(exports, "differencesFrom", {
  enumerable: true,
  get: function () {
    return differencesFrom;
  }
});
Object.defineProperty(exports, "digestIn", {
  enumerable: true,
  get: function () {
    return digestIn;
  }
});
Object.defineProperty(exports, "endBefore", {
  enumerable: true,
  get: function () {
    return endBefore;
  }
});
Object.defineProperty(exports, "endComment", {
  enumerable: true,
  get: function () {
    return endComment;
  }
});
Object.defineProperty(exports, "endLines", {
  enumerable: true,
  get: function () {
    return endLines;
  }
});
Object.defineProperty(exports, "endOf", {
  enumerable: true,
  get: function () {
    return endOf;
  }
});
Object.defineProperty(exports, "endpointOutputs", {
  enumerable: true,
  get: function () {
    return endpointOutputs;
  }
});
Object.defineProperty(exports, "escapeVariables", {
  enumerable: true,
  get: function () {
    return escapeVariables;
  }
});
Object.defineProperty(exports, "expectationSchema", {
  enumerable: true,
  get: function () {
    return expectationSchema;
  }
});
Object.defineProperty(exports, "factsAfter", {
  enumerable: true,
  get: function () {
    return factsAfter;
  }
});
Object.defineProperty(exports, "failedBefore", {
  enumerable: true,
  get: function () {
    return failedBefore;
  }
});
Object.defineProperty(exports, "fieldHint", {
  enumerable: true,
  get: function () {
    return fieldHint;
  }
});
Object.defineProperty(exports, "findByName", {
  enumerable: true,
  get: function () {
    return findByName;
  }
});
Object.defineProperty(exports, "findNamed", {
  enumerable: true,
  get: function () {
    return findNamed;
  }
});
Object.defineProperty(exports, "folded", {
  enumerable: true,
  get: function () {
    return folded;
  }
});
Object.defineProperty(exports, "hasRightAnswer", {
  enumerable: true,
  get: function () {
    return hasRightAnswer;
  }
});
Object.defineProperty(exports, "includes", {
  enumerable: true,
  get: function () {
    return includes;
  }
});
Object.defineProperty(exports, "incomparableMembers", {
  enumerable: true,
  get: function () {
    return incomparableMembers;
  }
});
Object.defineProperty(exports, "initialFacts", {
  enumerable: true,
  get: function () {
    return initialFacts;
  }
});
Object.defineProperty(exports, "isDeleted", {
  enumerable: true,
  get: function () {
    return isDeleted;
  }
});
Object.defineProperty(exports, "isDeployedHere", {
  enumerable: true,
  get: function () {
    return isDeployedHere;
  }
});
Object.defineProperty(exports, "isHeaderText", {
  enumerable: true,
  get: function () {
    return isHeaderText;
  }
});
Object.defineProperty(exports, "isLoadable", {
  enumerable: true,
  get: function () {
    return isLoadable;
  }
});
Object.defineProperty(exports, "isOwn", {
  enumerable: true,
  get: function () {
    return isOwn;
  }
});
Object.defineProperty(exports, "isProofDue", {
  enumerable: true,
  get: function () {
    return isProofDue;
  }
});
Object.defineProperty(exports, "isStillUnproved", {
  enumerable: true,
  get: function () {
    return isStillUnproved;
  }
});
Object.defineProperty(exports, "isStreamed", {
  enumerable: true,
  get: function () {
    return isStreamed;
  }
});
Object.defineProperty(exports, "makePlan", {
  enumerable: true,
  get: function () {
    return makePlan;
  }
});
Object.defineProperty(exports, "maxRequestBytes", {
  enumerable: true,
  get: function () {
    return maxRequestBytes;
  }
});
Object.defineProperty(exports, "membersWithoutSpecForm", {
  enumerable: true,
  get: function () {
    return membersWithoutSpecForm;
  }
});
Object.defineProperty(exports, "methods", {
  enumerable: true,
  get: function () {
    return methods;
  }
});
Object.defineProperty(exports, "namesIn", {
  enumerable: true,
  get: function () {
    return namesIn;
  }
});
Object.defineProperty(exports, "nearIn", {
  enumerable: true,
  get: function () {
    return nearIn;
  }
});
Object.defineProperty(exports, "nearestFieldHint", {
  enumerable: true,
  get: function () {
    return nearestFieldHint;
  }
});
Object.defineProperty(exports, "needsVerdict", {
  enumerable: true,
  get: function () {
    return needsVerdict;
  }
});
Object.defineProperty(exports, "neverReturnedMembers", {
  enumerable: true,
  get: function () {
    return neverReturnedMembers;
  }
});
Object.defineProperty(exports, "notFound", {
  enumerable: true,
  get: function () {
    return notFound;
  }
});
Object.defineProperty(exports, "openReads", {
  enumerable: true,
  get: function () {
    return openReads;
  }
});
Object.defineProperty(exports, "orphansIn", {
  enumerable: true,
  get: function () {
    return orphansIn;
  }
});
Object.defineProperty(exports, "planOver", {
  enumerable: true,
  get: function () {
    return planOver;
  }
});
Object.defineProperty(exports, "poll", {
  enumerable: true,
  get: function () {
    return poll;
  }
});
Object.defineProperty(exports, "prepare", {
  enumerable: true,
  get: function () {
    return prepare;
  }
});
Object.defineProperty(exports, "prepare_exports", {
  enumerable: true,
  get: function () {
    return prepare_exports;
  }
});
Object.defineProperty(exports, "readFilesIfAny", {
  enumerable: true,
  get: function () {
    return readFilesIfAny;
  }
});
Object.defineProperty(exports, "readIfTold", {
  enumerable: true,
  get: function () {
    return readIfTold;
  }
});
Object.defineProperty(exports, "readLimits", {
  enumerable: true,
  get: function () {
    return readLimits;
  }
});
Object.defineProperty(exports, "readNames", {
  enumerable: true,
  get: function () {
    return readNames;
  }
});
Object.defineProperty(exports, "readNow", {
  enumerable: true,
  get: function () {
    return readNow;
  }
});
Object.defineProperty(exports, "readSpecs", {
  enumerable: true,
  get: function () {
    return readSpecs;
  }
});
Object.defineProperty(exports, "readSpecsIfAny", {
  enumerable: true,
  get: function () {
    return readSpecsIfAny;
  }
});
Object.defineProperty(exports, "readingOf", {
  enumerable: true,
  get: function () {
    return readingOf;
  }
});
Object.defineProperty(exports, "refusals", {
  enumerable: true,
  get: function () {
    return refusals;
  }
});
Object.defineProperty(exports, "reportIssues", {
  enumerable: true,
  get: function () {
    return reportIssues;
  }
});
Object.defineProperty(exports, "routeUpdate", {
  enumerable: true,
  get: function () {
    return routeUpdate;
  }
});
Object.defineProperty(exports, "runOverview", {
  enumerable: true,
  get: function () {
    return runOverview;
  }
});
Object.defineProperty(exports, "scalingOf", {
  enumerable: true,
  get: function () {
    return scalingOf;
  }
});
Object.defineProperty(exports, "shortImage", {
  enumerable: true,
  get: function () {
    return shortImage;
  }
});
Object.defineProperty(exports, "specOf", {
  enumerable: true,
  get: function () {
    return specOf;
  }
});
Object.defineProperty(exports, "startWords", {
  enumerable: true,
  get: function () {
    return startWords;
  }
});
Object.defineProperty(exports, "stringify", {
  enumerable: true,
  get: function () {
    return stringify;
  }
});
Object.defineProperty(exports, "tellDefect", {
  enumerable: true,
  get: function () {
    return tellDefect;
  }
});
Object.defineProperty(exports, "tellOutcome", {
  enumerable: true,
  get: function () {
    return tellOutcome;
  }
});
Object.defineProperty(exports, "testRules", {
  enumerable: true,
  get: function () {
    return testRules$1;
  }
});
Object.defineProperty(exports, "testSchema", {
  enumerable: true,
  get: function () {
    return testSchema;
  }
});
Object.defineProperty(exports, "testedBefore", {
  enumerable: true,
  get: function () {
    return testedBefore;
  }
});
Object.defineProperty(exports, "tolerated", {
  enumerable: true,
  get: function () {
    return tolerated;
  }
});
Object.defineProperty(exports, "undoFor", {
  enumerable: true,
  get: function () {
    return undoFor;
  }
});
Object.defineProperty(exports, "unparked", {
  enumerable: true,
  get: function () {
    return unparked;
  }
});
Object.defineProperty(exports, "urlPath", {
  enumerable: true,
  get: function () {
    return urlPath;
  }
});
Object.defineProperty(exports, "verdictRules", {
  enumerable: true,
  get: function () {
    return verdictRules;
  }
});
Object.defineProperty(exports, "withEnvs", {
  enumerable: true,
  get: function () {
    return withEnvs;
  }
});
Object.defineProperty(exports, "withTest", {
  enumerable: true,
  get: function () {
    return withTest;
  }
});
Object.defineProperty(exports, "wordsOfEnd", {
  enumerable: true,
  get: function () {
    return wordsOfEnd;
  }
});