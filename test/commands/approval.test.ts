/** Whether a plan may be carried out: ours, approved, and a replacement only where it is allowed. */

import { describe, expect, test } from 'vitest';
import { checkApproval, checkPermission, type PermissionRequest } from '../../src/commands/approval.ts';
import { DeployError } from '../../src/errors.ts';
import type { Spec } from '../../src/model/spec.ts';
import { digestPlans } from '../../src/plan/digest.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { endpoint } from './scene.ts';

const spec: Spec = { name: 'llama', policy: { type: 'concurrency', value: 4 } };

function planOf(wanted: Spec, live = endpoint('e1', { name: 'llama', recorded: {} })): Plan {
  return makePlan({ spec: wanted, secretEnvs: new Map(), live, resend: false });
}

const update = planOf(spec);
const replacement = planOf({ ...spec, appName: 'other' });
const noRecord = endpoint('e1', { name: 'llama' });

const inputs: PermissionRequest['inputs'] = { allow: new Set(), preview: undefined };
const request: PermissionRequest = { inputs, unapproved: undefined, repository: 'acme/llama', pullRequest: undefined };
const unapproved = new DeployError({ code: 'plan-changed', message: 'the plan is not the one that was approved' });

describe('the plans of a run', () => {
  const other = planOf({ ...spec, policy: { type: 'concurrency', value: 5 } });
  const approved = (...plans: Plan[]) => digestPlans(plans, 'key');
  test.for<[string, Plan[], string, RegExp]>([
    ['that nobody has to approve', [update], '', /^$/],
    ['that were approved', [update, other], approved(other, update), /^$/],
    ['of which another one was approved', [other], approved(update), /^the plan is not the one that was approved: /],
    ['with one more than was approved', [update, other], approved(update), /^the plan of 2 endpoints is not the one/],
  ])('%s', ([, plans, approvedPlan, message]) => {
    const refusal = checkApproval(plans, { approvedPlan, apiKey: 'key' });
    expect(refusal?.code).toBe(refusal && 'plan-changed');
    expect(refusal?.message ?? '').toMatch(message);
  });
});

describe('a plan', () => {
  test.for<[string, Plan, Partial<PermissionRequest>, string | undefined, RegExp]>([
    ['that may be carried out', update, {}, undefined, /^$/],
    ['that is not approved', update, { unapproved }, 'plan-changed', /not the one that was approved/],
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
    expect(checkPermission(replacement, { ...request, repository: 'acme/other', unapproved })?.code).toBe('owned');
    expect(checkPermission(replacement, { ...request, unapproved })?.code).toBe('plan-changed');
  });
});
