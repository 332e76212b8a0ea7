/** How two commits stand to each other, and whether a branch has one. */

import { expect, test } from 'vitest';
import { compareCommits, mayBeInBranch } from '../../src/github/commits.ts';
import { setScene } from './scene.ts';

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

test.for<[string, string, string, boolean, number]>([
  ['its tip', b, 'main', true, 1],
  ['a commit below its tip', a, 'main', true, 1],
  ['a commit of another branch', c, 'main', false, 1],
  ['a branch with a slash in its name', c, 'feature/x', true, 1],
  ['a branch that is gone', a, 'gone', false, 1],
  ['no branch, which is not asked about', a, '', true, 0],
])('in a branch: %s', async ([, commit, branch, expected, requests]) => {
  await using scene = await setScene({ commits, branches: { main: b, 'feature/x': c } });
  expect(await mayBeInBranch(scene.github, { commit, branch })).toBe(expected);
  expect(scene.calls().length).toBe(requests);
});

test('a branch of which GitHub says nothing may have any commit', async () => {
  await using scene = await setScene({ commits, permissions: { contents: 'none' } });
  expect(await mayBeInBranch(scene.github, { commit: a, branch: 'main' })).toBe(true);
});
