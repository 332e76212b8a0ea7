/** What is known of pull requests; nothing of what GitHub does not tell. */

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
  const { pulls, failure } = await readPullRequests(scene.github, [1, 2, 3, 5]);
  const told = [1, 2, 3].map((number) => pulls.get(number));
  expect(told).toMatchObject([
    { state: 'closed', isDraft: false, labels: [] },
    { state: 'merged', isDraft: true, labels: [] },
    { state: 'open', isDraft: false, labels: ['bug', 'gpu'] },
  ]);
  const calls = [1, 2, 3, 5].map((number) => `GET /pulls/${number}`);
  expect([failure, pulls.size, scene.calls().sort()]).toEqual([undefined, 3, calls]);
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
