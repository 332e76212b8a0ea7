/** Owns what a rollout tells while it runs: data only, so that the same events can become log lines, a summary or nothing. */

import type { ErrorCode } from '../errors.ts';
import type { Change } from '../model/diff.ts';
import type { Call } from '../plan/route.ts';

export type Phase = 'validate' | 'look-up' | 'write' | 'verify' | 'wait' | 'smoke' | 'restore' | 'delete';

/** Workers by their state in the service's words, such as `{running: 1, starting: 2}`. */
export type WorkerCounts = Readonly<Record<string, number>>;

export type RolloutEvent =
  | { kind: 'phase'; phase: Phase }
  | { kind: 'waiting'; wait: 'ready' | 'rollout' }
  | { kind: 'written'; call: Call; endpointId: string }
  | { kind: 'create-answer-lost'; message: string }
  | { kind: 'app-name-taken'; message: string }
  | { kind: 'create-found'; endpointId: string }
  /** The first reading that lacks something, and every one that lacks something else. */
  | { kind: 'settling'; unapplied: readonly Change[] }
  | { kind: 'verified'; unverifiable: readonly string[] }
  | { kind: 'other-family'; call: Call; members: readonly string[] }
  | {
      kind: 'progress';
      elapsedSeconds: number;
      leftSeconds: number;
      state: string;
      workers: WorkerCounts;
      /** The endpoint's own words; '' for none. */
      message: string;
      /** What is wrong, when something is, and how long the wait will bear with it; '' and undefined otherwise. */
      trouble: string;
      givesUpInSeconds: number | undefined;
      /** It has been told in these words before. */
      isSameTrouble: boolean;
    }
  | { kind: 'poll-failed'; message: string }
  | { kind: 'smoke-started'; url: string; wakesWorker: boolean; isPlain: boolean }
  /** Not for every try: when something else came, and now and then. */
  | { kind: 'smoke-failed'; attempt: number; came: string; elapsedSeconds: number; leftSeconds: number }
  | { kind: 'smoke-passed'; status: number; coldStartSeconds: number; firstByteSeconds: number }
  /** The first cause, before what is done about it. */
  | { kind: 'failed'; code: ErrorCode; message: string }
  | { kind: 'restoring'; changes: readonly Change[]; calls: readonly Call[]; unverifiable: readonly string[] }
  | { kind: 'restored'; endpointId: string; serves: boolean }
  | { kind: 'taken-up'; endpointId: string; oldEndpointId: string }
  | { kind: 'discarding'; endpointId: string; oldEndpointId: string; message: string }
  | { kind: 'deleting'; endpointId: string }
  | { kind: 'deleting-by-name'; endpointId: string }
  /** `isListed`: the service still shows it, on its way out. */
  | { kind: 'deleted'; endpointId: string; isListed: boolean };

export type OnRolloutEvent = (event: RolloutEvent) => void;
