import { readIdempotencyKey } from '../api/partner/bookings/idempotency-key.ts';
import type { ModifyBody } from '../api/partner/bookings/modify.schema.ts';
import { INVALID_PHONE, readPhone } from '../api/partner/bookings/read-guest.ts';
import type { Context } from '../boot/context.ts';
import { type Day, parseDay } from '../kernel/day.ts';
import { accept, type FieldProblem, type Outcome, refuse, refuseInput } from '../kernel/refusal.ts';
import { notADate } from '../kernel/stay.ts';
import { type Call, commandParts, uuidOrNothing } from './call.ts';
import type { Answer } from './command.ts';
import { findReferencedBooking } from './get-booking.usecase.ts';

/** A change names no hotel, so it arrives when one indexed read has told which it is. */
export async function modifyBooking(
  context: Context,
  call: Call,
  reference: string,
  body: ModifyBody,
): Promise<Outcome<Promise<Answer>>> {
  const booking = await findReferencedBooking(context, call.caller, reference);
  if (booking === null) return refuse('BOOKING_NOT_FOUND', 'there is no such booking');
  const idempotency = readIdempotencyKey(call.idempotencyKey, `modify ${booking.id}`, body);
  if (!idempotency.ok) return idempotency;
  const dates = readDates(body);
  if (!dates.ok) return dates;
  const phone = body.guestPhone === undefined ? null : readPhone(body.guestPhone);
  const problems = guestProblems(body, phone);
  if (problems.length > 0) return refuseInput(problems);
  const hotel = context.snapshot.hotels.find(booking.hotelId);
  if (hotel === null) throw new Error(`booking ${booking.id} is of a hotel that is not in the catalogue`);
  return accept(
    context.submit({
      kind: 'modify',
      ...commandParts(call, hotel),
      idempotency: idempotency.value,
      bookingId: booking.id,
      request: {
        ...dates.value,
        roomTypeId: body.roomTypeId === undefined ? null : uuidOrNothing(body.roomTypeId),
        ratePlanId: body.ratePlanId === undefined ? null : uuidOrNothing(body.ratePlanId),
        guestName: body.guestName?.trim() ?? null,
        guestPhone: phone,
        specialRequests: body.specialRequests ?? null,
        dryRun: body.dryRun ?? false,
      },
    }),
  );
}

function guestProblems(body: ModifyBody, phone: string | null): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (body.guestPhone !== undefined && phone === null) problems.push(INVALID_PHONE);
  if (body.guestName !== undefined && [...body.guestName.trim()].length < 2)
    problems.push({
      field: 'guestName',
      code: 'TOO_SHORT',
      message: 'guestName must have at least 2 characters',
    });
  return problems;
}

/** The form of the dates that are given. Whether they fit the booking is the desk's to judge: it may change before. */
function readDates(body: ModifyBody): Outcome<{ checkIn: Day | null; checkOut: Day | null }> {
  const checkIn = body.checkIn === undefined ? null : parseDay(body.checkIn);
  const checkOut = body.checkOut === undefined ? null : parseDay(body.checkOut);
  const problems: FieldProblem[] = [];
  if (body.checkIn !== undefined && checkIn === null) problems.push(notADate('checkIn'));
  if (body.checkOut !== undefined && checkOut === null) problems.push(notADate('checkOut'));
  return problems.length === 0 ? accept({ checkIn, checkOut }) : refuseInput(problems);
}
