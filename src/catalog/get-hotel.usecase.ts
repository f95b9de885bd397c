import { hotelItem } from '../api/partner/hotels/hotel.view.ts';
import type { HotelDetail } from '../api/partner/hotels/hotels.schema.ts';
import type { Context } from '../boot/context.ts';
import { TIME_ZONE } from '../kernel/day.ts';
import { percentOf } from '../kernel/money.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotel } from '../partners/hotel-access.ts';

export function getHotel(context: Context, caller: Caller, hotelId: string): Outcome<HotelDetail> {
  const found = contractedHotel(context.snapshot, caller.client, hotelId, 'VIEW', context.today());
  if (!found.ok) return found;
  const { hotel, contract } = found.value;
  return accept({
    ...hotelItem(hotel, contract),
    name_ckb: hotel.nameCkb,
    descriptions: hotel.descriptions,
    address: hotel.address,
    phone: hotel.phone,
    coordinates: { latitude: hotel.latitude, longitude: hotel.longitude },
    amenities: hotel.amenities,
    images: hotel.images,
    policies: {
      check_in_from: hotel.checkInFrom,
      check_out_until: hotel.checkOutUntil,
      ...hotel.policies,
    },
    taxes: {
      tax_percent: percentOf(hotel.taxBasisPoints),
      service_charge_percent: percentOf(hotel.serviceBasisPoints),
    },
    time_zone: TIME_ZONE,
    updated_at: hotel.updatedAt,
  });
}
