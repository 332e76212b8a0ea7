/** The addresses that names must not lead to. */

import type { LookupAddress, lookup } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { guardLookup } from '../../src/registry/lookup.ts';

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
