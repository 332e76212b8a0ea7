/** Zero workers, and the mark that says why: of a version that no run has proved, or of a person. */

import { diffConfigs } from '../../model/diff.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { type ParkedMark, readParked, readRecord } from '../../model/record.ts';
import { routeUpdate } from '../../plan/route.ts';
import { outageMs } from '../../times.ts';
import { createContext, type RolloutContext, type RolloutPorts } from '../context.ts';
import { RolloutError } from '../errors.ts';
import type { CleanUp } from '../events.ts';
import { supersededIn } from '../evidence/effect.ts';
import { healthOf } from '../evidence/health.ts';
import { writeCalls } from './write.ts';

/**
 * Sets the endpoint to zero workers for a person, until a deploy. What does not serve stays unproved; an endpoint that no
 * deploy has noted gets no mark. Resolves with whether anything was written.
 */
export async function parkEndpoint(live: Endpoint, person: string, ports: RolloutPorts): Promise<boolean> {
  const { minNum, freeTimeout } = live.config.workerConfig;
  const mark = readParked(live.config);
  if (mark && minNum === 0) return false;
  const isServing = ['serving', 'idle'].includes(healthOf(live));
  const found = { minNum, freeTimeout, ...(isServing ? { hasServed: true as const } : { why: 'not-serving' }) };
  const parked = { ...(mark ?? found), by: person };
  const context = createContext(ports, outageMs);
  return writeMark(live, { by: 'parking', parked: readRecord(live.config) && parked }, context);
}

/** The endpoint with this mark; parked, at zero workers. Resolves with whether there was anything to write. */
export async function writeMark(
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
  if (problem) {
    const message = `endpoint ${live.id} is left as it is: ${problem.member} ${problem.what}`;
    throw new RolloutError({ code: 'not-applied', message, endpointId: live.id });
  }
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
