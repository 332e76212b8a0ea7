/** Owns putting an updated endpoint back: its previous configuration, complete, verified and waited for briefly; never over somebody else's change. */

import { buildConfig, configValue, type EndpointConfig, replacesWorkers } from '../model/config.ts';
import { type Change, diffConfigs, neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Plan } from '../plan/plan.ts';
import { routeUpdate } from '../plan/route.ts';
import { RolloutError } from './errors.ts';
import { judge } from './readiness.ts';
import { waitUntilReady } from './wait.ts';
import { type RolloutPorts, type Witness, writeCalls } from './write.ts';

/** The previous version served before: it needs no pull, so a short wait tells. */
const waitSeconds = 300;

export interface RestoreRequest extends RolloutPorts {
  plan: Plan;
  previous: Endpoint;
  /** What the failure already names as not applied: that is the service's doing, and nobody else's. */
  unapplied: readonly Change[];
  witness: Witness;
}

/**
 * The endpoint after its previous configuration has been written back and serves again. Rejects with `conflict` when the endpoint was changed by
 * somebody else meanwhile, which is then left alone; with `not-applied` naming what no update can put back, after everything else has been;
 * otherwise with whatever the writes, their proof or the wait reject with.
 */
export async function restore({ plan, previous, unapplied, witness, ...ports }: RestoreRequest): Promise<Endpoint> {
  ports.onEvent({ kind: 'phase', phase: 'restore' });
  const { id } = previous;
  const found = await ports.client.get(id, { signal: ports.signal });
  witness.onReading?.(found);
  refuseForeignChange({ found: found.config, desired: plan.desired, previous: previous.config, id, unapplied });
  const { target, lost } = reachable(previous.config, found.config);
  const changes = diffConfigs({ asked: target, found: found.config });
  const { calls } = routeUpdate({ changes, desired: target, updateApi: 'auto', resend: false });
  // They rode along with the update, and what they were before nobody can know.
  const unverifiable = neverReturnedMembers(plan.desired);
  ports.onEvent({ kind: 'restoring', changes, calls, unverifiable });
  const restored =
    calls.length === 0
      ? found
      : await writeCalls({ calls, desired: target, live: found, updateApi: 'auto' }, ports, witness);
  if (lost.length > 0) throw notRestorable(previous, lost);
  // What did not serve before is not waited for.
  const served = judge(previous, { wait: 'ready', oldWorkerIds: undefined, isReplacing: false }).kind === 'ready';
  if (!served) {
    ports.onEvent({ kind: 'restored', endpointId: id, serves: false });
    return restored;
  }
  ports.onEvent({ kind: 'phase', phase: 'wait' });
  ports.onEvent({ kind: 'waiting', wait: 'ready' });
  const { endpoint } = await waitUntilReady({
    ...ports,
    endpoint: restored,
    expectation: {
      wait: 'ready',
      // The workers of the version that has failed are the old ones now.
      oldWorkerIds: new Set(found.workers.map(({ id }) => id).filter((id) => !isWorkerOf(previous, id))),
      isReplacing: changes.some(({ member }) => replacesWorkers(member)),
    },
    timeoutSeconds: waitSeconds,
    ...(witness.onReading && { onReading: witness.onReading }),
  });
  ports.onEvent({ kind: 'restored', endpointId: id, serves: true });
  return endpoint;
}

function isWorkerOf({ workers }: Endpoint, workerId: string): boolean {
  return workers.some(({ id }) => id === workerId);
}

/** The previous configuration as far as updates can bring it back, and what they cannot: several products, a CUDA version taken away. */
function reachable(previous: EndpointConfig, found: EndpointConfig): { target: EndpointConfig; lost: Change[] } {
  const changes = diffConfigs({ asked: previous, found });
  const { problems } = routeUpdate({ changes, desired: previous, updateApi: 'auto', resend: false });
  const lost = changes.filter(({ member }) => problems.some((problem) => problem.member === member));
  const isLost = (path: string) => lost.some(({ member }) => member === path);
  const target = buildConfig((member) => configValue(isLost(member.path) ? found : previous, member));
  return { target, lost };
}

function notRestorable({ id, config }: Endpoint, lost: readonly Change[]): RolloutError {
  const members = lost.map(({ member, from, to }) => `${member} (was ${to ?? 'none'}, is ${from ?? 'none'})`);
  return new RolloutError({
    code: 'not-applied',
    message: `endpoint ${config.name} (${id}) has its previous configuration back except ${members.join(', ')}, which no update can put back`,
    endpointId: id,
  });
}

/** A member that is neither as it was nor as it was asked for has been changed by somebody else. */
function refuseForeignChange({
  found,
  desired,
  previous,
  id,
  unapplied,
}: {
  found: EndpointConfig;
  desired: EndpointConfig;
  previous: EndpointConfig;
  id: string;
  unapplied: readonly Change[];
}): void {
  const fromPrevious = new Set(diffConfigs({ asked: previous, found }).map(({ member }) => member));
  const foreign = diffConfigs({ asked: desired, found }).filter(
    ({ member, from }) =>
      fromPrevious.has(member) && !unapplied.some((known) => known.member === member && known.from === from),
  );
  if (foreign.length === 0) return;
  throw new RolloutError({
    code: 'conflict',
    message: `endpoint ${previous.name} (${id}) is not restored: somebody else has changed ${foreign.map(({ member }) => member).join(', ')} meanwhile`,
    endpointId: id,
  });
}
