import { once } from 'node:events';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createTransport,
  firstHeader,
  type HttpRequest,
  type Transport,
  type TransportOptions,
} from '../../src/http/transport.ts';
import { manualTimeouts, startServer } from './server.ts';

const headers = { Authorization: 'Bearer key-1', 'User-Agent': 'test/1' };
const open: Transport[] = [];
afterEach(async () => {
  for (const transport of open.splice(0)) await transport.close();
});

function transportTo(baseUrl: string, options: Partial<TransportOptions> = {}): Transport {
  const transport = createTransport({ baseUrl, headers, ...options });
  open.push(transport);
  return transport;
}

const get: HttpRequest = { method: 'GET', path: '/a', timeoutMs: 30_000 };
const post: HttpRequest = { method: 'POST', path: '/b', body: '{"name":"é"}', timeoutMs: 30_000 };

describe('what is sent', () => {
  test('the headers of the transport and those of the request, and nothing else of note', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const transport = transportTo(server.url);
    await transport.exchange({ ...get, headers: { Accept: 'application/vnd.oci.image.index.v1+json' } });
    await transport.exchange({ ...post, headers: { Authorization: 'Basic dTpw' } });
    const http = ['host', `127.0.0.1:${server.port}`, 'connection', 'keep-alive'];
    const agent = ['User-Agent', 'test/1'];
    const accept = ['Accept', 'application/vnd.oci.image.index.v1+json'];
    const basic = [...http, 'Authorization', 'Basic dTpw', ...agent, 'content-length', '13'];
    expect(server.requests).toEqual([
      {
        method: 'GET',
        url: '/a',
        rawHeaders: [...http, 'Authorization', 'Bearer key-1', ...agent, ...accept],
        body: '',
      },
      { method: 'POST', url: '/b', rawHeaders: basic, body: '{"name":"é"}' },
    ]);
  });

  test.each<[string, HttpRequest, string]>([
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

  test('twelve side by side at most', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const transport = transportTo(server.url);
    await Promise.all(Array.from({ length: 20 }, () => transport.exchange(get)));
    expect([server.requests.length, server.connections]).toEqual([20, 12]);
  });
});

describe('what comes back', () => {
  test('status, headers, and the body as it came', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00]);
    await using server = await startServer((_, response) => {
      const location = 'https://evil.example/';
      response.writeHead(302, { 'Content-Type': 'text/html', 'Retry-After': '3', location, 'X-A': ['1', '2'] });
      response.end(bytes);
    });
    const response = await transportTo(server.url).exchange(get);
    if (response.kind === 'failure') throw response.cause;
    const header = (name: string) => firstHeader(response.headers, name);
    expect({ ...response, headers: ['content-type', 'retry-after', 'location', 'x-a', 'x-b'].map(header) }).toEqual({
      kind: 'response',
      status: 302,
      headers: ['text/html', '3', 'https://evil.example/', '1', undefined],
      body: bytes,
    });
    expect(server.requests.length).toBe(1);
  });

  test('a body beyond the limit is not read', async () => {
    await using server = await startServer((_, response) => response.end('x'.repeat(2000)));
    const transport = transportTo(server.url, { maxBodyBytes: 1999 });
    expect(await transport.exchange(get)).toMatchObject({ kind: 'failure', how: 'too-large', sent: true });
  });
});

describe('a body that a proxy has compressed', () => {
  const text = '{"a":"b"}';
  const codings: Readonly<Record<string, Buffer>> = {
    gzip: gzipSync(text),
    ' GZip': gzipSync(text),
    deflate: deflateSync(text),
    br: brotliCompressSync(text),
    identity: Buffer.from(text),
    Identity: Buffer.from(text),
  };
  const answering = (coding: string, body: Buffer) =>
    startServer((_, response) => response.writeHead(200, { 'Content-Encoding': coding }).end(body));

  test.each(Object.entries(codings))('%s is read', async (coding, body) => {
    await using server = await answering(coding, body);
    const response = await transportTo(server.url).exchange(get);
    expect(response).toMatchObject({ kind: 'response', status: 200, body: Buffer.from(text) });
  });

  test.each<[string, string, Buffer]>([
    ['of an unknown coding', 'zstd', Buffer.from(text)],
    ['of two codings', 'gzip, br', brotliCompressSync(gzipSync(text))],
    ['that is cut off', 'gzip', gzipSync(text).subarray(0, -9)],
    ['that is not compressed at all', 'gzip', Buffer.from(text)],
    ['of another coding than it says', 'br', gzipSync(text)],
    ['that is empty', 'gzip', Buffer.alloc(0)],
  ])('%s is empty', async (_, coding, body) => {
    await using server = await answering(coding, body);
    const empty = { kind: 'response', status: 200, body: Buffer.alloc(0) };
    expect(await transportTo(server.url).exchange(get)).toMatchObject(empty);
  });

  test('a bomb is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '['));
    expect(bomb.length).toBeLessThan(100_000);
    await using server = await answering('gzip', bomb);
    const transport = transportTo(server.url, { maxBodyBytes: 100_000 });
    const cause = new Error('it has more than 100000 bytes');
    expect(await transport.exchange(get)).toMatchObject({ how: 'too-large', cause });
  });

  test('the ceilings of JSON are those of what comes out', async () => {
    const ceilings = { json: { values: 3, depth: 9 } };
    // In a coding, bytes that look like JSON mean nothing.
    await using fine = await answering('gzip', gzipSync('[1,2]'));
    expect((await transportTo(fine.url, ceilings).exchange(get)).kind).toBe('response');
    await using much = await answering('gzip', gzipSync('[1,2,3,4]'));
    expect(await transportTo(much.url, ceilings).exchange(get)).toMatchObject({
      how: 'too-large',
      cause: new Error('it has more than 3 values'),
    });
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
    expect(await transportTo(server.url).exchange(post)).toMatchObject({ kind: 'failure', how: 'network', sent: true });
  });

  test('nothing was sent', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
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
    const unsent = { kind: 'failure', how: 'network', sent: false };
    const codes = [{ code: 'ECONNREFUSED' }, {}, {}, { code: 'UND_ERR_INVALID_ARG' }];
    expect(failures).toMatchObject(codes.map((cause) => ({ ...unsent, cause })));
    expect(failures.map((failure) => String('cause' in failure && failure.cause)).join()).not.toContain('a\nb');
    expect(server.requests).toEqual([]);
  });
});

describe('limits of time', () => {
  test.each(['headers', 'body'])('passed before the %s', async (what) => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using server = await startServer((_, response) => {
      if (what === 'body') response.writeHead(200, { 'Content-Length': 10 }).write('{');
      setImmediate(() => timers[0]?.pass());
    });
    const failure = await transportTo(server.url, { timeoutSignal }).exchange({ ...post, timeoutMs: 1234.5 });
    expect(failure).toMatchObject({ kind: 'failure', how: 'timeout', sent: true });
    expect(timers.map(({ ms }) => ms)).toEqual([1235]);
  });

  test('passed while waiting for a connection: it is never sent', async () => {
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

  test('an outer signal is told apart from a limit of time', async () => {
    const controller = new AbortController();
    await using server = await startServer(() => controller.abort(new Error('stop')));
    const failure = await transportTo(server.url).exchange({ ...post, signal: controller.signal });
    expect(failure).toMatchObject({ kind: 'failure', how: 'aborted', sent: true, cause: { message: 'stop' } });
  });

  test('aborted before it began', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const failure = await transportTo(server.url).exchange({ ...post, signal: AbortSignal.abort(new Error('stop')) });
    expect([failure, server.requests]).toMatchObject([{ kind: 'failure', how: 'aborted', sent: false }, []]);
  });
});

describe('through a proxy', () => {
  test('plain HTTP is forwarded', async () => {
    await using proxy = await startServer((_, response) => response.end('{"by":"proxy"}'));
    const transport = transportTo('http://service.invalid/x', { proxyUrl: proxy.url });
    const answer = { kind: 'response', status: 200, body: Buffer.from('{"by":"proxy"}') };
    expect(await transport.exchange(get)).toMatchObject(answer);
    expect(proxy.requests.map(({ url }) => url)).toEqual(['http://service.invalid/x/a']);
  });

  test('HTTPS goes through a tunnel: the proxy never sees the key', async () => {
    await using proxy = await startServer(
      (_, response) => response.end(),
      (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    const failure = await transportTo('https://service.invalid', { proxyUrl: proxy.url }).exchange(post);
    expect(failure).toMatchObject({ kind: 'failure', how: 'network', sent: false });
    expect(proxy.requests.map(({ method, url }) => `${method} ${url}`)).toContain('CONNECT service.invalid:443');
    expect(JSON.stringify(proxy.requests)).not.toContain('key-1');
  });
});
