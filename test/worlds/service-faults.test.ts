/** A service that fails for a while at any request: the same patience everywhere, bounded by the time that is left. */

import { describe, expect, test } from 'vitest';
import type { Fault } from '../emulator/emulator.ts';
import type { FaultKind } from '../emulator/faults.ts';
import {
  expectEnding,
  greenBy,
  minute,
  newImage,
  oldImage,
  openWorld,
  type Right,
  second,
  unpullable,
  usualSeconds,
} from './world.ts';

const outage = (seconds: number) => ({ kind: 'status', status: 503, html: true, forMs: seconds * second }) as const;
const busy = (seconds: number) =>
  ({ kind: 'status', status: 400, reason: 'CONFLICT', message: 'endpoint is busy', forMs: seconds * second }) as const;
const reset = (seconds: number) => ({ kind: 'reset', forMs: seconds * second }) as const;

const passing: readonly { what: string; fault: FaultKind & { forMs?: number }; seconds: number }[] = [
  { what: '503 for 2 minutes', fault: outage(120), seconds: 120 },
  { what: 'CONFLICT for 110 s', fault: busy(110), seconds: 110 },
  { what: 'no answer for 90 s', fault: { kind: 'hang', forMs: 90 * second }, seconds: 120 },
];

/** Of the update itself, and of what takes it back. */
describe.each(passing)('$what', ({ fault, seconds }) => {
  test('at the restore: sent again until it is accepted', async () => {
    await using world = await openWorld({ life: unpullable, faults: [{ operation: 'update', after: 1, ...fault }] });
    const ended = await world.run();
    expectEnding(ended, { reason: 'image-pull', isRestored: true });
    expect(ended.serving).toEqual([oldImage]);
  });

  test('at every request after the update', async () => {
    await using world = await openWorld();
    world.addFault({
      operation: 'update',
      kind: 'hook',
      when: 'after',
      run: () => world.addFault({ operation: 'any', ...fault }),
    });
    expectEnding(await world.run(), { reason: '', atMostSeconds: seconds + 30 + greenBy(usualSeconds) });
  });
});

test('a restore that the service never accepts is in the title, the message and the hint, with the real remedy', async () => {
  await using world = await openWorld({
    life: unpullable,
    faults: [{ operation: 'update', after: 1, kind: 'status', status: 503, times: 'always' }],
  });
  const ended = await world.run();
  expectEnding(ended, { reason: 'image-pull', image: newImage, says: [/manifest unknown/] });
  const error = ended.annotations.find((line) => line.startsWith('::error')) ?? '';
  const title = /title=([^,:]*)/.exec(error)?.[1] ?? '';
  expect(title, error).toMatch(/not restored|restore failed/i);
  expect(error).toMatch(/503/);
  // Another run finds nothing to change.
  expect(error).not.toMatch(/Run the step again/);
  expect(ended.summary).toMatch(/not restored|restore failed/i);
});

describe('before anything is written', () => {
  const commands = [
    { command: 'deploy', right: { reason: '' } },
    { command: 'delete', right: { reason: '', image: null } },
  ] as const;
  const faults: { what: string; fault: Fault; seconds: number }[] = [
    {
      what: '1 s without a connection at page 0 of the list',
      fault: { operation: 'list', after: 1, ...reset(1) },
      seconds: 1,
    },
    {
      what: '2 minutes of maintenance at the very first request',
      fault: { operation: 'any', ...outage(120) },
      seconds: 120,
    },
    {
      what: '90 s of lists that are never answered',
      fault: { operation: 'list', kind: 'hang', forMs: 90 * second },
      seconds: 120,
    },
  ];

  test.for(commands.flatMap((each) => faults.map((fault) => ({ ...each, ...fault }))))(
    '$command: $what',
    async ({ command, right, fault, seconds }) => {
      await using world = await openWorld({ faults: [fault] });
      const ended = await world.run({ with: { command } });
      // A deletion is proved by lists that may be late.
      expectEnding(ended, { ...right, atMostSeconds: seconds + 30 + greenBy(usualSeconds) + 60 });
    },
  );

  test.for(commands)('$command: a service that stays away is given up after three minutes', async ({ command }) => {
    await using world = await openWorld({
      faults: [{ operation: 'any', kind: 'status', status: 503, times: 'always' }],
    });
    const ended = await world.run({ with: { command } });
    expectEnding(ended, {
      reason: 'unavailable',
      image: oldImage,
      says: [/503/],
      atLeastSeconds: 150,
      atMostSeconds: 215,
    });
  });
});

describe('a key that is refused in the middle of a rollout', () => {
  const refused = [
    { status: 401, reason: 'UNAUTHORIZED' },
    { status: 403, reason: 'FORBIDDEN' },
  ];

  test.for(refused)('for good: $status, red after three minutes', async ({ status, reason }) => {
    await using world = await openWorld({ life: { outcome: 'healthy', pace: { pullingMs: 10 * minute } } });
    let sinceSeconds: number | undefined;
    const run = () => {
      if (world.nowSeconds() < 60) return;
      sinceSeconds ??= world.nowSeconds();
      world.addFault({ operation: 'any', kind: 'status', status, reason, times: 'always' });
    };
    world.addFault({ operation: 'get', kind: 'hook', when: 'before', times: 'always', run });
    const ended = await world.run({ with: { 'on-failure': 'keep' } });
    const atMostSeconds = (sinceSeconds ?? 0) + 200;
    expectEnding(ended, { reason: 'unauthorized', atMostSeconds });
  });
});

test.for<[string, 'get' | 'update' | 'list', number | { dateInMs: number }, Right]>([
  ['an hour at the reading', 'get', 3600, { reason: ['unavailable', 'timeout'], atMostSeconds: 75 }],
  [
    'three hours at the update, as a date',
    'update',
    { dateInMs: 180 * minute },
    { reason: ['unavailable', 'rate-limited', 'timeout'], image: oldImage, atMostSeconds: 75 },
  ],
  ['ten years at the first look', 'list', 315_360_000, { reason: 'unavailable', image: oldImage, atMostSeconds: 215 }],
])('a service that asks for more patience than there is: %s', async ([, operation, retryAfter, right]) => {
  const asked = { kind: 'status', status: 429, reason: 'RATE_LIMIT_EXCEEDED', retryAfter, times: 'always' } as const;
  await using world = await openWorld({ faults: [{ operation, ...(operation === 'get' && { after: 3 }), ...asked }] });
  expectEnding(await world.run({ with: { 'wait-timeout': '60s', 'on-failure': 'keep' } }), right);
});
