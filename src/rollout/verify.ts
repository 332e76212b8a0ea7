/** Owns the proof that a write took effect: read again, compare every member that the call carries, allow a short time to settle. */

import type { Clock } from '../clock.ts';
import type { ErrorCode } from '../errors.ts';
import { type Change, diffConfigs } from '../plan/diff.ts';
import type { Family } from '../plan/members.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Endpoint, EndpointConfig } from '../service/endpoint.ts';
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
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/** The reading that shows the asked configuration. Rejects with `not-applied`, naming what was ignored, once the settling time is over. */
export async function verify({ client, clock, id, asked, family, onEvent, signal }: VerifyRequest): Promise<Endpoint> {
  let unapplied: Change[] = [];
  let lastError: ServiceError | undefined;
  for (const pauseMs of settlingMs) {
    await clock.sleep(pauseMs, signal);
    try {
      const endpoint = await client.get(id, { signal });
      lastError = undefined;
      unapplied = diffConfigs({ asked, found: endpoint.config }).filter(
        ({ families }) => !family || families.includes(family),
      );
      if (unapplied.length === 0) {
        onEvent({ kind: 'verified' });
        return endpoint;
      }
      onEvent({ kind: 'settling', unapplied });
    } catch (error) {
      // A service that is eventually consistent does not know at once what it has just made.
      if (!(error instanceof ServiceError) || error.code !== 'not-found') throw error;
      lastError = error;
    }
  }
  throw lastError ?? notApplied({ id, name: asked.name, unapplied });
}

function notApplied({ id, name, unapplied }: { id: string; name: string; unapplied: readonly Change[] }): RolloutError {
  const code: ErrorCode = 'not-applied';
  const members = unapplied.map(({ member, from, to, secret }) =>
    secret ? `${member} (its value is not shown)` : `${member} (asked ${to ?? 'none'}, found ${from ?? 'none'})`,
  );
  return new RolloutError({
    code,
    message: `the service accepted the configuration of endpoint ${name} (${id}) but did not apply ${members.join(', ')}`,
    endpointId: id,
  });
}
