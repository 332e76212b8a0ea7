/** Which events only somebody with write access can start: the whole table. */

import { expect, test } from 'vitest';
import { parseEvent } from '../../src/github/event.ts';

const ours = 'acme/llama';
const sha = 'a'.repeat(40);
const head = 'b'.repeat(40);

function distrustOf(eventName: string, payload: unknown, repository = ours): string {
  const text = payload === undefined ? '' : JSON.stringify(payload);
  const run = { runId: '1', runAttempt: '1', serverUrl: 'https://github.com', actor: 'x', ref: 'refs/heads/main' };
  const more = { repositoryId: '', checkout: undefined };
  return parseEvent(text, { ...run, ...more, eventName, repository, sha }).distrust;
}

const pull = (repository: string | null, more: object = {}) => ({
  pull_request: {
    number: 7,
    head: { sha: head, repo: repository && { full_name: repository } },
    base: { repo: { full_name: ours } },
    ...more,
  },
});
const ownPull = pull(ours);
const forkPull = pull('stranger/llama');
const mergedFork = pull('stranger/llama', { merged: true, merge_commit_sha: 'c'.repeat(40) });
const comment = (association?: string) => ({
  issue: { number: 7, pull_request: {} },
  comment: { author_association: association },
});
const upstream = (event: string | undefined, repository: string | null = ours) => ({
  workflow_run: { event, head_sha: head, head_repository: repository && { full_name: repository } },
});

/** Every event that starts a workflow (docs.github.com, "Events that trigger workflows"), some that do not exist, and names that objects have by themselves. */
const events: Readonly<Record<'writer' | 'open', readonly string[]>> = {
  writer: [
    ...['push', 'create', 'delete', 'release', 'registry_package', 'merge_group'],
    ...['schedule', 'workflow_dispatch', 'repository_dispatch'],
  ],
  open: [
    ...['branch_protection_rule', 'check_run', 'check_suite', 'deployment', 'deployment_status', 'discussion'],
    ...['fork', 'gollum', 'image_version', 'issues', 'label', 'milestone', 'page_build', 'public', 'status', 'watch'],
    ...[
      'pull_request_comment',
      'pull_request_review_comment',
      'discussion_comment',
      'pull_request_target',
      'workflow_call',
      'project',
      'sponsorship',
      'commit_comment',
      'issue_comment',
      'pull_request_review',
    ],
    ...['an_event_of_2031', 'Push', 'push ', 'constructor', '__proto__', 'toString'],
  ],
};
const openTo = (eventName: string, before = 'on') =>
  `${before} \`${eventName}\`, an event that does not require write access`;
const everyPayload = [undefined, {}, ownPull, forkPull, comment('OWNER'), upstream('push'), upstream('push', 'x/y')];

test.for(events.writer)('%s is trusted, whatever its payload says', (name) => {
  for (const payload of everyPayload) expect(distrustOf(name, payload)).toBe('');
});
test.for(events.open)('%s is open to others, whatever its payload says', (name) => {
  for (const payload of everyPayload) expect(distrustOf(name, payload)).toEqual(openTo(name));
});
test('outside a workflow everything is the user’s own', () => {
  expect(distrustOf('', undefined, '')).toBe('');
});
test('a workflow that does not name its event is not trusted', () => {
  const why = 'on an unnamed event, an event that does not require write access';
  for (const payload of everyPayload) expect(distrustOf('', payload)).toBe(why);
});

const trusted = '';
const fork = 'for code from a fork';
const unread = (name: string) => `on \`${name}\` without its event, which alone tells whose code this is`;
test.for<[string, unknown, string]>([
  ['pull_request', undefined, unread('pull_request')],
  ['pull_request', {}, unread('pull_request')],
  ['pull_request', ownPull, trusted],
  ['pull_request', pull('ACME/Llama'), trusted],
  ['pull_request', forkPull, fork],
  ['pull_request', pull(null), fork],
  ['pull_request', mergedFork, fork],
  ['workflow_run', {}, unread('workflow_run')],
  ...[...events.writer, 'pull_request'].map((name): [string, unknown, string] => [
    'workflow_run',
    upstream(name),
    trusted,
  ]),
  ...[...events.open, 'workflow_run'].map((name): [string, unknown, string] => [
    'workflow_run',
    upstream(name),
    openTo(name, 'after a run on'),
  ]),
  ['workflow_run', upstream('pull_request', 'stranger/llama'), fork],
  ['workflow_run', upstream('push', 'stranger/llama'), fork],
  ['workflow_run', upstream('push', null), fork],
  ['workflow_run', upstream(undefined), openTo('', 'after a run on')],
])('what depends on the payload: %s %j', ([eventName, payload, expected]) => {
  expect(distrustOf(eventName, payload)).toEqual(expected);
});
