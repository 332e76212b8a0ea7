/** Owns the command `delete`: the endpoint that the spec (or `endpoint-id`) names is gone afterwards, whether or not it was there before. */

import type { Endpoint } from '../model/endpoint.ts';
import { deletionSummary } from '../render/outcome.ts';
import { findById, findByName } from '../rollout/lookup.ts';
import type { ServiceClient } from '../service/client.ts';
import { concealEnvs } from './conceal.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { deleteAndTell } from './deletions.ts';
import { combineResults } from './outputs.ts';
import { refuseForeign } from './ownership.ts';
import { readPreview } from './preview.ts';
import { closePreview } from './preview-close.ts';
import { readSpecs, reportIssues } from './specs.ts';

export async function remove(context: CommandContext): Promise<CommandResult> {
  const { inputs, signal } = context;
  const preview = readPreview(context);
  if (preview) return closePreview(context, preview);
  const names = inputs.endpointId || inputs.name ? [inputs.name] : await namesInSpecs(context);
  const client = context.connect();
  try {
    const list = await client.list({ signal });
    // Before the first deletion, so that an ambiguous name does not leave the others half way.
    const found = names.map((name) => ({
      name,
      live: inputs.endpointId ? findById(list, inputs.endpointId) : findByName(list, name),
    }));
    const results: CommandResult[] = [];
    for (const { name, live } of found) {
      results.push(
        live ? await removeLive(live, context, client) : await tellAbsent(name || inputs.endpointId, context),
      );
    }
    return combineResults(results);
  } finally {
    await client.close();
  }
}

async function tellAbsent(name: string, { reporter }: CommandContext): Promise<CommandResult> {
  reporter.info(`Look-up: there is no endpoint ${name}. Nothing to delete.`);
  await reporter.summarize(deletionSummary({ name, id: undefined }));
  return { outputs: { name, operation: 'absent', changed: 'false' } };
}

/** The outputs name the endpoint also when it could not be deleted. */
async function removeLive(live: Endpoint, context: CommandContext, client: ServiceClient): Promise<CommandResult> {
  const { inputs, reporter, github } = context;
  const { id, url, state, config } = live;
  const { name, appName } = config;
  concealEnvs(live, reporter);
  reporter.info(`Look-up: ${name} is ${id}, ${state.state || 'without a state'}.`);
  const outputs = { 'endpoint-id': id, name, 'app-name': appName, url };
  const foreign = refuseForeign(
    { live, successor: undefined },
    { repository: github.context.repository, adopt: inputs.adopt },
  );
  if (foreign) {
    await reporter.summarize(deletionSummary({ name, id, failure: foreign }));
    return { outputs: { ...outputs, changed: 'false' }, failure: foreign };
  }
  const end = await deleteAndTell(live, { context, client });
  await reporter.summarize(deletionSummary({ name, id, ...end }));
  if (!('failure' in end)) return { outputs: { ...outputs, operation: 'deleted', changed: 'true' } };
  reporter.info(
    end.isInDoubt
      ? `Left in doubt: the deletion of ${name} (${id}) was sent, and whether it is gone has not been seen. The next run looks first.`
      : `Left as it was: ${name} (${id}) is still there.`,
  );
  return { outputs: { ...outputs, changed: String(end.isInDoubt) }, failure: end.failure };
}

/** The specs have to say how their endpoints are called, and no more of them has to be right. */
async function namesInSpecs(context: CommandContext): Promise<string[]> {
  const { documents, issues, shownTexts } = await readSpecs(context);
  const names = documents.flatMap(({ readable }) => readable.name ?? []);
  if (names.length < documents.length || names.length === 0) await reportIssues({ issues, shownTexts }, context);
  return names;
}
