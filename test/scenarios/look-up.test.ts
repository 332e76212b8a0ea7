/** One endpoint of a name among many: pages of any size from any base, doubles, letters. */

import { smallSpec } from './deployment.ts';
import { type SingleRun, testRuns } from './single-run.ts';

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

/** Of a command that needs the endpoint: a name that it does not have, and an ID. */
const absences = (command: string, end: string): [string, SingleRun][] => {
  const given = { live: [{ name: 'llama' }, { name: 'other' }], spec: `${smallSpec}tests: [/health]\n` };
  return [
    [
      `${command} of a name like that of another names that one`,
      {
        given: { ...given, with: { command, name: 'lama', ...(command === 'export' && { spec: 'new.yaml' }) } },
        end,
        expected: {
          says: /there is no endpoint named "lama".*Did you mean `llama`\? Check the name and `endpoint-id`/,
          writes: [],
        },
      },
    ],
    [
      `${command} of an ID that is not known names it`,
      {
        given: {
          ...given,
          with: { command, 'endpoint-id': 'f'.repeat(16), ...(command === 'export' && { spec: 'new.yaml' }) },
        },
        end,
        expected: {
          says: /there is no endpoint with the ID f{16}.*%0ACheck the name and `endpoint-id`/,
          saysNot: /Did you mean/,
        },
      },
    ],
  ];
};

testRuns(
  Object.fromEntries([
    ...['export', 'logs', 'test'].flatMap((command) => absences(command, 'not-found')),
    ...absences('status', 'not-serving'),
  ]),
);
