/** A strict image registry for tests over real HTTP, with its token server and its blob store, each on a port of its own. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Image, Stored } from './content.ts';
import { type Fault, Faults } from './faults.ts';
import { answerBlobStore, answerRegistry } from './pull.ts';
import { plainShape, type Shape } from './shapes.ts';
import { answerTokens } from './tokens.ts';

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

export interface Call extends Recorded {
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

export interface World {
  readonly shape: Shape;
  readonly repositories: Map<string, Repository>;
  readonly users: Readonly<Record<string, string>>;
  readonly faults: Faults;
  /** Tokens that were handed out, and the repositories that they open. */
  readonly issued: Map<string, ReadonlySet<string>>;
  readonly blobsUrl: () => string;
  readonly violate: (violation: string) => void;
}

export interface RegistryOptions {
  /** Default: a plain registry that asks for tokens. */
  readonly shape?: Shape;
  readonly auth?: 'none' | 'basic' | 'bearer';
  readonly users?: Readonly<Record<string, string>>;
}

export interface TestRegistry extends AsyncDisposable {
  /** `127.0.0.1:PORT`. */
  readonly domain: string;
  readonly urls: Readonly<Record<'registry' | 'tokens' | 'blobs', string>>;
  readonly requests: readonly Recorded[];
  /** What no client may do. Disposing a registry that saw any throws. */
  readonly violations: string[];
  /** Settles at the next request that is never answered. */
  readonly hung: Promise<void>;
  push(repository: string, content: Image | Stored, ...tags: string[]): Stored;
  /** Points a tag to something that was pushed before. */
  tag(repository: string, tag: string, digest: string): void;
  untag(repository: string, tag: string): void;
  hide(repository: string): void;
  fail(fault: Fault): void;
}

export async function startRegistry(options: RegistryOptions = {}): Promise<TestRegistry> {
  const repositories = new Map<string, Repository>();
  const requests: Recorded[] = [];
  const violations: string[] = [];
  const faults = new Faults();
  const hung = Promise.withResolvers<void>();
  const urls = { registry: '', tokens: '', blobs: '' };
  const world: World = {
    get shape() {
      return options.shape ?? ownShape(urls, options.auth ?? 'bearer');
    },
    repositories,
    users: options.users ?? {},
    faults,
    issued: new Map(),
    blobsUrl: () => (options.shape ? 'https://blobs.example' : urls.blobs),
    violate: (violation) => violations.push(violation),
  };
  /** Many a registry has its token server under its own name. */
  const atRealm = (path = '') => {
    const realm = world.shape.tokens?.realm;
    return realm !== undefined && path.split('?', 1)[0] === new URL(realm).pathname;
  };
  const answers = { registry: answerRegistry, tokens: answerTokens, blobs: answerBlobStore };
  const servers = await Promise.all(
    (['registry', 'tokens', 'blobs'] as const).map(async (at) => {
      const server = createServer(async (incoming, response) => {
        const call = await readCall(atRealm(incoming.url) ? 'tokens' : at, incoming);
        const recorded: Recorded = {
          at: call.at,
          method: call.method,
          path: call.path,
          authorization: call.authorization,
        };
        requests.push(recorded);
        response.once('close', () => {
          if (response.headersSent) recorded.status = response.statusCode;
        });
        try {
          const answer = answers[call.at](world, call);
          if (answer === 'hang') hung.resolve();
          else deliver(answer, { call, response });
        } catch (error) {
          violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
          response.writeHead(500).end();
        }
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      urls[at] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return server;
    }),
  );
  const repository = (path: string): Repository => {
    const known = repositories.get(path);
    if (known) return known;
    const created = { manifests: new Map(), blobs: new Map(), tags: new Map(), isPrivate: false };
    repositories.set(path, created);
    return created;
  };
  return {
    domain: new URL(urls.registry).host,
    urls,
    requests,
    violations,
    hung: hung.promise,
    push(path, content, ...tags) {
      const { manifests, blobs, tags: known } = repository(path);
      const manifest = 'manifest' in content ? content.manifest : content;
      if ('manifest' in content) blobs.set(content.config.digest, content.config);
      manifests.set(manifest.digest, manifest);
      for (const tag of tags) known.set(tag, manifest.digest);
      return manifest;
    },
    tag: (path, tag, digest) => void repository(path).tags.set(tag, digest),
    untag: (path, tag) => void repository(path).tags.delete(tag),
    hide(path) {
      repository(path).isPrivate = true;
    },
    fail: (fault) => faults.add(fault),
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      if (violations.length > 0) throw new Error(`the client broke the rules of registries:\n${violations.join('\n')}`);
    },
  };
}

function ownShape(urls: TestRegistry['urls'], auth: 'none' | 'basic' | 'bearer'): Shape {
  const host = new URL(urls.registry).host;
  const realm = `${urls.tokens}/token`;
  const tokens = { realm, service: 'tests', answers: 'token' } as const;
  if (auth === 'none') return { ...plainShape, domain: host, host, tokens: undefined, challenge: () => '' };
  if (auth === 'basic')
    return { ...plainShape, domain: host, host, tokens: undefined, challenge: () => 'Basic realm="tests"' };
  const challenge = (path: string) => `Bearer realm="${realm}",service="tests",scope="repository:${path}:pull"`;
  return { ...plainShape, domain: host, host, tokens, challenge };
}

async function readCall(at: Recorded['at'], incoming: IncomingMessage): Promise<Call> {
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
  const path = incoming.url ?? '/';
  const { method = '', headers } = incoming;
  const url = new URL(path, 'http://registry.invalid');
  return { at, method, path, url, headers, body, authorization: headers.authorization };
}

/** Instead of an answer: never, cut off, or cut in the middle. */
export type Delivery = Answer | 'hang' | 'reset' | { readonly truncated: Answer };

function deliver(
  answer: Exclude<Delivery, 'hang'>,
  { call, response }: { call: Call; response: ServerResponse },
): void {
  if (answer === 'reset') return void response.socket?.resetAndDestroy();
  const { status, headers, body } = 'truncated' in answer ? answer.truncated : answer;
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-length': String(bytes.length), ...headers });
  if (call.method === 'HEAD') return void response.end();
  if (!('truncated' in answer)) return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}
