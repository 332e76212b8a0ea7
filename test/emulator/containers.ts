// What the workers' own HTTP service and their logs answer.
import { type EndpointRecord, stateOf } from './endpoints.ts';
import type { Service } from './routes.ts';
import { type Answer, type Call, credentials, jsonAnswer } from './wire.ts';
import type { WorkerView } from './workers.ts';

export const servePrefix = '/serve/';

/** A container that has exited under load serves again after this. */
const restartMs = 20_000;

/** 200 by a healthy worker, which the switch `servedBy` chooses; 503 while there is none. */
export function serveEndpoint(service: Service, call: Call): Answer {
  const [id = '', ...rest] = call.path.slice(servePrefix.length).split('/');
  const record = service.store.find(id);
  if (record === undefined) return jsonAnswer(404, { message: `nothing is served for "${id}"` });
  const worker = healthyWorker(service, record) ?? coldStart(service, record);
  service.letTimePass();
  if (worker === undefined) return jsonAnswer(503, { message: 'no worker is running' });
  service.store.touch(record, worker.id);
  const answer = service.models.answer(worker.image, call, {
    nowMs: () => service.clock.nowMs(),
    passMs: (ms) => (ms > 0 ? service.passMs(ms) : Promise.resolve()),
    exit: () => {
      const exited = { state: 'exited', hasExited: true, fromMs: 0, forMs: restartMs };
      service.store.interrupt(record, exited, service.clock.nowMs());
    },
  });
  if (answer !== undefined) return answer;
  return jsonAnswer(200, { endpoint: id, worker: worker.id, image: worker.image, path: `/${rest.join('/')}` });
}

function healthyWorker(service: Service, record: EndpointRecord): WorkerView | undefined {
  if (stateOf(record).goneAtMs !== undefined) return undefined;
  const healthy = service.store.view(record).workers.filter((worker) => worker.healthy);
  const { servedBy } = service.switches();
  if (servedBy === 'turns') return healthy[service.nextTurn() % healthy.length];
  return healthy.at(servedBy === 'oldest' ? 0 : -1);
}

function coldStart(service: Service, record: EndpointRecord): WorkerView | undefined {
  // With workers that must run at all times, a request starts none: it is those on their way that will serve.
  if (stateOf(record).config.workerConfig.minNum > 0) return undefined;
  service.store.wake(record);
  return healthyWorker(service, record);
}

export const logsPrefix = '/logs/';

/** `/logs/{endpoint}/{worker}.log`; `/logs/{endpoint}` is that of its newest worker. */
export function serveLog(service: Service, call: Call, apiKey: string): Answer {
  if (credentials(call, apiKey) !== 'Bearer <ok>') return jsonAnswer(401, { message: 'a log needs the key' });
  const [id = '', file] = call.path.slice(logsPrefix.length).split('/');
  const record = service.store.find(id);
  const workers = record === undefined ? [] : service.store.view(record).workers;
  const worker = file === undefined ? workers.at(-1) : workers.find((each) => `${each.id}.log` === file);
  if (worker === undefined || !hasStarted(worker)) return jsonAnswer(404, { message: `no log at ${call.path}` });
  return ranged(logOf(worker), call.headers.range);
}

/** What has no container has written nothing. */
function hasStarted({ state: { state, error } }: WorkerView): boolean {
  return !['pending', 'pulling'].includes(state) && error !== 'IMAGE_PULL_FAILED';
}

function logOf({ image, state }: WorkerView): string {
  const start = [`INFO: starting ${image}`, 'INFO: loading the model'];
  const end = state.error === 'CONTAINER_EXITED' ? traceback : ['INFO: listening on 0.0.0.0:8000'];
  return [...start, ...end, ''].join('\n');
}

const traceback = [
  'Traceback (most recent call last):',
  '  File "/app/server.py", line 41, in <module>',
  '    model = load()',
  'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
];

/** The last bytes alone, where they are asked for. */
function ranged(text: string, range: string | undefined): Answer {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  const bytes = Buffer.from(text);
  const [, last] = /^bytes=-(\d+)$/.exec(range ?? '') ?? [];
  if (last === undefined) return { status: 200, headers, body: text };
  const from = Math.max(0, bytes.length - Number(last));
  const partial = { ...headers, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
  return { status: 206, headers: partial, body: bytes.subarray(from).toString() };
}
