/** What every test file does beside its tests. */

import { afterEach, expect } from 'vitest';
import { takeViolations } from './http-server/violations.ts';

afterEach(() => {
  expect(takeViolations(), 'what no client may do').toEqual([]);
});
