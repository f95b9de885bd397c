// Divides guests over rooms.

import type { BrokenRoomLimits } from '../../kernel/refusal.ts';
import type { Party } from '../../kernel/stay.ts';

export interface RoomLimits {
  maxOccupancy: number;
  maxAdults: number;
  maxChildren: number;
}

export interface RoomParty {
  adults: number;
  children: number;
}

/**
 * Divides a party over its rooms. Adults are divided evenly, then children, and never beyond a room's limits. Null when
 * the party does not fit. A room without an adult is priced for one adult, because the hotel cannot sell it to others.
 */
export function spreadParty(party: Party, limits: RoomLimits): RoomParty[] | null {
  const even = Math.floor(party.adults / party.rooms);
  const extra = party.adults % party.rooms;
  const rooms: RoomParty[] = [];
  for (let index = 0; index < party.rooms; index += 1)
    rooms.push({ adults: Math.max(1, even + (index < extra ? 1 : 0)), children: 0 });
  if (rooms.some((room) => room.adults > Math.min(limits.maxAdults, limits.maxOccupancy))) return null;
  for (let child = 0; child < party.children; child += 1) {
    const room = emptiestWithSpace(rooms, limits);
    if (room === null) return null;
    room.children += 1;
  }
  return rooms;
}

const UNLIMITED: RoomLimits = { maxAdults: Infinity, maxChildren: Infinity, maxOccupancy: Infinity };

/**
 * The limits that a party exceeds. There are none if `spreadParty` can divide the party. Each limit is checked
 * separately. This is enough because adults are spread evenly, so a party that passes each check fits all limits
 * together.
 */
export function brokenRoomLimits(party: Party, limits: RoomLimits): BrokenRoomLimits {
  const { maxAdults, maxChildren, maxOccupancy } = limits;
  const breaks = (limit: Partial<RoomLimits>) => spreadParty(party, { ...UNLIMITED, ...limit }) === null;
  return {
    ...(breaks({ maxAdults }) && { maxAdults }),
    ...(breaks({ maxChildren }) && { maxChildren }),
    ...(breaks({ maxOccupancy }) && { maxOccupancy }),
  };
}

function emptiestWithSpace(rooms: RoomParty[], limits: RoomLimits): RoomParty | null {
  let chosen: RoomParty | null = null;
  for (const room of rooms) {
    const space = Math.min(limits.maxChildren, limits.maxOccupancy - room.adults) - room.children;
    if (space > 0 && (chosen === null || room.children < chosen.children)) chosen = room;
  }
  return chosen;
}
