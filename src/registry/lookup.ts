/** How host names are resolved where some addresses are never contacted: a name is as good a way there as its number. */

import { lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressKind } from './address.ts';

const forbiddenCode = 'FORBIDDEN_ADDRESS';

/** Fails with the code `FORBIDDEN_ADDRESS` for a name of which any address is link-local, of a metadata service or, without `allowLoopback`, this machine. */
export function guardLookup({
  allowLoopback,
  lookup = lookUpName,
}: {
  allowLoopback: boolean;
  /** Default: the system's. */
  lookup?: typeof lookUpName;
}): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const isAllowed = (address: string) => {
        const kind = addressKind(address);
        return kind === 'public' || (kind === 'loopback' && allowLoopback);
      };
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        const refused = new Error(`${hostname} resolves to an address that is not contacted`);
        return callback(Object.assign(refused, { code: forbiddenCode }), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
