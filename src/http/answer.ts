/** What one exchange means: an answer that was read, or a failure: one type for the service, GitHub and registries. */

import { tryParseJson } from '../json.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { oneLine } from '../shown-text.ts';
import { type ResponseSummary, summarizeResponse } from './body.ts';
import { type Exchanged, firstHeader, type HttpResponse, type TransportFailure } from './transport.ts';

/** A request that brought no usable answer. */
export interface Failure {
  /**
   * `unreachable`: no byte left (refused connection, unknown host, failed TLS). `lost`: no whole answer came (reset,
   * time limit). `refused`: not a 2xx. `unparsable`: a 2xx that is no JSON, as one that broke off. `page`: a 2xx with a
   * web page. `invalid`: a 2xx that breaks its contract; it would come again. `too-large`: beyond the ceilings.
   */
  kind: 'unreachable' | 'lost' | 'cancelled' | 'refused' | 'unparsable' | 'page' | 'invalid' | 'too-large';
  /** What came, as the end of a sentence that starts with the request. */
  description: string;
  /** Of `unreachable`: why. */
  reason?: string;
  /** Of a connection that failed. */
  network?: NetworkError;
  /** Of `cancelled`: something may have left. */
  isSent?: boolean;
  /** Of an answer. */
  status?: number;
  summary?: ResponseSummary;
  /** It says so in a way of its own, beside the status. */
  isRateLimited?: boolean;
  retryAfterMs?: number | undefined;
  /** What to do, where that is not the same for every such answer. */
  hint?: string | undefined;
  cause?: unknown;
}

export type AttemptResult<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** An answer that breaks the contract. The message is `member: expected …, got …`; `hint` as in {@link Failure}. */
export class ContractBreak extends Error {
  override readonly name = 'ContractBreak';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** No whole answer came. `clean` is for the address of a proxy, which may hold its password. */
export function transportFailure(
  { how, sent, cause }: TransportFailure,
  { clean, timeoutMs }: { clean: (text: string) => string; timeoutMs: number },
): Failure {
  const network = describeNetworkError(cause);
  // A closed client needs no answer, and no line about another attempt.
  if (how === 'aborted' || (how === 'network' && network.kind === 'closed'))
    return { kind: 'cancelled', isSent: sent, description: 'was cancelled', cause };
  if (how === 'too-large')
    return { kind: 'too-large', description: `sent a response that was not read completely: ${network.text}`, cause };
  const within = `within ${Math.round(timeoutMs / 100) / 10} s`;
  const isLate = how === 'timeout';
  const words = oneLine(clean(network.text));
  const facts = { cause, ...(!isLate && { network }) };
  const reason = isLate ? `no connection ${within}` : words;
  if (!sent) return { kind: 'unreachable', description: `could not be reached: ${reason}`, reason, ...facts };
  const description = isLate ? `sent no complete response ${within}` : `lost the connection: ${words}`;
  return { kind: 'lost', description, ...facts };
}

export interface AnswerOptions<Answer> {
  /** For what the answer echoes. */
  redactor: Redactor;
  timeoutMs: number;
  /** For dates in headers. */
  now: Date;
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. */
  read?: ((body: unknown, bytes: number) => Answer) | undefined;
  /** Whether a 2xx without JSON to read is taken. */
  accepts?: ((answer: { text: string; summary: ResponseSummary }) => boolean) | undefined;
  /** Whether a 2xx says with this reason that the request is refused. */
  isRefusal?: ((reason: string) => boolean) | undefined;
  /** What a status means, behind it in the words. */
  notes?: Readonly<Record<number, string>> | undefined;
}

/** Never rejects but with what `read` throws beside `ContractBreak`. */
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
  const fail = (kind: Failure['kind'], words: string, facts: Partial<Failure> = {}) =>
    ({ ok: false, failure: { kind, description: `answered ${status}${words}`, status, summary, ...facts } }) as const;
  if (!isSuccess || isRefusal(summary.untold.reason ?? '')) {
    const retryAfterMs = parseRetryAfter(firstHeader(headers, 'retry-after'), now);
    const words = `${summary.reason === undefined ? '' : ` ${summary.reason}`}${notes[status] ?? ''}`;
    return fail(isSuccess ? 'invalid' : 'refused', words + refusalWords(exchanged, summary), { retryAfterMs });
  }
  if (accepts?.({ text, summary })) return { ok: true, value: undefined as Answer };
  if (broken) return fail('invalid', `, but ${broken.message}`, { hint: broken.hint });
  // What is not JSON is not quoted: a truncated list holds envs.
  const unquoted = { summary: { isJson: summary.isJson, isHtml: summary.isHtml, untold: {} } };
  // A write may have been carried out: it is sent again where that does no harm.
  if (summary.isHtml) return fail(read ? 'page' : 'unparsable', ' with a web page instead of JSON', unquoted);
  const coding = firstHeader(headers, 'content-encoding');
  const undecoded = `a body that cannot be decoded (${oneLine(redactor.clean(coding ?? ''), 40)})`;
  const empty = coding === undefined ? 'an empty body' : undecoded;
  return fail('unparsable', ` with ${text.trim() === '' ? empty : `${body.length} bytes that are not JSON`}`, unquoted);
}

/** What a status and a reason do not tell: ` (a redirect to evil.example, not followed): "…"`. */
function refusalWords({ status, headers }: HttpResponse, { message, isHtml }: ResponseSummary): string {
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
  kind: 'unknown-host' | 'tls' | 'closed' | 'other';
  /** Another attempt would meet the same. */
  permanent: boolean;
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
  const kind = kindOf(name);
  const peer = name === 'ECONNREFUSED' && address !== undefined ? ` by ${address}:${port}` : '';
  const said = errors.map((each) => (each instanceof Error ? each.message || each.name : String(each)));
  const text = errorWords[name] === undefined ? said.join('; ') : errorWords[name] + peer;
  return { text, kind, permanent: kind === 'tls' || kind === 'closed' || name === 'UND_ERR_INVALID_ARG' };
}

function kindOf(code: string): NetworkError['kind'] {
  if (code === 'ENOTFOUND') return 'unknown-host';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed';
  return /CERT|SIGNED|ISSUER|ERR_TLS|ERR_SSL|UNABLE_TO_/.test(code) ? 'tls' : 'other';
}

/** Milliseconds from a `Retry-After` header (RFC 9110: seconds, or an HTTP date); undefined where there is none. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? .*\d/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
