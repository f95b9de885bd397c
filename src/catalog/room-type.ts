export interface RoomType {
  id: string;
  hotelId: string;
  code: string;
  nameEn: string;
  nameAr: string;
  maxOccupancy: number;
  maxAdults: number;
  maxChildren: number;
  bedConfiguration: { type: string; count: number }[];
  amenities: string[];
  sizeSqm: number;
  active: boolean;
}
