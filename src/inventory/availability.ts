import type { Night } from './calendar.ts';

/** Rooms left to sell. A hotel may lower its allotment below what it has sold: that is none left, not a debt. */
export function availableRooms(night: Night, booked: number, held: number): number {
  return Math.max(0, night.allotment - booked - night.blocked - held);
}
