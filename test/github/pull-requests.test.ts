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
const page = (number = 1) => `GET /pulls?state=all&sort=created&direction=desc&per_page=100&page=${number}`;
const ask = async (options: { pulls: SeededPull[]; numbers: number[] }) => {
  await using scene = await setScene({ pulls: options.pulls });
  const { states, failure } = await readPullRequestStates(scene.github, options.numbers);
  return { states: Object.fromEntries(states), failure, calls: scene.calls().sort() };
};

test.each([
  { name: 'nothing', numbers: [], states: {}, calls: [] },
  {
    name: 'few, one by one',
    numbers: [1, 2, 3],
    states: { 1: 'closed', 2: 'merged', 3: 'open' },
    calls: ['GET /pulls/1', 'GET /pulls/2', 'GET /pulls/3'],
  },
  { name: 'the same twice', numbers: [3, 3], states: { 3: 'open' }, calls: ['GET /pulls/3'] },
  { name: 'one that is not there', numbers: [5], states: { 5: 'unknown' }, calls: ['GET /pulls/5'] },
  {
    name: 'many, by one page',
    numbers: [1, 2, 3, 4],
    states: { 1: 'closed', 2: 'merged', 3: 'open', 4: 'closed' },
    calls: [page()],
  },
  {
    name: 'many, of which one is not there',
    numbers: [1, 2, 3, 4, 5],
    states: { 1: 'closed', 2: 'merged', 3: 'open', 4: 'closed', 5: 'unknown' },
    calls: ['GET /pulls/5', page()],
  },
  {
    name: 'what cannot be a number of one',
    numbers: [0, -1, 1.5, Number.NaN, 2 ** 60],
    states: { 0: 'unknown', '-1': 'unknown', 1.5: 'unknown', NaN: 'unknown', [2 ** 60]: 'unknown' },
    calls: [],
  },
])('asked for $name', async ({ numbers, states, calls }) => {
  expect(await ask({ pulls, numbers })).toEqual({ states, failure: undefined, calls });
});

const many = Array.from({ length: 450 }, (_, index): SeededPull => ({ number: index + 1, state: 'closed' }));
test.each([
  { name: 'on two pages', numbers: [450, 449, 448, 310, 309, 308, 307], calls: [page(1), page(2)] },
  {
    name: 'on one page and few older ones',
    numbers: [450, 449, 3, 2, 1],
    calls: ['GET /pulls/1', 'GET /pulls/2', 'GET /pulls/3', page()],
  },
  {
    name: 'far back',
    numbers: [1, 2, 3, 4, 5],
    calls: ['GET /pulls/1', 'GET /pulls/2', 'GET /pulls/3', 'GET /pulls/4', 'GET /pulls/5', page(1), page(2), page(3)],
  },
])('pull requests $name take as few requests as can be', async ({ numbers, calls }) => {
  const states = Object.fromEntries(numbers.map((number) => [number, 'closed']));
  expect(await ask({ pulls: many, numbers })).toEqual({ states, failure: undefined, calls });
});

test.each([
  [401, 'no-token'],
  [403, 'forbidden'],
  [422, 'unprocessable'],
  [429, 'rate-limited'],
  [500, 'unavailable'],
])('after a %i nothing is taken for closed', async (status, kind) => {
  for (const numbers of [[1], [1, 2, 4, 6]]) {
    await using scene = await setScene({ pulls });
    scene.api.addFault({ operation: 'any', kind: 'status', status, times: 'always' });
    const { states, failure } = await readPullRequestStates(scene.github, numbers);
    expect({ states: new Set(states.values()), failure }).toMatchObject({
      states: new Set(['unknown']),
      failure: { kind, permission: 'pull-requests: read' },
    });
  }
});

test('a list that may not be read, as if it were not there, is a failure', async () => {
  await using scene = await setScene({ pulls });
  scene.api.addFault({ operation: 'pulls/list', kind: 'status', status: 404 });
  const { states, failure } = await readPullRequestStates(scene.github, [1, 2, 3, 4]);
  expect({ states: new Set(states.values()), failure }).toMatchObject({
    states: new Set(['unknown']),
    failure: { kind: 'not-found' },
  });
});

test('after a failure in the middle nobody else is asked for, and what was learnt counts', async () => {
  await using scene = await setScene({ pulls: many });
  const numbers = [450, ...Array.from({ length: 20 }, (_, index) => index + 1)];
  scene.api.addFault({ operation: 'pulls/get', kind: 'missing-permission', times: 'always' });
  const { states, failure } = await readPullRequestStates(scene.github, numbers);
  const single = scene.calls().filter((call) => /^GET \/pulls\/\d+$/.test(call));
  expect({
    known: [...states].filter(([, state]) => state !== 'unknown'),
    kind: failure?.kind,
    single: single.length,
  }).toEqual({
    known: [[450, 'closed']],
    kind: 'forbidden',
    single: 5,
  });
});

test.each([
  { name: 'one by one', numbers: [1, 2] },
  { name: 'by a page', numbers: [1, 2, 3, 4] },
])('tells the marks of each, asked for $name', async ({ numbers }) => {
  await using scene = await setScene({
    pulls: [{ number: 1, labels: ['bug', 'gpu'] }, { number: 2, draft: true }, { number: 3 }],
  });
  const { marks } = await readPullRequestStates(scene.github, numbers);
  expect(Object.fromEntries(marks)).toEqual({
    1: { isDraft: false, labels: ['bug', 'gpu'] },
    2: { isDraft: true, labels: [] },
    ...(numbers.length > 2 && { 3: { isDraft: false, labels: [] } }),
  });
});
