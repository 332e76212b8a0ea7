/** Two creations of one name at once: exactly one endpoint stays, by a rule that both runs compute. */

import type { Endpoint } from '../model/endpoint.ts';
import { type Creation, type Look, lookForRivals, type Origin, survivorOf } from './create.ts';
import { deleteWith } from './delete.ts';
import { RolloutError } from './errors.ts';

/** How long the other run gets to take its endpoint away, in milliseconds: pauses before each look. After that it has ended without having seen this one. */
const yieldingPausesMs = [5000, 10_000, 15_000, 30_000];

export interface Contest extends Creation {
  id: string;
  origin: Origin;
}

/**
 * The endpoint to go on with where another run's stays: this run's own is deleted then, if it is certain that it is this run's. Undefined where this run's stays.
 * With `isOver` the other run gets a minute to take away what has to go. When it does not, because it has ended or was killed before it could see this run's,
 * this run's own goes after all: otherwise no later run could tell the two apart. Rejects with `name-ambiguous`, naming all, where that would not be enough.
 */
export async function giveWay(
  contest: Contest,
  { look, isOver = false }: { look: Look; isOver?: boolean },
): Promise<Endpoint | undefined> {
  const { id, origin, context } = contest;
  let { rivals } = look;
  if (rivals.length === 0) return undefined;
  const own = await context.reader.get(id, { deadlineMs: context.deadlineMs() });
  if (!own) return undefined;
  const survivor = survivorOf([own, ...rivals]);
  if (survivor && survivor.id !== id) {
    return giveWayTo(survivor, contest);
  }
  if (!isOver) return undefined;
  for (const pauseMs of yieldingPausesMs) {
    await context.clock.sleep(pauseMs, context.signal);
    ({ rivals } = await lookForRivals(contest));
    if (rivals.length === 0) return undefined;
  }
  const [other, ...more] = rivals;
  if (other && more.length === 0 && origin !== 'found') return giveWayTo(other, contest);
  throw new RolloutError({
    code: 'name-ambiguous',
    message: `endpoint ${id} was created, but another run created ${rivals.map((rival) => rival.id).join(', ')} under the same name "${contest.config.name}"`,
    hint: 'Delete one of them, and give the workflow a `concurrency` group, so that two runs never deploy the same name at once.',
    endpointId: id,
    isInconclusive: true,
  });
}

async function giveWayTo(survivor: Endpoint, { id, origin, config, context }: Contest): Promise<Endpoint> {
  context.onEvent({ kind: 'gave-way', endpointId: id, survivorId: survivor.id });
  if (origin !== 'found') await deleteWith(context, { id, name: config.name });
  return survivor;
}
