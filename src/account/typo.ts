/** Whether a name is another one with a typing mistake. Pure. */

import { changes, plainForm } from '../nearest.ts';

/**
 * Whether `word` is the known word with a typing mistake. Words that differ in a number or in a short part are two
 * words of one kind: `llama-1` and `llama-2`, `llama-eu` and `llama-us`, `encoder` and `decoder`.
 */
export function isTypo(word: string, known: string): boolean {
  const [asked = [], meant = []] = [word, known].map((each) => each.toLowerCase().split(/[-_. ]/));
  if (asked.length !== meant.length) return plainForm(word) === plainForm(known);
  return asked.every((part, index) => {
    const other = meant[index] ?? '';
    if (part === other) return true;
    const isNumber = part.replaceAll(/\d/g, '') === other.replaceAll(/\d/g, '');
    // The first letter is seldom mistyped.
    const lettersForEach = part[0] === other[0] ? 3 : 4;
    const length = Math.max(part.length, other.length);
    return !isNumber && length >= 4 && changes(part, other) <= Math.floor(length / lettersForEach);
  });
}
