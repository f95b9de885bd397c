// A room type, and how many people can stay in one of its rooms.

import type { HotelId, RoomTypeId } from '../../kernel/ids.ts';
export interface RoomType {
  id: RoomTypeId;
  hotelId: HotelId;
  code: string;
  nameEn: string;
  nameAr: string;
  /** Null: the room type has no Kurdish name. */
  nameCkb: string | null;
  maxOccupancy: number;
  maxAdults: number;
  maxChildren: number;
  bedConfiguration: { type: string; count: number }[];
  amenities: string[];
  sizeSqm: number;
  /** The number of rooms for sale on a night, until somebody changes the allotment of the night. */
  usualAllotment: number;
  /** A night is not sold if the night is fewer than this number of days ahead. */
  releaseDays: number;
  active: boolean;
}
