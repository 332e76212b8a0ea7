/** A step on every push: created, unchanged, a new image, members carried over and taken out; which endpoint it takes, what it waits for. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, smallSpec, withoutRecord } from './deployment.ts';
import { testRuns } from './single-run.ts';

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
    expect(log).toContain(`Its URL is ${endpoint?.url}`);
  });

  test('changes nothing, and writes nothing, when nothing has changed', async () => {
    await using emulator = await startEmulator(passing);
    await deployTo(emulator);
    const { end, outputs, log } = await deployTo(emulator);
    expect([end, outputs.changed, outputs.url]).toEqual(['unchanged', 'false', emulator.endpoints()[0]?.url]);
    expect(log).toContain('no changes');
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

const [first, second] = ['00000000000000aa', '00000000000000bb'];
const two = [first, second].map((id) => ({ id, name: 'llama' }));

testRuns({
  ...Object.fromEntries(
    ['sedeed', 'Seeded'].map((name) => [
      `says that ${name} is created beside an endpoint of almost the same name`,
      {
        given: { live: [{ name: 'seeded' }], spec: smallSpec.replace('llama', name) },
        end: 'created',
        expected: {
          says: [
            `Look-up: no endpoint is named ${name}, but seeded has almost the same name.`,
            `"${name}": this creates a second endpoint beside \`seeded\`, which has almost the same name`,
          ],
        },
      },
    ]),
  ),
  'says that a name is the ID of another endpoint': {
    given: { live: [{ id: first, name: 'seeded' }], spec: smallSpec, with: { command: 'plan', name: first } },
    end: 'planned',
    expected: {
      says: [`no endpoint is named ${first}, but seeded has that ID.`, 'beside `seeded`, which has that ID'],
    },
  },
  'says nothing of an endpoint of the same kind': {
    given: { live: [{ name: 'seeded-1' }], spec: smallSpec.replace('llama', 'seeded-2') },
    end: 'created',
    expected: { saysNot: 'almost the same name' },
  },
  'tells what stays and is not in the spec, without what may be a secret': {
    given: {
      live: [{ name: 'llama', image: { image: 'a:1', command: '--key hidden' }, workerConfig: { maxNum: 3 } }],
      spec: 'name: llama\nimage: a:1\nports: [8000]\npolicy: {type: concurrency, value: 8}\nproducts: [SL-serverless-3]\n',
    },
    end: 'updated',
    expected: { says: /kept: image\.command, .*workerConfig\.maxNum 3.* \(not in the spec\)/, saysNot: 'hidden' },
  },
  'rolls out the image of a container build and keeps the rest': {
    given: { live: [config], spec: 'name: llama\n', with: { image: digest } },
    end: 'updated',
    expected: {
      outputs: { changed: 'true', image: digest },
      says: `~ image.image: ghcr.io/acme/llama:1 → ${digest}`,
      left: [{ ...config, image: { ...config.image, image: digest } }],
    },
  },
  'keeps a key of envs that no deploy has written, and shows no value': {
    given: {
      live: [{ name: 'llama', envs: ['KEEP', 'GONE'].map((key) => ({ key, value: `${key}-value` })) }],
      spec: 'name: llama\nenvs: {KEEP: KEEP-value, NEW: NEW-value}\n',
    },
    end: 'updated',
    expected: {
      ...{
        says: ['kept: envs.GONE (no deploy has written it)', '+ envs.NEW: value not shown'],
        saysNot: /(KEEP|GONE|NEW)-value/,
      },
      left: [{ envs: ['KEEP', 'GONE', 'NEW'].map((key) => ({ key, value: `${key}-value` })) }],
    },
  },
  'chooses none of two endpoints of one name, and names both': {
    given: { live: two, with: { image: 'a:2' } },
    end: 'name-ambiguous',
    expected: { writes: [], says: [first, second, 'endpoint-id'], outputs: { name: 'llama', changed: 'false' } },
  },
  'takes the one of them that endpoint-id names': {
    given: { live: two, with: { image: 'a:2', 'endpoint-id': second } },
    end: 'updated',
    expected: {
      outputs: { 'endpoint-id': second },
      left: [{ image: { image: 'ghcr.io/acme/llama:1' } }, { image: { image: 'a:2' } }],
    },
  },
  'creates nothing for an endpoint-id that is not known': {
    given: { with: { 'endpoint-id': 'f'.repeat(16) } },
    end: 'not-found',
    expected: { says: /endpoint not found: f{16}.*Check `endpoint-id`/, left: [] },
  },
});

const running = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const staying = {
  emulator: { switches: { keepOldWorkersMs: 'forever' } },
  ...{ spec: running, live: [{ name: 'llama', workerConfig: { minNum: 1 } }] },
} as const;
const image = { image: 'ghcr.io/acme/llama:0' };
const old = [{ id: first, name: 'llama', appName: 'llama-old', workerConfig: { minNum: 1 }, image }];

testRuns({
  'wait: ready is green with the first new worker, and warns of old ones that still serve': {
    given: { ...staying, with: { image: 'a:2' } },
    end: 'updated',
    expected: { says: '1 old worker (ghcr.io/acme/llama:1) and 1 new worker (a:2) serve.', inSummary: '1 old worker' },
  },
  'wait: none hands on what is there': {
    given: { spec: running, with: { wait: 'none' } },
    end: 'created',
    expected: {
      ...{ outputs: { state: 'initializing' }, saysNot: 'Wait:' },
      says: 'Nobody is served: 1 worker pending. Not waited for. Its URL is http',
    },
  },
  'a new appName is an issue at its line, with the two steps that change it': {
    given: { live: old, spec: `${running}appName: llama-new\n` },
    end: 'spec-invalid',
    expected: {
      ...{ writes: [], outputs: { changed: 'false' } },
      says: /`appName` of a live endpoint cannot be changed[^\n]*another `name` too and deploy it; then run the command `delete` with `name: llama`/,
    },
  },
});
