/** Deletes endpoints one after the other, each read before and verified after. */

import { asDeployError, DeployError, knownError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { eventLines } from '../render/progress.ts';
import { type Deletion, failureOf, isDeleted } from '../render/run-comment.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import { deleteEndpoint } from '../rollout/write/delete.ts';
import type { CommandContext } from './context.ts';
import { openReads, redactEnvs } from './look-up.ts';
import type { StepOutputs } from './outputs.ts';

/** An endpoint to delete. */
export interface DeletionTarget {
  listed: Endpoint;
  /** Why it is deleted, as the end of a sentence. */
  reason: string;
  /** By a fresh reading: why it must not be deleted, or as the end of a sentence, why it is kept. */
  objection: (now: Endpoint) => DeployError | string | undefined;
}

/** Tells what became of an endpoint, before the next one is deleted. */
export type Tell = (deletion: Deletion) => Promise<void> | void;

/** In their order. A failure does not stop the rest; a cancelled run leaves it. */
export async function deleteInTurn(
  targets: readonly DeletionTarget[],
  { context, tell }: { context: CommandContext; tell: Tell },
): Promise<Deletion[]> {
  // All of them first: the service may name one endpoint in an answer about another.
  for (const { listed } of targets) redactEnvs(listed, context);
  const deletions: Deletion[] = [];
  for (const target of targets) {
    const deletion = await deleteTarget(target, context);
    await tell(deletion);
    deletions.push(deletion);
  }
  return deletions;
}

async function deleteTarget({ listed, reason, objection }: DeletionTarget, context: CommandContext): Promise<Deletion> {
  const target = { id: listed.id, name: listed.config.name, reason };
  const { aborted, reason: cause } = context.signal;
  if (aborted) return { ...target, state: 'failed', failure: asDeployError(cause) };
  const now = await readAgain(listed, context);
  const found = now instanceof DeployError ? now : objection(now);
  if (found instanceof DeployError) return { ...target, state: 'failed', failure: found };
  if (found !== undefined) return { ...target, state: 'kept', reason: found };
  return { ...target, ...(await sendDeletion(listed.id, context)) };
}

/** By its ID, since minutes may lie between the list and the deletion; as listed where it is not found. */
async function readAgain(listed: Endpoint, context: CommandContext): Promise<Endpoint | DeployError> {
  const read = await openReads(context).get(listed.id).catch(knownError);
  // An endpoint that is not found is gone: the deletion proves it.
  const now = read instanceof DeployError && read.code === 'not-found' ? listed : read;
  if (!(now instanceof DeployError)) redactEnvs(now, context);
  return now;
}

/** Logs what happens. */
async function sendDeletion(id: string, { clock, signal, reporter, connections }: CommandContext) {
  let [isSent, isInDoubt] = [false, false];
  const onEvent: OnRolloutEvent = (event) => {
    isSent ||= event.kind === 'deleting';
    if (event.kind === 'deleting') isInDoubt = true;
    if (event.kind === 'deletion-ended') isInDoubt = false;
    for (const line of eventLines(event)) reporter.info(line);
  };
  try {
    const client = await connections.service();
    const end = await deleteEndpoint(id, { client, clock, signal, onEvent });
    const state = end === 'gone' ? 'deleted' : 'terminating';
    return { state: isSent ? state : 'absent' } as const;
  } catch (thrown) {
    return { state: isInDoubt ? 'in-doubt' : 'failed', failure: knownError(thrown) } as const;
  }
}

/** The output `operation` of deletions; nothing is absent where all that was tried has failed. */
export function concludeDeletions(deletions: readonly Deletion[], outputs: StepOutputs): void {
  if (deletions.some(isDeleted)) outputs.set({ operation: 'deleted' });
  else if (deletions.every((each) => !failureOf(each))) outputs.set({ operation: 'absent' });
}
