// Owns starting and stopping the emulator and looking inside it; knows no rule of the service itself.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock, realClock } from './clock.ts';
import { type EndpointConfig, emptyConfig, withPart } from './config.ts';
import { type Pace, paces } from './course.ts';
import type { Emulator, EmulatorOptions, StoredEndpoint } from './face.ts';
import { FaultList } from './faults.ts';
import { type Limits, typicalLimits } from './limits.ts';
import { Recorder } from './recorder.ts';
import { endpointUrl } from './responses.ts';
import { ScriptBook } from './scripts.ts';
import { exchange } from './server.ts';
import type { Service } from './service.ts';
import { type EndpointRecord, Store } from './store.ts';
import { changedSwitches, defaultSwitches } from './switches.ts';

export { type Clock, ManualClock, realClock } from './clock.ts';
export type { EndpointConfig, PartialConfig } from './config.ts';
export { type Pace, paces, type WorkerOutcome } from './course.ts';
export type { Emulator, EmulatorOptions, SeededEndpoint, StoredEndpoint } from './face.ts';
export type { Fault, HookFault, JsonFault } from './faults.ts';
export { type Limits, typicalLimits } from './limits.ts';
export type { RecordedRequest } from './recorder.ts';
export type { ScriptedWrite } from './scripts.ts';
export { defaultSwitches, type Switches } from './switches.ts';
export type { Operation } from './wire.ts';

const seededConfig: EndpointConfig = withPart(emptyConfig, {
  ports: [8000],
  image: { image: 'ghcr.io/acme/llama:1' },
  products: [{ id: 'SL-serverless-3' }],
  healthy: { path: '/health' },
});

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
  const limits: Limits = { ...typicalLimits, ...options.limits };
  const pace: Pace = typeof options.pace === 'string' ? paces[options.pace] : { ...paces.typical, ...options.pace };
  const scripts = new ScriptBook();
  const faults = new FaultList();
  const recorder = new Recorder();
  const store = new Store({ clock, pace, scripts, switches: () => switches, idSeed: options.idSeed ?? 1 });
  for (const script of options.scripts ?? []) scripts.add(script);
  for (const fault of options.faults ?? []) faults.add(fault);

  const advance = (ms: number) => {
    if (advancePerRequestMs > 0 && clock instanceof ManualClock) clock.advance(ms);
  };
  const service: Service = {
    store,
    clock,
    limits,
    products: options.products ?? ['1', '2', 'SL-serverless-3'],
    switches: () => switches,
    baseUrl: () => url,
    letTimePass: () => advance(advancePerRequestMs),
    passUntil: (atMs) => {
      if (Number.isFinite(atMs)) advance(Math.max(0, atMs - clock.nowMs()));
      return clock.waitUntil(atMs);
    },
  };
  const exchanges = { service, faults, recorder, apiKey, onRequest: options.onRequest ?? (() => {}) };
  const server = createServer((incoming, response) => void exchange(exchanges, incoming, response));
  // Longer than any pause of a client between two polls: closing an idle connection is a fault to be scripted, not luck.
  server.keepAliveTimeout = 120_000;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const existing = (id: string): EndpointRecord => {
    const record = store.find(id);
    if (record === undefined) throw new Error(`the emulator has no endpoint ${id}`);
    return record;
  };
  const snapshot = (record: EndpointRecord): StoredEndpoint => {
    const { id, appName, config, state, workers } = store.view(record);
    const form = { switches, baseUrl: url };
    return structuredClone({
      id,
      appName,
      url: endpointUrl(record, form),
      ...config,
      state,
      workers,
      revision: record.fleet.revision,
    });
  };
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url,
    apiKey,
    clock,
    limits,
    get switches() {
      return switches;
    },
    get requests() {
      return recorder.all();
    },
    clearRequests: () => recorder.clear(),
    nextRequest: (operation, nth = 1) => recorder.next(operation, nth),
    seed: ({ id, appName, stateWord, ...part } = {}) => {
      const name = `seeded-${store.existing().length + 1}`;
      return store.seed({ id, appName, stateWord, config: withPart(seededConfig, { name, ...part }) }).id;
    },
    change: (id, part) => {
      const record = existing(id);
      store.write(record, withPart(record.config, part));
    },
    remove: (id) => store.remove(existing(id)),
    endpoints: () => store.existing().map(snapshot),
    addFault: (fault) => faults.add(fault),
    unusedFaults: () => faults.unused(),
    clearFaults: () => faults.clear(),
    addScript: (script) => scripts.add(script),
    setSwitches: (change) => {
      switches = changedSwitches(switches, change);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
