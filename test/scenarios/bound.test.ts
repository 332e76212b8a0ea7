/** What a run does is bound to what it, or somebody, has seen: whose branch it is, which secrets, which bytes, which commit has served. */

import { describe, expect, test } from 'vitest';
import { recordEnv, recordKey, smallSpec, writesOf } from './deployment.ts';
import { commits, setStage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

describe('a deploy of a pull request', () => {
  const refused = 'inputs-invalid';
  test.for<[string, Record<string, string>, object, string]>([
    ['is refused on pull_request_target', { allow: 'untrusted' }, { eventName: 'pull_request_target' }, refused],
    ['goes where that is allowed', { allow: 'pull-request' }, {}, 'created'],
    ['goes for what is merged', {}, { action: 'closed', payload: merged() }, 'created'],
  ])('%s', async ([, inputs, pull, expected]) => {
    await using stage = await setStage();
    const { end, annotations } = await stage.pullRequestStep({ action: 'opened', ...pull, with: inputs });
    expect([end, writesOf(stage.emulator)]).toEqual([expected, expected === 'created' ? ['create'] : []]);
    if (expected === refused) expect(annotations.join()).toMatch(/preview: true.*plan.*push.*pull-request/);
  });

  function merged() {
    const repo = { full_name: 'acme/llama' };
    const pull = { number: 7, state: 'closed', merged: true, merge_commit_sha: 'b'.repeat(40) };
    return { pull_request: { ...pull, head: { sha: 'a'.repeat(40), repo }, base: { repo } } };
  }
});

describe('secrets', () => {
  const spec = `${smallSpec}envs: {LOG: info}\n`;
  const changed = spec.replace('llama:1', 'llama:2');
  const secrets = { 'secret-envs': 'HF_TOKEN=token-of-a-hub\nDB=url-of-a-base' };
  const other = { 'secret-envs': 'DB=url-of-a-base' };
  /** What is deployed after it; how it ends, and which envs are there. */
  test.for<[string, { spec?: string; with?: Record<string, string> }, string, string[]]>([
    ['a run without any', { spec: changed }, 'secrets-missing', ['DB', 'HF_TOKEN', 'LOG']],
    ['a run without any, and without another change', { spec }, 'secrets-missing', ['DB', 'HF_TOKEN', 'LOG']],
    ['a run with some of them', { spec: changed, with: other }, 'updated', ['DB', 'LOG']],
    ['a run with all of them', { spec: changed, with: secrets }, 'updated', ['DB', 'HF_TOKEN', 'LOG']],
    ['a spec that does not own the envs', { spec: smallSpec }, 'unchanged', ['DB', 'HF_TOKEN', 'LOG']],
    [
      'a spec that says them',
      { spec: `${changed}`.replace('LOG: info', 'LOG: info, HF_TOKEN: a, DB: b') },
      'updated',
      ['DB', 'HF_TOKEN', 'LOG'],
    ],
  ])('that came by `secret-envs`: %s', async ([, given, expected, keys]) => {
    await using stage = await setStage();
    await stage.step({ spec, with: secrets });
    const planned = await stage.step({ ...given, with: { ...given.with, command: 'plan' } });
    const { end, annotations } = await stage.step(given);
    const envs = stage.emulator.endpoints()[0]?.envs.map(({ key }) => key) ?? [];
    expect([end, envs.filter((key) => key !== recordKey).toSorted()]).toEqual([expected, keys]);
    if (expected !== 'secrets-missing') return;
    expect(annotations.join()).toMatch(/DB, HF_TOKEN.*drop-secrets/s);
    expect(planned.annotations.join()).toMatch(/A deploy would be refused.*DB, HF_TOKEN/s);
  });

  test('stay marked through a run that does not own the envs, until the spec has them', async () => {
    await using stage = await setStage();
    await stage.step({ spec, with: secrets });
    const ends: string[] = [];
    for (const text of [
      smallSpec.replace('llama:1', 'llama:2'),
      changed,
      `${changed}`.replace('LOG: info', 'HF_TOKEN: a, DB: b'),
      spec,
    ])
      ends.push((await stage.step({ spec: text })).end);
    expect(ends).toEqual(['updated', 'secrets-missing', 'updated', 'updated']);
  });
});

describe('the order of commits', () => {
  const { first, second } = commits;
  const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: /health\n`;
  const good: RunOfWeek = { spec, end: 'created' };
  const broken: RunOfWeek = { spec, sha: second, image: 'a:broken', end: 'image-pull' };
  const older: RunOfWeek = { spec, sha: first, image: 'a:older', end: 'updated' };
  const slow = { image: 'a:slow', outcome: 'healthy', pace: { healthCheckMs: 36_000_000 } } as const;
  const scripts = [{ image: 'a:broken', outcome: 'image-pull' }, slow] as const;

  test.for<[string, RunOfWeek[]]>([
    [
      'a newer commit that failed and was kept supersedes nothing',
      [
        good,
        { ...broken, with: { 'on-failure': 'keep' } },
        { ...older, annotations: [/b{12} is newer, .* ever served/] },
      ],
    ],
    ['nor does a first deploy that was parked', [broken, { ...older, annotations: [/ever served/] }]],
    [
      'one that sleeps at zero supersedes',
      [
        { sha: second, end: 'created' },
        { ...older, end: 'superseded' },
      ],
    ],
    [
      'after a force-push back, the tip is deployed',
      [
        { ...good, sha: second },
        {
          ...older,
          before: ({ api }) => api.setBranch('main', first),
          annotations: [/b{12} is newer, but not in the branch main/],
        },
      ],
    ],
    [
      'a newer commit whose rollout is under way keeps an older one away',
      [
        good,
        {
          ...{ spec, sha: second, image: 'a:slow', with: { 'wait-timeout': '5m' }, end: 'timeout' },
          before: (stage) => {
            const run = async () => expect((await stage.step({ ...older, sha: first })).end).toBe('superseded');
            stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 8, run });
          },
        },
      ],
    ],
  ])('%s', ([, runs]) => playWeek(runs, { emulator: { scripts } }));
});

describe('a rollback', () => {
  const { first, second } = commits;
  const digest = (letter: string) => `ghcr.io/acme/llama@sha256:${letter.repeat(64)}`;
  const unnamed = smallSpec.replace('image: ghcr.io/acme/llama:1\n', '');
  const older = { sha: first, event: { name: 'workflow_dispatch', payload: {} } };
  /** Two builds are deployed by their digests; then the older commit, whose spec and inputs name an image so. */
  test.for<[string, string, Record<string, string>, string, string]>([
    ['by a spec with a tag', smallSpec, {}, 'nothing-rolled-back', digest('b')],
    ['by a spec without an image', unnamed, {}, 'nothing-rolled-back', digest('b')],
    ['by a tag of the input', unnamed, { image: 'ghcr.io/acme/llama:main' }, 'nothing-rolled-back', digest('b')],
    ['by a digest of the input', unnamed, { image: digest('a') }, 'updated', digest('a')],
    ['by a digest of the spec', smallSpec.replace('ghcr.io/acme/llama:1', digest('a')), {}, 'updated', digest('a')],
  ])('%s: %s', async ([, spec, inputs, expected, image]) => {
    await using stage = await setStage();
    await stage.step({ sha: first, with: { image: digest('a') } });
    await stage.step({ sha: second, with: { image: digest('b') } });
    const { end, annotations } = await stage.step({ ...older, spec, with: { allow: 'older-commit', ...inputs } });
    expect([end, stage.emulator.endpoints()[0]?.image.image]).toEqual([expected, image]);
    if (expected !== 'updated')
      expect(annotations.join()).toMatch(
        /Before, it ran ghcr\.io\/acme\/llama@sha256:a+, run 100\. Start the job of that run again, or name its digest/,
      );
  });

  test.for([
    ['1', 'nothing-rolled-back'],
    ['2', 'updated'],
  ])('by the tag 1, which nobody resolves, over the digest of the tag %s: %s', async ([tag, expected]) => {
    await using stage = await setStage();
    await stage.step({ sha: second, with: { image: digest('b') } });
    const [live] = stage.emulator.endpoints();
    const envs = [recordEnv({ commit: second, pinnedFrom: `ghcr.io/acme/llama:${tag}` })];
    stage.emulator.change(live?.id ?? '', { envs });
    const { end } = await stage.step({ ...older, with: { allow: 'older-commit' } });
    expect(end).toBe(expected);
  });
});

describe('an endpoint under another name than that of the spec', () => {
  const spec = `${smallSpec}appName: llama-app\n`;
  test.for<[string, string | undefined]>([
    ['llama', 'llama-app'],
    ['llama-staging', 'llama-app-staging'],
    ['qwen', 'llama-app-qwen'],
    [`llama-${'x'.repeat(60)}`, undefined],
    ['\u6a21\u578b', undefined],
  ])('%s has the appName %s, which the plan shows', async ([name, appName]) => {
    await using stage = await setStage();
    await stage.step({ spec });
    const { log } = await stage.step({ spec, with: { name, command: 'plan' } });
    const { end, outputs } = await stage.step({ spec, with: { name } });
    const found = stage.emulator.endpoints().find((each) => each.name === name)?.appName ?? '';
    expect([end, found]).toEqual([
      name === 'llama' ? 'unchanged' : 'created',
      appName ?? expect.stringMatching(/^llama-app-[0-9a-f]{8}$/),
    ]);
    if (name !== 'llama') expect(log).toContain(`+ appName: ${found}`);
    expect(outputs['endpoint-id']).toMatch(/\w/);
    expect((await stage.step({ spec, with: { name } })).end).toBe('unchanged');
  });

  test('whose appName is taken in the account is not told to take over the endpoint that has it', async () => {
    await using stage = await setStage();
    await stage.step({ spec });
    const id = stage.emulator.endpoints()[0]?.id ?? '';
    const { end, annotations } = await stage.step({ spec: spec.replace('name: llama', 'name: qwen') });
    expect(end).toBe('app-name-taken');
    expect(annotations.join()).not.toContain(id);
    expect(stage.emulator.endpoints().length).toBe(1);
  });
});

describe('an alias', () => {
  const digest = `ghcr.io/acme/llama@sha256:${'a'.repeat(64)}`;
  const rest = 'ports: [8000]\npolicy: {type: concurrency, value: 8}\nproducts: [SL-serverless-3]\n';
  test.for<[string, string, Record<string, string>, object]>([
    [
      'as the image',
      `name: llama\nenvs: {IMAGE: &i a:1}\nimage: *i\n`,
      { image: digest },
      { name: 'llama', image: { image: digest } },
    ],
    ['as the name', `envs: {NAME: &n llama}\nname: *n\nimage: a:1\n`, { name: 'other' }, { name: 'other' }],
    [
      'of the name that is overridden',
      `name: &n llama\nappName: *n\nimage: a:1\n`,
      { name: 'llama-b' },
      { name: 'llama-b', appName: 'llama-b' },
    ],
    [
      'as the envs',
      `name: llama\nimage: a:1\ntests: [{get: /health, headers: &h {A: x}}]\nenvs: *h\n`,
      { 'secret-envs': 'A=secret-of-a\nB=secret-of-b' },
      { envs: [{ key: 'A', value: 'secret-of-a' }, { key: 'B' }, {}] },
    ],
  ])('%s is resolved before an input goes over it', async ([, spec, inputs, expected]) => {
    await using stage = await setStage();
    const { end, log } = await stage.step({ spec: `${spec}${rest}`, with: inputs });
    expect([end, stage.emulator.endpoints()], log).toMatchObject(['created', [expected]]);
  });
});

test.for(['deploy', 'plan', 'delete'])('a preview with the ID of an endpoint is refused: %s', async (command) => {
  await using stage = await setStage();
  const id = stage.emulator.seed({ name: 'production' });
  const given = { command, preview: 'true', 'endpoint-id': id };
  const { end, annotations } = await stage.pullRequestStep({ action: 'opened', with: given });
  expect([end, writesOf(stage.emulator)]).toEqual(['inputs-invalid', []]);
  expect(annotations.join()).toContain('previews have endpoints of their own');
});
