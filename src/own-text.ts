/** Words of our own inside a text, marked, so that the edge tells them from words of others. */

import { systemClock } from './clock.ts';

/**
 * Noncharacters, which no font shows, with a number that nobody outside can know: whoever could write the mark could have a secret told by putting it
 * between two of them. Not by `crypto`, which takes a fifth of Node's own start to load: the marks never leave the process.
 */
const number = () => systemClock.random().toString(36).slice(2);
const opening = `\ufdd0${number()}${number()}`;
const closing = `\ufdd1${number()}${number()}`;
const marks = new RegExp(`${opening}|${closing}`, 'g');

/**
 * Marks words that stand as they are: ours, and values that are part of a plan. In everything else each known secret is replaced, and so would be a
 * change that somebody wants to hide by an env of the same text. Whatever is escaped or cut is so before it is marked.
 */
export function own(text: string): string {
  return text === '' ? '' : `${opening}${withoutMarks(text)}${closing}`;
}

/** A template whose own words are marked, and whose values are marked only where {@link own} has done it. */
export function ours(words: readonly string[], ...values: readonly (string | number)[]): string {
  return words
    .map((word, index) => {
      const value = values[index];
      return own(word) + (typeof value === 'number' ? own(String(value)) : (value ?? ''));
    })
    .join('');
}

export function withoutMarks(text: string): string {
  return text.replaceAll(marks, '');
}

/** The text with each stretch changed by whose it is, and without its marks. */
export function mapByOwner(
  text: string,
  { ofOurs, ofOthers }: { ofOurs: (text: string) => string; ofOthers: (text: string) => string },
): string {
  return text
    .split(opening)
    .map((piece, index) => {
      if (index === 0) return ofOthers(piece);
      const end = piece.indexOf(closing);
      const [inside, after] = end === -1 ? [piece, ''] : [piece.slice(0, end), piece.slice(end + closing.length)];
      return ofOurs(inside) + ofOthers(after);
    })
    .join('');
}
