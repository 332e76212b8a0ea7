import { expect, test } from 'vitest';
import { transportFailure } from '../../src/http/answer.ts';
import type { TransportFailure } from '../../src/http/transport.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { classify } from '../../src/service/errors.ts';

const error = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

const address = 'Check the address in `base-url`. If it is right, run it again.';

test.each<[string, Omit<TransportFailure, 'kind'>, object, string, string?]>([
  // what the transport tells, the failure, what the service's client makes of it
  [
    'cancelled under way',
    { how: 'aborted', sent: true, cause: 'SIGTERM' },
    { kind: 'cancelled', isSent: true, description: 'was cancelled' },
    'cancelled',
  ],
  [
    'cancelled before it left, whatever the reason looks like',
    { how: 'aborted', sent: false, cause: error('ECONNRESET') },
    { kind: 'cancelled', isSent: false, description: 'was cancelled' },
    'cancelled',
  ],
  [
    'the client was closed',
    { how: 'network', sent: true, cause: error('UND_ERR_DESTROYED') },
    { kind: 'cancelled', isSent: true, description: 'was cancelled' },
    'cancelled',
  ],
  [
    'a time limit',
    { how: 'timeout', sent: true, cause: error('ETIMEDOUT') },
    { kind: 'lost', description: 'sent no complete response within 1.2 s' },
    'unavailable',
  ],
  [
    'a time limit before it left',
    { how: 'timeout', sent: false, cause: error('ETIMEDOUT') },
    {
      kind: 'unreachable',
      description: 'could not be reached: no connection within 1.2 s',
      reason: 'no connection within 1.2 s',
    },
    'unavailable',
    address,
  ],
  [
    'too much of an answer',
    { how: 'too-large', sent: true, cause: new Error('it has more than 5 bytes') },
    { kind: 'too-large', description: 'sent a response that was not read completely: it has more than 5 bytes' },
    'unreadable',
    'No endpoint needs a response this large. Check `base-url`',
  ],
  [
    'a reset',
    { how: 'network', sent: true, cause: error('ECONNRESET', 'read\nECONNRESET') },
    { kind: 'lost', description: 'lost the connection: connection reset' },
    'unavailable',
  ],
  [
    'an unknown host',
    { how: 'network', sent: false, cause: error('ENOTFOUND') },
    { kind: 'unreachable', description: 'could not be reached: no such host', reason: 'no such host' },
    'unavailable',
    'Check the host name in `base-url`.',
  ],
  [
    'a certificate',
    { how: 'network', sent: false, cause: error('CERT_HAS_EXPIRED') },
    { kind: 'unreachable', description: 'could not be reached: it failed', reason: 'it failed' },
    'unavailable',
    'The TLS connection failed: check `base-url`, and set NODE_EXTRA_CA_CERTS',
  ],
  [
    'the password of a proxy',
    { how: 'network', sent: false, cause: error('ODD', 'connect http://me:hunter22@proxy') },
    {
      kind: 'unreachable',
      description: 'could not be reached: connect http://me:***@proxy',
      reason: 'connect http://me:***@proxy',
    },
    'unavailable',
    address,
  ],
])('%s', (_, failed, expected, code, hint) => {
  const redactor = createRedactor();
  redactor.add('hunter22', 'mask');
  const failure = transportFailure({ kind: 'failure', ...failed }, { clean: redactor.clean, timeoutMs: 1234 });
  const { network: __, ...told } = failure;
  expect(told).toEqual({ ...expected, cause: failed.cause });
  expect(classify(failure, 'get')).toEqual({ code, ...(hint && { hint: expect.stringContaining(hint) }) });
});
