/** What a failing registry comes to: an answer that decides nothing and says why, within the time there is. */

import { describe, expect, test } from 'vitest';
import { manualTimeouts } from '../http/server.ts';
import type { Fault } from './registry.ts';
import { ask, createScene, startLlama } from './scene.ts';

const limit = '{"errors":[{"code":"TOOMANYREQUESTS","message":"You have reached your pull rate limit."}]}';
const denied = '{"errors":[{"code":"DENIED","message":"secret words"}]}';
const hidden = '(no such repository, or no login that may read it)';
const unavailable = { kind: 'unknown', cause: 'unavailable' };

type Wrong = Fault extends infer Each ? (Each extends Fault ? Omit<Each, 'at'> : never) : never;
const status = (code: number, body = ''): Wrong => ({ kind: 'status', status: code, body });
const body = (body: string): Wrong => ({ kind: 'body', body });

describe.for<[at: Fault['at'], who: 'registry' | 'tokens']>([
  ['manifest', 'registry'],
  ['token', 'tokens'],
])('at the %s', ([at, who]) => {
  test.for<[wrong: Wrong, cause: string, reason: string]>([
    [{ kind: 'reset' }, 'unavailable', 'lost the connection: read ECONNRESET'],
    [{ kind: 'truncated' }, 'unavailable', 'lost the connection: other side closed'],
    [status(429, limit), 'rate-limit', 'answered 429 TOOMANYREQUESTS: "You have reached your pull rate limit."'],
    [status(429), 'rate-limit', 'answered 429'],
    [status(500), 'unavailable', 'answered 500'],
    [status(503), 'unavailable', 'answered 503'],
    [{ kind: 'web-page', status: 502 }, 'unavailable', 'answered 502 (a web page)'],
    [status(418), 'malformed', 'answered 418'],
    [status(403, denied), 'no-access', `answered 403 DENIED ${hidden}: "*** words"`],
    [status(400, denied), 'malformed', 'answered 400 DENIED: "*** words"'],
    [status(403, '{"errors":[{"code":"x\\n::error::y"}]}'), 'no-access', `answered 403 ${hidden}: "x ::error::y"`],
    [status(500, '{"errors":[{"code":"secret"}]}'), 'unavailable', 'answered 500'],
    [status(401), 'no-access', `answered 401 ${hidden}`],
  ])('%j is %s', async ([wrong, cause, reason]) => {
    await using registry = await startLlama();
    registry.fail({ ...wrong, at } as Fault);
    const { host } = new URL(registry.urls[who]);
    expect(await ask(registry, { secret: 'secret' })).toEqual({ kind: 'unknown', cause, reason: `${host} ${reason}` });
  });
});

test.for<[at: Fault['at'], who: 'registry' | 'tokens', isFound: boolean]>([
  ['manifest', 'registry', false],
  ['token', 'tokens', false],
  ['blob', 'registry', true],
])('a hang at the %s ends with the time, which is one for everything', async ([at, who, isFound]) => {
  await using registry = await startLlama();
  registry.fail({ at, kind: 'hang' });
  const { timers, timeoutSignal } = manualTimeouts();
  const resolving = ask(registry, { timeoutSignal });
  await registry.hung;
  timers[0]?.pass();
  const reason = `${new URL(registry.urls[who]).host} did not answer within 3 s`;
  const found = { kind: 'found', digest: registry.digest };
  expect(await resolving).toEqual(isFound ? found : { ...unavailable, reason });
  expect(timers[0]?.ms).toBe(3000);
});

const digest = `sha256:${'0'.repeat(64)}`;
test.for<[Fault['at'], Wrong]>([
  ...[
    ...[body('{"schemaVersion":2,"conf'), body(''), body('null'), body('{"schemaVersion":1,"fsLayers":[]}')],
    ...[body('{"manifests":[{"digest":"sha256:abc","size":1}]}'), body('{"manifests":"x"}')],
    body(`{"config":{"digest":"${digest}","size":1},"layers":{}}`),
    { kind: 'web-page', status: 200 } as const,
    ...['', 'http://['].map((to) => ({ kind: 'redirect', to }) as const),
  ].map((wrong): [Fault['at'], Wrong] => ['manifest', wrong]),
  ...['', '[]', '{}', '{"token":""}', '{"token":1}', '<html>', '{"token":"a b"}', '{"token":"a\\r\\nX: 1"}'].map(
    (text): [Fault['at'], Wrong] => ['token', body(text)],
  ),
])('no answer of the kind: %s %j', async ([at, wrong]) => {
  await using registry = await startLlama({ auth: at === 'token' ? 'bearer' : 'none' });
  registry.fail({ ...wrong, at } as Fault);
  expect(await ask(registry)).toMatchObject({ kind: 'unknown', cause: 'malformed' });
});

test.for<[challenge: string, cause: string]>([
  ['Bearer realm="not a url",service="tests"', 'no-access'],
  ['Bearer realm="/token"', 'no-access'],
  ['Bearer realm="open', 'no-access'],
  ['Bearer service="x"', 'no-access'],
  ['', 'no-access'],
  ['Negotiate', 'no-access'],
  ['nonsense="', 'no-access'],
  [', bearer '.repeat(10_000), 'no-access'],
])('the challenge %s', async ([challenge, cause]) => {
  await using registry = await startLlama();
  registry.fail({ at: 'manifest', kind: 'headers', headers: { 'www-authenticate': challenge.slice(0, 15_000) } });
  expect(await ask(registry)).toMatchObject({ cause });
  expect(registry.requests).toHaveLength(1);
});

test('a run that is cancelled rejects with its reason', async () => {
  await using registry = await startLlama();
  registry.fail({ at: 'manifest', kind: 'hang' });
  const controller = new AbortController();
  const resolving = createScene().resolve(`${registry.domain}/acme/llama:1`, controller.signal);
  await registry.hung;
  const reason = new Error('cancelled');
  controller.abort(reason);
  await expect(resolving).rejects.toBe(reason);
  await expect(createScene().resolve('x', controller.signal)).rejects.toBe(reason);
});

test('a registry that nobody runs', async () => {
  const registry = await startLlama();
  await registry[Symbol.asyncDispose]();
  const reason = `${registry.domain} could not be reached: connect ECONNREFUSED ${registry.domain}`;
  expect(await ask(registry)).toEqual({ ...unavailable, reason });
});
