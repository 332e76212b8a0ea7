import { expect, test } from 'vitest';
import { budgetUntil, createSharedBudget } from '../../src/http/retry-budget.ts';
import { createTestClock } from '../clock.ts';

test('until a deadline all time counts, and only time', () => {
  const clock = createTestClock();
  const budget = budgetUntil(clock.monotonicMs() + 100, clock);
  budget.spend(50);
  clock.advance(30);
  expect(budget.leftMs()).toBe(70);
  clock.advance(80);
  expect(budget.leftMs()).toBe(-10);
});

test('a shared budget is what failures and waits leave of it', () => {
  const budget = createSharedBudget({ totalMs: 1000, signal: undefined, graceMs: 10 });
  budget.spend(300);
  budget.spend(800);
  expect(budget.leftMs()).toBe(-100);
});

test('once the run is cancelled, no more than the grace period is left, and less when little was', () => {
  const cancel = new AbortController();
  const [large, small] = [1000, 100].map((totalMs) =>
    createSharedBudget({ totalMs, signal: cancel.signal, graceMs: 150 }),
  );
  cancel.abort();
  expect([large?.leftMs(), small?.leftMs()]).toEqual([150, 100]);
  large?.spend(60);
  expect(large?.leftMs()).toBe(90);
});
