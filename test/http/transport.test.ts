/** Single exchanges over real connections: what is sent, what comes back, and what is known when nothing does. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createTransport, firstHeader, type HttpRequest, type TransportOptions } from '../../src/http/transport.ts';
import { type Handler, manualTimeouts, startServer } from './server.ts';

const headers = { Authorization: 'Bearer key-1', 'User-Agent': 'test/1' };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function transportTo(origin: string, options: Partial<TransportOptions> = {}) {
  const transport = createTransport({ origin, headers, ...options });
  closing.push(transport.close);
  return transport;
}

const get: HttpRequest = { method: 'GET', path: '/a', timeoutMs: 30_000 };
const post: HttpRequest = { method: 'POST', path: '/b', body: '{"name":"é"}', timeoutMs: 30_000 };
const answer: Handler = (_, response) => response.end('{}');

/** What one exchange with a server brings. */
async function exchange(handler: Handler, request: HttpRequest, options: Partial<TransportOptions> = {}) {
  await using server = await startServer(handler);
  const came = await transportTo(server.url, options).exchange(request);
  return { came, requests: server.requests };
}

test('the headers of the transport and those of the request are sent, and nothing else of note', async () => {
  await using server = await startServer(answer);
  const transport = transportTo(server.url);
  await transport.exchange({ ...get, headers: { Accept: 'application/vnd.oci.image.index.v1+json' } });
  await transport.exchange({ ...post, headers: { Authorization: 'Basic dTpw' } });
  const http = ['host', `127.0.0.1:${server.port}`, 'connection', 'keep-alive'];
  const bearer = [...http, 'Authorization', 'Bearer key-1', 'User-Agent', 'test/1'];
  const basic = [...http, 'Authorization', 'Basic dTpw', 'User-Agent', 'test/1', 'content-length', '13'];
  const accept = ['Accept', 'application/vnd.oci.image.index.v1+json'];
  expect(server.requests).toEqual([
    { method: 'GET', url: '/a', rawHeaders: [...bearer, ...accept], body: '' },
    { method: 'POST', url: '/b', rawHeaders: basic, body: '{"name":"é"}' },
  ]);
});

test('connections are shared, and are twelve at most', async () => {
  await using server = await startServer(answer);
  const transport = transportTo(server.url);
  await Promise.all([transport.exchange(get), transport.exchange(get)]);
  await transport.exchange(post);
  await transport.exchange(get);
  expect(server.connections).toBe(2);
  await Promise.all(Array.from({ length: 20 }, () => transport.exchange(get)));
  expect([server.requests.length, server.connections]).toEqual([24, 12]);
});

test('closing ends what is under way', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  await using server = await startServer(() => resolve());
  const transport = transportTo(server.url);
  const reply = transport.exchange(get);
  await arrived;
  await transport.close();
  expect(await reply).toMatchObject({ kind: 'failure', how: 'network', sent: true });
  expect(await transport.exchange(get)).toMatchObject({ kind: 'failure', how: 'network', sent: false });
});

test('status, headers and body come back as they came, and no redirect is followed', async () => {
  const body = Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00]);
  const sent = {
    'Content-Type': 'text/html',
    'Retry-After': '3',
    location: 'https://evil.example/',
    'X-A': ['1', '2'],
  };
  const { came, requests } = await exchange((_, response) => response.writeHead(302, sent).end(body), get);
  if (came.kind === 'failure') throw came.cause;
  const read = ['content-type', 'retry-after', 'location', 'x-a', 'x-b'].map((name) => firstHeader(came.headers, name));
  expect(read).toEqual(['text/html', '3', 'https://evil.example/', '1', undefined]);
  expect([came.status, came.body, requests.length]).toEqual([302, body, 1]);
});

const text = '{"a":"b"}';
const much = Buffer.alloc(64 * 1024 * 1024, '[');

test.each<[string, string, Buffer, string]>([
  ['none, said so', 'Identity', Buffer.from(text), text],
  ['a coding that was not asked for', 'gzip', gzipSync(text), ''],
  ['no coding, and is too long', 'identity', much.subarray(0, 100_001), 'it has more than 100000 bytes'],
])('a body in %s', async (_, coding, body, expected) => {
  const options = { maxBodyBytes: 100_000 };
  const answering: Handler = (_request, response) => response.writeHead(200, { 'Content-Encoding': coding }).end(body);
  const { came } = await exchange(answering, get, options);
  if (came.kind === 'response') expect([came.status, String(came.body)]).toEqual([200, expected]);
  else expect(came).toMatchObject({ how: 'too-large', sent: true, cause: new Error(expected) });
});

test.each<[string, Handler, string]>([
  ['an answer', (_, response) => response.writeHead(404).end(), '404'],
  ['none', (request) => request.socket.destroy(), 'network'],
])('a line follows each exchange, without its query: %s', async (_, handler, end) => {
  const lines: string[] = [];
  const signed = { ...get, path: '/a?signature=hidden' };
  await exchange(handler, signed, { onExchange: (line) => lines.push(line) });
  expect(lines).toEqual([expect.stringMatching(`^GET http://127\\.0\\.0\\.1:\\d+/a → ${end}$`)]);
});

const brokenBody: Handler = (_, response) => {
  response.writeHead(200, { 'Content-Length': 100 }).write('{');
  setImmediate(() => response.destroy());
};

test.each<[string, Handler]>([
  ['reset', (request) => request.socket.resetAndDestroy()],
  ['closed', (request) => request.socket.destroy()],
  ['closed inside the headers', (request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-')],
  ['closed inside the body', brokenBody],
  ['not HTTP', (request) => request.socket.end('SSH-2.0-OpenSSH\r\n')],
])('no answer: %s', async (_, handler) => {
  expect((await exchange(handler, post)).came).toMatchObject({ kind: 'failure', how: 'network', sent: true });
});

test('nothing was sent', async () => {
  await using server = await startServer(answer);
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as { port: number };
  closed.close();
  await once(closed, 'close');
  const failures = await Promise.all([
    transportTo(`http://127.0.0.1:${port}`).exchange(post),
    transportTo('http://no-such-host.invalid').exchange(post),
    // A failed TLS handshake, and a credential that no header can contain.
    transportTo(`https://127.0.0.1:${server.port}`).exchange(post),
    transportTo(server.url, { headers: { Authorization: 'Bearer a\nb' } }).exchange(get),
  ]);
  const codes = [{ code: 'ECONNREFUSED' }, {}, {}, { code: 'UND_ERR_INVALID_ARG' }];
  expect(failures).toMatchObject(codes.map((cause) => ({ kind: 'failure', how: 'network', sent: false, cause })));
  expect(failures.map((failure) => String('cause' in failure && failure.cause)).join()).not.toContain('a\nb');
  expect(server.requests).toEqual([]);
});

test.each(['headers', 'body'])('the time has passed before the %s', async (what) => {
  const { timeoutSignal, timers } = manualTimeouts();
  const hanging: Handler = (_, response) => {
    if (what === 'body') response.writeHead(200, { 'Content-Length': 10 }).write('{');
    setImmediate(() => timers[0]?.pass());
  };
  const { came } = await exchange(hanging, { ...post, timeoutMs: 1234.5 }, { timeoutSignal });
  expect(came).toMatchObject({ kind: 'failure', how: 'timeout', sent: true });
  expect(timers.map(({ ms }) => ms)).toEqual([1235]);
});

test('the time has passed while waiting for a connection: it is never sent', async () => {
  const { timeoutSignal, timers } = manualTimeouts();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using server = await startServer((_, response) => void released.then(() => response.end('{}')));
  const transport = transportTo(server.url, { timeoutSignal });
  const first = Array.from({ length: 12 }, () => transport.exchange(get));
  const last = transport.exchange(post);
  // All are with undici now: one on each connection, one in the queue.
  await new Promise(setImmediate);
  timers[12]?.pass();
  expect(await last).toMatchObject({ kind: 'failure', how: 'timeout', sent: false });
  release();
  await Promise.all(first);
  await transport.exchange(get);
  expect(server.requests.map(({ method }) => method)).toEqual(Array.from({ length: 13 }, () => 'GET'));
});

test('an outer signal is told apart from a limit of time, also before the request', async () => {
  const controller = new AbortController();
  const stop = new Error('stop');
  const under = await exchange(() => controller.abort(stop), { ...post, signal: controller.signal });
  expect(under.came).toMatchObject({ kind: 'failure', how: 'aborted', sent: true, cause: { message: 'stop' } });
  const before = await exchange(answer, { ...post, signal: AbortSignal.abort(stop) });
  expect(before).toMatchObject({ came: { kind: 'failure', how: 'aborted', sent: false }, requests: [] });
});

test('plain HTTP is forwarded by a proxy', async () => {
  await using proxy = await startServer((_, response) => response.end('{"by":"proxy"}'));
  const transport = transportTo('http://service.invalid/x', { proxyUrl: proxy.url });
  expect(await transport.exchange(get)).toMatchObject({ kind: 'response', body: Buffer.from('{"by":"proxy"}') });
  expect(proxy.requests.map(({ url }) => url)).toEqual(['http://service.invalid/x/a']);
});

test('HTTP/2 is offered to nobody: the bundle has no client for it', async () => {
  let hello = Buffer.of();
  await using server = createServer((socket) =>
    socket.once('data', (piece) => {
      hello = piece;
      socket.destroy();
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://localhost:${(server.address() as { port: number }).port}`;
  for (const [origin, proxyUrl] of [[url], ['https://service.invalid', url]] as const) {
    await transportTo(origin, { proxyUrl }).exchange(get);
    expect([hello.includes('\x08http/1.1'), hello.includes('\x02h2')]).toEqual([true, false]);
    hello = Buffer.of();
  }
});

test('HTTPS goes through a tunnel: the proxy never sees the key', async () => {
  const refuse = 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n';
  await using proxy = await startServer(answer, (socket) => socket.end(refuse));
  const failure = await transportTo('https://service.invalid', { proxyUrl: proxy.url }).exchange(post);
  expect(failure).toMatchObject({ kind: 'failure', how: 'network', sent: false });
  expect(proxy.requests.map(({ method, url }) => `${method} ${url}`)).toContain('CONNECT service.invalid:443');
  expect(JSON.stringify(proxy.requests)).not.toContain('key-1');
});
