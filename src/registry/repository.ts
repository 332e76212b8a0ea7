/** Requests about one repository of a registry: a login where it asks for one, redirects without credentials. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { hostKind } from '../http/addresses.ts';
import { type AttemptResult, ContractBreak, readExchanged } from '../http/answer.ts';
import { type Exchanged, firstHeader, type Transport } from '../http/transport.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { registryTimeoutMs } from '../times.ts';
import type { FindLogin } from './logins.ts';
import type { ImageReference } from './reference.ts';

export interface RegistryPorts {
  /** The connections to an origin, kept for the run. */
  readonly connect: (origin: string) => Pick<Transport, 'exchange'>;
  readonly findLogin: FindLogin;
  /** Keeps secrets out of a registry's words. */
  readonly redactor: Redactor;
  /** Called with every secret before it is sent. */
  readonly onSecret: (secret: string) => void;
  readonly clock: Clock;
}

export type Repository = ReturnType<typeof openRepository>;

const maxRegistryRedirects = 5;
/** A mask hides its text everywhere in the log; a token server must not choose a common word. */
const minMaskedToken = 16;
/** A registry answers alike for a private repository and for none. */
const note = ' (no such repository, or no login that may read it)';
const tokenAnswer = z.object({ token: z.optional(z.string()), access_token: z.optional(z.string()) });

export function openRepository(
  { domain, path: name }: ImageReference,
  { ports, signal }: { ports: RegistryPorts; signal: AbortSignal },
) {
  const { connect, findLogin, redactor, onSecret, clock } = ports;
  const secure = new URL(`https://${domain === 'docker.io' ? 'registry-1.docker.io' : domain}`);
  // Docker does so.
  const registry = hostKind(secure) === 'loopback' ? new URL(`http://${domain}`) : secure;
  let authorization: string | undefined;

  /** https, and http from one server of this machine to another. */
  function allowed(url: URL | null): url is URL {
    if (url?.protocol === 'https:') return true;
    return url?.protocol === 'http:' && registry.protocol === 'http:' && hostKind(url) === 'loopback';
  }

  function send(url: URL, headers: Record<string, string>): Promise<Exchanged> {
    const path = url.pathname + url.search;
    return connect(url.origin).exchange({ method: 'GET', path, headers, timeoutMs: registryTimeoutMs, signal });
  }

  function readReply<Answer>(
    reply: Exchanged,
    { host, read }: { host: string; read: (json: unknown, bytes: Buffer) => Answer },
  ): AttemptResult<Answer> {
    const result = readExchanged(reply, {
      redactor,
      timeoutMs: registryTimeoutMs,
      now: clock.date(),
      read: (json) => read(json, reply.body),
      notes: { 401: note, 403: note, 404: note },
    });
    if (result.ok) return result;
    const isLate = result.failure.kind === 'cancelled';
    const words = isLate ? `did not answer within ${registryTimeoutMs / 1000} s` : result.failure.description;
    return { ok: false, failure: { ...result.failure, description: `${host} ${words}` } };
  }

  /** The header for the next request after a 401. */
  async function authorize(reply: Exchanged): Promise<AttemptResult<string>> {
    const { host } = registry;
    const refused = () => readReply(reply, { host, read: String });
    const challenge = [reply.headers['www-authenticate'] ?? []].flat().join(', ').slice(0, 8192);
    const bearer = parseBearer(challenge);
    if (!bearer && !/(?:^|, *)basic\b/i.test(challenge)) return refused();
    const login = await findLogin(domain);
    const basic = login && Buffer.from(`${login.username}:${login.password}`).toString('base64');
    for (const secret of login ? [login.password, basic ?? ''] : []) onSecret(secret);
    if (!bearer) return basic ? { ok: true, value: `Basic ${basic}` } : refused();
    const realm = URL.parse(bearer.get('realm') ?? '');
    if (!allowed(realm)) return refused();
    const service = bearer.get('service');
    if (service !== undefined) realm.searchParams.set('service', service);
    realm.searchParams.set('scope', bearer.get('scope') || `repository:${name}:pull`);
    const accept = { accept: 'application/json' };
    const isSent = basic !== undefined && isInDomain(realm, registry);
    const answer = await send(realm, { ...accept, ...(isSent && { authorization: `Basic ${basic}` }) });
    const token = readReply(answer, { host: realm.host, read: readToken });
    if (!token.ok) return token;
    if (token.value.length >= minMaskedToken) onSecret(token.value);
    return { ok: true, value: `Bearer ${token.value}` };
  }

  return {
    /** `read` gets the JSON and the bytes of a 2xx, or throws `ContractBreak`. A failure names the host first. */
    async get<Answer>(
      path: `${'manifests' | 'blobs'}/${string}`,
      { accept, read }: { accept: string; read: (json: unknown, bytes: Buffer) => Answer },
    ): Promise<AttemptResult<Answer>> {
      let url = new URL(`/v2/${name}/${path}`, registry);
      for (let redirects = 0; ; ) {
        const isOwn = url.origin === registry.origin;
        const reply = await send(url, { accept, ...(isOwn && authorization && { authorization }) });
        const { status, headers } = reply;
        const isRedirect = [301, 302, 303, 307, 308].includes(status) && redirects < maxRegistryRedirects;
        const next = isRedirect ? URL.parse(firstHeader(headers, 'location') ?? '', url.href) : null;
        if (allowed(next)) {
          redirects += 1;
          url = next;
        } else if (status === 401 && isOwn && !authorization) {
          const authorized = await authorize(reply);
          if (!authorized.ok) return authorized;
          authorization = authorized.value;
        } else {
          return readReply(reply, { host: url.host, read });
        }
      }
    },
  };
}

/** The parameters of the challenge `Bearer` (RFC 9110, 11.6.1) by lower-case name; undefined without one. */
function parseBearer(challenge: string): ReadonlyMap<string, string> | undefined {
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

/** A token that a header can carry. */
function readToken(json: unknown): string {
  const { data } = tokenAnswer.safeParse(json);
  const token = data?.token || data?.access_token || '';
  if (!/^[\x21-\x7e]{1,65536}$/.test(token)) throw new ContractBreak('it holds no token');
  return token;
}

/**
 * Whether a token server belongs to the registry: the same host, one below it, or one in the same domain
 * (`auth.docker.io` for `registry-1.docker.io`, `gitlab.com` for `registry.gitlab.com`).
 */
function isInDomain({ hostname: host }: URL, { hostname: own }: URL): boolean {
  if (host === own) return true;
  if (/^\[|^[\d.]+$/.test(own)) return false;
  const parent = own.replace(/^[^.]+\./, '');
  const isShared = !parent.includes('.') || /^(?:ac|co|com|edu|gov|net|or|org)\.[a-z]{2}$/.test(parent);
  return [own, ...(isShared ? [] : [parent])].some((domain) => host === domain || host.endsWith(`.${domain}`));
}
