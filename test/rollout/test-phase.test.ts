/** The tests of the spec against what was written: which answer counts, for how long they are asked again, and what ends them. */

import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { createContext } from '../../src/rollout/context.ts';
import { startStory } from '../../src/rollout/evidence/next-story.ts';
import { passTests } from '../../src/rollout/test-phase.ts';
import type { TestEndpoint, TestPass } from '../../src/tests/run.ts';
import type { Weight } from '../../src/tests/wrong-answers.ts';
import { createTestClock, startMs } from '../clock.ts';
import { endpointOf, foundWith, replaced, type Shown, writeOver } from './readings.ts';
import { openStub, serviceError } from './stub.ts';

const results = [{ title: 'GET /health', outcome: 'passed', isWarmUp: true, status: 200, totalMs: 100 } as const];
const passed: TestPass = { kind: 'passed', results };
const wrong: TestPass & { kind: 'failed' } = {
  kind: 'failed',
  results: [],
  message: 'GET /health: expected 200, got 500',
  weight: 'own',
};
const starting: typeof wrong = { ...wrong, message: 'GET /health: expected 200, got 503', weight: 'none' };

/** Its sleeps take a turn, so that a request and the readings beside it go on side by side, and one that is given up takes no time. */
function startClock() {
  const manual = createTestClock();
  const sleep: Clock['sleep'] = async (ms, signal) => {
    signal?.throwIfAborted();
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    manual.advance(ms);
  };
  const clock: Clock = { ...manual, monotonicMs: () => manual.nowMs, sleep };
  return { clock, second: () => (manual.nowMs - startMs) / 1000 };
}

type At<Value> = Value | ((second: number) => Value);
const at = <Value>(value: At<Value>, second: number) =>
  typeof value === 'function' ? (value as (second: number) => Value)(second) : value;

interface Course {
  shown: At<Shown | Error>;
  answer: At<TestPass>;
  write?: ReturnType<typeof writeOver>;
  seconds?: number;
  /** In the place of the answers. */
  test?: TestEndpoint;
  /** Somebody else's root disk. */
  rootfsSize?: number;
}

async function testOver({ shown, answer, write = replaced, seconds = 600, ...course }: Course) {
  const { clock, second } = startClock();
  const read = () => {
    const now = at(shown, second());
    return now instanceof Error ? now : endpointOf(now);
  };
  const endpoint = read();
  if (endpoint instanceof Error) throw endpoint;
  const { rootfsSize = endpoint.config.rootfsSize } = course;
  const stub = openStub({
    get: () => {
      const now = read();
      return now instanceof Error ? now : { ...now, config: { ...now.config, rootfsSize } };
    },
  });
  const asked: number[] = [];
  const test: TestEndpoint = async (...request) => {
    asked.push(second());
    return course.test ? course.test(...request) : at(answer, second());
  };
  const target = { id: endpoint.id, desired: endpoint.config, earlier: [endpoint.config] };
  const written = { endpoint, target, write, created: undefined };
  const context = createContext({ ...stub.ports, clock }, seconds * 1000);
  const story = startStory(write, { endpoint, atMs: clock.monotonicMs() });
  const goal = { wait: 'ready', tests: 'to-come' } as const;
  const result = await passTests({ written, story, goal, test, context }).catch((error) => error);
  const kinds = stub.events.map(({ kind }) => kind).filter((kind) => kind !== 'reading' && kind !== 'progress');
  const [by] = stub.events.flatMap((event) =>
    event.kind === 'tested' && event.pass.kind === 'passed' ? [event.by] : [],
  );
  return { result, end: result.code ?? `passed by ${by}`, asked, second: second(), kinds };
}

const [both, alone] = ['old running+, new running+', 'new running+'];
const [keeping, fromNone] = [writeOver('keeps'), writeOver('replaces', { old: [] })];
const weighing = (weight: Weight): TestPass => ({ ...wrong, weight });
const atZero = (workers: string) => ({ minNum: 0, workers });
const until = <Value>(seconds: number, before: Value, after: Value) => {
  return (second: number): Value => (second < seconds ? before : after);
};
const crashing = (second: number) => atZero(`new ${second % 40 < 20 ? 'running' : 'exited: OOMKilled'}`);

test.for<[string, At<Shown>, boolean[]]>([
  ['a new worker', alone, [false, true]],
  ['a worker that is woken', until<Shown>(15, atZero(''), atZero(alone)), [false, true]],
  ['a worker beside an old one', until<Shown>(15, alone, both), [false, true, false]],
])('a request knows whether a worker of the version, and no other, is healthy: %s', async ([, shown, expected]) => {
  const known: boolean[] = [];
  const test: TestEndpoint = async (_, { healthyForMs = () => 0 }) => {
    // Each turn is a pause between two readings.
    for (let turn = 0; turn < 8; turn += 1) {
      await new Promise(setImmediate);
      known.push(healthyForMs() > 0);
    }
    return passed;
  };
  await testOver({ shown, answer: passed, test, seconds: 200 });
  const changes = known.slice(0, 8).filter((each, index) => each !== known[index - 1]);
  expect(changes).toEqual(expected);
});

/** How the tests of a course end, and between which seconds: `300-320: passed by any`. */
test.for<[string, Course, string]>([
  ['passed on a healthy new worker', { shown: alone, answer: passed }, '0-5: passed by this'],
  ['passed on a kept worker', { shown: 'old running+', answer: passed, write: keeping }, '0-20: passed by this'],
  ['passed on an unrecorded one', { shown: alone, answer: passed, write: foundWith('old') }, '0-5: passed by this'],
  ['passed beside an old one that stays for five minutes', { shown: both, answer: passed }, '300-320: passed by any'],
  ['passed beside one that stays, soon', { shown: both, answer: passed, seconds: 120 }, '90-100: passed by any'],
  ['passed beside a recorded one', { shown: both, answer: passed, write: foundWith('old') }, '300-320: passed by any'],
  ['passed, and no worker is listed: nothing shows who answers', { shown: '', answer: passed }, '580-601: timeout'],
  ['passed, and none has an ID', { shown: ' running+', answer: passed }, '540-601: timeout'],
  ['passed in the end', { shown: alone, answer: until<TestPass>(100, starting, passed) }, '100-115: passed by this'],
  [
    'passed once an old worker that would have answered wrong has stopped',
    { shown: until(60, both, alone), answer: until<TestPass>(55, wrong, passed) },
    '60-80: passed by this',
  ],
  ['failed on a healthy new worker, for 20 s', { shown: alone, answer: wrong }, '20-30: test-failed'],
  ['silence, twice', { shown: alone, answer: weighing('silent') }, '20-30: test-failed'],
  ['a path that it does not have, for a minute', { shown: alone, answer: weighing('other') }, '60-70: test-failed'],
  ['a page of a server that starts, for 2 min', { shown: alone, answer: weighing('starting') }, '120-135: test-failed'],
  ['too many requests, to the end', { shown: alone, answer: weighing('busy'), seconds: 300 }, '285-300: test-failed'],
  [
    'passed after an app that is healthy before it can answer',
    { shown: alone, answer: until<TestPass>(12, wrong, passed) },
    '12-16: passed by this',
  ],
  [
    'failed on a worker that crashes under its requests, and is healthy in between',
    {
      shown: (second) => `new ${second % 100 < 60 ? 'running+' : 'exited: OOMKilled'}`,
      answer: starting,
      seconds: 1200,
    },
    '240-300: crashed',
  ],
  ['failed on a worker that starts', { shown: alone, answer: starting, seconds: 300 }, '285-300: test-failed'],
  ['failed where an old one may answer', { shown: both, answer: wrong, seconds: 300 }, '240-300: test-failed'],
  ['failed beside a pull', { shown: 'old running+, new pulling', answer: wrong, seconds: 300 }, '285-300: test-failed'],
  ['failed on a woken worker', { shown: crashing, answer: starting, write: fromNone }, '0-300: crashed'],
  ['the same where nothing was written', { shown: crashing, answer: starting, write: foundWith() }, '0-300: crashed'],
  ['a crash that stays', { shown: atZero('new exited: exit code 137'), answer: starting }, '0-200: crashed'],
  ['a pull that fails', { shown: atZero('new pulling: manifest unknown'), answer: starting }, '0-30: image-pull'],
  ['somebody else’s change', { shown: alone, answer: wrong, rootfsSize: 77 }, '0-30: conflict'],
  [
    'a service that cannot be read',
    { shown: until<Shown | Error>(1, atZero(''), serviceError('unavailable')), answer: starting },
    '180-200: unavailable',
  ],
])('%s', async ([, course, expected]) => {
  const { end, second, kinds } = await testOver(course);
  const [, from, by] = /^(\d+)-(\d+):/.exec(expected) ?? [];
  expect([`${from}-${by}: ${end}`, second >= Number(from), second <= Number(by)]).toEqual([expected, true, true]);
  expect(kinds.find((kind) => kind !== 'awaiting')).toBe('tests-started');
});

describe('asked again', () => {
  test('soon, and then every ten seconds', async () => {
    const { asked } = await testOver({ shown: alone, answer: starting });
    const pauses = asked.slice(1).map((second, index) => second - (asked[index] ?? 0));
    expect([Math.min(...pauses), Math.max(...pauses)]).toEqual([1, expect.closeTo(10, 1)]);
  });

  test('for 20 s on a healthy new worker, and then its words are the cause', async () => {
    const { result, asked, kinds } = await testOver({ shown: alone, answer: wrong });
    expect(asked).toEqual([0, 1, 3, 7, 15, 25]);
    expect(kinds.slice(1)).toEqual(Array(6).fill('tested'));
    expect(result).toMatchObject({ isInconclusive: false, message: expect.stringContaining(wrong.message) });
  });

  test('not while only an old worker is healthy, which requests would keep awake', async () => {
    const shown = until(60, atZero('old running+'), atZero(alone));
    const { end, asked, second, result } = await testOver({ shown, answer: passed });
    expect([end, second >= 60 && second <= 75, asked.length]).toEqual(['passed by this', true, 1]);
    expect(result.hasBeenHealthy).toBe(true);
  });

  test.for<[string, Shown, At<TestPass>, object]>([
    ['until each of two can have answered', both, passed, { end: 'passed by any', count: 6 }],
    ['for each of three', 'old running+, old2 running+, new running+', passed, { end: 'passed by any', count: 9 }],
    ['in a row: one unanswered in between', both, (second) => (second === 303 ? starting : passed), { count: 10 }],
  ])('beside old workers that stay %s', async ([, shown, answer, expected]) => {
    const write = writeOver('replaces', { old: ['old', 'old2'] });
    const { end, asked } = await testOver({ shown, answer, write });
    expect({ end, count: asked.length }).toMatchObject(expected);
    expect(asked[0]).toBe(300);
  });
});

test('passed, and never a new worker: red, nothing is undone, and it is said why', async () => {
  const { result, second } = await testOver({ shown: atZero('old running+'), answer: passed });
  const message = expect.stringContaining('but an old worker may have answered');
  expect(result).toMatchObject({ code: 'timeout', isInconclusive: true, message });
  expect(second).toBeLessThanOrEqual(601);
});

test.for<[string, Partial<Course> & Pick<Course, 'answer'>]>([
  ['may all be of an old worker', { shown: both, answer: wrong }],
  ['say that it has too many requests', { shown: alone, answer: weighing('busy') }],
  [
    'come after a worker that was healthy',
    { shown: until(5, alone, 'new2 pulling'), answer: until(5, wrong, starting), seconds: 60 },
  ],
])('answers that %s prove nothing against the new version', async ([, course]) => {
  const { result } = await testOver({ shown: both, ...course });
  expect(result).toMatchObject({
    code: 'test-failed',
    isInconclusive: true,
    title: 'llama: a test failed',
    hint: expect.stringMatching(/^The commands `status` and `logs` show who answers\./),
    message: expect.stringMatching(/; (?:an old worker may|no answer speaks|a worker of the new version was)/),
  });
});

test('a health check that fails is the cause, and not the answer', async () => {
  const { result } = await testOver({ shown: atZero('new running'), answer: starting });
  const message = expect.stringMatching(/its health check .* has failed for/);
  expect(result).toMatchObject({ code: 'timeout', message });
});

test('a request that is held for minutes is read beside, and given up when its worker fails', async () => {
  let isEnded = false;
  const held: TestEndpoint = (_, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        isEnded = true;
        resolve(starting);
      });
    });
  const shown = until(1, atZero('new pulling'), atZero('new pulling: manifest unknown'));
  const { end, second } = await testOver({ shown, answer: starting, test: held });
  expect([end, isEnded, second <= 40]).toEqual(['image-pull', true, true]);
});
