/** The order of commits: whether what an endpoint's record names is newer than what this run would deploy. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import type { GitHubFailure } from '../github/api.ts';
import { compareCommits } from '../github/commits.ts';
import { readRecord, recordDoubt } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { shortCommit } from '../render/text.ts';
import type { CommandContext } from './context.ts';
import { isOwn } from './ownership.ts';

export type Recency =
  /** Nothing recorded stands against the deploy. */
  | { kind: 'current' }
  /** The recorded commit descends from this run's. */
  | { kind: 'superseded'; commit: string }
  /** `commit` is '' where the record cannot be read. */
  | { kind: 'unknown'; commit: string; why: string; failure?: GitHubFailure | undefined };

const comparedAtOnce = 4;

/** In the order of the plans. One request to GitHub for each recorded commit; none where nothing is overwritten. */
export async function readRecencies<Given extends Pick<Plan, 'live'>>(
  plans: readonly Given[],
  {
    inputs,
    github,
  }: { inputs: Pick<CommandContext['inputs'], 'allow'>; github: Pick<CommandContext['github'], 'api' | 'context'> },
): Promise<({ plan: Given } & Recency)[]> {
  const { sha, repository, isRerun } = github.context;
  const comparisons = new Map<string, Promise<Recency>>();
  const judge = async (live: Plan['live']): Promise<Recency> => {
    // Whoever starts a run again means this commit.
    if (!live || inputs.allow.has('older-commit') || repository === '' || isRerun) return { kind: 'current' };
    const doubt = recordDoubt(live.config);
    if (doubt !== undefined) return { kind: 'unknown', commit: '', why: `it ${doubt}` };
    const record = readRecord(live.config);
    // The commits of another repository, whose endpoint is adopted, say nothing about this one's.
    if (!record || !isOwn(record, github.context) || record.commit === sha) return { kind: 'current' };
    const comparison = comparisons.get(record.commit) ?? compareWith(record.commit, github);
    comparisons.set(record.commit, comparison);
    return comparison;
  };
  return pLimit(comparedAtOnce).map([...plans], async (plan) => ({ plan, ...(await judge(plan.live)) }));
}

async function compareWith(
  commit: string,
  { api, context }: Pick<CommandContext['github'], 'api' | 'context'>,
): Promise<Recency> {
  const compared = await compareCommits(api, { base: context.sha, head: commit });
  switch (compared.relation) {
    case 'ahead':
      return { kind: 'superseded', commit };
    case 'behind':
    case 'identical':
      return { kind: 'current' };
    default: {
      const failure = 'failure' in compared ? compared.failure : undefined;
      const isGone = failure === undefined || failure.kind === 'not-found';
      const why = isGone ? "it is not in this commit's history, perhaps after a force-push" : 'GitHub did not answer';
      return { kind: 'unknown', commit, why, failure: isGone ? undefined : failure };
    }
  }
}

/** Warns once of all endpoints that are deployed over although the order is unknown. With an approved plan, which may be older, that is a failure. */
export function checkUndecided(
  recencies: readonly ({ plan: Pick<Plan, 'desired'> } & Recency)[],
  { inputs, github, reporter, signal }: Pick<CommandContext, 'inputs' | 'github' | 'reporter' | 'signal'>,
): DeployError | undefined {
  const unknown = recencies.filter((each) => each.kind === 'unknown');
  if (unknown.length === 0 || signal.aborted) return undefined;
  const shown = unknown.map(
    ({ plan, commit, why }) => `${plan.desired.name} (${commit ? `commit ${shortCommit(commit)}, ` : ''}${why})`,
  );
  const failure = unknown.find((each) => each.failure)?.failure;
  const cause = `${shown.join('; ')}.${failure ? ` ${failure.message}.` : ''}`;
  const question = `whether something newer than this run's ${shortCommit(github.context.sha)} is already deployed`;
  if (inputs.approvedPlan !== '')
    return new DeployError({
      code: 'order-unknown',
      message: `cannot determine ${question}: ${cause}`.replace(/\.$/, ''),
    });
  reporter.annotate({
    severity: 'warning',
    title: 'order of commits',
    message: `Could not determine ${question}, so this run deploys anyway: ${cause}`,
    hint: `If this run was the older one, run the newer workflow again.${failure ? ` ${failure.hint}` : ''}`,
  });
  return undefined;
}
