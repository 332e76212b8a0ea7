/** The error of a rollout: which endpoint it concerns, what was not applied, and where the log is that explains it. */

import { DeployError, type ErrorCode, type ErrorDetails, errorCodes } from '../errors.ts';
import type { Change } from '../model/diff.ts';
import { ServiceError } from '../service/errors.ts';

/** What the service gives as a log: a path, a URL, or the text itself (service-observed.md, Worker `log`); '' when there is none. */
interface GivenLog {
  /** `worker w1`, `the endpoint`. */
  of: string;
  text: string;
}

interface RolloutErrorDetails extends ErrorDetails {
  endpointId?: string | undefined;
  log?: GivenLog | undefined;
  unapplied?: readonly Change[] | undefined;
  isInconclusive?: boolean | undefined;
}

export class RolloutError extends DeployError {
  override readonly name = 'RolloutError';
  readonly endpointId: string | undefined;
  /** The log's own text, where the service gives that instead of a place. From outside, and it may be long. */
  readonly log: GivenLog | undefined;
  /** Members that the service accepted and does not show. */
  readonly unapplied: readonly Change[];
  /** It proves nothing against the new configuration: nothing is undone for it. */
  readonly isInconclusive: boolean;

  /** A place of a log becomes part of the hint; its text is kept for whoever prints it. */
  constructor({ endpointId, log, unapplied = [], isInconclusive = false, ...details }: RolloutErrorDetails) {
    const place = log && isPlace(log.text) ? ` The log of ${log.of} is at ${log.text.trim()}.` : '';
    super({ ...details, hint: (details.hint ?? errorCodes[details.code].action) + place });
    this.endpointId = endpointId;
    this.log = log && log.text.trim() !== '' && place === '' ? log : undefined;
    this.unapplied = unapplied;
    this.isInconclusive = isInconclusive;
  }
}

/** A path or a URL is one word that starts like one. */
function isPlace(text: string): boolean {
  return /^(\/|\.{0,2}\/|[a-z][a-z0-9+.-]*:\/\/)\S{1,1000}$/i.test(text.trim());
}

/** Whether the error proves that a write has not been done. A failed reading, or one that was cancelled, proves nothing. */
export function isCertainlyNotDone(error: unknown): boolean {
  return error instanceof ServiceError && error.method !== 'GET' && !error.mayHaveHappened;
}

/** A refusal whose reason is lost: HTML, an empty body, words alone. A proxy may have made it. */
export function isUnexplained({ code, status, reason }: ServiceError): boolean {
  return code === 'rejected' && reason === undefined && status !== undefined && status < 500 && status !== 404;
}

/** Failures that speak against the new configuration. Whatever else ends a rollout (nothing could be read, somebody else's change) undoes nothing. */
const undone: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'image-pull',
  'crashed',
  'unhealthy',
  'no-capacity',
  'endpoint-failed',
  'test-failed',
  'not-applied',
  'timeout',
  'rejected',
  'busy',
  'quota',
  'balance',
]);

export function isUndone(failure: DeployError): boolean {
  if (failure instanceof ServiceError && failure.method === 'GET') return false;
  return undone.has(failure.code) && !(failure instanceof RolloutError && failure.isInconclusive);
}
