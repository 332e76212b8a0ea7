/** Answers as tests get them: pieces with their times. */

import type { Answer } from '../../src/tests/answer.ts';

export interface AnswerParts {
  status?: number;
  type?: string;
  location?: string;
  /** When each piece came, in milliseconds from the request. */
  pieces?: readonly (readonly [atMs: number, text: string | Uint8Array])[];
  endMs?: number;
  brokenBy?: 'close' | 'timeout' | 'size';
}

export function answerOf({
  status = 200,
  type = 'application/json',
  location,
  pieces = [],
  endMs,
  brokenBy,
}: AnswerParts): Answer {
  return {
    kind: 'answer',
    status,
    contentType: type,
    location,
    body: { pieces: pieces.map(([atMs, text]) => ({ atMs, bytes: Buffer.from(text) })), brokenBy },
    endMs: endMs ?? pieces.at(-1)?.[0] ?? 0,
  };
}

export const whole = (text: string | object, parts: AnswerParts = {}): Answer =>
  answerOf({ pieces: [[120, typeof text === 'string' ? text : JSON.stringify(text)]], ...parts });

export const events = (...pieces: NonNullable<AnswerParts['pieces']>): Answer =>
  answerOf({ type: 'text/event-stream', pieces });

const chunkOf = (delta: object, finish: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
export const eventOf = (data: object | string) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
export const tokenEvent = (content: string) => eventOf(chunkOf({ content }));
export const finishEvent = (finish: string) => eventOf(chunkOf({}, finish));
export const doneEvent = eventOf('[DONE]');

/** A chat: one token for each word, the first after `firstMs`, then one every `tokenMs`. */
export function streamOf(
  words: readonly string[],
  { firstMs = 200, tokenMs = 10, ...parts }: { firstMs?: number; tokenMs?: number } & AnswerParts = {},
): Answer {
  const pieces = words.map((word, index): [number, string] => [firstMs + index * tokenMs, tokenEvent(word)]);
  const lastMs = pieces.at(-1)?.[0] ?? firstMs;
  return answerOf({
    type: 'text/event-stream',
    pieces: [...pieces, [lastMs, finishEvent('stop') + doneEvent]],
    ...parts,
  });
}
