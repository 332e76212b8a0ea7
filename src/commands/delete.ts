/** The commands `delete`, after which the endpoint named does not exist, and `sweep`, which ends previews. */

import { DeployError, inputsInvalid } from '../errors.ts';
import { readPullRequests } from '../github/pull-requests.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type PreviewRules, reconcile, unknownPull } from '../plan/previews.ts';
import {
  closeSummary,
  type Deletion,
  deletionLines,
  deletionSummary,
  deletionTitle,
  failureOf,
  isDeleted,
  sweepSummary,
} from '../render/run-comment.ts';
import { formatAge } from '../render/text.ts';
import { certainMs, settlingMs } from '../times.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import {
  type AskPreviews,
  ageMsOf,
  closePreview,
  concludeDeletions,
  deleteInTurn,
  previewTargets,
  tellPreviews,
  withAge,
} from './deletions.ts';
import { findNamed } from './look-up.ts';
import { combineFailures } from './outputs.ts';
import { assertTrusted, checkOwnership, mayShow } from './ownership.ts';
import { readPreview } from './preview.ts';
import { listPreviews, namesOfStep, type PreviewEndpoint } from './preview-list.ts';
import { readNames } from './specs.ts';
import { endComment } from './tell-github.ts';

export const deleteNamed: CommandFunction = async (context) => {
  const { inputs, outputs, reporter } = context;
  const preview = readPreview(context);
  if (!preview?.pullRequest.isClosed) assertTrusted(context);
  if (preview) return closePreview(context, preview, 'delete');
  const names = (await readNames(context)).map(({ name }) => name);
  const forMs = inputs.endpointId ? settlingMs : certainMs;
  const lookup = await findNamed(names, context, { forMs });
  // Before the first deletion, so that an ambiguous name does not leave the others half way.
  const found = names.map((given) => {
    const live = lookup.find(given);
    return { given, live, name: live?.config.name ?? (given || inputs.endpointId) };
  });
  outputs.setEndpoints(found.map(({ name, live }) => ({ name, ...shownOutputs(live, context) })));
  const results = found.map(({ name }) => ({ name, failure: undefined as DeployError | undefined }));
  const end = (index: number, { operation, changed, failure }: NamedEnd) => {
    outputs.setEndpoint(index, {
      ...(operation && { operation }),
      changed: String(changed),
      'failure-reason': failure?.code ?? '',
    });
    results[index] = { name: found[index]?.name ?? '', failure };
  };
  for (const [index, { given, live, name }] of found.entries()) {
    const absent = { name, typo: lookup.typoOf(given), near: lookup.suggestionFor(given) };
    if (!live) end(index, await reportAbsent(absent, context));
    else reporter.info(`Look-up: ${name} is ${live.id}.`);
  }
  const targets = found.flatMap(({ live }) =>
    live ? { listed: live, reason: 'it was named', objection: objectionTo(live, context) } : [],
  );
  const tell = async (deletion: Deletion) => {
    const index = found.findIndex(({ live }) => live?.id === deletion.id);
    end(index, await reportNamed(deletion, context));
  };
  await deleteInTurn(targets, { context, tell });
  return combineFailures(results);
};

/** What an endpoint is to show that is deleted: name and ID alone where it is another repository's. */
function shownOutputs(live: Endpoint | undefined, context: CommandContext) {
  if (!live) return {};
  const shown = { 'app-name': live.config.appName, url: live.url };
  return { 'endpoint-id': live.id, ...(mayShow({ live }, context) && shown) };
}

/** The endpoint may be renamed or another repository's by now. */
const objectionTo = (listed: Endpoint, context: CommandContext) => (live: Endpoint) => {
  const [before, now] = [listed.config.name, live.config.name];
  if (before === now || context.inputs.endpointId) return checkOwnership({ live }, context);
  const message = `endpoint ${live.id} was listed as ${before}, but is named ${now} by now: it is not deleted`;
  const hint = 'Delete it by `endpoint-id` if it is the one that you mean.';
  return new DeployError({ code: 'conflict', message, hint });
};

/** `changed`: the endpoint is, or may be, gone by this run. */
type NamedEnd = { operation?: 'deleted' | 'absent'; changed: boolean; failure?: DeployError };

/** Already deleted is as good as deleted. A misspelt name is a failure: its endpoint would go on being billed. */
async function reportAbsent(
  { name, typo = '', near = '' }: { name: string; typo?: string; near?: string },
  { reporter, inputs }: CommandContext,
): Promise<NamedEnd> {
  if (typo !== '') {
    const message = `no endpoint is named "${name}", but one has almost the same name`;
    const hint = `${typo} Correct the name. If the endpoint was already deleted, there is nothing to do.`;
    const failure = new DeployError({ code: 'not-found', message, hint });
    return reportFailure({ id: '', name, reason: '', state: 'failed', failure }, reporter);
  }
  const what = inputs.endpointId ? `has the ID ${inputs.endpointId}` : `is named \`${name}\``;
  reporter.info(`No endpoint ${what}: nothing to delete. ${near}`.trimEnd());
  await reporter.summarize(deletionSummary(name, { note: near }));
  return { operation: 'absent', changed: false };
}

async function reportFailure(deletion: Deletion, reporter: CommandContext['reporter']): Promise<NamedEnd> {
  const { name, state } = deletion;
  const titled = failureOf(deletion)?.withTitle(deletionTitle(name, deletion));
  await reporter.summarize(deletionSummary(name, { failure: titled, note: '' }), 'failed');
  return { changed: state === 'in-doubt', ...(titled && { failure: titled }) };
}

async function reportNamed(deletion: Deletion, context: CommandContext): Promise<NamedEnd> {
  const { reporter } = context;
  const { id, name, state } = deletion;
  if (state === 'absent') return reportAbsent({ name }, context);
  if (isDeleted(deletion)) {
    const seen = state === 'terminating' ? 'is being deleted; the service still lists it' : 'no longer exists';
    await reporter.summarize(deletionSummary(name, { id, note: `Endpoint \`${id}\` ${seen}.` }));
    return { operation: 'deleted', changed: true };
  }
  const doubt = `Unconfirmed: the deletion of ${name} (${id}) was sent, but not confirmed. The next run checks first.`;
  reporter.info(state === 'in-doubt' ? doubt : `Unchanged: ${name} (${id}) still exists.`);
  return state === 'kept' ? { changed: false } : reportFailure(deletion, reporter);
}

/** Of a sweep without lines of `preview`: whether the pull request is open decides alone. */
const stateAlone: PreviewRules = { label: '', drafts: true, maxAgeSeconds: undefined };

/** Deletes previews of this repository that are too old, or that their pull request is not to have. */
export const sweep: CommandFunction = async (context) => {
  const { inputs, reporter, signal, github, clock } = context;
  if (github.context.repository === '')
    throw inputsInvalid(
      '`sweep` deletes the previews of a repository, so it runs only inside a workflow',
      'Run it in a workflow with `on: schedule`.',
    );
  assertTrusted(context);
  const names = inputs.preview ? await namesOfStep(context) : [];
  const previews = await listPreviews(context);
  const ofPulls = Map.groupBy(previews, ({ number }) => number);
  const read = await readPullRequests(github.api, [...ofPulls.keys()]);
  // What GitHub did not answer after that says nothing about GitHub.
  signal.throwIfAborted();
  const askOf = (number: number): AskPreviews => {
    const pull = read.pulls.get(number) ?? unknownPull;
    const rules = inputs.preview ?? stateAlone;
    const question = { event: 'sweep', number, pull, before: pull, rules, names };
    return (listed) => reconcile({ ...question, listed, nowMs: clock.date().getTime() });
  };
  const tell = tellPreviews(context);
  const swept = [];
  for (const [number, listed] of ofPulls) {
    const ask = askOf(number);
    const deletions = await deleteInTurn(previewTargets(listed, { ask, context }), { context, tell });
    const keep = new Map(ask(listed).keep.map(({ id, why }) => [id, why]));
    const stays = listed.filter(({ id }) => keep.has(id));
    const kept = stays.map((each): Deletion => {
      return { id: each.id, name: each.name, state: 'kept', reason: withAge(keep.get(each.id) ?? '', each, context) };
    });
    swept.push({ number, deletions, stays, all: [...deletions, ...kept] });
  }
  const all = swept.flatMap((each) => each.all);
  reporter.info(deletionLines(all, 'No previews to delete.'));
  await reporter.summarize(sweepSummary(all));
  for (const { number, deletions, all } of swept) {
    const deleted = deletions.filter(isDeleted).map(({ name }) => name);
    const end = { pullRequest: number, names: deleted, markdown: closeSummary(number, all), hasDeleted: true };
    if (deleted.length > 0) await endComment(context, end);
  }
  const deletions = swept.flatMap((each) => each.deletions);
  const undecided = swept.flatMap(({ number, stays }) => (read.pulls.has(number) ? [] : stays));
  return concludeDeletions(deletions, context) ?? reportUndecided(undecided, read, context);
};

/** What GitHub does not say counts as open, so billed endpoints may stay: a green sweep would hide that for ever. */
function reportUndecided(
  left: readonly PreviewEndpoint[],
  { pulls, failure }: Awaited<ReturnType<typeof readPullRequests>>,
  context: CommandContext,
): DeployError | undefined {
  if (left.length === 0) return undefined;
  const previews = left.map(
    (each) => `${each.name} (#${each.number}, ${formatAge(ageMsOf(each, context) / 1000)} old)`,
  );
  const kept = `so these previews were kept: ${previews.join(', ')}`;
  const failed = (message: string, hint: string) => new DeployError({ code: 'github', message, hint });
  if (failure) return failed(`the state of some pull requests is unknown, ${kept}. ${failure.message}`, failure.hint);
  const gone =
    'If the pull requests are really gone, delete the endpoints by hand, or give `preview` the line `max-age=14d`.';
  // A token that may not read pull requests finds none.
  const permit = `Give the job \`permissions: { pull-requests: read }\`. ${gone}`;
  if (pulls.size === 0) return failed(`GitHub found none of the pull requests, ${kept}`, permit);
  const message = `GitHub did not find some of the pull requests, ${kept}.`;
  return void context.reporter.annotate({ severity: 'warning', title: 'sweep', message, hint: gone });
}
