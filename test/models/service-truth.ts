/** What has to hold after every step of the service's model, whatever the world is like. */

import type { StoredEndpoint, Switches } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { type DeployStep, failingTags, isSecondClass, type ModelSpec } from './service-sequence.ts';
import {
  apiKey,
  type Ended,
  imageOf,
  nameOf,
  names,
  otherOf,
  type PlayedStep,
  repositories,
  secretOf,
} from './service-stage.ts';

export interface Moment {
  world: Switches;
  step: PlayedStep;
  /** What runs at the same time. */
  beside: PlayedStep | undefined;
  before: readonly StoredEndpoint[];
  after: readonly StoredEndpoint[];
  /** IDs of the endpoints whose workers run on after the step. */
  billed: readonly string[];
  ended: Ended;
  isKilled: boolean;
}

/** A run of two specs as two of one, each with what the output `endpoints` says of it. */
export function eachEndpoint(moment: Moment): Moment[] {
  const { step, ended, before, after } = moment;
  const other = otherOf(step);
  if (!other || step.kind !== 'deploy') return [moment];
  const { result, requests } = ended;
  const lookedUp = requests.findIndex(({ operation }) => operation !== 'list' && operation !== 'limits');
  const told: Record<string, string | boolean>[] = JSON.parse(result.outputs.endpoints || '[]');
  const { also: _, ...first } = step;
  return [first, other].map((each, index) => {
    const own = Object.entries(told[index] ?? {}).map(([key, value]) => [key, String(value)]);
    const outputs = { ...Object.fromEntries(own), endpoints: result.outputs.endpoints ?? '' } as Record<string, string>;
    const without = (endpoints: readonly StoredEndpoint[]) =>
      endpoints.filter(({ name }) => name !== names[1 - each.name]);
    const reason = outputs['failure-reason'] ?? '';
    const isGreen = result.isGreen ?? undefined;
    // One that was refused keeps the others from being deployed; then the run's own reason stands.
    const isLeftOut = isGreen === false && reason === '' && !outputs.operation;
    return {
      ...moment,
      step: each,
      before: without(before),
      after: without(after),
      isKilled: moment.isKilled || isLeftOut,
      ended: {
        ...ended,
        // Readings of the other endpoint, and lists that are asked for its sake, show nothing of this one.
        requests: requests.filter(({ operation, query }, at) =>
          operation === 'get'
            ? query.id === outputs['endpoint-id']
            : operation !== 'list' || at < lookedUp || lookedUp < 0,
        ),
        result: { ...result, outputs, isGreen: isGreen === undefined ? undefined : reason === '' },
      },
    };
  });
}

/** Sentences about what is untrue; empty when all holds. */
export function untruths(moment: Moment): string[] {
  const { ended, isKilled, beside } = moment;
  const wrong = [...leaks(ended), ...touched(moment)];
  if (isKilled) return wrong;
  wrong.push(...contradictions(moment));
  if (ended.result.isGreen) wrong.push(...falseGreens(moment));
  else if (!beside) wrong.push(...falseReds(moment), ...unmentionedBills(moment));
  return wrong;
}

/** What a red run has created goes on billing nothing, or the run says that it does, or may. */
function unmentionedBills({ step, before, after, billed, ended, world }: Moment): string[] {
  if (step.kind !== 'deploy' || world.keepOldWorkersMs === 'forever') return [];
  if (/\d workers? (?:is|are) billed|whether it is billed|may exist|someone else/i.test(ended.result.said)) return [];
  const isNew = ({ id }: StoredEndpoint) => !before.some((each) => each.id === id);
  const own = after.filter((each) => isNew(each) && each.name === nameOf(step) && billed.includes(each.id));
  return own.map(({ id }) => `${id} was created, is billed, and nothing says so`);
}

const canaries = [apiKey, secretOf(1), secretOf(2), 'canary-of-somebody'];

function leaks({ result }: Ended): string[] {
  const forms = (text: string) => [text, Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -2)];
  return canaries.flatMap((canary) =>
    forms(canary).some((form) => result.said.includes(form)) ? [`"${canary}" was said`] : [],
  );
}

/** Endpoints that the step may change, and those that it may delete. */
function touched({ step, beside, before, after, ended }: Moment): string[] {
  if (beside) return bystanders(before, after);
  const { met } = ended;
  const foreign = new Set(met.changes.filter(isOfMembers).map(({ id }) => id));
  const name = nameOf(step);
  const isSweep = step.kind === 'sweep';
  const reads = step.kind === 'plan' || step.kind === 'export';
  const wrong = bystanders(before, after);
  for (const endpoint of before) {
    const now = after.find(({ id }) => id === endpoint.id);
    const owner = recordOf(endpoint)?.repository;
    // After a rename, a preview ends what its step has deployed for the pull request under the old name.
    const isOldName = step.kind === 'preview' && previewOf(endpoint) === step.pull && owner === repositories[step.by];
    const isMeant = isSweep ? previewOf(endpoint) !== undefined : endpoint.name === name || isOldName;
    if (foreign.has(endpoint.id)) continue;
    const isOwn = owner === undefined || owner === repositories[step.by] || (step.kind === 'deploy' && step.adopt);
    const isChanged = !now || fingerprint(now) !== fingerprint(endpoint);
    if (isChanged && (!isMeant || reads)) wrong.push(`${endpoint.name} (${endpoint.id}) was touched by ${step.kind}`);
    if (isChanged && !isOwn) wrong.push(`${endpoint.name}, which is ${owner}'s, was touched by ${step.kind}`);
    if (!now && step.kind === 'deploy') wrong.push(`${endpoint.name} was deleted by a deploy`);
    if (!now && isSweep && !step.maxAge && !step.closed.includes(previewOf(endpoint) ?? 0))
      wrong.push(`${endpoint.name}, whose pull request is open, was swept`);
  }
  const isNew = ({ id }: StoredEndpoint) => !before.some((each) => each.id === id);
  const news = after.filter(isNew);
  // One that failed gets a name of its own where only a name could delete it.
  const isNamed = (endpoint: StoredEndpoint) =>
    endpoint.name === name || endpoint.name === `${name} (to be deleted ${endpoint.id})`;
  if (!news.every(isNamed)) wrong.push('an endpoint of another name was created');
  const most = Math.max(1, before.filter((endpoint) => endpoint.name === name).length);
  const left = after.filter((endpoint) => endpoint.name === name).length;
  if (name && left > most) wrong.push(`${left} endpoints of the name ${name}`);
  return wrong;
}

/** What only concerns workers leaves the endpoint as it was asked for. */
const isOfMembers = ({ does }: { does: string }) => !['scale-out', 'dead-worker', 'blink', 'pause'].includes(does);
/** A worker that fails its health check for a while, in place, is no cause of anything. */
const isPassing = ({ does }: { does: string }) => does === 'blink' || does === 'pause';

function bystanders(before: readonly StoredEndpoint[], after: readonly StoredEndpoint[]): string[] {
  const of = (endpoints: readonly StoredEndpoint[]) => endpoints.find(({ name }) => name === 'bystander');
  const [old, now] = [of(before), of(after)];
  return old && (!now || fingerprint(old) !== fingerprint(now)) ? ['the bystander was touched'] : [];
}

export function fingerprint({
  state: _state,
  workers: _workers,
  revision: _revision,
  url: _url,
  ...rest
}: StoredEndpoint): string {
  return JSON.stringify(rest);
}

export function recordOf({ envs }: StoredEndpoint):
  | {
      repository: string;
      commit: string;
      before?: readonly { image?: string; left?: true }[];
      pullRequest?: number;
      secretKeys?: string;
      parked?: { minNum: number };
    }
  | undefined {
  const value = envs.find(({ key }) => key === 'GPU_ENDPOINT_DEPLOYMENT')?.value;
  return value === undefined ? undefined : JSON.parse(value);
}

const previewOf = (endpoint: StoredEndpoint) => recordOf(endpoint)?.pullRequest;

/** Outputs that say something else than what there is. */
function contradictions({ step, beside, before, after, ended }: Moment): string[] {
  const { outputs, isGreen } = ended.result;
  const wrong: string[] = [];
  const reason = outputs['failure-reason'] ?? '';
  if (isGreen !== (reason === '')) wrong.push(`green: ${isGreen}, and failure-reason is "${reason}"`);
  if (reason === 'internal') wrong.push('a defect');
  if (beside || step.kind === 'sweep') return wrong;
  const name = nameOf(step);
  const id = outputs['endpoint-id'];
  const isLost = ended.met.changes.some(isOfMembers);
  const own = (endpoints: readonly StoredEndpoint[]) =>
    JSON.stringify(endpoints.filter((endpoint) => endpoint.name === name).map((each) => [each.id, each.revision]));
  if (outputs.changed !== 'true' && !isLost && own(before) !== own(after))
    wrong.push(`changed is "${outputs.changed}", and something was written`);
  if (outputs.changed === 'true' && !ended.requests.some(({ operation }) => isWrite(operation)))
    wrong.push('changed is true, and nothing was written');
  const live = after.find((endpoint) => endpoint.id === id);
  const existed = before.some((endpoint) => endpoint.id === id);
  if (step.kind !== 'deploy' && step.kind !== 'preview') return wrong;
  if (outputs.operation === 'created' && (existed || !id)) wrong.push('says created');
  if (outputs.operation === 'updated' && !existed) wrong.push('says updated');
  if (outputs.operation === 'restored' && live && !isLost) {
    const old = before.find((endpoint) => endpoint.id === id);
    if (live.image.image !== old?.image.image) wrong.push('says restored');
  }
  if (isGreen && live && outputs.operation !== 'superseded') {
    if (outputs.url !== live.url) wrong.push(`url is ${outputs.url}, not ${live.url}`);
    const { image, 'app-name': appName } = told(outputs);
    if (image !== live.image.image && !isLost) wrong.push(`image is ${image}, not ${live.image.image}`);
    if (appName !== live.appName) wrong.push(`app-name is ${appName}, not ${live.appName}`);
  }
  return wrong;
}

const isWrite = (operation: string) => ['create', 'update', 'update-v2', 'delete'].includes(operation);

/** Green without what was asked for. */
function falseGreens({ step, before, after, ended, world, beside }: Moment): string[] {
  const { outputs } = ended.result;
  const name = nameOf(step);
  const named = after.filter((endpoint) => endpoint.name === name);
  if (step.kind === 'delete') {
    const isBack = ended.met.changes.length > 0 || beside !== undefined;
    return named.length > 0 && !isBack ? ['the endpoint is still there'] : [];
  }
  if (step.kind !== 'deploy' && step.kind !== 'preview') return [];
  if (isUnseen(ended, world) || beside) return [];
  const spec: ModelSpec = step.kind === 'deploy' ? step.spec : { tag: step.tag as '1' };
  if (outputs.operation === 'superseded')
    return isLeft(
      spec,
      before.filter((endpoint) => endpoint.name === name),
    )
      ? []
      : ['superseded, though nothing says so'];
  if (named.length !== 1) return [`green, and ${named.length} endpoints have the name`];
  const [live] = named as [StoredEndpoint];
  if (live.id !== outputs['endpoint-id']) return [`endpoint-id is ${outputs['endpoint-id']}, not ${live.id}`];
  const old = before.find((endpoint) => endpoint.id === live.id) ?? before.find((endpoint) => endpoint.name === name);
  return [
    ...missing(spec, live, { isUnchanged: outputs.operation === 'unchanged', world }),
    ...lost(spec, { old, live, world, ended }),
    ...(step.kind === 'preview' || step.wait !== 'none' ? unserved(step, { live, ended, world }) : []),
  ];
}

/** A run with `older-commit` went back from that image: the next run that asks for it holds what is there. */
function isLeft({ tag }: ModelSpec, named: readonly StoredEndpoint[]): boolean {
  const before = named.flatMap((endpoint) => recordOf(endpoint)?.before ?? []);
  return before.some(({ left, image }) => left === true && image === imageOf(tag));
}

/** Somebody changed the endpoint when the run had looked for the last time, or readings are of a time before. */
function isUnseen({ requests, met }: Ended, world: Switches): boolean {
  const { eventualConsistencyReads, getLagMs, listLagMs } = world;
  const { deletingWord, deleteLagSeconds } = world;
  const lag = eventualConsistencyReads + getLagMs + listLagMs;
  if (met.changes.length > 0 && lag > 0) return true;
  // Nor does anything say that an endpoint is being deleted.
  const isUnsaid = deletingWord !== 'terminating' && deleteLagSeconds > 0;
  if (met.changes.some(({ does }) => does === 'delete') && isUnsaid) return true;
  const last = requests.findLast(({ operation }) => operation === 'get') ?? requests.findLast(isList);
  return met.changes.some(({ request }) => request > (last?.number ?? 0));
}

const isList = ({ operation }: { operation: string }) => operation === 'list';

/** A member's name, what a spec asks for, and what is stored. */
type ComparedMember = [string, (spec: ModelSpec) => unknown, (endpoint: StoredEndpoint) => unknown];
const comparedMembers: readonly ComparedMember[] = [
  ['image', ({ tag }) => imageOf(tag), ({ image }) => image.image],
  ['command', ({ command }) => command, ({ image }) => image.command],
  ['policy.value', ({ policyValue = 8 }) => policyValue, ({ policy }) => policy.value],
  ['minNum', ({ minNum }) => minNum, ({ workerConfig }) => workerConfig.minNum],
  ['cudaVersion', ({ cudaVersion }) => cudaVersion, ({ workerConfig }) => workerConfig.cudaVersion],
  ['rootfsSize', ({ rootfsSize }) => rootfsSize, ({ rootfsSize }) => rootfsSize],
  ['clusterID', ({ clusterID }) => clusterID, ({ clusterID }) => clusterID],
  ['product', ({ product }) => product, ({ products }) => products[0]?.id],
];
/** Those that the service never returns. */
const unseenMembers: readonly ComparedMember[] = [
  ['entrypoint', ({ entrypoint }) => entrypoint, ({ image }) => image.entrypoint],
  ['healthy.port', ({ healthyPort }) => healthyPort, ({ healthy }) => healthy.port],
  ['regionId', ({ regionId }) => regionId, ({ regionId }) => regionId],
];

/** Members of the spec that the endpoint does not have. What the service does not return is sent with another change only. */
function missing(
  spec: ModelSpec,
  live: StoredEndpoint,
  { isUnchanged, world }: { isUnchanged: boolean; world: Switches },
): string[] {
  const envs = envsOf(live);
  // An env that no deploy has written stays.
  const isWritten = (key: string) => key !== 'FOREIGN';
  // What no answer shows is known only where it was sent, and the service obeys.
  const isKnown = ([name]: ComparedMember) =>
    !world.answersLeaveOut.includes(name) || !(isUnchanged || world.ignoredMembers.includes(name));
  const count = Object.keys({ ...spec.envs, ...(spec.secretEnvs && { TOKEN: '' }) }).length;
  const members = [...comparedMembers.filter(isKnown), ...(isUnchanged ? [] : unseenMembers)];
  const asked: [unknown, unknown, string][] = [
    ...members.map(([name, wanted, stored]): [unknown, unknown, string] => [wanted(spec), stored(live), name]),
    [spec.secretEnvs && secretOf(spec.secretEnvs), envs.TOKEN, 'secret envs'],
    ...Object.entries(spec.envs ?? {}).map(([key, value]): [unknown, unknown, string] => [
      value,
      envs[key],
      `env ${key}`,
    ]),
    [spec.envs && count, Object.keys(envs).filter(isWritten).length, 'number of envs'],
    [spec.appName && `${spec.appName}-${live.name}`, live.appName, 'appName'],
  ];
  return asked.flatMap(([wanted, found, member]) =>
    wanted !== undefined && wanted !== found ? [`green, and ${member} is ${found}, not ${wanted}`] : [],
  );
}

function envsOf({ envs }: StoredEndpoint): Record<string, string> {
  const own = envs.filter(({ key }) => key !== 'GPU_ENDPOINT_DEPLOYMENT' && key !== 'SERVICE_REGION');
  return Object.fromEntries(own.map(({ key, value }) => [key, value]));
}

/** Members that the spec does not have, and that are not any more as they were. */
function lost(
  spec: ModelSpec,
  { old, live, world, ended }: { old: StoredEndpoint | undefined; live: StoredEndpoint; world: Switches; ended: Ended },
): string[] {
  if (!old || ended.met.changes.length > 0) return [];
  // What is never returned cannot be sent along: a service that resets it, or another endpoint, is without it.
  const isForgotten = old.id !== live.id || world.v2MembersOnV1Update === 'reset';
  // What was parked comes back.
  const parked = recordOf(old)?.parked?.minNum;
  const kept: [unknown, unknown, string][] = [...comparedMembers, ...(isForgotten ? [] : unseenMembers)]
    .filter(([, asked]) => asked(spec) === undefined)
    .map(([name, , stored]) => [name === 'minNum' ? (parked ?? stored(old)) : stored(old), stored(live), name]);
  const [was, is] = [envsOf(old), { ...envsOf(old), ...envsOf(live) }].map((envs) =>
    JSON.stringify({ ...envs, TOKEN: '' }),
  );
  if (spec.envs === undefined) kept.push([was, is, 'an env']);
  return kept.flatMap(([was, is, member]) =>
    was !== is ? [`${member} was ${was} and is ${is}, and the spec does not mention it`] : [],
  );
}

/** No healthy worker of the last write, or not as many as `rollout` promises. */
function unserved(
  step: PlayedStep,
  { live, ended, world }: { live: StoredEndpoint; ended: Ended; world: Switches },
): string[] {
  const { minNum } = live.workerConfig;
  const running = live.workers.filter(({ state }) => !['stopping', 'removed'].includes(state.state));
  const healthy = running.filter((worker) => worker.healthy);
  if (minNum === 0) return [];
  if (healthy.length === 0) return ['green without a healthy worker'];
  // A worker that the autoscaler adds between the plan and the write is not known to be an old one.
  const isScaled = ended.met.changes.some(({ does }) => does === 'scale-out');
  if (isScaled) return [];
  // What others changed since may have begun a revision of its own: an unchanged endpoint shows by its image that it is the version that was asked for.
  const isUnchanged = ended.result.outputs.operation === 'unchanged';
  if (isUnchanged && !healthy.some(({ image }) => image === live.image.image)) return ['unchanged on another image'];
  if (isUnchanged) return [];
  const isUndecided = !replacesWorkers(ended, live) && healthy.some(({ image }) => image === live.image.image);
  const fresh = healthy.filter(({ revision }) => revision === live.revision || isUndecided);
  const isRollout = step.kind === 'deploy' && step.wait === 'rollout';
  if (fresh.length === 0) return ['green on workers from before the last write'];
  if (isRollout && fresh.length < minNum) return [`wait: rollout is green with ${fresh.length} of ${minNum} workers`];
  // What starts again in the place of a lost one, and stays, looks new: only a test of its version tells.
  const isUntold = ({ image }: { image: string }) => world.keepOldWorkersMs === 'forever' && image.endsWith(':lost');
  const isOld = (worker: (typeof running)[number]) => worker.revision !== live.revision && !isUntold(worker);
  if (isRollout && !isUndecided && running.some(isOld))
    return ['wait: rollout is green beside workers of an older version'];
  return [];
}

/** Whether the plan changes what only another worker can have: of the rest nothing tells whether the service replaces workers, and those that stay are right. */
function replacesWorkers({ result }: Ended, { name }: StoredEndpoint): boolean {
  const endpoints = JSON.parse(result.outputs.endpoints || '[]') as readonly {
    name: string;
    plan?: { changes: readonly { member: string }[] };
  }[];
  const changes = endpoints.find((each) => each.name === name)?.plan?.changes;
  const kept =
    /^(workerConfig\.(minNum|maxNum|freeTimeout|maxConcurrent|requestTimeout)|policy\.|healthy\.|image\.(authId|entrypoint)|regionId)/;
  return changes === undefined || !changes.every(({ member }) => kept.test(member));
}

/** Red although nothing in the world asks for it. */
function falseReds(moment: Moment): string[] {
  const { ended } = moment;
  const { outputs } = ended.result;
  const reason = outputs['failure-reason'] ?? '';
  const { faults, changes } = ended.met;
  // One odd reading of an endpoint is no reason; whatever else went wrong may be one.
  const isExcused = faults.length > 1 || faults.some(({ operation }) => operation !== 'get');
  if (isExcused || changes.some((change) => !isPassing(change)) || isSecondClass(moment.world)) return [];
  const causes = causesOf(moment);
  return causes.has(reason) ? [] : [`red for ${reason}, which has no cause: ${firstError(ended)}`];
}

const firstError = ({ result }: Ended) => result.annotations.filter((line) => line.startsWith('::error')).at(-1) ?? '';

/** The reasons for which the step may be red, since the world, the spec or an earlier step has their cause. */
function causesOf({ step, before, world, ended }: Moment): Set<string> {
  const causes = new Set<string>();
  const name = nameOf(step);
  const named = before.filter((endpoint) => endpoint.name === name);
  const owners = named.flatMap((endpoint) => recordOf(endpoint)?.repository ?? []);
  const adopts = step.kind === 'deploy' && step.adopt;
  if (owners.some((owner) => owner !== repositories[step.by]) && !adopts) causes.add('owned');
  if (hidesOwner(world, named) && !adopts) causes.add('owned');
  if (named.length > 1) causes.add('name-ambiguous');
  if (world.forbiddenOperations.length > 0) causes.add('unauthorized');
  if (step.kind === 'export' && named.length === 0) causes.add('not-found');
  if (step.kind === 'preview' && named.some((endpoint) => previewOf(endpoint) !== step.pull)) causes.add('owned');
  if (step.kind === 'plan' && world.answersLeaveOut.length > 0) causes.add('spec-invalid');
  if ('spec' in step) for (const code of refusals(step, { before, named })) causes.add(code);
  if (step.kind !== 'deploy' && step.kind !== 'preview') return causes;
  const spec: ModelSpec = step.kind === 'deploy' ? step.spec : { tag: step.tag as '1' };
  if (!spec.secretEnvs && named.some((endpoint) => recordOf(endpoint)?.secretKeys)) causes.add('secrets-missing');
  for (const code of refusalsOfWorld(world)) causes.add(code);
  // A run that is held scales the version that is there.
  const isHeld = ended.result.annotations.some((line) => line.includes('::Held: '));
  const tags = isHeld ? named.map(({ image }) => image.image.split(':').at(-1) ?? '') : [spec.tag];
  if (tags.some((tag) => failingTags.has(tag)))
    for (const code of ['crashed', 'image-pull', 'unhealthy', 'endpoint-failed', 'timeout']) causes.add(code);
  const waitsForAll = step.kind === 'deploy' && step.wait === 'rollout';
  if (waitsForAll && world.keepOldWorkersMs === 'forever') causes.add('timeout');
  // Without its reason a refusal is just a refusal, unless the run itself has just written. A step comes ten seconds after the one before.
  if (world.errorBody !== 'standard' && world.conflictAfterWriteMs > 10_000) causes.add('rejected');
  return causes;
}

/** No envs are shown, though another empty list is: they may be kept back, and with them the record of the owner. */
function hidesOwner({ emptyLists, answersReplace }: Switches, named: readonly StoredEndpoint[]): boolean {
  const showsOtherList = 'volumeMounts' in answersReplace;
  return emptyLists === 'omitted' && showsOtherList && named.some(({ envs }) => envs.length === 0);
}

/** What the service refuses or does not do, whatever the spec is. */
function refusalsOfWorld(world: Switches): string[] {
  return [
    ...(world.ignoredMembers.length > 0 ? ['not-applied'] : []),
    ...(world.v2MembersOnV1Update === 'reset' ? ['conflict'] : []),
    // What neither the spec nor the service tells has to be added to the spec.
    ...(world.answersLeaveOut.some((path) => path !== 'workers.id') ? ['spec-invalid'] : []),
  ];
}

function refusals(
  step: Pick<DeployStep, 'name' | 'spec'>,
  { before, named }: { before: readonly StoredEndpoint[]; named: readonly StoredEndpoint[] },
): string[] {
  const appName = step.spec.appName && `${step.spec.appName}-${names[step.name]}`;
  const differs = appName !== undefined && named.some((endpoint) => endpoint.appName !== appName);
  return [
    ...(differs ? ['spec-invalid'] : []),
    ...(before.some((endpoint) => endpoint.appName === appName && !named.includes(endpoint)) ? ['app-name-taken'] : []),
  ];
}
