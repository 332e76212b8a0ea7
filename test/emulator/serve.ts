// Owns the HTTP service that runs on an endpoint's own workers, as a smoke test meets it; asks for no authorization.

import type { WorkerView } from './rollout.ts';
import type { Service } from './service.ts';
import type { EndpointRecord } from './store.ts';
import { type Answer, type Call, jsonAnswer } from './wire.ts';

export const servePrefix = '/serve/';

/** 200 by the newest healthy worker; 503 while there is none (or held until there is one, by the switch `coldStart`). */
export async function serveEndpoint(service: Service, call: Call): Promise<Answer> {
  const [id = '', ...rest] = call.path.slice(servePrefix.length).split('/');
  const record = service.store.find(id);
  if (record === undefined) return jsonAnswer(404, { message: `nothing is served for "${id}"` });
  const worker = healthyWorker(service, record) ?? (await coldStart(service, record));
  service.letTimePass();
  if (worker === undefined) return jsonAnswer(503, { message: 'no worker is running' });
  record.fleet.touch(worker.id, service.clock.nowMs(), idleTimeoutMs(record));
  return jsonAnswer(200, { endpoint: id, worker: worker.id, image: worker.image, path: `/${rest.join('/')}` });
}

function healthyWorker(service: Service, record: EndpointRecord): WorkerView | undefined {
  const { state, workers } = service.store.view(record);
  return state.state === 'terminating' ? undefined : workers.findLast((worker) => worker.healthy);
}

async function coldStart(service: Service, record: EndpointRecord): Promise<WorkerView | undefined> {
  // With workers that must run at all times, a request starts none: it is those on their way that will serve.
  if (record.config.workerConfig.minNum > 0) return undefined;
  const readyAtMs = record.fleet.wake(service.clock.nowMs(), idleTimeoutMs(record));
  if (service.switches().coldStart === 'hold') await service.passUntil(readyAtMs);
  return healthyWorker(service, record);
}

function idleTimeoutMs(record: EndpointRecord): number {
  return record.config.workerConfig.freeTimeout * 1000;
}
