/** The commands `delete`, after which the endpoint named does not exist, and `sweep`, which ends previews. */

import { DeployError, inputsInvalid, knownError } from '../errors.ts';
import { type PullRequestNow, readPullRequests } from '../github/pull-requests.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { quotedChoice } from '../nearest.ts';
import { explainRefusal, type PreviewRules, previewRefusal } from '../plan/preview.ts';
import {
  closeSummary,
  type Deletion,
  deletionLines,
  deletionSummary,
  deletionTitle,
  sweepSummary,
} from '../render/run-comment.ts';
import { formatAge } from '../render/text.ts';
import { certainMs, settlingMs } from '../times.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { closePreview, concludeDeletions, deleteOne, deletePreviews } from './deletions.ts';
import { eachInTurn, findNamed } from './look-up.ts';
import { assertTrusted, checkOwnership, redactEnvs } from './ownership.ts';
import { readPreview } from './preview.ts';
import { listPreviews, type PreviewEndpoint } from './preview-list.ts';
import { openReads } from './reads.ts';
import { readNames } from './specs.ts';
import { writeComment } from './tell-github.ts';

export const deleteNamed: CommandFunction = async (context) => {
  const { inputs, outputs } = context;
  const preview = readPreview(context);
  if (!preview?.pullRequest.isClosed) assertTrusted(context);
  if (preview) return closePreview(context, preview);
  const names = (await readNames(context)).map(({ name }) => name);
  const forMs = inputs.endpointId ? settlingMs : certainMs;
  const lookup = await findNamed(names, context, { forMs });
  // Before the first deletion, so that an ambiguous name does not leave the others half way.
  const found = names.map((given) => {
    const live = lookup.find(given);
    return { given, live, name: live?.config.name ?? (given || inputs.endpointId) };
  });
  outputs.setEndpoints(
    found.map(({ name, live }) => ({
      name,
      ...(live && { 'endpoint-id': live.id, 'app-name': live.config.appName, url: live.url }),
    })),
  );
  return eachInTurn(found, context, async ({ given, name, live }, index) => {
    const absent = { name, typo: lookup.typoOf(given), near: quotedChoice(lookup.nearOf(given)) };
    const { operation, changed, failure } = await (live ? deleteLive(live, context) : reportAbsent(absent, context));
    outputs.setEndpoint(index, { ...(operation && { operation }), changed: String(changed) });
    return { name, failure };
  });
};

/** `changed`: the endpoint is, or may be, gone by this run. */
type Deleted = { operation?: 'deleted' | 'absent'; changed: boolean; failure?: DeployError };

/** Already deleted is as good as deleted. A misspelt name is a failure: its endpoint would go on being billed. */
async function reportAbsent(
  { name, typo = '', near = '' }: { name: string; typo?: string; near?: string },
  { reporter, inputs }: CommandContext,
): Promise<Deleted> {
  if (typo !== '') {
    const message = `no endpoint is named "${name}", but one has almost the same name`;
    const hint = `${typo} Correct the name. If the endpoint was already deleted, there is nothing to do.`;
    return reportFailure(new DeployError({ code: 'not-found', message, hint }), { name, reporter });
  }
  const what = inputs.endpointId ? `has the ID ${inputs.endpointId}` : `is named \`${name}\``;
  // Not a question: another endpoint of a like name is no mistake.
  const note = near && `The nearest name is ${near}.`;
  reporter.info(`No endpoint ${what}: nothing to delete. ${note}`.trimEnd());
  await reporter.summarize(deletionSummary(name, { note }));
  return { operation: 'absent', changed: false };
}

/** `changed`: the deletion was sent, and its end not seen. */
async function reportFailure(
  failure: DeployError,
  { name, reporter, changed = false }: { name: string; reporter: CommandContext['reporter']; changed?: boolean },
): Promise<Deleted> {
  const titled = failure.withTitle(deletionTitle(name, failure, changed));
  await reporter.summarize(deletionSummary(name, { failure: titled, note: '' }), 'failed');
  return { changed, failure: titled };
}

async function deleteLive(listed: Endpoint, context: CommandContext): Promise<Deleted> {
  const { reporter } = context;
  const { id } = listed;
  const { name } = listed.config;
  const live = await readToDelete(listed, context);
  if (live instanceof DeployError) return reportFailure(live, { name, reporter });
  reporter.info(`Look-up: ${name} is ${id}, ${live.state.state || 'without a state'}.`);
  const foreign = checkOwnership({ live }, context);
  if (foreign) return reportFailure(foreign, { name, reporter });
  const { failure, isInDoubt, isSent, isListed } = await deleteOne(live, context);
  if (failure) {
    const doubt = `Unconfirmed: the deletion of ${name} (${id}) was sent, but not confirmed. The next run checks first.`;
    reporter.info(isInDoubt ? doubt : `Unchanged: ${name} (${id}) still exists.`);
    return reportFailure(failure, { name, reporter, changed: isInDoubt });
  }
  // Another run was faster.
  if (!isSent) return reportAbsent({ name }, context);
  const seen = isListed ? 'is being deleted; the service still lists it' : 'no longer exists';
  await reporter.summarize(deletionSummary(name, { id, note: `Endpoint \`${id}\` ${seen}.` }));
  return { operation: 'deleted', changed: true };
}

/** By its ID: the list may be a minute late, and the endpoint renamed or another repository's by now. */
async function readToDelete(listed: Endpoint, context: CommandContext): Promise<Endpoint | DeployError> {
  redactEnvs(listed, context);
  const reads = await openReads(context);
  const read = await reads.get(listed.id).catch(knownError);
  // An endpoint that is not found is gone: the deletion proves it.
  const live = read instanceof DeployError && read.code === 'not-found' ? listed : read;
  if (live instanceof DeployError) return live;
  redactEnvs(live, context);
  const [before, now] = [listed.config.name, live.config.name];
  if (before === now || context.inputs.endpointId) return live;
  const message = `endpoint ${live.id} was listed as ${before}, but is named ${now} by now: it is not deleted`;
  const hint = 'Delete it by `endpoint-id` if it is the one that you mean.';
  return new DeployError({ code: 'conflict', message, hint });
}

/** Deletes previews of this repository that are too old, or that their pull request is not to have. */
export const sweep: CommandFunction = async (context) => {
  const { inputs, reporter, signal, github } = context;
  if (github.context.repository === '')
    throw inputsInvalid(
      '`sweep` deletes the previews of a repository, so it runs only inside a workflow',
      'Run it in a workflow with `on: schedule`.',
    );
  assertTrusted(context);
  const previews = await listPreviews(context, (name) => /-pr-\d+$/.test(name));
  const numbers = new Set(previews.map(({ pullRequest }) => pullRequest));
  const read = await readPullRequests(github.api, [...numbers]);
  const { pulls } = read;
  // What GitHub did not answer after that says nothing about GitHub.
  signal.throwIfAborted();
  // Deployed again meanwhile, a preview is young.
  const reasonOf = (preview: PreviewEndpoint) =>
    sweepReason(preview, { now: pulls.get(preview.pullRequest), rules: inputs.preview });
  const deletions = await deletePreviews(previews, { context, reasonOf });
  const judged = new Set(deletions.map(({ endpoint }) => endpoint.id));
  const left = previews.filter(({ endpoint }) => !judged.has(endpoint.id));
  const kept = left.map(({ endpoint, pullRequest, ageSeconds, isOfStep }): Deletion => {
    const state = pulls.get(pullRequest)?.state;
    // One of a pull request that is over is left only by a cancelled run.
    const over = state === 'open' ? '' : ', but the run was cancelled';
    const why = state ? `is ${state}${over}` : 'may still be open';
    const age = `${isOfStep || !inputs.preview ? '' : 'by another step, '}deployed ${formatAge(ageSeconds)} ago`;
    return { endpoint, state: 'kept', reason: `pull request #${pullRequest} ${why}, ${age}` };
  });
  const all = [...deletions, ...kept];
  reporter.info(deletionLines(all, 'No previews to delete.'));
  await reporter.summarize(sweepSummary(all));
  for (const [pullRequest, listed] of Map.groupBy(previews, (preview) => preview.pullRequest)) {
    const ofPull = all.filter(({ endpoint }) => listed.some((preview) => preview.endpoint.id === endpoint.id));
    if (ofPull.every(({ state }) => state !== 'deleted')) continue;
    const tried = deletions.filter((each) => ofPull.includes(each));
    const endpoints = tried.flatMap(({ endpoint, state }) => (state === 'deleted' ? endpoint.config.name : []));
    const ends = { of: 'named', hasDeleted: true } as const;
    await writeComment(context, { pullRequest, endpoints, markdown: closeSummary(pullRequest, ofPull), ends });
  }
  const undecided = left.filter(({ pullRequest }) => !pulls.has(pullRequest));
  return concludeDeletions(deletions, context) ?? reportUndecided(undecided, { ...read, reporter });
};

/** Why the preview is deleted, as the end of a sentence. Without `rules`, the state alone decides. */
export function sweepReason(
  { pullRequest, ageSeconds, isOfStep }: Omit<PreviewEndpoint, 'endpoint'>,
  {
    now,
    rules,
  }: { now?: PullRequestNow | undefined; rules?: (PreviewRules & { maxAgeSeconds: number | undefined }) | undefined },
): string | undefined {
  const age = `deployed ${formatAge(ageSeconds)} ago`;
  if (now && now.state !== 'open') return `pull request #${pullRequest} is ${now.state}, ${age}`;
  // Another step may have other rules.
  if (!rules || !isOfStep) return undefined;
  const refusal = now && previewRefusal({ ...now, isOpen: true }, rules);
  if (refusal && refusal !== 'unknown') return `${explainRefusal(refusal, rules)}, ${age}`;
  const { maxAgeSeconds = Number.POSITIVE_INFINITY } = rules;
  return ageSeconds > maxAgeSeconds ? `older than ${formatAge(maxAgeSeconds)}, ${age}` : undefined;
}

/** What GitHub does not say counts as open, so billed endpoints may stay: a green sweep would hide that for ever. */
function reportUndecided(
  left: readonly PreviewEndpoint[],
  { pulls, failure, reporter }: Awaited<ReturnType<typeof readPullRequests>> & Pick<CommandContext, 'reporter'>,
): DeployError | undefined {
  if (left.length === 0) return undefined;
  const previews = left.map(({ endpoint: { config }, pullRequest, ageSeconds }) => {
    return `${config.name} (#${pullRequest}, ${formatAge(ageSeconds)} old)`;
  });
  const kept = `so these previews were kept: ${previews.join(', ')}`;
  const failed = (message: string, hint: string) => new DeployError({ code: 'github', message, hint });
  if (failure) return failed(`the state of some pull requests is unknown, ${kept}. ${failure.message}`, failure.hint);
  const gone =
    'If the pull requests are really gone, delete the endpoints by hand, or give `preview` the line `max-age=14d`.';
  // A token that may not read pull requests finds none.
  const permit = `Give the job \`permissions: { pull-requests: read }\`. ${gone}`;
  if (pulls.size === 0) return failed(`GitHub found none of the pull requests, ${kept}`, permit);
  const message = `GitHub did not find some of the pull requests, ${kept}.`;
  return void reporter.annotate({ severity: 'warning', title: 'sweep', message, hint: gone });
}
