// Owns the endpoints and what each reader may see of them; knows no HTTP, no request schema and no form of an answer.
import type { Clock } from './clock.ts';
import { type EndpointConfig, sameContainer } from './config.ts';
import { withIgnored } from './config-writes.ts';
import type { Pace, StateView } from './course.ts';
import { Fleet } from './fleet.ts';
import { IdSequence } from './identifiers.ts';
import type { WorkerView } from './rollout.ts';
import type { ScriptBook } from './scripts.ts';
import type { Switches } from './switches.ts';

/** What a reader is shown at one moment. */
export interface EndpointView {
  readonly id: string;
  readonly appName: string;
  readonly config: EndpointConfig;
  readonly state: StateView;
  readonly workers: readonly WorkerView[];
}

export interface EndpointRecord {
  readonly id: string;
  readonly appName: string;
  readonly fleet: Fleet;
  config: EndpointConfig;
  /** Forces the endpoint's state until the next write; for seeded endpoints in odd states. */
  stateWord: string | undefined;
  /** What readers see instead of the truth, for so many reads. */
  stale: { readonly config: EndpointConfig; readonly revision: number; readsLeft: number } | undefined;
  listReadsUntilShown: number;
  /** Set by a delete: `terminating` until then, gone from then on. */
  goneAtMs: number | undefined;
}

export interface Surroundings {
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

/** Long enough ago for every course to have ended before a test looks. */
const longAgoMs = 86_400_000;

export class Store {
  readonly #around: Surroundings;
  readonly #records: EndpointRecord[] = [];
  readonly #ids: IdSequence;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#ids = new IdSequence(around.idSeed);
  }

  create(config: EndpointConfig, appName: string | undefined): EndpointRecord {
    const record = this.#add({ appName, config }, this.#nowMs());
    record.listReadsUntilShown = this.#around.switches().createLagReads;
    return record;
  }

  /** An endpoint that has been there for a day. */
  seed(seeded: NewEndpoint): EndpointRecord {
    return this.#add(seeded, this.#nowMs() - longAgoMs);
  }

  write(record: EndpointRecord, asked: EndpointConfig): void {
    const { ignoredMembers, rolloutOn } = this.#around.switches();
    const before = record.config;
    this.#rememberStale(record);
    record.config = withIgnored(before, asked, ignoredMembers);
    record.stateWord = undefined;
    if (rolloutOn === 'every-update' || !sameContainer(before, record.config)) this.#rollOut(record, this.#nowMs());
    else record.fleet.scale(record.config.workerConfig.minNum, this.#nowMs());
  }

  remove(record: EndpointRecord): void {
    if (record.goneAtMs !== undefined) return;
    this.#rememberStale(record);
    record.goneAtMs = this.#nowMs() + this.#around.switches().deleteLagSeconds * 1000;
  }

  /** Everything that exists, `terminating` included, in order of creation; what writes act on. */
  existing(): readonly EndpointRecord[] {
    return this.#records.filter((record) => !this.#isGone(record));
  }

  find(id: string): EndpointRecord | undefined {
    return this.existing().find((record) => record.id === id);
  }

  /** The truth about one endpoint now. */
  view(record: EndpointRecord): EndpointView {
    return this.#viewOf(record, { config: record.config, revision: record.fleet.revision, truth: true });
  }

  /** What a get shows; counts as one read. */
  readOne(id: string): EndpointView | undefined {
    const record = this.#records.find((candidate) => candidate.id === id && this.#isReadable(candidate));
    return record === undefined ? undefined : this.#read(record);
  }

  /** What a list shows before it is cut into pages; counts as one read of each endpoint. */
  readAll(): readonly EndpointView[] {
    return this.#records.flatMap((record) => {
      if (!this.#isReadable(record)) return [];
      if (record.listReadsUntilShown === 0) return [this.#read(record)];
      record.listReadsUntilShown -= 1;
      return [];
    });
  }

  #add(given: NewEndpoint, writtenAtMs: number): EndpointRecord {
    const id = given.id ?? this.#ids.next();
    const record: EndpointRecord = {
      id,
      appName: given.appName ?? id,
      fleet: new Fleet(this.#ids, this.#around.pace),
      config: given.config,
      stateWord: given.stateWord,
      stale: undefined,
      listReadsUntilShown: 0,
      goneAtMs: undefined,
    };
    this.#records.push(record);
    this.#rollOut(record, writtenAtMs);
    return record;
  }

  #rollOut({ fleet, config }: EndpointRecord, atMs: number): void {
    const { image } = config.image;
    fleet.rollOut({ image, minNum: config.workerConfig.minNum, script: this.#around.scripts.take(image), atMs });
  }

  #rememberStale(record: EndpointRecord): void {
    const readsLeft = this.#around.switches().eventualConsistencyReads;
    record.stale = readsLeft === 0 ? undefined : { config: record.config, revision: record.fleet.revision, readsLeft };
  }

  #read(record: EndpointRecord): EndpointView {
    const { stale } = record;
    if (stale === undefined || stale.readsLeft === 0) return this.view(record);
    stale.readsLeft -= 1;
    return this.#viewOf(record, { ...stale, truth: false });
  }

  #viewOf(
    record: EndpointRecord,
    seen: { readonly config: EndpointConfig; readonly revision: number; readonly truth: boolean },
  ): EndpointView {
    const { keepOldWorkersMs, stateDuringUpdate } = this.#around.switches();
    const { state, workers } = record.fleet.at({
      nowMs: this.#nowMs(),
      revision: seen.revision,
      keepOldWorkersMs: keepOldWorkersMs === 'forever' ? Number.POSITIVE_INFINITY : keepOldWorkersMs,
      stateDuringUpdate,
    });
    const forced = seen.truth && record.goneAtMs !== undefined ? 'terminating' : record.stateWord;
    const shown = forced === undefined ? state : { state: forced, error: '', message: '' };
    return { id: record.id, appName: record.appName, config: seen.config, state: shown, workers };
  }

  #isGone(record: EndpointRecord): boolean {
    return record.goneAtMs !== undefined && this.#nowMs() >= record.goneAtMs;
  }

  #isReadable(record: EndpointRecord): boolean {
    return !this.#isGone(record) || (record.stale?.readsLeft ?? 0) > 0;
  }

  #nowMs(): number {
    return this.#around.clock.nowMs();
  }
}
