// Checks that the Host of a request is a name of the service, to prevent DNS rebinding.

import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from '../../context.ts';
import { type FieldProblem, type Refusal, refuseInput } from '../../kernel/refusal.ts';

const PORT = /^(:[0-9]{0,5})?$/;

/**
 * Returns the host names of the service in lower case. The set contains the public host both with and without its port,
 * so that most requests need only one lookup.
 */
export function acceptedHosts({
  publicUrl,
  allowedHosts,
}: Pick<Context['config'], 'publicUrl' | 'allowedHosts'>): ReadonlySet<string> {
  const { host, hostname } = new URL(publicUrl);
  return new Set([host, hostname, 'localhost', ...allowedHosts]);
}

/**
 * Returns whether a `Host` is a name of the service, with any port. IP addresses are always accepted, because DNS
 * rebinding needs a host name: an attacker can make a host name point to this machine, but cannot change the target of
 * an IP address. This function runs on every request.
 */
export function isAcceptedHost(host: string, accepted: ReadonlySet<string>): boolean {
  if (accepted.has(host)) return true;
  const isBracketed = host.startsWith('[');
  const colon = isBracketed ? host.indexOf(']') + 1 : host.indexOf(':');
  const end = colon === -1 ? host.length : colon;
  if (!PORT.test(host.slice(end))) return false;
  if (isBracketed) return isIPv6(host.slice(1, end - 1));
  const name = host.slice(0, end);
  return isIPv4(name) || accepted.has(name.toLowerCase());
}

/**
 * In `rawHeaders`, each name is followed by its value. When a request has two Host headers, Node keeps the first one,
 * but a proxy may have used the second one.
 */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/**
 * Returns VALIDATION_ERROR with the field `Host`. Rejected: status 421. This status would need an additional error
 * code, and a program that receives 421 sends the same request again on another connection.
 */
export function refuseHost(rawHeaders: readonly string[], publicUrl: string): Refusal {
  const problem: FieldProblem = hasTwoHosts(rawHeaders)
    ? { field: 'Host', code: 'INVALID_FORMAT', message: 'the request has more than one Host header' }
    : {
        field: 'Host',
        code: 'NOT_ALLOWED',
        message: `Host is not a name of this service: use ${publicUrl} (operators: IHC_ALLOWED_HOSTS)`,
      };
  return refuseInput([problem]);
}
