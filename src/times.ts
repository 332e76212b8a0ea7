/** Every time outside a rollout, in milliseconds where the name says nothing else. */

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

/** Gives one pause after the other, each twice the one before. */
export function growing({ firstMs, longestMs }: { firstMs: number; longestMs: number }): () => number {
  let nextMs = firstMs;
  return () => {
    const pauseMs = nextMs;
    nextMs = Math.min(longestMs, pauseMs * 2);
    return pauseMs;
  };
}
