/** How commits stand to each other, and to a branch. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import type { GitHubFailure } from './failure.ts';

/** How `head` stands to `base`. */
export interface Ancestry {
  /**
   * `newer`: a descendant. `older`: an ancestor. `apart`: neither; or one of them is gone (a force-push), is of
   * another repository, or is not a full commit id. `unknown`: GitHub could not be asked, for `failure`.
   */
  standing: 'same' | 'newer' | 'older' | 'apart' | 'unknown';
  failure: GitHubFailure | undefined;
}

const apart: Ancestry = { standing: 'apart', failure: undefined };

/** One request at most. */
export async function compareCommits(github: GitHub, commits: { base: string; head: string }): Promise<Ancestry> {
  const { base, head } = commits;
  // A branch name, or `user:branch`, would be compared as well, and its answer would be about another commit.
  if (![base, head].every(isCommit)) return apart;
  return base === head ? { ...apart, standing: 'same' } : compare(github, commits);
}

/** A branch from a commit on: `ahead` if it contains the commit and others after it. */
export async function compareBranch(
  github: GitHub,
  { commit, branch }: { commit: string; branch: string },
): Promise<Ancestry> {
  if (!isCommit(commit)) return apart;
  return compare(github, { base: commit, head: branch });
}

/** The commit and the branch of a run, compared with others: each of these is asked once. */
export function rememberStandings(github: GitHub, { sha, branch }: { sha: string; branch: string }) {
  const asked = new Map<string, Promise<Ancestry>>();
  const once = (key: string, ask: () => Promise<Ancestry>) => {
    const answer = asked.get(key) ?? ask();
    asked.set(key, answer);
    return answer;
  };
  return {
    ofCommit: (head: string) => once(`commit ${head}`, () => compareCommits(github, { base: sha, head })),
    ofBranch: (commit: string) => once(`branch since ${commit}`, () => compareBranch(github, { commit, branch })),
  };
}

export type Standings = ReturnType<typeof rememberStandings>;

const isCommit = (text: string) => /^[0-9a-f]{40}$/.test(text);

const standings = { identical: 'same', ahead: 'newer', behind: 'older', diverged: 'apart' } as const;

async function compare(github: GitHub, { base, head }: { base: string; head: string }): Promise<Ancestry> {
  const compared = await github.requests({ title: 'Order of commits', permission: 'contents: read' }).send({
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    // Only the first page lists the changed files, up to 300 with their patches.
    parameters: { basehead: `${base}...${head}`, per_page: 1, page: 2 },
    answer: z.object({ status: z.enum(['ahead', 'behind', 'identical', 'diverged']) }),
  });
  if (compared.ok) return { ...apart, standing: standings[compared.value.status] };
  const { failure } = compared;
  // That it no longer exists is an answer.
  return failure.kind === 'not-found' ? apart : { ...apart, standing: 'unknown', failure };
}
