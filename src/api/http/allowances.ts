import type { WindowName } from '../../kernel/refusal.ts';
import type { Verdict } from '../../limits/verdict.ts';
import type { Client } from '../../partners/client.ts';

/** Each new credential creates a ledger. Enough for an office behind one address, too few to fill a disk. */
const CREDENTIALS_PER_MINUTE = 10;
/** For pages, the reference and vouchers. A browser requests many files at once. */
const PAGES_PER_MINUTE = 600;

/** At most `limit` requests in any 60 seconds. The limiter knows the window by `caller`. */
export interface Window {
  name: WindowName;
  caller: string;
  limit: number;
}

/** The window that a request counts against, and what its headers show. */
export interface Allowance {
  window: Window;
  /** The other window of the client: shown, not counted. Null for a caller that has only one. */
  other: Window | null;
  /** The value of RateLimit-Policy. */
  policy: string;
}

type ClientWindow = 'looks' | 'bookings';
type AddressWindow = 'address' | 'credentials' | 'pages';

/** A client has two windows, so that searches never use up what its bookings need. */
export class Allowances {
  /** A client is a new object after every change, so what is kept for an object never becomes wrong. */
  private readonly ofClients = new WeakMap<Client, Record<ClientWindow, Allowance>>();
  private readonly ofAddresses: Record<AddressWindow, { limit: number; policy: string }>;

  constructor(private readonly usual: { looksPerMinute: number; bookingsPerMinute: number }) {
    const describe = (name: AddressWindow, limit: number) => ({ limit, policy: policyOf(name, limit) });
    this.ofAddresses = {
      address: describe('address', usual.looksPerMinute),
      credentials: describe('credentials', CREDENTIALS_PER_MINUTE),
      pages: describe('pages', PAGES_PER_MINUTE),
    };
  }

  ofClient(client: Client, name: ClientWindow): Allowance {
    let both = this.ofClients.get(client);
    if (both === undefined) {
      both = this.describe(client);
      this.ofClients.set(client, both);
    }
    return both[name];
  }

  ofAddress(name: AddressWindow, address: string): Allowance {
    const { limit, policy } = this.ofAddresses[name];
    return { window: { name, caller: `${name} ${address}`, limit }, other: null, policy };
  }

  private describe(client: Client): Record<ClientWindow, Allowance> {
    const { looksPerMinute, bookingsPerMinute } = this.usual;
    const looks: Window = {
      name: 'looks',
      // The release before this one counts every request under this key. During an upgrade both count looks together.
      caller: `client ${client.id}`,
      limit: client.rateLimitPerMinute ?? looksPerMinute,
    };
    const bookings: Window = {
      name: 'bookings',
      caller: `bookings ${client.id}`,
      limit: client.bookingLimitPerMinute ?? bookingsPerMinute,
    };
    const policy = `${policyOf('looks', looks.limit)}, ${policyOf('bookings', bookings.limit)}`;
    return {
      looks: { window: looks, other: bookings, policy },
      bookings: { window: bookings, other: looks, policy },
    };
  }
}

/** The value of RateLimit: what remains in the window of the request, and in the client's other one. */
export function remainingText({ window, other }: Allowance, own: Verdict, ofOther: Verdict | null): string {
  const counted = remainderOf(window.name, own);
  if (other === null || ofOther === null) return counted;
  const beside = remainderOf(other.name, ofOther);
  return window.name === 'looks' ? `${counted}, ${beside}` : `${beside}, ${counted}`;
}

function policyOf(name: WindowName, limit: number): string {
  return `"${name}";q=${limit};w=60`;
}

function remainderOf(name: WindowName, { remaining, resetSeconds }: Verdict): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`;
}
