/** The rules of the plan as tables: what a spec changes, what it leaves, and which calls carry it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import { desiredConfig } from '../../src/model/desired.ts';
import { diffConfigs } from '../../src/model/diff.ts';
import type { Volume } from '../../src/model/row.ts';
import type { Spec } from '../../src/model/spec.ts';
import { makePlan, type Plan, planToJson } from '../../src/plan/plan.ts';
import { liveConfig, liveEndpoint } from './example.ts';

const none: ReadonlyMap<string, string> = new Map();
const request = { secretEnvs: none, live: liveEndpoint } as const;

describe('what the spec does not mention is not changed', () => {
  const fiveWorkers = { workerConfig: { ...liveConfig.workerConfig, maxNum: 5 } };
  const newImage = { image: { ...liveConfig.image, image: 'a:2' } };
  const debug = { envs: [{ key: 'LOG', value: 'debug' }] };
  test.for<[string, Spec, Partial<EndpointConfig>]>([
    ['a name alone changes nothing', { name: 'llama' }, {}],
    ['one worker member leaves the others', { name: 'llama', workerConfig: { maxNum: 5 } }, fiveWorkers],
    ['an image leaves credential and command', { name: 'llama', image: { image: 'a:2' } }, newImage],
    ['a health path alone', { name: 'llama', healthy: { path: '/' } }, { healthy: { path: '/' } }],
    ['envs of no deploy stay', { name: 'llama', ...debug }, { envs: [...liveConfig.envs.slice(0, 1), ...debug.envs] }],
    ['products are owned whole', { name: 'llama', products: ['1'] }, { products: ['1'] }],
    ['volumes are owned whole', { name: 'llama', volumeMounts: [] }, { volumeMounts: [] }],
  ])('%s', ([, spec, difference]) => {
    expect(desiredConfig({ spec, secretEnvs: none, current: liveConfig })).toEqual({ ...liveConfig, ...difference });
  });

  test('secret envs go over the live ones where the spec has no envs', () => {
    const secretEnvs = new Map(Object.entries({ HF_TOKEN: 'new', EXTRA: 'x' }));
    const { envs } = desiredConfig({ spec: { name: 'llama' }, secretEnvs, current: liveConfig });
    expect(envs.map(({ key, value }) => `${key}=${value}`)).toEqual(['HF_TOKEN=new', 'LOG=info', 'EXTRA=x']);
  });

  test('a new endpoint gets the documented defaults', () => {
    const spec: Spec = { name: 'new', image: { image: 'a:1' }, ports: [80], policy: { type: 'queue', value: 4 } };
    const scale = { minNum: 0, maxNum: 1, freeTimeout: 300, maxConcurrent: 1 };
    expect(desiredConfig({ spec, secretEnvs: none })).toEqual({
      ...spec,
      workerConfig: { ...scale, gpuNum: 1, requestTimeout: 600, cudaVersion: '' },
      image: { image: 'a:1', authId: '', command: '' },
      ...{ appName: '', clusterID: '', rootfsSize: 100, volumeMounts: [], envs: [], products: [] },
      healthy: { path: '' },
    });
  });
});

describe('the difference', () => {
  /** Each as kind, member, from, to. */
  const diff = (change: Partial<EndpointConfig>) =>
    diffConfigs({ asked: { ...liveConfig, ...change }, found: liveConfig }).map((each) => {
      expect(each.secret).toBe(each.member.startsWith('envs.'));
      return [each.kind, each.member, each.from, each.to];
    });
  const network = { type: 'network', id: 'vol-1', size: 30, mountPath: '/models' };
  const envs = Object.entries({ HF_TOKEN: 'other', NEW: 'v' }).map(([key, value]) => ({ key, value }));

  test.for<[string, Partial<EndpointConfig>, ...unknown[][]]>([
    ['of equals is empty', {}],
    ['names a scalar', { rootfsSize: 50 }, ['change', 'rootfsSize', 100, 50]],
    ['shows a removed value', { clusterID: '' }, ['remove', 'clusterID', 'as-sgp-2', null]],
    ['does not mind the order of envs', { envs: liveConfig.envs.toReversed() }],
    [
      'shows envs by key only',
      { envs },
      ['change', 'envs.HF_TOKEN', null, null],
      ['remove', 'envs.LOG', null, null],
      ['add', 'envs.NEW', null, null],
    ],
    ['does not mind the size of cloud storage', { volumeMounts: [network] }],
    [
      'minds the kind of a volume',
      { volumeMounts: [{ ...network, type: 'local', id: '' }] },
      ['change', 'volumeMounts./models', 'network vol-1', 'local 30 GB'],
    ],
    ['leaves an empty appName to the service', { appName: '' }],
    ['does not mind the order of products', { products: ['SL-serverless-3'] }],
    ['shows lists as one value', { products: ['1', '2'] }, ['change', 'products', 'SL-serverless-3', '1, 2']],
  ])('%s', ([, change, ...expected]) => {
    expect(diff(change)).toEqual(expected);
  });

  test('a list in another order, or with one item twice, is the same', () => {
    const found = { ...liveConfig, products: ['1', '2'] };
    const asked = { ...liveConfig, products: ['2', '1', '2'] };
    expect(diffConfigs({ asked, found })).toEqual([]);
  });

  const local = { type: 'local', id: 'lv-9', size: 10, mountPath: '/data' };
  test.for<[string, Partial<Volume>, string | undefined]>([
    ['an id that is left empty is the one it has', { id: '' }, undefined],
    ['another size', { size: 20 }, 'local lv-9 20 GB'],
    ['another id', { id: 'lv-10' }, 'local lv-10 10 GB'],
  ])('of a local volume: %s', ([, change, to]) => {
    const changes = diffConfigs({
      asked: { ...liveConfig, volumeMounts: [{ ...local, ...change }] },
      found: { ...liveConfig, volumeMounts: [local] },
    });
    expect(changes).toMatchObject(
      to === undefined ? [] : [{ member: 'volumeMounts./data', kind: 'change', from: 'local lv-9 10 GB', to }],
    );
  });
});

describe('the route', () => {
  const creation: Spec = { name: 'new', image: { image: 'a:1' }, ports: [80], policy: { type: 'queue', value: 4 } };
  const withEntrypoint = (name: string): Spec => ({ name, image: { image: 'a:2', entrypoint: '/run' } });
  const unverifiable = { unverifiable: ['image.entrypoint'] };
  const noProducts = { problems: [expect.objectContaining({ member: 'products' })] };
  const finished = ['create-v1', 'update-v2'];
  const noAppName = { problems: [expect.objectContaining({ member: 'appName' })] };
  /** By name: of the live endpoint; `new`: of one that is created. */
  test.for<[string, Spec, string, string[], Partial<Plan>?]>([
    ['nothing to do', { name: 'llama' }, 'unchanged', []],
    ['v1 where it can', { name: 'llama', image: { image: 'a:2' } }, 'update', ['update-v1']],
    ['v2 for what v1 lacks', { name: 'llama', rootfsSize: 50, image: { image: 'a:2' } }, 'update', ['update-v2']],
    ['both', { name: 'llama', rootfsSize: 50, clusterID: 'other' }, 'update', ['update-v1', 'update-v2']],
    ['v1 for an unknown policy', { name: 'llama', policy: { type: 'magic', value: 1 } }, 'update', ['update-v1']],
    ['what is never returned rides along', withEntrypoint('llama'), 'update', ['update-v2'], unverifiable],
    ['and is not sent alone', { name: 'llama', regionId: 'eu' }, 'unchanged', [], { unverifiable: ['regionId'] }],
    ['several products cannot be updated', { name: 'llama', products: ['1', '2'] }, 'update', [], noProducts],
    ['a new appName cannot be updated', { name: 'llama', appName: 'other' }, 'update', [], noAppName],
    ['creation by v1 alone', creation, 'create', ['create-v1']],
    ['of several products as well', { ...creation, products: ['1', '2'] }, 'create', ['create-v1']],
    ['v2 finishes a smaller disk', { ...creation, rootfsSize: 50 }, 'create', finished],
    ['and an entrypoint', { ...creation, ...withEntrypoint('new') }, 'create', finished, unverifiable],
  ])('%s', ([, spec, operation, calls, rest]) => {
    const live = spec.name === 'llama' ? liveEndpoint : undefined;
    const expected = { operation, calls, unverifiable: [], problems: [], ...rest };
    expect(makePlan({ ...request, live, spec })).toMatchObject(expected);
  });
});

describe('invariants', () => {
  const envs = fc.uniqueArray(fc.record({ key: fc.stringMatching(/^[A-Z][A-Z_]{0,8}$/), value: fc.string() }), {
    selector: ({ key }) => key,
    maxLength: 6,
  });
  const spec: fc.Arbitrary<Spec> = fc.record(
    {
      name: fc.constant('llama'),
      workerConfig: fc.record(
        { minNum: fc.nat(5), maxNum: fc.nat(9), gpuNum: fc.integer({ min: 1, max: 8 }) },
        { requiredKeys: [] },
      ),
      ports: fc.tuple(fc.integer({ min: 1, max: 65_535 })),
      policy: fc.record({ type: fc.constantFrom('queue', 'concurrency'), value: fc.nat(100) }),
      image: fc.record(
        { image: fc.string({ minLength: 1 }), authId: fc.string(), command: fc.string() },
        { requiredKeys: [] },
      ),
      products: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3 }),
      rootfsSize: fc.integer({ min: 10, max: 100 }),
      envs,
      volumeMounts: fc.uniqueArray(
        fc.record({
          type: fc.constantFrom('local', 'network'),
          id: fc.string(),
          size: fc.nat(100),
          mountPath: fc.stringMatching(/^\/[a-z]{1,4}$/),
        }),
        { selector: ({ mountPath }) => mountPath, maxLength: 3 },
      ),
      healthy: fc.record({ path: fc.stringMatching(/^\/[a-z]{0,5}$/) }),
    },
    { requiredKeys: ['name'] },
  );

  test('a plan after its application is unchanged', () => {
    fc.assert(
      fc.property(spec, envs, (wanted, secrets) => {
        const secretEnvs = new Map(secrets.map(({ key, value }) => [key, value]));
        const { desired } = makePlan({ ...request, spec: wanted, secretEnvs });
        const again = makePlan({ ...request, spec: wanted, secretEnvs, live: { ...liveEndpoint, config: desired } });
        expect(again).toMatchObject({ operation: 'unchanged', changes: [], calls: [] });
      }),
    );
  });

  test('no env value is in what a plan shows', () => {
    fc.assert(
      fc.property(spec, (wanted) => {
        const marked = wanted.envs?.map(({ key }) => ({ key, value: `tell-nobody-${key}` }));
        const live = { ...liveEndpoint, config: { ...liveConfig, envs: [{ key: 'OLD', value: 'tell-nobody-old' }] } };
        const plan = makePlan({ ...request, live, spec: { ...wanted, ...(marked && { envs: marked }) } });
        expect(planToJson(plan)).not.toContain('tell-nobody');
        expect(JSON.stringify(plan.changes)).not.toContain('tell-nobody');
      }),
    );
  });
});
