import type pg from 'pg';
import type { TestDatabase } from './database.ts';
import { createTestDatabase } from './database.ts';
import { startTestService, type TestService } from './service.ts';
import { testSecrets } from './test-config.ts';

/** Starts a production service on an empty database: no demo world, no clients, no hotels. */
export async function startProduction(
  clockShift: () => number = () => 0,
): Promise<{ service: TestService; database: TestDatabase; end: () => Promise<void> }> {
  const database = await createTestDatabase('migrated');
  const service = await startTestService({
    databaseUrl: database.url,
    clockShift,
    config: { environment: 'production', keyPepper: testSecrets.keyPepper },
  });
  const end = async () => {
    await service.close();
    await database.drop();
  };
  return { service, database, end };
}

/** Inserts hotels with room types but without a calendar. The numbers of the hotels start at `first`. */
export async function insertHotels(
  pool: pg.Pool,
  first: number,
  count: number,
  roomTypes: number,
): Promise<void> {
  await pool.query(
    `insert into hotels (auto_open, public_id, name_en, name_ar, name_ckb, star_rating, city, governorate, currency, descriptions, address,
       phone, latitude, longitude)
     select true, 'HTL-2026-' || n, 'Hotel ' || n, 'Hotel ' || n, 'Hotel ' || n, 3, 'Najaf', 'Najaf', 'IQD', '{}', '{}', '+9647700000000', 32, 44
     from generate_series($1::int, $1::int + $2::int - 1) n`,
    [first, count],
  );
  await pool.query(
    `insert into room_types (hotel_id, code, name_en, name_ar, max_occupancy, max_adults, max_children, bed_configuration, size_sqm,
       default_allotment)
     select h.id, 'R' || r, 'Room ' || r, 'Room ' || r, 2, 2, 0, '[]', 20, 7
     from hotels h cross join generate_series(1, $3::int) r
     where substr(h.public_id, 10)::int between $1::int and $1::int + $2::int - 1`,
    [first, count, roomTypes],
  );
}
