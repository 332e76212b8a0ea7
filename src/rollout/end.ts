/** The end of a rollout: its endpoint, its users, its bill. Folded once, when the run is over. Pure. */

import { codeRow, type DeployError } from '../errors.ts';
import { isUnproved } from '../model/deployed.ts';
import type { Fault } from '../model/faults.ts';
import { readRecord } from '../model/record.ts';
import { comparedTests } from '../model/shortened.ts';
import { endpointCondition } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import { hasNoGpu, isAsleep, isPresent, isReady, type Reading, workerFault } from './evidence/condition.ts';
import { mayServeEarlier, supersededIn, type WorkerVersion } from './evidence/effect.ts';
import { type Group, type Serves, servedBy, servingIn } from './evidence/serving.ts';
import { type Facts, hasAnsweredWrong, initialFacts, type KnownLeft } from './facts.ts';
import { testedBefore } from './proof.ts';
import type { Start } from './start.ts';

/**
 * What proves that the version works; `shared`: an old worker may have answered the tests; `told`: nothing shows which
 * version is healthy.
 */
export type Proof = 'tests' | 'new-workers' | 'shared' | 'told' | 'not-tested' | 'no-tests' | 'not-waited';

/** What this run leaves; src/render/end-words.ts has a row for each kind. `unproved`: the new version, kept. */
export type Left =
  | KnownLeft
  | { readonly kind: 'serving'; readonly proof: Proof }
  /** `absent`: there was no endpoint, and none was created. */
  | { readonly kind: 'untouched' | 'absent' }
  /** A write whose result nobody has seen. */
  | { readonly kind: 'perhaps-created' | 'perhaps-updated' };

/**
 * The configuration of the endpoint after the run: what the run asked for, what was there before, one of the two,
 * someone else's; or there is no endpoint.
 */
type Has = 'this' | 'before' | 'either' | 'theirs' | 'nothing';

const endpointHas: Readonly<Record<Left['kind'], Has>> = {
  serving: 'this',
  unproved: 'this',
  parked: 'this',
  untouched: 'before',
  'written-back': 'before',
  restored: 'before',
  'not-restored': 'either',
  'perhaps-created': 'either',
  'perhaps-updated': 'either',
  foreign: 'theirs',
  rival: 'theirs',
  absent: 'nothing',
  deleted: 'nothing',
  gone: 'nothing',
};

/** Workers of one version in one state. */
interface VersionGroup extends Group {
  readonly version: WorkerVersion;
  /** '' where nothing shows it. */
  readonly image: string;
}

/**
 * `hourly` is the price of them all; undefined where the spec has none. `in-vain`: after a failure, of an endpoint that
 * serves nobody, or that nothing has ever proved.
 */
export type Bills =
  | { readonly kind: 'workers' | 'in-vain'; readonly workers: number; readonly hourly: number | undefined }
  | 'nothing'
  | 'stopped'
  | 'when-called'
  | 'called'
  | 'no-gpu'
  | 'unknown';

/** What a worker needs to serve. `time`: it starts. `listing`: the service does not list it. */
export type Lack = Fault | 'time' | 'listing';

type KnownFacts = 'problem' | 'operation' | 'changed' | 'endpointId' | 'endpoint' | 'tests' | 'doubt';

/** `endpoint` is undefined where it no longer exists. */
export interface End extends Pick<Facts, KnownFacts> {
  readonly left: Left;
  readonly has: Has;
  /** Why the rollout failed; undefined for a green one. */
  readonly cause: DeployError | undefined;
  readonly serves: Serves<VersionGroup>;
  /** After a green rollout, fewer workers than `minNum` serve: none, or the others need more than time. */
  readonly shortfall: { readonly healthy: number; readonly lacks: readonly Lack[] } | undefined;
  readonly bills: Bills;
  /** Whether nothing shows that the version of a green rollout serves, or it sleeps and its tests never passed. */
  readonly isUntested: boolean;
  /** The start of the first healthy worker that was seen from its first listing on. */
  readonly start: Start | undefined;
  /** The age of the last reading. */
  readonly seenAgoMs: number;
}

/** `nowMs` is on the clock's monotonic time. */
export function endOf(plan: Plan, facts: Facts, nowMs: number): End {
  const left = leftBy(plan, facts);
  // An endpoint that is found as the spec asks for it has the version of this run.
  const isFound = left.kind === 'untouched' && facts.operation === 'unchanged';
  const has = isFound ? 'this' : endpointHas[left.kind];
  const endpoint = has === 'nothing' ? undefined : facts.endpoint;
  const known = { plan, facts, left, has, endpoint };
  const serves = servesAt(known);
  const { failure: cause, seenMs = nowMs } = facts;
  const [shortfall, bills] = [shortfallIn(known), billsOf(known, serves)];
  const isUntested = isNeverTested(known);
  const shown = { endpoint, seenAgoMs: nowMs - seenMs, start: facts.starts.start };
  return { ...facts, ...shown, left, has, cause, serves, shortfall, bills, isUntested };
}

/** The end of a plan that is refused, or of a rollout of which nothing is known but its cause. */
export function endBefore(plan: Plan, failure: DeployError): End {
  return endOf(plan, { ...initialFacts(plan.live), failure }, 0);
}

/** What the run leaves. The first question that is answered decides. */
function leftBy(plan: Plan, facts: Facts): Left {
  const { left, unconfirmed, failure, operation, changed, endpointId } = facts;
  if (left) return left;
  if (unconfirmed) return { kind: unconfirmed === 'create-v1' ? 'perhaps-created' : 'perhaps-updated' };
  if (!failure) return { kind: 'serving', proof: proofOf(plan, facts) };
  if (changed) return { kind: operation === undefined ? 'perhaps-updated' : 'unproved' };
  return { kind: endpointId === undefined ? 'absent' : 'untouched' };
}

function proofOf({ tests: asked, heldTests = asked }: Plan, { tests, answeredBy, readyReason }: Facts): Proof {
  if (tests?.kind === 'passed') return answeredBy === 'this' ? 'tests' : answeredBy === 'told' ? 'told' : 'shared';
  if (readyReason !== 'no-workers-needed') return readyReason ?? 'not-waited';
  return heldTests.length > 0 ? 'not-tested' : 'no-tests';
}

function isNeverTested({ plan, facts: { operation }, left, endpoint }: KnownEnd): boolean {
  const isNotWaited = left.kind === 'serving' && left.proof === 'not-waited' && plan.tests.length > 0;
  const isOpen = operation !== 'unchanged' || testedBefore(plan) === 'no';
  const isTold = left.kind === 'serving' && left.proof === 'told';
  return isTold || (isNotWaited && isOpen && endpoint?.config.workerConfig.minNum === 0);
}

interface KnownEnd {
  plan: Plan;
  facts: Facts;
  left: Left;
  has: Has;
  endpoint: Reading | undefined;
}

/** Who serves, by the workers that are listed. The workers of a parked endpoint are about to stop. */
function servesAt(known: KnownEnd): End['serves'] {
  const { left, has, endpoint } = known;
  if (left.kind === 'parked' || has === 'nothing') return [];
  if (!endpoint || isWoken(known) || (isAsleep(endpoint) && mayHaveGrown(known))) return 'unknown';
  return servedBy(endpoint, versionsAt(known));
}

/** Which version a worker runs, by the readings after a write, else by the reading before it; its age and its image. */
function versionsAt({ plan, facts, left, has, endpoint }: KnownEnd) {
  const { live, desired } = plan;
  // Then the workers may run two versions: that of this run, and an earlier one.
  const isChanged = live !== undefined && facts.changed && facts.operation !== 'unchanged';
  const isDoubtful = mayServeEarlier(live);
  const isSuperseded = supersededIn(live);
  const versionBefore = (id: string): WorkerVersion => {
    if (isSuperseded(id)) return 'superseded';
    if (!isChanged) return isDoubtful ? 'unknown' : 'this';
    return id !== '' && live.workers.some((worker) => worker.id === id) ? 'earlier' : 'unknown';
  };
  const found = (live ?? endpoint)?.config.image.image ?? '';
  const own = isChanged ? desired.image.image : found;
  const earlier = isDoubtful && left.kind !== 'restored' ? '' : found;
  const images = { this: own, earlier, superseded: '', unknown: '' };
  // Where all workers are of one version, or the restore has replaced the workers of this run, none is new or old.
  const isMixed = isChanged && plan.workers !== 'kept' && has !== 'before';
  return ({ id }: { id: string }) => {
    const version = facts.versions.get(id) ?? versionBefore(id);
    return { age: isMixed ? ages[version] : '', version, image: images[version] } as const;
  };
}

const ages = { this: 'new', earlier: 'old', superseded: 'old', unknown: '' } as const;

function shortfallIn(known: KnownEnd): End['shortfall'] {
  const { plan, left, endpoint } = known;
  if (!endpoint || left.kind !== 'serving' || left.proof === 'not-waited') return undefined;
  const { minNum } = endpoint.config.workerConfig;
  const tell = versionsAt(known);
  const needed = endpoint.workers.filter(
    (worker) => isPresent(worker) && ['this', 'unknown'].includes(tell(worker).version),
  );
  const others = needed.filter((worker) => !isReady(worker, endpoint));
  const unlisted: Lack[] = Array(Math.max(0, minNum - needed.length)).fill('listing');
  const lacks = [...others.map((worker) => workerFault(worker, endpoint) ?? 'time'), ...unlisted];
  const healthy = needed.length - others.length;
  // While workers are replaced, the next one may be started, and listed, only after this one.
  const isPassing = (lack: Lack) => lack === 'time' || (lack === 'listing' && plan.workers !== 'kept');
  // Nobody is served meanwhile where none is healthy.
  return healthy >= minNum || (healthy > 0 && lacks.every(isPassing)) ? undefined : { healthy, lacks };
}

/** The listed workers are billed, and at least as many as the endpoint needs and does not list yet. */
function billsOf(known: KnownEnd, serves: End['serves']): Bills {
  const { plan, left, has, endpoint } = known;
  if (has === 'nothing') return 'nothing';
  if (left.kind === 'parked') return 'when-called';
  if (isWoken(known)) return 'called';
  if (!endpoint || mayHaveGrown(known)) return 'unknown';
  const listed = endpoint.workers.filter(isPresent);
  const { minNum } = endpoint.config.workerConfig;
  // The service stops endpoints that an account cannot pay for.
  if (endpointCondition(endpoint.state) === 'stopped' && listed.length === 0) return 'stopped';
  if (minNum === 0 && listed.length === 0) return 'when-called';
  const waiting = listed.filter((worker) => hasNoGpu(worker, endpoint)).length;
  const workers = Math.max(listed.length, minNum) - waiting;
  if (workers === 0) return 'no-gpu';
  const kind = isInVain(known, serves) ? 'in-vain' : 'workers';
  return { kind, workers, hourly: plan.price === undefined ? undefined : plan.price * workers };
}

/** The tests of this run may have woken a worker that no reading shows. */
function isWoken({ facts, endpoint }: KnownEnd): boolean {
  return facts.isCalled && endpoint !== undefined && isAsleep(endpoint);
}

/** A write that no reading shows may have asked for more workers than are listed. */
function mayHaveGrown({ plan, has, endpoint }: KnownEnd): boolean {
  if (has !== 'either' || !endpoint) return false;
  const asked = [plan.desired, plan.live?.config].map((config) => config?.workerConfig.minNum ?? 0);
  return Math.max(...asked) > endpoint.config.workerConfig.minNum;
}

function isInVain(known: KnownEnd, serves: End['serves']): boolean {
  const { plan, left, has, facts } = known;
  const { failure, operation } = facts;
  if (!failure || has === 'theirs' || left.kind === 'restored' || left.kind === 'written-back') return false;
  // An endpoint that this run has not changed may be starting, unless the run has seen it fail.
  const isWritten = operation !== undefined && operation !== 'unchanged';
  if (!isWritten && codeRow(failure.code).subject === 'run') return false;
  const isServed = servingIn(serves).length > 0;
  if (typeof serves !== 'string' && (!isServed || isWrongAsFound(known))) return true;
  // A version before that one still serves.
  const isCovered = servingIn(serves).some(({ version }) => version === 'superseded');
  return left.kind === 'unproved' && (!plan.live || (isUnproved(plan.live.config) && !isCovered));
}

/** Whether the version of an earlier run answers the tests of that run wrong. */
function isWrongAsFound({ plan, has, facts }: KnownEnd): boolean {
  const record = plan.live && readRecord(plan.live.config);
  // A new test does not speak against a version that has served without it.
  const isOfRecord = record !== undefined && comparedTests(plan.tests, record).added === 0;
  return facts.operation === 'unchanged' && has === 'this' && hasAnsweredWrong(facts) && isOfRecord;
}
