/** What a plan, or a restore, expects of the workers. */

import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/model/diff.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { expectationOfPlan, expectationOfRestore } from '../../src/rollout/expectation.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

const [one] = liveEndpoint.workers;
const endpoint = (...ids: string[]): Endpoint => ({
  ...liveEndpoint,
  workers: ids.flatMap((id) => (one ? [{ ...one, id }] : [])),
});
const change = (member: string): Change => ({
  member,
  kind: 'change',
  from: 1,
  to: 2,
  secret: false,
  families: ['v1'],
});

const plan = (part: Partial<Plan>): Plan => ({
  operation: 'update',
  live: endpoint('old'),
  successor: undefined,
  desired: liveConfig,
  changes: [change('image.image')],
  calls: ['update-v1'],
  unverifiable: [],
  problems: [],
  v2Members: new Set(),
  updateApi: 'auto',
  ...part,
});

describe('a plan', () => {
  test.for<[string, Partial<Plan>, string[] | undefined, boolean]>([
    ['an update of the image', {}, ['old'], true],
    ['an update of the scaling', { changes: [change('workerConfig.maxNum')] }, ['old'], false],
    ['both', { changes: [change('workerConfig.maxNum'), change('envs.A')] }, ['old'], true],
    [
      'a member that is never returned, by v2',
      { changes: [change('workerConfig.maxNum')], calls: ['update-v2'], unverifiable: ['regionId'] },
      ['old'],
      true,
    ],
    [
      'the same where v1 alone is called, which does not carry it',
      { changes: [change('workerConfig.maxNum')], unverifiable: ['regionId'] },
      ['old'],
      false,
    ],
    ['v2 without such a member', { changes: [change('workerConfig.maxNum')], calls: ['update-v2'] }, ['old'], false],
    ['a creation', { operation: 'create', live: undefined, calls: ['create-v1'] }, [], false],
    [
      'a replacement',
      { operation: 'replace', calls: ['create-v1', 'delete-v1'], changes: [change('appName')] },
      [],
      false,
    ],
    [
      'a replacement that is resumed',
      { operation: 'replace', successor: endpoint('new'), calls: ['update-v1', 'delete-v1'] },
      ['new'],
      true,
    ],
    [
      'the same with nothing left to write',
      { operation: 'replace', successor: endpoint('new'), calls: ['delete-v1'], changes: [] },
      undefined,
      false,
    ],
    ['nothing to write', { operation: 'unchanged', changes: [], calls: [] }, undefined, false],
  ])('%s', ([, part, oldWorkerIds, isReplacing]) => {
    expect(expectationOfPlan(plan(part), 'rollout')).toEqual({
      wait: 'rollout',
      oldWorkerIds: oldWorkerIds && new Set(oldWorkerIds),
      isReplacing,
    });
  });
});

test('after a restore the workers of the failed version are the old ones', () => {
  const request = { previous: endpoint('a', 'b'), failed: endpoint('b', 'c') };
  expect(expectationOfRestore({ ...request, changes: [change('image.image')] })).toEqual({
    wait: 'ready',
    oldWorkerIds: new Set(['c']),
    isReplacing: true,
  });
  expect(expectationOfRestore({ ...request, changes: [change('workerConfig.minNum')] }).isReplacing).toBe(false);
});
