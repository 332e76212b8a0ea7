/** What one reading shows of an endpoint and its workers, by their members and the service's own words. */

import { type EndpointConfig, isUnread } from '../../model/config.ts';
import type { Endpoint, Worker } from '../../model/endpoint.ts';
import { type Fault, faultNamedIn, wordsOf } from '../../model/faults.ts';
import { isServing, workerCondition } from '../../model/states.ts';

/** An endpoint as it was read, without its envs: their values are secrets, and every listener gets the events. */
export type Reading = Omit<Endpoint, 'config'> & { readonly config: Omit<EndpointConfig, 'envs'> };

/**
 * `gone`: stopping, or listed for some minutes after its end. `starting`: not ready yet, also while its health check
 * fails. `down`: it has crashed or cannot start, and does not run at the moment.
 */
export type WorkerCondition = 'healthy' | 'starting' | 'down' | 'gone';

/** A worker that was removed stays listed for ten minutes (service-observed.md, Worker states), and does not count. */
export const isPresent = ({ state }: Worker): boolean => workerCondition(state) !== 'terminating';

export const isRunning = ({ state }: Worker): boolean => workerCondition(state) === 'running';

/**
 * Healthy and not stopping. Where no health check sets `healthy` of any worker, a worker that runs without a fault
 * counts, if the endpoint itself serves.
 */
export function isReady(worker: Worker, { config, state, workers }: Reading): boolean {
  if (worker.healthy) return !['failed', 'terminating'].includes(workerCondition(worker.state) ?? '');
  const isUnchecked = config.healthy.path === '' && isServing(state) && !workers.some(({ healthy }) => healthy);
  return isUnchecked && isRunning(worker) && faultNamedIn(wordsOf(worker.state)) === undefined;
}

/** The workers that serve, as {@link isReady} says. */
export const readyIn = (endpoint: Reading) => endpoint.workers.filter((worker) => isReady(worker, endpoint));

/** The fault of the worker at this moment. A failing health check is not a fault: a model may be loading. */
export function workerFault(worker: Worker, endpoint: Reading): Fault | undefined {
  if (isReady(worker, endpoint)) return undefined;
  const words = wordsOf(worker.state);
  // The words of a worker that pulls are about the image, whether they name it or not.
  const isPulling = words !== '' && worker.state.state.toLowerCase() === 'pulling';
  const named = faultNamedIn(isPulling ? `pull: ${words}` : words);
  // An endpoint that scales to zero lets its workers exit.
  const isScaledAway = endpoint.config.workerConfig.minNum === 0 && worker.state.state.toLowerCase() === 'exited';
  return named ?? (workerCondition(worker.state) === 'failed' && !isScaledAway ? 'crashed' : undefined);
}

/** It waits for a GPU, so it does not run, and is not billed. */
export const hasNoGpu = (worker: Worker, endpoint: Reading): boolean => workerFault(worker, endpoint) === 'no-capacity';

export function conditionOf(worker: Worker, endpoint: Reading): WorkerCondition {
  if (!isPresent(worker)) return 'gone';
  if (isReady(worker, endpoint)) return 'healthy';
  const fault = workerFault(worker, endpoint);
  const condition = workerCondition(worker.state);
  // The words of a worker that runs again may still be about its crash.
  if (condition === 'running') return 'starting';
  if (condition === 'failed') return fault ? 'down' : 'gone';
  return fault === 'crashed' ? 'down' : 'starting';
}

/** No worker has to run, and none runs: the first request wakes one. */
export function isAsleep(endpoint: Reading): boolean {
  const { workers, config } = endpoint;
  if (config.workerConfig.minNum !== 0 || isUnread(config, 'workerConfig.minNum')) return false;
  return workers.every((each) => conditionOf(each, endpoint) === 'gone');
}
