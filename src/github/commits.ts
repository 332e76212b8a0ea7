/** How commits stand to each other, and to a branch. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import type { GitHubFailure } from './failure.ts';

/**
 * How `head` stands to `base`: `ahead` is a descendant, `behind` an ancestor. `unknown`: a commit or branch no longer
 * exists (a force-push), is of another repository, is not a full commit id (without `failure`), or GitHub could not be
 * asked.
 */
export interface Ancestry {
  relation: 'ahead' | 'behind' | 'identical' | 'diverged' | 'unknown';
  /** How many commits only `head` has. */
  ahead: number;
  failure: GitHubFailure | undefined;
}

/** One request at most. */
export async function compareCommits(github: GitHub, commits: { base: string; head: string }): Promise<Ancestry> {
  const { base, head } = commits;
  const unasked = { ahead: 0, failure: undefined };
  // A branch name, or `user:branch`, would be compared just as well and say nothing of the commit.
  if (![base, head].every(isCommit)) return { relation: 'unknown', ...unasked };
  return base === head ? { relation: 'identical', ...unasked } : compare(github, commits);
}

/** A branch from a commit on: `ahead` if it contains the commit and others after it. */
export async function compareBranch(
  github: GitHub,
  { commit, branch }: { commit: string; branch: string },
): Promise<Ancestry> {
  if (!isCommit(commit)) return { relation: 'unknown', ahead: 0, failure: undefined };
  return compare(github, { base: commit, head: branch });
}

/** The last commit of a branch that is `ahead` of a commit by so many; '' where GitHub does not say. */
export async function lastCommit(
  github: GitHub,
  { commit, branch, ahead }: { commit: string; branch: string; ahead: number },
): Promise<string> {
  const asked = await ask(github, { base: commit, head: branch }, ahead);
  return (asked.ok && asked.value.commits?.at(-1)?.sha) || '';
}

/** The lines that commits after `base` have removed, up to `head`; undefined where GitHub does not say all of them. */
export async function removedLines(
  github: GitHub,
  commits: { base: string; head: string },
): Promise<string[] | undefined> {
  if (!Object.values(commits).every(isCommit)) return undefined;
  const asked = await ask(github, commits, 1);
  const { files = [] } = asked.ok ? asked.value : {};
  if (!asked.ok || files.length >= maxListedFiles) return undefined;
  return files.flatMap(({ patch = '' }) => patch.split('\n').filter((line) => line.startsWith('-')));
}

/** GitHub lists no more. */
const maxListedFiles = 300;

const isCommit = (text: string) => /^[0-9a-f]{40}$/.test(text);

async function compare(github: GitHub, commits: { base: string; head: string }): Promise<Ancestry> {
  // Only the first page lists the changed files, up to 300 with their patches.
  const compared = await ask(github, commits, 2);
  if (!compared.ok) return { relation: 'unknown', ahead: 0, failure: compared.failure };
  const { status, ahead_by: ahead = 0 } = compared.value;
  return { relation: status, ahead, failure: undefined };
}

function ask(github: GitHub, { base, head }: { base: string; head: string }, page: number) {
  return github.requests({ title: 'Order of commits', permission: 'contents: read' }).send({
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    parameters: { basehead: `${base}...${head}`, per_page: 1, page },
    answer: z.object({
      status: z.enum(['ahead', 'behind', 'identical', 'diverged']),
      ahead_by: z.optional(z.int()),
      files: z.optional(z.array(z.object({ patch: z.optional(z.string()) }))),
      commits: z.optional(z.array(z.object({ sha: z.string() }))),
    }),
  });
}
