/** Weeks with `candidate: true`: no user meets a version that has not passed where no user is. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1, maxNum: 3}
healthy: {path: /health}
candidate: true
tests:
  - {chat: "What is the capital of France?", expect: {contains: Paris}}
`;
const [good, other, wrong] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:2', 'ghcr.io/acme/llama:wrong'];
const emulator = {
  models: [good, other, wrong].map((image) => ({ image, words: ['It ', 'is ', image === wrong ? 'Lyon.' : 'Paris.'] })),
};
const first: RunOfWeek = { spec, end: 'created', left: { llama: { image: good } } };
const push = { spec, sha: commits.third, afterMinutes: 30 };
const endpointOf = ({ outputs }: { outputs: Readonly<Record<string, string>> }) =>
  JSON.parse(outputs.endpoints ?? '')[0];

/** Requests that have written to the endpoint of that name since its creation. */
const writesTo = ({ emulator }: Stage, name: string) => {
  const id = emulator.endpoints().find((each) => each.name === name)?.id ?? 'none';
  return emulator.requests.filter(
    ({ operation, body }) => /update/.test(operation) && JSON.stringify(body).includes(id),
  );
};

describe('a version runs first where no user is', () => {
  test('and production gets what has passed there', () =>
    playWeek(
      [
        first,
        {
          ...{ ...push, image: other, end: 'updated', left: { llama: { image: other, serves: [other] } } },
          says: [
            '  first: as llama-candidate, 1 test',
            'Candidate: llama-candidate, before llama is written.',
            /Candidate: passed in .*\(start \d+ s/,
          ],
          check: (result) =>
            expect(endpointOf(result)).toMatchObject({
              name: 'llama',
              operation: 'updated',
              candidate: { name: 'llama-candidate', verdict: 'passed', seconds: expect.any(Number) },
              start: { seconds: expect.any(Number) },
            }),
        },
        { ...push, image: other, end: 'unchanged', saysNot: /andidate/, left: { llama: {} } },
      ],
      { emulator },
    ));

  test('and production is not written where it fails', () =>
    playWeek(
      [
        first,
        {
          ...{ ...push, image: wrong, end: 'test-failed', left: { llama: { image: good, serves: [good] } } },
          annotations: [
            /^::error title=llama%3A ghcr\.io\/acme\/llama%3Awrong failed a test as llama-candidate%2C llama not changed::/,
          ],
          check: (result, stage) => {
            expect(writesTo(stage, 'llama')).toEqual([]);
            expect(endpointOf(result)).toMatchObject({ changed: 'false', candidate: { verdict: 'test-failed' } });
          },
        },
      ],
      { emulator },
    ));
});
