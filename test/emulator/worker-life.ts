// What one worker goes through from its start, well or badly, as a pure function of elapsed time.
import { z } from './zod.ts';

const paceNames = [
  'schedulingMs',
  'pullingMs',
  'startingMs',
  /** From `running` to `healthy`. */
  'healthCheckMs',
  'stoppingMs',
  /** How long a `removed` worker stays listed. */
  'removedListedMs',
] as const;

/** How long a worker stays in each state, in milliseconds of the emulator's clock. */
export type Pace = Readonly<Record<(typeof paceNames)[number], number>>;

const removedListedMs = 600_000;

export const paces = {
  typical: {
    schedulingMs: 2_000,
    pullingMs: 20_000,
    startingMs: 5_000,
    healthCheckMs: 10_000,
    stoppingMs: 5_000,
    removedListedMs,
  },
  instant: { schedulingMs: 0, pullingMs: 0, startingMs: 0, healthCheckMs: 0, stoppingMs: 0, removedListedMs },
} as const satisfies Record<string, Pace>;

/** For runs whose readings nobody looks at: half as many. */
export const quickPace = { pullingMs: 4_000, startingMs: 2_000, healthCheckMs: 4_000 } as const;

export const workerOutcomes = [
  'healthy',
  'image-pull',
  'image-backoff',
  'crash-loop',
  'unhealthy',
  'no-capacity',
  'endpoint-failed',
  'never',
] as const;

const milliseconds = z.number().min(0);

/** What becomes of the workers of one write. */
export const workerScriptMembers = {
  outcome: z.enum(workerOutcomes),
  /** The workers start, and are listed, only this long after the write. Default 0. */
  appearAfterMs: milliseconds.optional(),
  /** The failure passes after this long, and the ordinary life begins. Default: it stays. */
  recoversAfterMs: milliseconds.optional(),
  /** Only for `crash-loop`: each time it runs it is healthy for so long before it crashes. Default: never healthy. */
  healthyForMs: milliseconds.optional(),
  /** Only for `crash-loop`: the container loads for so long each time, and then exits; it shows why only while it is exited. */
  runsForMs: milliseconds.optional(),
  /** Only for `crash-loop`: how long it is exited each time. Default: as long as it starts. */
  exitedForMs: milliseconds.optional(),
  /** So long after its start each worker is lost: it stays listed as failed, and another one starts in its place. */
  lostAfterMs: milliseconds.optional(),
  /** The workers of a write start so long after one another. Default: all at once. */
  apartMs: milliseconds.optional(),
  /** Replaces the word of the failing state, e.g. `pulling` for an image that is tried again and again. */
  state: z.string().optional(),
  message: z.string().optional(),
  pace: z.partialRecord(z.enum(paceNames), milliseconds).optional(),
};

export type WorkerScript = Readonly<z.output<z.ZodObject<typeof workerScriptMembers>>>;

export interface StateView {
  readonly state: string;
  readonly error: string;
  readonly message: string;
}

export interface Life {
  readonly script: WorkerScript;
  readonly pace: Pace;
  readonly image: string;
  readonly elapsedMs: number;
}

/** From the start of a worker until it is healthy for the first time; `Infinity` when its script never lets it. */
export function readyAfterMs(script: WorkerScript, pace: Pace): number {
  return (script.lostAfterMs ?? 0) + lifeUntilReadyMs(script, pace);
}

function lifeUntilReadyMs(script: WorkerScript, pace: Pace): number {
  if (script.outcome === 'healthy' || hasGoodMoments(script)) return ordinaryMs(pace);
  return (script.recoversAfterMs ?? Number.POSITIVE_INFINITY) + ordinaryMs(pace) - doneBeforeRecoveryMs(script, pace);
}

/** A worker that has been there for `elapsedMs`. */
export function lifeAt(life: Life): { readonly state: StateView; readonly healthy: boolean } {
  const { script, pace, elapsedMs } = life;
  if (script.lostAfterMs !== undefined && elapsedMs >= script.lostAfterMs)
    return { state: lost(script), healthy: false };
  if (isFailing(script, elapsedMs)) return { state: failingStateAt(life), healthy: isInGoodMoment(life) };
  const recovered = script.outcome !== 'healthy';
  const beganMs = recovered ? (script.recoversAfterMs ?? 0) - doneBeforeRecoveryMs(script, pace) : 0;
  const lifeMs = elapsedMs - beganMs;
  return { state: calm(ordinaryStateAt(lifeMs, pace)), healthy: lifeMs >= ordinaryMs(pace) };
}

export function isFailing(script: WorkerScript, elapsedMs: number): boolean {
  return script.outcome !== 'healthy' && elapsedMs < (script.recoversAfterMs ?? Number.POSITIVE_INFINITY);
}

/** `pace` with what a script says over it; a script says `undefined` for what it leaves as it is. */
export function paceOf(pace: Pace, change: WorkerScript['pace']): Pace {
  const given = Object.entries(change ?? {}).filter(([, ms]) => ms !== undefined);
  return { ...pace, ...Object.fromEntries(given) };
}

function lost({ state = 'failed', message = 'the node of the worker is lost' }: WorkerScript): StateView {
  return { state, error: 'WORKER_LOST', message };
}

export function calm(state: string): StateView {
  return { state, error: '', message: '' };
}

function ordinaryMs(pace: Pace): number {
  return pace.schedulingMs + pace.pullingMs + pace.startingMs + pace.healthCheckMs;
}

/** Once an image could be pulled after all, its container starts at once; after other failures all begins anew. */
function doneBeforeRecoveryMs(script: WorkerScript, pace: Pace): number {
  return script.outcome === 'image-backoff' ? pace.schedulingMs + pace.pullingMs : 0;
}

function ordinaryStateAt(elapsedMs: number, pace: Pace): string {
  if (elapsedMs < pace.schedulingMs) return 'pending';
  if (elapsedMs < pace.schedulingMs + pace.pullingMs) return 'pulling';
  if (elapsedMs < pace.schedulingMs + pace.pullingMs + pace.startingMs) return 'starting';
  return 'running';
}

type Failed = (state: string, error: string, message: string) => StateView;

function failingStateAt(life: Life): StateView {
  const { script, pace, elapsedMs } = life;
  const word = ordinaryStateAt(elapsedMs, pace);
  const failed: Failed = (state, error, message) => ({
    state: script.state ?? state,
    error,
    message: script.message ?? message,
  });
  switch (script.outcome) {
    case 'image-pull':
      if (word === 'pending' || word === 'pulling') return calm(word);
      return failed('failed', 'IMAGE_PULL_FAILED', `failed to pull image "${life.image}": manifest unknown`);
    case 'image-backoff': {
      if (word === 'pending') return calm(word);
      const isTrying = Math.floor((elapsedMs - pace.schedulingMs) / 10_000) % 2 === 0;
      if (isTrying) return failed('pulling', 'ErrImagePull', `failed to pull image "${life.image}": i/o timeout`);
      // Why it waits is told by the try before alone.
      return { ...failed('pulling', 'ImagePullBackOff', ''), message: `Back-off pulling image "${life.image}"` };
    }
    case 'crash-loop':
      return crashLoopStateAt(life, failed);
    case 'unhealthy':
      return word === 'running' ? failed('running', '', '') : calm(word);
    case 'no-capacity':
      return failed('pending', 'UNSCHEDULABLE', 'failed to schedule worker: insufficient resources');
    case 'endpoint-failed':
      return word === 'pending' ? calm(word) : failed('error', 'ENDPOINT_FAILED', 'endpoint could not be started');
    case 'never':
    case 'healthy':
      return failed('pending', '', '');
  }
}

function crashLoopStateAt(life: Life, failed: Failed): StateView {
  const { script, pace, elapsedMs } = life;
  if (script.runsForMs !== undefined) return slowCrashStateAt(life, failed);
  if (elapsedMs < ordinaryMs(pace)) return calm(ordinaryStateAt(elapsedMs, pace));
  const { goodMs, stepMs, inTurnMs, turn } = crashTurn(life);
  const isGood = inTurnMs < goodMs;
  if (isGood && turn === 0) return calm('running');
  const word = isGood ? 'running' : ['exited', 'starting', 'running'][Math.floor((inTurnMs - goodMs) / stepMs)];
  return failed(word ?? 'exited', 'CONTAINER_EXITED', 'container exited with code 1');
}

/** Starting, running and loading, exited, and again, after the first pull. */
function slowCrashStateAt({ script, pace, elapsedMs }: Life, failed: Failed): StateView {
  const { runsForMs = 0, exitedForMs = Math.max(1_000, pace.startingMs) } = script;
  const pulledMs = pace.schedulingMs + pace.pullingMs;
  if (elapsedMs < pulledMs) return calm(ordinaryStateAt(elapsedMs, pace));
  const inTurnMs = (elapsedMs - pulledMs) % (pace.startingMs + runsForMs + exitedForMs);
  if (inTurnMs < pace.startingMs) return calm('starting');
  if (inTurnMs < pace.startingMs + runsForMs) return calm('running');
  return failed('exited', 'CONTAINER_EXITED', 'container exited with code 137 (OOMKilled)');
}

/** Healthy for a while (if at all), exited, starting, running, and again. */
function crashTurn({ script, pace, elapsedMs }: Life) {
  const goodMs = script.healthyForMs ?? 0;
  // At least a second each, so that an instant pace still shows a loop and starts it with the crash.
  const stepMs = Math.max(1_000, pace.startingMs);
  const turnMs = goodMs + 3 * stepMs;
  const sinceMs = elapsedMs - ordinaryMs(pace);
  return { goodMs, stepMs, turn: Math.floor(sinceMs / turnMs), inTurnMs: sinceMs % turnMs };
}

function hasGoodMoments(script: WorkerScript): boolean {
  return script.outcome === 'crash-loop' && (script.healthyForMs ?? 0) > 0;
}

function isInGoodMoment(life: Life): boolean {
  if (!hasGoodMoments(life.script) || life.elapsedMs < ordinaryMs(life.pace)) return false;
  const { inTurnMs, goodMs } = crashTurn(life);
  return inTurnMs < goodMs;
}
