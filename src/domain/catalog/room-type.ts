// A kind of room, with how many people fit into it.

import type { HotelId, RoomTypeId } from '../../kernel/ids.ts';
export interface RoomType {
  id: RoomTypeId;
  hotelId: HotelId;
  code: string;
  nameEn: string;
  nameAr: string;
  maxOccupancy: number;
  maxAdults: number;
  maxChildren: number;
  bedConfiguration: { type: string; count: number }[];
  amenities: string[];
  sizeSqm: number;
  /** Rooms that a night has for sale until somebody changes it. */
  usualAllotment: number;
  /** Nights in fewer days than this are not sold. */
  releaseDays: number;
  active: boolean;
}
