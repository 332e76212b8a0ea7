/** Sequences of events → what they have shown. */

import { expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { RolloutError } from '../../src/rollout/errors.ts';
import { type RolloutEvent, readingOf } from '../../src/rollout/events.ts';
import { type Facts, factsAfter, initialFacts } from '../../src/rollout/facts.ts';
import { liveEndpoint } from '../plan/example.ts';
import { stateOf } from './readings.ts';

const seenMs = 7;
const live: Endpoint = { ...liveEndpoint, id: 'live' };
const endpoint = (id: string, state = 'serving') => readingOf({ ...liveEndpoint, id, state: stateOf(state) });
/** What is kept of a reading. */
const seen = (id: string, state?: string) => ({ endpoint: endpoint(id, state), seenMs });

const reading = (id: string, state?: string): RolloutEvent => ({ kind: 'reading', endpoint: endpoint(id, state) });
type Written = 'create-v1' | 'update-v1' | 'update-v2';
const sent = (call: Written): RolloutEvent => ({ kind: 'write-sent', call });
const accepted = (call: Written, endpointId: string): RolloutEvent => ({ kind: 'write-accepted', call, endpointId });
const createAccepted = accepted('create-v1', 'new');
const shown = (call: Written): RolloutEvent => ({ kind: 'write-shown', call, url: '' });
const refused: RolloutEvent = { kind: 'write-refused', call: 'update-v1' };
const failure = new DeployError({ code: 'crashed', message: 'the container exits' });
const conflict = new RolloutError({ code: 'conflict', message: 'someone else changed it' });
const gone = new RolloutError({ code: 'not-found', message: 'it no longer exists' });
const failed: RolloutEvent = { kind: 'failed', failure, isRestoring: false };
const notRestored = (cause: DeployError): RolloutEvent => ({ kind: 'restore-failed', failure: cause });
const restored: RolloutEvent = { kind: 'restored', serves: true };
const putBack: RolloutEvent = { kind: 'put-back', unrestored: [] };
const undone = { undo: { kind: 'restored', isSeen: true, except: [] }, operation: 'restored', failure } as const;
const failedUndo = { undo: { kind: 'failed', of: 'restore' }, problem: failure, failure } as const;
const nothing: RolloutEvent = { kind: 'nothing-to-write', isRecorded: true };
const counts = { newWorkers: 1, isTested: false, crashes: '' };
const ready = (oldWorkers: number): RolloutEvent => ({ kind: 'ready', evidence: 'new-workers', oldWorkers, ...counts });
const deleting = (endpointId: string): RolloutEvent => ({ kind: 'deleting', endpointId, by: 'id' });
const deleted = (endpointId: string): RolloutEvent => ({ kind: 'deleted', endpointId, isListed: false });
const discarded: RolloutEvent = { kind: 'cleaned-up', endpointId: 'new', by: 'deleting' };
const pass = {
  kind: 'passed',
  results: [{ title: 'GET /health', outcome: 'passed', isWarmUp: true, status: 200, totalMs: 100 }],
} as const;

const none: Partial<Facts> = {};
const waited = { evidence: 'new-workers', crashes: '' } as const;

/** As at the beginning, but for `base` and a part. */
function testFolds(
  title: string,
  { of, base }: { of: Endpoint | undefined; base: Partial<Facts> },
  rows: Readonly<Record<string, readonly [RolloutEvent[], Partial<Facts>?]>>,
): void {
  test.for(Object.entries(rows))(`${title}: %s`, ([, [events, part]]) => {
    const start = initialFacts({ live: of });
    const facts = events.reduce((before, event) => factsAfter(before, event, seenMs), start);
    const created = events.includes(createAccepted) && { createdMs: seenMs };
    expect(facts).toEqual({ ...start, ...base, ...created, ...part });
  });
}

const create = [sent('create-v1'), createAccepted];
const finish = [sent('update-v2'), accepted('update-v2', 'new'), shown('update-v2')];
const update = [sent('update-v1'), shown('update-v1')];
const lost = [sent('update-v1'), failed];

testFolds(
  'from nothing',
  { of: undefined, base: none },
  {
    'no event': [[]],
    'a create that is sent': [[sent('create-v1')], { unconfirmed: 'create-v1' }],
    'a create that is refused': [[sent('create-v1'), refused]],
    'a create whose answer never came': [
      [sent('create-v1'), failed],
      { changed: true, unconfirmed: 'create-v1', failure },
    ],
    'a create that no reading of another endpoint confirms': [
      [sent('create-v1'), reading('other')],
      { unconfirmed: 'create-v1', ...seen('other') },
    ],
  },
);

testFolds(
  'created',
  { of: undefined, base: { operation: 'created', changed: true, endpointId: 'new' } },
  {
    'as soon as it is accepted': [create],
    'and finished by v2': [[...create, ...finish]],
    'and perhaps finished by v2': [[...create, sent('update-v2'), failed], { unconfirmed: 'update-v2', failure }],
    'with the last of its readings': [
      [...create, reading('new', 'initializing'), reading('new'), ready(0)],
      { ...seen('new'), ...waited },
    ],
  },
);

testFolds(
  'a live endpoint',
  { of: live, base: none },
  {
    'no event': [[]],
    'nothing to write': [[nothing], { operation: 'unchanged' }],
    'nothing to write, and not serving': [[nothing, failed], { operation: 'unchanged', failure }],
    'an update that is refused': [[sent('update-v1'), refused, failed], { failure }],
    'an update that is accepted and not read back': [
      [sent('update-v1'), accepted('update-v1', 'live')],
      { changed: true, unconfirmed: 'update-v1' },
    ],
    'an update whose answer never came': [lost, { changed: true, unconfirmed: 'update-v1', failure }],
    'a lost update that is restored': [[...lost, ...update, putBack, restored], { ...undone, changed: true }],
    'what is only said': [
      [
        { kind: 'waiting', wait: 'ready' },
        { kind: 'verified', unverifiable: [], extraEnvs: [] },
        { kind: 'restoring', changes: [], calls: [], unrestored: [] },
      ],
    ],
  },
);

testFolds(
  'an update',
  { of: live, base: { operation: 'updated', changed: true } },
  {
    'that a reading shows': [[sent('update-v1'), accepted('update-v1', 'live'), shown('update-v1')]],
    'that was lost, and that a reading shows': [update],
    'and a failure after it': [[...update, failed], { failure }],
    'the same by v2': [[sent('update-v2'), shown('update-v2'), failed], { failure }],
    'that is ready': [[...update, ready(2)], waited],
    'tests that pass': [
      [...update, { kind: 'tests-passed', pass, by: 'new', oldWorkers: 0 }],
      { tests: pass, answeredBy: 'new' },
    ],
    'a failure that is restored': [
      [
        ...[...update, ready(2), failed],
        ...[sent('update-v1'), accepted('update-v1', 'live'), reading('live', 'initializing'), shown('update-v1')],
        ...[putBack, reading('live'), ready(1), restored],
      ],
      { ...seen('live'), ...waited, ...undone },
    ],
    'a restore that is written and not seen to serve': [
      [...update, failed, ...update, putBack, notRestored(failure)],
      { ...undone, undo: { ...undone.undo, isSeen: false }, problem: failure },
    ],
    'a restore that fails': [[...update, failed, sent('update-v1'), refused, notRestored(failure)], failedUndo],
    'a restore that is lost': [
      [...update, failed, sent('update-v2'), notRestored(failure)],
      { ...failedUndo, unconfirmed: 'update-v2' },
    ],
    'a restore that finds somebody else’s change': [
      [...update, failed, notRestored(conflict)],
      { ...failedUndo, problem: conflict, others: 'changed' },
    ],
    'a restore that finds the endpoint gone': [
      [...update, failed, notRestored(gone)],
      { ...failedUndo, problem: gone, others: 'deleted' },
    ],
    'an endpoint that is gone': [
      [...update, { kind: 'failed', failure: gone, isRestoring: false }],
      { failure: gone, others: 'deleted' },
    ],
  },
);

testFolds(
  'a new one that is deleted',
  {
    of: undefined,
    base: { changed: true, endpointId: 'new', failure, undo: { kind: 'deleted' } },
  },
  {
    'after it was read': [
      [...create, reading('new', 'failed'), failed, deleting('new'), deleted('new'), discarded],
      seen('new', 'failed'),
    ],
    'after a write that was lost': [[...create, sent('update-v2'), failed, discarded]],
  },
);

test('a reading carries no envs', () => {
  expect(JSON.stringify(readingOf(live))).not.toContain('secret-of-hf');
  expect(readingOf(live)).toEqual({ ...live, config: { ...live.config, envs: undefined } });
});
