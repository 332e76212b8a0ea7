/** The ends of previews: by an event of the pull request, and after a deploy that it has overtaken. */

import { type DeletionTarget, deleteInTurn, endOfDeletions } from '../account/delete.ts';
import { type Ask, openReads, withEnvs } from '../account/reads.ts';
import { DeployError, knownError } from '../errors.ts';
import { endpointName } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { ownRecord } from '../model/owner.ts';
import { recordDoubt } from '../model/record.ts';
import { isPreviewName, previewName } from '../plan/preview-spec.ts';
import {
  type JudgedPreview,
  type PreviewAnswer,
  type PreviewQuestion,
  type PullRequestTraits,
  type RecordedPreview,
  reconcile,
  unknownPull,
} from '../plan/previews.ts';
import type { Run } from '../plan/run.ts';
import { type Deletion, deletionFailure, deletionSummary, isDeleted } from '../render/run-comment.ts';
import { formatAge } from '../render/text.ts';
import type { SummaryRank } from '../report.ts';
import type { CommandContext, Preview } from '../run/context.ts';
import type { RunEnd } from '../run/outcome.ts';
import { readSpecs } from '../run/specs.ts';
import { endComment } from '../run/tell-github.ts';
import { listLagMs } from '../times.ts';
import { dueAgainNotice, readPull, validatePreview } from './decide.ts';

/** The endpoint as a preview; none where nothing proves that this repository has deployed it for a pull request. */
function recordedPreview(endpoint: Endpoint, { github }: Run): RecordedPreview[] {
  const record = ownRecord(endpoint.config, github.context);
  return record?.pullRequest === undefined ? [] : [{ endpoint, record }];
}

/**
 * The previews of one pull request, or of all. Warns of endpoints with such a name that do not show who deployed them.
 */
export async function listPreviews(context: CommandContext, number?: number): Promise<RecordedPreview[]> {
  const isDoubtful = ({ config }: Endpoint) => isPreviewName(config.name, number) && recordDoubt(config) !== undefined;
  const endpoints: Endpoint[] = [];
  // A list may omit the envs, which hold the record of a preview.
  for (const listed of await openReads(context).list())
    endpoints.push(isDoubtful(listed) ? await withEnvs(listed, context) : listed);
  const doubtful = endpoints.filter(isDoubtful).map(endpointName);
  const doubt = 'have names of previews, but do not show which repository deployed them, so they stay';
  const message = `These endpoints ${doubt}: ${doubtful.join(', ')}.`;
  const hint = 'Check them in the console of the service, and delete there what is no longer needed.';
  if (doubtful.length > 0) context.reporter.warn({ title: 'previews whose repository is unknown', message, hint });
  const previews = endpoints.flatMap((endpoint) => recordedPreview(endpoint, context));
  return previews.filter(({ record }) => number === undefined || record.pullRequest === number);
}

/** The names that the specs of the step give; undefined for each that cannot be read. Nothing else has to be right. */
export async function namesOfStep(context: CommandContext): Promise<readonly (string | undefined)[]> {
  const { name } = context.inputs;
  if (name !== '') return [name];
  const read = await readSpecs(context).catch(knownError);
  return read instanceof DeployError ? [undefined] : read.documents.map(({ readable }) => readable.name);
}

interface About {
  question: PreviewQuestion;
  context: Ask;
}

/** Which of these previews, all of the pull request in question, should be there now. */
export const judgeListed = (listed: readonly RecordedPreview[], { question, context }: About) =>
  reconcile(question, { listed, nowMs: context.clock.date().getTime() });

const ageMsOf = ({ record }: RecordedPreview, { clock }: Ask): number =>
  // A record from a machine with a fast clock is young, not of negative age.
  Math.max(0, clock.date().getTime() - Date.parse(record.time));

/** Why a preview goes or stays, and how long ago it was deployed. */
export const withAge = (preview: JudgedPreview, ask: Ask): string =>
  `${preview.why}, deployed ${formatAge(ageMsOf(preview, ask) / 1000)} ago`;

/** The previews to be removed, each of which is asked about again by a fresh reading, and then those that stay. */
function previewTargets({ remove, keep }: PreviewAnswer, about: About): (DeletionTarget | Deletion)[] {
  const { context } = about;
  const objection = (now: Endpoint) => {
    const doubt = recordDoubt(now.config);
    const message = `endpoint ${endpointName(now)} ${doubt}, so nothing proves any more that it is a preview of this repository`;
    const hint = 'Check the endpoint in the console of the service, and delete it there if it is no longer needed.';
    if (doubt) return new DeployError({ code: 'owned', message, hint });
    const isStillMeant = judgeListed(recordedPreview(now, context), about).remove.length > 0;
    return isStillMeant ? undefined : 'changed by someone else in the meantime';
  };
  const targets = remove.map((each) => ({ listed: each.endpoint, reason: withAge(each, context), objection }));
  const staying = keep.map((each): Deletion => {
    const { id, config } = each.endpoint;
    return { id, name: config.name, state: 'kept', reason: withAge(each, context) };
  });
  return [...targets, ...staying];
}

/** Deletes those of the listed previews that should not be there. */
export async function endListed(listed: readonly RecordedPreview[], about: About & { context: CommandContext }) {
  const answer = judgeListed(listed, about);
  return { answer, deletions: await deleteInTurn(previewTargets(answer, about), about.context) };
}

/** The previews as a heading names them. */
export const previewsOf = (number: number) => `Previews of pull request #${number}`;

interface EndedPreviews {
  /** The deletions, and what this run leaves to others: previews of another step, or copies. */
  deletions: Deletion[];
  /** Why the search for more has failed. */
  failure: DeployError | undefined;
  /** The pull request as it was read last. */
  pull: PullRequestTraits;
}

/**
 * Removes the previews of the pull request that should not be there, at once. A preview may be deployed and not yet
 * listed: where there may be one, this run looks once more when a list can no longer be late, and asks GitHub again.
 */
async function endPreviews(question: PreviewQuestion, context: CommandContext): Promise<EndedPreviews> {
  const { clock, signal, reporter } = context;
  const { number, pull } = question;
  const about = { question, context };
  const startedMs = clock.monotonicMs();
  const listed = await listPreviews(context, number);
  const { answer, deletions } = await endListed(listed, about);
  const ended = { deletions, failure: undefined, pull };
  // An older preview was listed long ago, and so were those deployed beside it.
  const found = answer.remove;
  const areOld = found.length > 0 && found.every((each) => ageMsOf(each, context) >= listLagMs);
  // It may have been opened again meanwhile: then the comment is that of the run that has deployed since.
  if (areOld || !answer.mayBeLate) return { ...ended, ...(found.length > 0 && (await readPull(context, question))) };
  const leftMs = Math.max(0, startedMs + listLagMs - clock.monotonicMs());
  const what = `pull request #${number} may have ${found.length > 0 ? 'another' : 'a'} preview that is not listed yet`;
  reporter.info(`Look-up: ${what}. A list may be late, so this run looks again in ${Math.ceil(leftMs / 1000)} s.`);
  try {
    await clock.sleep(leftMs, signal);
    const { pull: pullNow } = await readPull(context, question);
    const late = (await listPreviews(context, number)).filter((each) =>
      found.every(({ endpoint }) => endpoint.id !== each.endpoint.id),
    );
    const aboutNow = { question: { ...question, pull: pullNow }, context };
    const more = await deleteInTurn(previewTargets({ ...judgeListed(late, aboutNow), keep: [] }, aboutNow), context);
    return { ...ended, deletions: [...deletions, ...more], pull: pullNow };
  } catch (thrown) {
    return { ...ended, failure: knownError(thrown) };
  }
}

/** Ends the previews of the pull request that should not be there. `event`: of the run, or `delete`. */
export async function closePreview(
  context: CommandContext,
  preview: Preview,
  event = preview.pullRequest.action,
): Promise<RunEnd> {
  if (!preview.hasKey) return validatePreview(context, preview);
  const question = { ...preview.question, event, names: await namesOfStep(context) };
  const { standing, why } = reconcile(question);
  // A close explains itself.
  const reason = standing === 'refused' ? `No preview: ${why}.` : '';
  if (reason !== '') context.reporter.info(reason);
  const ended = await endPreviews(question, context);
  return { ...endOfPreviews(ended, { context, question, why: reason }), failure: ended.failure };
}

/**
 * Deletes what the run has deployed for a pull request that is to have no preview by now. What goes wrong here is a
 * warning, since the verdict about the deploy is known; then it resolves with nothing.
 */
export async function endAfterDeploy(context: CommandContext, preview: Preview): Promise<RunEnd | undefined> {
  const { reporter } = context;
  const question = { ...preview.question, before: unknownPull, names: await namesOfStep(context) };
  const { pull } = question;
  const { why } = reconcile(question);
  const ended = await endPreviews(question, context).catch(
    (thrown): EndedPreviews => ({ deletions: [], failure: knownError(thrown), pull }),
  );
  const failure = ended.deletions.map(deletionFailure).find(Boolean) ?? ended.failure;
  if (failure) {
    const message = `By now ${why}, but its previews could not be deleted: ${failure.message}.`;
    const hint = `${failure.hint} The run of the close, or \`command: sweep\`, deletes what is left.`.trimStart();
    const title = `pull request #${context.github.context.pullRequest?.number}: previews not deleted`;
    reporter.warn({ title, message, hint });
    return undefined;
  }
  const reason = `This run was to deploy a preview, but by now ${why}.`;
  reporter.info(reason);
  return endOfPreviews(ended, { context, question, why: reason, rank: 'final' });
}

interface EndedQuestion {
  context: CommandContext;
  question: PreviewQuestion;
  /** A sentence, or ''. */
  why: string;
  rank?: SummaryRank;
}

/** The end of the run, with the comment; where the previews are due again, the run of that event has the comment. */
function endOfPreviews({ deletions, pull }: EndedPreviews, { context, question, why, rank }: EndedQuestion): RunEnd {
  const { number, names } = question;
  const { standing } = reconcile({ ...question, pull });
  const markdown = deletionSummary(previewsOf(number), deletions, why);
  const end = endOfDeletions(deletions, markdown, rank);
  if (standing === 'due') {
    const operation = deletions.some(isDeleted) ? end.operation : 'superseded';
    return { ...end, operation, notices: [dueAgainNotice(number)] };
  }
  const own = names.flatMap((name) => (name === undefined ? [] : previewName(name, number)));
  // Also where an earlier run, such as a sweep, has deleted them.
  const told = { pullRequest: number, names: standing === 'over' ? ('all' as const) : own, markdown, deletions };
  return { ...end, comment: () => endComment(context, told) };
}
