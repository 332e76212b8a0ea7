/** When a version runs first as a candidate, and what its candidate is to have. */

import { expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import type { Spec } from '../../src/model/spec.ts';
import { candidatePlan } from '../../src/plan/candidate-plan.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { liveConfig, liveEndpoint } from './example.ts';

const disk = { type: 'local', id: 'disk-of-llama', size: 50, mountPath: '/data' };
const live = { ...liveEndpoint, config: { ...liveConfig, volumeMounts: [...liveConfig.volumeMounts, disk] } };
const spec: Spec = { name: 'llama', image: { image: 'ghcr.io/acme/llama:2' }, candidate: true };
const planned = (found?: Endpoint, given = spec) =>
  candidatePlan(makePlan({ spec: given, secretEnvs: new Map([['KEY', 'value']]), live }), found);
const earlier = (change: Partial<EndpointConfig>): Endpoint => ({
  ...{ ...liveEndpoint, id: 'id-of-the-candidate' },
  config: { ...planned().desired, appName: 'app-of-the-candidate', ...change },
});

test('it has what production is to have, but its name, one worker, and disks of its own', () => {
  const { desired, operation, calls, workers } = planned();
  const { workerConfig, envs } = liveConfig;
  expect({ desired, operation, calls, workers }).toEqual({
    desired: {
      ...liveConfig,
      ...{
        name: 'llama-candidate',
        appName: 'llama-app-candidate',
        image: { ...liveConfig.image, image: 'ghcr.io/acme/llama:2' },
      },
      workerConfig: { ...workerConfig, minNum: 0, maxNum: 1 },
      envs: [...envs, { key: 'KEY', value: 'value' }],
      volumeMounts: [...liveConfig.volumeMounts, { ...disk, id: '' }],
    },
    ...{ operation: 'create', calls: ['create-v1', 'update-v2'], workers: 'replaced' },
  });
});

const own = { ...disk, id: 'disk-of-the-candidate' };
test.for<[string, Partial<EndpointConfig>]>([
  ['as it is', {}],
  ['with envs of its own', { envs: [{ key: 'STALE', value: 'x' }] }],
  ['of another image', { image: { ...liveConfig.image, image: 'ghcr.io/acme/llama:bad' } }],
  ['with more workers', { workerConfig: { ...liveConfig.workerConfig, maxNum: 9 } }],
])('an earlier one %s is written anew, and keeps only its address and its disk', ([, change]) => {
  const { desired, operation, workers } = planned(earlier({ volumeMounts: [own], ...change }));
  const { desired: fresh } = planned();
  expect({ desired, operation, workers }).toEqual({
    desired: { ...fresh, appName: 'app-of-the-candidate', volumeMounts: [liveConfig.volumeMounts[0], own] },
    ...{ operation: 'update', workers: 'replaced' },
  });
});
