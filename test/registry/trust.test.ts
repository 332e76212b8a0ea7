/** Who gets which credentials, and what is never asked. */

import { describe, expect, test } from 'vitest';
import { openRegistries } from '../../src/registry/registries.ts';
import { startRegistry, type TestRegistry } from './registry.ts';
import { ask, createScene, quiet, resolve, startLlama } from './scene.ts';
import { plainShape } from './shapes.ts';

const login = { username: 'ci', password: 'pässword:1' };
const users = { ci: login.password };
const expired = { ...login, password: 'old' };
const basic = Buffer.from('ci:pässword:1').toString('base64');
const aToken = expect.stringMatching(/^token-/);
const privately = { users, isPrivate: true };

const seen = ({ requests }: Pick<TestRegistry, 'requests'>) =>
  requests.map(
    ({ at, method, authorization }) => `${at} ${method} ${authorization?.replace(/token-\w+/, 'TOKEN') ?? 'nobody'}`,
  );

describe('a login', () => {
  const [byBasic, byToken] = [`registry GET Basic ${basic}`, 'registry GET Bearer TOKEN'];
  const stored = [login.password, basic];
  test.for<['none' | 'basic' | 'bearer', secrets: unknown[], asked: string[]]>([
    ['bearer', [...stored, aToken], ['registry GET nobody', `tokens GET Basic ${basic}`, byToken, byToken]],
    ['basic', stored, ['registry GET nobody', byBasic, byBasic]],
    ['none', [], ['registry GET nobody', 'registry GET nobody']],
  ])('is looked up only where it is asked for: %s', async ([auth, secrets, asked]) => {
    await using registry = await startLlama({ ...privately, auth });
    const scene = createScene({ login });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ kind: 'found' });
    const lookedUp = auth === 'none' ? [] : [registry.domain];
    expect([seen(registry), scene.secrets, scene.lookedUp]).toEqual([asked, secrets, lookedUp]);
  });

  const isExpired = '401 UNAUTHORIZED (no such repository, or no login that may read it): "auth';
  test.for<[auth: 'basic' | 'bearer', stored: typeof login | undefined, reason: string]>([
    ['bearer', undefined, '403 DENIED (no such repository, or no login that may read it): "requested access'],
    ['bearer', expired, isExpired],
    ['basic', undefined, '401 UNAUTHORIZED (no such repository, or no login that may read it): "authentication'],
    ['basic', expired, isExpired],
  ])('%s, of a private image, %j', async ([auth, stored, words]) => {
    await using registry = await startLlama({ ...privately, auth });
    const reason = expect.stringContaining(` answered ${words}`);
    expect(await ask(registry, { login: stored })).toEqual({ kind: 'unknown', cause: 'no-access', reason });
  });

  test('whose rights do not reach asks once for a token', async () => {
    await using registry = await startLlama(privately);
    const headers = { 'www-authenticate': `Bearer realm="${registry.urls.tokens}/token",service="tests"` };
    registry.fail({ at: 'manifest', kind: 'status', status: 401, headers });
    const reason = `${registry.domain} answered 401 (no such repository, or no login that may read it)`;
    expect(await ask(registry, { login })).toMatchObject({ reason });
    expect(registry.requests.filter(({ at }) => at === 'tokens')).toHaveLength(1);
  });
});

test.for([
  '169.254.169.254/acme/llama:1',
  '169.254.1.1:5000/acme/llama:1',
  'metadata.google.internal/acme/llama:1',
  '168.63.129.16/acme/llama:1',
])('metadata of a machine are no images: %s', async (reference) => {
  const registries = openRegistries(quiet);
  const [host] = reference.split('/');
  const message = `the registry ${host} is a link-local or metadata address, which is not contacted`;
  await expect(resolve(registries, reference)).rejects.toMatchObject({ name: 'DeployError', message });
  await registries.close();
});

test('a registry on this machine is not asked where the service is elsewhere', async () => {
  await using registry = await startLlama();
  for (const baseUrl of ['https://api.example.com', undefined]) {
    const registries = openRegistries({ ...quiet, baseUrl });
    const message = `the registry ${registry.domain} is this machine itself or a link-local or metadata address, which is not contacted`;
    const asked = resolve(registries, `${registry.domain}/acme/llama:1`);
    await expect(asked).rejects.toMatchObject({ code: 'image-unresolved', message });
    await registries.close();
  }
  expect(registry.requests).toEqual([]);
});

test.for([
  ['https', []],
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
  await using registry = await startLlama({ ...privately, users: { ci: password }, auth: 'basic' });
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
  await using registry = await startLlama(privately);
  const headers = { 'www-authenticate': challenge.replace('"R"', `"${registry.urls.tokens}/token"`) };
  registry.fail({ at: 'manifest', kind: 'headers', headers, times: 1 });
  expect(await ask(registry, { login })).toMatchObject({ kind: 'found' });
});

describe('a token server', () => {
  const notAsked = 'not asked';
  test.for<[host: string, realm: string, gets: string]>([
    ['registry.acme.example', 'https://registry.acme.example/token', 'the login'],
    ['registry.acme.example', 'https://auth.acme.example/token', 'the login'],
    ['registry.acme.example', 'https://acme.example/token', 'the login'],
    ['acme.example', 'https://auth.acme.example/token', 'the login'],
    ['registry.acme.example', 'https://tokens.elsewhere.example/token', 'nothing'],
    ['registry.acme.example', 'https://xacme.example/token', 'nothing'],
    ['acme.co.uk', 'https://other.co.uk/token', 'nothing'],
    ['acme.example', 'https://other.example/token', 'nothing'],
    ['10.0.0.1', 'https://9.0.0.1/token', 'nothing'],
    ['registry.acme.example', 'http://auth.acme.example/token', notAsked],
    ['registry.acme.example', 'http://127.0.0.1/token', notAsked],
    ['registry.acme.example', 'file:///etc/passwd', notAsked],
  ])('of %s at %s: %s', async ([host, realm, gets]) => {
    const tokens = { realm, service: 'tests', answers: ['token'] } as const;
    await using registry = await startLlama({ shape: { ...plainShape, domain: host, host, tokens }, users });
    const origins = { [new URL(realm).origin]: registry.urls.tokens, [`https://${host}`]: registry.urls.registry };
    const scene = createScene({ login, origins });
    const refused = { cause: 'no-access', reason: expect.stringContaining(`${host} answered 401`) };
    const resolution = await scene.resolve(`${host}/acme/llama:1`);
    expect(resolution).toMatchObject(gets === notAsked ? refused : { kind: 'found' });
    const asked = gets === notAsked ? [] : [`tokens GET ${gets === 'the login' ? `Basic ${basic}` : 'nobody'}`];
    expect(seen(registry).slice(0, 2)).toEqual(['registry GET nobody', ...asked]);
  });
});

describe('redirects', () => {
  test('of manifests are followed without credentials, of token servers not at all', async () => {
    await using registry = await startLlama(privately);
    await using mirror = await startRegistry({ auth: 'basic', users });
    registry.fail({ at: 'token', kind: 'redirect', to: `${mirror.urls.tokens}/token`, times: 1 });
    expect(await ask(registry, { login })).toMatchObject({ kind: 'unknown' });
    expect(seen(mirror)).toEqual([]);
    registry.fail({ at: 'manifest', kind: 'redirect', to: `${mirror.urls.registry}/v2/acme/llama/manifests/1` });
    expect(await ask(registry, { login })).toMatchObject({ kind: 'unknown' });
    expect(seen(mirror)).toEqual(['registry GET nobody']);
  });

  test.for<[to: string, why: string, requests: number]>([
    ['http://169.254.169.254/latest/meta-data', 'a redirect to 169.254.169.254, not followed', 1],
    ['http://example.com/', 'a redirect to example.com, not followed', 1],
    ['file:///etc/passwd', 'a redirect, not followed', 1],
    ['/v2/acme/llama/manifests/1', 'a redirect, not followed', 6],
  ])('to %s end', async ([to, why, requests]) => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.fail({ at: 'manifest', kind: 'redirect', to });
    const reason = `${registry.domain} answered 307 (${why})`;
    expect(await ask(registry)).toEqual({ kind: 'unknown', cause: 'malformed', reason });
    expect(registry.requests).toHaveLength(requests);
  });
});
