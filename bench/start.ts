import { dayInBaghdad } from '../src/kernel/day.ts';
import { lookRequests } from './look-requests.ts';
import { getRequest } from './requests.ts';
import { median, type Row } from './row.ts';
import { ask, count, type Stage } from './stage.ts';

const SECONDS_LIMIT = 4;
const MEBIBYTE = 2 ** 20;
const MEBIBYTES_LIMIT = 350;
const CONNECTIONS = 16;

/** Measures the time from process start to the first response, and the memory of the node after reads. */
export async function benchStart(stage: Stage): Promise<Row[]> {
  const world = await stage.season();
  const [caller] = world.callersOf(Math.max(...world.size.partners));
  const looks = await lookRequests(world, dayInBaghdad(new Date()));
  const requests = [...looks.availability.requests, ...looks.hotels.requests, ...looks.priceCheck.requests];
  const seconds: number[] = [];
  const resident: number[] = [];
  const peak: number[] = [];
  for (let round = 1; round <= stage.pace.rounds; round += 1) {
    const startedAt = performance.now();
    const node = stage.child('node.ts');
    const port = await node.ask<number>('start', world.databaseUrl);
    await ask(port, getRequest('/v1/hotels?limit=1', caller!));
    seconds.push((performance.now() - startedAt) / 1000);
    await stage.runLoad({ port, connections: CONNECTIONS, requests });
    const memory = await node.ask<{ residentBytes: number; peakBytes: number }>('memory');
    resident.push(memory.residentBytes / MEBIBYTE);
    peak.push(memory.peakBytes / MEBIBYTE);
    await node.end();
    stage.progress(`start, round ${round}: ${seconds.at(-1)!.toFixed(1)} s, ${count(resident.at(-1)!)} MiB`);
  }
  const { hotels, roomTypesPerHotel, days } = world.size;
  const size = `${count(hotels)} hotels, ${count(hotels * roomTypesPerHotel * days)} nights`;
  const [second, mebibytes, most] = [median(seconds), median(resident), median(peak)];
  return [
    {
      work: `memory of a process, ${size}`,
      against: '–',
      measured: `${count(mebibytes)} MiB resident after reads (peak ${count(most)})`,
      ratio: '–',
      atLeast: `at most ${count(MEBIBYTES_LIMIT)} MiB`,
      reached: mebibytes <= MEBIBYTES_LIMIT,
      figures: { residentMebibytes: mebibytes, peakMebibytes: most },
    },
    {
      work: `start of a node, ${size}`,
      against: '–',
      measured: `${second.toFixed(1)} s from process start to first response`,
      ratio: '–',
      atLeast: `at most ${SECONDS_LIMIT} s`,
      reached: second <= SECONDS_LIMIT,
      figures: { seconds: second },
    },
  ];
}
