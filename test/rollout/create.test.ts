/** Exactly one endpoint comes of a create, whatever becomes of its answer, and one that is somebody else's is not changed. */

import { describe, expect, test } from 'vitest';
import type { Fault, Switches } from '../emulator/emulator.ts';
import { openScene, type Scene, spec, summaryOf } from './scene.ts';

const wanted = { ...spec, appName: 'llama-app', rootfsSize: 50 };
const created = { operation: 'created', changed: true, failure: undefined };
const creates = ({ emulator }: Scene) => emulator.requests.filter(({ operation }) => operation === 'create').length;

describe('an answer that is lost', () => {
  const switches: Partial<Switches>[] = [{}, { createLagReads: 2 }, { eventualConsistencyReads: 2 }];
  const kinds: Fault['kind'][] = ['lost-answer', 'lost-answer-status', 'truncate', 'garbage', 'reset'];
  test.for(switches.flatMap((each) => kinds.map((kind) => ({ kind, switches: each }))))(
    '$kind over $switches: one endpoint',
    async ({ kind, switches: given }) => {
      await using scene = await openScene({ switches: given, faults: [{ operation: 'create', kind } as Fault] });
      expect(summaryOf(await scene.deploy(wanted))).toEqual(created);
      expect(scene.emulator.endpoints()).toMatchObject([{ name: 'llama', appName: 'llama-app', rootfsSize: 50 }]);
    },
  );

  test('is looked for before anything is sent again, and nothing is sent a fourth time', async () => {
    await using scene = await openScene({ faults: [{ operation: 'create', kind: 'reset', times: 'always' }] });
    const outcome = await scene.deploy(wanted);
    expect(summaryOf(outcome)).toEqual({ operation: undefined, changed: true, failure: 'unavailable' });
    expect(outcome.unconfirmed).toBe('create-v1');
    expect(creates(scene)).toBe(3);
    expect(scene.emulator.requests.map(({ operation }) => operation).join(' ')).not.toContain('create create');
  });
});

describe('an endpoint that was found instead of made', () => {
  test('with the spec’s name and appName is the one that was meant', async () => {
    await using scene = await openScene({ switches: { createLagReads: 3 } });
    const [first, second] = [await scene.plan(wanted), await scene.plan(wanted)];
    expect([first.operation, second.operation]).toEqual(['create', 'create']);
    await scene.ports.client.create({ ...first.desired, rootfsSize: 100 });
    const outcome = await scene.deploy(wanted);
    expect([summaryOf(outcome), outcome.isFound]).toEqual([{ ...created, operation: 'updated' }, true]);
    expect(scene.emulator.endpoints()).toMatchObject([{ rootfsSize: 50 }]);
  });

  test('and is not what was asked for is somebody else’s: it is told, and not changed', async () => {
    await using scene = await openScene({ switches: { createLagReads: 3 } });
    const byV1 = { ...wanted, rootfsSize: 100 };
    const { desired } = await scene.plan(byV1);
    await scene.ports.client.create({ ...desired, envs: [{ key: 'THEIRS', value: 'x' }] });
    const before = JSON.stringify(scene.emulator.endpoints()[0]?.envs);
    expect(summaryOf(await scene.deploy(byV1)).failure).toBe('conflict');
    expect(JSON.stringify(scene.emulator.endpoints()[0]?.envs)).toBe(before);
    expect(scene.emulator.requests.some(({ operation }) => operation.startsWith('update'))).toBe(false);
  });

  test('with another name keeps its appName, and the hint says how to go on with it', async () => {
    await using scene = await openScene();
    const id = scene.emulator.seed({ name: 'other', appName: 'llama-app' });
    const outcome = await scene.deploy(wanted);
    expect(summaryOf(outcome)).toEqual({ operation: undefined, changed: false, failure: 'app-name-taken' });
    expect(outcome.failure?.hint).toContain(`The endpoint other (${id}) of this account has it.`);
    expect(outcome.failure?.hint).toContain(`under a new name, set \`endpoint-id: ${id}\``);
    expect(creates(scene)).toBe(1);
  });
});

describe('beside an endpoint of the name that is being deleted', () => {
  test.for(['ready', 'none'] as const)('another one is created, with wait: %s', async (wait) => {
    await using scene = await openScene({ switches: { deleteLagSeconds: 45 } });
    scene.emulator.remove(scene.emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } }));
    expect(summaryOf(await scene.deploy(spec, { wait }))).toEqual(created);
  });

  test('the appName is waited for that it keeps until it is gone, which is said once', async () => {
    await using scene = await openScene({ switches: { deleteLagSeconds: 45 } });
    scene.emulator.remove(scene.emulator.seed({ name: 'llama', appName: 'llama-app' }));
    expect(summaryOf(await scene.deploy(wanted))).toEqual(created);
    expect(scene.emulator.endpoints()).toMatchObject([{ appName: 'llama-app' }]);
    expect(scene.events.filter(({ kind }) => kind === 'app-name-taken')).toHaveLength(1);
  });

  test('nobody waits longer than wait-timeout', async () => {
    await using scene = await openScene({ switches: { deleteLagSeconds: 3600 } });
    scene.emulator.remove(scene.emulator.seed({ name: 'llama', appName: 'llama-app' }));
    expect(summaryOf(await scene.deploy(wanted, { waitTimeoutSeconds: 60 })).failure).toBe('app-name-taken');
    expect(scene.elapsedMs()).toBeLessThan(90_000);
  });
});

describe('a service that lists late what was created', () => {
  test.for<[string, number, string | undefined]>([
    ['after a minute and a half is waited for', 90_000, undefined],
    ['after an hour is not green: the next run would create another one', 3_600_000, 'not-listed'],
  ])('%s', async ([, listShowsCreatedAfterMs, code]) => {
    await using scene = await openScene({ switches: { listShowsCreatedAfterMs } });
    const outcome = await scene.deploy(spec);
    expect(outcome.failure?.code).toBe(code);
    expect(outcome).toMatchObject({ operation: 'created' });
    expect(scene.emulator.endpoints()).toHaveLength(1);
  });

  test('and finds another run’s endpoint of the name then: red, both are named, none is deleted', async () => {
    await using scene = await openScene({ switches: { listShowsCreatedAfterMs: 20_000 } });
    const plan = await scene.plan(spec);
    const { id } = await scene.ports.client.create(plan.desired);
    await scene.ports.clock.sleep(19_500);
    const outcome = await scene.roll(plan);
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: 'name-ambiguous' });
    expect(outcome.failure?.message).toContain(id);
    expect(scene.emulator.endpoints().map((endpoint) => endpoint.id)).toEqual([id, outcome.endpointId]);
  });
});
