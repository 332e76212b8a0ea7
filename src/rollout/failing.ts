/** What keeps an endpoint from being ready, when something does: a failure of its own, or of a worker. */

import type { ErrorCode } from '../errors.ts';
import type { Endpoint, Worker } from '../model/endpoint.ts';
import type { FailureKind } from './patience.ts';
import { endpointCondition } from './state-words.ts';
import { faultNamedIn, findFault, isStarting, quoteState } from './worker-faults.ts';

export interface Failing {
  kind: 'failing';
  code: ErrorCode;
  failure: FailureKind;
  message: string;
  /** The first worker that fails. */
  worker: Worker | undefined;
  hasOthersStarting: boolean;
}

/** Failed, stopped or terminating by its own word. */
export function isEndpointDown({ state }: Endpoint): boolean {
  return ['failed', 'stopped', 'terminating'].includes(endpointCondition(state));
}

/** Of an endpoint that is down. `saysTheSame`: so it was before the write, and has been since. */
export function endpointFailure(
  endpoint: Endpoint,
  { workers, saysTheSame }: { workers: readonly Worker[]; saysTheSame: boolean },
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
    failure: isFailed ? (saysTheSame ? 'endpoint-still-failed' : 'endpoint-failed') : 'endpoint-stopped',
    message: `the endpoint is ${state.state}${quoteState(state)}${fault ? `; ${fault.text}` : ''}`,
    worker,
    hasOthersStarting: false,
  };
}

/** A fault of a worker, or one that the endpoint's own words name. */
export function workerFailure(endpoint: Endpoint, workers: readonly Worker[]): Failing | undefined {
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
