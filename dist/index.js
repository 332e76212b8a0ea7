#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) { console.error('deploy-gpu-endpoint needs Node 24 or newer, this is ' + process.version + '; get it at https://nodejs.org'); process.exit(2); }

Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
// \0rolldown/runtime.js
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esmMin = (fn, res, err) => () => {
	if (err) throw err[0];
	try {
		return fn && (res = fn(fn = 0)), res;
	} catch (e) {
		throw err = [e], e;
	}
};
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) {
		__defProp(target, name, {
			get: all[name],
			enumerable: true
		});
	}
	if (!no_symbols) {
		__defProp(target, Symbol.toStringTag, { value: "Module" });
	}
	return target;
};
var __copyProps = (to, from, except, desc) => {
	if (from && typeof from === "object" || typeof from === "function") {
		for (var keys = __getOwnPropNames(from), i = 0, n = keys.length, key; i < n; i++) {
			key = keys[i];
			if (!__hasOwnProp.call(to, key) && key !== except) {
				__defProp(to, key, {
					get: ((k) => from[k]).bind(null, key),
					enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable
				});
			}
		}
	}
	return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(isNodeMode || !mod || !mod.__esModule || !__hasOwnProp.call(mod, "default") ? __defProp(target, "default", {
	value: mod,
	enumerable: true
}) : target, mod));
var __toCommonJS = (mod) => __hasOwnProp.call(mod, "module.exports") ? mod["module.exports"] : __copyProps(__defProp({}, "__esModule", { value: true }), mod);

let node_fs = require("node:fs");
let os = require("os");
os = __toESM(os, 1);
let fs = require("fs");
fs = __toESM(fs, 1);
let node_timers_promises = require("node:timers/promises");
node_timers_promises = __toESM(node_timers_promises, 1);

// node_modules/@actions/core/lib/utils.js
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}

// node_modules/@actions/core/lib/command.js
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
function issue(name, message = "") {
	issueCommand(name, {}, message);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// scripts/bundle/crypto.mjs
const crypto = () => process.getBuiltinModule("node:crypto");
const hash = (...values) => crypto().hash(...values);
const createHmac = (...values) => crypto().createHmac(...values);
const randomUUID = () => crypto().randomUUID();

// node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}

// node_modules/@actions/http-client/lib/proxy.js
function getProxyUrl(reqUrl) {
	const usingSsl = reqUrl.protocol === "https:";
	if (checkBypass(reqUrl)) return;
	const proxyVar = (() => {
		if (usingSsl) return process.env["https_proxy"] || process.env["HTTPS_PROXY"];
		else return process.env["http_proxy"] || process.env["HTTP_PROXY"];
	})();
	if (proxyVar) try {
		return new DecodedURL(proxyVar);
	} catch (_a) {
		if (!proxyVar.startsWith("http://") && !proxyVar.startsWith("https://")) return new DecodedURL(`http://${proxyVar}`);
	}
	else return;
}
function checkBypass(reqUrl) {
	if (!reqUrl.hostname) return false;
	const reqHost = reqUrl.hostname;
	if (isLoopbackAddress(reqHost)) return true;
	const noProxy = process.env["no_proxy"] || process.env["NO_PROXY"] || "";
	if (!noProxy) return false;
	let reqPort;
	if (reqUrl.port) reqPort = Number(reqUrl.port);
	else if (reqUrl.protocol === "http:") reqPort = 80;
	else if (reqUrl.protocol === "https:") reqPort = 443;
	const upperReqHosts = [reqUrl.hostname.toUpperCase()];
	if (typeof reqPort === "number") upperReqHosts.push(`${upperReqHosts[0]}:${reqPort}`);
	for (const upperNoProxyItem of noProxy.split(",").map((x) => x.trim().toUpperCase()).filter((x) => x)) if (upperNoProxyItem === "*" || upperReqHosts.some((x) => x === upperNoProxyItem || x.endsWith(`.${upperNoProxyItem}`) || upperNoProxyItem.startsWith(".") && x.endsWith(`${upperNoProxyItem}`))) return true;
	return false;
}
function isLoopbackAddress(host) {
	const hostLower = host.toLowerCase();
	return hostLower === "localhost" || hostLower.startsWith("127.") || hostLower.startsWith("[::1]") || hostLower.startsWith("[0:0:0:0:0:0:0:1]");
}
var DecodedURL;
var init_proxy = __esmMin((() => {
	DecodedURL = class extends URL {
		constructor(url, base) {
			super(url, base);
			this._decodedUsername = decodeURIComponent(super.username);
			this._decodedPassword = decodeURIComponent(super.password);
		}
		get username() {
			return this._decodedUsername;
		}
		get password() {
			return this._decodedPassword;
		}
	};
}));

// node_modules/@actions/core/lib/core.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
var ExitCode;
(function(ExitCode) {
	ExitCode[ExitCode["Success"] = 0] = "Success";
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
function setSecret(secret) {
	issueCommand("add-mask", {}, secret);
}
function getInput(name, options) {
	const val = process.env[`INPUT_${name.replace(/ /g, "_").toUpperCase()}`] || "";
	if (options && options.required && !val) throw new Error(`Input required and not supplied: ${name}`);
	if (options && options.trimWhitespace === false) return val;
	return val.trim();
}
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
function debug(message) {
	issueCommand("debug", {}, message);
}
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function notice(message, properties = {}) {
	issueCommand("notice", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function info(message) {
	process.stdout.write(message + os.EOL);
}
function startGroup(name) {
	issue("group", name);
}
function endGroup() {
	issue("endgroup");
}

// src/clock.ts
init_proxy();
const systemClock = {
	monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
	date: () => /* @__PURE__ */ new Date(),
	async sleep(ms, signal) {
		signal?.throwIfAborted();
		try {
			await node_timers_promises.setTimeout(ms, void 0, signal ? { signal } : {});
		} catch (error) {
			signal?.throwIfAborted();
			throw error;
		}
	},
	random: () => Math.random()
};

// src/errors.ts
const ofRun = {
	subject: "run",
	speaksAgainst: "nothing",
	isOfWorkflow: false,
	isExplained: false,
	log: "none",
	unproved: "cleaned-up",
	seen: "nothing",
	reads: "again",
	writes: "final"
};
const ofWorkflow = {
	...ofRun,
	isOfWorkflow: true
};
const ofImage = {
	...ofRun,
	subject: "version"
};
const ofContainer = {
	...ofImage,
	speaksAgainst: "version",
	log: "container"
};
const ofOddAnswer = {
	...ofRun,
	writes: "if-odd"
};
const errorCodes = {
	"inputs-invalid": {
		...ofRun,
		failed: "an input is wrong",
		next: "Correct what is listed; all mistakes are listed at once."
	},
	"spec-invalid": {
		...ofRun,
		failed: "the spec has mistakes",
		next: "Correct the lines shown."
	},
	"limits-exceeded": {
		...ofWorkflow,
		failed: "a value is outside the limits",
		next: "Use a value in the range shown, or add `beyond-limits` to `allow` to let the service decide."
	},
	"image-not-found": {
		...ofImage,
		failed: "was not found",
		next: "Correct the reference, or run this step after the one that pushes the image."
	},
	"image-platform": {
		...ofImage,
		failed: "is not built for linux/amd64",
		next: "Build it with `--platform linux/amd64`."
	},
	"image-unresolved": {
		...ofImage,
		failed: "has no known digest",
		next: "Log in to the registry first, or run it again; `resolve-image: check` deploys the tag."
	},
	unauthorized: {
		...ofOddAnswer,
		unproved: "left-alone",
		failed: "the API key was refused",
		next: "Check `api-key`, and that the key belongs to the account that owns the endpoint."
	},
	"not-found": {
		...ofOddAnswer,
		unproved: "left-alone",
		reads: "final",
		failed: "the endpoint was not found",
		next: "Check `endpoint-id`, or who deleted it. The next run creates it again, unless `endpoint-id` is set."
	},
	"name-ambiguous": {
		...ofRun,
		failed: "several endpoints have this name",
		next: "Select one of them with `endpoint-id`, or delete or rename the others."
	},
	"app-name-taken": {
		...ofRun,
		failed: "the appName is taken",
		next: "Choose another `appName`; it must be unique across the whole service."
	},
	quota: {
		...ofRun,
		isExplained: true,
		failed: "a quota or the balance does not suffice",
		speaksAgainst: "version",
		next: "Raise the quota, delete endpoints that you no longer need, or top up the account: the message says which."
	},
	"no-capacity": {
		...ofRun,
		isExplained: true,
		failed: "no GPU was free",
		speaksAgainst: "version",
		next: "Try again later, or choose another product or cluster."
	},
	rejected: {
		...ofOddAnswer,
		isExplained: true,
		failed: "the service rejected a request",
		speaksAgainst: "version",
		next: "Correct what the service's message names; if the spec is right, report a bug."
	},
	unavailable: {
		...ofRun,
		reads: "final",
		writes: "again",
		failed: "the service was unavailable",
		next: "Run it again; nothing is written twice."
	},
	unreadable: {
		...ofOddAnswer,
		failed: "an answer of the service was unreadable",
		next: "Check `base-url`; if it is right, report a bug and include the message."
	},
	"not-applied": {
		...ofRun,
		failed: "the service did not apply the change",
		speaksAgainst: "version",
		next: "Check whether someone else changes the endpoint. If not, remove the field: the service ignores it."
	},
	"image-pull": {
		...ofImage,
		isExplained: true,
		log: "pull",
		seen: "failing",
		failed: "cannot be pulled",
		speaksAgainst: "version",
		next: "Check that the image and its tag exist, and `image.authId` if the registry is private."
	},
	crashed: {
		...ofContainer,
		isExplained: true,
		seen: "failing",
		failed: "crashed",
		next: "Read the log of the worker named in the message; check `image.command` and `envs`."
	},
	unhealthy: {
		...ofContainer,
		isExplained: true,
		failed: "is unhealthy",
		next: "Check `healthy.path` and `ports`. The service kills a server that does not answer within about 40 s."
	},
	"test-failed": {
		...ofImage,
		isExplained: true,
		log: "shown",
		seen: "wrong-answers",
		failed: "failed a test",
		speaksAgainst: "version",
		next: "Read the worker's log, and correct the version or the test."
	},
	worse: {
		...ofRun,
		failed: "fewer right answers than production",
		next: "See the lost answers in the summary, or raise `compare.worse` in the spec, where a reviewer reads it."
	},
	slower: {
		...ofRun,
		failed: "slower than production",
		next: "Make it faster, or raise `compare.slower` in the spec, where a reviewer reads it."
	},
	overloaded: {
		...ofRun,
		log: "shown",
		failed: "fails under load",
		next: "Lower `maxConcurrent` (or `load`), give the worker more memory, or raise the limits of `tests`."
	},
	"not-compared": {
		...ofRun,
		failed: "has no verdict",
		next: "Do what the message says, and run the step again, with a longer `wait-timeout` if time ran out."
	},
	"not-serving": {
		...ofRun,
		failed: "does not serve",
		next: "Read `logs` and, where it differs from the spec, `plan`; an endpoint that is starting may need some minutes."
	},
	owned: {
		...ofWorkflow,
		failed: "not an endpoint of this repository",
		next: "Choose another `name`, or add `adopt` to `allow` to take the endpoint over."
	},
	github: {
		...ofRun,
		failed: "a request to GitHub failed",
		next: "Give the job the permission named in the message."
	},
	busy: {
		...ofRun,
		writes: "again",
		failed: "another operation was in progress",
		speaksAgainst: "version",
		next: "Run it again when it has ended. In a workflow, set a `concurrency` group."
	},
	conflict: {
		...ofRun,
		isExplained: true,
		unproved: "marked",
		failed: "it was changed meanwhile",
		next: "Check the endpoint, then run it again. In a workflow, set a `concurrency` group."
	},
	"plan-changed": {
		...ofRun,
		isExplained: true,
		failed: "not the plan that was approved",
		next: "Review the new plan, which the log shows; plan and approve again."
	},
	"order-unknown": {
		...ofWorkflow,
		failed: "nothing shows which commit is newer",
		next: "Run it again. If the plan was approved for what is deployed now, add `older-commit` to `allow`."
	},
	"secrets-missing": {
		...ofWorkflow,
		failed: "secret envs would be lost",
		next: "Pass them in `secret-envs`, as the run did that set them. To remove them, add `drop-secrets` to `allow`."
	},
	"nothing-rolled-back": {
		...ofRun,
		failed: "nothing would be rolled back",
		next: "In `rollback.yml` or a revert, name the digest that ran then (`image: …@sha256:…`): the log of the job of the last good run has it. A tag of that commit alone works, too, with `resolve-image: pin`."
	},
	"endpoint-failed": {
		...ofContainer,
		seen: "failing",
		failed: "failed",
		next: "Correct what the service's message names. If it names no cause, run it again."
	},
	timeout: {
		...ofContainer,
		isExplained: true,
		isOfWorkflow: true,
		failed: "timed out",
		next: "If a worker was still pulling or starting, raise `wait-timeout`. If it was pending, run it again, or choose another product."
	},
	cancelled: {
		...ofRun,
		reads: "final",
		failed: "the run was cancelled",
		next: "Run it again, unless a newer run has taken its place; it continues from the current state."
	},
	internal: {
		...ofRun,
		failed: "a bug stopped the run",
		speaksAgainst: "version",
		next: "Report it with the log of the step."
	}
};
const codeRow = (code) => errorCodes[code];
const isFailureReason = (word) => Object.hasOwn(errorCodes, word);
function codeWords(code, image = "") {
	const { subject, failed } = codeRow(code);
	return subject === "run" ? failed : `${image || "the image"} ${failed}`;
}
function failureTitle(name, code, end = "") {
	return `${name}: ${codeWords(code)}${end && `, ${end}`}`;
}
function codeReference(code) {
	const page = `https://github.com/acme/deploy-gpu-endpoint/blob/v1/docs/errors.md#${code}`;
	return codeRow(code).isExplained ? `${code}: ${page}` : code;
}
var DeployError = class DeployError extends Error {
	name = "DeployError";
	code;
	hint;
	title;
	issues;
	now;
	constructor({ code, message, hint = codeRow(code).next, title = "", issues = "", now, cause }) {
		super(message, cause === void 0 ? void 0 : { cause });
		this.code = code;
		this.hint = hint;
		this.title = title;
		this.issues = issues;
		this.now = now;
	}
	get told() {
		const { left, served, billed } = this.now ?? {};
		return [
			this.message,
			left,
			served,
			billed
		].filter(Boolean).join(". ");
	}
	withTitle(title, now = this.now) {
		return new DeployError({
			...this,
			message: this.message,
			title,
			now,
			cause: this
		});
	}
};
function inputsInvalid(message, hint) {
	return new DeployError({
		code: "inputs-invalid",
		message,
		hint
	});
}
function knownError(thrown) {
	if (thrown instanceof DeployError) return thrown;
	throw thrown;
}
function causeOf(thrown, { aborted, reason }) {
	const failure = asDeployError(thrown);
	return failure.code === "cancelled" && aborted ? asDeployError(reason) : failure;
}
function asDeployError(thrown) {
	if (thrown instanceof DeployError) return thrown;
	const stack = thrown instanceof Error ? thrown.stack : String(thrown);
	return new DeployError({
		code: "internal",
		message: `a bug in deploy-gpu-endpoint: ${stack}`,
		cause: thrown
	});
}

// src/github/workflow.ts
const annotationsPerSeverity = 9;
function workflowReporter(toolkit, env) {
	const { GITHUB_STEP_SUMMARY: file } = env;
	let sections = [];
	const writeSummary = (file) => {
		try {
			toolkit.writeSummary(file, `${fitSummary(sections.map(({ markdown }) => markdown).join("\n"))}\n`);
		} catch (error) {
			const why = `to the file that \`GITHUB_STEP_SUMMARY\` names: ${error.message}`;
			toolkit.warning(`The summary could not be written ${why}`);
		}
	};
	return {
		info: (text) => toolkit.info(defuse(text)),
		group: (title, text) => {
			toolkit.startGroup(title);
			toolkit.info(defuse(text));
			toolkit.endGroup();
		},
		...env.RUNNER_DEBUG === "1" && { debug: (text) => toolkit.debug(text) },
		annotationsPerSeverity,
		annotate: (annotation) => annotate(toolkit, annotation),
		mask: (secret) => toolkit.setSecret(secret),
		setOutput: (name, value) => toolkit.setOutput(name, value),
		summarize: async (markdown, rank = "changed") => {
			if (rank === "final") sections = sections.filter((each) => each.rank === "note");
			sections.push({
				markdown,
				rank
			});
			sections.sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
			if (file) writeSummary(file);
		},
		fail: (message, title) => toolkit.error(message, title ? { title } : void 0)
	};
}
function annotate(toolkit, { severity, title, message, hint, range }) {
	const properties = { title };
	if (range) {
		properties.file = range.file;
		properties.startLine = range.start.line;
		properties.endLine = range.end.line;
		if (range.start.line === range.end.line) {
			properties.startColumn = range.start.column;
			properties.endColumn = Math.max(range.start.column, range.end.column - 1);
		}
	}
	toolkit[severity](`${message} ${hint}`, properties);
}
function defuse(text) {
	return text.split("\n").map((line) => line.replace(/^(\s*):(?=:)/, "$1:​").replaceAll("##[", "#​#[")).join("\n");
}
const maxBytes = 1048576;
const leftOut = "> Truncated: GitHub limits a summary to 1 MiB. Failures come first, then changes, then the rest. The log is complete.\n\n";
const ranks = [
	"final",
	"overview",
	"failed",
	"changed",
	"held-back",
	"superseded",
	"unchanged",
	"note"
];
function fitSummary(markdown) {
	const bytes = Buffer.from(markdown);
	if (bytes.length < maxBytes) return markdown;
	const cut = bytes.subarray(0, maxBytes - Buffer.byteLength(leftOut) - 2);
	return leftOut + cut.subarray(0, cut.lastIndexOf("\n")).toString();
}

// src/model/env-rules.ts
const recordEnvKey = "GPU_ENDPOINT_DEPLOYMENT";
const pendingMarkerKey = "GPU_ENDPOINT_UNFINISHED";
const notValues = [
	{
		form: /(?:^|:)\$\w*PATH(?::|$)|^\$(?:env:\w+|[A-Z_][A-Z0-9_]*|\{[A-Za-z_]\w*\})(?:$|\/)|^~\/|^%[A-Za-z_]\w*%$|^\{\{.*\}\}$|\$\{\{/,
		what: "has a variable or a `~` that nothing fills",
		hint: "In a workflow write `${{ … }}`. On a terminal let the shell fill it, without single quotes."
	},
	{
		form: /^(?:(?:secrets|vars|env|inputs|steps|needs|matrix)\.(?!(?:ya?ml|json|toml|txt|tf|py)$)[\w.-]+|github\.(?:token|sha|ref|ref_name|actor))$/,
		what: "is the name of a value, and not the value",
		hint: "In a workflow write it as an expression: `${{ secrets.NAME }}`."
	},
	{
		form: /^(?:\*{3,}|•{3,})$/,
		what: "is what a log shows in place of a secret",
		hint: "Pass the secret: `${{ secrets.NAME }}`."
	},
	{
		form: /^<[^<>|/]{0,40}\b(?:your|id|token|key|name|secret|product|image|model|tag|password)\b[^<>|/]{0,40}>$|^your[-_ ]|^change[-_ ]?me$|^x{4,}$|^(?:\.{3}|…)$/i,
		what: "is a placeholder",
		hint: "Write the value itself."
	}
];
const notInputs = [...notValues, {
	form: /^(?:[\w./:@-]*[-_.:/@])?(?:null|undefined)$|^(?:None|NaN|Object|Array|\[object \w+\])$/,
	what: "is what an expression or `jq` leaves of nothing, or of a list or a mapping",
	hint: "Check the name of what the expression reads."
}];

// src/inputs/command-table.ts
const commandTable = {
	deploy: {
		readsSpecs: true,
		makesPlan: true,
		mayBePreview: true
	},
	plan: {
		readsSpecs: true,
		makesPlan: true,
		mayBePreview: true
	},
	validate: {
		readsSpecs: true,
		isOffline: true
	},
	test: { readsSpecs: true },
	status: { readsSpecs: true },
	list: {},
	logs: { readsSpecs: true },
	park: { readsSpecs: true },
	delete: {
		readsSpecs: true,
		mayBePreview: true
	},
	sweep: {},
	export: {}
};
const commands = Object.keys(commandTable);
const recipes = new Map(Object.entries({
	rollback: "docs/recipes/rollback.md",
	restore: "docs/recipes/rollback.md",
	compare: "docs/recipes/compare.md",
	preview: "docs/previews.md",
	scale: "docs/spec.md"
}).map(([word, path]) => {
	return [word, `${path} says how it is done: https://github.com/acme/deploy-gpu-endpoint/blob/main/${path}`];
}));

// src/inputs/pairs.ts
function parsePairs(value) {
	const pairs = /* @__PURE__ */ new Map();
	const lines = value.split("\n");
	for (let at = 0; at < lines.length; at += 1) {
		const line = lines[at]?.replace(/\r$/, "") ?? "";
		if (line.trim() === "") continue;
		const [, key, operator, rest = ""] = /^\s*([A-Za-z_]\w*)(=|<<)(.*)$/s.exec(line) ?? [];
		if (key === void 0) {
			if (/^\s*(?:#|\/\/)/.test(line)) throw inputsInvalid(`has a comment in line ${at + 1}`, commentHint);
			const [, meant = ""] = otherForms.find(([form]) => form.test(line)) ?? [];
			throw inputsInvalid(`is malformed in line ${at + 1}`, `${meant}${pairForm}`);
		}
		if (pairs.has(key)) throw inputsInvalid(`names ${key} twice (again in line ${at + 1})`, "Set each KEY once.");
		if (operator === "=") {
			pairs.set(key, rest);
			continue;
		}
		const end = lines.findIndex((each, index) => index > at && each.trimEnd() === rest.trim());
		const opened = `opens a value of several lines in line ${at + 1} and never closes it`;
		if (rest.trim() === "" || end === -1) throw inputsInvalid(opened, "Close it with a line that repeats the word after `<<`.");
		const inside = lines.slice(at + 1, end).join("\n");
		pairs.set(key, inside.replace(/\r$/, ""));
		at = end;
	}
	return pairs;
}
const commentHint = "Delete the line: each line is an entry. Write the comment above the input.";
const otherForms = [
	[/^\s*[A-Za-z_]\w*:(?:\s|$)/, "Write `=` in the place of `:`. "],
	[/^\s*[{[]/, "This looks like JSON. "],
	[/^\s*(?:export|set|ENV|-e|-)\s/, "Delete the word before KEY. "],
	[/^\s*[A-Za-z_]\w*\s*$/, "KEY has no value. "]
];
const pairForm = "Write one `KEY=VALUE` per line, with nothing before KEY and no space before `=`. KEY consists of letters, digits and `_`, and does not start with a digit. Put a value of several lines between the lines `KEY<<END` and `END`.";
function parseSecretEnvs(text) {
	const pairs = parsePairs(text === "none" ? "" : text);
	const reserved = [recordEnvKey, pendingMarkerKey].find((key) => pairs.has(key));
	if (reserved === void 0) return pairs;
	throw inputsInvalid(`names ${reserved}, which is reserved for this action's own record`, "Use another name.");
}

// src/durations.ts
const unitMs = {
	d: 864e5,
	h: 36e5,
	m: 6e4,
	s: 1e3,
	ms: 1
};
const number = "(\\d{1,9}(?:\\.\\d{1,3})?)";
const parts = Object.keys(unitMs).map((unit) => `(?:${number} *${unit} *)?`);
const durationPattern = new RegExp(`^(?=.*[1-9])${parts.join("")}$`);
function parseDurationMs(text) {
	const found = durationPattern.exec(text);
	return found ? Object.values(unitMs).reduce((sum, ms, index) => sum + Number(found[index + 1] ?? 0) * ms, 0) : void 0;
}
function durationMeant(text) {
	const short = text.toLowerCase().replaceAll(/ ?(?:(m)illi(s)econds?|([smhd])(?:ec|econd|in|inute|r|our|ay)s?)\b/g, "$1$2$3");
	return short !== text && durationPattern.test(short) ? short : void 0;
}

// src/shown-text.ts
const controls = new RegExp(`${/(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/.source}|[^\\P{Cc}\\t\\n]|\\p{Bidi_Control}`, "gu");
const invisible = new RegExp(`${controls.source}|[\\p{Cf}\\p{DI}]`, "gu");
function withoutControls(text) {
	return text.replaceAll(controls, "");
}
function visibleText(text) {
	return text.replaceAll(/\r\n?/g, "\n").replaceAll(invisible, "");
}
function bounded(text, maxLength) {
	if (text.length <= maxLength) return text;
	return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
const shortValue = (text) => bounded(text, 61);
const quote = (text) => JSON.stringify(shortValue(text));
function oneLine(text, max = 300) {
	return bounded(text.replace(/[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\s]+/gu, " ").trim(), max);
}
function isPlainUrl(text) {
	const url = /^https?:\/\/[\w.~:/?#[\]@!&*+,;=%-]+$/i.test(text) ? URL.parse(text) : null;
	return url !== null && text.length <= 2048 && !url.username && !url.password;
}
function escapeMarkup(text) {
	return text.replaceAll(/[^\P{Cc}\t-\r]|\p{Bidi_Control}/gu, "").replaceAll(/[\t-\r\u2028\u2029]+/g, " ").replaceAll(/[\\`*_{}[\]<>()#+!|~$&@]|:(?=\/\/)|(?<=www)\./gi, (character) => `&#${character.charCodeAt(0)};`);
}
function escapeCode(text) {
	return escapeMarkup(text).replaceAll(/&#64;(?=(?:[\w-]|&#95;)*\.)/g, "$&&#8203;");
}
function escapeCell(text) {
	return escapeMarkup(text).replaceAll(/&#(?:35|64);|\bGH-(?=\d)/gi, "$&&#8203;");
}

// src/model/name-rules.ts
function nameFault(name) {
	const fault = (what, hint) => ({
		what: `is ${quote(name)}, which ${what}`,
		hint
	});
	if (/^https?:\/\//i.test(name)) return fault("is a URL", "Write the name of the endpoint; the command `list` shows all names.");
	if (/[*?]/.test(name)) return fault("is a pattern", "Write the whole name; the command `list` shows all names. `spec` takes globs of files.");
	const [end] = /[-_.:,+@~#/]$|^[-_.:,+@~#/]/.exec(name) ?? [];
	const isLast = end !== void 0 && name.endsWith(end);
	if (end !== void 0) return fault(`${isLast ? "ends" : "starts"} with \`${end}\``, `Write what belongs ${isLast ? "after" : "before"} it; an expression there was probably empty.`);
	if (!name.includes("/")) return void 0;
	return fault("contains `/`", `${`Write, for example, \`${name.replaceAll(/\/+/g, "-")}\`: an earlier step can replace the \`/\` of a branch name.`} An endpoint of that name is selected by \`endpoint-id\`.`);
}

// node_modules/fastest-levenshtein/mod.js
var require_fastest_levenshtein = /* @__PURE__ */ __commonJSMin(((exports) => {
	exports.__esModule = true;
	exports.distance = exports.closest = void 0;
	var peq = /* @__PURE__ */ new Uint32Array(65536);
	var myers_32 = function(a, b) {
		var n = a.length;
		var m = b.length;
		var lst = 1 << n - 1;
		var pv = -1;
		var mv = 0;
		var sc = n;
		var i = n;
		while (i--) peq[a.charCodeAt(i)] |= 1 << i;
		for (i = 0; i < m; i++) {
			var eq = peq[b.charCodeAt(i)];
			var xv = eq | mv;
			eq |= (eq & pv) + pv ^ pv;
			mv |= ~(eq | pv);
			pv &= eq;
			if (mv & lst) sc++;
			if (pv & lst) sc--;
			mv = mv << 1 | 1;
			pv = pv << 1 | ~(xv | mv);
			mv &= xv;
		}
		i = n;
		while (i--) peq[a.charCodeAt(i)] = 0;
		return sc;
	};
	var myers_x = function(b, a) {
		var n = a.length;
		var m = b.length;
		var mhc = [];
		var phc = [];
		var hsize = Math.ceil(n / 32);
		var vsize = Math.ceil(m / 32);
		for (var i = 0; i < hsize; i++) {
			phc[i] = -1;
			mhc[i] = 0;
		}
		var j = 0;
		for (; j < vsize - 1; j++) {
			var mv_1 = 0;
			var pv_1 = -1;
			var start_1 = j * 32;
			var vlen_1 = Math.min(32, m) + start_1;
			for (var k = start_1; k < vlen_1; k++) peq[b.charCodeAt(k)] |= 1 << k;
			for (var i = 0; i < n; i++) {
				var eq = peq[a.charCodeAt(i)];
				var pb = phc[i / 32 | 0] >>> i & 1;
				var mb = mhc[i / 32 | 0] >>> i & 1;
				var xv = eq | mv_1;
				var xh = ((eq | mb) & pv_1) + pv_1 ^ pv_1 | eq | mb;
				var ph = mv_1 | ~(xh | pv_1);
				var mh = pv_1 & xh;
				if (ph >>> 31 ^ pb) phc[i / 32 | 0] ^= 1 << i;
				if (mh >>> 31 ^ mb) mhc[i / 32 | 0] ^= 1 << i;
				ph = ph << 1 | pb;
				mh = mh << 1 | mb;
				pv_1 = mh | ~(xv | ph);
				mv_1 = ph & xv;
			}
			for (var k = start_1; k < vlen_1; k++) peq[b.charCodeAt(k)] = 0;
		}
		var mv = 0;
		var pv = -1;
		var start = j * 32;
		var vlen = Math.min(32, m - start) + start;
		for (var k = start; k < vlen; k++) peq[b.charCodeAt(k)] |= 1 << k;
		var score = m;
		for (var i = 0; i < n; i++) {
			var eq = peq[a.charCodeAt(i)];
			var pb = phc[i / 32 | 0] >>> i & 1;
			var mb = mhc[i / 32 | 0] >>> i & 1;
			var xv = eq | mv;
			var xh = ((eq | mb) & pv) + pv ^ pv | eq | mb;
			var ph = mv | ~(xh | pv);
			var mh = pv & xh;
			score += ph >>> m - 1 & 1;
			score -= mh >>> m - 1 & 1;
			if (ph >>> 31 ^ pb) phc[i / 32 | 0] ^= 1 << i;
			if (mh >>> 31 ^ mb) mhc[i / 32 | 0] ^= 1 << i;
			ph = ph << 1 | pb;
			mh = mh << 1 | mb;
			pv = mh | ~(xv | ph);
			mv = ph & xv;
		}
		for (var k = start; k < vlen; k++) peq[b.charCodeAt(k)] = 0;
		return score;
	};
	var distance = function(a, b) {
		if (a.length < b.length) {
			var tmp = b;
			b = a;
			a = tmp;
		}
		if (b.length === 0) return a.length;
		if (a.length <= 32) return myers_32(a, b);
		return myers_x(a, b);
	};
	exports.distance = distance;
	var closest = function(str, arr) {
		var min_distance = Infinity;
		var min_index = 0;
		for (var i = 0; i < arr.length; i++) {
			var dist = distance(str, arr[i]);
			if (dist < min_distance) {
				min_distance = dist;
				min_index = i;
			}
		}
		return arr[min_index];
	};
	exports.closest = closest;
}));

// src/nearest.ts
var import_fastest_levenshtein = require_fastest_levenshtein();
function nearest(word, known) {
	return rank(word, known).map(({ each }) => each);
}
const synonyms = "up:deploy apply:deploy create:deploy start:deploy restart:deploy run:deploy destroy:delete remove:delete rm:delete down:delete stop:park pause:park sleep:park diff:plan ls:list ps:list describe:status get:status info:status lint:validate check:validate pull:export rollback:restore digest:pin true:ready false:none f:spec file:spec n:name set:variables var:variables o:json output:json tail:lines follow:lines f:lines n:lines key:api-key secrets:secret-envs envs:secret-envs timeout:wait-timeout approve:approved-plan".split(" ").map((pair) => pair.split(":"));
function closest(word, known) {
	const other = known.filter((each) => synonyms.some(([theirs, ours]) => theirs === word.toLowerCase() && ours === each));
	if (other.length > 0) return other;
	const ranked = rank(word, known);
	return ranked.filter(({ differs }) => differs === ranked[0]?.differs).slice(0, 3).map(({ each }) => each);
}
function didYouMean(words) {
	return words.length === 0 ? "" : `Did you mean ${quotedChoice(words)}?`;
}
function quotedChoice(words) {
	return choice(words.map((word) => `\`${word}\``));
}
function choice(words) {
	return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);
}
function changes(one, other) {
	const at = [...one].findIndex((letter, index) => letter !== other[index]);
	const swapped = one.slice(0, at) + (one[at + 1] ?? "") + one[at] + one.slice(at + 2);
	return at >= 0 && swapped === other ? 1 : (0, import_fastest_levenshtein.distance)(one, other);
}
function rank(word, known) {
	const asked = plainForm(word);
	const maxDistance = Math.max(asked.length < 4 ? 1 : 2, Math.floor(asked.length / 3));
	const sorted = known.map((each) => ({
		each,
		form: plainForm(each),
		differs: changes(plainForm(each), asked)
	})).sort((a, b) => a.differs - b.differs);
	const close = sorted.filter(({ differs }) => differs <= maxDistance);
	return close.length > 0 || asked.length < 3 ? close : sorted.filter(({ form }) => form.includes(asked));
}
function plainForm(word) {
	return word.toLowerCase().replaceAll(/[-_ ]/g, "").replace(/s$/, "");
}

// src/registry/reference.ts
const servicePlatform = "linux/amd64";
const digestForm = /^sha256:[0-9a-f]{64}$/;
const versionForm = /^v?\d+\.\d+(?:\.\d+)?$/;
const tagForm = /^\w[\w.-]{0,127}$/;
const componentForm = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;
const domainForm = /^(?:[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;
const allowed = {
	form: "[registry[:port]/]repository[:tag][@sha256:digest]",
	registry: "a host name of letters, digits, \"-\" and \".\", with a port from 1 to 65535 if one is needed",
	repository: ["at most 255 characters: parts separated by \"/\", each of lower-case letters and digits", "single \".\" or \"_\", \"__\" or any number of \"-\" only between them"].join("; "),
	tag: "up to 128 letters, digits, \"_\", \".\" and \"-\", and neither \".\" nor \"-\" at the start",
	digest: "\"sha256:\" and 64 hex digits in lower case"
};
function parseReference(text) {
	const read = readReference(text);
	if ("domain" in read) return read;
	const lead = digestForm.test(text) ? "@" : versionForm.test(text) ? ":" : "";
	const bare = (lead || /^[:@]/.test(text) ? `ghcr.io/acme/llama${lead}` : "") + text.trim().replace(/^[a-z]+:\/\/(?:hub\.docker\.com\/(?:r|_)\/)?/i, "").replace(/(?<!\s)\s+#.*$/s, "").replaceAll(/(?<! ) *([:/@]) */g, "$1");
	const { name } = splitReference(bare);
	const lower = name.toLowerCase() + bare.slice(name.length);
	const suggestion = [lower, lower.replace(/(?<=\/[^:/]+:)[^:@]+$/, (tag) => tag.replaceAll("/", "-"))].find((each) => "domain" in readReference(each));
	return {
		...read,
		allowed: allowed[read.part],
		suggestion
	};
}
function readReference(text) {
	if (digestForm.test(text)) return {
		part: "form",
		found: "a digest alone"
	};
	if (/^[:@]/.test(text) || versionForm.test(text)) return {
		part: "form",
		found: "no repository"
	};
	const { name, digest, tag = digest === void 0 ? "latest" : void 0 } = splitReference(text);
	const { domain, path } = splitName(name);
	if (digest !== void 0 && !digestForm.test(digest)) return {
		part: "digest",
		found: `${quote(digest)}, which is not a digest`
	};
	if (tag !== void 0 && !tagForm.test(tag)) return {
		part: "tag",
		found: `the tag ${quote(tag)}`
	};
	if (!domainForm.test(domain) || !URL.canParse(`https://${domain}`)) return {
		part: "registry",
		found: `the registry ${quote(domain)}`
	};
	if (path.length > 255 || !path.split("/").every((part) => componentForm.test(part))) return {
		part: "repository",
		found: `the repository ${quote(name.endsWith(path) ? path : name)}`
	};
	return {
		domain,
		path,
		tag,
		digest
	};
}
function pinReference(written, digest) {
	return `${splitReference(written).name}@${digest}`;
}
function splitReference(text) {
	const at = text.indexOf("@");
	const digest = at < 0 ? void 0 : text.slice(at + 1);
	const named = at < 0 ? text : text.slice(0, at);
	const colon = named.indexOf(":", named.lastIndexOf("/") + 1);
	if (colon < 0) return {
		name: named,
		tag: void 0,
		digest
	};
	return {
		name: named.slice(0, colon),
		tag: named.slice(colon + 1),
		digest
	};
}
const pages = [
	[/^hub\.docker\.com\/(?:r\/|_\/|repository\/docker\/)?/, ""],
	[/^(?:www\.)?github\.com\//, "ghcr.io/"],
	[/^quay\.io\/repository\//, "quay.io/"]
];
function repositoryOfPage(text) {
	const [page, registry = ""] = pages.find(([form]) => form.test(text)) ?? [];
	return page && text.replace(page, registry).split(/[:@]/)[0];
}
function splitName(name) {
	const slash = name.indexOf("/");
	const first = slash < 0 ? "" : name.slice(0, slash).toLowerCase();
	const isHost = /[.:]/.test(first) || first === "localhost";
	const path = isHost ? name.slice(slash + 1) : name;
	if (isHost && first !== "docker.io" && first !== "index.docker.io") return {
		domain: first,
		path
	};
	return {
		domain: "docker.io",
		path: path.includes("/") ? path : `library/${path}`
	};
}

// src/inputs/values.ts
function suggest(word, words, end = "") {
	const meant = closest(word, words);
	return meant.length === 0 ? "" : `${didYouMean(meant.map((each) => each + end))} `;
}
const allowedHint = (word, words) => `${suggest(word, words)}Allowed: ${words.join(", ")}.`;
function oneOf(words) {
	return (value) => {
		const word = words.find((candidate) => candidate === value);
		if (word === void 0) throw inputsInvalid(`is ${quote(value)}`, allowedHint(value, words));
		return word;
	};
}
function parseWords(words) {
	return (value) => {
		const given = value.split(/[\s,]+/).filter((word) => word !== "");
		const unknown = given.find((word) => !words.some((known) => known === word));
		if (unknown === void 0) return new Set(words.filter((word) => given.includes(word)));
		throw inputsInvalid(`has the word ${quote(unknown)}`, allowedHint(unknown, words));
	};
}
const parseBoolean = (value) => oneOf(["true", "false"])(value.toLowerCase()) === "true";
function parseLines(value) {
	return value.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
}
const maxSeconds = 31622400;
function parseDurationSeconds(value) {
	const isBare = /^\d{1,12}$/.test(value);
	if (isBare && Number(value) > 86400) {
		const seconds = Math.ceil(Number(value) / 1e3);
		const short = seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
		throw inputsInvalid(`is ${value} seconds`, `If these are milliseconds, write \`${short}\`.`);
	}
	return isBare && Number(value) > 0 ? Number(value) : secondsFrom(0, value, `Write a duration such as \`90s\`, \`20m\`, \`1h30m\`, \`14d\`, or plain seconds, of at most a year.`);
}
function parseAgeSeconds(value) {
	return secondsFrom(3600, value, `Write a duration with its unit, such as \`14d\` or \`36h\`, of at least one hour and at most a year.`);
}
function secondsFrom(min, value, forms) {
	const seconds = (parseDurationMs(value) ?? NaN) / 1e3;
	if (seconds >= min && seconds <= maxSeconds) return seconds;
	const meant = durationMeant(value);
	throw inputsInvalid(`is ${quote(value)}`, meant ? `Write \`${meant}\`.` : forms);
}
function parseBaseUrl(value) {
	if (value === "") return void 0;
	if (value.includes("@")) throw inputsInvalid("contains credentials", "Remove them from the URL; the key belongs in `api-key`.");
	const example = "Write the address of the service alone, such as `https://api.novita.ai`.";
	const url = /[\s"'<>]/.test(value) ? null : URL.parse(value);
	const isHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(value);
	const [, site] = /^(?:https?:\/\/)?(?:www\.)?(novita\.ai|ppio\.com)(?:\/.*)?$/i.exec(value) ?? [];
	if (site) throw inputsInvalid(`is ${quote(value)}, the site for people`, `Write \`https://api.${site}\`.`);
	if (!url) throw inputsInvalid(`is not a URL: ${quote(value)}`, isHost ? `Write \`https://${value}\`.` : example);
	const refuse = (hint) => inputsInvalid(`is ${quote(value)}`, hint);
	if (!/^https?:$/.test(url.protocol)) throw refuse(`Start it with \`https://\`. ${example}`);
	if (url.protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) throw refuse("Use https; plain http is for loopback addresses only, because every request carries the key.");
	const behind = (url.pathname + url.search + url.hash).replace(/^\/+$/, "");
	if (behind === "") return url.origin;
	throw refuse(`Remove \`${behind}\`: the paths of the service are added to each request. ${example}`);
}
function parseKey(value) {
	const alone = "Store the key alone, without quotes and line breaks, in the secret.";
	if (/^bearer\s/i.test(value)) throw inputsInvalid("starts with `Bearer`", "Remove that word from the secret: it is added to each request.");
	if (/^(["']).*\1$/.test(value)) throw inputsInvalid("is in quotes", alone);
	if (/^[!-~]*$/.test(value)) return value;
	throw inputsInvalid("contains a space, a line break or a character outside ASCII", alone);
}
function parseText(value, maxLength) {
	if (/[\x00-\x1f\x7f]/.test(value)) throw inputsInvalid(`is ${quote(value)}`, "Write it on one line, without control characters.");
	if (value.length <= maxLength) return value;
	throw inputsInvalid(`has ${value.length} characters`, `At most ${maxLength} are allowed.`);
}
function parseName(value) {
	if (value === "spec") return "";
	const hint = "Remove spaces at its start and end, and invisible characters.";
	if (visibleText(parseText(value, 220)).trim() !== value) throw inputsInvalid(`is ${quote(value)}`, hint);
	const fault = nameFault(value);
	if (fault) throw inputsInvalid(fault.what, fault.hint);
	return value;
}
function parseId(value) {
	if (!/^https?:\/\//i.test(value)) return value === "none" ? "" : parseText(value, 255);
	throw inputsInvalid(`is ${quote(value)}, which is a URL`, "Write the ID; the command `list` shows all IDs.");
}
function parsePlanDigest(value) {
	if (value === "none" || value === "") return "";
	if (/^p\d+(?:\.[\w-]{22}){2,}(?:\.[\w-]{24,})?$/.test(value)) return value;
	throw inputsInvalid(`is ${quote(value)}, which is not a plan digest`, "Use the output `plan-digest` of the command `plan`, as it is.");
}
function parseImage(value) {
	const [first, second] = value.split(/[\s,]+/);
	if (second?.includes("/")) throw inputsInvalid("has several references", `Write one of them, such as \`${first}\`.`);
	parseText(value, 500);
	const [gap, end] = /(?<!:)\/\/|([-_.:@/])$/.exec(value) ?? [];
	if (gap) throw inputsInvalid(`is ${quote(value)}, which ${end ? `ends in \`${end}\`` : "has nothing between `//`"}`, "Add what belongs after it; an expression there was probably empty.");
	const parsed = parseReference(value);
	if ("domain" in parsed) return value;
	const { found, allowed, suggestion } = parsed;
	const hint = suggestion === void 0 ? `Allowed: ${allowed}.` : `Write, for example, \`${suggestion}\`.`;
	throw inputsInvalid(`is ${quote(value)}, which is not an image reference: it has ${found}`, hint);
}
function* namedLines(value, form, known) {
	const names = /* @__PURE__ */ new Set();
	for (const line of parseLines(value)) {
		const at = Math.max(known ? line.indexOf("=") : line.lastIndexOf("="), 0);
		const [name, text] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
		const guess = known && !known.includes(name) ? suggest(name || line, known, "=") : void 0;
		if (name === "" || guess !== void 0) throw inputsInvalid(`has the line ${quote(line)}`, `${guess ?? ""}${form}`);
		if (names.has(name)) throw inputsInvalid(`has ${name} twice`, "Write each line once.");
		if (text === "") throw inputsInvalid(`has no value after \`${name}=\``, "Write one; an expression there was probably empty.");
		names.add(name);
		yield {
			name,
			text
		};
	}
}
function parseImages(value) {
	if (value === "spec") return /* @__PURE__ */ new Map();
	if (!value.includes("=")) return /* @__PURE__ */ new Map([["", parseImage(value)]]);
	return new Map(Array.from(namedLines(value, "For several specs write one `name=image` per line, with the name of the spec."), ({ name, text }) => [name, parseImage(text)]));
}
const previewLines = {
	label: (text) => ({ label: parseText(text, 50) }),
	drafts: (text) => ({ drafts: parseBoolean(text) }),
	"max-age": (text) => ({ maxAgeSeconds: parseAgeSeconds(text) }),
	workers: (text) => ({ workers: parseCount(text) })
};
function parseCount(text) {
	if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
	throw inputsInvalid(`is ${quote(text)}`, "Write a whole number of at least 1.");
}
function parsePreview(value) {
	const options = {
		label: "",
		drafts: false,
		maxAgeSeconds: void 0,
		workers: 1
	};
	if (/^(true|false)$/i.test(value)) return parseBoolean(value) ? options : void 0;
	const names = Object.keys(previewLines);
	const forms = `\`name=value\` lines: ${names.join(", ")}.`;
	if (!value.includes("=")) throw inputsInvalid(`is ${quote(value)}`, `Write \`true\`, \`false\`, or ${forms}`);
	for (const { name, text } of namedLines(value, `Write ${forms}`, names)) {
		if (new RegExp(`[\\s,;](?:${names.join("|")})=`).test(text)) throw inputsInvalid(`has several settings on the line ${quote(`${name}=${text}`)}`, "Write each on a line of its own, below `preview: |`.");
		try {
			Object.assign(options, previewLines[name]?.(text));
		} catch (error) {
			if (!(error instanceof DeployError)) throw error;
			throw inputsInvalid(`has the line \`${name}=${text}\`, and ${name} ${error.message}`, error.hint);
		}
	}
	return options;
}
const ofSpec = "It is a field of the spec: write it in the file that `spec` names.";
const foreignInputs = new Map([
	..."min-num max-num min-workers max-workers min-replicas max-replicas replicas workers gpu gpus gpu-type gpu-count gpu-num product products port ports env model region disk health health-path healthy policy price tests compare load candidate".split(" ").map((field) => [field, ofSpec]),
	...[
		"tag",
		"image-tag",
		"version",
		"digest"
	].map((part) => [part, "Write the whole reference as `image`, such as `ghcr.io/acme/llama:1.4.0`."]),
	...[
		"working-directory",
		"cwd",
		"path",
		"directory"
	].map((folder) => [folder, "Write the path in `spec`, such as `deploy/endpoint.yaml`."]),
	["dry-run", "Use the command `plan`, which writes nothing."],
	["force", "Add the guard that refused the run to `allow`: `older-commit`, `untrusted`, `overwrite` (of `export`)."],
	...[
		"yes",
		"y",
		"auto-approve"
	].map((word) => [word, "Nothing is asked: leave it out."]),
	["adopt", "Add `adopt` to `allow`."],
	["environment", "Write it at the job: `environment: {name: …, url: \"${{ steps.deploy.outputs.url }}\"}`."]
]);

// src/inputs/inputs.ts
const allowances = [
	"adopt",
	"older-commit",
	"untrusted",
	"beyond-limits",
	"overwrite",
	"pull-request",
	"drop-secrets"
];
function wordInput(word, choices) {
	return {
		default: word,
		parse: oneOf(choices),
		choices
	};
}
function parseCommand(word) {
	const recipe = recipes.get(word);
	if (recipe) throw inputsInvalid(`is "${word}", which is not a command`, `${recipe}.`);
	return oneOf(commands)(word);
}
const planning = ["deploy", "plan"];
const previewing = [
	...planning,
	"delete",
	"sweep"
];
const selects = "selects endpoints";
const specReaders = commands.filter((command) => "readsSpecs" in commandTable[command]);
const inputRows = {
	command: {
		...wordInput("deploy", commands),
		parse: parseCommand
	},
	spec: {
		default: "endpoint.yaml",
		parse: parseLines
	},
	"base-url": {
		default: "",
		parse: parseBaseUrl,
		variable: "GPU_ENDPOINT_BASE_URL",
		mayBeEmpty: true
	},
	"api-key": {
		default: "",
		parse: parseKey,
		variable: "GPU_ENDPOINT_API_KEY",
		mayBeEmpty: true
	},
	"github-token": {
		default: "",
		parse: parseKey,
		mayBeEmpty: true
	},
	image: {
		default: "spec",
		parse: parseImages,
		readBy: [
			...planning,
			"validate",
			"status"
		]
	},
	"resolve-image": {
		...wordInput("check", [
			"check",
			"pin",
			"off"
		]),
		readBy: [
			...planning,
			"validate",
			"test"
		]
	},
	name: {
		default: "spec",
		parse: parseName,
		isLiteral: true,
		mustBeRead: selects,
		readBy: [
			...specReaders,
			"sweep",
			"export"
		]
	},
	"endpoint-id": {
		default: "none",
		parse: parseId,
		mustBeRead: selects,
		readBy: [
			...planning,
			"test",
			"status",
			"logs",
			"park",
			"delete",
			"export"
		]
	},
	variables: {
		default: "",
		parse: parsePairs,
		isLiteral: true,
		mayBeEmpty: true,
		readBy: [...specReaders, "sweep"]
	},
	"secret-envs": {
		default: "none",
		parse: parseSecretEnvs,
		isLiteral: true,
		variable: "GPU_ENDPOINT_SECRET_ENVS",
		readBy: [
			...planning,
			"validate",
			"test",
			"status"
		]
	},
	wait: {
		...wordInput("ready", [
			"ready",
			"rollout",
			"none"
		]),
		readBy: planning
	},
	"wait-timeout": {
		default: "20m",
		parse: parseDurationSeconds,
		mayBeEmpty: true,
		readBy: ["deploy", "test"]
	},
	"on-failure": {
		...wordInput("restore", ["restore", "keep"]),
		readBy: planning
	},
	"approved-plan": {
		default: "none",
		parse: parsePlanDigest,
		mustBeRead: "approves a plan",
		readBy: ["deploy"]
	},
	preview: {
		default: "false",
		parse: parsePreview,
		mustBeRead: selects,
		readBy: previewing
	},
	comment: {
		...wordInput("true", ["true", "false"]),
		parse: parseBoolean,
		readBy: previewing
	},
	allow: {
		default: "",
		parse: parseWords(allowances),
		mayBeEmpty: true
	}
};
const inputTable = inputRows;
const inputNames = Object.keys(inputRows);
function parseInputs({ get, names = [], env }) {
	const wrong = [];
	const read = (input) => {
		const { default: fallback, parse, variable, isLiteral } = inputTable[input];
		const given = [get(input) ?? "", variable && env(variable) || ""].find((text) => text.trim() !== "") ?? fallback;
		try {
			const isTemplate = input === "image" && /[$%]|\{\{/.test(given);
			const odd = notInputs.find(({ form }) => form.test(isTemplate ? "${{" : given.trim()));
			if (odd) throw inputsInvalid(odd.what, odd.hint);
			return parse(isLiteral ? given : given.trim());
		} catch (error) {
			if (!(error instanceof DeployError)) throw error;
			wrong.push({
				input,
				message: error.message,
				hint: error.hint
			});
			return parse(fallback);
		}
	};
	const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
	const values = Object.fromEntries(inputNames.map((name) => [camel(name), read(name)]));
	const { waitTimeout: waitTimeoutSeconds, ...others } = values;
	const { command, baseUrl, apiKey, preview, endpointId } = others;
	const { isOffline, makesPlan, mayBePreview } = commandTable[command];
	const isPreview = preview !== void 0 && mayBePreview === true;
	const empty = emptyProblems(get, others.secretEnvs);
	const needsService = !isPreview && !(isOffline && apiKey === "");
	const isMissing = (input, value = "") => needsService && value === "" && !wrong.some((problem) => problem.input === input);
	const broken = [
		...inputNames.map((name) => {
			const { mustBeRead = "" } = inputTable[name];
			const isGiven = mustBeRead !== "" && Boolean(values[camel(name)]);
			const isRead = isReadBy(command, name) && !(command === "sweep" && name === "name" && !preview);
			const message = `${mustBeRead}, and the command \`${command}\` does not read it`;
			return [
				isGiven && !isRead,
				name,
				message,
				`Remove it.${name === "preview" ? " For one preview, write its name, such as `name: llama-pr-7`." : ""}`
			];
		}),
		[
			isPreview && endpointId !== "",
			"endpoint-id",
			"selects one endpoint, but previews have endpoints of their own",
			"Remove it, or remove `preview`."
		],
		[
			isMissing("base-url", baseUrl),
			"base-url",
			"is missing",
			noAddressHint
		],
		[
			isMissing("api-key", apiKey),
			"api-key",
			"is missing",
			noKeyHint
		]
	].filter(([isBroken]) => isBroken).map(([, input, message, hint]) => ({
		input,
		message,
		hint
	}));
	const isForPlan = ({ input }) => !isReadBy("delete", input);
	const emptyAtOnce = empty.filter((problem) => isForPlan(problem) ? !isPreview && makesPlan : isReadBy(command, problem.input));
	const isDeferred = ({ input }) => isPreview && input === "image";
	const atOnce = wrong.filter((problem) => !isDeferred(problem));
	const order = ({ input }) => inputNames.indexOf(input);
	const problems = [
		...names.flatMap(checkName),
		...atOnce,
		...emptyAtOnce,
		...broken
	];
	return {
		inputs: {
			...others,
			waitTimeoutSeconds,
			deferred: isPreview ? [...wrong.filter(isDeferred), ...empty.filter(isForPlan)] : []
		},
		problems: problems.sort((a, b) => order(a) - order(b)),
		warnings: oddInputs(command, get)
	};
}
const contents = [
	"image",
	"variables",
	"secret-envs"
];
function oddInputs(command, get) {
	const seconds = get("wait-timeout")?.trim() ?? "";
	const hint = `If minutes are meant, write \`${seconds}m\`, else \`${seconds}s\`.`;
	const brief = /^[1-5]?\d$/.test(seconds) ? [{
		input: "wait-timeout",
		message: `is ${seconds} seconds`,
		hint
	}] : [];
	const isUnread = (name) => !isReadBy(command, name) && !["", inputTable[name].default].includes((get(name) ?? "").trim());
	return [...contents.filter(isUnread).map((input) => {
		return {
			input,
			message: `changes nothing: the command \`${command}\` does not read it`,
			hint: "Remove it."
		};
	}), ...brief];
}
function emptyProblems(get, secretEnvs) {
	const problems = inputNames.filter((name) => !inputTable[name].mayBeEmpty && get(name)?.trim() === "").map((input) => {
		const byDefault = `\`${input}: ${inputTable[input].default}\``;
		return {
			input,
			message: "is set but empty",
			hint: `${emptyHint} If the default is meant, write ${byDefault} or leave it out.`
		};
	});
	const unset = [...secretEnvs.keys()].filter((key) => secretEnvs.get(key) === "");
	const message = `gives no value for ${unset.join(", ")}`;
	return unset.length === 0 ? problems : [...problems, {
		input: "secret-envs",
		message,
		hint: emptySecretHint
	}];
}
function isReadBy(command, input) {
	return inputTable[input].readBy?.includes(command) ?? true;
}
const noAddressHint = "Set it to the address of the service, such as `https://api.novita.ai`, or set the environment variable GPU_ENDPOINT_BASE_URL.";
const noKeyHint = "Set the environment variable GPU_ENDPOINT_API_KEY, or in a workflow `api-key: ${{ secrets.GPU_API_KEY }}`. If the workflow has it, the secret is empty: no secret has that name, or the run gets none, as for a fork or by Dependabot.";
const emptySecretHint = "Check the name of the secret, and whether this run may read it: runs by Dependabot and for forks get no secrets. An env that is meant to be empty belongs in `envs` of the spec.";
function checkName(input) {
	if (Object.hasOwn(inputRows, input)) return [];
	const ours = foreignInputs.get(input);
	if (ours !== void 0) return [{
		input,
		message: "does not exist",
		hint: ours
	}];
	const unset = `Remove it, or unset the variable ${`\`INPUT_${input.toUpperCase()}\``} if \`env\` or an earlier step sets it.`;
	return [{
		input,
		message: "does not exist",
		hint: suggest(input, inputNames).trimEnd() || `${unset} Inputs: ${inputNames.join(", ")}.`
	}];
}
const emptyHint = "An expression was empty: a misspelled output, a step or job that was skipped, or a job output that the runner dropped because a masked value occurs in it (its log warns `Skip output`).";

// src/render/markdown.ts
const heading = (text) => `### ${escapeCell(text)}`;
function paragraphs(parts) {
	return `${parts.flatMap((part) => part ? part.trimEnd() : []).join("\n\n")}\n`;
}
function table(head, rows) {
	if (rows.length === 0) return "";
	const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
	return [
		line(head).replaceAll(/\| +(?=\|)/g, "| "),
		`|${"---|".repeat(head.length)}`,
		...rows.map(line)
	].join("\n");
}
function detailTable(rows, of = "") {
	const known = rows.filter(([, value]) => value !== "");
	return table(["", codeCell(of)], known);
}
function proseCell(text) {
	const cell = (part, code) => code === void 0 ? escapeCell(part) : codeCell(code);
	return text.replaceAll(/`([^`]*)`|[^`]+|`/g, cell);
}
function codeCell(text) {
	return text === "" ? "" : `<code>${escapeCode(text)}</code>`;
}
function linkCell(url) {
	return /^https?:\/\/[^\s<>"'`|()[\]\\]+$/.test(url) ? `[${escapeMarkup(url).replaceAll("&#58;", ":")}](<${url}>)` : escapeCell(url);
}
function fenced(language, lines) {
	const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length));
	const fence = "`".repeat(longest + 1);
	return [
		fence + language,
		...lines,
		fence
	].join("\n");
}

// src/model/display.ts
const templates = Symbol("templates");
const hidden = "…";
function displayText(known, { path, text }) {
	const form = known?.get(path);
	return form?.filled === text ? form.template.replaceAll(secretWord, "***") : "…";
}
const secretWord = /(?<![A-Za-z0-9])(?:hf_|sk-|gh[oprsu]_|github_pat_|AKIA|xox[a-z]-)[\w-]{8,}/g;
function secretWords(text) {
	return text.match(secretWord) ?? [];
}
const endpointName = ({ id, config }) => `${config.name} (${id})`;
const joined = (parts, by = ", ") => parts.filter(Boolean).join(by);
function formatSeconds(seconds) {
	const whole = Math.round(seconds);
	const minutes = Math.floor(whole / 60);
	const parts = minutes < 60 ? {
		m: minutes,
		s: whole % 60
	} : {
		h: Math.floor(minutes / 60),
		m: minutes % 60
	};
	return Object.entries(parts).flatMap(([unit, count]) => count > 0 ? [`${count} ${unit}`] : []).join(" ") || "0 s";
}
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const shortCommit = (id) => id.slice(0, 12);

// src/render/text.ts
function fewOf(items, separator = ", ") {
	if (items.length <= 3) return items.join(separator);
	return `${items.slice(0, 2).join(separator)} and ${items.length - 2} others`;
}
function formatShort(ms) {
	if (ms < 1e3) return `${Math.round(ms)} ms`;
	return ms < 1e4 ? `${(ms / 1e3).toFixed(1)} s` : formatSeconds(ms / 1e3);
}
function inThreeDigits(output) {
	const short = (_, value) => typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;
	return JSON.parse(JSON.stringify(output, short));
}
const formatRate = (rate) => rate.toFixed(rate < 10 ? 1 : 0);
function formatAge(seconds) {
	const days = Math.floor(seconds / 86400);
	return days < 2 ? formatSeconds(seconds) : `${days} d`;
}
const unclear = /[^\P{C}]|[^\P{Z} ]|\p{DI}/u;
const escapable = new RegExp(`${unclear.source}|(?<= ) |\\p{M}`, "gu");
function formatShown(value) {
	if (value === null) return "none";
	const text = String(value);
	const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
	const quoted = () => JSON.stringify(text).replaceAll(escapable, (character) => character.split("").map(escaped).join(""));
	const shown = text === text.normalize("NFC") && !unclear.test(text) && !/^"|^none$|^ | $| {2}/.test(text) ? text : quoted();
	if (shown.length <= 1e3) return shown;
	const digest = hash("sha256", text).slice(0, 16);
	return `${shown.slice(0, 600)} … ${shown.slice(-300)} (${text.length} characters, sha256 ${digest})`;
}

// src/render/failure.ts
function failureSummary(failure) {
	return paragraphs([heading(`❌ ${failure.title}`), failure.issues || failureTable(failure)]);
}
function inputProblemsSummary(command, problems) {
	const rows = problems.map(({ input, message, hint }) => [
		codeCell(input),
		proseCell(message),
		proseCell(hint)
	]);
	return paragraphs([heading(`❌ ${failureTitle(command, "inputs-invalid")}`), table([
		"Input",
		"Found",
		"What to do"
	], rows)]);
}
function failureTable({ message, now, hint }, of) {
	return detailTable([
		["What", proseCell(message)],
		["Served by", now ? proseCell(`${now.served}. ${now.left}.`) : ""],
		["Billed", proseCell(now?.billed ?? "")],
		["Next", proseCell(hint)]
	], of);
}
function logTitle({ of }) {
	return `Last lines of the log of ${of}`;
}
function logProblem({ of, place, problem }) {
	return `The log of ${of}${place ? ` (${place})` : ""} ${problem}.`;
}
function logBlock(tail) {
	if (tail.problem !== "") return escapeCell(logProblem(tail));
	const summary = `<details><summary>${escapeCell(logTitle(tail))}</summary>`;
	return paragraphs([
		summary,
		fenced("text", tail.lines),
		"</details>"
	]);
}
function inputAnnotation({ input, message, hint }) {
	return {
		severity: "error",
		title: `input ${input}`,
		message: `\`${input}\` ${message}.`,
		hint
	};
}
function issueAnnotation({ severity, position, code, ...words }) {
	const said = {
		severity,
		message: `${words.message}.`,
		hint: words.hint
	};
	if ("input" in position) return {
		...said,
		title: `input ${position.input}: ${code}`
	};
	return {
		...said,
		title: `spec: ${code}`,
		range: position
	};
}
function chooseIssues(issues, max) {
	const bySeverity = Object.groupBy(issues, ({ severity }) => severity);
	return Object.values(bySeverity).flatMap((each) => each.slice(0, max));
}
function countIssues(issues) {
	const found = Object.groupBy(issues, ({ severity }) => severity);
	return [
		"error",
		"warning",
		"notice"
	].flatMap((each) => found[each] ? plural(found[each].length, each) : []).join(", ") || "no problems";
}
function issueSummary(issues, title = "") {
	const counts = countIssues(issues);
	const several = issues.length > 1 ? ` (${counts})` : "";
	const head = title === "" ? `Spec: ${counts}` : `❌ ${title}${several}`;
	return paragraphs([heading(head), issueTable(issues)]);
}
function issueTable(issues) {
	const rows = issues.map(({ severity, message, hint, position, code }) => {
		const place = "input" in position ? `input ${position.input}` : `${position.file}:${position.start.line}:${position.start.column}`;
		return [
			severity,
			codeCell(place),
			`${proseCell(message)}. ${proseCell(hint)}`,
			codeCell(code)
		];
	});
	return table([
		"",
		"Place",
		"What to do",
		"Code"
	], rows);
}

// src/render/run-failure.ts
const unreadNow = {
	left: "Nothing was changed",
	served: "This run has not read who serves",
	billed: "What is billed is as before"
};
const unchangedNow = {
	...unreadNow,
	served: "Who serves is as before"
};
const hiddenNow = {
	...unreadNow,
	served: "Who serves is not shown"
};
const unwokenNow = {
	left: "It was not woken",
	served: "Nobody is served",
	billed: "Nothing is billed unless it is called"
};
const unknownNow = {
	left: "It may have been changed",
	served: "Nothing shows who serves",
	billed: "Nothing shows what is billed"
};
const writers = /* @__PURE__ */ new Set([
	"deploy",
	"park",
	"delete",
	"sweep"
]);
function tellRunFailure(failure, { inputs: { command }, outputs }, { isTold }) {
	if (failure.title !== "") return failure;
	const { endpoints, hasChanged } = outputs;
	const operations = new Set(endpoints.flatMap(({ changed, operation }) => changed === "true" ? operation ?? "" : []));
	const isUnknown = hasChanged && (operations.size === 0 || operations.has(""));
	const isUntouched = !hasChanged && (failure.code !== "internal" || !isTold);
	const end = isUntouched ? "not changed" : isUnknown ? "perhaps changed" : [...operations].join(" and ");
	const names = fewOf(endpoints.flatMap(({ name }) => name || []));
	const title = failureTitle(names || command, failure.code, writers.has(command) ? end : "");
	if (hasChanged && !isUnknown || isTold && command !== "deploy" || !writers.has(command)) return failure.withTitle(title);
	return failure.withTitle(title, isUntouched ? unreadNow : unknownNow);
}

// src/report.ts
const outputNames = [
	"url",
	"endpoint-id",
	"operation",
	"changed",
	"image-digest",
	"proof",
	"plan-digest",
	"failure-reason",
	"endpoints"
];
const maxLengths = {
	line: 8192,
	log: 1048576,
	title: 255,
	message: 3e3,
	hint: 1e3
};
const minMaskLength = 4;
function openEdge(writer, redactor) {
	const masks = /* @__PURE__ */ new Set();
	const safe = (text) => redactor.hideDeclared(withoutControls(text.replaceAll(/\r\n?/g, "\n")));
	const short = (text, maxLength) => bounded(safe(bounded(text, 4 * maxLength)), maxLength);
	const log = (text) => {
		const lines = safe(bounded(text, 2 * maxLengths.log)).split("\n");
		return bounded(lines.map((line) => bounded(line, maxLengths.line)).join("\n"), maxLengths.log);
	};
	const { debug } = writer;
	const annotate = ({ title, message, hint, ...others }) => writer.annotate({
		...others,
		title: short(title, maxLengths.title),
		message: short(message, maxLengths.message),
		hint: short(hint, maxLengths.hint)
	});
	return {
		info: (text) => writer.info(log(text)),
		group: (title, text) => writer.group(short(title, maxLengths.title), log(text)),
		...debug && { debug: (text) => debug(log(text)) },
		annotationsPerSeverity: writer.annotationsPerSeverity,
		annotate,
		warn: (words) => annotate({
			...words,
			severity: "warning"
		}),
		mask: (secret) => {
			redactor.add(secret, "mask");
			for (const line of secret.split(/[\r\n]+/).map((each) => each.trim())) {
				if (line.length < minMaskLength || masks.has(line)) continue;
				masks.add(line);
				writer.mask(line);
			}
		},
		addSecret: (value) => redactor.add(value, "env"),
		addPlain: (value) => redactor.add(value, "plain"),
		setOutput: (name, value) => writer.setOutput(name, value),
		summarize: (markdown, rank) => writer.summarize(safe(markdown), rank),
		redact: safe,
		fail: (message, title = "") => writer.fail(short(message, maxLengths.message + maxLengths.hint), short(title, maxLengths.title))
	};
}

// src/secrets/decoding.ts
const characterOf = (digits, base) => {
	const code = Number.parseInt(digits, base);
	return code > 1114111 ? "" : String.fromCodePoint(code);
};
const letters = {
	b: "\b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "	"
};
const names = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: "\"",
	apos: "'"
};
const escapes = [
	[/\\(?:u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)/gs, (found) => found.length === 2 ? letters[found.slice(1)] ?? found.slice(1) : characterOf(found.slice(found[2] === "{" ? 3 : 2), 16)],
	[/%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi, (found) => found.length === 3 ? characterOf(found.slice(1), 16) : Buffer.from(found.replaceAll("%", ""), "hex").toString()],
	[/&(?:#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi, (found) => {
		const name = found.slice(1, -1).toLowerCase();
		const [, hex = name.slice(1)] = /^#x(.*)/.exec(name) ?? [];
		return names[name] ?? characterOf(hex, name.startsWith("#x") ? 16 : 10);
	}]
];
function decode({ text, startsIn }) {
	return escapes.flatMap(([form, read]) => {
		if (text.search(form) < 0) return [];
		const show = (found) => {
			const character = read(found);
			return character.length === 1 && character >= " " && character <= "~" ? character : visibleText(character);
		};
		const decoded = text.replaceAll(form, show);
		const place = () => {
			const given = startsIn?.();
			const starts = new Uint32Array(decoded.length + 1);
			let [length, from] = [0, 0];
			const copyUntil = (end) => {
				for (; from < end; from += 1, length += 1) starts[length] = given?.[from] ?? from;
			};
			text.replaceAll(form, (found, at) => {
				copyUntil(at);
				const end = length + show(found).length;
				starts.fill(given?.[at] ?? at, length, end);
				[length, from] = [end, at + found.length];
				return "";
			});
			copyUntil(text.length + 1);
			return starts;
		};
		return {
			text: decoded,
			startsIn: place
		};
	});
}
function decodingsOf(text) {
	const once = decode({ text });
	const all = [
		{ text },
		...once,
		...once.flatMap(decode)
	];
	return [...new Map(all.map((each) => [each.text, each])).values()];
}

// src/secrets/redactor.ts
const minSecretLength = 4;
const minLengthAnywhere = 8;
const maxPartLength = 64;
const maxFormLength = 2048;
const maxCharacters = 524288;
const harmlessWords = new Set([
	"true false null none auto default enabled disabled info debug warn warning error trace image pull failure denied",
	"exit crash serving running ready initializing creating updating pending pulling starting failed exited stopped",
	"stopping unscheduling terminating terminated deleting deleted removed unknown"
].flatMap((line) => line.split(" ")));
function createRedactor() {
	const known = {
		mask: /* @__PURE__ */ new Set(),
		env: /* @__PURE__ */ new Set(),
		plain: /* @__PURE__ */ new Set()
	};
	const characters = {
		mask: 0,
		env: 0,
		plain: 0
	};
	const all = createIndex();
	const inOwn = createIndex();
	const declared = createIndex();
	return {
		add(secret, kind) {
			const isHarmless = known.plain.has(secret) || harmlessWords.has(secret.trim().toLowerCase());
			if (known[kind].has(secret) || kind !== "mask" && isHarmless) return;
			known[kind].add(secret);
			characters[kind] += secret.length;
			if (characters[kind] > maxCharacters) return;
			for (const part of secretParts(secret)) {
				const isShort = part.length < minLengthAnywhere;
				for (const form of encodings(part)) {
					const asWord = kind !== "mask" && isShort;
					all.add(form, { asWord });
					if (kind !== "plain") inOwn.add(form, { asWord });
					if (kind === "mask" && !isShort) declared.add(form, { asWord });
				}
			}
		},
		clean(text, maxLength = Infinity) {
			if (text === "" || harmlessWords.has(text.toLowerCase())) return text;
			if (characters.mask > maxCharacters || characters.env + characters.plain > maxCharacters) return "***";
			const visible = visibleText(text);
			return bounded(all.hide(visible.slice(0, maxLength + maxFormLength)), maxLength);
		},
		hideInOwn: (text) => characters.mask > maxCharacters || characters.env > maxCharacters ? "***" : inOwn.hide(text),
		hideDeclared: (text) => characters.mask > maxCharacters ? "***" : declared.hide(text)
	};
}
function secretParts(secret) {
	const visible = visibleText(secret).trim();
	const lines = visible.split(/[\r\n]+/).map((line) => line.trim());
	return (lines.length === 1 ? lines : [visible, ...lines.filter((line) => line.length >= minLengthAnywhere)]).filter(Boolean).flatMap((text) => {
		const size = Math.ceil(text.length / Math.ceil(text.length / maxPartLength));
		return text.match(new RegExp(`.{1,${size}}`, "gsu")) ?? [];
	}).filter((part) => part.length >= minSecretLength);
}
function createIndex() {
	const isWordOnly = /* @__PURE__ */ new Map();
	const lengths = /* @__PURE__ */ new Map();
	const firstCodes = /* @__PURE__ */ new Uint8Array(65536);
	function endAt(text, at, from) {
		for (const length of lengths.get(text.slice(at, at + minSecretLength)) ?? []) {
			if (at + length <= from) return 0;
			const asWord = isWordOnly.get(text.slice(at, at + length));
			const isWord = !/\w/.test(text.charAt(at - 1) + text.charAt(at + length));
			if (asWord !== void 0 && (!asWord || isWord)) return at + length;
		}
		return 0;
	}
	function findIn(text) {
		const found = [];
		for (let at = 0; at + minSecretLength <= text.length; at += 1) {
			if (firstCodes[text.charCodeAt(at)] === 0) continue;
			const last = found.at(-1);
			const end = endAt(text, at, last?.end ?? 0);
			if (end === 0) continue;
			if (last && at <= last.end) last.end = end;
			else found.push({
				start: at,
				end
			});
		}
		return found;
	}
	return {
		add(form, { asWord }) {
			isWordOnly.set(form, asWord && isWordOnly.get(form) !== false);
			firstCodes[form.charCodeAt(0)] = 1;
			const prefix = form.slice(0, minSecretLength);
			const known = lengths.get(prefix) ?? [];
			if (known.includes(form.length)) return;
			known.push(form.length);
			lengths.set(prefix, known.sort((a, b) => b - a));
		},
		hide(text) {
			if (isWordOnly.size === 0) return text;
			const found = decodingsOf(text).flatMap(({ text, startsIn }) => {
				const ranges = findIn(text);
				const starts = ranges.length > 0 ? startsIn?.() : void 0;
				return starts ? ranges.map(({ start, end }) => ({
					start: starts[start] ?? 0,
					end: starts[end] ?? 0
				})) : ranges;
			});
			const pieces = [];
			let done = 0;
			for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
				if (start > done || pieces.length === 0) pieces.push(text.slice(done, start), "***");
				done = Math.max(done, end);
			}
			return pieces.join("") + text.slice(done);
		}
	};
}
function encodings(text) {
	const plain = text.toWellFormed();
	return /* @__PURE__ */ new Set([
		plain,
		plain.replaceAll(" ", "+"),
		plain.replaceAll(/\s+/g, " "),
		plain.replaceAll("'", "''"),
		plain.replaceAll("'", "'\\''"),
		plain.replaceAll("\"", "\"\""),
		...base64(plain)
	]);
}
function base64(text) {
	const bytes = Buffer.from(text);
	if (bytes.length < 8) return [];
	return [
		0,
		1,
		2
	].flatMap((before) => {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64").replaceAll("=", "");
		const start = Math.ceil(before * 8 / 6);
		const end = Math.floor((before + bytes.length) * 8 / 6);
		return [encoded.slice(start, end), encoded.slice(start)].flatMap((own) => [own, own.replaceAll("+", "-").replaceAll("/", "_")]);
	});
}

// src/run/outputs.ts
const maxOutputLengths = {
	"endpoint-id": 255,
	state: 200,
	"app-name": 255
};
function openOutputs(reporter) {
	const written = /* @__PURE__ */ new Map();
	let endpoints = [];
	let failure;
	let [hasWarned, hasEnded] = [false, false];
	let hadChanged = false;
	const hasChanged = () => hadChanged || endpoints.some(({ changed }) => changed === "true");
	function write(outputs) {
		for (const name of outputNames) {
			const value = outputs[name];
			if (failure || value === void 0 || value === written.get(name)) continue;
			try {
				reporter.setOutput(name, value);
				written.set(name, value);
			} catch (cause) {
				const message = `the output \`${name}\` could not be written: ${cause instanceof Error ? cause.message : cause}`;
				failure = new DeployError({
					code: "github",
					message,
					hint: "Check that the file behind `GITHUB_OUTPUT` exists and is writable.",
					cause
				});
			}
		}
	}
	function combine() {
		const [{ "failure-reason": _, ...ofFirst } = {}] = endpoints;
		const isTold = endpoints.some(({ changed }) => changed !== void 0);
		write({
			...ofFirst,
			...isTold && { changed: String(hasChanged()) }
		});
	}
	function clean(outputs) {
		const { redact } = reporter;
		const safe = (name, value) => {
			const isPlain = isPlainUrl(String(value)) && redact(String(value)) === value;
			if (name === "url" && value !== "" && !isPlain) {
				const message = "The output `url` is empty: the service returned no http(s) URL that a script could use.";
				const hint = "Check the endpoint in the console of the service.";
				if (!hasWarned) reporter.warn({
					title: "output url",
					message,
					hint
				});
				hasWarned = true;
				return "";
			}
			if (typeof value === "string") return bounded(redact(withoutControls(value)), maxOutputLengths[name] ?? Infinity);
			return JSON.parse(JSON.stringify(value), (_, each) => typeof each === "string" ? redact(each) : each);
		};
		const given = Object.entries(outputs).filter(([, value]) => value !== void 0);
		return Object.fromEntries(given.map(([name, value]) => [name, safe(name, value)]));
	}
	function setEndpoints(added) {
		endpoints = added.map((outputs, index) => ({
			...endpoints[index],
			...clean(outputs)
		}));
		combine();
		if (endpoints.length > 0) write({ endpoints: JSON.stringify(endpoints) });
	}
	function setEndpoint(index, outputs) {
		const after = {
			...endpoints[index],
			...clean(outputs)
		};
		endpoints[index] = after;
		combine();
		if (after.changed === "true") write({ endpoints: JSON.stringify(endpoints, [
			"name",
			"endpoint-id",
			"url",
			"changed"
		]) });
	}
	return {
		setEndpoints,
		setEndpoint,
		get hasChanged() {
			return hasChanged();
		},
		get endpoints() {
			return endpoints;
		},
		end(added, ofRun) {
			if (hasEnded) {
				hadChanged = written.get("changed") === "true";
				endpoints = [];
				const names = [...written.keys()].filter((name) => name !== "changed");
				write(Object.fromEntries(names.map((name) => [name, ""])));
			}
			hasEnded = true;
			setEndpoints(added);
			write(clean(ofRun));
		},
		follow(index, event) {
			if (event.kind === "write-sent") setEndpoint(index, { changed: "true" });
			if (event.kind === "write-shown") setEndpoint(index, { url: event.url });
			if (event.kind === "write-accepted" || event.kind === "create-found") setEndpoint(index, { "endpoint-id": event.endpointId });
		},
		finish(ended) {
			combine();
			write({
				...!written.get("changed") && { changed: "false" },
				endpoints: JSON.stringify(endpoints),
				"failure-reason": ended?.code ?? ""
			});
			return ended ?? failure;
		}
	};
}

// src/run/run.ts
const exitCodes = {
	success: 0,
	failure: 1,
	usage: 2,
	"not-serving": 3
};
const commandFiles = {
	deploy: () => Promise.resolve().then(() => require("./service.js")).then((n) => n.deploy_exports),
	plan: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.plan_exports),
	validate: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.validate_exports),
	delete: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.delete_exports),
	park: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.park_exports),
	export: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.export_exports),
	test: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.test_exports),
	status: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.status_exports),
	list: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.list_exports),
	logs: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.logs_exports),
	sweep: () => Promise.resolve().then(() => require("./commands.js")).then((n) => n.sweep_exports)
};
async function runProgram(started) {
	return started.argv.length === 0 && started.env.GITHUB_ACTIONS === "true" ? runWorkflowStep(started) : runCommandLine(started);
}
function cancelledBy(signal) {
	return new DeployError({
		code: "cancelled",
		message: `the run was cancelled by ${signal}`
	});
}
function stoppedBy(thrown) {
	if (!(thrown instanceof Error) || !("syscall" in thrown) || thrown.syscall !== "write") return asDeployError(thrown);
	const message = `the run was cancelled because its log cannot be written (${thrown.message})`;
	return new DeployError({
		code: "cancelled",
		message
	});
}
async function runWorkflowStep(started) {
	const { toolkit, env } = started;
	const reporter = workflowReporter(toolkit, env);
	const input = (name) => toolkit.getInput(name, { trimWhitespace: false });
	const inputNames = Object.keys(env).flatMap((name) => name.startsWith("INPUT_") ? name.slice(6).toLowerCase() : []);
	return await run({
		...started,
		input,
		inputNames,
		reporter
	}) === "success" ? 0 : 1;
}
async function runCommandLine(started) {
	const { argv, stdout, stderr } = started;
	const { parseCommandLine } = await Promise.resolve().then(() => require("./cli.js")).then((n) => n.arguments_exports);
	const parsed = parseCommandLine(argv);
	if ("problem" in parsed) {
		stderr.write(`${parsed.problem}\nRun with --help to see commands and flags.\n`);
		return exitCodes.usage;
	}
	if (!("input" in parsed)) {
		stdout.write(parsed.text);
		return 0;
	}
	const { terminalReporter } = await Promise.resolve().then(() => require("./cli.js")).then((n) => n.terminal_exports);
	const reporter = terminalReporter(stdout, stderr, parsed);
	return exitCodes[await run({
		...started,
		logLines: parsed.lines,
		input: parsed.input,
		reporter
	})];
}
async function run(request) {
	const redactor = createRedactor();
	const writer = request.reporter;
	const reporter = openEdge(writer, redactor);
	const outputs = openOutputs(reporter);
	const { inputs, problems, warnings } = parseInputs({
		get: request.input,
		names: request.inputNames ?? [],
		env: (name) => request.env[name]
	});
	for (const secret of [
		inputs.apiKey,
		...inputs.secretEnvs.values(),
		inputs.githubToken
	]) reporter.mask(secret);
	if (problems.length === 0) for (const problem of warnings) reporter.annotate({
		...inputAnnotation(problem),
		severity: "warning"
	});
	const context = {
		inputs,
		reporter,
		redactor
	};
	const ended = problems.length > 0 ? await reportProblems(problems, context) : await runCommand(context, {
		request,
		outputs
	});
	const cause = outputs.finish(ended);
	writer.end?.();
	if (!cause) return "success";
	const failure = tellRunFailure(cause, {
		inputs,
		outputs
	}, { isTold: problems.length === 0 });
	reporter.fail(`${failure.told}\n${failure.hint} [${codeReference(failure.code)}]`, failure.title);
	if (failure.code === "not-serving") return failure.code;
	return failure.code === "inputs-invalid" ? "usage" : "failure";
}
async function reportProblems(problems, { inputs, reporter }) {
	for (const problem of problems.slice(0, reporter.annotationsPerSeverity)) reporter.annotate(inputAnnotation(problem));
	await reporter.summarize(inputProblemsSummary(inputs.command, problems));
	const names = problems.map(({ input }) => `\`${input}\``).join(", ");
	return new DeployError({
		code: "inputs-invalid",
		message: `missing or malformed: ${names}`
	});
}
async function runCommand(context, { request, outputs }) {
	const { clock, connect = async () => (await Promise.resolve().then(() => require("./service.js")).then((n) => n.connections_exports)).openConnections(request, context) } = request;
	const { inputs, reporter } = context;
	const ended = new AbortController();
	const signal = AbortSignal.any([request.signal, ended.signal]);
	let opened;
	try {
		assertCertificates(request.env);
		opened = await connect(context);
		const { connections, github } = opened;
		const { command } = await commandFiles[inputs.command]();
		const access = {
			inputs,
			github,
			connections,
			clock,
			signal,
			onRepeat: reporter.info,
			reporter,
			outputs
		};
		const end = await command(access);
		const { tellEnd } = await Promise.resolve().then(() => require("./rollout.js")).then((n) => n.tell_exports);
		const { failure, now, afterwards } = await tellEnd(end, access);
		const verdict = failure ?? cancelledBeforeTold(signal, now);
		await afterwards().catch((thrown) => {
			const { message, hint } = asDeployError(thrown);
			reporter.warn({
				title: "after the run",
				message: `${message}.`,
				hint
			});
		});
		return verdict;
	} catch (error) {
		const thrown = causeOf(error, request.signal);
		const failure = tellRunFailure(thrown, {
			inputs,
			outputs
		}, { isTold: thrown.code === "internal" });
		if (failure.code === "cancelled") reporter.info("Cancelled before anything was written.");
		if (failure.issues === "") await reporter.summarize(failureSummary(failure));
		return failure;
	} finally {
		ended.abort(/* @__PURE__ */ new Error("the run is over"));
		await opened?.close();
	}
}
function cancelledBeforeTold({ aborted, reason }, now) {
	if (!aborted) return void 0;
	const { message: cause } = asDeployError(reason);
	const told = `${cause} after its work on the service was done; GitHub may not have been updated`;
	return new DeployError({
		code: "cancelled",
		message: [told, ...now].join(". ")
	});
}
function assertCertificates(env) {
	if (env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return;
	throw inputsInvalid("the environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0, so nothing proves who gets the API key", "Unset it; for a certificate of your own, set NODE_EXTRA_CA_CERTS.");
}

// src/times.ts
const attemptTimeoutMs = 3e4;
const maxRetryAfterMs = 2e4;
const reachMs = {
	needed: 3e4,
	optional: 3e3
};
const retryBackoff = {
	firstMs: 500,
	longestMs: 16e3
};
const contradictionPauses = {
	firstMs: 250,
	longestMs: 1e4
};
const oddAnswerMs = 5e3;
const oddAnswerPauses = {
	firstMs: 1e3,
	longestMs: 2e3
};
const maxTestRequestMs = 6e5;
const minTestRequestMs = 1e3;
const sampleTimeoutMs = 5e3;
const samplePauseMs = 1e3;
const testPauseMs = 5e3;
const lateAnswerMs = 5e3;
const silentMs = 12e4;
const maxRoundsMs = 6e5;
const maxPromptMs = 12e4;
const wakePauseMs = 5e3;
const keepAliveMs = 6e4;
const maxLoadMs = 3e5;
const loadReadMs = 5e3;
const workerBackMs = 6e4;
const loadAgainMs = {
	pause: 2e4,
	least: 24e3,
	most: 6e4
};
const registryTimeoutMs = 3e3;
const registryPatienceMs = 3e4;
const githubTimeoutMs = 5e3;
const githubPatienceMs = 1e4;
const rateLimitMs = 6e4;
const logTimeoutMs = 5e3;
const workerLogPauseMs = 3e4;
const steadyMs = 1e4;
const orderMs = 1e4;
const certainMs = 2e4;
const settlingMs = 3e4;
const doubtfulMs = 6e4;
const lateMs = 12e4;
const outageMs = 18e4;
const patienceMs = 3e5;
const restartMs = 36e4;
const listLagMs = 9e4;
const readingTimeoutMs = 15e3;
const freshMs = 5e3;
const pauses = {
	outage: {
		firstMs: 1e3,
		longestMs: 1e4
	},
	readBack: {
		firstMs: 500,
		longestMs: 8e3
	},
	list: {
		firstMs: 1e3,
		longestMs: 15e3
	},
	resend: {
		firstMs: 2e3,
		longestMs: 15e3
	},
	test: {
		firstMs: 1e3,
		longestMs: 1e4
	},
	compare: {
		firstMs: 5e3,
		longestMs: 3e4
	}
};
const longLoadMs = 6e5;
const waitPauses = {
	closeMs: 2e3,
	loadShare: 1 / 30,
	longestLoadMs: 6e3,
	share: 1 / 15,
	shortestMs: 1e3,
	longestMs: 1e4,
	beforeEndMs: 1e3
};
const testReadPauses = {
	usualMs: 1e4,
	concernedMs: 4e3
};
const heartbeatMs = 12e4;
const retryLineMs = 6e4;
const recentMs = 3e4;
const cancelledParkMs = 5e3;
const candidateMs = 864e5;
const deletionMs = 6e5;
function growing({ firstMs, longestMs }) {
	let nextMs = firstMs;
	return () => {
		const pauseMs = nextMs;
		nextMs = Math.min(longestMs, pauseMs * 2);
		return pauseMs;
	};
}
function heartbeat(clock, everyMs = heartbeatMs) {
	let reportedMs = -Infinity;
	return () => {
		const isDue = clock.monotonicMs() - reportedMs >= everyMs;
		if (isDue) reportedMs = clock.monotonicMs();
		return isDue;
	};
}
const crashEndMs = 15e3;
const loadPauseMs = 1e3;
const loadStages = {
	alone: {
		fromMs: 8e3,
		toMs: 4e4
	},
	half: {
		fromMs: 48e3,
		toMs: 64e3
	},
	all: {
		fromMs: 72e3,
		toMs: 144e3
	}
};

// src/index.ts
const toolkit = {
	debug,
	endGroup,
	error,
	getInput,
	info,
	notice,
	setOutput,
	setSecret,
	startGroup,
	warning,
	writeSummary: node_fs.writeFileSync
};
const cancelled = new AbortController();
let hasCrashed = false;
process.on("uncaughtException", (error) => {
	if (hasCrashed) return;
	hasCrashed = true;
	process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
	cancelled.abort(stoppedBy(error));
	systemClock.sleep(crashEndMs).then(() => process.exit(1));
});
for (const name of [
	"SIGINT",
	"SIGTERM",
	"SIGBREAK"
]) process.once(name, () => cancelled.abort(cancelledBy(name)));
runProgram({
	argv: process.argv.slice(2),
	env: process.env,
	cwd: process.cwd(),
	stdout: process.stdout,
	stderr: process.stderr,
	toolkit,
	clock: systemClock,
	systemProxy: getProxyUrl,
	signal: cancelled.signal
}).then((exitCode) => {
	process.exitCode = exitCode;
	if (hasCrashed) process.exit(1);
});

// src/version.ts
const version = "1.0.0";

exports.DeployError = DeployError;
exports.__commonJSMin = __commonJSMin;
exports.__esmMin = __esmMin;
exports.__exportAll = __exportAll;
exports.__toCommonJS = __toCommonJS;
exports.__toESM = __toESM;
exports.asDeployError = asDeployError;
exports.attemptTimeoutMs = attemptTimeoutMs;
exports.bounded = bounded;
exports.cancelledParkMs = cancelledParkMs;
exports.candidateMs = candidateMs;
exports.causeOf = causeOf;
exports.certainMs = certainMs;
exports.changes = changes;
exports.choice = choice;
exports.chooseIssues = chooseIssues;
exports.closest = closest;
exports.codeCell = codeCell;
exports.codeRow = codeRow;
exports.codeWords = codeWords;
exports.commandTable = commandTable;
exports.commands = commands;
exports.componentForm = componentForm;
exports.contradictionPauses = contradictionPauses;
exports.countIssues = countIssues;
exports.createHmac = createHmac;
exports.deletionMs = deletionMs;
exports.detailTable = detailTable;
exports.didYouMean = didYouMean;
exports.digestForm = digestForm;
exports.displayText = displayText;
exports.doubtfulMs = doubtfulMs;
exports.durationPattern = durationPattern;
exports.endpointName = endpointName;
exports.escapeCell = escapeCell;
exports.failureSummary = failureSummary;
exports.failureTable = failureTable;
exports.failureTitle = failureTitle;
exports.fenced = fenced;
exports.fewOf = fewOf;
exports.foreignInputs = foreignInputs;
exports.formatAge = formatAge;
exports.formatRate = formatRate;
exports.formatSeconds = formatSeconds;
exports.formatShort = formatShort;
exports.formatShown = formatShown;
exports.freshMs = freshMs;
exports.getProxyUrl = getProxyUrl;
exports.githubPatienceMs = githubPatienceMs;
exports.githubTimeoutMs = githubTimeoutMs;
exports.growing = growing;
exports.hash = hash;
exports.heading = heading;
exports.heartbeat = heartbeat;
exports.heartbeatMs = heartbeatMs;
exports.hiddenNow = hiddenNow;
exports.inThreeDigits = inThreeDigits;
Object.defineProperty(exports, "init_proxy", {
  enumerable: true,
  get: function () {
    return init_proxy;
  }
});
exports.inputNames = inputNames;
exports.inputTable = inputTable;
exports.inputsInvalid = inputsInvalid;
exports.isFailureReason = isFailureReason;
exports.isPlainUrl = isPlainUrl;
exports.isReadBy = isReadBy;
exports.issueAnnotation = issueAnnotation;
exports.issueSummary = issueSummary;
exports.issueTable = issueTable;
exports.joined = joined;
exports.keepAliveMs = keepAliveMs;
exports.knownError = knownError;
exports.lateAnswerMs = lateAnswerMs;
exports.lateMs = lateMs;
exports.linkCell = linkCell;
exports.listLagMs = listLagMs;
exports.loadAgainMs = loadAgainMs;
exports.loadPauseMs = loadPauseMs;
exports.loadReadMs = loadReadMs;
exports.loadStages = loadStages;
exports.logBlock = logBlock;
exports.logProblem = logProblem;
exports.logTimeoutMs = logTimeoutMs;
exports.logTitle = logTitle;
exports.longLoadMs = longLoadMs;
exports.maxLoadMs = maxLoadMs;
exports.maxPromptMs = maxPromptMs;
exports.maxRetryAfterMs = maxRetryAfterMs;
exports.maxRoundsMs = maxRoundsMs;
exports.maxTestRequestMs = maxTestRequestMs;
exports.minTestRequestMs = minTestRequestMs;
exports.nameFault = nameFault;
exports.nearest = nearest;
exports.notInputs = notInputs;
exports.notValues = notValues;
exports.oddAnswerMs = oddAnswerMs;
exports.oddAnswerPauses = oddAnswerPauses;
exports.oneLine = oneLine;
exports.orderMs = orderMs;
exports.outageMs = outageMs;
exports.outputNames = outputNames;
exports.paragraphs = paragraphs;
exports.parseDurationMs = parseDurationMs;
exports.parseReference = parseReference;
exports.patienceMs = patienceMs;
exports.pauses = pauses;
exports.pendingMarkerKey = pendingMarkerKey;
exports.pinReference = pinReference;
exports.plainForm = plainForm;
exports.plural = plural;
exports.proseCell = proseCell;
exports.quote = quote;
exports.quotedChoice = quotedChoice;
exports.rateLimitMs = rateLimitMs;
exports.reachMs = reachMs;
exports.readingTimeoutMs = readingTimeoutMs;
exports.recentMs = recentMs;
exports.recipes = recipes;
exports.recordEnvKey = recordEnvKey;
exports.registryPatienceMs = registryPatienceMs;
exports.registryTimeoutMs = registryTimeoutMs;
exports.repositoryOfPage = repositoryOfPage;
exports.restartMs = restartMs;
exports.retryBackoff = retryBackoff;
exports.retryLineMs = retryLineMs;
exports.samplePauseMs = samplePauseMs;
exports.sampleTimeoutMs = sampleTimeoutMs;
exports.secretWord = secretWord;
exports.secretWords = secretWords;
exports.servicePlatform = servicePlatform;
exports.settlingMs = settlingMs;
exports.shortCommit = shortCommit;
exports.shortValue = shortValue;
exports.silentMs = silentMs;
exports.steadyMs = steadyMs;
exports.suggest = suggest;
exports.table = table;
exports.tellRunFailure = tellRunFailure;
exports.templates = templates;
exports.testPauseMs = testPauseMs;
exports.testReadPauses = testReadPauses;
exports.unchangedNow = unchangedNow;
exports.unknownNow = unknownNow;
exports.unreadNow = unreadNow;
exports.unwokenNow = unwokenNow;
exports.version = version;
exports.visibleText = visibleText;
exports.waitPauses = waitPauses;
exports.wakePauseMs = wakePauseMs;
exports.withoutControls = withoutControls;
exports.workerBackMs = workerBackMs;
exports.workerLogPauseMs = workerLogPauseMs;