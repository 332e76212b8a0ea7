/** How two commits stand to each other, and whether a branch has one. */

import { expect, test } from 'vitest';
import { compareBranch, compareCommits, lastCommit } from '../../src/github/commits.ts';
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
  expect(await compareCommits(scene.github, { base, head })).toMatchObject({ relation });
  expect(scene.calls()).toEqual(isAsked ? [`GET /compare/${base}...${head}?per_page=1&page=2`] : []);
});

test('a commit that is gone is unknown, with the reason', async () => {
  await using scene = await setScene({ commits });
  const message = 'Order of commits: GitHub answered 404: "Not Found"';
  const failure = { kind: 'not-found', message, permission: 'contents: read' };
  const ancestry = await compareCommits(scene.github, { base: 'd'.repeat(40), head: b });
  expect(ancestry).toMatchObject({ relation: 'unknown', failure });
});

test.for<[string, string, string, string]>([
  ['its tip', b, 'main', 'identical'],
  ['a commit below its tip', a, 'main', 'ahead'],
  ['a commit of another branch', c, 'main', 'diverged'],
  ['a branch with a slash in its name', c, 'feature/x', 'identical'],
  ['a branch that is gone', a, 'gone', 'unknown'],
])('a branch from a commit on: %s', async ([, commit, branch, relation]) => {
  await using scene = await setScene({ commits, branches: { main: b, 'feature/x': c } });
  const found = await compareBranch(scene.github, { commit, branch });
  expect(found.relation).toBe(relation);
  const { ahead } = found;
  expect(await lastCommit(scene.github, { commit, branch, ahead })).toBe(
    ['ahead', 'diverged'].includes(relation) ? b : '',
  );
});
