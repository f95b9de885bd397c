import type { Writes } from '../../context.ts';
import { readId, readPublicId } from '../../kernel/ids.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { type Call, commandParts } from '../booking/call.ts';
import type { FinalResponse } from '../booking/command.ts';
import { VOUCHER_ID } from '../booking/voucher.ts';
import { findSuppliedBooking } from './reception.store.ts';
import type { StayStep, StepRequest } from './stay-step.ts';

/**
 * A hotel reports a step, and this use case sends the step to the desk. The request names the booking by uuid or
 * voucher id, in upper or lower case.
 */
export async function submitStep(
  context: Writes,
  call: Call,
  reference: string,
  step: StayStep,
  request: StepRequest,
): Promise<Outcome<Promise<FinalResponse>>> {
  const voucherId = readPublicId(reference);
  const by = VOUCHER_ID.test(voucherId) ? { voucherId } : { id: readId(reference) };
  const found = await findSuppliedBooking(context.pool, call.caller.client, by);
  const hotel = found === null ? null : context.snapshot.hotels.find(found.hotelId);
  if (found === null || hotel === null) return refuse('BOOKING_NOT_FOUND', 'booking not found');
  const parts = commandParts(call, hotel, `${step} ${found.bookingId}`);
  return accept(context.submit({ kind: 'reception', ...parts, step, bookingId: found.bookingId, request }));
}
