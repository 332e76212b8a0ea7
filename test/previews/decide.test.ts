/** What `preview: true` makes of an event, and how previews end. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { RunnerValues } from '../../src/github/event.ts';
import type { InputName } from '../../src/inputs/inputs.ts';
import { decidePreview, readPreview, undeployed, validatePreview } from '../../src/previews/decide.ts';
import { tellEnd } from '../../src/run/tell.ts';
import { commandContext, eventOf, lastOutputs, type PullRequestOptions } from '../commands/scene.ts';
import { setScene } from '../github/scene.ts';
import type { SeededPull } from '../github-api/github-api.ts';

interface Case {
  inputs?: { readonly [name in InputName]?: string };
  pullRequest?: Partial<PullRequestOptions>;
  runner?: Partial<RunnerValues>;
}

function contextFor({ inputs = {}, pullRequest, runner = {} }: Case) {
  return commandContext({
    files: { 'endpoint.yaml': 'name: llama\n' },
    inputs: { preview: 'true', ...inputs },
    event: eventOf({ ...runner, ...(pullRequest && { pullRequest: { number: 7, ...pullRequest } }) }),
  });
}

/** What is done, or why nothing is; `now` is what GitHub says, which answers nothing without it. */
async function decide({ now, ...given }: Case & { now?: Partial<SeededPull> }): Promise<string | undefined> {
  await using scene = await setScene({ pulls: now ? [{ number: 7, ...now }] : [] });
  const { context } = contextFor(given);
  try {
    const decided = await decidePreview({ ...context, github: { ...context.github, api: scene.github } });
    return decided && `${decided.step} ${decided.answer.standing}`.replace(/ due$|(?<=validate) .*/, '');
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
  const onTarget = { eventName: 'pull_request_target' };
  const byDependabot = { actor: 'dependabot[bot]' };
  const fork = { isFromFork: true };
  const closed = { isClosed: true };
  const byLabel = { preview: 'label=gpu' };
  test.for<[Case['inputs'] & object, Case['pullRequest'], Case['runner'] & object, string | undefined]>([
    [{ preview: 'false' }, {}, {}, undefined],
    [{}, {}, {}, 'create'],
    [{}, closed, {}, 'end over'],
    [{}, fork, {}, 'validate'],
    [{ allow: 'untrusted' }, fork, {}, 'create'],
    [{}, { ...fork, ...closed }, {}, 'end over'],
    [byLabel, { ...fork, action: 'unlabeled' }, {}, 'end refused'],
    [{}, closed, onTarget, 'end over'],
    [{}, { action: 'converted_to_draft', draft: true }, onTarget, 'end refused'],
    [{}, { action: 'unlabeled' }, onTarget, 'keep'],
    [noKey, fork, {}, 'validate'],
    [noKey, { ...fork, ...closed }, {}, 'validate'],
    [{ 'api-key': '' }, fork, {}, 'validate'],
    [{ 'base-url': '' }, fork, {}, 'validate'],
    [noKey, {}, byDependabot, 'validate'],
    [{}, {}, byDependabot, 'create'],
    [noKey, {}, {}, 'inputs-invalid: `base-url` or `api-key` is missing'],
    [{}, undefined, {}, `inputs-invalid: ${noPull} push`],
    [{}, undefined, { eventName: '' }, `inputs-invalid: ${noPull} hand`],
    [{}, {}, onTarget, target],
    [{}, undefined, onTarget, target],
    [{ allow: 'untrusted' }, {}, onTarget, 'create'],
  ])('by %j of %j in %j', async ([inputs, pullRequest, runner, expected]) => {
    expect(await decide({ inputs, runner, ...(pullRequest && { pullRequest }) })).toBe(expected);
  });

  test.for<[string, PullRequestOptions | object, Partial<SeededPull>, string]>([
    ['that was opened, and is closed by now', {}, { state: 'closed' }, 'end over'],
    ['that was closed, and is open again', { isClosed: true }, { labels: ['gpu'] }, 'keep'],
    ['that got the label, and has lost it', { action: 'labeled', labels: ['gpu'] }, {}, 'end refused'],
    ['that lost the label, and has it again', { action: 'unlabeled' }, { labels: ['gpu'] }, 'keep'],
    ['that was ready, and is a draft', { labels: ['gpu'] }, { labels: ['gpu'], draft: true }, 'end refused'],
    ['that has another last commit', { labels: ['gpu'] }, { labels: ['gpu'], headSha: 'b'.repeat(40) }, 'superseded'],
    ['of which the event told little', { labels: undefined, draft: undefined }, { labels: ['GPU'] }, 'create'],
  ])('of a pull request %s', async ([, pullRequest, now, expected]) => {
    expect(await decide({ inputs: { preview: 'label=gpu' }, pullRequest, now })).toBe(expected);
  });

  test.for<[string, PullRequestOptions | object, string]>([
    ['believed', { labels: ['gpu'] }, 'create'],
    ['believed when it closes', { isClosed: true }, 'end over'],
    ['no ground to deploy or to delete where it tells too little', { labels: undefined }, 'keep unknown'],
  ])('of a pull request that GitHub does not know: the event is %s', async ([, pullRequest, expected]) => {
    expect(await decide({ inputs: { preview: 'label=gpu' }, pullRequest })).toBe(expected);
  });
});

const fromFork = { isFromFork: true };
const gets = 'so its spec is validated and no preview is deployed.';
test.for<[string, Case, string]>([
  ['of a fork, no secrets', { inputs: noKey, pullRequest: fromFork }, `comes from a fork and gets no secrets, ${gets}`],
  ['of a fork with a key', { pullRequest: fromFork }, `comes from a fork, where anyone may have written it, ${gets}`],
  [
    'by Dependabot, closed',
    { inputs: noKey, pullRequest: { isClosed: true }, runner: { actor: 'dependabot[bot]' } },
    'is by Dependabot, and this run gets no secrets, so it could not check for a preview and deleted none.',
  ],
])('a pull request %s says why it gets no preview', async ([, given, message]) => {
  const { context, annotations } = contextFor(given);
  const preview = readPreview(context);
  if (preview) await tellEnd(await validatePreview(context, preview), context);
  expect(annotations[0]?.message.replace(/^.*?ull request( #7)? /, '')).toBe(message);
});

const mayNot = 'No preview of pull request #7 was deployed or deleted: the event `assigned` deploys none.';
const noLabel =
  'Plan: a deploy would delete the previews of pull request #7, because pull request #7 does not have the label `gpu`.';
const noEvent = 'Plan: a deploy would deploy no preview, because the event `unlabeled` deploys none.';
const hasLabel = { labels: ['gpu'] };
test.for<['deploy' | 'plan', Partial<PullRequestOptions>, Partial<SeededPull>, said: string, operation: string]>([
  ['deploy', { isClosed: true, ...hasLabel }, hasLabel, 'notice preview: superseded', 'superseded'],
  ['deploy', { action: 'assigned', ...hasLabel }, hasLabel, mayNot, 'unchanged'],
  ['plan', {}, {}, noLabel, 'planned'],
  ['plan', { action: 'unlabeled', ...hasLabel }, hasLabel, noEvent, 'planned'],
])('%s that deploys no preview, of %j, by now %j', async ([command, pullRequest, now, said, operation]) => {
  await using scene = await setScene({ pulls: [{ number: 7, ...now }] });
  const given = contextFor({ inputs: { command, preview: 'label=gpu' }, pullRequest });
  const context = { ...given.context, github: { ...given.context.github, api: scene.github } };
  const decided = await decidePreview(context);
  if (decided) await tellEnd(undeployed(context, decided), context);
  const { annotations, log, outputWrites } = given;
  expect([...annotations.map(({ severity, title }) => `${severity} ${title}`), ...log]).toEqual([said]);
  context.outputs.finish(undefined);
  expect(lastOutputs(outputWrites)).toMatchObject({ operation, changed: 'false' });
});
