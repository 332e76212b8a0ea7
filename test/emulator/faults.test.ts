// Every scripted fault: what the client sees, whether the write happened, and what the record says.
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { call, createRequest, listed, paths } from './caller.ts';
import { type Emulator, type Fault, ManualClock, startEmulator } from './emulator.ts';

const create = (emulator: Emulator) => call(emulator, `POST ${paths.create}`, { body: { endpoint: createRequest } });

/** What the client has in the end: an answer, or no usable one. */
const outcome = (reply: Promise<unknown>) => reply.catch(() => 'connection lost');

test('a scripted status takes the form of the switch errorBody', async () => {
  const fault: Fault = { operation: 'create', kind: 'status', status: 400, reason: 'CONFLICT', message: 'busy' };
  await using emulator = await startEmulator({ faults: [fault], switches: { errorBody: 'nested' } });
  expect(await create(emulator)).toEqual({ status: 400, body: { error: { message: 'busy' } } });
});

test('hang never answers, until the client or the emulator gives up', async () => {
  const emulator = await startEmulator({ faults: [{ operation: 'limits', kind: 'hang', times: 2 }] });
  const arrived = emulator.nextRequest('limits', 2);
  const aborted = new AbortController();
  const first = outcome(fetch(`${emulator.url}${paths.limits}`, { signal: aborted.signal }));
  const second = outcome(call(emulator, `GET ${paths.limits}`));
  await arrived;
  aborted.abort();
  expect(await first).toBe('connection lost');
  await emulator.close();
  expect(await second).toBe('connection lost');
  expect(emulator.requests.map(({ status }) => status)).toEqual([undefined, undefined]);
});

test('a hook sees the request before the work, or after the work and before the answer', async () => {
  await using emulator = await startEmulator();
  const seen: unknown[] = [];
  for (const when of ['before', 'after'] as const) {
    emulator.addFault({
      operation: 'create',
      kind: 'hook',
      when,
      run: async (request) => {
        seen.push([when, request.operation, request.status, emulator.endpoints().length]);
      },
    });
  }
  await create(emulator);
  expect(seen).toEqual([
    ['before', 'create', undefined, 0],
    ['after', 'create', undefined, 1],
  ]);
});

test('a hook can make a rival between list and create, and meet the same request as a fault', async () => {
  await using emulator = await startEmulator();
  const rival = () => void emulator.seed({ name: 'rival' });
  emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run: rival });
  emulator.addFault({ operation: 'create', kind: 'lost-answer' });
  expect((await listed(emulator)).total).toBe(0);
  expect(await outcome(create(emulator))).toBe('connection lost');
  expect(emulator.endpoints().map(({ name }) => name)).toEqual(['rival', '']);
  expect(emulator.requests[1]?.faults).toEqual(['hook', 'lost-answer']);
});

test('a hook that throws is told as a bug of the test, not of the service', async () => {
  const run = () => {
    throw new Error('mistake');
  };
  await using emulator = await startEmulator({ faults: [{ operation: 'create', kind: 'hook', when: 'before', run }] });
  expect(await create(emulator)).toMatchObject({ status: 500, body: { reason: 'EMULATOR_BUG' } });
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
});

test('unusedFaults lists what met no request; clearFaults forgets all', async () => {
  const faults: readonly Fault[] = [
    { operation: 'limits', kind: 'reset' },
    { operation: 'get', kind: 'reset' },
    { operation: 'limits', kind: 'hang', after: 3 },
  ];
  await using emulator = await startEmulator({ faults });
  await outcome(call(emulator, `GET ${paths.limits}`));
  expect(emulator.unusedFaults()).toEqual([faults[1], faults[2]]);
  emulator.clearFaults();
  expect(emulator.unusedFaults()).toEqual([]);
});

test('a misspelt fault is refused', async () => {
  await using emulator = await startEmulator();
  expect(() => emulator.addFault({ operation: 'creat', kind: 'reset' } as never)).toThrow(/operation/);
  expect(() => emulator.addFault({ operation: 'create', kind: 'status' } as never)).toThrow(/status/);
  expect(() => emulator.addFault({ operation: 'create', kind: 'reset', delay: 1 } as never)).toThrow(/delay/);
});

test('late: a proxy gives up at once, and the work is done later', async () => {
  await using emulator = await startEmulator({ clock: new ManualClock() });
  emulator.addFault({ operation: 'create', kind: 'late', delayMs: 45_000, status: 504 });
  const reply = await call(emulator, `POST ${paths.create}`, { body: { endpoint: createRequest } });
  expect([reply.status, emulator.endpoints().length]).toEqual([504, 0]);
  emulator.clock.advance(45_000);
  await expect.poll(() => emulator.endpoints().length).toBe(1);
});

test('early hints come before the answer', async () => {
  await using emulator = await startEmulator();
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  emulator.addFault({ operation: 'serve', kind: 'early-hints' });
  const statuses = await new Promise((resolve, reject) => {
    const found: (number | undefined)[] = [];
    request(`${emulator.url}/serve/${id}/`, (response) => {
      found.push(response.statusCode);
      response.resume();
      resolve(found);
    })
      .on('information', ({ statusCode }) => found.push(statusCode))
      .on('error', reject)
      .end();
  });
  expect(statuses).toEqual([103, 200]);
});
