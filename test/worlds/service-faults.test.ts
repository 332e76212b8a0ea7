/** A service that fails for a while after the update, and a key that is refused in the middle of a rollout: from end to end, with real requests. */

import { test } from 'vitest';
import type { FaultKind } from '../emulator/faults.ts';
import { expectEnding, greenBy, minute, oldImage, openWorld, second, unpullable, usualSeconds } from './world.ts';

const outage = { kind: 'status', status: 503, html: true, forMs: 120 * second } as const;
const busy = {
  kind: 'status',
  status: 400,
  reason: 'CONFLICT',
  message: 'endpoint is busy',
  forMs: 110 * second,
} as const;
const silent = { kind: 'hang', forMs: 90 * second } as const;
const passing: readonly { what: string; fault: FaultKind & { forMs: number }; seconds: number }[] = [
  { what: '503 for 2 minutes', fault: outage, seconds: 120 },
  { what: 'CONFLICT for 110 s', fault: busy, seconds: 110 },
  { what: 'no answer for 90 s', fault: silent, seconds: 120 },
];

test.for(passing)('$what at the restore: sent again until it is accepted', async ({ fault }) => {
  await using world = await openWorld({ life: unpullable, faults: [{ operation: 'update', after: 1, ...fault }] });
  expectEnding(await world.run(), { reason: 'image-pull', isRestored: true, serving: [oldImage] });
});

test.for(passing)('$what at every request after the update: green', async ({ fault, seconds }) => {
  await using world = await openWorld();
  const run = () => world.addFault({ operation: 'any', ...fault });
  world.addFault({ operation: 'update', kind: 'hook', when: 'after', run });
  expectEnding(await world.run(), { reason: '', atMostSeconds: seconds + 30 + greenBy(usualSeconds) });
});

test('a key that is refused for good in the middle of a rollout: red after three minutes', async () => {
  await using world = await openWorld({ life: { outcome: 'healthy', pace: { pullingMs: 10 * minute } } });
  let sinceSeconds: number | undefined;
  const run = () => {
    if (world.nowSeconds() < 60) return;
    sinceSeconds ??= world.nowSeconds();
    world.addFault({ operation: 'any', kind: 'status', status: 401, reason: 'UNAUTHORIZED', times: 'always' });
  };
  world.addFault({ operation: 'get', kind: 'hook', when: 'before', times: 'always', run });
  const ended = await world.run({ with: { 'on-failure': 'keep' } });
  expectEnding(ended, { reason: 'unauthorized', atMostSeconds: (sinceSeconds ?? 0) + 200 });
});
