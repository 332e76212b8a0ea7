/** How an endpoint is by one reading and its record, and who is served, in groups of workers and in words. Pure. */

import { isUnproved } from '../../model/deployed.ts';
import { plural } from '../../model/display.ts';
import type { Endpoint, Worker } from '../../model/endpoint.ts';
import { readUnproved, readWriteNote } from '../../model/record.ts';
import { endpointCondition } from '../../model/states.ts';
import { conditionOf, hasNoGpu, isAsleep, isPresent, isReady, isRunning, type Reading } from './condition.ts';
import { supersededIn } from './effect.ts';

/**
 * `idle`: scaled to zero, the first request starts a worker. `starting`: none is healthy, and none has failed.
 * `outdated`: only workers from before the last deploy are healthy. `parked`: it sleeps, and no run has proved
 * its version. `unproved`: no run has proved its version, and it does not sleep.
 */
export type Health = 'serving' | 'idle' | 'starting' | 'failing' | 'outdated' | 'parked' | 'unproved';

export function healthOf(endpoint: Endpoint): Health {
  const conditions = conditionsOf(endpoint);
  if (isUnproved(endpoint.config)) return isAsleep(endpoint) ? 'parked' : 'unproved';
  if (!['starting', undefined].includes(endpointCondition(endpoint.state))) return 'failing';
  if (conditions.deployed.has('healthy')) return 'serving';
  if (conditions.old.has('healthy')) return 'outdated';
  // A superseded worker that is down does not speak against the last deploy.
  if (conditions.deployed.has('down')) return 'failing';
  return isAsleep(endpoint) ? 'idle' : 'starting';
}

/**
 * Whether the recorded version has served: it was put back, a worker of it is healthy, or it sleeps without the mark of
 * a version that nothing has proved. `countsStarting`: workers that start, or are not listed yet, count as well.
 */
export function hasServed(endpoint: Endpoint, { countsStarting }: { countsStarting: boolean }): boolean {
  if (readUnproved(endpoint.config)) return false;
  const isPutBack = readWriteNote(endpoint.config)?.rightWorkers !== undefined;
  const health = healthOf(endpoint);
  if (isPutBack || health === 'serving' || health === 'idle') return true;
  return countsStarting && (health !== 'failing' || conditionsOf(endpoint).deployed.has('starting'));
}

/** Which workers are healthy and may answer: of the last deploy, from before it, or both. `seen`: its state by now. */
export function answeringIn(live: Endpoint, seen: Reading = live): readonly ('deployed' | 'old')[] {
  const conditions = conditionsOf(live, seen);
  return (['deployed', 'old'] as const).filter((age) => conditions[age].has('healthy'));
}

/** The conditions of the workers from before the last deploy, by its record, and of the others. */
function conditionsOf(endpoint: Endpoint, seen: Reading = endpoint) {
  const isOld = supersededIn(endpoint);
  const { old, deployed } = Object.groupBy(seen.workers, ({ id }) => (isOld(id) ? 'old' : 'deployed'));
  const conditions = (workers: readonly Worker[] = []) => new Set(workers.map((each) => conditionOf(each, seen)));
  return { deployed: conditions(deployed), old: conditions(old) };
}

/** The age of a worker beside workers of another version; '' where all are of one version, or nothing tells. */
type Age = 'new' | 'old' | '';

/** Workers of one age in one state. */
export interface Group {
  readonly age: Age;
  /** The service's word, with `, not healthy` for a worker that runs; '' for workers that serve. */
  readonly state: string;
  readonly workers: number;
}

/** `asleep`: the first request wakes a worker. */
export type Serves<Shown extends Group = Group> = readonly Shown[] | 'asleep' | 'unknown';

/** `tell` gives what else the workers of a group have in common. */
export function servedBy<Listed extends Worker, Told extends Pick<Group, 'age'>>(
  endpoint: Omit<Reading, 'workers'> & { readonly workers: readonly Listed[] },
  tell: (worker: Listed) => Told,
): Serves<Told & Group> {
  if (isAsleep(endpoint)) return 'asleep';
  const present = endpoint.workers.filter(isPresent);
  const shown = present.map((worker) => ({ ...tell(worker), state: stateOf(worker, endpoint) }));
  // Which version a worker runs is told of those that serve.
  const groups = Map.groupBy(shown, (each) => JSON.stringify(each.state ? [each.age, each.state] : each)).values();
  return [...groups].flatMap(([first, ...others]) => (first ? { ...first, workers: 1 + others.length } : []));
}

function stateOf(worker: Worker, endpoint: Reading): string {
  if (isReady(worker, endpoint)) return '';
  if (hasNoGpu(worker, endpoint)) return 'waiting for a GPU';
  const { state } = worker.state;
  // `exited` and `pulling` end a sentence, `error` does not.
  const words = /(?:ed|ing)$/.test(state) ? state : state && `in the state ${state}`;
  return `${words || 'without a state'}${isRunning(worker) ? ', not healthy' : ''}`;
}

/** The groups that serve; none where nothing shows any. */
export function servingIn<Shown extends Group>(serves: Serves<Shown>): Shown[] {
  return typeof serves === 'string' ? [] : serves.filter(({ state }) => state === '');
}

/** `1 old worker (a:1) serves, 1 new one exited`. `detail`: which version a group runs, such as ` (a:1)`. */
export function servesWords<Shown extends Group>(serves: Serves<Shown>, detail = (_group: Shown) => '') {
  if (serves === 'unknown') return 'nothing shows who serves';
  if (serves === 'asleep') return 'it sleeps: the first request wakes a worker';
  const serving = servingIn(serves);
  const others = serves.filter(({ state }) => state !== '');
  const noun = serving.length > 0 ? 'one' : 'worker';
  const states = others.map(({ age, state, workers }) => {
    const subject = age === '' && noun === 'one' ? 'other' : `${age} ${noun}`;
    return `${plural(workers, subject.trim())} ${state}`;
  });
  const rest = states.join(', ');
  if (serving.length === 0) return `nobody is served${rest && `: ${rest}`}`;
  const groups = serving.map((group) => plural(group.workers, `${group.age} worker`.trim()) + detail(group));
  const isOne = serving.length === 1 && serving[0]?.workers === 1;
  return `${groups.join(' and ')} ${isOne ? 'serves' : 'serve'}${rest && `, ${rest}`}`;
}
