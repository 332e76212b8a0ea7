// A GitHub with one repository on 127.0.0.1: recording, faults, access, the check against GitHub's description.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultList, runHooks } from '../http-server/faults.ts';
import { type Open, parsedBody, Recorder } from '../http-server/recorder.ts';
import { keepViolations } from '../http-server/violations.ts';
import { loadDescription } from './description.ts';
import { type Route, routeOf } from './handlers.ts';
import {
  type Answer,
  type Arrival,
  answer,
  type Fault,
  type Level,
  notFound,
  notPermitted,
  type Right,
  refusal,
} from './wire.ts';
import { type Author, actionsBot, type RunConclusion, type StoredComment, type StoredPull, World } from './world.ts';

export type { Fault } from './wire.ts';
export { type Author, actionsBot } from './world.ts';

export interface GitHubApiOptions {
  /** Default `test-token`. */
  readonly token?: string;
  /** Default `acme/llama`. */
  readonly repository?: string;
  /** Default ''; `/api/v3` plays a GitHub Enterprise Server. */
  readonly basePath?: string;
  /** Who writes with the token. Default: the bot of GitHub Actions. */
  readonly author?: Author;
  /** Default: write for everything. */
  readonly permissions?: Partial<Record<Right, Level>>;
  readonly pulls?: readonly SeededPull[];
  /** Commit → its parents. */
  readonly commits?: Readonly<Record<string, readonly string[]>>;
  /** Commit → what it changes, as a patch. */
  readonly patches?: Readonly<Record<string, string>>;
  /** Branch → its last commit. */
  readonly branches?: Readonly<Record<string, string>>;
  /** How many lists do not show what was just created. Default 0. */
  readonly lateLists?: number;
}

export type SeededPull = Partial<StoredPull> & Pick<StoredPull, 'number'>;
export type GitHubApi = Awaited<ReturnType<typeof startGitHubApi>>;

type Request = Open<Arrival>;

export async function startGitHubApi(options: GitHubApiOptions = {}) {
  const { token = 'test-token', repository = 'acme/llama', basePath = '', author = actionsBot } = options;
  const all = { actions: 'write', contents: 'write', 'pull-requests': 'write' } as const;
  let permissions: Record<Right, Level> = { ...all, ...options.permissions };
  const world = new World({ repository, author, lateLists: options.lateLists ?? 0 });
  const description = await loadDescription();
  const recorder = new Recorder<Arrival>();
  const faults = new FaultList<Fault>();
  const violations: string[] = [];

  async function exchange(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const { pathname, searchParams } = new URL(`http://github${incoming.url ?? '/'}`);
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '';
    const { method = '', headers } = incoming;
    const route = routeOf(description, { method, path });
    const isGraphql = method === 'POST' && pathname === `${basePath.replace(/\/v3$/, '')}/graphql`;
    // GitHub takes both words.
    const [, given] = /^(?:token|bearer) (.*)$/i.exec(headers.authorization ?? '') ?? [];
    const request = recorder.start({
      operation: route?.operation ?? (isGraphql ? 'graphql' : 'unknown'),
      method,
      path: path || pathname,
      query: Object.fromEntries(searchParams),
      body: parsedBody(Buffer.concat(chunks).toString()),
      authorization: given === token ? 'ok' : headers.authorization === undefined ? 'missing' : 'wrong',
      userAgent: headers['user-agent'] ?? '',
    });
    response.once('close', () => {
      if (response.writableFinished) request.status = response.statusCode;
      recorder.finish(request);
    });
    const met = faults.take(request.operation);
    request.faults = met.map((fault) => fault.kind);
    await runHooks(met, 'before', request);
    const fault = met.find(({ kind }) => kind !== 'hook');
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') return void response.socket?.resetAndDestroy();
    const refused = fault && refusalOf(fault);
    const result = refused ?? trueAnswer(route, request);
    if (route && !(fault?.kind === 'status' && fault.body !== undefined)) {
      const found = description.checkAnswer({ operation: route.operation, ...result });
      violations.push(...found.map((each) => `answer of ${each}`));
    }
    if (!refused) await runHooks(met, 'after', request);
    if (fault?.kind === 'lost-answer') return void response.socket?.destroy();
    send(response, fault?.kind === 'wrong-body' ? answer(result.status, fault.body) : result);
  }

  function trueAnswer(
    route: Route | undefined,
    { authorization, operation, method, path: asked, query, body }: Request,
  ) {
    if (authorization === 'missing') return refusal(401, 'Requires authentication');
    if (authorization === 'wrong') return refusal(401, 'Bad credentials');
    if (operation === 'graphql') {
      const isPlayed = JSON.stringify(body) === '{"query":"{ viewer { login } }"}';
      if (!isPlayed) throw new Error(`this question is not played: ${JSON.stringify(body)}`);
      return answer(200, { data: { viewer: { login: author.login } } });
    }
    if (route === undefined) {
      violations.push(`${method} ${asked}: no such operation here`);
      return notFound;
    }
    const { path, right, level, handler } = route;
    const wrong = description.checkRequest({ path, query, operation: route.operation, body });
    violations.push(...wrong.map((found) => `request to ${found}`));
    if (wrong.length > 0) return refusal(422, `Invalid request. ${wrong.join(' ')}`);
    if (`${path.owner}/${path.repo}` !== repository) return notFound;
    if (permissions[right] !== 'write' && permissions[right] !== level) return notPermitted;
    const content = (body ?? {}) as Readonly<Record<string, unknown>>;
    const repo = `${url}/repos/${repository}`;
    return handler({ world, description, path, query, body: content, url: `${url}${asked}`, repo });
  }

  const server = createServer(async (incoming, response) => {
    await exchange(incoming, response).catch((error) => {
      // The client has hung up in the middle of its request, as a cancelled run does.
      if (incoming.errored) return;
      // A mistake of this server or of a test's hook must not pass for one of GitHub's failures.
      violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
      send(response, answer(500, { message: 'the GitHub for tests has a bug' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`;

  const setPull = (pull: SeededPull): void => world.setPull(pull);
  for (const pull of options.pulls ?? []) setPull(pull);
  for (const [sha, parents] of Object.entries(options.commits ?? {})) world.commits.set(sha, parents);
  for (const [sha, patch] of Object.entries(options.patches ?? {})) world.patches.set(sha, patch);
  const setBranch = (name: string, sha: string): void => void world.branches.set(name, sha);
  for (const [name, sha] of Object.entries(options.branches ?? {})) setBranch(name, sha);
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    keepViolations("against GitHub's own description", violations.splice(0));
  };
  return {
    /** What `GITHUB_API_URL` holds, base path included. */
    url,
    token,
    repository,
    get requests() {
      return recorder.all();
    },
    clearRequests: () => recorder.clear(),
    addFault: (fault: Fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    setPermissions(change: Partial<Record<Right, Level>>): void {
      permissions = { ...permissions, ...change };
    },
    setPull,
    setRun: (id: number, conclusion: RunConclusion): void => void world.runs.set(id, conclusion),
    setBranch,
    /** Returns the id. */
    addComment: (comment: Parameters<World['addComment']>[0]): number => world.addComment(comment).id,
    removeComment: (id: number) => void world.comments.delete(id),
    /** Oldest first. */
    comments: (issue?: number): readonly StoredComment[] =>
      structuredClone([...world.comments.values()].filter((each) => issue === undefined || each.issue === issue)),
    /** What broke GitHub's own description fails the test. */
    close,
    [Symbol.asyncDispose]: close,
  };
}

function refusalOf(fault: Fault): Answer | undefined {
  switch (fault.kind) {
    case 'status': {
      const { status, message = `scripted ${status}`, headers = {}, body } = fault;
      return body === undefined ? refusal(status, message, { headers }) : answer(status, body, headers);
    }
    case 'missing-permission':
      return notPermitted;
    case 'secondary-rate-limit': {
      const { status = 403, retryAfterSeconds: seconds } = fault;
      const headers: Answer['headers'] = seconds === undefined ? {} : { 'retry-after': String(seconds) };
      return refusal(status, 'You have exceeded a secondary rate limit.', { headers });
    }
    case 'primary-rate-limit': {
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(fault.resetAt) };
      return refusal(403, 'API rate limit exceeded for installation.', { headers });
    }
    default:
      return undefined;
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body === undefined) return void response.writeHead(status, headers).end();
  const isPage = typeof body === 'string';
  const contentType = isPage ? 'text/html' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': contentType, ...headers });
  response.end(isPage ? body : JSON.stringify(body));
}
