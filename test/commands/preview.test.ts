/** What `preview: true` makes of an event, and how previews end. */

import { describe, expect, test } from 'vitest';
import { closePreview } from '../../src/commands/close-preview.ts';
import { decidePreview, readPreview } from '../../src/commands/preview.ts';
import { reportKept, reportNoPreview, reportPlanned, validatePreview } from '../../src/commands/preview-report.ts';
import { DeployError } from '../../src/errors.ts';
import type { RunnerFacts } from '../../src/github/event.ts';
import type { InputName } from '../../src/inputs.ts';
import { setScene } from '../github/scene.ts';
import type { SeededPull } from '../github-api/github-api.ts';
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

/** What is done, or why nothing is; `now` is what GitHub says, which answers nothing without it. */
async function decide({ now, ...given }: Case & { now?: Partial<SeededPull> }): Promise<string | undefined> {
  await using scene = await setScene({ pulls: now ? [{ number: 7, ...now }] : [] });
  const { context } = contextFor(given);
  try {
    const preview = readPreview(context);
    if (!preview?.hasKey) return preview && 'validate';
    const { step, refusal } = await decidePreview(
      { ...context, github: { ...context.github, api: scene.github } },
      preview,
    );
    return [step, ...(refusal ? [refusal] : [])].join(' ');
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
    ['of an open pull request', { pullRequest: {} }, 'create'],
    ['of a closed one', { pullRequest: { isClosed: true } }, 'delete closed'],
    ['of a fork with a key', { pullRequest: { isFromFork: true } }, 'validate'],
    ['of a fork with a key, allowed', { inputs: { allow: 'untrusted' }, pullRequest: { isFromFork: true } }, 'create'],
    ['of a closed fork with a key', { pullRequest: { isFromFork: true, isClosed: true } }, 'delete closed'],
    [
      'of a fork with a key, that lost its label',
      { inputs: { preview: 'label=gpu' }, pullRequest: { isFromFork: true, action: 'unlabeled' } },
      'delete label',
    ],
    [
      'of a closed one on the target',
      { pullRequest: { isClosed: true }, facts: { eventName: 'pull_request_target' } },
      'delete closed',
    ],
    [
      'of one that became a draft, on the target',
      { pullRequest: { action: 'converted_to_draft', draft: true }, facts: { eventName: 'pull_request_target' } },
      'delete draft',
    ],
    [
      'of one that lost another label, on the target',
      { pullRequest: { action: 'unlabeled' }, facts: { eventName: 'pull_request_target' } },
      'keep',
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
    ['by Dependabot with one', { pullRequest: {}, facts: { actor: 'dependabot[bot]' } }, 'create'],
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
      'create',
    ],
  ])('%s', async ([, given, expected]) => {
    expect(await decide(given)).toBe(expected);
  });

  test.for<[string, PullRequestFacts | object, Partial<SeededPull>, string]>([
    ['that was opened, and is closed by now', {}, { state: 'closed' }, 'delete closed'],
    ['that was closed, and is open again', { isClosed: true }, { labels: ['gpu'] }, 'keep'],
    ['that got the label, and has lost it', { action: 'labeled', labels: ['gpu'] }, {}, 'delete label'],
    ['that lost the label, and has it again', { action: 'unlabeled' }, { labels: ['gpu'] }, 'keep'],
    ['that was ready, and is a draft', { labels: ['gpu'] }, { labels: ['gpu'], draft: true }, 'nothing draft'],
    ['that has another last commit', { labels: ['gpu'] }, { labels: ['gpu'], headSha: 'b'.repeat(40) }, 'superseded'],
    ['of which the event told little', { labels: undefined, draft: undefined }, { labels: ['GPU'] }, 'create'],
  ])('of a pull request %s', async ([, pullRequest, now, expected]) => {
    expect(await decide({ inputs: { preview: 'label=gpu' }, pullRequest, now })).toBe(expected);
  });

  test.for<[string, PullRequestFacts | object, string]>([
    ['believed', { labels: ['gpu'] }, 'create'],
    ['believed when it closes', { isClosed: true }, 'delete closed'],
    ['no ground to deploy or to delete where it tells too little', { labels: undefined }, 'keep untold'],
  ])('of a pull request that GitHub does not know: the event is %s', async ([, pullRequest, expected]) => {
    expect(await decide({ inputs: { preview: 'label=gpu' }, pullRequest })).toBe(expected);
  });
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

describe('a run that deploys no preview', () => {
  const create = { isCurrent: true, refusal: undefined } as const;
  test.for<[string, typeof reportKept, Parameters<typeof reportKept>[2], Partial<PullRequestFacts>, object]>([
    [
      'of a pull request that is open again',
      reportKept,
      { ...create, step: 'keep' },
      { isClosed: true },
      {
        annotations: ['notice preview: superseded'],
        log: [],
        outputs: { operation: 'superseded', changed: 'false' },
      },
    ],
    [
      'by an event that deploys none',
      reportKept,
      { ...create, step: 'keep' },
      { action: 'assigned' },
      {
        annotations: [],
        log: ['Nothing to do: the event `assigned` deploys no preview, and pull request #7 may keep its own.'],
        outputs: { operation: 'unchanged', changed: 'false' },
      },
    ],
    [
      'because nobody says what decides',
      reportKept,
      { ...create, step: 'keep', refusal: 'untold' },
      {},
      { annotations: ['warning preview'], log: [], outputs: { operation: 'unchanged', changed: 'false' } },
    ],
    [
      'of a draft',
      reportNoPreview,
      { ...create, step: 'nothing', refusal: 'draft' },
      {},
      {
        annotations: [],
        log: ['No preview: the pull request is a draft.'],
        outputs: { operation: 'absent', changed: 'false' },
      },
    ],
    [
      'and only plans: it would delete',
      reportPlanned,
      { ...create, step: 'delete', refusal: 'label' },
      {},
      {
        annotations: [],
        log: [
          'Plan: a deploy would delete the previews of pull request #7, because the pull request does not have the label `gpu`.',
        ],
        outputs: { operation: 'planned', changed: 'false' },
      },
    ],
    [
      'and only plans: it would do nothing',
      reportPlanned,
      { ...create, step: 'keep' },
      { action: 'unlabeled' },
      {
        annotations: [],
        log: ['Plan: a deploy would deploy no preview, because the event `unlabeled` deploys none.'],
        outputs: { operation: 'planned', changed: 'false' },
      },
    ],
  ])('%s', ([, report, decision, pullRequest, expected]) => {
    const { context, annotations, outputWrites, log } = contextFor({ inputs: { preview: 'label=gpu' }, pullRequest });
    const preview = readPreview(context);
    if (!preview) throw new Error('a preview is asked for');
    expect(report(context, preview, decision)).toBeUndefined();
    const shown = annotations.map(({ severity, title }) => `${severity} ${title}`);
    expect({ annotations: shown, log, outputs: lastOutputs(outputWrites) }).toEqual(expected);
  });
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
});
