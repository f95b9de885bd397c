import type { Hotel } from '../../../catalog/hotel.ts';
import { percentOf } from '../../../kernel/money.ts';
import type { Contract } from '../../../partners/contract.ts';
import type { HotelItem } from './hotels.schema.ts';

/** A hotel as its partner sees it in a list: the ten fields of the specification. */
export function hotelItem(hotel: Hotel, contract: Contract): HotelItem {
  return {
    id: hotel.id,
    public_id: hotel.publicId,
    name_en: hotel.nameEn,
    name_ar: hotel.nameAr,
    star_rating: hotel.starRating,
    city: hotel.city,
    governorate: hotel.governorate,
    status: hotel.status,
    currency: hotel.currency,
    commission_rate: percentOf(contract.commissionBasisPoints),
  };
}
