/** The command `delete` in process. */

import { describe, expect, test } from 'vitest';
import { deleteNamed } from '../../src/commands/delete.ts';
import { told } from '../told.ts';
import { type ContextOptions, commandContext, endpoint, lastOutputs, memoryService, serviceError } from './scene.ts';

async function run(given: ContextOptions) {
  const recording = commandContext(given);
  const failure = await deleteNamed(recording.context);
  recording.context.outputs.finish(failure);
  return { ...recording, failure, outputs: lastOutputs(recording.outputWrites) };
}

describe('delete', () => {
  const files = { 'a.yaml': 'name: a\n' };

  test.for<[ContextOptions, string[], Record<string, string>]>([
    [{ inputs: { name: 'b' } }, ['a'], { operation: 'deleted', changed: 'true', name: 'b' }],
    [{ inputs: { 'endpoint-id': 'b' } }, ['a'], { operation: 'deleted', changed: 'true', 'endpoint-id': 'b' }],
    [{ inputs: { 'endpoint-id': 'x' } }, ['a', 'b'], { operation: 'absent', changed: 'false', name: 'x' }],
    [{ files: { 'a.yaml': 'name: a\nnam: x\n' } }, ['b'], { operation: 'deleted' }],
  ])('%j', async ([given, left, expected]) => {
    const service = memoryService([endpoint('a'), endpoint('b')]);
    const { failure, outputs } = await run({ client: service.client, ...given });
    expect(failure).toBeUndefined();
    expect([...service.endpoints.keys()]).toEqual(left);
    expect(told(outputs)).toMatchObject(expected);
  });

  test.for<[string, boolean, string]>([
    ['that was refused leaves it as it was', false, 'Unchanged: a (a) still exists.'],
    ['whose answer was lost leaves a doubt', true, 'Unconfirmed: the deletion of a (a) was sent'],
  ])('%s', async ([, isLost, words]) => {
    const service = memoryService([endpoint('a')], (call) => {
      if (call !== 'delete a') return;
      throw serviceError({ code: isLost ? 'unavailable' : 'unauthorized', method: 'DELETE', mayHaveHappened: isLost });
    });
    const { failure, log, outputs } = await run({ client: service.client, files });
    expect(failure?.code).toBe(isLost ? 'unavailable' : 'unauthorized');
    expect(log.at(-1)).toContain(words);
    expect(outputs.changed).toBe(String(isLost));
  });

  test('of several deletes each, and one failure does not stop the others', async () => {
    const service = memoryService([endpoint('a', { recorded: { repository: 'other/repo' } }), endpoint('b')]);
    const { failure, outputs } = await run({
      client: service.client,
      files: { 'a.yaml': 'name: a\n', 'b.yaml': 'name: b\n', 'c.yaml': 'name: c\n' },
    });
    expect(failure).toMatchObject({ code: 'owned', message: expect.stringMatching(/^1 of 3 endpoints failed:\na: /) });
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
      { name: 'a', 'endpoint-id': 'a', changed: 'false', 'failure-reason': 'owned' },
      { name: 'b', operation: 'deleted', changed: 'true', 'failure-reason': '' },
      { name: 'c', operation: 'absent', changed: 'false', 'failure-reason': '' },
    ]);
    expect(outputs.changed).toBe('true');
  });

  test('needs names', async () => {
    await expect(run({ files: { 'a.yaml': 'image: x\n' } })).rejects.toMatchObject({
      code: 'spec-invalid',
    });
  });
});
