/** A plan that somebody approved is the plan that is applied, or nothing is. */

import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, operationsOf, passing } from './deployment.ts';

const spec = 'name: llama\nimage: a:2\nworkerConfig: {maxNum: 4}\nenvs: {TOKEN: value-of-token, LOG: info}\n';
const reordered =
  'envs: [{key: LOG, value: info}, {key: TOKEN, value: value-of-token}]\nworkerConfig: {maxNum: 4}\nimage: a:2\nname: llama\n';

/** Of no plan. */
const unknown = `p4.${'a'.repeat(22)}.${'b'.repeat(22)}`;

async function approve(emulator: Emulator): Promise<string> {
  const { outputs, log, raw } = await deployTo(emulator, { spec, with: { command: 'plan' } });
  expect(outputs).toMatchObject({ operation: 'planned', changed: 'false' });
  expect(`${log}${raw}${JSON.stringify(outputs)}`).not.toContain('value-of-token');
  return outputs['plan-digest'] ?? '';
}

test('the digest is an output for the job that deploys; no log, summary or annotation repeats it', async () => {
  await using emulator = await startEmulator(passing);
  for (const command of ['plan', 'deploy']) {
    const { outputs, raw, summary } = await deployTo(emulator, {
      spec: `${spec}ports: [8000]\npolicy: {type: queue, value: 8}\n`,
      with: { command },
    });
    expect(outputs['plan-digest']).toMatch(/^p4\.[\w-]{22}\.[\w-]{22}$/);
    expect(raw + summary).not.toContain(outputs['plan-digest']?.slice(0, 20));
  }
});

describe('an approved plan', () => {
  test('is applied when nothing has moved, whatever the order in the spec', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    const approved = await approve(emulator);
    const { exitCode, outputs } = await deployTo(emulator, { spec: reordered, with: { 'approved-plan': approved } });
    expect({ exitCode, outputs: told(outputs) }).toMatchObject({
      exitCode: 0,
      outputs: { operation: 'updated', image: 'a:2', 'failure-reason': '' },
    });
  });

  test.for<[string, (emulator: Emulator, id: string) => { spec?: string; with?: Record<string, string> } | undefined]>([
    ['the live endpoint', (emulator, id) => void emulator.change(id, { workerConfig: { gpuNum: 2 } })],
    ['a live env', (emulator, id) => void emulator.change(id, { envs: [{ key: 'X', value: 'x' }] })],
    ['the spec', () => ({ spec: spec.replace('maxNum: 4', 'maxNum: 5') })],
    ['the image of the spec', () => ({ spec: spec.replace('a:2', 'a:3') })],
    ['the image of the input', () => ({ with: { image: 'a:3' } })],
    ['a secret env', () => ({ with: { 'secret-envs': 'TOKEN=another-value' } })],
    [
      'that it exists at all',
      (emulator, id) => {
        emulator.remove(id);
        return { spec: `${spec}ports: [80]\npolicy: {type: queue, value: 1}\n` };
      },
    ],
  ])('is not applied when it has moved: %s', async ([, move]) => {
    await using emulator = await startEmulator(passing);
    const id = emulator.seed({ name: 'llama' });
    const approved = await approve(emulator);
    const moved = move(emulator, id);
    emulator.clearRequests();
    const { exitCode, outputs, annotations, log } = await deployTo(emulator, {
      spec,
      ...moved,
      with: { 'approved-plan': approved, ...moved?.with },
    });
    expect({ exitCode, reason: outputs['failure-reason'], changed: outputs.changed }).toEqual({
      exitCode: 1,
      reason: 'plan-changed',
      changed: 'false',
    });
    // The new plan is there to be reviewed.
    expect(log).toMatch(/^Plan: (change|create) /m);
    expect(annotations.join()).toContain('the plan is not the one that was approved');
    expect(annotations.join()).not.toMatch(/value-of-token|another-value/);
    expect(['limits', 'list', 'get']).toEqual(expect.arrayContaining([...new Set(operationsOf(emulator))]));
    // The digest of the plan that would be applied now, to be approved in its turn.
    expect(outputs['plan-digest']).toMatch(/^p4\.[\w-]{22}\.[\w-]{22}$/);
    expect(outputs['plan-digest']).not.toBe(approved);
  });

  test('needs no new approval where it is in place, as for a job that is started again', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    const approved = await approve(emulator);
    const again = { spec, with: { 'approved-plan': approved } };
    expect((await deployTo(emulator, again)).outputs.operation).toBe('updated');
    emulator.clearRequests();
    const { outputs } = await deployTo(emulator, again);
    expect(outputs).toMatchObject({ operation: 'unchanged', changed: 'false', 'failure-reason': '' });
    expect(operationsOf(emulator).filter((operation) => operation.startsWith('update'))).toEqual([]);

    // What is in place is something else than what was approved.
    const other = spec.replace('a:2', 'a:3');
    await deployTo(emulator, { spec: other });
    for (const given of [approved, unknown])
      expect((await deployTo(emulator, { spec: other, with: { 'approved-plan': given } })).outputs).toMatchObject({
        'failure-reason': 'plan-changed',
      });
  });

  test('to create needs no new approval once it was created', async () => {
    await using emulator = await startEmulator(passing);
    const whole = `${spec}ports: [80]\npolicy: {type: queue, value: 1}\n`;
    const planned = await deployTo(emulator, { spec: whole, with: { command: 'plan' } });
    const again = { spec: whole, with: { 'approved-plan': planned.outputs['plan-digest'] ?? '' } };
    const operations = [await deployTo(emulator, again), await deployTo(emulator, again)];
    expect(operations.map(({ outputs }) => outputs.operation)).toEqual(['created', 'unchanged']);
  });

  test.for<[string, Record<string, string>]>([
    ['approved-plan', { 'approved-plan': '' }],
    ['approved-plan', { 'approved-plan': ' \n ', command: 'plan' }],
    ['image', { image: '' }],
  ])('an input %s that came out empty is an error that says why', async ([input, given]) => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    const { exitCode, outputs, annotations } = await deployTo(emulator, { spec, with: given });
    expect({ exitCode, reason: outputs['failure-reason'], endpoints: outputs.endpoints }).toEqual({
      exitCode: 1,
      reason: 'inputs-invalid',
      endpoints: '[]',
    });
    expect(annotations[0]).toMatch(new RegExp(`input ${input}.*set but empty.*misspelled.*skipped.*Skip output`, 's'));
    expect(emulator.requests).toEqual([]);
  });

  describe('of several endpoints', () => {
    const names = ['a', 'b'];
    const several = (change = '') =>
      names.map((name) => `name: ${name}\nimage: x:2${name === 'b' ? change : ''}\n`).join('---\n');
    const setUp = async () => {
      const emulator = await startEmulator(passing);
      for (const name of names) emulator.seed({ name });
      const { outputs } = await deployTo(emulator, { spec: several(), with: { command: 'plan' } });
      return { emulator, approved: outputs['plan-digest'] ?? '' };
    };
    const written = (emulator: Emulator) =>
      operationsOf(emulator).filter((operation) => operation.startsWith('update'));

    test('is one digest for all of them', async () => {
      const { emulator, approved } = await setUp();
      await using _ = emulator;
      expect(approved).toMatch(/^p4\.[\w-]{22}\.[\w-]{22}$/);
      const reversed = several().split('---\n').toReversed().join('---\n');
      const { outputs } = await deployTo(emulator, { spec: reversed, with: { 'approved-plan': approved } });
      expect({ operation: outputs.operation, written: written(emulator) }).toEqual({
        operation: 'updated',
        written: ['update', 'update'],
      });
    });

    test.for<[string, (approved: string) => string, string]>([
      ['where one of them has moved', (approved) => approved, '-other'],
      ['where the runner has dropped it', () => '', ''],
      ['where it is none', (approved) => `${approved}\nyes`, ''],
    ])('%s, none is applied', async ([, given, change]) => {
      const { emulator, approved } = await setUp();
      await using _ = emulator;
      const { exitCode } = await deployTo(emulator, {
        spec: several(change),
        with: { 'approved-plan': given(approved) },
      });
      expect({ exitCode, written: written(emulator) }).toEqual({ exitCode: 1, written: [] });
    });
  });

  test('reaches the next job although a flag is among the secrets: what is short is no mask', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    const { masked, outputs } = await deployTo(emulator, {
      spec,
      with: { command: 'plan', 'secret-envs': 'FLAG=1\nKEY<<END\n{\n  "private": "a-long-line"\n}\nEND' },
    });
    expect(masked).toEqual(expect.arrayContaining(['"private": "a-long-line"']));
    // As a runner does: a job output that holds a mask anywhere is dropped.
    const isDropped = (value: string) => masked.some((mask) => value.includes(mask));
    expect(Object.entries(outputs).filter(([, value]) => isDropped(value))).toEqual([]);
  });

  test('is asked of deploys only: a deletion that was thought to be approved is refused', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    const { outputs } = await deployTo(emulator, { spec, with: { command: 'delete', 'approved-plan': unknown } });
    expect({ reason: outputs['failure-reason'], requests: emulator.requests }).toEqual({
      reason: 'inputs-invalid',
      requests: [],
    });
  });

  test('states where the image comes from', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    const logOf = async (text: string, inputs = {}) =>
      (await deployTo(emulator, { spec: text, with: { command: 'plan', ...inputs } })).log;
    expect(await logOf(spec)).toContain('Image: llama uses a:2, from the spec.');
    expect(await logOf(spec, { image: 'a:3' })).toContain('Image: llama uses a:3, from the `image` input.');
    expect(await logOf('name: llama\n')).toMatch(/Image: llama uses \S+, from the live endpoint\./);
  });

  test.for(['yes', 'p3.a.b', `${unknown}\n${unknown}`])('that is none is refused: %j', async (given) => {
    await using emulator = await startEmulator(passing);
    const { outputs, annotations } = await deployTo(emulator, { spec, with: { 'approved-plan': given } });
    expect(outputs['failure-reason']).toBe('inputs-invalid');
    expect(annotations.join()).toContain('which is no plan digest');
    expect(emulator.requests).toEqual([]);
  });
});
