// The network addresses to which the service may send requests.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv6 addresses outside this network are not in use on the internet, whatever the name of their range. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * This address looks public. The address belongs to a service inside Azure that gives settings and certificates to
 * Azure's machines.
 */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Whether an address is reachable on the internet. Only plain unicast addresses are. Private, loopback, link-local,
 * shared and reserved networks are excluded. IPv6 forms that contain an IPv4 address (mapped, NAT64, 6to4, Teredo) are
 * also excluded.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === AZURE_PLATFORM) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : true;
}

/** Networks that a service on a developer's machine may use. Link-local is excluded, because clouds serve secrets there. */
const OWN_NETWORKS = ['loopback', 'private', 'uniqueLocal'];
const AWS_SECRETS = 'fd00:ec2::254';

/** With `allowPrivate`, addresses of this machine and its network are also allowed. */
export function maySendTo(address: string, allowPrivate: boolean): boolean {
  if (isPublicAddress(address)) return true;
  if (!allowPrivate || isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return OWN_NETWORKS.includes(parsed.range()) && parsed.toString() !== AWS_SECRETS;
}

/** The address in a URL, or null if the URL has a name. `new URL` has already normalised forms such as 0x7f.1. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}
