/** Which update call a change takes: the plan names it before it is made, and what no permitted call can carry is an error at its line. */

import { describe, expect, test } from 'vitest';
import { type Emulator, type PartialConfig, startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';

const writes = ({ requests }: Emulator) =>
  requests.filter(({ operation }) => /^(create|update|delete)/.test(operation)).map(({ operation }) => operation);

interface Case {
  title: string;
  live?: PartialConfig;
  spec: string;
  with?: Record<string, string>;
  writes: string[];
  plan: string;
  stored: object;
}

const cases: readonly Case[] = [
  {
    title: 'v1 where it can carry every change',
    spec: 'name: llama\nimage: a:2\nworkerConfig: {maxNum: 3}\n',
    writes: ['update'],
    plan: 'Plan: change 2 fields (v1 update)',
    stored: { image: { image: 'a:2' }, workerConfig: { maxNum: 3 } },
  },
  {
    title: 'v2 where a change needs it',
    spec: 'name: llama\nimage: a:2\nrootfsSize: 60\nproducts: ["1"]\n',
    writes: ['update-v2'],
    plan: 'Plan: change 3 fields (v2 update)',
    stored: { image: { image: 'a:2' }, rootfsSize: 60, products: [{ id: '1' }] },
  },
  {
    title: 'v1, then v2 where both are needed',
    spec: 'name: llama\nclusterID: as-sgp-2\nworkerConfig: {cudaVersion: "12.8"}\n',
    writes: ['update', 'update-v2'],
    plan: 'Plan: change 2 fields (v1 update, then v2 update)',
    stored: { clusterID: 'as-sgp-2', workerConfig: { cudaVersion: '12.8' } },
  },
  {
    title: 'v2 with what the service never returns, which is said',
    spec: 'name: llama\nimage: {image: "a:2", entrypoint: /serve}\nhealthy: {path: /health, port: 8001}\nregionId: eu\n',
    writes: ['update-v2'],
    plan: 'Sent, but not verifiable because the service never returns them: image.entrypoint, healthy.port, regionId',
    stored: { image: { entrypoint: '/serve' }, healthy: { port: 8001 }, regionId: 'eu' },
  },
  {
    title: 'v2 without a live idle timeout and live envs that it cannot express; they stay',
    live: { workerConfig: { freeTimeout: 2000 }, envs: [{ key: 'CERTIFICATE', value: 'x'.repeat(5000) }] },
    spec: 'name: llama\nrootfsSize: 60\n',
    writes: ['update-v2'],
    plan: 'Plan: change 1 field (v2 update)',
    stored: { rootfsSize: 60, workerConfig: { freeTimeout: 2000 }, envs: [{ key: 'CERTIFICATE' }] },
  },
  {
    title: 'v1 for a value that v2 cannot express, then v2 for what needs it',
    spec: 'name: llama\nrootfsSize: 60\nworkerConfig: {freeTimeout: 2000}\n',
    with: { allow: 'beyond-limits' },
    writes: ['update', 'update-v2'],
    plan: 'Plan: change 2 fields (v1 update, then v2 update)',
    stored: { rootfsSize: 60, workerConfig: { freeTimeout: 2000 } },
  },
];

describe('an update goes by', () => {
  test.for(cases)('$title', async ({ live, spec, with: inputs, writes: expected, plan, stored }) => {
    await using emulator = await startEmulator({ ...passing, limits: { maxFreeTimeout: 5000 } });
    emulator.seed({ name: 'llama', ...live });
    const { exitCode, log, annotations } = await deployTo(emulator, { spec, with: { ...inputs } });
    expect(exitCode, `${log}${annotations}`).toBe(0);
    expect(log).toContain(plan);
    expect(writes(emulator)).toEqual(expected);
    expect(emulator.endpoints()).toMatchObject([stored]);
  });
});

describe('a new endpoint', () => {
  test('with several products and members that only v2 carries is created by v1 and finished by v2', async () => {
    await using emulator = await startEmulator(passing);
    const spec = `${smallSpec.replace('[SL-serverless-3]', '["1", "2"]')}rootfsSize: 60\nregionId: eu\nworkerConfig: {minNum: 1, cudaVersion: "12.8"}\n`;
    const { outputs, log } = await deployTo(emulator, { spec });
    expect(outputs.operation).toBe('created');
    expect(log).toContain('Plan: create llama (v1 create, then v2 update) with');
    expect(log).toContain(
      'Read back: the endpoint has every requested value, except those that the service never returns: regionId.',
    );
    expect(writes(emulator)).toEqual(['create', 'update-v2']);
    expect(emulator.endpoints()).toMatchObject([
      { products: [{ id: '1' }, { id: '2' }], rootfsSize: 60, regionId: 'eu', workerConfig: { cudaVersion: '12.8' } },
    ]);
  });
});

describe('what no call can carry is refused at its line, before anything is written', () => {
  test.for<[string, string, Record<string, string>, string, RegExp]>([
    [
      'a disk that no call makes',
      'name: llama\nrootfsSize: 300\n',
      { allow: 'beyond-limits' },
      'spec-invalid',
      /line=2.*is 300; the v2 update takes 10–100/,
    ],
    [
      'several products',
      'name: llama\nproducts: ["1", "2"]\n',
      {},
      'spec-invalid',
      /line=2.*products of a live endpoint can only be changed to exactly one/,
    ],
  ])('%s', async ([, spec, inputs, reason, annotation]) => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    const { exitCode, outputs, annotations } = await deployTo(emulator, { spec, with: inputs });
    expect({ exitCode, reason: outputs['failure-reason'] }, annotations.join('\n')).toEqual({ exitCode: 1, reason });
    expect(annotations.join('\n')).toMatch(annotation);
    // The summary of the errors, and one error a member.
    expect(annotations.length).toBe(2);
    expect(writes(emulator)).toEqual([]);
  });
});
