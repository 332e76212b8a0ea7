/** Logs at any place and of any kind: the last lines or one plain line, no secret, and the key at the service alone. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type LogTail, openLogReader } from '../../src/logs/read.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { openConnection } from '../../src/tests/connection.ts';
import { guardConnections } from '../../src/tests/guard.ts';
import { createTestClock } from '../clock.ts';
import { type BareServer, startServer, whenRead } from '../http/server.ts';

const key = 'sk-canary-of-the-key-0123456789';
const env = 'canary/of+an env"value';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

interface World {
  /** What the member `log` holds, with the addresses of the service and the other host; default a path. */
  given?: (urls: { own: string; other: string }) => string;
  own?: Answer;
  other?: Answer;
  isHanging?: boolean;
  lines?: number;
}

const text =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);

const redirect =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end('moved');

const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const write = () => {
    while (!response.destroyed && response.write(`${'line '.repeat(200)}\n`));
  };
  response.on('drain', write);
  write();
};

async function read(world: World): Promise<{ tail: LogTail; own: BareServer; other: BareServer }> {
  const { given = path, own = text('own'), other = text('other'), isHanging = false, lines } = world;
  // A limit passes when the server has done what it does.
  const late = new AbortController();
  await using ownServer = await startServer((request, response) => {
    own(response, request);
    if (isHanging) void whenRead().then(() => late.abort());
  });
  await using otherServer = await startServer((request, response) => other(response, request));
  const redactor = createRedactor();
  redactor.add(key, 'mask');
  redactor.add(env, 'env');
  const clock = createTestClock();
  const baseUrl = ownServer.url;
  const shared = { userAgent: 'test', clock, proxyFor: () => undefined, timeoutSignal: () => late.signal };
  const connect = guardConnections(async (url, options) => openConnection(url, { ...shared, ...options }), baseUrl);
  const readLog = openLogReader({ baseUrl, apiKey: key, connect, clean: redactor.clean, lines });
  const log = { of: 'worker w1', text: given({ own: ownServer.url, other: otherServer.url }) };
  return { tail: await readLog(log, new AbortController().signal), own: ownServer, other: otherServer };
}

const path = () => '/logs/e1/w1.log';

const keysOf = ({ requests }: BareServer) =>
  requests.map(({ url, rawHeaders }) => `${url}${rawHeaders.join().includes(key) ? ' with the key' : ''}`);

/** The world; lines or problem; requests to the service, by default one for the path; requests to the other host. */
type Case = [string, World, string[] | string, string[]?, string[]?];

const notContacted = 'is at an address that is not contacted';
const tooLong = 'is longer than 256 KiB, and its end cannot be asked for alone';
const notFollowed = 'could not be read: it answered 302';
const isData = 'is JSON, HTML or XML, not text';
const ownPath = ['/logs/e1/w1.log with the key'];
const json = text('{"a":1}', { 'content-type': 'application/json' });
const asUser: World['given'] = ({ own, other }) => other.replace('//', `//${own.slice(7).replace(':', '%3A')}@`);
const staysOpen: Answer = (response) => void response.writeHead(200).write('one\n');
const breaksOff: Answer = (response) =>
  void response.writeHead(200, { 'content-length': '9' }).write('one', () => response.destroy());

const cases: Case[] = [
  ['text is shown as it is', { given: () => 'one\ntwo' }, ['one', 'two']],
  ['nothing but blanks', { given: () => ' \n' }, 'is empty'],
  ['a path below base-url', { own: text('one\ntwo\n') }, ['one', 'two']],
  ['a path that looks like a host', { given: () => '//evil.example/x' }, ['own'], ['//evil.example/x with the key']],
  ['one that looks so to browsers', { given: () => '/\\evil.example' }, ['own'], ['//evil.example with the key']],
  ['a URL of the service', { given: ({ own }) => `${own}/a?b=c` }, ['own'], ['/a?b=c with the key']],
  ['a URL elsewhere', { given: ({ other }) => `${other}/a?sign=x` }, ['other'], [], ['/a?sign=x']],
  ['a URL elsewhere with the service as its user', { given: asUser }, ['other'], [], ['/']],
  ['another scheme is text', { given: () => 'file:///etc/passwd' }, ['file:///etc/passwd']],
  ['a scheme that runs is text', { given: () => 'javascript:alert(1)' }, ['javascript:alert(1)']],
  ['a metadata address', { given: () => 'http://169.254.169.254/latest' }, notContacted],
  ['a host that stands for it', { given: () => 'http://metadata.google.internal/' }, notContacted],
  ['a redirect on the service', { own: redirect('/b') }, notFollowed],
  ['404', { own: text('no', {}, 404) }, 'could not be read: it answered 404'],
  ['401', { own: text(key, {}, 401) }, 'could not be read: it answered 401'],
  ['204', { own: text('', {}, 204) }, 'could not be read: it answered 204'],
  ['an empty file, of which nothing is a range', { own: text('', {}, 416) }, 'is empty'],
  ['an empty file', { own: text('') }, 'is empty'],
  ['bytes that are no text', { own: (response) => void response.end(Buffer.alloc(999, 0x89)) }, 'is binary'],
  ['HTML', { own: text('<p>', { 'content-type': 'text/html' }) }, isData],
  ['HTML that is called text', { own: text('\n<!DOCTYPE html>x') }, isData],
  ['an operation of the service', { given: () => '/v1/endpoints', own: json }, isData, ['/v1/endpoints with the key']],
  ['JSON that is called text', { own: text('{"endpoints": []}') }, isData],
  ['a JSON text', { own: text('"value of a secret"\n') }, isData],
  ['JSON behind a byte order mark', { own: text('\ufeff{"a": "b"}') }, isData],
  ['a line in quotes and another one', { own: text('"a"\n"b"\n') }, ['"a"', '"b"']],
  ['a log of JSON lines', { own: text('{"a":1}\n{"b":2}\n') }, ['{"a":1}', '{"b":2}']],
  ['an endless one', { own: endless }, tooLong],
  ['one that stays open', { isHanging: true, own: staysOpen }, 'did not end within 5 s'],
  ['one that never answers', { isHanging: true, own: () => {} }, 'could not be read: none within 5 s'],
  ['one that breaks off', { own: breaksOff }, 'could not be read: the connection broke off'],
  ['the end of a long one, without the half of a line', { own: text(`${'y'.repeat(262_140)}\nend`, {}, 206) }, ['end']],
  ['the end of a long single line', { own: text('y'.repeat(262_144), {}, 206) }, 'is empty'],
  [
    'the end of a long log of JSON lines',
    { own: text(`${'y'.repeat(262_144)}\n{"a":1}\n{"b":2}\n`.slice(-262_144), {}, 206) },
    ['{"a":1}', '{"b":2}'],
  ],
  ['a short log that is answered as a range', { own: text('one\ntwo\n', {}, 206) }, ['one', 'two']],
  ['XML that is called text', { own: text('<?xml version="1.0"?><a>secret</a>') }, isData],
  ['XML', { own: text('<a>secret</a>', { 'content-type': 'application/xml' }) }, isData],
  ['as many lines as are asked for', { own: text('one\ntwo\nthree'), lines: 2 }, ['two', 'three']],
  [
    'escapes',
    { own: text('\u001b[31mred\u001b[0m\u0007\u202egreen\u001b]8;;http://a\u0007') },
    ['redgreen]8;;http://a'],
  ],
];

test.for(cases)('%s', async ([, world, expected, own = world.given ? [] : ownPath, other = []]) => {
  const { tail, ...servers } = await read(world);
  const { lines, problem } = tail;
  expect(problem || lines).toEqual(expected);
  expect(problem === '').toBe(lines.length > 0);
  expect({ own: keysOf(servers.own), other: keysOf(servers.other) }).toEqual({ own, other });
});

test('a redirect to another host takes nothing there', async () => {
  const { tail, other } = await read({
    given: (urls) => `${urls.own}/first?to=${encodeURIComponent(urls.other)}`,
    own: (response, request) =>
      redirect(new URL(request.url ?? '', 'http://own').searchParams.get('to') ?? '')(response, request),
  });
  expect(other.requests).toEqual([]);
  expect(tail).toMatchObject({ problem: notFollowed });
});

test.for<[string, (secret: string) => string]>([
  ['as it is', (secret) => secret],
  ['in base64', (secret) => Buffer.from(`x${secret}`).toString('base64')],
  ['behind a carriage return', (secret) => `x\r${secret}`],
])('no secret stands in a log %s', async ([, form]) => {
  const { tail } = await read({ own: text(['before', form(key), form(env), 'after'].join('\n')) });
  expect(tail.lines.join('\n')).toMatch(/^before\n.?\S?\*\*\*.?\n.?\S?\*\*\*.?\nafter$/);
});

test('a place is named without what signs it', async () => {
  const { tail, other } = await read({ given: (urls) => `${urls.other}/w1.log?sign=abc`, other: text('', {}, 403) });
  const problem = 'could not be read: it answered 403';
  expect(tail).toEqual({ of: 'worker w1', place: `${other.url}/w1.log`, lines: [], problem });
});
