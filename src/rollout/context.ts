/** The ports, options and context that the steps of a rollout share. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { DeploymentRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import type { TestEndpoint } from '../tests/run.ts';
import { cancelledParkMs } from '../times.ts';
import type { Facts } from './facts.ts';
import { createReader, type Reader, type ReadPorts } from './read/reader.ts';

export interface RolloutPorts extends ReadPorts {
  /** One pass of the spec's tests; absent where the spec has none. */
  test?: TestEndpoint | undefined;
  /** Compares and loads what the tests have proved; resolves with why it is refused. Undefined for production. */
  whyRefused?: ((endpoint: Endpoint) => Promise<DeployError | undefined>) | undefined;
}

export interface RolloutOptions {
  wait: 'ready' | 'rollout' | 'none';
  /** The time for everything after the first write: its verification, further calls, the wait and the tests. */
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
  /** A new endpoint that fails is deleted instead of parked. */
  isPreview: boolean;
  /** Someone has started the job again, to see whether the version works. */
  isRerun: boolean;
  /** Nothing shows that an earlier run has tested what the plan keeps. */
  isTestDue: boolean;
  /** What this run notes on the endpoint. */
  record: DeploymentRecord;
  /** When the look-up of the plan's endpoint began, on the clock's monotonic time. Default: just now. */
  lookedUpMs?: number;
}

export interface RolloutContext extends RolloutPorts {
  reader: Reader;
  /** The end, on the clock's monotonic time, which begins to run when it is first read: with the first write. */
  deadlineMs(): number;
}

export interface Rollout {
  plan: Plan;
  options: RolloutOptions;
  context: RolloutContext;
  facts(): Facts;
}

/** The deadline is `timeMs` after it is first read. */
export function createContext(ports: RolloutPorts, timeMs: number): RolloutContext {
  return withTime({ ...ports, reader: createReader(ports) }, timeMs);
}

/** The context of an undo has `timeMs`, or the few seconds that the runner leaves a cancelled run. */
export function undoContext(context: RolloutContext, timeMs: number): RolloutContext {
  if (!context.signal.aborted) return createContext(context, timeMs);
  return createContext({ ...context, signal: new AbortController().signal }, cancelledParkMs);
}

/** The same context with a deadline of its own. */
export function withTime(context: Omit<RolloutContext, 'deadlineMs'>, timeMs: number): RolloutContext {
  let deadlineMs: number | undefined;
  return {
    ...context,
    deadlineMs: () => {
      deadlineMs ??= context.clock.monotonicMs() + timeMs;
      return deadlineMs;
    },
  };
}
