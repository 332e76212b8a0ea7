/** The verdict on a story: ready, failing or waiting. Pure; every rule about evidence is here. */

import type { ErrorCode } from '../../errors.ts';
import { type Fault, faultNamedIn } from '../../model/faults.ts';
import { endpointCondition } from '../../model/states.ts';
import { certainMs, doubtfulMs, lateMs, orderMs, outageMs, patienceMs, settlingMs, steadyMs } from '../../times.ts';
import { hasEarlierWorkers, hasReplacedWorkers } from './effect.ts';
import {
  type Doubt,
  doubtfulWorker,
  healthyStarted,
  isOld,
  presentWorkers,
  remainingOldWorkers,
  type SeenWorker,
  type Story,
  startedWorkers,
  toldWorkers,
} from './story.ts';

export interface Goal {
  /** `ready`: one new worker is up. `rollout`: as many as are needed, and no old worker is left. */
  readonly wait: 'ready' | 'rollout';
  /** `to-come`: they prove more than readiness that lasts. `running`: they have woken a worker that fails. */
  readonly tests: 'none' | 'to-come' | 'running';
  /** This run has found the image in its registry: a registry that denies it may be late. Default false. */
  readonly isImageFound?: boolean;
}

/**
 * Why an endpoint counts as ready. `told`: nothing shows which version the healthy workers run, and nothing will.
 * `no-workers-needed`: no worker of the new version has run.
 */
export type ReadyReason = 'new-workers' | 'told' | 'no-workers-needed';

/** What the wait is for; a doubt: nothing shows the version of a healthy worker. */
export type MissingProof = 'health' | 'steadiness' | 'old-workers-to-stop' | 'all-to-stay' | Doubt;

export type Verdict = Readiness | ({ readonly kind: 'failing' } & Cause);

/** The verdict while no failure has lasted for as long as it is tolerated. */
export type Readiness =
  | { readonly kind: 'ready'; readonly reason: ReadyReason; readonly missing?: undefined; readonly concern?: undefined }
  | { readonly kind: 'waiting'; readonly missing: MissingProof; readonly concern?: Concern };

/** A failure, and since when. */
export interface Cause {
  readonly code: ErrorCode;
  readonly fault: Fault | 'endpoint-failed';
  readonly sinceMs: number;
}

/** A failure that is still tolerated until `untilMs`; infinity for as long as the wait lasts. */
interface Concern extends Cause {
  readonly untilMs: number;
}

/** Judges what the readings have shown so far. An old worker that serves never makes a broken rollout look green. */
export function judgeStory(story: Story, goal: Goal): Verdict {
  const ready = readiness(story, goal);
  const concern = concernOf(story, goal);
  if (!concern || isOutweighed(story, { goal, ready, concern })) return ready;
  if (concern.untilMs <= story.atMs) return { kind: 'failing', ...concern };
  return { kind: 'waiting', missing: ready.missing ?? 'health', concern };
}

/** Whether healthy workers count for more than what fails. */
function isOutweighed(
  story: Story,
  { goal, ready, concern }: { goal: Goal; ready: Readiness; concern: Concern },
): boolean {
  if (ready.kind === 'waiting') return goal.wait === 'ready' && isVersionUp(story) && story.downSinceMs === undefined;
  // Where no worker has to run, a worker that fails is all that is known of the new version.
  const isNeeded = (hasReplacedWorkers(story.write) && concern.fault !== 'no-capacity') || goal.tests === 'running';
  return ready.reason !== 'no-workers-needed' || !isNeeded;
}

const waitFor = (missing: MissingProof): Readiness => ({ kind: 'waiting', missing });

function readiness(story: Story, goal: Goal): Readiness {
  const { minNum } = story.endpoint.config.workerConfig;
  const isTested = goal.tests !== 'none';
  const doubt = doubtfulWorker(story)?.version;
  const needed = goal.wait === 'rollout' ? Math.max(1, minNum) : 1;
  const certain = healthyStarted(story);
  const reason = certain.length >= needed ? 'new-workers' : 'told';
  const upSinceMs = certain.concat(reason === 'told' ? toldWorkers(story) : []).map(({ sinceMs }) => sinceMs);
  if (story.downSinceMs !== undefined) return waitFor('health');
  // Old workers stay until a new one is healthy.
  const isUp = upSinceMs.length > 0 || doubt !== undefined || minNum === 0;
  if (goal.wait === 'rollout' && remainingOldWorkers(story).length > 0)
    return waitFor(isUp ? 'old-workers-to-stop' : 'health');
  if (minNum === 0 && upSinceMs.length === 0 && !doubt) return withoutWorkers(story, isTested);
  const lastMs = upSinceMs.sort((a, b) => a - b)[needed - 1];
  if (lastMs === undefined) return waitFor(doubt ?? 'health');
  if (goal.wait === 'rollout' && mayGiveWay(story)) return waitFor('all-to-stay');
  if (!isTested && !hasLasted(story, lastMs)) return waitFor('steadiness');
  return { kind: 'ready', reason };
}

/** Whether a worker that certainly runs the requested version is healthy. */
export const isVersionUp = (story: Story): boolean => healthyStarted(story).length > 0;

/**
 * Whether a worker may be of the earlier version, started again, and has to give way now: it was up before
 * another that had been listed earlier, or too many have no order. After two minutes, all have stayed.
 */
function mayGiveWay(story: Story): boolean {
  const { write, endpoint, atMs } = story;
  if (!hasReplacedWorkers(write) || !hasEarlierWorkers(write)) return false;
  const up = healthyStarted(story);
  const isCrowded = up.length > Math.max(1, endpoint.config.workerConfig.minNum);
  const mayBeAfter = (each: SeenWorker, other: SeenWorker) => {
    const laterMs = other.firstMs - each.firstMs;
    return laterMs >= orderMs ? each.sinceMs > other.sinceMs : isCrowded && other !== each && laterMs > -orderMs;
  };
  const slow = up.filter(({ sinceMs }) => atMs - sinceMs < lateMs);
  return slow.some((each) => up.some((other) => mayBeAfter(each, other)));
}

/** Whether workers have been healthy for long enough. */
function hasLasted(story: Story, upSinceMs: number): boolean {
  const { faults, startedMs, atMs } = story;
  if (faults.has('crashed')) return atMs - upSinceMs >= settlingMs;
  // A worker that this run does not replace and that was healthy at its first reading needs no further proof.
  return (!hasReplacedWorkers(story.write) && upSinceMs === startedMs) || atMs - upSinceMs >= steadyMs;
}

/** The endpoint scales to zero: no worker has to run, but those that are listed have to settle. */
function withoutWorkers(story: Story, isTested: boolean): Readiness {
  const { endpoint, write, atMs, startedMs } = story;
  // A worker that starts will soon show whether the new version works.
  const isOnItsWay = (worker: SeenWorker) =>
    !isOld(story, worker) && worker.condition === 'starting' && worker.fault !== 'no-capacity';
  const isWaitedFor = !isTested && presentWorkers(story).some(isOnItsWay);
  if (isWaitedFor || endpointCondition(endpoint.state) === 'starting') return waitFor('health');
  if (!isTested && hasReplacedWorkers(write) && atMs - startedMs < steadyMs) return waitFor('steadiness');
  return { kind: 'ready', reason: 'no-workers-needed' };
}

const never = Infinity;

/** The gravest concern; its time is over as soon as that of any concern is. */
function concernOf(story: Story, goal: Goal): Concern | undefined {
  const { faults, atMs } = story;
  const capacity = faults.get('no-capacity');
  // The words of a failed pull decide while they are shown.
  const pull = (fault: 'image-pull-definite' | 'image-pull', forMs: number): Concern | undefined => {
    const { sinceMs, lastMs } = faults.get(fault) ?? {};
    if (sinceMs === undefined) return undefined;
    const untilMs = sinceMs + forMs;
    return { code: 'image-pull', fault, sinceMs, untilMs: untilMs <= atMs && lastMs !== atMs ? never : untilMs };
  };
  const concerns = [
    pull('image-pull-definite', goal.isImageFound ? doubtfulMs : certainMs),
    pull('image-pull', patienceMs),
    crashConcern(story, goal),
    // A worker that finds no GPU has not come: another one may find it at any time.
    capacity && ({ code: 'no-capacity', fault: 'no-capacity', sinceMs: capacity.sinceMs, untilMs: never } as const),
    endpointConcern(story),
  ].flatMap((each) => each ?? []);
  return concerns[0] && { ...concerns[0], untilMs: Math.min(...concerns.map(({ untilMs }) => untilMs)) };
}

function endpointConcern({ downSinceMs: sinceMs, endpoint, write, faults }: Story): Concern | undefined {
  if (sinceMs === undefined) return undefined;
  // The state that the endpoint had before the write is not about the new version.
  const isNew = endpoint.state.state !== write.stateBefore?.state && !faults.has('no-capacity');
  const isStopped = endpointCondition(endpoint.state) === 'stopped';
  const forMs = isNew ? doubtfulMs : isStopped ? lateMs : never;
  return { code: 'endpoint-failed', fault: 'endpoint-failed', sinceMs, untilMs: sinceMs + forMs };
}

function crashConcern(story: Story, goal: Goal): Concern | undefined {
  const crash = story.faults.get('crashed');
  if (!crash) return undefined;
  // Words of another reason, once and where nothing has to replace the worker, are about its host.
  const { minNum } = story.endpoint.config.workerConfig;
  const isOfHost = minNum === 0 && goal.tests !== 'running' && crash.count === 1 && crash.words !== '';
  // A worker that is down with its endpoint, without words about a crash, shows no cause.
  if ((isOfHost || story.downSinceMs !== undefined) && faultNamedIn(crash.words) !== 'crashed') return undefined;
  const limitMs = crash.sinceMs + outageMs;
  // A loop is proved by the crash that comes after the time.
  const isFailing = areAllDown(story) || (crash.count > 1 && crash.lastMs >= limitMs);
  // A worker that was listed before the first crash still starts and has not crashed: one machine may be broken.
  const isOther = (each: SeenWorker) =>
    each.condition === 'starting' && !each.fault && each.sinceMs < crash.sinceMs && !isOld(story, each);
  const mayRecover = !isFailing || presentWorkers(story).some(isOther);
  return { code: 'crashed', fault: 'crashed', sinceMs: crash.sinceMs, untilMs: mayRecover ? never : limitMs };
}

/** No new worker runs or is on its way. With `minNum: 0`, the service may start no other worker. */
function areAllDown(story: Story): boolean {
  const fresh = startedWorkers(story);
  if (!fresh.every(({ condition }) => condition === 'down')) return false;
  // A worker in doubt may be of the version, in the place of one on a broken host, which has crashed only once.
  const isLoop = fresh.some(({ faults }) => (faults.get('crashed')?.count ?? 0) > 1);
  const mayWork = ({ version, condition }: SeenWorker) =>
    ['unordered', 'told'].includes(version) && (condition === 'starting' || (condition === 'healthy' && !isLoop));
  return (fresh.length > 0 || story.endpoint.config.workerConfig.minNum === 0) && !presentWorkers(story).some(mayWork);
}
