/** An image is asked about at its registry before the first write: a definite no stops the step, what cannot be told does not. */

import { describe, expect, test } from 'vitest';
import { image, index, linuxArm64 } from '../registry/content.ts';
import { told } from '../told.ts';
import { type DeploymentOptions, operationsOf, writesOf } from './deployment.ts';
import { setStage } from './github-stage.ts';
import { type ImageStage, setImageStage } from './image-stage.ts';

test('an image that is there is deployed by its tag, and the log says what is pulled', async () => {
  await using stage = await setImageStage();
  const { digest } = stage.registry.push('acme/llama', image({ layers: [4_000_000_000, 200_000_000] }), '1');
  const { end, log, outputs, annotations } = await stage.step();
  expect([end, annotations]).toEqual(['created', []]);
  expect(log).toContain(`Image: ${stage.repository}:1 is ${digest}.`);
  expect(told(outputs)).toMatchObject({ image: `${stage.repository}:1`, 'image-digest': '' });
  expect(stage.emulator.endpoints()[0]?.image.image).toBe(`${stage.repository}:1`);
});

test('one by its digest is passed on as it is, and `image-digest` says it', async () => {
  await using stage = await setImageStage();
  const { digest } = stage.registry.push('acme/llama', image(), '1');
  const { end, log, outputs } = await stage.step({ spec: stage.spec(`@${digest}`) });
  expect(end).toBe('created');
  expect(log).toContain(`Image: ${stage.repository}@${digest} is there.`);
  expect(told(outputs)).toMatchObject({ image: `${stage.repository}@${digest}`, 'image-digest': digest });
});

test('one that this run has found is waited for, though the service cannot pull it for 50 s', async () => {
  await using stage = await setImageStage();
  stage.registry.push('acme/llama', image(), '1');
  const life = { outcome: 'image-pull', message: 'manifest unknown', recoversAfterMs: 50_000 } as const;
  stage.emulator.addScript({ image: `${stage.repository}:1`, ...life });
  const { end, log } = await stage.step({ spec: `${stage.spec()}workerConfig: {minNum: 1}\n` });
  expect(end, log).toBe('created');
});

describe('nobody is asked', () => {
  test.for<[string, (stage: ImageStage) => DeploymentOptions, string]>([
    ['when the image stays', ({ repository }) => ({ spec: `name: llama\nimage: ${repository}:1\n` }), 'unchanged'],
    ['with `off`', () => ({ with: { image: 'a:2', 'resolve-image': 'off' } }), 'updated'],
    ['by `validate` without a key', () => ({ with: { command: 'validate', 'api-key': '' } }), 'validated'],
  ])('%s', async ([, optionsFor, expected]) => {
    await using stage = await setImageStage();
    stage.emulator.seed({ name: 'llama', image: { image: `${stage.repository}:1` } });
    const { end } = await stage.step(optionsFor(stage));
    expect([end, stage.registry.requests]).toEqual([expected, []]);
    // The unchanged path keeps its four requests.
    if (end === 'unchanged') expect(operationsOf(stage.emulator).toSorted()).toEqual(['get', 'limits', 'list', 'list']);
  });

  test.for(['deploy', 'plan', 'validate'])('by `%s` for a pull request from a fork', async (command) => {
    await using github = await setStage();
    await using stage = await setImageStage();
    const options = { action: 'opened', isFromFork: true, eventName: 'pull_request_target', spec: stage.spec() };
    const inputs = { command, 'resolve-image': 'check', allow: 'untrusted, pull-request' };
    const { annotations } = await github.pullRequestStep({ ...options, with: inputs });
    expect(stage.registry.requests).toEqual([]);
    expect(annotations.join('\n')).toContain('registries are not queried for code that anyone can propose');
  });
});

describe('an image that is not there', () => {
  test('stops before the first write, at its line', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1.10');
    for (const command of ['deploy', 'plan', 'validate']) {
      const { end, annotations, summary } = await stage.step({ spec: stage.spec(':1.1'), with: { command } });
      expect(end).toBe('image-not-found');
      expect(annotations[0]).toMatch(/^::error title=spec%3A image-not-found,file=endpoint.yaml,line=2,/);
      expect(annotations[0]).toContain(
        `\`image.image\` is "${stage.repository}:1.1", which the registry does not have`,
      );
      expect(summary).toMatch(/^### ❌ llama: (?:image-not-found|.* not found)/);
    }
    expect(writesOf(stage.emulator)).toEqual([]);
  });

  test.for<[string, (stage: ImageStage) => DeploymentOptions, string, RegExp]>([
    [
      'at the input that named it',
      ({ repository }) => ({ with: { image: `${repository}:2` } }),
      'image-not-found',
      /^::error title=input image%3A image-not-found::/,
    ],
    [
      'beside every other mistake',
      ({ spec }) => ({ spec: `${spec(':2')}workerConfig: {maxNum: 4000}\n` }),
      'spec-invalid',
      /spec%3A image-not-found[\s\S]*spec%3A outside-limits/,
    ],
  ])('is told %s', async ([, optionsFor, expected, words]) => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    const { end, annotations } = await stage.step(optionsFor(stage));
    expect([end, writesOf(stage.emulator)]).toEqual([expected, []]);
    expect(annotations.join('\n')).toMatch(words);
  });
});

test('an image for another platform stops before the first write', async () => {
  await using stage = await setImageStage();
  const arm64 = image({ platform: linuxArm64 });
  stage.registry.push('acme/llama', arm64);
  stage.registry.push('acme/llama', index([{ image: arm64, platform: linuxArm64 }]), '1');
  const { end, annotations } = await stage.step();
  expect([end, writesOf(stage.emulator)]).toEqual(['image-platform', []]);
  expect(annotations[0]).toContain('built for linux/arm64 only; the service runs linux/amd64');
  expect(annotations[0]).toContain('Build with `--platform linux/amd64`');
});

describe('what cannot be told is one notice, and the image is deployed', () => {
  test('a rate limit', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    stage.registry.fail({ at: 'manifest', kind: 'status', status: 429, headers: { 'retry-after': '60' } });
    const { end, annotations } = await stage.step();
    expect([end, annotations.length]).toEqual(['created', 1]);
    expect(annotations[0]).toMatch(/^::notice .*title=spec%3A image-unresolved.*run it again later/);
    expect(annotations[0]).toContain(`\`image.image\` is "${stage.repository}:1", which could not be checked: `);
  });

  test('nor holds up a run that is cancelled, or that the service refuses', async () => {
    await using stage = await setImageStage();
    stage.registry.fail({ at: 'manifest', kind: 'hang' });
    const { end, log, annotations } = await stage.step({
      onStart: ({ kill }) => void stage.registry.hung.then(() => kill('SIGTERM')),
    });
    expect([end, writesOf(stage.emulator)]).toEqual(['cancelled', []]);
    expect(log).toContain('Cancelled before anything was written.');
    expect(annotations.filter((line) => line.includes('not checked'))).toEqual([]);
    const refused = await stage.step({ with: { 'api-key': 'wrong', 'resolve-image': 'pin' } });
    expect([refused.end, refused.annotations.length]).toEqual(['unauthorized', 1]);
  });
});

describe('several specs', () => {
  const options = ({ spec }: ImageStage) => ({
    files: { 'a.yaml': spec(':1', 'a'), 'b.yaml': spec(':1', 'b'), 'c.yaml': spec(':3', 'c') },
    with: { spec: 'a.yaml\nb.yaml\nc.yaml' },
  });

  test('whose images cannot be told have a notice each', async () => {
    await using stage = await setImageStage();
    stage.registry.fail({ at: 'manifest', kind: 'status', status: 503 });
    const { exitCode, annotations } = await stage.step(options(stage));
    expect([exitCode, annotations.length]).toEqual([0, 3]);
  });

  test('with one missing image deploy nothing, and an image is asked about once', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    const { end, annotations } = await stage.step(options(stage));
    expect([end, writesOf(stage.emulator)]).toEqual(['image-not-found', []]);
    expect(annotations.filter((line) => line.includes('file='))).toEqual([expect.stringContaining('file=c.yaml')]);
    const asked = stage.registry.requests.filter(({ path, status }) => path.endsWith('/manifests/1') && status === 200);
    expect(asked.length).toBe(1);
  });
});
