/** One endpoint of a deploy: rolled out, followed, and reported to the log, the summary, the outputs and GitHub. */

import { asDeployError, type DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { failureSummary } from '../render/failure.ts';
import { outcomeLines, outcomeSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import { eventLines } from '../render/progress.ts';
import type { CommentSection } from '../render/run-comment.ts';
import { timelineChart } from '../render/timeline.ts';
import { eventTrailLine } from '../render/trail.ts';
import type { Outputs } from '../report.ts';
import type { InTurn } from '../rollout/context.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { type Outcome, rollOut } from '../rollout/rollout.ts';
import type { Timeline } from '../rollout/timeline.ts';
import type { ServiceClient } from '../service/client.ts';
import type { CommandContext } from './context.ts';
import { outcomeOutputs } from './endpoint-outputs.ts';
import type { DeploymentEnd } from './github-deployment.ts';
import { type LogGroup, openLogGroup } from './log-group.ts';
import type { Preview } from './preview.ts';
import { newRecord, withPinnedImage } from './record.ts';
import { isTellableUrl } from './safe-outputs.ts';
import { testPort } from './smoke-port.ts';

/** What became of one endpoint, and what the comment says of it. */
export interface EndpointResult {
  failure: DeployError | undefined;
  section?: CommentSection;
  /** What its GitHub Deployment says; undefined for none. */
  end?: DeploymentEnd | undefined;
}

interface DeployOptions {
  context: CommandContext;
  client: ServiceClient;
  preview: Preview | undefined;
  /** The look-up began then, on the clock's monotonic time. */
  lookedUpMs: number;
  isOneOfMany: boolean;
  timeline: Timeline;
  /** Adds to the outputs of this endpoint. */
  setOutputs: (outputs: Outputs) => void;
  inTurn: InTurn;
  /** Told when there is nothing more to write and what follows is the wait. */
  onWaiting: () => void;
}

/** Never rejects: also a defect becomes a failure, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<EndpointResult> {
  const { context, isOneOfMany, timeline, setOutputs } = options;
  const { reporter } = context;
  const name = plan.desired.name;
  const logGroup = openLogGroup(name, { reporter, isOneOfMany });
  try {
    return await rollOutAndReport(plan, { ...options, logGroup });
  } catch (thrown) {
    logGroup.close();
    const failure = asDeployError(thrown);
    setOutputs({ changed: String(timeline.phases().some(({ phase }) => phase === 'write')) });
    const markdown = failureSummary(context.inputs.command, failure);
    await reporter.summarize(markdown, 'failed');
    const end = { state: 'failure', description: failure.code, url: undefined } as const;
    return { failure, end, section: { name, kind: 'failed', markdown } };
  }
}

interface RolloutRequest extends DeployOptions {
  logGroup: LogGroup;
}

async function rollOutAndReport(plan: Plan, request: RolloutRequest): Promise<EndpointResult> {
  const { context, client, preview, lookedUpMs, logGroup, timeline, setOutputs, inTurn } = request;
  const { inputs, reporter, clock, signal, probe } = context;
  logGroup.log(planLines(plan));
  const record = withPinnedImage(newRecord(context, preview?.pullRequest.number), plan);
  const test = testPort(
    plan.tests.flatMap(({ get }) => get ?? []),
    { probe, clock },
  );
  const outcome = await rollOut(
    plan,
    { ...inputs, record, lookedUpMs },
    { client, clock, signal, test, inTurn, onEvent: (event) => follow(event, request) },
  );
  timeline.end();
  setOutputs(outcomeOutputs(outcome));
  logGroup.log(outcomeLines(plan, outcome));
  logGroup.close();
  const markdown = outcomeSummary(plan, outcome);
  const { failure, operation } = outcome;
  const kind = failure ? 'failed' : operation === 'unchanged' ? 'unchanged' : 'changed';
  await reporter.summarize([markdown.trimEnd(), timelineChart(timeline.phases()), ''].join('\n\n'), kind);
  const end = kind === 'unchanged' ? undefined : deploymentEnd(outcome, reporter);
  return { failure, end, section: { name: plan.desired.name, kind, markdown } };
}

function follow(
  event: RolloutEvent,
  {
    context,
    logGroup,
    timeline,
    setOutputs,
    onWaiting,
  }: Pick<RolloutRequest, 'context' | 'logGroup' | 'timeline' | 'setOutputs' | 'onWaiting'>,
): void {
  const trail = context.reporter.debug && eventTrailLine(event);
  if (trail !== undefined) context.reporter.debug?.(trail);
  if (event.kind === 'phase') timeline.begin(event.phase);
  // Before anything else can happen: a run that is killed from here on has left an endpoint that is billed.
  if (event.kind === 'write-accepted') setOutputs({ 'endpoint-id': event.endpointId, changed: 'true' });
  if (event.kind === 'waiting') onWaiting();
  (event.kind === 'progress' ? logGroup.logProgress : logGroup.log)(eventLines(event));
}

function deploymentEnd(
  { operation, endpoint, failure, unrestored }: Outcome,
  reporter: Pick<CommandContext['reporter'], 'redact'>,
): DeploymentEnd {
  // GitHub masks nothing of what its API is told.
  const url = endpoint && isTellableUrl(endpoint.url, reporter) ? endpoint.url : undefined;
  if (!failure) return { state: 'success', description: operation ?? '', url };
  const isWhole = (unrestored ?? []).length === 0;
  const restored =
    operation === 'restored' ? `; the previous configuration was restored${isWhole ? '' : ' in part'}` : '';
  return { state: 'failure', description: `${failure.code}${restored}`, url };
}
