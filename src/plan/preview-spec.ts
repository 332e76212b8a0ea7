/** The spec of a preview: its name, and what it costs at most; and the name of a candidate. */

import { hash } from 'node:crypto';
import type { Spec } from '../model/spec.ts';

/** The spec with at most the allowed workers, and none without requests: nobody watches the costs of a preview. */
export function limitWorkers(spec: Spec, workers: number): Spec {
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
  const own = appName !== undefined && { appName: derivedName(appName, suffixOf(pullRequest), maxAppNameLength) };
  return { ...spec, name: previewName(name, pullRequest), ...own };
}

/** The name of the preview that a spec of that name has for the pull request. */
export function previewName(name: string, pullRequest: number): string {
  return derivedName(name, suffixOf(pullRequest), maxNameLength);
}

const candidateSuffix = '-candidate';

/** The name of the candidate of an endpoint. */
export const candidateName = (name: string) => derivedName(name, candidateSuffix, maxNameLength);
export const isCandidateName = (name: string) => name.endsWith(candidateSuffix);
export const candidateAppName = (appName: string) => derivedName(appName, candidateSuffix, maxAppNameLength);

/** Whether the name is that of a preview, of this pull request where it is given. */
export function isPreviewName(name: string, pullRequest?: number): boolean {
  const [, number] = /-pr-(\d+)$/.exec(name) ?? [];
  return number !== undefined && (pullRequest === undefined || Number(number) === pullRequest);
}

const suffixOf = (pullRequest: number) => `-pr-${pullRequest}`;

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
  // A cut within a character would not survive the way to the service and back.
  const beginning = name.slice(0, lengthMax - suffix.length - hash.length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning}-${hash}${suffix}`;
}

const nameHash = (text: string) => hash('sha256', text).slice(0, 8);
