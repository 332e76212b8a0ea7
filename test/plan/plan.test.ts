/** The rules of the plan as tables: what a spec changes, what it leaves, and which calls carry it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import { desiredConfig } from '../../src/model/desired.ts';
import { diffConfigs } from '../../src/model/diff.ts';
import type { Volume } from '../../src/model/row.ts';
import type { Spec } from '../../src/model/spec.ts';
import { makePlan, planToJson } from '../../src/plan/plan.ts';
import { liveConfig, liveEndpoint } from './example.ts';

const none: ReadonlyMap<string, string> = new Map();
const request = { secretEnvs: none, live: liveEndpoint, resend: false } as const;

describe('what the spec does not mention is not changed', () => {
  test.for<[string, Spec, Partial<EndpointConfig>]>([
    ['a name alone changes nothing', { name: 'llama' }, {}],
    [
      'one worker member leaves the others',
      { name: 'llama', workerConfig: { maxNum: 5 } },
      { workerConfig: { ...liveConfig.workerConfig, maxNum: 5 } },
    ],
    [
      'an image leaves credential and command',
      { name: 'llama', image: { image: 'a:2' } },
      { image: { ...liveConfig.image, image: 'a:2' } },
    ],
    ['a health path alone', { name: 'llama', healthy: { path: '/' } }, { healthy: { path: '/' } }],
    [
      'envs are owned whole',
      { name: 'llama', envs: [{ key: 'LOG', value: 'debug' }] },
      { envs: [{ key: 'LOG', value: 'debug' }] },
    ],
    ['products are owned whole', { name: 'llama', products: ['1'] }, { products: ['1'] }],
    ['volumes are owned whole', { name: 'llama', volumeMounts: [] }, { volumeMounts: [] }],
  ])('%s', ([, spec, difference]) => {
    expect(desiredConfig({ spec, secretEnvs: none, live: liveConfig })).toEqual({ ...liveConfig, ...difference });
  });

  test('secret envs go over the live ones where the spec has no envs', () => {
    const { envs } = desiredConfig({
      spec: { name: 'llama' },
      secretEnvs: new Map([
        ['HF_TOKEN', 'new'],
        ['EXTRA', 'x'],
      ]),
      live: liveConfig,
    });
    expect(envs).toEqual([
      { key: 'HF_TOKEN', value: 'new' },
      { key: 'LOG', value: 'info' },
      { key: 'EXTRA', value: 'x' },
    ]);
  });

  test('a new endpoint gets the documented defaults', () => {
    const spec: Spec = { name: 'new', image: { image: 'a:1' }, ports: [80], policy: { type: 'queue', value: 4 } };
    expect(desiredConfig({ spec, secretEnvs: none })).toEqual({
      name: 'new',
      appName: '',
      workerConfig: {
        minNum: 0,
        maxNum: 1,
        freeTimeout: 300,
        maxConcurrent: 1,
        gpuNum: 1,
        requestTimeout: 600,
        cudaVersion: '',
      },
      policy: { type: 'queue', value: 4 },
      image: { image: 'a:1', authId: '', command: '' },
      rootfsSize: 100,
      volumeMounts: [],
      clusterID: '',
      envs: [],
      ports: [80],
      products: [],
      healthy: { path: '' },
    });
  });
});

describe('the difference', () => {
  const diff = (change: Partial<EndpointConfig>) =>
    diffConfigs({ asked: { ...liveConfig, ...change }, found: liveConfig }).map(({ families: _, ...rest }) => rest);

  test.for<[string, Partial<EndpointConfig>, unknown[]]>([
    ['of equals is empty', {}, []],
    [
      'names a scalar',
      { rootfsSize: 50 },
      [{ member: 'rootfsSize', kind: 'change', from: 100, to: 50, secret: false }],
    ],
    [
      'shows a removed value',
      { clusterID: '' },
      [{ member: 'clusterID', kind: 'remove', from: 'as-sgp-2', to: null, secret: false }],
    ],
    ['does not mind the order of envs', { envs: liveConfig.envs.toReversed() }, []],
    [
      'shows envs by key only',
      {
        envs: [
          { key: 'HF_TOKEN', value: 'other' },
          { key: 'NEW', value: 'v' },
        ],
      },
      [
        { member: 'envs.HF_TOKEN', kind: 'change', from: null, to: null, secret: true },
        { member: 'envs.LOG', kind: 'remove', from: null, to: null, secret: true },
        { member: 'envs.NEW', kind: 'add', from: null, to: null, secret: true },
      ],
    ],
    [
      'does not mind the size of cloud storage',
      { volumeMounts: [{ type: 'network', id: 'vol-1', size: 30, mountPath: '/models' }] },
      [],
    ],
    [
      'minds the kind of a volume',
      { volumeMounts: [{ type: 'local', id: '', size: 30, mountPath: '/models' }] },
      [{ member: 'volumeMounts./models', kind: 'change', from: 'network vol-1', to: 'local 30 GB', secret: false }],
    ],
    ['leaves an empty appName to the service', { appName: '' }, []],
    ['does not mind the order of products', { products: ['SL-serverless-3'] }, []],
    [
      'shows lists as one value',
      { products: ['1', '2'] },
      [{ member: 'products', kind: 'change', from: 'SL-serverless-3', to: '1, 2', secret: false }],
    ],
  ])('%s', ([, change, expected]) => {
    expect(diff(change)).toEqual(expected);
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
  test.for<[string, Spec, { operation: string; calls: string[]; unverifiable?: string[]; problems?: string[] }]>([
    ['nothing to do', { name: 'llama' }, { operation: 'unchanged', calls: [] }],
    ['v1 where it can', { name: 'llama', image: { image: 'a:2' } }, { operation: 'update', calls: ['update-v1'] }],
    [
      'v2 where a change needs it',
      { name: 'llama', rootfsSize: 50, image: { image: 'a:2' } },
      { operation: 'update', calls: ['update-v2'] },
    ],
    [
      'both where neither can alone',
      { name: 'llama', rootfsSize: 50, clusterID: 'other' },
      { operation: 'update', calls: ['update-v1', 'update-v2'] },
    ],
    [
      'an unknown policy keeps to v1',
      { name: 'llama', policy: { type: 'magic', value: 1 } },
      { operation: 'update', calls: ['update-v1'] },
    ],
    [
      'what is never returned rides along',
      { name: 'llama', image: { image: 'a:2', entrypoint: '/run' } },
      { operation: 'update', calls: ['update-v2'], unverifiable: ['image.entrypoint'] },
    ],
    [
      'and is not sent alone',
      { name: 'llama', regionId: 'eu' },
      { operation: 'unchanged', calls: [], unverifiable: ['regionId'] },
    ],
    [
      'several products cannot be updated',
      { name: 'llama', products: ['1', '2'] },
      { operation: 'update', calls: [], problems: ['products'] },
    ],
    [
      'a new appName needs a new endpoint',
      { name: 'llama', appName: 'other' },
      { operation: 'replace', calls: ['create-v1', 'update-v2', 'delete-v1'] },
    ],
  ])('%s', ([, spec, expected]) => {
    const { operation, calls, unverifiable, problems } = makePlan({ ...request, spec });
    expect({ operation, calls, unverifiable, problems: problems.map(({ member }) => member) }).toEqual({
      unverifiable: [],
      problems: [],
      ...expected,
    });
  });

  test('what cannot be compared is sent again where that is asked for', () => {
    const { operation, calls } = makePlan({ ...request, spec: { name: 'llama', regionId: 'eu' }, resend: true });
    expect({ operation, calls }).toEqual({ operation: 'update', calls: ['update-v2'] });
  });

  test.for<[string, Partial<Spec>, string[]]>([
    ['by v1 alone', {}, ['create-v1']],
    ['with several products by v1 alone', { products: ['1', '2'] }, ['create-v1']],
    ['finished by v2 for a smaller disk', { rootfsSize: 50 }, ['create-v1', 'update-v2']],
    ['finished by v2 for an entrypoint', { image: { image: 'a:1', entrypoint: '/run' } }, ['create-v1', 'update-v2']],
  ])('creation %s', ([, members, calls]) => {
    const spec: Spec = {
      name: 'new',
      image: { image: 'a:1' },
      ports: [80],
      policy: { type: 'queue', value: 4 },
      ...members,
    };
    const plan = makePlan({ ...request, live: undefined, spec });
    expect({ operation: plan.operation, calls: plan.calls, problems: plan.problems }).toEqual({
      operation: 'create',
      calls,
      problems: [],
    });
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
        expect({ operation: again.operation, changes: again.changes, calls: again.calls }).toEqual({
          operation: 'unchanged',
          changes: [],
          calls: [],
        });
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
