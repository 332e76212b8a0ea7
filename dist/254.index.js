"use strict";
exports.id = 254;
exports.ids = [254];
exports.modules = {

/***/ 8254:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openRegistries: () => (/* binding */ openRegistries)
});

// EXTERNAL MODULE: ./build/src/registry/address.js
var registry_address = __webpack_require__(9240);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 3 modules
var schemas = __webpack_require__(3619);
;// CONCATENATED MODULE: ./build/src/registry/stored-logins.js

const dockerHubKey = 'https://index.docker.io/v1/';
const fileSchema = schemas/* object */.Ikc({
    auths: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()))),
    credHelpers: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()))),
    credsStore: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* string */.YjP())),
});
const entrySchema = schemas/* object */.Ikc({
    auth: schemas/* optional */.lqM(schemas/* string */.YjP()),
    username: schemas/* optional */.lqM(schemas/* string */.YjP()),
    password: schemas/* optional */.lqM(schemas/* string */.YjP()),
    identitytoken: schemas/* optional */.lqM(schemas/* string */.YjP()),
    registrytoken: schemas/* optional */.lqM(schemas/* string */.YjP()),
});
function parseStoredLogins(text) {
    const read = fileSchema.safeParse(tryParseJson(text));
    if (!read.success)
        return undefined;
    const { auths, credHelpers, credsStore } = read.data;
    return { auths: auths ?? {}, credHelpers: credHelpers ?? {}, credsStore: credsStore || undefined };
}
function serverKey(domain) {
    return domain === 'docker.io' ? dockerHubKey : domain;
}
function helperFor({ credHelpers, credsStore }, domain) {
    const key = Object.keys(credHelpers).find((candidate) => depth(candidate, { domain, path: '' }) !== undefined);
    const name = key === undefined ? undefined : credHelpers[key];
    return typeof name === 'string' && name !== '' ? name : credsStore;
}
function entryFor({ auths }, repository) {
    let best;
    for (const key of Object.keys(auths)) {
        const found = depth(key, repository);
        if (found !== undefined && (best === undefined || found > best.depth))
            best = { key, depth: found };
    }
    return best === undefined ? undefined : auths[best.key];
}
function readEntry(entry) {
    const read = entrySchema.safeParse(entry);
    if (!read.success)
        return { kind: 'malformed' };
    const { auth, username, password, identitytoken, registrytoken } = read.data;
    if (registrytoken)
        return { kind: 'credentials', credentials: { kind: 'registry-token', token: registrytoken } };
    if (identitytoken)
        return { kind: 'credentials', credentials: { kind: 'identity-token', token: identitytoken } };
    if (auth)
        return decodeAuth(auth);
    if (!username || !password)
        return { kind: 'empty' };
    return { kind: 'credentials', credentials: { kind: 'password', username, password } };
}
function decodeAuth(auth) {
    if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(auth.trim()))
        return { kind: 'malformed' };
    const text = Buffer.from(auth, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    const password = text.slice(colon + 1).replace(/\0+$/, '');
    if (colon < 1 || password === '')
        return { kind: 'malformed' };
    return { kind: 'credentials', credentials: { kind: 'password', username: text.slice(0, colon), password } };
}
function depth(key, { domain, path }) {
    const [, scheme, host = '', rest = ''] = /^(https?:\/\/)?([^/]*)(?:\/(.*))?$/is.exec(key) ?? [];
    if (!isSameRegistry(host.toLowerCase(), domain))
        return undefined;
    const prefix = rest.replace(/\/+$/, '');
    if (prefix === '')
        return scheme === undefined && host.toLowerCase() === domain ? 1 : 0;
    if (prefix === 'v1' || prefix === 'v2')
        return key === dockerHubKey ? 1 : 0;
    return path === prefix || path.startsWith(`${prefix}/`) ? 1 + prefix.split('/').length : undefined;
}
const dockerHubNames = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io']);
function isSameRegistry(host, domain) {
    return host === domain || (domain === 'docker.io' && dockerHubNames.has(host));
}
function tryParseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/src/registry/credentials.js



const maxFileBytes = 1024 * 1024;
const maxHelperBytes = 64 * 1024;
function createFindCredentials({ environment, readFile, runHelper, }) {
    return async (repository, bounds) => {
        const notices = [];
        for (const path of loginFiles(environment)) {
            const content = await readFile(path, { ...bounds, maxBytes: maxFileBytes });
            if (content.kind === 'absent')
                continue;
            const logins = content.kind === 'text' ? parseStoredLogins(content.text) : undefined;
            if (!logins) {
                const came = content.kind === 'text' ? 'is not a JSON file of credentials' : content.came;
                notices.push(`${path} ${came}; no credentials were taken from it`);
                continue;
            }
            const credentials = (await askHelper({ logins, repository, bounds, runHelper, notices })) ??
                readStored({ logins, repository, path, notices });
            if (credentials)
                return { credentials, notices };
        }
        return { credentials: undefined, notices };
    };
}
function secretsOf(credentials) {
    if (credentials.kind !== 'password')
        return [credentials.token];
    return [credentials.password, basicValue(credentials)];
}
function basicValue({ username, password }) {
    return Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
}
function loginFiles({ DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR, home }) {
    const docker = DOCKER_CONFIG || (home ? join(home, '.docker') : undefined);
    const files = [
        docker && join(docker, 'config.json'),
        REGISTRY_AUTH_FILE,
        XDG_RUNTIME_DIR && join(XDG_RUNTIME_DIR, 'containers', 'auth.json'),
    ];
    return [...new Set(files.filter((file) => file !== undefined && file !== ''))];
}
function join(folder, ...names) {
    return /^[A-Za-z]:|\\/.test(folder) ? external_node_path_.win32.join(folder, ...names) : external_node_path_.posix.join(folder, ...names);
}
const helperSchema = schemas/* object */.Ikc({ Username: schemas/* string */.YjP(), Secret: schemas/* string */.YjP() });
async function askHelper({ logins, repository, bounds, runHelper, notices, }) {
    const name = helperFor(logins, repository.domain);
    if (name === undefined)
        return undefined;
    const program = `docker-credential-${name}`;
    const fail = (came) => {
        notices.push(`the credential helper ${program} ${came}; ${repository.domain} is asked without it`);
        return undefined;
    };
    if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) {
        notices.push(`the credential helper ${JSON.stringify(name.slice(0, 60))} has no valid name and is not started`);
        return undefined;
    }
    const input = serverKey(repository.domain);
    const answer = await runHelper({ ...bounds, program, input, maxBytes: maxHelperBytes });
    if (answer.kind === 'failed')
        return fail(answer.came);
    if (answer.exitCode !== 0 && /credentials not found/i.test(answer.stdout))
        return undefined;
    if (answer.exitCode !== 0)
        return fail(`ended with exit code ${answer.exitCode}`);
    const read = helperSchema.safeParse(tryParseJson(answer.stdout));
    if (!read.success)
        return fail('answered something that is not JSON with `Username` and `Secret`');
    const { Username: username, Secret: secret } = read.data;
    if (secret === '')
        return undefined;
    return username === '<token>'
        ? { kind: 'identity-token', token: secret }
        : { kind: 'password', username, password: secret };
}
function readStored({ logins, repository, path, notices }) {
    const entry = entryFor(logins, repository);
    if (entry === undefined)
        return undefined;
    const read = readEntry(entry);
    if (read.kind === 'malformed')
        notices.push(`the entry for ${repository.domain} in ${path} cannot be read`);
    return read.kind === 'credentials' ? read.credentials : undefined;
}

// EXTERNAL MODULE: external "node:dns"
var external_node_dns_ = __webpack_require__(610);
// EXTERNAL MODULE: ./build/src/http/transport.js
var http_transport = __webpack_require__(2950);
;// CONCATENATED MODULE: ./build/src/registry/http-exchange.js



function createHttpExchange(options) {
    const { userAgent, proxyFor, allowLoopback, timeoutSignal, clock, onRequest } = options;
    const transports = new Map();
    const lookup = guardLookup({ allowLoopback });
    function transportTo(url) {
        const known = transports.get(url.origin);
        if (known)
            return known;
        const transport = (0,http_transport/* createTransport */.o)({
            baseUrl: url.origin,
            headers: { 'user-agent': userAgent },
            proxyUrl: proxyFor(url),
            lookup,
            timeoutSignal,
        });
        transports.set(url.origin, transport);
        return transport;
    }
    const exchange = async ({ url, maxBytes, ...request }) => {
        try {
            const path = url.pathname + url.search;
            const sentMs = clock.monotonicMs();
            const response = await transportTo(url).exchange({ ...request, path, maxBodyBytes: maxBytes });
            const answer = response.kind === 'response' ? response : undefined;
            onRequest?.({
                operation: operationOf(url),
                method: request.method,
                origin: url.origin,
                status: answer?.status,
                durationMs: clock.monotonicMs() - sentMs,
                bytes: answer?.body.length,
            });
            if (response.kind === 'failure')
                return { kind: 'lost', how: response.how, cause: response.cause };
            const { status, body } = response;
            const headers = Object.entries(response.headers).map(([name, value]) => [
                name,
                Array.isArray(value) ? value.join(', ') : value,
            ]);
            return { kind: 'reply', status, headers: Object.fromEntries(headers), body };
        }
        catch (cause) {
            return { kind: 'lost', how: 'network', cause };
        }
    };
    return {
        exchange,
        close: async () => void (await Promise.all(Array.from(transports.values(), (transport) => transport.close()))),
    };
}
function operationOf({ pathname }) {
    const [, operation] = /^\/v2\/.+\/(manifest|blob|tags)s?\/[^/]+$/.exec(pathname) ?? [];
    return operation ?? 'other';
}
function guardLookup({ allowLoopback, lookup = external_node_dns_.lookup, }) {
    return (hostname, options, callback) => {
        lookup(hostname, { ...options, all: true }, (error, addresses) => {
            if (error)
                return callback(error, '');
            const isAllowed = (address) => {
                const kind = (0,registry_address/* addressKind */.Zu)(address);
                return kind === 'public' || (kind === 'loopback' && allowLoopback);
            };
            const [first] = addresses;
            if (!first || !addresses.every(({ address }) => isAllowed(address))) {
                const refused = new Error(`${hostname} resolves to an address that is not asked`);
                return callback(Object.assign(refused, { code: 'FORBIDDEN_ADDRESS' }), '');
            }
            if (options.all)
                callback(null, addresses);
            else
                callback(null, first.address, first.family);
        });
    };
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
;// CONCATENATED MODULE: ./build/src/registry/machine.js
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});


const readLoginFile = (path, { maxBytes, timeoutMs, signal }) => {
    const { promise, resolve } = Promise.withResolvers();
    const stopped = AbortSignal.any([AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs))), signal]);
    const onStop = () => resolve(unreadable('could not be read in time'));
    if (stopped.aborted)
        onStop();
    stopped.addEventListener('abort', onStop, { once: true });
    readWhole(path, maxBytes).then(resolve, (error) => {
        const code = codeOf(error);
        resolve(code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'absent' } : unreadable(`cannot be read: ${code}`));
    });
    return promise.finally(() => stopped.removeEventListener('abort', onStop));
};
async function readWhole(path, maxBytes) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const facts = await (0,promises_.stat)(path);
        if (!facts.isFile())
            return unreadable('is no file');
        if (facts.size > maxBytes)
            return unreadable(`is larger than ${maxBytes} bytes`);
        const file = __addDisposableResource(env_1, await (0,promises_.open)(path, 'r'), true);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
        if (bytesRead > maxBytes)
            return unreadable(`is larger than ${maxBytes} bytes`);
        return { kind: 'text', text: buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '') };
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
function createRunHelper(environment) {
    return ({ program, input, timeoutMs, maxBytes, signal }) => {
        const { promise, resolve } = Promise.withResolvers();
        const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)));
        const child = (0,external_node_child_process_.spawn)(program, ['get'], {
            env: environment,
            stdio: ['pipe', 'pipe', 'ignore'],
            windowsHide: true,
        });
        const fail = (came) => {
            resolve({ kind: 'failed', came });
            child.kill('SIGKILL');
            child.stdout.destroy();
            child.unref();
        };
        const stopped = AbortSignal.any([timeout, signal]);
        const onStop = () => fail(signal.aborted ? 'was stopped' : 'gave no answer in time');
        if (stopped.aborted)
            onStop();
        stopped.addEventListener('abort', onStop, { once: true });
        const chunks = [];
        let bytes = 0;
        child.stdout.on('data', (chunk) => {
            bytes += chunk.length;
            if (bytes > maxBytes)
                fail(`answered more than ${maxBytes} bytes`);
            else
                chunks.push(chunk);
        });
        child.on('error', (error) => {
            const code = codeOf(error);
            fail(code === 'ENOENT' ? 'is not installed' : `could not be started: ${code}`);
        });
        child.on('close', (exitCode) => {
            if (exitCode === null)
                return fail('was killed');
            resolve({ kind: 'ended', exitCode, stdout: Buffer.concat(chunks).toString('utf8') });
        });
        child.stdin.on('error', () => { });
        child.stdin.end(input);
        return promise.finally(() => stopped.removeEventListener('abort', onStop));
    };
}
function unreadable(came) {
    return { kind: 'unreadable', came };
}
function codeOf(error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
}

;// CONCATENATED MODULE: ./build/src/registry/budget.js
function startBudget({ clock, totalMs, signal, }) {
    const endMs = clock.monotonicMs() + totalMs;
    return {
        totalMs,
        signal,
        bounds() {
            const timeoutMs = endMs - clock.monotonicMs();
            return timeoutMs > 0 ? { timeoutMs, signal } : undefined;
        },
    };
}

;// CONCATENATED MODULE: ./build/src/registry/challenge.js
const longestHeader = 16 * 1024;
const scheme = /[ \t,]*([!#$%&'*+.^_`|~\w-]+)(?=[ \t]|,|$)[ \t]*(?!=)/y;
const parameter = /[ \t,]*([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]*))/y;
function parseChallenges(header) {
    const text = header.slice(0, longestHeader);
    const challenges = [];
    let at = 0;
    const take = (pattern) => {
        pattern.lastIndex = at;
        const match = pattern.exec(text);
        if (match)
            at = pattern.lastIndex;
        return match;
    };
    for (let opened = take(scheme); opened; opened = take(scheme)) {
        const parameters = new Map();
        for (let found = take(parameter); found; found = take(parameter)) {
            const [, name = '', quoted, bare = ''] = found;
            const key = name.toLowerCase();
            if (!parameters.has(key))
                parameters.set(key, quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1'));
        }
        challenges.push({ scheme: (opened[1] ?? '').toLowerCase(), parameters });
    }
    return challenges;
}

;// CONCATENATED MODULE: ./build/src/registry/unknown.js

function unknown(reason, came, retryAfterSeconds) {
    return { kind: 'unknown', reason, came, retryAfterSeconds };
}
function unknownOfLoss({ lost, host, totalMs }) {
    if (lost.how === 'timeout')
        return unknownOfTimeout(host, totalMs);
    if (lost.how === 'too-large')
        return unknown('malformed', `${host} answered more than fits a registry's answer`);
    const code = unknown_codeOf(lost.cause);
    return unknown('unreachable', `${host} could not be reached${code === undefined ? '' : `: ${code}`}`);
}
function unknownOfTimeout(host, totalMs) {
    return unknown('timeout', `${host} gave no answer within ${totalMs / 1000} s`);
}
function unknownOfStatus({ reply, host, login }) {
    const { status } = reply;
    const code = errorCode(reply);
    const came = `${host} answered ${status}${code === undefined ? '' : ` (${code})`}`;
    if (status === 429 || code === 'TOOMANYREQUESTS')
        return unknown('rate-limit', came, retryAfter(reply));
    if (status === 401 || status === 403 || code === 'UNAUTHORIZED' || code === 'DENIED') {
        return unknown(login === 'none' ? 'no-credentials' : 'credentials-refused', came);
    }
    return unknown(status >= 500 ? 'unavailable' : 'malformed', came, retryAfter(reply));
}
function errorCode({ body }) {
    const parsed = tryParseJson(Buffer.from(body).toString('utf8'));
    const errors = isObject(parsed) ? parsed.errors : undefined;
    const first = Array.isArray(errors) ? errors[0] : undefined;
    const code = isObject(first) ? first.code : undefined;
    return typeof code === 'string' && /^[A-Za-z_]{1,40}$/.test(code) ? code.toUpperCase() : undefined;
}
function retryAfter({ headers }) {
    const text = headers['retry-after'] ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
function isObject(value) {
    return typeof value === 'object' && value !== null;
}
function unknown_codeOf(cause) {
    for (let error = cause, level = 0; error instanceof Error && level < 5; error = error.cause, level += 1) {
        if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(error.code))
            return error.code;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/src/registry/authorization.js






const maxTokenBytes = 256 * 1024;
const tokenAnswer = schemas/* object */.Ikc({ token: schemas/* optional */.lqM(schemas/* string */.YjP()), access_token: schemas/* optional */.lqM(schemas/* string */.YjP()) });
const tokenText = /^[\x21-\x7e]{1,65536}$/;
async function authorize(task, reply) {
    const { ports, budget, repository, registry } = task;
    const challenges = parseChallenges(reply.headers['www-authenticate'] ?? '');
    const bearer = challenges.find(({ scheme, parameters }) => scheme === 'bearer' && parameters.has('realm'));
    const isBasic = challenges.some(({ scheme }) => scheme === 'basic');
    const refused = () => unknownOfStatus({ reply, host: registry.host, login: 'none' });
    if (!bearer && !isBasic)
        return refused();
    const bounds = budget.bounds();
    if (!bounds)
        return unknownOfTimeout(registry.host, budget.totalMs);
    const { credentials, notices } = await ports.findCredentials(repository, bounds);
    for (const notice of notices)
        ports.onNotice(notice);
    for (const secret of credentials ? secretsOf(credentials) : [])
        ports.onSecret(secret);
    if (credentials?.kind === 'registry-token') {
        if (!tokenText.test(credentials.token))
            return unknown('malformed', 'the stored token holds characters that no header can carry');
        return { kind: 'authorized', header: `Bearer ${credentials.token}`, login: 'used' };
    }
    if (bearer)
        return authorizeByToken(task, { challenge: bearer, credentials });
    if (credentials?.kind !== 'password')
        return refused();
    return { kind: 'authorized', header: `Basic ${basicValue(credentials)}`, login: 'used' };
}
async function authorizeByToken(task, { challenge, credentials }) {
    const { ports, registry } = task;
    const realm = URL.parse(challenge.parameters.get('realm') ?? '');
    if (!realm)
        return unknown('malformed', `${registry.host} names a token server that is no URL`);
    const refusal = (0,registry_address/* urlRefusal */.sc)(realm, ports);
    if (refusal !== undefined)
        return unknown('forbidden-address', `${registry.host} names a token server that is not asked: ${refusal}`);
    if (!credentials)
        return requestToken(task, { realm, challenge, credentials });
    if (!isOwnRealm(realm, registry)) {
        ports.onNotice(`${registry.host} asks for tokens from ${realm.host}, which is not in its own domain; the stored credentials are not sent there`);
        return requestToken(task, { realm, challenge, credentials: undefined });
    }
    const authorized = await requestToken(task, { realm, challenge, credentials });
    if (authorized.kind === 'authorized' || authorized.reason !== 'credentials-refused')
        return authorized;
    const anonymous = await requestToken(task, { realm, challenge, credentials: undefined });
    return anonymous.kind === 'authorized' ? { ...anonymous, login: 'refused' } : authorized;
}
async function requestToken({ ports, budget, repository, registry }, { realm, challenge, credentials }) {
    const bounds = budget.bounds();
    if (!bounds)
        return unknownOfTimeout(realm.host, budget.totalMs);
    const asked = new URLSearchParams();
    const service = challenge.parameters.get('service');
    if (service !== undefined)
        asked.set('service', service);
    asked.set('scope', challenge.parameters.get('scope') || `repository:${repository.path}:pull`);
    const sent = { ...bounds, maxBytes: maxTokenBytes };
    const url = new URL(realm);
    url.hash = '';
    let reply;
    if (credentials?.kind === 'identity-token') {
        asked.set('grant_type', 'refresh_token');
        asked.set('client_id', 'deploy-gpu-endpoint');
        asked.set('refresh_token', credentials.token);
        const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
        reply = await ports.exchange({ ...sent, method: 'POST', url, headers, body: asked.toString() });
    }
    else {
        for (const [name, value] of asked)
            url.searchParams.set(name, value);
        const basic = credentials?.kind === 'password' ? { authorization: `Basic ${basicValue(credentials)}` } : {};
        reply = await ports.exchange({ ...sent, method: 'GET', url, headers: { accept: 'application/json', ...basic } });
    }
    budget.signal.throwIfAborted();
    if (reply.kind === 'lost')
        return unknownOfLoss({ lost: reply, host: realm.host, totalMs: budget.totalMs });
    const login = credentials === undefined ? 'none' : 'used';
    if (reply.status === 400 && credentials) {
        return unknown('credentials-refused', `${realm.host} answered 400 to the stored credentials`);
    }
    if (reply.status !== 200)
        return unknownOfStatus({ reply, host: realm.host, login });
    const read = tokenAnswer.safeParse(tryParseJson(Buffer.from(reply.body).toString('utf8')));
    const token = read.success ? read.data.token || read.data.access_token : undefined;
    if (token === undefined || !tokenText.test(token)) {
        return unknown('malformed', `the token server ${realm.host} of ${registry.host} answered without a token`);
    }
    ports.onSecret(token);
    return { kind: 'authorized', header: `Bearer ${token}`, login };
}
function isOwnRealm(realm, registry) {
    if (realm.hostname === registry.hostname)
        return true;
    const isName = (url) => (0,registry_address/* hostKind */.Pz)(url) === 'public' && !/^\[|^[\d.]+$/.test(url.hostname);
    return isName(realm) && isName(registry) && domainOf(realm.hostname) === domainOf(registry.hostname);
}
function domainOf(hostname) {
    const labels = hostname.replace(/\.$/, '').split('.');
    const [second = '', top = ''] = labels.slice(-2);
    return labels.slice(top.length === 2 && /^(?:ac|co|com|edu|gov|net|or|org)$/.test(second) ? -3 : -2).join('.');
}

;// CONCATENATED MODULE: ./build/src/registry/client.js



const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
function createRepositoryClient({ repository, ports, budget, }) {
    const registry = registryUrl(repository.domain, ports);
    const refusal = (0,registry_address/* urlRefusal */.sc)(registry, ports);
    let authorization;
    async function request({ method, path, accept, maxBytes }) {
        if (refusal !== undefined)
            return unknown('forbidden-address', `it is not asked: ${refusal}`);
        let url = new URL(`/v2/${repository.path}/${path}`, registry);
        for (let hops = 0;;) {
            const isOwn = url.origin === registry.origin;
            const bounds = budget.bounds();
            if (!bounds)
                return unknownOfTimeout(url.host, budget.totalMs);
            const plain = { accept, 'accept-encoding': 'identity' };
            const headers = isOwn && authorization ? { ...plain, authorization: authorization.header } : plain;
            const reply = await ports.exchange({ ...bounds, method, url, headers, maxBytes });
            budget.signal.throwIfAborted();
            if (reply.kind === 'lost')
                return unknownOfLoss({ lost: reply, host: url.host, totalMs: budget.totalMs });
            if (redirects.has(reply.status)) {
                hops += 1;
                const next = nextUrl({ reply, url, hops });
                if (!(next instanceof URL))
                    return next;
                url = next;
            }
            else if (reply.status === 401 && isOwn && !authorization) {
                const authorized = await authorize({ ports, budget, repository, registry }, reply);
                if (authorized.kind === 'unknown')
                    return authorized;
                authorization = authorized;
            }
            else {
                return reply;
            }
        }
    }
    function nextUrl({ reply, url, hops }) {
        const next = URL.parse(reply.headers.location ?? '', url.href);
        if (!next)
            return unknown('malformed', `${url.host} answered ${reply.status} without an address to go to`);
        if (hops > maxRedirects)
            return unknown('malformed', `${registry.host} redirects more than ${maxRedirects} times`);
        const why = (0,registry_address/* urlRefusal */.sc)(next, ports);
        if (why !== undefined)
            return unknown('forbidden-address', `${url.host} redirects to an address that is not asked: ${why}`);
        return next;
    }
    return {
        host: registry.host,
        get login() {
            return authorization?.login ?? 'none';
        },
        request,
    };
}
function registryUrl(domain, { allowLoopback }) {
    const host = domain === 'docker.io' ? 'registry-1.docker.io' : domain;
    const plain = new URL(`http://${host}`);
    return allowLoopback && (0,registry_address/* urlRefusal */.sc)(plain, { allowLoopback }) === undefined ? plain : new URL(`https://${host}`);
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(3759);
// EXTERNAL MODULE: ./build/src/registry/reference.js
var reference = __webpack_require__(6997);
;// CONCATENATED MODULE: ./build/src/registry/manifest.js




const manifestTypes = {
    ociIndex: 'application/vnd.oci.image.index.v1+json',
    ociManifest: 'application/vnd.oci.image.manifest.v1+json',
    dockerList: 'application/vnd.docker.distribution.manifest.list.v2+json',
    dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
};
const acceptManifests = Object.values(manifestTypes).join(', ');
const manifest_text = schemas/* string */.YjP().check(api/* _maxLength */.Eb(255));
const size = schemas/* number */.aig().check(schemas/* int */.Whr(), api/* _gte */.qm(0));
const digest = schemas/* string */.YjP().check(schemas/* refine */.YPB(reference/* isDigest */.Bc));
const platform = schemas/* object */.Ikc({ os: manifest_text, architecture: manifest_text, variant: schemas/* optional */.lqM(schemas/* nullable */.mee(manifest_text)) });
const descriptor = schemas/* object */.Ikc({ mediaType: schemas/* optional */.lqM(manifest_text), digest, size });
const indexSchema = schemas/* object */.Ikc({
    manifests: schemas/* array */.YOg(schemas/* extend */.X$i(descriptor, {
        platform: schemas/* optional */.lqM(schemas/* nullable */.mee(platform)),
        annotations: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()))),
    })),
});
const manifestSchema = schemas/* object */.Ikc({ config: descriptor, layers: schemas/* array */.YOg(descriptor) });
function parseDocument(reply, algorithm = 'sha256') {
    const parsed = tryParseJson(Buffer.from(reply.body).toString('utf8'));
    const content = parseIndex(parsed) ?? parseManifest(parsed);
    if (!content)
        return undefined;
    const said = [mediaTypeOf(reply), typeIn(parsed)].find((type) => type !== undefined && isManifestType(type));
    const isIndexType = said === manifestTypes.ociIndex || said === manifestTypes.dockerList;
    if (said !== undefined && isIndexType !== (content.kind === 'index'))
        return undefined;
    const assumed = content.kind === 'index' ? manifestTypes.ociIndex : manifestTypes.ociManifest;
    return { digest: digestOf(reply.body, algorithm), mediaType: said ?? assumed, content };
}
function digestOf(bytes, algorithm = 'sha256') {
    return `${algorithm}:${(0,external_node_crypto_.createHash)(algorithm).update(bytes).digest('hex')}`;
}
function mediaTypeOf({ headers }) {
    return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || undefined;
}
function isManifestType(type) {
    return Object.values(manifestTypes).includes(type);
}
function parseConfigPlatform(bytes) {
    const read = platform.safeParse(tryParseJson(Buffer.from(bytes).toString('utf8')));
    return read.success ? platformOf(read.data) : undefined;
}
function isImageConfig(mediaType) {
    return (mediaType === undefined ||
        /^application\/(?:vnd\.oci\.image\.config|vnd\.docker\.container\.image|octet-stream)/.test(mediaType));
}
function renderPlatform({ os, architecture, variant }) {
    return [os, architecture, ...(variant ? [variant] : [])].join('/');
}
function isPlatform(offered, wanted) {
    return (offered.os === wanted.os &&
        offered.architecture === wanted.architecture &&
        (!wanted.variant || offered.variant === wanted.variant));
}
function offeredPlatforms({ images }) {
    const platforms = images.flatMap(({ platform }) => (platform ? [platform] : []));
    return [...new Map(platforms.map((offered) => [renderPlatform(offered), offered])).values()];
}
function parseIndex(value) {
    const read = indexSchema.safeParse(value);
    if (!read.success)
        return undefined;
    const images = read.data.manifests.flatMap(({ digest, platform, annotations }) => {
        const isAttestation = annotations?.['vnd.docker.reference.type'] !== undefined || platform?.os === 'unknown';
        return isAttestation ? [] : [{ digest, platform: platform ? platformOf(platform) : undefined }];
    });
    return { kind: 'index', images };
}
function parseManifest(value) {
    const read = manifestSchema.safeParse(value);
    if (!read.success)
        return undefined;
    const { config, layers } = read.data;
    const layerBytes = layers.reduce((sum, layer) => sum + layer.size, 0);
    return { kind: 'manifest', config: { digest: config.digest, mediaType: config.mediaType }, layerBytes };
}
function platformOf({ os, architecture, variant }) {
    if (os === '' || architecture === '' || ![os, architecture, variant ?? ''].every(isWord))
        return undefined;
    return variant ? { os, architecture, variant } : { os, architecture };
}
function isWord(part) {
    return /^[\w.-]{0,40}$/.test(part);
}
function typeIn(value) {
    const type = typeof value === 'object' && value !== null && 'mediaType' in value ? value.mediaType : undefined;
    return typeof type === 'string' ? type : undefined;
}

// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __webpack_require__(1916);
;// CONCATENATED MODULE: ./build/src/registry/near-tags.js




const maxPages = 5;
const maxListBytes = 4 * 1024 * 1024;
const maxTags = 10_000;
const maxNear = 3;
const listSchema = schemas/* object */.Ikc({ tags: schemas/* nullable */.mee(schemas/* array */.YOg(schemas/* string */.YjP())) });
async function listTags(client) {
    const tags = [];
    let path = 'tags/list?n=1000';
    for (let page = 0; path !== undefined && page < maxPages && tags.length < maxTags; page += 1) {
        const reply = await client.request({ method: 'GET', path, accept: 'application/json', maxBytes: maxListBytes });
        const text = reply.kind === 'reply' && reply.status === 200 ? Buffer.from(reply.body).toString('utf8') : '';
        const read = listSchema.safeParse(tryParseJson(text));
        if (reply.kind !== 'reply' || !read.success)
            return page === 0 ? undefined : tags;
        for (const tag of read.data.tags ?? [])
            if ((0,reference/* isTag */.dz)(tag))
                tags.push(tag);
        path = nextPage(reply.headers.link);
    }
    return tags.slice(0, maxTags);
}
function nearTags(tag, tags) {
    const most = Math.max(1, Math.floor(tag.length / 3));
    return tags
        .map((candidate) => ({ candidate, differs: (0,mod/* distance */.Io)(tag.toLowerCase(), candidate.toLowerCase()) }))
        .filter(({ differs }) => differs <= most)
        .sort((a, b) => a.differs - b.differs || (a.candidate < b.candidate ? -1 : 1))
        .slice(0, maxNear)
        .map(({ candidate }) => candidate);
}
function nextPage(link) {
    const target = /^\s*<([^<>]{1,2048})>\s*;[^,]*\brel="?next\b/i.exec(link ?? '')?.[1];
    const query = target === undefined ? undefined : URL.parse(target, 'https://registry.invalid')?.search;
    return query ? `tags/list${query}` : undefined;
}

;// CONCATENATED MODULE: ./build/src/registry/resolve.js






const maxManifestBytes = 4 * 1024 * 1024;
const maxConfigBytes = 8 * 1024 * 1024;
const linuxAmd64 = { os: 'linux', architecture: 'amd64' };
function createResolve(options) {
    const { clock, allowLoopback = false, timeoutMs = 3000 } = options;
    return async ({ reference, platform = linuxAmd64, knownDigest, signal }) => {
        signal.throwIfAborted();
        const budget = startBudget({ clock, totalMs: timeoutMs, signal });
        const client = createRepositoryClient({ repository: reference, ports: { ...options, allowLoopback }, budget });
        const known = knownDigest === undefined ? undefined : await resolve_confirm({ client, reference, knownDigest });
        return known ?? (await read({ client, reference, wanted: platform }));
    };
}
async function resolve_confirm({ client, reference, knownDigest }) {
    const path = manifestPath(reference);
    const reply = await client.request({ method: 'HEAD', path, accept: acceptManifests, maxBytes: maxManifestBytes });
    if (reply.kind === 'unknown')
        return reply;
    if (reply.status === 429)
        return unknownOf(client, reply);
    const mediaType = mediaTypeOf(reply);
    if (reply.status !== 200 || reply.headers['docker-content-digest'] !== knownDigest)
        return undefined;
    if (mediaType === undefined || !isManifestType(mediaType))
        return undefined;
    return { kind: 'found', digest: knownDigest, mediaType, platforms: [], bytes: undefined };
}
async function read({ client, reference, wanted }) {
    const document = await getDocument(client, reference);
    if (document.kind === 'unknown')
        return document;
    if (document.kind === 'absent')
        return judgeAbsence({ client, reference, reply: document.reply });
    const { digest, mediaType, content } = document.document;
    const offer = await readOffer({ client, content, wanted });
    if (offer.kind === 'unknown')
        return offer;
    const { platforms, bytes, isKnown } = offer;
    if (isKnown && platforms.length > 0 && !platforms.some((offered) => isPlatform(offered, wanted))) {
        return { kind: 'other-platform', digest, wanted, platforms };
    }
    return { kind: 'found', digest, mediaType, platforms, bytes };
}
async function getDocument(client, target) {
    const path = manifestPath(target);
    const reply = await client.request({ method: 'GET', path, accept: acceptManifests, maxBytes: maxManifestBytes });
    if (reply.kind === 'unknown')
        return reply;
    if (reply.status === 404)
        return { kind: 'absent', reply };
    if (reply.status !== 200)
        return unknownOf(client, reply);
    const document = parseDocument(reply, target.digest?.split(':', 1)[0]);
    if (!document) {
        const type = mediaTypeOf(reply);
        const shown = type !== undefined && /^[\w.+/-]{1,80}$/.test(type) ? ` but ${type}` : '';
        return unknown('malformed', `${client.host} answered with no image manifest${shown}`);
    }
    const said = target.digest ?? saidDigest(reply);
    const isOther = said?.startsWith(`${document.digest.split(':', 1)[0]}:`) === true && said !== document.digest;
    if (isOther)
        return unknown('malformed', `${client.host} answered with a manifest that is not the one of its digest`);
    return { kind: 'document', document };
}
function saidDigest({ headers }) {
    const said = headers['docker-content-digest'];
    return said !== undefined && (0,reference/* isDigest */.Bc)(said) ? said : undefined;
}
async function judgeAbsence({ client, reference, reply, }) {
    const code = errorCode(reply);
    if (code === undefined)
        return unknown('malformed', `${client.host} answered 404, but not as a registry does`);
    const what = reference.digest === undefined ? 'tag' : 'digest';
    const tags = await listTags(client);
    const isListed = reference.digest === undefined && tags?.includes(reference.tag ?? '');
    if (isListed)
        return unknown('unavailable', `${client.host} lists the tag but answered 404 (${code}) for it`);
    const near = tags && reference.tag !== undefined ? nearTags(reference.tag, tags) : [];
    if (code === 'MANIFEST_UNKNOWN' || (tags && tags.length > 0))
        return { kind: 'missing', what, nearTags: near };
    if (client.login !== 'used')
        return unknown('not-visible', `${client.host} answered 404 (${code})`);
    return { kind: 'missing', what: code === 'NAME_UNKNOWN' ? 'repository' : what, nearTags: near };
}
async function readOffer({ client, content, wanted, }) {
    if (content.kind === 'manifest') {
        if (!isImageConfig(content.config.mediaType))
            return unknown('no-image', `${client.host} has something else than a container image there`);
        const platform = await readConfigPlatform(client, content);
        return { kind: 'offer', platforms: platform ? [platform] : [], bytes: content.layerBytes, isKnown: true };
    }
    const platforms = offeredPlatforms(content);
    const isKnown = content.images.every(({ platform }) => platform !== undefined);
    const chosen = content.images.find(({ platform }) => platform && isPlatform(platform, wanted));
    const image = chosen && (await getDocument(client, { tag: undefined, digest: chosen.digest }));
    const manifest = image?.kind === 'document' ? image.document.content : undefined;
    const bytes = manifest?.kind === 'manifest' ? manifest.layerBytes : undefined;
    return { kind: 'offer', platforms, bytes, isKnown };
}
async function readConfigPlatform(client, { config }) {
    const path = `blobs/${config.digest}`;
    const reply = await client.request({ method: 'GET', path, accept: '*/*', maxBytes: maxConfigBytes });
    if (reply.kind === 'unknown' || reply.status !== 200)
        return undefined;
    const isWhole = digestOf(reply.body, config.digest.split(':', 1)[0]) === config.digest;
    return isWhole ? parseConfigPlatform(reply.body) : undefined;
}
function manifestPath({ tag, digest }) {
    return `manifests/${digest ?? tag}`;
}
function unknownOf(client, reply) {
    return unknownOfStatus({ reply, host: client.host, login: client.login });
}

;// CONCATENATED MODULE: ./build/src/registry/registries.js





function openRegistries(options) {
    const { env, serviceUrl, clock, onSecret, onNotice } = options;
    const allowLoopback = (0,registry_address/* hostKind */.Pz)(serviceUrl) === 'loopback';
    const { exchange, close } = createHttpExchange({ ...options, allowLoopback });
    const { DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR } = env;
    const findCredentials = createFindCredentials({
        environment: { DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR, home: env.HOME || env.USERPROFILE },
        readFile: readLoginFile,
        runHelper: createRunHelper(withoutStepSecrets(env)),
    });
    return { resolve: createResolve({ exchange, findCredentials, onSecret, onNotice, clock, allowLoopback }), close };
}
function withoutStepSecrets(env) {
    const isOurs = (name) => /^(?:INPUT_|GPU_ENDPOINT_|ACTIONS_)|^GITHUB_TOKEN$/i.test(name);
    return Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name)));
}


/***/ })

};
;