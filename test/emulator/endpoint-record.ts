// One endpoint with its history, and what a reader may be shown of it.
import type { EndpointConfig } from './config.ts';
import type { StateView } from './worker-life.ts';
import type { WorkerView } from './worker-replacement.ts';
import type { Fleet } from './workers.ts';

/** What a reader is shown at one moment. */
export interface EndpointView {
  readonly id: string;
  readonly appName: string;
  readonly config: EndpointConfig;
  readonly state: StateView;
  readonly workers: readonly WorkerView[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** An endpoint between two writes. */
export interface EndpointState {
  readonly config: EndpointConfig;
  readonly fleet: Fleet;
  readonly updatedAtMs: number;
  /** Forces the endpoint's state until the next write; for seeded endpoints in odd states. */
  readonly stateWord: string | undefined;
  /** Set by a delete: on its way out until then, gone from then on. */
  readonly goneAtMs: number | undefined;
}

interface HistoryEntry {
  readonly atMs: number;
  readonly state: EndpointState;
}

export interface EndpointRecord {
  readonly id: string;
  readonly appName: string;
  readonly createdAtMs: number;
  /** Oldest first, never empty. */
  readonly history: HistoryEntry[];
  /** What readers see instead of the truth, for so many reads. */
  stale: { readonly state: EndpointState; readsLeft: number } | undefined;
  listsUntilShown: number;
}

export function stateOf(record: EndpointRecord): EndpointState {
  const entry = record.history.at(-1);
  if (entry === undefined) throw new Error(`endpoint ${record.id} has no history`);
  return entry.state;
}

/** How many writes have started workers. */
export function revisionOf(record: EndpointRecord): number {
  return stateOf(record).fleet.generations.length;
}

export function isGoneAt(state: EndpointState, atMs: number): boolean {
  return state.goneAtMs !== undefined && atMs >= state.goneAtMs;
}
