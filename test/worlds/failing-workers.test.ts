/** Workers of the new version that fail, or seem to: crashes, lost workers, images that cannot be pulled, models that load for long. */

import { describe, expect, test } from 'vitest';
import { expectEnding, type Right } from './ending.ts';
import { greenBy, minute, newImage, openWorld, second, secondsOf, spec, type WorldOptions } from './world.ts';

/** Pending 2 s and pulling 20 s; then the container starts for 5 s. */
const pulledSeconds = 22;

/** From the moment when the service shows a cause that does not pass by itself. */
const definiteSeconds = 30;
/** Between two readings, however long a wait has lasted. */
const pollSeconds = 30;

const undone = (right: Right): Right => ({ ...right, isRestored: true });

describe('a container that runs for a while and is then killed, again and again', () => {
  test.for([
    { runs: 60, exited: 30 },
    { runs: 150, exited: 30 },
    { runs: 240, exited: 60 },
  ])('it runs for $runs s and stays exited for $exited s', async ({ runs, exited }) => {
    await using world = await openWorld({
      life: { outcome: 'crash-loop', runsForMs: runs * second, exitedForMs: exited * second },
    });
    const ended = await world.run();
    const firstSeconds = pulledSeconds + 5 + runs;
    const turnSeconds = 5 + runs + exited;
    // The first crash three minutes after the first one, or later.
    const decidingSeconds = firstSeconds + Math.ceil(180 / turnSeconds) * turnSeconds;
    expectEnding(
      ended,
      undone({
        reason: 'crashed',
        says: [/137|OOMKilled/],
        saysNot: [/raise `wait-timeout`/],
        undoneBySeconds: Math.max(firstSeconds + 200, decidingSeconds + pollSeconds),
      }),
    );
  });

  test('"giving up in" counts down, and does not begin anew with each crash', async () => {
    await using world = await openWorld({
      life: { outcome: 'crash-loop', runsForMs: 60 * second, exitedForMs: 20 * second },
    });
    const { log } = await world.run();
    const left = [...log.matchAll(/giving up in ([\dhms ]*[hms])/g)].map(([, text]) => secondsOf(text ?? ''));
    expect(left, log).toEqual(left.toSorted((a, b) => b - a));
    expect(Math.max(...left), log).toBeLessThanOrEqual(200);
  });

  test('the service starts another worker after each crash', async () => {
    const life = {
      outcome: 'healthy',
      lostAfterMs: 90 * second,
      losses: 40,
      state: 'exited',
      message: 'container exited with code 137',
    } as const;
    await using world = await openWorld({ life: { ...life, pace: { healthCheckMs: 5 * minute } } });
    const ended = await world.run();
    expectEnding(ended, undone({ reason: 'crashed', says: [/137/], undoneBySeconds: 90 + 270 + pollSeconds }));
  });
});

describe('crashes that are over', () => {
  test('one crash, and the second start succeeds after a load of 4 minutes', async () => {
    const life = { outcome: 'healthy', lostAfterMs: 60 * second, state: 'exited', message: 'exit code 1' } as const;
    await using world = await openWorld({ life: { ...life, pace: { healthCheckMs: 4 * minute } } });
    const readySeconds = 60 + 2 + 20 + 5 + 240;
    expectEnding(await world.run(), { reason: '', atLeastSeconds: readySeconds, atMostSeconds: greenBy(readySeconds) });
  });

  test('a worker that is healthy for ten minutes between two crashes is green meanwhile', async () => {
    await using world = await openWorld({ life: { outcome: 'crash-loop', healthyForMs: 10 * minute } });
    const ended = await world.run();
    expectEnding(ended, { reason: '', atMostSeconds: 60 });
  });
});

describe('a new worker that is lost and stays listed as failed', () => {
  test.for([
    { what: 'its replacement pulls for 5 minutes', pace: { pullingMs: 5 * minute } },
    { what: 'its replacement loads for 5 minutes', pace: { healthCheckMs: 5 * minute } },
    {
      what: 'its replacement pulls and loads for 8 minutes',
      pace: { pullingMs: 4 * minute, healthCheckMs: 4 * minute },
    },
  ])('$what', async ({ pace }) => {
    await using world = await openWorld({ life: { outcome: 'healthy', lostAfterMs: 40 * second, pace } });
    const { pullingMs = 20 * second, healthCheckMs = 10 * second } = pace as {
      pullingMs?: number;
      healthCheckMs?: number;
    };
    const readySeconds = 40 + 2 + pullingMs / second + 5 + healthCheckMs / second;
    expectEnding(await world.run(), { reason: '', atLeastSeconds: readySeconds, atMostSeconds: greenBy(readySeconds) });
  });

  test('three in a row', async () => {
    const life = { outcome: 'healthy', lostAfterMs: 70 * second, losses: 3, pace: { pullingMs: 60 * second } } as const;
    await using world = await openWorld({ life });
    expectEnding(await world.run(), { reason: '', atLeastSeconds: 287, atMostSeconds: greenBy(287) + 5 });
  });
});

/** The registry's own words, which no retry changes. */
const definite = [
  'manifest unknown',
  'manifest for ghcr.io/acme/llama:2 not found: manifest unknown: manifest unknown',
  'ghcr.io/acme/llama:2: not found',
  'unauthorized: authentication required',
  'pull access denied for acme/llama, repository does not exist or may require authorization',
  'denied: requested access to the resource is denied',
  'invalid reference format',
];
const passing = [
  'toomanyrequests: You have reached your pull rate limit',
  'failed to pull image: i/o timeout',
  'dial tcp 10.0.0.1:443: connect: connection refused',
  'Back-off pulling image "ghcr.io/acme/llama:2"',
];

/** How a service shows that it does not get the image, and from when on. */
const forms: { what: string; fromSeconds: number; life: (message: string) => NonNullable<WorldOptions['life']> }[] = [
  {
    what: 'while it pulls',
    fromSeconds: 22,
    life: (message) => ({ outcome: 'image-pull', state: 'pulling', message }),
  },
  { what: 'as failed', fromSeconds: 22, life: (message) => ({ outcome: 'image-pull', message }) },
  { what: 'between two back-offs', fromSeconds: 2, life: (message) => ({ outcome: 'image-backoff', message }) },
];
/** Each message in the usual form, and the first in each. */
const pulls = (messages: readonly string[]) =>
  forms.flatMap((form, index) =>
    messages.slice(0, index === 0 ? messages.length : 1).map((message) => ({ ...form, message })),
  );
const literally = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

describe('an image that cannot be pulled, for a reason that stays', () => {
  test.for(pulls(definite))('"$message", shown $what', async ({ message, fromSeconds, life }) => {
    await using world = await openWorld({ life: life(message) });
    const undoneBySeconds = fromSeconds + definiteSeconds;
    expectEnding(await world.run(), undone({ reason: 'image-pull', says: [literally(message)], undoneBySeconds }));
  });

  test('whatever `wait-timeout` is', async () => {
    for (const timeout of ['5m', '60m']) {
      await using world = await openWorld({ life: { outcome: 'image-backoff', message: 'manifest unknown' } });
      const ended = await world.run({ with: { 'wait-timeout': timeout } });
      expectEnding(
        ended,
        undone({ reason: 'image-pull', says: [/manifest unknown/], undoneBySeconds: 2 + definiteSeconds }),
      );
    }
  });
});

describe('an image that cannot be pulled now', () => {
  test.for(pulls(passing))(
    '"$message", shown $what, is waited for 5 minutes',
    async ({ message, fromSeconds, life }) => {
      await using world = await openWorld({ life: life(message) });
      const ended = await world.run({ with: { 'wait-timeout': '60m' } });
      const undoneFromSeconds = fromSeconds + 299;
      const undoneBySeconds = fromSeconds + 300 + pollSeconds;
      const right = { reason: 'image-pull', says: [literally(message)], undoneFromSeconds, undoneBySeconds };
      expectEnding(ended, undone(right));
    },
  );

  test.for(pulls(passing))('"$message", shown $what, and comes after 4 minutes', async ({ message, life }) => {
    await using world = await openWorld({ life: { ...life(message), recoversAfterMs: 4 * minute } });
    expectEnding(await world.run(), { reason: '', atMostSeconds: greenBy(240 + 37) });
  });
});

describe('slow starts', () => {
  test('a pull of 15 minutes', async () => {
    await using world = await openWorld({ life: { outcome: 'healthy', pace: { pullingMs: 15 * minute } } });
    expectEnding(await world.run(), { reason: '', atMostSeconds: greenBy(900 + 17) });
  });

  test('a load of 10 minutes', async () => {
    await using world = await openWorld({ life: { outcome: 'healthy', pace: { healthCheckMs: 10 * minute } } });
    expectEnding(await world.run(), { reason: '', atMostSeconds: greenBy(600 + 27) });
  });

  test('a pull of 12 minutes and a load of 10: the time-out says for how long the model has loaded', async () => {
    const pace = { pullingMs: 12 * minute, healthCheckMs: 10 * minute };
    await using world = await openWorld({ life: { outcome: 'healthy', pace } });
    const ended = await world.run();
    expectEnding(ended, {
      reason: 'timeout',
      isRestored: ended.isRestored,
      says: [
        /not ready after 20 m/,
        /its health check (\/health )?has failed for 7 m/,
        /still loading, raise `wait-timeout`/,
      ],
      saysNot: [/Check `healthy\.path`/],
    });
  });

  test.for([
    { what: 'loads for longer than the wait', life: { outcome: 'unhealthy' } as const },
    { what: 'finds no GPU', life: { outcome: 'no-capacity' } as const },
    { what: 'cannot be pulled now', life: { outcome: 'image-backoff' } as const },
    {
      what: 'crashes slowly',
      life: { outcome: 'crash-loop', runsForMs: 150 * second, exitedForMs: 20 * second } as const,
    },
  ])('a countdown never exceeds the time left: $what', async ({ life }) => {
    for (const timeout of ['4m', '20m']) {
      await using world = await openWorld({ life });
      const { log } = await world.run({ spec, with: { 'wait-timeout': timeout } });
      expect(tooLongCountdowns(log), log).toEqual([]);
    }
  });
});

test('a new worker is healthy beside one that cannot find a GPU', async () => {
  await using world = await openWorld({
    life: { outcome: 'healthy', alsoListed: [{ state: 'pending', message: 'failed to schedule worker' }] },
  });
  const ended = await world.run();
  expectEnding(ended, { reason: '', atMostSeconds: 60 });
  expect(ended.serving).toContain(newImage);
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
