/** The digest of a plan: what it depends on, what not, that it names what moved, and that nothing can be read from it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import type { Spec } from '../../src/model/spec.ts';
import { type DigestedPlan, digestPlan, explainDigest } from '../../src/plan/digest.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { liveConfig, liveEndpoint } from './example.ts';

const key = 'the-api-key';
const spec: Spec = {
  name: 'llama',
  workerConfig: { maxNum: 5 },
  envs: [
    { key: 'A', value: 'first-secret' },
    { key: 'B', value: 'second-secret' },
  ],
  products: ['1', '2'],
};

function planOf(wanted: Spec, live: Endpoint | undefined = liveEndpoint) {
  return makePlan({ spec: wanted, secretEnvs: new Map(), live, resend: false });
}
const digest = (wanted: Spec, live?: Endpoint) => digestPlan(planOf(wanted, live), key);
const withConfig = (change: Partial<EndpointConfig>): Endpoint => ({
  ...liveEndpoint,
  config: { ...liveConfig, ...change },
});
const moved = (wanted: Spec, live?: Endpoint) =>
  explainDigest({ approved: digest(spec), plan: planOf(wanted, live), key });

describe('it is the same', () => {
  test.for<[string, Spec, Endpoint?]>([
    ['whatever the order of envs', { ...spec, envs: spec.envs?.toReversed() ?? [] }],
    ['whatever the order of products', { ...spec, products: ['2', '1'] }],
    ['whatever the order of members', Object.fromEntries(Object.entries(spec).toReversed()) as unknown as Spec],
    ['whatever the order of live envs', spec, withConfig({ envs: liveConfig.envs.toReversed() })],
    [
      'whatever state the live endpoint is in',
      spec,
      { ...liveEndpoint, state: { state: 'updating', error: '', message: '' }, workers: [], url: '' },
    ],
  ])('%s', ([, wanted, live]) => {
    expect(digest(wanted, live)).toBe(digest(spec));
  });
});

test('it depends on everything that is carried out', () => {
  const plan = planOf(spec);
  const others: Partial<DigestedPlan>[] = [
    { operation: 'replace' },
    { tests: [{ get: '/health' }] },
    { calls: [...plan.calls, 'delete-v1'] },
    { successor: liveEndpoint },
    { live: undefined },
    { live: { ...liveEndpoint, id: 'another' } },
  ];
  const digests = others.map((other) => digestPlan({ ...plan, ...other }, key));
  expect(new Set([digestPlan(plan, key), ...digests]).size).toBe(others.length + 1);
});

describe('it differs, and names what moved', () => {
  test.for<[string, Spec, Endpoint | undefined, string[]]>([
    [
      'another number in the spec',
      { ...spec, workerConfig: { maxNum: 6 } },
      undefined,
      ['workerConfig.maxNum of the spec'],
    ],
    ['another image', { ...spec, image: { image: 'ghcr.io/acme/llama:2' } }, undefined, ['image.image of the spec']],
    ['another command', { ...spec, image: { command: 'serve' } }, undefined, ['image.command of the spec']],
    [
      'another env value',
      {
        ...spec,
        envs: [
          { key: 'A', value: 'first-secret' },
          { key: 'B', value: 'x' },
        ],
      },
      undefined,
      ['envs of the spec'],
    ],
    [
      'another live image',
      spec,
      withConfig({ image: { ...liveConfig.image, image: 'a:9' } }),
      ['image.image of the spec', 'image.image of the live endpoint'],
    ],
    [
      'a live member that the spec leaves alone',
      spec,
      withConfig({ rootfsSize: 50 }),
      ['rootfsSize of the spec', 'rootfsSize of the live endpoint'],
    ],
    [
      'a live member that the spec sets',
      spec,
      withConfig({ workerConfig: { ...liveConfig.workerConfig, maxNum: 4 } }),
      ['workerConfig.maxNum of the live endpoint'],
    ],
    ['another endpoint of that name', spec, { ...liveEndpoint, id: 'ffffffffffffffff' }, ['id of the live endpoint']],
    [
      'another endpoint of that name in another configuration',
      spec,
      { ...withConfig({ rootfsSize: 50 }), id: 'ffffffffffffffff' },
      ['rootfsSize of the spec', 'id of the live endpoint'],
    ],
  ])('%s', ([, wanted, live, expected]) => {
    expect(digest(wanted, live)).not.toBe(digest(spec));
    expect(moved(wanted, live)).toEqual(expected);
  });

  test('another API key moves everything, and says so', () => {
    const explained = explainDigest({ approved: digestPlan(planOf(spec), 'another-key'), plan: planOf(spec), key });
    expect(explained).toEqual([expect.stringContaining('another `api-key`')]);
  });

  test.for(['', 'p3', 'p2.a.b', 'p3.a.b', 'p3.a.b.c', 'sha256:0123', '::error::x'])('"%s" is no digest', (approved) => {
    expect(explainDigest({ approved, plan: planOf(spec), key })).toBeUndefined();
  });
});

test('nothing of a plan is in it, and no two keys give the same', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{6,20}$/);
  fc.assert(
    fc.property(word, word, (secret, other) => {
      fc.pre(secret !== other);
      const wanted = { ...spec, envs: [{ key: 'A', value: secret }] };
      const made = digestPlan(planOf(wanted), key);
      expect(made).not.toContain(secret);
      expect(made).not.toContain(Buffer.from(secret).toString('base64url'));
      expect(made).not.toBe(digestPlan(planOf({ ...spec, envs: [{ key: 'A', value: other }] }), key));
      // Without the key nobody can try values until one fits.
      expect(made).not.toBe(digestPlan(planOf(wanted), other));
    }),
  );
});
