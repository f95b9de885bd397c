// Writes hotels in the forms that partners read.

import { chargesAt } from '../../../domain/catalog/charges.ts';
import type { ContractedHotel, ListedHotel } from '../../../domain/partners/hotel-access.ts';
import { TIME_ZONE } from '../../../kernel/day.ts';
import { type JsonWriter, openObject, pieceOf } from '../../../kernel/json-writer.ts';
import { percentOf } from '../../../kernel/money.ts';
import type { HotelDetail, HotelItem } from './hotels.schema.ts';

const END = pieceOf('}');

/**
 * Writes a hotel in the form for lists and searches, with the ten fields of the specification. Each portfolio entry is
 * serialised only once.
 */
export function writeHotel(writer: JsonWriter, entry: ListedHotel): void {
  writeHotelStart(writer, entry);
  writer.piece(END);
}

/** Writes the same without the closing brace, so that more fields can follow. */
export function writeHotelStart(writer: JsonWriter, entry: ListedHotel): void {
  entry.written ??= openObject(hotelItem(entry));
  writer.piece(entry.written);
}

function hotelItem({ hotel, contract }: ContractedHotel): HotelItem {
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

/** Returns the full profile of a hotel. `now` determines which tax and service charge apply. */
export function hotelView(found: ContractedHotel, now: number): HotelDetail {
  const { hotel } = found;
  const charges = chargesAt(hotel, now);
  return {
    ...hotelItem(found),
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
      tax_percent: percentOf(charges.taxBasisPoints),
      service_charge_percent: percentOf(charges.serviceBasisPoints),
    },
    time_zone: TIME_ZONE,
    updated_at: hotel.updatedAt,
  };
}
