// Starts the emulator and hands out what a test looks at and changes.
import { createServer } from 'node:http';
import { FaultList } from '../http-server/faults.ts';
import { Recorder } from '../http-server/recorder.ts';
import { type Clock, Listener, ManualClock, realClock } from './clock.ts';
import { type EndpointConfig, type PartialConfig, withPart } from './config.ts';
import { type EndpointRecord, Endpoints, stateOf } from './endpoints.ts';
import { assertFault, type Fault } from './faults.ts';
import { type Limits, typicalLimits } from './limits.ts';
import { Models, type ServedModel } from './model.ts';
import { Others, type RawEndpoint } from './others.ts';
import { endpointUrl } from './responses.ts';
import type { Service } from './routes.ts';
import { type ListedWorkerInput, ScriptBook, type ScriptedWrite } from './scripts.ts';
import { type ForeignChange, SecondWriter, seededConfig } from './second-writer.ts';
import { type Exchanges, exchange } from './server.ts';
import { changedSwitches, defaultSwitches, type Switches } from './switches.ts';
import type { Arrival, Operation, RecordedRequest } from './wire.ts';
import { type Pace, paces, type StateView } from './worker-life.ts';
import { revisionOf, type WorkerView } from './workers.ts';

export { type Clock, ManualClock, realClock } from './clock.ts';
export type { PartialConfig } from './config.ts';
export type { Fault } from './faults.ts';
export type { ScriptedWrite } from './scripts.ts';
export type { ForeignChange } from './second-writer.ts';
export { defaultSwitches, type Switches } from './switches.ts';
export type { RecordedRequest } from './wire.ts';
export { paces, quickPace } from './worker-life.ts';

export interface EmulatorOptions {
  /** Default 0: any free port, always on 127.0.0.1. */
  readonly port?: number;
  /** Default `test-key`. */
  readonly apiKey?: string;
  readonly switches?: Partial<Switches>;
  readonly limits?: Partial<Limits>;
  /** Product ids that exist. Default `1`, `2`, `SL-serverless-3`. */
  readonly products?: readonly string[];
  readonly faults?: readonly Fault[];
  readonly scripts?: readonly ScriptedWrite[];
  /** What runs in the containers, by image; without one, each request is answered 200. */
  readonly models?: readonly ServedModel[];
  /** What a second writer does, and when. */
  readonly changes?: readonly ForeignChange[];
  /** Endpoints of somebody else, listed and got exactly as they are given, whatever their form. */
  readonly rawEndpoints?: readonly RawEndpoint[];
  /** Default `typical`: about 37 s from a write to a healthy worker. */
  readonly pace?: keyof typeof paces | Partial<Pace>;
  /** Default: the real clock, or a new manual one with `advancePerRequestMs`. */
  readonly clock?: Clock;
  /** Moves the (manual) clock after each get, list and request to an endpoint's own service. */
  readonly advancePerRequestMs?: number;
  /** Another seed gives other ids. Default 1. */
  readonly idSeed?: number;
  /** Called when a request is over, answered or not. */
  readonly onRequest?: (request: RecordedRequest) => void;
}

type SeededEndpoint = PartialConfig & {
  readonly id?: string;
  readonly appName?: string;
  /** Forces the endpoint's state until it is written. */
  readonly stateWord?: string;
  /** Workers that are listed beside its own, from now on. */
  readonly alsoListed?: readonly ListedWorkerInput[];
};

/** An endpoint as stored, whatever responses show of it. */
export interface StoredEndpoint extends EndpointConfig {
  readonly id: string;
  readonly appName: string;
  readonly url: string;
  readonly state: StateView;
  readonly workers: readonly WorkerView[];
  /** 1 after creation, one more with each write of another configuration that started new workers. */
  readonly revision: number;
}

export interface Emulator<C extends Clock = Clock> extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  readonly clock: C;
  /** Moves by the times of models alone: on a manual clock, others who sleep meanwhile are no part of an answer's time. */
  readonly stopwatch: { monotonicMs(): number };
  readonly switches: Switches;
  readonly limits: Limits;
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  /** Resolves at the arrival of the nth (default: next) request of that operation from now on. */
  nextRequest(operation: Operation, nth?: number): Promise<RecordedRequest>;
  /** An endpoint that has been serving for a day; returns its id. */
  seed(endpoint?: SeededEndpoint): string;
  /** Somebody else changes an endpoint: a write with all its consequences. */
  change(id: string, part: PartialConfig): void;
  /** Somebody else deletes an endpoint. */
  remove(id: string): void;
  /** Somebody else does something, now or at a moment to come. */
  addChange(change: ForeignChange): void;
  /** An endpoint of somebody else, listed and got exactly as given. */
  seedRaw(endpoint: RawEndpoint): void;
  /** The raw endpoints that are left. */
  rawEndpoints(): readonly RawEndpoint[];
  /** Everything that exists, in order of creation; `terminating` included. */
  endpoints(): readonly StoredEndpoint[];
  /** The bill by endpoint ID, deleted ones included, until now or as it will be at `atMs` if nothing is written before. */
  workerSeconds(atMs?: number): Readonly<Record<string, number>>;
  addFault(fault: Fault): void;
  /** Faults that met no request so far. */
  unusedFaults(): readonly Fault[];
  clearFaults(): void;
  addScript(script: ScriptedWrite): void;
  /** Goes before those that were added earlier. */
  addModel(model: ServedModel): void;
  setSwitches(change: Partial<Switches>): void;
  close(): Promise<void>;
}

export async function startEmulator(
  options: EmulatorOptions & { readonly clock: ManualClock },
): Promise<Emulator<ManualClock>>;
export async function startEmulator(
  options: EmulatorOptions & { readonly advancePerRequestMs: number; readonly clock?: never },
): Promise<Emulator<ManualClock>>;
export async function startEmulator(options?: EmulatorOptions): Promise<Emulator>;
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { advancePerRequestMs = 0, apiKey = 'test-key', idSeed = 1 } = options;
  const clock = options.clock ?? (advancePerRequestMs > 0 ? new ManualClock() : realClock);
  if (advancePerRequestMs > 0 && !(clock instanceof ManualClock)) {
    throw new TypeError('advancePerRequestMs needs a ManualClock: a real clock moves by itself');
  }
  let switches = changedSwitches(defaultSwitches, options.switches ?? {});
  let lists = 0;
  let turns = 0;
  let modelMs = 0;
  const limits: Limits = { ...typicalLimits, ...options.limits };
  const pace: Pace = typeof options.pace === 'string' ? paces[options.pace] : { ...paces.typical, ...options.pace };
  const scripts = new ScriptBook();
  for (const script of options.scripts ?? []) scripts.add(script);
  const store = new Endpoints({ clock, pace, scripts, switches: () => switches, idSeed });
  const others = new Others(() => switches);
  const models = new Models();
  const advance = (ms: number) => {
    if (advancePerRequestMs > 0 && clock instanceof ManualClock) clock.advance(ms);
  };
  const service: Service = {
    ...{ store, others, models, clock, limits },
    products: options.products ?? ['1', '2', 'SL-serverless-3'],
    switches: () => switches,
    baseUrl: () => listener.url,
    nextListNumber: () => lists++,
    nextTurn: () => turns++,
    letTimePass: () => advance(advancePerRequestMs),
    passUntil: (atMs) => {
      if (Number.isFinite(atMs)) advance(Math.max(0, atMs - clock.nowMs()));
      return clock.waitUntil(atMs);
    },
    passMs: (ms) => {
      modelMs += ms;
      return service.passUntil(clock.nowMs() + ms);
    },
  };
  const faults = new FaultList<Fault>();
  const recorder = new Recorder<Arrival>();
  const secondWriter = new SecondWriter(service);
  const exchanges: Exchanges = {
    ...{ service, faults, secondWriter, recorder, apiKey },
    onRequest: options.onRequest ?? (() => {}),
    refuseConnections: (forMs) => listener.refuse(forMs),
  };
  const server = createServer((incoming, response) => void exchange(exchanges, incoming, response));
  // Longer than any pause of a client between two polls: closing an idle connection is a fault to be scripted, not luck.
  server.keepAliveTimeout = 120_000;
  const listener = new Listener(server, clock);

  const existing = (id: string): EndpointRecord => {
    secondWriter.applyDue(clock.nowMs());
    const record = store.find(id);
    if (record === undefined) throw new Error(`the emulator has no endpoint ${id}`);
    return record;
  };
  const snapshot = (record: EndpointRecord): StoredEndpoint => {
    const { id, appName, config, state, workers } = store.view(record);
    const url = endpointUrl(record, listener.url);
    return structuredClone({
      id,
      appName,
      url,
      ...config,
      state,
      workers,
      revision: revisionOf(stateOf(record).fleet),
    });
  };
  const close = () => listener.close();
  const emulator: Emulator = {
    get url() {
      return listener.url;
    },
    ...{ apiKey, clock, limits },
    stopwatch: { monotonicMs: () => modelMs },
    get switches() {
      return switches;
    },
    get requests() {
      return recorder.all();
    },
    clearRequests: () => recorder.clear(),
    nextRequest: (operation, nth = 1) => recorder.next(operation, nth),
    seed: ({ id, appName, stateWord, alsoListed = [], ...part } = {}) => {
      const name = `seeded-${store.existing().length + 1}`;
      const record = store.seed({ id, appName, stateWord, config: withPart(seededConfig, { name, ...part }) });
      for (const worker of alsoListed) store.listWorker(record, worker);
      return record.id;
    },
    change: (id, part) => {
      const record = existing(id);
      store.write(record, withPart(stateOf(record).config, part));
    },
    remove: (id) => store.remove(existing(id)),
    addChange: (change) => secondWriter.add(change, clock.nowMs()),
    seedRaw: (endpoint) => others.addRaw(endpoint),
    rawEndpoints: () => structuredClone(others.raw()),
    endpoints: () => {
      secondWriter.applyDue(clock.nowMs());
      return store.existing().map(snapshot);
    },
    workerSeconds: (atMs) => {
      secondWriter.applyDue(clock.nowMs());
      return Object.fromEntries(store.all().map((record) => [record.id, store.workerSeconds(record, atMs)]));
    },
    addFault: (fault) => {
      assertFault(fault);
      faults.add(fault);
    },
    unusedFaults: () => faults.unused(),
    clearFaults: () => faults.clear(),
    addScript: (script) => scripts.add(script),
    addModel: (model) => models.add(model),
    setSwitches: (change) => {
      switches = changedSwitches(switches, change);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  for (const model of options.models ?? []) emulator.addModel(model);
  for (const fault of options.faults ?? []) emulator.addFault(fault);
  for (const endpoint of options.rawEndpoints ?? []) emulator.seedRaw(endpoint);
  for (const change of options.changes ?? []) emulator.addChange(change);
  await listener.open(options.port ?? 0);
  return emulator;
}
