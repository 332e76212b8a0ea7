import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createTransport,
  type ExchangeRequest,
  type Transport,
  type TransportOptions,
} from '../../src/service/transport.ts';
import { manualDeadlines, startServer } from './server.ts';

const open: Transport[] = [];
afterEach(async () => {
  for (const transport of open.splice(0)) await transport.close();
});

function transportTo(baseUrl: string, options: Partial<TransportOptions> = {}): Transport {
  const transport = createTransport({ baseUrl, apiKey: 'key-1', userAgent: 'test/1', ...options });
  open.push(transport);
  return transport;
}

const get: ExchangeRequest = { method: 'GET', path: '/a', timeoutMs: 30_000 };
const post: ExchangeRequest = { method: 'POST', path: '/b', body: { name: 'é' }, timeoutMs: 30_000 };

describe('what is sent', () => {
  test('the headers of the contract, also with GET, and nothing else of note', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const transport = transportTo(server.url);
    await transport.exchange(get);
    await transport.exchange(post);
    const common = ['Content-Type', 'application/json', 'Authorization', 'Bearer key-1', 'User-Agent', 'test/1'];
    const http = ['host', `127.0.0.1:${server.port}`, 'connection', 'keep-alive'];
    expect(server.requests).toEqual([
      { method: 'GET', url: '/a', rawHeaders: [...http, ...common], body: '' },
      { method: 'POST', url: '/b', rawHeaders: [...http, ...common, 'content-length', '13'], body: '{"name":"é"}' },
    ]);
  });

  test.each<[string, ExchangeRequest, string]>([
    ['', { ...get, query: { id: 'a b&c=/ü' } }, '/a?id=a+b%26c%3D%2F%C3%BC'],
    ['/', get, '/a'],
    ['/gpu/api', get, '/gpu/api/a'],
    ['/gpu/api//', { ...get, query: { n: '1' } }, '/gpu/api/a?n=1'],
  ])('base URL with path %j', async (path, request, url) => {
    await using server = await startServer((_, response) => response.end('{}'));
    await transportTo(server.url + path).exchange(request);
    expect(server.requests.map((received) => received.url)).toEqual([url]);
  });
});

describe('connections', () => {
  test('two requests side by side and the two after them share two connections', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const transport = transportTo(server.url);
    await Promise.all([transport.exchange(get), transport.exchange(get)]);
    await transport.exchange(post);
    await transport.exchange(get);
    expect(server.connections).toBe(2);
  });

  test('no more than allowed', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const transport = transportTo(server.url, { maxConnections: 3 });
    await Promise.all(Array.from({ length: 20 }, () => transport.exchange(get)));
    expect([server.requests.length, server.connections]).toEqual([20, 3]);
  });

  test('closing ends what is under way', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    await using server = await startServer(() => resolve());
    const transport = transportTo(server.url);
    const reply = transport.exchange(get);
    await arrived;
    await transport.close();
    expect(await reply).toMatchObject({ kind: 'lost', how: 'network', sent: true });
    expect(await transport.exchange(get)).toMatchObject({ kind: 'lost', how: 'network', sent: false });
  });
});

describe('what comes back', () => {
  test('status, the headers that matter, text', async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(302, { 'Content-Type': 'text/html', 'Retry-After': '3', Location: 'https://evil.example/' });
      response.end('ü');
    });
    expect(await transportTo(server.url).exchange(get)).toEqual({
      kind: 'reply',
      status: 302,
      contentType: 'text/html',
      retryAfter: '3',
      location: 'https://evil.example/',
      text: 'ü',
    });
    expect(server.requests.length).toBe(1);
  });

  test('a body beyond the limit is not read', async () => {
    await using server = await startServer((_, response) => response.end('x'.repeat(2000)));
    const transport = transportTo(server.url, { maxBodyBytes: 1999 });
    expect(await transport.exchange(get)).toMatchObject({ kind: 'lost', how: 'too-large', sent: true });
  });
});

describe('no answer', () => {
  test.each<[string, Parameters<typeof startServer>[0]]>([
    ['reset', (request) => request.socket.resetAndDestroy()],
    ['closed', (request) => request.socket.destroy()],
    ['closed inside the headers', (request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-')],
    [
      'closed inside the body',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 100 }).write('{');
        setImmediate(() => response.destroy());
      },
    ],
    ['not HTTP', (request) => request.socket.end('SSH-2.0-OpenSSH\r\n')],
  ])('%s', async (_, handler) => {
    await using server = await startServer(handler);
    expect(await transportTo(server.url).exchange(post)).toMatchObject({ kind: 'lost', how: 'network', sent: true });
  });

  test('a refused connection: nothing was sent', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const lost = await transportTo(`http://127.0.0.1:${port}`).exchange(post);
    expect(lost).toMatchObject({ kind: 'lost', how: 'network', sent: false, cause: { code: 'ECONNREFUSED' } });
  });

  test('an unknown host: nothing was sent', async () => {
    const lost = await transportTo('http://no-such-host.invalid').exchange(post);
    expect(lost).toMatchObject({ kind: 'lost', how: 'network', sent: false });
  });

  test('a failed TLS handshake: nothing was sent', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const lost = await transportTo(`https://127.0.0.1:${server.port}`).exchange(post);
    expect([lost, server.requests]).toMatchObject([{ kind: 'lost', how: 'network', sent: false }, []]);
  });

  test('an api key that no header can carry: nothing was sent', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const lost = await transportTo(server.url, { apiKey: 'a\nb' }).exchange(get);
    expect([lost, server.requests]).toMatchObject([
      { kind: 'lost', sent: false, cause: { code: 'UND_ERR_INVALID_ARG' } },
      [],
    ]);
    expect(String(lost.kind === 'lost' && lost.cause)).not.toContain('a\nb');
  });
});

describe('limits of time', () => {
  test.each(['headers', 'body'])('passed before the %s', async (what) => {
    const { deadline, timers } = manualDeadlines();
    await using server = await startServer((_, response) => {
      if (what === 'body') response.writeHead(200, { 'Content-Length': 10 }).write('{');
      setImmediate(() => timers[0]?.pass());
    });
    const lost = await transportTo(server.url, { deadline }).exchange({ ...post, timeoutMs: 1234.5 });
    expect([lost, timers.map(({ ms }) => ms)]).toMatchObject([{ kind: 'lost', how: 'timeout', sent: true }, [1235]]);
  });

  test('passed while waiting for a connection: it is never sent', async () => {
    const { deadline, timers } = manualDeadlines();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await using server = await startServer((_, response) => void released.then(() => response.end('{}')));
    const transport = transportTo(server.url, { deadline, maxConnections: 1 });
    const first = transport.exchange(get);
    const second = transport.exchange(post);
    // Both are with undici now: one on the connection, one in the queue.
    await new Promise(setImmediate);
    timers[1]?.pass();
    expect(await second).toMatchObject({ kind: 'lost', how: 'timeout', sent: false });
    release();
    await first;
    await transport.exchange(get);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  test('an outer signal is told apart from a limit of time', async () => {
    const controller = new AbortController();
    await using server = await startServer(() => controller.abort(new Error('stop')));
    const lost = await transportTo(server.url).exchange({ ...post, signal: controller.signal });
    expect(lost).toMatchObject({ kind: 'lost', how: 'aborted', sent: true, cause: { message: 'stop' } });
  });

  test('aborted before it began', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const lost = await transportTo(server.url).exchange({ ...post, signal: AbortSignal.abort(new Error('stop')) });
    expect([lost, server.requests]).toMatchObject([{ kind: 'lost', how: 'aborted', sent: false }, []]);
  });
});

describe('through a proxy', () => {
  test('plain HTTP is forwarded', async () => {
    await using proxy = await startServer((_, response) => response.end('{"by":"proxy"}'));
    const transport = transportTo('http://service.invalid/x', { proxyUrl: proxy.url });
    expect(await transport.exchange(get)).toMatchObject({ kind: 'reply', status: 200, text: '{"by":"proxy"}' });
    expect(proxy.requests.map(({ url }) => url)).toEqual(['http://service.invalid/x/a']);
  });

  test('HTTPS goes through a tunnel: the proxy never sees the key', async () => {
    await using proxy = await startServer(
      (_, response) => response.end(),
      (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    const lost = await transportTo('https://service.invalid', { proxyUrl: proxy.url }).exchange(post);
    expect(lost).toMatchObject({ kind: 'lost', how: 'network', sent: false });
    expect(proxy.requests.map(({ method, url }) => `${method} ${url}`)).toContain('CONNECT service.invalid:443');
    expect(JSON.stringify(proxy.requests)).not.toContain('key-1');
  });
});
