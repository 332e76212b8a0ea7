/** A bare HTTP server for what the emulator cannot misbehave like, and time limits that a test lets pass. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

export interface BareServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Sockets that were opened so far. */
  readonly connections: number;
  readonly requests: { method: string; url: string; rawHeaders: string[]; body: string }[];
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** On a free loopback port. `connect` answers CONNECT, as a proxy does. */
export async function startServer(
  handler: Handler,
  connect?: (socket: Socket, target: string) => void,
): Promise<BareServer> {
  const requests: BareServer['requests'] = [];
  let connections = 0;
  const listener: RequestListener = async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url = '', rawHeaders } = request;
    requests.push({ method, url, rawHeaders, body });
    handler(request, response);
  };
  const server = createServer({ keepAliveTimeout: 120_000 }, listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
  });
  if (connect) {
    server.on('connect', (request, socket) => {
      requests.push({ method: 'CONNECT', url: request.url ?? '', rawHeaders: request.rawHeaders, body: '' });
      connect(socket as Socket, request.url ?? '');
    });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** In as many turns of the event loop, a client in the same process has read what was written. */
export async function whenRead(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await setImmediate();
}

/** Time limits that pass when the test says so. */
export function manualTimeouts() {
  const timers: { ms: number; pass: () => void }[] = [];
  const timeoutSignal = (ms: number): AbortSignal => {
    const controller = new AbortController();
    timers.push({ ms, pass: () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')) });
    return controller.signal;
  };
  return { timeoutSignal, timers };
}
