import { isIPv6 } from 'node:net';

/**
 * Returns the key that identifies a caller by its IP address. Every household has a whole IPv6 /64 network and can send
 * from any address in this network. Therefore the key contains only the upper half of an IPv6 address.
 */
export function callerOfAddress(forwarded: string): string {
  const address = withoutPort(forwarded);
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address);
  if (mapped !== null) return mapped[1]!;
  const [head, tail] = address.split('%')[0]!.split('::') as [string, string | undefined];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * Some proxies forward the address with the port: 203.0.113.7:4711, [2001:db8::1]:4711. Requests from one address with
 * different ports belong to the same caller.
 */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::[0-9]+)?$/.exec(address);
  if (bracketed !== null) return bracketed[1]!;
  return /^[0-9.]+:[0-9]+$/.test(address) ? address.slice(0, address.indexOf(':')) : address;
}
