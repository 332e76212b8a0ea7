/** How two commits stand to each other, asked only of full ids. */

import { expect, test } from 'vitest';
import { compareCommits } from '../../src/github/pull-requests.ts';
import { setScene } from './scene.ts';

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

test.each([
  ['a branch', 'main'],
  ['a short id', a.slice(0, 12)],
  ['a commit of a fork', `mallory:${a}`],
  ['a range', `${a}...${b}`],
  ['nothing', ''],
])('%s is unknown without asking', async (_, base) => {
  await using scene = await setScene({ commits });
  expect({ ancestry: await compareCommits(scene.github, { base, head: b }), calls: scene.calls() }).toEqual({
    ancestry: { relation: 'unknown', failure: undefined },
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
