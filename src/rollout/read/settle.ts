/** Before a write: the endpoint is read until the workers of the last write are listed, so that no new worker is one of them. */

import type { Endpoint } from '../../model/endpoint.ts';
import { freshMs, settlingMs, waitPauses } from '../../times.ts';
import type { RolloutContext } from '../context.ts';
import { unsettledMs } from '../evidence/effect.ts';
import { type Observation, observe, type Target } from './observe.ts';

interface SettleRequest {
  endpoint: Endpoint;
  target: Target;
  /** It was read so long ago that it is read again in any case. */
  isOld?: boolean;
  /** A write follows. Default true. */
  isWritten?: boolean;
}

/**
 * Resolves with the endpoint as it is once as many workers as `minNum` are listed with IDs since the last write, or that
 * write is two minutes old; as it was given, if it cannot be read. Rejects with `conflict` when someone has changed it.
 */
export async function settle(
  { endpoint: given, target, isOld = false, isWritten = true }: SettleRequest,
  context: RolloutContext,
): Promise<Endpoint> {
  const { clock, onEvent } = context;
  const waitMs = isWritten ? unsettledMs(given, clock.date()) : 0;
  if (waitMs === 0 && !isOld) return given;
  if (waitMs > 0) onEvent({ kind: 'workers-awaited', seconds: Math.ceil(waitMs / 1000) });
  const decide = ({ endpoint, match }: Observation) =>
    match.kind === 'applied' && unsettledMs(endpoint, clock.date()) === 0 ? endpoint : undefined;
  const deadlineMs = clock.monotonicMs() + waitMs + settlingMs + freshMs;
  return (await observe(target, { decide, pauseMs: () => waitPauses.closeMs, deadlineMs, context })) ?? given;
}
