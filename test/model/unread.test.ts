/** Members that the service's answer did not tell: kept apart from those that are empty, all the way from the reading to the plan. */

import { describe, expect, test } from 'vitest';
import { isNeverEmpty, members } from '../../src/model/config.ts';
import { desiredConfig, membersWithoutSpecForm, specOf } from '../../src/model/desired.ts';
import { diffConfigs, incomparableMembers } from '../../src/model/diff.ts';
import { withPendingMarker, withRecord } from '../../src/model/record.ts';
import { shorten } from '../../src/model/shortened.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

const unread = [
  { path: 'workerConfig.requestTimeout', found: 'nothing' },
  { path: 'policy.type', found: 'null' },
] as const;
const found = {
  ...liveConfig,
  workerConfig: { ...liveConfig.workerConfig, requestTimeout: 0 },
  policy: { ...liveConfig.policy, type: '' },
  unread,
};
const desired = (spec: object) =>
  desiredConfig({ spec: { name: 'llama', ...spec }, secretEnvs: new Map(), current: found });

test('only what no endpoint can be without is unknown where it is left out', () => {
  const workers = ['freeTimeout', 'maxConcurrent', 'gpuNum', 'requestTimeout'].map((name) => `workerConfig.${name}`);
  expect(members.filter(isNeverEmpty).map(({ path }) => path)).toEqual([
    ...['appName', 'image.image', ...workers, 'policy.type', 'policy.value', 'ports', 'rootfsSize'],
  ]);
});

describe('an unread member', () => {
  test('stays unread in the desired configuration until the spec gives it', () => {
    expect(desired({}).unread).toEqual(unread);
    expect(desired({ policy: { type: 'queue' } }).unread).toEqual([unread[0]]);
    expect('unread' in desired({ policy: { type: 'queue' }, workerConfig: { requestTimeout: 60 } })).toBe(false);
  });

  test('is not compared, but sent, and said to be so', () => {
    const asked = desired({ policy: { type: 'queue' }, image: { image: 'a:2' } });
    expect(diffConfigs({ asked, found }).map(({ member }) => member)).toEqual(['image.image']);
    expect(incomparableMembers({ asked, found })).toEqual(['policy.type']);
  });

  test('is no member of an exported spec, and named instead', () => {
    expect(specOf(found, { id: 'a' })).not.toHaveProperty('policy.type');
    const named = membersWithoutSpecForm(found).map((line) => line.split(':')[0]);
    expect(named).toEqual(['workerConfig.requestTimeout', 'policy.type']);
  });
});

test.each<[string, object, ReadonlyMap<string, string>, readonly string[]]>([
  ['secrets are added to live envs', {}, new Map([['LOG', 'x']]), ['HF_TOKEN']],
  ['no secrets are given', {}, new Map(), ['HF_TOKEN', 'LOG']],
  ['the spec owns the envs', { envs: [] }, new Map([['LOG', 'x']]), []],
])('live envs that are kept are named where %s', (_, spec, secretEnvs, kept) => {
  const envs = withRecord(liveConfig.envs, { envKeys: shorten(liveConfig.envs.map(({ key }) => key)) });
  const live = { ...liveEndpoint, config: { ...liveConfig, envs } };
  const plan = makePlan({ spec: { name: 'llama', ...spec }, secretEnvs, live });
  expect(plan.keptEnvs).toEqual(kept);
});

test.each([
  [4095, true],
  [4096, false],
])('a mark beside an env of %d characters can be cleared: %s', (length, expected) => {
  const config = { ...liveConfig, envs: [{ key: 'A', value: 'x'.repeat(length) }] };
  expect(withPendingMarker(config) !== config).toBe(expected);
});
