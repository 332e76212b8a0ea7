/** How an endpoint is found again: by its exact name, among all endpoints of the account. */

import { DeployError } from '../errors.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { readReplaces } from '../model/record.ts';
import { isTerminating } from '../model/states.ts';

/** The endpoint of that name, or undefined. Throws `name-ambiguous` when several have it. */
export function findByName(list: readonly Endpoint[], name: string): Endpoint | undefined {
  const matches = stayingOrAll(endpointsNamed(list, name));
  if (matches.length > 1) throw ambiguous(matches, { name });
  return matches[0];
}

/** What {@link findForDeploy} and {@link assertNameFree} need of a list: endpoints of those names. */
export function mayBeNamed(names: readonly string[]): (listed: ListedName) => boolean {
  const wanted = new Set(names);
  return ({ name }) => wanted.has(name);
}

export interface Lookup {
  live: Endpoint | undefined;
  /** The new endpoint that an interrupted replacement of `live` has left. */
  successor?: Endpoint | undefined;
}

/**
 * {@link findByName} for a deploy, for which one that is terminating does not count. An interrupted replacement leaves
 * two endpoints of the name: the one with the spec's `appName` records that it replaces the other. Only `allowReplace`
 * resumes it.
 */
export function findForDeploy(
  list: readonly Endpoint[],
  { name, appName, allowReplace }: { name: string; appName: string | undefined; allowReplace: boolean },
): Lookup {
  const matches = endpointsNamed(list, name).filter((endpoint) => !isTerminating(endpoint));
  if (matches.length < 2) return { live: matches[0] };
  const [successor, ...others] = matches.filter(({ config }) => config.appName === appName);
  const live = matches.find(({ config }) => config.appName !== appName);
  if (matches.length > 2 || others.length > 0 || !successor || !live) throw ambiguous(matches, { name });
  if (readReplaces(successor.config) !== live.id) throw ambiguous(matches, { name });
  if (allowReplace) return { live, successor };
  const hint = `${successor.id} comes from an interrupted replacement, and \`replace\` in \`allow\` continues it: it takes the place of ${live.id}, which is deleted. Otherwise select one of them with \`endpoint-id\`, or delete or rename the other.`;
  throw ambiguous(matches, { name, hint });
}

function ambiguous(matches: readonly Endpoint[], { name, hint }: { name: string; hint?: string }): DeployError {
  const shown = matches.map(
    ({ id, config, url }) => `${id} (appName ${config.appName || 'empty'}, ${url || 'no URL yet'})`,
  );
  return new DeployError({
    code: 'name-ambiguous',
    message: `${matches.length} endpoints are named "${name}": ${shown.join(', ')}`,
    hint: `${hint ?? 'Select one of them with `endpoint-id`, or delete or rename the others.'} Each of them may be billed.`,
  });
}

/** One that is terminating counts only where there is no other. */
function stayingOrAll(matches: readonly Endpoint[]): readonly Endpoint[] {
  const staying = matches.filter((endpoint) => !isTerminating(endpoint));
  return staying.length > 0 ? staying : matches;
}

/** Every endpoint of that name. Throws `unreadable` when the service lists one without its id. */
export function endpointsNamed(list: readonly Endpoint[], name: string): Endpoint[] {
  const matches = list.filter(({ config }) => config.name === name);
  if (matches.every(({ id }) => id !== '')) return matches;
  throw new DeployError({
    code: 'unreadable',
    message: `the service lists an endpoint named "${name}" without its id`,
    hint: 'Select the endpoint with `endpoint-id`.',
  });
}

/** Throws `name-ambiguous` when another endpoint has the name already: the next run could not tell the two apart. */
export function assertNameFree(list: readonly Endpoint[], { id, name }: { id: string; name: string }): void {
  const other = stayingOrAll(endpointsNamed(list, name)).find((endpoint) => endpoint.id !== id);
  if (!other) return;
  throw new DeployError({
    code: 'name-ambiguous',
    message: `endpoint ${id} would get the name "${name}", which endpoint ${other.id} already has`,
    hint: `Give the spec of ${id} another \`name\`, or remove \`endpoint-id\` if you mean the endpoint of that name.`,
  });
}
