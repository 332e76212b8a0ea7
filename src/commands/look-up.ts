/** The endpoints of the specs as they are, for commands that write nothing: none for a run that anyone can cause. */

import { DeployError, knownError } from '../errors.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { didYouMean, isTypo, nearest } from '../nearest.ts';
import { findByName } from '../plan/lookup.ts';
import { bounded } from '../shown-text.ts';
import { listLagMs, oddAnswerMs, pauses } from '../times.ts';
import type { CommandContext } from './context.ts';
import { combineFailures, endpointOutputs } from './outputs.ts';
import { checkOwnership, mayShow, readNow } from './ownership.ts';
import { askAgain, openReads, type Reads } from './reads.ts';
import type { NamedEndpoint } from './specs.ts';

export interface LiveEndpoint extends NamedEndpoint {
  live: Endpoint | undefined;
  absence: Absence | undefined;
  /** Nothing of another repository's is shown. */
  refusal: DeployError | undefined;
}

type Absence = Record<'message' | 'hint', string>;

const absenceHint =
  'Check the name and `endpoint-id`, and that the API key belongs to the account of the endpoint; or deploy it first.';

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
      const live = listed && (await readListed(listed, context));
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

/** As {@link readNow}, for some seconds where the service does not find it: one such answer may be odd. */
async function readListed(listed: Endpoint, context: CommandContext): Promise<Endpoint | undefined> {
  const what = `${listed.config.name} is listed as ${listed.id}, which the service does not find`;
  const missing = (live: Endpoint | undefined) => (live ? '' : what);
  return lookUntil({ look: () => readNow(listed, context), missing, forMs: oddAnswerMs }, context);
}

interface Looking<Found> {
  look: () => Promise<Found>;
  /** What may be listed or found later, as the beginning of a sentence; '' for nothing. */
  missing: (found: Found) => string;
  /** Default: as long as a list may be late. */
  forMs?: number | undefined;
}

/** Looks as long as an endpoint may be missing: a list may be late, and an answer odd. */
export async function lookUntil<Found>(
  { look, missing, forMs = listLagMs }: Looking<Found>,
  context: CommandContext,
): Promise<Found> {
  const again = `A list may be late, so this run looks again for up to ${forMs / 1000} s.`;
  const doubt = (found: Found) => missing(found) && `Look-up: ${missing(found)}. ${again}`;
  return askAgain({ ask: look, doubt, forMs, pauses: pauses.list }, context);
}

/** By its ID. Rejects with `not-found` where the service neither finds nor lists it: one answer may be odd. */
export async function findById(id: string, reads: Reads): Promise<Endpoint> {
  const read = await reads.get(id).catch(knownError);
  if (!(read instanceof DeployError)) return read;
  if (read.code !== 'not-found') throw read;
  const list = await reads.list({ only: (each) => each.id === id });
  const listed = list.find((each) => each.id === id);
  if (listed) return listed;
  throw read;
}

/**
 * By lists, or the one of `endpoint-id`. An endpoint that is missing is looked for again for `forMs`, but not one of
 * which the name is a typing mistake. `nearOf`: the nearest other names; `typoOf`: `Did you mean …?` for a typing
 * mistake, or ''.
 */
export async function findNamed(names: readonly string[], context: CommandContext, { forMs = oddAnswerMs } = {}) {
  const { endpointId } = context.inputs;
  const others = new Set<string>();
  const reads = await openReads(context);
  const only = ({ name }: ListedName) => {
    if (names.includes(name)) return true;
    others.add(name);
    return false;
  };
  const look = async () => {
    if (!endpointId) return reads.list({ only });
    const live = await findById(endpointId, reads).catch(knownError);
    if (!(live instanceof DeployError)) return [live];
    if (live.code !== 'not-found') throw live;
    return [];
  };
  const findIn = (list: readonly Endpoint[], name: string) => (endpointId ? list[0] : findByName(list, name));
  const shown = (near: readonly string[]) => (endpointId ? [] : near.slice(0, 3).map((each) => bounded(each, 220)));
  const typoOf = (name: string) => didYouMean(shown([...others].filter((other) => isTypo(name, other))));
  const missing = (list: readonly Endpoint[]) => {
    const absent = names.filter((name) => !findIn(list, name) && typoOf(name) === '');
    if (absent.length === 0) return '';
    return endpointId ? `no endpoint has the ID ${endpointId}` : `no endpoint is named ${absent.join(' or ')}`;
  };
  const list = await lookUntil({ look, missing, forMs }, context);
  const nearOf = (name: string) => shown(nearest(name, [...others]));
  return {
    find: (name: string) => findIn(list, name),
    nearOf,
    typoOf,
    absenceOf: (name: string): Absence => ({
      message: `there is no endpoint ${endpointId ? `with the ID ${endpointId}` : `named "${name}"`}`,
      hint: `${didYouMean(nearOf(name))} ${absenceHint}`.trimStart(),
    }),
  };
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
