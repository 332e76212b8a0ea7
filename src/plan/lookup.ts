/** Finds an endpoint by its exact name, among all endpoints of the account. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isTerminating } from '../model/states.ts';

/** The endpoint of that name, or undefined. Throws `name-ambiguous` for several. */
export function findByName(list: readonly Endpoint[], name: string): Endpoint | undefined {
  const matches = stayingOrAll(endpointsNamed(list, name));
  if (matches.length > 1) throw nameAmbiguous(matches, name);
  return matches[0];
}

/** {@link findByName} for a deploy, without terminating endpoints. */
export function findForDeploy(list: readonly Endpoint[], name: string): Endpoint | undefined {
  return findByName(
    list.filter((endpoint) => !isTerminating(endpoint)),
    name,
  );
}

function nameAmbiguous(matches: readonly Endpoint[], name: string): DeployError {
  const shown = matches.map(
    ({ id, config, url }) => `${id} (appName ${config.appName || 'empty'}, ${url || 'no URL yet'})`,
  );
  const hint = 'Select one of them with `endpoint-id`, or delete or rename the others. Each of them may be billed.';
  const message = `${matches.length} endpoints are named "${name}": ${shown.join(', ')}`;
  return new DeployError({ code: 'name-ambiguous', message, hint });
}

/** Without terminating endpoints, unless all are terminating. */
function stayingOrAll(matches: readonly Endpoint[]): readonly Endpoint[] {
  const staying = matches.filter((endpoint) => !isTerminating(endpoint));
  return staying.length > 0 ? staying : matches;
}

/** Every endpoint of that name. Throws `unreadable` if the service lists one without its ID. */
export function endpointsNamed(list: readonly Endpoint[], name: string): Endpoint[] {
  const matches = list.filter(({ config }) => config.name === name);
  if (matches.every(({ id }) => id !== '')) return matches;
  throw new DeployError({
    code: 'unreadable',
    message: `the service lists an endpoint named "${name}" without its ID`,
    hint: 'Select the endpoint with `endpoint-id`.',
  });
}
