/** What every step of a rollout works with. */

import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client.ts';
import type { OnRolloutEvent } from './events.ts';
import { createReader, type Reader } from './read.ts';

/** What a rollout needs from outside. */
export interface RolloutPorts {
  client: ServiceClient;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/** The service can be written to; every reading goes through the reader. */
export interface RolloutContext {
  writer: Pick<ServiceClient, 'create' | 'updateV1' | 'updateV2' | 'delete'>;
  reader: Reader;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

export function createContext({ client, clock, onEvent, signal }: RolloutPorts): RolloutContext {
  return { writer: client, reader: createReader({ client, clock, onEvent, signal }), clock, onEvent, signal };
}
