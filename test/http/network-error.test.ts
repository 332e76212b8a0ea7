import { expect, test } from 'vitest';
import { describeNetworkError } from '../../src/http/network-error.ts';

const error = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });
const plain = { kind: 'other', permanent: false, neverSent: false };
const transient = (text: string) => ({ text, kind: 'other', permanent: false, neverSent: true });
const tls = { text: 'it failed', kind: 'tls', permanent: true, neverSent: true };
const closed = { text: 'it failed', kind: 'closed', permanent: true, neverSent: false };

test.each<[unknown, object]>([
  [error('ECONNRESET'), { ...plain, text: 'connection reset' }],
  [error('EPIPE'), { ...plain, text: 'connection closed' }],
  [error('UND_ERR_SOCKET'), { ...plain, text: 'connection closed' }],
  [error('ENOTFOUND'), { ...transient('no such host'), kind: 'unknown-host' }],
  [error('EAI_AGAIN'), transient('the host name cannot be resolved now')],
  [error('ENETUNREACH'), transient('network unreachable')],
  [error('EHOSTUNREACH'), transient('host unreachable')],
  [error('UND_ERR_CONNECT_TIMEOUT'), transient('connecting timed out')],
  [error('ECONNREFUSED'), transient('connection refused')],
  [
    new AggregateError([
      Object.assign(error('ECONNREFUSED'), { address: '::1', port: 443 }),
      Object.assign(error('ECONNREFUSED'), { address: '127.0.0.1', port: 443 }),
    ]),
    transient('connection refused by ::1:443'),
  ],
  [new AggregateError([new Error('one'), new Error('two')]), { ...plain, text: 'one; two' }],
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ].map((code): [unknown, object] => [error(code), tls]),
  ...['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].map((code): [unknown, object] => [error(code), closed]),
  [error('UND_ERR_INVALID_ARG'), { ...plain, text: 'it failed', permanent: true }],
  [new Error('', { cause: 5 }), { ...plain, text: 'Error' }],
  ['plain', { ...plain, text: 'plain' }],
  [undefined, { ...plain, text: 'undefined' }],
])('%s', (thrown, described) => {
  expect(describeNetworkError(thrown)).toEqual(described);
});
