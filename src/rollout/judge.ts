/** The verdict on a story: ready, failing or waiting. Pure; every rule about evidence is here. */

import type { ErrorCode } from '../errors.ts';
import { endpointCondition, type Fault, faultNamedIn } from './condition.ts';
import { healthyNewWorkers, isAmbiguous, newWorkers, oldWorkers, type Story, type WorkerStory } from './story.ts';
import { definiteReadings, steadyAfterCrashMs, steadyMs, stillMs, toleratedMs } from './times.ts';

export interface Goal {
  /** `ready`: one worker of the new version is up. `rollout`: as many as are needed, and none of the old version is left. */
  readonly wait: 'ready' | 'rollout';
  /** Tests follow, which prove more than readiness that lasts. */
  readonly isTested: boolean;
  /** They run: a worker that fails is the one that they have woken. */
  readonly isTesting?: boolean;
}

/**
 * Why an endpoint counts as ready: workers from after the write are healthy; the write replaced none and workers are healthy; it needs no worker, so that
 * nothing of the new version has run; or the service does not show which workers are new, and tests follow.
 */
export type Evidence = 'new-workers' | 'kept-workers' | 'no-workers-needed' | 'tests-decide';

/** What a verdict still waits for. */
type Missing =
  | 'new-workers'
  | 'health'
  | 'steadiness'
  | 'capacity'
  | 'old-workers-to-stop'
  | 'a-second-reading'
  | 'endpoint-state';

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
interface Concern extends Failure {
  readonly untilMs: number | undefined;
}

const codes = {
  'image-pull-definite': 'image-pull',
  'image-pull': 'image-pull',
  'no-capacity': 'no-capacity',
  crashed: 'crashed',
  'endpoint-failed': 'endpoint-failed',
} as const satisfies Record<Failure['fault'], ErrorCode>;

/** Judges what the readings have shown so far. An old worker that still serves never makes a broken rollout look green. */
export function judge(story: Story, goal: Goal): Verdict {
  const ready = readiness(story, goal);
  const concern = concernOf(story);
  if (ready.kind === 'ready') {
    // Where nothing has to run, what runs and fails is all that is known of the new version.
    const isAsked = story.write.effect !== 'none' || goal.isTesting;
    if (ready.evidence !== 'no-workers-needed' || !concern || !isAsked) return ready;
    if (concern.untilMs !== undefined && concern.untilMs <= story.atMs) return { kind: 'failing', ...concern };
    return { kind: 'waiting', missing: 'health', concern };
  }
  // A healthy worker of the new version outweighs what others say.
  const isUp = !isAmbiguous(story) && healthyNewWorkers(story).length > 0 && story.downSinceMs === undefined;
  if (!concern || (isUp && goal.wait === 'ready')) return ready;
  if (concern.untilMs !== undefined && concern.untilMs <= story.atMs) return { kind: 'failing', ...concern };
  const missing = concern.fault === 'no-capacity' ? 'capacity' : ready.missing;
  return { ...ready, missing, concern };
}

type Readiness = Exclude<Verdict, { kind: 'failing' }>;

const waitFor = (missing: Missing): Readiness => ({ kind: 'waiting', missing });

function readiness(story: Story, goal: Goal): Readiness {
  const { write, endpoint } = story;
  if (story.downSinceMs !== undefined) return waitFor('endpoint-state');
  const byNew = write.effect === 'keeps' ? waitFor('health') : newVersion(story, goal);
  if (byNew.kind === 'ready' || write.effect === 'replaces' || write.effect === 'none') return byNew;
  const isEnough = healthyWorkers(story).length >= neededBy(story, goal);
  if (!isEnough) return waitFor('health');
  if (write.effect === 'keeps') {
    const isConfirmed = story.atMs > story.startedMs || goal.isTested;
    if (!isConfirmed) return waitFor('a-second-reading');
    return {
      kind: 'ready',
      evidence: endpoint.config.workerConfig.minNum === 0 ? 'no-workers-needed' : 'kept-workers',
    };
  }
  // Nothing tells whether the workers are replaced: they have to stay as they are for a while.
  return isStill(story) ? { kind: 'ready', evidence: 'kept-workers' } : waitFor('steadiness');
}

/** Every new worker is healthy, and nothing has moved for a while. */
function isStill(story: Story, notBeforeMs = 0): boolean {
  const hasLasted = story.atMs - story.stillSinceMs >= stillMs && story.atMs >= notBeforeMs;
  return hasLasted && newWorkers(story).every(({ condition }) => condition === 'healthy');
}

function newVersion(story: Story, goal: Goal): Readiness {
  const fresh = newWorkers(story);
  const { minNum } = story.endpoint.config.workerConfig;
  const healthy = healthyNewWorkers(story);
  const isOldLeft = oldWorkers(story).length > 0;
  if (goal.wait === 'rollout' && isOldLeft) return waitFor('old-workers-to-stop');
  if (minNum === 0 && healthy.length === 0) return withoutWorkers(story, goal);
  const needed = goal.wait === 'rollout' ? Math.max(1, minNum) : 1;
  if (healthy.length < needed && goal.isTested && isUntold(story)) return { kind: 'ready', evidence: 'tests-decide' };
  if (healthy.length < needed) return waitFor(fresh.length === 0 ? 'new-workers' : 'health');
  if (isAmbiguous(story) && !isStill(story, story.write.lateWorkersUntilMs)) return waitFor('steadiness');
  const upSinceMs = healthy.map(({ sinceMs }) => sinceMs).sort((a, b) => a - b)[needed - 1] ?? story.atMs;
  return story.atMs - upSinceMs >= proofMs(story, { goal, upSinceMs })
    ? { kind: 'ready', evidence: 'new-workers' }
    : waitFor('steadiness');
}

/** The service lists no workers, or none with an id, and nothing is starting or broken: what answers is the only version. */
export function isUntold({ endpoint, workers, atMs, stillSinceMs }: Story): boolean {
  const isMoving = endpointCondition(endpoint.state) === 'starting' || atMs - stillSinceMs < stillMs;
  const isSettled = [...workers.values()].every(({ condition }) => ['healthy', 'gone'].includes(condition));
  return endpoint.workers.every(({ id }) => id === '') && isSettled && !isMoving;
}

/** How long workers have to be healthy. */
function proofMs(
  { write, faults, startedMs }: Story,
  { goal: { isTested }, upSinceMs }: { goal: Goal; upSinceMs: number },
): number {
  if (isTested) return 0;
  if (faults.has('crashed')) return steadyAfterCrashMs;
  // What was up when this run came was not started by it a moment ago.
  return write.effect === 'none' && upSinceMs === startedMs ? 0 : steadyMs;
}

/** Of an endpoint that scales to zero: nothing has to run, and what is there has settled. */
function withoutWorkers(story: Story, { isTested }: Goal): Readiness {
  const { endpoint, write, atMs, startedMs } = story;
  if (endpointCondition(endpoint.state) === 'starting') return waitFor('endpoint-state');
  if (write.effect !== 'none' && !isTested && atMs - startedMs < steadyMs) return waitFor('steadiness');
  return { kind: 'ready', evidence: 'no-workers-needed' };
}

/** But for those that an earlier write was to replace. */
export function healthyWorkers({ workers, write }: Story): WorkerStory[] {
  return [...workers.values()].filter(({ condition, id }) => condition === 'healthy' && !write.isStaleId(id));
}

/** Whether a worker that answers for the version that was asked for is up. */
export function isVersionUp(story: Story): boolean {
  const fresh = newWorkers(story);
  if (story.write.effect !== 'unknown') return healthyNewWorkers(story).length > 0;
  return healthyWorkers(story).length > 0 && fresh.every(({ condition }) => condition === 'healthy');
}

function neededBy({ endpoint }: Story, { wait }: Goal): number {
  const { minNum } = endpoint.config.workerConfig;
  return wait === 'rollout' ? minNum : Math.min(1, minNum);
}

/** What the readings show, by the most telling cause; its time is over when that of any cause is. */
function concernOf(story: Story): Concern | undefined {
  const concerns = [...faultConcerns(story), ...ownConcern(story)];
  const [first] = concerns;
  if (!first) return undefined;
  const limits = concerns.flatMap(({ untilMs }) => untilMs ?? []);
  return { ...first, untilMs: limits.length > 0 ? Math.min(...limits) : undefined };
}

function faultConcerns(story: Story): Concern[] {
  const { faults, downSinceMs, atMs } = story;
  const definite = faults.get('image-pull-definite');
  const pull = faults.get('image-pull');
  const crash = faults.get('crashed');
  const capacity = faults.get('no-capacity');
  const areDown = areAllDown(story);
  // A worker that is down with its endpoint and says nothing of its own tells nothing of the cause.
  const isCrash = crash && (downSinceMs === undefined || faultNamedIn(crash.words) === 'crashed');
  const crashedUntilMs = (crash?.sinceMs ?? 0) + toleratedMs.crashed;
  // The crash that comes after the time is the proof; one that has a successor on its way is none.
  const mayRecover = crash !== undefined && isOtherStarting(story, crash);
  const isProven =
    crash &&
    !mayRecover &&
    ((crash.count > 1 && crash.lastMs >= crashedUntilMs) || (areDown && atMs >= crashedUntilMs));
  const isCounting = crash && !mayRecover && (crash.count > 1 || areDown) && crashedUntilMs > atMs;
  return [
    ...(definite ? [concern('image-pull-definite', definite, definite.count >= definiteReadings)] : []),
    ...(pull ? [concern('image-pull', pull, true)] : []),
    ...(isCrash
      ? [{ ...concern('crashed', crash, false), untilMs: isProven ? atMs : isCounting ? crashedUntilMs : undefined }]
      : []),
    ...(capacity ? [concern('no-capacity', capacity, false)] : []),
  ];
}

/** Of the endpoint itself. Under the word that it had before the write it says nothing of what was written. */
function ownConcern({ downSinceMs, endpoint, write }: Story): Concern[] {
  if (downSinceMs === undefined) return [];
  const isNews = endpoint.state.state !== write.stateBefore?.state;
  return [concern('endpoint-failed', { sinceMs: downSinceMs }, isNews)];
}

function concern(fault: Failure['fault'], { sinceMs }: { sinceMs: number }, isLimited: boolean): Concern {
  const forMs = fault === 'no-capacity' ? Number.POSITIVE_INFINITY : toleratedMs[fault];
  return { fault, code: codes[fault], sinceMs, untilMs: isLimited ? sinceMs + forMs : undefined };
}

/** A worker that was there before the first crash and has not crashed itself is no successor of one that has: one machine may be broken. */
function isOtherStarting(story: Story, crash: { sinceMs: number }): boolean {
  return newWorkers(story).some(
    ({ condition, fault, sinceMs }) => condition === 'starting' && !fault && sinceMs < crash.sinceMs,
  );
}

/** No worker of the new version runs, is on its way or is healthy. One that has gone comes again only where one has to run. */
function areAllDown(story: Story): boolean {
  const fresh = newWorkers(story);
  const mayStayAway = story.endpoint.config.workerConfig.minNum === 0;
  return (fresh.length > 0 || mayStayAway) && fresh.every(({ condition }) => condition === 'down');
}
