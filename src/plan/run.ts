/** A run before it asks anything: plain values. */

import type { GitHubContext, PullRequestEvent } from '../github/event.ts';
import type { Inputs } from '../inputs/inputs.ts';

export interface Run {
  readonly inputs: Inputs;
  readonly github: { readonly context: GitHubContext };
  /** Set once a command has found that the run deploys one, or ends one. */
  readonly preview?: { readonly pullRequest: PullRequestEvent } | undefined;
}
