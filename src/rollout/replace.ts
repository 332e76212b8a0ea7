/** Owns the replacement of an endpoint whose `appName` changes: the new one serves before the old one goes; a new one that fails goes instead. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Plan } from '../plan/plan.ts';
import { deleteEndpoint } from './delete.ts';
import { RolloutError } from './errors.ts';
import { type RolloutPorts, type Witness, writeCalls } from './write.ts';

export interface ReplaceRequest extends RolloutPorts {
  plan: Plan;
  /** Brings the new endpoint to the point where it may take over: the wait and the smoke test. */
  prove: (endpoint: Endpoint) => Promise<Endpoint>;
  witness: Witness;
  /** The new endpoint has failed and been deleted: the old one is all there is, untouched. */
  onDiscarded: () => void;
}

/** The new endpoint, with the old one deleted. When it rejects, exactly the old endpoint is left, unless the message says otherwise. */
export async function replace({ plan, prove, witness, onDiscarded, ...ports }: ReplaceRequest): Promise<Endpoint> {
  const { live: old, successor, desired, updateApi } = plan;
  if (!old) throw new Error('a replacement has an old endpoint');
  const calls = plan.calls.filter((call) => call !== 'delete-v1');
  let newId = successor?.id;
  const onWritten = (id: string) => {
    newId = id;
    witness.onWritten(id);
  };
  if (successor) {
    onWritten(successor.id);
    ports.onEvent({ kind: 'taken-up', endpointId: successor.id, oldEndpointId: old.id });
  }
  let proved: Endpoint;
  try {
    const writes = { calls, desired, live: successor, updateApi, expectedIds: new Set([old.id]) };
    const written =
      calls.length === 0 && successor ? successor : await writeCalls(writes, ports, { ...witness, onWritten });
    proved = await prove(written);
  } catch (error) {
    // A defect is no judgement on the new endpoint, and a cancelled run has no time to clean up.
    if (newId === undefined || ports.signal.aborted || !(error instanceof DeployError)) throw error;
    await discard(newId, { old, name: desired.name, ports, cause: error });
    onDiscarded();
    throw error;
  }
  ports.onEvent({ kind: 'phase', phase: 'delete' });
  await deleteOld(old, { newId: proved.id, ports, witness });
  return proved;
}

async function deleteOld(
  old: Endpoint,
  { newId, ports, witness }: { newId: string; ports: RolloutPorts; witness: Witness },
): Promise<void> {
  try {
    await deleteEndpoint({ ...ports, id: old.id, name: old.config.name, onSend: () => witness.onSend?.('delete-v1') });
  } catch (error) {
    if (!(error instanceof DeployError) || error.code === 'cancelled') throw error;
    throw new RolloutError({
      code: error.code,
      message: `the new endpoint ${newId} serves, but the old one could not be deleted: ${error.message}`,
      hint: `Delete ${old.id} in the console: until then it goes on to be billed. ${newId} is the right one.`,
      endpointId: newId,
      cause: error,
    });
  }
}

/** The failure of the new endpoint stays the one that is told; that it could not be deleted either goes into its message. */
async function discard(
  id: string,
  { old, name, ports, cause }: { old: Endpoint; name: string; ports: RolloutPorts; cause: DeployError },
): Promise<void> {
  ports.onEvent({ kind: 'discarding', endpointId: id, oldEndpointId: old.id, message: cause.message });
  ports.onEvent({ kind: 'phase', phase: 'delete' });
  try {
    await deleteEndpoint({ ...ports, id, name });
  } catch (error) {
    throw new RolloutError({
      code: cause.code,
      message: `${cause.message}; moreover the new endpoint ${id} could not be deleted: ${(error as Error).message}`,
      hint: `${cause.hint} Delete ${id} in the console: it goes on to be billed. The old endpoint ${old.id} is untouched.`,
      endpointId: id,
      cause,
    });
  }
}
