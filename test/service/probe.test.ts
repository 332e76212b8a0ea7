/** One bare GET: what comes back, or what came instead. */

import { expect, test } from 'vitest';
import { createProbe } from '../../src/service/probe.ts';
import { createTestClock } from '../clock.ts';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';

const options = { userAgent: 'test', clock: createTestClock(), proxyFor: () => undefined };
const request = { timeoutMs: 20_000, signal: new AbortController().signal };

function seedHealth(emulator: Emulator): URL {
  emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
  return new URL(`${emulator.endpoints()[0]?.url}/health`);
}

test('a reply is its status and where it points', async () => {
  await using emulator = await startEmulator({ pace: 'instant' });
  expect(await createProbe(options)(seedHealth(emulator), request)).toEqual({
    kind: 'reply',
    status: 200,
    location: undefined,
    firstByteSeconds: 0,
  });
});

test.for([
  [20_000, 'did not answer within 20 s'],
  [1400, 'did not answer within 1 s'],
] as const)('none within %i ms is a loss that says how long it was waited for', async ([timeoutMs, came]) => {
  await using emulator = await startEmulator({ pace: 'instant' });
  const url = seedHealth(emulator);
  emulator.addFault({ operation: 'serve', kind: 'hang' });
  const passed = AbortSignal.abort(new DOMException('the time limit has passed', 'TimeoutError'));
  const probe = createProbe({ ...options, timeoutSignal: () => passed });
  expect(await probe(url, { ...request, timeoutMs })).toMatchObject({ kind: 'lost', came });
});
