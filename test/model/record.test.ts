/** What a write notes of the endpoint before it: short enough for one env, and wrong by chance only in the direction of "was there before". */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DeploymentRecord,
  readOwner,
  readParked,
  readRecord,
  readWriteNote,
  recordDoubt,
  recordEnvOf,
  withoutRecord,
  withRecord,
} from '../../src/model/record.ts';
import { maxOldWorkers, maxSecretKeys, noteTests, shorten, shortenedHas } from '../../src/model/shortened.ts';

const record: DeploymentRecord = {
  repository: 'acme-research/llama-inference-endpoints',
  repositoryId: '1234567890',
  commit: 'a'.repeat(40),
  ref: 'refs/heads/release/2026-11',
  run: '12345678901.12',
  time: '2026-11-22T13:21:11.000Z',
  pinnedFrom: 'ghcr.io/acme-research/llama-inference:release-2026-11',
  tool: 'deploy-gpu-endpoint/1.22.333',
};
const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `${(from + index).toString(16).padStart(8, '0')}e6ae5677`);
const keys = Array.from({ length: 40 }, (_, index) => `VARIABLE_${index}`);
const key = 'GPU_ENDPOINT_DEPLOYMENT';

describe('ids of workers, shortened', () => {
  test.for([0, 1, 50, 51, 150, 151, 230, 231, 1000])('%i of them fit beside a record, in 2 KB', (count) => {
    const writeNote = {
      oldWorkers: shorten(ids(count), maxOldWorkers),
      envKeys: shorten(keys),
      writtenAt: 1_795_000_000,
    };
    const tests = Array.from({ length: 20 }, (_, index) => ({ get: `/${index}` }));
    const step = {
      source: 'AbCd_-12',
      over: 'c'.repeat(40),
      deployed: 'x'.repeat(60),
      secretKeys: shorten(keys, maxSecretKeys),
      ...noteTests(tests),
    };
    const value = recordEnvOf({ envs: withRecord([], { ...record, ...step, ...writeNote }) })?.value ?? '';
    expect(Buffer.byteLength(value)).toBeLessThanOrEqual(2048);
    expect(ids(count).every(shortenedHas(writeNote.oldWorkers))).toBe(true);
  });

  test.for<[number, number]>([
    [3, 0],
    [50, 0],
    [160, 1],
    [230, 2],
  ])('of %i, another 20,000 are mistaken for one of them at most %i times', ([count, most]) => {
    const oldWorkers = shorten(ids(count), maxOldWorkers);
    expect(ids(20_000, 5000).filter(shortenedHas(oldWorkers)).length).toBeLessThanOrEqual(most);
  });

  test('have every id that they were made of, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 200 }), fc.integer({ min: 50, max: 230 }), (texts, most) => {
        const shortened = shorten(texts, most);
        const has = shortenedHas(shortened);
        expect([shortened.length <= 922, texts.filter((text) => !has(text))]).toEqual([true, []]);
      }),
    );
  });

  test('too many of them stand for every id', () => {
    const oldWorkers = shorten(ids(maxOldWorkers + 1), maxOldWorkers);
    expect([oldWorkers, ids(1000, 5000).every(shortenedHas(oldWorkers))]).toEqual(['*', true]);
  });

  test('are the same in any order, each once', () => {
    expect(shorten(['b', 'a', 'b'])).toBe(shorten(['a', 'b']));
    expect(shorten([])).toBe('8.');
  });
});

describe('the env of a record', () => {
  const writeNote = { oldWorkers: shorten(['w1']) };
  const envKeys = shorten(['LOG']);
  const log = { key: 'LOG', value: 'info' };
  const envs = (value: string) => ({ envs: [log, { key, value }] });
  const whole = JSON.stringify({ ...record, ...writeNote, envKeys });
  const odd = (change: object) => JSON.stringify({ ...record, ...writeNote, envKeys, ...change });
  test.for<[string, string, DeploymentRecord | undefined, object | undefined]>([
    ['of a workflow', whole, { ...record, envKeys }, writeNote],
    [
      'of a run outside of one',
      JSON.stringify({ time: record.time, tool: 't', ...writeNote, envKeys }),
      { time: record.time, tool: 't', envKeys },
      writeNote,
    ],
    ['of a restore of what no deploy made', JSON.stringify({ tool: 't', ...writeNote, envKeys }), undefined, writeNote],
    ['without a note of workers', JSON.stringify(record), record, undefined],
    ['of the greatest length', whole.padEnd(4095), { ...record, envKeys }, writeNote],
    [
      'with members of another version',
      odd({ source: 'AbCd_-12', mayKeep: true, replaces: 'e1', unsettledAt: 1 }),
      expect.objectContaining(record),
      expect.objectContaining(writeNote),
    ],
  ])('%s is read', ([, value, expected, noted]) => {
    expect(readRecord(envs(value))).toEqual(expected);
    expect(readWriteNote(envs(value))).toEqual(noted);
    expect(recordDoubt(envs(value))).toBeUndefined();
  });

  test('with every member that a deploy writes is read whole', () => {
    const version: DeploymentRecord = {
      ...{ ...record, over: 'c'.repeat(40), pullRequest: 7, name: 'llama-pr-7', imageInput: '8.AbCdEf-_' },
      ...{ secretKeys: '*', tests: '4.AbCd', envKeys, wait: 'none' as const, deployed: 'AbCd----' },
    };
    const noted = { oldWorkers: '8.', rightWorkers: '4.AbCd', writtenAt: 1_795_479_983 };
    const parked = { minNum: 1, freeTimeout: 300, why: 'slower', run: '12345678901.12' };
    const config = { envs: withRecord([], { ...version, ...noted, parked }) };
    expect([readRecord(config), readWriteNote(config), readParked(config)]).toEqual([version, noted, parked]);
  });

  const { commit: _, ...uncommitted } = record;
  test.for<[string, string]>([
    ['no JSON', '{'],
    ['null', 'null'],
    ['too long', whole.padEnd(4096)],
    ['half an owner', JSON.stringify(uncommitted)],
    ['a run and no repository', JSON.stringify({ run: '1.1' })],
    ['half a note', JSON.stringify({ ...record, ...writeNote })],
    ...Object.entries({
      ref: 5,
      repositoryId: 7,
      pullRequest: 1.5,
      pinnedFrom: 'a b',
      oldWorkers: 'w1',
      writtenAt: 'x',
      secretKeys: 7,
      time: 'soon',
      over: 1,
    }).map(([member, value]): [string, string] => [`another form of ${member}`, odd({ [member]: value })]),
  ])('with %s is a doubt, and nobody’s', ([, value]) => {
    const read = [readRecord(envs(value)), readOwner(envs(value)), readWriteNote(envs(value)), readParked(envs(value))];
    expect([...new Set(read), recordDoubt(envs(value)) !== undefined]).toEqual([undefined, true]);
  });

  test('takes the place of the one before it, and is not counted among the others', () => {
    const before = envs('{}').envs;
    const after = withRecord(before, { ...record, ...writeNote, envKeys });
    expect(after).toEqual([log, { key, value: whole }]);
    expect([withoutRecord(after), recordEnvOf({ envs: after })?.value]).toEqual([[log], whole]);
  });

  test('is at most what v2 carries: the oldest versions go', () => {
    const version = { run: '12345678901', commit: 'c'.repeat(40), image: 'x'.repeat(450), deployed: 'd'.repeat(60) };
    const before = ['1', '2', '3', '4', '5'].map((digit) => ({ ...version, run: digit }));
    const oldWorkers = shorten(ids(maxOldWorkers), maxOldWorkers);
    const [env] = withRecord([], { ...record, oldWorkers, envKeys, before });
    const kept = readRecord({ envs: env ? [env] : [] })?.before?.map(({ run }) => run);
    expect([Number(env?.value.length) <= 4095, kept]).toEqual([true, ['1', '2', '3', '4']]);
  });

  test('is none where there are two that differ', () => {
    const twice = { envs: [...envs(whole).envs, { key, value: JSON.stringify({ tool: 't', ...writeNote, envKeys }) }] };
    expect([readRecord(twice), readWriteNote(twice)]).toEqual([undefined, undefined]);
  });
});
