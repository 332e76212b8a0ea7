/** Whose an endpoint is, by its record alone, and what a run records. */

import { describe, expect, test } from 'vitest';
import type { DeploymentRecord } from '../../src/model/record.ts';
import { newRecord } from '../../src/plan/note.ts';
import { checkOwnership } from '../../src/plan/ownership.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { commandContext, endpoint, eventOf, record, withPreview } from '../commands/scene.ts';

describe('an endpoint', () => {
  const foreign =
    'endpoint llama-pr-7 (e1) was deployed by other/repo (run 7.1, 2025-12-31T00:00:00.000Z), not by acme/llama';
  const onLaptop =
    'endpoint llama-pr-7 (e1) was deployed by acme/llama (run 7.1, 2025-12-31T00:00:00.000Z), not by this machine';
  const noRecord = 'endpoint llama-pr-7 (e1) has the name of a preview, but it has no such record';
  const otherRecord =
    'endpoint llama-pr-7 (e1) has the name of a preview, but its record does not name this pull request';
  interface Claim {
    repository?: string;
    allow?: string;
    pullRequest?: number;
  }
  const adopt = { allow: 'adopt' };
  test.for<[string, Partial<DeploymentRecord> | undefined, Claim, string | undefined]>([
    ['without a record is anyone’s', undefined, {}, undefined],
    ['of this repository is ours', {}, {}, undefined],
    ['of this repository in other capitals is ours', { repository: 'Acme/Llama' }, {}, undefined],
    ['of another repository is not', { repository: 'other/repo' }, {}, foreign],
    ['of another repository is, once adopted', { repository: 'other/repo' }, adopt, undefined],
    ['of a repository is not that of a laptop', {}, { repository: '' }, onLaptop],
    ['without a record is a laptop’s', undefined, { repository: '' }, undefined],
    ['recorded as this preview is this preview', { pullRequest: 7, name: 'llama-pr-7' }, { pullRequest: 7 }, undefined],
    ['recorded as another preview is not', { pullRequest: 8, name: 'llama-pr-7' }, { pullRequest: 7 }, otherRecord],
    ['recorded as no preview is not one', {}, { pullRequest: 7 }, otherRecord],
    ['without a record is no preview', undefined, { pullRequest: 7 }, noRecord],
    ['without a record is a preview, once adopted', undefined, { pullRequest: 7, ...adopt }, undefined],
    ['of another repository is not ours', { repository: 'other/repo', pullRequest: 7 }, { pullRequest: 7 }, foreign],
    ['that is a preview may be deployed otherwise by its repository', { pullRequest: 7 }, {}, undefined],
  ])('%s', ([, recorded, { repository = 'acme/llama', allow = '', pullRequest }, message]) => {
    const live = endpoint('e1', { name: 'llama-pr-7', ...(recorded && { recorded }) });
    const { context } = commandContext({ event: eventOf({ repository }), inputs: { allow } });
    const refusal = checkOwnership(live, withPreview(context, pullRequest));
    expect(refusal?.message).toBe(message);
    if (refusal) expect(refusal.code).toBe('owned');
  });

  test('of no endpoint is nobody’s', () => {
    expect(checkOwnership(undefined, commandContext().context)).toBeUndefined();
  });
});

describe('the record of a run', () => {
  const image = 'ghcr.io/acme/llama:1';
  const plan = makePlan({ spec: { name: 'llama', image: { image } }, secretEnvs: new Map(), live: undefined });
  const ours = {
    ...record,
    ...{ run: '9.2', event: 'push', name: 'llama', image, before: [] },
    time: '2026-01-01T00:00:00.000Z',
    tool: expect.stringMatching(/^deploy-gpu-endpoint\/\d/),
    envKeys: '8.',
    deployed: expect.stringMatching(/^[\w-]+$/),
  };
  const { time, tool, envKeys, deployed } = ours;
  const version = { time, tool, envKeys, deployed, image, before: [] };
  test.for<[string, Parameters<typeof eventOf>[0], number | undefined, object | undefined]>([
    ['names repository, commit, ref, attempt, name, time and tool', {}, undefined, ours],
    ['names the pull request', {}, 7, { ...ours, pullRequest: 7 }],
    ['names only its version without a repository', { repository: '' }, undefined, version],
    ['names only its version without a commit', { sha: '' }, undefined, version],
    ['counts a runner that tells no attempt as the first', { runAttempt: '' }, undefined, { ...ours, run: '9.1' }],
  ])('%s', ([, given, pullRequest, expected]) => {
    const { context } = commandContext({ event: eventOf(given) });
    expect(newRecord(plan, withPreview(context, pullRequest), { date: context.clock.date(), before: [] })).toEqual(
      expected,
    );
  });
});
