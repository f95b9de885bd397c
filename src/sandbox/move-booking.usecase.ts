// Moves a booking of a tester's private hotel into the past.

import type { Queries, Writes } from '../context.ts';
import type { Call } from '../domain/booking/call.ts';
import type { FinalResponse } from '../domain/booking/command.ts';
import { MOVABLE_DAYS } from '../domain/reception/decide-move.ts';
import { submitStep } from '../domain/reception/submit-step.usecase.ts';
import { addDays, type Day } from '../kernel/day.ts';
import { type Outcome, refuse } from '../kernel/refusal.ts';
import { addPastNights, findPrivateHotel } from './private-hotels.store.ts';

/**
 * Moves a booking of a private hotel, and refuses bookings of other hotels. As with every change of a booking, the desk
 * makes this change.
 */
export async function moveBooking(
  context: Queries & Writes,
  call: Call,
  reference: string,
  checkIn: Day,
): Promise<Outcome<Promise<FinalResponse>>> {
  const { ledgerId, suppliedHotels } = call.caller.client;
  const hotelId = await findPrivateHotel(context.pool, ledgerId);
  if (hotelId === null || !suppliedHotels.includes(hotelId))
    return refuse('HOTEL_ACCESS_DENIED', 'this supplier has no private hotel');
  const today = context.today();
  await addPastNights(context.pool, hotelId, addDays(today, -MOVABLE_DAYS), today);
  return submitStep(context, call, reference, 'MOVE', { reason: null, sellAgain: false, checkIn });
}
