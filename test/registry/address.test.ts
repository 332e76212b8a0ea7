/** Addresses that are asked and addresses that never are. */

import { describe, expect, test } from 'vitest';
import { addressKind, hostKind, urlRefusal } from '../../src/registry/address.ts';

test.for([
  ['https://ghcr.io', 'public'],
  ['https://10.0.0.1', 'public'],
  ['https://192.168.1.1', 'public'],
  ['https://[2001:db8::1]', 'public'],
  ['https://[fd00::1]', 'public'],
  ['https://127.0.0.1', 'loopback'],
  ['https://127.1', 'loopback'],
  ['https://0x7f.1', 'loopback'],
  ['https://2130706433', 'loopback'],
  ['https://[::1]', 'loopback'],
  ['https://[::ffff:127.0.0.1]', 'loopback'],
  ['https://[64:ff9b::7f00:1]', 'loopback'],
  ['https://localhost', 'loopback'],
  ['https://LOCALHOST.', 'loopback'],
  ['https://x.localhost', 'loopback'],
  ['https://169.254.169.254', 'forbidden'],
  ['https://2852039166', 'forbidden'],
  ['https://0251.0376.0251.0376', 'forbidden'],
  ['https://169.254.170.2', 'forbidden'],
  ['https://[fe80::1]', 'forbidden'],
  ['https://[::ffff:169.254.169.254]', 'forbidden'],
  ['https://[::ffff:a9fe:a9fe]', 'forbidden'],
  ['https://[64:ff9b::a9fe:a9fe]', 'forbidden'],
  ['https://[fd00:ec2::254]', 'forbidden'],
  ['https://[fd20:ce::254]', 'forbidden'],
  ['https://[::]', 'forbidden'],
  ['https://0.0.0.0', 'forbidden'],
  ['https://100.100.100.200', 'forbidden'],
  ['https://168.63.129.16', 'forbidden'],
  ['https://192.0.0.192', 'forbidden'],
  ['https://239.255.255.250', 'forbidden'],
  ['https://255.255.255.255', 'forbidden'],
  ['https://metadata.google.internal', 'forbidden'],
  ['https://metadata.google.internal.', 'forbidden'],
  ['https://metadata', 'forbidden'],
])('%s is %s', ([url, kind]) => {
  expect(hostKind(new URL(url as string))).toBe(kind);
});

test('addresses that a name resolves to', () => {
  expect(['8.8.8.8', '127.0.0.2', '::1', '169.254.0.1', 'fe80::1'].map(addressKind)).toEqual([
    'public',
    'loopback',
    'loopback',
    'forbidden',
    'forbidden',
  ]);
});

describe('why a URL is not asked', () => {
  test.for<[url: string, allowLoopback: boolean, refusal: string | undefined]>([
    ['https://ghcr.io/v2/', false, undefined],
    ['https://10.0.0.1:8443/v2/', false, undefined],
    ['http://ghcr.io/v2/', false, 'ghcr.io would be contacted over http instead of https'],
    ['http://ghcr.io/v2/', true, 'ghcr.io would be contacted over http instead of https'],
    ['ftp://ghcr.io/v2/', true, 'ghcr.io would be contacted over ftp instead of https'],
    ['https://user:secret@ghcr.io/', false, 'an address at ghcr.io carries credentials'],
    ['https://127.0.0.1:5000/', false, '127.0.0.1:5000 is this machine itself'],
    ['http://127.0.0.1:5000/', true, undefined],
    ['https://localhost:5000/', true, undefined],
    ['http://169.254.169.254/', true, '169.254.169.254 is a link-local or metadata address'],
  ])('%s, loopback allowed: %s', ([url, allowLoopback, refusal]) => {
    expect(urlRefusal(new URL(url), { allowLoopback })).toBe(refusal);
  });
});
