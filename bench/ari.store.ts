import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashedKeyOf, makeApiKey } from '../src/domain/partners/api-key.ts';
import { insertClient, insertKey } from '../src/domain/partners/partners.store.ts';
import { type HotelId, ledgerIdOf } from '../src/kernel/ids.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { BENCH_SECRETS } from './bench-service.ts';
import type { Credentials } from './support.ts';

/** A hotel to which a supplier pushes, with the codes of its products. */
export interface PushedHotel {
  id: HotelId;
  publicId: string;
  currency: string;
  plans: { roomType: string; ratePlan: string; roomTypeId: string; ratePlanId: string }[];
}

/** Adds rate plans to a hotel until it has this many. All room types get the same number of plans. */
export async function addPlans(pool: pg.Pool, publicId: string, plans: number): Promise<void> {
  await pool.query(
    `insert into rate_plans (hotel_id, room_type_id, code, name_en, name_ar, pricing_model, currency, single_price,
       double_price, extra_adult_price, child_price, cancellation_policy_id)
     select p.hotel_id, p.room_type_id, 'P' || n, 'Plan ' || n, 'خطة ' || n, p.pricing_model, p.currency,
       p.single_price + n, p.double_price + n, p.extra_adult_price, p.child_price, p.cancellation_policy_id
     from rate_plans p join hotels h on h.id = p.hotel_id
       cross join lateral (select count(*)::int as rooms from room_types r where r.hotel_id = h.id) k
       cross join lateral generate_series(4, $2::int / k.rooms) n
     where h.public_id = $1 and p.code = 'P1'`,
    [publicId, plans],
  );
}

/** Returns the first hotels of the world, in the order of their numbers. */
export async function findPushedHotels(pool: pg.Pool, limit: number): Promise<PushedHotel[]> {
  const result = await pool.query<PushedHotel>(
    `select h.id, h.public_id as "publicId", h.currency,
       (select json_agg(json_build_object('roomType', r.code, 'ratePlan', p.code, 'roomTypeId', r.id,
          'ratePlanId', p.id) order by r.code, p.code)
        from rate_plans p join room_types r on r.id = p.room_type_id where p.hotel_id = h.id) as plans
     from hotels h where h.status = 'ACTIVE' order by h.lock_number limit $1`,
    [limit],
  );
  return result.rows;
}

export async function makeSupplier(pool: pg.Pool, name: string, hotels: PushedHotel[]): Promise<Credentials> {
  const apiKey = makeApiKey('production', randomBytes);
  await inTransaction(pool, 'read committed', async (tx) => {
    const client = await insertClient(tx, {
      ...{ clientId: name, name, ledgerId: ledgerIdOf(1), contractHolderId: null },
      suppliedHotels: hotels.map(({ id }) => id),
    });
    await insertKey(tx, { clientId: client, ...hashedKeyOf(apiKey, BENCH_SECRETS.keyPepper) });
    await tx.query('update clients set rate_limit_per_minute = 100000 where id = $1', [client]);
  });
  return { 'X-Client-Id': name, 'X-Api-Key': apiKey };
}
