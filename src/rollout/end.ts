/** How a rollout has ended: what is left, who is served, what is billed. Folded once, when the run is over. Pure. */

import { codeRow, type DeployError } from '../errors.ts';
import type { Fault } from '../model/faults.ts';
import { isUnproved } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import type { Reading, WorkerVersion } from './events.ts';
import { isPresent, isReady, workerFault } from './evidence/condition.ts';
import { isReplacedByHand, oldByRecord } from './evidence/effect.ts';
import { healthOf } from './evidence/health.ts';
import { type Age, type Group, type Serves, servedBy, servingIn } from './evidence/serving.ts';
import { type Facts, initialFacts, type KnownLeft } from './facts.ts';
import type { Start } from './start.ts';

/** What proves that the version works; `shared`: an old worker may have answered the tests. */
export type Proof = 'tests' | 'new-workers' | 'shared' | 'not-tested' | 'no-tests' | 'not-waited';

/** What this run leaves; src/render/end.ts has a row for each kind. `unproved`: the new version, kept. */
export type Left =
  | KnownLeft
  | { readonly kind: 'serving'; readonly proof: Proof }
  /** `absent`: there was no endpoint, and none was created. */
  | { readonly kind: 'untouched' | 'absent' }
  /** A write whose result nobody has seen. */
  | { readonly kind: 'perhaps-created' | 'perhaps-updated' };

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
  | 'unknown';

/** What a worker needs to serve. `time`: it starts. `listing`: the service does not list it. */
export type Lack = Fault | 'time' | 'listing';

type KnownFacts = 'problem' | 'operation' | 'changed' | 'endpointId' | 'endpoint' | 'tests' | 'doubt';

/** `endpoint` is undefined where it no longer exists. */
export interface End extends Pick<Facts, KnownFacts> {
  readonly left: Left;
  /** Undefined for a green rollout. */
  readonly cause: DeployError | undefined;
  readonly serves: Serves<VersionGroup>;
  /** Of a green rollout, where fewer workers of the version than `minNum` serve and the others need more than time. */
  readonly shortfall: { readonly healthy: number; readonly lacks: readonly Lack[] } | undefined;
  readonly bills: Bills;
  /** Of the first healthy worker that was seen from its first listing on. */
  readonly start: Start | undefined;
  /** The age of the last reading. */
  readonly seenAgoMs: number;
}

/** `nowMs` is on the clock's monotonic time. */
export function endOf(plan: Plan, facts: Facts, nowMs: number): End {
  const left = leftBy(plan, facts);
  const endpoint = isAbsent(left) ? undefined : facts.endpoint;
  const known = { plan, facts, left, endpoint };
  const serves = servesAt(known);
  const { failure: cause, seenMs = nowMs } = facts;
  const [shortfall, bills] = [shortfallIn(known), billsOf(known, serves)];
  const { start } = facts.starts;
  return { ...facts, left, cause, serves, shortfall, bills, start, endpoint, seenAgoMs: nowMs - seenMs };
}

/** The end of a plan that is refused, or of a rollout of which nothing is known but its cause. */
export function endBefore(plan: Plan, failure: DeployError): End {
  return endOf(plan, { ...initialFacts(plan), failure }, 0);
}

/** What is left. The first question that is answered decides. */
function leftBy({ tests }: Plan, facts: Facts): Left {
  const { left, unconfirmed, failure, operation, changed, endpointId } = facts;
  if (left) return left;
  if (unconfirmed) return { kind: unconfirmed === 'create-v1' ? 'perhaps-created' : 'perhaps-updated' };
  if (!failure) return { kind: 'serving', proof: proofOf(tests, facts) };
  if (changed) return { kind: operation === undefined ? 'perhaps-updated' : 'unproved' };
  return { kind: endpointId === undefined ? 'absent' : 'untouched' };
}

function proofOf(asked: Plan['tests'], { tests, answeredBy, evidence }: Facts): Proof {
  if (tests?.kind === 'passed') return answeredBy === 'new' ? 'tests' : 'shared';
  if (evidence !== 'no-workers-needed') return evidence ?? 'not-waited';
  return asked.length > 0 ? 'not-tested' : 'no-tests';
}

interface Known {
  plan: Plan;
  facts: Facts;
  left: Left;
  endpoint: Reading | undefined;
}

/** By the workers that are listed. Those of a parked endpoint are about to stop. */
function servesAt(known: Known): End['serves'] {
  const { left, endpoint } = known;
  if (left.kind === 'parked' || isAbsent(left)) return [];
  if (!endpoint) return 'unknown';
  return servedBy(endpoint, ({ id }) => {
    const version = versionOf(id, known);
    return { age: ageOf(version, known), version, image: imageOf(id, version, known) };
  });
}

/** Whether the endpoint is known to be absent, rather than not read. */
function isAbsent({ kind }: Left): boolean {
  return kind === 'absent' || kind === 'deleted' || kind === 'gone';
}

/** Whether the workers may run two versions: that of this run, and an earlier one. */
function isChanged({ plan, facts: { changed, operation } }: Known): boolean {
  return plan.live !== undefined && changed && operation !== 'unchanged';
}

/** Which version a worker runs: by the readings after a write, else by those before it. */
function versionOf(id: string, known: Known): WorkerVersion {
  const { live } = known.plan;
  const told = known.facts.versions.get(id);
  if (told) return told;
  if (!isChanged(known))
    return oldByRecord(live)(id) ? 'earlier' : isReplacedByHand(known.plan.live) ? 'unknown' : 'this';
  return id !== '' && live?.workers.some((worker) => worker.id === id) ? 'earlier' : 'unknown';
}

/** Of the version that the worker runs; '' for an unknown version, and for one before the last. */
function imageOf(id: string, version: WorkerVersion, known: Known): string {
  const { desired, live = known.endpoint } = known.plan;
  if (version === 'this' && isChanged(known)) return desired.image.image;
  const isTold = live && version !== 'unknown' && !oldByRecord(known.plan.live)(id);
  return isTold && (version === 'this' || !isReplacedByHand(known.plan.live)) ? live.config.image.image : '';
}

/** '' where all workers are of one version, or the restore has replaced those of this run. */
function ageOf(version: WorkerVersion, known: Known): Age {
  const { kind } = known.left;
  const isMixed = isChanged(known) && known.plan.workers !== 'kept' && kind !== 'restored' && kind !== 'written-back';
  return isMixed ? ({ this: 'new', earlier: 'old', unknown: '' } as const)[version] : '';
}

function shortfallIn(known: Known): End['shortfall'] {
  const { plan, left, endpoint } = known;
  if (!endpoint || left.kind !== 'serving' || left.proof === 'not-waited') return undefined;
  const { minNum } = endpoint.config.workerConfig;
  const needed = endpoint.workers.filter((worker) => isPresent(worker) && versionOf(worker.id, known) !== 'earlier');
  const others = needed.filter((worker) => !isReady(worker, endpoint));
  const unlisted: Lack[] = Array(Math.max(0, minNum - needed.length)).fill('listing');
  const lacks = [...others.map((worker) => workerFault(worker, endpoint) ?? 'time'), ...unlisted];
  const healthy = needed.length - others.length;
  // While workers are replaced, the next one may be started, and listed, only after this one.
  const isPassing = (lack: Lack) => lack === 'time' || (lack === 'listing' && plan.workers !== 'kept');
  return healthy >= minNum || lacks.every(isPassing) ? undefined : { healthy, lacks };
}

/** What is billed, by the workers that are listed; at least those that a new endpoint needs. */
function billsOf(known: Known, serves: End['serves']): Bills {
  const { plan, facts, left, endpoint } = known;
  if (isAbsent(left)) return 'nothing';
  const config = endpoint?.config ?? (facts.operation === 'created' ? plan.desired : undefined);
  if (!config) return 'unknown';
  const present = endpoint?.workers.filter(isPresent).length ?? 0;
  const { minNum } = config.workerConfig;
  // The service stops endpoints that an account cannot pay for.
  if (endpoint && endpointCondition(endpoint.state) === 'stopped' && present === 0) return 'stopped';
  if (left.kind === 'parked' || (minNum === 0 && present === 0)) return 'when-called';
  const workers = Math.max(present, minNum);
  const kind = isInVain(known, serves) ? 'in-vain' : 'workers';
  return { kind, workers, hourly: plan.price === undefined ? undefined : plan.price * workers };
}

function isInVain({ plan, left, facts }: Known, serves: End['serves']): boolean {
  const { failure } = facts;
  if (!failure || ['foreign', 'rival', 'restored'].includes(left.kind)) return false;
  // What this run has not changed may be starting, unless it has seen it fail.
  if (['untouched', 'perhaps-updated'].includes(left.kind) && codeRow(failure.code).failed === undefined) return false;
  // What was written back, and has served until this run, waits for a GPU, or starts.
  if (left.kind === 'written-back' && plan.live && healthOf(plan.live) === 'serving') return false;
  // What was written back has never served, though a worker of the version before it still does.
  const isServed = servingIn(serves).some(({ image }) => image !== '' || left.kind !== 'written-back');
  if (typeof serves !== 'string' && !isServed) return true;
  return left.kind === 'unproved' && (!plan.live || isUnproved(plan.live.config));
}
