/** Previews when events come late, twice, in the wrong order, from strangers, or not at all. */

import { describe, expect, test } from 'vitest';
import { told } from '../told.ts';
import { operationsOf, smallSpec } from './deployment.ts';
import { commits, repository, type Stage, setStage } from './github-stage.ts';

const inputs = { preview: 'true' };
const names = ({ emulator }: Stage) => emulator.endpoints().map(({ name }) => name);
const lastStates = ({ api }: Stage) => api.deployments().map(({ statuses }) => statuses.at(-1)?.state);

describe('an event of yesterday', () => {
  test('that opened a pull request which is closed by now leaves no endpoint behind', async () => {
    await using stage = await setStage();
    const { outputs } = await stage.pullRequestStep({ action: 'opened', isByNow: 'closed', with: inputs });
    expect({ operation: outputs.operation, endpoints: names(stage), states: lastStates(stage) }).toEqual({
      operation: 'absent',
      endpoints: [],
      states: [],
    });
    expect(new Set(operationsOf(stage.emulator))).toEqual(new Set(['list']));
    expect(stage.api.comments(7)).toEqual([]);
  });

  test('that closed a pull request which is open again keeps its preview', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: inputs });
    const { exitCode, outputs, annotations } = await stage.pullRequestStep({
      action: 'closed',
      isByNow: 'open',
      with: inputs,
    });
    expect({ exitCode, operation: outputs.operation, endpoints: names(stage) }).toEqual({
      exitCode: 0,
      operation: 'superseded',
      endpoints: ['llama-pr-7'],
    });
    expect(annotations.join()).toMatch(/^::notice title=preview%3A superseded::.*open again/);
  });

  test.for<[string, unknown, string]>([
    ['a web page', '<html>Sign in</html>', 'a web page instead of JSON'],
    ['an empty list', [], 'not as documented'],
    ['another pull request', { number: 99, state: 'closed' }, 'not as documented'],
  ])('is believed where GitHub answers %s, with a warning', async ([, body, words]) => {
    await using stage = await setStage();
    stage.api.addFault({ operation: 'pulls/get', kind: 'wrong-body', body, times: 'always' });
    const { outputs, annotations } = await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' } });
    expect(outputs.operation).toBe('created');
    expect(annotations.join()).toMatch(/^::warning title=GitHub::State of pull request #7: /);
    expect(annotations.join()).toContain(words);
  });

  test('is believed where GitHub does not say', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: inputs });
    stage.api.setPermissions({ 'pull-requests': 'none' });
    const { outputs } = await stage.pullRequestStep({ action: 'closed', isByNow: 'open', with: inputs });
    expect({ operation: outputs.operation, endpoints: names(stage) }).toEqual({ operation: 'deleted', endpoints: [] });
  });

  test('that reopened a pull request at an older commit deploys it: what is gone is not newer', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: inputs, sha: commits.second });
    await stage.pullRequestStep({ action: 'closed', with: inputs, sha: commits.second });
    const { outputs } = await stage.pullRequestStep({ action: 'reopened', with: inputs, sha: commits.first });
    expect(outputs.operation).toBe('created');
  });
});

describe('a preview by label', () => {
  const byLabel = { preview: 'label=gpu-preview' };
  const labels = ['bug', 'GPU-Preview'];
  const told = (stage: Stage) => stage.api.comments(7).map(({ body }) => body.split('\n')[0]);

  test('is created with the label, kept with every other event, and deleted without it', async () => {
    await using stage = await setStage();
    const story: [string, readonly string[]][] = [
      ['opened', []],
      ['labeled', ['bug']],
      ['labeled', labels],
      ['labeled', [...labels, 'urgent']],
      ['unlabeled', labels],
      ['assigned', labels],
      ['synchronize', labels],
      ['unlabeled', ['bug']],
      ['synchronize', ['bug']],
      ['labeled', labels],
      ['closed', labels],
    ];
    const played: string[] = [];
    for (const [action, has] of story) {
      const { exitCode, outputs } = await stage.pullRequestStep({ action, labels: has, with: byLabel });
      played.push(`${action} ${outputs.operation} ${names(stage).length} ${exitCode}`);
    }
    expect(played).toEqual([
      'opened absent 0 0',
      'labeled absent 0 0',
      'labeled created 1 0',
      'labeled unchanged 1 0',
      'unlabeled unchanged 1 0',
      'assigned unchanged 1 0',
      'synchronize unchanged 1 0',
      'unlabeled deleted 0 0',
      'synchronize absent 0 0',
      'labeled created 1 0',
      'closed deleted 0 0',
    ]);
    expect(told(stage).length).toBe(1);
    expect(lastStates(stage)).toEqual(['inactive', 'inactive']);
  });

  test.for([inputs, byLabel])('is never created by `unlabeled` (%j)', async (given) => {
    await using stage = await setStage();
    for (const has of [[], labels]) {
      const { exitCode } = await stage.pullRequestStep({ action: 'unlabeled', labels: has, with: given });
      expect({ exitCode, endpoints: names(stage) }).toEqual({ exitCode: 0, endpoints: [] });
    }
    expect(operationsOf(stage.emulator)).not.toContain('create');
  });

  test('says in log and comment why it is deleted', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'labeled', labels, with: byLabel });
    const { log } = await stage.pullRequestStep({ action: 'unlabeled', with: byLabel });
    expect(log).toContain('No preview: the pull request does not have the label `gpu-preview`.');
    const [comment] = stage.api.comments(7);
    expect(comment?.body).toMatch(
      /Previews of pull request #7: deleted[\s\S]*does not have the label <code>gpu-preview<\/code>/,
    );
  });

  test.for<[string, { draft?: boolean; labels?: readonly string[] }]>([
    ['loses its label', { labels: ['bug'] }],
    ['becomes a draft', { draft: true }],
  ])('is deleted where the pull request %s while the deploy runs', async ([, marksNow]) => {
    await using stage = await setStage();
    const run = () => stage.api.setPull({ number: 7, ...marksNow });
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    const { exitCode, outputs } = await stage.pullRequestStep({ action: 'labeled', labels, with: byLabel });
    expect({ exitCode, operation: outputs.operation, url: outputs.url, endpoints: names(stage) }).toEqual({
      exitCode: 0,
      operation: 'deleted',
      url: '',
      endpoints: [],
    });
    expect([...stage.api.comments(7), ...stage.api.deployments()]).toEqual([]);
  });

  test('is not created by a run of yesterday whose label is gone by now', async () => {
    await using stage = await setStage();
    const { outputs } = await stage.pullRequestStep({
      action: 'labeled',
      labels,
      marksNow: { labels: [] },
      with: byLabel,
    });
    expect({ operation: outputs.operation, endpoints: names(stage) }).toEqual({ operation: 'absent', endpoints: [] });
  });

  test('is neither created nor deleted where nobody says which labels there are', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'labeled', labels, with: byLabel });
    stage.api.setPermissions({ 'pull-requests': 'none' });
    const payload = { pull_request: { number: 7, state: 'open', head: { repo: { full_name: repository } } } };
    for (const action of ['unlabeled', 'synchronize']) {
      const { exitCode, outputs, annotations } = await stage.pullRequestStep({ action, payload, with: byLabel });
      expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'unchanged' });
      expect(annotations.join()).toContain('neither the event nor GitHub says which labels');
    }
    expect(names(stage)).toEqual(['llama-pr-7']);
  });

  test('is deleted on pull_request_target, too, which runs despite a merge conflict', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'labeled', labels, with: byLabel });
    const onTarget = { eventName: 'pull_request_target', with: byLabel, spec: '' };
    const { outputs } = await stage.pullRequestStep({ action: 'unlabeled', ...onTarget });
    expect({ operation: outputs.operation, endpoints: names(stage) }).toEqual({ operation: 'deleted', endpoints: [] });
  });
});

test('the comment says when the preview is deleted, and that of a new one which events are needed', async () => {
  await using stage = await setStage();
  const notes: string[] = [];
  for (const image of ['a:1', 'a:2']) {
    const given = { preview: 'label=gpu\nmax-age=3d', image };
    await stage.pullRequestStep({ action: 'labeled', labels: ['gpu'], spec: smallSpec, with: given });
    const body = stage.api.comments(7)[0]?.body ?? '';
    expect(body).toContain('A sweep deletes it 3 d after the last push that changed it.');
    notes.push(body.includes('the workflow needs') ? 'types' : 'no types');
  }
  expect(notes).toEqual(['types', 'no types']);
});

describe('a draft', () => {
  test.for<[string, string[]]>([
    ['true', ['absent', 'created', 'deleted', 'absent']],
    ['drafts=true', ['created', 'unchanged', 'unchanged', 'unchanged']],
  ])('with `preview: %s`', async ([preview, expected]) => {
    await using stage = await setStage();
    const story = { opened: true, ready_for_review: false, converted_to_draft: true, synchronize: true };
    const played: (string | undefined)[] = [];
    for (const [action, draft] of Object.entries(story))
      played.push((await stage.pullRequestStep({ action, draft, with: { preview } })).outputs.operation);
    expect(played).toEqual(expected);
  });

  test('is said to be the reason', async () => {
    await using stage = await setStage();
    const { log } = await stage.pullRequestStep({ action: 'opened', draft: true, with: inputs });
    expect(log).toContain('No preview: the pull request is a draft.');
    expect(stage.emulator.requests).toEqual([]);
  });
});

describe('closing', () => {
  test.for([{ deleteLagSeconds: 0 }, { deleteLagSeconds: 60 }])(
    'twice at the same time is success for both (%j)',
    async (switches) => {
      await using stage = await setStage({ emulator: { switches } });
      await stage.pullRequestStep({ action: 'opened', with: inputs });
      const close = () => stage.pullRequestStep({ action: 'closed', with: inputs });
      const results = await Promise.all([close(), close(), close()]);
      expect(results.map(({ exitCode, annotations }) => ({ exitCode, annotations }))).toEqual(
        results.map(() => ({ exitCode: 0, annotations: [] })),
      );
      expect(stage.api.comments(7).length).toBe(1);
    },
  );

  test('needs no spec, and takes the endpoints of every step of the pull request', async () => {
    await using stage = await setStage();
    const spec = (name: string) => smallSpec.replace('llama', name);
    await stage.pullRequestStep({ action: 'opened', with: inputs, spec: spec('a') });
    await stage.pullRequestStep({ action: 'opened', with: inputs, spec: `${spec('b')}---\n${spec('c')}` });
    await stage.pullRequestStep({ action: 'opened', number: 8, with: inputs, spec: spec('a') });
    expect(names(stage).toSorted()).toEqual(['a-pr-7', 'a-pr-8', 'b-pr-7', 'c-pr-7']);
    const closed = await stage.pullRequestStep({ action: 'closed', with: inputs, spec: ':' });
    expect(JSON.parse(closed.outputs.endpoints ?? '[]').length).toBe(3);
    expect(names(stage)).toEqual(['a-pr-8']);
    expect(stage.api.comments(7).map(({ body }) => body.includes('deleted'))).toEqual([true]);
    expect(stage.api.comments(8).map(({ body }) => body.includes('deleted'))).toEqual([false]);
    expect(lastStates(stage)).toEqual(['inactive', 'inactive', 'inactive', 'success']);
  });

  test('corrects the comment and the Deployment of an endpoint that somebody else has deleted', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: inputs });
    for (const { id } of stage.emulator.endpoints()) stage.emulator.remove(id);
    const { outputs } = await stage.pullRequestStep({ action: 'closed', with: inputs });
    expect(outputs.operation).toBe('absent');
    expect(lastStates(stage)).toEqual(['inactive']);
    expect(stage.api.comments(7)[0]?.body).toContain('None left');
  });

  test('leaves the Deployment of an endpoint that could not be deleted', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: inputs });
    stage.emulator.addFault({ operation: 'delete', kind: 'status', status: 403, reason: 'FORBIDDEN', times: 'always' });
    await stage.pullRequestStep({ action: 'closed', with: inputs });
    expect(lastStates(stage)).toEqual(['success']);
    expect(stage.api.comments(7)[0]?.body).toContain('NOT deleted');
  });

  test('leaves an endpoint that was taken over between the look-up and its deletion', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: inputs });
    const [endpoint] = stage.emulator.endpoints();
    stage.emulator.clearRequests();
    stage.emulator.addFault({
      operation: 'list',
      kind: 'hook',
      when: 'after',
      run: () => stage.emulator.change(endpoint?.id ?? '', { envs: [] }),
    });
    const { outputs } = await stage.pullRequestStep({ action: 'closed', with: inputs });
    expect({ operation: outputs.operation, endpoints: names(stage) }).toEqual({
      operation: 'absent',
      endpoints: ['llama-pr-7'],
    });
    expect(operationsOf(stage.emulator)).not.toContain('delete');
  });

  test('of a fork’s pull request without secrets has nothing to do, for whichever command', async () => {
    await using stage = await setStage();
    for (const command of ['deploy', 'delete', 'plan']) {
      const { exitCode, outputs } = await stage.pullRequestStep({
        action: 'closed',
        isFromFork: true,
        with: { ...inputs, command, 'api-key': '', 'base-url': '' },
        spec: ':',
      });
      expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'absent' });
    }
  });

  test('with the environment of the input retires the Deployments there', async () => {
    await using stage = await setStage();
    const withEnvironment = { ...inputs, environment: 'try' };
    await stage.pullRequestStep({ action: 'opened', with: withEnvironment });
    expect(stage.api.deployments()).toMatchObject([{ environment: 'try', transient: true, production: false }]);
    await stage.pullRequestStep({ action: 'closed', with: withEnvironment });
    expect(lastStates(stage)).toEqual(['inactive']);
  });

  test('works in a repository whose name is written in other letters', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: { ...inputs, comment: 'false' } });
    const { outputs } = await stage.pullRequestStep({
      action: 'closed',
      with: { ...inputs, comment: 'false', 'github-token': '' },
      env: { GITHUB_REPOSITORY: repository.toUpperCase() },
    });
    expect(outputs.operation).toBe('deleted');
  });
});

test('a pull request by Dependabot, which gets no secrets either, is validated', async () => {
  await using stage = await setStage();
  const { exitCode, outputs, annotations } = await stage.pullRequestStep({
    action: 'opened',
    with: { ...inputs, 'api-key': '' },
    env: { GITHUB_ACTOR: 'dependabot[bot]' },
  });
  expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'validated' });
  expect(annotations.join()).toMatch(/^::notice title=preview::.*Dependabot/);
});

describe('a preview on', () => {
  test.for<[string, string, RegExp]>([
    ['issue_comment', 'issue_comment', /started by issue_comment/],
    ['merge_group', 'merge_group', /started by merge_group/],
    ['schedule', 'schedule', /started by schedule/],
    ['workflow_dispatch', 'workflow_dispatch', /started by workflow_dispatch/],
    ['workflow_run, which has secrets whoever opened the pull request', 'workflow_run', /started by workflow_run/],
  ])('%s is refused with what to do', async ([, name, words]) => {
    await using stage = await setStage();
    const { outputs, annotations } = await stage.step({
      with: inputs,
      event: { name, payload: { action: 'created', issue: { number: 7, pull_request: {} } } },
    });
    expect(outputs['failure-reason']).toBe('inputs-invalid');
    expect(annotations.join()).toMatch(words);
    expect(stage.emulator.requests).toEqual([]);
  });

  test('pull_request_review by a member is deployed like any other', async () => {
    await using stage = await setStage();
    const { outputs } = await stage.pullRequestStep({
      action: 'opened',
      eventName: 'pull_request_review',
      payload: { review: { author_association: 'MEMBER' } },
      with: inputs,
    });
    expect(told(outputs)).toMatchObject({ operation: 'created', name: 'llama-pr-7' });
  });

  test('pull_request_target is deployed where that is allowed, at the commit of the pull request', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({
      action: 'opened',
      eventName: 'pull_request_target',
      sha: commits.second,
      with: { ...inputs, allow: 'untrusted, older-commit' },
    });
    expect(stage.api.deployments()).toMatchObject([{ sha: commits.second }]);
  });
});

test('a preview carries out the plan that was approved for it, and no other', async () => {
  await using stage = await setStage();
  const plan = { ...inputs, command: 'plan', comment: 'false' };
  const planned = await stage.pullRequestStep({ action: 'opened', with: plan });
  const approved = { ...inputs, 'approved-plan': planned.outputs['plan-digest'] ?? '' };
  const other = await stage.pullRequestStep({ action: 'opened', number: 8, with: approved });
  expect(other.outputs['failure-reason']).toBe('plan-changed');
  const same = await stage.pullRequestStep({ action: 'opened', with: approved });
  expect(same.outputs.operation).toBe('created');
});
