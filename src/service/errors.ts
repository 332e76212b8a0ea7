/** The service's error, and the table from its reasons and statuses to codes. */

import { DeployError, type ErrorCode, type ErrorDetails } from '../errors.ts';
import type { ResponseSummary } from '../http/body.ts';

export type Operation = 'create' | 'update' | 'update-v2' | 'list' | 'get' | 'delete' | 'limits';

export interface ServiceErrorDetails extends ErrorDetails {
  operation: Operation;
  method: string;
  /** Path prefix of the base URL included; without query. */
  path: string;
  /** Of the last answer; absent when none came. */
  status?: number | undefined;
  /** The service's reason code, e.g. `BALANCE_NOT_ENOUGH`. */
  reason?: string | undefined;
  /** The service's own words: one line, at most 300 characters, secrets replaced. Escape it where it is printed. */
  serviceMessage?: string | undefined;
  /** The answer holds more than is read of one. */
  isTooLarge?: boolean | undefined;
  /** Requests that were sent or tried. */
  attempts: number;
  /** How long the last answer asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** For a write: in one of the attempts the service may have done it. Look before anything is sent again. Always false for reads. */
  mayHaveHappened: boolean;
}

/** An operation of the service that did not succeed. `code` says why, in the table of `../errors.ts`. */
export class ServiceError extends DeployError {
  override readonly name: string = 'ServiceError';
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly serviceMessage: string | undefined;
  readonly isTooLarge: boolean;
  readonly attempts: number;
  readonly retryAfterMs: number | undefined;
  readonly mayHaveHappened: boolean;

  constructor(details: ServiceErrorDetails) {
    super(details);
    this.operation = details.operation;
    this.method = details.method;
    this.path = details.path;
    this.status = details.status;
    this.reason = details.reason;
    this.serviceMessage = details.serviceMessage;
    this.isTooLarge = details.isTooLarge === true;
    this.attempts = details.attempts;
    this.retryAfterMs = details.retryAfterMs;
    this.mayHaveHappened = details.mayHaveHappened;
  }
}

export interface Classification {
  code: ErrorCode;
  /** Absent: the code's own action says enough. */
  hint?: string;
}

export const checkBaseUrl = 'Check `base-url`: this does not look like a response from the service.';

/** service-observed.md, Failure statuses: all of them come with status 400, so the reason decides before the status does. */
export const reasons: Readonly<Record<string, Classification>> = {
  UNAUTHORIZED: { code: 'unauthorized' },
  FORBIDDEN: { code: 'unauthorized' },
  SERVERLESS_ENDPOINT_NOT_FOUND: { code: 'not-found' },
  SERVERLESS_WORKER_NOT_FOUND: { code: 'rejected' },
  SERVERLESS_PRODUCT_NOT_FOUND: {
    code: 'rejected',
    hint: 'Correct `products` in the spec: the service has no product with that ID, or this account may not use it.',
  },
  SERVERLESS_APP_NAME_IS_EXIST: { code: 'app-name-taken' },
  VALIDATOR_PARAM: { code: 'rejected', hint: 'Correct the value that the service names.' },
  INSUFFICIENT_RESOURCE: { code: 'no-capacity' },
  BALANCE_NOT_ENOUGH: { code: 'balance' },
  OPERATION_LIMIT: { code: 'quota' },
  CONFLICT: { code: 'busy' },
  RATE_LIMIT_EXCEEDED: { code: 'unavailable' },
};

export interface RefusedRequest {
  operation: Operation;
  status: number;
  summary: ResponseSummary;
}

/** An answer that is not a success: its reason decides, then its words, then its status. */
export function classifyRefusal({ operation, status, summary }: RefusedRequest): Classification {
  const { reason } = summary.untold;
  // A cluster sleeps once an account's last endpoint is gone, and wakes for the next one.
  if (operation === 'create' && /cluster is not active/i.test(summary.untold.message ?? ''))
    return {
      code: 'busy',
      hint: 'The cluster of this account was asleep and is waking up. Run it again in some minutes.',
    };
  const byReason = reason !== undefined && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  if (byReason) return byReason;
  if (status >= 300 && status < 400) {
    return {
      code: 'unreadable',
      hint: 'Set `base-url` to the final address: redirects are not followed, to protect the API key.',
    };
  }
  if (status === 401 || status === 403)
    return { code: 'unauthorized', ...(summary.isHtml ? { hint: htmlRefusal } : {}) };
  if (status === 402) return { code: 'balance' };
  if ((status === 400 || status === 404) && saysNotFound(operation, summary)) return { code: 'not-found' };
  if (status === 404) {
    // The service itself says "not found" with a reason or at least in JSON; a web server in front of it does not.
    if (summary.isJson && ['get', 'update', 'update-v2', 'delete'].includes(operation)) return { code: 'not-found' };
    return { code: 'rejected', hint: checkBaseUrl };
  }
  if (status === 409 && ['update', 'update-v2', 'delete'].includes(operation)) return { code: 'busy' };
  if ([408, 425, 429].includes(status) || status >= 500) return { code: 'unavailable' };
  return { code: 'rejected' };
}

/**
 * Without a known reason the words decide. A get or a delete names nothing but the endpoint; an update names an image and volumes too, so that there
 * the words have to speak of an endpoint.
 */
function saysNotFound(
  operation: Operation,
  { isHtml, untold: { reason = '', message = '' } }: ResponseSummary,
): boolean {
  const words = `${reason.replaceAll('_', ' ')} ${message}`;
  if (isHtml || !/not found|not exist|no such/i.test(words)) return false;
  if (operation === 'get' || operation === 'delete') return !/page not found/i.test(words);
  return (operation === 'update' || operation === 'update-v2') && /endpoint/i.test(words);
}

const htmlRefusal =
  'Check the secret behind `api-key`. A web page came back instead of JSON, so a proxy or firewall in front of the service may have refused the request; check `base-url` too.';
