// The listening socket: opened, closed, and refusing connections for a while.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from './clock.ts';

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
