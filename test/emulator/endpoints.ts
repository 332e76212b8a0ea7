// The endpoints with their whole history: every write to them, and what a get and a list show, the truth or what was true a while ago.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from './clock.ts';
import { type EndpointConfig, sameContainer, withIgnored } from './config.ts';
import { type ListedWorkerInput, listedWorker, type ScriptBook } from './scripts.ts';
import type { Switches } from './switches.ts';
import { calm, type Pace, type StateView, type WorkerScript } from './worker-life.ts';
import * as workers from './workers.ts';

/** What a reader is shown at one moment. */
export interface EndpointView {
  readonly id: string;
  readonly appName: string;
  readonly config: EndpointConfig;
  readonly state: StateView;
  readonly workers: readonly workers.WorkerView[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** An endpoint between two writes. */
interface EndpointState {
  readonly config: EndpointConfig;
  readonly fleet: workers.Fleet;
  readonly updatedAtMs: number;
  /** Forces the endpoint's state until the next write; for seeded endpoints in odd states. */
  readonly stateWord: string | undefined;
  /** Set by a delete: on its way out until then, gone from then on. */
  readonly goneAtMs: number | undefined;
}

export interface EndpointRecord {
  readonly id: string;
  readonly appName: string;
  readonly createdAtMs: number;
  /** Oldest first, never empty. */
  readonly history: { readonly atMs: number; readonly state: EndpointState }[];
  /** What readers see instead of the truth, for so many reads. */
  stale: { readonly state: EndpointState; readsLeft: number } | undefined;
  listsUntilShown: number;
}

export function stateOf(record: EndpointRecord): EndpointState {
  const entry = record.history.at(-1);
  if (entry === undefined) throw new Error(`endpoint ${record.id} has no history`);
  return entry.state;
}

function isGoneAt({ goneAtMs }: EndpointState, atMs: number): boolean {
  return goneAtMs !== undefined && atMs >= goneAtMs;
}

const mask = (1n << 64n) - 1n;

/** splitmix64: a bijection over the counter, so that no id can come twice. */
function mixed(value: bigint): bigint {
  let z = (value * 0x9e3779b97f4a7c15n) & mask;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return z ^ (z >> 31n);
}

interface Surroundings {
  readonly clock: Clock;
  readonly pace: Pace;
  readonly scripts: ScriptBook;
  readonly switches: () => Switches;
  readonly idSeed: number;
}

interface NewEndpoint {
  readonly id?: string | undefined;
  readonly appName: string | undefined;
  readonly config: EndpointConfig;
  readonly stateWord?: string | undefined;
}

/** Long enough ago for every life of a worker to have ended before a test looks. */
const longAgoMs = 86_400_000;

export class Endpoints {
  readonly #around: Surroundings;
  readonly #records: EndpointRecord[] = [];
  #ids: bigint;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#ids = BigInt(around.idSeed) << 32n;
  }

  nowMs(): number {
    return this.#around.clock.nowMs();
  }

  /** 16 lowercase hexadecimal characters. */
  readonly #nextId = (): string => {
    this.#ids += 1n;
    return mixed(this.#ids).toString(16).padStart(16, '0');
  };

  create(config: EndpointConfig, appName: string | undefined, atMs = this.nowMs()): EndpointRecord {
    const record = this.#add({ appName, config }, atMs);
    record.listsUntilShown = this.#around.switches().createLagReads;
    return record;
  }

  /** An endpoint that has been there for a day. */
  seed(seeded: NewEndpoint): EndpointRecord {
    return this.#add(seeded, this.nowMs() - longAgoMs);
  }

  write(record: EndpointRecord, asked: EndpointConfig, atMs = this.nowMs()): void {
    const { ignoredMembers, keepsWorkersOn, rolloutOn } = this.#around.switches();
    const before = stateOf(record);
    const config = withIgnored(before.config, asked, ignoredMembers);
    const seen = withIgnored(before.config, config, keepsWorkersOn);
    const replaces = rolloutOn === 'every-update' || !sameContainer(before.config, seen);
    const fleet = replaces
      ? this.#rolledOut(before.fleet, config, { atMs, isSame: isDeepStrictEqual(before.config, config) })
      : workers.scale(before.fleet, { minNum: config.workerConfig.minNum, atMs, nextId: this.#nextId });
    this.#enter(record, { ...before, config, fleet, updatedAtMs: atMs, stateWord: undefined }, atMs);
  }

  remove(record: EndpointRecord, atMs = this.nowMs()): void {
    const before = stateOf(record);
    if (before.goneAtMs !== undefined) return;
    this.#enter(record, { ...before, goneAtMs: atMs + this.#around.switches().deleteLagSeconds * 1000 }, atMs);
  }

  /** The autoscaler adds a worker, on an endpoint that nobody changes. */
  scaleOut(
    record: EndpointRecord,
    { script, image }: { script: WorkerScript; image: string | undefined },
    atMs = this.nowMs(),
  ): void {
    const { pace } = this.#around;
    const added = { atMs, nextId: this.#nextId, script, pace, image };
    this.#enterFleet(record, workers.scaleOut(stateOf(record).fleet, added), atMs);
  }

  listWorker(record: EndpointRecord, given: ListedWorkerInput, atMs = this.nowMs()): void {
    const worker = listedWorker(given, { atMs, nextId: this.#nextId });
    this.#enterFleet(record, workers.listWorker(stateOf(record).fleet, worker), atMs);
  }

  /** Its running workers are not healthy for a while, in place. */
  interrupt(
    record: EndpointRecord,
    { fromMs, forMs, ...by }: { state?: string | undefined; hasExited?: boolean; fromMs: number; forMs: number },
    atMs: number,
  ): void {
    const times = { fromMs: atMs + fromMs, untilMs: atMs + fromMs + forMs };
    const met = { state: by.state, hasExited: by.hasExited, ...times };
    this.#enterFleet(record, workers.interrupt(stateOf(record).fleet, met), atMs);
  }

  /** A request came to an endpoint without workers. */
  wake(record: EndpointRecord): void {
    const atMs = this.nowMs();
    const request = { atMs, idleTimeoutMs: idleTimeoutMs(record), nextId: this.#nextId };
    this.#enterFleet(record, workers.wake(stateOf(record).fleet, request), atMs);
  }

  touch(record: EndpointRecord, workerId: string): void {
    const atMs = this.nowMs();
    const prolongsOld = this.#around.switches().oldWorkersStop !== 'when-idle';
    const to = { workerId, idleAtMs: atMs + idleTimeoutMs(record), prolongsOld };
    this.#enterFleet(record, workers.touch(stateOf(record).fleet, to), atMs);
  }

  /** Everything that ever was, in order of creation. */
  all(): readonly EndpointRecord[] {
    return this.#records;
  }

  /** Everything that exists, what is being deleted included; what writes act on. */
  existing(): readonly EndpointRecord[] {
    return this.#records.filter((record) => !isGoneAt(stateOf(record), this.nowMs()));
  }

  find(id: string): EndpointRecord | undefined {
    return this.existing().find((record) => record.id === id);
  }

  /** The truth about one endpoint now. */
  view(record: EndpointRecord): EndpointView {
    return this.#viewOf(record, stateOf(record), this.nowMs());
  }

  /** What a get shows; counts as one read of that endpoint. */
  shownByGet(id: string): EndpointView | undefined {
    const found = this.#records.filter((record) => record.id === id);
    return found.flatMap((record) => this.#read(record, this.#around.switches().getLagMs) ?? [])[0];
  }

  /** What a list shows before it is cut into pages; counts as one read of each endpoint. */
  shownByList(): readonly EndpointView[] {
    const { listLagMs, listShowsCreatedAfterMs } = this.#around.switches();
    return this.#records.flatMap((record) => {
      if (record.listsUntilShown > 0) {
        record.listsUntilShown -= 1;
        return [];
      }
      const isShown = this.nowMs() >= record.createdAtMs + listShowsCreatedAfterMs;
      return (isShown && this.#read(record, listLagMs)) || [];
    });
  }

  /** What the workers of an endpoint ran for in all until `atMs`, if nobody writes to it any more. */
  workerSeconds({ history }: EndpointRecord, atMs = this.nowMs()): number {
    const rules = this.#around.switches();
    const spans = history.map(({ atMs: fromMs, state }, index) => {
      const untilMs = Math.min(history[index + 1]?.atMs ?? atMs, atMs, state.goneAtMs ?? atMs);
      return workers.ranMs(state.fleet, { fromMs, untilMs }, rules);
    });
    return spans.reduce((sum, each) => sum + each, 0) / 1000;
  }

  /** The state before the last write, while reads are to show that, or the one of so long ago. */
  #read(record: EndpointRecord, lagMs: number): EndpointView | undefined {
    const { stale } = record;
    if (stale && stale.readsLeft > 0) {
      stale.readsLeft -= 1;
      return this.#viewOf(record, stale.state, this.nowMs());
    }
    const atMs = this.nowMs() - lagMs;
    const seen = record.history.findLast((entry) => entry.atMs <= atMs)?.state;
    if (seen === undefined || isGoneAt(seen, atMs)) return undefined;
    return this.#viewOf(record, seen, atMs);
  }

  /** An endpoint as it looks at `atMs` when `state` is the last that was written. */
  #viewOf({ id, appName, createdAtMs }: EndpointRecord, state: EndpointState, atMs: number): EndpointView {
    const switches = this.#around.switches();
    const { deletingWord } = switches;
    const seen = workers.fleetAt(state.fleet, atMs, switches);
    const isDeleting = state.goneAtMs !== undefined && deletingWord !== null;
    const forced = isDeleting ? deletingWord : state.stateWord;
    return {
      ...{ id, appName, config: state.config, createdAtMs, updatedAtMs: state.updatedAtMs },
      ...{ state: forced === undefined ? seen.state : calm(forced), workers: seen.workers },
    };
  }

  #add({ id = this.#nextId(), appName = id, config, stateWord }: NewEndpoint, atMs: number): EndpointRecord {
    const fleet = this.#rolledOut(workers.emptyFleet, config, { atMs, isSame: false });
    const state: EndpointState = { config, fleet, updatedAtMs: atMs, stateWord, goneAtMs: undefined };
    const history = [{ atMs, state }];
    const record: EndpointRecord = { id, appName, createdAtMs: atMs, history, stale: undefined, listsUntilShown: 0 };
    this.#records.push(record);
    return record;
  }

  #rolledOut(
    fleet: workers.Fleet,
    config: EndpointConfig,
    { atMs, isSame }: { atMs: number; isSame: boolean },
  ): workers.Fleet {
    const { image } = config.image;
    const { pace, scripts, switches } = this.#around;
    const script = scripts.take(image);
    const moment = { atMs, nextId: this.#nextId };
    const next = workers.rollOut(fleet, {
      ...{ ...moment, isSame, image, minNum: config.workerConfig.minNum, script, pace },
      keepIds: switches().workerIds !== 'new',
    });
    return (script.alsoListed ?? []).map((given) => listedWorker(given, moment)).reduce(workers.listWorker, next);
  }

  #enterFleet(record: EndpointRecord, fleet: workers.Fleet, atMs: number): void {
    const state = stateOf(record);
    if (fleet !== state.fleet) record.history.push({ atMs, state: { ...state, fleet } });
  }

  #enter(record: EndpointRecord, state: EndpointState, atMs: number): void {
    const readsLeft = this.#around.switches().eventualConsistencyReads;
    record.stale = { state: stateOf(record), readsLeft };
    record.history.push({ atMs, state });
  }
}

function idleTimeoutMs(record: EndpointRecord): number {
  return stateOf(record).config.workerConfig.freeTimeout * 1000;
}
