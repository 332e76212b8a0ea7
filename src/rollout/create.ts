/** The creation of exactly one endpoint, also when the answer to the request is lost, and whose it is. */

import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { readRecord } from '../model/record.ts';
import { ServiceError } from '../service/errors.ts';
import type { EndpointList } from '../service/list.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import { assertListed, endpointsNamed } from './lookup.ts';
import { listPauses } from './read.ts';
import { isTerminating } from './state-words.ts';

const maxSends = 3;

export interface Creation {
  config: EndpointConfig;
  /** Endpoints of the same name that are meant to be there: the old one of a replacement. */
  expectedIds: ReadonlySet<string> | undefined;
  context: RolloutContext;
}

/**
 * `answered`: the service has named the id. `proved`: found after an answer that was lost, with the record of this run. `found`: after a lost answer, or
 * because its appName was taken; it may be somebody else's, and is never deleted.
 */
export type Origin = 'answered' | 'proved' | 'found';

export interface Created {
  id: string;
  origin: Origin;
  /** Its appName was taken: this run's create did nothing. */
  isTaken: boolean;
}

/**
 * The id of the endpoint, and whose it is. Create is never repeated blindly: after an answer that was lost (timeout, reset, 5xx, unreadable body) the
 * endpoint is looked up by name before anything is sent again. So it is when its `appName` is taken: if it has our name too, it may be the endpoint that was
 * meant, and its configuration is verified like that of any other. Every other refusal is thrown as it is.
 */
export async function createOnce(creation: Creation): Promise<Created> {
  const { config, context } = creation;
  const { writer, clock, onEvent, signal, deadlineMs } = context;
  let lost: ServiceError | undefined;
  let wasTaken = false;
  let wasBeingFreed = false;
  for (let send = 1; ; send += 1) {
    try {
      return { ...(await writer.create(config, { signal })), origin: 'answered', isTaken: false };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
      // Whoever has the appName may be what an earlier run has made and the list does not show yet.
      const isTaken = error.code === 'app-name-taken';
      // What an earlier send may have made stays unconfirmed, whatever a later one is refused for.
      if (!error.mayHaveHappened && !isTaken) throw lost ?? error;
      if (error.mayHaveHappened) lost ??= error;
      if (!isTaken || !wasTaken)
        onEvent({ kind: isTaken ? 'app-name-taken' : 'create-answer-lost', message: error.message });
      wasTaken ||= isTaken;
      const { found, list } = await findCreated(creation, (each) => !isTaken || each.config.appName === config.appName);
      if (found) {
        const isOurs = isRecordedAs(found.config, config);
        onEvent({ kind: 'create-found', endpointId: found.id, isOurs });
        return { id: found.id, origin: isOurs ? 'proved' : 'found', isTaken: isTaken && !lost };
      }
      // An endpoint that is being deleted keeps its appName until it is gone.
      const isFreed = isTaken && clock.monotonicMs() < deadlineMs() && isLeaving(list, config);
      if (isFreed || (isTaken && wasBeingFreed)) send -= 1;
      else if (isTaken || send === maxSends) throw lost ?? namingHolder(error, { list, config });
      wasBeingFreed = isFreed;
    }
  }
}

/** Whether the record on it names this very run. */
function isRecordedAs(found: EndpointConfig, ours: EndpointConfig): boolean {
  const [a, b] = [readRecord(found), readRecord(ours)];
  return a !== undefined && b !== undefined && a.repository === b.repository && a.run === b.run && a.time === b.time;
}

/** With the last list that was looked at. */
async function findCreated(
  creation: Creation,
  isOurs: (endpoint: Endpoint) => boolean,
): Promise<{ found?: Endpoint; list?: EndpointList }> {
  const { reader, deadlineMs } = creation.context;
  const { name, appName } = creation.config;
  const only = (each: ListedName) => each.name === name || each.appName === appName;
  let last: EndpointList | undefined;
  for await (const list of reader.lists(listPauses.creation, { deadlineMs: deadlineMs(), only })) {
    last = list;
    // Should there be several, the look for rivals finds them all.
    const found = unexpectedIn(list, creation).find(isOurs);
    if (found) return { found, list };
  }
  return last ? { list: last } : {};
}

function isLeaving(list: EndpointList | undefined, config: EndpointConfig): boolean {
  const holder = holderIn(list, config);
  return holder !== undefined && isTerminating(holder);
}

function holderIn(list: EndpointList | undefined, { appName }: EndpointConfig): Endpoint | undefined {
  return list?.endpoints.find(({ config }) => config.appName === appName);
}

/** Where the account itself has the appName, as after the `name` of a spec was changed, the hint says how to go on with that endpoint. */
function namingHolder(
  error: ServiceError,
  { list, config }: { list: EndpointList | undefined; config: EndpointConfig },
): ServiceError {
  const holder = error.code === 'app-name-taken' ? holderIn(list, config) : undefined;
  if (!holder || holder.config.name === config.name) return error;
  const hint = `The endpoint ${holder.config.name} (${holder.id}) of this account has it. If that is the endpoint to deploy, under a new name, set \`endpoint-id: ${holder.id}\`; otherwise choose another \`appName\`.`;
  return new ServiceError({ ...error, message: error.message, hint });
}

/** What a list after a create shows. */
export interface Look {
  /** What another run has created under the same name meanwhile. */
  rivals: readonly Endpoint[];
  /** The list shows the new endpoint under exactly the asked name: the next run will find it. */
  isListed: boolean;
  /** The new endpoint as it is listed. */
  own?: Endpoint | undefined;
  /** On the clock's monotonic time. */
  startedMs: number;
}

/**
 * One reading for rivals and proof. Looks until the list shows the new endpoint, for some seconds: before that it may hide a rival just as well. With
 * `mustBeListed` it looks for a minute, and throws `not-listed` where the list never shows the endpoint under its name: the next run would not find what
 * this one has made.
 */
export async function lookForRivals({
  id,
  mustBeListed = false,
  ...creation
}: Creation & { id: string; mustBeListed?: boolean }): Promise<Look> {
  const { reader, clock, deadlineMs } = creation.context;
  const { name } = creation.config;
  const isEnough = (endpoints: readonly Endpoint[]) =>
    endpoints.some((endpoint) => endpoint.id === id && endpoint.config.name === name);
  const only = (each: ListedName) => each.id === id || each.name === name;
  const pausesMs = mustBeListed ? listPauses.proof : listPauses.creation;
  let last: EndpointList | undefined;
  const startedMs = clock.monotonicMs();
  for await (const list of reader.lists(pausesMs, { deadlineMs: deadlineMs(), only, isEnough })) {
    last = list;
    if (unexpectedIn(list, creation).some((endpoint) => endpoint.id === id)) break;
  }
  if (!last && mustBeListed) throw unproved(name, id);
  if (!last) return { rivals: [], isListed: false, startedMs };
  if (mustBeListed) assertListed(last, { id, name });
  const rivals = unexpectedIn(last, creation).filter((endpoint) => endpoint.id !== id);
  const own = last.endpoints.find((endpoint) => endpoint.id === id);
  return { rivals, isListed: isEnough(last.endpoints), own, startedMs };
}

function unproved(name: string, id: string): RolloutError {
  return new RolloutError({
    code: 'unavailable',
    message: `endpoint ${name} (${id}) was created, but the endpoints could not be listed, so the next run may not find it`,
    endpointId: id,
    isInconclusive: true,
  });
}

function unexpectedIn(
  list: EndpointList,
  { config, expectedIds }: Pick<Creation, 'config' | 'expectedIds'>,
): Endpoint[] {
  return endpointsNamed(list, config.name).filter(
    (endpoint) => !expectedIds?.has(endpoint.id) && !isTerminating(endpoint),
  );
}

/** Which of several endpoints of one name stays, by what every run can see: the oldest, where all times are known, then the smaller id. */
export function survivorOf(endpoints: readonly Endpoint[]): Endpoint | undefined {
  const isTimed = endpoints.every(({ createdAt }) => createdAt !== undefined);
  const timeOf = ({ createdAt = 0 }: Endpoint) => (isTimed ? createdAt : 0);
  return [...endpoints].sort((a, b) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1))[0];
}
