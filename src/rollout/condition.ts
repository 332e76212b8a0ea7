/** What one reading says of a worker: its members, and the service's own words. */

import type { Endpoint, State, Worker } from '../model/endpoint.ts';

/** The part of an endpoint by which its workers are judged. */
export type HealthChecked = { readonly config: Pick<Endpoint['config'], 'healthy' | 'workerConfig'> };

export type Fault = 'image-pull-definite' | 'image-pull' | 'no-capacity' | 'crashed';

/**
 * `gone`: on its way out, or listed for some minutes after its end. `starting`: on its way to ready, also while its health check fails. `down`: it has crashed
 * or cannot start, and does not run at the moment.
 */
export type WorkerCondition = 'healthy' | 'starting' | 'down' | 'gone';

/**
 * Only words of failure: "pulling image" is progress and may last for minutes. A fault is named by a text that has a word of each group. The order counts, because
 * a message about a pull also quotes the registry, which may say anything.
 */
const namedBy: readonly { fault: Fault; groups: readonly (readonly string[])[] }[] = [
  {
    fault: 'image-pull-definite',
    groups: [['manifest unknown', 'no such image', 'no matching manifest', 'name unknown']],
  },
  { fault: 'image-pull-definite', groups: [['invalidimagename', 'invalid image name', 'invalid reference']] },
  {
    fault: 'image-pull-definite',
    groups: [
      ['pull', 'image', 'manifest', 'repository', 'artifact', 'errimagepull'],
      ['not found', 'does not exist', 'unauthorized', 'unauthorised', 'denied', 'forbidden', 'authentication required'],
    ],
  },
  { fault: 'image-pull', groups: [['toomanyrequests', 'invalid image', 'errimagepull', 'imagepull']] },
  {
    fault: 'image-pull',
    groups: [['pull'], ['fail', 'err', 'unable', 'cannot', 'could not', 'back-off', 'backoff', 'timed out', 'timeout']],
  },
  { fault: 'no-capacity', groups: [['fail'], ['to schedule']] },
  { fault: 'no-capacity', groups: [['insufficient'], ['resource', 'capacity', 'gpu']] },
  {
    fault: 'no-capacity',
    groups: [['unschedulable', 'out of stock', 'no capacity', 'no free gpu', 'no available']],
  },
  {
    fault: 'crashed',
    groups: [
      [
        'crashloop',
        'crash loop',
        'crash-loop',
        'back-off restarting',
        'out of memory',
        'oomkill',
        'oom-kill',
        'oom kill',
      ],
    ],
  },
  { fault: 'crashed', groups: [['exit'], ['code', 'status', 'container', 'exited']] },
];

/** A registry that limits its clients or does not answer says nothing of the image. */
const passing = [
  'toomanyrequests',
  'too many requests',
  'rate limit',
  'timed out',
  'timeout',
  'connection re',
  '502',
  '503',
  '504',
];

/** Of the service's words, in characters: what is quoted and what is searched. */
const maxQuote = 2048;

/** The fault that the text names; undefined for none. */
export function faultNamedIn(text: string): Fault | undefined {
  // A word counts from its beginning: `terraform` is no error.
  const words = ` ${text
    .slice(0, maxQuote)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, ' ')}`;
  const hasOne = (group: readonly string[]) => group.some((word) => words.includes(` ${word}`));
  const fault = namedBy.find(({ groups }) => groups.every(hasOne))?.fault;
  return fault === 'image-pull-definite' && hasOne(passing) ? 'image-pull' : fault;
}

/** A service may kill a worker whose health check fails: then its words tell more than an exit code. */
export function namesHealthCheck(text: string): boolean {
  return /health[\s_-]?check|\b(?:liveness|readiness|startup)[\s_-]?probe/i.test(text);
}

/** The service's own words; '' when there are none. */
export function wordsOf({ error, message }: State): string {
  const texts = [...new Set([error, message].map((text) => text.trim()).filter(Boolean))].join(': ');
  return texts.length > maxQuote ? `${texts.slice(0, maxQuote - 1)}…` : texts;
}

/** The service's own words, ready to follow a clause: `: "manifest unknown"`; '' when there are none. */
export function quoteState(state: State): string {
  const words = wordsOf(state);
  return words && `: "${words}"`;
}

/** Whether the worker still counts: a removed one stays listed for about ten minutes (service-observed.md, Worker states). */
export function isPresent({ state }: Worker): boolean {
  return workerCondition(state) !== 'terminating';
}

export function isRunning({ state }: Worker): boolean {
  return workerCondition(state) === 'running';
}

/**
 * A healthy worker is ready in any state, unless it is on its way out. Without a health check `healthy` is never set: then a worker that runs
 * and has no fault to name is ready.
 */
export function isReady(worker: Worker, { config }: HealthChecked): boolean {
  if (worker.healthy) return !['failed', 'terminating'].includes(workerCondition(worker.state));
  return isRunning(worker) && config.healthy.path === '' && faultNamedIn(wordsOf(worker.state)) === undefined;
}

/** What is wrong with the worker at this moment by its words or its state; a health check that fails is no fault, since a model may be loading. */
export function faultOf(worker: Worker, endpoint: HealthChecked): Fault | undefined {
  if (isReady(worker, endpoint)) return undefined;
  const words = wordsOf(worker.state);
  // What a worker says while it pulls is about the image, whether it names it or not.
  const isPulling = words !== '' && worker.state.state.toLowerCase() === 'pulling';
  const named = faultNamedIn(isPulling ? `pull: ${words}` : words);
  // An endpoint that scales to zero lets its workers exit.
  const isScaledAway = endpoint.config.workerConfig.minNum === 0 && worker.state.state.toLowerCase() === 'exited';
  return named ?? (workerCondition(worker.state) === 'failed' && !isScaledAway ? 'crashed' : undefined);
}

export function conditionOf(worker: Worker, endpoint: HealthChecked): WorkerCondition {
  if (!isPresent(worker)) return 'gone';
  if (isReady(worker, endpoint)) return 'healthy';
  const fault = faultOf(worker, endpoint);
  const condition = workerCondition(worker.state);
  // One that runs again is starting, even if its words still tell of the crash.
  if (condition === 'running') return 'starting';
  if (condition === 'failed') return fault ? 'down' : 'gone';
  return fault === 'crashed' ? 'down' : 'starting';
}

export type EndpointCondition = 'serving' | 'starting' | 'failed' | 'stopped' | 'terminating' | 'unknown';
type WorkerWord = 'running' | 'starting' | 'failed' | 'terminating' | 'unknown';

/**
 * From service-observed.md, Endpoint states and Worker states; service-api.md, States and transitions, lists none. A word that is not here, or means
 * nothing for what is asked, is `unknown` and counts as in progress. v1 says `serving` and `running` where v2 says `running` and `ready`.
 */
const words: Readonly<Record<string, { endpoint?: EndpointCondition; worker?: WorkerWord }>> = {
  serving: { endpoint: 'serving' },
  running: { endpoint: 'serving', worker: 'running' },
  ready: { worker: 'running' },
  initializing: { endpoint: 'starting', worker: 'starting' },
  creating: { endpoint: 'starting', worker: 'starting' },
  updating: { endpoint: 'starting' },
  pending: { worker: 'starting' },
  pulling: { worker: 'starting' },
  starting: { worker: 'starting' },
  failed: { endpoint: 'failed', worker: 'failed' },
  error: { endpoint: 'failed', worker: 'failed' },
  exited: { worker: 'failed' },
  stopped: { endpoint: 'stopped', worker: 'terminating' },
  stopping: { worker: 'terminating' },
  unscheduling: { worker: 'terminating' },
  terminating: { endpoint: 'terminating', worker: 'terminating' },
  terminated: { endpoint: 'terminating', worker: 'terminating' },
  deleting: { endpoint: 'terminating', worker: 'terminating' },
  deleted: { endpoint: 'terminating', worker: 'terminating' },
  removed: { endpoint: 'terminating', worker: 'terminating' },
};

export function endpointCondition({ state }: State): EndpointCondition {
  return meaningOf(state)?.endpoint ?? 'unknown';
}

export function workerCondition({ state }: State): WorkerWord {
  return meaningOf(state)?.worker ?? 'unknown';
}

/** The word comes from outside and may be the name of what every object inherits. */
function meaningOf(word: string) {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/** Whether the service is taking the endpoint down, or has. */
export function isTerminating({ state }: { state: State }): boolean {
  return endpointCondition(state) === 'terminating';
}
