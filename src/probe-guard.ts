/** Which addresses the smoke test asks: none of the machine that it runs on, wherever the service says that an endpoint is. */

import { DeployError } from './errors.ts';
import { hostKind } from './registry/address.ts';
import { guardLookup, isForbiddenAddress } from './registry/lookup.ts';
import type { Probe } from './service/probe.ts';

/**
 * Rejects with `smoke-test` for link-local and metadata addresses, and for loopback ones unless the service itself is at one; for names that resolve to
 * such an address too, unless a proxy resolves them.
 */
export function guardProbe(probe: Probe, baseUrl: string | undefined): Probe {
  const isLocal = baseUrl !== undefined && hostKind(new URL(baseUrl)) === 'loopback';
  const lookup = guardLookup({ allowLoopback: isLocal });
  return async (url, request) => {
    const kind = hostKind(url);
    if (kind === 'forbidden' || (kind === 'loopback' && !isLocal))
      throw refused(url, kind === 'loopback' ? 'this machine itself' : 'a link-local or metadata address');
    const answer = await probe(url, { lookup, ...request });
    if (answer.kind === 'lost' && isForbiddenAddress(answer.cause))
      throw refused(
        url,
        `which resolves to ${isLocal ? '' : 'this machine itself or '}a link-local or metadata address`,
      );
    return answer;
  };
}

function refused({ host }: URL, what: string): DeployError {
  return new DeployError({
    code: 'smoke-test',
    message: `the URL of the endpoint leads to ${host}, ${what}; it is not contacted`,
    hint: 'Check the endpoint in the console of the service: its URL should have a public host.',
  });
}
