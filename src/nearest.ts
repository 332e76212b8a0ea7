/** What was probably meant: the closest of a few known words. */

import { distance } from 'fastest-levenshtein';

/** The known word that was probably meant: a third of its letters may differ, or `_`, capitals and a plural; a part of it, such as `timeout`, will do. */
export function nearest<Word extends string>(word: string, known: readonly Word[]): Word | undefined {
  const asked = plain(word);
  const most = Math.max(asked.length < 4 ? 1 : 2, Math.floor(asked.length / 3));
  const byDistance = known
    .map((each) => ({ each, form: plain(each), differs: distance(plain(each), asked) }))
    .sort((a, b) => a.differs - b.differs);
  const isPart = (form: string) =>
    Math.min(asked.length, form.length) > 2 && (form.includes(asked) || asked.startsWith(form));
  return byDistance.find(({ differs }) => differs <= most)?.each ?? byDistance.find(({ form }) => isPart(form))?.each;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '').replace(/s$/, '');
}
