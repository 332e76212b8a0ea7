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
  const notices: string[] = [];
  const file = join(folder, 'config.json');
  await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
  const onNotice = (notice: string) => notices.push(notice.replaceAll(folder, 'FOLDER'));
  return { login: await createFindLogin({ env, onNotice })(domain), notices };
}

const auth = (text: string) => ({ auth: Buffer.from(text).toString('base64') });
const password = (username: string, value: string) => ({ username, password: value });
const nothing = { login: undefined, notices: [] };

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
  const onNotice = (notice: string) => expect(notice).toBe('none');
  const findLogin = createFindLogin({ env: Object.fromEntries(filled), onNotice });
  expect(await findLogin('ghcr.io')).toEqual(isFound ? password('a', '1') : undefined);
});

test.for<[domain: string, isFound: boolean, keys: string[]]>([
  ['ghcr.io', true, ['ghcr.io', 'GHCR.io', 'https://ghcr.io', 'https://ghcr.io/']],
  ['ghcr.io', true, ['https://ghcr.io/v1/', 'http://ghcr.io/v2']],
  ['ghcr.io', false, ['ghcr.io:8443', 'notghcr.io', 'ghcr.io.evil.example', 'https://ghcr.io@evil.example']],
  ['ghcr.io', false, ['evil.example/ghcr.io', '', '/']],
  ['ghcr.io:443', false, ['ghcr.io']],
  ['localhost:5000', true, ['localhost:5000']],
  ['docker.io', true, ['https://index.docker.io/v1/', 'index.docker.io', 'docker.io', 'registry-1.docker.io']],
  ['docker.io', false, ['ghcr.io', 'https://index.docker.io/v1/access-token', 'auth.docker.io']],
])('the login for %s is found: %s, with the entries %j', async ([domain, isFound, keys]) => {
  const expected = isFound ? { login: password('a', '1'), notices: [] } : nothing;
  for (const key of keys) expect(await find(domain, { auths: { [key]: auth('a:1') } })).toEqual(expected);
});

test('of two entries, the one of exactly this name', async () => {
  const auths = { 'https://ghcr.io/v1/': auth('older:1'), 'ghcr.io': auth('newer:1') };
  expect((await find('ghcr.io', { auths })).login).toEqual(password('newer', '1'));
});

const identityToken = 'has an identity token for ghcr.io, which is not supported; log in with a password or token';
const malformed = 'has an entry for ghcr.io that cannot be read';

test.for<[entry: unknown, login: unknown, problem?: string]>([
  [auth('ci:pass:word'), password('ci', 'pass:word')],
  [auth('ci:pässword\0\0'), password('ci', 'pässword')],
  [{ ...auth('00000000-0000-0000-0000-000000000000:'), identitytoken: 'id' }, undefined, identityToken],
  [{ auth: '', email: 'x@y' }, undefined],
  [{}, undefined],
  [{ username: 'ci' }, undefined],
  [{ auth: '!!!' }, undefined, malformed],
  [auth('nocolon'), undefined, malformed],
  [auth(':pw'), undefined, malformed],
  [auth('ci:'), undefined, malformed],
  [{ auth: 5 }, undefined, malformed],
  ['text', undefined, malformed],
  [null, undefined, malformed],
  [[], undefined, malformed],
])('the entry %j', async ([entry, login, problem]) => {
  const notices = problem === undefined ? [] : [`FOLDER/config.json ${problem}`];
  expect(await find('ghcr.io', { auths: { 'ghcr.io': entry } })).toEqual({ login, notices });
});

describe('a file', () => {
  const unusable = 'FOLDER/config.json is not a JSON file of credentials; its credentials are not used';
  test.for<[isUsable: boolean, contents: unknown[]]>([
    [false, ['', '{', '[]', 'null', { auths: 'x' }, { credsStore: 5 }]],
    [true, [{}, '\uFEFF{"auths":null,"credHelpers":null,"credsStore":null}', { currentContext: 'x', HttpHeaders: {} }]],
  ])('that can be used: %s, and holds nothing: %j', async ([isUsable, contents]) => {
    for (const content of contents)
      expect(await find('ghcr.io', content)).toEqual({ login: undefined, notices: isUsable ? [] : [unusable] });
  });

  test('that is a folder', async () => {
    const place = await mkdtemp(join(folder, 'odd-'));
    await mkdir(join(place, 'config.json'));
    const { notices } = await find('ghcr.io', {}, { DOCKER_CONFIG: place });
    expect(notices).toEqual([expect.stringMatching('cannot be read: EISDIR; its credentials are not used$')]);
  });

  test('of any content ends in an answer', async () => {
    const json = fc.jsonValue().map((auths) => JSON.stringify({ auths, credHelpers: auths }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), json), async (text) => {
        expect((await find('ghcr.io', text)).notices.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(50) },
    );
  });
});

test.for<[config: object, isToldOf: boolean]>([
  [{ credsStore: 'desktop', auths: { 'ghcr.io': {} } }, true],
  [{ credHelpers: { 'ghcr.io': 'gcloud' } }, true],
  [{ credHelpers: { 'gcr.io': 'gcloud' } }, false],
  [{ credsStore: 'desktop', auths: { 'ghcr.io': auth('a:1') } }, false],
])('a credential helper is not started, which is told where the file has no login: %j', async ([config, isToldOf]) => {
  const { login, notices } = await find('ghcr.io', config);
  const helper = 'names a credential helper for ghcr.io, which is not started; log in without it';
  expect(notices).toEqual(isToldOf ? [`FOLDER/config.json ${helper}`] : []);
  expect(login).toEqual('auths' in config && !isToldOf ? password('a', '1') : undefined);
});
