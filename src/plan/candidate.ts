/** The candidate of an endpoint: the same version under another name, where no user is, proved before the endpoint gets it. Pure. */

import { DeployError } from '../errors.ts';
import { type EndpointConfig, sameDisk } from '../model/config.ts';
import { diffConfigs } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { ownerOf, ownRecord } from '../model/owner.ts';
import { readOwner, readParked, readRecord } from '../model/record.ts';
import { dayMs } from '../times.ts';
import { type CandidateUse, type Plan, wayTo } from './plan.ts';
import { candidateAppName, candidateName } from './preview-spec.ts';
import type { Run } from './run.ts';

const none = (why = ''): CandidateUse => ({ isFirst: false, why });

/** Only where workers that serve are replaced under the spec's own name, and the run waits for what it deploys. */
export function candidateUse(plan: Plan, { inputs, preview }: Run): CandidateUse {
  const { candidate, desired, ownName, operation, workers, live } = plan;
  const isOwn = desired.name === ownName && preview === undefined;
  if (!candidate || !isOwn || operation !== 'update' || workers === 'kept' || inputs.wait === 'none') return none();
  const isDown = live.config.workerConfig.minNum > 0 && live.workers.every(({ healthy }) => !healthy);
  if (readParked(live.config) || isDown)
    return none(`No candidate: nobody is served by ${desired.name}, so it would only add to the outage.`);
  return { isFirst: true };
}

/** The endpoint that the candidate would take over, of those that a list shows. */
export function candidateIn(list: readonly Endpoint[], { desired, ownName }: Plan): Endpoint | undefined {
  return desired.name === ownName ? list.find(({ config }) => config.name === candidateName(ownName)) : undefined;
}

/** A person's copy of one has the record of the other. */
export function isCandidate({ config }: Endpoint): boolean {
  const { candidate, name = config.name } = readRecord(config) ?? {};
  return candidate === true && name === config.name;
}

/** Whether no run can still be using it: a candidate of this repository that is older than a day. */
export function isForgotten(found: Endpoint, { github: { context } }: Run, nowMs: number): boolean {
  const { time = '' } = ownRecord(found.config, context) ?? {};
  return isCandidate(found) && nowMs - Date.parse(time) > dayMs;
}

/** Without an attempt; '' outside a workflow. */
const runOf = ({ config }: Endpoint) => (readRecord(config)?.run ?? '').split('.')[0] ?? '';

/** Whether a run may delete it: a candidate of its own, or of an earlier run of this repository. */
export function isLeftover(found: Endpoint, { github: { context } }: Run): boolean {
  const isOurs = ownerOf(found.config, context).kind === 'us' || readOwner(found.config) === undefined;
  return isOurs && isCandidate(found) && Number(runOf(found)) <= Number(context.runId);
}

/** Whether this run, in any attempt, has written it last. */
export function isOfThisRun(found: Endpoint, { github: { context } }: Run): boolean {
  return isCandidate(found) && runOf(found) === (context.repository === '' ? '' : context.runId);
}

/** Why the name of the candidate is not free; undefined where it is, or where what is there may be taken over. */
export function checkCandidate(found: Endpoint | undefined, run: Run): DeployError | undefined {
  if (!found || isLeftover(found, run)) return undefined;
  const { id, config } = found;
  const owner = ownerOf(config, run.github.context);
  const isOther = owner.kind === 'others' || owner.kind === 'doubtful';
  const whose =
    owner.kind === 'others' ? `was deployed by ${owner.record.repository}` : owner.kind === 'doubtful' ? owner.why : '';
  const why = isOther
    ? whose
    : isCandidate(found)
      ? `is the candidate of run ${runOf(found)}, which is later`
      : 'is no candidate of a run';
  const message = `endpoint ${config.name} (${id}) has the name of the candidate, and ${why}`;
  const hint = 'Delete or rename it, or take `candidate` out of the spec.';
  return new DeployError({ code: isOther ? 'owned' : 'conflict', message, hint });
}

/** The plan of the candidate: the endpoint's planned configuration, with nothing of an earlier candidate. */
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
  const changes = diffConfigs({ asked: config, found: live?.config });
  const first = { isFirst: false, why: '', found: undefined } as const;
  const own = {
    desired: config,
    changes,
    kept: [],
    keptEnvs: [],
    foreignEnvs: [],
    missingSecrets: [],
    nearNames: [],
    first,
  };
  // An earlier candidate is written in any case: its workers, and its record, are of another run.
  return { ...plan, ...own, ...wayTo({ desired: config, live, isNoted: true }) };
}
