/** Before a write, the endpoint is read until the workers of the last write are listed: later ones are then new. */

import type { Endpoint } from '../../model/endpoint.ts';
import { readWriteNote } from '../../model/record.ts';
import { shortenedHas } from '../../model/shortened.ts';
import { freshMs, lateMs, settlingMs } from '../../times.ts';
import type { RolloutContext } from '../context.ts';
import { isPresent } from '../evidence/condition.ts';
import { ageMs, isUnidentifiedIn } from '../evidence/effect.ts';
import { type Observation, observe, type Target } from './observe.ts';

/** An endpoint as it was read last, and what a reading of it shows while nobody changes it. */
interface LastReading {
  endpoint: Endpoint;
  target: Target;
  /** On the clock's monotonic time; undefined for just now. */
  readMs?: number | undefined;
}

/**
 * Resolves with the endpoint once as many workers as `minNum` are listed with IDs since the last write and the one
 * before it, or the last is two minutes old; with the given one if it cannot be read. Rejects with `conflict` when
 * someone has changed it.
 */
export async function settle(known: LastReading, context: RolloutContext): Promise<Endpoint> {
  const waitMs = unsettledMs(known.endpoint, context.clock.date());
  if (waitMs === 0) return known.endpoint;
  context.onEvent({ kind: 'awaiting', what: 'listed-workers', leftSeconds: Math.ceil(waitMs / 1000) });
  const isSettled = (endpoint: Endpoint) => unsettledMs(endpoint, context.clock.date()) === 0;
  return await readAgain(known, { isEnough: isSettled, forMs: waitMs, context });
}

/** The endpoint as it is now: read again if the reading is older than five seconds. Rejects as {@link settle}. */
export async function refresh(known: LastReading, context: RolloutContext): Promise<Endpoint> {
  const nowMs = context.clock.monotonicMs();
  if (nowMs - (known.readMs ?? nowMs) <= freshMs) return known.endpoint;
  return await readAgain(known, { isEnough: () => true, forMs: 0, context });
}

async function readAgain(
  { endpoint: given, target }: LastReading,
  { isEnough, forMs, context }: { isEnough: (endpoint: Endpoint) => boolean; forMs: number; context: RolloutContext },
): Promise<Endpoint> {
  const decide = ({ endpoint, match }: Observation) =>
    match.kind === 'applied' && isEnough(endpoint) ? endpoint : undefined;
  const deadlineMs = context.clock.monotonicMs() + forMs + settlingMs + freshMs;
  return (await observe(target, { decide, deadlineMs, context })) ?? given;
}

/** For how many milliseconds workers of the last write may still be missing from the list; 0 when all are listed. */
export function unsettledMs(live: Endpoint, now: Date): number {
  const { writtenAt, oldWorkers, unsettled } = readWriteNote(live.config) ?? {};
  if (writtenAt === undefined) return 0;
  const wasThere = shortenedHas(oldWorkers);
  const listed = live.workers.filter((each) => isPresent(each) && (each.id === '' || !wasThere(each.id)));
  const areListed = listed.length >= live.config.workerConfig.minNum && !listed.some(isUnidentifiedIn(live));
  if (areListed && !unsettled) return 0;
  return Math.max(0, lateMs - ageMs(writtenAt, now));
}
