/** The digest of the plans of a run: what it depends on, what not, and that nothing can be read from it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import type { Spec } from '../../src/model/spec.ts';
import { changedSince, digestPlans, isApproved } from '../../src/plan/digest.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { liveConfig, liveEndpoint } from './example.ts';

const key = 'the-api-key';
const terms = { apiKey: key, baseUrl: 'https://api.example.com', wait: 'ready', onFailure: 'restore' };
const envs = Object.entries({ A: 'first-secret', B: 'second-secret' }).map(([key, value]) => ({ key, value }));
const spec: Spec = { name: 'llama', workerConfig: { maxNum: 5 }, envs, products: ['1', '2'] };

function planOf(wanted: Spec, live: Endpoint | undefined = liveEndpoint) {
  return makePlan({ spec: wanted, secretEnvs: new Map(), live });
}
const digest = (wanted: Spec, live?: Endpoint) => digestPlans([planOf(wanted, live)], terms);
const withConfig = (change: Partial<EndpointConfig>): Endpoint => ({
  ...liveEndpoint,
  config: { ...liveConfig, ...change },
});

const updating = { state: 'updating', error: '', message: '' };
test.for<[isSame: boolean, string, Spec, Endpoint?]>([
  [true, 'another order of envs', { ...spec, envs: envs.toReversed() }],
  [true, 'another order of products', { ...spec, products: ['2', '1'] }],
  [true, 'another order of members', Object.fromEntries(Object.entries(spec).toReversed()) as unknown as Spec],
  [true, 'another order of live envs', spec, withConfig({ envs: liveConfig.envs.toReversed() })],
  [true, 'any state of the live endpoint', spec, { ...liveEndpoint, state: updating, workers: [], url: '' }],
  [false, 'another number in the spec', { ...spec, workerConfig: { maxNum: 6 } }],
  [false, 'another image', { ...spec, image: { image: 'ghcr.io/acme/llama:2' } }],
  [false, 'another command', { ...spec, image: { command: 'serve' } }],
  [false, 'another appName', { ...spec, appName: 'other' }],
  [false, 'another env value', { ...spec, envs: [{ key: 'A', value: 'first-secret' }] }],
  [false, 'another live image', spec, withConfig({ image: { ...liveConfig.image, image: 'a:9' } })],
  [false, 'a live member that the spec leaves alone', spec, withConfig({ rootfsSize: 50 })],
  [false, 'a live member of the spec', spec, withConfig({ workerConfig: { ...liveConfig.workerConfig, maxNum: 4 } })],
  [false, 'another endpoint of that name', spec, { ...liveEndpoint, id: 'ffffffffffffffff' }],
])('the same: %s, for %s', ([isSame, , wanted, live]) => {
  expect(digest(wanted, live) === digest(spec)).toBe(isSame);
});

test('it depends on everything that is carried out', () => {
  const plan = planOf(spec);
  const others: Partial<Plan>[] = [
    { operation: 'unchanged' },
    { tests: [{ get: '/health' }] },
    { compare: { own: 'llama', set: undefined, with: 'llama' } },
    { compare: { own: 'llama', set: undefined, with: 'llama', slower: 0.2 } },
    { compare: { own: 'llama', set: undefined, with: 'llama', slower: 0.3 } },
    { load: { at: 8, own: 'llama', maxConcurrent: 8 } },
    { load: { at: 4, own: 'llama', maxConcurrent: 8 } },
    { price: 0 },
    { price: 0.69 },
    { price: 0.7 },
    { calls: [...plan.calls, 'update-v2'] },
    { live: undefined },
    { live: { ...liveEndpoint, id: 'another' } },
    { resolvedImage: { written: 'a:1', digest: 'sha256:a' } },
    { resolvedImage: { written: 'a:1', digest: 'sha256:b' } },
  ];
  const digests = others.map((other) => digestPlans([{ ...plan, ...other } as Plan], terms));
  const waits = [{ wait: 'none' }, { onFailure: 'keep' }, { baseUrl: 'https://api.example.org' }].map((each) =>
    digestPlans([plan], { ...terms, ...each }),
  );
  expect(new Set([digestPlans([plan], terms), ...waits, ...digests]).size).toBe(others.length + 4);
});

test('it tells volumes apart whose parts differ only by where a line break stands', () => {
  const mounted = (id: string, mountPath: string): Spec => ({
    ...spec,
    volumeMounts: [{ type: 'network', id, size: 0, mountPath }],
  });
  expect(digest(mounted('a\nb', '/c'))).not.toBe(digest(mounted('a', 'b\n/c')));
});

test('it has 76 characters for one plan, and 23 more for another one, whatever their order', () => {
  const other = { ...spec, name: 'qwen' };
  const two = digestPlans([planOf(spec), planOf(other)], terms);
  expect(two).toBe(digestPlans([planOf(other), planOf(spec)], terms));
  expect(new Set([digest(spec), digest(other), two, digestPlans([], terms)]).size).toBe(4);
  expect([digest(spec), two]).toEqual([
    expect.stringMatching(/^p7(?:\.[\w-]{22}){2}\.[\w-]{27}$/),
    expect.stringMatching(/^p7(?:\.[\w-]{22}){3}\.[\w-]{27}$/),
  ]);
});

describe('it is approved', () => {
  const create = (wanted: Spec) => makePlan({ spec: wanted, secretEnvs: new Map(), live: undefined });
  const created: Spec = { ...spec, name: 'new' };
  /** The plan for what the given one has left behind; the service has chosen an `appName` where it could. */
  const deployed = (wanted: Spec, { desired } = planOf(wanted)) =>
    planOf(wanted, { ...liveEndpoint, config: { ...desired, appName: desired.appName || 'chosen' } });
  const approved = digestPlans([planOf(spec), create(created)], terms);
  const other: Spec = { ...spec, workerConfig: { maxNum: 9 } };

  test.for<[string, Plan[], boolean]>([
    ['where all endpoints are as approved', [deployed(created, create(created)), deployed(spec)], true],
    ['where one is still to be changed, as approved', [planOf(spec), deployed(created, create(created))], true],
    ['not where one is changed from another', [planOf(spec, withConfig({ rootfsSize: 50 })), create(created)], false],
    ['not where something else is in place', [deployed(other), deployed(created, create(created))], false],
    ['not where one is left out', [deployed(spec)], false],
  ])('%s', ([, plans, expected]) => {
    expect(isApproved(plans, approved, terms)).toBe(expected);
    expect(isApproved(plans, approved, { ...terms, apiKey: 'another-key' })).toBe(false);
  });
});

describe('what differs from it is named', () => {
  const pinned = (digest: string): Plan => ({ ...planOf(spec), resolvedImage: { written: 'a:1', digest } });
  const comparing = (sha256: string): Plan => {
    const set = { file: 'golden/prompts.jsonl', sha256, prompts: [], count: 40 };
    return { ...planOf(spec), candidate: true, compare: { own: 'llama', with: 'llama', worse: 0.05, set } };
  };
  test.for<[string[], Plan[], Plan[], Partial<typeof terms>?]>([
    [[], [planOf(spec)], [planOf(spec)]],
    [['the spec'], [planOf(spec)], [planOf({ ...spec, workerConfig: { maxNum: 9 } })]],
    [['the spec'], [planOf(spec)], [{ ...planOf(spec), tests: [{ get: '/health' }] }]],
    [['the spec'], [planOf(spec)], [{ ...planOf(spec), compare: { own: 'llama', set: undefined, with: 'llama' } }]],
    [['the file of prompts (golden/prompts.jsonl)'], [comparing('a')], [comparing('b')]],
    [[], [{ ...comparing('a'), candidate: false }], [{ ...comparing('b'), candidate: false }]],
    [['the spec'], [{ ...comparing('a'), compare: undefined }], [{ ...comparing('a'), compare: undefined, price: 2 }]],
    [['the spec', 'the file of prompts (golden/prompts.jsonl)'], [planOf(spec)], [comparing('a')]],
    [['the image'], [planOf(spec)], [planOf({ ...spec, image: { image: 'ghcr.io/acme/llama:2' } })]],
    [['the image'], [planOf(spec)], [planOf({ ...spec, image: { image: 'ghcr.io/acme/llama@sha256:c' } })]],
    [['the digest of the image'], [pinned('sha256:a')], [pinned('sha256:b')]],
    [[], [planOf(spec)], [pinned('sha256:b')]],
    [['the live endpoint'], [planOf(spec)], [planOf(spec, withConfig({ rootfsSize: 50 }))]],
    [['the live endpoint'], [planOf(spec)], [makePlan({ spec, secretEnvs: new Map(), live: undefined })]],
    [['which endpoints there are'], [planOf(spec)], [planOf(spec), planOf({ ...spec, name: 'qwen' })]],
    [['`wait`'], [planOf(spec)], [planOf(spec)], { wait: 'none' }],
    [['`on-failure`'], [planOf(spec)], [planOf(spec)], { onFailure: 'keep' }],
    [['the `api-key` or `base-url`'], [planOf(spec)], [planOf(spec)], { apiKey: 'another-key' }],
    [['the `api-key` or `base-url`'], [planOf(spec)], [planOf(spec)], { baseUrl: 'https://api.example.org' }],
    [
      ['the image', 'the live endpoint'],
      [planOf(spec)],
      [planOf({ ...spec, image: { image: 'ghcr.io/acme/llama:2' } }, withConfig({ rootfsSize: 50 }))],
    ],
  ])('%j', ([changed, seen, plans, others]) => {
    expect(changedSince(plans, digestPlans(seen, terms), { ...terms, ...others })).toEqual(changed);
  });

  test('also where another version of the action has made it', () => {
    expect(changedSince([planOf(spec)], `p6.${'a'.repeat(22)}.${'b'.repeat(22)}`, terms)).toEqual([
      'the version of this action',
    ]);
  });
});

test('nothing of a plan is in it, and no two keys give the same', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{6,20}$/);
  fc.assert(
    fc.property(word, word, (secret, other) => {
      fc.pre(secret !== other);
      const wanted = { ...spec, envs: [{ key: 'A', value: secret }] };
      const made = digestPlans([planOf(wanted)], terms);
      expect(made).not.toContain(secret);
      expect(made).not.toContain(Buffer.from(secret).toString('base64url'));
      expect(made).not.toBe(digestPlans([planOf({ ...spec, envs: [{ key: 'A', value: other }] })], terms));
      // Without the key nobody can try values until one fits.
      expect(made).not.toBe(digestPlans([planOf(wanted)], { ...terms, apiKey: other }));
    }),
  );
});
