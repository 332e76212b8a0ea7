/** The restore of an updated endpoint: its previous configuration, complete, verified and waited for; never over somebody else's change. */

import { buildConfig, configValue, type EndpointConfig, isUnread } from '../model/config.ts';
import { type Change, diffConfigs, neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { routeUpdate } from '../plan/route.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import { expectationOfRestore, expectationWithoutWrite } from './expectation.ts';
import { judgeReadiness } from './readiness.ts';
import { waitUntilReady } from './wait.ts';
import { writeCalls } from './write.ts';

/** The previous version served before: it needs no pull, so a short wait tells. */
const waitSeconds = 300;

interface RestoreRequest {
  previous: Endpoint;
  /** What the update that failed was to bring. */
  desired: EndpointConfig;
  /** What the failure already names as not applied: that is the service's doing, and nobody else's. */
  unapplied: readonly Change[];
  context: RolloutContext;
}

/**
 * Resolves when the previous configuration has been written back and serves again. Rejects with `conflict` when somebody else has changed the endpoint
 * meanwhile, which is then left alone; with `not-applied` naming what no update can put back, after everything else has been; otherwise with whatever
 * the writes, their verification or the wait reject with.
 */
export async function restore({ previous, desired, unapplied, context }: RestoreRequest): Promise<void> {
  const { reader, onEvent } = context;
  onEvent({ kind: 'phase', phase: 'restore' });
  const { id } = previous;
  const failed = await reader.get(id);
  assertNoForeignChange({ found: failed.config, desired, previous, unapplied });
  const { target, lost } = reachable(knownConfig(previous.config, desired), failed.config);
  const changes = diffConfigs({ asked: target, found: failed.config });
  const { calls } = routeUpdate({ changes, desired: target, updateApi: 'auto', resend: false });
  // They rode along with the update, and what they were before nobody can know.
  const unverifiable = neverReturnedMembers(desired);
  onEvent({ kind: 'restoring', changes, calls, unverifiable });
  const restored =
    calls.length === 0
      ? failed
      : await writeCalls({ calls, desired: target, live: failed, updateApi: 'auto' }, context);
  if (lost.length > 0) throw notRestorable(previous, lost);
  // What did not serve before is not waited for.
  const serves = judgeReadiness(previous, expectationWithoutWrite).kind === 'ready';
  if (serves) {
    const expectation = expectationOfRestore({ previous, failed, changes });
    await waitUntilReady({ endpoint: restored, expectation, timeoutSeconds: waitSeconds, context });
  }
  onEvent({ kind: 'restored', endpointId: id, serves });
}

/** What the previous reading did not tell stays as the update has brought it: nobody knows what it was. */
function knownConfig(previous: EndpointConfig, desired: EndpointConfig): EndpointConfig {
  return buildConfig((member) => configValue(isUnread(previous, member.path) ? desired : previous, member));
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
function assertNoForeignChange({
  found,
  desired,
  previous: { id, config },
  unapplied,
}: {
  found: EndpointConfig;
  desired: EndpointConfig;
  previous: Endpoint;
  unapplied: readonly Change[];
}): void {
  const fromPrevious = new Set(diffConfigs({ asked: config, found }).map(({ member }) => member));
  const foreign = diffConfigs({ asked: desired, found }).filter(
    ({ member, from }) =>
      fromPrevious.has(member) && !unapplied.some((known) => known.member === member && known.from === from),
  );
  if (foreign.length === 0) return;
  throw new RolloutError({
    code: 'conflict',
    message: `endpoint ${config.name} (${id}) is not restored: somebody else has changed ${foreign.map(({ member }) => member).join(', ')} meanwhile`,
    endpointId: id,
  });
}
