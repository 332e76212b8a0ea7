// The emulator's time: the wall clock, or one that a test moves.

export interface Clock {
  nowMs(): number;
  /** Resolves once `nowMs()` has reached `atMs`; never for `Infinity`. */
  waitUntil(atMs: number): Promise<void>;
}

/** The wall clock. */
export const realClock: Clock = {
  nowMs: () => Date.now(),
  waitUntil: (atMs) =>
    Number.isFinite(atMs)
      ? new Promise((resolve) => {
          // Unreferenced: a held request must not keep a process alive that wants to end.
          setTimeout(resolve, Math.max(0, atMs - Date.now())).unref();
        })
      : new Promise(() => {}),
};

/** Time that passes only when a test says so. Starts at 2026-01-01T00:00:00Z unless told. */
export class ManualClock implements Clock {
  #nowMs: number;
  #waiters: { atMs: number; resolve: () => void }[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError(`time only moves forward, not by ${ms} ms`);
    this.#nowMs += ms;
    const due = this.#waiters.filter((waiter) => waiter.atMs <= this.#nowMs);
    this.#waiters = this.#waiters.filter((waiter) => waiter.atMs > this.#nowMs);
    for (const waiter of due) waiter.resolve();
  }

  waitUntil(atMs: number): Promise<void> {
    if (atMs <= this.#nowMs) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ atMs, resolve }));
  }
}
