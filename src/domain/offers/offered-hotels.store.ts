import { type RatePlanId, type RoomTypeId, readId, readPublicId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { OfferedHotel } from './offer-change.ts';

/** A hotel with the codes that operators use in commands: the codes of the hotel's room types and rate plans. */
export interface HotelProducts extends OfferedHotel {
  name: string;
  roomTypes: { id: RoomTypeId; code: string }[];
  plans: { id: RatePlanId; code: string; roomTypeId: RoomTypeId; currency: Currency }[];
}

const HOTELS = `select h.id, h.public_id as "publicId", h.lock_number as "lockNumber", h.name_en as name,
    coalesce((select json_agg(json_build_object('id', r.id, 'code', r.code) order by r.code)
      from room_types r where r.hotel_id = h.id), '[]') as "roomTypes",
    coalesce((select json_agg(json_build_object('id', p.id, 'code', p.code, 'roomTypeId', p.room_type_id,
        'currency', p.currency) order by p.code)
      from rate_plans p where p.hotel_id = h.id), '[]') as plans
  from hotels h`;

/** Finds a hotel by public id or uuid. */
export async function findHotelProducts(
  database: Queryable,
  reference: string,
): Promise<HotelProducts | null> {
  const result = await database.query<HotelProducts>(`${HOTELS} where h.public_id = $1 or h.id = $2`, [
    readPublicId(reference),
    readId(reference),
  ]);
  return result.rows[0] ?? null;
}

/**
 * Reads all hotels whose status is not INACTIVE, with their cities. Commands for all hotels of a city use this list.
 */
export async function readHotelCities(database: Queryable): Promise<(OfferedHotel & { city: string })[]> {
  const result = await database.query(
    `select id, public_id as "publicId", lock_number as "lockNumber", city from hotels
     where status <> 'INACTIVE' order by public_id`,
  );
  return result.rows;
}
