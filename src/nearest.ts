/** Suggestions for an unknown word: the nearest known ones. */

import { distance } from 'fastest-levenshtein';

/**
 * The closest first: words of which at most a third of the letters differ, else those that contain the word. Capitals,
 * `-`, `_`, spaces and a plural `s` do not count.
 */
export function nearest(word: string, known: readonly string[]): string[] {
  return rank(word, known).map(({ each }) => each);
}

/** Words of other tools, each with ours. */
const synonyms: readonly (readonly string[])[] = (
  'up:deploy apply:deploy create:deploy start:deploy restart:deploy run:deploy destroy:delete remove:delete rm:delete ' +
  'down:delete stop:park pause:park sleep:park diff:plan ls:list ps:list describe:status get:status info:status ' +
  'lint:validate check:validate pull:export rollback:restore digest:pin true:ready false:none f:spec file:spec ' +
  'n:name set:variables var:variables o:json output:json tail:lines follow:lines f:lines n:lines key:api-key secrets:secret-envs ' +
  'envs:secret-envs timeout:wait-timeout approve:approved-plan'
)
  .split(' ')
  .map((pair) => pair.split(':'));

/** What another tool's word is called here, else up to three words of {@link nearest} that are equally near. */
export function closest(word: string, known: readonly string[]): string[] {
  const other = known.filter((each) =>
    synonyms.some(([theirs, ours]) => theirs === word.toLowerCase() && ours === each),
  );
  if (other.length > 0) return other;
  const ranked = rank(word, known);
  const near = ranked.filter(({ differs }) => differs === ranked[0]?.differs);
  return near.slice(0, 3).map(({ each }) => each);
}

/** `Did you mean …?`; '' for no words. */
export function didYouMean(words: readonly string[]): string {
  return words.length === 0 ? '' : `Did you mean ${quotedChoice(words)}?`;
}

/** `` `a`, `b` or `c` ``. */
export function quotedChoice(words: readonly string[]): string {
  return choice(words.map((word) => `\`${word}\``));
}

/** `a, b or c`. */
export function choice(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

/** Changes of a letter between two words; two neighbours that are swapped, the commonest slip, are one. */
export function changes(one: string, other: string): number {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const swapped = one.slice(0, at) + (one[at + 1] ?? '') + one[at] + one.slice(at + 2);
  return at >= 0 && swapped === other ? 1 : distance(one, other);
}

function rank(word: string, known: readonly string[]) {
  const asked = plainForm(word);
  const maxDistance = Math.max(asked.length < 4 ? 1 : 2, Math.floor(asked.length / 3));
  const sorted = known
    .map((each) => ({ each, form: plainForm(each), differs: changes(plainForm(each), asked) }))
    .sort((a, b) => a.differs - b.differs);
  const close = sorted.filter(({ differs }) => differs <= maxDistance);
  return close.length > 0 || asked.length < 3 ? close : sorted.filter(({ form }) => form.includes(asked));
}

/** The word without capitals, `-`, `_`, spaces and a plural `s`. */
export function plainForm(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '').replace(/s$/, '');
}
