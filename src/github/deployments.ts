/** Writing GitHub Deployments: one for each deploy of a commit to an environment, and how it stands. */

import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import {
  type Deployment,
  type DeploymentPayload,
  deploymentOf,
  deploymentSchema,
  deploymentsPath,
  permission,
  searchDeployments,
  statusesPath,
} from './deployment-history.ts';
import type { GitHubResult } from './failure.ts';
import type { GitHubRequests } from './requests.ts';

export interface NewDeployment {
  /** The commit; a branch could have moved on. */
  sha: string;
  environment: string;
  /** For an environment that goes away, such as that of a pull request. Default false. */
  isTransient?: boolean;
  /** Default: GitHub's, which is whether the environment is called `production`. */
  isProduction?: boolean;
  /** Should name the run: an equal payload of the same commit is taken for the same Deployment. */
  payload: DeploymentPayload;
  /** Cut at 140 characters. */
  description?: string | undefined;
  /** The run's address. */
  logUrl?: string | undefined;
  /** Default true; false where its end is told at once. */
  isInProgress?: boolean;
  /** Called with the id as soon as it is known. */
  onCreated?: ((id: number) => void) | undefined;
}

export interface StatusReport {
  deploymentId: number;
  state: 'in_progress' | 'success' | 'failure' | 'inactive';
  /** Where the deployed thing answers; left out unless https. */
  environmentUrl?: string | undefined;
  /** The run's address. */
  logUrl?: string | undefined;
  /** Cut at 140 characters. */
  description?: string | undefined;
  /**
   * Whether a success retires earlier ones of the environment. Default true, as at GitHub, which spares transient and production ones.
   * False where several endpoints share an environment.
   */
  autoInactive?: boolean;
}

/**
 * Creates the Deployment and sets it in progress. Neither merges nor waits for checks: a workflow that got here has decided that.
 * Goes on when the run is cancelled meanwhile: a creation that is cut off may have happened, and nobody would know its id to end it.
 * When only the second step fails the Deployment is handed out all the same, so that its end can be reported.
 */
export async function startDeployment(github: GitHub, options: NewDeployment): Promise<GitHubResult<Deployment>> {
  const requests = github.requests({ title: `Deployment to ${options.environment}`, permission, despiteCancel: true });
  const created = await create(requests, { github, options });
  if (!created.ok) return created;
  options.onCreated?.(created.value.id);
  if (options.isInProgress === false) return created;
  await postStatus(requests, { deploymentId: created.value.id, state: 'in_progress', logUrl: options.logUrl });
  return created;
}

/** Reports how it stands. Goes on after the run was cancelled, so that nothing is left in progress. */
export async function reportDeployment(github: GitHub, report: StatusReport): Promise<GitHubResult<void>> {
  const title = `Status of deployment ${report.deploymentId}`;
  return postStatus(github.requests({ title, permission, despiteCancel: true }), report);
}

/** The step that both reporting and retiring end in. */
export async function postStatus(requests: GitHubRequests, report: StatusReport): Promise<GitHubResult<void>> {
  const { deploymentId, state, environmentUrl, logUrl, description, autoInactive = true } = report;
  const posted = await requests.send({
    route: `POST ${statusesPath}`,
    parameters: {
      deployment_id: deploymentId,
      state,
      ...(isUrl(environmentUrl, ['https:']) ? { environment_url: environmentUrl } : {}),
      ...(isUrl(logUrl, ['https:', 'http:']) ? { log_url: logUrl } : {}),
      ...(description === undefined ? {} : { description: shortened(description) }),
      ...(state === 'success' ? { auto_inactive: autoInactive } : {}),
    },
    // Said twice it is as good as said once.
    idempotent: true,
    // A proxy may answer 200 with a page of its own.
    answer: z.object({ id: z.number(), state: z.string() }),
  });
  return posted.ok ? { ok: true, value: undefined } : posted;
}

async function create(
  requests: GitHubRequests,
  { github, options, isLast = false }: { github: GitHub; options: NewDeployment; isLast?: boolean },
): Promise<GitHubResult<Deployment>> {
  const { sha, environment, isTransient = false, isProduction, payload, description } = options;
  const created = await requests.send({
    route: `POST ${deploymentsPath}`,
    parameters: {
      ref: sha,
      environment,
      auto_merge: false,
      required_contexts: [],
      transient_environment: isTransient,
      ...(isProduction === undefined ? {} : { production_environment: isProduction }),
      payload,
      ...(description === undefined ? {} : { description: shortened(description) }),
    },
    answer: deploymentSchema,
    idempotent: false,
  });
  if (created.ok) return { ok: true, value: deploymentOf(created.value) };
  if (!created.failure.mayHaveHappened) return created;
  const accepts = (found: DeploymentPayload) => isDeepStrictEqual(found, payload);
  const search = () => searchDeployments(github, requests, { environment, sha, accepts, maxPages: 1 });
  for (const isSecondLook of [false, true]) {
    if (isSecondLook) await requests.settle();
    const found = await search();
    if (!found.ok) return created;
    const [lost] = found.value.deployments;
    if (lost) return { ok: true, value: lost };
  }
  // Not listed, and given time to be: it was not created.
  return isLast || created.failure.status === undefined ? created : create(requests, { github, options, isLast: true });
}

function shortened(description: string): string {
  const characters = [...description];
  return characters.length > 140 ? `${characters.slice(0, 139).join('')}…` : description;
}

function isUrl(url: string | undefined, protocols: readonly string[]): boolean {
  return url !== undefined && protocols.includes(URL.parse(url)?.protocol ?? '');
}
