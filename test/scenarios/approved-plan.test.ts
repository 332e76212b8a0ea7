/** A plan that somebody approved is the plan that is applied, or nothing is. */

import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, writesOf } from './deployment.ts';
import { testRuns } from './single-run.ts';

const spec = 'name: llama\nimage: a:2\nworkerConfig: {maxNum: 4}\nenvs: {TOKEN: value-of-token, LOG: info}\n';
const reordered =
  'envs: [{key: LOG, value: info}, {key: TOKEN, value: value-of-token}]\nworkerConfig: {maxNum: 4}\nimage: a:2\nname: llama\n';
const whole = `${spec}ports: [80]\npolicy: {type: queue, value: 1}\n`;
const form = /^p7(?:\.[\w-]{22}){2,3}\.[\w-]{27}$/;
/** Of no plan. */
const unknown = `p6.${'a'.repeat(22)}.${'b'.repeat(22)}`;

async function approve(emulator: Emulator, text = spec): Promise<string> {
  const { end, outputs, log, raw, summary } = await deployTo(emulator, { spec: text, with: { command: 'plan' } });
  const digest = outputs['plan-digest'] ?? '';
  expect(end).toBe('planned');
  expect(digest).toMatch(form);
  // An output for the job that deploys; no log, summary or annotation repeats it.
  expect(raw + summary).not.toContain(digest.slice(0, 20));
  expect(`${log}${raw}${JSON.stringify(outputs)}`).not.toContain('value-of-token');
  return digest;
}

test('is applied when nothing has moved, whatever the order in the spec, and needs no new approval when started again', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama' });
  const approved = await approve(emulator);
  expect((await deployTo(emulator, { spec: reordered, with: { 'approved-plan': approved } })).end).toBe('updated');
  emulator.clearRequests();
  expect((await deployTo(emulator, { spec, with: { 'approved-plan': approved } })).end).toBe('unchanged');
  expect(writesOf(emulator)).toEqual([]);

  // What is in place is something else than what was approved.
  const other = spec.replace('a:2', 'a:3');
  await deployTo(emulator, { spec: other });
  for (const given of [approved, unknown])
    expect((await deployTo(emulator, { spec: other, with: { 'approved-plan': given } })).end).toBe('plan-changed');
});

test.for<[string, (emulator: Emulator, id: string) => { spec?: string; with?: Record<string, string> } | undefined]>([
  ['the live endpoint', (emulator, id) => void emulator.change(id, { workerConfig: { gpuNum: 2 } })],
  ['the spec', () => ({ with: { 'secret-envs': 'TOKEN=another-value' } })],
  [
    'the live endpoint',
    (emulator, id) => {
      emulator.remove(id);
      return { spec: whole };
    },
  ],
])('is not applied when it has moved: %s', async ([what, move]) => {
  await using emulator = await startEmulator(passing);
  const id = emulator.seed({ name: 'llama' });
  const approved = await approve(emulator);
  const moved = move(emulator, id);
  const inputs = { 'approved-plan': approved, ...moved?.with };
  const { end, outputs, annotations, log } = await deployTo(emulator, { spec, ...moved, with: inputs });
  expect([end, outputs.changed, writesOf(emulator)]).toEqual(['plan-changed', 'false', []]);
  // The new plan is there to be reviewed.
  expect(log).toMatch(/^Plan: (change|create) /m);
  expect(annotations.join()).toContain(`the plan is not the one that was approved: ${what} differs`);
  expect(annotations.join()).not.toMatch(/value-of-token|another-value/);
  expect(annotations.join()).toContain('plan and approve again.');
  // The digest of the plan that would be applied now, to be approved in its turn.
  expect(outputs['plan-digest']).toMatch(form);
  expect(outputs['plan-digest']).not.toBe(approved);
});

const live = [{ name: 'llama' }];
const cameOutEmpty = (input: string) =>
  new RegExp(`input ${input}.*set but empty.*misspelled.*skipped.*Skip output`, 's');
testRuns({
  'a digest that came out empty is an error that says why': {
    given: { live, spec, with: { 'approved-plan': ' \n ', command: 'plan' } },
    end: 'inputs-invalid',
    expected: { says: cameOutEmpty('approved-plan'), outputs: { endpoints: '[]' } },
  },
  'what is no digest is refused': {
    given: { live, spec, with: { 'approved-plan': `${unknown}\nyes` } },
    end: 'inputs-invalid',
    expected: { says: 'which is not a plan digest', writes: [] },
  },
  'a deletion that was thought to be approved is refused': {
    given: { live, spec, with: { command: 'delete', 'approved-plan': unknown } },
    end: 'inputs-invalid',
    expected: { writes: [] },
  },
});

test('is not applied at another service that the same key opens', async () => {
  await using staging = await startEmulator(passing);
  await using production = await startEmulator(passing);
  for (const emulator of [staging, production]) emulator.seed({ name: 'llama' });
  const inputs = { 'approved-plan': await approve(staging) };
  const { end } = await deployTo(production, { spec, with: inputs });
  expect([end, writesOf(production)]).toEqual(['plan-changed', []]);
  expect((await deployTo(staging, { spec, with: inputs })).end).toBe('updated');
});

describe('of several endpoints', () => {
  const several = (change = '') => `name: a\nimage: x:2\n---\nname: b\nimage: x:2${change}\n`;

  test.for<[string, string, string, string]>([
    ['it is one digest for all, in any order', 'name: b\nimage: x:2\n---\nname: a\nimage: x:2\n', '', 'updated'],
    ['where one of them has moved, none is applied', several('-other'), '', 'plan-changed'],
    ['what is more than a digest is none', several(), '\nyes', 'inputs-invalid'],
  ])('%s', async ([, text, more, expected]) => {
    await using emulator = await startEmulator(passing);
    for (const name of ['a', 'b']) emulator.seed({ name });
    const approved = await approve(emulator, several());
    const { end } = await deployTo(emulator, { spec: text, with: { 'approved-plan': `${approved}${more}` } });
    expect([end, writesOf(emulator)]).toEqual([expected, end === 'updated' ? ['update', 'update'] : []]);
  });

  test('of which one failed, the other one needs no new approval when the failed job is started again', async () => {
    await using emulator = await startEmulator(passing);
    for (const name of ['a', 'b']) emulator.seed({ name });
    const awake = (tag: string) =>
      `${several()}workerConfig: {minNum: 1}\n`.replace('name: b\nimage: x:2', `name: b\nimage: x:${tag}`);
    emulator.addScript({ image: 'x:bad', outcome: 'crash-loop', times: 1 });
    const again = { spec: awake('bad'), with: { 'approved-plan': await approve(emulator, awake('bad')) } };
    const other = { ...again, spec: awake('3') };
    const ends = [];
    for (const run of [again, other, again]) ends.push((await deployTo(emulator, run)).end);
    expect(ends).toEqual(['crashed', 'plan-changed', 'unchanged']);
    expect(emulator.endpoints().map(({ image }) => image.image)).toEqual(['x:2', 'x:bad']);
  });
});
