/** The commands `delete` and `sweep` in process: what goes, why, what stays, and what the step says of all of it. */

import { describe, expect, test } from 'vitest';
import { deleteNamed, sweep, sweepReason } from '../../src/commands/delete.ts';
import { concludeDeletions, deleteOne, deletePreviews } from '../../src/commands/deletions.ts';
import { readPreviewEndpoint } from '../../src/commands/preview-list.ts';
import { DeployError } from '../../src/errors.ts';
import type { PullRequestNow } from '../../src/github/pull-requests.ts';
import type { Deletion } from '../../src/render/run-comment.ts';
import { setScene } from '../github/scene.ts';
import { told } from '../told.ts';
import {
  type ContextOptions,
  commandContext,
  endpoint,
  eventOf,
  lastOutputs,
  memoryService,
  serviceError,
} from './scene.ts';

const previewOf = (id: string) => endpoint(id, { recorded: { pullRequest: 7 } });
const [a, b, c] = [previewOf('a'), previewOf('b'), previewOf('c')];

describe('delete', () => {
  const files = { 'a.yaml': 'name: a\n' };
  async function run(given: ContextOptions) {
    const recording = commandContext(given);
    const failure = await deleteNamed(recording.context);
    recording.context.outputs.finish(failure);
    return { ...recording, failure, outputs: lastOutputs(recording.outputWrites) };
  }

  test.for<[ContextOptions, string[], Record<string, string>]>([
    [{ inputs: { name: 'b' } }, ['a'], { operation: 'deleted', changed: 'true', name: 'b' }],
    [{ inputs: { 'endpoint-id': 'b' } }, ['a'], { operation: 'deleted', changed: 'true', 'endpoint-id': 'b' }],
    [{ inputs: { 'endpoint-id': 'x' } }, ['a', 'b'], { operation: 'absent', changed: 'false', name: 'x' }],
    [{ files: { 'a.yaml': 'name: a\nnam: x\n' } }, ['b'], { operation: 'deleted' }],
  ])('%j', async ([given, left, expected]) => {
    const service = memoryService([a, b]);
    const { failure, outputs } = await run({ client: service.client, ...given });
    expect(failure).toBeUndefined();
    expect([...service.endpoints.keys()]).toEqual(left);
    expect(told(outputs)).toMatchObject(expected);
  });

  test.for<[string, boolean, string]>([
    ['that was refused leaves it as it was', false, 'Unchanged: a (a) still exists.'],
    ['whose answer was lost leaves a doubt', true, 'Unconfirmed: the deletion of a (a) was sent'],
  ])('%s', async ([, isLost, words]) => {
    const service = memoryService([a], (call) => {
      if (call !== 'delete a') return;
      throw serviceError({ code: isLost ? 'unavailable' : 'unauthorized', method: 'DELETE', mayHaveHappened: isLost });
    });
    const { failure, log, outputs } = await run({ client: service.client, files });
    expect(failure?.code).toBe(isLost ? 'unavailable' : 'unauthorized');
    expect(log.at(-1)).toContain(words);
    expect(outputs.changed).toBe(String(isLost));
  });

  test('of several deletes each, and one failure does not stop the others', async () => {
    const service = memoryService([endpoint('a', { recorded: { repository: 'other/repo' } }), b]);
    const all = { ...files, 'b.yaml': 'name: b\n', 'c.yaml': 'name: c\n' };
    const { failure, outputs } = await run({ client: service.client, files: all });
    expect(failure).toMatchObject({ code: 'owned', message: expect.stringMatching(/^1 of 3 endpoints failed:\na: /) });
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
      { name: 'a', 'endpoint-id': 'a', changed: 'false', 'failure-reason': 'owned' },
      { name: 'b', operation: 'deleted', changed: 'true', 'failure-reason': '' },
      { name: 'c', operation: 'absent', changed: 'false', 'failure-reason': '' },
    ]);
    expect(outputs.changed).toBe('true');
  });

  test('needs names', async () => {
    await expect(run({ files: { 'a.yaml': 'image: x\n' } })).rejects.toMatchObject({ code: 'spec-invalid' });
  });
});

describe('previews', () => {
  async function deleteThem(answers: (call: string) => void = () => {}) {
    const service = memoryService([a, b, c], answers);
    const { context, outputWrites, secrets } = commandContext({ client: service.client });
    const previews = [a, b, c].map((each) => ({ endpoint: each, pullRequest: 7, ageSeconds: 0, isOfStep: true }));
    const deletions = await deletePreviews(previews, { context, reasonOf: (each) => `it is ${each.endpoint.id}` });
    return { deletions, service, outputWrites, secrets };
  }

  test('are deleted in their order, with outputs after each', async () => {
    const { service, outputWrites, secrets } = await deleteThem();
    expect(service.endpoints.size).toBe(0);
    const arrays = outputWrites.filter((write) => write.startsWith('endpoints='));
    expect(arrays.map((write) => write.split('"state"').length - 1)).toEqual([1, 2, 3]);
    const { endpoints = '', ...ofFirst } = lastOutputs(outputWrites);
    const of = { 'failure-reason': '', changed: 'true' };
    expect(ofFirst).toEqual({ 'endpoint-id': 'a', ...of });
    expect(JSON.parse(endpoints)).toEqual(
      ['a', 'b', 'c'].map((id) => ({ 'endpoint-id': id, name: id, state: 'deleted', reason: `it is ${id}`, ...of })),
    );
    expect(secrets).toContain('secret-of-hf');
  });

  test('that cannot be read are left as they are', async () => {
    const { deletions, outputWrites, service } = await deleteThem((call) => {
      if (call.startsWith('get')) throw serviceError({ code: 'unavailable' });
    });
    expect(deletions.map(({ isInDoubt }) => isInDoubt ?? false)).toEqual([false, false, false]);
    expect(lastOutputs(outputWrites).changed).toBe('false');
    expect(service.endpoints.size).toBe(3);
  });

  test('do not hide a defect', async () => {
    const answers = (call: string) => {
      if (call === 'get b') throw new TypeError('a defect');
    };
    await expect(deleteThem(answers)).rejects.toThrow('a defect');
  });

  test.for<['delete a' | 'list', 'unavailable' | 'unauthorized', boolean]>([
    ['delete a', 'unavailable', true],
    ['delete a', 'unauthorized', false],
    ['list', 'unavailable', false],
  ])('one of which %s fails with %s is in doubt: %s', async ([failing, code, isInDoubt]) => {
    const { client } = memoryService([a], (call) => {
      if (call === failing) throw serviceError({ code, method: 'DELETE', mayHaveHappened: isInDoubt });
    });
    const result = await deleteOne(a, commandContext({ client }).context);
    expect(result).toMatchObject({ failure: { code }, isInDoubt });
  });

  const failure = new DeployError({ code: 'unavailable', message: 'it did not answer', hint: 'Try again.' });
  const deleted: Deletion = { endpoint: a, reason: 'r', state: 'deleted' };
  const failed: Deletion = { endpoint: b, reason: 'r', state: 'failed', failure, isInDoubt: false };
  const kept: Deletion = { endpoint: c, reason: 'r', state: 'kept' };
  const message = 'endpoints failed:\nb (b): unavailable, not deleted: it did not answer [unavailable]';
  test.for<[string, Deletion[], string | undefined, string | undefined]>([
    ['nothing', [], 'absent', undefined],
    ['one deleted', [deleted], 'deleted', undefined],
    ['one kept', [kept], 'absent', undefined],
    ['one failed', [failed], undefined, 'it did not answer'],
    ['some kept and one failed', [kept, failed], undefined, `1 of 2 ${message}`],
    ['some deleted and one failed', [failed, deleted], 'deleted', `1 of 2 ${message}`],
  ])('end with what is said of %s', ([, deletions, operation, expected]) => {
    const { context, outputWrites } = commandContext();
    const combined = concludeDeletions(deletions, context);
    expect(lastOutputs(outputWrites)).toEqual(operation ? { operation } : {});
    expect(combined?.message).toBe(expected);
  });

  const recorded = { pullRequest: 7 };
  const own = 'acme/llama';
  test.for<[string, Parameters<typeof endpoint>[1], string, number | undefined]>([
    ['has an age since its record', { recorded: { ...recorded, time: '2025-12-31T23:59:00.000Z' } }, own, 60],
    ['of a clock that goes ahead is young', { recorded: { ...recorded, time: '2026-02-01T00:00:00.000Z' } }, own, 0],
    ['is told in other capitals', { recorded }, 'ACME/LLAMA', 86_400],
    ['of another repository is none', { recorded }, 'acme/other', undefined],
    ['of an unknown repository is none', { recorded: { ...recorded, repository: '' } }, '', undefined],
    ['needs a pull request', { recorded: {} }, own, undefined],
    ['needs a record', {}, own, undefined],
  ])('one %s', ([, options, repository, ageSeconds]) => {
    const { context } = commandContext({ event: eventOf({ repository }) });
    expect(readPreviewEndpoint(endpoint('llama-pr-7', options), context)?.ageSeconds).toBe(ageSeconds);
  });
});

describe('a sweep', () => {
  const day = 86_400;
  const open: PullRequestNow = {
    ...{ state: 'open', isDraft: false, labels: [], headSha: undefined, headRepository: undefined },
  };
  const byLabel = { label: 'gpu', drafts: false };
  const noLabel = 'the pull request does not have the label `gpu`, deployed 1 m ago';
  test.for<[Partial<PullRequestNow> | undefined, object, number, string | undefined]>([
    [{}, {}, 365 * day, undefined],
    [{}, { maxAgeSeconds: 14 * day }, 14 * day, undefined],
    [{}, { maxAgeSeconds: 14 * day }, 14 * day + 1, 'older than 14 d, deployed 14 d ago'],
    [{ state: 'closed' }, {}, 60, 'pull request #7 is closed, deployed 1 m ago'],
    [{ state: 'merged' }, { maxAgeSeconds: 14 * day }, 15 * day, 'pull request #7 is merged, deployed 15 d ago'],
    [undefined, {}, 365 * day, undefined],
    [undefined, { maxAgeSeconds: 1 }, 2, 'older than 1 s, deployed 2 s ago'],
    [{ labels: ['GPU'] }, byLabel, 60, undefined],
    [{}, byLabel, 60, noLabel],
    [{ labels: ['gpu'], isDraft: true }, byLabel, 60, 'the pull request is a draft, deployed 1 m ago'],
    [{ labels: undefined, isDraft: undefined }, byLabel, 60, undefined],
    [{ state: 'closed', labels: ['gpu'] }, byLabel, 60, 'pull request #7 is closed, deployed 1 m ago'],
  ])('of a pull request with %j, by %j, deployed %d s ago: %s', ([change, rule, ageSeconds, reason]) => {
    const rules = { label: '', drafts: true, maxAgeSeconds: undefined, ...rule };
    const now = change && { ...open, ...change };
    expect(sweepReason({ pullRequest: 7, ageSeconds, isOfStep: true }, { now, rules })).toBe(reason);
  });

  async function run(given: ContextOptions) {
    const over = { state: 'closed' } as const;
    const pulls = [{ number: 1 }, { number: 2, ...over }, { number: 3, ...over, merged: true }];
    await using scene = await setScene({ pulls });
    const service = memoryService([
      endpoint('open', { recorded: { pullRequest: 1 } }),
      endpoint('closed', { recorded: { pullRequest: 2 } }),
      endpoint('merged', { recorded: { pullRequest: 3 } }),
      endpoint('missing', { recorded: { pullRequest: 4 } }),
      endpoint('theirs', { recorded: { pullRequest: 2, repository: 'other/repo' } }),
      endpoint('production', { recorded: {} }),
    ]);
    await sweep(commandContext({ api: scene.github, client: service.client, ...given }).context);
    return [...service.endpoints.keys()];
  }

  test('deletes what the lines of the deploy give no preview, in a repository alone', async () => {
    expect(await run({ inputs: { preview: 'label=gpu-preview' } })).toEqual(['missing', 'theirs', 'production']);
    await expect(run({ event: eventOf({ repository: '' }) })).rejects.toMatchObject({ code: 'inputs-invalid' });
  });
});
