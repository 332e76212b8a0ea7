/** The deployment record: what a run notes of itself on the endpoint it deploys. */

import { type EndpointConfig, isUnread } from './config.ts';
import { recordEnvKey } from './env-rules.ts';

/** No record comes near it: whatever is longer is none, and is not even parsed. */
const recordLengthMax = 4095;

export interface DeploymentRecord {
  /** `owner/name`. */
  repository: string;
  /** Id of the repository, which a rename and a transfer keep. Records of old have none. */
  repositoryId?: string;
  /** The full id of the commit. */
  commit: string;
  ref: string;
  /** Id and attempt of the run: `123.1`. */
  run: string;
  /** Only for what was deployed for a pull request's preview. */
  pullRequest?: number;
  /** The reference that was pinned to the digest that is deployed, such as `ghcr.io/acme/llama:main`; variables show as `${KEY}`. */
  pinnedFrom?: string;
  /** When it was deployed, ISO 8601 in UTC. */
  time: string;
  /** `deploy-gpu-endpoint/1.0.0`. */
  tool: string;
}

/** The record that an endpoint carries; undefined when there is none, or none that can be read, which {@link recordDoubt} tells apart. */
export function readRecord({ envs }: Pick<EndpointConfig, 'envs'>): DeploymentRecord | undefined {
  const [value, ...others] = recordTexts(envs);
  if (value === undefined || others.length > 0 || value.length > recordLengthMax) return undefined;
  try {
    return parseRecord(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** Why it cannot be told whose the endpoint is, as the end of a sentence that starts with it; undefined where its envs tell, a record or none. */
export function recordDoubt(config: Pick<EndpointConfig, 'envs' | 'unread'>): string | undefined {
  if (isUnread(config, 'envs')) return 'does not show its envs';
  return recordTexts(config.envs).length > 0 && !readRecord(config)
    ? `has a record in its env \`${recordEnvKey}\` that cannot be read`
    : undefined;
}

/** Each once: two that differ are none. */
function recordTexts(envs: EndpointConfig['envs']): string[] {
  return [...new Set(envs.filter(({ key }) => key === recordEnvKey).map(({ value }) => value))];
}

/** A record from any JSON; undefined when a member is missing or of another type. */
function parseRecord(json: unknown): DeploymentRecord | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const members = json as { readonly [Member in keyof DeploymentRecord]?: unknown };
  const { repository, repositoryId, commit, ref, run, pullRequest, pinnedFrom, time, tool } = members;
  const texts = [repository, commit, ref, run, time, tool];
  if (!texts.every((text) => typeof text === 'string' && text.length <= 500)) return undefined;
  const [repositoryText, commitText, refText, runText, timeText, toolText] = texts as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (Number.isNaN(Date.parse(timeText))) return undefined;
  return {
    repository: repositoryText,
    ...(typeof repositoryId === 'string' && /^\d{1,20}$/.test(repositoryId) && { repositoryId }),
    commit: commitText,
    ref: refText,
    run: runText,
    ...(isPullRequest(pullRequest) && { pullRequest }),
    ...(isReference(pinnedFrom) && { pinnedFrom }),
    time: timeText,
    tool: toolText,
  };
}

/** Whatever else stands there makes it the record of no preview, so that nothing is deleted for it. */
function isPullRequest(number: unknown): number is number {
  return Number.isSafeInteger(number) && (number as number) > 0;
}

/** Its shape alone: the record is text that anyone with the console can write, and the plan prints it. */
function isReference(text: unknown): text is string {
  return typeof text === 'string' && text.length <= 500 && /^[\w./:@${}-]+$/.test(text);
}

/** The envs without the record that an earlier run has left. */
export function withoutRecord(envs: EndpointConfig['envs']): EndpointConfig['envs'] {
  return envs.filter(({ key }) => key !== recordEnvKey);
}

/** The envs with this record in the place of any other. */
export function withRecord(envs: EndpointConfig['envs'], record: DeploymentRecord): EndpointConfig['envs'] {
  return [...withoutRecord(envs), { key: recordEnvKey, value: JSON.stringify(record) }];
}
