/** What a run says of previews, and of a pull request that gets none by it. */

import type { DeployError } from '../errors.ts';
import { explainRefusal } from '../plan/preview-event.ts';
import { shortCommit } from '../render/text.ts';
import type { CommandContext } from './context.ts';
import type { DecidedPreview, Preview } from './preview.ts';

/** What is deployed for the pull request stays as it is, or there is nothing and none is due. */
export function reportUndeployed(
  { reporter, outputs, github, inputs }: CommandContext,
  { pullRequest, options, step, refusal }: DecidedPreview,
): undefined {
  const { number, action, headSha } = pullRequest;
  const why = refusal ? explainRefusal(refusal, options) : `the event \`${action}\` deploys none`;
  const isOpenAgain = step === 'keep' && pullRequest.isClosed;
  if (inputs.command === 'plan') {
    const what = step === 'delete' ? `delete the previews of pull request #${number}` : 'deploy no preview';
    reporter.info(`Plan: a deploy would ${what}, because ${why}.`);
    outputs.set({ operation: 'planned', changed: 'false' });
  } else if (step === 'superseded' || isOpenAgain) {
    const ours = shortCommit(github.context.sha);
    reporter.annotate({
      severity: 'notice',
      title: 'preview: superseded',
      message: isOpenAgain
        ? `This run was started when pull request #${number} was closed, but it is open again: its previews are kept.`
        : `Skipped: ${shortCommit(headSha)} is no longer the last commit of pull request #${number}.`,
      hint: isOpenAgain
        ? 'They are deleted when it closes; `command: delete` with `preview: true` deletes them now.'
        : `The run of the last commit deploys it. To deploy ${ours} anyway, add \`older-commit\` to \`allow\`.`,
    });
    outputs.set({ operation: 'superseded', changed: 'false' });
  } else if (step === 'keep') {
    if (refusal)
      reporter.annotate({
        severity: 'warning',
        title: 'preview',
        message: `No preview of pull request #${number} was deployed or deleted: ${why}.`,
        hint: 'Give the job `permissions: { pull-requests: read }`, and start it again.',
      });
    else
      reporter.info(
        `Nothing to do: the event \`${action}\` deploys no preview, and pull request #${number} may keep its own.`,
      );
    outputs.set({ operation: 'unchanged', changed: 'false' });
  } else {
    if (refusal) reporter.info(`No preview: ${why}.`);
    outputs.set({ operation: 'absent', changed: 'false' });
  }
}

/** For a pull request that gets no secrets, or by code of others: its spec is validated, and the run says why it does no more. */
export async function validatePreview(
  context: CommandContext,
  { pullRequest }: Preview,
): Promise<DeployError | undefined> {
  const { reporter, outputs, inputs } = context;
  const origin = pullRequest.isFromFork ? 'comes from a fork' : 'is by Dependabot';
  if (pullRequest.isClosed) {
    if (pullRequest.isFromFork) {
      // Its branch may be gone, and a preview it had by `untrusted` only.
      reporter.info(`Pull request #${pullRequest.number} ${origin} and gets no preview: nothing to delete.`);
      outputs.set({ operation: 'absent', changed: 'false' });
      return undefined;
    }
    // A push to its branch, with secrets, may have deployed one.
    reporter.annotate({
      severity: 'warning',
      title: 'preview',
      message: `Pull request #${pullRequest.number} ${origin}, and this run gets no secrets, so it could not check for a preview and deleted none.`,
      hint: 'Add the key to the Dependabot secrets, close on `pull_request_target: closed`, or have `command: sweep` delete what is left.',
    });
    return undefined;
  }
  const secrets = inputs.apiKey === '' ? ' and gets no secrets' : ', where anyone may have written it';
  reporter.annotate({
    severity: 'notice',
    title: 'preview',
    message: `This pull request ${origin}${secrets}, so its spec is validated and no preview is deployed.`,
    hint: pullRequest.isFromFork
      ? 'To get one, someone with write access pushes the branch to this repository; `untrusted` in `allow` deploys it anyway.'
      : 'To get one, push a commit to its branch, or add the key to the Dependabot secrets.',
  });
  const { validate } = await import('./validate.ts');
  return validate(context);
}
