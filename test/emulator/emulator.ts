// Starts the emulator and hands out what a test looks at and changes.
import { createServer } from 'node:http';
import { FaultList } from '../http-server/faults.ts';
import { Recorder } from '../http-server/recorder.ts';
import { Listener, ManualClock, realClock } from './clock.ts';
import type { Fault } from './faults.ts';
import { handleOf } from './handle.ts';
import type { Emulator, EmulatorOptions } from './interface.ts';
import { type Limits, typicalLimits } from './limits.ts';
import { Models } from './model.ts';
import { Others } from './others.ts';
import { Reads } from './reads.ts';
import { ScriptBook } from './scripts.ts';
import { SecondWriter } from './second-writer.ts';
import { type Exchanges, exchange } from './server.ts';
import type { Service } from './service.ts';
import { Store } from './store.ts';
import { changedSwitches, defaultSwitches } from './switches.ts';
import type { Arrival } from './wire.ts';
import { type Pace, paces } from './worker-life.ts';

export { type Clock, ManualClock, realClock } from './clock.ts';
export type { PartialConfig } from './config.ts';
export type { Fault } from './faults.ts';
export type { Emulator, EmulatorOptions, StoredEndpoint } from './interface.ts';
export type { ScriptedWrite } from './scripts.ts';
export type { ForeignChange } from './second-writer.ts';
export { defaultSwitches, type Switches } from './switches.ts';
export type { RecordedRequest } from './wire.ts';

export { paces } from './worker-life.ts';

export async function startEmulator(
  options: EmulatorOptions & { readonly clock: ManualClock },
): Promise<Emulator<ManualClock>>;
export async function startEmulator(
  options: EmulatorOptions & { readonly advancePerRequestMs: number; readonly clock?: never },
): Promise<Emulator<ManualClock>>;
export async function startEmulator(options?: EmulatorOptions): Promise<Emulator>;
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { advancePerRequestMs = 0, apiKey = 'test-key' } = options;
  const clock = options.clock ?? (advancePerRequestMs > 0 ? new ManualClock() : realClock);
  if (advancePerRequestMs > 0 && !(clock instanceof ManualClock)) {
    throw new TypeError('advancePerRequestMs needs a ManualClock: a real clock moves by itself');
  }
  let switches = changedSwitches(defaultSwitches, options.switches ?? {});
  let lists = -1;
  const limits: Limits = { ...typicalLimits, ...options.limits };
  const pace: Pace = typeof options.pace === 'string' ? paces[options.pace] : { ...paces.typical, ...options.pace };
  const scripts = new ScriptBook();
  for (const script of options.scripts ?? []) scripts.add(script);
  const store = new Store({ clock, pace, scripts, switches: () => switches, idSeed: options.idSeed ?? 1 });
  const advance = (ms: number) => {
    if (advancePerRequestMs > 0 && clock instanceof ManualClock) clock.advance(ms);
  };
  const service: Service = {
    store,
    reads: new Reads({ store, clock, switches: () => switches }),
    others: new Others(() => switches),
    models: new Models(),
    clock,
    limits,
    products: options.products ?? ['1', '2', 'SL-serverless-3'],
    switches: () => switches,
    baseUrl: () => listener.url,
    nextListNumber: () => {
      lists += 1;
      return lists;
    },
    letTimePass: () => advance(advancePerRequestMs),
    passUntil: (atMs) => {
      if (Number.isFinite(atMs)) advance(Math.max(0, atMs - clock.nowMs()));
      return clock.waitUntil(atMs);
    },
  };
  const setSwitches: Emulator['setSwitches'] = (change) => {
    switches = changedSwitches(switches, change);
  };
  const exchanges: Exchanges = {
    service,
    faults: new FaultList<Fault>(),
    secondWriter: new SecondWriter(service),
    recorder: new Recorder<Arrival>(),
    apiKey,
    onArrival: () => exchanges.secondWriter.applyDue(clock.nowMs()),
    onRequest: options.onRequest ?? (() => {}),
    refuseConnections: (forMs) => listener.refuse(forMs),
  };
  const server = createServer((incoming, response) => void exchange(exchanges, incoming, response));
  // Longer than any pause of a client between two polls: closing an idle connection is a fault to be scripted, not luck.
  server.keepAliveTimeout = 120_000;
  const listener = new Listener(server, clock);
  const emulator = handleOf({ exchanges, scripts, listener, setSwitches });
  for (const model of options.models ?? []) emulator.addModel(model);
  for (const fault of options.faults ?? []) emulator.addFault(fault);
  for (const endpoint of options.rawEndpoints ?? []) emulator.seedRaw(endpoint);
  for (const change of options.changes ?? []) emulator.addChange(change);
  await listener.open(options.port ?? 0);
  return emulator;
}
