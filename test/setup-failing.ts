/** A world and two assertions that fail, for `setup.test.ts`. */

import { expect, test } from 'vitest';
import { testWorlds } from './worlds/world.ts';

testWorlds({ 'the reason is another': { right: { reason: 'timeout' } } });

test('a log that holds the words of an assertion', () => {
  expect({ a: 1 }, 'first line\nCheck: expected 3 answers\nlast line').toEqual({ a: 2 });
});

test('an assertion without a message', () => {
  expect(1).toBe(2);
});
