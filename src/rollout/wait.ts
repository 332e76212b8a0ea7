/** Owns the wait for an endpoint to serve: when to look again, what to tell, when to give up. Judging one reading is readiness.ts's. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { RolloutError } from './errors.ts';
import type { OnRolloutEvent, WorkerCounts } from './events.ts';
import { createPatience } from './patience.ts';
import { countWorkers, type Expectation, judge, type Verdict } from './readiness.ts';
import { isPresent, isStarting, spoken } from './symptoms.ts';
import { createTeller, type Trouble } from './telling.ts';

/** Polls start fast for the endpoint that is nearly there and slow down for the image that takes minutes. */
const firstPollMs = 1000;
const slowestPollMs = 10_000;
const pollGrowth = 1.5;
/** Between looks at an endpoint that seems ready and is not believed yet: a crash loop must not fall into step with them. */
const doubtfulPollMs = 3000;
/** How long new workers may take to show up after a write that replaces them, before the old ones alone count as ready. */
const newWorkersMs = 30_000;
/** Longest run of failing polls: a service that cannot be asked for so long proves nothing any more. */
const toleratedOutageMs = 180_000;

export interface WaitRequest {
  client: ServiceClient;
  clock: Clock;
  /** The first reading, taken after the write. */
  endpoint: Endpoint;
  expectation: Expectation;
  timeoutSeconds: number;
  /** Given every reading, so that the last one is known when the wait fails. */
  onReading?: (endpoint: Endpoint) => void;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/**
 * Resolves with the reading that is ready and the number of old workers among its workers. Rejects with a {@link RolloutError}: `timeout`, or the code of
 * a failure that has lasted, or the last {@link ServiceError} when polls keep failing; with the signal's reason when aborted.
 */
export async function waitUntilReady(request: WaitRequest): Promise<{ endpoint: Endpoint; oldWorkers: number }> {
  const { clock, expectation, timeoutSeconds, signal } = request;
  const startedMs = clock.monotonicMs();
  const deadlineMs = startedMs + timeoutSeconds * 1000;
  const tell = createTeller({ ...request, startedMs, deadlineMs });
  const patience = createPatience();
  let endpoint = request.endpoint;
  for (let poll = 0; ; poll += 1) {
    const nowMs = clock.monotonicMs();
    const verdict = judge(endpoint, expectation);
    request.onReading?.(endpoint);
    const trouble = verdict.kind === 'failing' ? { ...verdict, ...patience.bear(verdict, nowMs) } : undefined;
    tell(endpoint, trouble);
    const leftMs = deadlineMs - nowMs;
    const isBelieved =
      patience.isSteady(nowMs) &&
      (leftMs <= 0 || !isPremature(verdict, { expectation, endpoint, elapsedMs: nowMs - startedMs }));
    if (verdict.kind === 'ready' && isBelieved) return { endpoint, oldWorkers: verdict.oldWorkers };
    if (trouble?.leftMs === 0) throw failed(endpoint, trouble);
    if (leftMs <= 0) throw timedOut(endpoint, { verdict, expectation, timeoutSeconds });
    const slowest = verdict.kind === 'ready' ? doubtfulPollMs : slowestPollMs;
    const pollMs = Math.min(slowest, firstPollMs * pollGrowth ** poll) * (0.8 + 0.4 * clock.random());
    await clock.sleep(Math.min(pollMs, leftMs), signal);
    endpoint = (await pollOnce(request, deadlineMs)) ?? endpoint;
  }
}

/** Old workers that serve say nothing of a new version whose workers are not even there yet. */
function isPremature(
  verdict: Verdict,
  { expectation, endpoint, elapsedMs }: { expectation: Expectation; endpoint: Endpoint; elapsedMs: number },
): boolean {
  const hasNew = verdict.kind === 'ready' && verdict.newWorkers > 0;
  return expectation.isReplacing && !hasNew && endpoint.config.workerConfig.minNum > 0 && elapsedMs < newWorkersMs;
}

/** One reading, repeated over failing polls for a bounded time; undefined when the wait's own time ends meanwhile. */
async function pollOnce(
  { client, clock, endpoint: { id }, onEvent, signal }: WaitRequest,
  deadlineMs: number,
): Promise<Endpoint | undefined> {
  const failingSinceMs = clock.monotonicMs();
  for (;;) {
    try {
      return await client.get(id, { signal });
    } catch (error) {
      if (!(error instanceof ServiceError) || (error.code !== 'unavailable' && error.code !== 'unreadable'))
        throw error;
      const nowMs = clock.monotonicMs();
      if (nowMs >= deadlineMs) return undefined;
      if (nowMs - failingSinceMs >= toleratedOutageMs) throw error;
      onEvent({ kind: 'poll-failed', message: error.message });
      await clock.sleep(Math.min(slowestPollMs, deadlineMs - nowMs), signal);
    }
  }
}

function failed(endpoint: Endpoint, { code, message, worker, lastedMs }: Trouble): RolloutError {
  return new RolloutError({
    code,
    message: `endpoint ${endpoint.config.name} (${endpoint.id}) does not come up: ${message}; it has been so for ${Math.round(lastedMs / 1000)} s`,
    endpointId: endpoint.id,
    log: worker?.log ? { of: `worker ${worker.id}`, text: worker.log } : { of: 'the endpoint', text: endpoint.log },
  });
}

/** What was missing decides what to do: more time, a look at a worker, or a service that keeps its old workers. */
function timedOut(
  endpoint: Endpoint,
  { verdict, expectation, timeoutSeconds }: { verdict: Verdict; expectation: Expectation; timeoutSeconds: number },
): RolloutError {
  const { id, config, state, workers, log } = endpoint;
  const old = workers.filter((worker) => isPresent(worker) && expectation.oldWorkerIds?.has(worker.id)).length;
  const worker = verdict.kind === 'failing' ? verdict.worker : workers.find((each) => isStarting(each, endpoint));
  const why = [
    `its last state was ${state.state || 'empty'}${spoken(state)}`,
    formatCounts(countWorkers(endpoint)),
    verdict.kind === 'failing' ? verdict.message : '',
    old > 0 ? `${old} of the workers from before the write are still there` : '',
  ];
  return new RolloutError({
    code: 'timeout',
    message: `endpoint ${config.name} (${id}) was not ready after ${timeoutSeconds} s: ${why.filter(Boolean).join('; ')}`,
    endpointId: id,
    log: worker?.log ? { of: `worker ${worker.id}`, text: worker.log } : { of: 'the endpoint', text: log },
  });
}

function formatCounts(counts: WorkerCounts): string {
  const parts = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
  return parts.length === 0 ? 'it has no workers' : `workers: ${parts.join(', ')}`;
}
