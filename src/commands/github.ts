/** Owns what commands share in talking to GitHub: access that is opened late, and failures that become one warning instead of an end. */

import type { GitHub, GitHubFailure } from '../github/api.ts';
import type { GitHubContext } from '../github/event.ts';
import type { Reporter } from '../report.ts';

export interface GitHubAccess {
  context: GitHubContext;
  api: GitHub;
}

/** What concerns comments, Deployments and the order of commits never fails a deploy: each cause is told once. */
export function degradation(reporter: Reporter): (failure: GitHubFailure) => void {
  const told = new Set<string>();
  return ({ kind, permission, message, hint }) => {
    const cause = `${kind} ${permission}`;
    if (told.has(cause)) return;
    told.add(cause);
    reporter.annotate({ severity: 'warning', title: 'GitHub', message: `${message}.`.replace(/\.\.$/, '.'), hint });
  };
}
