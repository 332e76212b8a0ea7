/** Whether two endpoints say the same, although the same model does not always say the same twice. */

/*
 * A GPU adds the numbers of requests that it happens to serve together in another order each time, also with
 * `temperature: 0`. So production is compared with itself first: the candidate can differ only if production repeats
 * itself.
 */

import { createHash } from 'node:crypto';
import { jsonText, tryParseJson } from '../json.ts';
import type { EndpointTest } from '../model/tests.ts';
import { oneLine } from '../shown-text.ts';
import { valueAtPointer } from '../tests/values.ts';
import { chance, maxChance } from './ratio.ts';

/** What an answer says: the text of a chat, or the values of a JSON answer at the pointers of its test. */
export type AnswerContent = readonly unknown[];

/**
 * `equal`: the candidate's most frequent answer is production's, or about as frequent there. `differs`: none of its
 * answers is one of production's, which repeats one. `varies`: neither can be said.
 */
export type AnswersVerdict =
  /** How many different answers each gave. */
  | { kind: 'equal' | 'varies'; production: number; candidate: number }
  /** Both around the first character that differs. */
  | { kind: 'differs'; production: string; candidate: string };

export type Clean = (text: string, maxLength?: number) => string;

/** Undefined if the test expects nothing of the content: a file, or a page with a date, is not compared. */
export function comparedContent(
  { chat, expect }: EndpointTest,
  { content, text, clean }: { content: string | undefined; text: string; clean: Clean },
): AnswerContent | undefined {
  const kept = (value: unknown) => withoutEnd(value, { clean, values: maxValues });
  if (chat !== undefined) return content === undefined ? undefined : [kept(content.replaceAll(/\s+/g, ' ').trim())];
  const pointers = Object.keys(expect?.json ?? {});
  const parsed = pointers.length > 0 ? tryParseJson(text) : undefined;
  return parsed && pointers.map((pointer) => kept(valueAtPointer(parsed.value, pointer)?.value ?? null));
}

const maxTextLength = 16_384;
/** Of lists: 16 embeddings of 2,048 numbers. */
const maxValues = 32_768;
/** To compare a member of an object takes so many times as long as an item of a list. */
const memberCost = 16;

/**
 * A hundred answers of a megabyte each are neither kept nor compared: of a longer text its beginning, and a hash of the
 * whole; of a longer list or object its beginning, and its size.
 */
function withoutEnd(value: unknown, left: { clean: Clean; values: number }, depth = 0): unknown {
  if (typeof value === 'string') {
    if (value.length <= maxTextLength) return value;
    left.values -= maxTextLength;
    // Nobody recognises a secret that the cut has halved.
    return `${left.clean(value, maxTextLength)} (${createHash('sha256').update(value).digest('hex')})`;
  }
  if (typeof value !== 'object' || value === null || depth > maxNesting) return value;
  const entries = Object.entries(value);
  const cost = Array.isArray(value) ? 1 : memberCost;
  const kept: [string, unknown][] = [];
  for (const [key, each] of entries) {
    if (left.values <= 0) break;
    left.values -= cost;
    kept.push([key, withoutEnd(each, left, depth + 1)]);
  }
  if (kept.length < entries.length) kept.push(['…', `… (${entries.length})`]);
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}

/** Production repeats itself if this share of its answers is the same. */
const minRepeatedShare = 0.8;

/** An answer that production gives more rarely is not what it says. */
const minShare = 0.2;

/** Answers of both sides, pair by pair; at least one. `clean` keeps secrets out of what is shown. */
export function judgeAnswers(
  candidate: readonly AnswerContent[],
  production: readonly AnswerContent[],
  clean: Clean,
): AnswersVerdict {
  const [ours, theirs] = [groupsOf(candidate), groupsOf(production)];
  const [frequent = [], usual = []] = [ours[0], theirs[0]];
  const counts = { production: theirs.length, candidate: ours.length };
  const among = (groups: readonly AnswerContent[][], [said]: readonly AnswerContent[]) =>
    groups.find(([other]) => isSame(said, other))?.length ?? 0;
  const said = among(theirs, frequent);
  // Of two answers that production gives, the rarer one all the time is another behaviour.
  const isChance = chance(frequent.length, said) >= maxChance;
  if (isSame(frequent[0], usual[0]) || (said >= minShare * production.length && isChance))
    return { kind: 'equal', ...counts };
  const isShared = ours.some((group) => among(theirs, group) > 0);
  if (isShared || usual.length < minRepeatedShare * production.length) return { kind: 'varies', ...counts };
  return { kind: 'differs', ...aroundDifference(clean(contentText(usual[0])), clean(contentText(frequent[0]))) };
}

/** Values that are the same are one group; the largest first. */
function groupsOf<Value>(values: readonly Value[]): Value[][] {
  const groups: Value[][] = [];
  for (const value of values) {
    const group = groups.find(([first]) => isSame(first, value));
    if (group) group.push(value);
    else groups.push([value]);
  }
  return groups.sort((a, b) => b.length - a.length);
}

/** Numbers of a GPU differ in their last digits. */
const tolerance = 0.001;
/** What is nested deeper equals nothing: comparing it could end the run. */
const maxNesting = 1000;

/** `scale`: the largest number beside these two, such as in the vector that both are part of. */
export function isSame(a: unknown, b: unknown, { scale = 0, depth = 0 } = {}): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= tolerance * Math.max(scale, Math.abs(a), Math.abs(b));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > maxNesting) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    const within = { scale: Math.max(largestIn(a), largestIn(b)), depth: depth + 1 };
    return a.length === b.length && a.every((value, index) => isSame(value, b[index], within));
  }
  const [ours, theirs] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  if (Array.isArray(a) || Array.isArray(b) || ours.length !== Object.keys(b).length) return false;
  return ours.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, theirs[key], { depth: depth + 1 }));
}

function largestIn(list: readonly unknown[]): number {
  return list.reduce<number>((max, each) => (typeof each === 'number' ? Math.max(max, Math.abs(each)) : max), 0);
}

function contentText(said: AnswerContent = []): string {
  const shown = said.length === 1 ? said[0] : said;
  return typeof shown === 'string' ? shown : jsonText(shown);
}

/** A hundred characters of each, from a little before the first one that differs. */
function aroundDifference(production: string, candidate: string): { production: string; candidate: string } {
  let first = 0;
  while (first < production.length && production[first] === candidate[first]) first += 1;
  const from = first < 50 ? 0 : first - 20;
  const shown = (text: string) => `${from > 0 ? '…' : ''}${oneLine(text.slice(from).toWellFormed(), 100)}`;
  return { production: shown(production), candidate: shown(candidate) };
}
