/** The pull side of the distribution specification, and the store that blobs may be redirected to. */

import { mediaTypes } from './content.ts';
import type { Fault, Place } from './faults.ts';
import type { Answer, Call, Delivery, World } from './registry.ts';

const manifestTypes = [mediaTypes.oci, mediaTypes.docker].flatMap(({ index, manifest }) => [index, manifest]);

export function answerRegistry(world: World, call: Call): Delivery {
  const found = /^\/v2\/([a-z0-9._/-]+?)\/(manifests|blobs|tags)\/([^/]+)$/.exec(call.url.pathname);
  checkRequest(world, call, found?.[2]);
  if (!found) return { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found\n' };
  const [, path = '', kind, name = ''] = found;
  const place: Place = kind === 'manifests' ? 'manifest' : kind === 'blobs' ? 'blob' : 'tags';
  const fault = world.faults.take(place);
  const answer = refusal(world, { call, path }) ?? trueAnswer(world, { path, place, name });
  return applyFault(fault, { call, answer });
}

/** Presigned addresses answer to nobody who brings credentials of another kind. */
export function answerBlobStore(world: World, call: Call): Delivery {
  if (call.authorization !== undefined) world.violate(`${call.path}: credentials were sent to the blob store`);
  for (const { blobs } of world.repositories.values()) {
    const blob = blobs.get(call.url.pathname.slice(1));
    if (blob) return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: blob.bytes };
  }
  return { status: 404, headers: { 'content-type': 'application/xml' }, body: '<Error><Code>NoSuchKey</Code></Error>' };
}

function checkRequest(world: World, { method, url, headers, body, path }: Call, kind: string | undefined): void {
  const violate = (what: string) => world.violate(`${method} ${path}: ${what}`);
  if (kind === undefined) violate('no such place in a registry');
  if (method !== 'GET' && method !== 'HEAD') violate('nothing is pulled by this method');
  if (body !== '') violate('a body');
  if ((headers['accept-encoding'] ?? 'identity') !== 'identity')
    violate('an encoding is asked for, digests are of the plain bytes');
  const accepted = (headers.accept ?? '').split(',').map((type) => type.trim());
  if (kind === 'manifests') {
    for (const type of manifestTypes) if (!accepted.includes(type)) violate(`${type} is not accepted`);
  }
  for (const [name, value] of url.searchParams) {
    if (kind !== 'tags' || name !== 'n' || !/^[1-9]\d{0,3}$/.test(value)) violate(`the parameter ${name}=${value}`);
  }
}

interface Asked {
  readonly call: Call;
  readonly path: string;
  readonly place: Place;
  readonly name: string;
}

const json = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: {
    'content-type': body.startsWith('{') ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'docker-distribution-api-version': 'registry/2.0',
    ...headers,
  },
  body,
});

function refusal(world: World, { call, path }: Pick<Asked, 'call' | 'path'>): Answer | undefined {
  const { shape } = world;
  const challenge = shape.challenge(path);
  if (challenge === '') return undefined;
  const [scheme, value = ''] = (call.authorization ?? '').split(' ');
  const unauthorized = json(401, shape.unauthorized, { 'www-authenticate': challenge });
  if (scheme === '') return unauthorized;
  if (shape.tokens === undefined) {
    const isKnown = scheme === 'Basic' && isUser(world, value);
    if (scheme !== 'Basic') world.violate(`${call.path}: ${scheme} where Basic is asked for`);
    return isKnown ? undefined : unauthorized;
  }
  const opened = scheme === 'Bearer' ? world.issued.get(value) : undefined;
  if (opened === undefined) {
    world.violate(`${call.path}: a token that was never handed out`);
    return unauthorized;
  }
  const isPrivate = world.repositories.get(path)?.isPrivate ?? false;
  if (!isPrivate || opened.has(path)) return undefined;
  return json(
    shape.denied.status,
    shape.denied.body,
    shape.denied.status === 401 ? { 'www-authenticate': challenge } : {},
  );
}

export function isUser({ users }: Pick<World, 'users'>, basic: string): boolean {
  const [, user = '', password] = /^([^:]+):(.*)$/s.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? [];
  return Object.hasOwn(users, user) && users[user] === password;
}

function trueAnswer(world: World, { path, place, name }: Omit<Asked, 'call'>): Answer {
  const { shape } = world;
  const repository = world.repositories.get(path);
  if (!repository) return json(404, shape.unknownRepository(path));
  if (place === 'tags') return json(200, JSON.stringify({ name: path, tags: [...repository.tags.keys()].sort() }));
  if (place === 'blob') {
    const blob = repository.blobs.get(name);
    if (!blob)
      return json(404, JSON.stringify({ errors: [{ code: 'BLOB_UNKNOWN', message: 'blob unknown to registry' }] }));
    if (!shape.redirectsBlobs)
      return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: blob.bytes };
    return { status: 307, headers: { location: `${world.blobsUrl()}/${blob.digest}?signature=x` }, body: '' };
  }
  const manifest = repository.manifests.get(name.includes(':') ? name : (repository.tags.get(name) ?? ''));
  if (!manifest) return json(404, shape.unknownTag(path, name));
  return { status: 200, headers: { 'content-type': manifest.mediaType }, body: manifest.bytes };
}

export function applyFault(fault: Fault | undefined, { call, answer }: { call: Call; answer: Answer }): Delivery {
  const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body></body></html>';
  switch (fault?.kind) {
    case undefined:
      return answer;
    case 'hang':
    case 'reset':
      return fault.kind;
    case 'truncated':
      return { truncated: answer };
    case 'half-json':
      return { ...answer, body: Buffer.from(answer.body).subarray(0, answer.body.length / 2) };
    case 'status':
      return json(fault.status, fault.body ?? '', fault.headers);
    case 'web-page':
      return { status: fault.status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
    case 'redirect-loop':
      return { status: 307, headers: { location: call.path }, body: '' };
    case 'redirect':
      return { status: 307, headers: { location: fault.to }, body: '' };
    case 'headers': {
      const headers = Object.entries({ ...answer.headers, ...fault.headers }).filter(
        ([, value]) => value !== undefined,
      );
      return { ...answer, headers: Object.fromEntries(headers) as Answer['headers'] };
    }
    case 'body':
      return { ...answer, body: fault.body };
  }
}
