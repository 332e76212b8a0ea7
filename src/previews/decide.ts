/** Previews of pull requests: who gets one, what there is to do now, and what a run says that deploys none. */

import { inputsInvalid } from '../errors.ts';
import type { PullRequestEvent } from '../github/event.ts';
import { type PullRequestNow, readPullRequest } from '../github/pull-requests.ts';
import {
  mayDeploy,
  type PreviewAnswer,
  type PreviewQuestion,
  type PullRequestTraits,
  reconcile,
} from '../plan/previews.ts';
import type { Run } from '../plan/run.ts';
import { shortCommit } from '../render/text.ts';
import type { Annotation } from '../report.ts';
import type { CommandContext, GitHubAsk, Preview } from '../run/context.ts';
import type { RunEnd } from '../run/outcome.ts';

/** The preview of this run; undefined when none is asked for. Throws where the event or the inputs do not fit. */
export function readPreview({ inputs, github: { context } }: Run): Preview | undefined {
  const { preview: options } = inputs;
  if (!options) return undefined;
  const { eventName, pullRequest, actor } = context;
  // Such a run writes with the repository's rights, for code of a stranger. A deletion does not read that code.
  const onlyDeletes = pullRequest && (pullRequest.state !== 'open' || !mayDeploy(pullRequest.action));
  if (eventName === 'pull_request_target' && !inputs.allow.has('untrusted') && !onlyDeletes)
    throw inputsInvalid(
      'previews are not deployed on `pull_request_target`: it gives repository secrets to a spec that anyone can propose',
      'Run the step `on: pull_request`. If every such pull request is reviewed before this workflow runs, add `untrusted` to `allow`.',
    );
  if (!pullRequest)
    throw inputsInvalid(
      `\`preview\` needs a pull request, but this run was started by ${eventName || 'hand'}`,
      'Run the step `on: pull_request` with `types: [opened, synchronize, reopened, closed]`.',
    );
  const hasKey = inputs.baseUrl !== undefined && inputs.apiKey !== '';
  if (!hasKey && !pullRequest.isFromFork && actor !== 'dependabot[bot]')
    throw inputsInvalid(
      '`base-url` or `api-key` is missing',
      'Set both; only pull requests from forks and by Dependabot, which get no secrets, can omit them.',
    );
  return { pullRequest, question: questionOf(pullRequest, options), hasKey, isCurrent: false };
}

/** The pull request as its event tells it, after the event and before. */
function questionOf(event: PullRequestEvent, rules: PreviewQuestion['rules']): PreviewQuestion {
  const { action, number, state, labels, label, isDraft } = event;
  const removed = action === 'unlabeled' ? label : undefined;
  const labelsBefore = removed === undefined ? labels : removed === '' ? undefined : labels?.concat(removed);
  const isDraftBefore = action === 'converted_to_draft' ? false : isDraft;
  return {
    event: action,
    number,
    rules,
    names: [],
    pull: { state, labels, isDraft },
    before: { state: 'open', labels: labelsBefore, isDraft: isDraftBefore },
  };
}

interface DecidedPreview extends Preview {
  /** `superseded`: another commit is the last one by now. `validate`: anyone may have written the code. */
  step: 'create' | 'keep' | 'end' | 'superseded' | 'validate';
  answer: PreviewAnswer;
}

/** The preview and its next step. If GitHub does not answer, the event decides, with a warning. */
export async function decidePreview(context: GitHubAsk): Promise<DecidedPreview | undefined> {
  const preview = readPreview(context);
  if (!preview) return undefined;
  const { pullRequest, hasKey } = preview;
  if (!hasKey) return { ...preview, step: 'validate', answer: reconcile(preview.question) };
  const { now, pull } = await readPull(context, preview.question);
  const question = { ...preview.question, pull };
  const answer = reconcile(question);
  const { allow } = context.inputs;
  const isHead = now && (now.headSha === undefined || !pullRequest.headSha || now.headSha === pullRequest.headSha);
  const isCurrent = now !== undefined && (isHead || allow.has('older-commit'));
  const isOpenToOthers = pullRequest.isFromFork && !allow.has('untrusted');
  const creates = isOpenToOthers ? 'validate' : now === undefined || isCurrent ? 'create' : 'superseded';
  const others = answer.standing === 'refused' || answer.standing === 'over' ? 'end' : 'keep';
  return { ...preview, question, isCurrent, step: answer.create ? creates : others, answer };
}

/** The pull request as GitHub has it now; where it does not say, with a warning, as it is `known`. */
export async function readPull(
  { github }: GitHubAsk,
  { number, pull: known }: PreviewQuestion,
): Promise<{ now: PullRequestNow | undefined; pull: PullRequestTraits }> {
  const read = await readPullRequest(github.api, number);
  if (!read.ok) {
    github.warn(read.failure);
    return { now: undefined, pull: known };
  }
  const { state, labels = known.labels, isDraft = known.isDraft } = read.value;
  return { now: read.value, pull: { state, labels, isDraft } };
}

/** The run was to end previews, and what ended them has been undone meanwhile. */
export function dueAgainNotice(number: number): Annotation {
  const message = `Pull request #${number} is to have previews again, such as after it was opened again: what is there now is kept.`;
  const hint = 'They are deleted when it closes; the command `delete` with `preview: true` deletes them now.';
  return { severity: 'notice', title: 'preview: superseded', message, hint };
}

/** The end of a run that deploys and deletes nothing. */
export function undeployed(
  { github, inputs }: Run,
  { pullRequest: { number, headSha, state }, step, answer: { standing, why } }: DecidedPreview,
): RunEnd {
  const end = { outcomes: [] };
  if (inputs.command === 'plan') {
    const what = step === 'end' ? `delete the previews of pull request #${number}` : 'deploy no preview';
    return { ...end, operation: 'planned', lines: `Plan: a deploy would ${what}, because ${why}.` };
  }
  if (step === 'superseded') {
    const message = `Skipped: ${shortCommit(headSha)} is no longer the last commit of pull request #${number}.`;
    const anyway = `To deploy ${shortCommit(github.context.sha)} anyway, add \`older-commit\` to \`allow\`.`;
    const hint = `The run of the last commit deploys it. ${anyway}`;
    const notices = [{ severity: 'notice', title: 'preview: superseded', message, hint }] as const;
    return { ...end, operation: 'superseded', notices };
  }
  if (state !== 'open') return { ...end, operation: 'superseded', notices: [dueAgainNotice(number)] };
  const message = `No preview of pull request #${number} was deployed or deleted: ${why}.`;
  const hint = 'Give the job `permissions: { pull-requests: read }`, and start it again.';
  const notices = [{ severity: 'warning', title: `pull request #${number}: no preview`, message, hint }] as const;
  return { ...end, operation: 'unchanged', ...(standing === 'unknown' ? { notices } : { lines: message }) };
}

/** Validates the spec of a pull request without secrets, or from a fork, and says why nothing is deployed. */
export async function validatePreview(
  context: CommandContext,
  { pullRequest: { number, isFromFork, state } }: Preview,
): Promise<RunEnd> {
  const { reporter, inputs } = context;
  const origin = isFromFork ? 'comes from a fork' : 'is by Dependabot';
  if (state !== 'open' && isFromFork) {
    // Its branch may be gone, and a preview it had by `untrusted` only.
    const lines = `Pull request #${number} ${origin} and gets no preview: nothing to delete.`;
    return { outcomes: [], operation: 'absent', lines };
  }
  if (state !== 'open') {
    // A push to its branch, with secrets, may have deployed one.
    const unchecked = 'this run gets no secrets, so it could not check for a preview and deleted none';
    const message = `Pull request #${number} ${origin}, and ${unchecked}.`;
    const hint =
      'Add the key to the Dependabot secrets, close on `pull_request_target: closed`, or have the command `sweep` delete what is left.';
    const title = `pull request #${number}: previews not looked for`;
    return { outcomes: [], notices: [{ severity: 'warning', title, message, hint }] };
  }
  const secrets = inputs.apiKey === '' ? ' and gets no secrets' : ', where anyone may have written it';
  const message = `This pull request ${origin}${secrets}, so its spec is validated and no preview is deployed.`;
  const hint = isFromFork
    ? 'To get one, someone with write access pushes the branch to this repository; `untrusted` in `allow` deploys it anyway.'
    : 'To get one, push a commit to its branch, or add the key to the Dependabot secrets.';
  reporter.annotate({ severity: 'notice', title: `pull request #${number}: no preview`, message, hint });
  const { command: validate } = await import('../commands/validate.ts');
  return validate(context);
}
