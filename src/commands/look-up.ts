/** The endpoints that names or `endpoint-id` mean, read patiently: an answer may be odd, and a list late. */

import { DeployError, knownError } from '../errors.ts';
import { isUnread } from '../model/config.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { isTerminating } from '../model/states.ts';
import { didYouMean, isTypo, nearest } from '../nearest.ts';
import { assertNameFree, endpointsNamed, findByName, findForDeploy, type Lookup } from '../plan/lookup.ts';
import { askWhile } from '../poll.ts';
import type { ServiceClient } from '../service/client.ts';
import { bounded } from '../shown-text.ts';
import type { SpecDocument } from '../spec/issue.ts';
import { growing, listLagMs, oddAnswerMs, oddAnswerPauses, pauses } from '../times.ts';
import type { CommandContext } from './context.ts';
import { endpointOutputs } from './outputs.ts';
import { checkOwnership, mayShow } from './ownership.ts';
import { ownOfBranch } from './undescribed.ts';

export type Reads = Pick<ServiceClient, 'get' | 'list' | 'limits'>;

const finalCodes: ReadonlySet<string> = new Set(['cancelled', 'not-found', 'unavailable']);

/**
 * An answer that cannot be used (a refused key, a web page, a redirect, a conflict) may be that of a firewall or a
 * restarting service, so the request is repeated for some seconds. `not-found` is final, and `unavailable` comes after
 * retries of its own.
 */
export function openReads(context: CommandContext): Reads {
  const { connections, signal } = context;
  async function patiently<Answer>(request: (client: ServiceClient) => Promise<Answer>): Promise<Answer> {
    const client = await connections.service();
    const ask = () => request(client).catch(knownError);
    const doubt = (answer: Answer | DeployError) =>
      answer instanceof DeployError && !finalCodes.has(answer.code)
        ? `Not usable, so it is requested again: ${answer.message}.`
        : '';
    const answer = await askAgain({ ask, doubt, forMs: oddAnswerMs, pauses: oddAnswerPauses }, context);
    if (answer instanceof DeployError) throw answer;
    return answer;
  }
  return {
    get: (id) => patiently((client) => client.get(id, { signal })),
    list: (wanted) => patiently((client) => client.list({ signal, ...wanted })),
    limits: () => patiently((client) => client.limits({ signal })),
  };
}

interface Question<Answer> {
  ask: () => Promise<Answer>;
  /** Why the answer may not last, as a line for the log; '' where it is final. */
  doubt: (answer: Answer, isFirst: boolean) => string;
  forMs: number;
  pauses: Parameters<typeof growing>[0];
}

/** Asks again while the answer is in doubt, for the last time at the end of the time; says so once. */
export async function askAgain<Answer>(
  { ask, doubt, forMs, pauses }: Question<Answer>,
  { clock, signal, reporter }: CommandContext,
): Promise<Answer> {
  let [why, isFirst] = ['', true];
  const nextPauseMs = growing(pauses);
  const isOpen = (answer: Answer) => {
    why = doubt(answer, isFirst);
    return why !== '';
  };
  const pauseMs = () => {
    if (isFirst) reporter.info(why);
    isFirst = false;
    return nextPauseMs();
  };
  return askWhile(ask, { isOpen, pauseMs, deadlineMs: clock.monotonicMs() + forMs, clock, signal });
}

/** Looks as long as an endpoint may be missing. `missing`: which one, as the beginning of a sentence; '' for none. */
async function lookUntil<Found>(
  ask: () => Promise<Found>,
  { missing, forMs }: { missing: (found: Found) => string; forMs: number },
  context: CommandContext,
): Promise<Found> {
  const again = `A list may be late, so this run looks again for up to ${forMs / 1000} s.`;
  const doubt = (found: Found) => missing(found) && `Look-up: ${missing(found)}. ${again}`;
  return askAgain({ ask, doubt, forMs, pauses: pauses.list }, context);
}

/** Hides the envs of a live endpoint in everything that is said; call it before a command works with them. */
export function redactEnvs({ config }: Endpoint, { reporter }: CommandContext): void {
  for (const { value } of config.envs) reporter.addSecret(value);
}

/** The endpoint with its envs, which a list may omit and which name its repository; otherwise as {@link readNow}. */
export async function withEnvs(listed: Endpoint, context: CommandContext): Promise<Endpoint> {
  if (isUnread(listed.config, 'envs')) return (await readNow(listed, context)) ?? listed;
  redactEnvs(listed, context);
  return listed;
}

/** Read by its ID, since a list may be late; as listed if that fails, undefined if not found. Hides its envs. */
async function readNow(listed: Endpoint, context: CommandContext): Promise<Endpoint | undefined> {
  const read = listed.id === '' ? listed : await openReads(context).get(listed.id).catch(knownError);
  const isFailed = read instanceof DeployError;
  const live = isFailed ? listed : read;
  redactEnvs(live, context);
  return isFailed && read.code === 'not-found' ? undefined : live;
}

/** A listed endpoint that the service does not find, as the beginning of a sentence. */
const lostWords = ({ id, config: { name } }: Endpoint) => `${name} is listed as ${id}, which the service does not find`;

/** By its ID, or the failure `not-found` where the service neither finds nor lists it: one answer may be odd. */
async function findById(id: string, reads: Reads): Promise<Endpoint | DeployError> {
  const read = await reads.get(id).catch(knownError);
  if (!(read instanceof DeployError)) return read;
  if (read.code !== 'not-found') throw read;
  const [listed] = await reads.list({ only: (each) => each.id === id });
  return listed ?? read;
}

const absenceHint =
  'Check the name and `endpoint-id`, and that the API key belongs to the account of the endpoint; or deploy it first.';

/**
 * By lists, or the one of `endpoint-id`. An endpoint that is missing is looked for again for `forMs`, but not one of
 * which the name is a typing mistake. `nearOf`: the nearest other names; `typoOf`: `Did you mean …?` for a typing
 * mistake, or ''.
 */
export async function findNamed(names: readonly string[], context: CommandContext, { forMs = oddAnswerMs } = {}) {
  const { endpointId } = context.inputs;
  const others = new Set<string>();
  const reads = openReads(context);
  const only = ({ name }: ListedName) => {
    if (names.includes(name)) return true;
    others.add(name);
    return false;
  };
  const look = async () => {
    if (!endpointId) return reads.list({ only });
    const live = await findById(endpointId, reads);
    return live instanceof DeployError ? [] : [live];
  };
  const findIn = (list: readonly Endpoint[], name: string) => (endpointId ? list[0] : findByName(list, name));
  const shown = (near: readonly string[]) => (endpointId ? [] : near.slice(0, 3).map((each) => bounded(each, 220)));
  const typoOf = (name: string) => didYouMean(shown([...others].filter((other) => isTypo(name, other))));
  const missing = (list: readonly Endpoint[]) => {
    const absent = names.filter((name) => !findIn(list, name) && typoOf(name) === '');
    if (absent.length === 0) return '';
    return endpointId ? `no endpoint has the ID ${endpointId}` : `no endpoint is named ${absent.join(' or ')}`;
  };
  const list = await lookUntil(look, { missing, forMs }, context);
  const nearOf = (name: string) => shown(nearest(name, [...others]));
  return {
    find: (name: string) => findIn(list, name),
    nearOf,
    typoOf,
    absenceOf: (name: string) => ({
      message: `there is no endpoint ${endpointId ? `with the ID ${endpointId}` : `named "${name}"`}`,
      hint: `${didYouMean(nearOf(name))} ${absenceHint}`.trimStart(),
    }),
  };
}

/** An endpoint by its name, '' where only `endpoint-id` is given; `document`: its spec, which need not be right. */
export type NamedEndpoint = { name: string; document?: SpecDocument | undefined };

export interface LiveEndpoint extends NamedEndpoint {
  live: Endpoint | undefined;
  absence: { message: string; hint: string } | undefined;
  /** Nothing of another repository's is shown. */
  refusal: DeployError | undefined;
}

/** For commands that write nothing, in the order of the names. `assertTrusted` comes before the names are read. */
export async function findLiveEndpoints<Named extends NamedEndpoint>(
  named: readonly Named[],
  context: CommandContext,
): Promise<(Named & LiveEndpoint)[]> {
  const { inputs, outputs } = context;
  const names = named.map(({ name }) => name);
  outputs.setEndpoints(names.map((name) => ({ name })));
  if (names.length === 0) return [];
  const { find, absenceOf } = await findNamed(names, context);
  const read = await Promise.all(
    named.map(async (each) => {
      const listed = find(each.name);
      const missing = (live: Endpoint | undefined) => (listed && !live ? lostWords(listed) : '');
      const look = async () => listed && readNow(listed, context);
      const live = await lookUntil(look, { missing, forMs: oddAnswerMs }, context);
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
 * For a deploy or a plan, in the order of the specs; `list` has them as listed, and, where the names are looked up in
 * lists, the others that this branch has deployed. After the list, each endpoint is read by itself.
 */
export async function lookUpAll(
  names: readonly string[],
  context: CommandContext,
): Promise<{ found: readonly Lookup[]; list: readonly Endpoint[] }> {
  const { endpointId } = context.inputs;
  const reads = openReads(context);
  if (endpointId) {
    const found = await findById(endpointId, reads);
    if (found instanceof DeployError) throw found;
    // A rename must not make a second endpoint of the name.
    const renamed = names.filter((name) => name !== found.config.name);
    const list = renamed.length > 0 ? await reads.list({ only: ({ name }) => renamed.includes(name) }) : [];
    for (const name of renamed) assertNameFree(list, { id: found.id, name });
    const live = await withEnvs(found, context);
    return { found: names.map(() => ({ live })), list };
  }
  const look = async () => {
    const list = await reads.list({ only: ({ name }) => names.includes(name), keeps: ownOfBranch(context) });
    const staying = names.flatMap((name) => endpointsNamed(list, name)).filter((each) => !isTerminating(each));
    const read = await Promise.all(staying.map((listed) => readNow(listed, context)));
    const lost = staying.find((_, index) => !read[index]);
    return { list, read: read.flatMap((live) => live ?? []), missing: lost ? lostWords(lost) : '' };
  };
  const { list, read, missing } = await lookUntil(look, { missing: (each) => each.missing, forMs: listLagMs }, context);
  if (missing !== '')
    throw new DeployError({
      code: 'unavailable',
      message: `${missing}, and this has not changed for ${listLagMs / 1000} s`,
      hint: 'Check in the console of the service whether it exists, and run the step again.',
    });
  return { list, found: names.map((name) => ({ live: findForDeploy(read, name) })) };
}
