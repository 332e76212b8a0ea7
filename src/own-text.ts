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

export interface Stretch {
  text: string;
  isOwn: boolean;
}

/** The text in stretches by whose they are, without its marks. */
export function stretchesOf(text: string): Stretch[] {
  return text.split(opening).flatMap((piece, index) => {
    if (index === 0) return [{ text: piece, isOwn: false }];
    const end = piece.indexOf(closing);
    const after = end === -1 ? '' : piece.slice(end + closing.length);
    return [
      { text: end === -1 ? piece : piece.slice(0, end), isOwn: true },
      { text: after, isOwn: false },
    ];
  });
}
