/** The result of one exchange, for the service, GitHub and registries: an answer that was read, or a failure. */

import { tryParseJson } from '../json.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { oneLine } from '../shown-text.ts';
import { type ResponseSummary, summarizeResponse } from './body.ts';
import { type Exchanged, firstHeader, type HttpResponse, type TransportFailure } from './transport.ts';

/** A request that brought no usable answer. `description` is the end of a sentence that starts with the request. */
export type HttpFailure = { description: string; cause?: unknown } & (NoAnswer | UnusableAnswer);

/**
 * `unreachable`: no byte left (refused connection, unknown host, failed TLS). `lost`: no complete answer (reset, time
 * limit). `too-large`: beyond the ceilings. `isSent`: something may have left.
 */
type NoAnswer = { [detail in keyof AnswerDetails]?: undefined } & (
  | { kind: 'unreachable'; reason: string; network: NetworkError['kind'] }
  | { kind: 'lost' | 'too-large' }
  | { kind: 'cancelled'; isSent: boolean }
);

/**
 * `refused`: not a 2xx; `isRateLimited` by its status, or in a way of its own. `unparsable`: a 2xx that is not JSON,
 * such as a truncated one. `page`: a 2xx with a web page. `invalid`: a 2xx that breaks its contract, as the next one
 * would.
 */
type UnusableAnswer = AnswerDetails &
  ({ kind: 'refused'; isRateLimited: boolean } | { kind: 'unparsable' | 'page' | 'invalid' });

type AnswerDetails = { status: number; summary: ResponseSummary; retryAfterMs?: number | undefined };

export type AttemptResult<Value> = { ok: true; value: Value } | { ok: false; failure: HttpFailure };

/** An answer that breaks the contract. The message is `member: expected …, got …`. */
export class ContractBreak extends Error {
  override readonly name = 'ContractBreak';
}

/**
 * The failure of an exchange without a whole answer. `clean` is for the address of a proxy, which may hold its
 * password.
 */
export function transportFailure(
  { how, sent, cause }: TransportFailure,
  { clean, timeoutMs }: { clean: (text: string) => string; timeoutMs: number },
): HttpFailure {
  const { text, kind: network } = describeNetworkError(cause);
  // A closed client needs no answer, and no line about another attempt.
  if (how === 'aborted' || (how === 'network' && network === 'closed'))
    return { kind: 'cancelled', isSent: sent, description: 'was cancelled', cause };
  if (how === 'too-large')
    return { kind: 'too-large', description: `sent a response that was not read completely: ${text}`, cause };
  const isLate = how === 'timeout';
  const within = `within ${Math.round(timeoutMs / 100) / 10} s`;
  const words = oneLine(clean(text));
  if (sent) {
    const description = isLate ? `sent no complete response ${within}` : `lost the connection: ${words}`;
    return { kind: 'lost', description, cause };
  }
  const reason = isLate ? `no connection ${within}` : words;
  const description = `could not be reached: ${reason}`;
  return { kind: 'unreachable', description, reason, network: isLate ? 'other' : network, cause };
}

export interface AnswerOptions<Answer> {
  /** Keeps secrets out of the words of the answer. */
  redactor: Redactor;
  timeoutMs: number;
  /** The present, for dates in headers. */
  now: Date;
  /**
   * Reads the JSON of a 2xx (undefined for 204, no content), or throws `ContractBreak`. Absent where the contract does
   * not show the answer: then any 2xx but a web page, which a proxy may have sent, is a success.
   */
  read?: ((body: unknown) => Answer) | undefined;
  /** Words behind a status. */
  notes?: Readonly<Record<number, string>>;
}

/** Whatever `read` throws is the answer's fault: an answer may be too odd for a reader, and never a defect of ours. */
export function readExchanged<Answer>(
  exchanged: Exchanged,
  { redactor, timeoutMs, now, read, notes = {} }: AnswerOptions<Answer>,
): AttemptResult<Answer> {
  if (exchanged.kind === 'failure')
    return { ok: false, failure: transportFailure(exchanged, { clean: redactor.clean, timeoutMs }) };
  const { status, headers, body } = exchanged;
  const text = body.toString('utf8');
  const summarize = () =>
    summarizeResponse({ text, contentType: firstHeader(headers, 'content-type') ?? '' }, redactor);
  const failed = (kind: 'invalid' | 'page' | 'unparsable', words: string) =>
    ({
      ok: false,
      failure: { kind, description: `answered ${status}${words}`, status, summary: summarize() },
    }) as const;

  if (status < 200 || status > 299) {
    const summary = summarize();
    const words = `${summary.reason && ` ${summary.reason}`}${notes[status] ?? ''}${refusalDetail(exchanged, summary)}`;
    const retryAfterMs = parseRetryAfter(firstHeader(headers, 'retry-after'), now);
    const details = { description: `answered ${status}${words}`, status, summary, retryAfterMs };
    return { ok: false, failure: { kind: 'refused', isRateLimited: status === 429, ...details } };
  }
  const parsed = status === 204 ? { value: undefined } : tryParseJson(text);
  try {
    if (parsed && read) return { ok: true, value: read(parsed.value) };
  } catch (error) {
    return failed('invalid', `, but ${error instanceof ContractBreak ? error.message : 'it cannot be read'}`);
  }
  if (summarize().form === 'page') return failed('page', ' with a web page instead of JSON');
  if (!read) return { ok: true, value: undefined as Answer };
  // It is not quoted: a truncated list holds envs.
  return failed('unparsable', ` with a body that is not JSON (${body.length} bytes)`);
}

/** What follows status and reason: ` (a redirect to evil.example, not followed): "…"`. */
function refusalDetail({ status, headers }: HttpResponse, { message, form }: ResponseSummary): string {
  // The host alone: the rest of the address may carry a token.
  const target = URL.parse(firstHeader(headers, 'location') ?? '')?.host;
  const isRedirect = status >= 300 && status < 400;
  const redirect = isRedirect ? ` (a redirect${target ? ` to ${target}` : ''}, not followed)` : '';
  return `${redirect}${form === 'page' ? ' (a web page)' : ''}${message && `: "${message}"`}`;
}

/** What an error of Node or undici says about a connection. */
export interface NetworkError {
  /** "connect ECONNREFUSED 10.0.0.1:443": the error's own words, which may quote a proxy's address. */
  text: string;
  kind: 'tls' | 'closed' | 'other';
}

/** The words of an error, or of the first one of several addresses. */
export function describeNetworkError(error: unknown): NetworkError {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return { text: String(first), kind: 'other' };
  const { code = '', message, name } = first as Error & { code?: string };
  return { text: message || name, kind: networkKind(code) };
}

function networkKind(code: string): NetworkError['kind'] {
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed';
  return /CERT|SIGNED|ISSUER|ERR_TLS|ERR_SSL|UNABLE_TO_/.test(code) ? 'tls' : 'other';
}

/** Milliseconds from a `Retry-After` header (RFC 9110: seconds, or an HTTP date); undefined without one. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
