/** Owns what becomes of whatever is thrown: what stops a run stays that, everything else is a defect of ours and says where it happened. */

import { DeployError } from '../errors.ts';

/** The error itself when it is a {@link DeployError}, otherwise one of code `internal` with the stack of what was thrown. */
export function asDeployError(thrown: unknown): DeployError {
  if (thrown instanceof DeployError) return thrown;
  const stack = thrown instanceof Error ? thrown.stack : String(thrown);
  return new DeployError({ code: 'internal', message: `a defect of deploy-gpu-endpoint: ${stack}`, cause: thrown });
}
