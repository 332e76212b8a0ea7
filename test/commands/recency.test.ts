/** The order of commits: what is recorded, at GitHub or on the endpoint, against what this run would deploy and what the branch says. */

import { describe, expect, test } from 'vitest';
import { openHistory } from '../../src/commands/history.ts';
import { openOrder, type Recency, reportUndecided } from '../../src/commands/recency.ts';
import type { RunnerFacts } from '../../src/github/event.ts';
import type { DeploymentRecord } from '../../src/model/record.ts';
import { setScene } from '../github/scene.ts';
import type { GitHubApiOptions, SeededDeployment } from '../github-api/github-api.ts';
import { commandContext, endpoint, eventOf, ownPayload } from './scene.ts';

const ours = 'a'.repeat(40);
const newer = 'b'.repeat(40);
const older = 'c'.repeat(40);
const stray = 'd'.repeat(40);
const gone = 'e'.repeat(40);
/** older ← ours ← newer, and a branch that left at older. */
const commits = { [older]: [], [ours]: [older], [newer]: [ours], [stray]: [older] };

interface Case {
  recorded?: Partial<DeploymentRecord>;
  deployments?: readonly SeededDeployment[];
  facts?: Partial<RunnerFacts>;
  tip?: string;
  api?: GitHubApiOptions;
  inputs?: { allow?: string };
  isPreview?: boolean;
  isNew?: boolean;
}

async function judge({ recorded, deployments, facts, tip, api, inputs = {}, isPreview = false, isNew = false }: Case) {
  await using scene = await setScene({ commits, ...(tip !== undefined && { branches: { main: tip } }), ...api });
  for (const each of deployments ?? []) scene.api.addDeployment(each);
  const { context } = commandContext({
    event: eventOf({ sha: ours, runAttempt: '1', ...facts }),
    api: scene.github,
    inputs,
  });
  const history = deployments ? openHistory(context, { environment: 'production', names: ['llama'] }) : undefined;
  const live = isNew ? undefined : endpoint('e1', { name: 'llama', ...(recorded && { recorded }) });
  const plan = { live, desired: { ...endpoint('e1').config, name: 'llama' } };
  const recency = await openOrder(context, { history, isPreview }).recencyOf(plan);
  return { recency, requests: scene.api.requests.length };
}

const kindOf = ({ kind, ...more }: Recency) => ('commit' in more ? `${kind} ${more.commit.slice(0, 1)}`.trim() : kind);

describe('a record on the endpoint', () => {
  test.for<[string, Case, string]>([
    ['none', {}, 'current'],
    ['of this very commit', { recorded: { commit: ours } }, 'current'],
    ['of an older commit', { recorded: { commit: older } }, 'current'],
    ['of a newer commit on the branch', { recorded: { commit: newer }, tip: newer }, 'superseded b'],
    ['of a newer commit, the branch having gone on', { recorded: { commit: newer }, tip: newer }, 'superseded b'],
    ['of a newer commit, the branch being unknown', { recorded: { commit: newer } }, 'superseded b'],
    [
      'of a newer commit that the branch has dropped for this one',
      { recorded: { commit: newer }, tip: ours },
      'current',
    ],
    [
      'of a newer commit that the branch has dropped for another',
      { recorded: { commit: newer }, tip: stray },
      'current',
    ],
    [
      'of a newer commit, this run being started again',
      { recorded: { commit: newer }, tip: newer, facts: { runAttempt: '2' } },
      'current',
    ],
    [
      'of a newer commit, where it is allowed',
      { recorded: { commit: newer }, tip: newer, inputs: { allow: 'older-commit' } },
      'current',
    ],
    [
      'of a newer commit of a preview, whose branch is none',
      { recorded: { commit: newer }, tip: ours, isPreview: true },
      'superseded b',
    ],
    ['of a commit of another branch', { recorded: { commit: stray } }, 'unknown d'],
    ['of a commit that is gone', { recorded: { commit: gone } }, 'unknown e'],
    ['of a commit that is gone, this one being the tip', { recorded: { commit: gone }, tip: ours }, 'current'],
    ['of what is no commit', { recorded: { commit: 'main' } }, 'unknown m'],
    ['of another repository', { recorded: { repository: 'other/repo', commit: newer } }, 'current'],
    ['where nothing is there', { isNew: true }, 'current'],
    ['outside a workflow', { recorded: { commit: newer }, facts: { repository: '' } }, 'current'],
  ])('%s', async ([, given, expected]) => {
    expect(kindOf((await judge(given)).recency)).toBe(expected);
  });
});

describe('GitHub Deployments', () => {
  const deployed = (commit: string, ...states: string[]): SeededDeployment => ({
    environment: 'production',
    payload: ownPayload('llama', { commit }),
    ...(states.length > 0 && { states }),
  });
  const foreign = (payload: object): SeededDeployment => ({ environment: 'production', payload });
  const stranger = { login: 'rival[bot]', type: 'Bot', association: 'NONE' } as const;
  const many = Array.from({ length: 300 }, () => foreign({ tool: 'other' }));
  test.for<[string, Case, string]>([
    ['that succeeded with a newer commit', { deployments: [deployed(newer)] }, 'superseded b'],
    ['that another tool has set inactive', { deployments: [deployed(newer, 'success', 'inactive')] }, 'superseded b'],
    ['that failed', { deployments: [deployed(newer, 'failure')] }, 'current'],
    [
      'that failed, and was set inactive with all the others',
      { deployments: [deployed(newer, 'in_progress', 'failure', 'inactive')] },
      'current',
    ],
    [
      'of an older commit that was given up for a newer one',
      { deployments: [deployed(newer), deployed(older, 'in_progress', 'inactive')] },
      'superseded b',
    ],
    ['under way', { deployments: [deployed(newer, 'in_progress')] }, 'current'],
    ['with an older commit', { deployments: [deployed(older)] }, 'current'],
    ['of an older commit after a newer one', { deployments: [deployed(newer), deployed(older)] }, 'current'],
    [
      'of another tool for an endpoint of our name',
      { deployments: [foreign({ endpoint: 'llama', commit: newer })] },
      'current',
    ],
    ['of our form by another identity', { deployments: [{ ...deployed(newer), creator: stranger }] }, 'unknown'],
    [
      'of another service',
      { deployments: [foreign({ ...ownPayload('llama', { commit: newer }), service: 'x' })] },
      'current',
    ],
    [
      'of another repository',
      { deployments: [foreign(ownPayload('llama', { commit: newer, repository: 'other/repo' }))] },
      'current',
    ],
    ['of another endpoint', { deployments: [foreign(ownPayload('b', { commit: newer }))] }, 'current'],
    [
      'of several endpoints at once',
      {
        deployments: [
          foreign({ ...ownPayload('x', { commit: newer }), endpoint: undefined, endpoints: ['b', 'llama'] }),
        ],
      },
      'superseded b',
    ],
    ['of others beyond what is read', { deployments: many }, 'unknown'],
    ['of others beyond what is read, this commit being the tip', { deployments: many, tip: ours }, 'current'],
    ['that cannot be read', { deployments: [], api: { permissions: { deployments: 'none' } } }, 'unknown'],
    [
      'that cannot be read, older on the endpoint',
      { deployments: [], recorded: { commit: older }, api: { permissions: { deployments: 'none' } } },
      'unknown',
    ],
    [
      'that failed, of the run that the endpoint names',
      { deployments: [deployed(newer, 'failure')], recorded: { commit: newer } },
      'current',
    ],
    [
      'older ones, newer on the endpoint',
      { deployments: [deployed(older)], recorded: { commit: newer, run: '8.1' } },
      'superseded b',
    ],
  ])('%s', async ([, given, expected]) => {
    expect(kindOf((await judge(given)).recency)).toBe(expected);
  });

  test('and a record of one commit are compared once', async () => {
    const { requests } = await judge({ deployments: [deployed(older)], recorded: { commit: older } });
    // List, identity, state, tip, comparison.
    expect(requests).toBe(5);
  });
});

test('an order that could not be decided is one warning for all endpoints', () => {
  const { context, annotations } = commandContext({ event: eventOf({ sha: ours }) });
  const failure = {
    kind: 'forbidden',
    status: 403,
    permission: 'contents: read',
    message: 'GitHub refused',
    hint: 'Give it.',
    mayHaveHappened: false,
  } as const;
  reportUndecided(
    [
      { name: 'a', recency: { kind: 'current' } },
      { name: 'b', recency: { kind: 'unknown', commit: stray, why: 'GitHub did not answer', failure } },
      { name: 'c', recency: { kind: 'unknown', commit: '', why: 'there are too many', failure: undefined } },
    ],
    context,
  );
  expect(annotations).toEqual([
    {
      severity: 'warning',
      title: 'order of commits',
      message:
        "Could not determine whether something newer than this run's aaaaaaaaaaaa is already deployed, so this run deploys anyway: b (commit dddddddddddd, GitHub did not answer); c (there are too many). GitHub refused.",
      hint: 'If this run was the older one, run the newer workflow again. Give it.',
    },
  ]);
});
