/** Everything that happens in a rollout, as data: log and outcome are folded from the same stream. */

import type { DeployError } from '../errors.ts';
import type { EndpointConfig } from '../model/config.ts';
import type { Change } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Call } from '../plan/route.ts';
import type { TestPass } from '../tests/run.ts';
import type { Evidence } from './judge.ts';

/** Workers by their state in the service's words, such as `{running: 1, starting: 2}`. */
export type WorkerCounts = Readonly<Record<string, number>>;

/** An endpoint as it was read, without its envs: their values are secrets, and events go wherever somebody listens. */
export type Reading = Omit<Endpoint, 'config'> & { readonly config: Omit<EndpointConfig, 'envs'> };

export type RolloutEvent =
  /** `isRecorded`: the record of an earlier run tells which workers are old; without it, health alone is judged. */
  | { kind: 'nothing-to-write'; isRecorded: boolean }
  /** A create or an update is about to be sent. */
  | { kind: 'write-sent'; call: Call }
  /** `isFound`: of a create, not because the service said so, but because an endpoint is there now. */
  | { kind: 'write-accepted'; call: Call; endpointId: string; isFound?: boolean }
  /** The service has not done it: it refused, it was never sent, or the readings after a lost answer do not show it. */
  | { kind: 'write-refused'; call: Call }
  /** A reading shows what the write has done, all of it or a part. */
  | { kind: 'write-shown'; call: Call; url: string }
  /** After a look the write is sent again: the service is busy, its answer is lost, or the appName is taken. */
  | { kind: 'write-retry'; call: Call; why: 'busy' | 'lost' | 'taken'; message: string }
  /** `isOurs`: it carries the record of this run, so that it was this run's create that has made it. */
  | { kind: 'create-found'; endpointId: string; isOurs: boolean }
  /** A request without an answer may still make a second endpoint. */
  | { kind: 'duplicates-awaited'; seconds: number }
  /** It has made one, which is deleted. */
  | { kind: 'duplicate'; endpointId: string; keptId: string }
  /** Every reading that succeeds. */
  | { kind: 'reading'; endpoint: Reading }
  /** A reading that fails and is tried again. */
  | { kind: 'reading-failed'; message: string }
  /** The first reading that lacks something, and every one that lacks something else. */
  | { kind: 'settling'; unapplied: readonly Change[] }
  /** `extraEnvs`: keys of envs that were not asked for and are there since the write. */
  | { kind: 'verified'; unverifiable: readonly string[]; extraEnvs: readonly string[] }
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
    }
  /** `isTested`: tests follow. */
  | { kind: 'ready'; evidence: Evidence; oldWorkers: number; newWorkers: number; isTested: boolean }
  | { kind: 'tests-started'; url: string; wakesWorker: boolean }
  /** The tests pass, and only an old worker is healthy: the next pass waits until it has stopped. */
  | { kind: 'old-worker-answered'; leftSeconds: number }
  /** One pass has failed. `isLast`: no other follows. */
  | { kind: 'tests-failed'; pass: TestPass & { kind: 'failed' }; isLast: boolean }
  /** `isUnproved`: the service shows no workers by which the new version could be told from the old one. */
  | { kind: 'tests-passed'; pass: TestPass; isUnproved: boolean; oldWorkers: number }
  /**
   * The first cause, which is waited for: what it points to is read before it is taken away. `isRestoring`: what follows
   * puts the previous configuration back, or cleans up.
   */
  | { kind: 'failed'; failure: DeployError; isRestoring: boolean }
  /** `unrestored`: fields with a previous value that no reading shows, or no update can bring back. */
  | { kind: 'restoring'; changes: readonly Change[]; calls: readonly Call[]; unrestored: readonly string[] }
  /** The previous configuration is written and read back; whether it serves is still open. */
  | { kind: 'put-back'; endpointId: string }
  /** `unrestored`: as in `restoring`. */
  | { kind: 'restored'; endpointId: string; serves: boolean; unrestored: readonly string[] }
  | { kind: 'restore-failed'; failure: DeployError }
  /** What this run has created and not proved is to stop billing. */
  | { kind: 'cleaning-up'; endpointId: string; by: 'parking' | 'deleting' }
  /** `old`: the endpoint that the new one was to replace, or another one of its name, untouched. */
  | { kind: 'cleaned-up'; endpointId: string; by: 'parking' | 'deleting'; old: Reading | undefined }
  /** It goes on billing. */
  | { kind: 'clean-up-failed'; endpointId: string; by: 'parking' | 'deleting'; failure: DeployError }
  /** The new endpoint of an interrupted replacement is there: this run goes on with it. */
  | { kind: 'replacement-resumed'; successor: Reading; oldEndpointId: string }
  | { kind: 'replaced'; endpointId: string; oldEndpointId: string }
  /** A deletion is about to be sent. */
  | { kind: 'deleting'; endpointId: string; by: 'id' | 'name' }
  /** `isListed`: the service still shows it, terminating. */
  | { kind: 'deleted'; endpointId: string; isListed: boolean }
  /** The deletion was refused, and no other has been accepted. */
  | { kind: 'not-deleted'; endpointId: string };

/** Never rejects. */
export type OnRolloutEvent = (event: RolloutEvent) => void | Promise<void>;

export function readingOf({ config, ...endpoint }: Endpoint): Reading {
  const { envs: _, ...shown } = config;
  return { ...endpoint, config: shown };
}
