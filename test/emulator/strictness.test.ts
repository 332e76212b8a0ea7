// Wrong headers, queries, methods, routes and references to other things are refused by name.
import { expect, test } from 'vitest';
import { call, createRequest, paths, type Sent } from './caller.ts';
import { startEmulator } from './emulator.ts';

const wrongType = { headers: { 'Content-Type': 'text/plain' } };
const noType = { headers: { 'Content-Type': null } };
const contentType = (found: string) => ({
  'Content-Type': `the header is ${found}, every request must say application/json`,
});

test.each<readonly [string, Sent, number, string, Record<string, string>]>([
  [`GET ${paths.limits}`, noType, 400, 'VALIDATOR_PARAM', contentType('missing')],
  [`GET ${paths.limits}`, wrongType, 400, 'VALIDATOR_PARAM', contentType('"text/plain"')],
  [`POST ${paths.create}`, { ...wrongType, body: {} }, 400, 'VALIDATOR_PARAM', contentType('"text/plain"')],
  [`GET ${paths.limits}`, { headers: { Authorization: null } }, 401, 'UNAUTHORIZED', {}],
  [`GET ${paths.limits}`, { headers: { Authorization: 'Bearer nope' } }, 401, 'UNAUTHORIZED', {}],
  [`GET ${paths.limits}`, { headers: { Authorization: 'test-key' } }, 401, 'UNAUTHORIZED', {}],
  [`GET ${paths.limits}?x=1`, {}, 400, 'VALIDATOR_PARAM', { x: 'unknown member' }],
  [`GET ${paths.get('')}`, {}, 400, 'VALIDATOR_PARAM', { id: 'must not be empty' }],
  [`GET ${paths.get('a')}&id=b`, {}, 400, 'VALIDATOR_PARAM', { id: 'given more than once' }],
  [`GET ${paths.list()}&name=x`, {}, 400, 'VALIDATOR_PARAM', { name: 'unknown member' }],
  [`GET ${paths.list('x')}`, {}, 400, 'VALIDATOR_PARAM', { pageNum: 'expected an integer' }],
  [`GET ${paths.list(1, 0)}`, {}, 400, 'VALIDATOR_PARAM', { pageSize: 'must be at least 1' }],
  [`GET ${paths.list(0)}`, {}, 400, 'VALIDATOR_PARAM', { pageNum: '0 is below 1' }],
  [
    `GET /gpu-instance/openapi/v1/endpoints`,
    {},
    400,
    'VALIDATOR_PARAM',
    { pageSize: 'required member is missing', pageNum: 'required member is missing' },
  ],
  [
    `POST ${paths.create}?dry=1`,
    { body: { endpoint: createRequest } },
    400,
    'VALIDATOR_PARAM',
    { dry: 'unknown member' },
  ],
  [`POST ${paths.create}`, {}, 400, 'VALIDATOR_PARAM', { body: 'required member is missing' }],
  [`POST ${paths.create}`, { text: '{' }, 400, 'VALIDATOR_PARAM', { body: 'not JSON' }],
  [
    `POST ${paths.create}`,
    { body: createRequest },
    400,
    'VALIDATOR_PARAM',
    expect.objectContaining({ endpoint: 'required member is missing', image: 'unknown member' }),
  ],
  [
    `POST ${paths.delete}`,
    { body: { id: 'a' } },
    400,
    'VALIDATOR_PARAM',
    { name: 'required member is missing', id: 'unknown member' },
  ],
  [`GET ${paths.create}`, {}, 400, 'VALIDATOR_PARAM', { method: `GET is not allowed on ${paths.create}, only POST` }],
  [
    `POST ${paths.v2('a')}`,
    { body: {} },
    400,
    'VALIDATOR_PARAM',
    { method: `POST is not allowed on ${paths.v2('a')}, only PUT` },
  ],
  [
    `PUT ${paths.v2('x'.repeat(256))}`,
    { body: {} },
    400,
    'VALIDATOR_PARAM',
    { endpoint_id: 'longer than 255 characters' },
  ],
  [`PUT ${paths.v2('')}`, { body: {} }, 400, 'VALIDATOR_PARAM', { endpoint_id: 'shorter than 1 characters' }],
  [`PUT ${paths.v2('a')}`, {}, 400, 'VALIDATOR_PARAM', { body: 'required member is missing' }],
  ['GET /nothing', {}, 404, 'UNKNOWN_ROUTE', {}],
  [`GET ${paths.limits}/`, {}, 404, 'UNKNOWN_ROUTE', {}],
])('%s %j → %i %s %j', async (request, sent, status, reason, metadata) => {
  await using emulator = await startEmulator();
  const reply = await call(emulator, request, sent);
  expect(reply).toEqual({ status, body: { code: status, reason, message: expect.any(String), metadata } });
});
