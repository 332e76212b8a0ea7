/** What came of a request of a test, piece by piece, and what is read from it: text, the content of a stream, times. */

import { createParser } from 'eventsource-parser';
import { isObject, type JsonObject, tryParseJson } from '../json.ts';

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
  | { kind: 'lost'; came: string };

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
  const streamed: Streamed = { content: '', tokens: 0, isWhole: false };
  let counted: number | undefined;
  let isDone = false;
  let isChat = false;
  let atMs = 0;
  // What a model thinks aloud is made of tokens, too, but is not its answer.
  const add = (content: string, thought = ''): void => {
    if (content === '' && thought === '') return;
    streamed.content += content;
    streamed.tokens += 1;
    streamed.firstMs ??= atMs;
    streamed.lastMs = atMs;
  };
  const take = (data: string): void => {
    const parsed = tryParseJson(data)?.value;
    const event = isObject(parsed) ? parsed : {};
    const error = errorIn(event);
    if (error !== undefined) streamed.error ??= error;
    else if (data.trim() === '[DONE]') isDone = true;
    else if (Array.isArray(event.choices)) {
      isChat = true;
      const { content, thought, finish } = readChoice(event.choices[0]);
      add(content, thought);
      if (finish !== undefined) streamed.finish = finish;
      const tokens = isObject(event.usage) && event.usage.completion_tokens;
      if (typeof tokens === 'number' && tokens > 0) counted = tokens;
    } else if (!isChat) add(data === '' ? '' : `${data}\n`);
  };
  const parser = createParser({ onEvent: ({ data }) => take(data) });
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    atMs = piece.atMs;
    parser.feed(decoder.decode(piece.bytes, { stream: true }));
  }
  // The last event counts although no blank line ends it, if it is a whole one.
  parser.feed('\n\n');
  const isEnded = brokenBy === undefined && (!isChat || streamed.finish !== undefined);
  return { ...streamed, tokens: counted ?? streamed.tokens, isWhole: isDone || isEnded };
}

/** A choice of a chat, streamed or whole, or of a completion. */
function readChoice(choice: unknown): { content: string; thought: string; finish?: string } {
  if (!isObject(choice)) return { content: '', thought: '' };
  const part = [choice.delta, choice.message, choice].find(isObject) ?? {};
  const finish = choice.finish_reason;
  return {
    content: textIn(part.content) || textIn(part.text),
    thought: textIn(part.reasoning_content) || textIn(part.reasoning),
    ...(typeof finish === 'string' && finish !== '' && { finish }),
  };
}

/** A chat that was answered in one piece although a stream was asked for: as a stream of one event. */
export function readWholeChat(json: unknown, endMs: number): Streamed | undefined {
  if (!isObject(json) || !Array.isArray(json.choices)) return undefined;
  const bytes = Buffer.from(`data: ${JSON.stringify(json)}\n\n`);
  return { ...readStream({ pieces: [{ atMs: endMs, bytes }] }), isWhole: true };
}

/** Fewer tokens say nothing about their speed. */
const fewestTokens = 8;

/** Tokens in a second after the first one; undefined where there were too few to tell. */
export function speedOf({ tokens, firstMs, lastMs }: Streamed): number | undefined {
  if (tokens < fewestTokens || firstMs === undefined || lastMs === undefined || lastMs <= 0) return undefined;
  // A proxy may hold a stream back, and pass it on at once.
  return lastMs - firstMs < 1 ? (tokens * 1000) / lastMs : ((tokens - 1) * 1000) / (lastMs - firstMs);
}

/** The first of the models that an OpenAI-compatible server lists. */
export function firstModel(json: unknown): string | undefined {
  const first: unknown = isObject(json) && Array.isArray(json.data) ? json.data[0] : undefined;
  return isObject(first) && typeof first.id === 'string' && first.id !== '' ? first.id : undefined;
}

function errorIn({ error, object, message }: JsonObject): string | undefined {
  if (isObject(error)) return textIn(error.message) || JSON.stringify(error).slice(0, 1000);
  if (typeof error === 'string' && error !== '') return error;
  return object === 'error' ? textIn(message) : undefined;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A time that may be far below a second. */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
}
