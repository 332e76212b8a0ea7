/** What users lose while a deploy runs: how samples are folded, and what the watch sends. */

import { expect, test } from 'vitest';
import type { EndpointTest } from '../../src/model/tests.ts';
import { usersLine } from '../../src/render/tests.ts';
import type { Answer } from '../../src/tests/answer.ts';
import { availabilityOf, type Watch, watchAvailability } from '../../src/tests/availability.ts';
import type { SentRequest } from '../../src/tests/connection.ts';
import { createTestClock, startMs } from '../clock.ts';
import { endpointOf } from '../rollout/readings.ts';
import { whole } from './example.ts';

/** One sample a second from noon: `.` is right, `x` fails, `o` fails while the old worker stops. */
const samplesOf = (text: string) =>
  [...text].map((letter, index) => {
    const fromMs = startMs + 12 * 3_600_000 + index * 1000;
    const during = letter === 'o' ? 'while the old worker stopped' : '';
    return { fromMs, toMs: fromMs + 200, isRight: letter === '.', during };
  });

test.for<[string, string, seconds: number]>([
  ['', 'Users: 0 of 0 requests failed', 0],
  ['....', 'Users: 0 of 4 requests failed', 0],
  ['..x..', 'Users: 1 of 5 requests failed, longest gap 1 s (12:00:02–12:00:03)', 1],
  ['.xx..x.xxx.x', 'Users: 7 of 12 requests failed, longest gap 3 s (12:00:07–12:00:10)', 3],
  ['.xoox...x', 'Users: 5 of 9 requests failed, longest gap 4 s (12:00:01–12:00:05, while the old worker stopped)', 4],
  ['.xxx', 'Users: 3 of 4 requests failed, longest gap 3 s (12:00:01–12:00:03)', 3],
  ['.xx.xx.', 'Users: 4 of 7 requests failed, longest gap 2 s (12:00:01–12:00:03)', 2],
])('%j: %s', ([text, line, seconds]) => {
  const folded = availabilityOf(samplesOf(text));
  expect([usersLine(folded), folded.longestGapSeconds]).toEqual([line, seconds]);
});

const secret: EndpointTest = { get: '/secret', headers: { authorization: 'Bearer ${KEY}' } };
const lost: Answer = { kind: 'lost', reason: 'connection refused' };

interface Scene {
  tests?: readonly EndpointTest[];
  healthPath?: string;
  /** One after the other; the watch is ended after the last one. */
  answers: readonly Answer[];
  /** Requests are held back after so many. */
  pausedAfter?: number;
}

async function play({ tests = [], healthPath = '/health', answers, pausedAfter }: Scene) {
  const sent: SentRequest[] = [];
  const skips: string[] = [];
  const closed = Promise.withResolvers<void>();
  const clock = createTestClock();
  let watch: Watch | undefined;
  const watching = watchAvailability(
    { live: { ...endpointOf({ path: healthPath }), url: 'https://llama.example/serve' }, tests },
    {
      secrets: new Map([['KEY', 'hidden']]),
      clock: {
        ...clock,
        async sleep(ms, signal) {
          await new Promise(setImmediate);
          if (watch && sent.length === pausedAfter) watch.now.isPaused = true;
          if (sent.length === answers.length || clock.sleptMs.length > 9) watch?.end();
          await clock.sleep(ms, signal);
        },
      },
      connect: async () => ({
        send: async (request) => {
          sent.push(request);
          return answers[sent.length - 1] ?? lost;
        },
        close: async () => closed.resolve(),
      }),
      signal: new AbortController().signal,
    },
  );
  try {
    watch = await watching;
  } catch (error) {
    skips.push(String(error));
  }
  if (sent.length > 0) await closed.promise;
  const { requests, failed } = watch?.end() ?? {};
  return { counted: watch && [failed, requests], sent, skips, sleptMs: clock.sleptMs };
}

test.for<[string, Scene, string[], [number, number] | undefined]>([
  ['the health check', { answers: [whole('ok'), lost, whole('ok')] }, ['/serve/health'], [1, 3]],
  ['a test without a secret', { tests: [secret, { get: '/a' }], answers: [whole('ok')] }, ['/serve/a'], [0, 1]],
  ['an answer that is not a 2xx', { answers: [whole('', { status: 404 })] }, ['/serve/health'], undefined],
  ['no answer', { answers: [lost] }, ['/serve/health'], undefined],
  ['nothing to request', { tests: [secret, { chat: 'a' }], healthPath: '', answers: [] }, [], undefined],
  ['a redirect later', { answers: [whole('ok'), whole('', { status: 302 })] }, ['/serve/health'], [1, 2]],
  ['a pause', { answers: [whole('ok'), whole('ok'), lost], pausedAfter: 2 }, ['/serve/health'], [0, 2]],
])('what is counted: %s', async ([, scene, paths, counted]) => {
  const played = await play(scene);
  expect([[...new Set(played.sent.map(({ url }) => url.pathname))], played.counted]).toEqual([paths, counted]);
  expect(played.skips.length).toBe(counted ? 0 : 1);
  expect(new Set(played.sleptMs)).toEqual(new Set(played.sleptMs.length > 0 ? [1000] : []));
  for (const { timeoutMs, headers } of played.sent)
    expect([timeoutMs <= 5000, JSON.stringify(headers).includes('hidden')]).toEqual([true, false]);
});
