const require_index = require("./index.js");
const require_service = require("./service.js");
const require_deploy = require("./deploy.js");

// src/spec/prompts.ts
const maxPromptBytes = 4194304;
const minPrompts = 30;
const maxPromptIssues = 5;
const batchSchema = require_service.strictObject({
	custom_id: require_service.exactOptional(require_service.string()),
	method: require_service.literal("POST"),
	url: require_deploy.urlPath(),
	body: require_service.record(require_service.string(), require_service.unknown()),
	expect: require_service.exactOptional(require_deploy.expectationSchema)
});
function parsePrompts({ path, bytes }, headers) {
	const source = new require_service.SourceText(path, new TextDecoder().decode(bytes));
	const prompts = /* @__PURE__ */ new Map();
	const issues = [];
	let offset = 0;
	for (const [index, text] of source.text.split("\n").entries()) {
		const start = offset;
		offset += text.length + 1;
		if (text.trim() === "" || issues.length === maxPromptIssues) continue;
		const read = readLine(text, headers);
		const hash = require_index.createHash("sha256").update(text.trim()).digest("hex");
		if ("test" in read) {
			if (!prompts.has(hash)) prompts.set(hash, {
				line: index + 1,
				test: read.test
			});
			continue;
		}
		const column = Math.max(0, read.at === "" ? 0 : text.indexOf(read.at));
		const words = {
			code: "invalid-value",
			message: `line ${index + 1}: ${read.message}`,
			hint: read.hint
		};
		issues.push(require_service.errorAt(source.range(start + column, start + text.length), words));
	}
	if (issues.length === 0 && prompts.size < minPrompts) {
		const message = `the file has ${prompts.size} different prompts; at least ${minPrompts} are needed: of fewer, no loss is certain`;
		issues.push(require_service.errorAt(source.range(0, 0), {
			code: "out-of-range",
			message,
			hint: "Add prompts, or compare by `tests`."
		}));
	}
	return {
		set: {
			file: path,
			sha256: require_index.createHash("sha256").update(bytes).digest("hex"),
			prompts: [...prompts].sort(([a], [b]) => a < b ? -1 : 1).map(([, prompt]) => prompt)
		},
		issues
	};
}
function readLine(text, headers) {
	if (Buffer.byteLength(text) > 65536) return {
		at: "",
		message: `is longer than ${require_deploy.maxBodyBytes / 1024} KiB`,
		hint: "Shorten the prompt."
	};
	const value = require_service.tryParseJson(text)?.value;
	if (!require_service.isObject(value)) return {
		at: placeOfError(text),
		message: "is not a JSON object",
		hint: "Write one JSON object a line: a test such as `{\"chat\": \"…\", \"expect\": {…}}`, or a line of an OpenAI batch."
	};
	const isBatch = [
		"url",
		"body",
		"method",
		"custom_id"
	].some((key) => Object.hasOwn(value, key));
	const result = require_service.safeParse(isBatch ? batchSchema : require_deploy.testSchema, value, { reportInput: true });
	if (!result.success) return mistakeOf(require_deploy.refusals(result.error.issues)[0], isBatch ? batchSchema : require_deploy.testSchema);
	const test = isBatch ? ofBatch(result.data) : result.data;
	const given = [
		"get",
		"post",
		"chat"
	].filter((method) => test[method] !== void 0);
	if (given.includes("get")) return {
		at: "\"get\"",
		message: "`get` is not a prompt",
		hint: "Write a `chat` or a `post`, and the `get` in `tests`."
	};
	const broken = require_deploy.testRules(test, given).find(([isBroken]) => isBroken);
	if (!broken) return { test: {
		...withLiterals(test),
		...!test.headers && headers && { headers }
	} };
	const [, at, what, hint] = broken;
	return {
		at: `"${at.at(-1) ?? ""}"`,
		message: `${at.length === 0 ? "it" : require_service.memberText(at)} ${what}`,
		hint
	};
}
function ofBatch({ url, body, expect }) {
	return {
		post: url,
		json: url.endsWith("/chat/completions") && body.stream === void 0 ? {
			...body,
			stream: true,
			stream_options: { include_usage: true }
		} : body,
		...expect && { expect }
	};
}
function withLiterals(test) {
	const literal = (text) => text.replaceAll("${", () => "$${");
	const { chat, json, text } = test;
	return {
		...test,
		...chat !== void 0 && { chat: literal(chat) },
		...json !== void 0 && { json: literal(typeof json === "string" ? json : JSON.stringify(json)) },
		...text !== void 0 && { text: literal(text) }
	};
}
function mistakeOf(refusal, schema) {
	const { path = [], issue } = refusal ?? {};
	if (issue?.code === "unrecognized_keys") {
		const [key = ""] = issue.keys;
		const inside = path.length === 0 ? schema : require_deploy.expectationSchema;
		const meant = require_index.closest(key, Object.keys("shape" in inside ? inside.shape : {}));
		const hint = meant.length > 0 ? require_index.didYouMean(meant) : "Delete it.";
		return {
			at: `"${key}"`,
			message: `${require_service.memberText([...path, key])} is not a field of a prompt`,
			hint
		};
	}
	const rule = issue?.code === "invalid_format" || issue?.code === "custom" ? issue.message : "has another type or value there";
	return {
		at: path.length === 0 ? "" : `"${path.findLast((part) => typeof part === "string")}"`,
		message: `${path.length === 0 ? "it" : require_service.memberText(path)} ${rule}`,
		hint: "See the table of tests in docs/spec.md."
	};
}
function placeOfError(text) {
	try {
		JSON.parse(text);
		return "";
	} catch (error) {
		const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
		return text.slice(at);
	}
}

exports.maxPromptBytes = maxPromptBytes;
exports.parsePrompts = parsePrompts;