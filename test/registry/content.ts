/** Images as registries keep them, made of the public formats of OCI and docker alone. */

import { createHash } from 'node:crypto';

export interface Stored {
  readonly digest: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export interface Image {
  readonly manifest: Stored;
  readonly config: Stored;
}

export interface BuiltFor {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string;
}

export type Style = 'oci' | 'docker';

export const mediaTypes = {
  oci: {
    index: 'application/vnd.oci.image.index.v1+json',
    manifest: 'application/vnd.oci.image.manifest.v1+json',
    config: 'application/vnd.oci.image.config.v1+json',
    layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  },
  docker: {
    index: 'application/vnd.docker.distribution.manifest.list.v2+json',
    manifest: 'application/vnd.docker.distribution.manifest.v2+json',
    config: 'application/vnd.docker.container.image.v1+json',
    layer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  },
} as const;

export const linuxAmd64: BuiltFor = { os: 'linux', architecture: 'amd64' };
export const linuxArm64: BuiltFor = { os: 'linux', architecture: 'arm64', variant: 'v8' };

export function store(mediaType: string, value: unknown, algorithm = 'sha256'): Stored {
  const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return { digest: `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`, mediaType, bytes };
}

export interface ImageOptions {
  readonly platform?: BuiltFor | undefined;
  readonly style?: Style;
  /** Sizes in bytes. */
  readonly layers?: readonly number[];
  /** Makes images with the same layers differ. */
  readonly label?: string;
}

export function image(options: ImageOptions = {}): Image {
  const { style = 'oci', layers = [3_000_000, 500], label = '' } = options;
  const platform = 'platform' in options ? options.platform : linuxAmd64;
  const types = mediaTypes[style];
  const config = store(types.config, {
    ...platform,
    config: { Labels: { label } },
    rootfs: { type: 'layers', diff_ids: [] },
  });
  const manifest = store(types.manifest, {
    schemaVersion: 2,
    mediaType: types.manifest,
    config: { mediaType: config.mediaType, digest: config.digest, size: config.bytes.length },
    layers: layers.map((size, at) => ({
      mediaType: types.layer,
      digest: store(types.layer, `layer ${at} of ${size}`).digest,
      size,
    })),
  });
  return { manifest, config };
}

export interface IndexEntry {
  readonly image: Image;
  readonly platform?: BuiltFor | undefined;
}

export function index(entries: readonly IndexEntry[], { style = 'oci' }: { style?: Style } = {}): Stored {
  const types = mediaTypes[style];
  return store(types.index, {
    schemaVersion: 2,
    mediaType: types.index,
    manifests: entries.map(({ image: { manifest }, platform }) => ({
      mediaType: manifest.mediaType,
      digest: manifest.digest,
      size: manifest.bytes.length,
      ...(platform && { platform }),
    })),
  });
}
