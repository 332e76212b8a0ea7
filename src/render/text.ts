/** Owns how single values become text that is safe where it is printed: durations, shown values, Markdown cells. */

import { stripVTControlCharacters } from 'node:util';
import type { ShownValue } from '../model/diff.ts';

/** `45 s`, `3 m 20 s`, `1 h 5 m`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600)
    return [`${Math.floor(whole / 60)} m`, whole % 60 ? `${whole % 60} s` : ''].filter(Boolean).join(' ');
  return [
    `${Math.floor(whole / 3600)} h`,
    Math.floor((whole % 3600) / 60) ? `${Math.floor((whole % 3600) / 60)} m` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** A time that may be far below a second: `12 ms`, `3.4 s`. */
export function formatShort(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** A value of a change on one line; long ones are cut in the middle, where image references differ least. */
export function formatShown(value: ShownValue): string {
  if (value === null) return 'none';
  const text = String(value).replaceAll(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 90)} … ${text.slice(-60)}` : text;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** No markup, no link, no line break gets out of it; in HTML too. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#+!|~$&@]|:(?=\/\/)|(?<=www)\./gi, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text from outside inside a table cell or a line. */
export function escapeCell(text: string): string {
  // GitHub looks for mentions and issue numbers in what is left when entities have become characters again.
  return escapeMarkup(text).replaceAll(/&#(?:35|64);/g, '$&&#8203;');
}

/** Words of our own, which put names and values in backticks, inside a table cell or a line. */
export function proseCell(text: string): string {
  const parts = text.split('`');
  // A backtick without a partner stays one.
  const last = parts.length % 2 === 0 ? parts.splice(-2).join('`') : undefined;
  return [...parts, ...(last === undefined ? [] : [last])]
    .map((part, index) => (index % 2 === 0 ? escapeCell(part) : codeCell(part)))
    .join('');
}

/** Text from outside as code inside a table cell. Code spans know no entities, so HTML carries it. */
export function codeCell(text: string): string {
  return text === '' ? '' : `<code>${escapeMarkup(text)}</code>`;
}

/** A link when the URL is one that a browser should open, otherwise the text alone. */
export function linkCell(url: string): string {
  return /^https?:\/\/[^\s<>"'`|()[\]\\]+$/.test(url)
    ? `[${escapeMarkup(url).replaceAll('&#58;', ':')}](<${url}>)`
    : escapeCell(url);
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
