/** As whom the token writes, and whether something was written by the same identity. */

import * as z from 'zod/mini';
import type { GitHubResult } from './failure.ts';
import type { GitHubPurpose, GitHubRequests } from './requests.ts';

/** By GraphQL, because it answers for every kind of token: REST's `GET /user` refuses the tokens of installations, the one of a workflow among them. */
export async function readViewer(
  begin: (purpose: GitHubPurpose) => Pick<GitHubRequests, 'send'>,
): Promise<GitHubResult<string>> {
  const requests = begin({ title: 'Identity of the token', permission: 'contents: read' });
  const answered = await requests.send({
    route: 'POST /graphql',
    parameters: { query: '{ viewer { login } }' },
    answer: z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) }),
  });
  return answered.ok ? { ok: true, value: answered.value.data.viewer.login } : answered;
}

export const authorSchema = z.nullish(z.object({ login: z.optional(z.string()), type: z.optional(z.string()) }));
type Author = z.infer<typeof authorSchema>;

/** REST writes the login of an app as `name[bot]`; GraphQL has been seen to do so and to leave that off. */
export function isWrittenBy(author: Author, viewer: string): boolean {
  const login = author?.login?.toLowerCase();
  if (!login) return false;
  const ours = viewer.toLowerCase();
  return login === ours || (author?.type === 'Bot' && login === `${ours}[bot]`);
}
