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
  const budget = createSharedBudget(1000);
  budget.spend(300);
  budget.spend(800);
  expect(budget.leftMs()).toBe(-100);
});
