/** What no run has proved is marked, parked at zero workers, or deleted; and a person parks an endpoint. */

import { asDeployError, codeRow, type ErrorCode } from '../../errors.ts';
import type { EndpointConfig } from '../../model/config.ts';
import { changedSinceDeploy, isUnproved } from '../../model/deployed.ts';
import { diffConfigs } from '../../model/diff.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { type ParkedMark, readParked, readRecord } from '../../model/record.ts';
import { routeUpdate } from '../../plan/route.ts';
import { outageMs, settlingMs } from '../../times.ts';
import { createContext, type Rollout, type RolloutContext, type RolloutPorts, undoContext } from '../context.ts';
import { RolloutError } from '../errors.ts';
import type { CleanUp } from '../events.ts';
import { supersededIn } from '../evidence/effect.ts';
import { answeringIn, hasServed } from '../evidence/serving.ts';
import { failedBefore } from '../proof.ts';
import { type Observation, observe } from '../read/observe.ts';
import { deleteWith } from './delete.ts';
import { writeCalls } from './write.ts';

/**
 * Never rejects: a failure becomes an event. A cancelled run parks, in the few seconds that the runner leaves it:
 * deleting takes longer. A run that is cancelled meanwhile begins anew.
 */
export async function cleanUp(given: CleanUp, code: ErrorCode, rollout: Rollout): Promise<void> {
  const { endpointId = '' } = rollout.facts();
  const { signal, onEvent } = rollout.context;
  const isCancelled = signal.aborted;
  const by = isCancelled && given === 'deleting' ? 'parking' : given;
  const context = undoContext(rollout.context, outageMs);
  onEvent({ kind: 'cleaning-up', endpointId, by });
  try {
    if (by === 'deleting') await deleteWith(context, endpointId);
    else await mark(by, code, { ...rollout, context });
    onEvent({ kind: 'cleaned-up', by });
  } catch (error) {
    const problem = asDeployError(error);
    if (!isCancelled && signal.aborted) return cleanUp(by, code, rollout);
    onEvent({ kind: 'undo-failed', by, failure: problem });
    const maySleep = rollout.plan.desired.workerConfig.minNum === 0;
    if (by === 'parking' && problem.code === 'conflict' && maySleep) await cleanUp('marking', problem.code, rollout);
  }
}

/**
 * Always writes, because only the mark tells the next run. The configuration stays, but parking changes the numbers
 * of workers, unless someone else has chosen them meanwhile; nothing is marked but the version of this run.
 */
async function mark(
  by: 'parking' | 'marking',
  code: ErrorCode,
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
  const wasSeen = codeRow(code).seen !== 'nothing';
  const hasServed = live && plan.workers === 'kept' && !isUnproved(live.config) && !wasSeen;
  const { why = code, run = options.record.run } = (!wasSeen && failedBefore(plan)) || {};
  const parked: ParkedMark = {
    minNum,
    freeTimeout,
    why,
    ...(run !== undefined && { run }),
    ...(hasServed && { hasServed }),
  };
  await writeMark(found, { by, parked }, context);
}

function unmarked(id: string, why: string): RolloutError {
  return new RolloutError({ code: 'not-applied', message: `endpoint ${id} is left as it is: ${why}`, endpointId: id });
}

/**
 * Sets the endpoint to zero workers for a person, until a deploy. What has not served stays unproved; an endpoint that
 * no deploy has noted gets no mark. Resolves with whether anything was written.
 */
export async function parkEndpoint(live: Endpoint, person: string, ports: RolloutPorts): Promise<boolean> {
  const { minNum, freeTimeout } = live.config.workerConfig;
  const mark = readParked(live.config);
  if (mark && minNum === 0) return false;
  // A version without a mark has served, unless workers from before it still answer in its place.
  const countsStarting = minNum === 0 || !answeringIn(live).includes('old');
  const served = hasServed(live, { countsStarting }) ? { hasServed: true as const } : { why: 'not-serving' };
  const parked = { ...(mark ?? { minNum, freeTimeout, ...served }), by: person };
  const context = createContext(ports, outageMs);
  return writeMark(live, { by: 'parking', parked: readRecord(live.config) && parked }, context);
}

/** The endpoint with this mark; parked, at zero workers. Resolves with whether there was anything to write. */
async function writeMark(
  live: Endpoint,
  { by, parked }: { by: Exclude<CleanUp, 'deleting'>; parked: ParkedMark | undefined },
  context: RolloutContext,
): Promise<boolean> {
  const { config } = live;
  const numbers = by === 'marking' ? {} : await fewestWorkers(config.workerConfig, context);
  const marked = { ...config, workerConfig: { ...config.workerConfig, ...numbers } };
  const changes = diffConfigs({ asked: marked, found: config });
  const { calls, problems } = routeUpdate({ changes, desired: marked, isNoted: parked !== undefined });
  const [problem] = problems;
  if (problem) throw unmarked(live.id, `${problem.member} ${problem.what}`);
  if (calls.length === 0) return false;
  // The mark replaces the workers by others of the same version.
  const isSuperseded = supersededIn(live);
  const runs = new Map(live.workers.flatMap(({ id }) => (isSuperseded(id) ? [] : [[id, 'earlier'] as const])));
  const restoring = parked?.hasServed && { previous: config, failed: config, runs };
  const noted = { record: readRecord(config), parked, ...(restoring && { restoring }) };
  await writeCalls({ calls, desired: marked, live, ...noted }, context);
  return true;
}

/** No worker, and the shortest idle time for a worker that is up. */
async function fewestWorkers({ freeTimeout }: { freeTimeout: number }, { client, deadlineMs, signal }: RolloutContext) {
  const limits = await client.limits({ deadlineMs: deadlineMs(), signal }).catch(() => undefined);
  return { minNum: 0, freeTimeout: Math.min(freeTimeout, limits?.minFreeTimeout ?? freeTimeout) };
}
