/** Requests to one repository of a registry: authorization when it is asked for, redirects without credentials, one budget of time. */

import { urlRefusal } from './address.ts';
import { type Authorization, type AuthorizationPorts, authorize } from './authorization.ts';
import type { Budget } from './budget.ts';
import type { Reply } from './exchange.ts';
import type { ImageReference } from './reference.ts';
import { type Login, type Unknown, unknown, unknownOfLoss, unknownOfTimeout } from './unknown.ts';

interface RepositoryRequest {
  readonly method: 'GET' | 'HEAD';
  /** Below the repository: `manifests/1`, `tags/list?n=100`. */
  readonly path: string;
  readonly accept: string;
  readonly maxBytes: number;
}

export interface RepositoryClient {
  /** For messages; Docker Hub's is `registry-1.docker.io`. */
  readonly host: string;
  /** Of the last answer. */
  readonly login: Login;
  /** Any status but a redirect. Rejects with the signal's reason only. */
  request(request: RepositoryRequest): Promise<Reply | Unknown>;
}

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** https always, except for a registry on this machine, which is asked by http as docker does. */
export function createRepositoryClient({
  repository,
  ports,
  budget,
}: {
  repository: ImageReference;
  ports: AuthorizationPorts;
  budget: Budget;
}): RepositoryClient {
  const registry = registryUrl(repository.domain, ports);
  const refusal = urlRefusal(registry, ports);
  let authorization: Authorization | undefined;

  async function request({ method, path, accept, maxBytes }: RepositoryRequest): Promise<Reply | Unknown> {
    if (refusal !== undefined) return unknown('forbidden-address', `it is not contacted: ${refusal}`);
    let url = new URL(`/v2/${repository.path}/${path}`, registry);
    for (let hops = 0; ; ) {
      const isOwn = url.origin === registry.origin;
      const bounds = budget.bounds();
      if (!bounds) return unknownOfTimeout(url.host, budget.totalMs);
      // What is encoded has other bytes than its digest is of.
      const plain = { accept, 'accept-encoding': 'identity' };
      const headers = isOwn && authorization ? { ...plain, authorization: authorization.header } : plain;
      const reply = await ports.exchange({ ...bounds, method, url, headers, maxBytes });
      budget.signal.throwIfAborted();
      if (reply.kind === 'lost') return unknownOfLoss({ lost: reply, host: url.host, totalMs: budget.totalMs });
      if (redirects.has(reply.status)) {
        hops += 1;
        const next = nextUrl({ reply, url, hops });
        if (!(next instanceof URL)) return next;
        url = next;
      } else if (reply.status === 401 && isOwn && !authorization) {
        const authorized = await authorize({ ports, budget, repository, registry }, reply);
        if (authorized.kind === 'unknown') return authorized;
        authorization = authorized;
      } else {
        return reply;
      }
    }
  }

  function nextUrl({ reply, url, hops }: { reply: Reply; url: URL; hops: number }): URL | Unknown {
    const next = URL.parse(reply.headers.location ?? '', url.href);
    if (!next) return unknown('malformed', `${url.host} answered ${reply.status} without an address to go to`);
    if (hops > maxRedirects) return unknown('malformed', `${registry.host} redirects more than ${maxRedirects} times`);
    const why = urlRefusal(next, ports);
    if (why !== undefined)
      return unknown('forbidden-address', `${url.host} redirects to an address that is not contacted: ${why}`);
    return next;
  }

  return {
    host: registry.host,
    get login() {
      return authorization?.login ?? 'none';
    },
    request,
  };
}

function registryUrl(domain: string, { allowLoopback }: { allowLoopback: boolean }): URL {
  const host = domain === 'docker.io' ? 'registry-1.docker.io' : domain;
  const plain = new URL(`http://${host}`);
  return allowLoopback && urlRefusal(plain, { allowLoopback }) === undefined ? plain : new URL(`https://${host}`);
}
