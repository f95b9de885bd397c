// Looks up addresses on name servers, and refuses addresses of private networks.

import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { maySendTo } from './address-rules.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Returns all addresses of a name. If a name has no addresses, the function throws or returns an empty list. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

/** The message of this error is for the engineer who operates the receiver. */
export class AddressRefused extends Error {}

const QUERY_MILLISECONDS = 1_500;
const QUERY_TRIES = 2;
/**
 * These errors mean that no name server was reachable, or that the name server gave no result. All other errors mean
 * that the name has no address.
 */
const SILENT = new Set(['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED', 'EAI_AGAIN']);

/**
 * Queries the DNS servers directly. dns.lookup was rejected. While dns.lookup waits for a name server, it blocks one of
 * the four threads of the process. In addition, dns.lookup finds names that exist only on this machine or in its search
 * domains. Each lookup creates a new resolver, because a shared resolver would not notice when the system changes its
 * name servers.
 */
export const resolvePublic: Resolve = (name) => askServers(name, null);

/** Queries `servers`, or the name servers of the system when `servers` is null. Only tests pass `servers`. */
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

/**
 * Also resolves the names of this machine, such as localhost. Used in the sandbox of one developer and nowhere else.
 */
export const resolveHere: Resolve = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });

/**
 * Returns the function with which a connection looks up a name. This function also checks the addresses, because a
 * separate check before the connection could receive other addresses from the name server. If one address is not
 * allowed, the connection is refused. The error message does not show whether a name is unknown or private, because
 * partners must not learn the names in our network.
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
