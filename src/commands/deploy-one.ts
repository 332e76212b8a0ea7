/** Owns the deploy of one endpoint: its rollout, and what the log, the summary and GitHub are told of it. */

import { type DeploymentRecord, withRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { outcomeLines, outcomeSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import { eventLines } from '../render/progress.ts';
import { timelineChart } from '../render/timeline.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { type Outcome, rollOut } from '../rollout/rollout.ts';
import type { Timeline } from '../rollout/timeline.ts';
import type { ServiceClient } from '../service/client.ts';
import { version } from '../version.ts';
import { tellComment, writeComment } from './comment.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { asDeployError } from './defect.ts';
import { type DeploymentEnd, type OpenDeployment, openDeployment } from './github-deployment.ts';
import { type Order, tellOrder } from './order.ts';
import { outcomeOutputs, planOutputs } from './outputs.ts';
import type { Preview } from './preview.ts';
import { type Story, storyOf } from './story.ts';

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

/** Never rejects: also a defect ends in a result, with its GitHub Deployment closed, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<CommandResult> {
  const { context, preview, environment, order, isOneOfMany, timeline } = options;
  const { inputs, reporter, signal, github } = context;
  const endpoint = plan.desired.name;
  const story = storyOf(endpoint, { reporter, isOneOfMany });
  const record = recordOf(context, preview);
  const deployment =
    record && environment !== '' && !signal.aborted
      ? openDeployment(github, { endpoint, environment, record, isPreview: preview !== undefined })
      : undefined;
  try {
    tellOrder(order, { endpoint, context });
    return await carryOut(plan, { ...options, story, record, deployment });
  } catch (thrown) {
    story.end();
    const failure = asDeployError(thrown);
    await deployment?.end({ state: 'failure', description: failure.code });
    const mayHaveWritten = timeline.phases().some(({ phase }) => phase === 'write');
    return { outputs: { ...planOutputs(plan, inputs), changed: String(mayHaveWritten) }, failure };
  }
}

interface Undertaking extends DeployOptions {
  story: Story;
  record: DeploymentRecord | undefined;
  deployment: OpenDeployment | undefined;
}

async function carryOut(
  plan: Plan,
  { context, client, preview, story, record, deployment, timeline }: Undertaking,
): Promise<CommandResult> {
  const { inputs, reporter, clock, signal, probe } = context;
  story.say(planLines(plan));
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
  timeline.end();
  story.say(outcomeLines(plan, outcome));
  story.end();
  const markdown = outcomeSummary(plan, outcome);
  const [, commentFailure] = await Promise.all([
    deployment?.end(deploymentEnd(outcome)),
    writeComment(context, { endpoint: plan.desired.name, markdown, isUsual: preview !== undefined }),
    reporter.summarize([markdown.trimEnd(), timelineChart(timeline.phases()), ''].join('\n\n')),
  ]);
  // Whatever becomes of the comment: the endpoint is what the step is about.
  tellComment(commentFailure, context);
  return { outputs: { ...planOutputs(plan, inputs), ...outcomeOutputs(outcome) }, failure: outcome.failure };
}

function deploymentEnd({ operation, failure, endpoint }: Outcome): DeploymentEnd {
  const url = endpoint?.url;
  if (!failure) return { state: 'success', url, description: operation ?? '' };
  const aftermath = operation === 'restored' ? '; the previous configuration was restored' : '';
  return { state: 'failure', url, description: `${failure.code}${aftermath}` };
}

function tell(event: RolloutEvent, { story, timeline }: { story: Story; timeline: Timeline }): void {
  if (event.kind === 'phase') timeline.begin(event.phase);
  (event.kind === 'progress' ? story.sayNow : story.say)(eventLines(event));
}

/** undefined outside a workflow: there is no commit that could be noted. */
function recordOf({ clock, github }: CommandContext, preview: Preview | undefined): DeploymentRecord | undefined {
  const { repository, sha, ref, runId, runAttempt } = github.context;
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
