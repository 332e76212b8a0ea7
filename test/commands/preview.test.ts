/** What `preview: true` makes of an event, and how previews end. */

import { describe, expect, test } from 'vitest';
import { closePreview } from '../../src/commands/close-preview.ts';
import { isOutdated, keepPreview, readPreview, validatePreview } from '../../src/commands/preview.ts';
import { DeployError } from '../../src/errors.ts';
import type { RunnerFacts } from '../../src/github/event.ts';
import type { InputName } from '../../src/inputs.ts';
import { setScene } from '../github/scene.ts';
import {
  commandContext,
  endpoint,
  eventOf,
  lastOutputs,
  memoryService,
  type PullRequestFacts,
  serviceError,
} from './scene.ts';

interface Case {
  inputs?: { readonly [name in InputName]?: string };
  pullRequest?: Partial<PullRequestFacts>;
  facts?: Partial<RunnerFacts>;
}

function contextFor({ inputs = {}, pullRequest, facts = {} }: Case) {
  return commandContext({
    inputs: { preview: 'true', ...inputs },
    event: eventOf({ ...facts, ...(pullRequest && { pullRequest: { number: 7, ...pullRequest } }) }),
  });
}

/** What is done, or why nothing is. */
function decide(given: Case): string | undefined {
  try {
    return readPreview(contextFor(given).context)?.action;
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

const noKey = { 'api-key': '', 'base-url': '' };

describe('a preview', () => {
  const noPull = '`preview` needs a pull request, but this run was started by';
  const target =
    'inputs-invalid: previews are not deployed on `pull_request_target`: it gives repository secrets to a spec that anyone can propose';
  test.for<[string, Case, string | undefined]>([
    ['that is not asked for', { inputs: { preview: 'false' }, pullRequest: {} }, undefined],
    ['of an open pull request', { pullRequest: {} }, 'deploy'],
    ['of a closed one', { pullRequest: { isClosed: true } }, 'delete'],
    ['of a fork with a key', { pullRequest: { isFromFork: true } }, 'validate'],
    ['of a fork with a key, allowed', { inputs: { allow: 'untrusted' }, pullRequest: { isFromFork: true } }, 'deploy'],
    ['of a closed fork with a key', { pullRequest: { isFromFork: true, isClosed: true } }, 'delete'],
    [
      'of a closed one on the target',
      { pullRequest: { isClosed: true }, facts: { eventName: 'pull_request_target' } },
      'delete',
    ],
    ['of a fork without', { inputs: noKey, pullRequest: { isFromFork: true } }, 'validate'],
    ['of a closed fork without', { inputs: noKey, pullRequest: { isFromFork: true, isClosed: true } }, 'validate'],
    ['of a fork with a base URL alone', { inputs: { 'api-key': '' }, pullRequest: { isFromFork: true } }, 'validate'],
    ['of a fork with a key alone', { inputs: { 'base-url': '' }, pullRequest: { isFromFork: true } }, 'validate'],
    [
      'by Dependabot without a key',
      { inputs: noKey, pullRequest: {}, facts: { actor: 'dependabot[bot]' } },
      'validate',
    ],
    ['by Dependabot with one', { pullRequest: {}, facts: { actor: 'dependabot[bot]' } }, 'deploy'],
    [
      'of a branch without a key',
      { inputs: noKey, pullRequest: {} },
      'inputs-invalid: `base-url` or `api-key` is missing',
    ],
    ['of a push', {}, `inputs-invalid: ${noPull} push`],
    ['of nothing', { facts: { eventName: '' } }, `inputs-invalid: ${noPull} hand`],
    ['on the target', { pullRequest: {}, facts: { eventName: 'pull_request_target' } }, target],
    ['on the target without a pull request', { facts: { eventName: 'pull_request_target' } }, target],
    [
      'on the target, allowed',
      { inputs: { allow: 'untrusted' }, pullRequest: {}, facts: { eventName: 'pull_request_target' } },
      'deploy',
    ],
  ])('%s', ([, given, expected]) => {
    expect(decide(given)).toBe(expected);
  });

  test.for<['open' | 'closed', boolean, boolean]>([
    ['open', false, false],
    ['open', true, true],
    ['closed', false, true],
    ['closed', true, false],
  ])('of a pull request that is %s by now, closed by its event: %s', async ([state, isClosed, expected]) => {
    await using scene = await setScene({ pulls: [{ number: 7, state }] });
    const { context } = contextFor({ pullRequest: { isClosed } });
    const preview = readPreview(context);
    if (!preview) throw new Error('a preview is asked for');
    expect(await isOutdated({ github: { ...context.github, api: scene.github } }, preview)).toBe(expected);
  });

  test.for([false, true])(
    'of a pull request that GitHub does not know is believed as it is, closed: %s',
    async (isClosed) => {
      await using scene = await setScene();
      const { context } = contextFor({ pullRequest: { isClosed } });
      const preview = readPreview(context);
      if (!preview) throw new Error('a preview is asked for');
      expect(await isOutdated({ github: { ...context.github, api: scene.github } }, preview)).toBe(false);
    },
  );
});

describe('a pull request without secrets', () => {
  const files = { 'endpoint.yaml': 'name: llama\n' };
  test.for<[string, Partial<PullRequestFacts>, string, string, string]>([
    [
      'of a fork',
      { isFromFork: true },
      'octocat',
      'validated',
      'This pull request comes from a fork and gets no secrets',
    ],
    ['by Dependabot', {}, 'dependabot[bot]', 'validated', 'This pull request is by Dependabot and gets no secrets'],
    [
      'of a closed fork',
      { isFromFork: true, isClosed: true },
      'octocat',
      'absent',
      'Pull request #7 comes from a fork and gets no preview',
    ],
  ])('%s', async ([, pullRequest, actor, operation, words]) => {
    const { context, annotations, log, outputWrites } = commandContext({
      inputs: { preview: 'true', ...noKey },
      event: eventOf({ actor, pullRequest: { number: 7, ...pullRequest } }),
      files,
    });
    const preview = readPreview(context);
    if (!preview) throw new Error('a preview is asked for');
    expect(await validatePreview(context, preview)).toBeUndefined();
    expect([...annotations.map(({ message }) => message), ...log].join('\n')).toContain(words);
    expect(lastOutputs(outputWrites).operation).toBe(operation);
  });
});

test('a pull request that is open again keeps its previews', () => {
  const { context, annotations, outputWrites } = contextFor({ pullRequest: { isClosed: true } });
  const preview = readPreview(context);
  if (!preview) throw new Error('a preview is asked for');
  expect(keepPreview(context, preview)).toBeUndefined();
  expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(['notice preview: superseded']);
  expect(lastOutputs(outputWrites)).toEqual({ operation: 'superseded', changed: 'false' });
});

describe('the end of a pull request', () => {
  const mine = (name: string) => endpoint(name, { recorded: { pullRequest: 7 } });

  async function close(service: ReturnType<typeof memoryService>) {
    await using scene = await setScene({ pulls: [{ number: 7, state: 'closed' }] });
    for (const name of ['llama-pr-7', 'qwen-pr-7', 'other-pr-8'])
      scene.api.addDeployment({
        environment: 'preview',
        transient: true,
        description: name,
        task: `deploy:preview-${name.slice(-1)}`,
      });
    const { context, outputWrites, summaries, log } = commandContext({
      inputs: { preview: 'true' },
      event: eventOf({ pullRequest: { number: 7, isClosed: true } }),
      api: scene.github,
      client: service.client,
    });
    const preview = readPreview(context);
    if (!preview) throw new Error('a preview is asked for');
    const failure = await closePreview(context, preview);
    return {
      failure,
      outputs: lastOutputs(outputWrites),
      summaries,
      log,
      states: Object.fromEntries(
        scene.api.deployments().map(({ description, statuses }) => [description, statuses.at(-1)?.state]),
      ),
      comments: scene.api.comments(7).length,
    };
  }

  test('deletes what is recorded as its preview, and nothing else', async () => {
    const foreign = endpoint('theirs-pr-7', { recorded: { pullRequest: 7, repository: 'other/repo' } });
    const service = memoryService([
      mine('llama-pr-7'),
      mine('qwen-pr-7'),
      endpoint('other-pr-8', { recorded: { pullRequest: 8 } }),
      endpoint('unrecorded-pr-7'),
      foreign,
    ]);
    const { failure, outputs, states, comments } = await close(service);
    expect(failure).toBeUndefined();
    expect([...service.endpoints.keys()]).toEqual(['other-pr-8', 'unrecorded-pr-7', 'theirs-pr-7']);
    expect(outputs).toMatchObject({ operation: 'deleted', changed: 'true', 'endpoint-id': 'llama-pr-7' });
    expect(states).toEqual({ 'llama-pr-7': 'inactive', 'qwen-pr-7': 'inactive', 'other-pr-8': 'success' });
    expect(comments).toBe(0);
  });

  test('leaves the Deployments where it could not delete everything', async () => {
    const service = memoryService([mine('llama-pr-7'), mine('qwen-pr-7')], (call) => {
      if (call === 'get llama-pr-7') throw serviceError({ message: 'the service answered 502' });
    });
    const { failure, outputs, states } = await close(service);
    expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/^1 of 2 endpoints/) });
    expect(outputs).toMatchObject({ operation: 'deleted', changed: 'true' });
    expect(states).toEqual({ 'llama-pr-7': 'success', 'qwen-pr-7': 'success', 'other-pr-8': 'success' });
  });

  test('finds none, and says of those that somebody else deleted that they are gone', async () => {
    const { failure, outputs, states, log, comments } = await close(memoryService([]));
    expect(failure).toBeUndefined();
    expect(log).toContain('Nothing to delete: pull request #7 has no preview.');
    expect(outputs).toEqual({ operation: 'absent', changed: 'false', endpoints: '[]' });
    expect(states).toMatchObject({ 'llama-pr-7': 'inactive' });
    expect(comments).toBe(0);
  });

  test('is not proved by an incomplete list', async () => {
    const service = memoryService([]);
    const list = async () => ({ endpoints: [], total: 3, complete: false });
    const { failure, states } = await close({ ...service, client: { ...service.client, list } });
    expect(states).toMatchObject({ 'llama-pr-7': 'success' });
    expect(failure).toMatchObject({
      code: 'unavailable',
      message: 'the list of endpoints remained incomplete (0 of 3), so a preview of pull request #7 may still exist',
    });
  });
});
