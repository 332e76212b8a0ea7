/** The proof of a write, reading by reading: applied, stale, or somebody else's change. */

import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { watchConfig } from '../../src/rollout/config-watch.ts';
import { verify } from '../../src/rollout/verify.ts';
import type { ServiceError } from '../../src/service/errors.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const desired: EndpointConfig = { ...liveConfig, image: { ...liveConfig.image, image: 'a:2' }, rootfsSize: 50 };
const showing = (config: Partial<EndpointConfig>): Endpoint => ({
  ...liveEndpoint,
  config: { ...liveConfig, ...config },
});
const shown = showing(desired);
const withImage = showing({ image: desired.image });
const ofOthers = showing({ image: { ...liveConfig.image, image: 'theirs:3' } });

async function verifyOver(
  at: (second: number) => Endpoint | ServiceError,
  { family, isNew = false, newerCommit }: { family?: 'v1'; isNew?: boolean; newerCommit?: string | undefined } = {},
) {
  const stub = openStub({ get: at, list: () => ({ endpoints: [], total: 0, complete: true }) });
  const context = { ...stub.context, newerCommitOf: async () => newerCommit };
  const watch = watchConfig({ id: 'id', desired, earlier: isNew ? [] : [liveConfig], family, sent: ['v1'], context });
  const call = isNew ? 'create-v1' : 'update-v1';
  const result = await verify({ id: 'id', call, watch, context }).catch((error) => error);
  const settling = stub.events.flatMap((event) =>
    event.kind === 'settling' ? [event.unapplied.map(({ member }) => member)] : [],
  );
  const isShown = stub.events.some(({ kind }) => kind === 'write-shown');
  return { result, settling, seconds: stub.secondsOf('get'), isShown };
}

test('the first reading that shows everything is the proof', async () => {
  expect(await verifyOver(() => shown)).toEqual({ result: shown, settling: [], seconds: [0], isShown: true });
});

test('what is missing is told once, and again when something else is', async () => {
  const course = (second: number) => (second < 1.5 ? liveEndpoint : second < 7 ? withImage : shown);
  expect(await verifyOver(course)).toEqual({
    result: shown,
    settling: [['image.image', 'rootfsSize'], ['rootfsSize']],
    seconds: [0, 0.5, 1.5, 3.5, 7.5],
    isShown: true,
  });
});

test('only what the family carries is compared', async () => {
  expect((await verifyOver(() => withImage, { family: 'v1' })).result).toBe(withImage);
});

test('what was not applied is named, with the values that are no secrets', async () => {
  const { result, seconds, isShown } = await verifyOver(() => withImage);
  expect([seconds.at(-1), isShown]).toEqual([30, true]);
  expect(result).toMatchObject({
    code: 'not-applied',
    unapplied: [{ member: 'rootfsSize' }],
    message: `the service accepted the configuration of endpoint llama (${liveEndpoint.id}) but did not apply rootfsSize (requested 50, found 100)`,
  });
  expect((await verifyOver(() => liveEndpoint)).isShown).toBe(false);
});

describe('a third value', () => {
  test('is somebody else’s change, proved by a second reading', async () => {
    const { result, seconds } = await verifyOver(() => ofOthers);
    expect(result).toMatchObject({
      code: 'conflict',
      message: `someone else changed endpoint llama (${liveEndpoint.id}) during the rollout: image.image (requested a:2, found theirs:3); it is left unchanged`,
    });
    expect(seconds).toEqual([0, 1]);
  });

  test('that one reading shows and the next does not is nothing', async () => {
    expect((await verifyOver((at) => (at < 1 ? ofOthers : shown))).result).toBe(shown);
  });

  test('of an env is named without its value', async () => {
    const envs = [{ key: 'HF_TOKEN', value: 'value-of-theirs' }];
    const { result } = await verifyOver(() => showing({ ...desired, envs }));
    expect(result).toMatchObject({ code: 'conflict', message: expect.stringContaining('envs.HF_TOKEN (its value') });
    expect(result.message).not.toContain('value-of-theirs');
  });

  test.for<[string, Partial<EndpointConfig>]>([
    ['our own, trimmed and in other case', { image: { ...liveConfig.image, image: ' A:2' } }],
    ['taken away by a call that does not carry it', { workerConfig: { ...liveConfig.workerConfig, cudaVersion: '' } }],
  ])('that is %s is the service’s doing', async ([, part]) => {
    expect((await verifyOver(() => showing({ ...desired, ...part }))).result).toMatchObject({ code: 'not-applied' });
  });
});

test('a new endpoint has no third value before it was as asked for, but for an image, which is nobody’s default', async () => {
  const other = showing({ ...desired, policy: { ...liveConfig.policy, value: 99 } });
  expect((await verifyOver(() => other, { isNew: true })).result).toMatchObject({ code: 'not-applied' });
  expect((await verifyOver(() => ofOthers, { isNew: true })).result).toMatchObject({ code: 'conflict' });
  const prefixed = showing({ ...desired, image: { ...desired.image, image: 'docker.io/library/a:2' } });
  expect((await verifyOver(() => prefixed, { isNew: true })).result).toMatchObject({ code: 'not-applied' });
});

test('a new endpoint that stays unknown is no configuration that was not applied', async () => {
  const { result } = await verifyOver(() => serviceError('not-found'), { isNew: true });
  expect(result).toMatchObject({
    code: 'not-applied',
    unapplied: [],
    message: expect.stringContaining('then reports it as not found: the service says not-found'),
  });
  expect((await verifyOver(() => serviceError('not-found'))).result).toMatchObject({ code: 'not-found' });
  const late = await verifyOver((at) => (at < 20 ? serviceError('not-found') : shown), { isNew: true });
  expect(late.result).toBe(shown);
});

test('what was before comes back after the desired configuration was seen: late for a while, then somebody else’s doing', async () => {
  const { context, clock } = openStub({ get: (at) => (at < 5 ? shown : liveEndpoint) });
  const watch = watchConfig({ id: 'id', desired, earlier: [liveConfig], context });
  const at = async () => {
    const look = await watch.look({ deadlineMs: clock.nowMs + 600_000 });
    clock.advance(10_000);
    return look?.isApplied;
  };
  expect([await at(), await at(), await at(), await at()]).toEqual([true, false, false, false]);
  await expect(at()).rejects.toMatchObject({ code: 'conflict' });
});
