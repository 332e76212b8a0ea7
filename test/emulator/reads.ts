// What a get and a list show of the endpoints: the truth, or what was true a while ago.
import type { Clock } from './clock.ts';
import { type EndpointRecord, type EndpointState, type EndpointView, isGoneAt, stateOf } from './endpoint-record.ts';
import type { Store } from './store.ts';
import type { Switches } from './switches.ts';

type Reader = 'get' | 'list';

interface ReadSurroundings {
  readonly store: Store;
  readonly clock: Clock;
  readonly switches: () => Switches;
}

export class Reads {
  readonly #around: ReadSurroundings;

  constructor(around: ReadSurroundings) {
    this.#around = around;
  }

  /** What a get shows; counts as one read of that endpoint. */
  one(id: string): EndpointView | undefined {
    for (const record of this.#around.store.all()) {
      if (record.id !== id) continue;
      const view = this.#read(record, 'get');
      if (view !== undefined) return view;
    }
    return undefined;
  }

  /** What a list shows before it is cut into pages; counts as one read of each endpoint. */
  all(): readonly EndpointView[] {
    return this.#around.store.all().flatMap((record) => this.#read(record, 'list') ?? []);
  }

  #read(record: EndpointRecord, reader: Reader): EndpointView | undefined {
    const { store, clock } = this.#around;
    if (this.#isHidden(record, reader)) return undefined;
    const stale = takenStale(record);
    if (stale !== undefined) return store.viewOf(record, stale, clock.nowMs());
    const { getLagMs, listLagMs } = this.#around.switches();
    const atMs = clock.nowMs() - (reader === 'get' ? getLagMs : listLagMs);
    const seen = record.history.findLast((entry) => entry.atMs <= atMs);
    if (seen === undefined) return undefined;
    if (!isGoneAt(seen.state, atMs)) return store.viewOf(record, seen.state, atMs);
    return this.#deletedView(record, reader, atMs);
  }

  /** A reader that is behind still shows what was there when it was deleted. */
  #deletedView(record: EndpointRecord, reader: Reader, atMs: number): EndpointView | undefined {
    const switches = this.#around.switches();
    const shownForMs = reader === 'get' ? switches.getShowsDeletedForMs : switches.listShowsDeletedForMs;
    const goneAtMs = stateOf(record).goneAtMs ?? 0;
    if (atMs >= goneAtMs + shownForMs) return undefined;
    const before = record.history.findLast((entry) => entry.state.goneAtMs === undefined);
    return before === undefined ? undefined : this.#around.store.viewOf(record, before.state, atMs);
  }

  /** Not shown yet, though created. Uses up one read of those that don't show it. */
  #isHidden(record: EndpointRecord, reader: Reader): boolean {
    if (reader === 'get') return false;
    if (record.listsUntilShown > 0) {
      record.listsUntilShown -= 1;
      return true;
    }
    return this.#around.clock.nowMs() < record.createdAtMs + this.#around.switches().listShowsCreatedAfterMs;
  }
}

/** The state before the last write, while reads are to show that; uses up one of those reads. */
function takenStale(record: EndpointRecord): EndpointState | undefined {
  const { stale } = record;
  if (stale === undefined || stale.readsLeft === 0) return undefined;
  stale.readsLeft -= 1;
  return stale.state;
}
