/** Values of a JSON answer, and texts, against what a test expects of them. */

import { isDeepStrictEqual } from 'node:util';
import { isObject, jsonText } from '../json.ts';
import type { JsonExpectation } from '../model/tests.ts';

/** RFC 6901; undefined if the pointer leads to nothing. */
export function valueAtPointer(json: unknown, pointer: string): { value: unknown } | undefined {
  let value = json;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    // `length` is not an item of a list.
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return { value };
}

/** The expectation that the value misses, as the end of `expected …`; undefined when it is right. */
export function missed(wanted: JsonExpectation, found: { value: unknown } | undefined): string | undefined {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return found && (found.value === wanted || isDeepStrictEqual(found.value, wanted))
      ? undefined
      : `to be ${JSON.stringify(wanted)}`;
  const { exists, contains, min, max, length } = wanted;
  if (exists === false) return found ? 'to be absent' : undefined;
  if (!found) return 'to exist';
  const { value } = found;
  const isNumber = typeof value === 'number';
  if (contains !== undefined && !containsText(value, contains)) return `to contain ${inQuotes(contains)}`;
  if (min !== undefined && !(isNumber && value >= min)) return `to be at least ${min}`;
  if (max !== undefined && !(isNumber && value <= max)) return `to be at most ${max}`;
  if (length !== undefined && sizeOf(value)?.count !== length) return `to have the length ${length}`;
  return undefined;
}

/** The length alone, where the length is wrong: a list may have a thousand numbers. */
export function foundValue(wanted: JsonExpectation, value: unknown): string {
  const size = isObject(wanted) && wanted.length !== undefined ? sizeOf(value) : undefined;
  return size ? `${size.count} ${size.unit}${size.count === 1 ? '' : 's'}` : jsonText(value);
}

function containsText(value: unknown, wanted: string): boolean {
  if (Array.isArray(value))
    return value.some((item) => typeof item !== 'object' && String(item).toLowerCase() === wanted.toLowerCase());
  return typeof value !== 'object' && includes(String(value), wanted);
}

/** Whatever the capitals and the kind of space: a model writes `Pong.` for `pong`, and a narrow space in `10 km`. */
export function includes(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

export const isSameText = (text: string, other: string) => folded(text).trim() === folded(other).trim();

const folded = (text: string) => text.normalize().replaceAll(/\s+/g, ' ').toLowerCase();

function sizeOf(value: unknown): { count: number; unit: string } | undefined {
  if (typeof value === 'string') return { count: [...value].length, unit: 'character' };
  if (typeof value !== 'object' || value === null) return undefined;
  return { count: Object.keys(value).length, unit: Array.isArray(value) ? 'item' : 'member' };
}

export const inQuotes = (text: string) => (text === '' ? 'nothing' : `"${text}"`);
