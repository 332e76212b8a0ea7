/** How long a rollout looks, waits and bears with failures: one table. */

import type { WorkerFault } from './worker-faults.ts';

export type FailureKind =
  | WorkerFault
  /** The endpoint itself: failed; stopped or terminating. */
  | 'endpoint-failed'
  /** Under the word that it had before the write, which says nothing of what was written. */
  | 'endpoint-still-failed'
  | 'endpoint-stopped';

/** A service that shows a write late, or shows now and then what was before it, gets so long. */
export const settlingMs = 30_000;
/** Between readings that may be late: one of them does not show what it should, or what an earlier one has shown. */
export const rereadMs = 2000;

/** Readiness lasts so long, or this share of `wait-timeout` when that is less, before it is believed. */
const steady = { ms: 10_000, share: 0.1 } as const;

/** Workers that nobody can tell whether the write replaces stay the same for so long before they count as kept. */
export const keptMs = 30_000;

/** A new endpoint that says it serves and shows no workers, or workers that may be old where nothing else is on its way, stay so for this long before they are believed. */
export const uncertainMs = 60_000;

/** An update that meets another operation on the endpoint (CONFLICT) is tried again for so long. */
export const conflictMs = 120_000;

/** After a restore: the previous version served before and needs no pull, so a short wait tells. */
export const restoreSeconds = 300;

/** After a create: the list has so long to show the endpoint, and another run that created the name to take its own away. Beyond `wait-timeout`. */
export const proofSeconds = 180;

/** A deletion with all that follows: another form of it, lists until it is gone. */
export const deletionMs = 600_000;

/** A write that was recorded so recently may still be under way when a run finds nothing to change. */
export const recentWriteMs = 600_000;

/**
 * For how long each failure is tolerated: a share of `wait-timeout`, with a minimum in seconds. The service repeats a pull by itself, a crash may be
 * one node's, an endpoint that was just written may be called failed for a moment; loading a model takes minutes, and a GPU may become free at any
 * time, so that these two have all the time there is.
 */
const tolerated: Readonly<Record<FailureKind, { share: number; minSeconds: number }>> = {
  'endpoint-failed': { share: 0.1, minSeconds: 30 },
  'endpoint-still-failed': { share: 1, minSeconds: 120 },
  'endpoint-stopped': { share: 0.1, minSeconds: 30 },
  crashed: { share: 0.15, minSeconds: 60 },
  'image-pull': { share: 0.25, minSeconds: 60 },
  unhealthy: { share: 1, minSeconds: 120 },
  'no-capacity': { share: 1, minSeconds: 120 },
};

export function toleratedMs(failure: FailureKind, timeoutSeconds: number): number {
  const { share, minSeconds } = tolerated[failure];
  return 1000 * Math.max(minSeconds, share * timeoutSeconds);
}

/** At the end of the wait a failure that has lasted for so long is its cause, and not the time. */
export function provenMs(failure: FailureKind): number {
  return 1000 * tolerated[failure].minSeconds;
}

export function steadyMs(timeoutSeconds: number): number {
  return Math.min(steady.ms, 1000 * timeoutSeconds * steady.share);
}

/**
 * The pause before the next reading of an endpoint that is waited for is a share of the time that the wait has lasted, so that what is ready is found soon after, measured by what it took, and a wait
 * of ten minutes costs no more than 65 requests. An endpoint that is ready at once is found in the first seconds.
 */
const pollPauses = {
  share: 1 / 15,
  earlyMs: 5000,
  earlyPauseMs: 1000,
  shortestMs: 2200,
  longestMs: 27_000,
  spread: 1.1,
} as const;

/** Before the spread, by which several runs do not fall into step. */
export function pollPauseMs(elapsedMs: number): number {
  const { share, earlyMs, earlyPauseMs, shortestMs, longestMs } = pollPauses;
  if (elapsedMs < earlyMs) return earlyPauseMs;
  return Math.min(longestMs, Math.max(shortestMs, share * elapsedMs));
}

/** With all the spread that it may have. */
export function longestPollPauseMs(elapsedMs: number): number {
  return pollPauseMs(elapsedMs) * pollPauses.spread;
}
