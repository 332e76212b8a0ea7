/** Owns what is done for the preview of a pull request that gets no secrets, from a fork or by Dependabot: its spec is validated, and the run says why no more. */

import type { CommandContext, CommandResult } from './context.ts';
import type { Preview } from './preview.ts';
import { validate } from './validate.ts';

export async function validateFork(context: CommandContext, { pullRequest }: Preview): Promise<CommandResult> {
  const { reporter } = context;
  const origin = pullRequest.isFromFork ? 'comes from a fork' : 'is by Dependabot';
  if (pullRequest.isClosed) {
    // Its branch may be gone, and a preview it never had.
    reporter.info(
      `Pull request #${pullRequest.number} ${origin} and gets no secrets, so it had no preview: nothing to delete.`,
    );
    return { outputs: { operation: 'absent', changed: 'false' } };
  }
  reporter.annotate({
    severity: 'notice',
    title: 'preview',
    message: `This pull request ${origin} and gets no secrets: its spec is validated, and no preview is deployed.`,
    hint: pullRequest.isFromFork
      ? 'Somebody with write access can push the branch to this repository to get one.'
      : 'Somebody who pushes a commit to its branch gets one, or add the key to the secrets of Dependabot.',
  });
  return validate(context);
}
