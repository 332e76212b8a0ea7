/** Single values as short text: durations, ages, shown values, counts, the end of a log. */

import { stripVTControlCharacters } from 'node:util';
import type { ShownValue } from '../model/diff.ts';

/** `45 s`, `3 m 20 s`, `1 h 5 m`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const [large, small, units] =
    whole < 3600
      ? [Math.floor(whole / 60), whole % 60, ['m', 's']]
      : [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), ['h', 'm']];
  return small === 0 ? `${large} ${units[0]}` : `${large} ${units[0]} ${small} ${units[1]}`;
}

/** A time that may be far below a second: `12 ms`, `3.4 s`. */
export function formatShort(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** An age in seconds; in days from two of them on: `25 h`, `2 d`. */
export function formatAge(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  return days < 2 ? formatSeconds(seconds) : `${days} d`;
}

/** A value of a change on one line; long ones are cut in the middle, where image references differ least. */
export function formatShown(value: ShownValue): string {
  if (value === null) return 'none';
  const text = String(value).replaceAll(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 90)} … ${text.slice(-60)}` : text;
}

/** `1 error`, `2 errors`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const tailLines = 20;
const tailWidth = 240;

/** The last lines of a text from outside, bounded in number and width; blank lines and control characters are left out. */
export function tailOf(text: string): string[] {
  const lines = stripVTControlCharacters(text)
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .replaceAll('\t', '  ')
        .replaceAll(/\p{Cc}/gu, '')
        .trimEnd(),
    )
    .filter((line) => line !== '');
  return lines.slice(-tailLines).map((line) => (line.length > tailWidth ? `${line.slice(0, tailWidth)}…` : line));
}
