import { expect, test } from 'vitest';
import { createRedactor } from '../../src/http/redactor.ts';
import type { TransportFailure } from '../../src/http/transport.ts';
import { transportFailure } from '../../src/service/response.ts';

const error = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

test.each<[string, Omit<TransportFailure, 'kind'>, object]>([
  [
    'cancelled under way',
    { how: 'aborted', sent: true, cause: 'SIGTERM' },
    { code: 'cancelled', description: 'was cancelled', attempt: { kind: 'cancelled', sent: true }, cause: 'SIGTERM' },
  ],
  [
    'cancelled before it left, whatever the reason looks like',
    { how: 'aborted', sent: false, cause: error('ECONNRESET') },
    { code: 'cancelled', description: 'was cancelled', attempt: { kind: 'cancelled', sent: false } },
  ],
  [
    'the client was closed',
    { how: 'network', sent: true, cause: error('UND_ERR_DESTROYED') },
    { code: 'cancelled', description: 'was cancelled', attempt: { kind: 'cancelled', sent: true } },
  ],
  [
    'a time limit',
    { how: 'timeout', sent: true, cause: error('ETIMEDOUT') },
    { code: 'unavailable', description: 'sent no complete response within 1.2 s', attempt: { kind: 'no-answer' } },
  ],
  [
    'a time limit before it left',
    { how: 'timeout', sent: false, cause: error('ETIMEDOUT') },
    {
      code: 'unavailable',
      description: 'could not be reached: no connection within 1.2 s',
      unreachable: 'no connection within 1.2 s',
      attempt: { kind: 'not-sent', permanent: false },
      hint: 'Check the address in `base-url`. If it is right, run it again.',
    },
  ],
  [
    'too much of an answer',
    { how: 'too-large', sent: true, cause: new Error('it has more than 5 bytes') },
    {
      code: 'unreadable',
      description: 'sent a response that was not read completely: it has more than 5 bytes',
      isTooLarge: true,
      hint: expect.stringContaining('`base-url`'),
      attempt: { kind: 'invalid' },
    },
  ],
  [
    'a reset',
    { how: 'network', sent: true, cause: error('ECONNRESET', 'read\nECONNRESET') },
    {
      code: 'unavailable',
      description: 'lost the connection: connection reset',
      attempt: { kind: 'no-answer' },
    },
  ],
  [
    'an unknown host',
    { how: 'network', sent: false, cause: error('ENOTFOUND') },
    {
      code: 'unavailable',
      description: 'could not be reached: no such host',
      unreachable: 'no such host',
      attempt: { kind: 'not-sent', permanent: false },
      hint: 'Check the host name in `base-url`.',
    },
  ],
  [
    'a certificate',
    { how: 'network', sent: false, cause: error('CERT_HAS_EXPIRED') },
    {
      code: 'unavailable',
      description: 'could not be reached: it failed',
      unreachable: 'it failed',
      attempt: { kind: 'not-sent', permanent: true },
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    },
  ],
  [
    'the password of a proxy',
    { how: 'network', sent: false, cause: error('ODD', 'connect http://me:hunter22@proxy') },
    {
      code: 'unavailable',
      description: 'could not be reached: connect http://me:***@proxy',
      unreachable: 'connect http://me:***@proxy',
      attempt: { kind: 'not-sent', permanent: false },
      hint: expect.stringContaining('`base-url`'),
    },
  ],
])('%s', (_, failure, expected) => {
  const redactor = createRedactor();
  redactor.add('hunter22', 'mask');
  const { cause, ...result } = transportFailure({
    failure: { kind: 'failure', ...failure },
    redactor,
    timeoutMs: 1234,
  });
  expect({ cause: failure.how === 'too-large' ? failure.cause : cause, ...result }).toEqual({
    cause: failure.cause,
    ...expected,
  });
});
