/** Which update call a change takes: the plan names it before it is made, and what no permitted call can carry is an error at its line. */

import { describe } from 'vitest';
import { smallSpec } from './deployment.ts';
import { type SingleRun, testRuns } from './single-run.ts';

const emulator = { limits: { maxFreeTimeout: 5000 } };
const live = [{ name: 'llama' }];
/** An update of `live`, by which calls it goes, what the log says of them, and what is stored then. */
const update = (
  more: string,
  writes: string[],
  says: string,
  left: object,
  given: SingleRun['given'] = {},
): SingleRun => ({
  given: { live, emulator, spec: `name: llama\n${more}`, ...given },
  end: 'updated',
  expected: { writes, says, left: [left] },
});
const [v1, v2] = ['update', 'update-v2'] as const;
const long = { workerConfig: { freeTimeout: 2000 } };

describe('an update goes by', () => {
  testRuns({
    'v1 where it can carry every change': update(
      'image: a:2\nworkerConfig: {maxNum: 3}\n',
      [v1],
      'Plan: change 2 fields (v1 update)',
      { image: { image: 'a:2' }, workerConfig: { maxNum: 3 } },
    ),
    'v2 where a change needs it': update(
      'image: a:2\nrootfsSize: 60\nproducts: ["1"]\n',
      [v2],
      'Plan: change 3 fields (v2 update)',
      { image: { image: 'a:2' }, rootfsSize: 60, products: [{ id: '1' }] },
    ),
    'v2 with what the service never returns, which is said': update(
      'image: {image: "a:2", entrypoint: /serve}\nhealthy: {path: /health, port: 8001}\nregionId: eu\n',
      [v2],
      'Sent, but not verifiable because the service never returns them: image.entrypoint, healthy.port, regionId',
      { image: { entrypoint: '/serve' }, healthy: { port: 8001 }, regionId: 'eu' },
    ),
    'v1 for a value that v2 cannot express, then v2 for what needs it': update(
      'rootfsSize: 60\nworkerConfig: {freeTimeout: 2000}\n',
      [v1, v2],
      'Plan: change 2 fields (v1 update, then v2 update)',
      { rootfsSize: 60, ...long },
      { with: { allow: 'beyond-limits' } },
    ),
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
        'Plan: create llama (v1 create, then v2 update): ',
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
      annotations: [/line=2.*`products` of a live endpoint can only be changed to exactly one/, /spec-invalid/],
    },
  },
});
