/** Owns the command `plan`: what a deploy would do, and nothing done. */

import { planSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { combineResults, planOutputs } from './outputs.ts';
import { prepare } from './prepare.ts';
import { storyOf } from './story.ts';

export async function plan(context: CommandContext): Promise<CommandResult> {
  const client = context.connect();
  try {
    const targets = await prepare(context, { client, needsLimits: false });
    const results: CommandResult[] = [];
    for (const { plan } of targets) {
      const story = storyOf(plan.desired.name, { reporter: context.reporter, isOneOfMany: targets.length > 1 });
      story.say(planLines(plan));
      story.end();
      await context.reporter.summarize(planSummary(plan));
      results.push({ outputs: { ...planOutputs(plan, context.inputs), operation: 'planned', changed: 'false' } });
    }
    return combineResults(results);
  } finally {
    await client.close();
  }
}
