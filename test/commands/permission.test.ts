/** Which plans may be carried out: ours, approved, and nothing over a newer commit. */

import { describe, expect, test } from 'vitest';
import { judgePlans } from '../../src/commands/permission.ts';
import type { RunnerFacts } from '../../src/github/event.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { recordEnvKey } from '../../src/model/env-rules.ts';
import type { DeploymentRecord } from '../../src/model/record.ts';
import type { Spec } from '../../src/model/spec.ts';
import { digestPlans } from '../../src/plan/digest.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { setScene } from '../github/scene.ts';
import type { GitHubApiOptions } from '../github-api/github-api.ts';
import { type ContextOptions, commandContext, endpoint, eventOf, withPreview } from './scene.ts';

const spec: Spec = { name: 'llama', policy: { type: 'concurrency', value: 4 } };

function planOf(wanted: Spec, live: Endpoint | undefined = endpoint('e1', { name: 'llama', recorded: {} })): Plan {
  return makePlan({ spec: wanted, secretEnvs: new Map(), live });
}

const update = planOf(spec);
const other = planOf({ ...spec, policy: { type: 'concurrency', value: 5 } });
const unrecorded = planOf(spec, endpoint('e1', { name: 'llama' }));
const approved = (...plans: Plan[]) => ({
  'approved-plan': digestPlans(plans, { apiKey: 'key', wait: 'ready', onFailure: 'restore' }),
});
const elsewhere = eventOf({ repository: 'acme/other' });

test.for<[string, Plan[], ContextOptions & { pullRequest?: number }, string]>([
  ['that needs no approval', [update], {}, ''],
  ['that was approved', [update, other], { inputs: approved(other, update) }, ''],
  ['that was not approved', [other], { inputs: approved(update) }, 'plan-changed: the plan is not the one'],
  ['beside one more', [update, other], { inputs: approved(update) }, 'plan-changed: the plan of 2 endpoints is not'],
  ['of another repository', [update], { event: elsewhere }, 'owned: endpoint llama (e1) was deployed by acme/llama'],
  ['of another repository, not approved', [update], { event: elsewhere, inputs: approved(other) }, 'owned: '],
  ['of another repository, adopted', [update], { event: elsewhere, inputs: { allow: 'adopt' } }, ''],
  ['of a preview', [unrecorded], { pullRequest: 7 }, 'owned: endpoint llama (e1) has the name of a preview'],
])('a plan %s', async ([, plans, { pullRequest, ...given }, expected]) => {
  const { context } = commandContext(given);
  const judged = await judgePlans(plans, withPreview(context, pullRequest));
  const [failure] = judged.map(({ failure: each }) => (each ? `${each.code}: ${each.message}` : ''));
  expect(failure?.slice(0, expected.length || undefined)).toBe(expected);
});

describe('an endpoint that records', () => {
  const ours = 'a'.repeat(40);
  const newer = 'b'.repeat(40);
  const older = 'c'.repeat(40);
  const stray = 'd'.repeat(40);
  const gone = 'e'.repeat(40);
  /** older ← ours ← newer, and a branch that left at older. */
  const commits = { [older]: [], [ours]: [older], [newer]: [ours], [stray]: [older] };

  interface Case {
    /** Of one endpoint each; undefined for no record, `none` for no endpoint, `broken` for a record that cannot be read. */
    recorded?: readonly (Partial<DeploymentRecord> | 'none' | 'broken' | undefined)[];
    facts?: Partial<RunnerFacts>;
    api?: GitHubApiOptions;
    allow?: string;
    isApproved?: boolean;
  }

  function liveOf(recorded: Partial<DeploymentRecord> | 'none' | 'broken' | undefined, id: string) {
    if (recorded === 'none') return undefined;
    const live = endpoint(id, recorded && recorded !== 'broken' ? { recorded } : {});
    const envs = [{ key: recordEnvKey, value: '{' }];
    return recorded === 'broken' ? { ...live, config: { ...live.config, envs } } : live;
  }

  async function judge({ recorded = [], facts, api, allow = '', isApproved = false }: Case) {
    await using scene = await setScene({ commits, branches: { main: newer }, ...api });
    const plans = recorded.map((each, index) => {
      const name = `e${index + 1}`;
      const live = liveOf(each, name);
      return makePlan({ spec: { name }, secretEnvs: new Map(), live });
    });
    const { context, annotations } = commandContext({
      event: eventOf({ sha: ours, runAttempt: '1', ...facts }),
      api: scene.github,
      inputs: { allow, ...(isApproved && approved(...plans)) },
    });
    const judged = await judgePlans(plans, context);
    return { judged, annotations, requests: scene.api.requests.length };
  }

  const adopted = { allow: 'adopt' };
  test.for<[Case, 'current' | 'superseded' | 'unknown' | 'owned' | 'nothing-rolled-back', number]>([
    [{ recorded: ['none'] }, 'current', 0],
    [{ recorded: [undefined] }, 'current', 0],
    [{ recorded: [{ commit: ours }] }, 'current', 0],
    [{ recorded: [{ commit: older }] }, 'current', 1],
    [{ recorded: [{ commit: newer }] }, 'superseded', 2],
    [{ recorded: [{ commit: newer }], facts: { runAttempt: '2' } }, 'current', 0],
    [{ recorded: [{ commit: newer }], allow: 'older-commit' }, 'nothing-rolled-back', 2],
    [{ recorded: [{ commit: older }], allow: 'older-commit' }, 'current', 1],
    [{ recorded: [{ commit: newer }], ...adopted, facts: { repository: '' } }, 'current', 0],
    [{ recorded: [{ repository: 'other/repo', commit: newer }], ...adopted }, 'current', 0],
    [{ recorded: [{ commit: stray }] }, 'unknown', 1],
    [{ recorded: [{ commit: gone }] }, 'unknown', 1],
    [{ recorded: [{ commit: 'main' }] }, 'unknown', 0],
    [{ recorded: [{ commit: older }], api: { permissions: { contents: 'none' } } }, 'unknown', 1],
    [{ recorded: ['broken'] }, 'owned', 0],
    [{ recorded: ['broken'], ...adopted }, 'unknown', 0],
  ])('%j', async ([given, expected, requests]) => {
    const { judged, annotations, ...more } = await judge(given);
    const [{ failure, newerCommit } = { failure: undefined, newerCommit: undefined }] = judged;
    const found = failure?.code ?? (newerCommit === undefined ? 'current' : 'superseded');
    expect({ found: annotations.length > 0 ? 'unknown' : found, ...more }).toEqual({ found: expected, requests });
    if (newerCommit !== undefined) expect(newerCommit).toBe(newer);
  });

  test('one commit costs one request for all of them', async () => {
    const recorded = [...Array.from({ length: 9 }, () => ({ commit: older })), { commit: newer }];
    const { judged, requests } = await judge({ recorded });
    expect(judged.flatMap(({ newerCommit }, index) => (newerCommit ? [[index, newerCommit]] : []))).toEqual([
      [9, newer],
    ]);
    expect(requests).toBe(3);
  });

  const undecided: Case = {
    ...{
      recorded: [{ commit: ours }, { commit: stray }, { commit: gone }],
      api: { permissions: { contents: 'none' } },
    },
  };
  const cause =
    /already deployed(, so this run deploys anyway)?: e2 \(commit dddddddddddd, GitHub did not answer\); e3 \(commit eeeeeeeeeeee, GitHub did not answer\)\. \w/;

  test('what cannot be decided is one warning for all endpoints, and a failure with an approved plan', async () => {
    const { judged, annotations } = await judge(undecided);
    expect(judged.flatMap(({ failure }) => failure ?? [])).toEqual([]);
    const hint = expect.stringMatching(/^If this run was the older one, run the newer workflow again\. ./);
    const message = expect.stringMatching(cause);
    expect(annotations).toMatchObject([{ severity: 'warning', title: 'order of commits', message, hint }]);
    const approvedOne = await judge({ ...undecided, isApproved: true });
    const failure = { code: 'order-unknown', message };
    expect(approvedOne.judged).toMatchObject([{ newerCommit: undefined }, { failure }, { failure }]);
    expect(approvedOne.annotations).toEqual([]);
  });
});
