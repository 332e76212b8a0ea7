/** Tests ask public hosts, and this machine only where the service is on it. */

import { expect, test } from 'vitest';
import type { ConnectEndpoint } from '../../src/tests/connection.ts';
import { guardConnections } from '../../src/tests/guard.ts';

const request = {
  method: 'GET',
  url: new URL('https://evil.example/health'),
  headers: {},
  timeoutMs: 1000,
  signal: new AbortController().signal,
} as const;

const lost = { send: async () => ({ kind: 'lost', came: 'nothing' }) as const, close: async () => {} };

async function asked(url: string, baseUrl: string): Promise<boolean> {
  const urls: string[] = [];
  const connect = guardConnections(async ({ href }) => {
    urls.push(href);
    return lost;
  }, baseUrl);
  const failure = await connect(new URL(url)).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure === undefined).toBe(urls.length === 1);
  if (failure)
    expect(failure).toMatchObject({ code: 'test-failed', message: expect.stringContaining('it is not contacted') });
  return urls.length === 1;
}

test.for<[string, boolean, boolean]>([
  ['https://e1.runsync.example.dev/health', true, true],
  ['http://127.0.0.1:8080/serve', false, true],
  ['http://localhost/', false, true],
  ['http://[::1]/', false, true],
  ['http://2130706433/', false, true],
  ['http://169.254.169.254/latest/meta-data', false, false],
  ['http://[fe80::1]/', false, false],
  ['http://metadata.google.internal/', false, false],
  ['http://0.0.0.0/', false, false],
  ['http://[::ffff:169.254.169.254]/', false, false],
  ['http://[::ffff:127.0.0.1]/', false, true],
  ['http://0x7f.1/', false, true],
  ['http://0177.0.0.1/', false, true],
  ['http://0xa9fea9fe/', false, false],
  ['http://2852039166/', false, false],
  ['http://[::169.254.169.254]/', false, false],
  ['http://[2002:a9fe:a9fe::1]/', false, false],
  ['http://[64:ff9b::a9fe:a9fe]/', false, false],
  ['http://metadata.google.internal./', false, false],
  ['http://[::ffff:0:a9fe:a9fe]/', false, false],
  ['http://[64:ff9b:1::a9fe:a9fe]/', false, false],
  ['http://[64:ff9b:1:ffff::1]/', false, false],
  ['http://[fd00:ec2::254]/', false, false],
  ['http://[fd00:ec2:1::23]/', false, false],
  ['http://[fd20:ce::254]/', false, false],
  ['http://100.100.100.200/', false, false],
  ['http://168.63.129.16/', false, false],
  ['http://192.0.0.192/', false, false],
  ['http://[64:ff9b::7f00:1]/', false, true],
  ['http://[64:ff9b::cb00:7107]/', true, true],
  ['http://[::ffff:203.0.113.7]/', true, true],
  ['http://[fd00:ec3::1]/', true, true],
  ['http://[2606:4700::1]/', true, true],
  ['http://10.0.0.7/', true, true],
  ['http://203.0.113.7/', true, true],
])('%s', async ([url, fromPublic, fromLoopback]) => {
  expect(await asked(url, 'https://api.example.com')).toBe(fromPublic);
  expect(await asked(url, 'http://127.0.0.1:9000')).toBe(fromLoopback);
});

test.for<[string, string, boolean]>([
  ['link-local', '169.254.169.254', false],
  ['link-local in IPv6', 'fe80::1', false],
  ['link-local with its network card', 'fe80::1%eth0', false],
  ['a metadata address of its own range', 'fd00:ec2::23', false],
  ['a translated metadata address', '64:ff9b:1::a9fe:a9fe', false],
  ['this machine', '127.0.0.1', false],
  ['a mapped metadata address', '::ffff:169.254.169.254', false],
  ['a public host', '203.0.113.7', true],
])('a name that resolves to %s', async ([, address, isAsked]) => {
  const names = ((_: string, __: unknown, callback: (...answer: unknown[]) => void) =>
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])) as never;
  const resolving: ConnectEndpoint = async (_, { lookup } = {}) => ({
    ...lost,
    send: () =>
      new Promise((resolve) => {
        lookup?.('evil.example', {}, (error) => resolve({ kind: 'lost', came: error?.message ?? 'resolved' }));
      }),
  });
  const connection = await guardConnections(resolving, 'https://api.example.com', names)(request.url);
  const answer = await connection.send(request).catch((error: unknown) => error);
  if (isAsked) expect(answer).toEqual({ kind: 'lost', came: 'resolved' });
  else
    expect(answer).toMatchObject({
      code: 'test-failed',
      message: expect.stringContaining('evil.example, which resolves to'),
    });
});
