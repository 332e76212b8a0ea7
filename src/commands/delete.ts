/** Owns the command `delete`: the endpoint that the spec (or `endpoint-id`) names is gone afterwards, whether or not it was there before. */

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
  const { inputs, reporter, clock, signal } = context;
  const preview = readPreview(context);
  if (preview) return closePreview(context, preview);
  const name = await nameOf(context);
  const client = context.connect();
  try {
    const live = await find({ client, name, endpointId: inputs.endpointId, signal });
    if (!live) {
      const shown = inputs.endpointId || name;
      reporter.info(`Look-up: there is no endpoint ${shown}. Nothing to delete.`);
      await reporter.summarize(deletionSummary({ name: shown, id: undefined }));
      return { outputs: { name, operation: 'absent', changed: 'false' } };
    }
    const { id, config } = live;
    reporter.info(`Look-up: ${config.name} is ${id}, ${live.state.state}.`);
    const onEvent = (event: Parameters<typeof eventLines>[0]) => {
      for (const line of eventLines(event)) reporter.info(line);
    };
    await deleteEndpoint({ client, clock, signal, onEvent, id, name: config.name });
    await reporter.summarize(deletionSummary({ name: config.name, id }));
    return { outputs: { 'endpoint-id': id, name: config.name, operation: 'deleted', changed: 'true' } };
  } finally {
    await client.close();
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
