import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { startServer } from '../http/server.ts';
import { calls, failure, faultOf, type Operation, start, tried } from './bench.ts';
import { exampleConfig } from './example.ts';

describe('answers that break the contract', () => {
  test.each<[Operation, unknown, string]>([
    ['list', { endpoints: { id: 'a' }, total: 1 }, 'endpoints: expected a list, got an object'],
    ['get', { data: {} }, 'endpoint: expected an object, got nothing'],
    ['limits', [5], 'the body: expected an object, got a list'],
  ])('%s %j', async (operation, body, what) => {
    await using bench = await start({ faults: [faultOf(operation, { kind: 'wrong-type', body })] });
    const error = await failure(calls[operation](bench.client, bench.emulator.seed()));
    expect(error).toMatchObject({
      code: 'unreadable',
      operation,
      status: 200,
      message: tried(1),
      mayHaveHappened: false,
    });
    expect(error.message).toMatch(new RegExp(`answered 200, but ${RegExp.escape(what)}$`));
  });

  test.each(['update', 'create'] as const)('%s: a refusal under status 200 is a refusal', async (operation) => {
    const body = { code: 400, reason: 'VALIDATOR_PARAM', message: 'bad port' };
    await using bench = await start({ faults: [faultOf(operation, { kind: 'wrong-type', body })] });
    const error = await failure(calls[operation](bench.client, bench.emulator.seed()));
    expect(error).toMatchObject({ code: 'rejected', mayHaveHappened: true, reason: 'VALIDATOR_PARAM' });
    expect(error.message).toContain('bad port');
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
      // The second time it is carried out.
      bench.emulator.addFault(faultOf(operation, { kind: 'status', status: 200, body, headers }));
      await calls[operation](bench.client, id);
      const { length } = bench.asked().filter((each) => each === operation);
      expect([body, length]).toEqual([body, accepted.includes(body) ? 1 : 2]);
    }
  });

  test('and is in doubt where only a page comes', async () => {
    await using bench = await start();
    bench.emulator.addFault(faultOf('update-v2', { kind: 'status', status: 200, html: true, times: 'always' }));
    const error = await failure(calls['update-v2'](bench.client, bench.emulator.seed()));
    expect(error).toMatchObject({ code: 'unreadable', mayHaveHappened: true });
    expect(error.message).toContain('with a web page instead of JSON');
    expect(error.hint).toContain('`base-url`');
  });
});

describe('secrets', () => {
  const secret = 'hf_very_secret';
  test.each<[string, object]>([
    ['an env echoed in a message', { kind: 'status', status: 400, message: `value "${secret}" is bad` }],
    ['an env echoed as a reason', { kind: 'status', status: 400, body: { reason: secret } }],
    ['an env echoed in a page', { kind: 'status', status: 502, body: `<html><title>${secret}</title></html>` }],
    ['the key echoed', { kind: 'status', status: 401, message: 'bad key test-key' }],
    ['the whole request echoed', { kind: 'status', status: 400, body: { error: JSON.stringify(exampleConfig) } }],
    ['an answer of another type', { kind: 'wrong-type', body: { id: { value: secret } } }],
    ['a page of no JSON', { kind: 'wrong-type', body: secret }],
  ])('%s', async (_, fault) => {
    await using bench = await start({ faults: [faultOf('create', fault)] });
    const error = await failure(bench.client.create({ ...exampleConfig, rootfsSize: 100 }));
    expect(inspect([error, bench.events], { depth: 20 })).not.toMatch(/hf_very_secret|test-key/);
  });

  test.each<[string, string]>([
    ['half a list', `{"endpoints":[{"envs":[{"key":"TOKEN","value":"${secret}`],
    ['a list of another type', `{"endpoints":"${secret}","total":1}`],
  ])('%s', async (_, text) => {
    await using server = await startServer((__, response) => response.end(text));
    await using bench = await start({ client: { baseUrl: server.url } });
    const error = await failure(bench.client.list());
    expect(error.code).toBe('unreadable');
    expect(inspect([error, bench.events], { depth: 20 })).not.toContain(secret);
  });
});
