/** The facts about previews: what the account has of them, and which names the step gives. */

import { DeployError, knownError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type OwnedRecord, readOwner, recordDoubt } from '../model/record.ts';
import type { Spec } from '../model/spec.ts';
import type { RecordedEndpoint } from '../plan/previews.ts';
import type { SpecDocument } from '../spec/issue.ts';
import type { CommandContext } from './context.ts';
import { openReads, withEnvs } from './look-up.ts';
import { isOfRepository } from './ownership.ts';
import { readSpecs } from './specs.ts';

/** An endpoint that is recorded for a pull request of this repository. */
export interface PreviewEndpoint extends RecordedEndpoint {
  endpoint: Endpoint;
  number: number;
  record: OwnedRecord;
}

/** Undefined where nothing proves that this repository has deployed it for a pull request. */
export function recordedPreview(endpoint: Endpoint, { github }: CommandContext): PreviewEndpoint | undefined {
  const record = readOwner(endpoint.config);
  if (record?.pullRequest === undefined || !isOfRepository(record, github.context)) return undefined;
  return { id: endpoint.id, name: endpoint.config.name, endpoint, number: record.pullRequest, record };
}

/** Of one pull request, or of all. Warns of endpoints with such a name that do not show who deployed them: they stay. */
export async function listPreviews(context: CommandContext, number?: number): Promise<PreviewEndpoint[]> {
  const reads = await openReads(context);
  const suffix = number === undefined ? /-pr-\d+$/ : new RegExp(`-pr-${number}$`);
  const isDoubtful = ({ config }: Endpoint) => suffix.test(config.name) && recordDoubt(config) !== undefined;
  const endpoints = await reads.list();
  // A list may omit the envs, which hold the record of a preview.
  const toRead = endpoints.filter(isDoubtful).slice(0, 20);
  const read: Endpoint[] = [];
  for (const listed of endpoints) read.push(toRead.includes(listed) ? await withEnvs(listed, context) : listed);
  const doubtful = read.filter(isDoubtful).map(({ id, config }) => `${config.name} (${id})`);
  const doubt = 'have names of previews, but do not show which repository deployed them, so they stay';
  const message = `These endpoints ${doubt}: ${doubtful.join(', ')}.`;
  const hint = "Check them on the service's website, and delete there what is no longer needed.";
  if (doubtful.length > 0) context.reporter.annotate({ severity: 'warning', title: 'previews', message, hint });
  const previews = read.flatMap((endpoint) => recordedPreview(endpoint, context) ?? []);
  return previews.filter((each) => number === undefined || each.number === number);
}

/** The names that the specs of the step give; undefined for each that cannot be read. Nothing else has to be right. */
export async function namesOfStep(context: CommandContext): Promise<readonly (string | undefined)[]> {
  const { name } = context.inputs;
  if (name !== '') return [name];
  const read = await readSpecs(context).catch(knownError);
  return read instanceof DeployError ? [undefined] : read.documents.map(({ readable }) => readable.name);
}

/** A document, and its spec under the name that is deployed. */
export type NamedSpec = { document: SpecDocument; spec: Spec };

/** Of several jobs with the same step, each may have another value. */
export const isNamedByVariable = ({ document }: NamedSpec) => document.written(['name'])?.includes('${') ?? false;
