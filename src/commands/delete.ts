/** The command `delete`: afterwards the endpoint that is named does not exist, whether or not it did before. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { deletionSummary } from '../render/run-comment.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { closePreview, deleteOne } from './deletions.ts';
import { endpointSubject, retire } from './github-deployment.ts';
import { eachInTurn, findNamed } from './look-up.ts';
import { checkOwnership, withEnvs } from './ownership.ts';
import { readPreview } from './preview.ts';
import { readSpecs, reportIssues } from './specs.ts';
import { assertTrusted } from './trust.ts';

export const deleteNamed: CommandFunction = async (context) => {
  const { inputs, outputs } = context;
  const preview = readPreview(context);
  if (!preview?.pullRequest.isClosed) assertTrusted(context);
  if (preview) return closePreview(context, preview);
  const names = inputs.endpointId || inputs.name ? [inputs.name] : await namesInSpecs(context);
  const { find, meantBy } = await findNamed(names, context);
  // Before the first deletion, so that an ambiguous name does not leave the others half way.
  const found = names.map((name) => ({ name: name || inputs.endpointId, live: find(name) }));
  outputs.setEndpoints(
    found.map(({ name, live }) =>
      live
        ? { 'endpoint-id': live.id, name: live.config.name, 'app-name': live.config.appName, url: live.url }
        : { name },
    ),
  );
  return eachInTurn(found, context, async ({ name, live }, index) => {
    const { changed, operation, failure } = live
      ? await deleteLive(live, context)
      : await reportAbsent(name, context, meantBy(name));
    const endpoint = live?.config.name ?? name;
    outputs.setEndpoint(index, { ...(operation && { operation }), changed: String(changed) });
    if (operation)
      await retire(context, endpointSubject(context, { name: endpoint, isOneOfMany: names.length > 1 }), 'deleted');
    return { name: endpoint, failure };
  });
};

interface DeleteResult {
  operation?: 'deleted' | 'absent';
  /** Whether the endpoint is, or may be, gone by this run. */
  changed: boolean;
  failure?: DeployError;
}

async function reportAbsent(
  name: string,
  { reporter, inputs }: CommandContext,
  // Already deleted is as good as deleted, but a misspelled name looks the same.
  note = '',
): Promise<DeleteResult> {
  const what = inputs.endpointId ? `has the ID ${inputs.endpointId}` : `is named \`${name}\``;
  reporter.info(`No endpoint ${what}: nothing to delete. ${note}`.trimEnd());
  await reporter.summarize(deletionSummary(name, { note }));
  return { operation: 'absent', changed: false };
}

async function deleteLive(listed: Endpoint, context: CommandContext): Promise<DeleteResult> {
  const { reporter } = context;
  const live = await withEnvs(listed, context);
  const { id, config, state } = live;
  const { name } = config;
  reporter.info(`Look-up: ${name} is ${id}, ${state.state || 'without a state'}.`);
  const foreign = checkOwnership({ live }, { context });
  const result = foreign ? { failure: foreign } : await deleteOne(live, context);
  if ('failure' in result) {
    const { failure } = result;
    await reporter.summarize(deletionSummary(name, { id, failure, note: '' }));
    if (!('isInDoubt' in result)) return { changed: false, failure };
    reporter.info(
      result.isInDoubt
        ? `Unconfirmed: the deletion of ${name} (${id}) was sent, but not confirmed. The next run checks first.`
        : `Unchanged: ${name} (${id}) still exists.`,
    );
    return { changed: result.isInDoubt, failure };
  }
  // Another run was faster.
  if (!result.isSent) return reportAbsent(name, context);
  const seen = result.isListed ? 'is being deleted; the service still lists it' : 'no longer exists';
  await reporter.summarize(deletionSummary(name, { id, note: `Endpoint \`${id}\` ${seen}.` }));
  return { operation: 'deleted', changed: true };
}

/** The specs have to say how their endpoints are called, and no more of them has to be right. */
async function namesInSpecs(context: CommandContext): Promise<string[]> {
  const { documents, ...found } = await readSpecs(context);
  const names = documents.flatMap(({ readable }) => readable.name ?? []);
  if (names.length < documents.length || names.length === 0) await reportIssues(found, context);
  return names;
}
