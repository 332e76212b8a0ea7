/** How an endpoint is by one reading and its record, and whether the recorded version has served. Pure. */

import { isUnproved } from '../../model/deployed.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { readUnproved } from '../../model/record.ts';
import { endpointCondition } from '../../model/states.ts';
import { conditionOf, isAsleep } from './condition.ts';
import { supersededIn } from './effect.ts';

/**
 * `idle`: scaled to zero, the first request starts a worker. `starting`: none is healthy, and none has failed.
 * `outdated`: only workers from before the last deploy are healthy. `parked`: it sleeps, and no run has proved
 * its version. `unproved`: the same of one that does not sleep.
 */
export type Health = 'serving' | 'idle' | 'starting' | 'failing' | 'outdated' | 'parked' | 'unproved';

export function healthOf(endpoint: Endpoint): Health {
  const conditions = conditionsOf(endpoint);
  if (isUnproved(endpoint.config)) return isAsleep(endpoint) ? 'parked' : 'unproved';
  if (!['starting', undefined].includes(endpointCondition(endpoint.state))) return 'failing';
  if (conditions.deployed.has('healthy')) return 'serving';
  if (conditions.old.has('healthy')) return 'outdated';
  if (conditions.deployed.has('down') || conditions.old.has('down')) return 'failing';
  return isAsleep(endpoint) ? 'idle' : 'starting';
}

/**
 * Whether the recorded version has served: a worker of it is healthy, or it sleeps without the mark of a version that
 * nothing has proved. `isUnderWay`: its run may still wait for workers that start or are not listed yet, and counts.
 */
export function hasServed(endpoint: Endpoint, { isUnderWay }: { isUnderWay: boolean }): boolean {
  if (readUnproved(endpoint.config)) return false;
  if (['serving', 'idle'].includes(healthOf(endpoint))) return true;
  return isUnderWay && (endpoint.workers.length === 0 || conditionsOf(endpoint).deployed.has('starting'));
}

/** Whether a worker from before the last deploy is healthy, so that it may answer in the place of the deployed version. */
export function mayOldAnswer(endpoint: Endpoint): boolean {
  return conditionsOf(endpoint).old.has('healthy');
}

/** Of the workers from before the last deploy, by its record, and of the others. */
function conditionsOf(endpoint: Endpoint) {
  const isOld = supersededIn(endpoint);
  const of = (wantsOld: boolean) =>
    new Set(endpoint.workers.filter(({ id }) => isOld(id) === wantsOld).map((each) => conditionOf(each, endpoint)));
  return { deployed: of(false), old: of(true) };
}
