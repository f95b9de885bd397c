// Rules for the addresses that a partner may register.

import { isLoopback, literalAddress, maySendTo } from './address-rules.ts';

export const URL_LENGTH_LIMIT = 2_048;

export type CheckedUrl = { url: URL; problem: null } | { url: null; problem: string };

/**
 * Ports above 1023 to which the service does not send: ports of databases, queues, remote shells and cluster tools, and
 * ports that browsers refuse. The programs on these ports are not web servers and could execute our requests as
 * commands.
 */
const OTHER_SERVICES = new Set([
  ...[
    1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3260, 3306, 3389,
    3659,
  ],
  ...[
    4045, 4190, 4369, 5060, 5061, 5432, 5433, 5671, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6432, 6443,
    6566,
  ],
  ...[
    6665, 6666, 6667, 6668, 6669, 6679, 6697, 7946, 8086, 8472, 8500, 9042, 9092, 9100, 9160, 9200, 9300,
    10080,
  ],
  ...[10250, 10255, 10256, 11211, 15672, 16379, 26257, 26379, 27017, 27018, 27019, 28015],
]);

const NOT_HTTPS = 'must be a public https address such as https://example.com/hooks';
const NOT_HTTPS_HERE =
  'must be an https address, or an http address of this machine such as http://localhost:8787';

/**
 * Checks an address that a partner wants to register. `allowPrivate` also allows private and local addresses, any port,
 * and plain http to this machine. Plain http to another machine is never allowed, because others could read the
 * requests.
 */
export function checkUrl(text: string, allowPrivate: boolean): CheckedUrl {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlainAllowed = allowPrivate && url?.protocol === 'http:' && isLoopback(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isPlainAllowed))
    return wrong(allowPrivate ? NOT_HTTPS_HERE : NOT_HTTPS);
  if (url.username !== '' || url.password !== '') return wrong('must not contain a user name or a password');
  if (text.includes('#')) return wrong('must not contain a fragment (#)');
  if (Math.max(text.length, url.href.length) > URL_LENGTH_LIMIT)
    return wrong(`must have at most ${URL_LENGTH_LIMIT} characters`);
  if (!allowPrivate && !isWebPort(url))
    return wrong('must use port 443, or a port above 1023 that no other kind of service uses');
  const address = literalAddress(url);
  if (address !== null && !maySendTo(address, allowPrivate)) return wrong(notPublic(address));
  return { url, problem: null };
}

/**
 * Returns whether the port of an address is allowed. The port is empty for the default port of the protocol, because
 * `new URL` removes a default port.
 */
function isWebPort({ port }: URL): boolean {
  return port === '' || port === '443' || (Number(port) > 1023 && !OTHER_SERVICES.has(Number(port)));
}

function notPublic(address: string): string {
  return `must be a public https address, and ${address} is not public`;
}

function wrong(problem: string): CheckedUrl {
  return { url: null, problem };
}
