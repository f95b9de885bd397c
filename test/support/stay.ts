import { dayInBaghdad, dayOf, formatDay } from '../../src/kernel/day.ts';
import { demoId } from '../../src/sandbox/demo-catalogue.ts';
import type { DemoBoardCode, DemoRoomCode } from '../../src/sandbox/demo-hotels.ts';

export interface StayBody {
  hotelId: string;
  roomTypeId: string;
  ratePlanId: string;
  checkIn: string;
  checkOut: string;
}

/** Returns the date that is `offset` days after today in Baghdad. */
export function inDays(offset: number): string {
  return formatDay(dayOf(dayInBaghdad(new Date()) + offset));
}

/** Returns a stay on ordinary days of the demo world, with open nights and usual prices. */
export function demoStay(
  changes: {
    hotel?: string;
    room?: DemoRoomCode;
    board?: DemoBoardCode;
    from?: number;
    nights?: number;
  } = {},
): StayBody {
  const { hotel = 'HTL-2026-0001', room = 'DBL', board = 'BB', from = 30, nights = 2 } = changes;
  return {
    hotelId: hotel,
    roomTypeId: demoId(hotel, 'room', room),
    ratePlanId: demoId(hotel, 'plan', room, board),
    checkIn: inDays(from),
    checkOut: inDays(from + nights),
  };
}

export const GUEST = { guestName: 'زينب الكربلائي', guestPhone: '0770 123 4567' };
