import type { Booking } from '../../domain/booking/booking.ts';
import { SELECT_BOOKING } from '../../domain/booking/bookings.store.ts';
import type { ChangeCommand, ModifyCommand } from '../../domain/booking/command.ts';
import { type BookingRow, bookingOf } from '../../domain/booking/rows.ts';
import type { Day } from '../../kernel/day.ts';
import type { RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import { lengthProblem, movedTo, type Stay } from '../../kernel/stay.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import { changedProduct, type ProductChange } from '../changed-product.ts';
import type { DeskState } from '../desk-state.ts';
import type { NightsWanted } from './load-nights.store.ts';
import type { ProductIdentity } from './load-products.store.ts';

/** Reads the bookings that the commands change. The caller already holds the locks. */
export async function loadBookings(tx: Queryable, changes: ChangeCommand[]): Promise<Booking[]> {
  const ids = [...new Set(changes.map(({ bookingId }) => bookingId))];
  if (ids.length === 0) return [];
  const result = await tx.query<BookingRow>({
    name: 'desk-bookings',
    text: `${SELECT_BOOKING} where b.id = any($1::uuid[])`,
    values: [ids],
  });
  return result.rows.map(bookingOf);
}

/**
 * Loads a plan for each change that contains a room type but no plan. The loaded plan belongs to this room type and has
 * the same code as the current plan of the booking.
 */
export async function loadPlansOfSameCode(
  tx: Queryable,
  state: DeskState,
  modifications: ModifyCommand[],
): Promise<Map<string, RatePlanId | null>> {
  const wanted = modifications.flatMap((command) => {
    if (command.request.ratePlanId !== null) return [];
    const booking = state.bookings.get(command.bookingId);
    const { roomTypeId } = command.request;
    if (booking === undefined || roomTypeId === null) return [];
    return [{ roomTypeId, ratePlanId: booking.ratePlanId }];
  });
  const plans = new Map<string, RatePlanId | null>(
    wanted.map(({ roomTypeId, ratePlanId }) => [`${roomTypeId}/${ratePlanId}`, null]),
  );
  if (wanted.length === 0) return plans;
  const result = await tx.query({
    name: 'desk-plans-of-same-code',
    text: `select k.room, k.plan, p.id
      from (select distinct * from unnest($1::uuid[], $2::uuid[])) k(room, plan)
      join rate_plans present on present.id = k.plan
      join rate_plans p on p.room_type_id = k.room and p.code = present.code and p.active`,
    values: [wanted.map((one) => one.roomTypeId), wanted.map((one) => one.ratePlanId)],
  });
  for (const row of result.rows) plans.set(`${row.room}/${row.plan}`, row.id);
  return plans;
}

/**
 * A plan and the days from arrival to departure. The departure day is included, because it may be closed to departure.
 */
export interface PlanWanted {
  ratePlanId: RatePlanId;
  first: Day;
  last: Day;
}

interface ChangeNeeds {
  products: ProductIdentity[];
  plans: PlanWanted[];
  nights: NightsWanted[];
}

/** Returns the keys of the data that each change needs. The keys depend on the current state of the booking. */
export function needsOfChanges(state: DeskState, changes: ChangeCommand[]): ChangeNeeds[] {
  return changes.flatMap((command) => {
    if (command.kind === 'close') return [];
    const booking = state.bookings.get(command.bookingId);
    if (booking === undefined) return [];
    const { roomTypeId, ratePlanId } = changedProduct(state, command, booking);
    const { ledgerId, hotelId } = booking;
    const product = (room: RoomTypeId, plan: RatePlanId): ProductIdentity => [
      command.client.contractHolderId,
      hotelId,
      room,
      plan,
    ];
    const own = {
      ledgerId,
      hotelId,
      roomTypeId: booking.roomTypeId,
      first: booking.stay.checkIn,
      last: booking.stay.checkOut,
    };
    const products = [product(roomTypeId, ratePlanId), product(booking.roomTypeId, booking.ratePlanId)];
    const stay = changedStay(command, booking);
    // A stay with invalid dates can have any length, so its nights are not loaded. A stay with invalid dates is refused
    // before its nights are needed.
    if (lengthProblem(stay) !== null) return [{ products, plans: [], nights: [own] }];
    const { checkIn: first, checkOut: last } = stay;
    return [
      {
        products,
        plans: [{ ratePlanId, first, last }],
        nights: [{ ledgerId, hotelId, roomTypeId, first, last }, own],
      },
    ];
  });
}

function changedStay(command: ProductChange, { stay }: Booking): Stay {
  if (command.kind === 'reception' && command.request.checkIn !== undefined)
    return movedTo(stay, command.request.checkIn);
  if (command.kind !== 'modify') return stay;
  return {
    checkIn: command.request.checkIn ?? stay.checkIn,
    checkOut: command.request.checkOut ?? stay.checkOut,
  };
}
