// The network addresses to which the service may send requests.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Public IPv6 addresses are all in this network. The library `ipaddr.js` also classifies other addresses as `unicast`.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * This address looks public, but it belongs to an internal service of Azure. Machines in Azure get settings and
 * certificates from this service.
 */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Returns whether an address is reachable on the internet. Only plain unicast addresses are reachable. Private,
 * loopback, link-local, shared and reserved networks are excluded. IPv6 forms that contain an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) are also excluded.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === AZURE_PLATFORM) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : true;
}

/**
 * Networks to which a service on a developer's machine may also send. Link-local networks are not in this list, because
 * cloud providers offer secrets at link-local addresses.
 */
const OWN_NETWORKS = ['loopback', 'private', 'uniqueLocal'];
const AWS_SECRETS = 'fd00:ec2::254';

/**
 * Returns whether the service may send to an address. With `allowPrivate`, addresses of this machine and its network
 * are also allowed.
 */
export function maySendTo(address: string, allowPrivate: boolean): boolean {
  if (isPublicAddress(address)) return true;
  if (!allowPrivate || isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return OWN_NETWORKS.includes(parsed.range()) && parsed.toString() !== AWS_SECRETS;
}

/**
 * Returns the IP address in a URL, or null if the URL has a host name. `new URL` has already normalised forms such as
 * 0x7f.1.
 */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** Returns whether a host name means this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || (isIP(bare) !== 0 && ipaddr.parse(bare).range() === 'loopback');
}
