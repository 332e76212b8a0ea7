/** One path on the endpoint's own URL: what passes, what is asked again, what is final, and that nothing goes to anybody else. */

import { describe, expect, test } from 'vitest';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import { smokeTest } from '../../src/rollout/smoke.ts';
import { createProbe, type ProbeAnswer } from '../../src/service/probe.ts';
import { createTestClock } from '../clock.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

const url = 'https://llama.example.dev/base/';

interface Setting {
  answers: readonly (number | string | { status: number; location: string })[];
  minNum?: number;
  timeoutSeconds?: number;
  at?: string;
  /** How long each answer takes. */
  answerMs?: number;
}

/** Each answer once, the last for ever; a string is a lost connection. */
async function run({ answers, minNum = 1, timeoutSeconds = 600, at = url, answerMs = 100 }: Setting) {
  const clock = createTestClock();
  const started = clock.nowMs;
  const asked: string[] = [];
  const askedAt: number[] = [];
  const timeoutsMs: number[] = [];
  const events: RolloutEvent[] = [];
  const probe = async (target: URL, { timeoutMs }: { timeoutMs: number }): Promise<ProbeAnswer> => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(target.href);
    askedAt.push((clock.nowMs - started) / 1000);
    timeoutsMs.push(timeoutMs);
    clock.advance(answerMs);
    if (typeof answer === 'string') return { kind: 'lost', came: answer };
    const { status, location } = typeof answer === 'object' ? answer : { status: answer ?? 0, location: undefined };
    return { kind: 'reply', status, location, firstByteSeconds: 0.1 };
  };
  const config = { ...liveConfig, workerConfig: { ...liveConfig.workerConfig, minNum } };
  const result = await smokeTest({
    probe,
    clock,
    endpoint: { ...liveEndpoint, url: at, config, log: '/logs/llama' },
    path: '/health?full=1',
    timeoutSeconds,
    onEvent: (event) => void events.push(event),
    signal: new AbortController().signal,
  }).catch((error) => error);
  return { result, asked, askedAt, timeoutsMs, events, seconds: (clock.nowMs - started) / 1000 };
}

test('a 2xx passes, on the path below that of the endpoint', async () => {
  const { result, asked, events } = await run({ answers: [204] });
  expect(result).toEqual({ status: 204, coldStartSeconds: 0.1, firstByteSeconds: 0.1 });
  expect(asked).toEqual(['https://llama.example.dev/base/health?full=1']);
  expect(events[0]).toEqual({ kind: 'smoke-started', url: asked[0], wakesWorker: false, isPlain: false });
});

test('a cold start is waited for and measured', async () => {
  const { result, events } = await run({ answers: [503, 'connection refused', 404, 502, 200], minNum: 0 });
  expect(result).toMatchObject({ status: 200, coldStartSeconds: expect.closeTo(8.6, 0), firstByteSeconds: 0.1 });
  expect(events[0]).toMatchObject({ wakesWorker: true });
  expect(events.flatMap((event) => (event.kind === 'smoke-failed' ? [event.answer] : []))).toEqual([
    'answered 503',
    'connection refused',
    'answered 404',
    'answered 502',
  ]);
});

describe('what ends it', () => {
  test('its time, with what came last and how often it was tried', async () => {
    const { result, seconds } = await run({ answers: [503], timeoutSeconds: 60 });
    expect(result).toMatchObject({
      code: 'smoke-test',
      message: expect.stringMatching(/\/base\/health answered 503 after \d+ attempts/),
      hint: expect.stringContaining('/logs/llama'),
    });
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('a ready worker that refuses for half a minute: a wrong path must not cost the whole wait', async () => {
    const { result, seconds } = await run({ answers: [503, 404], timeoutSeconds: 1200 });
    expect([result.code, seconds < 60]).toEqual(['smoke-test', true]);
  });

  test('without a worker that has to run, a refusal may be the gateway’s', async () => {
    const { seconds } = await run({ answers: [404], minNum: 0, timeoutSeconds: 300 });
    expect(seconds).toBeGreaterThan(280);
  });

  test.for([
    'https://elsewhere.example.com/health',
    'http://llama.example.dev/health',
    '//elsewhere.example.com/x',
    'javascript:1',
  ])('a redirect to %s is not followed', async (location) => {
    const { result, asked } = await run({ answers: [{ status: 302, location }] });
    expect([result.code, asked.length]).toEqual(['smoke-test', 1]);
    expect(result.message).toContain('which is not followed');
  });

  test('a redirect in circles', async () => {
    const { result, asked } = await run({ answers: [{ status: 302, location: '/base/health' }] });
    expect([result.code, asked.length]).toEqual(['smoke-test', 6]);
  });

  test.for(['', 'not a url', 'ftp://x/y', 'file:///etc/passwd'])('a URL that nobody can ask: "%s"', async (at) => {
    const { result, asked } = await run({ answers: [200], at });
    expect([result.code, asked]).toEqual(['smoke-test', []]);
  });
});

test('a redirect on the same host is followed', async () => {
  const { result, asked } = await run({ answers: [{ status: 307, location: '/ready' }, 200] });
  expect([result.status, asked]).toEqual([
    200,
    ['https://llama.example.dev/base/health?full=1', 'https://llama.example.dev/ready'],
  ]);
});

test('a URL without https is told', async () => {
  const { events } = await run({ answers: [200], at: 'http://llama.example.dev' });
  expect(events[0]).toMatchObject({ isPlain: true });
});

test('no credentials are sent', async () => {
  await using emulator = await startEmulator({ pace: 'instant' });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  const probe = createProbe({ userAgent: 'test', clock: createTestClock(), proxyFor: () => undefined });
  await probe(new URL(`${emulator.url}/serve/${id}/health`), { timeoutMs: 5000, signal: new AbortController().signal });
  expect(emulator.requests.map(({ headers }) => Object.keys(headers).sort())).toEqual([
    ['authorization', 'connection', 'host', 'user-agent'],
  ]);
  expect(emulator.requests[0]?.headers.authorization).toBe('missing');
});

describe('the pace', () => {
  const toldAt = ({ events }: { events: RolloutEvent[] }) =>
    events.flatMap((event) => (event.kind === 'smoke-failed' ? [event.elapsedSeconds] : []));

  test('pauses grow by half from one second to ten', async () => {
    const { askedAt } = await run({ answers: [503], answerMs: 0, timeoutSeconds: 50 });
    const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
    expect(pauses).toEqual([1, 1.5, 2.25, 3.375, 5.062, 7.594, 10, 10].map((each) => expect.closeTo(each, 2)));
  });

  test('one request may take a minute, and no longer than is left, but for a second', async () => {
    expect((await run({ answers: [200], timeoutSeconds: 600 })).timeoutsMs).toEqual([60_000]);
    expect((await run({ answers: [200], timeoutSeconds: 59 })).timeoutsMs).toEqual([59_000]);
    expect((await run({ answers: [200], timeoutSeconds: 0.5 })).timeoutsMs).toEqual([1000]);
    expect((await run({ answers: [200], timeoutSeconds: -5 })).timeoutsMs).toEqual([1000]);
  });

  test('the same answer is told every twenty seconds, another one at once', async () => {
    const same = await run({ answers: [503], answerMs: 0, timeoutSeconds: 50 });
    expect(same.askedAt.map(Math.round)).toEqual([0, 1, 3, 5, 8, 13, 21, 31, 41]);
    expect(toldAt(same)).toEqual([0, 21, 41]);
    expect(toldAt(await run({ answers: [503, 503, 502, 503, 200], answerMs: 0 }))).toEqual([0, 3, 5]);
  });

  test('it ends before a pause that would pass its time', async () => {
    const { askedAt, result } = await run({ answers: [503], answerMs: 0, timeoutSeconds: 2.5 });
    expect([askedAt, result.code]).toEqual([[0, 1], 'smoke-test']);
    expect((await run({ answers: [503], answerMs: 0, timeoutSeconds: 2.6 })).askedAt).toEqual([0, 1, 2.5]);
  });

  test('what is told holds the time', async () => {
    const { events } = await run({ answers: ['connection refused'], answerMs: 1400, timeoutSeconds: 10 });
    expect(events[1]).toEqual({
      kind: 'smoke-failed',
      attempt: 1,
      answer: 'connection refused',
      elapsedSeconds: 1,
      leftSeconds: 9,
    });
    const late = await run({ answers: [503], answerMs: 5000, timeoutSeconds: 2 });
    expect(late.events[1]).toMatchObject({ leftSeconds: 0 });
    expect(late.result.message).toContain('answered 503 after 1 attempt');
  });
});

describe('which answers pass, are final, or are asked again', () => {
  test.for<[number, boolean]>([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('%i passes: %s', async ([status, passes]) => {
    const { result } = await run({ answers: [status], timeoutSeconds: 2 });
    expect(result.status === status).toBe(passes);
  });

  // A refusal ends the test at the first try after half a minute.
  test.for<[number, number]>([
    [399, 281],
    [400, 31],
    [404, 31],
    [408, 281],
    [425, 281],
    [429, 281],
    [499, 31],
    [500, 281],
  ])('%i from a ready worker for ever: asked until %i s', async ([status, atLeast]) => {
    const { askedAt } = await run({ answers: [status], answerMs: 0, timeoutSeconds: 300 });
    expect(Math.round(askedAt.at(-1) ?? 0)).toBeGreaterThanOrEqual(atLeast);
    expect(askedAt.at(-1)).toBeLessThan(atLeast + 20);
  });

  test('the half minute is one of refusals only', async () => {
    const { result } = await run({ answers: [404, 404, 404, 404, 404, 404, 503, 404, 404, 404, 200], answerMs: 0 });
    expect(result.status).toBe(200);
  });

  test('five redirects are followed', async () => {
    const redirect = { status: 301, location: '/next' };
    const { result, asked } = await run({ answers: [...Array(5).fill(redirect), 200] });
    expect([result.status, asked.length]).toEqual([200, 6]);
    const tooMany = await run({ answers: [...Array(6).fill(redirect), 200] });
    expect(tooMany.result.message).toContain('redirects more than 5 times');
  });

  test('a status of a redirect without a place is an answer', async () => {
    const { result } = await run({ answers: [304, 200] });
    expect(result.status).toBe(200);
  });

  test('a place beside another status is not followed', async () => {
    const { asked } = await run({ answers: [{ status: 400, location: '/next' }, 200] });
    expect(new Set(asked).size).toBe(1);
  });
});
