/** The command `validate`: the specs checked offline, and against the live limits where there is a key. */

import { checkDocuments } from '../check/plan.ts';
import type { Limits } from '../model/limits.ts';
import { validationSummary } from '../render/not-deployed.ts';
import { hasErrors } from '../spec/issue.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { readLimits } from './prepare.ts';
import { readSpecs, reportIssues } from './specs.ts';

export const validate: CommandFunction = async (context) => {
  const { inputs, reporter, outputs } = context;
  const { documents, issues, shownTexts } = await readSpecs(context);
  const limits = inputs.apiKey === '' ? undefined : await connectAndReadLimits(context);
  const all = [...issues, ...checkDocuments(documents, { limits, tolerance: inputs.limits })];
  const names = documents.flatMap(({ readable }) => readable.name ?? []);
  const against = limits
    ? 'the rules of the spec and the live limits'
    : inputs.apiKey === ''
      ? 'the rules of the spec; live limits need an api key'
      : 'the rules of the spec';
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
  const client = context.connect();
  try {
    return await readLimits(context, { client, isNeeded: false });
  } finally {
    await client.close();
  }
}
