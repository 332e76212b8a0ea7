/** What v2 cannot express: which call it goes by instead, what is left out of the body, and what has to be refused. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkV2Bounds } from '../../src/check/limits.ts';
import { type EndpointConfig, members, v2Shortfall } from '../../src/model/config.ts';
import { desiredConfig } from '../../src/model/desired.ts';
import type { Spec } from '../../src/model/spec.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { updateV2Body } from '../../src/service/write-bodies.ts';
import { parseSpecFile } from '../../src/spec/parse.ts';
import { v2UpdateBody } from '../emulator/schemas-v2.ts';
import { liveConfig, liveEndpoint } from './example.ts';

function plan(spec: Omit<Spec, 'name'>, { live = {} }: { live?: Partial<EndpointConfig> } = {}) {
  const { calls, problems, v2Members } = makePlan({
    spec: { name: 'llama', ...spec },
    secretEnvs: new Map(),
    live: { ...liveEndpoint, config: { ...liveConfig, ...live } },
    resend: false,
  });
  return { calls, problems: problems.map(({ member }) => member), v2Members: [...v2Members] };
}

const idleLong = { workerConfig: { ...liveConfig.workerConfig, freeTimeout: 2000 } };

describe('a value beyond v2’s bounds', () => {
  test('is v1’s to carry', () => {
    expect(plan({ workerConfig: { freeTimeout: 2000 } })).toEqual({
      calls: ['update-v1'],
      problems: [],
      v2Members: [],
    });
  });

  test('goes by v1 first when another member needs v2, whose bounds hold for that one alone', () => {
    expect(plan({ workerConfig: { freeTimeout: 2000 }, rootfsSize: 50 })).toEqual({
      calls: ['update-v1', 'update-v2'],
      problems: [],
      v2Members: ['rootfsSize'],
    });
  });

  test('does not matter while it is not changed', () => {
    expect(plan({ rootfsSize: 50 }, { live: idleLong })).toEqual({
      calls: ['update-v2'],
      problems: [],
      v2Members: ['rootfsSize'],
    });
  });

  test('is refused in a member that only v2 carries', () => {
    expect(plan({ rootfsSize: 300 })).toEqual({ calls: [], problems: ['rootfsSize'], v2Members: ['rootfsSize'] });
  });

  test('more workers than v2 knows keep the whole block from it', () => {
    const live = { workerConfig: { ...liveConfig.workerConfig, maxNum: 2000 } };
    expect(plan({ rootfsSize: 50 }, { live }).problems).toEqual(['rootfsSize']);
  });
});

describe('a new endpoint', () => {
  const creation: Spec = { name: 'new', image: { image: 'a:1' }, ports: [80], policy: { type: 'queue', value: 4 } };
  test.for<[string, Partial<Spec>, { calls: string[]; problems: string[]; v2Members: string[] }]>([
    [
      'may have several products and be finished by v2',
      { products: ['1', '2'], rootfsSize: 50 },
      { calls: ['create-v1', 'update-v2'], problems: [], v2Members: ['rootfsSize'] },
    ],
    [
      'may have an idle timeout that v2 cannot express',
      { workerConfig: { freeTimeout: 2000, cudaVersion: '12.8' } },
      { calls: ['create-v1', 'update-v2'], problems: [], v2Members: ['workerConfig.cudaVersion'] },
    ],
    [
      'cannot have a disk that only v2 could give it and does not',
      { rootfsSize: 300 },
      { calls: ['create-v1', 'update-v2'], problems: ['rootfsSize'], v2Members: ['rootfsSize'] },
    ],
    [
      'cannot have the port of a health check that is not there',
      { healthy: { path: '', port: 8001 } },
      { calls: ['create-v1', 'update-v2'], problems: ['healthy.port'], v2Members: ['healthy.port'] },
    ],
  ])('%s', ([, members, expected]) => {
    const made = makePlan({
      spec: { ...creation, ...members },
      secretEnvs: new Map(),
      live: undefined,
      resend: false,
    });
    expect({
      calls: made.calls,
      problems: made.problems.map(({ member }) => member),
      v2Members: [...made.v2Members],
    }).toEqual(expected);
  });
});

const config: fc.Arbitrary<EndpointConfig> = fc.record({
  name: fc.constant('llama'),
  appName: fc.constant('llama-app'),
  workerConfig: fc.record({
    minNum: fc.nat(2000),
    maxNum: fc.nat(2000),
    freeTimeout: fc.nat(2000),
    maxConcurrent: fc.nat(2000),
    gpuNum: fc.nat(16),
    requestTimeout: fc.nat(4000),
    cudaVersion: fc.constantFrom('', '11.8', '12.4'),
  }),
  policy: fc.record({ type: fc.constantFrom('queue', 'concurrency', 'magic'), value: fc.nat(2000) }),
  image: fc.record({
    image: fc.constantFrom('a:1', 'a'.repeat(501)),
    authId: fc.constantFrom('', 'c'.repeat(256)),
    command: fc.constant(''),
  }),
  rootfsSize: fc.nat(300),
  volumeMounts: fc.array(
    fc.record({
      type: fc.constantFrom('local', 'network', 'nfs'),
      id: fc.constant('v'),
      size: fc.nat(50),
      mountPath: fc.constantFrom('/a', `/${'b'.repeat(5000)}`),
    }),
    { maxLength: 2 },
  ),
  clusterID: fc.constant(''),
  envs: fc.uniqueArray(
    fc.record({ key: fc.constantFrom('A', 'B'.repeat(512)), value: fc.constantFrom('', 'x'.repeat(4096)) }),
    {
      selector: ({ key }) => key,
      maxLength: 2,
    },
  ),
  ports: fc.constant([8000]),
  products: fc.array(fc.constantFrom('1', '2'.repeat(256)), { maxLength: 2 }),
  healthy: fc.record({ path: fc.constantFrom('', '/health') }),
});

test('whatever is live, v2 is sent nothing that its contract forbids', () => {
  fc.assert(
    fc.property(config, (live) => {
      const checked = v2UpdateBody.safeParse(updateV2Body(live, new Set(members.map(({ path }) => path))));
      expect(checked.error?.issues ?? []).toEqual([]);
    }),
  );
});

test('the bounds of the spec and those of the route are the same', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(2000), fc.nat(16), fc.nat(4000), (maxNum, freeTimeout, gpuNum, requestTimeout) => {
      const workerConfig = { maxNum, freeTimeout, gpuNum, requestTimeout };
      const bytes = Buffer.from(JSON.stringify({ name: 'llama', workerConfig }));
      const [document] = parseSpecFile(
        { path: 'endpoint.yaml', bytes },
        { variables: new Map(), secretEnvs: new Map() },
      ).documents;
      if (!document) throw new Error('no document');
      const every = new Set(members.map(({ path }) => path));
      const bySpec = checkV2Bounds(document, every).map(({ path }) => path.join('.'));
      const lacks = v2Shortfall(
        desiredConfig({ spec: { name: 'llama', workerConfig }, secretEnvs: new Map(), live: liveConfig }),
      );
      // Without its required member v2 takes none of the block, so that the route may refuse more, never less.
      expect(bySpec.filter((member) => member !== 'products' && !lacks(member))).toEqual([]);
    }),
  );
});
