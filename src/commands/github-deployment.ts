/** The GitHub Deployments of a run: in which environment they stand, and what becomes of them. */

import { recordDeployment, retireDeployments, type Subject } from '../github/deployments.ts';
import type { CommandContext } from './context.ts';
import type { Preview } from './preview.ts';

/** What the Deployment of an endpoint says of it. */
export interface DeploymentEnd {
  state: 'success' | 'failure';
  url: string | undefined;
  /** A few words without secrets: no runner masks what leaves through the API. */
  description: string;
}

interface DeployedEndpoint {
  name: string;
  end?: DeploymentEnd | undefined;
}

/** GitHub shows what is deployed there as temporary, and all pull requests share it. */
const previewEnvironment = 'preview';

/** Previews of a pull request; undefined without Deployments. */
export function previewSubject({ inputs }: CommandContext, pullRequest: number): Subject | undefined {
  const { environment } = inputs;
  if (environment === 'none') return undefined;
  return { environment: environment || previewEnvironment, task: `deploy:preview-${pullRequest}` };
}

/** One endpoint. Each of several has its own environment, since GitHub's success of one retires the others in it. */
export function endpointSubject(
  { inputs }: CommandContext,
  { name, isOneOfMany }: { name: string; isOneOfMany: boolean },
): Subject | undefined {
  const { environment } = inputs;
  if (environment === 'none' || environment === '') return undefined;
  return { environment: isOneOfMany ? `${environment}/${name}` : environment, task: `deploy:${name}` };
}

/** One Deployment for each endpoint that has an end: an unchanged one has none. Nothing for a cancelled run. */
export async function recordDeployments(
  context: CommandContext,
  { endpoints, preview }: { endpoints: readonly DeployedEndpoint[]; preview: Preview | undefined },
): Promise<void> {
  const { github, signal } = context;
  const { sha, repository, runUrl } = github.context;
  if (repository === '' || sha === '') return;
  for (const { name, end } of endpoints) {
    const subject = preview
      ? previewSubject(context, preview.pullRequest.number)
      : endpointSubject(context, { name, isOneOfMany: endpoints.length > 1 });
    if (!subject || !end || signal.aborted) continue;
    const recorded = await recordDeployment(github.api, {
      ...subject,
      sha,
      isTransient: preview !== undefined,
      state: end.state,
      description: `${name}: ${end.description}`,
      environmentUrl: end.url,
      logUrl: runUrl,
    });
    if (!recorded.ok) github.warn(recorded.failure);
  }
}

/** Sets the Deployments of what was deleted inactive. */
export async function retire(
  { github, signal }: CommandContext,
  subject: Subject | undefined,
  description: string,
): Promise<void> {
  if (!subject || signal.aborted) return;
  const retired = await retireDeployments(github.api, { ...subject, description, logUrl: github.context.runUrl });
  if (!retired.ok) github.warn(retired.failure);
}
