/** Lists of texts in a few characters each, so that a record of them fits in an env. */

import { hash } from 'node:crypto';
import type { EndpointTest } from './tests.ts';

/** With 150 keys of envs, the record fits in 2 KB. */
export const maxOldWorkers = 230;
export const maxSecretKeys = 30;
/** Matches any text: there were too many to tell them apart. */
const anyText = '*';

/**
 * Texts in short: `8.AbCdEfGh…`, a hash of eight characters each for few, `4.` with four each for up to `max` (one of
 * 70,000 other texts is taken for one of 230), or `*` for more.
 */
export function shorten(texts: readonly string[], max = 150): string {
  const count = new Set(texts).size;
  return count > max ? anyText : hashed(texts, count <= 50 ? 8 : 4);
}

/** Empty without tests. */
export function noteTests(tests: readonly EndpointTest[]): { tests?: string } {
  return tests.length > 0 ? { tests: hashed(tests.map(textOfTest), 4) } : {};
}

/** How many of the tests are new since the record was written, and how many are removed; none without a record. */
export function comparedTests(
  tests: readonly EndpointTest[],
  record: { tests?: string } | undefined,
): { added: number; removed: number } {
  if (!record) return { added: 0, removed: 0 };
  const { tests: noted = '4.' } = record;
  const same = new Set(tests.map(textOfTest).filter(shortenedHas(noted))).size;
  return { added: tests.length - same, removed: (noted.length - '4.'.length) / 4 - same };
}

const textOfTest = (test: EndpointTest) => JSON.stringify(test);

/** `4.` and all hashes of so many characters, sorted. */
function hashed(texts: readonly string[], width: 4 | 8): string {
  const hashes = [...new Set(texts)].map((text) => shortHash(text, width));
  return `${width}.${hashes.sort().join('')}`;
}

/** Whether a text is among the shortened ones; default none. By chance, another text may be taken for one of them. */
export function shortenedHas(shortened = '8.'): (text: string) => boolean {
  if (shortened === anyText) return () => true;
  const [form, data = ''] = shortened.split('.');
  const width = Number(form);
  const hashes = new Set(data.match(new RegExp(`.{${width}}`, 'g')));
  return (text) => hashes.has(shortHash(text, width));
}

export function shortHash(text: string, width: number): string {
  return hash('sha256', text, 'base64url').slice(0, width);
}
