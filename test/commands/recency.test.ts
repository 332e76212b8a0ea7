/** The order of commits: what is recorded, at GitHub or on the endpoint, against what this run would deploy. */

import { describe, expect, test } from 'vitest';
import type { GitHubAccess } from '../../src/commands/context.ts';
import { type Recency, recencyByDeployments, recencyOf, reportUnknownRecency } from '../../src/commands/recency.ts';
import type { DeploymentRecord } from '../../src/model/record.ts';
import { setScene } from '../github/scene.ts';
import { commandContext, endpoint, eventOf, record } from './scene.ts';

const ours = 'a'.repeat(40);
const newer = 'b'.repeat(40);
const older = 'c'.repeat(40);
const stray = 'd'.repeat(40);
const gone = 'e'.repeat(40);
/** older ← ours ← newer, and a branch that left at older. */
const commits = { [older]: [], [ours]: [older], [newer]: [ours], [stray]: [older] };

const event = eventOf({ sha: ours });
const force = (value: boolean) => ({ force: value });

describe('a record on the endpoint', () => {
  test.for<[string, Partial<DeploymentRecord> | undefined, string, string]>([
    ['none', undefined, 'current', ''],
    ['of this very commit', { commit: ours }, 'current', ''],
    ['of an older commit', { commit: older }, 'current', ''],
    ['of a newer commit', { commit: newer }, 'superseded', newer],
    ['of a commit of another branch', { commit: stray }, 'unknown', stray],
    ['of a commit that is gone', { commit: gone }, 'unknown', gone],
    ['of what is no commit', { commit: 'main' }, 'unknown', 'main'],
    ['of another repository', { repository: 'other/repo', commit: newer }, 'current', ''],
  ])('%s', async ([, recorded, kind, commit]) => {
    await using scene = await setScene({ commits });
    const live = endpoint('e1', recorded && { recorded });
    const context = { inputs: force(false), github: { api: scene.github, context: event } };
    expect(await recencyOf({ live }, { context, deployed: undefined })).toMatchObject({
      kind,
      ...(commit && { commit }),
    });
  });

  test.for<[string, Parameters<typeof recencyOf>[0]['live'], boolean, string]>([
    ['that is not there', undefined, false, 'acme/llama'],
    ['that is forced', endpoint('e1', { recorded: { commit: newer } }), true, 'acme/llama'],
    ['outside a workflow', endpoint('e1', { recorded: { commit: newer } }), false, ''],
  ])('is not asked about where the endpoint is one %s', async ([, live, isForced, repository]) => {
    const { context } = commandContext({ event: eventOf({ repository }) });
    const request = { context: { inputs: force(isForced), github: context.github }, deployed: undefined };
    expect(await recencyOf({ live }, request)).toEqual({ kind: 'current' });
  });
});

describe('a GitHub Deployment', () => {
  test.for<[string, readonly string[], string | undefined, string, string]>([
    ['that succeeded with a newer commit', ['success'], newer, 'superseded', newer],
    ['that another tool has set inactive', ['success', 'inactive'], newer, 'superseded', newer],
    ['that failed', ['failure'], newer, 'current', ''],
    ['under way', ['in_progress'], newer, 'current', ''],
    ['with an older commit', ['success'], older, 'current', ''],
    ['with a commit of another branch', ['success'], stray, 'unknown', stray],
    ['without a record', ['success'], undefined, 'current', ''],
  ])('%s', async ([, states, commit, kind, expected]) => {
    await using scene = await setScene({ commits });
    scene.api.addDeployment({
      sha: ours,
      environment: 'production',
      payload: { endpoint: 'llama', ...(commit !== undefined && { ...record, commit }) },
      states,
    });
    const found = await recencyByDeployments(
      { api: scene.github, context: event },
      { environment: 'production', endpoint: 'llama' },
    );
    expect(found.recency).toMatchObject({ kind, ...(expected && { commit: expected }) });
  });

  test('of another endpoint says nothing', async () => {
    await using scene = await setScene({ commits });
    scene.api.addDeployment({
      sha: ours,
      environment: 'production',
      payload: { ...record, endpoint: 'b', commit: newer },
    });
    const found = await recencyByDeployments(
      { api: scene.github, context: event },
      { environment: 'production', endpoint: 'llama' },
    );
    expect(found).toEqual({ commit: undefined, recency: { kind: 'current' } });
  });

  test('that cannot be read leaves the order unknown', async () => {
    await using scene = await setScene({ permissions: { deployments: 'none' } });
    const found = await recencyByDeployments(
      { api: scene.github, context: event },
      { environment: 'production', endpoint: 'llama' },
    );
    expect(found.recency).toMatchObject({ kind: 'unknown', commit: '', failure: { permission: 'deployments: write' } });
  });
});

describe('both records', () => {
  const current: Recency = { kind: 'current' };
  const superseded: Recency = { kind: 'superseded', commit: newer };
  const unknown: Recency = { kind: 'unknown', commit: '', failure: undefined };
  test.for<[string, { commit: string | undefined; recency: Recency }, string, Recency]>([
    ['superseded by GitHub', { commit: newer, recency: superseded }, older, superseded],
    ['superseded by the endpoint', { commit: older, recency: current }, newer, superseded],
    [
      'superseded by the endpoint where GitHub does not say',
      { commit: undefined, recency: unknown },
      newer,
      superseded,
    ],
    ['unknown to GitHub, older on the endpoint', { commit: undefined, recency: unknown }, older, unknown],
    ['current', { commit: older, recency: current }, older, current],
  ])('%s', async ([, deployed, commit, expected]) => {
    await using scene = await setScene({ commits });
    const context = { inputs: force(false), github: { api: scene.github, context: event } };
    const live = endpoint('e1', { recorded: { commit } });
    expect(await recencyOf({ live }, { context, deployed: Promise.resolve(deployed) })).toEqual(expected);
  });

  test('of one commit are compared once', async () => {
    const { context } = commandContext({ event });
    const live = endpoint('e1', { recorded: { commit: older } });
    const deployed = Promise.resolve({ commit: older, recency: current });
    expect(await recencyOf({ live }, { context, deployed })).toEqual(current);
  });
});

describe('an unknown order', () => {
  const failure = {
    kind: 'forbidden',
    status: 403,
    permission: 'contents: read',
    message: 'GitHub refused.',
    hint: 'Give it.',
    mayHaveHappened: false,
  } as const;
  const notice = (why: string) =>
    `notice llama: order of commits: Commit dddddddddddd was deployed last. Whether it is newer than this run's aaaaaaaaaaaa cannot be told (${why}), so it is deployed over.`;
  const warning = 'warning GitHub: GitHub refused.';
  const notInHistory = 'it is not in this history; a force-push, perhaps';
  test.for<[string, Recency, string[]]>([
    ['that is known', { kind: 'current' }, []],
    ['of a diverged commit', { kind: 'unknown', commit: stray, failure: undefined }, [notice(notInHistory)]],
    [
      'of a commit that GitHub does not know',
      { kind: 'unknown', commit: stray, failure: { ...failure, kind: 'not-found' } },
      [notice(notInHistory)],
    ],
    ['that GitHub did not tell', { kind: 'unknown', commit: stray, failure }, [warning, notice('GitHub did not say')]],
    ['of which nothing is known', { kind: 'unknown', commit: '', failure }, [warning]],
    [
      'in an environment that GitHub does not show',
      { kind: 'unknown', commit: '', failure: { ...failure, kind: 'not-found' } },
      [warning],
    ],
  ])('%s', ([, recency, expected]) => {
    const { context, annotations } = commandContext({ event });
    const github: GitHubAccess = context.github;
    reportUnknownRecency(recency, { endpoint: 'llama', context: { ...context, github } });
    expect(annotations.map(({ severity, title, message }) => `${severity} ${title}: ${message}`)).toEqual(expected);
  });
});
