/** What every step of a rollout works with. */

import type { Clock } from '../clock.ts';
import type { DeploymentRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import type { ServiceClient } from '../service/client.ts';
import type { TestEndpoint } from '../tests/run.ts';
import type { OnRolloutEvent } from './events.ts';
import type { Outcome } from './outcome.ts';
import { createReader, type Reader } from './read/reader.ts';

export interface RolloutPorts {
  client: ServiceClient;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
  /** One pass of the spec's tests; absent where the spec has none. */
  test?: TestEndpoint | undefined;
}

export interface RolloutOptions {
  wait: 'ready' | 'rollout' | 'none';
  /** For everything after the first write: its verification, further calls, the wait and the tests. */
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
  /** A new endpoint that fails is deleted instead of parked. */
  isPreview?: boolean | undefined;
  /** Somebody has started the job again, and wants to know whether the version works. */
  isRerun?: boolean | undefined;
  /** What this run notes of itself; undefined outside a workflow. */
  record?: DeploymentRecord | undefined;
  /** When the plan's endpoint was looked up at the earliest, on the clock's monotonic time. Default: just now. */
  lookedUpMs?: number;
}

export interface RolloutContext extends RolloutPorts {
  reader: Reader;
  /** The end of the time, on the clock's monotonic time. It begins to run with the first write. */
  deadlineMs(): number;
}

export interface Rollout {
  plan: Plan;
  options: RolloutOptions;
  context: RolloutContext;
  outcome(): Outcome;
}

/** With `timeMs` from the first time that somebody asks for the deadline. */
export function createContext(ports: RolloutPorts, timeMs: number): RolloutContext {
  return withTime({ ...ports, reader: createReader(ports) }, timeMs);
}

/** The same with a time of its own. */
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
