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

/** Events that only someone with write access can start. */
const writerEvents: ReadonlySet<string> = new Set([
  ...['push', 'create', 'delete', 'release', 'registry_package', 'merge_group'],
  ...['schedule', 'workflow_dispatch', 'repository_dispatch'],
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
  if (eventName === '' || writerEvents.has(eventName)) return trusted;
  const onEvent = `on \`${eventName}\``;
  const untold = untrusted(`${onEvent} without its event, which alone tells whose code this is`);
  switch (eventName) {
    case 'pull_request':
      return (event && trustOfPull(event, sha)) ?? untold;
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return (event && (distrustOfAuthor(event, onEvent) ?? trustOfPull(event, sha))) ?? untold;
    case 'issue_comment':
    case 'discussion_comment': {
      const unless = { commits: [sha], pullRequest: event?.commentedPullRequest };
      return event ? (distrustOfAuthor(event, onEvent) ?? untrusted(onEvent, unless)) : untold;
    }
    case 'workflow_run':
      return (event && trustOfUpstream(event, repository)) ?? untold;
    default:
      // Apps start `check_run` or `status` for the commits of forks, too.
      return untrusted(`${onEvent}, ${openEvent}`);
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

/** Undefined for one of the repository's own people. */
function distrustOfAuthor({ review, comment }: RunEvent, onEvent: string): Trust | undefined {
  const association = (review ?? comment)?.author_association ?? '';
  if (['OWNER', 'MEMBER', 'COLLABORATOR'].includes(association)) return undefined;
  return untrusted(`${onEvent} by someone who is neither owner, member nor collaborator`);
}

function trustOfUpstream({ workflow_run: run }: RunEvent, repository: string): Trust | undefined {
  if (!run) return undefined;
  if (!isSameRepository(run.head_repository?.full_name, repository)) return fork();
  // Who commented or reviewed is not in the event of a run that follows.
  if (writerEvents.has(run.event) || run.event === 'pull_request') return trusted;
  return untrusted(`after a run on \`${run.event}\`, ${openEvent}`);
}

/** GitHub takes `Acme/Llama` and `acme/llama` for one repository. An unknown one is never the same. */
export function isSameRepository(a: string | undefined, b: string): boolean {
  return a !== undefined && a !== '' && a.toLowerCase() === b.toLowerCase();
}
