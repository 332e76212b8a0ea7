/** The creation of exactly one endpoint, also when the answer to the request is lost. */

import type { EndpointConfig } from '../../model/config.ts';
import type { Endpoint, ListedName } from '../../model/endpoint.ts';
import { type DeploymentRecord, readRecord } from '../../model/record.ts';
import { isTerminating } from '../../model/states.ts';
import { endpointsNamed } from '../../plan/lookup.ts';
import { ServiceError } from '../../service/errors.ts';
import { doubtfulMs, freshMs, outageMs } from '../../times.ts';
import { type RolloutContext, withTime } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { observeList } from '../read/observe.ts';
import { deleteWith } from './delete.ts';
import { type FailedAttempt, sendUntilDone } from './send.ts';

interface Creation {
  config: EndpointConfig;
  context: RolloutContext;
}

/**
 * `answered`: the service has named the ID. `proved`: found after a lost answer, with the record of this run.
 * `resumed`: found with the record of an earlier run of this repository. `found`: after a lost answer, or because its
 * appName was taken; it may be someone else's, and is never deleted.
 */
export type Created = {
  id: string;
  /** When the last answer to a create was lost, on the clock's monotonic time: there may be a second endpoint. */
  lostMs: number | undefined;
} & ({ origin: 'answered' | 'proved' | 'found' } | { origin: 'resumed'; endpoint: Endpoint });

/**
 * Sends the create (service-api.md, v1 Create endpoint). It is never repeated blindly: after a lost answer, a refusal
 * because the service is busy, or a taken `appName`, the endpoint is looked up by name first. Throws any other refusal.
 */
export async function createOnce(creation: Creation): Promise<Created> {
  const { config, context } = creation;
  const { client, clock, onEvent, signal } = context;
  const { name, appName } = config;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  let lost: { error: ServiceError; firstMs: number; atMs: number } | undefined;
  let reported = '';
  const send = async (): Promise<Created> => {
    onEvent({ kind: 'write-sent', call: 'create-v1' });
    const { id } = await client.create(config, { signal });
    onEvent({ kind: 'write-accepted', call: 'create-v1', endpointId: id });
    return { id, origin: 'answered', lostMs: lost?.atMs };
  };
  const afterFailure = async ({ error, leftMs, pause }: FailedAttempt): Promise<Created | undefined> => {
    const { mayHaveHappened, code, message } = error;
    const isTaken = code === 'app-name-taken';
    const failedMs = clock.monotonicMs();
    if (!mayHaveHappened && !lost) onEvent({ kind: 'write-refused', call: 'create-v1' });
    // What an earlier attempt may have created stays unconfirmed, even if a later attempt is refused.
    if (!isTaken && leftMs <= 0) throw lost?.error ?? error;
    if (mayHaveHappened) lost = { error, firstMs: failedMs, ...lost, atMs: failedMs };
    const why = isTaken ? 'taken' : code === 'busy' ? 'busy' : 'lost';
    if (why !== reported) onEvent({ kind: 'write-retry', call: 'create-v1', why, message });
    reported = why;
    const { found, list } = await findCreated(creation, (each) => !isTaken || each.config.appName === appName);
    if (found) return asCreated(found, { ...creation, lostMs: lost?.atMs });
    const holder = list.find((each) => each.config.appName === appName && appName !== '');
    const nowMs = clock.monotonicMs();
    // An endpoint that is being deleted keeps its appName; what an earlier run has created may be listed late.
    const mayChange = holder ? isTerminating(holder) : nowMs - startedMs < doubtfulMs;
    // Each lost attempt may have created another endpoint.
    const endMs = Math.min(deadlineMs, (lost?.firstMs ?? deadlineMs) + outageMs);
    if (nowMs >= endMs || (isTaken && !mayChange)) throw lost?.error ?? withHolder(error, { name, holder });
    await pause(deadlineMs - nowMs);
    return undefined;
  };
  return await sendUntilDone({ send, afterFailure, context });
}

/** The record on the endpoint tells which run has created it. */
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

/** Only an endpoint with the record of this very run was certainly created by it. */
function isOfThisRun(found: EndpointConfig, ours: DeploymentRecord | undefined): boolean {
  const record = readRecord(found);
  return (
    record !== undefined &&
    ours?.repository === record.repository &&
    ours.run === record.run &&
    ours.time === record.time
  );
}

/** Looks for some seconds, because a service may list late; `list` is the last list. */
async function findCreated(
  creation: Creation,
  isWanted: (endpoint: Endpoint) => boolean,
): Promise<{ found: Endpoint | undefined; list: readonly Endpoint[] }> {
  const { config, context } = creation;
  const { name, appName } = config;
  const untilMs = context.clock.monotonicMs() + freshMs;
  let list: readonly Endpoint[] = [];
  const found = await observeList({
    only: (each) => each.name === name || (appName !== '' && each.appName === appName),
    decide: (answer) => {
      list = answer;
      return duplicatesIn(answer, creation).find(isWanted);
    },
    deadlineMs: Math.max(context.deadlineMs(), untilMs),
    untilMs,
    context,
  });
  return { found, list };
}

/** The error names the endpoint of this account that has the appName. */
function withHolder(
  error: ServiceError,
  { name, holder }: { name: string; holder: Endpoint | undefined },
): ServiceError {
  if (error.code !== 'app-name-taken' || !holder || holder.config.name === name) return error;
  const old = holder.config.name;
  const hint =
    `The endpoint ${old} of this account has it: choose another \`appName\`. ` +
    `If this spec has a new \`name\`, and ${old} is the old one, delete that first, or keep its name.`;
  return new ServiceError({ ...error, message: error.message, hint });
}

type Single = Creation & Created;

/** Other endpoints of the name, except those that are being deleted. */
function duplicatesIn(list: readonly Endpoint[], { id, config }: Creation & { id?: string }): Endpoint[] {
  return endpointsNamed(list, config.name).filter((each) => each.id !== id && !isTerminating(each));
}

const isSelfOrNamesake =
  ({ id, config }: Single) =>
  (each: ListedName) =>
    each.id === id || each.name === config.name;

function isListed(list: readonly Endpoint[], { id, config }: Single): boolean {
  return list.some((each) => each.id === id && each.config.name === config.name);
}

/** One look at the list beside other requests: whether it shows the endpoint, and no other of its name. */
export async function isListedAlone(single: Single): Promise<boolean> {
  const { lostMs, context } = single;
  if (lostMs !== undefined) return false;
  const deadlineMs = context.clock.monotonicMs() + freshMs;
  const list = await context.reader.list({ deadlineMs, only: isSelfOrNamesake(single) }).catch(() => undefined);
  return list !== undefined && isListed(list, single) && duplicatesIn(list, single).length === 0;
}

/**
 * The proof that the next run will find the endpoint, and only this one. A service that lists late, or that cannot be
 * read, gets three minutes; then resolves with what could not be checked, '' for nothing. A second endpoint that this
 * run has created, by a request without an answer, is deleted. Rejects with `name-ambiguous`, naming all, where another
 * endpoint has the name; with `not-listed` where the list shows the endpoint under another name.
 */
export async function assertSingle(single: Single): Promise<string> {
  const { id, lostMs, config } = single;
  const { name } = config;
  const context = withTime(single.context, outageMs);
  const { clock, onEvent } = context;
  // A lost create may be carried out later than the one that was sent after it.
  const lateMs = (lostMs ?? Number.NEGATIVE_INFINITY) + doubtfulMs - clock.monotonicMs();
  if (lateMs > 0) onEvent({ kind: 'duplicates-awaited', seconds: Math.ceil(lateMs / 1000) });
  const untilMs = clock.monotonicMs() + Math.max(0, lateMs);
  let last: readonly Endpoint[] | undefined;
  const decide = (list: readonly Endpoint[]) => {
    last = list;
    return (isListed(list, single) && clock.monotonicMs() >= untilMs) || undefined;
  };
  try {
    await observeList({ only: isSelfOrNamesake(single), decide, context });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
  }
  if (!last) return `another endpoint may be named "${name}", because the service could not list the endpoints`;
  const listed = last.find((each) => each.id === id);
  if (listed && listed.config.name !== name) throw renamed(listed, name);
  const duplicates = duplicatesIn(last, single);
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
  const [requested, found] = [name, config.name].map((text) => JSON.stringify(text));
  const created = `endpoint ${id} was created as ${requested}`;
  const message = `${created} but is listed under the name ${found}: the next run would create another one`;
  const hint = `Delete ${id}, or select it with \`endpoint-id\`, or use the name that the service gave it in the spec.`;
  return new RolloutError({ code: 'not-listed', message, hint, endpointId: id });
}

function duplicated({ id, config: { name } }: Single, others: readonly Endpoint[]): RolloutError {
  const otherIds = others.map((other) => other.id).join(', ');
  const message = `endpoint ${id} was created, but ${otherIds} has the same name "${name}"`;
  const hint =
    'Each run fails while both are there. ' +
    'Give the workflow a `concurrency` group, so that two runs never deploy the same name at once.';
  return new RolloutError({ code: 'name-ambiguous', message, hint, endpointId: id });
}
