/** The proof that a write took effect: the endpoint is read again and every member that the call carries is compared. */

import type { Change } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Call } from '../plan/route.ts';
import { ServiceError } from '../service/errors.ts';
import { type ConfigWatch, compareConfig, showChanges } from './config-watch.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import { settlingMs } from './patience.ts';

/** Between the readings of a service that shows the write late, in milliseconds; the last for all that follow. */
const pausesMs = [500, 1000, 2000, 4000, 8000] as const;

interface VerifyRequest {
  id: string;
  call: Call;
  watch: ConfigWatch;
  /** The endpoint as a list since the write has shown it; default none. */
  listed?: Endpoint | undefined;
  context: Pick<RolloutContext, 'clock' | 'onEvent' | 'signal' | 'deadlineMs'>;
}

/**
 * The reading that shows the desired configuration. Rejects with `not-applied`, naming what was ignored, once the time to settle is over; otherwise as
 * {@link ConfigWatch.look}; with `unavailable` when the time ran out before the endpoint could be read.
 */
export async function verify({ id, call, watch, listed, context }: VerifyRequest): Promise<Endpoint> {
  const { clock, onEvent, signal } = context;
  const { desired } = watch.asked;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const unknownUntilMs = call === 'create-v1' ? startedMs + settlingMs : undefined;
  const before = watch.asked.earlier?.at(-1);
  const asked = before ? compareConfig(before, watch.asked).unapplied.length : 0;
  let reportedMembers = '';
  for (let reading = 0; ; reading += 1) {
    const known = reading === 0 ? listed : undefined;
    const look = await watch.look({ deadlineMs, unknownUntilMs, known, sharedWillDo: () => true }).catch((error) => {
      const isUnknown = unknownUntilMs !== undefined && error instanceof ServiceError && error.code === 'not-found';
      throw isUnknown ? unknown(id, desired.name, error) : error;
    });
    if (!look) throw unread(id, desired.name);
    const { endpoint, isApplied, unapplied, unseen } = look;
    const isPartly = unseen.length === 0 && unapplied.length < asked;
    if (isApplied || isPartly) onEvent({ kind: 'write-shown', call });
    if (isApplied) return endpoint;
    const members = unapplied.map(({ member }) => member).join();
    if (unapplied.length > 0 && members !== reportedMembers) onEvent({ kind: 'settling', unapplied });
    reportedMembers = members;
    const leftMs = Math.min(startedMs + settlingMs, deadlineMs) - clock.monotonicMs();
    if (leftMs <= 0) throw unapplied.length > 0 ? notApplied(endpoint, unapplied) : notShown(endpoint, unseen);
    await clock.sleep(Math.min(pausesMs[reading] ?? 8000, leftMs), signal);
  }
}

function unknown(id: string, name: string, cause: ServiceError): RolloutError {
  return new RolloutError({
    code: 'not-applied',
    message: `the service accepted the configuration of endpoint ${name} (${id}), but then reports it as not found: ${cause.message}`,
    hint: 'Check whether someone deleted the endpoint; if not, run the step again.',
    endpointId: id,
    cause,
  });
}

function unread(id: string, name: string): RolloutError {
  return new RolloutError({
    code: 'unavailable',
    message: `the service accepted the configuration of endpoint ${name} (${id}), but the time limit passed before the endpoint could be read`,
    endpointId: id,
    isInconclusive: true,
  });
}

function notShown({ id, config }: Endpoint, unseen: readonly string[]): RolloutError {
  return new RolloutError({
    code: 'unreadable',
    message: `the service accepted the configuration of endpoint ${config.name} (${id}), but its response about the endpoint does not contain ${unseen.join(', ')}`,
    endpointId: id,
    isInconclusive: true,
  });
}

function notApplied({ id, config }: Endpoint, unapplied: readonly Change[]): RolloutError {
  return new RolloutError({
    code: 'not-applied',
    message: `the service accepted the configuration of endpoint ${config.name} (${id}) but did not apply ${showChanges(unapplied)}`,
    endpointId: id,
    unapplied,
  });
}
