/** The command `sweep`: deletes this repository's previews that are too old or not due, and forgotten candidates. */

import pLimit from 'p-limit';
import { type DeletionTarget, deleteInTurn, endOfDeletions } from '../account/delete.ts';
import { type Ask, openReads, withEnvs } from '../account/reads.ts';
import { DeployError, inputsInvalid } from '../errors.ts';
import type { GitHubFailure } from '../github/failure.ts';
import { readPullRequests } from '../github/pull-requests.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isForgotten } from '../plan/candidate.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { isCandidateName } from '../plan/preview-spec.ts';
import { type JudgedPreview, type PreviewRules, unknownPull } from '../plan/previews.ts';
import { readPull } from '../previews/decide.ts';
import { endListed, judgeListed, listPreviews, namesOfStep, previewsOf, withAge } from '../previews/end.ts';
import { deletionSummary, isDeleted } from '../render/run-comment.ts';
import type { CommandContext, CommandFunction } from '../run/context.ts';
import { endComment } from '../run/tell-github.ts';
import { candidateMs } from '../times.ts';

/** The rules of a sweep without lines of `preview`: whether the pull request is open decides alone. */
const stateAlone: PreviewRules = { label: '', drafts: true, maxAgeSeconds: undefined };

/** The command `sweep`: deletes previews of this repository that are too old, or are no longer due. */
export const command: CommandFunction = async (context) => {
  const { inputs, signal, github } = context;
  if (github.context.repository === '')
    throw inputsInvalid(
      '`sweep` deletes the previews of a repository, so it runs only inside a workflow',
      'Run it in a workflow with `on: schedule`.',
    );
  assertTrusted(context);
  const rules = inputs.preview ?? stateAlone;
  const names = inputs.preview ? await namesOfStep(context) : [];
  const ofPulls = Map.groupBy(await listPreviews(context), ({ record }) => record.pullRequest ?? 0);
  const candidates = await forgottenCandidates(context);
  const read = await readPullRequests(github.api, [...ofPulls.keys()]);
  // After a cancellation, a missing answer is not GitHub's fault.
  signal.throwIfAborted();
  const swept = [];
  for (const [number, listed] of ofPulls) {
    const known = read.pulls.get(number);
    const pull = known ?? unknownPull;
    const asked = { event: 'sweep', number, pull, before: pull, rules, names };
    // It may have been opened again: the deletions before these can take minutes.
    const isAgain = known && judgeListed(listed, { question: asked, context }).remove.length > 0;
    const about = { question: isAgain ? { ...asked, ...(await readPull(context, asked)) } : asked, context };
    const { answer, deletions } = await endListed(listed, about);
    swept.push({ number, deletions, keep: answer.keep });
    const ended = deletions.filter(isDeleted).map(({ name }) => name);
    const markdown = deletionSummary(previewsOf(number), deletions);
    if (ended.length > 0) await endComment(context, { pullRequest: number, names: ended, markdown, deletions });
  }
  const all = [...swept.flatMap(({ deletions }) => deletions), ...(await deleteInTurn(candidates, context))];
  const undecided = swept.flatMap(({ number, keep }) =>
    read.pulls.has(number) ? [] : keep.map((each) => ({ ...each, why: `#${number}` })),
  );
  const failure = undecidedFailure(undecided, read.failure, context);
  return { ...endOfDeletions(all, deletionSummary('Sweep', all)), failure };
};

/** Candidates that a run has left; a run that still needs one is younger. */
async function forgottenCandidates(context: CommandContext): Promise<DeletionTarget[]> {
  const untilMs = context.clock.date().getTime() - candidateMs;
  const isOld = (endpoint: Endpoint) => isForgotten(endpoint, context, untilMs);
  const reason = 'a candidate of more than a day ago';
  const objection = (now: Endpoint) => (isOld(now) ? undefined : 'changed by someone else in the meantime');
  const listed = await openReads(context).list({ only: ({ name }) => isCandidateName(name) });
  const read = await pLimit(5).map(listed, (each) => withEnvs(each, context));
  return read.filter(isOld).map((each) => ({ listed: each, reason, objection }));
}

/** What GitHub does not say counts as open, so billed endpoints may stay: a green sweep would hide that for ever. */
function undecidedFailure(
  left: readonly JudgedPreview[],
  failure: GitHubFailure | undefined,
  ask: Ask,
): DeployError | undefined {
  if (left.length === 0) return undefined;
  const previews = left.map((each) => `${each.endpoint.config.name} (${withAge(each, ask)})`);
  const stay = `so these previews were kept: ${previews.join(', ')}`;
  const why = failure ? `. ${failure.message}` : '';
  const message = `GitHub does not say whether some pull requests are open, ${stay}${why}`;
  // A token that may not read pull requests finds none.
  const hint =
    'Give the job `permissions: { pull-requests: read }`. If the pull requests are really gone, delete the endpoints ' +
    'by hand, or give `preview` the line `max-age=14d`.';
  return new DeployError({ code: 'github', message, hint: failure?.hint ?? hint, title: 'sweep: previews kept' });
}
