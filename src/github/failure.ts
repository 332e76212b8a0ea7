/** What a failure of GitHub means to a reader: its kind, its words, and what to do about it. */

/** As it is written under `permissions:` of a job. */
export type Permission = 'contents: read' | 'deployments: write' | 'pull-requests: read' | 'pull-requests: write';

/**
 * `no-token`: none was given, or GitHub does not accept it (401). `forbidden`: 403. `not-found`: 404 and 410, which is also GitHub's answer
 * where even reading is not permitted. `unprocessable`: GitHub understood and refused. `rate-limited`: told to come back later than this run can wait.
 * `unavailable`: unreachable, 5xx, unreadable, cancelled.
 */
export type GitHubFailureKind =
  | 'no-token'
  | 'forbidden'
  | 'not-found'
  | 'unprocessable'
  | 'rate-limited'
  | 'unavailable';

export interface GitHubFailure {
  kind: GitHubFailureKind;
  /** undefined when no answer came. */
  status: number | undefined;
  /** What the requests need; the likely remedy of `no-token`, `forbidden` and `not-found`. */
  permission: Permission;
  /** One line: what failed and what GitHub said. Holds no secret; GitHub's words in it are from outside. */
  message: string;
  /** One line: what to do. */
  hint: string;
  /** Whether GitHub may have carried out the write all the same. Always false for reading. */
  mayHaveHappened: boolean;
}

export type GitHubResult<Value> = { ok: true; value: Value } | { ok: false; failure: GitHubFailure };

/** What to do about it. */
export function hintFor(kind: GitHubFailureKind, permission: Permission, isGitHubCom: boolean): string {
  const grant = `give the job \`permissions: { ${permission} }\``;
  switch (kind) {
    case 'no-token':
      return `Set \`github-token: \${{ github.token }}\` and ${grant}.`;
    case 'forbidden':
      return `${grant.charAt(0).toUpperCase()}${grant.slice(1)}; a pull request from a fork never gets more than read access.`;
    case 'not-found':
      return `Check that it still exists; if it does, ${grant}.`;
    case 'unprocessable':
      return "Read GitHub's message; if nothing in the workflow explains it, report a bug.";
    case 'rate-limited':
      return 'No action needed if this is rare; otherwise run fewer jobs at the same time.';
    case 'unavailable':
      return isGitHubCom
        ? 'No action needed if this is rare; see https://www.githubstatus.com.'
        : 'No action needed if this is rare; otherwise ask whoever runs this server.';
  }
}
