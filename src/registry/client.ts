/** Requests about one repository of a registry: authorization where it is asked for, redirects without credentials. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { transportFailure } from '../http/answer.ts';
import type { AttemptFacts } from '../http/retry.ts';
import { firstHeader, type HttpResponse, type Transport } from '../http/transport.ts';
import { tryParseJson } from '../json.ts';
import { isInDomain, parseBearer, readToken, tokenUrl } from './authorization.ts';
import { basicValue, type FindLogin, type Login } from './logins.ts';
import type { ImageReference } from './reference.ts';

export interface RegistryPorts {
  /** The connections to an origin, kept for the run. */
  readonly connect: (origin: string) => Pick<Transport, 'exchange'>;
  readonly findLogin: FindLogin;
  /** Makes text of a registry fit to be shown. */
  readonly clean: (text: string) => string;
  /** Called with every secret before it is sent. */
  readonly onSecret: (secret: string) => void;
  /** A sentence for the log about a login that could not be used. */
  readonly onNotice: (notice: string) => void;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Told of each request, with the origin for a path. */
  readonly onRequest?: ((request: AttemptFacts) => void) | undefined;
}

/** An answer that decides nothing. */
export interface Unknown {
  readonly kind: 'unknown';
  /**
   * `no-access`: 401, 403, or a 404 that may hide what is private. `unavailable`: a 5xx, or no answer in time.
   * `malformed`: not a registry's answer, or not a container image.
   */
  readonly reason: 'no-access' | 'rate-limit' | 'unavailable' | 'malformed';
  /** What came, as the end of a sentence: "ghcr.io answered 500". */
  readonly came: string;
}

export function unknown(reason: Unknown['reason'], came: string): Unknown {
  return { kind: 'unknown', reason, came };
}

export function readJson(body: Buffer): unknown {
  return tryParseJson(body.toString('utf8'))?.value;
}

interface Authorization {
  readonly header: string;
  readonly isLoggedIn: boolean;
}

type Operation = 'manifests' | 'blobs' | 'tags' | 'token';

const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** A mask hides its text wherever it stands in the log; a token server must not choose a common word. */
const shortestMaskedToken = 16;
const errorAnswer = z.object({ errors: z.tuple([z.object({ code: z.string() })], z.unknown()) });

export class RepositoryClient {
  /** For messages; Docker Hub's is `registry-1.docker.io`. */
  readonly host: string;
  /** A word of the registry as it may be told. Decisions use the word itself: a secret may be a common word. */
  readonly show: (word: string) => string;
  readonly #registry: URL;
  readonly #repository: ImageReference;
  readonly #ports: RegistryPorts;
  readonly #time: { readonly signal: AbortSignal; readonly timeoutMs: number };
  #authorization: Authorization | undefined;

  /** `signal` ends everything after `timeoutMs`, and when the run is cancelled. */
  constructor(
    repository: ImageReference,
    { ports, ...time }: { ports: RegistryPorts; signal: AbortSignal; timeoutMs: number },
  ) {
    const url = new URL(`https://${repository.domain === 'docker.io' ? 'registry-1.docker.io' : repository.domain}`);
    // As docker does.
    this.#registry = isLoopback(url) ? new URL(`http://${repository.domain}`) : url;
    this.host = this.#registry.host;
    this.show = ports.clean;
    this.#repository = repository;
    this.#ports = ports;
    this.#time = time;
  }

  /** A GET below the repository: `manifests/1`. Any status but a redirect. Never rejects. */
  async get(path: `${Operation}/${string}`, accept: string): Promise<HttpResponse | Unknown> {
    const [operation = ''] = path.split('/', 1);
    let url = new URL(`/v2/${this.#repository.path}/${path}`, this.#registry);
    for (let redirects = 0; ; ) {
      const isOwn = url.origin === this.#registry.origin;
      const authorization = isOwn ? this.#authorization?.header : undefined;
      const reply = await this.#send(operation, { url, accept, authorization });
      if (reply.kind === 'unknown') return reply;
      if (redirectStatuses.has(reply.status)) {
        redirects += 1;
        if (redirects > maxRedirects)
          return unknown('malformed', `${this.host} redirects more than ${maxRedirects} times`);
        const next = URL.parse(firstHeader(reply.headers, 'location') ?? '', url.href);
        if (!next || !this.#isAllowed(next)) return unknown('malformed', `${url.host} redirects to no https address`);
        url = next;
      } else if (reply.status === 401 && isOwn && !this.#authorization) {
        const authorized = await this.#authorize(reply);
        if ('kind' in authorized) return authorized;
        this.#authorization = authorized;
      } else {
        return reply;
      }
    }
  }

  /** What a status other than 200 comes to. */
  refusal(
    reply: HttpResponse,
    { host = this.host, isLoggedIn = this.#authorization?.isLoggedIn ?? false } = {},
  ): Unknown {
    const { status } = reply;
    const code = this.errorCode(reply);
    const came = `${host} answered ${status}${code === undefined ? '' : ` (${this.show(code)})`}`;
    if (status === 429 || code === 'TOOMANYREQUESTS') return unknown('rate-limit', came);
    if (![401, 403, 404].includes(status) && code !== 'UNAUTHORIZED' && code !== 'DENIED')
      return unknown(status >= 500 ? 'unavailable' : 'malformed', came);
    const why = isLoggedIn ? 'the stored login is not valid for it' : 'it is private';
    return unknown('no-access', `${came}: no such repository, or ${why}`);
  }

  /** The first code of an error in the form of registries, in upper case. The messages beside it are not taken. */
  errorCode({ body }: HttpResponse): string | undefined {
    const read = errorAnswer.safeParse(readJson(body));
    const code = read.success ? read.data.errors[0].code : '';
    return /^[A-Za-z_]{1,40}$/.test(code) ? code.toUpperCase() : undefined;
  }

  async #send(
    operation: string,
    { url, accept, authorization }: { url: URL; accept: string; authorization?: string | undefined },
  ): Promise<HttpResponse | Unknown> {
    const { connect, clean, clock, onRequest } = this.#ports;
    // A digest is of the bytes without a content coding.
    const headers = { accept, 'accept-encoding': 'identity', ...(authorization && { authorization }) };
    const sentMs = clock.monotonicMs();
    try {
      const path = url.pathname + url.search;
      const reply = await connect(url.origin).exchange({ method: 'GET', path, headers, ...this.#time });
      const answer = reply.kind === 'response' ? { status: reply.status, bytes: reply.body.length } : {};
      const durationMs = clock.monotonicMs() - sentMs;
      onRequest?.({ operation, method: 'GET', path: url.origin, attempt: 1, durationMs, ...answer });
      if (reply.kind === 'response') return reply;
      const { kind, description } = transportFailure(reply, { clean, timeoutMs: this.#time.timeoutMs });
      const late = `did not answer within ${this.#time.timeoutMs / 1000} s`;
      const reason = kind === 'too-large' ? 'malformed' : 'unavailable';
      return unknown(reason, `${url.host} ${kind === 'cancelled' ? late : description}`);
    } catch {
      // The proxy's setting is not an address; the service's client says so where it matters.
      return unknown('unavailable', `${url.host} could not be reached`);
    }
  }

  /** Answers a 401. */
  async #authorize(reply: HttpResponse): Promise<Authorization | Unknown> {
    const { findLogin, onSecret, onNotice } = this.#ports;
    const challenge = [reply.headers['www-authenticate'] ?? []].flat().join(', ').slice(0, 8192);
    const bearer = parseBearer(challenge);
    if (!bearer && !/(?:^|, *)basic\b/i.test(challenge)) return this.refusal(reply);
    const login = await findLogin(this.#repository.domain, this.#time.signal);
    for (const secret of login ? [login.password, basicValue(login)] : []) onSecret(secret);
    if (!bearer) return login ? { header: `Basic ${basicValue(login)}`, isLoggedIn: true } : this.refusal(reply);
    const realm = URL.parse(bearer.get('realm') ?? '');
    if (!realm || !this.#isAllowed(realm))
      return unknown('malformed', `${this.host} names a token server that is no https address`);
    const url = tokenUrl(realm, bearer, this.#repository.path);
    if (!login || isInDomain(realm, this.#registry)) return this.#requestToken(url, login);
    const where = `${this.host} has its token server at ${realm.host}, in another domain`;
    onNotice(`${where}; the stored login is not sent there`);
    return this.#requestToken(url);
  }

  async #requestToken(url: URL, login?: Login): Promise<Authorization | Unknown> {
    const authorization = login && `Basic ${basicValue(login)}`;
    const reply = await this.#send('token', { url, accept: 'application/json', authorization });
    if (reply.kind === 'unknown') return reply;
    const isLoggedIn = login !== undefined;
    if (reply.status !== 200) return this.refusal(reply, { host: url.host, isLoggedIn });
    const token = readToken(readJson(reply.body));
    if (token === undefined)
      return unknown('malformed', `the token server ${url.host} of ${this.host} answered without a token`);
    if (token.length >= shortestMaskedToken) this.#ports.onSecret(token);
    return { header: `Bearer ${token}`, isLoggedIn };
  }

  /** https, and http from one server of this machine to another. */
  #isAllowed(url: URL): boolean {
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url) && isLoopback(this.#registry));
  }
}

function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
