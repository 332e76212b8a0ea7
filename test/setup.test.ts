/** What a failed test prints: a child run of the tests in `setup-failing.ts`. */

import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

const program = `
  const { startVitest } = await import('vitest/node');
  await startVitest('test', [], { include: ['test/setup-failing.ts'], reporters: ['dot'], run: true, maxWorkers: 1 });
`;

test('first what was expected and found, then the log, without color where the output is not a terminal', async () => {
  const printed = await new Promise<string>((resolve) => {
    const { FORCE_COLOR: _, NO_COLOR: __, ...env } = process.env;
    execFile(process.execPath, ['--input-type=module', '-e', program], { env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  const places = [
    /^xxx$/m,
    /reason is another\nAssertionError: expected \{ exitCode/,
    /^- {3}"reason": "timeout",$/m,
    /^Wait: /m,
    /holds the words of an assertion\nAssertionError: expected \{ a: 1 \} to deeply equal \{ a: 2 \}$/m,
    /^- {3}"a": 2,$/m,
    /^first line\nCheck: expected 3 answers\nlast line$/m,
    /without a message\nAssertionError: expected 1 to be 2/,
    /^- 2\n\+ 1$/m,
  ].map((words) => printed.search(words));
  expect(places, printed).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(printed).not.toContain('\u001b');
});
