/** Which update call a change takes: the plan names it before it is made, and what no permitted call can carry is an error at its line. */

import { describe } from 'vitest';
import { smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

const emulator = { limits: { maxFreeTimeout: 5000 } };

describe('an update goes by', () => {
  testRuns({
    'v1 where it can carry every change': {
      given: { live: [{ name: 'llama' }], emulator, spec: 'name: llama\nimage: a:2\nworkerConfig: {maxNum: 3}\n' },
      end: 'updated',
      expected: {
        writes: ['update'],
        says: 'Plan: change 2 fields (v1 update)',
        left: [{ image: { image: 'a:2' }, workerConfig: { maxNum: 3 } }],
      },
    },
    'v2 where a change needs it': {
      given: {
        live: [{ name: 'llama' }],
        emulator,
        spec: 'name: llama\nimage: a:2\nrootfsSize: 60\nproducts: ["1"]\n',
      },
      end: 'updated',
      expected: {
        writes: ['update-v2'],
        says: 'Plan: change 3 fields (v2 update)',
        left: [{ image: { image: 'a:2' }, rootfsSize: 60, products: [{ id: '1' }] }],
      },
    },
    'v1, then v2 where both are needed': {
      given: {
        live: [{ name: 'llama' }],
        emulator,
        spec: 'name: llama\nclusterID: as-sgp-2\nworkerConfig: {cudaVersion: "12.8"}\n',
      },
      end: 'updated',
      expected: {
        writes: ['update', 'update-v2'],
        says: 'Plan: change 2 fields (v1 update, then v2 update)',
        left: [{ clusterID: 'as-sgp-2', workerConfig: { cudaVersion: '12.8' } }],
      },
    },
    'v2 with what the service never returns, which is said': {
      given: {
        live: [{ name: 'llama' }],
        emulator,
        spec: 'name: llama\nimage: {image: "a:2", entrypoint: /serve}\nhealthy: {path: /health, port: 8001}\nregionId: eu\n',
      },
      end: 'updated',
      expected: {
        writes: ['update-v2'],
        says: 'Sent, but not verifiable because the service never returns them: image.entrypoint, healthy.port, regionId',
        left: [{ image: { entrypoint: '/serve' }, healthy: { port: 8001 }, regionId: 'eu' }],
      },
    },
    'v2 without a live idle timeout and live envs that it cannot express; they stay': {
      given: {
        emulator,
        live: [
          {
            name: 'llama',
            workerConfig: { freeTimeout: 2000 },
            envs: [{ key: 'CERTIFICATE', value: 'x'.repeat(5000) }],
          },
        ],
        spec: 'name: llama\nrootfsSize: 60\n',
      },
      end: 'updated',
      expected: {
        writes: ['update-v2'],
        says: 'Plan: change 1 field (v2 update)',
        left: [{ rootfsSize: 60, workerConfig: { freeTimeout: 2000 }, envs: [{ key: 'CERTIFICATE' }] }],
      },
    },
    'v1 for a value that v2 cannot express, then v2 for what needs it': {
      given: {
        live: [{ name: 'llama' }],
        emulator,
        spec: 'name: llama\nrootfsSize: 60\nworkerConfig: {freeTimeout: 2000}\n',
        with: { allow: 'beyond-limits' },
      },
      end: 'updated',
      expected: {
        writes: ['update', 'update-v2'],
        says: 'Plan: change 2 fields (v1 update, then v2 update)',
        left: [{ rootfsSize: 60, workerConfig: { freeTimeout: 2000 } }],
      },
    },
  });
});

testRuns({
  'a new endpoint with several products and members that only v2 carries is created by v1 and finished by v2': {
    given: {
      spec: `${smallSpec.replace('[SL-serverless-3]', '["1", "2"]')}rootfsSize: 60\nregionId: eu\nworkerConfig: {minNum: 1, cudaVersion: "12.8"}\n`,
    },
    end: 'created',
    expected: {
      says: [
        'Plan: create llama (v1 create, then v2 update) with',
        'Read back: the endpoint has every requested value, except those that the service never returns: regionId.',
      ],
      writes: ['create', 'update-v2'],
      left: [
        { products: [{ id: '1' }, { id: '2' }], rootfsSize: 60, regionId: 'eu', workerConfig: { cudaVersion: '12.8' } },
      ],
    },
  },
  'a disk that no call makes is refused at its line': {
    given: { live: [{ name: 'llama' }], spec: 'name: llama\nrootfsSize: 300\n', with: { allow: 'beyond-limits' } },
    end: 'spec-invalid',
    expected: { writes: [], annotations: [/line=2.*is 300; the v2 update takes 10–100/, /spec-invalid/] },
  },
  'several products are refused at their line': {
    given: { live: [{ name: 'llama' }], spec: 'name: llama\nproducts: ["1", "2"]\n' },
    end: 'spec-invalid',
    expected: {
      writes: [],
      annotations: [/line=2.*products of a live endpoint can only be changed to exactly one/, /spec-invalid/],
    },
  },
});
