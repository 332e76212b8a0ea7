/** Answers in forms that no document shows: what is somebody else's stops nothing, and what is ours and needed is asked for by name. */

import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { oddEndpoints } from '../emulator/odd-endpoints.ts';
import { deployTo, smallSpec } from './deployment.ts';

const passing = { advancePerRequestMs: 50 } as const;
const writes = ({ requests }: Emulator) =>
  requests.filter(({ operation }) => /^(create|update|delete)/.test(operation)).map(({ operation }) => operation);

describe('odd endpoints of others', () => {
  test.for(['create', 'update', 'plan', 'delete'])('do not stop: %s', async (what) => {
    await using emulator = await startEmulator({ ...passing, rawEndpoints: Object.values(oddEndpoints) });
    if (what !== 'create') emulator.seed({ name: 'llama' });
    const command = what === 'plan' || what === 'delete' ? what : 'deploy';
    const { exitCode, outputs, log } = await deployTo(emulator, { with: { command } });
    expect({ exitCode, operation: outputs.operation }, log).toEqual({
      exitCode: 0,
      operation: { create: 'created', update: 'updated', plan: 'planned', delete: 'deleted' }[what],
    });
    expect(emulator.rawEndpoints().length).toBe(Object.keys(oddEndpoints).length);
  });

  test('one of our name without an id is no absence', async () => {
    await using emulator = await startEmulator({ ...passing, rawEndpoints: [{ name: 'llama' }] });
    const { outputs } = await deployTo(emulator);
    expect(outputs['failure-reason']).toBe('unreadable');
    expect(writes(emulator)).toEqual([]);
  });
});

describe('a service that never says the request timeout', () => {
  const switches = { answersLeaveOut: ['workerConfig.requestTimeout'] };

  test('creates, and finds what it has created unchanged', async () => {
    await using emulator = await startEmulator({ ...passing, switches });
    const first = await deployTo(emulator);
    const second = await deployTo(emulator);
    expect([first.outputs.operation, second.outputs.operation]).toEqual(['created', 'unchanged']);
  });

  test('is updated by the call that sends only what changes', async () => {
    await using emulator = await startEmulator({ ...passing, switches });
    emulator.seed({ name: 'llama', workerConfig: { requestTimeout: 900 } });
    const { outputs, log } = await deployTo(emulator, { spec: 'name: llama\nimage: a:2\n' });
    expect(outputs.operation, log).toBe('updated');
    expect(writes(emulator)).toEqual(['update-v2']);
    expect(emulator.endpoints()[0]?.workerConfig.requestTimeout).toBe(900);
  });

  test('gets it from the spec', async () => {
    await using emulator = await startEmulator({ ...passing, switches });
    emulator.seed({ name: 'llama' });
    const { outputs, log } = await deployTo(emulator, {
      spec: 'name: llama\nimage: a:2\nworkerConfig: {requestTimeout: 900}\n',
    });
    expect(outputs.operation, log).toBe('updated');
    expect(emulator.endpoints()[0]?.workerConfig.requestTimeout).toBe(900);
  });

  test.for(['plan', 'delete'])('is no obstacle to %s', async (command) => {
    await using emulator = await startEmulator({ ...passing, switches });
    emulator.seed({ name: 'llama' });
    const { exitCode } = await deployTo(emulator, { spec: 'name: llama\n', with: { command } });
    expect(exitCode).toBe(0);
  });
});

test('zeros and empty lists that are left out are zeros and empty lists', async () => {
  const switches = { omitZeros: true, omitEmptyMembers: true, emptyLists: 'omitted', omitFalse: true } as const;
  await using emulator = await startEmulator({ ...passing, switches });
  const first = await deployTo(emulator);
  const second = await deployTo(emulator);
  expect([first.outputs.operation, second.outputs.operation], first.log).toEqual(['created', 'unchanged']);
});

describe('live limits of another form', () => {
  test.for<[string, object, string, RegExp[]]>([
    ['that nothing needs', { cudaVersionList: [12.4], maxGPUNum: '' }, smallSpec, []],
    [
      'that the spec needs',
      { maxGPUNum: '', minGPUNum: 1 },
      `${smallSpec}workerConfig: {gpuNum: 2}\n`,
      [/^::warning title=spec%3A limits-unusable.*gpuNum.*the service decides/],
    ],
  ])('members %s', async ([, odd, spec, expected]) => {
    await using emulator = await startEmulator(passing);
    const { limits } = emulator;
    emulator.addFault({ operation: 'limits', kind: 'wrong-type', body: { ...limits, ...odd } });
    const { exitCode, annotations } = await deployTo(emulator, { spec });
    expect({ exitCode, annotations }).toEqual({
      exitCode: 0,
      annotations: expected.map((words) => expect.stringMatching(words)),
    });
  });

  test('altogether are one warning', async () => {
    await using emulator = await startEmulator(passing);
    emulator.addFault({ operation: 'limits', kind: 'wrong-type', body: { quota: { gpus: 8 } } });
    const { exitCode, annotations } = await deployTo(emulator);
    expect({ exitCode, annotations }).toEqual({
      exitCode: 0,
      annotations: [expect.stringMatching(/^::warning title=live limits::.*unknown form.*The service decides/)],
    });
  });
});

describe('what a deploy leaves as it is', () => {
  test('may lie outside the limits', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama', workerConfig: { requestTimeout: 3600 } });
    const { outputs, annotations } = await deployTo(emulator, {
      spec: 'name: llama\nworkerConfig: {requestTimeout: 3600}\n',
    });
    expect(outputs.operation).toBe('unchanged');
    expect(annotations).toEqual([
      expect.stringMatching(/^::notice title=spec%3A outside-limits.*3600, allowed now: 1–1800/),
    ]);
  });

  test('keeps the id and the size of a volume', async () => {
    await using emulator = await startEmulator(passing);
    const volumeMounts = [
      { type: 'local', id: 'lv-9', size: 50, mountPath: '/data' },
      { type: 'network', id: 'vol-1', size: 200, mountPath: '/models' },
    ];
    emulator.seed({ name: 'llama', volumeMounts, clusterID: 'as-sgp-2' });
    const { outputs } = await deployTo(emulator, {
      spec: 'name: llama\nimage: a:2\nvolumeMounts:\n  - {type: local, mountPath: /data}\n  - {type: network, id: vol-1, mountPath: /models}\n',
    });
    expect(outputs.operation).toBe('updated');
    expect(emulator.endpoints()[0]?.volumeMounts).toEqual(volumeMounts);
  });

  test('are secrets of an earlier run, which are named', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama', envs: [{ key: 'OLD_TOKEN', value: 'old-secret-value' }] });
    const { log } = await deployTo(emulator, {
      spec: 'name: llama\n',
      with: { 'secret-envs': 'NEW_TOKEN=new-secret-value' },
    });
    expect(log).toContain('  kept: OLD_TOKEN (not in the spec)');
    expect(emulator.endpoints()[0]?.envs.map(({ key }) => key)).toEqual([
      'OLD_TOKEN',
      'NEW_TOKEN',
      'GPU_ENDPOINT_DEPLOYMENT',
    ]);
  });
});

test('defaults outside the limits are refused before anything is written, with the member to write', async () => {
  await using emulator = await startEmulator({ ...passing, limits: { maxRequestTimeout: 300 } });
  const { outputs, annotations } = await deployTo(emulator);
  expect(outputs['failure-reason']).toBe('limits-exceeded');
  expect(annotations.join()).toContain('Write `requestTimeout: 300` under `workerConfig`');
  expect(writes(emulator)).toEqual([]);
});

test('an env that v2 cannot carry is no mark that v2 could take away', async () => {
  await using emulator = await startEmulator(passing);
  const spec = `${smallSpec.replace('image: ', 'image:\n  entrypoint: /serve\n  image: ')}envs: {CERTIFICATE: "${'x'.repeat(5000)}"}\n`;
  const { outputs, log } = await deployTo(emulator, { spec });
  expect(outputs.operation, log).toBe('created');
  expect(emulator.endpoints()[0]?.envs.map(({ key }) => key)).toEqual(['CERTIFICATE', 'GPU_ENDPOINT_DEPLOYMENT']);
});

test('endpoint-id does not give an endpoint the name of another', async () => {
  await using emulator = await startEmulator(passing);
  const id = emulator.seed({ name: 'other' });
  emulator.seed({ name: 'llama' });
  const { outputs } = await deployTo(emulator, { with: { 'endpoint-id': id } });
  expect(outputs['failure-reason']).toBe('name-ambiguous');
  expect(writes(emulator)).toEqual([]);
});
