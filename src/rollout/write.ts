/** Owns the making of a plan's calls, each followed by its proof. Decides nothing about which calls those are. */

import type { Clock } from '../clock.ts';
import type { Call } from '../plan/route.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Endpoint, EndpointConfig } from '../service/endpoint.ts';
import { createOnce, refuseRivals } from './create.ts';
import type { OnRolloutEvent } from './events.ts';
import { verify } from './verify.ts';

/** What every step of a rollout works with. */
export interface RolloutPorts {
  client: ServiceClient;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/** The size that v1 create insists on, in GB; v2 update brings the asked one afterwards (service-api.md, v1 Create endpoint). */
const rootDiskGbOnCreate = 100;

export interface Calls {
  calls: readonly Call[];
  desired: EndpointConfig;
  /** What the calls update; undefined when the first of them creates. */
  live: Endpoint | undefined;
  /** Endpoints of the same name that are meant to be there besides: the old one of a replacement. */
  expectedIds?: ReadonlySet<string>;
}

/**
 * Makes the calls in order and reads the endpoint back after each. `onWritten` learns the id with every write that the service has accepted, so that
 * a later failure can still name the endpoint.
 */
export async function writeCalls(
  { calls, desired, live, expectedIds }: Calls,
  ports: RolloutPorts,
  onWritten: (endpointId: string) => void,
): Promise<Endpoint> {
  const { onEvent } = ports;
  let endpoint = live;
  for (const [index, call] of calls.entries()) {
    onEvent({ kind: 'phase', phase: 'write' });
    const creation = {
      ...ports,
      config: { ...desired, rootDiskGb: rootDiskGbOnCreate },
      ...(expectedIds && { expectedIds }),
    };
    const id = call === 'create-v1' ? await createOnce(creation) : await update(call, { desired, ports, endpoint });
    onWritten(id);
    onEvent({ kind: 'written', call, endpointId: id });
    onEvent({ kind: 'phase', phase: 'verify' });
    const isLast = index === calls.length - 1;
    const verification = verify({ ...ports, id, asked: desired, ...(!isLast && { family: 'v1' }) });
    [endpoint] = await Promise.all([verification, call === 'create-v1' && refuseRivals(id, creation)]);
  }
  if (!endpoint) throw new Error('a plan that writes names at least one call');
  return endpoint;
}

async function update(
  call: Call,
  { desired, ports, endpoint }: { desired: EndpointConfig; ports: RolloutPorts; endpoint: Endpoint | undefined },
): Promise<string> {
  if (!endpoint || (call !== 'update-v1' && call !== 'update-v2'))
    throw new Error(`${call} is no update of a live endpoint`);
  const { client, signal } = ports;
  const request = { id: endpoint.id, config: desired };
  await (call === 'update-v1' ? client.updateV1(request, { signal }) : client.updateV2(request, { signal }));
  return endpoint.id;
}
