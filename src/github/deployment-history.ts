/** Reading GitHub Deployments: which there are in an environment and how each of them stands. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import type { GitHubResult } from './failure.ts';
import { authorSchema, isWrittenBy } from './identity.ts';
import type { GitHubRequests } from './requests.ts';

export type DeploymentPayload = Readonly<Record<string, unknown>>;

export interface Deployment {
  id: number;
  sha: string;
  environment: string;
  /** undefined when there is none, or when it is not an object (other tools put there what they like). */
  payload: DeploymentPayload | undefined;
  createdAt: Date;
}

/** Reading alone would do with `read`; but who reads Deployments here also writes them. */
export const permission = 'deployments: write';
export const deploymentsPath = '/repos/{owner}/{repo}/deployments';
export const statusesPath = `${deploymentsPath}/{deployment_id}/statuses` as const;

export const deploymentSchema = z.object({
  id: z.number(),
  sha: z.string(),
  environment: z.string(),
  payload: z.unknown(),
  created_at: z.string(),
  creator: authorSchema,
});

export interface DeploymentSearch {
  environment: string;
  /** Which Deployments are meant: an environment can be shared by many endpoints and by other tools. The payload is from outside. */
  accepts: (payload: DeploymentPayload) => boolean;
}

export interface PagedSearch extends DeploymentSearch {
  /** Of a hundred Deployments each. */
  maxPages: number;
  sha?: string;
  /** No page beyond it is read. */
  since?: Date | undefined;
  /** Asked after each page, with what is in it; true stops. */
  isEnough?: ((page: readonly Deployment[]) => boolean) | undefined;
}

export interface FoundDeployments {
  /** Newest first. */
  deployments: readonly Deployment[];
  /** Accepted too, but created by another identity. */
  disowned: readonly Deployment[];
  /** There may be more than were read. */
  isFull: boolean;
}

/** Those that are accepted and that the token's own identity has created. */
export async function searchDeployments(
  github: Pick<GitHub, 'viewer'>,
  requests: GitHubRequests,
  search: PagedSearch,
): Promise<GitHubResult<FoundDeployments>> {
  const { environment, accepts, maxPages, sha, since, isEnough } = search;
  const listed = await requests.list({
    route: `GET ${deploymentsPath}`,
    parameters: { environment, ...(sha === undefined ? {} : { sha }) },
    item: deploymentSchema,
    maxPages,
    isEnough: (answers) => {
      const page = answers.map(deploymentOf);
      return isEnough?.(page) || (since !== undefined && page.some(({ createdAt }) => createdAt < since));
    },
  });
  if (!listed.ok) return listed;
  const isFull = listed.value.length >= maxPages * 100;
  const claimed = listed.value.filter((each) => {
    const { payload } = deploymentOf(each);
    return payload !== undefined && accepts(payload);
  });
  if (claimed.length === 0) return { ok: true, value: { deployments: [], disowned: [], isFull } };
  // Anybody who may write Deployments can put anything into one.
  const viewer = await github.viewer();
  if (!viewer.ok) return viewer;
  const isOwn = ({ creator }: (typeof claimed)[number]) => isWrittenBy(creator, viewer.value);
  const own = claimed.filter(isOwn).map(deploymentOf);
  const disowned = claimed.filter((each) => !isOwn(each)).map(deploymentOf);
  return { ok: true, value: { deployments: own.sort((a, b) => b.id - a.id), disowned, isFull } };
}

/** One that the token's own identity has created; undefined for another's. */
export async function readOwnDeployment(
  github: Pick<GitHub, 'viewer'>,
  requests: GitHubRequests,
  id: number,
): Promise<GitHubResult<Deployment | undefined>> {
  const found = await requests.send({
    route: `GET ${deploymentsPath}/{deployment_id}`,
    parameters: { deployment_id: id },
    answer: deploymentSchema,
  });
  if (!found.ok) return found;
  const viewer = await github.viewer();
  if (!viewer.ok) return viewer;
  return { ok: true, value: isWrittenBy(found.value.creator, viewer.value) ? deploymentOf(found.value) : undefined };
}

export interface DeploymentStanding {
  /** Its last status; '' when it has none yet. */
  state: string;
  /** It succeeded once, whatever it was set to since: whoever tidies an environment up sets everything in it inactive. */
  hasSucceeded: boolean;
}

/** By its last hundred statuses. */
export async function readDeploymentStanding(
  requests: GitHubRequests,
  id: number,
): Promise<GitHubResult<DeploymentStanding>> {
  const statuses = await requests.send({
    route: `GET ${statusesPath}`,
    parameters: { deployment_id: id, per_page: 100 },
    answer: z.array(z.object({ state: z.string() })),
  });
  if (!statuses.ok) return statuses;
  const states = statuses.value.map(({ state }) => state);
  return { ok: true, value: { state: states[0] ?? '', hasSucceeded: states.includes('success') } };
}

/** The last status; '' when it has none yet. */
export async function readDeploymentState(requests: GitHubRequests, id: number): Promise<GitHubResult<string>> {
  const standing = await readDeploymentStanding(requests, id);
  return standing.ok ? { ok: true, value: standing.value.state } : standing;
}

export function deploymentOf(answer: z.infer<typeof deploymentSchema>): Deployment {
  const { id, sha, environment, payload, created_at } = answer;
  return { id, sha, environment, payload: payloadOf(payload), createdAt: new Date(created_at) };
}

/** GitHub hands an object out as an object or as its JSON text, depending on who created it and when. */
function payloadOf(payload: unknown): DeploymentPayload | undefined {
  if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return payload as DeploymentPayload;
  if (typeof payload !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(payload);
    return typeof parsed === 'string' ? undefined : payloadOf(parsed);
  } catch {
    return undefined;
  }
}
