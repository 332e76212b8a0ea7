import { expect, test } from 'vitest';
import { readPullRequestStates } from '../../src/github/pull-requests.ts';
import type { SeededPull } from '../github-api/github-api.ts';
import { setScene } from './scene.ts';

const pulls: SeededPull[] = [
  { number: 1, state: 'closed' },
  { number: 2, state: 'closed', merged: true },
  { number: 3 },
  { number: 4, state: 'closed' },
  { number: 6 },
];
const ask = async (options: { pulls: SeededPull[]; numbers: number[] }) => {
  await using scene = await setScene({ pulls: options.pulls });
  const { states, failure } = await readPullRequestStates(scene.github, options.numbers);
  return { states: Object.fromEntries(states), failure, calls: scene.calls().sort() };
};

test.each([
  { name: 'nothing', numbers: [], states: {}, calls: [] },
  {
    name: 'some, one by one',
    numbers: [1, 2, 3],
    states: { 1: 'closed', 2: 'merged', 3: 'open' },
    calls: ['GET /pulls/1', 'GET /pulls/2', 'GET /pulls/3'],
  },
  { name: 'the same twice', numbers: [3, 3], states: { 3: 'open' }, calls: ['GET /pulls/3'] },
  { name: 'one that is not there', numbers: [5], states: { 5: 'unknown' }, calls: ['GET /pulls/5'] },
  {
    name: 'what cannot be a number of one',
    numbers: [0, -1, 1.5, Number.NaN, 2 ** 60],
    states: { 0: 'unknown', '-1': 'unknown', 1.5: 'unknown', NaN: 'unknown', [2 ** 60]: 'unknown' },
    calls: [],
  },
])('asked for $name', async ({ numbers, states, calls }) => {
  expect(await ask({ pulls, numbers })).toEqual({ states, failure: undefined, calls });
});

test.each([
  [401, 'no-token'],
  [403, 'forbidden'],
  [422, 'unprocessable'],
  [429, 'rate-limited'],
  [500, 'unavailable'],
])('after a %i nothing is taken for closed', async (status, kind) => {
  await using scene = await setScene({ pulls });
  scene.api.addFault({ operation: 'any', kind: 'status', status, times: 'always' });
  const { states, failure } = await readPullRequestStates(scene.github, [1, 2, 4, 6]);
  expect({ states: new Set(states.values()), failure }).toMatchObject({
    states: new Set(['unknown']),
    failure: { kind, permission: 'pull-requests: read' },
  });
});

test('after a failure in the middle nobody else is asked for, and what was learnt counts', async () => {
  const numbers = Array.from({ length: 21 }, (_, index) => index + 1);
  await using scene = await setScene({ pulls: numbers.map((number) => ({ number, state: 'closed' })) });
  scene.api.addFault({ operation: 'pulls/get', kind: 'missing-permission', after: 1, times: 'always' });
  const { states, failure } = await readPullRequestStates(scene.github, numbers);
  const known = [...states].filter(([, state]) => state !== 'unknown');
  expect({ known: known.length, kind: failure?.kind }).toEqual({ known: 1, kind: 'forbidden' });
  expect(scene.calls().length).toBeLessThanOrEqual(6);
});

test('tells the marks of each', async () => {
  await using scene = await setScene({
    pulls: [{ number: 1, labels: ['bug', 'gpu'] }, { number: 2, draft: true }, { number: 3 }],
  });
  const { marks } = await readPullRequestStates(scene.github, [1, 2, 3]);
  expect(Object.fromEntries(marks)).toEqual({
    1: { isDraft: false, labels: ['bug', 'gpu'] },
    2: { isDraft: true, labels: [] },
    3: { isDraft: false, labels: [] },
  });
});
