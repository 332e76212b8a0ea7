/** What every step of a rollout works with. */

import type { Clock } from '../clock.ts';
import type { DeployError } from '../errors.ts';
import type { DeploymentRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import type { ServiceClient } from '../service/client.ts';
import type { TestEndpoint } from '../tests/run.ts';
import type { OnRolloutEvent } from './events.ts';
import type { Outcome } from './outcome.ts';
import { createReader, type Reader } from './reader.ts';

/** What a rollout needs from outside. */
export interface RolloutPorts {
  client: ServiceClient;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
  /** One pass of the spec's tests; absent where the spec has none. */
  test?: TestEndpoint | undefined;
  /** Reads what the failure points to, before what is undone takes it away; bounded, and never rejects. */
  readLog?: ReadLog | undefined;
  /** Makes a write when it may be sent: rollouts side by side take turns. Default at once. */
  inTurn?: InTurn | undefined;
}

type ReadLog = (failure: DeployError) => Promise<void>;

export type InTurn = <Result>(write: () => Promise<Result>) => Promise<Result>;

export interface RolloutOptions {
  wait: 'ready' | 'rollout' | 'none';
  /** For everything after the first write: its verification, further calls, the wait and the tests. */
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
  /** A new endpoint that fails is deleted instead of parked. Default false. */
  isPreview?: boolean | undefined;
  /** What this run notes of itself; undefined outside a workflow. */
  record?: DeploymentRecord | undefined;
  /** When the plan's endpoint was looked up at the earliest, on the clock's monotonic time. Default: just now. */
  lookedUpMs?: number;
}

/** The service can be written to; every reading goes through the reader. */
export interface RolloutContext {
  writer: Pick<ServiceClient, 'create' | 'updateV1' | 'updateV2' | 'delete'>;
  reader: Reader;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
  inTurn: InTurn;
  /** The end of the time, on the clock's monotonic time. It begins to run with the first write. */
  deadlineMs(): number;
}

/** One rollout under way. */
export interface Rollout {
  plan: Plan;
  options: RolloutOptions;
  test: TestEndpoint | undefined;
  readLog: ReadLog;
  context: RolloutContext;
  /** As far as it has come. */
  outcome(): Outcome;
}

/** With `timeMs` from the first time that somebody asks for the deadline. */
export function createContext(
  { client, clock, onEvent, signal, inTurn = (write) => write() }: RolloutPorts,
  timeMs: number,
): RolloutContext {
  const reader = createReader({ client, clock, onEvent, signal });
  return { writer: client, reader, clock, onEvent, signal, inTurn, deadlineMs: deadlineIn(timeMs, clock) };
}

/** The same with a time of its own. */
export function withTime(context: RolloutContext, timeMs: number): RolloutContext {
  return { ...context, deadlineMs: deadlineIn(timeMs, context.clock) };
}

function deadlineIn(ms: number, clock: Clock): () => number {
  let deadlineMs: number | undefined;
  return () => {
    deadlineMs ??= clock.monotonicMs() + ms;
    return deadlineMs;
  };
}
