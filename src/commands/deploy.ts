/** The command `deploy`: every spec planned, its permission and its turn checked, then rolled out side by side, then reported. */

import pLimit from 'p-limit';
import { asDeployError, type DeployError } from '../errors.ts';
import { type DeploymentRecord, withRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { hiddenPlanLines, hiddenPlanSummary, refusalSummary, supersededSummary } from '../render/not-deployed.ts';
import { outcomeLines, outcomeSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import { eventLines } from '../render/progress.ts';
import { timelineChart } from '../render/timeline.ts';
import { eventTrailLine } from '../render/trail.ts';
import type { Outputs } from '../report.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { type Outcome, rollOut } from '../rollout/rollout.ts';
import { startTimeline, type Timeline } from '../rollout/timeline.ts';
import type { ServiceClient } from '../service/client.ts';
import { checkPermission } from './approval.ts';
import { warnOfComment, writeComment } from './comment.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { type DeploymentEnd, type OpenDeployment, openDeployment } from './github-deployment.ts';
import { type LogGroup, openLogGroup } from './log-group.ts';
import { combineFailures, hiddenPlanOutputs, outcomeOutputs, planOutputs } from './outputs.ts';
import { checkTrust, mayShow, newRecord } from './ownership.ts';
import { prepare } from './prepare.ts';
import {
  closePreview,
  isOutdated,
  keepPreview,
  type Preview,
  previewContext,
  previewEnvironment,
  previewTransform,
  readPreview,
  validatePreview,
} from './preview.ts';
import { type DeployedCommit, type Recency, recencyByDeployments, recencyOf, reportUnknownRecency } from './recency.ts';
import { isPlainUrl } from './safe-outputs.ts';

/** Endpoints rolled out at the same time. */
const sideBySide = 4;

export const deploy: CommandFunction = async (context) => {
  const preview = readPreview(context);
  const untrusted = preview ? undefined : checkTrust(context);
  if (untrusted) throw untrusted;
  if (preview?.action === 'delete')
    return (await isOutdated(context, preview)) ? keepPreview(context, preview) : closePreview(context, preview);
  if (preview?.action === 'validate') return validatePreview(context, preview);
  const client = context.connect();
  try {
    return await deployAll(context, { client, preview });
  } finally {
    await client.close();
  }
};

async function deployAll(
  context: CommandContext,
  { client, preview }: { client: ServiceClient; preview: Preview | undefined },
): Promise<DeployError | undefined> {
  const { inputs, outputs, clock, signal, github } = context;
  const timeline = startTimeline(clock);
  const pullRequest = preview?.pullRequest.number;
  const environment = inputs.environment || (preview ? previewEnvironment : '');
  const deployed = new Map<string, Promise<DeployedCommit>>();
  const plans = await prepare(previewContext(context, preview), {
    client,
    needsLimits: true,
    transform: previewTransform(preview, inputs),
    onNames: (names) => {
      if (environment === '' || inputs.force) return;
      for (const endpoint of names) deployed.set(endpoint, recencyByDeployments(github, { environment, endpoint }));
    },
    timeline,
  });
  timeline.end();
  outputs.setEndpoints(
    plans.map((plan) => (mayShow(plan, context) ? planOutputs(plan, inputs) : hiddenPlanOutputs(plan))),
  );
  const { repository, repositoryId } = github.context;
  const refusals = plans.map((plan, index) => ({
    plan,
    failure: checkPermission(plan, { inputs, index, repository, repositoryId, pullRequest }),
  }));
  // Before the first write, so that a refused endpoint does not leave the others half way.
  if (refusals.some(({ failure }) => failure !== undefined)) return reportRefused(refusals, context);
  const results = await pLimit(sideBySide).map(plans, async (plan, index) => {
    const setOutputs = (values: Outputs) => outputs.setEndpoint(index, values);
    const recency = await recencyOf(plan, { context, deployed: deployed.get(plan.desired.name) });
    const failure =
      recency.kind === 'superseded'
        ? await reportSuperseded(plan, { context, commit: recency.commit, setOutputs })
        : await deployOne(plan, {
            context,
            client,
            preview,
            environment,
            recency,
            isOneOfMany: plans.length > 1,
            timeline: timeline.fork(),
            setOutputs,
          });
    setOutputs({ 'failure-reason': failure?.code ?? '' });
    return { name: plan.desired.name, failure };
  });
  // Closed while it was deployed, or long before by the event of a run that was started again: nobody else would come to delete it.
  if (preview && !signal.aborted && (await isOutdated(context, preview))) {
    outputs.clear();
    return closePreview(context, preview);
  }
  return combineFailures(results);
}

/** All plans of the step, also those that would have been permitted beside one that was not. */
async function reportRefused(
  refusals: readonly { plan: Plan; failure: DeployError | undefined }[],
  context: CommandContext,
): Promise<DeployError | undefined> {
  const { reporter, outputs } = context;
  outputs.setEndpoints(refusals.map(({ failure }) => ({ changed: 'false', 'failure-reason': failure?.code ?? '' })));
  for (const { plan, failure } of refusals) {
    const isShown = mayShow(plan, context);
    reporter.info((isShown ? planLines(plan) : hiddenPlanLines(plan)).join('\n'));
    await reporter.summarize(isShown ? refusalSummary(plan, failure) : hiddenPlanSummary(plan, failure));
  }
  return combineFailures(refusals.map(({ plan, failure }) => ({ name: plan.desired.name, failure })));
}

async function reportSuperseded(
  plan: Plan,
  { context, commit, setOutputs }: { context: CommandContext; commit: string; setOutputs: (outputs: Outputs) => void },
): Promise<undefined> {
  const { reporter, github } = context;
  const { name } = plan.desired;
  const commits = { deployed: commit.slice(0, 12), ours: github.context.sha.slice(0, 12) };
  setOutputs({ operation: 'superseded', changed: 'false' });
  reporter.annotate({
    severity: 'notice',
    title: `${name}: superseded`,
    message: `Nothing is deployed: ${name} already runs commit ${commits.deployed}, which is newer than this run's ${commits.ours}.`,
    hint: 'For a deliberate rollback set `force: true`.',
  });
  await reporter.summarize(supersededSummary(plan, commits));
}

interface DeployOptions {
  context: CommandContext;
  client: ServiceClient;
  preview: Preview | undefined;
  /** '' for no GitHub Deployment. */
  environment: string;
  recency: Recency;
  isOneOfMany: boolean;
  timeline: Timeline;
  /** Adds to the outputs of this endpoint. */
  setOutputs: (outputs: Outputs) => void;
}

/** Never rejects: also a defect becomes a failure, with its GitHub Deployment ended, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<DeployError | undefined> {
  const { context, preview, environment, recency, isOneOfMany, timeline, setOutputs } = options;
  const { reporter, signal, github } = context;
  const endpoint = plan.desired.name;
  const logGroup = openLogGroup(endpoint, { reporter, isOneOfMany });
  const record = newRecord(context, preview?.pullRequest.number);
  const deployment =
    record && environment !== '' && !signal.aborted
      ? openDeployment(github, { endpoint, environment, record, isPreview: preview !== undefined })
      : undefined;
  try {
    reportUnknownRecency(recency, { endpoint, context });
    return await rollOutAndReport(plan, { ...options, logGroup, record, deployment });
  } catch (thrown) {
    logGroup.close();
    const failure = asDeployError(thrown);
    await deployment?.end({ state: 'failure', description: failure.code });
    setOutputs({ changed: String(timeline.phases().some(({ phase }) => phase === 'write')) });
    return failure;
  }
}

interface RolloutRequest extends DeployOptions {
  logGroup: LogGroup;
  record: DeploymentRecord | undefined;
  deployment: OpenDeployment | undefined;
}

async function rollOutAndReport(plan: Plan, request: RolloutRequest): Promise<DeployError | undefined> {
  const { context, client, preview, logGroup, record, deployment, timeline, setOutputs } = request;
  const { inputs, reporter, clock, signal, probe } = context;
  logGroup.log(planLines(plan));
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
    onEvent: (event) => follow(event, request),
  });
  timeline.end();
  setOutputs(outcomeOutputs(outcome));
  logGroup.log(outcomeLines(plan, outcome));
  logGroup.close();
  const markdown = outcomeSummary(plan, outcome);
  const [, commentFailure] = await Promise.all([
    deployment?.end(deploymentEnd(outcome)),
    writeComment(context, { endpoint: plan.desired.name, markdown, isUsual: preview !== undefined }),
    reporter.summarize([markdown.trimEnd(), timelineChart(timeline.phases()), ''].join('\n\n')),
  ]);
  // Whatever becomes of the comment: the endpoint is what the step is about.
  warnOfComment(commentFailure, context);
  return outcome.failure;
}

function follow(
  event: RolloutEvent,
  { context, logGroup, timeline, setOutputs }: Pick<RolloutRequest, 'context' | 'logGroup' | 'timeline' | 'setOutputs'>,
): void {
  const trail = context.reporter.debug && eventTrailLine(event);
  if (trail !== undefined) context.reporter.debug?.(trail);
  if (event.kind === 'phase') timeline.begin(event.phase);
  // Before anything else can happen: a run that is killed from here on has left an endpoint that is billed.
  if (event.kind === 'write-accepted') setOutputs({ 'endpoint-id': event.endpointId, changed: 'true' });
  (event.kind === 'progress' ? logGroup.logNow : logGroup.log)(eventLines(event));
}

function deploymentEnd({ operation, failure, endpoint }: Outcome): DeploymentEnd {
  const url = endpoint && isPlainUrl(endpoint.url) ? endpoint.url : undefined;
  if (!failure) return { state: 'success', url, description: operation ?? '' };
  const restored = operation === 'restored' ? '; the previous configuration was restored' : '';
  return { state: 'failure', url, description: `${failure.code}${restored}` };
}
