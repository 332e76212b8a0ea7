/** What a write notes of the workers, and when it notes nothing. */

import { expect, test } from 'vitest';
import {
  maxOldWorkers,
  readRecord,
  readWriteEvidence,
  shorten,
  shortenedHas,
  withRecord,
} from '../../../src/model/record.ts';
import { type NoteRequest, noteOf } from '../../../src/rollout/write/note.ts';
import { startMs } from '../../clock.ts';
import { endpointOf, workerOf } from '../readings.ts';

const before = endpointOf('a running+, b running+,  pending');
const { config } = before;
const image = { ...config, image: { ...config.image, image: 'ghcr.io/acme/llama:2' } };
const scaling = { ...config, workerConfig: { ...config.workerConfig, maxNum: 9 } };
const command = { ...config, image: { ...config.image, authId: 'cred-2' } };
const restoring = (...ids: string[]) => ({ previous: config, failed: image, rightIds: new Set(ids) });

/** The evidence that is sent, with the IDs among `a`, `b`, `c` and '' that each list has. */
function noted(request: Partial<NoteRequest>, workers = before.workers) {
  const given = { call: 'update-v1', desired: image, before, next: undefined, record: undefined } as const;
  const note = noteOf({ ...given, ...request });
  const { oldWorkers, rightWorkers, writtenAt, mayKeep } =
    readWriteEvidence(note.configWith(workers, new Date(startMs))) ?? {};
  const idsIn = (list: string | undefined) => list && ['a', 'b', 'c', ''].filter(shortenedHas(list)).join();
  return {
    effect: note.effect,
    scope: note.scope,
    old: idsIn(oldWorkers),
    right: idsIn(rightWorkers),
    writtenAt,
    mayKeep,
  };
}

const replacing = { effect: 'replaces', scope: 'version', old: 'a,b,', writtenAt: startMs / 1000 };

test.for<[string, Partial<NoteRequest>, object]>([
  ['a new version', {}, replacing],
  [
    'a restore, with the workers that are right again',
    { restoring: restoring('a') },
    { ...replacing, old: 'b,', right: 'a' },
  ],
  ['a restore that no worker has survived', { restoring: restoring('c') }, replacing],
  ['parking', { desired: scaling, parked: { minNum: 1, freeTimeout: 60 } }, replacing],
  ['a change of scaling: nothing', { desired: scaling }, { effect: 'keeps', scope: 'scaling' }],
  ['a change that may keep workers', { desired: command }, { ...replacing, effect: 'open', mayKeep: true }],
])('of %s', ([, request, expected]) => {
  const nothing = { old: undefined, right: undefined, writtenAt: undefined, mayKeep: undefined };
  expect(noted(request)).toEqual({ ...nothing, ...expected });
});

test('of workers that have come since, too, and of too many: that any may be old', () => {
  const many = Array.from({ length: maxOldWorkers + 1 }, (_, index) => ({
    ...workerOf(`w${index} running`),
  }));
  expect([noted({}, endpointOf('c running').workers).old, noted({}, many).old]).toEqual(['c', 'a,b,c,']);
});

test('a change of scaling keeps the record that is there', () => {
  const record = { oldWorkers: shorten(['x']), envKeys: '8.', writtenAt: 7 };
  const live = { ...before, config: { ...config, envs: withRecord(config.envs, record) } };
  const request = { call: 'update-v1', desired: scaling, before: live, next: undefined, record: undefined } as const;
  const sent = noteOf(request).configWith([], new Date(startMs));
  const { envKeys, ...evidence } = record;
  expect([readWriteEvidence(sent), readRecord(sent)]).toEqual([evidence, { envKeys }]);
});
