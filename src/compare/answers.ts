/** Whether two endpoints say the same, although the same model does not always say the same twice. */

/*
 * A GPU adds the numbers of requests that it happens to serve together in another order each time, also with
 * `temperature: 0`. So production is compared with itself first: the candidate can differ only if production repeats
 * itself.
 */

import { hash } from 'node:crypto';
import { jsonText, tryParseJson } from '../json.ts';
import type { EndpointTest } from '../model/tests.ts';
import { oneLine } from '../shown-text.ts';
import type { TestOptions } from '../tests/run.ts';
import { valueAtPointer } from '../tests/values.ts';
import { chance, maxChance } from './ratio.ts';

/** What an answer says: the text of a chat, or the values of a JSON answer at the pointers of its test. */
export type AnswerContent = readonly unknown[];

/** Of a longer answer, its hash is compared. */
const maxKeptLength = 262_144;

/** Undefined if the test expects nothing of the content: a file, or a page with a date, is not compared. */
export function comparedContent(
  { chat, expect }: EndpointTest,
  content: string | undefined,
  text: string,
): AnswerContent | undefined {
  const pointers = Object.keys(expect?.json ?? {});
  const parsed = chat === undefined && pointers.length > 0 ? tryParseJson(text) : undefined;
  const values = parsed && pointers.map((pointer) => valueAtPointer(parsed.value, pointer)?.value ?? null);
  const said = chat === undefined || content === undefined ? values : [foldedSpace(content)];
  const whole = contentText(said);
  return whole.length > maxKeptLength ? [hash('sha256', whole)] : said;
}

export const foldedSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Production repeats itself if this share of its answers is the same. */
const minRepeatedShare = 0.8;
/** An answer that production gives more rarely is not what it says. */
const minShare = 0.2;

/**
 * Answers of both sides, pair by pair; at least one. `fine`: the candidate's most frequent answer is production's, or
 * about as frequent there. `answers-differ`: none of its answers is one of production's, which repeats one. Shown is
 * how many answers each side gave or, where they differ, each around the first character that does, cleaned, then cut.
 */
export function judgeAnswers(
  candidate: readonly AnswerContent[],
  production: readonly AnswerContent[],
  clean: TestOptions['clean'],
): { verdict: 'fine' | 'undecided' | 'answers-differ'; shown: [production: string, candidate: string, words: string] } {
  const [ours, theirs] = [groupsOfSame(candidate), groupsOfSame(production)];
  const [frequent = [], usual = []] = [ours[0], theirs[0]];
  const sharing = ([said]: readonly AnswerContent[]) => theirs.find(([other]) => isSame(said, other))?.length ?? 0;
  const words = ({ length }: readonly unknown[]) => (length === 1 ? 'always the same' : `${length} different`);
  const shared = sharing(frequent);
  // Of two answers that production gives, the rarer one all the time is another behaviour.
  const isChance = shared >= minShare * production.length && chance(frequent.length, shared) >= maxChance;
  if (isSame(frequent[0], usual[0]) || isChance)
    return { verdict: 'fine', shown: [words(theirs), words(ours), 'equal'] };
  const isVaried = usual.length < minRepeatedShare * production.length || ours.some((group) => sharing(group) > 0);
  if (isVaried) return { verdict: 'undecided', shown: [words(theirs), words(ours), 'vary,'] };
  const around = aroundDifference(clean(contentText(usual[0])), clean(contentText(frequent[0])));
  return { verdict: 'answers-differ', shown: [...around, 'differ'] };
}

/** Values that are the same are one group; the largest first. */
function groupsOfSame<Value>(values: readonly Value[]): Value[][] {
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
export function isSame(a: unknown, b: unknown, scale = 0, depth = 0): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || Math.abs(a - b) <= tolerance * Math.max(scale, Math.abs(a), Math.abs(b));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (depth > maxNesting || Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [a, b] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  const [keys, within] = [Object.keys(a), Math.max(largestIn(a), largestIn(b))];
  const isSameAt = (key: string) => Object.hasOwn(b, key) && isSame(ours[key], theirs[key], within, depth + 1);
  return keys.length === Object.keys(b).length && keys.every(isSameAt);
}

/** Of a list; the members of an object have nothing in common. */
function largestIn(value: object): number {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.reduce<number>((max, each) => (typeof each === 'number' ? Math.max(max, Math.abs(each)) : max), 0);
}

function contentText(said: AnswerContent = []): string {
  const shown = said.length === 1 ? said[0] : said;
  return typeof shown === 'string' ? shown : jsonText(shown);
}

/** A hundred characters of each, from shortly before the first difference. */
function aroundDifference(production: string, candidate: string): [production: string, candidate: string] {
  let first = 0;
  while (first < production.length && production[first] === candidate[first]) first += 1;
  const from = first < 50 ? 0 : first - 20;
  const shown = (text: string) => `"${from > 0 ? '…' : ''}${oneLine(text.slice(from).toWellFormed(), 100)}"`;
  return [shown(production), shown(candidate)];
}
