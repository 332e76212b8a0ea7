// The workers of one endpoint across its writes, wake-ups and idle stops, as immutable values: the past stays readable.
import { type Pace, paceOf, readyAfterMs, type StateView, type WorkerScript } from './worker-life.ts';
import {
  endpointStateAt,
  type Generation,
  type ReplacementRules,
  type StartedWorker,
  type WorkerView,
  workersAt,
} from './worker-replacement.ts';

/** A worker that is only listed: dead, removed, or otherwise there without a life of its own. */
export interface ListedWorker {
  readonly id: string;
  readonly state: StateView;
  readonly healthy: boolean;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Running workers that are not healthy for a while, in place: a failed check, a restart, a pause. */
interface Interruption {
  readonly workerIds: ReadonlySet<string>;
  /** Default: the one that they have. */
  readonly state: string | undefined;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Fleet {
  readonly generations: readonly Generation[];
  readonly listed: readonly ListedWorker[];
  readonly interruptions: readonly Interruption[];
}

export const emptyFleet: Fleet = { generations: [], listed: [], interruptions: [] };

const lasting = Number.POSITIVE_INFINITY;

type NextId = () => string;

/** New workers for a new configuration; those of earlier ones go as the rules say. */
export function rollOut(
  fleet: Fleet,
  write: {
    readonly image: string;
    readonly minNum: number;
    readonly script: WorkerScript;
    readonly pace: Pace;
    readonly atMs: number;
    readonly keepIds: boolean;
    readonly nextId: NextId;
  },
): Fleet {
  const { image, minNum, script, atMs } = write;
  const startedAtMs = atMs + (script.appearAfterMs ?? 0);
  const keptIds = write.keepIds ? standing(fleet.generations.at(-1)).map((worker) => worker.id) : [];
  const pace = paceOf(write.pace, script.pace);
  const workers = Array.from({ length: minNum }, (_, index) => keptIds[index] ?? write.nextId()).flatMap((id) =>
    startedWorkers({ id, startedAtMs, stopAtMs: lasting }, { script, pace, nextId: write.nextId }),
  );
  const generation: Generation = {
    revision: fleet.generations.length + 1,
    writtenAtMs: atMs,
    image,
    script,
    pace,
    requiredWorkers: minNum,
    workers,
  };
  return { ...fleet, generations: [...fleet.generations, generation] };
}

/** A worker and, when its script loses it, those that take its place one after another. */
function startedWorkers(
  worker: StartedWorker,
  by: { readonly script: WorkerScript; readonly pace: Pace; readonly nextId: NextId },
): readonly StartedWorker[] {
  const { lostAfterMs, losses = 1, ...lasts } = by.script;
  if (lostAfterMs === undefined) return [worker];
  return Array.from({ length: losses + 1 }, (_, index) => ({
    ...worker,
    id: index === 0 ? worker.id : by.nextId(),
    startedAtMs: worker.startedAtMs + index * lostAfterMs,
    ...(index === losses && { script: lasts, pace: by.pace }),
  }));
}

/** The same container, another number of workers. */
export function scale(
  fleet: Fleet,
  to: { readonly minNum: number; readonly atMs: number; readonly nextId: NextId },
): Fleet {
  const { minNum, atMs, nextId } = to;
  return withNewest(fleet, (generation) => {
    const surplus = new Set(standing(generation).slice(minNum));
    const left = generation.workers.map((worker) => (surplus.has(worker) ? { ...worker, stopAtMs: atMs } : worker));
    const missing = Math.max(0, minNum - standing(generation).length);
    const added = Array.from({ length: missing }, () => ({ id: nextId(), startedAtMs: atMs, stopAtMs: lasting }));
    return { ...generation, requiredWorkers: minNum, workers: [...left, ...added] };
  });
}

/** The autoscaler adds a worker to those of the last write. */
export function scaleOut(
  fleet: Fleet,
  added: { readonly id: string; readonly atMs: number; readonly script: WorkerScript; readonly pace: Pace },
): Fleet {
  const { id, atMs, script } = added;
  const startedAtMs = atMs + (script.appearAfterMs ?? 0);
  const worker = { id, startedAtMs, stopAtMs: lasting, script, pace: paceOf(added.pace, script.pace) };
  return withNewest(fleet, (generation) => ({ ...generation, workers: [...generation.workers, worker] }));
}

export function listWorker(fleet: Fleet, worker: ListedWorker): Fleet {
  return { ...fleet, listed: [...fleet.listed, worker] };
}

/** Those that are there now; `state` is what they show meanwhile. */
export function interrupt(
  fleet: Fleet,
  by: { readonly state: string | undefined; readonly fromMs: number; readonly untilMs: number },
): Fleet {
  const workerIds = new Set(fleet.generations.flatMap(({ workers }) => workers.map(({ id }) => id)));
  return { ...fleet, interruptions: [...fleet.interruptions, { ...by, workerIds }] };
}

/** A request came: starts a worker unless one is on its way. `readyAtMs`: when it is healthy. */
export function wake(
  fleet: Fleet,
  request: { readonly atMs: number; readonly idleTimeoutMs: number; readonly nextId: NextId },
): { readonly fleet: Fleet; readonly readyAtMs: number } {
  const { atMs, idleTimeoutMs, nextId } = request;
  const newest = fleet.generations.at(-1);
  if (newest === undefined) return { fleet, readyAtMs: Number.POSITIVE_INFINITY };
  const readyMs = readyAfterMs(newest.script, newest.pace);
  const alive = newest.workers.find((worker) => atMs < worker.stopAtMs);
  if (alive !== undefined) return { fleet, readyAtMs: alive.startedAtMs + readyMs };
  const worker = { id: nextId(), startedAtMs: atMs, stopAtMs: atMs + readyMs + idleTimeoutMs };
  const woken = withNewest(fleet, (generation) => ({ ...generation, workers: [...generation.workers, worker] }));
  return { fleet: woken, readyAtMs: atMs + readyMs };
}

/** A request was served: a worker beyond `minNum` lives until `idleAtMs`; an old one only when `prolongsOld`. */
export function touch(
  fleet: Fleet,
  workerId: string,
  to: { readonly idleAtMs: number; readonly prolongsOld: boolean },
): Fleet {
  const touched = (worker: StartedWorker) =>
    worker.id === workerId && worker.stopAtMs !== lasting ? { ...worker, stopAtMs: to.idleAtMs } : worker;
  const change = (generation: Generation) => ({ ...generation, workers: generation.workers.map(touched) });
  if (!to.prolongsOld) return withNewest(fleet, change);
  return { ...fleet, generations: fleet.generations.map(change) };
}

/** The workers and the endpoint's state over them at one moment. */
export function fleetAt(
  fleet: Fleet,
  nowMs: number,
  rules: ReplacementRules,
): { readonly state: StateView; readonly workers: readonly WorkerView[] } {
  const { generations } = fleet;
  const interruptions = fleet.interruptions.filter(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
  const workers = workersAt(generations, nowMs, rules);
  const revision = generations.length;
  const image = generations.at(-1)?.image ?? '';
  const listed = fleet.listed
    .filter(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)
    .map(({ id, state, healthy }) => ({ id, state, healthy, revision, image }));
  const state = endpointStateAt(generations, workers, { nowMs, ...rules });
  return { state, workers: [...workers.map((worker) => interrupted(worker, interruptions)), ...listed] };
}

function interrupted(worker: WorkerView, interruptions: readonly Interruption[]): WorkerView {
  if (worker.state.state !== 'running') return worker;
  const met = interruptions.findLast(({ workerIds }) => workerIds.has(worker.id));
  return met ? { ...worker, state: { ...worker.state, state: met.state ?? 'running' }, healthy: false } : worker;
}

function standing(generation: Generation | undefined): readonly StartedWorker[] {
  return generation?.workers.filter((worker) => worker.stopAtMs === lasting) ?? [];
}

function withNewest(fleet: Fleet, change: (generation: Generation) => Generation): Fleet {
  const newest = fleet.generations.at(-1);
  if (newest === undefined) return fleet;
  return { ...fleet, generations: [...fleet.generations.slice(0, -1), change(newest)] };
}
