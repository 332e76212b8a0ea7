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
type NoAnswer = { [fact in keyof AnswerFacts]?: undefined } & (
  | { kind: 'unreachable'; reason: string; network: NetworkError['kind'] }
  | { kind: 'lost' | 'too-large' }
  | { kind: 'cancelled'; isSent: boolean }
);

/**
 * `refused`: not a 2xx; `isRateLimited` by its status, or in a way of its own. `unparsable`: a 2xx that is not JSON,
 * such as a truncated one. `page`: a 2xx with a web page. `invalid`: a 2xx that breaks its contract, as the next one
 * would.
 */
type UnusableAnswer = AnswerFacts &
  ({ kind: 'refused'; isRateLimited: boolean } | { kind: 'unparsable' | 'page' | 'invalid' });

type AnswerFacts = { status: number; summary: ResponseSummary; retryAfterMs?: number | undefined };

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
  /** For the words of the answer. */
  redactor: Redactor;
  timeoutMs: number;
  /** For dates in headers. */
  now: Date;
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. */
  read?: ((body: unknown, bytes: number) => Answer) | undefined;
  /** Whether a 2xx without JSON to read is a success. */
  accepts?: ((answer: { text: string; summary: ResponseSummary }) => boolean) | undefined;
  /** Whether a 2xx with this reason is a refusal. */
  isRefusal?: ((reason: string) => boolean) | undefined;
  /** Words behind a status. */
  notes?: Readonly<Record<number, string>> | undefined;
}

/** Rethrows an error of `read` that is not a `ContractBreak`. */
export function readExchanged<Answer>(
  exchanged: Exchanged,
  { redactor, timeoutMs, now, read, accepts, isRefusal = () => false, notes = {} }: AnswerOptions<Answer>,
): AttemptResult<Answer> {
  if (exchanged.kind === 'failure')
    return { ok: false, failure: transportFailure(exchanged, { clean: redactor.clean, timeoutMs }) };
  const { status, headers, body } = exchanged;
  const text = body.toString('utf8');
  const isSuccess = status >= 200 && status < 300;
  const parsed = isSuccess && read ? tryParseJson(text) : undefined;
  let broken: ContractBreak | undefined;
  try {
    if (parsed && read) return { ok: true, value: read(parsed.value, body.length) };
  } catch (error) {
    if (!(error instanceof ContractBreak)) throw error;
    broken = error;
  }

  const summary = summarizeResponse({ text, contentType: firstHeader(headers, 'content-type') ?? '' }, redactor);
  const answered = (words: string) => ({ description: `answered ${status}${words}`, status, summary });
  if (!isSuccess || isRefusal(summary.raw.reason ?? '')) {
    const reason = summary.reason === undefined ? '' : ` ${summary.reason}`;
    const words = `${reason}${notes[status] ?? ''}${refusalDetail(exchanged, summary)}`;
    const retryAfterMs = parseRetryAfter(firstHeader(headers, 'retry-after'), now);
    const failure = { ...answered(words), retryAfterMs };
    if (isSuccess) return { ok: false, failure: { kind: 'invalid', ...failure } };
    return { ok: false, failure: { kind: 'refused', isRateLimited: status === 429, ...failure } };
  }
  if (accepts?.({ text, summary })) return { ok: true, value: undefined as Answer };
  if (broken) return { ok: false, failure: { kind: 'invalid', ...answered(`, but ${broken.message}`) } };
  // A body that is not JSON is not quoted: a truncated list holds envs.
  const unparsable = (kind: 'page' | 'unparsable', words: string) => {
    const unquoted = { isJson: summary.isJson, isHtml: summary.isHtml, raw: {} };
    return { ok: false, failure: { kind, ...answered(` with ${words}`), summary: unquoted } } as const;
  };
  // A write may have been carried out: it is sent again where that does no harm.
  if (summary.isHtml) return unparsable(read ? 'page' : 'unparsable', 'a web page instead of JSON');
  if (text.trim() !== '') return unparsable('unparsable', `${body.length} bytes that are not JSON`);
  const coding = firstHeader(headers, 'content-encoding');
  const undecoded = `a body that cannot be decoded (${oneLine(redactor.clean(coding ?? ''), 40)})`;
  return unparsable('unparsable', coding === undefined ? 'an empty body' : undecoded);
}

/** What follows status and reason: ` (a redirect to evil.example, not followed): "…"`. */
function refusalDetail({ status, headers }: HttpResponse, { message, isHtml }: ResponseSummary): string {
  // The host alone: the rest of the address may carry a token.
  const target = URL.parse(firstHeader(headers, 'location') ?? '')?.host;
  const isRedirect = status >= 300 && status < 400;
  const redirect = isRedirect ? ` (a redirect${target ? ` to ${target}` : ''}, not followed)` : '';
  return `${redirect}${isHtml ? ' (a web page)' : ''}${message === undefined ? '' : `: "${message}"`}`;
}

/** What an error of Node or undici says about a connection. */
export interface NetworkError {
  /** "connection refused by 10.0.0.1:443"; the error's own words for an unknown code. May quote a proxy's address. */
  text: string;
  /** `unsendable`: a header cannot be sent. */
  kind: 'unknown-host' | 'tls' | 'closed' | 'unsendable' | 'other';
}

const errorWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ENETUNREACH: 'network unreachable',
  EHOSTUNREACH: 'host unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'connecting timed out',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
};

/** Takes anything that was thrown. */
export function describeNetworkError(error: unknown): NetworkError {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const coded = errors.map((each) => (each ?? {}) as { code?: unknown; address?: string; port?: number });
  const { code, address, port } = coded.find((each) => typeof each.code === 'string') ?? {};
  const name = String(code ?? '');
  const peer = name === 'ECONNREFUSED' && address !== undefined ? ` by ${address}:${port}` : '';
  const said = errors.map((each) => (each instanceof Error ? each.message || each.name : String(each)));
  const text = errorWords[name] === undefined ? said.join('; ') : errorWords[name] + peer;
  return { text, kind: networkKind(name) };
}

function networkKind(code: string): NetworkError['kind'] {
  if (code === 'ENOTFOUND') return 'unknown-host';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed';
  if (code === 'UND_ERR_INVALID_ARG') return 'unsendable';
  return /CERT|SIGNED|ISSUER|ERR_TLS|ERR_SSL|UNABLE_TO_/.test(code) ? 'tls' : 'other';
}

/** Milliseconds from a `Retry-After` header (RFC 9110: seconds, or an HTTP date); undefined without one. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? .*\d/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
