/** The command `delete`: afterwards the endpoint that is named, or every preview of the pull request, does not exist. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { quotedChoice } from '../nearest.ts';
import { type Deletion, deletionSummary, deletionTitle, failureOf, isDeleted } from '../render/run-comment.ts';
import { certainMs, settlingMs } from '../times.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { deleteInTurn } from './deletions.ts';
import { findNamed } from './look-up.ts';
import { combineFailures } from './outputs.ts';
import { assertTrusted, checkOwnership, mayShow } from './ownership.ts';
import { readPreview } from './preview.ts';
import { closePreview } from './preview-ends.ts';
import { readNames } from './specs.ts';

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
    const absent = { name, typo: lookup.typoOf(given), near: quotedChoice(lookup.nearOf(given)) };
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
  // Not a question: another endpoint of a like name is no mistake.
  const note = near && `The nearest name is ${near}.`;
  reporter.info(`No endpoint ${what}: nothing to delete. ${note}`.trimEnd());
  await reporter.summarize(deletionSummary(name, { note }));
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
