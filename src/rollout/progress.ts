/** When a wait reports its progress: at every change of what it sees, and now and then all the same. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { OnRolloutEvent, WorkerCounts } from './events.ts';
import type { Failing } from './failing.ts';
import { longestPollPauseMs } from './patience.ts';
import { countWorkers } from './worker-counts.ts';

const quietMs = 18_000;
/** A log shows at least so often that somebody is still looking. */
const longestQuietMs = 30_000;
/** A health check fails while a server starts; only when it goes on failing is it worth a word. */
const unhealthyQuietMs = 30_000;

/** A failure that the wait still tolerates. */
export type ToleratedFailure = Failing & { lastedMs: number; leftMs: number };

interface ProgressOptions {
  clock: Clock;
  onEvent: OnRolloutEvent;
  startedMs: number;
  deadlineMs: number;
}

type ReportProgress = (endpoint: Endpoint, failure: ToleratedFailure | undefined) => void;

/** A function that takes every reading and emits `progress` for those that are news. */
export function createProgressReporter({ clock, onEvent, startedMs, deadlineMs }: ProgressOptions): ReportProgress {
  let reported: { summary: Summary; atMs: number } | undefined;
  return (endpoint, failure) => {
    const nowMs = clock.monotonicMs();
    const summary = summarize(endpoint, failure);
    const isSameFailure = reported?.summary.failure === summary.failure;
    const nextMs = nowMs + longestPollPauseMs(nowMs - startedMs);
    if (reported && isSame(reported.summary, summary)) {
      if (nowMs - reported.atMs < quietMs && nextMs - reported.atMs <= longestQuietMs) return;
    }
    reported = { summary, atMs: nowMs };
    onEvent({
      kind: 'progress',
      ...summary,
      elapsedSeconds: Math.round((nowMs - startedMs) / 1000),
      leftSeconds: Math.max(0, Math.round((deadlineMs - nowMs) / 1000)),
      givesUpInSeconds: summary.failure === '' || !failure ? undefined : Math.round(failure.leftMs / 1000),
      isSameFailure,
    });
  };
}

interface Summary {
  state: string;
  workers: WorkerCounts;
  message: string;
  failure: string;
}

function summarize(endpoint: Endpoint, failure: ToleratedFailure | undefined): Summary {
  const { state, error, message } = endpoint.state;
  const isNews = failure && (failure.code !== 'unhealthy' || failure.lastedMs >= unhealthyQuietMs);
  return {
    state,
    workers: countWorkers(endpoint),
    message: [error, message].filter(Boolean).join(': '),
    failure: isNews ? failure.message : '',
  };
}

function isSame(a: Summary, b: Summary): boolean {
  const words = new Set([...Object.keys(a.workers), ...Object.keys(b.workers)]);
  return (
    a.state === b.state &&
    a.message === b.message &&
    a.failure === b.failure &&
    words.values().every((word) => a.workers[word] === b.workers[word])
  );
}
