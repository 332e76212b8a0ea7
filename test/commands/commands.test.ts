/** The smaller commands in process: plan, validate, delete, export. */

import { describe, expect, test } from 'vitest';
import { deleteNamed } from '../../src/commands/delete.ts';
import { exportSpec } from '../../src/commands/live.ts';
import { plan } from '../../src/commands/plan.ts';
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

const complete = 'image: ghcr.io/acme/llama:1\nports: [8000]\npolicy: {type: concurrency, value: 8}\n';

async function run(command: typeof plan, given: ContextOptions) {
  const recording = commandContext(given);
  const failure = await command(recording.context);
  recording.context.outputs.finish(failure);
  return { ...recording, failure, outputs: lastOutputs(recording.outputWrites) };
}

describe('plan', () => {
  test('shows each endpoint and changes none', async () => {
    const service = memoryService([endpoint('e1', { name: 'b' })]);
    const { failure, outputs, log, summaries } = await run(plan, {
      client: service.client,
      files: { 'a.yaml': `name: a\n${complete}`, 'b.yaml': `name: b\n${complete}` },
      event: eventOf(),
    });
    expect(failure).toBeUndefined();
    expect(log.map((text) => text.split('\n')[0])).toEqual([
      'Image: a uses ghcr.io/acme/llama:1, from the spec.',
      'Image: b uses ghcr.io/acme/llama:1, from the spec.',
      'a> Look-up: no endpoint is named a.',
      expect.stringMatching(/^b> Look-up: b is e1, serving/),
    ]);
    expect(summaries).toHaveLength(3);
    expect(told(outputs)).toMatchObject({ operation: 'planned', changed: 'false', name: 'a' });
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
      { name: 'a', operation: 'planned', changed: 'false', 'failure-reason': '' },
      { name: 'b', operation: 'planned', changed: 'false', 'endpoint-id': 'e1' },
    ]);
  });

  test('of a closed pull request says what a deploy would do', async () => {
    await using github = await setScene({ pulls: [{ number: 7, state: 'closed' }] });
    const { outputs, log } = await run(plan, {
      inputs: { command: 'plan', preview: 'true' },
      event: eventOf({ pullRequest: { number: 7, isClosed: true } }),
      api: github.github,
    });
    expect(log).toEqual([
      'Plan: a deploy would delete the previews of pull request #7, because the pull request is closed.',
    ]);
    expect(outputs).toEqual({ operation: 'planned', changed: 'false', endpoints: '[]', 'failure-reason': '' });
  });
});

describe('delete', () => {
  const files = { 'a.yaml': 'name: a\n' };

  test.for<[ContextOptions, string[], Record<string, string>]>([
    [{ inputs: { name: 'b' } }, ['a'], { operation: 'deleted', changed: 'true', name: 'b' }],
    [{ inputs: { 'endpoint-id': 'b' } }, ['a'], { operation: 'deleted', changed: 'true', 'endpoint-id': 'b' }],
    [{ inputs: { 'endpoint-id': 'x' } }, ['a', 'b'], { operation: 'absent', changed: 'false', name: 'x' }],
    [{ files: { 'a.yaml': 'name: a\nnam: x\n' } }, ['b'], { operation: 'deleted' }],
  ])('%j', async ([given, left, expected]) => {
    const service = memoryService([endpoint('a'), endpoint('b')]);
    const { failure, outputs } = await run(deleteNamed, { client: service.client, ...given });
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
    const { failure, log, outputs } = await run(deleteNamed, { client: service.client, files });
    expect(failure?.code).toBe(isLost ? 'unavailable' : 'unauthorized');
    expect(log.at(-1)).toContain(words);
    expect(outputs.changed).toBe(String(isLost));
  });

  test('of several deletes each, and one failure does not stop the others', async () => {
    const service = memoryService([endpoint('a', { recorded: { repository: 'other/repo' } }), endpoint('b')]);
    const { failure, outputs } = await run(deleteNamed, {
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
    await expect(run(deleteNamed, { files: { 'a.yaml': 'image: x\n' } })).rejects.toMatchObject({
      code: 'spec-invalid',
    });
  });
});

describe('export', () => {
  test.for<[string, ContextOptions['inputs'], string, string]>([
    ['to several files', { spec: 'a.yaml\nb.yaml', name: 'llama' }, 'inputs-invalid', 'writes one file'],
    ['to a glob', { spec: '*.yaml', name: 'llama' }, 'inputs-invalid', 'writes one file'],
    ['of nothing', {}, 'inputs-invalid', 'needs to know which endpoint to export'],
    ['of an absent name', { name: 'llama' }, 'not-found', 'there is no endpoint named "llama"'],
    ['of an absent id', { 'endpoint-id': 'e9' }, 'not-found', 'there is no endpoint with the ID e9'],
  ])('%s is refused', async ([, inputs, code, words]) => {
    await expect(run(exportSpec, { ...(inputs && { inputs }) })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });
});
