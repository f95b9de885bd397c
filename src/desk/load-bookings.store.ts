import type { Booking } from '../booking/booking.ts';
import { type CancelCommand, type Command, type ModifyCommand, targetOf } from '../booking/command.ts';
import { type BookingRow, bookingOf } from '../booking/rows.ts';
import type { Queryable } from '../db/pool.ts';
import type { Day } from '../kernel/day.ts';
import type { DeskState } from './desk-state.ts';
import type { NightsWanted } from './load-cells.store.ts';
import type { SubjectIdentity } from './load-subjects.store.ts';

type ChangeCommand = ModifyCommand | CancelCommand;

const isChange = (command: Command): command is ChangeCommand =>
  command.kind === 'modify' || command.kind === 'cancel';

/** The bookings that are to be changed, as they are under the lock. */
export async function loadBookings(tx: Queryable, commands: Command[]): Promise<Booking[]> {
  const ids = [...new Set(commands.filter(isChange).map((command) => command.bookingId))];
  if (ids.length === 0) return [];
  const result = await tx.query<BookingRow>({
    name: 'desk-bookings',
    text: `select b.*, g.name as guest_name, g.phone as guest_phone, g.email as guest_email
      from bookings b join guests g on g.ledger_id = b.ledger_id and g.hotel_id = b.hotel_id and g.booking_id = b.id and g.lead
      where b.id = any($1::uuid[])`,
    values: [ids],
  });
  return result.rows.map(bookingOf);
}

export interface PricesWanted {
  ratePlanId: string;
  first: Day;
  last: Day;
}

interface ChangeNeeds {
  subjects: SubjectIdentity[];
  prices: PricesWanted;
  nights: NightsWanted[];
}

/** What deciding about a change needs, which depends on the booking as it is now. */
export function bookingChanges(state: DeskState, commands: Command[]): ChangeNeeds[] {
  return commands.filter(isChange).flatMap((command) => {
    const booking = state.bookings.get(command.bookingId);
    if (booking === undefined) return [];
    const { roomTypeId, ratePlanId } = targetOf(command, booking);
    const { ledgerId, hotelId } = booking;
    const subject = (room: string, plan: string): SubjectIdentity => [
      command.client.contractHolderId,
      hotelId,
      room,
      plan,
    ];
    const wanted = command.kind === 'modify' ? command.request : { checkIn: null, checkOut: null };
    const [first, last] = [wanted.checkIn ?? booking.stay.checkIn, wanted.checkOut ?? booking.stay.checkOut];
    return {
      subjects: [subject(roomTypeId, ratePlanId), subject(booking.roomTypeId, booking.ratePlanId)],
      prices: { ratePlanId, first, last },
      nights: [
        { ledgerId, hotelId, roomTypeId, first, last },
        {
          ledgerId,
          hotelId,
          roomTypeId: booking.roomTypeId,
          first: booking.stay.checkIn,
          last: booking.stay.checkOut,
        },
      ],
    };
  });
}
