/** Values of a JSON answer, and texts, against what a test expects of them. */

import { isDeepStrictEqual } from 'node:util';
import { isObject, jsonText } from '../json.ts';
import { folded, includes, type JsonExpectation } from '../model/tests.ts';

/** RFC 6901; undefined if the pointer leads to nothing. */
export function valueAtPointer(json: unknown, pointer: string): { value: unknown } | undefined {
  let value = json;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    // The keys of a list are its items' keys, without its `length`.
    if (typeof value !== 'object' || value === null || !Object.keys(value).includes(key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return { value };
}

/** The expectation that the value misses, as the end of `expected …`; undefined when it is right. */
export function missed(wanted: JsonExpectation, found: { value: unknown } | undefined): string | undefined {
  if (!isObject(wanted))
    return found && (found.value === wanted || isDeepStrictEqual(found.value, wanted))
      ? undefined
      : `to be ${JSON.stringify(wanted)}`;
  const { exists, contains, min, max, length } = wanted;
  if (exists === false) return found ? 'to be absent' : undefined;
  if (!found) return 'to exist';
  const { value } = found;
  const number = typeof value === 'number' ? value : Number.NaN;
  const checks = [
    [contains, () => containsText(value, contains ?? ''), `to contain ${inQuotes(contains ?? '')}`],
    [min, () => number >= Number(min), `to be at least ${min}`],
    [max, () => number <= Number(max), `to be at most ${max}`],
    [length, () => lengthOf(value) === length, `to have the length ${length}`],
  ] as const;
  return checks.find(([asked, isRight]) => asked !== undefined && !isRight())?.[2];
}

/** The length alone, where the length is wrong: a list may have a thousand numbers. */
export function foundValue(wanted: JsonExpectation, value: unknown): string {
  const length = isObject(wanted) && wanted.length !== undefined ? lengthOf(value) : undefined;
  return length === undefined ? jsonText(value) : `${length}`;
}

function containsText(value: unknown, wanted: string): boolean {
  if (Array.isArray(value))
    return value.some((item) => typeof item !== 'object' && String(item).toLowerCase() === wanted.toLowerCase());
  return typeof value !== 'object' && includes(String(value), wanted);
}

export const isSameText = (text: string, other: string) => folded(text).trim() === folded(other).trim();

/** The number of characters, items or members; undefined for a value without a length. */
function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return [...value].length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

export const inQuotes = (text: string) => (text === '' ? 'nothing' : `"${text}"`);
