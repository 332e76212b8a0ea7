/** The command `delete`: the endpoint that the spec, `name` or `endpoint-id` names is gone afterwards, whether or not it was there before. */

import type { DeployError } from '../errors.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { nearest } from '../nearest.ts';
import { absentLine, deletionSummary } from '../render/deletions.ts';
import { findById, findByName } from '../rollout/lookup.ts';
import { bounded } from '../shown-text.ts';
import { closePreview } from './close-preview.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { deleteOne } from './deletions.ts';
import { endpointSubject, retire } from './github-deployment.ts';
import { combineFailures } from './outputs.ts';
import { checkOwnership, withEnvs } from './ownership.ts';
import { readPreview } from './preview.ts';
import { readSpecs, reportIssues } from './specs.ts';
import { assertTrusted } from './trust.ts';

export const deleteNamed: CommandFunction = async (context) => {
  const { inputs, outputs, signal } = context;
  const preview = readPreview(context);
  if (!preview?.pullRequest.isClosed) assertTrusted(context);
  if (preview) return closePreview(context, preview);
  const names = inputs.endpointId || inputs.name ? [inputs.name] : await namesInSpecs(context);
  const client = await context.connections.service();
  // By its ID it may have any name, and who else has that is looked for later.
  const otherNames = new Set<string>();
  const isMeant = ({ name }: ListedName) => {
    if (names.includes(name)) return true;
    otherNames.add(name);
    return false;
  };
  const only = inputs.endpointId ? undefined : isMeant;
  const list = await client.list({ signal, only });
  // Before the first deletion, so that an ambiguous name does not leave the others half way.
  const found = names.map((name) => ({
    name: name || inputs.endpointId,
    live: inputs.endpointId ? findById(list, inputs.endpointId) : findByName(list, name),
  }));
  outputs.setEndpoints(
    found.map(({ name, live }) =>
      live
        ? { 'endpoint-id': live.id, name: live.config.name, 'app-name': live.config.appName, url: live.url }
        : { name },
    ),
  );
  const results: { name: string; failure: DeployError | undefined }[] = [];
  const gone = new Set<string>();
  for (const [index, { name, live }] of found.entries()) {
    const { changed, operation, failure } = live
      ? await deleteLive(live, context)
      : await reportAbsent(name, { context, meant: namesNear(name, otherNames) });
    outputs.setEndpoint(index, {
      ...(operation && { operation }),
      changed: String(changed),
      'failure-reason': failure?.code ?? '',
    });
    const endpoint = live?.config.name ?? name;
    results.push({ name: endpoint, failure });
    const others = list.filter(({ id, config }) => config.name === endpoint && id !== live?.id);
    if (operation && others.length === 0) gone.add(endpoint);
  }
  for (const name of gone)
    await retire(context, endpointSubject(context, { name, isOneOfMany: names.length > 1 }), 'deleted');
  return combineFailures(results);
};

interface DeleteResult {
  operation?: 'deleted' | 'absent';
  /** Whether the endpoint is, or may be, gone by this run. */
  changed: boolean;
  failure?: DeployError;
}

/** Names that may have been meant, as they may be shown: they are words of others. A few are enough. */
function namesNear(name: string, otherNames: ReadonlySet<string>): string[] {
  return nearest(name, [...otherNames])
    .slice(0, 3)
    .map((each) => bounded(each, 220));
}

async function reportAbsent(
  name: string,
  { context: { reporter, inputs }, meant }: { context: CommandContext; meant: readonly string[] },
): Promise<DeleteResult> {
  const what = inputs.endpointId ? `has the ID ${inputs.endpointId}` : `is named \`${name}\``;
  reporter.info(absentLine(what, meant));
  await reporter.summarize(deletionSummary({ name, id: undefined, meant }));
  return { operation: 'absent', changed: false };
}

async function deleteLive(listed: Endpoint, context: CommandContext): Promise<DeleteResult> {
  const { reporter } = context;
  const live = await withEnvs(listed, context);
  const {
    id,
    state,
    config: { name },
  } = live;
  reporter.info(`Look-up: ${name} is ${id}, ${state.state || 'without a state'}.`);
  const foreign = checkOwnership({ live }, { context });
  if (foreign) {
    await reporter.summarize(deletionSummary({ name, id, failure: foreign }));
    return { changed: false, failure: foreign };
  }
  const result = await deleteOne(live, context);
  // Another run was faster.
  if ('isSent' in result && !result.isSent) return reportAbsent(name, { context, meant: [] });
  await reporter.summarize(deletionSummary({ name, id, ...result }));
  if (!('failure' in result)) return { operation: 'deleted', changed: true };
  reporter.info(
    result.isInDoubt
      ? `Unconfirmed: the deletion of ${name} (${id}) was sent, but not confirmed. The next run checks first.`
      : `Unchanged: ${name} (${id}) still exists.`,
  );
  return { changed: result.isInDoubt, failure: result.failure };
}

/** The specs have to say how their endpoints are called, and no more of them has to be right. */
async function namesInSpecs(context: CommandContext): Promise<string[]> {
  const { documents, ...found } = await readSpecs(context);
  const names = documents.flatMap(({ readable }) => readable.name ?? []);
  if (names.length < documents.length || names.length === 0) await reportIssues(found, context);
  return names;
}
