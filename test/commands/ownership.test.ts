/** Whose an endpoint is, by its record alone. */

import { describe, expect, test } from 'vitest';
import { type Claim, checkOwnership, previewNumberOf } from '../../src/commands/ownership.ts';
import type { DeploymentRecord } from '../../src/model/record.ts';
import { endpoint } from './scene.ts';

const ours: Claim = { repository: 'acme/llama', adopt: false };
const preview: Claim = { ...ours, pullRequest: 7 };

describe('an endpoint', () => {
  const foreign =
    'endpoint llama (e1) was deployed by other/repo (run 7.1, 2025-12-31T00:00:00.000Z), not by acme/llama';
  const onLaptop =
    'endpoint llama (e1) was deployed by acme/llama (run 7.1, 2025-12-31T00:00:00.000Z), not by this machine';
  const noRecord = 'endpoint llama (e1) has the name of a preview, but it has no such record';
  const otherRecord = 'endpoint llama (e1) has the name of a preview, but its record does not name this pull request';
  test.for<[string, Partial<DeploymentRecord> | undefined, Claim, string | undefined]>([
    ['without a record is anybody’s', undefined, ours, undefined],
    ['of this repository is ours', {}, ours, undefined],
    ['of this repository in other capitals is ours', { repository: 'Acme/Llama' }, ours, undefined],
    ['of another repository is not', { repository: 'other/repo' }, ours, foreign],
    ['of another repository is, once adopted', { repository: 'other/repo' }, { ...ours, adopt: true }, undefined],
    ['of a repository is not that of a laptop', {}, { ...ours, repository: '' }, onLaptop],
    ['without a record is a laptop’s', undefined, { ...ours, repository: '' }, undefined],
    ['recorded as this preview is this preview', { pullRequest: 7 }, preview, undefined],
    ['recorded as another preview is not', { pullRequest: 8 }, preview, otherRecord],
    ['recorded as no preview is not one', {}, preview, otherRecord],
    ['without a record is no preview', undefined, preview, noRecord],
    ['without a record is a preview, once adopted', undefined, { ...preview, adopt: true }, undefined],
    ['of another repository is no preview of ours', { repository: 'other/repo', pullRequest: 7 }, preview, foreign],
    ['that is a preview may be deployed otherwise by its repository', { pullRequest: 7 }, ours, undefined],
  ])('%s', ([, recorded, claim, message]) => {
    const live = endpoint('e1', { name: 'llama', ...(recorded && { recorded }) });
    const refusal = checkOwnership({ live, successor: undefined }, claim);
    expect(refusal?.message).toBe(message);
    if (refusal) expect(refusal.code).toBe('owned');
  });

  test('that an interrupted replacement has left counts as well', () => {
    const successor = endpoint('e2', { recorded: { repository: 'other/repo' } });
    expect(checkOwnership({ live: endpoint('e1'), successor }, ours)?.message).toContain('endpoint e2 (e2)');
    expect(checkOwnership({ live: undefined, successor: undefined }, ours)).toBeUndefined();
  });
});

describe('a preview', () => {
  test.for<[string, Partial<DeploymentRecord> | undefined, string, number | undefined]>([
    ['is told by its record', { pullRequest: 7 }, 'acme/llama', 7],
    ['is told in other capitals', { pullRequest: 7 }, 'ACME/LLAMA', 7],
    ['of another repository is none', { pullRequest: 7 }, 'acme/other', undefined],
    ['of an unknown repository is none', { pullRequest: 7, repository: '' }, '', undefined],
    ['without a pull request is none', {}, 'acme/llama', undefined],
    ['without a record is none', undefined, 'acme/llama', undefined],
  ])('%s', ([, recorded, repository, expected]) => {
    const live = endpoint('llama-pr-7', recorded && { recorded });
    expect(previewNumberOf(live, { repository })).toBe(expected);
  });
});
