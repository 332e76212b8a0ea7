/** The verdict on a story: ready, failing or waiting. Pure; every rule about evidence is here. */

import type { ErrorCode } from '../../errors.ts';
import { type Fault, faultNamedIn } from '../../model/faults.ts';
import { endpointCondition } from '../../model/states.ts';
import { definiteReadings, imageFoundMs, steadyAfterCrashMs, steadyMs, stillMs, toleratedMs } from '../../times.ts';
import {
  healthyNewWorkers,
  isDoubtful,
  mayBeEarlier,
  newWorkers,
  oldWorkers,
  presentWorkers,
  type Story,
  type WorkerStory,
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
 * Why an endpoint counts as ready: workers from after the write are healthy; the write replaced none and workers are
 * healthy; it needs no worker, so that nothing of the new version has run; or the service does not show which workers
 * are new, and tests follow.
 */
export type Evidence = 'new-workers' | 'kept-workers' | 'no-workers-needed' | 'tests-decide';

/** What the wait is for; `certainty`: a healthy worker may still run the earlier version. */
export type MissingProof = 'health' | 'certainty' | 'steadiness' | 'old-workers-to-stop';

export type Verdict =
  | { readonly kind: 'ready'; readonly evidence: Evidence }
  | { readonly kind: 'waiting'; readonly missing: MissingProof; readonly concern?: Concern | undefined }
  | ({ readonly kind: 'failing' } & Cause);

/** What is wrong, and since when. */
export interface Cause {
  readonly code: ErrorCode;
  readonly fault: Fault | 'endpoint-failed';
  readonly sinceMs: number;
}

/** A failure that is still tolerated until `untilMs`; undefined for as long as the wait lasts. */
export interface Concern extends Cause {
  readonly untilMs: number | undefined;
}

/** Judges what the readings have shown so far. An old worker that serves never makes a broken rollout look green. */
export function judgeStory(story: Story, goal: Goal): Verdict {
  const ready = readiness(story, goal);
  const concern = concernOf(story, goal);
  if (!concern || isOutweighed(story, { goal, ready, concern })) return ready;
  if (concern.untilMs !== undefined && concern.untilMs <= story.atMs) return { kind: 'failing', ...concern };
  return { kind: 'waiting', missing: ready.kind === 'waiting' ? ready.missing : 'health', concern };
}

/** Whether healthy workers count for more than what fails. */
function isOutweighed(
  story: Story,
  { goal, ready, concern }: { goal: Goal; ready: Readiness; concern: Concern },
): boolean {
  if (ready.kind === 'waiting') return goal.wait === 'ready' && isVersionUp(story) && story.downSinceMs === undefined;
  // Where no worker has to run, a worker that fails is all that is known of the new version.
  const isReplaced = story.effect === 'replaces' && isWritten(story);
  const isNeeded = (isReplaced && concern.fault !== 'no-capacity') || goal.tests === 'running';
  return ready.evidence !== 'no-workers-needed' || !isNeeded;
}

type Readiness = Exclude<Verdict, { kind: 'failing' }>;

const waitFor = (missing: MissingProof): Readiness => ({ kind: 'waiting', missing });

function readiness(story: Story, goal: Goal): Readiness {
  const { minNum } = story.endpoint.config.workerConfig;
  const isTested = goal.tests !== 'none';
  const healthy = healthyNewWorkers(story);
  if (story.downSinceMs !== undefined) return waitFor('health');
  if (goal.wait === 'rollout' && oldWorkers(story).length > 0) return waitFor('old-workers-to-stop');
  if (minNum === 0 && healthy.length === 0) return withoutWorkers(story, isTested);
  const needed = goal.wait === 'rollout' ? Math.max(1, minNum) : 1;
  if (healthy.length < needed)
    return isTested && areWorkersHidden(story) ? { kind: 'ready', evidence: 'tests-decide' } : waitFor('health');
  if (isDoubtful(story)) return waitFor('certainty');
  const upSinceMs = healthy.map(({ sinceMs }) => sinceMs).sort((a, b) => a - b)[needed - 1] ?? story.atMs;
  if (!isTested && !hasLasted(story, upSinceMs)) return waitFor('steadiness');
  return { kind: 'ready', evidence: story.effect === 'keeps' ? 'kept-workers' : 'new-workers' };
}

/** Whether a worker that certainly runs the requested version is healthy. */
export function isVersionUp(story: Story): boolean {
  return healthyNewWorkers(story).length > 0 && !isDoubtful(story);
}

/** No worker has an ID, and nothing is starting or broken, so only tests can decide. */
export function areWorkersHidden(story: Story): boolean {
  const { endpoint, atMs, stillSinceMs } = story;
  if (endpointCondition(endpoint.state) === 'starting' || atMs - stillSinceMs < stillMs) return false;
  const areHealthy = presentWorkers(story).every(({ condition }) => condition === 'healthy');
  return areHealthy && endpoint.workers.every(({ id }) => id === '');
}

/** Whether workers have been healthy for long enough; where none is replaced, a second reading is enough. */
function hasLasted(story: Story, upSinceMs: number): boolean {
  const { effect, faults, startedMs, atMs } = story;
  if (effect === 'keeps') return atMs > startedMs;
  if (faults.has('crashed')) return atMs - upSinceMs >= steadyAfterCrashMs;
  // A worker that was healthy at the first reading of a run that writes nothing needs no further proof.
  return (!isWritten(story) && upSinceMs === startedMs) || atMs - upSinceMs >= steadyMs;
}

function isWritten({ write }: Story): boolean {
  return write.origin !== 'found';
}

/** The endpoint scales to zero: no worker has to run, but those that are listed have to settle. */
function withoutWorkers(story: Story, isTested: boolean): Readiness {
  const { endpoint, effect, atMs, startedMs } = story;
  if (endpointCondition(endpoint.state) === 'starting') return waitFor('health');
  // A worker that starts will soon show whether the new version works.
  const isOnItsWay = ({ condition, fault }: WorkerStory) => condition === 'starting' && fault !== 'no-capacity';
  if (!isTested && effect !== 'keeps' && newWorkers(story).some(isOnItsWay)) return waitFor('health');
  const settlesMs = effect === 'keeps' ? 1 : steadyMs;
  if (!isTested && isWritten(story) && atMs - startedMs < settlesMs) return waitFor('steadiness');
  return { kind: 'ready', evidence: 'no-workers-needed' };
}

/** The gravest concern; its time is over as soon as that of any concern is. */
function concernOf(story: Story, goal: Goal): Concern | undefined {
  const { faults } = story;
  const definite = faults.get('image-pull-definite');
  const pull = faults.get('image-pull');
  const capacity = faults.get('no-capacity');
  const definiteMs = goal.isImageFound ? imageFoundMs : toleratedMs['image-pull-definite'];
  const concerns = [
    definite && concern('image-pull-definite', definite, definite.count >= definiteReadings ? definiteMs : undefined),
    pull && concern('image-pull', pull, toleratedMs['image-pull']),
    crashConcern(story),
    capacity && concern('no-capacity', capacity, undefined),
    endpointConcern(story),
  ].flatMap((each) => each || []);
  const limits = concerns.flatMap((each) => (speaksAgainst(story, each) ? (each.untilMs ?? []) : []));
  return concerns[0] && { ...concerns[0], untilMs: limits.length > 0 ? Math.min(...limits) : undefined };
}

/**
 * Whether a failure speaks against the new version: the words of a failed pull are still shown when its time is over,
 * and the workers that fail are certainly of the new version.
 */
function speaksAgainst(story: Story, { fault, untilMs = Number.POSITIVE_INFINITY }: Concern): boolean {
  if (fault === 'endpoint-failed') return true;
  const isPull = fault === 'image-pull' || fault === 'image-pull-definite';
  if (isPull && untilMs <= story.atMs && story.faults.get(fault)?.lastMs !== story.atMs) return false;
  const fresh = newWorkers(story);
  const isOnItsWay = (worker: WorkerStory) =>
    worker.condition === 'starting' && !worker.fault?.startsWith('image-pull');
  return !mayBeEarlier(story, fresh.length) && !(isPull && isDoubtful(story) && fresh.some(isOnItsWay));
}

function concern(fault: Cause['fault'], { sinceMs }: { sinceMs: number }, forMs: number | undefined): Concern {
  const code = fault === 'image-pull-definite' ? 'image-pull' : fault;
  return { fault, code, sinceMs, untilMs: forMs === undefined ? undefined : sinceMs + forMs };
}

function endpointConcern({ downSinceMs: sinceMs, endpoint, write, faults }: Story): Concern | undefined {
  if (sinceMs === undefined) return undefined;
  // The state that the endpoint had before the write shows nothing of the new version.
  const isNew = endpoint.state.state !== write.stateBefore?.state;
  const newMs = isNew && !faults.has('no-capacity') ? toleratedMs['endpoint-failed'] : undefined;
  const isStopped = endpointCondition(endpoint.state) === 'stopped';
  return concern('endpoint-failed', { sinceMs }, isStopped ? (newMs ?? toleratedMs.stopped) : newMs);
}

function crashConcern(story: Story): Concern | undefined {
  const { downSinceMs, atMs } = story;
  const crash = story.faults.get('crashed');
  // A worker that is down with its endpoint, without words about a crash, shows no cause.
  if (!crash || (downSinceMs !== undefined && faultNamedIn(crash.words) !== 'crashed')) return undefined;
  const areDown = areAllDown(story);
  const limitMs = crash.sinceMs + toleratedMs.crashed;
  const isRepeated = crash.count > 1;
  // The crash that comes after the time is the proof.
  const isProven = (isRepeated && crash.lastMs >= limitMs) || (areDown && atMs >= limitMs);
  const isCounting = (isRepeated || areDown) && limitMs > atMs;
  // A crash is no failure of the version while another worker is on its way.
  const mayRecover = isOtherStarting(story, crash) || !(isProven || isCounting);
  return { ...concern('crashed', crash, undefined), untilMs: mayRecover ? undefined : isProven ? atMs : limitMs };
}

/** A worker that was listed before the first crash still starts and has not crashed: one machine may be broken. */
function isOtherStarting(story: Story, crash: { sinceMs: number }): boolean {
  return newWorkers(story).some(
    ({ condition, fault, sinceMs }) => condition === 'starting' && !fault && sinceMs < crash.sinceMs,
  );
}

/** No new worker runs or is on its way. With `minNum: 0`, the service may start no other worker. */
function areAllDown(story: Story): boolean {
  const fresh = newWorkers(story);
  const mayStayEmpty = story.endpoint.config.workerConfig.minNum === 0;
  return (fresh.length > 0 || mayStayEmpty) && fresh.every(({ condition }) => condition === 'down');
}
