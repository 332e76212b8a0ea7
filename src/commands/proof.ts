/** Whose code is checked out, where the event does not say it: GitHub is asked, and what it does not prove stays foreign. */

import { isSameRepository } from '../github/event.ts';
import { readPullRequest } from '../github/pull-requests.ts';
import type { GitHubAccess } from './context.ts';

/** At most one request, and none where the event says it all. Never rejects. */
export async function proveCode(github: GitHubAccess): Promise<GitHubAccess> {
  const { api, context, warn } = github;
  const { unprovenPullRequest: number, sha, repository } = context;
  if (number === undefined) return github;
  const pull = await readPullRequest(api, number);
  if (!pull.ok) {
    warn(pull.failure);
    return github;
  }
  const { headSha, headRepository } = pull.value;
  const isProved = headSha === sha && isSameRepository(headRepository, repository);
  return isProved
    ? { ...github, context: { ...context, isForeignCode: false, unprovenPullRequest: undefined } }
    : github;
}
