import type { Context } from '../context.ts';
import { formatDay } from '../kernel/day.ts';
import { accept, type FieldProblem, type Outcome, refuse, refuseInput } from '../kernel/refusal.ts';
import { readStay, type Stay } from '../kernel/stay.ts';
import type { Booking } from './booking.ts';
import { type Call, commandParts, uuidOrNothing } from './call.ts';
import type { Answer } from './command.ts';
import { findReferencedBooking } from './get-booking.usecase.ts';
import { readIdempotencyKey } from './idempotency.ts';
import type { ModifyBody } from './modify.schema.ts';
import { readPhone } from './read-guest.ts';

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
  const stay = readStay(
    body.checkIn ?? formatted(booking.stay).checkIn,
    body.checkOut ?? formatted(booking.stay).checkOut,
  );
  if (!stay.ok) return stay;
  const phone = body.guestPhone === undefined ? null : readPhone(body.guestPhone);
  const problems = guestProblems(body, phone);
  if (problems.length > 0) return refuseInput(problems);
  const target = targetPlan(context, booking, body);
  if (!target.ok) return target;
  const hotel = context.snapshot.hotels.find(booking.hotelId);
  if (hotel === null) throw new Error(`booking ${booking.id} is of a hotel that is not in the catalogue`);
  return accept(
    context.submit({
      kind: 'modify',
      ...commandParts(call, hotel),
      idempotency: idempotency.value,
      bookingId: booking.id,
      request: {
        checkIn: body.checkIn === undefined ? null : stay.value.checkIn,
        checkOut: body.checkOut === undefined ? null : stay.value.checkOut,
        ...target.value,
        guestName: body.guestName?.trim() ?? null,
        guestPhone: phone,
        specialRequests: body.specialRequests ?? null,
        dryRun: body.dryRun ?? false,
      },
    }),
  );
}

/** A room type alone means the plan of the same code in that room. */
function targetPlan(
  context: Context,
  booking: Booking,
  body: ModifyBody,
): Outcome<{ roomTypeId: string | null; ratePlanId: string | null }> {
  const roomTypeId = body.roomTypeId === undefined ? null : uuidOrNothing(body.roomTypeId);
  if (body.ratePlanId !== undefined)
    return accept({ roomTypeId, ratePlanId: uuidOrNothing(body.ratePlanId) });
  if (roomTypeId === null) return accept({ roomTypeId, ratePlanId: null });
  const { snapshot } = context;
  const roomType = snapshot.roomTypes.find(roomTypeId);
  if (roomType === null || roomType.hotelId !== booking.hotelId)
    return refuse('ROOM_TYPE_NOT_FOUND', 'this hotel has no such room type');
  const code = snapshot.ratePlans.find(booking.ratePlanId)?.code;
  for (const plan of snapshot.ratePlans.in(booking.hotelId))
    if (plan.roomTypeId === roomTypeId && plan.code === code && plan.active)
      return accept({ roomTypeId, ratePlanId: plan.id });
  return refuse('RATE_PLAN_NOT_FOUND', `this room type has no rate plan ${code}: name one by ratePlanId`);
}

function guestProblems(body: ModifyBody, phone: string | null): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (body.guestPhone !== undefined && phone === null)
    problems.push({
      field: 'guestPhone',
      code: 'INVALID_FORMAT',
      message: 'guestPhone must be a valid telephone number, such as +9647701234567 or 0770 123 4567',
    });
  if (body.guestName !== undefined && [...body.guestName.trim()].length < 2)
    problems.push({
      field: 'guestName',
      code: 'TOO_SHORT',
      message: 'guestName must have at least 2 characters',
    });
  return problems;
}

function formatted(stay: Stay): { checkIn: string; checkOut: string } {
  return { checkIn: formatDay(stay.checkIn), checkOut: formatDay(stay.checkOut) };
}
