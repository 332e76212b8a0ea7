/** Who gets which credentials, and what is never asked. */

import { describe, expect, test } from 'vitest';
import type { Credentials } from '../../src/registry/stored-logins.ts';
import { image } from './content.ts';
import { createTestExchange } from './exchange.ts';
import { startRegistry, type TestRegistry } from './registry.ts';
import { createScene } from './scene.ts';
import { plainShape, type Shape } from './shapes.ts';

const login: Credentials = { kind: 'password', username: 'ci', password: 'pässword:1' };
const users = { ci: 'pässword:1' };
const basic = Buffer.from('ci:pässword:1').toString('base64');

const seen = ({ requests }: TestRegistry) =>
  requests.map(
    ({ at, method, authorization }) => `${at} ${method} ${authorization?.replace(/token-\w+/, 'TOKEN') ?? 'nobody'}`,
  );

describe('Bearer', () => {
  test('a password goes to the token server, its token to the registry', async () => {
    await using registry = await startRegistry({ users });
    const { digest } = registry.push('acme/llama', image(), '1');
    registry.hide('acme/llama');
    const scene = createScene({ credentials: login });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ kind: 'found', digest });
    expect(seen(registry)).toEqual([
      'registry GET nobody',
      `tokens GET Basic ${basic}`,
      'registry GET Bearer TOKEN',
      'registry GET Bearer TOKEN',
    ]);
    expect(scene.lookedUp).toEqual([`${registry.domain}/acme/llama`]);
    expect(scene.secrets).toEqual(['pässword:1', basic, expect.stringMatching(/^token-/)]);
  });

  test('an identity token is exchanged by POST', async () => {
    await using registry = await startRegistry({ identityTokens: ['refresh'] });
    registry.push('acme/llama', image(), '1');
    registry.hide('acme/llama');
    const scene = createScene({ credentials: { kind: 'identity-token', token: 'refresh' } });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ kind: 'found' });
    expect(seen(registry).slice(0, 3)).toEqual([
      'registry GET nobody',
      'tokens POST nobody',
      'registry GET Bearer TOKEN',
    ]);
    expect(scene.secrets).toEqual(['refresh', expect.stringMatching(/^token-/)]);
  });

  test('credentials that are refused give way to none, as for a public image after an expired login', async () => {
    await using registry = await startRegistry({ users });
    registry.push('acme/llama', image(), '1');
    const scenes = [
      createScene({ credentials: { ...login, password: 'old' } as Credentials }),
      createScene({ credentials: { kind: 'identity-token', token: 'old' } }),
    ];
    for (const scene of scenes) {
      expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ kind: 'found' });
    }
  });

  test('a private image and no credentials, or the wrong ones', async () => {
    await using registry = await startRegistry({ users });
    registry.push('acme/llama', image(), '1');
    registry.hide('acme/llama');
    const nobody = createScene();
    expect(await nobody.resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'unknown',
      reason: 'no-credentials',
      came: `${registry.domain} answered 403 (DENIED)`,
      retryAfterSeconds: undefined,
    });
    const wrong = createScene({ credentials: { ...login, password: 'old' } as Credentials });
    expect(await wrong.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      reason: 'credentials-refused',
      came: `${registry.domain} answered 403 (DENIED)`,
    });
  });

  test('somebody whose rights do not reach', async () => {
    const body = '{"errors":[{"code":"UNAUTHORIZED"}]}';
    await using registry = await startRegistry({ users });
    registry.push('acme/llama', image(), '1');
    registry.fail({
      at: 'manifest',
      kind: 'status',
      status: 401,
      headers: challenge(registry),
      body,
    });
    expect(await createScene({ credentials: login }).resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      reason: 'credentials-refused',
      came: `${registry.domain} answered 401 (UNAUTHORIZED)`,
    });
    expect(registry.requests.filter(({ at }) => at === 'tokens')).toHaveLength(1);
  });

  test('a registry token is sent as it is', async () => {
    await using registry = await startRegistry();
    registry.push('acme/llama', image(), '1');
    const scene = createScene({ credentials: { kind: 'registry-token', token: 'given' } });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ reason: 'credentials-refused' });
    expect(seen(registry)).toEqual(['registry GET nobody', 'registry GET Bearer given']);
    // The strict registry never handed it out.
    expect(registry.violations.splice(0)).toHaveLength(1);
  });

  test('a token that would break the header is not sent', async () => {
    await using registry = await startRegistry();
    const scene = createScene({ credentials: { kind: 'registry-token', token: 'a\r\nX-Injected: 1' } });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ reason: 'malformed' });
    registry.fail({ at: 'token', kind: 'body', body: '{"token":"a\\r\\nX-Injected: 1"}' });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      reason: 'malformed',
      came: `the token server ${new URL(registry.urls.tokens).host} of ${registry.domain} answered without a token`,
    });
  });

  test('a challenge without a scope is answered with that of the image', async () => {
    await using registry = await startRegistry();
    registry.push('acme/llama', image(), '1');
    const headers = { 'www-authenticate': `Bearer realm="${registry.urls.tokens}/token",service="tests"` };
    registry.fail({ at: 'manifest', kind: 'headers', headers, times: 1 });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ kind: 'found' });
  });

  test('Bearer is preferred where Basic is offered too', async () => {
    await using registry = await startRegistry({ users });
    registry.push('acme/llama', image(), '1');
    const headers = { 'www-authenticate': `Basic realm="x", ${challenge(registry)['www-authenticate']}` };
    registry.fail({ at: 'manifest', kind: 'headers', headers, times: 1 });
    expect(await createScene({ credentials: login }).resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'found',
    });
  });
});

describe('Basic', () => {
  test('a password', async () => {
    await using registry = await startRegistry({ auth: 'basic', users });
    registry.push('acme/llama', image(), '1');
    const scene = createScene({ credentials: login });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ kind: 'found' });
    expect(seen(registry)).toEqual([
      'registry GET nobody',
      `registry GET Basic ${basic}`,
      `registry GET Basic ${basic}`,
    ]);
    expect(scene.secrets).toEqual(['pässword:1', basic]);
  });

  test('none, or a wrong one', async () => {
    await using registry = await startRegistry({ auth: 'basic', users });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ reason: 'no-credentials' });
    const wrong = createScene({ credentials: { ...login, password: 'old' } as Credentials });
    expect(await wrong.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ reason: 'credentials-refused' });
  });
});

test('credentials are looked up only when they are asked for', async () => {
  await using registry = await startRegistry({ auth: 'none' });
  registry.push('acme/llama', image(), '1');
  const scene = createScene({ credentials: login });
  await scene.resolve(`${registry.domain}/acme/llama:1`);
  expect([scene.lookedUp, scene.secrets]).toEqual([[], []]);
});

describe('a registry that would have credentials elsewhere', () => {
  /** Real names, played by this machine; what is asked of any other is refused by the exchange. */
  const play = (registry: TestRegistry, others: Record<string, string> = {}) =>
    createScene({
      credentials: login,
      allowLoopback: false,
      origins: { 'https://registry.acme.example': registry.urls.registry, ...others },
    });
  const shapeWith = (realm: string): Shape => ({
    ...plainShape,
    domain: 'registry.acme.example',
    host: 'registry.acme.example',
    challenge: (path) => `Bearer realm="${realm}",service="tests",scope="repository:${path}:pull"`,
    tokens: { realm, service: 'tests', answers: 'token' },
  });

  test.for(['https://registry.acme.example/token', 'https://auth.acme.example/token', 'https://acme.example/token'])(
    'its own token server %s gets them',
    async (realm) => {
      await using registry = await startRegistry({ shape: shapeWith(realm), users });
      registry.push('acme/llama', image(), '1');
      registry.hide('acme/llama');
      const isSame = new URL(realm).host === 'registry.acme.example';
      // Served by one process, two names: the token server's pages live beside the registry's.
      const scene = play(registry, isSame ? {} : { [new URL(realm).origin]: registry.urls.tokens });
      const resolution = await scene.resolve('registry.acme.example/acme/llama:1');
      if (isSame) registry.violations.splice(0);
      else expect(resolution).toMatchObject({ kind: 'found' });
      expect(seen(registry)[1]).toBe(`${isSame ? 'registry' : 'tokens'} GET Basic ${basic}`);
    },
  );

  test.for(['https://tokens.elsewhere.example/token', 'https://xacme.example/token', 'https://8.8.8.8/token'])(
    '%s is asked without them',
    async (realm) => {
      await using registry = await startRegistry({ shape: shapeWith(realm), users });
      registry.push('acme/llama', image(), '1');
      const scene = play(registry, { [new URL(realm).origin]: registry.urls.tokens });
      expect(await scene.resolve('registry.acme.example/acme/llama:1')).toMatchObject({ kind: 'found' });
      expect(seen(registry).slice(0, 3)).toEqual([
        'registry GET nobody',
        'tokens GET nobody',
        'registry GET Bearer TOKEN',
      ]);
      expect(scene.notices).toEqual([
        `registry.acme.example asks for tokens from ${new URL(realm).host}, which is not in its own domain; stored credentials are not sent there`,
      ]);
    },
  );

  test.for([
    ['http://auth.acme.example/token', 'auth.acme.example would be contacted over http instead of https'],
    ['https://169.254.169.254/token', '169.254.169.254 is a link-local or metadata address'],
    ['https://metadata.google.internal/token', 'metadata.google.internal is a link-local or metadata address'],
    ['https://127.0.0.1/token', '127.0.0.1 is this machine itself'],
    ['https://a:b@auth.acme.example/token', 'an address at auth.acme.example carries credentials'],
  ])('%s is not asked at all', async ([realm = '', why]) => {
    await using registry = await startRegistry({ shape: shapeWith(realm), users });
    const scene = play(registry);
    expect(await scene.resolve('registry.acme.example/acme/llama:1')).toMatchObject({
      reason: 'forbidden-address',
      came: `registry.acme.example names a token server that is not contacted: ${why}`,
    });
    expect(seen(registry)).toEqual(['registry GET nobody']);
  });

  test('by a redirect of the manifest', async () => {
    await using registry = await startRegistry({ users });
    await using elsewhere = await startRegistry({ auth: 'basic', users });
    registry.fail({ at: 'manifest', kind: 'redirect', to: `${elsewhere.urls.registry}/v2/acme/llama/manifests/1` });
    expect(await createScene({ credentials: login }).resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'unknown',
    });
    expect(seen(elsewhere)).toEqual(['registry GET nobody']);
  });

  test('by a redirect of the token server', async () => {
    await using registry = await startRegistry({ users });
    await using elsewhere = await startRegistry({ users });
    registry.fail({ at: 'token', kind: 'redirect', to: `${elsewhere.urls.tokens}/token` });
    expect(await createScene({ credentials: login }).resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'unknown',
    });
    expect(seen(elsewhere)).toEqual([]);
  });
});

describe('redirects', () => {
  test('of manifests are followed without credentials', async () => {
    await using registry = await startRegistry({ users });
    await using mirror = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image(), '1');
    const { digest } = mirror.push('acme/llama', image(), '1');
    registry.fail({ at: 'manifest', kind: 'redirect', to: `${mirror.urls.registry}/v2/acme/llama/manifests/1` });
    expect(await createScene({ credentials: login }).resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'found',
      digest,
    });
    expect(seen(mirror)).toEqual(['registry GET nobody']);
  });

  test.for([
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254 is a link-local or metadata address'],
    ['http://[::ffff:169.254.169.254]/', '[::ffff:a9fe:a9fe] is a link-local or metadata address'],
    ['http://example.com/', 'example.com would be contacted over http instead of https'],
    ['file:///etc/passwd', ' would be contacted over file instead of https'],
  ])('to %s are not followed', async ([to = '', why]) => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.fail({ at: 'manifest', kind: 'redirect', to });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      reason: 'forbidden-address',
      came: `${registry.domain} redirects to an address that is not contacted: ${why}`,
    });
  });

  test('end', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.fail({ at: 'manifest', kind: 'redirect-loop' });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      reason: 'malformed',
      came: `${registry.domain} redirects more than 5 times`,
    });
    expect(registry.requests).toHaveLength(6);
  });
});

describe('registries that are never asked', () => {
  test.for([
    ['127.0.0.1:5000/x', '127.0.0.1:5000 is this machine itself'],
    ['localhost/x', 'localhost is this machine itself'],
    ['[::1]:5000/x', '[::1]:5000 is this machine itself'],
    ['0x7f.1/x', '127.0.0.1 is this machine itself'],
    ['169.254.169.254/x', '169.254.169.254 is a link-local or metadata address'],
    ['metadata.google.internal/x', 'metadata.google.internal is a link-local or metadata address'],
    ['100.100.100.200:80/x', '100.100.100.200:80 is a link-local or metadata address'],
  ])('%s', async ([image = '', why]) => {
    const asked: string[] = [];
    const exchange = createTestExchange();
    const scene = createScene({
      allowLoopback: false,
      exchange: (request) => {
        asked.push(request.url.href);
        return exchange(request);
      },
    });
    expect(await scene.resolve(image)).toMatchObject({
      reason: 'forbidden-address',
      came: `it is not contacted: ${why}`,
    });
    expect(asked).toEqual([]);
  });
});

function challenge(registry: TestRegistry): { 'www-authenticate': string } {
  return {
    'www-authenticate': `Bearer realm="${registry.urls.tokens}/token",service="tests",scope="repository:acme/llama:pull"`,
  };
}
