/** What a connection that failed means, in words, for the retries, and for the service's client. */

import { describe, expect, test } from 'vitest';
import { describeNetworkError, readExchanged, transportFailure } from '../../src/http/answer.ts';
import type { TransportFailure } from '../../src/http/transport.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { classify } from '../../src/service/errors.ts';

const error = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

test.each<[how: TransportFailure['how'], sent: boolean, cause: unknown, kind: string, words: string, hint?: string]>([
  ['aborted', true, 'SIGTERM', 'cancelled', 'was cancelled'],
  // Whatever the reason looks like.
  ['aborted', false, error('ECONNRESET'), 'cancelled', 'was cancelled'],
  ['network', true, error('UND_ERR_DESTROYED'), 'cancelled', 'was cancelled'],
  ['timeout', true, error('ETIMEDOUT'), 'lost', 'sent no complete response within 1.2 s'],
  ['timeout', false, error('ETIMEDOUT'), 'unreachable', 'no connection within 1.2 s', 'Check the address in'],
  ['too-large', true, new Error('5'), 'too-large', 'sent a response that was not read completely: 5', 'No endp'],
  ['network', true, error('ECONNRESET', 'read\nECONNRESET'), 'lost', 'lost the connection: read ECONNRESET'],
  [
    'network',
    false,
    error('ENOTFOUND', 'getaddrinfo ENOTFOUND a'),
    'unreachable',
    'getaddrinfo ENOTFOUND a',
    'Check the address in',
  ],
  ['network', false, error('CERT_HAS_EXPIRED'), 'unreachable', 'it failed', 'The TLS connection failed: check'],
  ['network', false, error('ODD', 'to me:hunter22@proxy'), 'unreachable', 'to me:***@proxy', 'Check the address in'],
])('%s, sent: %s, %s', (how, sent, cause, kind, words, hint) => {
  const redactor = createRedactor();
  redactor.add('hunter22', 'mask');
  const failed: TransportFailure = { kind: 'failure', how, sent, cause, status: 0, headers: {}, body: Buffer.of() };
  const failure = transportFailure(failed, { clean: redactor.clean, timeoutMs: 1234 });
  const description = kind === 'unreachable' ? `could not be reached: ${words}` : words;
  expect(failure).toEqual({
    kind,
    description,
    ...(kind === 'unreachable' && { reason: words, network: how === 'timeout' ? 'other' : expect.any(String) }),
    ...(kind === 'cancelled' && { isSent: sent }),
    cause,
  });
  const code = { cancelled: 'cancelled', 'too-large': 'unreadable' }[kind] ?? 'unavailable';
  expect(classify(failure, 'get')).toEqual({ code, ...(hint && { hint: expect.stringContaining(hint) }) });
});

test('an answer that a reader cannot take is at fault, not the reader', () => {
  const read = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  const exchanged = { kind: 'response', status: 200, headers: {}, body: Buffer.from('{}') } as const;
  const result = readExchanged(exchanged, { redactor: createRedactor(), timeoutMs: 1, now: new Date(0), read });
  expect(result).toMatchObject({ failure: { kind: 'invalid', description: 'answered 200, but it cannot be read' } });
});

describe('what Node and undici say', () => {
  const named = (codes: string, kind: string): [unknown, string, string][] =>
    codes.split(' ').map((code) => [error(code), 'it failed', kind]);
  test.each<[thrown: unknown, text: string, kind: string]>([
    ...named('UND_ERR_SOCKET ENOTFOUND', 'other'),
    [new AggregateError([new Error('one'), new Error('two')]), 'one', 'other'],
    ...named('DEPTH_ZERO_SELF_SIGNED_CERT CERT_HAS_EXPIRED UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'),
    ...named('UNABLE_TO_GET_ISSUER_CERT_LOCALLY ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER', 'tls'),
    ...named('UND_ERR_DESTROYED UND_ERR_CLOSED', 'closed'),
    [new Error('', { cause: 5 }), 'Error', 'other'],
    ['plain', 'plain', 'other'],
    [undefined, 'undefined', 'other'],
  ])('%s', (thrown, text, kind) => {
    expect(describeNetworkError(thrown)).toEqual({ text, kind });
  });
});
