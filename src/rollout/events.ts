/** Everything that happens in a rollout, as data: both the log and the outcome are made from these events. */

import type { DeployError } from '../errors.ts';
import type { Change } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Call } from '../plan/route.ts';
import type { TestPass } from '../tests/run.ts';
import type { Reading } from './evidence/condition.ts';
import type { WorkerVersion } from './evidence/effect.ts';
import type { MissingProof, ReadyReason } from './evidence/judge.ts';
import type { Serves } from './evidence/serving.ts';

/**
 * Which version has answered a pass of the tests: `this`, because no old worker is healthy; `any`, because an old
 * worker is; `told`, because nothing shows the version of any; `none`, where no answer counts.
 */
export type Answerer = 'this' | 'any' | 'told' | 'none';

/**
 * `listed-workers`: before a write, workers of the last one may still be missing from the list. `old-workers`: they are
 * healthy, and could answer the tests.
 */
export type Awaited = 'listed-workers' | 'old-workers';
/** The clean-up of a version that no run has proved. `marking`: parking that keeps the numbers of workers. */
export type CleanUp = 'parking' | 'marking' | 'deleting';

export type RolloutEvent =
  /** `isRecorded`: the record of an earlier run tells which workers are old; without it, health alone is judged. */
  | { kind: 'nothing-to-write'; isRecorded: boolean }
  | { kind: 'write-sent'; call: Call }
  | { kind: 'write-accepted'; call: Call; endpointId: string }
  /** The service refused the write, or never got it, or the readings after a lost answer do not show it. */
  | { kind: 'write-refused'; call: Call }
  /** A reading shows the result of the write. */
  | { kind: 'write-shown'; call: Call; url: string }
  /** The write is sent again, after a look: the service is busy, its answer is lost, or the appName is taken. */
  | { kind: 'write-retry'; call: Call; message: string }
  | { kind: 'awaiting'; what: Awaited; leftSeconds: number }
  /** The list shows an endpoint of the name. `by`: which run has created it, by its record. */
  | { kind: 'create-found'; endpointId: string; by: 'this-run' | 'another-run' }
  /** `doubt`: what could not be checked of a new endpoint, as a clause. */
  | { kind: 'name-doubtful'; doubt: string }
  | { kind: 'reading'; endpoint: Reading }
  /** Which version each worker runs by its ID, as far as the readings since the last write tell. */
  | { kind: 'workers-told'; versions: ReadonlyMap<string, WorkerVersion> }
  | { kind: 'reading-failed'; message: string }
  | { kind: 'settling'; unapplied: readonly Change[] }
  | { kind: 'verified'; unverifiable: readonly string[] }
  | { kind: 'waiting'; wait: 'ready' | 'rollout' }
  | {
      kind: 'progress';
      leftSeconds: number;
      state: string;
      serves: Serves;
      message: string;
      /** The fault in words; '' for none. */
      failure: string;
      givesUpInSeconds: number | undefined;
      /** What the wait is for; undefined where only the tests are waited for. */
      missing: MissingProof | undefined;
    }
  | { kind: 'ready'; readyReason: ReadyReason }
  | { kind: 'tests-started'; url: string; wakesWorker: boolean }
  /** One pass of the tests. */
  | { kind: 'tested'; pass: TestPass; by: Answerer; isLast: boolean }
  /** The first cause. The run waits for the listener, because a restore or a clean-up takes the logs away. */
  | { kind: 'failed'; failure: DeployError; isUndone: boolean }
  /** `unrestored`: fields whose previous value no reading shows, or no update can bring back. */
  | { kind: 'restoring'; changes: readonly Change[]; calls: readonly Call[]; unrestored: readonly string[] }
  /** The previous configuration is written and read back; whether it serves is still open. */
  | { kind: 'put-back'; unrestored: readonly string[] }
  | { kind: 'cleaning-up'; endpointId: string; by: CleanUp }
  | { kind: 'cleaned-up'; by: CleanUp }
  | { kind: 'undo-failed'; by: CleanUp | 'restoring'; failure: DeployError }
  | { kind: 'deleting'; endpointId: string }
  /** `terminating`: the service still lists it. `refused`: nothing is under way. */
  | { kind: 'deletion-ended'; endpointId: string; state: 'gone' | 'terminating' | 'refused' };

export type EventOf<Kind extends RolloutEvent['kind']> = Extract<RolloutEvent, { kind: Kind }>;

/** Called with each event; never rejects. */
export type OnRolloutEvent = (event: RolloutEvent) => void | Promise<void>;

export function readingOf({ config, ...endpoint }: Endpoint): Reading {
  const { envs: _, ...shown } = config;
  return { ...endpoint, config: shown };
}
