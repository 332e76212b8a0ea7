/** Which plans may be carried out: ours, approved, and in the order of commits. */

import pLimit from 'p-limit';
import type { DeployError } from '../errors.ts';
import { type Ancestry, rememberStandings, type Standings } from '../github/commits.ts';
import { conclusionOf } from '../github/runs.ts';
import { shortCommit } from '../model/display.ts';
import { type EarlierVersion, readParked } from '../model/record.ts';
import { loweredWords, outsideWords, passingNameWords, unparkedWords, unrecordedWords } from '../plan/by-hand.ts';
import { candidateRunOf, isCandidate, withoutCandidate } from '../plan/candidate.ts';
import {
  beforeAfter,
  keepsVersion,
  type Order,
  type Recalled,
  recalled,
  triggerOf,
  versionWords,
} from '../plan/history.ts';
import { type Decision, decideOrder, isWayBack, type OrderQuestion } from '../plan/order.ts';
import { checkApproval, checkCandidate, checkPermission } from '../plan/ownership.ts';
import type { Plan } from '../plan/plan.ts';
import { hasServed } from '../rollout/evidence/serving.ts';
import type { CommandContext } from '../run/context.ts';

/** `before`: the versions that have served before, once the plan is carried out. */
export type JudgedPlan = { plan: Plan; decision: Decision; before: readonly EarlierVersion[] };

/** In the order of the plans; {@link annotateWords} says what there is to say of those that are carried out. */
export async function judgePlans(plans: readonly Plan[], context: CommandContext): Promise<JudgedPlan[]> {
  const unapproved = checkApproval(plans, context);
  const permitted = plans.map((plan): JudgedPlan => {
    const failure = checkPermission(plan, context) ?? unapproved;
    return { plan, decision: failure ? { kind: 'refuse', failure } : { kind: 'go', words: [] }, before: [] };
  });
  if (permitted.some(({ decision }) => decision.kind === 'refuse')) return permitted;
  const { context: us, api } = context.github;
  const standings = rememberStandings(api, us);
  const inOrder = await pLimit(4).map([...plans], (plan) => orderQuestion(plan, { context, standings }));
  const movesBeside = inOrder.some(({ question }) => !question.isScalingOnly && decideOrder(question).kind === 'go');
  return pLimit(4).map(inOrder, async ({ asked, orderOf, ...own }): Promise<JudgedPlan> => {
    const question = { ...own.question, movesBeside };
    const isBack = isWayBack(question);
    const plan = isBack && question.recorded?.bytes !== 'new' ? withoutCandidate(asked) : asked;
    const before = beforeAfter(asked, { us, isBack, orderOf, date: context.clock.date() });
    const decision = decideOrder(question);
    if (decision.kind !== 'go') return { plan, decision, before };
    const failure = await findBusyCandidate(plan, context);
    if (failure) return { plan, decision: { kind: 'refuse', failure }, before };
    const words = [
      outsideWords(asked, context),
      unrecordedWords(asked, context),
      loweredWords(asked, question.by),
      unparkedWords(asked),
      passingNameWords(asked, context),
      decision.words,
    ];
    return { plan, decision: { kind: 'go', words: words.flat() }, before };
  });
}

/** The candidate of a later run is free once GitHub says that this run is over: it was cut off. */
async function findBusyCandidate(plan: Plan, context: CommandContext): Promise<DeployError | undefined> {
  const { found } = plan.first;
  const failure = checkCandidate(plan, context);
  if (failure?.code !== 'conflict' || !found || !isCandidate(found)) return failure;
  return (await conclusionOf(context.github.api, candidateRunOf(found))) === '' ? failure : undefined;
}

/** The question that the table of the order decides; nothing is asked of GitHub where no commit of ours is recorded. */
async function orderQuestion(
  plan: Plan,
  { context, standings }: { context: CommandContext; standings: Standings },
): Promise<{ asked: Plan; question: OrderQuestion; orderOf: (version: EarlierVersion) => Order }> {
  const { inputs, github, clock } = context;
  const { sha: commit, ref, branch, repository, runId } = github.context;
  const { live, desired, changes } = plan;
  const found = live && recalled(plan, github.context);
  const isScalingOnly = keepsVersion(plan);
  // GitHub has said that this commit is the last one, and no later run has deployed anything else since.
  const isLater = Number(found?.run) > Number(runId) && !(isScalingOnly && found?.commit === commit);
  const isLast = context.preview?.isCurrent && !isLater;
  const known = repository === '' || isLast ? undefined : found;
  const question = {
    name: desired.name,
    by: triggerOf(context, known?.isRemembered === true),
    isAllowed: inputs.allow.has('older-commit'),
    isApproved: inputs.approvedPlan !== '',
    isScalingOnly,
    members: changes.map(({ member }) => member),
    ours: { commit, ref, branch, run: runId },
    parkedBy: (live && readParked(live.config)?.by) ?? '',
  };
  if (!live || !known) return { asked: plan, question: { ...question, recorded: undefined }, orderOf: () => 'unknown' };
  const { orderOf, failure, ...compared } = await compareVersions(known, { question, standings });
  const why = failure
    ? `, which GitHub did not compare). ${failure.message}`
    : ` of ${known.ref}: it is not in this commit's history, perhaps after a force-push)`;
  const ageSeconds = (clock.date().getTime() - Date.parse(known.time)) / 1000;
  const served = known.before.find((each) => !each.left);
  const recorded = {
    ...known,
    ...compared,
    // Its run may still wait.
    hasServed: hasServed(live, { countsStarting: ageSeconds < inputs.waitTimeoutSeconds }),
    isOutside: outsideWords(plan, context).length > 0,
    ran: served ? versionWords(served) : '',
    doubt: { why: `(commit ${shortCommit(known.commit)}${why}`, hint: failure?.hint ?? '' },
  };
  return { asked: plan, question: { ...question, recorded }, orderOf };
}

/** Asks GitHub how the versions that an endpoint remembers stand to that of the run, as far as the table needs it. */
async function compareVersions(
  known: Recalled,
  { question, standings }: { question: Omit<OrderQuestion, 'recorded'>; standings: Standings },
) {
  const { by, ours, isScalingOnly } = question;
  const isBack = by === 'purpose' || by === 'dispatch';
  const before = isScalingOnly ? [] : known.before.filter(({ left }) => left || isBack);
  const answers = new Map<string, Ancestry>();
  for (const { commit: head } of [known, ...before])
    if (head !== undefined) answers.set(head, await standings.ofCommit(head));
  const orderOf = ({ commit: head = '', run }: EarlierVersion): Order => {
    const { standing } = answers.get(head) ?? { standing: 'unknown' };
    const later = Number(run) - Number(ours.run);
    return standing !== 'same' || !later ? standing : later > 0 ? 'newer' : 'older';
  };
  const order = orderOf(known);
  const left = before.flatMap((each) =>
    each.left && each.commit !== undefined ? { commit: each.commit, order: orderOf(each) } : [],
  );
  const newer = [{ ...known, order }, ...left].find((each) => each.order === 'newer');
  const isAsked = newer && newer.commit !== ours.commit && ours.branch !== '' && by !== 'purpose';
  const ofBranch = isAsked ? await standings.ofBranch(newer.commit) : undefined;
  const { failure } = [...answers.values(), ofBranch].find((each) => each?.failure) ?? {};
  // Where no branch decides, every commit counts.
  return { orderOf, order, left, isInBranch: contains[ofBranch?.standing ?? 'same'], failure };
}

/** Whether a branch contains a commit, by how the branch stands to it. */
const contains = { same: 'yes', newer: 'yes', older: 'no', apart: 'no', unknown: 'unknown' } as const;
