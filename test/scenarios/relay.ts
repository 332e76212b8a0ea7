/** A relay in front of a server that can be cut for good, as the connections of a killed process are. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay extends AsyncDisposable {
  /** The server's address by way of the relay. */
  readonly url: string;
  /** Ends every connection at once and takes no other. */
  cut(): void;
}

export async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, partner: Socket) => {
    sockets.add(socket);
    socket.on('error', () => partner.resetAndDestroy());
    socket.on('close', () => {
      sockets.delete(socket);
      partner.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    keep(client, upstream);
    keep(upstream, client);
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    if (server.listening) server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href.replace(/\/$/, ''), cut, [Symbol.asyncDispose]: async () => cut() };
}
