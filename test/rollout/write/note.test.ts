/** What a write notes of the workers, and when it notes nothing. */

import { expect, test } from 'vitest';
import { readRecord, readWriteNote, withRecord } from '../../../src/model/record.ts';
import { maxOldWorkers, shorten, shortenedHas } from '../../../src/model/shortened.ts';
import { type NoteRequest, noteOf } from '../../../src/rollout/write/note.ts';
import { startMs } from '../../clock.ts';
import { endpointOf, workerOf } from '../readings.ts';

const before = endpointOf('a running+, b running+,  pending');
const { config } = before;
const image = { ...config, image: { ...config.image, image: 'ghcr.io/acme/llama:2' } };
const scaling = { ...config, workerConfig: { ...config.workerConfig, maxNum: 9 } };

const given = { call: 'update-v1', desired: image, before, part: 'whole', record: undefined } as const;
const now = new Date(startMs);

/** The note that is sent, with the IDs among `a`, `b`, `c` and '' that are old. */
function noted(request: Partial<NoteRequest>, workers = before.workers) {
  const note = noteOf({ ...given, ...request });
  const { oldWorkers, writtenAt } = readWriteNote(note.configWith(workers, now)) ?? {};
  const old = oldWorkers && ['a', 'b', 'c', ''].filter(shortenedHas(oldWorkers)).join();
  return { effect: note.effect, old, writtenAt };
}

const replacing = { effect: 'replaces', old: 'a,b,', writtenAt: startMs / 1000 };

test.for<[string, Partial<NoteRequest>, object]>([
  ['a new version', {}, replacing],
  ['a restore', { restoring: { failed: image, runs: new Map([['a', 'earlier']]) } }, replacing],
  ['the second of two calls, also where no reading shows its change', { desired: config, part: 'second' }, replacing],
  ['parking', { desired: scaling, parked: { minNum: 1, freeTimeout: 60 } }, replacing],
  ['a change of scaling: nothing', { desired: scaling }, { effect: 'keeps', old: undefined, writtenAt: undefined }],
])('of %s', ([, request, expected]) => {
  expect(noted(request)).toEqual(expected);
});

test('a worker that cannot start is no worker that may get an ID later, but it was there', () => {
  const broken = endpointOf(' pulling: manifest unknown');
  const { oldWorkers = '' } = readWriteNote(noteOf({ ...given, before: broken }).configWith(broken.workers, now)) ?? {};
  expect([shortenedHas(oldWorkers)(''), oldWorkers === shorten([])]).toEqual([false, false]);
});

test('of workers that have come since, too, and of too many: that any may be old', () => {
  const many = Array.from({ length: maxOldWorkers + 1 }, (_, index) => ({ ...workerOf(`w${index} running`) }));
  expect([noted({}, endpointOf('c running').workers).old, noted({}, many).old]).toEqual(['c', 'a,b,c,']);
});

test('a change of scaling keeps the record that is there', () => {
  const record = { oldWorkers: shorten(['x']), time: now.toISOString(), envKeys: '8.', writtenAt: 7 };
  const live = { ...before, config: { ...config, envs: withRecord(config.envs, record) } };
  const sent = noteOf({ ...given, desired: scaling, before: live }).configWith([], now);
  const { envKeys, time, ...note } = record;
  expect([readWriteNote(sent), readRecord(sent)]).toEqual([note, { envKeys, time }]);
});
