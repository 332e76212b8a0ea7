// Every named fault at a create: what the client gets, and whether the endpoint was made; and how long faults last.
import { expect, test } from 'vitest';
import { call, createRequest, listed, paths } from './caller.ts';
import { type Emulator, ManualClock, startEmulator } from './emulator.ts';
import { type FaultName, faultCatalogue, namedFault } from './fault-catalogue.ts';

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
  'closed after the work': ['no answer', 1],
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
  '429, Retry-After in seconds': ['429 {"code":429', 0],
  '429, Retry-After as a date': ['429 {"code":429', 0],
  '429, Retry-After far away': ['429 {"code":429', 0],
  '429, Retry-After that means nothing': ['429 {"code":429', 0],
  '500': ['500 {"code":500', 0],
  '500 after the work': ['500 {"code":500', 1],
  '502 of a proxy': ['502 <html>', 0],
  '502 of a proxy after the work': ['502 <html>', 1],
  '503': ['503 {"code":503', 0],
  '504 of a proxy': ['504 <html>', 0],
  '504 of a proxy after the work': ['504 <html>', 1],
  '302': ['302 ', 0],
  '307': ['307 ', 0],
  'empty body': ['200 ', 0],
  'empty body after the work': ['200 ', 1],
  '204 after the work': ['204 ', 1],
  'null after the work': ['200 null', 1],
  'error body with 200': ['200 {"code":500', 0],
  'web page with 200': ['200 <html>', 0],
  'wrong types after the work': ['200 {"id":7', 1],
  'a list after the work': ['200 []', 1],
  'half of the body': ['no answer', 1],
  'half of the JSON': ['200 {"endpoints": [{"id": "ab', 1],
  gzip: ['200 {"id"', 1],
  'gzip that is none': ['no answer', 1],
  '100 MiB': ['200 104857600 characters', 1],
  'answer after 20 s of the clock': ['200 {"id"', 1],
};

test.each(Object.entries(expected))('%s', async (name, [seen, endpointCount]) => {
  const clock = new ManualClock();
  await using emulator = await startEmulator({
    clock,
    faults: [namedFault(name as FaultName, { operation: 'create' })],
  });
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

test('the table names every fault of the catalogue', () => {
  expect(Object.keys(expected)).toEqual(Object.keys(faultCatalogue));
});

test.each<readonly [FaultName, string | null]>([
  ['429', null],
  ['429, Retry-After in seconds', '7'],
  ['429, Retry-After as a date', 'Thu, 01 Jan 2026 00:00:07 GMT'],
  ['429, Retry-After that means nothing', 'soon'],
])('%s: %s', async (name, value) => {
  const faults = [namedFault(name, { operation: 'limits' })];
  await using emulator = await startEmulator({ clock: new ManualClock(), faults });
  const response = await fetch(`${emulator.url}${paths.limits}`, { headers });
  expect(response.headers.get('retry-after')).toBe(value);
});

test('forMs: from the first request that meets it, for so long on the clock', async () => {
  const clock = new ManualClock();
  await using emulator = await startEmulator({ clock });
  const id = emulator.seed();
  emulator.addFault(namedFault('CONFLICT by reason', { operation: 'update-v2', after: 1, forMs: 10_000 }));
  const update = async () => (await call(emulator, `PUT ${paths.v2(id)}`, { body: { name: 'x' } })).status;
  const statuses = [await update()];
  clock.advance(60_000);
  statuses.push(await update());
  clock.advance(9_999);
  statuses.push(await update());
  clock.advance(1);
  statuses.push(await update(), await update());
  expect(statuses).toEqual([200, 400, 400, 200, 200]);
  expect(() => emulator.addFault({ operation: 'get', kind: 'reset', times: 1, forMs: 1 })).toThrow(/times or forMs/);
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
