/** Owns what one exchange means: an answer, or a failure with its code and its words; knows nothing of repetitions. */

import { oneLine, readErrorBody, type Said, tryParseJson } from './error-body.ts';
import { checkBaseUrl, describeLoss, judge, type Operation, reasons, type Verdict } from './errors.ts';
import { type Attempt, parseRetryAfter } from './retry.ts';
import type { Lost, Reply } from './transport.ts';
import { ContractBreak } from './wire.ts';

export interface Failure extends Verdict {
  attempt: Attempt;
  /** What came back, as the end of a sentence that starts with the request. */
  came: string;
  status?: number;
  reason?: string | undefined;
  serviceMessage?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

export interface LossFacts {
  lost: Lost;
  timeoutMs: number;
  origin: string;
}

/** No whole answer came. */
export function judgeLoss({ lost: { how, sent, cause }, timeoutMs, origin }: LossFacts): Failure {
  const attempt: Attempt = sent ? { kind: 'no-answer' } : { kind: 'not-sent', permanent: false };
  if (how === 'aborted') return { attempt, code: 'cancelled', came: 'was cancelled', cause };
  if (how === 'timeout') {
    const seconds = Math.round(timeoutMs / 100) / 10;
    const what = sent ? 'gave no whole answer' : `found no connection to ${origin}`;
    return { attempt, code: 'unavailable', came: `${what} within ${seconds} s`, cause };
  }
  // Whoever closed the client has no use for the answer; nobody wants to read that it was asked for again.
  if (isClosed(cause)) return { attempt, code: 'cancelled', came: 'was cancelled', cause };
  const { text, hint, permanent } = describeLoss(cause);
  if (how === 'too-large') {
    return {
      attempt: { kind: 'broken' },
      code: 'unreadable',
      came: `gave an answer that was not read to its end: ${text}`,
    };
  }
  const what = sent ? 'lost the connection to' : 'found no connection to';
  return {
    attempt: sent ? attempt : { kind: 'not-sent', permanent },
    code: 'unavailable',
    came: `${what} ${origin}: ${oneLine(text)}`,
    cause,
    ...(hint === undefined ? {} : { hint }),
  };
}

function isClosed(cause: unknown): boolean {
  return ['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(String((cause as { code?: unknown } | undefined)?.code));
}

export interface ReplyFacts<Answer> {
  reply: Reply;
  operation: Operation;
  /** Replaced wherever the service echoes them. */
  secrets: readonly string[];
  now: Date;
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. Absent: the status is all that counts. */
  read?: ((body: unknown) => Answer) | undefined;
}

/** A whole answer came. */
export function judgeReply<Answer>({
  reply,
  operation,
  secrets,
  now,
  read,
}: ReplyFacts<Answer>): Failure | { answer: Answer } {
  const { status, text } = reply;
  const success = status >= 200 && status < 300;
  const result = success && read ? readJson(text, read) : undefined;
  if (result && 'answer' in result) return result;

  const said = readErrorBody({ text, contentType: reply.contentType, secrets });
  const isRefusal = said.reason !== undefined && Object.hasOwn(reasons, said.reason);
  // The contract does not show the answers of update and delete: any is taken, except a reason of the service's own for not doing it.
  if (success && !read && !isRefusal) return { answer: undefined as Answer };

  const facts = { status, reason: said.reason, serviceMessage: said.message };
  if (!success || isRefusal) {
    return {
      ...facts,
      ...judge({ operation, status, said }),
      attempt: success
        ? { kind: 'broken' }
        : { kind: 'refused', status, rateLimited: said.reason === 'RATE_LIMIT_EXCEEDED' },
      came: `answered ${status}${words({ reply, said })}`,
      retryAfterMs: parseRetryAfter(reply.retryAfter, now),
    };
  }
  if (result && 'broken' in result) {
    return {
      ...facts,
      code: 'unreadable',
      attempt: { kind: 'broken' },
      came: `answered ${status}, but ${result.broken}`,
    };
  }
  // What is not JSON is not quoted: a truncated list holds envs.
  if (said.html) {
    const came = `answered ${status} with a web page instead of JSON`;
    return { status, code: 'unreadable', attempt: { kind: 'broken' }, came, hint: checkBaseUrl };
  }
  const what = text.trim() === '' ? 'an empty body' : `${Buffer.byteLength(text)} bytes that are not JSON`;
  return { status, code: 'unreadable', attempt: { kind: 'garbled' }, came: `answered ${status} with ${what}` };
}

type Read<Answer> = { answer: Answer } | { broken: string } | undefined;

function readJson<Answer>(text: string, read: (body: unknown) => Answer): Read<Answer> {
  const parsed = tryParseJson(text);
  if (!parsed) return undefined;
  try {
    return { answer: read(parsed.value) };
  } catch (error) {
    if (error instanceof ContractBreak) return { broken: error.message };
    throw error;
  }
}

/** ` BALANCE_NOT_ENOUGH: "…"`, and what a status alone does not tell. */
function words({ reply: { status, location }, said }: { reply: Reply; said: Said }): string {
  const reason = said.reason === undefined ? '' : ` ${said.reason}`;
  const quote = said.message === undefined ? '' : `: "${said.message}"`;
  const page = said.html ? ' (a web page)' : '';
  const note: Record<number, string> = { 401: ' (`api-key` is wrong)', 403: ' (`api-key` lacks the right)' };
  const target = status >= 300 && status < 400 ? ` (a redirect${host(location)}, not followed)` : '';
  return `${reason}${note[status] ?? ''}${target}${page}${quote}`;
}

/** The host alone: the rest of a redirect's address may carry a token. */
function host(location: string | undefined): string {
  const url = location === undefined ? null : URL.parse(location);
  return url ? ` to ${url.host}` : '';
}
