/** The GitHub Deployments of a run: one for each endpoint that changes, started beside the first write and ended whatever happens; one for all that did not change. */

import type { Deployment } from '../github/deployment-history.ts';
import { isOver, setInactive } from '../github/deployment-retirement.ts';
import { reportDeployment, startDeployment } from '../github/deployments.ts';
import type { GitHubResult } from '../github/failure.ts';
import type { DeploymentRecord } from '../model/record.ts';
import type { CommandContext } from './context.ts';
import { deploymentPayload, type History, type OwnDeployment } from './history.ts';

interface DeploymentStart {
  /** Name of the endpoint. */
  endpoint: string;
  /** Of the environment. */
  history: History;
  record: DeploymentRecord;
  /** Previews share one environment that goes away with each of them. */
  isPreview: boolean;
}

export interface DeploymentEnd {
  /** `inactive`: a newer commit took its place before it was ready. */
  state: 'success' | 'failure' | 'inactive';
  url?: string | undefined;
  /** A few words for the list of Deployments, without secrets: no runner masks what leaves through the API. */
  description: string;
}

export interface OpenDeployment {
  /** Reports the end, and retires what it takes the place of. Only the first end counts. Never rejects. */
  end(end: DeploymentEnd): Promise<void>;
}

type DeploymentContext = Pick<CommandContext, 'inputs' | 'github'>;

/** Starts at once and is waited for by nobody until its end. */
export function openDeployment(context: DeploymentContext, start: DeploymentStart): OpenDeployment {
  const { github, inputs } = context;
  const { endpoint, history, record, isPreview } = start;
  const { environment } = history;
  const { sha, runUrl } = github.context;
  github.written.deploymentPending(environment);
  const starting = startDeployment(github.api, {
    sha,
    environment,
    payload: deploymentPayload(record, { endpoints: [endpoint], baseUrl: inputs.baseUrl }),
    description: endpoint,
    logUrl: runUrl,
    ...(isPreview && { isTransient: true, isProduction: false }),
    onCreated: (id) => github.written.deploymentStarted(id),
  });
  // Looked for while the endpoint rolls out, so that the end of the run has only to write.
  const searching = findPredecessors(history, { endpoint, accepts: ({ endpoints }) => endpoints.length === 1 });
  let ended: Promise<void> | undefined;

  async function report({ state, url, description }: DeploymentEnd): Promise<void> {
    const started = await starting;
    if (!started.ok) return github.warn(started.failure);
    github.written.deployments.push(started.value);
    const deploymentId = started.value.id;
    const reported = await endDeployment(context, { deploymentId, state, url, description });
    if (!reported || state !== 'success') return;
    await retire(context, { found: await searching, deploymentId, environment });
  }
  return {
    end: (end) => {
      ended ??= report(end);
      return ended;
    },
  };
}

/**
 * Moves "latest" to this commit for endpoints that are unchanged, by one Deployment for all of them; nothing where it is there already. An older run that is
 * approved late would otherwise take what was deployed before for the newest.
 */
export async function recordUnchanged(
  context: DeploymentContext,
  {
    endpoints,
    history,
    record,
    isPreview,
  }: { endpoints: readonly { name: string; url: string | undefined }[] } & Pick<
    DeploymentStart,
    'history' | 'record' | 'isPreview'
  >,
): Promise<void> {
  const { github, inputs } = context;
  const names = endpoints.map(({ name }) => name).toSorted();
  const [first] = endpoints;
  if (!first || !(await hasMoved(context, { names, history }))) return;
  const { environment } = history;
  const { sha, runUrl } = github.context;
  github.written.deploymentPending(environment);
  const created = await startDeployment(github.api, {
    sha,
    environment,
    payload: deploymentPayload(record, { endpoints: names, baseUrl: inputs.baseUrl }),
    description: names.length === 1 ? first.name : `${names.length} endpoints, unchanged`,
    logUrl: runUrl,
    isInProgress: false,
    ...(isPreview && { isTransient: true, isProduction: false }),
    onCreated: (id) => github.written.deploymentStarted(id),
  });
  if (!created.ok) return github.warn(created.failure);
  github.written.deployments.push(created.value);
  const deploymentId = created.value.id;
  const url = names.length === 1 ? first.url : undefined;
  if (!(await endDeployment(context, { deploymentId, state: 'success', url, description: 'unchanged' }))) return;
  // Only what says the same of the same endpoints: the Deployments of single ones are not worth a request each.
  const accepts = (each: OwnDeployment) => each.endpoints.toSorted().join('\n') === names.join('\n');
  await retire(context, {
    found: await findPredecessors(history, { endpoint: first.name, accepts }),
    deploymentId,
    environment,
  });
}

/** Whether one of the endpoints was deployed last from another commit. */
async function hasMoved(
  { github }: DeploymentContext,
  { names, history }: { names: readonly string[]; history: History },
): Promise<boolean> {
  for (const name of names) {
    const latest = await history.latest(name);
    if (!latest.ok) {
      github.warn(latest.failure);
      return false;
    }
    if (latest.value.commit !== github.context.sha) return true;
  }
  return false;
}

async function endDeployment(
  { github }: DeploymentContext,
  { deploymentId, state, url, description }: DeploymentEnd & { deploymentId: number },
): Promise<boolean> {
  const reported = await reportDeployment(github.api, {
    deploymentId,
    state,
    environmentUrl: url,
    logUrl: github.context.runUrl,
    description,
    // GitHub's own retirement knows environments only: it would retire the other endpoints that share this one.
    autoInactive: false,
  });
  if (reported.ok) github.written.deploymentEnded(deploymentId);
  else github.warn(reported.failure);
  return reported.ok;
}

async function retire(
  { github }: DeploymentContext,
  {
    found,
    deploymentId,
    environment,
  }: { found: GitHubResult<Deployment[]>; deploymentId: number; environment: string },
): Promise<void> {
  const retired = found.ok
    ? await setInactive(
        github.api,
        found.value.filter(({ id }) => id < deploymentId),
        { environment, logUrl: github.context.runUrl, description: `replaced by deployment ${deploymentId}` },
      )
    : found;
  if (!retired.ok) github.warn(retired.failure);
}

/**
 * Those that the next success in their line takes the place of: newest first down to the first that succeeded and is inactive, because whoever set that one inactive did
 * the same with all before it. So a long history costs no more than a short one.
 */
async function findPredecessors(
  history: History,
  { endpoint, accepts }: { endpoint: string; accepts: (deployment: OwnDeployment) => boolean },
): Promise<GitHubResult<Deployment[]>> {
  const found = await history.of(endpoint);
  if (!found.ok) return found;
  const open: Deployment[] = [];
  for (const deployment of found.value.filter(accepts)) {
    const standing = await history.standing(deployment.id);
    if (!standing.ok) return standing;
    const { state, hasSucceeded } = standing.value;
    if (state === 'inactive' && hasSucceeded) break;
    if (!isOver(state)) open.push(deployment);
  }
  return { ok: true, value: open };
}
