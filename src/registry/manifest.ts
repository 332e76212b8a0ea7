/** What a registry keeps of an image: indexes, manifests and configurations, in OCI's words and in docker's. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isDigest } from './reference.ts';

export const acceptManifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

const digest = z.string().check(z.refine(isDigest));
const platform = z.object({ os: z.string(), architecture: z.string(), variant: z.nullish(z.string()) });
const indexSchema = z.object({ manifests: z.array(z.object({ digest, platform: z.nullish(platform) })) });
const manifestSchema = z.object({
  config: z.object({ digest }),
  layers: z.array(z.object({ size: z.int().check(z.minimum(0)) })),
});

export interface ImageIndex {
  readonly kind: 'index';
  /** Without the attestations that builders put beside images. `platform`: {@link platformText}. */
  readonly images: readonly { readonly digest: string; readonly platform: string | undefined }[];
}

export interface ImageManifest {
  readonly kind: 'manifest';
  readonly config: { readonly digest: string };
  /** Of the layers as they are pulled, compressed. */
  readonly layerBytes: number;
}

/** Undefined for what is neither. */
export function parseManifest(json: unknown): ImageIndex | ImageManifest | undefined {
  const index = indexSchema.safeParse(json);
  if (index.success) {
    const images = index.data.manifests
      .filter((image) => image.platform?.os !== 'unknown')
      .map((image) => ({ digest: image.digest, platform: platformText(image.platform) }));
    return { kind: 'index', images };
  }
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) return undefined;
  const { config, layers } = manifest.data;
  return { kind: 'manifest', config, layerBytes: layers.reduce((sum, { size }) => sum + size, 0) };
}

/** `linux/amd64`, `linux/arm/v7`; undefined for none, or for words that no message can show. */
export function platformText(json: unknown): string | undefined {
  const read = platform.safeParse(json);
  if (!read.success) return undefined;
  const { os, architecture, variant } = read.data;
  // The variant of arm64 is always the same one.
  const parts = [os, architecture, ...(variant && architecture === 'arm' ? [variant] : [])];
  return parts.every((part) => /^[\w.-]{1,40}$/.test(part)) ? parts.join('/') : undefined;
}

/** The digest of the bytes, by the algorithm of `like`, another digest; default SHA-256. */
export function digestOf(bytes: Uint8Array, like = 'sha256:'): string {
  const [algorithm = ''] = like.split(':', 1);
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}
