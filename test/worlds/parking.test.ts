/** What a run has created and could not prove does not go on billing: it is parked, the next deploy brings it back, and what cannot be parked is named. */

import { describe, expect, test } from 'vitest';
import { expectEnding } from './ending.ts';
import { minute, newImage, openWorld, second, spec, type World } from './world.ts';

const broken = { outcome: 'crash-loop' } as const;
const idle = spec.replace('minNum: 1', 'minNum: 1, freeTimeout: 400');
const found = ({ emulator }: World) => emulator.endpoints()[0];
const billed = (world: World) => found(world)?.workers.filter(({ state }) => state.state !== 'removed');

test('a creation whose container crashes: at zero workers a minute later, and it says so', async () => {
  await using world = await openWorld({ endpoint: null, life: broken });
  const ended = await world.run();
  expectEnding(ended, {
    reason: 'crashed',
    says: [/title=llama%3A crashed%2C parked::/],
    logs: [/^Parked: llama/m, /`command: delete`/],
  });
  expect(ended.summary).toContain('### ❌ llama: crashed, parked');
  world.emulator.clock.advance(minute);
  expect(found(world)).toMatchObject({ workerConfig: { minNum: 0, freeTimeout: 1 } });
  expect(billed(world)).toEqual([]);
});

test('the next deploy brings back what was parked, also what the spec does not mention; then the record has forgotten it', async () => {
  await using world = await openWorld({ endpoint: null, life: broken });
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

test('the same job started again is red and parked again', async () => {
  await using world = await openWorld({ endpoint: null, life: broken });
  await world.run();
  const again = await world.run();
  expectEnding(again, { reason: 'crashed', isRestored: true, image: newImage });
  world.emulator.clock.advance(minute);
  expect(found(world)).toMatchObject({ workerConfig: { minNum: 0 } });
  expect(billed(world)).toEqual([]);
});

test('`on-failure: keep` keeps it, and says that it is billed', async () => {
  await using world = await openWorld({ endpoint: null, life: broken });
  const ended = await world.run({ with: { 'on-failure': 'keep' } });
  expectEnding(ended, { reason: 'crashed', says: [/crashed%2C STILL BILLED%3A 1 worker::/] });
  expect(found(world)?.workerConfig.minNum).toBe(1);
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
        life: broken,
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
  await using world = await openWorld({ endpoint: null, life: broken });
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
  expect(ended.log).toMatch(/^Deleted: llama/m);
  expect(ended.log).not.toMatch(/still billed/i);
  expect(found(world)).toBeUndefined();
});

describe('a run that is cancelled while a new endpoint starts', () => {
  test.for([
    { what: 'parks it within five seconds', options: { endpoint: null }, run: {} },
    {
      what: 'parks the new one of a replacement, and the same step continues with it',
      options: { endpoint: { appName: 'llama-old' } },
      run: { spec: `${spec}appName: llama-new\n`, with: { allow: 'replace' } },
    },
  ])('$what', async ({ options, run }) => {
    await using world = await openWorld(options);
    const { clock } = world.emulator;
    const old = world.emulator.endpoints();
    let cancelledMs = 0;
    const ended = await world.run({
      ...run,
      onStart: ({ kill }) =>
        world.addFault({
          operation: 'get',
          after: 3,
          kind: 'hook',
          when: 'after',
          run: () => {
            cancelledMs = clock.nowMs();
            kill('SIGINT');
          },
        }),
    });
    expect(ended.outputs['failure-reason'], ended.log).toBe('cancelled');
    expect(clock.nowMs() - cancelledMs).toBeLessThanOrEqual(6 * second);
    const [fresh, ...others] = world.emulator.endpoints().filter(({ id }) => !old.some((each) => each.id === id));
    expect({ fresh, others }).toMatchObject({ fresh: { workerConfig: { minNum: 0 } }, others: [] });
    expect(ended.log).toContain(`\`endpoint-id: ${fresh?.id}\` deletes it`);
    const next = await world.run(run);
    expect(next.exitCode, next.log).toBe(0);
    expect(world.emulator.endpoints()).toMatchObject([{ id: fresh?.id, workerConfig: { minNum: 1 } }]);
  });
});
