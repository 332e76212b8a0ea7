/** The endpoints that names or `endpoint-id` mean, read patiently: an answer may be odd, and a list late. */

import { DeployError, knownError } from '../errors.ts';
import { isUnread } from '../model/config.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { isTerminating } from '../model/states.ts';
import { didYouMean, isTypo, nearest } from '../nearest.ts';
import { endpointsNamed, findByName } from '../plan/lookup.ts';
import { checkOwnership, mayShow } from '../plan/ownership.ts';
import { askWhile } from '../poll.ts';
import type { ServiceClient } from '../service/client.ts';
import { bounded } from '../shown-text.ts';
import type { SpecDocument } from '../spec/issue.ts';
import { growing, listLagMs, oddAnswerMs, oddAnswerPauses, pauses } from '../times.ts';
import type { CommandContext } from './context.ts';
import { endpointOutputs } from './outputs.ts';
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

interface PatientQuestion<Answer> {
  ask: () => Promise<Answer>;
  /** Why the answer may not last, as a line for the log; '' where it is final. */
  doubt: (answer: Answer, isFirst: boolean) => string;
  forMs: number;
  pauses: Parameters<typeof growing>[0];
}

/** Asks again while the answer is in doubt, for the last time at the end of the time; says so once. */
export async function askAgain<Answer>(
  { ask, doubt, forMs, pauses }: PatientQuestion<Answer>,
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

/** What one look has found. */
interface Look {
  /** As listed. */
  list: readonly Endpoint[];
  /** With one of the names, each read by its ID if it must be. */
  found: readonly Endpoint[];
  /** Those that are listed, but not found by their ID. */
  lost: readonly Endpoint[];
  /** The other names of the account. */
  others: ReadonlySet<string>;
}

interface Search {
  names: readonly string[];
  /** Which endpoint is missing, as the beginning of a sentence; '' for none. */
  missing: (look: Look) => string;
  /** How long it may be missing. */
  forMs: number;
  /** Whether each is read by its ID; default true. */
  mustBeRead?: boolean;
  /** Of the others, those that stay in the list. */
  keeps?: ReturnType<typeof ownOfBranch>;
}

/** Looks as long as an endpoint may be missing: a list may be late, and so may an endpoint by its ID. */
async function search(
  { names, missing, forMs, mustBeRead = true, keeps }: Search,
  context: CommandContext,
): Promise<Look> {
  const { endpointId } = context.inputs;
  const reads = openReads(context);
  const ask = async (): Promise<Look> => {
    const others = new Set<string>();
    if (endpointId) {
      const known = await findById(endpointId, context);
      const found = known instanceof DeployError ? [] : [known];
      return { list: found, found, lost: [], others };
    }
    const only = ({ name }: ListedName) => {
      const isNamed = names.includes(name);
      if (!isNamed) others.add(name);
      return isNamed;
    };
    const list = await reads.list({ only, keeps });
    if (!mustBeRead) return { list, found: list, lost: [], others };
    const named = names.flatMap((name) => endpointsNamed(list, name));
    const read = await Promise.all(named.map((listed) => readNow(listed, context)));
    const found = read.flatMap((live) => live ?? []);
    return { list, found, lost: named.filter((_, index) => !read[index]), others };
  };
  const again = `A list may be late, so this run looks again for up to ${forMs / 1000} s.`;
  const doubt = (look: Look) => missing(look) && `Look-up: ${missing(look)}. ${again}`;
  return askAgain({ ask, doubt, forMs, pauses: pauses.list }, context);
}

/** As the beginning of a sentence; '' for none. What is being deleted is not found one day. */
function lostWords({ lost }: Look): string {
  const first = lost.find((listed) => !isTerminating(listed));
  return first ? `${first.config.name} is listed as ${first.id}, which the service does not find` : '';
}

/** By its ID, or the failure `not-found` where the service neither finds nor lists it: one answer may be odd. */
async function findById(id: string, context: CommandContext): Promise<Endpoint | DeployError> {
  const reads = openReads(context);
  const read = await reads.get(id).catch(knownError);
  if (!(read instanceof DeployError)) return withEnvs(read, context);
  if (read.code !== 'not-found') throw read;
  const [listed] = await reads.list({ only: (each) => each.id === id });
  return listed ? withEnvs(listed, context) : read;
}

const absenceHint =
  'Check the name and `endpoint-id`, and that the API key belongs to the account of the endpoint; or deploy it first.';

/**
 * By lists, or the one of `endpoint-id`. An endpoint that is missing is looked for again for `forMs`, but not one of
 * which the name is a typing mistake. As it is by its ID, or as it is listed unless it `mustBeRead`. `typoOf`: `Did
 * you mean …?` for a typing mistake, or ''.
 */
export async function findNamed(
  names: readonly string[],
  {
    context,
    forMs = oddAnswerMs,
    mustBeRead = true,
  }: { context: CommandContext; forMs?: number; mustBeRead?: boolean },
) {
  const { endpointId } = context.inputs;
  const findIn = ({ found }: Look, name: string) => (endpointId ? found[0] : findByName(found, name));
  const shown = (near: readonly string[]) => (endpointId ? [] : near.slice(0, 3).map((each) => bounded(each, 220)));
  const typoIn = ({ others }: Look, name: string) =>
    didYouMean(shown([...others].filter((other) => isTypo(name, other))));
  const missing = (look: Look) => {
    const absent = names.filter((name) => !findIn(look, name) && typoIn(look, name) === '');
    if (absent.length === 0) return '';
    const none = endpointId ? `no endpoint has the ID ${endpointId}` : `no endpoint is named ${absent.join(' or ')}`;
    return lostWords(look) || none;
  };
  const look = await search({ names, missing, forMs, mustBeRead }, context);
  return {
    find: (name: string) => findIn(look, name),
    typoOf: (name: string) => typoIn(look, name),
    absence: (name: string) => {
      const message = `there is no endpoint ${endpointId ? `with the ID ${endpointId}` : `named "${name}"`}`;
      const hint = `${didYouMean(shown(nearest(name, [...look.others])))} ${absenceHint}`.trimStart();
      return new DeployError({ code: 'not-found', message, hint });
    },
  };
}

/** An endpoint by its name, '' where only `endpoint-id` is given; `document`: its spec, which need not be right. */
export type NamedEndpoint = { name: string; document?: SpecDocument | undefined };

/** `failure`: `not-found`, or `owned` by another repository, whose ID alone may be shown. */
export type LiveEndpoint = NamedEndpoint &
  ({ live: Endpoint; failure: undefined } | { live: undefined; id: string; failure: DeployError });

/** For commands that write nothing, in the order of the names. `assertTrusted` comes before the names are read. */
export async function findLiveEndpoints<Named extends NamedEndpoint>(
  named: readonly Named[],
  context: CommandContext,
): Promise<(Named & LiveEndpoint)[]> {
  const { inputs, outputs } = context;
  const names = named.map(({ name }) => name);
  outputs.setEndpoints(names.map((name) => ({ name })));
  if (names.length === 0) return [];
  const { find, absence } = await findNamed(names, { context });
  const found = named.map((each): Named & LiveEndpoint => {
    const live = find(each.name);
    const name = each.name || live?.config.name || inputs.endpointId;
    if (!live) return { ...each, name, live, id: '', failure: absence(name) };
    const failure = mayShow({ live }, context) ? undefined : checkOwnership({ live }, context);
    return failure ? { ...each, name, live: undefined, id: live.id, failure } : { ...each, name, live, failure };
  });
  outputs.setEndpoints(
    found.map((each) => ({
      name: each.name,
      ...(each.live ? endpointOutputs(each.live) : { 'endpoint-id': each.id }),
      operation: each.failure?.code === 'not-found' ? 'absent' : 'read',
      changed: 'false',
    })),
  );
  return found;
}

/**
 * For a deploy or a plan, in the order of the specs; `list` has them as listed, and, where the names are looked up in
 * lists, the others that this branch has deployed. After the list, each endpoint is read by itself.
 */
export async function lookUpAll(
  names: readonly string[],
  context: CommandContext,
): Promise<{ found: readonly (Endpoint | undefined)[]; list: readonly Endpoint[] }> {
  const { endpointId } = context.inputs;
  if (endpointId) {
    const live = await findById(endpointId, context);
    if (live instanceof DeployError) throw live;
    return { found: names.map(() => live), list: [] };
  }
  const look = await search({ names, missing: lostWords, forMs: listLagMs, keeps: ownOfBranch(context) }, context);
  const lost = lostWords(look);
  if (lost !== '')
    throw new DeployError({
      code: 'unavailable',
      message: `${lost}, and this has not changed for ${listLagMs / 1000} s`,
      hint: 'Check in the console of the service whether it exists, and run the step again.',
    });
  const staying = look.found.filter((each) => !isTerminating(each));
  return { list: look.list, found: names.map((name) => findByName(staying, name)) };
}
