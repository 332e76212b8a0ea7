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

const lost = { send: async () => ({ kind: 'lost', reason: 'nothing' }) as const, close: async () => {} };

test.for<[string, boolean, boolean, ...string[]]>([
  [
    'a public host',
    true,
    true,
    'https://e1.runsync.example.dev/health http://[64:ff9b::cb00:7107]/ http://[::ffff:203.0.113.7]/',
    'http://[fd00:ec3::1]/ http://[2606:4700::1]/ http://10.0.0.7/ http://203.0.113.7/',
  ],
  [
    'this machine',
    false,
    true,
    'http://127.0.0.1:8080/serve http://localhost/ http://[::1]/ http://2130706433/ http://[::ffff:127.0.0.1]/',
    'http://0x7f.1/ http://0177.0.0.1/ http://[64:ff9b::7f00:1]/',
  ],
  [
    'a metadata or link-local address',
    false,
    false,
    'http://169.254.169.254/latest/meta-data http://[fe80::1]/ http://metadata.google.internal/',
    'http://0.0.0.0/ http://[::ffff:169.254.169.254]/ http://0xa9fea9fe/ http://2852039166/',
    'http://[::169.254.169.254]/ http://[2002:a9fe:a9fe::1]/ http://[64:ff9b::a9fe:a9fe]/',
    'http://metadata.google.internal./ http://[::ffff:0:a9fe:a9fe]/ http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[64:ff9b:1:ffff::1]/ http://[fd00:ec2::254]/ http://[fd00:ec2:1::23]/ http://[fd20:ce::254]/',
    'http://100.100.100.200/ http://168.63.129.16/ http://192.0.0.192/',
  ],
])('%s is asked from elsewhere: %s, from this machine: %s', async ([, fromPublic, fromLoopback, ...lines]) => {
  const bases: [string, boolean][] = [
    ['https://api.example.com', fromPublic],
    ['http://127.0.0.1:9000', fromLoopback],
  ];
  for (const url of lines.flatMap((line) => line.split(' ')))
    for (const [base, isAsked] of bases) {
      const found: object = await guardConnections(
        async () => lost,
        base,
      )(new URL(url)).catch((error: object) => error);
      const refused = { code: 'test-failed', message: expect.stringContaining('it is not contacted') };
      expect(found, url).toMatchObject(isAsked ? { send: expect.any(Function) } : refused);
    }
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
        lookup?.('evil.example', {}, (error) => resolve({ kind: 'lost', reason: error?.message ?? 'resolved' }));
      }),
  });
  const connection = await guardConnections(resolving, 'https://api.example.com', names)(request.url);
  const answer = await connection.send(request).catch((error: unknown) => error);
  if (isAsked) expect(answer).toEqual({ kind: 'lost', reason: 'resolved' });
  else
    expect(answer).toMatchObject({
      code: 'test-failed',
      message: expect.stringContaining('evil.example, which resolves to'),
    });
});
