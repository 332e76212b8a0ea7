import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import type { Said } from '../../src/service/error-body.ts';
import { describeLoss, judge, type Operation } from '../../src/service/errors.ts';

const json = (said: Partial<Said> = {}): Said => ({ json: true, html: false, ...said });
const page: Said = { json: false, html: true };
const text: Said = { json: false, html: false };

describe('codes', () => {
  const cases: [Operation, number, Said, ErrorCode][] = [
    // The reason decides before the status.
    ['get', 400, json({ reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' }), 'not-found'],
    ['update', 400, json({ reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' }), 'not-found'],
    ['create', 400, json({ reason: 'SERVERLESS_PRODUCT_NOT_FOUND' }), 'rejected'],
    ['get', 400, json({ reason: 'SERVERLESS_WORKER_NOT_FOUND' }), 'rejected'],
    ['create', 400, json({ reason: 'SERVERLESS_APP_NAME_IS_EXIST' }), 'app-name-taken'],
    ['create', 400, json({ reason: 'VALIDATOR_PARAM' }), 'rejected'],
    ['create', 400, json({ reason: 'INSUFFICIENT_RESOURCE' }), 'no-capacity'],
    ['create', 400, json({ reason: 'BALANCE_NOT_ENOUGH' }), 'balance'],
    ['create', 403, json({ reason: 'BALANCE_NOT_ENOUGH' }), 'balance'],
    ['create', 400, json({ reason: 'OPERATION_LIMIT' }), 'quota'],
    ['update', 400, json({ reason: 'CONFLICT' }), 'rejected'],
    ['list', 400, json({ reason: 'UNAUTHORIZED' }), 'unauthorized'],
    ['list', 400, json({ reason: 'RATE_LIMIT_EXCEEDED' }), 'unavailable'],
    ['list', 500, json({ reason: 'UNKNOWN' }), 'unavailable'],
    // Then the words.
    ['get', 400, json({ message: 'endpoint not found: x' }), 'not-found'],
    ['delete', 400, json({ message: 'it does not exist' }), 'not-found'],
    ['delete', 400, json({ reason: 'ENDPOINT_NOT_FOUND' }), 'not-found'],
    ['update', 400, json({ message: 'Endpoint x not found' }), 'not-found'],
    ['update', 400, json({ message: 'image not found' }), 'rejected'],
    ['create', 400, json({ message: 'endpoint not found' }), 'rejected'],
    ['get', 401, json({ message: 'key not found' }), 'unauthorized'],
    ['get', 500, json({ message: 'node not found' }), 'unavailable'],
    // Then the status.
    ['list', 301, page, 'unreadable'],
    ['create', 400, json(), 'rejected'],
    ['list', 401, text, 'unauthorized'],
    ['list', 403, json(), 'unauthorized'],
    ['create', 402, json(), 'balance'],
    ['get', 404, json(), 'not-found'],
    ['get', 404, { ...text, message: '404 page not found' }, 'rejected'],
    ['get', 404, { ...page, message: '404 Not Found' }, 'rejected'],
    ['list', 404, json(), 'rejected'],
    ['get', 408, text, 'unavailable'],
    ['create', 409, json(), 'rejected'],
    ['create', 422, json(), 'rejected'],
    ['list', 429, text, 'unavailable'],
    ['list', 502, page, 'unavailable'],
  ];
  test.each(cases)('%s %i %j → %s', (operation, status, said, code) => {
    expect(judge({ operation, status, said }).code).toBe(code);
  });
});

describe('hints', () => {
  test.each<[number, Said, string | undefined]>([
    [404, page, '`base-url`'],
    [302, text, '`base-url`'],
    [403, page, '`base-url`'],
    [403, json(), undefined],
    [400, json({ reason: 'SERVERLESS_PRODUCT_NOT_FOUND' }), '`products`'],
  ])('%i %j', (status, said, names) => {
    const { hint } = judge({ operation: 'list', status, said });
    if (names === undefined) expect(hint).toBeUndefined();
    else expect(hint).toContain(names);
  });
});

describe('why no answer came', () => {
  const error = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });
  test.each<[unknown, object]>([
    [error('ECONNRESET'), { text: 'it failed', permanent: false }],
    [
      new AggregateError([error('ECONNREFUSED', 'connect ::1'), error('ECONNREFUSED', 'connect 127.0.0.1')]),
      { text: 'connect ::1; connect 127.0.0.1', permanent: false },
    ],
    [error('ENOTFOUND'), { text: 'it failed', permanent: false, hint: expect.stringContaining('base-url') }],
    [error('EAI_AGAIN'), { text: 'it failed', permanent: false }],
    [
      error('DEPTH_ZERO_SELF_SIGNED_CERT'),
      { text: 'it failed', permanent: true, hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') },
    ],
    [error('CERT_HAS_EXPIRED'), { text: 'it failed', permanent: true, hint: expect.anything() }],
    [error('ERR_SSL_WRONG_VERSION_NUMBER'), { text: 'it failed', permanent: true, hint: expect.anything() }],
    [error('UND_ERR_INVALID_ARG'), { text: 'it failed', permanent: true }],
    [new Error('', { cause: 5 }), { text: 'Error', permanent: false }],
    ['plain', { text: 'plain', permanent: false }],
    [undefined, { text: 'undefined', permanent: false }],
  ])('%s', (cause, described) => {
    expect(describeLoss(cause)).toEqual(described);
  });
});
