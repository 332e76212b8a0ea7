/** Which addresses requests for tests and logs are sent to: not this machine, and none with a machine's credentials. */

import { lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { DeployError } from '../errors.ts';
import type { ConnectEndpoint } from './connection.ts';

/** Link-local, multicast and metadata addresses, and forms of IPv6 that carry an IPv4 address of any kind. */
const forbidden = blockList(
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
  ...['fe80::/10', 'ff00::/8', 'fd00:ec2::/32', 'fd20:ce::254/128'],
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
);
const loopback = blockList('127.0.0.0/8', '::1/128');
const metadataNames = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']);

type AddressKind = 'public' | 'loopback' | 'forbidden';

/**
 * Rejects with `test-failed` for link-local and metadata addresses, and for loopback ones unless the service itself is
 * at one; for names that resolve to such an address too, unless a proxy resolves them. `lookUp`: default the system's.
 */
export function guardConnections(
  connect: ConnectEndpoint,
  baseUrl: string | undefined,
  lookUp: typeof lookUpName = lookUpName,
): ConnectEndpoint {
  const isLocal = baseUrl !== undefined && hostKind(new URL(baseUrl)) === 'loopback';
  const isAllowed = (kind: AddressKind) => kind === 'public' || (kind === 'loopback' && isLocal);
  const place = `${isLocal ? '' : 'this machine itself or '}a link-local or metadata address`;
  return async (url, options) => {
    if (!isAllowed(hostKind(url))) throw refused(url, place);
    let isRefused = false;
    const lookup: LookupFunction = (hostname, { all, ...how }, callback) =>
      lookUp(hostname, { ...how, all: true }, (error, addresses = []) => {
        const [first] = addresses;
        isRefused = !addresses.every(({ address }) => isAllowed(addressKind(address)));
        if (error || isRefused || !first) callback(error ?? new Error(`${hostname} is not contacted`), '');
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    const connection = await connect(url, { ...options, lookup });
    return {
      close: connection.close,
      async send(request) {
        const answer = await connection.send(request);
        if (isRefused) throw refused(url, `which resolves to ${place}`);
        return answer;
      },
    };
  };
}

/** Where plain http shows nothing to anybody else. */
export const isLoopback = (url: URL) => hostKind(url) === 'loopback';

/** Of a URL's host: IP addresses in any notation that URLs know, and names that stand for one. */
function hostKind(url: URL): AddressKind {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return addressKind(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return metadataNames.has(host) ? 'forbidden' : 'public';
}

/** Of an IP address as text, without brackets. */
function addressKind(text: string): AddressKind {
  // A link-local one may name its network card.
  const [address = ''] = text.split('%');
  // Networks without IPv4 reach every public host so (RFC 6052): the last 32 bits are its address.
  const [, high = '0', low] = /^64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (low !== undefined) {
    const bits = [high, low].map((group) => Number.parseInt(group, 16));
    return addressKind(bits.flatMap((group) => [group >> 8, group & 255]).join('.'));
  }
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(address, family)) return 'loopback';
  return forbidden.check(address, family) ? 'forbidden' : 'public';
}

function blockList(...networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

function refused({ host }: URL, what: string): DeployError {
  return new DeployError({
    code: 'test-failed',
    message: `the URL of the endpoint leads to ${host}, ${what}; it is not contacted`,
    hint: 'Its URL should have a public host: check it in the console of the service.',
  });
}
