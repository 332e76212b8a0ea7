/** When a wait reports its progress, and what the report holds. */

import { describe, expect, test } from 'vitest';
import type { Endpoint, Worker } from '../../src/model/endpoint.ts';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import { createProgressReporter, type ToleratedFailure } from '../../src/rollout/progress.ts';
import { createTestClock } from '../clock.ts';
import { liveEndpoint } from '../plan/example.ts';

const worker = (state: string): Worker => ({
  id: state,
  state: { state, error: '', message: '' },
  log: '',
  healthy: true,
});
const endpoint = ({ state = 'initializing', error = '', message = '', workers = ['pulling'] } = {}): Endpoint => ({
  ...liveEndpoint,
  state: { state, error, message },
  workers: workers.map(worker),
});
const failureOf = (part: Partial<ToleratedFailure> = {}): ToleratedFailure => ({
  kind: 'failing',
  code: 'crashed',
  failure: 'crashed',
  message: 'worker w1 is exited',
  worker: undefined,
  hasOthersStarting: false,
  lastedMs: 0,
  leftMs: 60_000,
  ...part,
});

type Step = [second: number, endpoint: Endpoint, failure?: ToleratedFailure | undefined];

/** The reports over readings at those seconds of a wait of ten minutes that began a minute after the clock. */
function report(steps: readonly Step[]) {
  const clock = createTestClock();
  clock.advance(60_000);
  const startedMs = clock.nowMs;
  const events: Extract<RolloutEvent, { kind: 'progress' }>[] = [];
  const onEvent = (event: RolloutEvent) => {
    if (event.kind === 'progress') events.push(event);
  };
  const reportProgress = createProgressReporter({ clock, onEvent, startedMs, deadlineMs: startedMs + 600_000 });
  for (const [second, reading, failure] of steps) {
    clock.advance(startedMs + second * 1000 - clock.nowMs);
    reportProgress(reading, failure);
  }
  return events;
}
const secondsOf = (steps: readonly Step[]) => report(steps).map(({ elapsedSeconds }) => elapsedSeconds);

describe('a report', () => {
  test('holds the state, the workers, the endpoint’s words and the time', () => {
    expect(
      report([[12.6, endpoint({ error: 'SLOW', message: 'pulling 3 of 12', workers: ['pulling', 'removed'] })]]),
    ).toEqual([
      {
        kind: 'progress',
        state: 'initializing',
        workers: { pulling: 1 },
        message: 'SLOW: pulling 3 of 12',
        failure: '',
        elapsedSeconds: 13,
        leftSeconds: 587,
        givesUpInSeconds: undefined,
        isSameFailure: false,
      },
    ]);
  });

  test('names what fails and how long it is tolerated', () => {
    const [first, second, third] = report([
      [0, endpoint(), failureOf()],
      [18, endpoint(), failureOf({ leftMs: 41_600 })],
      [20, endpoint(), failureOf({ message: 'worker w2 is exited', leftMs: 40_000 })],
    ]);
    expect(first).toMatchObject({ failure: 'worker w1 is exited', givesUpInSeconds: 60, isSameFailure: false });
    expect(second).toMatchObject({ failure: 'worker w1 is exited', givesUpInSeconds: 42, isSameFailure: true });
    expect(third).toMatchObject({ failure: 'worker w2 is exited', givesUpInSeconds: 40, isSameFailure: false });
  });

  test('has no time left after the deadline', () => {
    expect(report([[605, endpoint()]])).toMatchObject([{ leftSeconds: 0 }]);
  });

  test('says nothing of a health check before it has failed for half a minute', () => {
    const unhealthy = (lastedMs: number) => failureOf({ code: 'unhealthy', lastedMs, leftMs: 120_000 - lastedMs });
    expect(
      report([
        [0, endpoint(), unhealthy(0)],
        [29.999, endpoint(), unhealthy(29_999)],
        [30, endpoint(), unhealthy(30_000)],
      ]),
    ).toMatchObject([
      { failure: '', givesUpInSeconds: undefined },
      { failure: '', givesUpInSeconds: undefined },
      { failure: 'worker w1 is exited', givesUpInSeconds: 90 },
    ]);
  });
});

describe('is made', () => {
  test('every 18 seconds while nothing changes', () => {
    const at = [0, 1, 17.999, 18, 20, 35, 36, 54].map((second): Step => [second, endpoint()]);
    expect(secondsOf(at)).toEqual([0, 18, 36, 54]);
  });

  test.for<[string, Endpoint, ToleratedFailure?]>([
    ['the state', endpoint({ state: 'updating' })],
    ['the message', endpoint({ message: 'pulling' })],
    ['a worker more', endpoint({ workers: ['pulling', 'pulling'] })],
    ['a worker less', endpoint({ workers: [] })],
    ['the state of a worker', endpoint({ workers: ['starting'] })],
    ['a failure', endpoint(), failureOf()],
  ])('at once when this changes: %s', ([, changed, failure]) => {
    expect(
      secondsOf([
        [0, endpoint()],
        [1, changed, failure],
        [2, changed, failure],
        [3, endpoint()],
      ]),
    ).toEqual([0, 1, 3]);
  });

  test('18 seconds after the last one, whatever made that', () => {
    const changed = endpoint({ state: 'updating' });
    expect(
      secondsOf([
        [0, endpoint()],
        [10, changed],
        [18, changed],
        [27, changed],
        [28, changed],
      ]),
    ).toEqual([0, 10, 28]);
  });
});
