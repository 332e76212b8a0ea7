/** Which plans may be carried out: ours, approved, and nothing over a newer commit. */

import { describe, expect, test } from 'vitest';
import { annotateWords } from '../../src/deploy/annotate-words.ts';
import { type JudgedPlan, judgePlans } from '../../src/deploy/judge.ts';
import type { RunnerValues } from '../../src/github/event.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { recordEnvKey } from '../../src/model/env-rules.ts';
import type { DeploymentRecord } from '../../src/model/record.ts';
import type { Spec } from '../../src/model/spec.ts';
import { digestPlans } from '../../src/plan/digest.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { type ContextOptions, commandContext, endpoint, eventOf, withPreview } from '../commands/scene.ts';
import { setScene } from '../github/scene.ts';
import type { GitHubApiOptions } from '../github-api/github-api.ts';

const spec: Spec = { name: 'llama', policy: { type: 'concurrency', value: 4 } };

function planOf(wanted: Spec, live: Endpoint | undefined = endpoint('e1', { name: 'llama', recorded: {} })): Plan {
  return makePlan({ spec: wanted, secretEnvs: new Map(), live });
}

const failureOf = ({ decision }: JudgedPlan) => (decision.kind === 'refuse' ? decision.failure : undefined);

const update = planOf(spec);
const other = planOf({ ...spec, policy: { type: 'concurrency', value: 5 } });
const unrecorded = planOf(spec, endpoint('e1', { name: 'llama' }));
const approved = (...plans: Plan[]) => ({
  'approved-plan': digestPlans(plans, {
    apiKey: 'key',
    baseUrl: 'https://api.example.com',
    wait: 'ready',
    onFailure: 'restore',
  }),
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
  const [failure] = judged.map(failureOf).map((each) => (each ? `${each.code}: ${each.message}` : ''));
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
    runner?: Partial<RunnerValues>;
    api?: GitHubApiOptions;
    allow?: string;
  }

  function liveOf(recorded: Partial<DeploymentRecord> | 'none' | 'broken' | undefined, id: string) {
    if (recorded === 'none') return undefined;
    const live = endpoint(id, recorded && recorded !== 'broken' ? { recorded } : {});
    const envs = [{ key: recordEnvKey, value: '{' }];
    return recorded === 'broken' ? { ...live, config: { ...live.config, envs } } : live;
  }

  async function judge({ recorded = [], runner, api, allow = '' }: Case) {
    await using scene = await setScene({ commits, branches: { main: newer }, ...api });
    const plans = recorded.map((each, index) => {
      const name = `e${index + 1}`;
      const live = liveOf(each, name);
      return makePlan({ spec: { name, image: { image: 'ghcr.io/acme/llama:9' } }, secretEnvs: new Map(), live });
    });
    const { context, annotations } = commandContext({
      event: eventOf({ sha: ours, runAttempt: '1', ...runner }),
      api: scene.github,
      inputs: { allow },
    });
    const judged = await judgePlans(plans, context);
    annotateWords(judged, context);
    return { judged, annotations, requests: scene.api.requests.length };
  }

  const adopted = { allow: 'adopt' };
  test.for<[Case, 'current' | 'superseded' | 'held' | 'told' | 'owned', number]>([
    [{ recorded: ['none'] }, 'current', 0],
    [{ recorded: [undefined] }, 'told', 0],
    [{ recorded: [{ commit: ours }] }, 'current', 0],
    [{ recorded: [{ commit: older }] }, 'current', 1],
    [{ recorded: [{ commit: newer }] }, 'superseded', 2],
    [{ recorded: [{ commit: newer }], runner: { runAttempt: '2' } }, 'told', 1],
    [{ recorded: [{ commit: newer, before: [] }], runner: { runAttempt: '2' } }, 'superseded', 2],
    [{ recorded: [{ commit: newer, before: [{ run: '9' }] }], runner: { runAttempt: '2' } }, 'told', 1],
    [{ recorded: [{ commit: newer }], allow: 'older-commit' }, 'told', 1],
    [{ recorded: [{ commit: older }], allow: 'older-commit' }, 'current', 1],
    [{ recorded: [{ commit: ours, run: '10.1' }] }, 'superseded', 0],
    [{ recorded: [{ commit: ours, run: '8.1' }] }, 'current', 0],
    [{ recorded: [{ commit: older, over: newer }] }, 'superseded', 3],
    [{ recorded: [{ commit: older, over: older }] }, 'told', 1],
    [{ recorded: [{ commit: older, over: ours }] }, 'held', 1],
    [{ recorded: [{ commit: newer }], ...adopted, runner: { repository: '' } }, 'current', 0],
    [{ recorded: [{ repository: 'other/repo', commit: newer }], ...adopted }, 'current', 0],
    [{ recorded: [{ commit: stray }] }, 'told', 1],
    [{ recorded: [{ commit: gone }] }, 'told', 1],
    [{ recorded: [{ commit: 'main' }] }, 'told', 0],
    [{ recorded: [{ commit: older }], api: { permissions: { contents: 'none' } } }, 'told', 1],
    [{ recorded: ['broken'] }, 'owned', 0],
    [{ recorded: ['broken'], ...adopted }, 'current', 0],
  ])('%j', async ([given, expected, requests]) => {
    const { judged, annotations, ...more } = await judge(given);
    const [first] = judged;
    const kind = { skip: 'superseded', hold: 'held', go: 'current', refuse: 'refused' }[first?.decision.kind ?? 'go'];
    const found = (first && failureOf(first)?.code) ?? kind;
    expect({ found: annotations.length > 0 ? 'told' : found, ...more }).toEqual({ found: expected, requests });
  });

  test('one commit costs one request for all of them, and what is said of several is said once', async () => {
    const recorded = [...Array.from({ length: 9 }, () => ({ commit: stray })), { commit: newer }];
    const { judged, annotations, requests } = await judge({ recorded });
    expect([judged.flatMap(({ decision }, index) => (decision.kind === 'skip' ? index : [])), requests]).toEqual([
      [9],
      3,
    ]);
    expect(annotations).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(/^e1, e2, .*, e9: could not .* \(commit dddddddddddd/) },
    ]);
  });
});
