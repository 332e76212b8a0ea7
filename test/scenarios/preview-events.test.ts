/** Previews when events come late, twice, in the wrong order, from strangers, or not at all. */

import { describe, expect, test } from 'vitest';
import { told } from '../told.ts';
import { smallSpec, writesOf } from './deployment.ts';
import { commits, repository, type Stage, setStage, settled } from './github-stage.ts';
import { testRuns } from './single-run.ts';

const inputs = { preview: 'true' };
const names = ({ emulator }: Stage) => emulator.endpoints().map(({ name }) => name);
const opened = { action: 'opened', with: inputs } as const;
const closed = { action: 'closed', with: inputs } as const;

test('a preview is deployed, updated and deleted by the same step', async () => {
  await using stage = await setStage();
  const spec = `${smallSpec}appName: llama\n`;
  const opened = await stage.pullRequestStep({ action: 'opened', with: inputs, spec });
  expect(opened.end).toBe('created');
  expect(told(opened.outputs)).toMatchObject({ name: 'llama-pr-7', 'app-name': 'llama-pr-7' });
  expect(JSON.parse(stage.emulator.endpoints()[0]?.envs[0]?.value ?? 'null')).toMatchObject({
    repository,
    commit: commits.first,
    pullRequest: 7,
  });
  expect(settled(stage.api.comments(7)[0]?.body ?? '', stage)).toMatchSnapshot('comment of a preview');
  expect(opened.raw).not.toContain('Try another model');

  const image = { ...inputs, image: 'a:2' };
  const pushed = await stage.pullRequestStep({ action: 'synchronize', with: image, spec, sha: commits.second });
  expect([pushed.end, told(pushed.outputs).name]).toEqual(['updated', 'llama-pr-7']);

  const close = { action: 'closed', with: inputs, spec, sha: commits.second };
  const closed = await stage.pullRequestStep(close);
  expect([closed.end, told(closed.outputs)]).toMatchObject(['deleted', { changed: 'true', name: 'llama-pr-7' }]);
  expect(stage.emulator.endpoints()).toEqual([]);
  expect(stage.api.comments(7).map(({ body }) => body.includes('deleted'))).toEqual([true]);

  const again = await stage.pullRequestStep(close);
  expect([again.end, again.outputs.changed]).toEqual(['absent', 'false']);
});

test('the plan of a new preview is what differs from production', async () => {
  await using stage = await setStage();
  const spec = `${smallSpec}envs: {TOKEN: value-of-token}\n`;
  await stage.step({ spec });
  const pull = { action: 'opened', with: { ...inputs, command: 'plan', image: 'a:2' }, spec };
  const { log } = await stage.pullRequestStep(pull);
  expect(log).toContain('\nDiffers from llama:\n  ~ image.image: ghcr.io/acme/llama:1 → a:2\n::group::14 fields\n');
  const body = stage.api.comments(7)[0]?.body ?? '';
  expect(body).toContain(
    'Differs from llama:\n\n```diff\n- image.image: ghcr.io/acme/llama:1\n+ image.image: a:2\n```\n\n<details>',
  );
  expect(body + log).not.toContain('value-of-token');
});

describe('an event of yesterday', () => {
  test('that closed a pull request which is open again keeps its preview', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep(opened);
    const { end, annotations } = await stage.pullRequestStep({ ...closed, isByNow: 'open' });
    expect([end, names(stage)]).toEqual(['superseded', ['llama-pr-7']]);
    expect(annotations.join()).toMatch(/^::notice title=preview%3A superseded::.*open again/);
  });

  test.for<[string, unknown, string]>([
    ['a web page', '<html>Sign in</html>', 'a web page instead of JSON'],
    ['an empty list', [], 'not as documented'],
    ['another pull request', { number: 99, state: 'closed' }, 'not as documented'],
  ])('is believed where GitHub answers %s, with a warning', async ([, body, words]) => {
    await using stage = await setStage();
    stage.api.addFault({ operation: 'pulls/get', kind: 'wrong-body', body, times: 'always' });
    const { end, annotations } = await stage.pullRequestStep(opened);
    expect(end).toBe('created');
    expect(annotations.join()).toMatch(/^::warning title=GitHub::State of pull request #7: /);
    expect(annotations.join()).toContain(words);
  });
});

describe('a preview by label', () => {
  const byLabel = { preview: 'label=gpu-preview' };
  const labels = ['bug', 'GPU-Preview'];
  const labeled = { action: 'labeled', labels, with: byLabel };

  test('is created with the label, kept with every other event, and deleted without it, which log and comment say', async () => {
    await using stage = await setStage();
    const story: [string, readonly string[], string][] = [
      ['opened', [], 'absent'],
      ['labeled', labels, 'created'],
      ['assigned', labels, 'unchanged'],
      ['unlabeled', ['bug'], 'deleted'],
      ['labeled', labels, 'created'],
      ['closed', labels, 'deleted'],
    ];
    const played: unknown[] = [];
    for (const [action, has] of story) {
      const { end, log } = await stage.pullRequestStep({ action, labels: has, with: byLabel });
      played.push([action, has, end]);
      expect(names(stage).length).toBe(/deleted|absent/.test(end) ? 0 : 1);
      if (end !== 'deleted' || action === 'closed') continue;
      expect(log).toContain('No preview: pull request #7 does not have the label `gpu-preview`.');
      expect(stage.api.comments(7)[0]?.body).toMatch(
        /Previews of pull request #7: deleted[\s\S]*does not have the label <code>gpu-preview<\/code>/,
      );
    }
    expect(played).toEqual(story);
    expect(stage.api.comments(7).length).toBe(1);
  });

  test.for<[string, { draft?: boolean; labels?: readonly string[]; state?: 'closed' }, string]>([
    ['loses its label', { labels: ['bug'] }, 'does not have the label <code>gpu-preview</code>'],
    ['becomes a draft', { draft: true }, 'is a draft'],
    ['is closed', { state: 'closed' }, 'is closed'],
  ])('is deleted where the pull request %s while the deploy runs', async ([, marksNow, why]) => {
    await using stage = await setStage();
    const run = () => stage.api.setPull({ number: 7, ...marksNow });
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    const { end, outputs, summary } = await stage.pullRequestStep(labeled);
    expect([end, outputs.url, names(stage)]).toEqual(['deleted', '', []]);
    expect(summary).toMatch(/^### 🗑️ Previews of pull request #7: deleted\n/);
    expect(summary).toContain(`This run was to deploy a preview, but by now pull request &#35;&#8203;7 ${why}.`);
    expect(summary).not.toMatch(/created|https?:/);
    expect(stage.api.comments(7)).toEqual([]);
  });

  testRuns({
    'is not created by a run of yesterday whose label is gone by now': {
      given: { pull: { action: 'labeled', labels, marksNow: { labels: [] } }, with: byLabel },
      end: 'absent',
      expected: { writes: [] },
    },
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
      expect(stage.api.comments(7).length).toBe(1);
    },
  );

  test('needs no spec, and takes the endpoints of every step of the pull request', async () => {
    await using stage = await setStage();
    const spec = (name: string) => smallSpec.replace('llama', name);
    await stage.pullRequestStep({ ...opened, spec: spec('a') });
    await stage.pullRequestStep({ ...opened, with: { preview: 'drafts=true' }, spec: `${spec('b')}---\n${spec('c')}` });
    await stage.pullRequestStep({ ...opened, number: 8, spec: spec('a') });
    expect(names(stage).toSorted()).toEqual(['a-pr-7', 'a-pr-8', 'b-pr-7', 'c-pr-7']);
    const { outputs } = await stage.pullRequestStep({ ...closed, spec: ':' });
    expect([JSON.parse(outputs.endpoints ?? '[]').length, names(stage)]).toEqual([3, ['a-pr-8']]);
    const isSaid = (pull: number) => stage.api.comments(pull).map(({ body }) => body.includes(': deleted'));
    expect([isSaid(7), isSaid(8)]).toEqual([[true], [false]]);
  });

  /** What happens before; how the close ends; a part of the comment. */
  test.for<[string, (stage: Stage, id: string) => void, string, string]>([
    ['was deleted by somebody else', ({ emulator }, id) => emulator.remove(id), 'absent', '#7: none found'],
    [
      'could not be deleted',
      ({ emulator }) => emulator.addFault({ operation: 'delete', kind: 'status', status: 403, times: 'always' }),
      'unauthorized',
      '#7: NOT deleted',
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
    expect(stage.api.comments(7)[0]?.body).toContain(words);
    for (const { id } of stage.emulator.endpoints()) if (end !== 'absent') expect(annotations.join()).toContain(id);
    if (end === 'absent') expect(writesOf(stage.emulator)).not.toContain('delete');
  });

  test('of a fork’s pull request without secrets has nothing to do, for whichever command', async () => {
    await using stage = await setStage();
    for (const command of ['deploy', 'delete', 'plan']) {
      const given = { ...inputs, command, 'api-key': '', 'base-url': '' };
      expect((await stage.pullRequestStep({ ...closed, isFromFork: true, with: given, spec: ':' })).end).toBe('absent');
    }
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
});

describe('a preview on', () => {
  test.for(['issue_comment', 'merge_group', 'push', 'schedule', 'workflow_dispatch', 'workflow_run'])(
    '%s is refused with what to do',
    async (name) => {
      await using stage = await setStage();
      const payload = { action: 'created', issue: { number: 7, pull_request: {} } };
      const { end, annotations } = await stage.step({ with: inputs, event: { name, payload } });
      expect([end, stage.emulator.requests]).toEqual(['inputs-invalid', []]);
      expect(annotations.join()).toContain(`started by ${name}`);
    },
  );

  const pull = { action: 'opened', eventName: 'pull_request_target' };
  testRuns({
    'pull_request_review by a member is deployed like any other': {
      given: {
        pull: { ...pull, eventName: 'pull_request_review', payload: { review: { author_association: 'MEMBER' } } },
        with: inputs,
      },
      end: 'created',
      expected: { outputs: { name: 'llama-pr-7' } },
    },
    'a branch without the key is refused': {
      given: { pull: { action: 'opened' }, with: { ...inputs, 'api-key': '' } },
      end: 'inputs-invalid',
      expected: { says: /api-key/, left: [] },
    },
  });

  test('pull_request_target is deployed where that is allowed, at the commit of the pull request', async () => {
    await using stage = await setStage();
    const given = { ...inputs, allow: 'untrusted, older-commit' };
    await stage.pullRequestStep({ ...pull, sha: commits.second, with: given });
    const [env] = stage.emulator.endpoints()[0]?.envs ?? [];
    expect(JSON.parse(env?.value ?? '')).toMatchObject({ commit: commits.second });
  });
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

test('names keep within the lengths of the service by a hash of the whole name', async () => {
  await using stage = await setStage();
  const spec = smallSpec.replace('name: llama', `name: ${'n'.repeat(220)}\nappName: ${'a'.repeat(46)}`);
  const { outputs } = await stage.pullRequestStep({ ...opened, spec });
  const { name, 'app-name': appName } = told(outputs);
  expect([name, appName]).toEqual([
    expect.stringMatching(/^n{206}-[0-9a-f]{8}-pr-7$/),
    expect.stringMatching(/^a{32}-[0-9a-f]{8}-pr-7$/),
  ]);
});

test('one that fails is deleted, and not the endpoint that the spec names', async () => {
  await using stage = await setStage({ emulator: { scripts: [{ image: 'a:broken', outcome: 'image-pull' }] } });
  stage.emulator.seed({ name: 'llama' });
  const spec = `${smallSpec}tests: [/health]\n`;
  const broken = { ...opened, spec, with: { ...inputs, image: 'a:broken' } };
  const { end, log, outputs, summary } = await stage.pullRequestStep(broken);
  expect([end, outputs.changed, outputs.url, names(stage)]).toEqual(['image-pull', 'true', '', ['llama']]);
  expect(log).toMatch(
    /^Now: llama-pr-7 \(\w+\): It is deleted: this run had created it\. Nobody is served\. Nothing is billed\.$/m,
  );
  expect(summary).toContain('### ❌ llama-pr-7: a:broken cannot be pulled, deleted');
});
