// Owns how the workers of successive writes replace each other, and the endpoint's state over them: a pure function of
// time that knows nothing of HTTP and of who wrote.
import { courseAt, isFailing, type Pace, readyAfterMs, type StateView, type WorkerScript } from './course.ts';

export interface StartedWorker {
  readonly id: string;
  readonly startedAtMs: number;
  /** Scaled away from here on: idle for too long, or no longer within `minNum`. */
  stopAtMs: number;
}

/** The workers that belong to one write of the configuration. */
export interface Generation {
  readonly revision: number;
  readonly writtenAtMs: number;
  readonly image: string;
  readonly script: WorkerScript;
  readonly pace: Pace;
  /** How many workers must run at all times: `minNum` as of this write. */
  requiredWorkers: number;
  readonly workers: StartedWorker[];
}

export interface WorkerView {
  readonly id: string;
  readonly state: StateView;
  readonly healthy: boolean;
  readonly revision: number;
  readonly image: string;
}

/** Every worker that is still listed at `nowMs`, oldest write first. */
export function workersAt(
  generations: readonly Generation[],
  nowMs: number,
  keepOldWorkersMs: number,
): readonly WorkerView[] {
  return generations.flatMap((generation, index) => {
    const retiredAtMs = retirementAtMs(generations, index, keepOldWorkersMs);
    return generation.workers.flatMap((worker) => {
      const view = workerAt(generation, worker, { nowMs, stopAtMs: Math.min(retiredAtMs, worker.stopAtMs) });
      return view === undefined ? [] : [view];
    });
  });
}

/** The endpoint's own state, given its workers at the same moment. */
export function endpointStateAt(
  generations: readonly Generation[],
  workers: readonly WorkerView[],
  rules: { readonly nowMs: number; readonly stateDuringUpdate: string },
): StateView {
  const newest = generations.at(-1);
  if (newest === undefined) return calm('initializing');
  const elapsedMs = rules.nowMs - newest.writtenAtMs;
  if (isFailing(newest.script, elapsedMs)) {
    if (newest.script.outcome === 'never') return calm('initializing');
    if (newest.script.outcome === 'endpoint-failed' && elapsedMs >= newest.pace.schedulingMs) {
      const message = newest.script.message ?? 'endpoint could not be started';
      return { state: newest.script.state ?? 'failed', error: 'ENDPOINT_FAILED', message };
    }
  }
  const settled = rules.nowMs >= generationReadyAtMs(newest);
  const serves = workers.some((worker) => worker.healthy) || (newest.requiredWorkers === 0 && settled);
  const served = generations.length > 1 && newest.requiredWorkers === 0;
  if (!serves && !served) return calm('initializing');
  return calm(settled ? 'serving' : rules.stateDuringUpdate);
}

/** New workers take over before old ones go; workers that never got anywhere go at once. */
function retirementAtMs(generations: readonly Generation[], index: number, keepOldWorkersMs: number): number {
  const next = generations[index + 1];
  if (next === undefined) return Number.POSITIVE_INFINITY;
  if (takeoverAtMs(generations, index) === Number.POSITIVE_INFINITY) return next.writtenAtMs;
  const takeoversMs = generations
    .keys()
    .drop(index + 1)
    .map((later) => takeoverAtMs(generations, later));
  return Math.min(...takeoversMs) + keepOldWorkersMs;
}

/** When a generation is ready; never, when the next write came before that. */
function takeoverAtMs(generations: readonly Generation[], index: number): number {
  const generation = generations[index];
  if (generation === undefined) return Number.POSITIVE_INFINITY;
  const readyAtMs = generationReadyAtMs(generation);
  const nextWrittenAtMs = generations[index + 1]?.writtenAtMs ?? Number.POSITIVE_INFINITY;
  return readyAtMs <= nextWrittenAtMs ? readyAtMs : Number.POSITIVE_INFINITY;
}

function generationReadyAtMs(generation: Generation): number {
  const { script, pace, writtenAtMs } = generation;
  if (generation.requiredWorkers > 0) return writtenAtMs + readyAfterMs(script, pace);
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
  const { script, pace, image, revision } = generation;
  const whole = { id: worker.id, revision, image };
  const stoppedMs = times.nowMs - times.stopAtMs;
  if (stoppedMs >= 0) {
    if (stoppedMs < pace.stoppingMs) return { ...whole, state: calm('stopping'), healthy: false };
    if (stoppedMs < pace.stoppingMs + pace.removedListedMs) return { ...whole, state: calm('removed'), healthy: false };
    return undefined;
  }
  return { ...whole, ...courseAt({ script, pace, image, elapsedMs: times.nowMs - worker.startedAtMs }) };
}

function calm(state: string): StateView {
  return { state, error: '', message: '' };
}
