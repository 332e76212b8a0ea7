/** What every step of a rollout works with. */

import type { Clock } from '../clock.ts';
import type { Plan } from '../plan/plan.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Probe } from '../service/probe.ts';
import type { OnRolloutEvent } from './events.ts';
import type { Outcome } from './outcome.ts';
import { createReader, type Reader } from './read.ts';

/** What a rollout needs from outside. */
export interface RolloutPorts {
  client: ServiceClient;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
  /** Makes a write when it may be sent: rollouts side by side take turns. Default at once. */
  inTurn?: InTurn | undefined;
}

export type InTurn = <Result>(write: () => Promise<Result>) => Promise<Result>;

export interface RolloutOptions {
  wait: 'ready' | 'rollout' | 'none';
  /** For everything after the first write: its verification, further calls, the wait and the smoke test. */
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
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
  probe: Probe;
  context: RolloutContext;
  /** As far as it has come. */
  outcome(): Outcome;
}

/** With `timeoutSeconds` from the first time that somebody asks for the deadline. */
export function createContext(
  { client, clock, onEvent, signal, inTurn = (write) => write() }: RolloutPorts,
  { timeoutSeconds }: { timeoutSeconds: number },
): RolloutContext {
  return {
    writer: client,
    reader: createReader({ client, clock, onEvent, signal }),
    clock,
    onEvent,
    signal,
    inTurn,
    deadlineMs: deadlineIn(timeoutSeconds, clock),
  };
}

/** The same with a time of its own. */
export function withTime(context: RolloutContext, timeoutSeconds: number): RolloutContext {
  return { ...context, deadlineMs: deadlineIn(timeoutSeconds, context.clock) };
}

function deadlineIn(seconds: number, clock: Clock): () => number {
  let deadlineMs: number | undefined;
  return () => {
    deadlineMs ??= clock.monotonicMs() + seconds * 1000;
    return deadlineMs;
  };
}

export function waitOf({ options }: Pick<Rollout, 'options'>): 'ready' | 'rollout' {
  return options.wait === 'rollout' ? 'rollout' : 'ready';
}
