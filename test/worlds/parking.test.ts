/** What a run has created and could not prove does not go on billing: it is parked, the next deploy brings it back, and what cannot be parked is named. */

import { describe, expect, test } from 'vitest';
import type { Fault } from '../emulator/emulator.ts';
import {
  crashing,
  expectEnding,
  newImage,
  nextPush,
  openWorld,
  second,
  spec,
  stillBilled,
  type World,
} from './world.ts';

const idle = spec.replace('minNum: 1', 'minNum: 1, freeTimeout: 400');
const found = ({ emulator }: World) => emulator.endpoints()[0];

test('the next deploy brings back what was parked, also what the spec does not mention; then the record has forgotten it', async () => {
  await using world = await openWorld({ endpoint: null, life: crashing });
  await world.run({ spec: idle });
  expect(found(world)?.workerConfig).toMatchObject({ minNum: 0, freeTimeout: 1 });
  const good = 'ghcr.io/acme/llama:3';
  const next = await world.run({ spec: spec, with: { image: good } });
  expectEnding(next, { reason: '', image: good });
  expect(found(world)?.workerConfig).toMatchObject({ minNum: 1, freeTimeout: 400 });
  // By hand, and no deploy takes it back.
  world.emulator.addChange({ kind: 'change', part: { workerConfig: { freeTimeout: 60 } } });
  const again = await world.run({ with: { image: 'ghcr.io/acme/llama:4' } });
  expectEnding(again, { reason: '', image: 'ghcr.io/acme/llama:4' });
  expect(found(world)?.workerConfig.freeTimeout).toBe(60);
});

describe('a parking', () => {
  const faults = [
    { what: 'that is refused', fault: { kind: 'status', status: 400, reason: 'VALIDATOR_PARAM' } },
    { what: 'that has no effect', fault: { kind: 'status', status: 200, body: {} } },
    { what: 'that is never answered', fault: { kind: 'status', status: 503 } },
  ] as const;
  test.for(faults)(
    '$what: still billed, with the command that ends it, and the code of the cause',
    async ({ fault }) => {
      await using world = await openWorld({
        endpoint: null,
        life: crashing,
        faults: (['update', 'update-v2'] as const).map((operation) => ({
          operation,
          ...fault,
          times: 'always' as const,
        })),
      });
      const ended = await world.run();
      const { id = '' } = found(world) ?? {};
      expectEnding(ended, { reason: 'crashed', says: [/STILL BILLED%3A 1 worker/, new RegExp(`endpoint-id: ${id}`)] });
    },
  );

  test('waits for a reading that shows how many workers are needed', async () => {
    await using world = await openWorld({ endpoint: null, life: crashing });
    const leaveOut = (...answersLeaveOut: string[]) => world.emulator.setSwitches({ answersLeaveOut });
    const hook = { kind: 'hook', when: 'before' } as const;
    const run = () => {
      leaveOut('workerConfig');
      world.addFault({ ...hook, operation: 'get', after: 2, run: () => leaveOut() });
    };
    world.addFault({ ...hook, operation: 'log', run });
    expectEnding(await world.run(), { reason: 'crashed', says: [/crashed%2C parked::/] });
    expect(found(world)?.workerConfig.minNum).toBe(0);
  });

  test('that fails for half a minute is done', async () => {
    await using world = await openWorld({ endpoint: null, life: crashing });
    world.addFault({ operation: 'update', kind: 'status', status: 503, times: 5 });
    expectEnding(await world.run(), { reason: 'crashed', says: [/crashed%2C parked::/] });
  });
});

test.for<[string, string, readonly Fault[]]>([
  ['parks it within five seconds', 'parked', []],
  [
    'parks it within five seconds, even where it is neither listed nor found at first',
    'parked',
    [
      { operation: 'get', kind: 'status', status: 404, times: 2 },
      { operation: 'list', kind: 'status', status: 200, body: { endpoints: [], total: 0 }, times: 2 },
    ],
  ],
  [
    'says within five seconds that it could not be parked',
    'STILL BILLED%3A 1 worker',
    [{ operation: 'update', kind: 'status', status: 503, times: 'always' }],
  ],
])('a run that is cancelled while a new endpoint starts %s', async ([, ending, faults]) => {
  await using world = await openWorld({ endpoint: null });
  const { clock } = world.emulator;
  let cancelledMs = 0;
  const ended = await world.run({
    onStart: ({ kill }) => {
      const run = () => {
        cancelledMs = clock.nowMs();
        for (const fault of faults) world.addFault(fault);
        kill('SIGINT');
      };
      world.addFault({ operation: 'get', after: 3, kind: 'hook', when: 'after', run });
    },
  });
  expect(ended.outputs['failure-reason'], ended.log).toBe('cancelled');
  expect(clock.nowMs() - cancelledMs).toBeLessThanOrEqual(6 * second);
  expect(ended.told).toContain(`llama%3A the run was cancelled%2C ${ending}::`);
  if (faults.length > 0) return;
  const [{ id = '' } = {}] = ended.endpoints;
  expect(ended.endpoints).toMatchObject([{ workerConfig: { minNum: 0 } }]);
  expect(stillBilled(world.emulator), ended.log).toEqual([]);
  expect(ended.told).toContain(`To delete it, run the command \`delete\` with \`endpoint-id: ${id}\``);
  const next = await world.run();
  expect(next.exitCode, next.log).toBe(0);
  expect(next.endpoints).toMatchObject([{ id, workerConfig: { minNum: 1 } }]);
});

test('a run that is cancelled while the answer to its create is still to come says that the endpoint may exist', async () => {
  await using world = await openWorld({ endpoint: null });
  const ended = await world.run({
    onStart: ({ kill }) => {
      world.addFault({ operation: 'create', kind: 'hook', when: 'after', run: () => kill('SIGINT') });
      world.addFault({ operation: 'create', kind: 'hang', when: 'after' });
    },
  });
  expect(ended.outputs['failure-reason'], ended.log).toBe('cancelled');
  expect(ended.told).toMatch(/Run the step again: .* If it exists, it is billed/);
});

describe('a spec that asks for what parking has left: no worker, and the shortest idle time', () => {
  const asParked = spec.replace('minNum: 1', 'minNum: 0, freeTimeout: 1');
  // Nothing runs, so nothing proves the version that has crashed.
  test.for([
    [newImage, true, { operation: 'updated' }, ['update', 'update']],
    ['ghcr.io/acme/llama:3', false, { operation: 'unchanged' }, []],
  ] as const)('with %s, a green deploy writes, and it stays marked: %s', async ([image, stays, outputs, writes]) => {
    await using world = await openWorld({ endpoint: null, life: crashing });
    const isMarked = () => found(world)?.envs.some(({ value }) => value.includes('"parked"'));
    await world.run();
    expect(isMarked()).toBe(true);
    const next = await world.run({ spec: asParked, env: nextPush, with: { image } });
    expectEnding(next, { reason: '', image, outputs: { operation: 'updated', changed: 'true' } });
    expect([isMarked(), found(world)?.workerConfig]).toMatchObject([stays, { minNum: 0, freeTimeout: 1 }]);
    const again = await world.run({ spec: asParked, env: { GITHUB_RUN_ID: '3' }, with: { image } });
    expectEnding(again, { reason: '', image, outputs });
    expect(again.writes.map(({ operation }) => operation)).toEqual(writes);
  });
});
