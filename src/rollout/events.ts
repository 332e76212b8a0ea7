/** Everything that happens in a rollout, as data: log, timeline and outcome are folded from the same stream. */

import type { DeployError } from '../errors.ts';
import type { EndpointConfig } from '../model/config.ts';
import type { Change } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Call } from '../plan/route.ts';
import type { Evidence } from './readiness.ts';

export type Phase = 'validate' | 'look-up' | 'write' | 'verify' | 'wait' | 'smoke' | 'restore' | 'delete';

/** Workers by their state in the service's words, such as `{running: 1, starting: 2}`. */
export type WorkerCounts = Readonly<Record<string, number>>;

/** An endpoint as it was read, without its envs: their values are secrets, and events go wherever somebody listens. */
export type Reading = Omit<Endpoint, 'config'> & { readonly config: Omit<EndpointConfig, 'envs'> };

export type RolloutEvent = WriteEvent | ReadEvent | WaitEvent | SmokeEvent | RestoreEvent | ReplaceEvent | DeleteEvent;

type WriteEvent =
  | { kind: 'phase'; phase: Phase }
  | { kind: 'nothing-to-write' }
  /** A create or an update is about to be sent. */
  | { kind: 'write-sent'; call: Call }
  /** `isFound`: of a create, not because the service said so, but because an endpoint is there now. */
  | { kind: 'write-accepted'; call: Call; endpointId: string; isFound?: boolean }
  /** The service has not done it: it refused, the request was never sent, or the readings after a lost answer do not show it. */
  | { kind: 'write-refused'; call: Call }
  /** A reading shows what the write has done, all of it or a part. */
  | { kind: 'write-shown'; call: Call }
  | { kind: 'update-answer-lost'; call: Call; message: string }
  /** Another operation on the endpoint is under way: the update is sent again. */
  | { kind: 'write-conflict'; call: Call; isKnown: boolean; message: string }
  | { kind: 'create-answer-lost'; message: string }
  | { kind: 'app-name-taken'; message: string }
  /** `isOurs`: it carries the record of this run, so that it was this run's create that has made it. */
  | { kind: 'create-found'; endpointId: string; isOurs: boolean }
  /** Two runs created the name at once; this run's endpoint gives way, and the run goes on with the other. */
  | { kind: 'gave-way'; endpointId: string; survivorId: string }
  | { kind: 'other-family'; call: Call; members: readonly string[] };

type ReadEvent =
  /** Every reading that succeeds. */
  | { kind: 'reading'; endpoint: Reading }
  /** A reading that fails and is tried again. */
  | { kind: 'reading-failed'; message: string }
  /** The first reading that lacks something, and every one that lacks something else. */
  | { kind: 'settling'; unapplied: readonly Change[] }
  | { kind: 'verified'; unverifiable: readonly string[] };

type WaitEvent =
  | { kind: 'waiting'; wait: 'ready' | 'rollout' }
  | {
      kind: 'progress';
      elapsedSeconds: number;
      leftSeconds: number;
      state: string;
      workers: WorkerCounts;
      /** The endpoint's own words; '' for none. */
      message: string;
      /** What is wrong, when something is, and how long it is still tolerated; '' and undefined otherwise. */
      failure: string;
      givesUpInSeconds: number | undefined;
      /** The report before named the same failure. */
      isSameFailure: boolean;
    }
  /** `isTested`: a smoke test follows, or has passed. `isAgain`: as before the smoke test. */
  | {
      kind: 'ready';
      evidence: Evidence;
      oldWorkers: number;
      newWorkers: number;
      isTested?: boolean;
      isAgain?: boolean;
    };

export interface SmokeResult {
  status: number;
  /** From the first request to the first byte of the good answer: the cold start, when there was one. */
  coldStartSeconds: number;
  /** From the last request to the first byte of its answer. */
  firstByteSeconds: number;
}

type SmokeEvent =
  | { kind: 'smoke-started'; url: string; wakesWorker: boolean; isPlain: boolean }
  /** Not for every try: when the answer is another one, and now and then. */
  | { kind: 'smoke-failed'; attempt: number; answer: string; elapsedSeconds: number; leftSeconds: number }
  | ({ kind: 'smoke-passed' } & SmokeResult);

type RestoreEvent =
  /** The first cause. `isRestoring`: what follows puts the previous configuration back. */
  | { kind: 'failed'; failure: DeployError; isRestoring: boolean }
  /** `unverifiable`: members whose previous value no reading shows, so that the new one may stay. */
  | { kind: 'restoring'; changes: readonly Change[]; calls: readonly Call[]; unverifiable: readonly string[] }
  /** The previous configuration is written and read back; whether it serves is still open. */
  | { kind: 'put-back'; endpointId: string }
  /** `unverifiable`: as in `restoring`. */
  | { kind: 'restored'; endpointId: string; serves: boolean; unverifiable: readonly string[] }
  | { kind: 'restore-failed'; failure: DeployError };

type ReplaceEvent =
  /** The new endpoint of an interrupted replacement is there: this run goes on with it. */
  | { kind: 'replacement-resumed'; successor: Reading; oldEndpointId: string }
  | { kind: 'replaced'; endpointId: string; oldEndpointId: string }
  /** The new endpoint has failed, and is deleted. */
  | { kind: 'discarding'; endpointId: string; oldEndpointId: string; message: string }
  /** The old endpoint, untouched, is all there is. */
  | { kind: 'discarded'; endpointId: string; old: Reading };

type DeleteEvent =
  /** Several endpoints have its name and the service deletes by name: it gets one of its own first. */
  | { kind: 'renaming'; endpointId: string; name: string }
  /** A deletion is about to be sent. */
  | { kind: 'deleting'; endpointId: string; by: 'id' | 'name' }
  /** `isListed`: the service still shows it, terminating. */
  | { kind: 'deleted'; endpointId: string; isListed: boolean }
  /** The deletion was refused, and no other has been accepted. */
  | { kind: 'not-deleted'; endpointId: string };

export type OnRolloutEvent = (event: RolloutEvent) => void;

export function readingOf({ config, ...endpoint }: Endpoint): Reading {
  const { envs: _, ...shown } = config;
  return { ...endpoint, config: shown };
}
