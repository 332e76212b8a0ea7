/** Hostile sizes: the work of redaction grows with the text, never with the number of secrets, and by no more than a stated factor. */

import { afterAll, describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/http/redactor.ts';

const counts: string[] = [];
afterAll(() => console.log(['Steps of redaction for each character:', ...counts].join('\n  ')));

const text = `${'a line that a service may say, with a word or two of everything; '.repeat(60)}${'a'.repeat(4096)}`;

/** Steps for each character of the text; the secrets are added before, as a run does. */
function stepsPerCharacter(name: string, secrets: Iterable<string>, said = text): number {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret, 'env');
  const before = redactor.work();
  redactor.redact(said);
  const steps = (redactor.work() - before) / said.length;
  counts.push(`${name}: ${steps.toFixed(1)} (${before} to add the secrets)`);
  return steps;
}

describe('redaction takes a bounded number of steps', () => {
  const numbered = function* (count: number, form: (index: number) => string) {
    for (let index = 0; index < count; index += 1) yield form(index);
  };
  test.for<[string, () => Iterable<string>, number]>([
    ['an env of 20,000 lines', () => [[...numbered(20_000, (index) => `line ${index} of a file`)].join('\n')], 10],
    ['an env of 70,000 lines', () => [[...numbered(70_000, (index) => `${index} - - -`)].join('\n')], 10],
    ['50,000 envs', () => numbered(50_000, (index) => `value ${index} of an env`), 10],
    ['50,000 envs that begin alike', () => numbered(50_000, (index) => `a line that a service may say ${index}`), 60],
    ['an env of one letter, 100,000 times', () => ['a'.repeat(100_000)], 110],
    ['envs of one letter, up to 2,000 times', () => numbered(2000, (index) => 'a'.repeat(index)), 110],
  ])('with %s', ([name, secrets, most]) => {
    expect(stepsPerCharacter(name, secrets())).toBeLessThan(most);
  });

  test('in a text of escapes in escapes', () => {
    const said = JSON.stringify(JSON.stringify('\\\\"&amp;%41'.repeat(3000)));
    expect(stepsPerCharacter('escapes in escapes', ['hunter-two-two'], said)).toBeLessThan(40);
  });

  test('in a text of base64', () => {
    expect(stepsPerCharacter('base64', ['hunter-two-two'], 'QUJD'.repeat(20_000))).toBeLessThan(20);
  });

  test('twice as much for a text twice as long', () => {
    const secrets = Array.from({ length: 1000 }, (_, index) => `value ${index}`);
    const once = stepsPerCharacter('once', secrets);
    expect(stepsPerCharacter('twice', secrets, text + text)).toBeLessThan(once * 1.2);
  });
});

test('the same secret costs nothing the second time', () => {
  const redactor = createRedactor();
  redactor.add('hunter-two-two', 'env');
  const before = redactor.work();
  redactor.add('hunter-two-two', 'env');
  expect(redactor.work()).toBe(before);
});
