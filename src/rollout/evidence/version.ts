/** Which version a worker runs, by the write and by the order in which the readings have listed the workers. Pure. */

import { certainMs, lateMs, patienceMs, settlingMs } from '../../times.ts';
import type { Doubt, Story, Version, WorkerStory } from './story.ts';

/** A worker before its version is known, and a story of such workers. */
export type Unjudged = Omit<WorkerStory, 'version'>;
type Judging = Pick<Story, 'write' | 'endpoint' | 'startedMs' | 'atMs'> & { readonly workers: readonly Unjudged[] };

/**
 * Returns a function that tells the version of each of the workers. A worker is old if it was there before the write.
 * It is new if it was listed after the write, while no worker that was listed before it was still on its way: the
 * service may give the earlier version a new ID meanwhile, on another host or for more load.
 */
export function versionsIn(story: Judging): (worker: Unjudged) => Version {
  const { write, workers, atMs } = story;
  const known = ({ id }: Unjudged) => (id === '' ? undefined : write.known(id));
  const isOld = (worker: Unjudged) => known(worker) === 'old';
  const others = workers.filter((worker) => known(worker) === undefined);
  const isPerhapsRenamed = renamingIn(others, story);
  const old = workers.filter((worker) => isOld(worker) && isListed(worker, story)).length;
  const areOldThere = write.unlisted > 0 || old >= write.oldWorkers;
  const orderDoubt = orderIn(others, { ...story, areOldThere });
  return (worker) => {
    if (known(worker) || write.oldWorkers + write.unlisted === 0) return known(worker) ?? 'new';
    if (worker.id === '' && (write.unidentified > 0 || worker.condition !== 'starting')) return 'nameless';
    if (isPerhapsRenamed(worker)) return 'perhaps-renamed';
    if (!worker.wasSeenStarting && areOldThere && atMs - write.sentMs < lateMs) return 'never-starting';
    return orderDoubt(worker) ?? 'new';
  };
}

function isListed({ condition, lastMs }: Unjudged, { atMs }: Pick<Story, 'atMs'>): boolean {
  return condition !== 'gone' && lastMs === atMs;
}

/**
 * Tells whether all workers that show the same may be those that had no ID before the write. The service removes these
 * first, so workers that are gone count as some of them.
 */
function renamingIn(workers: readonly Unjudged[], { write, atMs }: Judging): (worker: Unjudged) => boolean {
  const isGone = ({ condition, lastMs }: Unjudged) => condition === 'gone' || atMs - lastMs >= certainMs;
  const named = workers.filter(({ id }) => id !== '');
  // The ID of a worker without one may first be shown at its end.
  const gone = named.filter((each) => isGone(each) && (each.condition !== 'gone' || each.firstMs !== each.sinceMs));
  return (worker) => {
    const alike = named.filter((each) => !isGone(each) && showing(each) === showing(worker));
    return [...gone, ...alike].slice(0, write.unidentified).includes(worker);
  };
}

/**
 * Tells why a worker may be of the earlier version although its ID is new: another one, which came before it or at an
 * unknown time, is not up yet, and shows something else. Those of the first 30 s have no order: as many as `minNum` are
 * what the write has started, of more some may be the earlier version.
 */
function orderIn(
  workers: readonly Unjudged[],
  { write, endpoint, startedMs, atMs, areOldThere }: Judging & { areOldThere: boolean },
): (worker: Unjudged) => Doubt | undefined {
  const isFound = write.origin === 'found' || write.effect === 'keeps';
  const firstUntilMs = isFound ? startedMs : Math.max(startedMs, write.sentMs + settlingMs);
  // What an endpoint that keeps its workers starts after the write was started last.
  const isFirst = ({ id, firstMs }: Unjudged) =>
    write.effect === 'keeps' ? write.unordered.has(id) : firstMs <= firstUntilMs;
  // A worker without a GPU has not come. One that this run has not seen starting was there before, perhaps.
  const mayHaveBeenThere = ({ wasSeenStarting }: Unjudged) => !wasSeenStarting && !isFound && areOldThere;
  const came = workers.filter((each) => each.fault !== 'no-capacity' && !mayHaveBeenThere(each));
  const coming = came.filter((each) => isComing(each, { workers, startedMs, atMs }));
  const isUp = ({ condition, lastMs }: Unjudged) => condition === 'healthy' && lastMs === atMs;
  const firsts = came.filter((each) => isFirst(each) && (coming.includes(each) || isUp(each)));
  const isAmongMany = isFound || firsts.length > Math.max(1, endpoint.config.workerConfig.minNum);
  return (worker) => {
    const disagrees = (each: Unjudged) => showing(each) !== showing(worker);
    const isEarlier = (each: Unjudged) => isFirst(each) || each.firstMs <= worker.firstMs;
    if (!isFirst(worker)) return coming.some((each) => isEarlier(each) && disagrees(each)) ? 'overtaking' : undefined;
    const isOneOfFew = !isAmongMany && !mayHaveBeenThere(worker);
    return !isOneOfFew && firsts.some(disagrees) ? 'unordered' : undefined;
  };
}

/** It starts, or is down and may be restarted; one reading may leave it out. */
function isComing(worker: Unjudged, { workers, startedMs, atMs }: Omit<Judging, 'write' | 'endpoint'>): boolean {
  const { id, condition, fault, faults, sinceMs, lastMs } = worker;
  if (atMs - lastMs >= (id === '' ? 1 : certainMs)) return false;
  if (condition !== 'down') return condition === 'starting';
  // A crash that the version has got past is forgotten, but the worker still shows it.
  if ((faults.get('crashed')?.count ?? Number(fault === 'crashed')) !== 1) return true;
  // The service has put another worker in its place, or has not restarted it for minutes.
  const isReplaced = workers.some(({ firstMs }) => firstMs > startedMs && firstMs >= sinceMs);
  return !isReplaced && atMs - sinceMs < patienceMs;
}

/** Workers that show the same need no order: whichever of them is new shows it, too. */
function showing({ condition, fault, faults }: Unjudged): string {
  if (condition === 'healthy') return condition;
  return faults.has('crashed') ? 'crashed' : (fault ?? condition);
}
