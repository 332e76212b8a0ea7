/** What a run notes of itself on its endpoint: the deployment record, and the mark of an unfinished configuration. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isObject, type JsonObject, tryParseJson } from '../json.ts';
import { type EndpointConfig, isUnread, v2Shortfall } from './config.ts';
import { pendingMarkerKey, recordEnvKey } from './env-rules.ts';
import type { Env } from './row.ts';
import type { EndpointTest } from './tests.ts';

/** No record comes near it: a longer text is none, and is not parsed. */
const recordLengthMax = 4095;

type Envs = EndpointConfig['envs'];
type WithEnvs = Pick<EndpointConfig, 'envs'>;

const shortText = z.string().check(z.maxLength(500));
const count = z.int().check(z.gte(0), z.lte(1_000_000));
const shortened = z.string().check(z.regex(/^(?:[48]\.[\w-]*|\*)$/));
/** A value of another form is left out. */
const lenient = <S extends z.ZodMiniType>(schema: S) =>
  z.catch(z.optional(schema), undefined) as unknown as z.ZodMiniExactOptional<S>;

const recordSchema = z.object({
  /** `owner/name`. */
  repository: shortText,
  /** Kept by a rename and a transfer of the repository. */
  repositoryId: lenient(z.string().check(z.regex(/^\d{1,20}$/))),
  commit: shortText,
  ref: shortText,
  /** Id and attempt of the run: `123.1`. */
  run: shortText,
  /** Only for what was deployed for a pull request's preview: nothing is deleted for a record without it. */
  pullRequest: lenient(z.int().check(z.gt(0))),
  /** What was pinned to a digest, such as `ghcr.io/acme/llama:main`; anyone with the console may have written it. */
  pinnedFrom: lenient(shortText.check(z.regex(/^[\w./:@${}-]+$/))),
  /** The image, as {@link shorten} makes it, where the input `image` gave it and not the spec. */
  imageInput: lenient(shortened),
  /** The id of the endpoint that this new one is to replace: an interrupted replacement is resumed by it alone. */
  replaces: lenient(shortText),
  /** When it was deployed, ISO 8601 in UTC. */
  time: shortText.check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  /** `deploy-gpu-endpoint/1.0.0`. */
  tool: shortText,
  /** Which step of the repository deployed it, a hash; one without it counts as deployed by every step. */
  source: lenient(z.string().check(z.regex(/^[\w-]{8}$/))),
  /** The keys of the envs that came by `secret-envs`: a run that has none must not remove them. */
  secretKeys: lenient(z.string().check(z.regex(/^(4\.[\w-]*|all)$/))),
  /** The tests of the spec, so that a plan can tell which are new, and which are gone. */
  tests: lenient(z.string().check(z.regex(/^4\.[\w-]*$/))),
});

/** What a write notes of the endpoint before it, for later runs. Texts as {@link shorten} makes them. */
const evidenceSchema = z.object({
  /** The IDs of the workers that were listed before the write, without those of `rightWorkers`. */
  oldWorkers: shortened,
  /** Of a restore: the IDs of the workers that were listed before the write and run what it wrote back. */
  rightWorkers: lenient(shortened),
  /** The keys of the envs that the write sent. */
  envKeys: shortened,
  /** Whether the write replaces these workers is not documented. */
  mayKeep: lenient(z.literal(true)),
  /** When the write was sent, in seconds since 1970. */
  writtenAt: lenient(z.int()),
});

/** What the workers were to be before the endpoint was parked at zero, where it bills nothing. */
const parkedSchema = z.object({ minNum: count, freeTimeout: count });

export type DeploymentRecord = z.output<typeof recordSchema>;
export type WriteEvidence = z.output<typeof evidenceSchema>;
export type ParkedWorkers = z.output<typeof parkedSchema>;

/** The record of an endpoint; undefined for none, or none that can be read, which {@link recordDoubt} tells apart. */
export function readRecord(config: WithEnvs): DeploymentRecord | undefined {
  return recordSchema.safeParse(recordJson(config)).data;
}

/** What the last write noted of the endpoint before it; undefined without such a note. */
export function readWriteEvidence(config: WithEnvs): WriteEvidence | undefined {
  return evidenceSchema.safeParse(recordJson(config)).data;
}

/** Whether a deploy has written the env of that key, by the record; undefined without one. */
export function writtenIn(config: WithEnvs): ((key: string) => boolean) | undefined {
  const evidence = readWriteEvidence(config);
  return evidence && shortenedHas(evidence.envKeys);
}

/** Whether the env of that key came by `secret-envs`, by the record. */
export function secretIn(config: WithEnvs): (key: string) => boolean {
  const { secretKeys = '4.' } = readRecord(config) ?? {};
  return secretKeys === 'all' ? (writtenIn(config) ?? (() => false)) : shortenedHas(secretKeys);
}

/** The id of the endpoint that this one, which a deploy has created, is to replace. */
export function readReplaces(config: WithEnvs): string | undefined {
  return shortText.safeParse(recordJson(config).replaces).data;
}

/** What a run that failed has taken away when it parked the endpoint; undefined where it is not parked. */
export function readParked(config: WithEnvs): ParkedWorkers | undefined {
  return parkedSchema.safeParse(recordJson(config).parked).data;
}

/** Why the owner cannot be told, to follow the name of the endpoint; undefined where the envs tell. */
export function recordDoubt(config: Pick<EndpointConfig, 'envs' | 'unread'>): string | undefined {
  if (isUnread(config, 'envs')) return 'does not show its envs';
  const isRead = readRecord(config) ?? readWriteEvidence(config) ?? readParked(config);
  return recordEnvOf(config) && !isRead ? `has a record in its env \`${recordEnvKey}\` that cannot be read` : undefined;
}

/** The members of the one record; none where there is no record, two that differ, or none that can be read. */
function recordJson({ envs }: WithEnvs): JsonObject {
  const [value = '', ...others] = new Set(envs.filter(({ key }) => key === recordEnvKey).map(({ value }) => value));
  if (others.length > 0 || value.length > recordLengthMax) return {};
  const json = tryParseJson(value)?.value;
  return isObject(json) ? json : {};
}

/** Beside 150 keys of envs they leave the record its place in 2 KB. */
export const maxOldWorkers = 230;
/** Stands for any text: there were too many to be told apart. */
const anyText = '*';

/**
 * Texts in short: `8.AbCdEfGh…`, a hash of eight characters each for few, `4.` with four for up to `max` (one of 70,000
 * other texts is taken for one of 230), or `*` for more.
 */
export function shorten(texts: readonly string[], max = 150): string {
  const distinct = [...new Set(texts)];
  if (distinct.length > max) return anyText;
  const width = distinct.length <= 50 ? 8 : 4;
  return `${width}.${distinct
    .map((text) => hashOf(text, width))
    .sort()
    .join('')}`;
}

/** So many leave the record its place in 2 KB; of more, each env that a deploy has written counts as one of them. */
const maxSecretKeys = 40;

export function shortenKeys(keys: readonly string[]): string {
  return keys.length > maxSecretKeys ? 'all' : shortHashes(keys);
}

/** More of them are not noted. */
const maxTests = 20;

/** Empty where there are none, or too many. */
export function noteTests(tests: readonly EndpointTest[]): Pick<DeploymentRecord, 'tests'> {
  return tests.length > 0 && tests.length <= maxTests ? { tests: shortHashes(tests.map(textOfTest)) } : {};
}

/** How many of the tests are new since the record was written, and how many of that time are gone. */
export function comparedTests(
  tests: readonly EndpointTest[],
  { tests: noted = '4.' }: Pick<DeploymentRecord, 'tests'>,
): { added: number; removed: number } {
  const kept = new Set(tests.map(textOfTest).filter(shortenedHas(noted))).size;
  return { added: tests.length - kept, removed: (noted.length - '4.'.length) / 4 - kept };
}

const textOfTest = (test: EndpointTest) => JSON.stringify(test);
const shortHashes = (texts: readonly string[]) =>
  `4.${[...new Set(texts)]
    .map((text) => hashOf(text, 4))
    .sort()
    .join('')}`;

/** Whether a text is among those that were shortened; of none by default. Wrong by chance only in the direction of yes. */
export function shortenedHas(shortened = '8.'): (text: string) => boolean {
  if (shortened === anyText) return () => true;
  const [form, data = ''] = shortened.split('.');
  const width = Number(form);
  const hashes = new Set(data.match(new RegExp(`.{${width}}`, 'g')));
  return (text) => hashes.has(hashOf(text, width));
}

function hashOf(text: string, width: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, width);
}

/** As it stands; undefined for none. */
export function recordEnvOf({ envs }: WithEnvs): Env | undefined {
  return envs.find(({ key }) => key === recordEnvKey);
}

/** The envs without the record that an earlier run has left. */
export function withoutRecord(envs: Envs): Envs {
  return envs.filter(({ key }) => key !== recordEnvKey);
}

/** The envs that are not ours: without the record and the mark. */
export function withoutOurs(envs: Envs): Envs {
  return envs.filter(({ key }) => key !== recordEnvKey && key !== pendingMarkerKey);
}

/** The envs with this record in the place of any other. Outside a workflow it has no commit, but the same evidence. */
export function withRecord(
  envs: Envs,
  record: Partial<DeploymentRecord> & Partial<WriteEvidence> & { parked?: ParkedWorkers },
): Envs {
  return [...withoutRecord(envs), { key: recordEnvKey, value: JSON.stringify(record) }];
}

/**
 * As the first of two calls sends it, for a run that dies between the two: what the service never returns cannot be
 * seen to be missing, and only the mark lets the next run see a difference, and send everything.
 */
export function withPendingMarker(config: EndpointConfig): EndpointConfig {
  const others = config.envs.filter(({ key }) => key !== pendingMarkerKey);
  return { ...config, envs: [...others, { key: pendingMarkerKey, value: 'true' }] };
}

/** Whether the finishing call can take the mark away: v2 carries envs as a whole or not at all. */
export function canClearPendingMarker(config: EndpointConfig): boolean {
  return !v2Shortfall(withPendingMarker(config))('envs');
}
