/** Owns what a rollout tells while it runs: data only, so that the same events can become log lines, a summary or nothing. */

import type { Change } from '../plan/diff.ts';
import type { Call } from '../plan/route.ts';

export type Phase = 'validate' | 'look-up' | 'write' | 'verify' | 'wait' | 'smoke' | 'restore' | 'delete';

/** Workers by their state in the service's words, such as `{running: 1, starting: 2}`. */
export type WorkerCounts = Readonly<Record<string, number>>;

export type RolloutEvent =
  | { kind: 'phase'; phase: Phase }
  | { kind: 'written'; call: Call; endpointId: string }
  | { kind: 'create-answer-lost'; message: string }
  | { kind: 'create-found'; endpointId: string }
  | { kind: 'settling'; unapplied: readonly Change[] }
  | { kind: 'verified' }
  | {
      kind: 'progress';
      elapsedSeconds: number;
      leftSeconds: number;
      state: string;
      workers: WorkerCounts;
      message: string;
    }
  | { kind: 'poll-failed'; message: string }
  | { kind: 'smoke-started'; url: string; wakesWorker: boolean; isPlain: boolean }
  | { kind: 'smoke-failed'; attempt: number; came: string }
  | { kind: 'smoke-passed'; status: number; coldStartSeconds: number; firstByteSeconds: number }
  | { kind: 'restoring'; changes: readonly Change[]; calls: readonly Call[] }
  | { kind: 'restored'; endpointId: string }
  | { kind: 'deleting-by-name'; endpointId: string }
  | { kind: 'deleted'; endpointId: string };

export type OnRolloutEvent = (event: RolloutEvent) => void;
