/** Which endpoints are previews, and of which pull request. */

import type { Endpoint } from '../model/endpoint.ts';
import { readOwner, recordDoubt } from '../model/record.ts';
import type { Spec } from '../model/spec.ts';
import type { SpecDocument } from '../spec/issue.ts';
import type { CommandContext } from './context.ts';
import { lookUntil } from './look-up.ts';
import { isOfRepository, isOfStep, withEnvs } from './ownership.ts';
import { openReads } from './reads.ts';

/** An endpoint that is recorded as a preview of this repository; its age since it was deployed. */
export type PreviewEndpoint = { endpoint: Endpoint; pullRequest: number; ageSeconds: number; isOfStep: boolean };

/** undefined where nothing proves that the endpoint is a preview of this repository. */
export function readPreviewEndpoint(
  endpoint: Endpoint,
  { github, inputs, clock }: CommandContext,
): PreviewEndpoint | undefined {
  const record = readOwner(endpoint.config);
  if (record?.pullRequest === undefined || !isOfRepository(record, github.context)) return undefined;
  // A record from a machine with a fast clock is young, not of negative age.
  const ageSeconds = Math.max(0, (clock.date().getTime() - Date.parse(record.time)) / 1000);
  return { endpoint, pullRequest: record.pullRequest, ageSeconds, isOfStep: isOfStep(record, inputs) };
}

interface PreviewList {
  /** What else may be listed soon; default nothing. */
  missing?: (found: readonly PreviewEndpoint[]) => string;
}

/** Warns of endpoints with such a name that do not show which repository deployed them: they stay. */
export async function listPreviews(
  context: CommandContext,
  isPreviewName: (name: string) => boolean,
  { missing = () => '' }: PreviewList = {},
): Promise<PreviewEndpoint[]> {
  const reads = await openReads(context);
  const isDoubtful = ({ config }: Endpoint) => isPreviewName(config.name) && recordDoubt(config) !== undefined;
  const previewsIn = (read: readonly Endpoint[]) =>
    read.flatMap((endpoint) => readPreviewEndpoint(endpoint, context) ?? []);
  const look = async () => {
    const endpoints = await reads.list();
    // A list may omit the envs, which hold the record of a preview.
    const toRead = endpoints.filter(isDoubtful).slice(0, 20);
    const read: Endpoint[] = [];
    for (const listed of endpoints) read.push(toRead.includes(listed) ? await withEnvs(listed, context) : listed);
    return read;
  };
  const read = await lookUntil({ look, missing: (found) => missing(previewsIn(found)) }, context);
  const doubtful = read.filter(isDoubtful).map(({ id, config }) => `${config.name} (${id})`);
  const doubt = 'have names of previews, but do not show which repository deployed them, so they stay';
  const message = `These endpoints ${doubt}: ${doubtful.join(', ')}.`;
  const hint = "Check them on the service's website, and delete there what is no longer needed.";
  if (doubtful.length > 0) context.reporter.annotate({ severity: 'warning', title: 'previews', message, hint });
  return previewsIn(read);
}

/** A document, and its spec under the name that is deployed. */
export type NamedSpec = { document: SpecDocument; spec: Spec };

/** Of several jobs with the same step, each may have another value. */
export const isNamedByVariable = ({ document }: NamedSpec) => document.written(['name'])?.includes('${') ?? false;
