/** What users lose while a deploy runs: how requests are counted, what is sent, when requests are held back, and what may explain a gap. */

import { expect, test } from 'vitest';
import { availabilityOf, watchUsers } from '../../src/deploy/availability.ts';
import { DeployError } from '../../src/errors.ts';
import type { EndpointTest } from '../../src/model/tests.ts';
import { usersLine } from '../../src/render/tests.ts';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import type { CommandContext } from '../../src/run/context.ts';
import type { Answer } from '../../src/tests/answer.ts';
import type { SentRequest } from '../../src/tests/connection.ts';
import { createTestClock, startMs } from '../clock.ts';
import { endpointOf, type Shown } from '../rollout/readings.ts';
import { whole } from '../tests/example.ts';

const stopped = 'while the old worker stopped';
/** One request a second from noon: `.` is right, `x` fails, `o` fails while the old worker stops. */
const samplesOf = (text: string) =>
  [...text].map((letter, index) => {
    const fromMs = startMs + 12 * 3_600_000 + index * 1000;
    return { fromMs, toMs: fromMs + 200, isRight: letter === '.', during: letter === 'o' ? stopped : '' };
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

/** A reading, or what else there is an event of. */
type Happening = Shown | 'restoring' | 'crashed' | 'conflict';

interface Scene {
  tests?: readonly EndpointTest[];
  healthPath?: string;
  /** One after the other; the count is ended after the last one. */
  answers: readonly Answer[];
  /** What the deploy reads, or begins, after so many requests. */
  readings?: Readonly<Record<number, readonly Happening[]>>;
}

function eventOf(shown: Happening): object {
  if (shown === 'restoring') return { kind: shown };
  if (shown === 'crashed' || shown === 'conflict')
    return { kind: 'failed', failure: new DeployError({ code: shown, message: '' }) };
  return { kind: 'reading', endpoint: endpointOf(shown) };
}

async function play({ tests = [], healthPath = '/health', answers, readings = {} }: Scene) {
  const sent: SentRequest[] = [];
  const closed = Promise.withResolvers<void>();
  const clock = createTestClock();
  let users: Awaited<ReturnType<typeof watchUsers>> | undefined;
  const sleep: typeof clock.sleep = async (ms, signal) => {
    await new Promise(setImmediate);
    for (const shown of readings[sent.length] ?? []) {
      users?.follow(eventOf(shown) as RolloutEvent);
    }
    if (sent.length === answers.length || clock.sleptMs.length > 9) users?.end();
    await clock.sleep(ms, signal);
  };
  const connect = async () => ({
    send: async (request: SentRequest) => {
      sent.push(request);
      return answers[sent.length - 1] ?? lost;
    },
    close: async () => closed.resolve(),
  });
  const live = {
    ...endpointOf({ workers: 'old running+, older running+', path: healthPath }),
    url: 'https://llama.example/serve',
  };
  const context = {
    inputs: { secretEnvs: new Map([['KEY', 'hidden']]) },
    connections: { users: { connect, clock: { ...clock, sleep } } },
    signal: new AbortController().signal,
  };
  let skipped = '';
  try {
    users = await watchUsers(live, tests, context as unknown as CommandContext);
  } catch (error) {
    skipped = String(error);
  }
  if (sent.length > 0) await closed.promise;
  return { counted: users?.end(), sent, skipped, sleptMs: clock.sleptMs };
}

test.for<[string, Scene, string[], [number, number] | undefined]>([
  ['the health check', { answers: [whole('ok'), lost, whole('ok')] }, ['/serve/health'], [1, 3]],
  ['a test without a secret', { tests: [secret, { get: '/a' }], answers: [whole('ok')] }, ['/serve/a'], [0, 1]],
  ['an answer that is not a 2xx', { answers: [whole('', { status: 404 })] }, ['/serve/health'], undefined],
  ['no answer', { answers: [lost] }, ['/serve/health'], undefined],
  ['nothing to request', { tests: [secret, { chat: 'a' }], healthPath: '', answers: [] }, [], undefined],
  ['a redirect later', { answers: [whole('ok'), whole('', { status: 302 })] }, ['/serve/health'], [1, 2]],
  [
    'nothing while both serve',
    { answers: [whole('ok'), whole('ok'), lost], readings: { 2: ['old running+, new running+'] } },
    ['/serve/health'],
    [0, 2],
  ],
])('what is counted: %s', async ([, scene, paths, counted]) => {
  const { counted: found, ...played } = await play(scene);
  const figures = found && [found.failed, found.requests];
  expect([[...new Set(played.sent.map(({ url }) => url.pathname))], figures]).toEqual([paths, counted]);
  expect(played.skipped !== '').toBe(counted === undefined);
  expect(new Set(played.sleptMs)).toEqual(new Set(played.sleptMs.length > 0 ? [1000] : []));
  for (const { timeoutMs, headers } of played.sent)
    expect([timeoutMs <= 5000, JSON.stringify(headers).includes('hidden')]).toEqual([true, false]);
});

test.for<[string, readonly Happening[], requests: number, during: string]>([
  ['an old worker', ['old running+'], 3, ''],
  ['an old worker and a new one that starts', ['old running+, new running'], 3, ''],
  ['an old worker and a new one', ['old running+, new running+'], 1, ''],
  ['the new one after both', ['old running+, new running+', 'new running+'], 3, ''],
  ['two old ones', ['old running+, older running+'], 3, ''],
  ['none', ['new running'], 3, stopped],
  ['a new one after none', ['new running', 'new running+'], 3, ''],
  ['none in a restore', ['new running', 'restoring', 'new running'], 3, 'during the restore'],
])('while users are served by %s', async ([, readings, requests, during]) => {
  const { counted } = await play({ answers: [whole('ok'), lost, lost], readings: { 1: readings } });
  expect([counted?.requests, counted?.gap?.during ?? '']).toEqual([requests, during]);
});

const alone: Happening = 'new running+';
test.for<[string, Record<number, readonly Happening[]>, words: string]>([
  ['until the restored one serves', { 1: [alone], 3: [alone, 'crashed', 'restoring'], 4: ['again running+'] }, '2 s'],
  ['until it is seen to serve, to the end where it is kept', { 1: [alone], 2: ['crashed'], 4: [alone] }, '3 s'],
  ['beside an old one', { 1: ['old running+, new running+'], 3: ['crashed'] }, ''],
  ['and has not failed', { 1: [alone], 3: [alone] }, ''],
  ['and is not to blame', { 1: [alone], 3: [alone, 'conflict'] }, ''],
  ['and is not healthy', { 1: ['new running'], 3: ['crashed'] }, ''],
])('users meet a version that fails: %s', async ([, readings, seconds]) => {
  const { counted } = await play({ answers: Array(5).fill(whole('ok')), readings });
  const line = counted && usersLine(counted).replace(/ \(.*\)/, '');
  const met = seconds && `; for ${seconds} the version that failed answered`;
  expect(line).toBe(`Users: 0 of ${counted?.requests} requests failed${met}`);
});
