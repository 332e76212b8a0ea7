/** What came of a request of a test, piece by piece, and what can be read from it: text, JSON, the content of a stream, and how long each took. */

import { createParser } from 'eventsource-parser';

/** More of an answer is not read. */
export const maxAnswerBytes = 1024 * 1024;

/** Times are in milliseconds from the request. */
export type Answer =
  | {
      kind: 'answer';
      status: number;
      contentType: string;
      location?: string | undefined;
      body: AnswerBody;
      endMs: number;
    }
  /** Not even a status came. `came` is a clause: `connection refused`. */
  | { kind: 'lost'; came: string; isTimeout: boolean; cause?: unknown };

interface AnswerBody {
  pieces: readonly Piece[];
  /** Why the rest did not come; undefined for a whole one. */
  brokenBy?: 'close' | 'timeout' | 'size' | undefined;
}

export interface Piece {
  atMs: number;
  bytes: Uint8Array;
}

/** The text of an answer. Bytes that are not UTF-8 become U+FFFD. */
export function textOf({ pieces }: AnswerBody): string {
  return new TextDecoder().decode(Buffer.concat(pieces.map(({ bytes }) => bytes)));
}

/** What a stream of server-sent events has said. */
export interface Streamed {
  /** All content; of events that are not OpenAI's, their data line by line. */
  content: string;
  /** As the server counts them, else one for each event with content. */
  tokens: number;
  firstMs?: number;
  lastMs?: number;
  /** Why it ended, in the server's word; undefined where it did not say. */
  finish?: string;
  /** An error in the place of content. */
  error?: string;
  /** It came to its end. */
  isWhole: boolean;
}

export function readStream({ pieces, brokenBy }: AnswerBody): Streamed {
  const state: Streamed & { isDone: boolean; isChat: boolean } = {
    content: '',
    tokens: 0,
    isWhole: false,
    isDone: false,
    isChat: false,
  };
  let counted: number | undefined;
  let atMs = 0;
  let isLast = false;
  const parser = createParser({ onEvent: ({ data }) => take(data) });
  const decoder = new TextDecoder();
  let end = '';
  for (const piece of pieces) {
    atMs = piece.atMs;
    const text = decoder.decode(piece.bytes, { stream: true });
    end = (end + text).slice(-4);
    parser.feed(text);
  }
  const isCut = end !== '' && !/(?:\r\n|\n|\r)(?:\r\n|\n|\r)$/.test(end);
  // The last event counts although no blank line ends it, if it is a whole one.
  isLast = true;
  parser.feed('\n\n');
  const isEnded = state.isChat ? state.isDone || state.finish !== undefined : !isCut;
  const { isDone, isChat, ...streamed } = state;
  return { ...streamed, tokens: counted ?? streamed.tokens, isWhole: isDone || (isEnded && brokenBy === undefined) };

  function take(data: string): void {
    if (data.trim() === '[DONE]') {
      state.isDone = true;
      return;
    }
    const event = parseObject(data);
    const error = event && errorIn(event);
    if (error !== undefined) state.error ??= error;
    if (!event || !Array.isArray(event.choices)) {
      if (error === undefined && !isLast) add(data === '' ? '' : `${data}\n`);
      return;
    }
    state.isChat = true;
    const { content, thought, finish } = readChoice(event.choices[0]);
    add(content, thought);
    if (finish !== undefined) state.finish = finish;
    const usage = isObject(event.usage) ? event.usage.completion_tokens : undefined;
    if (typeof usage === 'number' && usage > 0) counted = usage;
  }

  /** What a model thinks aloud is made of tokens, too, but is not its answer. */
  function add(content: string, thought = ''): void {
    if (content === '' && thought === '') return;
    state.content += content;
    state.tokens += 1;
    state.firstMs ??= atMs;
    state.lastMs = atMs;
  }
}

interface Choice {
  content: string;
  thought: string;
  finish?: string;
}

/** A choice of a chat, streamed or whole, or of a completion. */
function readChoice(choice: unknown): Choice {
  if (!isObject(choice)) return { content: '', thought: '' };
  const part = [choice.delta, choice.message, choice].find(isObject) ?? {};
  const finish = choice.finish_reason;
  return {
    content: textIn(part.content) || textIn(part.text),
    thought: textIn(part.reasoning_content) || textIn(part.reasoning),
    ...(typeof finish === 'string' && finish !== '' && { finish }),
  };
}

/** A chat that was answered in one piece although a stream was asked for. */
export function readWholeChat(json: unknown, endMs: number): Streamed | undefined {
  if (!isObject(json) || !Array.isArray(json.choices)) return undefined;
  const { content, thought, finish } = readChoice(json.choices[0]);
  const usage = isObject(json.usage) ? json.usage.completion_tokens : undefined;
  const said = content !== '' || thought !== '';
  return {
    content,
    tokens: typeof usage === 'number' ? usage : said ? 1 : 0,
    ...(said && { firstMs: endMs, lastMs: endMs }),
    ...(finish !== undefined && { finish }),
    isWhole: true,
  };
}

/** Fewer tokens say nothing about their speed. */
const fewestTokens = 8;

/** Tokens in a second after the first one; undefined where there were too few to tell. */
export function speedOf({ tokens, firstMs, lastMs }: Streamed): number | undefined {
  if (tokens < fewestTokens || firstMs === undefined || lastMs === undefined || lastMs <= 0) return undefined;
  // Held back by somebody on the way, and passed on at once.
  return lastMs - firstMs < 1 ? (tokens * 1000) / lastMs : ((tokens - 1) * 1000) / (lastMs - firstMs);
}

/** The first of the models that an OpenAI-compatible server lists. */
export function firstModel(json: unknown): string | undefined {
  const first: unknown = isObject(json) && Array.isArray(json.data) ? json.data[0] : undefined;
  return isObject(first) && typeof first.id === 'string' && first.id !== '' ? first.id : undefined;
}

/** undefined for what is not JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function errorIn({ error, object, message }: Record<string, unknown>): string | undefined {
  if (isObject(error)) return textIn(error.message) || JSON.stringify(error).slice(0, 1000);
  if (typeof error === 'string' && error !== '') return error;
  return object === 'error' ? textIn(message) : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)?.value;
  return isObject(value) ? value : undefined;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A time that may be far below a second. */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
}
