/** The plan of a candidate: what its endpoint is to get, under another name. Pure. */

import type { Endpoint } from '../model/endpoint.ts';
import { type Plan, planOver } from './plan.ts';
import { candidateAppName, candidateName } from './preview-spec.ts';

/** The endpoint's planned configuration; an earlier candidate, which is `live`, gives no more than its address. */
export function candidatePlan(plan: Plan, live: Endpoint | undefined): Plan {
  const { desired } = plan;
  const isChosen = desired.appName === '' || desired.appName === plan.live?.id;
  const config = {
    ...desired,
    name: candidateName(desired.name),
    appName: isChosen || live ? '' : candidateAppName(desired.appName),
    workerConfig: { ...desired.workerConfig, minNum: 0, maxNum: 1 },
    // A local disk belongs to one endpoint.
    volumeMounts: desired.volumeMounts.map((each) => (each.type === 'local' ? { ...each, id: '' } : each)),
  };
  // The record, the envs and the workers of an earlier candidate are of another run.
  const own = { isCandidate: true, isTakenOver: true, foreignEnvs: [] };
  return planOver({ ...plan, ...own, desired: config }, live);
}
