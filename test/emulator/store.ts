// The endpoints with their whole history, and every write to them.
import type { Clock } from './clock.ts';
import { type EndpointConfig, sameContainer } from './config.ts';
import { withIgnored } from './config-writes.ts';
import { type EndpointRecord, type EndpointState, type EndpointView, isGoneAt, stateOf } from './endpoint-record.ts';
import { type ListedWorkerInput, listedWorker, type ScriptBook } from './scripts.ts';
import type { Switches } from './switches.ts';
import { calm, type Pace, type WorkerScript } from './worker-life.ts';
import { type ReplacementRules, ranMs } from './worker-replacement.ts';
import * as workers from './workers.ts';

const mask = (1n << 64n) - 1n;

/** splitmix64: a bijection over the counter, so that no id can come twice. */
function mixed(value: bigint): bigint {
  let z = (value * 0x9e3779b97f4a7c15n) & mask;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return z ^ (z >> 31n);
}

export class IdSequence {
  #counter: bigint;

  constructor(seed: number) {
    this.#counter = BigInt(seed) << 32n;
  }

  /** 16 lowercase hexadecimal characters. */
  next(): string {
    this.#counter += 1n;
    return mixed(this.#counter).toString(16).padStart(16, '0');
  }
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

/** Long enough ago for every life of a worker to have ended before a test looks. */
const longAgoMs = 86_400_000;

export class Store {
  readonly #around: Surroundings;
  readonly #records: EndpointRecord[] = [];
  readonly #ids: IdSequence;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#ids = new IdSequence(around.idSeed);
  }

  nowMs(): number {
    return this.#around.clock.nowMs();
  }

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
    const { minNum } = config.workerConfig;
    const fleet = replaces
      ? this.#rolledOut(before.fleet, config, atMs)
      : workers.scale(before.fleet, { minNum, atMs, nextId: this.#nextId });
    this.#rememberStale(record);
    this.#enter(record, { ...before, config, fleet, updatedAtMs: atMs, stateWord: undefined }, atMs);
  }

  remove(record: EndpointRecord, atMs = this.nowMs()): void {
    const before = stateOf(record);
    if (before.goneAtMs !== undefined) return;
    this.#rememberStale(record);
    this.#enter(record, { ...before, goneAtMs: atMs + this.#around.switches().deleteLagSeconds * 1000 }, atMs);
  }

  /** The autoscaler adds a worker, on an endpoint that nobody changes. */
  scaleOut(record: EndpointRecord, script: WorkerScript, atMs = this.nowMs()): void {
    const added = { id: this.#ids.next(), atMs, script, pace: this.#around.pace };
    this.#enterFleet(record, workers.scaleOut(stateOf(record).fleet, added), atMs);
  }

  listWorker(record: EndpointRecord, given: ListedWorkerInput, atMs = this.nowMs()): void {
    const worker = listedWorker(given, { atMs, nextId: this.#nextId });
    this.#enterFleet(record, workers.listWorker(stateOf(record).fleet, worker), atMs);
  }

  /** Its running workers are not healthy for a while, in place. */
  interrupt(
    record: EndpointRecord,
    by: { state?: string | undefined; fromMs: number; forMs: number },
    atMs: number,
  ): void {
    const { state, fromMs, forMs } = by;
    const times = { fromMs: atMs + fromMs, untilMs: atMs + fromMs + forMs };
    this.#enterFleet(record, workers.interrupt(stateOf(record).fleet, { state, ...times }), atMs);
  }

  /** A request came to an endpoint without workers. Returns when one is healthy. */
  wake(record: EndpointRecord): number {
    const atMs = this.nowMs();
    const request = { atMs, idleTimeoutMs: idleTimeoutMs(record), nextId: this.#nextId };
    const { fleet, readyAtMs } = workers.wake(stateOf(record).fleet, request);
    this.#enterFleet(record, fleet, atMs);
    return readyAtMs;
  }

  touch(record: EndpointRecord, workerId: string): void {
    const atMs = this.nowMs();
    const prolongsOld = this.#around.switches().oldWorkersStop !== 'when-idle';
    const to = { idleAtMs: atMs + idleTimeoutMs(record), prolongsOld };
    this.#enterFleet(record, workers.touch(stateOf(record).fleet, workerId, to), atMs);
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
    return this.viewOf(record, stateOf(record), this.nowMs());
  }

  /** An endpoint as it looks at `atMs` when `state` is the last that was written. */
  viewOf(record: EndpointRecord, state: EndpointState, atMs: number): EndpointView {
    const { deletingWord } = this.#around.switches();
    const seen = workers.fleetAt(state.fleet, atMs, this.#replacementRules());
    const isDeleting = state.goneAtMs !== undefined && deletingWord !== null;
    const forced = isDeleting ? deletingWord : state.stateWord;
    return {
      id: record.id,
      appName: record.appName,
      config: state.config,
      state: forced === undefined ? seen.state : calm(forced),
      workers: seen.workers,
      createdAtMs: record.createdAtMs,
      updatedAtMs: state.updatedAtMs,
    };
  }

  /** What the workers of an endpoint ran for in all until `atMs`, if nobody writes to it any more. */
  workerSeconds({ history }: EndpointRecord, atMs = this.nowMs()): number {
    const rules = this.#replacementRules();
    const spans = history.map(({ atMs: fromMs, state }, index) => {
      const untilMs = Math.min(history[index + 1]?.atMs ?? atMs, atMs, state.goneAtMs ?? atMs);
      return ranMs(state.fleet.generations, { fromMs, untilMs }, rules);
    });
    return spans.reduce((sum, each) => sum + each, 0) / 1000;
  }

  #replacementRules(): ReplacementRules {
    const switches = this.#around.switches();
    const { keepOldWorkersMs } = switches;
    return {
      ...switches,
      keepOldWorkersMs: keepOldWorkersMs === 'forever' ? Number.POSITIVE_INFINITY : keepOldWorkersMs,
    };
  }

  readonly #nextId = (): string => this.#ids.next();

  #add(given: NewEndpoint, atMs: number): EndpointRecord {
    const id = given.id ?? this.#ids.next();
    const { config, stateWord } = given;
    const fleet = this.#rolledOut(workers.emptyFleet, config, atMs);
    const state: EndpointState = { config, fleet, updatedAtMs: atMs, stateWord, goneAtMs: undefined };
    const record: EndpointRecord = {
      id,
      appName: given.appName ?? id,
      createdAtMs: atMs,
      history: [{ atMs, state }],
      stale: undefined,
      listsUntilShown: 0,
    };
    this.#records.push(record);
    return record;
  }

  #rolledOut(fleet: workers.Fleet, config: EndpointConfig, atMs: number): workers.Fleet {
    const { image } = config.image;
    const script = this.#around.scripts.take(image);
    const next = workers.rollOut(fleet, {
      image,
      minNum: config.workerConfig.minNum,
      script,
      pace: this.#around.pace,
      atMs,
      keepIds: this.#around.switches().workerIds !== 'new',
      nextId: this.#nextId,
    });
    const listed = (script.alsoListed ?? []).map((given) => listedWorker(given, { atMs, nextId: this.#nextId }));
    return listed.reduce(workers.listWorker, next);
  }

  #enterFleet(record: EndpointRecord, fleet: workers.Fleet, atMs: number): void {
    const before = stateOf(record);
    if (fleet !== before.fleet) this.#enter(record, { ...before, fleet }, atMs);
  }

  #enter(record: EndpointRecord, state: EndpointState, atMs: number): void {
    record.history.push({ atMs, state });
  }

  #rememberStale(record: EndpointRecord): void {
    const readsLeft = this.#around.switches().eventualConsistencyReads;
    record.stale = readsLeft === 0 ? undefined : { state: stateOf(record), readsLeft };
  }
}

function idleTimeoutMs(record: EndpointRecord): number {
  return stateOf(record).config.workerConfig.freeTimeout * 1000;
}
