/** How often properties are tried, and what only `npm run test:long` plays. */

/** As often as a property says in `npm test`, a fifth of it in `npm run test:unit`, twenty times in `npm run test:long`. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env.PROPERTY_SHARE ?? 1));
}

/** Whether this is `npm run test:long`. */
export const isLong = process.env.LONG === 'true';

/** Every second one, from the first on; all of them in `npm run test:long`. */
export function everySecond<Item>(items: readonly Item[]): Item[] {
  return items.filter((_, index) => isLong || index % 2 === 0);
}
