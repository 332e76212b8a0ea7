/** What one reading says of an endpoint and its workers: their members, and the service's own words. */

import { isUnread } from '../../model/config.ts';
import type { Endpoint, State, Worker } from '../../model/endpoint.ts';
import { isServing, workerCondition } from '../../model/states.ts';

/** The part of an endpoint by which its workers are judged. */
export type HealthChecked = Pick<Endpoint, 'state'> & {
  readonly config: Pick<Endpoint['config'], 'healthy' | 'workerConfig'>;
};

/** Workers by their state in the service's words, such as `{running: 1, starting: 2}`. */
export type WorkerCounts = Readonly<Record<string, number>>;

export type Fault = 'image-pull-definite' | 'image-pull' | 'no-capacity' | 'crashed';

/**
 * `gone`: on its way out, or listed for some minutes after its end. `starting`: on its way to ready, also while its
 * health check fails. `down`: it has crashed or cannot start, and does not run at the moment.
 */
export type WorkerCondition = 'healthy' | 'starting' | 'down' | 'gone';

/**
 * Only words of failure: "pulling image" is progress and may last for minutes. A text names a fault when all of its
 * patterns match. The order counts, because a message about a pull also quotes the registry, which may say anything.
 */
const namedBy: readonly [Fault, ...RegExp[]][] = [
  // The last words of a container may speak of anything: of memory that is not available, of a model that is not found.
  ['crashed', /^(?!.* pull).* exit/, / (?:code|status)|^ exited/],
  ['crashed', /^(?!.* pull).* for url /, / (?:not found|unauthori[sz]ed|forbidden|denied)/],
  ['image-pull-definite', / (?:manifest unknown|no such image|no matching manifest|name unknown)/],
  ['image-pull-definite', / (?:invalidimagename|invalid image name|invalid reference)/],
  [
    'image-pull-definite',
    / (?:pull|image|manifest|repository|artifact|errimagepull)/,
    / (?:not found|does not exist|unauthori[sz]ed|denied|forbidden|authentication required)/,
  ],
  ['image-pull', / (?:toomanyrequests|invalid image|errimagepull|imagepull)/],
  ['image-pull', / pull/, / (?:fail|err|unable|cannot|could not|back-off|backoff|timed out|timeout)/],
  ['no-capacity', / fail/, / to schedule/],
  ['no-capacity', / insufficient/, / (?:resource|capacity|gpu)/],
  ['no-capacity', / (?:unschedulable|out of stock|no capacity|no free gpu|no available)/],
  ['crashed', / (?:crash[ -]?loop|back-off restarting|out of memory|oom[ -]?kill)/],
  ['crashed', / exit/, / (?:code|status|container|exited)/],
];

/** A registry that limits its clients or does not answer says nothing of the image. */
const passing = / (?:toomanyrequests|too many requests|rate limit|timed out|timeout|connection re|50[234])/;

const maxQuote = 2048;

export function faultNamedIn(text: string): Fault | undefined {
  // A word counts from its beginning: `terraform` is no error.
  const words = ` ${text
    .slice(0, maxQuote)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, ' ')}`;
  const fault = namedBy.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(words)))?.[0];
  return fault === 'image-pull-definite' && passing.test(words) ? 'image-pull' : fault;
}

const crashLoop = /crash[ -]?loop|back-off restarting/i;

/** A service may kill a worker after its health check fails: then its words tell more than an exit code. */
export function namesHealthCheck(text: string): boolean {
  return /health[\s_-]?check|\b(?:liveness|readiness|startup)[\s_-]?probe/i.test(text);
}

/** The service's own words; '' when there are none. */
export function wordsOf({ error, message }: State): string {
  const texts = [...new Set([error, message].map((text) => text.trim()).filter(Boolean))].join(': ');
  return texts.length > maxQuote ? `${texts.slice(0, maxQuote - 1)}…` : texts;
}

export function quoteState(state: State): string {
  const words = wordsOf(state);
  return words && `: "${words}"`;
}

/** Whether the worker still counts: a removed one stays listed for ten minutes (service-observed.md, Worker states). */
export function isPresent({ state }: Worker): boolean {
  return workerCondition(state) !== 'terminating';
}

export function isRunning({ state }: Worker): boolean {
  return workerCondition(state) === 'running';
}

/**
 * Healthy and not on its way out. Where no health check sets `healthy`, a worker that runs without a fault counts, if the
 * endpoint itself serves.
 */
export function isReady(worker: Worker, { config, state }: HealthChecked): boolean {
  if (worker.healthy) return !['failed', 'terminating'].includes(workerCondition(worker.state) ?? '');
  const isUnchecked = config.healthy.path === '' && isServing(state);
  return isUnchecked && isRunning(worker) && faultNamedIn(wordsOf(worker.state)) === undefined;
}

/** What is wrong with the worker at this moment. A health check that fails is no fault: a model may be loading. */
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
  // A worker that runs again is starting, although its words still tell of the crash; not while they tell of a loop.
  if (condition === 'running') return crashLoop.test(wordsOf(worker.state)) ? 'down' : 'starting';
  if (condition === 'failed') return fault ? 'down' : 'gone';
  return fault === 'crashed' ? 'down' : 'starting';
}

/** No worker has to run, and none does: the first request wakes one. */
export function isAsleep(endpoint: Endpoint): boolean {
  const { workers, config } = endpoint;
  const isUnknown = isUnread(config, 'workerConfig.minNum');
  return (
    config.workerConfig.minNum === 0 && !isUnknown && workers.every((each) => conditionOf(each, endpoint) === 'gone')
  );
}

/** `2 running (1 not healthy yet), 1 pulling`; '' for no workers. */
export function formatCounts(counts: WorkerCounts): string {
  const suffix = ', not healthy';
  const states = [...new Set(Object.keys(counts).map((word) => word.replace(suffix, '')))];
  return states
    .map((state) => {
      const sick = counts[`${state}${suffix}`] ?? 0;
      return `${(counts[state] ?? 0) + sick} ${state}${sick > 0 ? ` (${sick} not healthy yet)` : ''}`;
    })
    .join(', ');
}

export function countWorkers(endpoint: HealthChecked & Pick<Endpoint, 'workers'>): WorkerCounts {
  const counts: Record<string, number> = {};
  for (const worker of endpoint.workers.filter(isPresent)) {
    const { state } = worker.state;
    const word = isRunning(worker) && !isReady(worker, endpoint) ? `${state}, not healthy` : state || 'without a state';
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
