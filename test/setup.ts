/** What every test file does beside its tests. */

import { afterEach, expect } from 'vitest';
import { takeViolations } from './http-server/violations.ts';

/** A message that a test gives to `expect`, such as the log of a run, comes after what was expected and found. */
afterEach(({ task }) => {
  for (const error of task.result?.errors ?? []) {
    const [, given, assertion] = /^(.*\n.*?): (expected .*)$/s.exec(error.message) ?? [];
    if (given === undefined) continue;
    error.message = [assertion, error.diff, given].filter(Boolean).join('\n\n');
    delete error.diff;
  }
});

afterEach(() => {
  expect(takeViolations(), 'what no client may do').toEqual([]);
});
