/** The order of commits: whether what is deployed already is newer than what this run would deploy, and still what should be there. */

import { isCommitId } from '../github/checkout.ts';
import { type Ancestry, compareCommits, readBranchTip } from '../github/commits.ts';
import type { GitHubFailure, GitHubResult } from '../github/failure.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord, recordDoubt } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { shortCommit } from '../render/text.ts';
import type { CommandContext, GitHubAccess } from './context.ts';
import { type History, hasFailed } from './history.ts';
import { isOwn } from './ownership.ts';

export type Recency =
  /** Nothing recorded stands against the deploy. */
  | { kind: 'current' }
  /** The recorded commit descends from this run's, and is on the branch. */
  | { kind: 'superseded'; commit: string }
  /** That could not be decided: the deploy goes on with a warning. `commit` is '' when not even the recorded one is known. */
  | { kind: 'unknown'; commit: string; why: string; failure: GitHubFailure | undefined };

/** One for a run: each question to GitHub is asked once. */
export interface Order {
  recencyOf(plan: Pick<Plan, 'live' | 'desired'>): Promise<Recency>;
  /**
   * {@link recencyOf} once more, for what somebody else has put there in the middle of a rollout: the commit that supersedes this run's; undefined where there is
   * none, or that could not be decided. Everything is read anew, and what is under way at GitHub counts as what the endpoint records does.
   */
  newerCommitOf(plan: Pick<Plan, 'live' | 'desired'>): Promise<string | undefined>;
}

export interface OrderOptions {
  /** The Deployments of the environment; undefined without one. */
  history: History | undefined;
  /** The branch says what should be there; a preview has none that does. */
  isPreview: boolean;
  /** It is proved already that this commit is what should be there: the last one of its pull request. Default false. */
  isCurrent?: boolean;
  /** Somebody else has changed the endpoint since this run wrote to it: what is under way counts. Default false. */
  isOvertaken?: boolean;
}

export function openOrder(
  ports: { inputs: Pick<CommandContext['inputs'], 'allow'>; github: Pick<GitHubAccess, 'api' | 'context'> },
  { history, isPreview, isCurrent = false, isOvertaken = false }: OrderOptions,
): Order {
  const { inputs, github } = ports;
  const { api, context } = github;
  const { sha, repository, isRerun } = context;
  const branch = isPreview ? '' : context.branch;
  let reading: Promise<GitHubResult<string>> | undefined;
  const readTip = () => {
    reading ??= readBranchTip(api, branch);
    return reading;
  };
  const comparisons = new Map<string, Promise<Ancestry>>();
  const compare = (base: string, head: string) => {
    const key = `${base}...${head}`;
    const comparison = comparisons.get(key) ?? compareCommits(api, { base, head });
    comparisons.set(key, comparison);
    return comparison;
  };
  const isTip = async () => {
    if (branch === '') return false;
    const tip = await readTip();
    return tip.ok && tip.value === sha;
  };

  /** Against one recorded commit. */
  async function judge(recorded: string): Promise<Recency> {
    if (recorded === sha) return { kind: 'current' };
    // Whatever it is, nothing is asked for it.
    if (isCommitId(recorded) && (await isTip())) return { kind: 'current' };
    const { relation, ...more } = await compare(sha, recorded);
    const failure = 'failure' in more ? more.failure : undefined;
    if (relation === 'behind' || relation === 'identical') return { kind: 'current' };
    if (relation === 'ahead')
      return (await isOnBranch(recorded)) ? { kind: 'superseded', commit: recorded } : { kind: 'current' };
    const isGone = failure === undefined || failure.kind === 'not-found';
    const why = isGone ? "it is not in this commit's history, perhaps after a force-push" : 'GitHub did not answer';
    return { kind: 'unknown', commit: recorded, why, failure: isGone ? undefined : failure };
  }

  /** Yes where GitHub does not say, because the commit is newer for certain, and nothing newer is overwritten on a guess. */
  async function isOnBranch(recorded: string): Promise<boolean> {
    if (branch === '') return true;
    const tip = await readTip();
    if (!tip.ok || tip.value === recorded) return true;
    const { relation } = await compare(recorded, tip.value);
    return relation !== 'behind' && relation !== 'diverged';
  }

  return {
    async recencyOf({ live, desired }) {
      // What is created overwrites nothing; and whoever starts a run again means this commit.
      if (!live || inputs.allow.has('older-commit') || repository === '' || isRerun || isCurrent)
        return { kind: 'current' };
      const latest = await history?.latest(desired.name, isOvertaken ? { underWayBesides: sha } : {});
      const recorded = readRecord(live.config);
      // The commit of another repository, whose endpoint is adopted, says nothing about this one's; nor does one that was never proved to serve.
      const deployed = latest?.ok ? latest.value.commit : undefined;
      const recencies: Recency[] = deployed === undefined ? [] : [await judge(deployed)];
      if (recorded && isOwn(recorded, context) && recorded.commit !== deployed) {
        const recency = await judge(recorded.commit);
        const isCounted = async () => !(await hasFailed(history, { endpoint: desired.name, record: recorded }));
        if (recency.kind !== 'current' && (await isCounted())) recencies.push(recency);
      }
      const unread = unreadHistory(latest) ?? unreadRecord(live);
      if (unread && !(await isTip())) recencies.push(unread);
      return (
        recencies.find(({ kind }) => kind === 'superseded') ??
        recencies.find(({ kind }) => kind === 'unknown') ?? { kind: 'current' }
      );
    },
    async newerCommitOf(plan) {
      // What was proved to be the last commit of a pull request need not be it any more.
      const again = openOrder(ports, { history: history?.reopen(), isPreview, isOvertaken: true });
      const recency = await again.recencyOf(plan);
      return recency.kind === 'superseded' ? recency.commit : undefined;
    },
  };
}

function unreadHistory(latest: Awaited<ReturnType<History['latest']>> | undefined): Recency | undefined {
  const unknown = { kind: 'unknown', commit: '' } as const;
  if (latest && !latest.ok) return { ...unknown, why: 'GitHub did not answer', failure: latest.failure };
  const why = latest?.value.whyUndecided;
  return why === undefined ? undefined : { ...unknown, why, failure: undefined };
}

/** Whatever it names may be newer. */
function unreadRecord({ config }: Endpoint): Recency | undefined {
  const doubt = recordDoubt(config);
  return doubt === undefined ? undefined : { kind: 'unknown', commit: '', why: `it ${doubt}`, failure: undefined };
}

/** One warning for all endpoints that are deployed over although the order could not be decided. */
export function reportUndecided(
  recencies: readonly { name: string; recency: Recency }[],
  { github, reporter, signal }: Pick<CommandContext, 'github' | 'reporter' | 'signal'>,
): void {
  const unknown = recencies.flatMap(({ name, recency }) => (recency.kind === 'unknown' ? [{ name, ...recency }] : []));
  const [first] = unknown;
  if (!first || signal.aborted) return;
  const shown = unknown.map(
    ({ name, commit, why }) => `${name} (${commit ? `commit ${shortCommit(commit)}, ` : ''}${why})`,
  );
  const failure = unknown.find((each) => each.failure)?.failure;
  reporter.annotate({
    severity: 'warning',
    title: 'order of commits',
    message: `Could not determine whether something newer than this run's ${shortCommit(github.context.sha)} is already deployed, so this run deploys anyway: ${shown.join('; ')}.${failure ? ` ${failure.message}.` : ''}`,
    hint: `If this run was the older one, run the newer workflow again.${failure ? ` ${failure.hint}` : ''}`,
  });
}
