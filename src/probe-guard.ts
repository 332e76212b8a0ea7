/** Which addresses the smoke test asks: none of the machine that it runs on, wherever the service says that an endpoint is. */

import { DeployError } from './errors.ts';
import { hostKind } from './registry/address.ts';
import type { Probe } from './service/probe.ts';

/** Rejects with `smoke-test` for link-local and metadata addresses, and for loopback ones unless the service itself is at one. */
export function guardProbe(probe: Probe, baseUrl: string | undefined): Probe {
  const isLocal = baseUrl !== undefined && hostKind(new URL(baseUrl)) === 'loopback';
  return async (url, options) => {
    const kind = hostKind(url);
    if (kind === 'public' || (kind === 'loopback' && isLocal)) return probe(url, options);
    throw new DeployError({
      code: 'smoke-test',
      message: `the URL of the endpoint points to ${url.host}, ${kind === 'loopback' ? 'this machine itself' : 'a link-local or metadata address'}; it is not contacted`,
      hint: 'Check the endpoint in the console of the service: its URL should have a public host.',
    });
  };
}
