/** Owns the replacement of an endpoint whose `appName` changes: the new one serves before the old one goes; a new one that fails goes instead. */

import type { Plan } from '../plan/plan.ts';
import type { Endpoint } from '../service/endpoint.ts';
import { deleteEndpoint } from './delete.ts';
import { RolloutError } from './errors.ts';
import { type RolloutPorts, writeCalls } from './write.ts';

export interface ReplaceRequest extends RolloutPorts {
  plan: Plan;
  /** Brings the new endpoint to the point where it may take over: the wait and the smoke test. */
  prove: (endpoint: Endpoint) => Promise<Endpoint>;
  /** Learns of the new endpoint as soon as it exists, and of it again as undefined when it has been deleted. */
  onNew: (endpointId: string | undefined) => void;
}

/** The new endpoint, with the old one deleted. When it rejects, exactly the old endpoint is left, unless the message says otherwise. */
export async function replace({ plan, prove, onNew, ...ports }: ReplaceRequest): Promise<Endpoint> {
  const { live: old, desired, calls } = plan;
  if (!old) throw new Error('a replacement has an old endpoint');
  let newId: string | undefined;
  let proved: Endpoint;
  try {
    const written = await writeCalls(
      { calls: calls.filter((call) => call !== 'delete-v1'), desired, live: undefined, expectedIds: new Set([old.id]) },
      ports,
      (id) => {
        newId = id;
        onNew(id);
      },
    );
    proved = await prove(written);
  } catch (error) {
    if (newId === undefined || ports.signal.aborted) throw error;
    await discard(newId, { name: desired.name, ports, cause: error });
    onNew(undefined);
    throw error;
  }
  ports.onEvent({ kind: 'phase', phase: 'delete' });
  await deleteEndpoint({ ...ports, id: old.id, name: old.config.name });
  return proved;
}

/** The failure of the new endpoint stays the one that is told; that it could not be deleted either goes into its message. */
async function discard(
  id: string,
  { name, ports, cause }: { name: string; ports: RolloutPorts; cause: unknown },
): Promise<void> {
  ports.onEvent({ kind: 'phase', phase: 'delete' });
  try {
    await deleteEndpoint({ ...ports, id, name });
  } catch (error) {
    throw new RolloutError({
      code: 'not-applied',
      message: `${(cause as Error).message}; moreover the new endpoint could not be deleted: ${(error as Error).message}`,
      endpointId: id,
      cause,
    });
  }
}
