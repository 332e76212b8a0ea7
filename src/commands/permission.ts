/** Which plans may be carried out: ours, approved, and in the order of commits. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import { type Ancestry, compareBranch, compareCommits, lastCommit } from '../github/commits.ts';
import type { GitHubFailure } from '../github/failure.ts';
import { changedSinceDeploy, type OwnedRecord, readOwner, readRecord, recordDoubt } from '../model/record.ts';
import { digestPlans, isCarriedOut } from '../plan/digest.ts';
import {
  type Decision,
  decideOrder,
  type OrderFacts,
  overAfter,
  type RequestedImage,
  type Standing,
  type Word,
} from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import { shownImage } from '../render/plan.ts';
import { plural, shortCommit } from '../render/text.ts';
import { hasServed } from '../rollout/evidence/health.ts';
import type { CommandContext, GitHubAccess } from './context.ts';
import { checkOwnership, isOfRepository } from './ownership.ts';

/** `over`: the commit that stays rolled back once the plan is carried out. */
export type JudgedPlan = { plan: Plan; decision: Decision; over: string | undefined };

/** In the order of the plans; what there is to say of those that are carried out is annotated. */
export async function judgePlans(plans: readonly Plan[], context: CommandContext): Promise<JudgedPlan[]> {
  const unapproved = checkApproval(plans, context);
  const permitted = plans.map((plan): JudgedPlan => {
    const failure = checkPermission(plan, context) ?? unapproved;
    return { plan, decision: failure ? { kind: 'refuse', failure } : { kind: 'go', words: [] }, over: undefined };
  });
  if (permitted.some(({ decision }) => decision.kind === 'refuse')) return permitted;
  const judged = await orderPlans(plans, context);
  const told = judged.map((each): JudgedPlan => {
    if (each.decision.kind !== 'go') return each;
    return { ...each, decision: { kind: 'go', words: [...outsideWords(each.plan), ...each.decision.words] } };
  });
  annotateWords(told, context);
  return told;
}

async function orderPlans(plans: readonly Plan[], context: CommandContext): Promise<JudgedPlan[]> {
  // No newer commit can be deployed where GitHub has said that this one is the last.
  if (context.preview?.isCurrent || context.github.context.repository === '')
    return plans.map((plan) => ({ plan, decision: { kind: 'go', words: [] }, over: undefined }));
  const ancestries = rememberAncestries(context.github);
  return pLimit(4).map([...plans], async (plan): Promise<JudgedPlan> => {
    const facts = await orderFacts(plan, context, ancestries);
    return { plan, decision: decideOrder(facts), over: overAfter(facts) };
  });
}

/** What the plan replaces that no deploy has made. The lines of the plan have its values, but for envs, which stay. */
function outsideWords({ operation, live, changes, foreignEnvs }: Plan): Word[] {
  if (operation !== 'update' || !live || recordDoubt(live.config)) return [];
  const record = readRecord(live.config);
  const { run = '', time = '' } = record ?? {};
  const changed = changedSinceDeploy(live.config).filter((path) =>
    changes.some(({ member }) => member === path || member.startsWith(`${path}.`)),
  );
  const word = (message: string, hint: string): Word => ({
    ...{ title: 'changed by hand', severity: 'warning', hint },
    about: (names) => `${names} ${message}.`,
  });
  const values = 'The lines of the plan in the log show what was there.';
  const kept =
    foreignEnvs.length === 0 ? '' : `, ${plural(foreignEnvs.length, 'env')} kept (${foreignEnvs.join(', ')})`;
  if (!record) return [word(`was made by hand and is taken over: image ${shownImage(live.config)}${kept}`, values)];
  if (changed.length === 0) return [];
  const since = run === '' ? `the deploy of ${time}` : `run ${run}`;
  return [
    word(
      `was changed by hand since ${since}, and this run replaces ${changed.join(', ')}`,
      `${values} To keep it, write it into the spec.`,
    ),
  ];
}

/** One annotation for all endpoints of which the same is said. */
function annotateWords(judged: readonly JudgedPlan[], { reporter, signal }: CommandContext): void {
  if (signal.aborted) return;
  const said = judged.flatMap(({ plan, decision }) =>
    decision.kind === 'go' ? decision.words.map((word) => ({ word, name: plan.desired.name })) : [],
  );
  for (const alike of Map.groupBy(said, ({ word }) => word.about('')).values()) {
    const message = alike[0]?.word.about(alike.map(({ name }) => name).join(', ')) ?? '';
    for (const { word } of alike.slice(0, 1)) reporter.annotate({ ...word, message });
  }
}

/** Refuses even an approved plan: another repository's endpoint, and lost secrets. */
export function checkPermission(plan: Plan, context: CommandContext): DeployError | undefined {
  return checkOwnership(plan, context) ?? checkSecrets(plan, context);
}

/** A workflow that lacks the input would take the secrets of the others away. */
function checkSecrets({ desired, missingSecrets }: Plan, { inputs, github }: CommandContext): DeployError | undefined {
  if (missingSecrets.length === 0 || inputs.allow.has('drop-secrets')) return undefined;
  const removed = `${missingSecrets.join(', ')} from ${desired.name}, which an earlier run set by them`;
  const message = `this run has no \`secret-envs\`, and would remove ${removed}`;
  const hint =
    'A run that is started again has the workflow file and the inputs of its commit. Deploy that commit from the last ' +
    'one, with `secret-envs` and `allow: older-commit`, as `rollback.yml` does; or push a revert that keeps them.';
  return new DeployError({ code: 'secrets-missing', message, ...(github.context.isRerun && { hint }) });
}

function checkApproval(plans: readonly Plan[], { inputs }: CommandContext): DeployError | undefined {
  const { approvedPlan: approved } = inputs;
  // Who was shown no digest has approved the tag.
  const tags = plans.map((plan) => ({ ...plan, resolvedImage: undefined }));
  const isSeen = [plans, tags].some((each) => digestPlans(each, inputs) === approved);
  if (approved === '' || isSeen || isCarriedOut(plans, approved, inputs)) return undefined;
  const what = plans.length === 1 ? 'the plan' : `the plan of ${plans.length} endpoints`;
  const members = 'spec, image or its digest, live endpoint, `wait`, `on-failure` or `api-key`';
  const message = `${what} is not the one that was approved: ${members} differ from those that it was made with`;
  return new DeployError({ code: 'plan-changed', message });
}

/** Commits and branches as GitHub compares them with ours, each asked once. */
type Ancestries = (of: { commit: string } | { branch: string; from: string }) => Promise<Ancestry>;

function rememberAncestries({ api, context }: GitHubAccess): Ancestries {
  const asked = new Map<string, Promise<Ancestry>>();
  return (of) => {
    const key = JSON.stringify(of);
    const ask = () =>
      'commit' in of
        ? compareCommits(api, { base: context.sha, head: of.commit })
        : compareBranch(api, { commit: of.from, branch: of.branch });
    const answer = asked.get(key) ?? ask();
    asked.set(key, answer);
    return answer;
  };
}

const effects = { kept: 'scaling', replaced: 'version' } as const;

/** Asks GitHub as little as the table of the order needs: nothing where no commit of ours is recorded. */
async function orderFacts(plan: Plan, context: CommandContext, ancestries: Ancestries): Promise<OrderFacts> {
  const { inputs, github } = context;
  const { sha: commit, ref, branch, isRerun } = github.context;
  const { live, desired, changes, operation, workers } = plan;
  const members = changes.map(({ member }) => member);
  const facts: OrderFacts = {
    name: desired.name,
    ours: { commit, ref, branch },
    recorded: undefined,
    tip: '',
    change: operation === 'unchanged' ? 'none' : effects[workers],
    members,
    image: requestedImage(plan),
    meant: isRerun
      ? 'because it was started again'
      : inputs.allow.has('older-commit')
        ? 'because `older-commit` allows it'
        : '',
    isApproved: inputs.approvedPlan !== '',
  };
  const doubt = live && recordDoubt(live.config);
  const record = live && readOwner(live.config);
  if (doubt) return { ...facts, recorded: unreadable(doubt) };
  // Of an adopted endpoint: another repository's commits say nothing about this one's.
  if (!record || !isOfRepository(record, github.context)) return facts;
  if (facts.change === 'none' && facts.image.kind === 'named') return facts;
  const recorded = await standingOf(record, { plan, context, ancestries });
  // A newer commit that reverts the deployed one has nothing to change, and so leaves no trace.
  const mayBeBehind = recorded.standing === 'older' && ref.startsWith('refs/heads/');
  if (facts.change === 'none' || !mayBeBehind) return { ...facts, recorded };
  const { relation, ahead } = await ancestries({ branch, from: commit });
  const tip = relation === 'ahead' ? await lastCommit(github.api, { commit, branch, ahead }) : '';
  return { ...facts, recorded, tip };
}

type Recorded = NonNullable<OrderFacts['recorded']>;

/** Someone has made the record unreadable, and an adopting run writes all the same. */
function unreadable(doubt: string): Recorded {
  const nothing = { commit: '', ref: '', run: '', over: undefined, hasServed: false, isInBranch: 'unknown' } as const;
  return { ...nothing, standing: 'unknown', doubt: { why: `it ${doubt}`, said: '', hint: '' } };
}

async function standingOf(
  record: OwnedRecord,
  { plan, context, ancestries }: { plan: Plan; context: CommandContext; ancestries: Ancestries },
): Promise<Recorded> {
  const { inputs, clock, github } = context;
  const { branch } = github.context;
  const { commit, ref, run } = record;
  const ofRecord = await ancestries({ commit });
  const standing = standingIn(ofRecord);
  // What was rolled back is newer than the commit of the rollback.
  const ofOver =
    record.over !== undefined && standing !== 'same' ? await ancestries({ commit: record.over }) : undefined;
  const over =
    record.over === undefined
      ? undefined
      : { commit: record.over, standing: ofOver ? standingIn(ofOver) : ('newer' as const) };
  const ofBranch = standing === 'newer' && branch !== '' ? await ancestries({ branch, from: commit }) : undefined;
  const unanswered = [ofRecord, ofOver, ofBranch].flatMap(
    (each) => (each && isUnanswered(each) ? each.failure : undefined) ?? [],
  );
  const ageSeconds = (clock.date().getTime() - Date.parse(record.time)) / 1000;
  const isUnderWay = ageSeconds < inputs.waitTimeoutSeconds;
  return {
    ...{ commit, ref, run, standing, over },
    hasServed: plan.live !== undefined && hasServed(plan.live, { isUnderWay }),
    isInBranch: branchHas(ofBranch),
    doubt: doubtOf(commit, unanswered[0]),
  };
}

function doubtOf(commit: string, failure: GitHubFailure | undefined): Recorded['doubt'] {
  const shown = `commit ${shortCommit(commit)}`;
  if (failure) return { why: `${shown}, GitHub did not answer`, said: failure.message, hint: failure.hint };
  return { why: `${shown}, it is not in this commit's history, perhaps after a force-push`, said: '', hint: '' };
}

/** A commit that no longer exists is an answer. */
const isUnanswered = ({ failure }: Ancestry) => failure !== undefined && failure.kind !== 'not-found';

function standingIn(ancestry: Ancestry): Standing {
  const standings = { identical: 'same', ahead: 'newer', behind: 'older', diverged: 'apart' } as const;
  if (ancestry.relation !== 'unknown') return standings[ancestry.relation];
  return isUnanswered(ancestry) ? 'unknown' : 'apart';
}

/** Where no branch decides, every commit counts. */
function branchHas(ancestry: Ancestry | undefined): Recorded['isInBranch'] {
  if (!ancestry || ancestry.relation === 'ahead' || ancestry.relation === 'identical') return 'yes';
  return isUnanswered(ancestry) ? 'unknown' : 'no';
}

/** What the run's own text says of the image. A tag may have moved since the commit was deployed. */
function requestedImage({ imageFrom, live, desired, resolvedImage }: Plan): RequestedImage {
  const { image } = desired.image;
  const written = resolvedImage?.written ?? image;
  if (imageFrom !== 'live' && written.includes('@')) return { kind: 'named' };
  if (imageFrom === 'live')
    return { kind: 'kept', why: `neither the spec nor the \`image\` input names an image, so it would keep ${image}` };
  const [, deployed = ''] = (live?.config.image.image ?? '').split('@');
  const digest = resolvedImage?.digest ?? deployed;
  if (image !== live?.config.image.image && (deployed === '' || digest !== deployed)) return { kind: 'changed' };
  return { kind: 'kept', why: `its image is the tag ${written}, which is what is deployed now, or may be` };
}
