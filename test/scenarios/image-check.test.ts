/** An image is asked about at its registry before the first write: a definite no stops the step, what cannot be told does not. */

import { describe, expect, test } from 'vitest';
import { image, index, linuxArm64 } from '../registry/content.ts';
import { told } from '../told.ts';
import { operationsOf, writesOf } from './deployment.ts';
import { setStage } from './github-stage.ts';
import { setImageStage } from './image-stage.ts';

describe('an image that is there', () => {
  test('is deployed by its tag, and the log says what is pulled', async () => {
    await using stage = await setImageStage();
    const { digest } = stage.registry.push('acme/llama', image({ layers: [4_000_000_000, 200_000_000] }), '1');
    const { exitCode, log, outputs, summary, annotations } = await stage.step();
    expect({ exitCode, annotations }).toEqual({ exitCode: 0, annotations: [] });
    expect(log).toContain(`Image: ${stage.repository}:1 is ${digest}, 4.2 GB to pull.`);
    expect(told(outputs)).toMatchObject({ operation: 'created', image: `${stage.repository}:1`, 'image-digest': '' });
    expect(summary).not.toContain('| Tag |');
    expect(stage.emulator.endpoints()[0]?.image.image).toBe(`${stage.repository}:1`);
  });

  test('by its digest is passed on as it is, and `image-digest` says it', async () => {
    await using stage = await setImageStage();
    const { digest } = stage.registry.push('acme/llama', image(), '1');
    const { exitCode, log, outputs } = await stage.step({ spec: stage.spec(`@${digest}`) });
    expect(exitCode).toBe(0);
    expect(log).toContain(`Image: ${stage.repository}@${digest} is there, 3 MB to pull.`);
    expect(told(outputs)).toMatchObject({ image: `${stage.repository}@${digest}`, 'image-digest': digest });
  });
});

describe('nobody is asked', () => {
  test('when the image stays as it is: the unchanged path keeps its three requests', async () => {
    await using stage = await setImageStage();
    stage.emulator.seed({ name: 'llama', image: { image: `${stage.repository}:1` } });
    const { outputs } = await stage.step({ spec: `name: llama\nimage: ${stage.repository}:1\n` });
    expect(outputs.operation).toBe('unchanged');
    expect(stage.registry.requests).toEqual([]);
    expect(operationsOf(stage.emulator).toSorted()).toEqual(['get', 'limits', 'list']);
  });

  test('when something else changes', async () => {
    await using stage = await setImageStage();
    stage.emulator.seed({ name: 'llama', image: { image: `${stage.repository}:1` } });
    const { outputs } = await stage.step({ spec: 'name: llama\nworkerConfig: {maxNum: 2}\n' });
    expect(outputs.operation).toBe('updated');
    expect(stage.registry.requests).toEqual([]);
  });

  test('with `off`', async () => {
    await using stage = await setImageStage();
    const { exitCode } = await stage.step({ with: { 'resolve-image': 'off' } });
    expect(exitCode).toBe(0);
    expect(stage.registry.requests).toEqual([]);
  });

  test('by `validate` without a key', async () => {
    await using stage = await setImageStage();
    const { exitCode } = await stage.step({ with: { command: 'validate', 'api-key': '' } });
    expect(exitCode).toBe(0);
    expect(stage.registry.requests).toEqual([]);
  });

  test.for(['deploy', 'plan', 'validate'])('by `%s` for a pull request from a fork', async (command) => {
    await using github = await setStage();
    await using stage = await setImageStage();
    const { annotations } = await github.pullRequestStep({
      action: 'opened',
      isFromFork: true,
      eventName: 'pull_request_target',
      spec: stage.spec(),
      with: { command, 'resolve-image': 'check', allow: 'untrusted' },
    });
    expect(stage.registry.requests).toEqual([]);
    expect(annotations.join('\n')).toContain('registries are not queried for code that anyone can propose');
  });
});

describe('an image that is not there', () => {
  test('stops before the first write, at its line, with the tags that may have been meant', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1.10', '1.11', 'unlike-any-other');
    const { exitCode, annotations, outputs, summary } = await stage.step({ spec: stage.spec(':1.1') });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'image-not-found' });
    expect(annotations[0]).toMatch(/^::error title=spec%3A image-not-found,file=endpoint.yaml,line=2,/);
    expect(annotations[0]).toContain(
      `\`image.image\` is "${stage.repository}:1.1", which does not exist: ${stage.registry.domain} has no tag 1.1 in acme/llama`,
    );
    expect(annotations[0]).toMatch(/Did you mean `1\.1\d`, `1\.1\d`\?/);
    expect(annotations[0]).not.toContain('unlike-any-other');
    expect(summary).toContain('image-not-found');
    expect(writesOf(stage.emulator)).toEqual([]);
  });

  test('is told at the input that named it', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    stage.emulator.seed({ name: 'llama', image: { image: `${stage.repository}:1` } });
    const { annotations, outputs } = await stage.step({ with: { image: `${stage.repository}:2` } });
    expect(outputs['failure-reason']).toBe('image-not-found');
    expect(annotations[0]).toMatch(/^::error title=input image%3A image-not-found::/);
    expect(writesOf(stage.emulator)).toEqual([]);
  });

  test('by its digest', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    const { annotations, outputs } = await stage.step({ spec: stage.spec(`@sha256:${'0'.repeat(64)}`) });
    expect(outputs['failure-reason']).toBe('image-not-found');
    expect(annotations[0]).toContain('has no image with this digest in acme/llama');
  });

  test.for(['plan', 'validate'])('is found by `%s` as well', async (command) => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    const { exitCode, outputs, annotations } = await stage.step({ spec: stage.spec(':2'), with: { command } });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'image-not-found' });
    expect(annotations[0]).toContain('line=2,');
  });

  test('is told beside every other mistake', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    const { annotations, outputs } = await stage.step({ spec: `${stage.spec(':2')}workerConfig: {maxNum: 4000}\n` });
    expect(outputs['failure-reason']).toBe('spec-invalid');
    expect(annotations.map((line) => /title=spec%3A ([\w-]+)/.exec(line)?.[1]).filter(Boolean)).toEqual([
      'image-not-found',
      'outside-limits',
    ]);
  });
});

test('an image for another platform stops before the first write', async () => {
  await using stage = await setImageStage();
  const arm64 = image({ platform: linuxArm64 });
  stage.registry.push('acme/llama', arm64);
  stage.registry.push('acme/llama', index([{ image: arm64, platform: linuxArm64 }]), '1');
  const { annotations, outputs } = await stage.step();
  expect(outputs['failure-reason']).toBe('image-platform');
  expect(annotations[0]).toContain('built for linux/arm64 only; the service runs linux/amd64');
  expect(annotations[0]).toContain('Build with `--platform linux/amd64`');
  expect(writesOf(stage.emulator)).toEqual([]);
});

const emptyImages = `{"manifests":[${Array(1_300_000).fill('{}').join(',')}]}`;

describe('what cannot be told is one notice, and the image is deployed', () => {
  test.for<[string, Parameters<Awaited<ReturnType<typeof setImageStage>>['registry']['fail']>[0], string]>([
    ['401', { at: 'token', kind: 'status', status: 401 }, 'answered 401'],
    ['403', { at: 'manifest', kind: 'status', status: 403 }, 'answered 403'],
    [
      'a rate limit',
      { at: 'manifest', kind: 'status', status: 429, headers: { 'retry-after': '60' } },
      'run it again in 60 s',
    ],
    ['a failure', { at: 'manifest', kind: 'status', status: 503 }, 'answered 503'],
    ['a connection that breaks', { at: 'manifest', kind: 'reset' }, 'lost the connection'],
    ['a page of a proxy', { at: 'manifest', kind: 'web-page', status: 200 }, 'answered with no image manifest'],
    [
      'a place that is never asked',
      { at: 'manifest', kind: 'redirect', to: 'http://169.254.169.254/' },
      'redirects to no https address',
    ],
    ['4 MiB of empty images', { at: 'manifest', kind: 'body', body: emptyImages }, 'not read completely'],
  ])('%s', async ([, fault, words]) => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    stage.registry.fail(fault);
    const { exitCode, annotations, outputs } = await stage.step();
    expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'created' });
    expect(annotations.length).toBe(1);
    expect(annotations[0]).toMatch(/^::notice title=image not checked::/);
    expect(annotations[0]).toContain(`${stage.repository}:1: `);
    expect(annotations[0]).toContain(words);
  });

  test('no answer in 3 s', async () => {
    await using stage = await setImageStage();
    stage.registry.fail({ at: 'manifest', kind: 'hang' });
    const limits: number[] = [];
    const hung = new AbortController();
    stage.registry.hung.then(() => hung.abort(new DOMException('time is over', 'TimeoutError')));
    const timeoutSignal = (ms: number) => {
      if (ms > 3000) return AbortSignal.timeout(ms);
      limits.push(ms);
      return hung.signal;
    };
    const { exitCode, annotations } = await stage.step({ timeoutSignal });
    expect(exitCode).toBe(0);
    expect(limits.every((ms) => ms <= 3000)).toBe(true);
    expect(annotations).toEqual([expect.stringContaining('did not answer within 3 s')]);
  });

  test('nor holds up a run that is cancelled', async () => {
    await using stage = await setImageStage();
    stage.registry.fail({ at: 'manifest', kind: 'hang' });
    const { exitCode, outputs, log, annotations } = await stage.step({
      onStart: ({ kill }) => void stage.registry.hung.then(() => kill('SIGTERM')),
      timeoutSignal: () => new AbortController().signal,
    });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'cancelled' });
    expect(log).toContain('Cancelled before anything was written.');
    expect(annotations.filter((line) => line.includes('not checked'))).toEqual([]);
    expect(writesOf(stage.emulator)).toEqual([]);
  });

  test('nor is waited for when the service refuses the key', async () => {
    await using stage = await setImageStage();
    stage.registry.fail({ at: 'manifest', kind: 'hang' });
    const { outputs, annotations } = await stage.step({
      with: { 'api-key': 'wrong', 'resolve-image': 'pin' },
      timeoutSignal: () => new AbortController().signal,
    });
    expect(outputs['failure-reason']).toBe('unauthorized');
    expect(annotations.length).toBe(1);
  });
});

describe('several specs', () => {
  const files = (stage: Awaited<ReturnType<typeof setImageStage>>) => ({
    'a.yaml': stage.spec(':1', 'a'),
    'b.yaml': stage.spec(':1', 'b'),
    'c.yaml': stage.spec(':3', 'c'),
  });
  const specs = { spec: 'a.yaml\nb.yaml\nc.yaml' };

  test('with one missing image deploy nothing, and an image is asked about once', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    const { annotations, outputs } = await stage.step({ files: files(stage), with: specs });
    expect(outputs['failure-reason']).toBe('image-not-found');
    expect(annotations.filter((line) => line.includes('file='))).toEqual([expect.stringContaining('file=c.yaml')]);
    expect(writesOf(stage.emulator)).toEqual([]);
    const asked = stage.registry.requests.filter(({ path, status }) => path.endsWith('/manifests/1') && status === 200);
    expect(asked.length).toBe(1);
  });

  test('whose images cannot be told have one notice', async () => {
    await using stage = await setImageStage();
    stage.registry.fail({ at: 'manifest', kind: 'status', status: 503 });
    const { exitCode, annotations } = await stage.step({ files: files(stage), with: specs });
    expect(exitCode).toBe(0);
    expect(annotations.length).toBe(1);
    expect(annotations[0]).toContain(`${stage.repository}:1: `);
    expect(annotations[0]).toContain(`${stage.repository}:3: `);
  });
});
