/** Which previews a sweep deletes, and why. */

import { describe, expect, test } from 'vitest';
import { readPreviewEndpoint } from '../../src/commands/deletions.ts';
import { sweep, sweepReason } from '../../src/commands/sweep.ts';
import type { PullRequestNow } from '../../src/github/pull-requests.ts';
import { setScene } from '../github/scene.ts';
import { commandContext, endpoint, eventOf, memoryService } from './scene.ts';

const day = 86_400;

const pull = (change: Partial<PullRequestNow>): PullRequestNow => ({
  state: 'open',
  isDraft: false,
  labels: [],
  headSha: undefined,
  headRepository: undefined,
  ...change,
});

describe('a preview', () => {
  test.for<[PullRequestNow['state'] | undefined, number, number | undefined, string | undefined]>([
    ['open', 365 * day, undefined, undefined],
    ['open', 14 * day, 14 * day, undefined],
    ['open', 14 * day + 1, 14 * day, 'older than 14 d, deployed 14 d ago'],
    ['closed', 60, undefined, 'pull request #7 is closed, deployed 1 m ago'],
    ['merged', 15 * day, 14 * day, 'pull request #7 is merged, deployed 15 d ago'],
    [undefined, 365 * day, undefined, undefined],
    [undefined, 2, 1, 'older than 1 s, deployed 2 s ago'],
  ])('of a pull request that is %s, %d s old, at most %s s: %s', ([state, ageSeconds, maxAgeSeconds, reason]) => {
    const rules = { label: '', drafts: true, maxAgeSeconds };
    expect(sweepReason({ pullRequest: 7, ageSeconds }, { now: state && pull({ state }), rules })).toBe(reason);
  });

  test.for<[Partial<PullRequestNow>, string | undefined]>([
    [{ labels: ['GPU'] }, undefined],
    [{}, 'the pull request does not have the label `gpu`, deployed 1 m ago'],
    [{ labels: ['gpu'], isDraft: true }, 'the pull request is a draft, deployed 1 m ago'],
    [{ labels: undefined, isDraft: undefined }, undefined],
    [{ state: 'closed', labels: ['gpu'] }, 'pull request #7 is closed, deployed 1 m ago'],
  ])('by label, of a pull request with %j: %s', ([change, reason]) => {
    const rules = { label: 'gpu', drafts: false, maxAgeSeconds: undefined };
    expect(sweepReason({ pullRequest: 7, ageSeconds: 60 }, { now: pull(change), rules })).toBe(reason);
  });

  test.for<[string, Parameters<typeof endpoint>[1], number | undefined]>([
    ['has an age since its record', { recorded: { pullRequest: 7, time: '2025-12-31T23:59:00.000Z' } }, 60],
    ['of a clock that goes ahead is young', { recorded: { pullRequest: 7, time: '2026-02-01T00:00:00.000Z' } }, 0],
    ['of another repository is none', { recorded: { pullRequest: 7, repository: 'other/repo' } }, undefined],
    ['needs a pull request', { recorded: {} }, undefined],
    ['needs a record', {}, undefined],
  ])('%s', ([, options, ageSeconds]) => {
    const { context } = commandContext();
    expect(readPreviewEndpoint(endpoint('llama-pr-7', options), context)?.ageSeconds).toBe(ageSeconds);
  });
});

describe('a sweep', () => {
  const previews = [
    endpoint('open', { recorded: { pullRequest: 1 } }),
    endpoint('closed', { recorded: { pullRequest: 2 } }),
    endpoint('merged', { recorded: { pullRequest: 3 } }),
    endpoint('missing', { recorded: { pullRequest: 4 } }),
    endpoint('theirs', { recorded: { pullRequest: 2, repository: 'other/repo' } }),
    endpoint('production', { recorded: {} }),
  ];
  const pulls = [
    { number: 1 },
    { number: 2, state: 'closed' as const },
    { number: 3, state: 'closed' as const, merged: true },
  ];

  async function run(inputs: Parameters<typeof commandContext>[0] & object = {}) {
    await using scene = await setScene({ pulls });
    const service = memoryService(previews);
    const recording = commandContext({ api: scene.github, client: service.client, ...inputs });
    const failure = await sweep(recording.context);
    const titles = recording.annotations.map(({ title }) => title);
    return { failure: failure?.message, titles, left: [...service.endpoints.keys()] };
  }

  test('deletes what is closed or merged, and warns of a pull request that GitHub does not find', async () => {
    const left = ['open', 'missing', 'theirs', 'production'];
    expect(await run()).toEqual({ failure: undefined, titles: ['sweep'], left });
  });

  test('fails where GitHub finds none, since its token may not read them', async () => {
    await using scene = await setScene();
    const { failure, left } = await run({ api: scene.github });
    expect(failure).toMatch(/^GitHub found none of the pull requests, so these previews were kept: open \(#1, /);
    expect(left).toHaveLength(previews.length);
  });

  test('with the lines of the deploy deletes what these give no preview', async () => {
    expect((await run({ inputs: { preview: 'label=gpu-preview' } })).left).toEqual(['missing', 'theirs', 'production']);
  });

  test('of a repository that is not known is refused', async () => {
    await expect(run({ event: eventOf({ repository: '' }) })).rejects.toMatchObject({ code: 'inputs-invalid' });
  });
});
