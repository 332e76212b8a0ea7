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
  /** What the tokens are: thinking and calls of tools are not content. */
  parts: ReadonlySet<TokenPart>;
  /** The server's own count, else one for each event with a part. */
  tokens: number;
  /** Undefined without a token, and for an answer in one piece. */
  times: { firstMs: number; lastMs: number; contentMs: number | undefined } | undefined;
  /** The server's word for the end of the stream; '' if it gave none. */
  finish: string;
  /** `error`: that of the stream, in its words. */
  end: 'whole' | 'cut' | { error: string };
}

type TokenPart = 'content' | 'thinking' | 'call';

/** Where servers put it: OpenAI's completions and responses, Anthropic, TGI, Ollama, llama.cpp, and what is common. */
const places = {
  content: pathsOf(
    'choices/0/delta/content choices/0/delta/text choices/0/message/content choices/0/text ' +
      'delta/text token/text message/content response content delta text token',
  ),
  thinking: pathsOf(
    'choices/0/delta/reasoning_content choices/0/delta/reasoning choices/0/message/reasoning_content ' +
      'choices/0/message/reasoning delta/thinking message/thinking thinking',
  ),
  call: pathsOf('choices/0/delta/tool_calls choices/0/message/tool_calls message/tool_calls delta/partial_json'),
  finish: pathsOf('choices/0/finish_reason delta/stop_reason details/finish_reason done_reason response/status'),
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
  valuesAt(event, paths).find((value): value is string => typeof value === 'string' && value !== '') ?? '';

/** Events of OpenAI's responses that repeat what their deltas have said. */
const repeating = /\.(?:done|added|completed|incomplete)$/;
const knownTypes = /^(?:response\.|message_|content_block_|ping$)/;

interface EventText {
  part: TokenPart;
  text: string;
}

/** What an event adds; undefined for one without a token. */
function tokenIn(event: JsonObject, type: string): EventText | undefined {
  const thinking = textAt(event, places.thinking);
  const text = repeating.test(type) ? '' : textAt(event, places.content);
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
}

/** Events of a stream; of JSON lines, each line is one. */
function eventsOf({ pieces }: AnswerBody, contentType: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  let atMs = 0;
  const take = (data: string, name = '') => events.push({ data, name, atMs });
  const parser = createParser({
    onEvent: ({ data, event }) => take(data, event),
    // llama.cpp has a field for errors.
    onError: ({ field, value = '' }) => field === 'error' && take(value, field),
  });
  let line = '';
  const feed = (text: string) => {
    if (!isLines(contentType)) return parser.feed(text);
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    for (const each of lines) take(each.trim());
  };
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    atMs = piece.atMs;
    feed(decoder.decode(piece.bytes, { stream: true }));
  }
  // A whole last event counts, also without the blank line that should end it.
  feed('\n\n');
  return events;
}

const isLines = (contentType: string) => /ndjson|jsonl|json-?lines/.test(contentType);

export const isStreamType = (contentType: string) => contentType.includes('text/event-stream') || isLines(contentType);

/** Whether a stream that is still under way has any content yet. Its first character tells JSON lines from events. */
export function hasContent(pieces: readonly Piece[]): boolean {
  const body = { pieces, brokenBy: undefined };
  const type = textOf(body).trimStart().startsWith('{') ? 'application/x-ndjson' : 'text/event-stream';
  return readStream(body, type).times?.contentMs !== undefined;
}

export function readStream(body: AnswerBody, contentType: string): Streamed {
  const read = readEvents(eventsOf(body, contentType));
  const isEnded = body.brokenBy === undefined && (read.form !== 'completion' || read.finish !== '');
  return read.end === 'cut' && isEnded ? { ...read, end: 'whole' } : read;
}

/** A chat answered in one piece, which has no times of a stream; undefined for any other answer. */
export function readWholeChat(text: string): Streamed | undefined {
  const { end, ...read } = readEvents([{ data: text, name: '', atMs: 0 }]);
  if (read.form !== 'completion') return undefined;
  return { ...read, times: undefined, end: end === 'cut' ? 'whole' : end };
}

type TimedText = EventText & { atMs: number };

/** `cut` without a mark of the end. */
function readEvents(events: readonly StreamEvent[]): Streamed {
  let form: Streamed['form'] = 'lines';
  let [counted, finish, error] = [0, '', ''];
  let isDone = false;
  const tokens: TimedText[] = [];
  const lines: TimedText[] = [];
  for (const { data, name, atMs } of events) {
    const parsed = tryParseJson(data)?.value;
    const event = isObject(parsed) ? parsed : {};
    const type = textIn(event.type) || name;
    const token = tokenIn(event, type);
    isDone ||= data.trim() === '[DONE]';
    error ||= errorIn(event, { type, data });
    finish = textAt(event, places.finish) || finish;
    counted = valuesAt(event, places.tokens).find(isCount) ?? counted;
    if (Array.isArray(event.choices)) form = 'completion';
    else if (form === 'lines' && (token || knownTypes.test(type))) form = 'known';
    if (token) tokens.push({ ...token, atMs });
    else if (data !== '') lines.push({ part: 'content', text: data, atMs });
  }
  // Events before the first token, such as a ping, are no content of a known form.
  const said = form === 'lines' ? lines : tokens;
  const written = said.map(({ part, text }) => (part === 'content' ? text : '')).join('');
  // Some servers leave thinking in the content; where the prompt begins it, without its first mark.
  const [thinking = ''] = (form !== 'lines' && /^[\s\S]*<\/think>|^\s*<think>[\s\S]*/.exec(written)) || [];
  const parts = new Set(said.map(({ part }) => part));
  const [first, last] = [said[0], said.at(-1)];
  return {
    content: written.slice(thinking.length),
    form,
    parts: thinking === '' ? parts : parts.add('thinking'),
    tokens: counted || said.length,
    times: first && last && { firstMs: first.atMs, lastMs: last.atMs, contentMs: contentMsOf(said, thinking.length) },
    finish,
    end: error === '' ? (isDone ? 'whole' : 'cut') : { error },
  };
}

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

const failing = /(?:^|[._-])(?:error|failed)$/i;

/** The words of an error, wherever a server puts it in an event; '' for none. */
function errorIn(event: JsonObject, { type, data }: { type: string; data: string }): string {
  const choices: readonly unknown[] = Array.isArray(event.choices) ? event.choices : [];
  const holders = [event, event.response, ...choices].filter(isObject);
  const error = holders.map((holder) => holder.error).find(Boolean);
  if (error) return textIn(error) || (isObject(error) && textIn(error.message)) || jsonText(error);
  if (failing.test(type) || event.object === 'error') return textIn(event.message) || data || 'an error without words';
  const ends = holders.flatMap(({ finish_reason, status }) => [textIn(finish_reason), textIn(status)]);
  const bad = ends.find((end) => /^(?:error|failed|abort(?:ed)?|cancell?ed)$/.test(end));
  return bad === undefined ? '' : `an end for the reason "${bad}"`;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
