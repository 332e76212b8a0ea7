// What this GitHub knows of its one repository: comments, deployments, pull requests, commits.

export interface Author {
  readonly login: string;
  readonly type: 'Bot' | 'User';
  /** GitHub's word for how the author stands to the repository. */
  readonly association: string;
}

export const actionsBot: Author = { login: 'github-actions[bot]', type: 'Bot', association: 'NONE' };

export interface StoredComment {
  readonly id: number;
  readonly issue: number;
  readonly body: string;
  readonly author: Author;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface StoredPull {
  readonly number: number;
  readonly state: 'open' | 'closed';
  readonly merged: boolean;
  readonly title: string;
  readonly draft: boolean;
  /** Their names. */
  readonly labels: readonly string[];
  readonly headSha: string;
  /** `owner/name` of where the head comes from. */
  readonly headRepository: string;
  readonly createdAt: string;
}

export interface StoredStatus {
  readonly id: number;
  readonly state: string;
  readonly description: string;
  readonly environmentUrl: string;
  readonly logUrl: string;
  readonly createdAt: string;
}

export interface StoredDeployment {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly task: string;
  readonly environment: string;
  readonly description: string | null;
  readonly payload: unknown;
  readonly transient: boolean;
  readonly production: boolean;
  readonly createdAt: string;
  readonly creator: Author;
  /** Oldest first. */
  readonly statuses: readonly StoredStatus[];
}

export interface World {
  readonly repository: string;
  /** Base of all addresses in answers. */
  readonly url: () => string;
  readonly author: Author;
  readonly comments: Map<number, StoredComment>;
  readonly deployments: Map<number, StoredDeployment>;
  readonly pulls: Map<number, StoredPull>;
  /** Commit → its parents. */
  readonly commits: Map<string, readonly string[]>;
  /** How many lists do not show what was just created. */
  lateLists: number;
  /** Lists show what was created only so long after it, by `nowMs`. */
  listedAfterMs: number;
  readonly nowMs: () => number;
  /** Whether the next list shows it; counts the lists that did not. */
  isListed(id: number): boolean;
  /** Never the same id twice, in whatever table. */
  nextId(): number;
  /** As GitHub writes times: to the second. Each stamp is one second after the one before. */
  stamp(): string;
}

export function createWorld(options: {
  repository: string;
  author: Author;
  url: () => string;
  nowMs: () => number;
}): World {
  let id = 0;
  let stampMs = Date.UTC(2026, 0, 1);
  const createdMs = new Map<number, number>();
  const unlisted = new Map<number, number>();
  return {
    ...options,
    comments: new Map(),
    deployments: new Map(),
    pulls: new Map(),
    commits: new Map(),
    lateLists: 0,
    listedAfterMs: 0,
    isListed(created) {
      if (this.nowMs() < (createdMs.get(created) ?? 0) + this.listedAfterMs) return false;
      const left = unlisted.get(created) ?? 0;
      unlisted.set(created, left - 1);
      return left <= 0;
    },
    nextId() {
      id += 1;
      createdMs.set(id, this.nowMs());
      if (this.lateLists > 0) unlisted.set(id, this.lateLists);
      return id;
    },
    stamp: () => {
      const stamp = new Date(stampMs).toISOString().replace(/\.\d+Z$/, 'Z');
      stampMs += 1000;
      return stamp;
    },
  };
}

export function addComment(
  world: World,
  { issue, body, author = world.author }: { issue: number; body: string; author?: Author | undefined },
): StoredComment {
  const createdAt = world.stamp();
  const comment = { id: world.nextId(), issue, body, author, createdAt, updatedAt: createdAt };
  world.comments.set(comment.id, comment);
  return comment;
}

/** Without statuses. */
export function addDeployment(world: World, given: Partial<StoredDeployment>): StoredDeployment {
  const { sha = 'a'.repeat(40) } = given;
  const deployment: StoredDeployment = {
    ...{ sha, ref: sha, task: 'deploy', environment: 'production', description: null, payload: {} },
    ...{ transient: false, production: false, creator: world.author },
    ...given,
    ...{ id: world.nextId(), createdAt: world.stamp(), statuses: [] },
  };
  world.deployments.set(deployment.id, deployment);
  return deployment;
}

/** The deployment with its new status, and that one. */
export function addStatus(
  world: World,
  before: StoredDeployment,
  given: Pick<StoredStatus, 'state'> & Partial<StoredStatus>,
): { deployment: StoredDeployment; status: StoredStatus } {
  const none = { description: '', environmentUrl: '', logUrl: '' };
  const status = { ...none, ...given, id: world.nextId(), createdAt: world.stamp() };
  const deployment = { ...before, statuses: [...before.statuses, status] };
  world.deployments.set(deployment.id, deployment);
  return { deployment, status };
}

/** GitHub's words for head as seen from base; undefined when a commit is unknown or nothing is shared. */
export function compare(world: World, { base, head }: { base: string; head: string }) {
  const ofBase = ancestors(world, base);
  const ofHead = ancestors(world, head);
  if (!ofBase || !ofHead) return undefined;
  const aheadBy = ofHead.difference(ofBase).size;
  const behindBy = ofBase.difference(ofHead).size;
  const mergeBase = [...ofHead].find((sha) => ofBase.has(sha));
  if (mergeBase === undefined) return undefined;
  const words = { identical: aheadBy + behindBy === 0, ahead: behindBy === 0, behind: aheadBy === 0, diverged: true };
  const status = Object.entries(words).find(([, holds]) => holds)?.[0] ?? 'diverged';
  return { status, aheadBy, behindBy, mergeBase, commits: [...ofHead.difference(ofBase)].reverse() };
}

/** With the commit itself, nearest first. */
function ancestors(world: World, sha: string): Set<string> | undefined {
  if (!world.commits.has(sha)) return undefined;
  const found = new Set([sha]);
  for (const each of found) for (const parent of world.commits.get(each) ?? []) found.add(parent);
  return found;
}
