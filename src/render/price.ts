/** What an endpoint costs an hour, by the `price` of one worker in its spec: the service does not say it. */

import type { Plan } from '../plan/plan.ts';

interface WorkerRange {
  readonly minNum: number;
  readonly maxNum: number;
}

/** `2.07`, never `2.0700000000000003` or `1e-7`: a product of doubles is right to 15 digits. */
export function formatAmount(amount: number): string {
  return amount.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 15, signDisplay: 'negative' });
}

/**
 * `0.69 an hour while idle, at most 2.07`, or `asleep 0, awake 0.69 an hour`; with `before`, a number that changes is
 * `0 → 0.69`. '' without a price.
 */
export function hourlyCost(
  price: number | undefined,
  { now, before = now }: { now: WorkerRange; before?: WorkerRange },
): string {
  if (price === undefined) return '';
  const amount = (name: keyof WorkerRange) =>
    [...new Set([before[name], now[name]].map((count) => formatAmount(count * price)))].join(' → ');
  const isAsleep = now.minNum === 0 && before.minNum === 0;
  const idle = isAsleep ? `asleep 0, awake ${formatAmount(price)} an hour` : `${amount('minNum')} an hour while idle`;
  const isConstant = now.maxNum === Math.max(1, now.minNum) && now.maxNum === before.maxNum;
  return isConstant ? idle : `${idle}, at most ${amount('maxNum')}`;
}

/** For a plan that changes what its endpoint costs; '' for any other one, and without a price. */
export function costOfPlan({ price, live, desired: { workerConfig: now }, changes }: Plan): string {
  const changed = new Map(changes.map(({ member, from }) => [member, from]));
  const isOtherGpu = changed.has('products') || changed.has('workerConfig.gpuNum');
  if (!isOtherGpu && !changed.has('workerConfig.minNum') && !changed.has('workerConfig.maxNum')) return '';
  if (!live) return hourlyCost(price, { now, before: { ...now, minNum: 0 } });
  // The price is that of the new worker.
  if (isOtherGpu) return hourlyCost(price, { now });
  const numberBefore = (name: keyof WorkerRange) => Number(changed.get(`workerConfig.${name}`) ?? now[name]);
  return hourlyCost(price, { now, before: { minNum: numberBefore('minNum'), maxNum: numberBefore('maxNum') } });
}
