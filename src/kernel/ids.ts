declare const kind: unique symbol;
type Id<Kind extends string> = string & { readonly [kind]: Kind };

/** Each table's identifiers are a type of their own: a room type's cannot be passed where a hotel's is wanted. */
export type ClientId = Id<'client'>;
export type HotelId = Id<'hotel'>;
export type RoomTypeId = Id<'room type'>;
export type RatePlanId = Id<'rate plan'>;
export type PolicyId = Id<'cancellation policy'>;
export type QuoteId = Id<'quote'>;
export type HoldId = Id<'hold'>;
export type BookingId = Id<'booking'>;

/** One partner's rooms and bookings. Production has one ledger, the sandbox one per tester. */
export type LedgerId = number & { readonly [kind]: 'ledger' };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** An identifier that nothing has. It is looked up like any other, and not found. */
export function noId<Any extends Id<string>>(): Any {
  return NO_ID as Any;
}

/** A uuid in lower case. Text that is no uuid becomes the identifier that nothing has. */
export function readId<Any extends Id<string>>(text: string): Any {
  const lower = text.toLowerCase();
  return (UUID.test(lower) ? lower : NO_ID) as Any;
}

/** An identifier that was just drawn, or one that a test makes up. */
export function idOf<Any extends Id<string>>(text: string): Any {
  return text as Any;
}

export function ledgerIdOf(number: number): LedgerId {
  return number as LedgerId;
}
