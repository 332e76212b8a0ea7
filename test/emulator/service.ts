// What the service keeps and offers to its operations.
import type { Clock } from './clock.ts';
import type { Limits } from './limits.ts';
import type { Models } from './model.ts';
import type { Others } from './others.ts';
import type { Reads } from './reads.ts';
import type { Store } from './store.ts';
import type { Switches } from './switches.ts';
import { Refusal } from './wire.ts';

export interface Service {
  readonly store: Store;
  readonly reads: Reads;
  readonly others: Others;
  /** What runs in the containers. */
  readonly models: Models;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly products: readonly string[];
  readonly switches: () => Switches;
  readonly baseUrl: () => string;
  /** Counts lists: 0 for the first. */
  readonly nextListNumber: () => number;
  /** Moves a manual clock after a read, so that time passes for a client in another process. */
  readonly letTimePass: () => void;
  /** Waits for that moment; a clock that moves with requests is moved there, since nobody else would. */
  readonly passUntil: (atMs: number) => Promise<void>;
}

export function notFound(id: string): Refusal {
  return new Refusal(400, 'SERVERLESS_ENDPOINT_NOT_FOUND', `endpoint not found: ${id}`);
}
