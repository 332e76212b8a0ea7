// What a test does with a running emulator.

import type { Listener } from './clock.ts';
import { withPart } from './config.ts';
import { type EndpointRecord, revisionOf, stateOf } from './endpoint-record.ts';
import { assertFault } from './faults.ts';
import type { Emulator, StoredEndpoint } from './interface.ts';
import { endpointUrl } from './responses.ts';
import type { ScriptBook } from './scripts.ts';
import { seededConfig } from './second-writer.ts';
import type { Exchanges } from './server.ts';

export function handleOf(parts: {
  readonly exchanges: Exchanges;
  readonly scripts: ScriptBook;
  readonly listener: Listener;
  readonly setSwitches: Emulator['setSwitches'];
}): Emulator {
  const { exchanges, scripts, listener, setSwitches } = parts;
  const { service, faults, recorder, secondWriter, apiKey } = exchanges;
  const { store, others, clock, limits } = service;

  const existing = (id: string): EndpointRecord => {
    secondWriter.applyDue(clock.nowMs());
    const record = store.find(id);
    if (record === undefined) throw new Error(`the emulator has no endpoint ${id}`);
    return record;
  };
  const snapshot = (record: EndpointRecord): StoredEndpoint => {
    const { id, appName, config, state, workers } = store.view(record);
    const form = { switches: service.switches(), baseUrl: listener.url };
    const url = endpointUrl(record, form);
    return structuredClone({ id, appName, url, ...config, state, workers, revision: revisionOf(record) });
  };
  const close = () => listener.close();
  return {
    get url() {
      return listener.url;
    },
    apiKey,
    clock,
    limits,
    get switches() {
      return service.switches();
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
    addFault(fault) {
      assertFault(fault);
      faults.add(fault);
    },
    unusedFaults: () => faults.unused(),
    clearFaults: () => faults.clear(),
    addScript: (script) => scripts.add(script),
    addModel: (model) => service.models.add(model),
    setSwitches,
    close,
    [Symbol.asyncDispose]: close,
  };
}
