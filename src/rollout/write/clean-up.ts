/** The clean-up of a new endpoint that was not proved: it is parked at zero workers, or deleted if it is a preview. */

import { asDeployError, type DeployError } from '../../errors.ts';
import { diffConfigs } from '../../model/diff.ts';
import { readParked, readRecord } from '../../model/record.ts';
import { routeUpdate } from '../../plan/route.ts';
import { cancelledParkMs, parkMs, settlingMs } from '../../times.ts';
import { createContext, type Rollout, type RolloutContext } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { deleteWith } from './delete.ts';
import { writeCalls } from './write.ts';

type CleanUp = 'parking' | 'deleting';

/**
 * How to stop the billing of an endpoint that this run has created and not proved; undefined where it is left: because
 * it is proved, someone else has changed or deleted it, or the key is refused.
 */
export function cleanUpFor({ options, context, outcome }: Rollout, failure: DeployError): CleanUp | undefined {
  const { operation, endpointId, isFound, tests, evidence } = outcome();
  const isOurs = operation === 'created' && endpointId !== undefined && !isFound;
  const isProved = context.test ? tests?.kind === 'passed' : evidence !== undefined;
  if (!isOurs || isProved || options.onFailure !== 'restore') return undefined;
  if (['conflict', 'not-found', 'unauthorized'].includes(failure.code)) return undefined;
  return options.isPreview ? 'deleting' : 'parking';
}

/** Never rejects: a failure becomes an event. */
export async function cleanUp(given: CleanUp, rollout: Rollout): Promise<void> {
  const { options, outcome } = rollout;
  const { endpointId, createdMs } = outcome();
  if (endpointId === undefined || createdMs === undefined) return;
  const { signal } = rollout.context;
  const isCancelled = signal.aborted;
  // Deleting takes longer than the few seconds that the runner leaves a cancelled run.
  const by = isCancelled ? 'parking' : given;
  const unaborted = isCancelled ? new AbortController().signal : signal;
  const context = createContext({ ...rollout.context, signal: unaborted }, isCancelled ? cancelledParkMs : parkMs);
  context.onEvent({ kind: 'cleaning-up', endpointId, by });
  try {
    if (by === 'deleting') await deleteWith(context, endpointId);
    else await park({ id: endpointId, createdMs }, context);
    context.onEvent({ kind: 'cleaned-up', endpointId, by });
  } catch (error) {
    const failure = asDeployError(error);
    if (!isCancelled && signal.aborted && options.onFailure === 'restore') return cleanUp(by, rollout);
    if (failure.code === 'not-found') context.onEvent({ kind: 'cleaned-up', endpointId, by: 'deleting' });
    else context.onEvent({ kind: 'clean-up-failed', endpointId, by, failure });
  }
}

async function park({ id, createdMs }: { id: string; createdMs: number }, context: RolloutContext): Promise<void> {
  const deadlineMs = context.deadlineMs();
  // The service may not know the new endpoint yet.
  const unknownUntilMs = createdMs + settlingMs;
  const found = await context.reader.get(id, { deadlineMs, unknownUntilMs });
  if (!found) throw unparked(id, 'it could not be read in time');
  const { minFreeTimeout } = await context.client
    .limits({ deadlineMs, signal: context.signal })
    .catch(() => ({ minFreeTimeout: undefined }));
  const { config } = found;
  const { minNum, freeTimeout } = config.workerConfig;
  const idle = { minNum: 0, freeTimeout: Math.min(freeTimeout, minFreeTimeout ?? freeTimeout) };
  const desired = { ...config, workerConfig: { ...config.workerConfig, ...idle } };
  const changes = diffConfigs({ asked: desired, found: config });
  if (changes.length === 0) return;
  const { calls } = routeUpdate({ changes, desired });
  if (calls.length === 0) throw unparked(id, 'no update can carry the change');
  const parked = readParked(config) ?? { minNum, freeTimeout };
  const record = readRecord(config);
  await writeCalls({ calls, desired, live: found, record, parked }, context);
}

function unparked(id: string, why: string): RolloutError {
  return new RolloutError({ code: 'not-applied', message: `endpoint ${id} was not changed: ${why}`, endpointId: id });
}
