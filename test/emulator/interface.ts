// The types of what a test holds in its hands: options in, emulator out.
import type { Clock } from './clock.ts';
import type { EndpointConfig, PartialConfig } from './config.ts';
import type { Fault } from './faults.ts';
import type { Limits } from './limits.ts';
import type { ServedModel } from './model.ts';
import type { RawEndpoint } from './others.ts';
import type { ListedWorkerInput, ScriptedWrite } from './scripts.ts';
import type { ForeignChange } from './second-writer.ts';
import type { Switches } from './switches.ts';
import type { Operation, RecordedRequest } from './wire.ts';
import type { Pace, paces, StateView } from './worker-life.ts';
import type { WorkerView } from './worker-replacement.ts';

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
  /** 1 after creation, one more with each write that started new workers. */
  readonly revision: number;
}

export interface Emulator<C extends Clock = Clock> extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  readonly clock: C;
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
