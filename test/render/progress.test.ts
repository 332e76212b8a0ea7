/** Every event of a rollout → its lines in the log. */

import { expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Change } from '../../src/model/diff.ts';
import { eventLines, serviceEventLine } from '../../src/render/progress.ts';
import { type RolloutEvent, readingOf } from '../../src/rollout/events.ts';
import { liveEndpoint } from '../plan/example.ts';

const change: Change = { member: 'rootfsSize', kind: 'change', from: 100, to: 50, secret: false, families: ['v2'] };
const failure = new DeployError({ code: 'crashed', message: 'the container exits' });
const progress: Extract<RolloutEvent, { kind: 'progress' }> = {
  kind: 'progress',
  elapsedSeconds: 75,
  leftSeconds: 1125,
  state: 'initializing',
  workers: { running: 1, 'running, not healthy': 2 },
  message: 'pulling',
  failure: '',
  givesUpInSeconds: undefined,
};
const failing = { ...progress, failure: 'worker w1 is exited', givesUpInSeconds: 45 };
const line = '   1 m 15 s  initializing, workers: 3 running (2 not healthy yet), "pulling", 18 m 45 s left';

const cases: [RolloutEvent, string[]][] = [
  [{ kind: 'waiting', wait: 'ready' }, ['Wait: until the endpoint serves.']],
  [{ kind: 'waiting', wait: 'rollout' }, ['Wait: until the endpoint serves and no worker of the old version is left.']],
  [{ kind: 'write-accepted', call: 'update-v2', endpointId: 'a' }, ['Written: v2 update of a was accepted.']],
  [
    { kind: 'create-answer-lost', call: 'create-v1', message: 'reset' },
    ['The response to create was lost (reset): checking whether the endpoint exists before retrying.'],
  ],
  [
    { kind: 'app-name-taken', call: 'create-v1', message: 'taken' },
    ['The appName is taken (taken): checking whether the endpoint with this name holds it.'],
  ],
  [
    { kind: 'create-found', endpointId: 'a', isOurs: true },
    ["Found it, with this run's record: a. Nothing is created twice."],
  ],
  [
    { kind: 'create-found', endpointId: 'a', isOurs: false },
    ['Found it: a. Nothing is created twice, but nothing proves that this run created it.'],
  ],
  [
    { kind: 'settling', unapplied: [change] },
    [
      'Read back: the service does not show every change yet; checking again for up to 30 s. Missing:',
      '  ~ rootfsSize: 100 → 50',
    ],
  ],
  [{ kind: 'verified', unverifiable: [], extraEnvs: [] }, ['Read back: the endpoint has every requested value.']],
  [
    { kind: 'verified', unverifiable: ['regionId', 'healthy.port'], extraEnvs: ['SERVICE'] },
    [
      'Read back: the endpoint has every requested value, except those that the service never returns: regionId, healthy.port.',
      '  The service added envs that the spec does not have: SERVICE. They are left.',
    ],
  ],
  [progress, [line]],
  [
    { ...progress, elapsedSeconds: 0, leftSeconds: 45, state: '', message: '', workers: {} },
    ['        0 s  no state, no workers, 45 s left'],
  ],
  [failing, [line, '             worker w1 is exited; giving up in 45 s']],
  [{ ...failing, givesUpInSeconds: undefined }, [line, '             worker w1 is exited']],
  [{ ...failing, givesUpInSeconds: 0 }, [line]],
  [{ kind: 'reading-failed', message: '503' }, ['  status check failed (503); retrying']],
  [{ kind: 'tests-started', url: 'https://x', wakesWorker: false }, ['Tests: on https://x']],
  [
    { kind: 'tests-started', url: 'https://x', wakesWorker: true },
    [
      'Tests: on https://x',
      '  No worker is up: the first request wakes a billed worker, and its cold start may take minutes.',
    ],
  ],
  [
    {
      kind: 'tests-failed',
      pass: { kind: 'failed', message: 'GET / answered 503', canHeal: true, results: [] },
      isLast: false,
    },
    ['  GET / answered 503; testing again'],
  ],
  [
    {
      kind: 'tests-passed',
      pass: {
        kind: 'passed',
        results: [{ title: 'GET /health', outcome: 'passed', isWarmUp: false, status: 204, totalMs: 250 }],
      },
      isUnproved: false,
      oldWorkers: 0,
    },
    ['Test passed: GET /health: 204, 250 ms in all.'],
  ],
  [
    {
      kind: 'tests-passed',
      pass: {
        kind: 'passed',
        results: [{ title: 'GET /health', outcome: 'passed', isWarmUp: false, status: 204, totalMs: 250 }],
      },
      isUnproved: true,
      oldWorkers: 0,
    },
    [
      'Test passed: GET /health: 204, 250 ms in all.',
      '  The service lists no workers by which old and new ones could be told apart: the answers alone decide.',
    ],
  ],
  [
    { kind: 'write-retry', call: 'update-v1', message: 'answered 503' },
    ['The v1 update did not get through (answered 503); reading the endpoint and retrying.'],
  ],
  [
    { kind: 'duplicates-awaited', seconds: 48 },
    ['A response to create was lost: looking for 48 s whether it made a second endpoint.'],
  ],
  [
    { kind: 'duplicate', endpointId: 'b', keptId: 'a' },
    [
      'The create whose response was lost took effect after all: b is a second endpoint of this run and is deleted; a stays.',
    ],
  ],
  [{ kind: 'failed', failure, isRestoring: true }, ['Failed: the container exits [crashed]']],
  [{ kind: 'failed', failure, isRestoring: false }, []],
  [
    { kind: 'restoring', changes: [change], calls: ['update-v1', 'update-v2'], unrestored: ['regionId'] },
    [
      'Restore: writing back the previous configuration (v1 update, then v2 update):',
      '  ~ rootfsSize: 100 → 50',
      '  Not restored, because the service does not show the previous value, or no update can set it: regionId',
    ],
  ],
  [
    { kind: 'restoring', changes: [], calls: [], unrestored: [] },
    ['Restore: the endpoint still has its previous configuration, so nothing is written back.'],
  ],
  [
    { kind: 'restored', endpointId: 'a', serves: true, unrestored: [] },
    ['Restored: a serves with its previous configuration again.'],
  ],
  [
    { kind: 'restored', endpointId: 'a', serves: true, unrestored: ['regionId', 'healthy.port'] },
    [
      'Restored: a serves with its previous configuration again except regionId, healthy.port: the service does not show what was there before, or no update can set it.',
    ],
  ],
  [
    { kind: 'restored', endpointId: 'a', serves: false, unrestored: [] },
    ['Restored: a has its previous configuration again; it did not serve before the update either.'],
  ],
  [
    { kind: 'replacement-resumed', successor: readingOf({ ...liveEndpoint, id: 'new' }), oldEndpointId: 'old' },
    ['Replace: an earlier run was interrupted after it had created new. Continuing: once it serves, old is deleted.'],
  ],
  [
    { kind: 'discarding', endpointId: 'new', oldEndpointId: 'old', message: 'the container exits' },
    ['Replace: the new endpoint failed (the container exits).', '  It is deleted; the old one, old, is unchanged.'],
  ],
  [{ kind: 'deleting', endpointId: 'a', by: 'id' }, ['Delete: a, by ID.']],
  [
    { kind: 'deleting', endpointId: 'a', by: 'name' },
    ['Delete: deleting a by ID had no effect; no other endpoint has its name, so deleting by name.'],
  ],
  [{ kind: 'deleted', endpointId: 'a', isListed: false }, ['Deleted: a no longer exists in the list of endpoints.']],
  [{ kind: 'deleted', endpointId: 'a', isListed: true }, ['Deleted: the service is deleting a and still lists it.']],
  [{ kind: 'phase', phase: 'wait' }, []],
  [{ kind: 'nothing-to-write', isRecorded: true }, []],
  [{ kind: 'write-sent', call: 'create-v1' }, []],
  [{ kind: 'write-refused', call: 'create-v1' }, []],
  [{ kind: 'reading', endpoint: readingOf(liveEndpoint) }, []],
  [{ kind: 'ready', evidence: 'new-workers', oldWorkers: 0, newWorkers: 1, isTested: false }, []],
  [{ kind: 'restore-failed', failure }, []],
  [{ kind: 'replaced', endpointId: 'new', oldEndpointId: 'old' }, []],
  [{ kind: 'discarded', endpointId: 'new', old: readingOf(liveEndpoint) }, []],
  [{ kind: 'not-deleted', endpointId: 'a' }, []],
];

test.for(cases.map(([event, lines]) => ({ kind: event.kind, event, lines })))('$kind: $lines', ({ event, lines }) => {
  expect(eventLines(event)).toEqual(lines);
});

test('the service client', () => {
  expect(serviceEventLine({ operation: 'get', attempt: 1, cause: 'answered 503', waitSeconds: 1.25 })).toBe(
    '  get: the service answered 503; attempt 2 in 1.3 s',
  );
});
