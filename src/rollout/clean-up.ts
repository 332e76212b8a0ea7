/** What this run has created and not proved stops billing: it is parked at zero workers; a preview is deleted. */

import { asDeployError, DeployError } from '../errors.ts';
import type { EndpointConfig } from '../model/config.ts';
import { diffConfigs } from '../model/diff.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { readParked, readRecord, withRecord } from '../model/record.ts';
import { routeUpdate } from '../plan/route.ts';
import { createContext, type Rollout, type RolloutContext } from './context.ts';
import { isOfThisRun, othersOf } from './create.ts';
import { deleteWith } from './delete.ts';
import { isUndone, RolloutError } from './errors.ts';
import { readingOf } from './events.ts';
import { observeList } from './observe.ts';
import { cancelledParkMs, parkMs, settlingMs } from './times.ts';
import { writeCalls } from './writes.ts';

type CleanUp = 'parking' | 'deleting';

/**
 * What ends the bill of an endpoint that this run has created and not proved; undefined where nothing is to be done.
 * Not where someone else has changed or deleted it, or the key is refused. The new endpoint of a replacement is always
 * deleted when its failure speaks against it: the old one serves.
 */
export function cleanUpFor({ plan, options, context, outcome }: Rollout, failure: DeployError): CleanUp | undefined {
  const { operation, endpointId, isFound, tests, evidence, unconfirmed, deletionOf } = outcome();
  // The new endpoint of a replacement is what is left.
  if (deletionOf !== undefined && deletionOf === plan.live?.id) return undefined;
  const isCancelled = context.signal.aborted;
  const isReplacement = plan.operation === 'replace';
  const isOurs = operation === 'created' && endpointId !== undefined && !isFound;
  const isProved = context.test ? tests?.kind === 'passed' : evidence !== undefined;
  if (isReplacement && isOurs && !isCancelled) {
    const isOldTouched =
      failure.code === 'conflict' && failure instanceof RolloutError && failure.endpointId === plan.live?.id;
    if (isOldTouched || (isUndone(failure) && !isProved)) return 'deleting';
  }
  if (options.onFailure !== 'restore' || ['conflict', 'not-found', 'unauthorized'].includes(failure.code))
    return undefined;
  // Its answer was still to come.
  if (unconfirmed === 'create-v1') return isCancelled && options.record !== undefined ? 'parking' : undefined;
  // A new endpoint that is proved may be the only one that serves.
  if (!isOurs || (isProved && (isReplacement || failure.code === 'name-ambiguous'))) return undefined;
  return options.isPreview ? 'deleting' : 'parking';
}

/** Never rejects for what the service does: that becomes an event. */
export async function cleanUp(given: CleanUp, rollout: Rollout): Promise<void> {
  const { plan, options, outcome } = rollout;
  const { signal } = rollout.context;
  const isCancelled = signal.aborted;
  // Deleting takes longer than the few seconds that the runner leaves.
  const by = isCancelled ? 'parking' : given;
  const unaborted = isCancelled ? new AbortController().signal : signal;
  const context = createContext({ ...rollout.context, signal: unaborted }, isCancelled ? cancelledParkMs : parkMs);
  const isInDoubt = outcome().unconfirmed === 'create-v1';
  const endpointId = isInDoubt ? await findOwn(plan.desired.name, { options, context }) : (outcome().endpointId ?? '');
  // The message says that it may exist.
  if (endpointId === undefined) return;
  const old = plan.live && readingOf(plan.live);
  context.onEvent({ kind: 'cleaning-up', endpointId, by });
  try {
    if (by === 'deleting') await deleteWith(context, endpointId);
    else await park(endpointId, context);
    const other = by === 'deleting' || isCancelled ? undefined : await giveWay(endpointId, { ...rollout, context });
    if (other) return void context.onEvent({ kind: 'cleaned-up', endpointId, by: 'deleting', old: readingOf(other) });
    context.onEvent({ kind: 'cleaned-up', endpointId, by, old });
  } catch (error) {
    const failure = asDeployError(error);
    if (!isCancelled && signal.aborted && options.onFailure === 'restore') return cleanUp(by, rollout);
    if (failure.code === 'not-found') context.onEvent({ kind: 'cleaned-up', endpointId, by: 'deleting', old });
    else context.onEvent({ kind: 'clean-up-failed', endpointId, by, failure });
  }
}

/**
 * Deletes what is parked where an endpoint of its name and repository was there before, which the list has shown late:
 * only one of the two can be deployed to. Resolves with the one that stays; undefined where there is none, or the deletion fails.
 */
async function giveWay(id: string, { plan, options, context, outcome }: Rollout): Promise<Endpoint | undefined> {
  const { failure, createLostMs: lostMs } = outcome();
  if (plan.live || failure?.code === 'not-listed') return undefined;
  const { desired } = plan;
  const config = { ...desired, envs: withRecord(desired.envs, options.record ?? {}) };
  try {
    const others = await othersOf({ id, config, expectedIds: undefined, lostMs, context });
    // Of two runs at once exactly one gives way.
    const ageOf = (each: { id: string; config: Pick<EndpointConfig, 'envs'> }) =>
      `${readRecord(each.config)?.time ?? ''} ${each.id}`;
    const other = others.find((each) => ageOf(each) < ageOf({ id, config }));
    const [theirs, ours] = [other && readRecord(other.config)?.repository, options.record?.repository];
    if (!other || (theirs !== undefined && theirs !== ours)) return undefined;
    context.onEvent({ kind: 'cleaning-up', endpointId: id, by: 'deleting' });
    await deleteWith(context, id);
    return other;
  } catch (error) {
    // A request without an answer may have made another one, which is billed.
    if (!(error instanceof DeployError) || lostMs !== undefined) throw error;
    return undefined;
  }
}

/** The ID of what a create has made that was under way when the run was cancelled; undefined when the time is over. */
async function findOwn(
  name: string,
  { options, context }: { options: Rollout['options']; context: RolloutContext },
): Promise<string | undefined> {
  const deadlineMs = context.deadlineMs();
  const only = (listed: ListedName) => listed.name === name;
  const decide = (list: readonly Endpoint[]) => list.find(({ config }) => isOfThisRun(config, options.record));
  const found = await observeList({ only, decide, deadlineMs, context }).catch(() => undefined);
  if (found) context.onEvent({ kind: 'create-found', endpointId: found.id, isOurs: true });
  return found?.id;
}

async function park(id: string, context: RolloutContext): Promise<void> {
  const deadlineMs = context.deadlineMs();
  // What was just created may not be known yet.
  const unknownUntilMs = context.clock.monotonicMs() + settlingMs;
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
  const { calls } = routeUpdate({ changes, desired, resend: false });
  if (calls.length === 0) throw unparked(id, 'no update can carry the change');
  const parked = readParked(config) ?? { minNum, freeTimeout };
  await writeCalls({ calls, desired, live: found, record: readRecord(config), parked }, context);
}

function unparked(id: string, why: string): RolloutError {
  return new RolloutError({ code: 'not-applied', message: `endpoint ${id} was not changed: ${why}`, endpointId: id });
}
