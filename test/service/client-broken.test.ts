import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { startServer } from '../http/server.ts';
import { calls, failing, failure, faultOf, type Operation, start, tried } from './bench.ts';
import { exampleConfig } from './example.ts';

describe('answers that break the contract', () => {
  test.each<[Operation, unknown, string]>([
    ['list', { endpoints: { id: 'a' }, total: 1 }, 'endpoints: expected a list, got an object'],
    ['get', { data: {} }, 'endpoint: expected an object, got nothing'],
    ['limits', [5], 'the body: expected an object, got a list'],
  ])('%s %j', async (operation, body, what) => {
    await using bench = await failing(operation, { kind: 'wrong-type', body });
    const details = { code: 'unreadable', status: 200, mayHaveHappened: false };
    expect(bench.error).toMatchObject({ ...details, message: tried(1) });
    expect(bench.error.message).toMatch(new RegExp(`answered 200, but ${RegExp.escape(what)}$`));
  });

  test.each<[string, number, Record<string, string>, string, ErrorCode, number]>([
    ['a web page', 200, { 'content-type': 'text/html' }, '<title>Welcome</title>', 'unreadable', 3],
    ['a choice of places', 300, {}, '{"endpoints":[],"total":0}', 'unreadable', 1],
    ['a redirect', 301, { location: 'https://evil.example/a?token=x' }, '', 'unreadable', 1],
    ['a wrong address', 404, { 'content-type': 'text/html' }, '<title>404</title>', 'rejected', 1],
  ])('%s points to base-url', async (_, status, headers, body, code, requests) => {
    await using server = await startServer((__, response) => response.writeHead(status, headers).end(body));
    await using bench = await start({ client: { baseUrl: server.url } });
    const error = await failure(bench.client.limits());
    expect(error).toMatchObject({ code, message: tried(requests) });
    expect(error.hint).toContain('`base-url`');
    expect(error.message).not.toContain('token=x');
    expect(server.requests.length).toBe(requests);
  });
});

describe('a write is accepted by what the service itself says', () => {
  const page = '<html><title>Sign in</title></html>';
  test.each<[Operation, accepted: string[], not: string[]]>([
    ['update', ['', 'null', 'done'], [page]],
    ['delete', [''], [page]],
    ['update-v2', ['{}'], ['', 'null', '[]', page]],
  ])('%s answered 200 with %j, not with %j', async (operation, accepted, not) => {
    for (const body of [...accepted, ...not]) {
      await using bench = await start();
      const id = bench.emulator.seed();
      const headers = { 'content-type': 'text/html' };
      bench.emulator.addFault(faultOf(operation, { kind: 'status', status: 200, body, headers }));
      const answer = await calls[operation](bench.client, id).then(
        () => 'accepted',
        () => 'in doubt',
      );
      expect([body, answer]).toEqual([body, accepted.includes(body) ? 'accepted' : 'in doubt']);
    }
  });

  test('and is in doubt where only a page comes', async () => {
    await using bench = await failing('update-v2', { kind: 'status', status: 200, html: true, times: 'always' });
    const message = expect.stringContaining('with a web page instead of JSON');
    const hint = expect.stringContaining('`base-url`');
    expect(bench.error).toMatchObject({ code: 'unreadable', mayHaveHappened: true, message, hint });
  });
});

describe('secrets', () => {
  const secret = 'hf_very_secret';
  const create = { ...exampleConfig, rootfsSize: 100 };
  const listed = `{"endpoints":[{"envs":[{"key":"TOKEN","value":"${secret}`;
  test.each<['create' | 'list', string, object]>([
    ['create', 'an env echoed in a message', { kind: 'status', status: 400, message: `value "${secret}" is bad` }],
    ['create', 'an env echoed as a reason', { kind: 'status', status: 400, body: { reason: secret } }],
    ['create', 'an env in a page', { kind: 'status', status: 502, body: `<html><title>${secret}</title></html>` }],
    ['create', 'the key echoed', { kind: 'status', status: 401, message: 'bad key test-key' }],
    ['create', 'the whole request', { kind: 'status', status: 400, body: { error: JSON.stringify(exampleConfig) } }],
    ['create', 'an answer of another type', { kind: 'wrong-type', body: { id: { value: secret } } }],
    ['create', 'a page of no JSON', { kind: 'wrong-type', body: secret }],
    ['list', 'half a list', { kind: 'status', status: 200, body: listed, times: 'always' }],
    ['list', 'a list of another type', { kind: 'wrong-type', body: { endpoints: secret, total: 1 }, times: 'always' }],
  ])('%s: %s', async (operation, _, fault) => {
    await using bench = await start({ faults: [faultOf(operation, fault)] });
    const error = await failure(operation === 'list' ? bench.client.list() : bench.client.create(create));
    if (operation === 'list') expect(error.code).toBe('unreadable');
    expect(inspect([error, bench.retries], { depth: 20 })).not.toMatch(/hf_very_secret|test-key/);
  });
});
