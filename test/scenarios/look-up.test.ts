/** One endpoint of a name among many: pages of any size from any base, doubles, letters. */

import { testRuns } from './single-run.ts';

const [first, second] = ['00000000000000aa', '00000000000000bb'];

testRuns({
  'one on the last of several pages, which begin at 0': {
    given: {
      emulator: { switches: { pageBase: 0, grantedPageSizeMax: 50 } },
      live: Array.from({ length: 120 }, (_, index) => ({ name: `endpoint-${index}` })),
      spec: 'name: endpoint-119\n',
    },
    end: 'unchanged',
  },
  'a name is taken to the letter': {
    given: { live: ['Llama', 'llama-2', 'llam', ' llama'].map((name) => ({ name })) },
    end: 'created',
  },
  'two endpoints of one name: nothing is chosen, both are named': {
    given: { live: [first, second].map((id) => ({ id, name: 'llama' })), with: { image: 'a:2' } },
    end: 'name-ambiguous',
    expected: { writes: [], says: [first, second, 'endpoint-id'], outputs: { name: 'llama', changed: 'false' } },
  },
  'the one of them that endpoint-id names': {
    given: {
      live: [first, second].map((id) => ({ id, name: 'llama' })),
      with: { image: 'a:2', 'endpoint-id': second },
    },
    end: 'updated',
    expected: {
      outputs: { 'endpoint-id': second },
      left: [{ image: { image: 'ghcr.io/acme/llama:1' } }, { image: { image: 'a:2' } }],
    },
  },
  'an endpoint-id that is not known': {
    given: { with: { 'endpoint-id': 'f'.repeat(16) } },
    end: 'not-found',
    expected: { left: [] },
  },
  'the name of the input over that of the spec': {
    given: { with: { name: 'llama-two' } },
    end: 'created',
    expected: { outputs: { name: 'llama-two' } },
  },
});
