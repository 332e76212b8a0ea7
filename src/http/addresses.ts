/** The kind of a host's address: public, this machine, or an address that may serve a machine's credentials. */

import { lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const loopback = '127.0.0.0/8 ::1/128';
/** Link-local, multicast and metadata addresses, and forms of IPv6 that carry an IPv4 address of any kind. */
const forbidden =
  '0.0.0.0/8 169.254.0.0/16 224.0.0.0/3 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32 ' +
  'fe80::/10 ff00::/8 fd00:ec2::/32 fd20:ce::254/128 ' +
  '::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 2001::/32 2002::/16';
/** Most runs ask for no address. */
let lists: Record<'loopback' | 'forbidden', BlockList> | undefined;
const metadataNames = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']);

type AddressKind = 'public' | 'loopback' | 'forbidden';

/** The kind of a URL's host: an IP address in any notation of URLs, or a name for one. */
export function hostKind(url: URL): AddressKind {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return addressKind(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return metadataNames.has(host) ? 'forbidden' : 'public';
}

/** The kind of an IP address as text, without brackets. */
function addressKind(text: string): AddressKind {
  // A link-local address may name its network interface.
  const [address = ''] = text.split('%');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  lists ??= { loopback: blockList(loopback), forbidden: blockList(forbidden) };
  if (lists.loopback.check(address, family)) return 'loopback';
  return lists.forbidden.check(address, family) ? 'forbidden' : 'public';
}

/** The networks; an IPv4 network also with its addresses in a network without IPv4 (RFC 6052). */
function blockList(networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks.split(' ')) {
    const [address = '', bits] = network.split('/');
    const isV4 = isIP(address) === 4;
    if (isV4) list.addSubnet(address, Number(bits), 'ipv4');
    list.addSubnet(isV4 ? `64:ff9b::${address}` : address, Number(bits) + (isV4 ? 96 : 0), 'ipv6');
  }
  return list;
}

/**
 * What a run may contact: public hosts, and this machine if its service, at `baseUrl`, is on it. `elsewhere`: the
 * places that it may not, as the end of a sentence.
 */
export function allowedHosts(baseUrl: string | undefined) {
  const isLocal = baseUrl !== undefined && hostKind(new URL(baseUrl)) === 'loopback';
  return {
    isAllowed: (kind: AddressKind) => kind === 'public' || (kind === 'loopback' && isLocal),
    elsewhere: `${isLocal ? '' : 'this machine itself or '}a link-local or metadata address`,
  };
}

/** Resolves a name only to allowed addresses. `onRefused` is called for any other. */
export function guardLookup(
  isAllowed: (kind: AddressKind) => boolean,
  { lookUp = lookUpName, onRefused }: { lookUp?: typeof lookUpName | undefined; onRefused?: () => void } = {},
): LookupFunction {
  return (hostname, { all, ...how }, callback) =>
    lookUp(hostname, { ...how, all: true }, (error, addresses = []) => {
      const [first] = addresses;
      const isRefused = !addresses.every(({ address }) => isAllowed(addressKind(address)));
      if (isRefused) onRefused?.();
      if (error || isRefused || !first) callback(error ?? new Error(`${hostname} is not contacted`), '');
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}
