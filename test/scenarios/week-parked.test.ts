/** Weeks in which a person parks what runs: nothing is billed until somebody, and no schedule, deploys it. */

import { expect, test } from 'vitest';
import { recordEnv, recordKey, smallSpec } from './deployment.ts';
import type { Stage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1, maxNum: 2}\n`;
const parks = { with: { command: 'park' }, env: { GITHUB_ACTOR: 'octocat' } };
const cron = { env: { GITHUB_EVENT_NAME: 'schedule' } };
const run = (given: RunOfWeek): RunOfWeek => ({ spec, ...given });
const parked = { left: { llama: { minNum: 0, billed: 0 } } };
const serves = { left: { llama: { minNum: 1, serves: ['ghcr.io/acme/llama:1'] } } };

test('a schedule leaves it parked, whatever it brings; a push and a job started again serve it', () =>
  playWeek([
    run({ end: 'created', ...serves }),
    run({
      ...{ ...parks, ...parked, end: 'parked', writes: ['update'] },
      says: /parked\. Its workers stop as soon as they are idle; then nothing is billed unless it is called\. The next deploy starts it again; a scheduled one does not/,
      check: ({ outputs }) => expect(outputs).toMatchObject({ operation: 'parked', changed: 'true' }),
    }),
    // The worker of the version stops.
    run({
      with: { command: 'status' },
      afterMinutes: 0.01,
      end: 'read',
      says: /serving: parked by octocat in run 5002/,
    }),
    run({
      ...parks,
      ...parked,
      end: 'unchanged',
      writes: [],
      says: /parked already\. Nothing is billed unless it is called/,
    }),
    run({ with: { command: 'status' }, end: 'read', says: /idle: parked by octocat in run 5002/ }),
    run({ ...cron, ...parked, end: 'superseded', writes: [], says: /parked by octocat in run 5002/ }),
    run({ ...cron, ...parked, image: `ghcr.io/acme/llama@sha256:${'2'.repeat(64)}`, end: 'superseded', writes: [] }),
    run({ ...cron, ...serves, attempt: 2, runId: '5006', end: 'updated' }),
    run({ ...parks, ...parked, end: 'parked' }),
    run({ ...serves, end: 'updated', says: /it was parked by octocat in run 5009, and this run starts it again/ }),
    run({ end: 'unchanged', writes: [] }),
  ]));

test('a test does not wake what a person has parked: its worker would stop before it is asked', () => {
  const tested = (given: RunOfWeek) => run({ spec: `${spec}tests: [/health]\n`, ...given });
  return playWeek([
    tested({ end: 'created' }),
    tested({ ...parks, ...parked, end: 'parked' }),
    tested({
      with: { command: 'test' },
      ...{ ...parked, end: 'not-serving', says: /is parked by octocat in run 5002\. .*Deploy it/ },
      check: ({ outputs }) => expect(outputs).toMatchObject({ changed: 'false' }),
    }),
  ]);
});

test('what was proved stays proved: an update that fails puts the parked version back, still parked', () =>
  playWeek([
    run({ end: 'created' }),
    run({ ...parks, ...parked, end: 'parked' }),
    run({
      image: 'ghcr.io/acme/llama:2',
      before: ({ emulator }: Stage) => emulator.addScript({ outcome: 'crash-loop' }),
      ...{ end: 'crashed', says: /It has its previous configuration again/, ...parked },
    }),
    run({ ...cron, ...parked, end: 'superseded', writes: [] }),
    run({ ...serves, end: 'updated' }),
  ]));

test.for<[string, RunOfWeek]>([
  [
    'a moment after it was put back',
    { before: ({ emulator }: Stage) => emulator.addScript({ outcome: 'crash-loop' }), end: 'crashed' },
  ],
  ['beside an old worker that nobody calls any more', { with: { wait: 'none' }, end: 'updated' }],
])('what is parked %s is remembered', ([, second]) => {
  const tested = (given: RunOfWeek) => run({ spec: `${smallSpec}tests: [/health]\n`, ...given });
  const isRemembered: RunOfWeek['check'] = (_, { emulator }) => {
    const { value = '' } = emulator.endpoints()[0]?.envs.find(({ key }) => key === recordKey) ?? {};
    const images = JSON.parse(value).before.map(({ image }: { image: string }) => image);
    expect(images[0]).toBe(second.end === 'crashed' ? 'ghcr.io/acme/llama:1' : 'ghcr.io/acme/llama:2');
  };
  return playWeek(
    [
      tested({ end: 'created' }),
      tested({ image: 'ghcr.io/acme/llama:2', ...second }),
      tested({ ...parks, ...parked, end: 'parked' }),
      tested({ image: 'ghcr.io/acme/llama:3', end: 'updated', check: isRemembered }),
    ],
    { emulator: { switches: { keepOldWorkersMs: 600_000 } } },
  );
});

const says = /run the command `park` or `delete` with `endpoint-id/;
test.for<[string, RunOfWeek, why: string]>([
  ['kept', { with: { 'on-failure': 'keep' }, end: 'crashed', says }, 'crashed, run 5001'],
  ['not waited for', { with: { wait: 'none' }, end: 'created' }, 'not-serving'],
])('what no run has proved stays unproved: %s', ([, first, why]) =>
  playWeek([
    run({ before: ({ emulator }: Stage) => emulator.addScript({ outcome: 'crash-loop' }), ...first }),
    run({ ...parks, ...parked, end: 'parked' }),
    run({
      with: { command: 'status' },
      end: 'not-serving',
      says: new RegExp(`no run has proved its version \\(${why}, by octocat`),
    }),
  ]),
);

test('a parking that the service refuses is told as not parked', () =>
  playWeek([
    run({ end: 'created' }),
    run({
      ...{ ...parks, end: 'rejected', writes: ['update'] },
      before: ({ emulator }: Stage) =>
        emulator.addFault({
          operation: 'update',
          kind: 'status',
          status: 400,
          reason: 'VALIDATOR_PARAM',
          times: 'always',
        }),
      says: /title=llama%3A the service rejected a request%2C not parked::.*Nothing was changed\. Who serves is as before/,
      check: ({ outputs }) => expect(outputs.changed).toBe('false'),
    }),
  ]));

test.for<[string, object[], string, RegExp]>([
  ['made by hand', [], 'parked', /Any deploy starts it again/],
  ['of another repository', [recordEnv({ repository: 'other/models' })], 'owned', /not parked/],
])('an endpoint %s', ([, envs, end, says]) =>
  playWeek([run({ ...parks, end, says, writes: end === 'parked' ? ['update'] : [] })], {
    arrange: ({ emulator }) => void emulator.seed({ name: 'llama', workerConfig: { minNum: 1 }, envs } as never),
  }),
);

test('an event of a pull request parks nothing that it does not name', () =>
  playWeek([
    run({ end: 'created' }),
    run({ ...parks, pull: { action: 'synchronize' }, end: 'inputs-invalid', writes: [], says: /without `name`/ }),
  ]));
