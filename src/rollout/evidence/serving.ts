/** Who is served, by one reading: the listed workers in groups, and the one sentence about them. Pure. */

import { plural } from '../../model/display.ts';
import type { Worker } from '../../model/endpoint.ts';
import { type HealthChecked, hasNoGpu, isAsleep, isPresent, isReady, isRunning } from './condition.ts';

/** Beside workers of another version; '' where all are of one version, or nothing tells. */
export type Age = 'new' | 'old' | '';

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
  endpoint: Omit<HealthChecked, 'workers'> & { readonly workers: readonly Listed[] },
  tell: (worker: Listed) => Told,
): Serves<Told & Group> {
  if (isAsleep(endpoint)) return 'asleep';
  const present = endpoint.workers.filter(isPresent);
  const shown = present.map((worker) => ({ ...tell(worker), state: stateOf(worker, endpoint) }));
  // Which version a worker runs is told of those that serve.
  const groups = Map.groupBy(shown, (each) => JSON.stringify(each.state ? [each.age, each.state] : each)).values();
  return [...groups].flatMap(([first, ...others]) => (first ? { ...first, workers: 1 + others.length } : []));
}

function stateOf(worker: Worker, endpoint: HealthChecked): string {
  if (isReady(worker, endpoint)) return '';
  if (hasNoGpu(worker, endpoint)) return 'waiting for a GPU';
  return `${worker.state.state || 'without a state'}${isRunning(worker) ? ', not healthy' : ''}`;
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
