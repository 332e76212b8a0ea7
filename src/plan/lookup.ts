/** Finds an endpoint by its exact name, among all endpoints of the account. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isTerminating } from '../model/states.ts';

/** The endpoint of that name; a terminating one only if there is no other. Throws `name-ambiguous` for several. */
export function findByName(list: readonly Endpoint[], name: string): Endpoint | undefined {
  const named = endpointsNamed(list, name);
  const staying = named.filter((endpoint) => !isTerminating(endpoint));
  const matches = staying.length > 0 ? staying : named;
  if (matches.length <= 1) return matches[0];
  const shown = matches.map(
    ({ id, config, url }) => `${id} (appName ${config.appName || 'empty'}, ${url || 'no URL yet'})`,
  );
  const hint = 'Select one of them with `endpoint-id`, or delete or rename the others. Each of them may be billed.';
  const message = `${matches.length} endpoints are named "${name}": ${shown.join(', ')}`;
  throw new DeployError({ code: 'name-ambiguous', message, hint });
}

/** Every endpoint of that name. Throws `unreadable` for one without its ID: it is there, and cannot be asked. */
export function endpointsNamed(list: readonly Endpoint[], name: string): Endpoint[] {
  const matches = list.filter(({ config }) => config.name === name);
  if (matches.every(({ id }) => id !== '')) return matches;
  throw new DeployError({
    code: 'unreadable',
    message: `the service lists an endpoint named "${name}" without its ID`,
    hint: 'Select the endpoint with `endpoint-id`.',
  });
}
