/** The port of registries over HTTP: its answers, its bounds, and the addresses that names must not lead to. */

import type { LookupAddress, lookup } from 'node:dns';
import { describe, expect, test } from 'vitest';
import {
  createHttpExchange,
  type HttpExchangeOptions,
  type RegistryRequest,
} from '../../src/registry/http-exchange.ts';
import { guardLookup } from '../../src/registry/lookup.ts';
import { createTestClock } from '../clock.ts';
import { manualTimeouts, startServer } from '../http/server.ts';

const options: HttpExchangeOptions = {
  userAgent: 'tests',
  proxyFor: () => undefined,
  allowLoopback: true,
  clock: createTestClock(),
};

function open(changes: Partial<HttpExchangeOptions> = {}) {
  const { exchange, close } = createHttpExchange({ ...options, ...changes });
  const signal = new AbortController().signal;
  return {
    ask: (url: string, { maxBytes = 1000, ...rest }: { maxBytes?: number; signal?: AbortSignal } = {}) =>
      exchange({ method: 'GET', url: new URL(url), headers: {}, timeoutMs: 3000, maxBytes, signal, ...rest }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

describe('an answer', () => {
  test('has its status, its headers joined by name, and its bytes', async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(
        401,
        [
          ['WWW-Authenticate', 'Bearer realm="https://a"'],
          ['WWW-Authenticate', 'Basic realm="b"'],
          ['X-One', '1'],
        ].flat(),
      );
      response.end('body');
    });
    await using registries = open();
    const reply = await registries.ask(`${server.url}/v2/a/manifests/1?n=1`);
    expect(reply).toMatchObject({
      kind: 'reply',
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="https://a", Basic realm="b"', 'x-one': '1' },
      body: Buffer.from('body'),
    });
    expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/v2/a/manifests/1?n=1' });
    expect(server.requests[0]?.rawHeaders).toEqual(expect.arrayContaining(['user-agent', 'tests']));
  });

  test('leaves its connection to the next question', async () => {
    await using server = await startServer((_, response) => void response.end('1'));
    await using registries = open();
    await registries.ask(`${server.url}/a`);
    await registries.ask(`${server.url}/b`);
    expect(server.connections).toBe(1);
  });

  test('has a ceiling for each question', async () => {
    await using server = await startServer((_, response) => void response.end('x'.repeat(100)));
    await using registries = open();
    expect(await registries.ask(server.url, { maxBytes: 99 })).toMatchObject({ kind: 'lost', how: 'too-large' });
    expect(await registries.ask(server.url, { maxBytes: 100 })).toMatchObject({ kind: 'reply' });
  });
});

test('a proxy that an address is asked through resolves its name', async () => {
  await using server = await startServer((_, response) => void response.writeHead(204, { 'x-by': 'proxy' }).end());
  const proxied: string[] = [];
  await using registries = open({
    allowLoopback: false,
    proxyFor: ({ host }) => {
      proxied.push(host);
      return server.url;
    },
  });
  expect(await registries.ask('http://registry.invalid/v2/')).toMatchObject({
    status: 204,
    headers: { 'x-by': 'proxy' },
  });
  expect(proxied).toEqual(['registry.invalid']);
  expect(server.requests).toMatchObject([{ method: 'GET', url: 'http://registry.invalid/v2/' }]);
});

test('each question can be followed, without names and signatures', async () => {
  await using server = await startServer((_, response) => void response.end('body'));
  const followed: RegistryRequest[] = [];
  await using registries = open({ onRequest: (request) => followed.push(request) });
  for (const path of ['/v2/acme/llama/manifests/1', '/v2/acme/llama/blobs/sha256:1', '/v2/acme/llama/tags/list?n=100'])
    await registries.ask(server.url + path);
  await registries.ask(`${server.url}/token?scope=a`);
  await registries.ask(`${server.url}/too-large`, { maxBytes: 1 });
  const common = { method: 'GET', origin: server.url, status: 200, durationMs: 0, bytes: 4 };
  expect(followed).toEqual([
    { ...common, operation: 'manifest' },
    { ...common, operation: 'blob' },
    { ...common, operation: 'tags' },
    { ...common, operation: 'other' },
    { ...common, operation: 'other', status: undefined, bytes: undefined },
  ]);
});

describe('no answer', () => {
  test('in time', async () => {
    const timeouts = manualTimeouts();
    await using server = await startServer(() => timeouts.timers[0]?.pass());
    await using registries = open({ timeoutSignal: timeouts.timeoutSignal });
    expect(await registries.ask(server.url)).toMatchObject({ kind: 'lost', how: 'timeout' });
  });

  test('to who has gone', async () => {
    const gone = new AbortController();
    await using server = await startServer(() => gone.abort(new Error('gone')));
    await using registries = open();
    expect(await registries.ask(server.url, { signal: gone.signal })).toMatchObject({ kind: 'lost', how: 'aborted' });
  });

  test('after the end', async () => {
    const asked = Promise.withResolvers<void>();
    await using server = await startServer(() => asked.resolve());
    const registries = open();
    const reply = registries.ask(server.url);
    await asked.promise;
    await registries.close();
    expect(await reply).toMatchObject({ kind: 'lost', how: 'network' });
  });

  test('through a proxy that is no address', async () => {
    const cause = new Error('no address of a proxy');
    await using registries = open({
      proxyFor: () => {
        throw cause;
      },
    });
    expect(await registries.ask('https://registry.example')).toEqual({ kind: 'lost', how: 'network', cause });
  });

  test('from a name that leads to this machine', async () => {
    await using server = await startServer((_, response) => void response.end());
    await using registries = open({ allowLoopback: false });
    const reply = await registries.ask(`http://localhost:${server.port}`);
    expect(reply).toMatchObject({ kind: 'lost', how: 'network', cause: { code: 'FORBIDDEN_ADDRESS' } });
    expect(server.connections).toBe(0);
  });
});

describe('a name', () => {
  const lead = async (addresses: readonly string[], { allowLoopback = false, all = true } = {}) => {
    const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
    const names = ((_name: string, _options: object, callback: (...answer: unknown[]) => void) =>
      callback(null, found)) as unknown as typeof lookup;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    guardLookup({ allowLoopback, lookup: names })('registry.example', { all }, (error, ...answer) =>
      resolve(error ? error.code : answer),
    );
    return promise;
  };
  const refused = 'FORBIDDEN_ADDRESS';

  test.for<[string, readonly string[], object, unknown]>([
    ['of a public address', ['203.0.113.1'], { all: false }, ['203.0.113.1', 4]],
    [
      'of several',
      ['203.0.113.1', '2001:db8::1'],
      {},
      [
        [
          { address: '203.0.113.1', family: 4 },
          { address: '2001:db8::1', family: 6 },
        ],
      ],
    ],
    ['of a private network', ['10.0.0.7'], { all: false }, ['10.0.0.7', 4]],
    ['of a metadata address', ['169.254.169.254'], {}, refused],
    ['of a metadata address among others', ['203.0.113.1', 'fe80::1'], {}, refused],
    ['of this machine', ['127.0.0.1'], {}, refused],
    ['of this machine where that is allowed', ['127.0.0.1'], { allowLoopback: true, all: false }, ['127.0.0.1', 4]],
    ['of no address', [], {}, refused],
  ])('%s', async ([, addresses, how, expected]) => {
    expect(await lead(addresses, how)).toEqual(expected);
  });
});
