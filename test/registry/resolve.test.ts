/** What stands behind a reference: digests, platforms, sizes. */

import { describe, expect, test } from 'vitest';
import { type BuiltFor, image, index, linuxAmd64, linuxArm64, type Style } from './content.ts';
import { startRegistry } from './registry.ts';
import { ask, startLlama } from './scene.ts';

describe.for<Style>(['oci', 'docker'])('%s', (style) => {
  test('a manifest: its digest and the sum of its layers', async () => {
    await using registry = await startRegistry();
    const { digest } = registry.push('acme/llama', image({ style, layers: [4_000_000_000, 200_000_000, 7] }), '1');
    expect(await ask(registry)).toEqual({ kind: 'found', digest });
    const asked = registry.requests.map(({ at, method, path, status }) => [at, method, path, status].join(' '));
    expect(asked.map((line) => line.replace(/sha256:\w+/, 'sha256:…'))).toEqual([
      'registry GET /v2/acme/llama/manifests/1 401',
      'tokens GET /token?service=tests&scope=repository%3Aacme%2Fllama%3Apull 200',
      'registry GET /v2/acme/llama/manifests/1 200',
      'registry GET /v2/acme/llama/blobs/sha256:… 200',
    ]);
  });

  test('an index: its own digest, the layers of the wanted platform, statements left out', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const unknown = { os: 'unknown', architecture: 'unknown' };
    const entries = [
      { image: image({ style, layers: [1], platform: linuxArm64 }), platform: linuxArm64 },
      { image: image({ style, layers: [3], label: 'statement' }), platform: unknown },
      { image: image({ style, layers: [10, 20] }), platform: linuxAmd64 },
    ];
    for (const each of entries) registry.push('acme/llama', each.image);
    const { digest } = registry.push('acme/llama', index(entries, style), 'latest');
    expect(await ask(registry, { image: 'acme/llama' })).toEqual({ kind: 'found', digest });
  });
});

describe('platforms', () => {
  const arm = { os: 'linux', architecture: 'arm', variant: 'v7' };
  const windows = { os: 'windows', architecture: 'amd64' };
  const odd = { os: 'linux\n::error::', architecture: 'x' };
  const several = ['linux/arm64', 'linux/arm', 'windows/amd64'];
  test.for<[offered: readonly (BuiltFor | undefined)[], platforms: string[] | 'found']>([
    [[linuxAmd64], 'found'],
    [[{ ...linuxAmd64, variant: 'v3' }], 'found'],
    [[undefined], 'found'],
    [[odd], 'found'],
    [[linuxArm64], ['linux/arm64']],
    [[linuxArm64, arm, linuxArm64, windows], several],
    [[linuxArm64, undefined], 'found'],
    [[linuxArm64, odd], 'found'],
    [[], 'found'],
  ])('%j: %j', async ([offered, platforms]) => {
    await using registry = await startRegistry({ auth: 'none' });
    const entries = offered.map((platform) => ({ image: image({ platform }), platform }));
    registry.push('acme/llama', index(entries), 'index');
    for (const entry of entries) registry.push('acme/llama', entry.image, 'manifest');
    const expected = platforms === 'found' ? { kind: 'found' } : { kind: 'other-platform', platforms };
    for (const tag of offered.length === 1 ? ['index', 'manifest'] : ['index'])
      expect(await ask(registry, { image: `acme/llama:${tag}` })).toMatchObject(expected);
  });

  test('what cannot be read beside the manifest leaves the image found', async () => {
    await using registry = await startLlama({ auth: 'none' });
    registry.push('acme/llama', index([{ image: image({ label: 'gone' }), platform: linuxAmd64 }]), '2');
    registry.fail({ at: 'blob', kind: 'status', status: 500, times: 1 });
    registry.fail({ at: 'blob', kind: 'body', body: '{"os":"linux","architecture":"arm64"}' });
    const found = ['1', '1', '2'].map((tag) => ask(registry, { image: `acme/llama:${tag}` }));
    expect(await Promise.all(found)).toMatchObject(found.map(() => ({ kind: 'found' })));
  });
});

test('a digest is asked for in place of its tag, and has to match', async () => {
  await using registry = await startRegistry({ auth: 'none' });
  const { digest } = registry.push('acme/llama', image());
  const asked = { image: `acme/llama:ignored@${digest}` };
  expect(await ask(registry, asked)).toMatchObject({ kind: 'found', digest });
  expect(registry.requests[0]?.path).toBe(`/v2/acme/llama/manifests/${digest}`);
  const body = image({ label: 'forged' }).manifest.bytes.toString();
  registry.fail({ at: 'manifest', kind: 'body', body });
  const reason = `${registry.domain} answered 200, but the manifest does not match its digest`;
  expect(await ask(registry, asked)).toEqual({ kind: 'unknown', cause: 'malformed', reason });
});

describe('what is missing', () => {
  test.for(['2', `1@sha256:${'0'.repeat(64)}`])('llama:%s', async (asked) => {
    await using registry = await startLlama();
    expect(await ask(registry, { image: `acme/llama:${asked}` })).toEqual({ kind: 'missing' });
  });

  const isHidden = '(no such repository, or no login that may read it)';
  test.for<[body: string, reason: string]>([
    ['{"errors":[{"code":"NAME_UNKNOWN"}]}', `404 NAME_UNKNOWN ${isHidden}`],
    ['{"errors":[{"code":"NOT_FOUND"}]}', `404 NOT_FOUND ${isHidden}`],
    ['<html>404</html>', `404 ${isHidden} (a web page)`],
    ['', `404 ${isHidden}`],
  ])('a repository that answers %j', async ([body, reason]) => {
    await using registry = await startRegistry({ auth: 'none' });
    registry.fail({ at: 'manifest', kind: 'status', status: 404, body });
    const unknown = { kind: 'unknown', cause: 'no-access', reason: `${registry.domain} answered ${reason}` };
    expect(await ask(registry)).toEqual(unknown);
  });

  test('a sentence that only begins with the code says nothing', async () => {
    await using registry = await startRegistry({ auth: 'none' });
    const body = '{"error":"MANIFEST_UNKNOWN: no such manifest"}';
    registry.fail({ at: 'manifest', kind: 'status', status: 404, body });
    expect((await ask(registry)).kind).toBe('unknown');
  });
});
