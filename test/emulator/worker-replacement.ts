// How the workers of successive writes replace each other, and the endpoint's state over them, as pure functions of time.
import type { Switches } from './switches.ts';
import { calm, isFailing, lifeAt, type Pace, readyAfterMs, type StateView, type WorkerScript } from './worker-life.ts';

export interface StartedWorker {
  readonly id: string;
  readonly startedAtMs: number;
  /** Scaled away from here on: idle for too long, or no longer within `minNum`. */
  readonly stopAtMs: number;
  /** A life of its own, for a worker that the autoscaler added; else that of its write. */
  readonly script?: WorkerScript | undefined;
  readonly pace?: Pace | undefined;
}

/** The workers that belong to one write of the configuration. */
export interface Generation {
  readonly revision: number;
  readonly writtenAtMs: number;
  readonly image: string;
  readonly script: WorkerScript;
  readonly pace: Pace;
  /** How many workers must run at all times: `minNum` as of this write. */
  readonly requiredWorkers: number;
  readonly workers: readonly StartedWorker[];
}

export interface WorkerView {
  readonly id: string;
  readonly state: StateView;
  readonly healthy: boolean;
  readonly revision: number;
  readonly image: string;
}

/** How old workers give way to new ones. */
export interface ReplacementRules {
  readonly oldWorkersStop: Switches['oldWorkersStop'];
  /** How long old workers stay after that moment. */
  readonly keepOldWorkersMs: number;
  /** Workers that are not up yet when the next write comes go on until later ones are up. */
  readonly keepStartingWorkers: boolean;
  readonly workerIds: 'new' | 'kept' | 'kept-healthy';
  readonly stateDuringUpdate: string;
  /** The endpoint says so only for so long after a write. Default: until the new workers are ready. */
  readonly updatingForMs: number | null;
}

/** Every worker that is still listed at `nowMs`, oldest write first. */
export function workersAt(
  generations: readonly Generation[],
  nowMs: number,
  rules: ReplacementRules,
): readonly WorkerView[] {
  const views = lives(generations, rules).flatMap(({ generation, worker, stopAtMs }) => {
    const view = workerAt(generation, worker, { nowMs, stopAtMs });
    return view === undefined ? [] : [view];
  });
  return rules.workerIds === 'new' ? views : oneForEachId(views, rules.workerIds === 'kept-healthy');
}

/** How long all workers together ran between two moments: each from its start until it is removed. */
export function ranMs(
  generations: readonly Generation[],
  between: { readonly fromMs: number; readonly untilMs: number },
  rules: ReplacementRules,
): number {
  return lives(generations, rules).reduce((sum, { generation, worker, stopAtMs }) => {
    const { stoppingMs } = worker.pace ?? generation.pace;
    const fromMs = Math.max(between.fromMs, worker.startedAtMs);
    // One that is stopped before it has started never runs.
    const goneAtMs = stopAtMs < worker.startedAtMs ? fromMs : stopAtMs + stoppingMs;
    return sum + Math.max(0, Math.min(between.untilMs, goneAtMs) - fromMs);
  }, 0);
}

/** Each worker, and when it begins to stop. */
function lives(generations: readonly Generation[], rules: ReplacementRules) {
  return generations.flatMap((generation, index) => {
    const retiredAtMs = retirementAtMs(generations, index, rules);
    return generation.workers.map((worker) => {
      const isIdleFirst = rules.oldWorkersStop === 'when-idle' && Number.isFinite(worker.stopAtMs);
      const stopAtMs = isIdleFirst ? worker.stopAtMs : Math.min(retiredAtMs, worker.stopAtMs);
      return { generation, worker, stopAtMs };
    });
  });
}

/** The endpoint's own state, given its workers at the same moment. */
export function endpointStateAt(
  generations: readonly Generation[],
  workers: readonly WorkerView[],
  at: { readonly nowMs: number } & Pick<ReplacementRules, 'stateDuringUpdate' | 'updatingForMs'>,
): StateView {
  const newest = generations.at(-1);
  if (newest === undefined) return calm('initializing');
  const elapsedMs = at.nowMs - newest.writtenAtMs;
  if (isFailing(newest.script, elapsedMs)) {
    if (newest.script.outcome === 'never') return calm('initializing');
    if (newest.script.outcome === 'endpoint-failed' && elapsedMs >= newest.pace.schedulingMs) {
      const message = newest.script.message ?? 'endpoint could not be started';
      return { state: newest.script.state ?? 'failed', error: 'ENDPOINT_FAILED', message };
    }
  }
  const settled = at.nowMs >= generationReadyAtMs(newest);
  const serves = workers.some((worker) => worker.healthy) || (newest.requiredWorkers === 0 && settled);
  const served = generations.length > 1 && newest.requiredWorkers === 0;
  if (!serves && !served) return calm('initializing');
  const isOver = elapsedMs >= (at.updatingForMs ?? Number.POSITIVE_INFINITY);
  return calm(settled || isOver ? 'serving' : at.stateDuringUpdate);
}

/** When the workers of a generation begin to stop, if no other reason stops them earlier. */
function retirementAtMs(generations: readonly Generation[], index: number, rules: ReplacementRules): number {
  const next = generations[index + 1];
  if (next === undefined) return Number.POSITIVE_INFINITY;
  if (rules.oldWorkersStop === 'at-write') return next.writtenAtMs + rules.keepOldWorkersMs;
  // Workers that never got anywhere go at once, unless the service keeps them.
  const isUp = takeoverAtMs(generations, index, false) !== Number.POSITIVE_INFINITY;
  if (!isUp && !rules.keepStartingWorkers) return next.writtenAtMs;
  const takeoversMs = generations
    .keys()
    .drop(index + 1)
    .map((later) => takeoverAtMs(generations, later, rules.keepStartingWorkers));
  return Math.min(...takeoversMs) + rules.keepOldWorkersMs;
}

/** When a generation is ready; never, when the next write stopped it before that. */
function takeoverAtMs(generations: readonly Generation[], index: number, keepStartingWorkers: boolean): number {
  const generation = generations[index];
  if (generation === undefined) return Number.POSITIVE_INFINITY;
  const readyAtMs = generationReadyAtMs(generation);
  if (keepStartingWorkers) return readyAtMs;
  const nextWrittenAtMs = generations[index + 1]?.writtenAtMs ?? Number.POSITIVE_INFINITY;
  return readyAtMs <= nextWrittenAtMs ? readyAtMs : Number.POSITIVE_INFINITY;
}

function generationReadyAtMs(generation: Generation): number {
  const { script, pace, writtenAtMs } = generation;
  const startsAtMs = writtenAtMs + (script.appearAfterMs ?? 0);
  if (generation.requiredWorkers > 0) return startsAtMs + readyAfterMs(script, pace);
  // Without workers only a failure of the endpoint itself can keep it from being ready.
  const endpointFails = script.outcome === 'endpoint-failed' || script.outcome === 'never';
  const failingMs = endpointFails ? (script.recoversAfterMs ?? Number.POSITIVE_INFINITY) : 0;
  return writtenAtMs + failingMs + pace.schedulingMs;
}

function workerAt(
  generation: Generation,
  worker: StartedWorker,
  times: { readonly nowMs: number; readonly stopAtMs: number },
): WorkerView | undefined {
  const { image, revision } = generation;
  const { script = generation.script, pace = generation.pace } = worker;
  const elapsedMs = times.nowMs - worker.startedAtMs;
  // Not started yet, and never will be when it is stopped first.
  if (elapsedMs < 0 || times.stopAtMs < worker.startedAtMs) return undefined;
  const whole = { id: worker.id, revision, image };
  const stoppedMs = times.nowMs - times.stopAtMs;
  if (stoppedMs >= 0) {
    if (stoppedMs < pace.stoppingMs) return { ...whole, state: calm('stopping'), healthy: false };
    if (stoppedMs < pace.stoppingMs + pace.removedListedMs) return { ...whole, state: calm('removed'), healthy: false };
    return undefined;
  }
  return { ...whole, ...lifeAt({ script, pace, image, elapsedMs }) };
}

/** A worker that keeps its id over a restart is listed once: as it restarts, or as the old one until the new is healthy. */
function oneForEachId(views: readonly WorkerView[], preferHealthy: boolean): readonly WorkerView[] {
  const shown = new Map<string, WorkerView>();
  for (const view of views) {
    const older = shown.get(view.id);
    if (older === undefined || !preferHealthy || view.healthy || !older.healthy) shown.set(view.id, view);
  }
  return [...shown.values()];
}
