/** Where a branch stands now. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import type { GitHubResult } from './failure.ts';

/** The commit at the tip of a branch. */
export async function readBranchTip(github: GitHub, branch: string): Promise<GitHubResult<string>> {
  const requests = github.requests({ title: `Tip of ${branch}`, permission: 'contents: read' });
  const found = await requests.send({
    route: 'GET /repos/{owner}/{repo}/git/ref/{ref}',
    parameters: { ref: `heads/${branch}` },
    answer: z.object({ object: z.object({ sha: z.string() }) }),
  });
  return found.ok ? { ok: true, value: found.value.object.sha } : found;
}
