/** The files in which `docker login` and `podman login` leave credentials: which entry is for which repository. */

import * as z from 'zod/mini';
import type { ImageReference } from './reference.ts';

export type Credentials =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** A refresh token of OAuth 2, exchanged for an access token by POST. */
  | { readonly kind: 'identity-token'; readonly token: string }
  /** An access token, sent to the registry as it is. */
  | { readonly kind: 'registry-token'; readonly token: string };

export interface StoredLogins {
  /** Repositories or registries, as the file names them, and what is stored for them. */
  readonly auths: Readonly<Record<string, unknown>>;
  /** Registries by the helper that keeps their credentials: `ecr-login` for `docker-credential-ecr-login`. */
  readonly credHelpers: Readonly<Record<string, unknown>>;
  /** The helper for all other registries. */
  readonly credsStore: string | undefined;
}

/** Docker Hub's key since its first registry; docker still writes it and asks helpers for it. */
const dockerHubKey = 'https://index.docker.io/v1/';

const fileSchema = z.object({
  auths: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  credHelpers: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  credsStore: z.optional(z.nullable(z.string())),
});

const entrySchema = z.object({
  auth: z.optional(z.string()),
  username: z.optional(z.string()),
  password: z.optional(z.string()),
  identitytoken: z.optional(z.string()),
  registrytoken: z.optional(z.string()),
});

/** Undefined for what is no JSON object of the known shape. */
export function parseStoredLogins(text: string): StoredLogins | undefined {
  const read = fileSchema.safeParse(tryParseJson(text));
  if (!read.success) return undefined;
  const { auths, credHelpers, credsStore } = read.data;
  return { auths: auths ?? {}, credHelpers: credHelpers ?? {}, credsStore: credsStore || undefined };
}

/** What a helper is asked for. */
export function serverKey(domain: string): string {
  return domain === 'docker.io' ? dockerHubKey : domain;
}

/** The name of the helper that keeps this registry's credentials; undefined for none. */
export function helperFor({ credHelpers, credsStore }: StoredLogins, domain: string): string | undefined {
  const key = Object.keys(credHelpers).find((candidate) => depth(candidate, { domain, path: '' }) !== undefined);
  const name = key === undefined ? undefined : credHelpers[key];
  return typeof name === 'string' && name !== '' ? name : credsStore;
}

/** The value of the entry for this repository that says most about it; undefined for none. */
export function entryFor({ auths }: StoredLogins, repository: Pick<ImageReference, 'domain' | 'path'>): unknown {
  let best: { key: string; depth: number } | undefined;
  for (const key of Object.keys(auths)) {
    const found = depth(key, repository);
    if (found !== undefined && (best === undefined || found > best.depth)) best = { key, depth: found };
  }
  return best === undefined ? undefined : auths[best.key];
}

export type ReadEntry =
  | { readonly kind: 'credentials'; readonly credentials: Credentials }
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed' };

/** Docker leaves an empty entry where a helper keeps the credentials. */
export function readEntry(entry: unknown): ReadEntry {
  const read = entrySchema.safeParse(entry);
  if (!read.success) return { kind: 'malformed' };
  const { auth, username, password, identitytoken, registrytoken } = read.data;
  if (registrytoken) return { kind: 'credentials', credentials: { kind: 'registry-token', token: registrytoken } };
  if (identitytoken) return { kind: 'credentials', credentials: { kind: 'identity-token', token: identitytoken } };
  if (auth) return decodeAuth(auth);
  if (!username || !password) return { kind: 'empty' };
  return { kind: 'credentials', credentials: { kind: 'password', username, password } };
}

/** base64 of `user:password`; docker pads the password with NULs at times. */
function decodeAuth(auth: string): ReadEntry {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(auth.trim())) return { kind: 'malformed' };
  const text = Buffer.from(auth, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const password = text.slice(colon + 1).replace(/(?<!\0)\0+$/, '');
  if (colon < 1 || password === '') return { kind: 'malformed' };
  return { kind: 'credentials', credentials: { kind: 'password', username: text.slice(0, colon), password } };
}

/**
 * How much of a repository's name a key covers: 1 for its registry, more for each part of its path, 0 for another spelling of
 * the registry; undefined when the key is for something else. The path of docker's older keys is the version of its interface.
 */
function depth(key: string, { domain, path }: Pick<ImageReference, 'domain' | 'path'>): number | undefined {
  const [, scheme, host = '', rest = ''] = /^(https?:\/\/)?([^/]*)(?:\/(.*))?$/is.exec(key) ?? [];
  if (!isSameRegistry(host.toLowerCase(), domain)) return undefined;
  const prefix = rest.replace(/(?<!\/)\/+$/, '');
  if (prefix === '') return scheme === undefined && host.toLowerCase() === domain ? 1 : 0;
  if (prefix === 'v1' || prefix === 'v2') return key === dockerHubKey ? 1 : 0;
  return path === prefix || path.startsWith(`${prefix}/`) ? 1 + prefix.split('/').length : undefined;
}

const dockerHubNames = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io']);

function isSameRegistry(host: string, domain: string): boolean {
  return host === domain || (domain === 'docker.io' && dockerHubNames.has(host));
}

export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
