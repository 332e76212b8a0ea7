/** A story and one more reading make the next story. Pure. */

import type { Endpoint, Worker } from '../../model/endpoint.ts';
import { detailOf, type Fault, wordsOf } from '../../model/faults.ts';
import { endpointCondition } from '../../model/states.ts';
import { doubtfulMs, settlingMs } from '../../times.ts';
import { conditionOf, isRunning, workerFault } from './condition.ts';
import { startedBy, type Write } from './effect.ts';
import { type FaultCount, type FaultCounts, healthyStarted, type Story, startedWorkers } from './story.ts';
import { type Unjudged, versionsIn } from './version.ts';

interface Seen {
  readonly endpoint: Endpoint;
  readonly atMs: number;
}

export function startStory(write: Write, seen: Seen): Story {
  const nothing = { workers: new Map(), faults: new Map(), downSinceMs: undefined, hasBeenHealthy: false };
  return continueStory({ ...nothing, ...seen, write, startedMs: seen.atMs }, seen);
}

/** `isTesting`: a worker has to answer right, so health alone does not end a crash. */
export function continueStory(before: Story, { endpoint, atMs }: Seen, isTesting = false): Story {
  const known = new Map<string, Unjudged>(before.workers);
  for (const [place, worker] of endpoint.workers.entries()) {
    // Workers without an ID are told apart by their place in the list.
    const key = worker.id || `at ${place}`;
    known.set(key, nextWorker(before.workers.get(key), worker, { endpoint, atMs }));
  }
  const versionOf = versionsIn({ ...before, endpoint, atMs, workers: [...known.values()] });
  const workers = new Map([...known].map(([key, worker]) => [key, { ...worker, version: versionOf(worker) }]));
  const isDown = !['starting', undefined].includes(endpointCondition(endpoint.state));
  const downSinceMs = isDown ? (before.downSinceMs ?? atMs) : undefined;
  const next = { ...before, endpoint, atMs, workers, downSinceMs };
  const isOvercome = overcomeIn(next, isTesting);
  for (const [key, worker] of workers)
    workers.set(key, { ...worker, faults: new Map([...worker.faults].filter((each) => !isOvercome(...each))) });
  const hasBeenHealthy = before.hasBeenHealthy || healthyStarted(next).length > 0;
  return { ...next, faults: faultsOfVersion(next), hasBeenHealthy };
}

function nextWorker(before: Unjudged | undefined, worker: Worker, { endpoint, atMs }: Seen): Unjudged {
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

function nextFaults(before: Unjudged | undefined, shown: Shown, atMs: number): FaultCounts {
  const faults = new Map(before?.faults);
  if (!shown.fault || !isNewlyShown(before, shown)) return faults;
  const words = wordsOf(shown.state);
  // A back-off between two attempts does not refute the registry.
  const isBackOff = shown.fault === 'image-pull' && faults.has('image-pull-definite');
  const fault = isBackOff ? 'image-pull-definite' : shown.fault;
  const known = faults.get(fault);
  const isBetter = !known || detailOf(words) > detailOf(known.words);
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
function overcomeIn(story: Story, isTesting: boolean) {
  const { atMs } = story;
  const isPulled = startedWorkers(story).some(({ hasRun, condition }) => hasRun && condition !== 'down');
  const isUp = !isTesting && healthyStarted(story).some(({ sinceMs }) => atMs - sinceMs >= settlingMs);
  return (fault: Fault, { lastMs }: FaultCount) =>
    fault === 'crashed' ? isUp : isPulled || atMs - lastMs >= doubtfulMs;
}

/** The faults of all workers of the version as one, with the words of the worker that says most. */
function faultsOfVersion({ workers, write }: Story): Story['faults'] {
  const ofVersion = [...workers.values()].filter(({ version }) => version === startedBy(write));
  const told = ofVersion.flatMap(({ id, faults }) => Array.from(faults, ([fault, count]) => ({ ...count, fault, id })));
  const merged = Array.from(
    Map.groupBy(told, ({ fault }) => fault),
    ([fault, counts]) => {
      const { id, words } = counts.reduce((most, each) => (detailOf(each.words) > detailOf(most.words) ? each : most));
      const sinceMs = Math.min(...counts.map((each) => each.sinceMs));
      const lastMs = Math.max(...counts.map((each) => each.lastMs));
      const count = counts.reduce((sum, each) => sum + each.count, 0);
      return [fault, { sinceMs, lastMs, count, words, workerId: id, workers: counts.length }] as const;
    },
  );
  return new Map(merged);
}
