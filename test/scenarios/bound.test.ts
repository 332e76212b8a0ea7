/** What a run does is bound to what it, or somebody, has seen: whose branch it is, which secrets, which bytes, which commit has served. */

import { describe, expect, test } from 'vitest';
import { recordKey, smallSpec, writesOf } from './deployment.ts';
import { commits, repository, type Stage, setStage } from './github-stage.ts';
import type { StepResult } from './step.ts';

describe('a deploy of a pull request', () => {
  const refused = 'inputs-invalid';
  test.for<[string, Record<string, string>, object, string]>([
    ['is refused', {}, {}, refused],
    ['is refused with a name of its own', { name: 'llama-staging' }, {}, refused],
    ['is refused with the ID of an endpoint', { 'endpoint-id': 'x' }, {}, refused],
    ['is refused where one is closed', {}, { action: 'closed' }, refused],
    [
      'is refused on a review',
      {},
      { eventName: 'pull_request_review', payload: { review: { author_association: 'OWNER' } } },
      refused,
    ],
    ['is refused on pull_request_target', { allow: 'untrusted' }, { eventName: 'pull_request_target' }, refused],
    ['goes where that is allowed', { allow: 'pull-request' }, {}, 'created'],
    ['goes as a preview', { preview: 'true' }, {}, 'created'],
    ['is planned', { command: 'plan' }, {}, 'planned'],
    ['goes for what is merged', {}, { action: 'closed', payload: merged() }, 'created'],
  ])('%s', async ([, inputs, facts, expected]) => {
    await using stage = await setStage();
    const { end, annotations } = await stage.pullRequestStep({ action: 'opened', ...facts, with: inputs });
    expect([end, writesOf(stage.emulator)]).toEqual([expected, expected === 'created' ? ['create'] : []]);
    if (expected === refused) expect(annotations.join()).toMatch(/preview: true.*plan.*push.*pull-request/);
  });

  function merged() {
    const repo = { full_name: 'acme/llama' };
    const pull = { number: 7, state: 'closed', merged: true, merge_commit_sha: 'b'.repeat(40) };
    return { pull_request: { ...pull, head: { sha: 'a'.repeat(40), repo }, base: { repo } } };
  }

  test('is not meant by a comment', async () => {
    await using stage = await setStage();
    const payload = { issue: { number: 7, pull_request: {} }, comment: { author_association: 'OWNER' } };
    const event = { name: 'issue_comment', payload };
    const { annotations } = await stage.step({ event, files: { '.git/HEAD': `${'a'.repeat(40)}\n` } });
    expect(annotations.join()).not.toContain('not merged');
  });
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
    ['a run that may drop them', { spec: changed, with: { allow: 'drop-secrets' } }, 'updated', ['LOG']],
    ['a run with some of them', { spec: changed, with: other }, 'updated', ['DB', 'LOG']],
    ['a run with all of them', { spec: changed, with: secrets }, 'updated', ['DB', 'HF_TOKEN', 'LOG']],
    ['a spec that does not own the envs', { spec: smallSpec }, 'unchanged', ['DB', 'HF_TOKEN', 'LOG']],
    [
      'a spec that says them itself',
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

  test.for([0, 1, 40, 41, 400])('%i of them fit into the record', async (count) => {
    await using stage = await setStage();
    const lines = Array.from({ length: count }, (_, index) => `SECRET_${index}=value-of-${index}`);
    await stage.step({ spec, with: count > 0 ? { 'secret-envs': lines.join('\n') } : {} });
    const text = stage.emulator.endpoints()[0]?.envs.find(({ key }) => key === recordKey)?.value ?? '';
    expect(Buffer.byteLength(text)).toBeLessThan(2048);
    expect((await stage.step({ spec: changed })).end).toBe(count > 0 ? 'secrets-missing' : 'updated');
  });
});

describe('the order of commits', () => {
  const { first, second, third, lost } = commits;
  const kept = { 'on-failure': 'keep', image: 'a:broken' };
  const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: /health\n`;
  const broken = { emulator: { scripts: [{ image: 'a:broken', outcome: 'image-pull' as const }] } };
  const slow = { outcome: 'healthy', pace: { healthCheckMs: 36_000_000 } } as const;
  const unhealthy = { emulator: { scripts: [{ image: 'a:broken', ...slow }] } };
  type Play = (stage: Stage) => Promise<unknown>;
  const good: Play = (stage) => stage.step({ spec, sha: first });
  const served: Play = (stage) => stage.step({ spec, sha: second });
  const failed: Play = (stage) => stage.step({ spec, sha: second, with: kept });

  /** What happens before an older commit is deployed; how that ends, what a notice says of it, and its ref. */
  test.for<[string, Parameters<typeof setStage>[0], Play[], string, (RegExp | undefined)?, string?]>([
    [
      'a newer commit that failed and was kept supersedes nothing',
      broken,
      [good, failed],
      'updated',
      /bbbbbbbbbbbb is newer, but nothing shows that it ever served/,
    ],
    [
      'nor one whose workers were never healthy until its time was over',
      unhealthy,
      [good, failed],
      'updated',
      /never|ever served/,
    ],
    [
      'nor a first deploy that was parked',
      broken,
      [(stage) => stage.step({ spec, sha: second, with: { image: 'a:broken' } })],
      'updated',
      /ever served/,
    ],
    ['a newer commit that serves supersedes', {}, [served], 'superseded'],
    ['so does one that scales to zero and sleeps', {}, [(stage) => stage.step({ sha: second })], 'superseded'],
    [
      'after a force-push back, the tip is deployed',
      {},
      [served, async ({ api }) => api.setBranch('main', first)],
      'updated',
      /bbbbbbbbbbbb is newer, but not in the branch main/,
    ],
    [
      'a feature branch that was tried by hand does not keep main away',
      {},
      [
        async ({ api }) => api.setBranch('feature/x', lost),
        (stage) => stage.step({ spec, sha: lost, env: { GITHUB_REF: 'refs/heads/feature/x' } }),
      ],
      'updated',
      /aaaaaaaaaaaa of refs\/heads\/main over dddddddddddd of refs\/heads\/feature\/x/,
    ],
    [
      'nor does a merge group that was dropped',
      {},
      [
        async ({ api }) => api.setBranch('gh-readonly-queue/main/pr-7', lost),
        (stage) => stage.step({ spec, sha: lost, env: { GITHUB_REF: 'refs/heads/gh-readonly-queue/main/pr-7' } }),
      ],
      'updated',
      /of refs\/heads\/main over dddddddddddd of refs\/heads\/gh-readonly-queue/,
    ],
    ['nor does main keep a branch away', {}, [served], 'updated', /heads\/gone over bbbbbbbbbbbb/, 'refs/heads/gone'],
    [
      'a tag is of the default branch',
      {},
      [(stage) => stage.step({ spec, sha: third, env: { GITHUB_REF: 'refs/tags/v2' } })],
      'superseded',
      undefined,
      'refs/tags/v1',
    ],
    [
      'where GitHub does not say what is in the branch, the order is not known',
      {},
      [
        served,
        async ({ api }) =>
          api.addFault({
            operation: 'repos/compare-commits-with-basehead',
            kind: 'status',
            status: 403,
            after: 1,
            times: 'always',
          }),
      ],
      'updated',
      /^::warning title=order of commits::Could not determine .* llama \(commit bbbbbbbbbbbb, GitHub did not answer\)/m,
    ],
  ])('%s', async ([, options, played, expected, words, ref = 'refs/heads/main']) => {
    await using stage = await setStage(options);
    for (const play of played) await play(stage);
    const older = { spec, sha: first, with: { image: 'a:older' }, env: { GITHUB_REF: ref } };
    const event = { name: 'push', payload: { repository: { full_name: repository, default_branch: 'main' } } };
    const { end, annotations } = await stage.step({ ...older, event });
    expect([end, annotations.filter((line) => line.includes('order of commits')).length]).toEqual([
      expected,
      words ? 1 : 0,
    ]);
    if (words) expect(annotations.join()).toMatch(words);
  });

  test('a newer commit whose rollout is under way keeps an older one away', async () => {
    await using stage = await setStage({ emulator: { scripts: [{ image: 'a:slow', ...slow }] } });
    await good(stage);
    let older: StepResult | undefined;
    const run = async () => {
      older = await stage.step({ spec, sha: first, with: { image: 'a:older' } });
    };
    stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 8, run });
    await stage.step({ spec, sha: second, with: { image: 'a:slow', 'wait-timeout': '5m' } });
    expect(older?.end).toBe('superseded');
  });
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
    if (expected !== 'updated') expect(annotations.join()).toMatch(/job of the last good run.*pin/);
  });

  test('of a newer commit that never served has to say its image, too', async () => {
    await using stage = await setStage({ emulator: { scripts: [{ image: digest('b'), outcome: 'image-pull' }] } });
    const woken = 'workerConfig: {minNum: 1}\nhealthy: /health\n';
    await stage.step({ sha: first, spec: unnamed + woken, with: { image: digest('a') } });
    await stage.step({ sha: second, spec: unnamed + woken, with: { image: digest('b'), 'on-failure': 'keep' } });
    const { end } = await stage.step({ ...older, spec: unnamed + woken, with: { allow: 'older-commit' } });
    expect([end, stage.emulator.endpoints()[0]?.image.image]).toEqual(['nothing-rolled-back', digest('b')]);
  });

  test('over an older or the same commit may leave the image as it is', async () => {
    await using stage = await setStage();
    await stage.step({ sha: first, with: { image: digest('a') } });
    for (const sha of [first, second])
      expect((await stage.step({ sha, spec: unnamed, with: { allow: 'older-commit' } })).end).toBe('unchanged');
  });
});

describe('an endpoint under another name than that of the spec', () => {
  const spec = `${smallSpec}appName: llama-app\n`;
  test.for<[string, string | undefined]>([
    ['llama', 'llama-app'],
    ['llama-staging', 'llama-app-staging'],
    ['llama2', 'llama-app-2'],
    ['qwen', 'llama-app-qwen'],
    ['Llama (EU)', 'llama-app-llama-eu'],
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
    [
      'as the image of a block',
      `name: llama\nenvs: {IMAGE: &i a:1}\nimage: {image: *i, command: serve}\n`,
      { image: digest },
      { image: { image: digest, command: 'serve' } },
    ],
    ['as the name', `envs: {NAME: &n llama}\nname: *n\nimage: a:1\n`, { name: 'other' }, { name: 'other' }],
    [
      'as the name that a line of images is for',
      `envs: {NAME: &n llama}\nname: *n\nimage: a:1\n`,
      { image: `llama=${digest}` },
      { image: { image: digest } },
    ],
    [
      'of the name that is overridden',
      `name: &n llama\nappName: *n\nimage: a:1\n`,
      { name: 'llama-b' },
      { name: 'llama-b', appName: 'llama-b' },
    ],
    [
      'of the image that is overridden',
      `name: llama\nimage: &i a:1\nenvs: {WAS: *i}\n`,
      { image: digest },
      { image: { image: digest }, envs: [{ key: 'WAS', value: 'a:1' }, {}] },
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

describe('a preview with the ID of an endpoint', () => {
  test.for(['deploy', 'plan', 'delete'])('is refused: %s', async (command) => {
    await using stage = await setStage();
    const id = stage.emulator.seed({ name: 'production' });
    const given = { command, preview: 'true', 'endpoint-id': id };
    const { end, annotations } = await stage.pullRequestStep({ action: 'opened', with: given });
    expect([end, writesOf(stage.emulator)]).toEqual(['inputs-invalid', []]);
    expect(annotations.join()).toContain('previews have endpoints of their own');
  });
});
