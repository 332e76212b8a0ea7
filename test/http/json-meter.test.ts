/** How much a JSON text holds, wherever its chunks end. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonMeter } from '../../src/http/json-meter.ts';
import { runs } from '../runs.ts';

const ceilings = { values: 5, depth: 3 };

function measured(text: string, chunkLength = text.length || 1): string | undefined {
  const meter = createJsonMeter(ceilings);
  const bytes = Buffer.from(text);
  let excess: string | undefined;
  for (let at = 0; at < bytes.length; at += chunkLength) excess ??= meter(bytes.subarray(at, at + chunkLength));
  return excess;
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
])('%j', (text, expected) => {
  for (const length of [1, 2, 3, 100]) expect(measured(text, length)).toBe(expected);
});

test('is what the parsed value holds', () => {
  const valuesIn = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const inner = Object.values(value);
    return 1 + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, each) => sum + valuesIn(each), 0);
  };
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      (value, length) => {
        expect(measured(JSON.stringify(value), length)).toBe(valuesIn(value) > 5 ? 'more than 5 values' : undefined);
      },
    ),
    { numRuns: runs(300) },
  );
});
