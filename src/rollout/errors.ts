/** The error of a rollout: its endpoint, the fields that were not applied, and the log that explains it. */

import { codeRow, DeployError, type ErrorDetails } from '../errors.ts';
import type { Change } from '../model/diff.ts';
import type { GivenLog } from '../model/endpoint.ts';
import { ServiceError } from '../service/errors.ts';

interface RolloutErrorDetails extends ErrorDetails {
  endpointId?: string | undefined;
  /** The log that explains the failure, or where it is. */
  log?: GivenLog | undefined;
  /** Members that the service accepted and does not show. Default none. */
  unapplied?: readonly Change[] | undefined;
  /** The failure proves nothing against the new configuration, so nothing is undone. Default false. */
  isInconclusive?: boolean | undefined;
}

export class RolloutError extends DeployError {
  override readonly name = 'RolloutError';
  readonly endpointId: string | undefined;
  /** Undefined where the service gives none. */
  readonly log: GivenLog | undefined;
  readonly unapplied: readonly Change[];
  readonly isInconclusive: boolean;

  constructor({ endpointId, log, unapplied = [], isInconclusive = false, ...details }: RolloutErrorDetails) {
    super(details);
    this.endpointId = endpointId;
    this.log = log && log.text.trim() !== '' ? log : undefined;
    this.unapplied = unapplied;
    this.isInconclusive = isInconclusive;
  }
}

/** Whether it speaks against the new configuration, or is a defect, after which nothing is known to work. */
export function isUndone(failure: DeployError): boolean {
  if (failure instanceof ServiceError && failure.method === 'GET') return false;
  return (
    codeRow(failure.code).speaksAgainst === 'version' && !(failure instanceof RolloutError && failure.isInconclusive)
  );
}
