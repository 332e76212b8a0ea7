/** The deployment record: what a run notes of itself on the endpoint it deploys. */

import { createHash } from 'node:crypto';
import { type EndpointConfig, isUnread } from './config.ts';
import { recordEnvKey } from './env-rules.ts';
import type { Env } from './row.ts';

/** No record comes near it: a longer text is none, and is not parsed. */
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

/**
 * What a write notes of the endpoint before it, so that a later run can tell what this write has brought. Texts as {@link shorten} makes them.
 */
export interface WriteEvidence {
  /** The ids of the workers that were listed before the write. */
  oldWorkers: string;
  /** The keys of the envs that the write sent. */
  envKeys: string;
  /** When the write was sent, in seconds since 1970, where workers of a write before it were still to come: new ones may be of either. */
  unsettledAt?: number;
  /** When the write was sent, if it was a restore: its own workers may be listed late. */
  restoredAt?: number;
}

/** What the workers of an endpoint were to be before it was parked: at zero, with the smallest idle time, so that it bills nothing. */
export interface ParkedWorkers {
  minNum: number;
  freeTimeout: number;
}

/** The record that an endpoint carries; undefined when there is none, or none that can be read, which {@link recordDoubt} tells apart. */
export function readRecord(config: Pick<EndpointConfig, 'envs'>): DeploymentRecord | undefined {
  return parseRecord(recordJson(config));
}

/** Why the owner of the endpoint cannot be told, as the end of a sentence that starts with the endpoint; undefined where its envs tell, a record or none. */
export function recordDoubt(config: Pick<EndpointConfig, 'envs' | 'unread'>): string | undefined {
  if (isUnread(config, 'envs')) return 'does not show its envs';
  const isRead = readRecord(config) ?? readWriteEvidence(config) ?? readParked(config);
  return recordTexts(config.envs).length > 0 && !isRead
    ? `has a record in its env \`${recordEnvKey}\` that cannot be read`
    : undefined;
}

/** Each once: two that differ are none. */
function recordTexts(envs: EndpointConfig['envs']): string[] {
  return [...new Set(envs.filter(({ key }) => key === recordEnvKey).map(({ value }) => value))];
}

/** Undefined when a member is missing or of another type. */
function parseRecord(members: { readonly [Member in keyof DeploymentRecord]?: unknown }): DeploymentRecord | undefined {
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

/** With any other value it is the record of no preview, so that nothing is deleted for it. */
function isPullRequest(number: unknown): number is number {
  return Number.isSafeInteger(number) && (number as number) > 0;
}

/** Its shape alone: the record is text that anyone with the console can write, and the plan prints it. */
function isReference(text: unknown): text is string {
  return typeof text === 'string' && text.length <= 500 && /^[\w./:@${}-]+$/.test(text);
}

/** What the last write noted of the endpoint before it; undefined without a record, or one from before there was such a note. */
export function readWriteEvidence(config: Pick<EndpointConfig, 'envs'>): WriteEvidence | undefined {
  const { oldWorkers, envKeys, unsettledAt, restoredAt } = recordJson(config);
  if (!isShortened(oldWorkers) || !isShortened(envKeys)) return undefined;
  return {
    oldWorkers,
    envKeys,
    ...(Number.isSafeInteger(unsettledAt) && { unsettledAt: Number(unsettledAt) }),
    ...(Number.isSafeInteger(restoredAt) && { restoredAt: Number(restoredAt) }),
  };
}

/** What a run that failed has taken away when it parked the endpoint; undefined where it is not parked. */
export function readParked(config: Pick<EndpointConfig, 'envs'>): ParkedWorkers | undefined {
  const { parked } = recordJson(config);
  const { minNum, freeTimeout } = (parked ?? {}) as { readonly [Name in keyof ParkedWorkers]?: unknown };
  return isCount(minNum) && isCount(freeTimeout) ? { minNum, freeTimeout } : undefined;
}

/** The envs with the record that they have, and in it what is parked. */
export function withParked(envs: EndpointConfig['envs'], parked: ParkedWorkers): EndpointConfig['envs'] {
  return withRecord(envs, { ...recordJson({ envs }), parked });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 1_000_000;
}

/** The members of the one record; none where there is no record, or none that can be read. */
function recordJson({ envs }: Pick<EndpointConfig, 'envs'>): Readonly<Record<string, unknown>> {
  const [value, ...others] = recordTexts(envs);
  if (value === undefined || others.length > 0 || value.length > recordLengthMax) return {};
  try {
    const json: unknown = JSON.parse(value);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isShortened(text: unknown): text is string {
  return typeof text === 'string' && /^[48b]\.[\w-]*$/.test(text);
}

/** Few texts are kept as hashes of this many characters; many as a bitmap, which has the same length for any number. */
const hashWidths = [
  { width: 8, most: 50 },
  { width: 4, most: 150 },
] as const;
const bitmapBytes = 512;

/** Texts in short: `8.AbCdEfGh…`, eight characters for each; `4.` with four; or `b.` with a bitmap. At most 690 characters. */
export function shorten(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  const width = hashWidths.find(({ most }) => distinct.length <= most)?.width;
  if (width)
    return `${width}.${distinct
      .map((text) => hashOf(text, width))
      .sort()
      .join('')}`;
  const bitmap = Buffer.alloc(bitmapBytes);
  for (const { byte, mask } of distinct.map(bitOf)) bitmap[byte] = (bitmap[byte] ?? 0) | mask;
  return `b.${bitmap.toString('base64url')}`;
}

/** Whether the text is among those that were shortened. Wrong by chance only in the direction of yes. */
export function shortenedHas(shortened: string, text: string): boolean {
  const [form, hashes = ''] = shortened.split('.');
  if (form === 'b') {
    const { byte, mask } = bitOf(text);
    return ((Buffer.from(hashes, 'base64url')[byte] ?? 0) & mask) !== 0;
  }
  const width = Number(form);
  const hash = hashOf(text, width);
  for (let at = 0; at < hashes.length; at += width) if (hashes.startsWith(hash, at)) return true;
  return false;
}

function bitOf(text: string): { byte: number; mask: number } {
  const bit = createHash('sha256').update(text).digest().readUInt32BE() % (8 * bitmapBytes);
  return { byte: bit >> 3, mask: 1 << (bit & 7) };
}

function hashOf(text: string, width: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, width);
}

/** The env of the record as it stands; undefined for none. */
export function recordEnvOf({ envs }: Pick<EndpointConfig, 'envs'>): Env | undefined {
  return envs.find(({ key }) => key === recordEnvKey);
}

/** The envs without the record that an earlier run has left. */
export function withoutRecord(envs: EndpointConfig['envs']): EndpointConfig['envs'] {
  return envs.filter(({ key }) => key !== recordEnvKey);
}

/** The envs with this record in the place of any other. A run outside a workflow has no commit to note, but the same evidence. */
export function withRecord(
  envs: EndpointConfig['envs'],
  record: Partial<DeploymentRecord> & Partial<WriteEvidence> & { parked?: ParkedWorkers },
): EndpointConfig['envs'] {
  return [...withoutRecord(envs), { key: recordEnvKey, value: JSON.stringify(record) }];
}
