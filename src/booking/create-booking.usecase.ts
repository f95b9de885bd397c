import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { parseMoney } from '../kernel/money.ts';
import { accept, type Outcome, refuse, refuseInput } from '../kernel/refusal.ts';
import { readStay } from '../kernel/stay.ts';
import type { BookingBody } from './bookings.schema.ts';
import { type Call, commandParts, uuidOrNothing } from './call.ts';
import type { Answer } from './command.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { readGuest } from './read-guest.ts';
import { drawVoucherSuffix } from './voucher.ts';

/** One is nearly always free; three in a row are taken once in a hundred million bookings of a busy year. */
const VOUCHERS_DRAWN = 3;

/**
 * Checks the shape and takes a place in the queue, in one go: nothing is awaited before the desk has the command.
 * Whatever depends on time, price or contract is the desk's to judge, after it has looked for the idempotency key.
 */
export function createBooking(context: Context, call: Call, body: BookingBody): Outcome<Promise<Answer>> {
  const stay = readStay(body.checkIn, body.checkOut);
  if (!stay.ok) return stay;
  const guest = readGuest(body);
  if (!guest.ok) return guest;
  const idempotency = readIdempotencyKey(call.idempotencyKey, 'bookings', body);
  if (!idempotency.ok) return idempotency;
  const hotel = context.snapshot.findHotel(body.hotelId);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'there is no such hotel');
  const expectedTotal =
    body.expectedTotal === undefined ? null : parseMoney(body.expectedTotal, body.currency ?? hotel.currency);
  if (body.expectedTotal !== undefined && expectedTotal === null)
    return refuseInput([
      {
        field: 'expectedTotal',
        code: 'INVALID_FORMAT',
        message: `expectedTotal must be an amount in ${body.currency ?? hotel.currency}`,
      },
    ]);
  const { client } = call.caller;
  const about = {
    clientId: client.id,
    roomTypeId: uuidOrNothing(body.roomTypeId),
    ratePlanId: uuidOrNothing(body.ratePlanId),
    stay: stay.value,
  };
  return accept(
    context.submit({
      kind: 'book',
      ...commandParts(call, hotel),
      idempotency: idempotency.value,
      voucherSuffixes: Array.from({ length: VOUCHERS_DRAWN }, () => drawVoucherSuffix(context.random)),
      quotes: context.quoteBook.find(about, context.now().getTime()),
      request: {
        bookingId: randomUUID(),
        ledgerId: client.ledgerId,
        hotelId: hotel.id,
        ...about,
        rooms: body.roomsCount ?? null,
        adults: body.adults ?? null,
        children: body.children ?? null,
        currency: body.currency ?? null,
        guest: guest.value,
        specialRequests: body.specialRequests ?? null,
        channelReference: body.channelReference ?? null,
        quoteId: body.quoteId?.toLowerCase() ?? null,
        prebookToken: body.prebookToken ?? null,
        expectedTotal,
      },
    }),
  );
}
