import type { ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';

/**
 * A partner sells rooms. A supplier is the computer system of one or more hotels. This system sets rooms and prices,
 * and reads reservations.
 */
export type ClientKind = 'PARTNER' | 'SUPPLIER';

/**
 * A partner or a supplier. In production, all clients share ledger 1. In the sandbox, each partner has a separate
 * ledger.
 */
export interface Client {
  id: ClientId;
  /** The value that the client sends in X-Client-Id. */
  publicId: string;
  name: string;
  kind: ClientKind;
  /**
   * The hotels of a supplier. This list is empty for a partner, because contracts decide which hotels a partner may
   * sell.
   */
  suppliedHotels: readonly HotelId[];
  ledgerId: LedgerId;
  lockNumber: number;
  /**
   * The client whose contracts apply. This is usually the client itself, but a client can also use the contracts of
   * another client.
   */
  contractHolderId: ClientId;
  /**
   * The maximum number of requests per minute that do not concern a reservation. Null: the service's usual limit
   * applies.
   */
  rateLimitPerMinute: number | null;
  /** The maximum number of requests per minute that concern a reservation. Null: the service's usual limit applies. */
  bookingLimitPerMinute: number | null;
  /** The service refuses every request of a suspended client. */
  isSuspended: boolean;
  /**
   * The time at which the client's sandbox ledger was last reset to the demo state. Quotes that were created before
   * this time are not valid.
   */
  resetAt: number | null;
}

export interface StoredKey {
  id: string;
  clientId: ClientId;
  hash: Buffer;
  expiresAt: number | null;
  revoked: boolean;
}
