/** What stands behind a reference: media types, digests, platforms, sizes, tags that are near. */

import { describe, expect, test } from 'vitest';
import { type BuiltFor, image, index, linuxAmd64, linuxArm64, mediaTypes, type Style, store } from './content.ts';
import { startRegistry } from './registry.ts';
import { createScene } from './scene.ts';

const styles: readonly Style[] = ['oci', 'docker'];

describe.for(styles)('%s', (style) => {
  test('a manifest: its digest, the platform of its configuration, the sum of its layers', async () => {
    await using registry = await startRegistry();
    const pushed = registry.push('acme/llama', image({ style, layers: [4_000_000_000, 200_000_000, 7] }), '1');
    const scene = createScene();
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'found',
      digest: pushed.digest,
      mediaType: mediaTypes[style].manifest,
      platforms: [linuxAmd64],
      bytes: 4_200_000_007,
    });
    expect(
      registry.requests.map(({ at, method, path, status }) => [
        at,
        method,
        path.replace(/sha256:\w+/, 'sha256:…'),
        status,
      ]),
    ).toEqual([
      ['registry', 'GET', '/v2/acme/llama/manifests/1', 401],
      ['tokens', 'GET', '/token?service=tests&scope=repository%3Aacme%2Fllama%3Apull', 200],
      ['registry', 'GET', '/v2/acme/llama/manifests/1', 200],
      ['registry', 'GET', '/v2/acme/llama/blobs/sha256:…', 200],
    ]);
  });

  test('an index: its own digest, every platform once, the layers of the wanted one, statements left out', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const amd64 = image({ style, layers: [10, 20] });
    const arm64 = image({ style, layers: [1], platform: linuxArm64 });
    const statement = image({ style, layers: [3], label: 'statement' });
    for (const each of [amd64, arm64, statement]) registry.push('acme/llama', each);
    const entries = [
      { image: arm64, platform: linuxArm64 },
      { image: amd64, platform: linuxAmd64 },
      { image: statement, platform: linuxAmd64 },
      { image: statement, isAttestation: true },
      { image: statement, platform: { os: 'unknown', architecture: 'unknown' } },
    ];
    const pushed = registry.push('acme/llama', index(entries, { style }), 'latest');
    expect(await createScene().resolve(`${registry.domain}/acme/llama`)).toEqual({
      kind: 'found',
      digest: pushed.digest,
      mediaType: mediaTypes[style].index,
      platforms: [linuxArm64, linuxAmd64],
      bytes: 30,
    });
  });

  test('an index without the wanted platform', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const arm64 = image({ style, platform: linuxArm64 });
    registry.push('acme/llama', arm64);
    const pushed = registry.push('acme/llama', index([{ image: arm64, platform: linuxArm64 }], { style }), '1');
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'other-platform',
      digest: pushed.digest,
      wanted: linuxAmd64,
      platforms: [linuxArm64],
    });
  });

  test('a manifest for another platform', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const pushed = registry.push('acme/llama', image({ style, platform: linuxArm64 }), '1');
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'other-platform',
      digest: pushed.digest,
      wanted: linuxAmd64,
      platforms: [linuxArm64],
    });
  });
});

describe('platforms', () => {
  const offers: readonly [BuiltFor, wanted: BuiltFor, kind: string][] = [
    [linuxArm64, linuxArm64, 'found'],
    [linuxArm64, { os: 'linux', architecture: 'arm64' }, 'found'],
    [
      { os: 'linux', architecture: 'arm', variant: 'v6' },
      { os: 'linux', architecture: 'arm', variant: 'v7' },
      'other-platform',
    ],
    [{ os: 'linux', architecture: 'amd64', variant: 'v3' }, linuxAmd64, 'found'],
    [{ os: 'windows', architecture: 'amd64' }, linuxAmd64, 'other-platform'],
  ];
  test.for(offers)('of %j, %j is %s', async ([platform, wanted, kind]) => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image({ platform }), '1');
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`, { platform: wanted })).toMatchObject({
      kind,
    });
  });

  test('an image that does not tell its platform is found', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image({ platform: undefined }), '1');
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'found',
      platforms: [],
    });
  });

  test('an image is found when one of its index does not tell its platform', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const entries = [{ image: image({ platform: linuxArm64 }), platform: linuxArm64 }, { image: image() }];
    registry.push('acme/llama', index(entries), '1');
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'found',
      platforms: [linuxArm64],
    });
  });

  test('a platform in words that no message could show is no platform', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image({ platform: { os: 'linux\n::error::', architecture: 'x' } }), '1');
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'found',
      platforms: [],
    });
  });

  test.for(['blob', 'index'] as const)('a %s that cannot be had leaves the image found', async (what) => {
    await using registry = await startRegistry({ auth: 'none' });
    if (what === 'blob') registry.push('acme/llama', image(), '1');
    else registry.push('acme/llama', index([{ image: image(), platform: linuxAmd64 }]), '1');
    if (what === 'blob') registry.fail({ at: 'blob', kind: 'status', status: 500 });
    const platforms = what === 'blob' ? [] : [linuxAmd64];
    const bytes = what === 'blob' ? 3_000_500 : undefined;
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'found',
      platforms,
      bytes,
    });
  });

  test('a configuration that does not match its digest says nothing', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image(), '1');
    registry.fail({ at: 'blob', kind: 'body', body: '{"os":"linux","architecture":"arm64"}' });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'found',
      platforms: [],
    });
  });
});

describe('digests', () => {
  test.for(['sha256', 'sha512'])('%s', async (algorithm) => {
    await using registry = await startRegistry({ auth: 'none' });
    const built = image();
    const manifest = store(built.manifest.mediaType, built.manifest.bytes.toString(), algorithm);
    registry.push('acme/llama', { ...built, manifest });
    const resolution = await createScene().resolve(`${registry.domain}/acme/llama:ignored@${manifest.digest}`);
    expect(resolution).toMatchObject({ kind: 'found', digest: manifest.digest });
    expect(registry.requests[0]?.path).toBe(`/v2/acme/llama/manifests/${manifest.digest}`);
  });

  test('computed when the header is missing, or of another kind', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const { digest } = registry.push('acme/llama', image(), '1');
    registry.fail({ at: 'manifest', kind: 'headers', headers: { 'docker-content-digest': undefined }, times: 1 });
    registry.fail({
      at: 'manifest',
      kind: 'headers',
      headers: { 'docker-content-digest': `sha512:${'0'.repeat(128)}` },
      times: 1,
    });
    registry.fail({ at: 'manifest', kind: 'headers', headers: { 'docker-content-digest': 'nonsense' }, times: 1 });
    for (let time = 0; time < 3; time += 1) {
      expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({ kind: 'found', digest });
    }
  });

  test('a body that does not match its digest is not believed', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const { digest } = registry.push('acme/llama', image(), '1');
    registry.fail({
      at: 'manifest',
      kind: 'headers',
      headers: { 'docker-content-digest': `sha256:${'0'.repeat(64)}` },
      times: 1,
    });
    registry.fail({
      at: 'manifest',
      kind: 'body',
      body: image({ label: 'forged' }).manifest.bytes.toString(),
      times: 1,
    });
    const scene = createScene();
    for (const reference of ['llama:1', `llama@${digest}`]) {
      expect(await scene.resolve(`${registry.domain}/acme/${reference}`)).toEqual({
        kind: 'unknown',
        reason: 'malformed',
        came: `${registry.domain} answered with a manifest that does not match its digest`,
        retryAfterSeconds: undefined,
      });
    }
  });

  test('the type comes from the body when the header does not tell', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image({ style: 'docker' }), '1');
    registry.fail({
      at: 'manifest',
      kind: 'headers',
      headers: { 'content-type': 'application/octet-stream' },
      times: 1,
    });
    registry.fail({ at: 'manifest', kind: 'headers', headers: { 'content-type': undefined }, times: 1 });
    for (let time = 0; time < 2; time += 1) {
      expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
        kind: 'found',
        mediaType: mediaTypes.docker.manifest,
      });
    }
  });
});

describe('with a known digest', () => {
  test('a tag that has not moved costs one HEAD', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const { digest } = registry.push('acme/llama', image(), 'main');
    expect(await createScene().resolve(`${registry.domain}/acme/llama:main`, { knownDigest: digest })).toEqual({
      kind: 'found',
      digest,
      mediaType: mediaTypes.oci.manifest,
      platforms: [],
      bytes: undefined,
    });
    expect(registry.requests.map(({ method }) => method)).toEqual(['HEAD']);
  });

  test('a tag that has moved is read', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const { digest: knownDigest } = registry.push('acme/llama', image({ label: 'old' }), 'main');
    const { digest } = registry.push('acme/llama', image({ label: 'new' }), 'main');
    const resolution = await createScene().resolve(`${registry.domain}/acme/llama:main`, { knownDigest });
    expect(resolution).toMatchObject({ kind: 'found', digest, platforms: [linuxAmd64] });
    expect(registry.requests.map(({ method }) => method)).toEqual(['HEAD', 'GET', 'GET']);
  });

  test('a registry that sends no digest header is read', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const { digest } = registry.push('acme/llama', image(), 'main');
    registry.fail({ at: 'manifest', kind: 'headers', headers: { 'docker-content-digest': undefined } });
    const resolution = await createScene().resolve(`${registry.domain}/acme/llama:main`, { knownDigest: digest });
    expect(resolution).toMatchObject({ kind: 'found', digest, platforms: [linuxAmd64] });
  });

  test('a tag that is gone is missing', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const { digest } = registry.push('acme/llama', image(), 'main');
    registry.untag('acme/llama', 'main');
    registry.tag('acme/llama', 'man', digest);
    const resolution = await createScene().resolve(`${registry.domain}/acme/llama:main`, { knownDigest: digest });
    expect(resolution).toEqual({ kind: 'missing', what: 'tag', nearTags: ['man'] });
  });

  test('a registry that limits is not asked twice', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.fail({ at: 'manifest', kind: 'status', status: 429, headers: { 'retry-after': '60' } });
    const resolution = await createScene().resolve(`${registry.domain}/acme/llama:main`, {
      knownDigest: `sha256:${'0'.repeat(64)}`,
    });
    expect(resolution).toMatchObject({ kind: 'unknown', reason: 'rate-limit', retryAfterSeconds: 60 });
    expect(registry.requests).toHaveLength(1);
  });
});

describe('what is missing', () => {
  const near =
    (asked: string, ...tags: string[]) =>
    async () => {
      await using registry = await startRegistry();
      const { digest } = registry.push('acme/llama', image());
      for (const tag of tags) registry.tag('acme/llama', tag, digest);
      return await createScene().resolve(`${registry.domain}/acme/llama:${asked}`);
    };

  test.for<[asked: string, tags: string[], nearTags: string[]]>([
    ['v1.2.3', ['1.2.3', 'v1.2.4', 'v1.2.5', 'v1.2.6', 'latest'], ['1.2.3', 'v1.2.4', 'v1.2.5']],
    ['latest', ['main'], []],
    ['Main', ['main'], ['main']],
    ['1', ['2', 'x1'], ['2', 'x1']],
    ['sha-0123abc', ['sha-fedc987'], []],
    ['main', [], []],
  ])('%s among %j: %j', async ([asked, tags, nearTags]) => {
    expect(await near(asked, ...tags)()).toEqual({ kind: 'missing', what: 'tag', nearTags });
  });

  test('near tags come from all pages', async () => {
    await using registry = await startRegistry();
    const { digest } = registry.push('acme/llama', image());
    for (let build = 100; build < 400; build += 1) registry.tag('acme/llama', `build-${build}`, digest);
    registry.tag('acme/llama', 'v1.2.4', digest);
    expect(await createScene().resolve(`${registry.domain}/acme/llama:v1.2.3`)).toEqual({
      kind: 'missing',
      what: 'tag',
      nearTags: ['v1.2.4'],
    });
    expect(registry.requests.filter(({ path }) => path.includes('/tags/')).map(({ path }) => path)).toEqual([
      '/v2/acme/llama/tags/list?n=1000',
      '/v2/acme/llama/tags/list?last=build-199&n=1000',
      '/v2/acme/llama/tags/list?last=build-299&n=1000',
      '/v2/acme/llama/tags/list?last=build-399&n=1000',
    ]);
  });

  test('pages end after five, wherever the links lead', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image(), '2');
    const link = '<https://elsewhere.example/v2/other/tags/list?n=1&last=2>; rel="next"';
    registry.fail({ at: 'tags', kind: 'headers', headers: { link } });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'missing',
      nearTags: ['2'],
    });
    expect(registry.requests.filter(({ path }) => path.startsWith('/v2/acme/llama/tags/list?'))).toHaveLength(5);
  });

  test.for([401, 403, 404, 405, 429, 500])('a list that answers %i leaves the tag missing', async (status) => {
    await using registry = await startRegistry();
    registry.push('acme/llama', image(), '2');
    registry.fail({ at: 'tags', kind: 'status', status });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'missing',
      what: 'tag',
      nearTags: [],
    });
  });

  test('a digest', async () => {
    await using registry = await startRegistry();
    registry.push('acme/llama', image(), '2');
    const resolution = await createScene().resolve(`${registry.domain}/acme/llama@sha256:${'0'.repeat(64)}`);
    expect(resolution).toEqual({ kind: 'missing', what: 'digest', nearTags: [] });
  });

  test('a repository, to somebody who may see', async () => {
    await using registry = await startRegistry({ users: { ci: 'pw' } });
    const scene = createScene({ credentials: { kind: 'password', username: 'ci', password: 'pw' } });
    expect(await scene.resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'missing',
      what: 'repository',
      nearTags: [],
    });
  });

  test('a repository may be hidden from somebody without credentials', async () => {
    await using registry = await startRegistry();
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'unknown',
      reason: 'not-visible',
      came: `${registry.domain} answered 404 (NAME_UNKNOWN)`,
      retryAfterSeconds: undefined,
    });
  });

  test('a tag that was pushed between two answers is not called missing', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.push('acme/llama', image(), '1');
    const body = '{"errors":[{"code":"MANIFEST_UNKNOWN","message":"x"}]}';
    registry.fail({ at: 'manifest', kind: 'status', status: 404, body });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toMatchObject({
      kind: 'unknown',
      reason: 'unavailable',
    });
  });

  test('a web server that knows nothing of images is no registry', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.fail({ at: 'manifest', kind: 'web-page', status: 404 });
    expect(await createScene().resolve(`${registry.domain}/acme/llama:1`)).toEqual({
      kind: 'unknown',
      reason: 'malformed',
      came: `${registry.domain} answered 404, but not like a registry`,
      retryAfterSeconds: undefined,
    });
  });
});

test('a chart or a model is no image', async () => {
  await using registry = await startRegistry({ auth: 'none' });
  registry.push('acme/chart', image({ configType: 'application/vnd.cncf.helm.config.v1+json' }), '1');
  expect(await createScene().resolve(`${registry.domain}/acme/chart:1`)).toMatchObject({
    kind: 'unknown',
    reason: 'no-image',
  });
});

test('moved tags are followed', async () => {
  await using registry = await startRegistry();
  const old = registry.push('acme/llama', image({ label: 'old' }), 'main');
  const scene = createScene();
  const digestNow = async () => {
    const resolution = await scene.resolve(`${registry.domain}/acme/llama:main`);
    return resolution.kind === 'found' && resolution.digest;
  };
  expect(await digestNow()).toBe(old.digest);
  const fresh = registry.push('acme/llama', image({ label: 'new' }), 'main');
  expect(await digestNow()).toBe(fresh.digest);
  registry.tag('acme/llama', 'main', old.digest);
  expect(await digestNow()).toBe(old.digest);
});
