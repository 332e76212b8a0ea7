/** The wait until an endpoint is ready: when it is read again, and when the wait gives up. */

import type { Endpoint } from '../model/endpoint.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import type { WorkerCounts } from './events.ts';
import type { Expectation } from './expectation.ts';
import { createFailureTolerance } from './failure-tolerance.ts';
import { createProgressReporter, type ToleratedFailure } from './progress.ts';
import { countWorkers, judgeReadiness, type Verdict } from './readiness.ts';
import { isPresent, isStarting, quoteState } from './worker-faults.ts';

/** Polls start fast for the endpoint that is nearly there and slow down for the image that takes minutes. */
const firstPollMs = 1000;
const slowestPollMs = 10_000;
const pollGrowth = 1.5;
/** Between readings of an endpoint that seems ready and is not believed yet: a crash loop must not fall into step with them. */
const doubtfulPollMs = 3000;
/** How long new workers may take to show up after a write that replaces them, before the old ones alone count as ready. */
const newWorkersMs = 30_000;

interface WaitRequest {
  /** The first reading, taken after the write. */
  endpoint: Endpoint;
  expectation: Expectation;
  timeoutSeconds: number;
  context: Pick<RolloutContext, 'reader' | 'clock' | 'onEvent' | 'signal'>;
}

/**
 * The reading that is ready. Rejects with a {@link RolloutError}: `timeout`, or the code of a failure that has lasted; with the last `ServiceError`
 * when readings keep failing; with the signal's reason when aborted.
 */
export async function waitUntilReady(request: WaitRequest): Promise<Endpoint> {
  const { expectation, timeoutSeconds } = request;
  const { reader, clock, onEvent, signal } = request.context;
  onEvent({ kind: 'phase', phase: 'wait' });
  onEvent({ kind: 'waiting', wait: expectation.wait });
  const startedMs = clock.monotonicMs();
  const deadlineMs = startedMs + timeoutSeconds * 1000;
  const report = createProgressReporter({ clock, onEvent, startedMs, deadlineMs });
  const tolerance = createFailureTolerance();
  let { endpoint } = request;
  for (let poll = 0; ; poll += 1) {
    const nowMs = clock.monotonicMs();
    const verdict = judgeReadiness(endpoint, expectation);
    const failure = verdict.kind === 'failing' ? { ...verdict, ...tolerance.observe(verdict, nowMs) } : undefined;
    report(endpoint, failure);
    const leftMs = deadlineMs - nowMs;
    if (verdict.kind === 'ready' && tolerance.isSteady(nowMs)) {
      const isPremature = lacksNewWorkers({ verdict, expectation, endpoint }) && nowMs - startedMs < newWorkersMs;
      if (!isPremature || leftMs <= 0) {
        onEvent(verdict);
        return endpoint;
      }
    }
    if (failure?.leftMs === 0) throw failed(endpoint, failure);
    if (leftMs <= 0) throw timedOut(endpoint, { verdict, expectation, timeoutSeconds });
    const slowest = verdict.kind === 'ready' ? doubtfulPollMs : slowestPollMs;
    const pollMs = Math.min(slowest, firstPollMs * pollGrowth ** poll) * (0.8 + 0.4 * clock.random());
    await clock.sleep(Math.min(pollMs, leftMs), signal);
    endpoint = (await reader.poll(endpoint.id, { deadlineMs })) ?? endpoint;
  }
}

/** Old workers that serve say nothing of a new version whose workers are not even there yet. */
function lacksNewWorkers({
  verdict,
  expectation,
  endpoint,
}: {
  verdict: Extract<Verdict, { kind: 'ready' }>;
  expectation: Expectation;
  endpoint: Endpoint;
}): boolean {
  return expectation.isReplacing && verdict.newWorkers === 0 && endpoint.config.workerConfig.minNum > 0;
}

function failed(endpoint: Endpoint, { code, message, worker, lastedMs }: ToleratedFailure): RolloutError {
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
    `its last state was ${state.state || 'empty'}${quoteState(state)}`,
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
