/** How much a JSON text holds. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonExcess } from '../../src/http/json-ceilings.ts';
import { runs } from '../runs.ts';

const ceilings = { values: 5, depth: 3 };

const measured = (text: string) => jsonExcess(Buffer.from(text), ceilings);

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
])('%j', (text, expected) => {
  expect(measured(text)).toBe(expected);
});

test('is what the parsed value holds', () => {
  const valuesIn = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const inner = Object.values(value);
    return 1 + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, each) => sum + valuesIn(each), 0);
  };
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 5 }), (value) => {
      expect(measured(JSON.stringify(value))).toBe(valuesIn(value) > 5 ? 'more than 5 values' : undefined);
    }),
    { numRuns: runs(300) },
  );
});
