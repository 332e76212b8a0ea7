/** Owns what the service's words and a worker's state say about a failure: which code it is, and whether it is one at all. Pure; knows no time. */

import type { Endpoint, State, Worker } from '../model/endpoint.ts';

/** What can be wrong with a worker. */
export type Symptom = 'image-pull' | 'no-capacity' | 'crashed' | 'unhealthy';

/**
 * The words are those of service-observed.md; service-api.md lists none (States and transitions), so every word that is not here counts as
 * in progress. v1 says `running` where v2 says `ready`.
 */
const runningWords: ReadonlySet<string> = new Set(['running', 'ready']);
const failedWords: ReadonlySet<string> = new Set(['failed', 'error', 'exited']);
const goneWords: ReadonlySet<string> = new Set([
  'removed',
  'terminated',
  'terminating',
  'stopping',
  'stopped',
  'unscheduling',
  'deleting',
  'deleted',
]);
const startingWords: ReadonlySet<string> = new Set(['pending', 'creating', 'pulling', 'starting', 'initializing']);

/**
 * Only words of failure: "pulling image" is progress and may last for minutes. In this order, because a message about a pull also quotes what the
 * registry said, and that may be anything.
 */
const words: readonly { symptom: Symptom; pattern: RegExp }[] = [
  {
    symptom: 'image-pull',
    pattern:
      /image[ _-]?pull[ _-]?(back-?off|err|fail)|err[ _-]?image[ _-]?pull|(fail|error|unable|cannot|could not|denied|back-?off)\w*\b.{0,40}\bpull|\bpull(ing)?\b.{0,200}?\b(fail|error|denied|unauthori[sz]ed|forbidden|timed? ?out|back-?off)|manifest\b.{0,200}\b(unknown|not found)|no (such image|matching manifest)|image\b.{0,200}\bnot found|(repository|image)\b.{0,80}\bdoes not exist|invalid image|toomanyrequests/i,
  },
  {
    symptom: 'no-capacity',
    pattern:
      /fail\w* to schedule|unschedulable|insufficient[ _](resource|capacity|gpu)|no (capacity|free gpu|available (gpu|node|worker|resource))|out of stock/i,
  },
  {
    symptom: 'crashed',
    pattern:
      /crash[ _-]?loop|\bexit(ed|s)?\b( with)?( exit)?( code| status)|container[ _]exited|out of memory|oom[ _-]?kill/i,
  },
];

/** What the service's own words mean; undefined when they name no failure that is known. */
export function symptomOf(said: string): Exclude<Symptom, 'unhealthy'> | undefined {
  return words.find(({ pattern }) => pattern.test(said))?.symptom as Exclude<Symptom, 'unhealthy'> | undefined;
}

/** The service's own words, ready to follow a clause: `: "manifest unknown"`; '' when it said nothing. */
export function spoken({ error, message }: State): string {
  const said = [...new Set([error, message].map((text) => text.trim()).filter(Boolean))].join(': ');
  return said && `: "${said}"`;
}

/** Whether it still counts: a removed worker stays listed for about ten minutes (service-observed.md, Worker states). */
export function isPresent({ state }: Worker): boolean {
  return !goneWords.has(state.state.toLowerCase());
}

export function isRunning({ state }: Worker): boolean {
  return runningWords.has(state.state.toLowerCase());
}

/** Without a health check nobody sets `healthy`, so that running without a complaint is all there is to see. */
export function isReady(worker: Worker, { config }: Endpoint): boolean {
  if (!isRunning(worker)) return false;
  return worker.healthy || (config.healthy.path === '' && symptomOf(spoken(worker.state)) === undefined);
}

/** Known to be on its way to running. */
export function isStarting(worker: Worker, endpoint: Endpoint): boolean {
  return startingWords.has(worker.state.state.toLowerCase()) || (isRunning(worker) && !isReady(worker, endpoint));
}

/** What is wrong with a worker at this moment, in words that follow its id; undefined when nothing is. */
export function workerFault(worker: Worker, endpoint: Endpoint): { symptom: Symptom; says: string } | undefined {
  if (isReady(worker, endpoint)) return undefined;
  const said = spoken(worker.state);
  const says = `worker ${worker.id} is ${worker.state.state || 'without a state'}`;
  const symptom = symptomOf(said) ?? (failedWords.has(worker.state.state.toLowerCase()) ? 'crashed' : undefined);
  if (symptom) return { symptom, says: `${says}${said}` };
  if (!isRunning(worker)) return undefined;
  return {
    symptom: 'unhealthy',
    says: `${says}, but its health check ${endpoint.config.healthy.path} does not pass${said}`,
  };
}
