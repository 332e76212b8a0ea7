/** Sequences of events → outcome. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { type RolloutEvent, readingOf } from '../../src/rollout/events.ts';
import { initialOutcome, mayHaveWritten, type Outcome, outcomeAfter } from '../../src/rollout/outcome.ts';
import { liveEndpoint } from '../plan/example.ts';

const live: Endpoint = { ...liveEndpoint, id: 'live' };
const endpoint = (id: string, state = 'serving') =>
  readingOf({ ...liveEndpoint, id, state: { state, error: '', message: '' } });
const reading = (id: string, state?: string): RolloutEvent => ({ kind: 'reading', endpoint: endpoint(id, state) });
const sent = (call: 'create-v1' | 'update-v1' | 'update-v2'): RolloutEvent => ({ kind: 'write-sent', call });
const accepted = (call: 'create-v1' | 'update-v1' | 'update-v2', endpointId: string): RolloutEvent => ({
  kind: 'write-accepted',
  call,
  endpointId,
});
const shown = (call: 'update-v1' | 'update-v2'): RolloutEvent => ({ kind: 'write-shown', call });
const refused: RolloutEvent = { kind: 'write-refused', call: 'update-v1' };
const failure = new DeployError({ code: 'crashed', message: 'the container exits' });
const failed: RolloutEvent = { kind: 'failed', failure, isRestoring: false };
const ready = (oldWorkers: number): RolloutEvent => ({
  kind: 'ready',
  evidence: 'new-workers',
  oldWorkers,
  newWorkers: 1,
});
const resumed: RolloutEvent = {
  kind: 'replacement-resumed',
  successor: endpoint('new', 'initializing'),
  oldEndpointId: 'live',
};
const deleting = (endpointId: string): RolloutEvent => ({ kind: 'deleting', endpointId, by: 'id' });
const deleted = (endpointId: string): RolloutEvent => ({ kind: 'deleted', endpointId, isListed: false });
const discarded: RolloutEvent = { kind: 'discarded', endpointId: 'new', old: endpoint('live') };

function fold(found: Endpoint | undefined, events: readonly RolloutEvent[]): Outcome {
  return events.reduce(outcomeAfter, initialOutcome({ live: found }));
}

const untouched = {
  operation: undefined,
  changed: false,
  endpointId: undefined,
  endpoint: undefined,
  unconfirmed: undefined,
  oldWorkers: 0,
  smoke: undefined,
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
      { ...untouched, unconfirmed: 'create-v1', endpoint: endpoint('other') },
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
      { ...created, endpoint: endpoint('new'), evidence: 'new-workers' },
    ],
  ])('%s', ([, events, expected]) => {
    expect(fold(undefined, events)).toEqual(expected);
  });
});

describe('of a live endpoint', () => {
  const updated = { ...found, operation: 'updated' as const, changed: true };
  const lost = [sent('update-v1'), failed];
  test.for<[string, RolloutEvent[], Outcome]>([
    ['no event', [], found],
    ['nothing to write', [{ kind: 'nothing-to-write' }], { ...found, operation: 'unchanged' }],
    [
      'nothing to write, and not serving',
      [{ kind: 'nothing-to-write' }, failed],
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
      'a smoke test that passes',
      [
        sent('update-v1'),
        shown('update-v1'),
        { kind: 'smoke-passed', status: 200, coldStartSeconds: 3, firstByteSeconds: 0.1 },
      ],
      { ...updated, smoke: { status: 200, coldStartSeconds: 3, firstByteSeconds: 0.1 } },
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
        { kind: 'restored', endpointId: 'live', serves: true, unverifiable: [] },
      ],
      { ...updated, operation: 'restored', oldWorkers: 2, evidence: 'new-workers', failure },
    ],
    [
      'a lost update that is restored',
      [
        ...lost,
        sent('update-v1'),
        shown('update-v1'),
        { kind: 'put-back', endpointId: 'live' },
        { kind: 'restored', endpointId: 'live', serves: true, unverifiable: [] },
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
      { ...updated, failure, restoreFailure: failure },
    ],
    [
      'a restore that is lost',
      [sent('update-v1'), shown('update-v1'), failed, sent('update-v2'), { kind: 'restore-failed', failure }],
      { ...updated, failure, restoreFailure: failure, unconfirmed: 'update-v2' },
    ],
    [
      'what is only said',
      [
        { kind: 'phase', phase: 'write' },
        { kind: 'waiting', wait: 'ready' },
        { kind: 'verified', unverifiable: [] },
        { kind: 'restoring', changes: [], calls: [], unverifiable: [] },
        { kind: 'discarding', endpointId: 'new', oldEndpointId: 'live', message: '' },
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
      { ...created, operation: 'updated', endpoint: endpoint('new') },
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
      { ...created, operation: 'replaced', endpoint: endpoint('new') },
    ],
    [
      'the old one on its way out',
      [...create, reading('new'), deleting('live')],
      { ...created, endpoint: endpoint('new'), unconfirmed: 'delete-v1' },
    ],
    [
      'a reading says nothing of it',
      [...create, deleting('live'), reading('new')],
      {
        ...created,
        endpoint: endpoint('new'),
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
      { ...created, operation: 'replaced', endpoint: endpoint('new') },
    ],
    [
      'the old one still there',
      [...create, deleting('live'), { kind: 'not-deleted', endpointId: 'live' }, failed],
      { ...created, failure },
    ],
    [
      'the new one deleted again',
      [...create, reading('new', 'failed'), deleting('new'), deleted('new'), discarded, failed],
      { ...found, changed: true, failure },
    ],
    [
      'the new one deleted after a write that was lost',
      [...create, sent('update-v2'), discarded, failed],
      { ...found, changed: true, failure },
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
