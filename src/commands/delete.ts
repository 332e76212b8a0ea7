/** Owns the command `delete`: the endpoint that the spec (or `endpoint-id`) names is gone afterwards, whether or not it was there before. */

import { DeployError } from '../errors.ts';
import { deletionSummary } from '../render/outcome.ts';
import { eventLines } from '../render/progress.ts';
import { deleteEndpoint } from '../rollout/delete.ts';
import { findById, findByName } from '../rollout/lookup.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Endpoint } from '../service/endpoint.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { readPreview } from './preview.ts';
import { closePreview } from './preview-close.ts';
import { readSpecs, reportIssues } from './specs.ts';

export async function remove(context: CommandContext): Promise<CommandResult> {
  const { inputs, reporter, signal } = context;
  const preview = readPreview(context);
  if (preview) return closePreview(context, preview);
  const name = await nameOf(context);
  const client = context.connect();
  try {
    const live = await find({ client, name, endpointId: inputs.endpointId, signal });
    if (live) return await removeLive(live, context, client);
    const shown = inputs.endpointId || name;
    reporter.info(`Look-up: there is no endpoint ${shown}. Nothing to delete.`);
    await reporter.summarize(deletionSummary({ name: shown, id: undefined }));
    return { outputs: { name, operation: 'absent', changed: 'false' } };
  } finally {
    await client.close();
  }
}

/** The outputs name the endpoint also when it could not be deleted. */
async function removeLive(
  { id, url, state, config: { name, appName } }: Endpoint,
  { reporter, clock, signal }: CommandContext,
  client: ServiceClient,
): Promise<CommandResult> {
  reporter.info(`Look-up: ${name} is ${id}, ${state.state || 'without a state'}.`);
  const outputs = { 'endpoint-id': id, name, 'app-name': appName, url };
  const onEvent = (event: Parameters<typeof eventLines>[0]) => {
    for (const line of eventLines(event)) reporter.info(line);
  };
  let isSent = false;
  const onSend = () => {
    isSent = true;
  };
  try {
    const result = await deleteEndpoint({ client, clock, signal, onEvent, onSend, id, name });
    await reporter.summarize(deletionSummary({ name, id, isListed: result === 'going' }));
    return { outputs: { ...outputs, operation: 'deleted', changed: 'true' } };
  } catch (failure) {
    if (!(failure instanceof DeployError)) throw failure;
    const isInDoubt = isSent && ['cancelled', 'unavailable', 'unreadable'].includes(failure.code);
    reporter.info(
      isInDoubt
        ? `Left in doubt: the deletion of ${name} (${id}) was sent, and whether it is gone has not been seen. The next run looks first.`
        : `Left as it was: ${name} (${id}) is still there.`,
    );
    await reporter.summarize(deletionSummary({ name, id, failure }));
    return { outputs: { ...outputs, changed: String(isInDoubt) }, failure };
  }
}

/** An id says it all; without one the spec has to say how the endpoint is called, and no more of it has to be right. */
async function nameOf(context: CommandContext): Promise<string> {
  if (context.inputs.endpointId) return context.inputs.name;
  if (context.inputs.name) return context.inputs.name;
  const { documents, issues, shownTexts } = await readSpecs(context);
  const name = documents[0]?.readable.name;
  if (name === undefined) await reportIssues({ issues, shownTexts }, context);
  return name ?? '';
}

/** By id or exact name, from one look at the account: an id that is not listed is absent, which is what was wanted. */
async function find({
  client,
  name,
  endpointId,
  signal,
}: {
  client: ServiceClient;
  name: string;
  endpointId: string;
  signal: AbortSignal;
}): Promise<Endpoint | undefined> {
  const list = await client.list({ signal });
  return endpointId ? findById(list, endpointId) : findByName(list, name);
}
