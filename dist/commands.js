const require_service = require("./service.js");
const require_index = require("./index.js");
const require_deploy = require("./deploy.js");
const require_rollout = require("./rollout.js");

// src/account/delete.ts
async function deleteInTurn(targets, context) {
	for (const target of targets) for (const { value } of "listed" in target ? target.listed.config.envs : []) context.reporter.addSecret(value);
	const deletions = [];
	for (const target of targets) deletions.push("listed" in target ? await deleteTarget(target, context) : target);
	return deletions;
}
async function deleteTarget({ listed, reason, objection }, context) {
	const target = {
		id: listed.id,
		name: listed.config.name,
		reason
	};
	const { aborted, reason: cause } = context.signal;
	if (aborted) return {
		...target,
		state: "failed",
		failure: require_index.asDeployError(cause)
	};
	const read = await require_deploy.openReads(context).get(listed.id).catch(require_index.knownError);
	const failure = read instanceof require_index.DeployError && read.code !== "not-found" ? read : void 0;
	const found = read instanceof require_index.DeployError ? failure : objection(read);
	if (found instanceof require_index.DeployError) return {
		...target,
		state: "failed",
		failure: found
	};
	if (found !== void 0) return {
		...target,
		state: "kept",
		reason: found
	};
	return {
		...target,
		...await deleteAndLog(listed.id, context)
	};
}
async function deleteAndLog(id, { clock, signal, reporter, connections }) {
	let isInDoubt = false;
	const onEvent = (event) => {
		if (event.kind === "deleting") isInDoubt = true;
		if (event.kind === "deletion-ended") isInDoubt = false;
		for (const line of require_service.eventLines(event)) reporter.info(line);
	};
	try {
		const client = await connections.service();
		const end = await require_rollout.deleteEndpoint(id, {
			client,
			clock,
			signal,
			onEvent
		});
		return { state: end === "gone" ? "deleted" : end };
	} catch (thrown) {
		return {
			state: isInDoubt ? "in-doubt" : "failed",
			failure: require_index.causeOf(require_index.knownError(thrown), signal)
		};
	}
}
function endOfDeletions(deletions, markdown, rank) {
	const isAbsent = deletions.every((each) => !require_deploy.deletionFailure(each));
	return {
		outcomes: deletions.map((deletion) => ({
			kind: "deleted",
			name: require_deploy.deletionName(deletion),
			deletion
		})),
		operation: deletions.some(require_deploy.isDeleted) ? "deleted" : isAbsent ? "absent" : void 0,
		lines: require_deploy.deletionLines(deletions),
		summary: {
			markdown,
			rank
		}
	};
}

// src/previews/end.ts
var end_exports = /* @__PURE__ */ require_index.__exportAll({
	closePreview: () => closePreview,
	endAfterDeploy: () => endAfterDeploy
});
function recordedPreview(endpoint, { github }) {
	const record = require_service.ownRecord(endpoint.config, github.context);
	return record?.pullRequest === void 0 ? [] : [{
		endpoint,
		record
	}];
}
async function listPreviews(context, number) {
	const isDoubtful = ({ config }) => require_service.isPreviewName(config.name, number) && require_service.recordDoubt(config) !== void 0;
	const endpoints = [];
	for (const listed of await require_deploy.openReads(context).list()) endpoints.push(isDoubtful(listed) ? await require_deploy.withEnvs(listed, context) : listed);
	const doubtful = endpoints.filter(isDoubtful).map(require_index.endpointName);
	const message = `These endpoints have names of previews, but do not show which repository deployed them, so they stay: ${doubtful.join(", ")}.`;
	const hint = "Check them in the console of the service, and delete there what is no longer needed.";
	if (doubtful.length > 0) context.reporter.warn({
		title: "previews whose repository is unknown",
		message,
		hint
	});
	return endpoints.flatMap((endpoint) => recordedPreview(endpoint, context)).filter(({ record }) => number === void 0 || record.pullRequest === number);
}
async function namesOfStep(context) {
	const { name } = context.inputs;
	if (name !== "") return [name];
	const read = await require_deploy.readSpecs(context).catch(require_index.knownError);
	return read instanceof require_index.DeployError ? [void 0] : read.documents.map(({ readable }) => readable.name);
}
const judgeListed = (listed, { question, context }) => require_service.reconcile(question, {
	listed,
	nowMs: context.clock.date().getTime()
});
const ageMsOf = ({ record }, { clock }) => Math.max(0, clock.date().getTime() - Date.parse(record.time));
const withAge = (preview, ask) => `${preview.why}, deployed ${require_index.formatAge(ageMsOf(preview, ask) / 1e3)} ago`;
function previewTargets({ remove, keep }, about) {
	const { context } = about;
	const objection = (now) => {
		const doubt = require_service.recordDoubt(now.config);
		const message = `endpoint ${require_index.endpointName(now)} ${doubt}, so nothing proves any more that it is a preview of this repository`;
		const hint = "Check the endpoint in the console of the service, and delete it there if it is no longer needed.";
		if (doubt) return new require_index.DeployError({
			code: "owned",
			message,
			hint
		});
		return judgeListed(recordedPreview(now, context), about).remove.length > 0 ? void 0 : "changed by someone else in the meantime";
	};
	const targets = remove.map((each) => ({
		listed: each.endpoint,
		reason: withAge(each, context),
		objection
	}));
	const staying = keep.map((each) => {
		const { id, config } = each.endpoint;
		return {
			id,
			name: config.name,
			state: "kept",
			reason: withAge(each, context)
		};
	});
	return [...targets, ...staying];
}
async function endListed(listed, about) {
	const answer = judgeListed(listed, about);
	return {
		answer,
		deletions: await deleteInTurn(previewTargets(answer, about), about.context)
	};
}
const previewsOf = (number) => `Previews of pull request #${number}`;
async function endPreviews(question, context) {
	const { clock, signal, reporter } = context;
	const { number, pull } = question;
	const about = {
		question,
		context
	};
	const startedMs = clock.monotonicMs();
	const { answer, deletions } = await endListed(await listPreviews(context, number), about);
	const ended = {
		deletions,
		failure: void 0,
		pull
	};
	const found = answer.remove;
	if (found.length > 0 && found.every((each) => ageMsOf(each, context) >= 9e4) || !answer.mayBeLate) return {
		...ended,
		...found.length > 0 && await require_service.readPull(context, question)
	};
	const leftMs = Math.max(0, startedMs + require_index.listLagMs - clock.monotonicMs());
	const what = `pull request #${number} may have ${found.length > 0 ? "another" : "a"} preview that is not listed yet`;
	reporter.info(`Look-up: ${what}. A list may be late, so this run looks again in ${Math.ceil(leftMs / 1e3)} s.`);
	try {
		await clock.sleep(leftMs, signal);
		const { pull: pullNow } = await require_service.readPull(context, question);
		const late = (await listPreviews(context, number)).filter((each) => found.every(({ endpoint }) => endpoint.id !== each.endpoint.id));
		const aboutNow = {
			question: {
				...question,
				pull: pullNow
			},
			context
		};
		const more = await deleteInTurn(previewTargets({
			...judgeListed(late, aboutNow),
			keep: []
		}, aboutNow), context);
		return {
			...ended,
			deletions: [...deletions, ...more],
			pull: pullNow
		};
	} catch (thrown) {
		return {
			...ended,
			failure: require_index.knownError(thrown)
		};
	}
}
async function closePreview(context, preview, event = preview.pullRequest.action) {
	if (!preview.hasKey) return require_service.validatePreview(context, preview);
	const question = {
		...preview.question,
		event,
		names: await namesOfStep(context)
	};
	const { standing, why } = require_service.reconcile(question);
	const reason = standing === "refused" ? `No preview: ${why}.` : "";
	if (reason !== "") context.reporter.info(reason);
	const ended = await endPreviews(question, context);
	return {
		...endOfPreviews(ended, {
			context,
			question,
			why: reason
		}),
		failure: ended.failure
	};
}
async function endAfterDeploy(context, preview) {
	const { reporter } = context;
	const question = {
		...preview.question,
		before: require_service.unknownPull,
		names: await namesOfStep(context)
	};
	const { pull } = question;
	const { why } = require_service.reconcile(question);
	const ended = await endPreviews(question, context).catch((thrown) => ({
		deletions: [],
		failure: require_index.knownError(thrown),
		pull
	}));
	const failure = ended.deletions.map(require_deploy.deletionFailure).find(Boolean) ?? ended.failure;
	if (failure) {
		const message = `By now ${why}, but its previews could not be deleted: ${failure.message}.`;
		const hint = `${failure.hint} The run of the close, or \`command: sweep\`, deletes what is left.`.trimStart();
		const title = `pull request #${context.github.context.pullRequest?.number}: previews not deleted`;
		reporter.warn({
			title,
			message,
			hint
		});
		return;
	}
	const reason = `This run was to deploy a preview, but by now ${why}.`;
	reporter.info(reason);
	return endOfPreviews(ended, {
		context,
		question,
		why: reason,
		rank: "final"
	});
}
function endOfPreviews({ deletions, pull }, { context, question, why, rank }) {
	const { number, names } = question;
	const { standing } = require_service.reconcile({
		...question,
		pull
	});
	const markdown = require_deploy.deletionSummary(previewsOf(number), deletions, why);
	const end = endOfDeletions(deletions, markdown, rank);
	if (standing === "due") {
		const operation = deletions.some(require_deploy.isDeleted) ? end.operation : "superseded";
		return {
			...end,
			operation,
			notices: [require_service.dueAgainNotice(number)]
		};
	}
	const own = names.flatMap((name) => name === void 0 ? [] : require_service.previewName(name, number));
	const told = {
		pullRequest: number,
		names: standing === "over" ? "all" : own,
		markdown,
		deletions
	};
	return {
		...end,
		comment: () => require_deploy.endComment(context, told)
	};
}

// src/commands/delete.ts
var delete_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command$9 });
const command$9 = async (context) => {
	const { inputs } = context;
	const preview = require_service.readPreview(context);
	if (!preview || preview.pullRequest.state === "open") require_service.assertTrusted(context);
	if (preview) return closePreview(context, preview, "delete");
	require_service.assertMeant(context);
	const names = (await require_deploy.readNames(context)).map(({ name }) => name);
	const forMs = inputs.endpointId ? require_index.settlingMs : require_index.certainMs;
	const keeps = ({ name }) => require_service.isCandidateName(name);
	const { found, list } = await require_deploy.findNamed({
		names,
		forMs,
		keeps,
		mustBeRead: false
	}, context);
	const listed = inputs.endpointId ? await require_deploy.openReads(context).list({ only: keeps }) : list;
	const candidates = found.map(({ name, live }) => require_service.candidateName(live?.config.name ?? name));
	const targets = found.map((each) => each.live ? {
		listed: each.live,
		reason: "",
		objection: objectionTo(each.live, context)
	} : absentDeletion(each, inputs));
	const objection = (now) => mayGoWith(now, context) ? void 0 : "not a candidate of this repository";
	const named = listed.filter(({ config }) => candidates.includes(config.name));
	const beside = (await Promise.all(named.map((each) => require_deploy.withEnvs(each, context)))).filter((each) => !names.includes(each.config.name) && mayGoWith(each, context)).map((listed) => ({
		listed,
		reason: "a candidate",
		objection
	}));
	const deletions = await deleteInTurn([...targets, ...beside], context);
	const subject = deletions.map(({ name }) => require_index.escapeCell(name)).join(", ");
	return endOfDeletions(deletions, require_deploy.deletionSummary(subject, deletions));
};
const mayGoWith = (live, run) => require_service.isCandidate(live) && !require_service.checkOwnership(live, run);
const objectionTo = (listed, run) => (live) => {
	const [before, now] = [listed.config.name, live.config.name];
	if (before === now || run.inputs.endpointId) return require_service.checkOwnership(live, run);
	const message = `endpoint ${live.id} was listed as ${before}, but is named ${now} by now: it is not deleted`;
	return new require_index.DeployError({
		code: "conflict",
		message,
		hint: "If you mean that endpoint, delete it by `endpoint-id`."
	});
};
function absentDeletion(found, { endpointId }) {
	const name = found.name || endpointId;
	const near = require_deploy.nearIn(found);
	if (!near) return {
		id: "",
		name,
		reason: "it was deleted before, or never created",
		state: "absent"
	};
	const message = `no endpoint has the ${endpointId ? "ID" : "name"} "${endpointId || name}", but one ${near.why}`;
	const hint = `${require_index.didYouMean(near.names)} If the endpoint was already deleted, there is nothing to do.`;
	return {
		id: "",
		name,
		reason: "",
		state: "failed",
		failure: new require_index.DeployError({
			code: "not-found",
			message,
			hint
		})
	};
}

// src/run/named-endpoints.ts
async function findNamedEndpoints(named, context) {
	const { inputs, outputs } = context;
	const names = named.map(({ name }) => name);
	outputs.setEndpoints(names.map((name) => ({ name })));
	if (names.length === 0) return [];
	const { found: answers } = await require_deploy.findNamed({ names }, context);
	const found = named.map((each, index) => {
		const answer = answers[index];
		const { live } = answer;
		const name = each.name || live?.config.name || inputs.endpointId;
		if (!live) return {
			...each,
			name,
			live,
			id: "",
			failure: require_deploy.notFound(answer, context)
		};
		const failure = require_service.mayShow(live, context) ? void 0 : require_service.checkOwnership(live, context);
		return failure ? {
			...each,
			name,
			live: void 0,
			id: live.id,
			failure
		} : {
			...each,
			name,
			live,
			failure
		};
	});
	outputs.setEndpoints(found.map((each) => ({
		name: each.name,
		...each.live ? require_deploy.endpointOutputs(each.live) : { "endpoint-id": each.id },
		...each.live && each.isCandidate && { "image-digest": "" },
		operation: each.failure?.code === "not-found" ? "absent" : "read",
		changed: "false"
	})));
	return found;
}

// src/spec/write.ts
const schemaUrl = "https://raw.githubusercontent.com/acme/deploy-gpu-endpoint/v1/schema/endpoint.schema.json";
function writeSpec(spec, header) {
	const ofEnvs = nameVariables((spec.envs ?? []).map(({ key }) => key));
	const { image } = spec;
	const command = image?.command && freeName("IMAGE_COMMAND", ofEnvs);
	const written = Array.from(ofEnvs, ([variable, key]) => ({
		key: require_deploy.escapeVariables(key),
		value: `\${${variable}}`
	}));
	const envs = !written.some(({ key }) => key.includes("${")) ? Object.fromEntries(written.map(({ key, value }) => [key, value])) : written;
	const [port, ...otherPorts] = spec.ports ?? [];
	const lost = otherPorts.length === 0 ? [] : [`The endpoint also has the port ${otherPorts.join(", ")}. A spec has one, so a deploy of this file removes the rest.`];
	const blocks = Object.entries(require_service.memberTable).flatMap(([member, { description }]) => {
		const value = spec[member];
		if (value === void 0) return [];
		const escaped = member === "envs" ? envs : require_deploy.escapeVariables(member === "ports" ? [port] : value);
		const filled = member === "image" && command ? {
			...escaped,
			command: `\${${command}}`
		} : escaped;
		return [[description, ...member === "ports" ? lost : []].map((line) => `# ${line}\n`).join("") + require_deploy.stringify({ [member]: filled }, { lineWidth: 0 })];
	});
	const lines = header.map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " "));
	const top = [`yaml-language-server: $schema=${schemaUrl}`, ...lines].map((line) => `# ${line}\n`).join("");
	const variables = new Map(Array.from(ofEnvs, ([variable, key]) => [variable, `envs.${key}`]));
	if (command) variables.set(command, "image.command");
	return {
		text: `${top}\n${blocks.join("\n")}`,
		variables,
		lost
	};
}
function nameVariables(keys) {
	const variables = /* @__PURE__ */ new Map();
	for (const key of new Set(keys)) {
		const name = key.replaceAll(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d|$)/, "_");
		variables.set(freeName(name, variables), key);
	}
	return variables;
}
function freeName(name, taken) {
	return taken.has(name) ? freeName(`${name}_`, taken) : name;
}

// src/commands/export.ts
var export_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command$8 });
const command$8 = async (context) => {
	const { inputs, reporter, connections } = context;
	require_service.assertTrusted(context);
	const path = pathToWrite(inputs);
	const [found] = await findNamedEndpoints([{ name: inputs.name }], context);
	if (!found?.live) throw found?.failure;
	const { id, config } = found.live;
	const gaps = require_deploy.membersWithoutSpecForm(config);
	const { text, variables, lost } = writeSpec(require_deploy.specOf(config, { id }), [
		`Endpoint ${id}, exported by deploy-gpu-endpoint.`,
		"A deploy does not change fields that are not listed here.",
		"The service never returns image.entrypoint, healthy.port and regionId: add them by hand if you use them.",
		...gaps
	]);
	const written = await connections.workspace.write(path, {
		text,
		overwrites: inputs.allow.has("overwrite")
	});
	reporter.info(`Exported: ${require_index.endpointName(found.live)} to ${written}.`);
	const missing = [...gaps, ...lost];
	const [message, hint] = [`The spec is not complete. ${missing.join(" ")}`, `Check ${written} before you deploy it.`];
	if (missing.length > 0) reporter.warn({
		title: `${config.name}: export`,
		message,
		hint
	});
	const lines = Array.from(variables, ([variable, path]) => `\n  ${variable}=… (${path})`);
	if (lines.length > 0) reporter.info(`Values that may be secrets are not in the file. Pass those that are public in \`variables\`; delete the other envs from the file, and pass them in \`secret-envs\`:${lines.join("")}`);
	return { outcomes: [{
		kind: "exported",
		name: found.name
	}] };
};
function pathToWrite({ spec, name, endpointId }) {
	const [path = "", ...others] = spec;
	if (others.length > 0 || /[*?[\]{}]|^$/.test(path) || name + endpointId === "") throw require_index.inputsInvalid("`export` writes one endpoint to one file", "Set `name` or `endpoint-id`, and `spec` to one path.");
	return path;
}

// src/render/status.ts
const healthSigns = {
	serving: "✅",
	idle: "💤",
	starting: "⏳",
	failing: "❌",
	outdated: "❌",
	parked: "❌",
	unproved: "❌",
	absent: "❌",
	"not-shown": "🔒"
};
function textsOf(status) {
	const { name, id, workers, run, ageSeconds, cost } = status;
	return {
		Endpoint: name,
		ID: id,
		State: stateText(status),
		Workers: workers || "-",
		Run: run,
		"Deployed by": deployedBy(status),
		Drift: driftCount(status) || "-",
		Age: ageSeconds === void 0 ? "" : require_index.formatAge(ageSeconds),
		Cost: cost === void 0 ? "" : `${require_service.formatAmount(cost)} an hour`
	};
}
function cellsOf(status) {
	const { health, name, id, workers, faults, image, commit, url } = status;
	const { State, Run, Age, Cost, "Deployed by": by } = textsOf(status);
	return {
		Endpoint: `${healthSigns[health]} ${require_index.escapeCell(name)} ${require_index.codeCell(id)}`.trimEnd(),
		Workers: [workers, ...faults].filter(Boolean).map(require_index.escapeCell).join("<br>"),
		State: require_index.escapeCell(State),
		Run: require_index.escapeCell(Run),
		"Deployed by": [by, ...listDetails(status)].map(require_index.escapeCell).join("<br>"),
		Image: require_index.codeCell(image),
		Commit: require_index.codeCell(require_index.shortCommit(commit)),
		URL: require_index.linkCell(url),
		Drift: driftCell(status),
		Age,
		Cost
	};
}
function columnsOf(names, texts) {
	const head = texts.some(({ Cost }) => Cost !== "") ? [...names, "Cost"] : names;
	return {
		head,
		rows: texts.map((each) => head.map((name) => each[name]))
	};
}
const noEndpoint = "The account has no endpoint.";
function linesOf(statuses, { names, below }) {
	if (statuses.length === 0) return [noEndpoint];
	const { head, rows } = columnsOf(names, statuses.map(textsOf));
	const cells = [head.map((name) => name.toUpperCase()), ...rows];
	const widths = head.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
	return cells.flatMap((line, index) => {
		return [line.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ").trimEnd(), ...statuses.slice(index - 1, index).flatMap(below)];
	});
}
function markdownOf(statuses, { title, names }) {
	const { head, rows } = columnsOf(names, statuses.map(cellsOf));
	return require_index.paragraphs([require_index.heading(title), require_index.table(head, rows) || noEndpoint]);
}
function earlierText(version, nowMs) {
	const { at, left, commit = "" } = version;
	const until = at === void 0 ? [] : `until ${require_index.formatAge(Math.max(0, (nowMs - Date.parse(at)) / 1e3))} ago`;
	const end = left ? `rolled back${commit && ` (commit ${require_index.shortCommit(commit)})`}` : [];
	return [
		require_service.versionWords(version),
		until,
		end
	].flat().join(", ");
}
const statusTable = (statuses) => markdownOf(statuses, {
	title: "Status",
	names: [
		"Endpoint",
		"State",
		"Workers",
		"Image",
		"Commit",
		"Run",
		"Drift",
		"URL",
		"Age"
	]
});
const statusLines = (statuses) => linesOf(statuses, {
	names: [
		"Endpoint",
		"State",
		"Workers",
		"Drift",
		"Age"
	],
	below: details
});
const listTable = (statuses) => markdownOf(statuses, {
	title: require_index.plural(statuses.length, "endpoint"),
	names: [
		"Endpoint",
		"State",
		"Workers",
		"Deployed by",
		"Age"
	]
});
const listLines = (statuses) => linesOf(statuses, {
	names: [
		"Endpoint",
		"ID",
		"State",
		"Workers",
		"Deployed by",
		"Age"
	],
	below: (status) => listDetails(status).map((each) => `  ${each}`)
});
function listDetails(status) {
	return [...status.before.slice(0, 1).map((version) => `before: ${version}`), status.isOrphan ? `no spec here: ${lastDeploy(status)}` : []].flat();
}
function stateText({ health, state, parked }) {
	if (parked !== "") return `${health}: ${parked}`;
	return state === "" || state === health ? health : `${health} (${state})`;
}
function deployedBy({ repository, commit, run, pullRequest, isCandidate }) {
	const by = repository === "" ? run || "no record" : `${repository}@${require_index.shortCommit(commit)}`;
	return pullRequest === void 0 ? `${by}${isCandidate ? ", candidate" : ""}` : `${by}, pull request #${pullRequest}`;
}
const lastDeploy = ({ isOrphan, isCandidate, repository, run, ageSeconds = 0 }) => (isOrphan || isCandidate) && repository !== "" ? `last deployed by run ${run}, ${require_index.formatAge(ageSeconds)} ago` : "";
const hasNoSpec = (notCompared) => notCompared.includes("the spec");
function driftCount({ health, drift, keptEnvs, notCompared, isCandidate }) {
	if (health === "absent" || health === "not-shown") return "";
	if (hasNoSpec(notCompared)) return isCandidate ? "candidate" : "no spec";
	const count = drift.length + keptEnvs.length;
	return count === 0 ? "none" : require_index.plural(count, "field");
}
function driftCell(status) {
	const { notCompared } = status;
	const shown = differencesOf(status).map(require_index.codeCell).join("<br>") || driftCount(status);
	return notCompared.length === 0 || hasNoSpec(notCompared) ? shown : `${shown}<br>not compared: ${notCompared.map(require_index.escapeCell).join(", ")}`;
}
function differencesOf({ drift, keptEnvs }) {
	const shown = drift.map(({ member, kind, from, to, secret }) => {
		const what = {
			add: "is missing",
			remove: "is not in the spec",
			change: "differs"
		}[kind];
		return `${require_index.formatShown(member)} ${secret ? what : `${require_index.formatShown(from)} (spec: ${require_index.formatShown(to)})`}`;
	});
	return keptEnvs.length === 0 ? shown : [...shown, `kept: ${require_service.foreignEnvsText(keptEnvs)}`];
}
function details(status) {
	const { id, image, commit, run, before, url, faults, notCompared, isCandidate } = status;
	const rows = {
		id,
		image,
		deployed: commit && `commit ${require_index.shortCommit(commit)}, run ${run}`,
		before: before.join("\n  before: "),
		url,
		drift: differencesOf(status).join(", "),
		"not compared": hasNoSpec(notCompared) ? "" : notCompared.join(", "),
		[isCandidate ? "candidate" : "no spec here"]: lastDeploy(status)
	};
	return [...Object.entries(rows).filter(([, value]) => value !== "").map(([name, value]) => `  ${name}: ${value}`), ...faults.map((fault) => `  ${fault}`)];
}

// src/plan/drift.ts
const noSpec = ["the spec"];
function driftOf(live, document, secretEnvs) {
	if (!document) return {
		drift: [],
		keptEnvs: [],
		notCompared: noSpec
	};
	const { readable, ownName, templates, issues, place } = document;
	const { compare: _, load: __, ...fields } = readable;
	const record = require_service.readRecord(live.config);
	const given = fields.image?.image === void 0 && record?.image !== void 0 ? record : void 0;
	const image = given?.image === void 0 ? {} : { image: {
		...fields.image,
		image: given.image
	} };
	const spec = require_service.renamedSpec({
		...fields,
		...image,
		name: readable.name ?? live.config.name
	}, ownName);
	const { changes, foreignEnvs: keptEnvs } = require_deploy.makePlan({
		spec,
		secretEnvs,
		live: {
			...live,
			config: require_deploy.unparked(live.config)
		},
		templates
	});
	const isSecret = require_service.secretIn(live.config);
	const isImageDeployed = !require_service.changedSinceDeploy(live.config).includes("image.image");
	const isPinned = isImageDeployed && record?.pinnedFrom === readable.image?.image;
	const isImageOfInput = isImageDeployed && record?.imageInput !== void 0 && !("input" in place(["image", "image"]));
	const unread = issues.flatMap(({ severity, path }) => severity === "error" ? fieldOf(path) : []);
	const isSkipped = ({ member }) => unread.some((field) => require_service.isPartOf(member, field)) || member === "image.image" && isImageOfInput || secretEnvs.size === 0 && member.startsWith("envs.") && isSecret(member.slice(5));
	const compared = changes.filter(({ member }) => !(isPinned && member === "image.image"));
	const skipped = compared.filter(isSkipped).map(({ member }) => member);
	const names = [...unread, ...skipped].map((field) => field.replace(/^envs\./, ""));
	return {
		drift: compared.filter((each) => !isSkipped(each)),
		keptEnvs,
		notCompared: [...new Set(names)].sort()
	};
}
function fieldOf(path) {
	const end = path.findIndex((segment) => typeof segment === "number");
	const field = path.slice(0, end === -1 ? void 0 : end).join(".");
	return require_service.memberAt(field) ?? require_service.members.find(({ keys: [block] }) => block === field) ? [field] : [];
}

// src/commands/status.ts
var status_exports = /* @__PURE__ */ require_index.__exportAll({
	command: () => command$7,
	listedAs: () => listedAs,
	notServing: () => notServing,
	readStatus: () => readStatus
});
const command$7 = async (context) => {
	const { inputs } = context;
	require_service.assertTrusted(context);
	const live = await findNamedEndpoints(await readSpecNames(context), context);
	const results = live.map((each) => statusOf(each, context));
	const orphans = inputs.name !== "" || inputs.endpointId !== "" ? [] : await findOrphans(live, context);
	const outcomes = [...results, ...orphans.map((endpoint) => listedAs(endpoint, {
		isOrphan: true,
		ask: context
	}))];
	const statuses = outcomes.map(({ status }) => status);
	const rank = results.some(({ failure }) => failure) ? "failed" : "unchanged";
	return {
		outcomes,
		lines: statusLines(statuses).join("\n"),
		summary: {
			markdown: statusTable(statuses),
			rank
		}
	};
};
async function findOrphans(described, context) {
	if (context.github.context.repository === "") return [];
	const list = await require_deploy.openReads(context).list({ keeps: (listed) => require_deploy.isDeployedHere(listed, context) });
	return require_deploy.orphansIn(list, {
		names: described.map(({ name }) => name),
		run: context
	});
}
async function readSpecNames(context) {
	const named = await require_deploy.readNames(context);
	if (named.some(({ document }) => document)) return named;
	const { name } = context.inputs;
	const specs = await require_deploy.readFilesIfAny(context);
	const document = specs.length > 1 ? specs.find(({ ownName }) => ownName === name) : (await require_deploy.readSpecsIfAny(context))[0];
	return named.map((each) => ({
		...each,
		document
	}));
}
function listedAs(live, { isOrphan, ask }) {
	const status = {
		...readStatus(live, void 0, ask),
		isOrphan
	};
	return {
		kind: "listed",
		name: live.config.name,
		live,
		status
	};
}
function absent(name) {
	return {
		name,
		id: "",
		health: "absent",
		state: "",
		parked: "",
		workers: "",
		image: "",
		url: "",
		repository: "",
		commit: "",
		run: "",
		before: [],
		pullRequest: void 0,
		isCandidate: false,
		cost: void 0,
		ageSeconds: void 0,
		isOrphan: false,
		faults: [],
		drift: [],
		keptEnvs: [],
		notCompared: []
	};
}
function statusOf(found, context) {
	const { name, document, live, failure } = found;
	const read = {
		kind: "read",
		name
	};
	if (live) {
		const status = {
			...readStatus(live, document?.readable.price, context),
			name,
			...driftOf(live, document, context.inputs.secretEnvs)
		};
		return {
			...read,
			status,
			failure: notServing(status)
		};
	}
	if (failure.code === "owned") return {
		...read,
		status: {
			...absent(name),
			id: found.id,
			health: "not-shown"
		},
		failure
	};
	const { message, hint } = failure;
	return {
		...read,
		status: absent(name),
		failure: new require_index.DeployError({
			code: "not-serving",
			message,
			hint
		})
	};
}
function readStatus(live, price, { clock }) {
	const { config, id, state, url, workers } = live;
	const noted = require_service.readRecord(config) ?? { run: "" };
	const { repository = "", commit = "", run = "command line", pullRequest, time } = noted;
	const nowMs = clock.date().getTime();
	const before = require_service.versionsBefore(noted).map((version) => earlierText(version, nowMs));
	const health = require_service.healthOf(live);
	const { why, run: failed } = require_service.isUnproved(config) && require_service.readParked(config) || {};
	const { by } = require_service.readParked(config) ?? {};
	const isOld = require_service.supersededIn(live);
	const serves = require_service.servedBy(live, ({ id }) => ({ age: isOld(id) ? "old" : "" }));
	const billed = workers.filter((worker) => require_service.conditionOf(worker, live) !== "gone").length;
	return {
		...absent(config.name),
		id,
		url,
		repository,
		commit,
		run,
		before,
		pullRequest,
		isCandidate: require_service.isCandidate(live),
		notCompared: noSpec,
		health,
		state: state.state,
		parked: require_index.joined([
			why,
			failed && `run ${failed.split(".", 1)[0]}`,
			by && `${why ? "" : "parked "}by ${by}`
		]),
		workers: require_service.servesWords(health === "parked" ? [] : serves),
		faults: workers.flatMap((worker) => {
			const fault = require_service.workerFault(worker, live);
			return fault ? [`${require_rollout.workerLog(worker).of}: ${require_service.wordsOf(worker.state) || fault}`] : [];
		}),
		image: require_index.formatShown(config.image.image),
		cost: price === void 0 ? void 0 : Number(require_service.formatAmount(price * billed)),
		ageSeconds: time === void 0 ? void 0 : Math.max(0, Math.round((nowMs - Date.parse(time)) / 1e3))
	};
}
const titles = {
	parked: "parked",
	unproved: "not proved",
	outdated: "an earlier version serves",
	starting: "does not serve yet"
};
function notServing(status) {
	const { name, id, health, state, parked, faults, workers, before, isCandidate } = status;
	if (health === "serving" || health === "idle") return void 0;
	const [fault = ""] = faults;
	const unproved = `no run has proved its version${parked && ` (${parked})`}`;
	const words = {
		parked: `parked, because ${unproved}`,
		unproved: `unproved: ${unproved}`,
		outdated: `outdated: only workers from before its last deploy are healthy${fault && `, and ${fault}`}`
	};
	const corrected = isCandidate ? "Deploy the corrected version: the deploy of its endpoint replaces this candidate." : "Deploy it, corrected if it has failed: a deploy wakes it, and proves its version.";
	const back = before.length > 0 ? " To bring a version of `before` back, start the job of its run again." : "";
	const hint = `${health === "parked" || isCandidate ? corrected : require_index.codeRow("not-serving").next}${back}`;
	const message = `endpoint ${name} (${id}) is ${words[health] ?? `${health}${state && `, in the state ${state}`}${fault && `: ${fault}`}`}${health === "parked" ? "" : `; ${workers}`}`;
	const title = `${name}: ${titles[health] ?? require_index.codeWords("not-serving")}`;
	return new require_index.DeployError({
		code: "not-serving",
		message,
		hint,
		title
	});
}

// src/commands/list.ts
var list_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command$6 });
const command$6 = async (context) => {
	require_service.assertTrusted(context);
	const endpoints = await require_service.pLimit(5).map(await require_deploy.openReads(context).list(), (listed) => require_deploy.withEnvs(listed, context));
	endpoints.sort((a, b) => a.config.name < b.config.name ? -1 : 1);
	const names = await specNames(context);
	const outcomes = endpoints.map((live) => {
		const isOrphan = require_deploy.isOwn(live, context) && names?.includes(live.config.name) === false && !require_service.isCandidate(live);
		return listedAs(live, {
			isOrphan,
			ask: context
		});
	});
	const statuses = outcomes.map(({ status }) => status);
	const summary = {
		markdown: listTable(statuses),
		rank: "unchanged"
	};
	return {
		outcomes,
		operation: "read",
		lines: listLines(statuses).join("\n"),
		summary
	};
};
async function specNames(context) {
	const documents = await require_deploy.readFilesIfAny(context);
	const names = require_deploy.namesIn(documents);
	return names.length > 0 && names.length === documents.length ? names : void 0;
}

// src/commands/logs.ts
var logs_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command$5 });
const command$5 = async (context) => {
	const { reporter, connections, signal } = context;
	require_service.assertTrusted(context);
	const found = await findNamedEndpoints(await require_deploy.readNames(context), context);
	return { outcomes: await require_service.pLimit(1).map(found, async ({ name, live, failure }) => {
		if (!live) return {
			kind: "read",
			name,
			failure
		};
		const logs = logsOf(live);
		const none = logs.length === 0 ? `${require_index.endpointName(live)} has no logs: no worker is listed with one.` : "";
		reporter.info(none || `Logs: ${require_index.endpointName(live)}, ${live.state.state || "without a state"}.`);
		const tails = await require_service.pLimit(5).map(logs, (log) => connections.log(log, signal));
		for (const tail of tails) require_rollout.openLogGroup(name, { context }).logTail(tail);
		return {
			kind: "logged",
			name,
			none,
			tails
		};
	}) };
};
function logsOf(live) {
	const ofWorkers = live.workers.filter(({ log }) => log.trim() !== "").sort((a, b) => Number(require_service.isPresent(a)) - Number(require_service.isPresent(b))).map((worker) => {
		const { of, text } = require_rollout.workerLog(worker);
		return {
			of: `${of} (${worker.state.state || "no state"})`,
			text
		};
	});
	return ofWorkers.length > 0 || live.log.trim() === "" ? ofWorkers : [{
		of: "the endpoint",
		text: live.log
	}];
}

// src/commands/park.ts
var park_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command$4 });
const command$4 = async (context) => {
	require_service.assertTrusted(context);
	require_service.assertMeant(context);
	const found = await findNamedEndpoints(await require_deploy.readNames(context), context);
	const outcomes = [];
	for (const [index, each] of found.entries()) outcomes.push(await parkOne(each, {
		index,
		context
	}));
	return {
		outcomes,
		overview: "done"
	};
};
async function parkOne({ name, live, failure }, { index, context }) {
	const { github, clock, signal, connections, reporter, outputs } = context;
	const refusal = failure ?? require_service.checkOwnership(live, context);
	if (!live || refusal) return {
		kind: "parked",
		name,
		isWritten: false,
		until: "",
		failure: refusal
	};
	const again = require_service.readRecord(live.config) ? "The next deploy starts it again; a scheduled one does not." : "Any deploy starts it again.";
	const until = `${live.workers.some(require_service.isPresent) ? "Its workers stop as soon as they are idle; then nothing" : "Nothing"} is billed unless it is called. ${again}`;
	const { actor, runId } = github.context;
	const person = runId === "" ? "someone on a command line" : `${actor || "someone"} in run ${runId}`;
	let mayBeWritten = false;
	const onEvent = (event) => {
		if (event.kind === "write-sent") mayBeWritten = true;
		if (event.kind === "write-refused") mayBeWritten = false;
		outputs.follow(index, event);
		for (const line of require_service.eventLines(event)) reporter.info(line);
	};
	try {
		signal.throwIfAborted();
		const isWritten = await require_rollout.parkEndpoint(live, person, {
			client: await connections.service(),
			clock,
			signal,
			onEvent
		});
		reporter.info(`${name} (${live.id}): ${isWritten ? "parked" : "was parked already"}. ${until}`);
		return {
			kind: "parked",
			name,
			isWritten,
			until,
			failure: void 0
		};
	} catch (thrown) {
		return {
			kind: "parked",
			name,
			isWritten: mayBeWritten,
			until,
			failure: require_index.causeOf(thrown, signal)
		};
	}
}

// src/commands/plan.ts
var plan_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command$3 });
const command$3 = async (given) => {
	const preview = await require_service.decidePreview(given);
	const context = {
		...given,
		preview
	};
	if (preview?.step === "validate") return require_service.validatePreview(context, preview);
	if (preview && !["create", "superseded"].includes(preview.step)) return require_service.undeployed(context, preview);
	await require_service.readAhead(context);
	const { plans, planDigest } = await (await Promise.resolve().then(() => require("./deploy.js")).then((n) => n.prepare_exports)).prepare(context);
	for (const each of plans) {
		const logGroup = require_rollout.openLogGroup(each.desired.name, {
			context,
			isOneOfMany: plans.length > 1
		});
		logGroup.log(require_service.planLines(each));
		logGroup.close();
	}
	return {
		outcomes: plans.map((each) => {
			const refusal = require_service.checkPermission(each, context) ?? require_service.checkCandidate(each, context);
			return {
				kind: "planned",
				name: each.desired.name,
				plan: each,
				refusal
			};
		}),
		planDigest,
		overview: "planned",
		comment: (sections) => require_deploy.commentOnPlans(sections, context)
	};
};

// src/commands/sweep.ts
var sweep_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command$2 });
const stateAlone = {
	label: "",
	drafts: true,
	maxAgeSeconds: void 0
};
const command$2 = async (context) => {
	const { inputs, signal, github } = context;
	if (github.context.repository === "") throw require_index.inputsInvalid("`sweep` deletes the previews of a repository, so it runs only inside a workflow", "Run it in a workflow with `on: schedule`.");
	require_service.assertTrusted(context);
	const rules = inputs.preview ?? stateAlone;
	const names = inputs.preview ? await namesOfStep(context) : [];
	const ofPulls = Map.groupBy(await listPreviews(context), ({ record }) => record.pullRequest ?? 0);
	const candidates = await forgottenCandidates(context);
	const read = await require_service.readPullRequests(github.api, [...ofPulls.keys()]);
	signal.throwIfAborted();
	const swept = [];
	for (const [number, listed] of ofPulls) {
		const known = read.pulls.get(number);
		const pull = known ?? require_service.unknownPull;
		const asked = {
			event: "sweep",
			number,
			pull,
			before: pull,
			rules,
			names
		};
		const about = {
			question: known && judgeListed(listed, {
				question: asked,
				context
			}).remove.length > 0 ? {
				...asked,
				...await require_service.readPull(context, asked)
			} : asked,
			context
		};
		const { answer, deletions } = await endListed(listed, about);
		swept.push({
			number,
			deletions,
			keep: answer.keep
		});
		const ended = deletions.filter(require_deploy.isDeleted).map(({ name }) => name);
		const markdown = require_deploy.deletionSummary(previewsOf(number), deletions);
		if (ended.length > 0) await require_deploy.endComment(context, {
			pullRequest: number,
			names: ended,
			markdown,
			deletions
		});
	}
	const all = [...swept.flatMap(({ deletions }) => deletions), ...await deleteInTurn(candidates, context)];
	const failure = undecidedFailure(swept.flatMap(({ number, keep }) => read.pulls.has(number) ? [] : keep.map((each) => ({
		...each,
		why: `#${number}`
	}))), read.failure, context);
	return {
		...endOfDeletions(all, require_deploy.deletionSummary("Sweep", all)),
		failure
	};
};
async function forgottenCandidates(context) {
	const untilMs = context.clock.date().getTime() - require_index.candidateMs;
	const isOld = (endpoint) => require_service.isForgotten(endpoint, context, untilMs);
	const reason = "a candidate of more than a day ago";
	const objection = (now) => isOld(now) ? void 0 : "changed by someone else in the meantime";
	const listed = await require_deploy.openReads(context).list({ only: ({ name }) => require_service.isCandidateName(name) });
	return (await require_service.pLimit(5).map(listed, (each) => require_deploy.withEnvs(each, context))).filter(isOld).map((each) => ({
		listed: each,
		reason,
		objection
	}));
}
function undecidedFailure(left, failure, ask) {
	if (left.length === 0) return void 0;
	const message = `GitHub does not say whether some pull requests are open, ${`so these previews were kept: ${left.map((each) => `${each.endpoint.config.name} (${withAge(each, ask)})`).join(", ")}`}${failure ? `. ${failure.message}` : ""}`;
	return new require_index.DeployError({
		code: "github",
		message,
		hint: failure?.hint ?? "Give the job `permissions: { pull-requests: read }`. If the pull requests are really gone, delete the endpoints by hand, or give `preview` the line `max-age=14d`.",
		title: "sweep: previews kept"
	});
}

// src/commands/test.ts
var test_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command$1 });
const command$1 = async (context) => {
	const { reporter, clock } = context;
	require_service.assertTrusted(context);
	const { documents, issues } = await require_deploy.readSpecs(context);
	await require_deploy.reportIssues(issues, context);
	const specs = documents.flatMap(({ spec, templates }) => {
		if (!spec) return [];
		const rules = require_deploy.verdictRules({
			...spec,
			desired: spec
		});
		return {
			name: spec.name,
			spec,
			templates,
			rules,
			isCandidate: rules !== void 0
		};
	});
	const tested = specs.filter(({ spec }) => spec.tests?.length);
	const found = await findNamedEndpoints(tested, context);
	for (const each of specs) if (!tested.includes(each)) reporter.info(`${each.name} has no tests.`);
	if (found.length === 0) throw require_index.inputsInvalid("`test` has nothing to do: no spec has `tests`", "Add, for example, `tests: [/health]` to the spec.");
	const present = found.map((each) => {
		const failure = each.failure ?? whyNotWoken(each.live, context);
		if (failure || !each.live) throw failure;
		return each;
	});
	return { outcomes: await require_service.pLimit(1).map(present, async ({ isCandidate, rules, ...each }) => {
		const { name, spec, templates: templates$1, live } = each;
		const { tests = [], price } = spec;
		const startedMs = clock.monotonicMs();
		const pass = await testOne(spec, live, context);
		const log = (lines) => reporter.info(lines.join("\n"));
		const config = {
			...live.config,
			[require_index.templates]: templates$1
		};
		const candidate = rules && {
			...rules,
			live,
			config,
			tests,
			price,
			startedMs,
			log
		};
		const compared = candidate && pass.kind === "passed" ? await (await Promise.resolve().then(() => require("./compare.js")).then((n) => n.load_exports)).compareAndLoad(candidate, context) : void 0;
		const failed = pass.kind === "failed" ? testFailure(pass, live) : compared?.failure;
		const tail = failed instanceof require_deploy.RolloutError ? await require_rollout.readFailureLog(failed.log, context) : void 0;
		const failure = failed && require_rollout.explainFailure(failed, tail);
		if (tail) require_rollout.openLogGroup(name, { context }).logTail(tail);
		return {
			kind: "tested",
			name,
			pass,
			proof: proofBy(pass, live),
			isCandidate,
			compared,
			tail,
			failure
		};
	}) };
};
function testFailure({ message, hint }, live) {
	const failed = `a test of endpoint ${require_index.endpointName(live)} failed: ${message}`;
	return new require_deploy.RolloutError({
		code: "test-failed",
		message: failed,
		hint,
		log: require_rollout.logOf(live)
	});
}
function whyNotWoken(live, ask) {
	const { name } = live.config;
	const { by } = require_service.readParked(live.config) ?? {};
	const health = require_service.healthOf(live);
	const byPerson = {
		code: "not-serving",
		message: `endpoint ${require_index.endpointName(live)} is parked by ${by}`
	};
	const parked = health === "parked" ? notServing(readStatus(live, void 0, ask)) : by && health === "idle" && new require_index.DeployError({
		...byPerson,
		hint: "Deploy it: a deploy starts it again."
	});
	return parked ? parked.withTitle(`${name}: parked, not tested`, require_index.unwokenNow) : void 0;
}
function proofBy({ kind }, live) {
	if (kind === "failed") return "";
	const answering = require_service.answeringIn(live);
	return !answering.includes("old") ? "tests" : answering.length > 1 ? "workers" : "none";
}
async function testOne({ tests = [] }, live, context) {
	const { inputs, reporter, clock, signal, connections } = context;
	const { passUntilSettled } = await Promise.resolve().then(() => require("./tests.js")).then((n) => n.run_exports);
	const isReportDue = require_index.heartbeat(clock);
	const { minNum } = live.config.workerConfig;
	const startedMs = clock.monotonicMs();
	const answering = require_service.answeringIn(live);
	const isUp = require_service.healthOf(live) === "serving" && !answering.includes("old");
	const cost = minNum === 0 ? " This wakes a billed worker if none is up, and its start may take minutes." : "";
	reporter.info(`Tests: ${tests.length} of ${require_index.endpointName(live)} at ${live.url}.${cost}`);
	const pass = await passUntilSettled({
		test: await connections.tests(tests),
		endpoint: live,
		clock,
		signal,
		deadlineMs: startedMs + inputs.waitTimeoutSeconds * 1e3,
		healthyForMs: () => isUp ? clock.monotonicMs() - startedMs : 0,
		onFailedPass: ({ message }) => isReportDue() && reporter.info(`Not yet: ${message}.`)
	});
	for (const line of require_service.passLines(pass)) reporter.info(line);
	if (answering.includes("old") && !answering.includes("deployed")) {
		const hint = "Run `status` to see why no worker of the last deploy is healthy.";
		const message = `Only workers ${`from before the last deploy of ${live.config.name}`} were healthy: the version before it may have answered.`;
		reporter.warn({
			title: `${live.config.name}: outdated`,
			message,
			hint
		});
	}
	return pass;
}

// src/commands/validate.ts
var validate_exports = /* @__PURE__ */ require_index.__exportAll({ command: () => command });
const command = async (context) => {
	const { inputs, reporter, outputs } = context;
	const { documents, issues } = await require_deploy.readSpecs(context);
	const [limits, imageIssues] = inputs.apiKey === "" ? [void 0, []] : await Promise.all([require_deploy.readLimits(context, { isNeeded: false }), inputs.resolveImage === "off" ? [] : checkImages(context, documents)]);
	const all = [
		...issues,
		...require_deploy.checkDocuments(documents, {
			limits,
			mayExceed: inputs.allow.has("beyond-limits")
		}),
		...imageIssues
	];
	const names = require_deploy.namesIn(documents);
	outputs.setEndpoints(names.map((name) => ({ name })));
	if (!require_service.hasErrors(all)) {
		all.push(...documents.flatMap((document) => require_deploy.checkCreation(document, "notice")));
		const [sign, unread] = inputs.apiKey === "" ? ["✅", "; checking the live limits needs an API key"] : ["⚠️", ", and not against the live limits, which could not be read"];
		const checked = `Checked against the spec rules${limits ? " and the live limits" : unread}.`;
		reporter.info(`Valid: ${names.join(", ")}. ${checked}`);
		const title = require_index.heading(`${limits ? "✅" : sign} Valid: ${names.join(", ")}`);
		await reporter.summarize(require_index.paragraphs([title, checked]));
	}
	await require_deploy.reportIssues(all, context);
	return {
		outcomes: names.map((name) => ({
			kind: "validated",
			name
		})),
		operation: "validated"
	};
};
async function checkImages(context, documents) {
	const images = documents.map((document) => ({
		document,
		written: document.spec?.image?.image
	}));
	const answers = await require_deploy.askRegistries(images, {
		context,
		mustKnow: false
	});
	for (const { resolvedImage } of answers) if (resolvedImage) context.reporter.info(require_service.imageLine(resolvedImage));
	return answers.flatMap(({ issues }) => issues);
}

Object.defineProperty(exports, "deleteInTurn", {
  enumerable: true,
  get: function () {
    return deleteInTurn;
  }
});
Object.defineProperty(exports, "delete_exports", {
  enumerable: true,
  get: function () {
    return delete_exports;
  }
});
Object.defineProperty(exports, "end_exports", {
  enumerable: true,
  get: function () {
    return end_exports;
  }
});
Object.defineProperty(exports, "export_exports", {
  enumerable: true,
  get: function () {
    return export_exports;
  }
});
Object.defineProperty(exports, "list_exports", {
  enumerable: true,
  get: function () {
    return list_exports;
  }
});
Object.defineProperty(exports, "logs_exports", {
  enumerable: true,
  get: function () {
    return logs_exports;
  }
});
Object.defineProperty(exports, "park_exports", {
  enumerable: true,
  get: function () {
    return park_exports;
  }
});
Object.defineProperty(exports, "plan_exports", {
  enumerable: true,
  get: function () {
    return plan_exports;
  }
});
Object.defineProperty(exports, "status_exports", {
  enumerable: true,
  get: function () {
    return status_exports;
  }
});
Object.defineProperty(exports, "sweep_exports", {
  enumerable: true,
  get: function () {
    return sweep_exports;
  }
});
Object.defineProperty(exports, "test_exports", {
  enumerable: true,
  get: function () {
    return test_exports;
  }
});
Object.defineProperty(exports, "validate_exports", {
  enumerable: true,
  get: function () {
    return validate_exports;
  }
});