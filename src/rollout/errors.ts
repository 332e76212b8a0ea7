/** Owns the error of a rollout: which endpoint it concerns and what the service said last. Knows nothing about how it is shown. */

import { DeployError, type ErrorDetails } from '../errors.ts';

export interface RolloutErrorDetails extends ErrorDetails {
  endpointId?: string | undefined;
}

export class RolloutError extends DeployError {
  override readonly name = 'RolloutError';
  readonly endpointId: string | undefined;

  constructor(details: RolloutErrorDetails) {
    super(details);
    this.endpointId = details.endpointId;
  }
}
