/** Everything that happens in a rollout, as data: log and outcome are folded from the same stream. */

import type { DeployError } from '../errors.ts';
import type { EndpointConfig } from '../model/config.ts';
import type { Change } from '../model/diff.ts';
import type { WorkerCounts } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Call } from '../plan/route.ts';
import type { TestPass } from '../tests/run.ts';
import type { Awaited, Evidence } from './evidence/judge.ts';

/**
 * Whose answer a pass of the tests is: of the new version, because no old worker is healthy; of any version, because one
 * is; of a worker that the service does not show; or nobody's that counts.
 */
export type Answerer = 'new' | 'any' | 'hidden' | 'none';

/** An endpoint as it was read, without its envs: their values are secrets, and events go wherever somebody listens. */
export type Reading = Omit<Endpoint, 'config'> & { readonly config: Omit<EndpointConfig, 'envs'> };

export type RolloutEvent =
  /** `isRecorded`: the record of an earlier run tells which workers are old; without it, health alone is judged. */
  | { kind: 'nothing-to-write'; isRecorded: boolean }
  | { kind: 'write-sent'; call: Call }
  /** `isFound`: of a create, not because the service said so, but because an endpoint is there now. */
  | { kind: 'write-accepted'; call: Call; endpointId: string; isFound?: boolean }
  /** The service has not done it: it refused, it was never sent, or the readings after a lost answer do not show it. */
  | { kind: 'write-refused'; call: Call }
  /** A reading shows what the write has done, all of it or a part. */
  | { kind: 'write-shown'; call: Call; url: string }
  /** After a look the write is sent again: the service is busy, its answer is lost, or the appName is taken. */
  | { kind: 'write-retry'; call: Call; why: 'busy' | 'lost' | 'taken'; message: string }
  /** Workers of the last write may still be missing from the list: nothing is written before. */
  | { kind: 'workers-awaited'; seconds: number }
  /** `by`: whose create has made it, by the record on it. */
  | { kind: 'create-found'; endpointId: string; by: 'this-run' | 'earlier-run' | 'unknown' }
  | { kind: 'duplicates-awaited'; seconds: number }
  | { kind: 'duplicate'; endpointId: string; keptId: string }
  | { kind: 'listed-alone' }
  | { kind: 'namesakes'; message: string }
  | { kind: 'unchecked'; what: string }
  | { kind: 'reading'; endpoint: Reading }
  | { kind: 'reading-failed'; message: string }
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
      message: string;
      /** What is wrong; '' for nothing. */
      failure: string;
      givesUpInSeconds: number | undefined;
      /** What the wait is for; undefined where only the tests are waited for. */
      missing: Awaited | undefined;
    }
  /** `crashes`: those that a list shows where nothing has to run, as a clause; '' for none. */
  | { kind: 'ready'; evidence: Evidence; oldWorkers: number; newWorkers: number; isTested: boolean; crashes: string }
  | { kind: 'tests-started'; url: string; wakesWorker: boolean }
  /** Old workers are healthy and could answer: the tests wait until they have stopped. */
  | { kind: 'old-workers-awaited'; workers: number; leftSeconds: number }
  | { kind: 'tests-failed'; pass: TestPass & { kind: 'failed' }; isLast: boolean }
  | { kind: 'tests-passed'; pass: TestPass; by: Answerer; oldWorkers: number }
  /** The first cause; the listener is waited for, because it reads logs that a restore or a clean-up takes away. */
  | { kind: 'failed'; failure: DeployError; isRestoring: boolean }
  /** `unrestored`: fields with a previous value that no reading shows, or no update can bring back. */
  | { kind: 'restoring'; changes: readonly Change[]; calls: readonly Call[]; unrestored: readonly string[] }
  /** The previous configuration is written and read back; whether it serves is still open. */
  | { kind: 'put-back'; endpointId: string }
  | { kind: 'restored'; endpointId: string; serves: boolean; unrestored: readonly string[] }
  | { kind: 'restore-failed'; failure: DeployError }
  | { kind: 'cleaning-up'; endpointId: string; by: 'parking' | 'deleting' }
  /** `old`: the endpoint that the new one was to replace, or another one of its name, untouched. */
  | { kind: 'cleaned-up'; endpointId: string; by: 'parking' | 'deleting'; old: Reading | undefined }
  | { kind: 'clean-up-failed'; endpointId: string; by: 'parking' | 'deleting'; failure: DeployError }
  /** The new endpoint of an interrupted replacement is there: this run goes on with it. */
  | { kind: 'replacement-resumed'; successor: Reading; oldEndpointId: string }
  | { kind: 'replaced'; endpointId: string; oldEndpointId: string }
  | { kind: 'deleting'; endpointId: string; by: 'id' | 'name' }
  /** `isListed`: the service still shows it, terminating. */
  | { kind: 'deleted'; endpointId: string; isListed: boolean }
  | { kind: 'not-deleted'; endpointId: string };

/** Never rejects. */
export type OnRolloutEvent = (event: RolloutEvent) => void | Promise<void>;

export function readingOf({ config, ...endpoint }: Endpoint): Reading {
  const { envs: _, ...shown } = config;
  return { ...endpoint, config: shown };
}
