// What this GitHub knows of its one repository: comments, pull requests, commits.

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
  readonly draft: boolean;
  /** Their names. */
  readonly labels: readonly string[];
  readonly headSha: string;
  /** `owner/name` of where the head comes from. */
  readonly headRepository: string;
}

/** Null while it is in progress. */
export type RunConclusion = 'success' | 'failure' | null;

export interface WorldOptions {
  readonly repository: string;
  readonly author: Author;
  /** How many lists do not show what was just created. */
  readonly lateLists: number;
}

export class World {
  readonly comments = new Map<number, StoredComment>();
  readonly pulls = new Map<number, StoredPull>();
  /** Commit → its parents. */
  readonly commits = new Map<string, readonly string[]>();
  readonly patches = new Map<string, string>();
  readonly runs = new Map<number, RunConclusion>();
  /** Branch → its last commit. */
  readonly branches = new Map<string, string>();
  readonly options: WorldOptions;
  readonly #created = new Map<number, { lateLists: number }>();
  #stampMs = Date.UTC(2026, 0, 1);

  constructor(options: WorldOptions) {
    this.options = options;
  }

  /** Whether the next list shows it; counts the lists that did not. */
  isListed(id: number): boolean {
    const created = this.#created.get(id);
    if (!created) return true;
    created.lateLists -= 1;
    return created.lateLists < 0;
  }

  /** Never the same id twice, in whatever table. */
  #nextId(): number {
    const id = this.#created.size + 1;
    this.#created.set(id, { lateLists: this.options.lateLists });
    return id;
  }

  /** As GitHub writes times: to the second. Each stamp is one second after the one before. */
  stamp(): string {
    const stamp = new Date(this.#stampMs).toISOString().replace(/\.\d+Z$/, 'Z');
    this.#stampMs += 1000;
    return stamp;
  }

  /** An open pull request unless told otherwise; the same number again changes it. */
  setPull(pull: Partial<StoredPull> & Pick<StoredPull, 'number'>): void {
    const fresh = { state: 'open', merged: false, draft: false, labels: [], headSha: 'a'.repeat(40) } as const;
    const { repository: headRepository } = this.options;
    this.pulls.set(pull.number, { ...fresh, headRepository, ...this.pulls.get(pull.number), ...pull });
  }

  addComment({ author = this.options.author, ...rest }: Pick<StoredComment, 'issue' | 'body'> & { author?: Author }) {
    const createdAt = this.stamp();
    const comment: StoredComment = { ...rest, id: this.#nextId(), author, createdAt, updatedAt: createdAt };
    this.comments.set(comment.id, comment);
    return comment;
  }

  /** GitHub's words for head as seen from base; undefined when a commit is unknown or nothing is shared. */
  compare(asked: { base: string; head: string }) {
    const [base = '', head = ''] = [asked.base, asked.head].map((name) => this.branches.get(name) ?? name);
    const [ofBase, ofHead] = [this.#ancestors(base), this.#ancestors(head)];
    const mergeBase = [...ofHead].find((sha) => ofBase.has(sha));
    if (mergeBase === undefined) return undefined;
    const commits = [...ofHead.difference(ofBase)].reverse();
    const [aheadBy, behindBy] = [commits.length, ofBase.difference(ofHead).size];
    const words = [['identical', 'behind'] as const, ['ahead', 'diverged'] as const];
    const status = words[Math.min(1, aheadBy)]?.[Math.min(1, behindBy)];
    return { status, aheadBy, behindBy, mergeBase, commits };
  }

  /** With the commit itself, nearest first; none of an unknown one. */
  #ancestors(sha: string): Set<string> {
    const found = new Set(this.commits.has(sha) ? [sha] : []);
    for (const each of found) for (const parent of this.commits.get(each) ?? []) found.add(parent);
    return found;
  }
}
