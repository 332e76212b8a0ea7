import { expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import type { AnswerWords, ResponseSummary } from '../../src/http/body.ts';
import { classify, type ServiceOperation } from '../../src/service/errors.ts';

const answer = (form: ResponseSummary['form'], words: Partial<AnswerWords> = {}): ResponseSummary => {
  const raw = { reason: '', message: '', ...words };
  return { form, ...raw, raw };
};
const json = (words?: Partial<AnswerWords>) => answer('json', words);
const [page, text] = [answer('page'), answer('text')];

/** What a refusal means, and what its hint names where the code's own action is not enough. */
test.for<[ServiceOperation, number, ResponseSummary, ErrorCode, string?]>([
  // The reason decides before the status.
  ['get', 400, json({ reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' }), 'not-found'],
  ['update', 400, json({ reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' }), 'not-found'],
  ['create', 400, json({ reason: 'SERVERLESS_PRODUCT_NOT_FOUND' }), 'rejected', '`products`'],
  ['get', 400, json({ reason: 'SERVERLESS_WORKER_NOT_FOUND' }), 'rejected'],
  ['create', 400, json({ reason: 'SERVERLESS_APP_NAME_IS_EXIST' }), 'app-name-taken'],
  ['create', 400, json({ reason: 'VALIDATOR_PARAM' }), 'rejected', 'the value'],
  ['create', 400, json({ reason: 'INSUFFICIENT_RESOURCE' }), 'no-capacity'],
  ['create', 400, json({ reason: 'BALANCE_NOT_ENOUGH' }), 'quota'],
  ['create', 403, json({ reason: 'BALANCE_NOT_ENOUGH' }), 'quota'],
  ['create', 400, json({ reason: 'OPERATION_LIMIT' }), 'quota'],
  ['update', 400, json({ reason: 'CONFLICT' }), 'busy'],
  ['delete', 409, json(), 'busy'],
  ['get', 409, json(), 'rejected'],
  ['list', 400, json({ reason: 'UNAUTHORIZED' }), 'unauthorized'],
  ['list', 400, json({ reason: 'RATE_LIMIT_EXCEEDED' }), 'unavailable', 'limits how often'],
  ['list', 500, json({ reason: 'UNKNOWN' }), 'unavailable'],
  // Then the words.
  ['get', 400, json({ message: 'endpoint not found: x' }), 'not-found'],
  ['delete', 400, json({ message: 'it does not exist' }), 'rejected'],
  ['update', 400, json({ message: 'Endpoint x not found' }), 'not-found'],
  ['update', 400, json({ message: 'image not found' }), 'rejected'],
  ['create', 400, json({ message: 'endpoint not found' }), 'rejected'],
  ['get', 401, json({ message: 'key not found' }), 'unauthorized'],
  ['get', 500, json({ message: 'node not found' }), 'unavailable'],
  // Then the status.
  ['list', 301, page, 'unreadable', '`base-url`'],
  ['create', 400, json(), 'rejected'],
  ['list', 401, text, 'unauthorized'],
  ['list', 403, json(), 'unauthorized'],
  ['list', 403, page, 'unauthorized'],
  ['update', 403, json(), 'unauthorized', 'a key that may update'],
  ['delete', 400, json({ reason: 'FORBIDDEN' }), 'unauthorized', 'a key that may delete'],
  ['create', 402, json(), 'quota'],
  ['get', 404, json(), 'not-found'],
  ['get', 404, { ...text, message: '404 page not found' }, 'rejected', '`base-url`'],
  ['get', 404, { ...page, message: '404 Not Found' }, 'rejected', '`base-url`'],
  ['list', 404, json(), 'rejected', '`base-url`'],
  ['get', 408, text, 'unavailable'],
  ['create', 409, json(), 'rejected'],
  ['create', 422, json(), 'rejected'],
  ['list', 429, text, 'unavailable', 'limits how often'],
  ['list', 502, page, 'unavailable'],
])('%s %i %j → %s', ([operation, status, summary, code, names]) => {
  const { hint, ...rest } = classify(
    { kind: 'refused', isRateLimited: false, description: '', status, summary },
    operation,
  );
  expect({ ...rest, hint: hint?.includes(names ?? '') ?? false }).toEqual({ code, hint: names !== undefined });
});
