/** Plays a story of GitHub's model: what happens to the branch and the pull requests, and which runs come of it, in which order. */

import { pullRequestPayload } from '../github-api/pull-request.ts';
import { commitOf, type Ended, type GitHubStage, type Job, openGitHubStage, repository } from './github-stage.ts';
import type { Fate, GitHubStep, GitHubStory, Turn } from './github-story.ts';
import { branchUntruths, commentUntruths, type GitHubTruth, jobOutputs, strangerUntruths } from './github-truth.ts';
import type { Played } from './replay.ts';

interface Pull {
  number: number;
  state: 'open' | 'closed';
  sha: string;
}

export async function playGitHubStory(story: GitHubStory): Promise<Played> {
  await using stage = await openGitHubStage(story);
  const play = new GitHubPlay(stage);
  let steps = 0;
  for (const [index, step] of story.steps.entries()) {
    steps += 1;
    const wrong = await play.step(step);
    if (wrong.length > 0) return { wrong: wrong.map((each) => `step ${index}: ${each}`), steps };
    stage.rest(30_000);
  }
  return { wrong: await play.heal(), steps: steps + 4 };
}

const calm: Fate = { faults: [], killAfter: 0, cancelAfter: 0 };

class GitHubPlay {
  readonly #stage: GitHubStage;
  readonly #truth: GitHubTruth;
  readonly #pulls = new Map<number, Pull>();
  readonly #queued: Job[] = [];
  readonly #past: Job[] = [];
  /** The branch, oldest commit first. */
  #branch: string[] = [];
  /** What each commit's spec deploys. */
  readonly #images = new Map<string, string>();
  /** Each commit's parent. */
  readonly #parents = new Map<string, string>();
  #commits = 0;
  #runs = 0;

  constructor(stage: GitHubStage) {
    this.#stage = stage;
    this.#truth = { stage, strangers: new Set() };
    this.#commit();
  }

  async step(step: GitHubStep): Promise<string[]> {
    switch (step.kind) {
      case 'push':
        this.#commit(step.isRevert ? this.#images.get(this.#branch.at(-2) ?? '') : undefined);
        return this.#turn(this.#branchJob(step.via), step.turn, step);
      case 'force-push':
        this.#branch = this.#branch.slice(0, Math.max(1, this.#branch.length - step.back));
        this.#stage.api.setBranch('main', this.#tip());
        if (step.adds) this.#commit();
        return this.#turn(this.#branchJob('push', { forced: true }), step.turn, step);
      case 'dispatch':
        return this.#run(this.#branchJob('workflow_dispatch'), step);
      case 'rerun': {
        const job = this.#past[step.which % Math.max(1, this.#past.length)];
        if (!job) return [];
        return this.#run({ ...job, attempt: job.attempt + 1 }, step);
      }
      case 'late': {
        const [job] = this.#queued.splice(step.which % Math.max(1, this.#queued.length), 1);
        return job ? this.#run(job, step) : [];
      }
      case 'open':
      case 'synchronize':
      case 'reopen':
      case 'close':
        return this.#pullRequest(step);
      case 'overtaken':
        return this.#overtaken(step);
      case 'sweep':
        return this.#sweep(step);
      case 'approve':
        return this.#approve(step);
      case 'plan': {
        const pull = this.#pulls.get(step.pull);
        if (pull?.state !== 'open') return [];
        return this.#run(this.#pullJob(pull, 'synchronize', { command: 'plan', preview: 'false' }), step);
      }
      case 'stranger':
        this.#stranger(step);
        return [];
      case 'pass':
        this.#stage.rest(step.hours * 3_600_000);
        return [];
    }
  }

  /** Without faults, a run at the tip brings what should be there, and a sweep what should not. */
  async heal(): Promise<string[]> {
    this.#stage.rest(3_600_000);
    const wrong = [
      ...(await this.#run(this.#branchJob('workflow_dispatch'), calm)),
      ...(await this.#sweep({ kind: 'sweep', maxAge: false, ...calm })),
    ];
    for (const pull of this.#pulls.values())
      if (pull.state === 'open') wrong.push(...(await this.#run(this.#pullJob(pull, 'synchronize'), calm)));
    // What a run at the same commit leaves as it is, a change puts in order.
    this.#commit();
    wrong.push(...(await this.#run(this.#branchJob('push'), calm)));
    for (const pull of this.#pulls.keys())
      wrong.push(...(await this.#pullRequest({ kind: 'synchronize', pull, turn: 'now', ...calm })));
    const live = this.#stage.endpoints().find(({ name }) => name === 'llama');
    if (live?.image.image !== this.#images.get(this.#tip())) wrong.push('the branch is not deployed');
    for (const { number, state } of this.#pulls.values()) {
      const preview = this.#stage.endpoints().find(({ name }) => name === `llama-pr-${number}`);
      if ((preview !== undefined) !== (state === 'open'))
        wrong.push(`#${number} is ${state}, and its preview ${preview ? 'is there' : 'is not'}`);
    }
    return wrong.map((each) => `in the end: ${each}`);
  }

  #tip(): string {
    return this.#branch.at(-1) ?? '';
  }

  #commit(image?: string): void {
    this.#commits += 1;
    const sha = commitOf(this.#commits);
    const parent = this.#branch.at(-1);
    this.#addCommit(sha, parent);
    this.#branch = [...this.#branch, sha];
    this.#stage.api.setBranch('main', sha);
    this.#images.set(sha, image ?? `ghcr.io/acme/llama:c${this.#commits}`);
  }

  #addCommit(sha: string, parent: string | undefined): void {
    this.#stage.api.addCommits({ [sha]: parent === undefined ? [] : [parent] });
    if (parent !== undefined) this.#parents.set(sha, parent);
  }

  #isAncestor(sha: string, of: string): boolean {
    for (let each = this.#parents.get(of); each !== undefined; each = this.#parents.get(each))
      if (each === sha) return true;
    return false;
  }

  #job(job: Pick<Job, 'sha' | 'image' | 'event' | 'inputs'>): Job {
    this.#runs += 1;
    return { ...job, runId: this.#runs, attempt: 1 };
  }

  #branchJob(
    event: string,
    { forced = false, inputs = {} }: { forced?: boolean; inputs?: Record<string, string> } = {},
  ): Job {
    const sha = this.#tip();
    return this.#job({
      sha,
      image: this.#images.get(sha) ?? '',
      event: {
        name: event,
        payload: {
          repository: { full_name: repository, default_branch: 'main' },
          ...(event === 'push' && { ref: 'refs/heads/main', after: sha, forced }),
          ...(event === 'workflow_run' && {
            workflow_run: {
              event: 'push',
              head_sha: sha,
              head_branch: 'main',
              head_repository: { full_name: repository },
              pull_requests: [],
            },
          }),
        },
      },
      inputs,
    });
  }

  #pullJob(pull: Pull, action: string, inputs: Record<string, string> = {}): Job {
    const { number, sha } = pull;
    const payload = pullRequestPayload({ action, number, sha, repository, baseSha: this.#tip() });
    const event = { name: 'pull_request', payload };
    return this.#job({ sha, image: this.#images.get(sha) ?? '', event, inputs: { preview: 'true', ...inputs } });
  }

  async #turn(job: Job, turn: Turn, fate: Fate): Promise<string[]> {
    if (turn === 'queued') this.#queued.push(job);
    return turn === 'now' ? this.#run(job, fate) : [];
  }

  async #run(job: Job, fate: Fate & { onRequest?: (count: number) => void }): Promise<string[]> {
    const before = this.#stage.endpoints();
    const runnerSha = job.event.name === 'workflow_run' ? this.#tip() : job.sha;
    const ended = await this.#stage.play({ ...job, runnerSha }, fate);
    this.#past.push(job);
    return this.#judge(ended, before);
  }

  #judge(ended: Ended, before: ReturnType<GitHubStage['endpoints']>): string[] {
    const after = this.#stage.endpoints();
    const pulls = [...this.#pulls.values()];
    const isAncestor = this.#isAncestor.bind(this);
    const moment = { ended, before, after, pulls, isAncestor, images: this.#images };
    return [
      ...branchUntruths(this.#truth, moment),
      ...commentUntruths(this.#truth, moment),
      ...strangerUntruths(this.#truth),
    ];
  }

  async #pullRequest(step: Extract<GitHubStep, { pull: number; turn: Turn }>): Promise<string[]> {
    const pull = this.#pulls.get(step.pull);
    const isOpen = pull?.state === 'open';
    if (step.kind === 'open' ? pull !== undefined : step.kind === 'reopen' ? !pull || isOpen : !isOpen) return [];
    const closes = step.kind === 'close';
    const isSameCommit = closes || step.kind === 'reopen';
    if (!isSameCommit) this.#commits += 1;
    const sha = isSameCommit && pull ? pull.sha : commitOf(this.#commits);
    if (!isSameCommit) {
      this.#images.set(sha, `ghcr.io/acme/llama:p${this.#commits}`);
      this.#addCommit(sha, pull?.sha ?? this.#tip());
    }
    const next: Pull = { number: step.pull, state: closes ? 'closed' : 'open', sha };
    this.#setPull(next);
    const action = { open: 'opened', synchronize: 'synchronize', reopen: 'reopened', close: 'closed' }[step.kind];
    return this.#turn(this.#pullJob(next, action ?? ''), step.turn, step);
  }

  #setPull(pull: Pull): void {
    this.#pulls.set(pull.number, pull);
    this.#stage.api.setPull({ number: pull.number, state: pull.state, headSha: pull.sha });
  }

  /** The close's own run comes first: it finds what is there, and deletes it. */
  async #overtaken(step: Extract<GitHubStep, { kind: 'overtaken' }>): Promise<string[]> {
    const pull = this.#pulls.get(step.pull);
    if (pull?.state !== 'open') return [];
    const job = this.#pullJob(pull, 'synchronize');
    const closed: Pull = { ...pull, state: 'closed' };
    const onRequest = (count: number) => {
      if (count !== step.closesBefore) return;
      this.#setPull(closed);
      for (const { id, name } of this.#stage.endpoints())
        if (name === `llama-pr-${step.pull}`) this.#stage.emulator.remove(id);
    };
    return this.#run(job, { ...step, onRequest });
  }

  async #sweep(step: Extract<GitHubStep, { kind: 'sweep' }>): Promise<string[]> {
    const job = this.#branchJob('schedule', {
      inputs: { command: 'sweep', ...(step.maxAge && { preview: 'max-age=24h' }) },
    });
    const before = this.#stage.endpoints();
    const ended = await this.#stage.play(job, step);
    return this.#judge(ended, before);
  }

  /** A job plans, somebody approves, another job deploys what was approved. */
  async #approve(step: Extract<GitHubStep, { kind: 'approve' }>): Promise<string[]> {
    const plan = this.#branchJob('workflow_dispatch', { inputs: { command: 'plan' } });
    const planned = await this.#stage.play(plan, { ...step, killAfter: 0, cancelAfter: 0 });
    const masks = [...planned.result.masks, ...this.#stage.masks];
    const handedOn = jobOutputs(planned.result.outputs, { masks });
    const isDropped = handedOn['plan-digest'] === undefined && this.#stage.masks.length === 0;
    const wrong = planned.result.isGreen && isDropped ? ['the plan-digest was dropped'] : [];
    if (step.between === 'push') this.#commit();
    const live = this.#stage.endpoints().find(({ name }) => name === 'llama');
    if (step.between === 'foreign' && live) this.#stage.emulator.change(live.id, { policy: { value: 77 } });
    const before = this.#stage.endpoints();
    const approved = handedOn['plan-digest'] ?? '';
    const job = { ...this.#branchJob('workflow_dispatch'), runId: plan.runId };
    const ended = await this.#stage.play({ ...job, inputs: { ...job.inputs, 'approved-plan': approved } }, calm);
    const { isGreen, outputs } = ended.result;
    if (isGreen && approved === '') wrong.push('an empty approval is taken for one');
    const mayDiffer = step.between === 'foreign' ? live !== undefined : step.between === 'push';
    if (isGreen && mayDiffer && outputs.operation !== 'superseded' && approved !== outputs['plan-digest'])
      wrong.push('another plan than the approved one was carried out');
    if (isGreen && step.between === 'push') wrong.push('a plan of another commit was approved by it');
    return [...wrong, ...this.#judge(ended, before)];
  }

  #stranger({ does, pull }: Extract<GitHubStep, { kind: 'stranger' }>): void {
    const { api } = this.#stage;
    const { strangers } = this.#truth;
    const author = { login: 'mallory', type: 'User', association: 'NONE' } as const;
    const ours = api.comments(pull).at(-1);
    if (does === 'comment') strangers.add(api.addComment({ issue: pull, body: 'Looks good', author }));
    if (does === 'copy' && ours) strangers.add(api.addComment({ issue: pull, body: ours.body, author }));
  }
}
