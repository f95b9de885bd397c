// Which rate limits a request counts against.

import type { Client } from '../../domain/partners/client.ts';
import type { HotelId } from '../../kernel/ids.ts';
import type { WindowName } from '../../kernel/refusal.ts';
import type { Verdict } from '../../platform/limits/verdict.ts';

/**
 * Each new credential creates a ledger. The limit is enough for an office behind one address and too low to fill a
 * disk.
 */
const CREDENTIALS_PER_MINUTE = 10;
/** For pages, the reference and voucher pages. A browser requests many files at once. */
const PAGES_PER_MINUTE = 600;
/**
 * For voucher PDFs and PNG codes, which must be drawn. This limit equals a partner's default limit of booking requests,
 * because a partner may fetch the voucher of each booking.
 */
const DOCUMENTS_PER_MINUTE = 120;

/** At most `limit` requests in any 60 seconds. The limiter identifies the window by `caller`. */
export interface Window {
  name: WindowName;
  caller: string;
  limit: number;
}

/** The window that a request counts against, and what its headers show. */
export interface Allowance {
  window: Window;
  /**
   * The client's second window. It is shown, but this request is not counted in it. Null if the caller has only one
   * window.
   */
  other: Window | null;
  /** The value of RateLimit-Policy. */
  policy: string;
}

type PartnerWindow = 'looks' | 'bookings';
type AddressWindow = 'address' | 'credentials' | 'pages' | 'documents';

/**
 * A partner has two windows, so that searches never use up the limit of bookings. A supplier has one window per hotel,
 * so that one hotel never uses up the limit of another hotel. It also has one window for all its requests. This window
 * is counted before the body is read, when the hotel is not known yet.
 */
export class Allowances {
  /** Every change of a client creates a new object, so what is cached for an object stays correct. */
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
      // The limit has one share per hotel and one for requests that name no hotel.
      const limit = perHotel * (client.suppliedHotels.length + 1);
      const policy = `${policyOf('supply', perHotel)}, ${policyOf('all_hotels', limit)}`;
      all = { window: { name: 'all_hotels', caller: `supplier ${client.id}`, limit }, other: null, policy };
      this.ofSuppliers.set(client, all);
    }
    return all;
  }

  /** The requests of a supplier that name this hotel. The window for all requests of the supplier counts them too. */
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
      // The previous release counts every request under this key. During an upgrade, both releases count `looks` in one
      // window.
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

/** The value of RateLimit: what remains in the window of the request, and in the client's second window. */
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
