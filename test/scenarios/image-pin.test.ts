/** With `resolve-image: pin` the digest that a tag stands for is deployed: a tag that moved is a change, one that did not is none. */

import { describe, expect, test } from 'vitest';
import { ManualClock } from '../emulator/emulator.ts';
import { image } from '../registry/content.ts';
import type { Fault } from '../registry/registry.ts';
import { told } from '../told.ts';
import { operationsOf, writesOf } from './deployment.ts';
import { type ImageStage, setImageStage } from './image-stage.ts';

const pin = { 'resolve-image': 'pin' };

describe('a tag', () => {
  test('is deployed as its digest, moves, and is deployed again', async () => {
    await using stage = await setImageStage();
    const { registry, repository, emulator } = stage;
    const spec = stage.spec(':latest');
    const first = registry.push('acme/llama', image({ label: 'first' }), 'latest');
    const created = await stage.step({ spec, with: pin });
    expect(told(created.outputs)).toMatchObject({
      operation: 'created',
      image: `${repository}@${first.digest}`,
      'image-digest': first.digest,
    });
    expect(emulator.endpoints()[0]?.image.image).toBe(`${repository}@${first.digest}`);

    emulator.clearRequests();
    const unmoved = await stage.step({ spec, with: pin });
    expect(unmoved.outputs).toMatchObject({ operation: 'unchanged', changed: 'false', 'image-digest': first.digest });
    expect(unmoved.log).toContain(`Image: ${repository}:latest is ${first.digest}.`);
    expect(operationsOf(emulator).toSorted()).toEqual(['get', 'limits', 'list', 'list']);

    const second = registry.push('acme/llama', image({ label: 'second' }), 'latest');
    const moved = await stage.step({ spec, with: pin });
    expect(moved.outputs).toMatchObject({ operation: 'updated', 'image-digest': second.digest });
    expect(moved.log).toContain(`Image: ${repository}:latest is ${second.digest}.`);
    expect(moved.log).toContain(`~ image.image: ${repository}@${first.digest} → ${repository}@${second.digest}`);
    expect(told(moved.outputs).plan).toMatchObject({
      image: { written: `${repository}:latest`, digest: second.digest },
      changes: [{ member: 'image.image', from: `${repository}@${first.digest}`, to: `${repository}@${second.digest}` }],
    });
    expect(emulator.endpoints()[0]?.image.image).toBe(`${repository}@${second.digest}`);
  });

  test('shows no drift in its digest, but a digest by hand', async () => {
    await using stage = await setImageStage();
    const { registry, repository, emulator } = stage;
    registry.push('acme/llama', image({ label: 'first' }), 'latest');
    const given = { spec: stage.spec(':latest') };
    await stage.step({ ...given, with: pin });
    const status = () => stage.step({ ...given, with: { command: 'status' } });
    expect((await status()).log).toMatch(/^llama .* none /m);
    const byHand = `${repository}@sha256:${'b'.repeat(64)}`;
    emulator.change(emulator.endpoints()[0]?.id ?? '', { image: { image: byHand } });
    expect((await status()).log).toContain(`drift: image.image ${byHand} (spec: ${repository}:latest)`);
  });

  test('that was restored runs the bytes that ran before, though the tag has moved on', async () => {
    await using stage = await setImageStage();
    const { registry, repository, emulator } = stage;
    const first = registry.push('acme/llama', image({ label: 'first' }), 'latest');
    const spec = stage.spec(':latest');
    await stage.step({ spec: `${spec}workerConfig: {minNum: 1}\n`, with: pin });
    const second = registry.push('acme/llama', image({ label: 'second' }), 'latest');
    emulator.addScript({ image: `${repository}@${second.digest}`, outcome: 'image-pull' });
    const { outputs } = await stage.step({ spec, with: pin });
    expect(told(outputs)).toMatchObject({
      operation: 'restored',
      image: `${repository}@${first.digest}`,
      'image-digest': first.digest,
    });
    expect(emulator.endpoints()[0]?.image.image).toBe(`${repository}@${first.digest}`);
  });

  test('that was approved is deployed as the digest that was approved, or not at all', async () => {
    await using stage = await setImageStage();
    const { digest } = stage.registry.push('acme/llama', image({ label: 'approved' }), '1');
    const planned = await stage.step({ with: { ...pin, command: 'plan' } });
    const approved = { ...pin, 'approved-plan': planned.outputs['plan-digest'] ?? '' };
    const { digest: other } = stage.registry.push('acme/llama', image({ label: 'other' }), '1');
    const moved = await stage.step({ with: approved });
    expect(moved.outputs['failure-reason']).toBe('plan-changed');
    expect(moved.log).toContain(other);
    expect(writesOf(stage.emulator)).toEqual([]);
    expect(other).not.toBe(digest);
    stage.registry.tag('acme/llama', '1', digest);
    const deployed = await stage.step({ with: approved });
    expect(deployed.outputs).toMatchObject({ operation: 'created', 'image-digest': digest });
    // The plan of an update gives the digest that it plans, which is deployed as approved, whoever answers for it.
    stage.registry.tag('acme/llama', '1', other);
    const { outputs } = await stage.step({ with: { ...pin, command: 'plan' } });
    expect(outputs['image-digest']).toBe(other);
    const named = { image: `${stage.repository}@${other}`, 'approved-plan': outputs['plan-digest'] ?? '' };
    const updated = await stage.step({ with: { ...named, 'resolve-image': 'off' } });
    expect(updated.outputs).toMatchObject({ operation: 'updated', 'image-digest': other });
  });
});

test('no registry is asked about an image by digest that is deployed already', async () => {
  await using stage = await setImageStage();
  const reference = `${stage.repository}@sha256:${'1'.repeat(64)}`;
  stage.emulator.seed({ name: 'llama', image: { image: reference } });
  const { outputs } = await stage.step({ spec: `name: llama\nimage: ${reference}\n`, with: pin });
  expect(outputs).toMatchObject({ operation: 'unchanged', 'image-digest': `sha256:${'1'.repeat(64)}` });
  expect(stage.registry.requests).toEqual([]);
});

test.for<[string, (stage: ImageStage) => void, string, RegExp]>([
  ['an absent tag', ({ registry }) => void registry.push('acme/llama', image(), '2'), 'image-not-found', /line=2,/],
  [
    'a registry that says nothing',
    ({ registry }) => registry.fail({ at: 'manifest', kind: 'status', status: 429 }),
    'image-unresolved',
    /which could not be checked.*`resolve-image: check` deploys the tag as it is\./s,
  ],
])('what cannot be resolved stops the step: %s', async ([, arrange, expected, words]) => {
  await using stage = await setImageStage();
  arrange(stage);
  const { end, annotations } = await stage.step({ with: pin });
  expect([end, writesOf(stage.emulator)]).toEqual([expected, []]);
  expect(annotations.filter((line) => !line.startsWith('::error'))).toEqual([]);
  expect(annotations[0]).toMatch(words);
});

describe('a registry that does not answer at once', () => {
  const limit = { at: 'manifest', kind: 'status', status: 429 } as const;
  const away = { at: 'manifest', kind: 'status', status: 503 } as const;
  const denied = { at: 'manifest', kind: 'status', status: 403 } as const;
  async function pinned(fault: Fault) {
    const clock = new ManualClock();
    await using stage = await setImageStage({ emulator: { clock } });
    const { digest } = stage.registry.push('acme/llama', image(), '1');
    stage.registry.fail(fault);
    const startedMs = clock.nowMs();
    const { end, log, outputs } = await stage.step({ with: { ...pin, wait: 'none' } });
    const pinnedTo = outputs['image-digest'] === digest;
    return { end, log, pinnedTo, seconds: (clock.nowMs() - startedMs) / 1000 };
  }

  test.for<[string, Fault]>([
    ['one 503', { ...away, times: 1 }],
    ['503 for some seconds', { ...away, times: 4 }],
  ])('is asked again: %s', async ([, fault]) => {
    const { end, log, pinnedTo } = await pinned(fault);
    expect([end, pinnedTo, log.match(/asking again for up to 30 s/g)?.length], log).toEqual(['created', true, 1]);
  });

  test.for<[string, Fault, number, number]>([
    ['429', limit, 20, 40],
    // A private repository is not to be waited for.
    ['a refusal', denied, 0, 5],
  ])('ends as unresolved in time: %s', async ([, fault, atLeast, atMost]) => {
    const { end, log, seconds } = await pinned(fault);
    expect([end, seconds >= atLeast, seconds <= atMost], `${seconds} s\n${log}`).toEqual([
      'image-unresolved',
      true,
      true,
    ]);
  });
});
