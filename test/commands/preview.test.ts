/** What `preview: true` makes of an event, and how previews end. */

import { describe, expect, test } from 'vitest';
import { closePreview } from '../../src/commands/deletions.ts';
import {
  type DecidedPreview,
  decidePreview,
  type Preview,
  readPreview,
  reportUndeployed,
  validatePreview,
} from '../../src/commands/preview.ts';
import { DeployError } from '../../src/errors.ts';
import type { RunnerFacts } from '../../src/github/event.ts';
import type { InputName } from '../../src/inputs.ts';
import { setScene } from '../github/scene.ts';
import type { SeededPull } from '../github-api/github-api.ts';
import { commandContext, eventOf, lastOutputs, memoryService, type PullRequestFacts, serviceError } from './scene.ts';

interface Case {
  inputs?: { readonly [name in InputName]?: string };
  pullRequest?: Partial<PullRequestFacts>;
  facts?: Partial<RunnerFacts>;
}

function contextFor({ inputs = {}, pullRequest, facts = {} }: Case) {
  return commandContext({
    files: { 'endpoint.yaml': 'name: llama\n' },
    inputs: { preview: 'true', ...inputs },
    event: eventOf({ ...facts, ...(pullRequest && { pullRequest: { number: 7, ...pullRequest } }) }),
  });
}

/** What is done, or why nothing is; `now` is what GitHub says, which answers nothing without it. */
async function decide({ now, ...given }: Case & { now?: Partial<SeededPull> }): Promise<string | undefined> {
  await using scene = await setScene({ pulls: now ? [{ number: 7, ...now }] : [] });
  const { context } = contextFor(given);
  try {
    const decided = await decidePreview({ ...context, github: { ...context.github, api: scene.github } });
    return decided && [decided.step, ...(decided.refusal ? [decided.refusal] : [])].join(' ');
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

test.for<[string, Case, string]>([
  [
    'of a fork without secrets',
    { inputs: noKey, pullRequest: { isFromFork: true } },
    'This pull request comes from a fork and gets no secrets, so its spec is validated and no preview is deployed.',
  ],
  [
    'of a fork with a key',
    { pullRequest: { isFromFork: true } },
    'This pull request comes from a fork, where anyone may have written it, so its spec is validated and no preview is deployed.',
  ],
  [
    'by Dependabot, closed',
    { inputs: noKey, pullRequest: { isClosed: true }, facts: { actor: 'dependabot[bot]' } },
    'Pull request #7 is by Dependabot, and this run gets no secrets, so it could not check for a preview and deleted none.',
  ],
])('a pull request %s says why it gets no preview', async ([, given, message]) => {
  const { context, annotations } = contextFor(given);
  const preview = readPreview(context);
  if (preview) await validatePreview(context, preview);
  expect(annotations[0]?.message).toBe(message);
});

describe('a run that deploys no preview', () => {
  const create = { isCurrent: true, refusal: undefined } as const;
  test.for<[string, 'deploy' | 'plan', Omit<DecidedPreview, keyof Preview>, Partial<PullRequestFacts>, object]>([
    [
      'of a pull request that is open again',
      'deploy',
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
      'deploy',
      { ...create, step: 'keep' },
      { action: 'assigned' },
      {
        annotations: [],
        log: ['No preview of pull request #7 was deployed or deleted: the event `assigned` deploys none.'],
        outputs: { operation: 'unchanged', changed: 'false' },
      },
    ],
    [
      'because nobody says what decides',
      'deploy',
      { ...create, step: 'keep', refusal: 'untold' },
      {},
      { annotations: ['warning preview'], log: [], outputs: { operation: 'unchanged', changed: 'false' } },
    ],
    [
      'of a draft',
      'deploy',
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
      'plan',
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
      'plan',
      { ...create, step: 'keep' },
      { action: 'unlabeled' },
      {
        annotations: [],
        log: ['Plan: a deploy would deploy no preview, because the event `unlabeled` deploys none.'],
        outputs: { operation: 'planned', changed: 'false' },
      },
    ],
  ])('%s', ([, command, decision, pullRequest, expected]) => {
    const { context, annotations, outputWrites, log } = contextFor({
      inputs: { command, preview: 'label=gpu' },
      pullRequest,
    });
    const preview = readPreview(context);
    if (!preview) throw new Error('a preview is asked for');
    expect(reportUndeployed(context, { ...preview, ...decision })).toBeUndefined();
    const shown = annotations.map(({ severity, title }) => `${severity} ${title}`);
    expect({ annotations: shown, log, outputs: lastOutputs(outputWrites) }).toEqual(expected);
  });
});

test('the end of a pull request is not proved by a list that fails, and leaves the Deployments', async () => {
  await using scene = await setScene({ pulls: [{ number: 7, state: 'closed' }] });
  scene.api.addDeployment({ environment: 'preview', transient: true, description: 'a', task: 'deploy:preview-7' });
  const list = async () => {
    throw serviceError({ message: 'the list of endpoints contradicts itself' });
  };
  const { context } = commandContext({
    inputs: { preview: 'true' },
    event: eventOf({ pullRequest: { number: 7, isClosed: true } }),
    api: scene.github,
    client: { ...memoryService([]).client, list },
  });
  const preview = readPreview(context);
  await expect(preview && closePreview(context, preview)).rejects.toMatchObject({ code: 'unavailable' });
  expect(scene.api.deployments().map(({ statuses }) => statuses.at(-1)?.state)).toEqual(['success']);
});
