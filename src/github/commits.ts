/** How commits stand to each other, and to a branch. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import type { GitHubFailure } from './failure.ts';

/**
 * How `head` stands to `base`: `ahead` is a descendant, `behind` an ancestor. `unknown`: a commit no longer exists (a
 * force-push), is of another repository, is not a full commit id (without `failure`), or GitHub could not be asked.
 */
export interface Ancestry {
  relation: 'ahead' | 'behind' | 'identical' | 'diverged' | 'unknown';
  failure?: GitHubFailure;
}

/** One request at most. */
export async function compareCommits(github: GitHub, commits: { base: string; head: string }): Promise<Ancestry> {
  const { base, head } = commits;
  // A branch name, or `user:branch`, would be compared just as well and say nothing of the commit.
  if (![base, head].every((sha) => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(sha))) return { relation: 'unknown' };
  return base === head ? { relation: 'identical' } : compare(github, commits);
}

/** Whether the branch has the commit; true where GitHub does not answer, false for a deleted branch. */
export async function mayBeInBranch(
  github: GitHub,
  { commit, branch }: { commit: string; branch: string },
): Promise<boolean> {
  if (branch === '') return true;
  const { relation, failure } = await compare(github, { base: commit, head: branch });
  return failure ? failure.kind !== 'not-found' : relation === 'ahead' || relation === 'identical';
}

async function compare(github: GitHub, { base, head }: { base: string; head: string }): Promise<Ancestry> {
  const compared = await github.requests({ title: 'Order of commits', permission: 'contents: read' }).send({
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    // Only the first page lists the changed files, up to 300 with their patches.
    parameters: { basehead: `${base}...${head}`, per_page: 1, page: 2 },
    answer: z.object({ status: z.enum(['ahead', 'behind', 'identical', 'diverged']) }),
  });
  return compared.ok ? { relation: compared.value.status } : { relation: 'unknown', failure: compared.failure };
}
