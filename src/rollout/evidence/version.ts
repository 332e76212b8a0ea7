/** Which version a worker runs, by the write and by the order in which the readings have listed the workers. Pure. */

import { certainMs, lateMs, outageMs, settlingMs } from '../../times.ts';
import { hasEarlierWorkers, replacesWorkers } from './effect.ts';
import type { Doubt, Story, Version, WorkerStory } from './story.ts';

/** A worker before its version is known, and a story of such workers. */
export type Unjudged = Omit<WorkerStory, 'version'>;
type Judging = Pick<Story, 'write' | 'endpoint' | 'startedMs' | 'atMs'> & { readonly workers: readonly Unjudged[] };

/**
 * Returns a function that tells the version of each of the workers. A worker is old if it was there before the write.
 * It is new if nothing makes that doubtful: the first doubt that fits is its version.
 */
export function versionsIn(story: Judging): (worker: Unjudged) => Version {
  const { write, workers, atMs } = story;
  const known = ({ id }: Unjudged) => (id === '' ? undefined : write.known(id));
  const others = workers.filter((worker) => known(worker) === undefined);
  const isListedOld = (worker: Unjudged) =>
    known(worker) === 'old' && worker.condition !== 'gone' && worker.lastMs === atMs;
  const oldListed = workers.filter(isListedOld).length;
  const areOldThere = write.unlisted > 0 || oldListed >= write.oldWorkers;
  const doubts: readonly [Doubt, (worker: Unjudged) => boolean][] = [
    ['nameless', ({ id, condition }) => id === '' && condition !== 'starting'],
    ['perhaps-renamed', renamingIn(others, story)],
    ['never-starting', (each) => !each.wasSeenStarting && areOldThere && atMs - write.sentMs < lateMs],
    ['unordered', orderIn(others, { ...story, areOldThere, oldListed })],
  ];
  const hasEarlier = hasEarlierWorkers(write);
  return (worker) => {
    const doubt = hasEarlier ? doubts.find(([, fits]) => fits(worker))?.[0] : undefined;
    return known(worker) ?? doubt ?? 'new';
  };
}

/**
 * Tells whether all workers that show the same may be those that had no ID before the write. Once the endpoint has
 * needed a worker for two minutes, one of its version is listed: if all that are there show the same, it shows that, too.
 */
function renamingIn(
  workers: readonly Unjudged[],
  { write, endpoint, startedMs, atMs }: Judging,
): (worker: Unjudged) => boolean {
  const present = workers.filter(({ condition, lastMs }) => condition !== 'gone' && atMs - lastMs < certainMs);
  const isOneNew = endpoint.config.workerConfig.minNum > 0 && atMs - startedMs >= lateMs;
  return (worker) => {
    const alike = present.filter((each) => showing(each) === showing(worker));
    const certain = isOneNew && alike.length === present.length ? alike.at(-1) : undefined;
    return worker !== certain && alike.slice(0, write.unidentified).includes(worker);
  };
}

/**
 * The service may give the earlier version a new ID, on another host or for more load. So a worker is in doubt while
 * another one, which came before it or at an unknown time, is on its way and shows something else. The workers of the
 * first 30 s have no order: as many as `minNum` are what the write has started; of more, some may be the earlier version.
 */
function orderIn(
  workers: readonly Unjudged[],
  story: Judging & { areOldThere: boolean; oldListed: number },
): (worker: Unjudged) => boolean {
  const { write, endpoint, startedMs, atMs, areOldThere, oldListed } = story;
  const needed = Math.max(1, endpoint.config.workerConfig.minNum);
  const isFound = !replacesWorkers(write);
  const firstUntilMs = Math.max(startedMs, write.sentMs + settlingMs);
  // What an endpoint that keeps its workers starts after the write was started last.
  const isFirst = ({ id, firstMs }: Unjudged) =>
    write.kind === 'keeps' ? write.unordered.has(id) : firstMs <= firstUntilMs;
  // A worker without a GPU has not come. But while old workers are listed, one beyond `minNum` may be added to them.
  const isThere = ({ condition, lastMs }: Unjudged) =>
    (condition === 'healthy' || condition === 'starting') && atMs - lastMs < certainMs;
  const isSurplus = !isFound && oldListed > 0 && workers.filter(isThere).length > needed;
  // One that this run has not seen starting was there before, perhaps.
  const mayHaveBeenThere = ({ wasSeenStarting }: Unjudged) => !wasSeenStarting && !isFound && areOldThere;
  const came = workers.filter((each) => (isSurplus || each.fault !== 'no-capacity') && !mayHaveBeenThere(each));
  const coming = came.filter((each) => isComing(each, { workers, startedMs, atMs }));
  const isUp = ({ condition, lastMs }: Unjudged) => condition === 'healthy' && lastMs === atMs;
  const firsts = came.filter((each) => isFirst(each) && (coming.includes(each) || isUp(each)));
  const isAmongMany = isFound || firsts.length > needed;
  const perhapsBefore = (worker: Unjudged) => {
    if (!isFirst(worker)) return coming.filter(({ firstMs }) => firstMs <= worker.firstMs);
    return isAmongMany || mayHaveBeenThere(worker) ? firsts : [];
  };
  return (worker) => perhapsBefore(worker).some((each) => showing(each) !== showing(worker));
}

/** It starts, or is down and may be restarted; one reading may leave it out. */
function isComing(worker: Unjudged, { workers, startedMs, atMs }: Pick<Judging, 'workers' | 'startedMs' | 'atMs'>) {
  const { condition, fault, faults, sinceMs, lastMs } = worker;
  if (atMs - lastMs >= certainMs) return false;
  if (condition !== 'down') return condition === 'starting';
  // A crash that the version has got past is forgotten, but the worker still shows it.
  const crashes = faults.get('crashed')?.count ?? 1;
  if (fault !== 'crashed' || crashes > 1) return true;
  // The service has put another worker in its place, or has not restarted it for minutes.
  const isReplaced = workers.some(({ firstMs }) => firstMs > startedMs && firstMs >= sinceMs);
  return !isReplaced && atMs - sinceMs < outageMs;
}

/** Workers that show the same need no order: whichever of them is new shows it, too. */
function showing({ condition, fault, faults }: Unjudged): string {
  if (condition === 'healthy') return condition;
  return faults.has('crashed') ? 'crashed' : (fault ?? condition);
}
