/** A story and one more reading make the next story. Pure. */

import type { Endpoint, State, Worker } from '../../model/endpoint.ts';
import { detailOf, type Fault, faultNamedIn, wordsOf } from '../../model/faults.ts';
import { endpointCondition } from '../../model/states.ts';
import { forgottenMs, lateWorkersMs, steadyAfterCrashMs, stillMs } from '../../times.ts';
import { conditionOf, isPresent, isRunning, type WorkerCondition, workerFault } from './condition.ts';
import type { Effect, Write } from './effect.ts';
import {
  type FaultStory,
  healthyNewWorkers,
  isDoubtful,
  newWorkers,
  presentWorkers,
  type Story,
  type WorkerStory,
} from './story.ts';

interface SeenEndpoint {
  endpoint: Endpoint;
  atMs: number;
}

export function startStory(write: Write, { endpoint, atMs }: SeenEndpoint): Story {
  const times = { startedMs: atMs, atMs, stillSinceMs: atMs, downSinceMs: undefined };
  const nothing = { workers: new Map(), faults: new Map(), hasBeenHealthy: false, newIds: new Set<string>() };
  const before = { ...endpoint, state: write.stateBefore ?? { state: '', error: '', message: '' } };
  return continueStory({ ...times, ...nothing, write, effect: write.effect, endpoint: before }, { endpoint, atMs });
}

/** `isTesting`: a worker has to answer right, so health alone does not end a crash. */
export function continueStory(before: Story, { endpoint, atMs }: SeenEndpoint, isTesting = false): Story {
  const seen = { ...before, endpoint, atMs, effect: effectAfter(before, { endpoint, atMs }) };
  const workers = new Map<string, WorkerStory>();
  for (const worker of endpoint.workers) {
    // Workers without an ID, and IDs that are listed twice, are told apart by their place in the list.
    let key = worker.id;
    while (key === '' || workers.has(key)) key += '\n';
    workers.set(key, nextWorker(before.workers.get(key), worker, seen));
  }
  const isStill = signatureOf(workers) === signatureOf(before.workers);
  const isDown = !['starting', undefined].includes(endpointCondition(endpoint.state));
  const newIds = newWorkers({ workers }).flatMap(({ id }) => (id === '' ? [] : id));
  const stillSinceMs = isStill ? before.stillSinceMs : atMs;
  const next = { ...seen, workers, stillSinceMs, newIds: before.newIds.union(new Set(newIds)) };
  return {
    ...next,
    faults: nextFaults(before, next, isTesting),
    downSinceMs: isDown ? (before.downSinceMs ?? atMs) : undefined,
    hasBeenHealthy: before.hasBeenHealthy || (!isDoubtful(next) && healthyNewWorkers(next).length > 0),
  };
}

/**
 * What an open write turns out to do. It replaces workers if more new ones are listed than scaling up explains. It
 * keeps them if no new one is listed within two minutes, or if those added for `minNum` are healthy beside the old.
 */
function effectAfter(before: Story, { endpoint, atMs }: SeenEndpoint): Effect {
  const { effect, write } = before;
  if (effect !== 'open') return effect;
  const listed = endpoint.workers.filter((worker) => worker.id !== '' && isPresent(worker));
  const kept = listed.filter(({ id }) => write.wasThere(id) && !write.isSuperseded(id)).length;
  const added = listed.filter(({ id }) => !write.wasThere(id)).length;
  const { minNum } = endpoint.config.workerConfig;
  if (added > Math.max(0, minNum - kept)) return 'replaces';
  const isScaledUp = added > 0 && kept > 0 && added + kept === minNum && areStill(before, atMs);
  const isOver = atMs >= write.sentMs + lateWorkersMs;
  return (isScaledUp || isOver) && endpointCondition(endpoint.state) !== 'starting' ? 'keeps' : 'open';
}

function areStill({ workers, stillSinceMs }: Story, atMs: number): boolean {
  return (
    atMs - stillSinceMs >= stillMs && presentWorkers({ workers }).every(({ condition }) => condition === 'healthy')
  );
}

function nextWorker(
  before: WorkerStory | undefined,
  worker: Worker,
  { write, effect, endpoint, atMs }: Pick<Story, 'write' | 'effect' | 'endpoint' | 'atMs'>,
): WorkerStory {
  const condition = conditionOf(worker, endpoint);
  const runs = isRunning(worker);
  const hasRun = before?.hasRun === true || runs || condition === 'healthy';
  const found = workerFault(worker, endpoint);
  const isOld = effect === 'keeps' ? write.isSuperseded : write.wasThere;
  // Without an ID: old, unless it is starting.
  const isNamelessOld = effect !== 'keeps' && write.hadWorkers && condition !== 'starting';
  return {
    ...worker,
    log: worker.log || (before?.log ?? ''),
    isOld: worker.id === '' ? isNamelessOld : isOld(worker.id),
    firstMs: before?.firstMs ?? atMs,
    condition,
    // It has run, so its image was pulled.
    fault: hasRun && found?.startsWith('image-pull') ? 'crashed' : found,
    sinceMs: before?.condition === condition ? before.sinceMs : atMs,
    loadingSinceMs: condition === 'starting' && runs ? (before?.loadingSinceMs ?? atMs) : undefined,
    hasRun,
    downs: (before?.downs ?? 0) + (condition === 'down' && before?.condition !== 'down' ? 1 : 0),
  };
}

function signatureOf(workers: Story['workers']): string {
  const shown = presentWorkers({ workers }).map(({ id, condition }) => `${id} ${condition}`);
  return shown.sort().join();
}

/** A worker that shows a fault, or the endpoint itself for a worker that is not listed. */
interface FaultSource {
  readonly id: string | undefined;
  readonly state: State;
  readonly condition: WorkerCondition;
  readonly fault: Fault | undefined;
}

/** The endpoint's own words may be about an old worker: they count only if they are new and no worker is listed. */
function endpointAsSource({ state, workers }: Endpoint, { stateBefore }: Write): FaultSource | undefined {
  const words = wordsOf(state);
  const fault = workers.some(isPresent) ? undefined : faultNamedIn(words);
  if (!fault || (stateBefore && words === wordsOf(stateBefore))) return undefined;
  return { id: undefined, state, condition: fault === 'crashed' ? 'down' : 'starting', fault };
}

function nextFaults(before: Story, story: Story, isTesting: boolean): Story['faults'] {
  const { atMs, write } = story;
  const faults = new Map(before.faults);
  // If nothing that starts a worker has changed, the faults of old workers are faults of this version, too.
  const isOurs = ({ isOld, id }: WorkerStory) => !isOld || (write.scope !== 'version' && !write.isSuperseded(id));
  const ours = [...story.workers].filter(([, worker]) => isOurs(worker));
  const sources: [FaultSource | undefined, FaultSource | undefined][] = [
    ...ours.map(([key, worker]): [FaultSource | undefined, FaultSource] => [before.workers.get(key), worker]),
    [endpointAsSource(before.endpoint, write), endpointAsSource(story.endpoint, write)],
  ];
  for (const [earlier, source] of sources) {
    if (!source?.fault || !isNewlyShown(earlier, source)) continue;
    const { fault, id } = source;
    const words = wordsOf(source.state);
    const known = faults.get(fault);
    const hasMoreDetail = !known || detailOf(words) > detailOf(known.words);
    faults.set(fault, {
      sinceMs: known?.sinceMs ?? atMs,
      lastMs: atMs,
      count: (known?.count ?? 0) + 1,
      words: hasMoreDetail && words !== '' ? words : (known?.words ?? ''),
      workerId: hasMoreDetail ? id : known.workerId,
      ...((known?.isOfSeveral || (known && known.workerId !== id)) && { isOfSeveral: true as const }),
    });
  }
  // A back-off between two attempts does not refute the registry.
  const definite = faults.get('image-pull-definite');
  if (definite && definite.lastMs !== atMs && ours.some(([, { fault }]) => fault === 'image-pull'))
    faults.set('image-pull-definite', { ...definite, lastMs: atMs, count: definite.count + 1 });
  if (!isDoubtful(story)) forgetOvercome(faults, story, isTesting);
  return faults;
}

/** Words count while a worker shows them; a crash counts until a worker of the version has been healthy for a while. */
function forgetOvercome(faults: Map<Fault, FaultStory>, story: Story, isTesting: boolean): void {
  const { atMs } = story;
  const fresh = newWorkers(story);
  const isPulled = fresh.some(({ hasRun, condition }) => hasRun && condition !== 'down');
  for (const fault of ['image-pull-definite', 'image-pull', 'no-capacity'] as const)
    if (isPulled || atMs - (faults.get(fault)?.lastMs ?? atMs) >= forgottenMs[fault]) faults.delete(fault);
  const isUp = ({ condition, sinceMs }: WorkerStory) => condition === 'healthy' && atMs - sinceMs >= steadyAfterCrashMs;
  if (!isTesting && fresh.some(isUp)) faults.delete('crashed');
}

/** A crash counts once, when the worker goes down or its words change; any other fault counts at each reading. */
function isNewlyShown(before: FaultSource | undefined, { condition, state, fault }: FaultSource): boolean {
  if (fault !== 'crashed') return condition !== 'gone';
  if (condition === 'down') return before?.condition !== 'down';
  // The words of a healthy worker that is removed may be about its regular end.
  if (condition === 'gone') return before?.condition === 'starting';
  return before === undefined || (before.fault !== 'crashed' && wordsOf(before.state) !== wordsOf(state));
}
