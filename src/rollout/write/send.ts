/** The one loop that sends a write again, for as long as its failure may pass. */

import { codeRow } from '../../errors.ts';
import { formatSeconds } from '../../model/display.ts';
import { ServiceError } from '../../service/errors.ts';
import { growing, pauses, settlingMs } from '../../times.ts';
import type { RolloutContext } from '../context.ts';

/** A request that has failed; `leftMs`: for so long such a failure may still pass. */
export interface FailedAttempt {
  error: ServiceError;
  leftMs: number;
  /** Waits as long as the service asks for, or twice the pause before; never longer than `longestMs`. */
  pause: (longestMs: number) => Promise<void>;
}

interface Attempts<Result> {
  send: () => Promise<Result>;
  /** Looks for what the request has done: with a result nothing is sent again, and what it throws is final. */
  afterFailure: (attempt: FailedAttempt) => Promise<Result | undefined>;
  context: RolloutContext;
}

/** Rejects as `afterFailure`, with a cancellation, or with a defect. */
export async function sendUntilDone<Result>({ send, afterFailure, context }: Attempts<Result>): Promise<Result> {
  const { clock, signal } = context;
  const startedMs = clock.monotonicMs();
  const nextPauseMs = growing(pauses.resend);
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await send();
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || thrown.code === 'cancelled') throw thrown;
      const lastedMs = clock.monotonicMs() - startedMs;
      const again = attempts > 1 ? ` (sent again for ${formatSeconds(lastedMs / 1000)})` : '';
      const error = new ServiceError({ ...thrown, message: `${thrown.message}${again}`, cause: thrown });
      const leftMs = resendsForMs(error) - lastedMs;
      const pause = (longestMs: number) => {
        const pauseMs = Math.max(nextPauseMs() * (0.5 + clock.random()), error.retryAfterMs ?? 0);
        return clock.sleep(Math.max(0, Math.min(longestMs, pauseMs)), signal);
      };
      const result = await afterFailure({ error, leftMs, pause });
      if (result !== undefined) return result;
    }
  }
}

/** An answer that may be odd: "not found", or one without a reason of the service, which a proxy may have made. */
export function isUnexplained({ code, reason }: ServiceError): boolean {
  return code === 'not-found' || (reason === undefined && codeRow(code).writes === 'if-odd');
}

/** How long the same write is sent again. A refusal that the service explains is final. */
function resendsForMs(error: ServiceError): number {
  if (codeRow(error.code).writes === 'again' || error.mayHaveHappened) return Infinity;
  // A refusal of a key that has just been accepted may be odd.
  return isUnexplained(error) || error.status === 401 ? settlingMs : 0;
}
