import { createPool } from '../src/db/pool.ts';
import { verify } from '../src/verification/verify.usecase.ts';
import { machine, prepareBench } from './support.ts';
import { generateBookings } from './world.store.ts';

/** How long `npm run verify` takes for a million bookings. */
const BOOKINGS = 1_000_000;

console.log(machine());
const bench = await prepareBench({
  hotels: 200,
  roomTypesPerHotel: 4,
  ratePlansPerRoomType: 3,
  days: 365,
  allotment: 32_000,
});
const pool = createPool({ url: bench.databaseUrl, size: 2, onError: () => {} });
console.log(`generating ${BOOKINGS.toLocaleString('en')} bookings …`);
await generateBookings(pool, BOOKINGS);
const startedAt = performance.now();
const violations = await verify(pool, console.log);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${BOOKINGS.toLocaleString('en')} bookings, ${violations} violations, ${seconds} s`);
await pool.end();
await bench.end();
