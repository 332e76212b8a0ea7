/** How much the JSON of a body holds. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBody } from '../../src/http/body.ts';
import { runs } from '../runs.ts';

async function measured(text: string): Promise<string | undefined> {
  const ceilings = { coding: '', maxBytes: 100_000, json: { values: 5, depth: 3 } };
  const body = await readBody(Buffer.from(text), ceilings);
  return typeof body === 'string' ? body : undefined;
}

test.each<[string, string | undefined]>([
  ['', undefined],
  ['"[[[[["', undefined],
  ['<html>[[[[[,,,,,,,', undefined],
  ['[[[]]]', undefined],
  ['[[[[]]]]', 'lists and objects nested more than 3 levels deep'],
  ['\ufeff \n{"a":{"b":{"c":{', 'lists and objects nested more than 3 levels deep'],
  ['[1,2,3,4,5]', undefined],
  ['[1,2,3,4,5,6]', 'more than 5 values'],
  ['["[[[[","\\"[[[[,,,,,,","\\\\",""]', undefined],
  ['["\\\\",[[[', 'lists and objects nested more than 3 levels deep'],
])('%j', async (text, expected) => {
  expect(await measured(text)).toBe(expected);
});

test('is what the parsed value holds', async () => {
  const valuesIn = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const inner = Object.values(value);
    return 1 + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, each) => sum + valuesIn(each), 0);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 5 }), async (value) => {
      expect(await measured(JSON.stringify(value))).toBe(valuesIn(value) > 5 ? 'more than 5 values' : undefined);
    }),
    { numRuns: runs(300) },
  );
});
