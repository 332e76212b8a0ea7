const require_index = require("./index.js");
let node_util = require("node:util");

// src/cli/descriptions.ts
const inputDescriptions = {
	command: "Command to run: `deploy`, `plan`, `validate`, `test`, `status`, `list`, `logs`, `park`, `delete`, `sweep` or `export`.",
	spec: "Path of the endpoint spec (YAML) in the workspace; one path or glob per line.",
	"base-url": "Base address of the service, such as `https://api.novita.ai`. Defaults to the environment variable `GPU_ENDPOINT_BASE_URL`.",
	"api-key": "API key of the service, from a secret. Defaults to the environment variable `GPU_ENDPOINT_API_KEY`. Masked in all logs.",
	"github-token": "Token for comments and comparing commits.",
	image: "Image reference that overrides `image.image` in the spec, usually the digest from a build. For several specs, one `name=image` per line. `spec` for none.",
	"resolve-image": "Look-up of the image before the first write: `check` fails if a new image does not exist or is not built for linux/amd64; `pin` also deploys the digest that the tag points to now, so a moved tag is a change; `off` skips it. Logins from earlier steps are used.",
	name: "Endpoint name that overrides `name` in the spec; an `appName` of the spec follows it. `spec` for none.",
	"endpoint-id": "ID of the endpoint, if its name alone does not identify it. `none` for none.",
	variables: "`KEY=VALUE` lines that replace `${KEY}` in the spec. Quotes are part of the value. The process environment is never used.",
	"secret-envs": "`KEY=VALUE` lines (or `KEY<<END` … `END` for several lines) added to the endpoint's envs; they override `envs` in the spec. `none` for none. Defaults to the environment variable `GPU_ENDPOINT_SECRET_ENVS`. Masked in all logs.",
	wait: "What to wait for after a write: `ready` (a new worker serves), `rollout` (only new workers serve), or `none`.",
	"wait-timeout": "Maximum time to wait, such as `20m`, `90s`, `1h`, or a number of seconds.",
	"on-failure": "What to do if the new version fails: `restore` rolls an update back to the previous configuration, sets a new endpoint to zero workers, and deletes a new preview; `keep` leaves it.",
	"approved-plan": "The `plan-digest` of an approved plan. The step fails if the deploy would do anything else. `none` requires no approval.",
	preview: "`true` deploys one endpoint per pull request that is not a draft, named `<name>-pr-<number>`, and deletes it when the pull request closes. Instead of `true`, lines: `label=…` (only while the pull request has that label), `drafts=true` (drafts, too), `max-age=14d` (`sweep` deletes older ones; at least `1h`), `workers=2` (a larger `maxNum` is lowered to it; 1 if omitted).",
	comment: "`true` comments on the pull request: the plan of `plan`, and previews. `false` writes no comment.",
	allow: "Guards to lift, as words: `adopt` (an endpoint that another repository deployed), `older-commit`, `untrusted` (events that anyone can cause), `beyond-limits` (values outside the live limits), `overwrite` (`export` replaces a file), `pull-request` (`deploy` before a merge, or `park` or `delete`, without `preview`), `drop-secrets` (a run without `secret-envs` removes those of an earlier one)."
};

// src/cli/help.ts
const withoutFlag = /* @__PURE__ */ new Set([
	"command",
	"api-key",
	"secret-envs",
	"github-token",
	"comment",
	"preview"
]);
const flagNames = require_index.inputNames.filter((name) => !withoutFlag.has(name));
function takesName(command) {
	const { makesPlan, isOffline } = require_index.commandTable[command];
	return !makesPlan && !isOffline;
}
const displayFlags = {
	lines: { type: "string" },
	json: { type: "boolean" },
	debug: { type: "boolean" },
	help: {
		type: "boolean",
		short: "h"
	},
	version: { type: "boolean" }
};
const linesFlag = [["--lines NUMBER", "How many lines of each log, from 1 to 1000. Default: 40."]];
const commonFlags = [
	["--json", "Print the outputs as one JSON object on stdout, and the log on stderr."],
	["--debug", "Log each request, for a bug report."],
	["-h, --help", "Show this help, or that of a command: its flags and variables."],
	["--version", "Show the version."],
	["--", "End the flags: what follows is a SPEC, even if it starts with \"-\"."]
];
const summaries = {
	deploy: ["Create or update the endpoint, and wait until it serves.", "endpoint.yaml --image ghcr.io/acme/llama:1.1"],
	plan: ["Show what a deploy would change. Writes nothing.", "endpoint.yaml"],
	validate: ["Check the spec offline, or with a key against live limits.", "'endpoints/*.yaml'"],
	test: ["Run the tests of the spec on the live endpoint.", "endpoint.yaml --wait-timeout 5m"],
	status: ["Show how the endpoints are, and what differs from the specs.", "endpoint.yaml --json"],
	list: ["Show every endpoint of the account, and who deployed it.", "--json"],
	logs: ["Show the last lines of the logs of all workers.", "llama --lines 100"],
	park: ["Set an endpoint to zero workers until the next deploy.", "endpoint.yaml"],
	delete: ["Delete the endpoint that the spec names.", "endpoint.yaml"],
	sweep: ["Delete old previews and candidates. Only in a workflow.", "--json"],
	export: ["Write the spec of a live endpoint, without values of envs.", "llama llama.yaml"]
};
function renderHelp(command) {
	return `${(command ? commandHelp(command) : programHelp()).join("\n\n")}\n`;
}
function programHelp() {
	const rows = require_index.commands.map((command) => [command, summaries[command][0]]);
	return [
		`deploy-gpu-endpoint ${require_index.version}: deploy serverless GPU endpoints from YAML specs.`,
		"Usage: deploy-gpu-endpoint COMMAND [SPEC …] [FLAGS]",
		section("Commands", rows),
		section("Flags of every command", commonFlags),
		section("Exit codes", [
			["0", "success"],
			["1", "failure"],
			["2", "wrong usage; nothing was tried"],
			["3", "an endpoint does not serve (status), or is parked (test)"]
		]),
		"Flags of a command: deploy-gpu-endpoint COMMAND --help\nAll there is to read: https://github.com/acme/deploy-gpu-endpoint#readme"
	];
}
function commandHelp(command) {
	const [summary, example] = summaries[command];
	const isRead = (name) => require_index.isReadBy(command, name);
	const flags = flagNames.filter(isRead).map((name) => [term(name), described(name)]);
	const variables = require_index.inputNames.filter(isRead).flatMap((name) => {
		const { variable } = require_index.inputTable[name];
		return variable ? [[variable, described(name).replace(/Defaults to the environment variable \S+ ?/, "")]] : [];
	});
	const isNamed = isRead("name") && takesName(command);
	const spec = command === "export" ? "the file to write" : "a path or glob in the current folder";
	return [
		wrap(`deploy-gpu-endpoint ${command}: ${summary}`),
		`Usage: deploy-gpu-endpoint ${command} [SPEC …]${isNamed ? " [NAME]" : ""} [FLAGS]`,
		`Example:\n    deploy-gpu-endpoint ${command} ${example}`,
		`SPEC is ${spec}; the default is ${require_index.inputTable.spec.default}.`,
		...isNamed ? ["NAME is a word of letters, digits, \"-\" and \"_\": the same as --name."] : [],
		section("Flags", [
			...flags,
			...command === "logs" ? linesFlag : [],
			...commonFlags
		]),
		wrap("A flag that takes lines or words can be repeated, one for each."),
		section("Environment", [...variables, ["NO_COLOR", "Set it to turn colors off."]])
	];
}
const width = 80;
function section(title, rows) {
	const column = Math.min(26, Math.max(...rows.map(([term]) => term.length)) + 4);
	const lines = rows.map(([term, text]) => {
		const body = wrap(text, " ".repeat(column));
		const head = `  ${term}`;
		return head.length + 2 > column ? `${head}\n${body}` : head.padEnd(column) + body.slice(column);
	});
	return [`${title}:`, ...lines].join("\n");
}
function wrap(line, indent = "") {
	return (line.match(new RegExp(`\\S.{0,${width - indent.length - 1}}(?= |$)|\\S+`, "g")) ?? []).map((each) => indent + each).join("\n");
}
function term(name) {
	const { choices } = require_index.inputTable[name];
	return `--${name} ${choices ? choices.join("|") : name.toUpperCase()}`;
}
function described(name) {
	const value = require_index.inputTable[name].default;
	const text = inputDescriptions[name].replaceAll("`", "");
	return value === "" || text.includes("Defaults to") ? text : `${text} Default: ${value}.`;
}

// src/cli/arguments.ts
var arguments_exports = /* @__PURE__ */ require_index.__exportAll({ parseCommandLine: () => parseCommandLine });
const repeatedFlags = /* @__PURE__ */ new Set([
	"spec",
	"image",
	"variables",
	"allow"
]);
function parseCommandLine(argv) {
	const end = argv.indexOf("--");
	const flags = end === -1 ? argv : argv.slice(0, end);
	if (flags.includes("--help") || flags.includes("-h") || argv[0] === "help") return { text: renderHelp(flags.find(isCommand)) };
	const [first = ""] = argv;
	if (!first.startsWith("-") && !isCommand(first)) return { problem: unknownCommand(first) };
	try {
		const { values, positionals } = (0, node_util.parseArgs)({
			args: [...argv],
			allowPositionals: true,
			options: {
				...Object.fromEntries(flagNames.map((name) => [name, {
					type: "string",
					multiple: true
				}])),
				...displayFlags
			}
		});
		if (values.version) return { text: `${require_index.version}\n` };
		const [command = "", ...words] = positionals;
		if (!isCommand(command)) return { problem: unknownCommand(command) };
		const isName = (word) => /^[\w-]+$/.test(word) && word !== require_index.inputTable.name.default;
		const names = words.filter((word) => takesName(command) && isName(word) && flags.includes(word));
		const specs = words.filter((word) => !names.includes(word));
		const flagged = values;
		const given = {
			...flagged,
			name: [...names, ...flagged.name ?? []]
		};
		const twice = flagNames.find((name) => (given[name]?.length ?? 0) > 1 && !repeatedFlags.has(name));
		if (twice) return { problem: `${twice === "name" ? "The name" : `--${twice}`} is set twice. Set it once.` };
		const { lines, debug: isDebug = false, json: isJson = false } = values;
		if (lines !== void 0 && (command !== "logs" || !/^(?:[1-9]\d{0,2}|1000)$/.test(lines))) return { problem: "--lines is for the command logs: a whole number from 1 to 1000." };
		const texts = {
			...given,
			command: [command],
			spec: [...specs, ...given.spec ?? []]
		};
		return {
			input: (name) => texts[name]?.length ? texts[name].join("\n") : void 0,
			isDebug,
			isJson,
			lines: lines === void 0 ? void 0 : Number(lines)
		};
	} catch (error) {
		if (error instanceof TypeError && "code" in error) return { problem: problemOf(error.message) };
		throw error;
	}
}
const isCommand = (word) => require_index.commands.some((command) => command === word);
function problemOf(message) {
	const [, flag = "", name = ""] = /'(?:-[^-], )?(--?([^' =]*))/.exec(message) ?? [];
	const given = name.toLowerCase().replaceAll("_", "-");
	if (message.includes("does not take an argument")) return `${flag} takes no value.`;
	if (!message.startsWith("Unknown option")) return `${flag} needs a value: ${flag} VALUE, or ${flag}=VALUE when the value starts with -.`;
	if (/^(api-?key|token)$/.test(given)) return `The API key is read from the environment only: set ${require_index.inputTable["api-key"].variable}.`;
	if (/^secret-?envs?$/.test(given)) return `Secret envs are read from the environment only: set ${require_index.inputTable["secret-envs"].variable}.`;
	if (Object.hasOwn(require_index.inputTable, given) && !flagNames.some((flag) => flag === given)) return `${flag} works only in a workflow, where there are pull requests.`;
	const ours = require_index.foreignInputs.get(given);
	if (ours !== void 0) return `There is no ${flag}: ${ours.charAt(0).toLowerCase()}${ours.slice(1)}`;
	const meant = require_index.closest(name, [...flagNames, ...Object.keys(displayFlags)]).map((each) => `--${each}`);
	return `Unknown flag ${flag}.${meant.length > 0 ? ` Did you mean ${meant.join(" or ")}?` : ""}`;
}
function unknownCommand(word) {
	const all = `Commands: ${require_index.commands.join(", ")}.`;
	if (word === "") return `No command given. ${all}`;
	if (/\.ya?ml$/.test(word)) return `No command given before ${word}. To deploy it, run: deploy-gpu-endpoint deploy ${word}`;
	const recipe = require_index.recipes.get(word);
	if (recipe) return `There is no command ${word}. ${recipe}`;
	return `Unknown command${/^[a-z-]{1,20}$/i.test(word) ? ` ${word}` : ""}. ${require_index.suggest(word, require_index.commands).trimEnd().replaceAll("`", "") || all}`;
}

// src/cli/terminal.ts
var terminal_exports = /* @__PURE__ */ require_index.__exportAll({ terminalReporter: () => terminalReporter });
const paint = (stream, style, text) => (0, node_util.styleText)(style, text, { stream });
function terminalReporter(out, err, { isDebug, isJson }) {
	const log = isJson ? err : out;
	const outputs = /* @__PURE__ */ new Map();
	let hasProblem = false;
	const write = (stream, text) => void stream.write(`${text}\n`);
	const problem = (text) => {
		write(err, `${hasProblem ? "\n" : ""}${text}`);
		hasProblem = true;
	};
	for (const stream of [out, err]) stream.on("error", (error) => {
		if (error.code !== "EPIPE") throw error;
	});
	return {
		info: (text) => write(log, text),
		group: (title, text) => write(log, `${paint(log, "bold", title)}\n${text.replaceAll(/^/gm, "  ")}`),
		...isDebug && { debug: (text) => write(err, paint(err, "dim", `debug: ${text}`)) },
		annotationsPerSeverity: Infinity,
		annotate: (annotation) => problem(problemText(annotation, err)),
		mask: () => {},
		setOutput: (name, value) => void outputs.set(name, value),
		summarize: async () => {},
		fail: (message) => problem(`${paint(err, "red", "failed:")} ${message}`),
		end: () => {
			if (isJson) write(out, JSON.stringify(jsonOutputs(outputs)));
		}
	};
}
const colours = {
	error: "red",
	warning: "yellow",
	notice: "cyan"
};
function problemText({ severity, title, message, hint, range }, stream) {
	const place = range ? `${require_index.withoutControls(range.file)}:${range.start.line}:${range.start.column} ` : "";
	const code = paint(stream, "dim", `[${title.replace(/^(?:spec: |input )/, "")}]`);
	return `${place}${paint(stream, colours[severity], severity)} ${message} ${code}\n  ${hint}`;
}
function jsonOutputs(outputs) {
	const parsed = (name) => {
		const value = outputs.get(name) || null;
		return value && (name === "changed" || name === "endpoints") ? JSON.parse(value) : value;
	};
	return Object.fromEntries(require_index.outputNames.map((name) => [name, parsed(name)]));
}

Object.defineProperty(exports, "arguments_exports", {
  enumerable: true,
  get: function () {
    return arguments_exports;
  }
});
Object.defineProperty(exports, "terminal_exports", {
  enumerable: true,
  get: function () {
    return terminal_exports;
  }
});