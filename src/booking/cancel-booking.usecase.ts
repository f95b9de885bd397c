import { readIdempotencyKey } from '../api/partner/bookings/idempotency-key.ts';
import type { CancelBody } from '../api/partner/bookings/modify.schema.ts';
import type { Context } from '../boot/context.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import { type Call, commandParts } from './call.ts';
import type { Answer } from './command.ts';
import { findReferencedBooking } from './get-booking.usecase.ts';

/** Works after the contract has ended too: who could book must be able to cancel. */
export async function cancelBooking(
  context: Context,
  call: Call,
  reference: string,
  body: CancelBody,
): Promise<Outcome<Promise<Answer>>> {
  const booking = await findReferencedBooking(context, call.caller, reference);
  if (booking === null) return refuse('BOOKING_NOT_FOUND', 'there is no such booking');
  const idempotency = readIdempotencyKey(call.idempotencyKey, `cancel ${booking.id}`, body);
  if (!idempotency.ok) return idempotency;
  const hotel = context.snapshot.hotels.find(booking.hotelId);
  if (hotel === null) throw new Error(`booking ${booking.id} is of a hotel that is not in the catalogue`);
  return accept(
    context.submit({
      kind: 'cancel',
      ...commandParts(call, hotel),
      idempotency: idempotency.value,
      bookingId: booking.id,
      request: { reason: body.reason ?? null, dryRun: body.dryRun ?? false },
    }),
  );
}
