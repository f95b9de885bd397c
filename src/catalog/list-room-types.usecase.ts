import type { RoomTypeItem } from '../api/partner/hotels/room-types.schema.ts';
import type { Context } from '../boot/context.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotel } from '../partners/hotel-access.ts';
import type { RoomType } from './room-type.ts';

export function listRoomTypes(context: Context, caller: Caller, hotelId: string): Outcome<RoomTypeItem[]> {
  const { snapshot } = context;
  const found = contractedHotel(snapshot, caller.client, hotelId, 'VIEW', context.today());
  if (!found.ok) return found;
  const active = [...snapshot.roomTypes.in(found.value.hotel.id)].filter((roomType) => roomType.active);
  return accept(active.sort((one, other) => (one.code < other.code ? -1 : 1)).map(roomTypeItem));
}

function roomTypeItem(roomType: RoomType): RoomTypeItem {
  return {
    id: roomType.id,
    hotel_id: roomType.hotelId,
    code: roomType.code,
    name_en: roomType.nameEn,
    name_ar: roomType.nameAr,
    max_occupancy: roomType.maxOccupancy,
    max_adults: roomType.maxAdults,
    max_children: roomType.maxChildren,
    bed_configuration: roomType.bedConfiguration,
    amenities: roomType.amenities,
    size_sqm: roomType.sizeSqm,
  };
}
