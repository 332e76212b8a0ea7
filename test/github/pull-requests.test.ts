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

const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];
const commits = { [a]: [], [b]: [a], [c]: [a] };

test.each([
  [a, b, 'ahead'],
  [b, a, 'behind'],
  [b, c, 'diverged'],
  [b, b, 'identical'],
  ...['main', a.slice(0, 12), `mallory:${a}`, `${a}...${b}`, ''].map((base) => [base, b, 'unknown']),
])('%s...%s: %s', async (base = '', head = '', relation = '') => {
  await using scene = await setScene({ commits });
  const isAsked = ['ahead', 'behind', 'diverged'].includes(relation);
  expect(await compareCommits(scene.github, { base, head })).toEqual({ relation });
  expect(scene.calls()).toEqual(isAsked ? [`GET /compare/${base}...${head}?per_page=1&page=2`] : []);
});

test('a commit that is gone is unknown, with the reason', async () => {
  await using scene = await setScene({ commits });
  const message = 'Order of commits: GitHub answered 404: "Not Found"';
  const failure = { kind: 'not-found', message, permission: 'contents: read' };
  const ancestry = await compareCommits(scene.github, { base: 'd'.repeat(40), head: b });
  expect(ancestry).toMatchObject({ relation: 'unknown', failure });
});
