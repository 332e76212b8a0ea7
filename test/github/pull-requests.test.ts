/** What is known of pull requests, and how two commits stand to each other; nothing of what GitHub does not tell. */

import { expect, test } from 'vitest';
import { compareCommits, readPullRequests } from '../../src/github/pull-requests.ts';
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

const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];
const commits = { [a]: [], [b]: [a], [c]: [a] };

test.each([
  { base: a, head: b, relation: 'ahead', calls: [`GET /compare/${a}...${b}?per_page=1&page=2`] },
  { base: b, head: a, relation: 'behind', calls: [`GET /compare/${b}...${a}?per_page=1&page=2`] },
  { base: b, head: c, relation: 'diverged', calls: [`GET /compare/${b}...${c}?per_page=1&page=2`] },
  { base: b, head: b, relation: 'identical', calls: [] },
])('$relation', async ({ base, head, relation, calls }) => {
  await using scene = await setScene({ commits });
  expect({ ancestry: await compareCommits(scene.github, { base, head }), calls: scene.calls() }).toEqual({
    ancestry: { relation },
    calls,
  });
});

test.each(['main', a.slice(0, 12), `mallory:${a}`, `${a}...${b}`, ''])('%s is unknown without asking', async (base) => {
  await using scene = await setScene({ commits });
  expect({ ancestry: await compareCommits(scene.github, { base, head: b }), calls: scene.calls() }).toEqual({
    ancestry: { relation: 'unknown' },
    calls: [],
  });
});

test('a commit that is gone is unknown, with the reason', async () => {
  await using scene = await setScene({ commits });
  expect(await compareCommits(scene.github, { base: 'd'.repeat(40), head: b })).toMatchObject({
    relation: 'unknown',
    failure: {
      kind: 'not-found',
      message: 'Order of commits: GitHub answered 404: "Not Found"',
      permission: 'contents: read',
    },
  });
});
