/** A registry's challenge, and what its token server is asked. */

import * as z from 'zod/mini';
import type { HttpRequest } from '../http/transport.ts';
import { basicValue, type Login } from './logins.ts';
import type { ImageReference } from './reference.ts';

export interface TokenQuestion {
  /** The address of the token server. */
  readonly realm: URL;
  /** {@link parseBearer} */
  readonly bearer: ReadonlyMap<string, string>;
  readonly repository: ImageReference;
  readonly login?: Login;
}

const tokenAnswer = z.object({ token: z.optional(z.string()), access_token: z.optional(z.string()) });

/** The parameters of the challenge `Bearer` by their names in lower case (RFC 9110, 11.6.1); undefined where there is none. */
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

/** GET, as every token server has it; POST for identity tokens (OAuth 2). */
export function tokenRequest({
  realm,
  bearer,
  repository,
  login,
}: TokenQuestion): Pick<HttpRequest, 'method' | 'headers' | 'body'> & { url: URL } {
  const asked = new URLSearchParams();
  const service = bearer.get('service');
  if (service !== undefined) asked.set('service', service);
  asked.set('scope', bearer.get('scope') || `repository:${repository.path}:pull`);
  const url = new URL(realm);
  const accept = 'application/json';
  if (login?.kind === 'identity-token') {
    asked.set('grant_type', 'refresh_token');
    asked.set('client_id', 'deploy-gpu-endpoint');
    asked.set('refresh_token', login.token);
    const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', url, headers, body: asked.toString() };
  }
  for (const [name, value] of asked) url.searchParams.set(name, value);
  const authorization = login ? { authorization: `Basic ${basicValue(login)}` } : {};
  return { method: 'GET', url, headers: { accept, ...authorization } };
}

/** Undefined for what is none, or nothing that a header can carry. */
export function readToken(json: unknown): string | undefined {
  const read = tokenAnswer.safeParse(json);
  const token = read.success ? read.data.token || read.data.access_token : undefined;
  return token !== undefined && /^[\x21-\x7e]{1,65536}$/.test(token) ? token : undefined;
}

/**
 * Whether a token server belongs to the registry: the same host, one below it, or one in the same domain (`auth.docker.io` for `registry-1.docker.io`,
 * `gitlab.com` for `registry.gitlab.com`).
 */
export function isInDomain(realm: URL, registry: URL): boolean {
  const [host, own] = [realm.hostname, registry.hostname];
  if (host === own) return true;
  if (/^\[|^[\d.]+$/.test(own)) return false;
  const parent = own.replace(/^[^.]+\./, '');
  const isShared = !parent.includes('.') || /^(?:ac|co|com|edu|gov|net|or|org)\.[a-z]{2}$/.test(parent);
  return [own, ...(isShared ? [] : [parent])].some((domain) => host === domain || host.endsWith(`.${domain}`));
}
