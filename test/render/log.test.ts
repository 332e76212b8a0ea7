/** Lines of others in a summary and a comment: in a fence that they cannot end. */

import { expect, test } from 'vitest';
import { logBlock, logDetails, logProblem } from '../../src/render/failure.ts';

const of = 'worker w1';
const tail = (...lines: string[]) => ({ of, place: '/logs/w1', lines, problem: '' });

test('lines stand in a fence, folded in a comment', () => {
  expect(logBlock(tail('one', 'two'))).toBe('Last lines of the log of worker w1:\n\n```text\none\ntwo\n```\n');
  expect(logDetails(tail('one'))).toBe(
    '<details><summary>Last lines of the log of worker w1</summary>\n\n```text\none\n```\n\n</details>\n',
  );
});

test.for([
  ['```', '````'],
  ['  ``````markdown', '```````'],
  ['~~~', '```'],
  ['a ```` b', '`````'],
])('the fence is longer than %s', ([line = '', fence = '']) => {
  expect(logBlock(tail(line, '</details>', '# @all'))).toContain(
    `\n\n${fence}text\n${line}\n</details>\n# @all\n${fence}\n`,
  );
});

test('where there are none, one line says why', () => {
  const missing = { of, place: '/logs/w1', lines: [], problem: 'could not be read: the answer is 404' };
  expect(logProblem(missing)).toBe('The log of worker w1 (/logs/w1) could not be read: the answer is 404.');
  expect(logProblem({ ...missing, place: '', problem: 'is empty' })).toBe('The log of worker w1 is empty.');
  expect(logBlock(missing)).toBe('The log of worker w1 &#40;/logs/w1&#41; could not be read: the answer is 404.\n');
  expect(logDetails({ ...missing, of: '<b>' })).not.toContain('<b>');
});
