/** What one exchange with the service means: an answer, or a failure with its code and its words. */

import type { AttemptResult, RequestFailure } from '../http/attempts.ts';
import { describeNetworkError } from '../http/network-error.ts';
import type { Redactor } from '../http/redactor.ts';
import { oneLine, type ResponseSummary, summarizeResponse, tryParseJson } from '../http/response-text.ts';
import { type AttemptFailure, parseRetryAfter } from '../http/retry.ts';
import { firstHeader, type HttpResponse, type TransportFailure } from '../http/transport.ts';
import { type Classification, checkBaseUrl, classifyRefusal, type Operation, reasons } from './errors.ts';
import { ContractBreak, isMembers } from './wire.ts';

export interface ServiceFailure extends RequestFailure, Classification {
  /** What came back, as the end of a sentence that starts with the request. */
  description: string;
  status?: number;
  reason?: string | undefined;
  serviceMessage?: string | undefined;
  /** The answer holds more than is read of one. */
  isTooLarge?: boolean;
  /** Why no connection was made. */
  unreachable?: string;
  cause?: unknown;
}

export interface FailedExchange {
  failure: TransportFailure;
  /** For the address of a proxy, which may hold its password. */
  redactor: Redactor;
  timeoutMs: number;
}

/** No whole answer came. */
export function transportFailure({ failure, redactor, timeoutMs }: FailedExchange): ServiceFailure {
  const { how, sent, cause } = failure;
  const attempt: AttemptFailure = sent ? { kind: 'no-answer' } : { kind: 'not-sent', permanent: false };
  const { text, kind, permanent } = describeNetworkError(cause);
  // Whoever closed the client has no use for the answer; nobody wants to read that it was asked for again.
  if (how === 'aborted' || (how === 'network' && kind === 'closed')) {
    return { attempt: { kind: 'cancelled', sent }, code: 'cancelled', description: 'was cancelled', cause };
  }
  if (how === 'timeout') {
    const seconds = Math.round(timeoutMs / 100) / 10;
    if (!sent) return unreachable(`no connection within ${seconds} s`, { attempt, cause });
    return { attempt, code: 'unavailable', description: `sent no complete response within ${seconds} s`, cause };
  }
  if (how === 'too-large') {
    return {
      attempt: { kind: 'invalid' },
      code: 'unreadable',
      isTooLarge: true,
      description: `sent a response that was not read completely: ${text}`,
      hint: tooLargeHint,
    };
  }
  const words = oneLine(redactor.clean(text));
  const hint = connectionHints[kind];
  const details = { cause, ...(hint === undefined ? {} : { hint }) };
  if (!sent) return unreachable(words, { ...details, attempt: { kind: 'not-sent', permanent } });
  return { ...details, attempt, code: 'unavailable', description: `lost the connection: ${words}` };
}

function unreachable(why: string, details: Pick<ServiceFailure, 'attempt' | 'cause' | 'hint'>): ServiceFailure {
  const hint = 'Check the address in `base-url`. If it is right, run it again.';
  return { hint, ...details, code: 'unavailable', description: `could not be reached: ${why}`, unreachable: why };
}

const tooLargeHint =
  'No endpoint needs a response this large. Check `base-url`, and check in the console of the service for an endpoint with far too many envs or workers.';

const connectionHints: { readonly [kind in ReturnType<typeof describeNetworkError>['kind']]?: string } = {
  'unknown-host': 'Check the host name in `base-url`.',
  tls: 'The TLS connection failed: check `base-url`, and set NODE_EXTRA_CA_CERTS to the certificate of a private certificate authority.',
};

export interface ReceivedResponse<Answer> {
  response: HttpResponse;
  operation: Operation;
  /** For what the service echoes. */
  redactor: Redactor;
  now: Date;
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. Absent: that it is accepted is all that counts. */
  read?: ((body: unknown, bytes: number) => Answer | Promise<Answer>) | undefined;
}

/** A whole answer came. */
export async function readResponse<Answer>({
  response,
  operation,
  redactor,
  now,
  read,
}: ReceivedResponse<Answer>): Promise<AttemptResult<Answer, ServiceFailure>> {
  const { status, headers, body } = response;
  const text = body.toString('utf8');
  const isSuccess = status >= 200 && status < 300;
  const parsed = isSuccess && read ? await readJson({ text, bytes: body.length }, read) : undefined;
  if (parsed && 'answer' in parsed) return { ok: true, value: parsed.answer };

  const summary = summarizeResponse({ text, contentType: firstHeader(headers, 'content-type') ?? '' }, redactor);
  const { reason = '' } = summary.untold;
  const isRefusal = Object.hasOwn(reasons, reason);
  if (isSuccess && !read && !isRefusal && isAcceptance({ response, operation, text, summary }))
    return { ok: true, value: undefined as Answer };

  const fail = (failure: Omit<ServiceFailure, 'status'>) => ({ ok: false, failure: { status, ...failure } }) as const;
  const said = { reason: summary.reason, serviceMessage: summary.message };
  if (!isSuccess || isRefusal) {
    return fail({
      ...said,
      ...classifyRefusal({ operation, status, summary }),
      attempt: isSuccess
        ? { kind: 'invalid' }
        : { kind: 'refused', status, rateLimited: reason === 'RATE_LIMIT_EXCEEDED' },
      description: `answered ${status}${refusalWords(response, summary)}`,
      retryAfterMs: boundedRetryAfterMs(firstHeader(headers, 'retry-after'), now),
    });
  }
  const invalid = { code: 'unreadable', attempt: { kind: 'invalid' } } as const;
  if (parsed) {
    const { broken, hint } = parsed;
    return fail({ ...said, ...invalid, description: `answered ${status}, but ${broken}`, ...(hint && { hint }) });
  }
  // What is not JSON is not quoted: a truncated list holds envs.
  if (summary.isHtml) {
    const description = `answered ${status} with a web page instead of JSON`;
    // Whether a write was carried out then is not known: it is sent again where that does no harm.
    return fail({ ...invalid, ...(!read && { attempt: { kind: 'unparsable' } }), description, hint: checkBaseUrl });
  }
  const { undecoded } = response;
  if (undecoded !== undefined) {
    const description = `answered ${status} with a body that cannot be decoded; its content-encoding is ${JSON.stringify(oneLine(redactor.clean(undecoded), 40))}`;
    return fail({ ...invalid, attempt: { kind: 'unparsable' }, description, hint: checkCoding });
  }
  const what = text.trim() === '' ? 'an empty body' : `${body.length} bytes that are not JSON`;
  return fail({ ...invalid, attempt: { kind: 'unparsable' }, description: `answered ${status} with ${what}` });
}

/**
 * Of a write whose answer says nothing more: a v2 update answers a JSON object (service-api.md, v2 Update endpoint). Those of the v1 update and the deletion
 * are not shown: whatever the service itself says is taken, but not a page that something in between may have put in its place.
 */
function isAcceptance({
  response: { undecoded },
  operation,
  text,
  summary: { isHtml },
}: Pick<ReceivedResponse<unknown>, 'response' | 'operation'> & { text: string; summary: ResponseSummary }): boolean {
  const parsed = tryParseJson(text);
  if (operation === 'update-v2') return isMembers(parsed?.value);
  return parsed !== undefined || (undecoded === undefined && !(isHtml && text.trimStart().startsWith('<')));
}

const checkCoding =
  'gzip, deflate and br are read. A proxy between this machine and `base-url` may compress answers: check `HTTPS_PROXY`.';

type ReadJson<Answer> = { answer: Answer } | { broken: string; hint: string | undefined } | undefined;

async function readJson<Answer>(
  { text, bytes }: { text: string; bytes: number },
  read: (body: unknown, bytes: number) => Answer | Promise<Answer>,
): Promise<ReadJson<Answer>> {
  const parsed = tryParseJson(text);
  if (!parsed) return undefined;
  try {
    return { answer: await read(parsed.value, bytes) };
  } catch (error) {
    if (error instanceof ContractBreak) return { broken: error.message, hint: error.hint };
    throw error;
  }
}

/** ` BALANCE_NOT_ENOUGH: "…"`, and what a status alone does not tell. */
function refusalWords(
  { status, headers, undecoded }: HttpResponse,
  { reason, message, isHtml }: ResponseSummary,
): string {
  const code = reason === undefined ? '' : ` ${reason}`;
  const quote = message === undefined ? '' : `: "${message}"`;
  const page = isHtml ? ' (a web page)' : undecoded === undefined ? '' : ' (with a body that cannot be decoded)';
  const note: Record<number, string> = { 401: ' (wrong `api-key`)', 403: ' (`api-key` lacks permission)' };
  const target =
    status >= 300 && status < 400 ? ` (a redirect${hostOf(firstHeader(headers, 'location'))}, not followed)` : '';
  return `${code}${note[status] ?? ''}${target}${page}${quote}`;
}

/** The host alone: the rest of a redirect's address may carry a token. */
function hostOf(location: string | undefined): string {
  const url = location === undefined ? null : URL.parse(location);
  return url ? ` to ${url.host}` : '';
}

/** A header that asks for hours, or for a date that jumps, is no reason to give up, nor to lose the time that is left. */
function boundedRetryAfterMs(header: string | undefined, now: Date): number | undefined {
  const askedMs = parseRetryAfter(header, now);
  return askedMs === undefined ? undefined : Math.min(askedMs, longestRetryAfterMs);
}

const longestRetryAfterMs = 20_000;
