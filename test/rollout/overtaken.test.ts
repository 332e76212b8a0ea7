/** What happens between the look-up and the write, and endpoints in whose place a newer run has put its own. */

import { describe, expect, test } from 'vitest';
import { openScene, type Scene, spec, summaryOf } from './scene.ts';

const second = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const live = { name: 'llama', workerConfig: { minNum: 1, maxNum: 1 }, policy: { type: 'concurrency', value: 8 } };

describe('an endpoint that is gone, with another one in its place', () => {
  const inItsPlace = (scene: Scene) => () => {
    for (const { id, name } of scene.emulator.endpoints()) if (name === 'llama') scene.emulator.remove(id);
    scene.emulator.seed({ ...live, appName: 'newer' });
  };
  test.for([
    ['while a new one is waited for', false, 'get', 3],
    ['before a new one was read', false, 'create', 0],
    ['just before its update', true, 'update', 0],
    ['while its update is waited for', true, 'get', 2],
  ] as const)('%s: red, and that one stays', async ([, isLive, operation, after]) => {
    await using scene = await openScene();
    if (isLive) scene.emulator.seed({ ...live, appName: 'old' });
    const when = operation === 'create' ? 'after' : 'before';
    scene.emulator.addFault({ operation, kind: 'hook', when, after, run: inItsPlace(scene) });
    const { failure } = await scene.deploy(second);
    expect(['not-found', 'not-applied']).toContain(failure?.code);
    expect(scene.emulator.endpoints()).toMatchObject([{ appName: 'newer' }]);
  });
});

describe('up to the last request', () => {
  const toReplace = { ...spec, appName: 'new' };
  const theNewOne = ({ emulator }: Scene) => emulator.endpoints().find(({ appName }) => appName !== 'old');

  test('a replacement is green only while the new endpoint is there', async () => {
    const ends: unknown[] = [];
    for (let request = 0; request < 60; request += 1) {
      await using scene = await openScene({ pace: 'instant' });
      const old = scene.emulator.seed({ ...live, appName: 'old' });
      const run = () => scene.emulator.remove(theNewOne(scene)?.id ?? '');
      scene.emulator.addFault({ operation: 'any', kind: 'hook', when: 'before', after: request, run });
      const { failure, operation } = await scene.deploy(toReplace);
      if (scene.emulator.unusedFaults().length > 0) break;
      const isLeft = theNewOne(scene) !== undefined;
      ends.push({ isLeft, isGreen: failure === undefined });
      // The old one went only where the new one was still there before.
      const isDeleted = scene.emulator.endpoints().every(({ id }) => id !== old);
      expect(isDeleted).toBe(operation === 'replaced');
    }
    expect(ends.length).toBeGreaterThan(10);
    expect(ends.filter((end) => (end as { isLeft: boolean }).isLeft !== (end as { isGreen: boolean }).isGreen)).toEqual(
      [],
    );
  });

  test('a change of a number on the new endpoint of a replacement keeps the old one', async () => {
    await using scene = await openScene({ pace: 'instant' });
    const old = scene.emulator.seed({ ...live, appName: 'old' });
    const run = () => scene.emulator.change(theNewOne(scene)?.id ?? '', { workerConfig: { minNum: 2, maxNum: 4 } });
    scene.ports.onEvent = (event) =>
      event.kind === 'ready' && scene.emulator.addFault({ operation: 'list', kind: 'hook', when: 'before', run });
    expect(summaryOf(await scene.deploy(toReplace))).toMatchObject({ failure: 'conflict' });
    expect(scene.emulator.endpoints()).toMatchObject([{ id: old }, { workerConfig: { minNum: 2 } }]);
  });

  test.for<[string, object]>([
    ['the image', { image: { image: 'theirs:3' } }],
    ['a number', { workerConfig: { minNum: 2, maxNum: 4 } }],
  ])('a creation is compared, in the list that proves it too: %s', async ([, part]) => {
    await using scene = await openScene({ switches: { listShowsCreatedAfterMs: 10_000 } });
    const plan = await scene.plan(spec);
    const run = () => {
      scene.emulator.addFault({
        operation: 'list',
        kind: 'hook',
        when: 'before',
        run: () => scene.emulator.change(theNewOne(scene)?.id ?? '', part),
      });
    };
    scene.ports.onEvent = (event) => event.kind === 'ready' && run();
    expect(summaryOf(await scene.roll(plan))).toEqual({ operation: 'created', changed: true, failure: 'conflict' });
  });
});

describe('a look-up of some time ago', () => {
  const late = (scene: Scene) => ({ lookedUpMs: scene.ports.clock.monotonicMs() - 60_000 });

  test('does not make a worker new that came since', async () => {
    await using scene = await openScene();
    const id = scene.emulator.seed({ ...live, workerConfig: { minNum: 1, maxNum: 3 } });
    scene.emulator.addScript({ image: second.image.image, outcome: 'crash-loop', appearAfterMs: 60_000 });
    const plan = await scene.plan({ ...second, workerConfig: { minNum: 1, maxNum: 3 } });
    scene.emulator.addChange({ kind: 'scale-out', endpoint: id });
    scene.emulator.clock.advance(60_000);
    expect((await scene.roll(plan, late(scene))).failure?.code).toBe('crashed');
  });

  test.for(['update', 'unchanged'] as const)(
    'is no reason to write over what somebody has changed: %s',
    async (kind) => {
      await using scene = await openScene();
      const id = scene.emulator.seed(live);
      const plan = await scene.plan(kind === 'update' ? second : spec);
      scene.emulator.change(id, { workerConfig: { ...live.workerConfig, freeTimeout: 77 } });
      scene.emulator.clock.advance(60_000);
      expect(plan.operation).toBe(kind);
      expect(summaryOf(await scene.roll(plan, late(scene)))).toEqual({
        operation: undefined,
        changed: false,
        failure: 'conflict',
      });
      expect(scene.emulator.endpoints()[0]?.workerConfig.freeTimeout).toBe(77);
      expect(scene.emulator.requests.some(({ operation }) => operation.startsWith('update'))).toBe(false);
    },
  );

  test('and readings that are late: the update is made', async () => {
    await using scene = await openScene({ switches: { getLagMs: 10_000 } });
    const id = scene.emulator.seed(live);
    scene.emulator.change(id, { policy: { type: 'concurrency', value: 9 } });
    const plan = await scene.plan(second);
    expect(summaryOf(await scene.roll(plan, late(scene)))).toMatchObject({ operation: 'updated', failure: undefined });
  });

  test('of an endpoint that is gone since is red, and nothing is written', async () => {
    await using scene = await openScene();
    const id = scene.emulator.seed(live);
    const plan = await scene.plan(second);
    scene.emulator.remove(id);
    expect(summaryOf(await scene.roll(plan, late(scene)))).toEqual({
      operation: undefined,
      changed: false,
      failure: 'not-found',
    });
  });
});
