/** From a test to the request that is sent: method, address, headers, body; and what is never sent. */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { EndpointTest } from '../../src/model/tests.ts';
import { buildRequest, curlLine, modelsRequest, testTitle } from '../../src/tests/request.ts';

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
  ['text of a type of its own', { post: '/a', text: '${LINES}', headers: csv }, { ...own, ...csv }, 'one\ntwo'],
  ['no body', { post: '/a' }, own],
  [
    'a line of a batch, whose own options of a stream stay',
    { post: '/a', json: { stream_options: {} }, isStreamAdded: true },
    ofJson,
    '{"stream_options":{},"stream":true}',
  ],
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

test('what the endpoint lists as its model is sent as it is: it names no secret', () => {
  const context = { endpointUrl: new URL('https://llama.example'), secrets };
  const bodyFor = (model: string) =>
    JSON.parse(buildRequest({ chat: 'pong ${KEY}' }, { ...context, model }).body ?? '');
  for (const model of ['${KEY}', '$${KEY}', '$$${KEY}', '$&'])
    expect(bodyFor(model)).toEqual(ofChat({ model, messages: [{ role: 'user', content: 'pong a"b\\c' }] }));
});

const json = "-H 'content-type: application/json'";

test.for<[EndpointTest, string]>([
  [{ get: '/a?full=1' }, "curl -i 'https://llama.example/serve/a?full=1'"],
  [{ post: '/a' }, "curl -i -X POST 'https://llama.example/serve/a'"],
  [
    { post: '/a', json: { name: "it's ${KEY}" } },
    `curl -i ${json} -d '{"name":"it'\\''s '"$KEY"'"}' 'https://llama.example/serve/a'`,
  ],
  [
    { get: '/a', headers: { Authorization: 'Bearer ${KEY}', 'x-price': '$${KEY} ${OTHER}' } },
    `curl -i -H 'authorization: Bearer '"$KEY" -H 'x-price: \${KEY} \${OTHER}' 'https://llama.example/serve/a'`,
  ],
  [
    { post: '/a', text: 'two\nlines' },
    "curl -i -H 'content-type: text/plain; charset=utf-8' -d @body.txt 'https://llama.example/serve/a'",
  ],
])('the line for a shell: %j', ([asked, line]) => {
  expect(curlLine(asked, { endpointUrl: new URL('https://llama.example/serve/'), secrets })).toBe(line);
});

test('a shell sends what the test sends', () => {
  const asked = { post: '/a', json: { n: "it's ${LINES} & $HOME `id` \\ ${KEY}" }, headers: { 'x-key': '${KEY}' } };
  const line = curlLine(asked, { endpointUrl: new URL('https://llama.example'), secrets });
  const shell = spawnSync('sh', ['-c', `set -- ${line}; printf '%s\\0' "$@"`], {
    env: { KEY: 'one', LINES: 'two' },
    encoding: 'utf8',
  });
  const values = {
    secrets: new Map([
      ['KEY', 'one'],
      ['LINES', 'two'],
    ]),
    endpointUrl: new URL('https://llama.example'),
  };
  const { body, url } = buildRequest(asked, values);
  const sentByShell = ['curl', '-i', '-H', 'content-type: application/json', '-H', 'x-key: one', '-d', body, url.href];
  expect(shell.stdout.split('\0').slice(0, -1)).toEqual(sentByShell);
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
