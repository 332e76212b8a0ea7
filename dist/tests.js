const require_service = require("./service.js");
const require_index = require("./index.js");
const require_deploy = require("./deploy.js");
const require_rollout = require("./rollout.js");
let node_util = require("node:util");

// src/tests/answer.ts
const maxAnswerBytes = 1048576;
function textOf({ pieces }) {
	return new TextDecoder().decode(Buffer.concat(pieces.map(({ bytes }) => bytes)));
}
const isSuccess = (status) => status >= 200 && status <= 299;
function modelNames(json) {
	return (require_service.isObject(json) && Array.isArray(json.data) ? json.data : []).flatMap((each) => require_service.isObject(each) && typeof each.id === "string" && each.id !== "" ? each.id : []);
}
function formatMs(ms) {
	if (ms >= 6e4) return require_index.formatSeconds(ms / 1e3);
	return ms < 1e3 ? `${Math.round(ms)} ms` : `${(ms / 1e3).toFixed(1).replace(/\.0$/, "")} s`;
}

// node_modules/eventsource-parser/dist/errors.js
var ParseError = class extends Error {
	constructor(message, options) {
		super(message);
		this.name = "ParseError";
		this.type = options.type;
		this.field = options.field;
		this.value = options.value;
		this.line = options.line;
	}
};

// node_modules/eventsource-parser/dist/parse.js
const LF = 10;
const CR = 13;
const SPACE = 32;
const MAX_FIELD_PREFIX_LENGTH = 6;
function createParser(config) {
	if (typeof config === "function") throw new TypeError("`config` must be an object, got a function instead. Did you mean `createParser({onEvent: fn})`?");
	const { maxBufferSize, onComment, onError, onEvent, onId, onRetry } = config;
	const pendingFragments = [];
	let pendingFragmentsLength = 0;
	let bomPrefix = "";
	let id;
	let data = "";
	let dataLines = 0;
	let eventType;
	let terminated = false;
	let skippingLine = false;
	let skipNextLineFeed = false;
	function feed(chunk) {
		if (terminated) throw new Error("Cannot feed parser: it was terminated after exceeding the configured max buffer size. Call `reset()` to resume parsing.");
		if (bomPrefix !== void 0) {
			chunk = bomPrefix + chunk;
			if (chunk === "" || chunk === "ï" || chunk === "ï»") {
				bomPrefix = chunk;
				return;
			}
			bomPrefix = void 0;
			chunk = chunk.replace(/^(?:\uFEFF|\xEF\xBB\xBF)/, "");
		}
		if (skippingLine || skipNextLineFeed) {
			chunk = resumeAfterSkip(chunk);
			if (!chunk) return;
		}
		if (!pendingFragments.length) {
			const trailing = processLines(chunk);
			if (trailing !== "") storeTrailing(trailing);
			checkForBufferOverflow();
			return;
		}
		if (chunk.indexOf("\n") === -1 && chunk.indexOf("\r") === -1) {
			if (pendingFragmentsLength < MAX_FIELD_PREFIX_LENGTH) {
				if (!shouldBufferTrailing(pendingFragments.join("") + chunk.slice(0, MAX_FIELD_PREFIX_LENGTH - pendingFragmentsLength))) {
					pendingFragments.length = 0;
					pendingFragmentsLength = 0;
					skippingLine = true;
					return;
				}
			}
			pendingFragments.push(chunk);
			pendingFragmentsLength += chunk.length;
			checkForBufferOverflow();
			return;
		}
		pendingFragments.push(chunk);
		const input = pendingFragments.join("");
		pendingFragments.length = 0;
		pendingFragmentsLength = 0;
		storeTrailing(processLines(input));
		checkForBufferOverflow();
	}
	function resumeAfterSkip(chunk) {
		if (chunk.length === 0) return chunk;
		if (skipNextLineFeed) {
			skipNextLineFeed = false;
			return chunk.charCodeAt(0) === LF ? chunk.slice(1) : chunk;
		}
		const crIndex = chunk.indexOf("\r");
		const lfIndex = chunk.indexOf("\n");
		const lineEnd = crIndex === -1 ? lfIndex : lfIndex === -1 ? crIndex : crIndex < lfIndex ? crIndex : lfIndex;
		if (lineEnd === -1) return "";
		if (lineEnd === chunk.length - 1 && chunk.charCodeAt(lineEnd) === CR) {
			skippingLine = false;
			skipNextLineFeed = true;
			return "";
		}
		skippingLine = false;
		return chunk.slice(lineEnd + (chunk.charCodeAt(lineEnd) === CR && chunk.charCodeAt(lineEnd + 1) === LF ? 2 : 1));
	}
	function storeTrailing(trailing) {
		if (!trailing) return;
		if (trailing.charCodeAt(trailing.length - 1) === CR) {
			parseLine(trailing, 0, trailing.length - 1);
			if (checkForBufferOverflow()) return;
			skipNextLineFeed = true;
			return;
		}
		if (shouldBufferTrailing(trailing)) {
			pendingFragments.push(trailing);
			pendingFragmentsLength = trailing.length;
			return;
		}
		skippingLine = true;
	}
	function shouldBufferTrailing(trailing) {
		const firstCharCode = trailing.charCodeAt(0);
		return firstCharCode === 58 && !!onComment || firstCharCode === 100 && isPotentialField(trailing, "data") || firstCharCode === 101 && isPotentialField(trailing, "event") || firstCharCode === 105 && isPotentialField(trailing, "id") || firstCharCode === 114 && isPotentialField(trailing, "retry");
	}
	function checkForBufferOverflow() {
		if (terminated) return true;
		if (maxBufferSize === void 0) return false;
		if (pendingFragmentsLength + data.length <= maxBufferSize) return false;
		terminated = true;
		pendingFragments.length = 0;
		pendingFragmentsLength = 0;
		id = void 0;
		data = "";
		dataLines = 0;
		eventType = void 0;
		skippingLine = false;
		skipNextLineFeed = false;
		onError === null || onError === void 0 || onError(new ParseError(`Buffered data exceeded max buffer size of ${maxBufferSize} characters`, { type: "max-buffer-size-exceeded" }));
		return true;
	}
	function processLines(chunk) {
		let searchIndex = 0;
		if (chunk.indexOf("\r") === -1) {
			let lfIndex = chunk.indexOf("\n", searchIndex);
			while (lfIndex !== -1) {
				if (searchIndex === lfIndex) {
					if (id !== void 0) onId === null || onId === void 0 || onId(id);
					if (dataLines > 0) onEvent === null || onEvent === void 0 || onEvent({
						id,
						event: eventType,
						data
					});
					id = void 0;
					data = "";
					dataLines = 0;
					eventType = void 0;
					searchIndex = lfIndex + 1;
					lfIndex = chunk.indexOf("\n", searchIndex);
					continue;
				}
				const firstCharCode = chunk.charCodeAt(searchIndex);
				if (isDataPrefix(chunk, searchIndex, firstCharCode)) {
					const valueStart = chunk.charCodeAt(searchIndex + 5) === SPACE ? searchIndex + 6 : searchIndex + 5;
					const value = chunk.slice(valueStart, lfIndex);
					if (dataLines === 0 && chunk.charCodeAt(lfIndex + 1) === LF) {
						if (id !== void 0) onId === null || onId === void 0 || onId(id);
						onEvent === null || onEvent === void 0 || onEvent({
							id,
							event: eventType,
							data: value
						});
						id = void 0;
						data = "";
						eventType = void 0;
						searchIndex = lfIndex + 2;
						lfIndex = chunk.indexOf("\n", searchIndex);
						continue;
					}
					data = dataLines === 0 ? value : `${data}\n${value}`;
					dataLines++;
				} else if (isEventPrefix(chunk, searchIndex, firstCharCode)) eventType = chunk.slice(chunk.charCodeAt(searchIndex + 6) === SPACE ? searchIndex + 7 : searchIndex + 6, lfIndex) || void 0;
				else parseLine(chunk, searchIndex, lfIndex);
				if (checkForBufferOverflow()) return "";
				searchIndex = lfIndex + 1;
				lfIndex = chunk.indexOf("\n", searchIndex);
			}
			return chunk.slice(searchIndex);
		}
		let crIndex = chunk.indexOf("\r", searchIndex);
		let lfIndex = chunk.indexOf("\n", searchIndex);
		while (searchIndex < chunk.length) {
			let lineEnd = -1;
			if (crIndex !== -1 && lfIndex !== -1) lineEnd = crIndex < lfIndex ? crIndex : lfIndex;
			else if (crIndex !== -1) {
				if (crIndex === chunk.length - 1) lineEnd = -1;
				else lineEnd = crIndex;
			} else if (lfIndex !== -1) lineEnd = lfIndex;
			if (lineEnd === -1) break;
			parseLine(chunk, searchIndex, lineEnd);
			if (checkForBufferOverflow()) return "";
			searchIndex = lineEnd + 1;
			if (chunk.charCodeAt(searchIndex - 1) === CR && chunk.charCodeAt(searchIndex) === LF) searchIndex++;
			if (crIndex !== -1 && crIndex < searchIndex) crIndex = chunk.indexOf("\r", searchIndex);
			if (lfIndex !== -1 && lfIndex < searchIndex) lfIndex = chunk.indexOf("\n", searchIndex);
		}
		return chunk.slice(searchIndex);
	}
	function parseLine(chunk, start, end) {
		if (start === end) {
			dispatchEvent();
			return;
		}
		const firstCharCode = chunk.charCodeAt(start);
		if (isDataPrefix(chunk, start, firstCharCode)) {
			const valueStart = chunk.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5;
			const value = chunk.slice(valueStart, end);
			data = dataLines === 0 ? value : `${data}\n${value}`;
			dataLines++;
			return;
		}
		if (isEventPrefix(chunk, start, firstCharCode)) {
			eventType = chunk.slice(chunk.charCodeAt(start + 6) === SPACE ? start + 7 : start + 6, end) || void 0;
			return;
		}
		if (firstCharCode === 105 && chunk.charCodeAt(start + 1) === 100 && chunk.charCodeAt(start + 2) === 58) {
			const value = chunk.slice(chunk.charCodeAt(start + 3) === SPACE ? start + 4 : start + 3, end);
			if (!value.includes("\0")) id = value;
			return;
		}
		if (firstCharCode === 58) {
			if (onComment) {
				const line = chunk.slice(start, end);
				onComment(line.slice(chunk.charCodeAt(start + 1) === SPACE ? 2 : 1));
			}
			return;
		}
		const line = chunk.slice(start, end);
		const fieldSeparatorIndex = line.indexOf(":");
		if (fieldSeparatorIndex === -1) {
			processField(line, "", line);
			return;
		}
		const field = line.slice(0, fieldSeparatorIndex);
		const offset = line.charCodeAt(fieldSeparatorIndex + 1) === SPACE ? 2 : 1;
		processField(field, line.slice(fieldSeparatorIndex + offset), line);
	}
	function processField(field, value, line) {
		switch (field) {
			case "event":
				eventType = value || void 0;
				break;
			case "data":
				data = dataLines === 0 ? value : `${data}\n${value}`;
				dataLines++;
				break;
			case "id":
				if (!value.includes("\0")) id = value;
				break;
			case "retry":
				if (/^\d+$/.test(value)) onRetry === null || onRetry === void 0 || onRetry(parseInt(value, 10));
				else onError === null || onError === void 0 || onError(new ParseError(`Invalid \`retry\` value: "${value}"`, {
					type: "invalid-retry",
					value,
					line
				}));
				break;
			default: onError === null || onError === void 0 || onError(new ParseError(`Unknown field "${field.length > 20 ? `${field.slice(0, 20)}…` : field}"`, {
				type: "unknown-field",
				field,
				value,
				line
			}));
		}
	}
	function dispatchEvent() {
		if (id !== void 0) onId === null || onId === void 0 || onId(id);
		if (dataLines > 0) onEvent === null || onEvent === void 0 || onEvent({
			id,
			event: eventType,
			data
		});
		id = void 0;
		data = "";
		dataLines = 0;
		eventType = void 0;
	}
	function reset(options = {}) {
		if (options.consume && pendingFragments.length > 0) {
			const incompleteLine = pendingFragments.join("");
			parseLine(incompleteLine, 0, incompleteLine.length);
		}
		bomPrefix = "";
		id = void 0;
		data = "";
		dataLines = 0;
		eventType = void 0;
		pendingFragments.length = 0;
		pendingFragmentsLength = 0;
		terminated = false;
		skippingLine = false;
		skipNextLineFeed = false;
	}
	return {
		feed,
		reset
	};
}
function isDataPrefix(chunk, i, firstCharCode) {
	return firstCharCode === 100 && chunk.charCodeAt(i + 1) === 97 && chunk.charCodeAt(i + 2) === 116 && chunk.charCodeAt(i + 3) === 97 && chunk.charCodeAt(i + 4) === 58;
}
function isEventPrefix(chunk, i, firstCharCode) {
	return firstCharCode === 101 && chunk.charCodeAt(i + 1) === 118 && chunk.charCodeAt(i + 2) === 101 && chunk.charCodeAt(i + 3) === 110 && chunk.charCodeAt(i + 4) === 116 && chunk.charCodeAt(i + 5) === 58;
}
function isPotentialField(line, field) {
	let i = 1;
	while (i < line.length && i < field.length) {
		if (line.charCodeAt(i) !== field.charCodeAt(i)) return false;
		i++;
	}
	return line.length <= field.length || line.charCodeAt(field.length) === 58;
}

// src/tests/stream.ts
const places = {
	content: pathsOf("choices/0/delta/content choices/0/delta/text choices/0/message/content choices/0/text delta/text delta/message/content/text token/text message/content text_output response content delta text token candidates/0/content/parts"),
	thinking: pathsOf("choices/0/delta/reasoning_content choices/0/delta/reasoning choices/0/message/reasoning_content choices/0/message/reasoning delta/thinking message/thinking thinking choices/0/delta/content/0/thinking choices/0/message/content/0/thinking"),
	call: pathsOf("choices/0/delta/tool_calls choices/0/message/tool_calls message/tool_calls delta/partial_json choices/0/delta/function_call choices/0/message/function_call"),
	finish: pathsOf("choices/0/finish_reason delta/stop_reason delta/finish_reason details/finish_reason meta_info/finish_reason/type finish_reason stop_reason done_reason response/status candidates/0/finishReason"),
	last: pathsOf("done stop is_finished generated_text meta_info/finish_reason"),
	tokens: pathsOf("usage/completion_tokens usage/output_tokens response/usage/output_tokens details/generated_tokens eval_count")
};
function pathsOf(text) {
	return text.split(" ").map((path) => path.split("/"));
}
function valuesAt(event, paths) {
	return paths.map((path) => path.reduce((value, key) => value?.[key], event));
}
const textAt = (event, paths) => valuesAt(event, paths).map((value) => Array.isArray(value) ? value.map((part) => textIn(require_service.isObject(part) ? part.text : part)).join("") : value).find((value) => typeof value === "string" && value !== "") ?? "";
const noContent = /\.(?:done|added|completed|incomplete)$|\.refusal\./;
const knownTypes = /^(?:response\.|transcript\.|message[_-]|content[_-]|stream-)/;
const lastTypes = /^(?:response\.(?:completed|incomplete)|transcript\.text\.done|message[_-](?:stop|end)|stream-end|done|end)$/;
const idle = /^(?:ping|heart-?beat|keep-?alive|null|\{\})$/i;
const unfinished = /^(?:queued|in_progress|null)$/;
function tokenIn(event, type) {
	const thinking = textAt(event, places.thinking);
	const text = noContent.test(type) ? "" : textAt(event, places.content);
	const isHidden = require_service.isObject(event.token) && event.token.special === true;
	if (text !== "" && !isHidden) return {
		part: partOf(type),
		text
	};
	if (thinking !== "") return {
		part: "thinking",
		text: thinking
	};
	return valuesAt(event, places.call).some((call) => Array.isArray(call) ? call.length > 0 : Boolean(call)) ? {
		part: "call",
		text: ""
	} : void 0;
}
function partOf(type) {
	if (/reasoning|thinking/.test(type)) return "thinking";
	return /arguments|_call/.test(type) ? "call" : "content";
}
function eventsOf({ pieces }, framing) {
	const events = [];
	let atMs = 0;
	let doubt;
	const take = (data, name = "") => events.push({
		data,
		name,
		atMs,
		doubt
	});
	const parser = createParser({
		onEvent: ({ data, event }) => take(data, event),
		onError({ field = "", value = "", line: text = "" }) {
			if (failing.test(field)) take(value || field, "error");
			else if (text.trim() !== "" && !/^[\w-]+:/.test(text)) events.push({
				data: text,
				name: "",
				atMs,
				doubt: "stray"
			});
		}
	});
	let line = "";
	const feed = (text) => {
		if (framing === "events") return parser.feed(text);
		const lines = (line + text).split(lineEnd);
		line = lines.pop() ?? "";
		for (const each of lines) take(each.trim());
	};
	const decoder = new TextDecoder();
	for (const piece of pieces) {
		atMs = piece.atMs;
		feed(decoder.decode(piece.bytes, { stream: true }));
	}
	doubt = "open";
	feed("\n\n");
	return events;
}
const lineEnd = /[\n\0]/;
const linesType = /ndjson|jsonl|json-?lines/;
const isStreamType = (contentType) => contentType.includes("text/event-stream") || linesType.test(contentType);
function framingOf(text, contentType) {
	if (/^\s*(?:data|event|id|retry|error)?:/.test(text)) return "events";
	const isLines = () => require_service.tryParseJson(text.trimStart().split(lineEnd, 1)[0] ?? "") !== void 0 && !require_service.tryParseJson(text);
	if (/^\s*\{/.test(text) && (isStreamType(contentType) || isLines())) return "lines";
	if (!isStreamType(contentType)) return void 0;
	return linesType.test(contentType) ? "lines" : "events";
}
function hasContent(pieces) {
	return readStream({
		pieces,
		brokenBy: void 0
	}, "text/event-stream")?.times?.contentMs !== void 0;
}
function lastTokenMs(pieces) {
	const body = {
		pieces,
		brokenBy: void 0
	};
	return (isStreamText(textOf(body)) ? readStream(body, "text/event-stream")?.times?.lastMs : pieces.at(-1)?.atMs) ?? 0;
}
const isStreamText = (text) => framingOf(text, "") !== void 0;
function readStream(body, contentType) {
	const framing = framingOf(textOf(body), contentType);
	if (framing === void 0) return void 0;
	const { needsEnd, ...read } = readEvents(eventsOf(body, framing));
	const isEnded = body.brokenBy === void 0 && (!needsEnd || read.finish !== "");
	return read.end === "cut" && isEnded ? {
		...read,
		end: "whole"
	} : read;
}
function readUnstreamed(text) {
	const { end, needsEnd, ...read } = readEvents([{
		data: text,
		name: "",
		atMs: 0
	}]);
	if (read.form === "lines") return void 0;
	return {
		...read,
		isWhole: true,
		times: void 0,
		end: end === "cut" ? "whole" : end
	};
}
const isMark = (data) => data.trim() === "[DONE]";
const parseData = (data) => isMark(data) ? void 0 : require_service.tryParseJson(data) ?? require_service.tryParseJson(data.replaceAll(/([:[,] ?)-?(?:NaN|Infinity)\b/g, "$1null"));
function readEvents(events) {
	const parsed = events.map((event) => ({
		...event,
		json: parseData(event.data)
	}));
	const isCompletion = parsed.some(({ json }) => require_service.isObject(json?.value) && Array.isArray(json.value.choices));
	let form = isCompletion ? "completion" : "lines";
	let [counted, finish, error, damaged, unread] = [
		0,
		"",
		"",
		"",
		""
	];
	let [isDone, isLast, isHalf, needsEnd] = [
		false,
		false,
		false,
		isCompletion
	];
	const tokens = [];
	const lines = [];
	for (const { data, name, atMs, doubt, json } of parsed) {
		const event = require_service.isObject(json?.value) ? json.value : {};
		const type = textIn(event.type) || name;
		const isOfForm = !isCompletion || Array.isArray(event.choices);
		const token = isOfForm ? tokenIn(event, type) : void 0;
		isDone ||= isMark(data);
		error ||= errorIn(event, {
			type,
			data
		});
		const reasons = valuesAt(event, places.finish);
		finish = reasons.map(textIn).find((reason) => reason !== "" && !unfinished.test(reason)) ?? finish;
		const lasts = valuesAt(event, places.last);
		isLast ||= lastTypes.test(type) || lasts.some((value) => value === true || typeof value === "string" || require_service.isObject(value));
		const isKnown = knownTypes.test(type);
		const hasPlace = isKnown || reasons.some(isPlace) || lasts.some(isPlace);
		needsEnd ||= hasPlace;
		counted = valuesAt(event, places.tokens).find(isCount) ?? counted;
		if (form === "lines" && (token || isKnown)) form = "known";
		if (token) tokens.push({
			...token,
			atMs
		});
		else if (data !== "" && doubt !== "stray") lines.push({
			part: "content",
			text: data,
			atMs
		});
		if (data.trim() === "" || isMark(data) || idle.test(data.trim()) || idle.test(type)) continue;
		if (json === void 0 && doubt === "open" && /^[{[]/.test(data)) isHalf = true;
		else if (json === void 0) damaged += `${data}\n`;
		else if (token) unread = "";
		else if (isCompletion ? !isOfForm : !hasPlace) unread = event.usage === void 0 ? data : unread;
	}
	const said = form === "lines" ? lines : tokens;
	const written = said.map(({ part, text }) => part === "content" ? text : "").join("");
	const [thinking = ""] = form !== "lines" && /^[\s\S]*<\/think>|^\s*<think>[\s\S]*/.exec(written) || [];
	const parts = new Set(said.map(({ part }) => part));
	const [first, last] = [said[0], said.at(-1)];
	const instead = form !== "lines" && needsEnd && finish === "" && !isLast ? unread : "";
	const failure = error || (form === "lines" ? "" : damaged.trim()) || instead;
	return {
		content: written.slice(thinking.length),
		form,
		isWhole: false,
		parts: thinking === "" ? parts : parts.add("thinking"),
		tokens: counted || said.length,
		times: first && last && {
			firstMs: first.atMs,
			lastMs: last.atMs,
			contentMs: contentMsOf(said, thinking.length)
		},
		finish,
		end: failure === "" ? isDone || isLast ? "whole" : "cut" : { error: failure },
		needsEnd: needsEnd || isHalf && form !== "lines"
	};
}
const isPlace = (value) => value === null || ["string", "boolean"].includes(typeof value);
function contentMsOf(said, thinkingLength) {
	let length = 0;
	for (const { part, text, atMs } of said) {
		if (part === "call") return atMs;
		if (part === "thinking") continue;
		length += text.length;
		if (length > thinkingLength && text.slice(thinkingLength - length).trim() !== "") return atMs;
	}
}
const isCount = (value) => Number.isSafeInteger(value) && Number(value) > 0;
function speedOf({ tokens, times }) {
	if (tokens < 8 || !times) return void 0;
	const { firstMs, lastMs } = times;
	return lastMs - firstMs < 1 ? tokens * 1e3 / lastMs : (tokens - 1) * 1e3 / (lastMs - firstMs);
}
const failing = /(?:error|exception|fail(?:ed|ure)?)$/i;
const badEnd = /error|exception|fail|abort|cancel|timed?_?out|interrupt/i;
function errorIn(event, { type, data }) {
	const choices = Array.isArray(event.choices) ? event.choices : [];
	const holders = [
		event.response,
		event,
		...choices
	].filter(require_service.isObject);
	const error = holders.map(errorOf).find((words) => words !== "");
	if (error) return error;
	if (failing.test(type)) return textIn(event.message) || data || "an error without words";
	const bad = [...valuesAt(event, places.finish), ...holders.flatMap(({ finish_reason, status }) => [finish_reason, status])].map(textIn).find((end) => badEnd.test(end));
	return bad === void 0 ? "" : `an end for the reason "${bad}"`;
}
const errorMember = /^(?:errors?|exception|traceback|fault|err(?:or)?_?(?:code|type|message))$/i;
const isFilled = (value) => typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value) && value !== "0" && (typeof value !== "number" || Number.isInteger(value));
const isErrorCode = (code) => /^(?:[45]\d\d(?:\d\d)?|-\d+)$/.test(String(code)) || failing.test(textIn(code));
function errorOf(json) {
	if (Array.isArray(json)) return json.map(errorOf).find((words) => words !== "") ?? "";
	if (!require_service.isObject(json)) return "";
	const { error, code, status, status_code, statusCode, type, object } = json;
	if (isFilled(error)) return textIn(error) || require_service.isObject(error) && textIn(error.message) || require_service.jsonText(error);
	const words = [
		"message",
		"msg",
		"error_msg",
		"detail",
		"reason",
		"text"
	].map((member) => textIn(json[member])).find((each) => each !== "") ?? "";
	return object === "error" || json.success === false || Object.entries(json).some(([member, value]) => errorMember.test(member) && isFilled(value)) || [status, type].some((word) => failing.test(textIn(word))) || words !== "" && [
		code,
		status,
		status_code,
		statusCode
	].some(isErrorCode) || Object.keys(json).join() === "detail" && isFilled(json.detail) ? words || require_service.jsonText(json) : "";
}
function textIn(value) {
	return typeof value === "string" ? value : "";
}

// src/tests/values.ts
function valueAtPointer(json, pointer) {
	let value = json;
	for (const token of pointer.split("/").slice(1)) {
		const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
		if (typeof value !== "object" || value === null || !Object.keys(value).includes(key)) return void 0;
		value = value[key];
	}
	return { value };
}
function missed(wanted, found) {
	if (!require_service.isObject(wanted)) return found && (found.value === wanted || (0, node_util.isDeepStrictEqual)(found.value, wanted)) ? void 0 : `to be ${JSON.stringify(wanted)}`;
	const { exists, contains, min, max, length } = wanted;
	if (exists === false) return found ? "to be absent" : void 0;
	if (!found) return "to exist";
	const { value } = found;
	const number = typeof value === "number" ? value : NaN;
	return [
		[
			contains,
			() => containsText(value, contains ?? ""),
			`to contain ${inQuotes(contains ?? "")}`
		],
		[
			min,
			() => number >= Number(min),
			`to be at least ${min}`
		],
		[
			max,
			() => number <= Number(max),
			`to be at most ${max}`
		],
		[
			length,
			() => lengthOf(value) === length,
			`to have the length ${length}`
		]
	].find(([asked, isRight]) => asked !== void 0 && !isRight())?.[2];
}
function foundValue(wanted, value) {
	const length = require_service.isObject(wanted) && wanted.length !== void 0 ? lengthOf(value) : void 0;
	return length === void 0 ? require_service.jsonText(value) : `${length}`;
}
function containsText(value, wanted) {
	if (Array.isArray(value)) return value.some((item) => typeof item !== "object" && String(item).toLowerCase() === wanted.toLowerCase());
	return typeof value !== "object" && require_deploy.includes(String(value), wanted);
}
const isSameText = (text, other) => require_deploy.folded(text).trim() === require_deploy.folded(other).trim();
function lengthOf(value) {
	if (typeof value === "string") return [...value].length;
	return typeof value === "object" && value !== null ? Object.keys(value).length : void 0;
}
const inQuotes = (text) => text === "" ? "nothing" : `"${text}"`;

// src/tests/judge.ts
const testFault = (expected, got, weight = "own") => ({
	expected,
	got,
	weight
});
function judgeAnswer(test, answer, { isTimed }) {
	if (answer.kind === "lost") return {
		measured: {},
		fault: (isTimed ? limitFault(test, {
			...nothingYet,
			endMs: answer.waitedMs ?? 0
		}, answer.reason) : void 0) ?? testFault("an answer", answer.reason, "none")
	};
	const text = textOf(answer.body);
	const streamed = streamedIn(test, answer, text);
	const speed = streamed && speedOf(streamed);
	const { firstMs, contentMs } = streamed?.times ?? {};
	const measured = {
		status: answer.status,
		totalMs: answer.endMs,
		firstTokenMs: firstMs,
		firstContentMs: contentMs,
		tokensPerSecond: Number.isFinite(speed) ? speed : void 0,
		tokens: streamed?.tokens,
		content: streamed?.content
	};
	const reading = {
		test,
		answer,
		text,
		streamed
	};
	const [fault = isTimed ? timeFault(reading, speed) : void 0] = faults(reading, isTimed);
	return {
		measured,
		fault
	};
}
function formFault(test, answer) {
	const { status } = test.expect ?? {};
	return judgeAnswer({
		...test,
		expect: status === void 0 ? {} : { status }
	}, answer, { isTimed: false }).fault;
}
const nothingYet = {
	contentMs: void 0,
	wholeMs: void 0
};
function limitFault({ expect = {} }, arrival, missing) {
	const { contentMs, wholeMs, endMs } = arrival;
	const limits = [[
		"the first content",
		expect["first-token"],
		contentMs
	], [
		"the whole answer",
		expect.within,
		wholeMs
	]];
	for (const [what, limitMs = Infinity, atMs] of limits) {
		if ((atMs ?? endMs) <= limitMs) continue;
		return testFault(`${what} within ${formatMs(limitMs)}`, atMs === void 0 ? missing : `it after ${formatMs(atMs)}`);
	}
}
function* faults({ test, answer, text, streamed }, isTimed) {
	const { status, location } = answer;
	const { status: wanted, contains, equals, finish, json = {} } = test.expect ?? {};
	if (wanted === void 0 ? !isSuccess(status) : status !== wanted) {
		const where = location === void 0 ? "" : ` with a redirect to ${location}, which is not followed`;
		const words = text.trim() === "" ? "" : `: ${bodyWords(text)}`;
		const expected = wanted === void 0 ? "a 2xx status" : `status ${wanted}`;
		yield testFault(expected, `${status}${where}${words}`, weightOf(status, text));
	}
	if (typeof streamed?.end === "object") yield testFault("no error in the stream", bodyWords(streamed.end.error));
	const { brokenBy } = answer.body;
	const isMissing = brokenBy === "size" ? test.expect?.json : brokenBy;
	if (streamed ? streamed.end === "cut" : isMissing) {
		const expected = streamed ? "a stream that comes to its end" : "a whole answer";
		const after = ` after ${inQuotes(streamed?.content ?? text)}`;
		if (brokenBy === "size") yield testFault(expected, `more than ${maxAnswerBytes / 1024 / 1024} MiB`);
		else if (brokenBy === "timeout") {
			const got = `no end within ${formatMs(answer.endMs)}${after}`;
			const arrival = {
				...nothingYet,
				...streamed?.times,
				endMs: answer.endMs
			};
			yield isTimed && limitFault(test, arrival, got) || testFault(expected, got);
		} else yield testFault(expected, `it broke off${after}`, "none");
	}
	if (require_deploy.isStreamed(test) && isSuccess(status)) yield* streamFaults({
		test,
		text,
		streamed
	});
	const anyOf = contains === void 0 ? [] : [contains].flat();
	const weight = weightOfText(text);
	const said = streamed?.content ?? text;
	if (contains !== void 0 && !anyOf.some((part) => require_deploy.includes(said, part))) yield testFault(`an answer that contains ${anyOf.map(inQuotes).join(" or ")}`, inQuotes(said), weight);
	if (equals !== void 0 && !isSameText(said, equals)) yield testFault(`the answer ${inQuotes(equals)}`, inQuotes(said), weight);
	if (finish !== void 0 && streamed?.finish !== finish) {
		const end = streamed?.finish ? inQuotes(streamed.finish) : "no reason of its end";
		yield testFault(`a stream that ends with ${inQuotes(finish)}`, end);
	}
	const parsed = require_service.tryParseJson(text);
	const error = (contains ?? equals ?? finish ?? test.expect?.json ?? streamed) === void 0 && isSuccess(status) ? errorOf(parsed?.value) : "";
	if (error !== "") yield testFault("no error in the answer", error);
	if (test.expect?.json && !parsed) yield testFault("a JSON answer", bodyWords(text), weight);
	for (const [pointer, expectation] of Object.entries(json)) {
		const found = valueAtPointer(parsed?.value, pointer);
		const miss = missed(expectation, found);
		if (miss !== void 0) yield testFault(`\`${pointer}\` ${miss}`, found ? foundValue(expectation, found.value) : "no such value");
	}
}
function weightOf(status, text) {
	if ([
		408,
		425,
		429
	].includes(status)) return "busy";
	if ([
		502,
		503,
		504
	].includes(status)) return "none";
	if (status >= 500) return "starting";
	const body = require_service.tryParseJson(text)?.value;
	if (require_service.isObject(body) && ("error" in body || "detail" in body)) return "own";
	return isPage(text) ? "starting" : "other";
}
function weightOfText(text) {
	return isPage(text) ? "starting" : "own";
}
function* streamFaults({ test, text, streamed }) {
	const { "first-token": firstToken, "tokens-per-second": slowest } = test.expect ?? {};
	const isChat = test.chat !== void 0;
	const weight = weightOfText(text);
	const got = bodyWords(text);
	if (isChat && streamed?.form !== "completion") yield testFault("an OpenAI-compatible chat completion", got, weight);
	if (!streamed) return yield testFault("a stream of events", got, weight);
	if (streamed.isWhole && (firstToken ?? slowest) !== void 0) yield testFault("a stream of events", "an answer in one piece");
	if (!hasText(streamed.content) && (isChat || !streamed.parts.has("call"))) yield testFault("an answer with content", streamed.parts.has("thinking") ? thinkingWords(streamed) : inQuotes(text));
}
function thinkingWords({ tokens, finish, parts }) {
	const words = `${tokens} tokens of thinking, no answer`;
	if (/^(?:length|max_(?:output_)?tokens|incomplete)$/i.test(finish)) return `${words}: raise \`max-tokens\``;
	if (finish === "" || parts.has("content")) return words;
	return `${words}, and the end "${finish}": check the reasoning parser of the server`;
}
function timeFault({ test, answer: { endMs }, streamed }, speed) {
	const late = limitFault(test, {
		contentMs: streamed?.times?.contentMs,
		wholeMs: endMs,
		endMs
	}, "none");
	if (late) return late;
	const { "tokens-per-second": slowest } = test.expect ?? {};
	if (slowest === void 0 || speed !== void 0 && speed >= slowest) return void 0;
	const few = `${streamed?.tokens ?? 0} tokens, and ${8} are needed to tell: ask for a longer answer`;
	return testFault(`at least ${slowest} tokens/s`, speed === void 0 ? few : `${speed.toFixed(1)} tokens/s`);
}
function isPage(text) {
	return /^\s*<(?:!doctype|html|head|body)/i.test(text);
}
function bodyWords(text) {
	if (text.trim() === "") return "an empty one";
	return isPage(text) ? `an HTML page, ${/<title[^<>]*>([^<]*)/i.exec(text.slice(0, 16384))?.[1]?.trim() || "without a title"}` : text;
}
function streamedIn(test, answer, text) {
	return (require_deploy.isStreamed(test) || isStreamType(answer.contentType) ? readStream(answer.body, answer.contentType) : void 0) ?? (require_deploy.isStreamed(test) ? readUnstreamed(text) : void 0);
}
function hasText(content) {
	return /[^\s\p{M}\p{Cs}\u2800\ufffd]/u.test(require_index.visibleText(content));
}

// src/tests/request.ts
var request_exports = /* @__PURE__ */ require_index.__exportAll({ assertSendable: () => assertSendable });
const chatPath = "/v1/chat/completions";
const defaultHeaders = {
	accept: "*/*",
	"accept-encoding": "identity"
};
function testTitle({ get, post, chat = "" }) {
	if (get !== void 0) return `GET ${get}`;
	if (post !== void 0) return `POST ${post}`;
	return `chat "${require_index.bounded(chat.replaceAll(/\s+/g, " ").trim(), 60)}"`;
}
function buildRequest(test, context) {
	const { secrets } = context;
	const { headers, body, ...address } = templateOf(test, context);
	const quoted = (secret) => test.text === void 0 ? JSON.stringify(secret).slice(1, -1) : secret;
	const inBody = new Map(Array.from(secrets, ([key, secret]) => [key, quoted(secret)]));
	return {
		...address,
		headers: {
			...headers,
			...headersOf(test, secrets)
		},
		body: body && fillSecrets(body, inBody)
	};
}
function templateOf(test, context) {
	const { get, post, path = chatPath, text, headers = {} } = test;
	const fields = fieldsOf(test, context.model);
	const added = Object.fromEntries(additionsTo(test, context.refused).map((field) => [field, additions[field]]));
	const body = fields ? JSON.stringify({
		...fields,
		...added
	}) : require_deploy.bodyOf(test);
	const type = text === void 0 ? "application/json" : "text/plain; charset=utf-8";
	const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]);
	return {
		method: get === void 0 ? "POST" : "GET",
		url: urlBelow(context.endpointUrl, get ?? post ?? path),
		headers: {
			...defaultHeaders,
			...body !== void 0 && { "content-type": type },
			...Object.fromEntries(given)
		},
		body
	};
}
const maxShownBody = 400;
function curlLine(test, context) {
	const { method, url, headers, body } = templateOf(test, context);
	const inShell = new Map(Array.from(context.secrets.keys(), (key) => [key, `'"$${key}"'`]));
	const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
	const fill = (template) => fillSecrets(quote(template), inShell).replace(/(?<=")''$/, "");
	const isLong = body !== void 0 && (body.length > maxShownBody || /[\r\n]/.test(body));
	const data = body ? `-d ${isLong ? "@body.txt" : fill(body)}` : [];
	const options = Object.entries(headers).filter(([name, value]) => defaultHeaders[name] !== value).map(([name, value]) => `-H ${fill(`${name}: ${value}`)}`);
	return [
		"curl -i",
		method === "POST" && !body ? "-X POST" : [],
		options,
		data,
		quote(url.href)
	].flat().join(" ");
}
function sendsSecret(test, context) {
	return !(0, node_util.isDeepStrictEqual)(buildRequest(test, context), buildRequest(test, {
		...context,
		secrets: /* @__PURE__ */ new Map()
	}));
}
function modelsRequest(test, { endpointUrl, secrets }) {
	const { path = chatPath } = test;
	return {
		method: "GET",
		url: urlBelow(endpointUrl, path.endsWith("/chat/completions") ? path.replace(/chat\/completions$/, "models") : "/v1/models"),
		headers: {
			...defaultHeaders,
			...headersOf(test, secrets)
		}
	};
}
function urlBelow({ origin, pathname }, path) {
	return new URL(`${origin}${pathname.replace(/(?<!\/)\/+$/, "")}${path}`);
}
const oddSecret = "a value of `secret-envs` in it has a line break or another character that a header cannot contain";
function headersOf(test, secrets) {
	return Object.fromEntries(Object.entries(test.headers ?? {}).map(([name, template]) => {
		const value = fillSecrets(template, secrets).trim();
		if (!require_deploy.isHeaderText(value)) throw new require_index.DeployError({
			code: "inputs-invalid",
			message: `the header \`${name}\` of the test ${testTitle(test)} cannot be sent: ${oddSecret}`,
			hint: "Save the secret again, as one line of plain text."
		});
		return [name.toLowerCase(), value];
	}));
}
function assertSendable(tests, secrets) {
	for (const test of tests) headersOf(test, secrets);
}
const additions = {
	stream: true,
	stream_options: { include_usage: true },
	max_tokens: 256,
	temperature: 0
};
function additionsTo(test, refused = /* @__PURE__ */ new Set()) {
	const own = fieldsOf(test) ?? {};
	const ofChat = [
		"stream_options",
		"max_tokens",
		"temperature"
	];
	const ofBatch = refused.has("stream") ? [] : ["stream", "stream_options"];
	return (test.chat !== void 0 ? ofChat : test.isStreamAdded ? ofBatch : []).filter((field) => own[field] === void 0 && !refused.has(field));
}
function fieldsOf({ chat, json, model, "max-tokens": maxTokens }, listed) {
	if (chat === void 0) return require_service.isObject(json) ? json : void 0;
	return {
		model: (model ?? listed)?.replaceAll("${", () => "$${"),
		messages: [{
			role: "user",
			content: chat
		}],
		stream: true,
		max_tokens: maxTokens
	};
}
function fillSecrets(template, secrets) {
	return template.replaceAll(/\$\$\{|\$\{([A-Za-z_]\w*)\}/g, (found, key) => key === void 0 ? "${" : secrets.get(key) ?? found);
}

// src/tests/run.ts
var run_exports = /* @__PURE__ */ require_index.__exportAll({
	openTests: () => openTests,
	passUntilSettled: () => passUntilSettled
});
const maxTimerMs = 864e5;
const maxAnswerWords = 2048;
function openTests({ tests, secrets, connect, clock, clean, hideInOwn = clean }) {
	let startedMs;
	let coldStartSeconds;
	const shown = (text) => require_index.oneLine(clean(text, maxAnswerWords));
	const known = knowNothing();
	return async ({ url }, time) => {
		const results = [];
		const resultOf = (test, measured) => {
			const content = measured.content && shown(measured.content);
			return {
				...measured,
				title: testTitle(test),
				outcome: "passed",
				content
			};
		};
		const fail = (passed, fault, curl) => {
			const [expected, got] = [shown(fault.expected), shown(fault.got)];
			const message = `${passed.title}: expected ${expected}, got ${got}`;
			const hint = curl && { hint: `Send the request yourself: \`${hideInOwn(curl)}\`.` };
			results.push({
				...passed,
				outcome: "failed",
				expected,
				got
			});
			return {
				kind: "failed",
				message,
				...hint,
				weight: fault.weight,
				results,
				coldStartSeconds
			};
		};
		const endpointUrl = URL.parse(url);
		if (!endpointUrl || !/^https?:$/.test(endpointUrl.protocol)) {
			const fault = testFault("a URL of the endpoint", url === "" ? "none" : JSON.stringify(url), "none");
			return fail(resultOf(tests[0] ?? {}, { isWarmUp: true }), fault);
		}
		startedMs ??= clock.monotonicMs();
		const connection = await connect(endpointUrl);
		try {
			const asking = {
				secrets,
				clock,
				endpointUrl,
				connection,
				models: /* @__PURE__ */ new Map(),
				known,
				...time
			};
			for (const test of tests) {
				const { within, "first-token": first, "tokens-per-second": slowest } = test.expect ?? {};
				let isWarmUp = coldStartSeconds === void 0;
				let { measured, fault, curl } = await ask(test, {
					...asking,
					isTimed: !isWarmUp
				});
				if (isWarmUp && !fault) {
					coldStartSeconds = (clock.monotonicMs() - startedMs) / 1e3;
					isWarmUp = (within ?? first ?? slowest) === void 0;
					if (!isWarmUp) ({measured, fault, curl} = await ask(test, {
						...asking,
						isTimed: true
					}));
				}
				const result = resultOf(test, {
					...measured,
					isWarmUp
				});
				if (fault) return fail(result, fault, curl);
				results.push(result);
			}
			return {
				kind: "passed",
				results,
				coldStartSeconds
			};
		} finally {
			await connection.close();
		}
	};
}
const knowNothing = () => ({
	refused: /* @__PURE__ */ new Set(),
	silentSince: /* @__PURE__ */ new Map()
});
function patienceFor(limitMs) {
	return limitMs === void 0 ? void 0 : Math.min(2 * limitMs + require_index.lateAnswerMs, maxTimerMs);
}
async function ask(test, asking) {
	const { refused } = asking.known;
	const before = [...refused];
	for (;;) {
		const asked = await askOnce(test, asking);
		const fields = refusedIn(asked, additionsTo(test, refused));
		for (const field of fields) refused.add(field);
		if (fields.length > 0) continue;
		if (asked.fault && isRefusal(asked)) for (const field of additionsTo(test, new Set(before))) refused.delete(field);
		return asked;
	}
}
const isRefusal = ({ measured: { status } }) => status === 400 || status === 422;
function refusedIn(asked, additions) {
	const { fault, measured, answer } = asked;
	if (!fault || answer?.kind !== "answer" || !(isRefusal(asked) || measured.status === 500)) return [];
	const text = textOf(answer.body);
	const named = additions.filter((field) => new RegExp(`\\b${field}\\b`).test(text));
	return named.length > 0 || !isRefusal(asked) ? named : additions;
}
const mayNeedModel = [
	400,
	404,
	422,
	500
];
async function askOnce(test, asking) {
	const { endpointUrl, secrets } = asking;
	if (endpointUrl.protocol === "http:" && require_service.hostKind(endpointUrl) !== "loopback" && sendsSecret(test, {
		endpointUrl,
		secrets
	})) return {
		measured: {},
		fault: testFault("an https URL, because the request carries a value of `secret-envs`", endpointUrl.origin)
	};
	const model = test.chat === void 0 || test.model !== void 0 ? {} : await listedModel(test, asking);
	if (model.fault) return {
		measured: {},
		fault: model.fault
	};
	const { within, "first-token": first } = asking.isTimed && test.expect || {};
	const context = {
		endpointUrl,
		secrets,
		model: model.name,
		refused: asking.known.refused
	};
	const { answer, isSilent } = await sendInTime({
		...buildRequest(test, context),
		contentWithinMs: patienceFor(first)
	}, asking, {
		test,
		key: test,
		longestMs: patienceFor(within) ?? 6e5
	});
	const { measured, fault } = judgeAnswer(test, answer, asking);
	if (fault && model.missing && mayNeedModel.includes(measured.status ?? 0)) fault.got = fault.got.replace(/^\d+/, (status) => `${status}; no model was sent: ${model.missing}`);
	return {
		measured,
		fault: isSilent && fault?.weight === "none" ? {
			...fault,
			weight: "silent"
		} : fault,
		curl: curlLine(test, context),
		answer
	};
}
async function listedModel(test, asking) {
	const request = modelsRequest(test, asking);
	const { pathname } = request.url;
	const known = asking.models.get(pathname);
	if (known !== void 0) return known;
	const { answer, isSilent } = await sendInTime(request, asking, {
		test,
		key: pathname,
		longestMs: require_index.maxTestRequestMs
	});
	const { fault } = judgeAnswer({ get: pathname }, answer, { isTimed: false });
	if (answer.kind === "lost" || fault && answer.status >= 502) {
		const expected = `the models of ${pathname}`;
		return { fault: testFault(expected, fault?.got ?? "", isSilent ? "silent" : "none") };
	}
	const name = fault ? void 0 : modelNames(require_service.tryParseJson(textOf(answer.body))?.value)[0];
	const missing = `${pathname} answered ${answer.status}${fault ? "" : " without a model"}`;
	const model = name === void 0 ? { missing } : { name };
	asking.models.set(pathname, model);
	return model;
}
function silenceOf({ expect = {} }) {
	const limitMs = patienceFor(expect.within ?? expect["first-token"]);
	return limitMs === void 0 ? require_index.silentMs : Math.max(require_index.certainMs, limitMs);
}
async function sendInTime(request, asking, { test, key, longestMs }) {
	const { connection, signal, clock, deadlineMs, healthyForMs, known } = asking;
	const startedMs = clock.monotonicMs();
	const timeoutMs = Math.max(require_index.minTestRequestMs, Math.min(longestMs, deadlineMs - startedMs));
	const allowedMs = silenceOf(test);
	const sinceMs = known.silentSince.get(key);
	const maxMs = Math.max(require_index.certainMs, allowedMs - (sinceMs === void 0 ? 0 : startedMs - sinceMs));
	const silence = healthyForMs && {
		maxMs,
		healthyForMs
	};
	const answer = await connection.send({
		...request,
		timeoutMs,
		signal,
		silence
	});
	signal.throwIfAborted();
	const nowMs = clock.monotonicMs();
	const waitedMs = Math.min(nowMs - startedMs, healthyForMs?.() ?? 0);
	if (!(answer.kind === "lost" || answer.status === 504 || answer.body.brokenBy === "timeout") || waitedMs < 2e4) {
		known.silentSince.delete(key);
		return {
			answer,
			isSilent: false
		};
	}
	const silentSinceMs = sinceMs ?? nowMs - waitedMs;
	known.silentSince.set(key, silentSinceMs);
	return {
		answer,
		isSilent: nowMs - silentSinceMs >= allowedMs
	};
}
async function passUntilSettled({ test, endpoint, clock, onFailedPass, ...time }) {
	const wrong = require_rollout.trackWrongAnswers();
	const isOpen = (pass) => {
		if (pass.kind === "passed") return false;
		const nowMs = clock.monotonicMs();
		const isLast = wrong.add(pass.weight, {
			nowMs,
			healthySinceMs: -Infinity
		}) || nowMs + 5e3 >= time.deadlineMs;
		if (!isLast) onFailedPass(pass);
		return !isLast;
	};
	return require_deploy.askWhile(() => test(endpoint, time), {
		...time,
		clock,
		isOpen,
		pauseMs: () => require_index.testPauseMs
	});
}

// src/logs/read.ts
var read_exports = /* @__PURE__ */ require_index.__exportAll({ openLogReader: () => openLogReader });
const maxLogBytes = 262144;
function openLogReader({ baseUrl, apiKey, connect, clean, lines }) {
	async function get(url, signal) {
		const headers = {
			accept: "text/plain, */*;q=0.5",
			"accept-encoding": "identity",
			range: `bytes=-${maxLogBytes}`,
			...url.origin === baseUrl && { authorization: `Bearer ${apiKey}` }
		};
		const connection = await connect(url, { maxBodyBytes: maxLogBytes });
		return connection.send({
			method: "GET",
			url,
			headers,
			timeoutMs: require_index.logTimeoutMs,
			signal
		}).finally(() => connection.close());
	}
	return async ({ of, text }, signal) => {
		const tail = (said, place = "", problem = "is empty") => {
			if (said.split("�").length - 1 > said.length / 10) return {
				of,
				place,
				lines: [],
				problem: "is binary"
			};
			const last = require_rollout.lastLines(said, lines);
			return {
				of,
				place,
				lines: last,
				problem: last.length > 0 ? "" : problem
			};
		};
		const url = logUrl(text, baseUrl);
		if (!url) return tail(text);
		const place = clean(url.origin === baseUrl ? url.pathname : url.origin + url.pathname).slice(0, 300);
		try {
			const answer = await get(url, signal);
			const problem = logProblemIn(answer);
			if (problem !== "" || answer.kind === "lost") return tail("", place, problem);
			return tail(clean(wholeLines(answer)), place);
		} catch (error) {
			if (!(error instanceof require_index.DeployError)) throw error;
			return tail("", place, "is at an address that is not contacted");
		}
	};
}
function logUrl(text, baseUrl) {
	const place = text.trim();
	if (!/^(?:https?:\/)?\/\S{1,1000}$/i.test(place)) return void 0;
	return URL.parse(place.startsWith("/") ? baseUrl + place : place) ?? void 0;
}
function logProblemIn(answer) {
	if (answer.kind === "lost") return `could not be read: ${answer.reason}`;
	const { status, contentType, body } = answer;
	if (status === 416) return "is empty";
	if (status !== 200 && status !== 206) return `could not be read: it answered ${status}`;
	if (body.brokenBy) return breakWords[body.brokenBy];
	const text = textOf(body);
	return /^\s*<(?:!doctype|html|\?xml)/i.test(text) || require_service.tryParseJson(text) !== void 0 || /json|html|xml/.test(contentType) ? "is JSON, HTML or XML, not text" : "";
}
function wholeLines({ body }) {
	const text = textOf(body);
	const isCut = Buffer.byteLength(text) >= maxLogBytes;
	return require_rollout.withoutOverwrites(isCut ? text.split("\n").slice(1).join("\n") : text);
}
const breakWords = {
	size: `is longer than ${maxLogBytes / 1024} KiB, and its end cannot be asked for alone`,
	timeout: `did not end within ${require_index.logTimeoutMs / 1e3} s`,
	close: "could not be read: the connection broke off"
};

// src/tests/connection.ts
var connection_exports = /* @__PURE__ */ require_index.__exportAll({ openConnection: () => openConnection });
function openConnection(origin, { userAgent, clock, proxyFor, ...options }) {
	const transport = require_service.createTransport({
		...options,
		maxBodyBytes: options.maxBodyBytes ?? 1048576,
		keepAliveMs: require_index.keepAliveMs,
		origin: origin.origin,
		headers: { "user-agent": userAgent },
		proxyUrl: proxyFor(origin)
	});
	async function send({ url, contentWithinMs, silence, ...request }) {
		const startedMs = clock.monotonicMs();
		const received = require_service.collectBytes();
		const ends = [];
		const elapsedMs = () => clock.monotonicMs() - startedMs;
		const onData = (bytes) => {
			received.add(bytes);
			const [atMs, last] = [elapsedMs(), ends.at(-1)];
			const end = (last?.end ?? 0) + bytes.length;
			if (last && atMs - last.atMs < Math.max(1, atMs / 1e3)) last.end = end;
			else ends.push({
				atMs,
				end
			});
		};
		const piecesIn = (bytes) => ends.map(({ atMs, end }, index) => ({
			atMs,
			bytes: bytes.subarray(ends[index - 1]?.end ?? 0, end)
		}));
		const nextMs = () => {
			const pieces = piecesIn(received.soFar());
			const atMs = elapsedMs();
			const contentMs = contentWithinMs === void 0 || hasContent(pieces) ? Infinity : contentWithinMs - atMs;
			if (!silence) return contentMs;
			const silentMs = Math.min(atMs - lastTokenMs(pieces), silence.healthyForMs());
			return Math.max(0, Math.min(contentMs, silence.maxMs - silentMs));
		};
		const checks = {
			firstMs: Math.min(contentWithinMs ?? Infinity, silence?.maxMs ?? Infinity),
			nextMs
		};
		const path = url.pathname + url.search;
		const exchanged = await transport.exchange({
			...request,
			path,
			onData,
			checks
		});
		const endMs = elapsedMs();
		const { status, headers: named } = exchanged;
		if (exchanged.kind === "failure" && status === 0) {
			const { how, cause } = exchanged;
			if (how !== "timeout") return {
				kind: "lost",
				reason: require_service.describeNetworkError(cause).text
			};
			const waitedMs = Math.min(request.timeoutMs, contentWithinMs ?? Infinity, silence ? endMs : Infinity);
			return {
				kind: "lost",
				reason: `none within ${formatMs(waitedMs)}`,
				waitedMs
			};
		}
		return {
			kind: "answer",
			status,
			contentType: require_service.firstHeader(named, "content-type")?.toLowerCase() ?? "",
			location: status >= 300 && status < 400 ? require_service.firstHeader(named, "location") : void 0,
			body: {
				pieces: piecesIn(Buffer.from(received.soFar())),
				brokenBy: exchanged.kind === "failure" ? breaks[exchanged.how] : void 0
			},
			endMs
		};
	}
	return {
		send,
		close: transport.close
	};
}
const breaks = {
	network: "close",
	aborted: "close",
	timeout: "timeout",
	"too-large": "size"
};

Object.defineProperty(exports, "ask", {
  enumerable: true,
  get: function () {
    return ask;
  }
});
Object.defineProperty(exports, "buildRequest", {
  enumerable: true,
  get: function () {
    return buildRequest;
  }
});
Object.defineProperty(exports, "connection_exports", {
  enumerable: true,
  get: function () {
    return connection_exports;
  }
});
Object.defineProperty(exports, "formFault", {
  enumerable: true,
  get: function () {
    return formFault;
  }
});
Object.defineProperty(exports, "formatMs", {
  enumerable: true,
  get: function () {
    return formatMs;
  }
});
Object.defineProperty(exports, "isSuccess", {
  enumerable: true,
  get: function () {
    return isSuccess;
  }
});
Object.defineProperty(exports, "knowNothing", {
  enumerable: true,
  get: function () {
    return knowNothing;
  }
});
Object.defineProperty(exports, "read_exports", {
  enumerable: true,
  get: function () {
    return read_exports;
  }
});
Object.defineProperty(exports, "request_exports", {
  enumerable: true,
  get: function () {
    return request_exports;
  }
});
Object.defineProperty(exports, "run_exports", {
  enumerable: true,
  get: function () {
    return run_exports;
  }
});
Object.defineProperty(exports, "sendsSecret", {
  enumerable: true,
  get: function () {
    return sendsSecret;
  }
});
Object.defineProperty(exports, "testTitle", {
  enumerable: true,
  get: function () {
    return testTitle;
  }
});
Object.defineProperty(exports, "textOf", {
  enumerable: true,
  get: function () {
    return textOf;
  }
});