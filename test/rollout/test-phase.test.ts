/** The tests of the spec against what was written: which answer counts, for how long they are asked again, and what ends them. */

import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { createContext } from '../../src/rollout/context.ts';
import { startStory } from '../../src/rollout/story.ts';
import { passTests } from '../../src/rollout/test-phase.ts';
import type { TestEndpoint, TestPass } from '../../src/tests/run.ts';
import { createTestClock, startMs } from '../clock.ts';
import { endpointOf, type Shown, writeOver } from './course.ts';
import { openStub, serviceError } from './stub.ts';

const results = [{ title: 'GET /health', outcome: 'passed', isWarmUp: true, status: 200, totalMs: 100 } as const];
const passed: TestPass = { kind: 'passed', results };
const wrong: TestPass = { kind: 'failed', results: [], message: 'GET /health: expected 200, got 500', canHeal: false };
const starting: TestPass = { ...wrong, message: 'GET /health: expected 200, got 503', canHeal: true };

/** Its sleeps take a turn, so that a request and the readings beside it go on side by side, and one that is given up takes no time. */
function startClock() {
  const manual = createTestClock();
  const sleep: Clock['sleep'] = async (ms, signal) => {
    signal?.throwIfAborted();
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    manual.advance(ms);
  };
  return {
    clock: { ...manual, monotonicMs: () => manual.nowMs, sleep },
    second: () => (manual.nowMs - startMs) / 1000,
  };
}

interface Course {
  shown: (second: number) => Shown | Error;
  answer: (second: number, signal: AbortSignal) => TestPass | Promise<TestPass>;
  write?: ReturnType<typeof writeOver>;
  seconds?: number;
}

async function testOver({ shown, answer, write = writeOver('replaces'), seconds = 600 }: Course) {
  const read = (second: number) => {
    const now = shown(second);
    return now instanceof Error ? now : endpointOf(now);
  };
  const { clock, second } = startClock();
  const stub = openStub({ get: () => read(second()) });
  const endpoint = read(0);
  if (endpoint instanceof Error) throw endpoint;
  const asked: number[] = [];
  const test: TestEndpoint = async (_, { signal }) => {
    asked.push(second());
    return answer(second(), signal);
  };
  const target = { id: endpoint.id, desired: endpoint.config, earlier: [endpoint.config] };
  const written = { endpoint, target, write, created: undefined };
  const context = createContext({ ...stub.ports, clock }, seconds * 1000);
  const story = startStory(write, { endpoint, atMs: clock.monotonicMs() });
  const goal = { wait: 'ready', isTested: true } as const;
  const result = await passTests({ written, story, goal, test, context }).catch((error) => error);
  const told = stub.events.map((event) =>
    event.kind === 'tests-passed' ? { isUnproved: event.isUnproved } : event.kind,
  );
  return { result, asked, second: second(), told: told.filter((kind) => kind !== 'reading' && kind !== 'progress') };
}

const isNewUp = { workers: ['old running+', 'new running+'] };

describe('tests that pass', () => {
  test('while a worker of the new version is healthy are the proof', async () => {
    const { asked, second, told } = await testOver({ shown: () => isNewUp, answer: () => passed });
    expect([asked, second < 5, told]).toEqual([[0], true, ['phase', 'tests-started', { isUnproved: false }]]);
  });

  test('while only old workers are healthy are asked again until a new one is', async () => {
    const shown = (second: number) =>
      second < 60 ? { minNum: 0, workers: ['old running+'] } : { minNum: 0, ...isNewUp };
    const { asked, second, told, result } = await testOver({ shown, answer: () => passed });
    expect([second >= 60 && second <= 75, told.at(-1)]).toEqual([true, { isUnproved: false }]);
    expect(result.hasBeenHealthy).toBe(true);
    // Requests would keep the old worker awake.
    expect(asked).toHaveLength(2);
  });

  test('and never a new one: red, nothing is undone, and it is said why', async () => {
    const { result, second } = await testOver({
      shown: () => ({ minNum: 0, workers: ['old running+'] }),
      answer: () => passed,
    });
    expect(result).toMatchObject({
      code: 'timeout',
      isInconclusive: true,
      message: expect.stringContaining('the old version may have answered'),
    });
    expect(second).toBeLessThanOrEqual(601);
  });

  test.for<Shown>([{ workers: [] }, { workers: [' running+'] }])(
    'where the service shows no worker with an id, they decide, and that is said: %o',
    async (shown) => {
      const { told } = await testOver({ shown: () => shown, answer: () => passed });
      expect(told.at(-1)).toEqual({ isUnproved: true });
    },
  );

  test('on workers that a write keeps are the proof', async () => {
    const { told, second } = await testOver({
      shown: () => ({ workers: ['old running+'] }),
      answer: () => passed,
      write: writeOver('keeps'),
      seconds: 60,
    });
    expect([told.at(-1), second < 20]).toEqual([{ isUnproved: false }, true]);
  });

  test('of an endpoint that this run has not written: a worker outside the record counts', async () => {
    const { told } = await testOver({ shown: () => isNewUp, answer: () => passed, write: writeOver('none') });
    expect(told.at(-1)).toEqual({ isUnproved: false });
  });
});

describe('tests that fail', () => {
  test('three times on a healthy new worker are wrong', async () => {
    const { result, asked, told } = await testOver({
      shown: () => ({ workers: ['new running+'] }),
      answer: () => wrong,
    });
    expect(asked).toEqual([0, 1, 2.5]);
    expect(told).toEqual(['phase', 'tests-started', 'tests-failed', 'tests-failed', 'tests-failed']);
    expect(result).toMatchObject({
      code: 'test-failed',
      isInconclusive: false,
      message: expect.stringMatching(
        /the tests of endpoint llama \(\w+\) failed: GET \/health: expected 200, got 500$/,
      ),
    });
  });

  test.for<[string, Course['shown'], TestPass]>([
    ['with the answer of a worker that starts', () => isNewUp, starting],
    ['while an old worker may be the one that answers', () => isNewUp, wrong],
    ['while a new worker is pulling', () => ({ workers: ['old running+', 'new pulling'] }), wrong],
  ])('%s are asked again to the end of the time', async ([, shown, pass]) => {
    const { result, second, asked } = await testOver({ shown, answer: () => pass, seconds: 300 });
    expect([result.code, second > 285 && second <= 300]).toEqual(['test-failed', true]);
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect([Math.min(...pauses), Math.max(...pauses)]).toEqual([1, expect.closeTo(10, 1)]);
  });

  test('once, and pass while an old worker may have answered, are asked again until it has stopped', async () => {
    const shown = (second: number) => (second < 60 ? isNewUp : { workers: ['new running+'] });
    const { asked, told } = await testOver({ shown, answer: (second) => (second < 1 ? wrong : passed) });
    expect([(asked.at(-1) ?? 0) >= 60, told.at(-1)]).toEqual([true, { isUnproved: false }]);
  });

  test('because the health check of the new worker fails are not what is wrong', async () => {
    const { result } = await testOver({
      shown: () => ({ minNum: 0, workers: ['new running'] }),
      answer: () => starting,
    });
    expect(result).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/its health check .* has failed for/),
    });
  });

  test('on a worker that they have woken, and that crashes, end with its crash, also where nothing was written', async () => {
    const crashing = (second: number) => ({
      minNum: 0,
      workers: [second % 40 < 20 ? 'new running' : 'new exited: OOMKilled'],
    });
    for (const effect of ['replaces', 'none'] as const) {
      const write = writeOver(effect, { old: [] });
      const { result, second } = await testOver({ shown: crashing, answer: () => starting, write });
      expect([result.code, second < 300]).toEqual(['crashed', true]);
    }
  });

  test('and pass in the end are no failure', async () => {
    const { told } = await testOver({ shown: () => isNewUp, answer: (second) => (second < 100 ? starting : passed) });
    expect(told.at(-1)).toEqual({ isUnproved: false });
  });
});

describe('what the endpoint shows meanwhile', () => {
  test.for<[string, string, string, number]>([
    ['an image that cannot be pulled', 'new pulling: manifest unknown', 'image-pull', 30],
    ['a crash that stays', 'new exited: exit code 137', 'crashed', 200],
  ])('%s ends the tests of an endpoint that scales to zero', async ([, worker, code, most]) => {
    const { result, second } = await testOver({
      shown: () => ({ minNum: 0, workers: [worker] }),
      answer: () => starting,
    });
    expect([result.code, second <= most]).toEqual([code, true]);
  });

  test('somebody else’s change does, too', async () => {
    const stub = openStub({});
    const endpoint = endpointOf(isNewUp);
    const theirs = { ...endpoint, config: { ...endpoint.config, rootfsSize: 77 } };
    stub.ports.client.get = async () => theirs;
    const target = { id: endpoint.id, desired: endpoint.config, earlier: [endpoint.config] };
    const write = writeOver('replaces');
    const phase = {
      written: { endpoint, target, write, created: undefined },
      story: startStory(write, { endpoint, atMs: stub.clock.nowMs }),
      goal: { wait: 'ready', isTested: true } as const,
      test: async () => wrong,
      context: stub.context,
    };
    await expect(passTests(phase)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a service that cannot be read ends them as that', async () => {
    const shown = (second: number) => (second < 1 ? { minNum: 0, workers: [] } : serviceError('unavailable'));
    const { result } = await testOver({ shown, answer: () => starting });
    expect(result.code).toBe('unavailable');
  });
});

test('a request that is held for minutes is read beside, and given up when its worker fails', async () => {
  const { clock, second } = startClock();
  const stub = openStub({});
  const endpoint = endpointOf({ minNum: 0, workers: ['new pulling'] });
  stub.ports.client.get = async () => endpointOf({ minNum: 0, workers: ['new pulling: manifest unknown'] });
  const write = writeOver('replaces');
  let isEnded = false;
  const test: TestEndpoint = (_, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        isEnded = true;
        resolve(starting);
      });
    });
  const target = { id: endpoint.id, desired: endpoint.config, earlier: [] };
  const phase = {
    written: { endpoint, target, write, created: undefined },
    story: startStory(write, { endpoint, atMs: startMs }),
    goal: { wait: 'ready', isTested: true } as const,
    test,
    context: createContext({ ...stub.ports, clock }, 600_000),
  };
  await expect(passTests(phase)).rejects.toMatchObject({ code: 'image-pull' });
  expect([isEnded, second() <= 40]).toEqual([true, true]);
});
