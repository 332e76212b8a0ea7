/** From a test to the request that is sent: method, address, headers, body; and what is never sent. */

import { expect, test } from 'vitest';
import type { EndpointTest } from '../../src/model/tests.ts';
import { buildRequest, modelsRequest, testTitle } from '../../src/tests/request.ts';

const secrets = new Map([
  ['KEY', 'a"b\\c'],
  ['LINES', 'one\ntwo'],
]);
const own = { accept: '*/*', 'accept-encoding': 'identity' };
const ofJson = { ...own, 'content-type': 'application/json' };
const sent = (asked: EndpointTest, endpointUrl = 'https://llama.example/serve/') => {
  const context = { endpointUrl: new URL(endpointUrl), secrets, model: 'listed' };
  const { method, url, headers, body } = buildRequest(asked, context);
  return { request: `${method} ${url.href}`, headers, ...(body !== undefined && { body }) };
};
const ofChat = (parts: object) => ({
  messages: [{ role: 'user', content: 'pong' }],
  stream: true,
  stream_options: { include_usage: true },
  max_tokens: 256,
  temperature: 0,
  ...parts,
});

const authorized = { Accept: 'text/plain', authorization: ' Bearer ${KEY} $${KEY} ${OTHER}' };
const filled = { ...own, accept: 'text/plain', authorization: 'Bearer a"b\\c ${KEY} ${OTHER}' };
const inText = { key: 'x${KEY}', n: 1, price: '$${KEY}' };
const csv = { 'content-type': 'text/csv' };

test.for<[string, EndpointTest, headers: object, body?: string]>([
  ['a get', { get: '/a?full=1' }, own],
  ['headers over ours, and secrets in them', { get: '/a', headers: authorized }, filled],
  ['JSON', { post: '/a', json: inText }, ofJson, '{"key":"xa\\"b\\\\c","n":1,"price":"${KEY}"}'],
  ['JSON as text', { post: '/a', json: '{ "n": 1.0, "k": "${LINES}" }' }, ofJson, '{ "n": 1.0, "k": "one\\ntwo" }'],
  ['text of a type of its own', { post: '/a', text: '${LINES}', headers: csv }, { ...own, ...csv }, 'one\ntwo'],
  ['no body', { post: '/a' }, own],
])('%s', ([, asked, headers, body]) => {
  const request = asked.get ? `GET https://llama.example/serve${asked.get}` : 'POST https://llama.example/serve/a';
  expect(sent(asked)).toEqual({ request, headers, ...(body !== undefined && { body }) });
});

test.for<[string, EndpointTest, string, object]>([
  ['the listed model', { chat: 'pong' }, '/serve/v1/chat/completions', { model: 'listed' }],
  ['its own', { chat: 'pong', model: 'm', 'max-tokens': 8, path: '/x' }, '/serve/x', { model: 'm', max_tokens: 8 }],
])('a chat with %s', ([, asked, path, parts]) => {
  const { request, body = '' } = sent(asked);
  expect([request, JSON.parse(body)]).toEqual([`POST https://llama.example${path}`, ofChat(parts)]);
});

test('the address is always below that of the endpoint', () => {
  const requestTo = (url: string) => sent({ get: '/health' }, url).request;
  expect(requestTo('https://a.example')).toBe('GET https://a.example/health');
  expect(requestTo('https://a.example/')).toBe('GET https://a.example/health');
  expect(requestTo('https://a.example/app?x=1#y')).toBe('GET https://a.example/app/health');
  expect(requestTo('http://a.example:8080/app//')).toBe('GET http://a.example:8080/app/health');
});

test('models are listed beside the chat, with its headers', () => {
  const listed = (path?: string) => {
    const asked = { chat: 'x', ...(path !== undefined && { path }), headers: { authorization: '${KEY}' } };
    const { url, headers } = modelsRequest(asked, { endpointUrl: new URL('https://a.example/app'), secrets });
    return `${url.pathname} ${headers.authorization}`;
  };
  expect([undefined, '/api/v1/chat/completions', '/talk'].map(listed)).toEqual([
    '/app/v1/models a"b\\c',
    '/app/api/v1/models a"b\\c',
    '/app/v1/models a"b\\c',
  ]);
});

test('a secret of two lines cannot stand in a header, and is not in the words that say so', () => {
  const asked = { get: '/a', headers: { authorization: '${LINES}' } };
  expect(() => sent(asked)).toThrow(expect.objectContaining({ code: 'inputs-invalid' }));
  expect(() => sent(asked)).toThrow(/^the header `authorization` of the test GET \/a cannot be sent: [^\n]*line break/);
  expect(() => sent(asked)).not.toThrow(/two/);
});

test('titles have the templates, not the secrets', () => {
  const asked = [{ get: '/a' }, { post: '/b', json: {} }, { chat: 'Say ${KEY}\n  now.' }, { chat: 'x'.repeat(99) }];
  expect(asked.map(testTitle)).toEqual(['GET /a', 'POST /b', 'chat "Say ${KEY} now."', `chat "${'x'.repeat(59)}…"`]);
});
