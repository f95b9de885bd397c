import type { ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';

/**
 * A partner sells rooms. A supplier is the system of one or more hotels, which sets rooms and prices and reads
 * reservations.
 */
export type ClientKind = 'PARTNER' | 'SUPPLIER';

/**
 * A partner or a supplier. In production all clients share ledger 1. In the sandbox each partner has a separate ledger.
 */
export interface Client {
  id: ClientId;
  /** The value that the partner sends in X-Client-Id. */
  publicId: string;
  name: string;
  kind: ClientKind;
  /** The hotels of a supplier. Empty for a partner, because contracts decide which hotels a partner has. */
  suppliedHotels: readonly HotelId[];
  ledgerId: LedgerId;
  lockNumber: number;
  /** The client whose contracts apply: this client itself, or another client that shares its contracts. */
  contractHolderId: ClientId;
  /** Requests per minute that do not concern a reservation. Null: the service's usual limit. */
  rateLimitPerMinute: number | null;
  /** Requests per minute that concern a reservation. Null: the service's usual limit. */
  bookingLimitPerMinute: number | null;
  /** Every request of a suspended client is refused. */
  isSuspended: boolean;
  /** When the client's sandbox ledger was last reset to the demo state. Earlier quotes are void. */
  resetAt: number | null;
}

export interface StoredKey {
  id: string;
  clientId: ClientId;
  hash: Buffer;
  expiresAt: number | null;
  revoked: boolean;
}
