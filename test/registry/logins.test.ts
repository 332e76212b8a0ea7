/** What earlier steps left behind in docker's configuration, and what is found of it. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFindLogin } from '../../src/registry/logins.ts';
import { runs } from '../runs.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logins-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `config`: JSON, or a text as it is. */
async function find(domain: string, config: unknown, env: Record<string, string> = { DOCKER_CONFIG: folder }) {
  const file = join(folder, 'config.json');
  await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
  return await createFindLogin(env)(domain);
}

const auth = (text: string) => ({ auth: Buffer.from(text).toString('base64') });
const password = (username: string, value: string) => ({ username, password: value });

test.for<[env: Record<string, string>, isFound: boolean]>([
  [{ HOME: 'FOLDER' }, true],
  [{ USERPROFILE: 'FOLDER' }, true],
  [{ HOME: '/nowhere', DOCKER_CONFIG: 'FOLDER/.docker/' }, true],
  [{ HOME: 'FOLDER', DOCKER_CONFIG: '' }, true],
  [{ HOME: 'FOLDER', DOCKER_CONFIG: '/nowhere' }, false],
  [{}, false],
])('where it is looked for: %j', async ([env, isFound]) => {
  await mkdir(join(folder, '.docker'), { recursive: true });
  await writeFile(join(folder, '.docker', 'config.json'), JSON.stringify({ auths: { 'ghcr.io': auth('a:1') } }));
  const filled = Object.entries(env).map(([name, value]) => [name, value.replace('FOLDER', folder)]);
  expect(await createFindLogin(Object.fromEntries(filled))('ghcr.io')).toEqual(
    isFound ? password('a', '1') : undefined,
  );
});

test.for<[domain: string, isFound: boolean, keys: string[]]>([
  ['ghcr.io', true, ['ghcr.io', 'https://ghcr.io']],
  ['ghcr.io', false, ['ghcr.io:8443', 'notghcr.io', 'ghcr.io.evil.example', 'https://ghcr.io@evil.example']],
  ['ghcr.io', false, ['evil.example/ghcr.io', '', '/']],
  ['ghcr.io:443', false, ['ghcr.io']],
  ['localhost:5000', true, ['localhost:5000']],
  ['docker.io', true, ['https://index.docker.io/v1/', 'docker.io']],
  ['docker.io', false, ['ghcr.io', 'https://index.docker.io/v1/access-token', 'auth.docker.io']],
])('the login for %s is found: %s, with the entries %j', async ([domain, isFound, keys]) => {
  const expected = isFound ? password('a', '1') : undefined;
  for (const key of keys) expect(await find(domain, { auths: { [key]: auth('a:1') } })).toEqual(expected);
});

test.for<[entry: unknown, login?: unknown]>([
  [auth('ci:pass:word'), password('ci', 'pass:word')],
  [auth('ci:pässword\0\0'), password('ci', 'pässword')],
  [{ ...auth('00000000-0000-0000-0000-000000000000:'), identitytoken: 'id' }],
  [{ auth: '!!!' }],
  [auth('nocolon')],
  [auth(':pw')],
  [auth('ci:')],
])('the entry %j', async ([entry, login]) => {
  expect(await find('ghcr.io', { auths: { 'ghcr.io': entry } })).toEqual(login);
});

test.for([{ auth: '', email: 'x@y' }, {}, { username: 'ci' }])('the empty entry %j', async (entry) => {
  expect(await find('ghcr.io', { auths: { 'ghcr.io': entry } })).toBeUndefined();
});

describe('a file', () => {
  test.for(['', '{', '[]', 'null', { auths: 'x' }, { auths: { 'ghcr.io': 'x' } }, { credsStore: 5 }, {}])(
    'that holds nothing: %j',
    async (content) => {
      expect(await find('ghcr.io', content)).toBeUndefined();
    },
  );

  test.for(['{"auths":null,"credHelpers":null,"credsStore":null}', { currentContext: 'x', HttpHeaders: {} }])(
    'without a login: %j',
    async (content) => {
      expect(await find('ghcr.io', content)).toBeUndefined();
    },
  );

  test('that is a folder', async () => {
    const place = await mkdtemp(join(folder, 'odd-'));
    await mkdir(join(place, 'config.json'));
    expect(await find('ghcr.io', {}, { DOCKER_CONFIG: place })).toBeUndefined();
  });

  test('of any content ends in an answer', async () => {
    const json = fc.jsonValue().map((auths) => JSON.stringify({ auths, credHelpers: auths }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), json), async (text) => {
        await expect(find('ghcr.io', text)).resolves.not.toThrow();
      }),
      { numRuns: runs(50) },
    );
  });
});

test.for<[config: object, isFound: boolean]>([
  [{ credsStore: 'desktop', auths: { 'ghcr.io': {} } }, false],
  [{ credHelpers: { 'ghcr.io': 'gcloud' } }, false],
  [{ credsStore: 'desktop', auths: { 'ghcr.io': auth('a:1') } }, true],
])('a credential helper is not started: %j', async ([config, isFound]) => {
  expect(await find('ghcr.io', config)).toEqual(isFound ? password('a', '1') : undefined);
});
