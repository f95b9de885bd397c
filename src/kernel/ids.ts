// A separate type of identifier for each kind of row.

declare const kind: unique symbol;
type Id<Kind extends string> = string & { readonly [kind]: Kind };

/** Each table has a separate type of identifier. Code that uses a room type's id as a hotel's id does not compile. */
export type ClientId = Id<'client'>;
export type HotelId = Id<'hotel'>;
export type RoomTypeId = Id<'room type'>;
export type RatePlanId = Id<'rate plan'>;
export type PolicyId = Id<'cancellation policy'>;
export type QuoteId = Id<'quote'>;
export type HoldId = Id<'hold'>;
export type BookingId = Id<'booking'>;
export type WebhookId = Id<'webhook'>;
export type StaffId = Id<'staff'>;

/**
 * The id of a ledger. A ledger is a set of sold rooms. In production, all partners share one ledger. In the sandbox
 * each tester has a separate ledger.
 */
export type LedgerId = number & { readonly [kind]: 'ledger' };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Returns an identifier that no row has, so that a lookup with it finds nothing. */
export function noId<Any extends Id<string>>(): Any {
  return NO_ID as Any;
}

/** Reads a uuid and converts it to lower case. For any other text, returns the identifier that no row has. */
export function readId<Any extends Id<string>>(text: string): Any {
  const lower = text.toLowerCase();
  return (UUID.test(lower) ? lower : NO_ID) as Any;
}

/**
 * Reads a hotel's public id or a voucher id. People can write these ids in upper or lower case, because the stored ids
 * have only upper-case letters.
 */
export function readPublicId(text: string): string {
  return text.toUpperCase();
}

/**
 * Marks a text as an identifier. Use this function only for an identifier that was just generated, or that a test has
 * invented.
 */
export function idOf<Any extends Id<string>>(text: string): Any {
  return text as Any;
}

/**
 * Returns an identifier that begins with a time (UUID version 7), made from a random UUID of version 4. Rows that are
 * created one after another are then neighbours in each index. With random identifiers, each booking changes a different
 * page of each index of a large table, and PostgreSQL writes the whole page to the WAL.
 */
export function orderedId<Any extends Id<string>>(milliseconds: number, random: string): Any {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}` as Any;
}

export function ledgerIdOf(number: number): LedgerId {
  return number as LedgerId;
}
