/** Owns the deploy of one endpoint: its rollout, and what the log, the summary and GitHub are told of it. */

import type { Clock } from '../clock.ts';
import type { GitHubContext } from '../github/event.ts';
import type { Plan } from '../plan/plan.ts';
import { type DeploymentRecord, withRecord } from '../plan/record.ts';
import { outcomeLines, outcomeSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import { eventLines } from '../render/progress.ts';
import { timelineChart } from '../render/timeline.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { rollOut } from '../rollout/rollout.ts';
import type { ServiceClient } from '../service/client.ts';
import { version } from '../version.ts';
import { writeComment } from './comment.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { degradation } from './github.ts';
import { openDeployment } from './github-deployment.ts';
import type { Order } from './order.ts';
import { outcomeOutputs, planOutputs } from './outputs.ts';
import type { Preview } from './preview.ts';
import { type Story, storyOf } from './story.ts';
import type { Timeline } from './timeline.ts';

export interface DeployOptions {
  context: CommandContext;
  client: ServiceClient;
  preview: Preview | undefined;
  /** '' for no GitHub Deployment. */
  environment: string;
  order: Order;
  isOneOfMany: boolean;
  timeline: Timeline;
}

export async function deployOne(plan: Plan, options: DeployOptions): Promise<CommandResult> {
  const { context, client, preview, environment, order, isOneOfMany, timeline } = options;
  const { inputs, reporter, clock, signal, probe, github } = context;
  const endpointName = plan.desired.name;
  const story = storyOf(endpointName, { reporter, isOneOfMany });
  const warn = degradation(reporter);
  tellOrder(order, { endpointName, context, warn });
  story.say(planLines(plan));

  const record = recordOf(github.context, { clock, preview });
  const deployment =
    record && environment !== ''
      ? openDeployment(github, {
          endpoint: endpointName,
          environment,
          record,
          isPreview: preview !== undefined,
          isAlone: !isOneOfMany,
          onFailure: warn,
        })
      : undefined;
  const keepsRecord = inputs.record === 'always' || (inputs.record === 'auto' && preview !== undefined);
  const recorded =
    record && keepsRecord
      ? { ...plan, desired: { ...plan.desired, envs: withRecord(plan.desired.envs, record) } }
      : plan;

  const outcome = await rollOut(recorded, inputs, {
    client,
    clock,
    signal,
    probe,
    onEvent: (event) => tell(event, { story, timeline }),
  });
  story.say(outcomeLines(plan, outcome));
  story.end();
  const markdown = outcomeSummary(plan, outcome);
  await reporter.summarize([markdown, timelineChart(timeline.phases()), ''].join('\n\n'));
  const [, commentFailure] = await Promise.all([
    deployment?.end(outcome.failure ? 'failure' : 'success', outcome.endpoint?.url),
    writeComment(context, { endpoint: endpointName, markdown, isUsual: preview !== undefined }),
  ]);
  // Whatever becomes of the comment: the endpoint is what the step is about.
  if (commentFailure)
    reporter.annotate({
      severity: 'warning',
      title: 'GitHub',
      message: `${commentFailure.message}.`,
      hint: commentFailure.hint,
    });
  return { outputs: { ...planOutputs(plan, inputs), ...outcomeOutputs(outcome) }, failure: outcome.failure };
}

function tell(event: RolloutEvent, { story, timeline }: { story: Story; timeline: Timeline }): void {
  if (event.kind === 'phase') timeline.begin(event.phase);
  (event.kind === 'progress' ? story.sayNow : story.say)(eventLines(event));
}

/** undefined outside a workflow: there is no commit that could be noted. */
function recordOf(
  { repository, sha, ref, runId, runAttempt }: GitHubContext,
  { clock, preview }: { clock: Clock; preview: Preview | undefined },
): DeploymentRecord | undefined {
  if (repository === '' || sha === '') return undefined;
  return {
    repository,
    commit: sha,
    ref,
    run: `${runId}.${runAttempt || '1'}`,
    ...(preview && { pullRequest: preview.pullRequest.number }),
    time: clock.date().toISOString(),
    tool: `deploy-gpu-endpoint/${version}`,
  };
}

function tellOrder(
  order: Order,
  {
    endpointName,
    context,
    warn,
  }: { endpointName: string; context: CommandContext; warn: ReturnType<typeof degradation> },
): void {
  if (order.kind !== 'unknown') return;
  if (order.failure) warn(order.failure);
  if (order.commit === '') return;
  context.reporter.annotate({
    severity: 'notice',
    title: `${endpointName}: order of commits`,
    message: `Whether commit ${order.commit.slice(0, 12)}, which was deployed last, is newer than this run's cannot be told (a force-push, perhaps): it is deployed over.`,
    hint: 'Run the newer workflow again if this was the older one.',
  });
}
