/** One update of an endpoint: sent again while another operation is under way, and never over somebody else's change. */

import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Family } from '../model/row.ts';
import type { Call } from '../plan/route.ts';
import { ServiceError } from '../service/errors.ts';
import { type Asked, compareConfig, conflict } from './config-watch.ts';
import type { RolloutContext } from './context.ts';
import { conflictMs, settlingMs } from './patience.ts';

/** Between two tries, in milliseconds, before the spread. */
const retryPauseMs = { first: 2000, growth: 1.5, slowest: 15_000 } as const;

/** Between two words about an operation that is still under way. */
const quietMs = 30_000;

interface UpdateRequest {
  call: Exclude<Call, 'create-v1' | 'delete-v1'>;
  live: Endpoint;
  sent: EndpointConfig;
  asked: Asked;
  /** This run has just written to the endpoint, or asked for its deletion. */
  isFollowUp: boolean;
  context: RolloutContext;
}

/**
 * `lost`: the answer never came; only a reading can tell. Rejects with `conflict` when a reading before another try shows a change that is neither what was
 * there nor what was asked for; otherwise with the service's refusal.
 */
export async function sendUpdate(request: UpdateRequest): Promise<{ lost: ServiceError | undefined }> {
  const { call, live, sent, asked, isFollowUp, context } = request;
  const { writer, reader, clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const send = call === 'update-v1' ? writer.updateV1 : writer.updateV2;
  let reportedMs = Number.NEGATIVE_INFINITY;
  for (let pauseMs: number = retryPauseMs.first; ; ) {
    try {
      await send({ id: live.id, config: sent }, { signal, deadlineMs });
      return { lost: undefined };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
      const nowMs = clock.monotonicMs();
      const patienceMs = isFollowUp || isConflict(error) ? busyMs(error) : 0;
      const leftMs = Math.min(deadlineMs, startedMs + patienceMs) - nowMs;
      if (leftMs > 0) {
        if (nowMs - reportedMs >= quietMs) {
          onEvent({ kind: 'write-conflict', call, isKnown: isConflict(error), message: error.message });
          reportedMs = nowMs;
        }
        await clock.sleep(Math.min(leftMs, pauseMs * (0.5 + clock.random())), signal);
        pauseMs = Math.min(retryPauseMs.slowest, pauseMs * retryPauseMs.growth);
        await assertOnlyOurs(request, { reader, deadlineMs });
        continue;
      }
      if (!error.mayHaveHappened) throw error;
      onEvent({ kind: 'update-answer-lost', call, message: error.message });
      return { lost: error };
    }
  }

  async function assertOnlyOurs(
    { live: { id } }: UpdateRequest,
    port: Pick<RolloutContext, 'reader'> & { deadlineMs: number },
  ): Promise<void> {
    const found = await port.reader.get(id, { deadlineMs: port.deadlineMs });
    const foreign = found ? compareConfig(found.config, { ...asked, family: undefined }).foreign : [];
    if (found && foreign.length > 0) throw conflict(found, foreign);
  }
}

/** Another operation on the endpoint is under way (service-observed.md, Failure statuses: CONFLICT). */
function isConflict({ code }: ServiceError): boolean {
  return code === 'busy';
}

/** For how long a write is sent again because the endpoint is busy with another operation. An answer without a reason does not tell whether it is. */
export function busyMs(error: ServiceError): number {
  if (isConflict(error)) return conflictMs;
  return isUnexplained(error) && error.status !== 404 ? settlingMs : 0;
}

/** A refusal whose reason is lost: HTML, an empty body, words alone. */
export function isUnexplained({ code, status, reason }: ServiceError): boolean {
  return code === 'rejected' && reason === undefined && status !== undefined && status < 500;
}

export function familyOf(call: Call): Family {
  return call === 'update-v2' ? 'v2' : 'v1';
}
