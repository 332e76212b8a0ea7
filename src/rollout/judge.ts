/** The verdict on a story: ready, failing or waiting. Pure; every rule about evidence is here. */

import type { ErrorCode } from '../errors.ts';
import { endpointCondition } from '../model/states.ts';
import { type Fault, faultNamedIn } from './condition.ts';
import { healthyNewWorkers, isAmbiguous, newWorkers, oldWorkers, type Story, type WorkerStory } from './story.ts';
import { definiteReadings, steadyAfterCrashMs, steadyMs, stillMs, toleratedMs } from './times.ts';

export interface Goal {
  /** `ready`: one new worker is up. `rollout`: as many as are needed, and no old one is left. */
  readonly wait: 'ready' | 'rollout';
  /** Tests follow, which prove more than readiness that lasts. */
  readonly isTested: boolean;
  /** They run: a worker that fails is the one that they have woken. */
  readonly isTesting?: boolean;
}

/**
 * Why an endpoint counts as ready: workers from after the write are healthy; the write replaced none and workers are
 * healthy; it needs no worker, so that nothing of the new version has run; or the service does not show which workers
 * are new, and tests follow.
 */
export type Evidence = 'new-workers' | 'kept-workers' | 'no-workers-needed' | 'tests-decide';

/** What a verdict still waits for: something that another reading soon decides, or workers. */
type Missing = 'steadiness' | 'old-workers-to-stop' | 'health';

export type Verdict =
  | { readonly kind: 'ready'; readonly evidence: Evidence }
  | { readonly kind: 'waiting'; readonly missing: Missing; readonly concern?: Concern | undefined }
  | ({ readonly kind: 'failing' } & Failure);

/** What is wrong, and since when. */
export interface Failure {
  readonly code: ErrorCode;
  readonly fault: Fault | 'endpoint-failed';
  readonly sinceMs: number;
}

/** A failure that is still tolerated until `untilMs`; undefined for as long as the wait lasts. */
export interface Concern extends Failure {
  readonly untilMs: number | undefined;
}

/** Judges what the readings have shown so far. An old worker that serves never makes a broken rollout look green. */
export function judge(story: Story, goal: Goal): Verdict {
  const ready = readiness(story, goal);
  const concern = concernOf(story);
  if (!concern || isOutweighed(story, { goal, ready })) return ready;
  if (concern.untilMs !== undefined && concern.untilMs <= story.atMs) return { kind: 'failing', ...concern };
  return { kind: 'waiting', missing: ready.kind === 'waiting' ? ready.missing : 'health', concern };
}

/** Whether what is up counts for more than what fails. */
function isOutweighed(story: Story, { goal, ready }: { goal: Goal; ready: Readiness }): boolean {
  if (ready.kind === 'waiting')
    return (
      goal.wait === 'ready' &&
      !isAmbiguous(story) &&
      healthyNewWorkers(story).length > 0 &&
      story.downSinceMs === undefined
    );
  // Where nothing has to run, what runs and fails is all that is known of the new version.
  return ready.evidence !== 'no-workers-needed' || (story.write.effect !== 'replaces' && !goal.isTesting);
}

type Readiness = Exclude<Verdict, { kind: 'failing' }>;

const waitFor = (missing: Missing): Readiness => ({ kind: 'waiting', missing });

function readiness(story: Story, goal: Goal): Readiness {
  if (story.downSinceMs !== undefined) return waitFor('health');
  const byNew = newVersion(story, goal);
  if (byNew.kind === 'ready' || story.write.effect !== 'unknown') return byNew;
  const needed = goal.wait === 'rollout' ? story.endpoint.config.workerConfig.minNum : 1;
  if (healthyWorkers(story).length < needed) return waitFor('health');
  return areKept(story) ? { kind: 'ready', evidence: 'kept-workers' } : waitFor('steadiness');
}

/** Where nothing tells whether workers are replaced: none has come, and the same ones have stayed for a while. */
function areKept(story: Story): boolean {
  const isMoving = endpointCondition(story.endpoint.state) === 'starting';
  return isStill(story) && newWorkers(story).length === 0 && !isMoving;
}

/** Every new worker is healthy, and nothing has moved for a while. */
function isStill(story: Story, notBeforeMs = 0): boolean {
  const hasLasted = story.atMs - story.stillSinceMs >= stillMs && story.atMs >= notBeforeMs;
  return hasLasted && newWorkers(story).every(({ condition }) => condition === 'healthy');
}

function newVersion(story: Story, goal: Goal): Readiness {
  const { write, atMs } = story;
  const { minNum } = story.endpoint.config.workerConfig;
  const healthy = healthyNewWorkers(story);
  if (goal.wait === 'rollout' && oldWorkers(story).length > 0) return waitFor('old-workers-to-stop');
  if (minNum === 0 && healthy.length === 0) return withoutWorkers(story, goal);
  const needed = goal.wait === 'rollout' ? Math.max(1, minNum) : 1;
  if (healthy.length < needed && goal.isTested && isUntold(story)) return { kind: 'ready', evidence: 'tests-decide' };
  if (healthy.length < needed) return waitFor('health');
  if (isAmbiguous(story) && !isStill(story, write.lateWorkersUntilMs)) return waitFor('steadiness');
  const upSinceMs = healthy.map(({ sinceMs }) => sinceMs).sort((a, b) => a - b)[needed - 1] ?? atMs;
  if (!goal.isTested && !hasLasted(story, upSinceMs)) return waitFor('steadiness');
  return { kind: 'ready', evidence: write.effect === 'keeps' ? 'kept-workers' : 'new-workers' };
}

/** The service lists no workers with ids, and nothing is starting or broken: what answers is the only version. */
export function isUntold({ endpoint, workers, atMs, stillSinceMs }: Story): boolean {
  const isMoving = endpointCondition(endpoint.state) === 'starting' || atMs - stillSinceMs < stillMs;
  const isSettled = [...workers.values()].every(({ condition }) => ['healthy', 'gone'].includes(condition));
  return endpoint.workers.every(({ id }) => id === '') && isSettled && !isMoving;
}

/** Whether workers have been healthy for long enough; where none is replaced, a second reading is enough. */
function hasLasted({ write, faults, startedMs, atMs }: Story, upSinceMs: number): boolean {
  if (write.effect === 'keeps') return atMs > startedMs;
  if (faults.has('crashed')) return atMs - upSinceMs >= steadyAfterCrashMs;
  // What was up when this run came was not started by it a moment ago.
  return (isUnwritten(write) && upSinceMs === startedMs) || atMs - upSinceMs >= steadyMs;
}

/** This run has written nothing. */
function isUnwritten({ effect, stateBefore }: Story['write']): boolean {
  return effect === 'none' || (effect === 'unknown' && stateBefore === undefined);
}

/** Of an endpoint that scales to zero: nothing has to run, and what is there has settled. */
function withoutWorkers(story: Story, { isTested }: Goal): Readiness {
  const { endpoint, write, atMs, startedMs } = story;
  if (endpointCondition(endpoint.state) === 'starting') return waitFor('health');
  const settlesMs = write.effect === 'keeps' ? 1 : steadyMs;
  if (!isTested && !isUnwritten(write) && atMs - startedMs < settlesMs) return waitFor('steadiness');
  return { kind: 'ready', evidence: 'no-workers-needed' };
}

/** But for those that an earlier write was to replace. */
export function healthyWorkers({ workers, write }: Story): WorkerStory[] {
  return [...workers.values()].filter(({ condition, id }) => condition === 'healthy' && !write.isStaleId(id));
}

/** Whether a worker that answers for the version that was asked for is up. */
export function isVersionUp(story: Story): boolean {
  const mayBeKept = story.write.effect === 'unknown' && healthyWorkers(story).length > 0;
  return healthyNewWorkers(story).length > 0 || (mayBeKept && areKept(story));
}

/** What the readings show, by the most telling cause; its time is over when that of any cause is. */
function concernOf(story: Story): Concern | undefined {
  const { faults, downSinceMs, endpoint, write } = story;
  const definite = faults.get('image-pull-definite');
  const pull = faults.get('image-pull');
  const capacity = faults.get('no-capacity');
  // Under the word that it had before the write the endpoint itself says nothing of what was written.
  const isNews = endpoint.state.state !== write.stateBefore?.state;
  const concerns = [
    definite && concern('image-pull-definite', definite, definite.count >= definiteReadings),
    pull && concern('image-pull', pull, true),
    crashConcern(story),
    capacity && concern('no-capacity', capacity, false),
    downSinceMs !== undefined && concern('endpoint-failed', { sinceMs: downSinceMs }, isNews && !capacity),
  ].flatMap((each) => each || []);
  const limits = mayFailOfOthers(story) ? [] : concerns.flatMap(({ untilMs }) => untilMs ?? []);
  return concerns[0] && { ...concerns[0], untilMs: limits.length > 0 ? Math.min(...limits) : undefined };
}

/** What fails may be of the write before: nothing is proved before those of this one have failed, too. */
function mayFailOfOthers(story: Story): boolean {
  const isLate = story.atMs < (story.write.lateWorkersUntilMs ?? 0);
  return isLate || (isAmbiguous(story) && !newWorkers(story).every(({ fault }) => fault));
}

function concern(fault: Failure['fault'], { sinceMs }: { sinceMs: number }, isLimited: boolean): Concern {
  const code = fault === 'image-pull-definite' ? 'image-pull' : fault;
  const forMs = fault === 'no-capacity' ? Number.POSITIVE_INFINITY : toleratedMs[fault];
  return { fault, code, sinceMs, untilMs: isLimited ? sinceMs + forMs : undefined };
}

function crashConcern(story: Story): Concern | undefined {
  const { downSinceMs, atMs } = story;
  const crash = story.faults.get('crashed');
  // A worker that is down with its endpoint and says nothing of its own tells nothing of the cause.
  if (!crash || (downSinceMs !== undefined && faultNamedIn(crash.words) !== 'crashed')) return undefined;
  const areDown = areAllDown(story);
  const limitMs = crash.sinceMs + toleratedMs.crashed;
  const isRepeated = crash.count > 1;
  // The crash that comes after the time is the proof.
  const isProven = (isRepeated && crash.lastMs >= limitMs) || (areDown && atMs >= limitMs);
  const isCounting = (isRepeated || areDown) && limitMs > atMs;
  // One that has a successor on its way is none.
  const mayRecover = isOtherStarting(story, crash) || !(isProven || isCounting);
  return { ...concern('crashed', crash, false), untilMs: mayRecover ? undefined : isProven ? atMs : limitMs };
}

/** A worker that was there before the first crash still starts and has not crashed: one machine may be broken. */
function isOtherStarting(story: Story, crash: { sinceMs: number }): boolean {
  return newWorkers(story).some(
    ({ condition, fault, sinceMs }) => condition === 'starting' && !fault && sinceMs < crash.sinceMs,
  );
}

/** No new worker runs or is on its way. One that has gone comes again only where one has to run. */
function areAllDown(story: Story): boolean {
  const fresh = newWorkers(story);
  const mayStayAway = story.endpoint.config.workerConfig.minNum === 0;
  return (fresh.length > 0 || mayStayAway) && fresh.every(({ condition }) => condition === 'down');
}
