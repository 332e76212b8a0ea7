/** Who can obtain what (docs/security.md), cell by cell: each command for each kind of pull request, on one endpoint of ours, one of another repository and one of nobody. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, repository, type Stage, setStage } from './github-stage.ts';
import type { StepResult } from './step.ts';

const names = ['ours', 'theirs', 'nobodys'] as const;
const imageOf = (name: string) => `private/image-of-${name}:1`;
const writes = new Set(['create', 'update', 'update-v2', 'delete']);

type Run = (stage: Stage, options: { with: Record<string, string>; spec: string }) => Promise<StepResult>;

const onPullRequest =
  (facts: object): Run =>
  (stage, options) =>
    stage.pullRequestStep({ action: 'opened', ...facts, ...options });
const onComment =
  (head: string, association: string): Run =>
  (stage, options) =>
    stage.step({
      event: {
        name: 'issue_comment',
        payload: { issue: { number: 7, pull_request: {} }, comment: { author_association: association } },
      },
      files: { '.git/HEAD': `${head}\n` },
      ...options,
    });

/** Three endpoints, each with an image that not everybody may see. */
async function setTable(): Promise<Stage> {
  const stage = await setStage({ api: { pulls: [{ number: 7, headSha: commits.second }] } });
  const record = {
    ...{ repository, commit: commits.first, ref: 'refs/heads/main', run: '9.1' },
    ...{ time: '2026-01-01T00:00:00.000Z', tool: 'deploy-gpu-endpoint/1.0.0' },
  };
  const carried: Record<string, object> = { ours: record, theirs: { ...record, repository: 'rival/llama' } };
  for (const name of names) {
    const value = carried[name];
    stage.emulator.seed({
      name,
      image: { image: imageOf(name) },
      envs: value ? [{ key: 'GPU_ENDPOINT_DEPLOYMENT', value: JSON.stringify(value) }] : [],
    });
  }
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
    const { exitCode, outputs, log, summary } = await run(stage, {
      spec,
      with: { command, ...(preview && { preview: 'true' }), ...(!key && { 'api-key': '' }), wait: 'none' },
    });
    const isShown = `${log}${summary}${JSON.stringify(outputs)}`.includes(imageOf(names[index] ?? ''));
    const hasWritten = stage.emulator.requests.some(({ operation }) => writes.has(operation));
    if (exitCode !== 0) results.push(`${outputs['failure-reason']}${hasWritten ? ', but written' : ''}`);
    else results.push(command === 'plan' ? (isShown ? 'shown' : 'hidden') : (outputs.operation ?? ''));
  }
  return results.join(' ');
}

const refused = 'inputs-invalid inputs-invalid inputs-invalid';

describe.for<[string, Run, Record<string, string>, { key?: boolean }]>([
  [
    'a collaborator, on a branch of this repository',
    onPullRequest({}),
    {
      validate: 'validated',
      plan: 'shown hidden shown',
      deploy: 'updated owned updated',
      delete: 'deleted owned deleted',
      preview: 'created created created',
      sweep: 'absent',
    },
    {},
  ],
  [
    'a fork that has the key, on pull_request',
    onPullRequest({ isFromFork: true }),
    {
      validate: 'validated',
      plan: 'shown hidden hidden',
      deploy: refused,
      delete: refused,
      preview: 'validated validated validated',
      sweep: 'inputs-invalid',
    },
    {},
  ],
  [
    'a fork without the key',
    onPullRequest({ isFromFork: true }),
    {
      validate: 'validated',
      plan: refused,
      deploy: refused,
      delete: refused,
      preview: 'validated validated validated',
      sweep: 'inputs-invalid',
    },
    { key: false },
  ],
  [
    'anybody, on pull_request_target',
    onPullRequest({ eventName: 'pull_request_target' }),
    {
      validate: 'validated',
      plan: 'shown hidden hidden',
      deploy: refused,
      delete: refused,
      preview: refused,
      sweep: 'inputs-invalid',
    },
    {},
  ],
  [
    'Dependabot, without a key',
    (stage, options) =>
      stage.pullRequestStep({ action: 'opened', env: { GITHUB_ACTOR: 'dependabot[bot]' }, ...options }),
    {
      validate: 'validated',
      plan: refused,
      deploy: refused,
      delete: refused,
      preview: 'validated validated validated',
      sweep: 'inputs-invalid',
    },
    { key: false },
  ],
  [
    'a stranger, by a comment, whatever is checked out',
    onComment(commits.first, 'CONTRIBUTOR'),
    {
      validate: 'validated',
      plan: 'shown hidden hidden',
      deploy: refused,
      delete: refused,
      preview: refused,
      sweep: 'inputs-invalid',
    },
    {},
  ],
  [
    'a collaborator, by a comment, with another checkout',
    onComment('9'.repeat(40), 'COLLABORATOR'),
    {
      validate: 'validated',
      plan: 'shown hidden hidden',
      deploy: refused,
      delete: refused,
      preview: refused,
      // It reads nothing that is checked out.
      sweep: 'absent',
    },
    {},
  ],
  [
    'a collaborator, by a comment, with the last commit of a branch of this repository',
    onComment(commits.second, 'COLLABORATOR'),
    {
      validate: 'validated',
      plan: 'shown hidden shown',
      deploy: 'updated owned updated',
      delete: 'deleted owned deleted',
      preview: refused,
      sweep: 'absent',
    },
    {},
  ],
])('%s', ([, run, expected, { key = true }]) => {
  test.for(Object.entries(expected))('%s: %s', async ([column, outcome]) => {
    const isPreview = column === 'preview';
    const found = await cell(run, { command: isPreview ? 'deploy' : column, preview: isPreview, key });
    expect(found).toBe(outcome);
  });
});
