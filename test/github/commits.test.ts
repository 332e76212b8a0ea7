/** How two commits stand to each other, and whether a branch has one. */

import { expect, test } from 'vitest';
import { compareBranch, compareCommits } from '../../src/github/commits.ts';
import { setScene } from './scene.ts';

const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];
const commits = { [a]: [], [b]: [a], [c]: [a] };

test.each([
  [a, b, 'newer'],
  [b, a, 'older'],
  [b, c, 'apart'],
  [b, b, 'same'],
  ...['main', a.slice(0, 12), `mallory:${a}`, `${a}...${b}`, ''].map((base) => [base, b, 'apart']),
])('%s...%s: %s', async (base = '', head = '', standing = '') => {
  await using scene = await setScene({ commits });
  const isAsked = base !== head && base.length === 40;
  expect(await compareCommits(scene.github, { base, head })).toMatchObject({ standing });
  expect(scene.calls()).toEqual(isAsked ? [`GET /compare/${base}...${head}?per_page=1&page=2`] : []);
});

test.for([
  ['a commit that is gone is an answer', 404, { standing: 'apart', failure: undefined }],
  ['no answer is unknown, with the reason', 403, { standing: 'unknown', failure: { permission: 'contents: read' } }],
] as const)('%s', async ([, status, expected]) => {
  await using scene = await setScene({ commits });
  if (status === 403) scene.api.setPermissions({ contents: 'none' });
  expect(await compareCommits(scene.github, { base: 'd'.repeat(40), head: b })).toMatchObject(expected);
});

test.for<[string, string, string, string]>([
  ['its tip', b, 'main', 'same'],
  ['a commit below its tip', a, 'main', 'newer'],
  ['a commit of another branch', c, 'main', 'apart'],
  ['a branch with a slash in its name', c, 'feature/x', 'same'],
  ['a branch that is gone', a, 'gone', 'apart'],
])('a branch from a commit on: %s', async ([, commit, branch, standing]) => {
  await using scene = await setScene({ commits, branches: { main: b, 'feature/x': c } });
  const found = await compareBranch(scene.github, { commit, branch });
  expect(found.standing).toBe(standing);
});
