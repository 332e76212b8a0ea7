// The emulator's time: the wall clock, or one that a test moves.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

  /** When the next one who waits is due; `Infinity` for none. */
  nextDueMs(): number {
    return Math.min(...this.#waiters.map(({ atMs }) => atMs));
  }

  waitUntil(atMs: number): Promise<void> {
    if (atMs <= this.#nowMs) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ atMs, resolve }));
  }
}

const host = '127.0.0.1';

export class Listener {
  readonly #server: Server;
  readonly #clock: Clock;
  #port = 0;
  #state: 'open' | 'refusing' | 'closed' = 'closed';
  #refusals = 0;

  constructor(server: Server, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  get url(): string {
    return `http://${host}:${this.#port}`;
  }

  async open(port: number): Promise<void> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#state = 'open';
  }

  /** Every new connection is refused for so long on the emulator's clock; requests under way end in peace. */
  refuse(forMs: number): void {
    if (this.#state === 'closed') return;
    this.#refusals += 1;
    const refusal = this.#refusals;
    if (this.#state === 'open') this.#server.close();
    this.#server.closeIdleConnections();
    this.#state = 'refusing';
    void this.#clock.waitUntil(this.#clock.nowMs() + forMs).then(() => {
      // The last refusal decides, and a closed emulator stays closed.
      if (this.#state !== 'refusing' || refusal !== this.#refusals) return;
      this.#server.listen(this.#port, host);
      this.#state = 'open';
    });
  }

  get isRefusing(): boolean {
    return this.#state === 'refusing';
  }

  async close(): Promise<void> {
    const wasOpen = this.#state === 'open';
    this.#state = 'closed';
    if (!wasOpen) {
      this.#server.closeAllConnections();
      return;
    }
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
