/** The plan of a candidate: what its endpoint is to get, under another name. Pure. */

import { type EndpointConfig, sameDisk } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type Plan, wayTo } from './plan.ts';
import { candidateAppName, candidateName } from './preview-spec.ts';

/** The endpoint's planned configuration; an earlier candidate, which is `live`, gives none of its values. */
export function candidatePlan(plan: Plan, live: Endpoint | undefined): Plan {
  const { desired } = plan;
  const name = candidateName(desired.name);
  const isChosen = desired.appName === '' || desired.appName === plan.live?.id;
  const appName = live?.config.appName ?? (isChosen ? '' : candidateAppName(desired.appName));
  const disks = live?.config.volumeMounts ?? [];
  const volumeMounts = desired.volumeMounts.map((volume) =>
    // A local disk belongs to one endpoint.
    volume.type === 'local' ? { ...volume, id: sameDisk(disks, volume)?.id ?? '' } : volume,
  );
  const workerConfig = { ...desired.workerConfig, minNum: 0, maxNum: 1 };
  const config: EndpointConfig = { ...desired, name, appName, workerConfig, volumeMounts };
  const first = { isFirst: false, why: '', found: undefined } as const;
  const own = {
    // The record, and the workers, of an earlier candidate are of another run.
    isTakenOver: true,
    desired: config,
    kept: [],
    keptEnvs: [],
    foreignEnvs: [],
    missingSecrets: [],
    near: undefined,
    first,
  };
  return { ...plan, ...own, ...wayTo({ desired: config, live, isTakenOver: true }) };
}
