// Owns the types of what a test holds in its hands: options in, emulator out; knows nothing of how it is done.
import type { Clock } from './clock.ts';
import type { EndpointConfig, PartialConfig } from './config.ts';
import type { Pace, paces, StateView } from './course.ts';
import type { Fault } from './faults.ts';
import type { Limits } from './limits.ts';
import type { RecordedRequest } from './recorder.ts';
import type { WorkerView } from './rollout.ts';
import type { ScriptedWrite } from './scripts.ts';
import type { Switches } from './switches.ts';
import type { Operation } from './wire.ts';

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

export type SeededEndpoint = PartialConfig & {
  readonly id?: string;
  readonly appName?: string;
  /** Forces the endpoint's state until it is written. */
  readonly stateWord?: string;
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
  /** Everything that exists, in order of creation; `terminating` included. */
  endpoints(): readonly StoredEndpoint[];
  addFault(fault: Fault): void;
  /** Faults that met no request so far. */
  unusedFaults(): readonly Fault[];
  clearFaults(): void;
  addScript(script: ScriptedWrite): void;
  setSwitches(change: Partial<Switches>): void;
  close(): Promise<void>;
}
