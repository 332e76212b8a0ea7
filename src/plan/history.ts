/** Which versions an endpoint remembers, and how they move when a run replaces one. Pure. */

import type { GitHubContext } from '../github/event.ts';
import { type EndpointConfig, replacesWorkers } from '../model/config.ts';
import { changedSinceDeploy, isUnproved, notePlain, recordedVersion } from '../model/deployed.ts';
import { ownerOf, type RepositoryName } from '../model/owner.ts';
import { type DeploymentRecord, type EarlierVersion, readRecord, readUnproved, secretIn } from '../model/record.ts';
import { maxSecretKeys, shorten, shortenedHas } from '../model/shortened.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';

const maxVersions = 5;

/** Attempts are one run. */
export const runOf = (run = '') => run.split('.', 1)[0] ?? '';

/** The versions that served before; of a record of version 1.0, the version that somebody went back from. */
export function versionsBefore({ before, over }: DeploymentRecord): readonly EarlierVersion[] {
  return before ?? (over === undefined ? [] : [{ commit: over, left: true }]);
}

/** `ghcr.io/acme/llama:1, run 5001`. */
export function versionWords({ image, run }: EarlierVersion): string {
  return [image ?? 'an unknown image', run === undefined ? 'outside a workflow' : `run ${run}`].join(', ');
}

/** What an endpoint remembers, as the order of versions asks. */
export interface Recalled {
  run: string;
  commit: string;
  ref: string;
  /** When it was deployed, or replaced on a command line. */
  time: string;
  before: readonly EarlierVersion[];
  /** Whether the version of the plan has been here, and whether somebody went back from it. */
  bytes: 'new' | 'known' | 'left';
  /** Whether the run or its version has been here; of a record that does not tell, yes. */
  isRemembered: boolean;
  /** How a person has chosen what runs, as a sentence; '' where no person has. */
  chosen: string;
}

/** Undefined where no run of this repository has deployed the version there, or the one before a command line. */
export function recalled(plan: Plan, us: GitHubContext): Recalled | undefined {
  const config = plan.live?.config;
  const owner = config && ownerOf(config, us);
  const record = config && owner && owner.kind !== 'others' ? readRecord(config) : undefined;
  if (!config || !record) return undefined;
  const before = versionsBefore(record);
  const earlier = before.find(({ run, commit }) => run !== undefined && commit !== undefined);
  const of = record.repository === undefined ? earlier : record;
  const { run, commit } = of ?? {};
  if (run === undefined || commit === undefined) return undefined;
  const ours = plannedVersion(plan);
  const isLeft = ({ left, deployed, commit: of }: EarlierVersion) =>
    left === true && (deployed === undefined ? of === us.sha : deployed === ours);
  const isKnown = [recordedVersion(record), ...before.map(({ deployed }) => deployed)].includes(ours);
  const bytes = before.some(isLeft) ? 'left' : isKnown ? 'known' : 'new';
  const runs = [record.run, ...before.map((each) => each.run)].map(runOf);
  return {
    run: runOf(run),
    commit,
    before,
    bytes,
    ref: record.ref ?? '',
    time: record.time ?? '',
    isRemembered: record.before === undefined || bytes !== 'new' || runs.includes(us.runId),
    chosen: chosenBy(config, record, us),
  };
}

function chosenBy(config: EndpointConfig, record: DeploymentRecord, { branch }: GitHubContext): string {
  const { run = '', ref = '', event } = record;
  if (run === '') return 'it was deployed on a command line';
  const isChanged = changedSinceDeploy(config).length > 0;
  if (isChanged || record.byHand) return `it was changed by hand ${isChanged ? 'since' : 'before'} run ${run}`;
  if (event === 'workflow_dispatch') return `run ${run} was started by hand`;
  if (Number(run.split('.')[1]) > 1) return `run ${runOf(run)} was started again`;
  if (ref.startsWith('refs/heads/') && ref !== `refs/heads/${branch}`) return `run ${run} deployed ${ref}`;
  return versionsBefore(record).some(({ left }) => left) ? `run ${run} went back from another version` : '';
}

/** The trigger of this run. `isRemembered`: its version has been on the endpoint; false where the endpoint is new. */
export function triggerOf({ inputs, github }: Run, isRemembered: boolean): Trigger {
  const { isRerun } = github.context;
  if (inputs.allow.has('older-commit') || (isRerun && isRemembered)) return 'purpose';
  if (isRerun) return 'rerun';
  const event = eventOf(github.context);
  return event === 'schedule' ? 'schedule' : event === 'workflow_dispatch' ? 'dispatch' : 'push';
}

/**
 * How a run was started. `purpose`: someone means this version, whatever is there. `rerun`: someone has started the
 * run again, but neither run nor bytes have ever served here, so it is no way back.
 */
export type Trigger = 'push' | 'rerun' | 'dispatch' | 'schedule' | 'purpose';

/** The event of the run, or of the run that it follows. */
export const eventOf = ({ eventName, upstream }: GitHubContext) => upstream?.event || eventName;

/** The version that a plan asks for; secrets make no other one. */
export function plannedVersion({ desired, foreignEnvs, secretKeys }: Plan): string {
  // As a record tells it later.
  const isSecret = shortenedHas(shorten(secretKeys, maxSecretKeys));
  return notePlain(desired, { isOwn: (key) => !foreignEnvs.includes(key), isSecret });
}

/** Whether a plan keeps the version that is there, also by a tag that stands, or may stand, for its digest. */
export function keepsVersion({ live, desired, changes, workers, resolvedImage }: Plan): boolean {
  const digest = live?.config.image.image.split('@')[1];
  const tag = desired.image.image;
  const { pinnedFrom = tag } = (live && readRecord(live.config)) ?? {};
  const asked = resolvedImage?.digest ?? (!tag.includes('@') && tag === pinnedFrom ? digest : undefined);
  const isSame = digest !== undefined && digest === asked;
  const isKept = (member: string) => member === 'image.image' || !replacesWorkers(member);
  return workers === 'kept' || (isSame && changes.every(({ member }) => isKept(member)));
}

/** `newer`: its commit contains that of the run, or it is of a later run of the same commit. */
export type Order = 'same' | 'newer' | 'older' | 'apart' | 'unknown';

interface Move {
  us: RepositoryName;
  /** The run goes back on purpose. */
  isBack: boolean;
  /** How a version stands to that of the run. */
  orderOf: (version: EarlierVersion) => Order;
  date: Date;
}

/**
 * The versions that have served before, once the run has replaced one: the replaced one comes first, and bytes that
 * come back leave their old place. Who goes back on purpose leaves what it replaces, and all that is newer; a version
 * that contains these ends it.
 */
export function beforeAfter(plan: Plan, { us, isBack, orderOf, date }: Move): EarlierVersion[] {
  if (!plan.live) return [];
  const { config } = plan.live;
  const record = readRecord(config);
  // A command line has no repository: the versions of the workflow stay.
  const isOurs = us.repository === '' || ownerOf(config, us).kind !== 'others';
  const replaced = replacedIn(plan, { config, isBack }).map((each) => ({ ...each, at: date.toISOString() }));
  const known = [...replaced, ...(record ? versionsBefore(record) : [])];
  const moved = known.map(({ left, run, commit, ...served }, index): EarlierVersion => {
    // Commits and runs of another repository say nothing about this one's.
    if (!isOurs) return served;
    const version = { ...originOf({ run, commit }), ...served };
    const order = orderOf(version);
    const isPassed = order === 'older' || order === 'same';
    const isReplaced = isBack && index < replaced.length;
    // A version without a commit can be contained by none: the next one ends it.
    const isStillLeft = left && (isBack || commit !== undefined);
    const isLeft = isReplaced || (!isPassed && (isStillLeft || (isBack && order === 'newer')));
    return { ...version, ...(isLeft && { left: true as const }) };
  });
  return withoutRepeats(moved, plannedVersion(plan), us).slice(0, maxVersions);
}

const originOf = ({ run, commit }: Partial<Record<'run' | 'commit', string | undefined>>) => ({
  ...(run !== undefined && { run }),
  ...(commit !== undefined && { commit }),
});

/** Each version once, at its newest place, and without `ours`, which the run puts there. */
function withoutRepeats(versions: readonly EarlierVersion[], ours: string, us: RepositoryName): EarlierVersion[] {
  // A command line notes no commit: the commit of the same bytes tells how later runs stand to them.
  const isGone = ({ deployed, commit }: EarlierVersion) =>
    deployed === ours && (us.repository !== '' || commit === undefined);
  const isFirst = ({ deployed }: EarlierVersion, index: number) =>
    deployed === undefined || versions.findIndex((each) => each.deployed === deployed) === index;
  const isKept = (version: EarlierVersion, index: number) =>
    (version.image !== undefined || version.left === true) && !isGone(version) && isFirst(version, index);
  const named = (version: EarlierVersion): EarlierVersion => {
    const isSame = ({ deployed, commit }: EarlierVersion) => commit !== undefined && deployed === version.deployed;
    const origin = (version.deployed !== undefined && versions.find(isSame)) || {};
    return { ...originOf(origin), ...version };
  };
  return versions.filter(isKept).map(named);
}

/**
 * What a write replaces: the deployed version, and before it what someone has made of it. Of what no run has proved,
 * nothing but that somebody went back from it: it has no image, for it has not served.
 */
function replacedIn(
  { foreignEnvs }: Plan,
  { config: current, isBack }: { config: EndpointConfig; isBack: boolean },
): EarlierVersion[] {
  const record = readRecord(current);
  const isMarked = isUnproved(current);
  if (isMarked && !isBack) return [];
  const changed = changedSinceDeploy(current);
  const isOwn = (key: string) => !foreignEnvs.includes(key);
  const found = notePlain(current, { isOwn, isSecret: secretIn(current) });
  const byHand = { image: current.image.image, deployed: found };
  if (!record) return [byHand];
  const { run, commit } = record;
  const image = record.image ?? (changed.includes('image.image') ? undefined : current.image.image);
  const deployed = recordedVersion(record);
  const noted = {
    ...originOf({ run: run && runOf(run), commit }),
    ...(image !== undefined && !isMarked && { image }),
    ...(deployed !== undefined && { deployed }),
  };
  const isByHand = changed.length > 0 && found !== deployed;
  return [isByHand ? byHand : [], readUnproved(current) && !isMarked ? [] : noted].flat();
}
