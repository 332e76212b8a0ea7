/** The command `validate`: the specs checked offline, and against the live limits where there is a key. */

import { checkDocuments } from '../check/plan.ts';
import type { Limits } from '../model/limits.ts';
import { imageLine } from '../render/image.ts';
import { validationSummary } from '../render/not-deployed.ts';
import { hasErrors, type Issue } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { openImages } from './image.ts';
import { readLimits } from './prepare.ts';
import { readSpecs, reportIssues } from './specs.ts';

export const validate: CommandFunction = async (context) => {
  const { inputs, reporter, outputs } = context;
  const { documents, issues, shownTexts } = await readSpecs(context);
  const [limits, imageIssues] =
    inputs.apiKey === ''
      ? [undefined, []]
      : await Promise.all([connectAndReadLimits(context), checkImages(context, documents)]);
  const all = [
    ...issues,
    ...checkDocuments(documents, { limits, mayExceed: inputs.allow.has('beyond-limits') }),
    ...imageIssues,
  ];
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

async function connectAndReadLimits(context: CommandContext): Promise<Limits | undefined> {
  const client = await context.connect();
  try {
    return await readLimits(context, { client, isNeeded: false });
  } finally {
    await client.close();
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
