import { expect, test } from 'vitest';
import { call, createRequest, listed, paths } from './caller.ts';
import { type Emulator, type Fault, ManualClock, startEmulator } from './emulator.ts';
import { type FaultName, namedFault } from './faults.ts';

const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer test-key' };
const body = JSON.stringify({ endpoint: createRequest });

/** The status and the text, or that there was none. */
async function sent(emulator: Emulator, signal: AbortSignal | null = null): Promise<string> {
  try {
    const init = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
    const response = await fetch(`${emulator.url}${paths.create}`, init);
    const text = await response.text();
    return `${response.status} ${text.length > 1000 ? `${text.length} characters` : text}`;
  } catch {
    return 'no answer';
  }
}

/** What the client gets begins with the first; the second: how many endpoints there are then. */
const expected: Readonly<Record<FaultName, readonly [string, number]>> = {
  'refused connection': ['200 {"id"', 1],
  'reset before the work': ['no answer', 0],
  'reset after the work': ['no answer', 1],
  'hang before the work': ['no answer', 0],
  'hang after the work': ['no answer', 1],
  '408': ['408 {"code":408', 0],
  '409': ['409 {"code":409,"reason":"CONFLICT"', 0],
  'CONFLICT by reason': ['400 {"code":400,"reason":"CONFLICT"', 0],
  'OPERATION_LIMIT by reason': ['400 {"code":400,"reason":"OPERATION_LIMIT"', 0],
  'NOT_FOUND by reason': ['400 {"code":400,"reason":"SERVERLESS_ENDPOINT_NOT_FOUND"', 0],
  '404 of a proxy': ['404 <html>', 0],
  '403 of a proxy': ['403 <html>', 0],
  '429': ['429 {"code":429', 0],
  '429, Retry-After as a date': ['429 {"code":429', 0],
  '429, Retry-After far away': ['429 {"code":429', 0],
  '500 after the work': ['500 {"code":500', 1],
  '502 of a proxy': ['502 <html>', 0],
  '503': ['503 {"code":503', 0],
  '504 of a proxy after the work': ['504 <html>', 1],
  '307': ['307 ', 0],
  'empty body': ['200 ', 0],
  'empty body after the work': ['200 ', 1],
  'null after the work': ['200 null', 1],
  'error body with 200': ['200 {"code":500', 0],
  'web page with 200': ['200 <html>', 0],
  'wrong types after the work': ['200 {"id":7', 1],
  'half of the body': ['no answer', 1],
  'half of the JSON': ['200 {"endpoints": [{"id": "ab', 1],
  'gzip that is none': ['no answer', 1],
  '100 MiB': ['200 1048576 characters', 1],
  'answer after 20 s of the clock': ['200 {"id"', 1],
};

test.each(Object.entries(expected))('%s', async (name, [seen, endpointCount]) => {
  const clock = new ManualClock();
  const fault = namedFault(name as FaultName, { operation: 'create' });
  // A hundredth of what it sends otherwise.
  const faults = [fault.kind === 'huge' ? { ...fault, bytes: 1024 * 1024 } : fault];
  await using emulator = await startEmulator({ clock, faults });
  const arrived = emulator.nextRequest('create');
  const aborted = new AbortController();
  const outcome = sent(emulator, aborted.signal);
  await arrived;
  await new Promise(setImmediate);
  clock.advance(20_000);
  if (name.startsWith('hang')) aborted.abort();
  expect((await outcome).startsWith(seen)).toBe(true);
  expect(emulator.endpoints()).toHaveLength(endpointCount);
  expect(emulator.unusedFaults()).toEqual([]);
});

test('refused connection: new connections are refused until the clock has moved on', async () => {
  const clock = new ManualClock();
  await using emulator = await startEmulator({ clock });
  emulator.addFault(namedFault('refused connection', { operation: 'list' }));
  await listed(emulator);
  const refused = () => listed(emulator).catch((error: { cause?: { code?: string } }) => error.cause?.code);
  expect([await refused(), await refused()]).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  expect(emulator.requests).toHaveLength(1);
  clock.advance(4_999);
  expect(await refused()).toBe('ECONNREFUSED');
  clock.advance(1);
  await new Promise(setImmediate);
  expect((await listed(emulator)).total).toBe(0);
});

test('hooks see the request before the work and after it, and meet the same request as a fault', async () => {
  await using emulator = await startEmulator();
  const seen: unknown[] = [];
  for (const when of ['before', 'after'] as const) {
    const run = () => void seen.push([when, emulator.endpoints().length]);
    emulator.addFault({ operation: 'create', kind: 'hook', when, run });
  }
  emulator.addFault({ operation: 'create', kind: 'lost-answer' });
  expect(await sent(emulator)).toBe('no answer');
  expect([seen, emulator.requests[0]?.faults]).toEqual([
    [
      ['before', 0],
      ['after', 1],
    ],
    ['hook', 'hook', 'lost-answer'],
  ]);
});

test('after and times: faults in order, each sees only what no earlier one took', async () => {
  const status = (code: number, more: { after?: number; times?: number | 'always' }): Fault => ({
    operation: 'limits',
    kind: 'status',
    status: code,
    ...more,
  });
  await using emulator = await startEmulator({
    faults: [status(501, { after: 2 }), status(502, { times: 2 }), status(503, { after: 1, times: 'always' })],
  });
  const statuses: number[] = [];
  for (let index = 0; index < 6; index += 1) statuses.push((await call(emulator, `GET ${paths.limits}`)).status);
  expect(statuses).toEqual([502, 502, 501, 200, 503, 503]);
  emulator.addFault({ operation: 'get', kind: 'reset' });
  expect(emulator.unusedFaults()).toEqual([{ operation: 'get', kind: 'reset' }]);
  emulator.clearFaults();
  expect(emulator.unusedFaults()).toEqual([]);
});
