/** The clean-up of a version that no run has proved: it is marked, parked at zero workers, or deleted. */

import { asDeployError, codeRow, type DeployError } from '../../errors.ts';
import type { EndpointConfig } from '../../model/config.ts';
import { changedSinceDeploy, isUnproved } from '../../model/deployed.ts';
import { type ParkedMark, readParked, readRecord } from '../../model/record.ts';
import { outageMs, settlingMs } from '../../times.ts';
import { type Rollout, undoContext } from '../context.ts';
import { RolloutError } from '../errors.ts';
import type { CleanUp } from '../events.ts';
import { type Observation, observe } from '../read/observe.ts';
import { deleteWith } from './delete.ts';
import { writeMark } from './park.ts';

/**
 * Never rejects: a failure becomes an event. A cancelled run parks, in the few seconds that the runner leaves it: deleting
 * takes longer. One that is cancelled meanwhile begins anew.
 */
export async function cleanUp(given: CleanUp, failure: DeployError, rollout: Rollout): Promise<void> {
  const { endpointId = '' } = rollout.facts();
  const { signal, onEvent } = rollout.context;
  const isCancelled = signal.aborted;
  const by = isCancelled && given === 'deleting' ? 'parking' : given;
  const context = undoContext(rollout.context, outageMs);
  onEvent({ kind: 'cleaning-up', endpointId, by });
  try {
    if (by === 'deleting') await deleteWith(context, endpointId);
    else await mark(by, failure, { ...rollout, context });
    onEvent({ kind: 'cleaned-up', by });
  } catch (error) {
    const problem = asDeployError(error);
    if (!isCancelled && signal.aborted) return cleanUp(by, failure, rollout);
    onEvent({ kind: 'undo-failed', by, failure: problem });
    const maySleep = rollout.plan.desired.workerConfig.minNum === 0;
    if (by === 'parking' && problem.code === 'conflict' && maySleep) await cleanUp('marking', problem, rollout);
  }
}

/**
 * Always writes, because only the mark tells the next run. What is there already stays, but parking changes the numbers
 * of workers, unless someone else has chosen them meanwhile; nothing is marked but the version of this run.
 */
async function mark(
  by: 'parking' | 'marking',
  { code: why }: DeployError,
  { plan, options, context, facts }: Rollout,
): Promise<void> {
  const { endpointId: id = '', operation } = facts();
  const { desired, live } = plan;
  const lateUntilMs = context.clock.monotonicMs() + settlingMs;
  const target = {
    id,
    desired,
    earlier: by === 'marking' ? undefined : live ? [live.config] : [],
    lateUntilMs: operation === 'created' ? lateUntilMs : undefined,
    isShown: true,
  };
  // A run that keeps the workers leaves the record as it was.
  const before = live && plan.workers === 'kept' ? [readRecord(live.config)] : [];
  const times = [options.record, ...before].map((record) => record?.time);
  const isOurs = (config: EndpointConfig) =>
    times.includes(readRecord(config)?.time) && changedSinceDeploy(config).length === 0;
  const decide = ({ endpoint, match: { kind }, atMs }: Observation) => {
    const isWhole = kind === 'applied' || kind === 'stale';
    // A late reading may show the version before.
    const isLate = by === 'marking' && atMs < lateUntilMs && !isOurs(endpoint.config);
    return isWhole && !isLate ? endpoint : undefined;
  };
  const found = await observe(target, { decide, context });
  if (!found) throw unmarked(id, 'it could not be read in time');
  const { config } = found;
  if (by === 'marking' && !isOurs(config)) throw unmarked(id, 'it has another version by now');
  const { minNum, freeTimeout } = readParked(config) ?? config.workerConfig;
  const hasServed = live && plan.workers === 'kept' && !isUnproved(live.config) && codeRow(why).seen === 'nothing';
  const parked: ParkedMark = {
    ...{ minNum, freeTimeout, why },
    ...(options.record && { run: options.record.run }),
    ...(hasServed && { hasServed }),
  };
  await writeMark(found, { by, parked }, context);
}

function unmarked(id: string, why: string): RolloutError {
  return new RolloutError({ code: 'not-applied', message: `endpoint ${id} is left as it is: ${why}`, endpointId: id });
}
