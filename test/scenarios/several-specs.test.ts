/** Several endpoints in one step: all checked before the first write, rolled out side by side, each told apart, one failure not stopping the others. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { whenRead } from '../http/server.ts';
import { deployTo, operationsOf, passing, recordEnv, writesOf } from './deployment.ts';

const specOf = (name: string, more = '') =>
  `name: ${name}\nimage: ghcr.io/acme/${name}:1\nports: [8000]\npolicy: {type: concurrency, value: 8}\n${more}`;
const inOneFile = (...specs: readonly string[]) => ({ 'all.yaml': specs.join('---\n') });
const all = { spec: 'all.yaml' };
const endpointsOf = (outputs: Readonly<Record<string, string>>): Record<string, string>[] =>
  JSON.parse(outputs.endpoints ?? '[]');

describe('several specs', () => {
  test('by lines, globs and documents are deployed with one look at limits and list', async () => {
    await using emulator = await startEmulator(passing);
    const files = {
      'endpoints/a.yaml': specOf('a'),
      'endpoints/b.yaml': `${specOf('b')}---\n${specOf('c')}`,
      'extra.yaml': specOf('d'),
    };
    const { exitCode, outputs, log } = await deployTo(emulator, {
      files,
      with: { spec: 'endpoints/*.yaml\nextra.yaml\nendpoints/a.yaml' },
    });
    expect(exitCode).toBe(0);
    expect(endpointsOf(outputs)).toMatchObject(
      ['a', 'b', 'c', 'd'].map((name) => ({ name, operation: 'created', url: expect.stringContaining('http') })),
    );
    expect(operationsOf(emulator).slice(0, 2).toSorted()).toEqual(['limits', 'list']);
    expect(operationsOf(emulator).filter((operation) => operation === 'limits').length).toBe(1);
    for (const name of ['a', 'b', 'c', 'd'])
      expect(log).toMatch(new RegExp(`::group::${name}\\n[\\s\\S]*Done: ${name} `));
  });

  test('of which one is refused by its spec: each is told as it was read', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'a', image: { image: 'ghcr.io/acme/a:1' }, workerConfig: { minNum: 1 } });
    const files = inOneFile(specOf('a'), specOf('b', 'workerConfig: {maxNum: 5000}\n'));
    const { annotations, outputs } = await deployTo(emulator, { files, with: all });
    const last = annotations.at(-1);
    expect(last).toMatch(/^::error title=a%2C b%3A .*not changed::all\.yaml: 1 error\. Nothing was changed\. /);
    expect(last).toContain('a: 1 worker (ghcr.io/acme/a:1) serves. b: Nobody is served');
    expect(last).toContain('a: 1 worker is billed. b: Nothing is billed');
    expect(outputs).toMatchObject({ changed: 'false', 'failure-reason': 'limits-exceeded' });
  });

  test('of which one is refused: the others are told as not deployed, and not as unchanged', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'b', envs: [recordEnv({ repository: 'other/models' })] });
    const files = inOneFile(specOf('a'), specOf('b'), specOf('c'));
    const { annotations, summary, end } = await deployTo(emulator, { files, with: all });
    const words = 'Not deployed, because another endpoint of this step was refused.';
    expect([end, writesOf(emulator)]).toEqual(['owned', []]);
    expect(annotations.at(-1)).toContain(`%0Aa, c: ${words}`);
    expect(summary).toMatch(/^## ❌ 3 endpoints: 1 failed, 2 not deployed[\s\S]*### ⏸️ a\n\nNot deployed, because/);
  });

  test('do not stop each other; the step names each that failed', async () => {
    await using emulator = await startEmulator({
      ...passing,
      scripts: [{ image: 'ghcr.io/acme/b:1', outcome: 'endpoint-failed', message: 'node lost' }],
    });
    const more = 'workerConfig: {minNum: 1}\n';
    const files = { 'all.yaml': ['a', 'b', 'c'].map((name) => specOf(name, more)).join('---\n') };
    const { exitCode, outputs, annotations, summary } = await deployTo(emulator, { files, with: { spec: 'all.yaml' } });
    expect(exitCode).toBe(1);
    // What matters most stands first, whenever it came.
    expect(summary).toMatch(
      /^## ❌ 3 endpoints: 1 failed, 2 changed[\s\S]*### ❌ b: ghcr.io\/acme\/b:1 failed[\s\S]*### ✅ [ac]: created/,
    );
    expect(endpointsOf(outputs)).toMatchObject([
      { name: 'a', operation: 'created', 'failure-reason': '' },
      { name: 'b', operation: 'created', 'failure-reason': 'endpoint-failed' },
      { name: 'c', operation: 'created', 'failure-reason': '' },
    ]);
    expect(outputs['failure-reason']).toBe('endpoint-failed');
    expect(annotations.join()).toMatch(/1 of 3 endpoints failed:%0Ab: .*node lost/);
  });

  test('are written eight at a time', async () => {
    await using emulator = await startEmulator(passing);
    // None of the first eight is answered before all of them have come, and a ninth would have.
    const eighth = emulator.nextRequest('create', 8);
    const run = () => eighth.then(whenRead);
    emulator.addFault({ operation: 'create', times: 8, kind: 'hook', when: 'before', run });
    await deployTo(emulator, {
      files: inOneFile(...Array.from({ length: 20 }, (_, index) => specOf(`e-${index}`))),
      with: { ...all, wait: 'none' },
    });
    const creates = emulator.requests.filter(({ operation }) => operation === 'create');
    expect(creates.length).toBe(20);
    const atOnce = creates.map(
      (each) =>
        creates.filter((other) => other.startedAt <= each.startedAt && (other.finishedAt ?? 0) > each.startedAt).length,
    );
    expect(Math.max(...atOnce)).toBe(8);
  });

  test('are waited for all at once, however many they are, by lists instead of a get each', async () => {
    await using emulator = await startEmulator(passing);
    const names = Array.from({ length: 24 }, (_, index) => `e-${index}`);
    const { exitCode, outputs } = await deployTo(emulator, {
      files: { 'all.yaml': names.map((name) => specOf(name)).join('---\n') },
      with: { spec: 'all.yaml' },
    });
    expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'created' });
    const asked = emulator.requests.map(({ operation }) => operation);
    const lastCreate = asked.lastIndexOf('create');
    // Ready or not: what decides is a get, and what only says "not yet" is a list.
    expect(asked.slice(lastCreate).filter((operation) => operation === 'list').length).toBeGreaterThan(0);
    expect(asked.filter((operation) => operation === 'list').length).toBeLessThan(3 * names.length);
  });

  test.for(['name', 'endpoint-id'])('the input %s can mean only one of them', async (input) => {
    await using emulator = await startEmulator();
    const { outputs, annotations } = await deployTo(emulator, {
      files: { 'all.yaml': `${specOf('a')}---\n${specOf('b')}` },
      with: { spec: 'all.yaml', [input]: 'x' },
    });
    expect(outputs['failure-reason']).toBe('inputs-invalid');
    expect(annotations.join()).toContain(`\`${input}\``);
  });

  test('take an image each by name; one image for all of them, or for an unknown name, is refused', async () => {
    await using emulator = await startEmulator(passing);
    const files = inOneFile(specOf('a'), specOf('b'));
    const run = (image: string) => deployTo(emulator, { files, with: { ...all, image } });
    for (const image of ['ghcr.io/acme/x:1', 'a=ghcr.io/acme/a:2\nc=ghcr.io/acme/c:2']) {
      expect([(await run(image)).end, emulator.endpoints()]).toEqual(['inputs-invalid', []]);
    }
    await run('b=ghcr.io/acme/b:2');
    const images = emulator.endpoints().map(({ image }) => image.image);
    expect(images.toSorted()).toEqual(['ghcr.io/acme/a:1', 'ghcr.io/acme/b:2']);
  });
});
