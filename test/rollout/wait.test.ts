/** A wait: when it reads and which reading counts, when it reports its progress. */

import { describe, expect, test } from 'vitest';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import { awaitReady, followStory } from '../../src/rollout/wait.ts';
import { type Course, created, endpointOf, foundWith, replaced, steadily, storiesOver, writeOver } from './readings.ts';
import { openStub } from './stub.ts';

const goal = { wait: 'ready', tests: 'none' } as const;

/** Waits over what is shown at each second, after a write over an endpoint with the worker `old`. */
function openWait(shown: (second: number) => string, { random = 0.5, write = replaced } = {}) {
  const read = (second: number) => endpointOf(shown(second));
  const stub = openStub({ get: read }, { random: () => random });
  const endpoint = read(0);
  const target = { id: endpoint.id, desired: endpoint.config, earlier: [] };
  return { ...stub, run: () => awaitReady({ written: { endpoint, target, write }, goal, context: stub.context }) };
}

test.for<[number, number]>([
  [0, 1],
  [1, 1.1],
])('readings grow wider with the time, and are spread by a tenth: random %f', async ([random, spread]) => {
  const { run, clock } = openWait(() => 'new pulling', { random });
  await expect(run()).rejects.toMatchObject({ code: 'timeout' });
  const { sleptMs } = clock;
  expect(sleptMs.slice(0, 4)).toEqual(Array(4).fill(expect.closeTo(1000 * spread, 5)));
  expect(Math.max(...sleptMs)).toBeCloseTo(10_000 * spread, 5);
  // The last one comes a second before the end.
  expect([sleptMs.at(-1), sleptMs.reduce((sum, ms) => sum + ms)]).toEqual([1000, expect.closeTo(600_000, 0)]);
  expect(sleptMs.length).toBeLessThanOrEqual(100);
});

test.for<[string, (second: number) => string]>([
  ['is not believed yet', (at) => (at < 300 ? 'new pulling' : 'new running+')],
  ['loads', (at) => (at < 300 ? 'new pulling' : at < 340 ? 'new running' : 'new running+')],
  ['fails', (at) => (at < 300 ? 'new pulling' : 'new pulling: ErrImagePull: manifest unknown')],
])('readings are close while a worker %s', async ([, shown]) => {
  const { run, secondsOf } = openWait(shown);
  await run().catch(() => {});
  const close = secondsOf('get').filter((at) => at >= 300);
  expect(close.length).toBeGreaterThan(2);
  expect(Math.max(...close.slice(1).map((at, index) => at - (close[index] ?? 0)))).toBeLessThanOrEqual(2.2);
});

test.for([5, 60, 240, 500])(
  'an endpoint that is ready after %i s is found within 12 seconds of it, 10 after the first healthy reading',
  async (at) => {
    const wait = openWait((now) => `old running+, new ${now < at ? 'pulling' : 'running+'}`);
    expect((await wait.run()).hasBeenHealthy).toBe(true);
    const [healthy = 0] = wait.secondsOf('get').filter((second) => second >= at);
    expect(wait.second() - healthy).toBeCloseTo(10, 5);
    expect(wait.second()).toBeLessThanOrEqual(at + 10 + Math.max(2, Math.min(12, at / 13)));
  },
);

test('nothing is read where the reading of the write is enough', async () => {
  const { run, calls, events } = openWait(() => 'old running+', { write: foundWith() });
  await run();
  const ready = { kind: 'ready', readyReason: 'new-workers' };
  expect([calls, events]).toEqual([[], [ready]]);
});

test('an endpoint that needs no worker is ready', async () => {
  const endpoint = endpointOf({ workers: 'w exited: exit code 137, x removed: exit code 137', minNum: 0 });
  const { context, events } = openStub({ get: () => endpoint });
  const target = { id: endpoint.id, desired: endpoint.config, earlier: [] };
  await awaitReady({ written: { endpoint, target, write: foundWith() }, goal, context });
  expect(events.at(-1)).toEqual({ kind: 'ready', readyReason: 'no-workers-needed' });
});

test('a wait is announced before its first report, and each report says what is waited for', async () => {
  const { run, events } = openWait((at) => `old running+, new ${at < 8 ? 'pulling' : 'running+'}`);
  await run();
  const told = events.flatMap((event) =>
    event.kind === 'progress' ? [event.missing] : event.kind === 'reading' ? [] : [event.kind],
  );
  expect(told).toEqual(['waiting', 'health', 'steadiness', 'ready']);
});

test('a reading of what was before is none of what is there now', async () => {
  const shown = endpointOf('new running+');
  const late = { ...shown, config: { ...shown.config, rootfsSize: 50 } };
  const stub = openStub({ get: (at) => (at < 20 ? late : shown) });
  const target = { id: shown.id, desired: shown.config, earlier: [late.config] };
  const written = { endpoint: { ...shown, workers: [] }, target, write: replaced };
  await awaitReady({ written, goal, context: stub.context });
  expect(stub.second()).toBeGreaterThanOrEqual(30);
});

/** The reports on a course, of a wait of ten minutes. */
function report(course: Course, write = replaced) {
  const events: Extract<RolloutEvent, { kind: 'progress' }>[] = [];
  const onEvent = (event: RolloutEvent) => {
    if (event.kind === 'progress') events.push(event);
  };
  const [first, ...others] = storiesOver(course, write);
  if (!first) return [];
  const judgeNext = followStory(first, { goal, onEvent, deadlineMs: 600_000 });
  judgeNext();
  const match = { kind: 'applied' } as const;
  for (const { endpoint, atMs } of others) judgeNext({ endpoint, match, atMs });
  return events;
}
const secondsOf = (course: Course) => report(course).map(({ leftSeconds }) => 600 - leftSeconds);
const pulling = { state: 'initializing', workers: 'new pulling' };

describe('a report', () => {
  test('holds the state, the workers by their age, the endpoint’s words and the time', () => {
    const workers = 'old running+, new pulling, new2 running, new3 , new4 removed';
    expect(report([[12.6, { state: 'updating', message: 'SLOW: 3 of 12', workers }]])).toEqual([
      {
        kind: 'progress',
        state: 'updating',
        serves: [
          { age: 'old', state: '', workers: 1 },
          { age: 'new', state: 'pulling', workers: 1 },
          { age: 'new', state: 'running, not healthy', workers: 1 },
          { age: 'new', state: 'without a state', workers: 1 },
        ],
        message: 'SLOW: 3 of 12',
        failure: '',
        leftSeconds: 587,
        givesUpInSeconds: undefined,
        missing: 'health',
      },
    ]);
  });

  test.for([writeOver('keeps'), foundWith('old'), created])(
    'has no ages where nothing is replaced, nor of a new endpoint',
    (write) => {
      expect(report([[0, 'new pulling']], write)[0]?.serves).toEqual([{ age: '', state: 'pulling', workers: 1 }]);
    },
  );

  test.for<[string, Course, (number | undefined)[]]>([
    ['counts down', steadily([0, 130, 255], 'new pulling: ErrImagePull'), [300, 170, 45]],
    ['never promises more time than there is', steadily([400, 540], 'new pulling: ErrImagePull'), [200, 60]],
    ['has no limit for a machine that is waited for', [[0, 'new pending: unschedulable']], [undefined]],
  ])('%s', ([, course, expected]) => {
    expect(report(course).map(({ givesUpInSeconds }) => givesUpInSeconds)).toEqual(expected);
  });

  test('names what fails, and has no time left after the deadline', () => {
    const failure = 'worker new cannot pull the image: "manifest unknown"';
    expect(report([[605, 'new failed: manifest unknown']])).toMatchObject([{ failure, leftSeconds: 0 }]);
  });

  test('quotes the words of a worker that waits, each when they change', () => {
    const waiting = (words: string) => `new pending: ${words}`;
    expect(
      report([[0, waiting('storage is attached')], ...steadily([10, 20], waiting('quota is raised'))]),
    ).toMatchObject([
      { failure: 'worker new is pending: "storage is attached"' },
      { failure: 'worker new is pending: "quota is raised"' },
    ]);
  });

  test('is made every two minutes while nothing changes', () => {
    expect(secondsOf(steadily([0, 1, 60, 119.999, 120, 130, 239, 240], pulling))).toEqual([0, 120, 240]);
  });

  test.for([
    { state: 'updating' },
    { message: 'soon' },
    { workers: 'new pulling, b pulling' },
    { workers: '' },
    { workers: 'new starting' },
  ])('is made at once when this changes, and not again when it changes back: %j', (part) => {
    const changed = { ...pulling, ...part };
    const course: Course = [[0, pulling], ...steadily([1, 2], changed), [3, pulling], [4, changed], [120, pulling]];
    expect(secondsOf(course)).toEqual([0, 1, 120]);
  });

  test('is made for the first two crashes of a loop, whatever its states are in between', () => {
    const words = ['exited', 'exited', 'running', 'running', 'exited', 'running'];
    expect(
      report(words.map((word, index) => [index * 10, `new ${word}: exit code 1`])).map(({ failure }) => failure),
    ).toEqual(['worker new crashed: "exit code 1"', 'worker new crashed 2 times: "exit code 1"']);
  });
});
