// The HTTP service that runs on an endpoint's own workers, as a smoke test meets it; it asks for no authorization.
import { type EndpointRecord, stateOf } from './endpoint-record.ts';
import type { Service } from './service.ts';
import { type Answer, type Call, jsonAnswer } from './wire.ts';
import type { WorkerView } from './worker-replacement.ts';

export const servePrefix = '/serve/';

/** 200 by the newest healthy worker; 503 while there is none (or held until there is one, by the switch `coldStart`). */
export async function serveEndpoint(service: Service, call: Call): Promise<Answer> {
  const [id = '', ...rest] = call.path.slice(servePrefix.length).split('/');
  const record = service.store.find(id);
  if (record === undefined) return jsonAnswer(404, { message: `nothing is served for "${id}"` });
  const worker = healthyWorker(service, record) ?? (await coldStart(service, record));
  service.letTimePass();
  if (worker === undefined) return jsonAnswer(503, { message: 'no worker is running' });
  service.store.touch(record, worker.id);
  const answer = service.models.answer(worker.image, call, {
    nowMs: () => service.clock.nowMs(),
    passMs: (ms) => (ms > 0 ? service.passUntil(service.clock.nowMs() + ms) : Promise.resolve()),
  });
  if (answer !== undefined) return answer;
  return jsonAnswer(200, { endpoint: id, worker: worker.id, image: worker.image, path: `/${rest.join('/')}` });
}

function healthyWorker(service: Service, record: EndpointRecord): WorkerView | undefined {
  if (stateOf(record).goneAtMs !== undefined) return undefined;
  return service.store.view(record).workers.findLast((worker) => worker.healthy);
}

async function coldStart(service: Service, record: EndpointRecord): Promise<WorkerView | undefined> {
  // With workers that must run at all times, a request starts none: it is those on their way that will serve.
  if (stateOf(record).config.workerConfig.minNum > 0) return undefined;
  const readyAtMs = service.store.wake(record);
  if (service.switches().coldStart === 'hold') await service.passUntil(readyAtMs);
  return healthyWorker(service, record);
}
