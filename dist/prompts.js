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
	for (const { 0: text, index } of source.text.matchAll(/[^\n]+/g)) {
		if (text.trim() === "" || issues.length === maxPromptIssues) continue;
		const { line } = source.range(index, index).start;
		const read = readLine(text, headers);
		if ("test" in read) {
			const digest = require_index.hash("sha256", text.trim());
			if (!prompts.has(digest)) prompts.set(digest, {
				test: read.test,
				title: `${path}:${line}`,
				line
			});
			continue;
		}
		const words = {
			code: "invalid-value",
			message: `line ${line}: ${read.message}`,
			hint: read.hint
		};
		issues.push(require_service.errorAt(source.range(index, index + text.length), words));
	}
	if (issues.length === 0 && prompts.size < minPrompts) {
		const message = `the file has too few different prompts (${prompts.size}); at least ${minPrompts} are needed: of fewer, no loss is certain`;
		issues.push(require_service.errorAt(source.range(0, 0), {
			code: "out-of-range",
			message,
			hint: "Add prompts, or compare by `tests`."
		}));
	}
	return {
		set: {
			file: path,
			sha256: require_index.hash("sha256", bytes),
			prompts: [...prompts].sort(([a], [b]) => a < b ? -1 : 1).map(([, prompt]) => prompt)
		},
		issues
	};
}
function mistake(path, what, hint) {
	return {
		message: `${path.length === 0 ? "it" : require_service.memberText(path)} ${what}`,
		hint
	};
}
const form = "Write one JSON object a line: a test such as `{\"chat\": \"…\", \"expect\": {…}}`, or a line of an OpenAI batch.";
function readLine(text, ofOthers) {
	if (Buffer.byteLength(text) > 65536) return mistake([], `is longer than ${require_deploy.maxBodyBytes / 1024} KiB`, "Shorten the prompt.");
	const value = require_service.tryParseJson(text)?.value;
	if (!require_service.isObject(value)) return mistake([], "is not a JSON object", form);
	const isBatch = [
		"url",
		"body",
		"method",
		"custom_id"
	].some((key) => Object.hasOwn(value, key));
	const result = require_service.safeParse(isBatch ? batchSchema : require_deploy.testSchema, value, { reportInput: true });
	const [refusal] = result.success ? [] : require_deploy.refusals(result.error.issues);
	if (refusal) return mistakeOf(refusal);
	const test = isBatch ? ofBatch(result.data) : result.data;
	const given = require_deploy.methods.filter((method) => test[method] !== void 0);
	if (given.includes("get")) return mistake(["get"], "is not a prompt", "Write a `chat` or a `post`, and the `get` in `tests`.");
	const broken = require_deploy.testRules(test, given).find(([isBroken]) => isBroken);
	if (broken) return mistake(broken[1], broken[2], broken[3]);
	const { headers = ofOthers, expect, ...request } = test;
	return { test: {
		...require_deploy.escapeVariables(request),
		...headers && { headers },
		...expect && { expect }
	} };
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
const knownFields = [
	require_deploy.testSchema,
	require_deploy.expectationSchema,
	batchSchema
].flatMap((schema) => Object.keys(schema.shape));
function mistakeOf({ path, issue }) {
	if (issue.code === "unrecognized_keys") {
		const [key = ""] = issue.keys;
		return mistake([...path, key], "is not a field of a prompt", require_index.didYouMean(require_index.closest(key, knownFields)) || form);
	}
	return mistake(path, issue.code === "invalid_format" || issue.code === "custom" ? issue.message : "has another type or value there", "See the table of tests in docs/spec.md.");
}

exports.maxPromptBytes = maxPromptBytes;
exports.parsePrompts = parsePrompts;