/** The command `delete`: afterwards the endpoint that is named, or every preview of the pull request, does not exist. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { quotedChoice } from '../nearest.ts';
import {
  type Deletion,
  deletionSummary,
  deletionTitle,
  failureOf,
  hasChanged,
  isDeleted,
} from '../render/run-comment.ts';
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
  if (!preview || preview.pullRequest.state === 'open') assertTrusted(context);
  if (preview) return closePreview(context, preview, 'delete');
  const names = (await readNames(context)).map(({ name }) => name);
  const forMs = inputs.endpointId ? settlingMs : certainMs;
  const lookup = await findNamed(names, { context, forMs, mustBeRead: false });
  // Before the first deletion, so that an ambiguous name does not leave the others half way.
  const found = names.map((given) => {
    const live = lookup.find(given);
    return { given, live, name: live?.config.name ?? (given || inputs.endpointId) };
  });
  outputs.setEndpoints(found.map(({ name, live }) => ({ name, ...shownOutputs(live, context) })));
  const results = found.map(({ name }) => ({ name, failure: undefined as DeployError | undefined }));
  const tell = async (index: number, deletion: Deletion, near = '') => {
    const { name, state } = deletion;
    const failure = failureOf(deletion)?.withTitle(deletionTitle(name, deletion));
    const operation = isDeleted(deletion) ? 'deleted' : state;
    outputs.setEndpoint(index, {
      ...((operation === 'deleted' || operation === 'absent') && { operation }),
      changed: String(hasChanged(deletion)),
      'failure-reason': failure?.code ?? '',
    });
    results[index] = { name, failure };
    await reportNamed(deletion, near, context);
  };
  for (const [index, { given, live, name }] of found.entries()) {
    if (live) reporter.info(`Look-up: ${name} is ${live.id}.`);
    else await tell(index, absentDeletion(name, lookup.typoOf(given)), quotedChoice(lookup.nearOf(given)));
  }
  const targets = found.flatMap(({ live }) =>
    live ? { listed: live, reason: 'it was named', objection: objectionTo(live, context) } : [],
  );
  const tellDeletion = (deletion: Deletion) =>
    tell(
      found.findIndex(({ live }) => live?.id === deletion.id),
      deletion,
    );
  await deleteInTurn(targets, { context, tell: tellDeletion });
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
  const hint = 'If you mean that endpoint, delete it by `endpoint-id`.';
  return new DeployError({ code: 'conflict', message, hint });
};

/** Already deleted is as good as deleted. A misspelt name is a failure: its endpoint would go on being billed. */
function absentDeletion(name: string, typo: string): Deletion {
  const absent = { id: '', name, reason: '' };
  if (typo === '') return { ...absent, state: 'absent' };
  const message = `no endpoint is named "${name}", but one has almost the same name`;
  const hint = `${typo} Correct the name. If the endpoint was already deleted, there is nothing to do.`;
  return { ...absent, state: 'failed', failure: new DeployError({ code: 'not-found', message, hint }) };
}

/** `near`: names that are like an absent one. */
async function reportNamed(deletion: Deletion, near: string, { reporter, inputs }: CommandContext): Promise<void> {
  const { id, name, state } = deletion;
  const seen = state === 'terminating' ? 'is being deleted; the service still lists it' : 'no longer exists';
  // Not a question: another endpoint of a like name is no mistake.
  const nearest = near && `The nearest name is ${near}.`;
  const what = inputs.endpointId ? `has the ID ${inputs.endpointId}` : `is named \`${name}\``;
  const doubt = `Unconfirmed: the deletion of ${name} (${id}) was sent, but not confirmed. The next run checks first.`;
  if (state === 'absent') reporter.info(`No endpoint ${what}: nothing to delete. ${nearest}`.trimEnd());
  if (state === 'in-doubt') reporter.info(doubt);
  if (state === 'failed' && id !== '') reporter.info(`Unchanged: ${name} (${id}) still exists.`);
  const note = state === 'absent' ? nearest : `Endpoint \`${id}\` ${seen}.`;
  await reporter.summarize(deletionSummary(deletion, note), failureOf(deletion) ? 'failed' : 'changed');
}
