const require_deploy = require("./deploy.js");
const require_index = require("./index.js");
const require_service = require("./service.js");
const require_rollout = require("./rollout.js");

// src/plan/restore.ts
function planRestore({ previous, failed, found, isNoted }) {
	const known = require_service.buildConfig((member) => require_service.configValue(require_service.isUnread(previous, member.path) ? failed : previous, member));
	const unread = failed.unread && { unread: failed.unread };
	const asked = {
		...known,
		...unread
	};
	const { problems } = require_deploy.routeUpdate({
		changes: require_deploy.diffConfigs({
			asked,
			found
		}),
		desired: asked
	});
	const lost = new Set(problems.map(({ member }) => member));
	const isLost = (path) => [...lost].some((member) => require_service.isPartOf(member, path));
	const target = {
		...require_service.buildConfig((member) => require_service.configValue(isLost(member.path) ? found : asked, member)),
		...unread
	};
	const changes = require_deploy.diffConfigs({
		asked: target,
		found
	});
	const { calls } = require_deploy.routeUpdate({
		changes,
		desired: target,
		isNoted
	});
	const unknown = require_deploy.incomparableMembers({
		asked: failed,
		found: previous
	});
	return {
		target,
		changes,
		calls,
		lost,
		unrestored: [.../* @__PURE__ */ new Set([...unknown, ...lost])]
	};
}

// src/rollout/write/restore.ts
var restore_exports = /* @__PURE__ */ require_index.__exportAll({ restore: () => restore });
async function restore(request) {
	const written = await writeBack(request);
	const goal = {
		wait: "ready",
		tests: "none"
	};
	if (request.isAwaited) await require_rollout.awaitReady({
		written,
		goal,
		context: request.context
	});
}
async function writeBack(request) {
	const { previous, desired, context } = request;
	const failed = await readFailed(request);
	const noted = {
		record: require_service.readRecord(previous.config),
		parked: require_service.readParked(previous.config)
	};
	const isNoted = noted.parked !== void 0 && require_service.readParked(failed.config) === void 0;
	const given = {
		previous: previous.config,
		failed: desired,
		found: failed.config,
		isNoted
	};
	const { target, changes, calls, lost, unrestored } = planRestore(given);
	context.onEvent({
		kind: "restoring",
		changes,
		calls,
		unrestored
	});
	const done = (written) => {
		context.onEvent({
			kind: "put-back",
			unrestored
		});
		return written;
	};
	if (calls.length === 0) return done(require_rollout.asFound(failed, {
		desired: target,
		context
	}));
	const isSuperseded = require_service.supersededIn(previous);
	const isDoubtful = lost.size > 0 || require_service.mayServeEarlier(previous);
	const seen = [...request.versions].flatMap(([id, version]) => version === "unknown" ? [] : [[id, version === "this" ? version : "superseded"]]);
	const right = previous.workers.filter(({ id }) => !isDoubtful && !isSuperseded(id));
	const runs = new Map([...seen, ...right.map(({ id }) => [id, "earlier"])]);
	const writes = {
		calls,
		desired: target,
		live: failed,
		...noted,
		restoring: {
			failed: desired,
			runs
		}
	};
	return done(await require_rollout.writeCalls(writes, context));
}
async function readFailed({ previous, desired, isSent, context }) {
	const lateUntilMs = context.clock.monotonicMs() + (isSent ? 0 : require_index.settlingMs);
	const target = {
		id: previous.id,
		desired,
		earlier: [previous.config],
		lateUntilMs
	};
	const decide = ({ endpoint, match: { kind }, atMs }) => {
		if (kind === "foreign" || kind === "partial") return void 0;
		return !(require_deploy.diffConfigs({
			asked: previous.config,
			found: endpoint.config
		}).length === 0) || atMs >= lateUntilMs ? endpoint : void 0;
	};
	const found = await require_rollout.observe(target, {
		decide,
		context
	});
	if (!found) throw unread(previous);
	return found;
}
function unread(previous) {
	const message = `${`endpoint ${require_index.endpointName(previous)} could not be read completely within ${require_index.patienceMs / 1e3} s`}, so nothing was written back`;
	return new require_deploy.RolloutError({
		code: "unavailable",
		message,
		endpointId: previous.id
	});
}

Object.defineProperty(exports, "restore_exports", {
  enumerable: true,
  get: function () {
    return restore_exports;
  }
});