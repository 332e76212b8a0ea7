/** Deletes endpoints one after the other, each read before and verified after. */

import { asDeployError, causeOf, DeployError, knownError } from '../errors.ts';
import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { eventLines } from '../render/progress.ts';
import { type Deletion, deletionFailure, deletionLines, deletionName, isDeleted } from '../render/run-comment.ts';
import type { Reporter, SummaryRank } from '../report.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import { deleteEndpoint } from '../rollout/write/delete.ts';
import type { RunEnd } from '../run/outcome.ts';
import { type Ask, openReads } from './reads.ts';

/** An endpoint to delete. */
export interface DeletionTarget {
  listed: { id: string; config: EndpointConfig };
  /** Why it is deleted, as the end of a sentence; '' where this run names it. */
  reason: string;
  /** Why a fresh reading forbids the deletion; or as the end of a sentence, why the endpoint is kept. */
  objection: (now: Endpoint) => DeployError | string | undefined;
}

/** The connections of a deletion, and the reporter that says what happens. */
type DeletionAsk = Ask & { reporter: Pick<Reporter, 'info' | 'addSecret'> };

/** Deletes these endpoints in order. A failure does not stop the rest; a cancelled run leaves the rest as it is. */
export async function deleteInTurn(
  targets: readonly (DeletionTarget | Deletion)[],
  context: DeletionAsk,
): Promise<Deletion[]> {
  // All of them first: the service may name one endpoint in an answer about another.
  for (const target of targets)
    for (const { value } of 'listed' in target ? target.listed.config.envs : []) context.reporter.addSecret(value);
  const deletions: Deletion[] = [];
  for (const target of targets) deletions.push('listed' in target ? await deleteTarget(target, context) : target);
  return deletions;
}

async function deleteTarget({ listed, reason, objection }: DeletionTarget, context: DeletionAsk): Promise<Deletion> {
  const target = { id: listed.id, name: listed.config.name, reason };
  const { aborted, reason: cause } = context.signal;
  if (aborted) return { ...target, state: 'failed', failure: asDeployError(cause) };
  // Minutes may lie between the list and the deletion.
  const read = await openReads(context).get(listed.id).catch(knownError);
  // An endpoint that is not found is gone: the deletion proves it.
  const failure = read instanceof DeployError && read.code !== 'not-found' ? read : undefined;
  const found = read instanceof DeployError ? failure : objection(read);
  if (found instanceof DeployError) return { ...target, state: 'failed', failure: found };
  if (found !== undefined) return { ...target, state: 'kept', reason: found };
  return { ...target, ...(await deleteAndLog(listed.id, context)) };
}

/** Logs what happens. */
async function deleteAndLog(id: string, { clock, signal, reporter, connections }: DeletionAsk) {
  let isInDoubt = false;
  const onEvent: OnRolloutEvent = (event) => {
    if (event.kind === 'deleting') isInDoubt = true;
    if (event.kind === 'deletion-ended') isInDoubt = false;
    for (const line of eventLines(event)) reporter.info(line);
  };
  try {
    const client = await connections.service();
    const end = await deleteEndpoint(id, { client, clock, signal, onEvent });
    return { state: end === 'gone' ? 'deleted' : end } as const;
  } catch (thrown) {
    return { state: isInDoubt ? 'in-doubt' : 'failed', failure: causeOf(knownError(thrown), signal) } as const;
  }
}

/** `markdown`: of the summary; `operation` is not `absent` where all that was tried has failed. */
export function endOfDeletions(deletions: readonly Deletion[], markdown: string, rank?: SummaryRank): RunEnd {
  const isAbsent = deletions.every((each) => !deletionFailure(each));
  return {
    outcomes: deletions.map((deletion) => ({ kind: 'deleted', name: deletionName(deletion), deletion })),
    operation: deletions.some(isDeleted) ? 'deleted' : isAbsent ? 'absent' : undefined,
    lines: deletionLines(deletions),
    summary: { markdown, rank },
  };
}
