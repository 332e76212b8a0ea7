/** A server in a thread of its own that gives every request the same answer, so that its own work is not measured. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { status, body } = workerData as { status: number; body: string };
const server = createServer((_, response) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body),
);
server.listen(0, '127.0.0.1', () =>
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
