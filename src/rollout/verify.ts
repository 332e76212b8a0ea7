/** The proof that a write took effect: the endpoint is read again and every member that the call carries is compared. */

import type { EndpointConfig } from '../model/config.ts';
import { type Change, diffConfigs } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Family } from '../model/row.ts';
import { ServiceError } from '../service/errors.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';

interface VerifyRequest {
  id: string;
  desired: EndpointConfig;
  /** Compares only members that this family carries, when another call is still to come. */
  family?: Family;
  context: Pick<RolloutContext, 'reader' | 'onEvent'>;
}

/** The reading that shows the desired configuration. Rejects with `not-applied`, naming what was ignored, once the time to settle is over. */
export async function verify({ id, desired, family, context }: VerifyRequest): Promise<Endpoint> {
  const { reader, onEvent } = context;
  let unapplied: readonly Change[] = [];
  let reportedMembers = '';
  let notFound: ServiceError | undefined;
  for await (const reading of reader.settling(id)) {
    notFound = reading instanceof ServiceError ? reading : undefined;
    if (reading instanceof ServiceError) continue;
    unapplied = diffConfigs({ asked: desired, found: reading.config }).filter(
      ({ families }) => !family || families.includes(family),
    );
    if (unapplied.length === 0) return reading;
    const members = unapplied.map(({ member }) => member).join();
    if (members !== reportedMembers) onEvent({ kind: 'settling', unapplied });
    reportedMembers = members;
  }
  throw notFound
    ? unknown({ id, name: desired.name, cause: notFound })
    : notApplied({ id, name: desired.name, unapplied });
}

function unknown({ id, name, cause }: { id: string; name: string; cause: ServiceError }): RolloutError {
  return new RolloutError({
    code: 'not-applied',
    message: `the service accepted the configuration of endpoint ${name} (${id}), but when it is asked for the endpoint it does not know it: ${cause.message}`,
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
