/** What an endpoint costs an hour, by the `price` of one worker in its spec: the service does not say it. */

import type { Plan } from '../plan/plan.ts';

/** `2.07`, never `2.0700000000000003` or `1e-7`: a product of doubles is right to 15 digits. */
export function formatAmount(amount: number): string {
  return amount.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 15, signDisplay: 'negative' });
}

/** `0.69 an hour while idle, at most 2.07`, or `asleep 0, awake 0.69 an hour`; '' without a price. */
export function hourlyCost(price: number | undefined, { minNum, maxNum }: { minNum: number; maxNum: number }): string {
  if (price === undefined) return '';
  const isAsleep = minNum === 0;
  const amount = `${formatAmount(Math.max(1, minNum) * price)} an hour`;
  const idle = isAsleep ? `asleep 0, awake ${amount}` : `${amount} while idle`;
  return maxNum === Math.max(1, minNum) ? idle : `${idle}, at most ${formatAmount(maxNum * price)}`;
}

const costly: ReadonlySet<string> = new Set([
  'products',
  ...['gpuNum', 'minNum', 'maxNum'].map((name) => `workerConfig.${name}`),
]);

/** The cost of a plan that changes it; '' for any other plan, and without a price. */
export function costOfPlan({ price, desired, changes }: Plan): string {
  return changes.some(({ member }) => costly.has(member)) ? hourlyCost(price, desired.workerConfig) : '';
}
