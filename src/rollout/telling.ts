/** Owns when a wait has something to say: at every change of what it sees, and now and then all the same. Knows no words. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { OnRolloutEvent, WorkerCounts } from './events.ts';
import { countWorkers, type Verdict } from './readiness.ts';

/** So that a log shows at least every 30 s that somebody is still looking: the poll that comes after this is at most 12 s later. */
const quietMs = 18_000;
/** A health check fails while a server starts; only when it goes on failing is it worth a word. */
const unhealthyQuietMs = 30_000;

/** A failure that the wait still bears with. */
export type Trouble = Extract<Verdict, { kind: 'failing' }> & { lastedMs: number; leftMs: number };

export interface TellingOptions {
  clock: Clock;
  onEvent: OnRolloutEvent;
  startedMs: number;
  deadlineMs: number;
}

/** A function that takes every reading and emits `progress` for those that are news. */
export function createTeller({ clock, onEvent, startedMs, deadlineMs }: TellingOptions) {
  let told: { seen: Seen; atMs: number } | undefined;
  return (endpoint: Endpoint, trouble: Trouble | undefined): void => {
    const nowMs = clock.monotonicMs();
    const seen = see(endpoint, trouble);
    const isSameTrouble = told?.seen.trouble === seen.trouble;
    if (told && isSame(told.seen, seen) && nowMs - told.atMs < quietMs) return;
    told = { seen, atMs: nowMs };
    onEvent({
      kind: 'progress',
      ...seen,
      elapsedSeconds: Math.round((nowMs - startedMs) / 1000),
      leftSeconds: Math.max(0, Math.round((deadlineMs - nowMs) / 1000)),
      givesUpInSeconds: seen.trouble === '' || !trouble ? undefined : Math.round(trouble.leftMs / 1000),
      isSameTrouble,
    });
  };
}

interface Seen {
  state: string;
  workers: WorkerCounts;
  message: string;
  trouble: string;
}

function see(endpoint: Endpoint, trouble: Trouble | undefined): Seen {
  const { state, error, message } = endpoint.state;
  const isWorthTelling = trouble && (trouble.code !== 'unhealthy' || trouble.lastedMs >= unhealthyQuietMs);
  return {
    state,
    workers: countWorkers(endpoint),
    message: [error, message].filter(Boolean).join(': '),
    trouble: isWorthTelling ? trouble.message : '',
  };
}

function isSame(a: Seen, b: Seen): boolean {
  const words = new Set([...Object.keys(a.workers), ...Object.keys(b.workers)]);
  return (
    a.state === b.state &&
    a.message === b.message &&
    a.trouble === b.trouble &&
    words.values().every((word) => a.workers[word] === b.workers[word])
  );
}
