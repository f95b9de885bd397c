import { verify } from '../src/operations/verification/verify.usecase.ts';
import { generateBookings } from './ledger.store.ts';
import { machine, prepareBench } from './support.ts';

/** Measures how long `npm run verify` takes for a million bookings. */
const BOOKINGS = 1_000_000;

console.log(machine());
const bench = await prepareBench();
const { pool } = await bench.prepareWorld('verified', {
  hotels: 200,
  roomTypesPerHotel: 4,
  ratePlansPerRoomType: 3,
  days: 365,
  allotment: 32_000,
  partners: [200],
});
console.log(`generating ${BOOKINGS.toLocaleString('en')} bookings …`);
await generateBookings(pool, BOOKINGS);
const startedAt = performance.now();
const violations = await verify(pool, console.log);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${BOOKINGS.toLocaleString('en')} bookings, ${violations} violations, ${seconds} s`);
await bench.end();
