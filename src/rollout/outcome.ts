/** The outcome of a rollout, folded from its events. */

import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { Call } from '../plan/route.ts';
import type { TestPass } from '../tests/run.ts';
import { RolloutError } from './errors.ts';
import { type Answerer, type Reading, type RolloutEvent, readingOf } from './events.ts';
import type { Evidence } from './evidence/judge.ts';

/** Times are on the clock's monotonic time. */
export interface Outcome {
  /** Undefined before the first write. */
  readonly operation?: 'created' | 'updated' | 'unchanged' | 'restored' | undefined;
  /** Whether something was, or may have been, written. */
  readonly changed: boolean;
  /** The endpoint that the run is about: the new one as soon as there is one. */
  readonly endpointId?: string | undefined;
  /** The last reading, and when it was made. */
  readonly endpoint?: Reading | undefined;
  readonly seenMs?: number | undefined;
  readonly endedMs?: number | undefined;
  /** A write that was sent and may have been carried out: the answer was lost, or the run was cancelled meanwhile. */
  readonly unconfirmed?: Call | undefined;
  /** When the create of this run's endpoint was accepted. */
  readonly createdMs?: number;
  /** When a create was sent again after a lost answer, which may make a second endpoint. */
  readonly createLostMs?: number;
  /** The endpoint was there when this run was to create it, and nothing proves that this run has created it. */
  readonly isFound?: boolean;
  /** Why the endpoint counts as ready; undefined when it was not waited for or was not ready. */
  readonly evidence?: Evidence | undefined;
  /** Workers from before the write that were still there when the endpoint was ready. */
  readonly oldWorkers: number;
  /** The last pass of the tests, and which version has answered it if it passed. */
  readonly tests?: TestPass | undefined;
  readonly answeredBy?: Answerer;
  /** When a list has shown a new endpoint, and no other of its name. */
  readonly aloneMs?: number;
  /** Other endpoints that have the name of a new endpoint that has failed, as a sentence. */
  readonly namesakes?: string;
  /** Crashes of the version, where no worker has to run; '' for none. */
  readonly crashes?: string;
  /** What could not be checked about a new endpoint that serves, as a clause. */
  readonly unchecked?: string;
  /** Someone has deleted the endpoint, so the last reading is out of date. */
  readonly isGone?: boolean;
  /** The clean-up of an endpoint that this run has created and that failed; undefined for none. */
  readonly cleanUp?: 'parked' | 'deleted' | DeployError;
  /** The first cause. */
  readonly failure?: DeployError | undefined;
  /** Fields that a restore leaves: no reading shows their previous value, or no update brings it back. */
  readonly unrestored?: readonly string[];
  readonly restoreFailure?: DeployError | undefined;
}

/** The proof that the version works: its tests, healthy workers, or none; '' where the rollout failed. */
export function proofOf(outcome: Outcome): 'tests' | 'workers' | 'none' | '' {
  const { failure, tests, evidence, answeredBy } = outcome;
  if (failure) return '';
  if (tests?.kind === 'passed') return answeredBy === 'any' ? 'workers' : 'tests';
  return evidence === 'new-workers' || evidence === 'kept-workers' ? 'workers' : 'none';
}

/** Whether the service has, or may have, been changed so far. */
export function mayHaveWritten({ changed, unconfirmed }: Outcome): boolean {
  return changed || unconfirmed !== undefined;
}

/** Before the first event. */
export function initialOutcome({ live }: Pick<Plan, 'live'>): Outcome {
  return { changed: false, oldWorkers: 0, endpointId: live?.id, endpoint: live && readingOf(live) };
}

export function outcomeAfter(outcome: Outcome, event: RolloutEvent, nowMs: number): Outcome {
  const fold = changes[event.kind] as ((event: RolloutEvent, outcome: Outcome, nowMs: number) => Changes) | undefined;
  return { ...outcome, ...fold?.(event, outcome, nowMs) };
}

type Changes = Partial<Outcome>;
type EventOf<Kind extends RolloutEvent['kind']> = Extract<RolloutEvent, { kind: Kind }>;

/** What each event changes; the others change nothing. */
const changes: {
  readonly [Kind in RolloutEvent['kind']]?: (event: EventOf<Kind>, outcome: Outcome, nowMs: number) => Changes;
} = {
  'nothing-to-write': () => ({ operation: 'unchanged' }),
  'write-sent': ({ call }, { unconfirmed }, nowMs) => ({
    unconfirmed: call,
    ...(unconfirmed === 'create-v1' && { createLostMs: nowMs }),
  }),
  'write-refused': () => ({ unconfirmed: undefined }),
  'write-accepted': ({ call, endpointId }, { failure }, nowMs) => {
    // A restore becomes the operation only when it has succeeded.
    if (failure) return {};
    // An update that was accepted is not done before a reading shows it; a create names the new endpoint.
    const written = { changed: true, endpointId };
    const created = { operation: 'created', createdMs: nowMs, unconfirmed: undefined } as const;
    return call === 'create-v1' ? { ...written, ...created } : written;
  },
  'write-shown': (_, { failure, operation, unconfirmed, isFound }) => {
    if (unconfirmed === undefined) return !operation && isFound ? { operation: 'unchanged' } : {};
    if (failure) return { unconfirmed: undefined };
    return { changed: true, operation: operation === 'created' ? operation : 'updated', unconfirmed: undefined };
  },
  'create-found': ({ endpointId, by }) => ({ endpointId, isFound: by !== 'this-run' }),
  'listed-alone': (_, __, nowMs) => ({ aloneMs: nowMs }),
  namesakes: ({ message }) => ({ namesakes: message }),
  unchecked: ({ what }) => ({ unchecked: what }),
  reading: ({ endpoint }, before, nowMs) => {
    // The run may read a duplicate.
    if (before.endpointId !== undefined && endpoint.id !== before.endpointId) return {};
    return { endpoint: withKnownConfig(endpoint, before.endpoint), seenMs: nowMs };
  },
  ready: ({ oldWorkers, evidence, crashes }, { failure }) => (failure ? {} : { oldWorkers, evidence, crashes }),
  'tests-failed': ({ pass }) => ({ tests: pass }),
  'tests-passed': ({ pass, by, oldWorkers }) => ({ tests: pass, answeredBy: by, oldWorkers }),
  failed: ({ failure }, outcome) => ({
    failure,
    // The readings have shown that a write that was not applied had no effect.
    unconfirmed: failure.code === 'not-applied' ? undefined : outcome.unconfirmed,
    changed: mayHaveWritten(outcome),
    ...goneBy(failure),
  }),
  restoring: ({ unrestored }) => ({ unrestored }),
  'put-back': () => ({ operation: 'restored', unconfirmed: undefined }),
  'restore-failed': ({ failure }) => ({ restoreFailure: failure, ...goneBy(failure) }),
  'cleaned-up': ({ by }) => {
    if (by === 'marking') return { unconfirmed: undefined };
    if (by === 'parking') return { cleanUp: 'parked', unconfirmed: undefined };
    return { cleanUp: 'deleted', operation: undefined, unconfirmed: undefined, isGone: true };
  },
  'clean-up-failed': ({ by, failure }) => (by === 'marking' ? {} : { cleanUp: failure }),
};

/** Only readings prove that an endpoint is gone; an update that is refused as not found does not. */
function goneBy(failure: DeployError): Pick<Outcome, 'isGone'> {
  return failure.code === 'not-found' && failure instanceof RolloutError ? { isGone: true } : {};
}

/** A reading without the image shows no configuration: that of the reading before it stays. */
function withKnownConfig(endpoint: Reading, before: Reading | undefined): Reading {
  const isKnown = before?.id === endpoint.id && endpoint.config.unread?.some(({ path }) => path === 'image.image');
  return isKnown ? { ...endpoint, config: before.config } : endpoint;
}
