import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import type { ResponseSummary } from '../../src/http/body.ts';
import { classifyRefusal, type Operation } from '../../src/service/errors.ts';

const json = (untold: ResponseSummary['untold'] = {}): ResponseSummary => ({ isJson: true, isHtml: false, untold });
const page: ResponseSummary = { isJson: false, isHtml: true, untold: {} };
const text: ResponseSummary = { isJson: false, isHtml: false, untold: {} };

describe('codes', () => {
  const cases: [Operation, number, ResponseSummary, ErrorCode][] = [
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
    ['update', 400, json({ reason: 'CONFLICT' }), 'busy'],
    ['delete', 409, json(), 'busy'],
    ['get', 409, json(), 'rejected'],
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
  test.each(cases)('%s %i %j → %s', (operation, status, summary, code) => {
    expect(classifyRefusal({ operation, status, summary }).code).toBe(code);
  });
});

describe('hints', () => {
  test.each<[number, ResponseSummary, string | undefined]>([
    [404, page, '`base-url`'],
    [302, text, '`base-url`'],
    [403, page, '`base-url`'],
    [403, json(), undefined],
    [400, json({ reason: 'SERVERLESS_PRODUCT_NOT_FOUND' }), '`products`'],
  ])('%i %j', (status, summary, names) => {
    const { hint } = classifyRefusal({ operation: 'list', status, summary });
    if (names === undefined) expect(hint).toBeUndefined();
    else expect(hint).toContain(names);
  });
});
