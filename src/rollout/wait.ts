/** Owns the wait for an endpoint to serve: when to look again, what to tell, when to give up. Judging one reading is readiness.ts's. */

import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Endpoint } from '../service/endpoint.ts';
import { ServiceError } from '../service/errors.ts';
import { RolloutError } from './errors.ts';
import type { OnRolloutEvent } from './events.ts';
import { countWorkers, type Expectation, judge, type Verdict } from './readiness.ts';

/** Polls start fast for the endpoint that is nearly there and slow down for the image that takes minutes. */
const firstPollMs = 1000;
const slowestPollMs = 10_000;
const pollGrowth = 1.5;
/** How long new workers may take to show up after a write that replaces them, before the old ones alone count as ready. */
const newWorkersMs = 15_000;
/** A line at least this often, so that a log shows that somebody is still looking. */
const quietMs = 30_000;
/** A failure that has not been seen for so long is over. */
const forgottenMs = 60_000;
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
  const tell = progressTeller({ ...request, startedMs, deadlineMs });
  const patience = failurePatience(clock);
  let endpoint = request.endpoint;
  for (let poll = 0; ; poll += 1) {
    const verdict = judge(endpoint, expectation);
    request.onReading?.(endpoint);
    tell(endpoint);
    if (
      verdict.kind === 'ready' &&
      !isPremature(verdict, { expectation, endpoint, elapsedMs: clock.monotonicMs() - startedMs })
    ) {
      return { endpoint, oldWorkers: verdict.oldWorkers };
    }
    patience.judge(endpoint, verdict);
    const leftMs = deadlineMs - clock.monotonicMs();
    if (leftMs <= 0) throw timedOut(endpoint, verdict, timeoutSeconds);
    const pollMs = Math.min(slowestPollMs, firstPollMs * pollGrowth ** poll) * (0.8 + 0.4 * clock.random());
    await clock.sleep(Math.min(pollMs, leftMs), signal);
    endpoint = (await pollOnce(request, deadlineMs)) ?? endpoint;
  }
}

/** Old workers that serve say nothing of a new version whose workers are not even there yet. */
function isPremature(
  { newWorkers }: Extract<Verdict, { kind: 'ready' }>,
  { expectation, endpoint, elapsedMs }: { expectation: Expectation; endpoint: Endpoint; elapsedMs: number },
): boolean {
  return (
    expectation.isReplacing && newWorkers === 0 && endpoint.config.workers.minWorkers > 0 && elapsedMs < newWorkersMs
  );
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

/**
 * Throws once the same kind of failure has been seen for as long as its verdict says. A crash loop looks well between two crashes, so a failure is
 * forgotten only after it has stayed away for a while.
 */
function failurePatience(clock: Clock) {
  const seen = new Map<string, { sinceMs: number; lastMs: number }>();
  return {
    judge(endpoint: Endpoint, verdict: Verdict): void {
      if (verdict.kind !== 'failing') return;
      const nowMs = clock.monotonicMs();
      const before = seen.get(verdict.code);
      const sinceMs = before && nowMs - before.lastMs <= forgottenMs ? before.sinceMs : nowMs;
      seen.set(verdict.code, { sinceMs, lastMs: nowMs });
      if (nowMs - sinceMs >= verdict.persistSeconds * 1000) throw failed(endpoint, verdict);
    },
  };
}

function progressTeller({
  clock,
  onEvent,
  startedMs,
  deadlineMs,
}: WaitRequest & { startedMs: number; deadlineMs: number }) {
  let told: { what: string; atMs: number } | undefined;
  return (endpoint: Endpoint): void => {
    const nowMs = clock.monotonicMs();
    const workers = countWorkers(endpoint);
    const what = JSON.stringify([endpoint.state, workers]);
    if (told?.what === what && nowMs - told.atMs < quietMs) return;
    told = { what, atMs: nowMs };
    onEvent({
      kind: 'progress',
      elapsedSeconds: Math.round((nowMs - startedMs) / 1000),
      leftSeconds: Math.max(0, Math.round((deadlineMs - nowMs) / 1000)),
      state: endpoint.state.state,
      workers,
      message: [endpoint.state.error, endpoint.state.message].filter(Boolean).join(': '),
    });
  };
}

function failed(
  endpoint: Endpoint,
  { code, message, worker, persistSeconds }: Extract<Verdict, { kind: 'failing' }>,
): RolloutError {
  const log = worker?.log || endpoint.log;
  return new RolloutError({
    code,
    message: `endpoint ${endpoint.config.name} (${endpoint.id}) does not come up: ${message}; it has been so for ${persistSeconds} s or more`,
    endpointId: endpoint.id,
    ...(log && !log.includes('\n') && { hint: `Read the log at ${log}.` }),
  });
}

function timedOut(endpoint: Endpoint, verdict: Verdict, timeoutSeconds: number): RolloutError {
  const why = verdict.kind === 'failing' ? `; ${verdict.message}` : '';
  return new RolloutError({
    code: 'timeout',
    message: `endpoint ${endpoint.config.name} (${endpoint.id}) was not ready after ${timeoutSeconds} s: its last state was ${endpoint.state.state || 'empty'}${why}`,
    endpointId: endpoint.id,
  });
}
