/** Who can have started a run, and which code it may deploy with the key: one table of events. */

import type { Payload, PullRequestEvent } from './event.ts';

export type Trust =
  /** Only someone with write access can have started the run, and chosen what is checked out. */
  | { kind: 'trusted' }
  /** `why` ends "`deploy` does not run …". `unless`: someone with write access asked for a stranger's code. */
  | { kind: 'untrusted'; why: string; unless?: ProvenCode };

/** Commits that are not a stranger's: these, and the last one of the pull request if its branch is ours. */
interface ProvenCode {
  commits: readonly string[];
  pullRequest: number | undefined;
}

/**
 * What makes an event one that only someone with write access can start: `writer` the event itself, `branch` a pull
 * request from a branch of this repository, `review` such a one and the author of the review, `comment` the author of
 * the comment, `upstream` the event of the run before it.
 */
type Rule = 'writer' | 'branch' | 'review' | 'comment' | 'upstream';

/** An event that is not here is open to others: apps start `check_run` or `status` for the commits of forks, too. */
const rules: ReadonlyMap<string, Rule> = new Map([
  ['push', 'writer'],
  ['create', 'writer'],
  ['delete', 'writer'],
  ['release', 'writer'],
  ['registry_package', 'writer'],
  ['merge_group', 'writer'],
  ['schedule', 'writer'],
  ['workflow_dispatch', 'writer'],
  ['repository_dispatch', 'writer'],
  ['pull_request', 'branch'],
  ['pull_request_review', 'review'],
  ['pull_request_review_comment', 'review'],
  ['issue_comment', 'comment'],
  ['discussion_comment', 'comment'],
  ['workflow_run', 'upstream'],
]);

const trusted: Trust = { kind: 'trusted' };
const untrusted = (why: string, unless?: ProvenCode): Trust => ({ kind: 'untrusted', why, ...(unless && { unless }) });
const fork = (unless?: ProvenCode): Trust => untrusted('for code from a fork', unless);
const openEvent = 'an event that does not require write access';

interface RunEvent extends Pick<Payload, 'workflow_run' | 'review' | 'comment'> {
  pullRequest: PullRequestEvent | undefined;
  commentedPullRequest: number | undefined;
}

/** `event` is undefined where the payload could not be read; `eventName` is '' outside a workflow. */
export function trustOf(
  event: RunEvent | undefined,
  { eventName, repository, sha }: { eventName: string; repository: string; sha: string },
): Trust {
  if (eventName === '') return trusted;
  const rule = rules.get(eventName);
  const onEvent = `on \`${eventName}\``;
  if (rule === 'writer') return trusted;
  if (!rule) return untrusted(`${onEvent}, ${openEvent}`);
  const untold = untrusted(`${onEvent} without its event, which alone tells whose code this is`);
  if (!event) return untold;
  switch (rule) {
    case 'branch':
      return trustOfPull(event, sha) ?? untold;
    case 'review':
      return trustOfAuthor(event, onEvent) ?? trustOfPull(event, sha) ?? untold;
    case 'comment':
      return (
        trustOfAuthor(event, onEvent) ?? untrusted(onEvent, { commits: [sha], pullRequest: event.commentedPullRequest })
      );
    case 'upstream':
      return trustOfUpstream(event, repository) ?? untold;
  }
}

function trustOfPull({ pullRequest }: RunEvent, sha: string): Trust | undefined {
  if (!pullRequest) return undefined;
  if (!pullRequest.isFromFork) return trusted;
  if (!pullRequest.isMerged) return fork();
  // Whoever merged it has write access; the branch in the fork may have gone on since.
  const commits = [sha, ...(pullRequest.mergeSha ? [pullRequest.mergeSha] : [])];
  return fork({ commits, pullRequest: undefined });
}

/** Why the author of a comment or a review cannot be trusted; undefined for one of the repository's own people. */
function trustOfAuthor({ review, comment }: RunEvent, onEvent: string): Trust | undefined {
  const association = (review ?? comment)?.author_association ?? '';
  if (['OWNER', 'MEMBER', 'COLLABORATOR'].includes(association)) return undefined;
  return untrusted(`${onEvent} by someone who is neither owner, member nor collaborator`);
}

function trustOfUpstream({ workflow_run: run }: RunEvent, repository: string): Trust | undefined {
  if (!run) return undefined;
  if (!isSameRepository(run.head_repository?.full_name, repository)) return fork();
  const rule = rules.get(run.event);
  // Who commented or reviewed is not in the event of a run that follows.
  if (rule === 'writer' || rule === 'branch') return trusted;
  return untrusted(`after a run on \`${run.event}\`, ${openEvent}`);
}

/** GitHub takes `Acme/Llama` and `acme/llama` for one repository. An unknown one is never the same. */
export function isSameRepository(a: string | undefined, b: string): boolean {
  return a !== undefined && a !== '' && a.toLowerCase() === b.toLowerCase();
}
