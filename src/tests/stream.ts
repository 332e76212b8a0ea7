/** What a streamed answer says, event by event, in the forms of the servers that are known. */

import { createParser } from 'eventsource-parser';
import { isObject, type JsonObject, jsonText, tryParseJson } from '../json.ts';
import { minSpeedTokens } from '../model/tests.ts';
import { type AnswerBody, type Piece, textOf } from './answer.ts';

/** Times are in milliseconds from the request. */
export interface Streamed {
  /** All content except thinking; of events in no known form, their data. */
  content: string;
  /** `completion`: OpenAI's chat or completion; `lines`: of no server that is known. */
  form: 'completion' | 'known' | 'lines';
  /** Whether it came in one piece, and not as a stream. */
  isWhole: boolean;
  /** What the tokens are: thinking and calls of tools are not content. */
  parts: ReadonlySet<TokenPart>;
  /** The server's own count, else one for each event with a part. */
  tokens: number;
  /** The times of the tokens; undefined without one, and for an answer in one piece. */
  times: { firstMs: number; lastMs: number; contentMs: number | undefined } | undefined;
  /** The server's word for the end of the stream; '' if it gave none. */
  finish: string;
  /** `error`: that of the stream, in its words; or data that is damaged, or that stands in the place of an end. */
  end: 'whole' | 'cut' | { error: string };
}

type TokenPart = 'content' | 'thinking' | 'call';

/** The places of servers: OpenAI's forms, Anthropic, TGI, SGLang, Ollama, llama.cpp, Triton, Cohere, Gemini. */
const places = {
  content: pathsOf(
    'choices/0/delta/content choices/0/delta/text choices/0/message/content choices/0/text delta/text ' +
      'delta/message/content/text token/text message/content text_output response content delta text token ' +
      'candidates/0/content/parts',
  ),
  thinking: pathsOf(
    'choices/0/delta/reasoning_content choices/0/delta/reasoning choices/0/message/reasoning_content ' +
      'choices/0/message/reasoning delta/thinking message/thinking thinking ' +
      'choices/0/delta/content/0/thinking choices/0/message/content/0/thinking',
  ),
  call: pathsOf(
    'choices/0/delta/tool_calls choices/0/message/tool_calls message/tool_calls delta/partial_json ' +
      'choices/0/delta/function_call choices/0/message/function_call',
  ),
  finish: pathsOf(
    'choices/0/finish_reason delta/stop_reason delta/finish_reason details/finish_reason meta_info/finish_reason/type ' +
      'finish_reason stop_reason done_reason response/status candidates/0/finishReason',
  ),
  /** True, or filled, in the last event alone. */
  last: pathsOf('done stop is_finished generated_text meta_info/finish_reason'),
  tokens: pathsOf(
    'usage/completion_tokens usage/output_tokens response/usage/output_tokens details/generated_tokens eval_count',
  ),
};

function pathsOf(text: string): string[][] {
  return text.split(' ').map((path) => path.split('/'));
}

function valuesAt(event: JsonObject, paths: readonly (readonly string[])[]): unknown[] {
  return paths.map((path) =>
    path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], event),
  );
}

const textAt = (event: JsonObject, paths: readonly (readonly string[])[]) =>
  valuesAt(event, paths)
    .map((value) =>
      Array.isArray(value) ? value.map((part) => textIn(isObject(part) ? part.text : part)).join('') : value,
    )
    .find((value): value is string => typeof value === 'string' && value !== '') ?? '';

/** Events of OpenAI's responses that repeat what their deltas have said, or that refuse to answer. */
const noContent = /\.(?:done|added|completed|incomplete)$|\.refusal\./;
const knownTypes = /^(?:response\.|transcript\.|message[_-]|content[_-]|stream-)/;
const lastTypes =
  /^(?:response\.(?:completed|incomplete)|transcript\.text\.done|message[_-](?:stop|end)|stream-end|done|end)$/;
/** Events that keep a connection open, by their name or data. */
const idle = /^(?:ping|heart-?beat|keep-?alive|null|\{\})$/i;
/** Reasons of an end that is still to come. */
const unfinished = /^(?:queued|in_progress|null)$/;

interface EventText {
  part: TokenPart;
  text: string;
}

/** What an event adds; undefined for one without a token. */
function tokenIn(event: JsonObject, type: string): EventText | undefined {
  const thinking = textAt(event, places.thinking);
  const text = noContent.test(type) ? '' : textAt(event, places.content);
  const isHidden = isObject(event.token) && event.token.special === true;
  if (text !== '' && !isHidden) return { part: partOf(type), text };
  if (thinking !== '') return { part: 'thinking', text: thinking };
  const calls = valuesAt(event, places.call).some((call) => (Array.isArray(call) ? call.length > 0 : Boolean(call)));
  return calls ? { part: 'call', text: '' } : undefined;
}

function partOf(type: string): TokenPart {
  if (/reasoning|thinking/.test(type)) return 'thinking';
  return /arguments|_call/.test(type) ? 'call' : 'content';
}

interface StreamEvent {
  data: string;
  /** '' without one. */
  name: string;
  atMs: number;
  /** Why it may be no event: the body ended in it, or the line is no field of an event. */
  doubt?: 'open' | 'stray' | undefined;
}

/** Events of a stream; of JSON lines, each line is one. */
function eventsOf({ pieces }: AnswerBody, framing: Framing): StreamEvent[] {
  const events: StreamEvent[] = [];
  let atMs = 0;
  let doubt: 'open' | undefined;
  const take = (data: string, name = '') => events.push({ data, name, atMs, doubt });
  const parser = createParser({
    onEvent: ({ data, event }) => take(data, event),
    onError({ field = '', value = '', line: text = '' }) {
      // llama.cpp has a field for errors; another field with a plain name may be meant for another reader.
      if (failing.test(field)) take(value || field, 'error');
      else if (text.trim() !== '' && !/^[\w-]+:/.test(text))
        events.push({ data: text, name: '', atMs, doubt: 'stray' });
    },
  });
  let line = '';
  const feed = (text: string) => {
    if (framing === 'events') return parser.feed(text);
    const lines = (line + text).split(lineEnd);
    line = lines.pop() ?? '';
    for (const each of lines) take(each.trim());
  };
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    atMs = piece.atMs;
    feed(decoder.decode(piece.bytes, { stream: true }));
  }
  doubt = 'open';
  // A whole last event counts, also without the blank line that should end it.
  feed('\n\n');
  return events;
}

type Framing = 'events' | 'lines';

/** The first servers of vLLM and FastChat end a line with a NUL. */
const lineEnd = /[\n\0]/;

const linesType = /ndjson|jsonl|json-?lines/;

export const isStreamType = (contentType: string) =>
  contentType.includes('text/event-stream') || linesType.test(contentType);

/** How the body is cut into events, by its first bytes: its type may be wrong, or missing. Undefined for no stream. */
function framingOf(text: string, contentType: string): Framing | undefined {
  if (/^\s*(?:data|event|id|retry|error)?:/.test(text)) return 'events';
  const isLines = () => tryParseJson(text.trimStart().split(lineEnd, 1)[0] ?? '') !== undefined && !tryParseJson(text);
  if (/^\s*\{/.test(text) && (isStreamType(contentType) || isLines())) return 'lines';
  if (!isStreamType(contentType)) return undefined;
  return linesType.test(contentType) ? 'lines' : 'events';
}

/** Whether a stream that is still under way has any content yet. */
export function hasContent(pieces: readonly Piece[]): boolean {
  return readStream({ pieces, brokenBy: undefined }, 'text/event-stream')?.times?.contentMs !== undefined;
}

/** When the last token of an answer that is still under way arrived; of an answer without a stream, its last piece. */
export function lastTokenMs(pieces: readonly Piece[]): number {
  const body = { pieces, brokenBy: undefined };
  const last = isStreamText(textOf(body)) ? readStream(body, 'text/event-stream')?.times?.lastMs : pieces.at(-1)?.atMs;
  return last ?? 0;
}

const isStreamText = (text: string) => framingOf(text, '') !== undefined;

/** What a stream says; undefined for an answer in one piece. */
export function readStream(body: AnswerBody, contentType: string): Streamed | undefined {
  const framing = framingOf(textOf(body), contentType);
  if (framing === undefined) return undefined;
  const { needsEnd, ...read } = readEvents(eventsOf(body, framing));
  const isEnded = body.brokenBy === undefined && (!needsEnd || read.finish !== '');
  return read.end === 'cut' && isEnded ? { ...read, end: 'whole' } : read;
}

/** An answer of a known form in one piece, which has no times of a stream; undefined for any other answer. */
export function readUnstreamed(text: string): Streamed | undefined {
  const { end, needsEnd, ...read } = readEvents([{ data: text, name: '', atMs: 0 }]);
  if (read.form === 'lines') return undefined;
  return { ...read, isWhole: true, times: undefined, end: end === 'cut' ? 'whole' : end };
}

type TimedText = EventText & { atMs: number };

const isMark = (data: string) => data.trim() === '[DONE]';

/**
 * Python writes numbers that JSON does not have. Parsing a mark, which is not JSON, takes ten times as long as an
 * event.
 */
const parseData = (data: string) =>
  isMark(data)
    ? undefined
    : (tryParseJson(data) ?? tryParseJson(data.replaceAll(/([:[,] ?)-?(?:NaN|Infinity)\b/g, '$1null')));

/** `cut` without a mark of the end; `needsEnd`: its events have a place for one, so that its absence is a fault. */
function readEvents(events: readonly StreamEvent[]): Streamed & { needsEnd: boolean } {
  const parsed = events.map((event) => ({ ...event, json: parseData(event.data) }));
  const isCompletion = parsed.some(({ json }) => isObject(json?.value) && Array.isArray(json.value.choices));
  let form: Streamed['form'] = isCompletion ? 'completion' : 'lines';
  let [counted, finish, error, damaged, unread] = [0, '', '', '', ''];
  let [isDone, isLast, isHalf, needsEnd] = [false, false, false, isCompletion];
  const tokens: TimedText[] = [];
  const lines: TimedText[] = [];
  for (const { data, name, atMs, doubt, json } of parsed) {
    const event = isObject(json?.value) ? json.value : {};
    const type = textIn(event.type) || name;
    const isOfForm = !isCompletion || Array.isArray(event.choices);
    const token = isOfForm ? tokenIn(event, type) : undefined;
    isDone ||= isMark(data);
    error ||= errorIn(event, { type, data });
    const reasons = valuesAt(event, places.finish);
    finish = reasons.map(textIn).find((reason) => reason !== '' && !unfinished.test(reason)) ?? finish;
    const lasts = valuesAt(event, places.last);
    isLast ||=
      lastTypes.test(type) || lasts.some((value) => value === true || typeof value === 'string' || isObject(value));
    const isKnown = knownTypes.test(type);
    const hasPlace = isKnown || reasons.some(isPlace) || lasts.some(isPlace);
    needsEnd ||= hasPlace;
    counted = valuesAt(event, places.tokens).find(isCount) ?? counted;
    if (form === 'lines' && (token || isKnown)) form = 'known';
    if (token) tokens.push({ ...token, atMs });
    else if (data !== '' && doubt !== 'stray') lines.push({ part: 'content', text: data, atMs });
    if (data.trim() === '' || isMark(data) || idle.test(data.trim()) || idle.test(type)) continue;
    if (json === undefined && doubt === 'open' && /^[{[]/.test(data)) isHalf = true;
    else if (json === undefined) damaged += `${data}\n`;
    else if (token) unread = '';
    else if (isCompletion ? !isOfForm : !hasPlace) unread = event.usage === undefined ? data : unread;
  }
  // Events before the first token, such as a ping, are no content of a known form.
  const said = form === 'lines' ? lines : tokens;
  const written = said.map(({ part, text }) => (part === 'content' ? text : '')).join('');
  // Some servers leave thinking in the content; where the prompt begins it, without its first mark.
  const [thinking = ''] = (form !== 'lines' && /^[\s\S]*<\/think>|^\s*<think>[\s\S]*/.exec(written)) || [];
  const parts = new Set(said.map(({ part }) => part));
  const [first, last] = [said[0], said.at(-1)];
  // What a form without an end has beside its text may be anything.
  const instead = form !== 'lines' && needsEnd && finish === '' && !isLast ? unread : '';
  const failure = error || (form === 'lines' ? '' : damaged.trim()) || instead;
  return {
    content: written.slice(thinking.length),
    form,
    isWhole: false,
    parts: thinking === '' ? parts : parts.add('thinking'),
    tokens: counted || said.length,
    times: first && last && { firstMs: first.atMs, lastMs: last.atMs, contentMs: contentMsOf(said, thinking.length) },
    finish,
    end: failure === '' ? (isDone || isLast ? 'whole' : 'cut') : { error: failure },
    needsEnd: needsEnd || (isHalf && form !== 'lines'),
  };
}

const isPlace = (value: unknown) => value === null || ['string', 'boolean'].includes(typeof value);

/** When the first text behind the thinking arrived, or the first call of a tool. */
function contentMsOf(said: readonly TimedText[], thinkingLength: number): number | undefined {
  let length = 0;
  for (const { part, text, atMs } of said) {
    if (part === 'call') return atMs;
    if (part === 'thinking') continue;
    length += text.length;
    if (length > thinkingLength && text.slice(thinkingLength - length).trim() !== '') return atMs;
  }
  return undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Tokens a second after the first one; undefined for too few tokens. */
export function speedOf({ tokens, times }: Streamed): number | undefined {
  if (tokens < minSpeedTokens || !times) return undefined;
  const { firstMs, lastMs } = times;
  // A proxy may buffer a stream and pass it on at once.
  return lastMs - firstMs < 1 ? (tokens * 1000) / lastMs : ((tokens - 1) * 1000) / (lastMs - firstMs);
}

const failing = /(?:error|exception|fail(?:ed|ure)?)$/i;
const badEnd = /error|exception|fail|abort|cancel|timed?_?out|interrupt/i;

/** The words of an error, wherever a server puts it in an event; '' for none. */
function errorIn(event: JsonObject, { type, data }: { type: string; data: string }): string {
  const choices: readonly unknown[] = Array.isArray(event.choices) ? event.choices : [];
  const holders = [event.response, event, ...choices].filter(isObject);
  const error = holders.map(errorOf).find((words) => words !== '');
  if (error) return error;
  if (failing.test(type)) return textIn(event.message) || data || 'an error without words';
  const ends = [
    ...valuesAt(event, places.finish),
    ...holders.flatMap(({ finish_reason, status }) => [finish_reason, status]),
  ];
  const bad = ends.map(textIn).find((end) => badEnd.test(end));
  return bad === undefined ? '' : `an end for the reason "${bad}"`;
}

/** A member whose value, unless empty, is an error; a fraction may be a figure of the model. */
const errorMember = /^(?:errors?|exception|traceback|fault|err(?:or)?_?(?:code|type|message))$/i;
const isFilled = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value) && value !== '0' && (typeof value !== 'number' || Number.isInteger(value));

/** A status of HTTP that is an error, or one with two digits more; a negative code; a word such as `InternalError`. */
const isErrorCode = (code: unknown) => /^(?:[45]\d\d(?:\d\d)?|-\d+)$/.test(String(code)) || failing.test(textIn(code));

/** The words of the error that a JSON answer is, whatever its status; '' for none. */
export function errorOf(json: unknown): string {
  if (Array.isArray(json)) return json.map(errorOf).find((words) => words !== '') ?? '';
  if (!isObject(json)) return '';
  const { error, code, status, status_code, statusCode, type, object } = json;
  if (isFilled(error)) return textIn(error) || (isObject(error) && textIn(error.message)) || jsonText(error);
  const found = ['message', 'msg', 'error_msg', 'detail', 'reason', 'text'].map((member) => textIn(json[member]));
  const words = found.find((each) => each !== '') ?? '';
  const isFailed =
    object === 'error' ||
    json.success === false ||
    Object.entries(json).some(([member, value]) => errorMember.test(member) && isFilled(value)) ||
    [status, type].some((word) => failing.test(textIn(word))) ||
    (words !== '' && [code, status, status_code, statusCode].some(isErrorCode)) ||
    // FastAPI's errors have this one member.
    (Object.keys(json).join() === 'detail' && isFilled(json.detail));
  return isFailed ? words || jsonText(json) : '';
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
