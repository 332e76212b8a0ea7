/** What users of an endpoint lose while it is updated: watched beside the rollout, and told. */

import { comparisonOf } from '../model/compare.ts';
import type { Plan } from '../plan/plan.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { isReady } from '../rollout/evidence/condition.ts';
import type { Availability, Watch } from '../tests/availability.ts';
import type { CommandContext } from './context.ts';

interface Users {
  follow(event: RolloutEvent): void;
  end(): Availability;
}

/** Counts only where workers are replaced that serve users: of an endpoint that is awake, and not of a preview or candidate. */
export async function watchUsers(plan: Plan, context: CommandContext): Promise<Users | undefined> {
  const { live, operation, workers, tests } = plan;
  const { inputs, preview, connections } = context;
  if (operation !== 'update' || workers === 'kept' || inputs.wait === 'none') return undefined;
  const isAwake = live.config.workerConfig.minNum > 0 && live.workers.some((worker) => isReady(worker, live));
  const endpointUrl = URL.parse(live.url);
  const healthPath = live.config.healthy.path;
  if (!isAwake || !endpointUrl || preview || comparisonOf(plan)) return undefined;
  const watch = await connections.watch({ endpointUrl, tests, healthPath });
  if (!watch) return undefined;
  const oldIds = new Set(live.workers.map(({ id }) => id));
  return { follow: (event) => follow(event, { watch, oldIds }), end: watch.end };
}

function follow(event: RolloutEvent, { watch: { now }, oldIds }: { watch: Watch; oldIds: ReadonlySet<string> }): void {
  const restore = 'during the restore';
  if (event.kind === 'restoring') now.during = restore;
  if (event.kind !== 'reading') return;
  const { endpoint } = event;
  const serving = endpoint.workers.filter((worker) => isReady(worker, endpoint));
  const old = serving.filter(({ id }) => oldIds.has(id));
  // Users lose nothing while both serve, and requests would keep an old worker awake that is to stop.
  now.isPaused = old.length > 0 && old.length < serving.length;
  if (now.during !== restore) now.during = serving.length === 0 ? 'while the old worker stopped' : '';
}
