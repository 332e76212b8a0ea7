// Starts and stops a GitHub for tests, and looks inside it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultList } from '../http-server/faults.ts';
import { Recorder } from '../http-server/recorder.ts';
import { exchange } from './server.ts';
import type { Arrival, Fault, Level, RecordedRequest, Right } from './wire.ts';
import {
  type Author,
  actionsBot,
  addComment,
  addDeployment,
  addStatus,
  createWorld,
  type StoredComment,
  type StoredDeployment,
  type StoredPull,
} from './world.ts';

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
  /** How many lists do not show what was just created. Default 0. */
  readonly lateLists?: number;
  /** Lists show what was created only so long after it, in milliseconds of `clock`. Default 0. */
  readonly listedAfterMs?: number;
  /** Default: one that stands still. */
  readonly clock?: { nowMs(): number };
}

export type SeededPull = Partial<StoredPull> & Pick<StoredPull, 'number'>;

type SeededDeployment = Partial<Omit<StoredDeployment, 'id' | 'statuses'>> & {
  /** Oldest first; default: one `success`. */
  readonly states?: readonly string[];
};

export interface GitHubApi extends AsyncDisposable {
  /** What `GITHUB_API_URL` holds, base path included. */
  readonly url: string;
  readonly token: string;
  readonly repository: string;
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  addFault(fault: Fault): void;
  /** Faults that met no request so far. */
  unusedFaults(): readonly Fault[];
  clearFaults(): void;
  setPermissions(permissions: Partial<Record<Right, Level>>): void;
  /** An open pull request unless told otherwise; the same number again changes it. */
  setPull(pull: SeededPull): void;
  /** Returns the id. */
  addComment(comment: { readonly issue: number; readonly body: string; readonly author?: Author }): number;
  removeComment(id: number): void;
  /** Returns the id. */
  addDeployment(deployment: SeededDeployment): number;
  addCommits(parents: Readonly<Record<string, readonly string[]>>): void;
  /** Oldest first. */
  comments(issue?: number): readonly StoredComment[];
  /** Oldest first. */
  deployments(): readonly StoredDeployment[];
  /** What broke GitHub's own description so far; given away, so that `close` does not fail for it. */
  takeViolations(): readonly string[];
  /** Fails with the violations that nobody took. */
  close(): Promise<void>;
}

/** A GitHub with one repository on 127.0.0.1, on any free port. */
export async function startGitHubApi(options: GitHubApiOptions = {}): Promise<GitHubApi> {
  const { token = 'test-token', repository = 'acme/llama', basePath = '', author = actionsBot } = options;
  let permissions = {
    contents: 'write',
    deployments: 'write',
    'pull-requests': 'write',
    ...options.permissions,
  } as const;
  const recorder = new Recorder<Arrival>();
  const faults = new FaultList<Fault>();
  const world = createWorld({ repository, author, url: () => url, nowMs: () => options.clock?.nowMs() ?? 0 });
  const violations: string[] = [];

  const exchanges = {
    world,
    faults,
    recorder,
    token,
    basePath,
    permissions: () => permissions as Record<Right, Level>,
    violate: (violation: string) => void violations.push(violation),
  };
  const server = createServer((incoming, response) => void exchange(exchanges, incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`;

  const takeViolations = () => violations.splice(0);
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    const found = takeViolations();
    if (found.length > 0) throw new Error(`against GitHub's own description:\n${found.join('\n')}`);
  };
  const api: GitHubApi = {
    url,
    token,
    repository,
    get requests() {
      return recorder.all();
    },
    clearRequests: () => recorder.clear(),
    addFault: (fault) => faults.add(fault),
    unusedFaults: () => faults.unused(),
    clearFaults: () => faults.clear(),
    setPermissions: (change) => {
      permissions = { ...permissions, ...change } as typeof permissions;
    },
    setPull: (pull) => {
      const before = world.pulls.get(pull.number);
      const { number } = pull;
      const fresh = {
        state: 'open',
        merged: false,
        title: `Pull request ${number}`,
        draft: false,
        labels: [],
        headSha: 'a'.repeat(40),
        headRepository: repository,
      } as const;
      world.pulls.set(number, { ...fresh, createdAt: before?.createdAt ?? world.stamp(), ...before, ...pull });
    },
    addComment: (comment) => addComment(world, comment).id,
    removeComment: (id) => void world.comments.delete(id),
    addDeployment: ({ states = ['success'], ...part }) => {
      let deployment = addDeployment(world, part);
      for (const state of states) ({ deployment } = addStatus(world, deployment, { state }));
      return deployment.id;
    },
    addCommits: (parents) => {
      for (const [sha, of] of Object.entries(parents)) world.commits.set(sha, of);
    },
    comments: (issue) =>
      structuredClone([...world.comments.values()].filter((it) => issue === undefined || it.issue === issue)),
    deployments: () => structuredClone([...world.deployments.values()]),
    takeViolations,
    close,
    [Symbol.asyncDispose]: close,
  };
  for (const pull of options.pulls ?? []) api.setPull(pull);
  api.addCommits(options.commits ?? {});
  world.lateLists = options.lateLists ?? 0;
  world.listedAfterMs = options.listedAfterMs ?? 0;
  return api;
}
