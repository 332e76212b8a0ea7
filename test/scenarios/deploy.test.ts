/** A step on every push: created, unchanged, a new image, members carried over and taken out. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, withoutRecord } from './deployment.ts';
import { testRuns } from './single-run.ts';

/** Every look at the service is five seconds later for it, so that workers come up without anybody waiting. */
describe('a step on every push', () => {
  test('creates the endpoint with the documented defaults, waits for it and hands its URL on', async () => {
    await using emulator = await startEmulator(passing);
    const { end, outputs, log } = await deployTo(emulator);
    const [endpoint] = emulator.endpoints();
    expect(end).toBe('created');
    expect(told(outputs)).toMatchObject({
      ...{ 'endpoint-id': endpoint?.id, url: endpoint?.url, name: 'llama', changed: 'true', state: 'serving' },
      image: 'ghcr.io/acme/llama:1',
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
    const { end, outputs, log } = await deployTo(emulator);
    expect([end, outputs.changed, outputs.url]).toEqual(['unchanged', 'false', emulator.endpoints()[0]?.url]);
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
});

const digest = `ghcr.io/acme/llama@sha256:${'ab'.repeat(32)}`;
const config = {
  ...{ name: 'llama', ports: [9000], policy: { type: 'queue', value: 7 }, products: [{ id: '1' }], regionId: 'eu' },
  workerConfig: { minNum: 1, maxNum: 4, freeTimeout: 120, maxConcurrent: 8, gpuNum: 2, requestTimeout: 900 },
  image: { image: 'ghcr.io/acme/llama:1', authId: 'cred', command: 'serve', entrypoint: '/entry' },
  volumeMounts: [{ type: 'network', id: 'vol-7', size: 0, mountPath: '/models' }],
  ...{ clusterID: 'as-sgp-2', envs: [{ key: 'TOKEN', value: 'value-of-token' }], healthy: { path: '/p', port: 9000 } },
};

testRuns({
  'rolls out the image of a container build and keeps the rest': {
    given: { live: [config], spec: 'name: llama\n', with: { image: digest } },
    end: 'updated',
    expected: {
      outputs: { changed: 'true', image: digest },
      says: `~ image.image: ghcr.io/acme/llama:1 → ${digest}`,
      left: [{ ...config, image: { ...config.image, image: digest } }],
    },
  },
  'carries over every member that the spec does not mention, by a complete update': {
    given: { live: [config], spec: 'name: llama\nworkerConfig: {maxNum: 5}\n' },
    end: 'updated',
    expected: {
      says: '~ workerConfig.maxNum: 4 → 5',
      saysNot: 'value-of-token',
      left: [{ ...config, workerConfig: { ...config.workerConfig, maxNum: 5 } }],
    },
  },
});
