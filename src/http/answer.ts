/** What one exchange means: an answer that was read, or a failure: one type for the service, GitHub and registries. */

import type { Redactor } from '../secrets/redactor.ts';
import { describeNetworkError, type NetworkError } from './network-error.ts';
import { oneLine, type ResponseSummary, summarizeResponse, tryParseJson } from './response-text.ts';
import { parseRetryAfter } from './retry.ts';
import { type Exchanged, firstHeader, type HttpResponse, type TransportFailure } from './transport.ts';

/** A request that brought no usable answer. */
export interface Failure {
  kind: /** No byte left: refused connection, unknown host, failed TLS. */
    | 'unreachable'
    /** Sent, but no whole answer: reset, time limit. */
    | 'lost'
    /** Given up by the caller. */
    | 'cancelled'
    /** Not a 2xx. */
    | 'refused'
    /** A 2xx whose body cannot be parsed, as one that broke off. */
    | 'unparsable'
    /** A 2xx with a web page in the place of the JSON that is read. */
    | 'page'
    /** A 2xx that breaks its contract. It would come again. */
    | 'invalid'
    /** An answer beyond the ceilings. */
    | 'too-large';
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
  /** What the answer asks to wait. */
  retryAfterMs?: number | undefined;
  /** What to do, where that is not the same for every such answer. */
  hint?: string | undefined;
  cause?: unknown;
}

export type AttemptResult<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** An answer that breaks the contract. The message is `member: expected …, got …`. */
export class ContractBreak extends Error {
  override readonly name = 'ContractBreak';
  /** What to do, where that is not the same for every such answer. */
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
  const seconds = Math.round(timeoutMs / 100) / 10;
  if (how === 'too-large')
    return { kind: 'too-large', description: `sent a response that was not read completely: ${network.text}`, cause };
  const isLate = how === 'timeout';
  const words = oneLine(clean(network.text));
  if (sent)
    return isLate
      ? { kind: 'lost', description: `sent no complete response within ${seconds} s`, cause }
      : { kind: 'lost', description: `lost the connection: ${words}`, network, cause };
  const reason = isLate ? `no connection within ${seconds} s` : words;
  const description = `could not be reached: ${reason}`;
  return { kind: 'unreachable', description, reason, ...(!isLate && { network }), cause };
}

export interface AnswerOptions<Answer> {
  /** For what the answer echoes. */
  redactor: Redactor;
  timeoutMs: number;
  /** For dates in headers. */
  now: Date;
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. */
  read?: ((body: unknown, bytes: number) => Answer) | undefined;
  /** Without {@link read}: whether a 2xx that says no more is taken. */
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
  const isRefused = !isSuccess || isRefusal(summary.untold.reason ?? '');
  if (!isRefused && accepts?.({ text, summary })) return { ok: true, value: undefined as Answer };

  const answered = { status, summary };
  const fail = (failure: Pick<Failure, 'kind' | 'description' | 'hint' | 'retryAfterMs'>) =>
    ({ ok: false, failure: { ...answered, ...failure } }) as const;
  if (isRefused) {
    return fail({
      kind: isSuccess ? 'invalid' : 'refused',
      description: `answered ${status}${refusalWords(exchanged, { summary, note: notes[status] ?? '' })}`,
      retryAfterMs: parseRetryAfter(firstHeader(headers, 'retry-after'), now),
    });
  }
  if (broken)
    return fail({ kind: 'invalid', description: `answered ${status}, but ${broken.message}`, hint: broken.hint });
  // What is not JSON is not quoted: a truncated list holds envs.
  answered.summary = { isJson: summary.isJson, isHtml: summary.isHtml, untold: {} };
  if (summary.isHtml) {
    // A write may have been carried out: it is sent again where that does no harm.
    const kind = read ? 'page' : 'unparsable';
    return fail({ kind, description: `answered ${status} with a web page instead of JSON` });
  }
  const coding = firstHeader(headers, 'content-encoding');
  const empty =
    coding === undefined ? 'an empty body' : `a body that cannot be decoded (${oneLine(redactor.clean(coding), 40)})`;
  const what = text.trim() === '' ? empty : `${body.length} bytes that are not JSON`;
  return fail({ kind: 'unparsable', description: `answered ${status} with ${what}` });
}

/** ` BALANCE_NOT_ENOUGH: "…"`, and what a status alone does not tell. */
function refusalWords(
  { status, headers }: HttpResponse,
  { summary: { reason, message, isHtml }, note }: { summary: ResponseSummary; note: string },
): string {
  const code = reason === undefined ? '' : ` ${reason}`;
  const quote = message === undefined ? '' : `: "${message}"`;
  const page = isHtml ? ' (a web page)' : '';
  // The host alone: the rest of the address may carry a token.
  const target = URL.parse(firstHeader(headers, 'location') ?? '')?.host;
  const isRedirect = status >= 300 && status < 400;
  const redirect = isRedirect ? ` (a redirect${target ? ` to ${target}` : ''}, not followed)` : '';
  return `${code}${note}${redirect}${page}${quote}`;
}
