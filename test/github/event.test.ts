import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { expect, test } from 'vitest';
import { type GitHubContext, type PullRequestEvent, parseEvent, type RunnerValues } from '../../src/github/event.ts';

const runner: RunnerValues = {
  eventName: 'pull_request',
  repository: 'Codertocat/Hello-World',
  sha: 'f'.repeat(40),
  ref: 'refs/pull/2/merge',
  runId: '42',
  runAttempt: '3',
  serverUrl: 'https://github.com',
  actor: 'octocat',
  repositoryId: '186853002',
  checkout: undefined,
};
const context: GitHubContext = {
  ...{ eventName: 'pull_request', repository: 'Codertocat/Hello-World', sha: 'f'.repeat(40), ref: 'refs/pull/2/merge' },
  ...{ runId: '42', runAttempt: '3', actor: 'octocat', pullRequest: undefined, upstream: undefined, before: '' },
  runUrl: 'https://github.com/Codertocat/Hello-World/actions/runs/42/attempts/3',
  ...{ repositoryId: '186853002', branch: '', isRerun: true, distrust: '' },
};
const pullRequest: PullRequestEvent = {
  ...{ number: 2, action: 'opened', state: 'open', isFromFork: false, isDraft: false, labels: [] },
  ...{ headSha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821', label: '', base: 'master' },
};
const headSha = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821';
const onPullRequest = (change: Partial<PullRequestEvent> = {}): GitHubContext => ({
  ...context,
  sha: headSha,
  branch: change.isFromFork ? '' : change.state === 'merged' ? 'master' : 'changes',
  ...(change.isFromFork && { distrust: 'for code from a fork' }),
  pullRequest: { ...pullRequest, ...change },
});

const openTarget = 'on `pull_request_target`, an event that does not require write access';

type Json = Record<string, unknown>;
/** GitHub's own example of an event. */
function example(name: string, action?: string): Json & { pull_request: Json & { head: Json } } {
  const all =
    (examples as unknown as { name: string; examples: Json[] }[]).find((each) => each.name === name)?.examples ?? [];
  const found = all.find((each) => action === undefined || each.action === action);
  if (!found) throw new Error(`no example of ${name} ${action}`);
  return structuredClone(found) as Json & { pull_request: Json & { head: Json } };
}
function changed(part: Json, head: Json = {}): Json {
  const event = example('pull_request', 'opened');
  return { ...event, pull_request: { ...event.pull_request, ...part, head: { ...event.pull_request.head, ...head } } };
}

const opened = example('pull_request', 'opened');
const other = 'c'.repeat(40);
const merged = changed({ state: 'closed', merged: true, merge_commit_sha: 'b'.repeat(40) });
const onTarget = { eventName: 'pull_request_target', ref: 'refs/heads/master' };
const push = { eventName: 'push', sha: 'a'.repeat(40), ref: 'refs/heads/main' };
type Case = [string, unknown, Partial<RunnerValues>, GitHubContext];
/** GitHub's own example of an action. */
const byExample = (action: string, change: Partial<PullRequestEvent>): Case => {
  return [action, example('pull_request', action), {}, onPullRequest({ action, ...change })];
};
const afterRun = example('workflow_run', 'completed');
const review = example('pull_request_review', 'submitted');
const mergedAs = { action: 'closed', state: 'merged' } as const;
const headOf = (repo: object | null) => changed({}, { repo });
const oddLabels = changed({ labels: [{ name: 'bug' }, { name: null }], draft: 'no' });
const ofReview = expect.objectContaining({ number: 2, state: 'open', isFromFork: false });
const onComment = { eventName: 'issue_comment', checkout: runner.sha };
const at = (sha: unknown, more: object = {}) => expect.objectContaining({ sha, ...more });
test.each<Case>([
  ['opened', opened, {}, onPullRequest()],
  byExample('closed', { state: 'closed', labels: ['bug'] }),
  byExample('labeled', { labels: ['bug'], label: 'bug' }),
  // Its list still has the label.
  byExample('unlabeled', { labels: [], label: 'bug' }),
  byExample('converted_to_draft', { isDraft: true, labels: ['bug'] }),
  ['odd labels are not told', oddLabels, {}, onPullRequest({ labels: undefined, isDraft: undefined })],
  ['merged', { ...merged, action: 'closed' }, {}, { ...onPullRequest(mergedAs), sha: 'b'.repeat(40) }],
  ['from a fork', headOf({ full_name: 'm/x' }), {}, onPullRequest({ isFromFork: true })],
  ['from a fork that is gone', headOf(null), {}, onPullRequest({ isFromFork: true })],
  ['from us in other letters', headOf({ full_name: 'codertocat/hello-world' }), {}, onPullRequest()],
  ['the head on pull_request_target', opened, onTarget, { ...onPullRequest(), ...onTarget, distrust: openTarget }],
  ['a checkout of the merge that GitHub makes up', opened, { checkout: context.sha }, onPullRequest()],
  ['a checkout of something else', opened, { checkout: other }, { ...onPullRequest(), sha: other }],
  ['the base on pull_request_target', opened, { ...onTarget, checkout: context.sha }, at(context.sha)],
  ['a checkout after another workflow', afterRun, { eventName: 'workflow_run', checkout: other }, at(other)],
  ['push', example('push'), push, { ...context, ...push, branch: 'main', before: String(example('push').before) }],
  ['schedule', { schedule: '0 3 * * *' }, { eventName: 'schedule' }, { ...context, eventName: 'schedule' }],
  [
    ...(['a review is about the head as well', review, { eventName: 'pull_request_review' }] as const),
    at(review.pull_request.head.sha, { pullRequest: ofReview }),
  ],
  [
    ...(['a comment tells neither head nor fork', example('issue_comment', 'created'), onComment] as const),
    {
      ...{ ...context, eventName: 'issue_comment', branch: 'master' },
      distrust: 'on `issue_comment`, an event that does not require write access',
    },
  ],
  [
    ...(['a run after another one', afterRun, { eventName: 'workflow_run' }] as const),
    at((afterRun.workflow_run as Json).head_sha, { pullRequest: undefined }),
  ],
])('%s', (_, payload, change, expected) => {
  expect(parseEvent(JSON.stringify(payload), { ...runner, ...change })).toEqual(expected);
});

/** Only the event could tell whose code it is. */
const unread: GitHubContext = {
  ...context,
  distrust: 'on `pull_request` without its event, which alone tells whose code this is',
};
const unknownPull = { ...pullRequest, action: '', headSha: '', base: '', isDraft: undefined, labels: undefined };
test.each<[string, payload: string, GitHubContext]>([
  ['no payload', '', unread],
  ['half a payload', '{"pull_request": {"number": 2', unread],
  ['a payload that is no object', '[1, 2]', unread],
  ['null', 'null', unread],
  ['a pull request without a number is anybody’s', '{"pull_request": {"number": "2"}}', unread],
  [
    'a pull request of which little is known is taken for a fork',
    '{"action": 1, "pull_request": {"number": 2, "head": "x"}}',
    { ...{ ...context, distrust: 'for code from a fork' }, pullRequest: { ...unknownPull, isFromFork: true } },
  ],
  [
    'one odd member does not cost the others',
    `{"repository": {"full_name": 3}, "pull_request": {"number": 2, "state": "closed", "created_at": 5,
      "head": {"sha": "${headSha}", "repo": {"full_name": "Codertocat/Hello-World"}}, "base": {"repo": []}}}`,
    { ...{ ...context, sha: headSha }, pullRequest: { ...unknownPull, state: 'closed', headSha } },
  ],
])('%s', (_, payload, expected) => {
  expect(parseEvent(payload, runner)).toEqual(expected);
});

const nothing = {
  ...{ eventName: '', repository: '', sha: '', ref: '', runId: '', runAttempt: '', serverUrl: '', actor: '' },
  ...{ repositoryId: '', checkout: undefined },
};
test('outside a workflow there is an empty context', () => {
  const { serverUrl: _, checkout: __, ...rest } = nothing;
  expect(parseEvent('', nothing)).toEqual({
    ...rest,
    ...{ branch: '', isRerun: false, before: '', distrust: '' },
    runUrl: undefined,
    pullRequest: undefined,
  });
});
