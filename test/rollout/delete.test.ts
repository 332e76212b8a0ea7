/** The deletion of exactly one endpoint under either meaning of `name`, and of no other. */

import { describe, expect, test } from 'vitest';
import { deleteEndpoint } from '../../src/rollout/delete.ts';
import type { Fault, Switches } from '../emulator/emulator.ts';
import { openScene, type Scene } from './scene.ts';

const ids = ({ emulator }: Scene) => emulator.endpoints().map(({ id }) => id);
const sent = ({ emulator }: Scene) =>
  emulator.requests.flatMap(({ operation, body }) => (operation === 'delete' ? [(body as { name: string }).name] : []));
const remove = (scene: Scene, id: string) => deleteEndpoint(id, scene.ports);

const meanings: readonly Switches['deleteBy'][] = ['id', 'name', 'either'];

describe('no other endpoint is ever touched', () => {
  test.for(meanings)('by %s: one whose name is our id', async (deleteBy) => {
    await using scene = await openScene({ switches: { deleteBy } });
    const id = scene.emulator.seed({ name: 'llama' });
    const other = scene.emulator.seed({ name: id });
    await expect(remove(scene, id)).rejects.toMatchObject({ code: 'name-ambiguous' });
    expect([ids(scene), sent(scene)]).toEqual([[id, other], []]);
  });

  test.for(meanings)('by %s: one whose id is our name', async (deleteBy) => {
    await using scene = await openScene({ switches: { deleteBy } });
    const other = scene.emulator.seed({ name: 'other' });
    const id = scene.emulator.seed({ name: other });
    const result = await remove(scene, id).then(
      () => 'deleted',
      (error) => error.code,
    );
    // By name the id has no effect, and the name is not sent because it is somebody's id.
    expect([result, ids(scene)]).toEqual(deleteBy === 'name' ? ['name-ambiguous', [other, id]] : ['deleted', [other]]);
    expect(sent(scene)).toEqual([id]);
  });

  test.for(meanings)('by %s: one of the same name', async (deleteBy) => {
    await using scene = await openScene({ switches: { deleteBy } });
    const other = scene.emulator.seed({ name: 'llama' });
    const id = scene.emulator.seed({ name: 'llama' });
    const result = await remove(scene, id).catch(({ code, message }) => `${code}: ${message}`);
    // Where only names delete, nothing tells which of the two would go.
    const isLeft = deleteBy === 'name';
    expect([ids(scene), sent(scene)]).toEqual([isLeft ? [other, id] : [other], [id]]);
    expect(result).toMatch(isLeft ? /^not-applied: .*another endpoint has the same name "llama"/ : /^gone$/);
  });

  test('by name: one that got the name meanwhile', async () => {
    await using scene = await openScene({ switches: { deleteBy: 'name' } });
    const id = scene.emulator.seed({ name: 'llama' });
    const run = () => void scene.emulator.seed({ name: 'llama' });
    scene.emulator.addFault({ operation: 'delete', kind: 'hook', when: 'after', run });
    await expect(remove(scene, id)).rejects.toMatchObject({ code: 'not-applied' });
    expect([ids(scene).length, sent(scene)]).toEqual([2, [id]]);
  });

  test('while the list may hide one', async () => {
    const page = { endpoints: [], total: 40 };
    await using scene = await openScene({
      faults: [{ operation: 'list', kind: 'wrong-type', body: page, times: 'always' }],
    });
    const id = scene.emulator.seed({ name: 'llama' });
    await expect(remove(scene, id)).rejects.toMatchObject({ code: 'unavailable' });
    expect([ids(scene), sent(scene)]).toEqual([[id], []]);
  });

  test('an endpoint without a name is not deleted by an empty one', async () => {
    await using scene = await openScene({ switches: { deleteBy: 'name' } });
    const id = scene.emulator.seed({ name: '' });
    await expect(remove(scene, id)).rejects.toMatchObject({ code: 'not-applied' });
    expect(sent(scene)).toEqual([id]);
  });
});

describe('whatever happens to the request', () => {
  test.for<[string, Fault]>([
    ['a lost answer', { operation: 'delete', kind: 'lost-answer' }],
    ['an answer of a proxy', { operation: 'delete', kind: 'lost-answer-status' }],
    ['a reset', { operation: 'delete', kind: 'reset' }],
    ['a rate limit', { operation: 'delete', kind: 'status', status: 429, reason: 'RATE_LIMIT_EXCEEDED' }],
  ])('%s: gone in the end', async ([, fault]) => {
    await using scene = await openScene({ faults: [fault] });
    await remove(scene, scene.emulator.seed({ name: 'llama' }));
    expect(ids(scene)).toEqual([]);
  });

  test('gone before anything was sent: nothing is sent', async () => {
    await using scene = await openScene();
    await remove(scene, 'ffffffffffffffff');
    expect(sent(scene)).toEqual([]);
  });

  test('a conflict is waited out, and not taken for an unknown name', async () => {
    await using scene = await openScene({
      faults: [{ operation: 'delete', kind: 'status', status: 400, reason: 'CONFLICT', times: 4 }],
    });
    const id = scene.emulator.seed({ name: 'llama' });
    await remove(scene, id);
    expect([ids(scene), sent(scene)]).toEqual([[], Array(5).fill(id)]);
  });

  test.for(
    meanings.flatMap((deleteBy) =>
      (['standard', 'nested', 'html', 'empty'] as const).map((errorBody) => ({ deleteBy, errorBody })),
    ),
  )('an endpoint that is busy after a write, whether that is said or not: %o', async (world) => {
    await using scene = await openScene({ switches: { ...world, conflictAfterWriteMs: 20_000 } });
    const other = scene.emulator.seed({ name: 'other' });
    const id = scene.emulator.seed({ name: 'llama' });
    scene.emulator.change(id, { image: { image: 'a:2' } });
    await remove(scene, id);
    expect(ids(scene)).toEqual([other]);
  });

  test.for([45, 100])(
    'one that was accepted is waited for, whatever the other form is refused for: %i s',
    async (lag) => {
      for (const reason of ['VALIDATOR_PARAM', 'OPERATION_LIMIT', 'FORBIDDEN']) {
        await using scene = await openScene({ switches: { deleteLagSeconds: lag, deletingWord: null } });
        scene.emulator.addFault({ operation: 'delete', kind: 'status', status: 400, reason, after: 1 });
        const id = scene.emulator.seed({ name: 'llama' });
        await remove(scene, id);
        expect([ids(scene), sent(scene)]).toEqual([[], [id, 'llama']]);
      }
    },
  );

  test('a name that is another endpoint’s by now is not sent again', async () => {
    await using scene = await openScene({ switches: { deleteBy: 'either', deleteLagSeconds: 31, deletingWord: null } });
    const id = scene.emulator.seed({ name: 'llama' });
    let other = '';
    const run = () => {
      if (other === '' && ids(scene).length === 0) other = scene.emulator.seed({ name: 'llama' });
    };
    scene.emulator.addFault({ operation: 'any', kind: 'hook', when: 'before', times: 'always', run });
    scene.emulator.addFault({ operation: 'delete', kind: 'status', status: 400, reason: 'CONFLICT', after: 1 });
    await remove(scene, id);
    expect([ids(scene), sent(scene)]).toEqual([[other], [id, 'llama']]);
  });

  test('a name that another endpoint gets meanwhile is not sent again', async () => {
    const refused = { operation: 'delete', kind: 'status', status: 400, reason: 'CONFLICT', after: 1 } as const;
    await using scene = await openScene({ switches: { deleteBy: 'name' } });
    const id = scene.emulator.seed({ name: 'llama' });
    let other = '';
    const run = () => {
      if (sent(scene).length === 2) other = scene.emulator.seed({ name: 'llama' });
    };
    scene.emulator.addFault({ operation: 'delete', kind: 'hook', when: 'before', times: 'always', run });
    scene.emulator.addFault(refused);
    const result = await remove(scene, id).catch(({ code }) => code);
    expect([result, ids(scene), sent(scene)]).toEqual(['not-applied', [id, other], [id, 'llama']]);
  });

  test.for(
    meanings.flatMap((deleteBy) =>
      (['terminating', 'stopping', null] as const).flatMap((deletingWord) =>
        [45, 100].map((deleteLagSeconds) => ({ deleteBy, deletingWord, deleteLagSeconds })),
      ),
    ),
  )('one that takes its time is waited for, whatever it is called meanwhile: %o', async (switches) => {
    await using scene = await openScene({ switches });
    await remove(scene, scene.emulator.seed({ name: 'llama' }));
    expect([ids(scene), scene.events.at(-1)]).toMatchObject([[], { kind: 'deleted', isListed: false }]);
  });

  test('one that takes an hour is said to be under way', async () => {
    await using scene = await openScene({ switches: { deleteLagSeconds: 3600 } });
    await remove(scene, scene.emulator.seed({ name: 'llama' }));
    expect(scene.events.at(-1)).toMatchObject({ kind: 'deleted', isListed: true });
  });

  test('one that has no effect at all is told, with the endpoint to delete by hand', async () => {
    await using scene = await openScene({ switches: { deleteBy: 'name', deleteNotFound: 'ok' } });
    const id = scene.emulator.seed({ name: 'llama' });
    scene.emulator.addFault({ operation: 'delete', kind: 'wrong-type', body: {}, times: 'always' });
    // The fault answers after the work, so the work is undone for the service to seem deaf.
    scene.emulator.addFault({
      operation: 'list',
      kind: 'hook',
      when: 'before',
      times: 'always',
      run: () => {
        if (!ids(scene).includes(id)) scene.emulator.seed({ id, name: 'llama' });
      },
    });
    await expect(remove(scene, id)).rejects.toMatchObject({ code: 'not-applied', hint: expect.stringContaining(id) });
  });
});
