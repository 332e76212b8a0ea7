/** What commands read of the service outside a rollout: one odd answer decides nothing. */

import { DeployError } from '../errors.ts';
import type { ServiceClient } from '../service/client.ts';
import { growing, oddAnswerMs, oddAnswerPauses } from '../times.ts';
import type { CommandContext } from './context.ts';

export type Reads = Pick<ServiceClient, 'get' | 'list' | 'limits'>;

/**
 * An answer that cannot be used (a refused key, a web page, a redirect, a conflict) may be that of a firewall or a
 * restarting service, so the request is repeated for some seconds. `not-found` is final, and `unavailable` comes after
 * retries of its own.
 */
export async function openReads(context: CommandContext): Promise<Reads> {
  const { connections, signal } = context;
  const client = await connections.service();
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const oddAnswer = (error: unknown) => {
      if (error instanceof DeployError && !finalCodes.has(error.code)) return error;
      throw error;
    };
    const doubt = (answer: Answer | DeployError) =>
      answer instanceof DeployError ? `Not usable, so it is requested again: ${answer.message}.` : '';
    const patience = { forMs: oddAnswerMs, pauses: oddAnswerPauses };
    const answer = await askAgain({ ask: () => ask().catch(oddAnswer), doubt, ...patience }, context);
    if (answer instanceof DeployError) throw answer;
    return answer;
  }
  return {
    get: (id, options) => patiently(() => client.get(id, { signal, ...options })),
    list: (options) => patiently(() => client.list({ signal, ...options })),
    limits: (options) => patiently(() => client.limits({ signal, ...options })),
  };
}

interface Question<Answer> {
  ask: () => Promise<Answer>;
  /** Why the answer may not last, as a line for the log; '' where it is final. */
  doubt: (answer: Answer, isFirst: boolean) => string;
  forMs: number;
  pauses: Parameters<typeof growing>[0];
}

/** Asks again while the answer is in doubt, for the last time at the end of the time; says so once. */
export async function askAgain<Answer>(
  { ask, doubt, forMs, pauses }: Question<Answer>,
  { clock, signal, reporter }: Pick<CommandContext, 'clock' | 'signal' | 'reporter'>,
): Promise<Answer> {
  const endMs = clock.monotonicMs() + forMs;
  const nextPauseMs = growing(pauses);
  for (let isFirst = true; ; isFirst = false) {
    const answer = await ask();
    const why = doubt(answer, isFirst);
    const leftMs = endMs - clock.monotonicMs();
    if (why === '' || leftMs <= 0) return answer;
    if (isFirst) reporter.info(why);
    await clock.sleep(Math.min(leftMs, nextPauseMs()), signal);
  }
}

const finalCodes: ReadonlySet<string> = new Set(['cancelled', 'not-found', 'unavailable']);
