const require_index = require("./index.js");
const require_service = require("./service.js");
const require_deploy = require("./deploy.js");

// src/spec/prompts.ts
const maxPromptBytes = 4194304;
const minPrompts = 30;
const maxPromptIssues = 5;
const linesAtOnce = 4096;
const batchSchema = require_service.strictObject({
	custom_id: require_service.exactOptional(require_service.string()),
	method: require_service.literal("POST"),
	url: require_deploy.urlPath(),
	body: require_service.record(require_service.string(), require_service.unknown()),
	expect: require_service.exactOptional(require_deploy.expectationSchema)
});
async function parsePrompts({ path, bytes }, giveWay) {
	const encoding = bytes[0] === 255 && bytes[1] === 254 ? "utf-16le" : "utf-8";
	const { chosen, count } = await chooseLines(new TextDecoder(encoding).decode(bytes), giveWay);
	const prompts = [];
	const refused = [];
	for (const found of chosen) {
		await giveWay();
		const { line, text } = found;
		const read = readLine(text);
		if ("test" in read) prompts.push({
			...read,
			title: `${path}:${line}`,
			line
		});
		else refused.push({
			...found,
			words: read
		});
	}
	const issues = [...Map.groupBy(refused.toSorted((one, other) => one.line - other.line), ({ words }) => words.message).values()].flatMap(([first, ...others]) => {
		if (!first) return [];
		const more = others.length === 0 ? "" : ` (and ${others.length} more of those that would be asked)`;
		const message = `line ${first.line}: ${first.words.message}${more}`;
		return require_service.errorAt(rangeOf(path, first), {
			...first.words,
			message
		});
	});
	if (issues.length === 0 && count < minPrompts) {
		const words = {
			code: "out-of-range",
			message: `the file has too few different prompts (${count}); at least ${minPrompts} are needed: of fewer, no loss is certain`,
			hint: "Add prompts, or compare by `tests`."
		};
		issues.push(require_service.errorAt(rangeOf(path, {
			line: 1,
			offset: 0,
			text: ""
		}), words));
	}
	return {
		set: {
			file: path,
			sha256: require_index.hash("sha256", bytes),
			prompts,
			count
		},
		issues: require_service.sortIssues(issues).slice(0, maxPromptIssues)
	};
}
async function chooseLines(text, giveWay) {
	const seen = /* @__PURE__ */ new Set();
	let chosen = [];
	const choose = () => chosen.sort((a, b) => a.digest < b.digest ? -1 : 1).slice(0, 300);
	for (let [offset, line] = [0, 1]; offset < text.length; line += 1) {
		if (line % linesAtOnce === 0) await giveWay();
		const end = text.indexOf("\n", offset) === -1 ? text.length : text.indexOf("\n", offset);
		const found = text.slice(offset, end).trim();
		if (found !== "" && !seen.has(found)) {
			seen.add(found);
			chosen.push({
				digest: require_index.hash("sha256", found),
				text: found,
				line,
				offset
			});
			if (chosen.length === 4 * 300) chosen = choose();
		}
		offset = end + 1;
	}
	return {
		chosen: choose(),
		count: seen.size
	};
}
function rangeOf(file, { line, offset, text }) {
	const { length } = text;
	return {
		file,
		start: {
			line,
			column: 1,
			offset
		},
		end: {
			line,
			column: 1 + length,
			offset: offset + length
		}
	};
}
function mistake(path, what, hint) {
	return {
		code: "invalid-value",
		message: `${path.length === 0 ? "it" : require_service.memberText(path)} ${what}`,
		hint
	};
}
const form = "Write one JSON object a line: a test such as `{\"chat\": \"…\", \"expect\": {…}}`, or a line of an OpenAI batch.";
const listHint = "Of a file with one list, `jq -c '.[]'` makes lines.";
const foreignLines = [
	["messages", "{method: \"POST\", url: \"/v1/chat/completions\", body: {messages: .messages}}"],
	["conversations", "{chat: .conversations[0].value}"],
	...[
		"question answer",
		"prompt completion",
		"prompt response",
		"instruction output",
		"input output",
		"input ideal"
	].map((keys) => {
		const [asked, right] = keys.split(" ");
		return [keys, `{chat: .${asked}, expect: {contains: .${right}}}`];
	})
];
function readLine(text) {
	if (Buffer.byteLength(text) > 65536) return mistake([], `is longer than ${require_deploy.maxRequestBytes / 1024} KiB`, "Shorten the prompt.");
	const value = require_service.tryParseJson(text)?.value;
	if (!require_service.isObject(value)) return mistake([], "is not a JSON object", text.startsWith("[") ? `${listHint} ${form}` : form);
	const theirs = foreignLines.find(([keys]) => keys.split(" ").every((key) => Object.hasOwn(value, key)));
	if (theirs && !Object.hasOwn(value, "chat")) return mistake([], `has ${theirs[0].split(" ").map((key) => `\`${key}\``).join(" and ")}, which is the form of another tool`, `Make prompts of the file: \`jq -c '${theirs[1]}'\`.`);
	if (isDeeper(value, 100)) return {
		...mistake([], `is nested more than ${100} levels deep`, form),
		code: "nested-too-deep"
	};
	const isBatch = [
		"url",
		"body",
		"method",
		"custom_id"
	].some((key) => Object.hasOwn(value, key));
	const result = require_service.safeParse(isBatch ? batchSchema : require_deploy.testSchema, value, { reportInput: true });
	const [refusal] = result.success ? [] : require_deploy.refusals(result.error.issues);
	if (refusal) return mistakeOf(refusal, isBatch);
	const test = isBatch ? ofBatch(result.data) : result.data;
	const given = require_deploy.methods.filter((method) => test[method] !== void 0);
	if (given.includes("get")) return mistake(["get"], "is not a prompt", "Write a `chat` or a `post`, and the `get` in `tests`.");
	const broken = require_deploy.testRules(test, given).find(([isBroken]) => isBroken);
	if (broken) return mistake(broken[1], broken[2], broken[3]);
	const { headers, expect, ...request } = test;
	return { test: {
		...test,
		...require_deploy.escapeVariables(request)
	} };
}
function isDeeper(value, levels) {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}
function ofBatch({ url, body, expect }) {
	return {
		post: url,
		json: body,
		...url.endsWith("/chat/completions") && body.stream === void 0 && { isStreamAdded: true },
		...expect && { expect }
	};
}
const batchFields = Object.keys(batchSchema.shape);
function mistakeOf({ path, issue }, isBatch) {
	if (issue.code === "unrecognized_keys") {
		const [key = ""] = issue.keys;
		const base = ["tests", 0];
		const ofTest = () => require_deploy.fieldHint(key, [...base, ...path]) ?? require_deploy.nearestFieldHint(key, {
			path,
			base
		});
		const meant = isBatch && path.length === 0 ? require_index.didYouMean(require_index.closest(key, batchFields)) : ofTest();
		return mistake([...path, key], "is not a field of a prompt", meant || form);
	}
	return mistake(path, issue.code === "invalid_format" || issue.code === "custom" ? issue.message : "has another type or value there", path.join() === "expect" ? "Write, for example, `{\"contains\": \"Paris\"}`." : "See the table of tests in docs/spec.md.");
}

exports.maxPromptBytes = maxPromptBytes;
exports.parsePrompts = parsePrompts;