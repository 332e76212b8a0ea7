/** The candidate of an endpoint: when a version runs first under another name, and which run's it is. Pure. */

import type { Endpoint } from '../model/endpoint.ts';
import { ownerOf, ownRecord } from '../model/owner.ts';
import { readOwner, readParked, readRecord } from '../model/record.ts';
import { runOf } from './history.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';

/**
 * A candidate comes first only where workers that serve are replaced under the spec's own name, and the run waits.
 * Undefined where one does; else why not, as a sentence, or '' where nobody would expect one.
 */
export function whyNotFirst(plan: Plan, { inputs, preview }: Run): string | undefined {
  const { candidate, desired, ownName, operation, workers, live, tests, changes } = plan;
  const isOwn = desired.name === ownName && preview === undefined;
  if (workers === 'kept') return '';
  if (inputs.wait === 'none') return tests.length === 0 ? '' : 'Not tested: `wait: none`.';
  // Without a change, only a mark ends: users meet that version already.
  if (!candidate || !isOwn || operation !== 'update' || changes.length === 0) return '';
  // A marked version that was kept has its workers beside the workers of the version before.
  const scalesToZero = live.config.workerConfig.minNum === 0;
  if (scalesToZero ? readParked(live.config) : live.workers.every(({ healthy }) => !healthy))
    return `No candidate: nobody is served by ${desired.name}, so it would only add to the outage.`;
  return undefined;
}

/** The plan of a way back on purpose to a version that has served: an outage does not wait for a second proof. */
export function withoutCandidate(plan: Plan): Plan {
  const why = `No candidate: ${plan.desired.name} goes back to a version that has served before.`;
  return plan.first.isFirst ? { ...plan, first: { ...plan.first, isFirst: false, why } } : plan;
}

/** A person's copy of one has the record of the other. */
export function isCandidate({ config }: Endpoint): boolean {
  const { candidate, name = config.name } = readRecord(config) ?? {};
  return candidate === true && name === config.name;
}

/** Whether no run can still be using it: a candidate of this repository that was deployed before that time. */
export function isForgotten(found: Endpoint, { github: { context } }: Run, untilMs: number): boolean {
  const { time = '' } = ownRecord(found.config, context) ?? {};
  return isCandidate(found) && Date.parse(time) < untilMs;
}

/** '' outside a workflow. */
export const candidateRunOf = ({ config }: Endpoint) => runOf(readRecord(config)?.run);

/** Whether a run may delete it: a candidate of its own, or of an earlier run of this repository. */
export function isLeftover(found: Endpoint, { github: { context } }: Run): boolean {
  const isOurs = ownerOf(found.config, context).kind === 'us' || readOwner(found.config) === undefined;
  return isOurs && isCandidate(found) && Number(candidateRunOf(found)) <= Number(context.runId);
}
