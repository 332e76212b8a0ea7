/** A strict image registry for tests over real HTTP, with its token server and its blob store, each on a port of its own. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepViolations } from '../http-server/violations.ts';
import { type Image, mediaTypes, type Stored } from './content.ts';
import { plainShape, type Shape } from './shapes.ts';

type Place = 'manifest' | 'blob' | 'token';
type Headers = Readonly<Record<string, string>>;

/** What goes wrong at a place, as often as `times` says; default: always. */
export type Fault = { readonly at: Place; readonly times?: number } & (
  | { readonly kind: 'hang' | 'reset' }
  /** The head and half of the body, then the connection is cut. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Headers; readonly body?: string }
  /** What a proxy or a web server says in the registry's place. */
  | { readonly kind: 'web-page'; readonly status: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** In place of those of the true answer. */
  | { readonly kind: 'headers'; readonly headers: Headers }
  /** The true head with another body. */
  | { readonly kind: 'body'; readonly body: string }
);

interface Repository {
  readonly manifests: Map<string, Stored>;
  readonly blobs: Map<string, Stored>;
  readonly tags: Map<string, string>;
  isPrivate: boolean;
}

interface Recorded {
  readonly at: 'registry' | 'tokens' | 'blobs';
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly authorization: string | undefined;
  status?: number;
}

interface Call extends Recorded {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | string;
}

export interface RegistryOptions {
  /** Default: a plain registry that asks for tokens. */
  readonly shape?: Shape;
  readonly auth?: 'none' | 'basic' | 'bearer';
  /** Passwords by name. */
  readonly users?: Readonly<Record<string, string>>;
}

export type TestRegistry = Awaited<ReturnType<typeof startRegistry>>;

export async function startRegistry({ shape: given, auth = 'bearer', users = {} }: RegistryOptions = {}) {
  const repositories = new Map<string, Repository>();
  const requests: Recorded[] = [];
  const violations: string[] = [];
  const faults: { fault: Fault; left: number }[] = [];
  /** Tokens that were handed out, and the repository that each opens. */
  const issued = new Map<string, string | undefined>();
  const hung = Promise.withResolvers<void>();
  const urls = { registry: '', tokens: '', blobs: '' };
  const ownShape = (): Shape => {
    const { host } = new URL(urls.registry);
    const tokens = { realm: `${urls.tokens}/token`, service: 'tests', answers: ['token'] } as const;
    const asked = { none: { basic: '' }, basic: { basic: 'Basic realm="tests"' }, bearer: { tokens } };
    return { ...plainShape, domain: host, host, ...asked[auth] };
  };

  const isUser = (basic: string) => {
    const [, user = '', password] = /^([^:]+):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
    return Object.hasOwn(users, user) && users[user] === password;
  };

  /** Undefined where the call may go on. */
  function refusal(shape: Shape, { authorization = '', path: asked }: Call, path: string): Answer | undefined {
    const { tokens, denied, basic } = shape;
    if (basic === '') return undefined;
    const bearer = `Bearer realm="${tokens?.realm}",service="${tokens?.service}",scope="repository:${path}:pull"`;
    const challenge = { 'www-authenticate': basic ?? bearer };
    const unauthorized = json(401, shape.unauthorized, challenge);
    const [scheme, value = ''] = authorization.split(' ');
    if (scheme === '') return unauthorized;
    if (!tokens) {
      if (scheme !== 'Basic') violations.push(`${asked}: ${scheme} where Basic is asked for`);
      return scheme === 'Basic' && isUser(value) ? undefined : unauthorized;
    }
    if (scheme !== 'Bearer' || !issued.has(value)) {
      violations.push(`${asked}: a token that was never handed out`);
      return unauthorized;
    }
    if (!repositories.get(path)?.isPrivate || issued.get(value) === path) return undefined;
    return json(denied.status, denied.body, denied.status === 401 ? challenge : {});
  }

  /** The pull side of the distribution specification. */
  function answerRegistry(shape: Shape, call: Call): [Place, Answer] {
    const found = /^\/v2\/([a-z0-9._/-]+?)\/(manifest|blob)s\/([^/]+)$/.exec(call.url.pathname);
    const [, path = '', place = 'manifest', name = ''] = found ?? [];
    const accepted = (call.headers.accept ?? '').split(',').map((type) => type.trim());
    const manifestTypes = Object.values(mediaTypes).flatMap((types) => [types.index, types.manifest]);
    const rules = {
      'no such place in a registry': found !== null,
      'nothing is pulled by this method': call.method === 'GET' && call.body === '',
      'digests are of bytes without an encoding': (call.headers['accept-encoding'] ?? 'identity') === 'identity',
      'a manifest may be of all four types': place !== 'manifest' || manifestTypes.every((it) => accepted.includes(it)),
      'a parameter': call.url.search === '',
    };
    for (const [rule, isKept] of Object.entries(rules))
      if (!isKept) violations.push(`${call.method} ${call.path}: ${rule}`);
    return [place as Place, refusal(shape, call, path) ?? trueAnswer(shape, { path, place, name })];
  }

  function trueAnswer(shape: Shape, { path, place, name }: { path: string; place: string; name: string }): Answer {
    const repository = repositories.get(path);
    if (!repository) return json(404, shape.unknownRepository);
    const { tags, blobs, manifests } = repository;
    if (place === 'blob') {
      const blob = blobs.get(name);
      if (!blob) return json(404, '{"errors":[{"code":"BLOB_UNKNOWN","message":"blob unknown to registry"}]}');
      if (!shape.redirectsBlobs) return answerOf('application/octet-stream', blob.bytes);
      const store = given ? 'https://blobs.example' : urls.blobs;
      return { status: 307, headers: { location: `${store}/${blob.digest}?signature=x` }, body: '' };
    }
    const manifest = manifests.get(name.includes(':') ? name : (tags.get(name) ?? ''));
    return manifest ? answerOf(manifest.mediaType, manifest.bytes) : json(404, shape.unknownTag);
  }

  /** As the specifications of distribution describe it: GET, with Basic or anonymous. */
  function answerTokens({ tokens, denied, unauthorized }: Shape, { url, method, authorization }: Call): Answer {
    const asked = url.searchParams;
    const repository = /^repository:([a-z0-9._/-]+):pull$/.exec(asked.get('scope') ?? '')?.[1];
    const basic = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(authorization ?? '')?.[1];
    const isAsked = tokens && url.pathname === new URL(tokens.realm).pathname && method === 'GET';
    const isSound = isAsked && repository && asked.size === 2 && asked.get('service') === tokens.service;
    if (!isSound || (authorization && !basic)) violations.push(`${method} ${url} ${authorization} of the token server`);
    if (authorization && !isUser(basic ?? '')) return json(401, unauthorized);
    const isHidden = repositories.get(repository ?? '')?.isPrivate;
    if (isHidden && !authorization && denied.at === 'token') return json(denied.status, denied.body);
    const token = `token-${randomBytes(12).toString('hex')}`;
    issued.set(token, authorization && repository);
    const members = Object.fromEntries((tokens?.answers ?? []).map((name) => [name, token]));
    return json(200, JSON.stringify({ expires_in: 300, ...members }));
  }

  /** Presigned addresses answer to nobody who brings credentials of another kind. */
  function answerBlobs({ path, authorization, url }: Call): Answer {
    if (authorization !== undefined) violations.push(`${path}: credentials were sent to the blob store`);
    const blob = [...repositories.values()].map(({ blobs }) => blobs.get(url.pathname.slice(1))).find(Boolean);
    if (blob) return answerOf('application/octet-stream', blob.bytes);
    return { ...answerOf('application/xml', '<Error><Code>NoSuchKey</Code></Error>'), status: 404 };
  }

  function answer(call: Call, response: ServerResponse): void {
    const shape = given ?? ownShape();
    if (call.at === 'blobs') return void deliver(answerBlobs(call), response);
    const [place, result] =
      call.at === 'tokens' ? (['token', answerTokens(shape, call)] as const) : answerRegistry(shape, call);
    const met = faults.find(({ fault, left }) => fault.at === place && left > 0);
    if (met) met.left -= 1;
    if (met?.fault.kind === 'hang') return void hung.resolve();
    if (met?.fault.kind === 'reset') return void response.socket?.resetAndDestroy();
    deliver(met ? faulty(met.fault, result) : result, response, met?.fault.kind === 'truncated');
  }

  const servers = await Promise.all(
    (['registry', 'tokens', 'blobs'] as const).map(async (own) => {
      const server = createServer(async (incoming, response) => {
        let body = '';
        for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
        const { url: path = '/', method = '', headers } = incoming;
        const url = new URL(path, 'http://registry.invalid');
        // Many a registry has its token server under its own name.
        const { tokens } = given ?? ownShape();
        const at = tokens && url.pathname === new URL(tokens.realm).pathname ? 'tokens' : own;
        const recorded: Recorded = { at, method, path, authorization: headers.authorization };
        requests.push(recorded);
        response.once('close', () => {
          if (response.headersSent) recorded.status = response.statusCode;
        });
        try {
          answer({ ...recorded, url, headers, body }, response);
        } catch (error) {
          violations.push(String(error));
          response.writeHead(500).end();
        }
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      urls[own] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return server;
    }),
  );
  const repository = (path: string): Repository => {
    const known = repositories.get(path);
    const found = known ?? { manifests: new Map(), blobs: new Map(), tags: new Map(), isPrivate: false };
    repositories.set(path, found);
    return found;
  };
  return {
    /** `127.0.0.1:PORT`. */
    domain: new URL(urls.registry).host,
    urls,
    requests,
    /** What no client may do. A test whose registry saw any fails. */
    violations,
    /** Settles at the next request that is never answered. */
    hung: hung.promise,
    push(path: string, content: Image | Stored, ...tags: string[]): Stored {
      const { manifests, blobs, tags: known } = repository(path);
      const manifest = 'manifest' in content ? content.manifest : content;
      if ('manifest' in content) blobs.set(content.config.digest, content.config);
      manifests.set(manifest.digest, manifest);
      for (const tag of tags) known.set(tag, manifest.digest);
      return manifest;
    },
    /** Points a tag to something that was pushed before. */
    tag: (path: string, tag: string, digest: string) => void repository(path).tags.set(tag, digest),
    hide(path: string): void {
      repository(path).isPrivate = true;
    },
    fail: (fault: Fault) => void faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      keepViolations('registry', violations);
    },
  };
}

const answerOf = (type: string, body: Answer['body']): Answer => ({
  status: 200,
  headers: { 'content-type': type },
  body,
});

function json(status: number, body: string, headers: Headers = {}): Answer {
  const type = body.startsWith('{') ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  return {
    status,
    headers: { 'content-type': type, 'docker-distribution-api-version': 'registry/2.0', ...headers },
    body,
  };
}

function faulty(fault: Fault, answer: Answer): Answer {
  switch (fault.kind) {
    case 'status':
      return json(fault.status, fault.body ?? '', fault.headers);
    case 'web-page':
      return { ...answerOf('text/html; charset=utf-8', '<!DOCTYPE html><title>Sign in</title>'), status: fault.status };
    case 'redirect':
      return { status: 307, headers: { location: fault.to }, body: '' };
    case 'headers':
      return { ...answer, headers: { ...answer.headers, ...fault.headers } };
    case 'body':
      return { ...answer, body: fault.body };
    default:
      return answer;
  }
}

function deliver({ status, headers, body }: Answer, response: ServerResponse, isTruncated = false): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-length': String(bytes.length), ...headers });
  if (!isTruncated) return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}
