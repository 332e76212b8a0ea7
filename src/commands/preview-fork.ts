/** Owns what is done for the preview of a pull request from a fork, which has no secrets: its spec is validated, and the run says why no more. */

import type { CommandContext, CommandResult } from './context.ts';
import type { Preview } from './preview.ts';
import { validate } from './validate.ts';

export async function validateFork(context: CommandContext, { pullRequest }: Preview): Promise<CommandResult> {
  const { reporter } = context;
  if (pullRequest.isClosed) {
    // Its branch may be gone, and a preview it never had.
    reporter.info(
      `Pull request #${pullRequest.number} comes from a fork and had no secrets, hence no preview: nothing to delete.`,
    );
    return { outputs: { operation: 'absent', changed: 'false' } };
  }
  reporter.annotate({
    severity: 'notice',
    title: 'preview',
    message:
      'This pull request comes from a fork and has no secrets: its spec is validated, and no preview is deployed.',
    hint: 'Somebody with write access can push the branch to this repository to get one.',
  });
  return validate(context);
}
