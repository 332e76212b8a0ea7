// Owns the workers of one endpoint across its writes, wake-ups and idle stops; knows no configuration beyond workers.
import type { Pace, StateView, WorkerScript } from './course.ts';
import { readyAfterMs } from './course.ts';
import type { IdSequence } from './identifiers.ts';
import { endpointStateAt, type Generation, type WorkerView, workersAt } from './rollout.ts';

const lasting = Number.POSITIVE_INFINITY;

export class Fleet {
  readonly #generations: Generation[] = [];
  readonly #ids: IdSequence;
  readonly #pace: Pace;

  constructor(ids: IdSequence, pace: Pace) {
    this.#ids = ids;
    this.#pace = pace;
  }

  /** How many writes have started workers. */
  get revision(): number {
    return this.#generations.length;
  }

  /** New workers for a new configuration; those of earlier ones go when these are healthy. */
  rollOut(write: {
    readonly image: string;
    readonly minNum: number;
    readonly script: WorkerScript;
    readonly atMs: number;
  }): void {
    const generation: Generation = {
      revision: this.revision + 1,
      writtenAtMs: write.atMs,
      image: write.image,
      script: write.script,
      pace: paceOf(this.#pace, write.script.pace),
      requiredWorkers: write.minNum,
      workers: [],
    };
    this.#generations.push(generation);
    this.#fill(generation, write.atMs);
  }

  /** The same container, another number of workers. */
  scale(minNum: number, atMs: number): void {
    const generation = this.#generations.at(-1);
    if (generation === undefined) return;
    generation.requiredWorkers = minNum;
    const standing = generation.workers.filter((worker) => worker.stopAtMs === lasting);
    for (const surplus of standing.slice(minNum)) surplus.stopAtMs = atMs;
    this.#fill(generation, atMs);
  }

  /** A request came: starts a worker unless one is on its way. Returns when it is healthy. */
  wake(atMs: number, idleTimeoutMs: number): number {
    const generation = this.#generations.at(-1);
    if (generation === undefined) return Number.POSITIVE_INFINITY;
    const readyMs = readyAfterMs(generation.script, generation.pace);
    const alive = generation.workers.find((worker) => atMs < worker.stopAtMs);
    if (alive !== undefined) return alive.startedAtMs + readyMs;
    const stopAtMs = atMs + readyMs + idleTimeoutMs;
    generation.workers.push({ id: this.#ids.next(), startedAtMs: atMs, stopAtMs });
    return atMs + readyMs;
  }

  /** A request was served: a worker beyond `minNum` lives for another idle timeout. */
  touch(workerId: string, atMs: number, idleTimeoutMs: number): void {
    const worker = this.#generations.flatMap(({ workers }) => workers).find(({ id }) => id === workerId);
    if (worker !== undefined && worker.stopAtMs !== lasting) worker.stopAtMs = atMs + idleTimeoutMs;
  }

  /** The workers and the state over them, seen as if writes after `revision` had not happened. */
  at(seen: {
    readonly nowMs: number;
    readonly revision: number;
    readonly keepOldWorkersMs: number;
    readonly stateDuringUpdate: string;
  }): { readonly state: StateView; readonly workers: readonly WorkerView[] } {
    const generations = this.#generations.slice(0, seen.revision);
    const workers = workersAt(generations, seen.nowMs, seen.keepOldWorkersMs);
    return { state: endpointStateAt(generations, workers, seen), workers };
  }

  #fill(generation: Generation, startedAtMs: number): void {
    const standing = generation.workers.filter((worker) => worker.stopAtMs === lasting).length;
    for (let missing = generation.requiredWorkers - standing; missing > 0; missing -= 1) {
      generation.workers.push({ id: this.#ids.next(), startedAtMs, stopAtMs: lasting });
    }
  }
}

/** A script says `undefined` for what it leaves to the pace of the emulator. */
function paceOf(pace: Pace, change: WorkerScript['pace']): Pace {
  const given = Object.entries(change ?? {}).filter(([, ms]) => ms !== undefined);
  return { ...pace, ...Object.fromEntries(given) };
}
