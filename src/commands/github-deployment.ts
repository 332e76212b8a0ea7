/** The GitHub Deployment of one endpoint's deploy: started beside the first write, ended whatever happens. */

import { findPredecessors, setInactive } from '../github/deployment-retirement.ts';
import { reportDeployment, startDeployment } from '../github/deployments.ts';
import type { DeploymentRecord } from '../model/record.ts';
import type { GitHubAccess } from './context.ts';

interface DeploymentStart {
  /** Name of the endpoint. */
  endpoint: string;
  environment: string;
  record: DeploymentRecord;
  /** Previews share one environment that goes away with each of them. */
  isPreview: boolean;
}

export interface DeploymentEnd {
  state: 'success' | 'failure';
  url?: string | undefined;
  /** A few words for the list of Deployments, without secrets: no runner masks what leaves through the API. */
  description: string;
}

export interface OpenDeployment {
  /** Reports the end, and retires what it takes the place of. Only the first end counts. Never rejects. */
  end(end: DeploymentEnd): Promise<void>;
}

/** Starts at once and is waited for by nobody until its end. */
export function openDeployment(
  { api, context, warn }: GitHubAccess,
  { endpoint, environment, record, isPreview }: DeploymentStart,
): OpenDeployment {
  const { sha, runUrl, pullRequest } = context;
  const starting = startDeployment(api, {
    sha,
    environment,
    payload: { ...record, endpoint },
    description: endpoint,
    logUrl: runUrl,
    ...(isPreview && { isTransient: true, isProduction: false }),
  });
  // Looked for while the endpoint rolls out, so that the end of the run has only to write.
  const searching = findPredecessors(api, {
    environment,
    accepts: (payload) => payload.endpoint === endpoint,
    ...(isPreview && { since: pullRequest?.createdAt }),
  });
  let ended: Promise<void> | undefined;

  async function report({ state, url, description }: DeploymentEnd): Promise<void> {
    const started = await starting;
    if (!started.ok) return warn(started.failure);
    const deploymentId = started.value.id;
    const reported = await reportDeployment(api, {
      deploymentId,
      state,
      environmentUrl: url,
      logUrl: runUrl,
      description,
      // GitHub's own retirement knows environments only: it would retire the other endpoints that share this one.
      autoInactive: false,
    });
    if (!reported.ok) return warn(reported.failure);
    if (state === 'failure') return;
    const found = await searching;
    const retired = found.ok
      ? await setInactive(
          api,
          found.value.filter(({ id }) => id < deploymentId),
          { environment, logUrl: runUrl, description: `replaced by deployment ${deploymentId}` },
        )
      : found;
    if (!retired.ok) warn(retired.failure);
  }
  return {
    end: (end) => {
      ended ??= report(end);
      return ended;
    },
  };
}
