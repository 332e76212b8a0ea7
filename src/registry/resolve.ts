/** Asks a registry what stands behind an image reference: whether it exists, its digest, its platforms, its size. */

import * as z from 'zod/mini';
import { firstHeader, type HttpResponse, nextLink } from '../http/transport.ts';
import { nearest } from '../nearest.ts';
import { type RegistryPorts, RepositoryClient, readJson, type Unknown, unknown } from './client.ts';
import {
  acceptManifests,
  digestOf,
  type ImageIndex,
  type ImageManifest,
  isImage,
  parseManifest,
  platformText,
} from './manifest.ts';
import { type ImageReference, isDigest, isTag, servicePlatform } from './reference.ts';

export type Resolution =
  | {
      readonly kind: 'found';
      /** Of the index where there is one, so that it stands for all platforms. */
      readonly digest: string;
      /** What the service pulls: the sum of compressed layers; undefined when it was not read. */
      readonly bytes: number | undefined;
    }
  /** At least one, none of them {@link servicePlatform}. */
  | { readonly kind: 'other-platform'; readonly platforms: readonly string[] }
  /** `nearTags`: what may have been meant, the closest first; empty when none is close or listing them is not allowed. */
  | { readonly kind: 'missing'; readonly what: 'tag' | 'digest'; readonly nearTags: readonly string[] }
  | Unknown;

export interface ResolveOptions extends RegistryPorts {
  /** Ends everything together, helpers included; the run's own cancellation. */
  readonly signal: AbortSignal;
  /** Makes the signal that ends it after `ms`. */
  readonly timeoutSignal: (ms: number) => AbortSignal;
}

const timeoutMs = 3000;
const maxTagPages = 5;
const maxTags = 10_000;
const maxNearTags = 3;

/** What a registry does is part of the answer. Rejects with the signal's reason alone. */
export async function resolveImage(
  reference: ImageReference,
  { signal, timeoutSignal, ...ports }: ResolveOptions,
): Promise<Resolution> {
  signal.throwIfAborted();
  const ended = AbortSignal.any([signal, timeoutSignal(timeoutMs)]);
  const client = new RepositoryClient(reference, { ports, signal: ended, timeoutMs });
  const resolution = await resolve(reference, client);
  signal.throwIfAborted();
  return resolution;
}

async function resolve(reference: ImageReference, client: RepositoryClient): Promise<Resolution> {
  const found = await getManifest(client, reference.digest ?? reference.tag ?? '');
  if (found.kind === 'unknown') return found;
  if (found.kind === 'response') return judgeAbsence({ client, reference, reply: found });
  const { digest, content } = found;
  if (content.kind === 'manifest') {
    if (!isImage(content))
      return unknown('malformed', `${client.host} has something other than a container image there`);
    const platform = await readPlatform(client, content);
    const isOther = platform !== undefined && platform !== servicePlatform;
    return isOther
      ? { kind: 'other-platform', platforms: [client.show(platform)] }
      : { kind: 'found', digest, bytes: content.layerBytes };
  }
  const platforms = content.images.map(({ platform }) => platform);
  if (platforms.length > 0 && platforms.every((platform) => platform !== undefined && platform !== servicePlatform))
    return {
      kind: 'other-platform',
      platforms: [...new Set(platforms)].map((platform) => client.show(platform ?? '')),
    };
  return { kind: 'found', digest, bytes: await pulledBytes(client, content) };
}

interface FoundManifest {
  readonly kind: 'manifest';
  /** Of the bytes that came. */
  readonly digest: string;
  readonly content: ImageIndex | ImageManifest;
}

/** By a tag or a digest. The answer itself for a 404. */
async function getManifest(client: RepositoryClient, name: string): Promise<FoundManifest | HttpResponse | Unknown> {
  const reply = await client.get(`manifests/${name}`, acceptManifests);
  if (reply.kind === 'unknown' || reply.status === 404) return reply;
  if (reply.status !== 200) return client.refusal(reply);
  const content = parseManifest(readJson(reply.body));
  if (!content) {
    const type = firstHeader(reply.headers, 'content-type')?.split(';', 1)[0] ?? '';
    const but = /^[\w.+/-]{1,80}$/.test(type) ? ` but ${client.show(type)}` : '';
    return unknown('malformed', `${client.host} answered with no image manifest${but}`);
  }
  const said = isDigest(name) ? name : (firstHeader(reply.headers, 'docker-content-digest') ?? '');
  const algorithm = isDigest(name) ? name.split(':', 1)[0] : 'sha256';
  const digest = digestOf(reply.body, algorithm);
  if (said.startsWith(`${algorithm}:`) && said !== digest)
    return unknown('malformed', `${client.host} answered with a manifest that does not match its digest`);
  return { kind: 'manifest', digest, content };
}

/** 404 alone is no proof: to somebody without rights it may mean "private", and a web server says it of everything. */
async function judgeAbsence({
  client,
  reference,
  reply,
}: {
  client: RepositoryClient;
  reference: ImageReference;
  reply: HttpResponse;
}): Promise<Resolution> {
  const { digest, tag = '' } = reference;
  const code = client.errorCode(reply);
  const tags = code === undefined ? [] : await listTags(client);
  // Between the two answers the tag may have been pushed.
  if (digest === undefined && tags.includes(tag))
    return unknown('unavailable', `${client.host} lists the tag, but answered 404 for it`);
  if (tags.length === 0 && code !== 'MANIFEST_UNKNOWN') return client.refusal(reply);
  if (digest !== undefined) return { kind: 'missing', what: 'digest', nearTags: [] };
  // A tag that holds a secret is nobody's suggestion.
  const near = nearest(tag, tags).filter((each) => client.show(each) === each);
  return { kind: 'missing', what: 'tag', nearTags: near.slice(0, maxNearTags) };
}

const tagList = z.object({ tags: z.nullable(z.array(z.string())) });

/** The first 10,000 tags at most; empty when the registry lists none to us. Not everybody who may pull may list. */
async function listTags(client: RepositoryClient): Promise<string[]> {
  const tags: string[] = [];
  let path: string | undefined = 'tags/list?n=1000';
  for (let page = 0; path !== undefined && page < maxTagPages && tags.length < maxTags; page += 1) {
    const reply: HttpResponse | Unknown = await client.get(path, 'application/json');
    const read =
      reply.kind === 'response' && reply.status === 200 ? tagList.safeParse(readJson(reply.body)) : undefined;
    if (reply.kind === 'unknown' || !read?.success) break;
    tags.push(...(read.data.tags ?? []).filter(isTag));
    path = nextPage(nextLink(reply.headers) ?? '');
  }
  return tags.slice(0, maxTags);
}

/** Of `/v2/acme/app/tags/list?last=b&n=2` the query; the rest of the address is known. */
function nextPage(link: string): string | undefined {
  const query = URL.parse(link, 'https://registry.invalid')?.search;
  return query ? `tags/list${query}` : undefined;
}

/** Undefined when it cannot be had: the image is there all the same. */
async function readPlatform(client: RepositoryClient, { config }: ImageManifest): Promise<string | undefined> {
  const reply = await client.get(`blobs/${config.digest}`, '*/*');
  if (reply.kind === 'unknown' || reply.status !== 200) return undefined;
  const isWhole = digestOf(reply.body, config.digest.split(':', 1)[0]) === config.digest;
  return isWhole ? platformText(readJson(reply.body)) : undefined;
}

/** Undefined when it cannot be had. */
async function pulledBytes(client: RepositoryClient, { images }: ImageIndex): Promise<number | undefined> {
  const image = images.find(({ platform }) => platform === servicePlatform);
  const found = image && (await getManifest(client, image.digest));
  return found?.kind === 'manifest' && found.content.kind === 'manifest' ? found.content.layerBytes : undefined;
}
