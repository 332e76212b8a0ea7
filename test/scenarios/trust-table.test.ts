/** Who can obtain what (docs/security.md), cell by cell: each command for each kind of pull request, on one endpoint of ours, one of another repository and one of nobody. */

import { describe, expect, test } from 'vitest';
import { recordEnv, smallSpec, writesOf } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import type { StepResult } from './step.ts';

const names = ['ours', 'theirs', 'nobodys'] as const;
const imageOf = (name: string) => `private/image-of-${name}:1`;

type Run = (stage: Stage, options: { with: Record<string, string>; spec: string }) => Promise<StepResult>;

const onPullRequest =
  (given: object): Run =>
  (stage, options) =>
    stage.pullRequestStep({ action: 'opened', ...given, ...options });
const onComment: Run = (stage, options) =>
  stage.step({
    event: {
      name: 'issue_comment',
      payload: { issue: { number: 7, pull_request: {} }, comment: { author_association: 'OWNER' } },
    },
    ...options,
  });

/** Three endpoints, each with an image that not everybody may see. */
async function setTable(): Promise<Stage> {
  const stage = await setStage({ api: { pulls: [{ number: 7, headSha: commits.second }] } });
  const envs = { ours: [recordEnv({ run: '9.1' })], theirs: [recordEnv({ repository: 'rival/llama' })], nobodys: [] };
  for (const name of names) stage.emulator.seed({ name, image: { image: imageOf(name) }, envs: envs[name] });
  return stage;
}

/** What came of it, in a word; for a plan the endpoints of which it shows more than the name. */
async function cell(run: Run, { command, preview, key = true }: { command: string; preview?: boolean; key?: boolean }) {
  await using stage = await setTable();
  const specs = names.map((name) => smallSpec.replace('llama\n', `${name}\n`));
  // One that is refused keeps the others from being written, so that each of them is asked about alone.
  const results: string[] = [];
  const asked = command === 'sweep' || command === 'validate' ? specs.slice(0, 1) : specs;
  for (const [index, spec] of asked.entries()) {
    stage.emulator.clearRequests();
    const exported = { name: names[index] ?? '', spec: `exported-${index}.yaml` };
    const { exitCode, end, outputs, log, summary } = await run(stage, {
      spec,
      with: {
        command,
        ...(command === 'export' && exported),
        ...(command === 'delete' && { name: exported.name }),
        ...(preview && { preview: 'true' }),
        ...(!key && { 'api-key': '' }),
        wait: 'none',
      },
    });
    const isShown = `${log}${summary}${JSON.stringify(outputs)}`.includes(imageOf(names[index] ?? ''));
    if (exitCode !== 0) results.push([end, ...writesOf(stage.emulator)].join(', but '));
    else if (command === 'plan') results.push(isShown ? 'shown' : 'hidden');
    else results.push(end);
  }
  return results.join(' ');
}

const [refused, validated] = ['inputs-invalid', 'validated'].map((word) => `${word} ${word} ${word}`);
const columns = ['validate', 'plan', 'export', 'deploy', 'delete', 'preview', 'sweep'] as const;
const usual = ['validated', 'shown hidden hidden', refused, refused, refused, refused, 'inputs-invalid'] as const;
const [exported, created] = ['exported owned exported', 'created created created'];
const withoutKey = ['validated', refused, refused, refused, refused, validated, 'inputs-invalid'] as const;
const dependabot = { env: { GITHUB_ACTOR: 'dependabot[bot]' } };

/** What comes of each command, in the order of `columns`. */
describe.for<[string, Run, readonly (string | undefined)[], { key: boolean }?]>([
  [
    'a collaborator, on a branch of this repository',
    onPullRequest({}),
    ['validated', 'shown hidden shown', exported, refused, 'deleted owned deleted', created, 'absent'],
  ],
  [
    'a fork that has the key, on pull_request',
    onPullRequest({ isFromFork: true }),
    ['validated', 'shown hidden hidden', refused, refused, refused, validated, 'inputs-invalid'],
  ],
  ['a fork without the key', onPullRequest({ isFromFork: true }), withoutKey, { key: false }],
  ['anybody, on pull_request_target', onPullRequest({ eventName: 'pull_request_target' }), usual],
  ['Dependabot, without a key', onPullRequest(dependabot), withoutKey, { key: false }],
  ['anybody, by a comment', onComment, usual],
])('%s', ([, run, outcomes, { key = true } = { key: true }]) => {
  test.for(columns.map((column, index) => [column, outcomes[index]] as const))('%s: %s', async ([column, outcome]) => {
    const isPreview = column === 'preview';
    expect(await cell(run, { command: isPreview ? 'deploy' : column, preview: isPreview, key })).toBe(outcome);
  });
});
