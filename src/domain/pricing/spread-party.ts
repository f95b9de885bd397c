// Divides the guests of a party over its rooms.

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
 * Divides a party over its rooms. First the adults are divided evenly, and then the children, within the limits of each
 * room. Null: the party does not fit. A room that would have no adult is counted as a room with one adult, because the
 * hotel cannot sell this room to other guests.
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
 * Returns the limits that a party exceeds. If `spreadParty` can divide the party, no limit is returned. Each limit is
 * checked alone. This is enough, because the adults are divided evenly: a party that passes each check also fits within
 * all limits together.
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
