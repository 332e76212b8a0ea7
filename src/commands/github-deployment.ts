/** Owns the GitHub Deployment of one endpoint's deploy: begun beside the first write, ended whatever happens. */

import type { GitHubFailure } from '../github/api.ts';
import { retireDeployments } from '../github/deployment-retirement.ts';
import { reportDeployment, startDeployment } from '../github/deployments.ts';
import type { DeploymentRecord } from '../plan/record.ts';
import type { GitHubAccess } from './github.ts';

export interface DeploymentFacts {
  /** Name of the endpoint. */
  endpoint: string;
  environment: string;
  record: DeploymentRecord;
  /** Previews share one environment that goes away with each of them. */
  isPreview: boolean;
  /** No other endpoint is deployed to the environment by this step. */
  isAlone: boolean;
  onFailure: (failure: GitHubFailure) => void;
}

export interface OpenDeployment {
  /** Reports the end, and retires what it takes the place of. Never rejects. */
  end(state: 'success' | 'failure', url: string | undefined): Promise<void>;
}

/** Starts at once and is waited for by nobody until its end. */
export function openDeployment(
  { api, context }: GitHubAccess,
  { endpoint, environment, record, isPreview, isAlone, onFailure }: DeploymentFacts,
): OpenDeployment {
  const { sha, runUrl, pullRequest } = context;
  const payload = { ...record, endpoint };
  // GitHub's own retirement knows environments only: it would retire the other endpoints that share this one.
  const autoInactive = isAlone && !isPreview;
  const starting = startDeployment(api, {
    sha,
    environment,
    payload,
    logUrl: runUrl,
    ...(isPreview && { isTransient: true, isProduction: false }),
  });
  return {
    async end(state, url) {
      const started = await starting;
      if (!started.ok) return onFailure(started.failure);
      const deploymentId = started.value.id;
      const reported = await reportDeployment(api, {
        deploymentId,
        state,
        environmentUrl: url,
        logUrl: runUrl,
        autoInactive,
      });
      if (!reported.ok) return onFailure(reported.failure);
      if (autoInactive || state === 'failure') return;
      const retired = await retireDeployments(api, {
        environment,
        accepts: (other) => other.endpoint === endpoint,
        except: deploymentId,
        ...(isPreview && pullRequest?.createdAt && { since: pullRequest.createdAt }),
      });
      if (!retired.ok) onFailure(retired.failure);
    },
  };
}
