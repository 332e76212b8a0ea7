/** What is known of pull requests: state, marks and head of each, and nothing of those that GitHub does not tell. */

import { expect, test } from 'vitest';
import { readPullRequests } from '../../src/github/pull-requests.ts';
import { setScene } from './scene.ts';

test('each is read by itself', async () => {
  await using scene = await setScene({
    pulls: [
      { number: 1, state: 'closed' },
      { number: 2, state: 'closed', merged: true, draft: true },
      { number: 3, labels: ['bug', 'gpu'] },
    ],
  });
  const { pulls, failure } = await readPullRequests(scene.github, [1, 2, 3, 5, 0, -1, 1.5, Number.NaN, 2 ** 60]);
  const told = Array.from(pulls, ([number, { state, isDraft, labels }]) => [number, state, isDraft, labels]);
  expect({ told, failure, calls: scene.calls().sort() }).toEqual({
    told: expect.arrayContaining([
      [1, 'closed', false, []],
      [2, 'merged', true, []],
      [3, 'open', false, ['bug', 'gpu']],
    ]),
    failure: undefined,
    calls: ['GET /pulls/1', 'GET /pulls/2', 'GET /pulls/3', 'GET /pulls/5'],
  });
});

test.each([
  [401, 'no-token'],
  [403, 'forbidden'],
  [500, 'unavailable'],
])('after a %i nothing is known', async (status, kind) => {
  await using scene = await setScene({ pulls: [{ number: 1, state: 'closed' }] });
  scene.api.addFault({ operation: 'any', kind: 'status', status, times: 'always' });
  expect(await readPullRequests(scene.github, [1])).toMatchObject({
    pulls: new Map(),
    failure: { kind, permission: 'pull-requests: read' },
  });
});

test('after a failure in the middle no other is asked for, and what was learnt counts', async () => {
  const numbers = Array.from({ length: 21 }, (_, index) => index + 1);
  await using scene = await setScene({ pulls: numbers.map((number) => ({ number, state: 'closed' })) });
  scene.api.addFault({ operation: 'pulls/get', kind: 'missing-permission', after: 1, times: 'always' });
  const { pulls, failure } = await readPullRequests(scene.github, numbers);
  expect({ known: pulls.size, kind: failure?.kind }).toEqual({ known: 1, kind: 'forbidden' });
  expect(scene.calls().length).toBeLessThanOrEqual(6);
});
