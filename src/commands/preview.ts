/** Owns what `preview: true` makes of an event: an endpoint to deploy for the pull request, to delete, or only a spec to validate. */

import { DeployError } from '../errors.ts';
import type { PullRequestEvent } from '../github/event.ts';
import type { Inputs } from '../inputs.ts';
import type { CommandContext } from './context.ts';

/** GitHub shows what is deployed there as temporary, and all pull requests share it. */
export const previewEnvironment = 'preview';

export interface Preview {
  pullRequest: PullRequestEvent;
  /** A pull request from a fork without secrets can only be validated. */
  does: 'deploy' | 'delete' | 'validate';
}

/** What to do for the pull request of this run; undefined when no preview is asked for. Throws `inputs-invalid` where the event or the inputs do not fit. */
export function readPreview({ inputs, github: { context } }: CommandContext): Preview | undefined {
  if (!inputs.preview) return undefined;
  const { eventName, pullRequest } = context;
  if (eventName === 'pull_request_target' && !inputs.force) throw refuseTarget();
  if (!pullRequest) {
    throw invalid(
      `\`preview\` needs a pull request, but this run was started by ${eventName || 'hand'}`,
      'Run the step `on: pull_request` with `types: [opened, synchronize, reopened, closed]`.',
    );
  }
  if (inputs.record === 'never') {
    throw invalid(
      '`preview` needs a record on the endpoint, but `record` is `never`',
      'Take `record` out: without a record nobody could tell for certain that the endpoint may be deleted.',
    );
  }
  if (!hasAccess(inputs)) {
    if (pullRequest.isFromFork) return { pullRequest, does: 'validate' };
    throw invalid(
      '`base-url` or `api-key` is missing',
      'Set both; only pull requests from forks, which get no secrets, can do without.',
    );
  }
  return { pullRequest, does: pullRequest.isClosed ? 'delete' : 'deploy' };
}

function hasAccess({ baseUrl, apiKey }: Inputs): boolean {
  return baseUrl !== undefined && apiKey !== '';
}

/** Such a run has the repository's secrets and writes with its rights, for code that a stranger has proposed. */
function refuseTarget(): DeployError {
  return invalid(
    'previews are not deployed on `pull_request_target`: it hands the secrets of the repository to a spec that anybody can propose',
    'Run the step `on: pull_request`. If every such pull request is reviewed before this workflow runs, set `force: true`.',
  );
}

function invalid(message: string, hint: string): DeployError {
  return new DeployError({ code: 'inputs-invalid', message, hint });
}
