/** Single values as text: durations, ages, changes and counts that can be read at a glance, and the bounded end of a log. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { formatSeconds } from '../../src/model/display.ts';
import { formatAge, formatShort, formatShown, plural, trailLine } from '../../src/render/text.ts';
import { readingOf } from '../../src/rollout/events.ts';
import { liveEndpoint } from '../plan/example.ts';

test.for<[number, string]>([
  [0, '0 s'],
  [0.4, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 m'],
  [61, '1 m 1 s'],
  [1200, '20 m'],
  [3599.6, '1 h'],
  [3600, '1 h'],
  [3900, '1 h 5 m'],
  [3659, '1 h'],
  [90_000, '25 h'],
])('%s seconds are %s', ([seconds, text]) => {
  expect(formatSeconds(seconds)).toBe(text);
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

test('counts have their plural', () => {
  expect([0, 1, 2].map((count) => plural(count, 'error'))).toEqual(['0 errors', '1 error', '2 errors']);
});

test.for<[number, string]>([
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [1000, '1.0 s'],
  [3440, '3.4 s'],
  [34_400, '34 s'],
])('%s ms in short are %s', ([ms, text]) => {
  expect(formatShort(ms)).toBe(text);
});

test.for<[number, string]>([
  [59, '59 s'],
  [86_400, '24 h'],
  [2 * 86_400 - 1, '47 h 59 m'],
  [2 * 86_400, '2 d'],
  [30 * 86_400 - 1, '29 d'],
])('an age of %s seconds is %s', ([seconds, text]) => {
  expect(formatAge(seconds)).toBe(text);
});

test('a line of the trail is what is said, bounded and without a configuration', () => {
  const failure = new DeployError({ code: 'conflict', message: 'someone else changed it' });
  expect([
    trailLine('request to service', { operation: 'get', durationMs: 12.34567, members: new Set(['a']) }),
    trailLine('failed', { failure, isRestoring: true }),
  ]).toEqual([
    'request to service {"operation":"get","durationMs":12.346,"members":["a"]}',
    'failed {"failure":{"code":"conflict","message":"someone else changed it"},"isRestoring":true}',
  ]);
  const reading = trailLine('reading', { endpoint: readingOf(liveEndpoint) });
  expect(reading).toMatch(/^reading {"endpoint":{"id":"bc1a5ea6ae5677df",/);
  expect(reading).not.toMatch(/config/);
  expect(trailLine('x', { message: 'x'.repeat(10_000) }).length).toBe(4000);
});
