/** Which plans may be carried out: ours, approved, and in the order of commits. */

import pLimit from 'p-limit';
import { type Ancestry, compareBranch, compareCommits, lastCommit } from '../github/commits.ts';
import { changedSinceDeploy } from '../model/deployed.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { ownRecord } from '../model/owner.ts';
import { type OwnedRecord, readOwner, readRecord, recordDoubt } from '../model/record.ts';
import {
  type Decision,
  decideOrder,
  type OrderFacts,
  overAfter,
  type RequestedImage,
  type Word,
} from '../plan/order.ts';
import { checkApproval, checkOwnership, checkPermission } from '../plan/ownership.ts';
import type { Plan } from '../plan/plan.ts';
import type { Run } from '../plan/run.ts';
import { shownImage } from '../render/plan.ts';
import { plural, shortCommit } from '../render/text.ts';
import { hasServed } from '../rollout/evidence/health.ts';
import type { CommandContext, GitHubAccess } from '../run/context.ts';

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
  const standings = rememberStandings(context.github);
  const judged = await pLimit(4).map([...plans], async (plan): Promise<JudgedPlan> => {
    const facts = await orderFacts(plan, context, standings);
    const decision = decideOrder(facts);
    const words = [...outsideWords(plan, context), ...adoptionWords(plan, context)];
    const told = decision.kind === 'go' ? { ...decision, words: [...words, ...decision.words] } : decision;
    return { plan, decision: told, over: overAfter(facts) };
  });
  annotateWords(judged, context);
  return judged;
}

/** What the plan replaces that no workflow has deployed. The log of the plan has its values, but not those of envs. */
function outsideWords({ operation, live, changes, foreignEnvs }: Plan, { github }: Run): Word[] {
  if (operation !== 'update' || !live || recordDoubt(live.config)) return [];
  const record = readRecord(live.config);
  const members = changes.map(({ member }) => member);
  const isOfTerminal = record !== undefined && !record.run && github.context.repository !== '';
  const changed = isOfTerminal
    ? members
    : changedSinceDeploy(live.config).filter((path) =>
        members.some((member) => member === path || member.startsWith(`${path}.`)),
      );
  if (record && changed.length === 0) return [];
  const kept =
    foreignEnvs.length === 0 ? '' : `, ${plural(foreignEnvs.length, 'env')} kept (${foreignEnvs.join(', ')})`;
  const since = record?.run ? `run ${record.run}` : 'the last deploy';
  const how = isOfTerminal ? 'deployed on a command line' : `changed by hand since ${since}`;
  const message = record
    ? `it was ${how}, and this run replaces ${changed.join(', ')}.`
    : `it was made by hand and is taken over: image ${shownImage(live.config)}${kept}.`;
  const hint =
    'The lines of the plan in the log show what was there, but no value of an env. To keep it, write it into the spec.';
  return [{ title: 'changed by hand', severity: 'warning', message, hint }];
}

/** Without `adopt`, the next run would be refused again: a change of scaling moves no record. */
function adoptionWords(plan: Plan, run: Run): Word[] {
  const inputs = { ...run.inputs, allow: new Set<never>() };
  if (plan.workers === 'replaced' || !checkOwnership(plan, { ...run, inputs })) return [];
  const message = 'not taken over, because this run replaces no workers, and so notes nothing on the endpoint.';
  const hint = 'Keep `adopt` in `allow` until a deploy has replaced them.';
  return [{ title: 'not taken over', severity: 'warning', message, hint }];
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

type Standings = ReturnType<typeof rememberStandings>;

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

const changeKinds = { kept: 'scaling', replaced: 'version' } as const;

/** Asks GitHub as little as the table of the order needs: nothing where no commit of ours is recorded. */
async function orderFacts(plan: Plan, context: CommandContext, standings: Standings): Promise<OrderFacts> {
  const { inputs, github } = context;
  const { sha: commit, ref, branch, isRerun, repository, runId } = github.context;
  const { live, desired, changes, operation, workers } = plan;
  const members = changes.map(({ member }) => member);
  const facts: OrderFacts = {
    name: desired.name,
    ours: { commit, ref, branch },
    recorded: undefined,
    tip: '',
    change: operation === 'unchanged' ? 'none' : changeKinds[workers],
    members,
    image: requestedImage(plan, commit),
    meant: isRerun
      ? 'because it was started again'
      : inputs.allow.has('older-commit')
        ? 'because `older-commit` allows it'
        : '',
    mustBeKnown: inputs.approvedPlan !== '' && !inputs.allow.has('older-commit'),
  };
  if (!live || repository === '') return facts;
  const record = readOwner(live.config);
  const own = ownRecord(live.config, github.context);
  // GitHub has said that this commit is the last one, and no later run has deployed since.
  if (context.preview?.isCurrent && !(Number.parseInt(record?.run ?? '', 10) > Number(runId))) return facts;
  // Of an adopted endpoint: another repository's commits say nothing about this one's, nor does what cannot be read.
  if (!own) return facts;
  if (facts.change === 'none' && facts.image.kind === 'named') return facts;
  const recorded = await recordedFacts(own, { live, context, standings });
  // A newer commit that reverts the deployed one has nothing to change, and so leaves no trace.
  const mayBeBehind = recorded.standing === 'older' && ref.startsWith('refs/heads/');
  if (facts.change === 'none' || !mayBeBehind) return { ...facts, recorded };
  const { standing, ahead } = await standings.ofBranch(commit);
  const tip = standing === 'newer' ? await lastCommit(github.api, { commit, branch, ahead }) : '';
  return { ...facts, recorded, tip: contains[standing] === 'no' ? undefined : tip };
}

/** Whether a branch contains a commit, by how the branch stands to it. */
const contains = { same: 'yes', newer: 'yes', older: 'no', apart: 'no', unknown: 'unknown' } as const;

async function recordedFacts(
  record: OwnedRecord,
  { live, context, standings }: { live: Endpoint; context: CommandContext; standings: Standings },
): Promise<NonNullable<OrderFacts['recorded']>> {
  const { inputs, clock, github } = context;
  const { commit, ref, run, over, time } = record;
  const ofRecord = await standings.ofCommit(commit);
  const { standing } = ofRecord;
  // What was rolled back is newer than the commit of the rollback.
  const ofOver = over !== undefined && standing !== 'same' ? await standings.ofCommit(over) : undefined;
  const ofBranch = standing === 'newer' && github.context.branch !== '' ? await standings.ofBranch(commit) : undefined;
  const failure = ofRecord.failure ?? ofOver?.failure ?? ofBranch?.failure;
  const why = failure
    ? ', which GitHub did not compare'
    : ` of ${ref}: it is not in this commit's history, perhaps after a force-push`;
  const ageSeconds = (clock.date().getTime() - Date.parse(time)) / 1000;
  return {
    ...{ commit, ref, run, standing },
    over: over === undefined ? undefined : { commit: over, standing: ofOver?.standing ?? 'newer' },
    hasServed: hasServed(live, { isUnderWay: ageSeconds < inputs.waitTimeoutSeconds }),
    // Where no branch decides, every commit counts.
    isInBranch: contains[ofBranch?.standing ?? 'same'],
    doubt: {
      why: `commit ${shortCommit(commit)}${why}`,
      said: failure?.message ?? '',
      hint: failure?.hint ?? '',
    },
  };
}

/** What the run's own text says of the image. A tag may have moved since the commit was deployed. */
function requestedImage({ imageFrom, live, desired, resolvedImage }: Plan, commit: string): RequestedImage {
  const { image } = desired.image;
  if (imageFrom === 'live')
    return { kind: 'kept', why: `neither the spec nor \`image\` names an image, so it would keep ${image}` };
  const written = resolvedImage?.written ?? image;
  if (written.includes('@')) return { kind: 'named' };
  const [, deployed = ''] = (live?.config.image.image ?? '').split('@');
  const { pinnedFrom = written } = (live && readRecord(live.config)) ?? {};
  // The same tag may stand for the digest that is deployed.
  const digest = resolvedImage?.digest ?? (written === pinnedFrom ? deployed : '');
  if (image === live?.config.image.image || (deployed !== '' && digest === deployed))
    return { kind: 'kept', why: `the tag ${written} is what is deployed now, or may be` };
  // The tag of a commit does not move.
  return {
    kind: written.includes(commit.slice(0, 7)) ? 'named' : 'changed',
    why: `the tag ${written} may have moved since`,
  };
}
