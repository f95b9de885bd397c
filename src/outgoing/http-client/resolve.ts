// Looks up addresses on name servers, and refuses addresses of private networks.

import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { maySendTo } from './address-rules.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Returns all addresses of a name. If there are none, it throws or returns an empty list. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

/** The message is for the receiver's engineer. */
export class AddressRefused extends Error {}

const QUERY_MILLISECONDS = 1_500;
const QUERY_TRIES = 2;
/** The name servers could not be reached, or sent no response. Any other error is about the name. */
const SILENT = new Set(['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED', 'EAI_AGAIN']);

/**
 * Asks the DNS servers directly. Rejected: dns.lookup. That function occupies one of the process's four threads while a
 * name server does not respond. It also knows names of this machine and of its search domains. Each lookup creates a
 * resolver, because a shared resolver would keep the servers of its first use.
 */
export const resolvePublic: Resolve = (name) => askServers(name, null);

/** When `servers` is null, the system's servers are used. Tests use others. */
export async function askServers(name: string, servers: string[] | null): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: QUERY_MILLISECONDS, tries: QUERY_TRIES });
  if (servers !== null) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/** Also resolves the names of this machine, such as localhost. Only for the sandbox of one developer. */
export const resolveHere: Resolve = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });

/**
 * The lookup of a connection. The connection uses an address that was checked here, because a second lookup could give
 * another result. If one address is not public, the whole name is refused. The message does not say whether a name is
 * unknown or private, because partners must not learn the names in our network.
 */
export function checkedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (name, options, callback) => {
    const refuse = (message: string) => callback(new AddressRefused(message), '', 0);
    resolve(name).then(
      (found) => {
        if (found.length === 0) return refuse(noAddress(name, allowPrivate));
        if (!found.every(({ address }) => maySendTo(address, allowPrivate)))
          return refuse(noAddress(name, allowPrivate));
        if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: NodeJS.ErrnoException) =>
        refuse(SILENT.has(error.code ?? '') ? noResponse(name) : noAddress(name, allowPrivate)),
    );
  };
}

function noAddress(name: string, allowPrivate: boolean): string {
  return allowPrivate
    ? `no address was found for ${name}`
    : `${name} must have public addresses, and no other`;
}

function noResponse(name: string): string {
  return `the name servers of ${name} do not respond`;
}
