/** The event of a pull request: the members that GitHub sends and that matter here; `@octokit/webhooks-examples` proves their places in test/github/event.test.ts. */

export interface PullRequestEvent {
  action: string;
  number: number;
  /** Its last commit. */
  sha: string;
  repository: string;
  baseSha?: string;
  isFromFork?: boolean;
  draft?: boolean;
  labels?: readonly string[];
}

export function pullRequestPayload(event: PullRequestEvent) {
  const { action, number, sha, repository, baseSha = 'a'.repeat(40), draft = false, labels = [] } = event;
  const repo = { full_name: repository, default_branch: 'main' };
  return {
    action,
    number,
    repository: repo,
    pull_request: {
      number,
      state: action === 'closed' ? 'closed' : 'open',
      merged: false,
      draft,
      labels: labels.map((name) => ({ name })),
      title: 'Try another model',
      created_at: '2025-12-31T00:00:00Z',
      head: {
        sha,
        ref: 'try-another-model',
        repo: event.isFromFork ? { full_name: 'stranger/llama', default_branch: 'main' } : repo,
      },
      base: { sha: baseSha, ref: 'main', repo },
    },
  };
}
