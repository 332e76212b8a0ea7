/** The creation of exactly one endpoint, also when the answer to the request is lost. */

import type { EndpointConfig } from '../../model/config.ts';
import { endpointName } from '../../model/display.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { ownRecord } from '../../model/owner.ts';
import { readOwner, readRecord } from '../../model/record.ts';
import { isTerminating } from '../../model/states.ts';
import { ServiceError } from '../../service/errors.ts';
import { doubtfulMs, freshMs, heartbeat, lateMs, outageMs } from '../../times.ts';
import { type RolloutContext, withTime } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { readingOf } from '../events.ts';
import { observeList } from '../read/observe.ts';
import { deleteWith } from './delete.ts';
import { type FailedAttempt, sendUntilDone } from './send.ts';

interface Creation {
  config: EndpointConfig;
  context: RolloutContext;
}

/**
 * Sends the create (service-api.md, v1 Create endpoint), and resolves with the ID. It is never repeated blindly: after
 * a refusal because the service is busy, or a taken `appName`, the endpoint is looked up by name first; after a lost
 * answer for as long as the create may still be carried out, and listed. Rejects with `conflict` when another run has
 * created an endpoint of this name meanwhile, which is left as it is; throws any other refusal.
 */
export async function createOnce(creation: Creation): Promise<string> {
  const { config, context } = creation;
  const { client, clock, onEvent, signal } = context;
  const { name, appName } = config;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const isReportDue = heartbeat(clock);
  let lost: ServiceError | undefined;
  const send = async () => {
    onEvent({ kind: 'write-sent', call: 'create-v1' });
    const { id } = await client.create(config, { signal });
    onEvent({ kind: 'write-accepted', call: 'create-v1', endpointId: id });
    return id;
  };
  const afterFailure = async ({ error, leftMs, pause }: FailedAttempt) => {
    const { mayHaveHappened, code, message } = error;
    const isTaken = code === 'app-name-taken';
    if (!mayHaveHappened && !lost) onEvent({ kind: 'write-refused', call: 'create-v1' });
    // An endpoint that an earlier attempt may have created stays unconfirmed, even if a later attempt is refused.
    if (!isTaken && leftMs <= 0) throw lost ?? error;
    if (mayHaveHappened) lost = error;
    if (isReportDue()) onEvent({ kind: 'write-retry', call: 'create-v1', message });
    const { found, list } = await findCreated(creation, mayHaveHappened ? lateMs : freshMs);
    if (found && isOfThisRun(found, config)) {
      onEvent({ kind: 'create-found', endpointId: found.id, by: 'this-run' });
      return found.id;
    }
    // A create whose answer was lost may still make an endpoint beside that of another run.
    if (found) throw lost ?? createdByAnother(found, creation);
    const holder = list.find((each) => each.config.appName === appName && appName !== '');
    const nowMs = clock.monotonicMs();
    // An endpoint that is being deleted keeps its appName; what an earlier run has created may be listed late.
    const mayChange = holder ? isTerminating(holder) : nowMs - startedMs < doubtfulMs;
    const endMs = lost ? Math.min(deadlineMs, startedMs + outageMs) : deadlineMs;
    if (nowMs >= endMs || (isTaken && !mayChange)) throw lost ?? (isTaken ? takenBy(holder, error, name) : error);
    await pause(deadlineMs - nowMs);
    return undefined;
  };
  return await sendUntilDone({ send, afterFailure, context });
}

/** The record tells which run has created an endpoint; no other run has its time. */
function isOfThisRun(found: Endpoint, config: EndpointConfig): boolean {
  const [record, ours] = [readRecord(found.config), readRecord(config)];
  if (!record || ours?.time === undefined) return false;
  return record.repository === ours.repository && record.run === ours.run && record.time === ours.time;
}

const isOfThisRepository = (found: Endpoint, config: EndpointConfig) => {
  const ours = readOwner(config);
  return ours !== undefined && ownRecord(found.config, ours) !== undefined;
};

/** The next run finds that endpoint in its look-up, and treats it as any other. */
function createdByAnother(found: Endpoint, creation: Creation): RolloutError {
  const { config, context } = creation;
  const { onEvent } = context;
  const { id } = found;
  onEvent({ kind: 'create-found', endpointId: id, by: 'another-run' });
  // Only the name and the ID of someone else's endpoint may be shown.
  if (isOfThisRepository(found, config)) onEvent({ kind: 'reading', endpoint: readingOf(found) });
  const message = `another run created the endpoint ${endpointName({ id, config })} meanwhile`;
  return new RolloutError({ code: 'conflict', message, endpointId: id });
}

/** `list` is the last list. */
async function findCreated({ config, context }: Creation, forMs: number) {
  const { name, appName } = config;
  let list: readonly Endpoint[] = [];
  const found = await observeList({
    only: (each) => each.name === name || (appName !== '' && each.appName === appName),
    decide: (answer) => {
      list = answer;
      const namesakes = namesakesIn(answer, { name });
      return namesakes.find((each) => isOfThisRun(each, config)) ?? namesakes[0];
    },
    forMs,
    context,
  });
  return { found, list };
}

/** The error names the endpoint of this account that has the appName. */
function takenBy(holder: Endpoint | undefined, error: ServiceError, name: string): ServiceError {
  const { name: old = name } = holder?.config ?? {};
  if (old === name) return error;
  const hint =
    `The endpoint ${old} of this account has it: choose another \`appName\`. ` +
    `If this spec has a new \`name\`, and ${old} is the old one, delete that first, or keep its name.`;
  return new ServiceError({ ...error, message: error.message, hint });
}

/** Endpoints of the name, without the endpoint of that ID, and without endpoints that are being deleted. */
function namesakesIn(list: readonly Endpoint[], { name, id }: { name: string; id?: string }): Endpoint[] {
  return list.filter((each) => each.config.name === name && each.id !== id && !isTerminating(each));
}

/**
 * The proof that the next run will find the endpoint, and only this one; an event says if no list shows it in three
 * minutes. Of two first deploys at once, the one whose endpoint is listed last sees both. Where an earlier run of this
 * repository has created the other one, which the look-up did not show, this run's own is deleted, and it rejects with
 * `conflict`; with `name-ambiguous`, naming all, where another endpoint has the name.
 */
export async function assertSingle({ id, ...creation }: Creation & { id: string }): Promise<void> {
  const { config } = creation;
  const { name } = config;
  const context = withTime(creation.context, outageMs);
  const list = await observeList({
    only: (each) => each.id === id || each.name === name,
    decide: (answer) => (answer.some((each) => each.id === id) ? answer : undefined),
    context,
  }).catch((error) => {
    if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
  });
  if (!list) {
    const doubt = `another endpoint may be named "${name}", or be created by the next run, because the service did not list ${id}`;
    context.onEvent({ kind: 'name-doubtful', doubt });
    return;
  }
  const namesakes = namesakesIn(list, { name, id });
  const [earlier] = namesakes.filter((each) => isEarlier(each, config));
  if (namesakes.length === 1 && earlier) {
    await deleteWith(context, id).catch((error) => {
      throw context.signal.aborted ? error : duplicated({ id, name }, namesakes);
    });
    throw createdByAnother(earlier, creation);
  }
  if (namesakes.length > 0) throw duplicated({ id, name }, namesakes);
}

/** Whether an earlier run of this repository has written it. */
function isEarlier(found: Endpoint, config: EndpointConfig): boolean {
  const [theirs = '', ours = ''] = [found.config, config].map((each) => readRecord(each)?.time);
  return isOfThisRepository(found, config) && Date.parse(theirs) < Date.parse(ours);
}

function duplicated({ id, name }: { id: string; name: string }, others: readonly Endpoint[]): RolloutError {
  const otherIds = others.map((other) => other.id).join(', ');
  const message = `endpoint ${id} was created, but ${otherIds} has the same name "${name}"`;
  const hint =
    'Each run fails while both are there, and each may be billed. ' +
    'Give the workflow a `concurrency` group, so that two runs never deploy the same name at once.';
  return new RolloutError({ code: 'name-ambiguous', message, hint, endpointId: id });
}
