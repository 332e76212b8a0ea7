/** What an event of a pull request means for its previews: one table of events, label and draft. */

/** Lines of the input `preview` that say which pull requests have one. */
export interface PreviewRules {
  /** '' for every pull request. */
  label: string;
  /** Whether drafts have one. */
  drafts: boolean;
}

/** What decides whether a pull request has a preview; undefined for what is not told. */
export interface PullRequestTraits {
  isOpen: boolean;
  labels: readonly string[] | undefined;
  isDraft: boolean | undefined;
}

/** Why a pull request has no preview; `untold` where it cannot be decided. */
export type Refusal = 'closed' | 'label' | 'draft' | 'untold';

/**
 * `create` deploys; `keep` writes nothing, because the event is no reason to deploy, or nothing says whether a preview is due; `delete` deletes;
 * `nothing`: there is none, and none is due.
 */
export type PreviewStep = 'create' | 'keep' | 'delete' | 'nothing';

/** Reviews are asked for by `pull_request_review` alone, so a workflow that listens to them means to deploy. */
const deployingActions: ReadonlySet<string> = new Set([
  'opened',
  'reopened',
  'synchronize',
  'labeled',
  'ready_for_review',
  'submitted',
]);

/** Whether an event of this action ever deploys. */
export function mayDeploy(action: string): boolean {
  return deployingActions.has(action);
}

/** Why there is to be no preview; undefined when there is to be one. */
export function refusalOf(
  { isOpen, labels, isDraft }: PullRequestTraits,
  { label, drafts }: PreviewRules,
): Refusal | undefined {
  if (!isOpen) return 'closed';
  if (label !== '' && labels && !hasLabel(labels, label)) return 'label';
  if (!drafts && isDraft) return 'draft';
  const isUntold = (label !== '' && !labels) || (!drafts && isDraft === undefined);
  return isUntold ? 'untold' : undefined;
}

/** GitHub takes `GPU-preview` and `gpu-preview` for one label. */
function hasLabel(labels: readonly string[], label: string): boolean {
  return labels.some((each) => each.toLowerCase() === label.toLowerCase());
}

/**
 * What there is to do. Every event ends a preview that is no longer due: GitHub keeps one waiting run of a concurrency group, so the run of `unlabeled` may
 * have given way to the run at hand.
 */
export function previewStep(action: string, refusal: Refusal | undefined): PreviewStep {
  switch (refusal) {
    case 'closed':
      return 'delete';
    case 'label':
    case 'draft':
      return action === 'opened' ? 'nothing' : 'delete';
    case 'untold':
      return 'keep';
    case undefined:
      return mayDeploy(action) ? 'create' : 'keep';
  }
}

/** As the end of a sentence. */
export function explainRefusal(refusal: Refusal, { label }: Pick<PreviewRules, 'label'>): string {
  switch (refusal) {
    case 'closed':
      return 'the pull request is closed';
    case 'label':
      return `the pull request does not have the label \`${label}\``;
    case 'draft':
      return 'the pull request is a draft';
    case 'untold':
      return 'neither the event nor GitHub says which labels the pull request has, or whether it is a draft';
  }
}

/** The `types` of `on: pull_request` by which previews start and end; GitHub runs only the first three unless told otherwise. */
export function neededTypes({ label, drafts }: PreviewRules): string[] {
  return [
    ...['opened', 'synchronize', 'reopened', 'closed'],
    ...(label === '' ? [] : ['labeled', 'unlabeled']),
    ...(drafts ? [] : ['ready_for_review', 'converted_to_draft']),
  ];
}
