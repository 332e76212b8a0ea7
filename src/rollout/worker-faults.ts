/** What is wrong with a worker, by its members and by the service's own words. */

import type { Endpoint, State, Worker } from '../model/endpoint.ts';
import { workerCondition } from './state-words.ts';

export type WorkerFault = 'image-pull' | 'no-capacity' | 'crashed' | 'unhealthy';

/** The part of an endpoint by which its workers are judged. */
type HealthChecked = { readonly config: Pick<Endpoint['config'], 'healthy' | 'workerConfig'> };

/**
 * Only words of failure: "pulling image" is progress and may last for minutes. The order counts, because a message about a pull also quotes the
 * registry, which may say anything.
 */
const patterns: readonly { fault: Exclude<WorkerFault, 'unhealthy'>; pattern: RegExp }[] = [
  {
    fault: 'image-pull',
    // Bounded: at most `maxQuote` characters.
    pattern:
      /image[ _-]?pull[ _-]?(back-?off|err|fail)|err[ _-]?image[ _-]?pull|(fail|error|unable|cannot|could not|denied|back-?off)\w{0,9}\b.{0,40}\bpull|\bpull(ing)?\b.{0,200}?\b(fail|error|denied|unauthori[sz]ed|forbidden|timed? ?out|back-?off)|manifest\b.{0,200}\b(unknown|not found)|no (such image|matching manifest)|image\b.{0,200}\bnot found|(repository|image)\b.{0,80}\bdoes not exist|invalid image|toomanyrequests/i,
  },
  {
    fault: 'no-capacity',
    pattern:
      /fail\w{0,9} to schedule|unschedulable|insufficient[ _](resource|capacity|gpu)|no (capacity|free gpu|available (gpu|node|worker|resource))|out of stock/i,
  },
  {
    fault: 'crashed',
    pattern:
      /crash[ _-]?loop|\bexit(ed|s)?\b( with)?( exit)?( code| status)|container[ _]exited|out of memory|oom[ _-]?kill/i,
  },
];

/** Of the service's words, in characters: what is quoted and what is searched. */
const maxQuote = 2048;

/** The fault that the text names; undefined when it names none that is known. */
export function faultNamedIn(text: string): Exclude<WorkerFault, 'unhealthy'> | undefined {
  // The patterns take time that grows faster than the text.
  const head = text.slice(0, maxQuote);
  return patterns.find(({ pattern }) => pattern.test(head))?.fault;
}

/** The service's own words, ready to follow a clause: `: "manifest unknown"`; '' when there are none. */
export function quoteState({ error, message }: State): string {
  const texts = [...new Set([error, message].map((text) => text.trim()).filter(Boolean))].join(': ');
  return texts && `: "${texts.length > maxQuote ? `${texts.slice(0, maxQuote - 1)}…` : texts}"`;
}

/** Whether the worker still counts: a removed one stays listed for about ten minutes (service-observed.md, Worker states). */
export function isPresent({ state }: Worker): boolean {
  return workerCondition(state) !== 'terminating';
}

export function isRunning({ state }: Worker): boolean {
  return workerCondition(state) === 'running';
}

/**
 * A worker that is healthy is ready whatever it is called, unless it is on its way out. Without a health check nobody sets `healthy`: then a worker that runs
 * and has no fault to name is ready.
 */
export function isReady(worker: Worker, { config }: HealthChecked): boolean {
  if (worker.healthy) return !['failed', 'terminating'].includes(workerCondition(worker.state));
  return isRunning(worker) && config.healthy.path === '' && faultNamedIn(quoteState(worker.state)) === undefined;
}

/** Known to be on its way to ready. */
export function isStarting(worker: Worker, endpoint: HealthChecked): boolean {
  return !isReady(worker, endpoint) && ['starting', 'running'].includes(workerCondition(worker.state));
}

/** `worker w1`. */
export function nameOf({ id }: Pick<Worker, 'id'>): string {
  return id === '' ? 'a worker without an id' : `worker ${id}`;
}

/** What is wrong with the worker at this moment, with a clause that says so; undefined when nothing is. */
export function findFault(worker: Worker, endpoint: HealthChecked): { fault: WorkerFault; text: string } | undefined {
  if (isReady(worker, endpoint)) return undefined;
  const quote = quoteState(worker.state);
  const text = `${nameOf(worker)} is ${worker.state.state || 'without a state'}`;
  // An endpoint that scales to zero lets its workers exit.
  const isScaledAway = endpoint.config.workerConfig.minNum === 0 && worker.state.state.toLowerCase() === 'exited';
  const hasFailed = workerCondition(worker.state) === 'failed' && !isScaledAway;
  const fault = faultNamedIn(quote) ?? (hasFailed ? 'crashed' : undefined);
  if (fault) return { fault, text: `${text}${quote}` };
  if (!isRunning(worker)) return undefined;
  return {
    fault: 'unhealthy',
    text: `${text}, but its health check ${endpoint.config.healthy.path} fails${quote}`,
  };
}
