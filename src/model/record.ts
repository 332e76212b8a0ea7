/** The notes of a run on its endpoint: the deployment record, and the mark of an unfinished configuration. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';
import { type EndpointConfig, isUnread, v2Shortfall } from './config.ts';
import { pendingMarkerKey, recordEnvKey } from './env-rules.ts';
import type { Env } from './row.ts';
import type { EndpointTest } from './tests.ts';

/** Far more than a record needs: a longer text is not a record, and is not parsed. */
const maxRecordLength = 4095;

type Envs = EndpointConfig['envs'];
type WithEnvs = Pick<EndpointConfig, 'envs'>;

const shortText = z.string().check(z.maxLength(500));
const count = z.int().check(z.gte(0), z.lte(1_000_000));
const hashes = z.string().check(z.regex(/^(?:[48]\.[\w-]*|\*)$/));
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
  /** The newest commit that a run went over on purpose: it stays rolled back until something newer is deployed. */
  over: lenient(shortText),
  /** Of a preview: nothing is deleted for a record without it. */
  pullRequest: lenient(z.int().check(z.gt(0))),
  /** Of a preview, as it was deployed: a copy under another name has the same record. */
  name: lenient(z.string().check(z.maxLength(220))),
  /** The image before it was pinned, such as `ghcr.io/acme/llama:main`; anyone with the console may have written it. */
  pinnedFrom: lenient(shortText.check(z.regex(/^[\w./:@${}-]+$/))),
  /** The image from the input `image` instead of the spec, by {@link shorten}. */
  imageInput: lenient(hashes),
  /** When it was deployed, ISO 8601 in UTC. */
  time: shortText.check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  /** `deploy-gpu-endpoint/1.0.0`. */
  tool: shortText,
  /** The step of the repository that deployed it, as a hash; a record without it counts for every step. */
  source: lenient(z.string().check(z.regex(/^[\w-]{8}$/))),
  /** The keys of the envs from `secret-envs`: a run without this input must not remove them. */
  secretKeys: lenient(z.string().check(z.regex(/^(4\.[\w-]*|all)$/))),
  /** The tests of the spec, so that a plan can count new and removed ones. */
  tests: lenient(z.string().check(z.regex(/^4\.[\w-]*$/))),
});

/** The endpoint before a write, for later runs. Texts by {@link shorten}. */
const evidenceSchema = z.object({
  /** The IDs of the workers before the write. */
  oldWorkers: hashes,
  /** The keys of the envs that the write sent. */
  envKeys: hashes,
  /** When the write was sent, in seconds since 1970. */
  writtenAt: lenient(z.int()),
});

/** What a run has left unproved: the numbers of workers from before, the code of the failure, and the run. */
const parkedSchema = z.object({
  parked: z.object({
    minNum: count,
    freeTimeout: count,
    why: lenient(z.string().check(z.regex(/^[a-z-]{1,40}$/))),
    run: lenient(z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,4})?$/))),
  }),
});

export type DeploymentRecord = z.output<typeof recordSchema>;
export type WriteEvidence = z.output<typeof evidenceSchema>;
export type ParkedMark = z.output<typeof parkedSchema>['parked'];

/** The record of an endpoint; undefined without one, or if it is unreadable: see {@link recordDoubt}. */
export function readRecord(config: WithEnvs): DeploymentRecord | undefined {
  return parsed(recordSchema, config);
}

/** The note of the last write; undefined without one. */
export function readWriteEvidence(config: WithEnvs): WriteEvidence | undefined {
  return parsed(evidenceSchema, config);
}

/** Whether a deploy has written the env of that key, by the record; undefined without one. */
export function writtenIn(config: WithEnvs): ((key: string) => boolean) | undefined {
  const evidence = readWriteEvidence(config);
  return evidence && shortenedHas(evidence.envKeys);
}

/** Whether the env of that key came from `secret-envs`, by the record. */
export function secretIn(config: WithEnvs): (key: string) => boolean {
  const { secretKeys = '4.' } = readRecord(config) ?? {};
  return secretKeys === 'all' ? (writtenIn(config) ?? (() => false)) : shortenedHas(secretKeys);
}

/** The mark of a version that no run has proved; undefined without one. */
export function readParked(config: WithEnvs): ParkedMark | undefined {
  return parsed(parkedSchema, config)?.parked;
}

/** Why the owner is unknown, as words after the name of the endpoint; undefined if the envs say who it is. */
export function recordDoubt(config: Pick<EndpointConfig, 'envs' | 'unread'>): string | undefined {
  if (isUnread(config, 'envs')) return 'does not show its envs';
  const isRead = readRecord(config) ?? readWriteEvidence(config) ?? readParked(config);
  return recordEnvOf(config) && !isRead ? `has a record in its env \`${recordEnvKey}\` that cannot be read` : undefined;
}

/**
 * Undefined without a record, with two different ones, or if it is unreadable. Most endpoints of an account have none.
 */
function parsed<S extends z.ZodMiniType>(schema: S, { envs }: WithEnvs): z.output<S> | undefined {
  const [value = '', ...others] = new Set(envs.filter(({ key }) => key === recordEnvKey).map(({ value }) => value));
  if (value === '' || others.length > 0 || value.length > maxRecordLength) return undefined;
  return schema.safeParse(tryParseJson(value)?.value).data;
}

/** With 150 keys of envs, the record fits in 2 KB. */
export const maxOldWorkers = 230;
/** Matches any text: there were too many to tell them apart. */
const anyText = '*';

/**
 * Texts in short: `8.AbCdEfGh…`, a hash of eight characters each for few, `4.` with four each for up to `max` (one of
 * 70,000 other texts is taken for one of 230), or `*` for more.
 */
export function shorten(texts: readonly string[], max = 150): string {
  const count = new Set(texts).size;
  return count > max ? anyText : hashed(texts, count <= 50 ? 8 : 4);
}

/** With so many, the record fits in 2 KB; with more, each env that a deploy has written counts as one of them. */
const maxSecretKeys = 40;

export function shortenKeys(keys: readonly string[]): string {
  return keys.length > maxSecretKeys ? 'all' : hashed(keys, 4);
}

/** Empty without tests. */
export function noteTests(tests: readonly EndpointTest[]): Pick<DeploymentRecord, 'tests'> {
  return tests.length > 0 ? { tests: hashed(tests.map(textOfTest), 4) } : {};
}

/** How many of the tests are new since the record was written, and how many have been removed. */
export function comparedTests(
  tests: readonly EndpointTest[],
  { tests: noted = '4.' }: Pick<DeploymentRecord, 'tests'>,
): { added: number; removed: number } {
  const kept = new Set(tests.map(textOfTest).filter(shortenedHas(noted))).size;
  return { added: tests.length - kept, removed: (noted.length - '4.'.length) / 4 - kept };
}

const textOfTest = (test: EndpointTest) => JSON.stringify(test);

/** `4.` and all hashes of so many characters, sorted. */
function hashed(texts: readonly string[], width: 4 | 8): string {
  const hashes = [...new Set(texts)].map((text) => shortHash(text, width));
  return `${width}.${hashes.sort().join('')}`;
}

/** Whether a text is among the shortened ones; default none. By chance, another text may be taken for one of them. */
export function shortenedHas(shortened = '8.'): (text: string) => boolean {
  if (shortened === anyText) return () => true;
  const [form, data = ''] = shortened.split('.');
  const width = Number(form);
  const hashes = new Set(data.match(new RegExp(`.{${width}}`, 'g')));
  return (text) => hashes.has(shortHash(text, width));
}

function shortHash(text: string, width: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, width);
}

/** Unparsed; undefined without a record. */
export function recordEnvOf({ envs }: WithEnvs): Env | undefined {
  return envs.find(({ key }) => key === recordEnvKey);
}

/** The envs without the record of an earlier run. */
export function withoutRecord(envs: Envs): Envs {
  return envs.filter(({ key }) => key !== recordEnvKey);
}

/** The envs without our own: the record and the mark. */
export function withoutOurs(envs: Envs): Envs {
  return envs.filter(({ key }) => key !== recordEnvKey && key !== pendingMarkerKey);
}

/** The envs with this record instead of any other. Outside a workflow it has no commit, but the same evidence. */
export function withRecord(
  envs: Envs,
  record: Partial<DeploymentRecord> & Partial<WriteEvidence> & { parked?: ParkedMark },
): Envs {
  return [...withoutRecord(envs), { key: recordEnvKey, value: JSON.stringify(record) }];
}

/**
 * For the first of two calls. If the run dies between the two, no reading shows that a never returned member is
 * missing: only the mark shows the next run a difference, so that it sends everything.
 */
export function withPendingMarker(config: EndpointConfig): EndpointConfig {
  const others = config.envs.filter(({ key }) => key !== pendingMarkerKey);
  return { ...config, envs: [...others, { key: pendingMarkerKey, value: 'true' }] };
}

/** Whether the finishing call can remove the mark: v2 carries all envs or none. */
export function canClearPendingMarker(config: EndpointConfig): boolean {
  return !v2Shortfall(withPendingMarker(config))('envs');
}
