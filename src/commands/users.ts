/** What users of an endpoint lose while it is updated, watched beside the rollout. */

import { comparisonOf } from '../model/compare.ts';
import type { Plan } from '../plan/plan.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { isReady } from '../rollout/evidence/condition.ts';
import type { CommandContext } from './context.ts';

/** Counts only where workers are replaced that serve users: of an endpoint that is awake, and not of a preview or candidate. */
export async function watchUsers(plan: Plan, { inputs, preview, connections }: CommandContext) {
  const { live, operation, workers, tests } = plan;
  if (operation !== 'update' || workers === 'kept' || inputs.wait === 'none') return undefined;
  const isAwake = live.config.workerConfig.minNum > 0 && live.workers.some((worker) => isReady(worker, live));
  if (!isAwake || preview || comparisonOf(plan)) return undefined;
  const watch = await connections.watch({ live, tests });
  if (!watch) return undefined;
  const { now, end } = watch;
  const oldIds = new Set(live.workers.map(({ id }) => id));
  let isRestoring = false;
  const follow = (event: RolloutEvent) => {
    isRestoring ||= event.kind === 'restoring';
    if (event.kind !== 'reading') return;
    const { endpoint } = event;
    const serving = endpoint.workers.filter((worker) => isReady(worker, endpoint));
    const old = serving.filter(({ id }) => oldIds.has(id));
    // Users lose nothing while both serve, and requests would keep an old worker awake that is to stop.
    now.isPaused = old.length > 0 && old.length < serving.length;
    const stopped = serving.length === 0 ? 'while the old worker stopped' : '';
    now.during = isRestoring ? 'during the restore' : stopped;
  };
  return { follow, end };
}
