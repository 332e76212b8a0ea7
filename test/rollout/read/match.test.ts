/** A reading of the configuration against what was asked for: applied, stale, partial, or somebody else's change. */

import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../../src/model/config.ts';
import { withRecord } from '../../../src/model/record.ts';
import { describeChanges, matchConfig, type Requested } from '../../../src/rollout/read/match.ts';
import { liveConfig } from '../../plan/example.ts';

const desired: EndpointConfig = {
  ...liveConfig,
  image: { ...liveConfig.image, image: 'acme/llama:2' },
  rootfsSize: 50,
  envs: withRecord(liveConfig.envs, { tool: 't' }),
};
const updated: Requested = { desired, earlier: [liveConfig] };
const created: Requested = { desired, earlier: [] };
const unwritten: Requested = { desired, earlier: undefined };

type Part = Omit<Partial<EndpointConfig>, 'image' | 'workerConfig'> & {
  image?: Partial<EndpointConfig['image']>;
  workerConfig?: Partial<EndpointConfig['workerConfig']>;
};
/** What was asked for, but for this part. */
const showing = ({ image, workerConfig, ...part }: Part, base = desired): EndpointConfig => ({
  ...base,
  ...part,
  image: { ...base.image, ...image },
  workerConfig: { ...base.workerConfig, ...workerConfig },
});
const without = (...paths: string[]) => ({ unread: paths.map((path) => ({ path, found: 'missing' })) }) as Part;
const withEnv = (key: string, value: string) => ({ envs: [...desired.envs, { key, value }] });

/** `stale: image.image, rootfsSize`. */
function short(found: EndpointConfig, wanted: Requested): string {
  const match = matchConfig(found, wanted);
  if (match.kind === 'applied') return 'applied';
  if (match.kind === 'partial') return `partial: ${match.fields.join(', ')}`;
  return `${match.kind}: ${match.changes.map(({ member }) => member).join(', ')}`;
}

describe('after an update', () => {
  test.for<[string, EndpointConfig, string]>([
    ['all that was asked for', desired, 'applied'],
    ['what was before', liveConfig, 'stale: image.image, rootfsSize'],
    ['a part of each', showing({ rootfsSize: 100 }), 'stale: rootfsSize'],
    ['a part of it, and no image', showing({ rootfsSize: 100, ...without('image.image') }), 'partial: image.image'],
    ['a third image', showing({ image: { image: 'theirs:3' } }), 'foreign: image.image'],
    [
      'a third number, and an image that is late',
      showing({ rootfsSize: 77, image: { image: 'ghcr.io/acme/llama:1' } }),
      'foreign: rootfsSize',
    ],
    ['a third env value', showing({ envs: [{ key: 'LOG', value: 'theirs' }] }), 'foreign: envs.HF_TOKEN, envs.LOG'],
    ['our own in other words', showing({ image: { image: 'docker.io/acme/llama:2' } }), 'foreign: image.image'],
    ['what the update carries, taken away', showing({ image: { command: '' } }), 'foreign: image.command'],
    ['another env, and our record', showing(withEnv('THEIRS', 'x')), 'foreign: envs.THEIRS'],
    ['an env, unnoted', showing({ envs: [{ key: 'THEIRS', value: 'x' }, ...liveConfig.envs] }), 'foreign: envs.THEIRS'],
  ])('%s', ([, found, expected]) => {
    expect(short(found, updated)).toBe(expected);
  });

  test('that changes the record alone is not there before the record is', () => {
    const [before, foreign] = ['1', '2'].map((time) => showing({ envs: withRecord(liveConfig.envs, { time }) }));
    const wanted = { desired, earlier: [liveConfig, before ?? desired] };
    const found = [before, desired, foreign].map((config) => short(config ?? desired, wanted));
    expect(found).toEqual(['stale: envs.GPU_ENDPOINT_DEPLOYMENT', 'applied', 'applied']);
  });

  test('an env that was there before and stays is late', () => {
    const before = showing({ envs: [{ key: 'OLD', value: 'x' }] }, liveConfig);
    expect(short(showing(withEnv('OLD', 'x')), { ...updated, earlier: [before] })).toBe('stale: envs.OLD');
  });

  test('any state before is late, whichever it was', () => {
    const earlier = [showing({ rootfsSize: 10 }, liveConfig), liveConfig];
    expect(short(showing({ rootfsSize: 10 }), { ...updated, earlier })).toBe('stale: rootfsSize');
  });

  test('only what the family carries is compared while another call is to come', () => {
    expect(short(showing({ rootfsSize: 77 }), { ...updated, family: 'v1' })).toBe('applied');
    expect(short(showing({ rootfsSize: 100 }), { ...updated, family: 'v2' })).toBe('stale: rootfsSize');
  });
});

describe('after a create', () => {
  test.for<[string, EndpointConfig, string]>([
    ['all that was asked for', desired, 'applied'],
    [
      'a default of the service',
      showing({ rootfsSize: 100, policy: { type: 'queue', value: 9 } }),
      'stale: policy.type, policy.value, rootfsSize',
    ],
    ['an image, which is no default', showing({ image: { image: 'theirs:3' } }), 'foreign: image.image'],
    ['a name, which is none either', showing({ name: 'theirs' }), 'foreign: name'],
    [
      'another value',
      showing({ envs: [{ key: 'LOG', value: 'theirs' }, ...desired.envs.slice(2)] }),
      'foreign: envs.LOG',
    ],
    ['another env', showing(withEnv('THEIRS', 'x')), 'stale: envs.THEIRS'],
  ])('%s', ([, found, expected]) => {
    expect(short(found, created)).toBe(expected);
  });

  test('what the service chooses where the create has left it out', () => {
    const bare = showing({ clusterID: '', healthy: { path: '' } });
    const found = showing({ clusterID: 'eu-1', healthy: { path: '/health' } }, bare);
    expect(short(found, { ...created, desired: bare })).toBe('applied');
    expect(short(found, { ...updated, desired: bare })).not.toBe('applied');
  });
});

test('where this run has written nothing, what differs may be of any time', () => {
  expect(short(showing({ rootfsSize: 77, image: { image: 'theirs:3' } }), unwritten)).toBe(
    'stale: image.image, rootfsSize',
  );
  expect(short(desired, unwritten)).toBe('applied');
});

describe('what a reading leaves out', () => {
  const liveWithout = showing(without('rootfsSize'), liveConfig);
  test.for<[string, Part, Requested, string]>([
    [
      'and what serves',
      without('image.image', 'workerConfig.minNum'),
      created,
      'partial: image.image, workerConfig.minNum',
    ],
    ['and the last reading has shown', without('rootfsSize'), updated, 'partial: rootfsSize'],
    ['and no reading before has shown', without('rootfsSize'), { ...updated, earlier: [liveWithout] }, 'applied'],
    ['of a new endpoint', without('rootfsSize', 'clusterID'), created, 'applied'],
    [
      'and nothing was asked for',
      without('workerConfig.cudaVersion'),
      { ...updated, desired: showing({ workerConfig: { cudaVersion: '' } }) },
      'applied',
    ],
  ])('%s', ([, part, wanted, expected]) => {
    expect(short(showing(part, wanted.desired), wanted)).toBe(expected);
  });

  test('hides nothing that it does show', () => {
    const found = showing({ ...without('rootfsSize'), image: { image: 'theirs:3' } });
    expect(short(found, updated)).toBe('foreign: image.image');
  });
});

test('a change is described without the value of an env', () => {
  const found = showing({ rootfsSize: 77, envs: [...desired.envs, { key: 'LOG', value: 'theirs' }] });
  const match = matchConfig(found, updated);
  const text = describeChanges('changes' in match ? match.changes : []);
  expect(text).toBe('rootfsSize (expected 50, found 77), envs.LOG (its value is not shown)');
});
