/** Where a comparison acts, and where not: names, previews, forks, the command line; and what comes out of runs that are cancelled or hostile. */

import { describe, expect, test } from 'vitest';
import { type ManualClock, startEmulator } from '../emulator/emulator.ts';
import { compared, newImage, oldImage, play, tested, timeOf, usual, words } from './compare-stage.ts';
import { type DeploymentOptions, passing, recordEnv } from './deployment.ts';
import { commits, setStage } from './github-stage.ts';
import { runStep, type StepSignal } from './step.ts';

const models = [
  { ...usual, image: oldImage, seed: 1 },
  { ...usual, image: newImage, seed: 2 },
];
const live = { name: 'llama', image: { image: oldImage }, workerConfig: { minNum: 1 }, envs: [recordEnv()] };

const inputs = { preview: 'true', image: newImage };

async function setPreviews(more: object = {}) {
  const stage = await setStage({ emulator: { models: models.map((model) => ({ ...model, ...more })) } });
  const id = stage.emulator.seed(live);
  return {
    ...stage,
    push: (given: object = {}) =>
      stage.pullRequestStep({
        ...{ action: 'synchronize', spec: compared, with: inputs },
        ...timeOf(stage.emulator),
        ...given,
      }),
    comment: () => stage.api.comments(7)[0]?.body ?? '',
    requests: () => stage.emulator.requests.filter(({ path }) => path.startsWith(`/serve/${id}`)).length,
  };
}

test('under its own name, and without the block, nothing is different', async () => {
  const own = { models: { production: { image: newImage } }, with: { name: 'spec' } };
  const [withBlock, without] = [await play(own), await play({ ...own, spec: tested })];
  const comparable = ({ log, summary, operations }: typeof without) => ({
    operations,
    ...Object.fromEntries(
      Object.entries({ log, summary }).map(([name, text]) => [
        name,
        text.replaceAll(/:\d{5}\b|\d+(?:\.\d)? m?s\b/g, 'N'),
      ]),
    ),
  });
  expect(withBlock.end).toBe('updated');
  expect(comparable(withBlock)).toEqual(comparable(without));
  const candidate = await play({ spec: tested });
  expect([candidate.requests, candidate.compare, candidate.outputs['image-digest']]).toEqual([
    0,
    undefined,
    newImage.split('@')[1],
  ]);
});

describe('a candidate that is compared', () => {
  const digest = newImage.split('@')[1];

  const prompts = Array.from({ length: 30 }, (_, index) => `{"chat": "Question ${index}", "max-tokens": 64}`).join(
    '\n',
  );
  test.for<[string, string, Record<string, string>]>([
    ['tests', compared, {}],
    ['prompts', `${tested}compare: {prompts: prompts.jsonl, slower: 60%}\n`, { 'prompts.jsonl': prompts }],
  ])('by %s is parked by a refusal, and a push that changes nothing compares it again', async ([, spec, files]) => {
    await using stage = await setPreviews();
    const candidate = () => stage.emulator.endpoints().find(({ name }) => name === 'llama-pr-7');
    stage.emulator.addModel({ ...usual, image: newImage, firstTokenMs: 1000 });
    const ends: unknown[] = [];
    let requests = 0;
    for (const sha of [commits.first, commits.second, commits.third]) {
      if (sha === commits.third) stage.emulator.addModel({ ...usual, image: newImage });
      const step = await stage.push({ sha, spec, files: { 'endpoint.yaml': spec, ...files } });
      expect(stage.requests()).toBeGreaterThan(requests);
      requests = stage.requests();
      (stage.emulator.clock as ManualClock).advance(7_200_000);
      ends.push([
        step.end,
        candidate()?.workerConfig.minNum,
        candidate()?.workers.filter(({ healthy }) => healthy).length,
        step.outputs['image-digest'],
        /### (.*?) llama-pr-7 (?:is slower|compared)/.exec(stage.comment())?.[1],
      ]);
    }
    expect(ends).toEqual([
      ['slower', 0, 0, '', '❌'],
      ['slower', 0, 0, '', '❌'],
      ['updated', 0, 0, digest, '✅'],
    ]);
  });

  test('is parked with `minNum: 1`, and told', async () => {
    await using stage = await setPreviews();
    stage.emulator.addModel({ ...usual, image: newImage, firstTokenMs: 600 });
    const spec = `${compared}workerConfig: {minNum: 1}\n`;
    const refused = await stage.step({
      spec,
      with: { name: 'llama-candidate', image: newImage },
      ...timeOf(stage.emulator),
    });
    const [, candidate] = stage.emulator.endpoints();
    const [create] = stage.emulator.requests.filter(({ operation }) => operation.startsWith('create'));
    expect(create?.body).toMatchObject({ endpoint: { workerConfig: { minNum: 1 } } });
    expect([refused.end, candidate?.workerConfig.minNum], refused.log).toEqual(['slower', 0]);
    expect(refused.annotations.join()).toMatch(/llama-candidate%3A slower.*parked/);
  });

  test('under a name of its own is tested also where it is unchanged and asleep', async () => {
    await using stage = await setPreviews();
    const run = () =>
      stage.step({
        ...{ spec: `${tested}compare: {}\n`, with: { name: 'llama-candidate', image: newImage } },
        ...timeOf(stage.emulator),
      });
    const first = await run();
    (stage.emulator.clock as ManualClock).advance(7_200_000);
    const second = await run();
    const digests = [first, second].map(({ end, outputs }) => [end, outputs['image-digest']]);
    expect(digests, second.log).toEqual([
      ['created', digest],
      ['unchanged', digest],
    ]);
  });
});

test('production that was changed by hand is not asked: it is not as it was deployed', async () => {
  await using stage = await setPreviews();
  const production = { spec: `${tested}workerConfig: {minNum: 1}\nenvs: {MODE: fast}\n`, ...timeOf(stage.emulator) };
  expect((await stage.step({ ...production, runId: '1' })).end).toBe('updated');
  const [{ id = '', envs = [] } = {}] = stage.emulator.endpoints();
  stage.emulator.change(id, { envs: envs.map((env) => (env.key === 'MODE' ? { ...env, value: 'slow' } : env)) });
  (stage.emulator.clock as ManualClock).advance(600_000);
  const before = stage.requests();
  const { end, annotations, outputs } = await stage.push();
  expect([end, outputs['image-digest'], stage.requests() - before]).toEqual(['not-compared', '', 0]);
  expect(annotations.join()).toMatch(/not compared.*was changed by hand since its deploy \(envs\)/);
});

describe('a preview', () => {
  test('shows the comparison in its comment, which stays while it sleeps unchanged and nothing depends on it', async () => {
    await using stage = await setPreviews();
    const spec = `${tested}compare: {}\n`;
    const first = await stage.push({ spec });
    expect([first.end, stage.comment()]).toEqual([
      'created',
      expect.stringMatching(/### ✅ llama-pr-7 compared with llama\n\n\| .*\n\|---\|---\|---\|---\|\n\| right answers/),
    ]);
    const [comment, requests] = [stage.comment(), stage.requests()];
    expect(comment.match(/^\|---/gm)).toHaveLength(1);
    (stage.emulator.clock as ManualClock).advance(7_200_000);
    const told = { spec, sha: commits.second };
    const second = await stage.push(told);
    expect([second.end, stage.comment(), stage.requests()]).toEqual(['unchanged', comment, requests]);
    // Somebody has used it meanwhile.
    const worker = stage.emulator.endpoints().find(({ name }) => name === 'llama-pr-7')?.url ?? '';
    await fetch(`${worker}/health`);
    (stage.emulator.clock as ManualClock).advance(60_000);
    const third = await stage.push(told);
    expect([third.end, stage.requests() > requests]).toEqual(['unchanged', true]);
    expect(stage.comment()).not.toBe(comment);
  });

  test('that was not compared last gets a new comment', async () => {
    await using stage = await setPreviews();
    await stage.push();
    const broken = await stage.push({ spec: compared.replace('ports', 'port'), sha: commits.second });
    expect([broken.end, stage.comment()]).toEqual(['spec-invalid', expect.stringContaining('the spec has mistakes')]);
    (stage.emulator.clock as ManualClock).advance(7_200_000);
    await stage.push({ sha: commits.third });
    expect(stage.comment()).not.toContain('the spec has mistakes');
  });

  const stranger = {
    name: 'issue_comment',
    payload: { issue: { number: 7, pull_request: {} }, comment: { author_association: 'NONE' } },
  };
  test.for<[string, { event?: typeof stranger; isFromFork?: true } & Pick<DeploymentOptions, 'env' | 'with'>, string]>([
    ['of a fork', { isFromFork: true }, 'validated'],
    ['of a fork that is deployed on purpose', { isFromFork: true, with: { ...inputs, allow: 'untrusted' } }, 'created'],
    ['of Dependabot', { env: { GITHUB_ACTOR: 'dependabot[bot]' }, with: { ...inputs, 'api-key': '' } }, 'validated'],
    [
      'by a comment of a stranger',
      { event: stranger, with: { name: 'llama-candidate', image: newImage } },
      'inputs-invalid',
    ],
    [
      'tested by the comment of a stranger',
      { event: stranger, with: { name: 'llama-candidate', command: 'test' } },
      'inputs-invalid',
    ],
  ])('%s asks production nothing', async ([, given, end]) => {
    await using stage = await setPreviews();
    const options = { spec: compared, ...timeOf(stage.emulator), ...given };
    const pushed = await ('event' in given ? stage.step(options) : stage.push({ action: 'opened', ...options }));
    expect([pushed.end, stage.requests()], pushed.log).toEqual([end, 0]);
  });
});

test('on a laptop, by `test --name … --json`', async () => {
  await using emulator = await startEmulator({ ...passing, models });
  emulator.seed({ ...live, envs: [] });
  emulator.seed({ ...live, name: 'llama-pr-7', image: { image: newImage }, envs: [] });
  const run = (spec: string) =>
    runStep({
      ...{ files: { 'endpoint.yaml': spec }, env: { GPU_ENDPOINT_API_KEY: emulator.apiKey }, ...timeOf(emulator) },
      argv: ['test', 'endpoint.yaml', '--base-url', emulator.url, '--name', 'llama-pr-7', '--json'],
    });
  const green = await run(compared);
  expect([green.exitCode, JSON.parse(green.raw).endpoints[0].compare]).toMatchObject([
    0,
    {
      with: 'llama',
      verdict: 'passed',
      measurements: expect.arrayContaining([expect.objectContaining({ ratio: expect.any(Number) })]),
    },
  ]);
  emulator.addModel({ ...usual, image: newImage, tokenMs: 60 });
  const red = await run(compared);
  expect([red.exitCode, JSON.parse(red.raw).endpoints[0].compare.verdict]).toEqual([1, 'slower']);
});

test('`command: test` wakes the candidate, tells its start, and compares nothing where it is wrong', async () => {
  await using emulator = await startEmulator({ ...passing, models });
  const id = emulator.seed({ ...live, envs: [] });
  emulator.seed({ ...live, name: 'llama-pr-7', image: { image: newImage }, workerConfig: { minNum: 0 }, envs: [] });
  const run = () =>
    runStep({
      ...{ files: { 'endpoint.yaml': compared }, env: { GPU_ENDPOINT_API_KEY: emulator.apiKey }, ...timeOf(emulator) },
      argv: ['test', 'endpoint.yaml', '--base-url', emulator.url, '--name', 'llama-pr-7', '--json'],
    });
  const { exitCode, stderr } = await run();
  expect([exitCode, stderr], stderr).toEqual([0, expect.stringContaining('First answer: ')]);
  emulator.clearRequests();
  emulator.addModel({ image: newImage, key: 'other' });
  const wrong = JSON.parse((await run()).raw).endpoints[0];
  expect([wrong['failure-reason'], wrong['image-digest'], wrong.compare]).toEqual(['test-failed', '', undefined]);
  expect(emulator.requests.filter(({ path }) => path.startsWith(`/serve/${id}`))).toEqual([]);
});

test('ends at once by a signal, without a digest to promote', async () => {
  const { end, outputs, requests, names } = await play({
    arrange: (emulator, id) => {
      let left = 9;
      const run = ({ path }: { path: string }) => {
        if (path.startsWith(`/serve/${id}`)) left -= 1;
        if (left === 0) kill('SIGTERM');
      };
      emulator.addFault({ operation: 'serve', kind: 'hook', when: 'before', times: 'always', run });
    },
    onStart: (step) => {
      kill = step.kill;
    },
  });
  expect([end, outputs['image-digest'], requests, names]).toEqual(['cancelled', '', 9, ['llama', 'llama-candidate']]);
});
let kill: (signal: StepSignal) => void = () => {};

describe('hostile answers', () => {
  // Not one that its first letters give away.
  const secret = 'hunter-two_two_5520';
  const markup = `</table> | ![](x) @everyone <!-- --> ::error::x \u202e ${secret}`;
  const spec = compared.replace('max-tokens: 64', 'max-tokens: 64, expect: {contains: word1}');
  test('show no secret and leave their cell by nothing', async () => {
    await using stage = await setPreviews();
    stage.emulator.addModel({ ...usual, image: newImage, sayings: [words, [markup], [markup]] });
    const id = stage.emulator.endpoints()[0]?.id ?? '';
    stage.emulator.setSwitches({ rolloutOn: 'container-change', keepsWorkersOn: ['envs'] });
    stage.emulator.change(id, { envs: [recordEnv(), { key: 'KEY', value: secret }] });
    const { end, raw, summary, outputs } = await stage.push({ spec });
    expect(end).toBe('worse');
    expect(stage.comment()).toContain('Lost: ');
    const said = [raw.replaceAll(/^::add-mask::.*$/gm, ''), summary, stage.comment(), JSON.stringify(outputs)];
    expect(said.filter((text) => text.includes('hunter'))).toEqual([]);
    expect(raw.split('\n').filter((line) => line.startsWith('::error::x'))).toEqual([]);
    expect(stage.comment()).not.toMatch(/<\/table>|!\[\]|@everyone|\u202e/);
    // Of the numbers, and of what is left.
    expect(stage.comment().match(/^\|---/gm)).toHaveLength(2);
    expect(stage.comment()).toContain('```diff\n- image.image');
  });

  test('four times as long as a comment fit into it', async () => {
    await using stage = await setPreviews({ tokenMs: 0 });
    const long = ['<'.repeat(262_144)];
    const sayings = [words, long, long];
    stage.emulator.addModel({ ...usual, image: newImage, sayings, tokenMs: 0 });
    const { end } = await stage.push({ spec });
    expect([end, stage.comment().length < 10_000]).toEqual(['worse', true]);
  });
});
