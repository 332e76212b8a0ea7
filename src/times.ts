/** Every time of the program, in milliseconds where the name says nothing else. */

import type { Clock } from './clock.ts';

/** One request to the service: connecting, headers and body. */
export const attemptTimeoutMs = 30_000;
/** A `Retry-After` that asks for hours, or for a date that jumps, is no reason to give up. */
export const maxRetryAfterMs = 20_000;
/**
 * Where no connection was ever made, the address is more likely wrong than the service down. A command that can
 * do without the service does so soon.
 */
export const reachMs = { needed: 30_000, optional: 3000 } as const;
/** Between the attempts of a request, before the random spread. */
export const retryBackoff = { firstMs: 500, longestMs: 16_000 } as const;
/** Between the readings of a list that contradicts itself. */
export const contradictionPauses = { firstMs: 250, longestMs: 10_000 } as const;

/** A look-up that is answered with a refused key or a web page is repeated for this long: the answer may be odd. */
export const oddAnswerMs = 5000;
export const oddAnswerPauses = { firstMs: 1000, longestMs: 2000 } as const;

/** One request of a test: as long as the service lets a request take by default. */
export const maxTestRequestMs = 600_000;
/** Near the deadline, a request still gets this long for its answer. */
export const minTestRequestMs = 1000;
/** How long a request waits that shows what users lose, and the pause before the next one. */
export const sampleTimeoutMs = 5000;
export const samplePauseMs = 1000;
/** Between the passes of the command `test`. */
export const testPauseMs = 5000;

/** A right answer is waited for this much longer than its limits, to say how late it is. */
export const lateAnswerMs = 5000;
/** A healthy worker that says nothing for this long is at fault, where a test has no limit: the engine may be dead. */
export const silentMs = 120_000;
/** All rounds of a comparison, without the time that production takes to wake up. */
export const maxRoundsMs = 600_000;
/** The answer to one prompt. */
export const maxPromptMs = 120_000;
/** Between the requests that wake production. */
export const wakePauseMs = 5000;
/** A connection to an endpoint is kept over the pauses of a comparison: another handshake is not the model's time. */
export const keepAliveMs = 60_000;
/** A load in all: its loop, the answers that are asked again, and a worker that comes back. */
export const maxLoadMs = 300_000;
/** Between the readings of a worker under load, and how long a crashed worker may take to come back. */
export const loadReadMs = 5000;
export const workerBackMs = 60_000;
/** What a load would be refused for is asked again after this pause, for a time from the least to the most. */
export const loadAgainMs = { pause: 20_000, least: 24_000, most: 60_000 } as const;
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
/** A log, from the first request to its end. */
export const logTimeoutMs = 5000;
/** Between two readings of the log of a worker that is not healthy yet. */
export const workerLogPauseMs = 30_000;

/** A worker that is healthy for this long stays so. */
export const steadyMs = 10_000;
/** Workers that are first listed so far apart have an order. */
export const orderMs = 10_000;
/** A sign without another explanation is believed: an image that the registry denies, a refused key, wrong answers. */
export const certainMs = 20_000;
/** A reading may be this late, and show an earlier configuration in between. */
export const settlingMs = 30_000;
/** A sign that may have another explanation is believed. A write without an answer is carried out by then, or never. */
export const doubtfulMs = 60_000;
/** A worker may be listed this late, and what the service has accepted may take effect this late. */
export const lateMs = 120_000;
/** A service that cannot be read for this long proves nothing any more; a crash that is repeated for so long does. */
export const outageMs = 180_000;
/** What usually passes has not passed: failed pulls, old workers that stay, a restored version that is not back. */
export const patienceMs = 300_000;
/** A worker that has crashed is started again by then: a back-off of five minutes is usual. */
export const restartMs = 360_000;
/** A list may show a new endpoint this late; some seconds to read it are included. */
export const listLagMs = 90_000;

/** One reading may hang for this long before it counts as failed. */
export const readingTimeoutMs = 15_000;

/** An older look-up is repeated before anything is written. */
export const freshMs = 5000;

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
  /** Between the looks at production, while another deploy of it is waited for. */
  compare: { firstMs: 5000, longestMs: 30_000 },
} as const;

/** A health check that has failed for longer is the cause of a time-out; before that, a model may be loading. */
export const longLoadMs = 600_000;

/** Between the readings of a wait. */
export const waitPauses = {
  /** The pause while something is about to be decided. */
  closeMs: 2000,
  /** The pause while a worker loads, as a share of the time that it has been loading. */
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
/** The same line is logged again after this long. */
export const heartbeatMs = 120_000;
/** The log says once a minute that requests are retried. */
export const retryLineMs = 60_000;
/** The age of an older reading is shown. */
export const recentMs = 30_000;

/** After a cancellation, the runner leaves this long to park a new endpoint. */
export const cancelledParkMs = 5000;
/** A sweep deletes a candidate that was deployed so long ago: no run can be using it. */
export const candidateMs = 86_400_000;
/** A deletion, with the proof that the endpoint is gone. */
export const deletionMs = 600_000;

/** Each call returns a pause twice as long as the one before. */
export function growing({ firstMs, longestMs }: { firstMs: number; longestMs: number }): () => number {
  let nextMs = firstMs;
  return () => {
    const pauseMs = nextMs;
    nextMs = Math.min(longestMs, pauseMs * 2);
    return pauseMs;
  };
}

/** Returns whether the same line is due again: at the first call, and each time after so long. */
export function heartbeat(clock: Clock, everyMs = heartbeatMs): () => boolean {
  let reportedMs = -Infinity;
  return () => {
    const isDue = clock.monotonicMs() - reportedMs >= everyMs;
    if (isDue) reportedMs = clock.monotonicMs();
    return isDue;
  };
}

/** The time until a process with a defect ends: a clean-up needs five seconds; a broken promise may never settle. */
export const crashEndMs = 15_000;

/** The shortest pause after a failed answer: a dead gateway is not hammered, and does not give most of the answers. */
export const loadPauseMs = 1000;
/**
 * The times of a load that count: with one client, with half of them, with all. What arrives in the 8 s before each is
 * thrown away: ramp, caches, compilation. Times, not batches of answers: the stragglers of a batch hide a loss.
 */
export const loadStages = {
  alone: { fromMs: 8000, toMs: 40_000 },
  half: { fromMs: 48_000, toMs: 64_000 },
  all: { fromMs: 72_000, toMs: 144_000 },
} as const;
