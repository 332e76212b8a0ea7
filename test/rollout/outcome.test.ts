/** Sequences of events → outcome. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { RolloutError } from '../../src/rollout/errors.ts';
import { type RolloutEvent, readingOf } from '../../src/rollout/events.ts';
import { initialOutcome, mayHaveWritten, type Outcome, outcomeAfter } from '../../src/rollout/outcome.ts';
import { liveEndpoint } from '../plan/example.ts';

const seenMs = 7;
const live: Endpoint = { ...liveEndpoint, id: 'live' };
const endpoint = (id: string, state = 'serving') =>
  readingOf({ ...liveEndpoint, id, state: { state, error: '', message: '' } });
/** What an outcome holds of a reading. */
const seen = (id: string, state?: string) => ({ endpoint: endpoint(id, state), seenMs });
const reading = (id: string, state?: string): RolloutEvent => ({ kind: 'reading', endpoint: endpoint(id, state) });
const sent = (call: 'create-v1' | 'update-v1' | 'update-v2'): RolloutEvent => ({ kind: 'write-sent', call });
const accepted = (call: 'create-v1' | 'update-v1' | 'update-v2', endpointId: string): RolloutEvent => ({
  kind: 'write-accepted',
  call,
  endpointId,
});
const shown = (call: 'update-v1' | 'update-v2'): RolloutEvent => ({ kind: 'write-shown', call, url: '' });
const refused: RolloutEvent = { kind: 'write-refused', call: 'update-v1' };
const failure = new DeployError({ code: 'crashed', message: 'the container exits' });
const conflict = new RolloutError({ code: 'conflict', message: 'someone else changed it' });
const gone = new RolloutError({ code: 'not-found', message: 'it no longer exists' });
const failed: RolloutEvent = { kind: 'failed', failure, isRestoring: false };
const ready = (oldWorkers: number): RolloutEvent => ({
  kind: 'ready',
  evidence: 'new-workers',
  oldWorkers,
  newWorkers: 1,
  isTested: false,
});
const resumed: RolloutEvent = {
  kind: 'replacement-resumed',
  successor: endpoint('new', 'initializing'),
  oldEndpointId: 'live',
};
const passed = {
  kind: 'passed',
  results: [{ title: 'GET /health', outcome: 'passed', isWarmUp: true, status: 200, totalMs: 100 }],
} as const;
const deleting = (endpointId: string): RolloutEvent => ({ kind: 'deleting', endpointId, by: 'id' });
const deleted = (endpointId: string): RolloutEvent => ({ kind: 'deleted', endpointId, isListed: false });
const discarded: RolloutEvent = { kind: 'cleaned-up', endpointId: 'new', by: 'deleting', old: endpoint('live') };

function fold(found: Endpoint | undefined, events: readonly RolloutEvent[]): Outcome {
  return events.reduce((outcome, event) => outcomeAfter(outcome, event, seenMs), initialOutcome({ live: found }));
}

const untouched = {
  operation: undefined,
  changed: false,
  endpointId: undefined,
  endpoint: undefined,
  unconfirmed: undefined,
  seenMs: undefined,
  endedMs: undefined,
  oldWorkers: 0,
  tests: undefined,
  failure: undefined,
  restoreFailure: undefined,
} satisfies Outcome;
const found = { ...untouched, endpointId: 'live', endpoint: endpoint('live') };

describe('from nothing', () => {
  const created = { ...untouched, operation: 'created' as const, changed: true, endpointId: 'new' };
  test.for<[string, RolloutEvent[], Outcome]>([
    ['no event', [], untouched],
    ['a create that is sent', [sent('create-v1')], { ...untouched, unconfirmed: 'create-v1' }],
    ['a create that is refused', [sent('create-v1'), refused], untouched],
    ['a create that is accepted', [sent('create-v1'), accepted('create-v1', 'new')], created],
    [
      'a create whose answer never came',
      [sent('create-v1'), failed],
      { ...untouched, changed: true, unconfirmed: 'create-v1', failure },
    ],
    [
      'a create that no reading of another endpoint confirms',
      [sent('create-v1'), reading('other')],
      { ...untouched, unconfirmed: 'create-v1', ...seen('other') },
    ],
    [
      'a create that v2 finishes',
      [
        sent('create-v1'),
        accepted('create-v1', 'new'),
        sent('update-v2'),
        accepted('update-v2', 'new'),
        shown('update-v2'),
      ],
      created,
    ],
    [
      'a create that v2 may have finished',
      [sent('create-v1'), accepted('create-v1', 'new'), sent('update-v2'), failed],
      { ...created, unconfirmed: 'update-v2', failure },
    ],
    [
      'the last of its readings',
      [sent('create-v1'), accepted('create-v1', 'new'), reading('new', 'initializing'), reading('new'), ready(0)],
      { ...created, ...seen('new'), evidence: 'new-workers' },
    ],
  ])('%s', ([, events, expected]) => {
    expect(fold(undefined, events)).toEqual(expected);
  });
});

describe('of a live endpoint', () => {
  const updated = { ...found, operation: 'updated' as const, changed: true };
  const lost = [sent('update-v1'), failed];
  /** What the step fails with where its version is still there. */
  const left = expect.objectContaining({
    code: 'crashed',
    message: `the container exits. RESTORE FAILED, the endpoint still has ${liveEndpoint.config.image.image}: the container exits`,
    hint: expect.stringMatching(/^To bring the previous version back, run the workflow of its commit again/),
    cause: failure,
  });
  test.for<[string, RolloutEvent[], Outcome]>([
    ['no event', [], found],
    ['nothing to write', [{ kind: 'nothing-to-write', isRecorded: true }], { ...found, operation: 'unchanged' }],
    [
      'nothing to write, and not serving',
      [{ kind: 'nothing-to-write', isRecorded: true }, failed],
      { ...found, operation: 'unchanged', failure },
    ],
    ['an update that is refused', [sent('update-v1'), refused, failed], { ...found, failure }],
    [
      'an update that is accepted and not read back',
      [sent('update-v1'), accepted('update-v1', 'live')],
      { ...found, changed: true, unconfirmed: 'update-v1' },
    ],
    ['one that a reading shows', [sent('update-v1'), accepted('update-v1', 'live'), shown('update-v1')], updated],
    ['an update whose answer never came', lost, { ...found, changed: true, unconfirmed: 'update-v1', failure }],
    ['a lost update that a reading shows', [sent('update-v1'), shown('update-v1')], updated],
    ['and a failure after it', [sent('update-v1'), shown('update-v1'), failed], { ...updated, failure }],
    ['the same by v2', [sent('update-v2'), shown('update-v2'), failed], { ...updated, failure }],
    [
      'old workers at its end',
      [sent('update-v1'), shown('update-v1'), ready(2)],
      { ...updated, oldWorkers: 2, evidence: 'new-workers' },
    ],
    [
      'tests that pass',
      [sent('update-v1'), shown('update-v1'), { kind: 'tests-passed', pass: passed, isUnproved: false, oldWorkers: 0 }],
      { ...updated, tests: passed },
    ],
    [
      'a failure that is restored',
      [
        sent('update-v1'),
        shown('update-v1'),
        ready(2),
        failed,
        sent('update-v1'),
        accepted('update-v1', 'live'),
        reading('live', 'initializing'),
        shown('update-v1'),
        { kind: 'put-back', endpointId: 'live' },
        reading('live'),
        ready(1),
        { kind: 'restored', endpointId: 'live', serves: true, unrestored: [] },
      ],
      { ...updated, ...seen('live'), operation: 'restored', oldWorkers: 2, evidence: 'new-workers', failure },
    ],
    [
      'a lost update that is restored',
      [
        ...lost,
        sent('update-v1'),
        shown('update-v1'),
        { kind: 'put-back', endpointId: 'live' },
        { kind: 'restored', endpointId: 'live', serves: true, unrestored: [] },
      ],
      { ...found, operation: 'restored', changed: true, failure },
    ],
    [
      'a restore that is written and not seen to serve',
      [
        sent('update-v1'),
        shown('update-v1'),
        failed,
        sent('update-v1'),
        shown('update-v1'),
        { kind: 'put-back', endpointId: 'live' },
        { kind: 'restore-failed', failure },
      ],
      { ...updated, operation: 'restored', failure, restoreFailure: failure },
    ],
    [
      'a restore that fails',
      [sent('update-v1'), shown('update-v1'), failed, sent('update-v1'), refused, { kind: 'restore-failed', failure }],
      { ...updated, failure: left, restoreFailure: failure },
    ],
    [
      'a restore that is lost',
      [sent('update-v1'), shown('update-v1'), failed, sent('update-v2'), { kind: 'restore-failed', failure }],
      {
        ...updated,
        failure: expect.objectContaining({ message: expect.stringContaining('the endpoint may still have') }),
        restoreFailure: failure,
        unconfirmed: 'update-v2',
      },
    ],
    [
      'a restore that finds somebody else’s change says no more of the first failure',
      [sent('update-v1'), shown('update-v1'), failed, { kind: 'restore-failed', failure: conflict }],
      { ...updated, failure, restoreFailure: conflict },
    ],
    [
      'a restore that finds the endpoint gone does not say that it still has the new version',
      [sent('update-v1'), shown('update-v1'), failed, { kind: 'restore-failed', failure: gone }],
      { ...updated, failure, restoreFailure: gone, isGone: true },
    ],
    [
      'an endpoint that is gone',
      [sent('update-v1'), shown('update-v1'), { kind: 'failed', failure: gone, isRestoring: false }],
      { ...updated, failure: gone, isGone: true },
    ],
    [
      'what is only said',
      [
        { kind: 'phase', phase: 'write' },
        { kind: 'waiting', wait: 'ready' },
        { kind: 'verified', unverifiable: [], extraEnvs: [] },
        { kind: 'restoring', changes: [], calls: [], unrestored: [] },
      ],
      { ...found, unrestored: [] },
    ],
  ])('%s', ([, events, expected]) => {
    expect(fold(live, events)).toEqual(expected);
  });
});

describe('of a replacement', () => {
  const created = { ...found, operation: 'created' as const, changed: true, endpointId: 'new' };
  const create = [sent('create-v1'), accepted('create-v1', 'new')];
  test.for<[string, RolloutEvent[], Outcome]>([
    ['the new endpoint, not read yet', create, created],
    [
      'one that an earlier run has left: this one has created nothing',
      [resumed],
      { ...created, operation: 'unchanged', changed: false, endpoint: endpoint('new', 'initializing') },
    ],
    [
      'the same, finished by v2',
      [resumed, sent('update-v2'), accepted('update-v2', 'new'), reading('new'), shown('update-v2')],
      { ...created, operation: 'updated', ...seen('new') },
    ],
    [
      'the same with nothing to write, the old one gone',
      [
        resumed,
        reading('new'),
        deleting('live'),
        deleted('live'),
        { kind: 'replaced', endpointId: 'new', oldEndpointId: 'live' },
      ],
      { ...created, operation: 'replaced', ...seen('new') },
    ],
    [
      'the old one on its way out',
      [...create, reading('new'), deleting('live')],
      { ...created, ...seen('new'), unconfirmed: 'delete-v1' },
    ],
    [
      'a reading says nothing of it',
      [...create, deleting('live'), reading('new')],
      {
        ...created,
        ...seen('new'),
        unconfirmed: 'delete-v1',
      },
    ],
    [
      'the old one gone',
      [
        ...create,
        reading('new'),
        deleting('live'),
        deleted('live'),
        { kind: 'replaced', endpointId: 'new', oldEndpointId: 'live' },
      ],
      { ...created, operation: 'replaced', ...seen('new') },
    ],
    [
      'the old one still there',
      [...create, deleting('live'), { kind: 'not-deleted', endpointId: 'live' }, failed],
      { ...created, failure },
    ],
    [
      'the new one deleted again',
      [...create, reading('new', 'failed'), failed, deleting('new'), deleted('new'), discarded],
      { ...found, changed: true, failure, cleanUp: 'deleted' },
    ],
    [
      'the new one deleted after a write that was lost',
      [...create, sent('update-v2'), failed, discarded],
      { ...found, changed: true, failure, cleanUp: 'deleted' },
    ],
  ])('%s', ([, events, expected]) => {
    expect(fold(live, events)).toEqual(expected);
  });
});

test('whether something may have been written', () => {
  expect([
    mayHaveWritten(untouched),
    mayHaveWritten({ ...untouched, changed: true }),
    mayHaveWritten({ ...untouched, unconfirmed: 'update-v1' }),
  ]).toEqual([false, true, true]);
});

test('a reading carries no envs', () => {
  expect(JSON.stringify(readingOf(live))).not.toContain('secret-of-hf');
  expect(readingOf(live)).toEqual({ ...live, config: { ...live.config, envs: undefined } });
});
