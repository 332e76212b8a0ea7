/** Hostile sizes: the work of redaction grows with the text, hardly with the number of secrets. */

import { describe, expect, test } from 'vitest';
import { matchConfig } from '../../src/rollout/read/match.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { toEndpoint } from '../../src/service/wire-endpoint.ts';

const numbered = (count: number, form: (index: number) => string) => Array.from({ length: count }, (_, at) => form(at));

/** CPU, not time that passes: other work of the machine does not count. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('half a megabyte of text', () => {
  const words = 'a line that a service may say, with a word or two of everything; '.repeat(8000);
  test.for<[string, () => string[], string]>([
    ['with an env of 10,000 lines', () => [numbered(10_000, (index) => `line ${index} of a file`).join('\n')], words],
    ['with 10,000 envs alike', () => numbered(10_000, (index) => `a line that a service may say ${index}`), words],
    ['with an env of one letter, 100,000 times', () => ['a'.repeat(100_000)], 'a'.repeat(500_000)],
    ['with envs of one letter, up to 1,000', () => numbered(1000, (index) => 'a'.repeat(index)), 'a'.repeat(500_000)],
    ['of escapes in escapes', () => ['hunter-two-two'], '\\\\u0026amp;%2541'.repeat(32_000)],
    ['of base64', () => ['hunter-two-two'], 'QUJD'.repeat(125_000)],
  ])('%s is cleaned within seconds', ([, secrets, said]) => {
    const redactor = createRedactor();
    const added = cpuMs(() => {
      for (const secret of secrets()) redactor.add(secret, 'env');
    });
    const cleaned = cpuMs(() => redactor.clean(said));
    expect({ added: added < 2500, cleaned: cleaned < 2500 }, `${added} ${cleaned}`).toEqual({
      added: true,
      cleaned: true,
    });
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
  const match = matchConfig(
    { ...config, envs: envs('found') },
    { desired: { ...config, envs: envs('asked') }, earlier: [{ ...config, envs: envs('before') }] },
  );
  expect(match.kind === 'foreign' && match.changes.length).toBe(5000);
  expect(reads / 5000).toBeLessThan(20);
});
