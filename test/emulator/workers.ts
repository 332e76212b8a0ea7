// The workers of one endpoint across its writes, wake-ups and idle stops, as immutable values: the past stays readable.
import type { Switches } from './switches.ts';
import {
  calm,
  isFailing,
  lifeAt,
  type Pace,
  paceOf,
  readyAfterMs,
  type StateView,
  type WorkerScript,
} from './worker-life.ts';

interface StartedWorker {
  readonly id: string;
  readonly startedAtMs: number;
  /** Scaled away from here on: idle for too long, or no longer within `minNum`. */
  readonly stopAtMs: number;
  /** A life of its own, for a worker that the autoscaler added; else that of its write. */
  readonly script?: WorkerScript | undefined;
  readonly pace?: Pace | undefined;
}

/** The workers that belong to one write of the configuration. */
interface Generation {
  readonly revision: number;
  readonly writtenAtMs: number;
  readonly image: string;
  readonly script: WorkerScript;
  readonly pace: Pace;
  /** How many workers must run at all times: `minNum` as of this write. */
  readonly requiredWorkers: number;
  readonly workers: readonly StartedWorker[];
}

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
  /** They have exited, and say so. Default: no error. */
  readonly hasExited?: boolean | undefined;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Fleet {
  readonly generations: readonly Generation[];
  readonly listed: readonly ListedWorker[];
  readonly interruptions: readonly Interruption[];
}

export interface WorkerView {
  readonly id: string;
  readonly state: StateView;
  readonly healthy: boolean;
  readonly revision: number;
  readonly image: string;
}

/** How old workers give way to new ones. */
type Rules = Pick<
  Switches,
  'oldWorkersStop' | 'keepOldWorkersMs' | 'keepStartingWorkers' | 'workerIds' | 'stateDuringUpdate' | 'updatingForMs'
>;

export const emptyFleet: Fleet = { generations: [], listed: [], interruptions: [] };

const never = Number.POSITIVE_INFINITY;

/** What a write knows: its moment, and where new ids come from. */
interface Moment {
  readonly atMs: number;
  readonly nextId: () => string;
}

/** New workers for a new configuration; those of earlier ones go as the rules say. */
export function rollOut(
  fleet: Fleet,
  write: Moment & {
    readonly image: string;
    readonly minNum: number;
    readonly script: WorkerScript;
    readonly pace: Pace;
    readonly keepIds: boolean;
    /** The configuration is the one that was there: other workers, of the same revision. */
    readonly isSame: boolean;
  },
): Fleet {
  const { image, minNum, script, atMs, nextId } = write;
  const startedAtMs = atMs + (script.appearAfterMs ?? 0);
  const keptIds = write.keepIds ? standing(fleet.generations.at(-1)).map((worker) => worker.id) : [];
  const pace = paceOf(write.pace, script.pace);
  const ids = Array.from({ length: minNum }, (_, index) => keptIds[index] ?? nextId());
  const workers = ids.flatMap((id, place) => {
    const worker = { id, startedAtMs: startedAtMs + place * (script.apartMs ?? 0), stopAtMs: never };
    return withSuccessor(worker, { script, pace, nextId });
  });
  const revision = revisionOf(fleet) + (write.isSame ? 0 : 1);
  const generation = { revision, writtenAtMs: atMs, image, script, pace, requiredWorkers: minNum, workers };
  return { ...fleet, generations: [...fleet.generations, generation] };
}

/** Of the last write. */
export function revisionOf({ generations }: Fleet): number {
  return generations.at(-1)?.revision ?? 0;
}

/** A worker that will be lost, and the one that starts in its place then. */
function withSuccessor(
  worker: StartedWorker,
  { script, pace, nextId }: { script: WorkerScript; pace: Pace; nextId: () => string },
): StartedWorker[] {
  const { lostAfterMs, apartMs: _, ...lasts } = script;
  if (lostAfterMs === undefined) return [worker];
  return [worker, { ...worker, id: nextId(), startedAtMs: worker.startedAtMs + lostAfterMs, script: lasts, pace }];
}

/** The same container, another number of workers. A lost one counts for nothing: another one is in its place. */
export function scale(fleet: Fleet, { minNum, atMs, nextId }: Moment & { readonly minNum: number }): Fleet {
  return withNewest(fleet, (generation) => {
    const isLost = ({ script }: StartedWorker) => generation.script.lostAfterMs !== undefined && script === undefined;
    const lasting = standing(generation).filter((worker) => !isLost(worker));
    const surplus = new Set(minNum === 0 ? standing(generation) : lasting.slice(minNum));
    const left = generation.workers.map((worker) => (surplus.has(worker) ? { ...worker, stopAtMs: atMs } : worker));
    const missing = Math.max(0, minNum - lasting.length);
    const added = Array.from({ length: missing }, () => ({ id: nextId(), startedAtMs: atMs, stopAtMs: never }));
    const successors = { ...generation, nextId };
    const workers = [...left, ...added.flatMap((worker) => withSuccessor(worker, successors))];
    return { ...generation, requiredWorkers: minNum, workers };
  });
}

/** The autoscaler adds a worker to those of the last write, or of the last one of that image. */
export function scaleOut(
  fleet: Fleet,
  added: Moment & { readonly script: WorkerScript; readonly pace: Pace; readonly image: string | undefined },
): Fleet {
  const { atMs, nextId, script, pace, image } = added;
  const startedAtMs = atMs + (script.appearAfterMs ?? 0);
  const worker = { id: nextId(), startedAtMs, stopAtMs: never, script, pace: paceOf(pace, script.pace) };
  const at = fleet.generations.findLastIndex((generation) => image === undefined || generation.image === image);
  const generations = fleet.generations.map((generation, index) =>
    index === at ? { ...generation, workers: [...generation.workers, worker] } : generation,
  );
  return { ...fleet, generations };
}

export function listWorker(fleet: Fleet, worker: ListedWorker): Fleet {
  return { ...fleet, listed: [...fleet.listed, worker] };
}

/** Those that are there now; `state` is what they show meanwhile. */
export function interrupt(fleet: Fleet, by: Omit<Interruption, 'workerIds'>): Fleet {
  const workerIds = new Set(fleet.generations.flatMap(({ workers }) => workers.map(({ id }) => id)));
  return { ...fleet, interruptions: [...fleet.interruptions, { ...by, workerIds }] };
}

/** A request came: starts a worker unless one is on its way. */
export function wake(
  fleet: Fleet,
  { atMs, idleTimeoutMs, nextId }: Moment & { readonly idleTimeoutMs: number },
): Fleet {
  const newest = fleet.generations.at(-1);
  if (newest === undefined || newest.workers.some((worker) => atMs < worker.stopAtMs)) return fleet;
  const stopAtMs = atMs + readyAfterMs(newest.script, newest.pace) + idleTimeoutMs;
  const worker = { id: nextId(), startedAtMs: atMs, stopAtMs };
  return withNewest(fleet, (generation) => ({ ...generation, workers: [...generation.workers, worker] }));
}

/** A request was served: a worker beyond `minNum` lives until `idleAtMs`; an old one only when `prolongsOld`. */
export function touch(
  fleet: Fleet,
  { workerId, idleAtMs, prolongsOld }: { readonly workerId: string; readonly idleAtMs: number; prolongsOld: boolean },
): Fleet {
  const change = (generation: Generation) => ({
    ...generation,
    workers: generation.workers.map((worker) =>
      worker.id === workerId && worker.stopAtMs !== never ? { ...worker, stopAtMs: idleAtMs } : worker,
    ),
  });
  return prolongsOld ? { ...fleet, generations: fleet.generations.map(change) } : withNewest(fleet, change);
}

/** The workers and the endpoint's state over them at one moment. */
export function fleetAt(
  fleet: Fleet,
  nowMs: number,
  rules: Rules,
): { readonly state: StateView; readonly workers: readonly WorkerView[] } {
  const { generations } = fleet;
  const isNow = ({ fromMs, untilMs }: { fromMs: number; untilMs: number }) => fromMs <= nowMs && nowMs < untilMs;
  const interruptions = fleet.interruptions.filter(isNow);
  const all = lives(generations, rules).flatMap((life) => workerAt(life, nowMs) ?? []);
  const workers = rules.workerIds === 'new' ? all : oneForEachId(all);
  const { image = '' } = generations.at(-1) ?? {};
  const listed = fleet.listed.filter(isNow).map(({ id, state, healthy }) => {
    return { id, state, healthy, revision: revisionOf(fleet), image };
  });
  const shown = workers.map((worker) => {
    const met = interruptions.findLast(({ workerIds }) => workerIds.has(worker.id));
    if (!met || worker.state.state !== 'running') return worker;
    const said = met.hasExited ? { error: 'CONTAINER_EXITED', message: 'container exited with code 1' } : {};
    return { ...worker, state: { ...worker.state, ...said, state: met.state ?? 'running' }, healthy: false };
  });
  return { state: endpointStateAt(generations, workers, { nowMs, ...rules }), workers: [...shown, ...listed] };
}

/** How long all workers together ran between two moments: each from its start until it is removed. */
export function ranMs(
  { generations }: Fleet,
  between: { readonly fromMs: number; readonly untilMs: number },
  rules: Rules,
): number {
  return lives(generations, rules).reduce((sum, { pace, worker, stopAtMs }) => {
    const fromMs = Math.max(between.fromMs, worker.startedAtMs);
    // One that is stopped before it has started never runs.
    const goneAtMs = stopAtMs < worker.startedAtMs ? fromMs : stopAtMs + pace.stoppingMs;
    return sum + Math.max(0, Math.min(between.untilMs, goneAtMs) - fromMs);
  }, 0);
}

interface Life {
  readonly generation: Generation;
  readonly worker: StartedWorker;
  readonly pace: Pace;
  readonly stopAtMs: number;
}

/** Each worker, oldest write first, and when it begins to stop. */
function lives(generations: readonly Generation[], rules: Rules): readonly Life[] {
  return generations.flatMap((generation, index) => {
    const retiredAtMs = retirementAtMs(generations, index, rules);
    return generation.workers.map((worker) => {
      const isIdleFirst = rules.oldWorkersStop === 'when-idle' && Number.isFinite(worker.stopAtMs);
      const stopAtMs = isIdleFirst ? worker.stopAtMs : Math.min(retiredAtMs, worker.stopAtMs);
      return { generation, worker, pace: worker.pace ?? generation.pace, stopAtMs };
    });
  });
}

/** undefined before it has started, and when it is stopped before that, or was removed long ago. */
function workerAt({ generation, worker, pace, stopAtMs }: Life, nowMs: number): WorkerView | undefined {
  const { image, revision, script } = generation;
  const elapsedMs = nowMs - worker.startedAtMs;
  if (elapsedMs < 0 || stopAtMs < worker.startedAtMs) return undefined;
  const whole = { id: worker.id, revision, image };
  const stoppedMs = nowMs - stopAtMs;
  if (stoppedMs < 0) return { ...whole, ...lifeAt({ script: worker.script ?? script, pace, image, elapsedMs }) };
  if (stoppedMs >= pace.stoppingMs + pace.removedListedMs) return undefined;
  return { ...whole, state: calm(stoppedMs < pace.stoppingMs ? 'stopping' : 'removed'), healthy: false };
}

/** The endpoint's own state, given its workers at the same moment. */
function endpointStateAt(
  generations: readonly Generation[],
  workers: readonly WorkerView[],
  at: { readonly nowMs: number } & Pick<Rules, 'stateDuringUpdate' | 'updatingForMs'>,
): StateView {
  const newest = generations.at(-1);
  if (newest === undefined) return calm('initializing');
  const { script, requiredWorkers } = newest;
  const elapsedMs = at.nowMs - newest.writtenAtMs;
  if (isFailing(script, elapsedMs)) {
    if (script.outcome === 'never') return calm('initializing');
    if (script.outcome === 'endpoint-failed' && elapsedMs >= newest.pace.schedulingMs) {
      const { message = 'endpoint could not be started', state = 'failed' } = script;
      return { state, error: 'ENDPOINT_FAILED', message };
    }
  }
  const settled = at.nowMs >= generationReadyAtMs(newest);
  const serves = workers.some((worker) => worker.healthy) || (requiredWorkers === 0 && settled);
  const served = generations.length > 1 && requiredWorkers === 0;
  if (!serves && !served) return calm('initializing');
  const isOver = elapsedMs >= (at.updatingForMs ?? never);
  return calm(settled || isOver ? 'serving' : at.stateDuringUpdate);
}

/** When the workers of a generation begin to stop, if no other reason stops them earlier. */
function retirementAtMs(generations: readonly Generation[], index: number, rules: Rules): number {
  const next = generations[index + 1];
  if (next === undefined) return never;
  const keptMs = rules.keepOldWorkersMs === 'forever' ? never : rules.keepOldWorkersMs;
  if (rules.oldWorkersStop === 'at-write') return next.writtenAtMs + keptMs;
  // Workers that never got anywhere go at once, unless the service keeps them.
  if (takeoverAtMs(generations, index, false) === never && !rules.keepStartingWorkers) return next.writtenAtMs;
  const later = generations.keys().drop(index + 1);
  return Math.min(...later.map((each) => takeoverAtMs(generations, each, rules.keepStartingWorkers))) + keptMs;
}

/** When a generation is ready; never, when the next write stopped it before that. */
function takeoverAtMs(generations: readonly Generation[], index: number, keepStartingWorkers: boolean): number {
  const generation = generations[index];
  if (generation === undefined) return never;
  // One without workers leaves nothing to go on for, even if the endpoint fails.
  const { requiredWorkers, writtenAtMs, pace } = generation;
  const readyAtMs = requiredWorkers > 0 ? generationReadyAtMs(generation) : writtenAtMs + pace.schedulingMs;
  const nextWrittenAtMs = generations[index + 1]?.writtenAtMs ?? never;
  return keepStartingWorkers || readyAtMs <= nextWrittenAtMs ? readyAtMs : never;
}

function generationReadyAtMs({ script, pace, writtenAtMs, requiredWorkers }: Generation): number {
  if (requiredWorkers > 0) return writtenAtMs + (script.appearAfterMs ?? 0) + readyAfterMs(script, pace);
  // Without workers only a failure of the endpoint itself can keep it from being ready.
  const endpointFails = script.outcome === 'endpoint-failed' || script.outcome === 'never';
  return writtenAtMs + (endpointFails ? (script.recoversAfterMs ?? never) : 0) + pace.schedulingMs;
}

/** A worker that keeps its id over a restart is listed once, as it restarts. */
function oneForEachId(views: readonly WorkerView[]): readonly WorkerView[] {
  return [...new Map(views.map((view) => [view.id, view])).values()];
}

function standing(generation: Generation | undefined): readonly StartedWorker[] {
  return generation?.workers.filter((worker) => worker.stopAtMs === never) ?? [];
}

function withNewest(fleet: Fleet, change: (generation: Generation) => Generation): Fleet {
  const newest = fleet.generations.at(-1);
  if (newest === undefined) return fleet;
  return { ...fleet, generations: [...fleet.generations.slice(0, -1), change(newest)] };
}
