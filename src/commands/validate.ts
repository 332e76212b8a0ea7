/** The command `validate`: the specs checked offline, and against the live limits where there is a key. */

import { noteCreation } from '../check/creation.ts';
import { checkDocuments } from '../check/plan.ts';
import { checkProducts } from '../check/products.ts';
import { DeployError } from '../errors.ts';
import type { Limits } from '../model/limits.ts';
import { validationSummary } from '../render/not-deployed.ts';
import { imageLine } from '../render/plan.ts';
import { hasErrors, type Issue } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { checkSpecImages } from './image.ts';
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
  const isAsked = documents.some(({ readable }) => (readable.products ?? []).length > 0);
  const [limits, products] = await Promise.all([
    readLimits(context, { isNeeded: false }),
    isAsked ? readProducts(context) : [],
  ]);
  return { limits, products };
}

/** They only help: where they cannot be read, nothing is compared. */
async function readProducts({ signal, connections }: CommandContext): Promise<string[]> {
  try {
    const client = await connections.service();
    const { endpoints } = await client.list({ signal, isReadAgain: true });
    return [...new Set(endpoints.flatMap(({ config }) => config.products))].sort();
  } catch (error) {
    if (error instanceof DeployError && error.code !== 'unauthorized' && error.code !== 'cancelled') return [];
    throw error;
  }
}

/** Which of the images a deploy would change is not known here: all of them are asked about. */
async function checkImages(context: CommandContext, documents: readonly SpecDocument[]): Promise<readonly Issue[]> {
  const { resolved, issues } = await checkSpecImages(documents, context);
  for (const image of resolved) if (image) context.reporter.info(imageLine(image));
  return issues;
}
