/** Which endpoints are previews, of which pull request, and how many a pull request may have. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord, recordDoubt } from '../model/record.ts';
import type { Spec } from '../model/spec.ts';
import { isTerminating } from '../model/states.ts';
import type { ListOptions } from '../service/list.ts';
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
  const record = readRecord(endpoint.config);
  if (record?.pullRequest === undefined || !isOfRepository(record, github.context)) return undefined;
  // A record from a machine with a fast clock is young, not of negative age.
  const ageSeconds = Math.max(0, (clock.date().getTime() - Date.parse(record.time)) / 1000);
  return { endpoint, pullRequest: record.pullRequest, ageSeconds, isOfStep: isOfStep(record, inputs) };
}

/** The previews of a pull request that have the name of one, also in an account that is too large to be kept whole. */
export async function listNamedPreviews(context: CommandContext, pullRequest: number): Promise<PreviewEndpoint[]> {
  const isPreviewName = (name: string) => name.endsWith(`-pr-${pullRequest}`);
  const previews = await listPreviews(context, isPreviewName, { only: ({ name }) => isPreviewName(name) });
  return previews.filter((each) => each.pullRequest === pullRequest && !isTerminating(each.endpoint));
}

interface PreviewList {
  /** What else may be listed soon; default nothing. */
  missing?: (found: readonly PreviewEndpoint[]) => string;
  only?: ListOptions['only'];
}

/** Warns of endpoints with such a name that do not show which repository deployed them: they stay. */
export async function listPreviews(
  context: CommandContext,
  isPreviewName: (name: string) => boolean,
  { missing = () => '', only }: PreviewList = {},
): Promise<PreviewEndpoint[]> {
  const reads = await openReads(context);
  const isDoubtful = ({ config }: Endpoint) => isPreviewName(config.name) && recordDoubt(config) !== undefined;
  const previewsIn = (read: readonly Endpoint[]) =>
    read.flatMap((endpoint) => readPreviewEndpoint(endpoint, context) ?? []);
  const look = async () => {
    const endpoints = await reads.list({ only });
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

/**
 * Anyone who opens a pull request writes its specs, and each endpoint is billed, so previews of other steps count.
 * Resolves to whether the previews that the step no longer describes fit as well.
 */
export async function assertFewPreviews(named: readonly NamedSpec[], context: CommandContext): Promise<boolean> {
  const { preview } = context;
  if (!preview || named.length === 0) return true;
  const { pullRequest, options } = preview;
  const names = named.map(({ spec }) => spec.name);
  const listed = names.length > options.endpoints ? [] : await listNamedPreviews(context, pullRequest.number);
  const others = listed.filter(({ endpoint }) => !names.includes(endpoint.config.name));
  const staying = others.filter(({ isOfStep }) => !isOfStep || named.some(isNamedByVariable));
  const count = names.length + staying.length;
  if (count <= options.endpoints) return names.length + others.length <= options.endpoints;
  const beside = staying.map(({ endpoint }) => endpoint.config.name).sort();
  const found = `${names.length} preview endpoints${beside.length > 0 ? ` beside ${beside.join(', ')}` : ''}`;
  throw new DeployError({
    code: 'limits-exceeded',
    message: `\`spec\` describes ${found}, and a pull request has at most ${options.endpoints}`,
    hint: `Let \`spec\` match fewer, or allow it by a line of \`preview\`: \`endpoints=${count}\`.`,
  });
}
