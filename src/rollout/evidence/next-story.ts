/** A story and one more reading make the next story. Pure. */

import type { Worker } from '../../model/endpoint.ts';
import { detailOf, type Fault, wordsOf } from '../../model/faults.ts';
import { endpointCondition } from '../../model/states.ts';
import { doubtfulMs, settlingMs } from '../../times.ts';
import { conditionOf, isRunning, workerFault } from './condition.ts';
import { startedBy, type Write } from './effect.ts';
import { type FaultStories, healthyNewWorkers, newWorkers, type Story, type VersionFault } from './story.ts';
import { type Unjudged, versionsIn } from './version.ts';

type Reading = Pick<Story, 'endpoint' | 'atMs'>;

export function startStory(write: Write, { endpoint, atMs }: Reading): Story {
  const first = { write, endpoint, startedMs: atMs, atMs, workers: new Map(), faults: new Map() };
  return continueStory({ ...first, downSinceMs: undefined, hasBeenHealthy: false }, { endpoint, atMs });
}

/** `isTesting`: a worker has to answer right, so health alone does not end a crash. */
export function continueStory(before: Story, { endpoint, atMs }: Reading, isTesting = false): Story {
  const known = new Map<string, Unjudged>(before.workers);
  for (const [place, worker] of endpoint.workers.entries()) {
    // Workers without an ID are told apart by their place in the list.
    const key = worker.id || `at ${place}`;
    known.set(key, nextWorker(before.workers.get(key), worker, { endpoint, atMs }));
  }
  const versionOf = versionsIn({ ...before, endpoint, atMs, workers: [...known.values()] });
  const workers = new Map([...known].map(([key, worker]) => [key, { ...worker, version: versionOf(worker) }]));
  const isDown = !['starting', undefined].includes(endpointCondition(endpoint.state));
  const next = { ...before, endpoint, atMs, workers };
  const overcome = overcomeIn(next, isTesting);
  const lasting = (faults: FaultStories): FaultStories =>
    new Map([...faults].filter(([fault, { lastMs }]) => !overcome(fault, lastMs)));
  const kept = new Map([...workers].map(([key, worker]) => [key, { ...worker, faults: lasting(worker.faults) }]));
  return {
    ...next,
    workers: kept,
    faults: faultsOfVersion({ ...before, workers: kept }),
    downSinceMs: isDown ? (before.downSinceMs ?? atMs) : undefined,
    hasBeenHealthy: before.hasBeenHealthy || healthyNewWorkers(next).length > 0,
  };
}

function nextWorker(before: Unjudged | undefined, worker: Worker, { endpoint, atMs }: Reading): Unjudged {
  const condition = conditionOf(worker, endpoint);
  const runs = isRunning(worker);
  const hasRun = before?.hasRun === true || runs || condition === 'healthy';
  const found = workerFault(worker, endpoint);
  // It has run, so its image was pulled.
  const fault = hasRun && found?.startsWith('image-pull') ? 'crashed' : found;
  return {
    ...worker,
    log: worker.log || (before?.log ?? ''),
    firstMs: before?.firstMs ?? atMs,
    lastMs: atMs,
    condition,
    fault,
    faults: nextFaults(before, { ...worker, condition, fault }, atMs),
    sinceMs: before?.condition === condition ? before.sinceMs : atMs,
    loadingSinceMs: condition === 'starting' && runs ? (before?.loadingSinceMs ?? atMs) : undefined,
    hasRun,
    wasSeenStarting: before?.wasSeenStarting === true || condition !== 'healthy',
  };
}

type Shown = Pick<Unjudged, 'state' | 'condition' | 'fault'>;

function nextFaults(before: Unjudged | undefined, shown: Shown, atMs: number): FaultStories {
  const faults = new Map(before?.faults);
  if (!shown.fault || !isNewlyShown(before, shown)) return faults;
  const words = wordsOf(shown.state);
  // A back-off between two attempts does not refute the registry.
  const isBackOff = shown.fault === 'image-pull' && faults.has('image-pull-definite');
  const fault = isBackOff ? 'image-pull-definite' : shown.fault;
  const known = faults.get(fault);
  const isBetter = !known || (words !== '' && detailOf(words) > detailOf(known.words));
  return faults.set(fault, {
    sinceMs: known?.sinceMs ?? atMs,
    lastMs: atMs,
    count: (known?.count ?? 0) + 1,
    words: isBetter ? words : known.words,
  });
}

/** A crash counts once, when the worker goes down or its words change; any other fault counts at each reading. */
function isNewlyShown(before: Shown | undefined, { condition, state, fault }: Shown): boolean {
  if (fault !== 'crashed') return condition !== 'gone';
  if (condition === 'down') return before?.condition !== 'down';
  // The words of a healthy worker that is removed may be about its regular end.
  if (condition === 'gone') return before?.condition === 'starting';
  return before === undefined || (before.fault !== 'crashed' && wordsOf(before.state) !== wordsOf(state));
}

/** Words count while a worker shows them; a crash counts until a worker of the version has been healthy for a while. */
function overcomeIn(story: Pick<Story, 'write' | 'workers' | 'atMs'>, isTesting: boolean) {
  const { atMs } = story;
  const isPulled = newWorkers(story).some(({ hasRun, condition }) => hasRun && condition !== 'down');
  const isUp = !isTesting && healthyNewWorkers(story).some(({ sinceMs }) => atMs - sinceMs >= settlingMs);
  return (fault: Fault, lastMs: number) => (fault === 'crashed' ? isUp : isPulled || atMs - lastMs >= doubtfulMs);
}

/** The faults of its workers as one. */
function faultsOfVersion({ workers, write }: Pick<Story, 'workers' | 'write'>): Story['faults'] {
  const started = startedBy(write);
  const merged = new Map<Fault, VersionFault>();
  for (const { id, faults, version } of workers.values())
    for (const [fault, story] of version === started ? faults : []) {
      const known = merged.get(fault);
      const teller = !known || detailOf(story.words) > detailOf(known.words) ? { ...story, workerId: id } : known;
      merged.set(fault, {
        sinceMs: Math.min(story.sinceMs, known?.sinceMs ?? story.sinceMs),
        lastMs: Math.max(story.lastMs, known?.lastMs ?? 0),
        count: story.count + (known?.count ?? 0),
        words: teller.words,
        workerId: teller.workerId,
        workers: 1 + (known?.workers ?? 0),
      });
    }
  return merged;
}
