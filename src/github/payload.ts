/** The event that started a run, read from its payload; what is missing or malformed is not in it. */

import * as z from 'zod/mini';

export interface PullRequestEvent {
  number: number;
  isClosed: boolean;
  isMerged: boolean;
  /** Its last commit when the event happened; '' when it is not told. */
  headSha: string;
  /** The commit that it was merged as, or would be; '' when it is not told. */
  mergeSha: string;
  /** The branch that it is for; '' when it is not told. */
  baseBranch: string;
  /** True as well when its repository is gone, or is not told: then it is not known to be ours. */
  isFromFork: boolean;
  createdAt: Date | undefined;
}

/** Texts are '' when they are not told. */
export interface RunEvent {
  repository: { name: string; id: string; defaultBranch: string };
  /** Present for every event about a pull request, reviews and `pull_request_target` included. */
  pullRequest: PullRequestEvent | undefined;
  /** The run that a `workflow_run` follows. */
  upstream: { eventName: string; sha: string; branch: string; repository: string } | undefined;
  /** The ref that a merge queue merges into. */
  queueRef: string;
  /** Number of the pull request to comment on, also for a comment on one and for a run after its run. */
  commentedPullRequest: number | undefined;
  /** Of whoever wrote the comment or the review. */
  authorAssociation: string;
}

const text = z.catch(z.optional(z.string()), undefined);
const repositorySchema = z.catch(
  z.nullish(z.object({ full_name: text, id: z.catch(z.optional(z.number()), undefined), default_branch: text })),
  undefined,
);
const branchSchema = z.catch(z.optional(z.object({ sha: text, ref: text, repo: repositorySchema })), undefined);
const authoredSchema = z.catch(z.optional(z.object({ author_association: text })), undefined);
const pullRequestSchema = z.object({
  number: z.int(),
  state: text,
  created_at: text,
  head: branchSchema,
  base: branchSchema,
  merged: z.catch(z.optional(z.boolean()), undefined),
  merge_commit_sha: text,
});
// Each member falls back by itself, so that one odd member does not cost the others.
const payloadSchema = z.object({
  repository: repositorySchema,
  pull_request: z.catch(z.optional(pullRequestSchema), undefined),
  workflow_run: z.catch(
    z.optional(
      z.object({
        event: text,
        head_sha: text,
        head_branch: text,
        head_repository: repositorySchema,
        pull_requests: z.catch(z.optional(z.array(z.object({ number: z.int() }))), undefined),
      }),
    ),
    undefined,
  ),
  merge_group: z.catch(z.optional(z.object({ base_ref: text })), undefined),
  issue: z.catch(z.optional(z.object({ number: z.int(), pull_request: z.unknown() })), undefined),
  comment: authoredSchema,
  review: authoredSchema,
});
type Payload = z.infer<typeof payloadSchema>;

/** `payload` is the text of `GITHUB_EVENT_PATH`; undefined where it is no event. */
export function readEvent(payload: string, ourRepository: string): RunEvent | undefined {
  const read = parsePayload(payload);
  if (!read) return undefined;
  const { repository, pull_request: pull, workflow_run: run, merge_group: queue, comment, review } = read;
  return {
    repository: {
      name: repository?.full_name ?? '',
      id: String(repository?.id ?? ''),
      defaultBranch: repository?.default_branch ?? '',
    },
    pullRequest: pull && readPullRequest(pull, ourRepository || repository?.full_name || ''),
    upstream: run && {
      eventName: run.event ?? '',
      sha: run.head_sha ?? '',
      branch: run.head_branch ?? '',
      repository: run.head_repository?.full_name ?? '',
    },
    queueRef: queue?.base_ref ?? '',
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

function readPullRequest(pull: z.infer<typeof pullRequestSchema>, ourRepository: string): PullRequestEvent {
  const createdAt = new Date(pull.created_at ?? '');
  return {
    number: pull.number,
    isClosed: pull.state === 'closed',
    isMerged: pull.merged === true,
    headSha: pull.head?.sha ?? '',
    mergeSha: pull.merge_commit_sha ?? '',
    baseBranch: pull.base?.ref ?? '',
    isFromFork: !isSameRepository(pull.head?.repo?.full_name, pull.base?.repo?.full_name ?? ourRepository),
    createdAt: Number.isNaN(createdAt.getTime()) ? undefined : createdAt,
  };
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
