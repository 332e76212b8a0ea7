/** What a run says of previews, and of a pull request that gets none by it. */

import type { DeployError } from '../errors.ts';
import { workersAfterChange } from '../model/config.ts';
import { readRecord } from '../model/record.ts';
import { explainRefusal } from '../plan/preview-event.ts';
import type { NotedPreview } from '../render/preview-note.ts';
import { shortCommit } from '../render/text.ts';
import type { CommandContext } from './context.ts';
import type { EndpointResult } from './deploy-report.ts';
import type { Preview, PreviewDecision } from './preview.ts';

/** What the comment says of the previews that this run has written, or found as they are to be. */
export function notedPreviews(
  results: readonly Pick<EndpointResult, 'carriedOut'>[],
  { clock }: Pick<CommandContext, 'clock'>,
): NotedPreview[] {
  return results.flatMap(({ carriedOut }) => {
    if (!carriedOut?.operation) return [];
    const { plan, operation } = carriedOut;
    const isRecorded =
      ['created', 'replaced'].includes(operation) ||
      (operation === 'updated' && plan.changes.some(({ member }) => workersAfterChange(member) === 'replaced'));
    const record = plan.live && !isRecorded ? readRecord(plan.live.config) : undefined;
    return {
      isNew: operation === 'created',
      sleeps: plan.desired.workerConfig.minNum === 0,
      deployedAt: record ? new Date(record.time) : clock.date(),
    };
  });
}

/** There is none, and none is due. */
export function reportNoPreview(
  { reporter, outputs }: CommandContext,
  { options }: Preview,
  { refusal }: PreviewDecision,
): undefined {
  if (refusal) reporter.info(`No preview: ${explainRefusal(refusal, options)}.`);
  outputs.set({ operation: 'absent', changed: 'false' });
}

/** What is deployed for the pull request stays as it is. */
export function reportKept(
  { reporter, outputs }: CommandContext,
  { pullRequest, options }: Preview,
  { refusal }: PreviewDecision,
): undefined {
  const { number, action } = pullRequest;
  if (pullRequest.isClosed) {
    reporter.annotate({
      severity: 'notice',
      title: 'preview: superseded',
      message: `This run was started when pull request #${number} was closed, but it is open again: its previews are kept.`,
      hint: 'They are deleted when it closes; `command: delete` with `preview: true` deletes them now.',
    });
    outputs.set({ operation: 'superseded', changed: 'false' });
    return;
  }
  if (refusal)
    reporter.annotate({
      severity: 'warning',
      title: 'preview',
      message: `No preview of pull request #${number} was deployed or deleted: ${explainRefusal(refusal, options)}.`,
      hint: 'Give the job `permissions: { pull-requests: read }`, and start it again.',
    });
  else
    reporter.info(
      `Nothing to do: the event \`${action}\` deploys no preview, and pull request #${number} may keep its own.`,
    );
  outputs.set({ operation: 'unchanged', changed: 'false' });
}

/** What a deploy would do in place of deploying. */
export function reportPlanned(
  { reporter, outputs }: CommandContext,
  { pullRequest, options }: Preview,
  { step, refusal }: PreviewDecision,
): undefined {
  const why = refusal ? explainRefusal(refusal, options) : `the event \`${pullRequest.action}\` deploys none`;
  const what = step === 'delete' ? `delete the previews of pull request #${pullRequest.number}` : 'deploy no preview';
  reporter.info(`Plan: a deploy would ${what}, because ${why}.`);
  outputs.set({ operation: 'planned', changed: 'false' });
}

/** The pull request has another last commit by now, which its own run deploys. */
export function leaveToNewer({ reporter, outputs, github }: CommandContext, { pullRequest }: Preview): undefined {
  reporter.annotate({
    severity: 'notice',
    title: 'preview: superseded',
    message: `Skipped: ${shortCommit(pullRequest.headSha)} is no longer the last commit of pull request #${pullRequest.number}.`,
    hint: `The run of the last commit deploys it. To deploy ${shortCommit(github.context.sha)} anyway, add \`older-commit\` to \`allow\`.`,
  });
  outputs.set({ operation: 'superseded', changed: 'false' });
}

/** For a pull request that gets no secrets, or by code of others: its spec is validated, and the run says why it does no more. */
export async function validatePreview(
  context: CommandContext,
  { pullRequest }: Preview,
): Promise<DeployError | undefined> {
  const { reporter, outputs, inputs } = context;
  const origin = pullRequest.isFromFork ? 'comes from a fork' : 'is by Dependabot';
  if (pullRequest.isClosed) {
    outputs.set({ changed: 'false' });
    if (pullRequest.isFromFork) {
      // Its branch may be gone, and a preview it had by `untrusted` only.
      reporter.info(`Pull request #${pullRequest.number} ${origin} and gets no preview: nothing to delete.`);
      outputs.set({ operation: 'absent' });
      return undefined;
    }
    // Somebody may have pushed to its branch, with secrets, and so have deployed one.
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
