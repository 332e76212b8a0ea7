/** The error of a rollout: its endpoint, and the log that explains it. */

import { codeRow, DeployError, type ErrorDetails } from '../errors.ts';
import type { GivenLog } from '../model/endpoint.ts';
import { ServiceError } from '../service/errors.ts';

interface RolloutErrorDetails extends ErrorDetails {
  endpointId?: string;
  /** The log that explains the failure, or where it is. */
  log?: GivenLog | undefined;
  /** The failure proves nothing against the new configuration, so nothing is undone. Default false. */
  isInconclusive?: boolean;
}

export class RolloutError extends DeployError {
  override readonly name = 'RolloutError';
  readonly endpointId: string | undefined;
  /** The log that explains it; undefined where the service gives none. */
  readonly log: GivenLog | undefined;
  readonly isInconclusive: boolean;

  constructor({ endpointId, log, isInconclusive = false, ...details }: RolloutErrorDetails) {
    super(details);
    this.endpointId = endpointId;
    this.log = log && log.text.trim() !== '' ? log : undefined;
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
