/** Which addresses a registry, its token server and its blob store may have. */

import { BlockList, isIP } from 'node:net';

/** Addresses that answer on the machine or its link alone; cloud machines hand out their credentials at some of them. */
const forbidden = new BlockList();
forbidden.addSubnet('0.0.0.0', 8);
forbidden.addSubnet('169.254.0.0', 16);
forbidden.addSubnet('224.0.0.0', 3);
forbidden.addAddress('100.100.100.200');
forbidden.addAddress('168.63.129.16');
forbidden.addAddress('192.0.0.192');
// Forms of old in which an IPv6 address carries an IPv4 one: compatible, 6to4, Teredo.
forbidden.addSubnet('::', 96, 'ipv6');
forbidden.addSubnet('2002::', 16, 'ipv6');
forbidden.addSubnet('2001::', 32, 'ipv6');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addSubnet('ff00::', 8, 'ipv6');
forbidden.addAddress('fd00:ec2::254', 'ipv6');
forbidden.addAddress('fd20:ce::254', 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const metadataNames = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']);

export type AddressKind = 'public' | 'loopback' | 'forbidden';

/** Of an IP address as text, without brackets; also for a transport that looks at what a name resolves to. */
export function addressKind(address: string): AddressKind {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  // Translated addresses (RFC 6052) reach what their last 32 bits say.
  const translated = /^64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/i.exec(address);
  if (translated) return addressKind(dotted(translated[1] ?? '0', translated[2] ?? '0'));
  if (loopback.check(address, family)) return 'loopback';
  return forbidden.check(address, family) ? 'forbidden' : 'public';
}

/** Of a URL's host: IP addresses in any notation that URLs know, and names that stand for such an address by themselves. */
export function hostKind(url: URL): AddressKind {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return addressKind(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return metadataNames.has(host) ? 'forbidden' : 'public';
}

/** Why this URL is not asked, or undefined. Loopback, and plain http to it, only where the caller allows both. */
export function urlRefusal(url: URL, { allowLoopback }: { allowLoopback: boolean }): string | undefined {
  const kind = hostKind(url);
  if (kind === 'forbidden') return `${url.host} is a link-local or metadata address`;
  if (kind === 'loopback' && !allowLoopback) return `${url.host} is this machine itself`;
  if (url.username !== '' || url.password !== '') return `an address at ${url.host} carries credentials`;
  if (url.protocol !== 'https:' && !(kind === 'loopback' && url.protocol === 'http:')) {
    return `${url.host} would be contacted over ${url.protocol.slice(0, -1)} instead of https`;
  }
  return undefined;
}

function dotted(high: string, low: string): string {
  const bits = [high, low].map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.');
}
