import type { Booking } from '../domain/booking/booking.ts';
import type { ChangeCommand, CloseCommand } from '../domain/booking/command.ts';
import { noId, type RatePlanId, type RoomTypeId } from '../kernel/ids.ts';
import type { DeskState } from './desk-state.ts';

/** The commands that change a booking and have a response that shows the booked product. */
export type ProductChange = Exclude<ChangeCommand, CloseCommand>;

/** Returns the room type and plan that a booking will have after the command. */
export function changedProduct(
  state: DeskState,
  command: ProductChange,
  booking: Booking,
): { roomTypeId: RoomTypeId; ratePlanId: RatePlanId } {
  if (command.kind !== 'modify') return booking;
  const { roomTypeId, ratePlanId } = command.request;
  if (ratePlanId !== null) return { roomTypeId: roomTypeId ?? booking.roomTypeId, ratePlanId };
  if (roomTypeId === null || roomTypeId === booking.roomTypeId) return booking;
  const found = state.plansOfSameCode.get(`${roomTypeId}/${booking.ratePlanId}`);
  if (found === undefined) throw new Error(`plans of ${roomTypeId} were not loaded`);
  return { roomTypeId, ratePlanId: found ?? noId<RatePlanId>() };
}
