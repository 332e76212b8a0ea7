/** A registry's challenge, and what its token server is asked. */

import * as z from 'zod/mini';

const tokenAnswer = z.object({ token: z.optional(z.string()), access_token: z.optional(z.string()) });

/** The parameters of the challenge `Bearer` (RFC 9110, 11.6.1) by lower-case name; undefined where there is none. */
export function parseBearer(challenge: string): ReadonlyMap<string, string> | undefined {
  const found = /(?:^|, *)bearer +(?=\w+ *=)/i.exec(challenge);
  if (!found) return undefined;
  const rest = challenge.slice(found.index + found[0].length);
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of rest.matchAll(/\b([a-z]{1,20}) *= *(?:"([^"]*)"|([^\s",]*))/gi)) {
    // Another challenge may follow; the first of two values is ours.
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted ?? bare);
  }
  return parameters.has('realm') ? parameters : undefined;
}

/** The address at the token server that gives a token for pulling from the repository. */
export function tokenUrl(realm: URL, bearer: ReadonlyMap<string, string>, repository: string): URL {
  const url = new URL(realm);
  const service = bearer.get('service');
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', bearer.get('scope') || `repository:${repository}:pull`);
  return url;
}

/** Undefined for what is not a token, or holds what a header cannot carry. */
export function readToken(json: unknown): string | undefined {
  const read = tokenAnswer.safeParse(json);
  const token = read.success ? read.data.token || read.data.access_token : undefined;
  return token !== undefined && /^[\x21-\x7e]{1,65536}$/.test(token) ? token : undefined;
}

/**
 * Whether a token server belongs to the registry: the same host, one below it, or one in the same domain
 * (`auth.docker.io` for `registry-1.docker.io`, `gitlab.com` for `registry.gitlab.com`).
 */
export function isInDomain(realm: URL, registry: URL): boolean {
  const [host, own] = [realm.hostname, registry.hostname];
  if (host === own) return true;
  if (/^\[|^[\d.]+$/.test(own)) return false;
  const parent = own.replace(/^[^.]+\./, '');
  const isShared = !parent.includes('.') || /^(?:ac|co|com|edu|gov|net|or|org)\.[a-z]{2}$/.test(parent);
  return [own, ...(isShared ? [] : [parent])].some((domain) => host === domain || host.endsWith(`.${domain}`));
}
