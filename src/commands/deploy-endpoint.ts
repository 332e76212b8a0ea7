/** One endpoint of a deploy: rolled out, followed, and reported to the log, the summary, the outputs and GitHub. */

import { asDeployError, type DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type DeploymentRecord, readRecord, withRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { failureSummary } from '../render/failure.ts';
import { outcomeLines, outcomeSummary } from '../render/outcome.ts';
import { planLines, shownReference } from '../render/plan.ts';
import { eventLines } from '../render/progress.ts';
import type { CommentSection } from '../render/run-comment.ts';
import { shortCommit } from '../render/text.ts';
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
import { type DeploymentEnd, type OpenDeployment, openDeployment } from './github-deployment.ts';
import { type History, wasInterrupted } from './history.ts';
import { type LogGroup, openLogGroup } from './log-group.ts';
import { newRecord } from './ownership.ts';
import type { Preview } from './preview.ts';
import type { Order } from './recency.ts';
import { isTellableUrl } from './safe-outputs.ts';

/** What became of one endpoint, and what the comment says of it. */
export interface EndpointResult {
  failure: DeployError | undefined;
  section?: CommentSection;
  url?: string | undefined;
}

interface DeployOptions {
  context: CommandContext;
  client: ServiceClient;
  preview: Preview | undefined;
  /** Undefined for no GitHub Deployment. */
  history: History | undefined;
  order: Pick<Order, 'newerCommitOf'>;
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

/** Never rejects: also a defect becomes a failure, with its GitHub Deployment ended, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<EndpointResult> {
  const { context, preview, history, isOneOfMany, timeline, setOutputs } = options;
  const { reporter, signal } = context;
  const endpoint = plan.desired.name;
  const logGroup = openLogGroup(endpoint, { reporter, isOneOfMany });
  const record = withPinnedImage(newRecord(context, preview?.pullRequest.number), plan);
  // What does not change has none of its own, unless it fails.
  const start = () =>
    record && history && !signal.aborted
      ? openDeployment(context, { endpoint, history, record, isPreview: preview !== undefined })
      : undefined;
  const deployment = plan.operation === 'unchanged' ? undefined : start();
  try {
    const result = await rollOutAndReport(plan, { ...options, logGroup, record, deployment });
    if (result.failure && plan.operation === 'unchanged')
      await start()?.end({ state: 'failure', description: result.failure.code });
    return result;
  } catch (thrown) {
    logGroup.close();
    const failure = asDeployError(thrown);
    await deployment?.end({ state: 'failure', description: failure.code });
    setOutputs({ changed: String(timeline.phases().some(({ phase }) => phase === 'write')) });
    const markdown = failureSummary(context.inputs.command, failure);
    await reporter.summarize(markdown, 'failed');
    return { failure, section: { name: endpoint, kind: 'failed', markdown } };
  }
}

interface RolloutRequest extends DeployOptions {
  logGroup: LogGroup;
  record: DeploymentRecord | undefined;
  deployment: OpenDeployment | undefined;
}

async function rollOutAndReport(plan: Plan, request: RolloutRequest): Promise<EndpointResult> {
  const {
    context,
    client,
    preview,
    history,
    order,
    lookedUpMs,
    logGroup,
    record,
    deployment,
    timeline,
    setOutputs,
    inTurn,
  } = request;
  const { inputs, reporter, clock, signal, probe } = context;
  logGroup.log(planLines(plan));
  const keepsRecord = inputs.record === 'always' || (inputs.record === 'auto' && preview !== undefined);
  const recorded =
    record && keepsRecord
      ? { ...plan, desired: { ...plan.desired, envs: withRecord(plan.desired.envs, record) } }
      : plan;

  if (plan.operation === 'unchanged' && plan.live && !keepsRecord) tellKeptRecord(plan.live, context);
  const isRecentlyWritten =
    plan.operation === 'unchanged' &&
    history !== undefined &&
    (await wasInterrupted(history, { endpoint: plan.desired.name, now: clock.date() }));
  const outcome = await rollOut(
    recorded,
    { ...inputs, isRecentlyWritten, lookedUpMs },
    {
      client,
      clock,
      signal,
      probe,
      inTurn,
      newerCommitOf: (live) => order.newerCommitOf({ live, desired: plan.desired }),
      onEvent: (event) => follow(event, request),
    },
  );
  timeline.end();
  setOutputs(outcomeOutputs(outcome));
  logGroup.log(outcomeLines(plan, outcome));
  logGroup.close();
  const markdown = outcomeSummary(plan, outcome);
  const { failure, operation, endpoint, newerCommit } = outcome;
  // GitHub masks nothing of what its API is told.
  const url = endpoint && isTellableUrl(endpoint.url, reporter) ? endpoint.url : undefined;
  const kind = failure ? 'failed' : operation === 'unchanged' || operation === 'superseded' ? operation : 'changed';
  await Promise.all([
    deployment?.end({ ...deploymentEnd(outcome), ...(newerCommit === undefined && { url }) }),
    reporter.summarize([markdown.trimEnd(), timelineChart(timeline.phases()), ''].join('\n\n'), kind),
  ]);
  if (newerCommit !== undefined) noteSuperseded(context, { name: plan.desired.name, newerCommit });
  return { failure, url, section: { name: plan.desired.name, kind, markdown } };
}

/** A record that is not kept any more leaves with the next change, because taking it off would replace the workers. */
function tellKeptRecord(
  { config }: Pick<Endpoint, 'config'>,
  { inputs, reporter }: Pick<CommandContext, 'inputs' | 'reporter'>,
): void {
  const record = readRecord(config);
  if (!record) return;
  const message = `${config.name} still has the record of run ${record.run} of ${record.repository}. Nothing changes, so nothing is written, and that record keeps deciding who owns the endpoint and which commit is newer.`;
  const hint = 'The next change removes it.';
  if (inputs.record === 'never')
    reporter.annotate({ severity: 'notice', title: `${config.name}: record`, message, hint });
  else reporter.info(`${message} ${hint}`);
}

function noteSuperseded(
  { reporter, github }: Pick<CommandContext, 'reporter' | 'github'>,
  { name, newerCommit }: { name: string; newerCommit: string },
): void {
  reporter.annotate({
    severity: 'notice',
    title: `${name}: superseded`,
    message: `Superseded: while this run deployed commit ${shortCommit(github.context.sha)}, the run of the newer commit ${shortCommit(newerCommit)} changed ${name}. The endpoint is left to that run.`,
    hint: 'A `concurrency` group lets one run deploy at a time. To roll back on purpose, set `force: true`.',
  });
}

/** Notes which tag the digest stood for, so that the next plan can name both. */
function withPinnedImage(
  record: DeploymentRecord | undefined,
  { resolvedImage, desired }: Plan,
): DeploymentRecord | undefined {
  const isPinned = resolvedImage !== undefined && resolvedImage.written !== desired.image.image;
  return record && isPinned ? { ...record, pinnedFrom: shownReference(desired, resolvedImage.written) } : record;
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

function deploymentEnd({ operation, failure, newerCommit, unrestored }: Outcome): DeploymentEnd {
  if (newerCommit !== undefined)
    return { state: 'inactive', description: `superseded by ${shortCommit(newerCommit)} before it was ready` };
  if (!failure) return { state: 'success', description: operation ?? '' };
  const isWhole = (unrestored ?? []).length === 0;
  const restored =
    operation === 'restored' ? `; the previous configuration was restored${isWhole ? '' : ' in part'}` : '';
  return { state: 'failure', description: `${failure.code}${restored}` };
}
