// Carries out what somebody else does, on the stored endpoints and past every rule of the interface.
import { type EndpointConfig, emptyConfig, type PartialConfig, withPart } from './config.ts';
import { type EndpointRecord, stateOf } from './endpoint-record.ts';
import type { CarryOut } from './second-writer.ts';
import type { Service } from './service.ts';
import type { Switches } from './switches.ts';

export const seededConfig: EndpointConfig = withPart(emptyConfig, {
  ports: [8000],
  image: { image: 'ghcr.io/acme/llama:1' },
  products: [{ id: 'SL-serverless-3' }],
  healthy: { path: '/health' },
});

export function carryOutFor(service: Service, setSwitches: (change: Partial<Switches>) => void): CarryOut {
  const { store } = service;
  return (change, atMs) => {
    if (change.kind === 'create') {
      store.create(changed(seededConfig, change.part ?? {}), change.appName, atMs);
      return true;
    }
    if (change.kind === 'take-app-name') {
      setSwitches({ takenAppNames: [...service.switches().takenAppNames, change.appName] });
      return true;
    }
    const record = meant(service, change.endpoint);
    if (record === undefined) return false;
    switch (change.kind) {
      case 'change':
        store.write(record, changed(stateOf(record).config, change.part), atMs);
        break;
      case 'delete':
        store.remove(record, atMs);
        break;
      case 'scale-out':
        store.scaleOut(record, change.script ?? { outcome: 'healthy' }, atMs);
        break;
      case 'list-worker':
        store.listWorker(record, change.worker, atMs);
        break;
      case 'interrupt':
        store.interrupt(record, change, atMs);
    }
    return true;
  };
}

/** The newest endpoint of that id or name; without one, the newest of all. */
function meant(service: Service, endpoint: string | undefined): EndpointRecord | undefined {
  return service.store
    .existing()
    .findLast((record) => endpoint === undefined || record.id === endpoint || stateOf(record).config.name === endpoint);
}

/** A misspelt member would silently prove nothing. */
function changed(config: EndpointConfig, part: PartialConfig): EndpointConfig {
  const unknown = Object.keys(part).filter((member) => !Object.hasOwn(config, member));
  if (unknown.length > 0) throw new TypeError(`a configuration has no ${unknown.join(', ')}`);
  return withPart(config, part);
}
