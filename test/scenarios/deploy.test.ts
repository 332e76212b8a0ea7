/** A step on every push: created, unchanged, a new image, members carried over and taken out. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, withoutRecord } from './deployment.ts';

/** Every look at the service is five seconds later for it, so that workers come up without anybody waiting. */
describe('a step on every push', () => {
  test('creates the endpoint with the documented defaults, waits for it and hands its URL on', async () => {
    await using emulator = await startEmulator(passing);
    const { exitCode, outputs, log } = await deployTo(emulator);
    const [endpoint] = emulator.endpoints();
    expect({ exitCode, outputs: told(outputs) }).toMatchObject({
      exitCode: 0,
      outputs: {
        'endpoint-id': endpoint?.id,
        url: endpoint?.url,
        name: 'llama',
        operation: 'created',
        changed: 'true',
        state: 'serving',
        image: 'ghcr.io/acme/llama:1',
        'failure-reason': '',
      },
    });
    expect(endpoint && withoutRecord(endpoint)).toMatchObject({
      name: 'llama',
      appName: endpoint?.id,
      workerConfig: { minNum: 0, maxNum: 1, freeTimeout: 300, maxConcurrent: 1, gpuNum: 1, requestTimeout: 600 },
      image: { image: 'ghcr.io/acme/llama:1', authId: '', command: '' },
      rootfsSize: 100,
      volumeMounts: [],
      envs: [],
      healthy: { path: '' },
    });
    expect(log).toContain(`serving at ${endpoint?.url}`);
  });

  test('changes nothing, and writes nothing, when nothing has changed', async () => {
    await using emulator = await startEmulator(passing);
    await deployTo(emulator);
    emulator.clearRequests();
    // On loopback two requests can be over one after the other; with a delay they can only overlap or be in series.
    emulator.setSwitches({ latencyMs: 50 });
    const { exitCode, outputs, log } = await deployTo(emulator);
    expect({ exitCode, outputs }).toMatchObject({
      exitCode: 0,
      outputs: { operation: 'unchanged', changed: 'false', url: emulator.endpoints()[0]?.url },
    });
    expect(log).toContain('no changes');
    // Two requests side by side, then a reading of the endpoint, and no more.
    expect(
      emulator.requests
        .map(({ operation, concurrentWith }) => ({ operation, concurrentWith }))
        .toSorted((a, b) => a.operation.localeCompare(b.operation)),
    ).toEqual([
      { operation: 'get', concurrentWith: 0 },
      { operation: 'limits', concurrentWith: 1 },
      { operation: 'list', concurrentWith: 1 },
    ]);
  });

  test('rolls out the image of a container build and keeps the rest', async () => {
    await using emulator = await startEmulator(passing);
    const id = emulator.seed({
      name: 'llama',
      workerConfig: { minNum: 1, maxNum: 2 },
      image: { image: 'ghcr.io/acme/llama:1', authId: 'cred', command: '--port 8000' },
    });
    const { outputs, log } = await deployTo(emulator, {
      with: { image: `ghcr.io/acme/llama@sha256:${'ab'.repeat(32)}` },
    });
    expect(told(outputs)).toMatchObject({
      operation: 'updated',
      changed: 'true',
      'endpoint-id': id,
      image: `ghcr.io/acme/llama@sha256:${'ab'.repeat(32)}`,
    });
    expect(log).toContain(`~ image.image: ghcr.io/acme/llama:1 → ghcr.io/acme/llama@sha256:${'ab'.repeat(32)}`);
    expect(emulator.endpoints()[0]).toMatchObject({
      image: { image: `ghcr.io/acme/llama@sha256:${'ab'.repeat(32)}`, authId: 'cred', command: '--port 8000' },
      workerConfig: { minNum: 1, maxNum: 2 },
    });
  });

  test('carries over every member that the spec does not mention, by a complete update', async () => {
    await using emulator = await startEmulator(passing);
    const config = {
      name: 'llama',
      workerConfig: {
        minNum: 1,
        maxNum: 4,
        freeTimeout: 120,
        maxConcurrent: 8,
        gpuNum: 2,
        requestTimeout: 900,
        cudaVersion: '12.8',
      },
      ports: [9000],
      policy: { type: 'queue', value: 7 },
      image: { image: 'ghcr.io/acme/llama:1', authId: 'cred', command: 'serve', entrypoint: '/entry' },
      products: [{ id: '1' }],
      volumeMounts: [{ type: 'network', id: 'vol-7', size: 0, mountPath: '/models' }],
      clusterID: 'as-sgp-2',
      envs: [{ key: 'TOKEN', value: 'value-of-token' }],
      healthy: { path: '/ping', port: 9000 },
      regionId: 'eu',
    };
    emulator.seed(config);
    const { outputs, log } = await deployTo(emulator, { spec: 'name: llama\nworkerConfig: {maxNum: 5}\n' });
    expect(outputs).toMatchObject({ operation: 'updated' });
    expect(emulator.endpoints()[0]).toMatchObject({ ...config, workerConfig: { ...config.workerConfig, maxNum: 5 } });
    expect(log).toContain('~ workerConfig.maxNum: 4 → 5');
    expect(log).not.toContain('value-of-token');
  });

  test('takes a key out of envs that has left the spec, and never shows a value', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({
      name: 'llama',
      envs: [
        { key: 'KEEP', value: 'kept-value' },
        { key: 'GONE', value: 'gone-value' },
      ],
    });
    const { outputs, log, raw, summary } = await deployTo(emulator, {
      spec: 'name: llama\nenvs: {KEEP: kept-value, NEW: fresh-value}\n',
    });
    expect(outputs.operation).toBe('updated');
    expect(emulator.endpoints().map((endpoint) => withoutRecord(endpoint).envs)).toEqual([
      [
        { key: 'KEEP', value: 'kept-value' },
        { key: 'NEW', value: 'fresh-value' },
      ],
    ]);
    expect(log).toContain('- envs.GONE\n');
    expect(log).toContain('+ envs.NEW: value not shown');
    for (const secret of ['kept-value', 'gone-value', 'fresh-value', emulator.apiKey]) {
      expect(JSON.stringify({ log, summary, outputs })).not.toContain(secret);
    }
    expect(raw.split('\n')[0]).toBe(`::add-mask::${emulator.apiKey}`);
  });

  test('works on the endpoint that endpoint-id names, whatever others are called', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    const id = emulator.seed({ name: 'llama' });
    const { outputs } = await deployTo(emulator, { with: { 'endpoint-id': id, image: 'a:2' } });
    expect(outputs).toMatchObject({ operation: 'updated', 'endpoint-id': id });
    expect(emulator.endpoints().map(({ image }) => image.image)).toEqual(['ghcr.io/acme/llama:1', 'a:2']);
  });

  test('takes the name of the input over that of the spec', async () => {
    await using emulator = await startEmulator(passing);
    const { outputs } = await deployTo(emulator, { with: { name: 'llama-two' } });
    expect(told(outputs)).toMatchObject({ operation: 'created', name: 'llama-two' });
  });
});
