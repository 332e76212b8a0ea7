/** The command `delete`: afterwards the endpoint that is named does not exist, whether or not it did before. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { deletionSummary } from '../render/run-comment.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { closePreview, type DeletionEnd, deleteOne } from './deletions.ts';
import { eachInTurn, findNamed } from './look-up.ts';
import { assertTrusted, checkOwnership, withEnvs } from './ownership.ts';
import { readPreview } from './preview.ts';
import { readSpecs, reportIssues } from './specs.ts';
import { endpointSubject, retire } from './tell-github.ts';

export const deleteNamed: CommandFunction = async (context) => {
  const { inputs, outputs } = context;
  const preview = readPreview(context);
  if (!preview?.pullRequest.isClosed) assertTrusted(context);
  if (preview) return closePreview(context, preview);
  const names = inputs.endpointId || inputs.name ? [inputs.name] : await namesInSpecs(context);
  const { find, meantBy } = await findNamed(names, context);
  // Before the first deletion, so that an ambiguous name does not leave the others half way.
  const found = names.map((given) => {
    const live = find(given);
    return { live, note: live ? '' : meantBy(given), name: live?.config.name ?? (given || inputs.endpointId) };
  });
  outputs.setEndpoints(
    found.map(({ name, live }) => ({
      name,
      ...(live && { 'endpoint-id': live.id, 'app-name': live.config.appName, url: live.url }),
    })),
  );
  return eachInTurn(found, context, async ({ name, live, note }, index) => {
    const { operation, changed, failure } = live
      ? await deleteLive(live, context)
      : await reportAbsent(name, context, note);
    outputs.setEndpoint(index, { ...(operation && { operation }), changed: String(changed) });
    const subject = endpointSubject(context, { name, isOneOfMany: names.length > 1 });
    if (operation) await retire(context, subject, 'deleted');
    return { name, failure };
  });
};

/** The specs have to say how their endpoints are called, and no more of them has to be right. */
async function namesInSpecs(context: CommandContext): Promise<string[]> {
  const { documents, ...found } = await readSpecs(context);
  const names = documents.flatMap(({ readable }) => readable.name ?? []);
  if (names.length < documents.length || names.length === 0) await reportIssues(found, context);
  return names;
}

/** `changed`: the endpoint is, or may be, gone by this run. */
interface Deleted {
  operation?: 'deleted' | 'absent';
  changed: boolean;
  failure?: DeployError;
}

/** Already deleted is as good as deleted, but a misspelled name looks the same: `note` says what may be meant. */
async function reportAbsent(name: string, { reporter, inputs }: CommandContext, note = ''): Promise<Deleted> {
  const what = inputs.endpointId ? `has the ID ${inputs.endpointId}` : `is named \`${name}\``;
  reporter.info(`No endpoint ${what}: nothing to delete. ${note}`.trimEnd());
  await reporter.summarize(deletionSummary(name, { note }));
  return { operation: 'absent', changed: false };
}

async function deleteLive(listed: Endpoint, context: CommandContext): Promise<Deleted> {
  const { reporter } = context;
  const live = await withEnvs(listed, context);
  const { id, config, state } = live;
  const { name } = config;
  reporter.info(`Look-up: ${name} is ${id}, ${state.state || 'without a state'}.`);
  const foreign = checkOwnership({ live }, context);
  const { failure = foreign, ...end }: Partial<DeletionEnd> = foreign ? {} : await deleteOne(live, context);
  if (failure) {
    await reporter.summarize(deletionSummary(name, { id, failure, note: '' }));
    const doubt = `Unconfirmed: the deletion of ${name} (${id}) was sent, but not confirmed. The next run checks first.`;
    if (!foreign) reporter.info(end.isInDoubt ? doubt : `Unchanged: ${name} (${id}) still exists.`);
    return { changed: end.isInDoubt === true, failure };
  }
  // Another run was faster.
  if (!end.isSent) return reportAbsent(name, context);
  const seen = end.isListed ? 'is being deleted; the service still lists it' : 'no longer exists';
  await reporter.summarize(deletionSummary(name, { id, note: `Endpoint \`${id}\` ${seen}.` }));
  return { operation: 'deleted', changed: true };
}
