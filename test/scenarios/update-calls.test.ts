/** What no single call carries: the plan names both calls before they are made, and what no permitted call can carry is an error at its line. */

import { smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

testRuns({
  'a new endpoint with several products and members that only v2 carries is created by v1 and finished by v2': {
    given: {
      spec: `${smallSpec.replace('[SL-serverless-3]', '["1", "2"]')}rootfsSize: 60\nregionId: eu\nworkerConfig: {minNum: 1, cudaVersion: "12.8"}\n`,
    },
    end: 'created',
    expected: {
      says: [
        'Plan: create llama (v1 create, then v2 update).',
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
    expected: {
      writes: [],
      annotations: [
        /error.*line=2.*by any call; allowed: 10 to 100/,
        /warning.*line=2.*is 300; allowed: 10–100/,
        /spec-invalid/,
      ],
    },
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
