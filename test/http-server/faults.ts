// Scripted faults of a server for tests, and which request meets which.

/** Which requests a fault meets. */
export interface Aim {
  readonly kind: string;
  /** `any` meets every operation. */
  readonly operation: string;
  /** Lets so many matching requests pass first. Default 0. */
  readonly after?: number | undefined;
  /** How many matching requests it meets. Default 1. */
  readonly times?: number | 'always' | undefined;
  /** Instead of `times`: every matching request for so long on the server's clock, from the first one on. */
  readonly forMs?: number | undefined;
}

/** Calls back before the request is carried out, or after it and before its answer leaves. */
export interface Hook<Request> {
  readonly kind: 'hook';
  readonly when: 'before' | 'after';
  readonly run: (request: Request) => void | Promise<void>;
}

interface Entry<Fault> {
  readonly fault: Fault;
  letPass: number;
  timesLeft: number;
  /** Unknown until the first request that it meets. */
  endsAtMs: number | undefined;
  met: boolean;
}

export class FaultList<Fault extends Aim> {
  #entries: Entry<Fault>[] = [];

  add(fault: Fault): void {
    if (fault.forMs !== undefined && fault.times !== undefined) throw new TypeError('a fault has times or forMs');
    const unlimited = fault.times === 'always' || fault.forMs !== undefined;
    const timesLeft = unlimited ? Number.POSITIVE_INFINITY : Number(fault.times ?? 1);
    this.#entries.push({ fault, letPass: fault.after ?? 0, timesLeft, endsAtMs: undefined, met: false });
  }

  /** Faults in order; each sees only the requests that no earlier one took. A hook takes nothing: it only watches. */
  take(operation: string, nowMs = 0): readonly Fault[] {
    const taken: Fault[] = [];
    for (const entry of this.#entries) {
      const matches = entry.fault.operation === 'any' || entry.fault.operation === operation;
      if (!matches || entry.timesLeft === 0) continue;
      if (entry.letPass > 0) {
        entry.letPass -= 1;
        continue;
      }
      if (entry.endsAtMs !== undefined && nowMs >= entry.endsAtMs) continue;
      if (entry.fault.forMs !== undefined) entry.endsAtMs ??= nowMs + entry.fault.forMs;
      entry.timesLeft -= 1;
      entry.met = true;
      taken.push(entry.fault);
      if (entry.fault.kind !== 'hook') break;
    }
    return taken;
  }

  /** Faults that never met a request: a scenario that did not happen. */
  unused(): readonly Fault[] {
    return this.#entries.filter((entry) => !entry.met).map((entry) => entry.fault);
  }

  clear(): void {
    this.#entries = [];
  }
}

/** Runs the hooks among the faults that met a request. */
export async function runHooks<Request>(
  met: readonly (Aim | Hook<Request>)[],
  when: 'before' | 'after',
  request: Request,
): Promise<void> {
  for (const fault of met) if ('run' in fault && fault.when === when) await fault.run(request);
}
