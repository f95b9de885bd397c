// Which names of the service a request may carry, against DNS rebinding.

import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from '../../context.ts';
import { type FieldProblem, type Refusal, refuseInput } from '../../kernel/refusal.ts';

const PORT = /^(:[0-9]{0,5})?$/;

/** In lower case. The public host is there with its port too, so that most requests need one lookup. */
export function acceptedHosts({
  publicUrl,
  allowedHosts,
}: Pick<Context['config'], 'publicUrl' | 'allowedHosts'>): ReadonlySet<string> {
  const { host, hostname } = new URL(publicUrl);
  return new Set([host, hostname, 'localhost', ...allowedHosts]);
}

/**
 * Whether a `Host` is a name of ours, with any port. IP addresses always are: nobody can point an address to another
 * machine, as the owner of a name can. Runs on every request.
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

/** Names and values in turn, as Node has them. Node keeps the first of two hosts, and a proxy may have used the second. */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/**
 * VALIDATION_ERROR with the field `Host`. Rejected: 421, which needs a code of its own, and which tells a program to send
 * the same request again on another connection.
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
