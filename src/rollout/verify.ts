/** Owns the proof that a write took effect: read again, compare every member that the call carries, allow a short time to settle. */

import type { Clock } from '../clock.ts';
import type { EndpointConfig } from '../model/config.ts';
import { type Change, diffConfigs } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Family } from '../model/row.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { RolloutError } from './errors.ts';
import type { OnRolloutEvent } from './events.ts';

/** Pauses between readings; about half a minute in all for a service that shows a write late. */
const settlingMs = [0, 500, 1000, 2000, 4000, 8000, 15_000];

export interface VerifyRequest {
  client: ServiceClient;
  clock: Clock;
  id: string;
  asked: EndpointConfig;
  /** Compares only members that this family carries, when another call is still to come. */
  family?: Family;
  /** Given every reading, so that the last one is known when the proof fails. */
  onReading?: ((endpoint: Endpoint) => void) | undefined;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/** The reading that shows the asked configuration. Rejects with `not-applied`, naming what was ignored, once the settling time is over. */
export async function verify(request: VerifyRequest): Promise<Endpoint> {
  const { client, clock, id, asked, family, onReading, onEvent, signal } = request;
  let unapplied: Change[] = [];
  let told = '';
  let lastError: ServiceError | undefined;
  for (const pauseMs of settlingMs) {
    await clock.sleep(pauseMs, signal);
    try {
      const endpoint = await client.get(id, { signal });
      lastError = undefined;
      onReading?.(endpoint);
      unapplied = diffConfigs({ asked, found: endpoint.config }).filter(
        ({ families }) => !family || families.includes(family),
      );
      if (unapplied.length === 0) return endpoint;
      const lacking = unapplied.map(({ member }) => member).join();
      if (lacking !== told) onEvent({ kind: 'settling', unapplied });
      told = lacking;
    } catch (error) {
      // A service that is eventually consistent does not know at once what it has just made.
      if (!(error instanceof ServiceError) || error.code !== 'not-found') throw error;
      lastError = error;
    }
  }
  throw lastError ? unknown(request, lastError) : notApplied({ id, name: asked.name, unapplied });
}

function unknown({ id, asked }: VerifyRequest, cause: ServiceError): RolloutError {
  return new RolloutError({
    code: 'not-applied',
    message: `the service accepted the configuration of endpoint ${asked.name} (${id}), but when it is asked for the endpoint it does not know it: ${cause.message}`,
    hint: 'Look whether somebody has deleted the endpoint; if not, run the step again.',
    endpointId: id,
    cause,
  });
}

function notApplied({ id, name, unapplied }: { id: string; name: string; unapplied: readonly Change[] }): RolloutError {
  const members = unapplied.map(({ member, from, to, secret }) =>
    secret ? `${member} (its value is not shown)` : `${member} (asked ${to ?? 'none'}, found ${from ?? 'none'})`,
  );
  return new RolloutError({
    code: 'not-applied',
    message: `the service accepted the configuration of endpoint ${name} (${id}) but did not apply ${members.join(', ')}`,
    endpointId: id,
    unapplied,
  });
}
