import { machine, prepareBench } from './support.ts';

/** How long a node takes from its start, the database running, to its first answer. */
const NIGHTS = 200_000;
const DAYS = 500;

console.log(machine());
const bench = await prepareBench({
  hotels: NIGHTS / DAYS / 4,
  roomTypesPerHotel: 4,
  ratePlansPerRoomType: 3,
  days: DAYS,
  allotment: 10,
});
for (let round = 1; round <= 3; round += 1) {
  const startedAt = performance.now();
  const service = await bench.start();
  const answer = await service.app.inject({ url: '/v1/hotels', headers: bench.callers[0]! });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
  console.log(
    `round ${round}: ${NIGHTS.toLocaleString('en')} nights, first answer (${answer.statusCode}) after ${seconds} s`,
  );
  await service.close();
}
await bench.end();
