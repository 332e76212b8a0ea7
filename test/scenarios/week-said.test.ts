/** Weeks whose runs end red: what is said of who serves, of the bill and of the next step is true in the state that is left. */

import { describe, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const [good, bad, theirs] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:bad', 'ghcr.io/acme/llama:theirs'];
const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const tested = `${spec}tests: [/health]\n`;
const crashing = { emulator: { scripts: [{ image: bad, outcome: 'crash-loop', times: 'always' }] } } as const;
const first: RunOfWeek = { spec, end: 'created' };
const push: RunOfWeek = { spec, image: bad, sha: commits.second, end: 'crashed' };
const at0 = { outcome: 'healthy', pace: { schedulingMs: 0, pullingMs: 0, startingMs: 0, healthCheckMs: 0 } } as const;
const wrongAnswers = ({ emulator }: Stage) =>
  emulator.addFault({ operation: 'serve', kind: 'status', status: 500, times: 'always' });

test('a colleague repairs by hand in the wait: the next step says what a run again replaces', () =>
  playWeek([
    first,
    {
      ...{ ...push, end: 'conflict', left: { llama: { image: theirs } } },
      before: ({ emulator }) => {
        const run = () => emulator.change(emulator.endpoints()[0]?.id ?? '', { image: { image: theirs } });
        emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4, run });
      },
      says: [/llama%3A changed meanwhile%3A .*theirs/, /a run again replaces `\S+:theirs` by `\S+:bad`/],
    },
    { ...push, image: good, end: 'updated', left: { llama: { image: good, serves: [good] } } },
  ]));

test('a run that is cancelled after it has waited for nothing says what is billed', () =>
  playWeek(
    [
      { ...push, end: 'crashed' },
      {
        ...{ ...push, with: { wait: 'none' }, dies: { operation: 'update', after: 1, isDone: true }, end: 'cancelled' },
        says: /::error .* after its work on the service was done; .*\. llama: Nobody is served: 1 worker \w+\. 1 worker is billed/,
      },
    ],
    crashing,
  ));

test('a scale-up whose worker is interrupted waits until one serves', () => {
  const asleep = `${smallSpec}healthy: {path: /health}\ntests: [/health]\n`;
  return playWeek([
    { spec: asleep, end: 'created' },
    {
      spec: tested,
      before: ({ emulator }) =>
        emulator.addFault({
          ...{ operation: 'get', kind: 'hook', when: 'before', after: 3 },
          run: () => void emulator.addChange({ kind: 'interrupt', forMs: 12_000 }),
        }),
      ...{ end: 'updated', says: [/Test passed/, /Done: llama .* updated\. 1 worker \(/] },
    },
  ]);
});

test('a change by hand that is not rolled out yet is not said to serve', () =>
  playWeek([
    first,
    {
      ...{ ...push, with: { 'approved-plan': `p5.${'a'.repeat(22)}.${'b'.repeat(22)}` }, end: 'plan-changed' },
      before: ({ emulator }) => emulator.change(emulator.endpoints()[0]?.id ?? '', { image: { image: theirs } }),
      says: /1 worker of an unknown version serves, 1 other pending/,
      left: { llama: { image: theirs, serves: [good] } },
    },
  ]));

test('at zero, a worker from before a change by hand is not said to run what someone has put there', () => {
  const asleep = `${smallSpec}healthy: {path: /health}\ntests: [/health]\n`;
  return playWeek(
    [
      { spec: asleep, end: 'created' },
      {
        ...{ spec: asleep, image: bad, sha: commits.second, dies: { operation: 'get', after: 3 }, end: 'cancelled' },
        before: ({ emulator }) => emulator.change(emulator.endpoints()[0]?.id ?? '', { image: { image: theirs } }),
        ...{ says: /1 worker of an earlier version serves/, left: { llama: { image: theirs, serves: [good] } } },
      },
    ],
    { emulator: { switches: { keepOldWorkersMs: 600_000 } } },
  );
});

test('beside a crash loop, a worker that one reading shows is not said to run the version', () =>
  playWeek(
    [
      first,
      { ...push, with: { 'on-failure': 'keep' } },
      {
        ...{ ...push, with: { 'approved-plan': `p5.${'a'.repeat(22)}.${'b'.repeat(22)}` }, end: 'plan-changed' },
        before: ({ emulator }) => emulator.addChange({ kind: 'scale-out', image: good, script: at0 }),
        says: /1 worker of an earlier version and 1 worker of an unknown version serve/,
      },
    ],
    crashing,
  ));

test('beside a failing worker, one that may be of an earlier version is not said to run what is restored', () =>
  playWeek(
    [
      first,
      { ...push, image: 'a:2', with: { wait: 'none' }, end: 'updated' },
      {
        ...{ ...push, sha: commits.third, says: [/a%3A2 written back/, /2 workers of an earlier version/] },
        before: ({ emulator }) => emulator.addChange({ kind: 'scale-out', image: good, script: at0 }),
        saysNot: /a:2\) serves?/,
      },
    ],
    {
      emulator: {
        ...{ scripts: [...crashing.emulator.scripts, { image: 'a:2', outcome: 'image-pull', times: 'always' }] },
      },
    },
  ));

test('a newer push in the wait is named by its run', () =>
  playWeek([
    first,
    {
      ...{ ...push, image: 'a:2', end: 'conflict', left: { llama: { image: 'a:3' } } },
      before: (stage) => {
        const newer = { sha: commits.third, runId: '9000', spec, with: { image: 'a:3', wait: 'none' } };
        const run = async () => void (await stage.step(newer));
        stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 6, run });
      },
      says: /run 9000\.1 of acme\/llama changed endpoint .*\(expected a:2, found a:3\)/,
      saysNot: /someone else/,
    },
  ]));

test('a crash that is kept: the old version serves, and is named as such, then and by `status`', () =>
  playWeek(
    [
      first,
      {
        ...{ ...push, with: { 'on-failure': 'keep' }, left: { llama: { image: bad, serves: [good] } } },
        says: [/written%2C not proved/, /1 old worker \(\S+:1\) serves, 1 other/],
        saysNot: /bad\) serves/,
      },
      { ...push, with: { command: 'status' }, end: 'not-serving', says: /^llama +unproved: crashed, run 5002/m },
    ],
    crashing,
  ));

describe('wrong answers', () => {
  test('of an update are restored, and nobody is told to ask the version that serves again', () =>
    playWeek([
      first,
      {
        ...{ ...push, spec: tested, before: wrongAnswers, end: 'test-failed', left: { llama: { serves: [good] } } },
        says: /failed a test%2C restored to \S+1/,
        saysNot: /curl/,
      },
    ]));

  test('of a first deploy are parked, and no next step wakes what is parked', () =>
    playWeek([
      {
        ...{ spec: tested, before: wrongAnswers, end: 'test-failed', left: { llama: { minNum: 0, billed: 0 } } },
        says: [/failed a test%2C parked/, /Nobody is served\. Nothing is billed/],
        saysNot: /curl/,
      },
    ]));
});

test('a first deploy that crashes: nobody is served, nothing is billed, also when it is cancelled at zero', () =>
  playWeek(
    [
      {
        ...{ spec, image: bad, end: 'crashed', left: { llama: { serves: [], minNum: 0, billed: 0 } } },
        says: /It is parked at zero workers\. Nobody is served\. Nothing is billed/,
        saysNot: /is serving|still (?:being )?billed/i,
      },
      {
        ...{ spec, image: bad, with: { preview: 'true' }, pull: { action: 'opened' } },
        ...{ dies: { operation: 'get', after: 3 }, end: 'cancelled' },
        saysNot: /is serving|still (?:being )?billed/i,
      },
    ],
    crashing,
  ));
