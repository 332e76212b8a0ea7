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

function store(mediaType: string, value: unknown): Stored {
  const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return { digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, mediaType, bytes };
}

const describe = ({ mediaType, digest, bytes }: Stored) => ({ mediaType, digest, size: bytes.length });

/** `layers`: sizes in bytes. `label` makes images with the same layers differ. */
export function image(
  options: { platform?: BuiltFor | undefined; style?: Style; layers?: readonly number[]; label?: string } = {},
): Image {
  const { style = 'oci', layers = [3_000_000, 500], label = '' } = options;
  const platform = 'platform' in options ? options.platform : linuxAmd64;
  const { config: configType, manifest: mediaType, layer } = mediaTypes[style];
  const config = store(configType, { ...platform, config: { Labels: { label } }, rootfs: { type: 'layers' } });
  const stored = layers.map((size, at) => ({ ...describe(store(layer, `layer ${at} of ${size}`)), size }));
  const manifest = { schemaVersion: 2, mediaType, config: describe(config), layers: stored };
  return { manifest: store(mediaType, manifest), config };
}

export function index(
  entries: readonly { image: Image; platform?: BuiltFor | undefined }[],
  style: Style = 'oci',
): Stored {
  const mediaType = mediaTypes[style].index;
  const manifests = entries.map((each) => ({
    ...describe(each.image.manifest),
    ...(each.platform && { platform: each.platform }),
  }));
  return store(mediaType, { schemaVersion: 2, mediaType, manifests });
}
