/** What earlier steps left behind, in docker's configuration and in helper programs, and what is found of it. */

import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFindLogin } from '../../src/registry/logins.ts';
import { runs } from '../runs.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logins-'));
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'workspace', 'bin'), { recursive: true });
  await symlink(join(folder, 'workspace', 'bin'), join(folder, 'link'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `config`: JSON, or a text as it is. */
async function find(
  domain: string,
  config: unknown,
  { env, signal = new AbortController().signal }: { env?: Record<string, string>; signal?: AbortSignal } = {},
) {
  const notices: string[] = [];
  const file = join(folder, 'config.json');
  await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
  const onNotice = (notice: string) => notices.push(notice.replaceAll(folder, 'FOLDER'));
  const found = createFindLogin({
    env: { DOCKER_CONFIG: folder, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, ...env },
    workspace: join(folder, 'workspace'),
    onNotice,
  });
  return { login: await found(domain, signal), notices };
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
  const findLogin = createFindLogin({ env: Object.fromEntries(filled), workspace: folder, onNotice });
  expect(await findLogin('ghcr.io', new AbortController().signal)).toEqual(isFound ? password('a', '1') : undefined);
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

const identityToken = 'is an identity token, which is not supported; log in with a user name and a password or token';
const malformed = 'cannot be read';

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
  const notices = problem === undefined ? [] : [`the entry for ghcr.io in FOLDER/config.json ${problem}`];
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
    const { notices } = await find('ghcr.io', {}, { env: { DOCKER_CONFIG: place } });
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

// Shell scripts stand in for them.
describe.skipIf(process.platform === 'win32')('helpers', () => {
  const install = async (script: string, { name = 'x', at = 'bin' } = {}) => {
    const path = join(folder, at, `docker-credential-${name}`);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  };
  const answer = (username: string, secret: string) =>
    `cat >"${folder}/asked"; echo '${JSON.stringify({ ServerURL: 'x', Username: username, Secret: secret })}'`;
  const fileEntry = { auths: { 'ghcr.io': auth('file:1') } };

  test.for<[config: Record<string, unknown>, domain: string, asked: string]>([
    [{ credsStore: 'x' }, 'ghcr.io', 'ghcr.io'],
    [{ credsStore: 'x' }, 'docker.io', 'https://index.docker.io/v1/'],
    [{ credHelpers: { 'ghcr.io': 'x' }, credsStore: 'other' }, 'ghcr.io', 'ghcr.io'],
    [{ credHelpers: { 'gcr.io': 'other' }, credsStore: 'x' }, 'ghcr.io', 'ghcr.io'],
    [{ credHelpers: { 'https://index.docker.io/v1/': 'x' } }, 'docker.io', 'https://index.docker.io/v1/'],
    [{ credHelpers: { 'localhost:5000': 'x' } }, 'localhost:5000', 'localhost:5000'],
  ])('%j, %s', async ([config, domain, asked]) => {
    await install(answer('AWS', 'secret'));
    expect(await find(domain, { ...config, ...fileEntry })).toEqual({ login: password('AWS', 'secret'), notices: [] });
    expect(await readFile(join(folder, 'asked'), 'utf8')).toBe(asked);
  });

  test.for<[script: string, came: string | undefined]>([
    ['echo credentials not found in native keychain; exit 1', undefined],
    [`echo '{"Username":"","Secret":""}'`, undefined],
    ['echo secret-in-words; echo secret >&2; exit 2', 'ended with exit code 2'],
    [answer('<token>', 'refresh'), `answered what ${identityToken}`],
    ...['exit 0', `echo '{"Username":"a"}'`, `echo '{"Username":1,"Secret":2}'`].map((script) => {
      return [script, 'answered something that is not JSON with `Username` and `Secret`'] as [string, string];
    }),
    ['kill -9 $$', 'failed: SIGKILL'],
    ['while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done', 'failed: ERR_CHILD_PROCESS_STDIO_MAXBUFFER'],
  ])('%s leaves the entry of the file', async ([script, came]) => {
    await install(script);
    const notice = `the credential helper docker-credential-x ${came}; ghcr.io is queried without it`;
    expect(await find('ghcr.io', { credsStore: 'x', ...fileEntry })).toEqual({
      login: password('file', '1'),
      notices: came === undefined ? [] : [notice],
    });
  });

  test('a program that cannot be started is a notice', async () => {
    await writeFile(await install('', { name: 'broken' }), '#!/no/such/program\n');
    await symlink('docker-credential-loop', join(folder, 'bin', 'docker-credential-loop'));
    await symlink('spin', join(folder, 'spin'));
    await writeFile(await install('', { name: 'spun' }), `#!${join(folder, 'spin')}\n`);
    for (const name of ['broken', 'loop', 'absent', 'spun'])
      expect((await find('ghcr.io', { credsStore: name })).notices).toEqual([
        expect.stringMatching(`^the credential helper docker-credential-${name} (?:failed: E|is not installed)`),
      ]);
  });

  test('one that hangs is stopped, and its children are not waited for', async () => {
    // Reading a pipe ends when its writer has closed it, which is the helper's start.
    const started = join(folder, 'started');
    execFileSync('mkfifo', [started]);
    await install(`sleep 600 & echo $! >"${started}"; wait`);
    const controller = new AbortController();
    const finding = find('ghcr.io', { credsStore: 'x' }, { signal: controller.signal });
    const child = Number(await readFile(started, 'utf8'));
    controller.abort(new Error('too late'));
    expect((await finding).notices).toEqual([expect.stringContaining('did not answer in time')]);
    process.kill(child, 'SIGKILL');
  });

  test.for(['../../evil', 'a/b', 'a\\b', '-x', 'a b', 'x'.repeat(100), 'ä', 'a;b', '$(x)'])(
    'the name %j starts nothing',
    async (name) => {
      const { login, notices } = await find('ghcr.io', { credsStore: name });
      expect([login, notices.length]).toEqual([undefined, 1]);
    },
  );

  test('no name stands for none', async () => {
    for (const name of ['', null, 5])
      expect(await find('ghcr.io', { credHelpers: { 'ghcr.io': name } })).toEqual(nothing);
  });

  test.for([
    ...['', '.', 'bin', './bin'],
    ...['FOLDER/workspace', 'FOLDER/workspace/bin', 'FOLDER/link', 'FOLDER/x/../workspace'],
  ])('nothing that is checked out is started by the part %j of PATH', async (part) => {
    const ran = join(folder, 'ran');
    for (const at of ['workspace', 'workspace/bin']) await install(`touch "${ran}"`, { name: 'planted', at });
    const before = process.cwd();
    process.chdir(join(folder, 'workspace'));
    try {
      const path = [part.replace('FOLDER', folder), '/usr/bin', '/bin'].join(delimiter);
      const { notices } = await find('ghcr.io', { credsStore: 'planted' }, { env: { PATH: path, Path: path } });
      expect(notices).toEqual([expect.stringContaining('is not installed in an absolute folder of PATH')]);
      await expect(readFile(ran)).rejects.toMatchObject({ code: 'ENOENT' });
    } finally {
      process.chdir(before);
    }
  });

  test('a helper runs outside the workspace, and finds its own programs in the same folders', async () => {
    await install(`printf '{"Username":"%s","Secret":"%s"}' "$PWD" "$PATH"`);
    const path = ['.', '', join(folder, 'workspace'), join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter);
    const { login } = await find('ghcr.io', { credsStore: 'x' }, { env: { PATH: path } });
    expect(login).toEqual(password(dirname(process.execPath), `${join(folder, 'bin')}:/usr/bin:/bin`));
  });
});
