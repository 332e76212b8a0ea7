/** What a run has created and could not prove does not go on billing: it is parked, the next deploy brings it back, and what cannot be parked is named. */

import { describe, expect, test } from 'vitest';
import {
  crashing,
  type Ended,
  expectEnding,
  newImage,
  openWorld,
  second,
  spec,
  stillBilled,
  type World,
} from './world.ts';

const idle = spec.replace('minNum: 1', 'minNum: 1, freeTimeout: 400');
const found = ({ emulator }: World) => emulator.endpoints()[0];
/** What goes on billing a minute later, though the run has not said so. */
const unmentioned = ({ emulator }: World, { told }: Ended) =>
  told.includes('STILL BILLED') ? [] : stillBilled(emulator);

test('a creation whose container crashes: at zero workers a minute later, and it says so', async () => {
  await using world = await openWorld({ endpoint: null, life: crashing });
  const ended = await world.run();
  expectEnding(ended, {
    reason: 'crashed',
    says: [/title=llama%3A ghcr.io\/acme\/llama%3A2 crashed%2C parked::/],
    logs: [/^Now: llama \(\w+\): It is parked at zero workers. Nobody is served. Nothing is billed/m],
  });
  expect(ended.summary).toContain('### ❌ llama: ghcr.io/acme/llama:2 crashed, parked');
  expect(found(world)?.workerConfig).toMatchObject({ minNum: 0, freeTimeout: 1 });
  expect(stillBilled(world.emulator)).toEqual([]);
});

test('the next deploy brings back what was parked, also what the spec does not mention; then the record has forgotten it', async () => {
  await using world = await openWorld({ endpoint: null, life: crashing });
  await world.run({ spec: idle });
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

test('a parked version that is tried again with `on-failure: keep` is said to be billed, with the command that ends it', async () => {
  await using world = await openWorld({ endpoint: null, life: crashing });
  await world.run();
  const left = await world.run({ with: { 'on-failure': 'keep' } });
  expect(left.outputs['failure-reason'], left.log).toBe('crashed');
  expect(left.told).toMatch(/STILL BILLED%3A 1 worker[\s\S]*To end the bill, run the command `delete` with/);
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
});

test('an endpoint that someone deletes before it is parked is gone, and not said to be billed', async () => {
  await using world = await openWorld({ endpoint: null, life: crashing });
  const ended = await world.run({
    onStart: () =>
      world.addFault({
        operation: 'limits',
        after: 1,
        kind: 'hook',
        when: 'before',
        run: () => world.emulator.addChange({ kind: 'delete' }),
      }),
  });
  expect(ended.outputs['failure-reason'], ended.log).toBe('crashed');
  expect(ended.log).toMatch(
    /^Now: llama .*The service neither finds nor lists it any more\. Nobody is served\. Nothing is billed/m,
  );
  expect(ended.log).not.toMatch(/still billed/i);
  expect(found(world)).toBeUndefined();
});

test('a run that is cancelled while a new endpoint starts parks it within five seconds', async () => {
  await using world = await openWorld({ endpoint: null });
  const { clock } = world.emulator;
  let cancelledMs = 0;
  const ended = await world.run({
    onStart: ({ kill }) => {
      const run = () => {
        cancelledMs = clock.nowMs();
        kill('SIGINT');
      };
      world.addFault({ operation: 'get', after: 3, kind: 'hook', when: 'after', run });
    },
  });
  expect(ended.outputs['failure-reason'], ended.log).toBe('cancelled');
  expect(clock.nowMs() - cancelledMs).toBeLessThanOrEqual(6 * second);
  const [{ id = '' } = {}] = ended.endpoints;
  expect(ended.endpoints).toMatchObject([{ workerConfig: { minNum: 0 } }]);
  expect(stillBilled(world.emulator), ended.log).toEqual([]);
  expect(ended.told).toContain(`To delete it, run the command \`delete\` with \`endpoint-id: ${id}\``);
  const next = await world.run();
  expect(next.exitCode, next.log).toBe(0);
  expect(next.endpoints).toMatchObject([{ id, workerConfig: { minNum: 1 } }]);
});

test.for([4, 5, 8])('a run that is killed after %i requests, and the next one', async (count) => {
  await using world = await openWorld({ endpoint: null, life: crashing });
  await world.run({
    isRelayed: true,
    onStart: ({ kill }) =>
      world.addFault({
        ...{ operation: 'any', kind: 'hook', when: 'after' },
        after: count - 1,
        run: () => kill('SIGKILL'),
      }),
  });
  world.emulator.clearFaults();
  const next = await world.run();
  expect(unmentioned(world, next), next.log).toEqual([]);
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
  const nextPush = { GITHUB_RUN_ID: '2' };
  const isMarked = (world: World) => found(world)?.envs.some(({ value }) => value.includes('"parked"'));
  const status = (world: World) => world.run({ spec: asParked, with: { command: 'status' } });

  test.for([
    { what: 'the same image', image: newImage },
    { what: 'another image', image: 'ghcr.io/acme/llama:3' },
  ])('$what: a green deploy writes, and the endpoint is no longer parked', async ({ image }) => {
    await using world = await openWorld({ endpoint: null, life: crashing });
    await world.run();
    expect(isMarked(world)).toBe(true);
    const next = await world.run({ spec: asParked, env: nextPush, with: { image } });
    expectEnding(next, { reason: '', image, outputs: { operation: 'updated', changed: 'true' } });
    expect([isMarked(world), found(world)?.workerConfig]).toMatchObject([false, { minNum: 0, freeTimeout: 1 }]);
    expect(next.writes.length, next.log).toBeGreaterThan(0);
    const { exitCode, log } = await status(world);
    expect(exitCode, log).toBe(0);
    const again = await world.run({ spec: asParked, env: { GITHUB_RUN_ID: '3' }, with: { image } });
    expectEnding(again, { reason: '', image, outputs: { operation: 'unchanged' } });
    expect(again.writes).toEqual([]);
  });

  test('a test finds the version as crashing as before: red, and parked again', async () => {
    await using world = await openWorld({ endpoint: null, life: crashing });
    await world.run();
    const again = await world.run({ spec: asParked, env: nextPush, test: '/health', with: { 'wait-timeout': '6m' } });
    expect([again.exitCode, again.outputs['failure-reason']], again.log).not.toContain('');
    expect(again.exitCode).toBe(1);
    expect([isMarked(world), stillBilled(world.emulator)], again.log).toEqual([true, []]);
  });

  test('a deploy that is refused leaves it parked', async () => {
    await using world = await openWorld({ endpoint: null, life: crashing });
    await world.run();
    world.addFault({ operation: 'update', kind: 'status', status: 400, reason: 'VALIDATOR_PARAM', times: 'always' });
    const refused = await world.run({ spec: asParked, env: nextPush });
    expect([refused.exitCode, isMarked(world)], refused.log).toEqual([1, true]);
  });
});
