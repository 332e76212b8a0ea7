/** Owns the command `plan`: what a deploy would do, and nothing done. */

import { planSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { planOutputs } from './deploy.ts';
import { prepare } from './prepare.ts';

export async function plan(context: CommandContext): Promise<CommandResult> {
  const client = context.connect();
  try {
    const targets = await prepare(context, client);
    for (const target of targets) {
      context.reporter.info(planLines(target.plan).join('\n'));
      await context.reporter.summarize(planSummary(target.plan));
    }
    const [first] = targets;
    return { outputs: { ...(first && planOutputs(first.plan, context.inputs)), operation: 'planned' } };
  } finally {
    await client.close();
  }
}
