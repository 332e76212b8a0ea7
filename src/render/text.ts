/** Single values as short text: durations, ages, shown values, counts. */

import { hash } from 'node:crypto';
import type { ShownValue } from '../model/diff.ts';
import { formatSeconds } from '../model/display.ts';

export { joined, plural, shortCommit } from '../model/display.ts';

/** `a, b, c`, or where there are more, `a, b and 10 others`: for a title. */
export function fewOf(items: readonly string[], separator = ', '): string {
  if (items.length <= 3) return items.join(separator);
  return `${items.slice(0, 2).join(separator)} and ${items.length - 2} others`;
}

/** A time that was measured: `12 ms`, `3.4 s`, `34 s`, `3 m 20 s`. */
export function formatShort(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatSeconds(ms / 1000);
}

/** The value of an output: numbers have three digits, and undefined members are left out. */
export function inThreeDigits(output: object): object {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;
  return JSON.parse(JSON.stringify(output, short));
}

/** Tokens in a second: `9.6`, `42`. */
export const formatRate = (rate: number) => rate.toFixed(rate < 10 ? 1 : 0);

/** An age in seconds; in days from two of them on: `25 h`, `2 d`. */
export function formatAge(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  return days < 2 ? formatSeconds(seconds) : `${days} d`;
}

/** Characters that a terminal or a browser leaves out, or shows as a space. */
const unclear = /[^\P{C}]|[^\P{Z} ]|\p{DI}/u;
/** A text with the accents of letters, which may be one character or two that look alike. */
const escapable = new RegExp(`${unclear.source}|(?<= ) |\\p{M}`, 'gu');

/** A value of a change on one line. No two are alike: invisible characters are escaped, long values have a hash. */
export function formatShown(value: ShownValue): string {
  if (value === null) return 'none';
  const text = String(value);
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const quoted = () =>
    JSON.stringify(text).replaceAll(escapable, (character) => character.split('').map(escaped).join(''));
  const isComposed = text === text.normalize('NFC');
  const isPlain = isComposed && !unclear.test(text) && !/^"|^none$|^ | $| {2}/.test(text);
  const shown = isPlain ? text : quoted();
  if (shown.length <= 1000) return shown;
  const digest = hash('sha256', text).slice(0, 16);
  return `${shown.slice(0, 600)} … ${shown.slice(-300)} (${text.length} characters, sha256 ${digest})`;
}
