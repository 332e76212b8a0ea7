/** Owns the judgement of one reading of an endpoint: serving, on its way, or failing. Pure; time is the business of the wait. */

import type { ErrorCode } from '../errors.ts';
import type { Endpoint, Worker } from '../service/endpoint.ts';
import type { WorkerCounts } from './events.ts';

export type Verdict =
  | { kind: 'ready'; oldWorkers: number; newWorkers: number }
  | { kind: 'progressing' }
  /** Fails the wait when it is still so after `persistSeconds`, because the service may recover by itself. */
  | { kind: 'failing'; code: ErrorCode; message: string; persistSeconds: number; worker?: Worker };

/**
 * The words are those of service-observed.md; service-api.md lists none (States and transitions), so every word that is not here counts as
 * in progress. v1 says `serving` and `running` where v2 says `running` and `ready`.
 */
const servingWords: ReadonlySet<string> = new Set(['serving', 'running']);
const failedWords: ReadonlySet<string> = new Set(['failed', 'error']);
const endedWords: ReadonlySet<string> = new Set([
  'terminating',
  'terminated',
  'deleting',
  'deleted',
  'stopped',
  'removed',
]);
const workerRunningWords: ReadonlySet<string> = new Set(['running', 'ready']);
const workerFailedWords: ReadonlySet<string> = new Set(['failed', 'error', 'exited']);
const workerGoneWords: ReadonlySet<string> = new Set([
  'removed',
  'terminated',
  'terminating',
  'stopping',
  'stopped',
  'unscheduling',
  'deleted',
]);

const imagePullMessage =
  /\b(err)?image ?pull|pull(ing)? (the )?(image|access)|imagepullbackoff|manifest (unknown|.*not found)|no such image|unauthorized: authentication required/i;
const noCapacityMessage =
  /failed to schedule|insufficient (resource|capacity|gpu)|no (capacity|available (gpu|node|worker))/i;
const crashMessage = /crash ?loop|exit(ed)?( with)?( exit)?( code| status)|out of memory|oom ?killed/i;

/**
 * How long a fault must last before the wait gives up on it, in seconds. A pull is retried by the service; a worker that is never healthy is killed after
 * about 40 s (service-observed.md, Health check), so three such rounds prove that it does not get there; a GPU may become free at any time.
 */
const persistSeconds = {
  failed: 10,
  'failed-before': 30,
  ended: 30,
  'image-pull': 60,
  crashed: 60,
  unhealthy: 120,
  'no-capacity': 300,
} as const;

export interface Expectation {
  wait: 'ready' | 'rollout';
  /** IDs of the workers from before the write; empty for a new endpoint. */
  oldWorkerIds: ReadonlySet<string>;
  /** The write changes what a worker runs, so that new workers are to be expected. */
  isReplacing: boolean;
}

/**
 * Judges one reading. `minWorkers` is taken from the reading's own configuration, which verification has proved to be the asked one.
 * Where no new worker is ready, one that fails comes first: an old one that still serves must not make a broken rollout look green.
 */
export function judge(endpoint: Endpoint, { wait, oldWorkerIds, isReplacing }: Expectation): Verdict {
  const state = endpoint.state.state.toLowerCase();
  const workers = endpoint.workers.filter(isPresent);
  const ready = workers.filter((worker) => isReady(worker, endpoint));
  const oldWorkers = workers.filter(({ id }) => oldWorkerIds.has(id)).length;
  const { minWorkers } = endpoint.config.workers;

  const failure = failureOf(endpoint, { workers: workers.filter(({ id }) => !oldWorkerIds.has(id)), isReplacing });
  const newReady = ready.filter(({ id }) => !oldWorkerIds.has(id)).length;
  if (failure && newReady === 0) return failure;
  const newWorkers = workers.length - oldWorkers;
  const isReachable = servingWords.has(state) && (minWorkers === 0 || ready.length > 0);
  // Where new workers are on their way, the first of them decides: an old one only shows that the old version serves.
  const isRolledOut =
    wait === 'rollout'
      ? oldWorkers === 0 && newReady >= minWorkers
      : minWorkers === 0 || newWorkers === 0 || newReady > 0;
  if (isReachable && isRolledOut) return { kind: 'ready', oldWorkers, newWorkers: newReady };
  return failure ?? { kind: 'progressing' };
}

/** Workers by state, those that are gone left out. */
export function countWorkers(endpoint: Endpoint): WorkerCounts {
  const counts: Record<string, number> = {};
  for (const worker of endpoint.workers.filter(isPresent)) {
    const word =
      isRunning(worker) && !isReady(worker, endpoint)
        ? `${worker.state.state}, not healthy`
        : worker.state.state || 'without a state';
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

function isPresent({ state }: Worker): boolean {
  return !workerGoneWords.has(state.state.toLowerCase());
}

function isRunning({ state }: Worker): boolean {
  return workerRunningWords.has(state.state.toLowerCase());
}

/** Without a health check nobody sets `healthy`, so running is all there is to see. */
function isReady(worker: Worker, { config }: Endpoint): boolean {
  return isRunning(worker) && (worker.healthy || config.healthCheck.path === '');
}

function failureOf(
  endpoint: Endpoint,
  { workers, isReplacing }: { workers: readonly Worker[]; isReplacing: boolean },
): Verdict | undefined {
  const state = endpoint.state.state.toLowerCase();
  const said = spoken(endpoint.state);
  if (failedWords.has(state)) {
    const code = codeOf(said) ?? codeOf(workers.map(({ state }) => spoken(state)).join(' ')) ?? 'endpoint-failed';
    // A failed endpoint that has just been updated needs a moment to leave the state that the old version left it in.
    return failing(
      code,
      persistSeconds[isReplacing ? 'failed-before' : 'failed'],
      `the endpoint is ${endpoint.state.state}${said}`,
    );
  }
  if (endedWords.has(state))
    return failing('endpoint-failed', persistSeconds.ended, `the endpoint is ${endpoint.state.state}${said}`);
  for (const worker of workers) {
    const verdict = workerFailure(worker, endpoint);
    if (verdict) return verdict;
  }
  const code = codeOf(said);
  return code && failing(code, persistSeconds[code], `the service says${said}`);
}

function workerFailure(worker: Worker, endpoint: Endpoint): Verdict | undefined {
  const said = spoken(worker.state);
  const prefix = `worker ${worker.id} is ${worker.state.state || 'without a state'}`;
  const code = codeOf(said) ?? (workerFailedWords.has(worker.state.state.toLowerCase()) ? 'crashed' : undefined);
  if (code) return failing(code, persistSeconds[code], `${prefix}${said}`, worker);
  if (!isRunning(worker) || isReady(worker, endpoint)) return undefined;
  return failing(
    'unhealthy',
    persistSeconds.unhealthy,
    `${prefix} but its health check ${endpoint.config.healthCheck.path} does not pass${said}`,
    worker,
  );
}

function failing(code: ErrorCode, seconds: number, message: string, worker?: Worker): Verdict {
  return { kind: 'failing', code, message, persistSeconds: seconds, ...(worker && { worker }) };
}

function codeOf(said: string): 'image-pull' | 'no-capacity' | 'crashed' | undefined {
  if (imagePullMessage.test(said)) return 'image-pull';
  if (noCapacityMessage.test(said)) return 'no-capacity';
  return crashMessage.test(said) ? 'crashed' : undefined;
}

/** The service's own words, ready to follow a clause: `: "manifest unknown"`; '' when it said nothing. */
function spoken({ error, message }: { error: string; message: string }): string {
  const words = [...new Set([error, message].map((text) => text.trim()).filter(Boolean))].join(': ');
  return words && `: "${words}"`;
}
