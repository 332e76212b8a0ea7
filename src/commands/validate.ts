/** Owns the command `validate`: the spec judged offline, and against the live limits where there is a key. */

import type { Issue } from '../spec/issue.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { limitIssues, readSpecs, reportIssues } from './specs.ts';

export async function validate(context: CommandContext): Promise<CommandResult> {
  const { inputs, reporter, signal } = context;
  const { documents, issues } = await readSpecs(context);
  const isLive = inputs.apiKey !== '' && inputs.limits !== 'off';
  let againstLimits: readonly Issue[] = [];
  if (isLive) {
    const client = context.connect();
    try {
      const limits = await client.limits({ signal });
      againstLimits = limitIssues(documents, { limits, mode: inputs.limits });
    } finally {
      await client.close();
    }
  }
  await reportIssues([...issues, ...againstLimits], context);
  const names = documents.map(({ spec }) => spec?.name).join(', ');
  reporter.info(
    `Valid: ${names}, ${isLive ? 'also against the live limits' : 'offline; live limits were not asked for'}.`,
  );
  return { outputs: { name: documents[0]?.spec?.name ?? '', operation: 'validated' } };
}
