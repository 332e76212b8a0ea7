/** Every time of the program, in milliseconds where the name says nothing else. */

import type { Clock } from './clock.ts';

/** One request to the service: connecting, headers and body. */
export const attemptTimeoutMs = 30_000;
/** A service in maintenance is waited for before it has been written to as well as after. */
export const readPatienceMs = 180_000;
export const writePatienceMs = 120_000;
/** A `Retry-After` that asks for hours, or for a date that jumps, is no reason to give up. */
export const maxRetryAfterMs = 20_000;
/** Where no connection was ever made, the address is more likely wrong than the service in maintenance. */
export const unreachableMs = 30_000;
/** Between the attempts of a request, before the spread. */
export const retryBackoff = { firstMs: 500, longestMs: 16_000 } as const;
/** Between the readings of a list that contradicts itself. */
export const contradictionPauses = { firstMs: 250, longestMs: 10_000 } as const;

/** An answer to a look-up that cannot be used, such as a refused key or a web page, may be odd for this long. */
export const oddAnswerMs = 5000;
export const oddAnswerPauses = { firstMs: 1000, longestMs: 2000 } as const;
/** A name that is to be deleted is absent when lists agree for this long. */
export const absenceMs = 20_000;

/** One request of a test: as long as the service lets a request take by default. */
export const maxTestRequestMs = 600_000;
/** At the end of the time, an answer that is on its way may still come. */
export const minTestRequestMs = 1000;
/** Between the passes of the command `test`. */
export const testPauseMs = 5000;

/** All requests about an image together. */
export const registryTimeoutMs = 3000;
/** A registry that is away, or limits the rate, is asked again for this long where its answer is needed. */
export const registryPatienceMs = 30_000;
/** One request to GitHub, and what fails of all that one purpose needs. */
export const githubTimeoutMs = 5000;
export const githubPatienceMs = 10_000;
/** All that a log takes, redirects too. */
export const logTimeoutMs = 5000;

/** A service that shows a write late, or now and then what was before it, gets this long. */
export const settlingMs = 30_000;
/** What may have been done is given this long to show, with some readings at its end. */
export const lostWriteMs = 45_000;
/** A list may show this late what was created, with some seconds to see it. */
export const listLagMs = 90_000;
/** A create without an answer may be carried out this late. */
export const lateCreateMs = 60_000;

/** A service that cannot be read for this long proves nothing any more. */
export const outageMs = 180_000;
/** A key that is refused in this many readings, over this time, is refused for good. */
export const refusedMs = 20_000;
export const refusedReadings = 3;
/** One reading may hang for this long before it counts as failed. */
export const readingTimeoutMs = 15_000;
export const listTimeoutMs = 60_000;

/** A look-up that is older is made again before anything is written. */
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
  /** Between two tries of a write that may be sent again, before the spread. */
  resend: { firstMs: 2000, longestMs: 15_000 },
  /** Between two passes of the tests. */
  test: { firstMs: 1000, longestMs: 10_000 },
} as const;

/** New workers are healthy for this long before they are believed; after a crash of the new version for longer. */
export const steadyMs = 10_000;
export const steadyAfterCrashMs = 30_000;
/** A worker may be listed this long after its write: before that, a new worker may be of the write before. */
export const lateWorkersMs = 120_000;
/** A replacement is over within this time: pulls of 15 minutes, loads of 10. */
export const rolloutMs = 1_800_000;
/** Workers without IDs stay the same for this long before tests decide. */
export const stillMs = 30_000;
/** A worker that a reading leaves out is listed again within this time, or has been removed. */
export const relistedMs = 15_000;
/** A worker that has been down for this long is not restarted any more. */
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
/** A health check that fails for longer is the cause of a time-out; before that, a model may be loading. */
export const unhealthyMs = 720_000;
/** Without a reading for this long at its end, a wait that ran out of time proves nothing. */
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
/** A worker that is healthy may still be loading its model for this long. */
export const modelStartMs = 120_000;

/** A word about the same thing is said again after this long. */
export const heartbeatMs = 120_000;

/** After a failure: the previous version served before, so a short wait tells. */
export const restoreMs = 300_000;
/** To park what was created and failed; after a cancellation, what the runner leaves before it kills. */
export const parkMs = 180_000;
export const cancelledParkMs = 5000;
/** A deletion with all that follows. */
export const deletionMs = 600_000;
/** An accepted deletion that shows no effect for this long may have been sent in the wrong form. */
export const deletionDoubtMs = 30_000;
/** An accepted deletion takes effect within this time. */
export const goneMs = 120_000;

/** Gives one pause after the other, each twice the one before. */
export function growing({ firstMs, longestMs }: { firstMs: number; longestMs: number }): () => number {
  let nextMs = firstMs;
  return () => {
    const pauseMs = nextMs;
    nextMs = Math.min(longestMs, pauseMs * 2);
    return pauseMs;
  };
}

/** Whether it is time to say the same thing again: at first, and every two minutes. */
export function heartbeat(clock: Clock): () => boolean {
  let toldMs = Number.NEGATIVE_INFINITY;
  return () => {
    const isDue = clock.monotonicMs() - toldMs >= heartbeatMs;
    if (isDue) toldMs = clock.monotonicMs();
    return isDue;
  };
}
