const require_index = require("./index.js");
let node_fs = require("node:fs");
node_fs = require_index.__toESM(node_fs, 1);
let node_net = require("node:net");
let node_buffer = require("node:buffer");
let node_util = require("node:util");
let node_timers_promises = require("node:timers/promises");
let node_v8 = require("node:v8");
let node_path = require("node:path");
let node_dns = require("node:dns");

// node_modules/undici/lib/core/errors.js
var require_errors = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const kUndiciError = Symbol.for("undici.error.UND_ERR");
	var UndiciError = class extends Error {
		constructor(message, options) {
			super(message, options);
			this.name = "UndiciError";
			this.code = "UND_ERR";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kUndiciError] === true;
		}
		get [kUndiciError]() {
			return true;
		}
	};
	const kConnectTimeoutError = Symbol.for("undici.error.UND_ERR_CONNECT_TIMEOUT");
	var ConnectTimeoutError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "ConnectTimeoutError";
			this.message = message || "Connect Timeout Error";
			this.code = "UND_ERR_CONNECT_TIMEOUT";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kConnectTimeoutError] === true;
		}
		get [kConnectTimeoutError]() {
			return true;
		}
	};
	const kHeadersTimeoutError = Symbol.for("undici.error.UND_ERR_HEADERS_TIMEOUT");
	var HeadersTimeoutError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "HeadersTimeoutError";
			this.message = message || "Headers Timeout Error";
			this.code = "UND_ERR_HEADERS_TIMEOUT";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kHeadersTimeoutError] === true;
		}
		get [kHeadersTimeoutError]() {
			return true;
		}
	};
	const kHeadersOverflowError = Symbol.for("undici.error.UND_ERR_HEADERS_OVERFLOW");
	var HeadersOverflowError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "HeadersOverflowError";
			this.message = message || "Headers Overflow Error";
			this.code = "UND_ERR_HEADERS_OVERFLOW";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kHeadersOverflowError] === true;
		}
		get [kHeadersOverflowError]() {
			return true;
		}
	};
	const kBodyTimeoutError = Symbol.for("undici.error.UND_ERR_BODY_TIMEOUT");
	var BodyTimeoutError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "BodyTimeoutError";
			this.message = message || "Body Timeout Error";
			this.code = "UND_ERR_BODY_TIMEOUT";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kBodyTimeoutError] === true;
		}
		get [kBodyTimeoutError]() {
			return true;
		}
	};
	const kInvalidArgumentError = Symbol.for("undici.error.UND_ERR_INVALID_ARG");
	var InvalidArgumentError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "InvalidArgumentError";
			this.message = message || "Invalid Argument Error";
			this.code = "UND_ERR_INVALID_ARG";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kInvalidArgumentError] === true;
		}
		get [kInvalidArgumentError]() {
			return true;
		}
	};
	const kInvalidReturnValueError = Symbol.for("undici.error.UND_ERR_INVALID_RETURN_VALUE");
	var InvalidReturnValueError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "InvalidReturnValueError";
			this.message = message || "Invalid Return Value Error";
			this.code = "UND_ERR_INVALID_RETURN_VALUE";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kInvalidReturnValueError] === true;
		}
		get [kInvalidReturnValueError]() {
			return true;
		}
	};
	const kAbortError = Symbol.for("undici.error.UND_ERR_ABORT");
	var AbortError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "AbortError";
			this.message = message || "The operation was aborted";
			this.code = "UND_ERR_ABORT";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kAbortError] === true;
		}
		get [kAbortError]() {
			return true;
		}
	};
	const kRequestAbortedError = Symbol.for("undici.error.UND_ERR_ABORTED");
	var RequestAbortedError = class extends AbortError {
		constructor(message) {
			super(message);
			this.name = "AbortError";
			this.message = message || "Request aborted";
			this.code = "UND_ERR_ABORTED";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kRequestAbortedError] === true;
		}
		get [kRequestAbortedError]() {
			return true;
		}
	};
	const kInformationalError = Symbol.for("undici.error.UND_ERR_INFO");
	var InformationalError = class extends UndiciError {
		constructor(message, options) {
			super(message, options);
			this.name = "InformationalError";
			this.message = message || "Request information";
			this.code = "UND_ERR_INFO";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kInformationalError] === true;
		}
		get [kInformationalError]() {
			return true;
		}
	};
	const kRequestContentLengthMismatchError = Symbol.for("undici.error.UND_ERR_REQ_CONTENT_LENGTH_MISMATCH");
	var RequestContentLengthMismatchError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "RequestContentLengthMismatchError";
			this.message = message || "Request body length does not match content-length header";
			this.code = "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kRequestContentLengthMismatchError] === true;
		}
		get [kRequestContentLengthMismatchError]() {
			return true;
		}
	};
	const kResponseContentLengthMismatchError = Symbol.for("undici.error.UND_ERR_RES_CONTENT_LENGTH_MISMATCH");
	var ResponseContentLengthMismatchError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "ResponseContentLengthMismatchError";
			this.message = message || "Response body length does not match content-length header";
			this.code = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kResponseContentLengthMismatchError] === true;
		}
		get [kResponseContentLengthMismatchError]() {
			return true;
		}
	};
	const kClientDestroyedError = Symbol.for("undici.error.UND_ERR_DESTROYED");
	var ClientDestroyedError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "ClientDestroyedError";
			this.message = message || "The client is destroyed";
			this.code = "UND_ERR_DESTROYED";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kClientDestroyedError] === true;
		}
		get [kClientDestroyedError]() {
			return true;
		}
	};
	const kClientClosedError = Symbol.for("undici.error.UND_ERR_CLOSED");
	var ClientClosedError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "ClientClosedError";
			this.message = message || "The client is closed";
			this.code = "UND_ERR_CLOSED";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kClientClosedError] === true;
		}
		get [kClientClosedError]() {
			return true;
		}
	};
	const kSocketError = Symbol.for("undici.error.UND_ERR_SOCKET");
	var SocketError = class extends UndiciError {
		constructor(message, socket) {
			super(message);
			this.name = "SocketError";
			this.message = message || "Socket error";
			this.code = "UND_ERR_SOCKET";
			this.socket = socket;
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kSocketError] === true;
		}
		get [kSocketError]() {
			return true;
		}
	};
	const kNotSupportedError = Symbol.for("undici.error.UND_ERR_NOT_SUPPORTED");
	var NotSupportedError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "NotSupportedError";
			this.message = message || "Not supported error";
			this.code = "UND_ERR_NOT_SUPPORTED";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kNotSupportedError] === true;
		}
		get [kNotSupportedError]() {
			return true;
		}
	};
	const kBalancedPoolMissingUpstreamError = Symbol.for("undici.error.UND_ERR_BPL_MISSING_UPSTREAM");
	var BalancedPoolMissingUpstreamError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "MissingUpstreamError";
			this.message = message || "No upstream has been added to the BalancedPool";
			this.code = "UND_ERR_BPL_MISSING_UPSTREAM";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kBalancedPoolMissingUpstreamError] === true;
		}
		get [kBalancedPoolMissingUpstreamError]() {
			return true;
		}
	};
	const kWebAssemblyNotSupportedError = Symbol.for("undici.error.ERR_WEBASSEMBLY_NOT_SUPPORTED");
	var WebAssemblyNotSupportedError = class extends Error {
		constructor(message) {
			super(message || "WebAssembly is not supported in this environment, but is required for HTTP/1 parsing");
			this.code = "ERR_WEBASSEMBLY_NOT_SUPPORTED";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kWebAssemblyNotSupportedError] === true;
		}
		get [kWebAssemblyNotSupportedError]() {
			return true;
		}
	};
	const kHTTPParserError = Symbol.for("undici.error.UND_ERR_HTTP_PARSER");
	var HTTPParserError = class extends Error {
		constructor(message, code, data) {
			super(message);
			this.name = "HTTPParserError";
			this.code = code ? `HPE_${code}` : void 0;
			this.data = data ? data.toString() : void 0;
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kHTTPParserError] === true;
		}
		get [kHTTPParserError]() {
			return true;
		}
	};
	const kResponseExceededMaxSizeError = Symbol.for("undici.error.UND_ERR_RES_EXCEEDED_MAX_SIZE");
	var ResponseExceededMaxSizeError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "ResponseExceededMaxSizeError";
			this.message = message || "Response content exceeded max size";
			this.code = "UND_ERR_RES_EXCEEDED_MAX_SIZE";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kResponseExceededMaxSizeError] === true;
		}
		get [kResponseExceededMaxSizeError]() {
			return true;
		}
	};
	const kRequestRetryError = Symbol.for("undici.error.UND_ERR_REQ_RETRY");
	var RequestRetryError = class extends UndiciError {
		constructor(message, code, { headers, data }) {
			super(message);
			this.name = "RequestRetryError";
			this.message = message || "Request retry error";
			this.code = "UND_ERR_REQ_RETRY";
			this.statusCode = code;
			this.data = data;
			this.headers = headers;
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kRequestRetryError] === true;
		}
		get [kRequestRetryError]() {
			return true;
		}
	};
	const kResponseError = Symbol.for("undici.error.UND_ERR_RESPONSE");
	var ResponseError = class extends UndiciError {
		constructor(message, code, { headers, body, bodyTruncated = false }) {
			super(message);
			this.name = "ResponseError";
			this.message = message || "Response error";
			this.code = "UND_ERR_RESPONSE";
			this.statusCode = code;
			this.body = body;
			this.bodyTruncated = bodyTruncated;
			this.headers = headers;
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kResponseError] === true;
		}
		get [kResponseError]() {
			return true;
		}
	};
	const kSecureProxyConnectionError = Symbol.for("undici.error.UND_ERR_PRX_TLS");
	var SecureProxyConnectionError = class extends UndiciError {
		constructor(cause, message, options = {}) {
			super(message, {
				cause,
				...options
			});
			this.name = "SecureProxyConnectionError";
			this.message = message || "Secure Proxy Connection failed";
			this.code = "UND_ERR_PRX_TLS";
			this.cause = cause;
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kSecureProxyConnectionError] === true;
		}
		get [kSecureProxyConnectionError]() {
			return true;
		}
	};
	const kProxyConnectionError = Symbol.for("undici.error.UND_ERR_PRX_CONN");
	var ProxyConnectionError = class extends UndiciError {
		constructor(cause, message, options = {}) {
			super(message, {
				cause,
				...options
			});
			this.name = "ProxyConnectionError";
			this.message = message || "Proxy Connection failed";
			this.code = "UND_ERR_PRX_CONN";
			this.cause = cause;
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kProxyConnectionError] === true;
		}
		get [kProxyConnectionError]() {
			return true;
		}
	};
	const kMaxRedirectsError = Symbol.for("undici.error.UND_ERR_REDIRECT_MAX");
	var MaxRedirectsError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "MaxRedirectsError";
			this.message = message || "max redirects";
			this.code = "UND_ERR_REDIRECT_MAX";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kMaxRedirectsError] === true;
		}
		get [kMaxRedirectsError]() {
			return true;
		}
	};
	const kMaxOriginsReachedError = Symbol.for("undici.error.UND_ERR_MAX_ORIGINS_REACHED");
	var MaxOriginsReachedError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "MaxOriginsReachedError";
			this.message = message || "Maximum allowed origins reached";
			this.code = "UND_ERR_MAX_ORIGINS_REACHED";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kMaxOriginsReachedError] === true;
		}
		get [kMaxOriginsReachedError]() {
			return true;
		}
	};
	var Socks5ProxyError = class extends UndiciError {
		constructor(message, code) {
			super(message);
			this.name = "Socks5ProxyError";
			this.message = message || "SOCKS5 proxy error";
			this.code = code || "UND_ERR_SOCKS5";
		}
	};
	const kMessageSizeExceededError = Symbol.for("undici.error.UND_ERR_WS_MESSAGE_SIZE_EXCEEDED");
	var MessageSizeExceededError = class extends UndiciError {
		constructor(message) {
			super(message);
			this.name = "MessageSizeExceededError";
			this.message = message || "Max decompressed message size exceeded";
			this.code = "UND_ERR_WS_MESSAGE_SIZE_EXCEEDED";
		}
		static [Symbol.hasInstance](instance) {
			return instance && instance[kMessageSizeExceededError] === true;
		}
		get [kMessageSizeExceededError]() {
			return true;
		}
	};
	module.exports = {
		AbortError,
		WebAssemblyNotSupportedError,
		HTTPParserError,
		UndiciError,
		HeadersTimeoutError,
		HeadersOverflowError,
		BodyTimeoutError,
		RequestContentLengthMismatchError,
		ConnectTimeoutError,
		InvalidArgumentError,
		InvalidReturnValueError,
		RequestAbortedError,
		ClientDestroyedError,
		ClientClosedError,
		InformationalError,
		SocketError,
		NotSupportedError,
		ResponseContentLengthMismatchError,
		BalancedPoolMissingUpstreamError,
		ResponseExceededMaxSizeError,
		RequestRetryError,
		ResponseError,
		SecureProxyConnectionError,
		ProxyConnectionError,
		MaxOriginsReachedError,
		MaxRedirectsError,
		Socks5ProxyError,
		MessageSizeExceededError
	};
}));

// node_modules/undici/lib/core/symbols.js
var require_symbols = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	module.exports = {
		kClose: Symbol("close"),
		kDestroy: Symbol("destroy"),
		kDispatch: Symbol("dispatch"),
		kUrl: Symbol("url"),
		kRequestOrigin: Symbol("request origin"),
		kRedirectCacheControl: Symbol("redirect cache control"),
		kOriginless: Symbol("originless"),
		kWriting: Symbol("writing"),
		kResuming: Symbol("resuming"),
		kQueue: Symbol("queue"),
		kConnect: Symbol("connect"),
		kConnecting: Symbol("connecting"),
		kKeepAliveDefaultTimeout: Symbol("default keep alive timeout"),
		kKeepAliveMaxTimeout: Symbol("max keep alive timeout"),
		kKeepAliveTimeoutThreshold: Symbol("keep alive timeout threshold"),
		kKeepAliveTimeoutValue: Symbol("keep alive timeout"),
		kKeepAlive: Symbol("keep alive"),
		kHeadersTimeout: Symbol("headers timeout"),
		kBodyTimeout: Symbol("body timeout"),
		kServerName: Symbol("server name"),
		kLocalAddress: Symbol("local address"),
		kHost: Symbol("host"),
		kNoRef: Symbol("no ref"),
		kBodyUsed: Symbol("used"),
		kBody: Symbol("abstracted request body"),
		kRunning: Symbol("running"),
		kBlocking: Symbol("blocking"),
		kPending: Symbol("pending"),
		kSize: Symbol("size"),
		kBusy: Symbol("busy"),
		kQueued: Symbol("queued"),
		kFree: Symbol("free"),
		kConnected: Symbol("connected"),
		kClosed: Symbol("closed"),
		kNeedDrain: Symbol("need drain"),
		kReset: Symbol("reset"),
		kDestroyed: Symbol.for("nodejs.stream.destroyed"),
		kResume: Symbol("resume"),
		kOnError: Symbol("on error"),
		kMaxHeadersSize: Symbol("max headers size"),
		kRunningIdx: Symbol("running index"),
		kPendingIdx: Symbol("pending index"),
		kError: Symbol("error"),
		kClients: Symbol("clients"),
		kClient: Symbol("client"),
		kParser: Symbol("parser"),
		kOnDestroyed: Symbol("destroy callbacks"),
		kPipelining: Symbol("pipelining"),
		kSocket: Symbol("socket"),
		kHostHeader: Symbol("host header"),
		kConnector: Symbol("connector"),
		kStrictContentLength: Symbol("strict content length"),
		kMaxRedirections: Symbol("maxRedirections"),
		kMaxRequests: Symbol("maxRequestsPerClient"),
		kProxy: Symbol("proxy agent options"),
		kCounter: Symbol("socket request counter"),
		kMaxResponseSize: Symbol("max response size"),
		kHTTP2Session: Symbol("http2Session"),
		kHTTP2Options: Symbol("http2 options"),
		kHTTP2SessionState: Symbol("http2Session state"),
		kRetryHandlerDefaultRetry: Symbol("retry agent default retry"),
		kConstruct: Symbol("constructable"),
		kListeners: Symbol("listeners"),
		kHTTPContext: Symbol("http context"),
		kMaxConcurrentStreams: Symbol("max concurrent streams"),
		kHostAuthority: Symbol("host authority"),
		kHTTP2InitialWindowSize: Symbol("http2 initial window size"),
		kHTTP2ConnectionWindowSize: Symbol("http2 connection window size"),
		kEnableConnectProtocol: Symbol("http2session connect protocol"),
		kRemoteSettings: Symbol("http2session remote settings"),
		kHTTP2Stream: Symbol("http2session client stream"),
		kPingInterval: Symbol("ping interval"),
		kUseMilo: Symbol("use milo"),
		kNoProxyAgent: Symbol("no proxy agent"),
		kHttpProxyAgent: Symbol("http proxy agent"),
		kHttpsProxyAgent: Symbol("https proxy agent"),
		kSocks5ProxyAgent: Symbol("socks5 proxy agent")
	};
}));

// scripts/bundle/http.mjs
var http_exports = /* @__PURE__ */ require_index.__exportAll({
	IncomingMessage: () => IncomingMessage,
	maxHeaderSize: () => maxHeaderSize
});
var IncomingMessage, maxHeaderSize;
var init_http = require_index.__esmMin((() => {
	IncomingMessage = class {};
	maxHeaderSize = 16384;
}));

// node_modules/undici/lib/util/timers.js
var require_timers = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	let fastNow = 0;
	const RESOLUTION_MS = 1e3;
	const TICK_MS = 499;
	let fastNowTimeout;
	const kFastTimer = Symbol("kFastTimer");
	const fastTimers = [];
	const NOT_IN_LIST = -2;
	const TO_BE_CLEARED = -1;
	const PENDING = 0;
	const ACTIVE = 1;
	function onTick() {
		fastNow += TICK_MS;
		let idx = 0;
		let len = fastTimers.length;
		while (idx < len) {
			const timer = fastTimers[idx];
			if (timer._state === PENDING) {
				timer._idleStart = fastNow - TICK_MS;
				timer._state = ACTIVE;
			} else if (timer._state === ACTIVE && fastNow >= timer._idleStart + timer._idleTimeout) {
				timer._state = TO_BE_CLEARED;
				timer._idleStart = -1;
				timer._onTimeout(timer._timerArg);
			}
			if (timer._state === TO_BE_CLEARED) {
				timer._state = NOT_IN_LIST;
				if (--len !== 0) fastTimers[idx] = fastTimers[len];
			} else ++idx;
		}
		fastTimers.length = len;
		if (fastTimers.length !== 0) refreshTimeout();
	}
	function refreshTimeout() {
		if (fastNowTimeout?.refresh) fastNowTimeout.refresh();
		else {
			clearTimeout(fastNowTimeout);
			fastNowTimeout = setTimeout(onTick, TICK_MS);
			fastNowTimeout?.unref();
		}
	}
	var FastTimer = class {
		[kFastTimer] = true;
		_state = NOT_IN_LIST;
		_idleTimeout = -1;
		_idleStart = -1;
		_onTimeout;
		_timerArg;
		constructor(callback, delay, arg) {
			this._onTimeout = callback;
			this._idleTimeout = delay;
			this._timerArg = arg;
			this.refresh();
		}
		refresh() {
			if (this._state === NOT_IN_LIST) fastTimers.push(this);
			if (!fastNowTimeout || fastTimers.length === 1) refreshTimeout();
			this._state = PENDING;
		}
		clear() {
			this._state = TO_BE_CLEARED;
			this._idleStart = -1;
		}
	};
	module.exports = {
		setTimeout(callback, delay, arg) {
			return delay <= RESOLUTION_MS ? setTimeout(callback, delay, arg) : new FastTimer(callback, delay, arg);
		},
		clearTimeout(timeout) {
			if (timeout[kFastTimer]) timeout.clear();
			else clearTimeout(timeout);
		},
		setFastTimeout(callback, delay, arg) {
			return new FastTimer(callback, delay, arg);
		},
		clearFastTimeout(timeout) {
			timeout.clear();
		},
		now() {
			return fastNow;
		},
		tick(delay = 0) {
			fastNow += delay - RESOLUTION_MS + 1;
			onTick();
			onTick();
		},
		reset() {
			fastNow = 0;
			fastTimers.length = 0;
			clearTimeout(fastNowTimeout);
			fastNowTimeout = null;
		},
		kFastTimer
	};
}));

// node_modules/undici/lib/core/constants.js
var require_constants$1 = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const wellknownHeaderNames = [
		"Accept",
		"Accept-Encoding",
		"Accept-Language",
		"Accept-Ranges",
		"Access-Control-Allow-Credentials",
		"Access-Control-Allow-Headers",
		"Access-Control-Allow-Methods",
		"Access-Control-Allow-Origin",
		"Access-Control-Expose-Headers",
		"Access-Control-Max-Age",
		"Access-Control-Request-Headers",
		"Access-Control-Request-Method",
		"Age",
		"Allow",
		"Alt-Svc",
		"Alt-Used",
		"Authorization",
		"Cache-Control",
		"Clear-Site-Data",
		"Connection",
		"Content-Disposition",
		"Content-Encoding",
		"Content-Language",
		"Content-Length",
		"Content-Location",
		"Content-Range",
		"Content-Security-Policy",
		"Content-Security-Policy-Report-Only",
		"Content-Type",
		"Cookie",
		"Cross-Origin-Embedder-Policy",
		"Cross-Origin-Opener-Policy",
		"Cross-Origin-Resource-Policy",
		"Date",
		"Device-Memory",
		"Downlink",
		"ECT",
		"ETag",
		"Expect",
		"Expect-CT",
		"Expires",
		"Forwarded",
		"From",
		"Host",
		"If-Match",
		"If-Modified-Since",
		"If-None-Match",
		"If-Range",
		"If-Unmodified-Since",
		"Keep-Alive",
		"Last-Modified",
		"Link",
		"Location",
		"Max-Forwards",
		"Origin",
		"Permissions-Policy",
		"Pragma",
		"Proxy-Authenticate",
		"Proxy-Authorization",
		"RTT",
		"Range",
		"Referer",
		"Referrer-Policy",
		"Refresh",
		"Retry-After",
		"Sec-WebSocket-Accept",
		"Sec-WebSocket-Extensions",
		"Sec-WebSocket-Key",
		"Sec-WebSocket-Protocol",
		"Sec-WebSocket-Version",
		"Server",
		"Server-Timing",
		"Service-Worker-Allowed",
		"Service-Worker-Navigation-Preload",
		"Set-Cookie",
		"SourceMap",
		"Strict-Transport-Security",
		"Supports-Loading-Mode",
		"TE",
		"Timing-Allow-Origin",
		"Trailer",
		"Transfer-Encoding",
		"Upgrade",
		"Upgrade-Insecure-Requests",
		"User-Agent",
		"Vary",
		"Via",
		"WWW-Authenticate",
		"X-Content-Type-Options",
		"X-DNS-Prefetch-Control",
		"X-Frame-Options",
		"X-Permitted-Cross-Domain-Policies",
		"X-Powered-By",
		"X-Requested-With",
		"X-XSS-Protection"
	];
	const headerNameLowerCasedRecord = {};
	Object.setPrototypeOf(headerNameLowerCasedRecord, null);
	for (let i = 0; i < wellknownHeaderNames.length; ++i) {
		const key = wellknownHeaderNames[i];
		const lowerCasedKey = key.toLowerCase();
		headerNameLowerCasedRecord[key] = headerNameLowerCasedRecord[lowerCasedKey] = lowerCasedKey;
	}
	const defaultWebSocketMaxFragments = 131072;
	const defaultWebSocketMaxPayloadSize = 134217728;
	module.exports = {
		wellknownHeaderNames,
		headerNameLowerCasedRecord,
		defaultWebSocketMaxFragments,
		defaultWebSocketMaxPayloadSize
	};
}));

// node_modules/undici/lib/core/tree.js
var require_tree = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const { wellknownHeaderNames, headerNameLowerCasedRecord } = require_constants$1();
	var TstNode = class TstNode {
		value = null;
		left = null;
		middle = null;
		right = null;
		code;
		constructor(key, value, index) {
			if (index === void 0 || index >= key.length) throw new TypeError("Unreachable");
			if ((this.code = key.charCodeAt(index)) > 127) throw new TypeError("key must be ascii string");
			if (key.length !== ++index) this.middle = new TstNode(key, value, index);
			else this.value = value;
		}
		add(key, value) {
			const length = key.length;
			if (length === 0) throw new TypeError("Unreachable");
			let index = 0;
			let node = this;
			while (true) {
				const code = key.charCodeAt(index);
				if (code > 127) throw new TypeError("key must be ascii string");
				if (node.code === code) {
					if (length === ++index) {
						node.value = value;
						break;
					} else if (node.middle !== null) node = node.middle;
					else {
						node.middle = new TstNode(key, value, index);
						break;
					}
				} else if (node.code < code) {
					if (node.left !== null) node = node.left;
					else {
						node.left = new TstNode(key, value, index);
						break;
					}
				} else if (node.right !== null) node = node.right;
				else {
					node.right = new TstNode(key, value, index);
					break;
				}
			}
		}
		search(key) {
			const keylength = key.length;
			let index = 0;
			let node = this;
			while (node !== null && index < keylength) {
				let code = key[index];
				if (code <= 90 && code >= 65) code |= 32;
				while (node !== null) {
					if (code === node.code) {
						if (keylength === ++index) return node;
						node = node.middle;
						break;
					}
					node = node.code < code ? node.left : node.right;
				}
			}
			return null;
		}
	};
	var TernarySearchTree = class {
		node = null;
		insert(key, value) {
			if (this.node === null) this.node = new TstNode(key, value, 0);
			else this.node.add(key, value);
		}
		lookup(key) {
			return this.node?.search(key)?.value ?? null;
		}
	};
	const tree = new TernarySearchTree();
	for (let i = 0; i < wellknownHeaderNames.length; ++i) {
		const key = headerNameLowerCasedRecord[wellknownHeaderNames[i]];
		tree.insert(key, key);
	}
	module.exports = {
		TernarySearchTree,
		tree
	};
}));

// node_modules/undici/lib/core/util.js
var require_util = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const assert = require("node:assert");
	const { kDestroyed, kBodyUsed, kListeners, kBody } = require_symbols();
	const { IncomingMessage } = (init_http(), require_index.__toCommonJS(http_exports));
	const stream = require("node:stream");
	const net = require("node:net");
	const { stringify } = require("node:querystring");
	const { EventEmitter: EE, addAbortListener: addAbortListenerNative } = require("node:events");
	const timers = require_timers();
	const { InvalidArgumentError, ConnectTimeoutError } = require_errors();
	const { headerNameLowerCasedRecord } = require_constants$1();
	const { tree } = require_tree();
	var BodyAsyncIterable = class {
		constructor(body) {
			this[kBody] = body;
			this[kBodyUsed] = false;
		}
		async *[Symbol.asyncIterator]() {
			assert(!this[kBodyUsed], "disturbed");
			this[kBodyUsed] = true;
			yield* this[kBody];
		}
	};
	function noop() {}
	function wrapRequestBody(body) {
		if (isStream(body)) {
			if (bodyLength(body) === 0) body.on("data", function() {
				assert(false);
			});
			if (typeof body.readableDidRead !== "boolean") {
				body[kBodyUsed] = false;
				EE.prototype.on.call(body, "data", function() {
					this[kBodyUsed] = true;
				});
			}
			return body;
		} else if (body && typeof body.pipeTo === "function") return new BodyAsyncIterable(body);
		else if (body && isFormDataLike(body)) return body;
		else if (body && typeof body !== "string" && !ArrayBuffer.isView(body) && isIterable(body)) return new BodyAsyncIterable(body);
		else return body;
	}
	function isStream(obj) {
		return obj && typeof obj === "object" && typeof obj.pipe === "function" && typeof obj.on === "function";
	}
	function isBlobLike(object) {
		return object instanceof Blob;
	}
	function pathHasQueryOrFragment(url) {
		return url.includes("?") || url.includes("#");
	}
	function serializePathWithQuery(url, queryParams) {
		if (pathHasQueryOrFragment(url)) throw new Error("Query params cannot be passed when url already contains \"?\" or \"#\".");
		const stringified = stringify(queryParams);
		if (stringified) url += "?" + stringified;
		return url;
	}
	function isValidPort(port) {
		const value = parseInt(port, 10);
		return value === Number(port) && value >= 0 && value <= 65535;
	}
	function isHttpOrHttpsPrefixed(value) {
		return value != null && value[0] === "h" && value[1] === "t" && value[2] === "t" && value[3] === "p" && (value[4] === ":" || value[4] === "s" && value[5] === ":");
	}
	function parseURL(url) {
		if (typeof url === "string") {
			url = new URL(url);
			if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) throw new InvalidArgumentError("Invalid URL protocol: the URL must start with `http:` or `https:`.");
			return url;
		}
		if (!url || typeof url !== "object") throw new InvalidArgumentError("Invalid URL: The URL argument must be a non-null object.");
		if (!(url instanceof URL)) {
			if (url.port != null && url.port !== "" && isValidPort(url.port) === false) throw new InvalidArgumentError("Invalid URL: port must be a valid integer or a string representation of an integer.");
			if (url.path != null && typeof url.path !== "string") throw new InvalidArgumentError("Invalid URL path: the path must be a string or null/undefined.");
			if (url.pathname != null && typeof url.pathname !== "string") throw new InvalidArgumentError("Invalid URL pathname: the pathname must be a string or null/undefined.");
			if (url.hostname != null && typeof url.hostname !== "string") throw new InvalidArgumentError("Invalid URL hostname: the hostname must be a string or null/undefined.");
			if (url.origin != null && typeof url.origin !== "string") throw new InvalidArgumentError("Invalid URL origin: the origin must be a string or null/undefined.");
			if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) throw new InvalidArgumentError("Invalid URL protocol: the URL must start with `http:` or `https:`.");
			const port = url.port != null ? url.port : url.protocol === "https:" ? 443 : 80;
			let origin = url.origin != null ? url.origin : `${url.protocol || ""}//${url.hostname || ""}:${port}`;
			let path = url.path != null ? url.path : `${url.pathname || ""}${url.search || ""}`;
			if (origin[origin.length - 1] === "/") origin = origin.slice(0, origin.length - 1);
			if (path && path[0] !== "/") path = `/${path}`;
			return new URL(`${origin}${path}`);
		}
		if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) throw new InvalidArgumentError("Invalid URL protocol: the URL must start with `http:` or `https:`.");
		return url;
	}
	function parseOrigin(url) {
		url = parseURL(url);
		if (url.pathname !== "/" || url.search || url.hash) throw new InvalidArgumentError("invalid url");
		return url;
	}
	function getHostname(host) {
		if (host[0] === "[") {
			const idx = host.indexOf("]");
			assert(idx !== -1);
			return host.substring(1, idx);
		}
		const idx = host.indexOf(":");
		if (idx === -1) return host;
		return host.substring(0, idx);
	}
	function getServerName(host) {
		if (!host) return null;
		assert(typeof host === "string");
		const servername = getHostname(host);
		if (net.isIP(servername)) return "";
		return servername;
	}
	function deepClone(obj) {
		return JSON.parse(JSON.stringify(obj));
	}
	function isAsyncIterable(obj) {
		return !!(obj != null && typeof obj[Symbol.asyncIterator] === "function");
	}
	function isIterable(obj) {
		return !!(obj != null && (typeof obj[Symbol.iterator] === "function" || typeof obj[Symbol.asyncIterator] === "function"));
	}
	function hasSafeIterator(obj) {
		const prototype = Object.getPrototypeOf(obj);
		return Object.hasOwn(obj, Symbol.iterator) || prototype != null && prototype !== Object.prototype && typeof obj[Symbol.iterator] === "function";
	}
	function bodyLength(body) {
		if (body == null) return 0;
		else if (isStream(body)) {
			const state = body._readableState;
			return state && state.objectMode === false && state.ended === true && Number.isFinite(state.length) ? state.length : null;
		} else if (isBlobLike(body)) return body.size != null ? body.size : null;
		else if (isBuffer(body)) return body.byteLength;
		return null;
	}
	function isDestroyed(body) {
		return body && !!(body.destroyed || body[kDestroyed] || stream.isDestroyed?.(body));
	}
	function destroy(stream, err) {
		if (stream == null || !isStream(stream) || isDestroyed(stream)) return;
		if (typeof stream.destroy === "function") {
			if (Object.getPrototypeOf(stream).constructor === IncomingMessage) stream.socket = null;
			try {
				stream.destroy(err);
			} catch {}
		} else if (err) queueMicrotask(() => {
			stream.emit("error", err);
		});
		if (stream.destroyed !== true) stream[kDestroyed] = true;
	}
	const KEEPALIVE_TIMEOUT_EXPR = /(?:^|,)[\t ]*timeout=(\d+)/i;
	function parseKeepAliveTimeout(val) {
		const m = val.match(KEEPALIVE_TIMEOUT_EXPR);
		return m ? parseInt(m[1], 10) * 1e3 : null;
	}
	function headerNameToString(value) {
		return typeof value === "string" ? headerNameLowerCasedRecord[value] ?? value.toLowerCase() : tree.lookup(value) ?? value.toString("latin1").toLowerCase();
	}
	function bufferToLowerCasedHeaderName(value) {
		return tree.lookup(value) ?? value.toString("latin1").toLowerCase();
	}
	function setHeader(obj, key, value) {
		if (key === "__proto__") Object.defineProperty(obj, key, {
			value,
			enumerable: true,
			configurable: true,
			writable: true
		});
		else obj[key] = value;
	}
	function parseHeaders(headers, obj) {
		if (obj === void 0) obj = {};
		for (let i = 0; i < headers.length; i += 2) {
			const key = headerNameToString(headers[i]);
			let val = obj[key];
			if (val !== void 0) {
				if (!Object.hasOwn(obj, key)) {
					const headersValue = typeof headers[i + 1] === "string" ? headers[i + 1] : Array.isArray(headers[i + 1]) ? headers[i + 1].map((x) => x.toString("latin1")) : headers[i + 1].toString("latin1");
					if (key === "__proto__") Object.defineProperty(obj, key, {
						value: headersValue,
						enumerable: true,
						configurable: true,
						writable: true
					});
					else obj[key] = headersValue;
				} else {
					if (typeof val === "string") {
						val = [val];
						obj[key] = val;
					}
					val.push(headers[i + 1].toString("latin1"));
				}
			} else {
				const headersValue = typeof headers[i + 1] === "string" ? headers[i + 1] : Array.isArray(headers[i + 1]) ? headers[i + 1].map((x) => x.toString("latin1")) : headers[i + 1].toString("latin1");
				obj[key] = headersValue;
			}
		}
		return obj;
	}
	function parseRawHeaders(headers) {
		if (headers == null) return [];
		if (!Array.isArray(headers)) {
			const rawHeaders = [];
			for (const [name, value] of Object.entries(headers)) if (Array.isArray(value)) for (const entry of value) rawHeaders.push(name, `${entry}`);
			else rawHeaders.push(name, `${value}`);
			return rawHeaders;
		}
		const headersLength = headers.length;
		const ret = new Array(headersLength);
		let key;
		let val;
		for (let n = 0; n < headersLength; n += 2) {
			key = headers[n];
			val = headers[n + 1];
			typeof key !== "string" && (key = key.toString());
			typeof val !== "string" && (val = val.toString("latin1"));
			ret[n] = key;
			ret[n + 1] = val;
		}
		return ret;
	}
	function toRawHeaders(headers) {
		const rawHeaders = [];
		for (const [name, value] of Object.entries(headers)) if (Array.isArray(value)) for (const entry of value) rawHeaders.push(Buffer.from(name, "latin1"), Buffer.from(`${entry}`, "latin1"));
		else rawHeaders.push(Buffer.from(name, "latin1"), Buffer.from(`${value}`, "latin1"));
		return rawHeaders;
	}
	function encodeRawHeaders(headers) {
		if (!Array.isArray(headers)) throw new TypeError("expected headers to be an array");
		return headers.map((x) => Buffer.from(x));
	}
	function isBuffer(buffer) {
		return buffer instanceof Uint8Array || Buffer.isBuffer(buffer);
	}
	function assertRequestHandler(handler, method, upgrade) {
		if (!handler || typeof handler !== "object") throw new InvalidArgumentError("handler must be an object");
		if (typeof handler.onRequestStart !== "function") throw new InvalidArgumentError("invalid onRequestStart method");
		if (typeof handler.onResponseError !== "function") throw new InvalidArgumentError("invalid onResponseError method");
		if (typeof handler.onBodySent !== "function" && handler.onBodySent !== void 0) throw new InvalidArgumentError("invalid onBodySent method");
		if (typeof handler.onRequestSent !== "function" && handler.onRequestSent !== void 0) throw new InvalidArgumentError("invalid onRequestSent method");
		if (upgrade || method === "CONNECT") {
			if (typeof handler.onRequestUpgrade !== "function") throw new InvalidArgumentError("invalid onRequestUpgrade method");
		} else {
			if (typeof handler.onResponseStart !== "function") throw new InvalidArgumentError("invalid onResponseStart method");
			if (typeof handler.onResponseData !== "function") throw new InvalidArgumentError("invalid onResponseData method");
			if (typeof handler.onResponseEnd !== "function") throw new InvalidArgumentError("invalid onResponseEnd method");
		}
	}
	function isDisturbed(body) {
		return !!(body && (stream.isDisturbed(body) || body[kBodyUsed]));
	}
	function getSocketInfo(socket) {
		return {
			localAddress: socket.localAddress,
			localPort: socket.localPort,
			remoteAddress: socket.remoteAddress,
			remotePort: socket.remotePort,
			remoteFamily: socket.remoteFamily,
			timeout: socket.timeout,
			bytesWritten: socket.bytesWritten,
			bytesRead: socket.bytesRead
		};
	}
	function isFormDataLike(object) {
		return object && typeof object === "object" && typeof object.append === "function" && typeof object.delete === "function" && typeof object.get === "function" && typeof object.getAll === "function" && typeof object.has === "function" && typeof object.set === "function" && object[Symbol.toStringTag] === "FormData";
	}
	function addAbortListener(signal, listener) {
		if (!signal || "aborted" in signal) return addAbortListenerNative(signal, listener)[Symbol.dispose];
		if (typeof signal.addEventListener === "function") {
			signal.addEventListener("abort", listener, { once: true });
			return () => signal.removeEventListener("abort", listener);
		}
		signal.once("abort", listener);
		return () => signal.removeListener("abort", listener);
	}
	const validTokenChars = new Uint8Array([
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		1,
		0,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		1,
		1,
		0,
		1,
		1,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		1,
		0,
		1,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0
	]);
	function isTokenCharCode(c) {
		return validTokenChars[c] === 1;
	}
	const tokenRegExp = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
	function isValidHTTPToken(characters) {
		if (characters.length >= 12) return tokenRegExp.test(characters);
		if (characters.length === 0) return false;
		for (let i = 0; i < characters.length; i++) if (validTokenChars[characters.charCodeAt(i)] !== 1) return false;
		return true;
	}
	const headerCharRegex = /[^\t\x20-\x7e\x80-\xff]/;
	function isValidHeaderValue(characters) {
		return !headerCharRegex.test(characters);
	}
	const rangeHeaderRegex = /^bytes (\d+)-(\d+)\/(\d+|\*)?$/;
	function parseRangeHeader(range) {
		if (range == null || range === "") return {
			start: 0,
			end: null,
			size: null
		};
		if (!range) return null;
		const m = rangeHeaderRegex.exec(range);
		return m ? {
			start: parseInt(m[1]),
			end: m[2] ? parseInt(m[2]) : null,
			size: m[3] && m[3] !== "*" ? parseInt(m[3]) : null
		} : null;
	}
	function addListener(obj, name, listener) {
		(obj[kListeners] ??= []).push([name, listener]);
		obj.on(name, listener);
		return obj;
	}
	function removeAllListeners(obj) {
		if (obj[kListeners] != null) {
			for (const [name, listener] of obj[kListeners]) obj.removeListener(name, listener);
			obj[kListeners] = null;
		}
		return obj;
	}
	function errorRequest(client, request, err) {
		try {
			request.onResponseError(err);
			assert(request.aborted);
		} catch (err) {
			client.emit("error", err);
		}
	}
	const setupConnectTimeout = process.platform === "win32" ? (socketWeakRef, opts) => {
		if (!opts.timeout) return noop;
		let s1 = null;
		let s2 = null;
		const fastTimer = timers.setFastTimeout(() => {
			s1 = setImmediate(() => {
				s2 = setImmediate(() => onConnectTimeout(socketWeakRef.deref(), opts));
			});
		}, opts.timeout);
		return () => {
			timers.clearFastTimeout(fastTimer);
			clearImmediate(s1);
			clearImmediate(s2);
		};
	} : (socketWeakRef, opts) => {
		if (!opts.timeout) return noop;
		let s1 = null;
		const fastTimer = timers.setFastTimeout(() => {
			s1 = setImmediate(() => {
				onConnectTimeout(socketWeakRef.deref(), opts);
			});
		}, opts.timeout);
		return () => {
			timers.clearFastTimeout(fastTimer);
			clearImmediate(s1);
		};
	};
	function onConnectTimeout(socket, opts) {
		if (socket == null) return;
		let message = "Connect Timeout Error";
		if (Array.isArray(socket.autoSelectFamilyAttemptedAddresses)) message += ` (attempted addresses: ${socket.autoSelectFamilyAttemptedAddresses.join(", ")},`;
		else message += ` (attempted address: ${opts.hostname}:${opts.port},`;
		message += ` timeout: ${opts.timeout}ms)`;
		destroy(socket, new ConnectTimeoutError(message));
	}
	let lastUrlString = null;
	let lastProtocol = null;
	function getProtocolFromUrlString(urlString) {
		if (urlString === lastUrlString) return lastProtocol;
		const protocol = getProtocolFromUrlStringSlow(urlString);
		lastUrlString = urlString;
		lastProtocol = protocol;
		return protocol;
	}
	function getProtocolFromUrlStringSlow(urlString) {
		if (urlString[0] === "h" && urlString[1] === "t" && urlString[2] === "t" && urlString[3] === "p") switch (urlString[4]) {
			case ":": return "http:";
			case "s": if (urlString[5] === ":") return "https:";
		}
		return urlString.slice(0, urlString.indexOf(":") + 1);
	}
	const kEnumerableProperty = {
		__proto__: null,
		enumerable: true
	};
	const normalizedMethodRecordsBase = {
		delete: "DELETE",
		DELETE: "DELETE",
		get: "GET",
		GET: "GET",
		head: "HEAD",
		HEAD: "HEAD",
		options: "OPTIONS",
		OPTIONS: "OPTIONS",
		post: "POST",
		POST: "POST",
		put: "PUT",
		PUT: "PUT",
		query: "QUERY",
		QUERY: "QUERY"
	};
	const normalizedMethodRecords = {
		...normalizedMethodRecordsBase,
		patch: "patch",
		PATCH: "PATCH"
	};
	Object.setPrototypeOf(normalizedMethodRecordsBase, null);
	Object.setPrototypeOf(normalizedMethodRecords, null);
	module.exports = {
		kEnumerableProperty,
		isDisturbed,
		isBlobLike,
		parseOrigin,
		parseURL,
		getServerName,
		isStream,
		isIterable,
		hasSafeIterator,
		isAsyncIterable,
		isDestroyed,
		headerNameToString,
		bufferToLowerCasedHeaderName,
		addListener,
		removeAllListeners,
		errorRequest,
		parseRawHeaders,
		toRawHeaders,
		encodeRawHeaders,
		parseHeaders,
		setHeader,
		parseKeepAliveTimeout,
		destroy,
		bodyLength,
		deepClone,
		isBuffer,
		assertRequestHandler,
		getSocketInfo,
		isFormDataLike,
		pathHasQueryOrFragment,
		serializePathWithQuery,
		addAbortListener,
		isValidHTTPToken,
		isValidHeaderValue,
		isTokenCharCode,
		parseRangeHeader,
		normalizedMethodRecordsBase,
		normalizedMethodRecords,
		isValidPort,
		isHttpOrHttpsPrefixed,
		safeHTTPMethods: Object.freeze([
			"GET",
			"HEAD",
			"OPTIONS",
			"TRACE"
		]),
		wrapRequestBody,
		setupConnectTimeout,
		getProtocolFromUrlString
	};
}));

// node_modules/undici/lib/dispatcher/dispatcher.js
var require_dispatcher = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const EventEmitter = require("node:events");
	const { kOriginless, kUrl } = require_symbols();
	var Dispatcher = class extends EventEmitter {
		dispatch() {
			throw new Error("not implemented");
		}
		close() {
			throw new Error("not implemented");
		}
		destroy() {
			throw new Error("not implemented");
		}
		compose(...args) {
			const interceptors = Array.isArray(args[0]) ? args[0] : args;
			const interceptorOrigin = this[kOriginless] === true ? null : this[kUrl]?.origin;
			let dispatch = this.dispatch.bind(this);
			for (const interceptor of interceptors) {
				if (interceptor == null) continue;
				if (typeof interceptor !== "function") throw new TypeError(`invalid interceptor, expected function received ${typeof interceptor}`);
				dispatch = interceptor(dispatch, interceptorOrigin);
				if (dispatch == null || typeof dispatch !== "function" || dispatch.length !== 2) throw new TypeError("invalid interceptor");
			}
			const originalDispatch = dispatch;
			const self = this;
			dispatch = function(opts, handler) {
				if (opts && typeof opts === "object" && !opts.origin && self[kUrl]) opts = Object.assign({}, opts, { origin: self[kUrl].origin });
				return originalDispatch(opts, handler);
			};
			return new Proxy(this, { get: (target, key) => key === "dispatch" ? dispatch : target[key] });
		}
	};
	module.exports = Dispatcher;
}));

// node_modules/undici/lib/dispatcher/dispatcher-base.js
var require_dispatcher_base = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const buffer = require("node:buffer");
	const Dispatcher = require_dispatcher();
	const { ClientDestroyedError, ClientClosedError, InvalidArgumentError } = require_errors();
	const { kDestroy, kClose, kClosed, kDestroyed, kDispatch } = require_symbols();
	const { defaultWebSocketMaxFragments, defaultWebSocketMaxPayloadSize } = require_constants$1();
	const kOnDestroyed = Symbol("onDestroyed");
	const kOnClosed = Symbol("onClosed");
	const kWebSocketOptions = Symbol("webSocketOptions");
	const kEventSourceOptions = Symbol("eventSourceOptions");
	var DispatcherBase = class extends Dispatcher {
		[kDestroyed] = false;
		[kOnDestroyed] = null;
		[kClosed] = false;
		[kOnClosed] = null;
		constructor(opts) {
			super();
			this[kWebSocketOptions] = opts?.webSocket ?? {};
			this[kEventSourceOptions] = opts?.eventSource ?? {};
		}
		get webSocketOptions() {
			return {
				maxFragments: this[kWebSocketOptions].maxFragments ?? defaultWebSocketMaxFragments,
				maxPayloadSize: this[kWebSocketOptions].maxPayloadSize ?? defaultWebSocketMaxPayloadSize
			};
		}
		get eventSourceOptions() {
			return { maxEventSize: this[kEventSourceOptions].maxEventSize ?? buffer.kStringMaxLength };
		}
		get destroyed() {
			return this[kDestroyed];
		}
		get closed() {
			return this[kClosed];
		}
		close(callback) {
			if (callback === void 0) return new Promise((resolve, reject) => {
				this.close((err, data) => {
					return err ? reject(err) : resolve(data);
				});
			});
			if (typeof callback !== "function") throw new InvalidArgumentError("invalid callback");
			if (this[kDestroyed]) {
				const err = new ClientDestroyedError();
				queueMicrotask(() => callback(err, null));
				return;
			}
			if (this[kClosed]) {
				if (this[kOnClosed]) this[kOnClosed].push(callback);
				else queueMicrotask(() => callback(null, null));
				return;
			}
			this[kClosed] = true;
			this[kOnClosed] ??= [];
			this[kOnClosed].push(callback);
			const onClosed = () => {
				const callbacks = this[kOnClosed];
				this[kOnClosed] = null;
				for (let i = 0; i < callbacks.length; i++) callbacks[i](null, null);
			};
			this[kClose]().then(() => this.destroy()).then(() => queueMicrotask(onClosed));
		}
		destroy(err, callback) {
			if (typeof err === "function") {
				callback = err;
				err = null;
			}
			if (callback === void 0) return new Promise((resolve, reject) => {
				this.destroy(err, (err, data) => {
					return err ? reject(err) : resolve(data);
				});
			});
			if (typeof callback !== "function") throw new InvalidArgumentError("invalid callback");
			if (this[kDestroyed]) {
				if (this[kOnDestroyed]) this[kOnDestroyed].push(callback);
				else queueMicrotask(() => callback(null, null));
				return;
			}
			if (!err) err = new ClientDestroyedError();
			this[kDestroyed] = true;
			this[kOnDestroyed] ??= [];
			this[kOnDestroyed].push(callback);
			const onDestroyed = () => {
				const callbacks = this[kOnDestroyed];
				this[kOnDestroyed] = null;
				for (let i = 0; i < callbacks.length; i++) callbacks[i](null, null);
			};
			this[kDestroy](err).then(() => queueMicrotask(onDestroyed));
		}
		dispatch(opts, handler) {
			if (!handler || typeof handler !== "object") throw new InvalidArgumentError("handler must be an object");
			try {
				if (!opts || typeof opts !== "object") throw new InvalidArgumentError("opts must be an object.");
				if (opts.dispatcher) throw new InvalidArgumentError("opts.dispatcher is not supported by instance methods. Pass opts.dispatcher to the top-level undici functions or call the dispatcher instance method directly.");
				if (this[kDestroyed] || this[kOnDestroyed]) throw new ClientDestroyedError();
				if (this[kClosed]) throw new ClientClosedError();
				return this[kDispatch](opts, handler);
			} catch (err) {
				if (typeof handler.onResponseError !== "function") throw err;
				handler.onResponseError(null, err);
				return false;
			}
		}
	};
	module.exports = DispatcherBase;
}));

// node_modules/undici/lib/util/stats.js
var require_stats = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const { kConnected, kPending, kRunning, kSize, kFree, kQueued } = require_symbols();
	var ClientStats = class {
		constructor(client) {
			this.connected = client[kConnected];
			this.pending = client[kPending];
			this.running = client[kRunning];
			this.size = client[kSize];
		}
	};
	var PoolStats = class {
		constructor(pool) {
			this.connected = pool[kConnected];
			this.free = pool[kFree];
			this.pending = pool[kPending];
			this.queued = pool[kQueued];
			this.running = pool[kRunning];
			this.size = pool[kSize];
		}
	};
	module.exports = {
		ClientStats,
		PoolStats
	};
}));

// node_modules/undici/lib/dispatcher/fixed-queue.js
var require_fixed_queue = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const kSize = 2048;
	const kMask = 2047;
	var FixedCircularBuffer = class {
		bottom = 0;
		top = 0;
		list = new Array(kSize).fill(void 0);
		next = null;
		isEmpty() {
			return this.top === this.bottom;
		}
		isFull() {
			return (this.top + 1 & kMask) === this.bottom;
		}
		push(data) {
			this.list[this.top] = data;
			this.top = this.top + 1 & kMask;
		}
		shift() {
			const nextItem = this.list[this.bottom];
			if (nextItem === void 0) return null;
			this.list[this.bottom] = void 0;
			this.bottom = this.bottom + 1 & kMask;
			return nextItem;
		}
	};
	module.exports = class FixedQueue {
		constructor() {
			this.head = this.tail = new FixedCircularBuffer();
		}
		isEmpty() {
			return this.head.isEmpty();
		}
		push(data) {
			if (this.head.isFull()) this.head = this.head.next = new FixedCircularBuffer();
			this.head.push(data);
		}
		shift() {
			const tail = this.tail;
			const next = tail.shift();
			if (tail.isEmpty() && tail.next !== null) {
				this.tail = tail.next;
				tail.next = null;
			}
			return next;
		}
	};
}));

// node_modules/undici/lib/dispatcher/pool-base.js
var require_pool_base = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const { AsyncResource } = require("node:async_hooks");
	const { PoolStats } = require_stats();
	const DispatcherBase = require_dispatcher_base();
	const FixedQueue = require_fixed_queue();
	const { kConnected, kSize, kRunning, kPending, kQueued, kBusy, kFree, kUrl, kClose, kDestroy, kDispatch } = require_symbols();
	const kClients = Symbol("clients");
	const kNeedDrain = Symbol("needDrain");
	const kQueue = Symbol("queue");
	const kClosedResolve = Symbol("closed resolve");
	const kOnDrain = Symbol("onDrain");
	const kOnConnect = Symbol("onConnect");
	const kOnDisconnect = Symbol("onDisconnect");
	const kOnConnectionError = Symbol("onConnectionError");
	const kOnClientBusy = Symbol("on client busy");
	const kOnClientDrain = Symbol("on client drain");
	const kDrainQueue = Symbol("drain queue");
	const kGetDispatcher = Symbol("get dispatcher");
	const kHasDispatcher = Symbol("has dispatcher");
	const kAddClient = Symbol("add client");
	const kRemoveClient = Symbol("remove client");
	const kRetireClient = Symbol("retire client");
	const kRetiring = Symbol("retiring clients");
	var QueuedRequest = class extends AsyncResource {
		constructor(opts, handler) {
			super("UNDICI_POOL_QUEUED_REQUEST");
			this.opts = opts;
			this.handler = handler;
		}
		dispatch(dispatcher) {
			return this.runInAsyncScope(dispatcher.dispatch, dispatcher, this.opts, this.handler);
		}
	};
	function closeClients(pool) {
		const closeAll = [];
		for (let i = 0; i < pool[kClients].length; i++) {
			const client = pool[kClients][i];
			if (!client.destroyed) closeAll.push(client.close());
		}
		for (const closed of pool[kRetiring].values()) closeAll.push(closed);
		return Promise.all(closeAll);
	}
	var PoolBase = class extends DispatcherBase {
		[kQueue] = new FixedQueue();
		[kQueued] = 0;
		[kClients] = [];
		[kRetiring] = /* @__PURE__ */ new Map();
		[kNeedDrain] = false;
		[kOnDrain](client, origin, targets) {
			if (client.closed || client.destroyed) return;
			const queue = this[kQueue];
			let needDrain = false;
			this[kOnClientDrain](client);
			while (!needDrain) {
				const item = queue.shift();
				if (!item) break;
				this[kQueued]--;
				needDrain = !item.dispatch(client);
			}
			client[kNeedDrain] = needDrain;
			if (needDrain) {
				this[kOnClientBusy](client);
				if (!queue.isEmpty()) return this[kDrainQueue](origin, targets);
			}
			if (!needDrain && this[kNeedDrain]) {
				this[kNeedDrain] = false;
				this.emit("drain", origin, [this, ...targets]);
			}
			if (this[kClosedResolve] && queue.isEmpty()) return closeClients(this).then(this[kClosedResolve]);
		}
		[kOnClientBusy]() {}
		[kOnClientDrain]() {}
		[kDrainQueue](origin, targets) {
			const queue = this[kQueue];
			let hasDispatcher = true;
			while (!queue.isEmpty()) {
				const dispatcher = this[kGetDispatcher]();
				if (!dispatcher) {
					hasDispatcher = false;
					break;
				}
				const item = queue.shift();
				this[kQueued]--;
				if (!item.dispatch(dispatcher)) {
					dispatcher[kNeedDrain] = true;
					this[kOnClientBusy](dispatcher);
					hasDispatcher = this[kHasDispatcher]();
					if (!hasDispatcher) break;
				}
			}
			if (hasDispatcher && this[kNeedDrain]) {
				this[kNeedDrain] = false;
				this.emit("drain", origin, [this, ...targets]);
			}
			if (this[kClosedResolve] && queue.isEmpty()) return closeClients(this).then(this[kClosedResolve]);
		}
		[kOnConnect] = (origin, targets) => {
			this.emit("connect", origin, [this, ...targets]);
		};
		[kOnDisconnect] = (origin, targets, err) => {
			this.emit("disconnect", origin, [this, ...targets], err);
		};
		[kOnConnectionError] = (origin, targets, err) => {
			this.emit("connectionError", origin, [this, ...targets], err);
		};
		get [kBusy]() {
			return this[kNeedDrain];
		}
		get [kConnected]() {
			let ret = 0;
			for (const { [kConnected]: connected } of this[kClients]) ret += connected;
			return ret;
		}
		get [kFree]() {
			let ret = 0;
			for (const { [kConnected]: connected, [kNeedDrain]: needDrain } of this[kClients]) ret += connected && !needDrain;
			return ret;
		}
		get [kPending]() {
			let ret = this[kQueued];
			for (const { [kPending]: pending } of this[kClients]) ret += pending;
			return ret;
		}
		get [kRunning]() {
			let ret = 0;
			for (const { [kRunning]: running } of this[kClients]) ret += running;
			return ret;
		}
		get [kSize]() {
			let ret = this[kQueued];
			for (const { [kSize]: size } of this[kClients]) ret += size;
			return ret;
		}
		get stats() {
			return new PoolStats(this);
		}
		[kClose]() {
			if (this[kQueue].isEmpty()) return closeClients(this);
			else return new Promise((resolve) => {
				this[kClosedResolve] = resolve;
			});
		}
		[kDestroy](err) {
			while (true) {
				const item = this[kQueue].shift();
				if (!item) break;
				item.handler.onResponseError(null, err);
			}
			const destroyAll = new Array(this[kClients].length);
			for (let i = 0; i < this[kClients].length; i++) destroyAll[i] = this[kClients][i].destroy(err);
			for (const client of this[kRetiring].keys()) destroyAll.push(client.destroy(err));
			return Promise.all(destroyAll);
		}
		[kDispatch](opts, handler) {
			const dispatcher = this[kGetDispatcher]();
			if (!dispatcher) {
				this[kNeedDrain] = true;
				this[kQueue].push(new QueuedRequest(opts, handler));
				this[kQueued]++;
			} else if (!dispatcher.dispatch(opts, handler)) {
				dispatcher[kNeedDrain] = true;
				this[kOnClientBusy](dispatcher);
				this[kNeedDrain] = !this[kHasDispatcher]();
			}
			return !this[kNeedDrain];
		}
		[kHasDispatcher]() {
			for (let i = 0; i < this[kClients].length; i++) {
				const dispatcher = this[kClients][i];
				if (!dispatcher[kNeedDrain] && dispatcher.closed !== true && dispatcher.destroyed !== true) return true;
			}
			return false;
		}
		[kAddClient](client) {
			client.on("drain", this[kOnDrain].bind(this, client)).on("connect", this[kOnConnect]).on("disconnect", this[kOnDisconnect]).on("connectionError", this[kOnConnectionError]);
			this[kClients].push(client);
			if (this[kNeedDrain]) queueMicrotask(() => {
				if (this[kNeedDrain] && !client[kNeedDrain]) this[kOnDrain](client, client[kUrl], [client, this]);
			});
			return this;
		}
		[kRetireClient](client) {
			const idx = this[kClients].indexOf(client);
			if (idx !== -1) this[kClients].splice(idx, 1);
			if (client.destroyed || this[kRetiring].has(client)) return;
			let done = false;
			let resolveClosed;
			const closed = new Promise((resolve) => {
				resolveClosed = resolve;
			});
			this[kRetiring].set(client, closed);
			client.close(() => {
				if (!done) {
					done = true;
					this[kRetiring].delete(client);
					resolveClosed();
				}
			});
		}
		[kRemoveClient](client) {
			this[kRetireClient](client);
			this[kNeedDrain] = !this[kClients].some((dispatcher) => !dispatcher[kNeedDrain] && dispatcher.closed !== true && dispatcher.destroyed !== true);
		}
	};
	module.exports = {
		PoolBase,
		kClients,
		kNeedDrain,
		kAddClient,
		kRemoveClient,
		kRetireClient,
		kDrainQueue,
		kOnClientBusy,
		kOnClientDrain,
		kGetDispatcher,
		kHasDispatcher
	};
}));

// node_modules/undici/lib/core/diagnostics.js
var require_diagnostics = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const diagnosticsChannel = require("node:diagnostics_channel");
	const util = require("node:util");
	const undiciDebugLog = util.debuglog("undici");
	const fetchDebuglog = util.debuglog("fetch");
	const websocketDebuglog = util.debuglog("websocket");
	const channels = {
		beforeConnect: diagnosticsChannel.channel("undici:client:beforeConnect"),
		connected: diagnosticsChannel.channel("undici:client:connected"),
		connectError: diagnosticsChannel.channel("undici:client:connectError"),
		sendHeaders: diagnosticsChannel.channel("undici:client:sendHeaders"),
		create: diagnosticsChannel.channel("undici:request:create"),
		bodySent: diagnosticsChannel.channel("undici:request:bodySent"),
		bodyChunkSent: diagnosticsChannel.channel("undici:request:bodyChunkSent"),
		bodyChunkReceived: diagnosticsChannel.channel("undici:request:bodyChunkReceived"),
		headers: diagnosticsChannel.channel("undici:request:headers"),
		trailers: diagnosticsChannel.channel("undici:request:trailers"),
		error: diagnosticsChannel.channel("undici:request:error"),
		open: diagnosticsChannel.channel("undici:websocket:open"),
		close: diagnosticsChannel.channel("undici:websocket:close"),
		socketError: diagnosticsChannel.channel("undici:websocket:socket_error"),
		ping: diagnosticsChannel.channel("undici:websocket:ping"),
		pong: diagnosticsChannel.channel("undici:websocket:pong"),
		proxyConnected: diagnosticsChannel.channel("undici:proxy:connected")
	};
	let isTrackingClientEvents = false;
	function trackClientEvents(debugLog = undiciDebugLog) {
		if (isTrackingClientEvents) return;
		if (channels.beforeConnect.hasSubscribers || channels.connected.hasSubscribers || channels.connectError.hasSubscribers || channels.sendHeaders.hasSubscribers) {
			isTrackingClientEvents = true;
			return;
		}
		isTrackingClientEvents = true;
		diagnosticsChannel.subscribe("undici:client:beforeConnect", (evt) => {
			const { connectParams: { version, protocol, port, host } } = evt;
			debugLog("connecting to %s%s using %s%s", host, port ? `:${port}` : "", protocol, version);
		});
		diagnosticsChannel.subscribe("undici:client:connected", (evt) => {
			const { connectParams: { version, protocol, port, host } } = evt;
			debugLog("connected to %s%s using %s%s", host, port ? `:${port}` : "", protocol, version);
		});
		diagnosticsChannel.subscribe("undici:client:connectError", (evt) => {
			const { connectParams: { version, protocol, port, host }, error } = evt;
			debugLog("connection to %s%s using %s%s errored - %s", host, port ? `:${port}` : "", protocol, version, error.message);
		});
		diagnosticsChannel.subscribe("undici:client:sendHeaders", (evt) => {
			const { request: { method, path, origin } } = evt;
			debugLog("sending request to %s %s%s", method, origin, path);
		});
	}
	let isTrackingRequestEvents = false;
	function trackRequestEvents(debugLog = undiciDebugLog) {
		if (isTrackingRequestEvents) return;
		if (channels.headers.hasSubscribers || channels.trailers.hasSubscribers || channels.error.hasSubscribers) {
			isTrackingRequestEvents = true;
			return;
		}
		isTrackingRequestEvents = true;
		diagnosticsChannel.subscribe("undici:request:headers", (evt) => {
			const { request: { method, path, origin }, response: { statusCode } } = evt;
			debugLog("received response to %s %s%s - HTTP %d", method, origin, path, statusCode);
		});
		diagnosticsChannel.subscribe("undici:request:trailers", (evt) => {
			const { request: { method, path, origin } } = evt;
			debugLog("trailers received from %s %s%s", method, origin, path);
		});
		diagnosticsChannel.subscribe("undici:request:error", (evt) => {
			const { request: { method, path, origin }, error } = evt;
			debugLog("request to %s %s%s errored - %s", method, origin, path, error.message);
		});
	}
	let isTrackingWebSocketEvents = false;
	function trackWebSocketEvents(debugLog = websocketDebuglog) {
		if (isTrackingWebSocketEvents) return;
		if (channels.open.hasSubscribers || channels.close.hasSubscribers || channels.socketError.hasSubscribers || channels.ping.hasSubscribers || channels.pong.hasSubscribers) {
			isTrackingWebSocketEvents = true;
			return;
		}
		isTrackingWebSocketEvents = true;
		diagnosticsChannel.subscribe("undici:websocket:open", (evt) => {
			if (evt.address != null) {
				const { address, port } = evt.address;
				debugLog("connection opened %s%s", address, port ? `:${port}` : "");
			} else debugLog("connection opened");
		});
		diagnosticsChannel.subscribe("undici:websocket:close", (evt) => {
			const { websocket, code, reason } = evt;
			debugLog("closed connection to %s - %s %s", websocket.url, code, reason);
		});
		diagnosticsChannel.subscribe("undici:websocket:socket_error", (err) => {
			debugLog("connection errored - %s", err.message);
		});
		diagnosticsChannel.subscribe("undici:websocket:ping", (evt) => {
			debugLog("ping received");
		});
		diagnosticsChannel.subscribe("undici:websocket:pong", (evt) => {
			debugLog("pong received");
		});
	}
	if (undiciDebugLog.enabled || fetchDebuglog.enabled) {
		trackClientEvents(fetchDebuglog.enabled ? fetchDebuglog : undiciDebugLog);
		trackRequestEvents(fetchDebuglog.enabled ? fetchDebuglog : undiciDebugLog);
	}
	if (websocketDebuglog.enabled) {
		trackClientEvents(undiciDebugLog.enabled ? undiciDebugLog : websocketDebuglog);
		trackWebSocketEvents(websocketDebuglog);
	}
	module.exports = { channels };
}));

// node_modules/undici/lib/core/request.js
var require_request = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const { InvalidArgumentError, NotSupportedError } = require_errors();
	const assert = require("node:assert");
	const { isValidHTTPToken, isValidHeaderValue, isStream, destroy, isBuffer, isFormDataLike, isIterable, hasSafeIterator, isBlobLike, serializePathWithQuery, parseHeaders, assertRequestHandler, getServerName, normalizedMethodRecords, getProtocolFromUrlString } = require_util();
	const { channels } = require_diagnostics();
	const { headerNameLowerCasedRecord } = require_constants$1();
	const invalidPathRegex = /[^\u0021-\u00ff]/;
	function isValidContentLengthHeaderValue(val) {
		if (typeof val !== "string" || val.length === 0) return false;
		for (let i = 0; i < val.length; i++) {
			const charCode = val.charCodeAt(i);
			if (charCode < 48 || charCode > 57) return false;
		}
		return true;
	}
	const kHandler = Symbol("handler");
	const kController = Symbol("controller");
	const kResume = Symbol("resume");
	var RequestController = class {
		#paused = false;
		#reason = null;
		#aborted = false;
		#abort;
		[kResume] = null;
		rawHeaders = null;
		rawTrailers = null;
		constructor(abort) {
			this.#abort = abort;
		}
		pause() {
			this.#paused = true;
		}
		resume() {
			if (this.#paused) {
				this.#paused = false;
				this[kResume]?.();
			}
		}
		abort(reason) {
			if (!this.#aborted) {
				this.#aborted = true;
				this.#reason = reason;
				this.#abort(reason);
			}
		}
		get aborted() {
			return this.#aborted;
		}
		get reason() {
			return this.#reason;
		}
		get paused() {
			return this.#paused;
		}
	};
	var Request = class {
		constructor(origin, { path, method, body, headers, query, idempotent, blocking, upgrade, headersTimeout, bodyTimeout, reset, expectContinue, servername, throwOnError, maxRedirections, typeOfService }, handler) {
			if (typeof path !== "string") throw new InvalidArgumentError("path must be a string");
			else if (path[0] !== "/" && !(path.startsWith("http://") || path.startsWith("https://")) && method !== "CONNECT") throw new InvalidArgumentError("path must be an absolute URL or start with a slash");
			else if (invalidPathRegex.test(path)) throw new InvalidArgumentError("invalid request path");
			if (typeof method !== "string") throw new InvalidArgumentError("method must be a string");
			else if (normalizedMethodRecords[method] === void 0 && !isValidHTTPToken(method)) throw new InvalidArgumentError("invalid request method");
			if (upgrade && typeof upgrade !== "string") throw new InvalidArgumentError("upgrade must be a string");
			if (upgrade && !isValidHeaderValue(upgrade)) throw new InvalidArgumentError("invalid upgrade header");
			if (headersTimeout != null && (!Number.isFinite(headersTimeout) || headersTimeout < 0)) throw new InvalidArgumentError("invalid headersTimeout");
			if (bodyTimeout != null && (!Number.isFinite(bodyTimeout) || bodyTimeout < 0)) throw new InvalidArgumentError("invalid bodyTimeout");
			if (reset != null && typeof reset !== "boolean") throw new InvalidArgumentError("invalid reset");
			if (expectContinue != null && typeof expectContinue !== "boolean") throw new InvalidArgumentError("invalid expectContinue");
			if (throwOnError != null) throw new InvalidArgumentError("invalid throwOnError");
			if (maxRedirections != null && maxRedirections !== 0) throw new InvalidArgumentError("maxRedirections is not supported, use the redirect interceptor");
			if (typeOfService != null && (!Number.isInteger(typeOfService) || typeOfService < 0 || typeOfService > 255)) throw new InvalidArgumentError("typeOfService must be an integer between 0 and 255");
			this.headersTimeout = headersTimeout;
			this.bodyTimeout = bodyTimeout;
			this.method = method;
			this.typeOfService = typeOfService;
			this.abort = null;
			if (body == null) this.body = null;
			else if (isStream(body)) {
				this.body = body;
				const rState = this.body._readableState;
				if (!rState || !rState.autoDestroy) {
					this.endHandler = function autoDestroy() {
						destroy(this);
					};
					this.body.on("end", this.endHandler);
				}
				this.errorHandler = (err) => {
					if (this.abort) this.abort(err);
					else this.error = err;
				};
				this.body.on("error", this.errorHandler);
			} else if (isBuffer(body)) this.body = body.byteLength ? body : null;
			else if (ArrayBuffer.isView(body)) this.body = body.buffer.byteLength ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : null;
			else if (body instanceof ArrayBuffer) this.body = body.byteLength ? Buffer.from(body) : null;
			else if (typeof body === "string") this.body = body.length ? Buffer.from(body) : null;
			else if (isFormDataLike(body)) {
				if (!isUndiciFormData(body)) throw new InvalidArgumentError("body must be a FormData created by this undici package instance; FormData from other sources, such as the built-in FormData provided by Node.js, is not supported");
				this.body = body;
			} else if (isIterable(body) || isBlobLike(body)) this.body = body;
			else throw new InvalidArgumentError("body must be a string, a Buffer, a Readable stream, an iterable, or an async iterable");
			this.completed = false;
			this.aborted = false;
			this.upgrade = upgrade || null;
			this.path = query ? serializePathWithQuery(path, query) : path;
			this.origin = origin;
			this.protocol = getProtocolFromUrlString(origin);
			this.idempotent = idempotent == null ? method === "HEAD" || method === "GET" || method === "QUERY" : idempotent;
			this.blocking = blocking ?? this.method !== "HEAD";
			this.reset = reset == null ? null : reset;
			this.host = null;
			this.contentLength = null;
			this.contentType = null;
			this.headers = [];
			this.expectContinue = expectContinue != null ? expectContinue : false;
			if (Array.isArray(headers)) {
				if (headers.length % 2 !== 0) throw new InvalidArgumentError("headers array must be even");
				for (let i = 0; i < headers.length; i += 2) processHeader(this, headers[i], headers[i + 1]);
			} else if (headers && typeof headers === "object") {
				if (hasSafeIterator(headers)) for (const header of headers) {
					if (!Array.isArray(header) || header.length !== 2) throw new InvalidArgumentError("headers must be in key-value pair format");
					processHeader(this, header[0], header[1]);
				}
				else {
					const keys = Object.keys(headers);
					for (let i = 0; i < keys.length; ++i) processHeader(this, keys[i], headers[keys[i]]);
				}
			} else if (headers != null) throw new InvalidArgumentError("headers must be an object or an array");
			assertRequestHandler(handler, method, upgrade);
			this.servername = servername || getServerName(this.host) || null;
			this[kHandler] = handler;
			if (channels.create.hasSubscribers) channels.create.publish({ request: this });
		}
		onBodySent(chunk) {
			if (channels.bodyChunkSent.hasSubscribers) channels.bodyChunkSent.publish({
				request: this,
				chunk
			});
			if (this[kHandler].onBodySent) try {
				return this[kHandler].onBodySent(chunk);
			} catch (err) {
				this.abort(err);
			}
		}
		onRequestSent() {
			if (channels.bodySent.hasSubscribers) channels.bodySent.publish({ request: this });
			if (this[kHandler].onRequestSent) try {
				return this[kHandler].onRequestSent();
			} catch (err) {
				this.abort(err);
			}
		}
		onRequestStart(abort, context) {
			assert(!this.aborted);
			assert(!this.completed);
			this[kController] = new RequestController(abort);
			if (this.error) {
				this[kController].abort(this.error);
				return;
			}
			this.abort = abort;
			return this[kHandler].onRequestStart(this[kController], context);
		}
		onResponseStarted() {
			return this[kHandler].onResponseStarted?.();
		}
		onResponseStart(statusCode, headers, resume, statusText) {
			assert(!this.aborted);
			assert(!this.completed);
			if (channels.headers.hasSubscribers) channels.headers.publish({
				request: this,
				response: {
					statusCode,
					headers,
					statusText
				}
			});
			const controller = this[kController];
			if (controller) {
				controller[kResume] = resume;
				controller.rawHeaders = headers;
			}
			const parsedHeaders = Array.isArray(headers) ? parseHeaders(headers) : headers;
			try {
				this[kHandler].onResponseStart?.(controller, statusCode, parsedHeaders, statusText);
				return !controller?.paused;
			} catch (err) {
				this.abort(err);
				return false;
			}
		}
		onResponseData(chunk) {
			assert(!this.aborted);
			assert(!this.completed);
			if (channels.bodyChunkReceived.hasSubscribers) channels.bodyChunkReceived.publish({
				request: this,
				chunk
			});
			const controller = this[kController];
			try {
				this[kHandler].onResponseData?.(controller, chunk);
				return !controller?.paused;
			} catch (err) {
				this.abort(err);
				return false;
			}
		}
		onRequestUpgrade(statusCode, headers, socket, statusText = "") {
			this.onFinally();
			assert(!this.aborted);
			assert(!this.completed);
			if (channels.headers.hasSubscribers) channels.headers.publish({
				request: this,
				response: {
					statusCode,
					headers,
					statusText
				}
			});
			const controller = this[kController];
			if (controller) controller.rawHeaders = headers;
			const parsedHeaders = Array.isArray(headers) ? parseHeaders(headers) : headers;
			const result = this[kHandler].onRequestUpgrade?.(controller, statusCode, parsedHeaders, socket);
			if (!this.aborted) {
				this.completed = true;
				if (channels.trailers.hasSubscribers) channels.trailers.publish({
					request: this,
					trailers: []
				});
			}
			return result;
		}
		onResponseEnd(trailers) {
			this.onFinally();
			assert(!this.aborted);
			assert(!this.completed);
			this.completed = true;
			if (channels.trailers.hasSubscribers) channels.trailers.publish({
				request: this,
				trailers
			});
			const controller = this[kController];
			if (controller) controller.rawTrailers = trailers;
			const parsedTrailers = Array.isArray(trailers) ? parseHeaders(trailers) : trailers;
			try {
				return this[kHandler].onResponseEnd?.(controller, parsedTrailers);
			} catch (err) {
				this.onResponseError(err);
			}
		}
		onResponseError(error) {
			this.onFinally();
			if (channels.error.hasSubscribers) channels.error.publish({
				request: this,
				error
			});
			if (this.aborted) return;
			this.aborted = true;
			const controller = this[kController];
			return this[kHandler].onResponseError?.(controller, error);
		}
		onFinally() {
			if (this.errorHandler) {
				this.body.off("error", this.errorHandler);
				this.errorHandler = null;
			}
			if (this.endHandler) {
				this.body.off("end", this.endHandler);
				this.endHandler = null;
			}
		}
		addHeader(key, value) {
			processHeader(this, key, value);
			return this;
		}
	};
	function processHeader(request, key, val) {
		if (val && typeof val === "object" && !Array.isArray(val)) throw new InvalidArgumentError(`invalid ${key} header`);
		else if (val === void 0) return;
		let headerName = headerNameLowerCasedRecord[key];
		if (headerName === void 0) {
			headerName = key.toLowerCase();
			if (headerNameLowerCasedRecord[headerName] === void 0 && !isValidHTTPToken(headerName)) throw new InvalidArgumentError("invalid header key");
		}
		if (Array.isArray(val)) {
			const arr = [];
			for (let i = 0; i < val.length; i++) if (typeof val[i] === "string") {
				if (!isValidHeaderValue(val[i])) throw new InvalidArgumentError(`invalid ${key} header`);
				arr.push(val[i]);
			} else if (val[i] === null) arr.push("");
			else if (typeof val[i] === "object") throw new InvalidArgumentError(`invalid ${key} header`);
			else {
				const str = `${val[i]}`;
				if (!isValidHeaderValue(str)) throw new InvalidArgumentError(`invalid ${key} header`);
				arr.push(str);
			}
			val = arr;
		} else if (typeof val === "string") {
			if (!isValidHeaderValue(val)) throw new InvalidArgumentError(`invalid ${key} header`);
		} else if (val === null) val = "";
		else {
			val = `${val}`;
			if (!isValidHeaderValue(val)) throw new InvalidArgumentError(`invalid ${key} header`);
		}
		if (headerName === "host") {
			if (request.host !== null) throw new InvalidArgumentError("duplicate host header");
			if (typeof val !== "string") throw new InvalidArgumentError("invalid host header");
			request.host = val;
		} else if (headerName === "content-length") {
			if (request.contentLength !== null) throw new InvalidArgumentError("duplicate content-length header");
			if (!isValidContentLengthHeaderValue(val)) throw new InvalidArgumentError("invalid content-length header");
			request.contentLength = parseInt(val, 10);
		} else if (request.contentType === null && headerName === "content-type") {
			request.contentType = val;
			request.headers.push(key, val);
		} else if (headerName === "transfer-encoding" || headerName === "keep-alive" || headerName === "upgrade") throw new InvalidArgumentError(`invalid ${headerName} header`);
		else if (headerName === "connection") {
			const value = typeof val === "string" ? val : null;
			if (value === null) throw new InvalidArgumentError("invalid connection header");
			for (const token of value.toLowerCase().split(",")) {
				const trimmed = token.trim();
				if (!isValidHTTPToken(trimmed)) throw new InvalidArgumentError("invalid connection header");
				if (trimmed === "close") request.reset = true;
			}
		} else if (headerName === "expect") throw new NotSupportedError("expect header not supported");
		else request.headers.push(key, val);
	}
	let isFormData;
	function isUndiciFormData(body) {
		if (isFormData === void 0) isFormData = () => false;
		return isFormData(body);
	}
	module.exports = Request;
}));

// node_modules/undici/lib/core/connect.js
var require_connect = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const net = require("node:net");
	const assert = require("node:assert");
	const util = require_util();
	const { InvalidArgumentError, ConnectTimeoutError } = require_errors();
	let tls;
	const SessionCache = class WeakSessionCache {
		constructor(maxCachedSessions) {
			this._maxCachedSessions = maxCachedSessions;
			this._sessionCache = /* @__PURE__ */ new Map();
			this._sessionRegistry = new FinalizationRegistry((key) => {
				if (this._sessionCache.size < this._maxCachedSessions) return;
				const ref = this._sessionCache.get(key);
				if (ref !== void 0 && ref.deref() === void 0) this._sessionCache.delete(key);
			});
		}
		get(sessionKey) {
			const ref = this._sessionCache.get(sessionKey);
			return ref ? ref.deref() : null;
		}
		set(sessionKey, session) {
			if (this._maxCachedSessions === 0) return;
			if (this._sessionCache.has(sessionKey)) this._sessionCache.delete(sessionKey);
			else if (this._sessionCache.size >= this._maxCachedSessions) {
				let evicted = false;
				for (const [key, ref] of this._sessionCache) if (ref.deref() === void 0) {
					this._sessionCache.delete(key);
					evicted = true;
					break;
				}
				if (!evicted) {
					const oldest = this._sessionCache.keys().next();
					if (!oldest.done) this._sessionCache.delete(oldest.value);
				}
			}
			this._sessionCache.set(sessionKey, new WeakRef(session));
			this._sessionRegistry.register(session, sessionKey);
		}
	};
	function buildConnector({ allowH2, preferH2, useH2c, maxCachedSessions, socketPath, timeout, session: customSession, ...opts }) {
		if (maxCachedSessions != null && (!Number.isInteger(maxCachedSessions) || maxCachedSessions < 0)) throw new InvalidArgumentError("maxCachedSessions must be a positive integer or zero");
		const options = {
			path: socketPath,
			...opts
		};
		const sessionCache = new SessionCache(maxCachedSessions == null ? 100 : maxCachedSessions);
		timeout = timeout == null ? 1e4 : timeout;
		allowH2 = allowH2 != null ? allowH2 : true;
		return function connect({ hostname, host, protocol, port, servername, localAddress, httpSocket }, callback) {
			let socket;
			if (protocol === "https:") {
				if (!tls) tls = require("node:tls");
				servername = servername || options.servername || util.getServerName(host) || null;
				const sessionKey = servername || hostname;
				assert(sessionKey);
				const session = customSession || sessionCache.get(sessionKey) || null;
				port = port || 443;
				socket = tls.connect({
					highWaterMark: 16384,
					...options,
					servername,
					session,
					localAddress,
					ALPNProtocols: allowH2 ? preferH2 ? ["h2", "http/1.1"] : ["http/1.1", "h2"] : ["http/1.1"],
					socket: httpSocket,
					port,
					host: hostname
				});
				socket.on("session", function(session) {
					sessionCache.set(sessionKey, session);
				});
			} else {
				assert(!httpSocket, "httpSocket can only be sent on TLS update");
				port = port || 80;
				const connectOptions = {
					highWaterMark: 65536,
					...options,
					localAddress,
					port,
					host: hostname
				};
				const family = net.isIP(hostname);
				if (family !== 0 && servername && servername !== hostname) {
					connectOptions.host = servername;
					connectOptions.lookup = (_hostname, lookupOptions, cb) => {
						if (lookupOptions.all) cb(null, [{
							address: hostname,
							family
						}]);
						else cb(null, hostname, family);
					};
				}
				socket = net.connect(connectOptions);
				if (useH2c === true) socket.alpnProtocol = "h2";
			}
			if (options.keepAlive == null || options.keepAlive) {
				const keepAliveInitialDelay = options.keepAliveInitialDelay === void 0 ? 6e4 : options.keepAliveInitialDelay;
				socket.setKeepAlive(true, keepAliveInitialDelay);
			}
			const clearConnectTimeout = util.setupConnectTimeout(new WeakRef(socket), {
				timeout,
				hostname,
				port
			});
			socket.setNoDelay(true).once(protocol === "https:" ? "secureConnect" : "connect", function() {
				queueMicrotask(clearConnectTimeout);
				if (callback) {
					const cb = callback;
					callback = null;
					cb(null, this);
				}
			}).on("error", function(err) {
				queueMicrotask(clearConnectTimeout);
				if (callback) {
					const cb = callback;
					callback = null;
					cb(maybeNormalizeConnectError(err, this, {
						timeout,
						hostname,
						port
					}));
				}
			});
			return socket;
		};
	}
	function maybeNormalizeConnectError(err, socket, opts) {
		if (err instanceof AggregateError && (err.code === "ETIMEDOUT" || err.errors.some((e) => e != null && e.code === "ETIMEDOUT"))) {
			let message = "Connect Timeout Error";
			if (Array.isArray(socket.autoSelectFamilyAttemptedAddresses)) message += ` (attempted addresses: ${socket.autoSelectFamilyAttemptedAddresses.join(", ")},`;
			else message += ` (attempted address: ${opts.hostname}:${opts.port},`;
			message += ` timeout: ${opts.timeout}ms)`;
			const wrapped = new ConnectTimeoutError(message);
			wrapped.cause = err;
			return wrapped;
		}
		return err;
	}
	module.exports = buildConnector;
}));

// node_modules/undici/lib/llhttp/utils.js
var require_utils = /* @__PURE__ */ require_index.__commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.enumToMap = enumToMap;
	function enumToMap(obj, filter = [], exceptions = []) {
		const emptyFilter = (filter?.length ?? 0) === 0;
		const emptyExceptions = (exceptions?.length ?? 0) === 0;
		return Object.fromEntries(Object.entries(obj).filter(([, value]) => {
			return typeof value === "number" && (emptyFilter || filter.includes(value)) && (emptyExceptions || !exceptions.includes(value));
		}));
	}
}));

// node_modules/undici/lib/llhttp/constants.js
var require_constants = /* @__PURE__ */ require_index.__commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SPECIAL_HEADERS = exports.MINOR = exports.MAJOR = exports.HTAB_SP_VCHAR_OBS_TEXT = exports.QUOTED_STRING = exports.CONNECTION_TOKEN_CHARS = exports.HEADER_CHARS = exports.TOKEN = exports.HEX = exports.URL_CHAR = exports.USERINFO_CHARS = exports.MARK = exports.ALPHANUM = exports.NUM = exports.HEX_MAP = exports.NUM_MAP = exports.ALPHA = exports.STATUSES_HTTP = exports.H_METHOD_MAP = exports.METHOD_MAP = exports.METHODS_RTSP = exports.METHODS_ICE = exports.METHODS_HTTP = exports.HEADER_STATE = exports.FINISH = exports.STATUSES = exports.METHODS = exports.LENIENT_FLAGS = exports.FLAGS = exports.TYPE = exports.ERROR = void 0;
	const utils_1 = require_utils();
	exports.ERROR = {
		OK: 0,
		INTERNAL: 1,
		STRICT: 2,
		CR_EXPECTED: 25,
		LF_EXPECTED: 3,
		UNEXPECTED_CONTENT_LENGTH: 4,
		UNEXPECTED_SPACE: 30,
		CLOSED_CONNECTION: 5,
		INVALID_METHOD: 6,
		INVALID_URL: 7,
		INVALID_CONSTANT: 8,
		INVALID_VERSION: 9,
		INVALID_HEADER_TOKEN: 10,
		INVALID_CONTENT_LENGTH: 11,
		INVALID_CHUNK_SIZE: 12,
		INVALID_STATUS: 13,
		INVALID_EOF_STATE: 14,
		INVALID_TRANSFER_ENCODING: 15,
		CB_MESSAGE_BEGIN: 16,
		CB_HEADERS_COMPLETE: 17,
		CB_MESSAGE_COMPLETE: 18,
		CB_CHUNK_HEADER: 19,
		CB_CHUNK_COMPLETE: 20,
		PAUSED: 21,
		PAUSED_UPGRADE: 22,
		PAUSED_H2_UPGRADE: 23,
		USER: 24,
		CB_URL_COMPLETE: 26,
		CB_STATUS_COMPLETE: 27,
		CB_METHOD_COMPLETE: 32,
		CB_VERSION_COMPLETE: 33,
		CB_HEADER_FIELD_COMPLETE: 28,
		CB_HEADER_VALUE_COMPLETE: 29,
		CB_CHUNK_EXTENSION_NAME_COMPLETE: 34,
		CB_CHUNK_EXTENSION_VALUE_COMPLETE: 35,
		CB_RESET: 31,
		CB_PROTOCOL_COMPLETE: 38
	};
	exports.TYPE = {
		BOTH: 0,
		REQUEST: 1,
		RESPONSE: 2
	};
	exports.FLAGS = {
		CONNECTION_KEEP_ALIVE: 1,
		CONNECTION_CLOSE: 2,
		CONNECTION_UPGRADE: 4,
		CHUNKED: 8,
		UPGRADE: 16,
		CONTENT_LENGTH: 32,
		SKIPBODY: 64,
		TRAILING: 128,
		TRANSFER_ENCODING: 512
	};
	exports.LENIENT_FLAGS = {
		HEADERS: 1,
		CHUNKED_LENGTH: 2,
		KEEP_ALIVE: 4,
		TRANSFER_ENCODING: 8,
		VERSION: 16,
		DATA_AFTER_CLOSE: 32,
		OPTIONAL_LF_AFTER_CR: 64,
		OPTIONAL_CRLF_AFTER_CHUNK: 128,
		OPTIONAL_CR_BEFORE_LF: 256,
		SPACES_AFTER_CHUNK_SIZE: 512
	};
	exports.METHODS = {
		"DELETE": 0,
		"GET": 1,
		"HEAD": 2,
		"POST": 3,
		"PUT": 4,
		"CONNECT": 5,
		"OPTIONS": 6,
		"TRACE": 7,
		"COPY": 8,
		"LOCK": 9,
		"MKCOL": 10,
		"MOVE": 11,
		"PROPFIND": 12,
		"PROPPATCH": 13,
		"SEARCH": 14,
		"UNLOCK": 15,
		"BIND": 16,
		"REBIND": 17,
		"UNBIND": 18,
		"ACL": 19,
		"REPORT": 20,
		"MKACTIVITY": 21,
		"CHECKOUT": 22,
		"MERGE": 23,
		"M-SEARCH": 24,
		"NOTIFY": 25,
		"SUBSCRIBE": 26,
		"UNSUBSCRIBE": 27,
		"PATCH": 28,
		"PURGE": 29,
		"MKCALENDAR": 30,
		"LINK": 31,
		"UNLINK": 32,
		"SOURCE": 33,
		"PRI": 34,
		"DESCRIBE": 35,
		"ANNOUNCE": 36,
		"SETUP": 37,
		"PLAY": 38,
		"PAUSE": 39,
		"TEARDOWN": 40,
		"GET_PARAMETER": 41,
		"SET_PARAMETER": 42,
		"REDIRECT": 43,
		"RECORD": 44,
		"FLUSH": 45,
		"QUERY": 46
	};
	exports.STATUSES = {
		CONTINUE: 100,
		SWITCHING_PROTOCOLS: 101,
		PROCESSING: 102,
		EARLY_HINTS: 103,
		RESPONSE_IS_STALE: 110,
		REVALIDATION_FAILED: 111,
		DISCONNECTED_OPERATION: 112,
		HEURISTIC_EXPIRATION: 113,
		MISCELLANEOUS_WARNING: 199,
		OK: 200,
		CREATED: 201,
		ACCEPTED: 202,
		NON_AUTHORITATIVE_INFORMATION: 203,
		NO_CONTENT: 204,
		RESET_CONTENT: 205,
		PARTIAL_CONTENT: 206,
		MULTI_STATUS: 207,
		ALREADY_REPORTED: 208,
		TRANSFORMATION_APPLIED: 214,
		IM_USED: 226,
		MISCELLANEOUS_PERSISTENT_WARNING: 299,
		MULTIPLE_CHOICES: 300,
		MOVED_PERMANENTLY: 301,
		FOUND: 302,
		SEE_OTHER: 303,
		NOT_MODIFIED: 304,
		USE_PROXY: 305,
		SWITCH_PROXY: 306,
		TEMPORARY_REDIRECT: 307,
		PERMANENT_REDIRECT: 308,
		BAD_REQUEST: 400,
		UNAUTHORIZED: 401,
		PAYMENT_REQUIRED: 402,
		FORBIDDEN: 403,
		NOT_FOUND: 404,
		METHOD_NOT_ALLOWED: 405,
		NOT_ACCEPTABLE: 406,
		PROXY_AUTHENTICATION_REQUIRED: 407,
		REQUEST_TIMEOUT: 408,
		CONFLICT: 409,
		GONE: 410,
		LENGTH_REQUIRED: 411,
		PRECONDITION_FAILED: 412,
		PAYLOAD_TOO_LARGE: 413,
		URI_TOO_LONG: 414,
		UNSUPPORTED_MEDIA_TYPE: 415,
		RANGE_NOT_SATISFIABLE: 416,
		EXPECTATION_FAILED: 417,
		IM_A_TEAPOT: 418,
		PAGE_EXPIRED: 419,
		ENHANCE_YOUR_CALM: 420,
		MISDIRECTED_REQUEST: 421,
		UNPROCESSABLE_ENTITY: 422,
		LOCKED: 423,
		FAILED_DEPENDENCY: 424,
		TOO_EARLY: 425,
		UPGRADE_REQUIRED: 426,
		PRECONDITION_REQUIRED: 428,
		TOO_MANY_REQUESTS: 429,
		REQUEST_HEADER_FIELDS_TOO_LARGE_UNOFFICIAL: 430,
		REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
		LOGIN_TIMEOUT: 440,
		NO_RESPONSE: 444,
		RETRY_WITH: 449,
		BLOCKED_BY_PARENTAL_CONTROL: 450,
		UNAVAILABLE_FOR_LEGAL_REASONS: 451,
		CLIENT_CLOSED_LOAD_BALANCED_REQUEST: 460,
		INVALID_X_FORWARDED_FOR: 463,
		REQUEST_HEADER_TOO_LARGE: 494,
		SSL_CERTIFICATE_ERROR: 495,
		SSL_CERTIFICATE_REQUIRED: 496,
		HTTP_REQUEST_SENT_TO_HTTPS_PORT: 497,
		INVALID_TOKEN: 498,
		CLIENT_CLOSED_REQUEST: 499,
		INTERNAL_SERVER_ERROR: 500,
		NOT_IMPLEMENTED: 501,
		BAD_GATEWAY: 502,
		SERVICE_UNAVAILABLE: 503,
		GATEWAY_TIMEOUT: 504,
		HTTP_VERSION_NOT_SUPPORTED: 505,
		VARIANT_ALSO_NEGOTIATES: 506,
		INSUFFICIENT_STORAGE: 507,
		LOOP_DETECTED: 508,
		BANDWIDTH_LIMIT_EXCEEDED: 509,
		NOT_EXTENDED: 510,
		NETWORK_AUTHENTICATION_REQUIRED: 511,
		WEB_SERVER_UNKNOWN_ERROR: 520,
		WEB_SERVER_IS_DOWN: 521,
		CONNECTION_TIMEOUT: 522,
		ORIGIN_IS_UNREACHABLE: 523,
		TIMEOUT_OCCURED: 524,
		SSL_HANDSHAKE_FAILED: 525,
		INVALID_SSL_CERTIFICATE: 526,
		RAILGUN_ERROR: 527,
		SITE_IS_OVERLOADED: 529,
		SITE_IS_FROZEN: 530,
		IDENTITY_PROVIDER_AUTHENTICATION_ERROR: 561,
		NETWORK_READ_TIMEOUT: 598,
		NETWORK_CONNECT_TIMEOUT: 599
	};
	exports.FINISH = {
		SAFE: 0,
		SAFE_WITH_CB: 1,
		UNSAFE: 2
	};
	exports.HEADER_STATE = {
		GENERAL: 0,
		CONNECTION: 1,
		CONTENT_LENGTH: 2,
		TRANSFER_ENCODING: 3,
		UPGRADE: 4,
		CONNECTION_KEEP_ALIVE: 5,
		CONNECTION_CLOSE: 6,
		CONNECTION_UPGRADE: 7,
		TRANSFER_ENCODING_CHUNKED: 8
	};
	exports.METHODS_HTTP = [
		exports.METHODS.DELETE,
		exports.METHODS.GET,
		exports.METHODS.HEAD,
		exports.METHODS.POST,
		exports.METHODS.PUT,
		exports.METHODS.CONNECT,
		exports.METHODS.OPTIONS,
		exports.METHODS.TRACE,
		exports.METHODS.COPY,
		exports.METHODS.LOCK,
		exports.METHODS.MKCOL,
		exports.METHODS.MOVE,
		exports.METHODS.PROPFIND,
		exports.METHODS.PROPPATCH,
		exports.METHODS.SEARCH,
		exports.METHODS.UNLOCK,
		exports.METHODS.BIND,
		exports.METHODS.REBIND,
		exports.METHODS.UNBIND,
		exports.METHODS.ACL,
		exports.METHODS.REPORT,
		exports.METHODS.MKACTIVITY,
		exports.METHODS.CHECKOUT,
		exports.METHODS.MERGE,
		exports.METHODS["M-SEARCH"],
		exports.METHODS.NOTIFY,
		exports.METHODS.SUBSCRIBE,
		exports.METHODS.UNSUBSCRIBE,
		exports.METHODS.PATCH,
		exports.METHODS.PURGE,
		exports.METHODS.MKCALENDAR,
		exports.METHODS.LINK,
		exports.METHODS.UNLINK,
		exports.METHODS.PRI,
		exports.METHODS.SOURCE,
		exports.METHODS.QUERY
	];
	exports.METHODS_ICE = [exports.METHODS.SOURCE];
	exports.METHODS_RTSP = [
		exports.METHODS.OPTIONS,
		exports.METHODS.DESCRIBE,
		exports.METHODS.ANNOUNCE,
		exports.METHODS.SETUP,
		exports.METHODS.PLAY,
		exports.METHODS.PAUSE,
		exports.METHODS.TEARDOWN,
		exports.METHODS.GET_PARAMETER,
		exports.METHODS.SET_PARAMETER,
		exports.METHODS.REDIRECT,
		exports.METHODS.RECORD,
		exports.METHODS.FLUSH,
		exports.METHODS.GET,
		exports.METHODS.POST
	];
	exports.METHOD_MAP = (0, utils_1.enumToMap)(exports.METHODS);
	exports.H_METHOD_MAP = Object.fromEntries(Object.entries(exports.METHODS).filter(([k]) => k.startsWith("H")));
	exports.STATUSES_HTTP = [
		exports.STATUSES.CONTINUE,
		exports.STATUSES.SWITCHING_PROTOCOLS,
		exports.STATUSES.PROCESSING,
		exports.STATUSES.EARLY_HINTS,
		exports.STATUSES.RESPONSE_IS_STALE,
		exports.STATUSES.REVALIDATION_FAILED,
		exports.STATUSES.DISCONNECTED_OPERATION,
		exports.STATUSES.HEURISTIC_EXPIRATION,
		exports.STATUSES.MISCELLANEOUS_WARNING,
		exports.STATUSES.OK,
		exports.STATUSES.CREATED,
		exports.STATUSES.ACCEPTED,
		exports.STATUSES.NON_AUTHORITATIVE_INFORMATION,
		exports.STATUSES.NO_CONTENT,
		exports.STATUSES.RESET_CONTENT,
		exports.STATUSES.PARTIAL_CONTENT,
		exports.STATUSES.MULTI_STATUS,
		exports.STATUSES.ALREADY_REPORTED,
		exports.STATUSES.TRANSFORMATION_APPLIED,
		exports.STATUSES.IM_USED,
		exports.STATUSES.MISCELLANEOUS_PERSISTENT_WARNING,
		exports.STATUSES.MULTIPLE_CHOICES,
		exports.STATUSES.MOVED_PERMANENTLY,
		exports.STATUSES.FOUND,
		exports.STATUSES.SEE_OTHER,
		exports.STATUSES.NOT_MODIFIED,
		exports.STATUSES.USE_PROXY,
		exports.STATUSES.SWITCH_PROXY,
		exports.STATUSES.TEMPORARY_REDIRECT,
		exports.STATUSES.PERMANENT_REDIRECT,
		exports.STATUSES.BAD_REQUEST,
		exports.STATUSES.UNAUTHORIZED,
		exports.STATUSES.PAYMENT_REQUIRED,
		exports.STATUSES.FORBIDDEN,
		exports.STATUSES.NOT_FOUND,
		exports.STATUSES.METHOD_NOT_ALLOWED,
		exports.STATUSES.NOT_ACCEPTABLE,
		exports.STATUSES.PROXY_AUTHENTICATION_REQUIRED,
		exports.STATUSES.REQUEST_TIMEOUT,
		exports.STATUSES.CONFLICT,
		exports.STATUSES.GONE,
		exports.STATUSES.LENGTH_REQUIRED,
		exports.STATUSES.PRECONDITION_FAILED,
		exports.STATUSES.PAYLOAD_TOO_LARGE,
		exports.STATUSES.URI_TOO_LONG,
		exports.STATUSES.UNSUPPORTED_MEDIA_TYPE,
		exports.STATUSES.RANGE_NOT_SATISFIABLE,
		exports.STATUSES.EXPECTATION_FAILED,
		exports.STATUSES.IM_A_TEAPOT,
		exports.STATUSES.PAGE_EXPIRED,
		exports.STATUSES.ENHANCE_YOUR_CALM,
		exports.STATUSES.MISDIRECTED_REQUEST,
		exports.STATUSES.UNPROCESSABLE_ENTITY,
		exports.STATUSES.LOCKED,
		exports.STATUSES.FAILED_DEPENDENCY,
		exports.STATUSES.TOO_EARLY,
		exports.STATUSES.UPGRADE_REQUIRED,
		exports.STATUSES.PRECONDITION_REQUIRED,
		exports.STATUSES.TOO_MANY_REQUESTS,
		exports.STATUSES.REQUEST_HEADER_FIELDS_TOO_LARGE_UNOFFICIAL,
		exports.STATUSES.REQUEST_HEADER_FIELDS_TOO_LARGE,
		exports.STATUSES.LOGIN_TIMEOUT,
		exports.STATUSES.NO_RESPONSE,
		exports.STATUSES.RETRY_WITH,
		exports.STATUSES.BLOCKED_BY_PARENTAL_CONTROL,
		exports.STATUSES.UNAVAILABLE_FOR_LEGAL_REASONS,
		exports.STATUSES.CLIENT_CLOSED_LOAD_BALANCED_REQUEST,
		exports.STATUSES.INVALID_X_FORWARDED_FOR,
		exports.STATUSES.REQUEST_HEADER_TOO_LARGE,
		exports.STATUSES.SSL_CERTIFICATE_ERROR,
		exports.STATUSES.SSL_CERTIFICATE_REQUIRED,
		exports.STATUSES.HTTP_REQUEST_SENT_TO_HTTPS_PORT,
		exports.STATUSES.INVALID_TOKEN,
		exports.STATUSES.CLIENT_CLOSED_REQUEST,
		exports.STATUSES.INTERNAL_SERVER_ERROR,
		exports.STATUSES.NOT_IMPLEMENTED,
		exports.STATUSES.BAD_GATEWAY,
		exports.STATUSES.SERVICE_UNAVAILABLE,
		exports.STATUSES.GATEWAY_TIMEOUT,
		exports.STATUSES.HTTP_VERSION_NOT_SUPPORTED,
		exports.STATUSES.VARIANT_ALSO_NEGOTIATES,
		exports.STATUSES.INSUFFICIENT_STORAGE,
		exports.STATUSES.LOOP_DETECTED,
		exports.STATUSES.BANDWIDTH_LIMIT_EXCEEDED,
		exports.STATUSES.NOT_EXTENDED,
		exports.STATUSES.NETWORK_AUTHENTICATION_REQUIRED,
		exports.STATUSES.WEB_SERVER_UNKNOWN_ERROR,
		exports.STATUSES.WEB_SERVER_IS_DOWN,
		exports.STATUSES.CONNECTION_TIMEOUT,
		exports.STATUSES.ORIGIN_IS_UNREACHABLE,
		exports.STATUSES.TIMEOUT_OCCURED,
		exports.STATUSES.SSL_HANDSHAKE_FAILED,
		exports.STATUSES.INVALID_SSL_CERTIFICATE,
		exports.STATUSES.RAILGUN_ERROR,
		exports.STATUSES.SITE_IS_OVERLOADED,
		exports.STATUSES.SITE_IS_FROZEN,
		exports.STATUSES.IDENTITY_PROVIDER_AUTHENTICATION_ERROR,
		exports.STATUSES.NETWORK_READ_TIMEOUT,
		exports.STATUSES.NETWORK_CONNECT_TIMEOUT
	];
	exports.ALPHA = [];
	for (let i = "A".charCodeAt(0); i <= "Z".charCodeAt(0); i++) {
		exports.ALPHA.push(String.fromCharCode(i));
		exports.ALPHA.push(String.fromCharCode(i + 32));
	}
	exports.NUM_MAP = {
		0: 0,
		1: 1,
		2: 2,
		3: 3,
		4: 4,
		5: 5,
		6: 6,
		7: 7,
		8: 8,
		9: 9
	};
	exports.HEX_MAP = {
		0: 0,
		1: 1,
		2: 2,
		3: 3,
		4: 4,
		5: 5,
		6: 6,
		7: 7,
		8: 8,
		9: 9,
		A: 10,
		B: 11,
		C: 12,
		D: 13,
		E: 14,
		F: 15,
		a: 10,
		b: 11,
		c: 12,
		d: 13,
		e: 14,
		f: 15
	};
	exports.NUM = [
		"0",
		"1",
		"2",
		"3",
		"4",
		"5",
		"6",
		"7",
		"8",
		"9"
	];
	exports.ALPHANUM = exports.ALPHA.concat(exports.NUM);
	exports.MARK = [
		"-",
		"_",
		".",
		"!",
		"~",
		"*",
		"'",
		"(",
		")"
	];
	exports.USERINFO_CHARS = exports.ALPHANUM.concat(exports.MARK).concat([
		"%",
		";",
		":",
		"&",
		"=",
		"+",
		"$",
		","
	]);
	exports.URL_CHAR = [
		"!",
		"\"",
		"$",
		"%",
		"&",
		"'",
		"(",
		")",
		"*",
		"+",
		",",
		"-",
		".",
		"/",
		":",
		";",
		"<",
		"=",
		">",
		"@",
		"[",
		"\\",
		"]",
		"^",
		"_",
		"`",
		"{",
		"|",
		"}",
		"~"
	].concat(exports.ALPHANUM);
	exports.HEX = exports.NUM.concat([
		"a",
		"b",
		"c",
		"d",
		"e",
		"f",
		"A",
		"B",
		"C",
		"D",
		"E",
		"F"
	]);
	exports.TOKEN = [
		"!",
		"#",
		"$",
		"%",
		"&",
		"'",
		"*",
		"+",
		"-",
		".",
		"^",
		"_",
		"`",
		"|",
		"~"
	].concat(exports.ALPHANUM);
	exports.HEADER_CHARS = ["	"];
	for (let i = 32; i <= 255; i++) if (i !== 127) exports.HEADER_CHARS.push(i);
	exports.CONNECTION_TOKEN_CHARS = exports.HEADER_CHARS.filter((c) => c !== 44);
	exports.QUOTED_STRING = ["	", " "];
	for (let i = 33; i <= 255; i++) if (i !== 34 && i !== 92) exports.QUOTED_STRING.push(i);
	exports.HTAB_SP_VCHAR_OBS_TEXT = ["	", " "];
	for (let i = 33; i <= 126; i++) exports.HTAB_SP_VCHAR_OBS_TEXT.push(i);
	for (let i = 128; i <= 255; i++) exports.HTAB_SP_VCHAR_OBS_TEXT.push(i);
	exports.MAJOR = exports.NUM_MAP;
	exports.MINOR = exports.MAJOR;
	exports.SPECIAL_HEADERS = {
		"connection": exports.HEADER_STATE.CONNECTION,
		"content-length": exports.HEADER_STATE.CONTENT_LENGTH,
		"proxy-connection": exports.HEADER_STATE.CONNECTION,
		"transfer-encoding": exports.HEADER_STATE.TRANSFER_ENCODING,
		"upgrade": exports.HEADER_STATE.UPGRADE
	};
	exports.default = {
		ERROR: exports.ERROR,
		TYPE: exports.TYPE,
		FLAGS: exports.FLAGS,
		LENIENT_FLAGS: exports.LENIENT_FLAGS,
		METHODS: exports.METHODS,
		STATUSES: exports.STATUSES,
		FINISH: exports.FINISH,
		HEADER_STATE: exports.HEADER_STATE,
		ALPHA: exports.ALPHA,
		NUM_MAP: exports.NUM_MAP,
		HEX_MAP: exports.HEX_MAP,
		NUM: exports.NUM,
		ALPHANUM: exports.ALPHANUM,
		MARK: exports.MARK,
		USERINFO_CHARS: exports.USERINFO_CHARS,
		URL_CHAR: exports.URL_CHAR,
		HEX: exports.HEX,
		TOKEN: exports.TOKEN,
		HEADER_CHARS: exports.HEADER_CHARS,
		CONNECTION_TOKEN_CHARS: exports.CONNECTION_TOKEN_CHARS,
		QUOTED_STRING: exports.QUOTED_STRING,
		HTAB_SP_VCHAR_OBS_TEXT: exports.HTAB_SP_VCHAR_OBS_TEXT,
		MAJOR: exports.MAJOR,
		MINOR: exports.MINOR,
		SPECIAL_HEADERS: exports.SPECIAL_HEADERS,
		METHODS_HTTP: exports.METHODS_HTTP,
		METHODS_ICE: exports.METHODS_ICE,
		METHODS_RTSP: exports.METHODS_RTSP,
		METHOD_MAP: exports.METHOD_MAP,
		H_METHOD_MAP: exports.H_METHOD_MAP,
		STATUSES_HTTP: exports.STATUSES_HTTP
	};
}));

// node_modules/undici/lib/llhttp/llhttp-wasm.js
var require_llhttp_wasm = /* @__PURE__ */ require_index.__commonJSMin((() => {
	throw new Error("This machine has no WebAssembly SIMD, which deploy-gpu-endpoint needs for HTTP.");
}));

// node_modules/undici/lib/llhttp/llhttp_simd-wasm.js
var require_llhttp_simd_wasm = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const { Buffer } = require("node:buffer");
	const wasmBase64 = "AGFzbQEAAAABJwdgAX8Bf2ADf39/AX9gAn9/AGABfwBgBH9/f38Bf2AAAGADf39/AALLAQgDZW52GHdhc21fb25faGVhZGVyc19jb21wbGV0ZQAEA2VudhV3YXNtX29uX21lc3NhZ2VfYmVnaW4AAANlbnYLd2FzbV9vbl91cmwAAQNlbnYOd2FzbV9vbl9zdGF0dXMAAQNlbnYUd2FzbV9vbl9oZWFkZXJfZmllbGQAAQNlbnYUd2FzbV9vbl9oZWFkZXJfdmFsdWUAAQNlbnYMd2FzbV9vbl9ib2R5AAEDZW52GHdhc21fb25fbWVzc2FnZV9jb21wbGV0ZQAAAzU0BQYAAAMAAAAAAAADAQMAAwMDAAACAAAAAAICAgICAgICAgIBAQEBAQEBAQEBAwAAAwAAAAQFAXABExMFAwEAAgYIAX8BQcDZBAsHxQcoBm1lbW9yeQIAC19pbml0aWFsaXplAAgZX19pbmRpcmVjdF9mdW5jdGlvbl90YWJsZQEAC2xsaHR0cF9pbml0AAkYbGxodHRwX3Nob3VsZF9rZWVwX2FsaXZlADcMbGxodHRwX2FsbG9jAAsGbWFsbG9jADkLbGxodHRwX2ZyZWUADARmcmVlAAwPbGxodHRwX2dldF90eXBlAA0VbGxodHRwX2dldF9odHRwX21ham9yAA4VbGxodHRwX2dldF9odHRwX21pbm9yAA8RbGxodHRwX2dldF9tZXRob2QAEBZsbGh0dHBfZ2V0X3N0YXR1c19jb2RlABESbGxodHRwX2dldF91cGdyYWRlABIMbGxodHRwX3Jlc2V0ABMObGxodHRwX2V4ZWN1dGUAFBRsbGh0dHBfc2V0dGluZ3NfaW5pdAAVDWxsaHR0cF9maW5pc2gAFgxsbGh0dHBfcGF1c2UAFw1sbGh0dHBfcmVzdW1lABgbbGxodHRwX3Jlc3VtZV9hZnRlcl91cGdyYWRlABkQbGxodHRwX2dldF9lcnJubwAaF2xsaHR0cF9nZXRfZXJyb3JfcmVhc29uABsXbGxodHRwX3NldF9lcnJvcl9yZWFzb24AHBRsbGh0dHBfZ2V0X2Vycm9yX3BvcwAdEWxsaHR0cF9lcnJub19uYW1lAB4SbGxodHRwX21ldGhvZF9uYW1lAB8SbGxodHRwX3N0YXR1c19uYW1lACAabGxodHRwX3NldF9sZW5pZW50X2hlYWRlcnMAISFsbGh0dHBfc2V0X2xlbmllbnRfY2h1bmtlZF9sZW5ndGgAIh1sbGh0dHBfc2V0X2xlbmllbnRfa2VlcF9hbGl2ZQAjJGxsaHR0cF9zZXRfbGVuaWVudF90cmFuc2Zlcl9lbmNvZGluZwAkGmxsaHR0cF9zZXRfbGVuaWVudF92ZXJzaW9uACUjbGxodHRwX3NldF9sZW5pZW50X2RhdGFfYWZ0ZXJfY2xvc2UAJidsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfbGZfYWZ0ZXJfY3IAJyxsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfY3JsZl9hZnRlcl9jaHVuawAoKGxsaHR0cF9zZXRfbGVuaWVudF9vcHRpb25hbF9jcl9iZWZvcmVfbGYAKSpsbGh0dHBfc2V0X2xlbmllbnRfc3BhY2VzX2FmdGVyX2NodW5rX3NpemUAKhhsbGh0dHBfbWVzc2FnZV9uZWVkc19lb2YANgkYAQBBAQsSAQIDBAUKBgcyNDMuKy8tLDAxCuzaAjQWAEHA1QAoAgAEQAALQcDVAEEBNgIACxQAIAAQOCAAIAI2AjggACABOgAoCxQAIAAgAC8BNCAALQAwIAAQNxAACx4BAX9BwAAQOiIBEDggAUGACDYCOCABIAA6ACggAQuPDAEHfwJAIABFDQAgAEEIayIBIABBBGsoAgAiAEF4cSIEaiEFAkAgAEEBcQ0AIABBA3FFDQEgASABKAIAIgBrIgFB1NUAKAIASQ0BIAAgBGohBAJAAkBB2NUAKAIAIAFHBEAgAEH/AU0EQCAAQQN2IQMgASgCCCIAIAEoAgwiAkYEQEHE1QBBxNUAKAIAQX4gA3dxNgIADAULIAIgADYCCCAAIAI2AgwMBAsgASgCGCEGIAEgASgCDCIARwRAIAAgASgCCCICNgIIIAIgADYCDAwDCyABQRRqIgMoAgAiAkUEQCABKAIQIgJFDQIgAUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSgCBCIAQQNxQQNHDQIgBSAAQX5xNgIEQczVACAENgIAIAUgBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgASgCHCICQQJ0QfTXAGoiAygCACABRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAFGG2ogADYCACAARQ0BCyAAIAY2AhggASgCECICBEAgACACNgIQIAIgADYCGAsgAUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBU8NACAFKAIEIgBBAXFFDQACQAJAAkACQCAAQQJxRQRAQdzVACgCACAFRgRAQdzVACABNgIAQdDVAEHQ1QAoAgAgBGoiADYCACABIABBAXI2AgQgAUHY1QAoAgBHDQZBzNUAQQA2AgBB2NUAQQA2AgAMBgtB2NUAKAIAIAVGBEBB2NUAIAE2AgBBzNUAQczVACgCACAEaiIANgIAIAEgAEEBcjYCBCAAIAFqIAA2AgAMBgsgAEF4cSAEaiEEIABB/wFNBEAgAEEDdiEDIAUoAggiACAFKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwFCyACIAA2AgggACACNgIMDAQLIAUoAhghBiAFIAUoAgwiAEcEQEHU1QAoAgAaIAAgBSgCCCICNgIIIAIgADYCDAwDCyAFQRRqIgMoAgAiAkUEQCAFKAIQIgJFDQIgBUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSAAQX5xNgIEIAEgBGogBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgBSgCHCICQQJ0QfTXAGoiAygCACAFRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAVGG2ogADYCACAARQ0BCyAAIAY2AhggBSgCECICBEAgACACNgIQIAIgADYCGAsgBUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBGogBDYCACABIARBAXI2AgQgAUHY1QAoAgBHDQBBzNUAIAQ2AgAMAQsgBEH/AU0EQCAEQXhxQezVAGohAAJ/QcTVACgCACICQQEgBEEDdnQiA3FFBEBBxNUAIAIgA3I2AgAgAAwBCyAAKAIICyICIAE2AgwgACABNgIIIAEgADYCDCABIAI2AggMAQtBHyECIARB////B00EQCAEQSYgBEEIdmciAGt2QQFxIABBAXRrQT5qIQILIAEgAjYCHCABQgA3AhAgAkECdEH01wBqIQACQEHI1QAoAgAiA0EBIAJ0IgdxRQRAIAAgATYCAEHI1QAgAyAHcjYCACABIAA2AhggASABNgIIIAEgATYCDAwBCyAEQRkgAkEBdmtBACACQR9HG3QhAiAAKAIAIQACQANAIAAiAygCBEF4cSAERg0BIAJBHXYhACACQQF0IQIgAyAAQQRxakEQaiIHKAIAIgANAAsgByABNgIAIAEgAzYCGCABIAE2AgwgASABNgIIDAELIAMoAggiACABNgIMIAMgATYCCCABQQA2AhggASADNgIMIAEgADYCCAtB5NUAQeTVACgCAEEBayIAQX8gABs2AgALCwcAIAAtACgLBwAgAC0AKgsHACAALQArCwcAIAAtACkLBwAgAC8BNAsHACAALQAwC0ABBH8gACgCGCEBIAAvAS4hAiAALQAoIQMgACgCOCEEIAAQOCAAIAQ2AjggACADOgAoIAAgAjsBLiAAIAE2AhgLhocCAwd/A34BeyABIAJqIQQCQCAAIgMoAgwiAA0AIAMoAgQEQCADIAE2AgQLIwBBEGsiCSQAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCADKAIcIgJBAmsO/AEB+QECAwQFBgcICQoLDA0ODxAREvgBE/cBFBX2ARYX9QEYGRobHB0eHyD9AfsBIfQBIiMkJSYnKCkqK/MBLC0uLzAxMvIB8QEzNPAB7wE1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk/6AVBRUlPuAe0BVOwBVesBVldYWVrqAVtcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AAYEBggGDAYQBhQGGAYcBiAGJAYoBiwGMAY0BjgGPAZABkQGSAZMBlAGVAZYBlwGYAZkBmgGbAZwBnQGeAZ8BoAGhAaIBowGkAaUBpgGnAagBqQGqAasBrAGtAa4BrwGwAbEBsgGzAbQBtQG2AbcBuAG5AboBuwG8Ab0BvgG/AcABwQHCAcMBxAHFAcYBxwHIAckBygHLAcwBzQHOAekB6AHPAecB0AHmAdEB0gHTAdQB5QHVAdYB1wHYAdkB2gHbAdwB3QHeAd8B4AHhAeIB4wEA/AELQQAM4wELQQ4M4gELQQ0M4QELQQ8M4AELQRAM3wELQRMM3gELQRQM3QELQRUM3AELQRYM2wELQRcM2gELQRgM2QELQRkM2AELQRoM1wELQRsM1gELQRwM1QELQR0M1AELQR4M0wELQR8M0gELQSAM0QELQSEM0AELQQgMzwELQSIMzgELQSQMzQELQSMMzAELQQcMywELQSUMygELQSYMyQELQScMyAELQSgMxwELQRIMxgELQREMxQELQSkMxAELQSoMwwELQSsMwgELQSwMwQELQd4BDMABC0EuDL8BC0EvDL4BC0EwDL0BC0ExDLwBC0EyDLsBC0EzDLoBC0E0DLkBC0HfAQy4AQtBNQy3AQtBOQy2AQtBDAy1AQtBNgy0AQtBNwyzAQtBOAyyAQtBPgyxAQtBOgywAQtB4AEMrwELQQsMrgELQT8MrQELQTsMrAELQQoMqwELQTwMqgELQT0MqQELQeEBDKgBC0HBAAynAQtBwAAMpgELQcIADKUBC0EJDKQBC0EtDKMBC0HDAAyiAQtBxAAMoQELQcUADKABC0HGAAyfAQtBxwAMngELQcgADJ0BC0HJAAycAQtBygAMmwELQcsADJoBC0HMAAyZAQtBzQAMmAELQc4ADJcBC0HPAAyWAQtB0AAMlQELQdEADJQBC0HSAAyTAQtB0wAMkgELQdUADJEBC0HUAAyQAQtB1gAMjwELQdcADI4BC0HYAAyNAQtB2QAMjAELQdoADIsBC0HbAAyKAQtB3AAMiQELQd0ADIgBC0HeAAyHAQtB3wAMhgELQeAADIUBC0HhAAyEAQtB4gAMgwELQeMADIIBC0HkAAyBAQtB5QAMgAELQeIBDH8LQeYADH4LQecADH0LQQYMfAtB6AAMewtBBQx6C0HpAAx5C0EEDHgLQeoADHcLQesADHYLQewADHULQe0ADHQLQQMMcwtB7gAMcgtB7wAMcQtB8AAMcAtB8gAMbwtB8QAMbgtB8wAMbQtB9AAMbAtB9QAMawtB9gAMagtBAgxpC0H3AAxoC0H4AAxnC0H5AAxmC0H6AAxlC0H7AAxkC0H8AAxjC0H9AAxiC0H+AAxhC0H/AAxgC0GAAQxfC0GBAQxeC0GCAQxdC0GDAQxcC0GEAQxbC0GFAQxaC0GGAQxZC0GHAQxYC0GIAQxXC0GJAQxWC0GKAQxVC0GLAQxUC0GMAQxTC0GNAQxSC0GOAQxRC0GPAQxQC0GQAQxPC0GRAQxOC0GSAQxNC0GTAQxMC0GUAQxLC0GVAQxKC0GWAQxJC0GXAQxIC0GYAQxHC0GZAQxGC0GaAQxFC0GbAQxEC0GcAQxDC0GdAQxCC0GeAQxBC0GfAQxAC0GgAQw/C0GhAQw+C0GiAQw9C0GjAQw8C0GkAQw7C0GlAQw6C0GmAQw5C0GnAQw4C0GoAQw3C0GpAQw2C0GqAQw1C0GrAQw0C0GsAQwzC0GtAQwyC0GuAQwxC0GvAQwwC0GwAQwvC0GxAQwuC0GyAQwtC0GzAQwsC0G0AQwrC0G1AQwqC0G2AQwpC0G3AQwoC0G4AQwnC0G5AQwmC0G6AQwlC0G7AQwkC0G8AQwjC0G9AQwiC0G+AQwhC0G/AQwgC0HAAQwfC0HBAQweC0HCAQwdC0EBDBwLQcMBDBsLQcQBDBoLQcUBDBkLQcYBDBgLQccBDBcLQcgBDBYLQckBDBULQcoBDBQLQcsBDBMLQcwBDBILQc0BDBELQc4BDBALQc8BDA8LQdABDA4LQdEBDA0LQdIBDAwLQdMBDAsLQdQBDAoLQdUBDAkLQdYBDAgLQeMBDAcLQdcBDAYLQdgBDAULQdkBDAQLQdoBDAMLQdsBDAILQd0BDAELQdwBCyECA0ACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAMCfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAn8CQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAwJ/AkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJ/AkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCACDuMBAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISMkJScoKZ4DmwOaA5EDigODA4AD/QL7AvgC8gLxAu8C7QLoAucC5gLlAuQC3ALbAtoC2QLYAtcC1gLVAs8CzgLMAssCygLJAsgCxwLGAsQCwwK+ArwCugK5ArgCtwK2ArUCtAKzArICsQKwAq4CrQKpAqgCpwKmAqUCpAKjAqICoQKgAp8CmAKQAowCiwKKAoEC/gH9AfwB+wH6AfkB+AH3AfUB8wHwAesB6QHoAecB5gHlAeQB4wHiAeEB4AHfAd4B3QHcAdoB2QHYAdcB1gHVAdQB0wHSAdEB0AHPAc4BzQHMAcsBygHJAcgBxwHGAcUBxAHDAcIBwQHAAb8BvgG9AbwBuwG6AbkBuAG3AbYBtQG0AbMBsgGxAbABrwGuAa0BrAGrAaoBqQGoAacBpgGlAaQBowGiAZ8BngGZAZgBlwGWAZUBlAGTAZIBkQGQAY8BjQGMAYcBhgGFAYQBgwGCAX18e3p5dnV0UFFSU1RVCyABIARHDXJB/QEhAgy+AwsgASAERw2YAUHbASECDL0DCyABIARHDfEBQY4BIQIMvAMLIAEgBEcN/AFBhAEhAgy7AwsgASAERw2KAkH/ACECDLoDCyABIARHDZECQf0AIQIMuQMLIAEgBEcNlAJB+wAhAgy4AwsgASAERw0eQR4hAgy3AwsgASAERw0ZQRghAgy2AwsgASAERw3KAkHNACECDLUDCyABIARHDdUCQcYAIQIMtAMLIAEgBEcN1gJBwwAhAgyzAwsgASAERw3cAkE4IQIMsgMLIAMtADBBAUYNrQMMiQMLQQAhAAJAAkACQCADLQAqRQ0AIAMtACtFDQAgAy8BMiICQQJxRQ0BDAILIAMvATIiAkEBcUUNAQtBASEAIAMtAChBAUYNACADLwE0IgZB5ABrQeQASQ0AIAZBzAFGDQAgBkGwAkYNACACQcAAcQ0AQQAhACACQYgEcUGABEYNACACQShxQQBHIQALIANBADsBMiADQQA6ADECQCAARQRAIANBADoAMSADLQAuQQRxDQEMsQMLIANCADcDIAsgA0EAOgAxIANBAToANgxIC0EAIQACQCADKAI4IgJFDQAgAigCMCICRQ0AIAMgAhEAACEACyAARQ1IIABBFUcNYiADQQQ2AhwgAyABNgIUIANB0hs2AhAgA0EVNgIMQQAhAgyvAwsgASAERgRAQQYhAgyvAwsgAS0AAEEKRw0ZIAFBAWohAQwaCyADQgA3AyBBEiECDJQDCyABIARHDYoDQSMhAgysAwsgASAERgRAQQchAgysAwsCQAJAIAEtAABBCmsOBAEYGAAYCyABQQFqIQFBECECDJMDCyABQQFqIQEgA0Evai0AAEEBcQ0XQQAhAiADQQA2AhwgAyABNgIUIANBmSA2AhAgA0EZNgIMDKsDCyADIAMpAyAiDCAEIAFrrSIKfSILQgAgCyAMWBs3AyAgCiAMWg0YQQghAgyqAwsgASAERwRAIANBCTYCCCADIAE2AgRBFCECDJEDC0EJIQIMqQMLIAMpAyBQDa4CDEMLIAEgBEYEQEELIQIMqAMLIAEtAABBCkcNFiABQQFqIQEMFwsgA0Evai0AAEEBcUUNGQwmC0EAIQACQCADKAI4IgJFDQAgAigCUCICRQ0AIAMgAhEAACEACyAADRkMQgtBACEAAkAgAygCOCICRQ0AIAIoAlAiAkUNACADIAIRAAAhAAsgAA0aDCQLQQAhAAJAIAMoAjgiAkUNACACKAJQIgJFDQAgAyACEQAAIQALIAANGwwyCyADQS9qLQAAQQFxRQ0cDCILQQAhAAJAIAMoAjgiAkUNACACKAJUIgJFDQAgAyACEQAAIQALIAANHAxCC0EAIQACQCADKAI4IgJFDQAgAigCVCICRQ0AIAMgAhEAACEACyAADR0MIAsgASAERgRAQRMhAgygAwsCQCABLQAAIgBBCmsOBB8jIwAiCyABQQFqIQEMHwtBACEAAkAgAygCOCICRQ0AIAIoAlQiAkUNACADIAIRAAAhAAsgAA0iDEILIAEgBEYEQEEWIQIMngMLIAEtAABBwMEAai0AAEEBRw0jDIMDCwJAA0AgAS0AAEGwO2otAAAiAEEBRwRAAkAgAEECaw4CAwAnCyABQQFqIQFBISECDIYDCyAEIAFBAWoiAUcNAAtBGCECDJ0DCyADKAIEIQBBACECIANBADYCBCADIAAgAUEBaiIBEDQiAA0hDEELQQAhAAJAIAMoAjgiAkUNACACKAJUIgJFDQAgAyACEQAAIQALIAANIwwqCyABIARGBEBBHCECDJsDCyADQQo2AgggAyABNgIEQQAhAAJAIAMoAjgiAkUNACACKAJQIgJFDQAgAyACEQAAIQALIAANJUEkIQIMgQMLIAEgBEcEQANAIAEtAABBsD1qLQAAIgBBA0cEQCAAQQFrDgUYGiaCAyUmCyAEIAFBAWoiAUcNAAtBGyECDJoDC0EbIQIMmQMLA0AgAS0AAEGwP2otAAAiAEEDRwRAIABBAWsOBQ8RJxMmJwsgBCABQQFqIgFHDQALQR4hAgyYAwsgASAERwRAIANBCzYCCCADIAE2AgRBByECDP8CC0EfIQIMlwMLIAEgBEYEQEEgIQIMlwMLAkAgAS0AAEENaw4ULj8/Pz8/Pz8/Pz8/Pz8/Pz8/PwA/C0EAIQIgA0EANgIcIANBvws2AhAgA0ECNgIMIAMgAUEBajYCFAyWAwsgA0EvaiECA0AgASAERgRAQSEhAgyXAwsCQAJAAkAgAS0AACIAQQlrDhgCACkpASkpKSkpKSkpKSkpKSkpKSkpKQInCyABQQFqIQEgA0Evai0AAEEBcUUNCgwYCyABQQFqIQEMFwsgAUEBaiEBIAItAABBAnENAAtBACECIANBADYCHCADIAE2AhQgA0GfFTYCECADQQw2AgwMlQMLIAMtAC5BgAFxRQ0BC0EAIQACQCADKAI4IgJFDQAgAigCXCICRQ0AIAMgAhEAACEACyAARQ3mAiAAQRVGBEAgA0EkNgIcIAMgATYCFCADQZsbNgIQIANBFTYCDEEAIQIMlAMLQQAhAiADQQA2AhwgAyABNgIUIANBkA42AhAgA0EUNgIMDJMDC0EAIQIgA0EANgIcIAMgATYCFCADQb4gNgIQIANBAjYCDAySAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEgDKdqIgEQMiIARQ0rIANBBzYCHCADIAE2AhQgAyAANgIMDJEDCyADLQAuQcAAcUUNAQtBACEAAkAgAygCOCICRQ0AIAIoAlgiAkUNACADIAIRAAAhAAsgAEUNKyAAQRVGBEAgA0EKNgIcIAMgATYCFCADQesZNgIQIANBFTYCDEEAIQIMkAMLQQAhAiADQQA2AhwgAyABNgIUIANBkww2AhAgA0ETNgIMDI8DC0EAIQIgA0EANgIcIAMgATYCFCADQYIVNgIQIANBAjYCDAyOAwtBACECIANBADYCHCADIAE2AhQgA0HdFDYCECADQRk2AgwMjQMLQQAhAiADQQA2AhwgAyABNgIUIANB5h02AhAgA0EZNgIMDIwDCyAAQRVGDT1BACECIANBADYCHCADIAE2AhQgA0HQDzYCECADQSI2AgwMiwMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDMiAEUNKCADQQ02AhwgAyABNgIUIAMgADYCDAyKAwsgAEEVRg06QQAhAiADQQA2AhwgAyABNgIUIANB0A82AhAgA0EiNgIMDIkDCyADKAIEIQBBACECIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDCgLIANBDjYCHCADIAA2AgwgAyABQQFqNgIUDIgDCyAAQRVGDTdBACECIANBADYCHCADIAE2AhQgA0HQDzYCECADQSI2AgwMhwMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDMiAEUEQCABQQFqIQEMJwsgA0EPNgIcIAMgADYCDCADIAFBAWo2AhQMhgMLQQAhAiADQQA2AhwgAyABNgIUIANB4hc2AhAgA0EZNgIMDIUDCyAAQRVGDTNBACECIANBADYCHCADIAE2AhQgA0HWDDYCECADQSM2AgwMhAMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUNJSADQRE2AhwgAyABNgIUIAMgADYCDAyDAwsgAEEVRg0wQQAhAiADQQA2AhwgAyABNgIUIANB1gw2AhAgA0EjNgIMDIIDCyADKAIEIQBBACECIANBADYCBCADIAAgARA0IgBFBEAgAUEBaiEBDCULIANBEjYCHCADIAA2AgwgAyABQQFqNgIUDIEDCyADQS9qLQAAQQFxRQ0BC0EXIQIM5gILQQAhAiADQQA2AhwgAyABNgIUIANB4hc2AhAgA0EZNgIMDP4CCyAAQTtHDQAgAUEBaiEBDAwLQQAhAiADQQA2AhwgAyABNgIUIANBkhg2AhAgA0ECNgIMDPwCCyAAQRVGDShBACECIANBADYCHCADIAE2AhQgA0HWDDYCECADQSM2AgwM+wILIANBFDYCHCADIAE2AhQgAyAANgIMDPoCCyADKAIEIQBBACECIANBADYCBCADIAAgARA0IgBFBEAgAUEBaiEBDPUCCyADQRU2AhwgAyAANgIMIAMgAUEBajYCFAz5AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQzzAgsgA0EXNgIcIAMgADYCDCADIAFBAWo2AhQM+AILIABBFUYNI0EAIQIgA0EANgIcIAMgATYCFCADQdYMNgIQIANBIzYCDAz3AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQwdCyADQRk2AhwgAyAANgIMIAMgAUEBajYCFAz2AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQzvAgsgA0EaNgIcIAMgADYCDCADIAFBAWo2AhQM9QILIABBFUYNH0EAIQIgA0EANgIcIAMgATYCFCADQdAPNgIQIANBIjYCDAz0AgsgAygCBCEAIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDBsLIANBHDYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgzzAgsgAygCBCEAIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDOsCCyADQR02AhwgAyAANgIMIAMgAUEBajYCFEEAIQIM8gILIABBO0cNASABQQFqIQELQSYhAgzXAgtBACECIANBADYCHCADIAE2AhQgA0GfFTYCECADQQw2AgwM7wILIAEgBEcEQANAIAEtAABBIEcNhAIgBCABQQFqIgFHDQALQSwhAgzvAgtBLCECDO4CCyABIARGBEBBNCECDO4CCwJAAkADQAJAIAEtAABBCmsOBAIAAAMACyAEIAFBAWoiAUcNAAtBNCECDO8CCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUNnwIgA0EyNgIcIAMgATYCFCADIAA2AgxBACECDO4CCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUEQCABQQFqIQEMnwILIANBMjYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgztAgsgASAERwRAAkADQCABLQAAQTBrIgBB/wFxQQpPBEBBOiECDNcCCyADKQMgIgtCmbPmzJmz5swZVg0BIAMgC0IKfiIKNwMgIAogAK1C/wGDIgtCf4VWDQEgAyAKIAt8NwMgIAQgAUEBaiIBRw0AC0HAACECDO4CCyADKAIEIQAgA0EANgIEIAMgACABQQFqIgEQMSIADRcM4gILQcAAIQIM7AILIAEgBEYEQEHJACECDOwCCwJAA0ACQCABLQAAQQlrDhgAAqICogKpAqICogKiAqICogKiAqICogKiAqICogKiAqICogKiAqICogKiAgCiAgsgBCABQQFqIgFHDQALQckAIQIM7AILIAFBAWohASADQS9qLQAAQQFxDaUCIANBADYCHCADIAE2AhQgA0GXEDYCECADQQo2AgxBACECDOsCCyABIARHBEADQCABLQAAQSBHDRUgBCABQQFqIgFHDQALQfgAIQIM6wILQfgAIQIM6gILIANBAjoAKAw4C0EAIQIgA0EANgIcIANBvws2AhAgA0ECNgIMIAMgAUEBajYCFAzoAgtBACECDM4CC0ENIQIMzQILQRMhAgzMAgtBFSECDMsCC0EWIQIMygILQRghAgzJAgtBGSECDMgCC0EaIQIMxwILQRshAgzGAgtBHCECDMUCC0EdIQIMxAILQR4hAgzDAgtBHyECDMICC0EgIQIMwQILQSIhAgzAAgtBIyECDL8CC0ElIQIMvgILQeUAIQIMvQILIANBPTYCHCADIAE2AhQgAyAANgIMQQAhAgzVAgsgA0EbNgIcIAMgATYCFCADQaQcNgIQIANBFTYCDEEAIQIM1AILIANBIDYCHCADIAE2AhQgA0GYGjYCECADQRU2AgxBACECDNMCCyADQRM2AhwgAyABNgIUIANBmBo2AhAgA0EVNgIMQQAhAgzSAgsgA0ELNgIcIAMgATYCFCADQZgaNgIQIANBFTYCDEEAIQIM0QILIANBEDYCHCADIAE2AhQgA0GYGjYCECADQRU2AgxBACECDNACCyADQSA2AhwgAyABNgIUIANBpBw2AhAgA0EVNgIMQQAhAgzPAgsgA0ELNgIcIAMgATYCFCADQaQcNgIQIANBFTYCDEEAIQIMzgILIANBDDYCHCADIAE2AhQgA0GkHDYCECADQRU2AgxBACECDM0CC0EAIQIgA0EANgIcIAMgATYCFCADQd0ONgIQIANBEjYCDAzMAgsCQANAAkAgAS0AAEEKaw4EAAICAAILIAQgAUEBaiIBRw0AC0H9ASECDMwCCwJAAkAgAy0ANkEBRw0AQQAhAAJAIAMoAjgiAkUNACACKAJgIgJFDQAgAyACEQAAIQALIABFDQAgAEEVRw0BIANB/AE2AhwgAyABNgIUIANB3Bk2AhAgA0EVNgIMQQAhAgzNAgtB3AEhAgyzAgsgA0EANgIcIAMgATYCFCADQfkLNgIQIANBHzYCDEEAIQIMywILAkACQCADLQAoQQFrDgIEAQALQdsBIQIMsgILQdQBIQIMsQILIANBAjoAMUEAIQACQCADKAI4IgJFDQAgAigCACICRQ0AIAMgAhEAACEACyAARQRAQd0BIQIMsQILIABBFUcEQCADQQA2AhwgAyABNgIUIANBtAw2AhAgA0EQNgIMQQAhAgzKAgsgA0H7ATYCHCADIAE2AhQgA0GBGjYCECADQRU2AgxBACECDMkCCyABIARGBEBB+gEhAgzJAgsgAS0AAEHIAEYNASADQQE6ACgLQcABIQIMrgILQdoBIQIMrQILIAEgBEcEQCADQQw2AgggAyABNgIEQdkBIQIMrQILQfkBIQIMxQILIAEgBEYEQEH4ASECDMUCCyABLQAAQcgARw0EIAFBAWohAUHYASECDKsCCyABIARGBEBB9wEhAgzEAgsCQAJAIAEtAABBxQBrDhAABQUFBQUFBQUFBQUFBQUBBQsgAUEBaiEBQdYBIQIMqwILIAFBAWohAUHXASECDKoCC0H2ASECIAEgBEYNwgIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABButUAai0AAEcNAyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMwwILIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARAuIgBFBEBB4wEhAgyqAgsgA0H1ATYCHCADIAE2AhQgAyAANgIMQQAhAgzCAgtB9AEhAiABIARGDcECIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQbjVAGotAABHDQIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADMICCyADQYEEOwEoIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARAuIgANAwwCCyADQQA2AgALQQAhAiADQQA2AhwgAyABNgIUIANB5R82AhAgA0EINgIMDL8CC0HVASECDKUCCyADQfMBNgIcIAMgATYCFCADIAA2AgxBACECDL0CC0EAIQACQCADKAI4IgJFDQAgAigCQCICRQ0AIAMgAhEAACEACyAARQ1uIABBFUcEQCADQQA2AhwgAyABNgIUIANBgg82AhAgA0EgNgIMQQAhAgy9AgsgA0GPATYCHCADIAE2AhQgA0HsGzYCECADQRU2AgxBACECDLwCCyABIARHBEAgA0ENNgIIIAMgATYCBEHTASECDKMCC0HyASECDLsCCyABIARGBEBB8QEhAgy7AgsCQAJAAkAgAS0AAEHIAGsOCwABCAgICAgICAgCCAsgAUEBaiEBQdABIQIMowILIAFBAWohAUHRASECDKICCyABQQFqIQFB0gEhAgyhAgtB8AEhAiABIARGDbkCIAMoAgAiACAEIAFraiEGIAEgAGtBAmohBQNAIAEtAAAgAEG11QBqLQAARw0EIABBAkYNAyAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy5AgtB7wEhAiABIARGDbgCIAMoAgAiACAEIAFraiEGIAEgAGtBAWohBQNAIAEtAAAgAEGz1QBqLQAARw0DIABBAUYNAiAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy4AgtB7gEhAiABIARGDbcCIAMoAgAiACAEIAFraiEGIAEgAGtBAmohBQNAIAEtAAAgAEGw1QBqLQAARw0CIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy3AgsgAygCBCEAIANCADcDACADIAAgBUEBaiIBECsiAEUNAiADQewBNgIcIAMgATYCFCADIAA2AgxBACECDLYCCyADQQA2AgALIAMoAgQhACADQQA2AgQgAyAAIAEQKyIARQ2cAiADQe0BNgIcIAMgATYCFCADIAA2AgxBACECDLQCC0HPASECDJoCC0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMtAILQc4BIQIMmgILIANB6wE2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyyAgsgASAERgRAQesBIQIMsgILIAEtAABBL0YEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDEEAIQIMsQILQc0BIQIMlwILIAEgBEcEQCADQQ42AgggAyABNgIEQcwBIQIMlwILQeoBIQIMrwILIAEgBEYEQEHpASECDK8CCyABLQAAQTBrIgBB/wFxQQpJBEAgAyAAOgAqIAFBAWohAUHLASECDJYCCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNlwIgA0HoATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgsgASAERgRAQecBIQIMrgILAkAgAS0AAEEuRgRAIAFBAWohAQwBCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNmAIgA0HmATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgtBygEhAgyUAgsgASAERgRAQeUBIQIMrQILQQAhAEEBIQVBASEHQQAhAgJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAIAEtAABBMGsOCgoJAAECAwQFBggLC0ECDAYLQQMMBQtBBAwEC0EFDAMLQQYMAgtBBwwBC0EICyECQQAhBUEAIQcMAgtBCSECQQEhAEEAIQVBACEHDAELQQAhBUEBIQILIAMgAjoAKyABQQFqIQECQAJAIAMtAC5BEHENAAJAAkACQCADLQAqDgMBAAIECyAHRQ0DDAILIAANAQwCCyAFRQ0BCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNAiADQeIBNgIcIAMgATYCFCADIAA2AgxBACECDK8CCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNmgIgA0HjATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZgCIANB5AE2AhwgAyABNgIUIAMgADYCDAytAgtByQEhAgyTAgtBACEAAkAgAygCOCICRQ0AIAIoAkQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0GkDTYCECADQSE2AgxBACECDK0CC0HIASECDJMCCyADQeEBNgIcIAMgATYCFCADQdAaNgIQIANBFTYCDEEAIQIMqwILIAEgBEYEQEHhASECDKsCCwJAIAEtAABBIEYEQCADQQA7ATQgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GZETYCECADQQk2AgxBACECDKsCC0HHASECDJECCyABIARGBEBB4AEhAgyqAgsCQCABLQAAQTBrQf8BcSICQQpJBEAgAUEBaiEBAkAgAy8BNCIAQZkzSw0AIAMgAEEKbCIAOwE0IABB/v8DcSACQf//A3NLDQAgAyAAIAJqOwE0DAILQQAhAiADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMDKsCCyADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMQQAhAgyqAgtBxgEhAgyQAgsgASAERgRAQd8BIQIMqQILAkAgAS0AAEEwa0H/AXEiAkEKSQRAIAFBAWohAQJAIAMvATQiAEGZM0sNACADIABBCmwiADsBNCAAQf7/A3EgAkH//wNzSw0AIAMgACACajsBNAwCC0EAIQIgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDAyqAgsgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDEEAIQIMqQILQcUBIQIMjwILIAEgBEYEQEHeASECDKgCCwJAIAEtAABBMGtB/wFxIgJBCkkEQCABQQFqIQECQCADLwE0IgBBmTNLDQAgAyAAQQpsIgA7ATQgAEH+/wNxIAJB//8Dc0sNACADIAAgAmo7ATQMAgtBACECIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgwMqQILIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgxBACECDKgCC0HEASECDI4CCyABIARGBEBB3QEhAgynAgsCQAJAAkACQCABLQAAQQprDhcCAwMAAwMDAwMDAwMDAwMDAwMDAwMDAQMLIAFBAWoMBQsgAUEBaiEBQcMBIQIMjwILIAFBAWohASADQS9qLQAAQQFxDQggA0EANgIcIAMgATYCFCADQY0LNgIQIANBDTYCDEEAIQIMpwILIANBADYCHCADIAE2AhQgA0GNCzYCECADQQ02AgxBACECDKYCCyABIARHBEAgA0EPNgIIIAMgATYCBEEBIQIMjQILQdwBIQIMpQILAkACQANAAkAgAS0AAEEKaw4EAgAAAwALIAQgAUEBaiIBRw0AC0HbASECDKYCCyADKAIEIQAgA0EANgIEIAMgACABEC0iAEUEQCABQQFqIQEMBAsgA0HaATYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgylAgsgAygCBCEAIANBADYCBCADIAAgARAtIgANASABQQFqCyEBQcEBIQIMigILIANB2QE2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMogILQcIBIQIMiAILIANBL2otAABBAXENASADQQA2AhwgAyABNgIUIANB5Bw2AhAgA0EZNgIMQQAhAgygAgsgASAERgRAQdkBIQIMoAILAkACQAJAIAEtAABBCmsOBAECAgACCyABQQFqIQEMAgsgAUEBaiEBDAELIAMtAC5BwABxRQ0BC0EAIQACQCADKAI4IgJFDQAgAigCPCICRQ0AIAMgAhEAACEACyAARQ2gASAAQRVGBEAgA0HZADYCHCADIAE2AhQgA0G3GjYCECADQRU2AgxBACECDJ8CCyADQQA2AhwgAyABNgIUIANBgA02AhAgA0EbNgIMQQAhAgyeAgsgA0EANgIcIAMgATYCFCADQdwoNgIQIANBAjYCDEEAIQIMnQILIAEgBEcEQCADQQw2AgggAyABNgIEQb8BIQIMhAILQdgBIQIMnAILIAEgBEYEQEHXASECDJwCCwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAS0AAEHBAGsOFQABAgNaBAUGWlpaBwgJCgsMDQ4PEFoLIAFBAWohAUH7ACECDJICCyABQQFqIQFB/AAhAgyRAgsgAUEBaiEBQYEBIQIMkAILIAFBAWohAUGFASECDI8CCyABQQFqIQFBhgEhAgyOAgsgAUEBaiEBQYkBIQIMjQILIAFBAWohAUGKASECDIwCCyABQQFqIQFBjQEhAgyLAgsgAUEBaiEBQZYBIQIMigILIAFBAWohAUGXASECDIkCCyABQQFqIQFBmAEhAgyIAgsgAUEBaiEBQaUBIQIMhwILIAFBAWohAUGmASECDIYCCyABQQFqIQFBrAEhAgyFAgsgAUEBaiEBQbQBIQIMhAILIAFBAWohAUG3ASECDIMCCyABQQFqIQFBvgEhAgyCAgsgASAERgRAQdYBIQIMmwILIAEtAABBzgBHDUggAUEBaiEBQb0BIQIMgQILIAEgBEYEQEHVASECDJoCCwJAAkACQCABLQAAQcIAaw4SAEpKSkpKSkpKSgFKSkpKSkoCSgsgAUEBaiEBQbgBIQIMggILIAFBAWohAUG7ASECDIECCyABQQFqIQFBvAEhAgyAAgtB1AEhAiABIARGDZgCIAMoAgAiACAEIAFraiEFIAEgAGtBB2ohBgJAA0AgAS0AACAAQajVAGotAABHDUUgAEEHRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJkCCyADQQA2AgAgBkEBaiEBQRsMRQsgASAERgRAQdMBIQIMmAILAkACQCABLQAAQckAaw4HAEdHR0dHAUcLIAFBAWohAUG5ASECDP8BCyABQQFqIQFBugEhAgz+AQtB0gEhAiABIARGDZYCIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQabVAGotAABHDUMgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJcCCyADQQA2AgAgBkEBaiEBQQ8MQwtB0QEhAiABIARGDZUCIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQaTVAGotAABHDUIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJYCCyADQQA2AgAgBkEBaiEBQSAMQgtB0AEhAiABIARGDZQCIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQaHVAGotAABHDUEgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJUCCyADQQA2AgAgBkEBaiEBQRIMQQsgASAERgRAQc8BIQIMlAILAkACQCABLQAAQcUAaw4OAENDQ0NDQ0NDQ0NDQwFDCyABQQFqIQFBtQEhAgz7AQsgAUEBaiEBQbYBIQIM+gELQc4BIQIgASAERg2SAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGe1QBqLQAARw0/IABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyTAgsgA0EANgIAIAZBAWohAUEHDD8LQc0BIQIgASAERg2RAiADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEGY1QBqLQAARw0+IABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAySAgsgA0EANgIAIAZBAWohAUEoDD4LIAEgBEYEQEHMASECDJECCwJAAkACQCABLQAAQcUAaw4RAEFBQUFBQUFBQQFBQUFBQQJBCyABQQFqIQFBsQEhAgz5AQsgAUEBaiEBQbIBIQIM+AELIAFBAWohAUGzASECDPcBC0HLASECIAEgBEYNjwIgAygCACIAIAQgAWtqIQUgASAAa0EGaiEGAkADQCABLQAAIABBkdUAai0AAEcNPCAAQQZGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMkAILIANBADYCACAGQQFqIQFBGgw8C0HKASECIAEgBEYNjgIgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABBjdUAai0AAEcNOyAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMjwILIANBADYCACAGQQFqIQFBIQw7CyABIARGBEBByQEhAgyOAgsCQAJAIAEtAABBwQBrDhQAPT09PT09PT09PT09PT09PT09AT0LIAFBAWohAUGtASECDPUBCyABQQFqIQFBsAEhAgz0AQsgASAERgRAQcgBIQIMjQILAkACQCABLQAAQdUAaw4LADw8PDw8PDw8PAE8CyABQQFqIQFBrgEhAgz0AQsgAUEBaiEBQa8BIQIM8wELQccBIQIgASAERg2LAiADKAIAIgAgBCABa2ohBSABIABrQQhqIQYCQANAIAEtAAAgAEGE1QBqLQAARw04IABBCEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyMAgsgA0EANgIAIAZBAWohAUEqDDgLIAEgBEYEQEHGASECDIsCCyABLQAAQdAARw04IAFBAWohAUElDDcLQcUBIQIgASAERg2JAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGB1QBqLQAARw02IABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyKAgsgA0EANgIAIAZBAWohAUEODDYLIAEgBEYEQEHEASECDIkCCyABLQAAQcUARw02IAFBAWohAUGrASECDO8BCyABIARGBEBBwwEhAgyIAgsCQAJAAkACQCABLQAAQcIAaw4PAAECOTk5OTk5OTk5OTkDOQsgAUEBaiEBQacBIQIM8QELIAFBAWohAUGoASECDPABCyABQQFqIQFBqQEhAgzvAQsgAUEBaiEBQaoBIQIM7gELQcIBIQIgASAERg2GAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEH+1ABqLQAARw0zIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyHAgsgA0EANgIAIAZBAWohAUEUDDMLQcEBIQIgASAERg2FAiADKAIAIgAgBCABa2ohBSABIABrQQRqIQYCQANAIAEtAAAgAEH51ABqLQAARw0yIABBBEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyGAgsgA0EANgIAIAZBAWohAUErDDILQcABIQIgASAERg2EAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEH21ABqLQAARw0xIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyFAgsgA0EANgIAIAZBAWohAUEsDDELQb8BIQIgASAERg2DAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGh1QBqLQAARw0wIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyEAgsgA0EANgIAIAZBAWohAUERDDALQb4BIQIgASAERg2CAiADKAIAIgAgBCABa2ohBSABIABrQQNqIQYCQANAIAEtAAAgAEHy1ABqLQAARw0vIABBA0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyDAgsgA0EANgIAIAZBAWohAUEuDC8LIAEgBEYEQEG9ASECDIICCwJAAkACQAJAAkAgAS0AAEHBAGsOFQA0NDQ0NDQ0NDQ0ATQ0AjQ0AzQ0BDQLIAFBAWohAUGbASECDOwBCyABQQFqIQFBnAEhAgzrAQsgAUEBaiEBQZ0BIQIM6gELIAFBAWohAUGiASECDOkBCyABQQFqIQFBpAEhAgzoAQsgASAERgRAQbwBIQIMgQILAkACQCABLQAAQdIAaw4DADABMAsgAUEBaiEBQaMBIQIM6AELIAFBAWohAUEEDC0LQbsBIQIgASAERg3/ASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHw1ABqLQAARw0sIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyAAgsgA0EANgIAIAZBAWohAUEdDCwLIAEgBEYEQEG6ASECDP8BCwJAAkAgAS0AAEHJAGsOBwEuLi4uLgAuCyABQQFqIQFBoQEhAgzmAQsgAUEBaiEBQSIMKwsgASAERgRAQbkBIQIM/gELIAEtAABB0ABHDSsgAUEBaiEBQaABIQIM5AELIAEgBEYEQEG4ASECDP0BCwJAAkAgAS0AAEHGAGsOCwAsLCwsLCwsLCwBLAsgAUEBaiEBQZ4BIQIM5AELIAFBAWohAUGfASECDOMBC0G3ASECIAEgBEYN+wEgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABB7NQAai0AAEcNKCAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM/AELIANBADYCACAGQQFqIQFBDQwoC0G2ASECIAEgBEYN+gEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBodUAai0AAEcNJyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+wELIANBADYCACAGQQFqIQFBDAwnC0G1ASECIAEgBEYN+QEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABB6tQAai0AAEcNJiAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+gELIANBADYCACAGQQFqIQFBAwwmC0G0ASECIAEgBEYN+AEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABB6NQAai0AAEcNJSAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+QELIANBADYCACAGQQFqIQFBJgwlCyABIARGBEBBswEhAgz4AQsCQAJAIAEtAABB1ABrDgIAAScLIAFBAWohAUGZASECDN8BCyABQQFqIQFBmgEhAgzeAQtBsgEhAiABIARGDfYBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQebUAGotAABHDSMgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPcBCyADQQA2AgAgBkEBaiEBQScMIwtBsQEhAiABIARGDfUBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQeTUAGotAABHDSIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPYBCyADQQA2AgAgBkEBaiEBQRwMIgtBsAEhAiABIARGDfQBIAMoAgAiACAEIAFraiEFIAEgAGtBBWohBgJAA0AgAS0AACAAQd7UAGotAABHDSEgAEEFRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPUBCyADQQA2AgAgBkEBaiEBQQYMIQtBrwEhAiABIARGDfMBIAMoAgAiACAEIAFraiEFIAEgAGtBBGohBgJAA0AgAS0AACAAQdnUAGotAABHDSAgAEEERg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPQBCyADQQA2AgAgBkEBaiEBQRkMIAsgASAERgRAQa4BIQIM8wELAkACQAJAAkAgAS0AAEEtaw4jACQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkASQkJCQkAiQkJAMkCyABQQFqIQFBjgEhAgzcAQsgAUEBaiEBQY8BIQIM2wELIAFBAWohAUGUASECDNoBCyABQQFqIQFBlQEhAgzZAQtBrQEhAiABIARGDfEBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQdfUAGotAABHDR4gAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPIBCyADQQA2AgAgBkEBaiEBQQsMHgsgASAERgRAQawBIQIM8QELAkACQCABLQAAQcEAaw4DACABIAsgAUEBaiEBQZABIQIM2AELIAFBAWohAUGTASECDNcBCyABIARGBEBBqwEhAgzwAQsCQAJAIAEtAABBwQBrDg8AHx8fHx8fHx8fHx8fHwEfCyABQQFqIQFBkQEhAgzXAQsgAUEBaiEBQZIBIQIM1gELIAEgBEYEQEGqASECDO8BCyABLQAAQcwARw0cIAFBAWohAUEKDBsLQakBIQIgASAERg3tASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEHR1ABqLQAARw0aIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzuAQsgA0EANgIAIAZBAWohAUEeDBoLQagBIQIgASAERg3sASADKAIAIgAgBCABa2ohBSABIABrQQZqIQYCQANAIAEtAAAgAEHK1ABqLQAARw0ZIABBBkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAztAQsgA0EANgIAIAZBAWohAUEVDBkLQacBIQIgASAERg3rASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEHH1ABqLQAARw0YIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzsAQsgA0EANgIAIAZBAWohAUEXDBgLQaYBIQIgASAERg3qASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEHB1ABqLQAARw0XIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzrAQsgA0EANgIAIAZBAWohAUEYDBcLIAEgBEYEQEGlASECDOoBCwJAAkAgAS0AAEHJAGsOBwAZGRkZGQEZCyABQQFqIQFBiwEhAgzRAQsgAUEBaiEBQYwBIQIM0AELQaQBIQIgASAERg3oASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGm1QBqLQAARw0VIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzpAQsgA0EANgIAIAZBAWohAUEJDBULQaMBIQIgASAERg3nASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGk1QBqLQAARw0UIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzoAQsgA0EANgIAIAZBAWohAUEfDBQLQaIBIQIgASAERg3mASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEG+1ABqLQAARw0TIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAznAQsgA0EANgIAIAZBAWohAUECDBMLQaEBIQIgASAERg3lASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYDQCABLQAAIABBvNQAai0AAEcNESAAQQFGDQIgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM5QELIAEgBEYEQEGgASECDOUBC0EBIAEtAABB3wBHDREaIAFBAWohAUGHASECDMsBCyADQQA2AgAgBkEBaiEBQYgBIQIMygELQZ8BIQIgASAERg3iASADKAIAIgAgBCABa2ohBSABIABrQQhqIQYCQANAIAEtAAAgAEGE1QBqLQAARw0PIABBCEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzjAQsgA0EANgIAIAZBAWohAUEpDA8LQZ4BIQIgASAERg3hASADKAIAIgAgBCABa2ohBSABIABrQQNqIQYCQANAIAEtAAAgAEG41ABqLQAARw0OIABBA0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAziAQsgA0EANgIAIAZBAWohAUEtDA4LIAEgBEYEQEGdASECDOEBCyABLQAAQcUARw0OIAFBAWohAUGEASECDMcBCyABIARGBEBBnAEhAgzgAQsCQAJAIAEtAABBzABrDggADw8PDw8PAQ8LIAFBAWohAUGCASECDMcBCyABQQFqIQFBgwEhAgzGAQtBmwEhAiABIARGDd4BIAMoAgAiACAEIAFraiEFIAEgAGtBBGohBgJAA0AgAS0AACAAQbPUAGotAABHDQsgAEEERg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADN8BCyADQQA2AgAgBkEBaiEBQSMMCwtBmgEhAiABIARGDd0BIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbDUAGotAABHDQogAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADN4BCyADQQA2AgAgBkEBaiEBQQAMCgsgASAERgRAQZkBIQIM3QELAkACQCABLQAAQcgAaw4IAAwMDAwMDAEMCyABQQFqIQFB/QAhAgzEAQsgAUEBaiEBQYABIQIMwwELIAEgBEYEQEGYASECDNwBCwJAAkAgAS0AAEHOAGsOAwALAQsLIAFBAWohAUH+ACECDMMBCyABQQFqIQFB/wAhAgzCAQsgASAERgRAQZcBIQIM2wELIAEtAABB2QBHDQggAUEBaiEBQQgMBwtBlgEhAiABIARGDdkBIAMoAgAiACAEIAFraiEFIAEgAGtBA2ohBgJAA0AgAS0AACAAQazUAGotAABHDQYgAEEDRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNoBCyADQQA2AgAgBkEBaiEBQQUMBgtBlQEhAiABIARGDdgBIAMoAgAiACAEIAFraiEFIAEgAGtBBWohBgJAA0AgAS0AACAAQabUAGotAABHDQUgAEEFRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNkBCyADQQA2AgAgBkEBaiEBQRYMBQtBlAEhAiABIARGDdcBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQaHVAGotAABHDQQgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNgBCyADQQA2AgAgBkEBaiEBQRAMBAsgASAERgRAQZMBIQIM1wELAkACQCABLQAAQcMAaw4MAAYGBgYGBgYGBgYBBgsgAUEBaiEBQfkAIQIMvgELIAFBAWohAUH6ACECDL0BC0GSASECIAEgBEYN1QEgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABBoNQAai0AAEcNAiAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM1gELIANBADYCACAGQQFqIQFBJAwCCyADQQA2AgAMAgsgASAERgRAQZEBIQIM1AELIAEtAABBzABHDQEgAUEBaiEBQRMLOgApIAMoAgQhACADQQA2AgQgAyAAIAEQLiIADQIMAQtBACECIANBADYCHCADIAE2AhQgA0H+HzYCECADQQY2AgwM0QELQfgAIQIMtwELIANBkAE2AhwgAyABNgIUIAMgADYCDEEAIQIMzwELQQAhAAJAIAMoAjgiAkUNACACKAJAIgJFDQAgAyACEQAAIQALIABFDQAgAEEVRg0BIANBADYCHCADIAE2AhQgA0GCDzYCECADQSA2AgxBACECDM4BC0H3ACECDLQBCyADQY8BNgIcIAMgATYCFCADQewbNgIQIANBFTYCDEEAIQIMzAELIAEgBEYEQEGPASECDMwBCwJAIAEtAABBIEYEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQZsfNgIQIANBBjYCDEEAIQIMzAELQQIhAgyyAQsDQCABLQAAQSBHDQIgBCABQQFqIgFHDQALQY4BIQIMygELIAEgBEYEQEGNASECDMoBCwJAIAEtAABBCWsOBEoAAEoAC0H1ACECDLABCyADLQApQQVGBEBB9gAhAgywAQtB9AAhAgyvAQsgASAERgRAQYwBIQIMyAELIANBEDYCCCADIAE2AgQMCgsgASAERgRAQYsBIQIMxwELAkAgAS0AAEEJaw4ERwAARwALQfMAIQIMrQELIAEgBEcEQCADQRA2AgggAyABNgIEQfEAIQIMrQELQYoBIQIMxQELAkAgASAERwRAA0AgAS0AAEGg0ABqLQAAIgBBA0cEQAJAIABBAWsOAkkABAtB8AAhAgyvAQsgBCABQQFqIgFHDQALQYgBIQIMxgELQYgBIQIMxQELIANBADYCHCADIAE2AhQgA0HbIDYCECADQQc2AgxBACECDMQBCyABIARGBEBBiQEhAgzEAQsCQAJAAkAgAS0AAEGg0gBqLQAAQQFrDgNGAgABC0HyACECDKwBCyADQQA2AhwgAyABNgIUIANBtBI2AhAgA0EHNgIMQQAhAgzEAQtB6gAhAgyqAQsgASAERwRAIAFBAWohAUHvACECDKoBC0GHASECDMIBCyAEIAEiAEYEQEGGASECDMIBCyAALQAAIgFBL0YEQCAAQQFqIQFB7gAhAgypAQsgAUEJayICQRdLDQEgACEBQQEgAnRBm4CABHENQQwBCyAEIAEiAEYEQEGFASECDMEBCyAALQAAQS9HDQAgAEEBaiEBDAMLQQAhAiADQQA2AhwgAyAANgIUIANB2yA2AhAgA0EHNgIMDL8BCwJAAkACQAJAAkADQCABLQAAQaDOAGotAAAiAEEFRwRAAkACQCAAQQFrDghHBQYHCAAEAQgLQesAIQIMrQELIAFBAWohAUHtACECDKwBCyAEIAFBAWoiAUcNAAtBhAEhAgzDAQsgAUEBagwUCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQdsANgIcIAMgATYCFCADIAA2AgxBACECDMEBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQd0ANgIcIAMgATYCFCADIAA2AgxBACECDMABCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQfoANgIcIAMgATYCFCADIAA2AgxBACECDL8BCyADQQA2AhwgAyABNgIUIANB+Q82AhAgA0EHNgIMQQAhAgy+AQsgASAERgRAQYMBIQIMvgELAkAgAS0AAEGgzgBqLQAAQQFrDgg+BAUGAAgCAwcLIAFBAWohAQtBAyECDKMBCyABQQFqDA0LQQAhAiADQQA2AhwgA0HREjYCECADQQc2AgwgAyABQQFqNgIUDLoBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQdsANgIcIAMgATYCFCADIAA2AgxBACECDLkBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQd0ANgIcIAMgATYCFCADIAA2AgxBACECDLgBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQfoANgIcIAMgATYCFCADIAA2AgxBACECDLcBCyADQQA2AhwgAyABNgIUIANB+Q82AhAgA0EHNgIMQQAhAgy2AQtB7AAhAgycAQsgASAERgRAQYIBIQIMtQELIAFBAWoMAgsgASAERgRAQYEBIQIMtAELIAFBAWoMAQsgASAERg0BIAFBAWoLIQFBBCECDJgBC0GAASECDLABCwNAIAEtAABBoMwAai0AACIAQQJHBEAgAEEBRwRAQekAIQIMmQELDDELIAQgAUEBaiIBRw0AC0H/ACECDK8BCyABIARGBEBB/gAhAgyvAQsCQCABLQAAQQlrDjcvAwYvBAYGBgYGBgYGBgYGBgYGBgYGBgUGBgIGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYABgsgAUEBagshAUEFIQIMlAELIAFBAWoMBgsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgyrAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgyqAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgypAQsgA0EANgIcIAMgATYCFCADQY0UNgIQIANBBzYCDEEAIQIMqAELAkACQAJAAkADQCABLQAAQaDKAGotAAAiAEEFRwRAAkAgAEEBaw4GLgMEBQYABgtB6AAhAgyUAQsgBCABQQFqIgFHDQALQf0AIQIMqwELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB2wA2AhwgAyABNgIUIAMgADYCDEEAIQIMqgELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB3QA2AhwgAyABNgIUIAMgADYCDEEAIQIMqQELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB+gA2AhwgAyABNgIUIAMgADYCDEEAIQIMqAELIANBADYCHCADIAE2AhQgA0HkCDYCECADQQc2AgxBACECDKcBCyABIARGDQEgAUEBagshAUEGIQIMjAELQfwAIQIMpAELAkACQAJAAkADQCABLQAAQaDIAGotAAAiAEEFRwRAIABBAWsOBCkCAwQFCyAEIAFBAWoiAUcNAAtB+wAhAgynAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgymAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgylAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgykAQsgA0EANgIcIAMgATYCFCADQbwKNgIQIANBBzYCDEEAIQIMowELQc8AIQIMiQELQdEAIQIMiAELQecAIQIMhwELIAEgBEYEQEH6ACECDKABCwJAIAEtAABBCWsOBCAAACAACyABQQFqIQFB5gAhAgyGAQsgASAERgRAQfkAIQIMnwELAkAgAS0AAEEJaw4EHwAAHwALQQAhAAJAIAMoAjgiAkUNACACKAI4IgJFDQAgAyACEQAAIQALIABFBEBB4gEhAgyGAQsgAEEVRwRAIANBADYCHCADIAE2AhQgA0HJDTYCECADQRo2AgxBACECDJ8BCyADQfgANgIcIAMgATYCFCADQeoaNgIQIANBFTYCDEEAIQIMngELIAEgBEcEQCADQQ02AgggAyABNgIEQeQAIQIMhQELQfcAIQIMnQELIAEgBEYEQEH2ACECDJ0BCwJAAkACQCABLQAAQcgAaw4LAAELCwsLCwsLCwILCyABQQFqIQFB3QAhAgyFAQsgAUEBaiEBQeAAIQIMhAELIAFBAWohAUHjACECDIMBC0H1ACECIAEgBEYNmwEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBtdUAai0AAEcNCCAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMnAELIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARArIgAEQCADQfQANgIcIAMgATYCFCADIAA2AgxBACECDJwBC0HiACECDIIBC0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMnAELQeEAIQIMggELIANB8wA2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyaAQsgAy0AKSIAQSNrQQtJDQkCQCAAQQZLDQBBASAAdEHKAHFFDQAMCgtBACECIANBADYCHCADIAE2AhQgA0HtCTYCECADQQg2AgwMmQELQfIAIQIgASAERg2YASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGz1QBqLQAARw0FIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyZAQsgAygCBCEAIANCADcDACADIAAgBkEBaiIBECsiAARAIANB8QA2AhwgAyABNgIUIAMgADYCDEEAIQIMmQELQd8AIQIMfwtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDJkBC0HeACECDH8LIANB8AA2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyXAQsgAy0AKUEhRg0GIANBADYCHCADIAE2AhQgA0GRCjYCECADQQg2AgxBACECDJYBC0HvACECIAEgBEYNlQEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBsNUAai0AAEcNAiAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMlgELIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARArIgBFDQIgA0HtADYCHCADIAE2AhQgAyAANgIMQQAhAgyVAQsgA0EANgIACyADKAIEIQAgA0EANgIEIAMgACABECsiAEUNgAEgA0HuADYCHCADIAE2AhQgAyAANgIMQQAhAgyTAQtB3AAhAgx5C0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMkwELQdsAIQIMeQsgA0HsADYCHCADIAE2AhQgA0GAGzYCECADQRU2AgxBACECDJEBCyADLQApIgBBI0kNACAAQS5GDQAgA0EANgIcIAMgATYCFCADQckJNgIQIANBCDYCDEEAIQIMkAELQdoAIQIMdgsgASAERgRAQesAIQIMjwELAkAgAS0AAEEvRgRAIAFBAWohAQwBCyADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMQQAhAgyPAQtB2QAhAgx1CyABIARHBEAgA0EONgIIIAMgATYCBEHYACECDHULQeoAIQIMjQELIAEgBEYEQEHpACECDI0BCyABLQAAQTBrIgBB/wFxQQpJBEAgAyAAOgAqIAFBAWohAUHXACECDHQLIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ16IANB6AA2AhwgAyABNgIUIAMgADYCDEEAIQIMjAELIAEgBEYEQEHnACECDIwBCwJAIAEtAABBLkYEQCABQQFqIQEMAQsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDXsgA0HmADYCHCADIAE2AhQgAyAANgIMQQAhAgyMAQtB1gAhAgxyCyABIARGBEBB5QAhAgyLAQtBACEAQQEhBUEBIQdBACECAkACQAJAAkACQAJ/AkACQAJAAkACQAJAAkAgAS0AAEEwaw4KCgkAAQIDBAUGCAsLQQIMBgtBAwwFC0EEDAQLQQUMAwtBBgwCC0EHDAELQQgLIQJBACEFQQAhBwwCC0EJIQJBASEAQQAhBUEAIQcMAQtBACEFQQEhAgsgAyACOgArIAFBAWohAQJAAkAgAy0ALkEQcQ0AAkACQAJAIAMtACoOAwEAAgQLIAdFDQMMAgsgAA0BDAILIAVFDQELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ0CIANB4gA2AhwgAyABNgIUIAMgADYCDEEAIQIMjQELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ19IANB4wA2AhwgAyABNgIUIAMgADYCDEEAIQIMjAELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ17IANB5AA2AhwgAyABNgIUIAMgADYCDAyLAQtB1AAhAgxxCyADLQApQSJGDYYBQdMAIQIMcAtBACEAAkAgAygCOCICRQ0AIAIoAkQiAkUNACADIAIRAAAhAAsgAEUEQEHVACECDHALIABBFUcEQCADQQA2AhwgAyABNgIUIANBpA02AhAgA0EhNgIMQQAhAgyJAQsgA0HhADYCHCADIAE2AhQgA0HQGjYCECADQRU2AgxBACECDIgBCyABIARGBEBB4AAhAgyIAQsCQAJAAkACQAJAIAEtAABBCmsOBAEEBAAECyABQQFqIQEMAQsgAUEBaiEBIANBL2otAABBAXFFDQELQdIAIQIMcAsgA0EANgIcIAMgATYCFCADQbYRNgIQIANBCTYCDEEAIQIMiAELIANBADYCHCADIAE2AhQgA0G2ETYCECADQQk2AgxBACECDIcBCyABIARGBEBB3wAhAgyHAQsgAS0AAEEKRgRAIAFBAWohAQwJCyADLQAuQcAAcQ0IIANBADYCHCADIAE2AhQgA0G2ETYCECADQQI2AgxBACECDIYBCyABIARGBEBB3QAhAgyGAQsgAS0AACICQQ1GBEAgAUEBaiEBQdAAIQIMbQsgASEAIAJBCWsOBAUBAQUBCyAEIAEiAEYEQEHcACECDIUBCyAALQAAQQpHDQAgAEEBagwCC0EAIQIgA0EANgIcIAMgADYCFCADQcotNgIQIANBBzYCDAyDAQsgASAERgRAQdsAIQIMgwELAkAgAS0AAEEJaw4EAwAAAwALIAFBAWoLIQFBzgAhAgxoCyABIARGBEBB2gAhAgyBAQsgAS0AAEEJaw4EAAEBAAELQQAhAiADQQA2AhwgA0GaEjYCECADQQc2AgwgAyABQQFqNgIUDH8LIANBgBI7ASpBACEAAkAgAygCOCICRQ0AIAIoAjgiAkUNACADIAIRAAAhAAsgAEUNACAAQRVHDQEgA0HZADYCHCADIAE2AhQgA0HqGjYCECADQRU2AgxBACECDH4LQc0AIQIMZAsgA0EANgIcIAMgATYCFCADQckNNgIQIANBGjYCDEEAIQIMfAsgASAERgRAQdkAIQIMfAsgAS0AAEEgRw09IAFBAWohASADLQAuQQFxDT0gA0EANgIcIAMgATYCFCADQcIcNgIQIANBHjYCDEEAIQIMewsgASAERgRAQdgAIQIMewsCQAJAAkACQAJAIAEtAAAiAEEKaw4EAgMDAAELIAFBAWohAUEsIQIMZQsgAEE6Rw0BIANBADYCHCADIAE2AhQgA0HnETYCECADQQo2AgxBACECDH0LIAFBAWohASADQS9qLQAAQQFxRQ1zIAMtADJBgAFxRQRAIANBMmohAiADEDVBACEAAkAgAygCOCIGRQ0AIAYoAigiBkUNACADIAYRAAAhAAsCQAJAIAAOFk1MSwEBAQEBAQEBAQEBAQEBAQEBAQABCyADQSk2AhwgAyABNgIUIANBrBk2AhAgA0EVNgIMQQAhAgx+CyADQQA2AhwgAyABNgIUIANB5Qs2AhAgA0ERNgIMQQAhAgx9C0EAIQACQCADKAI4IgJFDQAgAigCXCICRQ0AIAMgAhEAACEACyAARQ1ZIABBFUcNASADQQU2AhwgAyABNgIUIANBmxs2AhAgA0EVNgIMQQAhAgx8C0HLACECDGILQQAhAiADQQA2AhwgAyABNgIUIANBkA42AhAgA0EUNgIMDHoLIAMgAy8BMkGAAXI7ATIMOwsgASAERwRAIANBETYCCCADIAE2AgRBygAhAgxgC0HXACECDHgLIAEgBEYEQEHWACECDHgLAkACQAJAAkAgAS0AACIAQSByIAAgAEHBAGtB/wFxQRpJG0H/AXFB4wBrDhMAQEBAQEBAQEBAQEBAAUBAQAIDQAsgAUEBaiEBQcYAIQIMYQsgAUEBaiEBQccAIQIMYAsgAUEBaiEBQcgAIQIMXwsgAUEBaiEBQckAIQIMXgtB1QAhAiAEIAEiAEYNdiAEIAFrIAMoAgAiAWohBiAAIAFrQQVqIQcDQCABQZDIAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQhBBCABQQVGDQoaIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADHYLQdQAIQIgBCABIgBGDXUgBCABayADKAIAIgFqIQYgACABa0EPaiEHA0AgAUGAyABqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0HQQMgAUEPRg0JGiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAx1C0HTACECIAQgASIARg10IAQgAWsgAygCACIBaiEGIAAgAWtBDmohBwNAIAFB4scAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNBiABQQ5GDQcgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMdAtB0gAhAiAEIAEiAEYNcyAEIAFrIAMoAgAiAWohBSAAIAFrQQFqIQYDQCABQeDHAGotAAAgAC0AACIHQSByIAcgB0HBAGtB/wFxQRpJG0H/AXFHDQUgAUEBRg0CIAFBAWohASAEIABBAWoiAEcNAAsgAyAFNgIADHMLIAEgBEYEQEHRACECDHMLAkACQCABLQAAIgBBIHIgACAAQcEAa0H/AXFBGkkbQf8BcUHuAGsOBwA5OTk5OQE5CyABQQFqIQFBwwAhAgxaCyABQQFqIQFBxAAhAgxZCyADQQA2AgAgBkEBaiEBQcUAIQIMWAtB0AAhAiAEIAEiAEYNcCAEIAFrIAMoAgAiAWohBiAAIAFrQQlqIQcDQCABQdbHAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQJBAiABQQlGDQQaIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADHALQc8AIQIgBCABIgBGDW8gBCABayADKAIAIgFqIQYgACABa0EFaiEHA0AgAUHQxwBqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0BIAFBBUYNAiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxvCyAAIQEgA0EANgIADDMLQQELOgAsIANBADYCACAHQQFqIQELQS0hAgxSCwJAA0AgAS0AAEHQxQBqLQAAQQFHDQEgBCABQQFqIgFHDQALQc0AIQIMawtBwgAhAgxRCyABIARGBEBBzAAhAgxqCyABLQAAQTpGBEAgAygCBCEAIANBADYCBCADIAAgARAwIgBFDTMgA0HLADYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxqCyADQQA2AhwgAyABNgIUIANB5xE2AhAgA0EKNgIMQQAhAgxpCwJAAkAgAy0ALEECaw4CAAEnCyADQTNqLQAAQQJxRQ0mIAMtAC5BAnENJiADQQA2AhwgAyABNgIUIANBphQ2AhAgA0ELNgIMQQAhAgxpCyADLQAyQSBxRQ0lIAMtAC5BAnENJSADQQA2AhwgAyABNgIUIANBvRM2AhAgA0EPNgIMQQAhAgxoC0EAIQACQCADKAI4IgJFDQAgAigCSCICRQ0AIAMgAhEAACEACyAARQRAQcEAIQIMTwsgAEEVRwRAIANBADYCHCADIAE2AhQgA0GmDzYCECADQRw2AgxBACECDGgLIANBygA2AhwgAyABNgIUIANBhRw2AhAgA0EVNgIMQQAhAgxnCyABIARHBEAgASECA0AgBCACIgFrQRBOBEAgAUEQaiEC/Qz/////////////////////IAH9AAAAIg1BB/1sIA39DODg4ODg4ODg4ODg4ODg4OD9bv0MX19fX19fX19fX19fX19fX/0mIA39DAkJCQkJCQkJCQkJCQkJCQn9I/1Q/VL9ZEF/c2giAEEQRg0BIAAgAWohAQwYCyABIARGBEBBxAAhAgxpCyABLQAAQcDBAGotAABBAUcNFyAEIAFBAWoiAkcNAAtBxAAhAgxnC0HEACECDGYLIAEgBEcEQANAAkAgAS0AACIAQSByIAAgAEHBAGtB/wFxQRpJG0H/AXEiAEEJRg0AIABBIEYNAAJAAkACQAJAIABB4wBrDhMAAwMDAwMDAwEDAwMDAwMDAwMCAwsgAUEBaiEBQTYhAgxSCyABQQFqIQFBNyECDFELIAFBAWohAUE4IQIMUAsMFQsgBCABQQFqIgFHDQALQTwhAgxmC0E8IQIMZQsgASAERgRAQcgAIQIMZQsgA0ESNgIIIAMgATYCBAJAAkACQAJAAkAgAy0ALEEBaw4EFAABAgkLIAMtADJBIHENA0HgASECDE8LAkAgAy8BMiIAQQhxRQ0AIAMtAChBAUcNACADLQAuQQhxRQ0CCyADIABB9/sDcUGABHI7ATIMCwsgAyADLwEyQRByOwEyDAQLIANBADYCBCADIAEgARAxIgAEQCADQcEANgIcIAMgADYCDCADIAFBAWo2AhRBACECDGYLIAFBAWohAQxYCyADQQA2AhwgAyABNgIUIANB9BM2AhAgA0EENgIMQQAhAgxkC0HHACECIAEgBEYNYyADKAIAIgAgBCABa2ohBSABIABrQQZqIQYCQANAIABBwMUAai0AACABLQAAQSByRw0BIABBBkYNSiAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAxkCyADQQA2AgAMBQsCQCABIARHBEADQCABLQAAQcDDAGotAAAiAEEBRwRAIABBAkcNAyABQQFqIQEMBQsgBCABQQFqIgFHDQALQcUAIQIMZAtBxQAhAgxjCwsgA0EAOgAsDAELQQshAgxHC0E/IQIMRgsCQAJAA0AgAS0AACIAQSBHBEACQCAAQQprDgQDBQUDAAsgAEEsRg0DDAQLIAQgAUEBaiIBRw0AC0HGACECDGALIANBCDoALAwOCyADLQAoQQFHDQIgAy0ALkEIcQ0CIAMoAgQhACADQQA2AgQgAyAAIAEQMSIABEAgA0HCADYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxfCyABQQFqIQEMUAtBOyECDEQLAkADQCABLQAAIgBBIEcgAEEJR3ENASAEIAFBAWoiAUcNAAtBwwAhAgxdCwtBPCECDEILAkACQCABIARHBEADQCABLQAAIgBBIEcEQCAAQQprDgQDBAQDBAsgBCABQQFqIgFHDQALQT8hAgxdC0E/IQIMXAsgAyADLwEyQSByOwEyDAoLIAMoAgQhACADQQA2AgQgAyAAIAEQMSIARQ1OIANBPjYCHCADIAE2AhQgAyAANgIMQQAhAgxaCwJAIAEgBEcEQANAIAEtAABBwMMAai0AACIAQQFHBEAgAEECRg0DDAwLIAQgAUEBaiIBRw0AC0E3IQIMWwtBNyECDFoLIAFBAWohAQwEC0E7IQIgBCABIgBGDVggBCABayADKAIAIgFqIQYgACABa0EFaiEHAkADQCABQZDIAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQEgAUEFRgRAQQchAQw/CyABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxZCyADQQA2AgAgACEBDAULQTohAiAEIAEiAEYNVyAEIAFrIAMoAgAiAWohBiAAIAFrQQhqIQcCQANAIAFBtMEAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNASABQQhGBEBBBSEBDD4LIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADFgLIANBADYCACAAIQEMBAtBOSECIAQgASIARg1WIAQgAWsgAygCACIBaiEGIAAgAWtBA2ohBwJAA0AgAUGwwQBqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0BIAFBA0YEQEEGIQEMPQsgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMVwsgA0EANgIAIAAhAQwDCwJAA0AgAS0AACIAQSBHBEAgAEEKaw4EBwQEBwILIAQgAUEBaiIBRw0AC0E4IQIMVgsgAEEsRw0BIAFBAWohAEEBIQECQAJAAkACQAJAIAMtACxBBWsOBAMBAgQACyAAIQEMBAtBAiEBDAELQQQhAQsgA0EBOgAsIAMgAy8BMiABcjsBMiAAIQEMAQsgAyADLwEyQQhyOwEyIAAhAQtBPiECDDsLIANBADoALAtBOSECDDkLIAEgBEYEQEE2IQIMUgsCQAJAAkACQAJAIAEtAABBCmsOBAACAgECCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUNAiADQTM2AhwgAyABNgIUIAMgADYCDEEAIQIMVQsgAygCBCEAIANBADYCBCADIAAgARAxIgBFBEAgAUEBaiEBDAYLIANBMjYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxUCyADLQAuQQFxBEBB3wEhAgw7CyADKAIEIQAgA0EANgIEIAMgACABEDEiAA0BDEkLQTQhAgw5CyADQTU2AhwgAyABNgIUIAMgADYCDEEAIQIMUQtBNSECDDcLIANBL2otAABBAXENACADQQA2AhwgAyABNgIUIANB6xY2AhAgA0EZNgIMQQAhAgxPC0EzIQIMNQsgASAERgRAQTIhAgxOCwJAIAEtAABBCkYEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQZIXNgIQIANBAzYCDEEAIQIMTgtBMiECDDQLIAEgBEYEQEExIQIMTQsCQCABLQAAIgBBCUYNACAAQSBGDQBBASECAkAgAy0ALEEFaw4EBgQFAA0LIAMgAy8BMkEIcjsBMgwMCyADLQAuQQFxRQ0BIAMtACxBCEcNACADQQA6ACwLQT0hAgwyCyADQQA2AhwgAyABNgIUIANBwhY2AhAgA0EKNgIMQQAhAgxKC0ECIQIMAQtBBCECCyADQQE6ACwgAyADLwEyIAJyOwEyDAYLIAEgBEYEQEEwIQIMRwsgAS0AAEEKRgRAIAFBAWohAQwBCyADLQAuQQFxDQAgA0EANgIcIAMgATYCFCADQdwoNgIQIANBAjYCDEEAIQIMRgtBMCECDCwLIAFBAWohAUExIQIMKwsgASAERgRAQS8hAgxECyABLQAAIgBBCUcgAEEgR3FFBEAgAUEBaiEBIAMtAC5BAXENASADQQA2AhwgAyABNgIUIANBlxA2AhAgA0EKNgIMQQAhAgxEC0EBIQICQAJAAkACQAJAAkAgAy0ALEECaw4HBQQEAwECAAQLIAMgAy8BMkEIcjsBMgwDC0ECIQIMAQtBBCECCyADQQE6ACwgAyADLwEyIAJyOwEyC0EvIQIMKwsgA0EANgIcIAMgATYCFCADQYQTNgIQIANBCzYCDEEAIQIMQwtB4QEhAgwpCyABIARGBEBBLiECDEILIANBADYCBCADQRI2AgggAyABIAEQMSIADQELQS4hAgwnCyADQS02AhwgAyABNgIUIAMgADYCDEEAIQIMPwtBACEAAkAgAygCOCICRQ0AIAIoAkwiAkUNACADIAIRAAAhAAsgAEUNACAAQRVHDQEgA0HYADYCHCADIAE2AhQgA0GzGzYCECADQRU2AgxBACECDD4LQcwAIQIMJAsgA0EANgIcIAMgATYCFCADQbMONgIQIANBHTYCDEEAIQIMPAsgASAERgRAQc4AIQIMPAsgAS0AACIAQSBGDQIgAEE6Rg0BCyADQQA6ACxBCSECDCELIAMoAgQhACADQQA2AgQgAyAAIAEQMCIADQEMAgsgAy0ALkEBcQRAQd4BIQIMIAsgAygCBCEAIANBADYCBCADIAAgARAwIgBFDQIgA0EqNgIcIAMgADYCDCADIAFBAWo2AhRBACECDDgLIANBywA2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMNwsgAUEBaiEBQcAAIQIMHQsgAUEBaiEBDCwLIAEgBEYEQEErIQIMNQsCQCABLQAAQQpGBEAgAUEBaiEBDAELIAMtAC5BwABxRQ0GCyADLQAyQYABcQRAQQAhAAJAIAMoAjgiAkUNACACKAJcIgJFDQAgAyACEQAAIQALIABFDRIgAEEVRgRAIANBBTYCHCADIAE2AhQgA0GbGzYCECADQRU2AgxBACECDDYLIANBADYCHCADIAE2AhQgA0GQDjYCECADQRQ2AgxBACECDDULIANBMmohAiADEDVBACEAAkAgAygCOCIGRQ0AIAYoAigiBkUNACADIAYRAAAhAAsgAA4WAgEABAQEBAQEBAQEBAQEBAQEBAQEAwQLIANBAToAMAsgAiACLwEAQcAAcjsBAAtBKyECDBgLIANBKTYCHCADIAE2AhQgA0GsGTYCECADQRU2AgxBACECDDALIANBADYCHCADIAE2AhQgA0HlCzYCECADQRE2AgxBACECDC8LIANBADYCHCADIAE2AhQgA0GlCzYCECADQQI2AgxBACECDC4LQQEhByADLwEyIgVBCHFFBEAgAykDIEIAUiEHCwJAIAMtADAEQEEBIQAgAy0AKUEFRg0BIAVBwABxRSAHcUUNAQsCQCADLQAoIgJBAkYEQEEBIQAgAy8BNCIGQeUARg0CQQAhACAFQcAAcQ0CIAZB5ABGDQIgBkHmAGtBAkkNAiAGQcwBRg0CIAZBsAJGDQIMAQtBACEAIAVBwABxDQELQQIhACAFQQhxDQAgBUGABHEEQAJAIAJBAUcNACADLQAuQQpxDQBBBSEADAILQQQhAAwBCyAFQSBxRQRAIAMQNkEAR0ECdCEADAELQQBBAyADKQMgUBshAAsgAEEBaw4FAgAHAQMEC0ERIQIMEwsgA0EBOgAxDCkLQQAhAgJAIAMoAjgiAEUNACAAKAIwIgBFDQAgAyAAEQAAIQILIAJFDSYgAkEVRgRAIANBAzYCHCADIAE2AhQgA0HSGzYCECADQRU2AgxBACECDCsLQQAhAiADQQA2AhwgAyABNgIUIANB3Q42AhAgA0ESNgIMDCoLIANBADYCHCADIAE2AhQgA0H5IDYCECADQQ82AgxBACECDCkLQQAhAAJAIAMoAjgiAkUNACACKAIwIgJFDQAgAyACEQAAIQALIAANAQtBDiECDA4LIABBFUYEQCADQQI2AhwgAyABNgIUIANB0hs2AhAgA0EVNgIMQQAhAgwnCyADQQA2AhwgAyABNgIUIANB3Q42AhAgA0ESNgIMQQAhAgwmC0EqIQIMDAsgASAERwRAIANBCTYCCCADIAE2AgRBKSECDAwLQSYhAgwkCyADIAMpAyAiDCAEIAFrrSIKfSILQgAgCyAMWBs3AyAgCiAMVARAQSUhAgwkCyADKAIEIQAgA0EANgIEIAMgACABIAynaiIBEDIiAEUNACADQQU2AhwgAyABNgIUIAMgADYCDEEAIQIMIwtBDyECDAkLQgAhCgJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCABLQAAQTBrDjcXFgABAgMEBQYHFBQUFBQUFAgJCgsMDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUDg8QERITFAtCAiEKDBYLQgMhCgwVC0IEIQoMFAtCBSEKDBMLQgYhCgwSC0IHIQoMEQtCCCEKDBALQgkhCgwPC0IKIQoMDgtCCyEKDA0LQgwhCgwMC0INIQoMCwtCDiEKDAoLQg8hCgwJC0IKIQoMCAtCCyEKDAcLQgwhCgwGC0INIQoMBQtCDiEKDAQLQg8hCgwDCyADQQA2AhwgAyABNgIUIANBnxU2AhAgA0EMNgIMQQAhAgwhCyABIARGBEBBIiECDCELQgAhCgJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAS0AAEEwaw43FRQAAQIDBAUGBxYWFhYWFhYICQoLDA0WFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFg4PEBESExYLQgIhCgwUC0IDIQoMEwtCBCEKDBILQgUhCgwRC0IGIQoMEAtCByEKDA8LQgghCgwOC0IJIQoMDQtCCiEKDAwLQgshCgwLC0IMIQoMCgtCDSEKDAkLQg4hCgwIC0IPIQoMBwtCCiEKDAYLQgshCgwFC0IMIQoMBAtCDSEKDAMLQg4hCgwCC0IPIQoMAQtCASEKCyABQQFqIQEgAykDICILQv//////////D1gEQCADIAtCBIYgCoQ3AyAMAgsgA0EANgIcIAMgATYCFCADQbUJNgIQIANBDDYCDEEAIQIMHgtBJyECDAQLQSghAgwDCyADIAE6ACwgA0EANgIAIAdBAWohAUEMIQIMAgsgA0EANgIAIAZBAWohAUEKIQIMAQsgAUEBaiEBQQghAgwACwALQQAhAiADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMDBcLQQAhAiADQQA2AhwgAyABNgIUIANBgxE2AhAgA0EJNgIMDBYLQQAhAiADQQA2AhwgAyABNgIUIANB3wo2AhAgA0EJNgIMDBULQQAhAiADQQA2AhwgAyABNgIUIANB7RA2AhAgA0EJNgIMDBQLQQAhAiADQQA2AhwgAyABNgIUIANB0hE2AhAgA0EJNgIMDBMLQQAhAiADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMDBILQQAhAiADQQA2AhwgAyABNgIUIANBgxE2AhAgA0EJNgIMDBELQQAhAiADQQA2AhwgAyABNgIUIANB3wo2AhAgA0EJNgIMDBALQQAhAiADQQA2AhwgAyABNgIUIANB7RA2AhAgA0EJNgIMDA8LQQAhAiADQQA2AhwgAyABNgIUIANB0hE2AhAgA0EJNgIMDA4LQQAhAiADQQA2AhwgAyABNgIUIANBuRc2AhAgA0EPNgIMDA0LQQAhAiADQQA2AhwgAyABNgIUIANBuRc2AhAgA0EPNgIMDAwLQQAhAiADQQA2AhwgAyABNgIUIANBmRM2AhAgA0ELNgIMDAsLQQAhAiADQQA2AhwgAyABNgIUIANBnQk2AhAgA0ELNgIMDAoLQQAhAiADQQA2AhwgAyABNgIUIANBlxA2AhAgA0EKNgIMDAkLQQAhAiADQQA2AhwgAyABNgIUIANBsRA2AhAgA0EKNgIMDAgLQQAhAiADQQA2AhwgAyABNgIUIANBux02AhAgA0ECNgIMDAcLQQAhAiADQQA2AhwgAyABNgIUIANBlhY2AhAgA0ECNgIMDAYLQQAhAiADQQA2AhwgAyABNgIUIANB+Rg2AhAgA0ECNgIMDAULQQAhAiADQQA2AhwgAyABNgIUIANBxBg2AhAgA0ECNgIMDAQLIANBAjYCHCADIAE2AhQgA0GpHjYCECADQRY2AgxBACECDAMLQd4AIQIgASAERg0CIAlBCGohByADKAIAIQUCQAJAIAEgBEcEQCAFQZbIAGohCCAEIAVqIAFrIQYgBUF/c0EKaiIFIAFqIQADQCABLQAAIAgtAABHBEBBAiEIDAMLIAVFBEBBACEIIAAhAQwDCyAFQQFrIQUgCEEBaiEIIAQgAUEBaiIBRw0ACyAGIQUgBCEBCyAHQQE2AgAgAyAFNgIADAELIANBADYCACAHIAg2AgALIAcgATYCBCAJKAIMIQACQAJAIAkoAghBAWsOAgQBAAsgA0EANgIcIANBwh42AhAgA0EXNgIMIAMgAEEBajYCFEEAIQIMAwsgA0EANgIcIAMgADYCFCADQdceNgIQIANBCTYCDEEAIQIMAgsgASAERgRAQSghAgwCCyADQQk2AgggAyABNgIEQSchAgwBCyABIARGBEBBASECDAELA0ACQAJAAkAgAS0AAEEKaw4EAAEBAAELIAFBAWohAQwBCyABQQFqIQEgAy0ALkEgcQ0AQQAhAiADQQA2AhwgAyABNgIUIANBoSE2AhAgA0EFNgIMDAILQQEhAiABIARHDQALCyAJQRBqJAAgAkUEQCADKAIMIQAMAQsgAyACNgIcQQAhACADKAIEIgFFDQAgAyABIAQgAygCCBEBACIBRQ0AIAMgBDYCFCADIAE2AgwgASEACyAAC74CAQJ/IABBADoAACAAQeQAaiIBQQFrQQA6AAAgAEEAOgACIABBADoAASABQQNrQQA6AAAgAUECa0EAOgAAIABBADoAAyABQQRrQQA6AABBACAAa0EDcSIBIABqIgBBADYCAEHkACABa0F8cSICIABqIgFBBGtBADYCAAJAIAJBCUkNACAAQQA2AgggAEEANgIEIAFBCGtBADYCACABQQxrQQA2AgAgAkEZSQ0AIABBADYCGCAAQQA2AhQgAEEANgIQIABBADYCDCABQRBrQQA2AgAgAUEUa0EANgIAIAFBGGtBADYCACABQRxrQQA2AgAgAiAAQQRxQRhyIgJrIgFBIEkNACAAIAJqIQADQCAAQgA3AxggAEIANwMQIABCADcDCCAAQgA3AwAgAEEgaiEAIAFBIGsiAUEfSw0ACwsLVgEBfwJAIAAoAgwNAAJAAkACQAJAIAAtADEOAwEAAwILIAAoAjgiAUUNACABKAIwIgFFDQAgACABEQAAIgENAwtBAA8LAAsgAEHKGTYCEEEOIQELIAELGgAgACgCDEUEQCAAQd4fNgIQIABBFTYCDAsLFAAgACgCDEEVRgRAIABBADYCDAsLFAAgACgCDEEWRgRAIABBADYCDAsLBwAgACgCDAsHACAAKAIQCwkAIAAgATYCEAsHACAAKAIUCysAAkAgAEEnTw0AQv//////CSAArYhCAYNQDQAgAEECdEHQOGooAgAPCwALFwAgAEEvTwRAAAsgAEECdEHsOWooAgALvwkBAX9B9C0hAQJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIABB5ABrDvQDY2IAAWFhYWFhYQIDBAVhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhBgcICQoLDA0OD2FhYWFhEGFhYWFhYWFhYWFhEWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYRITFBUWFxgZGhthYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2YTc4OTphYWFhYWFhYTthYWE8YWFhYT0+P2FhYWFhYWFhQGFhQWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYUJDREVGR0hJSktMTU5PUFFSU2FhYWFhYWFhVFVWV1hZWlthXF1hYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFeYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhX2BhC0HqLA8LQZgmDwtB7TEPC0GgNw8LQckpDwtBtCkPC0GWLQ8LQesrDwtBojUPC0HbNA8LQeApDwtB4yQPC0HVJA8LQe4kDwtB5iUPC0HKNA8LQdA3DwtBqjUPC0H1LA8LQfYmDwtBgiIPC0HyMw8LQb4oDwtB5zcPC0HNIQ8LQcAhDwtBuCUPC0HLJQ8LQZYkDwtBjzQPC0HNNQ8LQd0qDwtB7jMPC0GcNA8LQZ4xDwtB9DUPC0HlIg8LQa8lDwtBmTEPC0GyNg8LQfk2DwtBxDIPC0HdLA8LQYIxDwtBwTEPC0GNNw8LQckkDwtB7DYPC0HnKg8LQcgjDwtB4iEPC0HJNw8LQaUiDwtBlCIPC0HbNg8LQd41DwtBhiYPC0G8Kw8LQYsyDwtBoCMPC0H2MA8LQYAsDwtBiSsPC0GkJg8LQfIjDwtBgSgPC0GrMg8LQesnDwtBwjYPC0GiJA8LQc8qDwtB3CMPC0GHJw8LQeQ0DwtBtyIPC0GtMQ8LQdUiDwtBrzQPC0HeJg8LQdYyDwtB9DQPC0GBOA8LQfQ3DwtBkjYPC0GdJw8LQYIpDwtBjSMPC0HXMQ8LQb01DwtBtDcPC0HYMA8LQbYnDwtBmjgPC0GnKg8LQcQnDwtBriMPC0H1Ig8LAAtByiYhAQsgAQsXACAAIAAvAS5B/v8DcSABQQBHcjsBLgsaACAAIAAvAS5B/f8DcSABQQBHQQF0cjsBLgsaACAAIAAvAS5B+/8DcSABQQBHQQJ0cjsBLgsaACAAIAAvAS5B9/8DcSABQQBHQQN0cjsBLgsaACAAIAAvAS5B7/8DcSABQQBHQQR0cjsBLgsaACAAIAAvAS5B3/8DcSABQQBHQQV0cjsBLgsaACAAIAAvAS5Bv/8DcSABQQBHQQZ0cjsBLgsaACAAIAAvAS5B//4DcSABQQBHQQd0cjsBLgsaACAAIAAvAS5B//0DcSABQQBHQQh0cjsBLgsaACAAIAAvAS5B//sDcSABQQBHQQl0cjsBLgs+AQJ/AkAgACgCOCIDRQ0AIAMoAgQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQeESNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAggiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQfwRNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAgwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQewKNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhAiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQfoeNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQcsQNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhgiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQbcfNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQb8VNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQf4INgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiAiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQYwdNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQeYVNgIQQRghBAsgBAs4ACAAAn8gAC8BMkEUcUEURgRAQQEgAC0AKEEBRg0BGiAALwE0QeUARgwBCyAALQApQQVGCzoAMAtZAQJ/AkAgAC0AKEEBRg0AIAAvATQiAUHkAGtB5ABJDQAgAUHMAUYNACABQbACRg0AIAAvATIiAEHAAHENAEEBIQIgAEGIBHFBgARGDQAgAEEocUUhAgsgAguMAQECfwJAAkACQCAALQAqRQ0AIAAtACtFDQAgAC8BMiIBQQJxRQ0BDAILIAAvATIiAUEBcUUNAQtBASECIAAtAChBAUYNACAALwE0IgBB5ABrQeQASQ0AIABBzAFGDQAgAEGwAkYNACABQcAAcQ0AQQAhAiABQYgEcUGABEYNACABQShxQQBHIQILIAILcwAgAEEQav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAP0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEEwav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEEgav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEH9ATYCHAsGACAAEDoLmi0BC38jAEEQayIKJABB3NUAKAIAIglFBEBBnNkAKAIAIgVFBEBBqNkAQn83AgBBoNkAQoCAhICAgMAANwIAQZzZACAKQQhqQXBxQdiq1aoFcyIFNgIAQbDZAEEANgIAQYDZAEEANgIAC0GE2QBBwNkENgIAQdTVAEHA2QQ2AgBB6NUAIAU2AgBB5NUAQX82AgBBiNkAQcCmAzYCAANAIAFBgNYAaiABQfTVAGoiAjYCACACIAFB7NUAaiIDNgIAIAFB+NUAaiADNgIAIAFBiNYAaiABQfzVAGoiAzYCACADIAI2AgAgAUGQ1gBqIAFBhNYAaiICNgIAIAIgAzYCACABQYzWAGogAjYCACABQSBqIgFBgAJHDQALQczZBEGBpgM2AgBB4NUAQazZACgCADYCAEHQ1QBBgKYDNgIAQdzVAEHI2QQ2AgBBzP8HQTg2AgBByNkEIQkLAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAEHsAU0EQEHE1QAoAgAiBkEQIABBE2pBcHEgAEELSRsiBEEDdiIAdiIBQQNxBEACQCABQQFxIAByQQFzIgJBA3QiAEHs1QBqIgEgAEH01QBqKAIAIgAoAggiA0YEQEHE1QAgBkF+IAJ3cTYCAAwBCyABIAM2AgggAyABNgIMCyAAQQhqIQEgACACQQN0IgJBA3I2AgQgACACaiIAIAAoAgRBAXI2AgQMEQtBzNUAKAIAIgggBE8NASABBEACQEECIAB0IgJBACACa3IgASAAdHFoIgBBA3QiAkHs1QBqIgEgAkH01QBqKAIAIgIoAggiA0YEQEHE1QAgBkF+IAB3cSIGNgIADAELIAEgAzYCCCADIAE2AgwLIAIgBEEDcjYCBCAAQQN0IgAgBGshBSAAIAJqIAU2AgAgAiAEaiIEIAVBAXI2AgQgCARAIAhBeHFB7NUAaiEAQdjVACgCACEDAn9BASAIQQN2dCIBIAZxRQRAQcTVACABIAZyNgIAIAAMAQsgACgCCAsiASADNgIMIAAgAzYCCCADIAA2AgwgAyABNgIICyACQQhqIQFB2NUAIAQ2AgBBzNUAIAU2AgAMEQtByNUAKAIAIgtFDQEgC2hBAnRB9NcAaigCACIAKAIEQXhxIARrIQUgACECA0ACQCACKAIQIgFFBEAgAkEUaigCACIBRQ0BCyABKAIEQXhxIARrIgMgBUkhAiADIAUgAhshBSABIAAgAhshACABIQIMAQsLIAAoAhghCSAAKAIMIgMgAEcEQEHU1QAoAgAaIAMgACgCCCIBNgIIIAEgAzYCDAwQCyAAQRRqIgIoAgAiAUUEQCAAKAIQIgFFDQMgAEEQaiECCwNAIAIhByABIgNBFGoiAigCACIBDQAgA0EQaiECIAMoAhAiAQ0ACyAHQQA2AgAMDwtBfyEEIABBv39LDQAgAEETaiIBQXBxIQRByNUAKAIAIghFDQBBACAEayEFAkACQAJAAn9BACAEQYACSQ0AGkEfIARB////B0sNABogBEEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+agsiBkECdEH01wBqKAIAIgJFBEBBACEBQQAhAwwBC0EAIQEgBEEZIAZBAXZrQQAgBkEfRxt0IQBBACEDA0ACQCACKAIEQXhxIARrIgcgBU8NACACIQMgByIFDQBBACEFIAIhAQwDCyABIAJBFGooAgAiByAHIAIgAEEddkEEcWpBEGooAgAiAkYbIAEgBxshASAAQQF0IQAgAg0ACwsgASADckUEQEEAIQNBAiAGdCIAQQAgAGtyIAhxIgBFDQMgAGhBAnRB9NcAaigCACEBCyABRQ0BCwNAIAEoAgRBeHEgBGsiAiAFSSEAIAIgBSAAGyEFIAEgAyAAGyEDIAEoAhAiAAR/IAAFIAFBFGooAgALIgENAAsLIANFDQAgBUHM1QAoAgAgBGtPDQAgAygCGCEHIAMgAygCDCIARwRAQdTVACgCABogACADKAIIIgE2AgggASAANgIMDA4LIANBFGoiAigCACIBRQRAIAMoAhAiAUUNAyADQRBqIQILA0AgAiEGIAEiAEEUaiICKAIAIgENACAAQRBqIQIgACgCECIBDQALIAZBADYCAAwNC0HM1QAoAgAiAyAETwRAQdjVACgCACEBAkAgAyAEayICQRBPBEAgASAEaiIAIAJBAXI2AgQgASADaiACNgIAIAEgBEEDcjYCBAwBCyABIANBA3I2AgQgASADaiIAIAAoAgRBAXI2AgRBACEAQQAhAgtBzNUAIAI2AgBB2NUAIAA2AgAgAUEIaiEBDA8LQdDVACgCACIDIARLBEAgBCAJaiIAIAMgBGsiAUEBcjYCBEHc1QAgADYCAEHQ1QAgATYCACAJIARBA3I2AgQgCUEIaiEBDA8LQQAhASAEAn9BnNkAKAIABEBBpNkAKAIADAELQajZAEJ/NwIAQaDZAEKAgISAgIDAADcCAEGc2QAgCkEMakFwcUHYqtWqBXM2AgBBsNkAQQA2AgBBgNkAQQA2AgBBgIAECyIAIARBxwBqIgVqIgZBACAAayIHcSICTwRAQbTZAEEwNgIADA8LAkBB/NgAKAIAIgFFDQBB9NgAKAIAIgggAmohACAAIAFNIAAgCEtxDQBBACEBQbTZAEEwNgIADA8LQYDZAC0AAEEEcQ0EAkACQCAJBEBBhNkAIQEDQCABKAIAIgAgCU0EQCAAIAEoAgRqIAlLDQMLIAEoAggiAQ0ACwtBABA7IgBBf0YNBSACIQZBoNkAKAIAIgFBAWsiAyAAcQRAIAIgAGsgACADakEAIAFrcWohBgsgBCAGTw0FIAZB/v///wdLDQVB/NgAKAIAIgMEQEH02AAoAgAiByAGaiEBIAEgB00NBiABIANLDQYLIAYQOyIBIABHDQEMBwsgBiADayAHcSIGQf7///8HSw0EIAYQOyEAIAAgASgCACABKAIEakYNAyAAIQELAkAgBiAEQcgAak8NACABQX9GDQBBpNkAKAIAIgAgBSAGa2pBACAAa3EiAEH+////B0sEQCABIQAMBwsgABA7QX9HBEAgACAGaiEGIAEhAAwHC0EAIAZrEDsaDAQLIAEiAEF/Rw0FDAMLQQAhAwwMC0EAIQAMCgsgAEF/Rw0CC0GA2QBBgNkAKAIAQQRyNgIACyACQf7///8HSw0BIAIQOyEAQQAQOyEBIABBf0YNASABQX9GDQEgACABTw0BIAEgAGsiBiAEQThqTQ0BC0H02ABB9NgAKAIAIAZqIgE2AgBB+NgAKAIAIAFJBEBB+NgAIAE2AgALAkACQAJAQdzVACgCACICBEBBhNkAIQEDQCAAIAEoAgAiAyABKAIEIgVqRg0CIAEoAggiAQ0ACwwCC0HU1QAoAgAiAUEARyAAIAFPcUUEQEHU1QAgADYCAAtBACEBQYjZACAGNgIAQYTZACAANgIAQeTVAEF/NgIAQejVAEGc2QAoAgA2AgBBkNkAQQA2AgADQCABQYDWAGogAUH01QBqIgI2AgAgAiABQezVAGoiAzYCACABQfjVAGogAzYCACABQYjWAGogAUH81QBqIgM2AgAgAyACNgIAIAFBkNYAaiABQYTWAGoiAjYCACACIAM2AgAgAUGM1gBqIAI2AgAgAUEgaiIBQYACRw0AC0F4IABrQQ9xIgEgAGoiAiAGQThrIgMgAWsiAUEBcjYCBEHg1QBBrNkAKAIANgIAQdDVACABNgIAQdzVACACNgIAIAAgA2pBODYCBAwCCyAAIAJNDQAgAiADSQ0AIAEoAgxBCHENAEF4IAJrQQ9xIgAgAmoiA0HQ1QAoAgAgBmoiByAAayIAQQFyNgIEIAEgBSAGajYCBEHg1QBBrNkAKAIANgIAQdDVACAANgIAQdzVACADNgIAIAIgB2pBODYCBAwBCyAAQdTVACgCAEkEQEHU1QAgADYCAAsgACAGaiEDQYTZACEBAkACQAJAA0AgAyABKAIARwRAIAEoAggiAQ0BDAILCyABLQAMQQhxRQ0BC0GE2QAhAQNAIAEoAgAiAyACTQRAIAMgASgCBGoiBSACSw0DCyABKAIIIQEMAAsACyABIAA2AgAgASABKAIEIAZqNgIEIABBeCAAa0EPcWoiCSAEQQNyNgIEIANBeCADa0EPcWoiBiAEIAlqIgRrIQEgAiAGRgRAQdzVACAENgIAQdDVAEHQ1QAoAgAgAWoiADYCACAEIABBAXI2AgQMCAtB2NUAKAIAIAZGBEBB2NUAIAQ2AgBBzNUAQczVACgCACABaiIANgIAIAQgAEEBcjYCBCAAIARqIAA2AgAMCAsgBigCBCIFQQNxQQFHDQYgBUF4cSEIIAVB/wFNBEAgBUEDdiEDIAYoAggiACAGKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwHCyACIAA2AgggACACNgIMDAYLIAYoAhghByAGIAYoAgwiAEcEQCAAIAYoAggiAjYCCCACIAA2AgwMBQsgBkEUaiICKAIAIgVFBEAgBigCECIFRQ0EIAZBEGohAgsDQCACIQMgBSIAQRRqIgIoAgAiBQ0AIABBEGohAiAAKAIQIgUNAAsgA0EANgIADAQLQXggAGtBD3EiASAAaiIHIAZBOGsiAyABayIBQQFyNgIEIAAgA2pBODYCBCACIAVBNyAFa0EPcWpBP2siAyADIAJBEGpJGyIDQSM2AgRB4NUAQazZACgCADYCAEHQ1QAgATYCAEHc1QAgBzYCACADQRBqQYzZACkCADcCACADQYTZACkCADcCCEGM2QAgA0EIajYCAEGI2QAgBjYCAEGE2QAgADYCAEGQ2QBBADYCACADQSRqIQEDQCABQQc2AgAgBSABQQRqIgFLDQALIAIgA0YNACADIAMoAgRBfnE2AgQgAyADIAJrIgU2AgAgAiAFQQFyNgIEIAVB/wFNBEAgBUF4cUHs1QBqIQACf0HE1QAoAgAiAUEBIAVBA3Z0IgNxRQRAQcTVACABIANyNgIAIAAMAQsgACgCCAsiASACNgIMIAAgAjYCCCACIAA2AgwgAiABNgIIDAELQR8hASAFQf///wdNBEAgBUEmIAVBCHZnIgBrdkEBcSAAQQF0a0E+aiEBCyACIAE2AhwgAkIANwIQIAFBAnRB9NcAaiEAQcjVACgCACIDQQEgAXQiBnFFBEAgACACNgIAQcjVACADIAZyNgIAIAIgADYCGCACIAI2AgggAiACNgIMDAELIAVBGSABQQF2a0EAIAFBH0cbdCEBIAAoAgAhAwJAA0AgAyIAKAIEQXhxIAVGDQEgAUEddiEDIAFBAXQhASAAIANBBHFqQRBqIgYoAgAiAw0ACyAGIAI2AgAgAiAANgIYIAIgAjYCDCACIAI2AggMAQsgACgCCCIBIAI2AgwgACACNgIIIAJBADYCGCACIAA2AgwgAiABNgIIC0HQ1QAoAgAiASAETQ0AQdzVACgCACIAIARqIgIgASAEayIBQQFyNgIEQdDVACABNgIAQdzVACACNgIAIAAgBEEDcjYCBCAAQQhqIQEMCAtBACEBQbTZAEEwNgIADAcLQQAhAAsgB0UNAAJAIAYoAhwiAkECdEH01wBqIgMoAgAgBkYEQCADIAA2AgAgAA0BQcjVAEHI1QAoAgBBfiACd3E2AgAMAgsgB0EQQRQgBygCECAGRhtqIAA2AgAgAEUNAQsgACAHNgIYIAYoAhAiAgRAIAAgAjYCECACIAA2AhgLIAZBFGooAgAiAkUNACAAQRRqIAI2AgAgAiAANgIYCyABIAhqIQEgBiAIaiIGKAIEIQULIAYgBUF+cTYCBCABIARqIAE2AgAgBCABQQFyNgIEIAFB/wFNBEAgAUF4cUHs1QBqIQACf0HE1QAoAgAiAkEBIAFBA3Z0IgFxRQRAQcTVACABIAJyNgIAIAAMAQsgACgCCAsiASAENgIMIAAgBDYCCCAEIAA2AgwgBCABNgIIDAELQR8hBSABQf///wdNBEAgAUEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+aiEFCyAEIAU2AhwgBEIANwIQIAVBAnRB9NcAaiEAQcjVACgCACICQQEgBXQiA3FFBEAgACAENgIAQcjVACACIANyNgIAIAQgADYCGCAEIAQ2AgggBCAENgIMDAELIAFBGSAFQQF2a0EAIAVBH0cbdCEFIAAoAgAhAAJAA0AgACICKAIEQXhxIAFGDQEgBUEddiEAIAVBAXQhBSACIABBBHFqQRBqIgMoAgAiAA0ACyADIAQ2AgAgBCACNgIYIAQgBDYCDCAEIAQ2AggMAQsgAigCCCIAIAQ2AgwgAiAENgIIIARBADYCGCAEIAI2AgwgBCAANgIICyAJQQhqIQEMAgsCQCAHRQ0AAkAgAygCHCIBQQJ0QfTXAGoiAigCACADRgRAIAIgADYCACAADQFByNUAIAhBfiABd3EiCDYCAAwCCyAHQRBBFCAHKAIQIANGG2ogADYCACAARQ0BCyAAIAc2AhggAygCECIBBEAgACABNgIQIAEgADYCGAsgA0EUaigCACIBRQ0AIABBFGogATYCACABIAA2AhgLAkAgBUEPTQRAIAMgBCAFaiIAQQNyNgIEIAAgA2oiACAAKAIEQQFyNgIEDAELIAMgBGoiAiAFQQFyNgIEIAMgBEEDcjYCBCACIAVqIAU2AgAgBUH/AU0EQCAFQXhxQezVAGohAAJ/QcTVACgCACIBQQEgBUEDdnQiBXFFBEBBxNUAIAEgBXI2AgAgAAwBCyAAKAIICyIBIAI2AgwgACACNgIIIAIgADYCDCACIAE2AggMAQtBHyEBIAVB////B00EQCAFQSYgBUEIdmciAGt2QQFxIABBAXRrQT5qIQELIAIgATYCHCACQgA3AhAgAUECdEH01wBqIQBBASABdCIEIAhxRQRAIAAgAjYCAEHI1QAgBCAIcjYCACACIAA2AhggAiACNgIIIAIgAjYCDAwBCyAFQRkgAUEBdmtBACABQR9HG3QhASAAKAIAIQQCQANAIAQiACgCBEF4cSAFRg0BIAFBHXYhBCABQQF0IQEgACAEQQRxakEQaiIGKAIAIgQNAAsgBiACNgIAIAIgADYCGCACIAI2AgwgAiACNgIIDAELIAAoAggiASACNgIMIAAgAjYCCCACQQA2AhggAiAANgIMIAIgATYCCAsgA0EIaiEBDAELAkAgCUUNAAJAIAAoAhwiAUECdEH01wBqIgIoAgAgAEYEQCACIAM2AgAgAw0BQcjVACALQX4gAXdxNgIADAILIAlBEEEUIAkoAhAgAEYbaiADNgIAIANFDQELIAMgCTYCGCAAKAIQIgEEQCADIAE2AhAgASADNgIYCyAAQRRqKAIAIgFFDQAgA0EUaiABNgIAIAEgAzYCGAsCQCAFQQ9NBEAgACAEIAVqIgFBA3I2AgQgACABaiIBIAEoAgRBAXI2AgQMAQsgACAEaiIHIAVBAXI2AgQgACAEQQNyNgIEIAUgB2ogBTYCACAIBEAgCEF4cUHs1QBqIQFB2NUAKAIAIQMCf0EBIAhBA3Z0IgIgBnFFBEBBxNUAIAIgBnI2AgAgAQwBCyABKAIICyICIAM2AgwgASADNgIIIAMgATYCDCADIAI2AggLQdjVACAHNgIAQczVACAFNgIACyAAQQhqIQELIApBEGokACABC0MAIABFBEA/AEEQdA8LAkAgAEH//wNxDQAgAEEASA0AIABBEHZAACIAQX9GBEBBtNkAQTA2AgBBfw8LIABBEHQPCwALC5lCIgBBgAgLDQEAAAAAAAAAAgAAAAMAQZgICwUEAAAABQBBqAgLCQYAAAAHAAAACABB5AgLwjJJbnZhbGlkIGNoYXIgaW4gdXJsIHF1ZXJ5AFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fYm9keQBDb250ZW50LUxlbmd0aCBvdmVyZmxvdwBDaHVuayBzaXplIG92ZXJmbG93AEludmFsaWQgbWV0aG9kIGZvciBIVFRQL3gueCByZXF1ZXN0AEludmFsaWQgbWV0aG9kIGZvciBSVFNQL3gueCByZXF1ZXN0AEV4cGVjdGVkIFNPVVJDRSBtZXRob2QgZm9yIElDRS94LnggcmVxdWVzdABJbnZhbGlkIGNoYXIgaW4gdXJsIGZyYWdtZW50IHN0YXJ0AEV4cGVjdGVkIGRvdABTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3N0YXR1cwBJbnZhbGlkIHJlc3BvbnNlIHN0YXR1cwBFeHBlY3RlZCBMRiBhZnRlciBoZWFkZXJzAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMAVXNlciBjYWxsYmFjayBlcnJvcgBgb25fcmVzZXRgIGNhbGxiYWNrIGVycm9yAGBvbl9jaHVua19oZWFkZXJgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2JlZ2luYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX3ZhbHVlYCBjYWxsYmFjayBlcnJvcgBgb25fc3RhdHVzX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fdmVyc2lvbl9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3VybF9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3Byb3RvY29sX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9oZWFkZXJfdmFsdWVfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fbWV0aG9kX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25faGVhZGVyX2ZpZWxkX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX25hbWVgIGNhbGxiYWNrIGVycm9yAFVuZXhwZWN0ZWQgY2hhciBpbiB1cmwgc2VydmVyAEludmFsaWQgaGVhZGVyIHZhbHVlIGNoYXIASW52YWxpZCBoZWFkZXIgZmllbGQgY2hhcgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3ZlcnNpb24ASW52YWxpZCBtaW5vciB2ZXJzaW9uAEludmFsaWQgbWFqb3IgdmVyc2lvbgBFeHBlY3RlZCBzcGFjZSBhZnRlciB2ZXJzaW9uAEV4cGVjdGVkIENSTEYgYWZ0ZXIgdmVyc2lvbgBJbnZhbGlkIEhUVFAgdmVyc2lvbgBJbnZhbGlkIGhlYWRlciB0b2tlbgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3VybABJbnZhbGlkIGNoYXJhY3RlcnMgaW4gdXJsAFVuZXhwZWN0ZWQgc3RhcnQgY2hhciBpbiB1cmwARG91YmxlIEAgaW4gdXJsAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fcHJvdG9jb2wARW1wdHkgQ29udGVudC1MZW5ndGgASW52YWxpZCBjaGFyYWN0ZXIgaW4gQ29udGVudC1MZW5ndGgAVHJhbnNmZXItRW5jb2RpbmcgY2FuJ3QgYmUgcHJlc2VudCB3aXRoIENvbnRlbnQtTGVuZ3RoAER1cGxpY2F0ZSBDb250ZW50LUxlbmd0aABJbnZhbGlkIGNoYXIgaW4gdXJsIHBhdGgAQ29udGVudC1MZW5ndGggY2FuJ3QgYmUgcHJlc2VudCB3aXRoIFRyYW5zZmVyLUVuY29kaW5nAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgc2l6ZQBFeHBlY3RlZCBMRiBhZnRlciBjaHVuayBzaXplAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIHNpemUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfdmFsdWUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9jaHVua19leHRlbnNpb25fdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyB2YWx1ZQBVbmV4cGVjdGVkIHdoaXRlc3BhY2UgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgTEYgYWZ0ZXIgaGVhZGVyIHZhbHVlAEludmFsaWQgYFRyYW5zZmVyLUVuY29kaW5nYCBoZWFkZXIgdmFsdWUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciBjaHVuayBleHRlbnNpb24gdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBxdW90ZSB2YWx1ZQBJbnZhbGlkIHF1b3RlZC1wYWlyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAFBhdXNlZCBieSBvbl9oZWFkZXJzX2NvbXBsZXRlAEludmFsaWQgRU9GIHN0YXRlAG9uX3Jlc2V0IHBhdXNlAG9uX2NodW5rX2hlYWRlciBwYXVzZQBvbl9tZXNzYWdlX2JlZ2luIHBhdXNlAG9uX2NodW5rX2V4dGVuc2lvbl92YWx1ZSBwYXVzZQBvbl9zdGF0dXNfY29tcGxldGUgcGF1c2UAb25fdmVyc2lvbl9jb21wbGV0ZSBwYXVzZQBvbl91cmxfY29tcGxldGUgcGF1c2UAb25fcHJvdG9jb2xfY29tcGxldGUgcGF1c2UAb25fY2h1bmtfY29tcGxldGUgcGF1c2UAb25faGVhZGVyX3ZhbHVlX2NvbXBsZXRlIHBhdXNlAG9uX21lc3NhZ2VfY29tcGxldGUgcGF1c2UAb25fbWV0aG9kX2NvbXBsZXRlIHBhdXNlAG9uX2hlYWRlcl9maWVsZF9jb21wbGV0ZSBwYXVzZQBvbl9jaHVua19leHRlbnNpb25fbmFtZSBwYXVzZQBVbmV4cGVjdGVkIHNwYWNlIGFmdGVyIHN0YXJ0IGxpbmUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciByZXNwb25zZSBsaW5lAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fY2h1bmtfZXh0ZW5zaW9uX25hbWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBuYW1lAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgZXh0ZW5zaW9uIG5hbWUASW52YWxpZCBzdGF0dXMgY29kZQBQYXVzZSBvbiBDT05ORUNUL1VwZ3JhZGUAUGF1c2Ugb24gUFJJL1VwZ3JhZGUARXhwZWN0ZWQgSFRUUC8yIENvbm5lY3Rpb24gUHJlZmFjZQBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX21ldGhvZABFeHBlY3RlZCBzcGFjZSBhZnRlciBtZXRob2QAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfZmllbGQAUGF1c2VkAEludmFsaWQgd29yZCBlbmNvdW50ZXJlZABJbnZhbGlkIG1ldGhvZCBlbmNvdW50ZXJlZABNaXNzaW5nIGV4cGVjdGVkIENSIGFmdGVyIGNodW5rIGRhdGEARXhwZWN0ZWQgTEYgYWZ0ZXIgY2h1bmsgZGF0YQBVbmV4cGVjdGVkIGNoYXIgaW4gdXJsIHNjaGVtYQBSZXF1ZXN0IGhhcyBpbnZhbGlkIGBUcmFuc2Zlci1FbmNvZGluZ2AARGF0YSBhZnRlciBgQ29ubmVjdGlvbjogY2xvc2VgAFNXSVRDSF9QUk9YWQBVU0VfUFJPWFkATUtBQ1RJVklUWQBVTlBST0NFU1NBQkxFX0VOVElUWQBRVUVSWQBDT1BZAE1PVkVEX1BFUk1BTkVOVExZAFRPT19FQVJMWQBOT1RJRlkARkFJTEVEX0RFUEVOREVOQ1kAQkFEX0dBVEVXQVkAUExBWQBQVVQAQ0hFQ0tPVVQAR0FURVdBWV9USU1FT1VUAFJFUVVFU1RfVElNRU9VVABORVRXT1JLX0NPTk5FQ1RfVElNRU9VVABDT05ORUNUSU9OX1RJTUVPVVQATE9HSU5fVElNRU9VVABORVRXT1JLX1JFQURfVElNRU9VVABQT1NUAE1JU0RJUkVDVEVEX1JFUVVFU1QAQ0xJRU5UX0NMT1NFRF9SRVFVRVNUAENMSUVOVF9DTE9TRURfTE9BRF9CQUxBTkNFRF9SRVFVRVNUAEJBRF9SRVFVRVNUAEhUVFBfUkVRVUVTVF9TRU5UX1RPX0hUVFBTX1BPUlQAUkVQT1JUAElNX0FfVEVBUE9UAFJFU0VUX0NPTlRFTlQATk9fQ09OVEVOVABQQVJUSUFMX0NPTlRFTlQASFBFX0lOVkFMSURfQ09OU1RBTlQASFBFX0NCX1JFU0VUAEdFVABIUEVfU1RSSUNUAENPTkZMSUNUAFRFTVBPUkFSWV9SRURJUkVDVABQRVJNQU5FTlRfUkVESVJFQ1QAQ09OTkVDVABNVUxUSV9TVEFUVVMASFBFX0lOVkFMSURfU1RBVFVTAFRPT19NQU5ZX1JFUVVFU1RTAEVBUkxZX0hJTlRTAFVOQVZBSUxBQkxFX0ZPUl9MRUdBTF9SRUFTT05TAE9QVElPTlMAU1dJVENISU5HX1BST1RPQ09MUwBWQVJJQU5UX0FMU09fTkVHT1RJQVRFUwBNVUxUSVBMRV9DSE9JQ0VTAElOVEVSTkFMX1NFUlZFUl9FUlJPUgBXRUJfU0VSVkVSX1VOS05PV05fRVJST1IAUkFJTEdVTl9FUlJPUgBJREVOVElUWV9QUk9WSURFUl9BVVRIRU5USUNBVElPTl9FUlJPUgBTU0xfQ0VSVElGSUNBVEVfRVJST1IASU5WQUxJRF9YX0ZPUldBUkRFRF9GT1IAU0VUX1BBUkFNRVRFUgBHRVRfUEFSQU1FVEVSAEhQRV9VU0VSAFNFRV9PVEhFUgBIUEVfQ0JfQ0hVTktfSEVBREVSAEV4cGVjdGVkIExGIGFmdGVyIENSAE1LQ0FMRU5EQVIAU0VUVVAAV0VCX1NFUlZFUl9JU19ET1dOAFRFQVJET1dOAEhQRV9DTE9TRURfQ09OTkVDVElPTgBIRVVSSVNUSUNfRVhQSVJBVElPTgBESVNDT05ORUNURURfT1BFUkFUSU9OAE5PTl9BVVRIT1JJVEFUSVZFX0lORk9STUFUSU9OAEhQRV9JTlZBTElEX1ZFUlNJT04ASFBFX0NCX01FU1NBR0VfQkVHSU4AU0lURV9JU19GUk9aRU4ASFBFX0lOVkFMSURfSEVBREVSX1RPS0VOAElOVkFMSURfVE9LRU4ARk9SQklEREVOAEVOSEFOQ0VfWU9VUl9DQUxNAEhQRV9JTlZBTElEX1VSTABCTE9DS0VEX0JZX1BBUkVOVEFMX0NPTlRST0wATUtDT0wAQUNMAEhQRV9JTlRFUk5BTABSRVFVRVNUX0hFQURFUl9GSUVMRFNfVE9PX0xBUkdFX1VOT0ZGSUNJQUwASFBFX09LAFVOTElOSwBVTkxPQ0sAUFJJAFJFVFJZX1dJVEgASFBFX0lOVkFMSURfQ09OVEVOVF9MRU5HVEgASFBFX1VORVhQRUNURURfQ09OVEVOVF9MRU5HVEgARkxVU0gAUFJPUFBBVENIAE0tU0VBUkNIAFVSSV9UT09fTE9ORwBQUk9DRVNTSU5HAE1JU0NFTExBTkVPVVNfUEVSU0lTVEVOVF9XQVJOSU5HAE1JU0NFTExBTkVPVVNfV0FSTklORwBIUEVfSU5WQUxJRF9UUkFOU0ZFUl9FTkNPRElORwBFeHBlY3RlZCBDUkxGAEhQRV9JTlZBTElEX0NIVU5LX1NJWkUATU9WRQBDT05USU5VRQBIUEVfQ0JfU1RBVFVTX0NPTVBMRVRFAEhQRV9DQl9IRUFERVJTX0NPTVBMRVRFAEhQRV9DQl9WRVJTSU9OX0NPTVBMRVRFAEhQRV9DQl9VUkxfQ09NUExFVEUASFBFX0NCX1BST1RPQ09MX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19DT01QTEVURQBIUEVfQ0JfSEVBREVSX1ZBTFVFX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19FWFRFTlNJT05fVkFMVUVfQ09NUExFVEUASFBFX0NCX0NIVU5LX0VYVEVOU0lPTl9OQU1FX0NPTVBMRVRFAEhQRV9DQl9NRVNTQUdFX0NPTVBMRVRFAEhQRV9DQl9NRVRIT0RfQ09NUExFVEUASFBFX0NCX0hFQURFUl9GSUVMRF9DT01QTEVURQBERUxFVEUASFBFX0lOVkFMSURfRU9GX1NUQVRFAElOVkFMSURfU1NMX0NFUlRJRklDQVRFAFBBVVNFAE5PX1JFU1BPTlNFAFVOU1VQUE9SVEVEX01FRElBX1RZUEUAR09ORQBOT1RfQUNDRVBUQUJMRQBTRVJWSUNFX1VOQVZBSUxBQkxFAFJBTkdFX05PVF9TQVRJU0ZJQUJMRQBPUklHSU5fSVNfVU5SRUFDSEFCTEUAUkVTUE9OU0VfSVNfU1RBTEUAUFVSR0UATUVSR0UAUkVRVUVTVF9IRUFERVJfRklFTERTX1RPT19MQVJHRQBSRVFVRVNUX0hFQURFUl9UT09fTEFSR0UAUEFZTE9BRF9UT09fTEFSR0UASU5TVUZGSUNJRU5UX1NUT1JBR0UASFBFX1BBVVNFRF9VUEdSQURFAEhQRV9QQVVTRURfSDJfVVBHUkFERQBTT1VSQ0UAQU5OT1VOQ0UAVFJBQ0UASFBFX1VORVhQRUNURURfU1BBQ0UAREVTQ1JJQkUAVU5TVUJTQ1JJQkUAUkVDT1JEAEhQRV9JTlZBTElEX01FVEhPRABOT1RfRk9VTkQAUFJPUEZJTkQAVU5CSU5EAFJFQklORABVTkFVVEhPUklaRUQATUVUSE9EX05PVF9BTExPV0VEAEhUVFBfVkVSU0lPTl9OT1RfU1VQUE9SVEVEAEFMUkVBRFlfUkVQT1JURUQAQUNDRVBURUQATk9UX0lNUExFTUVOVEVEAExPT1BfREVURUNURUQASFBFX0NSX0VYUEVDVEVEAEhQRV9MRl9FWFBFQ1RFRABDUkVBVEVEAElNX1VTRUQASFBFX1BBVVNFRABUSU1FT1VUX09DQ1VSRUQAUEFZTUVOVF9SRVFVSVJFRABQUkVDT05ESVRJT05fUkVRVUlSRUQAUFJPWFlfQVVUSEVOVElDQVRJT05fUkVRVUlSRUQATkVUV09SS19BVVRIRU5USUNBVElPTl9SRVFVSVJFRABMRU5HVEhfUkVRVUlSRUQAU1NMX0NFUlRJRklDQVRFX1JFUVVJUkVEAFVQR1JBREVfUkVRVUlSRUQAUEFHRV9FWFBJUkVEAFBSRUNPTkRJVElPTl9GQUlMRUQARVhQRUNUQVRJT05fRkFJTEVEAFJFVkFMSURBVElPTl9GQUlMRUQAU1NMX0hBTkRTSEFLRV9GQUlMRUQATE9DS0VEAFRSQU5TRk9STUFUSU9OX0FQUExJRUQATk9UX01PRElGSUVEAE5PVF9FWFRFTkRFRABCQU5EV0lEVEhfTElNSVRfRVhDRUVERUQAU0lURV9JU19PVkVSTE9BREVEAEhFQUQARXhwZWN0ZWQgSFRUUC8sIFJUU1AvIG9yIElDRS8A5xUAAK8VAACkEgAAkhoAACYWAACeFAAA2xkAAHkVAAB+EgAA/hQAADYVAAALFgAA2BYAAPMSAABCGAAArBYAABIVAAAUFwAA7xcAAEgUAABxFwAAshoAAGsZAAB+GQAANRQAAIIaAABEFwAA/RYAAB4YAACHFwAAqhkAAJMSAAAHGAAALBcAAMoXAACkFwAA5xUAAOcVAABYFwAAOxgAAKASAAAtHAAAwxEAAEgRAADeEgAAQhMAAKQZAAD9EAAA9xUAAKUVAADvFgAA+BkAAEoWAABWFgAA9RUAAAoaAAAIGgAAARoAAKsVAABCEgAA1xAAAEwRAAAFGQAAVBYAAB4RAADKGQAAyBkAAE4WAAD/GAAAcRQAAPAVAADuFQAAlBkAAPwVAAC/GQAAmxkAAHwUAABDEQAAcBgAAJUUAAAnFAAAGRQAANUSAADUGQAARBYAAPcQAEG5OwsBAQBB0DsL4AEBAQIBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBuj0LBAEAAAIAQdE9C14DBAMDAwMDAAADAwADAwADAwMDAwMDAwMDAAUAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAwADAEG6PwsEAQAAAgBB0T8LXgMAAwMDAwMAAAMDAAMDAAMDAwMDAwMDAwMABAAFAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwADAAMAQbDBAAsNbG9zZWVlcC1hbGl2ZQBBycEACwEBAEHgwQAL4AEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBycMACwEBAEHgwwAL5wEBAQEBAQEBAQEBAQECAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAWNodW5rZWQAQfHFAAteAQABAQEBAQAAAQEAAQEAAQEBAQEBAQEBAQAAAAAAAAABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQAAAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAAEAAQBB0McACyFlY3Rpb25lbnQtbGVuZ3Rob25yb3h5LWNvbm5lY3Rpb24AQYDIAAsgcmFuc2Zlci1lbmNvZGluZ3BncmFkZQ0KDQpTTQ0KDQoAQanIAAsFAQIAAQMAQcDIAAtfBAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanKAAsFAQIAAQMAQcDKAAtfBAUFBgUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanMAAsEAQAAAQBBwcwAC14CAgACAgICAgICAgICAgICAgICAgICAgICAgICAgIAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAEGpzgALBQECAAEDAEHAzgALXwQFAAAFBQUFBQUFBQUFBQYFBQUFBQUFBQUFBQUABQAHCAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQAFAAUABQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAAAAFAEGp0AALBQEBAAEBAEHA0AALAQEAQdrQAAtBAgAAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAQanSAAsFAQEAAQEAQcDSAAsBAQBBytIACwYCAAAAAAIAQeHSAAs6AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAAAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwBBoNQAC50BTk9VTkNFRUNLT1VUTkVDVEVURUNSSUJFTFVTSEVURUFEU0VBUkNIUkdFQ1RJVklUWUxFTkRBUlZFT1RJRllQVElPTlNDSFNFQVlTVEFUQ0hHRVVFUllPUkRJUkVDVE9SVFJDSFBBUkFNRVRFUlVSQ0VCU0NSSUJFQVJET1dOQUNFSU5ETktDS1VCU0NSSUJFVFRQQ0VUU1BBRFRQLw==";
	let wasmBuffer;
	Object.defineProperty(module, "exports", { get: () => {
		return wasmBuffer ? wasmBuffer : wasmBuffer = Buffer.from(wasmBase64, "base64");
	} });
}));

// node_modules/undici/lib/dispatcher/client-h1.js
var require_client_h1 = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const assert = require("node:assert");
	const util = require_util();
	const { channels } = require_diagnostics();
	const timers = require_timers();
	const { RequestContentLengthMismatchError, ResponseContentLengthMismatchError, RequestAbortedError, InvalidArgumentError, HeadersTimeoutError, HeadersOverflowError, SocketError, InformationalError, BodyTimeoutError, HTTPParserError, WebAssemblyNotSupportedError, ResponseExceededMaxSizeError } = require_errors();
	const { kUrl, kReset, kClient, kParser, kBlocking, kRunning, kPending, kSize, kWriting, kQueue, kNoRef, kKeepAliveDefaultTimeout, kHostHeader, kPendingIdx, kRunningIdx, kError, kPipelining, kSocket, kKeepAliveTimeoutValue, kMaxHeadersSize, kKeepAliveMaxTimeout, kKeepAliveTimeoutThreshold, kHeadersTimeout, kBodyTimeout, kStrictContentLength, kMaxRequests, kCounter, kMaxResponseSize, kOnError, kResume, kHTTPContext, kClosed, kUseMilo } = require_symbols();
	const constants = require_constants();
	const { H1Parser, getMiloEnabled } = {};
	const EMPTY_BUF = Buffer.alloc(0);
	const FastBuffer = Buffer[Symbol.species];
	const removeAllListeners = util.removeAllListeners;
	const kIdleSocketValidation = Symbol("kIdleSocketValidation");
	const kIdleSocketValidationTimeout = Symbol("kIdleSocketValidationTimeout");
	const kSocketUsed = Symbol("kSocketUsed");
	const kTypeOfService = Symbol("kTypeOfService");
	let extractBody;
	function lazyllhttp() {
		if (typeof WebAssembly === "undefined") throw new WebAssemblyNotSupportedError();
		const llhttpWasmData = process.env.JEST_WORKER_ID ? require_llhttp_wasm() : void 0;
		let mod;
		let useWasmSIMD = true;
		if (process.arch === "riscv64") useWasmSIMD = false;
		else if (process.arch === "ppc64") {
			const [major, minor] = process.versions.node.split(".").map((n) => parseInt(n, 10));
			if (major < 24 || major === 24 && minor < 12) useWasmSIMD = false;
		}
		if (process.env.UNDICI_NO_WASM_SIMD === "1") useWasmSIMD = false;
		else if (process.env.UNDICI_NO_WASM_SIMD === "0") useWasmSIMD = true;
		if (useWasmSIMD) try {
			mod = new WebAssembly.Module(require_llhttp_simd_wasm());
		} catch {}
		if (!mod) mod = new WebAssembly.Module(llhttpWasmData || require_llhttp_wasm());
		return new WebAssembly.Instance(mod, { env: {
			wasm_on_url: (p, at, len) => {
				return 0;
			},
			wasm_on_status: (p, at, len) => {
				assert(currentParser.ptr === p);
				const start = at - currentBufferPtr + currentBufferRef.byteOffset;
				return currentParser.onStatus(new FastBuffer(currentBufferRef.buffer, start, len));
			},
			wasm_on_message_begin: (p) => {
				assert(currentParser.ptr === p);
				return currentParser.onMessageBegin();
			},
			wasm_on_header_field: (p, at, len) => {
				assert(currentParser.ptr === p);
				const start = at - currentBufferPtr + currentBufferRef.byteOffset;
				return currentParser.onHeaderField(new FastBuffer(currentBufferRef.buffer, start, len));
			},
			wasm_on_header_value: (p, at, len) => {
				assert(currentParser.ptr === p);
				const start = at - currentBufferPtr + currentBufferRef.byteOffset;
				return currentParser.onHeaderValue(new FastBuffer(currentBufferRef.buffer, start, len));
			},
			wasm_on_headers_complete: (p, statusCode, upgrade, shouldKeepAlive) => {
				assert(currentParser.ptr === p);
				return currentParser.onHeadersComplete(statusCode, upgrade === 1, shouldKeepAlive === 1);
			},
			wasm_on_body: (p, at, len) => {
				assert(currentParser.ptr === p);
				const start = at - currentBufferPtr + currentBufferRef.byteOffset;
				return currentParser.onBody(new FastBuffer(currentBufferRef.buffer, start, len));
			},
			wasm_on_message_complete: (p) => {
				assert(currentParser.ptr === p);
				return currentParser.onMessageComplete();
			}
		} });
	}
	let llhttpInstance = null;
	let currentParser = null;
	let currentBufferRef = null;
	let currentBufferSize = 0;
	let currentBufferPtr = null;
	let currentBuffer = null;
	const USE_FAST_TIMER = 1;
	const TIMEOUT_HEADERS = 3;
	const TIMEOUT_BODY = 5;
	const TIMEOUT_KEEP_ALIVE = 8;
	var Parser = class {
		constructor(client, socket, { exports }) {
			this.llhttp = exports;
			this.ptr = this.llhttp.llhttp_alloc(constants.TYPE.RESPONSE);
			this.client = client;
			this.socket = socket;
			this.timeout = null;
			this.timeoutWeakRef = new WeakRef(this);
			this.timeoutValue = null;
			this.timeoutType = null;
			this.statusCode = 0;
			this.statusText = "";
			this.upgrade = false;
			this.headers = [];
			this.headersSize = 0;
			this.headersMaxSize = client[kMaxHeadersSize];
			this.shouldKeepAlive = false;
			this.paused = false;
			this.resume = this.resume.bind(this);
			this.bytesRead = 0;
			this.keepAlive = "";
			this.contentLength = -1;
			this.hasTransferEncoding = false;
			this.connection = "";
			this.maxResponseSize = client[kMaxResponseSize];
		}
		setTimeout(delay, type) {
			if (delay !== this.timeoutValue || type & USE_FAST_TIMER ^ this.timeoutType & USE_FAST_TIMER) {
				if (this.timeout) {
					timers.clearTimeout(this.timeout);
					this.timeout = null;
				}
				if (delay) {
					if (type & USE_FAST_TIMER) this.timeout = timers.setFastTimeout(onParserTimeout, delay, this.timeoutWeakRef);
					else {
						this.timeout = setTimeout(onParserTimeout, delay, this.timeoutWeakRef);
						this.timeout?.unref();
					}
				}
				this.timeoutValue = delay;
			} else if (this.timeout) {
				if (this.timeout.refresh) this.timeout.refresh();
			}
			this.timeoutType = type;
		}
		resume() {
			if (this.socket.destroyed || !this.paused) return;
			assert(this.ptr != null);
			assert(currentParser === null);
			this.llhttp.llhttp_resume(this.ptr);
			assert(this.timeoutType === TIMEOUT_BODY);
			if (this.timeout) {
				if (this.timeout.refresh) this.timeout.refresh();
			}
			this.paused = false;
			this.execute(this.socket.read() || EMPTY_BUF);
			this.readMore();
		}
		readMore() {
			while (!this.paused && this.ptr) {
				const chunk = this.socket.read();
				if (chunk === null) break;
				this.execute(chunk);
			}
		}
		execute(chunk) {
			assert(currentParser === null);
			assert(this.ptr != null);
			assert(!this.paused);
			const { socket, llhttp } = this;
			if (chunk.length > currentBufferSize) {
				if (currentBufferPtr) llhttp.free(currentBufferPtr);
				currentBufferSize = Math.ceil(chunk.length / 4096) * 4096;
				currentBufferPtr = llhttp.malloc(currentBufferSize);
			}
			if (currentBuffer === null || currentBuffer.buffer !== llhttp.memory.buffer || currentBuffer.byteOffset !== currentBufferPtr || currentBuffer.byteLength !== currentBufferSize) currentBuffer = new Uint8Array(llhttp.memory.buffer, currentBufferPtr, currentBufferSize);
			currentBuffer.set(chunk);
			try {
				let ret;
				try {
					currentBufferRef = chunk;
					currentParser = this;
					ret = llhttp.llhttp_execute(this.ptr, currentBufferPtr, chunk.length);
				} finally {
					currentParser = null;
					currentBufferRef = null;
				}
				if (ret !== constants.ERROR.OK) {
					const data = chunk.subarray(llhttp.llhttp_get_error_pos(this.ptr) - currentBufferPtr);
					if (ret === constants.ERROR.PAUSED_UPGRADE) this.onUpgrade(data);
					else if (ret === constants.ERROR.PAUSED) {
						this.paused = true;
						socket.unshift(data);
					} else throw this.createError(ret, data);
				}
			} catch (err) {
				util.destroy(socket, err);
			}
		}
		finish() {
			assert(currentParser === null);
			assert(this.ptr != null);
			const { llhttp } = this;
			if (this.paused) {
				let data;
				do {
					llhttp.llhttp_resume(this.ptr);
					this.paused = false;
					data = this.socket.read() || EMPTY_BUF;
					this.execute(data);
				} while (this.paused && data.length > 0);
				if (this.paused) {
					llhttp.llhttp_resume(this.ptr);
					this.paused = false;
				}
			}
			let ret;
			try {
				currentParser = this;
				ret = llhttp.llhttp_finish(this.ptr);
			} finally {
				currentParser = null;
			}
			if (ret === constants.ERROR.OK) return null;
			if (ret === constants.ERROR.PAUSED || ret === constants.ERROR.PAUSED_UPGRADE) {
				this.paused = true;
				return null;
			}
			return this.createError(ret, EMPTY_BUF);
		}
		createError(ret, data) {
			const { llhttp, contentLength, bytesRead } = this;
			if (contentLength !== -1 && bytesRead !== contentLength) return new ResponseContentLengthMismatchError();
			const ptr = llhttp.llhttp_get_error_reason(this.ptr);
			let message = "";
			if (ptr) {
				const len = new Uint8Array(llhttp.memory.buffer, ptr).indexOf(0);
				message = "Response does not match the HTTP/1.1 protocol (" + Buffer.from(llhttp.memory.buffer, ptr, len).toString() + ")";
			}
			return new HTTPParserError(message, constants.ERROR[ret], data);
		}
		destroy() {
			assert(currentParser === null);
			assert(this.ptr != null);
			this.llhttp.llhttp_free(this.ptr);
			this.ptr = null;
			this.timeout && timers.clearTimeout(this.timeout);
			this.timeout = null;
			this.timeoutValue = null;
			this.timeoutType = null;
			this.paused = false;
		}
		onStatus(buf) {
			this.statusText = buf.toString();
			return 0;
		}
		onMessageBegin() {
			const { socket, client } = this;
			if (socket.destroyed) return -1;
			if (client[kRunning] === 0) {
				util.destroy(socket, new SocketError("bad response", util.getSocketInfo(socket)));
				return -1;
			}
			const request = client[kQueue][client[kRunningIdx]];
			if (!request) return -1;
			request.onResponseStarted();
			return 0;
		}
		onHeaderField(buf) {
			const len = this.headers.length;
			if ((len & 1) === 0) this.headers.push(buf);
			else this.headers[len - 1] = Buffer.concat([this.headers[len - 1], buf]);
			this.trackHeader(buf.length);
			return 0;
		}
		onHeaderValue(buf) {
			let len = this.headers.length;
			const isContinuation = (len & 1) === 0;
			if ((len & 1) === 1) {
				this.headers.push(buf);
				len += 1;
			} else this.headers[len - 1] = Buffer.concat([this.headers[len - 1], buf]);
			const key = this.headers[len - 2];
			if (key.length === 10) {
				const headerName = util.bufferToLowerCasedHeaderName(key);
				if (headerName === "keep-alive") this.keepAlive += (isContinuation || this.keepAlive.length === 0 ? "" : ",") + buf.toString();
				else if (headerName === "connection") this.connection += (isContinuation || this.connection.length === 0 ? "" : ",") + buf.toString();
			} else if (key.length === 14 && util.bufferToLowerCasedHeaderName(key) === "content-length") {
				if (this.contentLength === -1) this.contentLength = 0;
				for (let i = 0; i < buf.length; i++) this.contentLength = this.contentLength * 10 + (buf[i] - 48);
			} else if (key.length === 17 && util.bufferToLowerCasedHeaderName(key) === "transfer-encoding") this.hasTransferEncoding = true;
			this.trackHeader(buf.length);
			return 0;
		}
		trackHeader(len) {
			this.headersSize += len;
			if (this.headersSize >= this.headersMaxSize) util.destroy(this.socket, new HeadersOverflowError());
		}
		onUpgrade(head) {
			const { upgrade, client, socket, headers, statusCode, statusText } = this;
			assert(upgrade);
			assert(client[kSocket] === socket);
			assert(!socket.destroyed);
			assert(!this.paused);
			assert((headers.length & 1) === 0);
			const request = client[kQueue][client[kRunningIdx]];
			assert(request);
			assert(request.upgrade || request.method === "CONNECT");
			this.statusCode = 0;
			this.statusText = "";
			this.shouldKeepAlive = false;
			this.headers = [];
			this.headersSize = 0;
			socket.unshift(head);
			socket[kParser].destroy();
			socket[kParser] = null;
			socket[kClient] = null;
			socket[kError] = null;
			removeAllListeners(socket);
			client[kSocket] = null;
			client[kHTTPContext] = null;
			client[kQueue][client[kRunningIdx]++] = null;
			client.emit("disconnect", client[kUrl], [client], new InformationalError("upgrade"));
			try {
				request.onRequestUpgrade(statusCode, headers, socket, statusText);
			} catch (err) {
				util.errorRequest(client, request, err);
				util.destroy(socket, err);
			}
			client[kResume]();
		}
		onHeadersComplete(statusCode, upgrade, shouldKeepAlive) {
			const { client, socket, headers, statusText } = this;
			if (socket.destroyed) return -1;
			if (client[kRunning] === 0) {
				util.destroy(socket, new SocketError("bad response", util.getSocketInfo(socket)));
				return -1;
			}
			const request = client[kQueue][client[kRunningIdx]];
			if (!request) return -1;
			assert(!this.upgrade);
			assert(this.statusCode < 200);
			if (statusCode === 100) {
				util.destroy(socket, new SocketError("bad response", util.getSocketInfo(socket)));
				return -1;
			}
			if (upgrade && !request.upgrade) {
				util.destroy(socket, new SocketError("bad upgrade", util.getSocketInfo(socket)));
				return -1;
			}
			assert(this.timeoutType === TIMEOUT_HEADERS);
			this.statusCode = statusCode;
			this.shouldKeepAlive = shouldKeepAlive || request.method === "HEAD" && !socket[kReset] && /(?:^|,)[\t ]*keep-alive[\t ]*(?:,|$)/i.test(this.connection) && !/(?:^|,)[\t ]*close[\t ]*(?:,|$)/i.test(this.connection);
			if (request.method === "HEAD" || statusCode === 204 || statusCode === 304) {
				if (request.method !== "HEAD" && (this.contentLength > 0 || this.hasTransferEncoding)) this.shouldKeepAlive = false;
				this.contentLength = -1;
			}
			if (this.statusCode >= 200) {
				const bodyTimeout = request.bodyTimeout != null ? request.bodyTimeout : client[kBodyTimeout];
				this.setTimeout(bodyTimeout, TIMEOUT_BODY);
			} else if (this.timeout) {
				if (this.timeout.refresh) this.timeout.refresh();
			}
			if (request.method === "CONNECT") {
				assert(client[kRunning] === 1);
				this.upgrade = true;
				return 2;
			}
			if (upgrade) {
				assert(client[kRunning] === 1);
				this.upgrade = true;
				return 2;
			}
			assert((this.headers.length & 1) === 0);
			this.headers = [];
			this.headersSize = 0;
			if (this.shouldKeepAlive && client[kPipelining]) {
				const keepAliveTimeout = this.keepAlive ? util.parseKeepAliveTimeout(this.keepAlive) : null;
				if (keepAliveTimeout != null) {
					const timeout = Math.min(keepAliveTimeout - client[kKeepAliveTimeoutThreshold], client[kKeepAliveMaxTimeout]);
					if (timeout <= 0) socket[kReset] = true;
					else client[kKeepAliveTimeoutValue] = timeout;
				} else client[kKeepAliveTimeoutValue] = client[kKeepAliveDefaultTimeout];
			} else socket[kReset] = true;
			const pause = request.onResponseStart(statusCode, headers, this.resume, statusText) === false;
			if (request.aborted) return -1;
			if (request.method === "HEAD") return 1;
			if (statusCode < 200) return 1;
			if (socket[kBlocking]) {
				socket[kBlocking] = false;
				client[kResume]();
			}
			return pause ? constants.ERROR.PAUSED : 0;
		}
		onBody(buf) {
			const { client, socket, statusCode, maxResponseSize } = this;
			if (socket.destroyed) return -1;
			const request = client[kQueue][client[kRunningIdx]];
			assert(request);
			assert(this.timeoutType === TIMEOUT_BODY);
			if (this.timeout) {
				if (this.timeout.refresh) this.timeout.refresh();
			}
			assert(statusCode >= 200);
			if (maxResponseSize > -1 && this.bytesRead + buf.length > maxResponseSize) {
				util.destroy(socket, new ResponseExceededMaxSizeError());
				return -1;
			}
			this.bytesRead += buf.length;
			if (request.onResponseData(buf) === false) return constants.ERROR.PAUSED;
			return 0;
		}
		onMessageComplete() {
			const { client, socket, statusCode, upgrade, headers, contentLength, bytesRead, shouldKeepAlive } = this;
			if (socket.destroyed && (!statusCode || shouldKeepAlive)) return -1;
			if (upgrade) return 0;
			assert(statusCode >= 100);
			assert((this.headers.length & 1) === 0);
			const request = client[kQueue][client[kRunningIdx]];
			assert(request);
			this.statusCode = 0;
			this.statusText = "";
			this.bytesRead = 0;
			this.contentLength = -1;
			this.hasTransferEncoding = false;
			this.keepAlive = "";
			this.connection = "";
			this.headers = [];
			this.headersSize = 0;
			if (statusCode < 200) return 0;
			if (contentLength !== -1 && bytesRead !== contentLength) {
				util.destroy(socket, new ResponseContentLengthMismatchError());
				return -1;
			}
			request.onResponseEnd(headers);
			client[kQueue][client[kRunningIdx]++] = null;
			socket[kSocketUsed] = client[kPending] === 0;
			if (socket[kWriting]) {
				assert(client[kRunning] === 0);
				util.destroy(socket, new InformationalError("reset"));
				return constants.ERROR.PAUSED;
			} else if (!shouldKeepAlive) {
				util.destroy(socket, new InformationalError("reset"));
				return constants.ERROR.PAUSED;
			} else if (socket[kReset] && client[kRunning] === 0) {
				util.destroy(socket, new InformationalError("reset"));
				return constants.ERROR.PAUSED;
			} else if (client[kPipelining] == null || client[kPipelining] === 1) setImmediate(client[kResume]);
			else client[kResume]();
			return 0;
		}
	};
	function onParserTimeout(parserWeakRef) {
		const parser = parserWeakRef.deref();
		if (!parser) return;
		const { socket, timeoutType, client, paused } = parser;
		if (timeoutType === TIMEOUT_HEADERS) {
			if (!socket[kWriting] || socket.writableNeedDrain || client[kRunning] > 1) {
				assert(!paused, "cannot be paused while waiting for headers");
				util.destroy(socket, new HeadersTimeoutError());
			}
		} else if (timeoutType === TIMEOUT_BODY) {
			if (!paused) util.destroy(socket, new BodyTimeoutError());
		} else if (timeoutType === TIMEOUT_KEEP_ALIVE) {
			assert(client[kRunning] === 0 && client[kKeepAliveTimeoutValue]);
			util.destroy(socket, new InformationalError("socket idle timeout"));
		}
	}
	function connectH1(client, socket) {
		client[kSocket] = socket;
		if (!llhttpInstance) llhttpInstance = lazyllhttp();
		if (socket.errored) throw socket.errored;
		if (socket.destroyed) throw new SocketError("destroyed");
		socket[kNoRef] = false;
		socket[kWriting] = false;
		socket[kReset] = false;
		socket[kBlocking] = false;
		socket[kIdleSocketValidation] = 0;
		socket[kIdleSocketValidationTimeout] = null;
		socket[kSocketUsed] = false;
		socket[kParser] = new Parser(client, socket, llhttpInstance);
		util.addListener(socket, "error", onHttpSocketError);
		util.addListener(socket, "readable", onHttpSocketReadable);
		util.addListener(socket, "end", onHttpSocketEnd);
		util.addListener(socket, "close", onHttpSocketClose);
		socket[kClosed] = false;
		socket.on("close", onSocketClose);
		return {
			version: "h1",
			defaultPipelining: 1,
			write(request) {
				return writeH1(client, request);
			},
			resume() {
				resumeH1(client);
			},
			destroy(err, callback) {
				if (socket[kClosed]) queueMicrotask(callback);
				else {
					socket.on("close", callback);
					socket.destroy(err);
				}
			},
			get destroyed() {
				return socket.destroyed;
			},
			busy(request) {
				if (socket[kWriting] || socket[kReset] || socket[kBlocking] || socket[kIdleSocketValidation] === 1) return true;
				if (request) {
					if (client[kRunning] > 0 && !request.idempotent) return true;
					if (client[kRunning] > 0 && (request.upgrade || request.method === "CONNECT")) return true;
					if (client[kRunning] > 0 && util.bodyLength(request.body) !== 0 && (util.isStream(request.body) || util.isAsyncIterable(request.body) || util.isFormDataLike(request.body))) return true;
				}
				return false;
			}
		};
	}
	function onHttpSocketError(err) {
		const parser = this[kParser];
		if (err.code === "ECONNRESET" && parser.statusCode && !parser.shouldKeepAlive) {
			const parserErr = parser.finish();
			if (parserErr) {
				this[kError] = parserErr;
				this[kClient][kOnError](parserErr);
			}
			return;
		}
		this[kError] = err;
		this[kClient][kOnError](err);
	}
	function onHttpSocketReadable() {
		this[kParser]?.readMore();
	}
	function onHttpSocketEnd() {
		const parser = this[kParser];
		if (parser.statusCode && !parser.shouldKeepAlive) {
			const parserErr = parser.finish();
			if (parserErr) util.destroy(this, parserErr);
			return;
		}
		util.destroy(this, new SocketError("other side closed", util.getSocketInfo(this)));
	}
	function onHttpSocketClose() {
		const parser = this[kParser];
		clearIdleSocketValidation(this);
		if (parser) {
			if (!this[kError] && parser.statusCode && !parser.shouldKeepAlive) this[kError] = parser.finish() || this[kError];
			this[kParser].destroy();
			this[kParser] = null;
		}
		const err = this[kError] || new SocketError("closed", util.getSocketInfo(this));
		const client = this[kClient];
		client[kSocket] = null;
		client[kHTTPContext] = null;
		if (client.destroyed) {
			assert(client[kPending] === 0);
			const requests = client[kQueue].splice(client[kRunningIdx]);
			for (let i = 0; i < requests.length; i++) {
				const request = requests[i];
				util.errorRequest(client, request, err);
			}
		} else if (client[kRunning] > 0 && err.code !== "UND_ERR_INFO") {
			const request = client[kQueue][client[kRunningIdx]];
			client[kQueue][client[kRunningIdx]++] = null;
			util.errorRequest(client, request, err);
		}
		client[kPendingIdx] = client[kRunningIdx];
		assert(client[kRunning] === 0);
		client.emit("disconnect", client[kUrl], [client], err);
		client[kResume]();
	}
	function onSocketClose() {
		this[kClosed] = true;
	}
	function clearIdleSocketValidation(socket) {
		if (socket[kIdleSocketValidationTimeout]) {
			clearImmediate(socket[kIdleSocketValidationTimeout]);
			socket[kIdleSocketValidationTimeout] = null;
		}
		socket[kIdleSocketValidation] = 0;
	}
	function scheduleIdleSocketValidation(client, socket) {
		socket[kIdleSocketValidation] = 1;
		socket[kIdleSocketValidationTimeout] = setImmediate(() => {
			socket[kIdleSocketValidationTimeout] = null;
			socket[kIdleSocketValidation] = 2;
			if (client[kSocket] === socket && !socket.destroyed) client[kResume]();
		});
	}
	function resumeH1(client) {
		const socket = client[kSocket];
		if (socket && !socket.destroyed) {
			if (client[kSize] === 0) {
				if (!socket[kNoRef] && socket.unref) {
					socket.unref();
					socket[kNoRef] = true;
				}
			} else if (socket[kNoRef] && socket.ref) {
				socket.ref();
				socket[kNoRef] = false;
			}
			if (client[kRunning] === 0 && client[kPending] > 0 && socket[kSocketUsed]) {
				if (socket[kIdleSocketValidation] === 0) {
					scheduleIdleSocketValidation(client, socket);
					socket[kParser].readMore();
					if (socket.destroyed) return;
					return;
				}
				if (socket[kIdleSocketValidation] === 1) {
					socket[kParser].readMore();
					if (socket.destroyed) return;
					return;
				}
			}
			if (client[kRunning] === 0) {
				socket[kParser].readMore();
				if (socket.destroyed) return;
			}
			if (client[kSize] === 0) {
				if (socket[kParser].timeoutType !== TIMEOUT_KEEP_ALIVE) socket[kParser].setTimeout(client[kKeepAliveTimeoutValue], TIMEOUT_KEEP_ALIVE);
			} else if (client[kRunning] > 0 && socket[kParser].statusCode < 200) {
				if (socket[kParser].timeoutType !== TIMEOUT_HEADERS) {
					const request = client[kQueue][client[kRunningIdx]];
					const headersTimeout = request.headersTimeout != null ? request.headersTimeout : client[kHeadersTimeout];
					socket[kParser].setTimeout(headersTimeout, TIMEOUT_HEADERS);
				}
			}
		}
	}
	function shouldSendContentLength(method) {
		return method !== "GET" && method !== "HEAD" && method !== "OPTIONS" && method !== "TRACE" && method !== "CONNECT";
	}
	function setTypeOfService(socket, request) {
		if (typeof socket.setTypeOfService !== "function") return;
		const typeOfService = request.typeOfService;
		if (typeOfService === void 0) return;
		if (socket[kTypeOfService] === typeOfService) return;
		try {
			socket.setTypeOfService(typeOfService);
			socket[kTypeOfService] = typeOfService;
		} catch {}
	}
	function writeH1(client, request) {
		const { method, path, host, upgrade, blocking, reset } = request;
		let { body, headers, contentLength } = request;
		const expectsPayload = method === "PUT" || method === "POST" || method === "PATCH" || method === "QUERY" || method === "PROPFIND" || method === "PROPPATCH";
		if (util.isFormDataLike(body)) {
			if (!extractBody) extractBody = void 0;
			const [bodyStream, contentType] = extractBody(body);
			if (request.contentType == null) headers.push("content-type", contentType);
			body = bodyStream.stream;
			contentLength = bodyStream.length;
		} else if (util.isBlobLike(body) && request.contentType == null) {
			const contentType = body.type;
			if (contentType) {
				const contentTypeValue = `${contentType}`;
				if (!util.isValidHeaderValue(contentTypeValue)) {
					util.errorRequest(client, request, new InvalidArgumentError("invalid content-type header"));
					return false;
				}
				headers.push("content-type", contentTypeValue);
			}
		}
		if (body && typeof body.read === "function") body.read(0);
		const bodyLength = util.bodyLength(body);
		contentLength = bodyLength ?? contentLength;
		if (contentLength === null) contentLength = request.contentLength;
		if (contentLength === 0 && !expectsPayload) contentLength = null;
		if (shouldSendContentLength(method) && contentLength > 0 && request.contentLength !== null && request.contentLength !== contentLength) {
			if (client[kStrictContentLength]) {
				util.errorRequest(client, request, new RequestContentLengthMismatchError());
				return false;
			}
			process.emitWarning(new RequestContentLengthMismatchError());
		}
		const socket = client[kSocket];
		clearIdleSocketValidation(socket);
		const abort = (err) => {
			if (request.aborted || request.completed) return;
			util.errorRequest(client, request, err || new RequestAbortedError());
			util.destroy(body);
			util.destroy(socket, new InformationalError("aborted"));
		};
		try {
			request.onRequestStart(abort, null);
		} catch (err) {
			util.errorRequest(client, request, err);
		}
		if (request.aborted) return false;
		if (method === "HEAD") socket[kReset] = true;
		if (upgrade || method === "CONNECT") socket[kReset] = true;
		if (reset != null) socket[kReset] = reset;
		if (client[kMaxRequests] && ++socket[kCounter] >= client[kMaxRequests]) socket[kReset] = true;
		if (blocking) socket[kBlocking] = true;
		setTypeOfService(socket, request);
		let header = `${method} ${path} HTTP/1.1\r\n`;
		if (typeof host === "string") header += `host: ${host}\r\n`;
		else header += client[kHostHeader];
		if (upgrade) header += `connection: upgrade\r\nupgrade: ${upgrade}\r\n`;
		else if (client[kPipelining] && !socket[kReset]) header += "connection: keep-alive\r\n";
		else header += "connection: close\r\n";
		if (Array.isArray(headers)) for (let n = 0; n < headers.length; n += 2) {
			const key = headers[n + 0];
			const val = headers[n + 1];
			if (Array.isArray(val)) for (let i = 0; i < val.length; i++) header += `${key}: ${val[i]}\r\n`;
			else header += `${key}: ${val}\r\n`;
		}
		if (channels.sendHeaders.hasSubscribers) channels.sendHeaders.publish({
			request,
			headers: header,
			socket
		});
		if (!body || bodyLength === 0) writeBuffer(abort, null, client, request, socket, contentLength, header, expectsPayload);
		else if (util.isBuffer(body)) writeBuffer(abort, body, client, request, socket, contentLength, header, expectsPayload);
		else if (util.isBlobLike(body)) {
			if (typeof body.stream === "function") writeIterable(abort, body.stream(), client, request, socket, contentLength, header, expectsPayload);
			else writeBlob(abort, body, client, request, socket, contentLength, header, expectsPayload);
		} else if (util.isStream(body)) writeStream(abort, body, client, request, socket, contentLength, header, expectsPayload);
		else if (util.isIterable(body)) writeIterable(abort, body, client, request, socket, contentLength, header, expectsPayload);
		else assert(false);
		return true;
	}
	function writeStream(abort, body, client, request, socket, contentLength, header, expectsPayload) {
		assert(contentLength !== 0 || client[kRunning] === 0, "stream body cannot be pipelined");
		let finished = false;
		const writer = new AsyncWriter({
			abort,
			socket,
			request,
			contentLength,
			client,
			expectsPayload,
			header
		});
		const onData = function(chunk) {
			if (finished) return;
			try {
				if (!writer.write(chunk) && this.pause) this.pause();
			} catch (err) {
				util.destroy(this, err);
			}
		};
		const onDrain = function() {
			if (finished) return;
			if (body.resume) body.resume();
		};
		const onClose = function() {
			queueMicrotask(() => {
				body.removeListener("error", onFinished);
			});
			if (!finished) {
				const err = new RequestAbortedError();
				queueMicrotask(() => onFinished(err));
			}
		};
		const onFinished = function(err) {
			if (finished) return;
			finished = true;
			assert(socket.destroyed || socket[kWriting] && client[kRunning] <= 1);
			socket.off("drain", onDrain).off("error", onFinished);
			body.removeListener("data", onData).removeListener("end", onFinished).removeListener("close", onClose);
			if (!err) try {
				writer.end();
			} catch (er) {
				err = er;
			}
			writer.destroy(err);
			if (err && (err.code !== "UND_ERR_INFO" || err.message !== "reset")) util.destroy(body, err);
			else util.destroy(body);
		};
		body.on("data", onData).on("end", onFinished).on("error", onFinished).on("close", onClose);
		if (body.resume) body.resume();
		socket.on("drain", onDrain).on("error", onFinished);
		if (body.errorEmitted ?? body.errored) setImmediate(onFinished, body.errored);
		else if (body.endEmitted ?? body.readableEnded) setImmediate(onFinished, null);
		if (body.closeEmitted ?? body.closed) setImmediate(onClose);
	}
	function writeBuffer(abort, body, client, request, socket, contentLength, header, expectsPayload) {
		try {
			if (!body) {
				if (contentLength === 0) socket.write(`${header}content-length: 0\r\n\r\n`, "latin1");
				else {
					assert(contentLength === null, "no body must not have content length");
					socket.write(`${header}\r\n`, "latin1");
				}
			} else if (util.isBuffer(body)) {
				assert(contentLength === body.byteLength, "buffer body must have content length");
				socket.cork();
				socket.write(`${header}content-length: ${contentLength}\r\n\r\n`, "latin1");
				socket.write(body);
				socket.uncork();
				request.onBodySent(body);
				if (!expectsPayload && request.reset !== false) socket[kReset] = true;
			}
			request.onRequestSent();
			client[kResume]();
		} catch (err) {
			abort(err);
		}
	}
	async function writeBlob(abort, body, client, request, socket, contentLength, header, expectsPayload) {
		try {
			if (contentLength != null && contentLength !== body.size) throw new RequestContentLengthMismatchError();
			const buffer = Buffer.from(await body.arrayBuffer());
			socket.cork();
			socket.write(`${header}content-length: ${contentLength}\r\n\r\n`, "latin1");
			socket.write(buffer);
			socket.uncork();
			request.onBodySent(buffer);
			request.onRequestSent();
			if (!expectsPayload && request.reset !== false) socket[kReset] = true;
			client[kResume]();
		} catch (err) {
			abort(err);
		}
	}
	async function writeIterable(abort, body, client, request, socket, contentLength, header, expectsPayload) {
		assert(contentLength !== 0 || client[kRunning] === 0, "iterator body cannot be pipelined");
		let callback = null;
		function onDrain() {
			if (callback) {
				const cb = callback;
				callback = null;
				cb();
			}
		}
		const waitForDrain = () => new Promise((resolve, reject) => {
			assert(callback === null);
			if (socket[kError]) reject(socket[kError]);
			else callback = resolve;
		});
		socket.on("close", onDrain).on("drain", onDrain);
		const writer = new AsyncWriter({
			abort,
			socket,
			request,
			contentLength,
			client,
			expectsPayload,
			header
		});
		try {
			for await (const chunk of body) {
				if (socket[kError]) throw socket[kError];
				if (!writer.write(chunk)) await waitForDrain();
			}
			writer.end();
		} catch (err) {
			writer.destroy(err);
		} finally {
			socket.off("close", onDrain).off("drain", onDrain);
		}
	}
	var AsyncWriter = class {
		constructor({ abort, socket, request, contentLength, client, expectsPayload, header }) {
			this.socket = socket;
			this.request = request;
			this.contentLength = contentLength;
			this.client = client;
			this.bytesWritten = 0;
			this.expectsPayload = expectsPayload;
			this.header = header;
			this.abort = abort;
			this.lengthMismatch = false;
			socket[kWriting] = true;
		}
		onLengthMismatch() {
			this.socket[kReset] = true;
			if (!this.lengthMismatch) {
				this.lengthMismatch = true;
				process.emitWarning(new RequestContentLengthMismatchError());
			}
		}
		write(chunk) {
			const { socket, request, contentLength, client, bytesWritten, expectsPayload, header } = this;
			if (socket[kError]) throw socket[kError];
			if (socket.destroyed) return false;
			let len = chunk instanceof Uint8Array ? chunk.byteLength : Buffer.byteLength(chunk);
			if (!len) return true;
			if (contentLength !== null && bytesWritten + len > contentLength) {
				if (client[kStrictContentLength]) throw new RequestContentLengthMismatchError();
				this.onLengthMismatch();
				const remaining = contentLength - bytesWritten;
				if (remaining === 0) return true;
				chunk = (typeof chunk === "string" ? Buffer.from(chunk) : chunk).subarray(0, remaining);
				len = remaining;
			}
			socket.cork();
			if (bytesWritten === 0) {
				if (!expectsPayload && request.reset !== false) socket[kReset] = true;
				if (contentLength === null) socket.write(`${header}transfer-encoding: chunked\r\n`, "latin1");
				else socket.write(`${header}content-length: ${contentLength}\r\n\r\n`, "latin1");
			}
			if (contentLength === null) socket.write(`\r\n${len.toString(16)}\r\n`, "latin1");
			this.bytesWritten += len;
			const ret = socket.write(chunk);
			socket.uncork();
			request.onBodySent(chunk);
			if (!ret) {
				if (socket[kParser].timeout && socket[kParser].timeoutType === TIMEOUT_HEADERS) {
					if (socket[kParser].timeout.refresh) socket[kParser].timeout.refresh();
				}
			}
			return ret;
		}
		end() {
			const { socket, contentLength, client, bytesWritten, expectsPayload, header, request } = this;
			request.onRequestSent();
			socket[kWriting] = false;
			if (socket[kError]) throw socket[kError];
			if (socket.destroyed) return;
			if (bytesWritten === 0) {
				if (expectsPayload) socket.write(`${header}content-length: 0\r\n\r\n`, "latin1");
				else socket.write(`${header}\r\n`, "latin1");
			} else if (contentLength === null) socket.write("\r\n0\r\n\r\n", "latin1");
			if (contentLength !== null && bytesWritten !== contentLength) {
				if (client[kStrictContentLength]) throw new RequestContentLengthMismatchError();
				this.onLengthMismatch();
			}
			if (socket[kParser].timeout && socket[kParser].timeoutType === TIMEOUT_HEADERS) {
				if (socket[kParser].timeout.refresh) socket[kParser].timeout.refresh();
			}
			client[kResume]();
		}
		destroy(err) {
			const { socket, client, abort } = this;
			socket[kWriting] = false;
			if (err) {
				assert(client[kRunning] <= 1, "pipeline should only contain this request");
				abort(err);
			}
		}
	};
	module.exports = connectH1;
}));

// node_modules/undici/lib/dispatcher/client-h2.js
var require_client_h2 = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	module.exports = () => {
		throw new Error("deploy-gpu-endpoint speaks HTTP/1.1 only");
	};
}));

// node_modules/undici/lib/dispatcher/client.js
var require_client = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const assert = require("node:assert");
	const net = require("node:net");
	const http = (init_http(), require_index.__toCommonJS(http_exports));
	const util = require_util();
	const { ClientStats } = require_stats();
	const { channels } = require_diagnostics();
	const Request = require_request();
	const DispatcherBase = require_dispatcher_base();
	const { InvalidArgumentError, InformationalError, ClientDestroyedError } = require_errors();
	const buildConnector = require_connect();
	const { kUrl, kServerName, kClient, kBusy, kConnect, kResuming, kRunning, kPending, kSize, kQueue, kConnected, kConnecting, kNeedDrain, kKeepAliveDefaultTimeout, kHostHeader, kPendingIdx, kRunningIdx, kError, kPipelining, kKeepAliveTimeoutValue, kMaxHeadersSize, kKeepAliveMaxTimeout, kKeepAliveTimeoutThreshold, kHeadersTimeout, kBodyTimeout, kStrictContentLength, kConnector, kMaxRequests, kCounter, kClose, kDestroy, kDispatch, kLocalAddress, kMaxResponseSize, kOnError, kHTTPContext, kMaxConcurrentStreams, kHostAuthority, kResume, kHTTP2Options, kUseMilo } = require_symbols();
	const connectH1 = require_client_h1();
	const connectH2 = require_client_h2();
	const kClosedResolve = Symbol("kClosedResolve");
	const getDefaultNodeMaxHeaderSize = http && http.maxHeaderSize && Number.isInteger(http.maxHeaderSize) && http.maxHeaderSize > 0 ? () => http.maxHeaderSize : () => {
		throw new InvalidArgumentError("http module not available or http.maxHeaderSize invalid");
	};
	const noop = () => {};
	function getPipelining(client) {
		return client[kPipelining] ?? client[kHTTPContext]?.defaultPipelining ?? 1;
	}
	let h2NamespaceOptsWarning = false;
	function emitH2OptionsNamespaceWarning(optName) {
		if (h2NamespaceOptsWarning === true) return;
		process.emitWarning(`Use h2Options.${optName} instead. ${optName} for H2 will be deprecated in future major.`, { code: "UNDICI-H2-OPTIONS" });
		h2NamespaceOptsWarning = true;
	}
	function getMaxConcurrent(client) {
		if (client[kHTTPContext]?.version === "h2") return client[kMaxConcurrentStreams];
		return getPipelining(client);
	}
	var Client = class extends DispatcherBase {
		constructor(url, { maxHeaderSize, headersTimeout, socketTimeout, requestTimeout, connectTimeout, bodyTimeout, idleTimeout, keepAlive, keepAliveTimeout, maxKeepAliveTimeout, keepAliveMaxTimeout, keepAliveTimeoutThreshold, socketPath, pipelining, tls, strictContentLength, maxCachedSessions, connect, maxRequestsPerClient, localAddress, maxResponseSize, autoSelectFamily, autoSelectFamilyAttemptTimeout, maxConcurrentStreams, allowH2, useH2c, initialWindowSize, connectionWindowSize, pingInterval, useMilo, webSocket, h2Options, eventSource } = {}) {
			if (keepAlive !== void 0) throw new InvalidArgumentError("unsupported keepAlive, use pipelining=0 instead");
			if (socketTimeout !== void 0) throw new InvalidArgumentError("unsupported socketTimeout, use headersTimeout & bodyTimeout instead");
			if (requestTimeout !== void 0) throw new InvalidArgumentError("unsupported requestTimeout, use headersTimeout & bodyTimeout instead");
			if (idleTimeout !== void 0) throw new InvalidArgumentError("unsupported idleTimeout, use keepAliveTimeout instead");
			if (maxKeepAliveTimeout !== void 0) throw new InvalidArgumentError("unsupported maxKeepAliveTimeout, use keepAliveMaxTimeout instead");
			if (maxHeaderSize != null) {
				if (!Number.isInteger(maxHeaderSize) || maxHeaderSize < 1) throw new InvalidArgumentError("invalid maxHeaderSize");
			} else maxHeaderSize = getDefaultNodeMaxHeaderSize();
			if (socketPath != null && typeof socketPath !== "string") throw new InvalidArgumentError("invalid socketPath");
			if (connectTimeout != null && (!Number.isFinite(connectTimeout) || connectTimeout < 0)) throw new InvalidArgumentError("invalid connectTimeout");
			if (keepAliveTimeout != null && (!Number.isFinite(keepAliveTimeout) || keepAliveTimeout <= 0)) throw new InvalidArgumentError("invalid keepAliveTimeout");
			if (keepAliveMaxTimeout != null && (!Number.isFinite(keepAliveMaxTimeout) || keepAliveMaxTimeout <= 0)) throw new InvalidArgumentError("invalid keepAliveMaxTimeout");
			if (keepAliveTimeoutThreshold != null && !Number.isFinite(keepAliveTimeoutThreshold)) throw new InvalidArgumentError("invalid keepAliveTimeoutThreshold");
			if (headersTimeout != null && (!Number.isInteger(headersTimeout) || headersTimeout < 0)) throw new InvalidArgumentError("headersTimeout must be a positive integer or zero");
			if (bodyTimeout != null && (!Number.isInteger(bodyTimeout) || bodyTimeout < 0)) throw new InvalidArgumentError("bodyTimeout must be a positive integer or zero");
			if (connect != null && typeof connect !== "function" && typeof connect !== "object") throw new InvalidArgumentError("connect must be a function or an object");
			if (maxRequestsPerClient != null && (!Number.isInteger(maxRequestsPerClient) || maxRequestsPerClient < 0)) throw new InvalidArgumentError("maxRequestsPerClient must be a positive number");
			if (localAddress != null && (typeof localAddress !== "string" || net.isIP(localAddress) === 0)) throw new InvalidArgumentError("localAddress must be valid string IP address");
			if (maxResponseSize != null && (!Number.isInteger(maxResponseSize) || maxResponseSize < -1)) throw new InvalidArgumentError("maxResponseSize must be a positive number");
			if (autoSelectFamilyAttemptTimeout != null && (!Number.isInteger(autoSelectFamilyAttemptTimeout) || autoSelectFamilyAttemptTimeout < -1)) throw new InvalidArgumentError("autoSelectFamilyAttemptTimeout must be a positive number");
			if (allowH2 != null && typeof allowH2 !== "boolean") throw new InvalidArgumentError("allowH2 must be a valid boolean value");
			if (allowH2 !== false) {
				if (h2Options != null) {
					if (h2Options.useH2c != null && typeof h2Options.useH2c !== "boolean") throw new InvalidArgumentError("h2Options.useH2c must be a valid boolean value");
					if (h2Options.settings?.initialWindowSize != null && (!Number.isInteger(h2Options.settings.initialWindowSize) || h2Options.settings.initialWindowSize < 1)) throw new InvalidArgumentError("h2Options.settings.initialWindowSize must be a positive integer, greater than 0");
					if (h2Options.maxConcurrentStreams != null && (!Number.isInteger(h2Options.maxConcurrentStreams) || h2Options.maxConcurrentStreams < 1)) throw new InvalidArgumentError("h2Options.maxConcurrentStreams must be a positive integer, greater than 0");
					if (h2Options.connectionWindowSize != null && (!Number.isInteger(h2Options.connectionWindowSize) || h2Options.connectionWindowSize < 1)) throw new InvalidArgumentError("h2Options.connectionWindowSize must be a positive integer, greater than 0");
					if (h2Options.pingInterval != null && (typeof h2Options.pingInterval !== "number" || !Number.isInteger(h2Options.pingInterval) || h2Options.pingInterval < 0)) throw new InvalidArgumentError("h2Options.pingInterval must be a positive integer, greater or equal to 0");
				} else {
					if (useH2c != null && typeof useH2c !== "boolean") {
						emitH2OptionsNamespaceWarning("useH2c");
						throw new InvalidArgumentError("useH2c must be a valid boolean value");
					}
					if (maxConcurrentStreams != null && (typeof maxConcurrentStreams !== "number" || maxConcurrentStreams < 1)) {
						emitH2OptionsNamespaceWarning("maxConcurrentStreams");
						throw new InvalidArgumentError("maxConcurrentStreams must be a positive integer, greater than 0");
					}
					if (initialWindowSize != null && (!Number.isInteger(initialWindowSize) || initialWindowSize < 1)) {
						emitH2OptionsNamespaceWarning("initialWindowSize");
						throw new InvalidArgumentError("initialWindowSize must be a positive integer, greater than 0");
					}
					if (connectionWindowSize != null && (!Number.isInteger(connectionWindowSize) || connectionWindowSize < 1)) {
						emitH2OptionsNamespaceWarning("connectionWindowSize");
						throw new InvalidArgumentError("connectionWindowSize must be a positive integer, greater than 0");
					}
					if (pingInterval != null && (typeof pingInterval !== "number" || !Number.isInteger(pingInterval) || pingInterval < 0)) {
						emitH2OptionsNamespaceWarning("pingInterval");
						throw new InvalidArgumentError("pingInterval must be a positive integer, greater or equal to 0");
					}
				}
			}
			super({
				webSocket,
				eventSource
			});
			if (typeof connect !== "function") connect = buildConnector({
				...tls,
				maxCachedSessions,
				allowH2,
				socketPath,
				useH2c: h2Options?.useH2c ?? useH2c,
				timeout: connectTimeout,
				...typeof autoSelectFamily === "boolean" ? {
					autoSelectFamily,
					autoSelectFamilyAttemptTimeout
				} : void 0,
				...connect
			});
			else {
				const customConnect = connect;
				connect = (opts, callback) => customConnect({
					...opts,
					...socketPath != null ? { socketPath } : null,
					...allowH2 != null ? { allowH2 } : null
				}, callback);
			}
			this[kUrl] = util.parseOrigin(url);
			this[kHostAuthority] = `${this[kUrl].hostname}${this[kUrl].port ? `:${this[kUrl].port}` : ""}`;
			this[kConnector] = connect;
			this[kPipelining] = pipelining != null ? pipelining : 1;
			this[kMaxHeadersSize] = maxHeaderSize;
			this[kKeepAliveDefaultTimeout] = keepAliveTimeout == null ? 4e3 : keepAliveTimeout;
			this[kKeepAliveMaxTimeout] = keepAliveMaxTimeout == null ? 6e5 : keepAliveMaxTimeout;
			this[kKeepAliveTimeoutThreshold] = keepAliveTimeoutThreshold == null ? 2e3 : keepAliveTimeoutThreshold;
			this[kKeepAliveTimeoutValue] = this[kKeepAliveDefaultTimeout];
			this[kServerName] = null;
			this[kLocalAddress] = localAddress != null ? localAddress : null;
			this[kResuming] = 0;
			this[kNeedDrain] = 0;
			this[kHostHeader] = `host: ${this[kHostAuthority]}\r\n`;
			this[kBodyTimeout] = bodyTimeout != null ? bodyTimeout : 3e5;
			this[kHeadersTimeout] = headersTimeout != null ? headersTimeout : 3e5;
			this[kStrictContentLength] = strictContentLength == null ? true : strictContentLength;
			this[kMaxRequests] = maxRequestsPerClient;
			this[kClosedResolve] = null;
			this[kMaxResponseSize] = maxResponseSize > -1 ? maxResponseSize : -1;
			this[kHTTPContext] = null;
			this[kHTTP2Options] = {
				pingInterval: h2Options?.pingInterval ?? pingInterval ?? 6e4,
				connectionWindowSize: h2Options?.connectionWindowSize ?? connectionWindowSize ?? 524288,
				maxConcurrentStreams: h2Options?.maxConcurrentStreams ?? maxConcurrentStreams ?? 100,
				sessionOptions: { initialWindowSize: h2Options?.initialWindowSize ?? initialWindowSize ?? 262144 }
			};
			this[kUseMilo] = useMilo;
			this[kQueue] = [];
			this[kRunningIdx] = 0;
			this[kPendingIdx] = 0;
			this[kResume] = (sync) => resume(this, sync);
			this[kOnError] = (err) => onError(this, err);
		}
		get pipelining() {
			return this[kPipelining];
		}
		set pipelining(value) {
			this[kPipelining] = value;
			this[kResume](true);
		}
		get stats() {
			return new ClientStats(this);
		}
		get [kPending]() {
			return this[kQueue].length - this[kPendingIdx];
		}
		get [kRunning]() {
			return this[kPendingIdx] - this[kRunningIdx];
		}
		get [kSize]() {
			return this[kQueue].length - this[kRunningIdx];
		}
		get [kConnected]() {
			return !!this[kHTTPContext] && !this[kConnecting] && !this[kHTTPContext].destroyed;
		}
		get [kBusy]() {
			const allowsMux = this[kHTTPContext]?.version === "h2";
			return Boolean(this[kHTTPContext]?.busy(null) || this[kSize] >= (getMaxConcurrent(this) || 1) || this[kPending] > 0 && !allowsMux);
		}
		[kConnect](cb) {
			connect(this);
			this.once("connect", cb);
		}
		[kDispatch](opts, handler) {
			const request = new Request(this[kUrl].origin, opts, handler);
			this[kQueue].push(request);
			if (this[kResuming]) {} else if (util.bodyLength(request.body) == null && util.isIterable(request.body)) {
				this[kResuming] = 1;
				queueMicrotask(() => resume(this));
			} else this[kResume](true);
			if (this[kResuming] && this[kNeedDrain] !== 2 && this[kBusy]) this[kNeedDrain] = 2;
			return this[kNeedDrain] < 2;
		}
		[kClose]() {
			return new Promise((resolve) => {
				if (this[kSize]) this[kClosedResolve] = resolve;
				else resolve(null);
			});
		}
		[kDestroy](err) {
			return new Promise((resolve) => {
				const requests = this[kQueue].splice(this[kPendingIdx]);
				for (let i = 0; i < requests.length; i++) {
					const request = requests[i];
					if (request != null) util.errorRequest(this, request, err);
				}
				const callback = () => {
					if (this[kClosedResolve]) {
						this[kClosedResolve]();
						this[kClosedResolve] = null;
					}
					resolve(null);
				};
				if (this[kHTTPContext]) {
					this[kHTTPContext].destroy(err, callback);
					this[kHTTPContext] = null;
				} else queueMicrotask(callback);
				this[kResume]();
			});
		}
	};
	function onError(client, err) {
		if (client[kRunning] === 0 && err.code !== "UND_ERR_INFO" && err.code !== "UND_ERR_SOCKET") {
			assert(client[kPendingIdx] === client[kRunningIdx]);
			const requests = client[kQueue].splice(client[kRunningIdx]);
			for (let i = 0; i < requests.length; i++) {
				const request = requests[i];
				if (request != null) util.errorRequest(client, request, err);
			}
			assert(client[kSize] === 0);
		}
	}
	function connect(client) {
		assert(!client[kConnecting]);
		assert(!client[kHTTPContext]);
		let { host, hostname, protocol, port } = client[kUrl];
		if (hostname[0] === "[") {
			const idx = hostname.indexOf("]");
			assert(idx !== -1);
			const ip = hostname.substring(1, idx);
			assert(net.isIPv6(ip));
			hostname = ip;
		}
		client[kConnecting] = true;
		if (channels.beforeConnect.hasSubscribers) channels.beforeConnect.publish({
			connectParams: {
				host,
				hostname,
				protocol,
				port,
				version: client[kHTTPContext]?.version,
				servername: client[kServerName],
				localAddress: client[kLocalAddress]
			},
			connector: client[kConnector]
		});
		try {
			client[kConnector]({
				host,
				hostname,
				protocol,
				port,
				servername: client[kServerName],
				localAddress: client[kLocalAddress]
			}, (err, socket) => {
				if (err) {
					handleConnectError(client, err, {
						host,
						hostname,
						protocol,
						port
					});
					client[kResume]();
					return;
				}
				if (client.destroyed) {
					util.destroy(socket.on("error", noop), new ClientDestroyedError());
					client[kResume]();
					return;
				}
				assert(socket);
				try {
					client[kHTTPContext] = socket.alpnProtocol === "h2" ? connectH2(client, socket) : connectH1(client, socket);
				} catch (err) {
					socket.destroy().on("error", noop);
					handleConnectError(client, err, {
						host,
						hostname,
						protocol,
						port
					});
					client[kResume]();
					return;
				}
				client[kConnecting] = false;
				socket[kCounter] = 0;
				socket[kMaxRequests] = client[kMaxRequests];
				socket[kClient] = client;
				socket[kError] = null;
				if (channels.connected.hasSubscribers) channels.connected.publish({
					connectParams: {
						host,
						hostname,
						protocol,
						port,
						version: client[kHTTPContext]?.version,
						servername: client[kServerName],
						localAddress: client[kLocalAddress]
					},
					connector: client[kConnector],
					socket
				});
				client.emit("connect", client[kUrl], [client]);
				client[kResume]();
			});
		} catch (err) {
			handleConnectError(client, err, {
				host,
				hostname,
				protocol,
				port
			});
			client[kResume]();
		}
	}
	function handleConnectError(client, err, { host, hostname, protocol, port }) {
		if (client.destroyed) return;
		client[kConnecting] = false;
		if (channels.connectError.hasSubscribers) channels.connectError.publish({
			connectParams: {
				host,
				hostname,
				protocol,
				port,
				version: client[kHTTPContext]?.version,
				servername: client[kServerName],
				localAddress: client[kLocalAddress]
			},
			connector: client[kConnector],
			error: err
		});
		if (err.code === "ERR_TLS_CERT_ALTNAME_INVALID") {
			const running = client[kQueue].splice(client[kRunningIdx], client[kRunning]);
			client[kPendingIdx] = client[kRunningIdx];
			for (let i = 0; i < running.length; i++) util.errorRequest(client, running[i], err);
			while (client[kPending] > 0 && client[kQueue][client[kPendingIdx]].servername === client[kServerName]) {
				const request = client[kQueue].splice(client[kPendingIdx], 1)[0];
				util.errorRequest(client, request, err);
			}
		} else onError(client, err);
		client.emit("connectionError", client[kUrl], [client], err);
	}
	function emitDrain(client) {
		client[kNeedDrain] = 0;
		client.emit("drain", client[kUrl], [client]);
	}
	function resume(client, sync) {
		if (client[kResuming] === 2) return;
		client[kResuming] = 2;
		_resume(client, sync);
		client[kResuming] = 0;
		if (client[kRunningIdx] > 256) {
			client[kQueue].splice(0, client[kRunningIdx]);
			client[kPendingIdx] -= client[kRunningIdx];
			client[kRunningIdx] = 0;
		}
	}
	function _resume(client, sync) {
		while (true) {
			if (client.destroyed) {
				assert(client[kPending] === 0);
				return;
			}
			if (client[kClosedResolve] && !client[kSize]) {
				client[kClosedResolve]();
				client[kClosedResolve] = null;
				return;
			}
			if (client[kHTTPContext]) client[kHTTPContext].resume();
			if (client[kBusy]) client[kNeedDrain] = 2;
			else if (client[kNeedDrain] === 2) {
				if (sync) {
					client[kNeedDrain] = 1;
					queueMicrotask(() => emitDrain(client));
				} else emitDrain(client);
				continue;
			}
			if (client[kPending] === 0) return;
			if (client[kRunning] >= (getMaxConcurrent(client) || 1)) return;
			const request = client[kQueue][client[kPendingIdx]];
			if (request === null) return;
			if (request.aborted) {
				client[kQueue].splice(client[kPendingIdx], 1);
				continue;
			}
			if (client[kUrl].protocol === "https:" && client[kServerName] !== request.servername) {
				if (client[kRunning] > 0) return;
				client[kServerName] = request.servername;
				client[kHTTPContext]?.destroy(new InformationalError("servername changed"), () => {
					client[kHTTPContext] = null;
					resume(client);
				});
			}
			if (client[kConnecting]) return;
			if (!client[kHTTPContext]) {
				client[kServerName] = request.servername;
				connect(client);
				return;
			}
			if (client[kHTTPContext].destroyed) return;
			if (client[kHTTPContext].busy(request)) return;
			if (!request.aborted && client[kHTTPContext].write(request)) client[kPendingIdx]++;
			else client[kQueue].splice(client[kPendingIdx], 1);
		}
	}
	module.exports = Client;
}));

// node_modules/undici/lib/dispatcher/pool.js
var require_pool = /* @__PURE__ */ require_index.__commonJSMin(((exports, module) => {
	const { PoolBase, kClients, kNeedDrain, kAddClient, kDrainQueue, kOnClientBusy, kOnClientDrain, kGetDispatcher, kHasDispatcher, kRemoveClient, kRetireClient } = require_pool_base();
	const Client = require_client();
	const { InvalidArgumentError } = require_errors();
	const util = require_util();
	const { kConnecting, kHTTPContext, kUrl, kQueued } = require_symbols();
	const buildConnector = require_connect();
	const kOptions = Symbol("options");
	const kConnections = Symbol("connections");
	const kFactory = Symbol("factory");
	const kProtocol = Symbol("protocol");
	const kProtocolProbe = Symbol("protocol probe");
	function defaultFactory(origin, opts) {
		return new Client(origin, opts);
	}
	function shouldCreateProtocolProbe(pool, dispatcher) {
		return dispatcher instanceof Client && pool[kProtocol] !== "h1" && (pool[kOptions].useH2c === true || pool[kUrl].protocol === "https:" && pool[kOptions].allowH2 !== false);
	}
	function createClient(pool) {
		const dispatcher = pool[kFactory](pool[kUrl], pool[kOptions]);
		if (shouldCreateProtocolProbe(pool, dispatcher)) pool[kProtocolProbe] = dispatcher;
		pool[kAddClient](dispatcher);
		return dispatcher;
	}
	var Pool = class extends PoolBase {
		constructor(origin, { connections, factory = defaultFactory, connect, connectTimeout, tls, maxCachedSessions, socketPath, autoSelectFamily, autoSelectFamilyAttemptTimeout, allowH2, useH2c, clientTtl, ...options } = {}) {
			if (connections != null && (!Number.isFinite(connections) || connections < 0)) throw new InvalidArgumentError("invalid connections");
			if (typeof factory !== "function") throw new InvalidArgumentError("factory must be a function.");
			if (connect != null && typeof connect !== "function" && typeof connect !== "object") throw new InvalidArgumentError("connect must be a function or an object");
			if (typeof connect !== "function") connect = buildConnector({
				...tls,
				maxCachedSessions,
				allowH2,
				useH2c,
				socketPath,
				timeout: connectTimeout,
				...typeof autoSelectFamily === "boolean" ? {
					autoSelectFamily,
					autoSelectFamilyAttemptTimeout
				} : void 0,
				...connect
			});
			super(options);
			this[kConnections] = connections || null;
			this[kUrl] = util.parseOrigin(origin);
			this[kOptions] = {
				...util.deepClone(options),
				connect,
				allowH2,
				useH2c,
				clientTtl,
				socketPath
			};
			this[kFactory] = factory;
			this[kProtocol] = null;
			this[kProtocolProbe] = null;
			this.on("connect", (origin, targets) => {
				if (clientTtl != null && clientTtl > 0) for (const target of targets) Object.assign(target, { ttl: Date.now() });
				const client = targets[targets.length - 1];
				if (client instanceof Client) this[kProtocol] = client[kHTTPContext]?.version;
				if (client === this[kProtocolProbe]) {
					if (this[kProtocol] !== "h2") {
						this[kProtocolProbe] = null;
						this[kDrainQueue](origin, targets.slice(1));
					}
				}
			});
			this.on("disconnect", (origin, targets) => {
				if (targets.includes(this[kProtocolProbe])) {
					this[kProtocolProbe] = null;
					this[kDrainQueue](origin, targets.slice(1));
				}
			});
			this.on("connectionError", (origin, targets) => {
				let resumeQueued = false;
				for (const target of targets) {
					if (target === this[kProtocolProbe]) {
						this[kProtocolProbe] = null;
						resumeQueued = true;
					}
					if (this[kClients].includes(target)) this[kRetireClient](target);
				}
				if (resumeQueued || this[kQueued] > 0) this[kDrainQueue](origin, targets.slice(1));
			});
		}
		[kOnClientBusy](client) {
			if (this[kProtocolProbe] === null && client[kConnecting] && shouldCreateProtocolProbe(this, client)) this[kProtocolProbe] = client;
		}
		[kOnClientDrain](client) {
			if (client === this[kProtocolProbe]) this[kProtocolProbe] = null;
		}
		[kGetDispatcher]() {
			const clientTtlOption = this[kOptions].clientTtl;
			for (let i = 0; i < this[kClients].length; i++) {
				const client = this[kClients][i];
				if (clientTtlOption != null && clientTtlOption > 0 && client.ttl && Date.now() - client.ttl > clientTtlOption) {
					this[kRemoveClient](client);
					i--;
				} else if (!client[kNeedDrain]) return client;
			}
			if (this[kProtocolProbe] !== null) return;
			if (!this[kConnections] || this[kClients].length < this[kConnections]) return createClient(this);
		}
		[kHasDispatcher]() {
			const clientTtlOption = this[kOptions].clientTtl;
			for (let i = 0; i < this[kClients].length; i++) {
				const client = this[kClients][i];
				if (clientTtlOption != null && clientTtlOption > 0 && client.ttl && Date.now() - client.ttl > clientTtlOption) {
					this[kRemoveClient](client);
					i--;
				} else if (!client[kNeedDrain]) return true;
			}
			if (this[kProtocolProbe] !== null) return false;
			if (!this[kConnections] || this[kClients].length < this[kConnections]) {
				createClient(this);
				return true;
			}
			return false;
		}
	};
	module.exports = Pool;
}));

// src/model/row.ts
const rowsOf = (kind) => (row) => ({
	...row,
	kind
});
const textRow = rowsOf("text");
const integerRow = rowsOf("integer");
const range = (name, unit, options = {}) => ({
	min: `min${name}`,
	max: `max${name}`,
	unit,
	...options
});
const byWorkerConfig = (name, bound) => ({
	name: `worker_config.${name}`,
	bound,
	needs: ["workerConfig.maxNum"]
});

// node_modules/zod/v4/core/util.js
function getEnumValues(entries) {
	const numericValues = Object.values(entries).filter((v) => typeof v === "number");
	return Object.entries(entries).filter(([k, _]) => numericValues.indexOf(+k) === -1).map(([_, v]) => v);
}
function jsonStringifyReplacer(_, value) {
	if (typeof value === "bigint") return value.toString();
	return value;
}
var Cached = class {
	constructor(getter) {
		this._getter = getter;
		this._value = void 0;
	}
	get value() {
		const getter = this._getter;
		if (getter !== void 0) {
			this._value = getter();
			this._getter = void 0;
		}
		return this._value;
	}
};
function cached(getter) {
	return new Cached(getter);
}
function nullish$1(input) {
	return input === null || input === void 0;
}
function cleanRegex(source) {
	const start = source.startsWith("^") ? 1 : 0;
	const end = source.endsWith("$") ? source.length - 1 : source.length;
	return source.slice(start, end);
}
const EVALUATING = /* @__PURE__*/ Symbol("evaluating");
function defineLazy(object, key, getter) {
	let value = void 0;
	Object.defineProperty(object, key, {
		get() {
			if (value === EVALUATING) return;
			if (value === void 0) {
				value = EVALUATING;
				value = getter();
			}
			return value;
		},
		set(v) {
			Object.defineProperty(object, key, { value: v });
		},
		configurable: true
	});
}
function assignProp(target, prop, value) {
	Object.defineProperty(target, prop, {
		value,
		writable: true,
		enumerable: true,
		configurable: true
	});
}
const captureStackTrace = "captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => {};
function isObject$1(data) {
	return typeof data === "object" && data !== null && !Array.isArray(data);
}
function isPlainObject(o) {
	if (isObject$1(o) === false) return false;
	const ctor = o.constructor;
	if (ctor === void 0) return true;
	if (typeof ctor !== "function") return true;
	const prot = ctor.prototype;
	if (isObject$1(prot) === false) return false;
	if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) return false;
	return true;
}
function shallowClone(o) {
	if (isPlainObject(o)) return { ...o };
	if (Array.isArray(o)) return [...o];
	if (o instanceof Map) return new Map(o);
	if (o instanceof Set) return new Set(o);
	return o;
}
const propertyKeyTypes = /* @__PURE__*/ new Set([
	"string",
	"number",
	"symbol"
]);
function escapeRegex(str) {
	return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
function clone(inst, def, params) {
	const cl = new inst._zod.constr(def ?? inst._zod.def);
	if (!def || params?.parent) cl._zod.parent = inst;
	return cl;
}
function normalizeParams(_params) {
	const params = _params;
	if (!params) return {};
	if (typeof params === "string") return { error: () => params };
	if (params?.message !== void 0) {
		if (params?.error !== void 0) throw new Error("Cannot specify both `message` and `error` params");
		params.error = params.message;
	}
	delete params.message;
	if (typeof params.error === "string") return {
		...params,
		error: () => params.error
	};
	return params;
}
function optionalKeys(shape) {
	return Object.keys(shape).filter((k) => {
		return shape[k]._zod.optin !== void 0 && shape[k]._zod.optout === "optional";
	});
}
const NUMBER_FORMAT_RANGES = /*@__PURE__*/ (() => ({
	safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	int32: [-2147483648, 2147483647],
	uint32: [0, 4294967295],
	float32: [-34028234663852886e22, 34028234663852886e22],
	float64: [-Number.MAX_VALUE, Number.MAX_VALUE]
}))();
function aborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue !== true) return true;
	return false;
}
function explicitlyAborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue === false) return true;
	return false;
}
function prefixIssues(path, issues) {
	return issues.map((iss) => {
		var _a;
		(_a = iss).path ?? (_a.path = []);
		iss.path.unshift(path);
		return iss;
	});
}
function unwrapMessage(message) {
	return typeof message === "string" ? message : message?.message;
}
function sizeCaps(defChecks) {
	const caps = [];
	for (const ch of defChecks ?? []) {
		const d = ch._zod.def;
		if (!/_(length|size)$|_equals$/.test(d.check)) break;
		const max = d.maximum ?? d.length ?? d.size;
		if (max >= 0) caps.push([max, ch]);
	}
	return caps;
}
function attachSchema(issues, start, inst) {
	var _a;
	for (let i = start; i < issues.length; i++) (_a = issues[i]).schema ?? (_a.schema = inst);
}
function finalizeIssue(iss, ctx, config) {
	var _a;
	const traits = iss.inst?._zod?.traits;
	if (traits?.has("$ZodType")) {
		if (traits.has("$ZodCheck")) (_a = iss).schema ?? (_a.schema = iss.inst);
		else iss.schema = iss.inst;
	}
	const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : void 0;
	const message = iss.message ? iss.message : unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ?? unwrapMessage(schemaError?.(iss)) ?? unwrapMessage(ctx?.error?.(iss)) ?? unwrapMessage(config.customError?.(iss)) ?? unwrapMessage(config.localeError?.(iss)) ?? "Invalid input";
	const full = {};
	for (const k of Object.keys(iss)) {
		if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__") continue;
		full[k] = iss[k];
	}
	full.path ?? (full.path = []);
	full.message = message;
	if (ctx?.reportInput) full.input = iss.input;
	return full;
}
const highSurrogate = /[\uD800-\uDBFF]/;
function codePointLength(str) {
	const units = str.length;
	if (!highSurrogate.test(str)) return units;
	let count = units;
	for (let i = 0; i < units - 1; i++) if ((str.charCodeAt(i) & 64512) === 55296 && (str.charCodeAt(i + 1) & 64512) === 56320) {
		count--;
		i++;
	}
	return count;
}
function getLengthableOrigin(input) {
	if (Array.isArray(input)) return "array";
	if (typeof input === "string") return "string";
	return "unknown";
}
function issue(...args) {
	const [iss, input, inst] = args;
	if (typeof iss === "string") return {
		message: iss,
		code: "custom",
		input,
		inst
	};
	return { ...iss };
}
function members$1(proto, table) {
	for (const key in table) {
		const desc = Object.getOwnPropertyDescriptor(table, key);
		if (desc.get) Object.defineProperty(proto, key, {
			...desc,
			enumerable: false
		});
		else defineBound(proto, key, desc.value);
	}
}
function own(inst, key, value, enumerable = true) {
	Object.defineProperty(inst, key, {
		configurable: true,
		writable: true,
		enumerable,
		value
	});
	return value;
}
function hide(inst, key, value) {
	return own(inst, key, value, false);
}
function defineBound(proto, key, fn) {
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			return this == null ? fn : own(this, key, fn.bind(this));
		},
		set(value) {
			own(this, key, value);
		}
	});
}
function claim(inst, sentinel) {
	const proto = Object.getPrototypeOf(inst);
	return sentinel in proto ? void 0 : proto;
}
let installing;
let broke = false;
const breaker = {
	configurable: true,
	get() {
		broke = true;
	}
};
function defineLazyInternal(inst, key, compute) {
	const proto = Object.getPrototypeOf(inst._zod);
	if (key in proto && installing !== inst._zod) {
		installing = void 0;
		return;
	}
	installing = inst._zod;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			Object.defineProperty(this, key, breaker);
			const outer = broke;
			broke = false;
			try {
				const value = compute(this);
				if (broke) delete this[key];
				else Object.defineProperty(this, key, {
					configurable: true,
					writable: true,
					value
				});
				broke = broke || outer;
				return value;
			} catch (err) {
				delete this[key];
				broke = broke || outer;
				throw err;
			}
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				value
			});
		}
	});
}
function installLazyProp(inst, key, make, enumerable) {
	const proto = claim(inst, key);
	if (!proto) return;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			const desc = {
				configurable: true,
				writable: true,
				enumerable,
				value: void 0
			};
			Object.defineProperty(this, key, desc);
			desc.value = make(this);
			Object.defineProperty(this, key, desc);
			return desc.value;
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				enumerable,
				value
			});
		}
	});
}
const CONSTANT_CATCH = "~constantCatch";
function constantCatch(value) {
	const fn = () => value;
	fn[CONSTANT_CATCH] = true;
	return fn;
}

// node_modules/zod/v4/core/core.js
var _a$1;
const _zodDesc = {
	value: void 0,
	enumerable: false
};
let _E = "captureStackTrace" in Error ? Error : null;
function newError(Definition) {
	const E = _E;
	if (E) {
		const saved = E.stackTraceLimit;
		if (typeof saved === "number") {
			try {
				E.stackTraceLimit = 0;
			} catch {
				_E = null;
				return new Definition();
			}
			try {
				return new Definition();
			} finally {
				E.stackTraceLimit = saved;
			}
		}
	}
	return new Definition();
}
/* @__NO_SIDE_EFFECTS__ */
function $constructor(name, initializer, proto, params) {
	const zodProto = {};
	function Internals(def) {
		this.def = def;
		this.constr = _;
		this.traits = /* @__PURE__ */ new Set();
	}
	Internals.prototype = zodProto;
	const protoMembers = proto;
	const initialized = protoMembers && /* @__PURE__ */ new WeakSet();
	function init(inst, def) {
		if (!inst._zod) {
			_zodDesc.value = new Internals(def);
			try {
				Object.defineProperty(inst, "_zod", _zodDesc);
			} finally {
				_zodDesc.value = void 0;
			}
		} else if (inst._zod.traits.has(name)) return;
		inst._zod.traits.add(name);
		initializer(inst, def);
		if (initialized) {
			const own = Object.getPrototypeOf(inst);
			const ctorProto = inst._zod.constr.prototype;
			let up = own;
			while (up && up !== ctorProto) up = Object.getPrototypeOf(up);
			const target = up ?? own;
			if (!initialized.has(target)) {
				initialized.add(target);
				members$1(target, protoMembers);
			}
		}
		const proto = _.prototype;
		for (const k in proto) {
			if (!Object.prototype.hasOwnProperty.call(proto, k)) continue;
			if (!(k in inst)) inst[k] = proto[k].bind(inst);
		}
	}
	const Parent = params?.Parent ?? Object;
	class Definition extends Parent {}
	Object.defineProperty(Definition, "name", { value: name });
	function _(def) {
		const inst = params?.Parent ? newError(Definition) : this;
		init(inst, def);
		const deferred = inst._zod.deferred;
		if (deferred) {
			for (const fn of deferred) fn();
			inst._zod.deferred = void 0;
		}
		const pp = globalThis.__zod_globalConfig?.postProcessor;
		if (pp) pp(inst);
		return inst;
	}
	Object.defineProperty(_, "init", { value: init });
	Object.defineProperty(_, Symbol.hasInstance, { value: (inst) => {
		if (params?.Parent && inst instanceof params.Parent) return true;
		return inst?._zod?.traits?.has(name);
	} });
	Object.defineProperty(_, "name", { value: name });
	return _;
}
var $ZodAsyncError = class extends Error {
	constructor() {
		super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
	}
};
var $ZodEncodeError = class extends Error {
	constructor(name) {
		super(`Encountered unidirectional transform during encode: ${name}`);
		this.name = "ZodEncodeError";
	}
};
(_a$1 = globalThis).__zod_globalConfig ?? (_a$1.__zod_globalConfig = {});
const globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
	if (newConfig) Object.assign(globalConfig, newConfig);
	return globalConfig;
}

// node_modules/zod/v4/core/errors.js
function _getMessage() {
	const internals = this._zod;
	internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
	return internals.message;
}
function _setMessage(value) {
	this._zod.message = value;
}
const _messageDesc = {
	get: _getMessage,
	set: _setMessage,
	enumerable: true,
	configurable: true
};
const _issuesDesc = {
	value: void 0,
	enumerable: false
};
const _installedToString = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
const initializer = (inst, def) => {
	inst.name = "$ZodError";
	_issuesDesc.value = def;
	Object.defineProperty(inst, "issues", _issuesDesc);
	_issuesDesc.value = void 0;
	Object.defineProperty(inst, "message", _messageDesc);
	const proto = Object.getPrototypeOf(inst);
	if (!_installedToString.has(proto)) {
		_installedToString.add(proto);
		Object.defineProperty(proto, "toString", {
			configurable: true,
			enumerable: false,
			get() {
				const value = () => this.message;
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
				return value;
			},
			set(value) {
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
			}
		});
	}
};
const $ZodRealError = /* @__PURE__ */ $constructor("$ZodError", initializer, void 0, { Parent: Error });

// node_modules/zod/v4/core/parse.js
const _parse = (_Err) => {
	const fn = (schema, value, _ctx, _params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: false
		} : { async: false };
		const result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) throw new $ZodAsyncError();
		if (result.issues.length) {
			const e = new ((_params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, _params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
const parse = /* @__PURE__*/ _parse($ZodRealError);
const _parseAsync = (_Err) => {
	const fn = async (schema, value, _ctx, params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: true
		} : { async: true };
		let result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) result = await result;
		if (result.issues.length) {
			const e = new ((params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
const parseAsync = /* @__PURE__*/ _parseAsync($ZodRealError);
const _safeParse = (_Err) => (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: false
	} : { async: false };
	const result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) throw new $ZodAsyncError();
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
const safeParse = /* @__PURE__*/ _safeParse($ZodRealError);
function failure(Err, issues, ctx) {
	let error;
	return {
		success: false,
		get error() {
			if (!error) {
				error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
				issues = void 0;
				ctx = void 0;
			}
			return error;
		},
		set error(e) {
			error = e;
			issues = void 0;
			ctx = void 0;
		}
	};
}
const _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: true
	} : { async: true };
	let result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) result = await result;
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
const safeParseAsync = /* @__PURE__*/ _safeParseAsync($ZodRealError);

// node_modules/zod/v4/core/regexes.js
const anyString = /^[\s\S]{0,}$/;
const number$1 = /^-?\d+(?:\.\d+)?$/;
const boolean$1 = /^(?:true|false)$/i;
const _null$2 = /^null$/i;

// node_modules/zod/v4/core/checks.js
const $ZodCheck = /*@__PURE__*/ $constructor("$ZodCheck", (inst, def) => {
	var _a;
	inst._zod ?? (inst._zod = {});
	inst._zod.def = def;
	(_a = inst._zod).onattach ?? (_a.onattach = []);
});
const _whenHasLength = (payload) => {
	const val = payload.value;
	return !nullish$1(val) && val.length !== void 0;
};
const numericOriginMap = {
	number: "number",
	bigint: "bigint",
	object: "date"
};
const $ZodCheckLessThan = /*@__PURE__*/ $constructor("$ZodCheckLessThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value <= def.value : payload.value < def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_big",
			maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckGreaterThan = /*@__PURE__*/ $constructor("$ZodCheckGreaterThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value >= def.value : payload.value > def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_small",
			minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckNumberFormat = /*@__PURE__*/ $constructor("$ZodCheckNumberFormat", (inst, def) => {
	$ZodCheck.init(inst, def);
	def.format = def.format || "float64";
	const isInt = def.format?.includes("int");
	const origin = isInt ? "int" : "number";
	const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
	inst._zod.check = (payload) => {
		const input = payload.value;
		if (isInt) {
			if (!Number.isInteger(input)) {
				payload.issues.push({
					expected: origin,
					format: def.format,
					code: "invalid_type",
					continue: false,
					input,
					inst
				});
				return;
			}
			if (!Number.isSafeInteger(input)) {
				if (input > 0) payload.issues.push({
					input,
					code: "too_big",
					maximum: Number.MAX_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				else payload.issues.push({
					input,
					code: "too_small",
					minimum: Number.MIN_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				return;
			}
		}
		if (input < minimum) payload.issues.push({
			origin: "number",
			input,
			code: "too_small",
			minimum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
		if (input > maximum) payload.issues.push({
			origin: "number",
			input,
			code: "too_big",
			maximum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckMaxLength = /*@__PURE__*/ $constructor("$ZodCheckMaxLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units > def.maximum ? codePointLength(input) : units) <= def.maximum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_big",
			maximum: def.maximum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckMinLength = /*@__PURE__*/ $constructor("$ZodCheckMinLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units >= def.minimum && units < def.minimum * 2 ? codePointLength(input) : units) >= def.minimum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_small",
			minimum: def.minimum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckLengthEquals = /*@__PURE__*/ $constructor("$ZodCheckLengthEquals", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		const length = typeof input === "string" && units >= def.length && units <= def.length * 2 ? codePointLength(input) : units;
		if (length === def.length) return;
		const origin = getLengthableOrigin(input);
		const tooBig = length > def.length;
		payload.issues.push({
			origin,
			...tooBig ? {
				code: "too_big",
				maximum: def.length
			} : {
				code: "too_small",
				minimum: def.length
			},
			inclusive: true,
			exact: true,
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckStringFormat = /*@__PURE__*/ $constructor("$ZodCheckStringFormat", (inst, def) => {
	var _a, _b;
	$ZodCheck.init(inst, def);
	if (def.pattern) (_a = inst._zod).check ?? (_a.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: def.format,
			input: payload.value,
			...def.pattern ? { pattern: def.pattern.toString() } : {},
			inst,
			continue: !def.abort
		});
	});
	else (_b = inst._zod).check ?? (_b.check = () => {});
});
const $ZodCheckRegex = /*@__PURE__*/ $constructor("$ZodCheckRegex", (inst, def) => {
	$ZodCheckStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: "regex",
			input: payload.value,
			pattern: def.pattern.toString(),
			inst,
			continue: !def.abort
		});
	};
});

// node_modules/zod/v4/core/versions.js
const version = {
	major: 4,
	minor: 6,
	patch: 7
};

// node_modules/zod/v4/core/schemas.js
const $ZodType = /*@__PURE__*/ $constructor("$ZodType", (inst, def) => {
	var _a;
	inst ?? (inst = {});
	inst._zod.def = def;
	inst._zod.bag = inst._zod.bag || {};
	inst._zod.version = version;
	const defChecks = inst._zod.def.checks;
	const checks = inst._zod.traits.has("$ZodCheck") ? [inst, ...defChecks ?? []] : defChecks?.length ? [...defChecks] : [];
	for (const ch of checks) for (const fn of ch._zod.onattach) fn(inst);
	if (checks.length === 0) {
		(_a = inst._zod).deferred ?? (_a.deferred = []);
		inst._zod.deferred?.push(() => {
			inst._zod.run = inst._zod.parse;
		});
	} else {
		const runChecks = (payload, checks, ctx) => {
			if (payload.memo) return payload;
			let isAborted = aborted(payload);
			let asyncResult;
			for (const ch of checks) {
				if (ch._zod.def.when) {
					if (explicitlyAborted(payload)) continue;
					if (!ch._zod.def.when(payload)) continue;
				} else if (isAborted) continue;
				const currLen = payload.issues.length;
				const _ = ch._zod.check(payload);
				if (_ instanceof Promise && ctx?.async === false) throw new $ZodAsyncError();
				if (asyncResult || _ instanceof Promise) asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
					await _;
					if (payload.issues.length === currLen) return;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				});
				else {
					if (payload.issues.length === currLen) continue;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				}
			}
			if (asyncResult) return asyncResult.then(() => {
				return payload;
			});
			return payload;
		};
		const handleCanaryResult = (canary, payload, ctx) => {
			if (aborted(canary)) {
				canary.aborted = true;
				return canary;
			}
			const checkResult = runChecks(payload, checks, ctx);
			if (checkResult instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
			}
			return inst._zod.parse(checkResult, ctx);
		};
		inst._zod.run = (payload, ctx) => {
			if (ctx.skipChecks) return inst._zod.parse(payload, ctx);
			if (ctx.direction === "backward") {
				const canary = inst._zod.parse({
					value: payload.value,
					issues: []
				}, {
					...ctx,
					skipChecks: true
				});
				if (canary instanceof Promise) return canary.then((canary) => {
					return handleCanaryResult(canary, payload, ctx);
				});
				return handleCanaryResult(canary, payload, ctx);
			}
			const result = inst._zod.parse(payload, ctx);
			if (result instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return result.then((result) => runChecks(result, checks, ctx));
			}
			return runChecks(result, checks, ctx);
		};
	}
}, {
	get "~standard"() {
		return hide(this, "~standard", standardProps(this));
	},
	set "~standard"(value) {
		own(this, "~standard", value);
	}
});
const toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
async function validateAsync(inst, value) {
	const ctx = { async: true };
	return toStandardResult(await inst._zod.run({
		value,
		issues: []
	}, ctx), ctx);
}
function standardProps(inst) {
	return {
		validate: (value) => {
			const ctx = { async: false };
			try {
				const r = inst._zod.run({
					value,
					issues: []
				}, ctx);
				if (!(r instanceof Promise)) return toStandardResult(r, ctx);
			} catch (_) {}
			return validateAsync(inst, value);
		},
		vendor: "zod",
		version: 1
	};
}
const $ZodString = /*@__PURE__*/ $constructor("$ZodString", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = def.pattern ?? anyString;
	inst._zod.parse = (payload, _) => {
		if (def.coerce) try {
			payload.value = String(payload.value);
		} catch (_) {}
		if (typeof payload.value === "string") return payload;
		payload.issues.push({
			expected: "string",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
const $ZodNumber = /*@__PURE__*/ $constructor("$ZodNumber", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = number$1;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Number(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) return payload;
		const received = typeof input === "number" ? Number.isNaN(input) ? "NaN" : !Number.isFinite(input) ? String(input) : void 0 : void 0;
		payload.issues.push({
			expected: "number",
			code: "invalid_type",
			input,
			inst,
			...received ? { received } : {}
		});
		return payload;
	};
});
const $ZodNumberFormat = /*@__PURE__*/ $constructor("$ZodNumberFormat", (inst, def) => {
	$ZodCheckNumberFormat.init(inst, def);
	$ZodNumber.init(inst, def);
});
const $ZodBoolean = /*@__PURE__*/ $constructor("$ZodBoolean", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = boolean$1;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Boolean(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "boolean") return payload;
		payload.issues.push({
			expected: "boolean",
			code: "invalid_type",
			input,
			inst
		});
		return payload;
	};
});
const $ZodNull = /*@__PURE__*/ $constructor("$ZodNull", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = _null$2;
	inst._zod.values = /* @__PURE__ */ new Set([null]);
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (input === null) return payload;
		payload.issues.push({
			expected: "null",
			code: "invalid_type",
			input,
			inst
		});
		return payload;
	};
});
const $ZodUnknown = /*@__PURE__*/ $constructor("$ZodUnknown", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload) => payload;
});
const $ZodNever = /*@__PURE__*/ $constructor("$ZodNever", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _ctx) => {
		payload.issues.push({
			expected: "never",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
function capSize(inst, size) {
	const caps = sizeCaps(inst._zod.def.checks);
	if (!caps.length) return;
	const cap = Math.min(...caps.map((c) => c[0]));
	const parse = inst._zod.parse;
	inst._zod.parse = (payload, ctx) => {
		const n = size(payload.value);
		if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
			for (const [max, ch] of sizeCaps(inst._zod.def.checks)) if (n > max && ch._zod.def.when(payload)) {
				const start = payload.issues.length;
				ch._zod.check(payload);
				payload.issues[start].continue = false;
				attachSchema(payload.issues, start, inst);
				return payload;
			}
		}
		return parse(payload, ctx);
	};
}
const arraySize = (input) => Array.isArray(input) ? input.length : -1;
function handleArrayResult(result, final, index) {
	if (result.issues.length) final.issues.push(...prefixIssues(index, result.issues));
	final.value[index] = result.value;
}
const $ZodArray = /*@__PURE__*/ $constructor("$ZodArray", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!Array.isArray(input)) {
			payload.issues.push({
				expected: "array",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
		const proms = [];
		const abortEarly = ctx?.abortEarly;
		for (let i = 0; i < input.length; i++) {
			const item = input[i];
			const result = def.element._zod.run({
				value: item,
				issues: []
			}, ctx);
			if (result instanceof Promise) proms.push(result.then((result) => handleArrayResult(result, payload, i)));
			else {
				handleArrayResult(result, payload, i);
				if (abortEarly && result.issues.length !== 0 && aborted(result)) break;
			}
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
	capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
	const isPresent = key in input;
	const isOptionalOut = optout === "optional";
	if (!isPresent && isOptionalOut && optin === "optional") return;
	if (result.issues.length) {
		if (optin !== void 0 && isOptionalOut && !isPresent) return;
		final.issues.push(...prefixIssues(key, result.issues));
	}
	if (!isPresent && optin === void 0) {
		if (!result.issues.length) final.issues.push({
			code: "invalid_type",
			expected: "nonoptional",
			input: void 0,
			path: [key]
		});
		return;
	}
	if (result.value === void 0) {
		if (isPresent || optin === "defaulted" && !isOptionalOut) final.value[key] = void 0;
	} else final.value[key] = result.value;
}
const NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
	const keys = Object.keys(def.shape);
	const ownSymbols = Object.getOwnPropertySymbols(def.shape);
	const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
	const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
	for (const k of allKeys) if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
	const okeys = optionalKeys(def.shape);
	return {
		...def,
		allKeys,
		symbolKeys,
		keySet: new Set(keys),
		numKeys: keys.length,
		optionalKeys: new Set(okeys)
	};
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
	const unrecognized = [];
	const keySet = def.keySet;
	const _catchall = def.catchall._zod;
	const t = _catchall.def.type;
	const optin = _catchall.optin;
	const optout = _catchall.optout;
	let seen = 0;
	for (const key in input) {
		if (abortEarly && payload.issues.length !== seen) {
			if (aborted(payload, seen)) break;
			seen = payload.issues.length;
		}
		if (keySet.has(key)) continue;
		if (key === "__proto__") {
			if (t === "never") unrecognized.push(key);
			continue;
		}
		if (t === "never") {
			unrecognized.push(key);
			continue;
		}
		const r = _catchall.run({
			value: input[key],
			issues: []
		}, ctx);
		if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
		else handlePropertyResult(r, payload, key, input, optin, optout);
	}
	if (unrecognized.length) payload.issues.push({
		code: "unrecognized_keys",
		keys: unrecognized,
		input,
		inst,
		continue: true
	});
	if (!proms.length) return payload;
	return Promise.all(proms).then(() => {
		return payload;
	});
}
const $ZodObject = /*@__PURE__*/ $constructor("$ZodObject", (inst, def) => {
	$ZodType.init(inst, def);
	const desc = Object.getOwnPropertyDescriptor(def, "shape");
	const sh = desc?.get ? desc.get.raw : def.shape ?? {};
	if (sh) {
		const get = () => {
			const newSh = { ...sh };
			Object.defineProperty(def, "shape", { value: newSh });
			get.raw = newSh;
			return newSh;
		};
		get.raw = sh;
		Object.defineProperty(def, "shape", { get });
	}
	const _normalized = cached(() => normalizeDef(def));
	defineLazyInternal(inst, "propValues", (zod) => {
		const shape = zod.def.shape;
		const propValues = {};
		for (const key in shape) {
			const field = shape[key]._zod;
			if (field.values) {
				if (!Object.prototype.hasOwnProperty.call(propValues, key)) assignProp(propValues, key, /* @__PURE__ */ new Set());
				for (const v of field.values) propValues[key].add(v);
				if (field.optin !== void 0) propValues[key].add(void 0);
			}
		}
		return propValues;
	});
	const isObject = isObject$1;
	const catchall = def.catchall;
	let value;
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		value ?? (value = _normalized.value);
		const input = payload.value;
		if (!isObject(input)) {
			payload.issues.push({
				expected: "object",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
		const proms = [];
		const shape = value.shape;
		const abortEarly = ctx?.abortEarly;
		let seen = payload.issues.length;
		for (const key of value.allKeys) {
			if (abortEarly && payload.issues.length !== seen) {
				if (aborted(payload, seen)) break;
				seen = payload.issues.length;
			}
			if (key === "__proto__") continue;
			const el = shape[key];
			const optin = el._zod.optin;
			const optout = el._zod.optout;
			const r = el._zod.run({
				value: input[key],
				issues: []
			}, ctx);
			if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
			else handlePropertyResult(r, payload, key, input, optin, optout);
		}
		if (!catchall) return proms.length ? Promise.all(proms).then(() => payload) : payload;
		return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
	};
});
function handleUnionResults(results, final, inst, ctx) {
	for (const result of results) if (result.issues.length === 0) {
		final.value = result.value;
		return final;
	}
	const nonaborted = results.filter((r) => !aborted(r));
	if (nonaborted.length === 1) {
		final.value = nonaborted[0].value;
		return nonaborted[0];
	}
	final.issues.push({
		code: "invalid_union",
		input: final.value,
		inst,
		errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config())))
	});
	return final;
}
const $ZodUnion = /*@__PURE__*/ $constructor("$ZodUnion", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted") ? "defaulted" : zod.def.options.some((o) => o._zod.optin !== void 0) ? "optional" : void 0);
	defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : void 0);
	defineLazyInternal(inst, "values", (zod) => {
		if (zod.def.options.every((o) => o._zod.values)) return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		if (zod.def.options.every((o) => o._zod.pattern)) {
			const patterns = zod.def.options.map((o) => o._zod.pattern);
			return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
		}
	});
	const first = def.options.length === 1 ? def.options[0]._zod.run : null;
	inst._zod.parse = (payload, ctx) => {
		if (first) return first(payload, ctx);
		let async = false;
		const results = [];
		for (const option of def.options) {
			const result = option._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) {
				results.push(result);
				async = true;
			} else {
				if (result.issues.length === 0) return result;
				results.push(result);
			}
		}
		if (!async) return handleUnionResults(results, payload, inst, ctx);
		return Promise.all(results).then((results) => {
			return handleUnionResults(results, payload, inst, ctx);
		});
	};
});
const $ZodRecord = /*@__PURE__*/ $constructor("$ZodRecord", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!isPlainObject(input)) {
			payload.issues.push({
				expected: "record",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		const proms = [];
		const values = def.keyType._zod.values;
		if (values && !def.partial) {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			const recordKeys = /* @__PURE__ */ new Set();
			for (const key of values) if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
				recordKeys.add(typeof key === "number" ? key.toString() : key);
				if (key === "__proto__") continue;
				const keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (keyResult.issues.length) {
					payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			let unrecognized;
			for (const key in input) if (!recordKeys.has(key)) {
				if (def.mode === "loose") {
					if (key === "__proto__") continue;
					payload.value[key] = input[key];
				} else {
					unrecognized = unrecognized ?? [];
					unrecognized.push(key);
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		} else {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			let unrecognized;
			for (const key of Reflect.ownKeys(input)) {
				if (key === "__proto__") continue;
				if (!Object.prototype.propertyIsEnumerable.call(input, key)) continue;
				let keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (typeof key === "string" && number$1.test(key) && keyResult.issues.length) {
					const retryResult = def.keyType._zod.run({
						value: Number(key),
						issues: []
					}, ctx);
					if (retryResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
					if (retryResult.issues.length === 0) keyResult = retryResult;
				}
				if (keyResult.issues.length) {
					if (def.mode === "loose") payload.value[key] = input[key];
					else if (values) {
						unrecognized = unrecognized ?? [];
						unrecognized.push(key);
					} else payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
});
const $ZodEnum = /*@__PURE__*/ $constructor("$ZodEnum", (inst, def) => {
	$ZodType.init(inst, def);
	const values = getEnumValues(def.entries);
	const valuesSet = new Set(values);
	inst._zod.values = valuesSet;
	defineLazyInternal(inst, "pattern", (zod) => {
		const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
		return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (valuesSet.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values,
			input,
			inst
		});
		return payload;
	};
});
const $ZodLiteral = /*@__PURE__*/ $constructor("$ZodLiteral", (inst, def) => {
	$ZodType.init(inst, def);
	const values = new Set(def.values);
	inst._zod.values = values;
	defineLazyInternal(inst, "pattern", (zod) => {
		const vals = zod.def.values;
		return new RegExp(vals.length ? `^(${vals.map((o) => typeof o === "string" ? escapeRegex(o) : o ? escapeRegex(o.toString()) : String(o)).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (values.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values: def.values,
			input,
			inst
		});
		return payload;
	};
});
const $ZodTransform = /*@__PURE__*/ $constructor("$ZodTransform", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.optin = "optional";
	globalConfig.memoizer?.guard(inst);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") throw new $ZodEncodeError(inst.constructor.name);
		const _out = def.transform(payload.value, payload);
		if (ctx.async) return (_out instanceof Promise ? _out : Promise.resolve(_out)).then((output) => {
			payload.value = output;
			return payload;
		});
		if (_out instanceof Promise) throw new $ZodAsyncError();
		payload.value = _out;
		return payload;
	};
});
function handleOptionalResult(payload, result) {
	payload.value = result.issues.length ? void 0 : result.value;
	return payload;
}
const $ZodOptional = /*@__PURE__*/ $constructor("$ZodOptional", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
	inst._zod.optout = "optional";
	defineLazyInternal(inst, "values", (zod) => {
		const values = zod.def.innerType._zod.values;
		return values ? /* @__PURE__ */ new Set([...values, void 0]) : void 0;
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === void 0) {
			if (def.innerType._zod.optin !== "defaulted") return payload;
			const result = def.innerType._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) return result.then((result) => handleOptionalResult(payload, result));
			return handleOptionalResult(payload, result);
		}
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodExactOptional = /*@__PURE__*/ $constructor("$ZodExactOptional", (inst, def) => {
	$ZodOptional.init(inst, def);
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	defineLazyInternal(inst, "pattern", (zod) => zod.def.innerType._zod.pattern);
	inst._zod.parse = (payload, ctx) => {
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodNullable = /*@__PURE__*/ $constructor("$ZodNullable", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
	defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : void 0;
	});
	defineLazyInternal(inst, "values", (zod) => {
		return zod.def.innerType._zod.values ? /* @__PURE__ */ new Set([...zod.def.innerType._zod.values, null]) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === null) return payload;
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodDefault = /*@__PURE__*/ $constructor("$ZodDefault", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.optin = "defaulted";
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
		if (payload.value === void 0) {
			payload.value = def.defaultValue;
			return payload;
		}
		const result = def.innerType._zod.run(payload, ctx);
		if (result instanceof Promise) return result.then((result) => handleDefaultResult(result, def));
		return handleDefaultResult(result, def);
	};
});
function handleDefaultResult(payload, def) {
	if (payload.value === void 0) payload.value = def.defaultValue;
	return payload;
}
function handleCatchResult(payload, result, def, ctx) {
	if (!result.issues.length) {
		payload.value = result.value;
		if (result.memo) payload.memo = true;
		return payload;
	}
	payload.value = def.catchValue({
		...result,
		value: payload.value,
		error: { issues: result.issues.map((iss) => finalizeIssue(iss, ctx, config())) },
		input: payload.value
	});
	return payload;
}
const $ZodCatch = /*@__PURE__*/ $constructor("$ZodCatch", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
	defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
		const result = def.innerType._zod.run({
			value: payload.value,
			issues: []
		}, ctx);
		if (result instanceof Promise) return result.then((result) => handleCatchResult(payload, result, def, ctx));
		return handleCatchResult(payload, result, def, ctx);
	};
});
const $ZodPipe = /*@__PURE__*/ $constructor("$ZodPipe", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
	defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
	defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
	defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") {
			const right = def.out._zod.run(payload, ctx);
			if (right instanceof Promise) return right.then((right) => handlePipeResult(right, def.in, ctx));
			return handlePipeResult(right, def.in, ctx);
		}
		const left = def.in._zod.run(payload, ctx);
		if (left instanceof Promise) return left.then((left) => handlePipeResult(left, def.out, ctx));
		return handlePipeResult(left, def.out, ctx);
	};
});
function handlePipeResult(left, next, ctx) {
	if (left.issues.some((iss) => iss.code !== "unrecognized_keys")) {
		left.aborted = true;
		return left;
	}
	return next._zod.run({
		value: left.value,
		issues: left.issues
	}, ctx);
}
const $ZodLazy = /*@__PURE__*/ $constructor("$ZodLazy", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazy(inst._zod, "innerType", () => {
		const d = def;
		if (!d._cachedInner) d._cachedInner = def.getter();
		return d._cachedInner;
	});
	defineLazyInternal(inst, "pattern", (zod) => zod.innerType?._zod?.pattern);
	defineLazyInternal(inst, "propValues", (zod) => zod.innerType?._zod?.propValues);
	defineLazyInternal(inst, "optin", (zod) => zod.innerType?._zod?.optin ?? void 0);
	defineLazyInternal(inst, "optout", (zod) => zod.innerType?._zod?.optout ?? void 0);
	inst._zod.parse = (payload, ctx) => {
		return inst._zod.innerType._zod.run(payload, ctx);
	};
});
const $ZodCustom = /*@__PURE__*/ $constructor("$ZodCustom", (inst, def) => {
	$ZodCheck.init(inst, def);
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _) => {
		return payload;
	};
	inst._zod.check = (payload) => {
		const input = payload.value;
		const r = def.fn(input);
		if (r instanceof Promise) return r.then((r) => handleRefineResult(r, payload, input, inst));
		handleRefineResult(r, payload, input, inst);
	};
});
function handleRefineResult(result, payload, input, inst) {
	if (!result) {
		const _iss = {
			code: "custom",
			input,
			inst,
			path: [...inst._zod.def.path ?? []],
			continue: !inst._zod.def.abort
		};
		if (inst._zod.def.params) _iss.params = inst._zod.def.params;
		payload.issues.push(issue(_iss));
	}
}

// node_modules/zod/v4/core/registries.js
var _a;
var $ZodRegistry = class {
	constructor() {
		this._map = /* @__PURE__ */ new WeakMap();
		this._idmap = /* @__PURE__ */ new Map();
	}
	add(schema, ..._meta) {
		const meta = _meta[0];
		this._map.set(schema, meta);
		if (meta && typeof meta === "object" && "id" in meta) this._idmap.set(meta.id, schema);
		return this;
	}
	clear() {
		this._map = /* @__PURE__ */ new WeakMap();
		this._idmap = /* @__PURE__ */ new Map();
		return this;
	}
	remove(schema) {
		const meta = this._map.get(schema);
		if (meta && typeof meta === "object" && "id" in meta) this._idmap.delete(meta.id);
		this._map.delete(schema);
		return this;
	}
	get(schema) {
		const p = schema._zod.parent;
		if (p) {
			const pm = { ...this.get(p) ?? {} };
			delete pm.id;
			const f = {
				...pm,
				...this._map.get(schema)
			};
			return Object.keys(f).length ? f : void 0;
		}
		return this._map.get(schema);
	}
	has(schema) {
		return this._map.has(schema);
	}
};
function registry() {
	return new $ZodRegistry();
}
(_a = globalThis).__zod_globalRegistry ?? (_a.__zod_globalRegistry = registry());
const globalRegistry = globalThis.__zod_globalRegistry;

// node_modules/zod/v4/core/api.js
function snapshotChecks(def) {
	if (def.checks) def.checks = [...def.checks];
	return def;
}
// @__NO_SIDE_EFFECTS__
function _string(Class, params) {
	return new Class(snapshotChecks({
		type: "string",
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _number(Class, params) {
	return new Class(snapshotChecks({
		type: "number",
		checks: [],
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _int(Class, params) {
	return new Class({
		type: "number",
		check: "number_format",
		abort: false,
		format: "safeint",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _boolean(Class, params) {
	return new Class({
		type: "boolean",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _null$1(Class, params) {
	return new Class({
		type: "null",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _unknown(Class) {
	return new Class({ type: "unknown" });
}
// @__NO_SIDE_EFFECTS__
function _never(Class, params) {
	return new Class({
		type: "never",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _lte(value, params) {
	return new $ZodCheckLessThan({
		check: "less_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
// @__NO_SIDE_EFFECTS__
function _gt(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: false
	});
}
// @__NO_SIDE_EFFECTS__
function _gte(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
// @__NO_SIDE_EFFECTS__
function _maxLength(maximum, params) {
	return new $ZodCheckMaxLength({
		check: "max_length",
		...normalizeParams(params),
		maximum
	});
}
// @__NO_SIDE_EFFECTS__
function _minLength(minimum, params) {
	return new $ZodCheckMinLength({
		check: "min_length",
		...normalizeParams(params),
		minimum
	});
}
// @__NO_SIDE_EFFECTS__
function _length(length, params) {
	return new $ZodCheckLengthEquals({
		check: "length_equals",
		...normalizeParams(params),
		length
	});
}
// @__NO_SIDE_EFFECTS__
function _regex(pattern, params) {
	return new $ZodCheckRegex({
		check: "string_format",
		format: "regex",
		...normalizeParams(params),
		pattern
	});
}
// @__NO_SIDE_EFFECTS__
function _refine(Class, fn, _params) {
	return new Class({
		type: "custom",
		check: "custom",
		fn,
		...normalizeParams(_params)
	});
}
// @__NO_SIDE_EFFECTS__
function meta$1(metadata) {
	const ch = new $ZodCheck({ check: "meta" });
	ch._zod.onattach = [(inst) => {
		const existing = globalRegistry.get(inst) ?? {};
		globalRegistry.add(inst, {
			...existing,
			...metadata
		});
	}];
	ch._zod.check = () => {};
	return ch;
}

// node_modules/zod/v4/mini/schemas.js
const ZodMiniType = /*@__PURE__*/ $constructor("ZodMiniType", (inst, def) => {
	if (!inst._zod) throw new Error("Uninitialized schema in ZodMiniType.");
	$ZodType.init(inst, def);
	inst.def = def;
	inst.type = def.type;
}, {
	get with() {
		return this.check;
	},
	set with(value) {
		own(this, "with", value);
	},
	parse(data, params) {
		return parse(this, data, params, { callee: this.parse });
	},
	parseAsync(data, params) {
		return parseAsync(this, data, params, { callee: this.parseAsync });
	},
	safeParse(data, params) {
		return safeParse(this, data, params);
	},
	safeParseAsync(data, params) {
		return safeParseAsync(this, data, params);
	},
	check(...checks) {
		const def = this.def;
		return this.clone({
			...def,
			checks: [...def.checks ?? [], ...checks.map((ch) => typeof ch === "function" ? { _zod: {
				check: ch,
				def: { check: "custom" },
				onattach: []
			} } : ch)]
		}, { parent: true });
	},
	clone(_def, params) {
		return clone(this, _def, params);
	},
	brand() {
		return this;
	},
	register(reg, meta) {
		reg.add(this, meta);
		return this;
	},
	apply(fn, ...args) {
		return args.length === 0 ? fn(this) : fn(this, ...args);
	}
});
const ZodMiniString = /*@__PURE__*/ $constructor("ZodMiniString", (inst, def) => {
	$ZodString.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function string(params) {
	return _string(ZodMiniString, params);
}
const ZodMiniNumber = /*@__PURE__*/ $constructor("ZodMiniNumber", (inst, def) => {
	$ZodNumber.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function number(params) {
	return _number(ZodMiniNumber, params);
}
const ZodMiniNumberFormat = /*@__PURE__*/ $constructor("ZodMiniNumberFormat", (inst, def) => {
	$ZodNumberFormat.init(inst, def);
	ZodMiniNumber.init(inst, def);
});
function int(params) {
	return _int(ZodMiniNumberFormat, params);
}
const ZodMiniBoolean = /*@__PURE__*/ $constructor("ZodMiniBoolean", (inst, def) => {
	$ZodBoolean.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function boolean(params) {
	return _boolean(ZodMiniBoolean, params);
}
const ZodMiniNull = /*@__PURE__*/ $constructor("ZodMiniNull", (inst, def) => {
	$ZodNull.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function _null(params) {
	return _null$1(ZodMiniNull, params);
}
const ZodMiniUnknown = /*@__PURE__*/ $constructor("ZodMiniUnknown", (inst, def) => {
	$ZodUnknown.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function unknown() {
	return _unknown(ZodMiniUnknown);
}
const ZodMiniNever = /*@__PURE__*/ $constructor("ZodMiniNever", (inst, def) => {
	$ZodNever.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function never(params) {
	return _never(ZodMiniNever, params);
}
const ZodMiniArray = /*@__PURE__*/ $constructor("ZodMiniArray", (inst, def) => {
	$ZodArray.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function array(element, params) {
	return new ZodMiniArray({
		type: "array",
		element,
		...normalizeParams(params)
	});
}
const ZodMiniObject = /*@__PURE__*/ $constructor("ZodMiniObject", (inst, def) => {
	$ZodObject.init(inst, def);
	ZodMiniType.init(inst, def);
	installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
});
// @__NO_SIDE_EFFECTS__
function object(shape, params) {
	const def = {
		type: "object",
		shape: shape ?? {},
		...normalizeParams(params)
	};
	return new ZodMiniObject(def);
}
// @__NO_SIDE_EFFECTS__
function strictObject(shape, params) {
	return new ZodMiniObject({
		type: "object",
		shape,
		catchall: /* @__PURE__ */ never(),
		...normalizeParams(params)
	});
}
const ZodMiniUnion = /*@__PURE__*/ $constructor("ZodMiniUnion", (inst, def) => {
	$ZodUnion.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function union(options, params) {
	return new ZodMiniUnion({
		type: "union",
		options,
		...normalizeParams(params)
	});
}
const ZodMiniRecord = /*@__PURE__*/ $constructor("ZodMiniRecord", (inst, def) => {
	$ZodRecord.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function record(keyType, valueType, params) {
	if (!valueType || !valueType._zod) return new ZodMiniRecord({
		type: "record",
		keyType: /* @__PURE__ */ string(),
		valueType: keyType,
		...normalizeParams(valueType)
	});
	return new ZodMiniRecord({
		type: "record",
		keyType,
		valueType,
		...normalizeParams(params)
	});
}
const ZodMiniEnum = /*@__PURE__*/ $constructor("ZodMiniEnum", (inst, def) => {
	$ZodEnum.init(inst, def);
	ZodMiniType.init(inst, def);
	inst.options = [...inst._zod.values];
});
// @__NO_SIDE_EFFECTS__
function _enum(values, params) {
	const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
	return new ZodMiniEnum({
		type: "enum",
		entries,
		...normalizeParams(params)
	});
}
const ZodMiniLiteral = /*@__PURE__*/ $constructor("ZodMiniLiteral", (inst, def) => {
	$ZodLiteral.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function literal(value, params) {
	return new ZodMiniLiteral({
		type: "literal",
		values: Array.isArray(value) ? value : [value],
		...normalizeParams(params)
	});
}
const ZodMiniTransform = /*@__PURE__*/ $constructor("ZodMiniTransform", (inst, def) => {
	$ZodTransform.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function transform(fn) {
	return new ZodMiniTransform({
		type: "transform",
		transform: fn
	});
}
const ZodMiniOptional = /*@__PURE__*/ $constructor("ZodMiniOptional", (inst, def) => {
	$ZodOptional.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function optional(innerType) {
	return new ZodMiniOptional({
		type: "optional",
		innerType
	});
}
const ZodMiniExactOptional = /*@__PURE__*/ $constructor("ZodMiniExactOptional", (inst, def) => {
	$ZodExactOptional.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function exactOptional(innerType) {
	return new ZodMiniExactOptional({
		type: "optional",
		innerType
	});
}
const ZodMiniNullable = /*@__PURE__*/ $constructor("ZodMiniNullable", (inst, def) => {
	$ZodNullable.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function nullable(innerType) {
	return new ZodMiniNullable({
		type: "nullable",
		innerType
	});
}
// @__NO_SIDE_EFFECTS__
function nullish(innerType) {
	return /* @__PURE__ */ optional(/* @__PURE__ */ nullable(innerType));
}
const ZodMiniDefault = /*@__PURE__*/ $constructor("ZodMiniDefault", (inst, def) => {
	$ZodDefault.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function _default(innerType, defaultValue) {
	return new ZodMiniDefault({
		type: "default",
		innerType,
		get defaultValue() {
			return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
		}
	});
}
const ZodMiniCatch = /*@__PURE__*/ $constructor("ZodMiniCatch", (inst, def) => {
	$ZodCatch.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function _catch(innerType, catchValue) {
	return new ZodMiniCatch({
		type: "catch",
		innerType,
		catchValue: typeof catchValue === "function" ? catchValue : constantCatch(catchValue)
	});
}
const ZodMiniPipe = /*@__PURE__*/ $constructor("ZodMiniPipe", (inst, def) => {
	$ZodPipe.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function pipe(in_, out) {
	return new ZodMiniPipe({
		type: "pipe",
		in: in_,
		out
	});
}
const ZodMiniLazy = /*@__PURE__*/ $constructor("ZodMiniLazy", (inst, def) => {
	$ZodLazy.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function _lazy(getter) {
	return new ZodMiniLazy({
		type: "lazy",
		getter
	});
}
const ZodMiniCustom = /*@__PURE__*/ $constructor("ZodMiniCustom", (inst, def) => {
	$ZodCustom.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function refine(fn, _params = {}) {
	return _refine(ZodMiniCustom, fn, _params);
}
const meta = meta$1;
// @__NO_SIDE_EFFECTS__
function json() {
	const jsonSchema = /* @__PURE__ */ _lazy(() => {
		return /* @__PURE__ */ union([
			/* @__PURE__ */ string(),
			/* @__PURE__ */ number(),
			/* @__PURE__ */ boolean(),
			/* @__PURE__ */ _null(),
			/* @__PURE__ */ array(jsonSchema),
			/* @__PURE__ */ record(/* @__PURE__ */ string(), jsonSchema)
		]);
	});
	return jsonSchema;
}

// src/model/values.ts
const asWritten = union([
	string(),
	number(),
	boolean()
]);
const writtenText = () => pipe(asWritten, transform(String));
const writtenId = union([string().check(_minLength(1)), number()]);
const idText = () => pipe(writtenId, transform(String));
const writtenUnions = /* @__PURE__ */ new Set([asWritten, writtenId]);
function withDescription(schema, description, ...examples) {
	return schema.check(meta({
		description,
		...examples.length > 0 && { examples: [...examples] }
	}));
}
const field = (schema, description, ...examples) => exactOptional(withDescription(schema, description, ...examples));
const someText = () => string().check(_minLength(1));
const matching = (pattern, error) => string().check(_regex(pattern, { error }));
const atLeast = (min) => int().check(_gte(min));
const withUnit = (pattern, rule, read) => union([pipe(matching(pattern, rule), transform(read)), number().check(refine(() => false, { error: rule }), meta({ not: {} }))]);
const nameText = () => string().check(_regex(/^(?!\s)(?!.*\s$)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]*$/u, { error: "must be one line of visible text, without leading or trailing spaces" }), _minLength(1), _maxLength(220));
const clusterId = () => string().check(_maxLength(255));
const absolutePath = () => matching(/^\//, "must start with `/`");
const healthPort = () => int().check(_gte(0), _lte(65535));
const referencePattern = (() => {
	const [component, digest] = [require_index.componentForm, require_index.digestForm].map(({ source }) => source.slice(1, -1));
	return `^(?![^/:@]{248})(?:(?=[^/]*[.:]|localhost/)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?/)?${component}(?:/${component})*(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@${digest})?$`;
})();
const imageAddress = () => string().check(_minLength(1), refine((address) => address === "" || "domain" in require_index.parseReference(address), { error: ({ input }) => {
	const { part, allowed } = require_index.parseReference(String(input));
	const [odd] = /[^\w./:@[\]-]/u.exec(String(input)) ?? [];
	if (odd !== void 0) return `must be an image reference, which has no ${odd === " " ? "space" : require_index.quote(odd)}`;
	return `must be an image reference (${part}: ${allowed})`;
} }), meta({ pattern: referencePattern }));
const reservedPorts = [
	2222,
	2223,
	2224
];
const portNumber = int().check(_gte(1), _lte(65535), refine((port) => !reservedPorts.includes(port), { error: "must not be 2222, 2223 or 2224, which are reserved by the service" }), meta({ not: { enum: [...reservedPorts] } }));
const port = union([portNumber, pipe(matching(/^(?!222[2-4]$)([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/, "must be a number from 1 to 65535, except 2222, 2223 and 2224"), transform(Number))]);
const bareOrWithin = (name, item, schema) => array(union([item, pipe(strictObject({ [name]: schema }), transform((given) => given[name]))]));
const bareFor = (name, schema) => pipe(schema, transform((value) => ({ [name]: value })));
const volumeMounts = array(strictObject({
	type: withDescription(someText(), "`local` for a disk of the worker; any other type is cloud storage and requires `clusterID`.", "local", "network"),
	id: field(string(), "ID of the cloud storage. If omitted, a mounted volume keeps its ID.", "vol-1"),
	size: field(atLeast(0), "Size in GB. If omitted, a mounted volume keeps its size.", 50),
	mountPath: withDescription(absolutePath(), "Absolute path in the container.", "/data")
}));
const envKey = matching(/^[^=]+$/, "must not be empty or contain `=`");
const envs = union([pipe(record(envKey, writtenText()), transform((map) => {
	return Object.keys(map).sort().map((key) => ({
		key,
		value: map[key] ?? ""
	}));
})), array(strictObject({
	key: withDescription(envKey, "Name of the variable; not empty, no `=`.", "MODEL"),
	value: withDescription(writtenText(), "Value; an unquoted `true`, `1` or `1.10` is kept as the text written.", "llama-3.1-8b")
}))]);
const kindSchemas = {
	text: string(),
	integer: atLeast(0),
	ports: bareOrWithin("port", port, withDescription(port, "The port.", 8e3)).check(_length(1)),
	products: bareOrWithin("id", idText(), withDescription(idText(), "Product ID; may be a number.", "SL-serverless-3")),
	volumes: volumeMounts,
	envs
};

// src/model/members.ts
const memberTable = {
	name: textRow({
		schema: nameText(),
		description: "Name that identifies the endpoint, 1–220 characters. Required here or as the `name` input.",
		examples: ["llama-prod"],
		v2: { name: "name" },
		workers: "kept",
		identifies: true
	}),
	appName: textRow({
		description: "Part of the endpoint URL: lowercase letters, digits and hyphens, unique across the service. Defaults to the endpoint ID. Cannot be changed later.",
		examples: ["llama"],
		v1: "when-set",
		isCreationOnly: true,
		identifies: true
	}),
	image: {
		description: "The container image: its address, or a mapping with credential and commands. Required to create, here or as the `image` input.",
		examples: ["ghcr.io/acme/llama:1.4.0"],
		shorthand: "image",
		members: {
			image: textRow({
				schema: imageAddress(),
				description: "Address of the image. Overridden by the `image` input.",
				examples: ["ghcr.io/acme/llama:1.4.0"],
				neededToCreate: "Add the address of an image to the spec, or pass it as `image`.",
				v2: {
					name: "image",
					bound: { max: 500 }
				}
			}),
			authId: textRow({
				description: "ID of a saved image credential; empty for a public image.",
				examples: ["cred-1"],
				default: "",
				v2: {
					name: "registry_auth_id",
					bound: { max: 255 }
				}
			}),
			command: textRow({
				description: "Start command; empty for the image's own.",
				examples: ["--model meta-llama/Llama-3.1-8B-Instruct"],
				default: "",
				v2: { name: "command" },
				mayHoldSecret: true
			}),
			entrypoint: textRow({
				description: "Entrypoint of the container.",
				examples: ["/usr/bin/python3"],
				v1: "never",
				v2: { name: "entrypoint" },
				returned: false,
				mayHoldSecret: true
			})
		}
	},
	workerConfig: {
		description: "How many workers run, and how they serve requests.",
		examples: [{
			minNum: 0,
			maxNum: 3
		}],
		members: {
			minNum: integerRow({
				description: "Minimum number of workers; 0 scales to zero.",
				examples: [0],
				default: 0,
				v2: byWorkerConfig("min_replicas", {
					min: 0,
					max: 1e3
				}),
				limit: range("WorkerNum", "workers", { mayBeZero: true }),
				workers: "kept"
			}),
			maxNum: integerRow({
				description: "Maximum number of workers; at least `minNum`.",
				examples: [3],
				default: 1,
				v2: {
					name: "worker_config.max_replicas",
					bound: {
						min: 0,
						max: 1e3
					}
				},
				limit: range("WorkerNum", "workers"),
				workers: "kept"
			}),
			freeTimeout: integerRow({
				description: "Idle time in seconds before a worker is stopped.",
				examples: [300],
				default: 300,
				v2: byWorkerConfig("idle_timeout", {
					min: 1,
					max: 1e3
				}),
				limit: range("FreeTimeout", "seconds"),
				workers: "kept"
			}),
			maxConcurrent: integerRow({
				description: "Number of requests that one worker serves at the same time.",
				examples: [8],
				default: 1,
				v2: byWorkerConfig("max_concurrent_per_worker", {
					min: 1,
					max: 1e3
				}),
				limit: range("ConcurrencyNum", "requests"),
				workers: "kept"
			}),
			gpuNum: integerRow({
				description: "GPUs per worker.",
				examples: [1],
				default: 1,
				v2: byWorkerConfig("gpu_num", {
					min: 1,
					max: 8
				}),
				limit: range("GPUNum", "GPUs")
			}),
			requestTimeout: integerRow({
				description: "Time limit for a request, in seconds.",
				examples: [600],
				default: 600,
				v2: byWorkerConfig("request_timeout", {
					min: 1,
					max: 1800
				}),
				limit: range("RequestTimeout", "seconds"),
				workers: "kept"
			}),
			cudaVersion: textRow({
				schema: idText(),
				description: "Lowest CUDA version that the machines must support.",
				examples: ["12.8"],
				v1: "never",
				v2: byWorkerConfig("min_cuda_version", { oneOf: [
					"12.4",
					"12.6",
					"12.8",
					"12.9",
					"13.0"
				] }),
				limit: { list: "cudaVersionList" }
			})
		}
	},
	policy: {
		description: "When workers are added. Required to create.",
		examples: [{
			type: "concurrency",
			value: 8
		}],
		members: {
			type: textRow({
				schema: someText(),
				description: "`queue` or `concurrency`, always with `value`. Any other type is sent by v1, with a warning, unless it is nearly one of these.",
				examples: ["concurrency", "queue"],
				neededToCreate: "Add, for example, `policy: {type: concurrency, value: 8}`.",
				v2: {
					name: "policy.type",
					bound: { oneOf: ["queue", "concurrency"] },
					needs: ["policy.value"]
				},
				workers: "kept"
			}),
			value: integerRow({
				description: "Seconds that a request may wait (`queue`), or number of requests (`concurrency`).",
				examples: [8],
				v2: {
					name: "policy.value",
					bound: {
						min: 1,
						max: 1e3
					},
					needs: ["policy.type"]
				},
				limit: { byPolicyType: {
					queue: range("QueueWaitTime", "seconds"),
					concurrency: range("RequestNum", "requests")
				} },
				workers: "kept"
			})
		}
	},
	ports: rowsOf("ports")({
		description: "The one HTTP port: 1–65535, except 2222, 2223 and 2224. Required to create.",
		examples: [[8e3]],
		neededToCreate: "Add, for example, `ports: [8000]`.",
		v2: { name: "ports" }
	}),
	healthy: {
		description: "Health check: its path, or a mapping with path and port. Must return 200 for a worker to be healthy.",
		examples: [{ path: "/health" }],
		shorthand: "path",
		members: {
			path: textRow({
				schema: absolutePath(),
				description: "Path that returns 200 when the worker is healthy.",
				examples: ["/health"],
				v1: "when-set",
				v2: {
					name: "health_check.path",
					bound: { min: 1 }
				}
			}),
			port: integerRow({
				schema: healthPort(),
				description: "Port of the health check, 0–65535.",
				examples: [8001],
				v1: "never",
				v2: {
					name: "health_check.port",
					needs: ["healthy.path"]
				},
				returned: false
			})
		}
	},
	products: rowsOf("products")({
		description: "IDs of serverless products: the kinds of GPU.",
		examples: [["SL-serverless-3"]],
		isCreationOnly: true,
		v2: {
			name: "product_id",
			count: 1,
			bound: {
				min: 1,
				max: 255
			}
		}
	}),
	rootfsSize: integerRow({
		description: "System disk in GB.",
		examples: [100],
		default: 100,
		v1: { fixed: 100 },
		isCreationOnly: true,
		v2: byWorkerConfig("rootfs_size_gb", {
			min: 10,
			max: 100
		}),
		limit: range("RootfsSize", "GB")
	}),
	clusterID: textRow({
		schema: clusterId(),
		description: "Cluster that holds the cloud storage, at most 255 characters. Required with cloud storage.",
		examples: ["as-sgp-2"],
		v1: "when-set"
	}),
	volumeMounts: rowsOf("volumes")({
		description: "Disks mounted into each worker, each at its own path.",
		examples: [[{
			type: "local",
			size: 50,
			mountPath: "/data"
		}]],
		v2: {
			name: "volumes",
			items: {
				type: { oneOf: ["local", "network"] },
				mountPath: { max: 4095 }
			}
		},
		limit: { localVolumes: range("LocalVolumeSize", "GB") }
	}),
	envs: rowsOf("envs")({
		description: "Environment of the container, as a mapping or as `{key, value}` items. A key you remove here is removed from the endpoint.",
		examples: [{ MODEL: "llama-3.1-8b" }],
		v2: {
			name: "envs",
			items: {
				key: { max: 511 },
				value: { max: 4095 }
			}
		},
		mayHoldSecret: true
	}),
	regionId: textRow({
		description: "ID of the region.",
		examples: ["us-dallas-1"],
		v1: "never",
		v2: { name: "region_id" },
		returned: false
	})
};

// src/model/config.ts
const members = Object.entries(memberTable).flatMap(([name, entry]) => "members" in entry ? Object.entries(entry.members).map(([inner, row]) => toMember([name, inner], row)) : [toMember([name], entry)]);
function toMember(keys, row) {
	const families = [...row.v1 !== "never" && !row.isCreationOnly ? ["v1"] : [], ...row.v2 ? ["v2"] : []];
	return {
		v1: "always",
		returned: true,
		workers: "replaced",
		...row,
		path: keys.join("."),
		keys,
		families
	};
}
const byPath = new Map(members.map((member) => [member.path, member]));
function memberAt(path) {
	return byPath.get(path) ?? byPath.get(path.split(".")[0] ?? "");
}
const isPartOf = (place, path) => `${place}.`.startsWith(`${path}.`);
function valueAt(tree, keys) {
	return keys.reduce((at, key) => at?.[key], tree);
}
function configValue(config, { keys }) {
	return valueAt(config, keys);
}
function isUnread({ unread = [] }, path) {
	return unread.some((member) => member.path === path);
}
function sameDisk(volumes, disk) {
	return volumes.find(({ type, mountPath }) => type === disk.type && mountPath === disk.mountPath);
}
function treeOf(values) {
	const tree = {};
	for (const [path, value] of values) put(tree, path.split("."), value);
	return tree;
}
function put(tree, [top = "", inner], value) {
	if (value === void 0) return;
	if (inner === void 0) tree[top] = value;
	else tree[top] = Object.assign(tree[top] ?? {}, { [inner]: value });
}
function buildConfig(read) {
	const config = {};
	for (const member of members) put(config, member.keys, read(member));
	return config;
}
function emptyValue({ kind }) {
	if (kind === "text") return "";
	return kind === "integer" ? 0 : [];
}
function isNeverEmpty({ path, kind, neededToCreate, v2 }) {
	return path === "appName" || neededToCreate !== void 0 || kind === "integer" && (v2?.bound?.min ?? 0) > 0;
}
function isUnset(value) {
	return value === void 0 || value === "" || Array.isArray(value) && value.length === 0;
}
function replacesWorkers(path) {
	return memberAt(path)?.workers !== "kept";
}
function mayHoldSecret(path) {
	return memberAt(path)?.mayHoldSecret === true;
}
function fitsV2(value, { bound, items = {}, count }) {
	const list = [value].flat();
	const fits = (item) => typeof item === "object" ? Object.entries(items).every(([name, each]) => isWithin(item[name] ?? "", each)) : isWithin(item, bound);
	return (count ?? list.length) === list.length && list.every(fits);
}
function isWithin(value, { min = 0, max = Infinity, oneOf } = {}) {
	if (oneOf) return oneOf.includes(String(value));
	const measured = typeof value === "number" ? value : value.length;
	return measured >= min && measured <= max;
}
function v2Shortfall(desired) {
	const isOutside = (member) => {
		const value = configValue(desired, member);
		return !member.v2 || value !== void 0 && !fitsV2(value, member.v2);
	};
	const outside = new Set(members.filter(isOutside).map(({ path }) => path));
	return (path) => {
		const member = memberAt(path);
		return !member || [member.path, ...member.v2?.needs ?? []].some((each) => outside.has(each));
	};
}

// src/json.ts
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function tryParseJson(text) {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return;
	}
}
const maxItems = 1e3;
function isTooLong(list) {
	return Array.isArray(list) && list.length > 1e3;
}
function jsonText(value) {
	try {
		return JSON.stringify(value);
	} catch {
		return "a value that is nested too deep to be shown";
	}
}

// src/model/shortened.ts
const anyText = "*";
function shorten(texts, max = 150) {
	const count = new Set(texts).size;
	return count > max ? anyText : hashed(texts, count <= 50 ? 8 : 4);
}
function noteTests(tests) {
	return tests.length > 0 ? { tests: hashed(tests.map(textOfTest), 4) } : {};
}
function comparedTests(tests, record) {
	if (!record) return {
		added: 0,
		removed: 0
	};
	const { tests: noted = "4." } = record;
	const same = new Set(tests.map(textOfTest).filter(shortenedHas(noted))).size;
	return {
		added: tests.length - same,
		removed: (noted.length - 2) / 4 - same
	};
}
const textOfTest = (test) => JSON.stringify(test);
function hashed(texts, width) {
	return `${width}.${[...new Set(texts)].map((text) => shortHash(text, width)).sort().join("")}`;
}
function shortenedHas(shortened = "8.") {
	if (shortened === anyText) return () => true;
	const [form, data = ""] = shortened.split(".");
	const width = Number(form);
	const hashes = new Set(data.match(new RegExp(`.{${width}}`, "g")));
	return (text) => hashes.has(shortHash(text, width));
}
function shortHash(text, width) {
	return require_index.hash("sha256", text, "base64url").slice(0, width);
}

// src/model/record.ts
const maxRecordLength = 4095;
const shortText = string().check(_maxLength(500));
const count = int().check(_gte(0), _lte(1e6));
const may = exactOptional;
const ofForm = (pattern) => string().check(_regex(pattern));
const hashes = ofForm(/^(?:[48]\.[\w-]*|\*)$/);
const date = shortText.check(refine((time) => !Number.isNaN(Date.parse(time))));
const deployed = ofForm(/^[\w-]{0,200}$/);
const earlierSchema = object({
	run: may(shortText),
	commit: may(shortText),
	image: may(shortText),
	deployed: may(deployed),
	at: may(date),
	left: may(literal(true))
});
const versionSchema = object({
	repository: may(shortText),
	repositoryId: may(ofForm(/^\d{1,20}$/)),
	commit: may(shortText),
	ref: may(shortText),
	run: may(shortText),
	event: may(shortText),
	over: may(shortText),
	before: may(array(earlierSchema).check(_maxLength(20))),
	pullRequest: may(int().check(_gt(0))),
	name: may(string().check(_maxLength(220))),
	pinnedFrom: may(shortText.check(_regex(/^[\w./:@${}-]+$/))),
	imageInput: may(hashes),
	time: may(date),
	tool: may(shortText),
	secretKeys: may(hashes),
	tests: may(ofForm(/^4\.[\w-]*$/)),
	envKeys: may(hashes),
	candidate: may(literal(true)),
	wait: may(literal("none")),
	tested: may(union([literal(true), shortText])),
	byHand: may(literal(true)),
	image: may(shortText),
	deployed: may(deployed),
	deployedPlain: may(deployed)
});
const writeNoteShape = {
	oldWorkers: hashes,
	rightWorkers: may(hashes),
	writtenAt: may(int()),
	unsettled: may(literal(true))
};
const writeNoteSchema = object(writeNoteShape);
const parkedSchema = object({
	minNum: count,
	freeTimeout: count,
	why: may(ofForm(/^[a-z-]{1,40}$/)),
	run: may(ofForm(/^\d{1,20}(?:\.\d{1,4})?$/)),
	by: may(ofForm(/^[\w[\] -]{1,120}$/)),
	hasServed: may(literal(true))
});
const wholeSchema = object({
	...versionSchema.shape,
	...writeNoteShape,
	oldWorkers: may(hashes),
	parked: may(parkedSchema)
}).check(refine(({ repository, commit, ref, run, time, tool, oldWorkers, envKeys }) => {
	const owner = [
		repository,
		commit,
		run
	];
	const isOwned = owner.some((each) => each !== void 0);
	return ([
		...owner,
		ref,
		time,
		tool
	].every((each) => each !== void 0) || !isOwned) && (oldWorkers === void 0 || envKeys !== void 0);
}));
function readRecord(config) {
	const whole = readWhole(config);
	return whole?.time === void 0 ? void 0 : versionSchema.parse(whole);
}
function readOwner(config) {
	const record = readRecord(config);
	return record?.repository === void 0 ? void 0 : record;
}
function readWriteNote(config) {
	return writeNoteSchema.safeParse(readWhole(config)).data;
}
function writtenIn(config) {
	const has = shortenedHas(readWhole(config)?.envKeys);
	return (key) => key === "GPU_ENDPOINT_UNFINISHED" || has(key);
}
function secretIn(config) {
	return shortenedHas(readWhole(config)?.secretKeys);
}
function readParked(config) {
	return readWhole(config)?.parked;
}
function readUnproved(config) {
	const mark = readParked(config);
	return mark?.hasServed ? void 0 : mark;
}
function recordDoubt(config) {
	if (isUnread(config, "envs")) return "does not show its envs";
	return recordEnvOf(config) && !readWhole(config) ? `has a record in its env \`${require_index.recordEnvKey}\` that cannot be read` : void 0;
}
function readWhole({ envs }) {
	const [value = "", ...others] = new Set(envs.filter(({ key }) => key === require_index.recordEnvKey).map(({ value }) => value));
	if (value === "" || others.length > 0 || value.length > maxRecordLength) return void 0;
	return wholeSchema.safeParse(tryParseJson(value)?.value).data;
}
function recordEnvOf({ envs }) {
	return envs.find(({ key }) => key === require_index.recordEnvKey);
}
function withoutRecord(envs) {
	return envs.filter(({ key }) => key !== require_index.recordEnvKey);
}
function withoutOurs(envs) {
	return envs.filter(({ key }) => key !== "GPU_ENDPOINT_DEPLOYMENT" && key !== "GPU_ENDPOINT_UNFINISHED");
}
function withRecord(envs, record) {
	const value = JSON.stringify(record);
	if (value.length > maxRecordLength && record.before?.length) return withRecord(envs, {
		...record,
		before: record.before.slice(0, -1)
	});
	return [...withoutRecord(envs), {
		key: require_index.recordEnvKey,
		value
	}];
}
function withPendingMarker(config) {
	const others = config.envs.filter(({ key }) => key !== require_index.pendingMarkerKey);
	const marked = {
		...config,
		envs: [...others, {
			key: require_index.pendingMarkerKey,
			value: "true"
		}]
	};
	return v2Shortfall(marked)("envs") ? config : marked;
}

// src/model/deployed.ts
const notedMembers = members.filter(({ returned, workers, identifies }) => returned && workers === "replaced" && !identifies);
const notedWidth = 4;
function noteConfig(config, isOwn) {
	return notedMembers.map((member) => noteOfMember(member, config, isOwn)).join("");
}
function notePlain(config, { isOwn, isSecret }) {
	return noteConfig({
		...config,
		envs: config.envs.filter(({ key }) => !isSecret(key))
	}, isOwn);
}
function recordedVersion({ deployed, deployedPlain, secretKeys }) {
	return deployedPlain ?? (secretKeys === void 0 ? deployed : void 0);
}
function changedSinceDeploy(config) {
	const { deployed = "" } = readRecord(config) ?? {};
	if (deployed.length !== notedMembers.length * notedWidth) return [];
	const now = noteConfig(config, writtenIn(config));
	return notedMembers.filter(({ path }, index) => {
		const [then, found] = [deployed, now].map((notes) => notes.slice(index * notedWidth, (index + 1) * notedWidth));
		return then !== found && then !== unnoted && !isUnread(config, path);
	}).map(({ path }) => path);
}
function isUnproved(config) {
	return readUnproved(config) !== void 0 && changedSinceDeploy(config).length === 0;
}
const unnoted = "-".repeat(notedWidth);
function noteOfMember(member, config, isOwn) {
	const value = configValue(config, member);
	const isChosen = member.kind === "volumes" && value.some(({ id }) => id === "");
	const envs = () => withoutOurs(value).filter(({ key }) => isOwn(key));
	const items = member.kind === "envs" ? envs() : value;
	if (isChosen || isUnset(items)) return unnoted;
	const text = Array.isArray(items) ? items.map((item) => JSON.stringify(item)).sort().join() : String(items);
	return shortHash(text, notedWidth);
}

// src/model/states.ts
var import_pool = /* @__PURE__ */ require_index.__toESM(require_pool(), 1);
const endpointStates = {
	starting: [
		"initializing",
		"creating",
		"updating"
	],
	failed: ["failed", "error"],
	stopped: ["stopped"],
	terminating: [
		"terminating",
		"terminated",
		"deleting",
		"deleted",
		"removed"
	]
};
const workerStates = {
	running: ["running", "ready"],
	failed: [
		"failed",
		"error",
		"exited"
	],
	terminating: [
		"stopped",
		"stopping",
		"unscheduling",
		...endpointStates.terminating
	]
};
function meaningIn(states, { state }) {
	return Object.keys(states).find((meaning) => states[meaning].includes(state.toLowerCase()));
}
function isServing({ state }) {
	return ["serving", "running"].includes(state.toLowerCase());
}
function endpointCondition(state) {
	return meaningIn(endpointStates, state);
}
function workerCondition(state) {
	return meaningIn(workerStates, state);
}
function isTerminating({ state }) {
	return endpointCondition(state) === "terminating";
}

// src/model/faults.ts
const namedBy = [
	[
		"crashed",
		/^(?!.* pull).* exit/,
		/ (?:code|status)|^ exited/
	],
	[
		"crashed",
		/^(?!.* pull).* for url /,
		/ (?:not found|unauthori[sz]ed|forbidden|denied)/
	],
	["image-pull-definite", / (?:manifest unknown|no such image|no matching manifest|name unknown)/],
	["image-pull-definite", / (?:invalidimagename|invalid image name|invalid reference)/],
	[
		"image-pull-definite",
		/ (?:pull|image|manifest|repository|artifact|errimagepull)/,
		/ (?:not found|does not exist|unauthori[sz]ed|denied|forbidden|authentication required)/
	],
	["image-pull", / (?:toomanyrequests|invalid image|errimagepull|imagepull)/],
	[
		"image-pull",
		/ pull/,
		/ (?:fail|err|unable|cannot|could not|back-off|backoff|timed out|timeout)/
	],
	[
		"no-capacity",
		/ fail/,
		/ to schedule/
	],
	[
		"no-capacity",
		/ insufficient/,
		/ (?:resource|capacity|gpu)/
	],
	["no-capacity", / (?:unschedulable|out of stock|no capacity|no free gpu|no available)/],
	["crashed", / (?:crash[ -]?loop|back-off restarting|out of memory|oom[ -]?kill)/],
	[
		"crashed",
		/ exit/,
		/ (?:code|status|container|exited)/
	]
];
const passing = / (?:toomanyrequests|too many requests|rate limit|timed out|timeout|connection re|50[234])/;
const maxStateText = 2048;
function faultNamedIn(text) {
	const words = ` ${text.slice(0, maxStateText).toLowerCase().replaceAll(/[^a-z0-9-]+/g, " ")}`;
	const fault = namedBy.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(words)))?.[0];
	return fault === "image-pull-definite" && passing.test(words) ? "image-pull" : fault;
}
function namesHealthCheck(text) {
	return /health[\s_-]?check|\b(?:liveness|readiness|startup)[\s_-]?probe/i.test(text);
}
function wordsOf({ error, message }) {
	return require_index.bounded([...new Set([error, message].map((text) => text.trim()).filter(Boolean))].join(": "), maxStateText);
}
function quoteState(state) {
	const words = wordsOf(state);
	return words && `: "${words}"`;
}
function detailOf(words) {
	if (namesHealthCheck(words)) return 3;
	if (/back-?off/i.test(words)) return 1;
	return faultNamedIn(words) === void 0 ? 0 : 2;
}

// src/rollout/evidence/condition.ts
const isPresent = ({ state }) => workerCondition(state) !== "terminating";
const isRunning = ({ state }) => workerCondition(state) === "running";
function isReady(worker, { config, state, workers }) {
	if (worker.healthy) return !["failed", "terminating"].includes(workerCondition(worker.state) ?? "");
	return config.healthy.path === "" && isServing(state) && !workers.some(({ healthy }) => healthy) && isRunning(worker) && faultNamedIn(wordsOf(worker.state)) === void 0;
}
const readyIn = (endpoint) => endpoint.workers.filter((worker) => isReady(worker, endpoint));
function workerFault(worker, endpoint) {
	if (isReady(worker, endpoint)) return void 0;
	const words = wordsOf(worker.state);
	const isPulling = words !== "" && worker.state.state.toLowerCase() === "pulling";
	const named = faultNamedIn(isPulling ? `pull: ${words}` : words);
	const isScaledAway = endpoint.config.workerConfig.minNum === 0 && worker.state.state.toLowerCase() === "exited";
	return named ?? (workerCondition(worker.state) === "failed" && !isScaledAway ? "crashed" : void 0);
}
const hasNoGpu = (worker, endpoint) => workerFault(worker, endpoint) === "no-capacity";
function conditionOf(worker, endpoint) {
	if (!isPresent(worker)) return "gone";
	if (isReady(worker, endpoint)) return "healthy";
	const fault = workerFault(worker, endpoint);
	const condition = workerCondition(worker.state);
	if (condition === "running") return "starting";
	if (condition === "failed") return fault ? "down" : "gone";
	return fault === "crashed" ? "down" : "starting";
}
function isAsleep(endpoint) {
	const { workers, config } = endpoint;
	if (config.workerConfig.minNum !== 0 || isUnread(config, "workerConfig.minNum")) return false;
	return workers.every((each) => conditionOf(each, endpoint) === "gone");
}

// src/rollout/evidence/effect.ts
const hasReplacedWorkers = ({ kind }) => kind !== "keeps" && kind !== "found";
const startedBy = ({ kind }) => kind === "restore" ? "earlier" : "this";
const hasEarlierWorkers = ({ oldCount, unlisted }) => oldCount + unlisted > 0;
function supersededIn(live) {
	const { wasThere, isRight } = notedIn(live);
	return (id) => wasThere(id) && !isRight(id);
}
function notedIn(live) {
	const { oldWorkers, rightWorkers } = (live && readWriteNote(live.config)) ?? {};
	return {
		wasThere: shortenedHas(oldWorkers),
		isRight: shortenedHas(rightWorkers)
	};
}
function mayServeEarlier(live) {
	if (!live) return false;
	const { wasThere, isRight } = notedIn(live);
	const { minNum } = live.config.workerConfig;
	const present = live.workers.filter(isPresent);
	const ready = present.filter((each) => isReady(each, live));
	const isReplaced = changedSinceDeploy(live.config).length > 0 && (minNum > 0 ? ready : []).length < present.length;
	const fails = (each) => workerFault(each, live) !== void 0 && (isRight(each.id) || !wasThere(each.id));
	return readRecord(live.config)?.wait === "none" && present.some(({ id }) => wasThere(id) && !isRight(id)) || isReplaced || present.some(fails) && ready.some(({ id }) => !wasThere(id) && !isRight(id));
}
const isUnidentifiedIn = (endpoint) => (worker) => worker.id === "" && isPresent(worker) && ["no-capacity", void 0].includes(workerFault(worker, endpoint));
const ageMs = (writtenAt, now) => Math.max(0, now.getTime() - writtenAt * 1e3);
function writeOf({ effect, before, runs, sentAt }) {
	const stateBefore = before?.state;
	if (effect === "keeps" && before) return {
		...writeByRecord(before, sentAt),
		kind: "keeps",
		stateBefore
	};
	const old = (before?.workers ?? []).filter((each) => isPresent(each) && runs?.get(each.id) !== "earlier");
	const idle = before ? old.filter((each) => isReady(each, before)).length - before.config.workerConfig.minNum : 0;
	const ids = idsOf(before?.workers ?? []);
	const isSuperseded = supersededIn(before);
	const versionOf = (id) => runs ? "before-restore" : isSuperseded(id) ? "superseded" : "earlier";
	return {
		kind: runs ? "restore" : before ? "update" : "create",
		known: (id) => runs?.get(id) ?? (ids.has(id) ? versionOf(id) : void 0),
		oldCount: old.length,
		spare: Math.max(0, idle),
		unlisted: before ? unlistedIn(before) : 0,
		unidentified: before?.workers.filter(isUnidentifiedIn(before)).length ?? 0,
		found: void 0,
		sentMs: sentAt.monotonicMs,
		stateBefore
	};
}
const idsOf = (workers) => new Set(workers.map(({ id }) => id));
function unlistedIn({ config, state, workers }) {
	const needed = endpointCondition(state) === void 0 ? config.workerConfig.minNum : 0;
	return Math.max(0, needed - workers.filter(isPresent).length);
}
function writeByRecord(live, { date, monotonicMs }) {
	const { oldWorkers = shorten([]), writtenAt } = readWriteNote(live.config) ?? {};
	const isSuperseded = supersededIn(live);
	const present = live.workers.filter(isPresent);
	const unready = present.filter((each) => each.id !== "" && !isReady(each, live) && !isSuperseded(each.id));
	const isByHand = changedSinceDeploy(live.config).length > 0 && present.length + unlistedIn(live) > 0;
	return {
		kind: "found",
		known: (id) => isSuperseded(id) ? "superseded" : void 0,
		oldCount: oldWorkers === shorten([]) && !isByHand ? 0 : 1,
		spare: 0,
		unlisted: 0,
		unidentified: isSuperseded("") ? 1 : 0,
		found: {
			unordered: idsOf(live.workers),
			unready: idsOf(unready),
			isByHand
		},
		sentMs: writtenAt === void 0 ? -Infinity : monotonicMs - ageMs(writtenAt, date),
		stateBefore: void 0
	};
}

// src/rollout/evidence/serving.ts
function healthOf(endpoint) {
	const conditions = conditionsOf(endpoint);
	if (isUnproved(endpoint.config)) return isAsleep(endpoint) ? "parked" : "unproved";
	if (!["starting", void 0].includes(endpointCondition(endpoint.state))) return "failing";
	if (conditions.deployed.has("healthy")) return "serving";
	if (conditions.old.has("healthy")) return "outdated";
	if (conditions.deployed.has("down")) return "failing";
	return isAsleep(endpoint) ? "idle" : "starting";
}
function hasServed(endpoint, { countsStarting }) {
	if (readUnproved(endpoint.config)) return false;
	const isPutBack = readWriteNote(endpoint.config)?.rightWorkers !== void 0;
	const health = healthOf(endpoint);
	if (isPutBack || health === "serving" || health === "idle") return true;
	return countsStarting && (health !== "failing" || conditionsOf(endpoint).deployed.has("starting"));
}
function answeringIn(live, seen = live) {
	const conditions = conditionsOf(live, seen);
	return ["deployed", "old"].filter((age) => conditions[age].has("healthy"));
}
function conditionsOf(endpoint, seen = endpoint) {
	const isOld = supersededIn(endpoint);
	const { old, deployed } = Object.groupBy(seen.workers, ({ id }) => isOld(id) ? "old" : "deployed");
	const conditions = (workers = []) => new Set(workers.map((each) => conditionOf(each, seen)));
	return {
		deployed: conditions(deployed),
		old: conditions(old)
	};
}
function servedBy(endpoint, tell) {
	if (isAsleep(endpoint)) return "asleep";
	const shown = endpoint.workers.filter(isPresent).map((worker) => ({
		...tell(worker),
		state: stateOf(worker, endpoint)
	}));
	return [...Map.groupBy(shown, (each) => JSON.stringify(each.state ? [each.age, each.state] : each)).values()].flatMap(([first, ...others]) => first ? {
		...first,
		workers: 1 + others.length
	} : []);
}
function stateOf(worker, endpoint) {
	if (isReady(worker, endpoint)) return "";
	if (hasNoGpu(worker, endpoint)) return "waiting for a GPU";
	const { state } = worker.state;
	return `${(/(?:ed|ing)$/.test(state) ? state : state && `in the state ${state}`) || "without a state"}${isRunning(worker) ? ", not healthy" : ""}`;
}
function servingIn(serves) {
	return typeof serves === "string" ? [] : serves.filter(({ state }) => state === "");
}
function servesWords(serves, detail = (_group) => "") {
	if (serves === "unknown") return "nothing shows who serves";
	if (serves === "asleep") return "it sleeps: the first request wakes a worker";
	const serving = servingIn(serves);
	const others = serves.filter(({ state }) => state !== "");
	const noun = serving.length > 0 ? "one" : "worker";
	const rest = others.map(({ age, state, workers }) => {
		const subject = age === "" && noun === "one" ? "other" : `${age} ${noun}`;
		return `${require_index.plural(workers, subject.trim())} ${state}`;
	}).join(", ");
	if (serving.length === 0) return `nobody is served${rest && `: ${rest}`}`;
	const groups = serving.map((group) => require_index.plural(group.workers, `${group.age} worker`.trim()) + detail(group));
	const isOne = serving.length === 1 && serving[0]?.workers === 1;
	return `${groups.join(" and ")} ${isOne ? "serves" : "serve"}${rest && `, ${rest}`}`;
}

// src/rollout/evidence/story.ts
const doubtWords = {
	nameless: "it has no ID",
	"perhaps-renamed": "it may be one of the workers that had no ID before the update",
	"never-starting": "it was healthy when it was first listed, and no old worker is known to have stopped",
	unordered: "another worker is not up yet, and nothing shows that it was started later",
	early: "a worker that was started before it may not be listed yet",
	"before-restore": "it was listed before the restore, and may run the failed version",
	told: "another worker that may have been started before it has not come up"
};
const presentWorkers = ({ workers, atMs }) => [...workers.values()].filter(({ condition, lastMs }) => condition !== "gone" && lastMs === atMs);
const startedWorkers = (story) => presentWorkers(story).filter(({ version }) => version === startedBy(story.write));
const isOld = ({ write }, { version }) => version !== startedBy(write) && !isDoubtful(version);
const isDoubtful = (version) => version in doubtWords;
const healthyStarted = (story) => startedWorkers(story).filter(({ condition }) => condition === "healthy");
function remainingOldWorkers(story) {
	const mayRun = ({ condition, hasRun, sinceMs }) => condition !== "down" || hasRun && story.atMs - sinceMs < 18e4;
	return presentWorkers(story).filter((worker) => isOld(story, worker) && mayRun(worker));
}
const healthyWorkers = (story) => presentWorkers(story).filter(({ condition }) => condition === "healthy");
const toldWorkers = (story) => healthyWorkers(story).filter(({ version }) => version === "told");
function doubtfulWorker(story) {
	return healthyWorkers(story).flatMap(({ id, version }) => isDoubtful(version) ? {
		id,
		version
	} : [])[0];
}

// src/model/owner.ts
function ownerOf(config, us) {
	const why = recordDoubt(config);
	if (why !== void 0) return {
		kind: "doubtful",
		why
	};
	const record = readOwner(config);
	if (!record) return { kind: "nobody" };
	return {
		kind: isOfRepository(record, us) ? "us" : "others",
		record
	};
}
function ownRecord(config, us) {
	const owner = ownerOf(config, us);
	return owner.kind === "us" ? owner.record : void 0;
}
function isOfRepository(recorded, ours) {
	if (recorded.repositoryId && ours.repositoryId) return recorded.repositoryId === ours.repositoryId;
	return recorded.repository !== "" && recorded.repository.toLowerCase() === ours.repository.toLowerCase();
}

// src/plan/history.ts
const maxVersions = 5;
const runOf = (run = "") => run.split(".", 1)[0] ?? "";
function versionsBefore({ before, over }) {
	return before ?? (over === void 0 ? [] : [{
		commit: over,
		left: true
	}]);
}
function versionWords({ image, run }) {
	return [image ?? "an unknown image", run === void 0 ? "outside a workflow" : `run ${run}`].join(", ");
}
function recalled(plan, us) {
	const config = plan.live?.config;
	const owner = config && ownerOf(config, us);
	const record = config && owner && owner.kind !== "others" ? readRecord(config) : void 0;
	if (!config || !record) return void 0;
	const before = versionsBefore(record);
	const earlier = before.find(({ run, commit }) => run !== void 0 && commit !== void 0);
	const of = record.repository === void 0 ? earlier : record;
	const { run, commit } = of ?? {};
	if (run === void 0 || commit === void 0) return void 0;
	const ours = plannedVersion(plan);
	const isLeft = ({ left, deployed, commit: of }) => left === true && (deployed === void 0 ? of === us.sha : deployed === ours);
	const isKnown = [recordedVersion(record), ...before.map(({ deployed }) => deployed)].includes(ours);
	const bytes = before.some(isLeft) ? "left" : isKnown ? "known" : "new";
	const runs = [record.run, ...before.map((each) => each.run)].map(runOf);
	return {
		run: runOf(run),
		commit,
		before,
		bytes,
		ref: record.ref ?? "",
		time: record.time ?? "",
		isRemembered: record.before === void 0 || bytes !== "new" || runs.includes(us.runId),
		isRecorded: of === record && changedSinceDeploy(config).length === 0,
		chosen: chosenBy(config, record, us)
	};
}
function chosenBy(config, record, { branch }) {
	const { run = "", ref = "", event } = record;
	if (run === "") return "it was deployed on a command line";
	const isChanged = changedSinceDeploy(config).length > 0;
	if (isChanged || record.byHand) return `it was changed by hand ${isChanged ? "since" : "before"} run ${run}`;
	if (event === "workflow_dispatch") return `run ${run} was started by hand`;
	if (Number(run.split(".")[1]) > 1) return `run ${runOf(run)} was started again`;
	if (ref.startsWith("refs/heads/") && ref !== `refs/heads/${branch}`) return `run ${run} deployed ${ref}`;
	return versionsBefore(record).some(({ left }) => left) ? `run ${run} went back from another version` : "";
}
function triggerOf({ inputs, github }, isRemembered) {
	const { isRerun } = github.context;
	if (inputs.allow.has("older-commit") || isRerun && isRemembered) return "purpose";
	if (isRerun) return "rerun";
	const event = eventOf(github.context);
	return event === "schedule" ? "schedule" : event === "workflow_dispatch" ? "dispatch" : "push";
}
const eventOf = ({ eventName, upstream }) => upstream?.event || eventName;
function plannedVersion({ desired, foreignEnvs, secretKeys }) {
	const isSecret = shortenedHas(shorten(secretKeys, 30));
	return notePlain(desired, {
		isOwn: (key) => !foreignEnvs.includes(key),
		isSecret
	});
}
function keepsVersion({ live, desired, changes, workers, resolvedImage }) {
	const digest = live?.config.image.image.split("@")[1];
	const tag = desired.image.image;
	const { pinnedFrom = tag } = (live && readRecord(live.config)) ?? {};
	const asked = resolvedImage?.digest ?? (!tag.includes("@") && tag === pinnedFrom ? digest : void 0);
	const isSame = digest !== void 0 && digest === asked;
	const isKept = (member) => member === "image.image" || !replacesWorkers(member);
	return workers === "kept" || isSame && changes.every(({ member }) => isKept(member));
}
function beforeAfter(plan, { us, isBack, orderOf, date }) {
	if (!plan.live) return [];
	const { config } = plan.live;
	const record = readRecord(config);
	const isOurs = us.repository === "" || ownerOf(config, us).kind !== "others";
	const replaced = replacedIn(plan, {
		config,
		isBack
	}).map((each) => ({
		...each,
		at: date.toISOString()
	}));
	return withoutRepeats([...replaced, ...record ? versionsBefore(record) : []].map(({ left, run, commit, ...served }, index) => {
		if (!isOurs) return served;
		const version = {
			...originOf({
				run,
				commit
			}),
			...served
		};
		const order = orderOf(version);
		const isPassed = order === "older" || order === "same";
		const isLeft = isBack && index < replaced.length || !isPassed && (left && (isBack || commit !== void 0) || isBack && order === "newer");
		return {
			...version,
			...isLeft && { left: true }
		};
	}), plannedVersion(plan), us).slice(0, maxVersions);
}
const originOf = ({ run, commit }) => ({
	...run !== void 0 && { run },
	...commit !== void 0 && { commit }
});
function withoutRepeats(versions, ours, us) {
	const isGone = ({ deployed, commit }) => deployed === ours && (us.repository !== "" || commit === void 0);
	const isFirst = ({ deployed }, index) => deployed === void 0 || versions.findIndex((each) => each.deployed === deployed) === index;
	const isKept = (version, index) => (version.image !== void 0 || version.left === true) && !isGone(version) && isFirst(version, index);
	const named = (version) => {
		const isSame = ({ deployed, commit }) => commit !== void 0 && deployed === version.deployed;
		const origin = version.deployed !== void 0 && versions.find(isSame) || {};
		return {
			...originOf(origin),
			...version
		};
	};
	return versions.filter(isKept).map(named);
}
function replacedIn({ foreignEnvs }, { config: current, isBack }) {
	const record = readRecord(current);
	const isMarked = isUnproved(current);
	if (isMarked && !isBack) return [];
	const changed = changedSinceDeploy(current);
	const isOwn = (key) => !foreignEnvs.includes(key);
	const found = notePlain(current, {
		isOwn,
		isSecret: secretIn(current)
	});
	const byHand = {
		image: current.image.image,
		deployed: found
	};
	if (!record) return [byHand];
	const { run, commit } = record;
	const image = record.image ?? (changed.includes("image.image") ? void 0 : current.image.image);
	const deployed = recordedVersion(record);
	const noted = {
		...originOf({
			run: run && runOf(run),
			commit
		}),
		...image !== void 0 && !isMarked && { image },
		...deployed !== void 0 && { deployed }
	};
	return [changed.length > 0 && found !== deployed ? byHand : [], readUnproved(current) && !isMarked ? [] : noted].flat();
}

// src/plan/preview-spec.ts
function limitWorkers(spec, workers) {
	const { maxNum } = spec.workerConfig ?? {};
	const limited = maxNum !== void 0 && { maxNum: Math.min(maxNum, workers) };
	return {
		...spec,
		workerConfig: {
			...spec.workerConfig,
			minNum: 0,
			...limited
		}
	};
}
const maxNameLength = 220;
const maxAppNameLength = 46;
function previewSpec(spec, pullRequest) {
	const { name, appName } = spec;
	const own = appName !== void 0 && { appName: derivedName(appName, suffixOf(pullRequest), maxAppNameLength) };
	return {
		...spec,
		name: previewName(name, pullRequest),
		...own
	};
}
function previewName(name, pullRequest) {
	return derivedName(name, suffixOf(pullRequest), maxNameLength);
}
const candidateSuffix = "-candidate";
const candidateName = (name) => derivedName(name, candidateSuffix, maxNameLength);
const isCandidateName = (name) => name.endsWith(candidateSuffix);
const candidateAppName = (appName) => derivedName(appName, candidateSuffix, maxAppNameLength);
function isPreviewName(name, pullRequest) {
	const [, number] = /-pr-(\d+)$/.exec(name) ?? [];
	return number !== void 0 && (pullRequest === void 0 || Number(number) === pullRequest);
}
const suffixOf = (pullRequest) => `-pr-${pullRequest}`;
function renamedSpec(spec, ownName) {
	const { name, appName = "" } = spec;
	if (appName === "" || ownName === "" || name === ownName) return spec;
	const words = (name.startsWith(ownName) ? name.slice(ownName.length) : name).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
	const suffix = words === "" || words.length > 20 ? nameHash(name) : words;
	return {
		...spec,
		appName: derivedName(appName, `-${suffix}`, maxAppNameLength)
	};
}
function derivedName(name, suffix, lengthMax) {
	if (name.length + suffix.length <= lengthMax) return name + suffix;
	const hash = nameHash(name);
	return `${name.slice(0, lengthMax - suffix.length - hash.length - 1).replace(/[\uD800-\uDBFF]$/, "")}-${hash}${suffix}`;
}
const nameHash = (text) => require_index.hash("sha256", text).slice(0, 8);

// src/render/price.ts
function formatAmount(amount) {
	return amount.toLocaleString("en", {
		useGrouping: false,
		maximumSignificantDigits: 15,
		signDisplay: "negative"
	});
}
function hourlyCost(price, { minNum, maxNum }) {
	if (price === void 0) return "";
	const isAsleep = minNum === 0;
	const amount = `${formatAmount(Math.max(1, minNum) * price)} an hour`;
	const idle = isAsleep ? `asleep 0, awake ${amount}` : `${amount} while idle`;
	return maxNum === Math.max(1, minNum) ? idle : `${idle}, at most ${formatAmount(maxNum * price)}`;
}
const costly = /* @__PURE__ */ new Set(["products", ...[
	"gpuNum",
	"minNum",
	"maxNum"
].map((name) => `workerConfig.${name}`)]);
function costOfPlan({ price, desired, changes }) {
	return changes.some(({ member }) => costly.has(member)) ? hourlyCost(price, desired.workerConfig) : "";
}

// src/render/plan.ts
const callNames = {
	"create-v1": "v1 create",
	"update-v1": "v1 update",
	"update-v2": "v2 update"
};
function planLines(plan) {
	if (!plan.isShown) return [hiddenLine(plan)];
	return [
		...openingLines(plan),
		...plan.changes.map(changeLine),
		...noteLines(plan)
	];
}
function hiddenLine({ live, desired }) {
	return `Look-up: ${desired.name} is ${live?.id ?? ""}, but this run is not allowed to see more of it.`;
}
function openingLines(plan, { hasUrl } = { hasUrl: true }) {
	const { resolvedImage } = plan;
	const cost = costOfPlan(plan);
	const image = resolvedImage ? imageLine(resolvedImage) : [];
	return [
		foundLine(plan, hasUrl),
		image,
		headline(plan),
		cost ? `Cost: ${cost}` : []
	].flat();
}
function foundLine({ live, desired, near, beside = [] }, hasUrl) {
	const like = near ? `, but ${near.names.join(", ")} ${near.why}` : "";
	const stays = beside.length > 0 ? `; no spec of this step names ${beside.join(", ")}, which stays` : "";
	if (!live) return `Look-up: no endpoint is named ${desired.name}${like}${stays}.`;
	const { config, id, url, state } = live;
	const record = readRecord(config);
	const left = record && versionsBefore(record).find((each) => each.left);
	const held = left ? `; the version of ${require_index.shortCommit(left.commit ?? "")} is rolled back, so its deploy is skipped` : "";
	const at = url && hasUrl ? `, at ${url}` : "";
	return `Look-up: ${config.name} is ${id}, ${state.state || "without a state"}${at}${held}.`;
}
function headline({ operation, changes, calls, live, desired, workers }) {
	if (operation === "unchanged") return "Plan: no changes.";
	const by = `(${calls.map((call) => callNames[call]).join(", then ")})`;
	if (operation === "create") return `Plan: create ${desired.name} ${by}.`;
	const effect = workers === "kept" ? "workers stay" : "workers are replaced";
	if (changes.length > 0) return `Plan: change ${require_index.plural(changes.length, "field")} ${by}; ${effect}`;
	if (readParked(live.config)) return `Plan: end the parking of the endpoint, and change no field ${by}`;
	return `Plan: take the endpoint over, and change no field ${by}; ${effect}`;
}
const changeSigns = {
	add: "+",
	remove: "-",
	change: "~"
};
function changeLine(change) {
	return `  ${changeSigns[change.kind]} ${require_index.formatShown(change.member)}${changeValues(change)}`;
}
function changeValues({ kind, from, to, secret }) {
	if (secret) return kind === "remove" ? "" : ": value not shown";
	return kind === "add" ? `: ${require_index.formatShown(to)}` : `: ${require_index.formatShown(from)} → ${require_index.formatShown(to)}`;
}
function foreignEnvsText(keys) {
	return `${keys.map((key) => require_index.formatShown(`envs.${key}`)).join(", ")} (no deploy has written ${keys.length === 1 ? "it" : "them"})`;
}
function noteLines(plan) {
	const { kept, keptEnvs, foreignEnvs, unverifiable, operation } = plan;
	const unseen = operation === "unchanged" ? "" : unverifiable.join(", ");
	const fields = [...kept.map(({ member, to }) => require_index.formatShown(member) + (to === "…" ? "" : ` ${require_index.formatShown(to)}`)), ...keptEnvs].join(", ");
	return [
		firstLine(plan),
		testsLine(plan),
		fields && `kept: ${fields} (not in the spec)`,
		foreignEnvs.length > 0 && `kept: ${foreignEnvsText(foreignEnvs)}`,
		unseen && `Sent, but not verifiable because the service never returns them: ${unseen}`
	].flatMap((line) => line ? `  ${line}` : []);
}
function firstLine({ first, desired, tests, compare, load }) {
	if (!first.isFirst) return first.why;
	const storage = desired.volumeMounts.some(({ type }) => type !== "local") ? "; both mount the cloud storage" : "";
	const asked = [
		`as ${candidateName(desired.name)}`,
		require_index.plural(tests.length, "test"),
		compare && `compared with ${compare.with}${compare.set ? " by prompts" : ""}`,
		load && `${load.at} at once`
	];
	return `first: ${require_index.joined(asked)}${storage}`;
}
function testsLine({ tests, heldTests, live }) {
	if (heldTests) return "";
	const { added, removed } = comparedTests(tests, live && readRecord(live.config));
	const counts = require_index.joined([added > 0 && `${added} added`, removed > 0 && `${removed} removed`]);
	return tests.length === 0 && removed === 0 ? "" : `tests: ${tests.length}${counts && ` (${counts})`}`;
}
function changeBlock(changes) {
	const lines = changes.flatMap((change) => {
		const { member, kind, from, to, secret } = change;
		const name = require_index.formatShown(member);
		if (secret) return `${{
			...changeSigns,
			change: "!"
		}[kind]} ${name}${changeValues(change)}`;
		return [...kind === "add" ? [] : [`- ${name}: ${require_index.formatShown(from)}`], ...kind === "remove" ? [] : [`+ ${name}: ${require_index.formatShown(to)}`]];
	});
	return lines.length === 0 ? "" : require_index.fenced("diff", lines);
}
function shownDifferences({ name, changes }) {
	return changes.length === 0 ? "" : require_index.paragraphs([require_index.proseCell(`Differs from ${name}:`), changeBlock(changes)]);
}
function planSummary(plan, { title, note } = {}) {
	const head = require_index.heading(title ?? `Plan for ${plan.desired.name}`);
	if (!plan.isShown) return require_index.paragraphs([
		head,
		require_index.proseCell(hiddenLine(plan)),
		note
	]);
	const [found = "", ...others] = openingLines(plan, { hasUrl: false }).map(require_index.proseCell);
	return require_index.paragraphs([
		head,
		note,
		plan.live?.url ? `${found} ${require_index.linkCell(plan.live.url)}` : found,
		...others,
		changeBlock(plan.changes),
		...noteLines(plan).map((line) => require_index.proseCell(line.trim()))
	]);
}
function imageLine({ written, digest }) {
	return `Image: ${require_index.formatShown(written)} is ${written.includes("@") ? "there" : digest}.`;
}

// src/render/tests.ts
function passLines({ results, coldStartSeconds }) {
	return [...results.filter(({ outcome }) => outcome === "passed").map((result) => {
		const { tokensPerSecond, totalMs = 0, isWarmUp } = result;
		const first = firstTimes(result).map((time, index) => `first ${index === 0 ? "token" : "content"} after ${time}`);
		const speed = tokensPerSecond !== void 0 && `${require_index.formatRate(tokensPerSecond)} tokens/s`;
		const total = `${require_index.formatShort(totalMs)} in all${isWarmUp ? " (the first request)" : ""}`;
		return `Test passed: ${result.title}: ${require_index.joined([
			answerOf(result),
			...first,
			speed,
			total
		])}.`;
	}), ...coldStartOf(coldStartSeconds)];
}
function testSummary(name, pass) {
	const title = pass.kind === "passed" ? `✅ ${name}: tested` : `❌ ${name}: a test failed`;
	return require_index.paragraphs([require_index.heading(title), testTable(pass)]);
}
const failedVersionSeconds = ({ failedVersion }) => failedVersion && (Math.ceil((failedVersion.toMs - failedVersion.fromMs) / 1e3) || void 0);
function usersLine(availability) {
	const { requests, failed, longestGapSeconds, gap, failedVersion } = availability;
	const at = (ms) => new Date(ms).toISOString().slice(11, 19);
	const times = ({ fromMs, toMs }) => `${at(fromMs)}–${at(toMs)}`;
	const during = gap?.during && `, ${gap.during}`;
	const longest = gap ? `, longest gap ${require_index.formatSeconds(longestGapSeconds)} (${times(gap)}${during})` : "";
	const seconds = failedVersionSeconds(availability);
	return `Users: ${failed} of ${requests} requests failed${longest}${(failedVersion && seconds && `; for ${require_index.formatSeconds(seconds)} (${times(failedVersion)}) the version that failed answered`) ?? ""}`;
}
function testTable({ results, coldStartSeconds }) {
	const rows = results.map((result) => {
		const { outcome, title, expected, got, tokensPerSecond, totalMs } = result;
		const isFailed = outcome === "failed";
		return [
			`${isFailed ? "❌" : "✅"} ${require_index.escapeCell(title)}`,
			require_index.escapeCell(isFailed ? `expected ${expected}, got ${got}` : answerOf(result)),
			firstTimes(result).join(", content "),
			tokensPerSecond === void 0 ? "" : require_index.formatRate(tokensPerSecond),
			totalMs === void 0 ? "" : require_index.formatShort(totalMs)
		];
	});
	return require_index.paragraphs([require_index.table([
		"Test",
		"Answer",
		"First token",
		"Tokens/s",
		"Total"
	], rows), ...coldStartOf(coldStartSeconds)]);
}
function firstTimes({ firstTokenMs, firstContentMs = firstTokenMs }) {
	return [.../* @__PURE__ */ new Set([firstTokenMs, firstContentMs])].flatMap((ms) => ms === void 0 ? [] : require_index.formatShort(ms));
}
function answerOf({ status = 0, content }) {
	return content === void 0 ? String(status) : `"${content}"`;
}
function coldStartOf(seconds = 0) {
	if (seconds < 2) return [];
	return [`First answer: ${require_index.formatShort(seconds * 1e3)} after the first request, any cold start included.`];
}

// src/render/progress.ts
const eventWords = {
	waiting: ({ wait }, { hasFailed }) => {
		if (hasFailed) return "Wait: until the previous version serves again.";
		return wait === "ready" ? "Wait: until this version serves." : "Wait: until only workers of this version serve.";
	},
	failed: ({ isUndone, failure }) => isUndone && `Failed: ${require_index.codeWords(failure.code)}. The end of this log says why.`,
	"write-accepted": ({ call, endpointId }) => `Written: ${callNames[call]} of ${endpointId} was accepted.`,
	"nothing-to-write": ({ isRecorded }) => !isRecorded && "The endpoint has no record of a deploy: it is judged by the health of its workers alone.",
	"write-shown": ({ call, url }) => call === "create-v1" && url && `URL: ${url}`,
	"write-retry": ({ call, message }) => `The ${callNames[call]} did not get through (${message}); checking what is there, then retrying.`,
	awaiting: ({ what, leftSeconds }) => `Waiting for up to ${require_index.formatSeconds(leftSeconds)} ${awaitedWords[what]}.`,
	"create-found": ({ by, endpointId }) => by === "this-run" && `Found it, with this run's record: ${endpointId}. Nothing is created twice.`,
	"name-doubtful": ({ doubt }) => `Also: ${doubt}.`,
	settling: ({ unapplied }) => ["Read back: the service does not show every change yet; checking again for up to 30 s. Missing:", ...unapplied.map(changeLine)],
	verified: ({ unverifiable }) => {
		const except = `, except those that the service never returns: ${unverifiable.join(", ")}`;
		return `Read back: the endpoint has every requested value${unverifiable.length > 0 ? except : ""}.`;
	},
	progress: progressLines,
	"reading-failed": ({ message }) => `  status check failed (${message}); retrying`,
	"tests-started": ({ url, wakesWorker }) => [`Tests: on ${url}`, wakesWorker && "  No worker is up: the first request wakes a billed worker, and its cold start may take minutes."],
	tested: ({ isLast, pass, by }) => {
		if (pass.kind === "failed") return !isLast && `  ${pass.message}; testing again`;
		return [...passLines(pass), by === "any" && "  An old worker may have answered: it is healthy, too."];
	},
	restoring: ({ changes, calls, unrestored }) => {
		const lost = "Not restored, because the service does not show the previous value, or no update can set it";
		const by = calls.map((call) => callNames[call]).join(", then ");
		return [
			by ? `Restore: writing back the previous configuration (${by}):` : "Restore: the endpoint has its previous configuration, so nothing is left to write back.",
			...changes.map(changeLine),
			unrestored.length > 0 && `  ${lost}: ${unrestored.join(", ")}`
		];
	},
	"cleaning-up": ({ by, endpointId }) => `Clean-up: ${cleanUps[by](endpointId)}.`,
	deleting: ({ endpointId }) => `Delete: ${endpointId}, by ID.`,
	"deletion-ended": ({ state, endpointId }) => state !== "refused" && `Deleted: ${endpointId} ${state === "gone" ? "is no longer listed" : "is terminating"}.`
};
function eventLines(event, at = {
	elapsedSeconds: 0,
	hasFailed: false
}) {
	const say = eventWords[event.kind];
	return [say?.(event, at)].flat().flatMap((line) => line || []);
}
const awaitedWords = {
	"listed-workers": "until workers of the last deploy are listed, so that none is taken for a new one",
	"old-workers": "until old workers have stopped, so that the new version answers the tests"
};
const cleanUps = {
	deleting: (id) => `deleting ${id}, which nothing has proved`,
	parking: (id) => `parking ${id} at zero workers`,
	marking: (id) => `noting in the record of ${id} that nothing has proved this version`
};
const missingWords = {
	health: "",
	steadiness: "checking that it lasts",
	"old-workers-to-stop": "waiting for old workers to stop",
	"all-to-stay": "one of them may be the earlier version, started again, and has 2 minutes to stop",
	...doubtWords
};
function progressLines(event, { elapsedSeconds }) {
	const { leftSeconds, state, serves, message, failure, givesUpInSeconds, missing } = event;
	const shown = require_index.joined([
		state || "no state",
		servesWords(serves),
		message && `"${message}"`
	]);
	const waitsFor = missing && failure === "" && missingWords[missing];
	const left = `${require_index.formatSeconds(leftSeconds)} left${waitsFor ? `: ${waitsFor}` : ""}`;
	const line = `  ${require_index.formatSeconds(elapsedSeconds).padStart(9)}  ${shown}, ${left}`;
	if (failure === "" || givesUpInSeconds === 0) return [line];
	const until = givesUpInSeconds === void 0 ? "" : `; giving up in ${require_index.formatSeconds(givesUpInSeconds)}`;
	return [line, `${" ".repeat(13)}${failure}${until}`];
}
function retryLine(failure, waitMs) {
	const seconds = (waitMs / 1e3).toFixed(1);
	return `  The service ${failure}; retrying ${seconds === "0.0" ? "at once" : `in ${seconds} s`}`;
}

// src/http/body.ts
function summarizeResponse({ text, contentType }, redactor) {
	const head = text.slice(0, 16384).trim();
	if (/^<(!doctype|html)/i.test(head) || /html/i.test(contentType) && head.startsWith("<")) return {
		form: "page",
		...shownWords({
			reason: "",
			message: ""
		}, redactor)
	};
	const parsed = tryParseJson(text);
	if (!parsed) return {
		form: "text",
		...shownWords({
			reason: "",
			message: head
		}, redactor)
	};
	return {
		form: "json",
		...shownWords(wordsInJson(parsed.value), redactor)
	};
}
function wordsInJson(json) {
	if (!isObject(json)) return {
		reason: "",
		message: firstText([json])
	};
	const { error, errors, metadata } = json;
	const own = firstText([json.message]);
	const [first] = own === "" && Array.isArray(errors) ? errors : [];
	const inner = [error, first].find(isObject) ?? {};
	const message = own || firstText([
		inner.message,
		error,
		first
	]);
	const details = Object.entries(isObject(metadata) ? metadata : {}).flatMap(([member, words]) => typeof words === "string" ? `${member}: ${words}` : []);
	return {
		reason: firstText([
			json.reason,
			json.code,
			inner.code
		]),
		message: details.length === 0 ? message : `${message} (${details.join("; ")})`
	};
}
function firstText(values) {
	return values.find((value) => typeof value === "string" && value.trim() !== "") ?? "";
}
const maxMessageLength = 2048;
function shownWords({ reason, message }, redactor) {
	const isCode = /^[A-Za-z][\w.-]{0,79}$/.test(reason);
	const code = isCode ? reason : "";
	const words = message || (isCode ? "" : reason);
	return {
		reason: redactor.clean(code) === code ? code : "",
		message: require_index.oneLine(redactor.clean(words, maxMessageLength)),
		raw: {
			reason: code,
			message: require_index.oneLine(words.slice(0, maxMessageLength))
		}
	};
}

// src/http/bytes.ts
const firstBytes = 1024;
function collectBytes() {
	let buffer = Buffer.allocUnsafeSlow(firstBytes);
	let length = 0;
	return {
		add(piece) {
			if (length + piece.length > buffer.length) {
				const larger = Buffer.allocUnsafeSlow(Math.max(length + piece.length, 2 * buffer.length));
				buffer.copy(larger, 0, 0, length);
				buffer = larger;
			}
			buffer.set(piece, length);
			length += piece.length;
		},
		soFar: () => buffer.subarray(0, length)
	};
}

// src/http/transport.ts
function firstHeader(headers, name) {
	return [headers[name] ?? []].flat()[0];
}
function createTransport(options) {
	const { origin, maxBodyBytes: maxBytes = 16777216 } = options;
	const { timeoutSignal = (ms) => AbortSignal.timeout(ms) } = options;
	const connected = connect(origin, options);
	async function exchange(request) {
		const { method, path, headers, body, timeoutMs, checks, onData, signal } = request;
		const timeout = timeoutSignal(Math.max(0, Math.ceil(timeoutMs)));
		const missed = new AbortController();
		const checkAfter = (ms) => {
			if (ms <= 0) missed.abort();
			else if (ms < Infinity) timeoutSignal(Math.ceil(ms)).addEventListener("abort", () => isOver || checkAfter(checks?.nextMs() ?? 0));
		};
		let isOver = false;
		if (checks) checkAfter(checks.firstMs);
		const result = await dispatch(await connected, {
			origin,
			method,
			path,
			headers: {
				...options.headers,
				...headers
			},
			body: body ?? null,
			maxBytes,
			onData,
			signal: AbortSignal.any([
				timeout,
				missed.signal,
				signal ?? []
			].flat())
		});
		isOver = true;
		await (0, node_timers_promises.setImmediate)();
		const how = result.kind === "failure" && (result.how === "aborted" && !signal?.aborted ? "timeout" : result.how);
		options.onExchange?.(`${method} ${origin}${path.split("?", 1)} → ${how || result.status}`);
		return how ? {
			...result,
			how
		} : result;
	}
	const close = async () => (await connected).destroy();
	return {
		origin,
		exchange,
		close
	};
}
const maxConnections = 12;
async function connect(origin, { proxyUrl, lookup, keepAliveMs }) {
	(0, node_v8.setFlagsFromString)("--wasm-tiering-budget=1000000000");
	const settings = {
		connections: maxConnections,
		allowH2: false,
		headersTimeout: 0,
		bodyTimeout: 0,
		...keepAliveMs !== void 0 && { keepAliveTimeout: keepAliveMs }
	};
	if (proxyUrl === void 0) return new import_pool.default(origin, {
		...settings,
		...lookup && { connect: { lookup } }
	});
	const { ProxyAgent } = await Promise.resolve().then(() => require("./undici.js"));
	return new ProxyAgent({
		...settings,
		uri: proxyUrl,
		proxyTls: { allowH2: false }
	});
}
function dispatch(dispatcher, { maxBytes, onData, signal, ...request }) {
	const { promise, resolve } = Promise.withResolvers();
	let controller;
	let head = {
		status: 0,
		headers: {}
	};
	const received = collectBytes();
	let bytes = 0;
	function fail(how, cause) {
		resolve({
			kind: "failure",
			how,
			sent: controller !== void 0,
			cause,
			...head,
			body: Buffer.of()
		});
		controller?.abort(cause instanceof Error ? cause : new Error("aborted", { cause }));
	}
	const onAbort = () => fail("aborted", signal.reason);
	if (signal.aborted) {
		onAbort();
		return promise;
	}
	signal.addEventListener("abort", onAbort, { once: true });
	dispatcher.dispatch(request, {
		onRequestStart(started) {
			if (signal.aborted) started.abort(/* @__PURE__ */ new Error("aborted"));
			else controller = started;
		},
		onResponseStart(_, status, headers) {
			if (status >= 200) head = {
				status,
				headers
			};
		},
		onResponseData(_, chunk) {
			bytes += chunk.length;
			if (bytes > maxBytes) return fail("too-large", /* @__PURE__ */ new Error(`it has more than ${maxBytes} bytes`));
			if (onData) onData(chunk);
			else received.add(chunk);
		},
		onResponseEnd() {
			if (head.status === 0) return;
			const isCoded = !/^(?:identity)?$/i.test(firstHeader(head.headers, "content-encoding")?.trim() ?? "");
			resolve({
				kind: "response",
				...head,
				body: isCoded ? Buffer.of() : received.soFar()
			});
		},
		onResponseError(_, error) {
			fail("network", error);
		}
	});
	return promise.finally(() => signal.removeEventListener("abort", onAbort));
}

// src/http/answer.ts
var ContractBreak = class extends Error {
	name = "ContractBreak";
};
function transportFailure({ how, sent, cause }, { clean, timeoutMs }) {
	const { text, kind: network } = describeNetworkError(cause);
	if (how === "aborted" || how === "network" && network === "closed") return {
		kind: "cancelled",
		isSent: sent,
		description: "was cancelled",
		cause
	};
	if (how === "too-large") return {
		kind: "too-large",
		description: `sent a response that was not read completely: ${text}`,
		cause
	};
	const isLate = how === "timeout";
	const within = `within ${Math.round(timeoutMs / 100) / 10} s`;
	const words = require_index.oneLine(clean(text));
	if (sent) return {
		kind: "lost",
		description: isLate ? `sent no complete response ${within}` : `lost the connection: ${words}`,
		cause
	};
	const reason = isLate ? `no connection ${within}` : words;
	return {
		kind: "unreachable",
		description: `could not be reached: ${reason}`,
		reason,
		network: isLate ? "other" : network,
		cause
	};
}
function readExchanged(exchanged, { redactor, timeoutMs, now, read, notes = {} }) {
	if (exchanged.kind === "failure") return {
		ok: false,
		failure: transportFailure(exchanged, {
			clean: redactor.clean,
			timeoutMs
		})
	};
	const { status, headers, body } = exchanged;
	const text = body.toString("utf8");
	const summarize = () => summarizeResponse({
		text,
		contentType: firstHeader(headers, "content-type") ?? ""
	}, redactor);
	const failed = (kind, words) => ({
		ok: false,
		failure: {
			kind,
			description: `answered ${status}${words}`,
			status,
			summary: summarize()
		}
	});
	if (status < 200 || status > 299) {
		const summary = summarize();
		const words = `${summary.reason && ` ${summary.reason}`}${notes[status] ?? ""}${refusalDetail(exchanged, summary)}`;
		const retryAfterMs = parseRetryAfter(firstHeader(headers, "retry-after"), now);
		const details = {
			description: `answered ${status}${words}`,
			status,
			summary,
			retryAfterMs
		};
		return {
			ok: false,
			failure: {
				kind: "refused",
				isRateLimited: status === 429,
				...details
			}
		};
	}
	const parsed = status === 204 ? { value: void 0 } : tryParseJson(text);
	try {
		if (parsed && read) return {
			ok: true,
			value: read(parsed.value)
		};
	} catch (error) {
		return failed("invalid", `, but ${error instanceof ContractBreak ? error.message : "it cannot be read"}`);
	}
	if (summarize().form === "page") return failed("page", " with a web page instead of JSON");
	if (!read) return {
		ok: true,
		value: void 0
	};
	return failed("unparsable", ` with a body that is not JSON (${body.length} bytes)`);
}
function refusalDetail({ status, headers }, { message, form }) {
	const target = URL.parse(firstHeader(headers, "location") ?? "")?.host;
	return `${status >= 300 && status < 400 ? ` (a redirect${target ? ` to ${target}` : ""}, not followed)` : ""}${form === "page" ? " (a web page)" : ""}${message && `: "${message}"`}`;
}
function describeNetworkError(error) {
	const first = error instanceof AggregateError ? error.errors[0] : error;
	if (!(first instanceof Error)) return {
		text: String(first),
		kind: "other"
	};
	const { code = "", message, name } = first;
	return {
		text: message || name,
		kind: networkKind(code)
	};
}
function networkKind(code) {
	if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED") return "closed";
	return /CERT|SIGNED|ISSUER|ERR_TLS|ERR_SSL|UNABLE_TO_/.test(code) ? "tls" : "other";
}
function parseRetryAfter(header, now) {
	const text = header?.trim() ?? "";
	if (/^\d+$/.test(text)) return Number(text) * 1e3;
	const at = Date.parse(text);
	return Number.isNaN(at) ? void 0 : Math.max(0, at - now.getTime());
}

// src/service/errors.ts
var ServiceError = class extends require_index.DeployError {
	name = "ServiceError";
	method;
	status;
	reason;
	retryAfterMs;
	mayHaveHappened;
	constructor(details) {
		super(details);
		this.method = details.method;
		this.status = details.status;
		this.reason = details.reason;
		this.retryAfterMs = details.retryAfterMs;
		this.mayHaveHappened = details.mayHaveHappened;
	}
};
const checkBaseUrl = "Check `base-url`: this does not look like a response from the service.";
const rateLimited = {
	code: "unavailable",
	hint: "The service limits how often this account may ask: run it again in some minutes."
};
const reasons = {
	UNAUTHORIZED: { code: "unauthorized" },
	FORBIDDEN: { code: "unauthorized" },
	SERVERLESS_ENDPOINT_NOT_FOUND: { code: "not-found" },
	SERVERLESS_WORKER_NOT_FOUND: { code: "rejected" },
	SERVERLESS_PRODUCT_NOT_FOUND: {
		code: "rejected",
		hint: "Correct `products` in the spec: the service has no product with that ID, or this account may not use it."
	},
	SERVERLESS_APP_NAME_IS_EXIST: { code: "app-name-taken" },
	VALIDATOR_PARAM: {
		code: "rejected",
		hint: "Correct the value that the service names."
	},
	INSUFFICIENT_RESOURCE: { code: "no-capacity" },
	BALANCE_NOT_ENOUGH: { code: "quota" },
	OPERATION_LIMIT: { code: "quota" },
	CONFLICT: { code: "busy" },
	RATE_LIMIT_EXCEEDED: rateLimited
};
function classify(failure, operation) {
	if (failure.kind === "refused") return classifyRefusal(failure, operation);
	return failure.kind === "unreachable" && failure.network === "tls" ? {
		code: "unavailable",
		hint: tlsHint
	} : unanswered[failure.kind];
}
const unanswered = {
	unreachable: {
		code: "unavailable",
		hint: "Check the address in `base-url`. If it is right, run it again."
	},
	cancelled: { code: "cancelled" },
	lost: { code: "unavailable" },
	"too-large": {
		code: "unreadable",
		hint: "No endpoint needs a response this large. Check `base-url`, and check in the console of the service for an endpoint with far too many envs or workers."
	},
	page: {
		code: "unreadable",
		hint: checkBaseUrl
	},
	unparsable: { code: "unreadable" },
	invalid: { code: "unreadable" }
};
function classifyRefusal({ status, summary: { form, raw } }, operation) {
	const namesEndpoint = [
		"get",
		"update",
		"update-v2",
		"delete"
	].includes(operation);
	const byReason = Object.hasOwn(reasons, raw.reason) ? reasons[raw.reason] : void 0;
	const isForbidden = raw.reason === "FORBIDDEN" || status === 403 && byReason === void 0;
	const writeName = writeNames[operation];
	const saysSo = status === 400 && /endpoint/i.test(raw.message) && /not (?:found|exist)/i.test(raw.message);
	const isMissing = namesEndpoint && form === "json" && (status === 404 || saysSo);
	return [
		[operation === "create" && /cluster is not active/i.test(raw.message), asleep],
		[writeName !== void 0 && isForbidden, {
			code: "unauthorized",
			hint: permissionHint(writeName)
		}],
		[byReason !== void 0, byReason],
		[status < 400, {
			code: "unreadable",
			hint: redirectHint
		}],
		[[401, 403].includes(status), { code: "unauthorized" }],
		[status === 402, { code: "quota" }],
		[isMissing, { code: "not-found" }],
		[status === 404, {
			code: "rejected",
			hint: checkBaseUrl
		}],
		[status === 409 && namesEndpoint && operation !== "get", { code: "busy" }],
		[status === 429, rateLimited],
		[[408, 425].includes(status) || status >= 500, { code: "unavailable" }]
	].find(([fits]) => fits)?.[1] ?? { code: "rejected" };
}
const asleep = {
	code: "busy",
	hint: "The cluster of this account was asleep and is waking up. Run it again in some minutes."
};
const writeNames = {
	create: "create",
	update: "update",
	"update-v2": "update",
	delete: "delete"
};
const permissionHint = (write = "change") => `Set \`api-key\` to a key that may ${write} endpoints of this account.`;
const redirectHint = "Set `base-url` to the final address: redirects are not followed, to protect the API key.";
const tlsHint = "The TLS connection failed: check `base-url`, and set NODE_EXTRA_CA_CERTS to the certificate of a private certificate authority.";
function readServiceAnswer(exchanged, options) {
	const notes = {
		401: " (wrong `api-key`)",
		403: " (`api-key` lacks permission)"
	};
	const result = readExchanged(exchanged, {
		...options,
		notes
	});
	if (result.ok || result.failure.kind !== "refused") return result;
	const { retryAfterMs = 0 } = result.failure;
	return {
		ok: false,
		failure: {
			...result.failure,
			retryAfterMs: Math.min(retryAfterMs, require_index.maxRetryAfterMs)
		}
	};
}

// src/plan/candidate.ts
function whyNotFirst(plan, { inputs, preview }) {
	const { candidate, desired, ownName, operation, workers, live, tests, changes } = plan;
	const isOwn = desired.name === ownName && preview === void 0;
	if (workers === "kept") return "";
	if (inputs.wait === "none") return tests.length === 0 ? "" : "Not tested: `wait: none`.";
	if (!candidate || !isOwn || operation !== "update" || changes.length === 0) return "";
	if (live.config.workerConfig.minNum === 0 ? readParked(live.config) : live.workers.every(({ healthy }) => !healthy)) return `No candidate: nobody is served by ${desired.name}, so it would only add to the outage.`;
}
function withoutCandidate(plan) {
	const why = `No candidate: ${plan.desired.name} goes back to a version that has served before.`;
	return plan.first.isFirst ? {
		...plan,
		first: {
			...plan.first,
			isFirst: false,
			why
		}
	} : plan;
}
function isCandidate({ config }) {
	const { candidate, name = config.name } = readRecord(config) ?? {};
	return candidate === true && name === config.name;
}
function isForgotten(found, { github: { context } }, untilMs) {
	const { time = "" } = ownRecord(found.config, context) ?? {};
	return isCandidate(found) && Date.parse(time) < untilMs;
}
const candidateRunOf = ({ config }) => runOf(readRecord(config)?.run);
function isLeftover(found, { github: { context } }) {
	return (ownerOf(found.config, context).kind === "us" || readOwner(found.config) === void 0) && isCandidate(found) && Number(candidateRunOf(found)) <= Number(context.runId);
}

// src/model/compare.ts
const percentage = (pattern, from) => withUnit(pattern, `must be a percentage from ${from}`, (text) => Number.parseFloat(text) / 100);
const maxPrompts = 300;
const rules = strictObject({
	worse: field(percentage(/^(?:[1-9]\d?(?:\.\d{1,3})?|100) ?%$/, "1% on, such as `5%`"), "The step fails if the candidate certainly loses at least this share of right answers, which `expect` defines. At least 1%. If omitted, it only says so; for `tests`, where `slower` refuses, any certain loss fails.", "5%"),
	slower: field(percentage(/^[1-9]\d{1,3}(?:\.\d{1,3})? ?%$/, "10% on, such as `20%`: two workers of one version may differ by 10%"), "The step fails if an answer certainly takes this much longer than that of production. At least 10%. If omitted, it only says so.", "20%"),
	prompts: field(matching(/^(?!\/|.*:\/\/|(?:.*\/)?\.\.(?:\/|$))[^\\*?[\]{}]+$/, "must be the path of a file beside the spec, without `..`"), "File of at least 30 prompts, a JSON object a line: a test, or a request of an OpenAI batch. Both sides are asked the same, each once, at most 300; `tests` then only prove.", "prompts.jsonl"),
	requests: field(int().check(_gte(5), _lte(300)), "Maximum of requests of each test to each side: 5–50, 20 if omitted; with `prompts`, of prompts: 30–300, 300 if omitted.", 30),
	with: field(nameText().check(refine((name) => !name.includes("://"), { error: "must be the name of an endpoint, not an address" })), "Name of the endpoint to compare with; the spec's own `name` if omitted.", "llama-base")
});
const compareSchema = withDescription(rules, "What is deployed or tested under another name than that of the spec, such as a preview, is compared with the endpoint of that name. Never sent to the service.", { slower: "20%" });
function comparisonOf({ desired, compare }) {
	return [compare?.own, compare?.with].includes(desired.name) ? void 0 : compare;
}
function isGate({ worse, slower }) {
	return (worse ?? slower) !== void 0;
}

// src/plan/digest.ts
const digestVersion = "p7";
const hashBytes = 16;
const partLength = 3;
function digestPlans(plans, terms) {
	const ways = plans.map((plan) => wayHash(plan, terms));
	return [
		digestVersion,
		keyedHash(plans.map(goalOf), terms),
		...ways.toSorted(),
		partsOf(plans, terms).join("")
	].join(".");
}
function isApproved(plans, approved, terms) {
	const [version, goal, ...others] = approved.split(".");
	const ways = others.slice(0, -1);
	const isSeen = (plan) => [plan, {
		...plan,
		resolvedImage: void 0
	}].some((each) => ways.includes(wayHash(each, terms)));
	return version === digestVersion && goal === keyedHash(plans.map(goalOf), terms) && plans.every((plan) => isDone(plan) || isSeen(plan));
}
function changedSince(plans, approved, terms) {
	const [version, ...others] = approved.split(".");
	if (version !== digestVersion) return ["the version of this action"];
	const noted = others.at(-1) ?? "";
	const unresolved = plans.map((plan) => ({
		...plan,
		resolvedImage: void 0
	}));
	const [now, tagged] = [partsOf(plans, terms), partsOf(unresolved, terms)];
	const changed = Object.keys(approvedParts).filter((_, index) => {
		const part = noted.slice(index * partLength, (index + 1) * partLength);
		return part !== now[index] && part !== tagged[index];
	});
	const named = changed.filter((name) => !changed.some((other) => approvedParts[other]?.explains?.includes(name)));
	const files = new Set(plans.flatMap((plan) => promptsOf(plan)?.file ?? []));
	return named.map((name) => name === prompts && files.size > 0 ? `${name} (${[...files].join(", ")})` : name);
}
function nextAfter(changed) {
	const { next } = require_index.codeRow("plan-changed");
	const inputs = changed.flatMap((name) => approvedParts[name]?.inputs ?? []);
	if (inputs.length > 0) return `Give the plan and the deploy the same ${inputs.join(" and ")}. ${next}`;
	return changed.includes(digest) ? `${next} A tag can move again: use \`resolve-image: pin\` for the plan and its output \`image-digest\` for the deploy.` : next;
}
function partsOf(plans, terms) {
	return Object.values(approvedParts).map(({ read }) => {
		return keyedHash([...new Set(plans.map((plan) => JSON.stringify(read(plan, terms))))], terms).slice(0, partLength);
	});
}
const liveOf = ({ live }) => live ? [live.id, canonicalConfig(live.config)] : null;
const imageDigestOf = ({ desired, resolvedImage }) => resolvedImage?.digest ?? desired.image.image.split("@")[1] ?? null;
const withoutPrompts = ({ compare }) => compare && { compare: {
	...compare,
	set: void 0
} };
const withoutImage = (config) => ({
	...config,
	image: {
		...config.image,
		image: ""
	}
});
const [image, digest, spec, endpoint] = [
	"the image",
	"the digest of the image",
	"the spec",
	"the live endpoint"
];
const [prompts, wait, onFailure] = [
	"the file of prompts",
	"`wait`",
	"`on-failure`"
];
const all = [
	image,
	digest,
	spec,
	prompts,
	endpoint,
	wait,
	onFailure
];
const approvedParts = {
	"the `api-key` or `base-url`": {
		read: () => "",
		explains: ["which endpoints there are", ...all],
		inputs: "`api-key` or `base-url`"
	},
	"which endpoints there are": {
		read: ({ desired }) => desired.name,
		explains: all
	},
	[image]: {
		read: ({ desired, imageFrom }) => imageFrom === "live" ? "" : desired.image.image.split("@")[0],
		explains: [digest]
	},
	[digest]: { read: (plan) => plan.imageFrom === "live" ? plan.resolvedImage?.digest ?? "" : imageDigestOf(plan) },
	[spec]: { read: (plan) => [goalOf({
		...plan,
		...withoutPrompts(plan),
		desired: withoutImage(plan.desired)
	}), plan.desired.appName] },
	[prompts]: { read: (plan) => promptsOf(plan)?.sha256 ?? "" },
	[endpoint]: {
		read: liveOf,
		explains: [spec]
	},
	[wait]: {
		read: (_, terms) => terms.wait,
		inputs: wait
	},
	[onFailure]: {
		read: (_, terms) => terms.onFailure,
		inputs: onFailure
	}
};
function isDone({ operation, live, desired, changes }) {
	if (!live || !isUnproved(live.config)) return operation === "unchanged";
	return desired.image.image.includes("@") && changes.every(({ member }) => !replacesWorkers(member));
}
function keyedHash(texts, { apiKey, baseUrl = "" }) {
	return require_index.createHmac("sha256", JSON.stringify([apiKey, baseUrl])).update(JSON.stringify(texts.toSorted())).digest().subarray(0, hashBytes).toString("base64url");
}
function goalOf(plan) {
	const { desired, tests, compare, load, candidate, price } = plan;
	const optional = [
		compare && {
			...compare,
			set: promptsOf(plan)?.sha256
		},
		load && { load },
		candidate && { candidate },
		price === void 0 ? void 0 : { price }
	].filter(Boolean);
	return JSON.stringify([
		canonicalConfig({
			...desired,
			appName: ""
		}),
		tests,
		...optional
	]);
}
function promptsOf({ desired, compare, candidate }) {
	return (candidate ? compare : comparisonOf({
		desired,
		compare
	}))?.set;
}
function wayHash(plan, terms) {
	const { desired, operation, calls } = plan;
	const way = [
		goalOf(plan),
		desired.appName,
		operation,
		calls,
		liveOf(plan),
		imageDigestOf(plan)
	];
	return keyedHash([JSON.stringify([
		way,
		terms.wait,
		terms.onFailure
	])], terms);
}
function canonicalConfig(config) {
	return members.map((member) => {
		const value = configValue(config, member) ?? null;
		if (value === null || typeof value !== "object") return [member.path, value];
		const items = member.kind === "envs" ? withoutRecord(value) : value;
		return [member.path, items.map((item) => JSON.stringify(item)).sort()];
	});
}

// src/plan/previews.ts
const unknownPull = {
	state: void 0,
	labels: void 0,
	isDraft: void 0
};
function reconcile(question, { listed, nowMs } = {
	listed: [],
	nowMs: 0
}) {
	const { event, number, before, rules, names } = question;
	const { maxAgeSeconds = Infinity } = rules;
	const [standing, why] = standingOf(question);
	const create = standing === "due" && mayDeploy(event);
	const judged = listed.map((preview) => {
		const isTooOld = event === "sweep" && nowMs - Date.parse(preview.record.time) > maxAgeSeconds * 1e3;
		const { name } = preview.endpoint.config;
		const isNamed = names.some((given) => given !== void 0 && previewName(given, number) === name);
		const [verdict, because] = decide([
			[
				!isPreviewOf(number, preview),
				"keep",
				`a preview of pull request #${number} has another name`
			],
			[
				standing === "over",
				"remove",
				why
			],
			[
				isTooOld,
				"remove",
				`older than \`max-age\` (${why})`
			],
			[
				standing !== "refused",
				"keep",
				why
			],
			[
				isNamed,
				"remove",
				why
			],
			[
				names.includes(void 0),
				"keep",
				`${why}, but a spec of this step cannot be read`
			]
		], ["keep", `${why}, but no spec of this step has its name`]);
		return {
			verdict,
			preview: {
				...preview,
				why: because
			}
		};
	});
	const of = (wanted) => judged.flatMap(({ verdict, preview }) => verdict === wanted ? preview : []);
	const [stood] = standingOf({
		...question,
		pull: before
	});
	return {
		standing,
		create,
		remove: of("remove"),
		keep: of("keep"),
		why: standing === "due" && !create ? `the event \`${event}\` deploys none` : why,
		mayBeLate: (standing === "refused" || standing === "over") && stood !== "refused"
	};
}
function mayDeploy(action) {
	return [
		"opened",
		"reopened",
		"synchronize",
		"labeled",
		"ready_for_review",
		"submitted"
	].includes(action);
}
function decide(rows, otherwise) {
	const [, decision, why] = rows.find(([fits]) => fits) ?? [true, ...otherwise];
	return [decision, why];
}
function standingOf({ event, number, pull, rules: { label, drafts } }) {
	const { state, labels, isDraft } = pull;
	const hasLabel = label === "" || labels?.some((each) => each.toLowerCase() === label.toLowerCase());
	const which = `pull request #${number}`;
	return decide([
		[
			state === "closed" || state === "merged",
			"over",
			`${which} is ${state}`
		],
		[
			event === "delete",
			"over",
			`the command \`delete\` ends the previews of ${which}`
		],
		[
			hasLabel === false,
			"refused",
			`${which} does not have the label \`${label}\``
		],
		[
			!drafts && isDraft === true,
			"refused",
			`${which} is a draft`
		],
		[
			state === void 0,
			"unknown",
			`${which} may still be open`
		],
		[
			hasLabel === void 0 || !drafts && isDraft === void 0,
			"unknown",
			`${which} ${unknownTraits}`
		]
	], ["due", `${which} is open`]);
}
const unknownTraits = "may have a preview: neither the event nor GitHub says its labels, or whether it is a draft";
function isPreviewOf(number, { endpoint, record }) {
	const { name } = endpoint.config;
	return record.pullRequest === number && record.name === name && isPreviewName(name, number);
}

// src/plan/ownership.ts
function assertTrusted({ inputs, github }) {
	const { distrust } = github.context;
	if (distrust === "" || inputs.allow.has("untrusted")) return;
	throw require_index.inputsInvalid(`\`${inputs.command}\` does not run ${distrust}`, "Run the step on `push`, or for previews on `pull_request` of a branch of this repository. If everything that reaches this workflow is reviewed first, add `untrusted` to `allow`.");
}
function assertMeant({ inputs, github }) {
	const { command, name, endpointId, allow } = inputs;
	const { pullRequest, eventName } = github.context;
	if (!pullRequest || name || endpointId || allow.has("pull-request")) return;
	const isDelete = command === "delete";
	const preview = `Set \`preview: true\` to delete the previews of pull request #${pullRequest.number}. `;
	throw require_index.inputsInvalid(`\`${command}\` does not run on \`${eventName}\` without \`${isDelete ? "preview" : "name"}\`: it would ${command} what the specs name, and not a preview`, `${isDelete ? preview : ""}To ${command} an endpoint of the specs, set \`name\`, or add \`pull-request\` to \`allow\`.`);
}
function mayShow(live, { inputs, github }) {
	if (!live || github.context.repository === "") return true;
	const { kind } = ownerOf(live.config, github.context);
	if (kind === "nobody") return inputs.allow.has("untrusted") || github.context.distrust === "";
	return kind === "us" || inputs.allow.has("adopt");
}
function checkOwnership(live, { inputs, github, preview }) {
	if (!live || inputs.allow.has("adopt")) return void 0;
	const owned = (why, hint) => new require_index.DeployError({
		code: "owned",
		message: `endpoint ${require_index.endpointName(live)} ${why}`,
		hint
	});
	const owner = ownerOf(live.config, github.context);
	if (owner.kind === "doubtful") return owned(`${owner.why}, so nothing proves that no other repository has deployed it`, "Check the endpoint in the console of the service. To go on anyway, add `adopt` to `allow`.");
	const record = "record" in owner ? owner.record : void 0;
	const us = github.context.repository || "this machine";
	if (record && owner.kind === "others") return owned(`was deployed by ${record.repository} (run ${record.run}, ${record.time}), not by ${us === record.repository ? "the repository that has its name now" : us}`, "Choose another `name`. To go on anyway, add `adopt` to `allow`.");
	if (!preview) return void 0;
	if (record && isPreviewOf(preview.pullRequest.number, {
		endpoint: live,
		record
	})) return void 0;
	return owned(`has the name of a preview, but ${record ? "its record does not name this pull request" : "it has no such record"}`, "Delete or rename it, or add `adopt` to `allow` to take it over as the preview.");
}
function isTakenOver(live, run) {
	if (!live || isUnread(live.config, "envs") || !run.inputs.allow.has("adopt")) return false;
	return checkOwnership(live, {
		...run,
		inputs: {
			...run.inputs,
			allow: /* @__PURE__ */ new Set()
		}
	}) !== void 0;
}
function checkPermission(plan, run) {
	return checkOwnership(plan.live, run) ?? checkSecrets(plan, run);
}
function checkCandidate({ first: { isFirst, found: live } }, run) {
	if (!isFirst || !live || isLeftover(live, run)) return void 0;
	const owned = checkOwnership(live, run);
	const isLater = !owned && isCandidate(live);
	const found = isLater ? `the candidate of run ${candidateRunOf(live)}, which is later` : "no candidate of a run";
	const message = owned?.message ?? `endpoint ${require_index.endpointName(live)} has the name of the candidate, and is ${found}`;
	const hint = isLater ? void 0 : "Delete or rename it, or take `candidate` out of the spec.";
	const { name } = live.config;
	const title = owned ? require_index.failureTitle(name, owned.code) : `${name}: its name is taken`;
	return new require_index.DeployError({
		code: owned?.code ?? "conflict",
		message,
		hint,
		title
	});
}
function checkSecrets({ desired, missingSecrets }, { inputs }) {
	if (missingSecrets.length === 0 || inputs.allow.has("drop-secrets")) return void 0;
	const message = `this run has no \`secret-envs\`, and would remove ${`${missingSecrets.join(", ")} from ${desired.name}, which an earlier run set by them`}`;
	return new require_index.DeployError({
		code: "secrets-missing",
		message
	});
}
function checkApproval(plans, { inputs }) {
	const { approvedPlan: approved } = inputs;
	if (approved === "" || isApproved(plans, approved, inputs)) return void 0;
	const what = plans.length === 1 ? "the plan" : `the plan of ${plans.length} endpoints`;
	const changed = changedSince(plans, approved, inputs);
	const message = `${what} is not the one that was approved${changed.length === 0 ? "" : `: ${changed.join(" and ")} ${changed.length === 1 ? "differs" : "differ"}`}`;
	return new require_index.DeployError({
		code: "plan-changed",
		message,
		hint: nextAfter(changed)
	});
}

// node_modules/yocto-queue/index.js
var Node = class {
	value;
	next;
	constructor(value) {
		this.value = value;
	}
};
var Queue = class {
	#head;
	#tail;
	#size;
	constructor() {
		this.clear();
	}
	enqueue(value) {
		const node = new Node(value);
		if (this.#head) {
			this.#tail.next = node;
			this.#tail = node;
		} else {
			this.#head = node;
			this.#tail = node;
		}
		this.#size++;
	}
	dequeue() {
		const current = this.#head;
		if (!current) return;
		this.#head = this.#head.next;
		this.#size--;
		if (!this.#head) this.#tail = void 0;
		return current.value;
	}
	peek() {
		if (!this.#head) return;
		return this.#head.value;
	}
	clear() {
		this.#head = void 0;
		this.#tail = void 0;
		this.#size = 0;
	}
	get size() {
		return this.#size;
	}
	*[Symbol.iterator]() {
		let current = this.#head;
		while (current) {
			yield current.value;
			current = current.next;
		}
	}
	*drain() {
		while (this.#head) yield this.dequeue();
	}
};

// node_modules/p-limit/index.js
function pLimit(concurrency) {
	let rejectOnClear = false;
	if (typeof concurrency === "object") ({concurrency, rejectOnClear = false} = concurrency);
	validateConcurrency(concurrency);
	if (typeof rejectOnClear !== "boolean") throw new TypeError("Expected `rejectOnClear` to be a boolean");
	const queue = new Queue();
	let activeCount = 0;
	const resumeNext = () => {
		if (activeCount < concurrency && queue.size > 0) {
			activeCount++;
			queue.dequeue().run();
		}
	};
	const next = () => {
		activeCount--;
		resumeNext();
	};
	const run = async (function_, resolve, arguments_) => {
		const result = (async () => function_(...arguments_))();
		resolve(result);
		try {
			await result;
		} catch {}
		next();
	};
	const enqueue = (function_, resolve, reject, arguments_) => {
		const queueItem = { reject };
		new Promise((internalResolve) => {
			queueItem.run = internalResolve;
			queue.enqueue(queueItem);
		}).then(run.bind(void 0, function_, resolve, arguments_));
		if (activeCount < concurrency) resumeNext();
	};
	const generator = (function_, ...arguments_) => new Promise((resolve, reject) => {
		enqueue(function_, resolve, reject, arguments_);
	});
	Object.defineProperties(generator, {
		activeCount: { get: () => activeCount },
		pendingCount: { get: () => queue.size },
		clearQueue: { value() {
			if (!rejectOnClear) {
				queue.clear();
				return;
			}
			const abortError = AbortSignal.abort().reason;
			while (queue.size > 0) queue.dequeue().reject(abortError);
		} },
		concurrency: {
			get: () => concurrency,
			set(newConcurrency) {
				validateConcurrency(newConcurrency);
				concurrency = newConcurrency;
				queueMicrotask(() => {
					while (activeCount < concurrency && queue.size > 0) resumeNext();
				});
			}
		},
		map: { async value(iterable, function_) {
			const promises = [];
			try {
				Array.from(iterable, (value, index) => {
					const promise = generator(function_, value, index);
					promises.push(promise);
					return promise;
				});
			} catch (error) {
				for (const promise of promises) promise.catch(() => {});
				throw error;
			}
			return Promise.all(promises);
		} }
	});
	return generator;
}
function validateConcurrency(concurrency) {
	if (!((Number.isInteger(concurrency) || concurrency === Number.POSITIVE_INFINITY) && concurrency > 0)) throw new TypeError("Expected `concurrency` to be a number from 1 and up");
}

// src/github/pull-requests.ts
const pullSchema = object({
	number: number(),
	state: _enum(["open", "closed"]),
	merged_at: nullish(string()),
	draft: _catch(optional(boolean()), void 0),
	labels: _catch(optional(array(object({ name: string() }))), void 0),
	head: optional(object({ sha: string() }))
});
async function readPullRequests(github, numbers) {
	const pulls = /* @__PURE__ */ new Map();
	const requests = github.requests({
		title: "State of pull requests",
		permission: "pull-requests: read"
	});
	let failure;
	await pLimit(5).map(numbers, async (number) => {
		if (failure) return;
		const pull = await requestPull(requests, number);
		if (pull.ok) pulls.set(number, pull.value);
		else if (pull.failure.kind !== "not-found") failure ??= pull.failure;
	});
	return {
		pulls,
		failure
	};
}
async function readPullRequest(github, number) {
	const title = `State of pull request #${number}`;
	return requestPull(github.requests({
		title,
		permission: "pull-requests: read"
	}), number);
}
function requestPull(requests, number) {
	return requests.send({
		route: "GET /repos/{owner}/{repo}/pulls/{pull_number}",
		parameters: { pull_number: number },
		answer: pipe(pullSchema.check(refine((found) => found.number === number)), transform(({ state, merged_at, draft, labels, head }) => ({
			state: state === "closed" && merged_at ? "merged" : state,
			isDraft: draft,
			labels: labels?.map(({ name }) => name),
			headSha: head?.sha
		})))
	});
}

// src/previews/decide.ts
function readPreview({ inputs, github: { context } }) {
	const { preview: options } = inputs;
	if (!options) return void 0;
	const { eventName, pullRequest, actor } = context;
	const onlyDeletes = pullRequest && (pullRequest.state !== "open" || !mayDeploy(pullRequest.action));
	if (eventName === "pull_request_target" && !inputs.allow.has("untrusted") && !onlyDeletes) throw require_index.inputsInvalid("previews are not deployed on `pull_request_target`: it gives repository secrets to a spec that anyone can propose", "Run the step `on: pull_request`. If every such pull request is reviewed before this workflow runs, add `untrusted` to `allow`.");
	if (!pullRequest) throw require_index.inputsInvalid(`\`preview\` needs a pull request, but this run was started by ${eventName || "hand"}`, "Run the step `on: pull_request` with `types: [opened, synchronize, reopened, closed]`.");
	const hasKey = inputs.baseUrl !== void 0 && inputs.apiKey !== "";
	if (!hasKey && !pullRequest.isFromFork && actor !== "dependabot[bot]") throw require_index.inputsInvalid("`base-url` or `api-key` is missing", "Set both; only pull requests from forks and by Dependabot, which get no secrets, can omit them.");
	return {
		pullRequest,
		question: questionOf(pullRequest, options),
		hasKey,
		isCurrent: false
	};
}
function questionOf(event, rules) {
	const { action, number, state, labels, label, isDraft } = event;
	const removed = action === "unlabeled" ? label : void 0;
	const labelsBefore = removed === void 0 ? labels : removed === "" ? void 0 : labels?.concat(removed);
	return {
		event: action,
		number,
		rules,
		names: [],
		pull: {
			state,
			labels,
			isDraft
		},
		before: {
			state: "open",
			labels: labelsBefore,
			isDraft: action === "converted_to_draft" ? false : isDraft
		}
	};
}
async function decidePreview(context) {
	const preview = readPreview(context);
	if (!preview) return void 0;
	const { pullRequest, hasKey } = preview;
	if (!hasKey) return {
		...preview,
		step: "validate",
		answer: reconcile(preview.question)
	};
	const { now, pull } = await readPull(context, preview.question);
	const question = {
		...preview.question,
		pull
	};
	const answer = reconcile(question);
	const { allow } = context.inputs;
	const isHead = now && (now.headSha === void 0 || !pullRequest.headSha || now.headSha === pullRequest.headSha);
	const isCurrent = now !== void 0 && (isHead || allow.has("older-commit"));
	const creates = pullRequest.isFromFork && !allow.has("untrusted") ? "validate" : now === void 0 || isCurrent ? "create" : "superseded";
	const others = answer.standing === "refused" || answer.standing === "over" ? "end" : "keep";
	return {
		...preview,
		question,
		isCurrent,
		step: answer.create ? creates : others,
		answer
	};
}
async function readPull({ github }, { number, pull: known }) {
	const read = await readPullRequest(github.api, number);
	if (!read.ok) {
		github.warn(read.failure);
		return {
			now: void 0,
			pull: known
		};
	}
	const { state, labels = known.labels, isDraft = known.isDraft } = read.value;
	return {
		now: read.value,
		pull: {
			state,
			labels,
			isDraft
		}
	};
}
function dueAgainNotice(number) {
	return {
		severity: "notice",
		title: "preview: superseded",
		message: `Pull request #${number} is to have previews again, such as after it was opened again: what is there now is kept.`,
		hint: "They are deleted when it closes; the command `delete` with `preview: true` deletes them now."
	};
}
function undeployed({ github, inputs }, { pullRequest: { number, headSha, state }, step, answer: { standing, why } }) {
	const end = { outcomes: [] };
	if (inputs.command === "plan") {
		const what = step === "end" ? `delete the previews of pull request #${number}` : "deploy no preview";
		return {
			...end,
			operation: "planned",
			lines: `Plan: a deploy would ${what}, because ${why}.`
		};
	}
	if (step === "superseded") {
		const notices = [{
			severity: "notice",
			title: "preview: superseded",
			message: `Skipped: ${require_index.shortCommit(headSha)} is no longer the last commit of pull request #${number}.`,
			hint: `The run of the last commit deploys it. ${`To deploy ${require_index.shortCommit(github.context.sha)} anyway, add \`older-commit\` to \`allow\`.`}`
		}];
		return {
			...end,
			operation: "superseded",
			notices
		};
	}
	if (state !== "open") return {
		...end,
		operation: "superseded",
		notices: [dueAgainNotice(number)]
	};
	const message = `No preview of pull request #${number} was deployed or deleted: ${why}.`;
	const notices = [{
		severity: "warning",
		title: `pull request #${number}: no preview`,
		message,
		hint: "Give the job `permissions: { pull-requests: read }`, and start it again."
	}];
	return {
		...end,
		operation: "unchanged",
		...standing === "unknown" ? { notices } : { lines: message }
	};
}
async function validatePreview(context, { pullRequest: { number, isFromFork, state } }) {
	const { reporter, inputs } = context;
	const origin = isFromFork ? "comes from a fork" : "is by Dependabot";
	if (state !== "open" && isFromFork) return {
		outcomes: [],
		operation: "absent",
		lines: `Pull request #${number} ${origin} and gets no preview: nothing to delete.`
	};
	if (state !== "open") {
		const message = `Pull request #${number} ${origin}, and this run gets no secrets, so it could not check for a preview and deleted none.`;
		return {
			outcomes: [],
			notices: [{
				severity: "warning",
				title: `pull request #${number}: previews not looked for`,
				message,
				hint: "Add the key to the Dependabot secrets, close on `pull_request_target: closed`, or have the command `sweep` delete what is left."
			}]
		};
	}
	const message = `This pull request ${origin}${inputs.apiKey === "" ? " and gets no secrets" : ", where anyone may have written it"}, so its spec is validated and no preview is deployed.`;
	const hint = isFromFork ? "To get one, someone with write access pushes the branch to this repository; `untrusted` in `allow` deploys it anyway." : "To get one, push a commit to its branch, or add the key to the Dependabot secrets.";
	reporter.annotate({
		severity: "notice",
		title: `pull request #${number}: no preview`,
		message,
		hint
	});
	const { command: validate } = await Promise.resolve().then(() => require("./commands.js")).then((n) => n.validate_exports);
	return validate(context);
}

// src/spec/issue.ts
function errorAt(position, words, path = []) {
	return {
		severity: "error",
		...words,
		path,
		position
	};
}
function issueAt(document, field, { what, hint, code = "invalid-value", severity = "error" }) {
	const path = document.inFile(field);
	return {
		code,
		severity,
		message: `${memberText(path)} ${what}`,
		hint,
		path,
		position: document.place(field)
	};
}
function brokenRules(document, rules, by = "error") {
	return rules.filter(([isBroken]) => isBroken).map(([, path, what, hint, code, severity = by]) => issueAt(document, path, {
		what,
		hint,
		code,
		severity
	}));
}
function sortIssues(issues) {
	if (issues.length < 2) return [...issues];
	const keyOf = ({ severity, position }) => {
		const rank = [
			"error",
			"warning",
			"notice"
		].indexOf(severity);
		if ("input" in position) return `${rank} 1 ${position.input}`;
		const { file, start, end } = position;
		return `${rank} 0 ${file} ${start.offset} ${end.offset}`;
	};
	const { compare } = new Intl.Collator("en", { numeric: true });
	return issues.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
}
function hasErrors(issues) {
	return issues.some(({ severity }) => severity === "error");
}
function memberText(path) {
	if (path.length === 0) return "the spec";
	return `\`${path.map((each) => typeof each === "number" ? `[${each}]` : `.${require_index.shortValue(each)}`).join("").replace(/^\./, "")}\``;
}
function rangeText({ min, max }) {
	if (min === void 0) return `at most ${max}`;
	if (max === void 0) return `at least ${min}`;
	return min === max ? `exactly ${min}` : `${min}–${max}`;
}

// node_modules/yaml/browser/dist/nodes/identity.js
const ALIAS = Symbol.for("yaml.alias");
const DOC = Symbol.for("yaml.document");
const MAP = Symbol.for("yaml.map");
const PAIR = Symbol.for("yaml.pair");
const SCALAR = Symbol.for("yaml.scalar");
const SEQ = Symbol.for("yaml.seq");
const NODE_TYPE = Symbol.for("yaml.node.type");
const isAlias = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === ALIAS;
const isDocument = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === DOC;
const isMap = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === MAP;
const isPair = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === PAIR;
const isScalar = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SCALAR;
const isSeq = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SEQ;
function isCollection(node) {
	if (node && typeof node === "object") switch (node[NODE_TYPE]) {
		case MAP:
		case SEQ: return true;
	}
	return false;
}
function isNode(node) {
	if (node && typeof node === "object") switch (node[NODE_TYPE]) {
		case ALIAS:
		case MAP:
		case SCALAR:
		case SEQ: return true;
	}
	return false;
}
const hasAnchor = (node) => (isScalar(node) || isCollection(node)) && !!node.anchor;

// node_modules/yaml/browser/dist/parse/line-counter.js
var LineCounter = class {
	constructor() {
		this.lineStarts = [];
		this.addNewLine = (offset) => this.lineStarts.push(offset);
		this.linePos = (offset) => {
			let low = 0;
			let high = this.lineStarts.length;
			while (low < high) {
				const mid = low + high >> 1;
				if (this.lineStarts[mid] < offset) low = mid + 1;
				else high = mid;
			}
			if (this.lineStarts[low] === offset) return {
				line: low + 1,
				col: 1
			};
			if (low === 0) return {
				line: 0,
				col: offset
			};
			const start = this.lineStarts[low - 1];
			return {
				line: low,
				col: offset - start + 1
			};
		};
	}
};

// src/spec/source.ts
const maxSpecBytes = 65536;
function openSource(file, text) {
	const lines = new LineCounter();
	lines.addNewLine(0);
	for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
	const point = (offset) => {
		const inside = Math.min(Math.max(offset, 0), text.length);
		const { line, col } = lines.linePos(inside);
		return {
			line,
			column: col,
			offset: inside
		};
	};
	const range = (start, end) => {
		return {
			file,
			start: point(start),
			end: point(Math.max(start, end))
		};
	};
	return {
		text,
		range
	};
}
function decodeSource(file, bytes) {
	const text = new TextDecoder().decode(bytes).replaceAll(/\r(?!\n)/g, "\n");
	const source = openSource(file, text);
	if ((0, node_buffer.isUtf8)(bytes)) return { source };
	const at = text.indexOf("�");
	return {
		source,
		issue: errorAt(source.range(at, at + 1), {
			code: "not-utf8",
			message: "the file is not UTF-8 text",
			hint: "Save the file as UTF-8; editors on Windows may have saved it as UTF-16."
		})
	};
}
function scalarText({ value, source = "" }) {
	return typeof value === "string" ? value : source;
}
function createPlaces(document, source) {
	const [documentStart] = document.range;
	const spots = /* @__PURE__ */ new Map();
	const has = (path) => spots.has(keyOf(path));
	function nearest(path) {
		let depth = path.length;
		while (depth > 0 && !has(path.slice(0, depth))) depth -= 1;
		return {
			spot: spots.get(keyOf(path.slice(0, depth))),
			depth
		};
	}
	return {
		has,
		set: (path, spot) => void spots.set(keyOf(path), spot),
		placeOf(path, part = "value") {
			const { spot, depth } = nearest(path);
			if (spot && "input" in spot) return spot;
			const [value, key] = [spot?.node, spot?.key].map((node) => node && spanOf(node, source));
			const span = (depth === path.length ? part === "value" : isScalar(spot?.node)) && value && value.end > value.start ? value : key ?? value;
			const start = span?.start ?? documentStart;
			return source.range(start, span && (depth > 0 || path.length === 0) ? span.end : start);
		},
		written(path) {
			const { spot, depth } = nearest(path);
			const node = depth > 0 && spot && "node" in spot ? spot.node : void 0;
			return isScalar(node) ? scalarText(node) : void 0;
		}
	};
}
const keyOf = (path) => JSON.stringify(path);
function pathToKey(parent, key) {
	return [...parent, parent[0] === "envs" ? key.split("=", 1)[0] ?? "" : key];
}
function fieldName(path) {
	return path.map((each) => typeof each === "number" ? "*" : each).join(".");
}
function spanOf({ range }, source) {
	const [start, valueEnd] = range ?? [0, 0];
	return {
		start,
		end: start + source.text.slice(start, valueEnd).trimEnd().length
	};
}
const oddCharacters = [
	[/[\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/, "a space that is not the plain one; write plain spaces"],
	[/[\u2018-\u201f\u00ab\u00bb]/, "a typographic quote; write `\"` or `'`"],
	[/[\uff01-\uff5e]/, "a character of full width; write the plain one, and a space after `:` and `,`"],
	[/(?<=^|\s)[\u2010-\u2015\u2212](?=[\w-])/, "a dash that is not the plain one; write `--`"]
];
function oddCharacterIn(text) {
	for (const [character, what] of oddCharacters) {
		const code = character.exec(text)?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
		if (code) return `U+${code}, ${what}`;
	}
}

// src/github/commits.ts
const apart = {
	standing: "apart",
	failure: void 0
};
async function compareCommits(github, commits) {
	const { base, head } = commits;
	if (![base, head].every(isCommit)) return apart;
	return base === head ? {
		...apart,
		standing: "same"
	} : compare(github, commits);
}
async function compareBranch(github, { commit, branch }) {
	if (!isCommit(commit)) return apart;
	return compare(github, {
		base: commit,
		head: branch
	});
}
function rememberStandings(github, { sha, branch }) {
	const asked = /* @__PURE__ */ new Map();
	const once = (key, ask) => {
		const answer = asked.get(key) ?? ask();
		asked.set(key, answer);
		return answer;
	};
	return {
		ofCommit: (head) => once(`commit ${head}`, () => compareCommits(github, {
			base: sha,
			head
		})),
		ofBranch: (commit) => once(`branch since ${commit}`, () => compareBranch(github, {
			commit,
			branch
		}))
	};
}
const isCommit = (text) => /^[0-9a-f]{40}$/.test(text);
const standings = {
	identical: "same",
	ahead: "newer",
	behind: "older",
	diverged: "apart"
};
async function compare(github, { base, head }) {
	const compared = await github.requests({
		title: "Order of commits",
		permission: "contents: read"
	}).send({
		route: "GET /repos/{owner}/{repo}/compare/{basehead}",
		parameters: {
			basehead: `${base}...${head}`,
			per_page: 1,
			page: 2
		},
		answer: object({ status: _enum([
			"ahead",
			"behind",
			"identical",
			"diverged"
		]) })
	});
	if (compared.ok) return {
		...apart,
		standing: standings[compared.value.status]
	};
	const { failure } = compared;
	return failure.kind === "not-found" ? apart : {
		...apart,
		standing: "unknown",
		failure
	};
}

// src/commands/deploy.ts
var deploy_exports = /* @__PURE__ */ require_index.__exportAll({
	command: () => command,
	readAhead: () => readAhead
});
const command = async (context) => {
	const preview = await decidePreview(context);
	if (preview?.step === "validate") return validatePreview(context, preview);
	if (preview?.step === "end") return (await Promise.resolve().then(() => require("./commands.js")).then((n) => n.end_exports)).closePreview(context, preview);
	if (preview && preview.step !== "create") return undeployed(context, preview);
	assertTrusted(context);
	if (!preview) assertMerged(context);
	const [github] = await Promise.all([withDeployedCommit(context), readAhead(context)]);
	return (await Promise.resolve().then(() => require("./rollout.js")).then((n) => n.all_exports)).deployAll({
		...context,
		github,
		preview
	});
};
function assertMerged({ inputs, github }) {
	const { pullRequest, eventName, upstream } = github.context;
	if (!(pullRequest ? pullRequest.state !== "merged" : upstream?.event.startsWith("pull_request") === true) || inputs.allow.has("pull-request")) return;
	const what = pullRequest ? `pull request #${pullRequest.number}` : "the pull request of the run before this one";
	throw require_index.inputsInvalid(`\`deploy\` does not run on \`${eventName}\` without \`preview\`: ${what} is not merged, and would be deployed as if it were`, `${pullRequest ? "Use `preview: true` or the command `plan`, or run" : "Run"} the step on \`push\`, or after a build of one. To deploy each pull request to the same endpoint, add \`pull-request\` to \`allow\`.`);
}
async function readAhead({ inputs, signal, connections }) {
	const [wrong] = inputs.deferred;
	if (wrong) throw require_index.inputsInvalid(`\`${wrong.input}\` ${wrong.message}`, wrong.hint);
	(await connections.service()).readAhead({
		list: !inputs.endpointId,
		signal
	});
	await (0, node_timers_promises.setImmediate)();
	await Promise.resolve().then(() => require("./deploy.js")).then((n) => n.prepare_exports);
	await (0, node_timers_promises.setImmediate)();
}
async function withDeployedCommit({ inputs, github }) {
	const { upstream, sha } = github.context;
	if (!upstream?.sha || !upstream.branch) return github;
	const { sha: built, branch } = upstream;
	const ofBuild = upstream.event === "release" ? {
		sha: built,
		ref: `refs/tags/${branch}`
	} : {
		sha: built,
		branch,
		ref: `refs/heads/${branch}`
	};
	const isOfBuild = inputs.image.size > 0 || inputs.variables.values().some((text) => text.includes(built.slice(0, 7)));
	const { standing } = await compareCommits(github.api, {
		base: sha,
		head: isOfBuild ? built : sha
	});
	return sha !== built && (!isOfBuild || standing === "newer") ? github : {
		...github,
		context: {
			...github.context,
			...ofBuild
		}
	};
}

// src/http/addresses.ts
const loopback = "127.0.0.0/8 ::1/128";
const forbidden = "0.0.0.0/8 169.254.0.0/16 224.0.0.0/3 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32 fe80::/10 ff00::/8 fd00:ec2::/32 fd20:ce::254/128 ::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 2001::/32 2002::/16";
let lists;
const metadataNames = /* @__PURE__ */ new Set([
	"metadata",
	"metadata.google.internal",
	"metadata.goog",
	"instance-data"
]);
function hostKind(url) {
	const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
	if ((0, node_net.isIP)(host) !== 0) return addressKind(host);
	if (host === "localhost" || host.endsWith(".localhost")) return "loopback";
	return metadataNames.has(host) ? "forbidden" : "public";
}
function addressKind(text) {
	const [address = ""] = text.split("%");
	const family = (0, node_net.isIP)(address) === 6 ? "ipv6" : "ipv4";
	lists ??= {
		loopback: blockList(loopback),
		forbidden: blockList(forbidden)
	};
	if (lists.loopback.check(address, family)) return "loopback";
	return lists.forbidden.check(address, family) ? "forbidden" : "public";
}
function blockList(networks) {
	const list = new node_net.BlockList();
	for (const network of networks.split(" ")) {
		const [address = "", bits] = network.split("/");
		const isV4 = (0, node_net.isIP)(address) === 4;
		if (isV4) list.addSubnet(address, Number(bits), "ipv4");
		list.addSubnet(isV4 ? `64:ff9b::${address}` : address, Number(bits) + (isV4 ? 96 : 0), "ipv6");
	}
	return list;
}
function allowedHosts(baseUrl) {
	const isLocal = baseUrl !== void 0 && hostKind(new URL(baseUrl)) === "loopback";
	return {
		isAllowed: (kind) => kind === "public" || kind === "loopback" && isLocal,
		elsewhere: `${isLocal ? "" : "this machine itself or "}a link-local or metadata address`
	};
}
function guardLookup(isAllowed, { lookUp = node_dns.lookup, onRefused } = {}) {
	return (hostname, { all, ...how }, callback) => lookUp(hostname, {
		...how,
		all: true
	}, (error, addresses = []) => {
		const [first] = addresses;
		const isRefused = !addresses.every(({ address }) => isAllowed(addressKind(address)));
		if (isRefused) onRefused?.();
		if (error || isRefused || !first) callback(error ?? /* @__PURE__ */ new Error(`${hostname} is not contacted`), "");
		else if (all) callback(null, addresses);
		else callback(null, first.address, first.family);
	});
}

// src/http/retry.ts
async function runAttempts(options) {
	const { send, clock, budget, attemptTimeoutMs, isRepeatable, signal } = options;
	const beganMs = clock.monotonicMs();
	const nextBackoffMs = require_index.growing(require_index.retryBackoff);
	let isReachable = false;
	let attempts = 0;
	let failure;
	const giveUp = (because) => ({
		ok: false,
		because,
		failure,
		attempts
	});
	for (;;) {
		if (signal?.aborted) return giveUp("cancelled");
		if (budget.leftMs <= 0) return giveUp("time");
		const startedMs = clock.monotonicMs();
		attempts += 1;
		const result = await send(Math.min(attemptTimeoutMs, budget.leftMs));
		if (result.ok) return result;
		failure = result.failure;
		budget.leftMs -= clock.monotonicMs() - startedMs;
		isReachable ||= failure.kind !== "unreachable";
		if (!isReachable && clock.monotonicMs() - beganMs >= (options.reachMs ?? require_index.reachMs.needed)) return giveUp("unreachable");
		if (!isRepeatable(failure) || !isTransient(failure, attempts)) return giveUp("final");
		const { retryAfterMs = 0 } = failure;
		const backoffMs = clock.random() * nextBackoffMs();
		if (retryAfterMs > 0 && retryAfterMs >= budget.leftMs) return giveUp("retry-after");
		if (backoffMs >= budget.leftMs) return giveUp("time");
		const waitMs = Math.max(backoffMs, retryAfterMs);
		budget.leftMs -= waitMs;
		options.onRetry?.(failure, waitMs);
		await clock.sleep(waitMs, signal).catch(() => {});
	}
}
function mayHaveHappened(failure) {
	if (failure.kind === "cancelled") return failure.isSent;
	if (failure.kind === "refused") return failure.status >= 500 || failure.status === 408;
	return failure.kind !== "unreachable";
}
const maxWebPages = 3;
function isTransient(failure, attempts) {
	const { kind, status = 0 } = failure;
	if (kind === "unreachable") return !["tls", "closed"].includes(failure.network);
	if (kind === "page") return attempts < maxWebPages;
	if (kind !== "refused") return kind === "lost" || kind === "unparsable";
	return failure.isRateLimited || status === 408 || status === 425 || status >= 500 && status !== 501;
}

// src/github/failure.ts
function failed({ title, permission }, kind, what) {
	const grant = `ive the job \`permissions: { ${permission} }\``;
	const hints = {
		"no-token": `Set \`github-token: \${{ github.token }}\` and g${grant}.`,
		forbidden: `G${grant}; a pull request from a fork never gets more than read access.`,
		"not-found": `Check that it still exists; if it does, g${grant}.`,
		unavailable: "No action needed if this is rare."
	};
	return {
		kind,
		permission,
		message: `${title}: GitHub ${what}`,
		hint: hints[kind]
	};
}
function failureOf({ because, failure }, purpose) {
	const unavailable = (what) => failed(purpose, "unavailable", what);
	if (because === "cancelled") return unavailable("was not contacted: the run was cancelled");
	if (!failure) return unavailable("was not contacted again: it failed for too long");
	if (failure.kind === "cancelled") return unavailable("did not answer before the run was cancelled");
	const wait = `it asks to wait ${Math.ceil((failure.retryAfterMs ?? 0) / 1e3)} s, which is longer than this step waits for GitHub`;
	return failed(purpose, kindOf(failure), `${failure.description}${because === "retry-after" ? `; ${wait}` : ""}`);
}
function readResponse(exchanged, { answer, ...options }) {
	const result = readExchanged(exchanged, {
		...options,
		read: (body) => {
			if (isTooLong(body)) throw new ContractBreak(`it has more than ${maxItems} items`);
			const read = answer.safeParse(body);
			if (read.success) return read.data;
			const { path = [] } = read.error.issues[0] ?? {};
			throw new ContractBreak(`\`${path.join(".") || "the whole"}\` is not as documented`);
		}
	});
	if (result.ok || result.failure.kind !== "refused") return result;
	const { failure } = result;
	const { isRateLimited, status, retryAfterMs = require_index.rateLimitMs, summary } = failure;
	const isToldSo = failure.retryAfterMs !== void 0 || /rate limit/i.test(summary.raw.message);
	if (!isRateLimited && !(status === 403 && isToldSo)) return result;
	return {
		ok: false,
		failure: {
			...failure,
			isRateLimited: true,
			retryAfterMs
		}
	};
}
const kindsOfStatus = /* @__PURE__ */ new Map([
	[401, "no-token"],
	[403, "forbidden"],
	[404, "not-found"],
	[410, "not-found"]
]);
function kindOf(failure) {
	return !(failure.kind === "refused" && failure.isRateLimited) && kindsOfStatus.get(failure.status ?? 0) || "unavailable";
}

// src/github/api.ts
const pageSize = 100;
const maxPages = 30;
function openGitHub(options) {
	const { token, apiUrl, repository, clock, signal, redactor } = options;
	redactor.add(token, "mask");
	const [owner, repo] = repository.split("/");
	let loading;
	return { requests: (purpose) => {
		const budget = { leftMs: require_index.githubPatienceMs };
		return {
			send: receive,
			list: async ({ answer, ...request }) => {
				const items = [];
				for (let page = 1; page <= maxPages; page += 1) {
					const parameters = {
						...request.parameters,
						per_page: pageSize,
						page
					};
					const received = await receive({
						...request,
						parameters,
						answer: array(answer)
					});
					if (!received.ok) return received;
					items.push(...received.value);
					if (received.value.length < pageSize) break;
				}
				return {
					ok: true,
					value: items
				};
			}
		};
		async function receive(request) {
			const unasked = (kind, why) => ({
				ok: false,
				failure: failed(purpose, kind, `was not contacted: ${why}`)
			});
			if (token === "") return unasked("no-token", "there is no token");
			if (repository === "") return unasked("not-found", "the repository is unknown");
			loading ??= load(options);
			const connection = await loading;
			const result = await runAttempts({
				send: (timeoutMs) => exchange(connection, request, timeoutMs),
				clock,
				budget,
				attemptTimeoutMs: require_index.githubTimeoutMs,
				signal,
				isRepeatable: (failure) => !request.route.startsWith("POST /repos") || !mayHaveHappened(failure)
			});
			return result.ok ? result : {
				ok: false,
				failure: failureOf(result, purpose)
			};
		}
	} };
	async function exchange({ endpoint, transport }, { route, parameters, answer }, timeoutMs) {
		const { url, body, method, headers } = route === "POST /graphql" ? endpoint(`POST ${apiUrl.replace(/\/v3$/, "")}/graphql`, { ...parameters }) : endpoint(route, {
			...parameters,
			owner,
			repo
		});
		const { pathname, search } = new URL(url);
		const exchanged = await transport.exchange({
			method,
			path: pathname + search,
			headers: {
				...headers,
				authorization: `Bearer ${token}`
			},
			body: body === void 0 ? void 0 : JSON.stringify(body),
			timeoutMs,
			signal
		});
		return readResponse(exchanged, {
			redactor,
			timeoutMs,
			now: clock.date(),
			answer
		});
	}
}
async function load({ token, apiUrl, proxyFor, timeoutSignal, onExchange }) {
	const { getOctokit } = await Promise.resolve().then(() => /* @__PURE__ */ require_index.__toESM(require("./github.js").default, 1));
	const { endpoint } = getOctokit(token, {
		baseUrl: apiUrl,
		userAgent: "deploy-gpu-endpoint"
	}).request;
	const url = new URL(apiUrl);
	const options = {
		proxyUrl: proxyFor(url),
		timeoutSignal,
		onExchange
	};
	return {
		endpoint,
		transport: createTransport({
			origin: url.origin,
			headers: {},
			...options
		})
	};
}

// src/github/checkout.ts
function readCheckout(folder, repository) {
	const git = (0, node_path.join)(folder, ".git");
	return hasRemoteFor(readText((0, node_path.join)(git, "config")) ?? "", repository) ? readHead(git) : void 0;
}
function readHead(git) {
	const head = readText((0, node_path.join)(git, "HEAD"))?.trim() ?? "";
	const [, ref] = /^ref: (refs\/(?!.*\.\.)\S+)$/.exec(head) ?? [];
	const value = ref === void 0 ? head : readText((0, node_path.join)(git, ref))?.trim();
	return value !== void 0 && /^[0-9a-f]{40}$/.test(value) ? value : void 0;
}
function hasRemoteFor(config, repository) {
	const remotes = Array.from(config.toLowerCase().matchAll(/^[ \t]*url[ \t]*=[ \t]*(\S+)/gm), ([, url = ""]) => url);
	const ours = new RegExp(`[/:]${RegExp.escape(repository.toLowerCase())}(\\.git)?/?$`);
	return remotes.length === 0 || remotes.some((url) => ours.test(url));
}
function readText(path) {
	try {
		return (0, node_fs.readFileSync)(path, "utf8");
	} catch {
		return;
	}
}

// src/github/event.ts
const known = (schema) => _catch(optional(schema), void 0);
const knownText = _catch(string(), "");
const repositorySchema = known(object({
	full_name: known(string()),
	default_branch: knownText
}));
const branchSchema = known(object({
	sha: knownText,
	ref: knownText,
	repo: repositorySchema
}));
const payloadSchema = object({
	action: knownText,
	before: knownText,
	label: known(object({ name: knownText })),
	repository: repositorySchema,
	pull_request: known(object({
		number: int(),
		state: knownText,
		head: branchSchema,
		base: branchSchema,
		draft: known(boolean()),
		labels: known(array(object({ name: string() }))),
		merged: known(boolean()),
		merge_commit_sha: knownText
	})),
	workflow_run: known(object({
		event: knownText,
		head_sha: knownText,
		head_branch: knownText,
		head_repository: repositorySchema
	}))
});
function parseEvent(payload, runner) {
	const { serverUrl, checkout, ...told } = runner;
	const { repository, runId, runAttempt } = told;
	const event = payloadSchema.safeParse(tryParseJson(payload)?.value).data;
	const upstream = event?.workflow_run;
	const pullRequest = event && pullRequestOf(event, repository);
	const runPath = `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${runAttempt}`;
	return {
		...told,
		pullRequest,
		before: event?.before ?? "",
		sha: commitOf(runner, pullRequest, event),
		branch: branchOf(runner, pullRequest, event),
		upstream: upstream && {
			event: upstream.event,
			sha: upstream.head_sha,
			branch: upstream.head_branch
		},
		isRerun: Number(runAttempt) > 1,
		distrust: distrustOf({
			run: upstream,
			pullRequest,
			...told
		}),
		runUrl: runId === "" ? void 0 : runPath
	};
}
function pullRequestOf({ action, label, pull_request: pull }, ourRepository) {
	if (!pull) return void 0;
	const labels = pull.labels?.map(({ name }) => name);
	return {
		number: pull.number,
		action,
		state: pull.merged ? "merged" : pull.state === "closed" ? "closed" : "open",
		isDraft: pull.draft,
		labels: action === "unlabeled" ? labels?.filter((name) => name !== label?.name) : labels,
		label: label?.name ?? "",
		base: pull.base?.ref ?? "",
		headSha: pull.head?.sha ?? "",
		isFromFork: !isSameRepository(pull.head?.repo?.full_name, pull.base?.repo?.full_name ?? ourRepository)
	};
}
function commitOf({ checkout, sha, ref, eventName }, pull, event) {
	if (!pull) return checkout ?? (event?.workflow_run?.head_sha || sha);
	const proposed = pull.state === "merged" && event?.pull_request?.merge_commit_sha || pull.headSha || sha;
	const isMergeRef = /^refs\/pull\/\d+\/merge$/.test(ref);
	return checkout === void 0 || eventName !== "pull_request_target" && isMergeRef && checkout === sha ? proposed : checkout;
}
function branchOf({ ref }, pullRequest, event) {
	const { pull_request: pull, repository } = event ?? {};
	const [, branch = repository?.default_branch ?? ""] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
	if (!pullRequest) return branch;
	return (pullRequest.state === "merged" ? pull?.base?.ref : !pullRequest.isFromFork && pull?.head?.ref) || "";
}
const writerEvents = /* @__PURE__ */ new Set([...[
	"push",
	"create",
	"delete",
	"release",
	"registry_package",
	"merge_group"
], ...[
	"schedule",
	"workflow_dispatch",
	"repository_dispatch"
]]);
const fork = "for code from a fork";
const openEvent = "an event that does not require write access";
function distrustOf({ eventName, repository, pullRequest, run }) {
	if (eventName === "" && repository === "" || writerEvents.has(eventName)) return "";
	const onEvent = eventName === "" ? "on an unnamed event" : `on \`${eventName}\``;
	const unknown = `${onEvent} without its event, which alone tells whose code this is`;
	if (eventName === "pull_request") {
		if (!pullRequest) return unknown;
		return pullRequest.isFromFork ? fork : "";
	}
	if (eventName !== "workflow_run") return `${onEvent}, ${openEvent}`;
	if (!run) return unknown;
	if (!isSameRepository(run.head_repository?.full_name, repository)) return fork;
	if (writerEvents.has(run.event) || run.event === "pull_request") return "";
	return `after a run on \`${run.event}\`, ${openEvent}`;
}
function isSameRepository(a, b) {
	return a !== void 0 && a !== "" && a.toLowerCase() === b.toLowerCase();
}

// src/service/list.ts
const isWanted = ({ id, config }, wanted) => wanted({
	id,
	...config
});
function firstPages({ base }) {
	return base === void 0 ? [1, 0] : [base];
}
const endpointsPerPage = 100;
const pagesAtOnce = 12;
const maxEndpoints = 5e4;
async function readList(source, paging) {
	for (;;) {
		const { endpoints, contradiction } = await readPages(source, paging);
		if (contradiction === "") return endpoints;
		if (!await source.pause()) throw unreliable(contradiction);
	}
}
async function readPages({ page: ask, isFound }, paging) {
	const pages = [];
	const ids = /* @__PURE__ */ new Set();
	const totals = /* @__PURE__ */ new Set();
	let largest = 1;
	let refusal;
	const read = (pageNum) => ask(pageNum).catch((error) => {
		if (!isRefusalOfPage(error)) throw error;
		refusal = error;
	});
	const add = (pageNum, page) => {
		if (!page) return false;
		const before = ids.size;
		for (const id of page.ids) ids.add(id);
		if (page.total !== void 0) totals.add(page.total);
		if (Math.max(ids.size, ...totals) > maxEndpoints) throw unreliable(`it has more than ${maxEndpoints} endpoints`);
		pages[pageNum] = page;
		largest = Math.max(largest, page.ids.length);
		return ids.size > before;
	};
	const gathered = () => pages.flatMap(({ endpoints }) => endpoints);
	const wrongTotal = () => [...totals].find((total) => total !== ids.size);
	const isEnough = () => {
		if (totals.size === 0 || wrongTotal() !== void 0) return false;
		return (pages.at(-1)?.ids.length ?? 0) < 100 && isFound(gathered());
	};
	const numbers = firstPages(paging);
	const [first, zero] = await Promise.all(numbers.map(read));
	if (!first && !zero) throw refusal;
	let [nextNum = 1] = numbers;
	let isMore = add(nextNum, first);
	const base = add(0, zero) ? 0 : 1;
	while (isMore && !isEnough()) {
		const announced = Math.max(1, Math.ceil((Math.max(0, ...totals) - ids.size) / largest));
		isMore = (await pLimit(pagesAtOnce).map(Array.from({ length: announced }, () => ++nextNum), async (pageNum) => add(pageNum, await read(pageNum)))).includes(true);
	}
	const total = wrongTotal();
	if (ids.size > 0 && total === void 0) paging.base ??= base;
	return {
		endpoints: [...new Map(gathered().map((each) => [each.id, each])).values()],
		contradiction: total === void 0 ? "" : `its pages contain ${ids.size} endpoints, and \`total\` is ${total}`
	};
}
function isRefusalOfPage(error) {
	return error instanceof ServiceError && error.code === "rejected" && [
		400,
		416,
		422
	].includes(error.status ?? 0);
}
function unreliable(problem) {
	return new ServiceError({
		code: "unavailable",
		message: `the list of endpoints cannot be relied on: ${problem}; an endpoint that is not in it may exist`,
		hint: "Run it again. If that does not help, set `endpoint-id`, which finds the endpoint without the list.",
		method: "GET",
		mayHaveHappened: false
	});
}

// src/service/request.ts
async function sendWithRetries(context, request) {
	const { transport, clock, redactor, reachMs, onRetry } = context;
	const { method, path, signal, deadlineMs = Infinity, requestTimeoutMs = require_index.attemptTimeoutMs } = request;
	const body = request.body === void 0 ? void 0 : JSON.stringify(request.body);
	const startedMs = clock.monotonicMs();
	const result = await runAttempts({
		send: async (timeoutMs) => {
			const exchanged = await transport.exchange({
				method,
				path,
				body,
				timeoutMs,
				signal
			});
			return readServiceAnswer(exchanged, {
				redactor,
				timeoutMs,
				now: clock.date(),
				read: request.read
			});
		},
		clock,
		budget: { leftMs: Math.min(require_index.outageMs, deadlineMs - startedMs) },
		attemptTimeoutMs: requestTimeoutMs,
		isRepeatable: () => method === "GET",
		reachMs,
		signal,
		onRetry
	});
	if (result.ok) return result.value;
	throw serviceError({
		...result,
		lastedMs: clock.monotonicMs() - startedMs
	}, request, context);
}
function serviceError(givenUp, { operation, title, method, path, signal }, { transport }) {
	const { attempts, failure, lastedMs } = givenUp;
	const isCancelled = givenUp.because === "cancelled";
	const { code, hint } = failure ? classify(failure, operation) : { code: "unavailable" };
	const end = isCancelled ? "was cancelled" : failure?.description ?? "was not sent: no time was left";
	const what = !isCancelled && failure?.kind === "unreachable" ? `cannot reach ${transport.origin}: ${failure.reason}` : `${title}: ${method} ${path.split("?", 1)} ${end}`;
	const tried = attempts > 1 ? ` (${attempts} attempts in ${require_index.formatSeconds(lastedMs / 1e3)})` : "";
	return new ServiceError({
		code: isCancelled ? "cancelled" : code,
		message: `${what}${tried}${whyNoMore[givenUp.because]}`,
		hint,
		cause: isCancelled ? signal?.reason : failure?.cause,
		method,
		status: failure?.status,
		reason: failure?.summary?.reason || void 0,
		retryAfterMs: failure?.retryAfterMs,
		mayHaveHappened: method !== "GET" && failure !== void 0 && mayHaveHappened(failure)
	});
}
const whyNoMore = {
	final: "",
	cancelled: "",
	time: "",
	"retry-after": "; it asks to wait longer than the time that is left",
	unreachable: "; no connection was ever made"
};

// src/service/shared-list.ts
function shareLists(read) {
	let last;
	return async ({ only, ...options }) => {
		const { signal, deadlineMs = Infinity } = options;
		if (last && (last.signal !== signal || last.deadlineMs > deadlineMs)) return read({
			...options,
			wanted: [only]
		});
		if (!last || last.hasBegun) {
			const before = last?.answer;
			const next = {
				wanted: [],
				signal,
				deadlineMs,
				hasBegun: false,
				answer: Promise.resolve([])
			};
			const begin = () => {
				next.hasBegun = true;
				return read({
					...options,
					wanted: next.wanted
				});
			};
			const end = () => {
				if (last === next) last = void 0;
			};
			next.answer = Promise.resolve(before).then(begin, begin).finally(end);
			last = next;
		}
		last.wanted.push(only);
		return (await last.answer).filter((endpoint) => isWanted(endpoint, only));
	};
}

// src/service/wire-endpoint.ts
function toEndpoint(body, { isWhole = false } = {}) {
	const answer = membersOf(body);
	return {
		id: textOrEmpty(answer.id),
		url: readUrl(answer.url),
		state: readState(answer.state),
		workers: Array.isArray(answer.workers) ? answer.workers.slice(0, maxItems).map(toWorker) : [],
		log: readLog(answer.log),
		config: toConfig(answer, { isWhole })
	};
}
function toListed(body) {
	const { id, name, appName, envs } = membersOf(body);
	const records = Array.isArray(envs) ? envs.filter((env) => membersOf(env).key === require_index.recordEnvKey) : [];
	return {
		id: textOrEmpty(id),
		name: textOrEmpty(name),
		appName: textOrEmpty(appName),
		envs: asList(records, readEnv) ?? []
	};
}
function toConfig(answer, { isWhole }) {
	const unread = [];
	const isBare = answer.image === void 0 || answer.image === null;
	const areEnvsHidden = answer.envs === void 0 && !(isWhole && leavesOutEmptyLists(answer));
	const config = buildConfig((member) => {
		const { path, kind, returned, v1 } = member;
		if (!returned) return void 0;
		const [top = "", inner] = member.keys;
		const block = answer[top];
		const given = inner !== void 0 && isObject(block) ? block[inner] : block;
		const isLeftOut = given === void 0 || given === null;
		const value = isLeftOut ? emptyValue(member) : readers[kind](given);
		const isHidden = inner !== void 0 && !isObject(block) && v1 === "always" || areEnvsHidden && top === "envs" || isBare && top !== "name";
		const isEmpty = isLeftOut || isUnset(value);
		if (value !== void 0 && !(isLeftOut && isHidden) && !(isEmpty && isNeverEmpty(member))) return value;
		unread.push({
			path,
			found: describeFound(given)
		});
		return emptyValue(member);
	});
	return unread.length > 0 ? {
		...config,
		unread
	} : config;
}
function leavesOutEmptyLists({ ports, products, volumeMounts, workers }) {
	const lists = [
		ports,
		products,
		volumeMounts,
		workers
	];
	const isThere = (list) => Array.isArray(list) && list.length > 0;
	return lists.includes(void 0) && lists.every((list) => list === void 0 || isThere(list));
}
const readers = {
	text: asText,
	integer: asInteger,
	ports: (value) => asList(value, (item) => readPort(isObject(item) ? item.port : item)),
	products: (value) => asList(value, (item) => asText(isObject(item) ? item.id : item)),
	volumes: (value) => asList(value, readVolume),
	envs: (value) => asList(value, readEnv)
};
function asText(value) {
	if (typeof value === "string") return value;
	return Number.isSafeInteger(value) ? String(value) : void 0;
}
const textOrEmpty = (value) => asText(value) ?? "";
function asInteger(value) {
	if (Number.isSafeInteger(value)) return value;
	return typeof value === "string" && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : void 0;
}
function readPort(value) {
	return asInteger(typeof value === "string" ? value.replace(/\/[a-z]+$/i, "") : value);
}
const maxListed = 5e3;
function asList(value, readItem) {
	if (!Array.isArray(value) || value.length > maxListed) return void 0;
	const items = value.map(readItem);
	return items.includes(void 0) ? void 0 : items;
}
function readVolume(value) {
	const { type, id, size, mountPath } = membersOf(value);
	if (typeof type !== "string" || typeof mountPath !== "string") return void 0;
	return {
		type,
		id: textOrEmpty(id),
		size: asInteger(size) ?? 0,
		mountPath
	};
}
function readEnv(value) {
	const { key, value: text } = membersOf(value);
	if (typeof key !== "string" || text !== void 0 && text !== null && typeof text !== "string") return void 0;
	return {
		key,
		value: text ?? ""
	};
}
function readUrl(value) {
	const text = textOrEmpty(value);
	const [plain = ""] = require_index.isPlainUrl(text) ? text.split(/[?#]/, 1) : [];
	return plain;
}
function readState(value) {
	if (typeof value === "string") return {
		state: value,
		error: "",
		message: ""
	};
	const { state, error, message } = membersOf(value);
	return {
		state: textOrEmpty(state),
		error: textOrEmpty(error),
		message: textOrEmpty(message)
	};
}
function readLog(value) {
	return textOrEmpty(value).split(/\r\n?|\n/).slice(-60).map((line) => line.slice(0, 2 * maxShownText)).join("\n");
}
function toWorker(value) {
	const { id, state, log, healthy } = membersOf(value);
	return {
		id: textOrEmpty(id),
		state: readState(state),
		log: readLog(log),
		healthy: healthy === true
	};
}
function membersOf(value) {
	return isObject(value) ? value : {};
}
function describeFound(value) {
	if (value === void 0) return "nothing";
	if (value === "") return "an empty string";
	if (Array.isArray(value)) return "a list";
	if (typeof value === "string") return "a string";
	return isObject(value) ? "an object" : String(value);
}
const maxShownText = 2048;
function createCleaner(redactor) {
	const clean = (text) => redactor.clean(text, maxShownText);
	const cleanWords = (part) => {
		const { state, error, message } = part.state;
		const log = redactor.clean(part.log).split("\n").map((line) => require_index.bounded(line, maxShownText)).join("\n");
		return {
			...part,
			log,
			state: {
				state: clean(state),
				error: clean(error),
				message: clean(message)
			}
		};
	};
	return (endpoint) => ({
		...cleanWords(endpoint),
		workers: endpoint.workers.map((worker) => ({
			...cleanWords(worker),
			id: clean(worker.id)
		}))
	});
}

// src/service/wire-v1.ts
function readPage(body, { only, keeps } = {}) {
	const answer = readMembers(body);
	const { endpoints, total } = answer;
	const isLeftOut = endpoints === null || total !== void 0 || Object.keys(answer).length === 0;
	const items = endpoints ?? (isLeftOut ? [] : void 0);
	if (!Array.isArray(items)) throw contractBreak("endpoints", "a list", endpoints);
	if (isTooLong(items)) throw contractBreak("endpoints", atMost, items);
	const ids = [];
	return {
		ids,
		endpoints: items.filter((item) => {
			const listed = toListed(item);
			ids.push(listed.id);
			return only?.(listed) || keeps?.(listed) || !only && !keeps;
		}).map((item) => toEndpoint(item)),
		total: asInteger(total)
	};
}
function readGotten(body, id) {
	const { endpoint } = readMembers(body);
	const { id: found, workers } = readMembers(endpoint, "endpoint");
	if (isTooLong(workers)) throw contractBreak("endpoint.workers", atMost, workers);
	if (asText(found) === id) return toEndpoint(endpoint, { isWhole: true });
	throw contractBreak("endpoint.id", require_index.quote(id), found);
}
function readCreated(body) {
	const { id } = readMembers(body);
	if (typeof id !== "string" || id === "") throw contractBreak("id", "an id", id);
	return { id };
}
function readUpdatedV2(body) {
	readMembers(body);
}
function readMembers(value, name = "the body") {
	if (isObject(value)) return value;
	throw contractBreak(name, "an object", value);
}
const atMost = `at most ${maxItems} items`;
function contractBreak(name, expected, found) {
	return new ContractBreak(`${name}: expected ${expected}, got ${describeFound(found)}`);
}
function toLimits(body) {
	const limits = Object.entries(readMembers(body)).map(([name, value]) => {
		const member = name.trim();
		return [member, member === "cudaVersionList" ? asList(value, asText) : asInteger(value)];
	});
	const isLimit = (name) => /^(?:min|max|free)[A-Z]|^cudaVersionList$/.test(name);
	return Object.fromEntries(limits.filter(([name, value]) => isLimit(name) && value !== void 0));
}

// src/service/write-bodies.ts
const v1Forms = {
	ports: (ports) => ports.map((port) => ({ port: String(port) })),
	products: (ids) => ids.map((id) => ({ id }))
};
const v2Forms = {
	products: ([id]) => id,
	volumes: (volumes) => volumes.map(({ type, id, size, mountPath }) => ({
		id,
		type,
		...type === "local" && { size },
		mount_point: mountPath
	}))
};
function written(forms, kind, value) {
	const form = forms[kind];
	return form ? form(value) : value;
}
function createBody(config) {
	return { endpoint: v1Body(config, "create") };
}
function updateV1Body({ id, config }) {
	return {
		id,
		...v1Body(config, "update")
	};
}
function v1Body(config, call) {
	return treeOf(members.map((member) => {
		const { path, kind, v1, isCreationOnly } = member;
		if (v1 === "never" || call === "update" && isCreationOnly) return [path, void 0];
		if (typeof v1 === "object") return [path, v1.fixed];
		const value = configValue(config, member);
		return [path, v1 === "when-set" && isUnset(value) ? void 0 : written(v1Forms, kind, value)];
	}));
}
function updateV2Body(config, fields) {
	const lacks = v2Shortfall(config);
	const wanted = [...fields].flatMap((field) => memberAt(field) ?? []);
	const needed = new Set(wanted.flatMap(({ path, v2 }) => [path, ...v2?.needs ?? []]));
	return treeOf(members.flatMap((member) => {
		const value = configValue(config, member);
		if (!needed.has(member.path) || !member.v2 || lacks(member.path) || value === void 0) return [];
		return [[member.v2.name, written(v2Forms, member.kind, value)]];
	}));
}

// src/service/client.ts
const maxBodyBytes = 4194304;
const writesAtOnce = 8;
const v1 = "/gpu-instance/openapi/v1";
const calls = {
	create: {
		operation: "create",
		method: "POST",
		path: `${v1}/endpoint/create`
	},
	update: {
		operation: "update",
		method: "POST",
		path: `${v1}/endpoint/update`
	},
	updateV2: {
		operation: "update-v2",
		method: "PUT"
	},
	list: {
		operation: "list",
		method: "GET",
		path: `${v1}/endpoints`
	},
	get: {
		operation: "get",
		method: "GET",
		path: `${v1}/endpoint`
	},
	delete: {
		operation: "delete",
		method: "POST",
		path: `${v1}/endpoint/delete`
	},
	limits: {
		operation: "limits",
		method: "GET",
		path: `${v1}/endpoint/limit`
	}
};
const pagePath = (pageNum) => `${calls.list.path}?pageSize=${100}&pageNum=${pageNum}`;
function createServiceClient(options) {
	const { apiKey, userAgent, clock, redactor } = options;
	redactor.add(apiKey, "mask");
	const network = createTransport({
		maxBodyBytes,
		...options,
		origin: options.baseUrl,
		headers: {
			"Content-Type": "application/json",
			Authorization: `Bearer ${apiKey}`,
			"User-Agent": userAgent
		}
	});
	const paging = {};
	const clean = createCleaner(redactor);
	const ahead = /* @__PURE__ */ new Map();
	const exchange = (request) => {
		const answer = ahead.get(request.path);
		ahead.delete(request.path);
		return answer ?? network.exchange(request);
	};
	const context = {
		...options,
		transport: {
			...network,
			exchange
		}
	};
	const send = (request) => sendWithRetries(context, request);
	const hideEnvs = ({ envs }) => {
		for (const { value } of withoutRecord(envs)) redactor.add(value, "env");
	};
	const inTurn = pLimit(writesAtOnce);
	const sendConfig = (config, request) => {
		hideEnvs(config);
		return inTurn(() => send(request));
	};
	const readAll = async ({ wanted, keeps, signal, ...given }) => {
		const only = (listed) => wanted.filter((isWantedName) => isWantedName(listed)).length > 0;
		const endMs = Math.min(given.deadlineMs ?? Infinity, clock.monotonicMs() + require_index.outageMs);
		const ended = new AbortController();
		const pages = {
			...given,
			...calls.list,
			signal: AbortSignal.any([ended.signal, signal ?? []].flat()),
			read: (body) => readPage(body, {
				only: wanted.length > 0 ? only : void 0,
				keeps
			}),
			deadlineMs: endMs
		};
		const page = (pageNum) => send({
			...pages,
			path: pagePath(pageNum),
			title: `list endpoints (page ${pageNum})`
		});
		const nextPauseMs = require_index.growing(require_index.contradictionPauses);
		const pause = async () => {
			const pauseMs = nextPauseMs();
			const isInTime = clock.monotonicMs() + pauseMs < endMs;
			if (isInTime) await clock.sleep(pauseMs, signal);
			return isInTime;
		};
		const isFound = (endpoints) => wanted.every((each) => endpoints.some((endpoint) => isWanted(endpoint, each)));
		const endpoints = await readList({
			page,
			isFound,
			pause
		}, paging).finally(() => ended.abort());
		if (wanted.length > 0) for (const { config } of endpoints) hideEnvs(config);
		return endpoints.map(clean);
	};
	const readShared = shareLists(readAll);
	return {
		readAhead: ({ list, signal }) => {
			const paths = [calls.limits.path, ...list ? firstPages(paging).map(pagePath) : []];
			for (const path of paths) ahead.set(path, network.exchange({
				path,
				method: "GET",
				signal,
				timeoutMs: require_index.attemptTimeoutMs
			}));
		},
		create: (config, given) => sendConfig(config, {
			...given,
			...calls.create,
			title: `create endpoint ${require_index.quote(config.name)}`,
			body: createBody(config),
			read: readCreated
		}),
		updateV1: ({ id, config }, given) => sendConfig(config, {
			...given,
			...calls.update,
			title: `update endpoint ${require_index.quote(id)}`,
			body: updateV1Body({
				id,
				config
			})
		}),
		updateV2: ({ id, config, fields }, given) => sendConfig(config, {
			...given,
			...calls.updateV2,
			path: `/gpus/v2/endpoints/${encodeURIComponent(id)}`,
			title: `update endpoint ${require_index.quote(id)}`,
			body: updateV2Body(config, fields),
			read: readUpdatedV2
		}),
		list: async ({ only, keeps, ...given } = {}) => only && !keeps ? readShared({
			...given,
			only
		}) : readAll({
			...given,
			keeps,
			wanted: only ? [only] : []
		}),
		get: async (id, given) => {
			const title = `get endpoint ${require_index.quote(id)}`;
			const read = (body) => readGotten(body, id);
			const path = `${calls.get.path}?${new URLSearchParams({ id })}`;
			const endpoint = await send({
				...given,
				...calls.get,
				path,
				title,
				read
			});
			hideEnvs(endpoint.config);
			return clean(endpoint);
		},
		delete: (name, given) => send({
			...given,
			...calls.delete,
			title: `delete endpoint ${require_index.quote(name)}`,
			body: { name }
		}),
		limits: (given) => send({
			...given,
			...calls.limits,
			title: "read the limits",
			read: toLimits
		}),
		close: network.close
	};
}

// src/tests/guard.ts
function guardConnections(connect, baseUrl, lookUp) {
	const { isAllowed, elsewhere } = allowedHosts(baseUrl);
	return async (url, options) => {
		if (!isAllowed(hostKind(url))) throw refused(url, elsewhere);
		let isRefused = false;
		const onRefused = () => {
			isRefused = true;
		};
		const lookup = guardLookup(isAllowed, {
			lookUp,
			onRefused
		});
		const connection = await connect(url, {
			...options,
			lookup
		});
		return {
			close: connection.close,
			async send(request) {
				const answer = await connection.send(request);
				if (isRefused) throw refused(url, `which resolves to ${elsewhere}`);
				return answer;
			}
		};
	};
}
function refused({ host }, what) {
	return new require_index.DeployError({
		code: "test-failed",
		message: `the URL of the endpoint leads to ${host}, ${what}; it is not contacted`,
		hint: "Its URL should have a public host: check it in the console of the service."
	});
}

// src/workspace.ts
const [readFile, realpath, stat] = [
	(0, node_util.promisify)(node_fs.readFile),
	(0, node_util.promisify)(node_fs.realpath.native),
	(0, node_util.promisify)(node_fs.stat)
];
const maxGlobPaths = 1e3;
const checkPath = "Check the path in `spec`.";
function openWorkspace(root) {
	return {
		async readSpecs(patterns) {
			const realRoot = await findRoot(root);
			const shownAs = /* @__PURE__ */ new Map();
			for (const pattern of patterns) for (const path of await expand(realRoot, pattern)) {
				const real = await findInside(realRoot, path);
				if (real !== (0, node_path.resolve)(realRoot, path) && !/\.ya?ml$/i.test(real)) throw require_index.inputsInvalid(`the spec ${JSON.stringify(path)} is a link to a file of another kind`, "Link to a `.yaml` or `.yml` file.");
				if (!shownAs.has(real)) shownAs.set(real, JSON.stringify(path));
			}
			return Promise.all(Array.from(shownAs, async ([real, shown]) => ({
				path: fromTop(realRoot, real),
				bytes: await readBounded(real, shown)
			})));
		},
		async readBeside(spec, path, maxBytes) {
			const realRoot = await findRoot(root);
			const beside = (0, node_path.join)((0, node_path.dirname)(spec), path);
			const real = await findInside(realRoot, beside, "Write its path from the folder of the spec.");
			return {
				path: fromTop(realRoot, real),
				bytes: await readBounded(real, JSON.stringify(beside), maxBytes)
			};
		},
		write: async (path, options) => writeInside(await findRoot(root), path, options)
	};
}
function refusal(error, message, hint = checkPath) {
	if (error instanceof require_index.DeployError) return error;
	return require_index.inputsInvalid(`${message} (${error.code})`, hint);
}
async function findRoot(root) {
	return realpath(root).catch((error) => {
		throw refusal(error, `the workspace ${JSON.stringify(root)} cannot be read`, "Check the folder that `GITHUB_WORKSPACE` names, also inside a container.");
	});
}
async function expand(root, pattern) {
	if (!/[*?[\]{}]/.test(pattern) || await statOf((0, node_path.resolve)(root, pattern))) return [pattern];
	assertInside(root, (0, node_path.resolve)(root, pattern), JSON.stringify(pattern));
	if (/(^|[/\\{,])\.\.($|[/\\},])/.test(pattern)) throw require_index.inputsInvalid(`the glob ${JSON.stringify(pattern)} contains \`..\``, `Write globs from ${root} on.`);
	if (countPaths(pattern) > maxGlobPaths) throw require_index.inputsInvalid(`the glob ${JSON.stringify(pattern.slice(0, 80))} stands for more than ${maxGlobPaths} paths`, "Use `*` in the place of braces, or name the files line by line.");
	const exclude = pattern.includes("node_modules") ? [] : ["**/node_modules/**"];
	const paths = [];
	for await (const path of node_fs.promises.glob(pattern, {
		cwd: root,
		exclude
	})) {
		const found = (0, node_path.resolve)(root, path);
		if (!(await statOf(found))?.isDirectory()) paths.push(fromTop(root, found));
	}
	if (paths.length === 0) throw require_index.inputsInvalid(`no file matches ${JSON.stringify(pattern)}`, await missingHint(root, pattern));
	return paths.sort();
}
const statOf = (path) => stat(path).catch(() => void 0);
function countPaths(pattern) {
	let count = 1;
	for (let left = pattern;;) {
		const [group, inside = ""] = /\{([^{}]*)\}/.exec(left) ?? [];
		if (group === void 0 || count > maxGlobPaths) return count;
		const [, from, to] = /^(-?\d+)\.\.(-?\d+)/.exec(inside) ?? [];
		count *= to === void 0 ? inside.split(",").length : Math.abs(Number(to) - Number(from)) + 1;
		left = left.replace(group, () => "x");
	}
}
async function findInside(root, path, hint) {
	const asked = (0, node_path.resolve)(root, path);
	const shown = JSON.stringify(path);
	if (!(0, node_path.isAbsolute)(path)) assertInside(root, asked, shown);
	const real = await realpath(asked).catch(async (error) => {
		if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw refusal(error, `the file ${shown} cannot be read`);
		throw require_index.inputsInvalid(`the file ${shown} does not exist`, hint ?? await missingHint(root, path));
	});
	assertInside(root, real, shown);
	return real;
}
const notPaths = [
	[/:\/\//, "Write the path of a file of the workspace: a workflow has it from its checkout."],
	[/\/[^/:@\s]+(?:@sha256)?:[\w.-]+$/, "Give an image as `image`, and the path of the spec here."],
	[/^[\w-]+:(?:\s|$)/, "Write the spec into a file, and its path here."],
	[/^["'!-]|["',]|\.ya?ml\s/, "Write one path or glob per line, without quotes, commas, `-` and `!`."]
];
async function missingHint(root, line) {
	const [, way] = notPaths.find(([form]) => form.test(line)) ?? [];
	if (way) return way;
	if (node_path.sep === "/" && line.includes("\\")) return "Write the path with forward slashes.";
	const specs = (await Array.fromAsync(node_fs.promises.glob("{*,*/*}.{yaml,yml}", {
		cwd: root,
		exclude: ["node_modules"]
	}))).map((path) => path.split(node_path.sep).join("/")).sort();
	const none = "No YAML file is there, or one folder below. In a workflow, does a checkout step run before this one?";
	const shown = `${specs.slice(0, 5).join(", ")}${specs.length > 5 ? ", …" : ""}`;
	const there = specs.length === 0 ? none : `There ${specs.length === 1 ? "is" : "are"}: ${shown}.`;
	return `${checkPath} It is relative to ${root}. ${there}`;
}
async function readBounded(path, shown, maxBytes = maxSpecBytes) {
	try {
		const stats = await stat(path);
		if (!stats.isFile()) throw require_index.inputsInvalid(`the file ${shown} is not a regular file`, "Give a file, or a glob such as `endpoints/*.yaml`.");
		if (stats.size > maxBytes) throw require_index.inputsInvalid(`the file ${shown} has ${stats.size} bytes`, `At most ${maxBytes} (${maxBytes / 1024} KiB) are allowed.`);
		return await readFile(path);
	} catch (error) {
		throw refusal(error, `the file ${shown} cannot be read`, "Check its permissions.");
	}
}
async function writeInside(root, path, { text, overwrites }) {
	const shown = JSON.stringify(path);
	const asked = (0, node_path.resolve)(root, path);
	assertInside(root, asked, shown);
	let there = (0, node_path.dirname)(asked);
	while (!await node_fs.promises.lstat(there).catch(() => void 0)) there = (0, node_path.dirname)(there);
	try {
		const folder = await realpath(there);
		assertInside(root, folder, shown);
		if (!(await stat(folder)).isDirectory()) throw Object.assign(/* @__PURE__ */ new Error(), { code: "ENOTDIR" });
		const real = (0, node_path.join)(folder, (0, node_path.relative)(there, asked));
		await node_fs.promises.mkdir((0, node_path.dirname)(real), { recursive: true });
		if (overwrites) await node_fs.promises.rm(real, { force: true });
		await node_fs.promises.writeFile(real, text, { flag: "wx" });
		return fromTop(root, real);
	} catch (error) {
		const hint = "Add `overwrite` to `allow`, or choose another file in `spec`.";
		if (error.code === "EEXIST") throw require_index.inputsInvalid(`the file ${shown} exists already`, hint);
		throw refusal(error, `the file ${shown} cannot be written`);
	}
}
function fromTop(root, path) {
	return (0, node_path.relative)(root, path).split(node_path.sep).join("/");
}
function assertInside(root, path, shown) {
	const inside = (0, node_path.relative)(root, path);
	if (inside !== ".." && !inside.startsWith(`..${node_path.sep}`) && !(0, node_path.isAbsolute)(inside)) return;
	throw require_index.inputsInvalid(`the file ${shown} is outside the workspace`, `Put it into ${root}, which is the checkout of a workflow, or the current folder of a command line; links are resolved.`);
}

// src/run/context.ts
function warnOnce(reporter, signal) {
	const warnedCauses = /* @__PURE__ */ new Set();
	return ({ kind, permission, message, hint }) => {
		const cause = kind === "no-token" ? kind : `${kind} ${permission.split(":")[0]}`;
		if (signal.aborted || warnedCauses.has(cause)) return;
		warnedCauses.add(cause);
		reporter.warn({
			title: require_index.codeWords("github"),
			message: `${message}.`.replace(/\.\.$/, "."),
			hint
		});
	};
}

// src/run/connections.ts
var connections_exports = /* @__PURE__ */ require_index.__exportAll({ openConnections: () => openConnections });
function openConnections(environment, run) {
	const { inputs, reporter, redactor } = run;
	const { env, cwd, clock, signal, timeoutSignal, stopwatch = clock, clockBeside = clock } = environment;
	const { baseUrl = "", apiKey, secretEnvs, command } = inputs;
	const { isOffline } = require_index.commandTable[command];
	const { clean, hideInOwn } = redactor;
	const root = env.GITHUB_WORKSPACE || cwd;
	const proxyFor = (address) => {
		const proxy = findProxy(environment, address);
		reporter.mask(proxy?.password ?? "");
		return proxy?.href;
	};
	const shared = {
		clock,
		timeoutSignal,
		userAgent: `deploy-gpu-endpoint/${require_index.version}`,
		proxyFor,
		onExchange: reporter.debug
	};
	const endpoint = guardConnections(async (url, options) => (await Promise.resolve().then(() => require("./tests.js")).then((n) => n.connection_exports)).openConnection(url, {
		...shared,
		clock: stopwatch,
		...options
	}), inputs.baseUrl);
	const asked = {
		secrets: secretEnvs,
		connect: endpoint,
		clock,
		clean
	};
	const isRetryDue = require_index.heartbeat(clock, require_index.retryLineMs);
	const service = once(async () => createServiceClient({
		...shared,
		baseUrl,
		apiKey,
		redactor,
		proxyUrl: proxyFor(new URL(baseUrl)),
		reachMs: require_index.reachMs[isOffline ? "optional" : "needed"],
		onRetry: (failure, waitMs) => {
			if (isRetryDue()) reporter.info(retryLine(failure.description, waitMs));
		}
	}));
	const forImages = {
		...shared,
		env,
		baseUrl: inputs.baseUrl,
		redactor,
		onSecret: reporter.mask
	};
	const registries = once(async () => (await Promise.resolve().then(() => require("./registries.js")).then((n) => n.registries_exports)).openRegistries(forImages));
	const context = readContext(env);
	const api = openGitHub({
		...shared,
		token: inputs.githubToken,
		repository: context.repository,
		redactor,
		signal,
		apiUrl: env.GITHUB_API_URL || "https://api.github.com"
	});
	const forLogs = {
		baseUrl,
		apiKey,
		connect: endpoint,
		clean,
		lines: environment.logLines
	};
	return {
		connections: {
			workspace: openWorkspace(root),
			service: service.open,
			registries: registries.open,
			tests: async (tests) => (await Promise.resolve().then(() => require("./tests.js")).then((n) => n.run_exports)).openTests({
				...asked,
				tests,
				hideInOwn
			}),
			users: {
				connect: endpoint,
				clock: clockBeside
			},
			compare: async (request) => (await Promise.resolve().then(() => require("./compare.js")).then((n) => n.rounds_exports)).openRounds(asked)(request),
			load: async (loop) => (await Promise.resolve().then(() => require("./compare.js")).then((n) => n.clients_exports)).openClients(asked)(loop),
			log: async (log, until) => (await Promise.resolve().then(() => require("./tests.js")).then((n) => n.read_exports)).openLogReader(forLogs)(log, until)
		},
		github: {
			context,
			api,
			warn: warnOnce(reporter, signal)
		},
		close: async () => void await Promise.allSettled([service.close(), registries.close()])
	};
}
function once(connect) {
	let connection;
	return {
		open: () => connection ??= connect(),
		close: async () => (await connection)?.close()
	};
}
function readContext(env) {
	const text = (name) => env[`GITHUB_${name}`] ?? "";
	const [repository, workspace] = [text("REPOSITORY"), text("WORKSPACE")];
	return parseEvent(readText(text("EVENT_PATH")) ?? "", {
		repository,
		eventName: text("EVENT_NAME"),
		sha: text("SHA"),
		ref: text("REF"),
		runId: text("RUN_ID"),
		runAttempt: text("RUN_ATTEMPT"),
		serverUrl: text("SERVER_URL"),
		actor: text("ACTOR"),
		repositoryId: text("REPOSITORY_ID"),
		checkout: workspace ? readCheckout(workspace, repository) : void 0
	});
}
function findProxy({ systemProxy }, address) {
	try {
		const proxy = systemProxy(address);
		return !proxy || /^(https?|socks5?):$/.test(proxy.protocol) ? proxy : new URL(`http://${proxy.href}`);
	} catch {
		const variable = address.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
		throw require_index.inputsInvalid(`the environment variable ${variable} is not a proxy address`, "Write, for example, `http://proxy.example.com:3128`, or unset it.");
	}
}

Object.defineProperty(exports, "ALIAS", {
  enumerable: true,
  get: function () {
    return ALIAS;
  }
});
Object.defineProperty(exports, "ContractBreak", {
  enumerable: true,
  get: function () {
    return ContractBreak;
  }
});
Object.defineProperty(exports, "DOC", {
  enumerable: true,
  get: function () {
    return DOC;
  }
});
Object.defineProperty(exports, "MAP", {
  enumerable: true,
  get: function () {
    return MAP;
  }
});
Object.defineProperty(exports, "NODE_TYPE", {
  enumerable: true,
  get: function () {
    return NODE_TYPE;
  }
});
Object.defineProperty(exports, "PAIR", {
  enumerable: true,
  get: function () {
    return PAIR;
  }
});
Object.defineProperty(exports, "SCALAR", {
  enumerable: true,
  get: function () {
    return SCALAR;
  }
});
Object.defineProperty(exports, "SEQ", {
  enumerable: true,
  get: function () {
    return SEQ;
  }
});
Object.defineProperty(exports, "ServiceError", {
  enumerable: true,
  get: function () {
    return ServiceError;
  }
});
Object.defineProperty(exports, "_catch", {
  enumerable: true,
  get: function () {
    return _catch;
  }
});
Object.defineProperty(exports, "_default", {
  enumerable: true,
  get: function () {
    return _default;
  }
});
Object.defineProperty(exports, "_enum", {
  enumerable: true,
  get: function () {
    return _enum;
  }
});
Object.defineProperty(exports, "_gte", {
  enumerable: true,
  get: function () {
    return _gte;
  }
});
Object.defineProperty(exports, "_lte", {
  enumerable: true,
  get: function () {
    return _lte;
  }
});
Object.defineProperty(exports, "_maxLength", {
  enumerable: true,
  get: function () {
    return _maxLength;
  }
});
Object.defineProperty(exports, "_minLength", {
  enumerable: true,
  get: function () {
    return _minLength;
  }
});
Object.defineProperty(exports, "_null", {
  enumerable: true,
  get: function () {
    return _null;
  }
});
Object.defineProperty(exports, "_regex", {
  enumerable: true,
  get: function () {
    return _regex;
  }
});
Object.defineProperty(exports, "ageMs", {
  enumerable: true,
  get: function () {
    return ageMs;
  }
});
Object.defineProperty(exports, "allowedHosts", {
  enumerable: true,
  get: function () {
    return allowedHosts;
  }
});
Object.defineProperty(exports, "answeringIn", {
  enumerable: true,
  get: function () {
    return answeringIn;
  }
});
Object.defineProperty(exports, "array", {
  enumerable: true,
  get: function () {
    return array;
  }
});
Object.defineProperty(exports, "asWritten", {
  enumerable: true,
  get: function () {
    return asWritten;
  }
});
Object.defineProperty(exports, "assertMeant", {
  enumerable: true,
  get: function () {
    return assertMeant;
  }
});
Object.defineProperty(exports, "assertTrusted", {
  enumerable: true,
  get: function () {
    return assertTrusted;
  }
});
Object.defineProperty(exports, "atLeast", {
  enumerable: true,
  get: function () {
    return atLeast;
  }
});
Object.defineProperty(exports, "bareFor", {
  enumerable: true,
  get: function () {
    return bareFor;
  }
});
Object.defineProperty(exports, "beforeAfter", {
  enumerable: true,
  get: function () {
    return beforeAfter;
  }
});
Object.defineProperty(exports, "boolean", {
  enumerable: true,
  get: function () {
    return boolean;
  }
});
Object.defineProperty(exports, "brokenRules", {
  enumerable: true,
  get: function () {
    return brokenRules;
  }
});
Object.defineProperty(exports, "buildConfig", {
  enumerable: true,
  get: function () {
    return buildConfig;
  }
});
Object.defineProperty(exports, "candidateAppName", {
  enumerable: true,
  get: function () {
    return candidateAppName;
  }
});
Object.defineProperty(exports, "candidateName", {
  enumerable: true,
  get: function () {
    return candidateName;
  }
});
Object.defineProperty(exports, "candidateRunOf", {
  enumerable: true,
  get: function () {
    return candidateRunOf;
  }
});
Object.defineProperty(exports, "changeBlock", {
  enumerable: true,
  get: function () {
    return changeBlock;
  }
});
Object.defineProperty(exports, "changeLine", {
  enumerable: true,
  get: function () {
    return changeLine;
  }
});
Object.defineProperty(exports, "changedSinceDeploy", {
  enumerable: true,
  get: function () {
    return changedSinceDeploy;
  }
});
Object.defineProperty(exports, "checkApproval", {
  enumerable: true,
  get: function () {
    return checkApproval;
  }
});
Object.defineProperty(exports, "checkCandidate", {
  enumerable: true,
  get: function () {
    return checkCandidate;
  }
});
Object.defineProperty(exports, "checkOwnership", {
  enumerable: true,
  get: function () {
    return checkOwnership;
  }
});
Object.defineProperty(exports, "checkPermission", {
  enumerable: true,
  get: function () {
    return checkPermission;
  }
});
Object.defineProperty(exports, "collectBytes", {
  enumerable: true,
  get: function () {
    return collectBytes;
  }
});
Object.defineProperty(exports, "compareSchema", {
  enumerable: true,
  get: function () {
    return compareSchema;
  }
});
Object.defineProperty(exports, "comparedTests", {
  enumerable: true,
  get: function () {
    return comparedTests;
  }
});
Object.defineProperty(exports, "comparisonOf", {
  enumerable: true,
  get: function () {
    return comparisonOf;
  }
});
Object.defineProperty(exports, "conditionOf", {
  enumerable: true,
  get: function () {
    return conditionOf;
  }
});
Object.defineProperty(exports, "configValue", {
  enumerable: true,
  get: function () {
    return configValue;
  }
});
Object.defineProperty(exports, "connections_exports", {
  enumerable: true,
  get: function () {
    return connections_exports;
  }
});
Object.defineProperty(exports, "createPlaces", {
  enumerable: true,
  get: function () {
    return createPlaces;
  }
});
Object.defineProperty(exports, "createTransport", {
  enumerable: true,
  get: function () {
    return createTransport;
  }
});
Object.defineProperty(exports, "decidePreview", {
  enumerable: true,
  get: function () {
    return decidePreview;
  }
});
Object.defineProperty(exports, "decodeSource", {
  enumerable: true,
  get: function () {
    return decodeSource;
  }
});
Object.defineProperty(exports, "deploy_exports", {
  enumerable: true,
  get: function () {
    return deploy_exports;
  }
});
Object.defineProperty(exports, "describeNetworkError", {
  enumerable: true,
  get: function () {
    return describeNetworkError;
  }
});
Object.defineProperty(exports, "detailOf", {
  enumerable: true,
  get: function () {
    return detailOf;
  }
});
Object.defineProperty(exports, "digestPlans", {
  enumerable: true,
  get: function () {
    return digestPlans;
  }
});
Object.defineProperty(exports, "doubtWords", {
  enumerable: true,
  get: function () {
    return doubtWords;
  }
});
Object.defineProperty(exports, "doubtfulWorker", {
  enumerable: true,
  get: function () {
    return doubtfulWorker;
  }
});
Object.defineProperty(exports, "dueAgainNotice", {
  enumerable: true,
  get: function () {
    return dueAgainNotice;
  }
});
Object.defineProperty(exports, "emptyValue", {
  enumerable: true,
  get: function () {
    return emptyValue;
  }
});
Object.defineProperty(exports, "endpointCondition", {
  enumerable: true,
  get: function () {
    return endpointCondition;
  }
});
Object.defineProperty(exports, "errorAt", {
  enumerable: true,
  get: function () {
    return errorAt;
  }
});
Object.defineProperty(exports, "eventLines", {
  enumerable: true,
  get: function () {
    return eventLines;
  }
});
Object.defineProperty(exports, "eventOf", {
  enumerable: true,
  get: function () {
    return eventOf;
  }
});
Object.defineProperty(exports, "exactOptional", {
  enumerable: true,
  get: function () {
    return exactOptional;
  }
});
Object.defineProperty(exports, "failedVersionSeconds", {
  enumerable: true,
  get: function () {
    return failedVersionSeconds;
  }
});
Object.defineProperty(exports, "faultNamedIn", {
  enumerable: true,
  get: function () {
    return faultNamedIn;
  }
});
Object.defineProperty(exports, "field", {
  enumerable: true,
  get: function () {
    return field;
  }
});
Object.defineProperty(exports, "fieldName", {
  enumerable: true,
  get: function () {
    return fieldName;
  }
});
Object.defineProperty(exports, "firstHeader", {
  enumerable: true,
  get: function () {
    return firstHeader;
  }
});
Object.defineProperty(exports, "foreignEnvsText", {
  enumerable: true,
  get: function () {
    return foreignEnvsText;
  }
});
Object.defineProperty(exports, "formatAmount", {
  enumerable: true,
  get: function () {
    return formatAmount;
  }
});
Object.defineProperty(exports, "globalRegistry", {
  enumerable: true,
  get: function () {
    return globalRegistry;
  }
});
Object.defineProperty(exports, "guardLookup", {
  enumerable: true,
  get: function () {
    return guardLookup;
  }
});
Object.defineProperty(exports, "hasAnchor", {
  enumerable: true,
  get: function () {
    return hasAnchor;
  }
});
Object.defineProperty(exports, "hasEarlierWorkers", {
  enumerable: true,
  get: function () {
    return hasEarlierWorkers;
  }
});
Object.defineProperty(exports, "hasErrors", {
  enumerable: true,
  get: function () {
    return hasErrors;
  }
});
Object.defineProperty(exports, "hasNoGpu", {
  enumerable: true,
  get: function () {
    return hasNoGpu;
  }
});
Object.defineProperty(exports, "hasReplacedWorkers", {
  enumerable: true,
  get: function () {
    return hasReplacedWorkers;
  }
});
Object.defineProperty(exports, "hasServed", {
  enumerable: true,
  get: function () {
    return hasServed;
  }
});
Object.defineProperty(exports, "healthOf", {
  enumerable: true,
  get: function () {
    return healthOf;
  }
});
Object.defineProperty(exports, "healthyStarted", {
  enumerable: true,
  get: function () {
    return healthyStarted;
  }
});
Object.defineProperty(exports, "healthyWorkers", {
  enumerable: true,
  get: function () {
    return healthyWorkers;
  }
});
Object.defineProperty(exports, "hostKind", {
  enumerable: true,
  get: function () {
    return hostKind;
  }
});
Object.defineProperty(exports, "hourlyCost", {
  enumerable: true,
  get: function () {
    return hourlyCost;
  }
});
Object.defineProperty(exports, "imageLine", {
  enumerable: true,
  get: function () {
    return imageLine;
  }
});
Object.defineProperty(exports, "int", {
  enumerable: true,
  get: function () {
    return int;
  }
});
Object.defineProperty(exports, "isAlias", {
  enumerable: true,
  get: function () {
    return isAlias;
  }
});
Object.defineProperty(exports, "isAsleep", {
  enumerable: true,
  get: function () {
    return isAsleep;
  }
});
Object.defineProperty(exports, "isCandidate", {
  enumerable: true,
  get: function () {
    return isCandidate;
  }
});
Object.defineProperty(exports, "isCandidateName", {
  enumerable: true,
  get: function () {
    return isCandidateName;
  }
});
Object.defineProperty(exports, "isCollection", {
  enumerable: true,
  get: function () {
    return isCollection;
  }
});
Object.defineProperty(exports, "isDocument", {
  enumerable: true,
  get: function () {
    return isDocument;
  }
});
Object.defineProperty(exports, "isDoubtful", {
  enumerable: true,
  get: function () {
    return isDoubtful;
  }
});
Object.defineProperty(exports, "isForgotten", {
  enumerable: true,
  get: function () {
    return isForgotten;
  }
});
Object.defineProperty(exports, "isGate", {
  enumerable: true,
  get: function () {
    return isGate;
  }
});
Object.defineProperty(exports, "isLeftover", {
  enumerable: true,
  get: function () {
    return isLeftover;
  }
});
Object.defineProperty(exports, "isMap", {
  enumerable: true,
  get: function () {
    return isMap;
  }
});
Object.defineProperty(exports, "isNode", {
  enumerable: true,
  get: function () {
    return isNode;
  }
});
Object.defineProperty(exports, "isObject", {
  enumerable: true,
  get: function () {
    return isObject;
  }
});
Object.defineProperty(exports, "isOld", {
  enumerable: true,
  get: function () {
    return isOld;
  }
});
Object.defineProperty(exports, "isPair", {
  enumerable: true,
  get: function () {
    return isPair;
  }
});
Object.defineProperty(exports, "isPartOf", {
  enumerable: true,
  get: function () {
    return isPartOf;
  }
});
Object.defineProperty(exports, "isPresent", {
  enumerable: true,
  get: function () {
    return isPresent;
  }
});
Object.defineProperty(exports, "isPreviewName", {
  enumerable: true,
  get: function () {
    return isPreviewName;
  }
});
Object.defineProperty(exports, "isReady", {
  enumerable: true,
  get: function () {
    return isReady;
  }
});
Object.defineProperty(exports, "isRunning", {
  enumerable: true,
  get: function () {
    return isRunning;
  }
});
Object.defineProperty(exports, "isScalar", {
  enumerable: true,
  get: function () {
    return isScalar;
  }
});
Object.defineProperty(exports, "isSeq", {
  enumerable: true,
  get: function () {
    return isSeq;
  }
});
Object.defineProperty(exports, "isTakenOver", {
  enumerable: true,
  get: function () {
    return isTakenOver;
  }
});
Object.defineProperty(exports, "isTerminating", {
  enumerable: true,
  get: function () {
    return isTerminating;
  }
});
Object.defineProperty(exports, "isTooLong", {
  enumerable: true,
  get: function () {
    return isTooLong;
  }
});
Object.defineProperty(exports, "isUnidentifiedIn", {
  enumerable: true,
  get: function () {
    return isUnidentifiedIn;
  }
});
Object.defineProperty(exports, "isUnproved", {
  enumerable: true,
  get: function () {
    return isUnproved;
  }
});
Object.defineProperty(exports, "isUnread", {
  enumerable: true,
  get: function () {
    return isUnread;
  }
});
Object.defineProperty(exports, "isUnset", {
  enumerable: true,
  get: function () {
    return isUnset;
  }
});
Object.defineProperty(exports, "issueAt", {
  enumerable: true,
  get: function () {
    return issueAt;
  }
});
Object.defineProperty(exports, "json", {
  enumerable: true,
  get: function () {
    return json;
  }
});
Object.defineProperty(exports, "jsonText", {
  enumerable: true,
  get: function () {
    return jsonText;
  }
});
Object.defineProperty(exports, "keepsVersion", {
  enumerable: true,
  get: function () {
    return keepsVersion;
  }
});
Object.defineProperty(exports, "kindSchemas", {
  enumerable: true,
  get: function () {
    return kindSchemas;
  }
});
Object.defineProperty(exports, "limitWorkers", {
  enumerable: true,
  get: function () {
    return limitWorkers;
  }
});
Object.defineProperty(exports, "literal", {
  enumerable: true,
  get: function () {
    return literal;
  }
});
Object.defineProperty(exports, "matching", {
  enumerable: true,
  get: function () {
    return matching;
  }
});
Object.defineProperty(exports, "maxItems", {
  enumerable: true,
  get: function () {
    return maxItems;
  }
});
Object.defineProperty(exports, "mayHoldSecret", {
  enumerable: true,
  get: function () {
    return mayHoldSecret;
  }
});
Object.defineProperty(exports, "mayServeEarlier", {
  enumerable: true,
  get: function () {
    return mayServeEarlier;
  }
});
Object.defineProperty(exports, "mayShow", {
  enumerable: true,
  get: function () {
    return mayShow;
  }
});
Object.defineProperty(exports, "memberAt", {
  enumerable: true,
  get: function () {
    return memberAt;
  }
});
Object.defineProperty(exports, "memberTable", {
  enumerable: true,
  get: function () {
    return memberTable;
  }
});
Object.defineProperty(exports, "memberText", {
  enumerable: true,
  get: function () {
    return memberText;
  }
});
Object.defineProperty(exports, "members", {
  enumerable: true,
  get: function () {
    return members;
  }
});
Object.defineProperty(exports, "meta", {
  enumerable: true,
  get: function () {
    return meta;
  }
});
Object.defineProperty(exports, "namesHealthCheck", {
  enumerable: true,
  get: function () {
    return namesHealthCheck;
  }
});
Object.defineProperty(exports, "noteConfig", {
  enumerable: true,
  get: function () {
    return noteConfig;
  }
});
Object.defineProperty(exports, "noteTests", {
  enumerable: true,
  get: function () {
    return noteTests;
  }
});
Object.defineProperty(exports, "nullish", {
  enumerable: true,
  get: function () {
    return nullish;
  }
});
Object.defineProperty(exports, "number", {
  enumerable: true,
  get: function () {
    return number;
  }
});
Object.defineProperty(exports, "object", {
  enumerable: true,
  get: function () {
    return object;
  }
});
Object.defineProperty(exports, "oddCharacterIn", {
  enumerable: true,
  get: function () {
    return oddCharacterIn;
  }
});
Object.defineProperty(exports, "optional", {
  enumerable: true,
  get: function () {
    return optional;
  }
});
Object.defineProperty(exports, "ownRecord", {
  enumerable: true,
  get: function () {
    return ownRecord;
  }
});
Object.defineProperty(exports, "ownerOf", {
  enumerable: true,
  get: function () {
    return ownerOf;
  }
});
Object.defineProperty(exports, "pLimit", {
  enumerable: true,
  get: function () {
    return pLimit;
  }
});
Object.defineProperty(exports, "passLines", {
  enumerable: true,
  get: function () {
    return passLines;
  }
});
Object.defineProperty(exports, "pathToKey", {
  enumerable: true,
  get: function () {
    return pathToKey;
  }
});
Object.defineProperty(exports, "pipe", {
  enumerable: true,
  get: function () {
    return pipe;
  }
});
Object.defineProperty(exports, "planLines", {
  enumerable: true,
  get: function () {
    return planLines;
  }
});
Object.defineProperty(exports, "planSummary", {
  enumerable: true,
  get: function () {
    return planSummary;
  }
});
Object.defineProperty(exports, "plannedVersion", {
  enumerable: true,
  get: function () {
    return plannedVersion;
  }
});
Object.defineProperty(exports, "presentWorkers", {
  enumerable: true,
  get: function () {
    return presentWorkers;
  }
});
Object.defineProperty(exports, "previewName", {
  enumerable: true,
  get: function () {
    return previewName;
  }
});
Object.defineProperty(exports, "previewSpec", {
  enumerable: true,
  get: function () {
    return previewSpec;
  }
});
Object.defineProperty(exports, "quoteState", {
  enumerable: true,
  get: function () {
    return quoteState;
  }
});
Object.defineProperty(exports, "rangeText", {
  enumerable: true,
  get: function () {
    return rangeText;
  }
});
Object.defineProperty(exports, "readAhead", {
  enumerable: true,
  get: function () {
    return readAhead;
  }
});
Object.defineProperty(exports, "readExchanged", {
  enumerable: true,
  get: function () {
    return readExchanged;
  }
});
Object.defineProperty(exports, "readOwner", {
  enumerable: true,
  get: function () {
    return readOwner;
  }
});
Object.defineProperty(exports, "readParked", {
  enumerable: true,
  get: function () {
    return readParked;
  }
});
Object.defineProperty(exports, "readPreview", {
  enumerable: true,
  get: function () {
    return readPreview;
  }
});
Object.defineProperty(exports, "readPull", {
  enumerable: true,
  get: function () {
    return readPull;
  }
});
Object.defineProperty(exports, "readPullRequest", {
  enumerable: true,
  get: function () {
    return readPullRequest;
  }
});
Object.defineProperty(exports, "readPullRequests", {
  enumerable: true,
  get: function () {
    return readPullRequests;
  }
});
Object.defineProperty(exports, "readRecord", {
  enumerable: true,
  get: function () {
    return readRecord;
  }
});
Object.defineProperty(exports, "readWriteNote", {
  enumerable: true,
  get: function () {
    return readWriteNote;
  }
});
Object.defineProperty(exports, "readyIn", {
  enumerable: true,
  get: function () {
    return readyIn;
  }
});
Object.defineProperty(exports, "recalled", {
  enumerable: true,
  get: function () {
    return recalled;
  }
});
Object.defineProperty(exports, "reconcile", {
  enumerable: true,
  get: function () {
    return reconcile;
  }
});
Object.defineProperty(exports, "record", {
  enumerable: true,
  get: function () {
    return record;
  }
});
Object.defineProperty(exports, "recordDoubt", {
  enumerable: true,
  get: function () {
    return recordDoubt;
  }
});
Object.defineProperty(exports, "recordEnvOf", {
  enumerable: true,
  get: function () {
    return recordEnvOf;
  }
});
Object.defineProperty(exports, "refine", {
  enumerable: true,
  get: function () {
    return refine;
  }
});
Object.defineProperty(exports, "remainingOldWorkers", {
  enumerable: true,
  get: function () {
    return remainingOldWorkers;
  }
});
Object.defineProperty(exports, "rememberStandings", {
  enumerable: true,
  get: function () {
    return rememberStandings;
  }
});
Object.defineProperty(exports, "renamedSpec", {
  enumerable: true,
  get: function () {
    return renamedSpec;
  }
});
Object.defineProperty(exports, "replacesWorkers", {
  enumerable: true,
  get: function () {
    return replacesWorkers;
  }
});
Object.defineProperty(exports, "require_client", {
  enumerable: true,
  get: function () {
    return require_client;
  }
});
Object.defineProperty(exports, "require_connect", {
  enumerable: true,
  get: function () {
    return require_connect;
  }
});
Object.defineProperty(exports, "require_diagnostics", {
  enumerable: true,
  get: function () {
    return require_diagnostics;
  }
});
Object.defineProperty(exports, "require_dispatcher", {
  enumerable: true,
  get: function () {
    return require_dispatcher;
  }
});
Object.defineProperty(exports, "require_dispatcher_base", {
  enumerable: true,
  get: function () {
    return require_dispatcher_base;
  }
});
Object.defineProperty(exports, "require_errors", {
  enumerable: true,
  get: function () {
    return require_errors;
  }
});
Object.defineProperty(exports, "require_pool", {
  enumerable: true,
  get: function () {
    return require_pool;
  }
});
Object.defineProperty(exports, "require_symbols", {
  enumerable: true,
  get: function () {
    return require_symbols;
  }
});
Object.defineProperty(exports, "require_util", {
  enumerable: true,
  get: function () {
    return require_util;
  }
});
Object.defineProperty(exports, "runOf", {
  enumerable: true,
  get: function () {
    return runOf;
  }
});
Object.defineProperty(exports, "safeParse", {
  enumerable: true,
  get: function () {
    return safeParse;
  }
});
Object.defineProperty(exports, "sameDisk", {
  enumerable: true,
  get: function () {
    return sameDisk;
  }
});
Object.defineProperty(exports, "scalarText", {
  enumerable: true,
  get: function () {
    return scalarText;
  }
});
Object.defineProperty(exports, "secretIn", {
  enumerable: true,
  get: function () {
    return secretIn;
  }
});
Object.defineProperty(exports, "servedBy", {
  enumerable: true,
  get: function () {
    return servedBy;
  }
});
Object.defineProperty(exports, "servesWords", {
  enumerable: true,
  get: function () {
    return servesWords;
  }
});
Object.defineProperty(exports, "servingIn", {
  enumerable: true,
  get: function () {
    return servingIn;
  }
});
Object.defineProperty(exports, "shorten", {
  enumerable: true,
  get: function () {
    return shorten;
  }
});
Object.defineProperty(exports, "shortenedHas", {
  enumerable: true,
  get: function () {
    return shortenedHas;
  }
});
Object.defineProperty(exports, "shownDifferences", {
  enumerable: true,
  get: function () {
    return shownDifferences;
  }
});
Object.defineProperty(exports, "someText", {
  enumerable: true,
  get: function () {
    return someText;
  }
});
Object.defineProperty(exports, "sortIssues", {
  enumerable: true,
  get: function () {
    return sortIssues;
  }
});
Object.defineProperty(exports, "spanOf", {
  enumerable: true,
  get: function () {
    return spanOf;
  }
});
Object.defineProperty(exports, "startedBy", {
  enumerable: true,
  get: function () {
    return startedBy;
  }
});
Object.defineProperty(exports, "startedWorkers", {
  enumerable: true,
  get: function () {
    return startedWorkers;
  }
});
Object.defineProperty(exports, "strictObject", {
  enumerable: true,
  get: function () {
    return strictObject;
  }
});
Object.defineProperty(exports, "string", {
  enumerable: true,
  get: function () {
    return string;
  }
});
Object.defineProperty(exports, "supersededIn", {
  enumerable: true,
  get: function () {
    return supersededIn;
  }
});
Object.defineProperty(exports, "testSummary", {
  enumerable: true,
  get: function () {
    return testSummary;
  }
});
Object.defineProperty(exports, "testTable", {
  enumerable: true,
  get: function () {
    return testTable;
  }
});
Object.defineProperty(exports, "toldWorkers", {
  enumerable: true,
  get: function () {
    return toldWorkers;
  }
});
Object.defineProperty(exports, "transform", {
  enumerable: true,
  get: function () {
    return transform;
  }
});
Object.defineProperty(exports, "treeOf", {
  enumerable: true,
  get: function () {
    return treeOf;
  }
});
Object.defineProperty(exports, "triggerOf", {
  enumerable: true,
  get: function () {
    return triggerOf;
  }
});
Object.defineProperty(exports, "tryParseJson", {
  enumerable: true,
  get: function () {
    return tryParseJson;
  }
});
Object.defineProperty(exports, "undeployed", {
  enumerable: true,
  get: function () {
    return undeployed;
  }
});
Object.defineProperty(exports, "union", {
  enumerable: true,
  get: function () {
    return union;
  }
});
Object.defineProperty(exports, "unknown", {
  enumerable: true,
  get: function () {
    return unknown;
  }
});
Object.defineProperty(exports, "unknownPull", {
  enumerable: true,
  get: function () {
    return unknownPull;
  }
});
Object.defineProperty(exports, "unlistedIn", {
  enumerable: true,
  get: function () {
    return unlistedIn;
  }
});
Object.defineProperty(exports, "usersLine", {
  enumerable: true,
  get: function () {
    return usersLine;
  }
});
Object.defineProperty(exports, "v2Shortfall", {
  enumerable: true,
  get: function () {
    return v2Shortfall;
  }
});
Object.defineProperty(exports, "validatePreview", {
  enumerable: true,
  get: function () {
    return validatePreview;
  }
});
Object.defineProperty(exports, "valueAt", {
  enumerable: true,
  get: function () {
    return valueAt;
  }
});
Object.defineProperty(exports, "versionWords", {
  enumerable: true,
  get: function () {
    return versionWords;
  }
});
Object.defineProperty(exports, "versionsBefore", {
  enumerable: true,
  get: function () {
    return versionsBefore;
  }
});
Object.defineProperty(exports, "whyNotFirst", {
  enumerable: true,
  get: function () {
    return whyNotFirst;
  }
});
Object.defineProperty(exports, "withDescription", {
  enumerable: true,
  get: function () {
    return withDescription;
  }
});
Object.defineProperty(exports, "withPendingMarker", {
  enumerable: true,
  get: function () {
    return withPendingMarker;
  }
});
Object.defineProperty(exports, "withRecord", {
  enumerable: true,
  get: function () {
    return withRecord;
  }
});
Object.defineProperty(exports, "withUnit", {
  enumerable: true,
  get: function () {
    return withUnit;
  }
});
Object.defineProperty(exports, "withoutCandidate", {
  enumerable: true,
  get: function () {
    return withoutCandidate;
  }
});
Object.defineProperty(exports, "withoutOurs", {
  enumerable: true,
  get: function () {
    return withoutOurs;
  }
});
Object.defineProperty(exports, "withoutRecord", {
  enumerable: true,
  get: function () {
    return withoutRecord;
  }
});
Object.defineProperty(exports, "wordsOf", {
  enumerable: true,
  get: function () {
    return wordsOf;
  }
});
Object.defineProperty(exports, "workerFault", {
  enumerable: true,
  get: function () {
    return workerFault;
  }
});
Object.defineProperty(exports, "writeByRecord", {
  enumerable: true,
  get: function () {
    return writeByRecord;
  }
});
Object.defineProperty(exports, "writeOf", {
  enumerable: true,
  get: function () {
    return writeOf;
  }
});
Object.defineProperty(exports, "writtenIn", {
  enumerable: true,
  get: function () {
    return writtenIn;
  }
});
Object.defineProperty(exports, "writtenText", {
  enumerable: true,
  get: function () {
    return writtenText;
  }
});
Object.defineProperty(exports, "writtenUnions", {
  enumerable: true,
  get: function () {
    return writtenUnions;
  }
});