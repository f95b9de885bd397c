import type { Writes } from '../../context.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { type Call, commandParts } from './call.ts';
import type { FinalResponse } from './command.ts';
import type { ModifyRequest } from './decide-modification.ts';
import { findOwnBooking } from './find-own-booking.usecase.ts';

/**
 * Sends a modification to the desk. The request does not contain the hotel of the booking, so one indexed read finds
 * the booking first.
 */
export async function modifyBooking(
  context: Writes,
  call: Call,
  reference: string,
  request: ModifyRequest,
): Promise<Outcome<Promise<FinalResponse>>> {
  const found = await findOwnBooking(context, call.caller, reference);
  if (found === null) return refuse('BOOKING_NOT_FOUND', 'booking not found');
  const { booking, hotel } = found;
  const parts = commandParts(call, hotel, `modify ${booking.id}`);
  return accept(context.submit({ kind: 'modify', ...parts, bookingId: booking.id, request }));
}
