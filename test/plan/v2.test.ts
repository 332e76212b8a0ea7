/** What v2 cannot express: its bounds, pinned to the contract, where a route is chosen and a body is made; and what has to be refused. */

import { describe, expect, test } from 'vitest';
import { type EndpointConfig, memberAt, members, v2Shortfall, valueAt } from '../../src/model/config.ts';
import { desiredConfig } from '../../src/model/desired.ts';
import type { Spec } from '../../src/model/spec.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { updateV2Body } from '../../src/service/write-bodies.ts';
import { v2UpdateBody } from '../emulator/schemas-v2.ts';
import { parseOne } from '../spec/reading.ts';
import { liveConfig, liveEndpoint } from './example.ts';

const everyMember = new Set(members.map(({ path }) => path));

/** Whether v2 cannot carry the member, by the route, and by the body, which the contract always takes. */
function refusals(text: string, member: string): { route: boolean; body: boolean } {
  const document = parseOne(`name: llama\n${text}\n`);
  if (!document.spec) throw new Error(`not a sound spec: ${text}`);
  const desired = desiredConfig({ spec: document.spec, secretEnvs: new Map(), current: liveConfig });
  const body = updateV2Body(desired, everyMember);
  expect(v2UpdateBody.safeParse(body).error?.issues ?? []).toEqual([]);
  return {
    route: v2Shortfall(desired)(member),
    body: valueAt(body as object, (memberAt(member)?.v2?.name ?? '').split('.')) === undefined,
  };
}
const everywhere = (isOutside: boolean) => ({ route: isOutside, body: isOutside });

/** A reference of so many characters: only the digest makes it longer than 500. */
const longImage = (length: number) =>
  `${'r'.repeat(60)}.io/${'a'.repeat(200)}/${'a'.repeat(length - 466)}:${'t'.repeat(128)}@sha256:${'0'.repeat(64)}`;

describe('a bound is the same everywhere', () => {
  test.for<[string, (value: number) => string, readonly [number, number]]>([
    ['workerConfig.minNum', (value) => `workerConfig: {minNum: ${value}, maxNum: ${Math.max(1, value)}}`, [0, 1000]],
    ['workerConfig.maxNum', (value) => `workerConfig: {minNum: 0, maxNum: ${value}}`, [0, 1000]],
    ['workerConfig.freeTimeout', (value) => `workerConfig: {freeTimeout: ${value}}`, [1, 1000]],
    ['workerConfig.maxConcurrent', (value) => `workerConfig: {maxConcurrent: ${value}}`, [1, 1000]],
    ['workerConfig.gpuNum', (value) => `workerConfig: {gpuNum: ${value}}`, [1, 8]],
    ['workerConfig.requestTimeout', (value) => `workerConfig: {requestTimeout: ${value}}`, [1, 1800]],
    ['rootfsSize', (value) => `rootfsSize: ${value}`, [10, 100]],
    ['policy.value', (value) => `policy: {type: queue, value: ${value}}`, [1, 1000]],
  ])('%s', ([member, write, [min, max]]) => {
    for (const value of [min - 1, min, max, max + 1].filter((each) => each >= 0)) {
      const expected = { value, ...everywhere(value < min || value > max) };
      expect({ value, ...refusals(write(value), member) }).toEqual(expected);
    }
  });

  test.for<[string, string, boolean]>([
    ['workerConfig.cudaVersion', 'workerConfig: {cudaVersion: "12.8"}', false],
    ['workerConfig.cudaVersion', 'workerConfig: {cudaVersion: "11.8"}', true],
    ['policy.type', 'policy: {type: magic, value: 1}', true],
    ['image.image', `image: ${longImage(500)}`, false],
    ['image.image', `image: ${longImage(501)}`, true],
    ['image.authId', `image: {authId: ${'a'.repeat(255)}}`, false],
    ['image.authId', `image: {authId: ${'a'.repeat(256)}}`, true],
    ['envs', `envs: {${'K'.repeat(511)}: x}`, false],
    ['envs', `envs: {${'K'.repeat(512)}: x}`, true],
    ['envs', `envs: {K: ${'v'.repeat(4095)}}`, false],
    ['envs', `envs: {K: ${'v'.repeat(4096)}}`, true],
    ['products', `products: [${'p'.repeat(255)}]`, false],
    ['products', `products: [${'p'.repeat(256)}]`, true],
    ['volumeMounts', 'volumeMounts: [{type: network, id: v, mountPath: /m}]\nclusterID: c', false],
    ['volumeMounts', 'volumeMounts: [{type: nfs, id: v, mountPath: /m}]\nclusterID: c', true],
    ['volumeMounts', `volumeMounts: [{type: local, mountPath: /${'m'.repeat(4095)}}]`, true],
  ])('%s: %.40s', ([member, text, isOutside]) => {
    expect(refusals(text, member)).toEqual(everywhere(isOutside));
  });
});

const creation: Spec = { name: 'new', image: { image: 'a:1' }, ports: [80], policy: { type: 'queue', value: 4 } };
const workers = (change: object) => ({ workerConfig: { ...liveConfig.workerConfig, ...change } });
const disk = ['rootfsSize'];
const port = ['healthy.port'];
const finished = ['create-v1', 'update-v2'];
const cuda = { workerConfig: { freeTimeout: 2000, cudaVersion: '12.8' } };

/** Without live values, of a new endpoint. */
test.for<[string, Partial<Spec>, Partial<EndpointConfig> | undefined, string[], string[]?]>([
  ['a value beyond is v1’s to carry', workers({ freeTimeout: 2000 }), {}, ['update-v1']],
  // And by v1 first where another member needs v2: the bounds hold for that one alone.
  ['beside another of v2', { ...workers({ freeTimeout: 2000 }), rootfsSize: 50 }, {}, ['update-v1', 'update-v2']],
  ['not changed, it does not matter', { rootfsSize: 50 }, workers({ freeTimeout: 2000 }), ['update-v2']],
  ['it is refused in a member that only v2 carries', { rootfsSize: 300 }, {}, [], disk],
  ['several products are refused', { products: ['1', '2'] }, {}, [], ['products']],
  ['more workers than v2 knows keep the block from it', { rootfsSize: 50 }, workers({ maxNum: 2000 }), [], disk],
  ['new, of several products', { products: ['1', '2'], rootfsSize: 50 }, undefined, finished],
  ['new, with an idle timeout beyond', cuda, undefined, finished],
  ['new, with a disk that only v2 could give it', { rootfsSize: 300 }, undefined, finished, disk],
  ['new, with a port of no health check', { healthy: { path: '', port: 8001 } }, undefined, finished, port],
])('%s', ([, change, live, calls, problems = []]) => {
  const plan = makePlan({
    spec: live ? { name: 'llama', ...change } : { ...creation, ...change },
    secretEnvs: new Map(),
    live: live && { ...liveEndpoint, config: { ...liveConfig, ...live } },
  });
  expect([plan.calls, plan.problems.map(({ member }) => member)]).toEqual([calls, problems]);
});

test('a refused value is told with what is allowed', () => {
  const told = (spec: Partial<Spec>) =>
    makePlan({ spec: { name: 'llama', ...spec }, secretEnvs: new Map(), live: liveEndpoint }).problems.map(
      ({ member, what }) => `${member} ${what}`,
    );
  const words = 'cannot be set to this value by any call; allowed: ';
  expect(told({ rootfsSize: 300 })).toEqual([`rootfsSize ${words}10 to 100`]);
  const versions = '12.4, 12.6, 12.8, 12.9, 13.0';
  expect(told(workers({ cudaVersion: '11.8' }))).toEqual([`workerConfig.cudaVersion ${words}${versions}`]);
});
