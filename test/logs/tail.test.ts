/** The last lines of a log, and the one that tells why a container has ended. */

import { expect, test } from 'vitest';
import { lastLines, tellingLine, withoutOverwrites } from '../../src/logs/tail.ts';

test.for<[string, string, string[]]>([
  ['of nothing are none', '\n \r\n\n', []],
  ['keep indentation, as spaces', 'a\n\tb  \n', ['a', '  b']],
  ['end where a line of any system ends', 'a\r\nb\nc', ['a', 'b', 'c']],
  ['of a progress bar are its last state', '10%\r20%\r100%\nloaded', ['100%', 'loaded']],
  ['are cut at the width', 'x'.repeat(240), ['x'.repeat(240)]],
  ['are cut beyond the width', 'x'.repeat(241), [`${'x'.repeat(239)}…`]],
])('the last lines %s', ([, text, lines]) => {
  expect(lastLines(withoutOverwrites(text))).toEqual(lines);
});

test('the last lines are forty, or as many as are asked for', () => {
  const lines = Array.from({ length: 45 }, (_, index) => `line ${index}`);
  expect(lastLines(lines.join('\n\n'))).toEqual(lines.slice(5));
  expect(lastLines(lines.join('\n'), 2)).toEqual(['line 43', 'line 44']);
});

test('a line that is written over ten thousand times takes no time', () => {
  expect(withoutOverwrites(`${'x'.repeat(20)}\r`.repeat(10_000))).toBe('x'.repeat(20));
});

const oom = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.';

test.for<[string, readonly string[], string]>([
  ['the last line of a traceback', ['Traceback (most recent call last):', '  File "a.py"', oom, 'bye'], oom],
  ['an exception', ['(Worker pid=7) ERROR 11-22 [core.py:1] ValueError: no such model'], 'ValueError: no such model'],
  ['an exception without a text', ['KeyboardInterrupt'], 'KeyboardInterrupt'],
  ['memory before what follows from it', [oom, 'RuntimeError: Engine core initialization failed.'], oom],
  ['the last of several', ['KeyError: a', 'KeyError: b'], 'KeyError: b'],
  ['an exit code', ['process exited with code 137'], 'exited with code 137'],
  ['an exit status', ['exit status 1'], 'exit status 1'],
  ['a panic', ['panic: runtime error', 'goroutine 1 [running]:'], 'panic: runtime error'],
  [
    'a signal',
    ['entrypoint.sh: line 3: 17 Segmentation fault (core dumped) ./server'],
    'Segmentation fault (core dumped) ./server',
  ],
  ['the kernel', ['oom-kill: constraint=CONSTRAINT_MEMCG'], 'oom-kill: constraint=CONSTRAINT_MEMCG'],
  ['nothing in calm lines', ['INFO: listening', 'GET /health 200', 'Errors are logged to /var/log'], ''],
  ['nothing in no lines', [], ''],
  ['a bounded line', [`ValueError: ${'x'.repeat(300)}`], `ValueError: ${'x'.repeat(187)}…`],
])('what tells is %s', ([, lines, telling]) => {
  expect(tellingLine(lines)).toBe(telling);
});
