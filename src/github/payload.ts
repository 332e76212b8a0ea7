/** The event that started a run, read from its payload; what is missing or malformed is not in it. */

import * as z from 'zod/mini';

export interface PullRequestEvent {
  number: number;
  /** `opened`, `labeled`, …; '' when it is not told. */
  action: string;
  isClosed: boolean;
  isMerged: boolean;
  /** undefined when it is not told. */
  isDraft: boolean | undefined;
  /** Names of its labels after the event; undefined when they are not told. */
  labels: readonly string[] | undefined;
  /** Its last commit when the event happened; '' when it is not told. */
  headSha: string;
  /** The commit that it was merged as, or would be; '' when it is not told. */
  mergeSha: string;
  /** True as well when its repository is gone, or is not told: then it is not known to be ours. */
  isFromFork: boolean;
}

/** Texts are '' when they are not told. */
export interface RunEvent {
  repository: { name: string; id: string };
  /** Present for every event about a pull request, reviews and `pull_request_target` included. */
  pullRequest: PullRequestEvent | undefined;
  /** The run that a `workflow_run` follows. */
  upstream: { eventName: string; sha: string; repository: string } | undefined;
  /** Number of the pull request to comment on, also for a comment on one and for a run after its run. */
  commentedPullRequest: number | undefined;
  /** Of whoever wrote the comment or the review. */
  authorAssociation: string;
}

const text = z.catch(z.optional(z.string()), undefined);
const repositorySchema = z.catch(
  z.nullish(z.object({ full_name: text, id: z.catch(z.optional(z.number()), undefined) })),
  undefined,
);
const branchSchema = z.catch(z.optional(z.object({ sha: text, repo: repositorySchema })), undefined);
export const draftSchema = z.catch(z.optional(z.boolean()), undefined);
/** All of them or none: one that is odd may be the one that decides. */
export const labelsSchema = z.catch(z.optional(z.array(z.object({ name: z.string() }))), undefined);
const authoredSchema = z.catch(z.optional(z.object({ author_association: text })), undefined);
const pullRequestSchema = z.object({
  number: z.int(),
  state: text,
  head: branchSchema,
  base: branchSchema,
  draft: draftSchema,
  labels: labelsSchema,
  merged: z.catch(z.optional(z.boolean()), undefined),
  merge_commit_sha: text,
});
// Each member falls back by itself, so that one odd member does not cost the others.
const payloadSchema = z.object({
  action: text,
  label: z.catch(z.optional(z.object({ name: text })), undefined),
  repository: repositorySchema,
  pull_request: z.catch(z.optional(pullRequestSchema), undefined),
  workflow_run: z.catch(
    z.optional(
      z.object({
        event: text,
        head_sha: text,
        head_repository: repositorySchema,
        pull_requests: z.catch(z.optional(z.array(z.object({ number: z.int() }))), undefined),
      }),
    ),
    undefined,
  ),
  issue: z.catch(z.optional(z.object({ number: z.int(), pull_request: z.unknown() })), undefined),
  comment: authoredSchema,
  review: authoredSchema,
});
type Payload = z.infer<typeof payloadSchema>;

/** `payload` is the text of `GITHUB_EVENT_PATH`; undefined where it is no event. */
export function readEvent(payload: string, ourRepository: string): RunEvent | undefined {
  const read = parsePayload(payload);
  if (!read) return undefined;
  const { action, repository, pull_request: pull, workflow_run: run, comment, review } = read;
  return {
    repository: { name: repository?.full_name ?? '', id: String(repository?.id ?? '') },
    pullRequest: pull && {
      ...readPullRequest(pull, ourRepository || repository?.full_name || ''),
      action: action ?? '',
      labels: labelsAfter(read),
    },
    upstream: run && {
      eventName: run.event ?? '',
      sha: run.head_sha ?? '',
      repository: run.head_repository?.full_name ?? '',
    },
    commentedPullRequest: commentedOn(read),
    authorAssociation: (review ?? comment)?.author_association ?? '',
  };
}

function parsePayload(payload: string): Payload | undefined {
  try {
    return payloadSchema.safeParse(JSON.parse(payload)).data;
  } catch {
    // Not JSON.
    return undefined;
  }
}

function readPullRequest(
  pull: z.infer<typeof pullRequestSchema>,
  ourRepository: string,
): Omit<PullRequestEvent, 'action' | 'labels'> {
  return {
    number: pull.number,
    isClosed: pull.state === 'closed',
    isMerged: pull.merged === true,
    isDraft: pull.draft,
    headSha: pull.head?.sha ?? '',
    mergeSha: pull.merge_commit_sha ?? '',
    isFromFork: !isSameRepository(pull.head?.repo?.full_name, pull.base?.repo?.full_name ?? ourRepository),
  };
}

/** The list may still have the label that the event removes: GitHub's own example does. */
function labelsAfter({ action, label, pull_request: pull }: Payload): string[] | undefined {
  const names = pull?.labels?.map(({ name }) => name);
  return action === 'unlabeled' ? names?.filter((name) => name !== label?.name) : names;
}

function commentedOn({ pull_request: pull, workflow_run: run, issue }: Payload): number | undefined {
  if (pull) return pull.number;
  const [only, ...others] = run?.pull_requests ?? [];
  if (only) return others.length === 0 ? only.number : undefined;
  // An issue has no such member.
  return issue?.pull_request ? issue.number : undefined;
}

/** GitHub takes `Acme/Llama` and `acme/llama` for one repository. An unknown one is never the same. */
export function isSameRepository(a: string | undefined, b: string): boolean {
  return a !== undefined && a !== '' && a.toLowerCase() === b.toLowerCase();
}
