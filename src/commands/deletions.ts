/** Deletes endpoints one after the other, each read before and verified after; and previews that should not be there. */

import { DeployError, knownError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { recordDoubt } from '../model/record.ts';
import { previewName } from '../plan/preview-spec.ts';
import {
  type PreviewAnswer,
  type PreviewQuestion,
  type PullRequestTraits,
  reconcile,
  unknownPull,
} from '../plan/previews.ts';
import { eventLines } from '../render/progress.ts';
import {
  closeSummary,
  type Deletion,
  deletionLines,
  deletionOutput,
  deletionResult,
  failureOf,
  isDeleted,
} from '../render/run-comment.ts';
import { formatAge } from '../render/text.ts';
import type { SummaryRank } from '../report.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import { deleteEndpoint } from '../rollout/write/delete.ts';
import { listLagMs } from '../times.ts';
import type { CommandContext, Preview } from './context.ts';
import { openReads, redactEnvs } from './look-up.ts';
import { combineFailures } from './outputs.ts';
import { questionOf, readPull, validatePreview } from './preview.ts';
import { listPreviews, namesOfStep, type PreviewEndpoint, recordedPreview } from './preview-list.ts';
import { endComment } from './tell-github.ts';

/** An endpoint to delete. */
export interface DeletionTarget {
  listed: Endpoint;
  /** Why it is deleted, as the end of a sentence. */
  reason: string;
  /** By a fresh reading: why it must not be deleted, or as the end of a sentence, why it is kept. */
  objection: (now: Endpoint) => DeployError | string | undefined;
}

/** Tells what became of an endpoint, before the next one is deleted. */
type Tell = (deletion: Deletion) => Promise<void> | void;

/** In their order. A failure does not stop the rest; a cancelled run keeps what is left. */
export async function deleteInTurn(
  targets: readonly DeletionTarget[],
  { context, tell }: { context: CommandContext; tell: Tell },
): Promise<Deletion[]> {
  // All of them first: the service may name one endpoint in an answer about another.
  for (const { listed } of targets) redactEnvs(listed, context);
  const deletions: Deletion[] = [];
  for (const target of targets) {
    const deletion = await deleteTarget(target, context);
    await tell(deletion);
    deletions.push(deletion);
  }
  return deletions;
}

async function deleteTarget({ listed, reason, objection }: DeletionTarget, context: CommandContext): Promise<Deletion> {
  const target = { id: listed.id, name: listed.config.name, reason };
  if (context.signal.aborted) return { ...target, state: 'kept', reason: `${reason}, but the run was cancelled` };
  const now = await readAgain(listed, context);
  const found = now instanceof DeployError ? now : objection(now);
  if (found instanceof DeployError) return { ...target, state: 'failed', failure: found };
  if (found !== undefined) return { ...target, state: 'kept', reason: found };
  return { ...target, ...(await sendDeletion(listed.id, context)) };
}

/** By its ID, since minutes may lie between the list and the deletion; as listed where it is not found. */
async function readAgain(listed: Endpoint, context: CommandContext): Promise<Endpoint | DeployError> {
  const reads = await openReads(context);
  const read = await reads.get(listed.id).catch(knownError);
  // An endpoint that is not found is gone: the deletion proves it.
  const now = read instanceof DeployError && read.code === 'not-found' ? listed : read;
  if (!(now instanceof DeployError)) redactEnvs(now, context);
  return now;
}

/** Logs what happens. */
async function sendDeletion(id: string, { clock, signal, reporter, connections }: CommandContext) {
  let [isSent, isInDoubt] = [false, false];
  const onEvent: OnRolloutEvent = (event) => {
    isSent ||= event.kind === 'deleting';
    if (event.kind === 'deleting' || event.kind === 'not-deleted') isInDoubt = event.kind === 'deleting';
    for (const line of eventLines(event)) reporter.info(line);
  };
  try {
    const client = await connections.service();
    const end = await deleteEndpoint(id, { client, clock, signal, onEvent });
    const state = end === 'gone' ? 'deleted' : 'terminating';
    return { state: isSent ? state : 'absent' } as const;
  } catch (thrown) {
    return { state: isInDoubt ? 'in-doubt' : 'failed', failure: knownError(thrown) } as const;
  }
}

/** Asks which of these previews, all of one pull request, should be there. */
export type AskPreviews = (listed: readonly PreviewEndpoint[]) => PreviewAnswer;

export const ageMsOf = ({ record }: PreviewEndpoint, { clock }: CommandContext): number =>
  // A record from a machine with a fast clock is young, not of negative age.
  Math.max(0, clock.date().getTime() - Date.parse(record.time));

/** As one reason: why it goes or stays, and how long ago it was deployed. */
export const withAge = (why: string, preview: PreviewEndpoint, context: CommandContext): string =>
  `${why}, deployed ${formatAge(ageMsOf(preview, context) / 1000)} ago`;

interface PreviewTarget extends DeletionTarget {
  ageMs: number;
}

/** What is to be removed of the listed previews; each is asked about again by a fresh reading. */
export function previewTargets(
  listed: readonly PreviewEndpoint[],
  { ask, context }: { ask: AskPreviews; context: CommandContext },
): PreviewTarget[] {
  const objection = (now: Endpoint) => {
    const { id, config } = now;
    const doubt = recordDoubt(config);
    const unproved = 'so nothing proves any more that it is a preview of this repository';
    const message = `endpoint ${config.name} (${id}) ${doubt}, ${unproved}`;
    const hint = "Check the endpoint on the service's website, and delete it there if it is no longer needed.";
    if (doubt) return new DeployError({ code: 'owned', message, hint });
    const preview = recordedPreview(now, context);
    const isStillMeant = preview && ask([preview]).remove.length > 0;
    return isStillMeant ? undefined : 'changed by someone else in the meantime';
  };
  return ask(listed).remove.flatMap(({ id, why }) => {
    const preview = listed.find((each) => each.id === id);
    if (!preview) return [];
    const [reason, ageMs] = [withAge(why, preview, context), ageMsOf(preview, context)];
    return { listed: preview.endpoint, reason, ageMs, objection };
  });
}

/** Writes the outputs of previews, in the order in which they are told. */
export function tellPreviews({ outputs }: CommandContext): Tell {
  let index = 0;
  return (deletion) => {
    const { id, name, state, reason } = deletion;
    outputs.setEndpoint(index++, {
      'endpoint-id': id,
      name,
      state: deletionOutput[state],
      reason,
      changed: String(isDeleted(deletion) || state === 'in-doubt'),
      'failure-reason': failureOf(deletion)?.code ?? '',
    });
  };
}

/** What was deleted, and why the search for more has failed. */
interface EndedPreviews {
  deletions: Deletion[];
  failure: DeployError | undefined;
}

/**
 * Removes the previews of the pull request that should not be there, at once. A preview may be deployed and not yet
 * listed: where there may be one, this run looks once more when a list can no longer be late, and asks GitHub again.
 */
async function endPreviews(
  question: PreviewQuestion,
  { context, preview, tell }: { context: CommandContext; preview: Preview; tell: Tell },
): Promise<EndedPreviews> {
  const { clock, signal, reporter } = context;
  const { number, pull: pullAtFirst } = question;
  const askOf =
    (pull: PullRequestTraits): AskPreviews =>
    (listed) =>
      reconcile({ ...question, pull, listed, nowMs: clock.date().getTime() });
  const targetsIn = (listed: readonly PreviewEndpoint[], pull: PullRequestTraits) =>
    previewTargets(listed, { ask: askOf(pull), context });
  const startedMs = clock.monotonicMs();
  const targets = targetsIn(await listPreviews(context, number), pullAtFirst);
  const deletions = await deleteInTurn(targets, { context, tell });
  // An older preview was listed long ago, and so were those deployed beside it.
  const areOld = targets.length > 0 && targets.every(({ ageMs }) => ageMs >= listLagMs);
  if (areOld || !askOf(pullAtFirst)([]).mayBeLate) return { deletions, failure: undefined };
  const leftMs = Math.max(0, startedMs + listLagMs - clock.monotonicMs());
  const what = `pull request #${number} may have ${targets.length > 0 ? 'another' : 'a'} preview that is not listed yet`;
  reporter.info(`Look-up: ${what}. A list may be late, so this run looks again in ${Math.ceil(leftMs / 1000)} s.`);
  try {
    await clock.sleep(leftMs, signal);
    const { pull } = await readPull(context, { ...preview, pull: pullAtFirst });
    const tried = new Set(deletions.map(({ id }) => id));
    const late = (await listPreviews(context, number)).filter(({ id }) => !tried.has(id));
    const more = await deleteInTurn(targetsIn(late, pull), { context, tell });
    return { deletions: [...deletions, ...more], failure: undefined };
  } catch (thrown) {
    return { deletions, failure: knownError(thrown) };
  }
}

/** Ends the previews of the pull request that should not be there, and says so. `event`: that of the run, or `delete`. */
export async function closePreview(
  context: CommandContext,
  preview: Preview,
  event = preview.pullRequest.action,
): Promise<DeployError | undefined> {
  if (!preview.hasKey) return validatePreview(context, preview);
  const question = { ...questionOf(preview), event, names: await namesOfStep(context) };
  const { standing, why } = reconcile(question);
  // A close explains itself.
  const reason = standing === 'refused' ? `No preview: ${why}.` : '';
  if (reason !== '') context.reporter.info(reason);
  const { deletions, failure } = await endPreviews(question, { context, preview, tell: tellPreviews(context) });
  await reportEnd(deletions, { context, question, standing, why: reason, rank: 'changed' });
  return concludeDeletions(deletions, context) ?? failure;
}

/**
 * Deletes what the run has deployed for a pull request that is to have no preview by now. What goes wrong here is a
 * warning: the verdict about the deploy is known.
 */
export async function endAfterDeploy(context: CommandContext, preview: Preview): Promise<'ended' | 'failed'> {
  const { outputs, reporter } = context;
  const question = { ...questionOf(preview), before: unknownPull, names: await namesOfStep(context) };
  const { standing, why } = reconcile(question);
  const { deletions, failure: unfound } = await endPreviews(question, { context, preview, tell: () => {} }).catch(
    (thrown): EndedPreviews => ({ deletions: [], failure: knownError(thrown) }),
  );
  const failure = combineFailures(deletions.map(deletionResult)) ?? unfound;
  if (failure) {
    const message = `By now ${why}, but its previews could not be deleted: ${failure.message}.`;
    const hint = `${failure.hint} The run of the close, or \`command: sweep\`, deletes what is left.`.trimStart();
    reporter.annotate({ severity: 'warning', title: 'preview', message, hint });
    return 'failed';
  }
  outputs.clear();
  const tell = tellPreviews(context);
  for (const deletion of deletions) await tell(deletion);
  const reason = `This run was to deploy a preview, but by now ${why}.`;
  reporter.info(reason);
  await reportEnd(deletions, { context, question, standing, why: reason, rank: 'final' });
  concludeDeletions(deletions, context);
  return 'ended';
}

interface EndReport {
  context: CommandContext;
  question: Pick<PreviewQuestion, 'number' | 'names'>;
  standing: PreviewAnswer['standing'];
  /** A sentence, or ''. */
  why: string;
  rank: SummaryRank;
}

async function reportEnd(
  deletions: readonly Deletion[],
  { context, question, standing, why, rank }: EndReport,
): Promise<void> {
  const { number, names } = question;
  context.reporter.info(deletionLines(deletions, `Nothing to delete: pull request #${number} has no preview.`));
  const markdown = closeSummary(number, deletions, why);
  await context.reporter.summarize(markdown, rank);
  const own = names.flatMap((name) => (name === undefined ? [] : previewName(name, number)));
  // Also where an earlier run, such as a sweep, has deleted them.
  const ended = { hasDeleted: deletions.some(isDeleted) };
  await endComment(context, { pullRequest: number, names: standing === 'over' ? 'all' : own, markdown, ...ended });
}

/** Sets the output `operation`, and returns one failure that names each endpoint that is left. */
export function concludeDeletions(
  deletions: readonly Deletion[],
  { outputs }: CommandContext,
): DeployError | undefined {
  const operation = deletions.some(isDeleted) ? 'deleted' : 'absent';
  // Nothing is absent where all that was tried has failed.
  if (operation === 'deleted' || deletions.every((each) => !failureOf(each))) outputs.set({ operation });
  return combineFailures(deletions.map(deletionResult));
}
