/** The creation of exactly one endpoint, also when the answer to the request is lost. */

import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { type DeploymentRecord, readRecord } from '../model/record.ts';
import { isTerminating } from '../model/states.ts';
import { endpointsNamed } from '../plan/lookup.ts';
import { ServiceError } from '../service/errors.ts';
import { type RolloutContext, withTime } from './context.ts';
import { deleteWith } from './delete.ts';
import { patienceMs, RolloutError } from './errors.ts';
import { observeList } from './observe.ts';
import { freshMs, growing, lateCreateMs, listLagMs, outageMs, pauses } from './times.ts';

interface Creation {
  config: EndpointConfig;
  /** Endpoints of the same name that are meant to be there: the old one of a replacement. */
  expectedIds: ReadonlySet<string> | undefined;
  context: RolloutContext;
}

/**
 * `answered`: the service has named the id. `proved`: found after an answer that was lost, with the record of this run.
 * `found`: after a lost answer, or because its appName was taken; it may be somebody else's, and is never deleted.
 */
type Origin = 'answered' | 'proved' | 'found';

export interface Created {
  id: string;
  origin: Origin;
  /** When the last answer to a create was lost, on the clock's monotonic time: there may be a second endpoint. */
  lostMs: number | undefined;
}

/**
 * Sends the create (service-api.md, v1 Create endpoint). It is never repeated blindly: after an answer that was lost, a
 * refusal because the service is busy, or an `appName` that is taken, the endpoint is looked up by name first. Every
 * other refusal is thrown as it is.
 */
export async function createOnce(creation: Creation): Promise<Created> {
  const { config, expectedIds, context } = creation;
  const { client, clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  let lost: { error: ServiceError; firstMs: number; atMs: number } | undefined;
  let reported = '';
  for (const nextPauseMs = growing(pauses.resend); ; ) {
    onEvent({ kind: 'write-sent', call: 'create-v1' });
    try {
      const { id } = await client.create(config, { signal });
      onEvent({ kind: 'write-accepted', call: 'create-v1', endpointId: id });
      return { id, origin: 'answered', lostMs: lost?.atMs };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
      const { mayHaveHappened, code, message } = error;
      const isTaken = code === 'app-name-taken';
      const nowMs = clock.monotonicMs();
      if (!mayHaveHappened && !lost) onEvent({ kind: 'write-refused', call: 'create-v1' });
      // What an earlier try may have made stays unconfirmed, even if a later one is refused.
      if (!isTaken && nowMs - startedMs >= patienceMs(error)) throw lost?.error ?? error;
      if (mayHaveHappened) lost = { error: lost?.error ?? error, firstMs: lost?.firstMs ?? nowMs, atMs: nowMs };
      const why = isTaken ? 'taken' : code === 'busy' ? 'busy' : 'lost';
      if (why !== reported) onEvent({ kind: 'write-retry', call: 'create-v1', why, message });
      reported = why;
      const { found, list } = await findCreated(creation, (each) => !isTaken || each.config.appName === config.appName);
      if (found) {
        const isOurs = isOfThisRun(found.config, readRecord(config));
        onEvent({ kind: 'create-found', endpointId: found.id, isOurs });
        if (lost) onEvent({ kind: 'write-accepted', call: 'create-v1', endpointId: found.id, isFound: true });
        return { id: found.id, origin: isOurs ? 'proved' : 'found', lostMs: lost?.atMs };
      }
      const holder = list?.find((each) => each.config.appName === config.appName && config.appName !== '');
      // One that is being deleted keeps its appName; the new one of an interrupted replacement may be listed late.
      const mayBeFreed = holder ? isTerminating(holder) : expectedIds && clock.monotonicMs() - startedMs < lateCreateMs;
      // Each try that is lost may have made another one.
      const endMs = Math.min(deadlineMs, (lost?.firstMs ?? deadlineMs) + outageMs);
      if (clock.monotonicMs() >= endMs || (isTaken && !mayBeFreed))
        throw lost?.error ?? namingHolder(error, { holder, config });
      await clock.sleep(Math.min(nextPauseMs(), Math.max(0, deadlineMs - clock.monotonicMs())), signal);
    }
  }
}

/** Whether the record on it names this very run: only then is it certain that this run has made it. */
export function isOfThisRun(found: EndpointConfig, ours: DeploymentRecord | undefined): boolean {
  const a = readRecord(found);
  return a !== undefined && a.repository === ours?.repository && a.run === ours.run && a.time === ours.time;
}

/** Looks for some seconds, for a service that lists late; with the last list that was looked at. */
async function findCreated(
  creation: Creation,
  isMeant: (endpoint: Endpoint) => boolean,
): Promise<{ found?: Endpoint; list?: readonly Endpoint[] }> {
  const { context } = creation;
  const { name, appName } = creation.config;
  const { clock } = context;
  const only = (each: ListedName) => each.name === name || (appName !== '' && each.appName === appName);
  const untilMs = clock.monotonicMs() + freshMs;
  const deadlineMs = Math.max(context.deadlineMs(), untilMs);
  let list: readonly Endpoint[] | undefined;
  const decide = (answer: readonly Endpoint[]) => {
    list = answer;
    return unexpectedIn(answer, creation).find(isMeant);
  };
  const found = await observeList({ only, decide, deadlineMs, untilMs, context });
  return { ...(found && { found }), ...(list && { list }) };
}

/** Where the account itself has the appName, as after a change of `name`, the hint says how to go on. */
function namingHolder(
  error: ServiceError,
  { holder, config }: { holder: Endpoint | undefined; config: EndpointConfig },
) {
  if (error.code !== 'app-name-taken' || !holder || holder.config.name === config.name) return error;
  const hint = `The endpoint ${holder.config.name} of this account has it: choose another \`appName\`. If this spec has a new \`name\`, and ${holder.config.name} is the old one, delete that first, or keep its name.`;
  return new ServiceError({ ...error, message: error.message, hint });
}

type Single = Creation & Omit<Created, 'origin'>;

/**
 * One look for duplicates after a create, and the proof that the next run will find the endpoint. Rejects with
 * `name-ambiguous`, naming all, where another one is somebody else's or nothing tells; with `not-listed` where the list
 * never shows the endpoint under its name.
 */
export async function assertSingle(single: Single): Promise<void> {
  const others = await othersOf(single);
  if (others.length > 0) throw duplicated(single.id, { name: single.config.name, others });
}

/**
 * The other endpoints of the name, once the new one is listed: a service that lists late gets a minute. A second
 * endpoint that this run has made, by a request without an answer, is deleted if it is the only one.
 */
export async function othersOf(single: Single): Promise<readonly Endpoint[]> {
  const { id, lostMs, config } = single;
  const { name } = config;
  const context = withTime(single.context, listLagMs);
  const deadlineMs = context.deadlineMs();
  // What a request without an answer has made may come later than what the next one has.
  const lateMs = (lostMs ?? Number.NEGATIVE_INFINITY) + lateCreateMs - context.clock.monotonicMs();
  if (lateMs > 0) context.onEvent({ kind: 'duplicates-awaited', seconds: Math.ceil(lateMs / 1000) });
  const untilMs = context.clock.monotonicMs() + Math.max(0, lateMs);
  const only = (each: ListedName) => each.id === id || each.name === name;
  let last: readonly Endpoint[] | undefined;
  const isListed = (endpoints: readonly Endpoint[]) =>
    endpoints.some((each) => each.id === id && each.config.name === name);
  const decide = (list: readonly Endpoint[]) => {
    last = list;
    return (isListed(list) && context.clock.monotonicMs() >= untilMs) || undefined;
  };
  await observeList({ only, decide, deadlineMs, context });
  if (!last) throw unproved(name, id);
  if (!isListed(last)) throw notListed(last, { id, name });
  const others = unexpectedIn(last, single).filter((each) => each.id !== id);
  if (lostMs === undefined || !others.every((other) => isOfThisRun(other.config, readRecord(config)))) return others;
  for (const other of others) {
    context.onEvent({ kind: 'duplicate', endpointId: other.id, keptId: id });
    await deleteWith(context, other.id);
  }
  return [];
}

function unexpectedIn(list: readonly Endpoint[], { config, expectedIds }: Creation): Endpoint[] {
  return endpointsNamed(list, config.name).filter((each) => !expectedIds?.has(each.id) && !isTerminating(each));
}

function unproved(name: string, id: string): RolloutError {
  return new RolloutError({
    code: 'unavailable',
    message: `endpoint ${name} (${id}) was created, but the endpoints could not be listed completely: another one may have its name, and the next run may not find it`,
    endpointId: id,
  });
}

function notListed(endpoints: readonly Endpoint[], { id, name }: { id: string; name: string }): RolloutError {
  const listed = endpoints.find((endpoint) => endpoint.id === id);
  const found = listed ? `is listed under the name ${JSON.stringify(listed.config.name)}` : 'is not listed';
  return new RolloutError({
    code: 'not-listed',
    message: `endpoint ${id} was created as ${JSON.stringify(name)} but ${found}: the next run would create another one`,
    hint: `Delete ${id}, or select it with \`endpoint-id\`${listed ? ', or use the name that the service gave it in the spec' : ''}.`,
    endpointId: id,
  });
}

function duplicated(id: string, { name, others }: { name: string; others: readonly Endpoint[] }): RolloutError {
  return new RolloutError({
    code: 'name-ambiguous',
    message: `endpoint ${id} was created, but ${others.map((other) => other.id).join(', ')} has the same name "${name}"`,
    hint: 'Each run fails while both are there. Give the workflow a `concurrency` group, so that two runs never deploy the same name at once.',
    endpointId: id,
  });
}
