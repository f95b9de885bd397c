import type { Night } from '../domain/inventory/night.ts';
import { ROOM_TEMPLATES } from './demo-catalogue.ts';
import type { DemoHotel, DemoRoomCode } from './demo-hotels.ts';

/**
 * The days on which demo hotels have restrictions, few rooms or other prices, as numbers of days from today. The values
 * do not depend on the date, so the examples in the documentation are true on every day. On days 0 to 9 and 26 to 39,
 * no restrictions apply and other channels have sold no rooms.
 */
export const DEMO_OFFSETS = {
  stopSell: 10,
  closedToArrival: 12,
  closedToDeparture: 14,
  minStayFirst: 20,
  minStayLast: 22,
  minStayNights: 3,
  maxStay: 24,
  maxStayNights: 2,
  soldOut: 25,
  pilgrimageFirst: 40,
  pilgrimageLast: 46,
  seasonFirst: 60,
  seasonLast: 74,
};

const PILGRIMAGE_FACTOR = 1.6;
const SEASON_FACTOR = 1.25;
const WEEKEND_FACTOR = 1.1;
const PILGRIMAGE_ROOMS_LEFT = 2;
const PLAIN: [number, number][] = [
  [0, 9],
  [26, 39],
];

export function demoNight(hotel: DemoHotel, room: DemoRoomCode, offset: number): Night {
  const { allotment } = ROOM_TEMPLATES[room];
  const at = DEMO_OFFSETS;
  const pilgrimage = isPilgrimage(hotel, offset);
  return {
    open: true,
    allotment,
    blocked: blockedRooms(hotel, room, offset, allotment),
    stopSell: offset === at.stopSell,
    closedToArrival: offset === at.closedToArrival,
    closedToDeparture: offset === at.closedToDeparture,
    minStay: (offset >= at.minStayFirst && offset <= at.minStayLast) || pilgrimage ? at.minStayNights : 1,
    maxStay: offset === at.maxStay ? at.maxStayNights : 0,
  };
}

/** Returns the factor for the usual price on a day. The factor is 1 on an ordinary day. */
export function demoDayFactor(hotel: DemoHotel, offset: number): number {
  if (isPilgrimage(hotel, offset)) return PILGRIMAGE_FACTOR;
  if (offset >= DEMO_OFFSETS.seasonFirst && offset <= DEMO_OFFSETS.seasonLast) return SEASON_FACTOR;
  return offset % 7 >= 5 && !isPlain(offset) ? WEEKEND_FACTOR : 1;
}

/**
 * Returns the number of rooms that other channels have sold. On the days in PLAIN, no room is sold. On the day
 * `soldOut`, all rooms are sold. In pilgrimage week, nearly all rooms are sold, and on other days some rooms.
 */
function blockedRooms(hotel: DemoHotel, room: DemoRoomCode, offset: number, allotment: number): number {
  if (offset === DEMO_OFFSETS.soldOut) return allotment;
  if (isPilgrimage(hotel, offset)) return Math.max(0, allotment - PILGRIMAGE_ROOMS_LEFT);
  if (isPlain(offset)) return 0;
  const spread = (hotel.publicId.charCodeAt(12) * 31 + room.charCodeAt(0) * 17 + offset * 7) % 10;
  return Math.floor((allotment * spread) / 20);
}

function isPilgrimage(hotel: DemoHotel, offset: number): boolean {
  return (
    hotel.pilgrimage === true &&
    offset >= DEMO_OFFSETS.pilgrimageFirst &&
    offset <= DEMO_OFFSETS.pilgrimageLast
  );
}

function isPlain(offset: number): boolean {
  return PLAIN.some(([first, last]) => offset >= first && offset <= last);
}
