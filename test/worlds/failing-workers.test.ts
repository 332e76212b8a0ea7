/** Workers of the new version that fail, or seem to: crashes, lost workers, images that cannot be pulled, models that load for long. */

import { describe, expect, test } from 'vitest';
import {
  greenBy,
  type Life,
  literally,
  minute,
  openWorld,
  type Right,
  second,
  secondsOf,
  spec,
  testWorlds,
  type WorldCase,
  type WorldOptions,
  withMinNum,
} from './world.ts';

/** From the moment when the service shows a cause that does not pass by itself. */
const definiteSeconds = 30;

/** Green as soon as its worker is healthy, and not before. */
const ready = (life: Life, readySeconds: number): WorldCase => ({
  world: { life },
  right: { reason: '', atLeastSeconds: readySeconds, atMostSeconds: greenBy(readySeconds) },
});

describe('what is over', () => {
  const crashed = { outcome: 'healthy', lostAfterMs: 60 * second, state: 'exited', message: 'exit code 1' } as const;
  testWorlds({
    'one crash, and the second start succeeds after a load of 4 minutes': ready(
      { ...crashed, pace: { healthCheckMs: 4 * minute } },
      60 + 2 + 20 + 5 + 240,
    ),
    'a lost worker that nothing replaces, because none is needed': {
      world: {
        endpoint: { workerConfig: { minNum: 0 } },
        changes: [{ kind: 'scale-out', after: 'update', script: { outcome: 'healthy', lostAfterMs: 15 * second } }],
      },
      run: { spec: withMinNum(0) },
      right: {
        reason: '',
        atMostSeconds: 60,
        outputs: { operation: 'updated', proof: 'none' },
        logs: [/1 new worker failed/],
      },
    },
  });
});

describe('an image that cannot be pulled, for a reason that stays', () => {
  const undone = (message: string, fromSeconds: number): Right => ({
    ...{ reason: 'image-pull', isRestored: true },
    ...{ says: [literally(message)], undoneBySeconds: fromSeconds + definiteSeconds },
  });
  testWorlds({
    'shown between two back-offs, whatever `wait-timeout` is': {
      world: { life: { outcome: 'image-backoff', message: 'manifest unknown' } },
      run: { with: { 'wait-timeout': '60m' } },
      right: undone('manifest unknown', 2),
    },
  });
});

describe('slow starts', () => {
  const healthy = (pace: Life['pace']): WorldOptions => ({ life: { outcome: 'healthy', pace } });
  testWorlds({
    'a pull of 12 minutes and a load of 10: the time-out says for how long the model has loaded': {
      world: healthy({ pullingMs: 12 * minute, healthCheckMs: 10 * minute }),
      right: {
        reason: 'timeout',
        isRestored: true,
        says: [
          ...[/not ready after 20 m/, /its health check (\/health )?has failed for 7 m/],
          /still loading, raise `wait-timeout`/,
        ],
        saysNot: [/Check `healthy\.path`/],
      },
    },
  });

  test.for<[string, Life]>([
    ['loads for longer than the wait', { outcome: 'unhealthy' }],
    ['finds no GPU', { outcome: 'no-capacity' }],
    ['cannot be pulled now', { outcome: 'image-backoff' }],
    ['crashes slowly', { outcome: 'crash-loop', runsForMs: 150 * second, exitedForMs: 20 * second }],
  ])('a countdown never exceeds the time left: %s', async ([, life]) => {
    for (const timeout of ['4m', '20m']) {
      await using world = await openWorld({ life });
      const { log } = await world.run({ spec, with: { 'wait-timeout': timeout } });
      expect(tooLongCountdowns(log), log).toEqual([]);
    }
  });
});

/** Lines that promise to go on for longer than the time that is left by the last line that told it. */
function tooLongCountdowns(log: string): string[] {
  let leftSeconds = Number.POSITIVE_INFINITY;
  return log.split('\n').filter((line) => {
    const left = /((?:\d+ [hms] )+)left/.exec(line)?.[1];
    if (left) leftSeconds = secondsOf(left);
    const countdown = /giving up in ((?:\d+ [hms] ?)+)/.exec(line)?.[1];
    return countdown !== undefined && secondsOf(countdown) > leftSeconds;
  });
}
