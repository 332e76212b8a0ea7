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
}

export interface RolloutOptions {
  wait: 'ready' | 'rollout' | 'none';
  /** For the wait and the smoke test together. */
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
  /** A path that starts with a slash, or ''. */
  smokeTest: string;
}

/** The service can be written to; every reading goes through the reader. */
export interface RolloutContext {
  writer: Pick<ServiceClient, 'create' | 'updateV1' | 'updateV2' | 'delete'>;
  reader: Reader;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
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

export function createContext({ client, clock, onEvent, signal }: RolloutPorts): RolloutContext {
  return { writer: client, reader: createReader({ client, clock, onEvent, signal }), clock, onEvent, signal };
}
