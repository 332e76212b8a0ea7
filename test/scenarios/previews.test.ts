/** One preview from its pull request's first event to its last: what is deployed, what is shown of it, and that nothing of it stays. */

import { describe, expect, test } from 'vitest';
import { startGitHubApi } from '../github-api/github-api.ts';
import { told } from '../told.ts';
import { operationsOf, smallSpec, writesOf } from './deployment.ts';
import { commits, repository, type Stage, setStage, settled } from './github-stage.ts';

const inputs = { preview: 'true' };
const names = ({ emulator }: Stage) => emulator.endpoints().map(({ name }) => name);
const bodies = ({ api }: Stage) => api.comments(7).map(({ body }) => body);
const opened = { action: 'opened', with: inputs } as const;
const closed = { action: 'closed', with: inputs } as const;

test('a preview is deployed, updated and deleted by the same step', async () => {
  await using stage = await setStage();
  const spec = `${smallSpec}appName: llama\nworkerConfig: {minNum: 1}\n`;
  const created = await stage.pullRequestStep({ ...opened, spec });
  expect(created.end).toBe('created');
  expect(told(created.outputs)).toMatchObject({ name: 'llama-pr-7', 'app-name': 'llama-pr-7' });
  const [{ envs, workerConfig } = { envs: [], workerConfig: undefined }] = stage.emulator.endpoints();
  const record = { repository, commit: commits.first, pullRequest: 7, name: 'llama-pr-7' };
  expect([JSON.parse(envs[0]?.value ?? 'null'), workerConfig]).toMatchObject([record, { minNum: 0 }]);
  expect(settled(bodies(stage)[0] ?? '', stage)).toMatchSnapshot('comment of a preview');
  expect(created.raw).not.toContain('Try another model');

  const image = { ...inputs, image: 'a:2' };
  const pushed = await stage.pullRequestStep({ action: 'synchronize', with: image, spec, sha: commits.second });
  expect([pushed.end, told(pushed.outputs).name]).toEqual(['updated', 'llama-pr-7']);

  const close = { action: 'closed', with: inputs, spec, sha: commits.second };
  const ended = await stage.pullRequestStep(close);
  expect([ended.end, told(ended.outputs)]).toMatchObject(['deleted', { changed: 'true', name: 'llama-pr-7' }]);
  expect([names(stage), bodies(stage).map((body) => body.includes('deleted'))]).toEqual([[], [true]]);
  const again = await stage.pullRequestStep(close);
  expect([again.end, again.outputs.changed]).toEqual(['absent', 'false']);
});

test('a preview carries out the plan that was approved for it, and no other', async () => {
  await using stage = await setStage();
  const plan = { ...inputs, command: 'plan', comment: 'false' };
  const { outputs } = await stage.pullRequestStep({ action: 'opened', with: plan });
  const approved = { ...inputs, 'approved-plan': outputs['plan-digest'] ?? '' };
  const other = await stage.pullRequestStep({ action: 'opened', number: 8, with: approved });
  const same = await stage.pullRequestStep({ action: 'opened', with: approved });
  expect([other.end, same.end]).toEqual(['plan-changed', 'created']);
});

test('an endpoint is never taken by the look of its name', async () => {
  await using stage = await setStage();
  stage.emulator.seed({ name: 'llama-pr-7' });
  expect((await stage.pullRequestStep(opened)).end).toBe('owned');
  expect((await stage.pullRequestStep(closed)).end).toBe('absent');
  expect(names(stage)).toEqual(['llama-pr-7']);
});

test('one that fails is deleted, and not the endpoint that the spec names', async () => {
  await using stage = await setStage({ emulator: { scripts: [{ image: 'a:broken', outcome: 'image-pull' }] } });
  stage.emulator.seed({ name: 'llama' });
  const spec = `${smallSpec}tests: [/health]\n`;
  const broken = { ...opened, spec, with: { ...inputs, image: 'a:broken' } };
  const { end, log, outputs, summary } = await stage.pullRequestStep(broken);
  expect([end, outputs.changed, outputs.url, names(stage)]).toEqual(['image-pull', 'true', '', ['llama']]);
  expect(log).toMatch(
    /^Now: llama-pr-7 \(\w+\): It is deleted: nothing had proved it\. Nobody is served\. Nothing is billed\.$/m,
  );
  expect(summary).toContain('### ❌ llama-pr-7: a:broken cannot be pulled, deleted');
});

describe('a run that comes late', () => {
  test.for([
    [{ isByNow: 'closed' } as const, 'absent'],
    [{ headNow: commits.second }, 'superseded'],
  ] as const)('%j: creates nothing', async ([now, end]) => {
    await using stage = await setStage();
    expect((await stage.pullRequestStep({ ...opened, ...now })).end).toBe(end);
    expect(new Set(operationsOf(stage.emulator))).toEqual(new Set(end === 'absent' ? ['list'] : []));
  });

  test('beside the close ends as deleted', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep(opened);
    // The close does all of its work between the last look of the late run at its endpoint and its comment.
    const run = async () => void (await stage.pullRequestStep(closed));
    stage.api.addFault({ operation: 'issues/update-comment', kind: 'hook', when: 'before', run });
    await stage.pullRequestStep({ ...opened, action: 'synchronize', sha: commits.second });
    expect([names(stage), bodies(stage)]).toEqual([[], [expect.stringContaining('Previews of pull request #7: ')]]);
    expect(bodies(stage)[0]).not.toMatch(/: (created|updated|unchanged)$/m);
  });

  test.for<[string, { draft?: boolean; labels?: readonly string[]; state?: 'closed' }, string]>([
    ['loses its label', { labels: ['bug'] }, 'does not have the label <code>gpu-preview</code>'],
    ['becomes a draft', { draft: true }, 'is a draft'],
    ['is closed', { state: 'closed' }, 'is closed'],
  ])('deletes its preview where the pull request %s meanwhile, and writes no comment', async ([, marksNow, why]) => {
    await using stage = await setStage({ api: { lateLists: 20 } });
    const run = () => stage.api.setPull({ number: 7, ...marksNow });
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    const given = { action: 'labeled', labels: ['GPU-Preview'], with: { preview: 'label=gpu-preview' } };
    const { end, outputs, summary } = await stage.pullRequestStep(given);
    expect([end, outputs.url, names(stage), bodies(stage)]).toEqual(['deleted', '', [], []]);
    expect(summary).toMatch(/^### 🗑️ Previews of pull request #7: deleted\n/);
    expect(summary).toContain(`This run was to deploy a preview, but by now pull request &#35;&#8203;7 ${why}.`);
    expect(summary).not.toMatch(/created|https?:/);
  });
});

describe('closing', () => {
  test.for([{ deleteLagSeconds: 0 }, { deleteLagSeconds: 60 }])(
    'several times at the same time is success for all (%j)',
    async (switches) => {
      await using stage = await setStage({ emulator: { switches } });
      await stage.pullRequestStep(opened);
      const close = () => stage.pullRequestStep(closed);
      for (const { exitCode, annotations } of await Promise.all([close(), close(), close()]))
        expect({ exitCode, annotations }).toEqual({ exitCode: 0, annotations: [] });
      expect(bodies(stage).length).toBe(1);
    },
  );

  /** What happens before; how the close ends; a part of the comment. */
  test.for<[string, (stage: Stage, id: string) => void, string, string]>([
    ['was deleted by somebody else', ({ emulator }, id) => emulator.remove(id), 'absent', '#7: none found'],
    [
      'could not be deleted',
      ({ emulator }) => emulator.addFault({ operation: 'delete', kind: 'status', status: 403, times: 'always' }),
      'unauthorized',
      '#7: the API key was refused, NOT deleted',
    ],
    [
      'cannot be listed',
      ({ emulator }) => emulator.addFault({ operation: 'list', kind: 'status', status: 503, times: 'always' }),
      'unavailable',
      'llama-pr-7: created',
    ],
    [
      'was taken over between the look-up and its deletion',
      ({ emulator }, id) => {
        const run = () => emulator.change(id, { envs: [] });
        emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', run });
      },
      'absent',
      '#7: kept',
    ],
  ])('an endpoint that %s: the comment is true', async ([, happen, expected, words]) => {
    await using stage = await setStage();
    await stage.pullRequestStep(opened);
    happen(stage, stage.emulator.endpoints()[0]?.id ?? '');
    const { end, annotations } = await stage.pullRequestStep(closed);
    expect(end).toBe(expected);
    expect(bodies(stage)[0]).toContain(words);
    if (end === 'unauthorized') expect(annotations.join()).toContain(stage.emulator.endpoints()[0]?.id);
    if (end === 'absent') expect(writesOf(stage.emulator)).not.toContain('delete');
  });

  test('is not stopped by an image that came out empty, which stops a preview that opens', async () => {
    await using stage = await setStage();
    const empty = { ...inputs, image: '' };
    expect((await stage.pullRequestStep({ action: 'opened', with: empty })).end).toBe('inputs-invalid');
    expect(stage.emulator.requests).toEqual([]);
    await stage.pullRequestStep(opened);
    // The build of a closed pull request is skipped.
    expect((await stage.pullRequestStep({ action: 'closed', with: empty })).end).toBe('deleted');
  });

  test.for<[string, string, string, number]>([
    ['renamed or transferred', 'acme/renamed', '42', 0],
    ['replaced by a new one of the old name', repository, '43', 1],
  ])('after the repository was %s goes by its id, and so does a sweep', async ([, name, id, left]) => {
    for (const command of ['close', 'sweep']) {
      await using stage = await setStage();
      await stage.pullRequestStep({ ...opened, env: { GITHUB_REPOSITORY_ID: '42' } });
      await using api = await startGitHubApi({ repository: name, pulls: [{ number: 7, state: 'closed' }] });
      const env = { GITHUB_API_URL: api.url, GITHUB_REPOSITORY: name, GITHUB_REPOSITORY_ID: id };
      const { exitCode } =
        command === 'close'
          ? await stage.pullRequestStep({ ...closed, env })
          : await stage.step({ with: { command }, env });
      expect({ command, exitCode, left: names(stage).length }).toEqual({ command, exitCode: 0, left });
    }
  });
});
