/** The judgement of one reading of an endpoint: ready, in progress, or failing. */

import type { ErrorCode } from '../errors.ts';
import type { Endpoint, Worker } from '../model/endpoint.ts';
import type { Reading, WorkerCounts } from './events.ts';
import type { Expectation } from './expectation.ts';
import type { FailureKind } from './failure-tolerance.ts';
import { endpointCondition } from './state-words.ts';
import { faultNamedIn, findFault, isPresent, isReady, isRunning, isStarting, quoteState } from './worker-faults.ts';

export type Verdict =
  | { kind: 'ready'; oldWorkers: number; newWorkers: number }
  | { kind: 'progressing' }
  /** The service may recover from it by itself: see failure-tolerance.ts. */
  | Failing;

export interface Failing {
  kind: 'failing';
  code: ErrorCode;
  failure: FailureKind;
  message: string;
  /** The first worker that fails. */
  worker: Worker | undefined;
  hasOthersStarting: boolean;
}

/**
 * Judges one reading. `minNum` is taken from the reading's own configuration, which has been compared with the desired one.
 * Where no new worker is ready, one that fails comes first: an old one that still serves must not make a broken rollout look green.
 */
export function judgeReadiness(endpoint: Endpoint, expectation: Expectation): Verdict {
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
  const failing = isEndpointDown(endpoint)
    ? endpointFailure(endpoint, { workers: fresh, isReplacing })
    : workerFailure(endpoint, fresh);
  if (failing && decides(failing, facts, expectation)) return failing;
  const isServing = endpointCondition(endpoint.state) === 'serving';
  if (isServing && (facts.minNum === 0 || facts.ready > 0) && isRolledOut(facts, expectation))
    return { kind: 'ready', oldWorkers: facts.oldWorkers, newWorkers: facts.newReady };
  return failing ?? { kind: 'progressing' };
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

/** Whether the workers are those of the desired configuration. */
function isRolledOut(
  { endpoint, fresh, ready, newReady, oldWorkers, minNum }: Facts,
  { wait, oldWorkerIds, isReplacing }: Expectation,
): boolean {
  // Nobody knows who left workers starting; the version that they bring has to be seen to come up.
  if (!oldWorkerIds && minNum > 0 && fresh.some((worker) => isStarting(worker, endpoint) && !lacksCapacity(worker)))
    return false;
  // Without a reason to replace workers the service may keep them for ever.
  if (wait === 'rollout') return isReplacing ? oldWorkers === 0 && newReady >= minNum : ready >= minNum;
  // Where new workers are starting, the first of them decides: an old one only shows that the old version serves.
  return minNum === 0 || fresh.length === 0 || newReady > 0;
}

function lacksCapacity({ state }: Worker): boolean {
  return faultNamedIn(quoteState(state)) === 'no-capacity';
}

/** Workers by state, without those that are gone. */
export function countWorkers(endpoint: Reading): WorkerCounts {
  const counts: Record<string, number> = {};
  for (const worker of endpoint.workers.filter(isPresent)) {
    const { state } = worker.state;
    const word = isRunning(worker) && !isReady(worker, endpoint) ? `${state}, not healthy` : state || 'without a state';
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

function isEndpointDown({ state }: Endpoint): boolean {
  return ['failed', 'stopped', 'terminating'].includes(endpointCondition(state));
}

function endpointFailure(
  endpoint: Endpoint,
  { workers, isReplacing }: { workers: readonly Worker[]; isReplacing: boolean },
): Failing {
  const { state } = endpoint;
  const isFailed = endpointCondition(state) === 'failed';
  const worker = workers.find((each) => findFault(each, endpoint));
  const fault = worker && findFault(worker, endpoint);
  // That a worker went down with its endpoint says nothing of the cause; what it says may.
  const code = isFailed
    ? (faultNamedIn(quoteState(state)) ?? faultNamedIn(workers.map((each) => quoteState(each.state)).join(' ')))
    : undefined;
  return {
    kind: 'failing',
    code: code ?? 'endpoint-failed',
    failure: isFailed ? (isReplacing ? 'endpoint-failed-replacing' : 'endpoint-failed') : 'endpoint-stopped',
    message: `the endpoint is ${state.state}${quoteState(state)}${fault ? `; ${fault.text}` : ''}`,
    worker,
    hasOthersStarting: false,
  };
}

/** A fault of a worker, or one that the endpoint's own words name. */
function workerFailure(endpoint: Endpoint, workers: readonly Worker[]): Failing | undefined {
  const faults = workers.flatMap((worker) => {
    const found = findFault(worker, endpoint);
    return found ? [{ worker, ...found }] : [];
  });
  const [first, ...others] = faults;
  if (first) {
    const { fault, text, worker } = first;
    const more =
      others.length > 0 ? `; ${others.length} more ${others.length === 1 ? 'worker fails' : 'workers fail'}` : '';
    return {
      kind: 'failing',
      code: fault,
      failure: fault,
      message: `${text}${more}`,
      worker,
      hasOthersStarting: workers.some((other) => isStarting(other, endpoint) && !findFault(other, endpoint)),
    };
  }
  const quote = quoteState(endpoint.state);
  const fault = faultNamedIn(quote);
  return (
    fault && {
      kind: 'failing',
      code: fault,
      failure: fault,
      message: `the service says${quote}`,
      worker: undefined,
      hasOthersStarting: false,
    }
  );
}
