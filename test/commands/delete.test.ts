/** The command `delete` in process: what goes, what stays, and what the step says of all of it. */

import { describe, expect, test } from 'vitest';
import { deleteNamed } from '../../src/commands/delete.ts';
import { concludeDeletions, deleteInTurn, tellPreviews } from '../../src/commands/deletions.ts';
import { recordedPreview } from '../../src/commands/preview-list.ts';
import { DeployError } from '../../src/errors.ts';
import type { Deletion } from '../../src/render/run-comment.ts';
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
    const targets = [a, b, c].map((listed) => ({ listed, reason: `it is ${listed.id}`, objection: () => undefined }));
    const deletions = await deleteInTurn(targets, { context, tell: tellPreviews(context) });
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
    expect(deletions.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    expect(lastOutputs(outputWrites).changed).toBe('false');
    expect(service.endpoints.size).toBe(3);
  });

  test('do not hide a defect', async () => {
    const answers = (call: string) => {
      if (call === 'get b') throw new TypeError('a defect');
    };
    await expect(deleteThem(answers)).rejects.toThrow('a defect');
  });

  const failure = new DeployError({ code: 'unavailable', message: 'it did not answer', hint: 'Try again.' });
  const deleted: Deletion = { id: 'a', name: 'a', reason: 'r', state: 'deleted' };
  const failed: Deletion = { id: 'b', name: 'b', reason: 'r', state: 'failed', failure };
  const kept: Deletion = { id: 'c', name: 'c', reason: 'r', state: 'kept' };
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
    ['is told in other capitals', { recorded }, 'ACME/LLAMA', 7],
    ['of another repository is none', { recorded }, 'acme/other', undefined],
    ['of an unknown repository is none', { recorded: { ...recorded, repository: '' } }, '', undefined],
    ['needs a pull request', { recorded: {} }, own, undefined],
    ['needs a record', {}, own, undefined],
  ])('one %s', ([, options, repository, number]) => {
    const { context } = commandContext({ event: eventOf({ repository }) });
    expect(recordedPreview(endpoint('llama-pr-7', options), context)?.number).toBe(number);
  });
});
