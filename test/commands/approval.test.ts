/** Whether a plan may be carried out: ours, approved, and a replacement only where it is allowed. */

import { describe, expect, test } from 'vitest';
import { checkPermission, type PermissionRequest } from '../../src/commands/approval.ts';
import type { Spec } from '../../src/model/spec.ts';
import { digestPlan } from '../../src/plan/digest.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { endpoint } from './scene.ts';

const spec: Spec = { name: 'llama', policy: { type: 'concurrency', value: 4 } };

function planOf(wanted: Spec, live = endpoint('e1', { name: 'llama', recorded: {} })): Plan {
  return makePlan({ spec: wanted, secretEnvs: new Map(), live, resend: false });
}

const update = planOf(spec);
const replacement = planOf({ ...spec, appName: 'other' });
const digest = digestPlan(update, 'key');
const noRecord = endpoint('e1', { name: 'llama' });

const inputs: PermissionRequest['inputs'] = {
  allow: new Set(),
  apiKey: 'key',
  approvedPlan: [],
  preview: undefined,
};
const request: PermissionRequest = { inputs, index: 0, repository: 'acme/llama', pullRequest: undefined };

describe('a plan', () => {
  test.for<[string, Plan, Partial<PermissionRequest>, string | undefined, RegExp]>([
    ['that nobody has to approve', update, {}, undefined, /^$/],
    ['that was approved', update, { inputs: { ...inputs, approvedPlan: [digest] } }, undefined, /^$/],
    ['approved on another line', update, { inputs: { ...inputs, approvedPlan: ['p1.x.y', digest] } }, undefined, /^$/],
    [
      'of which another one was approved',
      planOf({ ...spec, policy: { type: 'concurrency', value: 5 } }),
      { inputs: { ...inputs, approvedPlan: [digest] } },
      'plan-changed',
      /^the plan for llama is not the one that was approved; changed since then: policy\.value of the spec$/,
    ],
    [
      'explained by the line at its place',
      planOf({ ...spec, policy: { type: 'concurrency', value: 5 } }),
      { index: 1, inputs: { ...inputs, approvedPlan: ['nonsense', digest] } },
      'plan-changed',
      /changed since then: policy\.value of the spec$/,
    ],
    [
      'approved by what is no digest',
      update,
      { inputs: { ...inputs, approvedPlan: ['yes'] } },
      'plan-changed',
      /`approved-plan` input is not a `plan-digest`: "yes"$/,
    ],
    [
      'approved by a digest of another version',
      update,
      { inputs: { ...inputs, approvedPlan: ['p2.a.b'] } },
      'plan-changed',
      /`approved-plan` input is a digest from another version of this tool$/,
    ],
    [
      'beyond the digests that are given',
      planOf({ ...spec, policy: { type: 'concurrency', value: 5 } }),
      { index: 1, inputs: { ...inputs, approvedPlan: [digest] } },
      'plan-changed',
      /contains 1 digest, and none matches it$/,
    ],
    [
      'that replaces',
      replacement,
      {},
      'replace',
      /^appName of llama cannot be changed from llama-app to other: the endpoint must be replaced by a new one$/,
    ],
    ['that replaces, allowed', replacement, { inputs: { ...inputs, allow: new Set(['replace']) } }, undefined, /^$/],
    ['of another repository', update, { repository: 'acme/other' }, 'owned', /was deployed by acme\/llama/],
    [
      'of another repository, adopted',
      update,
      { repository: 'acme/other', inputs: { ...inputs, allow: new Set(['adopt']) } },
      undefined,
      /^$/,
    ],
    ['of a preview', planOf(spec, noRecord), { pullRequest: 7 }, 'owned', /has the name of a preview/],
  ])('%s', ([, plan, given, code, message]) => {
    const refusal = checkPermission(plan, { ...request, ...given });
    expect(refusal?.code).toBe(code);
    expect(refusal?.message ?? '').toMatch(message);
  });

  test('of somebody else is refused for that first, then for what was approved', () => {
    const unapproved = { ...inputs, approvedPlan: ['yes'] };
    expect(checkPermission(replacement, { ...request, repository: 'acme/other', inputs: unapproved })?.code).toBe(
      'owned',
    );
    expect(checkPermission(replacement, { ...request, inputs: unapproved })?.code).toBe('plan-changed');
  });
});
