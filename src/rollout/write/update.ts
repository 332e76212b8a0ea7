/** One update: sent until it is accepted, never over someone else's change, and read back until it shows. */

import type { ErrorCode } from '../../errors.ts';
import { endpointName } from '../../model/display.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import type { Call } from '../../plan/route.ts';
import type { ServiceError } from '../../service/errors.ts';
import { doubtfulMs, growing, heartbeat, pauses, settlingMs } from '../../times.ts';
import type { RolloutContext } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { describeChanges } from '../read/match.ts';
import { type Observation, observe, type Target } from '../read/observe.ts';
import { type FailedAttempt, sendUntilDone } from './send.ts';

/** What an update sends, and what a reading after it shows. */
export interface Sending {
  target: Target;
  /** The fields that v2 carries: it is the family of partial updates. */
  fields: ReadonlySet<string>;
}

interface UpdateRequest {
  call: Exclude<Call, 'create-v1'>;
  before: Endpoint;
  /** Called after a reading that shows the endpoint as before: workers may have come since. */
  sendingAfter: (endpoint: Endpoint) => Sending;
  context: RolloutContext;
}

/** `lost`: the answer never came, so only a reading shows whether the update is done. */
interface SentUpdate {
  lost: ServiceError | undefined;
  target: Target;
}

/**
 * Sends an update (service-api.md, v1 Update endpoint, v2 Update endpoint). It is idempotent, so it is sent again while
 * the service is busy, cannot be reached or loses its answer; a reading before each retry shows whether it is done, or
 * someone else's change is there. Rejects with `conflict`, or with the service's refusal.
 */
export async function sendUpdate({ call, before, sendingAfter, context }: UpdateRequest): Promise<SentUpdate> {
  const { client, clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const isReportDue = heartbeat(clock);
  // A late reading may show our own previous update.
  const lateUntilMs = startedMs + settlingMs;
  const decide = (seen: Observation) => (seen.match.kind === 'foreign' ? undefined : seen);
  let { target, fields } = sendingAfter(before);
  let lost: ServiceError | undefined;
  let answer: ServiceError | undefined;
  // Keeps some time for a write that may have been done to show.
  const endMs = () => deadlineMs - (lost ? Math.min(doubtfulMs, (deadlineMs - startedMs) / 2) : 0);
  const send = async (): Promise<SentUpdate> => {
    const options = { signal, deadlineMs: endMs() };
    if (call === 'update-v1') await client.updateV1({ id: target.id, config: target.desired }, options);
    else await client.updateV2({ id: target.id, config: target.desired, fields }, options);
    onEvent({ kind: 'write-accepted', call, endpointId: target.id });
    return { lost: undefined, target };
  };
  const afterFailure = async ({ error, leftMs, pause }: FailedAttempt): Promise<SentUpdate | undefined> => {
    if (error.mayHaveHappened) lost = error;
    // At the end of the time, the service's last answer says more than that there was no time to ask.
    if (error.status !== undefined) answer = error;
    const restMs = Math.min(leftMs, endMs() - clock.monotonicMs());
    if (restMs <= 0) {
      if (lost) return { lost, target };
      onEvent({ kind: 'write-refused', call });
      // The refusal itself does not prove that it is gone.
      if (error.code === 'not-found') await observe(target, { decide, context });
      throw answer ?? error;
    }
    if (isReportDue()) onEvent({ kind: 'write-retry', call, message: error.message });
    await pause(restMs);
    const seen = await observe({ ...target, lateUntilMs }, { decide, context }).catch((found) => {
      // Someone else's change: the update is not sent again.
      if (!lost) onEvent({ kind: 'write-refused', call });
      throw found;
    });
    if (lost && seen?.match.kind === 'applied') return { lost, target };
    if (!lost && seen) ({ target, fields } = sendingAfter(seen.endpoint));
    return undefined;
  };
  onEvent({ kind: 'write-sent', call });
  return await sendUntilDone({ send, afterFailure, context });
}

/** The reading that shows the requested configuration. */
interface Proved {
  endpoint: Endpoint;
  target: Target;
}

/**
 * Rejects with `not-applied`, naming the fields that were ignored, once the time to settle is over; with `lost`, else
 * `unavailable`, when the endpoint could not be read in time; otherwise as {@link observe}.
 */
export async function readBack(
  accepted: Target,
  { call, lost, context }: { call: Call; lost?: Error | undefined; context: RolloutContext },
): Promise<Proved> {
  const { clock, onEvent } = context;
  const startedMs = clock.monotonicMs();
  const target = { ...accepted, lateUntilMs: startedMs + settlingMs };
  const isReportDue = heartbeat(clock);
  const decide = ({ endpoint, match, atMs }: Observation) => {
    if (match.kind === 'applied') {
      if (lost) onEvent({ kind: 'write-accepted', call, endpointId: target.id });
      onEvent({ kind: 'write-shown', call, url: endpoint.url });
      return { endpoint, target };
    }
    if (match.kind === 'foreign') return undefined;
    const isOver = atMs - startedMs >= settlingMs;
    if (match.kind === 'partial') {
      if (!isOver) return undefined;
      const what = `, but its response about the endpoint does not contain ${match.fields.join(', ')}`;
      throw notShown(target, { code: 'unreadable', what });
    }
    const { changes } = match;
    if (isReportDue()) onEvent({ kind: 'settling', unapplied: changes });
    if (!isOver) return undefined;
    onEvent({ kind: 'write-refused', call });
    const what = ` but did not apply ${describeChanges(changes)}`;
    throw lost ?? notShown(target, { code: 'not-applied', what });
  };
  const shown = await observe(target, { decide, pauseMs: growing(pauses.readBack), context });
  if (shown) return shown;
  const what = ', but the time limit passed before a reading showed it';
  throw lost ?? notShown(target, { code: 'unavailable', what });
}

function notShown({ id, desired }: Target, { what, ...details }: { what: string; code: ErrorCode }): RolloutError {
  const message = `the service accepted the configuration of endpoint ${endpointName({ id, config: desired })}${what}`;
  return new RolloutError({ ...details, message, endpointId: id });
}
