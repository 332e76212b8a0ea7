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

export interface Fleet {
  readonly generations: readonly Generation[];
  readonly listed: readonly ListedWorker[];
}

export const emptyFleet: Fleet = { generations: [], listed: [] };

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
  const workers = Array.from({ length: minNum }, (_, index) => ({
    id: keptIds[index] ?? write.nextId(),
    startedAtMs,
    stopAtMs: lasting,
  }));
  const generation: Generation = {
    revision: fleet.generations.length + 1,
    writtenAtMs: atMs,
    image,
    script,
    pace: paceOf(write.pace, script.pace),
    requiredWorkers: minNum,
    workers,
  };
  return { ...fleet, generations: [...fleet.generations, generation] };
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

/** A request was served: a worker beyond `minNum` lives until `idleAtMs`. */
export function touch(fleet: Fleet, workerId: string, idleAtMs: number): Fleet {
  const touched = (worker: StartedWorker) =>
    worker.id === workerId && worker.stopAtMs !== lasting ? { ...worker, stopAtMs: idleAtMs } : worker;
  return {
    ...fleet,
    generations: fleet.generations.map((generation) => ({ ...generation, workers: generation.workers.map(touched) })),
  };
}

/** The workers and the endpoint's state over them at one moment. */
export function fleetAt(
  fleet: Fleet,
  nowMs: number,
  rules: ReplacementRules,
): { readonly state: StateView; readonly workers: readonly WorkerView[] } {
  const { generations } = fleet;
  const workers = workersAt(generations, nowMs, rules);
  const revision = generations.length;
  const image = generations.at(-1)?.image ?? '';
  const listed = fleet.listed
    .filter(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)
    .map(({ id, state, healthy }) => ({ id, state, healthy, revision, image }));
  const state = endpointStateAt(generations, workers, { nowMs, stateDuringUpdate: rules.stateDuringUpdate });
  return { state, workers: [...workers, ...listed] };
}

function standing(generation: Generation | undefined): readonly StartedWorker[] {
  return generation?.workers.filter((worker) => worker.stopAtMs === lasting) ?? [];
}

function withNewest(fleet: Fleet, change: (generation: Generation) => Generation): Fleet {
  const newest = fleet.generations.at(-1);
  if (newest === undefined) return fleet;
  return { ...fleet, generations: [...fleet.generations.slice(0, -1), change(newest)] };
}
