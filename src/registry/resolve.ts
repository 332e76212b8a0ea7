/** Asks a registry what stands behind an image reference: whether it exists, its digest, its platforms, its size. */

import type { Clock } from '../clock.ts';
import type { AuthorizationPorts } from './authorization.ts';
import { startBudget } from './budget.ts';
import { createRepositoryClient, type RepositoryClient } from './client.ts';
import type { Reply } from './exchange.ts';
import {
  acceptManifests,
  type Document,
  digestOf,
  type ImageIndex,
  type ImageManifest,
  isImageConfig,
  isManifestType,
  isPlatform,
  mediaTypeOf,
  offeredPlatforms,
  type Platform,
  parseConfigPlatform,
  parseDocument,
} from './manifest.ts';
import { listTags, nearTags } from './near-tags.ts';
import { type ImageReference, isDigest } from './reference.ts';
import { errorCode, type Unknown, unknown, unknownOfStatus } from './unknown.ts';

interface FoundImage {
  readonly kind: 'found';
  /** Of the index where there is one, so that it stands for all platforms. */
  readonly digest: string;
  readonly mediaType: string;
  /** All that are offered; empty when the image does not tell, or was not read because its digest is the known one. */
  readonly platforms: readonly Platform[];
  /** What is pulled for the wanted platform: the sum of its compressed layers; undefined when it was not read. */
  readonly bytes: number | undefined;
}

interface OtherPlatform {
  readonly kind: 'other-platform';
  readonly digest: string;
  readonly wanted: Platform;
  /** At least one, none of them the wanted one. */
  readonly platforms: readonly Platform[];
}

interface MissingImage {
  readonly kind: 'missing';
  /** What the registry does not have. */
  readonly what: 'tag' | 'digest' | 'repository';
  /** Tags of the repository that may have been meant, the closest first; empty when none is close or listing them is not allowed. */
  readonly nearTags: readonly string[];
}

export type Resolution = FoundImage | OtherPlatform | MissingImage | Unknown;

export interface ResolveRequest {
  readonly reference: ImageReference;
  /** Default `linux/amd64`. */
  readonly platform?: Platform;
  /** The digest that runs now: when the tag still points there, a HEAD is all that is asked. */
  readonly knownDigest?: string | undefined;
  readonly signal: AbortSignal;
}

export interface ResolverOptions extends Omit<AuthorizationPorts, 'allowLoopback'> {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Registries and token servers on this machine, by http. Default false. */
  readonly allowLoopback?: boolean;
  /** For everything together, helpers included. Default 3000. */
  readonly timeoutMs?: number;
}

export type Resolve = (request: ResolveRequest) => Promise<Resolution>;

const maxManifestBytes = 4 * 1024 * 1024;
const maxConfigBytes = 8 * 1024 * 1024;
const linuxAmd64: Platform = { os: 'linux', architecture: 'amd64' };

/** Whatever a registry does is part of the answer; rejects with the signal's reason alone. */
export function createResolve(options: ResolverOptions): Resolve {
  const { clock, allowLoopback = false, timeoutMs = 3000 } = options;
  return async ({ reference, platform = linuxAmd64, knownDigest, signal }) => {
    signal.throwIfAborted();
    const budget = startBudget({ clock, totalMs: timeoutMs, signal });
    const client = createRepositoryClient({ repository: reference, ports: { ...options, allowLoopback }, budget });
    const known = knownDigest === undefined ? undefined : await confirm({ client, reference, knownDigest });
    return known ?? (await read({ client, reference, wanted: platform }));
  };
}

interface Confirmation {
  readonly client: RepositoryClient;
  readonly reference: ImageReference;
  readonly knownDigest: string;
}

/** Docker Hub counts GET as a pull and HEAD not. Undefined when it takes more to tell. */
async function confirm({ client, reference, knownDigest }: Confirmation): Promise<FoundImage | Unknown | undefined> {
  const path = manifestPath(reference);
  const reply = await client.request({ method: 'HEAD', path, accept: acceptManifests, maxBytes: maxManifestBytes });
  // A registry that limits, refuses or hangs is not asked again.
  if (reply.kind === 'unknown') return reply;
  if (reply.status === 429) return unknownOf(client, reply);
  const mediaType = mediaTypeOf(reply);
  if (reply.status !== 200 || reply.headers['docker-content-digest'] !== knownDigest) return undefined;
  if (mediaType === undefined || !isManifestType(mediaType)) return undefined;
  return { kind: 'found', digest: knownDigest, mediaType, platforms: [], bytes: undefined };
}

interface Reading {
  readonly client: RepositoryClient;
  readonly reference: ImageReference;
  readonly wanted: Platform;
}

async function read({ client, reference, wanted }: Reading): Promise<Resolution> {
  const document = await getDocument(client, reference);
  if (document.kind === 'unknown') return document;
  if (document.kind === 'absent') return judgeAbsence({ client, reference, reply: document.reply });
  const { digest, mediaType, content } = document.document;
  const offer = await readOffer({ client, content, wanted });
  if (offer.kind === 'unknown') return offer;
  const { platforms, bytes, isKnown } = offer;
  if (isKnown && platforms.length > 0 && !platforms.some((offered) => isPlatform(offered, wanted))) {
    return { kind: 'other-platform', digest, wanted, platforms };
  }
  return { kind: 'found', digest, mediaType, platforms, bytes };
}

type GotDocument =
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'absent'; readonly reply: Reply }
  | Unknown;

async function getDocument(
  client: RepositoryClient,
  target: Pick<ImageReference, 'tag' | 'digest'>,
): Promise<GotDocument> {
  const path = manifestPath(target);
  const reply = await client.request({ method: 'GET', path, accept: acceptManifests, maxBytes: maxManifestBytes });
  if (reply.kind === 'unknown') return reply;
  if (reply.status === 404) return { kind: 'absent', reply };
  if (reply.status !== 200) return unknownOf(client, reply);
  const document = parseDocument(reply, target.digest?.split(':', 1)[0]);
  if (!document) {
    const type = mediaTypeOf(reply);
    const shown = type !== undefined && /^[\w.+/-]{1,80}$/.test(type) ? ` but ${type}` : '';
    return unknown('malformed', `${client.host} answered with no image manifest${shown}`);
  }
  const said = target.digest ?? saidDigest(reply);
  const isOther = said?.startsWith(`${document.digest.split(':', 1)[0]}:`) === true && said !== document.digest;
  if (isOther) return unknown('malformed', `${client.host} answered with a manifest that does not match its digest`);
  return { kind: 'document', document };
}

function saidDigest({ headers }: Reply): string | undefined {
  const said = headers['docker-content-digest'];
  return said !== undefined && isDigest(said) ? said : undefined;
}

/** 404 alone is no proof: to somebody without rights it may mean "private", and a web server says it of everything. */
async function judgeAbsence({
  client,
  reference,
  reply,
}: Pick<Reading, 'client' | 'reference'> & { reply: Reply }): Promise<MissingImage | Unknown> {
  const code = errorCode(reply);
  if (code === undefined) return unknown('malformed', `${client.host} answered 404, but not like a registry`);
  const what = reference.digest === undefined ? 'tag' : 'digest';
  const tags = await listTags(client);
  const isListed = reference.digest === undefined && tags?.includes(reference.tag ?? '');
  // Between the two answers the tag may have been pushed.
  if (isListed) return unknown('unavailable', `${client.host} lists the tag, but answered 404 (${code}) for it`);
  const near = tags && reference.tag !== undefined ? nearTags(reference.tag, tags) : [];
  if (code === 'MANIFEST_UNKNOWN' || (tags && tags.length > 0)) return { kind: 'missing', what, nearTags: near };
  if (client.login !== 'used') return unknown('not-visible', `${client.host} answered 404 (${code})`);
  return { kind: 'missing', what: code === 'NAME_UNKNOWN' ? 'repository' : what, nearTags: near };
}

interface Offer {
  readonly kind: 'offer';
  readonly platforms: readonly Platform[];
  readonly bytes: number | undefined;
  /** False when an image of the index does not say what it is for. */
  readonly isKnown: boolean;
}

async function readOffer({
  client,
  content,
  wanted,
}: {
  client: RepositoryClient;
  content: ImageIndex | ImageManifest;
  wanted: Platform;
}): Promise<Offer | Unknown> {
  if (content.kind === 'manifest') {
    if (!isImageConfig(content.config.mediaType))
      return unknown('no-image', `${client.host} has something other than a container image there`);
    const platform = await readConfigPlatform(client, content);
    return { kind: 'offer', platforms: platform ? [platform] : [], bytes: content.layerBytes, isKnown: true };
  }
  const platforms = offeredPlatforms(content);
  const isKnown = content.images.every(({ platform }) => platform !== undefined);
  const chosen = content.images.find(({ platform }) => platform && isPlatform(platform, wanted));
  const image = chosen && (await getDocument(client, { tag: undefined, digest: chosen.digest }));
  const manifest = image?.kind === 'document' ? image.document.content : undefined;
  const bytes = manifest?.kind === 'manifest' ? manifest.layerBytes : undefined;
  return { kind: 'offer', platforms, bytes, isKnown };
}

/** Undefined when it cannot be had: the image is there all the same. */
async function readConfigPlatform(client: RepositoryClient, { config }: ImageManifest): Promise<Platform | undefined> {
  const path = `blobs/${config.digest}`;
  const reply = await client.request({ method: 'GET', path, accept: '*/*', maxBytes: maxConfigBytes });
  if (reply.kind === 'unknown' || reply.status !== 200) return undefined;
  const isWhole = digestOf(reply.body, config.digest.split(':', 1)[0]) === config.digest;
  return isWhole ? parseConfigPlatform(reply.body) : undefined;
}

function manifestPath({ tag, digest }: Pick<ImageReference, 'tag' | 'digest'>): string {
  return `manifests/${digest ?? tag}`;
}

function unknownOf(client: RepositoryClient, reply: Reply): Unknown {
  return unknownOfStatus({ reply, host: client.host, login: client.login });
}
