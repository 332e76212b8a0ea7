/** Owns the command `plan`: what a deploy would do, and nothing done. */

import type { DeployError } from '../errors.ts';
import { previewSpec } from '../plan/preview.ts';
import { planSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import { refusalNote } from '../render/undone.ts';
import { startTimeline } from '../rollout/timeline.ts';
import { writeComment } from './comment.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { combineResults, planOutputs } from './outputs.ts';
import { refuseForeign } from './ownership.ts';
import { prepare } from './prepare.ts';
import { readPreview } from './preview.ts';
import { validateFork } from './preview-fork.ts';
import { storyOf } from './story.ts';

export async function plan(context: CommandContext): Promise<CommandResult> {
  const { inputs, reporter, clock, github } = context;
  const preview = readPreview(context);
  if (preview?.does === 'validate') return validateFork(context, preview);
  if (preview?.does === 'delete') {
    reporter.info(
      `Plan: pull request #${preview.pullRequest.number} is closed, so a deploy would delete its previews.`,
    );
    return { outputs: { operation: 'planned', changed: 'false' } };
  }
  const client = context.connect();
  try {
    const targets = await prepare(context, {
      client,
      needsLimits: false,
      transform: preview && ((spec) => previewSpec(spec, preview.pullRequest.number)),
      timeline: startTimeline(clock),
    });
    const results: CommandResult[] = [];
    for (const { plan } of targets) {
      const story = storyOf(plan.desired.name, { reporter, isOneOfMany: targets.length > 1 });
      story.say(planLines(plan));
      story.end();
      const foreign = refuseForeign(plan, {
        repository: github.context.repository,
        pullRequest: preview?.pullRequest.number,
        adopt: inputs.adopt,
      });
      if (foreign) {
        reporter.annotate({
          severity: 'warning',
          title: `${plan.desired.name}: ${foreign.code}`,
          message: `A deploy would be refused: ${foreign.message}.`,
          hint: foreign.hint,
        });
      }
      const markdown = `${planSummary(plan)}${foreign ? refusalNote(foreign) : ''}`;
      await reporter.summarize(markdown);
      const failure: DeployError | undefined = await writeComment(context, {
        endpoint: plan.desired.name,
        markdown,
        isUsual: true,
      });
      results.push({ outputs: { ...planOutputs(plan, inputs), operation: 'planned', changed: 'false' }, failure });
    }
    return combineResults(results);
  } finally {
    await client.close();
  }
}
