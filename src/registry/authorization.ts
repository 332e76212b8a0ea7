/** Turns a registry's challenge into the header `Authorization`: Basic, or a token from the token server that it names. */

import * as z from 'zod/mini';
import { hostKind, urlRefusal } from './address.ts';
import type { Budget } from './budget.ts';
import { type Challenge, parseChallenges } from './challenge.ts';
import { basicValue, type FindCredentials, secretsOf } from './credentials.ts';
import type { Exchange, Reply } from './exchange.ts';
import type { ImageReference } from './reference.ts';
import { type Credentials, tryParseJson } from './stored-logins.ts';
import { type Login, type Unknown, unknown, unknownOfLoss, unknownOfStatus, unknownOfTimeout } from './unknown.ts';

export interface AuthorizationPorts {
  readonly exchange: Exchange;
  readonly findCredentials: FindCredentials;
  /** Called with every secret before it is sent for the first time. */
  readonly onSecret: (secret: string) => void;
  /** A sentence for the log about credentials that could not be read. */
  readonly onNotice: (notice: string) => void;
  readonly allowLoopback: boolean;
}

export interface Authorization {
  readonly kind: 'authorized';
  /** The value of the header. */
  readonly header: string;
  readonly login: Login;
}

interface Task {
  readonly ports: AuthorizationPorts;
  readonly budget: Budget;
  readonly repository: ImageReference;
  /** Where the registry is asked; what it challenged came from there. */
  readonly registry: URL;
}

const maxTokenBytes = 256 * 1024;
const tokenAnswer = z.object({ token: z.optional(z.string()), access_token: z.optional(z.string()) });
/** What a header can carry; a line break would end it. */
const tokenText = /^[\x21-\x7e]{1,65536}$/;

/** Answers a 401. Credentials that the token server refuses give way to none, as for a public image after an expired login. */
export async function authorize(task: Task, reply: Reply): Promise<Authorization | Unknown> {
  const { ports, budget, repository, registry } = task;
  const challenges = parseChallenges(reply.headers['www-authenticate'] ?? '');
  const bearer = challenges.find(({ scheme, parameters }) => scheme === 'bearer' && parameters.has('realm'));
  const isBasic = challenges.some(({ scheme }) => scheme === 'basic');
  const refused = () => unknownOfStatus({ reply, host: registry.host, login: 'none' });
  if (!bearer && !isBasic) return refused();
  const bounds = budget.bounds();
  if (!bounds) return unknownOfTimeout(registry.host, budget.totalMs);
  const { credentials, notices } = await ports.findCredentials(repository, bounds);
  for (const notice of notices) ports.onNotice(notice);
  for (const secret of credentials ? secretsOf(credentials) : []) ports.onSecret(secret);
  if (credentials?.kind === 'registry-token') {
    if (!tokenText.test(credentials.token))
      return unknown('malformed', 'the stored token contains characters that no header can contain');
    return { kind: 'authorized', header: `Bearer ${credentials.token}`, login: 'used' };
  }
  if (bearer) return authorizeByToken(task, { challenge: bearer, credentials });
  if (credentials?.kind !== 'password') return refused();
  return { kind: 'authorized', header: `Basic ${basicValue(credentials)}`, login: 'used' };
}

async function authorizeByToken(
  task: Task,
  { challenge, credentials }: { challenge: Challenge; credentials: Credentials | undefined },
): Promise<Authorization | Unknown> {
  const { ports, registry } = task;
  const realm = URL.parse(challenge.parameters.get('realm') ?? '');
  if (!realm) return unknown('malformed', `${registry.host} names a token server that is not a URL`);
  const refusal = urlRefusal(realm, ports);
  if (refusal !== undefined)
    return unknown('forbidden-address', `${registry.host} names a token server that is not contacted: ${refusal}`);
  if (!credentials) return requestToken(task, { realm, challenge, credentials });
  if (!isOwnRealm(realm, registry)) {
    ports.onNotice(
      `${registry.host} asks for tokens from ${realm.host}, which is not in its own domain; stored credentials are not sent there`,
    );
    return requestToken(task, { realm, challenge, credentials: undefined });
  }
  const authorized = await requestToken(task, { realm, challenge, credentials });
  if (authorized.kind === 'authorized' || authorized.reason !== 'credentials-refused') return authorized;
  const anonymous = await requestToken(task, { realm, challenge, credentials: undefined });
  return anonymous.kind === 'authorized' ? { ...anonymous, login: 'refused' } : authorized;
}

/** GET, as every token server has it (distribution: token authentication); POST for identity tokens (OAuth 2). */
async function requestToken(
  { ports, budget, repository, registry }: Task,
  { realm, challenge, credentials }: { realm: URL; challenge: Challenge; credentials: Credentials | undefined },
): Promise<Authorization | Unknown> {
  const bounds = budget.bounds();
  if (!bounds) return unknownOfTimeout(realm.host, budget.totalMs);
  const asked = new URLSearchParams();
  const service = challenge.parameters.get('service');
  if (service !== undefined) asked.set('service', service);
  asked.set('scope', challenge.parameters.get('scope') || `repository:${repository.path}:pull`);
  const sent = { ...bounds, maxBytes: maxTokenBytes };
  const url = new URL(realm);
  url.hash = '';
  let reply: Awaited<ReturnType<Exchange>>;
  if (credentials?.kind === 'identity-token') {
    asked.set('grant_type', 'refresh_token');
    asked.set('client_id', 'deploy-gpu-endpoint');
    asked.set('refresh_token', credentials.token);
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
    reply = await ports.exchange({ ...sent, method: 'POST', url, headers, body: asked.toString() });
  } else {
    for (const [name, value] of asked) url.searchParams.set(name, value);
    const basic = credentials?.kind === 'password' ? { authorization: `Basic ${basicValue(credentials)}` } : {};
    reply = await ports.exchange({ ...sent, method: 'GET', url, headers: { accept: 'application/json', ...basic } });
  }
  budget.signal.throwIfAborted();
  if (reply.kind === 'lost') return unknownOfLoss({ lost: reply, host: realm.host, totalMs: budget.totalMs });
  const login = credentials === undefined ? 'none' : 'used';
  if (reply.status === 400 && credentials) {
    // What OAuth 2 answers to a token that has expired (RFC 6749, 5.2).
    return unknown('credentials-refused', `${realm.host} answered 400 to the stored credentials`);
  }
  if (reply.status !== 200) return unknownOfStatus({ reply, host: realm.host, login });
  const read = tokenAnswer.safeParse(tryParseJson(Buffer.from(reply.body).toString('utf8')));
  const token = read.success ? read.data.token || read.data.access_token : undefined;
  if (token === undefined || !tokenText.test(token)) {
    return unknown('malformed', `the token server ${realm.host} of ${registry.host} answered without a token`);
  }
  ports.onSecret(token);
  return { kind: 'authorized', header: `Bearer ${token}`, login };
}

/**
 * Whether a token server belongs to the registry: the same host, or a name in the same domain (`auth.docker.io` for
 * `registry-1.docker.io`, `gitlab.com` for `registry.gitlab.com`). A registry that is told to ask elsewhere gets no credentials sent there.
 */
function isOwnRealm(realm: URL, registry: URL): boolean {
  if (realm.hostname === registry.hostname) return true;
  const isName = (url: URL) => hostKind(url) === 'public' && !/^\[|^[\d.]+$/.test(url.hostname);
  return isName(realm) && isName(registry) && domainOf(realm.hostname) === domainOf(registry.hostname);
}

/** The last two labels, or three below a second level such as `co.uk`. */
function domainOf(hostname: string): string {
  const labels = hostname.replace(/\.$/, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && /^(?:ac|co|com|edu|gov|net|or|org)$/.test(second) ? -3 : -2).join('.');
}
