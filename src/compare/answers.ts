/** Whether two endpoints say the same, although the same model does not always say the same twice. */

/*
 * A GPU adds the numbers of requests that it happens to serve together in another order each time, also with
 * `temperature: 0`. So production is compared with itself first: only where it repeats itself, the candidate can differ.
 */

import { createHash } from 'node:crypto';
import { tryParseJson } from '../json.ts';
import type { EndpointTest } from '../model/tests.ts';
import { valueAt } from '../tests/judge.ts';

/** What an answer says: the text of a chat, or values of a JSON answer, each `null` that the answer does not have. */
export type Said = string | readonly unknown[];

/**
 * `equal`: the candidate's most frequent answer is one of production's. `differs`: none of its answers is, although
 * production repeats one. `varies`: nothing can be said, because so many different answers came.
 */
export type AnswersVerdict =
  /** How many different answers each gave. */
  | { kind: 'equal' | 'varies'; production: number; candidate: number }
  /** Both around the first character that differs. */
  | { kind: 'differs'; production: string; candidate: string };

/** Undefined where the test says nothing of the content: a file, or a page with a date, is not compared. */
export function saidIn(test: EndpointTest, { content, text }: { content: string | undefined; text: string }) {
  if (test.chat !== undefined)
    return content === undefined ? undefined : bounded(content.replaceAll(/\s+/g, ' ').trim());
  const pointers = Object.keys(test.expect?.json ?? {});
  const parsed = pointers.length > 0 ? tryParseJson(text) : undefined;
  return parsed && pointers.map((pointer) => shortened(valueAt(parsed.value, pointer)?.value ?? null));
}

/** Production repeats itself if it gives one answer in so many of its answers. */
const repeating = 0.8;

/** Both lists have at least one. `clean` keeps secrets out of what is shown. */
export function judgeAnswers(
  candidate: readonly Said[],
  production: readonly Said[],
  clean: (text: string) => string,
): AnswersVerdict {
  const [ours, theirs] = [groupsOf(candidate), groupsOf(production)];
  const [often, usual] = [ours[0], theirs[0]];
  const isTheirs = ({ said }: Group) => theirs.some((group) => isSame(said, group.said));
  const counts = { production: theirs.length, candidate: ours.length };
  if (!often || !usual || isTheirs(often)) return { kind: 'equal', ...counts };
  if (ours.some(isTheirs) || usual.count < repeating * production.length) return { kind: 'varies', ...counts };
  return { kind: 'differs', ...aroundDifference(clean(textOf(usual.said)), clean(textOf(often.said))) };
}

type Group = { readonly said: Said; count: number };

/** Answers that are the same are one group; the most frequent first. */
function groupsOf(answers: readonly Said[]): Group[] {
  const groups: Group[] = [];
  for (const said of answers) {
    const group = groups.find((each) => isSame(each.said, said));
    if (group) group.count += 1;
    else groups.push({ said, count: 1 });
  }
  return groups.sort((a, b) => b.count - a.count);
}

/** Numbers of a GPU differ in their last digits. */
const tolerance = 0.001;

/** `scale`: the largest number beside these two, such as in the vector that both are part of. */
export function isSame(a: unknown, b: unknown, scale = 0): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= tolerance * Math.max(scale, Math.abs(a), Math.abs(b));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  if (ours.length !== Object.keys(b).length) return false;
  const largest = Array.isArray(a) ? Math.max(largestIn(a), largestIn(b as unknown[])) : 0;
  return ours.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, theirs[key], largest));
}

function largestIn(list: readonly unknown[]): number {
  return list.reduce<number>((most, each) => (typeof each === 'number' ? Math.max(most, Math.abs(each)) : most), 0);
}

/** A hundred answers of a megabyte each are not kept: of a longer text its beginning, and a hash of the whole. */
const maxTextLength = 16_384;

function bounded(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength)}… (${createHash('sha256').update(text).digest('hex')})`;
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return bounded(value);
  return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? bounded(each) : each));
}

function textOf(said: Said): string {
  return typeof said === 'string' ? said : JSON.stringify(said.length === 1 ? said[0] : said);
}

const shownLength = 100;

/** So many characters of each, from a little before the first one that differs. */
function aroundDifference(production: string, candidate: string): { production: string; candidate: string } {
  let first = 0;
  while (first < production.length && production[first] === candidate[first]) first += 1;
  const from = first < shownLength / 2 ? 0 : first - 20;
  const cut = (text: string) => {
    const rest = text.slice(from, from + shownLength).toWellFormed();
    return `${from > 0 ? '…' : ''}${rest}${text.length > from + shownLength ? '…' : ''}`;
  };
  return { production: cut(production), candidate: cut(candidate) };
}
