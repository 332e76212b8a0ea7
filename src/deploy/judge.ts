/** Which plans may be carried out: ours, approved, and in the order of commits. */

import pLimit from 'p-limit';
import type { DeployError } from '../errors.ts';
import { type Ancestry, compareBranch, compareCommits } from '../github/commits.ts';
import { conclusionOf } from '../github/runs.ts';
import { replacesWorkers } from '../model/config.ts';
import { shortCommit } from '../model/display.ts';
import { type EarlierVersion, readParked, readRecord } from '../model/record.ts';
import { loweredWords, outsideWords, passingNameWords, unparkedWords, unrecordedWords } from '../plan/by-hand.ts';
import { candidateRunOf, isCandidate, withoutCandidate } from '../plan/candidate.ts';
import { beforeAfter, type Order, recalled, triggerOf, versionWords } from '../plan/history.ts';
import { type Decision, decideOrder, isWayBack, type OrderFacts } from '../plan/order.ts';
import { checkApproval, checkCandidate, checkPermission } from '../plan/ownership.ts';
import type { Plan } from '../plan/plan.ts';
import { hasServed } from '../rollout/evidence/serving.ts';
import type { CommandContext, GitHubAccess } from '../run/context.ts';

/** `before`: the versions that have served before, once the plan is carried out. */
export type JudgedPlan = { plan: Plan; decision: Decision; before: readonly EarlierVersion[] };

/** In the order of the plans; what there is to say of those that are carried out is annotated. */
export async function judgePlans(plans: readonly Plan[], context: CommandContext): Promise<JudgedPlan[]> {
  const unapproved = checkApproval(plans, context);
  const permitted = plans.map((plan): JudgedPlan => {
    const failure = checkPermission(plan, context) ?? unapproved;
    return { plan, decision: failure ? { kind: 'refuse', failure } : { kind: 'go', words: [] }, before: [] };
  });
  if (permitted.some(({ decision }) => decision.kind === 'refuse')) return permitted;
  const standings = rememberStandings(context.github);
  const judged = await pLimit(4).map([...plans], async (plan): Promise<JudgedPlan> => {
    const { facts, orderOf } = await orderFacts(plan, { context, standings });
    const decision = decideOrder(facts);
    const replaced = [
      ...outsideWords(plan, context),
      ...unrecordedWords(plan, context),
      ...passingNameWords(plan, context),
    ];
    const words = [...replaced, ...loweredWords(plan, facts.by), ...unparkedWords(plan)];
    const told = decision.kind === 'go' ? { ...decision, words: [...words, ...decision.words] } : decision;
    const isBack = isWayBack(facts);
    const move = { us: context.github.context, isBack, orderOf, date: context.clock.date() };
    const isKnown = isBack && facts.recorded?.bytes !== 'new';
    const chosen = isKnown ? withoutCandidate(plan) : plan;
    const failure = decision.kind === 'go' ? await findBusyCandidate(chosen, context) : undefined;
    return { plan: chosen, decision: failure ? { kind: 'refuse', failure } : told, before: beforeAfter(plan, move) };
  });
  annotateWords(judged, context);
  return judged;
}

/** The candidate of a later run is free once GitHub says that this run is over: it was cut off. */
async function findBusyCandidate(plan: Plan, context: CommandContext): Promise<DeployError | undefined> {
  const { found } = plan.first;
  const failure = checkCandidate(plan, context);
  if (failure?.code !== 'conflict' || !found || !isCandidate(found)) return failure;
  return (await conclusionOf(context.github.api, candidateRunOf(found))) === '' ? failure : undefined;
}

/** One annotation for all endpoints of which the same is said. */
function annotateWords(judged: readonly JudgedPlan[], { reporter, signal }: CommandContext): void {
  if (signal.aborted) return;
  const said = judged.flatMap(({ plan, decision }) =>
    decision.kind === 'go' ? decision.words.map((word) => ({ word, name: plan.desired.name })) : [],
  );
  for (const [first, ...others] of Map.groupBy(said, ({ word }) => word.message).values()) {
    if (!first) continue;
    const names = [first, ...others].map(({ name }) => name).join(', ');
    reporter.annotate({ ...first.word, message: `${names}: ${first.word.message}` });
  }
}

interface Judging {
  context: CommandContext;
  standings: ReturnType<typeof rememberStandings>;
}

interface Judged {
  facts: OrderFacts;
  orderOf: (version: EarlierVersion) => Order;
}

/** As GitHub compares them, each asked once: commits with the one of this run, and its branch with commits. */
function rememberStandings({ api, context: { sha, branch } }: GitHubAccess) {
  const asked = new Map<string, Promise<Ancestry>>();
  const once = (key: string, ask: () => Promise<Ancestry>) => {
    const answer = asked.get(key) ?? ask();
    asked.set(key, answer);
    return answer;
  };
  return {
    ofCommit: (head: string) => once(`commit ${head}`, () => compareCommits(api, { base: sha, head })),
    ofBranch: (commit: string) => once(`branch since ${commit}`, () => compareBranch(api, { commit, branch })),
  };
}

/** Asks GitHub as little as the table of the order needs: nothing where no commit of ours is recorded. */
async function orderFacts(plan: Plan, { context, standings }: Judging): Promise<Judged> {
  const { inputs, github, clock } = context;
  const { sha: commit, ref, branch, repository, runId } = github.context;
  const { live, desired, changes } = plan;
  const facts: OrderFacts = {
    name: desired.name,
    by: triggerOf(context, false),
    isAllowed: inputs.allow.has('older-commit'),
    isApproved: inputs.approvedPlan !== '',
    ours: { commit, ref, branch, run: runId },
    recorded: undefined,
    parkedBy: (live && readParked(live.config)?.by) ?? '',
    isScalingOnly: keepsBytes(plan),
    members: changes.map(({ member }) => member),
  };
  const known = live && recalled(plan, github.context);
  // GitHub has said that this commit is the last one, and no later run has deployed since.
  const isLast = context.preview?.isCurrent && !(Number(known?.run) > Number(runId));
  if (!known || repository === '' || isLast) return { facts, orderOf: () => 'unknown' };
  const by = triggerOf(context, known.isRemembered);
  const isBack = by === 'purpose' || by === 'dispatch';
  const before = facts.isScalingOnly ? [] : known.before.filter(({ left }) => left || isBack);
  const answers = new Map<string, Ancestry>();
  for (const { commit: head } of [known, ...before])
    if (head !== undefined) answers.set(head, await standings.ofCommit(head));
  const orderOf = ({ commit: head = '', run }: EarlierVersion): Order => {
    const { standing } = answers.get(head) ?? { standing: 'unknown' };
    const later = Number(run) - Number(runId);
    return standing !== 'same' || !later ? standing : later > 0 ? 'newer' : 'older';
  };
  const left = before.flatMap((each) =>
    each.left && each.commit !== undefined ? { commit: each.commit, order: orderOf(each) } : [],
  );
  const newer = [{ ...known, order: orderOf(known) }, ...left].find(({ order }) => order === 'newer');
  const isAsked = newer && newer.commit !== commit && branch !== '' && by !== 'purpose';
  const ofBranch = isAsked ? await standings.ofBranch(newer.commit) : undefined;
  const failure = [...answers.values(), ofBranch].find((each) => each?.failure)?.failure;
  const why = failure
    ? ', which GitHub did not compare'
    : ` of ${known.ref}: it is not in this commit's history, perhaps after a force-push`;
  const ageSeconds = (clock.date().getTime() - Date.parse(known.time)) / 1000;
  const recorded = {
    ...known,
    left,
    order: orderOf(known),
    hasServed: hasServed(live, { isUnderWay: ageSeconds < inputs.waitTimeoutSeconds }),
    // Where no branch decides, every commit counts.
    isInBranch: contains[ofBranch?.standing ?? 'same'],
    isOutside: outsideWords(plan, context).length > 0,
    ran: known.before
      .filter((each) => !each.left)
      .slice(0, 1)
      .map(versionWords)
      .join(''),
    doubt: {
      why: `commit ${shortCommit(known.commit)}${why}`,
      said: failure?.message ?? '',
      hint: failure?.hint ?? '',
    },
  };
  return { facts: { ...facts, by, recorded }, orderOf };
}

/** Also where a tag stands for the digest that is there, or may, as far as anybody knows. */
function keepsBytes({ live, desired, changes, workers, resolvedImage }: Plan): boolean {
  const digest = live?.config.image.image.split('@')[1];
  const tag = desired.image.image;
  const { pinnedFrom = tag } = (live && readRecord(live.config)) ?? {};
  const asked = resolvedImage?.digest ?? (!tag.includes('@') && tag === pinnedFrom ? digest : undefined);
  const isSame = digest !== undefined && digest === asked;
  const isKept = (member: string) => member === 'image.image' || !replacesWorkers(member);
  return workers === 'kept' || (isSame && changes.every(({ member }) => isKept(member)));
}

/** Whether a branch contains a commit, by how the branch stands to it. */
const contains = { same: 'yes', newer: 'yes', older: 'no', apart: 'no', unknown: 'unknown' } as const;
