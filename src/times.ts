/** Every time of the program, in milliseconds where the name says nothing else. */

import type { Clock } from './clock.ts';

/** One request to the service: connecting, headers and body. */
export const attemptTimeoutMs = 30_000;
/** A service in maintenance is waited for, before the first write as well as after it. */
export const readPatienceMs = 180_000;
export const writePatienceMs = 120_000;
/** A `Retry-After` that asks for hours, or for a date that jumps, is no reason to give up. */
export const maxRetryAfterMs = 20_000;
/** Where no connection was ever made, the address is more likely wrong than the service in maintenance. */
export const unreachableMs = 30_000;
/** Between the attempts of a request, before the random spread. */
export const retryBackoff = { firstMs: 500, longestMs: 16_000 } as const;
/** Between the readings of a list that contradicts itself. */
export const contradictionPauses = { firstMs: 250, longestMs: 10_000 } as const;

/** A look-up that is answered with a refused key or a web page is repeated for this long: the answer may be odd. */
export const oddAnswerMs = 5000;
export const oddAnswerPauses = { firstMs: 1000, longestMs: 2000 } as const;
/** A deletion finds no endpoint of the name when lists agree for this long. */
export const absenceMs = 20_000;

/** One request of a test: as long as the service lets a request take by default. */
export const maxTestRequestMs = 600_000;
/** Near the deadline, a request still gets this long for its answer. */
export const minTestRequestMs = 1000;
/** Between the passes of the command `test`. */
export const testPauseMs = 5000;

/** A right answer is waited for this much longer than its limits, to say how late it is. */
export const lateAnswerMs = 5000;
/** All rounds of a comparison, without the time that production takes to wake up. */
export const maxRoundsMs = 600_000;
/** Of these, for what is asked again before it is refused. */
export const askAgainMs = 120_000;
/** Of a shorter time, this share. */
export const askAgainShare = 0.2;
/** The answer to one prompt. */
export const maxPromptMs = 120_000;
/** Between the requests that wake production. */
export const wakePauseMs = 5000;
/** An idle connection of a comparison is kept this long. */
export const keepAliveMs = 60_000;
/** The network may make as much of a difference between two workers. */
export const networkMs = 5;

/** All requests about an image together. */
export const registryTimeoutMs = 3000;
/** A registry that is unreachable, or limits the rate, is asked again for this long if its answer is needed. */
export const registryPatienceMs = 30_000;
/** One request to GitHub; and all attempts for one purpose. */
export const githubTimeoutMs = 5000;
export const githubPatienceMs = 10_000;
/** GitHub's rule for a rate limit without `Retry-After`. */
export const rateLimitMs = 60_000;
/** A log with all of its redirects. */
export const logTimeoutMs = 5000;

/** A service may show a write this late, or show an earlier configuration in between. */
export const settlingMs = 30_000;
/** A write without an answer gets this long to show, with some readings at the end. */
export const lostWriteMs = 45_000;
/** A list may show a new endpoint this late; some seconds to read it are included. */
export const listLagMs = 90_000;
/** A create without an answer may be carried out this late. */
export const lateCreateMs = 60_000;

/** A service that cannot be read for this long proves nothing any more. */
export const outageMs = 180_000;
/** A key is refused for good after this many refused readings, over this time. */
export const refusedMs = 20_000;
export const refusedReadings = 3;
/** One reading may hang for this long before it counts as failed. */
export const readingTimeoutMs = 15_000;
export const listTimeoutMs = 60_000;

/** An older look-up is repeated before anything is written. */
export const freshMs = 5000;
/** Between two readings that have to agree. */
export const confirmMs = 1000;

/** The first pause and the longest one, between which they double: {@link growing}. */
export const pauses = {
  /** Between readings that fail. */
  outage: { firstMs: 1000, longestMs: 10_000 },
  /** Between the readings after a write, until one shows it. */
  readBack: { firstMs: 500, longestMs: 8000 },
  /** Between the lists after a create or a delete. */
  list: { firstMs: 1000, longestMs: 15_000 },
  /** Between two attempts of a write, before the random spread. */
  resend: { firstMs: 2000, longestMs: 15_000 },
  /** Between two passes of the tests. */
  test: { firstMs: 1000, longestMs: 10_000 },
} as const;

/** New workers are healthy for this long before they are believed; after a crash of the new version for longer. */
export const steadyMs = 10_000;
export const steadyAfterCrashMs = 30_000;
/** A worker may be listed this late: until then, a new worker may belong to an earlier write. */
export const lateWorkersMs = 120_000;
/** A replacement is over within this time: pulls of 15 minutes, loads of 10. */
export const rolloutMs = 1_800_000;
/** Workers without IDs stay the same for this long before tests decide. */
export const stillMs = 30_000;
/** A worker that a reading leaves out has been removed if it is not listed again within this time. */
export const relistedMs = 15_000;
/** A worker that has been down for this long will not be restarted. */
export const abandonedMs = 180_000;

/** How long each failure is tolerated from the first reading that shows it. */
export const toleratedMs = {
  /** "manifest unknown" and its like. At least {@link definiteReadings} readings show it. */
  'image-pull-definite': 20_000,
  /** A rate limit, a time-out, a back-off without a reason. */
  'image-pull': 300_000,
  /** From the first crash to a later one, or of a worker that stays down. */
  crashed: 180_000,
  'endpoint-failed': 60_000,
  /** An endpoint that was stopped before the write, which may start it. */
  stopped: 120_000,
} as const;
/** As `image-pull-definite`, where this run has found the image: registries replicate. */
export const imageFoundMs = 60_000;
/** Words that no worker has said for this long no longer count. */
export const forgottenMs = { 'image-pull-definite': 20_000, 'image-pull': 60_000, 'no-capacity': 60_000 } as const;
export const definiteReadings = 3;
/** A health check that has failed for longer is the cause of a time-out; before that, a model may be loading. */
export const unhealthyMs = 720_000;
/** A time-out proves nothing if the endpoint could not be read for this long before it. */
export const unreadMs = 60_000;

/** Between the readings of a wait. */
export const waitPauses = {
  /** While something is about to be decided. */
  closeMs: 2000,
  /** While a worker loads, a share of the time that it has been loading. */
  loadShare: 1 / 30,
  longestLoadMs: 6000,
  /** Otherwise a share of the time that the wait has lasted. */
  share: 1 / 15,
  shortestMs: 1000,
  longestMs: 10_000,
  /** The last reading comes this long before the end. */
  beforeEndMs: 1000,
} as const;

/** Between the readings of an endpoint while its tests run, and once something seems wrong. */
export const testReadPauses = { usualMs: 10_000, concernedMs: 4000 } as const;
/** Before the tests, old workers that are healthy may stop for this long; the end of the time is kept for the tests. */
export const oldWorkersMs = { longest: 300_000, reserve: 60_000 } as const;
/** While old workers stay, so many passes in a row for each healthy worker let each of them answer. */
export const passesForWorker = 3;

/** Wrong answers are certain once they have come for this long. */
export const wrongAnswersMs = { own: 20_000, other: 60_000, starting: 60_000 } as const;
/** A healthy worker may still be loading its model for this long. */
export const modelStartMs = 120_000;

/** The same line is logged again after this long. */
export const heartbeatMs = 120_000;
/** A shorter run has no line about its time. */
export const minShownMs = 3000;
/** The age of an older reading is shown. */
export const recentMs = 30_000;

/** A restore is waited for this long: the previous version has served before, so it is back soon. */
export const restoreMs = 300_000;
/** To park a new endpoint that failed; after a cancellation, the time that the runner leaves. */
export const parkMs = 180_000;
export const cancelledParkMs = 5000;
/** A deletion, with the proof that the endpoint is gone. */
export const deletionMs = 600_000;
/** An accepted deletion that shows no effect for this long may have been sent in the wrong form. */
export const deletionDoubtMs = 30_000;
/** An accepted deletion takes effect within this time. */
export const goneMs = 120_000;

/** Each call returns a pause twice as long as the one before. */
export function growing({ firstMs, longestMs }: { firstMs: number; longestMs: number }): () => number {
  let nextMs = firstMs;
  return () => {
    const pauseMs = nextMs;
    nextMs = Math.min(longestMs, pauseMs * 2);
    return pauseMs;
  };
}

/** Returns whether the same line is due again: at the first call, and every two minutes. */
export function heartbeat(clock: Clock): () => boolean {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return () => {
    const isDue = clock.monotonicMs() - reportedMs >= heartbeatMs;
    if (isDue) reportedMs = clock.monotonicMs();
    return isDue;
  };
}
