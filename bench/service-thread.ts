/** The service of a benchmark, in a thread of its own: the emulator, and before it TLS behind a proxy that delays every byte by half a round trip. */

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import { type EmulatorOptions, type PartialConfig, startEmulator } from '../test/emulator/emulator.ts';
import { longestChain } from '../test/http-server/recorder.ts';

export interface ServiceOptions {
  emulator: Pick<EmulatorOptions, 'switches' | 'pace'>;
  /** Absent: plain HTTP without a delay. */
  tls?: { key: string; cert: string; roundTripMs: number };
}

export interface Reset {
  endpoints: readonly PartialConfig[];
}

export interface Counts {
  requests: Readonly<Record<string, number>>;
  connections: number;
  /** Requests that each had to wait for the one before it. */
  roundTrips: number;
  /** Since the last create: when each get arrived, in milliseconds. */
  getsMs: readonly number[];
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Opening a connection costs a round trip, every byte half of one. */
function delayed(port: number, roundTripMs: number): Server {
  return createServer({ noDelay: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    pass(client, server, { halfMs: roundTripMs / 2, firstMs: roundTripMs });
    pass(server, client, { halfMs: roundTripMs / 2, firstMs: 0 });
  });
}

function pass(from: Socket, to: Socket, { halfMs, firstMs }: { halfMs: number; firstMs: number }): void {
  const openedMs = performance.now();
  const later = (act: () => void) => {
    const waitMs = Math.max(halfMs, openedMs + firstMs + halfMs - performance.now());
    setTimeout(act, waitMs);
  };
  from.on('data', (chunk) => later(() => to.writable && to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
}

const { emulator: options, tls } = workerData as ServiceOptions;
const emulator = await startEmulator(options);
let createdMs = 0;
let getsMs: number[] = [];
const hook = { kind: 'hook', times: 'always' } as const;
emulator.addFault({
  ...hook,
  operation: 'get',
  when: 'before',
  run: () => void getsMs.push(performance.now() - createdMs),
});
emulator.addFault({
  ...hook,
  operation: 'create',
  when: 'after',
  run: () => {
    createdMs = performance.now();
    getsMs = [];
  },
});
let url = emulator.url;
if (tls) {
  const inner = Number(new URL(emulator.url).port);
  const outer = createTlsServer({ key: tls.key, cert: tls.cert, noDelay: true }, (socket) => {
    const plain = connect({ port: inner, host: '127.0.0.1', noDelay: true });
    socket.pipe(plain).pipe(socket);
    socket.on('error', () => plain.destroy());
    plain.on('error', () => socket.destroy());
  });
  url = `https://localhost:${await listen(delayed(await listen(outer), tls.roundTripMs))}`;
}
parentPort?.on('message', (message: Reset | 'counts') => {
  if (message === 'counts') {
    const requests: Record<string, number> = {};
    for (const { operation } of emulator.requests) requests[operation ?? '?'] = (requests[operation ?? '?'] ?? 0) + 1;
    const connections = new Set(emulator.requests.map(({ clientPort }) => clientPort)).size;
    const roundTrips = longestChain(emulator.requests);
    parentPort?.postMessage({ requests, connections, roundTrips, getsMs } satisfies Counts);
    return;
  }
  for (const { id } of emulator.endpoints()) emulator.remove(id);
  for (const endpoint of message.endpoints) emulator.seed(endpoint);
  emulator.clearRequests();
  parentPort?.postMessage('ready');
});
parentPort?.postMessage(url);
