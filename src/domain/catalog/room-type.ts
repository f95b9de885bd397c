// A room type, and how many people fit into its rooms.

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
  /** The number of rooms that a night has for sale until somebody changes it. */
  usualAllotment: number;
  /** A night that is fewer days away than this is not sold. */
  releaseDays: number;
  active: boolean;
}
