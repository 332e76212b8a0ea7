/** Owns putting an updated endpoint back: its previous configuration, complete, verified and waited for briefly; never over somebody else's change. */

import { type Change, diffConfigs } from '../plan/diff.ts';
import type { Plan } from '../plan/plan.ts';
import { routeUpdate } from '../plan/route.ts';
import type { Endpoint, EndpointConfig } from '../service/endpoint.ts';
import { RolloutError } from './errors.ts';
import { waitUntilReady } from './wait.ts';
import { type RolloutPorts, writeCalls } from './write.ts';

/** The previous version served before: it needs no pull, so a short wait tells. */
const waitSeconds = 300;

export interface RestoreRequest extends RolloutPorts {
  plan: Plan;
  previous: Endpoint;
}

/**
 * The endpoint after its previous configuration has been written back and serves again. Rejects with `conflict` when the endpoint was changed by
 * somebody else meanwhile, which is then left alone; otherwise with whatever the writes, their proof or the wait reject with.
 */
export async function restore({ plan, previous, ...ports }: RestoreRequest): Promise<Endpoint> {
  ports.onEvent({ kind: 'phase', phase: 'restore' });
  const found = await ports.client.get(previous.id, { signal: ports.signal });
  refuseForeignChange({ found: found.config, desired: plan.desired, previous: previous.config, id: previous.id });
  const changes = diffConfigs({ asked: previous.config, found: found.config });
  const { calls } = routeUpdate({ changes, desired: previous.config, updateApi: 'auto', resend: false });
  ports.onEvent({ kind: 'restoring', changes, calls });
  const restored =
    calls.length === 0 ? found : await writeCalls({ calls, desired: previous.config, live: found }, ports, () => {});
  const { endpoint } = await waitUntilReady({
    ...ports,
    endpoint: restored,
    expectation: { wait: 'ready', oldWorkerIds: new Set(), isReplacing: false },
    timeoutSeconds: waitSeconds,
  });
  ports.onEvent({ kind: 'restored', endpointId: endpoint.id });
  return endpoint;
}

/** A member that is neither as it was nor as it was asked for has been changed by somebody else. */
function refuseForeignChange({
  found,
  desired,
  previous,
  id,
}: {
  found: EndpointConfig;
  desired: EndpointConfig;
  previous: EndpointConfig;
  id: string;
}): void {
  const fromPrevious = new Set(diffConfigs({ asked: previous, found }).map(({ member }) => member));
  const foreign = diffConfigs({ asked: desired, found }).filter(({ member }: Change) => fromPrevious.has(member));
  if (foreign.length === 0) return;
  throw new RolloutError({
    code: 'conflict',
    message: `endpoint ${previous.name} (${id}) is not restored: somebody else has changed ${foreign.map(({ member }) => member).join(', ')} meanwhile`,
    endpointId: id,
  });
}
