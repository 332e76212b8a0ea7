/** Asks a registry what stands behind an image reference: whether it exists, its digest, its platforms, its size. */

import * as z from 'zod/mini';
import { firstHeader, type HttpResponse } from '../http/transport.ts';
import { nearest } from '../nearest.ts';
import { type RegistryPorts, RepositoryClient, readJson, type Unknown, unknown } from './client.ts';
import {
  acceptManifests,
  digestOf,
  type ImageIndex,
  type ImageManifest,
  parseManifest,
  platformText,
} from './manifest.ts';
import { type ImageReference, isTag, servicePlatform } from './reference.ts';

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
  /** `nearTags`: what may have been meant, the closest first; empty when none is close, or none is listed. */
  | { readonly kind: 'missing'; readonly what: 'tag' | 'digest'; readonly nearTags: readonly string[] }
  | Unknown;

export interface ResolveOptions extends RegistryPorts {
  /** Ends everything together, helpers included; the run's own cancellation. */
  readonly signal: AbortSignal;
  /** Makes the signal that ends it after `ms`. */
  readonly timeoutSignal: (ms: number) => AbortSignal;
}

const timeoutMs = 3000;
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
  const found = await getManifest(client, reference);
  if (found.kind === 'unknown') return found;
  if (found.kind === 'response') return judgeAbsence(found, { client, reference });
  const { digest, content } = found;
  const platforms =
    content.kind === 'manifest'
      ? [await readPlatform(client, content)]
      : content.images.map(({ platform }) => platform);
  const others = platforms.filter((platform) => platform !== undefined && platform !== servicePlatform);
  if (others.length > 0 && others.length === platforms.length)
    return { kind: 'other-platform', platforms: [...new Set(others)].map((platform = '') => client.show(platform)) };
  const bytes = content.kind === 'manifest' ? content.layerBytes : await pulledBytes(client, content);
  return { kind: 'found', digest, bytes };
}

interface FoundManifest {
  readonly kind: 'manifest';
  /** Of the bytes that came. */
  readonly digest: string;
  readonly content: ImageIndex | ImageManifest;
}

/** By its digest, or else by its tag. The answer itself for a 404. */
async function getManifest(
  client: RepositoryClient,
  { digest: asked, tag = '' }: Partial<ImageReference>,
): Promise<FoundManifest | HttpResponse | Unknown> {
  const reply = await client.get(`manifests/${asked ?? tag}`, acceptManifests);
  if (reply.kind === 'unknown' || reply.status === 404) return reply;
  if (reply.status !== 200) return client.refusal(reply);
  const content = parseManifest(readJson(reply.body));
  if (!content) {
    const type = firstHeader(reply.headers, 'content-type')?.split(';', 1)[0] ?? '';
    const but = /^[\w.+/-]{1,80}$/.test(type) ? ` but ${client.show(type)}` : '';
    return unknown('malformed', `${client.host} answered with no image manifest${but}`);
  }
  const digest = digestOf(reply.body, asked);
  if (asked !== undefined && asked !== digest)
    return unknown('malformed', `${client.host} answered with a manifest that does not match its digest`);
  return { kind: 'manifest', digest, content };
}

const tagList = z.object({ tags: z.nullable(z.array(z.string())) });

/** 404 alone proves nothing: without rights it may mean "private", and a web server says it of everything. */
async function judgeAbsence(
  reply: HttpResponse,
  { client, reference: { digest, tag = '' } }: { client: RepositoryClient; reference: ImageReference },
): Promise<Resolution> {
  const code = client.errorCode(reply);
  // The first page: a login that may pull may be refused the list, and a registry with thousands of tags names builds.
  const listed = code === undefined ? undefined : await client.get('tags/list?n=1000', 'application/json');
  const isList = listed?.kind === 'response' && listed.status === 200;
  const tags = (isList && tagList.safeParse(readJson(listed.body)).data?.tags) || [];
  // Between the two answers the tag may have been pushed.
  if (digest === undefined && tags.includes(tag))
    return unknown('unavailable', `${client.host} lists the tag, but answered 404 for it`);
  if (tags.length === 0 && code !== 'MANIFEST_UNKNOWN') return client.refusal(reply);
  if (digest !== undefined) return { kind: 'missing', what: 'digest', nearTags: [] };
  // A tag that holds a secret is not suggested.
  const near = nearest(tag, tags.filter(isTag)).filter((each) => client.show(each) === each);
  return { kind: 'missing', what: 'tag', nearTags: near.slice(0, maxNearTags) };
}

/** Undefined when it cannot be had: the image is there. */
async function readPlatform(client: RepositoryClient, { config }: ImageManifest): Promise<string | undefined> {
  const reply = await client.get(`blobs/${config.digest}`, '*/*');
  if (reply.kind === 'unknown' || reply.status !== 200) return undefined;
  return digestOf(reply.body, config.digest) === config.digest ? platformText(readJson(reply.body)) : undefined;
}

/** Undefined when it cannot be had. */
async function pulledBytes(client: RepositoryClient, { images }: ImageIndex): Promise<number | undefined> {
  const image = images.find(({ platform }) => platform === servicePlatform);
  const found = image && (await getManifest(client, image));
  return found?.kind === 'manifest' && found.content.kind === 'manifest' ? found.content.layerBytes : undefined;
}
