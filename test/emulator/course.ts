// Owns what one worker goes through from its start, well or badly: a pure function of elapsed time that knows no rollout.

/** How long a worker stays in each state, in milliseconds of the emulator's clock. */
export interface Pace {
  readonly schedulingMs: number;
  readonly pullingMs: number;
  readonly startingMs: number;
  /** From `running` to `healthy`. */
  readonly healthCheckMs: number;
  readonly stoppingMs: number;
  /** How long a `removed` worker stays listed. */
  readonly removedListedMs: number;
}

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

export const workerOutcomes = [
  'healthy',
  'image-pull',
  'crash-loop',
  'unhealthy',
  'no-capacity',
  'endpoint-failed',
  'never',
] as const;

export type WorkerOutcome = (typeof workerOutcomes)[number];

/** What becomes of the workers of one write. */
export interface WorkerScript {
  readonly outcome: WorkerOutcome;
  /** The failure passes after this long, and the ordinary course begins. Default: it stays. */
  readonly recoversAfterMs?: number | undefined;
  /** Replaces the word of the failing state, e.g. `pulling` for an image that is tried again and again. */
  readonly state?: string | undefined;
  readonly message?: string | undefined;
  readonly pace?: { readonly [Duration in keyof Pace]?: number | undefined } | undefined;
}

export interface StateView {
  readonly state: string;
  readonly error: string;
  readonly message: string;
}

/** From the start of a worker until it is healthy; `Infinity` when its script never lets it. */
export function readyAfterMs(script: WorkerScript, pace: Pace): number {
  if (script.outcome === 'healthy') return ordinaryMs(pace);
  return (script.recoversAfterMs ?? Number.POSITIVE_INFINITY) + ordinaryMs(pace);
}

/** A worker that has been there for `elapsedMs`. */
export function courseAt(at: Elapsed): { readonly state: StateView; readonly healthy: boolean } {
  const { script, pace, elapsedMs } = at;
  if (isFailing(script, elapsedMs)) return { state: failingStateAt(at), healthy: false };
  const courseMs = script.outcome === 'healthy' ? elapsedMs : elapsedMs - (script.recoversAfterMs ?? 0);
  return { state: calm(courseStateAt(courseMs, pace)), healthy: courseMs >= ordinaryMs(pace) };
}

interface Elapsed {
  readonly script: WorkerScript;
  readonly pace: Pace;
  readonly image: string;
  readonly elapsedMs: number;
}

function ordinaryMs(pace: Pace): number {
  return pace.schedulingMs + pace.pullingMs + pace.startingMs + pace.healthCheckMs;
}

function courseStateAt(elapsedMs: number, pace: Pace): string {
  if (elapsedMs < pace.schedulingMs) return 'pending';
  if (elapsedMs < pace.schedulingMs + pace.pullingMs) return 'pulling';
  if (elapsedMs < pace.schedulingMs + pace.pullingMs + pace.startingMs) return 'starting';
  return 'running';
}

export function isFailing(script: WorkerScript, elapsedMs: number): boolean {
  return script.outcome !== 'healthy' && elapsedMs < (script.recoversAfterMs ?? Number.POSITIVE_INFINITY);
}

function failingStateAt(at: Elapsed): StateView {
  const { script, pace, elapsedMs } = at;
  const course = courseStateAt(elapsedMs, pace);
  const failed = (state: string, error: string, message: string): StateView => ({
    state: script.state ?? state,
    error,
    message: script.message ?? message,
  });
  switch (script.outcome) {
    case 'image-pull':
      if (course === 'pending' || course === 'pulling') return calm(course);
      return failed('failed', 'IMAGE_PULL_FAILED', `failed to pull image "${at.image}": manifest unknown`);
    case 'crash-loop': {
      const runsMs = ordinaryMs(pace);
      if (elapsedMs < runsMs) return calm(course);
      // At least a second each, so that an instant pace still shows a loop and starts it with the crash.
      const turn = Math.floor((elapsedMs - runsMs) / Math.max(1_000, pace.startingMs)) % 3;
      const word = ['exited', 'starting', 'running'][turn] ?? 'exited';
      return failed(word, 'CONTAINER_EXITED', 'container exited with code 1');
    }
    case 'unhealthy':
      return course === 'running' ? failed('running', '', '') : calm(course);
    case 'no-capacity':
      return failed('pending', 'UNSCHEDULABLE', 'failed to schedule worker: insufficient resources');
    case 'endpoint-failed':
      return course === 'pending' ? calm(course) : failed('error', 'ENDPOINT_FAILED', 'endpoint could not be started');
    case 'never':
    case 'healthy':
      return failed('pending', '', '');
  }
}

function calm(state: string): StateView {
  return { state, error: '', message: '' };
}
