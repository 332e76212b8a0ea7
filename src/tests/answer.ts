/** The answer to a request of a test, piece by piece, and what it holds: text, the content of a stream, times. */

import { createParser } from 'eventsource-parser';
import { isObject, type JsonObject, jsonText, tryParseJson } from '../json.ts';
import { formatSeconds } from '../model/display.ts';
import { minSpeedTokens } from '../model/tests.ts';

/** The rest of a longer answer is not read. */
export const maxAnswerBytes = 1024 * 1024;

/** Times are in milliseconds from the request. */
export interface WholeAnswer {
  kind: 'answer';
  status: number;
  contentType: string;
  location?: string | undefined;
  /** The body begins after the start of the requested file. */
  isPartial: boolean;
  body: AnswerBody;
  endMs: number;
}

/** `lost`: not even a status arrived. `reason` is a clause: `connection refused`. */
export type Answer = WholeAnswer | { kind: 'lost'; reason: string };

interface AnswerBody {
  pieces: readonly Piece[];
  /** Why the rest is missing; undefined for a whole body. `coding`: no decoder reads it. */
  brokenBy?: 'close' | 'timeout' | 'size' | 'coding' | undefined;
}

export interface Piece {
  atMs: number;
  bytes: Uint8Array;
}

/** The text of an answer. Bytes that are not UTF-8 become U+FFFD. */
export function textOf({ pieces }: AnswerBody): string {
  return new TextDecoder().decode(Buffer.concat(pieces.map(({ bytes }) => bytes)));
}

/** The content of a stream of server-sent events. */
export interface Streamed {
  /** All content except thinking; of other events than OpenAI's, their data line by line. */
  content: string;
  /** Its events are those of OpenAI's completions. */
  isCompletion: boolean;
  /** Thinking and calls of tools are made of tokens, but are not content. */
  has: { thinking: boolean; call: boolean };
  /** The server's own count, else one for each event with content. */
  tokens: number;
  firstMs?: number;
  lastMs?: number;
  /** The server's word for the end of the stream; undefined if it gave none. */
  finish?: string;
  /** An error that the stream carries instead of content. */
  error?: string;
  /** The stream has its end. */
  isWhole: boolean;
}

const nothing: Streamed = {
  ...{ content: '', isCompletion: false, tokens: 0, isWhole: false },
  has: { thinking: false, call: false },
};

export function readStream({ pieces, brokenBy }: AnswerBody): Streamed {
  let streamed: Streamed = { ...nothing };
  let counted: number | undefined;
  let isDone = false;
  let atMs = 0;
  const add = (content: string, isToken = content !== ''): void => {
    if (!isToken) return;
    streamed.content += content;
    streamed.tokens += 1;
    streamed.firstMs ??= atMs;
    streamed.lastMs = atMs;
  };
  const take = (data: string, type: string | undefined): void => {
    const parsed = tryParseJson(data)?.value;
    const event = isObject(parsed) ? parsed : {};
    const error = errorIn(event) ?? (type === 'error' ? data : undefined);
    if (error !== undefined) streamed.error ??= error;
    else if (data.trim() === '[DONE]') isDone = true;
    else if (Array.isArray(event.choices)) {
      // Events before the first choice, such as a ping, are not content of a completion.
      if (!streamed.isCompletion) streamed = { ...nothing, isCompletion: true };
      const { content, has, finish } = readChoice(event.choices[0]);
      add(content, content !== '' || has.thinking || has.call);
      streamed.has = { thinking: streamed.has.thinking || has.thinking, call: streamed.has.call || has.call };
      if (finish !== undefined) streamed.finish = finish;
      if (/^(?:error|abort(?:ed)?|cancell?ed)$/.test(finish ?? ''))
        streamed.error ??= `an end for the reason "${finish}"`;
      const tokens = isObject(event.usage) && event.usage.completion_tokens;
      if (Number.isSafeInteger(tokens) && Number(tokens) > 0) counted = Number(tokens);
    } else if (!streamed.isCompletion) add(data === '' ? '' : `${data}\n`);
  };
  const parser = createParser({ onEvent: ({ data, event }) => take(data, event) });
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    atMs = piece.atMs;
    parser.feed(decoder.decode(piece.bytes, { stream: true }));
  }
  // A whole last event counts, also without the blank line that should end it.
  parser.feed('\n\n');
  const { isCompletion, has } = streamed;
  const isEnded = brokenBy === undefined && (!isCompletion || streamed.finish !== undefined);
  // Some servers leave thinking in the content; where the prompt begins it, without its first mark.
  const [thinking = ''] = (isCompletion && /^[\s\S]*<\/think>|^\s*<think>[\s\S]*/.exec(streamed.content)) || [];
  return {
    ...streamed,
    content: streamed.content.slice(thinking.length),
    has: { ...has, thinking: has.thinking || thinking !== '' },
    tokens: counted ?? streamed.tokens,
    isWhole: isDone || isEnded,
  };
}

/** A chat answered in one piece, which has no times of a stream; undefined for any other answer. */
export function readWholeChat(text: string): Streamed | undefined {
  const bytes = Buffer.from(`data: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`);
  const { firstMs, lastMs, ...read } = readStream({ pieces: [{ atMs: 0, bytes }] });
  return read.isCompletion ? { ...read, isWhole: true } : undefined;
}

/** A choice of a chat, streamed or whole, or of a completion. */
function readChoice(choice: unknown): Pick<Streamed, 'content' | 'has'> & { finish?: string } {
  const given = isObject(choice) ? choice : {};
  const part = [given.delta, given.message, given].find(isObject) ?? {};
  const finish = given.finish_reason;
  const thinking = textIn(part.reasoning_content) || textIn(part.reasoning);
  return {
    content: textIn(part.content) || textIn(part.text),
    has: { thinking: thinking !== '', call: Array.isArray(part.tool_calls) && part.tool_calls.length > 0 },
    ...(typeof finish === 'string' && finish !== '' && { finish }),
  };
}

/** Tokens a second after the first one; undefined for too few tokens. */
export function speedOf({ tokens, firstMs, lastMs }: Streamed): number | undefined {
  if (tokens < minSpeedTokens || firstMs === undefined || lastMs === undefined) return undefined;
  // A proxy may buffer a stream and pass it on at once.
  return lastMs - firstMs < 1 ? (tokens * 1000) / lastMs : ((tokens - 1) * 1000) / (lastMs - firstMs);
}

/** The models that an OpenAI-compatible server lists. */
export function modelNames(json: unknown): string[] {
  const listed: readonly unknown[] = isObject(json) && Array.isArray(json.data) ? json.data : [];
  return listed.flatMap((each) => (isObject(each) && typeof each.id === 'string' && each.id !== '' ? each.id : []));
}

function errorIn(event: JsonObject): string | undefined {
  const { error, object, message } = event;
  if (error) return textIn(error) || (isObject(error) && textIn(error.message)) || jsonText(error).slice(0, 1000);
  return object === 'error' ? textIn(message) || jsonText(event).slice(0, 1000) : undefined;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A time that may be far below a second. */
export function formatMs(ms: number): string {
  if (ms >= 60_000) return formatSeconds(ms / 1000);
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
}
