/** How a rollout has ended: what is left, who is served, what is billed. Folded once, when the run is over. Pure. */

import type { DeployError, ErrorCode } from '../errors.ts';
import type { Fault } from '../model/faults.ts';
import { readWriteEvidence, shorten } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import type { Call } from '../plan/route.ts';
import type { TestPass } from '../tests/run.ts';
import type { Reading, WorkerVersion } from './events.ts';
import { isPresent, isReady, workerFault } from './evidence/condition.ts';
import { oldByRecord } from './evidence/effect.ts';
import { isUnproved } from './evidence/health.ts';
import { type Age, type Group, type Serves, servedBy, servingIn } from './evidence/serving.ts';
import { type Facts, initialFacts } from './facts.ts';

/** What proves that the version works; `shared`: an old worker may have answered the tests. */
export type Proof = 'tests' | 'new-workers' | 'kept-workers' | 'shared' | 'not-tested' | 'no-tests' | 'not-waited';

/** What this run leaves; src/render/end.ts has a row for each kind. */
export type Left =
  | { readonly kind: 'serving'; readonly proof: Proof }
  | { readonly kind: 'untouched' }
  /** The version that was deployed stays, and this run has not proved it. */
  | { readonly kind: 'unproved' }
  /** `isSeen`: a worker of the previous version is healthy again, or none has to run. */
  | { readonly kind: 'restored'; readonly isSeen: boolean; readonly except: readonly string[] }
  /** `isSure`: false where the answer to the restore is lost. */
  | { readonly kind: 'not-restored'; readonly isSure: boolean }
  /** By this run. */
  | { readonly kind: 'parked' | 'deleted' }
  /** By someone else; `rival`: another run has created the endpoint that this run was to create. */
  | { readonly kind: 'gone' | 'foreign' | 'rival' }
  /** A write whose result nobody has seen. */
  | { readonly kind: 'in-doubt'; readonly call: Call };

/** Workers of one version in one state. */
interface VersionGroup extends Group {
  readonly version: WorkerVersion;
  /** Of workers that serve; '' where nothing shows it. */
  readonly image: string;
}

/**
 * `hourly` is the price of them all; undefined where the spec has none. `in-vain`: after a failure, of an endpoint that
 * serves nobody, or that nothing has ever proved.
 */
export type Bills =
  | { readonly kind: 'workers' | 'in-vain'; readonly workers: number; readonly hourly: number | undefined }
  | 'nothing'
  | 'when-called'
  | 'unknown';

/** What a worker needs to serve. `time`: it starts. `listing`: the service does not list it. */
export type Lack = Fault | 'time' | 'listing';

export interface End {
  readonly left: Left;
  /** Undefined for a green rollout. */
  readonly cause: DeployError | undefined;
  /** What went wrong in the restore or the clean-up after it. */
  readonly problem: DeployError | undefined;
  readonly serves: Serves<VersionGroup>;
  /** Where fewer workers of the version than `minNum` are healthy; undefined after a failure, or if nobody has waited. */
  readonly shortfall: { readonly healthy: number; readonly lacks: readonly Lack[] } | undefined;
  readonly bills: Bills;
  /** What the run has done last; undefined for nothing, or where that has been deleted. */
  readonly operation: Facts['operation'];
  readonly changed: boolean;
  readonly endpointId: string | undefined;
  /** The last reading, and its age; undefined for none, or where the endpoint no longer exists. */
  readonly endpoint: Reading | undefined;
  readonly seenAgoMs: number;
  readonly tests: TestPass | undefined;
  /** What could not be checked of a new endpoint; '' for nothing. */
  readonly doubt: string;
  /** Crashes of a version that needs no worker; '' for none. */
  readonly crashes: string;
}

/** Failures of the version, rather than of the run. */
export const failuresOfVersion: ReadonlySet<ErrorCode> = new Set([
  ...(['image-not-found', 'image-platform', 'image-unresolved', 'image-pull'] as const),
  ...(['crashed', 'unhealthy', 'endpoint-failed', 'timeout', 'test-failed'] as const),
]);

/** `nowMs` is on the clock's monotonic time. */
export function endOf(plan: Plan, facts: Facts, nowMs: number): End {
  const { failure: cause, operation, changed, endpointId, tests, doubt, crashes, problem, seenMs } = facts;
  const left = leftBy(plan, facts);
  const endpoint = left.kind === 'deleted' || left.kind === 'gone' ? undefined : facts.endpoint;
  const known = { plan, facts, left, endpoint };
  const serves = servesAt(known);
  return {
    left,
    cause,
    problem,
    serves,
    shortfall: shortfallIn(known),
    bills: billsOf(known, serves),
    operation,
    changed,
    endpointId,
    endpoint,
    seenAgoMs: seenMs === undefined ? 0 : nowMs - seenMs,
    tests,
    doubt,
    crashes,
  };
}

/** The end of a plan that is refused, or of a rollout of which nothing is known but its cause. */
export function endBefore(plan: Plan, failure: DeployError): End {
  return endOf(plan, { ...initialFacts(plan), failure }, 0);
}

/** What is left. The first question that is answered decides. */
function leftBy({ calls, tests }: Plan, facts: Facts): Left {
  const { undo, others, unconfirmed, failure, operation, changed } = facts;
  if (undo.kind === 'deleted') return { kind: 'deleted' };
  if (others === 'deleted') return { kind: 'gone' };
  if (undo.kind === 'parked') return { kind: 'parked' };
  if (others === 'created') return { kind: 'rival' };
  if (others === 'changed') return { kind: 'foreign' };
  if (undo.kind === 'failed')
    return undo.of === 'restore' ? { kind: 'not-restored', isSure: unconfirmed === undefined } : { kind: 'unproved' };
  if (unconfirmed) return { kind: 'in-doubt', call: unconfirmed };
  if (undo.kind === 'restored') return undo;
  if (!failure) return { kind: 'serving', proof: proofOf(tests, facts) };
  // A run that writes nothing leaves what it has found, unless that has failed before its eyes.
  const isUnproved = operation !== undefined && (operation !== 'unchanged' || failuresOfVersion.has(failure.code));
  if (isUnproved) return { kind: 'unproved' };
  const [call] = calls;
  return changed && call ? { kind: 'in-doubt', call } : { kind: 'untouched' };
}

function proofOf(asked: Plan['tests'], { tests, answeredBy, evidence }: Facts): Proof {
  if (tests?.kind === 'passed') return answeredBy === 'new' ? 'tests' : 'shared';
  if (evidence === 'new-workers' || evidence === 'kept-workers') return evidence;
  if (!evidence) return 'not-waited';
  return asked.length > 0 ? 'not-tested' : 'no-tests';
}

interface Known {
  plan: Plan;
  facts: Facts;
  left: Left;
  endpoint: Reading | undefined;
}

/** By the workers that are listed. Those of a parked endpoint serve only until they have stopped. */
function servesAt(known: Known): End['serves'] {
  const { left, endpoint } = known;
  if (!endpoint) return isAbsent(known) ? [] : 'unknown';
  const serves = servedBy(endpoint, (worker) => {
    const version = versionOf(worker.id, known);
    const image = isReady(worker, endpoint) ? imageOf(worker.id, version, known) : '';
    return { age: ageOf(version, known), version, image };
  });
  if (left.kind !== 'parked') return serves;
  return typeof serves === 'string' ? [] : serves.filter(({ state }) => state !== '');
}

/** Whether the endpoint is known to be absent, rather than not read. */
function isAbsent({ left, facts }: Known): boolean {
  if (left.kind === 'deleted' || left.kind === 'gone') return true;
  return facts.endpointId === undefined && left.kind !== 'in-doubt';
}

/** Which version a worker runs. Where no reading after a write has told, it is the one that was there before. */
function versionOf(id: string, { plan, facts, left }: Known): WorkerVersion {
  const { versions, operation, changed, seenMs } = facts;
  const told = versions.get(id);
  if (told) return told;
  if (operation === 'unchanged' || !changed) return oldByRecord(plan.live)(id) ? 'earlier' : 'this';
  if (left.kind === 'restored') return 'earlier';
  const wasThere = id !== '' && plan.live?.workers.some((worker) => worker.id === id);
  return wasThere || seenMs === undefined ? 'earlier' : 'unknown';
}

/** Of the version that the worker runs; '' for one that was there before the last one. */
function imageOf(id: string, version: WorkerVersion, { plan, facts }: Known): string {
  const { live, desired } = plan;
  if (version === 'unknown' || (version === 'earlier' && oldByRecord(live)(id))) return '';
  const isDeployed = version === 'this' && facts.operation !== 'unchanged' && facts.changed;
  return (isDeployed ? desired : (live ?? facts.endpoint)?.config)?.image.image ?? '';
}

/** Workers of this version and of the one before it are listed side by side only after an update. */
function ageOf(version: WorkerVersion, { plan, facts, left }: Known): Age {
  const isMixed = plan.live !== undefined && facts.changed && plan.workers !== 'kept' && left.kind !== 'restored';
  return isMixed ? ({ this: 'new', earlier: 'old', unknown: '' } as const)[version] : '';
}

function shortfallIn(known: Known): End['shortfall'] {
  const { left, endpoint } = known;
  if (!endpoint || left.kind !== 'serving' || left.proof === 'not-waited') return undefined;
  const { minNum } = endpoint.config.workerConfig;
  const needed = endpoint.workers.filter((worker) => isPresent(worker) && versionOf(worker.id, known) !== 'earlier');
  const others = needed.filter((worker) => !isReady(worker, endpoint));
  const healthy = needed.length - others.length;
  if (healthy >= minNum) return undefined;
  const unlisted: Lack[] = Array(Math.max(0, minNum - needed.length)).fill('listing');
  return { healthy, lacks: [...others.map((worker) => workerFault(worker, endpoint) ?? 'time'), ...unlisted] };
}

/** What is billed, by the workers that are listed. */
function billsOf(known: Known, serves: End['serves']): Bills {
  const { plan, left, endpoint } = known;
  if (!endpoint) return isAbsent(known) ? 'nothing' : 'unknown';
  const present = endpoint.workers.filter(isPresent).length;
  const { minNum } = endpoint.config.workerConfig;
  // The service stops endpoints that an account cannot pay for.
  if (endpointCondition(endpoint.state) === 'stopped' && present === 0) return 'nothing';
  if (left.kind === 'parked' || (minNum === 0 && present === 0)) return 'when-called';
  const workers = Math.max(present, minNum);
  const kind = isInVain(known, serves) ? 'in-vain' : 'workers';
  return { kind, workers, hourly: plan.price === undefined ? undefined : plan.price * workers };
}

/** The output `proof`; '' where the rollout failed. */
export function proofOutput({ left }: Pick<End, 'left'>): 'tests' | 'workers' | 'none' | '' {
  if (left.kind !== 'serving') return '';
  if (left.proof === 'tests') return 'tests';
  return ['new-workers', 'kept-workers', 'shared'].includes(left.proof) ? 'workers' : 'none';
}

function isInVain({ plan, left, facts }: Known, serves: End['serves']): boolean {
  if (!facts.failure || left.kind === 'foreign' || left.kind === 'rival') return false;
  // What was written back has never served, though a worker of the version before it still does.
  const isWrittenBack = left.kind === 'restored' && !left.isSeen;
  const isServed = servingIn(serves).some(({ image }) => image !== '' || !isWrittenBack);
  return (typeof serves !== 'string' && !isServed) || (left.kind === 'unproved' && isNeverProved(plan, facts));
}

/** It is new, or was parked, or this run has found it after the first deploy of all. */
function isNeverProved({ live }: Plan, { operation }: Facts): boolean {
  if (!live || isUnproved(live.config)) return true;
  return operation === 'unchanged' && readWriteEvidence(live.config)?.oldWorkers === shorten([]);
}
