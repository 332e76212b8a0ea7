const require_index = require("./index.js");
const require_service = require("./service.js");
let node_fs = require("node:fs");
let node_util = require("node:util");
let node_path = require("node:path");

// src/registry/logins.ts
const configSchema = require_service.object({ auths: require_service.nullish(require_service.record(require_service.string(), require_service.object({ auth: require_service.optional(require_service.string()) }))) });
function createFindLogin(env) {
	return async (domain) => {
		const home = env.HOME || env.USERPROFILE;
		const folder = env.DOCKER_CONFIG || home && (0, node_path.join)(home, ".docker");
		if (!folder) return void 0;
		const text = await (0, node_util.promisify)(node_fs.readFile)((0, node_path.join)(folder, "config.json"), "utf8").catch(() => "");
		const { auths } = configSchema.safeParse(require_service.tryParseJson(text)?.value).data ?? {};
		const [stored = ""] = [
			domain,
			`https://${domain}`,
			...domain === "docker.io" ? ["https://index.docker.io/v1/"] : []
		].flatMap((key) => auths?.[key]?.auth || []);
		const [, username, password] = /^([^:]+):(.*[^\0])\0*$/s.exec(Buffer.from(stored, "base64").toString()) ?? [];
		return username === void 0 || password === void 0 ? void 0 : {
			username,
			password
		};
	};
}

// src/registry/repository.ts
const maxRegistryRedirects = 5;
const minMaskedToken = 16;
const note = " (no such repository, or no login that may read it)";
const tokenAnswer = require_service.object({
	token: require_service.optional(require_service.string()),
	access_token: require_service.optional(require_service.string())
});
function openRepository({ domain, path: name }, { ports, signal }) {
	const { connect, findLogin, redactor, onSecret, clock } = ports;
	const secure = new URL(`https://${domain === "docker.io" ? "registry-1.docker.io" : domain}`);
	const registry = require_service.hostKind(secure) === "loopback" ? new URL(`http://${domain}`) : secure;
	let authorization;
	function allowed(url) {
		if (url?.protocol === "https:") return true;
		return url?.protocol === "http:" && registry.protocol === "http:" && require_service.hostKind(url) === "loopback";
	}
	function send(url, headers) {
		const path = url.pathname + url.search;
		return connect(url.origin).exchange({
			method: "GET",
			path,
			headers,
			timeoutMs: require_index.registryTimeoutMs,
			signal
		});
	}
	function readReply(reply, { host, read }) {
		const result = require_service.readExchanged(reply, {
			redactor,
			timeoutMs: require_index.registryTimeoutMs,
			now: clock.date(),
			read: (json) => read(json, reply.body),
			notes: {
				401: note,
				403: note,
				404: note
			}
		});
		if (result.ok) return result;
		const words = result.failure.kind === "cancelled" ? `did not answer within ${require_index.registryTimeoutMs / 1e3} s` : result.failure.description;
		return {
			ok: false,
			failure: {
				...result.failure,
				description: `${host} ${words}`
			}
		};
	}
	async function authorize(reply) {
		const { host } = registry;
		const refused = () => readReply(reply, {
			host,
			read: String
		});
		const challenge = [reply.headers["www-authenticate"] ?? []].flat().join(", ").slice(0, 8192);
		const bearer = parseBearer(challenge);
		if (!bearer && !/(?:^|, *)basic\b/i.test(challenge)) return refused();
		const login = await findLogin(domain);
		const basic = login && Buffer.from(`${login.username}:${login.password}`).toString("base64");
		for (const secret of login ? [login.password, basic ?? ""] : []) onSecret(secret);
		if (!bearer) return basic ? {
			ok: true,
			value: `Basic ${basic}`
		} : refused();
		const realm = URL.parse(bearer.get("realm") ?? "");
		if (!allowed(realm)) return refused();
		const service = bearer.get("service");
		if (service !== void 0) realm.searchParams.set("service", service);
		realm.searchParams.set("scope", bearer.get("scope") || `repository:${name}:pull`);
		const accept = { accept: "application/json" };
		const isSent = basic !== void 0 && isInDomain(realm, registry);
		const token = readReply(await send(realm, {
			...accept,
			...isSent && { authorization: `Basic ${basic}` }
		}), {
			host: realm.host,
			read: readToken
		});
		if (!token.ok) return token;
		if (token.value.length >= minMaskedToken) onSecret(token.value);
		return {
			ok: true,
			value: `Bearer ${token.value}`
		};
	}
	return { async get(path, { accept, read }) {
		let url = new URL(`/v2/${name}/${path}`, registry);
		for (let redirects = 0;;) {
			const isOwn = url.origin === registry.origin;
			const reply = await send(url, {
				accept,
				...isOwn && authorization && { authorization }
			});
			const { status, headers } = reply;
			const next = [
				301,
				302,
				303,
				307,
				308
			].includes(status) && redirects < maxRegistryRedirects ? URL.parse(require_service.firstHeader(headers, "location") ?? "", url.href) : null;
			if (allowed(next)) {
				redirects += 1;
				url = next;
			} else if (status === 401 && isOwn && !authorization) {
				const authorized = await authorize(reply);
				if (!authorized.ok) return authorized;
				authorization = authorized.value;
			} else return readReply(reply, {
				host: url.host,
				read
			});
		}
	} };
}
function parseBearer(challenge) {
	const found = /(?:^|, *)bearer +(?=\w+ *=)/i.exec(challenge);
	if (!found) return void 0;
	const rest = challenge.slice(found.index + found[0].length);
	const parameters = /* @__PURE__ */ new Map();
	for (const [, name = "", quoted, bare = ""] of rest.matchAll(/\b([a-z]{1,20}) *= *(?:"([^"]*)"|([^\s",]*))/gi)) {
		const key = name.toLowerCase();
		if (!parameters.has(key)) parameters.set(key, quoted ?? bare);
	}
	return parameters.has("realm") ? parameters : void 0;
}
function readToken(json) {
	const { data } = tokenAnswer.safeParse(json);
	const token = data?.token || data?.access_token || "";
	if (!/^[\x21-\x7e]{1,65536}$/.test(token)) throw new require_service.ContractBreak("it holds no token");
	return token;
}
function isInDomain({ hostname: host }, { hostname: own }) {
	if (host === own) return true;
	if (/^\[|^[\d.]+$/.test(own)) return false;
	const parent = own.replace(/^[^.]+\./, "");
	return [own, ...!parent.includes(".") || /^(?:ac|co|com|edu|gov|net|or|org)\.[a-z]{2}$/.test(parent) ? [] : [parent]].some((domain) => host === domain || host.endsWith(`.${domain}`));
}

// src/registry/registries.ts
var registries_exports = /* @__PURE__ */ require_index.__exportAll({ openRegistries: () => openRegistries });
const maxBodyBytes = 4194304;
function openRegistries(options) {
	const { userAgent, proxyFor, onExchange, timeoutSignal = (ms) => AbortSignal.timeout(ms) } = options;
	const { isAllowed, elsewhere } = require_service.allowedHosts(options.baseUrl);
	const lookup = require_service.guardLookup(isAllowed);
	const shared = {
		headers: {
			"user-agent": userAgent,
			"accept-encoding": "identity"
		},
		timeoutSignal,
		onExchange,
		lookup,
		maxBodyBytes
	};
	const transports = /* @__PURE__ */ new Map();
	const connect = (origin) => {
		const url = new URL(origin);
		if (!isAllowed(require_service.hostKind(url))) throw new require_index.DeployError({
			code: "image-unresolved",
			message: `the registry ${url.host} is ${elsewhere}, which is not contacted`
		});
		const open = () => require_service.createTransport({
			origin,
			proxyUrl: proxyFor(url),
			...shared
		});
		const transport = transports.get(origin) ?? open();
		transports.set(origin, transport);
		return transport;
	};
	const ports = {
		connect,
		findLogin: createFindLogin(options.env),
		...options
	};
	return {
		async resolve(reference, signal) {
			signal.throwIfAborted();
			const ended = AbortSignal.any([signal, timeoutSignal(require_index.registryTimeoutMs)]);
			const resolution = await resolveImage(reference, openRepository(reference, {
				ports,
				signal: ended
			}));
			signal.throwIfAborted();
			return resolution;
		},
		close: async () => void await Promise.all(Array.from(transports.values(), (transport) => transport.close()))
	};
}
async function resolveImage(reference, repository) {
	const found = await getManifest(repository, reference.digest ?? reference.tag ?? "");
	if (!found.ok) return judgeFailure(found.failure);
	const { digest, content } = found.value;
	const images = ("config" in content ? [await readPlatform(repository, content.config.digest)] : content.manifests.map(({ platform }) => platform)).filter((platform) => !platform?.startsWith("unknown/"));
	if (images.length === 0 || images.some((platform = "linux/amd64") => platform === "linux/amd64")) return {
		kind: "found",
		digest
	};
	return {
		kind: "other-platform",
		platforms: [...new Set(images.flatMap((platform) => platform ?? []))]
	};
}
const digest = require_service.string().check(require_service._regex(require_index.digestForm));
const word = require_service.string().check(require_service._regex(/^[\w.-]{1,40}$/));
const platformParts = require_service.object({
	os: word,
	architecture: word
});
const platformText = require_service.transform(({ os, architecture }) => `${os}/${architecture}`);
const platformSchema = require_service._catch(require_service.optional(require_service.pipe(platformParts, platformText)), void 0);
const manifestSchema = require_service.union([require_service.object({ manifests: require_service.array(require_service.object({
	digest,
	platform: platformSchema
})) }), require_service.object({
	config: require_service.object({ digest }),
	layers: require_service.array(require_service.unknown())
})]);
const acceptManifests = [
	"application/vnd.oci.image.index.v1+json",
	"application/vnd.oci.image.manifest.v1+json",
	"application/vnd.docker.distribution.manifest.list.v2+json",
	"application/vnd.docker.distribution.manifest.v2+json"
].join(", ");
function getManifest(repository, asked) {
	return repository.get(`manifests/${asked}`, {
		accept: acceptManifests,
		read: (json, bytes) => {
			if ((require_service.isObject(json) ? [json.manifests, json.layers] : []).some(require_service.isTooLong)) throw new require_service.ContractBreak(`it lists more than ${require_service.maxItems} images or layers`);
			const content = manifestSchema.safeParse(json).data;
			if (!content) throw new require_service.ContractBreak("it is not an image manifest");
			const digest = digestOf(bytes);
			if (asked.includes(":") && asked !== digest) throw new require_service.ContractBreak("the manifest does not match its digest");
			return {
				digest,
				content
			};
		}
	});
}
const digestOf = (bytes) => `sha256:${require_index.hash("sha256", bytes)}`;
async function readPlatform(repository, asked) {
	const read = await repository.get(`blobs/${asked}`, {
		accept: "*/*",
		read: (json, bytes) => digestOf(bytes) === asked ? platformSchema.parse(json) : void 0
	});
	return read.ok ? read.value : void 0;
}
function judgeFailure({ kind, status = 0, summary, description: reason }) {
	if (status === 404 && summary?.raw.reason === "MANIFEST_UNKNOWN") return { kind: "missing" };
	const isPassing = status >= 500 || [
		"unreachable",
		"lost",
		"cancelled"
	].includes(kind);
	return {
		kind: "unknown",
		cause: causes[status] ?? (isPassing ? "unavailable" : "malformed"),
		reason
	};
}
const causes = {
	401: "no-access",
	403: "no-access",
	404: "no-access",
	429: "rate-limit"
};

Object.defineProperty(exports, "registries_exports", {
  enumerable: true,
  get: function () {
    return registries_exports;
  }
});