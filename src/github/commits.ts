/** How commits stand to each other, asked of GitHub because a checkout is shallow. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import type { GitHubFailure } from './failure.ts';

const relations = ['ahead', 'behind', 'identical', 'diverged'] as const;

/**
 * How `head` stands to `base`: `ahead` is a descendant, `behind` an ancestor. `unknown`: a commit is gone (a force-push), of another
 * repository, no commit at all (without `failure`), or GitHub could not be asked.
 */
export type Ancestry =
  | { relation: (typeof relations)[number] }
  | { relation: 'unknown'; failure: GitHubFailure | undefined };

/** One request at most. The commits may be from outside: whatever is not a full commit id is `unknown` without asking. */
export async function compareCommits(
  github: GitHub,
  { base, head }: { base: string; head: string },
): Promise<Ancestry> {
  // A branch name, or `user:branch`, would be compared just as well and say nothing of the commit.
  if (![base, head].every((sha) => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(sha))) {
    return { relation: 'unknown', failure: undefined };
  }
  if (base === head) return { relation: 'identical' };
  const requests = github.requests({ title: 'Order of commits', permission: 'contents: read' });
  const compared = await requests.send({
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    // Only the first page lists the changed files, up to 300 with their patches; nobody needs them here.
    parameters: { basehead: `${base}...${head}`, per_page: 1, page: 2 },
    answer: z.object({ status: z.enum(relations) }),
  });
  return compared.ok ? { relation: compared.value.status } : { relation: 'unknown', failure: compared.failure };
}
