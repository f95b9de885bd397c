// Applies updates to the nights of a room type, day by day.

import { addDays } from '../../../kernel/day.ts';
import { idOf } from '../../../kernel/ids.ts';
import { type Night, UNOPENED } from '../../inventory/night.ts';
import { isSameNight } from '../offer-draft.ts';
import { BLOCKED, CTA, CTD, MAX_STAY, MIN_STAY, ROOMS, readRooms, STOP_SELL } from './fields.ts';
import type { Layout } from './layout.ts';
import type { PartNotes } from './part-notes.ts';
import type { LoadedRoom, PartChanges, PartState } from './part-state.ts';
import { DayFields } from './sent-times.ts';

const MOST_ROOMS = 32_767;
const NONE_SOLD = { booked: 0, held: 0 };

/** Computes the changed nights and marks of a room type. */
export function changeRoom(
  roomTypeId: string,
  room: LoadedRoom,
  layout: Layout,
  state: PartState,
  notes: PartNotes,
  changes: PartChanges,
): void {
  const { today, base, seen } = state;
  const fields = new DayFields(layout, notes, state);
  const unopened: Night = { ...UNOPENED, allotment: room.usualAllotment };
  for (const offset of layout.days) {
    const day = addDays(base, offset);
    if (day < today) continue;
    fields.open(offset, day, room.sent.get(day));
    const before = room.nights.get(day) ?? null;
    const sold = room.sold.get(day) ?? NONE_SOLD;
    const after = nightAfter(before ?? unopened, fields, () => sold.booked - soldSince(room, day));
    const taken = sold.booked + sold.held;
    if (after.allotment > MOST_ROOMS) fields.note('TOO_MANY_ROOMS', [ROOMS]);
    if (seen !== null && opensNothing(before ?? unopened, after, fields))
      fields.note('ALLOTMENT_NEEDED', [STOP_SELL]);
    if (after.maxStay > 0 && after.maxStay < after.minStay)
      fields.note('MIN_ABOVE_MAX', [MIN_STAY, MAX_STAY]);
    if (taken > Math.max(0, after.allotment - after.blocked)) fields.note('BELOW_SOLD', [ROOMS, BLOCKED]);
    const isChanged = !isSameNight(before ?? unopened, after);
    if (isChanged) changes.nights.push({ roomTypeId: idOf(roomTypeId), day, before, after, taken });
    const sent = fields.sentAfter(isChanged);
    if (isChanged || sent !== null) changes.marks.push({ productId: roomTypeId, day, sent });
  }
}

/**
 * Whether a person on the hotel page tries to open a night for which no number of rooms was ever set. The change would
 * not put this night on sale, and the person would not notice this. A night with stop sell is an exception: stop sell
 * can always be removed, so that a person can open a night that a person has closed.
 */
function opensNothing(before: Night, after: Night, fields: DayFields): boolean {
  return fields.isApplied(STOP_SELL) && !after.stopSell && !before.stopSell && !after.open;
}

function soldSince(
  { soldSince: known }: LoadedRoom,
  day: Parameters<LoadedRoom['nights']['get']>[0],
): number {
  if (known === null) throw new Error('the events after the one that was seen were not loaded');
  return known.get(day) ?? 0;
}

/**
 * Computes the night after the updates. `roomsLeft` is the number of rooms that the sender could still sell when the
 * sender counted. `allotment` becomes the sum of `roomsLeft`, the blocked rooms, and the rooms that were booked when
 * the sender counted. Bookings that came later, and all holds, therefore still reduce the number of free rooms. If the
 * same message sets `blocked`, the new number of blocked rooms is used. The number of booked rooms can be negative if
 * the hotel could not honour a booking that the sender has not seen. A negative number lowers the allotment, so that
 * the rooms of this booking are not sold.
 */
function nightAfter(before: Night, fields: DayFields, bookedWhenSeen: () => number): Night {
  const blocked = fields.read(BLOCKED, before.blocked);
  const given = fields.read(ROOMS, -1);
  const { rooms, isLeft } = readRooms(given);
  const allotment =
    given < 0 ? before.allotment : isLeft ? Math.max(0, rooms + blocked + bookedWhenSeen()) : rooms;
  return {
    // A message opens the night if it sets the number of rooms.
    open: before.open || given >= 0,
    allotment,
    blocked,
    stopSell: fields.read(STOP_SELL, Number(before.stopSell)) === 1,
    closedToArrival: fields.read(CTA, Number(before.closedToArrival)) === 1,
    closedToDeparture: fields.read(CTD, Number(before.closedToDeparture)) === 1,
    minStay: fields.read(MIN_STAY, before.minStay),
    maxStay: fields.read(MAX_STAY, before.maxStay),
  };
}
