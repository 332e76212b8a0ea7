/** Owns what commands share in talking to GitHub: access that is opened late, and failures that become one warning instead of an end. */

import type { GitHub, GitHubFailure } from '../github/api.ts';
import type { GitHubContext } from '../github/event.ts';
import type { Reporter } from '../report.ts';

export interface GitHubConnection {
  context: GitHubContext;
  api: GitHub;
}

/** One for a run: what is told once is told once, however many endpoints there are. */
export interface GitHubAccess extends GitHubConnection {
  /** What concerns comments, Deployments and the order of commits never fails a deploy: each cause is told once. */
  warn(failure: GitHubFailure): void;
}

export interface GitHubManners {
  reporter: Reporter;
  signal: AbortSignal;
}

export function accessGitHub(connection: GitHubConnection, { reporter, signal }: GitHubManners): GitHubAccess {
  const told = new Set<string>();
  return {
    ...connection,
    warn: ({ kind, permission, message, hint }) => {
      // A cancelled run has said so; that GitHub was not asked any more follows from it.
      if (signal.aborted) return;
      // Without a token nothing works, whatever it was needed for.
      const cause = kind === 'no-token' ? kind : `${kind} ${permission}`;
      if (told.has(cause)) return;
      told.add(cause);
      reporter.annotate({ severity: 'warning', title: 'GitHub', message: `${message}.`.replace(/\.\.$/, '.'), hint });
    },
  };
}
