/** The creation of exactly one endpoint, also when the answer to the request is lost. */

import type { EndpointConfig } from '../../model/config.ts';
import type { Endpoint, ListedName } from '../../model/endpoint.ts';
import { type DeploymentRecord, readRecord } from '../../model/record.ts';
import { isTerminating } from '../../model/states.ts';
import { endpointsNamed } from '../../plan/lookup.ts';
import { ServiceError } from '../../service/errors.ts';
import { freshMs, growing, lateCreateMs, outageMs, pauses } from '../../times.ts';
import { type RolloutContext, withTime } from '../context.ts';
import { patienceMs, RolloutError } from '../errors.ts';
import { observeList } from '../read/observe.ts';
import { deleteWith } from './delete.ts';

interface Creation {
  config: EndpointConfig;
  /** Endpoints of the same name that are meant to be there: the old one of a replacement. */
  expectedIds: ReadonlySet<string> | undefined;
  context: RolloutContext;
}

/**
 * `answered`: the service has named the ID. `proved`: found after a lost answer, with the record of this run. `resumed`:
 * found with the record of an earlier run of this repository. `found`: after a lost answer, or because its appName was
 * taken; it may be someone else's, and is never deleted.
 */
export type Created = {
  id: string;
  /** When the last answer to a create was lost, on the clock's monotonic time: there may be a second endpoint. */
  lostMs: number | undefined;
  /** When a list has shown it, and no other endpoint of its name, on the clock's monotonic time. */
  aloneMs?: number | undefined;
} & ({ origin: 'answered' | 'proved' | 'found' } | { origin: 'resumed'; endpoint: Endpoint });

/**
 * Sends the create (service-api.md, v1 Create endpoint). It is never repeated blindly: after a lost answer, a refusal
 * because the service is busy, or a taken `appName`, the endpoint is looked up by name first. Throws any other refusal.
 */
export async function createOnce(creation: Creation): Promise<Created> {
  const { config, context } = creation;
  const { client, clock, onEvent, signal } = context;
  const { appName } = config;
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
      // What an earlier attempt may have created stays unconfirmed, even if a later attempt is refused.
      if (!isTaken && nowMs - startedMs >= patienceMs(error)) throw lost?.error ?? error;
      if (mayHaveHappened) lost = { error, firstMs: nowMs, ...lost, atMs: nowMs };
      const why = isTaken ? 'taken' : code === 'busy' ? 'busy' : 'lost';
      if (why !== reported) onEvent({ kind: 'write-retry', call: 'create-v1', why, message });
      reported = why;
      const { found, list } = await findCreated(creation, (each) => !isTaken || each.config.appName === appName);
      if (found) return asCreated(found, { ...creation, lostMs: lost?.atMs });
      const holder = list.find((each) => each.config.appName === appName && appName !== '');
      // An endpoint that is being deleted keeps its appName; what an earlier run has created may be listed late.
      const mayChange = holder ? isTerminating(holder) : clock.monotonicMs() - startedMs < lateCreateMs;
      // Each lost attempt may have created another endpoint.
      const endMs = Math.min(deadlineMs, (lost?.firstMs ?? deadlineMs) + outageMs);
      if (clock.monotonicMs() >= endMs || (isTaken && !mayChange))
        throw lost?.error ?? namingHolder(error, { name: config.name, holder });
      await clock.sleep(Math.min(nextPauseMs(), Math.max(0, deadlineMs - clock.monotonicMs())), signal);
    }
  }
}

/** By the record on it, whose endpoint was found where this run was to create one. */
function asCreated(endpoint: Endpoint, { config, context, lostMs }: Creation & Pick<Created, 'lostMs'>): Created {
  const { id } = endpoint;
  const ours = readRecord(config);
  const isOurs = isOfThisRun(endpoint.config, ours);
  const isOfRepository = ours !== undefined && readRecord(endpoint.config)?.repository === ours.repository;
  const by = isOurs ? 'this-run' : isOfRepository ? 'earlier-run' : 'unknown';
  context.onEvent({ kind: 'create-found', endpointId: id, by });
  if (lostMs !== undefined)
    context.onEvent({ kind: 'write-accepted', call: 'create-v1', endpointId: id, isFound: true });
  if (by === 'earlier-run') return { id, origin: 'resumed', endpoint, lostMs };
  return { id, origin: isOurs ? 'proved' : 'found', lostMs };
}

/** Whether the record on it names this very run: only then is it certain that this run has created it. */
function isOfThisRun(found: EndpointConfig, ours: DeploymentRecord | undefined): boolean {
  const a = readRecord(found);
  return a !== undefined && a.repository === ours?.repository && a.run === ours.run && a.time === ours.time;
}

/** Looks for some seconds, for a service that lists late; with the last list. */
async function findCreated(
  { config, expectedIds, context }: Creation,
  isWanted: (endpoint: Endpoint) => boolean,
): Promise<{ found: Endpoint | undefined; list: readonly Endpoint[] }> {
  const { name, appName } = config;
  const untilMs = context.clock.monotonicMs() + freshMs;
  let list: readonly Endpoint[] = [];
  const found = await observeList({
    only: (each) => each.name === name || (appName !== '' && each.appName === appName),
    decide: (answer) => {
      list = answer;
      return duplicatesIn(answer, { name, expectedIds }).find(isWanted);
    },
    deadlineMs: Math.max(context.deadlineMs(), untilMs),
    untilMs,
    context,
  });
  return { found, list };
}

/** Names the endpoint of this account that has the appName. */
function namingHolder(
  error: ServiceError,
  { name, holder }: { name: string; holder: Endpoint | undefined },
): ServiceError {
  if (error.code !== 'app-name-taken' || !holder || holder.config.name === name) return error;
  const hint = `The endpoint ${holder.config.name} of this account has it: choose another \`appName\`. If this spec has a new \`name\`, and ${holder.config.name} is the old one, delete that first, or keep its name.`;
  return new ServiceError({ ...error, message: error.message, hint });
}

/** Endpoints of the name that are not expected and not being deleted. */
function duplicatesIn(
  list: readonly Endpoint[],
  { id, name, expectedIds }: { id?: string; name: string } & Pick<Creation, 'expectedIds'>,
): Endpoint[] {
  const isDuplicate = (each: Endpoint) => each.id !== id && !expectedIds?.has(each.id) && !isTerminating(each);
  return endpointsNamed(list, name).filter(isDuplicate);
}

type Single = Creation & Created;

/** What a look for the endpoint and others of its name lists, and whether it shows the endpoint. */
function lookFor({ id, config: { name } }: Single) {
  const only = (each: ListedName) => each.id === id || each.name === name;
  const isListed = (list: readonly Endpoint[]) => list.some((each) => each.id === id && each.config.name === name);
  return { only, isListed };
}

/** One look at the list beside other requests: whether it shows the endpoint, and no other of its name. */
export async function isListedAlone(single: Single): Promise<boolean> {
  const { id, lostMs, config, expectedIds, context } = single;
  if (lostMs !== undefined) return false;
  const { only, isListed } = lookFor(single);
  const deadlineMs = context.clock.monotonicMs() + freshMs;
  const list = await context.reader.list({ deadlineMs, only }).catch(() => undefined);
  return (
    list !== undefined && isListed(list) && duplicatesIn(list, { id, name: config.name, expectedIds }).length === 0
  );
}

/**
 * The proof that the next run will find the endpoint, and only this one. A service that lists late, or that cannot be
 * read, gets three minutes; then resolves with what could not be checked, '' for nothing. A second endpoint that this run
 * has created, by a request without an answer, is deleted. Rejects with `name-ambiguous`, naming all, where another
 * endpoint has the name; with `not-listed` where the list shows the endpoint under another name.
 */
export async function assertSingle(single: Single): Promise<string> {
  const { id, lostMs, config, expectedIds } = single;
  const { name } = config;
  const context = withTime(single.context, outageMs);
  const { clock, onEvent } = context;
  // What a request without an answer has created may come later than what the next request has.
  const lateMs = (lostMs ?? Number.NEGATIVE_INFINITY) + lateCreateMs - clock.monotonicMs();
  if (lateMs > 0) onEvent({ kind: 'duplicates-awaited', seconds: Math.ceil(lateMs / 1000) });
  const untilMs = clock.monotonicMs() + Math.max(0, lateMs);
  const { only, isListed } = lookFor(single);
  let last: readonly Endpoint[] | undefined;
  const decide = (list: readonly Endpoint[]) => {
    last = list;
    return (isListed(list) && clock.monotonicMs() >= untilMs) || undefined;
  };
  try {
    await observeList({ only, decide, deadlineMs: context.deadlineMs(), context });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
  }
  if (!last) return `another endpoint may be named "${name}", because the service could not list the endpoints`;
  const listed = last.find((each) => each.id === id);
  if (listed && listed.config.name !== name) throw renamed(listed, name);
  const duplicates = duplicatesIn(last, { id, name, expectedIds });
  const areOurs = lostMs !== undefined && duplicates.every((each) => isOfThisRun(each.config, readRecord(config)));
  if (duplicates.length > 0 && !areOurs) throw duplicated(single, duplicates);
  for (const duplicate of duplicates) {
    onEvent({ kind: 'duplicate', endpointId: duplicate.id, keptId: id });
    await deleteWith(context, duplicate.id);
  }
  const unlisted = `the next run may create another endpoint named "${name}", because the service does not list ${id}`;
  return listed ? '' : unlisted;
}

function renamed({ id, config }: Endpoint, name: string): RolloutError {
  const message = `endpoint ${id} was created as ${JSON.stringify(name)} but is listed under the name ${JSON.stringify(config.name)}: the next run would create another one`;
  const hint = `Delete ${id}, or select it with \`endpoint-id\`, or use the name that the service gave it in the spec.`;
  return new RolloutError({ code: 'not-listed', message, hint, endpointId: id });
}

function duplicated({ id, config: { name } }: Single, others: readonly Endpoint[]): RolloutError {
  const message = `endpoint ${id} was created, but ${others.map((other) => other.id).join(', ')} has the same name "${name}"`;
  const hint =
    'Each run fails while both are there. Give the workflow a `concurrency` group, so that two runs never deploy the same name at once.';
  return new RolloutError({ code: 'name-ambiguous', message, hint, endpointId: id });
}
