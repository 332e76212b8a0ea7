/** What earlier steps left behind, in files and in helpers, and what is found of it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createFindCredentials,
  type FileContent,
  type FoundCredentials,
  type HelperAnswer,
  type HelperCall,
  type LoginEnvironment,
  secretsOf,
} from '../../src/registry/credentials.ts';

const signal = new AbortController().signal;

interface Machine {
  readonly environment?: Partial<LoginEnvironment>;
  /** By path: JSON, or a text as it is, or what reading it came to. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly helpers?: Readonly<Record<string, HelperAnswer | string>>;
}

interface Looked extends FoundCredentials {
  readonly read: readonly string[];
  readonly called: readonly Pick<HelperCall, 'program' | 'input'>[];
}

async function find(
  image: string,
  { environment = { home: '/home/ci' }, files = {}, helpers = {} }: Machine,
): Promise<Looked> {
  const read: string[] = [];
  const called: Pick<HelperCall, 'program' | 'input'>[] = [];
  const findCredentials = createFindCredentials({
    environment: { home: undefined, ...environment },
    readFile: async (path, { maxBytes, timeoutMs }) => {
      expect([maxBytes, timeoutMs]).toEqual([1024 * 1024, 3000]);
      read.push(path);
      const content = files[path];
      if (content === undefined) return { kind: 'absent' };
      if (typeof content === 'string') return { kind: 'text', text: content };
      if (typeof content === 'object' && content !== null && 'kind' in content) return content as FileContent;
      return { kind: 'text', text: JSON.stringify(content) };
    },
    runHelper: async ({ program, input, maxBytes, timeoutMs }) => {
      expect([maxBytes, timeoutMs]).toEqual([64 * 1024, 3000]);
      called.push({ program, input });
      const answer = helpers[program];
      if (answer === undefined) return { kind: 'failed', came: 'is not installed' };
      return typeof answer === 'string' ? { kind: 'ended', exitCode: 0, stdout: answer } : answer;
    },
  });
  const slash = image.indexOf('/');
  const found = await findCredentials(
    { domain: image.slice(0, slash), path: image.slice(slash + 1) },
    { timeoutMs: 3000, signal },
  );
  return { ...found, read, called };
}

const auth = (text: string) => ({ auth: Buffer.from(text).toString('base64') });
const password = (username: string, value: string) => ({ kind: 'password', username, password: value });
const inDocker = (content: unknown) => ({ files: { '/home/ci/.docker/config.json': content } });

describe('where it is looked for', () => {
  test.for<[environment: Partial<LoginEnvironment>, paths: string[]]>([
    [{ home: '/home/ci' }, ['/home/ci/.docker/config.json']],
    [{ home: '/home/ci', DOCKER_CONFIG: '/tmp/docker/' }, ['/tmp/docker/config.json']],
    [{ home: '/home/ci', DOCKER_CONFIG: '' }, ['/home/ci/.docker/config.json']],
    [{}, []],
    [{ REGISTRY_AUTH_FILE: '/auth.json' }, ['/auth.json']],
    [
      { home: '/h', XDG_RUNTIME_DIR: '/run/user/1000' },
      ['/h/.docker/config.json', '/run/user/1000/containers/auth.json'],
    ],
    [
      { home: 'C:\\Users\\ci', REGISTRY_AUTH_FILE: 'D:\\auth.json', XDG_RUNTIME_DIR: '/run' },
      ['C:\\Users\\ci\\.docker\\config.json', 'D:\\auth.json', '/run/containers/auth.json'],
    ],
    [{ DOCKER_CONFIG: '/d', REGISTRY_AUTH_FILE: '/d/config.json' }, ['/d/config.json']],
  ])('%j', async ([environment, paths]) => {
    const { read, credentials, notices } = await find('ghcr.io/acme/x', { environment });
    expect({ read, credentials, notices }).toEqual({ read: paths, credentials: undefined, notices: [] });
  });

  test('the first file that has credentials is the last that is read', async () => {
    const environment = { home: '/h', REGISTRY_AUTH_FILE: '/a.json', XDG_RUNTIME_DIR: '/run' };
    const files = { '/h/.docker/config.json': { auths: {} }, '/a.json': { auths: { 'ghcr.io': auth('a:1') } } };
    const { credentials, read } = await find('ghcr.io/acme/x', { environment, files });
    expect(credentials).toEqual(password('a', '1'));
    expect(read).toEqual(['/h/.docker/config.json', '/a.json']);
  });
});

describe('which entry is for which image', () => {
  test.for<[key: string, image: string, isFor: boolean]>([
    ['ghcr.io', 'ghcr.io/acme/x', true],
    ['GHCR.io', 'ghcr.io/acme/x', true],
    ['https://ghcr.io', 'ghcr.io/acme/x', true],
    ['https://ghcr.io/', 'ghcr.io/acme/x', true],
    ['https://ghcr.io/v1/', 'ghcr.io/acme/x', true],
    ['https://ghcr.io/v2/', 'ghcr.io/acme/x', true],
    ['http://ghcr.io/v2', 'ghcr.io/acme/x', true],
    ['ghcr.io/v1/', 'ghcr.io/acme/x', true],
    ['ghcr.io', 'docker.io/library/x', false],
    ['ghcr.io', 'ghcr.io:443/acme/x', false],
    ['ghcr.io:8443', 'ghcr.io/acme/x', false],
    ['localhost:5000', 'localhost:5000/x', true],
    ['notghcr.io', 'ghcr.io/acme/x', false],
    ['ghcr.io.evil.example', 'ghcr.io/acme/x', false],
    ['https://ghcr.io@evil.example', 'ghcr.io/acme/x', false],
    ['evil.example/ghcr.io', 'ghcr.io/acme/x', false],
    ['https://index.docker.io/v1/', 'docker.io/library/x', true],
    ['https://index.docker.io/v1', 'docker.io/library/x', true],
    ['index.docker.io', 'docker.io/library/x', true],
    ['docker.io', 'docker.io/acme/x', true],
    ['registry-1.docker.io', 'docker.io/acme/x', true],
    ['https://index.docker.io/v1/access-token', 'docker.io/library/x', false],
    ['https://index.docker.io/v1/refresh-token', 'docker.io/library/x', false],
    ['auth.docker.io', 'docker.io/library/x', false],
    ['ghcr.io/acme', 'ghcr.io/acme/x', true],
    ['ghcr.io/acme/', 'ghcr.io/acme/x', true],
    ['https://ghcr.io/acme', 'ghcr.io/acme/x', true],
    ['https://ghcr.io/acme', 'ghcr.io/other/x', false],
    ['ghcr.io/acme/x', 'ghcr.io/acme/x', true],
    ['ghcr.io/acme/x', 'ghcr.io/acme/x2', false],
    ['ghcr.io/acme/x/y', 'ghcr.io/acme/x', false],
    ['ghcr.io/ac', 'ghcr.io/acme/x', false],
    ['', 'ghcr.io/acme/x', false],
    ['/', 'ghcr.io/acme/x', false],
  ])('%s, %s: %s', async ([key, image, isFor]) => {
    const { credentials, notices } = await find(image, inDocker({ auths: { [key]: auth('a:1') } }));
    expect({ credentials, notices }).toEqual({ credentials: isFor ? password('a', '1') : undefined, notices: [] });
  });

  test('the one that says most', async () => {
    const auths = {
      'https://ghcr.io/v1/': auth('older:1'),
      'ghcr.io/acme': auth('acme:1'),
      'ghcr.io': auth('registry:1'),
      'ghcr.io/acme/app/web': auth('web:1'),
    };
    const names = ['ghcr.io/acme/app/web', 'ghcr.io/acme/app', 'ghcr.io/other/x'];
    const found = await Promise.all(names.map((name) => find(name, inDocker({ auths }))));
    expect(found.map(({ credentials }) => credentials)).toEqual([
      password('web', '1'),
      password('acme', '1'),
      password('registry', '1'),
    ]);
  });
});

describe('what an entry holds', () => {
  const cases: readonly [entry: unknown, credentials: unknown, isMalformed?: boolean][] = [
    [auth('ci:pass:word'), password('ci', 'pass:word')],
    [auth('ci:pässword\0\0'), password('ci', 'pässword')],
    [{ username: 'ci', password: 'pw' }, password('ci', 'pw')],
    [
      { ...auth('00000000-0000-0000-0000-000000000000:'), identitytoken: 'id' },
      { kind: 'identity-token', token: 'id' },
    ],
    [{ registrytoken: 'rt' }, { kind: 'registry-token', token: 'rt' }],
    [{ auth: '', email: 'x@y' }, undefined],
    [{}, undefined],
    [{ username: 'ci' }, undefined],
    [{ auth: '!!!' }, undefined, true],
    [auth('nocolon'), undefined, true],
    [auth(':pw'), undefined, true],
    [auth('ci:'), undefined, true],
    [{ auth: 5 }, undefined, true],
    ['text', undefined, true],
    [null, undefined, true],
    [[], undefined, true],
  ];
  test.for(cases)('%j', async ([entry, credentials, isMalformed = false]) => {
    const found = await find('ghcr.io/acme/x', inDocker({ auths: { 'ghcr.io': entry } }));
    expect(found.credentials).toEqual(credentials);
    expect(found.notices).toEqual(
      isMalformed ? ['the entry for ghcr.io in /home/ci/.docker/config.json cannot be read'] : [],
    );
  });
});

describe('files that cannot be used', () => {
  const cases: readonly [content: unknown, notice: string][] = [
    ['', 'is not a JSON file of credentials'],
    ['{', 'is not a JSON file of credentials'],
    ['[]', 'is not a JSON file of credentials'],
    ['null', 'is not a JSON file of credentials'],
    [{ auths: 'x' }, 'is not a JSON file of credentials'],
    [{ credsStore: 5 }, 'is not a JSON file of credentials'],
    [{ kind: 'unreadable', came: 'cannot be read: EACCES' }, 'cannot be read: EACCES'],
  ];
  test.for(cases)('%j', async ([content, came]) => {
    const found = await find('ghcr.io/acme/x', inDocker(content));
    expect(found).toMatchObject({
      credentials: undefined,
      notices: [`/home/ci/.docker/config.json ${came}; its credentials are not used`],
    });
  });

  test.for<[unknown]>([
    [{}],
    [{ auths: null, credHelpers: null, credsStore: null }],
    [{ currentContext: 'x', HttpHeaders: {}, proxies: {} }],
  ])('%j is empty', async ([content]) => {
    expect(await find('ghcr.io/acme/x', inDocker(content))).toMatchObject({ credentials: undefined, notices: [] });
  });

  test('whatever a file holds, the search ends in an answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.jsonValue().map((auths) => JSON.stringify({ auths })),
        ),
        async (text) => {
          const { notices } = await find('ghcr.io/acme/x', inDocker(text));
          expect(notices.length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('helpers', () => {
  const answer = (username: string, secret: string) =>
    JSON.stringify({ ServerURL: 'x', Username: username, Secret: secret });

  test.for<[config: Record<string, unknown>, image: string, program: string, input: string]>([
    [{ credsStore: 'desktop' }, 'ghcr.io/acme/x', 'docker-credential-desktop', 'ghcr.io'],
    [{ credsStore: 'desktop' }, 'docker.io/library/x', 'docker-credential-desktop', 'https://index.docker.io/v1/'],
    [
      { credHelpers: { 'ghcr.io': 'ecr-login' }, credsStore: 'desktop' },
      'ghcr.io/acme/x',
      'docker-credential-ecr-login',
      'ghcr.io',
    ],
    [
      { credHelpers: { 'gcr.io': 'gcr' }, credsStore: 'desktop' },
      'ghcr.io/acme/x',
      'docker-credential-desktop',
      'ghcr.io',
    ],
    [
      { credHelpers: { 'docker.io': 'x' } },
      'docker.io/library/x',
      'docker-credential-x',
      'https://index.docker.io/v1/',
    ],
    [
      { credHelpers: { 'https://index.docker.io/v1/': 'x' } },
      'docker.io/library/x',
      'docker-credential-x',
      'https://index.docker.io/v1/',
    ],
    [{ credHelpers: { 'localhost:5000': 'x' } }, 'localhost:5000/x', 'docker-credential-x', 'localhost:5000'],
  ])('%j, %s', async ([config, image, program, input]) => {
    const found = await find(image, { ...inDocker(config), helpers: { [program]: answer('AWS', 'secret') } });
    expect(found).toMatchObject({ credentials: password('AWS', 'secret'), called: [{ program, input }], notices: [] });
  });

  test('an identity token comes under a name of its own', async () => {
    const found = await find('acme.azurecr.io/x', {
      ...inDocker({ credsStore: 'acr' }),
      helpers: { 'docker-credential-acr': answer('<token>', 'refresh') },
    });
    expect(found.credentials).toEqual({ kind: 'identity-token', token: 'refresh' });
  });

  const failures: readonly [answer: HelperAnswer | string | undefined, notice: string | undefined][] = [
    [{ kind: 'ended', exitCode: 1, stdout: 'credentials not found in native keychain\n' }, undefined],
    [answer('', ''), undefined],
    [{ kind: 'ended', exitCode: 2, stdout: 'secret-in-words' }, 'ended with exit code 2'],
    [{ kind: 'failed', came: 'did not answer in time' }, 'did not answer in time'],
    [undefined, 'is not installed'],
    ['', 'answered something that is not JSON with `Username` and `Secret`'],
    ['{"Username":"a"}', 'answered something that is not JSON with `Username` and `Secret`'],
    ['{"Username":1,"Secret":2}', 'answered something that is not JSON with `Username` and `Secret`'],
  ];
  test.for(failures)('%j leaves the entry of the file', async ([helper, came]) => {
    const found = await find('ghcr.io/acme/x', {
      ...inDocker({ credsStore: 'x', auths: { 'ghcr.io': auth('a:1') } }),
      helpers: helper === undefined ? {} : { 'docker-credential-x': helper },
    });
    expect(found.credentials).toEqual(password('a', '1'));
    const notice = `the credential helper docker-credential-x ${came}; ghcr.io is queried without it`;
    expect(found.notices).toEqual(came === undefined ? [] : [notice]);
  });

  test.for(['../../evil', 'a/b', 'a\\b', '-x', 'a b', 'x'.repeat(100), 'ä', 'a;b', '$(x)'])(
    'the name %j starts nothing',
    async (name) => {
      const found = await find('ghcr.io/acme/x', inDocker({ credsStore: name }));
      expect(found).toMatchObject({ credentials: undefined, called: [] });
      expect(found.notices).toHaveLength(1);
    },
  );

  test.for<[unknown]>([[''], [null], [5]])('the name %j stands for none', async ([name]) => {
    const found = await find('ghcr.io/acme/x', inDocker({ credHelpers: { 'ghcr.io': name } }));
    expect(found).toMatchObject({ credentials: undefined, called: [], notices: [] });
  });
});

test('every form in which a secret travels is known', () => {
  const all = [
    secretsOf({ kind: 'password', username: 'ci', password: 'pä:1' }),
    secretsOf({ kind: 'identity-token', token: 'id' }),
    secretsOf({ kind: 'registry-token', token: 'rt' }),
  ];
  expect(all).toEqual([['pä:1', Buffer.from('ci:pä:1').toString('base64')], ['id'], ['rt']]);
});

test('notices hold no secret', async () => {
  const secret = 'SECRET-VALUE';
  const contents: unknown[] = [
    secret,
    { auths: { 'ghcr.io': { auth: secret.replace('-', ' ') } } },
    { auths: { 'ghcr.io': { auth: Buffer.from(secret).toString('base64') } } },
    { credsStore: 'x', auths: { 'ghcr.io': secret } },
  ];
  for (const content of contents) {
    const helpers = { 'docker-credential-x': { kind: 'ended', exitCode: 1, stdout: secret } } as const;
    const { notices } = await find('ghcr.io/acme/x', { ...inDocker(content), helpers });
    expect(notices.length).toBeGreaterThan(0);
    expect(notices.join('\n')).not.toContain(secret);
  }
});
