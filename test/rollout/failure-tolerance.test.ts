/** How long each kind of failure is tolerated, and when it counts as over. */

import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { createFailureTolerance } from '../../src/rollout/failure-tolerance.ts';
import type { FailureKind } from '../../src/rollout/patience.ts';

const failureOf = (failure: FailureKind, { code = 'crashed' as ErrorCode, hasOthersStarting = false } = {}) => ({
  code,
  failure,
  hasOthersStarting,
});

test.for<[FailureKind, number, number]>([
  // With wait-timeout 20m, and 1m.
  ['endpoint-failed', 120, 30],
  ['endpoint-stopped', 120, 30],
  ['crashed', 180, 60],
  ['image-pull', 300, 60],
  ['unhealthy', 1200, 120],
  ['no-capacity', 1200, 120],
])(
  '%s is tolerated for %i s, with a short wait for %i s, and twice as long while other workers are starting',
  ([failure, seconds, least]) => {
    const tolerance = createFailureTolerance(1200);
    expect(tolerance.observe(failureOf(failure), 0)).toEqual({ lastedMs: 0, leftMs: seconds * 1000 });
    expect(tolerance.observe(failureOf(failure, { hasOthersStarting: true }), 4000)).toEqual({
      lastedMs: 4000,
      leftMs: seconds * 2000 - 4000,
    });
    expect(createFailureTolerance(60).observe(failureOf(failure), 0).leftMs).toBe(least * 1000);
  },
);

test('when its time is over nothing is left', () => {
  const tolerance = createFailureTolerance(60);
  const leftMs = (atMs: number) => tolerance.observe(failureOf('crashed'), atMs).leftMs;
  expect([leftMs(0), leftMs(50_000), leftMs(59_999), leftMs(60_000), leftMs(90_000)]).toEqual([
    60_000, 10_000, 1, 0, 0,
  ]);
});

test('a failure that was not seen for more than a minute begins anew', () => {
  const tolerance = createFailureTolerance(60);
  const lastedMs = (atMs: number) => tolerance.observe(failureOf('no-capacity'), atMs).lastedMs;
  expect([lastedMs(0), lastedMs(60_000), lastedMs(120_001), lastedMs(130_001)]).toEqual([0, 60_000, 0, 10_000]);
});

test('each code has a time of its own', () => {
  const tolerance = createFailureTolerance(60);
  tolerance.observe(failureOf('image-pull', { code: 'image-pull' }), 0);
  expect(tolerance.observe(failureOf('crashed'), 30_000).lastedMs).toBe(0);
  // The endpoint's failure has the code of its cause, and goes on from there.
  expect(tolerance.observe(failureOf('endpoint-failed', { code: 'image-pull' }), 30_000)).toEqual({
    lastedMs: 30_000,
    leftMs: 0,
  });
});

describe('a good reading is believed', () => {
  test('at once where nothing has failed', () => {
    expect(createFailureTolerance(60).isCalm(0)).toBe(true);
  });

  test('twenty seconds after a failure', () => {
    const tolerance = createFailureTolerance(60);
    tolerance.observe(failureOf('crashed'), 0);
    tolerance.observe(failureOf('crashed'), 5000);
    expect([24_999, 25_000].map(tolerance.isCalm)).toEqual([false, true]);
  });

  test('at once after a health check that did not pass', () => {
    const tolerance = createFailureTolerance(60);
    tolerance.observe(failureOf('unhealthy', { code: 'unhealthy' }), 1000);
    expect(tolerance.isCalm(1000)).toBe(true);
    tolerance.observe(failureOf('crashed'), 1000);
    expect(tolerance.isCalm(1000)).toBe(false);
  });
});
