import { randomUUID } from 'node:crypto';
import type { BookingBody } from '../api/partner/bookings/bookings.schema.ts';
import { readStayRequest } from '../api/partner/bookings/read-stay-request.ts';
import type { Context } from '../boot/context.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import { type Call, commandParts, uuidOrNothing } from './call.ts';
import type { Answer } from './command.ts';
import { drawVoucherSuffix } from './voucher.ts';

/** There are 30^6 a year: with a million of them taken, one draw in 729 is too, and three in a row one in 387 million. */
const VOUCHERS_DRAWN = 3;

/**
 * Checks the shape and takes a place in the queue, in one go: nothing is awaited before the desk has the command.
 * Whatever depends on time, price or contract is the desk's to judge, after it has looked for the idempotency key.
 */
export function createBooking(context: Context, call: Call, body: BookingBody): Outcome<Promise<Answer>> {
  const read = readStayRequest(context.snapshot, call, 'bookings', body);
  if (!read.ok) return read;
  const { hotel, guest, idempotency, about } = read.value;
  const quoteId = body.quoteId === undefined ? null : uuidOrNothing(body.quoteId);
  return accept(
    context.submit({
      kind: 'book',
      ...commandParts(call, hotel),
      idempotency,
      voucherSuffixes: Array.from({ length: VOUCHERS_DRAWN }, () => drawVoucherSuffix(context.random)),
      quotes: context.quoteBook.find(about, context.now().getTime(), quoteId),
      request: {
        bookingId: randomUUID(),
        ledgerId: call.caller.client.ledgerId,
        hotelId: hotel.id,
        ...about,
        rooms: body.roomsCount ?? null,
        adults: body.adults ?? null,
        children: body.children ?? null,
        currency: body.currency ?? null,
        guest,
        specialRequests: body.specialRequests ?? null,
        channelReference: body.channelReference ?? null,
        quoteId,
        prebookToken: body.prebookToken ?? null,
        expectedTotal: body.expectedTotal ?? null,
      },
    }),
  );
}
