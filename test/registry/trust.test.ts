/** Who gets which credentials, and what is never asked. */

import { describe, expect, test } from 'vitest';
import type { Login } from '../../src/registry/logins.ts';
import { image } from './content.ts';
import { startRegistry, type TestRegistry } from './registry.ts';
import { ask, createScene } from './scene.ts';
import { plainShape, type Shape } from './shapes.ts';

const login: Login = { username: 'ci', password: 'pässword:1' };
const users = { ci: login.password };
const expired: Login = { ...login, password: 'old' };
const basic = Buffer.from('ci:pässword:1').toString('base64');
const aToken = expect.stringMatching(/^token-/);

const seen = ({ requests }: TestRegistry) =>
  requests.map(
    ({ at, method, authorization }) => `${at} ${method} ${authorization?.replace(/token-\w+/, 'TOKEN') ?? 'nobody'}`,
  );

async function startPrivate(options: Parameters<typeof startRegistry>[0]): Promise<TestRegistry> {
  const registry = await startRegistry(options);
  registry.push('acme/llama', image(), '1');
  registry.hide('acme/llama');
  return registry;
}

describe('a login', () => {
  test.for<
    [kind: string, options: Parameters<typeof startRegistry>[0], login: Login, secrets: unknown[], asked: string[]]
  >([
    [
      'by password for a token',
      { users },
      login,
      [login.password, basic, aToken],
      ['registry GET nobody', `tokens GET Basic ${basic}`, 'registry GET Bearer TOKEN', 'registry GET Bearer TOKEN'],
    ],
    [
      'by password alone',
      { users, auth: 'basic' },
      login,
      [login.password, basic],
      ['registry GET nobody', `registry GET Basic ${basic}`, `registry GET Basic ${basic}`],
    ],
  ])('%s', async ([, options, stored, secrets, asked]) => {
    await using registry = await startPrivate(options);
    const scene = createScene({ login: stored });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ kind: 'found' });
    expect({ asked: seen(registry), secrets: scene.secrets }).toEqual({ asked, secrets });
    expect(scene.lookedUp).toEqual([registry.domain]);
  });

  test('is looked up only when it is asked for', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image(), '1');
    const scene = createScene({ login });
    await scene.resolve(`${registry.domain}/acme/llama:1`);
    expect([scene.lookedUp, scene.secrets]).toEqual([[], []]);
  });

  test('that the token server refuses is told of', async () => {
    await using registry = await startRegistry({ users });
    registry.push('acme/llama', image(), '1');
    expect(await ask(registry, { login: expired })).toEqual({
      kind: 'unknown',
      reason: 'no-access',
      came: expect.stringMatching('answered 401 .*no such repository, or the stored login is not valid for it'),
    });
  });

  test.for<[auth: 'basic' | 'bearer', stored: Login | undefined, came: string]>([
    [
      'bearer',
      undefined,
      '403 DENIED (no such repository, or it is private): "requested access to the resource is denied"',
    ],
    ['basic', undefined, '401 UNAUTHORIZED (no such repository, or it is private): "authentication required"'],
    [
      'basic',
      expired,
      '401 UNAUTHORIZED (no such repository, or the stored login is not valid for it): "authentication required"',
    ],
  ])('%s, of a private image, %j', async ([auth, stored, came]) => {
    await using registry = await startPrivate({ users, auth });
    const scene = createScene(stored ? { login: stored } : {});
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'unknown',
      reason: 'no-access',
      came: `${registry.domain} answered ${came}`,
    });
  });

  test('whose rights do not reach asks once for a token', async () => {
    await using registry = await startPrivate({ users });
    const headers = { 'www-authenticate': `Bearer realm="${registry.urls.tokens}/token",service="tests"` };
    registry.fail({ at: 'manifest', kind: 'status', status: 401, headers, body: '' });
    expect(await ask(registry, { login })).toMatchObject({
      came: `${registry.domain} answered 401 (no such repository, or the stored login is not valid for it)`,
    });
    expect(registry.requests.filter(({ at }) => at === 'tokens')).toHaveLength(1);
  });
});

test.for([
  ['https', []],
  ['error', []],
  ['x'.repeat(15), []],
  ['x'.repeat(16), ['x'.repeat(16)]],
])('the token %s is masked as %j: a token server must not blank our words', async ([token, secrets]) => {
  await using registry = await startRegistry();
  registry.fail({ at: 'token', kind: 'body', body: JSON.stringify({ token }) });
  const scene = createScene();
  await scene.resolve(`${registry.domain}/acme/llama:1`);
  expect(scene.secrets).toEqual(secrets);
  // The strict registry never handed it out.
  registry.violations.splice(0);
});

test.for(['ab', 'https'])('the stored password %s is masked, short as it is', async (password) => {
  await using registry = await startPrivate({ users: { ci: password }, auth: 'basic' });
  const scene = createScene({ login: { ...login, password } });
  await scene.resolve(`${registry.domain}/acme/llama:1`);
  expect(scene.secrets).toContain(password);
});

test.for([
  'Bearer realm="R",service="tests",scope="repository:acme/llama:pull"',
  'bearer  REALM = "R" ,Service="tests", scope=repository:acme/llama:pull',
  'Basic realm="x", Bearer realm="R",service="tests"',
  'Bearer realm="R",service="tests", Basic realm="x"',
  'Negotiate, Bearer error="invalid_token", realm="R",service="tests"',
])('the challenge %s', async (challenge) => {
  await using registry = await startPrivate({ users });
  const headers = { 'www-authenticate': challenge.replace('"R"', `"${registry.urls.tokens}/token"`) };
  registry.fail({ at: 'manifest', kind: 'headers', headers, times: 1 });
  const resolution = await ask(registry, { login });
  expect(resolution).toMatchObject({ kind: 'found' });
});

describe('a token server', () => {
  const shapeWith = (realm: string, host: string): Shape => ({
    ...plainShape,
    domain: host,
    host,
    challenge: (path) => `Bearer realm="${realm}",service="tests",scope="repository:${path}:pull"`,
    tokens: { realm, service: 'tests', answers: 'token' },
  });

  test.for<[host: string, realm: string, isOwn: boolean]>([
    ['registry.acme.example', 'https://registry.acme.example/token', true],
    ['registry.acme.example', 'https://auth.acme.example/token', true],
    ['registry.acme.example', 'https://acme.example/token', true],
    ['acme.example', 'https://auth.acme.example/token', true],
    ['registry.acme.example', 'https://tokens.elsewhere.example/token', false],
    ['registry.acme.example', 'https://xacme.example/token', false],
    ['acme.co.uk', 'https://other.co.uk/token', false],
    ['acme.example', 'https://other.example/token', false],
    ['10.0.0.1', 'https://9.0.0.1/token', false],
  ])('of %s at %s gets the login: %s', async ([host, realm, isOwn]) => {
    await using registry = await startRegistry({ shape: shapeWith(realm, host), users });
    registry.push('acme/llama', image(), '1');
    const origins = { [new URL(realm).origin]: registry.urls.tokens, [`https://${host}`]: registry.urls.registry };
    const scene = createScene({ login, origins });
    expect(await scene.resolve(`${host}/acme/llama:1`)).toMatchObject({ kind: 'found' });
    expect(seen(registry)[1]).toBe(`tokens GET ${isOwn ? `Basic ${basic}` : 'nobody'}`);
    const notice = `${host} has its token server at ${new URL(realm).host}, in another domain; the stored login is not sent there`;
    expect(scene.notices).toEqual(isOwn ? [] : [notice]);
  });

  test.for(['http://auth.acme.example/token', 'http://127.0.0.1/token', 'file:///etc/passwd'])(
    'at %s is not asked',
    async (realm) => {
      await using registry = await startRegistry({ shape: shapeWith(realm, 'registry.acme.example'), users });
      const origins = { 'https://registry.acme.example': registry.urls.registry };
      expect(await createScene({ login, origins }).resolve('registry.acme.example/acme/llama:1')).toMatchObject({
        reason: 'malformed',
        came: 'registry.acme.example names a token server that is no https address',
      });
      expect(seen(registry)).toEqual(['registry GET nobody']);
    },
  );
});

describe('redirects', () => {
  test('of manifests are followed without credentials', async () => {
    await using registry = await startPrivate({ users });
    await using mirror = await startRegistry({ auth: 'basic', users });
    const to = `${mirror.urls.registry}/v2/acme/llama/manifests/1`;
    registry.fail({ at: 'manifest', kind: 'redirect', to });
    expect(await ask(registry, { login })).toMatchObject({ kind: 'unknown' });
    expect(seen(mirror)).toEqual(['registry GET nobody']);
  });

  test('of token servers are not followed', async () => {
    await using registry = await startPrivate({ users });
    await using elsewhere = await startRegistry({ users });
    registry.fail({ at: 'token', kind: 'redirect', to: `${elsewhere.urls.tokens}/token` });
    expect(await ask(registry, { login })).toMatchObject({ kind: 'unknown' });
    expect(seen(elsewhere)).toEqual([]);
  });

  test.for([
    ['http://169.254.169.254/latest/meta-data', 'a redirect to 169.254.169.254, not followed'],
    ['http://example.com/', 'a redirect to example.com, not followed'],
    ['file:///etc/passwd', 'a redirect, not followed'],
  ])('to %s are not followed', async ([to = '', why]) => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.fail({ at: 'manifest', kind: 'redirect', to });
    const came = `${registry.domain} answered 307 (${why})`;
    expect(await ask(registry)).toEqual({ kind: 'unknown', reason: 'malformed', came });
  });

  test('end', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.fail({ at: 'manifest', kind: 'redirect-loop' });
    expect(await ask(registry)).toMatchObject({
      came: `${registry.domain} answered 307 (a redirect, not followed)`,
    });
    expect(registry.requests).toHaveLength(6);
  });
});
