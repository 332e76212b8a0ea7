/** What a registry keeps of an image: indexes, manifests and configurations, in OCI's words and in docker's. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Reply } from './exchange.ts';
import { isDigest } from './reference.ts';
import { tryParseJson } from './stored-logins.ts';

export interface Platform {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string | undefined;
}

const manifestTypes = {
  ociIndex: 'application/vnd.oci.image.index.v1+json',
  ociManifest: 'application/vnd.oci.image.manifest.v1+json',
  dockerList: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
} as const;

export const acceptManifests = Object.values(manifestTypes).join(', ');

const text = z.string().check(z.maxLength(255));
const size = z.number().check(z.int(), z.minimum(0));
const digest = z.string().check(z.refine(isDigest));
const platform = z.object({ os: text, architecture: text, variant: z.optional(z.nullable(text)) });
const descriptor = z.object({ mediaType: z.optional(text), digest, size });

const indexSchema = z.object({
  manifests: z.array(
    z.extend(descriptor, {
      platform: z.optional(z.nullable(platform)),
      annotations: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
    }),
  ),
});
const manifestSchema = z.object({ config: descriptor, layers: z.array(descriptor) });

export interface ImageIndex {
  readonly kind: 'index';
  readonly images: readonly { readonly digest: string; readonly platform: Platform | undefined }[];
}

export interface ImageManifest {
  readonly kind: 'manifest';
  readonly config: { readonly digest: string; readonly mediaType: string | undefined };
  /** Of the layers as they are pulled, compressed. */
  readonly layerBytes: number;
}

export interface Document {
  /** Of the bytes that came. */
  readonly digest: string;
  readonly mediaType: string;
  readonly content: ImageIndex | ImageManifest;
}

/** Undefined for what is none of the four types. `algorithm`: that of the digest it was asked by. */
export function parseDocument(reply: Reply, algorithm = 'sha256'): Document | undefined {
  const parsed = tryParseJson(Buffer.from(reply.body).toString('utf8'));
  const content = parseIndex(parsed) ?? parseManifest(parsed);
  if (!content) return undefined;
  const said = [mediaTypeOf(reply), typeIn(parsed)].find((type) => type !== undefined && isManifestType(type));
  const isIndexType = said === manifestTypes.ociIndex || said === manifestTypes.dockerList;
  if (said !== undefined && isIndexType !== (content.kind === 'index')) return undefined;
  const assumed = content.kind === 'index' ? manifestTypes.ociIndex : manifestTypes.ociManifest;
  return { digest: digestOf(reply.body, algorithm), mediaType: said ?? assumed, content };
}

export function digestOf(bytes: Uint8Array, algorithm = 'sha256'): string {
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

/** Without its parameters. */
export function mediaTypeOf({ headers }: Reply): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || undefined;
}

export function isManifestType(type: string): boolean {
  return Object.values<string>(manifestTypes).includes(type);
}

/** The platform that a configuration says it was built for; undefined when it says none. */
export function parseConfigPlatform(bytes: Uint8Array): Platform | undefined {
  const read = platform.safeParse(tryParseJson(Buffer.from(bytes).toString('utf8')));
  return read.success ? platformOf(read.data) : undefined;
}

/** Whether this configuration is an image's; other artifacts (charts, models, signatures) use the same manifests. */
export function isImageConfig(mediaType: string | undefined): boolean {
  return (
    mediaType === undefined ||
    /^application\/(?:vnd\.oci\.image\.config|vnd\.docker\.container\.image|octet-stream)/.test(mediaType)
  );
}

/** `linux/amd64`, `linux/arm/v7`. */
function renderPlatform({ os, architecture, variant }: Platform): string {
  return [os, architecture, ...(variant ? [variant] : [])].join('/');
}

/** A platform without a variant takes any. */
export function isPlatform(offered: Platform, wanted: Platform): boolean {
  return (
    offered.os === wanted.os &&
    offered.architecture === wanted.architecture &&
    (!wanted.variant || offered.variant === wanted.variant)
  );
}

/** Each platform once, in the order of the index. */
export function offeredPlatforms({ images }: ImageIndex): Platform[] {
  const platforms = images.flatMap(({ platform }) => (platform ? [platform] : []));
  return [...new Map(platforms.map((offered) => [renderPlatform(offered), offered])).values()];
}

function parseIndex(value: unknown): ImageIndex | undefined {
  const read = indexSchema.safeParse(value);
  if (!read.success) return undefined;
  const images = read.data.manifests.flatMap(({ digest, platform, annotations }) => {
    // Builders put statements about an image beside it, as images for no platform.
    const isAttestation = annotations?.['vnd.docker.reference.type'] !== undefined || platform?.os === 'unknown';
    return isAttestation ? [] : [{ digest, platform: platform ? platformOf(platform) : undefined }];
  });
  return { kind: 'index', images };
}

function parseManifest(value: unknown): ImageManifest | undefined {
  const read = manifestSchema.safeParse(value);
  if (!read.success) return undefined;
  const { config, layers } = read.data;
  const layerBytes = layers.reduce((sum, layer) => sum + layer.size, 0);
  return { kind: 'manifest', config: { digest: config.digest, mediaType: config.mediaType }, layerBytes };
}

function platformOf({ os, architecture, variant }: z.infer<typeof platform>): Platform | undefined {
  if (os === '' || architecture === '' || ![os, architecture, variant ?? ''].every(isWord)) return undefined;
  return variant ? { os, architecture, variant } : { os, architecture };
}

/** Platforms stand in messages; nothing else may stand there. */
function isWord(part: string): boolean {
  return /^[\w.-]{0,40}$/.test(part);
}

function typeIn(value: unknown): string | undefined {
  const type = typeof value === 'object' && value !== null && 'mediaType' in value ? value.mediaType : undefined;
  return typeof type === 'string' ? type : undefined;
}
