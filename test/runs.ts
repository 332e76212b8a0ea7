/** How often properties are tried, what they are tried with, and what only `npm run test:long` plays. */

import fc from 'fast-check';

/** A quarter as often as a property says in `npm test`, a fifth of it in `npm run test:unit`, twenty times in `npm run test:long`. */
export function runs(count: number): number {
  return Math.max(1, Math.ceil(count * Number(process.env.PROPERTY_SHARE ?? 0.25)));
}

/** The tries of a test that counts its results: a smaller share would make the counts too small to judge. */
export function countedRuns(count: number): number {
  return Math.ceil(count * (isLong ? 20 : 0.5));
}

/** Any character but halves of surrogates: fast-check's own unit `binary` first builds a table of them all, which takes seconds. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/** Whether this is `npm run test:long`. */
export const isLong = process.env.LONG === 'true';

/** Every second one, from the first on; all of them in `npm run test:long`. */
export function everySecond<Item>(items: readonly Item[]): Item[] {
  return items.filter((_, index) => isLong || index % 2 === 0);
}
