/** Hostile sizes: the work of redaction grows with the text, never with the number of secrets, and by no more than a stated factor. */

import { afterAll, describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/http/redactor.ts';
import { compareConfig } from '../../src/rollout/config-watch.ts';
import { toEndpoint } from '../../src/service/wire-endpoint.ts';

const counts: string[] = [];
afterAll(() => console.log(['Steps of redaction for each character:', ...counts].join('\n  ')));

const text = `${'a line that a service may say, with a word or two of everything; '.repeat(60)}${'a'.repeat(4096)}`;

/** Steps for each character of the text; the secrets are added before, as a run does. */
async function stepsPerCharacter(name: string, secrets: Iterable<string>, said = text): Promise<number> {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret, 'env');
  await redactor.settle();
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
  ])('with %s', async ([name, secrets, most]) => {
    expect(await stepsPerCharacter(name, secrets())).toBeLessThan(most);
  });

  test('in a text of escapes in escapes', async () => {
    const said = JSON.stringify(JSON.stringify('\\\\"&amp;%41'.repeat(3000)));
    expect(await stepsPerCharacter('escapes in escapes', ['hunter-two-two'], said)).toBeLessThan(40);
  });

  test('in a text of base64', async () => {
    expect(await stepsPerCharacter('base64', ['hunter-two-two'], 'QUJD'.repeat(20_000))).toBeLessThan(20);
  });

  test('twice as much for a text twice as long', async () => {
    const secrets = Array.from({ length: 1000 }, (_, index) => `value ${index}`);
    const once = await stepsPerCharacter('once', secrets);
    expect(await stepsPerCharacter('twice', secrets, text + text)).toBeLessThan(once * 1.2);
  });
});

test('the same secret costs nothing the second time', async () => {
  const redactor = createRedactor();
  redactor.add('hunter-two-two', 'env');
  await redactor.settle();
  const before = redactor.work();
  redactor.add('hunter-two-two', 'env');
  await redactor.settle();
  expect(redactor.work()).toBe(before);
});

describe('the event loop turns', () => {
  /** Characters of the input for each turn that the work takes. */
  const perTurn = (length: number, steps: Generator) => {
    let turns = 1;
    while (!steps.next().done) turns += 1;
    return length / turns;
  };
  const redactor = createRedactor();
  redactor.add('hunter-two-two', 'mask');

  test.for<[string, string]>([
    ['words', 'a word or two, '.repeat(70_000)],
    ['escapes in escapes', '\\\\u0026amp;%2541'.repeat(65_000)],
    ['base64', 'QUJD'.repeat(250_000)],
  ])('in a megabyte of %s', ([, said]) => {
    expect(perTurn(said.length, redactor.redactionSteps(said, { isOwn: false }))).toBeLessThan(17 * 1024);
  });

  test('while a megabyte of secrets is added', () => {
    const many = createRedactor();
    for (let index = 0; index < 40_000; index += 1) many.add(`value ${index} of an environment`, 'env');
    const length = many.unsettled();
    expect(perTurn(length, many.redactionSteps('a', { isOwn: false }))).toBeLessThan(9 * 1024);
    expect(many.unsettled()).toBe(0);
  });
});

test('a reading of 5,000 envs that somebody else has changed is compared in one pass', () => {
  let reads = 0;
  const envs = (text: string) =>
    Array.from({ length: 5000 }, (_, index) => ({
      get key() {
        reads += 1;
        return `K${index}`;
      },
      value: text,
    }));
  const { config } = toEndpoint({ image: { image: 'a' }, envs: [] });
  const { foreign } = compareConfig(
    { ...config, envs: envs('found') },
    { desired: { ...config, envs: envs('asked') }, earlier: [{ ...config, envs: envs('before') }] },
  );
  expect(foreign.length).toBe(5000);
  expect(reads / 5000).toBeLessThan(20);
});

test('a secret is found wherever the windows of a long text end', () => {
  const redactor = createRedactor();
  redactor.add('hunter-two-two', 'mask');
  const escaped = 'hunter-two-two'.replaceAll('-', '\\u002d');
  for (const at of [16_370, 16_384, 16_390, 32_760, 32_768])
    for (const form of ['hunter-two-two', escaped, Buffer.from('x hunter-two-two').toString('base64')]) {
      const said = `${'a '.repeat(at / 2)}${form}${' b'.repeat(9000)}`;
      expect(redactor.redact(said), `${form} at ${at}`).toMatch(/^(a )+(\w{0,4})?\*\*\*=*( b)+$/);
    }
});
