/** Owns the command `validate`: the spec judged offline, and against the live limits where there is a key. */

import type { Limits } from '../model/limits.ts';
import { validationSummary } from '../render/outcome.ts';
import { hasErrors } from '../spec/issue.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { askLimits, limitIssues } from './limits.ts';
import { readSpecs, reportIssues } from './specs.ts';

export async function validate(context: CommandContext): Promise<CommandResult> {
  const { inputs, reporter } = context;
  const { documents, issues, shownTexts } = await readSpecs(context);
  const limits = inputs.apiKey === '' ? undefined : await askLive(context);
  const all = [...issues, ...limitIssues(documents, { limits, mode: inputs.limits })];
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
  return { outputs: { name: names[0] ?? '', operation: 'validated' } };
}

async function askLive(context: CommandContext): Promise<Limits | undefined> {
  const client = context.connect();
  try {
    return await askLimits(context, { client, isNeeded: false });
  } finally {
    await client.close();
  }
}
