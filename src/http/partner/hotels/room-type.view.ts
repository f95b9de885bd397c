// Converts a room type to the form that partners receive.

import type { RoomType } from '../../../domain/catalog/room-type.ts';
import type { RoomTypeItem } from './room-types.schema.ts';

export function roomTypeView(roomType: RoomType): RoomTypeItem {
  return {
    id: roomType.id,
    hotel_id: roomType.hotelId,
    code: roomType.code,
    name_en: roomType.nameEn,
    name_ar: roomType.nameAr,
    name_ckb: roomType.nameCkb,
    max_occupancy: roomType.maxOccupancy,
    max_adults: roomType.maxAdults,
    max_children: roomType.maxChildren,
    bed_configuration: roomType.bedConfiguration,
    amenities: roomType.amenities,
    size_sqm: roomType.sizeSqm,
  };
}
