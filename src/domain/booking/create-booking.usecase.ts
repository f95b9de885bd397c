// A partner makes a booking. The use case builds the command without reading the database, and sends it to the desk.

import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { type BookingId, orderedId } from '../../kernel/ids.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { type Call, commandParts } from './call.ts';
import type { BookCommand, FinalResponse } from './command.ts';
import type { BookingRequest } from './decide-booking.ts';
import { drawVoucherSuffix } from './voucher.ts';

/**
 * There are 30^6 suffixes per year. If a million suffixes are in use, one drawn suffix is in use with a probability of
 * 1 in 729. Three drawn suffixes are all in use with a probability of 1 in 387 million.
 */
const VOUCHERS_DRAWN = 3;

/** The content of a partner's booking request. */
export interface BookingOrder
  extends Omit<BookingRequest, 'bookingId' | 'ledgerId' | 'clientId' | 'hotelId'> {
  /** The hotel's uuid or public id. */
  hotelReference: string;
}

/**
 * Puts the command into the queue without waiting for anything first. The desk first looks up the idempotency key. Then
 * the desk decides everything that depends on time, price or contract.
 */
export function createBooking(
  context: Pick<Context, 'snapshot' | 'submit' | 'random'>,
  call: Call,
  order: BookingOrder,
): Outcome<Promise<FinalResponse>> {
  const hotel = context.snapshot.findHotel(order.hotelReference);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'hotel not found');
  const { client } = call.caller;
  const command: BookCommand = {
    kind: 'book',
    ...commandParts(call, hotel, 'bookings'),
    voucherSuffixes: Array.from({ length: VOUCHERS_DRAWN }, () => drawVoucherSuffix(context.random)),
    request: {
      bookingId: orderedId<BookingId>(Date.now(), randomUUID()),
      ledgerId: client.ledgerId,
      clientId: client.id,
      hotelId: hotel.id,
      roomTypeId: order.roomTypeId,
      ratePlanId: order.ratePlanId,
      stay: order.stay,
      asked: order.asked,
      guest: order.guest,
      notes: order.notes,
      quoteId: order.quoteId,
      prebookToken: order.prebookToken,
      expectedTotal: order.expectedTotal,
    },
  };
  return accept(context.submit(command));
}
