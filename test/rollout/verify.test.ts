/** The proof of a write, reading by reading. */

import { expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
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

async function verifyOver(at: (second: number) => Endpoint | ServiceError, family?: 'v1') {
  const stub = openStub({ get: at });
  const result = await verify({ id: 'id', desired, context: stub.context, ...(family && { family }) }).catch(
    (error) => error,
  );
  const settling = stub.events.flatMap((event) =>
    event.kind === 'settling' ? [event.unapplied.map(({ member }) => member)] : [],
  );
  return { result, settling, seconds: stub.secondsOf('get') };
}

test('the first reading that shows everything is the proof', async () => {
  expect(await verifyOver(() => shown)).toEqual({ result: shown, settling: [], seconds: [0] });
});

test('what is missing is told once, and again when something else is', async () => {
  const course = (second: number) => (second < 1.5 ? liveEndpoint : second < 7 ? withImage : shown);
  expect(await verifyOver(course)).toEqual({
    result: shown,
    settling: [['image.image', 'rootfsSize'], ['rootfsSize']],
    seconds: [0, 0.5, 1.5, 3.5, 7.5],
  });
});

test('only what the family carries is compared', async () => {
  expect((await verifyOver(() => withImage, 'v1')).result).toBe(withImage);
});

test('what was not applied is named, with the values that are no secrets', async () => {
  const envs = [{ key: 'HF_TOKEN', value: 'other' }];
  const { result, seconds } = await verifyOver(() => showing({ image: desired.image, envs, clusterID: '' }));
  expect(seconds.at(-1)).toBe(30.5);
  expect(result).toMatchObject({
    code: 'not-applied',
    endpointId: 'id',
    unapplied: [{ member: 'rootfsSize' }, { member: 'clusterID' }, { member: 'envs.HF_TOKEN' }, { member: 'envs.LOG' }],
    message:
      'the service accepted the configuration of endpoint llama (id) but did not apply rootfsSize (asked 50, found 100), clusterID (asked as-sgp-2, found none), envs.HF_TOKEN (its value is not shown), envs.LOG (its value is not shown)',
  });
});

test('an endpoint that stays unknown is no configuration that was not applied', async () => {
  const { result } = await verifyOver(() => serviceError('not-found'));
  expect(result).toMatchObject({
    code: 'not-applied',
    unapplied: [],
    message: expect.stringContaining('it does not know it: the service says not-found'),
  });
  // The last reading decides which of the two it is.
  const seenOnce = await verifyOver((at) => (at === 0 ? liveEndpoint : serviceError('not-found')));
  expect(seenOnce.result.message).toContain('it does not know it');
  const seenLate = await verifyOver((at) => (at < 30 ? serviceError('not-found') : liveEndpoint));
  expect(seenLate.result.message).toContain('did not apply image.image');
});
