/** What a run notes of itself on its endpoint: the deployment record, and the mark of an unfinished configuration. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isObject, type JsonObject, tryParseJson } from '../json.ts';
import { type EndpointConfig, isUnread, v2Shortfall } from './config.ts';
import { pendingMarkerKey, recordEnvKey } from './env-rules.ts';
import type { Env } from './row.ts';

/** No record comes near it: a longer text is none, and is not parsed. */
const recordLengthMax = 4095;

type Envs = EndpointConfig['envs'];
type WithEnvs = Pick<EndpointConfig, 'envs'>;

const shortText = z.string().check(z.maxLength(500));
const count = z.int().check(z.gte(0), z.lte(1_000_000));
const shortened = z.string().check(z.regex(/^(?:[48b]|r\d{1,2}-\d{1,5})\.[\w-]*$/));
/** A value of another form is left out. */
const lenient = <S extends z.ZodMiniType>(schema: S) =>
  z.catch(z.optional(schema), undefined) as unknown as z.ZodMiniExactOptional<S>;

const recordSchema = z.object({
  /** `owner/name`. */
  repository: shortText,
  /** Id of the repository, which a rename and a transfer keep. Records of old have none. */
  repositoryId: lenient(z.string().check(z.regex(/^\d{1,20}$/))),
  /** The full id of the commit. */
  commit: shortText,
  ref: shortText,
  /** Id and attempt of the run: `123.1`. */
  run: shortText,
  /** Only for what was deployed for a pull request's preview: nothing is deleted for a record without it. */
  pullRequest: lenient(z.int().check(z.gt(0))),
  /**
   * The reference that was pinned to the digest that is deployed, such as `ghcr.io/acme/llama:main`; variables show as
   * `${KEY}`. Its shape alone: the record is text that anyone with the console can write, and the plan prints it.
   */
  pinnedFrom: lenient(shortText.check(z.regex(/^[\w./:@${}-]+$/))),
  /** When it was deployed, ISO 8601 in UTC. */
  time: shortText.check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  /** `deploy-gpu-endpoint/1.0.0`. */
  tool: shortText,
});

/** What a write notes of the endpoint before it, for later runs. Texts as {@link shorten} makes them. */
const evidenceSchema = z.object({
  /** The ids of the workers that were listed before the write. */
  oldWorkers: shortened,
  /** The keys of the envs that the write sent. */
  envKeys: shortened,
  /** When the write was sent, in seconds since 1970, if workers of a write before it were still to come. */
  unsettledAt: lenient(z.int()),
  /** When the write was sent, if it was a restore: its own workers may be listed late. */
  restoredAt: lenient(z.int()),
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

/** What both texts of an evidence may have: it leaves the record its place in 2 KB. */
const bothLength = 1500;

/** The evidence of a write in short; what the shorter text leaves free is for the longer one. */
export function shortenedBoth(
  workers: readonly string[],
  keys: readonly string[],
): Pick<WriteEvidence, 'oldWorkers' | 'envKeys'> {
  const envKeys = shorten(keys, Math.max(bothLength / 2, bothLength - hashed(workers).length));
  return { oldWorkers: shorten(workers, bothLength - envKeys.length), envKeys };
}

/**
 * Texts as hashes of eight characters, `8.AbCdEfGh…`, or, where that is too long, as packed ones, `r20-300.…`: of 300
 * texts beside few keys one other text in 60 million is taken for one of them, of 500 one in 30,000. Where they are too
 * many for that too, every text is.
 */
export function shorten(texts: readonly string[], length = bothLength): string {
  const whole = hashed(texts);
  if (whole.length <= length) return whole;
  for (let width = 40; width > 0; width -= 1) {
    const short = packed([...new Set(texts)], width);
    if (short.length <= length) return short;
  }
  return `b.${Buffer.alloc(bitmapBytes, 0xff).toString('base64url')}`;
}

/** Whether a text is among those that were shortened. Wrong by chance only in the direction of yes. */
export function shortenedHas(shortened: string): (text: string) => boolean {
  const [form = '', data = ''] = shortened.split('.');
  if (form === 'b') {
    const bitmap = Buffer.from(data, 'base64url');
    // Of records of old, which have only one bit for each text.
    return (text) => {
      const bit = digestOf(text).readUInt32BE() % (8 * bitmapBytes);
      return ((bitmap[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
    };
  }
  const [width = 8, count] = form.replace('r', '').split('-').map(Number);
  if (count !== undefined) {
    const hashes = unpacked(data, { width, count });
    return (text) => hashes.has(placeOf(text, { width, count }));
  }
  const hashes = new Set(data.match(new RegExp(`.{${width}}`, 'g')));
  return (text) => hashes.has(hashOf(text, width));
}

const bitmapBytes = 512;

function hashed(texts: readonly string[]): string {
  const hashes = [...new Set(texts)].map((text) => hashOf(text, 8));
  return `8.${hashes.sort().join('')}`;
}

interface Packing {
  /** Of the fixed part of a gap, in bits: of 2 ** width other texts, one is taken for one of these. */
  width: number;
  count: number;
}

/** The gaps between sorted hashes, each as a unary quotient and `width` bits: a Golomb-Rice code. */
function packed(texts: readonly string[], width: number): string {
  const count = texts.length;
  const places = texts.map((text) => placeOf(text, { width, count })).sort((a, b) => a - b);
  const gaps = places.map((place, index) => place - (places[index - 1] ?? 0));
  const bits = gaps
    .map((gap) => `${'1'.repeat(gap / 2 ** width)}0${(gap % 2 ** width).toString(2).padStart(width, '0')}`)
    .join('');
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  return `r${width}-${count}.${Buffer.from(bytes).toString('base64url')}`;
}

function unpacked(data: string, { width, count }: Packing): ReadonlySet<number> {
  const bits = Array.from(Buffer.from(data, 'base64url'), (byte) => byte.toString(2).padStart(8, '0')).join('');
  const places = new Set<number>();
  let place = 0;
  for (let at = 0; places.size < count; ) {
    const end = bits.indexOf('0', at);
    const rest = bits.slice(end + 1, end + 1 + width);
    if (end < 0 || rest.length < width) break;
    place += (end - at) * 2 ** width + Number.parseInt(rest, 2);
    places.add(place);
    at = end + 1 + width;
  }
  return places;
}

function placeOf(text: string, { width, count }: Packing): number {
  return digestOf(text).readUIntBE(0, 6) % (count * 2 ** width);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function hashOf(text: string, width: number): string {
  return digestOf(text).toString('base64url').slice(0, width);
}

/** The env of the record as it stands; undefined for none. */
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
 * The configuration as the first of two calls sends it, for a run that dies between the two. What the service never
 * returns cannot be seen to be missing: only the mark lets the next run see a difference, and send everything.
 */
export function withPendingMarker(config: EndpointConfig): EndpointConfig {
  const others = config.envs.filter(({ key }) => key !== pendingMarkerKey);
  return { ...config, envs: [...others, { key: pendingMarkerKey, value: 'true' }] };
}

/** Whether the finishing call can take the mark away: v2 carries envs as a whole or not at all. */
export function canClearPendingMarker(config: EndpointConfig): boolean {
  return !v2Shortfall(withPendingMarker(config))('envs');
}
