/** What one exchange with the service means: which answers are taken, and the failure's code and what to do about it. */

import { type AttemptResult, type Failure, readExchanged } from '../http/answer.ts';
import type { Exchanged } from '../http/transport.ts';
import { tryParseJson } from '../json.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { type Classification, checkBaseUrl, classifyRefusal, type Operation, reasons } from './errors.ts';
import { isMembers } from './wire.ts';

export interface ServiceExchange<Answer> {
  operation: Operation;
  redactor: Redactor;
  timeoutMs: number;
  now: Date;
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. Absent: that it is accepted is all that counts. */
  read?: ((body: unknown, bytes: number) => Answer) | undefined;
}

/** A header that asks for hours, or for a date that jumps, is no reason to give up, nor to lose the time that is left. */
const longestRetryAfterMs = 20_000;

export function readResponse<Answer>(
  exchanged: Exchanged,
  { operation, read, ...options }: ServiceExchange<Answer>,
): AttemptResult<Answer> {
  const result = readExchanged<Answer>(exchanged, {
    ...options,
    read,
    // A v2 update answers a JSON object (service-api.md, v2 Update endpoint). The answers of the v1 update and the deletion are not shown: any answer of
    // the service itself is taken, but not a page that something in between may have put in its place.
    accepts: ({ text, summary: { isHtml } }) => {
      if (read) return false;
      const parsed = tryParseJson(text);
      if (operation === 'update-v2') return isMembers(parsed?.value);
      return parsed !== undefined || !(isHtml && text.trimStart().startsWith('<'));
    },
    isRefusal: (reason) => Object.hasOwn(reasons, reason),
    notes: { 401: ' (wrong `api-key`)', 403: ' (`api-key` lacks permission)' },
  });
  if (result.ok) return result;
  const { failure } = result;
  const isRateLimited = failure.summary?.untold.reason === 'RATE_LIMIT_EXCEEDED';
  const { retryAfterMs } = failure;
  const asked = retryAfterMs === undefined ? {} : { retryAfterMs: Math.min(retryAfterMs, longestRetryAfterMs) };
  return { ok: false, failure: { ...failure, isRateLimited, ...asked } };
}

/** The code of a failure, and what to do about it. */
export function classify(failure: Failure, operation: Operation): Classification {
  const { kind, network, status = 0, summary, hint } = failure;
  const unreadable = (hint?: string): Classification => ({ code: 'unreadable', ...(hint !== undefined && { hint }) });
  const isRefusal = kind === 'refused' || Object.hasOwn(reasons, summary?.untold.reason ?? '');
  if (summary && isRefusal) return classifyRefusal({ operation, status, summary });
  switch (kind) {
    case 'cancelled':
      return { code: 'cancelled' };
    case 'unreachable':
      return { code: 'unavailable', hint: connectionHints[network?.kind ?? 'other'] ?? checkAddress };
    case 'lost':
      return { code: 'unavailable' };
    case 'too-large':
      return unreadable(tooLargeHint);
    default:
      return unreadable(hint ?? (summary?.isHtml ? checkBaseUrl : undefined));
  }
}

const connectionHints: { readonly [kind in NonNullable<Failure['network']>['kind']]?: string } = {
  'unknown-host': 'Check the host name in `base-url`.',
  tls: 'The TLS connection failed: check `base-url`, and set NODE_EXTRA_CA_CERTS to the certificate of a private certificate authority.',
};
const checkAddress = 'Check the address in `base-url`. If it is right, run it again.';
const tooLargeHint =
  'No endpoint needs a response this large. Check `base-url`, and check in the console of the service for an endpoint with far too many envs or workers.';
