/** The order of commits: what the endpoint records against what this run would deploy. */

import { describe, expect, test } from 'vitest';
import { checkUndecided, type Recency, readRecencies } from '../../src/commands/order.ts';
import type { RunnerFacts } from '../../src/github/event.ts';
import { recordEnvKey } from '../../src/model/env-rules.ts';
import type { DeploymentRecord } from '../../src/model/record.ts';
import { setScene } from '../github/scene.ts';
import type { GitHubApiOptions } from '../github-api/github-api.ts';
import { commandContext, endpoint, eventOf } from './scene.ts';

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
  inputs?: { allow?: string };
}

async function judge({ recorded = [], facts, api, inputs = {} }: Case) {
  await using scene = await setScene({ commits, ...api });
  const { context } = commandContext({
    event: eventOf({ sha: ours, runAttempt: '1', ...facts }),
    api: scene.github,
    inputs,
  });
  const plans = recorded.map((each) => {
    if (each === 'none') return { live: undefined };
    const live = endpoint('e1', each && each !== 'broken' ? { recorded: each } : {});
    const envs = [{ key: recordEnvKey, value: '{' }];
    return { live: each === 'broken' ? { ...live, config: { ...live.config, envs } } : live };
  });
  const recencies = await readRecencies(plans, context);
  return { kinds: recencies.map(kindOf), requests: scene.api.requests.length };
}

const kindOf = ({ kind, ...more }: Recency) => ('commit' in more ? `${kind} ${more.commit.slice(0, 1)}`.trim() : kind);

test.for<[string, Case, string, number]>([
  ['no record', { recorded: [undefined] }, 'current', 0],
  ['this very commit', { recorded: [{ commit: ours }] }, 'current', 0],
  ['an older commit', { recorded: [{ commit: older }] }, 'current', 1],
  ['a newer commit', { recorded: [{ commit: newer }] }, 'superseded b', 1],
  [
    'a newer one, this run being started again',
    { recorded: [{ commit: newer }], facts: { runAttempt: '2' } },
    'current',
    0,
  ],
  [
    'a newer one, where that is allowed',
    { recorded: [{ commit: newer }], inputs: { allow: 'older-commit' } },
    'current',
    0,
  ],
  ['a commit of another branch', { recorded: [{ commit: stray }] }, 'unknown d', 1],
  ['a commit that is gone', { recorded: [{ commit: gone }] }, 'unknown e', 1],
  ['what is no commit', { recorded: [{ commit: 'main' }] }, 'unknown m', 0],
  ['what cannot be read', { recorded: ['broken'] }, 'unknown', 0],
  [
    'a commit, and no permission',
    { recorded: [{ commit: older }], api: { permissions: { contents: 'none' } } },
    'unknown c',
    1,
  ],
  ['another repository', { recorded: [{ repository: 'other/repo', commit: newer }] }, 'current', 0],
  ['nothing, because nothing is there', { recorded: ['none'] }, 'current', 0],
  ['a newer commit, outside a workflow', { recorded: [{ commit: newer }], facts: { repository: '' } }, 'current', 0],
])('an endpoint that records %s', async ([, given, kind, requests]) => {
  expect(await judge(given)).toEqual({ kinds: [kind], requests });
});

test('endpoints of one commit cost one request', async () => {
  const recorded = [...Array.from({ length: 9 }, () => ({ commit: older })), { commit: newer }];
  const kinds = [...Array.from({ length: 9 }, () => 'current'), 'superseded b'];
  expect(await judge({ recorded })).toEqual({ kinds, requests: 2 });
});

describe('an order that cannot be decided', () => {
  const failure = {
    kind: 'forbidden',
    status: 403,
    permission: 'contents: read',
    message: 'GitHub refused',
    hint: 'Give it.',
    mayHaveHappened: false,
  } as const;
  const planOf = (name: string) => ({ desired: endpoint(name).config });
  const recencies: ({ plan: ReturnType<typeof planOf> } & Recency)[] = [
    { plan: planOf('a'), kind: 'current' },
    { plan: planOf('b'), kind: 'unknown', commit: stray, why: 'GitHub did not answer', failure },
    { plan: planOf('c'), kind: 'unknown', commit: '', why: 'it does not show its envs' },
  ];
  const cause = 'b (commit dddddddddddd, GitHub did not answer); c (it does not show its envs). GitHub refused';

  test('is one warning for all endpoints', () => {
    const { context, annotations } = commandContext({ event: eventOf({ sha: ours }) });
    expect(checkUndecided(recencies, context)).toBeUndefined();
    expect(annotations).toEqual([
      {
        severity: 'warning',
        title: 'order of commits',
        message: `Could not determine whether something newer than this run's aaaaaaaaaaaa is already deployed, so this run deploys anyway: ${cause}.`,
        hint: 'If this run was the older one, run the newer workflow again. Give it.',
      },
    ]);
  });

  test('is a failure with an approved plan', () => {
    const inputs = { 'approved-plan': `p4.${'a'.repeat(22)}.${'b'.repeat(22)}` };
    const { context, annotations } = commandContext({ event: eventOf({ sha: ours }), inputs });
    expect(checkUndecided(recencies, context)).toMatchObject({
      code: 'order-unknown',
      message: `cannot determine whether something newer than this run's aaaaaaaaaaaa is already deployed: ${cause}`,
    });
    expect(annotations).toEqual([]);
    expect(checkUndecided(recencies.slice(0, 1), context)).toBeUndefined();
  });
});
