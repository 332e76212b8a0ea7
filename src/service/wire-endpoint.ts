/** Reads an endpoint of an answer: nothing stops the reading, unread members are listed, words are cleaned. */

import { isObject, type JsonObject, maxItems } from '../json.ts';
import {
  buildConfig,
  type EndpointConfig,
  emptyValue,
  isNeverEmpty,
  isUnset,
  type MemberValue,
  type UnreadMember,
} from '../model/config.ts';
import type { Endpoint, Listed, State, Worker } from '../model/endpoint.ts';
import { recordEnvKey } from '../model/env-rules.ts';
import type { Env, Kind, Volume } from '../model/row.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { bounded, isPlainUrl } from '../shown-text.ts';

/**
 * service-api.md, Endpoint. Never throws: an account holds foreign endpoints in shapes that no document shows
 * (service-observed.md). A missing member is '', 0 or empty. `config.unread` lists members with an impossible value or
 * of another type, or of a missing block or configuration; and missing envs, unless the answer `isWhole` (one endpoint
 * with all its members, not an item of a list) and other empty lists are missing too.
 */
export function toEndpoint(body: unknown, { isWhole = false } = {}): Endpoint {
  const answer = membersOf(body);
  return {
    id: textOrEmpty(answer.id),
    url: readUrl(answer.url),
    state: readState(answer.state),
    workers: Array.isArray(answer.workers) ? answer.workers.slice(0, maxItems).map(toWorker) : [],
    log: readLog(answer.log),
    config: toConfig(answer, { isWhole }),
  };
}

/** The part of {@link toEndpoint} that says which endpoint it is, and who has deployed it. */
export function toListed(body: unknown): Listed {
  const { id, name, appName, envs } = membersOf(body);
  const records = Array.isArray(envs) ? envs.filter((env) => membersOf(env).key === recordEnvKey) : [];
  return {
    id: textOrEmpty(id),
    name: textOrEmpty(name),
    appName: textOrEmpty(appName),
    envs: asList(records, readEnv) ?? [],
  };
}

function toConfig(answer: JsonObject, { isWhole }: { isWhole: boolean }): EndpointConfig {
  const unread: UnreadMember[] = [];
  // Every endpoint has an image: an answer without one (of a stopped endpoint, say) hides the configuration.
  const isBare = answer.image === undefined || answer.image === null;
  const areEnvsHidden = answer.envs === undefined && !(isWhole && leavesOutEmptyLists(answer));
  const config = buildConfig((member) => {
    const { path, kind, returned, v1 } = member;
    if (!returned) return undefined;
    const [top = '', inner] = member.keys;
    const block = answer[top];
    // A value in the place of a block is in the place of each of its members.
    const given = inner !== undefined && isObject(block) ? block[inner] : block;
    const isLeftOut = given === undefined || given === null;
    const value = isLeftOut ? emptyValue(member) : readers[kind](given);
    // Zeros are left out of a block one by one, never the block itself.
    const isBlockLeftOut = inner !== undefined && !isObject(block) && v1 === 'always';
    const isHidden = isBlockLeftOut || (areEnvsHidden && top === 'envs') || (isBare && top !== 'name');
    const isEmpty = isLeftOut || isUnset(value);
    if (value !== undefined && !(isLeftOut && isHidden) && !(isEmpty && isNeverEmpty(member))) return value;
    unread.push({ path, found: describeFound(given) });
    return emptyValue(member);
  });
  return unread.length > 0 ? { ...config, unread } : config;
}

/**
 * Whether missing envs mean "none" or "not shown": "none" only if other empty lists are missing too. Envs that are only
 * not shown say which repository owns the endpoint, and an update without them would remove them. A service that sends
 * an empty list, which Go writes as `null`, leaves no empty list out.
 */
function leavesOutEmptyLists({ ports, products, volumeMounts, workers }: JsonObject): boolean {
  const lists = [ports, products, volumeMounts, workers];
  const isThere = (list: unknown) => Array.isArray(list) && list.length > 0;
  return lists.includes(undefined) && lists.every((list) => list === undefined || isThere(list));
}

/** How the values of each kind are read; undefined for a value of another type. */
const readers: { readonly [kind in Kind]: (value: unknown) => MemberValue | undefined } = {
  text: asText,
  integer: asInteger,
  ports: (value) => asList(value, (item) => readPort(isObject(item) ? item.port : item)),
  products: (value) => asList(value, (item) => asText(isObject(item) ? item.id : item)),
  volumes: (value) => asList(value, readVolume),
  envs: (value) => asList(value, readEnv),
};

/** An id may be a number: it is only compared. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

const textOrEmpty = (value: unknown): string => asText(value) ?? '';

/** 64-bit integers come as strings (service-observed.md, String numbers). */
export function asInteger(value: unknown): number | undefined {
  if (Number.isSafeInteger(value)) return value as number;
  return typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
}

/** A port, also of the form `8000/http` (service-observed.md, ports). */
function readPort(value: unknown): number | undefined {
  return asInteger(typeof value === 'string' ? value.replace(/\/[a-z]+$/i, '') : value);
}

/** More than a spec of 64 KiB has envs with values. */
const maxListed = 5000;

/** undefined as soon as one item cannot be read, or for too many: a list without an item would be another list. */
export function asList<Item>(value: unknown, readItem: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value) || value.length > maxListed) return undefined;
  const items = value.map(readItem);
  return items.includes(undefined) ? undefined : (items as Item[]);
}

function readVolume(value: unknown): Volume | undefined {
  const { type, id, size, mountPath } = membersOf(value);
  if (typeof type !== 'string' || typeof mountPath !== 'string') return undefined;
  return { type, id: textOrEmpty(id), size: asInteger(size) ?? 0, mountPath };
}

function readEnv(value: unknown): Env | undefined {
  const { key, value: text } = membersOf(value);
  if (typeof key !== 'string' || (text !== undefined && text !== null && typeof text !== 'string')) return undefined;
  return { key, value: text ?? '' };
}

/** The URL without query and fragment, which no request to an endpoint needs; '' unless it is a plain http(s) URL. */
function readUrl(value: unknown): string {
  const text = textOrEmpty(value);
  const [plain = ''] = isPlainUrl(text) ? text.split(/[?#]/, 1) : [];
  return plain;
}

/** The object of service-api.md, the bare word, or nothing. */
function readState(value: unknown): State {
  if (typeof value === 'string') return { state: value, error: '', message: '' };
  const { state, error, message } = membersOf(value);
  return { state: textOrEmpty(state), error: textOrEmpty(error), message: textOrEmpty(message) };
}

/** The last lines of a log, from their beginning: the end of a secret alone would not be recognised. */
const maxLogLines = 60;

function readLog(value: unknown): string {
  const lines = textOrEmpty(value).split(/\r\n?|\n/);
  return lines
    .slice(-maxLogLines)
    .map((line) => line.slice(0, 2 * maxShownText))
    .join('\n');
}

/** A worker that is about to start may have no id yet. Go leaves out a `healthy` that is false. */
function toWorker(value: unknown): Worker {
  const { id, state, log, healthy } = membersOf(value);
  return { id: textOrEmpty(id), state: readState(state), log: readLog(log), healthy: healthy === true };
}

function membersOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A value of an answer, in words; text is not shown, because it may be a secret. */
export function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a string';
  return isObject(value) ? 'an object' : String(value);
}

/** Characters of a text, or of a line of a log, that are shown. */
const maxShownText = 2048;

/** Removes secrets from the service's sentences, logs and IDs of workers, which our own messages quote. */
export function createCleaner(redactor: Redactor): (endpoint: Endpoint) => Endpoint {
  const clean = (text: string) => redactor.clean(text, maxShownText);
  const cleanWords = <Part extends { state: State; log: string }>(part: Part): Part => {
    const { state, error, message } = part.state;
    const lines = redactor.clean(part.log).split('\n');
    const log = lines.map((line) => bounded(line, maxShownText)).join('\n');
    return { ...part, log, state: { state: clean(state), error: clean(error), message: clean(message) } };
  };
  return (endpoint) => ({
    ...cleanWords(endpoint),
    workers: endpoint.workers.map((worker) => ({ ...cleanWords(worker), id: clean(worker.id) })),
  });
}
