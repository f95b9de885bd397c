// Asks name servers for addresses, and refuses those of private networks.

import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { maySendTo } from './address-rules.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name. Throws, or returns none, if there are none. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

/** Its message is for the receiver's engineer. */
export class AddressRefused extends Error {}

const QUERY_MILLISECONDS = 1_500;
const QUERY_TRIES = 2;
/** The name servers could not be asked, or had no response. Any other error is about the name. */
const SILENT = new Set(['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED', 'EAI_AGAIN']);

/**
 * Asks the DNS servers directly. Rejected: dns.lookup, because it occupies one of the process's four threads for as long
 * as a name server is silent, and because it knows names of this machine and of its search domains. Each lookup has its
 * own resolver: a shared one would keep the servers of its first use.
 */
export const resolvePublic: Resolve = (name) => askServers(name, null);

/** Null as `servers`: those of the system. Tests have their own. */
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

/** The names of this machine too, such as localhost. Only for the sandbox of one developer. */
export const resolveHere: Resolve = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });

/**
 * The lookup of a connection. The connection goes to an address that was checked here: there is no second lookup that
 * could have another result. One address that is not public refuses the name as a whole. The message does not tell
 * whether a name is unknown or private: partners must not learn which names our own network has.
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
