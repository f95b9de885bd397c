// Which rate limits a request counts against.

import type { Client } from '../../domain/partners/client.ts';
import type { HotelId } from '../../kernel/ids.ts';
import type { WindowName } from '../../kernel/refusal.ts';
import type { Verdict } from '../../platform/limits/verdict.ts';

/** Each new credential creates a ledger. Enough for an office behind one address, too few to fill a disk. */
const CREDENTIALS_PER_MINUTE = 10;
/** For pages, the reference and voucher pages. A browser requests many files at once. */
const PAGES_PER_MINUTE = 600;
/** Voucher PDFs and PNG codes, which are drawn. As many as the usual bookings of a partner, who may fetch each of them. */
const DOCUMENTS_PER_MINUTE = 120;

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

type PartnerWindow = 'looks' | 'bookings';
type AddressWindow = 'address' | 'credentials' | 'pages' | 'documents';

/**
 * A partner has two windows, so that searches never use up what its bookings need. A supplier has one for each of its
 * hotels, so that one hotel never uses up what another needs, and one for all of its requests: that one is counted
 * before the body is read, when the hotel is not known yet.
 */
export class Allowances {
  /** A client is a new object after every change, so what is kept for an object never becomes wrong. */
  private readonly ofPartners = new WeakMap<Client, Record<PartnerWindow, Allowance>>();
  private readonly ofSuppliers = new WeakMap<Client, Allowance>();
  private readonly ofAddresses: Record<AddressWindow, { limit: number; policy: string }>;

  constructor(
    private readonly usual: { looksPerMinute: number; bookingsPerMinute: number; supplyPerMinute: number },
  ) {
    const describe = (name: AddressWindow, limit: number) => ({ limit, policy: policyOf(name, limit) });
    this.ofAddresses = {
      address: describe('address', usual.looksPerMinute),
      credentials: describe('credentials', CREDENTIALS_PER_MINUTE),
      pages: describe('pages', PAGES_PER_MINUTE),
      documents: describe('documents', DOCUMENTS_PER_MINUTE),
    };
  }

  ofPartner(client: Client, name: PartnerWindow): Allowance {
    let both = this.ofPartners.get(client);
    if (both === undefined) {
      both = this.describe(client);
      this.ofPartners.set(client, both);
    }
    return both[name];
  }

  /** All requests of a supplier. */
  ofSupplier(client: Client): Allowance {
    let all = this.ofSuppliers.get(client);
    if (all === undefined) {
      const perHotel = this.supplyLimitOf(client);
      // One share more than hotels: requests that name no hotel take nothing from those that do.
      const limit = perHotel * (client.suppliedHotels.length + 1);
      const policy = `${policyOf('supply', perHotel)}, ${policyOf('all_hotels', limit)}`;
      all = { window: { name: 'all_hotels', caller: `supplier ${client.id}`, limit }, other: null, policy };
      this.ofSuppliers.set(client, all);
    }
    return all;
  }

  /** The requests of a supplier that name this hotel. They are counted in the window above too. */
  ofSuppliedHotel(client: Client, hotelId: HotelId): Allowance {
    const { window, policy } = this.ofSupplier(client);
    const caller = `supply ${client.id} ${hotelId}`;
    return { window: { name: 'supply', caller, limit: this.supplyLimitOf(client) }, other: window, policy };
  }

  private supplyLimitOf({ rateLimitPerMinute }: Client): number {
    return rateLimitPerMinute ?? this.usual.supplyPerMinute;
  }

  ofAddress(name: AddressWindow, address: string): Allowance {
    const { limit, policy } = this.ofAddresses[name];
    return { window: { name, caller: `${name} ${address}`, limit }, other: null, policy };
  }

  private describe(client: Client): Record<PartnerWindow, Allowance> {
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
  return window.name === 'bookings' ? `${beside}, ${counted}` : `${counted}, ${beside}`;
}

function policyOf(name: WindowName, limit: number): string {
  return `"${name}";q=${limit};w=60`;
}

function remainderOf(name: WindowName, { remaining, resetSeconds }: Verdict): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`;
}
