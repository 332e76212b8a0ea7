/** The trail for a bug report, and retries that are told once. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { createRetryLines } from '../../src/render/progress.ts';
import { eventTrailLine, requestLine, retryLine, routingLine } from '../../src/render/trail.ts';
import { readingOf } from '../../src/rollout/events.ts';
import { createTestClock } from '../clock.ts';
import { liveEndpoint } from '../plan/example.ts';

describe('a line of the trail', () => {
  test('for a request has what was asked, what came and how long it took', () => {
    const request = { operation: 'get', method: 'GET', path: '/v1/endpoint', attempt: 2, durationMs: 12.3 };
    expect([
      requestLine('service', { ...request, status: 503, reason: 'BUSY', bytes: 17 }),
      requestLine('GitHub', { ...request, operation: 'Comment on "x"', reason: 'network' }),
    ]).toEqual([
      'request to service {"operation":"get","method":"GET","path":"/v1/endpoint","attempt":2,"status":503,"reason":"BUSY","bytes":17,"ms":12}',
      'request to GitHub {"operation":"Comment on \\"x\\"","method":"GET","path":"/v1/endpoint","attempt":2,"reason":"network","ms":12}',
    ]);
  });

  test('for a plan and an event is what they say, without a configuration', () => {
    const plan = makePlan({
      spec: { name: 'llama', policy: { type: 'concurrency', value: 4 } },
      secretEnvs: new Map([['TOKEN', 'hunter-two-two']]),
      live: liveEndpoint,
      resend: false,
    });
    const failure = new DeployError({ code: 'conflict', message: 'someone else changed it' });
    const lines = [
      routingLine(plan),
      retryLine({ operation: 'list', attempt: 1, cause: 'answered 503', waitSeconds: 1.23456 }),
      eventTrailLine({ kind: 'failed', failure, isRestoring: true }),
      eventTrailLine({ kind: 'reading', endpoint: readingOf(liveEndpoint) }),
    ];
    expect(lines.slice(0, 3)).toEqual([
      'plan {"name":"llama","endpoint":"bc1a5ea6ae5677df","operation":"update","calls":["update-v1"],"members":["policy.value","envs.TOKEN"],"v2Members":[],"unverifiable":[]}',
      'retry {"operation":"list","attempt":1,"cause":"answered 503","waitSeconds":1.235}',
      'failed {"failure":{"code":"conflict","message":"someone else changed it"},"isRestoring":true}',
    ]);
    expect(lines[3]).toMatch(/^reading {"endpoint":{"id":"bc1a5ea6ae5677df",/);
    expect(lines.join('\n')).not.toMatch(/hunter|config/);
  });

  test('is bounded', () => {
    const message = 'x'.repeat(10_000);
    expect(eventTrailLine({ kind: 'reading-failed', message }).length).toBe(4000);
  });
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
