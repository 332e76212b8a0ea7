/** What the events of a rollout have shown so far; src/rollout/end.ts says what that means when the run is over. */

import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { Call } from '../plan/route.ts';
import type { TestPass } from '../tests/run.ts';
import { RolloutError } from './errors.ts';
import { type Answerer, type EventOf, type RolloutEvent, readingOf } from './events.ts';
import type { Reading } from './evidence/condition.ts';
import type { WorkerVersion } from './evidence/effect.ts';
import type { ReadyReason } from './evidence/judge.ts';
import { noStarts, type Starts, startsAfter } from './start.ts';

/** The end of a run, as far as its writes alone do not tell it. */
export type KnownLeft =
  /** The previous configuration is read back. `except`: fields that no update puts back. */
  | { readonly kind: 'written-back'; readonly except: readonly string[] }
  /** Besides, a worker of the previous version is healthy again, or none has to run. */
  | { readonly kind: 'restored'; readonly except: readonly string[] }
  /** The run has done it. `unproved`: the version that was to be cleaned up is still there. */
  | { readonly kind: 'parked' | 'deleted' | 'not-restored' | 'unproved' }
  /** Someone else has done it; `rival`: another run has created the endpoint that this run was to create. */
  | { readonly kind: 'gone' | 'foreign' | 'rival' };

/** Times are on the clock's monotonic time. */
export interface Facts {
  /** Undefined before the first write. */
  readonly operation: 'created' | 'updated' | 'unchanged' | 'restored' | undefined;
  /** Whether something was, or may have been, written. */
  readonly changed: boolean;
  /** The endpoint that the run is about: the new one as soon as there is one. */
  readonly endpointId: string | undefined;
  /** The last reading, and when it was made; undefined for just now. */
  readonly endpoint: Reading | undefined;
  readonly seenMs: number | undefined;
  /** A request that may wake a worker was sent, and no reading was made since. */
  readonly isCalled: boolean;
  /** A write that was sent and may have been carried out: the answer was lost, or the run was cancelled meanwhile. */
  readonly unconfirmed: Call | undefined;
  /** Which version each worker runs, by its ID, as far as the readings after a write show it. */
  readonly versions: ReadonlyMap<string, WorkerVersion>;
  /** Why the endpoint counts as ready; undefined when it was not waited for or was not ready. */
  readonly readyReason: ReadyReason | undefined;
  /** How workers that were listed since the look-up have started, before a failure. */
  readonly starts: Starts;
  /** The last pass of the tests, and which version has answered it. */
  readonly tests: TestPass | undefined;
  readonly answeredBy: Answerer;
  /** What could not be checked of a new endpoint, as a clause; '' for nothing. */
  readonly doubt: string;
  /** The first cause. */
  readonly failure: DeployError | undefined;
  /** Undefined where the writes tell. */
  readonly left: KnownLeft | undefined;
  /** What went wrong in a restore or a clean-up. */
  readonly problem: DeployError | undefined;
}

/** Whether the service has, or may have, been changed so far. */
export function mayHaveWritten({ changed, unconfirmed }: Facts): boolean {
  return changed || unconfirmed !== undefined;
}

/** Whether an answer of this version speaks against it. */
export function hasAnsweredWrong({ answeredBy, tests }: Facts): boolean {
  return answeredBy === 'this' && tests?.kind === 'failed' && tests.weight !== 'none';
}

/** Before the first event. `seenMs`: when the endpoint was looked up. */
export function initialFacts(live: Plan['live'], seenMs?: number): Facts {
  return {
    operation: undefined,
    changed: false,
    endpointId: live?.id,
    endpoint: live && readingOf(live),
    seenMs,
    isCalled: false,
    unconfirmed: undefined,
    versions: new Map(),
    readyReason: undefined,
    starts: noStarts(live?.workers.map(({ id }) => id) ?? []),
    tests: undefined,
    answeredBy: 'none',
    doubt: '',
    failure: undefined,
    left: undefined,
    problem: undefined,
  };
}

export function factsAfter(facts: Facts, event: RolloutEvent, nowMs: number): Facts {
  const fold = folds[event.kind] as ((event: RolloutEvent, facts: Facts, nowMs: number) => Partial<Facts>) | undefined;
  return { ...facts, ...fold?.(event, facts, nowMs) };
}

/** The facts that each kind of event changes; other kinds change nothing. */
const folds: {
  readonly [Kind in RolloutEvent['kind']]?: (event: EventOf<Kind>, facts: Facts, nowMs: number) => Partial<Facts>;
} = {
  'nothing-to-write': () => ({ operation: 'unchanged' }),
  'write-sent': ({ call }) => ({ unconfirmed: call }),
  'write-refused': () => ({ unconfirmed: undefined }),
  'write-accepted': ({ call, endpointId }, { failure }) => {
    // A restore becomes the operation only when it has succeeded.
    if (failure) return {};
    // An update that was accepted is not done before a reading shows it; a create names the new endpoint.
    return call === 'create-v1' ? createdAs(endpointId) : { changed: true, endpointId };
  },
  'write-shown': (_, { failure, operation, unconfirmed }) => {
    if (unconfirmed === undefined) return {};
    if (failure) return { unconfirmed: undefined };
    return { changed: true, operation: operation ?? 'updated', unconfirmed: undefined };
  },
  'create-found': ({ endpointId, by }) =>
    by === 'this-run'
      ? createdAs(endpointId)
      : { endpointId, endpoint: undefined, operation: undefined, unconfirmed: undefined, left: { kind: 'rival' } },
  'name-doubtful': ({ doubt }) => ({ doubt }),
  reading: ({ endpoint }, before, nowMs) => {
    // The run may still read what it has created beside the endpoint of another run.
    if (endpoint.id !== before.endpointId) return {};
    const starts = before.failure ? before.starts : startsAfter(before.starts, endpoint, nowMs);
    return { endpoint, seenMs: nowMs, isCalled: false, starts };
  },
  'tests-started': ({ wakesWorker }) => ({ isCalled: wakesWorker }),
  'workers-told': ({ versions }) => ({ versions }),
  ready: ({ readyReason }, { failure, left }) => {
    if (!failure) return { readyReason };
    return left?.kind === 'written-back' ? { left: { ...left, kind: 'restored' } } : {};
  },
  tested: ({ pass, by }) => ({ tests: pass, answeredBy: by }),
  failed: ({ failure }, facts) => ({
    failure,
    changed: mayHaveWritten(facts),
    left: leftByOthers(failure, facts),
  }),
  'put-back': ({ unrestored }) => ({
    operation: 'restored',
    unconfirmed: undefined,
    left: { kind: 'written-back', except: unrestored },
  }),
  'cleaned-up': ({ by }, { endpoint }) => {
    const done = { changed: true, unconfirmed: undefined };
    // The mark is an env, and so replaces the workers; at zero, none comes in their place.
    const isAtZero = endpoint?.config.workerConfig.minNum === 0;
    if (by === 'marking') return isAtZero ? { ...done, endpoint: { ...endpoint, workers: [] } } : done;
    if (by === 'parking') return { ...done, left: { kind: 'parked' } };
    return { ...done, left: { kind: 'deleted' }, operation: undefined };
  },
  'undo-failed': ({ by, failure }, facts) => {
    if (by === 'marking') return {};
    const left = leftByOthers(failure, facts) ?? { kind: by === 'restoring' ? 'not-restored' : 'unproved' };
    return { problem: failure, left };
  },
};

const createdAs = (endpointId: string) =>
  ({ changed: true, endpointId, operation: 'created', unconfirmed: undefined }) as const;

/** Only readings prove that an endpoint is gone; an update that is refused as not found does not. */
function leftByOthers(failure: DeployError, { left }: Facts): Facts['left'] {
  if (failure.code === 'not-found' && failure instanceof RolloutError) return { kind: 'gone' };
  return failure.code === 'conflict' && left?.kind !== 'rival' ? { kind: 'foreign' } : left;
}
