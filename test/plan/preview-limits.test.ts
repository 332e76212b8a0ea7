/** What a preview costs at most, whatever its spec says. */

import { expect, test } from 'vitest';
import type { Spec } from '../../src/model/spec.ts';
import { limitWorkers } from '../../src/plan/preview-limits.ts';

test.for<[string, Spec['workerConfig'], number, Spec['workerConfig']]>([
  ['no block', undefined, 1, { minNum: 0 }],
  ['no `minNum`', { maxNum: 4, gpuNum: 2 }, 2, { minNum: 0, maxNum: 2, gpuNum: 2 }],
  ['a `minNum` within the limit', { minNum: 1 }, 1, { minNum: 1 }],
  ['more workers than allowed', { minNum: 3, maxNum: 5 }, 2, { minNum: 2, maxNum: 2 }],
])('of a spec with %s', ([, workerConfig, workers, expected]) => {
  const spec: Spec = { name: 'llama', ...(workerConfig && { workerConfig }) };
  expect(limitWorkers(spec, { workers })).toEqual({ name: 'llama', workerConfig: expected });
});
