/** The registry for tests itself: that it refuses and reports what no client may do. */

import { expect, test } from 'vitest';
import { createTransport } from '../../src/http/transport.ts';
import { startRegistry } from './registry.ts';

const accept = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

async function ask(url: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  const transport = createTransport({ baseUrl: url, headers: { accept } });
  const { method = 'GET', ...rest } = init;
  const { search } = new URL(url);
  await transport.exchange({ method: method as 'GET', path: search, ...rest, timeoutMs: 60_000 });
  await transport.close();
}

const manifest = '/v2/x/manifests/1';
const oneType = accept.replace('application/vnd.oci.image.index.v1+json, ', '');

test.for<[at: 'registry' | 'tokens' | 'blobs', path: string, init: Parameters<typeof ask>[1], violation: string]>([
  ['registry', '/v2', {}, 'GET /v2: no such place in a registry'],
  ['registry', '/v2/Acme/x/manifests/1', {}, 'GET /v2/Acme/x/manifests/1: no such place in a registry'],
  ['registry', manifest, { method: 'PUT' }, `PUT ${manifest}: nothing is pulled by this method`],
  [
    'registry',
    manifest,
    { headers: { 'accept-encoding': 'gzip' } },
    `GET ${manifest}: an encoding is asked for, digests are of the plain bytes`,
  ],
  [
    'registry',
    manifest,
    { headers: { accept: oneType } },
    `GET ${manifest}: application/vnd.oci.image.index.v1+json is not accepted`,
  ],
  [
    'registry',
    manifest,
    { headers: { authorization: 'Bearer stolen' } },
    `${manifest}: a token that was never handed out`,
  ],
  ['blobs', '/x', { headers: { authorization: 'Bearer x' } }, '/x: credentials were sent to the blob store'],
  [
    'tokens',
    '/token?service=tests&scope=repository:x:pull,push',
    {},
    'GET /token of the token server: the scope repository:x:pull,push',
  ],
])('it reports, at %s: %s %j', async ([at, path, init, violation]) => {
  const registry = await startRegistry();
  await ask(registry.urls[at] + path, init);
  expect(registry.violations).toEqual([violation]);
  await expect(registry[Symbol.asyncDispose]()).rejects.toThrow(violation);
});
