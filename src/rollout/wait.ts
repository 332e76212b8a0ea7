/** The wait until an endpoint is ready: when it is read again, what is believed, and when the wait gives up. */

import { formatSeconds } from '../model/duration.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ConfigWatch, Look } from './config-watch.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import type { Expectation } from './expectation.ts';
import { createFailureTolerance } from './failure-tolerance.ts';
import { keptMs, pollPauseMs, provenMs, steadyMs, uncertainMs } from './patience.ts';
import { createProgressReporter, type ToleratedFailure } from './progress.ts';
import { type Evidence, judgeReadiness, type Verdict } from './readiness.ts';
import { timedOut, unreadMs } from './time-out.ts';
import { nameOf } from './worker-faults.ts';
import { recordWorkers } from './worker-history.ts';

/** Between readings of an endpoint that seems ready and is not believed yet: a crash loop must not fall into step with them. */
const doubtfulPollMs = 3000;
const lastReadingMs = 1000;

export interface WaitRequest {
  /** A reading that shows the desired configuration. */
  endpoint: Endpoint;
  /** The last reading before the last write; undefined for a new endpoint, and without a write. */
  before: Endpoint | undefined;
  watch: ConfigWatch;
  expectation: Expectation;
  timeoutSeconds: number;
  /** A smoke test follows. Default false. */
  isTested?: boolean;
  /** What to do when the time is over; default: what was missing decides. */
  hint?: string;
  /** On the clock's monotonic time. */
  deadlineMs: number;
  context: Pick<RolloutContext, 'clock' | 'onEvent' | 'signal'>;
}

/**
 * Looks until the endpoint is ready, and has been for as long as its evidence needs (patience.ts). Resolves with the last reading. Rejects with a
 * {@link RolloutError}: `timeout`, the code of a failure that has lasted, or `conflict`; with the last `ServiceError` when readings keep failing; with the
 * signal's reason when aborted. Called again it goes on: it takes a new reading and believes it at once if nothing has changed.
 */
export interface Wait {
  untilReady(): Promise<Endpoint>;
}

export function startWait(request: WaitRequest): Wait {
  const { timeoutSeconds, deadlineMs, watch, before, isTested = false } = request;
  const expectation = { ...request.expectation, isTested };
  const { clock, onEvent, signal } = request.context;
  const startedMs = clock.monotonicMs();
  const report = createProgressReporter({ clock, onEvent, startedMs, deadlineMs });
  const tolerance = createFailureTolerance(timeoutSeconds);
  const history = recordWorkers(before, expectation.servingWord);
  let look: Look | undefined = { endpoint: request.endpoint, isApplied: true, unapplied: [], unseen: [] };
  let endpoint = request.endpoint;
  let readMs = startedMs;
  /** Since when the endpoint has been ready by the same evidence. */
  let readySince: { evidence: Evidence; atMs: number } | undefined;
  let told: Evidence | undefined;
  let wasHealthy = false;
  let lastVerdict: Verdict | undefined;
  let lastFailure: (ToleratedFailure & { atMs: number }) | undefined;

  async function untilReady(): Promise<Endpoint> {
    if (!look) await next(0);
    for (;;) {
      const nowMs = clock.monotonicMs();
      // A reading of what was there before the write says nothing of what is there now.
      const verdict = look?.isApplied ? judge(look.endpoint, nowMs) : undefined;
      const failure = verdict?.kind === 'failing' ? { ...verdict, ...tolerance.observe(verdict, nowMs) } : undefined;
      if (verdict) report(endpoint, failure);
      lastVerdict = verdict ?? lastVerdict;
      if (failure) lastFailure = { ...failure, atMs: nowMs };
      const leftMs = deadlineMs - nowMs;
      if (verdict?.kind === 'ready' && isBelieved(verdict, nowMs)) {
        onEvent({ ...verdict, isTested, isAgain: told === verdict.evidence });
        told = verdict.evidence;
        look = undefined;
        return endpoint;
      }
      if (failure?.leftMs === 0) throw failed(endpoint, failure);
      if (leftMs <= 0 && lastFailure && isProven(lastFailure, { nowMs, timeoutSeconds }))
        throw failed(endpoint, lastFailure);
      if (leftMs <= 0)
        throw timedOut({
          endpoint,
          verdict: lastVerdict,
          expectation,
          timeoutSeconds,
          hint: request.hint,
          wasHealthy,
          history,
          unreadForMs: nowMs - readMs,
        });
      const pauseMs = verdict?.kind === 'ready' ? doubtfulPauseMs(verdict, nowMs) : pollPauseMs(nowMs - startedMs);
      await next(pauseMs * (1 + 0.1 * clock.random()));
    }
  }

  async function next(pauseMs: number): Promise<void> {
    const leftMs = Math.max(0, deadlineMs - clock.monotonicMs());
    // The last reading comes shortly before the end.
    const longestMs = leftMs > lastReadingMs ? leftMs - lastReadingMs : leftMs;
    await clock.sleep(Math.min(pauseMs, longestMs), signal);
    // What decides is asked for by itself: a list may show less.
    look = await watch.look({
      deadlineMs,
      sharedWillDo: (each) => judgeReadiness(each, expectation, history).kind === 'progressing',
    });
    if (!look) return;
    readMs = clock.monotonicMs();
    if (look.isApplied) endpoint = look.endpoint;
  }

  function judge(reading: Endpoint, nowMs: number): Verdict {
    const isChanged = history.record(reading);
    const verdict = judgeReadiness(reading, expectation, history);
    if (verdict.kind !== 'ready') {
      readySince = undefined;
      return verdict;
    }
    wasHealthy ||= verdict.newWorkers > 0;
    const isSame =
      readySince?.evidence === verdict.evidence &&
      !history.hasMoved &&
      !(isChanged && needsStillness.has(verdict.evidence));
    if (!isSame) readySince = { evidence: verdict.evidence, atMs: nowMs };
    return verdict;
  }

  function isBelieved({ evidence }: { evidence: Evidence }, nowMs: number): boolean {
    const sinceMs = readySince?.atMs ?? nowMs;
    return tolerance.isCalm(nowMs) && nowMs - sinceMs >= windowMs(evidence, { expectation, timeoutSeconds });
  }

  /** The last reading comes when the evidence has lasted long enough. */
  function doubtfulPauseMs({ evidence }: { evidence: Evidence }, nowMs: number): number {
    const sinceMs = readySince?.atMs ?? nowMs;
    const leftMs = windowMs(evidence, { expectation, timeoutSeconds }) - (nowMs - sinceMs);
    return leftMs > 0 ? Math.min(doubtfulPollMs, leftMs) : doubtfulPollMs;
  }

  onEvent({ kind: 'phase', phase: 'wait' });
  onEvent({ kind: 'waiting', wait: expectation.wait });
  return { untilReady };
}

/** At the end of the time: it is what has kept the endpoint from being ready, although a worker that starts again may just look well. */
function isProven(
  { failure, lastedMs, atMs }: ToleratedFailure & { atMs: number },
  { nowMs, timeoutSeconds }: { nowMs: number; timeoutSeconds: number },
): boolean {
  return lastedMs >= provenMs(failure) && nowMs - atMs <= unreadMs(timeoutSeconds);
}

/** Evidence that consists in nothing having changed. */
const needsStillness: ReadonlySet<Evidence> = new Set([
  'kept-workers',
  'restarted-workers',
  'settled-workers',
  'word',
  'smoke-test',
  'silence',
  'serving-beside',
]);

/** How long each kind of evidence has to last. */
function windowMs(
  evidence: Evidence,
  { expectation: { effect, isNew }, timeoutSeconds }: { expectation: Expectation; timeoutSeconds: number },
): number {
  const shortMs = steadyMs(timeoutSeconds);
  const longMs = Math.max(shortMs, Math.min(keptMs, 300 * timeoutSeconds));
  switch (evidence) {
    case 'serving':
      return 0;
    case 'serving-beside':
    case 'smoke-test':
      return longMs;
    case 'restarted-workers':
    case 'settled-workers':
      return Math.max(shortMs, Math.min(uncertainMs, 300 * timeoutSeconds));
    case 'kept-workers':
      return effect === 'unknown' ? longMs : shortMs;
    case 'word':
    case 'silence':
      if (isNew) return uncertainMs;
      return effect === 'unknown' ? longMs : shortMs;
    default:
      return shortMs;
  }
}

function failed(endpoint: Endpoint, { code, message, worker, lastedMs }: ToleratedFailure): RolloutError {
  return new RolloutError({
    code,
    message: `endpoint ${endpoint.config.name} (${endpoint.id}) failed to become ready: ${message} (for ${formatSeconds(lastedMs / 1000)})`,
    endpointId: endpoint.id,
    log: worker?.log ? { of: nameOf(worker), text: worker.log } : { of: 'the endpoint', text: endpoint.log },
  });
}
