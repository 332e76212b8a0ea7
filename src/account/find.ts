/** The endpoints that names or `endpoint-id` mean: found, lost, or absent beside near names. A list may be late. */

import { DeployError, knownError } from '../errors.ts';
import type { Endpoint, Listed, Near } from '../model/endpoint.ts';
import { isTerminating } from '../model/states.ts';
import { didYouMean, nearest } from '../nearest.ts';
import { endpointsNamed, findByName } from '../plan/lookup.ts';
import { askAgain } from '../poll.ts';
import { bounded } from '../shown-text.ts';
import { listLagMs, oddAnswerMs, pauses } from '../times.ts';
import { type Ask, openReads, readNow, withEnvs } from './reads.ts';
import { isTypo } from './typo.ts';

/** What the account has under a name, or under `endpoint-id`. */
export interface Found extends NameBeside {
  live: Endpoint | undefined;
  /** An endpoint that is listed, but not found by its ID; never an endpoint that is being deleted. */
  lost: Endpoint | undefined;
}

/** The endpoint with `endpoint-id` as its ID; `called`: the endpoint with it as its name. */
interface FoundById {
  live: Endpoint | undefined;
  called?: Near | undefined;
}

/** A name, '' where only `endpoint-id` is given, beside what the account has. */
interface NameBeside {
  name: string;
  /** An endpoint with the name as its ID or `appName`, or with `endpoint-id` as its name. */
  called?: Near | undefined;
  /** The account's names that no name of the question is; empty for a question by ID. */
  others: ReadonlySet<string>;
}

const shown = (names: readonly string[]) => names.slice(0, 3).map((each) => bounded(each, 220));

/** The other names that are most like this one, the nearest first. */
const nearTo = ({ name, others, called }: Found) => called?.names ?? shown(nearest(name, [...others]));

/** What a name that no endpoint has probably means: another form of it, or names that it misspells. */
export function nearIn({ name, others, called }: NameBeside): Near | undefined {
  if (others.has(name)) return undefined;
  const typos = shown([...others].filter((other) => isTypo(name, other)));
  return called ?? (typos.length > 0 ? { names: typos, why: 'has almost the same name' } : undefined);
}

interface LookupRequest {
  names: readonly string[];
  /** Endpoints of other names that stay in the list. */
  keeps?: (listed: Listed) => boolean;
  /** Whether each endpoint is read by its ID; default true. */
  mustBeRead?: boolean;
  /** Whether an endpoint that is being deleted is absent. */
  mustStay?: boolean;
}

/** What one look has found. */
interface Look {
  /** The endpoints as listed. */
  list: readonly Endpoint[];
  /** An answer for each name, in their order. */
  found: readonly Found[];
}

/** One list, and a reading of each endpoint that it shows under one of the names. */
async function lookOnce({ names, mustBeRead = true, mustStay, keeps }: LookupRequest, ask: Ask): Promise<Look> {
  const others = new Set<string>();
  const called = new Map<string, Near>();
  const asked = new Set(names);
  const only = ({ name, id, appName }: Listed) => {
    if (asked.has(name)) return true;
    others.add(name);
    const note = (form: string, what: string) =>
      asked.has(form) && called.set(form, { names: shown([name]), why: `has that ${what}` });
    note(appName, '`appName`');
    note(id, 'ID');
    return false;
  };
  const list = await openReads(ask).list({ only, keeps });
  const named = names.flatMap((name) => endpointsNamed(list, name));
  const read = mustBeRead ? await Promise.all(named.map((listed) => readNow(listed, ask))) : named;
  const there = read.flatMap((live) => (live && !(mustStay && isTerminating(live)) ? live : []));
  const lost = named.filter((listed, index) => !read[index] && !isTerminating(listed));
  const found = names.map((name) => {
    const isLost = ({ config }: Endpoint) => config.name === name;
    return { name, live: findByName(there, name), lost: lost.find(isLost), others, called: called.get(name) };
  });
  return { list, found };
}

/** What `endpoint-id` finds counts for each name. */
function lookBy(names: readonly string[], by: FoundById): Look {
  return { list: [], found: names.map((name) => ({ name, ...by, lost: undefined, others: new Set() })) };
}

/** The endpoint by its ID; the failure `not-found` where no list has it either, because one answer may be odd. */
async function findById(id: string, ask: Ask): Promise<FoundById & { failure?: DeployError }> {
  const reads = openReads(ask);
  const read = await reads.get(id).catch(knownError);
  if (!(read instanceof DeployError)) return { live: await withEnvs(read, ask) };
  if (read.code !== 'not-found') throw read;
  const [listed] = await reads.list({ only: (each) => each.id === id || each.name === id });
  if (listed?.id === id) return { live: await withEnvs(listed, ask) };
  const called = listed && { names: shown([listed.id]), why: 'has that name' };
  return { live: undefined, called, failure: read };
}

interface Search {
  look: () => Promise<Look>;
  /** Which endpoint is missing, as the beginning of a sentence; '' for none. */
  missing: (found: readonly Found[]) => string;
  /** How long it may be missing. */
  forMs: number;
}

function lookAgain({ look, missing, forMs }: Search, ask: Ask): Promise<Look> {
  const doubt = ({ found }: Look) => {
    const what = missing(found);
    return what && `Look-up: ${what}. A list may be late, so this run looks again for up to ${forMs / 1000} s.`;
  };
  return askAgain({ ask: look, doubt, forMs, pauses: pauses.list }, ask);
}

/** The first lost endpoint, as the beginning of a sentence; '' for none. */
function lostWords(found: readonly Found[]): string {
  const { lost } = found.find((each) => each.lost) ?? {};
  return lost ? `${lost.config.name} is listed as ${lost.id}, which the service does not find` : '';
}

/** Looks up each name, or `endpoint-id`. A missing endpoint is looked for again for `forMs`, unless it is misspelt. */
export async function findNamed(
  { forMs = oddAnswerMs, ...question }: LookupRequest & { forMs?: number },
  ask: Ask,
): Promise<Look> {
  const { endpointId } = ask.inputs;
  const lookById = async () => {
    const { live, called } = await findById(endpointId, ask);
    return lookBy(question.names, { live, called });
  };
  const missing = (found: readonly Found[]) => {
    const absent = found.filter((each) => !each.live && !nearIn(each)).map(({ name }) => name);
    if (absent.length === 0) return '';
    const none = endpointId ? `no endpoint has the ID ${endpointId}` : `no endpoint is named ${absent.join(' or ')}`;
    return lostWords(found) || none;
  };
  const look = endpointId ? lookById : () => lookOnce(question, ask);
  return lookAgain({ look, missing, forMs }, ask);
}

const absenceHint =
  'Check the name and `endpoint-id`, and that the API key belongs to the account of the endpoint; or deploy it first.';

/** The failure of a command that needs the endpoint. */
export function notFound(found: Found, { inputs: { endpointId } }: Ask): DeployError {
  const message = `there is no endpoint ${endpointId ? `with the ID ${endpointId}` : `named "${found.name}"`}`;
  const hint = `${didYouMean(nearTo(found))} ${absenceHint}`.trimStart();
  return new DeployError({ code: 'not-found', message, hint });
}

/** The look-up of a deploy or a plan: an absent endpoint is created, but not beside a lost one. */
export async function lookUpAll(question: LookupRequest, ask: Ask): Promise<Look> {
  const { endpointId } = ask.inputs;
  if (endpointId) {
    const { live, failure } = await findById(endpointId, ask);
    if (failure) throw failure;
    return lookBy(question.names, { live });
  }
  const look = () => lookOnce({ ...question, mustStay: true }, ask);
  const last = await lookAgain({ look, missing: lostWords, forMs: listLagMs }, ask);
  const lost = lostWords(last.found);
  if (lost === '') return last;
  throw new DeployError({
    code: 'unavailable',
    message: `${lost}, and this has not changed for ${listLagMs / 1000} s`,
    hint: 'Check in the console of the service whether it exists, and run the step again.',
  });
}
