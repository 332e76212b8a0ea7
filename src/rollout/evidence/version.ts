/** Which version a worker runs, by the write and by the order in which the readings have listed the workers. Pure. */

import { certainMs, doubtfulMs, lateMs, orderMs, restartMs } from '../../times.ts';
import { hasEarlierWorkers, hasReplacedWorkers, startedBy, type WorkerVersion } from './effect.ts';
import { isDoubtful, isOld, type SeenWorker, type Story, type Version } from './story.ts';

/** A worker before its version is known, and a story of such workers. */
export type Unjudged = Omit<SeenWorker, 'version'>;
type OpenStory = Pick<Story, 'write' | 'endpoint' | 'startedMs' | 'atMs'> & { readonly workers: readonly Unjudged[] };

/**
 * Returns a function that tells the version of each of the workers. The write knows those that were listed before it.
 * Another one runs the version that the write has started, if nothing makes that doubtful: time alone never does.
 */
export function versionsIn(story: OpenStory): (worker: Unjudged) => Version {
  const { write, workers, atMs } = story;
  const known = ({ id }: Unjudged) => (id === '' ? undefined : write.known(id));
  const others = workers.filter((worker) => known(worker) === undefined);
  const stoppedFor = stoppedIn(workers.filter(known), story);
  const isNeverStarting = (worker: Unjudged) => !worker.wasSeenStarting && stoppedFor(worker) <= 0;
  const isRenamed = renamingIn(others, story);
  const orderOf = orderIn(others, { ...story, stoppedFor });
  const isLost = (id: string) =>
    !workers.some((each) => each.id === id && each.condition !== 'gone' && atMs - each.lastMs < certainMs);
  const isOpen = write.found?.isByHand === true || [...(write.found?.unready ?? [])].some(isLost);
  const judge = (worker: Unjudged): Version => {
    if (!hasEarlierWorkers(write)) return startedBy(write);
    if (worker.id === '' && worker.condition !== 'starting') return 'nameless';
    if (isRenamed(worker)) return 'perhaps-renamed';
    if (isNeverStarting(worker) && atMs - write.sentMs < lateMs) return 'never-starting';
    const isTold = isOpen || (isNeverStarting(worker) && hasReplacedWorkers(write));
    return orderOf(worker) ?? (isTold ? 'told' : startedBy(write));
  };
  const versions = new Map(others.map((worker) => [worker, judge(worker)]));
  const failing = failingIn(versions, story);
  return (worker) => known(worker) ?? (failing.has(worker) ? startedBy(write) : (versions.get(worker) ?? 'nameless'));
}

/**
 * Whether a worker fails that nothing orders, while no more than one of those works: the earlier version has worked, so
 * the failure is of the version that the write has started.
 */
function failingIn(versions: ReadonlyMap<Unjudged, Version>, { write, atMs }: OpenStory): ReadonlySet<Unjudged> {
  const present = [...versions].filter(([{ condition, lastMs }]) => condition !== 'gone' && lastMs === atMs);
  const isUp = present.some(([{ condition }, version]) => version === startedBy(write) && condition === 'healthy');
  const unordered = present.flatMap(([worker, version]) => (version === 'unordered' ? [worker] : []));
  const failing = unordered.filter((worker) => ['crashed', 'image-pull-definite'].includes(showing(worker)));
  return new Set(!isUp && unordered.length - failing.length <= 1 ? failing : []);
}

/**
 * Counts the needed workers of the version before that have stopped in an orderly way, as they do when a new one is
 * healthy. A host that is lost shows a failure, or leaves the list before the other worker is healthy.
 */
function stoppedIn(old: readonly Unjudged[], { write, atMs }: OpenStory): (worker: Unjudged) => number {
  return ({ sinceMs }) => {
    const stays = ({ id, condition, faults, lastMs }: Unjudged) =>
      write.known(id) === 'superseded' ||
      faults.size > 0 ||
      (condition !== 'gone' && (atMs - lastMs < certainMs || lastMs < sinceMs));
    return write.oldCount - write.spare - old.filter(stays).length;
  };
}

/**
 * Tells whether all workers that show the same may be those that had no ID before the write. Once the endpoint has
 * needed a worker for two minutes, one of its version is listed: if all show the same, it shows that, too.
 */
function renamingIn(workers: readonly Unjudged[], { write, endpoint, startedMs, atMs }: OpenStory) {
  const present = workers.filter(({ condition, lastMs }) => condition !== 'gone' && atMs - lastMs < certainMs);
  const isOneNew = endpoint.config.workerConfig.minNum > 0 && atMs - startedMs >= lateMs;
  return (worker: Unjudged) => {
    const alike = present.filter((each) => showing(each) === showing(worker));
    const certain = isOneNew && alike.length === present.length ? alike.at(-1) : undefined;
    return worker !== certain && alike.slice(0, write.unidentified).includes(worker);
  };
}

/**
 * The service may give the earlier version a new ID, on another host or for more load. So a worker is in doubt while
 * another one, which came before it or at an unknown time, is on its way and shows something else. That one has not
 * come back for six minutes, or has found no GPU: then the doubt is told, and no longer waited for.
 */
function orderIn(workers: readonly Unjudged[], story: OpenStory & { stoppedFor: (worker: Unjudged) => number }) {
  const { write, startedMs, atMs, stoppedFor } = story;
  const isUp = ({ condition, lastMs }: Unjudged) => condition === 'healthy' && lastMs === atMs;
  // As many old workers have stopped since the write as are healthy in their place.
  const isProved = (worker: Unjudged) => {
    const rank = workers.filter((each) => isUp(each) && each.sinceMs <= worker.sinceMs).length;
    return hasReplacedWorkers(write) && isUp(worker) && stoppedFor(worker) >= rank;
  };
  const isComing = ({ condition, lastMs }: Unjudged) =>
    (condition === 'starting' || condition === 'down') && atMs - lastMs < certainMs;
  const listedMs = ({ id, firstMs }: Unjudged) => (write.found?.unordered.has(id) ? startedMs - orderMs : firstMs);
  const mayComeFirst = (other: Unjudged, worker: Unjudged) => {
    const afterMs = listedMs(other) - listedMs(worker);
    const isFirst = afterMs <= -orderMs;
    if (isProved(worker) && (!isFirst || other.fault === 'no-capacity')) return false;
    if (isFirst) return isComing(other);
    // A worker that the write has started may be listed late, after another one that is healthy by then.
    const isBeside = afterMs < orderMs || (isUp(worker) && listedMs(other) < write.sentMs + lateMs);
    return isBeside && (isComing(other) || (isUp(other) && !isProved(other)));
  };
  const isLasting = ({ condition, fault, sinceMs }: Unjudged) =>
    (condition === 'down' && fault === 'crashed' && atMs - sinceMs >= restartMs) ||
    (fault === 'no-capacity' && atMs - write.sentMs >= restartMs);
  return (worker: Unjudged) => {
    const first = workers.filter((each) => showing(each) !== showing(worker) && mayComeFirst(each, worker));
    const isEarly = hasReplacedWorkers(write) && isUp(worker) && !isProved(worker) && atMs - write.sentMs < doubtfulMs;
    if (first.length === 0) return isEarly ? 'early' : undefined;
    return first.every(isLasting) ? 'told' : 'unordered';
  };
}

/** Workers that show the same need no order: whichever of them is new shows it, too. */
function showing({ condition, fault, faults }: Unjudged): string {
  if (condition === 'healthy') return condition;
  return faults.has('crashed') ? 'crashed' : (fault ?? condition);
}

/** The versions by ID. Where no other worker comes, a worker that starts again may run either version. */
export function toldVersions(story: Story): Map<string, WorkerVersion> {
  const workers = [...story.workers.values()];
  const areRestarting = workers.every((worker) => isOld(story, worker) && worker.wasSeenStarting);
  return new Map(workers.map(({ id, version }) => [id, areRestarting || isDoubtful(version) ? 'unknown' : version]));
}
