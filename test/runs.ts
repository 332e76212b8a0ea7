/** How often properties are tried: as often as they say in `npm test`, a fifth of it in `npm run test:unit`. */

export function runs(count: number): number {
  return Math.ceil(count * Number(process.env.PROPERTY_SHARE ?? 1));
}
