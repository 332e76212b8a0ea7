/** The service's error, and the meaning of an exchange: which answers are accepted, the code of a failure, its hint. */

import { DeployError, type ErrorCode, type ErrorDetails } from '../errors.ts';
import { type AnswerOptions, type AttemptResult, type HttpFailure, readExchanged } from '../http/answer.ts';
import type { Exchanged } from '../http/transport.ts';
import { maxRetryAfterMs } from '../times.ts';

export type ServiceOperation = 'create' | 'update' | 'update-v2' | 'list' | 'get' | 'delete' | 'limits';

/** An operation of the service that did not succeed. `code` says why, in the table of `../errors.ts`. */
export class ServiceError extends DeployError {
  override readonly name: string = 'ServiceError';
  readonly method: string;
  /** The status of the last answer; undefined without an answer. */
  readonly status: number | undefined;
  /** The service's reason code, e.g. `BALANCE_NOT_ENOUGH`. */
  readonly reason: string | undefined;
  /** How long the last answer asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The service may have done the write in one of the attempts: look before it is sent again. */
  readonly mayHaveHappened: boolean;

  constructor(details: ServiceErrorDetails) {
    super(details);
    this.method = details.method;
    this.status = details.status;
    this.reason = details.reason;
    this.retryAfterMs = details.retryAfterMs;
    this.mayHaveHappened = details.mayHaveHappened;
  }
}

export type ServiceErrorDetails = ErrorDetails &
  Pick<ServiceError, 'method' | 'mayHaveHappened'> &
  Partial<Pick<ServiceError, 'status' | 'reason' | 'retryAfterMs'>>;

/** The code of a failure, and a hint where the code's own action does not say enough. */
type Classification = { code: ErrorCode; hint?: string };

const checkBaseUrl = 'Check `base-url`: this does not look like a response from the service.';

const rateLimited: Classification = {
  code: 'unavailable',
  hint: 'The service limits how often this account may ask: run it again in some minutes.',
};

/** service-observed.md, Failure statuses: all come with status 400, so the reason decides before the status. */
const reasons: Readonly<Record<string, Classification>> = {
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
  BALANCE_NOT_ENOUGH: { code: 'quota' },
  OPERATION_LIMIT: { code: 'quota' },
  CONFLICT: { code: 'busy' },
  RATE_LIMIT_EXCEEDED: rateLimited,
};

/** The code of a failure, and what to do: of a refusal, its reason decides, then its status. */
export function classify(failure: HttpFailure, operation: ServiceOperation): Classification {
  if (failure.kind === 'refused') return classifyRefusal(failure, operation);
  const isTls = failure.kind === 'unreachable' && failure.network === 'tls';
  return isTls ? { code: 'unavailable', hint: tlsHint } : unanswered[failure.kind];
}

const unanswered: Readonly<Record<Exclude<HttpFailure['kind'], 'refused'>, Classification>> = {
  unreachable: { code: 'unavailable', hint: 'Check the address in `base-url`. If it is right, run it again.' },
  cancelled: { code: 'cancelled' },
  lost: { code: 'unavailable' },
  'too-large': {
    code: 'unreadable',
    hint: 'No endpoint needs a response this large. Check `base-url`, and check in the console of the service for an endpoint with far too many envs or workers.',
  },
  page: { code: 'unreadable', hint: checkBaseUrl },
  unparsable: { code: 'unreadable' },
  invalid: { code: 'unreadable' },
};

/** Asked from above: the first row that fits decides. */
function classifyRefusal(
  { status, summary: { form, raw } }: Extract<HttpFailure, { kind: 'refused' }>,
  operation: ServiceOperation,
): Classification {
  const namesEndpoint = ['get', 'update', 'update-v2', 'delete'].includes(operation);
  const byReason = Object.hasOwn(reasons, raw.reason) ? reasons[raw.reason] : undefined;
  const isForbidden = raw.reason === 'FORBIDDEN' || (status === 403 && byReason === undefined);
  const writeName = writeNames[operation];
  // An error body without a reason (service-observed.md).
  const saysSo = status === 400 && /endpoint/i.test(raw.message) && /not (?:found|exist)/i.test(raw.message);
  const isMissing = namesEndpoint && form === 'json' && (status === 404 || saysSo);
  const rows: readonly (readonly [fits: boolean, meaning: Classification | undefined])[] = [
    // A cluster sleeps once an account's last endpoint is gone, and wakes for the next one.
    [operation === 'create' && /cluster is not active/i.test(raw.message), asleep],
    [writeName !== undefined && isForbidden, { code: 'unauthorized', hint: permissionHint(writeName) }],
    [byReason !== undefined, byReason],
    [status < 400, { code: 'unreadable', hint: redirectHint }],
    [[401, 403].includes(status), { code: 'unauthorized' }],
    [status === 402, { code: 'quota' }],
    [isMissing, { code: 'not-found' }],
    // A web server in front of the service says so.
    [status === 404, { code: 'rejected', hint: checkBaseUrl }],
    [status === 409 && namesEndpoint && operation !== 'get', { code: 'busy' }],
    [status === 429, rateLimited],
    [[408, 425].includes(status) || status >= 500, { code: 'unavailable' }],
  ];
  return rows.find(([fits]) => fits)?.[1] ?? { code: 'rejected' };
}

const asleep: Classification = {
  code: 'busy',
  hint: 'The cluster of this account was asleep and is waking up. Run it again in some minutes.',
};
/** The operations that a key may lack while it may read, in words. */
const writeNames: { readonly [operation in ServiceOperation]?: string } = {
  create: 'create',
  update: 'update',
  'update-v2': 'update',
  delete: 'delete',
};
const permissionHint = (write = 'change') => `Set \`api-key\` to a key that may ${write} endpoints of this account.`;
const redirectHint = 'Set `base-url` to the final address: redirects are not followed, to protect the API key.';
const tlsHint =
  'The TLS connection failed: check `base-url`, and set NODE_EXTRA_CA_CERTS to the certificate of a private certificate authority.';

/** The meaning of one exchange. Without `read`, only the acceptance of the request counts. */
export function readServiceAnswer<Answer>(exchanged: Exchanged, options: AnswerOptions<Answer>): AttemptResult<Answer> {
  const notes = { 401: ' (wrong `api-key`)', 403: ' (`api-key` lacks permission)' };
  const result = readExchanged<Answer>(exchanged, { ...options, notes });
  if (result.ok || result.failure.kind !== 'refused') return result;
  const { retryAfterMs = 0 } = result.failure;
  return { ok: false, failure: { ...result.failure, retryAfterMs: Math.min(retryAfterMs, maxRetryAfterMs) } };
}
