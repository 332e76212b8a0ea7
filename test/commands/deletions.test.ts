/** Several deletions: each looked at again, one failure not stopping the others, and what the step says of all of them. */

import { describe, expect, test } from 'vitest';
import { concludeDeletions, deleteAll, deleteOne } from '../../src/commands/deletions.ts';
import { DeployError, type ErrorCode } from '../../src/errors.ts';
import type { Deletion } from '../../src/render/run-comment.ts';
import { commandContext, endpoint, lastOutputs, memoryService, serviceError } from './scene.ts';

const [a, b, c] = [endpoint('a'), endpoint('b'), endpoint('c')];

async function deleteThem({
  answers = () => {},
  stays = '',
  missing = [],
}: {
  answers?: (call: string) => void;
  /** Of a fresh reading. */
  stays?: string;
  missing?: readonly string[];
}) {
  const service = memoryService(
    [a, b, c].filter(({ id }) => !missing.includes(id)),
    answers,
  );
  const { context, outputWrites, concealed } = commandContext({ client: service.client });
  const asked = new Set<string>();
  const deletions = await deleteAll([a, b, c], {
    context,
    reasonOf: ({ id }) => {
      const isFresh = asked.has(id);
      asked.add(id);
      return isFresh && id === stays ? undefined : `it is ${id}`;
    },
  });
  return {
    states: deletions.map(
      ({ endpoint: { id }, state, failure }) => `${id} ${state}${failure ? ` ${failure.code}` : ''}`,
    ),
    deletions,
    service,
    outputWrites,
    concealed,
  };
}

const failingAt = (failing: string, code: ErrorCode) => ({
  answers: (call: string) => {
    if (call === failing) throw serviceError({ code });
  },
});

describe('endpoints', () => {
  test('are deleted in their order, with outputs after each', async () => {
    const { states, service, outputWrites, concealed } = await deleteThem({});
    expect(states).toEqual(['a deleted', 'b deleted', 'c deleted']);
    expect(service.endpoints.size).toBe(0);
    expect(
      outputWrites.filter((write) => write.startsWith('endpoints=')).map((write) => write.split('"state"').length - 1),
    ).toEqual([1, 2, 3]);
    expect(lastOutputs(outputWrites)).toEqual({
      'endpoint-id': 'a',
      changed: 'true',
      'failure-reason': '',
      endpoints: JSON.stringify(
        ['a', 'b', 'c'].map((id) => ({
          'endpoint-id': id,
          name: id,
          state: 'deleted',
          reason: `it is ${id}`,
          changed: 'true',
          'failure-reason': '',
        })),
      ),
    });
    expect(concealed).toContain('secret-of-hf');
  });

  test.for<[string, Parameters<typeof deleteThem>[0], string[]]>([
    ['that somebody has taken over are kept', { stays: 'b' }, ['a deleted', 'b kept', 'c deleted']],
    ['that are gone already count as deleted', { missing: ['b'] }, ['a deleted', 'b deleted', 'c deleted']],
    [
      'of which one cannot be read do not stop the others',
      failingAt('get a', 'unavailable'),
      ['a failed unavailable', 'b deleted', 'c deleted'],
    ],
    [
      'of which one is refused do not stop the others',
      failingAt('delete b', 'unauthorized'),
      ['a deleted', 'b failed unauthorized', 'c deleted'],
    ],
  ])('%s', async ([, given, expected]) => {
    expect((await deleteThem(given)).states).toEqual(expected);
  });

  test('that nobody has come to when the run is cancelled are not in the result', async () => {
    const cancelled = new AbortController();
    const service = memoryService([a, b, c], (call) => {
      if (call !== 'get b') return;
      cancelled.abort();
      throw new DeployError({ code: 'cancelled', message: 'the run was cancelled' });
    });
    const { context } = commandContext({ client: service.client, signal: cancelled.signal });
    const deletions = await deleteAll([a, b, c], {
      context,
      reasonOf: () => '',
    });
    expect(deletions.map(({ endpoint: { id }, state }) => `${id} ${state}`)).toEqual(['a deleted', 'b failed']);
  });

  test('that cannot be read are left as they are', async () => {
    const { deletions, outputWrites, service } = await deleteThem({
      answers: (call) => {
        if (call.startsWith('get')) throw serviceError({ code: 'unavailable' });
      },
    });
    expect(deletions.map(({ isInDoubt }) => isInDoubt ?? false)).toEqual([false, false, false]);
    expect(lastOutputs(outputWrites).changed).toBe('false');
    expect(service.endpoints.size).toBe(3);
  });

  test('do not hide a defect', async () => {
    const answers = (call: string) => {
      if (call === 'get b') throw new TypeError('a defect');
    };
    await expect(deleteThem({ answers })).rejects.toThrow('a defect');
  });
});

test.for<['delete a' | 'list', 'unavailable' | 'unauthorized', boolean]>([
  ['delete a', 'unavailable', true],
  ['delete a', 'unauthorized', false],
  ['list', 'unavailable', false],
])('a deletion of which %s fails with %s is in doubt: %s', async ([failing, code, isInDoubt]) => {
  const { client } = memoryService([a], (call) => {
    if (call === failing) throw serviceError({ code, method: 'DELETE', mayHaveHappened: isInDoubt });
  });
  const result = await deleteOne(a, commandContext({ client }).context);
  expect(result).toMatchObject({ failure: { code }, isInDoubt });
});

describe('the result', () => {
  const failure = new DeployError({ code: 'unavailable', message: 'it did not answer', hint: 'Try again.' });
  const deleted: Deletion = { endpoint: a, reason: 'r', state: 'deleted' };
  const failed: Deletion = { endpoint: b, reason: 'r', state: 'failed', failure, isInDoubt: false };
  const kept: Deletion = { endpoint: c, reason: 'r', state: 'kept' };
  const message = 'endpoints failed:\nb (b): it did not answer [unavailable]';
  test.for<[string, Deletion[], string | undefined, string | undefined]>([
    ['nothing', [], 'absent', undefined],
    ['one deleted', [deleted], 'deleted', undefined],
    ['one kept', [kept], 'absent', undefined],
    ['one failed', [failed], undefined, 'it did not answer'],
    ['some kept and one failed', [kept, failed], undefined, `1 of 2 ${message}`],
    ['some deleted and one failed', [failed, deleted], 'deleted', `1 of 2 ${message}`],
  ])('of %s', ([, deletions, operation, expected]) => {
    const { context, outputWrites } = commandContext();
    const combined = concludeDeletions(deletions, context);
    expect(lastOutputs(outputWrites)).toEqual(operation ? { operation } : {});
    expect(combined?.message).toBe(expected);
  });
});
