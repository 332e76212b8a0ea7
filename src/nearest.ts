/** What was probably meant: the known words nearest to one that is not known. */

import { distance } from 'fastest-levenshtein';

/**
 * The closest first: words of which at most a third of the letters differ, else those that contain the word, that it
 * contains, or that start as it does. Capitals, `-`, `_`, spaces and a plural `s` do not count.
 */
export function nearest<Word extends string>(word: string, known: readonly Word[]): Word[] {
  const asked = plain(word);
  const most = Math.max(asked.length < 4 ? 1 : 2, Math.floor(asked.length / 3));
  const sorted = known
    .map((each) => ({ each, form: plain(each), differs: distance(plain(each), asked) }))
    .sort((a, b) => a.differs - b.differs);
  const close = sorted.filter(({ differs }) => differs <= most);
  return (close.length > 0 ? close : sorted.filter(({ form }) => isPart(asked, form))).map(({ each }) => each);
}

function isPart(one: string, other: string): boolean {
  if (one.length > 2 && other.includes(one)) return true;
  if (other.length > 2 && (one.startsWith(other) || (other.length > 3 && one.endsWith(other)))) return true;
  // Five letters at the start are no chance; `max…` and `min…` have three.
  return one.length >= 5 && other.startsWith(one.slice(0, 5));
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '').replace(/s$/, '');
}
