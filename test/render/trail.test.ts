/** The trail for a bug report, and retries that are told once. */

import { expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { createRetryLines } from '../../src/render/progress.ts';
import { trailLine } from '../../src/render/trail.ts';
import { readingOf } from '../../src/rollout/events.ts';
import { createTestClock } from '../clock.ts';
import { liveEndpoint } from '../plan/example.ts';

test('a line of the trail is what is said, bounded and without a configuration', () => {
  const failure = new DeployError({ code: 'conflict', message: 'someone else changed it' });
  expect([
    trailLine('request to service', { operation: 'get', durationMs: 12.34567, members: new Set(['a']) }),
    trailLine('failed', { failure, isRestoring: true }),
  ]).toEqual([
    'request to service {"operation":"get","durationMs":12.346,"members":["a"]}',
    'failed {"failure":{"code":"conflict","message":"someone else changed it"},"isRestoring":true}',
  ]);
  const reading = trailLine('reading', { endpoint: readingOf(liveEndpoint) });
  expect(reading).toMatch(/^reading {"endpoint":{"id":"bc1a5ea6ae5677df",/);
  expect(reading).not.toMatch(/config/);
  expect(trailLine('x', { message: 'x'.repeat(10_000) }).length).toBe(4000);
});

test('retries of one cause are told once, then counted every half minute', () => {
  const clock = createTestClock();
  const lineOf = createRetryLines(clock);
  const retry = (operation: 'list' | 'limits', attempt: number, cause = 'answered 503') =>
    lineOf({ operation, attempt, cause, waitSeconds: 1 });
  expect([retry('list', 1), retry('limits', 1), retry('list', 2), retry('list', 3, 'lost the connection')]).toEqual([
    '  list: the service answered 503; attempt 2 in 1.0 s',
    undefined,
    undefined,
    '  list: the service lost the connection; attempt 4 in 1.0 s',
  ]);
  clock.advance(31_000);
  expect([retry('list', 4), retry('list', 5)]).toEqual([
    '  list: the service answered 503; repeated 3 more times in 31 s',
    undefined,
  ]);
});
