/** The looks around a creation over courses that the emulator does not take: lists by the second, from a client that is a table. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { withRecord } from '../../src/model/record.ts';
import { assertSingle, createOnce } from '../../src/rollout/create.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const record = { repository: 'a/b', commit: 'c', ref: 'r', run: '1.1', time: '2026-01-01T00:00:00Z', tool: 't' };
const ours = { ...liveConfig, envs: withRecord(liveConfig.envs, record) };
interface Part {
  appName?: string;
  state?: string;
  name?: string;
  run?: string | undefined;
}
/** Without `run`, it carries no record. */
const endpoint = (
  id: string,
  { appName = 'llama-app', state = 'serving', name = 'llama', run }: Part = {},
): Endpoint => ({
  ...liveEndpoint,
  id,
  state: { state, error: '', message: '' },
  config: {
    ...liveConfig,
    name,
    appName,
    envs: run ? withRecord(liveConfig.envs, { ...record, run }) : liveConfig.envs,
  },
});
const list = (...endpoints: Endpoint[]) => endpoints;
const refusal = (code: Parameters<typeof serviceError>[0], details = {}) =>
  serviceError(code, { operation: 'create', method: 'POST', ...details });
const lost = refusal('unavailable', { mayHaveHappened: true });
const [taken, balance, busy] = [refusal('app-name-taken'), refusal('balance'), refusal('busy', { status: 400 })];

async function createOver(answers: readonly unknown[], listed: (second: number) => Endpoint[], expectedIds?: string[]) {
  let sends = 0;
  const stub = openStub({
    create: () => answers[Math.min(sends++, answers.length - 1)],
    list: (second) => list(...listed(second)),
  });
  const expected = expectedIds && new Set(expectedIds);
  const result = await createOnce({ config: ours, expectedIds: expected, context: stub.context }).catch(
    (error) => error,
  );
  const told = stub.events.map((event) => (event.kind === 'write-accepted' && event.isFound ? 'found' : event.kind));
  const isError = result instanceof Error;
  return {
    result: isError ? result : `${result.id}, ${result.origin}${result.lostMs === undefined ? '' : ', lost'}`,
    sends,
    looks: stub.secondsOf('list').length,
    told: told.filter((kind) => kind !== 'write-sent'),
    second: stub.second(),
  };
}
const none = () => [];

describe('a create', () => {
  test.for<[string, readonly unknown[], (second: number) => Endpoint[], object]>([
    [
      'that is answered is done',
      [{ id: 'a' }],
      none,
      { result: 'a, answered', sends: 1, looks: 0, told: ['write-accepted'] },
    ],
    [
      'that is refused is not looked for',
      [balance],
      () => [endpoint('a')],
      { result: balance, sends: 1, looks: 0, told: ['write-refused'] },
    ],
    [
      'whose answer is lost is looked for',
      [lost],
      () => [endpoint('a')],
      { result: 'a, found, lost', sends: 1, told: ['create-answer-lost', 'create-found', 'found'] },
    ],
    [
      'and is this run’s by its record',
      [lost],
      () => [endpoint('a', { run: '1.1' })],
      { result: 'a, proved, lost', sends: 1 },
    ],
    ['and not another run’s', [lost], () => [endpoint('a', { run: '2.1' })], { result: 'a, found, lost', sends: 1 }],
    [
      'that is listed late is looked for',
      [lost],
      (at) => (at < 3 ? [] : [endpoint('a', { run: '1.1' })]),
      { result: 'a, proved, lost', sends: 1 },
    ],
    ['that is not found is sent again', [lost, { id: 'c' }], none, { result: 'c, answered, lost', sends: 2 }],
    ['is sent three times at most', [lost], none, { result: lost, sends: 3 }],
    [
      'that was lost stays the failure, whatever the next is refused for',
      [lost, balance],
      none,
      { result: lost, sends: 2 },
    ],
    [
      'with an appName that is taken is ours only with both names',
      [taken],
      () => [endpoint('a')],
      { result: 'a, found', told: ['write-refused', 'app-name-taken', 'create-found'] },
    ],
    ['and not with another appName', [taken], () => [endpoint('a', { appName: 'other' })], { result: taken, sends: 1 }],
    [
      'whose appName another endpoint of the account has names that',
      [taken],
      () => [endpoint('a', { name: 'other' })],
      { result: { code: 'app-name-taken', hint: expect.stringContaining('The endpoint other (a)') } },
    ],
    [
      'that meets another operation is sent again, after a look',
      [busy, busy, { id: 'c' }],
      none,
      { result: 'c, answered', sends: 3, told: ['write-refused', 'write-retry', 'write-refused', 'write-accepted'] },
    ],
    [
      'whose appName is still that of one that terminates waits for it',
      [taken, taken, { id: 'c' }],
      () => [endpoint('a', { state: 'deleting' })],
      { result: 'c, answered', sends: 3 },
    ],
  ])('%s', async ([, answers, listed, expected]) => {
    expect(await createOver(answers, listed)).toMatchObject(expected);
  });

  test('is not the endpoint that is to be replaced, nor one that terminates', async () => {
    const listed = () => [endpoint('old'), endpoint('gone', { state: 'deleting' }), endpoint('new')];
    expect(await createOver([lost], listed, ['old'])).toMatchObject({ result: 'new, found, lost' });
  });

  test('that is cancelled is not looked for', async () => {
    const cancelled = refusal('cancelled', { mayHaveHappened: true });
    expect(await createOver([cancelled], () => [endpoint('a')])).toMatchObject({ result: cancelled, looks: 0 });
  });

  test('that meets another operation all the time ends with it', async () => {
    const { result, second } = await createOver([busy], none);
    expect([result, second <= 620]).toEqual([busy, true]);
  });
});

/** One look for duplicates after a create of `a`. */
async function singleOver(
  listed: (second: number) => Endpoint[],
  { lostMs, expectedIds = [] }: { lostMs?: number; expectedIds?: string[] } = {},
) {
  const deleted: string[] = [];
  const stub = openStub({
    list: (second) => list(...listed(second).filter(({ id }) => !deleted.includes(id))),
    delete: (_, id) => void deleted.push(String(id)),
  });
  const creation = { config: ours, expectedIds: new Set(expectedIds), context: stub.context };
  const result = await assertSingle({ ...creation, id: 'a', lostMs }).catch((error) => error);
  return { result: result?.code ?? 'single', message: String(result?.message ?? ''), deleted, second: stub.second() };
}

describe('after a create', () => {
  const [a, b] = [endpoint('a', { run: '1.1' }), endpoint('b', { run: '1.1' })];
  test.for<[string, (second: number) => Endpoint[], Parameters<typeof singleOver>[1], object]>([
    ['it is listed alone', () => [a], {}, { result: 'single', second: 0 }],
    ['it is listed late', (at) => (at < 45 ? [] : [a]), {}, { result: 'single' }],
    ['another one terminates', () => [a, endpoint('b', { state: 'terminating' })], {}, { result: 'single' }],
    ['another one has another name', () => [a, endpoint('b', { name: 'other' })], {}, { result: 'single' }],
    [
      'the one that is to be replaced is there',
      () => [a, endpoint('b')],
      { expectedIds: ['b'] },
      { result: 'single', deleted: [] },
    ],
    [
      'a second one of this run, whose answer was lost, is deleted',
      () => [a, b],
      { lostMs: 0 },
      { result: 'single', deleted: ['b'] },
    ],
    [
      'a second one of a request that was lost more than a minute ago is not waited for',
      () => [a],
      { lostMs: -61_000 },
      { result: 'single', second: 0 },
    ],
    [
      'a second one of nobody knows whom is left, and both are named',
      () => [a, endpoint('b')],
      { lostMs: 0 },
      {
        result: 'name-ambiguous',
        deleted: [],
        message: expect.stringMatching(/endpoint a was created, but b has the same name/),
      },
    ],
    ['nor is one deleted where no answer was lost', () => [a, b], {}, { result: 'name-ambiguous', deleted: [] }],
    [
      'one of another run is left',
      () => [a, endpoint('b', { run: '2.1' })],
      { lostMs: 0 },
      { result: 'name-ambiguous', deleted: [] },
    ],
    [
      'two others, one of this run: none is deleted',
      () => [a, b, endpoint('c')],
      { lostMs: 0 },
      { result: 'name-ambiguous', deleted: [] },
    ],
    ['it is never listed', () => [], {}, { result: 'not-listed', message: expect.stringContaining('is not listed') }],
    [
      'it has another name',
      () => [endpoint('a', { name: 'Llama' })],
      {},
      { result: 'not-listed', message: expect.stringContaining('is listed under the name "Llama"') },
    ],
  ])('%s', async ([, listed, given, expected]) => {
    const ended = await singleOver(listed, given);
    expect(ended).toMatchObject(expected);
    expect(ended.second).toBeLessThanOrEqual(90);
  });
});
