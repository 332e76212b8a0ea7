/** Previews of pull requests: which event starts or ends one, and the names of its endpoints. */

import { createHash } from 'node:crypto';
import type { Spec } from '../model/spec.ts';

/** Which pull requests have a preview: those with the label, '' for all; and whether drafts have one. */
export type PreviewRules = { label: string; drafts: boolean };

/** Undefined if unknown. */
export type PullRequestTraits = {
  isOpen: boolean;
  labels: readonly string[] | undefined;
  isDraft: boolean | undefined;
};

/** Why a pull request has no preview; `unknown` if that cannot be decided. */
export type PreviewRefusal = 'closed' | 'label' | 'draft' | 'unknown';

/**
 * `keep` writes nothing, because the event is not a reason to deploy, or because it is unknown whether a preview is
 * due; `nothing`: there is no preview, and none is due.
 */
export type PreviewStep = 'create' | 'keep' | 'delete' | 'nothing';

/** Whether an event of this action ever deploys. A workflow that listens to `pull_request_review` means to deploy. */
export function mayDeploy(action: string): boolean {
  return ['opened', 'reopened', 'synchronize', 'labeled', 'ready_for_review', 'submitted'].includes(action);
}

/** Undefined if a preview is due. */
export function previewRefusal(traits: PullRequestTraits, { label, drafts }: PreviewRules): PreviewRefusal | undefined {
  const { isOpen, labels, isDraft } = traits;
  if (!isOpen) return 'closed';
  // GitHub takes `GPU-preview` and `gpu-preview` for one label.
  const hasLabel = label === '' || labels?.some((each) => each.toLowerCase() === label.toLowerCase());
  if (hasLabel === false) return 'label';
  if (!drafts && isDraft) return 'draft';
  return hasLabel === undefined || (!drafts && isDraft === undefined) ? 'unknown' : undefined;
}

/**
 * Every event ends a preview that is no longer due: GitHub keeps one waiting run of a concurrency group, so this run
 * may have replaced the run of `unlabeled`.
 */
export function previewStep(action: string, refusal: PreviewRefusal | undefined): PreviewStep {
  if (refusal === 'unknown') return 'keep';
  if (refusal) return refusal !== 'closed' && action === 'opened' ? 'nothing' : 'delete';
  return mayDeploy(action) ? 'create' : 'keep';
}

/** As the end of a sentence. */
export function explainRefusal(refusal: PreviewRefusal, { label }: Pick<PreviewRules, 'label'>): string {
  return {
    closed: 'the pull request is closed',
    label: `the pull request does not have the label \`${label}\``,
    draft: 'the pull request is a draft',
    unknown: 'neither the event nor GitHub says which labels the pull request has, or whether it is a draft',
  }[refusal];
}

/** The `types` of `on: pull_request` by which previews start and end; GitHub's default is the first three. */
export function neededTypes({ label, drafts }: PreviewRules): string[] {
  return [
    ...['opened', 'synchronize', 'reopened', 'closed'],
    ...(label === '' ? [] : ['labeled', 'unlabeled']),
    ...(drafts ? [] : ['ready_for_review', 'converted_to_draft']),
  ];
}

/** The spec with at most the allowed workers, and none without requests: nobody watches the costs of a preview. */
export function limitWorkers(spec: Spec, { workers }: { workers: number }): Spec {
  const { maxNum } = spec.workerConfig ?? {};
  const limited = maxNum !== undefined && { maxNum: Math.min(maxNum, workers) };
  return { ...spec, workerConfig: { ...spec.workerConfig, minNum: 0, ...limited } };
}

/** service-api.md, v1 Create endpoint. */
const maxNameLength = 220;
/** The first label of the URL, `{id}-{appName}`, has at most 63 characters, 17 of them for the id. */
const maxAppNameLength = 46;

/** The spec of the preview for one pull request: `<name>-pr-<number>`, and a given `appName` likewise. */
export function previewSpec(spec: Spec, pullRequest: number): Spec {
  const { name, appName } = spec;
  const suffix = `-pr-${pullRequest}`;
  const own = appName !== undefined && { appName: derivedName(appName, suffix, maxAppNameLength) };
  return { ...spec, name: derivedName(name, suffix, maxNameLength), ...own };
}

/** The spec under a name that an input gives, such as a stage's: its `appName`, which is unique too, follows. */
export function renamedSpec(spec: Spec, ownName: string): Spec {
  const { name, appName = '' } = spec;
  if (appName === '' || ownName === '' || name === ownName) return spec;
  const rest = name.startsWith(ownName) ? name.slice(ownName.length) : name;
  const words = rest
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const suffix = words === '' || words.length > 20 ? nameHash(name) : words;
  return { ...spec, appName: derivedName(appName, `-${suffix}`, maxAppNameLength) };
}

/** A name that would be too long keeps its beginning and gets a hash, so that two long names differ. */
function derivedName(name: string, suffix: string, lengthMax: number): string {
  if (name.length + suffix.length <= lengthMax) return name + suffix;
  const hash = nameHash(name);
  // Not within a character: half of one would not survive the way to the service and back.
  const beginning = name.slice(0, lengthMax - suffix.length - hash.length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning}-${hash}${suffix}`;
}

const nameHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
