/** The answer to a request of a test, piece by piece. */

import { isObject } from '../json.ts';
import { formatSeconds } from '../model/display.ts';

/** The rest of a longer answer is not read. */
export const maxAnswerBytes = 1024 * 1024;

/** Times are in milliseconds from the request. */
export interface WholeAnswer {
  kind: 'answer';
  status: number;
  contentType: string;
  /** The target of a redirect. */
  location: string | undefined;
  body: AnswerBody;
  endMs: number;
}

/** `lost`: not even a status arrived. `reason` is a clause: `connection refused`; `waitedMs`: its time was over. */
export type Answer = WholeAnswer | { kind: 'lost'; reason: string; waitedMs?: number };

export interface AnswerBody {
  pieces: readonly Piece[];
  /** Why the rest is missing; undefined for a whole body. */
  brokenBy: 'close' | 'timeout' | 'size' | undefined;
}

export interface Piece {
  atMs: number;
  bytes: Uint8Array;
}

/** The text of an answer. Bytes that are not UTF-8 become U+FFFD. */
export function textOf({ pieces }: AnswerBody): string {
  return new TextDecoder().decode(Buffer.concat(pieces.map(({ bytes }) => bytes)));
}

export const isSuccess = (status: number) => status >= 200 && status <= 299;

/** The models that an OpenAI-compatible server lists. */
export function modelNames(json: unknown): string[] {
  const listed: readonly unknown[] = isObject(json) && Array.isArray(json.data) ? json.data : [];
  return listed.flatMap((each) => (isObject(each) && typeof each.id === 'string' && each.id !== '' ? each.id : []));
}

/** A time that may be far below a second. */
export function formatMs(ms: number): string {
  if (ms >= 60_000) return formatSeconds(ms / 1000);
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
}
