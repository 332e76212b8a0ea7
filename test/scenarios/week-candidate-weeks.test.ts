/** Two weeks with `candidate: true`, each run after the one before: who deploys production straight away, and what becomes of each candidate. */

import { test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const { first, second, third, lost } = commits;
const fourth = 'f'.repeat(40);
const history = { [first]: [], [second]: [first], [third]: [second], [fourth]: [third], [lost]: [first] };
const specWith = (workerConfig: string) => `${smallSpec}workerConfig: {${workerConfig}}
healthy: {path: /health}
candidate: true
tests: [{chat: "What is the capital of France?", expect: {contains: Paris}}]
`;
const spec = specWith('minNum: 1, maxNum: 3');
const digestOf = (digit: number | 'wrong') =>
  `ghcr.io/acme/llama@sha256:${(digit === 'wrong' ? 'e' : String(digit)).repeat(64)}`;
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 'wrong'] as const;
const week = {
  api: { commits: history, branches: { main: fourth, hotfix: lost } },
  emulator: {
    models: digits.map((digit) => ({
      ...{ image: digestOf(digit), words: ['It is ', digit === 'wrong' ? 'Lyon.' : 'Paris.'] },
    })),
  },
};
type Digit = (typeof digits)[number];
/** A run of a commit with the image of that digit. */
const of = (sha: string, digit: Digit, run: Omit<RunOfWeek, 'sha' | 'image'>): RunOfWeek => {
  return { spec, sha, image: digestOf(digit), ...run };
};
/** Production alone, with that image. */
const left = (digit: Digit, more: object = {}) => ({
  left: { llama: { image: digestOf(digit), serves: [digestOf(digit)], minNum: 1, billed: 1, ...more } },
});
const kept = { 'llama-candidate': { minNum: 0, billed: 0 } };
/** What a run writes: a candidate first, or production straight away. */
const by = {
  candidate: { end: 'updated', writes: ['create', 'delete', 'update'], says: /Candidate: passed/ },
  takenOver: { end: 'updated', writes: ['update', 'delete', 'update'], says: /Candidate: passed/ },
  itself: { end: 'updated', writes: ['update'], saysNot: /Candidate:/ },
  nothing: { writes: [], saysNot: /Candidate:/ },
} as const;
const cron = { env: { GITHUB_EVENT_NAME: 'schedule' } };
const again = (run: number) => ({ attempt: 2, runId: String(run) });
const day = 1440;
const created = of(first, 1, { end: 'created', writes: ['create'], ...left(1) });
const testWeek = (name: string, runs: readonly RunOfWeek[], more: Parameters<typeof playWeek>[1] = {}) =>
  test(name, () => playWeek([created, ...runs], { ...week, ...more }));

testWeek('the first week: pushes that cancel each other, a shortage, a rollback, nights', [
  // A push cancels the one before, in the wait of its candidate: the candidate goes, or is taken over.
  of(second, 2, { dies: { operation: 'serve', after: 1 }, end: 'cancelled', writes: ['create', 'delete'], ...left(1) }),
  of(third, 3, { ...by.candidate, ...left(3) }),
  // Started again, the cancelled one is older than what runs.
  of(second, 2, { ...again(5002), end: 'superseded', ...by.nothing, ...left(3) }),
  // No GPU for the candidate: production is as it was, and nothing is billed. An hour later, there is one.
  of(fourth, 4, {
    before: ({ emulator }) => emulator.addScript({ image: digestOf(4), outcome: 'no-capacity', times: 1 }),
    ...{ end: 'no-capacity', writes: ['create', 'delete'], says: /llama was not touched/, ...left(3) },
  }),
  of(fourth, 4, { ...again(5005), afterMinutes: 60, ...by.candidate, ...left(4) }),
  // A rollback goes straight to production, and holds over night and against the same bytes.
  of(third, 3, { ...again(5003), ...by.itself, says: /goes back to a version that has served/, ...left(3) }),
  of(fourth, 4, { ...cron, afterMinutes: 600, end: 'superseded', ...by.nothing, ...left(3) }),
  of(fourth, 3, { ...cron, afterMinutes: day, end: 'unchanged', ...by.nothing, ...left(3) }),
  // The night build of new bytes is proved first, as every push is.
  of(fourth, 'wrong', { ...cron, afterMinutes: day, end: 'test-failed', writes: ['create', 'delete'], ...left(3) }),
  of(fourth, 5, { ...cron, afterMinutes: day, ...by.candidate, ...left(5) }),
  // A change of scaling needs no proof.
  of(fourth, 5, { spec: specWith('minNum: 1, maxNum: 5'), ...by.itself, ...left(5) }),
]);

const changed =
  (name: string, part: object) =>
  ({ emulator }: Stage) => {
    emulator.change(emulator.endpoints().find((each) => each.name === name)?.id ?? '', part);
  };
const meanwhile =
  (endpoint: string, change: { kind: 'delete' } | { kind: 'change'; part: Record<string, unknown> }) =>
  ({ emulator }: Stage) =>
    emulator.addChange({ endpoint, after: 'serve', ...change });
const parks = { with: { command: 'park' }, env: { GITHUB_ACTOR: 'octocat' } };
const keep = { with: { 'on-failure': 'keep' } };

testWeek('the second week: a person in the console, a park, a candidate that is kept, a hotfix', [
  // Somebody changes the candidate, or deletes it, while it is asked: red, production as it was, and nothing left.
  of(second, 2, {
    before: meanwhile('llama-candidate', { kind: 'change', part: { rootfsSize: 70 } }),
    ...{ end: 'conflict', writes: ['create', 'delete'], ...left(1) },
  }),
  of(second, 2, {
    before: meanwhile('llama-candidate', { kind: 'delete' }),
    ...{ end: 'not-found', writes: ['create'], ...left(1) },
  }),
  // Refused and kept: somebody looks at it, gives it a worker, and forgets it. The next run takes it over.
  of(second, 'wrong', {
    ...{ ...keep, end: 'test-failed', writes: ['create', 'update'] },
    left: { ...left(1).left, ...kept },
  }),
  of(second, 2, {
    before: changed('llama-candidate', { workerConfig: { minNum: 1, maxNum: 2 } }),
    ...{ afterMinutes: 120, ...by.takenOver, ...left(2) },
  }),
  // Somebody changes production: the next push tells it, and proves what it writes.
  of(third, 3, {
    before: changed('llama', { workerConfig: { minNum: 1, maxNum: 7 } }),
    ...{ ...by.candidate, ...left(3) },
  }),
  // A park, and a deploy that ends it: nobody is served, so a candidate would only add to the outage.
  of(third, 3, { ...parks, end: 'parked', left: { llama: { minNum: 0, billed: 0 } } }),
  of(third, 4, { ...cron, end: 'superseded', ...by.nothing, left: { llama: { minNum: 0, billed: 0 } } }),
  of(third, 4, { ...by.itself, says: /No candidate: nobody is served by llama/, ...left(4) }),
  // A hotfix of another branch is proved; a night that brings the old bytes is held, and scales.
  of(lost, 5, {
    ...{ event: { name: 'workflow_dispatch', payload: {} }, env: { GITHUB_REF: 'refs/heads/hotfix' } },
    ...{ ...by.candidate, ...left(5) },
  }),
  of(third, 4, {
    ...{
      ...cron,
      spec: specWith('minNum: 2, maxNum: 3'),
      end: 'superseded',
      writes: ['update'],
      saysNot: /Candidate:/,
    },
    left: { llama: { image: digestOf(5), minNum: 2 } },
  }),
]);

test('a plan that is approved after a day is deployed by way of its candidate, unless production has changed by then', () => {
  let digest = '';
  const plan = (digit: Digit): RunOfWeek =>
    of(second, digit, {
      ...{ with: { command: 'plan' }, end: 'planned', writes: [], says: '  first: as llama-candidate, 1 test' },
      check: ({ outputs }) => {
        digest = outputs['plan-digest'] ?? '';
      },
    });
  const approved = {
    get 'approved-plan'() {
      return digest;
    },
  };
  return playWeek(
    [
      created,
      plan(2),
      of(second, 2, { with: approved, runId: '5002', afterMinutes: day, ...by.candidate, ...left(2) }),
      plan(3),
      of(second, 3, {
        ...{ with: approved, runId: '5004', afterMinutes: day, before: changed('llama', { rootfsSize: 70 }) },
        ...{ end: 'plan-changed', ...by.nothing, ...left(2) },
      }),
    ],
    week,
  );
});
