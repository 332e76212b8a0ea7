/** What a write knows of the workers: how long those of the last one may still come, which ones were there, and which of them have a doubtful ID. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/model/endpoint.ts';
import { type DeploymentRecord, type WriteNote, withRecord } from '../../../src/model/record.ts';
import { shorten } from '../../../src/model/shortened.ts';
import { mayServeEarlier, type Write, writeByRecord, writeOf } from '../../../src/rollout/evidence/effect.ts';
import { unsettledMs } from '../../../src/rollout/read/settle.ts';
import { startMs } from '../../clock.ts';
import { endpointOf, type Shown, stateOf } from '../readings.ts';

const now = new Date(startMs);
const ago = (seconds: number) => startMs / 1000 - seconds;

interface Noted extends Partial<WriteNote>, Partial<Pick<DeploymentRecord, 'time' | 'tool' | 'wait'>> {
  old?: readonly string[];
}

/** With the record of a write half a minute ago that was to replace the worker `old`, unless told otherwise. */
function recorded(shown: Shown, { old = ['old'], ...given }: Noted = {}): Endpoint {
  const endpoint = endpointOf(shown);
  const evidence = { ...{ oldWorkers: shorten(old), envKeys: '8.', writtenAt: ago(30) }, ...given };
  return { ...endpoint, config: { ...endpoint.config, envs: withRecord([], evidence) } };
}

describe('workers of the last write may still come', () => {
  const two = (workers: string, state = 'serving') => ({ workers, state, minNum: 2 });
  test.for<[string, Shown, number, Noted?]>([
    ['all of them', '', 90],
    ['none is needed', { minNum: 0 }, 0],
    ['those from before it do not count', 'old running+', 90],
    ['one of two', two('a pulling'), 90],
    ['both are there', two('a pulling, b running+'), 0],
    ['one is on its way out', two('a pulling, b removed'), 90],
    ['one has no ID yet', two('a pulling,  pending'), 90],
    ['one has crashed, and one more has no ID yet', 'a exited,  pending', 90],
    ['one serves, and one more, without an ID, waits for a GPU', 'a running+,  pending: unschedulable', 90],
    ['one without an ID waits for a GPU', two('a pulling,  pending: unschedulable'), 90],
    ['one without an ID cannot pull the image', two('a pulling,  pulling: manifest unknown'), 0],
    ['one without an ID has crashed', two('a pulling,  exited'), 0],
    ['a moment ago', '', 120, { writtenAt: ago(0) }],
    ['100 s ago', '', 20, { writtenAt: ago(100) }],
    ['two minutes ago', '', 0, { writtenAt: ago(120) }],
    ['an hour ago', '', 0, { writtenAt: ago(3600) }],
    ['by a clock that is an hour ahead', '', 120, { writtenAt: ago(-3600) }],
  ])('%s', ([, shown, seconds, noted]) => {
    expect(unsettledMs(recorded(shown, noted), now) / 1000).toBe(seconds);
  });

  test('of no write that a record tells of', () => {
    const { writtenAt: _, ...timeless } = { oldWorkers: '8.', envKeys: '8.', writtenAt: 0 };
    const endpoint = endpointOf('');
    const envs = withRecord([], timeless);
    const waits = [endpoint, { ...endpoint, config: { ...endpoint.config, envs } }].map((live) =>
      unsettledMs(live, now),
    );
    expect(waits).toEqual([0, 0]);
  });
});

/** What it holds, and what it knows of the workers `a`, `old`, and one without an ID. */
function toldBy({ known, found, ...write }: Write) {
  const told = Object.fromEntries(['a', 'old', ''].flatMap((id) => (known(id) ? [[id, known(id)]] : [])));
  const lists = found && { ...found, unordered: [...found.unordered], unready: [...found.unready] };
  return { ...write, known: told, ...lists };
}

describe('the write of this run', () => {
  const update = {
    ...{ kind: 'update', oldCount: 1, spare: 0, unlisted: 0, unidentified: 0 },
    ...{ sentMs: 7, stateBefore: stateOf('serving'), known: { a: 'earlier' } },
  };
  type Given = Partial<Parameters<typeof writeOf>[0]>;
  test.for<[string, Endpoint | undefined, object, Given?]>([
    ['that creates', undefined, { kind: 'create', oldCount: 0, stateBefore: undefined, known: {} }],
    ['that replaces what is there', endpointOf('a running+'), {}],
    ['that replaces workers on their way out', endpointOf('a removed'), { oldCount: 0, unlisted: 1 }],
    ['over one without an ID', endpointOf(' pending'), { known: { '': 'earlier' }, unidentified: 1 }],
    ['over one that cannot start', endpointOf(' pulling: manifest unknown'), { known: { '': 'earlier' } }],
    ['over one without a GPU', endpointOf(' pending: unschedulable'), { known: { '': 'earlier' }, unidentified: 1 }],
    ['over fewer than are needed', endpointOf({ workers: 'a running+', minNum: 3 }), { unlisted: 2 }],
    ['over none where none is needed', endpointOf({ minNum: 0 }), { oldCount: 0, known: {} }],
    ['over one where none is needed', endpointOf({ workers: 'a running+', minNum: 0 }), { spare: 1 }],
    [
      'over an endpoint that was stopped',
      endpointOf({ state: 'stopped' }),
      { oldCount: 0, known: {}, stateBefore: stateOf('stopped') },
    ],
    [
      'that restores',
      endpointOf('a running+, old running+'),
      { kind: 'restore', known: { a: 'before-restore', old: 'earlier' } },
      { runs: new Map([['old', 'earlier']]) },
    ],
    [
      'that changes only the scaling: the record tells who is old',
      recorded('a running+'),
      {
        kind: 'keeps',
        sentMs: 7 - 30_000,
        known: { old: 'superseded' },
        unordered: ['a'],
        unready: [],
        isByHand: false,
      },
      { effect: 'keeps' },
    ],
  ])('%s', ([, before, expected, given]) => {
    const sent = { effect: 'replaces', sentAt: { date: now, monotonicMs: 7 }, ...given } as const;
    expect(toldBy(writeOf({ ...sent, before }))).toEqual({ ...update, ...expected });
  });
});

describe('the write of an earlier run, by its record', () => {
  const noted = {
    ...{ kind: 'found', oldCount: 1, spare: 0, unlisted: 0, unidentified: 0 },
    ...{ unordered: ['a'], unready: [], isByHand: false },
    ...{ sentMs: 70_000, stateBefore: undefined, known: { old: 'superseded' } },
  };
  const all = { a: 'superseded', old: 'superseded', '': 'superseded' };
  const longAgo = Number.NEGATIVE_INFINITY;
  test.for<[string, Endpoint, object]>([
    ['that replaced a worker', recorded('a running+'), {}],
    ['by a clock that is ahead', recorded('a running+', { writtenAt: ago(-3600) }), { sentMs: 100_000 }],
    ['that created the endpoint', recorded('a running+', { old: [] }), { oldCount: 0, known: {} }],
    ['over one without an ID', recorded('a running+', { old: [''] }), { unidentified: 1, known: { '': 'superseded' } }],
    ['over more than can be told apart', recorded('a running+', { oldWorkers: '*' }), { unidentified: 1, known: all }],
    [
      'while one of its workers starts',
      recorded('a pulling, old running, b running+'),
      { unordered: ['a', 'old', 'b'], unready: ['a'] },
    ],
    ['where there is none', endpointOf('a running+'), { oldCount: 0, sentMs: longAgo, known: {} }],
  ])('%s', ([, live, expected]) => {
    expect(toldBy(writeByRecord(live, { date: now, monotonicMs: 100_000 }))).toEqual({ ...noted, ...expected });
  });
});

test.for<[string, Shown, Noted, boolean]>([
  ['waited for', 'a running+, old running+', {}, false],
  ['of `wait: none`, beside an older one', 'a running+, old running+', { wait: 'none' }, true],
  ['of `wait: none`, alone', 'a running+', { wait: 'none' }, false],
])('whether a worker may be of an earlier version: %s', ([, shown, noted, expected]) => {
  const live = recorded(shown, { time: '2026-01-01T00:00:00.000Z', tool: 't', ...noted });
  expect(mayServeEarlier(live)).toBe(expected);
});
