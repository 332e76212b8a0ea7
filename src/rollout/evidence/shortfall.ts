/** Which of the needed workers do not serve, and what they lack, by one reading. Pure. */

import type { Worker } from '../../model/endpoint.ts';
import type { Fault } from '../../model/faults.ts';
import { type HealthChecked, isPresent, isReady, workerFault } from './condition.ts';

/** `time`: it starts. `listing`: the service does not list it. */
export type Lack = Exclude<Fault, 'image-pull-definite'> | 'time' | 'listing';

export interface Shortfall {
  /** Of the version, of `needed` by `minNum`. */
  readonly healthy: number;
  readonly needed: number;
  /** How many workers have each of the lacks. */
  readonly lacks: ReadonlyMap<Lack, number>;
}

/** Undefined where as many workers as `minNum` are healthy. `isOld`: the worker runs an earlier version. */
export function shortfallOf(endpoint: HealthChecked, isOld: (worker: Worker) => boolean): Shortfall | undefined {
  const needed = endpoint.config.workerConfig.minNum;
  const present = endpoint.workers.filter((worker) => isPresent(worker) && !isOld(worker));
  const others = present.filter((worker) => !isReady(worker, endpoint));
  const healthy = present.length - others.length;
  if (healthy >= needed) return undefined;
  const lackOf = (worker: Worker): Lack => {
    const fault = workerFault(worker, endpoint) ?? 'time';
    return fault === 'image-pull-definite' ? 'image-pull' : fault;
  };
  const unlisted = Array.from({ length: Math.max(0, needed - present.length) }, (): Lack => 'listing');
  const grouped = Map.groupBy([...others.map(lackOf), ...unlisted], (lack) => lack);
  return { healthy, needed, lacks: new Map(grouped.entries().map(([lack, { length }]) => [lack, length])) };
}
