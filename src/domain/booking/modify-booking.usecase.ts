import type { Writes } from '../../context.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { type Call, commandParts } from './call.ts';
import type { FinalResponse } from './command.ts';
import type { ModifyRequest } from './decide-modification.ts';
import { findOwnBooking } from './find-own-booking.usecase.ts';

/**
 * A modification request does not say which hotel the booking is for. Therefore one indexed read finds the booking
 * before the command is queued.
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
