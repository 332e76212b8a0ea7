/** What an endpoint costs by the price of one worker: amounts without a trace of binary fractions, and only what is known. */

import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import type { Spec } from '../../src/model/spec.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { costOfPlan, formatAmount, hourlyCost } from '../../src/render/price.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

test.for<[number, string]>([
  [0.69 * 3, '2.07'],
  [0.1 * 3, '0.3'],
  [0.1 + 0.2, '0.3'],
  [1.1 * 1.1, '1.21'],
  [0, '0'],
  [-0, '0'],
  [3, '3'],
  [1e-7, '0.0000001'],
  [3e-7, '0.0000003'],
  [1234.5, '1234.5'],
  [1e15 + 1, '1000000000000000'],
  [1e21, '1000000000000000000000'],
])('the amount %d is shown as %s', ([amount, shown]) => {
  expect(formatAmount(amount)).toBe(shown);
});

type Range = [minNum: number, maxNum: number];
const workers = ([minNum, maxNum]: Range) => ({ minNum, maxNum });

test.for<[number | undefined, Range, string]>([
  [undefined, [1, 3], ''],
  [0.69, [1, 3], '0.69 an hour while idle, at most 2.07'],
  [0.69, [2, 2], '1.38 an hour while idle'],
  [0.69, [0, 1], 'asleep 0, awake 0.69 an hour'],
  [0.69, [0, 3], 'asleep 0, awake 0.69 an hour, at most 2.07'],
  [0, [1, 3], '0 an hour while idle, at most 0'],
])('at a price of %s, workers %j cost: %s', ([price, now, words]) => {
  expect(hourlyCost(price, workers(now))).toBe(words);
});

const spec: Spec = { name: 'llama', price: 0.69 };
/** 1–3 workers. */
const other = { ...liveEndpoint, config: { ...liveConfig, workerConfig: { ...liveConfig.workerConfig, gpuNum: 2 } } };
const asleep = { ...liveEndpoint, config: { ...liveConfig, workerConfig: { ...liveConfig.workerConfig, minNum: 0 } } };

test.for<[string, Spec, Endpoint | undefined, string]>([
  ['creation', { ...spec, workerConfig: { minNum: 1, maxNum: 3 } }, undefined, '0.69 an hour while idle, at most 2.07'],
  ['a creation that sleeps', spec, undefined, 'asleep 0, awake 0.69 an hour'],
  ['a creation without a price', { name: 'llama', workerConfig: { minNum: 1 } }, undefined, ''],
  ['no change', spec, liveEndpoint, ''],
  ['another image', { ...spec, image: { image: 'a:2' } }, liveEndpoint, ''],
  ['a first worker', { ...spec, workerConfig: { minNum: 1 } }, asleep, '0.69 an hour while idle, at most 2.07'],
  ['more workers', { ...spec, workerConfig: { maxNum: 5 } }, liveEndpoint, '0.69 an hour while idle, at most 3.45'],
  ['more workers, without a price', { name: 'llama', workerConfig: { maxNum: 5 } }, liveEndpoint, ''],
  ['another GPU', { ...spec, products: ['2'] }, liveEndpoint, '0.69 an hour while idle, at most 2.07'],
  [
    'others',
    { ...spec, workerConfig: { gpuNum: 1, minNum: 2, maxNum: 3 } },
    other,
    '1.38 an hour while idle, at most 2.07',
  ],
])('the plan of %s tells the cost', ([, wanted, live, words]) => {
  expect(costOfPlan(makePlan({ spec: wanted, secretEnvs: new Map(), live }))).toBe(words);
});
