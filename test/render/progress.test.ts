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
  isSameFailure: false,
};
const failing = { ...progress, failure: 'worker w1 is exited', givesUpInSeconds: 45 };
const line = '   1 m 15 s  initializing, workers: 3 running (2 not healthy yet), "pulling", 18 m 45 s left';

const cases: [RolloutEvent, string[]][] = [
  [{ kind: 'waiting', wait: 'ready' }, ['Wait: until the endpoint serves.']],
  [{ kind: 'waiting', wait: 'rollout' }, ['Wait: until the endpoint serves and no worker of the old version is left.']],
  [{ kind: 'write-accepted', call: 'update-v2', endpointId: 'a' }, ['Written: v2 update of a was accepted.']],
  [
    { kind: 'create-answer-lost', message: 'reset' },
    ['The response to create was lost (reset): checking whether the endpoint exists before retrying.'],
  ],
  [
    { kind: 'app-name-taken', message: 'taken' },
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
  [{ kind: 'verified', unverifiable: [] }, ['Read back: the endpoint has every requested value.']],
  [
    { kind: 'verified', unverifiable: ['regionId', 'healthy.port'] },
    [
      'Read back: the endpoint has every requested value, except those that the service never returns: regionId, healthy.port.',
    ],
  ],
  [
    { kind: 'other-family', call: 'update-v1', members: ['envs', 'ports'] },
    ['Read back: envs, ports did not take effect; trying the v1 update.'],
  ],
  [progress, [line]],
  [
    { ...progress, elapsedSeconds: 0, leftSeconds: 45, state: '', message: '', workers: {} },
    ['        0 s  no state, no workers, 45 s left'],
  ],
  [failing, [line, '             worker w1 is exited; giving up in 45 s']],
  [{ ...failing, isSameFailure: true }, [line, '             the same; giving up in 45 s']],
  [{ ...failing, givesUpInSeconds: 0 }, [line]],
  [{ kind: 'reading-failed', message: '503' }, ['  status check failed (503); retrying']],
  [
    { kind: 'smoke-started', url: 'https://x/health', wakesWorker: false, isPlain: false },
    ['Smoke test: GET https://x/health'],
  ],
  [
    { kind: 'smoke-started', url: 'http://x/health', wakesWorker: true, isPlain: true },
    [
      'Smoke test: GET http://x/health',
      '  The endpoint scales to zero: this wakes a billed worker, and its cold start may take minutes.',
      '  The URL is not https: requests to it can be read in transit.',
    ],
  ],
  [
    { kind: 'smoke-failed', attempt: 3, answer: 'answered 503', elapsedSeconds: 5, leftSeconds: 55 },
    ['        5 s  answered 503 (attempt 3), 55 s left'],
  ],
  [
    { kind: 'smoke-passed', status: 204, coldStartSeconds: 61, firstByteSeconds: 0.012 },
    ['Smoke test: passed with 204 after 1 m 1 s, first byte after 12 ms.'],
  ],
  [{ kind: 'failed', failure, isRestoring: true }, ['Failed: the container exits [crashed]']],
  [{ kind: 'failed', failure, isRestoring: false }, []],
  [
    { kind: 'restoring', changes: [change], calls: ['update-v1', 'update-v2'], unverifiable: ['regionId'] },
    [
      'Restore: writing back the previous configuration (v1 update, then v2 update):',
      '  ~ rootfsSize: 100 → 50',
      '  Not restored, because the service never returns the previous value: regionId',
    ],
  ],
  [
    { kind: 'restoring', changes: [], calls: [], unverifiable: [] },
    ['Restore: the endpoint still has its previous configuration, so nothing is written back.'],
  ],
  [
    { kind: 'restored', endpointId: 'a', serves: true, unverifiable: [] },
    ['Restored: a serves with its previous configuration again.'],
  ],
  [
    { kind: 'restored', endpointId: 'a', serves: true, unverifiable: ['regionId', 'healthy.port'] },
    [
      'Restored: a serves with its previous configuration again except regionId, healthy.port: the service does not show what was there before.',
    ],
  ],
  [
    { kind: 'restored', endpointId: 'a', serves: false, unverifiable: [] },
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
  [{ kind: 'nothing-to-write' }, []],
  [{ kind: 'write-sent', call: 'create-v1' }, []],
  [{ kind: 'write-refused', call: 'create-v1' }, []],
  [{ kind: 'reading', endpoint: readingOf(liveEndpoint) }, []],
  [{ kind: 'ready', evidence: 'new-workers', oldWorkers: 0, newWorkers: 1 }, []],
  [{ kind: 'restore-failed', failure }, []],
  [{ kind: 'replaced', endpointId: 'new', oldEndpointId: 'old' }, []],
  [{ kind: 'discarded', endpointId: 'new', old: readingOf(liveEndpoint) }, []],
  [{ kind: 'not-deleted', endpointId: 'a' }, []],
];

test.for(cases.map(([event, lines]) => ({ kind: event.kind, event, lines })))('$kind: $lines', ({ event, lines }) => {
  expect(eventLines(event)).toEqual(lines);
});

test('the service client', () => {
  expect(serviceEventLine({ type: 'list-read-again', pass: 2 })).toBe(
    '  The list of endpoints has several pages: reading it again (2), because an endpoint may have moved between pages in the meantime.',
  );
  expect(
    serviceEventLine({ type: 'retry', operation: 'get', attempt: 1, cause: 'answered 503', waitSeconds: 1.25 }),
  ).toBe('  get: the service answered 503; attempt 2 in 1.3 s');
});
