/** Every event of a rollout → its lines in the log. */

import { expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Change } from '../../src/model/diff.ts';
import { eventLines, retryLine } from '../../src/render/progress.ts';
import { type RolloutEvent, readingOf } from '../../src/rollout/events.ts';
import type { TestPass } from '../../src/tests/run.ts';
import { liveEndpoint } from '../plan/example.ts';

const change: Change = { member: 'rootfsSize', kind: 'change', from: 100, to: 50, secret: false, families: ['v2'] };
const failure = new DeployError({ code: 'crashed', message: 'the container exits' });
const progress: Extract<RolloutEvent, { kind: 'progress' }> = {
  kind: 'progress',
  leftSeconds: 1125,
  state: 'initializing',
  serves: [
    { age: 'old', state: '', workers: 1 },
    { age: 'new', state: 'running, not healthy', workers: 2 },
  ],
  message: 'pulling',
  failure: '',
  givesUpInSeconds: undefined,
  missing: 'health',
};
const failing = { ...progress, failure: 'worker w1 is exited', givesUpInSeconds: 45 };

const passed: TestPass = {
  kind: 'passed',
  results: [{ title: 'GET /health', outcome: 'passed', isWarmUp: false, status: 204, totalMs: 250 }],
};

const failed = { kind: 'failed', message: 'GET / answered 503', weight: 'none', results: [] } as const;

const events: RolloutEvent[] = [
  { kind: 'waiting', wait: 'ready' },
  { kind: 'waiting', wait: 'rollout' },
  { kind: 'write-accepted', call: 'update-v2', endpointId: 'a' },
  { kind: 'write-retry', call: 'create-v1', message: 'reset' },
  { kind: 'create-found', endpointId: 'a', by: 'this-run' },
  { kind: 'create-found', endpointId: 'a', by: 'another-run' },
  { kind: 'settling', unapplied: [change] },
  { kind: 'verified', unverifiable: [] },
  { kind: 'verified', unverifiable: ['regionId', 'healthy.port'] },
  { kind: 'awaiting', what: 'listed-workers', leftSeconds: 90 },
  { kind: 'awaiting', what: 'old-workers', leftSeconds: 600 },
  progress,
  { ...progress, leftSeconds: 45, state: '', message: '', serves: [] },
  ...(['unordered', 'steadiness', 'old-workers-to-stop', 'all-to-stay', undefined] as const).map((missing) => ({
    ...progress,
    missing,
  })),
  failing,
  { ...failing, givesUpInSeconds: undefined },
  { ...failing, givesUpInSeconds: 0 },
  { kind: 'reading-failed', message: '503' },
  { kind: 'tests-started', url: 'https://x', wakesWorker: false },
  { kind: 'tests-started', url: 'https://x', wakesWorker: true },
  { kind: 'tested', pass: failed, by: 'this', isLast: false },
  { kind: 'tested', pass: passed, by: 'this', isLast: true },
  { kind: 'tested', pass: passed, by: 'any', isLast: true },
  { kind: 'write-retry', call: 'update-v1', message: 'answered 503' },
  { kind: 'failed', failure, isUndone: true },
  { kind: 'restoring', changes: [change], calls: ['update-v1', 'update-v2'], unrestored: ['regionId'] },
  { kind: 'restoring', changes: [], calls: [], unrestored: [] },
  { kind: 'deleting', endpointId: 'a' },
  { kind: 'deletion-ended', endpointId: 'a', state: 'gone' },
  { kind: 'deletion-ended', endpointId: 'a', state: 'terminating' },
];

const silent: RolloutEvent[] = [
  { kind: 'failed', failure, isUndone: false },
  { kind: 'nothing-to-write', isRecorded: true },
  { kind: 'write-sent', call: 'create-v1' },
  { kind: 'write-refused', call: 'create-v1' },
  { kind: 'reading', endpoint: readingOf(liveEndpoint) },
  { kind: 'ready', readyReason: 'new-workers' },
  { kind: 'tested', pass: failed, by: 'this', isLast: true },
  { kind: 'undo-failed', by: 'restoring', failure },
  { kind: 'deletion-ended', endpointId: 'a', state: 'refused' },
];

test('every event has its lines, or none', () => {
  const told = events.map((event) =>
    `${event.kind}> ${eventLines(event, { elapsedSeconds: 75, hasFailed: false }).join('\n')}`.trimEnd(),
  );
  expect(silent.flatMap((event) => eventLines(event))).toEqual([]);
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "waiting> Wait: until this version serves.
    waiting> Wait: until only workers of this version serve.
    write-accepted> Written: v2 update of a was accepted.
    write-retry> The v1 create did not get through (reset); checking what is there, then retrying.
    create-found> Found it, with this run's record: a. Nothing is created twice.
    create-found>
    settling> Read back: the service does not show every change yet; checking again for up to 30 s. Missing:
      ~ rootfsSize: 100 → 50
    verified> Read back: the endpoint has every requested value.
    verified> Read back: the endpoint has every requested value, except those that the service never returns: regionId, healthy.port.
    awaiting> Waiting for up to 1 m 30 s until workers of the last deploy are listed, so that none is taken for a new one.
    awaiting> Waiting for up to 10 m until old workers have stopped, so that the new version answers the tests.
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left
    progress>    1 m 15 s  no state, nobody is served, 45 s left
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left: another worker is not up yet, and nothing shows that it was started later
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left: checking that it lasts
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left: waiting for old workers to stop
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left: one of them may be the earlier version, started again, and has 2 minutes to stop
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left
                 worker w1 is exited; giving up in 45 s
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left
                 worker w1 is exited
    progress>    1 m 15 s  initializing, 1 old worker serves, 2 new ones running, not healthy, "pulling", 18 m 45 s left
    reading-failed>   status check failed (503); retrying
    tests-started> Tests: on https://x
    tests-started> Tests: on https://x
      No worker is up: the first request wakes a billed worker, and its cold start may take minutes.
    tested>   GET / answered 503; testing again
    tested> Test passed: GET /health: 204, 250 ms in all.
    tested> Test passed: GET /health: 204, 250 ms in all.
      An old worker may have answered: it is healthy, too.
    write-retry> The v1 update did not get through (answered 503); checking what is there, then retrying.
    failed> Failed: the image crashed. The end of this log says why.
    restoring> Restore: writing back the previous configuration (v1 update, then v2 update):
      ~ rootfsSize: 100 → 50
      Not restored, because the service does not show the previous value, or no update can set it: regionId
    restoring> Restore: the endpoint has its previous configuration, so nothing is left to write back.
    deleting> Delete: a, by ID.
    deletion-ended> Deleted: a is no longer listed.
    deletion-ended> Deleted: a is terminating."
  `);
});

test('a retry is one line', () => {
  expect(retryLine('answered 503', 1250)).toBe('  The service answered 503; retrying in 1.3 s');
  expect(retryLine('answered 503', 0)).toBe('  The service answered 503; retrying at once');
});

test('times are those of the run, and after a failure it is the previous version that is waited for', () => {
  const [progress] = events.filter(({ kind }) => kind === 'progress');
  const at = { elapsedSeconds: 605, hasFailed: true };
  expect(
    [{ kind: 'waiting', wait: 'ready' } as const, ...(progress ? [progress] : [])].flatMap((event) =>
      eventLines(event, at),
    ),
  ).toEqual(['Wait: until the previous version serves again.', expect.stringMatching(/^ {3}10 m 5 s {2}initializing/)]);
});
