import { bookingRequests } from './bookings.ts';
import { fillLedger } from './full-ledger.store.ts';
import { checkpoint } from './ledger.store.ts';
import { getRequest } from './requests.ts';
import { bytesOfDatabase, countBookings, walPosition } from './sizing.store.ts';
import { ask, count, ENDLESS, openStage, type Stage } from './stage.ts';
import { machine } from './support.ts';
import { THIS_VERSION } from './version.ts';

/** `npm run bench:sizing` measures the memory, start, disk and WAL figures of docs/operations/sizing.md. */
const HOTELS = [200, 1_000, 4_000];
const BOOKINGS = 200_000;
const MEBIBYTE = 2 ** 20;
const WINDOW = { warmupMilliseconds: 1_000, milliseconds: 10_000 };
const STEADY_CALLERS = 2;
const BUSY_CALLERS = 64;

console.log(machine());
const stage = openStage({ quick: false, rounds: 1, looks: WINDOW, bookings: WINDOW });
try {
  for (const hotels of HOTELS) await measureHotels(stage, hotels);
  await measureBookings(stage);
} finally {
  await stage.end();
}

/** Measures disk, memory and start of a node. Each hotel has 4 room types, 12 rate plans and a year of nights. */
async function measureHotels({ worldOf, child }: Stage, hotels: number): Promise<void> {
  const world = await worldOf(THIS_VERSION, `hotels_${hotels}`, {
    ...ENDLESS,
    ...{ hotels, allotment: null, partners: [hotels] },
  });
  const [caller] = world.callersOf(hotels);
  const startedAt = performance.now();
  const node = child('node.ts');
  const port = await node.ask<number>('start', world.databaseUrl);
  await ask(port, getRequest('/v1/hotels?limit=50', caller!));
  const seconds = (performance.now() - startedAt) / 1000;
  const memory = await node.ask<{ residentBytes: number; peakBytes: number }>('memory');
  const disk = await bytesOfDatabase(world.pool);
  await node.end();
  const nights = hotels * world.size.roomTypesPerHotel * world.size.days;
  console.log(
    `${count(hotels)} hotels, ${count(nights)} nights: database ${count(disk / MEBIBYTE)} MiB, ` +
      `process ${count(memory.residentBytes / MEBIBYTE)} MiB (peak ${count(memory.peakBytes / MEBIBYTE)}), ` +
      `start ${seconds.toFixed(1)} s`,
  );
}

/** Measures disk and WAL per booking of three nights. With few callers, batches are small and write more WAL. */
async function measureBookings(stage: Stage): Promise<void> {
  const world = await stage.worldOf(THIS_VERSION, 'bookings', ENDLESS);
  const node = stage.child('node.ts');
  const port = await node.ask<number>('start', world.databaseUrl);
  for (const connections of [STEADY_CALLERS, BUSY_CALLERS]) {
    await checkpoint(world.pool);
    const requests = await bookingRequests(world, false);
    const [before, bookedBefore] = [await walPosition(world.pool), await countBookings(world.pool)];
    const { perSecond } = await stage.runLoad({ port, connections, requests, repeat: false });
    const written = (await walPosition(world.pool)) - before;
    const made = (await countBookings(world.pool)) - bookedBefore;
    console.log(
      `${connections} callers, ${count(perSecond)} bookings/s: ${count(written / made)} bytes of WAL per booking`,
    );
  }
  await node.end();
  await measureDisk(stage);
}

async function measureDisk(stage: Stage): Promise<void> {
  const world = await stage.worldOf(THIS_VERSION, 'disk', ENDLESS);
  const node = stage.child('node.ts');
  const port = await node.ask<number>('start', world.databaseUrl);
  const [first] = await bookingRequests(world, true);
  await ask(port, first!);
  await node.end();
  const before = await bytesOfDatabase(world.pool);
  await fillLedger(world.pool, BOOKINGS);
  const bytes = ((await bytesOfDatabase(world.pool)) - before) / BOOKINGS;
  console.log(`${count(BOOKINGS)} bookings of three nights: ${count(bytes)} bytes of disk per booking`);
}
