/** What a failing registry comes to: an answer that decides nothing and says why, within the time there is. */

import { describe, expect, test } from 'vitest';
import { createTestClock } from '../clock.ts';
import { image } from './content.ts';
import { createTestExchange } from './exchange.ts';
import type { Fault, Place } from './faults.ts';
import { startRegistry } from './registry.ts';
import { createScene } from './scene.ts';

const toomanyrequests = '{"errors":[{"code":"TOOMANYREQUESTS","message":"You have reached your pull rate limit."}]}';

type Wrong = Fault extends infer Each ? (Each extends Fault ? Omit<Each, 'at'> : never) : never;

describe.for<[place: Place, who: 'registry' | 'tokens']>([
  ['manifest', 'registry'],
  ['token', 'tokens'],
])('at the %s', ([at, who]) => {
  test.for<[wrong: Wrong, reason: string, came: string, retryAfterSeconds?: number]>([
    [{ kind: 'reset' }, 'unreachable', 'HOST could not be reached: ECONNRESET'],
    [{ kind: 'truncated' }, 'unreachable', 'HOST could not be reached: ECONNRESET'],
    [
      { kind: 'status', status: 429, headers: { 'retry-after': '30' }, body: toomanyrequests },
      'rate-limit',
      'HOST answered 429 (TOOMANYREQUESTS)',
      30,
    ],
    [
      { kind: 'status', status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } },
      'rate-limit',
      'HOST answered 429',
    ],
    [
      { kind: 'status', status: 403, body: toomanyrequests.toLowerCase() },
      'rate-limit',
      'HOST answered 403 (TOOMANYREQUESTS)',
    ],
    [{ kind: 'status', status: 500 }, 'unavailable', 'HOST answered 500'],
    [{ kind: 'status', status: 503, headers: { 'retry-after': '5' } }, 'unavailable', 'HOST answered 503', 5],
    [{ kind: 'web-page', status: 502 }, 'unavailable', 'HOST answered 502'],
    [{ kind: 'status', status: 418 }, 'malformed', 'HOST answered 418'],
    [
      { kind: 'status', status: 403, body: '{"errors":[{"code":"DENIED","message":"secret words"}]}' },
      'no-credentials',
      'HOST answered 403 (DENIED)',
    ],
    [
      { kind: 'status', status: 403, body: '{"errors":[{"code":"x\\n::error::y"}]}' },
      'no-credentials',
      'HOST answered 403',
    ],
    [{ kind: 'status', status: 401 }, 'no-credentials', 'HOST answered 401'],
    [
      { kind: 'huge', bytes: 4 * 1024 * 1024 + 1 },
      'malformed',
      'HOST sent a response that is too large for a registry',
    ],
  ])('%j is %s', async ([wrong, reason, came, retryAfterSeconds]) => {
    await using registry = await startRegistry();
    registry.push('acme/llama', image(), '1');
    registry.fail({ ...wrong, at } as Fault);
    const host = who === 'registry' ? registry.domain : new URL(registry.urls.tokens).host;
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'unknown',
      reason,
      came: came.replace('HOST', host),
      retryAfterSeconds,
    });
  });

  test('a hang ends with the time', async () => {
    await using registry = await startRegistry();
    registry.push('acme/llama', image(), '1');
    registry.fail({ at, kind: 'hang' });
    const clock = createTestClock();
    const timers: { ms: number; pass: () => void }[] = [];
    const deadline = (ms: number) => {
      const controller = new AbortController();
      timers.push({ ms, pass: () => controller.abort(new DOMException('too late', 'TimeoutError')) });
      return controller.signal;
    };
    const resolving = createScene({ clock, deadline }).resolve(`${registry.domain}/acme/llama:1`);
    await registry.hung;
    timers.at(-1)?.pass();
    const host = who === 'registry' ? registry.domain : new URL(registry.urls.tokens).host;
    expect(await resolving).toMatchObject({ reason: 'timeout', came: `${host} did not answer within 3 s` });
    expect(timers.every(({ ms }) => ms === 3000)).toBe(true);
  });
});

describe('manifests that are none', () => {
  const wrongs: readonly Wrong[] = [
    { kind: 'half-json' },
    { kind: 'web-page', status: 200 },
    { kind: 'body', body: '' },
    { kind: 'body', body: 'null' },
    { kind: 'body', body: '{"schemaVersion":1,"fsLayers":[]}' },
    { kind: 'body', body: '{"manifests":[{"digest":"sha256:abc","size":1}]}' },
    { kind: 'body', body: '{"manifests":"x"}' },
    { kind: 'body', body: `{"config":{"digest":"sha256:${'0'.repeat(64)}","size":1},"layers":[{"size":-1}]}` },
    { kind: 'headers', headers: { 'content-type': 'application/vnd.oci.image.index.v1+json' } },
    { kind: 'redirect', to: '' },
    { kind: 'redirect', to: 'http://[' },
  ];
  test.for(wrongs)('%j', async (wrong) => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image(), '1');
    registry.fail({ ...wrong, at: 'manifest' } as Fault);
    const resolution = await createScene().resolve(`${registry.domain}/acme/llama:1`);
    expect(resolution).toMatchObject({ kind: 'unknown', reason: 'malformed' });
  });

  test('a type that people should see is named', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image(), '1');
    const headers = { 'content-type': 'application/vnd.docker.distribution.manifest.v1+prettyjws' };
    registry.fail({ at: 'manifest', kind: 'headers', headers, times: 1 });
    registry.fail({ at: 'manifest', kind: 'web-page', status: 200 });
    registry.fail({ at: 'manifest', kind: 'body', body: '{}' });
    const scene = createScene();
    await scene.resolve(`${registry.domain}/acme/llama:1`);
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      came: `${registry.domain} answered with no image manifest but text/html`,
    });
  });
});

describe('token answers that are none', () => {
  test.for(['', '[]', '{}', '{"token":""}', '{"token":1}', '<html>', '{"token":"a b"}'])('%s', async (body) => {
    await using registry = await startRegistry();
    registry.fail({ at: 'token', kind: 'body', body });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ reason: 'malformed' });
  });

  test.for(['Bearer realm="not a url",service="tests"', 'Bearer realm="/token"'])('%s', async (challenge) => {
    await using registry = await startRegistry();
    registry.fail({ at: 'manifest', kind: 'headers', headers: { 'www-authenticate': challenge } });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      reason: 'malformed',
      came: `${registry.domain} names a token server that is not a URL`,
    });
  });

  test.for(['', 'Negotiate', 'Bearer service="x"', 'nonsense="'])('the challenge %j', async (challenge) => {
    await using registry = await startRegistry();
    registry.fail({ at: 'manifest', kind: 'headers', headers: { 'www-authenticate': challenge } });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ reason: 'no-credentials' });
    expect(registry.requests).toHaveLength(1);
  });
});

describe('time', () => {
  test('is one budget for all requests', async () => {
    await using registry = await startRegistry();
    registry.push('acme/llama', image(), '1');
    const clock = createTestClock();
    const exchange = createTestExchange();
    const givenMs: number[] = [];
    const scene = createScene({
      clock,
      exchange: async (request) => {
        givenMs.push(request.timeoutMs);
        const reply = await exchange(request);
        clock.advance(1500);
        return reply;
      },
    });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      reason: 'timeout',
      came: `${registry.domain} did not answer within 3 s`,
    });
    expect(givenMs).toEqual([3000, 1500]);
  });

  test('that is over before the configuration came leaves the image found', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image(), '1');
    const clock = createTestClock();
    const exchange = createTestExchange();
    const scene = createScene({
      clock,
      timeoutMs: 1000,
      exchange: async (request) => {
        const reply = await exchange(request);
        clock.advance(1000);
        return reply;
      },
    });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'found',
      platforms: [],
      bytes: 3_000_500,
    });
  });

  test('a run that is cancelled rejects with its reason', async () => {
    await using registry = await startRegistry();
    registry.fail({ at: 'manifest', kind: 'hang' });
    const controller = new AbortController();
    const resolving = createScene().resolve(`${registry.domain}/acme/llama:1`, { signal: controller.signal });
    await registry.hung;
    const reason = new Error('cancelled');
    controller.abort(reason);
    await expect(resolving).rejects.toBe(reason);
    const never = createScene().resolve(`${registry.domain}/acme/llama:1`, { signal: controller.signal });
    await expect(never).rejects.toBe(reason);
  });
});

test('a registry that nobody runs', async () => {
  const domain = await startRegistry().then(async (registry) => {
    await registry[Symbol.asyncDispose]();
    return registry.domain;
  });
  expect(await createScene().resolve(`${domain}/acme/llama:1`)).toEqual({
    kind: 'unknown',
    reason: 'unreachable',
    came: `${domain} could not be reached: ECONNREFUSED`,
    retryAfterSeconds: undefined,
  });
});
