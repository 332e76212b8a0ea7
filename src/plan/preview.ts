/** Previews of pull requests: which event starts or ends one, what it may cost, and the names of its endpoints. */

import { createHash } from 'node:crypto';
import type { EndpointConfig } from '../model/config.ts';
import type { Spec } from '../model/spec.ts';

/** Which pull requests have a preview: those with the label, '' for all; and whether drafts have one. */
export type PreviewRules = { label: string; drafts: boolean };

/** What previews may cost and reach at most: anyone who opens a pull request writes their specs. */
export interface PreviewLimits {
  /** A spec with a larger `maxNum` is deployed with this one. */
  workers: number;
  /** Of one worker. */
  gpus: number;
  /** Of a pull request. */
  endpoints: number;
  /** Whether cloud storage may be mounted; local storage always may. */
  storage: boolean;
}

/** Undefined for what is not told. */
export type PullRequestTraits = {
  isOpen: boolean;
  labels: readonly string[] | undefined;
  isDraft: boolean | undefined;
};

/** Why a pull request has no preview; `unknown` where it cannot be decided. */
export type Refusal = 'closed' | 'label' | 'draft' | 'unknown';

/**
 * `create` deploys; `keep` writes nothing, because the event is no reason to deploy, or nothing says whether a preview
 * is due; `delete` deletes; `nothing`: there is none, and none is due.
 */
export type PreviewStep = 'create' | 'keep' | 'delete' | 'nothing';

/** Whether an event of this action ever deploys. A workflow that listens to `pull_request_review` means to deploy. */
export function mayDeploy(action: string): boolean {
  return ['opened', 'reopened', 'synchronize', 'labeled', 'ready_for_review', 'submitted'].includes(action);
}

/** Why there is to be no preview; undefined when there is to be one. */
export function refusalOf(traits: PullRequestTraits, { label, drafts }: PreviewRules): Refusal | undefined {
  const { isOpen, labels, isDraft } = traits;
  if (!isOpen) return 'closed';
  // GitHub takes `GPU-preview` and `gpu-preview` for one label.
  const hasLabel = label === '' || labels?.some((each) => each.toLowerCase() === label.toLowerCase());
  if (hasLabel === false) return 'label';
  if (!drafts && isDraft) return 'draft';
  return hasLabel === undefined || (!drafts && isDraft === undefined) ? 'unknown' : undefined;
}

/**
 * What there is to do. Every event ends a preview that is no longer due: GitHub keeps one waiting run of a concurrency
 * group, so the run of `unlabeled` may have given way to the run at hand.
 */
export function previewStep(action: string, refusal: Refusal | undefined): PreviewStep {
  if (refusal === 'unknown') return 'keep';
  if (refusal) return refusal !== 'closed' && action === 'opened' ? 'nothing' : 'delete';
  return mayDeploy(action) ? 'create' : 'keep';
}

/** As the end of a sentence. */
export function explainRefusal(refusal: Refusal, { label }: Pick<PreviewRules, 'label'>): string {
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

/** The spec with no more workers than allowed, and none while nobody asks: nobody watches what a preview costs. */
export function limitWorkers(spec: Spec, { workers }: Pick<PreviewLimits, 'workers'>): Spec {
  const { maxNum } = spec.workerConfig ?? {};
  const most = maxNum !== undefined && { maxNum: Math.min(maxNum, workers) };
  return { ...spec, workerConfig: { ...spec.workerConfig, minNum: 0, ...most } };
}

/** What is beyond the limits, each with the line that would allow it. */
export function explainPreviewLimits(
  { workerConfig: { gpuNum, maxNum }, volumeMounts }: Pick<EndpointConfig, 'workerConfig' | 'volumeMounts'>,
  { workers, gpus, storage }: PreviewLimits,
): { found: string; line: string }[] {
  const cloud = volumeMounts.filter(({ type }) => type !== 'local').map(({ id, mountPath }) => id || mountPath);
  const beyond = (isBeyond: boolean, found: string, line: string) => (isBeyond ? [{ found, line }] : []);
  return [
    ...beyond(maxNum > workers, `workerConfig.maxNum is ${maxNum}, at most ${workers}`, `workers=${maxNum}`),
    ...beyond(gpuNum > gpus, `workerConfig.gpuNum is ${gpuNum}, at most ${gpus}`, `gpus=${gpuNum}`),
    ...beyond(cloud.length > 0 && !storage, `cloud storage ${cloud.join(', ')} is mounted`, 'storage=true'),
  ];
}

/** service-api.md, v1 Create endpoint. */
const nameLengthMax = 220;
/** It is a part of the URL's first label (`{id}-{appName}`): 63 characters at most, 17 of them taken by the id. */
const appNameLengthMax = 46;

/** The spec of the preview for one pull request: `<name>-pr-<number>`, and `appName` likewise where there is one. */
export function previewSpec(spec: Spec, pullRequest: number): Spec {
  const { name, appName } = spec;
  const suffix = `-pr-${pullRequest}`;
  const own = appName !== undefined && { appName: derivedName(appName, suffix, appNameLengthMax) };
  return { ...spec, name: derivedName(name, suffix, nameLengthMax), ...own };
}

/** The spec under a name that an input gives, such as that of a stage: its `appName` follows, which is unique, too. */
export function renamedSpec(spec: Spec, ownName: string): Spec {
  const { name, appName = '' } = spec;
  if (appName === '' || ownName === '' || name === ownName) return spec;
  const rest = name.startsWith(ownName) ? name.slice(ownName.length) : name;
  const words = rest
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const suffix = words === '' || words.length > 20 ? hashOf(name) : words;
  return { ...spec, appName: derivedName(appName, `-${suffix}`, appNameLengthMax) };
}

/** A name that would be too long keeps its beginning and gets a hash, so that two long names never meet. */
function derivedName(name: string, suffix: string, lengthMax: number): string {
  if (name.length + suffix.length <= lengthMax) return name + suffix;
  const hash = hashOf(name);
  // Not inside a character: half of one would not survive the way to the service and back.
  const beginning = name.slice(0, lengthMax - suffix.length - hash.length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning}-${hash}${suffix}`;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
