// Determines in which rate limit window a request is counted.

import type { Client } from '../../domain/partners/client.ts';
import type { HotelId } from '../../kernel/ids.ts';
import type { WindowName } from '../../kernel/refusal.ts';
import type { Verdict } from '../../platform/limits/verdict.ts';

/**
 * Each new credential creates a ledger. This limit is high enough for an office whose computers share one IP address,
 * and too low for an attacker to fill the disk.
 */
const CREDENTIALS_PER_MINUTE = 10;
/** The limit for all pages, which include the API reference and the vouchers. A browser requests many files at once. */
const PAGES_PER_MINUTE = 600;
/**
 * The limit for the PDFs and PNG images of vouchers, which take long to draw. This limit equals the default limit for
 * the booking requests of a partner, because a partner may fetch the voucher of each booking.
 */
const DOCUMENTS_PER_MINUTE = 120;

/** Allows at most `limit` requests in any 60 seconds. The limiter identifies the window by `caller`. */
export interface Window {
  name: WindowName;
  caller: string;
  limit: number;
}

/** The window in which a request is counted, and the values that the headers of the response show. */
export interface Allowance {
  window: Window;
  /**
   * The client's second window. The headers of the response show this window, but the request is not counted in this
   * window. Null if the caller has only one window.
   */
  other: Window | null;
  /** The value of RateLimit-Policy. */
  policy: string;
}

type PartnerWindow = 'looks' | 'bookings';
type AddressWindow = 'address' | 'credentials' | 'pages' | 'documents';

/**
 * A partner has two windows, so that searches never use up the limit of bookings. A supplier has one window per hotel,
 * so that one hotel never uses up the limit of another hotel. In addition, each supplier has one window for all its
 * requests. A request is counted in this window before the service reads the body, because the hotel is not known at
 * that time.
 */
export class Allowances {
  /**
   * When a client changes, the snapshot replaces the client's object. The values in these maps are therefore never out
   * of date.
   */
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

  /** The window for all requests of a supplier. */
  ofSupplier(client: Client): Allowance {
    let all = this.ofSuppliers.get(client);
    if (all === undefined) {
      const perHotel = this.supplyLimitOf(client);
      // The limit is the sum of one share per hotel and one share for requests without the id of a hotel.
      const limit = perHotel * (client.suppliedHotels.length + 1);
      const policy = `${policyOf('supply', perHotel)}, ${policyOf('all_hotels', limit)}`;
      all = { window: { name: 'all_hotels', caller: `supplier ${client.id}`, limit }, other: null, policy };
      this.ofSuppliers.set(client, all);
    }
    return all;
  }

  /**
   * The window for the requests of the certification program. The program uses the key of a hotel system, but its
   * requests are not counted in the windows of the hotel system.
   */
  ofExaminer(client: Client): Allowance {
    const limit = this.supplyLimitOf(client);
    const window: Window = { name: 'supply', caller: `examiner ${client.id}`, limit };
    return { window, other: null, policy: policyOf('supply', limit) };
  }

  /**
   * Returns the window for a supplier's requests that contain the id of this hotel. These requests are also counted in
   * the window for all requests of the supplier.
   */
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
      // The previous release counts every request under this key. This release uses the same key for `looks`, so that
      // the nodes of both releases share one window during an upgrade.
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

/**
 * Returns the value of the header RateLimit: how many requests remain in the window that counts the request, and in the
 * client's second window.
 */
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
