/** Keeps requests of tests and logs away from this machine and from addresses that hand out its credentials. */

import type { lookup as lookUpName } from 'node:dns';
import { DeployError } from '../errors.ts';
import { allowedHosts, guardLookup, hostKind } from '../http/addresses.ts';
import type { ConnectEndpoint } from './connection.ts';

/**
 * Rejects with `test-failed` for link-local and metadata addresses, and for loopback ones unless the service itself is
 * at one; for names that resolve to such an address too, unless a proxy resolves them. `lookUp`: default the system's.
 */
export function guardConnections(
  connect: ConnectEndpoint,
  baseUrl: string | undefined,
  lookUp?: typeof lookUpName,
): ConnectEndpoint {
  const { isAllowed, elsewhere } = allowedHosts(baseUrl);
  return async (url, options) => {
    if (!isAllowed(hostKind(url))) throw refused(url, elsewhere);
    let isRefused = false;
    const onRefused = () => {
      isRefused = true;
    };
    const lookup = guardLookup(isAllowed, { lookUp, onRefused });
    const connection = await connect(url, { ...options, lookup });
    return {
      close: connection.close,
      async send(request) {
        const answer = await connection.send(request);
        if (isRefused) throw refused(url, `which resolves to ${elsewhere}`);
        return answer;
      },
    };
  };
}

function refused({ host }: URL, what: string): DeployError {
  return new DeployError({
    code: 'test-failed',
    message: `the URL of the endpoint leads to ${host}, ${what}; it is not contacted`,
    hint: 'Its URL should have a public host: check it in the console of the service.',
  });
}
