/** The trail for a bug report, and retries that are told once. */

import { describe, expect, test } from 'vitest';
import { makePlan } from '../../src/plan/plan.ts';
import { createRetryLines } from '../../src/render/retries.ts';
import { eventTrailLine, requestLine, retryLine, routingLine } from '../../src/render/trail.ts';
import { readingOf } from '../../src/rollout/events.ts';
import { liveEndpoint } from '../plan/example.ts';

describe('a line of the trail', () => {
  test('for a request has what was asked, what came and how long it took', () => {
    const request = { operation: 'get', method: 'GET', path: '/v1/endpoint', attempt: 2, durationMs: 12.3 };
    expect([
      requestLine('service', { ...request, status: 503, reason: 'BUSY', bytes: 17 }),
      requestLine('GitHub', { ...request, operation: 'Comment on "x"', reason: 'network' }),
    ]).toEqual([
      'request service operation=get method=GET path=/v1/endpoint attempt=2 status=503 reason=BUSY ms=12 bytes=17',
      'request GitHub operation="Comment on \\"x\\"" method=GET path=/v1/endpoint attempt=2 reason=network ms=12',
    ]);
  });

  test('for a decision names it, and no value', () => {
    const plan = makePlan({
      spec: { name: 'llama', policy: { type: 'concurrency', value: 4 } },
      secretEnvs: new Map([['TOKEN', 'hunter-two-two']]),
      live: liveEndpoint,

      resend: false,
    });
    const lines = [
      routingLine(plan),
      retryLine({ operation: 'list', attempt: 1, cause: 'answered 503', waitSeconds: 1.23456 }),
      eventTrailLine({ kind: 'reading', endpoint: readingOf(liveEndpoint) }) ?? '',
      eventTrailLine({ kind: 'ready', evidence: 'new-workers', oldWorkers: 0, newWorkers: 1, isTested: false }) ?? '',
    ];
    expect(lines[0]).toBe(
      'routing name=llama endpoint=bc1a5ea6ae5677df operation=update calls=update-v1 changes=policy.value,envs.TOKEN',
    );
    expect(lines[1]).toBe('retry operation=list attempt=1 cause="answered 503" waitSeconds=1.235');
    expect(lines[2]).toMatch(/^reading endpoint=bc1a5ea6ae5677df state=serving/);
    expect(lines[3]).toBe('readiness ready=true evidence=new-workers oldWorkers=0 newWorkers=1');
    expect(lines.join('\n')).not.toContain('hunter');
  });
});

test('retries of one cause are told once, then counted every half minute', () => {
  let nowMs = 0;
  const lineOf = createRetryLines({ monotonicMs: () => nowMs });
  const retry = (operation: 'list' | 'limits', attempt: number, cause = 'answered 503') =>
    lineOf({ type: 'retry', operation, attempt, cause, waitSeconds: 1 });
  expect([retry('list', 1), retry('limits', 1), retry('list', 2), retry('list', 3, 'lost the connection')]).toEqual([
    '  list: the service answered 503; attempt 2 in 1.0 s',
    undefined,
    undefined,
    '  list: the service lost the connection; attempt 4 in 1.0 s',
  ]);
  nowMs = 31_000;
  expect([retry('list', 4), retry('list', 5)]).toEqual([
    '  list: the service answered 503; repeated 3 more times in 31 s',
    undefined,
  ]);
});
