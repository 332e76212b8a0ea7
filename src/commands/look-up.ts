/** The endpoints of the specs as they are, for commands that write nothing: none for a run that anyone can cause. */

import { DeployError } from '../errors.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { nearest } from '../nearest.ts';
import { findByName } from '../plan/lookup.ts';
import { didYouMean } from '../render/text.ts';
import { growing, listLagMs, pauses } from '../rollout/times.ts';
import type { ServiceClient } from '../service/client.ts';
import { bounded } from '../shown-text.ts';
import type { CommandContext } from './context.ts';
import { combineFailures, endpointOutputs } from './outputs.ts';
import { checkOwnership, mayShow, readNow } from './ownership.ts';
import type { NamedEndpoint } from './specs.ts';

export interface LiveEndpoint extends NamedEndpoint {
  live: Endpoint | undefined;
  absence: Absence | undefined;
  /** Nothing of another repository's is shown. */
  refusal: DeployError | undefined;
}

type Absence = Record<'message' | 'hint', string>;

/** In the order of the names. `assertTrusted` comes before the names are read. */
export async function findLiveEndpoints(
  named: readonly NamedEndpoint[],
  context: CommandContext,
): Promise<LiveEndpoint[]> {
  const { inputs, outputs } = context;
  const names = named.map(({ name }) => name);
  outputs.setEndpoints(names.map((name) => ({ name })));
  if (names.length === 0) return [];
  const { find, absenceOf } = await findNamed(names, context);
  const read = await Promise.all(
    named.map(async (each) => {
      const listed = find(each.name);
      const live = listed && (await readNow(listed, context));
      const name = each.name || live?.config.name || inputs.endpointId;
      const refusal = mayShow({ live }, context) ? undefined : checkOwnership({ live }, context);
      return { ...each, name, live, absence: live ? undefined : absenceOf(name), refusal };
    }),
  );
  outputs.setEndpoints(
    read.map(({ name, live, refusal }) => ({
      name,
      ...(refusal ? { 'endpoint-id': live?.id ?? '' } : endpointOutputs(live)),
      operation: live ? 'read' : 'absent',
      changed: 'false',
    })),
  );
  return read;
}

/**
 * Looks as long as something may be missing, and for as long as a list may be late: what was just created may not be
 * shown yet. `missing`: what, as the beginning of a sentence; '' for nothing.
 */
export async function lookUntil<Found>(
  { look, missing }: { look: () => Promise<Found>; missing: (found: Found) => string },
  { clock, signal, reporter }: CommandContext,
): Promise<Found> {
  const startedMs = clock.monotonicMs();
  const nextPauseMs = growing(pauses.list);
  for (let isFirst = true; ; isFirst = false) {
    const found = await look();
    const what = missing(found);
    const leftMs = startedMs + listLagMs - clock.monotonicMs();
    if (what === '' || leftMs <= 0) return found;
    const again = `this run looks again for up to ${listLagMs / 1000} s`;
    if (isFirst) reporter.info(`Look-up: ${what}. A list may show a new endpoint late, so ${again}.`);
    await clock.sleep(Math.min(leftMs, nextPauseMs()), signal);
  }
}

/**
 * By one list, or the one of `endpoint-id`. `isPatient`: what is missing is looked for again, {@link lookUntil}.
 * `meantBy`: `Did you mean …?` with the nearest other names, or ''.
 */
export async function findNamed(names: readonly string[], context: CommandContext, { isPatient = false } = {}) {
  const { inputs, signal, connections } = context;
  const { endpointId } = inputs;
  const others = new Set<string>();
  const client = await connections.service();
  const only = ({ id, name }: ListedName) => {
    const isMeant = endpointId ? id === endpointId : names.includes(name);
    if (!isMeant) others.add(name);
    return isMeant;
  };
  const look = async () => {
    // A list may not show it yet.
    const live = endpointId ? await getKnown(client, { id: endpointId, signal }) : undefined;
    return live ? [live] : client.list({ signal, only });
  };
  const findIn = (list: readonly Endpoint[], name: string) =>
    endpointId ? list.find(({ id }) => id === endpointId) : findByName(list, name);
  const missing = (list: readonly Endpoint[]) => {
    const absent = isPatient ? names.filter((name) => !findIn(list, name)) : [];
    if (absent.length === 0) return '';
    return endpointId ? `no endpoint has the ID ${endpointId}` : `no endpoint is named ${absent.join(' or ')}`;
  };
  const list = await lookUntil({ look, missing }, context);
  const meantBy = (name: string) => {
    const near = endpointId ? [] : nearest(name, [...others]).slice(0, 3);
    // Names are words of others.
    return didYouMean(near.map((each) => bounded(each, 220)));
  };
  return {
    find: (name: string) => findIn(list, name),
    meantBy,
    absenceOf: (name: string): Absence => ({
      message: `there is no endpoint ${endpointId ? `with the ID ${endpointId}` : `named "${name}"`}`,
      hint: `${meantBy(name)} Check the name and \`endpoint-id\`, and that the API key belongs to the account of the endpoint; or deploy it first.`.trimStart(),
    }),
  };
}

/** Undefined where the service does not find it. */
async function getKnown(
  client: Pick<ServiceClient, 'get'>,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<Endpoint | undefined> {
  return client.get(id, { signal }).catch((error: unknown) => {
    if (!(error instanceof DeployError) || error.code !== 'not-found') throw error;
    return undefined;
  });
}

/** One endpoint after the other; each failure is among its outputs, and one failure names them all. */
export async function eachInTurn<Each>(
  endpoints: readonly Each[],
  { outputs }: CommandContext,
  act: (endpoint: Each, index: number) => Promise<{ name: string; failure: DeployError | undefined }>,
): Promise<DeployError | undefined> {
  const results = [];
  for (const [index, endpoint] of endpoints.entries()) {
    const result = await act(endpoint, index);
    outputs.setEndpoint(index, { 'failure-reason': result.failure?.code ?? '' });
    results.push(result);
  }
  return combineFailures(results);
}

/** Why the endpoint of a spec cannot be worked with; undefined where it can. `what` ends the sentence of an absence. */
export function unavailability({ absence, refusal }: LiveEndpoint, what: string): DeployError | undefined {
  if (!absence) return refusal;
  return new DeployError({ code: 'not-found', message: absence.message + what, hint: absence.hint });
}
