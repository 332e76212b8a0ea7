/** What commands read of the service outside a rollout: one odd answer decides nothing. */

import { DeployError } from '../errors.ts';
import type { ServiceClient } from '../service/client.ts';
import { growing, oddAnswerMs, oddAnswerPauses } from '../times.ts';
import type { CommandContext } from './context.ts';

export type Reads = Pick<ServiceClient, 'get' | 'list' | 'limits'>;

/**
 * An answer that cannot be used (a refused key, a web page, a redirect, a conflict) may be that of a firewall or a
 * restarting service, so it is asked for again for some seconds. What the service does not find is told at once, and
 * what is not available has been tried for long enough.
 */
export async function openReads({ connections, clock, signal, reporter }: CommandContext): Promise<Reads> {
  const client = await connections.service();
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const endMs = clock.monotonicMs() + oddAnswerMs;
    const nextPauseMs = growing(oddAnswerPauses);
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof DeployError) || finalCodes.has(error.code)) throw error;
        const pauseMs = nextPauseMs();
        if (clock.monotonicMs() + pauseMs >= endMs) throw error;
        if (isFirst) reporter.info(`Not usable, so it is requested again: ${error.message}.`);
        await clock.sleep(pauseMs, signal);
      }
    }
  }
  return {
    get: (id, options) => patiently(() => client.get(id, { signal, ...options })),
    list: (options) => patiently(() => client.list({ signal, ...options })),
    limits: (options) => patiently(() => client.limits({ signal, ...options })),
  };
}

const finalCodes: ReadonlySet<string> = new Set(['cancelled', 'not-found', 'unavailable']);
