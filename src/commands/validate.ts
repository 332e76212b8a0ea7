/** The command `validate`: the specs checked offline, and against the live limits where there is a key. */

import { noteCreation } from '../check/creation.ts';
import { checkDocuments } from '../check/plan.ts';
import { checkProducts } from '../check/products.ts';
import { DeployError } from '../errors.ts';
import type { Limits } from '../model/limits.ts';
import { validationSummary } from '../render/not-deployed.ts';
import { imageLine } from '../render/plan.ts';
import type { ServiceClient } from '../service/client.ts';
import { hasErrors, type Issue } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { openImages } from './image.ts';
import { readLimits } from './prepare.ts';
import { readSpecs, reportIssues } from './specs.ts';

export const validate: CommandFunction = async (context) => {
  const { inputs, reporter, outputs } = context;
  const { documents, issues, shownTexts } = await readSpecs(context);
  const [live, imageIssues] =
    inputs.apiKey === ''
      ? [undefined, []]
      : await Promise.all([readLive(context, documents), checkImages(context, documents)]);
  const limits = live?.limits;
  const all: Issue[] = [
    ...issues,
    ...checkDocuments(documents, { limits, mayExceed: inputs.allow.has('beyond-limits') }),
    ...documents.flatMap((document) => checkProducts(document, live?.products ?? [])),
    ...imageIssues,
  ];
  if (!hasErrors(all)) all.push(...documents.flatMap(noteCreation));
  const names = documents.flatMap(({ readable }) => readable.name ?? []);
  const against = limits
    ? 'the spec rules and the live limits'
    : inputs.apiKey === ''
      ? 'the spec rules; checking the live limits needs an API key'
      : 'the spec rules';
  if (!hasErrors(all)) {
    reporter.info(`Valid: ${names.join(', ')}. Checked against ${against}.`);
    await reporter.summarize(validationSummary({ names, against }));
  }
  await reportIssues({ issues: all, shownTexts }, context);
  outputs.setEndpoints(names.map((name) => ({ name, operation: 'validated', changed: 'false' })));
  outputs.set({ operation: 'validated' });
  return undefined;
};

interface Live {
  limits: Limits | undefined;
  /** Of all endpoints of the account, sorted; empty where they could not be read. */
  products: readonly string[];
}

async function readLive(context: CommandContext, documents: readonly SpecDocument[]): Promise<Live> {
  const client = await context.connections.service();
  const isAsked = documents.some(({ readable }) => (readable.products ?? []).length > 0);
  try {
    const [limits, products] = await Promise.all([
      readLimits(context, { client, isNeeded: false }),
      isAsked ? readProducts(context, client) : [],
    ]);
    return { limits, products };
  } finally {
    await client.close();
  }
}

/** They only help: where they cannot be read, nothing is compared. */
async function readProducts({ signal }: CommandContext, client: ServiceClient): Promise<string[]> {
  try {
    const { endpoints } = await client.list({ signal, isReadAgain: true });
    return [...new Set(endpoints.flatMap(({ config }) => config.products))].sort();
  } catch (error) {
    if (error instanceof DeployError && error.code !== 'unauthorized' && error.code !== 'cancelled') return [];
    throw error;
  }
}

/** Which of the images a deploy would change is not known here: all of them are asked about. */
async function checkImages(context: CommandContext, documents: readonly SpecDocument[]): Promise<readonly Issue[]> {
  const images = openImages(context);
  try {
    const specs = documents.flatMap((document) => (document.spec ? [{ document, spec: document.spec }] : []));
    for (const resolved of await images.checkSpecs(specs)) context.reporter.info(imageLine(resolved));
    return images.issues();
  } finally {
    await images.close();
  }
}
