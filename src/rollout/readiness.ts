/** Owns the judgement of one reading of an endpoint: serving, on its way, or failing. Pure; time is the business of the wait. */

import type { ErrorCode } from '../errors.ts';
import type { Endpoint, Worker } from '../model/endpoint.ts';
import type { WorkerCounts } from './events.ts';
import { isPresent, isReady, isRunning, isStarting, spoken, symptomOf, workerFault } from './symptoms.ts';

export type Verdict =
  | { kind: 'ready'; oldWorkers: number; newWorkers: number }
  | { kind: 'progressing' }
  /** Fails the wait when it is still so after `persistSeconds`, because the service may recover by itself. */
  | { kind: 'failing'; code: ErrorCode; message: string; persistSeconds: number; worker?: Worker };

type Failing = Extract<Verdict, { kind: 'failing' }>;

/** See symptoms.ts for where words come from. v1 says `serving` where v2 says `running`. */
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
/** One broken node must not fail a rollout whose other workers may still come up, but they do not get for ever. */
const patienceWithOthersOnTheirWay = 3;

export interface Expectation {
  wait: 'ready' | 'rollout';
  /**
   * IDs of the workers from before the write; empty for a new endpoint. Undefined when this run has written nothing: a rollout of an earlier run may be
   * under way, and which of the workers are of the old version nobody knows.
   */
  oldWorkerIds: ReadonlySet<string> | undefined;
  /** The write changes what a worker runs, so that new workers are to be expected. */
  isReplacing: boolean;
}

/**
 * Judges one reading. `minNum` is taken from the reading's own configuration, which verification has proved to be the asked one.
 * Where no new worker is ready, one that fails comes first: an old one that still serves must not make a broken rollout look green.
 */
export function judge(endpoint: Endpoint, expectation: Expectation): Verdict {
  const { oldWorkerIds, isReplacing } = expectation;
  const present = endpoint.workers.filter(isPresent);
  const fresh = present.filter(({ id }) => !oldWorkerIds?.has(id));
  const facts: Facts = {
    endpoint,
    fresh,
    ready: present.filter((worker) => isReady(worker, endpoint)).length,
    newReady: fresh.filter((worker) => isReady(worker, endpoint)).length,
    oldWorkers: present.length - fresh.length,
    minNum: endpoint.config.workerConfig.minNum,
  };
  const failure = failureOf(endpoint, { workers: fresh, isReplacing });
  if (failure && decides(failure, facts, expectation)) return failure;
  const isReachable = servingWords.has(endpoint.state.state.toLowerCase()) && (facts.minNum === 0 || facts.ready > 0);
  if (isReachable && isRolledOut(facts, expectation))
    return { kind: 'ready', oldWorkers: facts.oldWorkers, newWorkers: facts.newReady };
  return failure ?? { kind: 'progressing' };
}

interface Facts {
  endpoint: Endpoint;
  /** Workers that are not known to be from before the write. */
  fresh: readonly Worker[];
  ready: number;
  newReady: number;
  oldWorkers: number;
  minNum: number;
}

/** Among workers of unknown age a failing one may be the new version; one more that finds no GPU is only a scale-up that waits. */
function decides({ code }: Failing, { ready, newReady, minNum }: Facts, { oldWorkerIds }: Expectation): boolean {
  if (oldWorkerIds) return newReady === 0;
  return code !== 'no-capacity' || ready < Math.max(1, minNum);
}

/** Whether the workers are those of what was asked for. */
function isRolledOut(
  { endpoint, fresh, ready, newReady, oldWorkers, minNum }: Facts,
  { wait, oldWorkerIds, isReplacing }: Expectation,
): boolean {
  // Who left workers on their way is not known; that the version which they bring comes up has to be seen.
  if (!oldWorkerIds && minNum > 0 && fresh.some((worker) => isStarting(worker, endpoint) && !lacksRoom(worker)))
    return false;
  // Without a reason to replace workers the service may keep them for ever.
  if (wait === 'rollout') return isReplacing ? oldWorkers === 0 && newReady >= minNum : ready >= minNum;
  // Where new workers are on their way, the first of them decides: an old one only shows that the old version serves.
  return minNum === 0 || fresh.length === 0 || newReady > 0;
}

function lacksRoom({ state }: Worker): boolean {
  return symptomOf(spoken(state)) === 'no-capacity';
}

/** Workers by state, those that are gone left out. */
export function countWorkers(endpoint: Endpoint): WorkerCounts {
  const counts: Record<string, number> = {};
  for (const worker of endpoint.workers.filter(isPresent)) {
    const { state } = worker.state;
    const word = isRunning(worker) && !isReady(worker, endpoint) ? `${state}, not healthy` : state || 'without a state';
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

function failureOf(
  endpoint: Endpoint,
  { workers, isReplacing }: { workers: readonly Worker[]; isReplacing: boolean },
): Failing | undefined {
  const state = endpoint.state.state.toLowerCase();
  const said = spoken(endpoint.state);
  const isFailed = failedWords.has(state);
  if (isFailed || endedWords.has(state)) {
    const faulty = workers.find((worker) => workerFault(worker, endpoint));
    const fault = faulty && workerFault(faulty, endpoint);
    // A failed endpoint that has just been updated needs a moment to leave the state that the old version left it in.
    const seconds = isFailed ? persistSeconds[isReplacing ? 'failed-before' : 'failed'] : persistSeconds.ended;
    // That a worker went down with its endpoint says nothing of the cause; what it says may.
    const code = isFailed
      ? (symptomOf(said) ?? symptomOf(workers.map(({ state }) => spoken(state)).join(' ')))
      : undefined;
    const message = `the endpoint is ${endpoint.state.state}${said}${fault ? `; ${fault.says}` : ''}`;
    return failing({ code: code ?? 'endpoint-failed', message, worker: faulty, persistSeconds: seconds });
  }
  const faults = workers.flatMap((worker) => {
    const fault = workerFault(worker, endpoint);
    return fault ? [{ worker, ...fault }] : [];
  });
  const [first, ...others] = faults;
  if (first) {
    const { symptom, says, worker } = first;
    const hope = workers.some((other) => isStarting(other, endpoint) && !workerFault(other, endpoint));
    const more =
      others.length > 0 ? `; ${others.length} more ${others.length === 1 ? 'worker fails' : 'workers fail'}` : '';
    const seconds = persistSeconds[symptom] * (hope ? patienceWithOthersOnTheirWay : 1);
    return failing({ code: symptom, message: `${says}${more}`, worker, persistSeconds: seconds });
  }
  const code = symptomOf(said);
  return code && failing({ code, message: `the service says${said}`, persistSeconds: persistSeconds[code] });
}

function failing({ worker, ...failure }: Omit<Failing, 'kind' | 'worker'> & { worker?: Worker | undefined }): Failing {
  return { kind: 'failing', ...failure, ...(worker && { worker }) };
}
