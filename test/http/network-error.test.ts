import { expect, test } from 'vitest';
import { describeNetworkError } from '../../src/http/network-error.ts';

const error = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });
const plain = { code: undefined, kind: 'other', permanent: false, neverSent: false };
const transient = (code: string) => ({ code, text: 'it failed', kind: 'other', permanent: false, neverSent: true });
const tls = (code: string) => ({ code, text: 'it failed', kind: 'tls', permanent: true, neverSent: true });
const closed = (code: string) => ({ code, text: 'it failed', kind: 'closed', permanent: true, neverSent: false });

test.each<[unknown, object]>([
  [error('ECONNRESET'), { ...plain, code: 'ECONNRESET', text: 'it failed' }],
  [error('EPIPE'), { ...plain, code: 'EPIPE', text: 'it failed' }],
  [
    new AggregateError([error('ECONNREFUSED', 'connect ::1'), error('ECONNREFUSED', 'connect 127.0.0.1')]),
    { ...transient('ECONNREFUSED'), text: 'connect ::1; connect 127.0.0.1' },
  ],
  [error('ENOTFOUND'), { ...transient('ENOTFOUND'), kind: 'unknown-host' }],
  ...['ECONNREFUSED', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].map(
    (code): [unknown, object] => [error(code), transient(code)],
  ),
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ].map((code): [unknown, object] => [error(code), tls(code)]),
  ...['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].map((code): [unknown, object] => [error(code), closed(code)]),
  [error('UND_ERR_INVALID_ARG'), { ...plain, code: 'UND_ERR_INVALID_ARG', text: 'it failed', permanent: true }],
  [new Error('', { cause: 5 }), { ...plain, text: 'Error' }],
  ['plain', { ...plain, text: 'plain' }],
  [undefined, { ...plain, text: 'undefined' }],
])('%s', (thrown, described) => {
  expect(describeNetworkError(thrown)).toEqual(described);
});
