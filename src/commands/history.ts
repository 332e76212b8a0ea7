/** The GitHub Deployments of one environment that this tool has made: what proves them ours, and which commit of an endpoint succeeded last. */

import { createHash } from 'node:crypto';
import {
  type Deployment,
  type DeploymentPayload,
  type DeploymentStanding,
  type FoundDeployments,
  permission,
  readDeploymentStanding,
  searchDeployments,
} from '../github/deployment-history.ts';
import { isOver } from '../github/deployment-retirement.ts';
import type { GitHubResult } from '../github/failure.ts';
import { type DeploymentRecord, parseRecord } from '../model/record.ts';
import { recentWriteMs } from '../rollout/patience.ts';
import type { CommandContext } from './context.ts';
import { isOwn } from './ownership.ts';

/** The service that an endpoint runs at, without telling its address. */
export function serviceMark(baseUrl: string | undefined): string {
  return createHash('sha256')
    .update(baseUrl ?? '')
    .digest('hex')
    .slice(0, 16);
}

/** What a Deployment carries: the record of the run, where the endpoints run, and which they are. */
export function deploymentPayload(
  record: DeploymentRecord,
  { endpoints, baseUrl }: { endpoints: readonly string[]; baseUrl: string | undefined },
): DeploymentPayload {
  const [endpoint, ...others] = endpoints;
  return { ...record, service: serviceMark(baseUrl), ...(others.length === 0 ? { endpoint } : { endpoints }) };
}

export interface OwnPayload {
  record: DeploymentRecord;
  endpoints: readonly string[];
}

/** Reads a payload that this tool has written for this repository and service; undefined for any other. Its creator has to be proved beside it. */
export function readOwnPayload(
  payload: DeploymentPayload | undefined,
  {
    inputs,
    github,
  }: { inputs: Pick<CommandContext['inputs'], 'baseUrl'>; github: Pick<CommandContext['github'], 'context'> },
): OwnPayload | undefined {
  const record = parseRecord(payload);
  if (!payload || !record || !/^deploy-gpu-endpoint\/\d/.test(record.tool)) return undefined;
  if (payload.service !== serviceMark(inputs.baseUrl) || !isOwn(record, github.context)) return undefined;
  const { endpoint, endpoints } = payload;
  if (typeof endpoint === 'string') return { record, endpoints: [endpoint] };
  const isList = Array.isArray(endpoints) && endpoints.every((each) => typeof each === 'string');
  return isList ? { record, endpoints } : undefined;
}

export interface OwnDeployment extends Deployment, OwnPayload {}

/** Which commit succeeded last, or is the last under way; `whyUndecided` where there may be one that was not read, or that is not known to be ours. */
interface LatestDeployment {
  commit: string | undefined;
  whyUndecided: string | undefined;
}

export interface History {
  environment: string;
  /** Those that speak of the endpoint, newest first. */
  of(endpoint: string): Promise<GitHubResult<readonly OwnDeployment[]>>;
  /** With `underWayBesides`, those under way count too, but for those of that commit. */
  latest(endpoint: string, options?: { underWayBesides?: string }): Promise<GitHubResult<LatestDeployment>>;
  /** How a Deployment stands. */
  standing(id: number): Promise<GitHubResult<DeploymentStanding>>;
  /** The same, with everything read anew. */
  reopen(): History;
}

/** Of a hundred Deployments each. */
const pagesMax = 3;
/** So many failures in a row of one endpoint, and nobody reads further. */
const statesMax = 10;

/** Begins to read at once: one list serves all endpoints of the run. */
export function openHistory(
  { inputs, github }: Pick<CommandContext, 'inputs' | 'github'>,
  { environment, names }: { environment: string; names: readonly string[] },
): History {
  const requests = github.api.requests({ title: `Deployments to ${environment}`, permission });
  const readPayload = (payload: DeploymentPayload | undefined) => readOwnPayload(payload, { inputs, github });
  const missing = new Set(names);
  const reading = searchDeployments(github.api, requests, {
    environment,
    maxPages: pagesMax,
    accepts: (payload) => readPayload(payload) !== undefined,
    isEnough: (page) => {
      for (const { payload } of page) for (const name of readPayload(payload)?.endpoints ?? []) missing.delete(name);
      return missing.size === 0;
    },
  }).then((found): GitHubResult<FoundDeployments & { own: readonly OwnDeployment[] }> => {
    if (!found.ok) return found;
    const own = found.value.deployments.flatMap((deployment) => {
      const payload = readPayload(deployment.payload);
      return payload ? [{ ...deployment, ...payload }] : [];
    });
    return { ok: true, value: { ...found.value, own } };
  });
  const standings = new Map<number, Promise<GitHubResult<DeploymentStanding>>>();

  const history: History = {
    environment,
    async of(endpoint) {
      const read = await reading;
      return read.ok
        ? { ok: true, value: read.value.own.filter(({ endpoints }) => endpoints.includes(endpoint)) }
        : read;
    },
    standing(id) {
      const standing = standings.get(id) ?? readDeploymentStanding(requests, id);
      standings.set(id, standing);
      return standing;
    },
    reopen: () => openHistory({ inputs, github }, { environment, names }),
    async latest(endpoint, { underWayBesides } = {}) {
      const read = await reading;
      const found = await history.of(endpoint);
      if (!read.ok) return read;
      if (!found.ok) return found;
      for (const { id, record } of found.value.slice(0, statesMax)) {
        const standing = await history.standing(id);
        if (!standing.ok) return standing;
        const { state, hasSucceeded } = standing.value;
        // Other tools set inactive whatever is older than their own Deployment to the environment; the endpoint still runs it.
        const isDeployed = state === 'success' || (state === 'inactive' && hasSucceeded);
        const isUnderWay = underWayBesides !== undefined && !isOver(state) && record.commit !== underWayBesides;
        if (isDeployed || isUnderWay) return { ok: true, value: { commit: record.commit, whyUndecided: undefined } };
      }
      // The search may have stopped at these; and a workflow that has got another token has lost sight of what it deployed with the old one.
      const isDisowned = read.value.disowned.some(({ payload }) => readPayload(payload)?.endpoints.includes(endpoint));
      const isTooLong = read.value.isFull || found.value.length > statesMax;
      const whyUndecided = isDisowned
        ? 'its Deployments were created by another identity than that of this token'
        : isTooLong
          ? 'the environment has too many other Deployments to search'
          : undefined;
      return { ok: true, value: { commit: undefined, whyUndecided } };
    },
  };
  return history;
}

/** Whether the last deploy of the endpoint has begun in the last minutes and never succeeded: what it wrote may still be under way. */
export async function wasInterrupted(
  history: History,
  { endpoint, now }: { endpoint: string; now: Date },
): Promise<boolean> {
  const found = await history.of(endpoint);
  const last = found.ok ? found.value[0] : undefined;
  if (!last || now.getTime() - last.createdAt.getTime() >= recentWriteMs) return false;
  const standing = await history.standing(last.id);
  return standing.ok && !standing.value.hasSucceeded;
}

/** Where the endpoint's own record names a deploy that failed: what it says was not proved to serve. */
export async function hasFailed(
  history: History | undefined,
  { endpoint, record }: { endpoint: string; record: DeploymentRecord },
): Promise<boolean> {
  const found = await history?.of(endpoint);
  const same = found?.ok
    ? found.value.find((each) => each.record.run === record.run && each.record.commit === record.commit)
    : undefined;
  if (!history || !same) return false;
  const standing = await history.standing(same.id);
  return standing.ok && ['failure', 'error'].includes(standing.value.state);
}
