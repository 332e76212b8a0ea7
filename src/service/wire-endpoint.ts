/** How an endpoint of an answer is read: nothing stops a reading, what is not told is listed, words are cleaned. */

import { isObject, type JsonObject } from '../json.ts';
import type { EndpointConfig, MemberValue, UnreadMember } from '../model/config.ts';
import { buildConfig, emptyValue, isNeverEmpty } from '../model/config.ts';
import type { Endpoint, ListedName, State, Worker } from '../model/endpoint.ts';
import type { Env, Kind, Volume } from '../model/row.ts';
import { createRedactor, type Redactor } from '../secrets/redactor.ts';
import { isPlainUrl } from '../shown-text.ts';

/**
 * service-api.md, Endpoint. Never throws: an account holds endpoints of others, in shapes that no document shows
 * (service-observed.md). What is left out is '', 0 or empty. `config.unread` lists members that an endpoint cannot have
 * so, of another type, or of a block or configuration that is left out; and envs that are not there, except where
 * `isWhole` (one endpoint with all that it has, not an item of a list) and other empty lists are left out too.
 */
export function toEndpoint(body: unknown, { isWhole = false } = {}): Endpoint {
  const answer = membersOf(body);
  const createdAt = readTime(answer.createdAt);
  return {
    id: readText(answer.id) ?? '',
    url: readUrl(answer.url),
    state: readState(answer.state),
    workers: Array.isArray(answer.workers) ? answer.workers.map(toWorker) : [],
    log: readLog(answer.log),
    ...(createdAt !== undefined && { createdAt }),
    config: toConfig(answer, { isWhole }),
  };
}

/** The part of {@link toEndpoint} that names the endpoint. */
export function toListedName(body: unknown): ListedName {
  const { id, name, appName } = membersOf(body);
  return { id: readText(id) ?? '', name: readText(name) ?? '', appName: readText(appName) ?? '' };
}

function toConfig(answer: JsonObject, { isWhole }: { isWhole: boolean }): EndpointConfig {
  const unread: UnreadMember[] = [];
  // Every endpoint has an image: without one, the answer tells nothing of the configuration (of a stopped one, say).
  const isBare = answer.image === undefined || answer.image === null;
  const isKeptBack = answer.envs === undefined && !(isWhole && leavesOutEmptyLists(answer));
  const config = buildConfig((member) => {
    const { path, kind, returned, v1 } = member;
    if (!returned) return undefined;
    const [top = '', inner] = member.keys;
    const block = answer[top];
    // What stands in the place of a block stands in the place of each of its members.
    const given = inner !== undefined && isObject(block) ? block[inner] : block;
    const isLeftOut = given === undefined || given === null;
    const value = isLeftOut ? emptyValue(member) : readers[kind](given);
    // Zeros are left out of a block one by one, never the block itself.
    const isBlockLeftOut = inner !== undefined && !isObject(block) && v1 === 'always';
    const isUnset = isBlockLeftOut || (isKeptBack && top === 'envs') || (isBare && top !== 'name');
    if (value !== undefined && !(isLeftOut && (isUnset || isNeverEmpty(member)))) return value;
    unread.push({ path, found: describeFound(given) });
    return emptyValue(member);
  });
  return unread.length > 0 ? { ...config, unread } : config;
}

/**
 * Whether missing envs mean "none" or "not shown": "none" only if other empty lists are missing too. Envs that are only
 * not shown tell which repository owns the endpoint, and an update without them would remove them. A list that is there
 * and empty, which Go writes as `null`, is of a service that leaves none out.
 */
function leavesOutEmptyLists({ ports, products, volumeMounts, workers }: JsonObject): boolean {
  const lists = [ports, products, volumeMounts, workers];
  const isThere = (list: unknown) => Array.isArray(list) && list.length > 0;
  return lists.includes(undefined) && lists.every((list) => list === undefined || isThere(list));
}

/** How the values of each kind are read; undefined for a value of another type. */
const readers: { readonly [kind in Kind]: (value: unknown) => MemberValue | undefined } = {
  text: readText,
  integer: readInteger,
  ports: (value) => readList(value, (item) => readPort(isObject(item) ? item.port : item)),
  products: (value) => readList(value, (item) => readText(isObject(item) ? item.id : item)),
  volumes: (value) => readList(value, readVolume),
  envs: (value) => (Array.isArray(value) && value.length > maxReadEnvs ? undefined : readList(value, readEnv)),
};

/** Far more than the environment of a process can hold. An endpoint with more has envs that are not read. */
const maxReadEnvs = 5000;

/** An id may come as a number: it is compared, never calculated with. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** 64-bit integers come as strings (service-observed.md, String numbers). */
export function readInteger(value: unknown): number | undefined {
  if (Number.isSafeInteger(value)) return value as number;
  return typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
}

/** Also `8000/http`. */
function readPort(value: unknown): number | undefined {
  return readInteger(typeof value === 'string' ? value.replace(/\/[a-z]+$/i, '') : value);
}

/** undefined as soon as one item cannot be read: a list without it would be another list. */
function readList<Item>(value: unknown, readItem: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map(readItem);
  return items.includes(undefined) ? undefined : (items as Item[]);
}

function readVolume(value: unknown): Volume | undefined {
  const { type, id, size, mountPath } = membersOf(value);
  if (typeof type !== 'string' || typeof mountPath !== 'string') return undefined;
  return { type, id: readText(id) ?? '', size: readInteger(size) ?? 0, mountPath };
}

function readEnv(value: unknown): Env | undefined {
  const { key, value: text } = membersOf(value);
  if (typeof key !== 'string' || (text !== undefined && text !== null && typeof text !== 'string')) return undefined;
  return { key, value: text ?? '' };
}

/** Without query and fragment, which no request to an endpoint needs; '' for what is not a plain http(s) URL. */
function readUrl(value: unknown): string {
  const text = readText(value) ?? '';
  const [plain = ''] = isPlainUrl(text) ? text.split(/[?#]/, 1) : [];
  return plain;
}

/** The object of service-api.md, the bare word, or nothing. */
function readState(value: unknown): State {
  if (typeof value === 'string') return { state: value, error: '', message: '' };
  const { state, error, message } = membersOf(value);
  return { state: readText(state) ?? '', error: readText(error) ?? '', message: readText(message) ?? '' };
}

/** Lines of a log, from its end: whole ones, so that no secret is shown by its end alone. */
const maxLogLines = 60;

function readLog(value: unknown): string {
  const lines = (readText(value) ?? '').split(/\r\n?|\n/);
  return lines.slice(-maxLogLines).join('\n');
}

/** One that is about to be may have no id yet; `healthy` is left out where Go leaves out what is false. */
function toWorker(value: unknown): Worker {
  const { id, state, log, healthy } = membersOf(value);
  return { id: readText(id) ?? '', state: readState(state), log: readLog(log), healthy: healthy === true };
}

/** ISO 8601, seconds or milliseconds, as text or number → milliseconds. */
function readTime(value: unknown): number | undefined {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  const time = isDate ? Date.parse(value) : (readInteger(value) ?? 0);
  // Seconds until the year 5138 are fewer than milliseconds since 1973.
  const milliseconds = time < 1e11 && !isDate ? time * 1000 : time;
  return milliseconds > 0 ? milliseconds : undefined;
}

function membersOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** What stands in an answer, in words; of text nothing is shown, since it may be a secret. */
export function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a string' : String(value);
}

/** In characters: what is shown of a text at most, and of a line of a log. */
const maxSaid = 2048;

/** Shorter values of envs stand in many a path. */
const minSecretLength = 8;

/** A URL is shown everywhere as it is, so that one with a value of an env of its endpoint in its path is none. */
function hasSecretPath({ url, config }: Endpoint): boolean {
  const path = URL.parse(url)?.pathname ?? '/';
  if (path === '/') return false;
  const ofEnvs = createRedactor();
  for (const { value } of config.envs) if (value.length >= minSecretLength) ofEnvs.add(value, 'env');
  return ofEnvs.clean(path) !== path;
}

/** Cleans the service's sentences, logs and odd ids, which later stand among words of our own. One for a run. */
export function createCleaner(redactor: Redactor): (endpoint: Endpoint) => Endpoint {
  /** An id that holds a secret gets another one, which stays its own: workers are told apart by them. */
  const ids = new Map<string, string>();
  const shownId = (id: string) => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const told = said(id);
    const shown = told === id ? id : `${told} (${ids.size + 1})`;
    ids.set(id, shown);
    return shown;
  };
  /** By URL and envs: nearly every reading repeats the one before it. */
  const secretPaths = new Map<string, boolean>();
  const shownUrl = (endpoint: Endpoint) => {
    const key = JSON.stringify([endpoint.url, endpoint.config.envs]);
    const isSecret = secretPaths.get(key) ?? hasSecretPath(endpoint);
    secretPaths.set(key, isSecret);
    return isSecret ? '' : endpoint.url;
  };
  const said = (text: string) => redactor.clean(text, maxSaid);
  const cleaned = <Told extends { state: State; log: string }>(told: Told): Told => {
    const { state, error, message } = told.state;
    const log = redactor.clean(told.log).split('\n').map(said).join('\n');
    return { ...told, log, state: { state: said(state), error: said(error), message: said(message) } };
  };
  return (endpoint) => ({
    ...cleaned(endpoint),
    url: shownUrl(endpoint),
    workers: endpoint.workers.map((worker) => ({ ...cleaned(worker), id: shownId(worker.id) })),
  });
}
