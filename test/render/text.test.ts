/** Single values as text: durations, ages, changes and counts that can be read at a glance, and the bounded end of a log. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatSeconds } from '../../src/model/display.ts';
import { fewOf, formatAge, formatShort, formatShown, plural } from '../../src/render/text.ts';

test('times are read at a glance', () => {
  const seconds = [0, 0.4, 59.4, 59.6, 61, 1200, 3599.6, 3600, 3659, 3900, 90_000].map(formatSeconds);
  expect(seconds.join(', ')).toBe('0 s, 0 s, 59 s, 1 m, 1 m 1 s, 20 m, 1 h, 1 h, 1 h, 1 h 5 m, 25 h');
  const short = [0, 12.4, 999.4, 1000, 3440, 34_400].map(formatShort);
  expect(short.join(', ')).toBe('0 ms, 12 ms, 999 ms, 1.0 s, 3.4 s, 34 s');
  const day = 86_400;
  const ages = [59, day, 2 * day - 1, 2 * day, 30 * day - 1].map(formatAge);
  expect(ages.join(', ')).toBe('59 s, 24 h, 47 h 59 m, 2 d, 29 d');
  expect([0, 1, 2].map((count) => plural(count, 'error'))).toEqual(['0 errors', '1 error', '2 errors']);
});

test('of many names, a title has two', () => {
  const names = ['a', 'b', 'c', 'd'];
  expect([1, 3, 4].map((count) => fewOf(names.slice(0, count)))).toEqual(['a', 'a, b, c', 'a, b and 2 others']);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.for<[string | number | null, string]>([
  [null, 'none'],
  ['', ''],
  [0, '0'],
  ['a b c', 'a b c'],
  ['a\n  b\tc', '"a\\n \\u0020b\\tc"'],
  [' a', '" a"'],
  ['none', '"none"'],
  ['"none"', '"\\"none\\""'],
  ['a\u202eb\u00a0\u{e0001}', '"a\\u202eb\\u00a0\\udb40\\udc01"'],
  ['a\u3164b\ufe0f', '"a\\u3164b\\ufe0f"'],
  ['\u00e4', '\u00e4'],
  ['a\u0308', '"a\\u0308"'],
  ['नमस्ते', 'नमस्ते'],
  ['x'.repeat(1000), 'x'.repeat(1000)],
  [
    'x'.repeat(1001),
    `${'x'.repeat(600)} … ${'x'.repeat(300)} (1001 characters, sha256 ${sha256('x'.repeat(1001)).slice(0, 16)})`,
  ],
  [
    `${'a'.repeat(1000)}${'b'.repeat(1000)}`,
    `${'a'.repeat(600)} … ${'b'.repeat(300)} (2000 characters, sha256 ${sha256('a'.repeat(1000) + 'b'.repeat(1000)).slice(0, 16)})`,
  ],
])('%j is shown as %j', ([value, text]) => {
  expect(formatShown(value)).toBe(text);
});
