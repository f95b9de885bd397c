import type { Writes } from '../../context.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { type Call, commandParts } from './call.ts';
import type { FinalResponse } from './command.ts';
import type { CancelRequest } from './decide-cancellation.ts';
import { findOwnBooking } from './find-own-booking.usecase.ts';

/** Sends a cancellation to the desk. A partner can cancel its bookings even after its contract has ended. */
export async function cancelBooking(
  context: Writes,
  call: Call,
  reference: string,
  request: CancelRequest,
): Promise<Outcome<Promise<FinalResponse>>> {
  const found = await findOwnBooking(context, call.caller, reference);
  if (found === null) return refuse('BOOKING_NOT_FOUND', 'booking not found');
  const { booking, hotel } = found;
  const parts = commandParts(call, hotel, `cancel ${booking.id}`);
  return accept(context.submit({ kind: 'cancel', ...parts, bookingId: booking.id, request }));
}
